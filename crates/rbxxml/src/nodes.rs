//! The positions of the elements of a file, recorded while reading.

use std::iter;
use std::ops::Range;

/// The role of an element in the model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Role {
    Root,
    Meta,
    External,
    Element,
    Item,
    Properties,
    Property,
    Nameless,
    SharedStrings,
    SharedString,
    SharedElement,
}

/// The elements of a file, in file order.
#[derive(Debug, Default)]
pub(crate) struct Nodes {
    nodes: Vec<Node>,
    /// The indices of the open elements, outermost first.
    open: Vec<usize>,
    /// Set if there are more elements than 32-bit numbers can count.
    is_full: bool,
}

/// An element. It is kept small, with numbers of four bytes, because a file may have an element per four bytes.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) role: Role,
    number: u32,
    parent: u32,
    /// The first child; 0, which is the root, for none. `last` is the last child, and `next` the next sibling.
    first: u32,
    last: u32,
    next: u32,
    /// The start of the gap before the element: the end of the previous element, or of the parent's start tag.
    pub(crate) gap: usize,
    pub(crate) start: usize,
    /// The end of the start tag.
    pub(crate) inner: usize,
    /// The start of the end tag.
    pub(crate) inner_end: usize,
    pub(crate) end: usize,
}

/// The index of an element; `None` for 0, which is the root and stands for no element.
pub(crate) fn some(node: u32) -> Option<usize> {
    if node == 0 { None } else { Some(node as usize) }
}

impl Node {
    /// The index of the part in the list of the model that contains it.
    pub(crate) fn number(&self) -> usize {
        self.number as usize
    }

    pub(crate) fn parent(&self) -> usize {
        self.parent as usize
    }
}

impl Nodes {
    /// Reserves room for this many elements.
    pub(crate) fn reserve(&mut self, n_nodes: usize) {
        self.nodes.reserve_exact(n_nodes);
    }

    pub(crate) fn open(&mut self, role: Role, number: usize, start: usize, inner: usize) {
        if let Some(node) = self.add(role, number, start..inner, inner..inner) {
            self.open.push(node);
        }
    }

    pub(crate) fn close(&mut self, inner_end: usize, end: usize) {
        if let Some(node) = self.open.pop().and_then(|node| self.nodes.get_mut(node)) {
            (node.inner_end, node.end) = (inner_end, end);
        }
    }

    pub(crate) fn leaf(&mut self, role: Role, number: usize, start: usize, end: usize) {
        self.add(role, number, start..start, end..end);
    }

    /// Returns true if all elements were recorded.
    pub(crate) fn is_whole(&self) -> bool {
        !self.is_full
    }

    pub(crate) fn all(&self) -> &[Node] {
        &self.nodes
    }

    pub(crate) fn node(&self, node: usize) -> Option<&Node> {
        self.nodes.get(node)
    }

    /// The child elements. Grandchildren in lists of properties or shared strings are not included.
    pub(crate) fn below(&self, node: usize) -> impl Iterator<Item = usize> + Clone {
        let first = self.node(node).and_then(|node| some(node.first));
        iter::successors(first, move |node| some(self.node(*node)?.next))
    }

    /// The last child element.
    pub(crate) fn last_below(&self, node: usize) -> Option<&Node> {
        self.node(node).filter(|node| node.last != 0).and_then(|node| self.node(node.last as usize))
    }

    fn add(&mut self, role: Role, number: usize, head: Range<usize>, tail: Range<usize>) -> Option<usize> {
        let (Ok(added), Ok(number)) = (u32::try_from(self.nodes.len()), u32::try_from(number)) else {
            self.is_full = true;
            return None;
        };
        let parent = self.open.last().copied().unwrap_or_default();
        let before = self.last_below(parent).map(|before| before.end);
        let gap = before.or(self.node(parent).map(|node| node.inner)).unwrap_or_default();
        if let Some(around) = self.nodes.get_mut(parent) {
            let last = std::mem::replace(&mut around.last, added);
            if last == 0 {
                around.first = added;
            } else if let Some(last) = self.nodes.get_mut(last as usize) {
                last.next = added;
            }
        }
        self.nodes.push(Node {
            role,
            number,
            // It fits, because the parent was added before.
            parent: u32::try_from(parent).unwrap_or_default(),
            first: 0,
            last: 0,
            next: 0,
            gap,
            start: head.start,
            inner: head.end,
            inner_end: tail.start,
            end: tail.end,
        });
        Some(added as usize)
    }
}

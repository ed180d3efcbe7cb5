//! The elements of a file and their places, recorded while reading.

use std::iter;
use std::ops::Range;

/// The part of the model that an element becomes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Part {
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

/// The elements met while reading.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    nodes: Vec<Node>,
    /// Those whose ends have not come.
    open: Vec<usize>,
    /// There are more than can be counted.
    is_full: bool,
}

/// An element. A file may have one in each four bytes of it, so this is kept small: elements have numbers of four bytes.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) part: Part,
    number: u32,
    parent: u32,
    /// The first and the last in it, and the one behind it; 0, which is the root, for none.
    first: u32,
    last: u32,
    next: u32,
    /// Where the one before it ends, or what is around it begins.
    pub(crate) gap: usize,
    pub(crate) start: usize,
    /// Where the start tag ends.
    pub(crate) inner: usize,
    /// Where the end tag starts.
    pub(crate) inner_end: usize,
    pub(crate) end: usize,
}

/// The number of an element that is not the root.
pub(crate) fn some(node: u32) -> Option<usize> {
    if node == 0 { None } else { Some(node as usize) }
}

impl Node {
    /// Its place among those of its kind in the model, where its parent is.
    pub(crate) fn number(&self) -> usize {
        self.number as usize
    }

    pub(crate) fn parent(&self) -> usize {
        self.parent as usize
    }
}

impl Trace {
    /// Makes room for so many.
    pub(crate) fn reserve(&mut self, n_nodes: usize) {
        self.nodes.reserve_exact(n_nodes);
    }

    pub(crate) fn open(&mut self, part: Part, number: usize, start: usize, inner: usize) {
        if let Some(node) = self.add(part, number, start..inner, inner..inner) {
            self.open.push(node);
        }
    }

    pub(crate) fn close(&mut self, inner_end: usize, end: usize) {
        if let Some(node) = self.open.pop().and_then(|node| self.nodes.get_mut(node)) {
            (node.inner_end, node.end) = (inner_end, end);
        }
    }

    pub(crate) fn leaf(&mut self, part: Part, number: usize, start: usize, end: usize) {
        self.add(part, number, start..start, end..end);
    }

    /// All elements, if they could be counted.
    pub(crate) fn is_whole(&self) -> bool {
        !self.is_full
    }

    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub(crate) fn node(&self, node: usize) -> Option<&Node> {
        self.nodes.get(node)
    }

    /// The elements directly in one, those in lists of properties and shared strings not among them.
    pub(crate) fn below(&self, node: usize) -> impl Iterator<Item = usize> + Clone {
        let first = self.node(node).and_then(|node| some(node.first));
        iter::successors(first, move |node| some(self.node(*node)?.next))
    }

    /// The last of those [`below`](Self::below) one.
    pub(crate) fn last_below(&self, node: usize) -> Option<&Node> {
        self.node(node).filter(|node| node.last != 0).and_then(|node| self.node(node.last as usize))
    }

    fn add(&mut self, part: Part, number: usize, head: Range<usize>, tail: Range<usize>) -> Option<usize> {
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
            part,
            number,
            // It is the number of one that is there.
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

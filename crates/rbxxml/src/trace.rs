//! The elements of a file and where they are, as reading meets them.

use std::ops::Range;

/// What an element of a file is a part of the model as.
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
    pub(crate) nodes: Vec<Node>,
    /// Those whose ends have not come.
    open: Vec<usize>,
    pub(crate) is_damaged: bool,
}

#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) part: Part,
    /// Its place among those of its kind in the model, where `parent` is.
    pub(crate) number: usize,
    pub(crate) parent: usize,
    /// Where the one before it ends, or what is around it begins.
    pub(crate) gap: usize,
    pub(crate) start: usize,
    /// Where the start tag ends.
    pub(crate) inner: usize,
    /// Where the end tag starts.
    pub(crate) inner_end: usize,
    pub(crate) end: usize,
    pub(crate) below: Vec<usize>,
}

impl Trace {
    pub(crate) fn open(&mut self, part: Part, number: usize, start: usize, inner: usize) {
        let node = self.add(part, number, start..inner, inner..inner);
        self.open.push(node);
    }

    pub(crate) fn close(&mut self, inner_end: usize, end: usize) {
        if let Some(node) = self.open.pop().and_then(|node| self.nodes.get_mut(node)) {
            (node.inner_end, node.end) = (inner_end, end);
        }
    }

    pub(crate) fn leaf(&mut self, part: Part, number: usize, start: usize, end: usize) {
        self.add(part, number, start..start, end..end);
    }

    /// Whether the file is broken somewhere.
    #[must_use]
    pub(crate) fn damaged(self, is_damaged: bool) -> Self {
        Self { is_damaged, ..self }
    }

    fn add(&mut self, part: Part, number: usize, head: Range<usize>, tail: Range<usize>) -> usize {
        let added = self.nodes.len();
        let parent = self.open.last().copied().unwrap_or_default();
        let before = self.nodes.get(parent).and_then(|node| node.below.last());
        let before = before.and_then(|before| self.nodes.get(*before)).map(|before| before.end);
        let around = self.nodes.get(parent).map(|node| node.inner);
        let gap = before.or(around).unwrap_or_default();
        if let Some(node) = self.nodes.get_mut(parent) {
            node.below.push(added);
        }
        self.nodes.push(Node {
            part,
            number,
            parent,
            gap,
            start: head.start,
            inner: head.end,
            inner_end: tail.start,
            end: tail.end,
            below: Vec::new(),
        });
        added
    }
}

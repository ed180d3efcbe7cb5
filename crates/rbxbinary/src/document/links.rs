//! The links between items: each knows its parent, its siblings, and its first and last child.
//!
//! Inserting and removing an item takes constant time, however many siblings it has.

use super::Document;
use crate::model::Referent;
use std::iter::FusedIterator;

/// The number that stands for no item; as a parent, for the top level.
pub(super) const NONE: u32 = u32::MAX;

/// The links of an item to its parent, siblings and children.
#[derive(Debug, Clone, Copy)]
pub(super) struct Links {
    pub(super) parent: u32,
    previous: u32,
    next: u32,
    pub(super) children: Ends,
}

impl Links {
    /// The links of an item that has not been inserted yet.
    pub(super) const NEW: Self = Self { parent: NONE, previous: NONE, next: NONE, children: Ends::EMPTY };

    /// Updates the links after the numbers of items have changed.
    pub(super) fn renumber(&mut self, to: &impl Fn(u32) -> u32) {
        for link in [&mut self.parent, &mut self.previous, &mut self.next] {
            *link = to(*link);
        }
        self.children.renumber(to);
    }
}

/// The first child, last child and number of children of an item, or of the top level.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ends {
    first: u32,
    last: u32,
    len: u32,
}

impl Ends {
    pub(super) const EMPTY: Self = Self { first: NONE, last: NONE, len: 0 };

    pub(super) fn renumber(&mut self, to: &impl Fn(u32) -> u32) {
        (self.first, self.last) = (to(self.first), to(self.last));
    }
}

/// A position among the children of a parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Position {
    /// Before all others.
    First,
    /// After all others.
    #[default]
    Last,
    /// Immediately before this child.
    Before(Referent),
    /// Immediately after this child.
    After(Referent),
}

/// The children of an item, or the roots, in order.
#[derive(Debug, Clone)]
pub struct Children<'d> {
    document: &'d Document,
    ends: Ends,
}

impl Iterator for Children<'_> {
    type Item = Referent;

    fn next(&mut self) -> Option<Referent> {
        self.ends.len = self.ends.len.checked_sub(1)?;
        let node = self.document.node(self.ends.first)?;
        self.ends.first = node.links.next;
        Some(node.id)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.ends.len as usize, Some(self.ends.len as usize))
    }
}

impl DoubleEndedIterator for Children<'_> {
    fn next_back(&mut self) -> Option<Referent> {
        self.ends.len = self.ends.len.checked_sub(1)?;
        let node = self.document.node(self.ends.last)?;
        self.ends.last = node.links.previous;
        Some(node.id)
    }
}

impl ExactSizeIterator for Children<'_> {}

impl FusedIterator for Children<'_> {}

/// The numbers of items in document order: parents before their children.
#[derive(Debug, Clone)]
pub(super) struct Numbers<'d> {
    document: &'d Document,
    next: u32,
    pub(super) depth: usize,
    /// Set if the walk is limited to the first item and its descendants.
    is_inside: bool,
}

impl Iterator for Numbers<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let number = self.next;
        let links = self.document.links(number)?;
        self.next = links.children.first;
        if self.next != NONE {
            self.depth = self.depth.saturating_add(1);
            return Some(number);
        }
        // Back to the last item that has siblings to come.
        let mut at = links;
        while self.depth > 0 || !self.is_inside {
            self.next = at.next;
            if self.next != NONE {
                break;
            }
            let Some(parent) = self.document.links(at.parent) else { break };
            at = parent;
            self.depth = self.depth.saturating_sub(1);
        }
        Some(number)
    }
}

impl Document {
    /// The items at the top level, in order.
    #[must_use]
    pub fn roots(&self) -> Children<'_> {
        Children { document: self, ends: self.roots }
    }

    /// The children of an item, in order; none if it was removed.
    #[must_use]
    pub fn children(&self, id: Referent) -> Children<'_> {
        let links = self.number(id).and_then(|number| self.links(number));
        Children { document: self, ends: links.map_or(Ends::EMPTY, |links| links.children) }
    }

    /// The parent of an item; `None` at the top level.
    #[must_use]
    pub fn parent(&self, id: Referent) -> Option<Referent> {
        let links = self.links(self.number(id)?)?;
        self.node(links.parent).map(|parent| parent.id)
    }

    /// The numbers of all items.
    pub(super) fn numbers(&self) -> Numbers<'_> {
        Numbers { document: self, next: self.roots.first, depth: 0, is_inside: false }
    }

    /// The numbers of an item and its descendants.
    pub(super) fn numbers_from(&self, number: u32) -> Numbers<'_> {
        Numbers { document: self, next: number, depth: 0, is_inside: true }
    }

    /// The numbers of all items, children before their parents.
    pub(super) fn numbers_upwards(&self) -> Vec<u32> {
        let mut order = Vec::with_capacity(self.len());
        // Backwards, this is the order of a walk that visits the last child of an item first.
        let mut pending: Vec<_> = self.numbers_of(&self.roots).collect();
        while let Some(number) = pending.pop() {
            order.push(number);
            pending.extend(self.links(number).into_iter().flat_map(|links| self.numbers_of(&links.children)));
        }
        order.reverse();
        order
    }

    fn numbers_of(&self, ends: &Ends) -> impl Iterator<Item = u32> {
        let first = Some(ends.first).filter(|first| *first != NONE);
        std::iter::successors(first, |number| {
            self.links(*number).map(|links| links.next).filter(|next| *next != NONE)
        })
    }

    pub(super) fn links(&self, number: u32) -> Option<&Links> {
        self.node(number).map(|node| &node.links)
    }

    fn links_mut(&mut self, number: u32) -> Option<&mut Links> {
        self.node_mut(number).map(|node| &mut node.links)
    }

    /// The ends of the children of `parent`, which may be [`NONE`].
    fn ends_mut(&mut self, parent: u32) -> &mut Ends {
        match self.nodes.get_mut(parent as usize).and_then(Option::as_mut) {
            Some(node) => &mut node.links.children,
            None => &mut self.roots,
        }
    }

    /// Inserts an unlinked item between two adjacent siblings; either is [`NONE`] at an end.
    fn put(&mut self, number: u32, parent: u32, previous: u32, next: u32) {
        if let Some(links) = self.links_mut(number) {
            (links.parent, links.previous, links.next) = (parent, previous, next);
        }
        if let Some(links) = self.links_mut(previous) {
            links.next = number;
        }
        if let Some(links) = self.links_mut(next) {
            links.previous = number;
        }
        let ends = self.ends_mut(parent);
        if previous == NONE {
            ends.first = number;
        }
        if next == NONE {
            ends.last = number;
        }
        ends.len = ends.len.saturating_add(1);
    }

    /// Inserts an unlinked item after the other children of `parent`.
    pub(super) fn put_last(&mut self, number: u32, parent: u32) {
        let last = self.ends_mut(parent).last;
        self.put(number, parent, last, NONE);
    }

    /// Inserts an unlinked item among the children of `parent`. The sibling in `position` must be one of them.
    pub(super) fn put_at(&mut self, number: u32, parent: u32, position: Position) {
        let ends = *self.ends_mut(parent);
        let find = |id| {
            let sibling = self.number(id).unwrap_or(NONE);
            (sibling, self.links(sibling).copied().unwrap_or(Links::NEW))
        };
        let (previous, next) = match position {
            Position::First => (NONE, ends.first),
            Position::Last => (ends.last, NONE),
            Position::Before(sibling) => {
                let (sibling, links) = find(sibling);
                (links.previous, sibling)
            }
            Position::After(sibling) => {
                let (sibling, links) = find(sibling);
                (sibling, links.next)
            }
        };
        self.put(number, parent, previous, next);
    }

    /// Removes an item from the list of its siblings.
    pub(super) fn take_out(&mut self, number: u32) {
        let Some(Links { parent, previous, next, .. }) = self.links(number).copied() else { return };
        if let Some(links) = self.links_mut(previous) {
            links.next = next;
        }
        if let Some(links) = self.links_mut(next) {
            links.previous = previous;
        }
        let ends = self.ends_mut(parent);
        if ends.first == number {
            ends.first = next;
        }
        if ends.last == number {
            ends.last = previous;
        }
        ends.len = ends.len.saturating_sub(1);
    }

    /// Replaces the order of the children of `parent`.
    pub(super) fn relink(&mut self, parent: u32, children: &[u32]) {
        *self.ends_mut(parent) = Ends::EMPTY;
        for number in children {
            self.put_last(*number, parent);
        }
    }
}

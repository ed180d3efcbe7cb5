//! The children of items, and inserting items among them.

use super::links::{Ends, GONE, Links, NONE, Position};
use super::tree::Document;
use super::value::ItemId;
use std::iter::FusedIterator;

/// The children of an item, or the roots, in order.
#[derive(Debug, Clone)]
pub struct Children<'a> {
    document: &'a Document,
    ends: Ends,
}

impl Iterator for Children<'_> {
    type Item = ItemId;

    fn next(&mut self) -> Option<ItemId> {
        self.ends.len = self.ends.len.checked_sub(1)?;
        let id = self.ends.first;
        self.ends.first = self.document.links(id)?.next;
        Some(id)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.ends.len as usize, Some(self.ends.len as usize))
    }
}

impl DoubleEndedIterator for Children<'_> {
    fn next_back(&mut self) -> Option<ItemId> {
        self.ends.len = self.ends.len.checked_sub(1)?;
        let id = self.ends.last;
        self.ends.last = self.document.links(id)?.previous;
        Some(id)
    }
}

impl ExactSizeIterator for Children<'_> {}

impl FusedIterator for Children<'_> {}

impl Document {
    /// The items at the top level, in order.
    #[must_use]
    pub fn roots(&self) -> Children<'_> {
        Children { document: self, ends: self.roots }
    }

    /// The children of an item, in order; none if it was removed.
    #[must_use]
    pub fn children(&self, id: ItemId) -> Children<'_> {
        Children { document: self, ends: self.links(id).map_or(Ends::EMPTY, |links| links.children) }
    }

    /// The parent of an item; `None` at the top level.
    #[must_use]
    pub fn parent(&self, id: ItemId) -> Option<ItemId> {
        self.links(id).map(|links| links.parent).filter(|parent| *parent != NONE)
    }

    /// The next sibling of an item.
    pub(super) fn next_sibling(&self, id: ItemId) -> Option<ItemId> {
        self.links(id).map(|links| links.next).filter(|next| *next != NONE)
    }

    /// The position of an item in the tree; `None` if it was removed.
    pub(super) fn links(&self, id: ItemId) -> Option<&Links> {
        self.links.get(id.index()).filter(|links| links.parent != GONE)
    }

    fn links_mut(&mut self, id: ItemId) -> Option<&mut Links> {
        self.links.get_mut(id.index()).filter(|links| links.parent != GONE)
    }

    /// The first and last child, and the number of children, of `parent`, which may be [`NONE`].
    fn ends_mut(&mut self, parent: ItemId) -> &mut Ends {
        match self.links.get_mut(parent.index()) {
            Some(links) => &mut links.children,
            None => &mut self.roots,
        }
    }

    /// Inserts an unlinked item between two adjacent siblings; either is [`NONE`] at an end.
    fn put(&mut self, id: ItemId, parent: ItemId, previous: ItemId, next: ItemId) {
        self.note_change(parent);
        if let Some(links) = self.links_mut(id) {
            (links.parent, links.previous, links.next) = (parent, previous, next);
        }
        if let Some(links) = self.links_mut(previous) {
            links.next = id;
        }
        if let Some(links) = self.links_mut(next) {
            links.previous = id;
        }
        let ends = self.ends_mut(parent);
        if previous == NONE {
            ends.first = id;
        }
        if next == NONE {
            ends.last = id;
        }
        ends.len = ends.len.saturating_add(1);
    }

    /// Inserts an unlinked item after the other children of `parent`.
    pub(super) fn put_last(&mut self, id: ItemId, parent: ItemId) {
        let last = self.ends_mut(parent).last;
        self.put(id, parent, last, NONE);
    }

    /// Inserts an unlinked item among the children of `parent`.
    pub(super) fn put_at(&mut self, id: ItemId, parent: ItemId, position: Position) {
        let ends = *self.ends_mut(parent);
        let links = |id| self.links(id).copied().unwrap_or(Links::NEW);
        let (previous, next) = match position {
            Position::First => (NONE, ends.first),
            Position::Last => (ends.last, NONE),
            Position::Before(sibling) => (links(sibling).previous, sibling),
            Position::After(sibling) => (sibling, links(sibling).next),
        };
        self.put(id, parent, previous, next);
    }

    /// Removes an item from the list of its siblings.
    pub(super) fn take_out(&mut self, id: ItemId) {
        let Some(Links { parent, previous, next, .. }) = self.links(id).copied() else { return };
        self.note_change(parent);
        if let Some(links) = self.links_mut(previous) {
            links.next = next;
        }
        if let Some(links) = self.links_mut(next) {
            links.previous = previous;
        }
        let ends = self.ends_mut(parent);
        if ends.first == id {
            ends.first = next;
        }
        if ends.last == id {
            ends.last = previous;
        }
        ends.len = ends.len.saturating_sub(1);
    }

    /// Marks the links of an item as removed.
    pub(super) fn unlink(&mut self, id: ItemId) {
        if let Some(links) = self.links_mut(id) {
            *links = Links::REMOVED;
        }
    }

    /// Replaces the order of the children of `parent`.
    pub(super) fn relink(&mut self, parent: ItemId, children: &[ItemId]) {
        *self.ends_mut(parent) = Ends::EMPTY;
        for id in children {
            self.put_last(*id, parent);
        }
    }
}

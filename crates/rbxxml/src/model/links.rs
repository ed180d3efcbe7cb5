//! The links between items: each knows its parent, its siblings, and its first and last child.
//!
//! Inserting and removing an item takes constant time, however many siblings it has.

use super::value::ItemId;
use crate::error::ErrorKind;

/// The number that stands for no item; as a parent, for the top level.
pub(super) const NONE: ItemId = ItemId(u32::MAX);

/// The parent of a removed item.
pub(super) const GONE: ItemId = ItemId(u32::MAX - 1);

impl ItemId {
    /// The number of the item after this many.
    pub(super) fn nth(len: usize) -> Result<Self, ErrorKind> {
        let id = u32::try_from(len).map(Self).ok().filter(|id| *id < GONE);
        id.ok_or(ErrorKind::TooLong { len })
    }
}

/// The links of an item to its parent, siblings and children.
#[derive(Debug, Clone, Copy)]
pub(super) struct Links {
    pub(super) parent: ItemId,
    pub(super) previous: ItemId,
    pub(super) next: ItemId,
    pub(super) children: Ends,
}

impl Links {
    /// The links of an item that has not been inserted yet.
    pub(super) const NEW: Self = Self { parent: NONE, previous: NONE, next: NONE, children: Ends::EMPTY };

    /// The links of a removed item.
    pub(super) const REMOVED: Self = Self { parent: GONE, ..Self::NEW };
}

/// The first child, last child and number of children of an item, or of the top level.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ends {
    pub(super) first: ItemId,
    pub(super) last: ItemId,
    pub(super) len: u32,
}

impl Ends {
    pub(super) const EMPTY: Self = Self { first: NONE, last: NONE, len: 0 };
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
    Before(ItemId),
    /// Immediately after this child.
    After(ItemId),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_numbers_are_no_items() {
        assert_eq!(ItemId::nth(0xffff_fffd), Ok(ItemId(0xffff_fffd)));
        assert_eq!(ItemId::nth(0xffff_fffe), Err(ErrorKind::TooLong { len: 0xffff_fffe }));
    }
}

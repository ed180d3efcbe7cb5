//! A file that is written onto: what is unchanged is copied from there.

mod items;
pub(crate) mod pair;
pub(crate) mod plan;

use crate::model::{Item, Reference};
use crate::read::traced;
use crate::trace::{Part, Trace};
use crate::wire::{is_space, trim};
use crate::{Document, ItemId, Limits, ReadOptions, Same};
use items::Items;
use memchr::memmem;
use pair::{Listed, pairs};

/// A file, and which of its elements the items of a model are.
pub(crate) struct Original<'a> {
    bytes: &'a [u8],
    pub(crate) document: Document,
    trace: Trace,
    items: Items,
    /// Something is wrong in it.
    pub(crate) is_damaged: bool,
    /// Nothing is taken of what stands between its elements but white space and comments, and only whole elements.
    keeps_only_comments: bool,
}

impl<'a> Original<'a> {
    pub(crate) const ROOT: usize = 0;

    /// `None` for a file that cannot be read at all.
    pub(crate) fn of(
        bytes: &'a [u8],
        options: &ReadOptions,
        model: &Document,
        keeps_only_comments: bool,
    ) -> Option<Self> {
        let (document, trace, is_damaged) = traced(bytes, &unlimited(options)).ok()?;
        if !trace.is_whole() {
            return None;
        }
        let items = Items::default();
        let mut original = Self { bytes, document, trace, items, is_damaged, keeps_only_comments };
        original.items = items::matched(&original, model);
        Some(original)
    }

    /// The elements of items of the model, or 0.
    pub(crate) fn nodes_of_items(&self, ids: &[ItemId]) -> Vec<u32> {
        ids.iter().map(|id| self.items.node(*id)).collect()
    }

    /// The item that an element is in the file's own model.
    pub(crate) fn their_item(&self, node: usize) -> Option<&Item> {
        self.document.item(ItemId(u32::try_from(self.number_of(node, Part::Item)?).ok()?))
    }

    /// The number of an element, if it is this part of something.
    pub(crate) fn number_of(&self, node: usize, part: Part) -> Option<usize> {
        self.trace.node(node).filter(|node| node.part == part).map(|node| node.number())
    }

    pub(crate) fn parent(&self, node: usize) -> Option<usize> {
        self.trace.node(node).map(|node| node.parent())
    }

    /// What stands before the root.
    pub(crate) fn before_root(&self) -> &[u8] {
        self.trace.node(Self::ROOT).and_then(|root| self.bytes.get(..root.start)).unwrap_or_default()
    }

    /// What stands before an element, from the end of the one before it, for where it goes: where it was, or elsewhere.
    pub(crate) fn gap(&self, node: usize, within: Option<usize>) -> Option<&[u8]> {
        let stays = self.parent(node) == within;
        let gap = self.all_before(node)?;
        match stays {
            true if !self.keeps_only_comments || is_harmless(gap) => Some(gap),
            // Comments go along; white space is that of the place.
            false if is_harmless(gap) && !trim(gap).is_empty() => Some(gap),
            _ => within.and_then(|within| self.usual_gap(within)),
        }
    }

    fn all_before(&self, node: usize) -> Option<&[u8]> {
        let node = self.trace.node(node)?;
        self.bytes.get(node.gap..node.start)
    }

    /// What stands before a new element: the white space before the first beside it.
    pub(crate) fn usual_gap(&self, parent: usize) -> Option<&[u8]> {
        /// Longer ones are not for copying: each new element would make the file so much larger.
        const LONGEST: usize = 4096;
        let gap = self.all_before(self.trace.below(parent).next()?)?;
        let spaces = gap.iter().rev().take(LONGEST.saturating_add(1)).take_while(|byte| is_space(**byte));
        let n_spaces = Some(spaces.count()).filter(|n_spaces| (1..=LONGEST).contains(n_spaces))?;
        gap.get(gap.len().checked_sub(n_spaces)?..)
    }

    pub(crate) fn start_tag(&self, node: usize) -> Option<&[u8]> {
        let node = self.trace.node(node)?;
        self.bytes.get(node.start..node.inner)
    }

    /// Whether an element has tags that something can stand between.
    pub(crate) fn is_open(&self, node: usize) -> bool {
        self.start_tag(node).is_some_and(|tag| !tag.ends_with(b"/>"))
    }

    /// Whether elements stand in this one.
    pub(crate) fn has_below(&self, node: usize) -> bool {
        self.trace.last_below(node).is_some()
    }

    /// What follows the last element in this one, and the end tag.
    pub(crate) fn end(&self, node: usize) -> Option<(&[u8], &[u8])> {
        let last = self.trace.last_below(node);
        let node = self.trace.node(node)?;
        let from = last.map_or(node.inner, |last| last.end);
        let gap = self.bytes.get(from..node.inner_end)?;
        if self.keeps_only_comments && !(is_harmless(gap) && node.inner_end < node.end) {
            return None;
        }
        Some((gap, self.bytes.get(node.inner_end..node.end)?))
    }

    /// All of an element.
    pub(crate) fn source(&self, node: usize) -> Option<&[u8]> {
        let node = self.trace.node(node)?;
        self.bytes.get(node.start..node.end)
    }

    /// Those directly in one that are this part of it.
    pub(crate) fn parts(&self, parent: usize, part: Part) -> Vec<usize> {
        let is_one = |node: &usize| self.number_of(*node, part).is_some();
        self.trace.below(parent).filter(is_one).collect()
    }

    /// For each of `ours`, the element in `parents` that it is, or 0.
    pub(crate) fn nodes_of<T: Listed>(
        &self,
        parents: &[usize],
        part: Part,
        ours: &[T],
        theirs: &[T],
    ) -> Vec<u32> {
        let nodes = parents.iter().flat_map(|parent| self.trace.below(*parent));
        let nodes = nodes.filter(|node| self.number_of(*node, part).is_some());
        let mut there = Vec::with_capacity(ours.len());
        there.extend(nodes.filter_map(|node| u32::try_from(node).ok()));
        // They have numbers in a row: between two of them, reading meets no other of the same item.
        let first = there.first().and_then(|node| self.number_of(*node as usize, part)).unwrap_or_default();
        let theirs = theirs.get(first..first.saturating_add(there.len())).unwrap_or_default();
        match pairs(ours, theirs) {
            None => there,
            Some(found) => {
                let node = |place: Option<usize>| there.get(place?).copied();
                found.into_iter().map(|place| node(place).unwrap_or_default()).collect()
            }
        }
    }

    /// Whether a value of the file is that of the model.
    pub(crate) fn same_value(
        &self,
        theirs: &crate::Value,
        ours: &crate::Value,
        written: Option<&[u8]>,
    ) -> bool {
        match (theirs.reference(), ours.reference()) {
            (Some(theirs_to), Some(_)) => {
                let text = match theirs_to {
                    Reference::Null => None,
                    Reference::Unresolved(referent) => Some(&**referent),
                    Reference::Item(id) => self.document.item(*id).and_then(|item| item.referent.as_ref()),
                };
                theirs.kind() == ours.kind() && text.map(|text| trim(text)) == written
            }
            _ => theirs.same(ours),
        }
    }
}

/// All that is kept of an original is smaller than it, which is there.
pub(crate) fn unlimited(options: &ReadOptions) -> ReadOptions {
    options.clone().strict(false).limits(Limits::default().depth(usize::MAX).elements(usize::MAX))
}

/// Whether there is nothing but white space, comments and instructions.
fn is_harmless(gap: &[u8]) -> bool {
    let mut rest = gap;
    loop {
        let start = rest.iter().position(|byte| !is_space(*byte));
        let Some(aside) = start.and_then(|start| rest.get(start..)) else { return true };
        let comment = aside.strip_prefix(b"<!--").map(|inside| (inside, "-->"));
        let instruction = || aside.strip_prefix(b"<?").map(|inside| (inside, "?>"));
        let Some((inside, end)) = comment.or_else(instruction) else { return false };
        let Some(at) = memmem::find(inside, end.as_bytes()) else { return false };
        rest = inside.get(at.saturating_add(end.len())..).unwrap_or_default();
    }
}

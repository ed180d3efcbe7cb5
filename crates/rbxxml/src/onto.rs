//! Writes onto a file: copies its unchanged parts.

mod changes;
pub(crate) mod indentation;
mod items;
pub(crate) mod pair;
pub(crate) mod plan;

use crate::common::limits::Limits;
use crate::model::{Document, Item, ItemId, NewReferents, Reference};
use crate::nodes::{Node, Nodes, Role};
use crate::options::ReadOptions;
use crate::read::{Skips, alone, with_nodes};
use crate::wire::{is_space, trim};
use geom::Same;
use items::Items;
use memchr::memmem;
use pair::{Listed, pairs};

/// The original file, and the correspondence between its elements and the items of a model.
pub(crate) struct Original<'a> {
    bytes: &'a [u8],
    pub(crate) document: Document,
    nodes: Nodes,
    items: Items,
    /// Changed items that are read only when they are written, in order.
    later: Vec<ItemId>,
    options: ReadOptions,
    /// Set if reading the file gave warnings.
    pub(crate) is_damaged: bool,
    /// Set if, between elements, only white space and comments are copied, and only of elements that are complete.
    keeps_only_comments: bool,
}

impl<'a> Original<'a> {
    pub(crate) const ROOT: usize = 0;
    /// The index of the item's element in the result of [`alone`](Self::alone).
    pub(crate) const ALONE: usize = 1;

    /// Reads the original; `None` if the file cannot be read at all.
    pub(crate) fn from_bytes(
        bytes: &'a [u8],
        options: &ReadOptions,
        keeps_only_comments: bool,
    ) -> Option<Self> {
        Self::read(bytes, options, keeps_only_comments, None)
    }

    /// Reads the file that the model was read from. Items without changes are not read again, and changed items without
    /// children are read only when they are written. Returns `None` if the bytes are another file, or if they are a
    /// broken file and anything has been changed.
    pub(crate) fn known(
        bytes: &'a [u8],
        options: &ReadOptions,
        model: &Document,
        new_referents: &NewReferents,
    ) -> Option<Self> {
        let origin = model.origin(bytes, options)?;
        if origin.is_damaged() && origin.is_changed() {
            return None;
        }
        let (places, changed) = (origin.places(), changes::since(origin, bytes, model, new_referents));
        let is_leaf = |id: &ItemId| {
            places.after(*id) == id.index().saturating_add(1) && model.children(*id).next().is_none()
        };
        let later: Vec<_> = changed.iter().copied().filter(is_leaf).collect();
        let skips = Skips { places, changed, later: &later };
        let mut source = Self::read(bytes, options, false, Some(&skips))?;
        source.later = later;
        source.is_damaged = origin.is_damaged();
        source.items = Items::all(&source);
        let is_safe = !source.is_damaged || source.document.beside().same(&model.beside());
        Some(source).filter(|_| is_safe)
    }

    fn read(
        bytes: &'a [u8],
        options: &ReadOptions,
        keeps_only_comments: bool,
        skips: Option<&Skips<'_>>,
    ) -> Option<Self> {
        let options = unlimited(options);
        let (document, nodes, is_damaged) = with_nodes(bytes, &options, skips).ok()?;
        if !nodes.is_whole() {
            return None;
        }
        let (items, later) = (Items::default(), Vec::new());
        Some(Self { bytes, document, nodes, items, later, options, is_damaged, keeps_only_comments })
    }

    /// Reads the element of a single item, and returns it as an original of its own.
    pub(crate) fn alone(&self, node: usize) -> Option<Self> {
        let Node { start, end, .. } = *self.nodes.node(node)?;
        let (document, nodes) = alone(self.bytes, &self.options, start..end).ok()?;
        let (items, later, options) = (Items::default(), Vec::new(), self.options.clone());
        Some(Self { document, nodes, items, later, options, ..*self })
    }

    /// Matches the items of a model with elements of the file.
    pub(crate) fn matched(self, model: &Document) -> Self {
        Self { items: items::matched(&self, model), ..self }
    }

    /// The length of the file.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The elements that correspond to items of the model; 0 for none.
    pub(crate) fn nodes_of_items(&self, ids: &[ItemId]) -> Vec<u32> {
        ids.iter().map(|id| self.items.node(*id)).collect()
    }

    /// The item of the original's model that was read from an element.
    pub(crate) fn their_item(&self, node: usize) -> Option<&Item> {
        self.document.item(ItemId(u32::try_from(self.number_of(node, Role::Item)?).ok()?))
    }

    /// The index of an element's part in its list of the model, if the element has this role.
    pub(crate) fn number_of(&self, node: usize, role: Role) -> Option<usize> {
        self.nodes.node(node).filter(|node| node.role == role).map(|node| node.number())
    }

    pub(crate) fn parent(&self, node: usize) -> Option<usize> {
        self.nodes.node(node).map(|node| node.parent())
    }

    /// The source of an item whose content was not read. The flag is set if the content has to be read now, because it
    /// has changed.
    pub(crate) fn unread_item(&self, node: usize) -> Option<(&[u8], bool)> {
        // The content of an item that was read begins after its start tag; other items were skipped.
        let is_skipped = |node: &&Node| node.role == Role::Item && node.inner == node.start;
        let node = self.nodes.node(node).filter(is_skipped)?;
        let id = u32::try_from(node.number()).ok().map(ItemId)?;
        Some((self.bytes.get(node.start..node.end)?, self.later.binary_search(&id).is_ok()))
    }

    /// The text before the root.
    pub(crate) fn before_root(&self) -> &[u8] {
        self.nodes.node(Self::ROOT).and_then(|root| self.bytes.get(..root.start)).unwrap_or_default()
    }

    /// The text to copy before an element that is written inside `within`. In the file, this text begins at the end of
    /// the previous element.
    pub(crate) fn gap(&self, node: usize, within: Option<usize>) -> Option<&[u8]> {
        let stays = self.parent(node) == within;
        let gap = self.all_before(node)?;
        match stays {
            true if !self.keeps_only_comments || is_harmless(gap) => Some(gap),
            // Comments move with their element; white space belongs to the place.
            false if is_harmless(gap) && !trim(gap).is_empty() => Some(gap),
            _ => within.and_then(|within| self.usual_gap(within)),
        }
    }

    fn all_before(&self, node: usize) -> Option<&[u8]> {
        let node = self.nodes.node(node)?;
        self.bytes.get(node.gap..node.start)
    }

    /// The text before a new element: a copy of the white space before the first child of `parent`.
    pub(crate) fn usual_gap(&self, parent: usize) -> Option<&[u8]> {
        /// The maximum length of white space to copy: each new element enlarges the file by as much.
        const LONGEST: usize = 4096;
        let gap = self.all_before(self.nodes.below(parent).next()?)?;
        let spaces = gap.iter().rev().take(LONGEST.saturating_add(1)).take_while(|byte| is_space(**byte));
        let n_spaces = Some(spaces.count()).filter(|n_spaces| (1..=LONGEST).contains(n_spaces))?;
        gap.get(gap.len().checked_sub(n_spaces)?..)
    }

    pub(crate) fn start_tag(&self, node: usize) -> Option<&[u8]> {
        let node = self.nodes.node(node)?;
        self.bytes.get(node.start..node.inner)
    }

    /// Returns true if an element has separate start and end tags.
    pub(crate) fn is_open(&self, node: usize) -> bool {
        self.start_tag(node).is_some_and(|tag| !tag.ends_with(b"/>"))
    }

    /// Returns true if an element has child elements.
    pub(crate) fn has_below(&self, node: usize) -> bool {
        self.nodes.last_below(node).is_some()
    }

    /// The text after the last child element of an element, and the element's end tag.
    pub(crate) fn end(&self, node: usize) -> Option<(&[u8], &[u8])> {
        let last = self.nodes.last_below(node);
        let node = self.nodes.node(node)?;
        let from = last.map_or(node.inner, |last| last.end);
        let gap = self.bytes.get(from..node.inner_end)?;
        if self.keeps_only_comments && !(is_harmless(gap) && node.inner_end < node.end) {
            return None;
        }
        Some((gap, self.bytes.get(node.inner_end..node.end)?))
    }

    /// The whole source of an element.
    pub(crate) fn source(&self, node: usize) -> Option<&[u8]> {
        let node = self.nodes.node(node)?;
        self.bytes.get(node.start..node.end)
    }

    /// The child elements with this role.
    pub(crate) fn with_role(&self, parent: usize, role: Role) -> Vec<usize> {
        let is_one = |node: &usize| self.number_of(*node, role).is_some();
        self.nodes.below(parent).filter(is_one).collect()
    }

    /// For each part of `ours`, the corresponding element in `parents`; 0 for none.
    pub(crate) fn nodes_of<T: Listed>(
        &self,
        parents: &[usize],
        role: Role,
        ours: &[T],
        theirs: &[T],
    ) -> Vec<u32> {
        let nodes = parents.iter().flat_map(|parent| self.nodes.below(*parent));
        let nodes = nodes.filter(|node| self.number_of(*node, role).is_some());
        let mut there = Vec::with_capacity(ours.len());
        there.extend(nodes.filter_map(|node| u32::try_from(node).ok()));
        // Their numbers are consecutive: between two of them, reading meets no other of the same item.
        let first = there.first().and_then(|node| self.number_of(*node as usize, role)).unwrap_or_default();
        let theirs = theirs.get(first..first.saturating_add(there.len())).unwrap_or_default();
        match pairs(ours, theirs) {
            None => there,
            Some(found) => {
                let node = |place: Option<usize>| there.get(place?).copied();
                found.into_iter().map(|place| node(place).unwrap_or_default()).collect()
            }
        }
    }

    /// Returns true if a value of the file equals one of the model. `written` is the text with which the model's
    /// reference would be written.
    pub(crate) fn same_value(
        &self,
        theirs: &crate::model::Value,
        ours: &crate::model::Value,
        written: Option<&[u8]>,
    ) -> bool {
        match (theirs.reference(), ours.reference()) {
            (Some(theirs_to), Some(_)) => {
                let text = match theirs_to {
                    Reference::None => None,
                    Reference::Unresolved(referent) => Some(&**referent),
                    Reference::Item(id) => self.document.item(*id).and_then(|item| item.referent.as_ref()),
                };
                theirs.kind() == ours.kind() && text.map(|text| trim(text)) == written
            }
            _ => theirs.same(ours),
        }
    }
}

/// Returns options without limits. They are not needed, because the model of the original takes memory in proportion to
/// the original.
pub(crate) fn unlimited(options: &ReadOptions) -> ReadOptions {
    options.clone().strict(false).limits(Limits::default().depth(usize::MAX).elements(usize::MAX))
}

/// Returns true if the text is only white space, comments and processing instructions.
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

//! Items that lie in the same one. Of many, each can be removed at no cost: it leaves a gap, and gaps are closed all at
//! once.

use super::tree::{Document, Node};
use super::value::ItemId;
use std::sync::OnceLock;

/// No item: a gap, or what the roots lie in.
pub(super) const NONE: ItemId = ItemId(u32::MAX);

/// What is known of siblings with gaps.
#[derive(Debug, Clone, Default)]
pub(super) struct Gaps {
    /// How many there are.
    n_gaps: usize,
    /// How many of them stand before the first item.
    n_before: usize,
    /// The items without them, if somebody asked for these since the last change.
    items: OnceLock<Box<[ItemId]>>,
}

impl Gaps {
    fn without<'a>(&'a self, siblings: &'a [ItemId]) -> &'a [ItemId] {
        if self.n_gaps == self.n_before {
            return siblings.get(self.n_before..).unwrap_or_default();
        }
        self.items.get_or_init(|| siblings.iter().copied().filter(|id| *id != NONE).collect())
    }
}

impl Document {
    /// The items that lie in `parent`, or the roots.
    pub(super) fn siblings(&self, parent: ItemId) -> &[ItemId] {
        let siblings = self.node(parent).map_or(&*self.roots, |node| &*node.children);
        if self.gaps.is_empty() {
            return siblings;
        }
        self.gaps.get(&parent).map_or(siblings, |gaps| gaps.without(siblings))
    }

    /// Puts an item behind those that lie in `parent`.
    pub(super) fn put_last(&mut self, parent: ItemId, id: ItemId) {
        if let Some(gaps) = self.gaps.get_mut(&parent) {
            gaps.items.take();
        }
        let siblings = siblings_mut(&mut self.nodes, &mut self.roots, parent);
        let place = siblings.len();
        siblings.push(id);
        if let Some(node) = self.node_mut(id) {
            // There are never more than have numbers.
            (node.parent, node.place) = (parent, u32::try_from(place).unwrap_or_default());
        }
    }

    /// Takes an item out from among those that lie in the same one.
    pub(super) fn take_out(&mut self, id: ItemId) {
        /// So few move up at once.
        const FEW: usize = 64;
        let Some((parent, place)) = self.node(id).map(|node| (node.parent, node.place as usize)) else {
            return;
        };
        let siblings = siblings_mut(&mut self.nodes, &mut self.roots, parent);
        if siblings.get(place) != Some(&id) {
            return;
        }
        let has_gaps = !self.gaps.is_empty() && self.gaps.contains_key(&parent);
        if place.saturating_add(1) == siblings.len() && !has_gaps {
            siblings.pop();
            return;
        }
        siblings.get_mut(place).into_iter().for_each(|gap| *gap = NONE);
        if siblings.len() <= FEW && !has_gaps {
            return self.close_gaps(parent);
        }
        let gaps = self.gaps.entry(parent).or_default();
        gaps.items.take();
        gaps.n_gaps = gaps.n_gaps.saturating_add(1);
        while siblings.last() == Some(&NONE) {
            siblings.pop();
            gaps.n_gaps = gaps.n_gaps.saturating_sub(1);
        }
        gaps.n_before = gaps.n_before.min(siblings.len());
        while siblings.get(gaps.n_before) == Some(&NONE) {
            gaps.n_before = gaps.n_before.saturating_add(1);
        }
        // Each item moves up once for each that went.
        if gaps.n_gaps.saturating_mul(2) >= siblings.len() {
            self.close_gaps(parent);
        }
    }

    fn close_gaps(&mut self, parent: ItemId) {
        self.gaps.remove(&parent);
        let mut siblings = std::mem::take(siblings_mut(&mut self.nodes, &mut self.roots, parent));
        siblings.retain(|id| *id != NONE);
        for (place, id) in (0..).zip(&siblings) {
            if let Some(node) = self.node_mut(*id) {
                node.place = place;
            }
        }
        *siblings_mut(&mut self.nodes, &mut self.roots, parent) = siblings;
    }
}

/// With their gaps; those in no item are the roots.
fn siblings_mut<'a>(
    nodes: &'a mut [Option<Node>],
    roots: &'a mut Vec<ItemId>,
    parent: ItemId,
) -> &'a mut Vec<ItemId> {
    match nodes.get_mut(parent.index()).and_then(Option::as_mut) {
        Some(node) => &mut node.children,
        None => roots,
    }
}

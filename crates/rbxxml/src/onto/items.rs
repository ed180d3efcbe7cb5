//! Matches the items of a model with those of the original file.

use super::Original;
use crate::model::{Document, Item, ItemId, Text, Value};
use crate::nodes::{Role, some};
use std::collections::{HashMap, VecDeque};

/// The element of the original that corresponds to each item of the model.
#[derive(Debug, Default)]
pub(super) struct Items {
    /// The elements, by the number of the item; 0, which is the root, for none.
    nodes: Vec<u32>,
}

impl Items {
    /// Lets each item of the original correspond to its own element.
    pub(super) fn all(original: &Original<'_>) -> Self {
        let mut found = Self::default();
        for (node, element) in (0_u32..).zip(original.nodes.all()) {
            if element.role == Role::Item {
                // Reading numbers items in the order of their start tags, and skips the content of some.
                found.nodes.resize(element.number(), 0);
                found.nodes.push(node);
            }
        }
        found
    }

    /// The element of an item; 0 for none.
    pub(super) fn node(&self, id: ItemId) -> u32 {
        self.nodes.get(id.index()).copied().unwrap_or_default()
    }
}

/// The state of matching items.
struct Matching<'a> {
    original: &'a Original<'a>,
    model: &'a Document,
    found: Items,
    is_taken: Vec<bool>,
}

/// Matches the items of a model with elements. First, items with the same number correspond if class, referent and name
/// are equal too: a model that was read from the file has the same numbers. Then items are matched by referent, and
/// then by number with small differences. If few numbers match, the model comes from another file, and the remaining
/// items are matched by class and name within the same parent.
pub(super) fn matched(original: &Original<'_>, model: &Document) -> Items {
    let n_numbers = model.walk().map(|visit| visit.id.index().saturating_add(1)).max().unwrap_or_default();
    let found = Items { nodes: vec![0; n_numbers] };
    let is_taken = vec![false; original.nodes.all().len()];
    let mut matching = Matching { original, model, found, is_taken };
    let numbered = Items::all(original);
    matching.by_number(&numbered, 3);
    matching.by_referent();
    matching.by_number(&numbered, 2);
    let (mut n_old, mut n_same) = (0_usize, 0_usize);
    for visit in model.walk() {
        let node = numbered.node(visit.id);
        n_old = n_old.saturating_add(usize::from(node != 0));
        n_same = n_same.saturating_add(usize::from(node != 0 && matching.found.node(visit.id) == node));
    }
    let is_of_the_file = n_same.saturating_mul(2) >= n_old;
    if is_of_the_file {
        matching.by_number(&numbered, 1);
    } else {
        matching.by_name();
    }
    matching.found
}

impl<'a> Matching<'a> {
    fn take(&mut self, id: ItemId, node: usize) {
        let found = self.found.nodes.get_mut(id.index());
        if let (Some(found), Ok(number)) = (found, u32::try_from(node)) {
            *found = number;
            if let Some(is_taken) = self.is_taken.get_mut(node) {
                *is_taken = true;
            }
        }
    }

    /// Calls `take` for each item of the model that has no element yet.
    fn others(&mut self, mut take: impl FnMut(&mut Self, ItemId, &'a Item)) {
        let model = self.model;
        for visit in model.walk() {
            if self.found.node(visit.id) == 0 {
                take(self, visit.id, visit.item);
            }
        }
    }

    fn is_free(&self, node: usize) -> bool {
        self.is_taken.get(node) == Some(&false)
    }

    /// Matches items by number, if at least `least` of class, referent and name are equal.
    fn by_number(&mut self, numbered: &Items, least: usize) {
        self.others(|this, id, item| {
            let Some(node) = some(numbered.node(id)) else { return };
            let Some(other) = this.original.their_item(node).filter(|_| this.is_free(node)) else { return };
            let name = |item: &'a Item| item.get("Name").and_then(Value::as_text);
            let alike =
                [item.class == other.class, item.referent == other.referent, name(item) == name(other)];
            if alike.into_iter().filter(|is_alike| *is_alike).count() >= least {
                this.take(id, node);
            }
        });
    }

    /// Matches items by referent, if only one unmatched element has it.
    fn by_referent(&mut self) {
        let mut unique: HashMap<&Text, Option<usize>> = HashMap::new();
        let original = self.original;
        for node in (0..self.is_taken.len()).filter(|node| self.is_free(*node)) {
            if let Some(referent) = original.their_item(node).and_then(|item| item.referent.as_ref()) {
                unique.entry(referent).and_modify(|node| *node = None).or_insert(Some(node));
            }
        }
        if unique.is_empty() {
            return;
        }
        self.others(|this, id, item| {
            let referent = item.referent.as_ref();
            if let Some(node) = referent.and_then(|referent| unique.get_mut(referent)?.take()) {
                this.take(id, node);
            }
        });
    }

    /// Matches items by class and name within the same parent, in order.
    fn by_name(&mut self) {
        let mut others: HashMap<_, VecDeque<usize>> = HashMap::new();
        let original = self.original;
        for (number, node) in original.nodes.all().iter().enumerate() {
            if let Some(item) = original.their_item(number).filter(|_| self.is_free(number)) {
                others.entry((node.parent(), &item.class, item.name())).or_default().push_back(number);
            }
        }
        if others.is_empty() {
            return;
        }
        self.others(|this, id, item| {
            let parent = match this.model.parent(id) {
                Some(parent) => some(this.found.node(parent)),
                None => Some(Original::ROOT),
            };
            let same = parent.and_then(|parent| others.get_mut(&(parent, &item.class, item.name())));
            if let Some(node) = same.and_then(VecDeque::pop_front) {
                this.take(id, node);
            }
        });
    }
}

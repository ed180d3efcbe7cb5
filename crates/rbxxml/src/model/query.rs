//! Searches and walks of a document.

use super::children::Children;
use super::item::Item;
use super::referrers::Referrers;
use super::text::Text;
use super::tree::Document;
use super::value::{ItemId, Value};
use std::iter;

/// An item, visited by a [`Walk`].
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Visit<'a> {
    /// The number of the item.
    pub id: ItemId,
    /// The item.
    pub item: &'a Item,
    /// The depth of the item below the start of the walk.
    pub depth: usize,
}

/// Items in document order: parents before their children.
#[derive(Debug, Clone)]
pub struct Walk<'a>(Steps<'a>);

impl<'a> Iterator for Walk<'a> {
    type Item = Visit<'a>;

    fn next(&mut self) -> Option<Visit<'a>> {
        let (id, depth) = self.0.next()?;
        Some(Visit { id, item: self.0.document.item(id)?, depth })
    }
}

/// The numbers and depths of the items of a walk. It reads only the links, not the items.
#[derive(Debug, Clone)]
pub(super) struct Steps<'a> {
    document: &'a Document,
    next: Option<ItemId>,
    depth: usize,
    /// Set if the walk is limited to the first item and its descendants.
    is_inside: bool,
}

impl Iterator for Steps<'_> {
    type Item = (ItemId, usize);

    fn next(&mut self) -> Option<(ItemId, usize)> {
        let Self { document, depth, .. } = *self;
        let id = self.next?;
        self.next = document.children(id).next();
        if self.next.is_some() {
            self.depth = depth.saturating_add(1);
        } else {
            // Back to the last item that has siblings to come.
            let mut at = id;
            while self.depth > 0 || !self.is_inside {
                self.next = document.next_sibling(at);
                let Some(parent) = document.parent(at).filter(|_| self.next.is_none()) else { break };
                at = parent;
                self.depth = self.depth.saturating_sub(1);
            }
        }
        Some((id, depth))
    }
}

impl Document {
    /// All items in document order: parents before their children.
    ///
    /// ```
    /// let document = rbxxml::read(br#"<roblox version="4">
    ///     <Item class="Folder" referent="A"><Item class="Part" referent="B"></Item></Item>
    /// </roblox>"#)?;
    /// let classes: Vec<_> = document.walk().map(|visit| visit.item.class.to_string()).collect();
    /// assert_eq!(classes, ["Folder", "Part"]);
    /// # Ok::<(), rbxxml::Error>(())
    /// ```
    #[must_use]
    pub fn walk(&self) -> Walk<'_> {
        Walk(Steps { document: self, next: self.roots().next(), depth: 0, is_inside: false })
    }

    /// An item and its descendants, in document order.
    #[must_use]
    pub fn walk_from(&self, id: ItemId) -> Walk<'_> {
        Walk(self.steps_from(id))
    }

    /// Walks like [`walk_from`](Self::walk_from), without reading the items.
    pub(super) fn steps_from(&self, id: ItemId) -> Steps<'_> {
        let next = self.links(id).map(|_| id);
        Steps { document: self, next, depth: 0, is_inside: true }
    }

    /// The descendants of an item, in document order.
    pub fn descendants(&self, id: ItemId) -> impl Iterator<Item = Visit<'_>> {
        self.walk_from(id).skip(1)
    }

    /// The ancestors of an item, from its parent upwards.
    pub fn ancestors(&self, id: ItemId) -> impl Iterator<Item = ItemId> {
        iter::successors(self.parent(id), |id| self.parent(*id))
    }

    /// The items of a class, in document order.
    pub fn of_class<'a>(&'a self, class: &'a str) -> impl Iterator<Item = Visit<'a>> + 'a {
        self.walk().filter(move |visit| visit.item.class == *class)
    }

    /// The items that have a property, with its value, in document order.
    pub fn with_property<'a>(&'a self, name: &'a str) -> impl Iterator<Item = (Visit<'a>, &'a Value)> + 'a {
        self.walk().filter_map(move |visit| Some((visit, visit.item.get(name)?)))
    }

    /// The first child of `parent`, or the first root, with this name.
    #[must_use]
    pub fn find_first_child(&self, parent: impl Into<Option<ItemId>>, name: &str) -> Option<ItemId> {
        self.children_of(parent.into()).find(|id| self.is_called(*id, name))
    }

    /// The first child of `parent`, or the first root, of this class.
    #[must_use]
    pub fn find_first_child_of_class(
        &self,
        parent: impl Into<Option<ItemId>>,
        class: &str,
    ) -> Option<ItemId> {
        self.children_of(parent.into()).find(|id| self.is_of_class(*id, class))
    }

    /// The first descendant of an item with this name, in document order.
    #[must_use]
    pub fn find_first_descendant(&self, id: ItemId, name: &str) -> Option<ItemId> {
        self.descendants(id).find(|visit| visit.item.name_bytes() == name.as_bytes()).map(|visit| visit.id)
    }

    /// The nearest ancestor of an item with this name.
    #[must_use]
    pub fn find_first_ancestor(&self, id: ItemId, name: &str) -> Option<ItemId> {
        self.ancestors(id).find(|id| self.is_called(*id, name))
    }

    /// The nearest ancestor of an item of this class.
    #[must_use]
    pub fn find_first_ancestor_of_class(&self, id: ItemId, class: &str) -> Option<ItemId> {
        self.ancestors(id).find(|id| self.is_of_class(*id, class))
    }

    /// Returns true if an item is inside another, at any depth.
    #[must_use]
    pub fn is_descendant_of(&self, id: ItemId, ancestor: ItemId) -> bool {
        self.ancestors(id).any(|id| id == ancestor)
    }

    /// Returns true if another item is inside this one, at any depth.
    #[must_use]
    pub fn is_ancestor_of(&self, id: ItemId, descendant: ItemId) -> bool {
        self.is_descendant_of(descendant, id)
    }

    /// The references in an item's properties to existing items.
    pub fn references_from(&self, id: ItemId) -> impl Iterator<Item = (&Text, ItemId)> {
        let references = self.item(id).into_iter().flat_map(Item::references);
        references.filter_map(|(name, reference)| Some((name, reference.item()?)))
    }

    /// The items and properties that refer to an item. If several properties of an item refer to it, each is listed.
    ///
    /// The first call, or the first removal, visits all items with references; each later one visits only items that
    /// have changed since.
    ///
    /// ```
    /// let mut document = rbxxml::Document::new();
    /// let part = document.add(None, rbxxml::Item::new("Part"))?;
    /// let value = document.add(None, rbxxml::Item::new("ObjectValue").with("Value", part))?;
    /// assert_eq!(document.references_to(part), [(value, "Value".into())]);
    /// # Ok::<(), rbxxml::Error>(())
    /// ```
    pub fn references_to(&mut self, id: ItemId) -> Vec<(ItemId, Text)> {
        let mut found = Vec::new();
        let mut referrers = self.referrers().of.get(&id).cloned().unwrap_or_default();
        referrers.sort_unstable();
        referrers.dedup();
        for referrer in referrers {
            let references = self.item(referrer).into_iter().flat_map(Item::references);
            let here = references.filter(|(_, reference)| reference.item() == Some(id));
            found.extend(here.map(|(name, _)| (referrer, name.clone())));
        }
        found
    }

    /// Updates the index of referring items, and returns it.
    pub(super) fn referrers(&mut self) -> &mut Referrers {
        if !self.referrers.changed.is_empty() {
            let mut index = std::mem::take(&mut self.referrers);
            index.compact();
            for id in std::mem::take(&mut index.changed) {
                if let Some(item) = self.item(id) {
                    index.add(id, item);
                }
            }
            self.referrers = index;
        }
        &mut self.referrers
    }

    /// The bytes of a text, a binary string or a shared string.
    #[must_use]
    pub fn bytes(&self, id: ItemId, property: &str) -> Option<&[u8]> {
        let value = self.item(id)?.get(property)?;
        match value.shared_key() {
            Some(key) => self.shared_strings.get(key).map(|string| &*string.data),
            None => value.as_bytes(),
        }
    }

    /// The children of an item, or the roots.
    pub(super) fn children_of(&self, parent: Option<ItemId>) -> Children<'_> {
        parent.map_or_else(|| self.roots(), |id| self.children(id))
    }

    pub(super) fn is_called(&self, id: ItemId, name: &str) -> bool {
        self.item(id).is_some_and(|item| item.name_bytes() == name.as_bytes())
    }

    fn is_of_class(&self, id: ItemId, class: &str) -> bool {
        self.item(id).is_some_and(|item| item.class == *class)
    }
}

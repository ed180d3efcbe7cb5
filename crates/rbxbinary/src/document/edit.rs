//! Editing the tree. Each operation takes time in proportion to what it changes.

use super::links::{Links, NONE, Position};
use super::{Document, Item, ItemRef, Node, OwnedValue, Table, to_u32};
use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::{Name, Referent, SharedIndex, UniqueId, Value};
use std::cmp::Ordering;
use std::collections::HashMap;

/// The items that [`Document::remove`] removed.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Removed {
    /// The item.
    pub item: Item,
    /// The number of items: it and its descendants.
    pub n_items: usize,
    /// The properties of remaining items that referred to removed ones and are null now. A reference in an attribute is
    /// listed as `@` and the name of the attribute.
    pub references: Vec<(Referent, Name)>,
}

/// The items that [`Document::insert`] copied.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Inserted {
    /// The copies of the given items, in the order of `ids`.
    pub items: Vec<Referent>,
    /// The properties of copies that referred to items that were not copied and are null now. A reference in an
    /// attribute is listed as `@` and the name of the attribute.
    pub references: Vec<(Referent, Name)>,
}

impl Document {
    /// Adds an item as the last child of `parent`, or as the last root.
    ///
    /// # Errors
    ///
    /// If `parent` is not in the document, or there are no more ids.
    pub fn add(&mut self, parent: impl Into<Option<Referent>>, item: Item) -> Result<Referent, Error> {
        let parent = self.place_for(parent.into())?;
        let table = self.table_of(item.class);
        let number = self.next_number()?;
        let place = self.store(table, number, &item.properties)?;
        let kept = self.kept(item.properties);
        self.push(parent, place, item.is_service, kept)
    }

    /// Removes an item with its descendants. References to them are set to null. Returns `None` if the item was removed
    /// before. Ids are not reused.
    ///
    /// ```
    /// use rbxbinary::{Document, Item};
    ///
    /// let mut document = Document::new();
    /// let part = document.add(None, Item::new("Part"))?;
    /// let value = document.add(None, Item::new("ObjectValue").with("Value", part))?;
    /// let removed = document.remove(part).unwrap();
    /// assert_eq!(removed.references, [(value, "Value".into())]);
    /// assert_eq!(document.get(value, "Value").unwrap().as_referent(), None);
    /// # Ok::<(), rbxbinary::Error>(())
    /// ```
    pub fn remove(&mut self, id: Referent) -> Option<Removed> {
        let number = self.number(id)?;
        let item = self.item_of(number)?.to_item();
        let numbers: Vec<_> = self.numbers_from(number).collect();
        self.take_out(number);
        self.is_moved = true;
        let mut ids = Vec::with_capacity(numbers.len());
        for number in &numbers {
            if let Some(table) = self.table_mut(*number) {
                table.has_other_rows = true;
            }
            ids.extend(self.nodes.get_mut(*number as usize).and_then(Option::take).map(|node| node.id));
        }
        self.n_removed = self.n_removed.saturating_add(ids.len());
        let mut references = Vec::new();
        for (number, id) in numbers.iter().zip(&ids) {
            self.clear_references_to(*number, *id, &mut references);
        }
        self.give_places_back();
        Some(Removed { item, n_items: ids.len(), references })
    }

    /// Moves an item, with its descendants, to a position among the children of `parent`, or among the roots.
    ///
    /// # Errors
    ///
    /// If one of the items is not in the document, if the position is next to an item that is not a child of `parent`,
    /// or if `parent` is the item or one of its descendants.
    ///
    /// ```
    /// use rbxbinary::{Document, Item, Position};
    ///
    /// let mut document = Document::new();
    /// let [a, b] = ["A", "B"].map(|name| document.add(None, Item::new("Folder").with("Name", name)));
    /// let (a, b) = (a?, b?);
    /// document.move_to(b, None, Position::Before(a))?;
    /// assert_eq!(document.roots().collect::<Vec<_>>(), [b, a]);
    /// assert!(document.move_to(a, a, Position::Last).is_err());
    /// # Ok::<(), rbxbinary::Error>(())
    /// ```
    pub fn move_to(
        &mut self,
        id: Referent,
        parent: impl Into<Option<Referent>>,
        position: Position,
    ) -> Result<(), Error> {
        let parent = self.place_for(parent.into())?;
        let number = self.need(id)?;
        if let Position::Before(sibling) | Position::After(sibling) = position {
            let links = self.links(self.need(sibling)?).filter(|links| links.parent == parent);
            links.ok_or_else(|| Error::model(ErrorKind::NoSuchItem))?;
            if sibling == id {
                return Ok(());
            }
        }
        if self.is_within(parent, number) {
            return Err(Error::model(ErrorKind::Cycle { what: "item", name: id.to_string() }));
        }
        self.take_out(number);
        self.put_at(number, parent, position);
        self.is_moved = true;
        Ok(())
    }

    /// Copies an item with its descendants; the copy is added as the last child of `parent`, or the last root.
    ///
    /// References between the copied items are redirected to the copies. The property `UniqueId` of a copy is zero, so
    /// that Roblox makes a new id, and the copy of a service is not a service. Unique ids and services may occur only
    /// once.
    ///
    /// # Errors
    ///
    /// If the item or `parent` is not in the document, or there are no more ids.
    ///
    /// ```
    /// use rbxbinary::{Document, Item};
    ///
    /// let mut document = Document::new();
    /// let car = document.add(None, Item::new("Model").with("Name", "Car"))?;
    /// let wheel = document.add(car, Item::new("Part").with("Name", "Wheel"))?;
    /// document.set(car, "PrimaryPart", wheel)?;
    /// let copy = document.copy(car, None)?;
    /// let wheel_of_copy = document.find_first_child(copy, "Wheel");
    /// assert_eq!(document.get(copy, "PrimaryPart").unwrap().as_referent(), wheel_of_copy);
    /// # Ok::<(), rbxbinary::Error>(())
    /// ```
    pub fn copy(&mut self, id: Referent, parent: impl Into<Option<Referent>>) -> Result<Referent, Error> {
        let number = self.need(id)?;
        let parent = self.place_for(parent.into())?;
        let numbers: Vec<_> = self.numbers_from(number).collect();
        let mut copies = Copies::default();
        for old in numbers {
            let Some(Node { links, id, source, row, changes, .. }) = self.node(old).cloned() else {
                continue;
            };
            let parent = copies.parent(links.parent, parent);
            // The copy has the same row, because rows never change.
            let new = self.push(parent, (source, row), false, changes)?;
            copies.note(old, id, (self.need(new)?, new));
        }
        self.redirect(&copies, |reference| reference);
        self.forget_unique_ids(&copies);
        copies.copy_of(self, number)
    }

    /// Copies items with their descendants from another document, like [`copy`](Self::copy). References between the
    /// copied items are redirected to the copies; references to items that are not copied are set to null and listed.
    /// An item of `ids` that is a descendant of an earlier one is copied only once, with that one. Shared strings are
    /// copied as needed. At the top level, services stay services.
    ///
    /// # Errors
    ///
    /// If an item is not in `other`, if `parent` is not in this document, or if there are no more ids.
    ///
    /// ```
    /// use rbxbinary::{Document, Item};
    ///
    /// let mut model = Document::new();
    /// let part = model.add(None, Item::new("Part"))?;
    /// let value = model.add(None, Item::new("ObjectValue").with("Value", part))?;
    /// let mut place = Document::new();
    /// let both = place.insert(&model, model.roots(), None)?;
    /// assert_eq!(place.get(both.items[1], "Value").unwrap().as_referent(), Some(both.items[0]));
    /// let alone = place.insert(&model, [value], None)?;
    /// assert_eq!(alone.references, [(alone.items[0], "Value".into())]);
    /// # Ok::<(), rbxbinary::Error>(())
    /// ```
    pub fn insert(
        &mut self,
        other: &Self,
        ids: impl IntoIterator<Item = Referent>,
        parent: impl Into<Option<Referent>>,
    ) -> Result<Inserted, Error> {
        let (copies, inserted) = self.paste(other, ids, parent.into())?;
        self.forget_unique_ids(&copies);
        Ok(inserted)
    }

    /// A new document with copies of these items and their descendants, and the shared strings that they use. The
    /// copies of `ids` are at the top level. Unique ids are kept, and references to other items become null.
    ///
    /// # Errors
    ///
    /// If one of the items is not in the document.
    pub fn only(&self, ids: impl IntoIterator<Item = Referent>) -> Result<Self, Error> {
        let mut only = Self::new();
        only.paste(self, ids, None)?;
        Ok(only)
    }

    /// Sets a property and returns its previous value.
    ///
    /// All values of a property of a class have the same type in a file: the one in the original file, or else that of
    /// the first item. Values of related types, such as 64-bit floats for 32-bit ones, are converted when a model is
    /// made.
    ///
    /// # Errors
    ///
    /// If the item is not in the document.
    pub fn set(
        &mut self,
        id: Referent,
        property: impl Into<Name>,
        value: impl Into<OwnedValue>,
    ) -> Result<Option<OwnedValue>, Error> {
        let (number, property) = (self.need(id)?, self.names.number(&property.into()));
        Ok(self.change(number, property, Some(value.into())))
    }

    /// Removes a property and returns its value.
    ///
    /// A file has values for all items of a class or for none, so as long as other items have the property, this is a
    /// [`Hole`](super::Hole).
    pub fn unset(&mut self, id: Referent, property: &str) -> Option<OwnedValue> {
        let (number, property) = (self.number(id)?, self.names.find(property.as_bytes())?);
        self.value(self.node(number)?, property)?;
        self.change(number, property, None)
    }

    /// Sets a property of all items for which `filter` returns true, and returns their number.
    ///
    /// ```rust,standalone_crate
    /// # let file = include_bytes!("../../fixtures/rbxbinary/valid/nested.rbxm");
    /// let mut document = rbxbinary::Document::try_from(&file[..])?;
    /// assert_eq!(document.set_all(|_, item| *item.class == "Part", "Anchored", false), 2);
    /// # Ok::<(), rbxbinary::Error>(())
    /// ```
    pub fn set_all(
        &mut self,
        mut filter: impl FnMut(Referent, ItemRef<'_>) -> bool,
        property: impl Into<Name>,
        value: impl Into<OwnedValue>,
    ) -> usize {
        let (property, value) = (self.names.number(&property.into()), value.into());
        let is_chosen = |number: &u32| self.item_of(*number).is_some_and(|item| filter(item.id, item));
        let chosen: Vec<_> = self.numbers().filter(is_chosen).collect();
        for number in &chosen {
            self.change(*number, property, Some(value.clone()));
        }
        chosen.len()
    }

    /// Sets the property `Name`.
    ///
    /// # Errors
    ///
    /// If the item is not in the document.
    pub fn rename(&mut self, id: Referent, name: impl AsRef<[u8]>) -> Result<(), Error> {
        self.set(id, "Name", name.as_ref()).map(|_| ())
    }

    /// Sorts the children of an item, or the roots. Items that compare equal stay in order.
    ///
    /// ```
    /// # let mut document = rbxbinary::Document::new();
    /// document.sort_children(None, |one, other| one.name().cmp(other.name()));
    /// ```
    pub fn sort_children(
        &mut self,
        parent: impl Into<Option<Referent>>,
        mut compare: impl FnMut(ItemRef<'_>, ItemRef<'_>) -> Ordering,
    ) {
        let parent = parent.into();
        let mut children: Vec<_> = self.children_of(parent).filter_map(|id| self.number(id)).collect();
        children.sort_by(|one, other| match (self.item_of(*one), self.item_of(*other)) {
            (Some(one), Some(other)) => compare(one, other),
            _ => Ordering::Equal,
        });
        let parent = parent.map_or(Some(NONE), |parent| self.number(parent));
        if let Some(parent) = parent {
            self.relink(parent, &children);
            self.is_moved = true;
        }
    }

    /// Returns the number of the parent, or [`NONE`] for the top level.
    fn place_for(&self, parent: Option<Referent>) -> Result<u32, Error> {
        parent.map_or(Ok(NONE), |parent| self.need(parent))
    }

    /// The table for new items of a class, which is added if there is none.
    fn table_of(&mut self, class: Name) -> u32 {
        if let Some(table) = self.by_class.get(&class) {
            return *table;
        }
        let table = to_u32(self.tables.len());
        self.by_class.insert(class.clone(), table);
        self.tables.push(Table { class, ..Table::default() });
        table
    }

    /// Takes the values that are [stored with the item](OwnedValue::stays), by the number of their property.
    fn kept(&mut self, properties: Vec<(Name, OwnedValue)>) -> Vec<(u32, Option<OwnedValue>)> {
        // Hardly any item has such values, and to look for them first is faster than to move all.
        if !properties.iter().any(|(_, value)| value.stays()) {
            return Vec::new();
        }
        let kept = properties.into_iter().filter(|(_, value)| value.stays());
        let mut kept: Vec<_> = kept.map(|(name, value)| (self.names.number(&name), Some(value))).collect();
        kept.sort_unstable_by_key(|(property, _)| *property);
        kept
    }

    /// The number of the next new node, or an error if there are no more ids.
    fn next_number(&self) -> Result<u32, Error> {
        let len = self.nodes.len();
        self.ids.of_new(len).map(|_| to_u32(len)).ok_or_else(|| Error::model(ErrorKind::TooLong { len }))
    }

    /// Adds a node as the last child of `parent`; its values are in the given row of a source.
    fn push(
        &mut self,
        parent: u32,
        (source, row): (u32, u32),
        is_service: bool,
        changes: Vec<(u32, Option<OwnedValue>)>,
    ) -> Result<Referent, Error> {
        let len = self.nodes.len();
        let id = self.ids.of_new(len).ok_or_else(|| Error::model(ErrorKind::TooLong { len }))?;
        let number = to_u32(len);
        let properties: Vec<_> = changes.iter().map(|(property, _)| *property).collect();
        self.nodes.push(Some(Node { links: Links::NEW, id, source, row, is_service, changes }));
        for property in &properties {
            self.note_references(number, *property);
        }
        if let Some(table) = self.table_mut(number) {
            table.has_other_rows = true;
            table.edited.extend(properties);
        }
        self.put_last(number, parent);
        self.is_moved = true;
        Ok(id)
    }

    /// Changes a property, or removes it, and returns its previous value.
    pub(super) fn change(
        &mut self,
        number: u32,
        property: u32,
        value: Option<OwnedValue>,
    ) -> Option<OwnedValue> {
        let node = self.node(number)?;
        let stored = self.stored(node, property).map(OwnedValue::from);
        let node = self.node_mut(number)?;
        let old = match node.changes.binary_search_by_key(&property, |(name, _)| *name) {
            Ok(at) => node.changes.get_mut(at).and_then(|(_, old)| std::mem::replace(old, value)),
            Err(at) => {
                // Most items have few changes.
                node.changes.reserve_exact(usize::from(node.changes.is_empty()));
                node.changes.insert(at, (property, value));
                stored
            }
        };
        self.note_references(number, property);
        if let Some(table) = self.table_mut(number) {
            table.edited.insert(property);
        }
        old
    }

    /// Returns true if an item is `ancestor` or one of its descendants. The search alternates between the ancestors of
    /// one and the descendants of the other, so that neither great depth nor many descendants alone make it slow.
    fn is_within(&self, number: u32, ancestor: u32) -> bool {
        let mut below = self.numbers_from(ancestor);
        let mut above = number;
        while let (Some(links), Some(visited)) = (self.links(above), below.next()) {
            if above == ancestor || visited == number {
                return true;
            }
            above = links.parent;
        }
        false
    }

    /// Copies items with their descendants from another document.
    fn paste(
        &mut self,
        other: &Self,
        ids: impl IntoIterator<Item = Referent>,
        parent: Option<Referent>,
    ) -> Result<(Copies, Inserted), Error> {
        let parent = self.place_for(parent)?;
        let firsts = ids.into_iter().map(|id| other.need(id)).collect::<Result<Vec<_>, _>>()?;
        let (mut copies, mut shared, mut items) = (Copies::default(), HashMap::new(), Vec::new());
        for first in firsts {
            // It was copied with an item that contains it.
            if copies.by_number.contains_key(&first) {
                items.push(copies.copy_of(self, first)?);
                continue;
            }
            for old in other.numbers_from(first) {
                let (Some(node), Some(item)) = (other.node(old), other.item_of(old)) else { continue };
                let table = self.table_of(item.class.clone());
                let mut properties = Vec::new();
                for (name, value) in other.values(node) {
                    let value = match value {
                        Value::SharedString(index) => self.adopt_string(other, index, &mut shared),
                        value => value,
                    };
                    properties.push((name.clone(), value.into()));
                }
                let number = self.next_number()?;
                let place = self.store(table, number, &properties)?;
                let kept = self.kept(properties);
                let new_parent = copies.parent(node.links.parent, parent);
                // The mark is for services at the top level. Format document, section 3, INST.
                let is_service = node.is_service && new_parent == NONE;
                let new = self.push(new_parent, place, is_service, kept)?;
                copies.note(old, node.id, (self.need(new)?, new));
            }
            items.push(copies.copy_of(self, first)?);
        }
        let references = self.redirect(&copies, |_| Referent::NONE);
        Ok((copies, Inserted { items, references }))
    }

    /// Copies a shared string of another document into this one, once, and returns it as a value.
    fn adopt_string(
        &mut self,
        other: &Self,
        index: SharedIndex,
        shared: &mut HashMap<SharedIndex, SharedIndex>,
    ) -> Value<'static> {
        let new = shared.entry(index).or_insert_with(|| match other.shared_string(index) {
            Some(content) => self.share(content),
            // Stays one that leads nowhere.
            None => SharedIndex::NOWHERE,
        });
        Value::SharedString(*new)
    }

    /// Redirects references between the copied items to the copies, and other references to the results of `outside`.
    /// Lists those that are null now.
    fn redirect(&mut self, copies: &Copies, outside: impl Fn(Referent) -> Referent) -> Vec<(Referent, Name)> {
        let mut cleared = Vec::new();
        for new in copies.numbers.iter().copied() {
            let Some(node) = self.node(new) else { continue };
            let changed = node.changes.iter().map(|(name, _)| *name);
            let stored = self.reference_columns(node.source);
            let mut properties: Vec<_> = changed.chain(stored).collect();
            properties.sort_unstable();
            properties.dedup();
            for property in properties {
                let to = |old| copies.ids.get(&old).copied().unwrap_or_else(|| outside(old));
                self.redirect_in(new, property, &to, &mut cleared);
                // A value that stays is new to this item, too.
                self.note_references(new, property);
            }
        }
        cleared
    }

    fn forget_unique_ids(&mut self, copies: &Copies) {
        let Some(property) = self.names.find(b"UniqueId") else { return };
        for number in copies.numbers.iter().copied() {
            let value = self.node(number).and_then(|node| self.value(node, property));
            if matches!(value, Some(Value::UniqueId(_))) {
                // All zeros mean no id (format document, section 5, 1F); the engine then makes a new one.
                self.change(number, property, Some(UniqueId::default().into()));
            }
        }
    }
}

/// Maps the numbers and ids of copied items to those of the copies.
#[derive(Default)]
struct Copies {
    /// The numbers of the copies.
    numbers: Vec<u32>,
    by_number: HashMap<u32, u32>,
    ids: HashMap<Referent, Referent>,
}

impl Copies {
    fn note(&mut self, old: u32, id: Referent, new: (u32, Referent)) {
        self.numbers.push(new.0);
        self.by_number.insert(old, new.0);
        self.ids.insert(id, new.1);
    }

    /// The new parent for an item whose old parent is `old`: the copy of that parent, or `outer` if it was not copied.
    fn parent(&self, old: u32, outer: u32) -> u32 {
        self.by_number.get(&old).copied().unwrap_or(outer)
    }

    /// The id of the copy of an item.
    fn copy_of(&self, document: &Document, old: u32) -> Result<Referent, Error> {
        let copy = self.by_number.get(&old).and_then(|new| document.node(*new));
        copy.map(|node| node.id).ok_or_else(|| Error::model(ErrorKind::NoSuchItem))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_copied_has_no_copy() {
        let error = Copies::default().copy_of(&Document::new(), 0).unwrap_err();
        assert_eq!(*error.kind(), ErrorKind::NoSuchItem);
    }
}

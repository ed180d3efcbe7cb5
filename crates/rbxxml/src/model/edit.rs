//! Editing the tree. Each operation takes time in proportion to what it changes.

use super::item::Item;
use super::links::{NONE, Position};
use super::text::Text;
use super::tree::Document;
use super::value::{ItemId, Reference, Value};
use crate::common::error::Error;
use crate::error::ErrorKind;
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
    /// The properties of remaining items that referred to removed ones, and are null now.
    pub references: Vec<(ItemId, Text)>,
}

/// The items that [`Document::insert`] copied.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Inserted {
    /// The copies of the given items, in the order of the ids.
    pub items: Vec<ItemId>,
    /// The properties of copies that referred to items that were not copied, and are null now.
    pub references: Vec<(ItemId, Text)>,
}

impl Document {
    /// Removes an item with its descendants. References to them are set to null. Returns `None` if the item was removed
    /// before. Ids are not reused, so each keeps its slot of about 90 bytes.
    ///
    /// The first removal visits all items with references, and each later one only items that have changed since the
    /// previous one.
    ///
    /// ```
    /// let mut document = rbxxml::Document::new();
    /// let part = document.add(None, rbxxml::Item::new("Part"))?;
    /// let value = document.add(None, rbxxml::Item::new("ObjectValue").with("Value", part))?;
    /// let removed = document.remove(part).unwrap();
    /// assert_eq!(removed.references, [(value, "Value".into())]);
    /// assert_eq!(document.get(value, "Value").unwrap().as_item(), None);
    /// # Ok::<(), rbxxml::Error>(())
    /// ```
    pub fn remove(&mut self, id: ItemId) -> Option<Removed> {
        let ids: Vec<_> = self.steps_from(id).map(|(id, _)| id).collect();
        self.take_out(id);
        let mut removed = None;
        for id in &ids {
            self.unlink(*id);
            if let Some(item) = self.items.get_mut(id.index()).and_then(Option::take) {
                removed.get_or_insert(item);
            }
        }
        self.n_removed = self.n_removed.saturating_add(ids.len());
        let mut references = Vec::new();
        for id in &ids {
            self.clear_references_to(*id, &mut references);
        }
        removed.map(|item| Removed { item, n_items: ids.len(), references })
    }

    /// Sets the references to a removed item to null, and lists them.
    fn clear_references_to(&mut self, id: ItemId, cleared: &mut Vec<(ItemId, Text)>) {
        let Some(referrers) = self.referrers().of.remove(&id) else { return };
        for referrer in referrers {
            self.note_change(referrer);
            let Some(item) = self.item_without_references(referrer) else { continue };
            for index in 0..item.properties.len() {
                let Some(property) = item.properties.get(index) else { break };
                if property.value.as_item() != Some(id) {
                    continue;
                }
                cleared.push((referrer, property.name().clone()));
                let value = item.properties.own_value_mut(index);
                if let Some(reference) = value.and_then(Value::reference_mut) {
                    *reference = Reference::None;
                }
            }
        }
    }

    /// Moves an item, with its descendants, to a position among the children of `parent`, or among the roots.
    ///
    /// # Errors
    ///
    /// If one of the items is not in the document, if the position is next to an item that is not a child of `parent`,
    /// or if `parent` is the item or one of its descendants.
    ///
    /// ```
    /// use rbxxml::{Document, Item, Position};
    ///
    /// let mut document = Document::new();
    /// let [a, b] = ["A", "B"].map(|name| document.add(None, Item::new("Folder").with("Name", name)));
    /// let (a, b) = (a?, b?);
    /// document.move_to(b, None, Position::Before(a))?;
    /// assert_eq!(document.roots().collect::<Vec<_>>(), [b, a]);
    /// assert!(document.move_to(a, a, Position::Last).is_err());
    /// # Ok::<(), rbxxml::Error>(())
    /// ```
    pub fn move_to(
        &mut self,
        id: ItemId,
        parent: impl Into<Option<ItemId>>,
        position: Position,
    ) -> Result<(), Error> {
        let parent = self.place_for(parent.into())?;
        self.links(id).ok_or_else(no_such_item)?;
        if let Position::Before(sibling) | Position::After(sibling) = position {
            self.links(sibling).filter(|links| links.parent == parent).ok_or_else(no_such_item)?;
            if sibling == id {
                return Ok(());
            }
        }
        if self.is_within(parent, id) {
            return Err(Error::model(ErrorKind::Cycle { what: "item", name: id.index().to_string() }));
        }
        self.take_out(id);
        self.put_at(id, parent, position);
        Ok(())
    }

    /// Returns true if an item is `ancestor` or one of its descendants. The search alternates between the ancestors of
    /// one and the descendants of the other, so that neither great depth nor many descendants alone make it slow.
    fn is_within(&self, id: ItemId, ancestor: ItemId) -> bool {
        let mut below = self.steps_from(ancestor);
        let mut above = Some(id).filter(|id| *id != NONE);
        while let (Some(at), Some((one, _))) = (above, below.next()) {
            if at == ancestor || one == id {
                return true;
            }
            above = self.parent(at);
        }
        false
    }

    /// Copies an item with its descendants; the copy is added as the last child of `parent`, or the last root.
    ///
    /// References between the copied items are redirected to the copies. Copies have no referents and no property
    /// `UniqueId`, because both must be unique: the writer makes referents where references need them, and Roblox makes
    /// new ids.
    ///
    /// # Errors
    ///
    /// If the item or `parent` is not in the document.
    ///
    /// ```
    /// use rbxxml::{Document, Item};
    ///
    /// let mut document = Document::new();
    /// let car = document.add(None, Item::new("Model").with("Name", "Car"))?;
    /// let wheel = document.add(car, Item::new("Part").with("Name", "Wheel"))?;
    /// document.set(car, "PrimaryPart", wheel)?;
    /// let copy = document.copy(car, None)?;
    /// let wheel_of_copy = document.find_first_child(copy, "Wheel");
    /// assert_eq!(document.get(copy, "PrimaryPart").unwrap().as_item(), wheel_of_copy);
    /// # Ok::<(), rbxxml::Error>(())
    /// ```
    pub fn copy(&mut self, id: ItemId, parent: impl Into<Option<ItemId>>) -> Result<ItemId, Error> {
        let parent = parent.into();
        self.place_for(parent)?;
        let (items, mut copies) = (self.cloned(id)?, Copies::default());
        let copy = self.paste(items, parent, &mut copies)?;
        self.redirect(&copies, |reference| reference);
        Ok(copy)
    }

    /// Copies items with their descendants from another document, like [`copy`](Self::copy). References between the
    /// copied items are redirected to the copies; references to items that are not copied are set to null and listed.
    /// An item of `ids` that is a descendant of an earlier one is copied only once, with that one. Shared strings are
    /// copied as needed. If a key already belongs to another content in this document, the string gets a new key.
    ///
    /// # Errors
    ///
    /// If an item is not in `other`, or `parent` is not in this document.
    ///
    /// ```
    /// use rbxxml::{Document, Item};
    ///
    /// let mut model = Document::new();
    /// let part = model.add(None, Item::new("Part"))?;
    /// let value = model.add(None, Item::new("ObjectValue").with("Value", part))?;
    /// let mut place = Document::new();
    /// let both = place.insert(&model, model.roots(), None)?;
    /// assert_eq!(place.get(both.items[1], "Value").unwrap().as_item(), Some(both.items[0]));
    /// let alone = place.insert(&model, [value], None)?;
    /// assert_eq!(alone.references, [(alone.items[0], "Value".into())]);
    /// # Ok::<(), rbxxml::Error>(())
    /// ```
    pub fn insert(
        &mut self,
        other: &Self,
        ids: impl IntoIterator<Item = ItemId>,
        parent: impl Into<Option<ItemId>>,
    ) -> Result<Inserted, Error> {
        let (parent, ids) = (parent.into(), ids.into_iter().collect::<Vec<_>>());
        self.place_for(parent)?;
        if ids.iter().any(|id| other.item(*id).is_none()) {
            return Err(no_such_item());
        }
        let (mut copies, mut firsts, mut keys) = (Copies::default(), Vec::new(), HashMap::new());
        for id in ids {
            if let Some(copy) = copies.by_id.get(&id) {
                firsts.push(*copy);
                continue;
            }
            let mut items = other.cloned(id)?;
            for (_, _, item) in &mut items {
                for key in item.properties.own_values_mut().filter_map(Value::shared_key_mut) {
                    let Some(string) = other.shared_strings.get(key) else { continue };
                    let new = keys.entry(key.clone()).or_insert_with(|| self.shared_strings.adopt(string));
                    key.clone_from(new);
                }
            }
            firsts.push(self.paste(items, parent, &mut copies)?);
        }
        let references = self.references_beyond(&copies);
        self.redirect(&copies, |_| Reference::None);
        Ok(Inserted { items: firsts, references })
    }

    /// A new document with copies of these items and their descendants, and the shared strings that they use. The
    /// copies of `ids` are at the top level. Referents are kept, and references to other items become unresolved.
    ///
    /// # Errors
    ///
    /// If one of the items is not in the document.
    pub fn only(&self, ids: impl IntoIterator<Item = ItemId>) -> Result<Self, Error> {
        let mut only = Self::new();
        only.three_digit_exponents = self.three_digit_exponents;
        only.plain_utf8 = self.plain_utf8;
        let mut copies = Copies::default();
        for id in ids {
            if self.item(id).is_none() {
                return Err(no_such_item());
            }
            // One that was copied with an item that contains it is not copied again.
            if !copies.by_id.contains_key(&id) {
                only.take(self, id, &mut copies)?;
            }
        }
        let outside = |old| {
            let referent = self.item(old).and_then(|item| item.referent.clone());
            referent.map_or(Reference::None, |referent| Reference::Unresolved(referent.into()))
        };
        only.redirect(&copies, |reference| match reference {
            Reference::Item(old) => outside(old),
            reference => reference,
        });
        Ok(only)
    }

    /// Adds copies of an item of another document and its descendants, at the top level, with their shared strings.
    fn take(&mut self, other: &Self, id: ItemId, copies: &mut Copies) -> Result<(), Error> {
        for visit in other.walk_from(id) {
            // The parent of the item itself is not among the copies.
            let parent = other.parent(visit.id).and_then(|parent| copies.by_id.get(&parent).copied());
            for key in visit.item.properties.iter().filter_map(|property| property.value.shared_key()) {
                if self.shared_strings.get(key).is_none()
                    && let Some(string) = other.shared_strings.get(key)
                {
                    self.shared_strings.push(string.clone());
                }
            }
            copies.note(visit.id, self.add(parent, visit.item.clone())?);
        }
        Ok(())
    }

    /// The value of a property.
    #[must_use]
    pub fn get(&self, id: ItemId, property: &str) -> Option<&Value> {
        self.item(id)?.get(property)
    }

    /// Sets a property and returns its previous value, like [`Item::set`].
    ///
    /// # Errors
    ///
    /// If the item is not in the document.
    pub fn set(
        &mut self,
        id: ItemId,
        property: impl AsRef<[u8]>,
        value: impl Into<Value>,
    ) -> Result<Option<Value>, Error> {
        Ok(self.item_mut(id).ok_or_else(no_such_item)?.set(property, value))
    }

    /// Removes a property and returns its value, like [`Item::unset`].
    pub fn unset(&mut self, id: ItemId, property: &str) -> Option<Value> {
        self.item_mut(id)?.unset(property)
    }

    /// Sets a property of all items for which `filter` returns true, and returns their number.
    ///
    /// ```
    /// let mut document: rbxxml::Document = "<roblox version='4'><Item class='Part'/><Item class='Model'/></roblox>".parse()?;
    /// assert_eq!(document.set_all(|_, item| item.class == "Part", "Anchored", true), 1);
    /// # Ok::<(), rbxxml::Error>(())
    /// ```
    pub fn set_all(
        &mut self,
        mut filter: impl FnMut(ItemId, &Item) -> bool,
        property: impl AsRef<[u8]>,
        value: impl Into<Value>,
    ) -> usize {
        let (property, value) = (property.as_ref(), value.into());
        let chosen = self.walk().filter(|visit| filter(visit.id, visit.item)).map(|visit| visit.id);
        let chosen: Vec<_> = chosen.collect();
        for id in &chosen {
            if let Some(item) = self.item_mut(*id) {
                item.set(property, value.clone());
            }
        }
        chosen.len()
    }

    /// Sets the property `Name`.
    ///
    /// # Errors
    ///
    /// If the item is not in the document.
    pub fn rename(&mut self, id: ItemId, name: impl Into<Text>) -> Result<(), Error> {
        self.set(id, "Name", name.into()).map(|_| ())
    }

    /// Sorts the children of an item, or the roots. Items that compare equal stay in order.
    ///
    /// ```
    /// # let mut document = rbxxml::Document::new();
    /// document.sort_children(None, |one, other| one.name().cmp(other.name()));
    /// ```
    pub fn sort_children(
        &mut self,
        parent: impl Into<Option<ItemId>>,
        mut compare: impl FnMut(&Item, &Item) -> Ordering,
    ) {
        let parent = parent.into();
        let mut children: Vec<_> = self.children_of(parent).collect();
        children.sort_by(|one, other| match (self.item(*one), self.item(*other)) {
            (Some(one), Some(other)) => compare(one, other),
            _ => Ordering::Equal,
        });
        self.relink(parent.unwrap_or(NONE), &children);
    }

    /// Clones an item and its descendants, without their referents and unique ids. Returns each clone with the number
    /// of the original and of the original's parent.
    fn cloned(&self, id: ItemId) -> Result<Vec<(ItemId, Option<ItemId>, Item)>, Error> {
        self.item(id).ok_or_else(no_such_item)?;
        let clone = |item: &Item| {
            let mut item = Item { referent: None, ..item.clone() };
            item.unset("UniqueId");
            item
        };
        let items = self.walk_from(id);
        Ok(items.map(|visit| (visit.id, self.parent(visit.id), clone(visit.item))).collect())
    }

    /// Adds clones to the document, and records their numbers in `copies`. Returns the number of the first.
    fn paste(
        &mut self,
        items: Vec<(ItemId, Option<ItemId>, Item)>,
        parent: Option<ItemId>,
        copies: &mut Copies,
    ) -> Result<ItemId, Error> {
        let mut first = None;
        for (old, old_parent, item) in items {
            let inner = old_parent.and_then(|old| copies.by_id.get(&old).copied());
            let new = self.add(inner.or(parent), item)?;
            first.get_or_insert(new);
            copies.note(old, new);
        }
        first.ok_or_else(no_such_item)
    }

    /// The references of copies to items that have no copy.
    fn references_beyond(&self, copies: &Copies) -> Vec<(ItemId, Text)> {
        let mut beyond = Vec::new();
        for id in &copies.all {
            for (name, reference) in self.item(*id).into_iter().flat_map(Item::references) {
                let has_copy = reference.item().is_some_and(|old| copies.by_id.contains_key(&old));
                if !has_copy && *reference != Reference::None {
                    beyond.push((*id, name.clone()));
                }
            }
        }
        beyond
    }

    /// Redirects references between the copied items to the copies, and other references to the results of `outside`.
    fn redirect(&mut self, copies: &Copies, outside: impl Fn(Reference) -> Reference) {
        for new in &copies.all {
            for reference in self.item_mut(*new).into_iter().flat_map(Item::references_mut) {
                *reference = match reference.item().and_then(|old| copies.by_id.get(&old)) {
                    Some(new) => Reference::Item(*new),
                    None => outside(std::mem::take(reference)),
                };
            }
        }
    }
}

/// The copies of items, and the items that they were copied from.
#[derive(Default)]
struct Copies {
    all: Vec<ItemId>,
    /// Maps the ids of originals to those of their copies.
    by_id: HashMap<ItemId, ItemId>,
}

impl Copies {
    fn note(&mut self, old: ItemId, new: ItemId) {
        self.all.push(new);
        self.by_id.insert(old, new);
    }
}

#[cold]
pub(super) fn no_such_item() -> Error {
    Error::model(ErrorKind::NoSuchItem)
}

//! Copies of instances and properties from one document to another.

use super::{Document, Held, Position, in_xml};
use crate::attributes::{ATTRIBUTES, Entry, Whole, crossed};
use crate::error::{Error, refused};
use crate::id::IdMapping;
use crate::id::{Id, Owner};
use crate::names;
use crate::value::{Content, Target, Value};
use rbxbinary::{Content as BinaryContent, Holder, Referent, Value as Binary};
use rbxxml::{ItemId, Reference, Value as Xml};
use std::collections::HashMap;

/// The result of [`Document::insert`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Inserted {
    /// The copies of the requested instances, in the order of the request.
    pub ids: Vec<Id>,
    /// The copies and the properties whose references were cleared, since their targets were not copied. For
    /// an attribute, its name after an `@`.
    pub references: Vec<(Id, String)>,
    /// The copies and the properties that were left out, since this encoding has no values like theirs.
    pub left_out: Vec<(Id, String)>,
}

impl Inserted {
    fn new<I: Into<Id>, N: ToString>(owner: Owner, ids: Vec<I>, references: Vec<(I, N)>) -> Self {
        let references = references.into_iter().map(|(id, name)| {
            let name = name.to_string();
            let attribute = name.strip_prefix(rbxxml::ATTRIBUTE_REFERENCE).map(|name| format!("@{name}"));
            (id.into().with_owner(owner), attribute.unwrap_or(name))
        });
        Self {
            ids: ids.into_iter().map(|id| id.into().with_owner(owner)).collect(),
            references: references.collect(),
            left_out: Vec::new(),
        }
    }
}

impl Document {
    /// Copies instances with their descendants from another document, which may be of the other encoding, as
    /// the last children of `parent` or at the top level. References between them refer to the copies. An
    /// instance that was already copied as a descendant of an earlier one is not copied again. Copies have no
    /// unique ids, so that Roblox assigns new ones.
    ///
    /// # Errors
    ///
    /// If one of the instances is not in `other`, or `parent` is not in this document.
    pub fn insert(&mut self, other: &Self, ids: &[Id], parent: Option<Id>) -> Result<Inserted, Error> {
        ids.iter().try_for_each(|id| other.require(*id))?;
        parent.map_or(Ok(()), |parent| self.require(parent))?;
        let owner = self.owner;
        let inserted = match (&mut self.encoding, &other.encoding) {
            (Held::Binary(here), Held::Binary(there)) => {
                let ids = ids.iter().map(|id| id.referent());
                let all = here.insert(there, ids, parent.map(Id::referent)).map_err(refused)?;
                Inserted::new(owner, all.items, all.references)
            }
            (Held::Xml(here), Held::Xml(there)) => {
                let ids: Vec<_> = ids.iter().map(|id| in_xml(Some(*id))).collect::<Result<_, _>>()?;
                let all = here.insert(there, ids.into_iter().flatten(), in_xml(parent)?).map_err(refused)?;
                Inserted::new(owner, all.items, all.references)
            }
            _ => self.translate(other, ids, parent)?,
        };
        for copy in &inserted.ids {
            self.note_unclear(self.within(*copy));
        }
        Ok(inserted)
    }

    /// Inserts instances of the other encoding, and converts their values.
    fn translate(&mut self, other: &Self, ids: &[Id], parent: Option<Id>) -> Result<Inserted, Error> {
        let (mut all, mut copies, mut inserted) = (Vec::new(), HashMap::new(), Inserted::default());
        for id in ids {
            if !copies.contains_key(id) {
                for one in other.within(*id) {
                    let above = other.parent(one).filter(|_| one != *id);
                    let above = above.and_then(|above| copies.get(&above).copied()).or(parent);
                    let copy = self.add(above, &other.class(one))?;
                    copies.insert(one, copy);
                    all.push((one, copy));
                }
            }
            inserted.ids.extend(copies.get(id));
        }
        for (one, copy) in all {
            let class = other.class(one);
            for (name, value) in other.properties(one) {
                // Of an id, there must be one.
                if matches!(value, Value::UniqueId(_)) && name == "UniqueId" {
                    continue;
                }
                // They are inserted as a whole.
                if name == ATTRIBUTES {
                    continue;
                }
                let mut value = names::translated(&class, &name, value, self.encoding());
                if let Value::Referent(target) | Value::Content(Content::Object(target)) = &mut value {
                    if !follow(target, &copies) {
                        inserted.references.push((copy, name.to_string()));
                    }
                } else if let Some(holder) = Holder::for_property(class.as_bytes(), name.as_bytes())
                    && let (Some(new), _) = crossed(holder, other.bytes(one, &name).unwrap_or_default())
                {
                    inserted.references.push((copy, name.to_string()));
                    value = Value::BinaryString(new.into());
                }
                if self.put(copy, &name, &value).is_err() {
                    inserted.left_out.push((copy, name.into_owned()));
                }
            }
            let mut attributes = other.whole_attributes(one);
            if other.get(one, ATTRIBUTES).is_some() || !attributes.entries.is_empty() {
                inserted.references.extend(settled(&mut attributes, &copies).map(|name| (copy, name)));
                self.put_whole(copy, &attributes)?;
            }
        }
        Ok(inserted)
    }

    /// Adds a copy of an instance of another document of the same encoding, without its descendants.
    /// References of the copy are null until they are set.
    #[doc(hidden)]
    pub fn adopt(&mut self, other: &Self, from: Id, parent: Option<Id>) -> Result<Id, Error> {
        other.require(from)?;
        parent.map_or(Ok(()), |parent| self.require(parent))?;
        let none = || refused("an item does not exist");
        let copy = match (&mut self.encoding, &other.encoding) {
            (Held::Binary(here), Held::Binary(there)) => {
                let item = there.item(from.referent()).ok_or_else(none)?;
                let mut copy = rbxbinary::Item::new(item.class.clone());
                copy.is_service = item.is_service() && parent.is_none();
                for (name, value) in item.properties() {
                    let holder = Holder::for_property(item.class, name);
                    copy.set(name.clone(), adopted(here, there, holder, value, &|_| None));
                }
                here.add(parent.map(Id::referent), copy).map(Id::from).map_err(refused)
            }
            (Held::Xml(here), Held::Xml(there)) => {
                let mut item = from.item().and_then(|from| there.item(from)).ok_or_else(none)?.clone();
                // Writing gives it one that is free, if a reference leads to it.
                item.referent = None;
                for property in item.properties.to_mut() {
                    settle(here, there, &mut property.value, &|_| None);
                }
                here.add(in_xml(parent)?, item).map(Id::from).map_err(refused)
            }
            _ => Err(none()),
        }?;
        let copy = self.own(copy);
        self.note_unclear([copy]);
        Ok(copy)
    }

    /// Copies a property from an instance of another document of the same encoding, or removes it if that
    /// instance does not have it.
    #[doc(hidden)]
    pub fn take(
        &mut self,
        id: Id,
        other: &Self,
        from: Id,
        property: &str,
        place: &IdMapping<'_>,
    ) -> Result<(), Error> {
        self.require(id)?;
        other.require(from)?;
        let placed = |id: Id| place(other.own(id));
        let holder = Holder::for_property(other.class(from).as_bytes(), property.as_bytes());
        let is_set = match (&mut self.encoding, &other.encoding) {
            (Held::Binary(here), Held::Binary(there)) => match there.get(from.referent(), property) {
                Some(value) => {
                    let value = adopted(here, there, holder, value, &placed);
                    here.set(id.referent(), property, value).map_err(refused)?;
                    true
                }
                None => false,
            },
            (Held::Xml(here), Held::Xml(there)) => {
                let value = from.item().and_then(|from| there.get(from, property)).cloned();
                match (value, id.item()) {
                    (Some(mut value), Some(id)) => {
                        settle(here, there, &mut value, &placed);
                        here.set(id, property, value).map_err(refused)?;
                        true
                    }
                    _ => false,
                }
            }
            _ => return Err(refused("one file is binary and the other XML")),
        };
        if !is_set {
            self.unset(id, property);
        }
        if property == ATTRIBUTES {
            // References of attributes are properties next to the string in XML.
            for name in self.names_beside(id).into_iter().chain(other.names_beside(from)) {
                self.take(id, other, from, &name, place)?;
            }
        }
        self.note_unclear(holder.map(|_| id));
        Ok(())
    }

    /// Copies the unknown XML elements of an instance, or of the whole file, from another document.
    #[doc(hidden)]
    pub fn take_elements(&mut self, id: Option<Id>, other: &Self, from: Option<Id>) {
        id.into_iter().for_each(|id| self.expect(id));
        from.into_iter().for_each(|from| other.expect(from));
        let (Held::Xml(here), Held::Xml(there)) = (&mut self.encoding, &other.encoding) else {
            return;
        };
        let (id, from) = match (id, from) {
            (Some(id), Some(from)) => (id, from),
            (None, None) => return here.elements.clone_from(&there.elements),
            _ => return,
        };
        let extras = from.item().and_then(|from| there.item(from)).and_then(|item| item.extras.as_ref());
        let elements = extras.map_or(&[][..], |extras| &extras.elements);
        if let Some(item) = id.item().and_then(|id| here.item_mut(id))
            && (item.extras.is_some() || !elements.is_empty())
        {
            item.extras.get_or_insert_default().elements = elements.to_vec();
        }
    }

    /// Moves an instance after a child of `parent`, or before all of them; returns false if it would become
    /// its own ancestor.
    #[doc(hidden)]
    pub fn put_after(&mut self, id: Id, parent: Option<Id>, after: Option<Id>) -> bool {
        let position = after.map_or(Position::First, Position::After);
        self.move_to(id, parent, position).or_else(|_| self.move_to(id, parent, Position::Last)).is_ok()
    }
}

/// Replaces the target of a reference by its copy. If there is none, clears the reference and returns
/// `false`.
fn follow(target: &mut Target, copies: &HashMap<Id, Id>) -> bool {
    let there = std::mem::replace(target, Target::None);
    *target = there.id().and_then(|there| copies.get(&there).copied()).into();
    *target != Target::None || there == Target::None
}

/// Makes references in attributes of the other encoding refer to the copies; returns the names of the
/// attributes whose references were cleared.
fn settled(attributes: &mut Whole, copies: &HashMap<Id, Id>) -> impl Iterator<Item = String> {
    let inner = (attributes.cross().n_references > 0).then(|| ATTRIBUTES.to_owned());
    let cleared = attributes.entries.iter_mut().filter_map(|(name, entry)| match entry {
        Entry::Reference(target) => (!follow(target, copies)).then(|| format!("@{}", name.to_string_lossy())),
        Entry::Plain(_) => None,
    });
    cleared.chain(inner)
}

/// Converts a value of another binary document to one of this document; `holder` is its property, if its
/// bytes may contain references.
fn adopted(
    here: &mut rbxbinary::Document,
    there: &rbxbinary::Document,
    holder: Option<Holder>,
    value: Binary<'_>,
    place: &IdMapping<'_>,
) -> rbxbinary::OwnedValue {
    let placed = |referent: Referent| place(referent.into()).map_or(Referent::NONE, Id::referent);
    let bytes = match value {
        Binary::SharedString(index) => there.shared_string(index),
        value => value.as_bytes(),
    };
    if let (Some(holder), Some(bytes)) = (holder, bytes)
        && let Some(new) = holder.redirected(bytes, &mut |_, referent| placed(referent))
    {
        return match value {
            Binary::SharedString(_) => here.share(&new).into(),
            _ => new.into(),
        };
    }
    match value {
        Binary::Referent(referent) => Binary::Referent(placed(referent)).into(),
        Binary::Content(BinaryContent::Object(referent)) => match placed(referent) {
            Referent::NONE => Binary::Content(BinaryContent::None).into(),
            referent => Binary::Content(BinaryContent::Object(referent)).into(),
        },
        Binary::SharedString(index) => match there.shared_string(index) {
            Some(content) => Binary::SharedString(here.share(content)).into(),
            // It leads nowhere here as well.
            None => Binary::SharedString(rbxbinary::SharedIndex(u32::MAX)).into(),
        },
        value => value.into(),
    }
}

/// Converts a value of another XML document to one of this document, in place.
fn settle(here: &mut rbxxml::Document, there: &rbxxml::Document, value: &mut Xml, place: &IdMapping<'_>) {
    if let Some(key) = value.shared_key_mut()
        && let Some(string) = there.shared_strings.get(key)
    {
        match here.shared_strings.get(key) {
            Some(same) if (&same.data, &same.broken) == (&string.data, &string.broken) => {}
            // The same key for something else.
            Some(_) => *key = here.share(&string.data),
            None => here.shared_strings.push(string.clone()),
        }
    }
    // A referent that leads nowhere there could lead somewhere here.
    if let Some(reference) = value.reference_mut() {
        let placed = |id: ItemId| place(id.into())?.item();
        *reference = reference.item().and_then(placed).map_or(Reference::None, Reference::Item);
    }
    if *value == Xml::Content(rbxxml::Content::Object(Reference::None)) {
        *value = Xml::Content(rbxxml::Content::None);
    }
}

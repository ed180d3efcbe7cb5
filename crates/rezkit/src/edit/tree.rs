//! What the edit forms of binary and XML models have in common.

use super::value::{self, Find, Kind};
use crate::family::Family;
use crate::{Problem, ProblemKind};
use ::rbxbinary::{Content as BinaryContent, Referent, Value as Binary};
use ::rbxxml::{Content, ItemId, Reference, Value as Xml};
use std::collections::HashMap;
use std::hash::Hash;

/// Finds the item of one document that an item of another is; `None` if there is none.
pub(crate) type Place<'p, Id> = dyn Fn(Id) -> Option<Id> + 'p;

/// A binary or XML model or place whose items are edited.
pub(crate) trait Tree: From<Self::Read> {
    /// What a file is read as.
    type Read: Family + Default;
    /// An item.
    type Id: Copy + Eq + Hash;
    /// The value of a property.
    type Value;

    /// All items, parents before what is in them: the nodes from 1 of what was read, shown as a tree.
    fn ids(&self) -> Vec<Self::Id>;

    /// The items at these paths.
    fn find_all(&self, paths: &[&str]) -> Vec<Option<Self::Id>>;

    fn children(&self, parent: Option<Self::Id>) -> Vec<Self::Id>;

    /// An item and all in it.
    fn within(&self, id: Self::Id) -> Vec<Self::Id>;

    fn class(&self, id: Self::Id) -> &[u8];

    /// The value that a text says, of the type that a property has, or else of `kind`; `None` without both.
    fn value(
        &mut self,
        id: Self::Id,
        property: &str,
        text: &str,
        kind: Option<Kind>,
        find: &Find<'_, Self::Id>,
    ) -> Result<Option<Self::Value>, Problem>;

    fn set(&mut self, id: Self::Id, property: &str, value: Self::Value) -> Result<(), Problem>;

    /// Removes a property; `false` if there is none.
    fn unset(&mut self, id: Self::Id, property: &str) -> bool;

    /// The bytes of a property that is a string.
    fn bytes(&self, id: Self::Id, property: &str) -> Option<&[u8]>;

    /// Sets a property that is a string, of the type that it has.
    fn set_bytes(&mut self, id: Self::Id, property: &str, bytes: &[u8]) -> Result<(), Problem>;

    /// Adds a copy of an item of another document, without what is in it. Its references lead nowhere yet.
    fn adopt(&mut self, other: &Self, from: Self::Id, parent: Option<Self::Id>) -> Result<Self::Id, Problem>;

    /// Makes a property what it is in another document, which may be to have none.
    fn take(
        &mut self,
        id: Self::Id,
        other: &Self,
        from: Self::Id,
        property: &str,
        place: &Place<'_, Self::Id>,
    ) -> Result<(), Problem>;

    /// Moves an item behind a child of `parent`, or before all; `false` if it would be in itself.
    fn put(&mut self, id: Self::Id, parent: Option<Self::Id>, after: Option<Self::Id>) -> bool;

    fn remove(&mut self, id: Self::Id);

    /// What is written, and what had to be made up for it.
    fn finish(self) -> Result<(Self::Read, Vec<String>), Problem>;

    /// The keys and values that describe the whole file.
    fn metadata(read: &Self::Read) -> HashMap<Vec<u8>, Vec<u8>>;

    /// Sets one of them, or removes it.
    fn set_metadata(read: &mut Self::Read, key: &[u8], value: Option<&[u8]>);
}

#[cold]
pub(crate) fn refused(error: impl std::fmt::Display) -> Problem {
    Problem::new(ProblemKind::Unsupported, error.to_string())
}

impl Tree for ::rbxbinary::Document {
    type Read = ::rbxbinary::Model;
    type Id = Referent;
    type Value = ::rbxbinary::OwnedValue;

    fn ids(&self) -> Vec<Referent> {
        self.walk().map(|visit| visit.id).collect()
    }

    fn find_all(&self, paths: &[&str]) -> Vec<Option<Referent>> {
        let all = self.paths();
        paths.iter().map(|path| all.find(path)).collect()
    }

    fn children(&self, parent: Option<Referent>) -> Vec<Referent> {
        parent.map_or_else(|| self.roots(), |parent| self.children(parent)).collect()
    }

    fn within(&self, id: Referent) -> Vec<Referent> {
        self.walk_from(id).map(|visit| visit.id).collect()
    }

    fn class(&self, id: Referent) -> &[u8] {
        self.item(id).map_or(b"", |item| item.class)
    }

    fn value(
        &mut self,
        id: Referent,
        property: &str,
        text: &str,
        kind: Option<Kind>,
        find: &Find<'_, Referent>,
    ) -> Result<Option<Self::Value>, Problem> {
        let old = self.get(id, property).map(Self::Value::from);
        let kind = match &old {
            Some(old) => Some(value::kind_of_binary(old.get())?),
            None => kind,
        };
        let Some(kind) = kind else { return Ok(None) };
        if kind == Kind::SharedString {
            return Ok(Some(Binary::SharedString(self.share(&value::bytes(text)?)).into()));
        }
        kind.binary(text, find).map(Some)
    }

    fn set(&mut self, id: Referent, property: &str, value: Self::Value) -> Result<(), Problem> {
        Self::set(self, id, property, value).map(|_| ()).map_err(refused)
    }

    fn unset(&mut self, id: Referent, property: &str) -> bool {
        Self::unset(self, id, property).is_some()
    }

    fn bytes(&self, id: Referent, property: &str) -> Option<&[u8]> {
        self.get(id, property).and_then(Binary::as_bytes)
    }

    fn set_bytes(&mut self, id: Referent, property: &str, bytes: &[u8]) -> Result<(), Problem> {
        let value = match self.get(id, property) {
            Some(Binary::Content(_)) => Binary::Content(BinaryContent::Uri(bytes)),
            Some(Binary::Bytecode(_)) => Binary::Bytecode(bytes),
            _ => Binary::String(bytes),
        };
        Tree::set(self, id, property, value.into())
    }

    fn adopt(&mut self, other: &Self, from: Referent, parent: Option<Referent>) -> Result<Referent, Problem> {
        let item = other.item(from).ok_or_else(|| refused("an item is not there"))?;
        let mut copy = ::rbxbinary::Item::new(item.class.clone());
        copy.is_service = item.is_service() && parent.is_none();
        for (name, value) in item.properties() {
            copy.set(name.clone(), adopted(self, other, value, &|_| None));
        }
        self.add(parent, copy).map_err(refused)
    }

    fn take(
        &mut self,
        id: Referent,
        other: &Self,
        from: Referent,
        property: &str,
        place: &Place<'_, Referent>,
    ) -> Result<(), Problem> {
        match other.get(from, property) {
            Some(value) => {
                let value = adopted(self, other, value, place);
                Tree::set(self, id, property, value)
            }
            None => {
                Self::unset(self, id, property);
                Ok(())
            }
        }
    }

    fn put(&mut self, id: Referent, parent: Option<Referent>, after: Option<Referent>) -> bool {
        use ::rbxbinary::Position::{After, First, Last};
        self.reparent(id, parent, after.map_or(First, After))
            .or_else(|_| self.reparent(id, parent, Last))
            .is_ok()
    }

    fn remove(&mut self, id: Referent) {
        Self::remove(self, id);
    }

    fn finish(self) -> Result<(Self::Read, Vec<String>), Problem> {
        let (model, holes) = self.to_model().map_err(refused)?;
        let notes = holes.iter().map(|hole| {
            let (class, property) = (hole.class.to_string(), hole.property.to_string());
            let instances = if hole.items.len() == 1 { "instance" } else { "instances" };
            format!(
                "{class}.{property}: {} {instances} without it got {:?}, since a binary file has a value for all of a class",
                hole.items.len(),
                hole.value.get()
            )
        });
        Ok((model, notes.collect()))
    }

    fn metadata(read: &Self::Read) -> HashMap<Vec<u8>, Vec<u8>> {
        let chunks = read.chunks.iter().filter_map(|chunk| match chunk {
            ::rbxbinary::Chunk::Metadata(metadata) => Some(&metadata.entries),
            _ => None,
        });
        chunks.flatten().map(|(key, value)| (key.to_vec(), value.clone())).collect()
    }

    fn set_metadata(read: &mut Self::Read, key: &[u8], value: Option<&[u8]>) {
        let metadata = read.chunks.iter_mut().find_map(|chunk| match chunk {
            ::rbxbinary::Chunk::Metadata(metadata) => Some(metadata),
            _ => None,
        });
        let Some(metadata) = metadata else {
            let entries = value.into_iter().map(|value| (key.into(), value.to_vec())).collect();
            let metadata = ::rbxbinary::Metadata { entries, ..Default::default() };
            return read.chunks.insert(0, ::rbxbinary::Chunk::Metadata(metadata));
        };
        let entry = metadata.entries.iter_mut().find(|(name, _)| **name == *key);
        match (entry, value) {
            (Some((_, old)), Some(value)) => *old = value.to_vec(),
            (None, Some(value)) => metadata.entries.push((key.into(), value.to_vec())),
            (_, None) => metadata.entries.retain(|(name, _)| **name != *key),
        }
    }
}

/// A value of another document.
fn adopted(
    here: &mut ::rbxbinary::Document,
    other: &::rbxbinary::Document,
    value: Binary<'_>,
    place: &Place<'_, Referent>,
) -> ::rbxbinary::OwnedValue {
    let placed = |referent: Referent| place(referent).unwrap_or(Referent::NONE);
    match value {
        Binary::Referent(referent) => Binary::Referent(placed(referent)).into(),
        Binary::Content(BinaryContent::Object(referent)) => match placed(referent) {
            Referent::NONE => Binary::Content(BinaryContent::None).into(),
            referent => Binary::Content(BinaryContent::Object(referent)).into(),
        },
        Binary::SharedString(index) => match other.shared_string(index) {
            Some(content) => Binary::SharedString(here.share(content)).into(),
            // It leads nowhere here as well.
            None => Binary::SharedString(::rbxbinary::SharedIndex(u32::MAX)).into(),
        },
        value => value.into(),
    }
}

impl Tree for ::rbxxml::Document {
    type Read = Self;
    type Id = ItemId;
    type Value = Xml;

    fn ids(&self) -> Vec<ItemId> {
        self.walk().map(|visit| visit.id).collect()
    }

    fn find_all(&self, paths: &[&str]) -> Vec<Option<ItemId>> {
        let all = self.paths();
        paths.iter().map(|path| all.find(path)).collect()
    }

    fn children(&self, parent: Option<ItemId>) -> Vec<ItemId> {
        parent.map_or_else(|| self.roots(), |parent| self.children(parent)).collect()
    }

    fn within(&self, id: ItemId) -> Vec<ItemId> {
        self.walk_from(id).map(|visit| visit.id).collect()
    }

    fn class(&self, id: ItemId) -> &[u8] {
        self.item(id).map_or(b"", |item| item.class.as_bytes())
    }

    fn value(
        &mut self,
        id: ItemId,
        property: &str,
        text: &str,
        kind: Option<Kind>,
        find: &Find<'_, ItemId>,
    ) -> Result<Option<Xml>, Problem> {
        let new = match (self.get(id, property), kind) {
            (Some(old), _) => value::xml(old, text, find)?,
            (None, Some(kind)) => kind.xml(text, find)?,
            (None, None) => return Ok(None),
        };
        Ok(Some(match new {
            value::OfXml::Plain(value) => value,
            value::OfXml::Shared(bytes) => Xml::SharedString(self.share(&bytes)),
            value::OfXml::Asset(bytes) => Xml::NetAssetRef(self.share(&bytes)),
        }))
    }

    fn set(&mut self, id: ItemId, property: &str, value: Xml) -> Result<(), Problem> {
        Self::set(self, id, property, value).map(|_| ()).map_err(refused)
    }

    fn unset(&mut self, id: ItemId, property: &str) -> bool {
        Self::unset(self, id, property).is_some()
    }

    fn bytes(&self, id: ItemId, property: &str) -> Option<&[u8]> {
        self.get(id, property).and_then(Xml::as_bytes)
    }

    fn set_bytes(&mut self, id: ItemId, property: &str, bytes: &[u8]) -> Result<(), Problem> {
        let value = match self.get(id, property) {
            Some(Xml::String(_)) => Xml::String(bytes.into()),
            Some(Xml::ProtectedString(_)) => Xml::ProtectedString(bytes.into()),
            _ if property == "Source" => Xml::ProtectedString(bytes.into()),
            _ => Xml::BinaryString(bytes.into()),
        };
        Tree::set(self, id, property, value)
    }

    fn adopt(&mut self, other: &Self, from: ItemId, parent: Option<ItemId>) -> Result<ItemId, Problem> {
        let mut item = other.item(from).ok_or_else(|| refused("an item is not there"))?.clone();
        // Writing gives it one that is free, if a reference leads to it.
        item.referent = None;
        for property in item.properties.to_mut() {
            settle(self, other, &mut property.value, &|_| None);
        }
        self.add(parent, item).map_err(refused)
    }

    fn take(
        &mut self,
        id: ItemId,
        other: &Self,
        from: ItemId,
        property: &str,
        place: &Place<'_, ItemId>,
    ) -> Result<(), Problem> {
        match other.get(from, property).cloned() {
            Some(mut value) => {
                settle(self, other, &mut value, place);
                Tree::set(self, id, property, value)
            }
            None => {
                Self::unset(self, id, property);
                Ok(())
            }
        }
    }

    fn put(&mut self, id: ItemId, parent: Option<ItemId>, after: Option<ItemId>) -> bool {
        use ::rbxxml::Position::{After, First, Last};
        self.reparent(id, parent, after.map_or(First, After))
            .or_else(|_| self.reparent(id, parent, Last))
            .is_ok()
    }

    fn remove(&mut self, id: ItemId) {
        Self::remove(self, id);
    }

    fn finish(self) -> Result<(Self, Vec<String>), Problem> {
        Ok((self, Vec::new()))
    }

    fn metadata(read: &Self) -> HashMap<Vec<u8>, Vec<u8>> {
        read.metas.iter().map(|meta| (meta.name.to_vec(), meta.value.to_vec())).collect()
    }

    fn set_metadata(read: &mut Self, key: &[u8], value: Option<&[u8]>) {
        let is_meant = |meta: &::rbxxml::Meta| meta.name.as_bytes() == key;
        let Some(value) = value else { return read.metas.retain(|meta| !is_meant(meta)) };
        match read.metas.iter_mut().find(|meta| is_meant(meta)) {
            Some(meta) => meta.value = value.into(),
            None => read.metas.push(::rbxxml::Meta {
                name: key.into(),
                value: value.into(),
                ..Default::default()
            }),
        }
    }
}

/// Makes a value of another document one of this.
fn settle(
    here: &mut ::rbxxml::Document,
    other: &::rbxxml::Document,
    value: &mut Xml,
    place: &Place<'_, ItemId>,
) {
    if let Some(key) = value.shared_key_mut()
        && let Some(string) = other.shared_strings.get(key)
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
        *reference = reference.item().and_then(place).map_or(Reference::None, Reference::Item);
    }
    if *value == Xml::Content(Content::Object(Reference::None)) {
        *value = Xml::Content(Content::None);
    }
}

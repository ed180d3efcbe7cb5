//! The attributes of instances of a document.

use super::{Document, Held, no_such_kind};
use crate::attributes::{ATTRIBUTES, Entry, Whole, beside, reference_beside};
use crate::error::{Error, refused};
use crate::id::Id;
use crate::id::IdMapping;
use crate::value::{Target, Value};
use rbxbinary::{Attribute, Attributes, Name, Referent};

impl Document {
    /// All attributes of an instance, including arrays and dictionaries.
    #[doc(hidden)]
    pub fn whole_attributes(&self, id: Id) -> Whole {
        let string = self.bytes(id, ATTRIBUTES).unwrap_or_default();
        let mut all = match &self.encoding {
            Held::Binary(_) => Whole::of_binary(string),
            Held::Xml(document) => {
                let item = id.item().and_then(|id| document.item(id)).into_iter();
                Whole::of_xml(string, item.flat_map(|item| &item.properties).filter_map(reference_beside))
            }
        };
        for (_, entry) in &mut all.entries {
            if let Entry::Reference(target) = entry {
                *target = self.own_target(*target);
            }
        }
        all
    }

    /// The names and values of the attributes of an instance, except arrays and dictionaries.
    #[must_use]
    pub fn attributes(&self, id: Id) -> Vec<(String, Value<'static>)> {
        let all = self.whole_attributes(id).entries;
        let named = all.iter().filter_map(|(name, entry)| {
            Some((name.to_string_lossy().into_owned(), entry.value()?.into_owned()))
        });
        named.collect()
    }

    /// The value of an attribute; `None` if the instance does not have it, and for arrays and dictionaries.
    #[must_use]
    pub fn attribute(&self, id: Id, name: &str) -> Option<Value<'static>> {
        Some(self.whole_attributes(id).get(name.as_bytes())?.value()?.into_owned())
    }

    /// Sets an attribute. The value is converted to the kind of the present value, if nothing is lost by it.
    ///
    /// # Errors
    ///
    /// If there is no such instance, or there are no attributes of this kind.
    pub fn set_attribute<'v>(
        &mut self,
        id: Id,
        name: &str,
        value: impl Into<Value<'v>>,
    ) -> Result<(), Error> {
        let value = value.into();
        self.require(id)?;
        self.require_target(&value)?;
        let old = self.attribute(id, name).map(|old| old.kind());
        let value = old.and_then(|kind| value.clone().cast(kind)).unwrap_or(value);
        let (value, target) = match (value, &self.encoding) {
            // XML has references next to the string of attributes, as properties.
            (Value::Referent(target), Held::Xml(_)) => (None, Some(target)),
            (value, _) => (Some(value.to_attribute().ok_or_else(|| no_such_kind(value.kind()))?), None),
        };
        self.put_in_string(id, name.as_bytes(), value)?;
        match target {
            Some(target) => self.put_beside(id, name.as_bytes(), target),
            None => {
                self.unset_beside(id, name);
                Ok(())
            }
        }
    }

    /// Sets an attribute of an XML item to a reference, which is stored next to the string.
    fn put_beside(&mut self, id: Id, name: &[u8], target: Target) -> Result<(), Error> {
        // The string exists, even if it has no attributes.
        if self.get(id, ATTRIBUTES).is_none() {
            self.set_bytes(id, ATTRIBUTES, b"")?;
        }
        match String::from_utf8(beside(name)) {
            Ok(property) => self.put(id, &property, &Value::Referent(target)),
            Err(_) => Err(refused("an attribute has a name that is not UTF-8")),
        }
    }

    /// The names of the XML properties that hold the references in attributes.
    pub(crate) fn names_beside(&self, id: Id) -> Vec<String> {
        let Held::Xml(document) = &self.encoding else { return Vec::new() };
        let item = id.item().and_then(|id| document.item(id));
        let beside = item.into_iter().flat_map(|item| &item.properties);
        let beside = beside.filter(|property| reference_beside(*property).is_some());
        beside.map(|property| property.name().to_string_lossy().into_owned()).collect()
    }

    /// Removes an attribute that is a reference in an XML item; returns `false` if there is none.
    fn unset_beside(&mut self, id: Id, name: &str) -> bool {
        let property = format!("{}{name}", rbxxml::ATTRIBUTE_REFERENCE);
        matches!(self.encoding, Held::Xml(_)) && self.unset(id, &property)
    }

    /// Removes an attribute; returns `false` if there is none.
    ///
    /// # Errors
    ///
    /// If the other attributes cannot be written.
    pub fn unset_attribute(&mut self, id: Id, name: &str) -> Result<bool, Error> {
        self.require(id)?;
        let is_there = self.put_in_string(id, name.as_bytes(), None)?;
        Ok(self.unset_beside(id, name) || is_there)
    }

    /// Copies the attribute with this name from an instance of another document of the same encoding, or
    /// removes it if that instance does not have it.
    #[doc(hidden)]
    pub fn take_attribute(
        &mut self,
        id: Id,
        (other, from): (&Self, Id),
        name: &[u8],
        place: &IdMapping<'_>,
    ) -> Result<(), Error> {
        self.require(id)?;
        other.require(from)?;
        let mut there = Attributes::read(other.bytes(from, ATTRIBUTES).unwrap_or_default()).0;
        there.entries.retain(|(one, _)| **one == *name);
        if let Held::Binary(_) = self.encoding {
            there
                .redirect(&mut |_, referent| place(other.own(referent)).map_or(Referent::NONE, Id::referent));
        }
        // Of several of one name, the last is used.
        self.put_in_string(id, name, there.entries.pop().map(|(_, value)| value))?;
        match (&self.encoding, String::from_utf8(beside(name))) {
            (Held::Xml(_), Ok(property)) => self.take(id, other, from, &property, place),
            _ => Ok(()),
        }
    }

    /// Sets the attributes of an instance to those of an instance in the other encoding.
    pub(crate) fn put_whole(&mut self, id: Id, all: &Whole) -> Result<(), Error> {
        if let Held::Binary(_) = self.encoding {
            let reference = &mut |_: &Name, target: Target| target.id().map_or(Referent::NONE, Id::referent);
            return self.set_bytes(id, ATTRIBUTES, &all.to_binary(reference)?);
        }
        let (string, references) = all.to_xml()?;
        self.set_bytes(id, ATTRIBUTES, &string)?;
        references.into_iter().try_for_each(|(name, target)| self.put_beside(id, name, target))
    }

    /// Sets or removes an attribute in the string of an instance; returns whether there was one.
    fn put_in_string(&mut self, id: Id, name: &[u8], new: Option<Attribute>) -> Result<bool, Error> {
        let mut attributes = Attributes::read(self.bytes(id, ATTRIBUTES).unwrap_or_default()).0;
        let old = attributes.entries.iter().rposition(|(one, _)| **one == *name);
        match (new, old.and_then(|at| attributes.entries.get_mut(at))) {
            // Of several of one name, the last is used.
            (Some(new), Some((_, old))) => *old = new,
            (Some(new), None) => attributes.entries.push((name.into(), new)),
            (None, Some(_)) => attributes.entries.retain(|(one, _)| **one != *name),
            (None, None) => return Ok(false),
        }
        self.set_bytes(id, ATTRIBUTES, &attributes.write().map_err(refused)?)?;
        Ok(old.is_some())
    }
}

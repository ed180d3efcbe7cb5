//! The attributes of an instance: those in its attribute string and, in XML, the references stored next to
//! that string.

use super::{Id, Target, Value};
use crate::error::{Error, refused};
use rbxbinary::{Attribute, Attributes, Holder, Name, Referent};
use std::collections::HashSet;

/// The property whose string holds the attributes of an instance.
pub const ATTRIBUTES: &str = "AttributesSerialize";

/// The name of the XML property that holds the target of an attribute that is a reference.
pub fn beside(attribute: &[u8]) -> Vec<u8> {
    [rbxxml::ATTRIBUTE_REFERENCE.as_bytes(), attribute].concat()
}

/// The name and the target of the attribute whose reference an XML property holds; `None` for other
/// properties.
pub fn reference_beside<'i>(property: rbxxml::PropertyRef<'i>) -> Option<(&'i [u8], Target)> {
    let name = property.name().as_bytes().strip_prefix(rbxxml::ATTRIBUTE_REFERENCE.as_bytes())?;
    match property.value {
        rbxxml::Value::Referent(reference) => Some((name, Target::from(reference))),
        _ => None,
    }
}

/// The value of an attribute, with a reference resolved to its target.
#[derive(Debug, Clone, PartialEq)]
pub enum Entry {
    Plain(Attribute),
    Reference(Target),
}

impl Entry {
    /// The value; `None` for arrays and dictionaries, and if the attribute has no value.
    pub fn value(&self) -> Option<Value<'_>> {
        match self {
            Self::Plain(value) => Value::of_attribute(value),
            Self::Reference(target) => Some(Value::Referent(*target)),
        }
    }

    /// Returns true if the attribute has no value.
    pub fn is_none(&self) -> bool {
        *self == Self::Plain(Attribute::None)
    }
}

/// The references among the attributes, each with the name of its attribute.
pub(crate) type Beside<'a> = Vec<(&'a Name, Target)>;

/// All attributes of an instance.
#[derive(Debug, Clone, Default)]
pub struct Whole {
    /// The names and values in the order of the file. If several have the same name, the last applies.
    pub entries: Vec<(Name, Entry)>,
    /// The parts of the string that were not decoded.
    rest: Attributes,
}

/// The losses when attributes are converted to the other encoding.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lost {
    /// The number of lost references: those inside arrays and dictionaries, and those in other strings that
    /// are not attributes.
    pub(crate) n_references: usize,
    /// Set if there are attributes of unknown types, which may be references.
    pub is_unclear: bool,
}

impl Lost {
    /// Describes each loss in words.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        let references = std::iter::repeat_n(
            "references in values that cannot hold references in this format",
            self.n_references,
        );
        references.chain(self.is_unclear.then_some("attributes of unknown types, which may be references"))
    }
}

impl Whole {
    /// Reads the attribute string of a binary file, which refers to instances by their referents.
    pub fn of_binary(string: &[u8]) -> Self {
        Self::parse(string, |referent| Target::Instance(Id::from(referent)))
    }

    /// Reads the attribute string of an XML file, where referents mean nothing, and adds the references next
    /// to it.
    pub fn of_xml<'a>(string: &[u8], beside: impl Iterator<Item = (&'a [u8], Target)>) -> Self {
        let mut all = Self::parse(string, |_| Target::Missing);
        // Studio sorts them since about 2022. A reference comes after another attribute of its name, because the last one is used.
        let is_sorted = all.entries.is_sorted_by(|(one, _), (next, _)| one <= next);
        all.entries.extend(beside.map(|(name, target)| (name.into(), Entry::Reference(target))));
        if is_sorted {
            all.entries.sort_by(|(one, _), (other, _)| one.cmp(other));
        }
        all
    }

    fn parse(string: &[u8], target: impl Fn(Referent) -> Target) -> Self {
        let mut rest = Attributes::read(string).0;
        let entry = |value| match value {
            Attribute::Ref(Referent::NONE) => Entry::Reference(Target::None),
            Attribute::Ref(referent) => Entry::Reference(target(referent)),
            value => Entry::Plain(value),
        };
        let entries = std::mem::take(&mut rest.entries).into_iter().map(|(name, value)| (name, entry(value)));
        Self { entries: entries.collect(), rest }
    }

    /// The attribute with this name; of several, the last.
    pub fn get(&self, name: &[u8]) -> Option<&Entry> {
        self.entries.iter().rev().find(|(one, _)| **one == *name).map(|(_, entry)| entry)
    }

    /// Returns true if some attributes are of unknown types.
    pub fn is_unclear(&self) -> bool {
        !self.rest.undecoded.is_empty()
    }

    /// Builds the string for a binary file, with the referents that `reference` returns.
    pub fn to_binary(&self, reference: &mut dyn FnMut(&Name, Target) -> Referent) -> Result<Vec<u8>, Error> {
        let entries = self.entries.iter().map(|(name, entry)| {
            let value = match entry {
                Entry::Plain(value) => value.clone(),
                Entry::Reference(target) => Attribute::Ref(reference(name, *target)),
            };
            (name.clone(), value)
        });
        self.written(entries.collect())
    }

    /// Builds the string for an XML file, and the references to store next to it.
    pub fn to_xml(&self) -> Result<(Vec<u8>, Beside<'_>), Error> {
        let (mut plain, mut beside, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
        for (name, entry) in self.entries.iter().rev() {
            // In XML, a reference is used in place of another attribute of its name, also of a later one.
            let is_used = seen.insert(name);
            match entry {
                Entry::Plain(value) => plain.push((name.clone(), value.clone())),
                Entry::Reference(target) if is_used => beside.push((name, *target)),
                Entry::Reference(_) => {}
            }
        }
        plain.reverse();
        beside.reverse();
        Ok((self.written(plain)?, beside))
    }

    fn written(&self, entries: Vec<(Name, Attribute)>) -> Result<Vec<u8>, Error> {
        Attributes { entries, ..self.rest.clone() }.write().map_err(refused)
    }

    /// The attributes that no single [`Value`] can represent, as an attribute string; `None` if there are
    /// none.
    pub fn unshown(&self) -> Option<Vec<u8>> {
        let entries = self.entries.iter().filter_map(|(name, entry)| match entry {
            Entry::Plain(value @ (Attribute::Array(_) | Attribute::Dictionary(_))) => {
                Some((name.clone(), value.clone()))
            }
            _ => None,
        });
        let entries: Vec<_> = entries.collect();
        let is_any = self.is_unclear() || !entries.is_empty();
        self.written(entries).ok().filter(|_| is_any)
    }

    /// Clears all references that the other encoding cannot hold, and returns what is lost.
    pub fn cross(&mut self) -> Lost {
        let mut lost = Lost { n_references: 0, is_unclear: self.is_unclear() };
        for (name, entry) in &mut self.entries {
            // A reference that is an attribute itself has a place in both encodings.
            if let Entry::Plain(value @ (Attribute::Array(_) | Attribute::Dictionary(_))) = entry {
                let mut one =
                    Attributes { entries: vec![(name.clone(), value.clone())], ..Attributes::default() };
                let is_changed = one.redirect(&mut |_, _| {
                    lost.n_references = lost.n_references.saturating_add(1);
                    Referent::NONE
                });
                if let (true, Some((_, new))) = (is_changed, one.entries.pop()) {
                    *value = new;
                }
            }
        }
        lost
    }
}

/// Clears the references in a string that is not an attribute string, since the other encoding cannot hold
/// them. Returns the new string, if it changed, and what is lost.
pub fn crossed(holder: Holder, string: &[u8]) -> (Option<Vec<u8>>, Lost) {
    let mut lost = Lost { n_references: 0, is_unclear: !holder.is_readable(string) };
    let new = holder.redirected(string, &mut |_, _| {
        lost.n_references = lost.n_references.saturating_add(1);
        Referent::NONE
    });
    (new, lost)
}

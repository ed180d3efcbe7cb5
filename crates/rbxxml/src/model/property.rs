//! A property: its name, its value, and its spelling.

use super::head::Head;
use super::spelling::Spelling;
use super::text::Text;
use super::value::Value;
use crate::wire::is_space;
use geom::Same;
use std::{fmt, mem};

/// A property.
#[derive(Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Parts", into = "Parts"))]
pub struct Property {
    pub(super) head: Head,
    /// The value.
    pub value: Value,
}

impl Property {
    /// A property that is written as Studio would write it.
    pub fn new(name: impl AsRef<[u8]>, value: impl Into<Value>) -> Self {
        Self::with_head(Head::with_name(name.as_ref()), value.into())
    }

    pub(crate) fn with_head(head: Head, value: Value) -> Self {
        Self { head, value }
    }

    pub(crate) fn head(&self) -> &Head {
        &self.head
    }

    /// The name of the property in files. It may differ from the name in scripts.
    #[must_use]
    pub fn name(&self) -> &Text {
        self.head.name()
    }

    /// Changes the name.
    pub fn rename(&mut self, name: impl Into<Text>) {
        self.head = Head::new(name.into(), self.spelling().cloned());
    }

    /// The differences between the property's element and the one that Studio would write.
    #[must_use]
    pub fn spelling(&self) -> Option<&Spelling> {
        self.head.spelling()
    }

    /// Sets the differences between the property's element and the one that Studio would write.
    pub fn set_spelling(&mut self, spelling: Option<Spelling>) {
        let mut spelling = spelling.filter(|spelling| *spelling != Spelling::default());
        spelling.iter_mut().for_each(Spelling::sort_parts);
        if self.spelling() != spelling.as_ref() {
            self.head.set_spelling(spelling);
        }
    }

    /// Sets the value, and returns the previous one. If the type changes, only those parts of the spelling are kept
    /// that do not depend on it.
    pub(super) fn set(&mut self, value: Value) -> Value {
        if let Some(spelling) = self.spelling() {
            let mut spelling = spelling.clone();
            if self.value.kind() != value.kind() {
                spelling.element = None;
                spelling.parts.clear();
                spelling.children.clear();
                spelling.is_text = false;
            }
            spelling.plain_space &= self.value.same(&value) || stays_plain(&self.value, &value);
            self.set_spelling(Some(spelling));
        }
        mem::replace(&mut self.value, value)
    }
}

/// Returns true if both texts end with white space and the new one does not begin with it. Studio does not protect
/// white space at the end, so the spelling may stay as it is.
fn stays_plain(old: &Value, new: &Value) -> bool {
    let ends = |value: &Value| {
        let text = value.as_text()?;
        let is_space = |byte: Option<&u8>| byte.is_some_and(|byte| is_space(*byte));
        Some((is_space(text.first()), is_space(text.last())))
    };
    matches!((ends(old), ends(new)), (Some((_, true)), Some((false, true))))
}

impl fmt::Debug for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&PropertyRef::from(self), f)
    }
}

impl Same for Property {
    fn difference(&self, other: &Self) -> Option<String> {
        PropertyRef::from(self).difference(&other.into())
    }
}

/// The form in which serde stores a property.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct Parts {
    name: Text,
    value: Value,
    spelling: Option<Spelling>,
}

#[cfg(feature = "serde")]
impl From<Parts> for Property {
    fn from(parts: Parts) -> Self {
        Self { head: Head::new(parts.name, parts.spelling), value: parts.value }
    }
}

#[cfg(feature = "serde")]
impl From<Property> for Parts {
    fn from(property: Property) -> Self {
        let (name, spelling) = (property.name().clone(), property.spelling().cloned());
        Self { name, value: property.value, spelling }
    }
}

/// A borrowed property of an item.
#[derive(Clone, Copy)]
pub struct PropertyRef<'p> {
    pub(super) head: &'p Head,
    /// The value.
    pub value: &'p Value,
}

impl<'p> PropertyRef<'p> {
    pub(crate) fn head(self) -> &'p Head {
        self.head
    }

    /// The name of the property in files, like [`Property::name`].
    #[must_use]
    pub fn name(self) -> &'p Text {
        self.head.name()
    }

    /// The differences between the property's element and the one that Studio would write.
    #[must_use]
    pub fn spelling(self) -> Option<&'p Spelling> {
        self.head.spelling()
    }

    /// Copies the property.
    #[must_use]
    pub fn to_property(self) -> Property {
        Property { head: self.head.clone(), value: self.value.clone() }
    }
}

impl<'p> From<&'p Property> for PropertyRef<'p> {
    fn from(property: &'p Property) -> Self {
        Self { head: &property.head, value: &property.value }
    }
}

impl PartialEq for PropertyRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.head.is(other.head) && self.value == other.value
    }
}

impl fmt::Debug for PropertyRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Property");
        shown
            .field("name", self.name())
            .field("value", self.value)
            .field("spelling", &self.spelling())
            .finish()
    }
}

impl Same for PropertyRef<'_> {
    fn difference(&self, other: &Self) -> Option<String> {
        let heads = || (self.name(), self.spelling()).difference(&(other.name(), other.spelling()));
        if self.head.is(other.head) { self.value.difference(other.value) } else { heads() }
    }
}

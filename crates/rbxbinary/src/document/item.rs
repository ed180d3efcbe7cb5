//! Items by themselves, and items of a document.

use super::owned::OwnedValue;
use super::{Document, Node};
use crate::model::{Name, Referent, Value};
use std::borrow::Cow;
use std::fmt;

/// An instance outside a document: the argument of [`Document::add`], and the result of [`Document::remove`].
///
/// ```
/// use rbxbinary::Item;
///
/// let part = Item::new("Part").with("Name", "Brick").with("Anchored", true);
/// assert_eq!(part.name(), b"Brick");
/// assert_eq!(part.get("Anchored").unwrap().as_bool(), Some(true));
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Item {
    /// The class, such as `Part`.
    pub class: Name,
    /// Set if the item is a service in its usual place at the top level, such as the Workspace of a place.
    pub is_service: bool,
    /// The properties, sorted by name.
    pub(super) properties: Vec<(Name, OwnedValue)>,
}

impl Item {
    /// An item without properties.
    #[must_use]
    pub fn new(class: impl Into<Name>) -> Self {
        Self { class: class.into(), ..Self::default() }
    }

    /// A service, with the name of its class as its name.
    #[must_use]
    pub fn service(class: &str) -> Self {
        Self { is_service: true, ..Self::new(class).with("Name", class) }
    }

    /// Sets a property and returns the item, for chaining.
    #[inline]
    #[must_use]
    pub fn with(mut self, property: impl Into<Name>, value: impl Into<OwnedValue>) -> Self {
        self.put(property.into(), value.into());
        self
    }

    /// Sets a property and returns its previous value.
    pub fn set(&mut self, property: impl Into<Name>, value: impl Into<OwnedValue>) -> Option<OwnedValue> {
        self.put(property.into(), value.into())
    }

    fn put(&mut self, property: Name, value: OwnedValue) -> Option<OwnedValue> {
        match self.properties.binary_search_by(|(name, _)| name.cmp(&property)) {
            Ok(at) => self.properties.get_mut(at).map(|(_, old)| std::mem::replace(old, value)),
            Err(at) => {
                if self.properties.is_empty() {
                    // Enough for most items, so that the list need not grow.
                    self.properties.reserve(8);
                }
                self.properties.insert(at, (property, value));
                None
            }
        }
    }

    /// Removes a property and returns its value.
    pub fn unset(&mut self, property: &str) -> Option<OwnedValue> {
        self.position(property).map(|at| self.properties.remove(at).1)
    }

    /// The value of a property.
    #[must_use]
    pub fn get(&self, property: &str) -> Option<Value<'_>> {
        let (_, value) = self.properties.get(self.position(property)?)?;
        Some(value.get())
    }

    /// The property `Name`, or the class if there is none.
    #[must_use]
    pub fn name(&self) -> &[u8] {
        self.get("Name").and_then(Value::as_bytes).unwrap_or(&self.class)
    }

    /// [`name`](Self::name) as text; invalid UTF-8 is replaced.
    #[must_use]
    pub fn name_lossy(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.name())
    }

    /// The properties, sorted by name.
    pub fn properties(&self) -> impl ExactSizeIterator<Item = (&Name, Value<'_>)> {
        self.properties.iter().map(|(name, value)| (name, value.get()))
    }

    fn position(&self, property: &str) -> Option<usize> {
        self.properties.binary_search_by(|(name, _)| (**name).cmp(property.as_bytes())).ok()
    }
}

/// An item of a [`Document`].
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct ItemRef<'d> {
    /// The id.
    pub id: Referent,
    /// The class, such as `Part`.
    pub class: &'d Name,
    pub(super) document: &'d Document,
    pub(super) node: &'d Node,
}

impl<'d> ItemRef<'d> {
    /// The value of a property, by its name in the file, such as `size`.
    #[must_use]
    pub fn get(self, property: &str) -> Option<Value<'d>> {
        self.document.value(self.node, self.document.names.find(property.as_bytes())?)
    }

    /// The bytes of a string-like property, including shared strings.
    #[must_use]
    pub fn bytes(self, property: &str) -> Option<&'d [u8]> {
        self.document.bytes_of(self.get(property)?)
    }

    /// The property `Name`, or the class if there is none.
    #[must_use]
    pub fn name(self) -> &'d [u8] {
        let name = self.document.value(self.node, self.document.name);
        name.and_then(|name| self.document.bytes_of(name)).unwrap_or(self.class)
    }

    /// [`name`](Self::name) as text; invalid UTF-8 is replaced.
    #[must_use]
    pub fn name_lossy(self) -> Cow<'d, str> {
        String::from_utf8_lossy(self.name())
    }

    /// Returns true if the item is a service in its usual place at the top level.
    #[must_use]
    pub fn is_service(self) -> bool {
        self.node.is_service
    }

    /// The properties that are decoded, sorted by name.
    pub fn properties(self) -> impl ExactSizeIterator<Item = (&'d Name, Value<'d>)> {
        let mut all: Vec<_> = self.document.values(self.node);
        all.sort_unstable_by_key(|(name, _)| *name);
        all.into_iter()
    }

    /// A copy of the item that is not in the document. References and shared strings keep their numbers.
    #[must_use]
    pub fn to_item(self) -> Item {
        let properties = self.properties().map(|(name, value)| (name.clone(), value.into()));
        Item { class: self.class.clone(), is_service: self.node.is_service, properties: properties.collect() }
    }
}

impl fmt::Debug for ItemRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} \"{}\" ({})", self.class, self.name().escape_ascii(), self.id)
    }
}

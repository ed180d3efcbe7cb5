//! Items, and the elements next to them in a file.

use super::properties::Properties;
use super::property::{Property, PropertyRef};
use super::spelling::{Attribute, Element};
use super::text::{Name, Text};
use super::value::{Reference, Value};
use geom::same;
use std::borrow::Cow;
use std::mem;

/// The prefix of the name of a property that stores a reference in an attribute; the name of the attribute follows.
/// Section 6.6 of the format document.
///
/// ```
/// use rbxxml::{ATTRIBUTE_REFERENCE, Item, Reference, Value};
///
/// let mut item = Item::new("Part").with("Name", "Bell").with("AttributesSerialize", Value::BinaryString([].into()));
/// item.set(format!("{ATTRIBUTE_REFERENCE}Rings"), Reference::None);
/// let names: Vec<_> = item.properties.iter().map(|property| property.name().to_string_lossy()).collect();
/// assert_eq!(names, ["AttributesSerialize", "__attrRef_Rings", "Name"]);
/// ```
pub const ATTRIBUTE_REFERENCE: &str = "__attrRef_";

/// An instance: the content of an `Item` element. The [`Document`](crate::Document) knows its parent and children.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Item {
    /// The class, such as `Part`.
    pub class: Name,
    /// The id by which references refer to the item. An item without a referent gets one when it is written.
    pub referent: Option<Text>,
    /// The properties, in file order. If two have the same name, the last is used.
    pub properties: Properties,
    /// Content that Studio's files do not contain.
    pub extras: Option<Box<Extras>>,
}

/// Content of an item that is neither a property nor an item.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Extras {
    /// Attributes other than class and referent.
    pub attributes: Vec<Attribute>,
    /// The `Properties` elements, normally one; an item without properties may have none. `write` writes all properties
    /// into the first.
    pub property_lists: Vec<List>,
    /// Elements without a name between the properties.
    pub nameless: Vec<Element>,
    /// Elements that are neither `Properties` nor `Item`.
    pub elements: Vec<Element>,
}

impl Default for Extras {
    fn default() -> Self {
        Self {
            attributes: Vec::new(),
            property_lists: vec![List::default()],
            nameless: Vec::new(),
            elements: Vec::new(),
        }
    }
}

/// A `Properties` or `SharedStrings` element, without its content.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct List {
    /// The attributes of the element, normally none.
    pub attributes: Vec<Attribute>,
}

/// A key and a value that describe the whole file, such as `ExplicitAutoJoints` and `true`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Meta {
    /// The key.
    pub name: Text,
    /// The value.
    pub value: Text,
    /// Attributes other than the name.
    pub attributes: Vec<Attribute>,
}

/// An obsolete element. Studio writes two, with the texts `null` and `nil`; no program reads them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct External {
    /// The text.
    pub value: Text,
    /// The attributes of the element.
    pub attributes: Vec<Attribute>,
}

same! {
    Item { class, referent, properties, extras }
    Extras { attributes, property_lists, nameless, elements }
    List { attributes }
    Meta { name, value, attributes }
    External { value, attributes }
}

impl Item {
    /// An item of this class without properties.
    pub fn new(class: impl Into<Name>) -> Self {
        Self { class: class.into(), ..Self::default() }
    }

    /// Sets a property and returns the item, for chaining.
    ///
    /// ```
    /// let item = rbxxml::Item::new("Folder").with("Name", "Maps");
    /// assert_eq!(item.name(), "Maps");
    /// ```
    #[must_use]
    pub fn with(mut self, name: impl AsRef<[u8]>, value: impl Into<Value>) -> Self {
        self.set(name, value);
        self
    }

    /// The property `Name`, or the class if there is none.
    #[must_use]
    pub fn name(&self) -> &Text {
        self.get("Name").and_then(Value::as_text).unwrap_or(&self.class)
    }

    /// The bytes of the property `Name`, or of the class if there is none. A name that is not UTF-8, such as one that
    /// an old script set in Latin-1, cannot be XML text and is stored as a `BinaryString`; [`name`](Self::name) does
    /// not find it.
    #[must_use]
    pub fn name_bytes(&self) -> &[u8] {
        self.get("Name").and_then(Value::as_bytes).unwrap_or(self.class.as_bytes())
    }

    /// [`name_bytes`](Self::name_bytes) as text; invalid UTF-8 is replaced.
    #[must_use]
    pub fn name_lossy(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.name_bytes())
    }

    /// Sets the property `Name`.
    pub fn rename(&mut self, name: impl Into<Text>) {
        self.set("Name", name.into());
    }

    /// The property with this name; the last, if there are several.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<PropertyRef<'_>> {
        self.properties.get(self.properties.position(name.as_bytes())?)
    }

    /// Returns a property like [`property`](Self::property), mutably.
    #[must_use]
    pub fn property_mut(&mut self, name: &str) -> Option<&mut Property> {
        let index = self.properties.position(name.as_bytes())?;
        self.properties.to_mut().get_mut(index)
    }

    /// The value of a property.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.property(name).map(|property| property.value)
    }

    /// Sets a property and returns its previous value. A new property is inserted in the order of names, and a
    /// reference in an attribute after the other attributes.
    ///
    /// The element keeps its [`Spelling`](crate::Spelling) as long as the type of the value stays the same.
    pub fn set(&mut self, name: impl AsRef<[u8]>, value: impl Into<Value>) -> Option<Value> {
        let (name, value) = (name.as_ref(), value.into());
        if let Some(index) = self.properties.position(name) {
            return self.properties.set(index, value);
        }
        let properties = self.properties.to_mut();
        let is_reference = |name: &[u8]| name.starts_with(ATTRIBUTE_REFERENCE.as_bytes());
        let is_attribute = |property: &Property| {
            *property.name() == *"AttributesSerialize" || is_reference(property.name().as_bytes())
        };
        let behind = properties.iter().rposition(is_attribute).filter(|_| is_reference(name));
        // Studio's files since 2026 have another order; there, too, this is a valid place.
        let before = behind.or_else(|| properties.iter().rposition(|property| **property.name() < *name));
        let at = before.map_or(0, |before| before.saturating_add(1));
        properties.insert(at, Property::new(name, value));
        self.need_list();
        None
    }

    /// Adds a `Properties` element if the item has none.
    fn need_list(&mut self) {
        let Some(extras) = self.extras.as_mut().filter(|extras| extras.property_lists.is_empty()) else {
            return;
        };
        extras.property_lists.push(List::default());
        if **extras == Extras::default() {
            self.extras = None;
        }
    }

    /// Removes all properties with this name and returns the last value.
    pub fn unset(&mut self, name: &str) -> Option<Value> {
        self.properties.position(name.as_bytes())?;
        let mut removed = None;
        self.properties.to_mut().retain_mut(|property| {
            let goes = *property.name() == *name;
            if goes {
                removed = Some(mem::replace(&mut property.value, Value::Bool(false)));
            }
            !goes
        });
        removed
    }

    /// Makes this item share the memory of equal property names and values with another item of its class.
    pub(super) fn share(&mut self, other: &mut Self) {
        self.class.clone_from(&other.class);
        self.properties.share(&mut other.properties);
    }

    /// The references in the item's properties, with the names of the properties.
    pub(crate) fn references(&self) -> impl Iterator<Item = (&Text, &Reference)> {
        let properties = self.properties.iter();
        properties.filter_map(|property| Some((property.name(), property.value.reference()?)))
    }

    /// The references in the item's properties, mutably.
    pub(crate) fn references_mut(&mut self) -> impl Iterator<Item = &mut Reference> {
        self.properties.own_values_mut().filter_map(Value::reference_mut)
    }
}

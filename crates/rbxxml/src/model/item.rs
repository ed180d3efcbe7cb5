//! Items and their properties.

use super::head::Head;
use super::properties::{Properties, PropertyRef};
use super::text::{Name, Text};
use super::value::{Reference, Value};
use crate::Same;
use crate::wire::is_space;
use geom::same;
use std::{fmt, mem};

/// An instance: the content of an `Item` element. The [`Document`](crate::Document) knows its parent and children.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Item {
    /// Its class, such as `Part`.
    pub class: Name,
    /// The id that references use. An item without one gets one when it is written.
    pub referent: Option<Text>,
    /// The properties, in file order. If two have the same name, the last is used.
    pub properties: Properties,
    /// Content that Studio's files do not have.
    pub extras: Option<Box<Extras>>,
}

/// Content of an item that is neither a property nor an item.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Extras {
    /// Attributes other than class and referent.
    pub attributes: Vec<Attribute>,
    /// The `Properties` elements, normally one; an item without properties may have none. `write` puts all properties
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
    /// Its attributes, normally none.
    pub attributes: Vec<Attribute>,
}

/// A property.
#[derive(Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Parts", into = "Parts"))]
pub struct Property {
    pub(super) head: Head,
    /// The value.
    pub value: Value,
}

/// How the element of a property differs from what Studio would write. The value does not depend on it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Spelling {
    /// The element's name, if it is not the usual one of the value's type.
    pub element: Option<Name>,
    /// Attributes other than the name.
    pub attributes: Vec<Attribute>,
    /// The spelling of parts of the value, sorted by path; each path occurs once.
    pub parts: Vec<PartSpelling>,
    /// Child elements that the value has no place for.
    pub children: Vec<Element>,
    /// White space at the ends of a text is written as it is, as Studio does, although Roblox trims it when loading.
    /// Otherwise it is protected by CDATA or character references.
    pub plain_space: bool,
    /// The source of a script is written as text, as Studio did until about 2013. Otherwise it is CDATA.
    pub is_text: bool,
}

/// How a part of a value, such as the `X` of a `Vector3`, differs from what Studio would write.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PartSpelling {
    /// The names of the elements that lead to the part, such as `Y` or `min/Y`.
    pub path: Text,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
    /// Child elements that it has no place for.
    pub children: Vec<Element>,
}

impl Spelling {
    /// Sorts the parts, and merges those with the same path.
    pub(crate) fn sort_parts(&mut self) {
        self.parts.sort_by(|one, other| one.path.cmp(&other.path));
        self.parts.dedup_by(|next, one| {
            let is_same = next.path == one.path;
            if is_same {
                one.attributes.append(&mut next.attributes);
                one.children.append(&mut next.children);
            }
            is_same
        });
    }
}

/// An attribute of an element.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Attribute {
    /// The name.
    pub name: Text,
    /// The value.
    pub value: Text,
}

/// Content that the format does not have at its place: an element, from `<` to `>`, or text between elements.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Element {
    /// The source text.
    pub source: Text,
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
    /// Its attributes.
    pub attributes: Vec<Attribute>,
}

same! {
    Item { class, referent, properties, extras }
    Extras { attributes, property_lists, nameless, elements }
    List { attributes }
    Spelling { element, attributes, parts, children, plain_space, is_text }
    PartSpelling { path, attributes, children }
    Attribute { name, value }
    Element { source }
    Meta { name, value, attributes }
    External { value, attributes }
}

impl Attribute {
    /// An attribute with this name and value.
    pub fn new(name: impl Into<Text>, value: impl Into<Text>) -> Self {
        Self { name: name.into(), value: value.into() }
    }
}

impl Element {
    /// The name in the start tag; empty for text.
    #[must_use]
    pub fn name(&self) -> &[u8] {
        let name = if self.is_text() { &[] } else { self.source.get(1..).unwrap_or_default() };
        let end = name.iter().position(|byte| is_space(*byte) || matches!(byte, b'/' | b'>'));
        end.and_then(|end| name.get(..end)).unwrap_or(name)
    }

    /// Whether it is text or CDATA.
    #[must_use]
    pub fn is_text(&self) -> bool {
        !self.source.starts_with(b"<") || self.source.starts_with(crate::wire::CDATA)
    }
}

impl Property {
    /// A property that is written as Studio would write it.
    pub fn new(name: impl AsRef<[u8]>, value: impl Into<Value>) -> Self {
        Self::with_head(Head::of(name.as_ref()), value.into())
    }

    pub(crate) fn with_head(head: Head, value: Value) -> Self {
        Self { head, value }
    }

    pub(crate) fn head(&self) -> &Head {
        &self.head
    }

    /// What it is called in files, which for some is not what scripts call it.
    #[must_use]
    pub fn name(&self) -> &Text {
        self.head.name()
    }

    /// Calls it something else.
    pub fn rename(&mut self, name: impl Into<Text>) {
        self.head = Head::new(name.into(), self.spelling().cloned());
    }

    /// Where its element is not as Studio would write it.
    #[must_use]
    pub fn spelling(&self) -> Option<&Spelling> {
        self.head.spelling()
    }

    /// Sets how its element differs from what Studio would write.
    pub fn set_spelling(&mut self, spelling: Option<Spelling>) {
        let mut spelling = spelling.filter(|spelling| *spelling != Spelling::default());
        spelling.iter_mut().for_each(Spelling::sort_parts);
        if self.spelling() != spelling.as_ref() {
            self.head.set_spelling(spelling);
        }
    }

    /// Sets the value, and returns the one before. Of how the old one was spelt, what is not of its type stays.
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

/// Whether the only white space at the ends of a new text is where there was some: at its end, where Studio protects none.
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

    /// Sets the property `Name`.
    pub fn rename(&mut self, name: impl Into<Text>) {
        self.set("Name", name.into());
    }

    /// The property with this name; the last, if there are several.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<PropertyRef<'_>> {
        self.properties.get(self.properties.position(name.as_bytes())?)
    }

    /// As [`property`](Self::property), mutably.
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

    /// Sets a property and returns its previous value. A new property is inserted in the order of names.
    ///
    /// The element keeps its spelling, as long as the type of the value stays the same.
    pub fn set(&mut self, name: impl AsRef<[u8]>, value: impl Into<Value>) -> Option<Value> {
        let (name, value) = (name.as_ref(), value.into());
        if let Some(index) = self.properties.position(name) {
            return self.properties.set(index, value);
        }
        let properties = self.properties.to_mut();
        // Studio's files since 2026 have another order; there, too, this is a valid place.
        let before = properties.iter().rposition(|property| **property.name() < *name);
        let at = before.map_or(0, |before| before.saturating_add(1));
        properties.insert(at, Property::new(name, value));
        self.need_list();
        None
    }

    /// Makes sure that there is a list for the properties.
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

    /// Lets equal names and values of this and another item of its class be the same in memory.
    pub(super) fn share(&mut self, other: &mut Self) {
        self.class.clone_from(&other.class);
        self.properties.share(&mut other.properties);
    }

    /// The references in its properties.
    pub(crate) fn references(&self) -> impl Iterator<Item = (&Text, &Reference)> {
        let properties = self.properties.iter();
        properties.filter_map(|property| Some((property.name(), property.value.reference()?)))
    }

    /// The references in its properties, mutably.
    pub(crate) fn references_mut(&mut self) -> impl Iterator<Item = &mut Reference> {
        self.properties.own_values_mut().filter_map(Value::reference_mut)
    }
}

//! The differences between the source of a document and the form that Studio would write.

use super::text::{Name, Text};
use crate::wire::is_space;
use geom::same;

/// The differences between the element of a property and the one that Studio would write. They do not affect the value.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Spelling {
    /// The element's name, if it is not the usual name for the value's type.
    pub element: Option<Name>,
    /// Attributes other than the name.
    pub attributes: Vec<Attribute>,
    /// The spelling of parts of the value, sorted by path; each path occurs once.
    pub parts: Vec<PartSpelling>,
    /// Child elements that are not part of the value.
    pub children: Vec<Element>,
    /// Set if white space at the ends of a text is written as it is. Studio does so, although Roblox trims it when
    /// loading. Otherwise it is protected by CDATA or character references.
    pub plain_space: bool,
    /// Set if the source of a script is written as text, as Studio did until about 2013. Otherwise it is written as
    /// CDATA.
    pub is_text: bool,
}

/// The differences between a component of a value, such as the `X` of a `Vector3`, and the one that Studio would write.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PartSpelling {
    /// The names of the elements from the value to the component, such as `Y` or `min/Y`.
    pub path: Text,
    /// The attributes of the component's element.
    pub attributes: Vec<Attribute>,
    /// Child elements that are not part of the component.
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

/// Content that the format does not define at its position: an element, from `<` to `>`, or text between elements.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Element {
    /// The source text.
    pub source: Text,
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

    /// Returns true for an `External` element, which has no meaning. Studio wrote these inside items from 2008 to 2022,
    /// with numbers that differ at each save.
    #[must_use]
    pub fn is_external(&self) -> bool {
        self.name() == b"External"
    }

    /// Returns true for text and CDATA.
    #[must_use]
    pub fn is_text(&self) -> bool {
        !self.source.starts_with(b"<") || self.source.starts_with(crate::wire::CDATA)
    }
}

same! {
    Spelling { element, attributes, parts, children, plain_space, is_text }
    PartSpelling { path, attributes, children }
    Attribute { name, value }
    Element { source }
}

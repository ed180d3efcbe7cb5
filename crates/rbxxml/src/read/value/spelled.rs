//! Values with their spelling, if it differs from Studio's.

use crate::common::input::Input;
use crate::model::{Attribute, Element, PartSpelling, Spelling};

/// A value and its spelling.
pub(in crate::read) struct Spelled<T> {
    pub(in crate::read) value: T,
    pub(in crate::read) notes: Notes,
}

/// The spelling of an element; `None` for the usual one, which nearly all have.
pub(in crate::read) type Notes = Option<Box<Spelling>>;

impl<T> From<T> for Spelled<T> {
    fn from(value: T) -> Self {
        Self { value, notes: None }
    }
}

impl<T> Spelled<T> {
    pub(in crate::read) fn map<U>(self, make: impl FnOnce(T) -> U) -> Spelled<U> {
        Spelled { value: make(self.value), notes: self.notes }
    }
}

/// Returns a function that converts a value with `make` and keeps its spelling.
pub(super) fn map<'a, T, U>(
    make: impl FnOnce(T) -> U,
) -> impl FnOnce((Input<'a>, Spelled<T>)) -> (Input<'a>, Spelled<U>) {
    |(rest, found)| (rest, found.map(make))
}

/// Records the spelling of a child in that of the value.
#[cold]
pub(super) fn add_child(notes: &mut Notes, name: &str, attributes: Vec<Attribute>, child: Notes) {
    let notes = notes.get_or_insert_default();
    let Spelling { parts, children, plain_space, is_text, .. } =
        child.map(|child| *child).unwrap_or_default();
    notes.plain_space |= plain_space;
    notes.is_text |= is_text;
    if !attributes.is_empty() || !children.is_empty() {
        notes.parts.push(PartSpelling { path: name.into(), attributes, children });
    }
    for part in parts {
        let path = [name.as_bytes(), &part.path].join(&b'/').as_slice().into();
        notes.parts.push(PartSpelling { path, ..part });
    }
}

/// Records a child that is not part of the value.
#[cold]
pub(super) fn add_unknown(notes: &mut Notes, child: Element) {
    notes.get_or_insert_default().children.push(child);
}

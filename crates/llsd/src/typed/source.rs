//! The sources of data: a [`Value`], or the bytes of a document.

use crate::common::error::{Error, Place};
use crate::model::{Date, Uri, Uuid, Value};
use serde::de::Visitor;
use std::borrow::Cow;
use std::ops::Deref;

/// A source of data: a value of a document, with the values inside it.
pub(super) trait DataSource<'de>: Copy {
    type Bytes: Bytes<'de>;
    type Key: Bytes<'de>;

    /// Set if errors are shown to the caller, and so need a position and a path.
    const SHOWS_ERRORS: bool = true;

    fn atom(self) -> Atom<Self::Bytes>;
    /// The error for a value that readers have to guess, because its text does not represent a value of its
    /// type; `None` for other values.
    #[inline(always)]
    fn guess(self) -> Option<Error> {
        None
    }
    /// The values of an array.
    fn items(self) -> impl Iterator<Item = Self>;
    /// The keys and values of a map; `fields` are those of the struct that is expected, if any.
    fn entries(self, fields: Fields) -> impl Iterator<Item = (Self::Key, Self)>;
    /// The key of a map with one entry.
    fn only_key(self) -> Option<Self::Key> {
        let mut entries = self.entries(&[]);
        entries.next().filter(|_| entries.next().is_none()).map(|(key, _)| key)
    }
    fn place(self) -> Place;
}

/// The names of the fields of a struct.
pub(super) type Fields = &'static [&'static str];

/// A value without the values inside it; for an array, the maximum number of these.
pub(super) enum Atom<B> {
    Undef,
    Boolean(bool),
    Integer(i32),
    Real(f64),
    Uuid(Uuid),
    String(B),
    Date(Date),
    Uri(B),
    Binary(B),
    Array(usize),
    Map,
}

/// Text or bytes, which data may borrow if they live as long as the document.
pub(super) trait Bytes<'de>: Clone + Deref<Target = [u8]> {
    fn visit_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error>;
    /// Visits the text as a string if it is UTF-8, otherwise as bytes.
    fn visit_text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error>;
}

impl<'de> Bytes<'de> for Cow<'de, [u8]> {
    #[inline]
    fn visit_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Cow::Borrowed(bytes) => visitor.visit_borrowed_bytes(bytes),
            Cow::Owned(bytes) => visitor.visit_byte_buf(bytes),
        }
    }

    #[inline]
    fn visit_text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Cow::Borrowed(bytes) => match std::str::from_utf8(bytes) {
                Ok(text) => visitor.visit_borrowed_str(text),
                Err(_) => visitor.visit_borrowed_bytes(bytes),
            },
            Cow::Owned(bytes) => match String::from_utf8(bytes) {
                Ok(text) => visitor.visit_string(text),
                Err(error) => visitor.visit_byte_buf(error.into_bytes()),
            },
        }
    }
}

/// Bytes that do not live as long as the document.
#[derive(Clone, Copy)]
pub(super) struct Short<'v>(&'v [u8]);

impl Deref for Short<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0
    }
}

impl<'de> Bytes<'de> for Short<'_> {
    fn visit_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_bytes(self.0)
    }

    fn visit_text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match std::str::from_utf8(self.0) {
            Ok(text) => visitor.visit_str(text),
            Err(_) => visitor.visit_bytes(self.0),
        }
    }
}

pub(super) fn atom<'v, B>(value: &'v Value, bytes: impl Fn(&'v [u8]) -> B) -> Atom<B> {
    match value {
        Value::Undef => Atom::Undef,
        Value::Boolean(is_true) => Atom::Boolean(*is_true),
        Value::Integer(number) => Atom::Integer(*number),
        Value::Real(number) => Atom::Real(*number),
        Value::Uuid(uuid) => Atom::Uuid(*uuid),
        Value::String(text) => Atom::String(bytes(text.as_bytes())),
        Value::Date(date) => Atom::Date(*date),
        Value::Uri(Uri(text)) => Atom::Uri(bytes(text.as_bytes())),
        Value::Binary(binary) => Atom::Binary(bytes(binary)),
        Value::Array(array) => Atom::Array(array.len()),
        Value::Map(_) => Atom::Map,
    }
}

/// A value from which the data may borrow.
impl<'de> DataSource<'de> for &'de Value {
    type Bytes = Cow<'de, [u8]>;
    type Key = Self::Bytes;

    fn atom(self) -> Atom<Self::Bytes> {
        atom(self, Cow::Borrowed)
    }

    fn items(self) -> impl Iterator<Item = Self> {
        self.values()
    }

    fn entries(self, _: Fields) -> impl Iterator<Item = (Self::Bytes, Self)> {
        self.as_map().into_iter().flatten().map(|(key, value)| (Cow::Borrowed(key.as_bytes()), value))
    }

    fn place(self) -> Place {
        Place::Model
    }
}

/// A value from which the data cannot borrow, since it is dropped once they are built.
#[derive(Clone, Copy)]
pub(super) struct Transient<'v>(pub(super) &'v Value);

impl<'de, 'v> DataSource<'de> for Transient<'v> {
    type Bytes = Short<'v>;
    type Key = Self::Bytes;

    fn atom(self) -> Atom<Self::Bytes> {
        atom(self.0, Short)
    }

    fn items(self) -> impl Iterator<Item = Self> {
        self.0.values().map(Self)
    }

    fn entries(self, _: Fields) -> impl Iterator<Item = (Self::Bytes, Self)> {
        self.0.as_map().into_iter().flatten().map(|(key, value)| (Short(key.as_bytes()), Self(value)))
    }

    fn place(self) -> Place {
        Place::Model
    }
}

//! A document in which the positions of all values are known, so that each value is read when the data need
//! it.

use super::source::{Atom, DataSource, Fields, atom};
use crate::common::error::{Error, Place, Warnings};
use crate::common::input::{Input, Parsed, Reading};
use crate::document::{self, Extent, Tape};
use crate::error::ErrorKind;
use crate::model::{Scalar, Text, Value};
use crate::options::{Duplicates, Encoding, ReadOptions};
use crate::read;
use crate::wire::tag;
use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// A document in any encoding.
pub(super) struct Taped<'de> {
    bytes: &'de [u8],
    encoding: Encoding,
    options: ReadOptions,
    tape: Tape,
}

impl<'de> Taped<'de> {
    /// Finds the values of a document; also returns its warnings.
    pub(super) fn read(
        bytes: &'de [u8],
        encoding: Encoding,
        options: &ReadOptions,
    ) -> Result<(Self, Warnings), Error> {
        Tape::check_len(bytes.len()).map_err(|kind| Error::new(Place::Input(0), kind))?;
        let reading = Reading::new(options.strict, options.limits, bytes.len());
        let tape = match encoding {
            Encoding::Binary => reading.read(bytes, |input| read::binary::file_tape(input, options))?,
            #[cfg(feature = "xml")]
            Encoding::Xml => reading.read(bytes, |input| read::xml::tape(input, options, None))?,
            #[cfg(not(feature = "xml"))]
            Encoding::Xml => return Err(Error::model(ErrorKind::NotBuilt { encoding: "XML" })),
            Encoding::Notation => reading.read(bytes, |input| read::notation::tape(input, options, None))?,
        };
        let warnings = reading.into_warnings();
        if tape.extents.is_empty() {
            return Err(no_value(&warnings));
        }
        Ok((Self { bytes, encoding, options: options.clone(), tape }, warnings))
    }

    /// The outermost value.
    pub(super) fn root(&self) -> Node<'_, 'de> {
        Node { document: self, number: 0 }
    }

    /// Reads the bytes from `start` to `end` again; also returns the first warning about a guessed value in
    /// them.
    fn again<T: Default>(
        &self,
        start: u32,
        end: u32,
        parser: impl for<'b> FnOnce(Input<'b>) -> Parsed<'b, T>,
    ) -> (T, Option<Error>) {
        let bytes = self.bytes.get(..end as usize).unwrap_or(self.bytes);
        let reading = Reading::new(false, self.options.limits, bytes.len());
        match reading.read(bytes, |input| parser(input.split(start as usize)?.0)) {
            Ok(found) => (found, guess(&reading.into_warnings()).cloned()),
            Err(error) => (T::default(), Some(error)),
        }
    }
}

/// The error for a document without a value. In XML it reads as undef, with a warning.
fn no_value(warnings: &Warnings) -> Error {
    let none = || Error::new(Place::Input(0), ErrorKind::Missing { what: "value" });
    guess(warnings).cloned().unwrap_or_else(none)
}

/// The first warning about a value that was guessed from its text. If there is none, but not all warnings
/// were kept, returns the last one, since one about a guess may be missing.
pub(super) fn guess(warnings: &Warnings) -> Option<&Error> {
    let is_guess = |warning: &&Error| matches!(warning.kind(), ErrorKind::Lossy { .. });
    let last = warnings.last().filter(|_| warnings.total() > warnings.len());
    warnings.iter().find(is_guess).or(last)
}

/// A value of a document, by its number.
#[derive(Clone, Copy)]
pub(super) struct Node<'t, 'de> {
    document: &'t Taped<'de>,
    number: usize,
}

impl<'t, 'de> Node<'t, 'de> {
    fn extent(self) -> Extent {
        self.document.tape.extent(self.number)
    }

    fn inside(self) -> impl Iterator<Item = Self> {
        let end = self.extent().next as usize;
        let mut number = self.number.saturating_add(1);
        std::iter::from_fn(move || {
            let item = Self { number, ..self };
            let is_there = number < end;
            number = item.extent().next as usize;
            is_there.then_some(item)
        })
    }

    /// The key of the value, and the first warning about a guess in the key.
    fn key(self) -> (Cow<'de, [u8]>, Option<Error>) {
        let Extent { key, start, .. } = self.extent();
        let document = self.document;
        let (text, guess): (Text, _) = match document.encoding {
            Encoding::Binary => {
                return (document::key(document.bytes, key as usize), self.in_quotes(key, start));
            }
            #[cfg(feature = "xml")]
            Encoding::Xml => document.again(key, start, read::xml::key),
            #[cfg(not(feature = "xml"))]
            Encoding::Xml => Default::default(),
            Encoding::Notation => document.again(key, start, read::notation::key),
        };
        (Cow::Owned(text.as_bytes().to_vec()), guess)
    }

    /// Returns true for a map and false for an array; `None` for scalars.
    fn is_map(self) -> Option<bool> {
        let Extent { start, end, .. } = self.extent();
        let first = self.document.bytes.get(start as usize);
        match self.document.encoding {
            #[cfg(feature = "xml")]
            Encoding::Xml => {
                let is_map = |name: &[u8]| matches!(name, b"map" | b"array").then_some(name == b"map");
                let tag = self.document.again(start, end, |input| {
                    read::xml::start_tag(input).map(|(rest, tag)| (rest, is_map(tag.name)))
                });
                tag.0
            }
            _ => match first? {
                b'[' => Some(false),
                b'{' => Some(true),
                _ => None,
            },
        }
    }

    /// A value other than a container, and the first warning about a guess in it.
    fn value(self) -> (Value, Option<Error>) {
        let Extent { start, end, .. } = self.extent();
        let document = self.document;
        match document.encoding {
            #[cfg(feature = "xml")]
            Encoding::Xml => document.again(start, end, |input| read::xml::value(input, &document.options)),
            #[cfg(not(feature = "xml"))]
            Encoding::Xml => Default::default(),
            _ => document.again(start, end, |input| read::notation::value(input, &document.options)),
        }
    }

    /// The first warning about a guess in the text in quotes at this position of a binary document, if there
    /// is such text.
    fn in_quotes(self, start: u32, end: u32) -> Option<Error> {
        let quote = *self.document.bytes.get(start as usize)?;
        matches!(quote, tag::QUOTE | tag::APOSTROPHE).then_some(())?;
        let text = self.document.again(start, end, |input| {
            read::binary::delimited(input.split(1)?.0, quote).map(|(rest, _)| (rest, ()))
        });
        text.1
    }
}

impl<'de> DataSource<'de> for Node<'_, 'de> {
    type Bytes = Cow<'de, [u8]>;
    type Key = Self::Bytes;

    #[inline]
    fn atom(self) -> Atom<Self::Bytes> {
        if self.document.encoding != Encoding::Binary {
            return match self.is_map() {
                Some(true) => Atom::Map,
                Some(false) => Atom::Array(self.inside().count()),
                None => atom(&self.value().0, |bytes| Cow::Owned(bytes.to_vec())),
            };
        }
        match document::scalar(self.document.bytes, self.extent().start as usize) {
            Scalar::Undef => Atom::Undef,
            Scalar::Boolean(is_true) => Atom::Boolean(is_true),
            Scalar::Integer(number) => Atom::Integer(number),
            Scalar::Real(number) => Atom::Real(number),
            Scalar::Uuid(uuid) => Atom::Uuid(uuid),
            Scalar::String(text) => Atom::String(text),
            Scalar::Date(date) => Atom::Date(date),
            Scalar::Uri(text) => Atom::Uri(text),
            Scalar::Binary(bytes) => Atom::Binary(bytes.into()),
            Scalar::Array(len) => Atom::Array(len),
            Scalar::Map(_) => Atom::Map,
        }
    }

    fn guess(self) -> Option<Error> {
        let Extent { start, end, .. } = self.extent();
        match (self.is_map(), self.document.encoding) {
            // A key that is guessed may be another one that the data have.
            (Some(true), _) => self.inside().find_map(|item| item.key().1),
            (Some(false), _) => None,
            (None, Encoding::Binary) => self.in_quotes(start, end),
            (None, _) => self.value().1,
        }
    }

    fn items(self) -> impl Iterator<Item = Self> {
        self.inside()
    }

    fn entries(self, _: Fields) -> impl Iterator<Item = (Self::Bytes, Self)> {
        let all = || self.inside().map(|item| (item.key().0, item));
        let has_duplicates = self.document.tape.has_duplicates;
        let counting = has_duplicates.then(|| counting(all(), self.document.options.duplicates));
        let all = (!has_duplicates).then(all);
        counting.into_iter().flatten().chain(all.into_iter().flatten())
    }

    fn place(self) -> Place {
        Place::Input(self.extent().start as usize)
    }
}

/// Keeps only the value that counts of each duplicate key, at the position of the first.
fn counting<K: Clone + Eq + std::hash::Hash, V>(
    all: impl Iterator<Item = (K, V)>,
    duplicates: Duplicates,
) -> Vec<(K, V)> {
    let mut places = HashMap::new();
    let mut counting: Vec<(K, V)> = Vec::new();
    for (key, value) in all {
        match places.entry(key) {
            Entry::Vacant(place) => {
                counting.push((place.key().clone(), value));
                place.insert(counting.len().saturating_sub(1));
            }
            Entry::Occupied(place) if duplicates == Duplicates::Last => {
                if let Some((_, old)) = counting.get_mut(*place.get()) {
                    *old = value;
                }
            }
            Entry::Occupied(_) => {}
        }
    }
    counting
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_without_a_value_is_an_error() {
        assert_eq!(no_value(&Warnings::default()).to_string(), "there is no value (at byte 0x0)");
    }
}

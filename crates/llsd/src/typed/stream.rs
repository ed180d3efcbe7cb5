//! Reads binary LLSD into data in one pass over the bytes, if nothing about it is unusual, as `owned.rs` does for
//! values.
//!
//! It gives up at any error, including those of users' types. The data are then read from a tape, which gives the
//! error its path and place.

use super::de;
use super::source::{Atom, Bytes, Source};
use crate::model::keys::{are_distinct, hash};
use crate::mould::error::Place;
use crate::mould::limits::Resolved;
use crate::owned;
use crate::read::header;
use crate::wire::tag;
use crate::{Date, Error, ReadOptions, Uuid};
use serde::Deserialize;
use serde::de::Visitor;
use std::cell::{Cell, RefCell};
use std::ops::Deref;

/// The data in a document, unless it is unusual.
pub(super) fn from<'de, T: Deserialize<'de>>(bytes: &'de [u8], options: &ReadOptions) -> Option<T> {
    let Resolved { depth, elements, .. } = options.limits.resolve(bytes.len());
    let start = bytes.get(header::length(bytes)..)?;
    let cursor = Cursor {
        rest: Cell::new(start),
        n_left: Cell::new(elements.checked_sub(1)?),
        hashes: RefCell::default(),
        has_failed: Cell::new(false),
    };
    let root = Stream { cursor: &cursor, start, depth };
    let data = de::from(root).ok()?;
    root.pass();
    (!cursor.has_failed.get() && header::is_padding(cursor.rest.get())).then_some(data)
}

/// The position in the document.
struct Cursor<'de> {
    rest: Cell<&'de [u8]>,
    /// The number of values that are still allowed.
    n_left: Cell<usize>,
    /// The hashes of the keys of the open maps, outermost first.
    hashes: RefCell<Vec<u64>>,
    has_failed: Cell<bool>,
}

impl Cursor<'_> {
    #[cold]
    fn fail(&self) {
        self.has_failed.set(true);
        self.rest.set(&[]);
    }
}

/// A value that begins at `start`. Reading it moves the cursor past it, or to the first value inside it.
#[derive(Clone, Copy)]
pub(super) struct Stream<'t, 'de> {
    cursor: &'t Cursor<'de>,
    start: &'de [u8],
    /// The number of levels that are allowed, including this one.
    depth: usize,
}

impl<'t, 'de> Stream<'t, 'de> {
    /// Moves the cursor past the value, unless it was already read.
    fn pass(self) {
        if self.cursor.rest.get().len() != self.start.len() {
            return;
        }
        let n_left = self.cursor.n_left.get();
        let owned = owned::value(self.start, self.depth, n_left.saturating_add(1));
        match owned.and_then(|owned| Some((self.start.get(owned.len..)?, owned.n_values))) {
            Some((rest, n_values)) => {
                self.cursor.rest.set(rest);
                self.cursor.n_left.set(n_left.saturating_sub(n_values.saturating_sub(1)));
            }
            None => self.cursor.fail(),
        }
    }

    /// The value, and what follows it or its count.
    #[inline]
    fn read(self) -> Option<(Atom<Borrowed<'de>>, &'de [u8])> {
        let (tag, rest) = self.start.split_first()?;
        Some(match *tag {
            tag::UNDEF => (Atom::Undef, rest),
            tag::TRUE => (Atom::Boolean(true), rest),
            tag::FALSE => (Atom::Boolean(false), rest),
            tag::INTEGER => {
                let (number, rest) = rest.split_first_chunk()?;
                (Atom::Integer(i32::from_be_bytes(*number)), rest)
            }
            tag::REAL => {
                let (number, rest) = rest.split_first_chunk()?;
                (Atom::Real(f64::from_be_bytes(*number)), rest)
            }
            tag::DATE => {
                let (number, rest) = rest.split_first_chunk()?;
                (Atom::Date(Date(f64::from_le_bytes(*number))), rest)
            }
            tag::UUID => {
                let (uuid, rest) = rest.split_first_chunk()?;
                (Atom::Uuid(Uuid(*uuid)), rest)
            }
            tag::STRING => sized(rest).map(|(text, rest)| (Atom::String(text), rest))?,
            tag::URI => sized(rest).map(|(text, rest)| (Atom::Uri(text), rest))?,
            tag::BINARY => sized(rest).map(|(bytes, rest)| (Atom::Binary(bytes), rest))?,
            tag::ARRAY if self.depth > 0 => count(rest).map(|(count, rest)| (Atom::Array(count), rest))?,
            tag::MAP if self.depth > 0 => count(rest).map(|(_, rest)| (Atom::Map, rest))?,
            _ => return None,
        })
    }

    /// The values inside, starting with the first.
    #[inline]
    fn inside(self) -> Inside<'t, 'de> {
        let (n_left, rest) = self.start.get(1..).and_then(count).unwrap_or_default();
        self.cursor.rest.set(rest);
        match self.cursor.n_left.get().checked_sub(n_left) {
            Some(left) => self.cursor.n_left.set(left),
            None => self.cursor.fail(),
        }
        let inner = Self { start: &[], depth: self.depth.saturating_sub(1), ..self };
        Inside { last: inner, n_left, n_hashes: self.cursor.hashes.borrow().len() }
    }
}

/// A count that the remaining bytes can satisfy.
#[inline]
fn count(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (count, rest) = bytes.split_first_chunk()?;
    let count = u32::from_be_bytes(*count) as usize;
    (count < rest.len()).then_some((count, rest))
}

/// Bytes preceded by their count.
#[inline]
fn sized(bytes: &[u8]) -> Option<(Borrowed<'_>, &[u8])> {
    let (count, rest) = bytes.split_first_chunk()?;
    let (bytes, rest) = rest.split_at_checked(u32::from_be_bytes(*count) as usize)?;
    Some((Borrowed(bytes), rest))
}

/// The values of a container, one after the other.
struct Inside<'t, 'de> {
    /// The value that was yielded last.
    last: Stream<'t, 'de>,
    n_left: usize,
    /// The number of key hashes of the maps around this one.
    n_hashes: usize,
}

impl<'t, 'de> Inside<'t, 'de> {
    /// The bytes from the next value or key on; `None` at the end, which is this byte.
    #[inline]
    fn next(&mut self, end: u8) -> Option<&'de [u8]> {
        let cursor = self.last.cursor;
        if !self.last.start.is_empty() {
            self.last.pass();
        }
        if let Some(n_left) = self.n_left.checked_sub(1) {
            self.n_left = n_left;
            if !cursor.rest.get().is_empty() {
                return Some(cursor.rest.get());
            }
            cursor.fail();
            return None;
        }
        self.last.start = &[];
        match cursor.rest.get().strip_prefix(&[end]) {
            Some(rest) if end == tag::ARRAY_END || self.has_distinct_keys() => cursor.rest.set(rest),
            _ => cursor.fail(),
        }
        None
    }

    /// The next value, if there is one.
    #[inline]
    fn value(&mut self, start: &'de [u8]) -> Stream<'t, 'de> {
        self.last.cursor.rest.set(start);
        self.last.start = start;
        self.last
    }

    #[inline]
    fn key(&mut self, bytes: &'de [u8]) -> Option<(Borrowed<'de>, &'de [u8])> {
        let (key, rest) = sized(bytes.strip_prefix(&[tag::KEY])?)?;
        self.last.cursor.hashes.borrow_mut().push(hash(&key));
        Some((key, rest))
    }

    #[inline]
    fn has_distinct_keys(&self) -> bool {
        let mut hashes = self.last.cursor.hashes.borrow_mut();
        let is_distinct = are_distinct(|| hashes.iter().skip(self.n_hashes).copied());
        hashes.truncate(self.n_hashes);
        is_distinct
    }
}

impl<'t, 'de> Source<'de> for Stream<'t, 'de> {
    type Bytes = Borrowed<'de>;

    #[inline]
    fn atom(self) -> Atom<Borrowed<'de>> {
        match self.read() {
            Some((atom, rest)) => {
                self.cursor.rest.set(rest);
                atom
            }
            None => {
                self.cursor.fail();
                Atom::Undef
            }
        }
    }

    #[inline]
    fn items(self) -> impl Iterator<Item = Self> {
        let mut inside = self.inside();
        std::iter::from_fn(move || inside.next(tag::ARRAY_END).map(|start| inside.value(start))).fuse()
    }

    #[inline]
    fn entries(self) -> impl Iterator<Item = (Borrowed<'de>, Self)> {
        let mut inside = self.inside();
        let next = move || {
            let start = inside.next(tag::MAP_END)?;
            match inside.key(start) {
                Some((key, start)) => Some((key, inside.value(start))),
                None => {
                    inside.last.cursor.fail();
                    None
                }
            }
        };
        std::iter::from_fn(next).fuse()
    }

    fn only_key(self) -> Option<Borrowed<'de>> {
        let (_, rest) = self.start.get(1..).and_then(count).filter(|(count, _)| *count == 1)?;
        rest.strip_prefix(&[tag::KEY]).and_then(sized).map(|(key, _)| key)
    }

    fn place(self) -> Place {
        Place::Model
    }
}

/// Bytes of the document.
#[derive(Clone, Copy)]
pub(super) struct Borrowed<'de>(&'de [u8]);

impl Deref for Borrowed<'_> {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        self.0
    }
}

impl<'de> Bytes<'de> for Borrowed<'de> {
    #[inline]
    fn visit_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_bytes(self.0)
    }

    #[inline]
    fn visit_text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match std::str::from_utf8(self.0) {
            Ok(text) => visitor.visit_borrowed_str(text),
            Err(_) => visitor.visit_borrowed_bytes(self.0),
        }
    }
}

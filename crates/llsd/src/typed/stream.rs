//! Reading of binary LLSD into data in one pass over the bytes, if nothing about them is unusual, as
//! `owned.rs` does for values.
//!
//! It gives up at any error, including those of users' types. The data are then read by `tape.rs`, which
//! gives the error its path and position.

use super::de;
use super::source::{Atom, Bytes, DataSource, Fields};
use crate::common::error::{Error, Place};
use crate::common::limits::Remaining;
use crate::model::keys::are_distinct;
use crate::model::{Date, Uuid};
use crate::options::ReadOptions;
use crate::owned;
use crate::read::header;
use crate::wire::tag;
use serde::Deserialize;
use serde::de::Visitor;
use std::cell::{Cell, RefCell};
use std::ops::Deref;

/// Reads the data of a document; `None` if anything is unusual.
pub(super) fn from<'de, T: Deserialize<'de>>(bytes: &'de [u8], options: &ReadOptions) -> Option<T> {
    let Remaining { depth, elements, .. } = options.limits.resolve(bytes.len());
    let start = bytes.get(header::length(bytes)..)?;
    let cursor = Cursor {
        rest: Cell::new(start),
        n_left: Cell::new(elements.get().checked_sub(1)?),
        keys: RefCell::default(),
        has_failed: Cell::new(false),
    };
    let root = Stream { cursor: &cursor, start, depth: depth.get() };
    let data = de::from(root).ok()?;
    root.pass();
    (!cursor.has_failed.get() && header::is_padding(cursor.rest.get())).then_some(data)
}

/// The position in the document.
struct Cursor<'de> {
    rest: Cell<&'de [u8]>,
    /// The number of values that are still allowed.
    n_left: Cell<usize>,
    /// The keys read so far of the open maps, outermost first, except for those that are fields of the
    /// struct.
    keys: RefCell<Vec<&'de [u8]>>,
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
    /// Moves the cursor past the value, unless it was read already.
    #[inline]
    fn pass(self) {
        if self.cursor.rest.get().len() == self.start.len() {
            self.skip();
        }
    }

    #[inline(never)]
    fn skip(self) {
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

    /// Reads the value; returns the bytes after it, or for a container the bytes after its count.
    // Inlined, because each caller wants one type and can leave out the others.
    #[inline(always)]
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

    /// The values inside the value, starting with the first.
    #[inline]
    fn inside(self) -> Inside<'t, 'de> {
        let (n_left, rest) = self.start.get(1..).and_then(count).unwrap_or_default();
        self.cursor.rest.set(rest);
        match self.cursor.n_left.get().checked_sub(n_left) {
            Some(left) => self.cursor.n_left.set(left),
            None => self.cursor.fail(),
        }
        let inner = Self { start: &[], depth: self.depth.saturating_sub(1), ..self };
        Inside { last: inner, n_left, n_keys: self.cursor.keys.borrow().len() }
    }
}

/// Reads a count; `None` if the remaining bytes cannot contain that many values.
#[inline]
fn count(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (count, rest) = bytes.split_first_chunk()?;
    let count = u32::from_be_bytes(*count) as usize;
    (count < rest.len()).then_some((count, rest))
}

/// Reads bytes preceded by their count.
#[inline]
fn sized(bytes: &[u8]) -> Option<(Borrowed<'_>, &[u8])> {
    let (count, rest) = bytes.split_first_chunk()?;
    let (bytes, rest) = rest.split_at_checked(u32::from_be_bytes(*count) as usize)?;
    Some((Borrowed(bytes), rest))
}

/// Reads the values of a container one after another.
struct Inside<'t, 'de> {
    /// The value that was yielded last.
    last: Stream<'t, 'de>,
    n_left: usize,
    /// The number of keys that the cursor stored for the maps around this one.
    n_keys: usize,
}

impl<'t, 'de> Inside<'t, 'de> {
    /// The bytes from the next value or key on; `None` at the end of the container, which the byte `end`
    /// marks.
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

    /// The next value, which begins at `start`.
    #[inline]
    fn value(&mut self, start: &'de [u8]) -> Stream<'t, 'de> {
        self.last.cursor.rest.set(start);
        self.last.start = start;
        self.last
    }

    /// Reads a key, and returns the key and the rest.
    #[inline]
    fn key(&self, bytes: &'de [u8], known: &mut StructFields) -> Option<(Key<'de>, &'de [u8])> {
        let (Borrowed(bytes), rest) = sized(bytes.strip_prefix(&[tag::KEY])?)?;
        let Some((field, is_new)) = known.find(bytes) else { return Some((self.other_key(bytes), rest)) };
        is_new.then_some((Key { bytes, field: Some(field) }, rest))
    }

    #[inline(never)]
    fn other_key(&self, bytes: &'de [u8]) -> Key<'de> {
        self.last.cursor.keys.borrow_mut().push(bytes);
        Key { bytes, field: None }
    }

    #[inline]
    fn has_distinct_keys(&self) -> bool {
        let mut keys = self.last.cursor.keys.borrow_mut();
        if keys.len() == self.n_keys {
            return true;
        }
        let is_distinct = are_distinct(|| keys.iter().skip(self.n_keys));
        keys.truncate(self.n_keys);
        is_distinct
    }
}

/// The fields of a struct, and which of them were found.
struct StructFields {
    names: Fields,
    /// The index of the expected field, since most documents have the fields in the order of the struct.
    next: usize,
    /// A bit for each of the first [`MOST`](Self::MOST) fields, which is set once the field is found.
    found: u64,
}

impl StructFields {
    /// The maximum number of fields that are compared with each key.
    const MOST: usize = u64::BITS as usize;

    fn new(names: Fields) -> Self {
        Self { names, next: 0, found: 0 }
    }

    /// Finds the field with this name; the flag is set if it is found for the first time.
    #[inline]
    fn find(&mut self, key: &[u8]) -> Option<(&'static str, bool)> {
        let is_key = |name: &&str| name.as_bytes() == key;
        let at = match self.names.get(self.next) {
            Some(name) if is_key(name) => self.next,
            _ => self.names.iter().take(Self::MOST).position(is_key)?,
        };
        self.next = at.saturating_add(1);
        let bit = 1_u64.checked_shl(u32::try_from(at).ok()?)?;
        let is_new = self.found & bit == 0;
        self.found |= bit;
        Some((self.names.get(at)?, is_new))
    }
}

impl<'t, 'de> DataSource<'de> for Stream<'t, 'de> {
    type Bytes = Borrowed<'de>;
    type Key = Key<'de>;

    const SHOWS_ERRORS: bool = false;

    #[inline(always)]
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
    fn entries(self, fields: Fields) -> impl Iterator<Item = (Key<'de>, Self)> {
        let mut inside = self.inside();
        let mut known = StructFields::new(fields);
        let next = move || {
            let start = inside.next(tag::MAP_END)?;
            match inside.key(start, &mut known) {
                Some((key, start)) => Some((key, inside.value(start))),
                None => {
                    inside.last.cursor.fail();
                    None
                }
            }
        };
        std::iter::from_fn(next).fuse()
    }

    fn only_key(self) -> Option<Key<'de>> {
        let (_, rest) = self.start.get(1..).and_then(count).filter(|(count, _)| *count == 1)?;
        rest.strip_prefix(&[tag::KEY]).and_then(sized).map(|(key, _)| Key { bytes: key.0, field: None })
    }

    fn place(self) -> Place {
        Place::Model
    }
}

/// Bytes of the document, which data may borrow.
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

/// A key. The name of a field is known to be UTF-8, so that it need not be checked again.
#[derive(Clone, Copy)]
pub(super) struct Key<'de> {
    bytes: &'de [u8],
    field: Option<&'static str>,
}

impl Deref for Key<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.bytes
    }
}

impl<'de> Bytes<'de> for Key<'de> {
    fn visit_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_bytes(self.bytes)
    }

    #[inline]
    fn visit_text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.field {
            Some(field) => visitor.visit_borrowed_str(field),
            None => Borrowed(self.bytes).visit_text(visitor),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Fields, StructFields};

    #[test]
    fn fields_are_found_in_any_order_and_once() {
        let mut known = StructFields::new(&["a", "b", "c"]);
        let found = ["c", "a", "x", "b", "a"].map(|key| known.find(key.as_bytes()));
        assert_eq!(
            found,
            [Some(("c", true)), Some(("a", true)), None, Some(("b", true)), Some(("a", false))]
        );
    }

    #[test]
    fn fields_beyond_the_bits_are_like_other_keys() {
        let mut names = vec!["x"; 64];
        names.extend(["last", "more"]);
        let names: Fields = names.leak();
        let mut known = StructFields::new(names);
        assert_eq!(known.find(b"x"), Some(("x", true)));
        known.next = 63;
        assert_eq!(
            ["x", "last", "more"].map(|key| known.find(key.as_bytes()).is_some()),
            [true, false, false]
        );
    }
}

//! A fast reader of binary LLSD, which builds a value in one pass over the bytes if nothing about them is
//! unusual.
//!
//! It gives up if there is anything to report: an error, a warning, or a limit that is reached. The reader in
//! `read/binary.rs` then starts again. Text in quotes, which hardly any program writes, is also left to that
//! reader.

pub(crate) mod nest;

use crate::model::keys::{Draft, RecentKeys};
use crate::model::{Date, Map, Text, Uri, Uuid, Value};
use crate::wire::tag;

/// A value and its size.
pub(crate) struct Owned {
    pub(crate) value: Value,
    /// The number of bytes that it takes.
    pub(crate) len: usize,
    /// The number of values in it, including itself.
    pub(crate) n_values: usize,
}

/// A container whose values are not all read yet.
struct OpenContainer {
    values: Vec<Value>,
    /// The number of values that its start announces.
    count: usize,
    /// The number of bytes that the missing values need at least, when this was last computed.
    claim: usize,
    /// The keys, if it is a map. While a container inside it is read, there is one more key than values.
    keys: Option<Draft>,
}

/// Reads the value at the start of the bytes; `None` if it is unusual, nested deeper than `depth`, or has
/// more values than `elements`.
pub(crate) fn value(bytes: &[u8], depth: usize, elements: usize) -> Option<Owned> {
    let (tag, rest) = bytes.split_first()?;
    let mut root = Value::Undef;
    if let Some(rest) = one(*tag, rest, &mut root) {
        return Some(Owned { value: root, len: bytes.len().saturating_sub(rest.len()), n_values: 1 });
    }
    let mut reader = Reader { rest, n_values: 1, elements, depth, claimed: 0, seen: RecentKeys::default() };
    let mut open = Vec::new();
    reader.begin(*tag, &mut open)?;
    // A container is read and written where it lies, since a copy waits for the small writes before it.
    loop {
        if let Some(tag) = reader.fill(open.last_mut()?)? {
            reader.begin(tag, &mut open)?;
            continue;
        }
        match open.as_mut_slice() {
            [.., parent, top] => reader.end(top, &mut parent.values)?,
            [top] => {
                reader.end(top, &mut root)?;
                let len = bytes.len().saturating_sub(reader.rest.len());
                return Some(Owned { value: root, len, n_values: reader.n_values });
            }
            [] => return None,
        }
        open.pop();
    }
}

struct Reader<'a> {
    rest: &'a [u8],
    n_values: usize,
    /// The limits on elements and on nesting.
    elements: usize,
    depth: usize,
    /// The number of bytes that the missing values of all open containers need at least, so that memory is
    /// only allocated for as many values as the rest can contain.
    claimed: usize,
    seen: RecentKeys,
}

impl Reader<'_> {
    /// Opens a container of the kind of this tag.
    fn begin(&mut self, tag: u8, open: &mut Vec<OpenContainer>) -> Option<()> {
        let (count, after) = self.rest.split_first_chunk()?;
        let count = u32::from_be_bytes(*count) as usize;
        let (is_map, size) = match tag {
            tag::ARRAY => (false, ITEM),
            tag::MAP => (true, ENTRY),
            _ => return None,
        };
        let claim = count.saturating_mul(size);
        self.claimed = self.claimed.saturating_add(claim);
        self.n_values = self.n_values.saturating_add(count);
        if self.claimed > after.len() || self.n_values > self.elements || open.len() >= self.depth {
            return None;
        }
        self.rest = after;
        let begun = || OpenContainer {
            values: Vec::with_capacity(count),
            count,
            claim,
            keys: is_map.then(Draft::default),
        };
        open.extend(std::iter::once_with(begun));
        Some(())
    }

    /// Reads values up to the next container, and returns its tag; `None` after the last value.
    fn fill(&mut self, open: &mut OpenContainer) -> Option<Option<u8>> {
        // Most containers contain only scalars, so most of the time is spent here.
        let mut bytes = self.rest;
        let mut inner = None;
        while open.values.len() < open.count {
            if let Some(keys) = &mut open.keys {
                let (key, after) = Sized::new(bytes.strip_prefix(&[tag::KEY])?)?;
                keys.push_unchecked(key.bytes, Some(open.count), &self.seen);
                bytes = after;
            }
            let (tag, after) = bytes.split_first()?;
            if matches!(*tag, tag::ARRAY | tag::MAP) {
                bytes = after;
                inner = Some(*tag);
                break;
            }
            bytes = one(*tag, after, &mut open.values)?;
        }
        self.rest = bytes;
        // Counts only the values that are still missing.
        let size = if open.keys.is_some() { ENTRY } else { ITEM };
        let left = open.count.saturating_sub(open.values.len()).saturating_mul(size);
        self.claimed = self.claimed.saturating_sub(open.claim).saturating_add(left);
        open.claim = left;
        Some(inner)
    }

    /// Ends a container, and adds it to `out`; `None` if a key is a duplicate.
    fn end(&mut self, open: &mut OpenContainer, out: &mut impl Put) -> Option<()> {
        let end = if open.keys.is_some() { tag::MAP_END } else { tag::ARRAY_END };
        self.rest = self.rest.strip_prefix(&[end])?;
        put_container(open.keys.as_mut(), std::mem::take(&mut open.values), &mut self.seen, out)
    }
}

/// Adds a map, or an array if there are no keys, to `out`; `None` if a key is a duplicate.
#[inline]
fn put_container(
    keys: Option<&mut Draft>,
    values: Vec<Value>,
    seen: &mut RecentKeys,
    out: &mut impl Put,
) -> Option<()> {
    let Some(keys) = keys else { return out.put(|| Value::Array(values.into())) };
    keys.is_sound().then_some(())?;
    let keys = keys.finish(seen);
    out.put(|| Value::Map(Map::of_keys(keys, values)))
}

/// The minimum size in bytes of a value in an array, and of an entry in a map.
const ITEM: usize = 1;
// The tag and the count of the key, and a byte for the value.
const ENTRY: usize = 6;

/// Reads a value that is not a container into `out`, and returns the rest of the input.
#[inline(always)]
fn one<'a>(tag: u8, rest: &'a [u8], out: &mut impl Put) -> Option<&'a [u8]> {
    Some(match tag {
        tag::UNDEF => {
            out.put(|| Value::Undef)?;
            rest
        }
        tag::TRUE | tag::FALSE => {
            out.put(|| Value::Boolean(tag == tag::TRUE))?;
            rest
        }
        tag::INTEGER => {
            let (number, rest) = rest.split_first_chunk()?;
            out.put(|| Value::Integer(i32::from_be_bytes(*number)))?;
            rest
        }
        tag::REAL => {
            let (number, rest) = rest.split_first_chunk()?;
            out.put(|| Value::Real(f64::from_be_bytes(*number)))?;
            rest
        }
        // Dates are the only little-endian number: the viewer writes them in the byte order of its processor.
        tag::DATE => {
            let (number, rest) = rest.split_first_chunk()?;
            out.put(|| Value::Date(Date(f64::from_le_bytes(*number))))?;
            rest
        }
        tag::UUID => {
            let (uuid, rest) = rest.split_first_chunk()?;
            out.put(|| Value::Uuid(Uuid(*uuid)))?;
            rest
        }
        tag::STRING => {
            let (text, rest) = Sized::new(rest)?;
            match Text::window(text.rest, text.bytes.len()) {
                Some((window, len)) => out.put(|| Value::String(Text::from_window(window, len)))?,
                None => out.put(|| Value::String(text.bytes.into()))?,
            }
            rest
        }
        tag::URI => {
            let (text, rest) = Sized::new(rest)?;
            out.put(|| Value::Uri(Uri(text.bytes.into())))?;
            rest
        }
        tag::BINARY => {
            let (bytes, rest) = Sized::new(rest)?;
            out.put(|| Value::Binary(bytes.bytes.to_vec()))?;
            rest
        }
        _ => return None,
    })
}

/// A destination in which a value is built directly. Copying it there from the stack would double the time,
/// because the copy waits for the small writes before it.
pub(crate) trait Put {
    /// Builds a value in the destination; `None` if there is no room.
    fn put(&mut self, make: impl FnOnce() -> Value) -> Option<()>;
}

impl Put for Value {
    #[inline(always)]
    fn put(&mut self, make: impl FnOnce() -> Value) -> Option<()> {
        *self = make();
        Some(())
    }
}

impl Put for Vec<Value> {
    #[inline(always)]
    fn put(&mut self, make: impl FnOnce() -> Value) -> Option<()> {
        // The check of the capacity comes first: `push` alone would reserve space after the value is built.
        (self.len() < self.capacity()).then(|| self.push(make()))
    }
}

/// Bytes preceded by their count.
#[derive(Clone, Copy)]
struct Sized<'a> {
    bytes: &'a [u8],
    /// The bytes from the first of `bytes` to the end of the input.
    rest: &'a [u8],
}

impl<'a> Sized<'a> {
    #[inline(always)]
    fn new(rest: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let (count, rest) = rest.split_first_chunk()?;
        let (bytes, after) = rest.split_at_checked(u32::from_be_bytes(*count) as usize)?;
        Some((Self { bytes, rest }, after))
    }
}

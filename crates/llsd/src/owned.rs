//! Reads binary LLSD into a value in one pass over the bytes, if nothing about it is unusual.
//!
//! It gives up if there is something to report: an error, a warning, or a limit that is reached. The reader in
//! `read/binary.rs` then starts over. Text in quotes, which hardly any program writes, is also left to that reader.

mod nest;
pub(crate) mod notation;
#[cfg(feature = "xml")]
pub(crate) mod xml;

use crate::model::keys::{Draft, Seen};
use crate::model::{Date, Map, Text, Uri, Uuid, Value};
use crate::wire::tag;

/// A value and its size.
pub(crate) struct Owned {
    pub(crate) value: Value,
    /// The number of its bytes.
    pub(crate) len: usize,
    /// The number of values, itself included.
    pub(crate) n_values: usize,
}

/// A container whose values are not all read yet.
struct Open {
    values: Vec<Value>,
    /// How many values it has.
    count: usize,
    /// The minimum number of bytes of the values that are still missing, when this was last computed.
    claim: usize,
    /// The keys, if it is a map; one more than values while a container in it is read.
    keys: Option<Draft>,
}

/// The value at the start of the bytes, unless it is unusual, nested deeper than this, or has more values than this.
pub(crate) fn value(bytes: &[u8], depth: usize, elements: usize) -> Option<Owned> {
    let (tag, mut rest) = bytes.split_first()?;
    let mut n_values = 1_usize;
    // Shared by all open containers: memory is only allocated for as many values as the bytes can hold.
    let mut claimed = 0;
    let mut outer: Vec<Open> = Vec::new();
    let mut seen = Seen::default();
    let mut scalar = Value::Undef;
    if let Some(rest) = one(*tag, rest, |value| scalar = value) {
        return Some(Owned { value: scalar, len: bytes.len().saturating_sub(rest.len()), n_values });
    }
    let mut top = begin(*tag, &mut rest, &mut claimed, elements)?;
    loop {
        n_values = n_values.saturating_add(top.count);
        if n_values > elements || outer.len() >= depth {
            return None;
        }
        // Ends containers until there is one with a container left to read.
        let inner = loop {
            if let Some(inner) = top.fill(&mut rest, &mut claimed, elements, &seen)? {
                break inner;
            }
            let value = top.end(&mut rest, &mut seen)?;
            let Some(mut parent) = outer.pop() else {
                return Some(Owned { value, len: bytes.len().saturating_sub(rest.len()), n_values });
            };
            parent.values.push(value);
            top = parent;
        };
        outer.push(std::mem::replace(&mut top, inner));
    }
}

impl Open {
    /// Reads values up to the next container, or up to the last value.
    fn fill(
        &mut self,
        rest: &mut &[u8],
        claimed: &mut usize,
        elements: usize,
        seen: &Seen,
    ) -> Option<Option<Self>> {
        // Most containers contain only scalars, so most of the time is spent here.
        let mut bytes = *rest;
        while self.values.len() < self.count {
            if let Some(keys) = &mut self.keys {
                let (key, after) = Sized::new(bytes.strip_prefix(&[tag::KEY])?)?;
                keys.push_unchecked(key.bytes, Some(self.count), seen);
                bytes = after;
            }
            let (tag, after) = bytes.split_first()?;
            if matches!(*tag, tag::ARRAY | tag::MAP) {
                *rest = after;
                self.claim(claimed);
                return begin(*tag, rest, claimed, elements).map(Some);
            }
            bytes = one(*tag, after, |value| self.values.push(value))?;
        }
        *rest = bytes;
        self.claim(claimed);
        Some(None)
    }

    /// Counts only the values that are still missing.
    fn claim(&mut self, claimed: &mut usize) {
        let size = if self.keys.is_some() { ENTRY } else { ITEM };
        let left = self.count.saturating_sub(self.values.len()).saturating_mul(size);
        *claimed = claimed.saturating_sub(self.claim).saturating_add(left);
        self.claim = left;
    }

    /// The container, unless it has a key twice.
    fn end(self, rest: &mut &[u8], seen: &mut Seen) -> Option<Value> {
        let end = if self.keys.is_some() { tag::MAP_END } else { tag::ARRAY_END };
        *rest = rest.strip_prefix(&[end])?;
        Some(match self.keys {
            None => Value::Array(self.values.into()),
            Some(mut keys) => {
                keys.is_sound().then_some(())?;
                Value::Map(Map::of_keys(keys.finish(seen), self.values))
            }
        })
    }
}

/// The minimum size of a value of an array, and of an entry of a map.
const ITEM: usize = 1;
// The tag and the count of the key, and a byte for the value.
const ENTRY: usize = 6;

/// An empty container of the kind of this tag, with capacity for its values, unless they are more than this.
fn begin(tag: u8, rest: &mut &[u8], claimed: &mut usize, elements: usize) -> Option<Open> {
    let (count, after) = rest.split_first_chunk()?;
    let count = u32::from_be_bytes(*count) as usize;
    let (is_map, size) = match tag {
        tag::ARRAY => (false, ITEM),
        tag::MAP => (true, ENTRY),
        _ => return None,
    };
    let claim = count.saturating_mul(size);
    *claimed = claimed.saturating_add(claim);
    if *claimed > after.len() || count > elements {
        return None;
    }
    *rest = after;
    Some(Open { values: Vec::with_capacity(count), count, claim, keys: is_map.then(Draft::default) })
}

/// Reads a value that is not a container, passes it to `put`, and returns what follows it.
// `put` is inlined into each arm, so that the value is constructed in its final place. Copying it from the stack doubles
// the time, because the copy waits for the small writes before it.
#[inline(always)]
fn one(tag: u8, rest: &[u8], mut put: impl FnMut(Value)) -> Option<&[u8]> {
    Some(match tag {
        tag::UNDEF => {
            put(Value::Undef);
            rest
        }
        tag::TRUE | tag::FALSE => {
            put(Value::Boolean(tag == tag::TRUE));
            rest
        }
        tag::INTEGER => {
            let (number, rest) = rest.split_first_chunk()?;
            put(Value::Integer(i32::from_be_bytes(*number)));
            rest
        }
        tag::REAL => {
            let (number, rest) = rest.split_first_chunk()?;
            put(Value::Real(f64::from_be_bytes(*number)));
            rest
        }
        // Dates are the only little-endian number: the viewer writes them in the byte order of its processor.
        tag::DATE => {
            let (number, rest) = rest.split_first_chunk()?;
            put(Value::Date(Date(f64::from_le_bytes(*number))));
            rest
        }
        tag::UUID => {
            let (uuid, rest) = rest.split_first_chunk()?;
            put(Value::Uuid(Uuid(*uuid)));
            rest
        }
        tag::STRING => {
            let (text, rest) = Sized::new(rest)?;
            match Text::short_start(text.rest, text.bytes.len()) {
                Some(text) => put(Value::String(text)),
                None => put(Value::String(text.bytes.into())),
            }
            rest
        }
        tag::URI => {
            let (text, rest) = Sized::new(rest)?;
            put(Value::Uri(Uri(text.bytes.into())));
            rest
        }
        tag::BINARY => {
            let (bytes, rest) = Sized::new(rest)?;
            put(Value::Binary(bytes.bytes.to_vec()));
            rest
        }
        _ => return None,
    })
}

/// Bytes preceded by their count.
#[derive(Clone, Copy)]
struct Sized<'a> {
    bytes: &'a [u8],
    /// The same, and everything that follows.
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

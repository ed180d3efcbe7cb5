//! Reads binary LLSD into a value in one pass over the bytes, if nothing about it is unusual.
//!
//! It gives up if there is something to report: an error, a warning, or a limit that is reached. The reader in
//! `read/binary.rs` then starts over. Text in quotes, which hardly any program writes, is also left to that reader.

use crate::model::SHORT;
use crate::read::binary::{are_distinct, hash};
use crate::wire::tag;
use crate::{Date, Map, Text, Uri, Uuid, Value};

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
    values: Values,
    /// How many values it has.
    count: usize,
    /// The minimum number of bytes of the values that are still missing, when this was last computed.
    claim: usize,
    /// The key of the container itself.
    key: Text,
}

enum Values {
    Array(Vec<Value>),
    Map(Vec<(Text, Value)>),
}

/// The value at the start of the bytes, unless it is unusual, nested deeper than this, or has more values than this.
pub(crate) fn value(bytes: &[u8], depth: usize, elements: usize) -> Option<Owned> {
    let (tag, mut rest) = bytes.split_first()?;
    let mut n_values = 1_usize;
    // Shared by all open containers: memory is only allocated for as many values as the bytes can hold.
    let mut claimed = 0;
    let mut outer: Vec<Open> = Vec::new();
    let mut scalar = Value::Undef;
    if let Some(rest) = one(*tag, rest, |value| scalar = value) {
        return Some(Owned { value: scalar, len: bytes.len().saturating_sub(rest.len()), n_values });
    }
    let mut top = begin(*tag, &mut rest, &mut claimed, Text::default())?;
    loop {
        n_values = n_values.saturating_add(top.count);
        if n_values > elements || outer.len() >= depth {
            return None;
        }
        // Ends containers until there is one with a container left to read.
        let inner = loop {
            if let Some(inner) = top.fill(&mut rest, &mut claimed)? {
                break inner;
            }
            let (key, value) = top.end(&mut rest)?;
            let Some(mut parent) = outer.pop() else {
                return Some(Owned { value, len: bytes.len().saturating_sub(rest.len()), n_values });
            };
            match &mut parent.values {
                Values::Array(values) => values.push(value),
                Values::Map(entries) => entries.push((key, value)),
            }
            top = parent;
        };
        outer.push(std::mem::replace(&mut top, inner));
    }
}

impl Open {
    /// Reads values up to the next container, or up to the last value.
    fn fill(&mut self, rest: &mut &[u8], claimed: &mut usize) -> Option<Option<Self>> {
        // Most containers contain only scalars, so most of the time is spent here.
        let mut bytes = *rest;
        match &mut self.values {
            Values::Array(values) => {
                while values.len() < self.count {
                    let (tag, after) = bytes.split_first()?;
                    if matches!(*tag, tag::ARRAY | tag::MAP) {
                        *rest = after;
                        self.claim(claimed);
                        return begin(*tag, rest, claimed, Text::default()).map(Some);
                    }
                    bytes = one(*tag, after, |value| values.push(value))?;
                }
            }
            Values::Map(entries) => {
                while entries.len() < self.count {
                    let (key, after) = Sized::new(bytes.strip_prefix(&[tag::KEY])?)?;
                    let (tag, after) = after.split_first()?;
                    if matches!(*tag, tag::ARRAY | tag::MAP) {
                        *rest = after;
                        self.claim(claimed);
                        return begin(*tag, rest, claimed, key.bytes.into()).map(Some);
                    }
                    bytes = one(*tag, after, |value| push(entries, key, value))?;
                }
            }
        }
        *rest = bytes;
        self.claim(claimed);
        Some(None)
    }

    /// Counts only the values that are still missing.
    fn claim(&mut self, claimed: &mut usize) {
        let (n_read, size) = match &self.values {
            Values::Array(values) => (values.len(), ITEM),
            Values::Map(entries) => (entries.len(), ENTRY),
        };
        let left = self.count.saturating_sub(n_read).saturating_mul(size);
        *claimed = claimed.saturating_sub(self.claim).saturating_add(left);
        self.claim = left;
    }

    /// Adds the container, with its key, to the one around it.
    fn end(self, rest: &mut &[u8]) -> Option<(Text, Value)> {
        let end = match self.values {
            Values::Array(_) => tag::ARRAY_END,
            Values::Map(_) => tag::MAP_END,
        };
        *rest = rest.strip_prefix(&[end])?;
        let value = match self.values {
            Values::Array(values) => Value::Array(values.into()),
            Values::Map(entries) => {
                if !are_distinct(|| entries.iter().map(|(key, _)| hash(key.as_bytes()))) {
                    return None;
                }
                Value::Map(Map::of_unique(entries))
            }
        };
        Some((self.key, value))
    }
}

/// The minimum size of a value of an array, and of an entry of a map.
const ITEM: usize = 1;
const ENTRY: usize = 6;

/// An empty container of the kind of this tag, with capacity for its values.
fn begin(tag: u8, rest: &mut &[u8], claimed: &mut usize, key: Text) -> Option<Open> {
    let (count, after) = rest.split_first_chunk()?;
    let count = u32::from_be_bytes(*count) as usize;
    let (is_map, size) = match tag {
        tag::ARRAY => (false, ITEM),
        tag::MAP => (true, ENTRY),
        _ => return None,
    };
    let claim = count.saturating_mul(size);
    *claimed = claimed.saturating_add(claim);
    if *claimed > after.len() {
        return None;
    }
    *rest = after;
    let values = if is_map {
        Values::Map(Vec::with_capacity(count))
    } else {
        Values::Array(Vec::with_capacity(count))
    };
    Some(Open { values, count, claim, key })
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
            match text.short() {
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

    /// Short text that enough bytes follow.
    #[inline(always)]
    fn short(self) -> Option<Text> {
        // A copy of constant length takes few instructions; the bytes after the text are ignored.
        let window = self.rest.first_chunk::<SHORT>()?;
        let len = u8::try_from(self.bytes.len()).ok().filter(|len| usize::from(*len) <= SHORT)?;
        Some(Text::from_window(window, len))
    }
}

#[inline(always)]
fn push(entries: &mut Vec<(Text, Value)>, key: Sized<'_>, value: Value) {
    match key.short() {
        Some(key) => entries.push((key, value)),
        None => push_long(entries, key.bytes.into(), value),
    }
}

#[cold]
#[inline(never)]
fn push_long(entries: &mut Vec<(Text, Value)>, key: Text, value: Value) {
    entries.push((key, value));
}

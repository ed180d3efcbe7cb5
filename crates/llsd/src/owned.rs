//! A tape of binary LLSD to a value, where no map has a key twice and none ends before its count.

use crate::document::{Tape, key, scalar};
use crate::model::SHORT;
use crate::wire::tag;
use crate::{Date, Map, Scalar, Text, Uri, Uuid, Value};

/// A container whose values are not all read yet.
struct Open {
    values: Values,
    /// The number of the entry after the last value inside.
    end: usize,
    /// The key of the container itself.
    key: Text,
}

enum Values {
    Array(Vec<Value>),
    Map(Vec<(Text, Value)>),
}

/// The value with this number.
pub(crate) fn value(bytes: &[u8], tape: &Tape, number: usize) -> Value {
    let mut outer: Vec<Open> = Vec::new();
    let mut number = number;
    let Some(mut top) = container(bytes, tape, number) else { return one(bytes, tape, number) };
    loop {
        number = number.saturating_add(1);
        // Most containers hold scalars only, so this is where the time goes.
        let inner = match &mut top.values {
            Values::Array(values) => loop {
                if number >= top.end {
                    break None;
                }
                match container(bytes, tape, number) {
                    None => values.push(one(bytes, tape, number)),
                    inner => break inner,
                }
                number = number.saturating_add(1);
            },
            Values::Map(entries) => loop {
                if number >= top.end {
                    break None;
                }
                match container(bytes, tape, number) {
                    None => {
                        let key = text_of_key(bytes, tape.entry(number).key as usize);
                        entries.push((key, one(bytes, tape, number)));
                    }
                    Some(mut inner) => {
                        inner.key = text_of_key(bytes, tape.entry(number).key as usize);
                        break Some(inner);
                    }
                }
                number = number.saturating_add(1);
            },
        };
        if let Some(inner) = inner {
            outer.push(std::mem::replace(&mut top, inner));
            continue;
        }
        // The next entry, and not the one after it, comes after the end.
        number = number.saturating_sub(1);
        let Open { values, key, .. } = top;
        let value = match values {
            Values::Array(values) => Value::Array(values.into()),
            Values::Map(entries) => Value::Map(Map::of_unique(entries)),
        };
        let Some(mut parent) = outer.pop() else { return value };
        match &mut parent.values {
            Values::Array(values) => values.push(value),
            Values::Map(entries) => entries.push((key, value)),
        }
        top = parent;
    }
}

/// A container that begins here, with room for its values.
#[inline(always)]
fn container(bytes: &[u8], tape: &Tape, number: usize) -> Option<Open> {
    let entry = tape.entry(number);
    let tag = bytes.get(entry.start as usize)?;
    if !matches!(*tag, tag::ARRAY | tag::MAP) {
        return None;
    }
    let end = entry.next as usize;
    let n_values = match scalar(bytes, entry.start as usize) {
        Scalar::Array(n_values) | Scalar::Map(n_values) => n_values,
        _ => 0,
    };
    let values = match *tag {
        tag::ARRAY => Values::Array(Vec::with_capacity(n_values)),
        _ => Values::Map(Vec::with_capacity(n_values)),
    };
    Some(Open { values, end, key: Text::default() })
}

/// A value that holds no others.
#[inline(always)]
fn one(bytes: &[u8], tape: &Tape, number: usize) -> Value {
    let start = tape.entry(number).start as usize;
    let (tag, rest) = bytes.get(start..).and_then(<[u8]>::split_first).unwrap_or((&tag::UNDEF, &[]));
    match *tag {
        tag::UNDEF => Value::Undef,
        tag::TRUE => Value::Boolean(true),
        tag::FALSE => Value::Boolean(false),
        tag::INTEGER => Value::Integer(rest.first_chunk().map_or(0, |bytes| i32::from_be_bytes(*bytes))),
        tag::REAL => Value::Real(rest.first_chunk().map_or(0.0, |bytes| f64::from_be_bytes(*bytes))),
        tag::DATE => Value::Date(Date(rest.first_chunk().map_or(0.0, |bytes| f64::from_le_bytes(*bytes)))),
        tag::UUID => Value::Uuid(Uuid(rest.first_chunk().copied().unwrap_or_default())),
        tag::STRING => Value::String(sized(rest)),
        tag::URI => Value::Uri(Uri(sized(rest))),
        _ => scalar(bytes, start).into(),
    }
}

#[inline(always)]
fn text_of_key(bytes: &[u8], start: usize) -> Text {
    match bytes.get(start..).and_then(<[u8]>::split_first) {
        Some((&tag::KEY, rest)) => sized(rest),
        _ => key(bytes, start).into(),
    }
}

/// Text after its count.
#[inline(always)]
fn sized(rest: &[u8]) -> Text {
    let Some((count, text)) = rest.split_first_chunk() else { return Text::default() };
    let len = u32::from_be_bytes(*count) as usize;
    match (text.first_chunk::<SHORT>(), u8::try_from(len)) {
        // A copy of constant length is one of few instructions; the bytes after the text do not matter.
        (Some(window), Ok(len)) if usize::from(len) <= SHORT => Text::from_window(window, len),
        _ => text.get(..len).unwrap_or_default().into(),
    }
}

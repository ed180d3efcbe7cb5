//! Format document, section 4.

use crate::model::walk::{Step, Walk};
use crate::mould::output::{Output, count};
use crate::wire::tag;
use crate::{Encoding, Error, Text, Uri, Uuid, Value, WriteOptions};

super::entry_functions!("binary LLSD");

fn file(out: &mut Output, value: &Value, options: &WriteOptions) -> Result<(), Error> {
    super::header::header(out, Encoding::Binary, options);
    self::value(out, value, options)
}

/// Writes a value and everything inside it.
pub(crate) fn value(out: &mut Output, value: &Value, options: &WriteOptions) -> Result<(), Error> {
    let mut walk = Walk::sorted(value, options.sorted);
    let mut ends = Vec::new();
    while let Some(step) = walk.next() {
        let Step::Value(key, value) = step else {
            out.0.extend(ends.pop());
            continue;
        };
        if let Some(key) = key {
            map_key(out, key).map_err(|error| super::placed(error, &walk))?;
        }
        one(out, value).map_err(|error| super::placed(error, &walk))?;
        match value {
            Value::Array(_) => ends.push(tag::ARRAY_END),
            Value::Map(_) => ends.push(tag::MAP_END),
            _ => {}
        }
    }
    Ok(())
}

/// Section 4.3.
pub(crate) fn map_key(out: &mut Output, key: &Text) -> Result<(), Error> {
    sized(out, tag::KEY, key.as_bytes())
}

/// Section 4.1: a value, or the start of a container.
pub(crate) fn one(out: &mut Output, value: &Value) -> Result<(), Error> {
    match value {
        Value::Undef => out.0.push(tag::UNDEF),
        Value::Boolean(is_true) => out.0.push(if *is_true { tag::TRUE } else { tag::FALSE }),
        Value::Integer(number) => fixed(out, tag::INTEGER, &number.to_be_bytes()),
        Value::Real(number) => fixed(out, tag::REAL, &number.to_be_bytes()),
        Value::Uuid(Uuid(bytes)) => fixed(out, tag::UUID, bytes),
        // Dates are the only little-endian number.
        Value::Date(date) => fixed(out, tag::DATE, &date.0.to_le_bytes()),
        Value::String(text) => return sized(out, tag::STRING, text.as_bytes()),
        Value::Uri(Uri(text)) => return sized(out, tag::URI, text.as_bytes()),
        Value::Binary(bytes) => return sized(out, tag::BINARY, bytes),
        Value::Array(array) => return n_values(out, tag::ARRAY, array.len()),
        Value::Map(map) => return n_values(out, tag::MAP, map.len()),
    }
    Ok(())
}

/// A tag and bytes of fixed size.
fn fixed<const N: usize>(out: &mut Output, tag: u8, bytes: &[u8; N]) {
    // All at once, because checking the capacity for each part takes as long as the copy.
    let mut all = [0; 17];
    if let Some((first, rest)) = all.split_first_mut() {
        *first = tag;
        rest.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
    }
    out.bytes(all.get(..N.saturating_add(1)).unwrap_or(&all));
}

/// Bytes preceded by their count.
fn sized(out: &mut Output, tag: u8, bytes: &[u8]) -> Result<(), Error> {
    n_values(out, tag, bytes.len())?;
    out.bytes(bytes);
    Ok(())
}

/// A tag, and the number of values or bytes that follow.
pub(crate) fn n_values(out: &mut Output, tag: u8, len: usize) -> Result<(), Error> {
    // Readers treat the count as a signed number.
    let count: i32 = count(len, "count")?;
    fixed(out, tag, &count.to_be_bytes());
    Ok(())
}

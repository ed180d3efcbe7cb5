//! Writing binary LLSD. Format document, section 4.

use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::walk::{Step, Walk};
use crate::model::{Text, Uri, Uuid, Value};
use crate::options::{Encoding, WriteOptions};
use crate::wire::tag;

super::entry_functions!("binary LLSD");

fn file(out: &mut Vec<u8>, value: &Value, options: &WriteOptions) -> Result<(), Error> {
    super::header::header(out, Encoding::Binary, options);
    self::value(out, value, options)
}

/// Writes a value and everything inside it.
pub(crate) fn value(out: &mut Vec<u8>, value: &Value, options: &WriteOptions) -> Result<(), Error> {
    let mut walk = Walk::sorted(value, options.sorted);
    let mut ends = Vec::new();
    loop {
        walk.leaves(|key, value| entry(out, key, value)).map_err(|error| super::placed(error, &walk))?;
        match walk.next() {
            None => return Ok(()),
            Some(Step::End) => out.extend(ends.pop()),
            Some(Step::Value(key, value)) => {
                super::make_room(out, &walk);
                entry(out, key, value).map_err(|error| super::placed(error, &walk))?;
                match value {
                    Value::Array(_) => ends.push(tag::ARRAY_END),
                    Value::Map(_) => ends.push(tag::MAP_END),
                    _ => {}
                }
            }
        }
    }
}

/// Writes a value, or the start of a container, after its key.
#[inline(always)]
fn entry(out: &mut Vec<u8>, key: Option<&Text>, value: &Value) -> Result<(), Error> {
    if let Some(key) = key {
        map_key(out, key)?;
    }
    one(out, value)
}

/// Writes the key of an entry. Section 4.3.
#[inline]
pub(crate) fn map_key(out: &mut Vec<u8>, key: &Text) -> Result<(), Error> {
    text(out, tag::KEY, key)
}

/// Writes a value, or the start of a container. Section 4.1.
#[inline(always)]
pub(crate) fn one(out: &mut Vec<u8>, value: &Value) -> Result<(), Error> {
    match value {
        Value::Undef => out.push(tag::UNDEF),
        Value::Boolean(is_true) => out.push(if *is_true { tag::TRUE } else { tag::FALSE }),
        Value::Integer(number) => fixed(out, tag::INTEGER, &number.to_be_bytes()),
        Value::Real(number) => fixed(out, tag::REAL, &number.to_be_bytes()),
        Value::Uuid(Uuid(bytes)) => fixed(out, tag::UUID, bytes),
        // Dates are the only little-endian number.
        Value::Date(date) => fixed(out, tag::DATE, &date.0.to_le_bytes()),
        Value::String(text) => return self::text(out, tag::STRING, text),
        Value::Uri(Uri(text)) => return self::text(out, tag::URI, text),
        Value::Binary(bytes) => return sized(out, tag::BINARY, bytes),
        Value::Array(array) => return n_values(out, tag::ARRAY, array.len()),
        Value::Map(map) => return n_values(out, tag::MAP, map.len()),
    }
    Ok(())
}

/// Writes a tag and bytes of fixed size.
#[inline(always)]
fn fixed<const N: usize>(out: &mut Vec<u8>, tag: u8, bytes: &[u8; N]) {
    out.push(tag);
    out.extend_from_slice(bytes);
}

/// Writes text preceded by its length.
#[inline(always)]
fn text(out: &mut Vec<u8>, tag: u8, text: &Text) -> Result<(), Error> {
    n_values(out, tag, text.len())?;
    text.append_to(out);
    Ok(())
}

/// Writes bytes preceded by their number.
fn sized(out: &mut Vec<u8>, tag: u8, bytes: &[u8]) -> Result<(), Error> {
    n_values(out, tag, bytes.len())?;
    out.extend_from_slice(bytes);
    Ok(())
}

/// Writes a tag, and the number of values or bytes that follow.
#[inline]
pub(crate) fn n_values(out: &mut Vec<u8>, tag: u8, len: usize) -> Result<(), Error> {
    // Readers treat the count as a signed number.
    let count = i32::try_from(len).map_err(|_| Error::model(ErrorKind::TooLong { len }).inside("count"))?;
    let [a, b, c, d] = count.to_be_bytes();
    out.extend_from_slice(&[tag, a, b, c, d]);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_31_bits() {
        let mut out = Vec::new();
        assert_eq!(n_values(&mut out, b'[', 0x7fff_ffff), Ok(()));
        assert_eq!(out, b"[\x7f\xff\xff\xff");
        let error = n_values(&mut out, b'[', 0x8000_0000).unwrap_err();
        assert_eq!(error.to_string(), "count: there are 2147483648, more than the format can count");
    }
}

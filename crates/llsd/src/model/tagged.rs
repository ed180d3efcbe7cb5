//! Tags for formats with fewer types, such as JSON: a value that such a format lacks is written as a map with a single
//! key, the tag.
//!
//! A map whose only key begins with `$` gets another `$` before the key, so that no map of a document is mistaken for
//! a tag.

use crate::model::{Date, Map, Text, Uri, Uuid, Value};
use crate::wire::{bytes, real};

pub(crate) const UUID: &str = "$uuid";
pub(crate) const DATE: &str = "$date";
pub(crate) const URI: &str = "$uri";
pub(crate) const BINARY: &str = "$binary";
/// Text that is not UTF-8.
pub(crate) const BYTES: &str = "$text";
/// A real that is not a number, or infinite.
pub(crate) const REAL: &str = "$real";

/// Returns true if a map whose only key is this one must be escaped.
pub(crate) fn is_tag(key: &[u8]) -> bool {
    key.starts_with(b"$")
}

/// The text of a real that is not finite: `inf`, `-inf`, `nan`; other NaNs with their bits.
pub(crate) fn special(number: f64) -> String {
    if number.is_nan() && number.to_bits() != f64::NAN.to_bits() {
        return format!("nan:{:016x}", number.to_bits());
    }
    let sign = if number.is_sign_negative() { "-" } else { "" };
    if number.is_nan() { "nan".into() } else { format!("{sign}inf") }
}

fn from_special(text: &str) -> Option<f64> {
    match text.strip_prefix("nan:") {
        Some(bits) => u64::from_str_radix(bits, 16).ok().map(f64::from_bits).filter(|number| number.is_nan()),
        None => real::parse(text.as_bytes()),
    }
}

/// The text of a date, if reading it gives the same bits.
pub(crate) fn date_text(date: Date) -> Option<String> {
    let text = date.to_iso(false)?;
    let again = Date::from_text(text.as_bytes())?;
    (again.0.to_bits() == date.0.to_bits()).then_some(text)
}

/// Replaces a map with a tag by the value that it represents. `Err` describes the value that the tag requires.
pub(crate) fn untagged(map: Map) -> Result<Value, &'static str> {
    let key = match map.get_index(0) {
        Some((key, _)) if map.len() == 1 && is_tag(key.as_bytes()) => key.clone(),
        _ => return Ok(Value::Map(map)),
    };
    let Some(value) = map.into_iter().next().map(|(_, value)| value) else { return Ok(Value::Undef) };
    let text = value.as_str();
    let tagged = match (key.as_str().unwrap_or_default(), &value) {
        (UUID, Value::Uuid(_)) | (DATE, Value::Date(_)) | (URI, Value::Uri(_)) => return Ok(value),
        (UUID, Value::Binary(bytes)) => {
            let uuid = bytes.as_slice().try_into().map(|bytes| Uuid(bytes).into());
            return uuid.map_err(|_| "a UUID");
        }
        (UUID, _) => return text.and_then(|text| text.parse::<Uuid>().ok()).map(Value::from).ok_or("a UUID"),
        (DATE, Value::Real(seconds)) => Date(*seconds).into(),
        (DATE, Value::Integer(seconds)) => Date((*seconds).into()).into(),
        (DATE, _) => {
            let date = |text: &str| text.parse().ok().or_else(|| from_special(text).map(Date));
            return text.and_then(date).map(Value::Date).ok_or("a date");
        }
        (URI, Value::String(text)) => Uri(text.clone()).into(),
        // Text that is not UTF-8.
        (URI, _) => return content(value).map(|bytes| Uri(bytes.into()).into()).ok_or("a URI"),
        (REAL, Value::Real(number)) => Value::Real(*number),
        (REAL, _) => return text.and_then(from_special).map(Value::Real).ok_or("a real"),
        (BINARY, _) => return content(value).map(Value::Binary).ok_or("base 64"),
        (BYTES, _) => return content(value).map(|bytes| Text::from(bytes).into()).ok_or("base 64"),
        // Escaped keys, and unknown tags.
        _ => {
            let plain = key.as_bytes();
            let plain = plain.strip_prefix(b"$").filter(|plain| is_tag(plain)).unwrap_or(plain);
            Map::from([(Text::from(plain), value)]).into()
        }
    };
    Ok(tagged)
}

/// Converts a value to bytes: from binary, a string in base 64, or an array of numbers.
fn content(value: Value) -> Option<Vec<u8>> {
    match value {
        Value::Binary(bytes) => Some(bytes),
        Value::String(text) => bytes::from_base64(text.as_bytes()),
        Value::Array(array) => array.iter().map(|byte| byte.as_integer()?.try_into().ok()).collect(),
        _ => None,
    }
}

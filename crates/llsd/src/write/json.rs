//! Writing JSON. Format document, section 9.

use crate::common::error::Error;
use crate::common::show::in_quotes;
use crate::error::ErrorKind;
use crate::model::walk::Walk;
use crate::model::{Date, Text, Value, tagged};
use crate::options::{JsonForm, Style, WriteOptions};
use crate::wire::{bytes, real};
use std::cell::Cell;

/// Writes JSON.
///
/// ```
/// use llsd::json::{self, JsonForm};
///
/// let value = llsd::read(b"{'id': ud7f4aeca-88f1-42a1-b385-b97b18abb255, 'size': r2}")?;
/// assert_eq!(
///     json::write(&value, JsonForm::Plain)?,
///     br#"{"id":"d7f4aeca-88f1-42a1-b385-b97b18abb255","size":2.0}"#
/// );
/// assert_eq!(json::read(&json::write(&value, JsonForm::Tagged)?, JsonForm::Tagged)?, value);
/// # Ok::<(), llsd::Error>(())
/// ```
///
/// # Errors
///
/// If JSON cannot express the value: a key that is not UTF-8, or with [`JsonForm::Plain`] any other text that is
/// not UTF-8, or a date outside the years 0 to 9999.
pub fn write(value: &Value, form: JsonForm) -> Result<Vec<u8>, Error> {
    write_with(value, form, &WriteOptions::default())
}

/// Writes JSON with the style, the order of keys and the treatment of losses that `options` select.
///
/// # Errors
///
/// The errors of [`write`](fn@write).
pub fn write_with(value: &Value, form: JsonForm, options: &WriteOptions) -> Result<Vec<u8>, Error> {
    let mut out = Vec::new();
    // Set if the next key would be mistaken for a tag.
    let is_tag = Cell::new(false);
    let key = |out: &mut Vec<u8>, key: &Text| {
        let escape = if is_tag.take() { "$" } else { "" };
        string(out, escape, key.as_bytes(), options)?;
        out.extend_from_slice(if options.style == Style::Pretty { b": " } else { b":" });
        Ok(())
    };
    let one = |out: &mut Vec<u8>, value: &Value| match value {
        Value::Map(map) => {
            let only = map.get_index(0).filter(|_| form == JsonForm::Tagged && map.len() == 1);
            is_tag.set(only.is_some_and(|(key, _)| tagged::is_tag(key.as_bytes())));
            out.extend_from_slice(b"{");
            Ok(())
        }
        value => one(out, value, form, options),
    };
    super::notation::all(&mut out, Walk::sorted(value, options.sorted), 0, options, key, one)?;
    if options.style == Style::Pretty {
        out.extend_from_slice(b"\n");
    }
    Ok(out)
}

/// Writes a value that is not a container, or the start of an array.
fn one(out: &mut Vec<u8>, value: &Value, form: JsonForm, options: &WriteOptions) -> Result<(), Error> {
    let is_tagged = form == JsonForm::Tagged;
    match value {
        Value::Undef => out.extend_from_slice(b"null"),
        Value::Boolean(is_true) => out.extend_from_slice(if *is_true { b"true" } else { b"false" }),
        Value::Integer(number) => real::integer(*number, out),
        Value::Real(number) if number.is_finite() => real::exact(*number, out),
        Value::Real(number) if is_tagged => tag(out, tagged::REAL, &tagged::special(*number)),
        // The draft of the standard spells NaN so.
        Value::Real(number) if number.is_nan() => out.extend_from_slice(b"\"NaNS\""),
        Value::Real(number) => {
            out.extend_from_slice(if *number > 0.0 { b"\"+Infinity\"" } else { b"\"-Infinity\"" })
        }
        Value::Uuid(uuid) if is_tagged => tag(out, tagged::UUID, &uuid.to_string()),
        Value::Uuid(uuid) => string(out, "", &uuid.to_text(), options)?,
        Value::String(text) if is_tagged && text.as_str().is_none() => {
            base64(out, tagged::BYTES, text.as_bytes())
        }
        Value::String(text) => string(out, "", text.as_bytes(), options)?,
        Value::Date(date) if is_tagged => tagged_date(out, *date),
        Value::Date(date) => match date.to_iso(false) {
            None if !options.lossy => {
                return Err(Error::model(ErrorKind::Unwritable { what: "date", found: date.0.to_string() }));
            }
            text => string(out, "", text.unwrap_or_else(|| date.to_string()).as_bytes(), options)?,
        },
        Value::Uri(uri) if is_tagged => {
            out.extend_from_slice(b"{\"$uri\":");
            one(out, &Value::String(uri.0.clone()), form, options)?;
            out.extend_from_slice(b"}");
        }
        Value::Uri(uri) => string(out, "", uri.0.as_bytes(), options)?,
        Value::Binary(data) if is_tagged => base64(out, tagged::BINARY, data),
        // Base 64, as in the draft; the viewer cannot write binary to JSON.
        Value::Binary(data) => {
            out.extend_from_slice(b"\"");
            bytes::base64(data, out);
            out.extend_from_slice(b"\"");
        }
        Value::Array(_) => out.extend_from_slice(b"["),
        Value::Map(_) => out.extend_from_slice(b"{"),
    }
    Ok(())
}

/// Writes a tag with text that needs no escapes.
fn tag(out: &mut Vec<u8>, tag: &str, text: &str) {
    out.extend_from_slice(format!("{{\"{tag}\":\"{text}\"}}").as_bytes());
}

fn tagged_date(out: &mut Vec<u8>, date: Date) {
    match tagged::date_text(date) {
        Some(text) => tag(out, tagged::DATE, &text),
        // Text would lose the bits, so write the number of seconds.
        None if date.0.is_finite() => {
            out.extend_from_slice(b"{\"$date\":");
            real::exact(date.0, out);
            out.extend_from_slice(b"}");
        }
        None => tag(out, tagged::DATE, &tagged::special(date.0)),
    }
}

fn base64(out: &mut Vec<u8>, tag: &str, data: &[u8]) {
    out.extend_from_slice(format!("{{\"{tag}\":\"").as_bytes());
    bytes::base64(data, out);
    out.extend_from_slice(b"\"}");
}

/// Writes text in quotes, preceded by `before`, which needs no escapes.
fn string(out: &mut Vec<u8>, before: &str, text: &[u8], options: &WriteOptions) -> Result<(), Error> {
    out.extend_from_slice(b"\"");
    out.extend_from_slice(before.as_bytes());
    for chunk in text.utf8_chunks() {
        let mut rest = chunk.valid().as_bytes();
        while let Some(at) = rest.iter().position(|byte| *byte < b' ' || matches!(byte, b'"' | b'\\')) {
            let (plain, special) = rest.split_at_checked(at).unwrap_or((rest, &[]));
            out.extend_from_slice(plain);
            let Some((byte, after)) = special.split_first() else { break };
            match byte {
                b'"' => out.extend_from_slice(b"\\\""),
                b'\\' => out.extend_from_slice(b"\\\\"),
                b'\n' => out.extend_from_slice(b"\\n"),
                b'\r' => out.extend_from_slice(b"\\r"),
                b'\t' => out.extend_from_slice(b"\\t"),
                byte => out.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
            }
            rest = after;
        }
        out.extend_from_slice(rest);
        // JSON is UTF-8, and has no escape for other bytes.
        if !chunk.invalid().is_empty() {
            if !options.lossy {
                return Err(Error::model(ErrorKind::Unwritable { what: "text", found: in_quotes(text) }));
            }
            out.extend_from_slice("\u{fffd}".as_bytes());
        }
    }
    out.extend_from_slice(b"\"");
    Ok(())
}

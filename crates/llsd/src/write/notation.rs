//! Writing notation. Format document, section 6.

use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::walk::{Step, Walk};
use crate::model::{Date, Text, Uri, Uuid, Value};
use crate::options::{Encoding, Spelling, Style, WriteOptions};
use crate::wire::{bytes, quoted, real};

super::entry_functions!("notation");

fn file(out: &mut Vec<u8>, value: &Value, options: &WriteOptions) -> Result<(), Error> {
    super::header::header(out, Encoding::Notation, options);
    self::value(out, value, options)?;
    if options.style == Style::Pretty {
        out.extend_from_slice(b"\n");
    }
    Ok(())
}

/// Writes a value and everything inside it.
pub(crate) fn value(out: &mut Vec<u8>, value: &Value, options: &WriteOptions) -> Result<(), Error> {
    let walk = Walk::sorted(value, options.sorted);
    all(out, walk, 0, options, |out, key| map_key(out, key, options), |out, value| one(out, value, options))
}

/// Writes the values of a walk inside `depth` containers. `one` writes each value, or the start of a container, after
/// its `key`.
pub(super) fn all(
    out: &mut Vec<u8>,
    mut walk: Walk<'_>,
    depth: usize,
    options: &WriteOptions,
    write_key: impl Fn(&mut Vec<u8>, &Text) -> Result<(), Error>,
    one: impl Fn(&mut Vec<u8>, &Value) -> Result<(), Error>,
) -> Result<(), Error> {
    let line = |out: &mut Vec<u8>, n_levels: usize| {
        if options.style == Style::Pretty {
            out.extend_from_slice(b"\n");
            (0..n_levels).for_each(|_| out.extend_from_slice(b"    "));
        }
    };
    let entry = |out: &mut Vec<u8>, is_first: bool, n_levels: usize, key: Option<&Text>, value: &Value| {
        if !is_first {
            out.push(b',');
        }
        if n_levels > 0 {
            line(out, n_levels);
        }
        if let Some(key) = key {
            write_key(out, key)?;
        }
        one(out, value)
    };
    let mut ends = Vec::new();
    let mut is_first = true;
    loop {
        let n_levels = depth.saturating_add(ends.len());
        let leaf = |key, value| entry(out, std::mem::take(&mut is_first), n_levels, key, value);
        walk.leaves(leaf).map_err(|error| super::placed(error, &walk))?;
        match walk.next() {
            None => return Ok(()),
            Some(Step::Value(key, value)) => {
                super::make_room(out, &walk);
                entry(out, is_first, n_levels, key, value).map_err(|error| super::placed(error, &walk))?;
                let end = match value {
                    Value::Array(_) => Some(b']'),
                    Value::Map(_) => Some(b'}'),
                    _ => None,
                };
                ends.extend(end);
                is_first = end.is_some();
            }
            Some(Step::End) => {
                if !is_first {
                    line(out, n_levels.saturating_sub(1));
                }
                out.extend(ends.pop());
                is_first = false;
            }
        }
    }
}

/// Writes the key of an entry. Section 6.5.
pub(crate) fn map_key(out: &mut Vec<u8>, key: &Text, options: &WriteOptions) -> Result<(), Error> {
    delimited(out, key, b'\'', options);
    // The colon has no blank after it, because python-llsd rejects one.
    out.extend_from_slice(b":");
    Ok(())
}

/// Writes a value, or the start of a container. Section 6.1.
pub(crate) fn one(out: &mut Vec<u8>, value: &Value, options: &WriteOptions) -> Result<(), Error> {
    let is_viewer = options.spelling == Spelling::Viewer;
    match value {
        Value::Undef => out.extend_from_slice(b"!"),
        Value::Boolean(is_true) if is_viewer => out.extend_from_slice(if *is_true { b"1" } else { b"0" }),
        Value::Boolean(is_true) => out.extend_from_slice(if *is_true { b"true" } else { b"false" }),
        Value::Integer(number) => integer(out, *number),
        Value::Real(number) => self::real(out, *number, options),
        Value::Uuid(uuid) => self::uuid(out, uuid),
        Value::String(text) => delimited(out, text, b'\'', options),
        Value::Uri(Uri(text)) => {
            out.extend_from_slice(b"l");
            delimited(out, text, b'"', options);
        }
        Value::Date(date) => self::date(out, *date, options)?,
        Value::Binary(data) => binary(out, data, options),
        Value::Array(_) => out.extend_from_slice(b"["),
        Value::Map(_) => out.extend_from_slice(b"{"),
    }
    Ok(())
}

fn integer(out: &mut Vec<u8>, number: i32) {
    out.extend_from_slice(b"i");
    real::integer(number, out);
}

fn real(out: &mut Vec<u8>, number: f64, options: &WriteOptions) {
    if options.spelling == Spelling::Viewer {
        // It prints six significant digits, as C++ streams do by default.
        return out.extend_from_slice(format!("r{}", real::general(number, 6)).as_bytes());
    }
    out.extend_from_slice(b"r");
    real::exact(number, out);
}

fn uuid(out: &mut Vec<u8>, uuid: &Uuid) {
    out.extend_from_slice(b"u");
    out.extend_from_slice(&uuid.to_text());
}

/// Writes text between two equal quotes, with its escapes. Section 6.3.
fn delimited(out: &mut Vec<u8>, text: &Text, quote: u8, options: &WriteOptions) {
    out.push(quote);
    if quoted::is_plain(text.as_bytes(), quote) {
        text.append_to(out);
    } else {
        quoted::escape(text.as_bytes(), quote, options.spelling == Spelling::Viewer, out);
    }
    out.push(quote);
}

fn date(out: &mut Vec<u8>, date: Date, options: &WriteOptions) -> Result<(), Error> {
    let text = match date.to_iso(options.spelling == Spelling::Viewer) {
        None if !options.lossy => {
            return Err(Error::model(ErrorKind::Unwritable { what: "date", found: date.0.to_string() }));
        }
        text => text.unwrap_or_else(|| date.to_string()),
    };
    out.extend_from_slice(b"d\"");
    out.extend_from_slice(text.as_bytes());
    out.extend_from_slice(b"\"");
    Ok(())
}

fn binary(out: &mut Vec<u8>, data: &[u8], options: &WriteOptions) {
    match (options.spelling, options.style) {
        (Spelling::Exact, _) => {
            out.extend_from_slice(b"b64\"");
            bytes::base64(data, out);
        }
        // The viewer writes base 16 in its pretty form, and otherwise raw bytes.
        (Spelling::Viewer, Style::Pretty) => {
            out.extend_from_slice(b"b16\"");
            bytes::base16(data, out);
        }
        (Spelling::Viewer, Style::Compact) => return sized(out, data),
    }
    out.extend_from_slice(b"\"");
}

/// Writes a size in parentheses, then that many arbitrary bytes in quotes. Section 6.4.
fn sized(out: &mut Vec<u8>, data: &[u8]) {
    out.extend_from_slice(format!("b({})\"", data.len()).as_bytes());
    out.extend_from_slice(data);
    out.extend_from_slice(b"\"");
}

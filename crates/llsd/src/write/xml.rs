//! Writing XML. Format document, section 5.

use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::walk::{Step, Walk};
use crate::model::{Text, Uri, Uuid, Value};
use crate::options::{Encoding, Spelling, Style, WriteOptions};
use crate::wire::{bytes, markup, real};

super::entry_functions!("XML");

/// Writes the value inside `<llsd>`. Section 5.2.
fn file(out: &mut Vec<u8>, value: &Value, options: &WriteOptions) -> Result<(), Error> {
    super::header::header(out, Encoding::Xml, options);
    out.extend_from_slice(b"<llsd>");
    line(out, options);
    self::value(out, value, options)?;
    // The viewer ends the document with a line feed, too. Format document, section 5.3.
    out.extend_from_slice(b"</llsd>\n");
    Ok(())
}

/// Writes a value and everything inside it.
pub(crate) fn value(out: &mut Vec<u8>, value: &Value, options: &WriteOptions) -> Result<(), Error> {
    let mut walk = Walk::sorted(value, options.sorted);
    let mut ends: Vec<&[u8]> = Vec::new();
    let entry = |out: &mut Vec<u8>, n_levels: usize, key: Option<&Text>, value: &Value| {
        if let Some(key) = key {
            indent(out, n_levels, options);
            self::key(out, key, options)?;
            line(out, options);
        }
        indent(out, n_levels.saturating_add(1), options);
        element(out, value, options)?;
        line(out, options);
        Ok(())
    };
    loop {
        let leaf = |key, value| entry(out, ends.len(), key, value);
        walk.leaves(leaf).map_err(|error| super::placed(error, &walk))?;
        match walk.next() {
            None => return Ok(()),
            Some(Step::Value(key, value)) => {
                super::make_room(out, &walk);
                entry(out, ends.len(), key, value).map_err(|error| super::placed(error, &walk))?;
                match value {
                    Value::Array(array) if !array.is_empty() => ends.push(b"</array>"),
                    Value::Map(map) if !map.is_empty() => ends.push(b"</map>"),
                    // An empty container is one tag, so its end is skipped.
                    Value::Array(_) | Value::Map(_) => {
                        walk.next();
                    }
                    _ => {}
                }
            }
            Some(Step::End) => {
                indent(out, ends.len(), options);
                out.extend_from_slice(ends.pop().unwrap_or_default());
                line(out, options);
            }
        }
    }
}

fn line(out: &mut Vec<u8>, options: &WriteOptions) {
    if options.style == Style::Pretty {
        out.extend_from_slice(b"\n");
    }
}

/// Writes the indentation of a line, like the viewer: a key as deep as its map, the value one level deeper.
fn indent(out: &mut Vec<u8>, depth: usize, options: &WriteOptions) {
    if options.style == Style::Pretty {
        (0..depth).for_each(|_| out.extend_from_slice(b"    "));
    }
}

/// Writes a key of a map.
pub(crate) fn key(out: &mut Vec<u8>, key: &Text, options: &WriteOptions) -> Result<(), Error> {
    content(out, "key", key, options)
}

/// Writes a value, or the start of a container. Section 5.3.
pub(crate) fn element(out: &mut Vec<u8>, value: &Value, options: &WriteOptions) -> Result<(), Error> {
    let is_viewer = options.spelling == Spelling::Viewer;
    match value {
        Value::Undef => out.extend_from_slice(b"<undef />"),
        Value::Boolean(is_true) => boolean(out, *is_true, options),
        Value::Integer(number) => integer(out, *number),
        // The viewer prints 25 digits in XML, so that no bit is lost.
        Value::Real(number) if is_viewer => plain_text(out, "real", &real::general(*number, 25)),
        Value::Real(number) => {
            out.extend_from_slice(b"<real>");
            real::exact(*number, out);
            out.extend_from_slice(b"</real>");
        }
        // The viewer writes a nil UUID as an empty element.
        Value::Uuid(Uuid::NIL) => out.extend_from_slice(b"<uuid />"),
        Value::Uuid(uuid) => {
            out.extend_from_slice(b"<uuid>");
            out.extend_from_slice(&uuid.to_text());
            out.extend_from_slice(b"</uuid>");
        }
        Value::String(text) => content(out, "string", text, options)?,
        Value::Date(date) => match date.to_iso(is_viewer) {
            None if !options.lossy => {
                let kind = ErrorKind::Unwritable { what: "date", found: date.0.to_string() };
                return Err(Error::model(kind));
            }
            text => plain_text(out, "date", &text.unwrap_or_else(|| date.to_string())),
        },
        Value::Uri(Uri(text)) => content(out, "uri", text, options)?,
        Value::Binary(data) => binary(out, data),
        Value::Array(array) => {
            out.extend_from_slice(if array.is_empty() { b"<array />" } else { b"<array>" })
        }
        Value::Map(map) => out.extend_from_slice(if map.is_empty() { b"<map />" } else { b"<map>" }),
    }
    Ok(())
}

fn boolean(out: &mut Vec<u8>, is_true: bool, options: &WriteOptions) {
    let text = match (options.spelling, is_true) {
        (Spelling::Viewer, true) => "1",
        (Spelling::Viewer, false) => "0",
        (_, true) => "true",
        (_, false) => "false",
    };
    plain_text(out, "boolean", text);
}

fn binary(out: &mut Vec<u8>, data: &[u8]) {
    if data.is_empty() {
        return out.extend_from_slice(b"<binary />");
    }
    out.extend_from_slice(b"<binary encoding=\"base64\">");
    bytes::base64(data, out);
    out.extend_from_slice(b"</binary>");
}

fn integer(out: &mut Vec<u8>, number: i32) {
    out.extend_from_slice(b"<integer>");
    real::integer(number, out);
    out.extend_from_slice(b"</integer>");
}

/// Writes an element with any text; if none of the text can be written, an empty element.
fn content(out: &mut Vec<u8>, name: &str, text: &Text, options: &WriteOptions) -> Result<(), Error> {
    let start = out.len();
    ["<", name, ">"].into_iter().for_each(|part| out.extend_from_slice(part.as_bytes()));
    let begun = out.len();
    markup::escape(text.as_bytes(), options, out).map_err(Error::model)?;
    if out.len() == begun {
        out.truncate(start);
        ["<", name, " />"].into_iter().for_each(|part| out.extend_from_slice(part.as_bytes()));
    } else {
        ["</", name, ">"].into_iter().for_each(|part| out.extend_from_slice(part.as_bytes()));
    }
    Ok(())
}

/// Writes an element with text that needs no escapes.
fn plain_text(out: &mut Vec<u8>, name: &str, text: &str) {
    for part in ["<", name, ">", text, "</", name, ">"] {
        out.extend_from_slice(part.as_bytes());
    }
}

//! Format document, section 5.

use crate::common::output::Output;
use crate::model::walk::{Step, Walk};
use crate::options::{Spelling, Style};
use crate::wire::{bytes, markup, real};
use crate::{Encoding, Error, ErrorKind, Text, Uri, Uuid, Value, WriteOptions};

super::entry_functions!("XML");

/// Section 5.2: the value inside `<llsd>`.
fn file(out: &mut Output, value: &Value, options: &WriteOptions) -> Result<(), Error> {
    super::header::header(out, Encoding::Xml, options);
    out.bytes(b"<llsd>");
    line(out, options);
    self::value(out, value, options)?;
    out.bytes(b"</llsd>\n");
    Ok(())
}

/// Writes a value and everything inside it.
pub(crate) fn value(out: &mut Output, value: &Value, options: &WriteOptions) -> Result<(), Error> {
    let mut walk = Walk::sorted(value, options.sorted);
    let mut ends: Vec<&[u8]> = Vec::new();
    let entry = |out: &mut Output, n_levels: usize, key: Option<&Text>, value: &Value| {
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
                out.bytes(ends.pop().unwrap_or_default());
                line(out, options);
            }
        }
    }
}

fn line(out: &mut Output, options: &WriteOptions) {
    if options.style == Style::Pretty {
        out.bytes(b"\n");
    }
}

/// Indented as by the viewer: a key as deep as its map, the value one level deeper.
fn indent(out: &mut Output, depth: usize, options: &WriteOptions) {
    if options.style == Style::Pretty {
        (0..depth).for_each(|_| out.bytes(b"    "));
    }
}

/// A key of a map.
pub(crate) fn key(out: &mut Output, key: &Text, options: &WriteOptions) -> Result<(), Error> {
    content(out, "key", key, options)
}

/// Section 5.3: a value, or the start of a container.
pub(crate) fn element(out: &mut Output, value: &Value, options: &WriteOptions) -> Result<(), Error> {
    let is_viewer = options.spelling == Spelling::Viewer;
    match value {
        Value::Undef => out.bytes(b"<undef />"),
        Value::Boolean(is_true) => boolean(out, *is_true, options),
        Value::Integer(number) => integer(out, *number),
        // In XML, the viewer prints 25 digits, so that no bit is lost.
        Value::Real(number) if is_viewer => plain_text(out, "real", &real::general(*number, 25)),
        Value::Real(number) => {
            out.bytes(b"<real>");
            real::exact(*number, &mut out.0);
            out.bytes(b"</real>");
        }
        // The viewer writes a nil UUID as an empty element.
        Value::Uuid(Uuid::NIL) => out.bytes(b"<uuid />"),
        Value::Uuid(uuid) => {
            out.bytes(b"<uuid>");
            out.bytes(&uuid.to_text());
            out.bytes(b"</uuid>");
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
        Value::Array(array) => out.bytes(if array.is_empty() { b"<array />" } else { b"<array>" }),
        Value::Map(map) => out.bytes(if map.is_empty() { b"<map />" } else { b"<map>" }),
    }
    Ok(())
}

fn boolean(out: &mut Output, is_true: bool, options: &WriteOptions) {
    let text = match (options.spelling, is_true) {
        (Spelling::Viewer, true) => "1",
        (Spelling::Viewer, false) => "0",
        (_, true) => "true",
        (_, false) => "false",
    };
    plain_text(out, "boolean", text);
}

fn binary(out: &mut Output, data: &[u8]) {
    if data.is_empty() {
        return out.bytes(b"<binary />");
    }
    out.bytes(b"<binary encoding=\"base64\">");
    bytes::base64(data, &mut out.0);
    out.bytes(b"</binary>");
}

fn integer(out: &mut Output, number: i32) {
    out.bytes(b"<integer>");
    real::integer(number, &mut out.0);
    out.bytes(b"</integer>");
}

/// An element with any text; if none of the text can be written, an empty element.
fn content(out: &mut Output, name: &str, text: &Text, options: &WriteOptions) -> Result<(), Error> {
    let start = out.0.len();
    ["<", name, ">"].into_iter().for_each(|part| out.bytes(part.as_bytes()));
    let begun = out.0.len();
    markup::escape(text.as_bytes(), options.lossy, &mut out.0).map_err(Error::model)?;
    if out.0.len() == begun {
        out.0.truncate(start);
        ["<", name, " />"].into_iter().for_each(|part| out.bytes(part.as_bytes()));
    } else {
        ["</", name, ">"].into_iter().for_each(|part| out.bytes(part.as_bytes()));
    }
    Ok(())
}

/// An element with text that needs no escapes.
fn plain_text(out: &mut Output, name: &str, text: &str) {
    for part in ["<", name, ">", text, "</", name, ">"] {
        out.bytes(part.as_bytes());
    }
}

//! Comparison of LLSD documents with serde-llsd and python-llsd, value by value.

use super::{Peer, Values, text, warning};
use ::llsd::{Encoding, Value};
use llsd_rs::Llsd;
use serde_llsd::LLSDValue;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

pub(super) const SERDE: Peer = peer("serde-llsd 0.3.6", by_serde);
pub(super) const RS: Peer = peer("llsd-rs 0.1.7", by_rs);
pub(super) const PYTHON: Peer = peer("python-llsd 1.2.4", by_python);

const fn peer(name: &'static str, theirs: super::Read) -> Peer {
    Peer {
        name,
        supports: |bytes| rezkit::identify(bytes).format.family() == rezkit::Family::Llsd,
        ours: by_us,
        theirs,
        warning: warning::<Value>,
    }
}

/// The path of a Python that has python-llsd installed.
pub(super) fn interpreter() -> Option<PathBuf> {
    std::env::var_os("PYTHON_LLSD").map(PathBuf::from)
}

fn by_us(bytes: &[u8]) -> Result<Values, String> {
    let document = ::llsd::read(bytes).map_err(|error| error.kind().to_string())?;
    let (mut values, mut pending) = (Values::new(), vec![(String::new(), &document)]);
    while let Some((place, value)) = pending.pop() {
        let shown = match value {
            Value::Undef => "undef".into(),
            Value::Boolean(is) => format!("boolean {is}"),
            Value::Integer(number) => format!("integer {number}"),
            Value::Real(number) => real(*number),
            Value::Uuid(id) => format!("uuid {id}"),
            Value::String(of) => format!("string {}", text(of)),
            Value::Date(date) => instant(date.0),
            Value::Uri(uri) => format!("uri {}", text(&uri.0)),
            Value::Binary(bytes) => format!("binary {}", text(bytes)),
            Value::Array(all) => {
                pending.extend(
                    all.iter().enumerate().map(|(index, value)| (format!("{place}[{index:04}]"), value)),
                );
                "array".into()
            }
            Value::Map(all) => {
                pending.extend(
                    all.iter()
                        .map(|(key, value)| (format!("{place}/{}", key.as_bytes().escape_ascii()), value)),
                );
                "map".into()
            }
        };
        values.insert(place, shown);
    }
    Ok(values)
}

fn real(number: f64) -> String {
    if number.is_nan() { "real NaN".into() } else { format!("real {:016x}", number.to_bits()) }
}

/// A document without the line that names the encoding, since serde-llsd knows only one spelling of it.
fn without_header(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|byte| *byte == b'\n').filter(|_| bytes.starts_with(b"<?"));
    end.and_then(|end| bytes.get(end + 1..)).unwrap_or(bytes)
}

/// Formats a date to the microsecond, which is the precision of Python.
fn instant(seconds: f64) -> String {
    format!("date {seconds:.6}")
}

fn by_serde(bytes: &[u8]) -> Result<Values, String> {
    let plain = |bytes| std::str::from_utf8(bytes).map_err(|error| error.to_string());
    let read = match ::llsd::encoding(bytes) {
        Encoding::Binary => serde_llsd::de::binary::from_bytes(without_header(bytes)),
        Encoding::Xml => serde_llsd::de::xml::from_str(plain(bytes)?),
        // Of bytes it takes each for a letter.
        Encoding::Notation => serde_llsd::de::notation::from_str(plain(without_header(bytes))?),
    };
    let document = read.map_err(|error| error.to_string())?;
    let (mut values, mut pending) = (Values::new(), vec![(String::new(), &document)]);
    while let Some((place, value)) = pending.pop() {
        let shown = match value {
            LLSDValue::Undefined => "undef".into(),
            LLSDValue::Boolean(is) => format!("boolean {is}"),
            LLSDValue::Integer(number) => format!("integer {number}"),
            LLSDValue::Real(number) => real(*number),
            LLSDValue::UUID(id) => format!("uuid {id}"),
            LLSDValue::String(of) => format!("string {}", text(of)),
            LLSDValue::Date(seconds) => instant(*seconds as f64),
            LLSDValue::URI(uri) => format!("uri {}", text(uri)),
            LLSDValue::Binary(bytes) => format!("binary {}", text(bytes)),
            LLSDValue::Array(all) => {
                pending.extend(
                    all.iter().enumerate().map(|(index, value)| (format!("{place}[{index:04}]"), value)),
                );
                "array".into()
            }
            LLSDValue::Map(all) => {
                let key = |key: &str| format!("{place}/{}", key.as_bytes().escape_ascii());
                pending.extend(all.iter().map(|(name, value)| (key(name), value)));
                "map".into()
            }
        };
        values.insert(place, shown);
    }
    Ok(values)
}

fn by_rs(bytes: &[u8]) -> Result<Values, String> {
    let read = match ::llsd::encoding(bytes) {
        Encoding::Binary => llsd_rs::binary::from_slice(bytes).map_err(|error| error.to_string()),
        Encoding::Xml => llsd_rs::xml::from_slice(bytes).map_err(|error| error.to_string()),
        Encoding::Notation => {
            llsd_rs::notation::from_bytes(without_header(bytes), 64).map_err(|error| error.kind.to_string())
        }
    };
    let document = read?;
    let (mut values, mut pending) = (Values::new(), vec![(String::new(), &document)]);
    while let Some((place, value)) = pending.pop() {
        let shown = match value {
            Llsd::Undefined => "undef".into(),
            Llsd::Boolean(is) => format!("boolean {is}"),
            Llsd::Integer(number) => format!("integer {number}"),
            Llsd::Real(number) => real(*number),
            Llsd::Uuid(id) => format!("uuid {id}"),
            Llsd::String(of) => format!("string {}", text(of)),
            Llsd::Date(date) => instant(date.timestamp_micros() as f64 / 1e6),
            Llsd::Uri(uri) => format!("uri {}", text(uri.as_str())),
            Llsd::Binary(bytes) => format!("binary {}", text(bytes)),
            Llsd::Array(all) => {
                pending.extend(
                    all.iter().enumerate().map(|(index, value)| (format!("{place}[{index:04}]"), value)),
                );
                "array".into()
            }
            Llsd::Map(all) => {
                let key = |key: &str| format!("{place}/{}", key.as_bytes().escape_ascii());
                pending.extend(all.iter().map(|(name, value)| (key(name), value)));
                "map".into()
            }
        };
        values.insert(place, shown);
    }
    Ok(values)
}

/// Reads a document with the Python script, which prints lines of a path, a tab and a value.
fn by_python(bytes: &[u8]) -> Result<Values, String> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/check/python_llsd.py");
    let mut command = Command::new(interpreter().ok_or("there is no Python")?);
    // A document without a header is taken for notation.
    let has_name = bytes.trim_ascii_start().starts_with(b"<");
    let encoding = if has_name { "any".into() } else { ::llsd::encoding(bytes).to_string() };
    command.arg(script).arg(encoding).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let mut input = child.stdin.take().ok_or("no pipe")?;
    // It reads all before it prints anything.
    input.write_all(bytes).map_err(|error| error.to_string())?;
    drop(input);
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(said.lines().last().unwrap_or("it fails").to_owned());
    }
    let lines = String::from_utf8(output.stdout).map_err(|error| error.to_string())?;
    let value = |line: &str| line.split_once('\t').map(|(place, value)| (place.to_owned(), value.to_owned()));
    Ok(lines.lines().filter_map(value).collect())
}

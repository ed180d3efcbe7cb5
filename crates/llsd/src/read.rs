//! Reading any encoding.

pub(crate) mod binary;
pub(crate) mod header;
pub(crate) mod json;
pub(crate) mod notation;
#[cfg(feature = "xml")]
pub(crate) mod xml;

use crate::common::error::{Error, Warnings};
use crate::common::input::{Checked, Input, Parsed, Reading};
use crate::common::limits::Limits;
use crate::common::show::in_quotes;
use crate::common::trace::Trace;
use crate::error::ErrorKind;
use crate::model::{Date, Value};
use crate::options::{Encoding, ReadOptions};
use crate::wire::real;
use std::str::FromStr;

/// Detects the encoding: from the header line if there is one, otherwise from the first bytes.
///
/// Anything without a header that is neither XML nor binary is notation.
#[must_use]
pub fn encoding(bytes: &[u8]) -> Encoding {
    if let Some((encoding, _)) = header::line(bytes) {
        return encoding;
    }
    let text = header::without_mark(bytes);
    match text.trim_ascii_start() {
        [b'<', ..] => Encoding::Xml,
        _ if looks_binary(bytes) => Encoding::Binary,
        _ => Encoding::Notation,
    }
}

/// Returns true if the bytes look like LLSD; the first hundred are enough.
///
/// They do if they begin with a header line, an `<llsd>` element, or an array or a map in binary or notation.
#[must_use]
pub fn detect(bytes: &[u8]) -> bool {
    let text = header::without_mark(bytes).trim_ascii_start();
    match encoding(bytes) {
        _ if header::line(bytes).is_some() => true,
        Encoding::Xml => {
            let start = text.get(..100).unwrap_or(text);
            start.windows(5).any(|word| word == b"<llsd")
        }
        Encoding::Binary => true,
        Encoding::Notation => match text {
            [b'[', ..] => begins_array(text),
            // JSON has only the second.
            [b'{', rest @ ..] => matches!(rest.trim_ascii_start(), [b'\'' | b'}', ..] | [b's', b'(', ..]),
            _ => false,
        },
    }
}

/// Returns true if the text begins with an array of notation, and not with the section header of an INI or TOML file.
fn begins_array(text: &[u8]) -> bool {
    let n_brackets = text.iter().take_while(|byte| **byte == b'[' || byte.is_ascii_whitespace()).count();
    match text.get(n_brackets..).unwrap_or_default() {
        [b'!' | b'0' | b'1' | b'{' | b'\'' | b'"' | b']', ..] => true,
        [b'i', b'0'..=b'9' | b'-' | b'+', ..] => true,
        [b'r', b'0'..=b'9' | b'-' | b'+' | b'.', ..]
        | [b'r', b'n', b'a', b'n', ..]
        | [b'r', b'i', b'n', b'f', ..] => true,
        [b'u', digits @ ..] => digits.iter().take(8).all(u8::is_ascii_hexdigit),
        [b'd' | b'l', b'"' | b'\'', ..] | [b'b', b'0'..=b'9' | b'(', ..] | [b's', b'(', ..] => true,
        _ => false,
    }
}

/// Returns true for an array or a map without a header and with fewer than 150 million values: text has no
/// such second byte. Format document, section 7.
fn looks_binary(bytes: &[u8]) -> bool {
    matches!(bytes, [b'[' | b'{', 0..=8, ..])
}

/// Reads a document in any encoding, which [`encoding`] detects.
///
/// # Errors
///
/// If the bytes are not LLSD, or exceed a limit of [`ReadOptions::default`].
///
/// ```
/// let value = llsd::read(b"[\0\0\0\x01i\0\0\0\x07]")?;
/// assert_eq!(value, llsd::read(b"[i7]")?);
/// let error = llsd::read(b"[i7, what]").unwrap_err();
/// assert_eq!(error.to_string(), "[1]: expected a value, found \"w\" (at byte 0x5)");
/// # Ok::<(), llsd::Error>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Value, Error> {
    read_with(bytes, &ReadOptions::default()).map(|(value, _)| value)
}

/// Reads a document in any encoding. Recoverable errors become warnings.
///
/// # Errors
///
/// The errors of [`read`](fn@read). With [`ReadOptions::strict`], a warning is an error.
pub fn read_with(bytes: &[u8], options: &ReadOptions) -> Result<(Value, Warnings), Error> {
    read_as(bytes, encoding(bytes), options)
}

/// Reads a document in this encoding.
pub(crate) fn read_as(
    bytes: &[u8],
    encoding: Encoding,
    options: &ReadOptions,
) -> Result<(Value, Warnings), Error> {
    read_by(bytes, options, |input| file(input, encoding, options))
}

/// Reads a document in any encoding; see [`read`](fn@read).
impl TryFrom<&[u8]> for Value {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        read(bytes)
    }
}

/// Reads a document in XML or notation; see [`read`](fn@read).
impl FromStr for Value {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        read(text.as_bytes())
    }
}

/// Reads a document in any encoding, and reports the meaning of each byte to `trace`, up to any damage that
/// ends reading.
pub fn trace(bytes: &[u8], options: &ReadOptions, trace: &dyn Trace) -> (Result<Value, Error>, Warnings) {
    tell(bytes, options, trace, |input| file(input, encoding(bytes), options))
}

fn file<'a>(input: Input<'a>, encoding: Encoding, options: &ReadOptions) -> Parsed<'a, Value> {
    match encoding {
        Encoding::Binary => binary::file(input, options),
        #[cfg(feature = "xml")]
        Encoding::Xml => xml::file(input, options),
        #[cfg(not(feature = "xml"))]
        Encoding::Xml => Err(input.fatal(ErrorKind::NotBuilt { encoding: "XML" })),
        Encoding::Notation => notation::file(input, options),
    }
}

/// Parses a date; text that is not a date becomes 1970, with a warning. Format document, section 2.5.
fn date(input: Input<'_>, text: &[u8]) -> Checked<Date> {
    let date = Date::from_text(text);
    if date.is_none() {
        let (found, read_as) = (|| in_quotes(text), || "1970".into());
        input.warn(|| ErrorKind::Lossy { what: "the date", found: found(), read_as: read_as() })?;
    } else if !Date::has_zone(text) {
        let expected = "a date with Z or an offset such as +01:00, because the viewer reads another date";
        input.warn(|| ErrorKind::Malformed { expected })?;
    }
    Ok(date.unwrap_or_default())
}

/// Warns of a number that is too large or too small for a real.
fn range(input: Input<'_>, text: &[u8], number: f64) -> Checked {
    if !real::is_lost(text, number) {
        return Ok(());
    }
    let (found, read_as) = (|| in_quotes(text), || number.to_string());
    input.warn(|| ErrorKind::Lossy { what: "the real", found: found(), read_as: read_as() })
}

fn read_by<T>(
    bytes: &[u8],
    options: &ReadOptions,
    parser: impl for<'b> FnOnce(Input<'b>) -> Parsed<'b, T>,
) -> Result<(T, Warnings), Error> {
    let reading = Reading::new(options.strict, options.limits, bytes.len());
    let value = reading.read(bytes, parser)?;
    Ok((value, reading.into_warnings()))
}

fn tell<T>(
    bytes: &[u8],
    options: &ReadOptions,
    trace: &dyn Trace,
    parser: impl for<'b> FnOnce(Input<'b>) -> Parsed<'b, T>,
) -> (Result<T, Error>, Warnings) {
    let reading = Reading::new(options.strict, options.limits, bytes.len()).with_trace(trace);
    let result = reading.read(bytes, parser);
    (result, reading.into_warnings())
}

/// Reads a part of a document again, to show its value.
fn reread<T: Default>(bytes: &[u8], parser: impl for<'b> FnOnce(Input<'b>) -> Parsed<'b, T>) -> T {
    Reading::new(false, Limits::default(), bytes.len()).read(bytes, parser).unwrap_or_default()
}

/// Defines the public functions of an encoding, from its parsers of a whole document and of its beginning.
macro_rules! entry_functions {
    ($name:literal, $file:ident, $prefix:ident) => {
        #[doc = concat!("Reads ", $name, ", with or without a header line.")]
        ///
        /// # Errors
        ///
        /// If the bytes are not in this encoding, or exceed a limit of [`ReadOptions::default`].
        pub fn read(bytes: &[u8]) -> Result<Value, Error> {
            read_with(bytes, &ReadOptions::default()).map(|(value, _)| value)
        }

        #[doc = concat!("Reads ", $name, ". Recoverable errors become warnings.")]
        ///
        /// # Errors
        ///
        /// The errors of [`read`](fn@read). With [`ReadOptions::strict`], a warning is an error.
        pub fn read_with(bytes: &[u8], options: &ReadOptions) -> Result<(Value, Warnings), Error> {
            super::read_by(bytes, options, |input| $file(input, options))
        }

        #[doc = concat!("Reads ", $name, " at the start of the bytes. Also returns the number of bytes read.")]
        ///
        /// # Errors
        ///
        /// The errors of [`read_with`].
        pub fn read_prefix(
            bytes: &[u8],
            options: &ReadOptions,
        ) -> Result<(Value, usize, Warnings), Error> {
            let ((value, n_read), warnings) = super::read_by(bytes, options, |input| {
                let (rest, value) = $prefix(input, options)?;
                Ok((rest, (value, rest.position())))
            })?;
            Ok((value, n_read, warnings))
        }
    };
}
use entry_functions;

//! Writing values, with the functions of the readers in the same order.

pub(crate) mod binary;
mod header;
pub(crate) mod json;
pub(crate) mod notation;
#[cfg(feature = "xml")]
pub(crate) mod xml;

pub(crate) use header::header;

use crate::common::error::{Error, Warnings};
use crate::model::walk::{Step, Walk};
use crate::model::{Array, Map, Text, Value};
use crate::options::{Control, Encoding, Style, WriteOptions};
use std::fmt;

/// Writes a document in binary, with a header line.
///
/// # Errors
///
/// If a text or a container is longer than the format can count.
///
/// ```
/// let value = llsd::Value::from(1);
/// assert_eq!(llsd::write(&value)?, b"<? LLSD/Binary ?>\ni\0\0\0\x01");
/// # Ok::<(), llsd::Error>(())
/// ```
pub fn write(value: &Value) -> Result<Vec<u8>, Error> {
    write_with(value, &WriteOptions::default())
}

/// Writes a document in the encoding and form that `options` select.
///
/// # Errors
///
/// If the encoding cannot express the value.
pub fn write_with(value: &Value, options: &WriteOptions) -> Result<Vec<u8>, Error> {
    match options.encoding {
        Encoding::Binary => binary::write_with(value, options),
        #[cfg(feature = "xml")]
        Encoding::Xml => xml::write_with(value, options),
        #[cfg(not(feature = "xml"))]
        Encoding::Xml => Err(Error::model(crate::error::ErrorKind::NotBuilt { encoding: "XML" })),
        Encoding::Notation => notation::write_with(value, options),
    }
}

/// Lists the parts of a value that the encoding cannot express: a warning for each key and each value that
/// [`write_with`] changes with [`Control::Strip`](crate::Control::Strip) or [`WriteOptions::lossy`], and
/// cannot write with other options.
///
/// ```
/// # #[cfg(feature = "xml")] {
/// use llsd::{Control, Encoding, WriteOptions};
///
/// let chat = llsd::Value::from([1.into(), llsd::Value::from("Hi\u{7}!")]);
/// let options = WriteOptions::viewer().encoding(Encoding::Xml).control(Control::Strip);
/// let xml = llsd::write_with(&chat, &options)?;
/// assert_eq!(xml, b"<llsd><array><integer>1</integer><string>Hi!</string></array></llsd>\n");
/// let losses = llsd::losses(&chat, &options);
/// assert_eq!(losses[0].to_string(), r#"[1]: this encoding cannot express the text "Hi\x07!""#);
/// # }
/// # Ok::<(), llsd::Error>(())
/// ```
#[must_use]
pub fn losses(value: &Value, options: &WriteOptions) -> Warnings {
    let exact = WriteOptions { control: Control::Refuse, lossy: false, ..options.clone() };
    let (mut losses, mut out) = (Warnings::default(), Vec::new());
    let mut walk = Walk::value(value);
    while let Some(step) = walk.next() {
        let Step::Value(key, value) = step else { continue };
        let written = match options.encoding {
            // It expresses everything.
            Encoding::Binary => [Ok(()), Ok(())],
            #[cfg(feature = "xml")]
            Encoding::Xml => {
                let key = key.map_or(Ok(()), |key| xml::key(&mut out, key, &exact));
                [key, xml::element(&mut out, value, &exact)]
            }
            #[cfg(not(feature = "xml"))]
            Encoding::Xml => [Ok(()), Ok(())],
            Encoding::Notation => {
                let key = key.map_or(Ok(()), |key| notation::map_key(&mut out, key, &exact));
                [key, notation::one(&mut out, value, &exact)]
            }
        };
        out.clear();
        for error in written.into_iter().filter_map(Result::err) {
            losses.add(|| placed(error, &walk));
        }
    }
    losses
}

/// Prints notation for [`fmt::Debug`], on several lines with `{:#?}`. It never fails.
///
/// `around` is the pair of brackets of the array or map whose values are walked.
fn debug(walk: Walk<'_>, around: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let style = if f.alternate() { Style::Pretty } else { Style::Compact };
    let options = WriteOptions::default().style(style);
    let mut out = Vec::new();
    let (open, close) = around.split_at(around.len().min(1));
    let one = |out: &mut Vec<u8>, value: &Value| match value {
        Value::Date(date) if !date.is_in_calendar() => {
            out.extend_from_slice(format!("d({:?})", date.0).as_bytes());
            Ok(())
        }
        value => notation::one(out, value, &options),
    };
    let key = |out: &mut Vec<u8>, key: &Text| notation::map_key(out, key, &options);
    notation::all(&mut out, walk, open.len(), &options, key, one).map_err(|_| fmt::Error)?;
    let line = if f.alternate() && !around.is_empty() && !out.is_empty() { "\n" } else { "" };
    write!(f, "{open}{}{line}{close}", String::from_utf8_lossy(&out))
}

/// Prints notation, as the viewer prints values; on several lines with `{:#}`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug(Walk::value(self), "", f)
    }
}

impl fmt::Debug for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug(Walk::array(self), "[]", f)
    }
}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug(Walk::map(self), "{}", f)
    }
}

/// Defines the public functions of an encoding, based on its function `file`.
macro_rules! entry_functions {
    ($name:literal) => {
        #[doc = concat!("Writes ", $name, ", with a header line.")]
        ///
        /// # Errors
        ///
        /// If the encoding cannot express the value.
        pub fn write(value: &Value) -> Result<Vec<u8>, Error> {
            write_with(value, &WriteOptions::default())
        }

        #[doc = concat!("Writes ", $name, " in the form that `options` select; their encoding is ignored.")]
        ///
        /// # Errors
        ///
        /// The errors of [`write`](fn@write).
        pub fn write_with(value: &Value, options: &WriteOptions) -> Result<Vec<u8>, Error> {
            let mut out = Vec::new();
            file(&mut out, value, options)?;
            Ok(out)
        }
    };
}
use entry_functions;

/// Reserves memory for the remaining values of a walk. A few values predict little about the others, so this
/// is at most 16 times the length written so far.
#[inline]
pub(crate) fn make_room(out: &mut Vec<u8>, walk: &Walk<'_>) {
    const LITTLE: usize = 4096;
    let n_written = out.len();
    if n_written > LITTLE && out.capacity().saturating_sub(n_written) < LITTLE {
        // Growing moves all bytes, or gets new pages for them.
        let n_left = walk.n_left(n_written);
        out.reserve(n_left.saturating_add(n_left >> 4).min(n_written.saturating_mul(16)));
    }
}

/// Adds the path of the current value to an error.
pub(crate) fn placed(error: Error, walk: &Walk<'_>) -> Error {
    walk.path().into_iter().rev().fold(error, Error::inside)
}

#[cfg(test)]
mod tests {
    use crate::model::{Map, Value};
    use crate::options::{Encoding, WriteOptions};

    /// Tests that the capacity for the remaining output is predicted from the output so far.
    #[test]
    fn little_room_is_left_over() {
        let record =
            |number: i32| Value::from(Map::from([("id", Value::from(number)), ("name", "chair".into())]));
        let records: Value = (0..20_000).map(record).collect::<Vec<_>>().into();
        let mut uneven = vec![Value::from([Value::from("x".repeat(100_000))])];
        uneven.extend((0..20_000).map(|_| Value::from([Value::Undef])));
        for encoding in [Encoding::Binary, Encoding::Notation] {
            let options = WriteOptions::default().encoding(encoding);
            let even = crate::write::write_with(&records, &options).unwrap();
            assert!(even.capacity() < even.len() / 8 * 9, "{} for {}", even.capacity(), even.len());
            let uneven = crate::write::write_with(&uneven.clone().into(), &options).unwrap();
            assert!(uneven.capacity() < 17 * uneven.len(), "{} for {}", uneven.capacity(), uneven.len());
        }
    }
}

//! Users' own types, through serde.

mod de;
mod key;
pub(crate) mod lenient;
mod model;
mod place;
mod ser;
mod source;
mod stream;

use crate::common::error::{Error, Place, Warnings};
use crate::common::input::Reading;
use crate::common::show::in_quotes;
use crate::error::ErrorKind;
use crate::model::Value;
use crate::model::walk::name;
use crate::options::{Encoding, ReadOptions, WriteOptions};
use crate::read;
use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// serde recurses, so deeper nesting is an error.
pub(crate) const DEPTH: usize = 128;

impl serde::ser::Error for Error {
    fn custom<T: Display>(message: T) -> Self {
        Self::model(ErrorKind::Data { message: message.to_string() })
    }
}

impl serde::de::Error for Error {
    fn custom<T: Display>(message: T) -> Self {
        Self::model(ErrorKind::Data { message: message.to_string() })
    }

    /// Its path ends in the field, and its place is the map.
    fn missing_field(field: &'static str) -> Self {
        Self::custom(format_args!("missing field `{field}`")).inside(name(field.as_bytes()))
    }
}

/// Converts data to a [`Value`].
///
/// A struct is a map, `None` and `()` are undef, numbers are integers where they fit and reals where they are exact,
/// and bytes are binary. An enum is the name of its variant, or a map from that name to what is in it. Of the types of
/// this crate, each gives its own type of LLSD.
///
/// # Errors
///
/// If LLSD cannot express the data: a key that is not text, a number that a real cannot hold exactly, or data nested
/// more than 128 levels deep.
pub fn to_value<T: Serialize + ?Sized>(data: &T) -> Result<Value, Error> {
    data.serialize(ser::Serializer::new())
}

/// Converts a [`Value`] to data. Text and bytes may be borrowed from it.
///
/// # Errors
///
/// If the value does not fit the type; the error has the path of the value that does not.
pub fn from_value<'de, T: Deserialize<'de>>(value: &'de Value) -> Result<T, Error> {
    de::from(value)
}

/// Writes data as binary LLSD with a header line; see [`to_value`].
///
/// ```
/// let bytes = llsd::to_vec(&("chair", [1.0, 2.5]))?;
/// assert_eq!(llsd::read(&bytes)?.to_string(), "['chair',[r1.0,r2.5]]");
/// # Ok::<(), llsd::Error>(())
/// ```
///
/// # Errors
///
/// As [`to_value`].
pub fn to_vec<T: Serialize + ?Sized>(data: &T) -> Result<Vec<u8>, Error> {
    to_vec_with(data, &WriteOptions::default())
}

/// Writes data in the encoding and form that `options` select; see [`to_value`].
///
/// # Errors
///
/// As [`to_value`], and if the encoding cannot express the data.
pub fn to_vec_with<T: Serialize + ?Sized>(data: &T, options: &WriteOptions) -> Result<Vec<u8>, Error> {
    crate::write::write_with(&to_value(data)?, options)
}

/// Reads data in any encoding. From binary, text and bytes may be borrowed.
///
/// ```
/// let (name, size): (String, f32) = llsd::from_slice(b"['chair', r2.5]")?;
/// assert_eq!((name.as_str(), size), ("chair", 2.5));
/// let error = llsd::from_slice::<Vec<bool>>(b"[true, i1]").unwrap_err();
/// assert_eq!(error.to_string(), "[1]: invalid type: integer `1`, expected a boolean (at byte 0x7)");
/// # Ok::<(), llsd::Error>(())
/// ```
///
/// # Errors
///
/// If the bytes are not LLSD, or do not fit the type. The error has the path and the byte of the value that does not.
pub fn from_slice<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T, Error> {
    from_slice_with(bytes, &ReadOptions::default()).map(|(data, _)| data)
}

/// As [`from_slice`]. Recoverable errors become warnings.
///
/// # Errors
///
/// As [`from_slice`]. With [`ReadOptions::strict`], a warning is an error.
pub fn from_slice_with<'de, T: Deserialize<'de>>(
    bytes: &'de [u8],
    options: &ReadOptions,
) -> Result<(T, Warnings), Error> {
    match read::encoding(bytes) {
        Encoding::Binary => from_binary(bytes, options),
        _ => {
            let (value, warnings) = crate::read::read_with(bytes, options)?;
            owned(bytes, &value, options).map(|data| (data, warnings))
        }
    }
}

/// Reads data from text in XML or notation; see [`from_slice`].
///
/// # Errors
///
/// As [`from_slice`].
pub fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Error> {
    from_slice(text.as_bytes())
}

/// Reads binary in place, without a [`Value`] between the bytes and the data.
pub(crate) fn from_binary<'de, T: Deserialize<'de>>(
    bytes: &'de [u8],
    options: &ReadOptions,
) -> Result<(T, Warnings), Error> {
    let reading = Reading::new(options.strict, options.limits, bytes.len());
    if let Some(data) = stream::from(bytes, options) {
        return Ok((data, reading.into_warnings()));
    }
    let tape = reading.read(bytes, |input| read::binary::file_tape(input, options))?;
    let data = if tape.has_duplicates {
        // Building a map decides which value of a duplicate key counts.
        let (value, _) = crate::read::binary::read_with(bytes, options)?;
        owned(bytes, &value, options)?
    } else {
        de::from(source::Node::new(bytes, &tape))?
    };
    Ok((data, reading.into_warnings()))
}

/// Reads data that borrow nothing, from the value of a document.
fn owned<'de, T: Deserialize<'de>>(bytes: &[u8], value: &Value, options: &ReadOptions) -> Result<T, Error> {
    de::from(source::Transient(value)).map_err(|error| placed(error, bytes, options))
}

/// Finds the byte of an error by its path.
#[cold]
fn placed(error: Error, bytes: &[u8], options: &ReadOptions) -> Error {
    let path: Vec<_> = error.path().collect();
    match place::start(bytes, options, &path) {
        Some(start) => moved(&error, Place::Input(start)),
        None => error,
    }
}

/// The error at another place.
#[cold]
fn moved(error: &Error, place: Place) -> Error {
    let path: Vec<_> = error.path().map(str::to_owned).collect();
    path.into_iter().rev().fold(Error::new(place, error.kind().clone()), Error::inside)
}

/// The functions of an encoding, given how it reads data.
macro_rules! functions {
    ($name:literal $encoding:ident, $read:expr) => {
        use super::*;

        #[doc = concat!("Writes data as ", $name, " with a header line; see [`to_value`](crate::typed::to_value).")]
        ///
        /// # Errors
        ///
        /// As [`to_vec_with`](crate::to_vec_with).
        pub fn to_vec<T: Serialize + ?Sized>(data: &T) -> Result<Vec<u8>, Error> {
            to_vec_with(data, &WriteOptions::default().encoding(Encoding::$encoding))
        }

        #[doc = concat!("Reads data from ", $name, "; see [`from_slice`](fn@crate::typed::from_slice).")]
        ///
        /// # Errors
        ///
        /// As [`from_slice`](fn@crate::from_slice).
        pub fn from_slice<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T, Error> {
            $read(bytes, &ReadOptions::default())
        }
    };
}

/// Further functions of an encoding that is text.
macro_rules! text_functions {
    ($name:literal) => {
        #[doc = concat!("As [`to_vec`]: ", $name, " is text.")]
        ///
        /// # Errors
        ///
        /// As [`to_vec`].
        pub fn to_string<T: Serialize + ?Sized>(data: &T) -> Result<String, Error> {
            let bytes = to_vec(data)?;
            String::from_utf8(bytes).map_err(|error| {
                let found = in_quotes(error.as_bytes());
                Error::model(ErrorKind::Unwritable { what: "text", found })
            })
        }

        #[doc = concat!("As [`from_slice`], from ", $name, ".")]
        ///
        /// # Errors
        ///
        /// As [`from_slice`].
        pub fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Error> {
            from_slice(text.as_bytes())
        }
    };
}

pub(crate) mod binary {
    functions! { "binary LLSD" Binary, |bytes, options| from_binary(bytes, options).map(|(data, _)| data) }
}

#[cfg(feature = "xml")]
pub(crate) mod xml {
    functions! { "XML" Xml, |bytes, options| owned(bytes, &crate::read::xml::read(bytes)?, options) }
    text_functions! { "XML" }
}

pub(crate) mod notation {
    functions! { "notation" Notation, |bytes, options| owned(bytes, &crate::read::notation::read(bytes)?, options) }
    text_functions! { "notation" }
}

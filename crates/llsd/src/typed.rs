//! Reading and writing users' types through serde.

mod de;
mod key;
pub(crate) mod lenient;
mod model;
mod place;
mod ser;
mod source;
mod stream;
mod tape;

use crate::common::error::{Error, Place, Warnings};
use crate::common::show::in_quotes;
use crate::error::ErrorKind;
use crate::model::Value;
use crate::model::walk::name;
use crate::options::{Encoding, ReadOptions, WriteOptions};
use crate::read;
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use tape::Taped;

/// The maximum nesting of data; deeper nesting is an error, because serde recurses.
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

    /// The path of the error ends in the field, and its position is that of the map.
    fn missing_field(field: &'static str) -> Self {
        Self::custom(format_args!("missing field `{field}`")).inside(name(field.as_bytes()))
    }
}

/// Converts data to a [`Value`].
///
/// A struct is a map, `None` and `()` are undef, numbers are integers where they fit and reals where they are
/// exact, and bytes are binary. An enum is the name of its variant, or a map from that name to its content.
/// The types of this crate become their own types of LLSD.
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
/// The errors of [`to_value`].
pub fn to_vec<T: Serialize + ?Sized>(data: &T) -> Result<Vec<u8>, Error> {
    to_vec_with(data, &WriteOptions::default())
}

/// Writes data in the encoding and form that `options` select; see [`to_value`].
///
/// ```
/// # #[cfg(feature = "xml")] {
/// use llsd::{Control, Encoding, WriteOptions};
///
/// // XML has no character for a bell. `losses` lists what is omitted.
/// let options = WriteOptions::default().encoding(Encoding::Xml);
/// assert!(llsd::to_vec_with("Hi\u{7}!", &options).is_err());
/// let xml = llsd::to_vec_with("Hi\u{7}!", &options.control(Control::Strip))?;
/// assert_eq!(llsd::from_slice::<String>(&xml)?, "Hi!");
/// # }
/// # Ok::<(), llsd::Error>(())
/// ```
///
/// # Errors
///
/// The errors of [`to_value`], and if the encoding cannot express the data.
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
/// If the bytes are not LLSD, do not fit the type, or have to be guessed: `<integer>12abc</integer>` or
/// `<boolean>yes</boolean>`, which [`read`](fn@crate::read) reads as 12 and false with a warning of the kind
/// [`Lossy`](ErrorKind::Lossy). A [`lenient`](crate::lenient) field accepts guessed values, and values that the type
/// ignores are not checked. The error has the path and the byte of the value.
pub fn from_slice<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T, Error> {
    from_slice_with(bytes, &ReadOptions::default()).map(|(data, _)| data)
}

/// Deserializes like [`from_slice`], with options. Recoverable errors become warnings.
///
/// # Errors
///
/// The errors of [`from_slice`]. With [`ReadOptions::strict`], a warning is an error.
pub fn from_slice_with<'de, T: Deserialize<'de>>(
    bytes: &'de [u8],
    options: &ReadOptions,
) -> Result<(T, Warnings), Error> {
    read_as(bytes, read::encoding(bytes), options)
}

/// Reads data from text in XML or notation; see [`from_slice`].
///
/// # Errors
///
/// The errors of [`from_slice`].
pub fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Error> {
    from_slice(text.as_bytes())
}

/// Reads data in this encoding. A value that has to be guessed is an error, unless the type accepts guesses
/// or ignores the value.
fn read_as<'de, T: Deserialize<'de>>(
    bytes: &'de [u8],
    encoding: Encoding,
    options: &ReadOptions,
) -> Result<(T, Warnings), Error> {
    if encoding == Encoding::Binary {
        // The fast path deserializes from the bytes directly, without a `Value` in between.
        if let Some(data) = stream::from(bytes, options) {
            return Ok((data, Warnings::default()));
        }
        let (document, warnings) = Taped::read(bytes, encoding, options)?;
        return de::from(document.root()).map(|data| (data, warnings));
    }
    let (value, warnings) = read::read_as(bytes, encoding, options)?;
    let data = match tape::guess(&warnings) {
        None => owned(bytes, &value, options)?,
        Some(_) => {
            // Both together would take more memory than the limits allow for.
            drop(value);
            de::from(Taped::read(bytes, encoding, options)?.0.root())?
        }
    };
    Ok((data, warnings))
}

/// Reads data that do not borrow from the document, from its value.
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

/// The same error at another position.
#[cold]
fn moved(error: &Error, place: Place) -> Error {
    let path: Vec<_> = error.path().map(str::to_owned).collect();
    path.into_iter().rev().fold(Error::new(place, error.kind().clone()), Error::inside)
}

/// Defines the functions of an encoding.
macro_rules! functions {
    ($name:literal $encoding:ident) => {
        use super::*;

        #[doc = concat!("Writes data as ", $name, " with a header line; see [`to_value`](crate::typed::to_value).")]
        ///
        /// # Errors
        ///
        /// The errors of [`to_vec_with`](crate::to_vec_with).
        pub fn to_vec<T: Serialize + ?Sized>(data: &T) -> Result<Vec<u8>, Error> {
            to_vec_with(data, &WriteOptions::default().encoding(Encoding::$encoding))
        }

        #[doc = concat!("Reads data from ", $name, "; see [`from_slice`](fn@crate::typed::from_slice).")]
        ///
        /// # Errors
        ///
        /// The errors of [`from_slice`](fn@crate::from_slice).
        pub fn from_slice<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T, Error> {
            read_as(bytes, Encoding::$encoding, &ReadOptions::default()).map(|(data, _)| data)
        }
    };
}

/// Makes text of the bytes of a writer, each of which escapes or refuses what is not UTF-8.
fn into_text(bytes: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(bytes).map_err(|error| {
        let found = in_quotes(error.as_bytes());
        Error::model(ErrorKind::Unwritable { what: "text", found })
    })
}

/// Defines further functions of an encoding that is text.
macro_rules! text_functions {
    ($name:literal) => {
        #[doc = concat!("As [`to_vec`]: ", $name, " is text.")]
        ///
        /// # Errors
        ///
        /// The errors of [`to_vec`].
        pub fn to_string<T: Serialize + ?Sized>(data: &T) -> Result<String, Error> {
            to_vec(data).and_then(into_text)
        }

        #[doc = concat!("As [`from_slice`], from ", $name, ".")]
        ///
        /// # Errors
        ///
        /// The errors of [`from_slice`].
        pub fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Error> {
            from_slice(text.as_bytes())
        }
    };
}

pub(crate) mod binary {
    functions! { "binary LLSD" Binary }
}

#[cfg(feature = "xml")]
pub(crate) mod xml {
    functions! { "XML" Xml }
    text_functions! { "XML" }
}

pub(crate) mod notation {
    functions! { "notation" Notation }
    text_functions! { "notation" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_utf8() {
        assert_eq!(into_text(b"caf\xc3\xa9".to_vec()), Ok("café".to_owned()));
        let error = into_text(b"caf\xe9".to_vec()).unwrap_err();
        assert_eq!(error.to_string(), r#"this encoding cannot express the text "caf\xe9""#);
    }
}

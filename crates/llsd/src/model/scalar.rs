//! Conversions between types. Format document, section 3.

use super::{Array, Date, Kind, Map, Text, Uri, Uuid, Value};
use crate::wire::real;
use std::borrow::Cow;

/// A borrowed value; for an array or a map, only the number of values.
///
/// It has the conversions of LLSD, as [`Value`] and [`Node`](crate::Node) do: the methods `to_…` convert
/// every type to every other, and return the default where no conversion makes sense. The methods `as_…`
/// convert nothing: they return `None` for a value of another type.
///
/// ```
/// use llsd::Value;
///
/// assert_eq!(Value::from("  42.375").to_integer(), 42);
/// assert_eq!(Value::from("33bob").to_integer(), 0);
/// assert!(Value::from("false").to_boolean());
/// assert_eq!(Value::from(1.5).to_text(), "1.5");
/// assert_eq!((Value::from(1.5).as_real(), Value::from(1).as_real()), (Some(1.5), None));
/// assert_eq!(Value::from("1970-01-02T00:00:00Z").to_date(), llsd::Date(86_400.0));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Scalar<'a> {
    /// No value.
    Undef,
    /// True or false.
    Boolean(bool),
    /// An integer of 32 bits.
    Integer(i32),
    /// A floating-point number of 64 bits.
    Real(f64),
    /// A UUID.
    Uuid(Uuid),
    /// A string, UTF-8 by convention.
    String(Cow<'a, [u8]>),
    /// A point in time.
    Date(Date),
    /// A URI.
    Uri(Cow<'a, [u8]>),
    /// A list of bytes.
    Binary(&'a [u8]),
    /// The number of values of an array.
    Array(usize),
    /// The number of entries of a map.
    Map(usize),
}

impl<'a> Scalar<'a> {
    /// The type of the value.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Undef => Kind::Undef,
            Self::Boolean(_) => Kind::Boolean,
            Self::Integer(_) => Kind::Integer,
            Self::Real(_) => Kind::Real,
            Self::Uuid(_) => Kind::Uuid,
            Self::String(_) => Kind::String,
            Self::Date(_) => Kind::Date,
            Self::Uri(_) => Kind::Uri,
            Self::Binary(_) => Kind::Binary,
            Self::Array(_) => Kind::Array,
            Self::Map(_) => Kind::Map,
        }
    }

    /// Converts to a boolean: true for numbers other than zero, and for strings, arrays and maps that are not empty.
    #[must_use]
    pub fn to_boolean(&self) -> bool {
        match self {
            Self::Boolean(is_true) => *is_true,
            Self::Integer(number) => *number != 0,
            // NaN is false in the viewer, although it is not zero.
            Self::Real(number) => !number.is_nan() && *number != 0.0,
            // Only the empty string is false: "0" and "false" are true.
            Self::String(text) => !text.is_empty(),
            Self::Array(len) | Self::Map(len) => *len != 0,
            _ => false,
        }
    }

    /// Converts to an integer: reals and numbers in strings are rounded towards zero and clamped to 32 bits;
    /// dates become seconds.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "the cast cuts towards zero, and saturates")]
    pub fn to_integer(&self) -> i32 {
        match self {
            Self::Integer(number) => *number,
            _ => self.to_real() as i32,
        }
    }

    /// Converts to a real; a string that is not a number, apart from leading white space, is 0.
    #[must_use]
    pub fn to_real(&self) -> f64 {
        match self {
            Self::Boolean(is_true) => f64::from(u8::from(*is_true)),
            Self::Integer(number) => f64::from(*number),
            Self::Real(number) => *number,
            // Text after the number makes it invalid: "33bob" is 0, not 33.
            Self::String(text) => real::decimal(text.trim_ascii_start()).unwrap_or_default(),
            Self::Date(date) => date.0,
            _ => 0.0,
        }
    }

    /// Converts to a UUID; nil for a string that is not one.
    #[must_use]
    pub fn to_uuid(&self) -> Uuid {
        match self {
            Self::Uuid(uuid) => *uuid,
            Self::String(text) => Uuid::from_text(text).unwrap_or_default(),
            _ => Uuid::NIL,
        }
    }

    /// Converts to a date; 1970 for a string that is not one.
    #[must_use]
    pub fn to_date(&self) -> Date {
        match self {
            Self::Date(date) => *date,
            Self::String(text) => Date::from_text(text).unwrap_or_default(),
            _ => Date::default(),
        }
    }

    /// Converts to text: true is `true`, false is empty, and reals have as many digits as it takes to read
    /// them back (the viewer writes six). Arrays, maps and binary become the empty text.
    #[must_use]
    pub fn to_text(&self) -> Text {
        match self {
            Self::Boolean(true) => "true".into(),
            Self::Integer(number) => number.to_string().into(),
            Self::Real(number) => real::text(*number).into(),
            Self::Uuid(uuid) => uuid.to_string().into(),
            Self::String(text) | Self::Uri(text) => text.to_vec().into(),
            Self::Date(date) => date.to_string().into(),
            _ => Text::default(),
        }
    }

    /// Converts strings and URIs to a URI; other types become the empty URI.
    #[must_use]
    pub fn to_uri(&self) -> Uri {
        match self {
            Self::String(text) | Self::Uri(text) => Uri(text.to_vec().into()),
            _ => Uri::default(),
        }
    }

    /// The text, if it is a string in UTF-8.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => std::str::from_utf8(text).ok(),
            _ => None,
        }
    }
}

impl Value {
    /// The value as a borrowed [`Scalar`].
    #[must_use]
    pub fn scalar(&self) -> Scalar<'_> {
        match self {
            Self::Undef => Scalar::Undef,
            Self::Boolean(is_true) => Scalar::Boolean(*is_true),
            Self::Integer(number) => Scalar::Integer(*number),
            Self::Real(number) => Scalar::Real(*number),
            Self::Uuid(uuid) => Scalar::Uuid(*uuid),
            Self::String(text) => Scalar::String(text.as_bytes().into()),
            Self::Date(date) => Scalar::Date(*date),
            Self::Uri(Uri(text)) => Scalar::Uri(text.as_bytes().into()),
            Self::Binary(bytes) => Scalar::Binary(bytes),
            Self::Array(array) => Scalar::Array(array.len()),
            Self::Map(map) => Scalar::Map(map.len()),
        }
    }
}

impl Value {
    /// Returns true for undef.
    #[must_use]
    pub fn is_undef(&self) -> bool {
        matches!(self, Self::Undef)
    }

    /// The text, if it is a string in UTF-8.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        self.as_text()?.as_str()
    }

    /// The text, if it is a string.
    #[must_use]
    pub fn as_text(&self) -> Option<&Text> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The address, if it is a URI.
    #[must_use]
    pub fn as_uri(&self) -> Option<&Uri> {
        match self {
            Self::Uri(uri) => Some(uri),
            _ => None,
        }
    }

    /// The bytes, if it is binary.
    #[must_use]
    pub fn as_binary(&self) -> Option<&[u8]> {
        match self {
            Self::Binary(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// The array, if it is one.
    #[must_use]
    pub fn as_array(&self) -> Option<&Array> {
        match self {
            Self::Array(array) => Some(array),
            _ => None,
        }
    }

    /// The array, mutable, if it is one.
    #[must_use]
    pub fn as_array_mut(&mut self) -> Option<&mut Array> {
        match self {
            Self::Array(array) => Some(array),
            _ => None,
        }
    }

    /// The map, if it is one.
    #[must_use]
    pub fn as_map(&self) -> Option<&Map> {
        match self {
            Self::Map(map) => Some(map),
            _ => None,
        }
    }

    /// The map, mutable, if it is one.
    #[must_use]
    pub fn as_map_mut(&mut self) -> Option<&mut Map> {
        match self {
            Self::Map(map) => Some(map),
            _ => None,
        }
    }

    /// The number of values in an array or a map; otherwise 0.
    #[must_use]
    pub fn len(&self) -> usize {
        self.as_array().map(|array| array.len()).or(self.as_map().map(Map::len)).unwrap_or_default()
    }

    /// Returns true if it is not an array or map that contains values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The values of an array; none for other types.
    pub fn values(&self) -> impl Iterator<Item = &Self> {
        self.as_array().into_iter().flatten()
    }

    /// The values of an array, mutable; none for other types.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Self> {
        self.as_array_mut().into_iter().flatten()
    }
}

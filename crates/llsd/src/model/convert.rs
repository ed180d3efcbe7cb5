//! Any value as any type. Format document, section 3.

use super::{Date, Kind, Map, Text, Uri, Uuid, Value};
use crate::wire::real;
use std::borrow::Cow;

/// A value whose bytes are borrowed, and of a container the number of values.
///
/// What [`Value`] and [`Node`](crate::Node) have in common: the conversions of
/// LLSD. Each type can be asked for as each other; where no conversion is
/// sensible, the result is the default.
///
/// ```
/// use llsd::Value;
///
/// assert_eq!(Value::from("  42.375").as_integer(), 42);
/// assert_eq!(Value::from("33bob").as_integer(), 0);
/// assert!(Value::from("false").as_boolean());
/// assert_eq!(Value::from(0.1 + 0.2).to_text(), "0.3");
/// assert_eq!(Value::from("1970-01-02T00:00:00Z").as_date(), llsd::Date(86_400.0));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Scalar<'a> {
    /// Nothing.
    Undef,
    /// True or false.
    Boolean(bool),
    /// A whole number.
    Integer(i32),
    /// A number.
    Real(f64),
    /// An identifier.
    Uuid(Uuid),
    /// Text.
    String(Cow<'a, [u8]>),
    /// A point in time.
    Date(Date),
    /// An address.
    Uri(Cow<'a, [u8]>),
    /// Bytes.
    Binary(&'a [u8]),
    /// An array of so many values.
    Array(usize),
    /// A map of so many entries.
    Map(usize),
}

impl<'a> Scalar<'a> {
    /// Its type.
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

    /// As true or false: numbers that are not zero, texts and containers that are not empty are true.
    #[must_use]
    pub fn as_boolean(&self) -> bool {
        match self {
            Self::Boolean(is_true) => *is_true,
            Self::Integer(number) => *number != 0,
            Self::Real(number) => !number.is_nan() && *number != 0.0,
            Self::String(text) => !text.is_empty(),
            Self::Array(len) | Self::Map(len) => *len != 0,
            _ => false,
        }
    }

    /// As a whole number: reals and the numbers in texts towards zero, within 32 bits; dates as seconds.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "the cast cuts towards zero, and saturates")]
    pub fn as_integer(&self) -> i32 {
        match self {
            Self::Integer(number) => *number,
            _ => self.as_real() as i32,
        }
    }

    /// As a number; a text with anything but blanks before it is 0.
    #[must_use]
    pub fn as_real(&self) -> f64 {
        match self {
            Self::Boolean(is_true) => f64::from(u8::from(*is_true)),
            Self::Integer(number) => f64::from(*number),
            Self::Real(number) => *number,
            Self::String(text) => real::decimal(text.trim_ascii_start()).unwrap_or_default(),
            Self::Date(date) => date.0,
            _ => 0.0,
        }
    }

    /// As an identifier; nil if it is none.
    #[must_use]
    pub fn as_uuid(&self) -> Uuid {
        match self {
            Self::Uuid(uuid) => *uuid,
            Self::String(text) => Uuid::from_text(text).unwrap_or_default(),
            _ => Uuid::NIL,
        }
    }

    /// As a point in time; 1970 if it is none.
    #[must_use]
    pub fn as_date(&self) -> Date {
        match self {
            Self::Date(date) => *date,
            Self::String(text) => Date::from_text(text).unwrap_or_default(),
            _ => Date::default(),
        }
    }

    /// As text: true is `true` and false is empty, reals have six digits.
    ///
    /// Arrays, maps and bytes have none.
    #[must_use]
    pub fn to_text(&self) -> Text {
        match self {
            Self::Boolean(true) => "true".into(),
            Self::Integer(number) => number.to_string().into(),
            Self::Real(number) => real::general(*number, 6).into(),
            Self::Uuid(uuid) => uuid.to_string().into(),
            Self::String(text) | Self::Uri(text) => text.to_vec().into(),
            Self::Date(date) => date.to_string().into(),
            _ => Text::default(),
        }
    }

    /// As an address, which any text is.
    #[must_use]
    pub fn to_uri(&self) -> Uri {
        match self {
            Self::String(text) | Self::Uri(text) => Uri(text.to_vec().into()),
            _ => Uri::default(),
        }
    }

    /// As bytes, which only binary is.
    #[must_use]
    pub fn as_binary(&self) -> &'a [u8] {
        match self {
            Self::Binary(bytes) => bytes,
            _ => &[],
        }
    }
}

impl Value {
    /// The value, borrowed.
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

macro_rules! conversions {
    ($($doc:literal $name:ident $ty:ty),* $(,)?) => {
        impl Value {
            $(
                #[doc = $doc]
                #[must_use]
                pub fn $name(&self) -> $ty {
                    self.scalar().$name()
                }
            )*
        }

        impl crate::Node<'_> {
            $(
                #[doc = $doc]
                #[must_use]
                pub fn $name(&self) -> $ty {
                    self.scalar().$name()
                }
            )*
        }
    };
}
conversions! {
    "As true or false; see [`Scalar::as_boolean`]." as_boolean bool,
    "As a whole number; see [`Scalar::as_integer`]." as_integer i32,
    "As a number; see [`Scalar::as_real`]." as_real f64,
    "As an identifier; see [`Scalar::as_uuid`]." as_uuid Uuid,
    "As a point in time; see [`Scalar::as_date`]." as_date Date,
    "As text; see [`Scalar::to_text`]." to_text Text,
    "As an address; see [`Scalar::to_uri`]." to_uri Uri,
}

impl Value {
    /// As bytes, which only binary is.
    #[must_use]
    pub fn as_binary(&self) -> &[u8] {
        self.scalar().as_binary()
    }

    /// How many values it holds, if it is an array or a map; else 0.
    #[must_use]
    pub fn len(&self) -> usize {
        self.as_array().map(|array| array.len()).or(self.as_map().map(Map::len)).unwrap_or_default()
    }

    /// Whether it holds no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The values that it holds, if it is an array.
    pub fn values(&self) -> impl Iterator<Item = &Self> {
        self.as_array().into_iter().flatten()
    }

    /// The values that it holds, to change, if it is an array.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Self> {
        let array = match self {
            Self::Array(array) => Some(array),
            _ => None,
        };
        array.into_iter().flatten()
    }
}

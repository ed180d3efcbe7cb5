//! Reading of data in the forms in which services send them.

use super::model::Any;
use crate::model::{Binary, Date, Text, Uri, Uuid, Value};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The type name with which a field tells the deserializer that it accepts guessed values.
pub(super) const NAME: &str = "$llsd::lenient";

/// A type that can also be read from other values, which services send instead.
pub trait Target: DeserializeOwned + Default {
    /// Converts a value that services send instead of one of the type; `None` if it is not a known one.
    fn instead(value: &Value) -> Option<Self>;
}

/// Reads the data of a field, for `#[serde(deserialize_with = "llsd::lenient::deserialize")]`.
///
/// # Errors
///
/// If the value is neither of the type nor one that services send instead of it.
pub fn deserialize<'de, T: Target, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    let value = from.deserialize_newtype_struct(NAME, Any)?;
    match T::instead(&value) {
        _ if value.is_undef() => Ok(T::default()),
        Some(data) => Ok(data),
        None => crate::typed::from_value(&value).map_err(|error| D::Error::custom(error.kind())),
    }
}

/// Writes the data of a field as if it were not lenient, for `#[serde(with = "llsd::lenient")]`.
///
/// # Errors
///
/// The errors of the type.
pub fn serialize<T: Serialize, S: Serializer>(data: &T, to: S) -> Result<S::Ok, S::Error> {
    data.serialize(to)
}

/// Reads undef as the default of any type, for `#[serde(deserialize_with = "llsd::lenient::or_default")]`.
///
/// # Errors
///
/// The errors of the type.
pub fn or_default<'de, T: Deserialize<'de> + Default, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    Option::deserialize(from).map(Option::unwrap_or_default)
}

/// A value inside of another type, such as `Vec<Lenient<Uuid>>`, that is read as by [`deserialize`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Lenient<T>(
    /// The data.
    pub T,
);

impl<'de, T: Target> Deserialize<'de> for Lenient<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        deserialize(from).map(Self)
    }
}

impl<T: Serialize> Serialize for Lenient<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

impl Target for bool {
    fn instead(value: &Value) -> Option<Self> {
        value.as_integer().map(|number| number != 0)
    }
}

impl Target for Uuid {
    fn instead(value: &Value) -> Option<Self> {
        value.as_text().filter(|text| text.is_empty()).map(|_| Self::NIL)
    }
}

/// Reads numbers from binary, the most significant byte first, because LLSD integers have only 32 bits and a sign.
macro_rules! numbers {
    ($($number:ident)*) => { $(
        impl Target for $number {
            fn instead(value: &Value) -> Option<Self> {
                value.as_binary()?.try_into().ok().map(Self::from_be_bytes)
            }
        }
    )* };
}
numbers! { i8 i16 i32 i64 u8 u16 u64 f32 f64 }

/// Also accepts a negative integer, as its 32 bits, because the viewer sends masks in this form.
impl Target for u32 {
    fn instead(value: &Value) -> Option<Self> {
        let negative = value.as_integer().filter(|number| *number < 0).map(i32::cast_unsigned);
        negative.or_else(|| value.as_binary()?.try_into().ok().map(Self::from_be_bytes))
    }
}

/// Implements [`Target`] for types instead of which services send only undef.
macro_rules! others {
    ($($other:ident)*) => { $(
        impl Target for $other {
            fn instead(_: &Value) -> Option<Self> {
                None
            }
        }
    )* };
}
others! { String Text Uri Date Binary }

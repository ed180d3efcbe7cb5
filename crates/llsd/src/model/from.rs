//! Conversions from Rust types.

use super::{Array, Date, Map, Text, Uri, Uuid, Value};
use std::time::SystemTime;

macro_rules! from {
    ($($ty:ty => $variant:ident $(($convert:expr))?),* $(,)?) => { $(
        impl From<$ty> for Value {
            fn from(value: $ty) -> Self {
                $(let value = $convert(value);)?
                Self::$variant(value)
            }
        }
    )* };
}
from! {
    bool => Boolean, i8 => Integer(i32::from), i16 => Integer(i32::from), i32 => Integer, u8 => Integer(i32::from),
    u16 => Integer(i32::from), f32 => Real(f64::from), f64 => Real, Uuid => Uuid, Text => String,
    &str => String(Text::from), String => String(Text::from), Date => Date, SystemTime => Date(Date::from),
    Uri => Uri, Vec<u8> => Binary, Array => Array, Vec<Value> => Array(Array::from), Map => Map,
}

/// Converts `None` to undef, and other values to themselves.
impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Undef, Into::into)
    }
}

/// Converts to an array.
impl<T: Into<Self>, const N: usize> From<[T; N]> for Value {
    fn from(values: [T; N]) -> Self {
        values.into_iter().collect()
    }
}

/// Collects values into an array.
impl<T: Into<Self>> FromIterator<T> for Value {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Self::Array(values.into_iter().collect())
    }
}

/// Collects entries into a map. If a key occurs more than once, the last value counts.
impl<K: Into<Text>, V: Into<Self>> FromIterator<(K, V)> for Value {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        Self::Map(entries.into_iter().collect())
    }
}

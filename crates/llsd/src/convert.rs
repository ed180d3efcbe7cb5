//! The conversions of LLSD as methods of values and nodes.

use crate::document::Node;
use crate::model::{Date, Scalar, Text, Uri, Uuid, Value};

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

        impl Node<'_> {
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
    "Converts to a boolean; see [`Scalar::to_boolean`]." to_boolean bool,
    "Converts to an integer; see [`Scalar::to_integer`]." to_integer i32,
    "Converts to a real; see [`Scalar::to_real`]." to_real f64,
    "Converts to a UUID; see [`Scalar::to_uuid`]." to_uuid Uuid,
    "Converts to a date; see [`Scalar::to_date`]." to_date Date,
    "Converts to text; see [`Scalar::to_text`]." to_text Text,
    "Converts to a URI; see [`Scalar::to_uri`]." to_uri Uri,
}

macro_rules! parts {
    ($($doc:literal $variant:ident $name:ident $scalar:ty),* $(,)?) => {
        impl Value {
            $(
                #[doc = $doc]
                #[must_use]
                pub fn $name(&self) -> Option<$scalar> {
                    match self {
                        Self::$variant(value) => Some(*value),
                        _ => None,
                    }
                }
            )*
        }

        impl Node<'_> {
            $(
                #[doc = $doc]
                #[must_use]
                pub fn $name(&self) -> Option<$scalar> {
                    match self.scalar() {
                        Scalar::$variant(value) => Some(value),
                        _ => None,
                    }
                }
            )*
        }
    };
}
parts! {
    "The value of a boolean." Boolean as_boolean bool,
    "The value of an integer." Integer as_integer i32,
    "The value of a real." Real as_real f64,
    "The value of a UUID." Uuid as_uuid Uuid,
    "The value of a date." Date as_date Date,
}

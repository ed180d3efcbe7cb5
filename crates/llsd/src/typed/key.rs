//! The serializer of keys, which must be text.

use crate::common::error::Error;
use crate::model::Text;
use serde::ser::{Error as _, Impossible, Serialize, Serializer};
use std::fmt::Display;

/// Serializes keys to text.
pub(super) struct Key;

fn refused<T>(found: impl Display) -> Result<T, Error> {
    Err(Error::custom(format_args!("a key must be text, found {found}")))
}

macro_rules! refused {
    ($($name:ident $ty:ty, $found:literal;)*) => { $(
        fn $name(self, _: $ty) -> Result<Text, Error> {
            refused($found)
        }
    )* };
}

impl Serializer for Key {
    type Ok = Text;
    type Error = Error;
    type SerializeSeq = Impossible<Text, Error>;
    type SerializeTuple = Impossible<Text, Error>;
    type SerializeTupleStruct = Impossible<Text, Error>;
    type SerializeTupleVariant = Impossible<Text, Error>;
    type SerializeMap = Impossible<Text, Error>;
    type SerializeStruct = Impossible<Text, Error>;
    type SerializeStructVariant = Impossible<Text, Error>;

    fn serialize_str(self, text: &str) -> Result<Text, Error> {
        Ok(text.into())
    }

    fn serialize_char(self, character: char) -> Result<Text, Error> {
        Ok(character.encode_utf8(&mut [0; 4]).as_bytes().into())
    }

    /// Accepts bytes as text that is not UTF-8; see [`Text`].
    fn serialize_bytes(self, bytes: &[u8]) -> Result<Text, Error> {
        Ok(bytes.into())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Text, Error> {
        Ok(variant.into())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        inner: &T,
    ) -> Result<Text, Error> {
        inner.serialize(self)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, inner: &T) -> Result<Text, Error> {
        inner.serialize(self)
    }

    refused! {
        serialize_bool bool, "a boolean"; serialize_i8 i8, "an integer"; serialize_i16 i16, "an integer";
        serialize_i32 i32, "an integer"; serialize_i64 i64, "an integer"; serialize_i128 i128, "an integer";
        serialize_u8 u8, "an integer"; serialize_u16 u16, "an integer"; serialize_u32 u32, "an integer";
        serialize_u64 u64, "an integer"; serialize_u128 u128, "an integer"; serialize_f32 f32, "a real";
        serialize_f64 f64, "a real"; serialize_unit_struct &'static str, "a unit";
    }

    fn serialize_none(self) -> Result<Text, Error> {
        refused("none")
    }

    fn serialize_unit(self) -> Result<Text, Error> {
        refused("a unit")
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<Text, Error> {
        refused("an enum with a value")
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, Error> {
        refused("an array")
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Error> {
        refused("a tuple")
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, Error> {
        refused("a tuple")
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Error> {
        refused("an enum with values")
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Error> {
        refused("a map")
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct, Error> {
        refused("a struct")
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Error> {
        refused("an enum with values")
    }
}

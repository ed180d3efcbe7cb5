//! The serializer, which builds values from data.

use super::de::too_deep;
use super::key::Key;
use super::{DEPTH, model};
use crate::common::error::Error;
use crate::model::walk::name;
use crate::model::{Date, Map, Text, Uri, Uuid, Value, make_room, tagged};
use serde::ser::{self, Error as _, Serialize};

#[derive(Clone, Copy)]
pub(super) struct Serializer {
    /// The number of levels that are still allowed.
    depth: usize,
    /// Set if the next value is the content of a type of this crate, which is passed as bytes instead of text.
    is_raw: bool,
}

impl Serializer {
    pub(super) fn new() -> Self {
        Self { depth: DEPTH, is_raw: false }
    }

    fn inside(self) -> Result<Self, Error> {
        Ok(Self { depth: self.depth.checked_sub(1).ok_or_else(too_deep)?, is_raw: false })
    }

    fn array(self, len: Option<usize>) -> Result<Array, Error> {
        Ok(Array { values: Vec::new(), len, inside: self.inside()? })
    }

    fn map(self) -> Result<Entries, Error> {
        Ok(Entries { map: Map::new(), key: Text::default(), inside: self.inside()? })
    }

    /// Converts a number to an integer if it fits, or else to a real if that represents it exactly.
    fn number<T: TryInto<i32> + Copy + std::fmt::Display>(self, number: T) -> Result<Value, Error> {
        const MOST: i128 = 1 << 53;
        if let Ok(number) = number.try_into() {
            return Ok(Value::Integer(number));
        }
        let text = number.to_string();
        match text.parse::<i128>() {
            Ok(wide) if (-MOST..=MOST).contains(&wide) => Ok(Value::Real(text.parse().unwrap_or_default())),
            _ => Err(Error::custom(format_args!("no number of LLSD can hold {text}"))),
        }
    }
}

/// Converts the content of a type of this crate to the value that it represents.
fn retyped(name: &str, content: Value) -> Value {
    match (name, content) {
        (model::UUID | tagged::UUID, Value::Binary(bytes)) => match bytes.as_slice().try_into() {
            Ok(bytes) => Uuid(bytes).into(),
            Err(_) => Value::Binary(bytes),
        },
        (model::DATE | tagged::DATE, Value::Real(seconds)) => Date(seconds).into(),
        (model::URI | tagged::URI, Value::String(text)) => Uri(text).into(),
        (model::TEXT | tagged::BYTES, Value::Binary(bytes)) => Value::String(bytes.into()),
        (model::MAP, Value::Map(map)) => unescaped(map).into(),
        (_, content) => content,
    }
}

/// Removes the escape that [`tagged`] adds to the key of a map.
fn unescaped(map: Map) -> Map {
    let plain = match map.get_index(0) {
        Some((key, _)) if map.len() == 1 => {
            key.as_bytes().strip_prefix(b"$").filter(|key| tagged::is_tag(key))
        }
        _ => None,
    };
    match plain.map(Text::from) {
        Some(key) => map.into_iter().map(|(_, value)| (key.clone(), value)).collect(),
        None => map,
    }
}

impl ser::Serializer for Serializer {
    type Ok = Value;
    type Error = Error;
    type SerializeSeq = Array;
    type SerializeTuple = Array;
    type SerializeTupleStruct = Array;
    type SerializeTupleVariant = Variant<Array>;
    type SerializeMap = Entries;
    type SerializeStruct = Entries;
    type SerializeStructVariant = Variant<Entries>;

    fn is_human_readable(&self) -> bool {
        !self.is_raw
    }

    fn serialize_bool(self, is_true: bool) -> Result<Value, Error> {
        Ok(is_true.into())
    }

    fn serialize_i8(self, number: i8) -> Result<Value, Error> {
        Ok(number.into())
    }

    fn serialize_i16(self, number: i16) -> Result<Value, Error> {
        Ok(number.into())
    }

    fn serialize_i32(self, number: i32) -> Result<Value, Error> {
        Ok(number.into())
    }

    fn serialize_i64(self, number: i64) -> Result<Value, Error> {
        self.number(number)
    }

    fn serialize_i128(self, number: i128) -> Result<Value, Error> {
        self.number(number)
    }

    fn serialize_u8(self, number: u8) -> Result<Value, Error> {
        Ok(number.into())
    }

    fn serialize_u16(self, number: u16) -> Result<Value, Error> {
        Ok(number.into())
    }

    fn serialize_u32(self, number: u32) -> Result<Value, Error> {
        self.number(number)
    }

    fn serialize_u64(self, number: u64) -> Result<Value, Error> {
        self.number(number)
    }

    fn serialize_u128(self, number: u128) -> Result<Value, Error> {
        self.number(number)
    }

    fn serialize_f32(self, number: f32) -> Result<Value, Error> {
        Ok(number.into())
    }

    fn serialize_f64(self, number: f64) -> Result<Value, Error> {
        Ok(number.into())
    }

    fn serialize_char(self, character: char) -> Result<Value, Error> {
        Ok(String::from(character).into())
    }

    fn serialize_str(self, text: &str) -> Result<Value, Error> {
        Ok(text.into())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<Value, Error> {
        Ok(bytes.to_vec().into())
    }

    fn serialize_none(self) -> Result<Value, Error> {
        Ok(Value::Undef)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, data: &T) -> Result<Value, Error> {
        data.serialize(self)
    }

    fn serialize_unit(self) -> Result<Value, Error> {
        Ok(Value::Undef)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Value, Error> {
        Ok(Value::Undef)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Value, Error> {
        Ok(variant.into())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        data: &T,
    ) -> Result<Value, Error> {
        match name {
            model::UUID | model::DATE | model::URI | model::TEXT | model::MAP => {
                Ok(retyped(name, data.serialize(Self { is_raw: true, ..self })?))
            }
            _ => data.serialize(self),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        data: &T,
    ) -> Result<Value, Error> {
        if name == model::VALUE {
            return Ok(retyped(variant, data.serialize(Self { is_raw: true, ..self })?));
        }
        let value = data.serialize(self.inside()?).map_err(|error| error.inside(variant))?;
        Ok(Map::from([(variant, value)]).into())
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Array, Error> {
        self.array(len)
    }

    fn serialize_tuple(self, len: usize) -> Result<Array, Error> {
        self.array(Some(len))
    }

    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<Array, Error> {
        self.array(Some(len))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Variant<Array>, Error> {
        Ok(Variant { variant, content: self.inside()?.array(Some(len))? })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Entries, Error> {
        self.map()
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Entries, Error> {
        self.map()
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Variant<Entries>, Error> {
        Ok(Variant { variant, content: self.inside()?.map()? })
    }
}

/// An array that is being built.
pub(super) struct Array {
    values: Vec<Value>,
    len: Option<usize>,
    inside: Serializer,
}

impl Array {
    fn add<T: Serialize + ?Sized>(&mut self, data: &T) -> Result<(), Error> {
        let value = data.serialize(self.inside);
        let value = value.map_err(|error| error.inside(format!("[{}]", self.values.len())))?;
        // Untrusted data may claim any length, so capacity grows with the values, up to the claimed length. The last
        // step reserves the whole rest, so that at most a quarter of the values is copied.
        let n_done = self.values.len();
        let n_left = self.len.map_or(usize::MAX, |len| len.saturating_sub(n_done));
        if n_done == self.values.capacity() && n_left.div_ceil(3) <= n_done {
            self.values.reserve_exact(n_left);
        }
        make_room(&mut self.values, n_left);
        self.values.push(value);
        Ok(())
    }
}

macro_rules! arrays {
    ($($kind:ident $add:ident)*) => { $(
        impl ser::$kind for Array {
            type Ok = Value;
            type Error = Error;

            fn $add<T: Serialize + ?Sized>(&mut self, data: &T) -> Result<(), Error> {
                self.add(data)
            }

            fn end(self) -> Result<Value, Error> {
                Ok(self.values.into())
            }
        }
    )* };
}
arrays! { SerializeSeq serialize_element SerializeTuple serialize_element SerializeTupleStruct serialize_field }

/// A map that is being built.
pub(super) struct Entries {
    map: Map,
    key: Text,
    inside: Serializer,
}

impl Entries {
    fn add<T: Serialize + ?Sized>(&mut self, key: Text, data: &T) -> Result<(), Error> {
        let value = data.serialize(self.inside).map_err(|error| error.inside(name(key.as_bytes())))?;
        self.map.insert(key, value);
        Ok(())
    }
}

impl ser::SerializeMap for Entries {
    type Ok = Value;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.key = key.serialize(Key)?;
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, data: &T) -> Result<(), Error> {
        let key = std::mem::take(&mut self.key);
        self.add(key, data)
    }

    fn end(mut self) -> Result<Value, Error> {
        self.map.share_keys();
        Ok(self.map.into())
    }
}

impl ser::SerializeStruct for Entries {
    type Ok = Value;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, data: &T) -> Result<(), Error> {
        self.add(key.into(), data)
    }

    fn end(mut self) -> Result<Value, Error> {
        self.map.share_keys();
        Ok(self.map.into())
    }
}

/// A variant of an enum: its name and its content.
pub(super) struct Variant<C> {
    variant: &'static str,
    content: C,
}

impl<C> Variant<C> {
    fn end(variant: &'static str, content: impl Into<Value>) -> Value {
        Map::from([(variant, content.into())]).into()
    }
}

impl ser::SerializeTupleVariant for Variant<Array> {
    type Ok = Value;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, data: &T) -> Result<(), Error> {
        self.content.add(data).map_err(|error| error.inside(self.variant))
    }

    fn end(self) -> Result<Value, Error> {
        Ok(Self::end(self.variant, self.content.values))
    }
}

impl ser::SerializeStructVariant for Variant<Entries> {
    type Ok = Value;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, data: &T) -> Result<(), Error> {
        self.content.add(key.into(), data).map_err(|error| error.inside(self.variant))
    }

    fn end(self) -> Result<Value, Error> {
        Ok(Self::end(self.variant, self.content.map))
    }
}

//! Serialization of this crate's types through serde.
//!
//! LLSD has a type for each of them, and the serializer and deserializer of this crate recognise them by the
//! names below. In other formats, a value is converted to the closest type of the format, or gets a tag if
//! there is none; see [`tagged`].

use super::DEPTH;
use crate::model::walk::Walk;
use crate::model::{Array, Binary, Date, Map, Text, Uri, Uuid, Value, make_room, tagged};
use crate::wire::bytes;
use serde::de::{Error as _, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::ser::{Error as _, SerializeMap};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

pub(super) const VALUE: &str = "$llsd::Value";
pub(super) const MAP: &str = "$llsd::Map";
pub(super) const TEXT: &str = "$llsd::Text";
pub(super) const UUID: &str = "$llsd::Uuid";
pub(super) const DATE: &str = "$llsd::Date";
pub(super) const URI: &str = "$llsd::Uri";

/// Serializes to LLSD unchanged, and to other formats with tags such as `{"$uuid": "…"}` for types that they
/// lack.
///
/// Values that are nested more than 128 levels deep are an error.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        checked(Walk::value(self), Shallow(self), serializer)
    }
}

/// Serializes to a sequence.
impl Serialize for Array {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        checked(Walk::array(self), ShallowArray(self), serializer)
    }
}

/// Serializes to a map.
impl Serialize for Map {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        checked(Walk::map(self), ShallowMap(self), serializer)
    }
}

fn checked<S: Serializer>(
    mut walk: Walk<'_>,
    value: impl Serialize,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    while walk.next().is_some() {
        if walk.depth() > DEPTH {
            return Err(S::Error::custom(format_args!("values are nested more than {DEPTH} levels deep")));
        }
    }
    value.serialize(serializer)
}

/// A value whose depth has been checked.
struct Shallow<'a>(&'a Value);
struct ShallowArray<'a>(&'a Array);
struct ShallowMap<'a>(&'a Map);

impl Serialize for Shallow<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Undef => to.serialize_unit(),
            Value::Boolean(is_true) => to.serialize_bool(*is_true),
            Value::Integer(number) => to.serialize_i32(*number),
            Value::Real(number) if number.is_finite() => to.serialize_f64(*number),
            Value::Real(number) => to.serialize_newtype_variant(VALUE, 0, tagged::REAL, &Special(*number)),
            Value::Uuid(uuid) => to.serialize_newtype_variant(VALUE, 1, tagged::UUID, &UuidContent(*uuid)),
            Value::String(text) => match text.as_str() {
                Some(text) => to.serialize_str(text),
                None => {
                    to.serialize_newtype_variant(VALUE, 2, tagged::BYTES, &BinaryContent(text.as_bytes()))
                }
            },
            Value::Date(date) => to.serialize_newtype_variant(VALUE, 3, tagged::DATE, &DateContent(*date)),
            Value::Uri(uri) => to.serialize_newtype_variant(VALUE, 4, tagged::URI, &uri.0),
            Value::Binary(bytes) => {
                to.serialize_newtype_variant(VALUE, 5, tagged::BINARY, &BinaryContent(bytes))
            }
            Value::Array(array) => ShallowArray(array).serialize(to),
            Value::Map(map) => to.serialize_newtype_struct(MAP, &Escaped(map)),
        }
    }
}

impl Serialize for ShallowArray<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Shallow))
    }
}

impl Serialize for ShallowMap<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        self.0.iter().try_for_each(|(key, value)| map.serialize_entry(key, &Shallow(value)))?;
        map.end()
    }
}

/// A map, with keys escaped that would be mistaken for tags.
struct Escaped<'a>(&'a Map);

impl Serialize for Escaped<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.get_index(0) {
            Some((key, value)) if self.0.len() == 1 && tagged::is_tag(key.as_bytes()) => {
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry(&Text::from([b"$", key.as_bytes()].concat()), &Shallow(value))?;
                map.end()
            }
            _ => ShallowMap(self.0).serialize(serializer),
        }
    }
}

/// A real that is not finite; it is serialized as text in human-readable formats.
struct Special(f64);

impl Serialize for Special {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() {
            to.serialize_str(&tagged::special(self.0))
        } else {
            to.serialize_f64(self.0)
        }
    }
}

struct UuidContent(Uuid);

impl Serialize for UuidContent {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() { to.collect_str(&self.0) } else { to.serialize_bytes(&self.0.0) }
    }
}

struct DateContent(Date);

impl Serialize for DateContent {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match tagged::date_text(self.0).filter(|_| to.is_human_readable()) {
            Some(text) => to.serialize_str(&text),
            None if to.is_human_readable() && !self.0.0.is_finite() => {
                to.serialize_str(&tagged::special(self.0.0))
            }
            None => to.serialize_f64(self.0.0),
        }
    }
}

struct BinaryContent<'a>(&'a [u8]);

impl Serialize for BinaryContent<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() {
            let mut text = Vec::new();
            bytes::base64(self.0, &mut text);
            to.serialize_str(&String::from_utf8_lossy(&text))
        } else {
            to.serialize_bytes(self.0)
        }
    }
}

/// Deserializes from any type of the format; see [`Serialize`](#impl-Serialize-for-Value).
impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Any)
    }
}

/// A visitor that accepts any type of the format.
pub(super) struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of LLSD")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Undef)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Undef)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_bool<E>(self, is_true: bool) -> Result<Value, E> {
        Ok(is_true.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        #[expect(clippy::cast_precision_loss, reason = "no type of LLSD is wider")]
        Ok(i32::try_from(number).map_or(Value::Real(number as f64), Value::Integer))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        #[expect(clippy::cast_precision_loss, reason = "no type of LLSD is wider")]
        Ok(i32::try_from(number).map_or(Value::Real(number as f64), Value::Integer))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Value, E> {
        Ok(bytes.to_vec().into())
    }

    fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Value, E> {
        Ok(bytes.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Value, A::Error> {
        values(items).map(Value::from)
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<Value, A::Error> {
        let map = map(entries)?;
        tagged::untagged(map)
            .map_err(|expected| A::Error::custom(format_args!("expected {expected} after its tag")))
    }
}

fn values<'de, A: SeqAccess<'de>>(mut items: A) -> Result<Vec<Value>, A::Error> {
    let mut values = Vec::new();
    while let Some(value) = items.next_element()? {
        // Starts small, because nothing guarantees yet that this many values follow.
        make_room(&mut values, items.size_hint().map_or(usize::MAX, |left| left.saturating_add(1)));
        values.push(value);
    }
    Ok(values)
}

fn map<'de, A: MapAccess<'de>>(mut entries: A) -> Result<Map, A::Error> {
    let mut map = Map::new();
    while let Some((key, value)) = entries.next_entry::<Text, Value>()? {
        map.insert(key, value);
    }
    Ok(map)
}

impl<'de> Deserialize<'de> for Array {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}

impl<'de> Deserialize<'de> for Map {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Map;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<Map, A::Error> {
                map(entries)
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

/// Serializes to a string, or to bytes if it is not UTF-8.
impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Bytes<'a>(&'a [u8]);
        impl Serialize for Bytes<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_bytes(self.0)
            }
        }
        match self.as_str() {
            Some(text) => serializer.serialize_str(text),
            None => serializer.serialize_newtype_struct(TEXT, &Bytes(self.as_bytes())),
        }
    }
}

/// Deserializes from a string or bytes.
impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_byte_buf(Bytes("text")).map(Self::from)
    }
}

/// A visitor that accepts bytes in any form in which serde delivers them.
struct Bytes(&'static str);

impl<'de> Visitor<'de> for Bytes {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E>(self, text: &str) -> Result<Vec<u8>, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Vec<u8>, E> {
        Ok(text.into())
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
        Ok(bytes.into())
    }

    fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
        Ok(bytes)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<u8>, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = items.next_element()? {
            bytes.push(byte);
        }
        Ok(bytes)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<u8>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Serialize for Binary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Binary {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_byte_buf(Bytes("bytes")).map(Self)
    }
}

/// Serializes to its 36 characters, or to its bytes in formats that are not human-readable.
impl Serialize for Uuid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(UUID, &UuidContent(*self))
    }
}

impl<'de> Deserialize<'de> for Uuid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(UUID, UuidVisitor)
    }
}

struct UuidVisitor;

impl<'de> Visitor<'de> for UuidVisitor {
    type Value = Uuid;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a UUID")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Uuid, E> {
        text.parse().map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
    }

    fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> Result<Uuid, E> {
        bytes.try_into().map(Uuid).map_err(|_| E::invalid_length(bytes.len(), &self))
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<Uuid, A::Error> {
        let value = Any.visit_map(entries)?;
        value.as_uuid().ok_or_else(|| A::Error::invalid_type(Unexpected::Map, &self))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Uuid, D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// Serializes to its number of seconds.
impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(DATE, &self.0)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(DATE, DateVisitor)
    }
}

struct DateVisitor;

impl<'de> Visitor<'de> for DateVisitor {
    type Value = Date;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a date")
    }

    fn visit_f64<E>(self, seconds: f64) -> Result<Date, E> {
        Ok(Date(seconds))
    }

    fn visit_i64<E>(self, seconds: i64) -> Result<Date, E> {
        #[expect(clippy::cast_precision_loss, reason = "no second of the calendar is so far away")]
        Ok(Date(seconds as f64))
    }

    fn visit_u64<E>(self, seconds: u64) -> Result<Date, E> {
        #[expect(clippy::cast_precision_loss, reason = "as above")]
        Ok(Date(seconds as f64))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Date, E> {
        text.parse().map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<Date, A::Error> {
        let value = Any.visit_map(entries)?;
        value.as_date().ok_or_else(|| A::Error::invalid_type(Unexpected::Map, &self))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Date, D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// Serializes to its text.
impl Serialize for Uri {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(URI, &self.0)
    }
}

/// Also reads a string, because python-llsd writes URIs to binary as strings.
impl<'de> Deserialize<'de> for Uri {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(URI, UriVisitor)
    }
}

struct UriVisitor;

impl<'de> Visitor<'de> for UriVisitor {
    type Value = Uri;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a URI")
    }

    fn visit_str<E>(self, text: &str) -> Result<Uri, E> {
        Ok(text.into())
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Uri, E> {
        Ok(Uri(bytes.into()))
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<Uri, A::Error> {
        let value = Any.visit_map(entries)?;
        value.as_uri().cloned().ok_or_else(|| A::Error::invalid_type(Unexpected::Map, &self))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Uri, D::Error> {
        deserializer.deserialize_any(self)
    }
}

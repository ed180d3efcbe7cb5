//! serde, for stores of users' own: a value as an enum by its type's name.

use super::{Array, Map, Text, Uuid, Value};
use crate::model::walk::Walk;
use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::{Error as _, SerializeMap};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// serde recurses, so what lies deeper is refused.
const DEPTH: usize = 128;

/// Refuses values deeper than 128 levels.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        checked(Walk::value(self), Shallow(self), serializer)
    }
}

/// As a sequence.
impl Serialize for Array {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        checked(Walk::array(self), ShallowArray(self), serializer)
    }
}

/// As a map.
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
            return Err(S::Error::custom(format_args!("values lie in more than {DEPTH} others")));
        }
    }
    value.serialize(serializer)
}

/// A value whose depth was looked at.
struct Shallow<'a>(&'a Value);
struct ShallowArray<'a>(&'a Array);
struct ShallowMap<'a>(&'a Map);

impl Serialize for Shallow<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let name = "Value";
        match self.0 {
            Value::Undef => to.serialize_unit_variant(name, 0, "Undef"),
            Value::Boolean(is_true) => to.serialize_newtype_variant(name, 1, "Boolean", is_true),
            Value::Integer(number) => to.serialize_newtype_variant(name, 2, "Integer", number),
            Value::Real(number) => to.serialize_newtype_variant(name, 3, "Real", number),
            Value::Uuid(uuid) => to.serialize_newtype_variant(name, 4, "Uuid", uuid),
            Value::String(text) => to.serialize_newtype_variant(name, 5, "String", text),
            Value::Date(date) => to.serialize_newtype_variant(name, 6, "Date", date),
            Value::Uri(uri) => to.serialize_newtype_variant(name, 7, "Uri", uri),
            Value::Binary(bytes) => to.serialize_newtype_variant(name, 8, "Binary", bytes),
            Value::Array(array) => to.serialize_newtype_variant(name, 9, "Array", &ShallowArray(array)),
            Value::Map(map) => to.serialize_newtype_variant(name, 10, "Map", &ShallowMap(map)),
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

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Map, A::Error> {
                let mut map = Map::new();
                while let Some((key, value)) = entries.next_entry::<Text, Value>()? {
                    map.insert(key, value);
                }
                Ok(map)
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

/// As text; as bytes if it is not UTF-8.
impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.as_str() {
            Ok(text) => serializer.serialize_str(text),
            Err(_) => serializer.serialize_bytes(self.as_bytes()),
        }
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;
        impl<'de> Visitor<'de> for Bytes {
            type Value = Text;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("text or bytes")
            }

            fn visit_str<E>(self, text: &str) -> Result<Text, E> {
                Ok(text.into())
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Text, E> {
                Ok(bytes.into())
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Text, A::Error> {
                let mut bytes = Vec::new();
                while let Some(byte) = items.next_element()? {
                    bytes.push(byte);
                }
                Ok(bytes.into())
            }
        }
        deserializer.deserialize_any(Bytes)
    }
}

/// As its 36 characters.
impl Serialize for Uuid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Uuid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

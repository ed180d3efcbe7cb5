//! The deserializer, which builds data from values.

use super::source::{Atom, Bytes, DataSource, Fields};
use super::{DEPTH, lenient, model, moved};
use crate::common::error::{Error, Place};
use crate::error::ErrorKind;
use crate::model::tagged;
use crate::model::walk::name;
use serde::de::value::{
    BorrowedStrDeserializer, BytesDeserializer, F64Deserializer, SeqDeserializer, StrDeserializer,
    StringDeserializer,
};
use serde::de::{
    self, Deserialize, DeserializeSeed, EnumAccess, Error as _, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use std::borrow::Cow;
use std::fmt::{self, Display};
use std::marker::PhantomData;

/// Reads data from a value and those inside it.
pub(super) fn from<'de, S: DataSource<'de>, T: Deserialize<'de>>(source: S) -> Result<T, Error> {
    Deserializer { source, depth: DEPTH, takes_guesses: false }.read(PhantomData, None::<String>)
}

pub(super) struct Deserializer<S> {
    source: S,
    /// The number of levels that are still allowed.
    depth: usize,
    /// Set to accept values that readers have to guess; see [`lenient`](super::lenient).
    takes_guesses: bool,
}

impl<'de, S: DataSource<'de>> Deserializer<S> {
    /// Reads data, and adds the position to an error; `name` is the path element of the value.
    #[inline]
    fn read<T: DeserializeSeed<'de>>(self, seed: T, name: Option<impl Display>) -> Result<T::Value, Error> {
        if !S::SHOWS_ERRORS {
            return seed.deserialize(self);
        }
        let source = self.source;
        seed.deserialize(self).map_err(|error| {
            let error = match error.place() {
                Place::Model => moved(&error, source.place()),
                _ => error,
            };
            match name {
                Some(name) => error.inside(name.to_string()),
                None => error,
            }
        })
    }

    /// The value; an error if it is a guess, and guesses are not accepted.
    #[inline(always)]
    fn atom(&self) -> Result<Atom<S::Bytes>, Error> {
        match self.source.guess() {
            Some(guess) if !self.takes_guesses => Err(guess),
            _ => Ok(self.source.atom()),
        }
    }

    /// The number of levels that are allowed inside this value.
    fn inside(&self) -> Result<usize, Error> {
        self.depth.checked_sub(1).ok_or_else(too_deep)
    }

    #[inline]
    fn array<V: Visitor<'de>>(self, visitor: V, len: usize) -> Result<V::Value, Error> {
        let depth = self.inside()?;
        let mut items = Items { items: self.source.items().fuse(), n_taken: 0, len, depth };
        let value = visitor.visit_seq(&mut items)?;
        // Up to the end, which is found after the last value.
        items.items.next();
        match len.saturating_sub(items.n_taken) {
            0 => Ok(value),
            _ => Err(Error::invalid_length(len, &"fewer values in the array")),
        }
    }

    #[inline]
    fn map<V: Visitor<'de>>(self, visitor: V, fields: Fields) -> Result<V::Value, Error> {
        let depth = self.inside()?;
        let mut entries = Entries { entries: self.source.entries(fields), value: None, escape: "", depth };
        let value = visitor.visit_map(&mut entries)?;
        entries.entries.for_each(drop);
        Ok(value)
    }

    /// Reads a map for a type that does not know LLSD's types: a key that would be mistaken for a tag is
    /// escaped.
    fn any_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let depth = self.inside()?;
        let is_tag = self.source.only_key().is_some_and(|key| tagged::is_tag(&key));
        let escape = if is_tag { "$" } else { "" };
        let mut entries = Entries { entries: self.source.entries(&[]), value: None, escape, depth };
        let value = visitor.visit_map(&mut entries)?;
        entries.entries.for_each(drop);
        Ok(value)
    }

    fn invalid_type<T>(self, expected: &dyn de::Expected) -> Result<T, Error> {
        let text;
        let found = match self.source.atom() {
            Atom::Undef => Unexpected::Other("undef"),
            Atom::Boolean(is_true) => Unexpected::Bool(is_true),
            Atom::Integer(number) => Unexpected::Signed(number.into()),
            Atom::Real(number) => Unexpected::Float(number),
            Atom::Uuid(_) => Unexpected::Other("a UUID"),
            Atom::Date(_) => Unexpected::Other("a date"),
            Atom::Uri(_) => Unexpected::Other("a URI"),
            Atom::Binary(_) => Unexpected::Other("binary"),
            Atom::Array(_) => Unexpected::Other("an array"),
            Atom::Map => Unexpected::Other("a map"),
            Atom::String(bytes) => {
                text = String::from_utf8_lossy(&bytes).chars().take(40).collect::<String>();
                Unexpected::Str(&text)
            }
        };
        Err(Error::invalid_type(found, expected))
    }
}

#[cold]
pub(super) fn too_deep() -> Error {
    Error::model(ErrorKind::LimitExceeded { limit: "levels of depth", requested: 1, left: 0, option: None })
}

/// Defines methods for integers, which also accept reals without a fraction.
macro_rules! integers {
    ($($name:ident)*) => { $(
        #[inline]
        fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.atom()? {
                Atom::Integer(number) => visitor.visit_i32(number),
                Atom::Real(number) => match whole(number) {
                    Some(number) => visitor.visit_i64(number),
                    None => visitor.visit_f64(number),
                },
                _ => self.deserialize_any(visitor),
            }
        }
    )* };
}

/// Converts a real to an integer, unless it has a fraction, or is so large that reals cannot represent all
/// integers of its size.
fn whole(number: f64) -> Option<i64> {
    // 2^53.
    const MOST: f64 = 9_007_199_254_740_992.0;
    #[expect(clippy::cast_possible_truncation, reason = "it is whole, and small enough")]
    (number.fract() == 0.0 && number.abs() <= MOST).then_some(number as i64)
}

macro_rules! texts {
    ($($name:ident)*) => { $(
        #[inline]
        fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.atom()? {
                Atom::String(text) | Atom::Uri(text) => text.visit_text(visitor),
                Atom::Uuid(uuid) => visitor.visit_string(uuid.to_string()),
                Atom::Date(date) if date.is_in_calendar() => visitor.visit_string(date.to_string()),
                _ => self.deserialize_any(visitor),
            }
        }
    )* };
}

impl<'de, S: DataSource<'de>> de::Deserializer<'de> for Deserializer<S> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.atom()? {
            Atom::Undef => visitor.visit_unit(),
            Atom::Boolean(is_true) => visitor.visit_bool(is_true),
            Atom::Integer(number) => visitor.visit_i32(number),
            Atom::Real(number) => visitor.visit_f64(number),
            Atom::String(text) if std::str::from_utf8(&text).is_ok() => text.visit_text(visitor),
            Atom::String(text) => {
                visitor.visit_map(Tagged { tag: tagged::BYTES, value: Some(BytesDeserializer::new(&text)) })
            }
            Atom::Binary(bytes) => bytes.visit_bytes(visitor),
            Atom::Uuid(uuid) => {
                let value = Some(StringDeserializer::new(uuid.to_string()));
                visitor.visit_map(Tagged { tag: tagged::UUID, value })
            }
            Atom::Date(date) => {
                visitor.visit_map(Tagged { tag: tagged::DATE, value: Some(F64Deserializer::new(date.0)) })
            }
            Atom::Uri(text) => visitor.visit_map(Tagged { tag: tagged::URI, value: Some(Text(text)) }),
            Atom::Array(len) => self.array(visitor, len),
            Atom::Map => self.any_map(visitor),
        }
    }

    integers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
    }

    texts! { deserialize_char deserialize_str deserialize_string deserialize_identifier }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.atom()? {
            Atom::Binary(bytes) | Atom::String(bytes) => bytes.visit_bytes(visitor),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.atom()? {
            Atom::Undef => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if name == lenient::NAME {
            return visitor.visit_newtype_struct(Self { takes_guesses: true, ..self });
        }
        match self.atom()? {
            Atom::Uuid(uuid) if name == model::UUID => visitor.visit_bytes(&uuid.0),
            Atom::Date(date) if name == model::DATE => visitor.visit_f64(date.0),
            Atom::Uri(text) if name == model::URI => text.visit_bytes(visitor),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.atom()? {
            Atom::Array(len) => self.array(visitor, len),
            Atom::Binary(bytes) => visitor.visit_seq(SeqDeserializer::new(bytes.iter().copied())),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_struct("", &[], visitor)
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: Fields,
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.atom()? {
            Atom::Map => self.map(visitor, fields),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.atom()? {
            Atom::String(text) => {
                visitor.visit_enum(StrDeserializer::<Error>::new(&String::from_utf8_lossy(&text)))
            }
            Atom::Map => {
                let depth = self.inside()?;
                let is_variant = self.source.only_key().is_some();
                let mut entries = self.source.entries(&[]);
                match entries.next().filter(|_| is_variant) {
                    Some((key, value)) => visitor.visit_enum(Variant { entries, key, value, depth }),
                    None => {
                        Err(Error::custom("expected the name of a variant, or a map with it as its only key"))
                    }
                }
            }
            _ => self.invalid_type(&"the name of a variant, or a map with it as its only key"),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    #[inline]
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.atom()? {
            Atom::Boolean(is_true) => visitor.visit_bool(is_true),
            _ => self.deserialize_any(visitor),
        }
    }

    #[inline]
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.atom()? {
            Atom::Real(number) => visitor.visit_f64(number),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_f64(visitor)
    }

    serde::forward_to_deserialize_any! { unit unit_struct }
}

/// The values of an array.
struct Items<I> {
    items: I,
    n_taken: usize,
    len: usize,
    depth: usize,
}

impl<'de, S: DataSource<'de>, I: Iterator<Item = S>> SeqAccess<'de> for &mut Items<I> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some(source) = self.items.next() else { return Ok(None) };
        let index = self.n_taken;
        self.n_taken = index.saturating_add(1);
        let item = Deserializer { source, depth: self.depth, takes_guesses: false };
        item.read(seed, Some(format_args!("[{index}]"))).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.len.saturating_sub(self.n_taken))
    }
}

/// The keys and values of a map.
struct Entries<I, B, S> {
    entries: I,
    /// The key, and the value that belongs to it.
    value: Option<(B, S)>,
    /// The prefix that escapes a key; empty if none is needed.
    escape: &'static str,
    depth: usize,
}

impl<'de, S, I> MapAccess<'de> for &mut Entries<I, S::Key, S>
where
    S: DataSource<'de>,
    I: Iterator<Item = (S::Key, S)>,
{
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some((key, source)) = self.entries.next() else { return Ok(None) };
        self.value = Some((key.clone(), source));
        match self.escape {
            "" => seed.deserialize(Text(key)).map(Some),
            escape => {
                let key = [escape.as_bytes(), &key].concat();
                seed.deserialize(Text(Cow::Owned(key))).map(Some)
            }
        }
    }

    #[inline]
    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Error> {
        let Some((key, source)) = self.value.take() else {
            return Err(Error::custom("a value without a key"));
        };
        let key = Named(&key);
        Deserializer { source, depth: self.depth, takes_guesses: false }.read(seed, Some(key))
    }
}

/// A key as it appears in paths.
struct Named<'k>(&'k [u8]);

impl Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&name(self.0))
    }
}

/// A value of a type that serde does not have, as a map with one key.
struct Tagged<D> {
    tag: &'static str,
    value: Option<D>,
}

impl<'de, D: de::Deserializer<'de, Error = Error>> MapAccess<'de> for Tagged<D> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        if self.value.is_none() {
            return Ok(None);
        }
        seed.deserialize(BorrowedStrDeserializer::<Error>::new(self.tag)).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Error> {
        match self.value.take() {
            Some(value) => seed.deserialize(value),
            None => Err(Error::custom("a value without a key")),
        }
    }
}

/// A map whose only key is the name of a variant.
struct Variant<I, B, S> {
    entries: I,
    key: B,
    value: S,
    depth: usize,
}

impl<'de, S: DataSource<'de>, I: Iterator> EnumAccess<'de> for Variant<I, S::Key, S> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self), Error> {
        Ok((seed.deserialize(Text(self.key.clone()))?, self))
    }
}

impl<'de, S: DataSource<'de>, I: Iterator> VariantAccess<'de> for Variant<I, S::Key, S> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        self.newtype_variant_seed(PhantomData)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        let source = Deserializer { source: self.value, depth: self.depth, takes_guesses: false };
        let data = source.read(seed, Some(Named(&self.key)))?;
        self.entries.for_each(drop);
        Ok(data)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        self.newtype_variant_seed(Content { visitor, is_tuple: Some(len) })
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.newtype_variant_seed(Content { visitor, is_tuple: None })
    }
}

/// The content of a variant: a tuple of this length, or a struct.
struct Content<V> {
    visitor: V,
    is_tuple: Option<usize>,
}

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Content<V> {
    type Value = V::Value;

    fn deserialize<D: de::Deserializer<'de>>(self, from: D) -> Result<V::Value, D::Error> {
        match self.is_tuple {
            Some(len) => from.deserialize_tuple(len, self.visitor),
            None => from.deserialize_map(self.visitor),
        }
    }
}

/// Text on its own: a key, the name of a variant, or a URI.
struct Text<B>(B);

impl<'de, B: Bytes<'de>> de::Deserializer<'de> for Text<B> {
    type Error = Error;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.0.visit_text(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let name = String::from_utf8_lossy(&self.0);
        visitor.visit_enum(StrDeserializer::<Error>::new(&name))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

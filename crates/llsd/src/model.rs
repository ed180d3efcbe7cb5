//! The data, as plain types.

mod array;
pub(crate) mod builder;
mod compare;
mod convert;
mod date;
mod map;
#[cfg(feature = "serde")]
mod store;
mod text;
mod uuid;
pub(crate) mod walk;

pub use array::Array;
pub use convert::Scalar;
pub use date::Date;
pub use map::{Iter, Map};
pub use text::{Text, Uri};
pub use uuid::Uuid;

use crate::Same;

/// A value of LLSD, of one of its eleven types.
///
/// `==` is equality of content: the order of keys does not matter, and reals
/// compare as IEEE 754 has it. [`Same`](crate::Same) is identity: order and bits matter.
///
/// [`Array`] and [`Map`] take care of depth, so the enum itself can be taken apart by move:
///
/// ```
/// use llsd::Value;
///
/// let value = llsd::notation::read(b"{'name': 'chair', 'size': [r1, r2.5]}")?;
/// let Value::Map(map) = value else { panic!("a map") };
/// for (key, value) in map {
///     match value {
///         Value::String(text) => assert_eq!((key.as_str(), text.into_bytes()), (Ok("name"), b"chair".to_vec())),
///         Value::Array(array) => assert_eq!(array.into_vec(), [Value::Real(1.0), Value::Real(2.5)]),
///         other => panic!("{other:?}"),
///     }
/// }
/// # Ok::<(), llsd::Error>(())
/// ```
#[derive(Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
pub enum Value {
    /// Nothing; also what a missing value reads as.
    #[default]
    Undef,
    /// True or false.
    Boolean(bool),
    /// A whole number of 32 bits.
    Integer(i32),
    /// A number of 64 bits.
    Real(f64),
    /// An identifier.
    Uuid(Uuid),
    /// Text.
    String(Text),
    /// A point in time.
    Date(Date),
    /// An address.
    Uri(Uri),
    /// Bytes.
    Binary(Vec<u8>),
    /// Values in order.
    Array(Array),
    /// Values by key.
    Map(Map),
}

impl Same for Uuid {
    fn difference(&self, other: &Self) -> Option<String> {
        (self != other).then(|| format!(": {self} is not {other}"))
    }
}

impl Same for Uri {
    fn difference(&self, other: &Self) -> Option<String> {
        self.0.difference(&other.0)
    }
}

impl Same for Date {
    fn difference(&self, other: &Self) -> Option<String> {
        self.0.difference(&other.0)
    }
}

/// What a [`Value`] is one of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names of the values")]
pub enum Kind {
    Undef,
    Boolean,
    Integer,
    Real,
    Uuid,
    String,
    Date,
    Uri,
    Binary,
    Array,
    Map,
}

static UNDEF: Value = Value::Undef;

impl Value {
    /// Its type.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.scalar().kind()
    }

    /// The value of a key; `None` if this is no map or has no such key.
    #[must_use]
    pub fn get(&self, key: impl AsRef<[u8]>) -> Option<&Self> {
        self.as_map()?.get(key)
    }

    /// The value that stands there; `None` if this is no array or is shorter.
    #[must_use]
    pub fn at(&self, index: usize) -> Option<&Self> {
        self.as_array()?.get(index)
    }

    /// As [`get`](Self::get), to change.
    #[must_use]
    pub fn get_mut(&mut self, key: impl AsRef<[u8]>) -> Option<&mut Self> {
        match self {
            Self::Map(map) => map.get_mut(key),
            _ => None,
        }
    }

    /// As [`at`](Self::at), to change.
    #[must_use]
    pub fn at_mut(&mut self, index: usize) -> Option<&mut Self> {
        match self {
            Self::Array(array) => array.get_mut(index),
            _ => None,
        }
    }

    /// The values, if this is an array.
    #[must_use]
    pub fn as_array(&self) -> Option<&Array> {
        match self {
            Self::Array(array) => Some(array),
            _ => None,
        }
    }

    /// The entries, if this is a map.
    #[must_use]
    pub fn as_map(&self) -> Option<&Map> {
        match self {
            Self::Map(map) => Some(map),
            _ => None,
        }
    }
}

/// The value of a key; undef if there is none, as in the viewer.
impl std::ops::Index<&str> for Value {
    type Output = Self;

    fn index(&self, key: &str) -> &Self {
        self.get(key).unwrap_or(&UNDEF)
    }
}

/// The value that stands there; undef if there is none, as in the viewer.
impl std::ops::Index<usize> for Value {
    type Output = Self;

    fn index(&self, index: usize) -> &Self {
        self.at(index).unwrap_or(&UNDEF)
    }
}

impl std::fmt::Debug for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        crate::write::debug(walk::Walk::value(self), "", f)
    }
}

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
    bool => Boolean, i32 => Integer, f64 => Real, Uuid => Uuid, Text => String, &str => String(Text::from),
    String => String(Text::from), Date => Date, Uri => Uri, Vec<u8> => Binary, Array => Array,
    Vec<Value> => Array(Array::from), Map => Map,
}

/// Makes room for one more item, where so many are still to come at most, this one too.
///
/// As often as a `Vec` does by itself, and yet of a document of one-byte values never for more than there can be.
#[inline]
pub(crate) fn make_room<T>(items: &mut Vec<T>, n_to_come: usize) {
    #[cold]
    fn make<T>(items: &mut Vec<T>, n_to_come: usize) {
        items.reserve_exact(items.len().max(4).min(n_to_come.max(1)));
    }
    if items.len() == items.capacity() {
        make(items, n_to_come);
    }
}

/// Drops values whose nesting is bounded only by memory: what is inside is taken out first.
fn drop_deep<'a>(values: impl Iterator<Item = &'a mut Value>) {
    let mut pending: Vec<Value> = values.filter_map(take_container).collect();
    while let Some(mut value) = pending.pop() {
        match &mut value {
            Value::Array(array) => pending.extend(array.iter_mut().filter_map(take_container)),
            Value::Map(map) => pending.extend(map.iter_mut().filter_map(|(_, value)| take_container(value))),
            _ => {}
        }
        // What is dropped here has no container inside that has something inside.
    }
}

fn take_container(value: &mut Value) -> Option<Value> {
    let holds_more = match value {
        Value::Array(array) => !array.is_empty(),
        Value::Map(map) => !map.is_empty(),
        _ => false,
    };
    holds_more.then(|| std::mem::take(value))
}

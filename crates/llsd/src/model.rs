//! The types that represent LLSD in memory.

mod array;
mod binary;
pub(crate) mod builder;
mod compare;
mod date;
mod from;
pub(crate) mod keys;
pub(crate) mod lookup;
mod map;
mod scalar;
pub(crate) mod tagged;
mod text;
mod uuid;
pub(crate) mod walk;

pub use array::Array;
pub use binary::Binary;
pub use compare::Same;
pub use date::Date;
pub use lookup::Lookup;
pub use map::{Iter, Map};
pub use scalar::Scalar;
pub use text::{Text, Uri};
pub use uuid::Uuid;

use std::cell::Cell;

/// A value of LLSD, of one of its eleven types.
///
/// `==` ignores the order of keys and compares reals as IEEE 754 does. [`Same`](crate::Same) compares order and bits.
///
/// [`Array`] and [`Map`] drop values of any depth, so the enum itself can be destructured by move:
///
/// ```
/// use llsd::Value;
///
/// let value = llsd::notation::read(b"{'name': 'chair', 'size': [r1, r2.5]}")?;
/// let Value::Map(map) = value else { panic!("a map") };
/// for (key, value) in map {
///     match value {
///         Value::String(text) => assert_eq!((key.as_str(), text.into_bytes()), (Some("name"), b"chair".to_vec())),
///         Value::Array(array) => assert_eq!(array.into_vec(), [Value::Real(1.0), Value::Real(2.5)]),
///         other => panic!("{other:?}"),
///     }
/// }
/// # Ok::<(), llsd::Error>(())
/// ```
#[derive(Clone, PartialEq, Default)]
pub enum Value {
    /// No value; also the result of indexing a missing value.
    #[default]
    Undef,
    /// True or false.
    Boolean(bool),
    /// An integer of 32 bits.
    Integer(i32),
    /// A floating-point number of 64 bits.
    Real(f64),
    /// A UUID.
    Uuid(Uuid),
    /// A string, UTF-8 by convention.
    String(Text),
    /// A point in time.
    Date(Date),
    /// A URI.
    Uri(Uri),
    /// A list of bytes.
    Binary(Vec<u8>),
    /// A list of values.
    Array(Array),
    /// A map from keys to values.
    Map(Map),
}

/// The type of a [`Value`].
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

impl Value {
    /// Its type.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.scalar().kind()
    }
}

/// Makes room for one more item, if at most `n_to_come` items can follow, including this one.
///
/// The list grows as often as a `Vec` does by itself, but never beyond the number of items that the rest of
/// the input can contain.
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

/// Frees unused capacity, but in short lists only if it is large, because shrinking takes time.
fn fit<T>(items: &mut Vec<T>) {
    if items.len() > 64 || items.capacity() / 2 >= items.len() {
        items.shrink_to_fit();
    }
}

thread_local! {
    /// The number of nested containers that are being dropped.
    static LEVEL: Cell<usize> = const { Cell::new(0) };
}

/// The number of levels that are dropped recursively, which visits each value only once.
const SHALLOW: usize = 16;

/// Drops values of any depth. Deep levels are dropped without recursion, by emptying containers that contain
/// other ones first.
fn drop_deep(values: &mut Vec<Value>) {
    let level = LEVEL.get();
    if level < SHALLOW {
        LEVEL.set(level.saturating_add(1));
        // Values are popped from the end, so that the allocator reuses their memory in order: dropped forwards, they
        // make the next read slower.
        while values.pop().is_some() {}
        return LEVEL.set(level);
    }
    let mut pending: Vec<Value> = values.iter_mut().filter_map(take_nested).collect();
    while let Some(mut value) = pending.pop() {
        match &mut value {
            Value::Array(array) => pending.extend(array.iter_mut().filter_map(take_nested)),
            Value::Map(map) => pending.extend(map.values_mut().filter_map(take_nested)),
            _ => {}
        }
        // The value dropped here has nested containers that hold only scalars and empty containers.
    }
}

/// Takes a value out of its place, if it is a container that contains a non-empty one.
fn take_nested(value: &mut Value) -> Option<Value> {
    let values = inside(value)?;
    values
        .iter()
        .any(|value| inside(value).is_some_and(|values| !values.is_empty()))
        .then(|| std::mem::take(value))
}

/// The values of a container.
fn inside(value: &Value) -> Option<&[Value]> {
    match value {
        Value::Array(array) => Some(array),
        Value::Map(map) => Some(map.as_values()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    /// Tests that lists shrink, but short ones only if that frees much.
    #[test]
    fn room_that_is_not_used_is_freed() {
        for (len, before, after) in [(4, 100, 4), (5, 8, 8), (64, 100, 100), (65, 100, 65)] {
            let mut list = Vec::with_capacity(before);
            list.resize(len, 0_u8);
            super::fit(&mut list);
            assert_eq!(list.capacity(), after, "{len} of {before}");
        }
    }
}

//! Equality and identity, without recursion.

use super::walk::{Step, Walk};
use super::{Array, Map, Value};
use crate::model::{Date, Text, Uri, Uuid};

impl PartialEq for Array {
    fn eq(&self, other: &Self) -> bool {
        equal(|pending| push_array(self, other, pending))
    }
}

impl PartialEq for Map {
    fn eq(&self, other: &Self) -> bool {
        equal(|pending| push_map(self, other, pending))
    }
}

type Pairs<'a> = Vec<(&'a Value, &'a Value)>;

fn equal<'a>(begin: impl FnOnce(&mut Pairs<'a>) -> bool) -> bool {
    let mut pending = Vec::new();
    let mut is_equal = begin(&mut pending);
    while let (true, Some(pair)) = (is_equal, pending.pop()) {
        is_equal = match pair {
            (Value::Array(a), Value::Array(b)) => push_array(a, b, &mut pending),
            (Value::Map(a), Value::Map(b)) => push_map(a, b, &mut pending),
            // At most one of them is a container, so nothing recurses.
            (a, b) => a == b,
        };
    }
    is_equal
}

fn push_array<'a>(a: &'a Array, b: &'a Array, pending: &mut Pairs<'a>) -> bool {
    pending.extend(a.iter().zip(b.iter()));
    a.len() == b.len()
}

fn push_map<'a>(a: &'a Map, b: &'a Map, pending: &mut Pairs<'a>) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|((key, value), (other_key, other))| {
            // The order is usually the same; otherwise the key is looked up.
            let other = if key == other_key { Some(other) } else { b.get(key) };
            other.is_some_and(|other| {
                pending.push((value, other));
                true
            })
        })
}

/// Bitwise equality. While `==` compares floats by IEEE 754, here a NaN is the same as itself, and 0 is not
/// the same as -0.
pub trait Same {
    /// The path to the first difference, and both values there; `None` if there is no difference.
    fn difference(&self, other: &Self) -> Option<String>;

    /// Returns true if all bits of all values are equal.
    fn same(&self, other: &Self) -> bool {
        self.difference(other).is_none()
    }
}

impl Same for Uuid {
    fn difference(&self, other: &Self) -> Option<String> {
        (self != other).then(|| format!(": {self} is not {other}"))
    }
}

impl Same for Text {
    fn difference(&self, other: &Self) -> Option<String> {
        (self != other).then(|| format!(": {self:?} is not {other:?}"))
    }
}

impl Same for Uri {
    fn difference(&self, other: &Self) -> Option<String> {
        self.0.difference(&other.0)
    }
}

impl Same for Date {
    fn difference(&self, other: &Self) -> Option<String> {
        reals(self.0, other.0)
    }
}

impl Same for Value {
    fn difference(&self, other: &Self) -> Option<String> {
        difference(Walk::value(self), Walk::value(other))
    }
}

impl Same for Array {
    fn difference(&self, other: &Self) -> Option<String> {
        lengths(self.len(), other.len()).or_else(|| difference(Walk::array(self), Walk::array(other)))
    }
}

impl Same for Map {
    fn difference(&self, other: &Self) -> Option<String> {
        lengths(self.len(), other.len()).or_else(|| difference(Walk::map(self), Walk::map(other)))
    }
}

/// Implements bitwise comparison for the models of other crates that contain LLSD values.
#[cfg(feature = "geom")]
macro_rules! same_in_models {
    ($($ty:ty),*) => { $(
        impl geom::Same for $ty {
            fn difference(&self, other: &Self) -> Option<String> {
                Same::difference(self, other)
            }
        }
    )* };
}
#[cfg(feature = "geom")]
same_in_models!(Date, Map, Text, Uuid, Value);

fn lengths(a: usize, b: usize) -> Option<String> {
    (a != b).then(|| format!(": {a} values are not {b}"))
}

fn reals(a: f64, b: f64) -> Option<String> {
    (a.to_bits() != b.to_bits()).then(|| format!(": {a:?} is not {b:?}"))
}

/// The first difference between two walks, which proceed in step until they differ.
fn difference(mut mine: Walk<'_>, mut theirs: Walk<'_>) -> Option<String> {
    loop {
        let rest = match (mine.next()?, theirs.next()?) {
            (Step::Value(a, _), Step::Value(b, _)) if a != b => Some(": the key is another".into()),
            (Step::Value(_, a), Step::Value(_, b)) => shallow(a, b),
            _ => None,
        };
        if let Some(rest) = rest {
            let path: String = mine
                .path()
                .iter()
                .map(|name| if name.starts_with('[') { name.clone() } else { format!(".{name}") })
                .collect();
            return Some(path + &rest);
        }
    }
}

/// The difference between two values, without the values that they contain.
fn shallow(a: &Value, b: &Value) -> Option<String> {
    match (a, b) {
        (Value::Real(a), Value::Real(b)) => reals(*a, *b),
        (Value::Date(a), Value::Date(b)) => a.difference(b),
        (Value::Array(a), Value::Array(b)) => lengths(a.len(), b.len()),
        (Value::Map(a), Value::Map(b)) => lengths(a.len(), b.len()),
        (a, b) if a.kind() != b.kind() => Some(format!(": {:?} is not {:?}", a.kind(), b.kind())),
        (a, b) => (a != b).then(|| format!(": {a:?} is not {b:?}")),
    }
}

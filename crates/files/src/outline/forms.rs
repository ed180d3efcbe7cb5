//! Conversion of structured strings to values.

use super::Datum;
use super::rbx::datum;
use dom::Value;
use rbxbinary::forms::{Data, StringForm};

/// A value with its components.
enum Tree {
    Leaf(Datum<'static>),
    Text(Vec<u8>),
    Call(&'static str, Vec<Tree>),
    List(Vec<Tree>),
}

impl Tree {
    fn of_data(data: &Data) -> Self {
        match data {
            Data::Int(number) => Self::Leaf(Datum::Int(*number)),
            Data::Float(number) => Self::Leaf(Datum::Float(*number)),
            Data::Double(number) => Self::Leaf(Datum::Double(*number)),
            Data::Text(text) => Self::Text(text.clone()),
            Data::List(all) => Self::List(all.iter().map(Self::of_data).collect()),
            Data::Attribute(value) => match Value::of_attribute(value) {
                Some(value) => Self::of_value(&value),
                None => Self::Leaf(Datum::Nil),
            },
            _ => Self::Leaf(Datum::Nil),
        }
    }

    /// Converts a value. Numbers that scripts do not use are wrapped in the name of their type.
    fn of_value(value: &Value<'_>) -> Self {
        let mut tree = Self::Leaf(Datum::Nil);
        datum(value, &mut |value| tree = Self::of_datum(value));
        match value {
            Value::Int32(_) | Value::Float32(_) | Value::SecurityCapabilities(_) | Value::BrickColor(_) => {
                Self::Call(value.kind().name(), vec![tree])
            }
            _ => tree,
        }
    }

    fn of_datum(datum: &Datum<'_>) -> Self {
        match *datum {
            Datum::Text(text) | Datum::Blob(text) => Self::Text(text.to_vec()),
            Datum::Shared(shared) => Self::Text(shared.bytes.to_vec()),
            Datum::Word(word) => Self::Text(word.as_bytes().to_vec()),
            Datum::Call(name, parts) => Self::Call(name, parts.iter().map(Self::of_datum).collect()),
            Datum::List(parts) => Self::List(parts.iter().map(Self::of_datum).collect()),
            Datum::Nil => Self::Leaf(Datum::Nil),
            Datum::Bool(value) => Self::Leaf(Datum::Bool(value)),
            Datum::Int(number) => Self::Leaf(Datum::Int(number)),
            Datum::Unsigned(number) => Self::Leaf(Datum::Unsigned(number)),
            Datum::Float(number) => Self::Leaf(Datum::Float(number)),
            Datum::Double(number) => Self::Leaf(Datum::Double(number)),
            Datum::Real(number) => Self::Leaf(Datum::Real(number)),
            Datum::Id(id) => Self::Leaf(Datum::Id(id)),
            Datum::Node(node) => Self::Leaf(Datum::Node(node)),
            Datum::Frame(frame) => Self::Leaf(Datum::Frame(frame)),
        }
    }

    fn parts(&self) -> &[Self] {
        if let Self::Call(_, parts) | Self::List(parts) = self { parts } else { &[] }
    }
}

/// Passes the values of a string to `take`. Values borrow slices of others, so the innermost are built first.
pub(super) fn show(form: StringForm, all: &[Data], take: &mut dyn FnMut(&Datum<'_>)) {
    let trees: Vec<_> = all.iter().map(Tree::of_data).collect();
    let mut levels: Vec<Vec<&Tree>> = Vec::new();
    let mut next: Vec<_> = trees.iter().collect();
    while !next.is_empty() {
        let below = next.iter().flat_map(|tree| tree.parts()).collect();
        levels.push(std::mem::replace(&mut next, below));
    }
    levels_up(&levels, &[], &mut |parts| take(&Datum::Call(form.name(), parts)));
}

/// Builds one level of values after another. The recursion is as deep as the nesting, which is bounded by the
/// structures: lists in lists, and values in these.
fn levels_up(levels: &[Vec<&Tree>], below: &[Datum<'_>], take: &mut dyn FnMut(&[Datum<'_>])) {
    let Some((level, above)) = levels.split_last() else { return take(below) };
    let mut left = below;
    let values: Vec<Datum<'_>> = level
        .iter()
        .map(|tree| {
            let (parts, rest) = left.split_at_checked(tree.parts().len()).unwrap_or((left, &[]));
            left = rest;
            match tree {
                Tree::Leaf(leaf) => *leaf,
                Tree::Text(text) => Datum::Text(text),
                Tree::Call(name, _) => Datum::Call(name, parts),
                Tree::List(_) => Datum::List(parts),
            }
        })
        .collect();
    levels_up(above, &values, take);
}

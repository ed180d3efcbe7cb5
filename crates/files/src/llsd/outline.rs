//! Outlines of LLSD: a node for each map and array, and a property for each value in them.

use crate::outline::{Datum, Label, Outline, Step, Viewer, Visit};
use ::llsd::{Scalar, Value};
use scene::Problem;

/// Upper bound on the values of an array that is shown on one line, if none of them contains others.
const MOST_ON_A_LINE: usize = 16;

/// Shows a value. Memory is proportional to the value, and needs no limit.
pub fn of_value(value: &Value, _: usize, look: &mut Viewer<'_>) -> Result<(), Problem> {
    outline(value, is_node, look);
    Ok(())
}

/// Shows a value like [`of_value`], with a node for each map and array, however small.
pub fn of_containers(value: &Value, look: &mut Viewer<'_>) {
    outline(value, |value| !is_scalar(value), look);
}

fn outline(value: &Value, is_node: fn(&Value) -> bool, look: &mut Viewer<'_>) {
    let mut nodes = Vec::new();
    let mut pending = vec![(0_u32, Step::Index(0), value)];
    while let Some((parent, step, value)) = pending.pop() {
        let number = u32::try_from(nodes.len()).unwrap_or(u32::MAX);
        nodes.push((parent, step, value));
        if let Some(array) = value.as_array() {
            let inside = (0_u32..u32::MAX).zip(array.iter()).rev().filter(|(_, value)| is_node(value));
            pending.extend(inside.map(|(index, value)| (number, Step::Index(index), value)));
        } else if value.as_map().is_some() {
            let inside = entries(value).into_iter().rev().filter(|(_, value)| is_node(value));
            pending.extend(inside.map(|(key, value)| (number, Step::Name(key), value)));
        }
    }
    look(&Values { nodes, is_node });
}

struct Values<'v> {
    /// The parent of each node, the step from the parent, and the value; the first node is the whole
    /// document.
    nodes: Vec<(u32, Step<'v>, &'v Value)>,
    is_node: fn(&Value) -> bool,
}

/// The entries of a map sorted by key, because their order in the file has no meaning.
fn entries(value: &Value) -> Vec<(&[u8], &Value)> {
    let map = value.as_map().into_iter();
    let mut entries: Vec<_> =
        map.flat_map(|map| map.keys().map(::llsd::Text::as_bytes).zip(map.values())).collect();
    entries.sort_by_key(|(key, _)| *key);
    entries
}

fn is_scalar(value: &Value) -> bool {
    !matches!(value, Value::Array(_) | Value::Map(_))
}

/// Returns true if a value is a node of its own.
fn is_node(value: &Value) -> bool {
    match value {
        Value::Map(map) => !map.is_empty(),
        Value::Array(array) => array.len() > MOST_ON_A_LINE || !array.iter().all(is_scalar),
        _ => false,
    }
}

fn show(value: &Value, take: &mut dyn FnMut(&Datum<'_>)) {
    match value.scalar() {
        Scalar::Undef => take(&Datum::Nil),
        Scalar::Boolean(value) => take(&Datum::Bool(value)),
        Scalar::Integer(number) => take(&Datum::from(number)),
        Scalar::Real(number) => take(&Datum::Real(number)),
        Scalar::Uuid(id) => take(&Datum::Word(&id.to_string())),
        Scalar::String(text) => take(&Datum::Text(&text)),
        Scalar::Date(date) => take(&Datum::Call("date", &[Datum::Word(&date.to_string())])),
        Scalar::Uri(uri) => take(&Datum::Call("uri", &[Datum::Text(&uri)])),
        Scalar::Binary(bytes) => take(&Datum::Blob(bytes)),
        Scalar::Array(_) => list(value.values(), take),
        Scalar::Map(_) => take(&Datum::Word("{}")),
    }
}

/// Visits values as one list. Each value is visited inside the visit of the previous one, so the recursion is as deep
/// as the list is long, which is bounded.
fn list<'v>(values: impl Iterator<Item = &'v Value>, take: &mut dyn FnMut(&Datum<'_>)) {
    fn next(left: &mut dyn Iterator<Item = &Value>, before: &[Datum<'_>], take: &mut dyn FnMut(&Datum<'_>)) {
        match left.next() {
            None => take(&Datum::List(before)),
            Some(value) => show(value, &mut |datum| {
                let mut all = before.to_vec();
                all.push(*datum);
                next(left, &all, take);
            }),
        }
    }
    next(&mut { values }, &[], take);
}

impl Outline for Values<'_> {
    fn len(&self) -> usize {
        self.nodes.len()
    }

    fn parent(&self, number: u32) -> u32 {
        self.nodes.get(number as usize).map_or(0, |(parent, ..)| *parent)
    }

    fn kind(&self, number: u32) -> &[u8] {
        match self.nodes.get(number as usize) {
            _ if number == 0 => b"LLSD",
            Some((.., Value::Array(_))) => b"array",
            _ => b"map",
        }
    }

    fn step(&self, number: u32) -> Step<'_> {
        self.nodes.get(number as usize).map_or(Step::Index(0), |(_, step, _)| *step)
    }

    fn properties(&self, number: u32, visit: &mut Visit<'_>) {
        let Some((.., value)) = self.nodes.get(number as usize) else { return };
        let is_node = self.is_node;
        match value {
            Value::Map(_) => {
                for (key, value) in entries(value).into_iter().filter(|(_, value)| !is_node(value)) {
                    let label = Label::name(key);
                    show(value, &mut |value| visit(&label, value));
                }
            }
            Value::Array(_) if is_node(value) => {
                for (index, value) in value.values().enumerate().filter(|(_, value)| !is_node(value)) {
                    let label = Label::Index(index);
                    show(value, &mut |value| visit(&label, value));
                }
            }
            value => show(value, &mut |value| visit(&Label::Plain("value"), value)),
        }
    }
}

//! A view of formats with few parts: made at once, with a line for each fact.

use super::datum::{floats, short_hash};
use super::{Datum, Label, Look, Outline, Step, Visit};
use crate::counted::counted;
use geom::{Aabb, Vec3};

/// How many parts of one kind have lines of their own; of the rest there is one line.
const MOST_PARTS: usize = 10_000;

/// The nodes, made one after the other.
#[derive(Debug)]
pub(super) struct Sheet {
    nodes: Vec<Node>,
}

#[derive(Debug)]
struct Node {
    parent: u32,
    kind: &'static str,
    name: Option<String>,
    index: u32,
    properties: Vec<(&'static str, Value)>,
    points: Vec<Vec3>,
}

#[derive(Debug)]
enum Value {
    Text(Vec<u8>),
    Word(String),
    Number(f64),
    Numbers(Vec<f32>),
}

impl Sheet {
    pub(super) fn new(kind: &'static str) -> Self {
        let root = Node { parent: 0, kind, name: None, index: 0, properties: Vec::new(), points: Vec::new() };
        Self { nodes: vec![root] }
    }

    /// A part with a name.
    pub(super) fn named(&mut self, parent: u32, kind: &'static str, name: &str) -> u32 {
        self.add(parent, kind, Some(name.to_owned()), 0)
    }

    /// A part with a number.
    pub(super) fn numbered(&mut self, parent: u32, kind: &'static str, index: usize) -> u32 {
        self.add(parent, kind, None, u32::try_from(index).unwrap_or(u32::MAX))
    }

    fn add(&mut self, parent: u32, kind: &'static str, name: Option<String>, index: u32) -> u32 {
        let number = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        self.nodes.push(Node { parent, kind, name, index, properties: Vec::new(), points: Vec::new() });
        number
    }

    /// The first parts of a list; the rest goes into one line of the parent.
    pub(super) fn first<'l, T: std::fmt::Debug>(&mut self, parent: u32, list: &'l [T]) -> &'l [T] {
        let (first, rest) = list.split_at(list.len().min(MOST_PARTS));
        if !rest.is_empty() {
            self.list(parent, "more", rest.len(), rest.iter().map(|part| format!("{part:?}")));
        }
        first
    }

    fn put(&mut self, node: u32, name: &'static str, value: Value) {
        if let Some(entry) = self.nodes.get_mut(node as usize) {
            entry.properties.push((name, value));
        }
    }

    pub(super) fn word(&mut self, node: u32, name: &'static str, word: impl ToString) {
        self.put(node, name, Value::Word(word.to_string()));
    }

    /// A text, unless it is empty.
    pub(super) fn text(&mut self, node: u32, name: &'static str, text: impl AsRef<[u8]>) {
        if !text.as_ref().is_empty() {
            self.put(node, name, Value::Text(text.as_ref().to_vec()));
        }
    }

    pub(super) fn number(&mut self, node: u32, name: &'static str, number: impl Into<f64>) {
        self.put(node, name, Value::Number(number.into()));
    }

    pub(super) fn numbers(&mut self, node: u32, name: &'static str, numbers: impl Into<Vec<f32>>) {
        self.put(node, name, Value::Numbers(numbers.into()));
    }

    /// Bytes, unless there are none.
    pub(super) fn blob(&mut self, node: u32, name: &'static str, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.word(
                node,
                name,
                format_args!("<{}, {}>", counted(bytes.len(), "byte"), short_hash([bytes])),
            );
        }
    }

    /// How many there are of something, and what tells lists apart; nothing for an empty list.
    pub(super) fn list<B: AsRef<[u8]>>(
        &mut self,
        node: u32,
        name: &'static str,
        len: usize,
        bytes: impl IntoIterator<Item = B>,
    ) {
        if len > 0 {
            self.word(node, name, format_args!("<{len}, {}>", short_hash(bytes)));
        }
    }

    /// The positions of vertices, with the box around them.
    pub(super) fn points(&mut self, node: u32, points: Vec<Vec3>) {
        if let Some(bounds) = Aabb::of(points.iter().copied()) {
            self.numbers(node, "min", bounds.min.to_array());
            self.numbers(node, "max", bounds.max.to_array());
        }
        self.list(node, "positions", points.len(), points.iter().map(|point| vector(*point)));
        if let Some(entry) = self.nodes.get_mut(node as usize) {
            entry.points = points;
        }
    }

    pub(super) fn show(self, look: &mut Look<'_>) {
        look(&self);
    }
}

/// The bytes of a vector.
pub(super) fn vector(vector: Vec3) -> [u8; 12] {
    let [[a, b, c, d], [e, f, g, h], [i, j, k, l]] = vector.to_array().map(f32::to_le_bytes);
    [a, b, c, d, e, f, g, h, i, j, k, l]
}

impl Outline for Sheet {
    fn len(&self) -> usize {
        self.nodes.len()
    }

    fn parent(&self, number: u32) -> u32 {
        self.nodes.get(number as usize).map_or(0, |entry| entry.parent)
    }

    fn kind(&self, number: u32) -> &[u8] {
        self.nodes.get(number as usize).map_or(b"", |entry| entry.kind.as_bytes())
    }

    fn step(&self, number: u32) -> Step<'_> {
        match self.nodes.get(number as usize) {
            Some(Node { name: Some(name), .. }) => Step::Name(name.as_bytes()),
            Some(entry) => Step::Item(entry.kind.as_bytes(), entry.index),
            None => Step::Index(0),
        }
    }

    fn properties(&self, number: u32, visit: &mut Visit<'_>) {
        for (name, value) in self.nodes.get(number as usize).into_iter().flat_map(|entry| &entry.properties) {
            let label = Label::Plain(name);
            match value {
                Value::Text(text) => visit(&label, &Datum::Text(text)),
                Value::Word(word) => visit(&label, &Datum::Word(word)),
                Value::Number(number) => visit(&label, &Datum::Double(*number)),
                Value::Numbers(numbers) => visit(&label, &Datum::List(&floats(numbers))),
            }
        }
    }

    fn points(&self, number: u32) -> &[Vec3] {
        self.nodes.get(number as usize).map_or(&[], |entry| &entry.points)
    }
}

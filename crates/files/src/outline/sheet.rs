//! An outline for formats with few parts, which is built in advance, with a line for each fact.

use super::datum::{floats, length, short_hash};
use super::{Datum, Label, Outline, Step, Viewer, Visit};
use geom::{Aabb, Vec3};
use scene::Problem;
use scene::allowance::Allowance;
use std::borrow::Cow;
use std::rc::Rc;

/// Upper bound on the parts of one kind with lines of their own; one line stands for the rest.
const MOST_PARTS: usize = 10_000;

/// Upper bound on the length of a name in a path; a longer name is a property as well.
const MOST_NAME: usize = 255;

/// The memory of a node, including its comparison, and of a property without its text, in bytes.
const BYTES_OF_NODE: usize = 256;
const BYTES_OF_PROPERTY: usize = 64;

/// An outline whose nodes are added one by one.
#[derive(Debug)]
pub(crate) struct Sheet<'m> {
    nodes: Vec<Node<'m>>,
    /// The memory budget. Texts are charged in full, even where names share the bytes of the model.
    allowance: Rc<Allowance>,
}

#[derive(Debug)]
struct Node<'m> {
    parent: u32,
    kind: &'static str,
    name: Option<Cow<'m, [u8]>>,
    index: u32,
    properties: Vec<(&'static str, Value<'m>)>,
    points: Vec<Vec3>,
}

#[derive(Debug)]
enum Value<'m> {
    Text(Cow<'m, [u8]>),
    Word(String),
    Number(f64),
    Numbers(Vec<f32>),
}

impl<'m> Sheet<'m> {
    /// An empty sheet with a memory limit in bytes.
    pub(crate) fn new(kind: &'static str, memory: usize) -> Self {
        let mut sheet = Self { nodes: Vec::new(), allowance: Rc::new(Allowance::new(memory)) };
        sheet.add(0, kind, None, 0);
        sheet
    }

    /// Adds a part with a name.
    pub(crate) fn named(&mut self, parent: u32, kind: &'static str, name: impl Into<Cow<'m, [u8]>>) -> u32 {
        let name: Cow<'m, [u8]> = name.into();
        if name.len() <= MOST_NAME {
            return self.add(parent, kind, Some(name), 0);
        }
        let start = name.get(..MOST_NAME).unwrap_or_default().to_vec();
        let node = self.add(parent, kind, Some(start.into()), 0);
        self.text(node, "name", name);
        node
    }

    /// Adds a part with an index instead of a name.
    pub(crate) fn numbered(&mut self, parent: u32, kind: &'static str, index: usize) -> u32 {
        self.add(parent, kind, None, u32::try_from(index).unwrap_or(u32::MAX))
    }

    fn add(&mut self, parent: u32, kind: &'static str, name: Option<Cow<'m, [u8]>>, index: u32) -> u32 {
        let number = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        if self.allowance.take(BYTES_OF_NODE).is_ok() {
            self.nodes.push(Node { parent, kind, name, index, properties: Vec::new(), points: Vec::new() });
        }
        number
    }

    /// Returns the parts of a list that get lines of their own, and adds one line to the parent for the rest.
    pub(crate) fn first<'l, T: std::fmt::Debug>(
        &mut self,
        parent: u32,
        list: &'l [T],
    ) -> impl Iterator<Item = &'l T> + use<'l, T> {
        let (first, rest) = list.split_at(list.len().min(MOST_PARTS));
        if !rest.is_empty() && !self.is_full() {
            self.list(parent, "more", rest.len(), rest.iter().map(|part| format!("{part:?}")));
        }
        let allowance = Rc::clone(&self.allowance);
        first.iter().take_while(move |_| allowance.end().is_ok())
    }

    fn put(&mut self, node: u32, name: &'static str, n_bytes: usize, value: Value<'m>) {
        let is_granted = self.allowance.take(n_bytes.saturating_add(BYTES_OF_PROPERTY)).is_ok();
        if let Some(entry) = self.nodes.get_mut(node as usize).filter(|_| is_granted) {
            entry.properties.push((name, value));
        }
    }

    pub(crate) fn word(&mut self, node: u32, name: &'static str, word: impl ToString) {
        let word = word.to_string();
        self.put(node, name, word.len(), Value::Word(word));
    }

    /// Adds a text, unless it is empty.
    pub(crate) fn text(&mut self, node: u32, name: &'static str, text: impl Into<Cow<'m, [u8]>>) {
        let text: Cow<'m, [u8]> = text.into();
        if !text.is_empty() {
            self.put(node, name, text.len(), Value::Text(text));
        }
    }

    pub(crate) fn number(&mut self, node: u32, name: &'static str, number: impl Into<f64>) {
        self.put(node, name, 0, Value::Number(number.into()));
    }

    pub(crate) fn numbers(&mut self, node: u32, name: &'static str, numbers: impl Into<Vec<f32>>) {
        let numbers = numbers.into();
        self.put(node, name, size_of_val(&*numbers), Value::Numbers(numbers));
    }

    /// Adds binary data, unless they are empty.
    pub(crate) fn blob(&mut self, node: u32, name: &'static str, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.word(node, name, format_args!("<{}, {}>", length(bytes.len()), short_hash([bytes])));
        }
    }

    /// Adds the length and a hash of a list, unless it is empty.
    pub(crate) fn list<B: AsRef<[u8]>>(
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

    /// Adds the positions of vertices and their bounding box.
    pub(crate) fn points(&mut self, node: u32, points: Vec<Vec3>) {
        if let Some(bounds) = Aabb::from_points(points.iter().copied()) {
            self.numbers(node, "min", bounds.min.to_array());
            self.numbers(node, "max", bounds.max.to_array());
        }
        self.list(node, "positions", points.len(), points.iter().map(|point| vector(*point)));
        let is_granted = self.allowance.take(size_of_val(&*points)).is_ok();
        if let Some(entry) = self.nodes.get_mut(node as usize).filter(|_| is_granted) {
            entry.points = points;
        }
    }

    /// Returns true if the memory limit is reached.
    pub(crate) fn is_full(&self) -> bool {
        self.allowance.end().is_err()
    }

    pub(crate) fn show(self, look: &mut Viewer<'_>) -> Result<(), Problem> {
        self.allowance.end()?;
        look(&self);
        Ok(())
    }
}

/// The bytes of a vector, little-endian.
pub(crate) fn vector(vector: Vec3) -> [u8; 12] {
    let [[a, b, c, d], [e, f, g, h], [i, j, k, l]] = vector.to_array().map(f32::to_le_bytes);
    [a, b, c, d, e, f, g, h, i, j, k, l]
}

impl Outline for Sheet<'_> {
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
            Some(Node { name: Some(name), .. }) => Step::Name(name),
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

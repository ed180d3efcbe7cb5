//! Values in a form that all formats share.

use super::{Outline, Paths, Step, Visit};
use blake2::digest::Digest;
use blake2::digest::consts::{U8, U16};
use geom::{Mat3, Vec3};
use scene::visible::{self, visible_but};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::fmt::Write;
use std::hash::{Hash, Hasher};

/// A value. Formats that store the same value in different types yield equal data.
#[derive(Debug, Clone, Copy)]
pub enum Datum<'a> {
    Nil,
    Bool(bool),
    Int(i64),
    Unsigned(u64),
    Float(f32),
    Double(f64),
    /// A number of a format that distinguishes integers from floats.
    Real(f64),
    /// Bytes that may be text.
    Text(&'a [u8]),
    /// Binary data.
    Blob(&'a [u8]),
    /// Binary data that several properties share.
    Shared(Shared<'a>),
    /// A constant word, or digits.
    Word(&'a str),
    /// An id of 32 hexadecimal digits.
    Id(u128),
    /// Another node of the file.
    Node(u32),
    /// A type with its components.
    Call(&'static str, &'a [Datum<'a>]),
    Frame(Frame),
    List(&'a [Datum<'a>]),
}

/// Binary data that a file has once, and any number of properties refer to. Their hashes are computed once.
#[derive(Debug, Clone, Copy)]
pub struct Shared<'a> {
    #[doc(hidden)]
    pub number: usize,
    #[doc(hidden)]
    pub bytes: &'a [u8],
    hashes: &'a OnceCell<Box<TwoHashes>>,
}

impl Shared<'_> {
    fn hashes(&self) -> &TwoHashes {
        self.hashes.get_or_init(|| Box::new((short_hash([self.bytes]), digest(self.bytes))))
    }

    /// The [`short_hash`] of the data, computed once for all properties.
    #[doc(hidden)]
    pub fn short_hash(&self) -> &str {
        &self.hashes().0
    }
}

/// A hash for display, and a longer one for comparison.
type TwoHashes = (String, [u8; 16]);

/// The hashes of all shared data of a file, by index.
#[derive(Default)]
pub(crate) struct Hashes(Vec<OnceCell<Box<TwoHashes>>>);

impl Hashes {
    pub(crate) fn new(len: usize) -> Self {
        Self(vec![OnceCell::new(); len])
    }

    pub(crate) fn datum<'a>(&'a self, number: usize, bytes: &'a [u8]) -> Datum<'a> {
        match self.0.get(number) {
            Some(hashes) => Datum::Shared(Shared { number, bytes, hashes }),
            None => Datum::Blob(bytes),
        }
    }
}

/// A digest that identifies data.
fn digest(bytes: &[u8]) -> [u8; 16] {
    blake2::Blake2b::<U16>::digest(bytes).into()
}

/// Position and rotation. Binary files store rotations by right angles as ids, which lose the signs of zeros, so the
/// signs count only in exact comparisons.
#[derive(Debug, Clone, Copy)]
pub struct Frame {
    pub position: Vec3,
    pub rotation: Mat3,
}

impl Frame {
    /// The position, followed by the rows of the rotation matrix unless it is the identity. `exact` keeps the
    /// signs of zeros.
    pub fn numbers(self, exact: bool) -> Vec<f32> {
        let mut rows = self.rotation.to_rows_array();
        if !exact && rows.iter().all(|number| [0.0, 1.0].contains(&number.abs())) {
            rows = rows.map(|number| if number == 0.0 { 0.0 } else { number });
        }
        let mut numbers = self.position.to_array().to_vec();
        if rows.map(f32::to_bits) != Mat3::default().to_rows_array().map(f32::to_bits) {
            numbers.extend(rows);
        }
        numbers
    }

    fn write(self, out: &mut String, exact: bool) {
        out.push_str("CFrame(");
        for (i, number) in self.numbers(exact).into_iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            push_float(out, format_args!("{number:?}"));
        }
        out.push(')');
    }

    /// Writes the value, including the signs of zeros.
    pub fn write_exactly(self, out: &mut String) {
        self.write(out, true);
    }
}

/// Builds a type with components from anything that converts to [`Datum`].
macro_rules! call {
    ($name:expr $(, $part:expr)* $(,)?) => {
        $crate::outline::Datum::Call($name, &[$($crate::outline::Datum::from($part)),*])
    };
}
pub(crate) use call;

macro_rules! from {
    ($($ty:ty => $variant:ident),*) => { $(
        impl From<$ty> for Datum<'_> {
            fn from(value: $ty) -> Self {
                Self::$variant(value.into())
            }
        }
    )* };
}
from!(bool => Bool, i16 => Int, i32 => Int, i64 => Int, u8 => Unsigned, u32 => Unsigned, f32 => Float, f64 => Double);

impl<'a> From<&'a [u8]> for Datum<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::Text(bytes)
    }
}

/// Converts numbers to values.
pub(crate) fn floats(numbers: &[f32]) -> Vec<Datum<'static>> {
    numbers.iter().map(|number| Datum::Float(*number)).collect()
}

impl<'a> Datum<'a> {
    /// The text, if it is readable and has several lines, which are then shown one by one.
    pub fn lines(&self) -> Option<&'a str> {
        match self {
            Self::Text(bytes) if bytes.contains(&b'\n') => readable(bytes),
            _ => None,
        }
    }

    /// The text, if it is readable.
    pub fn text(&self) -> Option<&'a str> {
        match self {
            Self::Text(bytes) => readable(bytes),
            _ => None,
        }
    }

    /// The length in bytes of the text in the value, which is shown in full.
    pub fn n_bytes(&self) -> usize {
        match self {
            Self::Text(bytes) => bytes.len(),
            Self::Word(word) => word.len(),
            Self::Call(_, parts) | Self::List(parts) => {
                parts.iter().map(Self::n_bytes).fold(0, usize::saturating_add)
            }
            _ => 0,
        }
    }

    /// Collects the nodes that the value refers to.
    pub fn nodes(&self, nodes: &mut Vec<u32>) {
        match self {
            Self::Node(node) => nodes.push(*node),
            Self::Call(_, parts) | Self::List(parts) => parts.iter().for_each(|part| part.nodes(nodes)),
            _ => {}
        }
    }

    /// Returns true if the value refers to a node.
    pub fn has_nodes(&self) -> bool {
        match self {
            Self::Node(_) => true,
            Self::Call(_, parts) | Self::List(parts) => parts.iter().any(Self::has_nodes),
            _ => false,
        }
    }

    /// The file that is embedded in the value, as in content of old models.
    #[must_use]
    pub fn embedded(&self) -> Option<Vec<u8>> {
        match self {
            Self::Call("binary", [Self::Text(text)]) => {
                dom::Value::OldContent("binary", (*text).into()).embedded()
            }
            _ => None,
        }
    }

    /// The bytes of a text, or those of a list of texts joined by zero bytes, the form in which tags are
    /// stored.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        match self {
            Self::Text(bytes) => Some(bytes.to_vec()),
            Self::List(parts) => {
                let texts =
                    parts.iter().map(|part| if let Self::Text(bytes) = part { Some(*bytes) } else { None });
                Some(texts.collect::<Option<Vec<_>>>()?.join(&0))
            }
            _ => None,
        }
    }

    /// Adds the numbers in the value to `all`, in the order in which they are shown.
    pub fn numbers(&self, all: &mut Vec<f32>) {
        let mut pending = vec![*self];
        while let Some(value) = pending.pop() {
            match value {
                Datum::Float(number) => all.push(number),
                #[expect(clippy::cast_possible_truncation, reason = "rounded to what tables have")]
                Datum::Double(number) | Datum::Real(number) => all.push(number as f32),
                #[expect(clippy::cast_precision_loss, reason = "rounded to what tables have")]
                Datum::Int(number) => all.push(number as f32),
                #[expect(clippy::cast_precision_loss, reason = "rounded to what tables have")]
                Datum::Unsigned(number) => all.push(number as f32),
                Datum::Frame(frame) => {
                    all.extend(frame.position.to_array());
                    all.extend(frame.rotation.to_rows_array());
                }
                Datum::Call(_, parts) | Datum::List(parts) => pending.extend(parts.iter().rev()),
                _ => {}
            }
        }
    }

    /// Adds the value to a hash, except for references, which can only be compared after nodes are matched.
    /// `exact` includes the signs of zeros in rotations.
    pub fn hash(&self, hasher: &mut impl Hasher, exact: bool) {
        let mut tagged = |tag: u8, bits: u64| {
            hasher.write_u8(tag);
            hasher.write_u64(bits);
        };
        match self {
            Self::Nil => tagged(0, 0),
            Self::Node(_) => tagged(0, 1),
            Self::Bool(value) => tagged(1, u64::from(*value)),
            // Numbers are equal regardless of the type that stores them.
            Self::Int(value) => tagged(2, value.cast_unsigned()),
            Self::Unsigned(value) => tagged(2, *value),
            Self::Float(value) => tagged(3, bits(f64::from(*value))),
            Self::Double(value) => tagged(3, bits(*value)),
            Self::Real(value) => tagged(10, bits(*value)),
            Self::Text(bytes) => (4_u8, bytes).hash(hasher),
            Self::Blob(bytes) => (5_u8, digest(bytes)).hash(hasher),
            Self::Shared(shared) => (5_u8, shared.hashes().1).hash(hasher),
            Self::Word(word) => (6_u8, word).hash(hasher),
            Self::Id(id) => (7_u8, id).hash(hasher),
            Self::Call(name, parts) => {
                (8_u8, name, parts.len()).hash(hasher);
                parts.iter().for_each(|part| part.hash(hasher, exact));
            }
            Self::Frame(frame) => {
                let numbers = frame.numbers(exact);
                (11_u8, numbers.len()).hash(hasher);
                numbers.iter().for_each(|number| hasher.write_u64(bits(f64::from(*number))));
            }
            Self::List(parts) => {
                (9_u8, parts.len()).hash(hasher);
                parts.iter().for_each(|part| part.hash(hasher, exact));
            }
        }
    }

    /// The value on one line. It must not refer to other nodes.
    pub fn alone(&self) -> String {
        let mut text = String::new();
        self.write(&mut text, &Nowhere, &Paths::default());
        text
    }

    /// Writes the value on one line.
    pub fn write(&self, out: &mut String, outline: &dyn Outline, paths: &Paths) {
        match self {
            Self::Nil => out.push_str("none"),
            Self::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Self::Int(value) => push(out, format_args!("{value}")),
            Self::Unsigned(value) => push(out, format_args!("{value}")),
            Self::Float(value) => push_float(out, format_args!("{value:?}")),
            Self::Double(value) => push_float(out, format_args!("{value:?}")),
            Self::Real(value) => push(out, format_args!("{value:?}")),
            Self::Text(bytes) => match readable(bytes) {
                Some(text) => quote(out, text),
                None => blob(out, bytes),
            },
            Self::Blob(bytes) => blob(out, bytes),
            Self::Shared(shared) => {
                push(out, format_args!("<{}, {}>", length(shared.bytes.len()), shared.short_hash()));
            }
            Self::Word(word) => out.push_str(word),
            Self::Id(id) => push(out, format_args!("{id:032x}")),
            Self::Node(number) => {
                out.push_str("-> ");
                paths.write(out, outline, *number);
            }
            Self::Call(name, parts) => {
                out.push_str(name);
                list(out, parts, ['(', ')'], outline, paths);
            }
            Self::Frame(frame) => frame.write(out, false),
            Self::List(parts) => list(out, parts, ['[', ']'], outline, paths),
        }
    }
}

/// An empty outline, for values without references.
struct Nowhere;

impl Outline for Nowhere {
    fn len(&self) -> usize {
        1
    }

    fn parent(&self, _: u32) -> u32 {
        0
    }

    fn kind(&self, _: u32) -> &[u8] {
        b""
    }

    fn step(&self, _: u32) -> Step<'_> {
        Step::Name(b"")
    }

    fn properties(&self, _: u32, _: &mut Visit<'_>) {}
}

fn list(out: &mut String, parts: &[Datum<'_>], ends: [char; 2], outline: &dyn Outline, paths: &Paths) {
    let [open, close] = ends;
    out.push(open);
    for (i, part) in parts.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        part.write(out, outline, paths);
    }
    out.push(close);
}

fn push(out: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a `String` does not fail.
    let _ = out.write_fmt(arguments);
}

/// Appends the shortest digits that parse to the number, without a trailing `.0`.
fn push_float(out: &mut String, arguments: std::fmt::Arguments<'_>) {
    push(out, arguments);
    if out.ends_with(".0") {
        out.truncate(out.len().saturating_sub(2));
    }
}

/// The bits of a float. All NaNs have the same bits here, because text formats do not store their payload.
fn bits(value: f64) -> u64 {
    if value.is_nan() { f64::NAN.to_bits() } else { value.to_bits() }
}

/// Appends the length and a short hash of data.
pub fn blob(out: &mut String, bytes: &[u8]) {
    push(out, format_args!("<{}, {}>", length(bytes.len()), short_hash([bytes])));
}

/// A number of bytes as text. The words are part of the canonical text and must not change.
pub(super) fn length(n_bytes: usize) -> String {
    format!("{n_bytes} byte{}", if n_bytes == 1 { "" } else { "s" })
}

/// The first twelve hexadecimal digits of a hash of the parts.
pub fn short_hash<B: AsRef<[u8]>>(parts: impl IntoIterator<Item = B>) -> String {
    let mut hash = blake2::Blake2b::<U8>::new();
    parts.into_iter().for_each(|part| hash.update(part));
    let [a, b, c, d, e, f, ..] = hash.finalize().0;
    format!("{a:02x}{b:02x}{c:02x}{d:02x}{e:02x}{f:02x}")
}

/// The bytes as text, if it is readable.
fn readable(bytes: &[u8]) -> Option<&str> {
    // Tabs and line ends are the only control characters in readable text.
    let is_odd = |byte: &u8| matches!(byte, 0..=8 | 11 | 12 | 14..=31 | 127);
    if bytes.iter().any(is_odd) {
        return None;
    }
    std::str::from_utf8(bytes).ok()
}

/// Appends quoted text on one line, with control characters escaped.
fn quote(out: &mut String, text: &str) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            letter => visible::push(out, letter),
        }
    }
    out.push('"');
}

/// Escapes the characters in a line of a script that control a terminal or reverse the order of text.
pub fn line(text: &str) -> Cow<'_, str> {
    match text.contains('\r') {
        // A carriage return is shown as its Unicode picture, since scripts use backslashes themselves.
        true => visible_but(&text.replace('\r', "␍"), |letter| letter == '\t').into_owned().into(),
        false => visible_but(text, |letter| letter == '\t'),
    }
}

//! Reads a file into a document.

mod document;
mod element;
mod item;
pub(crate) mod markup;
mod number;
mod property;
mod shared;
mod text;
mod value;

use crate::common::error::{Error, Warnings};
use crate::common::input::{Input, Parsed, Reading};
use crate::common::trace::Trace;
use crate::error::ErrorKind;
use crate::hash::Keys;
use crate::model::{Document, ItemId, Name, Places, Property, Value};
use crate::nodes::Nodes;
use crate::options::ReadOptions;
use crate::wire::brief;
use document::Referents;
pub(crate) use document::Skips;
use item::{Repeats, Usual};
use markup::opening;
use memchr::memmem;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::str::FromStr;

/// Returns true if the bytes look like a file of this format; the first few hundred are enough.
///
/// ```
/// assert!(rbxxml::detect(b"\xef\xbb\xbf<?xml version=\"1.0\"?>\n<roblox version=\"4\">"));
/// assert!(!rbxxml::detect(b"<roblox!\x89\xff\r\n\x1a\n"));
/// ```
#[must_use]
pub fn detect(bytes: &[u8]) -> bool {
    document::detect(bytes)
}

/// Reads a file.
///
/// # Errors
///
/// If nothing usable can be read, or a limit of [`ReadOptions::default`] is exceeded.
///
/// ```
/// let error = rbxxml::read(b"something else").unwrap_err();
/// assert_eq!(error.place(), rbxxml::Place::Input(0));
/// ```
pub fn read(bytes: &[u8]) -> Result<Document, Error> {
    read_with(bytes, &ReadOptions::default()).map(|(model, _)| model)
}

/// Reads a file, and returns warnings about the errors that it recovered from.
///
/// # Errors
///
/// The errors of [`read`]; with [`ReadOptions::strict`], also the first recoverable error.
pub fn read_with(bytes: &[u8], options: &ReadOptions) -> Result<(Document, Warnings), Error> {
    let reading = Reading::new(options.strict, options.limits, bytes.len());
    let model = reading.read(bytes, |input| document::file(input, options))?;
    Ok((model, reading.into_warnings()))
}

/// Reads the bytes like [`read`].
impl TryFrom<&[u8]> for Document {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Self, Error> {
        read(bytes)
    }
}

/// Reads the text like [`read`].
///
/// ```
/// let document: rbxxml::Document = "<roblox version='4'><Item class='Folder'/></roblox>".parse()?;
/// assert_eq!(document.len(), 1);
/// # Ok::<(), rbxxml::Error>(())
/// ```
impl FromStr for Document {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        read(text.as_bytes())
    }
}

/// Reads a file, and reports to `trace` what each byte is, up to any damage that ends reading.
pub fn trace(bytes: &[u8], options: &ReadOptions, trace: &dyn Trace) -> (Result<Document, Error>, Warnings) {
    let reading = Reading::new(options.strict, options.limits, bytes.len()).with_trace(trace);
    let result = reading.read(bytes, |input| document::file(input, options));
    (result, reading.into_warnings())
}

/// Reads a file with the positions of its elements, but without the content of the items in `skips`. The flag is set if
/// there were warnings.
pub(crate) fn with_nodes(
    bytes: &[u8],
    options: &ReadOptions,
    skips: Option<&Skips<'_>>,
) -> Result<(Document, Nodes, bool), Error> {
    let reading = Reading::new(options.strict, options.limits, bytes.len());
    let (model, nodes) = reading.read(bytes, |input| document::with_nodes(input, options, skips))?;
    Ok((model, nodes, reading.into_warnings().total() > 0))
}

/// Reads one item of a file, whose references remain unresolved. Also returns the positions of its elements; the first
/// represents the file.
pub(crate) fn alone(
    bytes: &[u8],
    options: &ReadOptions,
    place: Range<usize>,
) -> Result<(Document, Nodes), Error> {
    let reading = Reading::new(options.strict, options.limits, bytes.len());
    reading.read(bytes, |input| document::alone(input, options, place))
}

/// A document being read.
struct Reader<'a, 'c> {
    cx: &'c Context<'c>,
    document: Document,
    nodes: Option<Nodes>,
    /// The items to skip.
    skips: Option<&'c Skips<'c>>,
    /// The positions of the items in the file.
    places: Places,
    /// For each class, an item that the next items probably resemble.
    usual: HashMap<Name, Usual, Keys>,
    /// The source of each property of the usual items; empty for a property that must be read each time.
    sources: Vec<&'a [u8]>,
    /// Some of the properties read last, which may occur again.
    repeats: Repeats<'a>,
    /// An empty list whose memory is reused for the properties of each item.
    room: Vec<Property>,
    own: Vec<Value>,
    /// The source of each property of the current list; empty for a property that must be read each time.
    starts: Vec<Input<'a>>,
    /// The first item with each trimmed referent.
    referents: Referents,
    /// The properties with references or shared-string keys, and the positions of their values.
    pointing: Vec<Pointing>,
    /// The names of unknown elements for which there has been a warning.
    unknown: HashSet<&'a [u8]>,
}

/// A property with a reference or a shared-string key.
struct Pointing {
    item: ItemId,
    number: u32,
    /// The position of the property's value.
    at: usize,
}

/// The state that all readers of one file share.
struct Context<'o> {
    options: &'o ReadOptions,
    /// Set if an exponent had three digits where two are enough.
    three_digit_exponents: Cell<bool>,
    /// Set if a text has non-ASCII bytes.
    plain_utf8: Cell<bool>,
    /// Set if a text has references to non-ASCII bytes.
    byte_references: Cell<bool>,
    /// Terminators that do not occur in the rest of the file, with the positions from which this is known.
    missing: RefCell<Vec<(&'static str, usize)>>,
    /// The number of bytes that may still be searched for missing end tags.
    search_left: Cell<usize>,
    /// The start of the last Git conflict, if its first side is being read.
    conflict: Cell<Option<usize>>,
}

impl<'o> Context<'o> {
    fn new(options: &'o ReadOptions, input: Input<'_>) -> Self {
        Self {
            options,
            // Bounds the total work on adversarial input. Real files need a few long searches at most.
            search_left: Cell::new(input.bytes().len().saturating_mul(8)),
            conflict: Cell::new(None),
            three_digit_exponents: Cell::new(false),
            plain_utf8: Cell::new(false),
            byte_references: Cell::new(false),
            missing: RefCell::default(),
        }
    }

    /// Reads the bytes before `end`, and skips `end` too. This is like nom's `take_until`, but no part of the input is
    /// searched twice without success.
    fn up_to<'a>(&self, end: &'static str) -> impl Fn(Input<'a>) -> Parsed<'a, &'a [u8]> {
        move |input| {
            // A search that failed from an earlier position fails from this one, too.
            let is_missing = |(other, from): &(&str, usize)| *other == end && *from <= input.position();
            let bytes = if self.missing.borrow().iter().any(is_missing) { &[] } else { input.bytes() };
            let found = memmem::find(bytes, end.as_bytes()).and_then(|at| bytes.split_at_checked(at));
            if let Some((before, rest)) = found {
                return Ok((input.with(rest.strip_prefix(end.as_bytes()).unwrap_or(rest)), before));
            }
            if !bytes.is_empty() {
                let mut missing = self.missing.borrow_mut();
                missing.retain(|(other, _)| *other != end);
                missing.push((end, input.position()));
            }
            Err(input.fatal(ErrorKind::Malformed { expected: end }))
        }
    }

    /// Records that a text outside CDATA contains plain non-ASCII UTF-8.
    fn note_text(&self, text: &[u8]) {
        if !self.plain_utf8.get() && !text.is_ascii() {
            self.plain_utf8.set(true);
        }
    }

    fn note_exponent(&self, number: &[u8]) {
        // Shorter numbers have none of three digits.
        if number.len() > 5 && number::has_long_exponent(number) {
            self.three_digit_exponents.set(true);
        }
    }
}

/// The name of a list member in paths: its index, and its name in the file.
pub(crate) fn numbered(word: &str, number: usize, name: &str) -> String {
    if name.is_empty() { format!("{word}[{number}]") } else { format!("{word}[{number}] {name}") }
}

/// The name of an item in paths: its number, and its class.
pub(crate) fn title(id: ItemId, class: &Name) -> String {
    numbered("items", id.index(), &brief(class))
}

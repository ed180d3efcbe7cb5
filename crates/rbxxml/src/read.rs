//! Bytes to model.

mod document;
mod element;
mod item;
pub(crate) mod markup;
mod number;
mod property;
mod shared;
mod text;
mod value;

use crate::model::PartSpelling;
use crate::mould::error::Error;
use crate::mould::input::{Input, Parsed, Reading};
use crate::mould::layout::Asked;
use crate::mould::record;
use crate::trace::Trace;
use crate::{Document, ErrorKind, Layout, ReadOptions, Warnings};
pub(crate) use document::{numbered, title};
use markup::{Tag, skip};
use memchr::memmem;
use std::cell::{Cell, RefCell};

/// Whether these bytes look like a file of this format; its first few hundred are enough.
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

/// Reads a file, and gives warnings about the errors that it recovered from.
///
/// # Errors
///
/// As [`read`]; with [`ReadOptions::strict`], also the first recoverable error.
pub fn read_with(bytes: &[u8], options: &ReadOptions) -> Result<(Document, Warnings), Error> {
    let reading = Reading::new(options.strict, options.limits, bytes.len());
    let (model, _) = reading.read(bytes, |input| document::file(input, options, None))?;
    Ok((model, reading.into_warnings()))
}

/// The layout of a file: what each byte is. For a broken file, as far as it can be read.
#[must_use]
pub fn layout(bytes: &[u8]) -> Layout<'_> {
    layout_with(bytes, &ReadOptions::default())
}

/// As [`layout`], within the limits of `options`.
#[must_use]
pub fn layout_with<'a>(bytes: &'a [u8], options: &ReadOptions) -> Layout<'a> {
    let asked = Asked { strict: options.strict, limits: options.limits, aliases: &[] };
    let options = options.clone();
    record::layout(bytes, asked, move |input| document::file(input, &options, None))
}

/// Reads a file with the place of each element, and tells whether there were warnings.
pub(crate) fn traced(bytes: &[u8], options: &ReadOptions) -> Result<(Document, Trace, bool), Error> {
    let reading = Reading::new(options.strict, options.limits, bytes.len());
    let (model, trace) =
        reading.read(bytes, |input| document::file(input, options, Some(Trace::default())))?;
    Ok((model, trace.unwrap_or_default(), reading.into_warnings().total() > 0))
}

/// The state that the readers of values share, and what they note beside their values.
struct Context<'o> {
    options: &'o ReadOptions,
    /// An exponent had three digits where two would do.
    three_digit_exponents: Cell<bool>,
    /// White space stood plainly at the ends of the text that was read last.
    plain_space: Cell<bool>,
    /// The source of a script that was read last is text, and could be CDATA.
    is_text: Cell<bool>,
    /// What there was at parts of the value that was read last; without a path, at itself.
    parts: RefCell<Vec<PartSpelling>>,
    /// What ends something, and from where on it is known not to come.
    missing: RefCell<Vec<(&'static str, usize)>>,
    /// How many bytes may yet be searched in vain for the ends of elements that have none.
    search_left: Cell<usize>,
}

impl<'o> Context<'o> {
    fn new(options: &'o ReadOptions, input: Input<'_>) -> Self {
        Self {
            options,
            // A few long searches happen in real files; this many without a result only in malicious ones.
            search_left: Cell::new(input.bytes().len().saturating_mul(8)),
            three_digit_exponents: Cell::new(false),
            plain_space: Cell::new(false),
            is_text: Cell::new(false),
            parts: RefCell::default(),
            missing: RefCell::default(),
        }
    }

    /// Drops what was noted of a value that could not be read.
    fn forget(&self) {
        self.plain_space.set(false);
        self.is_text.set(false);
        self.parts.take();
    }

    /// What stands in the element that `tag` opens, and what follows it, if it has an end.
    fn end_of<'a>(&self, tag: &Tag<'a>, inside: Input<'a>) -> Option<(&'a [u8], Input<'a>)> {
        if self.search_left.get() == 0 {
            return None;
        }
        match skip(tag, inside.bytes()) {
            Ok((content, rest)) => Some((content, inside.with(rest))),
            Err(searched) => {
                self.search_left.update(|left| left.saturating_sub(searched));
                None
            }
        }
    }

    /// What stands before `end`; passes that too.
    fn up_to<'a>(&self, end: &'static str, input: Input<'a>) -> Parsed<'a, &'a [u8]> {
        // Where it was not found, it is not further on: no byte is searched for it twice in vain.
        let is_missing = |(other, from): &(&str, usize)| *other == end && *from <= input.at();
        let bytes = if self.missing.borrow().iter().any(is_missing) { &[] } else { input.bytes() };
        let found = memmem::find(bytes, end.as_bytes()).and_then(|at| bytes.split_at_checked(at));
        if let Some((before, rest)) = found {
            return Ok((input.with(rest.strip_prefix(end.as_bytes()).unwrap_or(rest)), before));
        }
        if !bytes.is_empty() {
            let mut missing = self.missing.borrow_mut();
            missing.retain(|(other, _)| *other != end);
            missing.push((end, input.at()));
        }
        Err(input.fatal(ErrorKind::Malformed { expected: end }))
    }

    fn note_exponent(&self, number: &[u8]) {
        // Shorter numbers have none of three digits.
        if number.len() > 5 && number::has_long_exponent(number) {
            self.three_digit_exponents.set(true);
        }
    }
}

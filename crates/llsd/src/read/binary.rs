//! Reading binary LLSD. Format document, section 4.

use crate::assembly::{BLANK, label};
use crate::common::error::{Error, Warnings};
use crate::common::input::{self, Checked, Input, Parsed, Reading};
use crate::common::kinds::counted;
use crate::common::limits::Remaining;
use crate::common::parsers::fixed;
use crate::common::show::{SpanType, in_quotes, quoted as show_quoted};
use crate::common::trace::Label;
use crate::document::{self, Document, Extent, Tape, key, scalar};
use crate::error::ErrorKind;
use crate::model::keys::are_distinct;
use crate::model::walk::{ROOT, name, short_path};
use crate::model::{Value, make_room};
use crate::options::{Duplicates, ReadOptions};
use crate::owned::{self, Owned};
use crate::wire::{fixed_size, quoted, tag};
use nom::sequence::{preceded, terminated};
use nom::{Err, Parser};
use std::borrow::Cow;

super::entry_functions!("binary LLSD", file, prefix);

/// Reads an optional header line and a value, with nothing after it but padding.
pub(crate) fn file<'a>(input: Input<'a>, options: &ReadOptions) -> Parsed<'a, Value> {
    terminated(|input| prefix(input, options), super::header::end).parse(input)
}

fn prefix<'a>(start: Input<'a>, options: &ReadOptions) -> Parsed<'a, Value> {
    let (input, ()) = super::header::header(start)?;
    if !input.is_traced() {
        let Remaining { depth, elements, .. } = options.limits.resolve(start.bytes().len());
        if let Some(Owned { value, len, n_values }) = owned::value(input.bytes(), depth.get(), elements.get())
        {
            input.charge_elements(n_values)?;
            return Ok((after(input, len), value));
        }
    }
    let (rest, tape) = value(input, options)?;
    Ok((rest, Document::new(start.bytes(), tape, options).to_value()))
}

/// Checks a file like [`file`], without building the value.
pub(crate) fn file_tape<'a>(input: Input<'a>, options: &ReadOptions) -> Parsed<'a, Tape> {
    terminated(|input| prefix_tape(input, options), super::header::end).parse(input)
}

/// Checks an optional header line and a value, without building the value.
pub(crate) fn prefix_tape<'a>(input: Input<'a>, options: &ReadOptions) -> Parsed<'a, Tape> {
    preceded(super::header::header, |input| value(input, options)).parse(input)
}

impl<'a> Document<'a> {
    /// Reads binary LLSD, with or without a header line.
    ///
    /// # Errors
    ///
    /// If the bytes are not binary LLSD, or exceed a limit of [`ReadOptions::default`].
    pub fn read(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::read_with(bytes, &ReadOptions::default()).map(|(document, _)| document)
    }

    /// Reads binary LLSD. Recoverable errors become warnings.
    ///
    /// # Errors
    ///
    /// The errors of [`read`](Self::read). With [`ReadOptions::strict`], a warning is an error.
    pub fn read_with(bytes: &'a [u8], options: &ReadOptions) -> Result<(Self, Warnings), Error> {
        Self::read_by(bytes, options, file_tape)
    }

    /// Reads a value, which other bytes may follow; it ends at [`end`](Self::end).
    ///
    /// # Errors
    ///
    /// The errors of [`read_with`](Self::read_with).
    pub fn read_prefix(bytes: &'a [u8], options: &ReadOptions) -> Result<(Self, Warnings), Error> {
        Self::read_by(bytes, options, prefix_tape)
    }

    fn read_by(
        bytes: &'a [u8],
        options: &ReadOptions,
        parser: for<'b> fn(Input<'b>, &ReadOptions) -> Parsed<'b, Tape>,
    ) -> Result<(Self, Warnings), Error> {
        let reading = Reading::new(options.strict, options.limits, bytes.len());
        let tape = reading.read(bytes, |input| parser(input, options))?;
        Ok((Self::new(bytes, tape, options), reading.into_warnings()))
    }
}

/// Reads binary LLSD; see [`Document::read`].
impl<'a> TryFrom<&'a [u8]> for Document<'a> {
    type Error = Error;

    fn try_from(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::read(bytes)
    }
}

/// The span types of values, keys and the starts of containers.
const VALUE: &SpanType = &SpanType::field(|bytes, _, out| document::show(&scalar(bytes, 0), out));
const KEY: &SpanType = &SpanType::field(|bytes, _, out| show_quoted(&key(bytes, 0), 0, out));
const HEAD: &SpanType = &SpanType::field(|_, n_values, out| write!(out, "{}", counted(n_values, "value")));

/// The state of reading a value: the extents so far, and the open containers.
struct TapeBuilder {
    tape: Tape,
    open: Vec<OpenContainer>,
    /// The number of warnings that already have their path.
    n_warnings: usize,
}

/// A container whose end has not been reached.
struct OpenContainer {
    extent: usize,
    is_map: bool,
    /// The number of values that are still missing.
    left: u32,
    n_done: u32,
    /// The offset of the key of the value begun last, in a map; [`u32::MAX`] before the next key.
    key: u32,
    span: input::OpenSpan,
}

/// Reads a value and everything inside it. This is a loop and not a recursion, because the nesting may be
/// deep.
fn value<'a>(start: Input<'a>, options: &ReadOptions) -> Parsed<'a, Tape> {
    let n_bytes = start.position().saturating_add(start.bytes().len());
    start.check(Tape::check_len(n_bytes))?;
    let mut state = TapeBuilder { tape: Tape::default(), open: Vec::new(), n_warnings: start.n_warnings() };
    // Enough for real documents, and no more than the input is long.
    state.tape.extents.reserve(start.bytes().len() / 16);
    let mut n_read = 0_usize;
    loop {
        let input = after(start, n_read);
        match step(&mut state, input, options) {
            Ok(len) => n_read = n_read.saturating_add(len),
            Err(error) => return Err(state.name_failure(input, error)),
        }
        if input.n_warnings() != state.n_warnings {
            state.name_warnings(input);
        }
        if state.open.is_empty() {
            return Ok((after(start, n_read), state.tape));
        }
    }
}

/// Skips this many bytes of the input.
fn after(input: Input<'_>, n_bytes: usize) -> Input<'_> {
    input.with(input.bytes().get(n_bytes..).unwrap_or_default())
}

/// Reads the next value with its key, or the end of a container. Of a container, only the bytes before its
/// values are read.
///
/// Returns the number of bytes, because returning an `Input` in a `Result` goes through memory and takes a
/// third longer.
fn step(state: &mut TapeBuilder, input: Input<'_>, options: &ReadOptions) -> Checked<usize> {
    let Some(open) = state.open.last_mut() else { return one(state, input, u32::MAX) };
    // An array has exactly as many values as its count. Format document, section 4.2.
    if open.left == 0 {
        return end(state, input, options);
    }
    let mut n_key = 0;
    let mut key = u32::MAX;
    if open.is_map {
        // python-llsd treats this as the end, whatever the count.
        if input.bytes().first() == Some(&tag::MAP_END) {
            return end(state, input, options);
        }
        open.key = key;
        // A copy instead of `input` itself, which lives in memory: reading it from there would wait until it is
        // written.
        n_key = map_key(after(input, 0))?;
        key = offset(input);
        if input.n_warnings() != state.n_warnings {
            // An error in the key has the path of the map.
            state.name_warnings(input);
        }
    }
    if let Some(open) = state.open.last_mut() {
        open.key = key;
        open.left = open.left.saturating_sub(1);
        open.n_done = open.n_done.saturating_add(1);
    }
    let n_value = one(state, after(input, n_key), key)?;
    Ok(n_key.saturating_add(n_value))
}

/// Reads the key of an entry. Section 4.3.
fn map_key(input: Input<'_>) -> Checked<usize> {
    let len = match input.bytes().first().copied() {
        Some(tag::KEY) => sized(input)?,
        Some(quote @ (tag::QUOTE | tag::APOSTROPHE)) => quoted(input, quote)?,
        _ => return Err(unexpected(input, "a key")),
    };
    if input.is_traced() {
        tell_key(input, len)?;
    }
    Ok(len)
}

// A separate function, because an `Input` whose address is taken lives in memory, and reading would wait for it.
#[cold]
#[inline(never)]
fn tell_key(input: Input<'_>, len: usize) -> Checked {
    input.span(after(input, len), "<key>", KEY, 0)
}

/// Reads a value, or the start of a container. Section 4.1.
fn one(state: &mut TapeBuilder, input: Input<'_>, key: u32) -> Checked<usize> {
    input.charge_elements(1)?;
    let Some(tag) = input.bytes().first() else { return Err(unexpected(input, "a value")) };
    let len = match *tag {
        tag::STRING | tag::URI | tag::BINARY => sized(input)?,
        tag::ARRAY | tag::MAP => return begin(state, input, key, *tag == tag::MAP),
        tag::QUOTE | tag::APOSTROPHE => quoted(input, *tag)?,
        tag => match fixed_size(tag) {
            Some(size) if size < input.bytes().len() => size.saturating_add(1),
            Some(needed) => return Err(too_short(after(input, 1), needed)),
            None => return Err(unexpected(input, "a value")),
        },
    };
    if input.is_traced() {
        tell_value(state, input, len)?;
    }
    let start = offset(input);
    let end = start.saturating_add(u32::try_from(len).unwrap_or(u32::MAX));
    let next = u32::try_from(state.tape.extents.len()).unwrap_or(u32::MAX).saturating_add(1);
    make_room(&mut state.tape.extents, input.bytes().len());
    state.tape.extents.push(Extent { start, end, key, next });
    Ok(len)
}

#[cold]
#[inline(never)]
fn tell_value(state: &TapeBuilder, input: Input<'_>, len: usize) -> Checked {
    input.span(after(input, len), state.label(input), VALUE, 0)
}

/// Reads the start of a container: its tag and its number of values.
fn begin(state: &mut TapeBuilder, input: Input<'_>, key: u32, is_map: bool) -> Checked<usize> {
    let (rest, count) = fixed::<4>(after(input, 1))?;
    let left = u32::from_be_bytes(count);
    // Each value takes at least one byte, and so does the end. A map may end before its count, so the count is not
    // compared with the rest of the input: the result for a document must not depend on what follows it.
    let needed = (left as usize).saturating_add(1);
    if !is_map && needed > rest.bytes().len() {
        let kind = ErrorKind::UnexpectedEnd { needed, left: rest.bytes().len() };
        return Err(after(input, 1).fatal(kind));
    }
    input.enter()?;
    let mut span = input::OpenSpan::default();
    if input.is_traced() {
        span = input.open(state.label(input), SpanType::PART)?;
        input.span(rest, if is_map { "<map>" } else { "<array>" }, HEAD, left.into())?;
    }
    let extent = state.tape.extents.len();
    make_room(&mut state.tape.extents, input.bytes().len());
    state.tape.extents.push(Extent { start: offset(input), end: 0, key, next: 0 });
    state.open.push(OpenContainer { extent, is_map, left, n_done: 0, key: u32::MAX, span });
    // The tag and the count.
    Ok(5)
}

/// Reads the end of the innermost container.
fn end(state: &mut TapeBuilder, input: Input<'_>, options: &ReadOptions) -> Checked<usize> {
    // It is no longer open: an error here has the path of the container, not that of its last value.
    let Some(open) = state.open.pop() else { return Ok(0) };
    let (tag, expected) = if open.is_map { (tag::MAP_END, "}") } else { (tag::ARRAY_END, "]") };
    if input.bytes().first() != Some(&tag) {
        return Err(unexpected(input, expected));
    }
    if open.left > 0 {
        state.tape.has_early_ends = true;
        input.warn(|| ErrorKind::EarlyEnd { n_missing: open.left as usize })?;
    }
    if open.is_map {
        duplicate_keys(&mut state.tape, open.extent, input, options)?;
    }
    let next = u32::try_from(state.tape.extents.len()).unwrap_or(u32::MAX);
    let rest = after(input, 1);
    if let Some(extent) = state.tape.extents.get_mut(open.extent) {
        (extent.end, extent.next) = (offset(rest), next);
    }
    input.leave();
    // A span that the tracer skips is closed, too.
    if input.is_traced() || input.source.reading.is_paused.get() {
        input.span(rest, "<end>", BLANK, 0)?;
        rest.close(open.span, 0);
    }
    Ok(1)
}

/// Warns of each duplicate key of a map that has just been read.
fn duplicate_keys(tape: &mut Tape, map: usize, input: Input<'_>, options: &ReadOptions) -> Checked {
    let (extents, buffer) = (&tape.extents, input.source.bytes);
    let keys = || {
        let mut number = map.saturating_add(1);
        std::iter::from_fn(move || {
            let extent = extents.get(number)?;
            number = extent.next as usize;
            Some((key(buffer, extent.key as usize), extent.key))
        })
    };
    if are_distinct(|| keys().map(|(key, _)| key)) {
        return Ok(());
    }
    // The order is by key, then by position: the second of two equal keys is the duplicate.
    let mut sorted: Vec<_> = keys().collect();
    sorted.sort();
    let twice = |pair: &[(Cow<'_, [u8]>, u32)]| match pair {
        [(a, _), (b, start)] if a == b => Some(*start as usize),
        _ => None,
    };
    let mut twice: Vec<_> = sorted.windows(2).filter_map(twice).collect();
    // Warnings are in the order of the file.
    twice.sort_unstable();
    for start in twice {
        tape.has_duplicates = true;
        let place = input.with(buffer.get(start..).unwrap_or_default());
        let warning = || {
            let key = key(buffer, start);
            place.error(ErrorKind::Duplicate { what: "key", name: in_quotes(&key) }).inside(name(&key))
        };
        if options.duplicates == Duplicates::Error {
            return Err(Err::Failure(warning()));
        }
        place.warn_with(warning)?;
    }
    Ok(())
}

/// The position in the input, which was checked to be shorter than 4 GiB.
fn offset(input: Input<'_>) -> u32 {
    u32::try_from(input.position()).unwrap_or(u32::MAX)
}

#[cold]
pub(super) fn unexpected(input: Input<'_>, expected: &'static str) -> Err<Error> {
    let found = match input.bytes().first() {
        Some(byte) if byte.is_ascii_graphic() => format!("\"{}\"", byte.escape_ascii()),
        Some(byte) => format!("{byte:#04x}"),
        None => "the end".into(),
    };
    input.fatal(ErrorKind::Unexpected { expected: expected.into(), found })
}

#[cold]
fn too_short(input: Input<'_>, needed: usize) -> Err<Error> {
    input.fatal(ErrorKind::UnexpectedEnd { needed, left: input.bytes().len() })
}

/// Reads a tag, a count, and that many bytes.
/// Format document, section 4.2.
fn sized(input: Input<'_>) -> Checked<usize> {
    let Some([_, count @ ..]) = input.bytes().first_chunk::<5>() else {
        return Err(too_short(after(input, 1), 4));
    };
    let len = u32::from_be_bytes(*count) as usize;
    let whole = len.saturating_add(5);
    if whole > input.bytes().len() {
        return Err(too_short(after(input, 5), len));
    }
    Ok(whole)
}

/// Reads text between two quotes. Format document, sections 4.1 and 6.3.
fn quoted(input: Input<'_>, quote: u8) -> Checked<usize> {
    let (rest, _) = delimited(after(input, 1), quote)?;
    Ok(input.bytes().len().saturating_sub(rest.bytes().len()))
}

/// Reads text up to and including the quote that ends it.
pub(crate) fn delimited(input: Input<'_>, quote: u8) -> Parsed<'_, Cow<'_, [u8]>> {
    let left = input.bytes().len();
    let Some((len, has_escapes)) = quoted::length(input.bytes(), quote) else {
        return Err(input.fatal(ErrorKind::UnexpectedEnd { needed: left.saturating_add(1), left }));
    };
    let (rest, text) = input.split(len)?;
    if !has_escapes {
        return Ok((rest.split(1)?.0, text.bytes().into()));
    }
    let (meant, is_bad) = quoted::unescape(text.bytes());
    if is_bad {
        input.warn(|| ErrorKind::Lossy {
            what: "the escape of",
            found: in_quotes(text.bytes()),
            read_as: "0".into(),
        })?;
    }
    Ok((rest.split(1)?.0, meant))
}

impl TapeBuilder {
    /// Adds the path of the current value to the warnings that have none yet; must be called wherever that
    /// path changes.
    #[cold]
    #[inline(never)]
    fn name_warnings(&mut self, input: Input<'_>) {
        for name in self.path(input).into_iter().rev() {
            input.name_warnings(self.n_warnings, (Label::default(), || name.clone()));
        }
        self.n_warnings = input.n_warnings();
    }

    /// Adds the path of the current value to an error, and to the warnings that have none yet.
    #[cold]
    #[inline(never)]
    fn name_failure(&mut self, input: Input<'_>, error: Err<Error>) -> Err<Error> {
        self.name_warnings(input);
        error.map(|error| self.path(input).into_iter().rev().fold(error, Error::inside))
    }

    /// The path element of the current value.
    fn label<'a>(&self, input: Input<'a>) -> Label<'a> {
        match self.open.last() {
            None => Label { word: ROOT, ..Label::default() },
            Some(OpenContainer { is_map: false, n_done, .. }) => {
                Label { index: Some(n_done.saturating_sub(1) as usize), ..Label::default() }
            }
            Some(OpenContainer { key: start, .. }) => {
                let start = *start as usize;
                let raw = input.source.bytes.get(start..input.position()).unwrap_or_default();
                label(raw, &key(raw, 0))
            }
        }
    }

    /// The path of the open containers: a key or an index for each level.
    fn path(&self, input: Input<'_>) -> Vec<String> {
        short_path(&self.open, |open| open.name(input.source.bytes))
    }
}

impl OpenContainer {
    /// The key or the index of the current value.
    fn name(&self, buffer: &[u8]) -> Option<String> {
        if self.is_map {
            (self.key != u32::MAX).then(|| name(&key(buffer, self.key as usize)))
        } else {
            self.n_done.checked_sub(1).map(|last| format!("[{last}]"))
        }
    }
}

//! Format document, section 4.

use crate::document::{Document, Entry, Tape, key, scalar};
use crate::model::Scalar;
use crate::model::walk::short_path;
use crate::mould::input::{Input, Parsed, fixed};
use crate::mould::layout::SpanKind;
use crate::mould::wire::Show;
use crate::wire::{fixed_size, quoted, tag};
use crate::{Duplicates, Error, ErrorKind, ReadOptions, Value, Warnings};
use nom::Err;
use std::borrow::Cow;

super::entry_functions!("binary LLSD", file, prefix);

/// A value after a header line, if there is one, and nothing after it but padding.
pub(crate) fn file<'a>(input: Input<'a>, options: &ReadOptions) -> Parsed<'a, Value> {
    let (rest, tape) = file_tape(input, options)?;
    Ok((rest, Document::new(input.bytes(), tape, options).to_value()))
}

fn prefix<'a>(input: Input<'a>, options: &ReadOptions) -> Parsed<'a, Value> {
    let (rest, tape) = prefix_tape(input, options)?;
    Ok((rest, Document::new(input.bytes(), tape, options).to_value()))
}

/// As [`file`], without the value.
pub(crate) fn file_tape<'a>(input: Input<'a>, options: &ReadOptions) -> Parsed<'a, Tape> {
    let (input, tape) = prefix_tape(input, options)?;
    let (input, ()) = super::header::end(input)?;
    Ok((input, tape))
}

/// A value after a header line, if there is one.
pub(crate) fn prefix_tape<'a>(input: Input<'a>, options: &ReadOptions) -> Parsed<'a, Tape> {
    let (input, ()) = super::header::header(input)?;
    value(input, options)
}

/// The value being read: what there is of it, and what is open around the next one.
struct State {
    tape: Tape,
    open: Vec<Open>,
}

/// A container whose end was not met yet.
struct Open {
    entry: usize,
    is_map: bool,
    /// How many values are still to come.
    left: u32,
    n_done: u32,
    /// Of the next value, in a map.
    key: u32,
    span: Option<usize>,
}

/// A value and all inside it: a loop, since nothing else bounds how deep they lie.
fn value<'a>(start: Input<'a>, options: &ReadOptions) -> Parsed<'a, Tape> {
    let n_bytes = start.at().saturating_add(start.bytes().len());
    if u32::try_from(n_bytes).is_err() {
        let left = u32::MAX as usize;
        return Err(start.fatal(ErrorKind::LimitExceeded { limit: "bytes", requested: n_bytes, left }));
    }
    let mut state = State { tape: Tape::default(), open: Vec::new() };
    let mut input = start;
    let mut n_warnings = input.n_warnings();
    loop {
        let stepped = step(&mut state, input, options);
        if input.n_warnings() != n_warnings {
            for name in state.path(input).into_iter().rev() {
                input.name_warnings(n_warnings, &|| name.clone());
            }
            n_warnings = input.n_warnings();
        }
        input = stepped.map_err(|error| {
            let path = state.path(input);
            error.map(|error| path.into_iter().rev().fold(error, Error::inside))
        })?;
        if state.open.is_empty() {
            return Ok((input, state.tape));
        }
    }
}

/// The whole buffer.
fn buffer(input: Input<'_>) -> &[u8] {
    input.elsewhere(0, input.at().saturating_add(input.bytes().len())).map_or(&[], Input::bytes)
}

/// The next value, with its key; of a container, what is before its values. Or the end of one.
fn step<'a>(state: &mut State, input: Input<'a>, options: &ReadOptions) -> Result<Input<'a>, Err<Error>> {
    let mut rest = input;
    let mut of = u32::MAX;
    if let Some(open) = state.open.last_mut() {
        if open.left == 0 {
            return end(state, input, options);
        }
        if open.is_map {
            // python-llsd takes this for the end, whatever the count.
            if input.bytes().first() == Some(&tag::MAP_END) {
                return end(state, input, options);
            }
            (rest, of) = map_key(input)?;
            open.key = of;
        }
        open.left = open.left.saturating_sub(1);
        open.n_done = open.n_done.saturating_add(1);
    }
    input.grant_elements(1)?;
    one(state, rest, of)
}

/// Section 4.3.
fn map_key(input: Input<'_>) -> Parsed<'_, u32> {
    let (rest, tag) = tag_of(input, "a key")?;
    let (rest, _) = match tag {
        tag::KEY => sized(rest)?,
        tag::QUOTE | tag::APOSTROPHE => delimited(rest, tag)?,
        _ => return Err(unexpected(input, "a key")),
    };
    if input.is_recording() {
        let span = input.open(&"key");
        rest.close(span, SpanKind::Field, || (&*key(input.bytes(), 0)).show());
    }
    Ok((rest, at(input)))
}

/// Section 4.1: a value, or what a container begins with.
fn one<'a>(state: &mut State, input: Input<'a>, key: u32) -> Result<Input<'a>, Err<Error>> {
    let (rest, tag) = tag_of(input, "a value")?;
    let entry = state.tape.entries.len();
    let next = u32::try_from(entry).unwrap_or(u32::MAX).saturating_add(1);
    if let tag::ARRAY | tag::MAP = tag {
        let is_map = tag == tag::MAP;
        let (rest, left) = count(rest, if is_map { 3 } else { 1 })?;
        input.enter()?;
        let span = input.is_recording().then(|| {
            let span = input.open(&|| state.name(input));
            let head = input.open(&if is_map { "map" } else { "array" });
            rest.close(head, SpanKind::Field, || format!("{left} values"));
            span
        });
        state.tape.entries.push(Entry { start: at(input), end: 0, key, next });
        state.open.push(Open { entry, is_map, left, n_done: 0, key: u32::MAX, span: span.flatten() });
        return Ok(rest);
    }
    let rest = match (fixed_size(tag), tag) {
        (Some(size), _) => rest.split(size)?.0,
        (None, tag::STRING | tag::URI | tag::BINARY) => sized(rest)?.0,
        (None, tag::QUOTE | tag::APOSTROPHE) => delimited(rest, tag)?.0,
        _ => return Err(unexpected(input, "a value")),
    };
    if input.is_recording() {
        let span = input.open(&|| state.name(input));
        rest.close(span, SpanKind::Field, || show(&scalar(input.bytes(), 0)));
    }
    state.tape.entries.push(Entry { start: at(input), end: at(rest), key, next });
    Ok(rest)
}

/// The end of the innermost container.
fn end<'a>(state: &mut State, input: Input<'a>, options: &ReadOptions) -> Result<Input<'a>, Err<Error>> {
    // No longer open: what is wrong here is in the path of the container, and not of its last value.
    let Some(open) = state.open.pop() else { return Ok(input) };
    let (expected, what) = if open.is_map { (tag::MAP_END, "}") } else { (tag::ARRAY_END, "]") };
    let (rest, tag) = tag_of(input, what)?;
    if tag != expected {
        return Err(unexpected(input, what));
    }
    if open.left > 0 {
        input.warn(ErrorKind::EarlyEnd { n_missing: open.left as usize })?;
    }
    if open.is_map {
        duplicate_keys(&mut state.tape, open.entry, input, options)?;
    }
    let next = u32::try_from(state.tape.entries.len()).unwrap_or(u32::MAX);
    if let Some(entry) = state.tape.entries.get_mut(open.entry) {
        (entry.end, entry.next) = (at(rest), next);
    }
    input.leave();
    if input.is_recording() {
        let end = input.open(&"end");
        rest.close(end, SpanKind::Field, String::new);
        rest.close(open.span, SpanKind::Part, String::new);
    }
    Ok(rest)
}

/// Warns of each key of a map, the last entry but for those inside it, that is there already.
fn duplicate_keys(
    tape: &mut Tape,
    map: usize,
    input: Input<'_>,
    options: &ReadOptions,
) -> Result<(), Err<Error>> {
    let (entries, buffer) = (&tape.entries, buffer(input));
    let keys = || {
        let mut number = map.saturating_add(1);
        std::iter::from_fn(move || {
            let entry = entries.get(number)?;
            number = entry.next as usize;
            Some((key(buffer, entry.key as usize), entry.key))
        })
    };
    // A bit for each key: where all are new, as they nearly always are, no two keys are compared.
    let (mut seen, mut is_suspicious) = (0_u64, false);
    for (key, _) in keys() {
        let bit = 1 << (hash(&key) >> 58);
        is_suspicious |= seen & bit != 0;
        seen |= bit;
    }
    if !is_suspicious {
        return Ok(());
    }
    let mut sorted: Vec<_> = keys().collect();
    sorted.sort();
    let twice = |pair: &[(Cow<'_, [u8]>, u32)]| match pair {
        [(a, _), (b, start)] if a == b => Some((b.as_ref().show(), *start as usize)),
        _ => None,
    };
    let mut twice: Vec<_> = sorted.windows(2).filter_map(twice).collect();
    twice.sort_by_key(|(_, start)| *start);
    for (key, start) in twice {
        tape.has_duplicates = true;
        let name = String::from_utf8_lossy(&self::key(buffer, start)).into_owned();
        let place = input.elsewhere(start, 1)?;
        let warning = place.error(ErrorKind::DuplicateKey { key }).inside(name);
        if options.duplicates == Duplicates::Error {
            return Err(Err::Failure(warning));
        }
        place.excuse(Err::Failure(warning))?;
    }
    Ok(())
}

/// Of a key, from its ends and its length.
fn hash(key: &[u8]) -> u64 {
    let first = key.first_chunk::<8>().map(|bytes| u64::from_le_bytes(*bytes));
    let last = key.last_chunk::<8>().map(|bytes| u64::from_le_bytes(*bytes).rotate_left(29));
    let short = || key.iter().fold(0_u64, |hash, byte| (hash << 8) | u64::from(*byte));
    let word = first.zip(last).map_or_else(short, |(first, last)| first ^ last);
    (word ^ key.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Where this is. Checked at the start: inputs are below 4 GiB.
fn at(input: Input<'_>) -> u32 {
    u32::try_from(input.at()).unwrap_or(u32::MAX)
}

fn tag_of<'a>(input: Input<'a>, expected: &'static str) -> Parsed<'a, u8> {
    match input.bytes().split_first() {
        Some((tag, rest)) => Ok((input.with(rest), *tag)),
        None => Err(unexpected(input, expected)),
    }
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

/// Bytes after their count.
fn sized(input: Input<'_>) -> Parsed<'_, &[u8]> {
    let (input, len) = fixed::<4>(input)?;
    let (rest, bytes) = input.split(u32::from_be_bytes(len) as usize)?;
    Ok((rest, bytes.bytes()))
}

/// How many values follow, each of which takes that many bytes at least; the end takes one.
fn count(input: Input<'_>, min_size: usize) -> Parsed<'_, u32> {
    let (rest, count) = fixed::<4>(input)?;
    let count = u32::from_be_bytes(count);
    let needed = (count as usize).saturating_mul(min_size).saturating_add(1);
    if needed > rest.bytes().len() {
        return Err(input.fatal(ErrorKind::UnexpectedEnd { needed, left: rest.bytes().len() }));
    }
    Ok((rest, count))
}

/// Text up to the quote that ends it.
pub(super) fn delimited(input: Input<'_>, quote: u8) -> Parsed<'_, &[u8]> {
    let left = input.bytes().len();
    let Some(len) = quoted::length(input.bytes(), quote) else {
        return Err(input.fatal(ErrorKind::UnexpectedEnd { needed: left.saturating_add(1), left }));
    };
    let (rest, text) = input.split(len)?;
    if quoted::unescape(text.bytes()).1 {
        let kind =
            ErrorKind::Lossy { what: "the escape of", found: text.bytes().show(), read_as: "0".into() };
        input.warn(kind)?;
    }
    Ok((rest.split(1)?.0, text.bytes()))
}

/// A value as the layout shows it.
pub(crate) fn show(scalar: &Scalar<'_>) -> String {
    match scalar {
        Scalar::String(text) | Scalar::Uri(text) => (&**text).show(),
        Scalar::Binary(bytes) => bytes.show(),
        Scalar::Undef => "undef".into(),
        Scalar::Boolean(is_true) => is_true.to_string(),
        Scalar::Real(number) => number.to_string(),
        Scalar::Date(date) => format!("{date} ({} s)", date.0),
        scalar => scalar.to_text().to_string(),
    }
}

impl State {
    /// What the value just begun is called.
    fn name(&self, input: Input<'_>) -> String {
        self.open.last().map_or_else(|| "value".into(), |open| open.name(buffer(input)))
    }

    /// A key or a number for each level.
    fn path(&self, input: Input<'_>) -> Vec<String> {
        short_path(self.open.iter().filter(|open| open.n_done > 0).map(|open| open.name(buffer(input))))
    }
}

impl Open {
    /// The key or the number of the value begun last.
    fn name(&self, buffer: &[u8]) -> String {
        if self.is_map {
            String::from_utf8_lossy(&key(buffer, self.key as usize)).into_owned()
        } else {
            format!("value {}", self.n_done.saturating_sub(1))
        }
    }
}

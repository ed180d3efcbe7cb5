//! The parser combinators of the readers. Those that take a name report it to the tracer, and add it to the path of
//! errors and warnings.

use super::input::{Input, Parsed};
use super::show::{Show, SpanType};
use super::trace::Name;
use crate::error::ErrorKind;
use nom::Err;

/// A parser that is called as a function.
pub(crate) trait ParseFn<'a, T>: FnMut(Input<'a>) -> Parsed<'a, T> {}

impl<'a, T, F: FnMut(Input<'a>) -> Parsed<'a, T>> ParseFn<'a, T> for F {}

/// Gives a name to what `parser` reads, in traces and in the path of errors and warnings: nom's `context`, which sees
/// failures only. The closure `context` returns the value, and the context that [`SpanType::show`] needs to print it.
// Without a tracer or a warning, a name costs two tests of one flag. Everything else is out of line, so that the
// parser is called in one place and inlined into its caller. Values are passed and returned instead of borrowed,
// because a value whose address is taken would live in memory even where nothing is traced.
#[inline]
pub(crate) fn named<'a, T>(
    name: impl Name,
    shown: &'static SpanType,
    mut parser: impl ParseFn<'a, T>,
    context: impl Fn(T) -> (T, u64),
) -> impl ParseFn<'a, T> {
    move |input| read_named(input, name, shown, &mut parser, &context)
}

// A function of its own keeps the closure above short enough to be inlined.
#[inline(always)]
fn read_named<'a, T>(
    input: Input<'a>,
    name: impl Name,
    shown: &'static SpanType,
    mut parser: impl ParseFn<'a, T>,
    context: impl Fn(T) -> (T, u64),
) -> Parsed<'a, T> {
    let span = input.open(name, shown)?;
    match parser(input) {
        Ok(done) if !input.needs_end(span) => Ok(done),
        Ok((rest, value)) => {
            let (value, context) = context(value);
            rest.source.finish(rest.rest, span, name, context);
            Ok((rest, value))
        }
        Err(error) => Err(input.source.fail(span, name, error)),
    }
}

#[cold]
#[inline(never)]
fn with_context<T: Show>(value: T) -> (T, u64) {
    let context = value.context();
    (value, context)
}

/// Reads a part of the file, which contains other parts; see [`named`].
#[inline]
pub(crate) fn part<'a, T>(name: impl Name, parser: impl ParseFn<'a, T>) -> impl ParseFn<'a, T> {
    named(name, SpanType::PART, parser, |value| (value, 0))
}

/// Reads a single value, or one record; see [`named`].
#[inline]
pub(crate) fn field<'a, T: Show>(name: impl Name, parser: impl ParseFn<'a, T>) -> impl ParseFn<'a, T> {
    named(name, T::SPAN_TYPE, parser, with_context)
}

/// Takes the rest as bytes, because its meaning is not known: nom's `rest` with a name.
#[inline]
pub(crate) fn unknown<'a>(name: impl Name) -> impl ParseFn<'a, &'a [u8]> {
    named(name, SpanType::UNKNOWN, remainder, |bytes| (bytes, 0))
}

/// Takes the rest after everything that has a meaning: [`unknown`], with a warning unless the rest is empty.
///
/// Such bytes are called `surplus` inside a part, and `trailing` at the end of a file.
#[inline]
pub(crate) fn surplus<'a>(name: impl Name) -> impl ParseFn<'a, &'a [u8]> {
    move |input| match input.rest.len() {
        0 => Ok((input, &[])),
        n_bytes => input.warn(|| ErrorKind::Surplus { n_bytes }).and_then(|()| unknown(name)(input)),
    }
}

/// Takes the next `N` bytes: nom's `take` as an array.
#[inline]
pub(crate) fn fixed<const N: usize>(input: Input<'_>) -> Parsed<'_, [u8; N]> {
    match input.rest.split_first_chunk::<N>() {
        Some((taken, rest)) => Ok((Input { rest, ..input }, *taken)),
        None => Err(input.fatal(ErrorKind::UnexpectedEnd { needed: N, left: input.rest.len() })),
    }
}

/// Takes the next `len` bytes: nom's `take`, but with an error that says how many bytes are missing.
#[inline]
pub(crate) fn bytes<'a>(len: usize) -> impl Fn(Input<'a>) -> Parsed<'a, &'a [u8]> {
    move |input| input.split(len).map(|(rest, taken)| (rest, taken.rest))
}

/// Takes the rest: nom's `rest`.
#[inline]
pub(crate) fn remainder(input: Input<'_>) -> Parsed<'_, &[u8]> {
    bytes(input.rest.len())(input)
}

/// Skips exactly these bytes: nom's `tag`, but with an error that says what was expected. After it, `alt` tries the
/// next alternative.
pub(crate) fn literal<'a>(expected: &'static [u8]) -> impl Fn(Input<'a>) -> Parsed<'a, ()> {
    move |input| match input.rest.strip_prefix(expected) {
        Some(rest) => Ok((Input { rest, ..input }, ())),
        None => {
            let found = input.rest.get(..expected.len()).unwrap_or(input.rest).to_vec();
            Err(Err::Error(input.error(ErrorKind::UnexpectedBytes { expected, found })))
        }
    }
}

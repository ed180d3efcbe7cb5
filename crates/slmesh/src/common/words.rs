//! The words of the readers. A word that takes a name tells it to whoever traces, and adds it to the path of errors
//! and warnings.

use super::input::{Input, Parsed};
use super::show::{Show, Shown};
use super::trace::Name;
use crate::error::ErrorKind;
use nom::Err;

/// A word, which is called directly.
pub(crate) trait Word<'a, T>: FnMut(Input<'a>) -> Parsed<'a, T> {}

impl<'a, T, F: FnMut(Input<'a>) -> Parsed<'a, T>> Word<'a, T> for F {}

/// Gives a name to what `parser` reads, for whoever traces, and in the path of errors and warnings: nom's `context`.
/// The closure `context` returns the value, and what it needs to be shown besides its bytes.
// Without a trace or a warning, a name costs two tests of one flag. Everything else is out of line, so that the
// parser is called in one place and inlined into its caller. Values are passed and returned instead of borrowed,
// because a value whose address is taken would live in memory on the usual path, too.
#[inline]
pub(crate) fn named<'a, T>(
    name: impl Name,
    shown: &'static Shown,
    mut parser: impl Word<'a, T>,
    context: impl Fn(T) -> (T, u64),
) -> impl Word<'a, T> {
    move |input| read_named(input, name, shown, &mut parser, &context)
}

// By itself, so that the closure above is short enough to be inlined.
#[inline(always)]
fn read_named<'a, T>(
    input: Input<'a>,
    name: impl Name,
    shown: &'static Shown,
    mut parser: impl Word<'a, T>,
    context: impl Fn(T) -> (T, u64),
) -> Parsed<'a, T> {
    let span = input.open(name, shown)?;
    match parser(input) {
        Ok(done) if !input.is_noticed(span) => Ok(done),
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
fn shown<T: Show>(value: T) -> (T, u64) {
    let context = value.context();
    (value, context)
}

/// A part of the file, which contains other parts; see [`named`].
#[inline]
pub(crate) fn part<'a, T>(name: impl Name, parser: impl Word<'a, T>) -> impl Word<'a, T> {
    named(name, Shown::PART, parser, |value| (value, 0))
}

/// A single value, or one record of a table; see [`named`].
#[inline]
pub(crate) fn field<'a, T: Show>(name: impl Name, parser: impl Word<'a, T>) -> impl Word<'a, T> {
    named(name, T::SHOWN, parser, shown)
}

/// Keeps the rest as it is, because its meaning is not known: nom's `rest` with a name.
#[inline]
pub(crate) fn unknown<'a>(name: impl Name) -> impl Word<'a, &'a [u8]> {
    named(name, Shown::UNKNOWN, remainder, |bytes| (bytes, 0))
}

/// What follows everything that has a meaning: [`unknown`], with a warning unless it is empty.
///
/// Called `surplus` inside a part, and `trailing` at the end of a file.
#[inline]
pub(crate) fn surplus<'a>(name: impl Name) -> impl Word<'a, &'a [u8]> {
    move |input| match input.rest.len() {
        0 => Ok((input, &[])),
        n_bytes => input.warn(|| ErrorKind::Surplus { n_bytes }).and_then(|()| unknown(name)(input)),
    }
}

/// The next `N` bytes: nom's `take` as an array.
#[inline]
pub(crate) fn fixed<const N: usize>(input: Input<'_>) -> Parsed<'_, [u8; N]> {
    match input.rest.split_first_chunk::<N>() {
        Some((taken, rest)) => Ok((Input { rest, ..input }, *taken)),
        None => Err(input.fatal(ErrorKind::UnexpectedEnd { needed: N, left: input.rest.len() })),
    }
}

/// `len` bytes as they are: nom's `take`, with our error.
#[inline]
pub(crate) fn bytes<'a>(len: usize) -> impl Fn(Input<'a>) -> Parsed<'a, &'a [u8]> {
    move |input| input.split(len).map(|(rest, taken)| (rest, taken.rest))
}

/// The rest: nom's `rest`.
#[inline]
pub(crate) fn remainder(input: Input<'_>) -> Parsed<'_, &[u8]> {
    bytes(input.rest.len())(input)
}

/// Exactly these bytes: nom's `tag`, which does not say what was expected. Otherwise another branch may be tried.
pub(crate) fn literal<'a>(expected: &'static [u8]) -> impl Fn(Input<'a>) -> Parsed<'a, ()> {
    move |input| match input.rest.strip_prefix(expected) {
        Some(rest) => Ok((Input { rest, ..input }, ())),
        None => {
            let found = input.rest.get(..expected.len()).unwrap_or(input.rest).to_vec();
            Err(Err::Error(input.error(ErrorKind::UnexpectedBytes { expected, found })))
        }
    }
}

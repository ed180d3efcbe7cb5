//! The words of the readers. A word that takes a name adds it to the layout and to the path of errors and warnings.

use super::error::Error;
use super::input::{Input, Name, Parsed, Reading, Source};
use super::show::{Look, Show};
use crate::error::ErrorKind;
use nom::Err;

/// Gives a name to what `parser` reads, in the layout and in the path of errors and warnings. `look` says how the
/// layout shows it; `show` may [record](Reading::show) more about a value, and returns it.
// Without a layout or a warning, a name costs two tests of one flag. Everything else is out of line, so that the
// parser is called in one place and inlined into its caller. Values are passed and returned instead of borrowed,
// because a value whose address is taken would live in memory on the usual path, too.
#[inline]
pub(crate) fn named<'a, T>(
    name: impl Name,
    look: &'static Look,
    mut parser: impl FnMut(Input<'a>) -> Parsed<'a, T>,
    show: impl Fn(&Reading, T) -> T,
) -> impl FnMut(Input<'a>) -> Parsed<'a, T> {
    move |input| {
        let Input { rest, source } = input;
        let is_watched = &source.reading.is_watched;
        let mark = if is_watched.get() { source.begin(rest, name, look) } else { Mark::default() };
        match parser(input) {
            Ok(done) if !is_watched.get() => Ok(done),
            Ok((rest, value)) => {
                let value = show(source.reading, value);
                source.finish(rest.rest, mark, name);
                Ok((rest, value))
            }
            Err(error) => Err(source.fail(mark, name, error)),
        }
    }
}

/// Where a name begins.
#[derive(Clone, Copy, Default)]
struct Mark {
    n_warnings: usize,
    /// The number of open spans at that point; 0 if no layout is recorded.
    depth: usize,
}

impl<'a> Source<'a> {
    #[cold]
    #[inline(never)]
    fn begin(&'a self, rest: &'a [u8], name: impl Name, look: &'static Look) -> Mark {
        let input = Input { rest, source: self };
        let depth = self.reading.tape().map_or(0, |mut tape| tape.open(input, name.label(), look));
        Mark { n_warnings: input.n_warnings(), depth }
    }

    #[cold]
    #[inline(never)]
    fn finish(&'a self, rest: &'a [u8], mark: Mark, name: impl Name) {
        let input = Input { rest, source: self };
        if let (Some(mut tape), 1..) = (self.reading.tape(), mark.depth) {
            tape.close(mark.depth, input.at());
        }
        input.name_warnings(mark.n_warnings, name);
    }

    #[cold]
    #[inline(never)]
    fn fail(&'a self, mark: Mark, name: impl Name, error: Err<Error>) -> Err<Error> {
        if let (Some(mut tape), 1..) = (self.reading.tape(), mark.depth) {
            tape.abandon(mark.depth, matches!(error, Err::Error(_)));
        }
        Input { rest: self.bytes, source: self }.name_failure(mark.n_warnings, name, error)
    }
}

#[cold]
#[inline(never)]
fn show_value<T: Show>(reading: &Reading, value: T) -> T {
    reading.show(value.context());
    value
}

/// A part of the file, which contains other parts.
#[inline]
pub(crate) fn part<'a, T>(
    name: impl Name,
    parser: impl FnMut(Input<'a>) -> Parsed<'a, T>,
) -> impl FnMut(Input<'a>) -> Parsed<'a, T> {
    named(name, Look::PART, parser, |_, value| value)
}

/// A single value, or one record of a table.
#[inline]
pub(crate) fn field<'a, T: Show>(
    name: impl Name,
    parser: impl FnMut(Input<'a>) -> Parsed<'a, T>,
) -> impl FnMut(Input<'a>) -> Parsed<'a, T> {
    named(name, T::LOOK, parser, show_value)
}

/// Keeps the rest as it is, because its meaning is not known.
#[inline]
pub(crate) fn unknown<'a>(name: impl Name) -> impl FnMut(Input<'a>) -> Parsed<'a, &'a [u8]> {
    named(name, Look::UNKNOWN, remainder, |_, bytes| bytes)
}

/// What follows everything that has a meaning: [`unknown`], with a warning unless it is empty.
///
/// Called `surplus` inside a part, and `trailing` at the end of a file.
#[allow(dead_code, reason = "for formats whose parts may have bytes left over")]
#[inline]
pub(crate) fn surplus<'a>(name: impl Name) -> impl FnMut(Input<'a>) -> Parsed<'a, &'a [u8]> {
    move |input| match input.rest.len() {
        0 => Ok((input, &[])),
        n_bytes => {
            input.warn(|| ErrorKind::Surplus { n_bytes })?;
            unknown(name)(input)
        }
    }
}

/// The next `N` bytes.
#[allow(dead_code, reason = "for binary formats")]
#[inline]
pub(crate) fn fixed<const N: usize>(input: Input<'_>) -> Parsed<'_, [u8; N]> {
    match input.rest.split_first_chunk::<N>() {
        Some((taken, rest)) => Ok((Input { rest, ..input }, *taken)),
        None => Err(input.fatal(ErrorKind::UnexpectedEnd { needed: N, left: input.rest.len() })),
    }
}

/// `len` bytes as they are.
#[inline]
pub(crate) fn bytes<'a>(len: usize) -> impl Fn(Input<'a>) -> Parsed<'a, &'a [u8]> {
    move |input| input.split(len).map(|(rest, taken)| (rest, taken.rest))
}

/// The rest.
#[inline]
pub(crate) fn remainder(input: Input<'_>) -> Parsed<'_, &[u8]> {
    bytes(input.rest.len())(input)
}

/// Exactly these bytes. Otherwise another branch may be tried.
#[allow(dead_code, reason = "for formats that begin with fixed bytes")]
pub(crate) fn literal<'a>(expected: &'static [u8]) -> impl Fn(Input<'a>) -> Parsed<'a, ()> {
    move |input| match input.rest.strip_prefix(expected) {
        Some(rest) => Ok((Input { rest, ..input }, ())),
        None => {
            let found = input.rest.get(..expected.len()).unwrap_or(input.rest).to_vec();
            Err(Err::Error(input.error(ErrorKind::UnexpectedBytes { expected, found })))
        }
    }
}

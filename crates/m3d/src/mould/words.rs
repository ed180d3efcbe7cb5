//! The words of readers: a word that takes a name puts it into the layout, and before the path of errors and warnings.

#![allow(dead_code, reason = "a format uses the words that it needs")]

use super::error::Error;
use super::input::{Input, Name, Parsed, Reading, Source};
use super::show::{Look, Show};
use crate::error::ErrorKind;
use nom::Err;

/// Gives what `parser` reads a name, in the layout and before errors and warnings.
/// `look` says how the layout shows it; `show` may [note](Reading::show) more about a value, and gives it back.
// Where there is neither layout nor warning, a name costs two looks at one flag. All else happens far from here, so
// that the parser is called in one place and becomes part of its caller; and it takes values and gives them back,
// since what lends its address would live in memory on the usual path, too.
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
    /// How many spans were open then; 0 if no layout is being made.
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

/// A part of the file, with parts of its own.
#[inline]
pub(crate) fn part<'a, T>(
    name: impl Name,
    parser: impl FnMut(Input<'a>) -> Parsed<'a, T>,
) -> impl FnMut(Input<'a>) -> Parsed<'a, T> {
    named(name, Look::PART, parser, |_, value| value)
}

/// A part that is one value, or one record of a table.
#[inline]
pub(crate) fn field<'a, T: Show>(
    name: impl Name,
    parser: impl FnMut(Input<'a>) -> Parsed<'a, T>,
) -> impl FnMut(Input<'a>) -> Parsed<'a, T> {
    named(name, T::LOOK, parser, show_value)
}

/// All that is left, kept as it is since nothing says what it means.
#[inline]
pub(crate) fn unknown<'a>(name: impl Name) -> impl FnMut(Input<'a>) -> Parsed<'a, &'a [u8]> {
    named(name, Look::UNKNOWN, remainder, |_, bytes| bytes)
}

/// What follows all that has a meaning: [`unknown`], with a warning if there is something.
///
/// Called `surplus` inside a part, and `trailing` at the end of a file.
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

/// Runs `parser` on the next `len` bytes. What it leaves of them is a gap.
pub(crate) fn inside<'a, T>(
    len: usize,
    mut parser: impl FnMut(Input<'a>) -> Parsed<'a, T>,
) -> impl FnMut(Input<'a>) -> Parsed<'a, T> {
    move |input| {
        let (rest, own) = input.split(len)?;
        parser(own).map(|(_, value)| (rest, value))
    }
}

/// A part that cannot be read costs itself alone: it is kept `raw`, to the end of the input, with a warning.
///
/// Stands inside the word that names the part, so that the warning has the name.
pub(crate) fn or_raw<'a, T>(
    mut parser: impl FnMut(Input<'a>) -> Parsed<'a, T>,
    raw: impl Fn(&'a [u8]) -> T,
) -> impl FnMut(Input<'a>) -> Parsed<'a, T> {
    move |input| {
        parser(input).or_else(|error| {
            input.excuse(error)?;
            // Without a name: the beginning of these bytes has names already.
            let (rest, bytes) = remainder(input)?;
            Ok((rest, raw(bytes)))
        })
    }
}

/// The next `N` bytes.
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

/// All that is left.
#[inline]
pub(crate) fn remainder(input: Input<'_>) -> Parsed<'_, &[u8]> {
    bytes(input.rest.len())(input)
}

/// Exactly these bytes. Where they are not, another branch may be tried.
pub(crate) fn literal<'a>(expected: &'static [u8]) -> impl Fn(Input<'a>) -> Parsed<'a, ()> {
    move |input| match input.rest.strip_prefix(expected) {
        Some(rest) => Ok((Input { rest, ..input }, ())),
        None => {
            let found = input.rest.get(..expected.len()).unwrap_or(input.rest).to_vec();
            Err(Err::Error(input.error(ErrorKind::UnexpectedBytes { expected, found })))
        }
    }
}

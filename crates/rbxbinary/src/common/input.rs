//! The input of the readers, with its origin, and what is noted while reading.
//!
//! Readers use nom's combinators (`IResult`, tuples, `alt`, `map`). The words (see [`super::words`]) are functions
//! `Input -> Parsed`, or return one: they are ours where nom has no names, limits or bulk arrays. Call them directly,
//! `part("x", y)(input)?`; nom's `.parse` is used after chains of nom's own combinators, since a tuple of parsers takes
//! 5 to 7 % longer on lines of numbers.

use super::error::{Error, Place, Warnings};
use super::limits::{Left, Limits};
use super::show::in_quotes;
use super::trace::{Buffer, Label, Trace};
use crate::error::ErrorKind;
use nom::{Err, IResult};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};

pub(crate) type Parsed<'a, T> = IResult<Input<'a>, T, Error>;

/// The unread rest of a buffer.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    pub(super) rest: &'a [u8],
    pub(super) source: &'a Source<'a>,
}

/// All bytes of the input, or of decompressed data.
pub(super) struct Source<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) buffer: Buffer,
    pub(super) reading: &'a Reading<'a>,
}

/// The state of one call of `read`: its limits, and what it has noted.
#[derive(Default)]
pub(crate) struct Reading<'t> {
    strict: bool,
    limits: Limits,
    pub(super) left: Left,
    warnings: RefCell<Warnings>,
    /// Whether names are needed even if nothing fails: for somebody who is told them, or for a warning.
    pub(super) is_watched: Cell<bool>,
    pub(super) trace: Option<&'t dyn Trace>,
    /// Whether nobody is told of what is read now.
    pub(super) is_paused: Cell<bool>,
    /// The index and the place of the first value that is wanted of the list that has begun.
    pub(super) first: Cell<Option<(usize, usize)>>,
    /// The distance between the values that are wanted of the list that has begun.
    pub(super) every: Cell<Option<usize>>,
    /// Whether the values of the list that is read next do not depend on those before them.
    pub(super) is_independent: Cell<bool>,
    /// How many spans have begun and not ended.
    pub(super) n_open: Cell<usize>,
}

impl<'t> Reading<'t> {
    /// The state of a call that reads this many bytes.
    pub(crate) fn new(strict: bool, limits: Limits, n_bytes: usize) -> Self {
        Self { strict, limits, left: limits.resolve(n_bytes), ..Self::default() }
    }

    /// As [`new`](Self::new), for somebody who is told what is read.
    pub(crate) fn traced(strict: bool, limits: Limits, n_bytes: usize, trace: &'t dyn Trace) -> Self {
        Self { is_watched: Cell::new(true), trace: Some(trace), ..Self::new(strict, limits, n_bytes) }
    }

    /// Reads the input.
    pub(crate) fn read<T>(
        &self,
        bytes: &[u8],
        parser: impl for<'b> FnOnce(Input<'b>) -> Parsed<'b, T>,
    ) -> Result<T, Error> {
        let source = Source { bytes, buffer: Buffer::Input, reading: self };
        let result = parser(Input { rest: bytes, source: &source });
        // After a failure, spans that were opened by hand are still open.
        for _ in 0..self.n_open.take() {
            self.trace.inspect(|trace| trace.fail(false));
        }
        match result {
            Ok((_, value)) => Ok(value),
            Err(Err::Error(error) | Err::Failure(error)) => Err(error),
            Err(Err::Incomplete(_)) => Err(Error::new(Place::Input(bytes.len()), ErrorKind::Stopped)),
        }
    }

    /// Tells nobody of what is read next, or somebody again. Paths of warnings need its names all the same.
    pub(super) fn pause(&self, is_paused: bool) {
        self.is_paused.set(is_paused);
        self.is_watched.set(!is_paused || !self.warnings.borrow().is_empty());
    }

    pub(crate) fn into_warnings(self) -> Warnings {
        self.warnings.into_inner()
    }
}

impl<'a> Input<'a> {
    /// The unread bytes.
    pub(crate) fn bytes(self) -> &'a [u8] {
        self.rest
    }

    /// The same position in the same buffer, with these bytes left.
    pub(crate) fn with(self, rest: &'a [u8]) -> Self {
        Self { rest, ..self }
    }

    /// The position in the buffer.
    pub(crate) fn at(self) -> usize {
        nom::Offset::offset(self.source.bytes, self.rest)
    }

    /// Splits off the next `len` bytes; returns (the rest, these bytes).
    #[inline]
    pub(crate) fn split(self, len: usize) -> Result<(Self, Self), Err<Error>> {
        match self.rest.split_at_checked(len) {
            Some((taken, rest)) => Ok((Self { rest, ..self }, Self { rest: taken, ..self })),
            None => Err(self.fatal(ErrorKind::UnexpectedEnd { needed: len, left: self.rest.len() })),
        }
    }

    /// The unread bytes from this place in the buffer on; all of them if it is read already.
    pub(super) fn from(self, start: usize) -> Self {
        self.with(self.rest.get(start.saturating_sub(self.at())..).unwrap_or(self.rest))
    }

    /// Any bytes of the buffer, for formats with offsets.
    pub(crate) fn elsewhere(self, at: usize, len: usize) -> Result<Self, Err<Error>> {
        let rest = self.source.bytes.get(at..).unwrap_or_default();
        match rest.get(..len) {
            Some(rest) => Ok(Self { rest, ..self }),
            None => Err(self.with(rest).fatal(ErrorKind::UnexpectedEnd { needed: len, left: rest.len() })),
        }
    }

    #[cold]
    pub(crate) fn error(self, kind: ErrorKind) -> Error {
        let at = self.at();
        let place = match self.source.buffer {
            Buffer::Input => Place::Input(at),
            Buffer::Inner(start) => Place::Inner { start, at },
        };
        Error::new(place, kind)
    }

    /// Stops reading: no alternative is tried after this error.
    #[cold]
    pub(crate) fn fatal(self, kind: ErrorKind) -> Err<Error> {
        Err::Failure(self.error(kind))
    }

    /// Records a recoverable error. With strict reading, it is an error.
    #[cold]
    pub(crate) fn warn(self, kind: impl FnOnce() -> ErrorKind) -> Result<(), Err<Error>> {
        self.warn_with(|| self.error(kind()))
    }

    /// As [`warn`](Self::warn), for an error with its own path or place.
    #[cold]
    pub(crate) fn warn_with(self, error: impl FnOnce() -> Error) -> Result<(), Err<Error>> {
        let reading = self.source.reading;
        if reading.strict {
            return Err(Err::Failure(error()));
        }
        let kept = reading.warnings.borrow().keep_more().then(error);
        reading.warnings.borrow_mut().add(kept);
        reading.is_watched.set(true);
        Ok(())
    }

    /// Turns the failure of a part into a warning, unless a limit was exceeded.
    #[cold]
    pub(crate) fn excuse(self, error: Err<Error>) -> Result<(), Err<Error>> {
        match error {
            Err::Error(error) | Err::Failure(error) => match error.kind() {
                ErrorKind::LimitExceeded { .. } => Err(Err::Failure(error)),
                _ => self.warn_with(|| error),
            },
            stop => Err(stop),
        }
    }

    /// Draws values, instances, vertices or nodes from what the limits allow.
    #[inline]
    pub(crate) fn grant_elements(self, count: usize) -> Result<(), Err<Error>> {
        self.grant(&self.source.reading.left.elements, count, |limits| {
            ("elements", limits.elements.is_none().then_some("elements"))
        })
    }

    /// How many elements may still be drawn.
    pub(crate) fn elements_left(self) -> usize {
        self.source.reading.left.elements.get()
    }

    /// `limit` says what is counted, and the option that raises a limit that was not set.
    #[inline]
    pub(super) fn grant(
        self,
        from: &Cell<usize>,
        requested: usize,
        limit: fn(&Limits) -> (&'static str, Option<&'static str>),
    ) -> Result<(), Err<Error>> {
        match from.get().checked_sub(requested) {
            Some(left) => {
                from.set(left);
                Ok(())
            }
            None => {
                let (limit, option) = limit(&self.source.reading.limits);
                Err(self.fatal(ErrorKind::LimitExceeded { limit, requested, left: from.get(), option }))
            }
        }
    }

    /// The number of warnings so far: a mark for [`name_warnings`](Self::name_warnings).
    pub(crate) fn n_warnings(self) -> usize {
        self.source.reading.warnings.borrow().len()
    }

    /// Adds a name to the path of each warning since `mark`.
    #[cold]
    pub(crate) fn name_warnings(self, mark: usize, name: impl Name) {
        self.source.reading.warnings.borrow_mut().name_since(mark, || name.path());
    }

    /// Adds a name to the path of a failure, and of each warning since `mark`.
    #[cold]
    pub(crate) fn name_failure(self, mark: usize, name: impl Name, failure: Err<Error>) -> Err<Error> {
        self.name_warnings(mark, name);
        failure.map(|error| error.inside(name.path()))
    }
}

impl<'a> nom::error::ParseError<Input<'a>> for Error {
    fn from_error_kind(input: Input<'a>, kind: nom::error::ErrorKind) -> Self {
        let (expected, found) = (kind.description().to_lowercase().into(), in_quotes(input.rest));
        input.error(ErrorKind::Unexpected { expected, found })
    }

    fn append(_: Input<'a>, _: nom::error::ErrorKind, inner: Self) -> Self {
        inner
    }
}

/// What a label can be made from. In paths, it is a text.
pub(crate) trait Name: Copy {
    fn label(&self) -> Label<'_>;

    fn path(&self) -> Cow<'static, str> {
        self.label().to_string().into()
    }
}

impl Name for &'static str {
    fn label(&self) -> Label<'_> {
        Label { word: self, ..Label::default() }
    }

    fn path(&self) -> Cow<'static, str> {
        Cow::Borrowed(self)
    }
}

/// One of many: `("faces", 3)` is `faces[3]`, and so is `("", 3)` inside `faces`.
impl Name for (&'static str, usize) {
    fn label(&self) -> Label<'_> {
        Label { word: self.0, index: Some(self.1), text: &[] }
    }
}

impl Name for Label<'_> {
    fn label(&self) -> Label<'_> {
        *self
    }
}

/// A name whose text in paths has more than its label, which is not in the bytes of the part.
impl<N: Name, F: Fn() -> String + Copy> Name for (N, F) {
    fn label(&self) -> Label<'_> {
        self.0.label()
    }

    fn path(&self) -> Cow<'static, str> {
        self.1().into()
    }
}

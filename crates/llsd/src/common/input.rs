//! The input of the readers, with its origin, and what is noted while reading.
//!
//! Readers use nom's combinators (`IResult`, tuples, `alt`, `map`). The words (see [`super::words`]) are functions
//! `Input -> Parsed`, or return one: they are ours where nom has no names, limits or bulk arrays. Call them directly,
//! `part("x", y)(input)?`; nom's `.parse` is used after chains of nom's own combinators, since a tuple of parsers takes
//! 5 to 7 % longer on lines of numbers.

use super::error::{Error, Place, Warnings};
use super::limits::{Left, Limits};
use super::show::{Shown, SpanKind, in_quotes};
use super::trace::{Buffer, Inside, Name, Named, Trace};
use crate::error::ErrorKind;
use nom::{Err, IResult, Needed};
use std::cell::{Cell, RefCell};

pub(crate) type Parsed<'a, T> = IResult<Input<'a>, T, Error>;
pub(crate) type Checked<T = ()> = Result<T, Err<Error>>;

/// The unread rest of a buffer.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    pub(super) rest: &'a [u8],
    pub(crate) source: &'a Source<'a>,
}

/// All bytes of the input, or of decompressed data.
pub(crate) struct Source<'a> {
    pub(crate) bytes: &'a [u8],
    pub(super) buffer: Buffer,
    pub(crate) reading: &'a Reading<'a>,
}

/// The state of one call of `read`: its limits, and what it has noted.
#[derive(Default)]
pub(crate) struct Reading<'t> {
    strict: bool,
    limits: Limits,
    left: Left,
    warnings: RefCell<Warnings>,
    /// Whether names are needed even if nothing fails: for somebody who is told them, or for a warning.
    pub(super) is_watched: Cell<bool>,
    pub(super) trace: Option<&'t dyn Trace>,
    /// Whether nobody is told of what is read now, though somebody is of the file.
    pub(crate) is_paused: Cell<bool>,
    /// Which values are wanted of the list that has begun.
    pub(super) wanted: Cell<Option<Inside>>,
    /// Whether the values of the list that is read next do not depend on those before them, so that whoever traces may
    /// leave out the first ones.
    pub(crate) is_independent: Cell<bool>,
    /// How many spans have begun and not ended.
    n_open: Cell<usize>,
}

impl<'t> Reading<'t> {
    /// The state of a call that reads this many bytes.
    pub(crate) fn new(strict: bool, limits: Limits, n_bytes: usize) -> Self {
        Self { strict, limits, left: limits.resolve(n_bytes), ..Self::default() }
    }

    /// Tells somebody what is read.
    pub(crate) fn told(self, trace: &'t dyn Trace) -> Self {
        Self { is_watched: true.into(), trace: Some(trace), ..self }
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
        let failed = 0..self.n_open.take();
        self.trace.inspect(|trace| failed.for_each(|_| trace.fail(false)));
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

/// A name that has begun: the span, if somebody is told, and what came before it.
#[derive(Debug, Clone, Copy, Default)]
#[must_use]
pub(crate) struct Open {
    start: usize,
    /// How many spans are open, with this one; 0 for none.
    pub(super) depth: usize,
    pub(super) n_warnings: usize,
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
    pub(crate) fn split(self, len: usize) -> Checked<(Self, Self)> {
        match self.rest.split_at_checked(len) {
            Some((taken, rest)) => Ok((Self { rest, ..self }, Self { rest: taken, ..self })),
            None => Err(self.fatal(ErrorKind::UnexpectedEnd { needed: len, left: self.rest.len() })),
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
    pub(crate) fn warn(self, kind: impl FnOnce() -> ErrorKind) -> Checked {
        self.warn_with(|| self.error(kind()))
    }

    /// As [`warn`](Self::warn), for an error with its own path or place.
    #[cold]
    pub(crate) fn warn_with(self, error: impl FnOnce() -> Error) -> Checked {
        let reading = self.source.reading;
        if reading.strict {
            return Err(Err::Failure(error()));
        }
        reading.warnings.borrow_mut().add(error);
        reading.is_watched.set(true);
        Ok(())
    }

    /// Turns the failure of a part into a warning, unless a limit was exceeded.
    #[cold]
    pub(crate) fn excuse(self, error: Err<Error>) -> Checked {
        let is_limit = |error: &Error| matches!(error.kind(), ErrorKind::LimitExceeded { .. });
        match error {
            Err::Error(error) | Err::Failure(error) if !is_limit(&error) => self.warn_with(|| error),
            limit_or_stop => Err(limit_or_stop),
        }
    }

    /// Draws values, instances, vertices or nodes from what the limits allow.
    #[inline]
    pub(crate) fn grant_elements(self, count: usize) -> Checked {
        self.grant(&self.left().elements, count, ("elements", "elements"), |set| set.elements)
    }

    /// Counts the size of decompressed data against the limit, before they are produced.
    pub(crate) fn grant_output(self, bytes: usize) -> Checked {
        self.grant(&self.left().output_bytes, bytes, ("output bytes", "output_bytes"), |set| set.output_bytes)
    }

    /// What is left of each limit.
    pub(crate) fn left(self) -> &'a Left {
        &self.source.reading.left
    }

    /// `limit` says what is counted, and `option` what raises it unless it was `set`.
    #[inline]
    pub(super) fn grant(
        self,
        from: &Cell<usize>,
        requested: usize,
        (limit, option): (&'static str, &'static str),
        set: fn(&Limits) -> Option<usize>,
    ) -> Checked {
        from.get().checked_sub(requested).map(|left| from.set(left)).ok_or_else(|| {
            let option = set(&self.source.reading.limits).is_none().then_some(option);
            self.fatal(ErrorKind::LimitExceeded { limit, requested, left: from.get(), option })
        })
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

    /// Whether somebody is told what is read here.
    #[inline]
    pub(crate) fn is_traced(self) -> bool {
        self.source.reading.trace.is_some() && !self.source.reading.is_paused.get()
    }

    /// Begins a span here. Those that are still open inside a span when it ends have failed.
    #[inline]
    pub(crate) fn open(self, name: impl Name, shown: &'static Shown) -> Checked<Open> {
        // Otherwise nobody is told, and there are no warnings.
        if self.source.reading.is_watched.get() {
            self.source.begin(self.rest, name, shown)
        } else {
            Ok(Open::default())
        }
    }

    /// Whether somebody needs to know the name of what has been read.
    #[inline]
    pub(crate) fn is_noticed(self, span: Open) -> bool {
        span.depth > 0 || self.source.reading.is_watched.get()
    }

    /// Ends a span here.
    pub(crate) fn close(self, span: Open, context: u64) {
        let (bytes, to) = (self.source.bytes, self.at());
        self.source.end(span, |trace, from| trace.leave(bytes.get(from..to).unwrap_or_default(), context));
    }

    /// A span without spans inside, from here to there.
    pub(crate) fn span(self, to: Self, name: impl Name, shown: &'static Shown, context: u64) -> Checked {
        self.open(name, shown).map(|span| to.close(span, context))
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

// Out of line, and with slices instead of inputs, which would be passed in memory and slow down those who call.
impl<'a> Source<'a> {
    #[cold]
    #[inline(never)]
    pub(super) fn begin(&'a self, rest: &'a [u8], name: impl Name, shown: &'static Shown) -> Checked<Open> {
        let (input, reading) = (Input { rest, source: self }, self.reading);
        let (start, n_warnings) = (input.at(), input.n_warnings());
        let Some(trace) = reading.trace.filter(|_| !reading.is_paused.get()) else {
            return Ok(Open { n_warnings, ..Open::default() });
        };
        let label = name.label();
        // Text may also come from elsewhere.
        let at = (label.text.as_ptr() as usize).wrapping_sub(self.bytes.as_ptr() as usize);
        let is_there = !label.text.is_empty() && at.saturating_add(label.text.len()) <= self.bytes.len();
        let text_start = is_there.then_some(at);
        match trace.enter(&Named { buffer: self.buffer, start, label, text_start, shown }) {
            // The only use of `Incomplete`, which no parser takes for an error that it could recover from.
            Inside::Stop => return Err(Err::Incomplete(Needed::Unknown)),
            Inside::Skipped => reading.pause(true),
            inside if shown.kind == SpanKind::List => reading.wanted.set(Some(inside)),
            Inside::Wanted | Inside::From { .. } | Inside::Every(_) => {}
        }
        reading.n_open.update(|depth| depth.saturating_add(1));
        Ok(Open { start, depth: reading.n_open.get(), n_warnings })
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn finish(&'a self, rest: &'a [u8], span: Open, name: impl Name, context: u64) {
        let input = Input { rest, source: self };
        input.close(span, context);
        input.name_warnings(span.n_warnings, name);
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn fail(&'a self, span: Open, name: impl Name, error: Err<Error>) -> Err<Error> {
        self.end(span, |trace, _| trace.fail(matches!(error, Err::Error(_))));
        Input { rest: self.bytes, source: self }.name_failure(span.n_warnings, name, error)
    }

    pub(super) fn end(&self, span: Open, tell: impl FnOnce(&dyn Trace, usize)) {
        let reading = self.reading;
        let (Some(trace), 1..) = (reading.trace, span.depth) else { return };
        (span.depth..reading.n_open.get()).for_each(|_| trace.fail(false));
        reading.n_open.set(span.depth.saturating_sub(1));
        reading.pause(false);
        tell(trace, span.start);
    }
}

//! The input of the readers: a position in a buffer, and the state of the call that reads it.
//!
//! Readers are functions `Input -> Parsed`, combined by nom's combinators (tuples, `alt`, `map`) and by those of
//! [`super::parsers`], which add what nom lacks: names, limits and bulk arrays. Call them directly,
//! `part("x", y)(input)?`; nom's `.parse` follows only chains of nom's own combinators, because a tuple of parsers takes
//! 5 to 7 % longer on lines of numbers.

use super::error::{Error, Place, Warnings};
use super::limits::{Limits, Remaining};
use super::show::{SpanKind, SpanType, in_quotes};
use super::trace::{Buffer, Descent, Name, SpanStart, Trace};
use crate::error::ErrorKind;
use nom::{Err, IResult, Needed};
use std::cell::{Cell, RefCell};

/// The result of a reader: the rest of the input and a value.
pub(crate) type Parsed<'a, T> = IResult<Input<'a>, T, Error>;
/// The result of a check, which consumes no input.
pub(crate) type Checked<T = ()> = Result<T, Err<Error>>;

/// The unread rest of a buffer.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    pub(super) rest: &'a [u8],
    pub(crate) source: &'a SourceBuffer<'a>,
}

/// All bytes of the input, or of decompressed data.
pub(crate) struct SourceBuffer<'a> {
    pub(crate) bytes: &'a [u8],
    pub(super) buffer: Buffer,
    pub(crate) reading: &'a Reading<'a>,
}

/// The state of one call of `read`: its remaining limits, its warnings and its tracer.
#[derive(Default)]
pub(crate) struct Reading<'t> {
    strict: bool,
    limits: Limits,
    remaining: Remaining,
    warnings: RefCell<Warnings>,
    /// Set if names are needed even where reading succeeds: for the tracer, or for the path of a warning.
    pub(super) needs_names: Cell<bool>,
    pub(super) trace: Option<&'t dyn Trace>,
    /// Suspends tracing inside a span that the tracer skips.
    pub(crate) is_paused: Cell<bool>,
    /// The tracer's answer to the list that has just begun, until the list takes it.
    pub(super) list_descent: Cell<Option<Descent>>,
    /// Set by a reader whose next list has values that do not depend on those before them, so that a traced list may
    /// start at a later value.
    pub(crate) is_independent: Cell<bool>,
    /// The number of spans that have begun and not ended.
    n_open: Cell<usize>,
}

impl<'t> Reading<'t> {
    /// The state of a call that reads this many bytes.
    pub(crate) fn new(strict: bool, limits: Limits, n_bytes: usize) -> Self {
        Self { strict, limits, remaining: limits.resolve(n_bytes), ..Self::default() }
    }

    /// Reports spans to `trace`.
    pub(crate) fn with_trace(self, trace: &'t dyn Trace) -> Self {
        Self { needs_names: true.into(), trace: Some(trace), ..self }
    }

    /// Reads the input.
    pub(crate) fn read<T>(
        &self,
        bytes: &[u8],
        parser: impl for<'b> FnOnce(Input<'b>) -> Parsed<'b, T>,
    ) -> Result<T, Error> {
        let source = SourceBuffer { bytes, buffer: Buffer::Input, reading: self };
        let result = parser(Input { rest: bytes, source: &source });
        // A failure leaves open the spans that a reader opens and closes itself, without a combinator.
        let failed = 0..self.n_open.take();
        self.trace.inspect(|trace| failed.for_each(|_| trace.fail(false)));
        match result {
            Ok((_, value)) => Ok(value),
            Err(Err::Error(error) | Err::Failure(error)) => Err(error),
            Err(Err::Incomplete(_)) => Err(Error::new(Place::Input(bytes.len()), ErrorKind::Stopped)),
        }
    }

    /// Suspends or resumes tracing. Once there is a warning, names are still needed for its path.
    pub(super) fn pause(&self, is_paused: bool) {
        self.is_paused.set(is_paused);
        self.needs_names.set(!is_paused || !self.warnings.borrow().is_empty());
    }

    pub(crate) fn into_warnings(self) -> Warnings {
        self.warnings.into_inner()
    }
}

/// A named part that has begun: its span, if it is traced, and the number of warnings before it.
#[derive(Debug, Clone, Copy, Default)]
#[must_use]
pub(crate) struct OpenSpan {
    start: usize,
    /// The number of open spans including this one; 0 if this one is not traced.
    pub(super) depth: usize,
    pub(super) n_warnings: usize,
}

impl<'a> Input<'a> {
    /// The unread bytes.
    pub(crate) fn bytes(self) -> &'a [u8] {
        self.rest
    }

    /// An input of the same buffer with `rest` unread.
    pub(crate) fn with(self, rest: &'a [u8]) -> Self {
        Self { rest, ..self }
    }

    /// The position in the buffer.
    pub(crate) fn position(self) -> usize {
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

    /// An error at this position, after which another alternative may be tried.
    #[cold]
    pub(crate) fn error(self, kind: ErrorKind) -> Error {
        let at = self.position();
        let place = match self.source.buffer {
            Buffer::Input => Place::Input(at),
            Buffer::Inner(start) => Place::Inner { start, at },
        };
        Error::new(place, kind)
    }

    /// An error at this position that ends reading: no alternative is tried after it.
    #[cold]
    pub(crate) fn fatal(self, kind: ErrorKind) -> Err<Error> {
        Err::Failure(self.error(kind))
    }

    /// Gives an error its position: this one.
    pub(crate) fn check<T>(self, result: Result<T, ErrorKind>) -> Checked<T> {
        result.map_err(|kind| self.fatal(kind))
    }

    /// Records a warning. Strict reading returns it as an error.
    #[cold]
    pub(crate) fn warn(self, kind: impl FnOnce() -> ErrorKind) -> Checked {
        self.warn_with(|| self.error(kind()))
    }

    /// Records a warning that has its own path or place.
    #[cold]
    pub(crate) fn warn_with(self, error: impl FnOnce() -> Error) -> Checked {
        let reading = self.source.reading;
        if reading.strict {
            return Err(Err::Failure(error()));
        }
        reading.warnings.borrow_mut().add(error);
        reading.needs_names.set(true);
        Ok(())
    }

    /// Turns the failure of a part into a warning, unless a limit was exceeded.
    #[cold]
    pub(crate) fn recover(self, error: Err<Error>) -> Checked {
        let is_limit = |error: &Error| matches!(error.kind(), ErrorKind::LimitExceeded { .. });
        match error {
            Err::Error(error) | Err::Failure(error) if !is_limit(&error) => self.warn_with(|| error),
            limit_or_stop => Err(limit_or_stop),
        }
    }

    /// Counts values, instances, vertices or nodes against the limit of elements.
    #[inline]
    pub(crate) fn charge_elements(self, count: usize) -> Checked {
        self.charge(&self.remaining().elements, count, ("elements", "elements"), |set| set.elements)
    }

    /// Counts the size of decompressed data against their limit, before they are produced.
    pub(crate) fn charge_output(self, bytes: usize) -> Checked {
        self.charge(&self.remaining().output_bytes, bytes, ("output bytes", "output_bytes"), |set| {
            set.output_bytes
        })
    }

    /// The remainder of each limit.
    pub(crate) fn remaining(self) -> &'a Remaining {
        &self.source.reading.remaining
    }

    /// Subtracts from the remainder of a limit. The error names the limit, and the option that raises it if the caller
    /// has not set it.
    #[inline]
    pub(super) fn charge(
        self,
        remaining: &Cell<usize>,
        requested: usize,
        (limit, option): (&'static str, &'static str),
        set: fn(&Limits) -> Option<usize>,
    ) -> Checked {
        remaining.get().checked_sub(requested).map(|left| remaining.set(left)).ok_or_else(|| {
            let option = set(&self.source.reading.limits).is_none().then_some(option);
            self.fatal(ErrorKind::LimitExceeded { limit, requested, left: remaining.get(), option })
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

    /// True if spans are reported here: a tracer exists, and it has not skipped the enclosing span.
    #[inline]
    pub(crate) fn is_traced(self) -> bool {
        self.source.reading.trace.is_some() && !self.source.reading.is_paused.get()
    }

    /// Begins a span here. Spans that are still open when the span around them ends have failed.
    #[inline]
    pub(crate) fn open(self, name: impl Name, span_type: &'static SpanType) -> Checked<OpenSpan> {
        // Without a tracer and without warnings, no span is needed.
        if self.source.reading.needs_names.get() {
            self.source.begin(self.rest, name, span_type)
        } else {
            Ok(OpenSpan::default())
        }
    }

    /// True if `span` has to be ended, or warnings inside it need its name.
    #[inline]
    pub(crate) fn needs_end(self, span: OpenSpan) -> bool {
        span.depth > 0 || self.source.reading.needs_names.get()
    }

    /// Ends a span here.
    pub(crate) fn close(self, span: OpenSpan, context: u64) {
        let (bytes, to) = (self.source.bytes, self.position());
        self.source.end(span, |trace, from| trace.leave(bytes.get(from..to).unwrap_or_default(), context));
    }

    /// Reports a span without inner spans, from here to `to`.
    pub(crate) fn span(
        self,
        to: Self,
        name: impl Name,
        span_type: &'static SpanType,
        context: u64,
    ) -> Checked {
        self.open(name, span_type).map(|span| to.close(span, context))
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

// These are out of line, and take slices instead of inputs, because inputs would be passed in memory and slow down the
// callers.
impl<'a> SourceBuffer<'a> {
    /// Begins a span at `rest`, and asks the tracer which of the spans inside it are wanted.
    #[cold]
    #[inline(never)]
    pub(super) fn begin(
        &'a self,
        rest: &'a [u8],
        name: impl Name,
        span_type: &'static SpanType,
    ) -> Checked<OpenSpan> {
        let (input, reading) = (Input { rest, source: self }, self.reading);
        let (start, n_warnings) = (input.position(), input.n_warnings());
        let Some(trace) = reading.trace.filter(|_| !reading.is_paused.get()) else {
            return Ok(OpenSpan { n_warnings, ..OpenSpan::default() });
        };
        let label = name.label();
        // The text of a label need not lie in this buffer: a name may come from elsewhere in the file.
        let at = (label.text.as_ptr() as usize).wrapping_sub(self.bytes.as_ptr() as usize);
        let is_in_buffer = !label.text.is_empty() && at.saturating_add(label.text.len()) <= self.bytes.len();
        let text_start = is_in_buffer.then_some(at);
        match trace.enter(&SpanStart { buffer: self.buffer, start, label, text_start, span_type }) {
            // Only here is an error `Incomplete`, so no parser takes a stop for an error from which it can recover.
            Descent::Stop => return Err(Err::Incomplete(Needed::Unknown)),
            Descent::Skip => reading.pause(true),
            descent if span_type.kind == SpanKind::List => reading.list_descent.set(Some(descent)),
            Descent::All | Descent::From { .. } | Descent::Every(_) => {}
        }
        reading.n_open.update(|depth| depth.saturating_add(1));
        Ok(OpenSpan { start, depth: reading.n_open.get(), n_warnings })
    }

    /// Ends a span at `rest`, and names the warnings inside it.
    #[cold]
    #[inline(never)]
    pub(crate) fn finish(&'a self, rest: &'a [u8], span: OpenSpan, name: impl Name, context: u64) {
        let input = Input { rest, source: self };
        input.close(span, context);
        input.name_warnings(span.n_warnings, name);
    }

    /// Ends a span that failed, and names the error and the warnings inside it.
    #[cold]
    #[inline(never)]
    pub(crate) fn fail(&'a self, span: OpenSpan, name: impl Name, error: Err<Error>) -> Err<Error> {
        self.end(span, |trace, _| trace.fail(matches!(error, Err::Error(_))));
        Input { rest: self.bytes, source: self }.name_failure(span.n_warnings, name, error)
    }

    /// Ends a span by `report`, which gets its first byte; spans that are still open inside it have failed.
    pub(super) fn end(&self, span: OpenSpan, report: impl FnOnce(&dyn Trace, usize)) {
        let reading = self.reading;
        let (Some(trace), 1..) = (reading.trace, span.depth) else { return };
        (span.depth..reading.n_open.get()).for_each(|_| trace.fail(false));
        reading.n_open.set(span.depth.saturating_sub(1));
        reading.pause(false);
        report(trace, span.start);
    }
}

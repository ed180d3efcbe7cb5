//! The input of the readers, with its origin, and what is recorded while reading.
//!
//! Readers use nom's combinators (`IResult`, tuples, `alt`, `map`). The words (see [`super::words`]) are functions
//! `Input -> Parsed`, or return one. Call them directly, `part("x", y)(input)?`; nom's `.parse` is slower, and is used
//! after chains of nom's own combinators.

use super::error::{Error, Place, Warnings};
use super::limits::{Limits, Resolved};
use super::show::in_quotes;
use super::tape::Tape;
use crate::error::ErrorKind;
use nom::{Err, IResult};
use std::borrow::Cow;
use std::cell::{Cell, RefCell, RefMut};
use std::fmt;

pub(crate) type Parsed<'a, T> = IResult<Input<'a>, T, Error>;

/// The unread rest of a buffer.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    pub(super) rest: &'a [u8],
    pub(super) source: &'a Source<'a>,
}

/// A buffer: the file, or decompressed data.
pub(super) struct Source<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) place: fn(start: usize, at: usize) -> Place,
    pub(super) start: usize,
    /// Its number in the layout.
    pub(super) space: u32,
    pub(super) reading: &'a Reading,
}

/// The state of one call of `read`: its limits, and what it has recorded.
#[derive(Debug)]
pub(crate) struct Reading {
    strict: bool,
    limits: Limits,
    pub(super) left: Left,
    warnings: RefCell<Warnings>,
    /// Whether names are needed even if nothing fails: for a layout, or for a warning.
    pub(super) is_watched: Cell<bool>,
    /// Whether the layout ignores what is read now.
    pub(super) is_paused: Cell<bool>,
    tape: Option<RefCell<Tape>>,
}

/// What is left of each limit.
#[allow(dead_code, reason = "not every format has compressed parts, or nests without an end")]
#[derive(Debug)]
pub(super) struct Left {
    pub(super) output_bytes: Cell<usize>,
    pub(super) depth: Cell<usize>,
    pub(super) elements: Cell<usize>,
}

impl Reading {
    /// The state of a call that reads this many bytes.
    pub(crate) fn new(strict: bool, limits: Limits, n_bytes: usize) -> Self {
        let Resolved { output_bytes, depth, elements, .. } = limits.resolve(n_bytes);
        let left = Left {
            output_bytes: Cell::new(output_bytes),
            depth: Cell::new(depth),
            elements: Cell::new(elements),
        };
        Self {
            strict,
            limits,
            left,
            warnings: RefCell::default(),
            is_watched: Cell::new(false),
            is_paused: Cell::new(false),
            tape: None,
        }
    }

    /// As [`new`](Self::new), with a tape that records names.
    pub(super) fn recorded(strict: bool, limits: Limits, n_bytes: usize, tape: Tape) -> Self {
        let tape = Some(RefCell::new(tape));
        Self { is_watched: Cell::new(true), tape, ..Self::new(strict, limits, n_bytes) }
    }

    /// Reads the input.
    pub(crate) fn read<T>(
        &self,
        bytes: &[u8],
        parser: impl for<'b> FnOnce(Input<'b>) -> Parsed<'b, T>,
    ) -> Result<T, Error> {
        let source = Source { bytes, place: |_, at| Place::Input(at), start: 0, space: 0, reading: self };
        match parser(Input { rest: bytes, source: &source }) {
            Ok((_, value)) => Ok(value),
            Err(Err::Error(error) | Err::Failure(error)) => Err(error),
            // Only nom's streaming parsers return this, and none is used.
            Err(Err::Incomplete(_)) => {
                let left = bytes.len();
                Err(Error::new(Place::Input(left), ErrorKind::UnexpectedEnd { needed: left, left }))
            }
        }
    }

    pub(crate) fn into_warnings(self) -> Warnings {
        self.warnings.into_inner()
    }

    pub(super) fn into_parts(self) -> (Tape, Warnings) {
        (self.tape.map(RefCell::into_inner).unwrap_or_default(), self.warnings.into_inner())
    }

    /// The tape, if a layout is recorded.
    pub(super) fn tape(&self) -> Option<RefMut<'_, Tape>> {
        self.tape.as_ref().filter(|_| !self.is_paused.get()).map(RefCell::borrow_mut)
    }

    /// Records what is needed to show the value of the open span, besides its bytes.
    #[cold]
    #[inline(never)]
    pub(crate) fn show(&self, context: u64) {
        if let Some(mut tape) = self.tape() {
            tape.show(context);
        }
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

    #[cold]
    pub(crate) fn error(self, kind: ErrorKind) -> Error {
        Error::new((self.source.place)(self.source.start, self.at()), kind)
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
        if !reading.strict && reading.warnings.borrow().is_full() {
            reading.warnings.borrow_mut().count_one();
            return Ok(());
        }
        self.excuse(Err::Failure(error()))
    }

    /// Turns the failure of a part into a warning, unless a limit was exceeded.
    #[cold]
    pub(crate) fn excuse(self, error: Err<Error>) -> Result<(), Err<Error>> {
        let reading = self.source.reading;
        match error {
            Err::Error(error) | Err::Failure(error)
                if !reading.strict && !matches!(error.kind(), ErrorKind::LimitExceeded { .. }) =>
            {
                reading.warnings.borrow_mut().push(error);
                reading.is_watched.set(true);
                Ok(())
            }
            Err::Error(error) => Err(Err::Failure(error)),
            error => Err(error),
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
    #[allow(dead_code, reason = "for formats that are read on several threads")]
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

impl fmt::Debug for Input<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Input({:#x}, {} bytes)", self.at(), self.rest.len())
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

/// The name of a part: a word, an index in brackets, and text from the file.
///
/// Each may be missing. It is printed as `chunks[3] LODS`, and [`find`](super::layout::Layout::find) finds it by this
/// text.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Label<'a> {
    pub(crate) word: &'static str,
    pub(crate) index: Option<usize>,
    /// A slice of the buffer that is read.
    pub(crate) text: &'a [u8],
}

impl fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word)?;
        if let Some(index) = self.index {
            write!(f, "[{index}]")?;
        }
        let space =
            if self.text.is_empty() || (self.word.is_empty() && self.index.is_none()) { "" } else { " " };
        write!(f, "{space}{}", String::from_utf8_lossy(self.text))
    }
}

/// A name: the layout stores its label, and paths contain its text.
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

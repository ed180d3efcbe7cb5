//! The bytes being read, with their origin, and what is found on the way.
//!
//! nom gives the language (`IResult`, tuples, `alt`, `map`); the words (see [`super::words`]) are functions
//! `Input -> Parsed`, or make one. Call them, `part("x", y)(input)?`; nom's `.parse` is slower, and ends chains of
//! nom's own.

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

/// What is left to read of one buffer.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    pub(super) rest: &'a [u8],
    pub(super) source: &'a Source<'a>,
}

/// A buffer: the file, or the plain data of something packed.
pub(super) struct Source<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) place: fn(start: usize, at: usize) -> Place,
    pub(super) start: usize,
    /// Its number in the layout.
    pub(super) space: u32,
    pub(super) reading: &'a Reading,
}

/// One call of `read`: what it may do, and what it has seen.
#[derive(Debug)]
pub(crate) struct Reading {
    strict: bool,
    limits: Limits,
    pub(super) left: Left,
    warnings: RefCell<Warnings>,
    /// Whether names matter before anything fails: there is a layout, or a warning.
    pub(super) is_watched: Cell<bool>,
    /// Whether the layout is not to hear of what is read now.
    pub(super) is_paused: Cell<bool>,
    tape: Option<RefCell<Tape>>,
}

/// What may still be drawn from each limit.
#[allow(dead_code, reason = "not every format has compressed parts, or nests without an end")]
#[derive(Debug)]
pub(super) struct Left {
    pub(super) output_bytes: Cell<usize>,
    pub(super) depth: Cell<usize>,
    pub(super) elements: Cell<usize>,
}

impl Reading {
    /// A call that reads so many bytes.
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

    /// As [`new`](Self::new), with a tape that hears the names.
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
            // Only nom's streaming parsers give this, and none is used.
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

    /// The tape, if a layout is being made.
    pub(super) fn tape(&self) -> Option<RefMut<'_, Tape>> {
        self.tape.as_ref().filter(|_| !self.is_paused.get()).map(RefCell::borrow_mut)
    }

    /// Notes what the bytes of the open span do not tell of its value.
    #[cold]
    #[inline(never)]
    pub(crate) fn show(&self, context: u64) {
        if let Some(mut tape) = self.tape() {
            tape.show(context);
        }
    }
}

impl<'a> Input<'a> {
    /// What is left.
    pub(crate) fn bytes(self) -> &'a [u8] {
        self.rest
    }

    /// The same place in the same buffer, with these bytes left of it.
    pub(crate) fn with(self, rest: &'a [u8]) -> Self {
        Self { rest, ..self }
    }

    /// How far into its buffer this is.
    pub(crate) fn at(self) -> usize {
        nom::Offset::offset(self.source.bytes, self.rest)
    }

    /// Splits off what comes next: (what follows it, the next `len` bytes).
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

    /// Stops the whole read: no alternative is tried after this.
    #[cold]
    pub(crate) fn fatal(self, kind: ErrorKind) -> Err<Error> {
        Err::Failure(self.error(kind))
    }

    /// Notes a recoverable error; strict reading stops here.
    #[cold]
    pub(crate) fn warn(self, kind: impl FnOnce() -> ErrorKind) -> Result<(), Err<Error>> {
        self.warn_with(|| self.error(kind()))
    }

    /// As [`warn`](Self::warn), of an error with a path or a place of its own.
    #[cold]
    pub(crate) fn warn_with(self, error: impl FnOnce() -> Error) -> Result<(), Err<Error>> {
        let reading = self.source.reading;
        if !reading.strict && reading.warnings.borrow().is_full() {
            reading.warnings.borrow_mut().count_one();
            return Ok(());
        }
        self.excuse(Err::Failure(error()))
    }

    /// Makes the failure of a part a warning of the whole, but for a limit that is exceeded.
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

    /// How many warnings are kept: a mark for [`name_warnings`](Self::name_warnings).
    pub(crate) fn n_warnings(self) -> usize {
        self.source.reading.warnings.borrow().len()
    }

    /// Puts a name before the path of each warning since `mark`.
    #[cold]
    pub(crate) fn name_warnings(self, mark: usize, name: impl Name) {
        self.source.reading.warnings.borrow_mut().name_since(mark, || name.path());
    }

    /// Puts a name before the path of a failure, and of each warning since `mark`.
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

/// What a part is called: a word, a number in brackets, and letters that the file itself has for it.
///
/// Of each there may be none. It prints as `chunks[3] LODS`, and that is what [`find`](super::layout::Layout::find)
/// looks for.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Label<'a> {
    pub(crate) word: &'static str,
    pub(crate) index: Option<usize>,
    /// A slice of the buffer that is being read.
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

/// A name: the layout keeps its label, and paths have its text.
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

/// One of many: `("faces", 3)` is `faces[3]`, and `("", 3)` inside of `faces` is, too.
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

/// A name whose path says more than its label: what the bytes of the part do not have.
impl<N: Name, F: Fn() -> String + Copy> Name for (N, F) {
    fn label(&self) -> Label<'_> {
        self.0.label()
    }

    fn path(&self) -> Cow<'static, str> {
        self.1().into()
    }
}

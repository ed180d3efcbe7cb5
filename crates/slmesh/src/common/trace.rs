//! Tells what each byte is, while it is read.

use super::error::Error;
use super::input::{Input, Name, Source};
use nom::{Err, Needed};
use std::borrow::Cow;
use std::fmt;

/// Is told what each byte of a file is, while the file is read: spans begin and end like brackets.
pub trait Trace {
    /// A span begins.
    fn enter(&self, span: &Named<'_>) -> Inside;

    /// The innermost span ends. Its value is shown from its bytes and this context.
    fn leave(&self, bytes: &[u8], context: u64);

    /// The innermost span cannot be read. It does not count if another alternative is tried.
    fn fail(&self, tries_another: bool);

    /// The decompressed data of the part that starts at this byte of the input. The spans in it have been told.
    fn unpacked(&self, start: usize, data: Vec<u8>) {
        let _ = (start, data);
    }
}

/// What is told of a span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inside {
    /// The spans inside it, and its end.
    Wanted,
    /// Only its end.
    Skipped,
    /// As `Wanted`, but of a list only the values whose index is a multiple of this.
    Every(usize),
    /// As `Wanted`, but of a list only the values from this one on, unless they depend on those before. It begins at
    /// this byte, as was told before.
    From {
        /// Its index.
        index: usize,
        /// Its first byte.
        start: usize,
    },
    /// Nothing, and nothing after it: reading ends with [`Stopped`](crate::ErrorKind::Stopped).
    Stop,
}

/// A span that begins.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Named<'a> {
    /// The bytes that it is a part of.
    pub buffer: Buffer,
    /// Its first byte.
    pub start: usize,
    /// Its name.
    pub label: Label<'a>,
    /// Where the text of the label is in the buffer, if it is there.
    pub text_start: Option<usize>,
    /// How it is shown.
    pub shown: &'static Shown,
}

/// The bytes in which a position counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Buffer {
    /// The input.
    Input,
    /// The decompressed data of the part that starts at this byte of the input.
    Inner(usize),
}

/// A name: a word, an index, and text from the file, each of which may be missing. It is printed as `chunks[3] LODS`.
#[derive(Debug, Clone, Copy, Default)]
#[allow(missing_docs, reason = "the fields are explained above")]
pub struct Label<'a> {
    pub word: &'static str,
    pub index: Option<usize>,
    pub text: &'a [u8],
}

/// How a span is shown.
#[derive(Debug)]
pub struct Shown {
    /// What kind of span it is.
    pub kind: SpanKind,
    /// Writes its value.
    pub show: ShowFn,
    /// The fields of a record or a table.
    pub table: Option<TableFn>,
}

/// What kind of span it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SpanKind {
    /// Contains other spans.
    Part,
    /// One value.
    Field,
    /// One record.
    Record,
    /// Records of the same fields, one after the other.
    Table,
    /// Values of any length, each a span with its index.
    List,
    /// Kept without being understood.
    Unknown,
}

/// Writes a value as text, from its bytes and its context.
pub type ShowFn = fn(bytes: &[u8], context: u64, out: &mut dyn fmt::Write) -> fmt::Result;

/// The fields of a record, in the order of their bytes. They may depend on the context of the span.
pub type TableFn = fn(context: u64) -> Cow<'static, [Field]>;

/// A field of a record.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Its name; empty if it is all of the record.
    pub name: &'static str,
    /// Its first byte in the record.
    pub at: usize,
    /// Its length.
    pub len: usize,
    /// Writes its value.
    pub show: ShowFn,
}

impl Shown {
    /// Contains named spans.
    pub(crate) const PART: &'static Self = &Self::new(SpanKind::Part, nothing);
    /// Contains values of a list, which only the functions of [`super::list`] tell.
    pub(super) const LIST: &'static Self = &Self::new(SpanKind::List, nothing);
    /// Kept without being understood.
    pub(crate) const UNKNOWN: &'static Self = &Self::new(SpanKind::Unknown, super::show::quoted);

    pub(super) const fn new(kind: SpanKind, show: ShowFn) -> Self {
        Self { kind, show, table: None }
    }

    /// One value.
    pub(crate) const fn field(show: ShowFn) -> Self {
        Self::new(SpanKind::Field, show)
    }

    /// One record.
    pub(crate) const fn record(table: TableFn, show: ShowFn) -> Self {
        Self { table: Some(table), ..Self::new(SpanKind::Record, show) }
    }

    /// Records of the same fields.
    pub(crate) const fn table(table: TableFn) -> Self {
        Self { table: Some(table), ..Self::new(SpanKind::Table, nothing) }
    }
}

/// Writes no text.
pub(crate) fn nothing(_: &[u8], _: u64, _: &mut dyn fmt::Write) -> fmt::Result {
    Ok(())
}

impl fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word)?;
        if let Some(index) = self.index {
            write!(f, "[{index}]")?;
        }
        let is_alone = self.word.is_empty() && self.index.is_none();
        let space = if self.text.is_empty() || is_alone { "" } else { " " };
        write!(f, "{space}{}", String::from_utf8_lossy(self.text))
    }
}

/// A name that has begun: the span, if somebody is told, and what came before it.
#[derive(Debug, Clone, Copy, Default)]
#[must_use]
pub(crate) struct Open {
    start: usize,
    /// How many spans are open, with this one; 0 for none.
    pub(super) depth: usize,
    /// Whether what is around it is watched.
    is_watched: bool,
    pub(super) n_warnings: usize,
}

impl<'a> Input<'a> {
    /// Whether somebody is told what is read here.
    #[inline]
    pub(crate) fn is_traced(self) -> bool {
        self.source.reading.trace.is_some() && !self.source.reading.is_paused.get()
    }

    /// Whether somebody is told of the file, but not of what is read here.
    pub(crate) fn is_skipped(self) -> bool {
        self.source.reading.is_paused.get()
    }

    /// Begins a span here. Those that are still open inside a span when it ends have failed.
    #[inline]
    pub(crate) fn open(self, name: impl Name, shown: &'static Shown) -> Result<Open, Err<Error>> {
        // Otherwise nobody is told, and there are no warnings.
        if self.source.reading.is_watched.get() {
            self.source.begin(self.rest, name, shown)
        } else {
            Ok(Open::default())
        }
    }

    /// Ends a span here.
    pub(crate) fn close(self, span: Open, context: u64) {
        self.source.end(span, |trace, from| {
            let bytes = self.source.bytes.get(from..self.at());
            trace.leave(bytes.unwrap_or_default(), context);
        });
    }

    /// A span without spans inside, from here to there.
    pub(crate) fn span(
        self,
        to: Self,
        name: impl Name,
        shown: &'static Shown,
        context: u64,
    ) -> Result<(), Err<Error>> {
        self.open(name, shown).map(|span| to.close(span, context))
    }
}

// Out of line, and with slices instead of inputs, which would be passed in memory and slow down those who call.
impl<'a> Source<'a> {
    #[cold]
    #[inline(never)]
    pub(super) fn begin(
        &'a self,
        rest: &'a [u8],
        name: impl Name,
        shown: &'static Shown,
    ) -> Result<Open, Err<Error>> {
        let (input, reading) = (Input { rest, source: self }, self.reading);
        let (start, n_warnings) = (input.at(), input.n_warnings());
        let is_watched = reading.is_watched.get();
        let Some(trace) = reading.trace.filter(|_| input.is_traced()) else {
            return Ok(Open { n_warnings, ..Open::default() });
        };
        let label = name.label();
        // Text may also come from elsewhere.
        let text_start = (label.text.as_ptr() as usize).wrapping_sub(self.bytes.as_ptr() as usize);
        let is_there = |at: &usize| self.bytes.get(*at..).is_some_and(|rest| rest.starts_with(label.text));
        let text_start = Some(text_start).filter(|at| !label.text.is_empty() && is_there(at));
        match trace.enter(&Named { buffer: self.buffer, start, label, text_start, shown }) {
            Inside::From { index, start } if shown.kind == SpanKind::List => {
                reading.first.set(Some((index, start)));
            }
            Inside::Every(distance) if shown.kind == SpanKind::List => reading.every.set(Some(distance)),
            Inside::Wanted | Inside::From { .. } | Inside::Every(_) => {}
            Inside::Skipped => reading.pause(true),
            // The only use of `Incomplete`, which no parser takes for an error that it could recover from.
            Inside::Stop => return Err(Err::Incomplete(Needed::Unknown)),
        }
        let depth = reading.n_open.get().saturating_add(1);
        reading.n_open.set(depth);
        Ok(Open { start, depth, is_watched, n_warnings })
    }

    #[cold]
    #[inline(never)]
    pub(super) fn finish(&'a self, rest: &'a [u8], span: Open, name: impl Name, context: u64) {
        let input = Input { rest, source: self };
        input.close(span, context);
        input.name_warnings(span.n_warnings, name);
    }

    #[cold]
    #[inline(never)]
    pub(super) fn fail(&'a self, span: Open, name: impl Name, error: Err<Error>) -> Err<Error> {
        self.end(span, |trace, _| trace.fail(matches!(error, Err::Error(_))));
        Input { rest: self.bytes, source: self }.name_failure(span.n_warnings, name, error)
    }

    pub(super) fn end(&self, span: Open, tell: impl FnOnce(&dyn Trace, usize)) {
        let reading = self.reading;
        let (Some(trace), 1..) = (reading.trace, span.depth) else { return };
        for _ in span.depth..reading.n_open.get() {
            trace.fail(false);
        }
        reading.n_open.set(span.depth.saturating_sub(1));
        reading.is_paused.set(false);
        reading.is_watched.set(span.is_watched);
        tell(trace, span.start);
    }
}

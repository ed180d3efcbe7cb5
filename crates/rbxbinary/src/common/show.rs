//! Types of spans, which print values from their bytes on demand.

use std::borrow::Cow;
use std::fmt;

/// The type of a span: its kind, how its value is printed, and the fields of a record.
#[derive(Debug)]
pub struct SpanType {
    /// The kind of the span.
    pub kind: SpanKind,
    /// Writes the value of the span.
    pub show: ShowFn,
    /// The fields of a record or a table.
    pub table: Option<TableFn>,
}

/// The kind of a span.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SpanKind {
    /// A part, which contains other spans.
    Part,
    /// A single value.
    Field,
    /// A single record.
    Record,
    /// Records with the same fields, one after the other.
    Table,
    /// Values of varying length, each of which is a span with an index.
    List,
    /// Bytes whose meaning is not known.
    Unknown,
}

/// Writes a value as text, from its bytes and its context.
pub type ShowFn = fn(bytes: &[u8], context: u64, out: &mut dyn fmt::Write) -> fmt::Result;

/// Returns the fields of a record, in the order of their bytes. They may depend on the context of the span.
pub type TableFn = fn(context: u64) -> Cow<'static, [Field]>;

/// A field of a record.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// The name of the field; empty if the field is the whole record.
    pub name: &'static str,
    /// The first byte of the field in the record.
    pub at: usize,
    /// The length of the field.
    pub len: usize,
    /// Writes the value of the field.
    pub show: ShowFn,
}

impl SpanType {
    /// A part.
    pub(crate) const PART: &'static Self = &Self::new(SpanKind::Part, nothing);
    /// A list; only the functions of [`super::list`] report lists, because they obey [`Descent::Every`] and
    /// [`Descent::From`].
    ///
    /// [`Descent::Every`]: super::trace::Descent::Every
    /// [`Descent::From`]: super::trace::Descent::From
    pub(super) const LIST: &'static Self = &Self::new(SpanKind::List, nothing);
    /// Bytes whose meaning is not known, printed in quotes.
    pub(crate) const UNKNOWN: &'static Self = &Self::new(SpanKind::Unknown, quoted);

    pub(super) const fn new(kind: SpanKind, show: ShowFn) -> Self {
        Self { kind, show, table: None }
    }

    /// The type of a single value.
    pub(crate) const fn field(show: ShowFn) -> Self {
        Self::new(SpanKind::Field, show)
    }

    /// The type of a single record.
    pub(crate) const fn record(table: TableFn, show: ShowFn) -> Self {
        Self { table: Some(table), ..Self::new(SpanKind::Record, show) }
    }

    /// The type of a table: records with the same fields.
    pub(crate) const fn table(table: TableFn) -> Self {
        Self { table: Some(table), ..Self::new(SpanKind::Table, nothing) }
    }
}

/// Writes no text.
pub(crate) fn nothing(_: &[u8], _: u64, _: &mut dyn fmt::Write) -> fmt::Result {
    Ok(())
}

/// A value that can be printed later, from its bytes and a context.
pub(crate) trait Show {
    const SPAN_TYPE: &'static SpanType;

    /// The context that [`SpanType::show`] needs besides the bytes of the value.
    fn context(&self) -> u64 {
        0
    }
}

/// Writes the first bytes in quotes.
pub(crate) fn quoted(bytes: &[u8], _: u64, out: &mut dyn fmt::Write) -> fmt::Result {
    out.write_str(&in_quotes(bytes))
}

/// The first bytes in quotes, for a message.
pub(crate) fn in_quotes(bytes: &[u8]) -> String {
    // Long values are cut, so that a message stays on one line.
    let first = bytes.get(..32).unwrap_or(bytes);
    format!("\"{}\"{}", first.escape_ascii(), if first.len() < bytes.len() { " …" } else { "" })
}

impl Show for () {
    const SPAN_TYPE: &'static SpanType = &SpanType::field(nothing);
}

impl Show for &[u8] {
    const SPAN_TYPE: &'static SpanType = &SpanType::field(quoted);
}

macro_rules! numbers {
    ($($ty:ty),*) => { $(
        /// The context is the value itself, because each format encodes numbers in its own way.
        impl Show for $ty {
            const SPAN_TYPE: &'static SpanType = &SpanType::field(|_, context, out| {
                let number = context.to_le_bytes().first_chunk().map(|bytes| Self::from_le_bytes(*bytes));
                write!(out, "{}", number.unwrap_or_default())
            });

            fn context(&self) -> u64 {
                self.to_le_bytes().iter().rfold(0, |high, byte| high << 8 | u64::from(*byte))
            }
        }
    )* };
}
numbers!(u8, u16, u32, u64, i8, i16, i32, i64, f32, f64);

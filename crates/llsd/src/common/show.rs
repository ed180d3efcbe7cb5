//! How values are shown, from their bytes, when somebody asks.

use std::borrow::Cow;
use std::fmt;

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
    pub(crate) const UNKNOWN: &'static Self = &Self::new(SpanKind::Unknown, quoted);

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

/// A value that can be shown later.
pub(crate) trait Show {
    const SHOWN: &'static Shown;

    /// What is needed to show the value, besides its bytes.
    fn context(&self) -> u64 {
        0
    }
}

/// Writes the first bytes in quotes.
pub(crate) fn quoted(bytes: &[u8], _: u64, out: &mut dyn fmt::Write) -> fmt::Result {
    out.write_str(&in_quotes(bytes))
}

/// As [`quoted`], for a message.
pub(crate) fn in_quotes(bytes: &[u8]) -> String {
    let first = bytes.get(..32).unwrap_or(bytes);
    format!("\"{}\"{}", first.escape_ascii(), if first.len() < bytes.len() { " …" } else { "" })
}

impl Show for () {
    const SHOWN: &'static Shown = &Shown::field(nothing);
}

impl Show for &[u8] {
    const SHOWN: &'static Shown = &Shown::field(quoted);
}

macro_rules! numbers {
    ($($ty:ty),*) => { $(
        /// The context is the value, because its bytes may have any form.
        impl Show for $ty {
            const SHOWN: &'static Shown = &Shown::field(|_, context, out| {
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

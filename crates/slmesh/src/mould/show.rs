//! Formats values for a layout, from their bytes, on demand.

use super::layout::SpanKind;
use std::borrow::Cow;
use std::fmt;

/// Formats a value as text, from its bytes and from what the reader recorded about it.
pub(crate) type ShowFn = fn(&[u8], u64, &mut dyn fmt::Write) -> fmt::Result;

/// What a span contains. A constant, to which spans refer by number.
#[derive(Debug)]
pub(crate) struct Look {
    pub(crate) kind: SpanKind,
    pub(crate) show: ShowFn,
    /// The fields of a record, if the span is a table.
    pub(crate) table: Option<TableFn>,
}

/// The fields of a record, in order. What they depend on in the rest of the file is in the context.
pub(crate) type TableFn = fn(context: u64) -> Cow<'static, [Field]>;

/// A field of a record of fixed size. If it has no name, it is the whole record.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) at: usize,
    pub(crate) len: usize,
    pub(crate) show: ShowFn,
}

impl Look {
    /// Contains named spans.
    pub(crate) const PART: &'static Self = &Self::new(SpanKind::Part, nothing);
    /// Kept without being understood.
    pub(crate) const UNKNOWN: &'static Self = &Self::new(SpanKind::Unknown, quoted);
    pub(crate) const GAP: &'static Self = &Self::new(SpanKind::Gap, nothing);

    pub(super) const fn new(kind: SpanKind, show: ShowFn) -> Self {
        Self { kind, show, table: None }
    }

    /// One value.
    pub(crate) const fn field(show: ShowFn) -> Self {
        Self::new(SpanKind::Field, show)
    }
}

/// A value that can be shown later.
pub(crate) trait Show {
    const LOOK: &'static Look;

    /// What is needed to show the value, besides its bytes.
    fn context(&self) -> u64 {
        0
    }
}

/// Writes no text.
pub(crate) fn nothing(_: &[u8], _: u64, _: &mut dyn fmt::Write) -> fmt::Result {
    Ok(())
}

/// Writes the first bytes in quotes.
pub(crate) fn quoted(bytes: &[u8], _: u64, out: &mut dyn fmt::Write) -> fmt::Result {
    let first = bytes.get(..32).unwrap_or(bytes);
    write!(out, "\"{}\"{}", first.escape_ascii(), if first.len() < bytes.len() { " …" } else { "" })
}

/// Writes the bytes as text.
#[allow(dead_code, reason = "for formats with text in them")]
pub(crate) fn text(bytes: &[u8], _: u64, out: &mut dyn fmt::Write) -> fmt::Result {
    out.write_str(&String::from_utf8_lossy(bytes))
}

/// As [`quoted`], for a message.
#[allow(dead_code, reason = "for messages that have bytes in them")]
pub(crate) fn in_quotes(bytes: &[u8]) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = quoted(bytes, 0, &mut text);
    text
}

macro_rules! shown {
    ($($ty:ty: $show:expr),* $(,)?) => { $(
        impl Show for $ty {
            const LOOK: &'static Look = &Look::field($show);
        }
    )* };
}
shown! { (): nothing, &[u8]: quoted, Vec<u8>: quoted, String: quoted }

impl Show for bool {
    const LOOK: &'static Look = &Look::field(|_, context, out| write!(out, "{}", context != 0));

    fn context(&self) -> u64 {
        (*self).into()
    }
}

macro_rules! numbers {
    ($($ty:ty),*) => { $(
        /// Shows the context as the value, because the value may be stored in any way.
        impl Show for $ty {
            const LOOK: &'static Look = &Look::field(|_, context, out| {
                let bytes = context.to_le_bytes();
                let number = bytes.first_chunk().map(|bytes| Self::from_le_bytes(*bytes));
                write!(out, "{}", number.unwrap_or_default())
            });

            fn context(&self) -> u64 {
                let mut bytes = [0; 8];
                if let Some(low) = bytes.first_chunk_mut() {
                    *low = self.to_le_bytes();
                }
                u64::from_le_bytes(bytes)
            }
        }
    )* };
}
numbers!(u8, u16, u32, u64, i8, i16, i32, i64, f32, f64);

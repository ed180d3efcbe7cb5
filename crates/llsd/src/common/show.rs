//! How values are shown, from their bytes, when somebody asks.

use super::trace::{Shown, nothing};
use std::fmt;

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
    let first = bytes.get(..32).unwrap_or(bytes);
    write!(out, "\"{}\"{}", first.escape_ascii(), if first.len() < bytes.len() { " …" } else { "" })
}

/// Writes the bytes as text.
pub(crate) fn text(bytes: &[u8], _: u64, out: &mut dyn fmt::Write) -> fmt::Result {
    out.write_str(&String::from_utf8_lossy(bytes))
}

/// As [`quoted`], for a message.
pub(crate) fn in_quotes(bytes: &[u8]) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = quoted(bytes, 0, &mut text);
    text
}

macro_rules! shown {
    ($($ty:ty: $show:expr),* $(,)?) => { $(
        impl Show for $ty {
            const SHOWN: &'static Shown = &Shown::field($show);
        }
    )* };
}
shown! { (): nothing, &[u8]: quoted, Vec<u8>: quoted, String: quoted }

impl Show for bool {
    const SHOWN: &'static Shown = &Shown::field(|_, context, out| write!(out, "{}", context != 0));

    fn context(&self) -> u64 {
        (*self).into()
    }
}

macro_rules! numbers {
    ($($ty:ty),*) => { $(
        /// The context is the value, because its bytes may have any form.
        impl Show for $ty {
            const SHOWN: &'static Shown = &Shown::field(|_, context, out| {
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

//! Numbers in messages: `1 byte`, `2 bytes`.

use std::fmt;

/// A number and what it counts, in the singular or the plural.
pub(crate) fn counted<N: fmt::Display + PartialEq + From<u8>>(number: N, one: &'static str) -> String {
    match one.strip_suffix("ex") {
        _ if number == N::from(1) => format!("{number} {one}"),
        Some(stem) => format!("{number} {stem}ices"),
        None => format!("{number} {one}s"),
    }
}

/// The verb for so many.
pub(crate) fn are(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
}

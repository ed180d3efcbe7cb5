#![doc = include_str!("../README.md")]
// Lints against panics on untrusted input. The same in every format crate.
#![cfg_attr(
    not(test),
    warn(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        clippy::cast_possible_truncation,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic
    )
)]

mod error;
mod kind;
mod lexer;
mod literal;
mod parse;
mod step;

pub use error::{Position, SyntaxError};
pub use kind::{Broken, Kind, Word};
pub use lexer::{Lexer, Token};
pub use literal::{number, text};
pub use parse::{check, parse};
pub use step::{Op, Step};

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

mod common;
mod defaults;
mod error;
mod options;

mod model;
mod read;
pub mod rules;
mod validate;
mod wire;
mod write;

pub use common::error::{Error, Place, Warnings};
pub use common::limits::Limits;
pub use common::printer::Printer;
pub use common::rules::{Finding, Findings, Rule, Severity};
pub use common::show::{Field, ShowFn, SpanKind, SpanType, TableFn};
pub use common::trace::{Buffer, Descent, Label, SpanStart, Trace};
pub use error::ErrorKind;
pub use geom::Same;
pub use model::Template;
pub use options::{ReadOptions, WriteOptions};
pub use read::{detect, read, read_with, trace};
pub use validate::validate;
pub use write::{write, write_onto, write_onto_with, write_with};

/// Checks that users can send values between threads.
const _: () = {
    const fn shared<T: Send + Sync + 'static>() {}
    shared::<(Template, Error, Warnings, ReadOptions, WriteOptions, Findings)>();
};

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
#[allow(dead_code, unused_imports, unused_macros, reason = "a skeleton uses hardly any of it yet")]
mod mould;
mod options;

mod model;
mod read;
pub mod rules;
mod validate;
mod wire;
mod write;

pub use error::ErrorKind;
pub use model::Template;
pub use mould::error::{Error, Place, Warnings};
pub use mould::layout::{Layout, Span, SpanKind};
pub use mould::limits::Limits;
pub use mould::rules::{Finding, Findings, Rule, Severity};
pub use mould::same::Same;
pub use mould::zlib::Engine;
pub use options::{ReadOptions, WriteOptions};
pub use read::{detect, layout, layout_with, read, read_with};
pub use validate::validate;
pub use write::{write, write_onto, write_onto_with, write_with};

/// What users rely on when they hand values between threads.
const _: () = {
    const fn shared<T: Send + Sync + 'static>() {}
    shared::<Template>();
    shared::<Error>();
    shared::<Warnings>();
    shared::<Layout<'static>>();
    shared::<ReadOptions>();
    shared::<WriteOptions>();
    shared::<Findings>();
};

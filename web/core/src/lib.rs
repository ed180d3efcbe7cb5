//! The interface between the page and `rezkit`: a [`Session`] with one file, and questions and answers as JSON.
//!
//! In a browser this is a WebAssembly module without imports, whose exports are in `exports.rs`; there is no other
//! code for that target, so that everything is tested natively.

// What hostile bytes turn into a crash. The same in every format crate.
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

mod annotate;
mod change;
mod compare;
mod contents;
mod convert;
mod draw;
#[cfg(target_family = "wasm")]
mod exports;
mod findings;
mod follow;
mod picture;
mod room;
mod session;
mod shelf;
mod structure;

pub use room::{Room, room};
pub use session::{Answer, Session};

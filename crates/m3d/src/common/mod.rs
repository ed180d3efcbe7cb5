//! What every format crate of the workspace needs, and none shares: bytes with an origin, placed errors, limits, named
//! parsers, the trace, tables of offsets, checked output.
//!
//! Its source is `xtask/template`; `cargo xtask tidy --fix` copies the files that are listed here. A crate lists those
//! that it uses. `docs/decisions` says why they are copied and not shared.

#![allow(dead_code, unused_imports, unused_macros, reason = "a crate uses what its format needs")]

pub(crate) mod error;
pub(crate) mod input;
pub(crate) mod kinds;
pub(crate) mod limits;
pub(crate) mod list;
pub(crate) mod output;
pub(crate) mod packed;
pub(crate) mod rules;
pub(crate) mod show;
pub(crate) mod sized;
pub(crate) mod trace;
pub(crate) mod wire;
pub(crate) mod words;
pub(crate) mod zlib;

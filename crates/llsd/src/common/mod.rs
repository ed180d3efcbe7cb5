//! The common part of all format crates: inputs with a position, errors with a place, limits, named parsers, tracing,
//! tables of offsets, output.
//!
//! Each crate has a copy of the files that it lists here. Their source is `xtask/template`, from which
//! `cargo xtask tidy --fix` copies them; `docs/decisions` says why they are copied and not shared.

#![allow(dead_code, unused_imports, unused_macros, reason = "a crate uses what its format needs")]

pub(crate) mod depth;
pub(crate) mod error;
pub(crate) mod input;
pub(crate) mod kinds;
pub(crate) mod limits;
mod nested;
pub(crate) mod parsers;
pub(crate) mod printer;
pub(crate) mod rules;
pub(crate) mod show;
pub(crate) mod trace;

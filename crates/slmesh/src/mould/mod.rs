//! What every format crate of the workspace needs, and none shares: bytes
//! with an origin, placed errors, limits, named parsers, the layout, tables of
//! offsets, checked output.
//!
//! This folder is the same in all of them. Its source is `xtask/template`;
//! `cargo xtask tidy --fix` copies it, and `docs/decisions` says why it is
//! copied and not shared.

pub(crate) mod error;
pub(crate) mod input;
pub(crate) mod kinds;
pub(crate) mod layout;
pub(crate) mod limits;
pub(crate) mod output;
pub(crate) mod rules;
pub(crate) mod same;
pub(crate) mod text;
pub(crate) mod wire;

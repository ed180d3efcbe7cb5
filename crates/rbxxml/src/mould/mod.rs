//! What every format crate of the workspace needs, and none shares: bytes
//! with an origin, placed errors, limits, named parsers, the layout, tables of
//! offsets, checked output.
//!
//! Its source is `xtask/template`; `cargo xtask tidy --fix` copies the files that are listed here. A crate lists those
//! that it uses. `docs/decisions` says why they are copied and not shared.

pub(crate) mod assets;
pub(crate) mod by_hand;
pub(crate) mod counted;
pub(crate) mod depth;
pub(crate) mod error;
mod find;
mod fold;
pub(crate) mod input;
mod items;
pub(crate) mod kinds;
pub(crate) mod layout;
mod leaves;
pub(crate) mod limits;
mod nested;
pub(crate) mod path;
pub(crate) mod record;
pub(crate) mod rules;
pub(crate) mod same;
pub(crate) mod show;
mod tape;
pub(crate) mod words;

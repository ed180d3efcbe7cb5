//! Changes of files: single values, and merges.

#![allow(missing_docs)]

mod addresses;
mod holes;
mod many;
mod merge;
#[cfg(not(target_family = "wasm"))]
mod paths;
mod strip;
pub(crate) mod values;

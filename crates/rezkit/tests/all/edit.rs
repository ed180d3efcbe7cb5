//! Changes of files: single values, and merges.

#![allow(missing_docs)]

mod merge;
mod strip;
mod values;

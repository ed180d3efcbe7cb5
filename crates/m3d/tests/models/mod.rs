//! Models and files to try things on: any, damaged, edited.

#![allow(dead_code, reason = "each test uses what it needs")]

pub(crate) mod any;
pub(crate) mod edit;
pub(crate) mod random;

/// How many random edits or damages to try: what `REZKIT_EDITS` says, or so many.
pub(crate) fn n_edits(usual: u64) -> u64 {
    let set = std::env::var("REZKIT_EDITS").ok();
    set.map_or(usual, |set| set.parse().expect("REZKIT_EDITS is a number"))
}

//! Generated, damaged and edited models and files for tests.

#![allow(dead_code, reason = "each test uses what it needs")]

pub(crate) mod any;
pub(crate) mod edit;
pub(crate) mod plain;
pub(crate) mod random;

/// A model of the fixtures.
pub(crate) fn fixture(name: &str) -> m3d::Model {
    m3d::read(&crate::support::fixture(format!("m3d/valid/{name}"))).unwrap()
}

/// The number of random edits or damages to try: `REZKIT_EDITS`, or this default.
pub(crate) fn n_edits(usual: u64) -> u64 {
    let set = std::env::var("REZKIT_EDITS").ok();
    set.map_or(usual, |set| set.parse().expect("REZKIT_EDITS is a number"))
}

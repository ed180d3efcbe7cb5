//! The syntax of a script: a check of ours, which keeps nothing, and the tree of full_moon.

use super::Compare;
use crate::data::scripts;
use crate::harness::Contender;

pub(super) fn check(compare: &mut Compare) {
    // Twelve lines each.
    let source = scripts::functions(2500);
    compare(&mut [
        Contender::new("luau", || luau::check(source.as_bytes()).unwrap()),
        Contender::new("full_moon", || full_moon::parse(&source).unwrap()),
    ]);
}

//! The syntax of scripts: our check, which builds no tree, compared with the parser full_moon.

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

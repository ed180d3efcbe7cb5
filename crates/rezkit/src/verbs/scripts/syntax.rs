//! Syntax errors of the scripts of a model or place.

use super::finding::ScriptFinding;
use super::rules::SCR001;
use super::sources;
use files::outline::{Outline, Paths};
use luau::Position;

/// The first syntax error of each script.
pub(crate) fn syntax_errors(outline: &dyn Outline) -> Vec<ScriptFinding> {
    let broken =
        sources(outline).filter_map(|(number, source)| Some((number, source, luau::check(source).err()?)));
    let broken: Vec<_> = broken.collect();
    if broken.is_empty() {
        return Vec::new();
    }
    let paths = Paths::new(outline);
    let finding = |(number, source, error): (u32, &[u8], luau::SyntaxError)| ScriptFinding {
        rule: SCR001,
        path: paths.of(outline, number),
        at: Some(Position::of(source, error.offset)),
        found: error.message,
    };
    broken.into_iter().map(finding).collect()
}

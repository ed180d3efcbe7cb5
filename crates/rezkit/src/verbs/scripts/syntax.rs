//! Syntax errors of the scripts of a model or place.

use super::finding::ScriptFindings;
use super::rules::SCR001;
use super::sources;
use files::outline::{Outline, Paths};
use luau::Position;

/// Adds the first syntax error of each script.
pub(crate) fn syntax_errors(outline: &dyn Outline, findings: &mut ScriptFindings) {
    let mut paths = None;
    for (number, source) in sources(outline) {
        let Err(error) = luau::check(source) else { continue };
        let paths = paths.get_or_insert_with(|| Paths::new(outline));
        let at = Position::from_offset(source, error.offset);
        findings.add(&SCR001, (number, &paths.path(outline, number)), Some(at), &error.message);
    }
}

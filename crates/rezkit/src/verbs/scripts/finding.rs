//! Findings in scripts.

use files::rules::Rule;
use luau::Position;

/// A finding in a script, or in an instance that scripts may read.
#[derive(Debug, Clone)]
pub(crate) struct ScriptFinding {
    pub(crate) rule: Rule,
    /// The path of the instance, as `print` has it.
    pub(crate) path: String,
    /// The place in the script.
    pub(crate) at: Option<Position>,
    /// The finding as a sentence.
    pub(crate) found: String,
}

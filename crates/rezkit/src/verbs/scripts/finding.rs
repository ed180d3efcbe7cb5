//! Findings in scripts.

use files::rules::Rule;
use luau::Position;
use scene::visible;
use std::collections::HashMap;

/// Upper bound on the findings of a rule that are listed, the same as for rules of other formats.
pub(crate) const MOST_OF_RULE: usize = 1000;

/// A finding in a script, or in an instance that scripts may read.
#[derive(Debug, Clone)]
pub(crate) struct ScriptFinding {
    pub(crate) rule: Rule,
    /// The path of the instance, as `print` shows it.
    pub(crate) path: String,
    /// The position in the script.
    pub(crate) at: Option<Position>,
    /// The finding as a sentence.
    pub(crate) found: String,
}

/// The findings in scripts. After the first [`MOST_OF_RULE`] of a rule, further ones are only counted.
#[derive(Debug, Default)]
pub(crate) struct ScriptFindings {
    pub(crate) list: Vec<ScriptFinding>,
    counts: HashMap<&'static str, usize>,
}

impl ScriptFindings {
    pub(super) fn add(&mut self, rule: &Rule, path: &str, at: Option<Position>, found: &str) {
        let count = self.counts.entry(rule.id).or_default();
        *count = count.saturating_add(1);
        if *count <= MOST_OF_RULE {
            let found = visible::cut(found).into_owned();
            self.list.push(ScriptFinding { rule: *rule, path: path.to_owned(), at, found });
        }
    }

    /// The number of findings of a rule that are counted and not listed.
    pub(crate) fn n_more(&self, rule: &str) -> usize {
        self.counts.get(rule).map_or(0, |n| n.saturating_sub(MOST_OF_RULE))
    }
}

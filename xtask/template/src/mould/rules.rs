//! What validation says.

use std::collections::HashMap;
use std::fmt;

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; nothing enforces it.
    Note,
    /// Works, and likely not as meant.
    Warning,
    /// The programs of this format refuse it or break on it.
    Error,
}

/// Something that a sound file keeps to.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// Stable, such as `SLM012`.
    pub id: &'static str,
    /// How much breaking it matters.
    pub severity: Severity,
    /// The rule in one sentence.
    pub title: &'static str,
    /// Why it matters.
    pub why: &'static str,
    /// What to do.
    pub fix: &'static str,
}

/// A rule that is broken, and where.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// The place in the model, outermost part first.
    pub path: String,
    /// What is there.
    pub found: String,
    /// What would be allowed; empty where the title says it.
    pub limit: String,
}

/// What validation has found.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    all: Vec<Finding>,
    /// How many there are of each rule.
    counts: HashMap<&'static str, usize>,
}

impl Findings {
    /// Of each rule the first thousand are kept: a file that is broken all over would have millions.
    const KEPT: usize = 1000;

    pub(crate) fn add(
        &mut self,
        rule: &'static Rule,
        path: impl Into<String>,
        found: impl fmt::Display,
        limit: impl fmt::Display,
    ) {
        let count = self.counts.entry(rule.id).or_default();
        if *count < Self::KEPT {
            *count = count.saturating_add(1);
            let (found, limit) = (found.to_string(), limit.to_string());
            self.all.push(Finding { rule, path: path.into(), found, limit });
        }
    }

    pub(crate) fn into_vec(self) -> Vec<Finding> {
        self.all
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, path, found, limit } = self;
        write!(f, "{} {}: {path}: {}; found {found}", rule.severity, rule.id, rule.title)?;
        if limit.is_empty() { Ok(()) } else { write!(f, ", limit {limit}") }
    }
}

/// Writes a constant for each rule, and `RULES`, the list of all.
macro_rules! rules {
    ($($id:ident $severity:ident $title:literal why $why:literal fix $fix:literal;)*) => {
        $(
            #[doc = concat!($title, ".\n\n", $why)]
            pub static $id: $crate::Rule = $crate::Rule {
                id: stringify!($id),
                severity: $crate::Severity::$severity,
                title: $title,
                why: $why,
                fix: $fix,
            };
        )*

        /// All rules, by id.
        pub static RULES: &[&$crate::Rule] = &[$(&$id),*];
    };
}
pub(crate) use rules;

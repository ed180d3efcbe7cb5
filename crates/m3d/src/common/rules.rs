//! Rules and findings.

use std::fmt;

/// The importance of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; no program enforces it.
    Note,
    /// The file works, but probably not as intended.
    Warning,
    /// Programs for this format reject the file or fail.
    Error,
}

/// A requirement that validation checks.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// Its identifier, which never changes, such as `SLM012`.
    pub id: &'static str,
    /// The severity of its findings.
    pub severity: Severity,
    /// The requirement, in one sentence.
    pub title: &'static str,
    /// What is wrong where it is broken, in one sentence.
    pub broken: &'static str,
    /// Why it matters.
    pub why: &'static str,
    /// How to fix it.
    pub fix: &'static str,
}

/// A violation of a rule.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// The place in the model, outermost part first, such as `faces[3]`.
    pub path: String,
    /// What was found.
    pub found: String,
    /// What is allowed; empty if the title of the rule says it.
    pub limit: String,
}

/// The findings of a validation: a slice with the first thousand findings of each rule, and the number of all.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Findings {
    all: Vec<Finding>,
    /// The number of findings of each rule, in the order of its first finding.
    counts: Vec<(&'static Rule, usize)>,
}

impl Findings {
    /// Nobody reads more of one rule; a rule about points may be broken a million times.
    const KEPT: usize = 1000;

    /// The number of findings of each rule, including those that were not kept.
    pub fn counts(&self) -> impl Iterator<Item = (&'static Rule, usize)> {
        self.counts.iter().copied()
    }

    /// The total number. The slice has the first thousand of each rule.
    #[must_use]
    pub fn total(&self) -> usize {
        self.counts.iter().fold(0, |sum, (_, count)| sum.saturating_add(*count))
    }

    /// Counts a finding. Its texts are formatted only if it is kept, so callers pass `format_args!`, not `format!`.
    pub(crate) fn add(
        &mut self,
        rule: &'static Rule,
        path: impl fmt::Display,
        found: impl fmt::Display,
        limit: impl fmt::Display,
    ) {
        let of_rule = self.counts.iter().rposition(|(other, _)| std::ptr::eq(*other, rule));
        let index = of_rule.unwrap_or(self.counts.len());
        if of_rule.is_none() {
            self.counts.push((rule, 0));
        }
        let Some((_, count)) = self.counts.get_mut(index) else { return };
        *count = count.saturating_add(1);
        if *count <= Self::KEPT {
            let (path, found, limit) = (path.to_string(), found.to_string(), limit.to_string());
            self.all.push(Finding { rule, path, found, limit });
        }
    }
}

super::error::slice!(Findings.all: Finding);

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format!("{self:?}").to_ascii_lowercase())
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, path, found, limit } = self;
        write!(f, "{} {}: {path}: {}; found {found}", rule.severity, rule.id, rule.broken)?;
        if limit.is_empty() { Ok(()) } else { write!(f, ", limit {limit}") }
    }
}

/// One finding a line.
impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.all.iter().try_for_each(|finding| writeln!(f, "{finding}"))
    }
}

/// Defines a constant for each rule, and `RULES`, the list of all.
macro_rules! rules {
    ($($id:ident $severity:ident $title:literal broken $broken:literal why $why:literal fix $fix:literal;)*) => {
        $(
            #[doc = concat!($title, ".\n\n", $why)]
            pub static $id: $crate::Rule = $crate::Rule {
                id: stringify!($id),
                severity: $crate::Severity::$severity,
                title: $title,
                broken: $broken,
                why: $why,
                fix: $fix,
            };
        )*

        /// All rules, by id.
        pub static RULES: &[&$crate::Rule] = &[$(&$id),*];
    };
}
pub(crate) use rules;

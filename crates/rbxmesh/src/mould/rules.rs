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
    /// The place in the model, outermost part first, such as `faces[3]`; [`Layout::find`](crate::Layout::find) gives
    /// the bytes of a file for it.
    pub path: String,
    /// What was found.
    pub found: String,
    /// What is allowed; empty if the title of the rule says it.
    pub limit: String,
}

/// The findings of a validation: a slice with the first thousand findings of each rule, and the number of all.
///
/// They are printed in groups, by rule.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Findings {
    all: Vec<Finding>,
    /// The number of findings of each rule, in the order of its first finding.
    counts: Vec<(&'static Rule, usize)>,
}

impl Findings {
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

    /// The slice, by value, for example to sort it.
    #[must_use]
    pub fn into_vec(self) -> Vec<Finding> {
        self.all
    }

    /// `found` and `limit` are formatted only if the finding is kept: pass `format_args!`, not `format!`.
    pub(crate) fn add(
        &mut self,
        rule: &'static Rule,
        path: impl fmt::Display,
        found: impl fmt::Display,
        limit: impl fmt::Display,
    ) {
        let is_same = |(other, _): &&mut (&'static Rule, usize)| std::ptr::eq(*other, rule);
        let count = match self.counts.iter_mut().rev().find(is_same) {
            Some((_, count)) => {
                *count = count.saturating_add(1);
                *count
            }
            None => {
                self.counts.push((rule, 1));
                1
            }
        };
        if count <= Self::KEPT {
            let (path, found, limit) = (path.to_string(), found.to_string(), limit.to_string());
            self.all.push(Finding { rule, path, found, limit });
        }
    }
}

impl std::ops::Deref for Findings {
    type Target = [Finding];

    fn deref(&self) -> &[Finding] {
        &self.all
    }
}

impl IntoIterator for Findings {
    type Item = Finding;
    type IntoIter = std::vec::IntoIter<Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.into_iter()
    }
}

impl<'f> IntoIterator for &'f Findings {
    type Item = &'f Finding;
    type IntoIter = std::slice::Iter<'f, Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
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

/// All findings by rule, errors first; for a rule with several findings, how many there are and where the first ones
/// are.
impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 3;
        let mut rules = self.counts.clone();
        rules.sort_by_key(|(rule, _)| std::cmp::Reverse(rule.severity));
        for (number, (rule, count)) in rules.into_iter().enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            let mut same = self.all.iter().filter(|finding| std::ptr::eq(finding.rule, rule));
            if let (1, Some(only)) = (count, same.clone().next()) {
                write!(f, "{only}")?;
                continue;
            }
            write!(f, "{} {}: {}; {count} times", rule.severity, rule.id, rule.title)?;
            for Finding { path, found, limit, .. } in same.by_ref().take(SHOWN) {
                write!(f, "\n  {path}: found {found}")?;
                if !limit.is_empty() {
                    write!(f, ", limit {limit}")?;
                }
            }
            if let Some(more @ 1..) = count.checked_sub(SHOWN) {
                write!(f, "\n  and {more} more")?;
            }
        }
        Ok(())
    }
}

/// Defines a constant for each rule, and `RULES`, the list of all.
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

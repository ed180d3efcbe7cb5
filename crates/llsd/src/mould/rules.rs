//! What validation says.

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
    /// The place in the model, outermost part first, such as `faces[3]`;
    /// [`Layout::find`](crate::Layout::find) says where in a file that is.
    pub path: String,
    /// What is there.
    pub found: String,
    /// What would be allowed; empty where the title says it.
    pub limit: String,
}

/// What validation has found: a slice of findings, of each rule the first thousand, and the number of all.
///
/// A file that is broken all over would have millions. Printed, they are grouped by rule.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Findings {
    all: Vec<Finding>,
    /// How many there are of each rule, in the order in which the rules were first broken.
    counts: Vec<(&'static Rule, usize)>,
}

impl Findings {
    const KEPT: usize = 1000;

    /// How often each rule is broken, those that are not in the slice included.
    pub fn counts(&self) -> impl Iterator<Item = (&'static Rule, usize)> {
        self.counts.iter().copied()
    }

    /// How many there are. The slice has the first thousand of each rule.
    #[must_use]
    pub fn total(&self) -> usize {
        self.counts.iter().fold(0, |sum, (_, count)| sum.saturating_add(*count))
    }

    /// The findings of the slice, to be sorted say.
    #[must_use]
    pub fn into_vec(self) -> Vec<Finding> {
        self.all
    }

    /// What is there is formatted only if it is kept: pass `format_args!`, and not `format!`.
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

/// All findings, a rule at a time and errors first: of a rule that is broken several times how often, and where at first.
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

//! One interface for all format crates, so that the laws and verbs are written once.
//!
//! Every format crate has the same functions, and types of the same shape that are nevertheless different types. The
//! macro `codec!` adapts them. Programs that only use files need [`File`](crate::File) and the verbs.

mod adapt;
mod readable;
mod reader;
mod second_life;

#[doc(hidden)]
pub use readable::readable;
pub use reader::{READERS, Reader};
pub use second_life::SecondLife;

use crate::layout::Layout;
use crate::{Problem, Warnings, usual_memory};
use serde::Serialize;
use std::fmt;

/// A format, represented by its model.
pub trait Codec: Sized + 'static {
    /// The name of its library and its folders.
    const NAME: &'static str;

    /// Whether bytes look like a file of this format.
    fn detect(bytes: &[u8]) -> bool;

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    fn read(bytes: &[u8], options: Options) -> Result<(Self, Warnings), Problem>;

    /// Writes a file.
    ///
    /// # Errors
    ///
    /// If the format cannot express the model.
    fn write(&self) -> Result<Vec<u8>, Problem>;

    /// Writes a file, and copies from `original` what is unchanged since it was read with these options.
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write).
    fn write_onto(&self, original: &[u8], options: Options) -> Result<Vec<u8>, Problem>;

    /// The first difference between two models; floats are compared bit by bit.
    fn difference(&self, other: &Self) -> Option<String>;

    /// Checks a model against the rules of the format.
    fn validate(&self) -> Findings;

    /// The rules that [`validate`](Self::validate) checks.
    fn rules() -> Vec<Rule>;

    /// What each byte is.
    fn layout(bytes: &[u8], options: Options) -> Layout<'_>;
}

/// A format whose crate has options for reading of its own.
pub(crate) trait Adapted: Codec {
    /// The options of the crate.
    type ReadOptions;

    /// These options, as the crate has them.
    fn read_options(options: Options) -> Self::ReadOptions;
}

/// How to read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether recoverable errors are errors instead of warnings.
    pub strict: bool,
    /// What reading may produce.
    pub limits: Limits,
}

impl Options {
    /// The memory for what is made of a file of this length.
    pub(crate) fn memory(self, n_bytes: usize) -> usize {
        self.limits.memory.unwrap_or(usual_memory(n_bytes))
    }
}

/// Limits on what reading may produce; `None` is the default of the format's crate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// The total size of decompressed data.
    pub output_bytes: Option<usize>,
    /// The depth of nesting.
    pub depth: Option<usize>,
    /// The total number of values, instances, vertices or nodes.
    pub elements: Option<usize>,
    /// The number of spans of a layout.
    pub spans: Option<usize>,
    /// The memory for what is made of the model, and how many bytes that may give out; `None` is
    /// [`usual_memory`] of the input.
    pub memory: Option<usize>,
}

impl Limits {
    /// Limits that keep reading and checking a file of this length within approximately this much memory, if an element
    /// of its format takes so many bytes.
    ///
    /// A byte of decompressed data is kept once in the buffer and once or twice in the model. A span takes a hundred
    /// bytes at most, but lies beside all of these.
    #[must_use]
    pub fn within(memory: usize, n_bytes: usize, bytes_of_element: usize) -> Self {
        let left = memory.saturating_sub(n_bytes.saturating_mul(2));
        Self {
            output_bytes: Some(left / 4),
            depth: None,
            elements: left.checked_div(bytes_of_element),
            spans: Some((left / 512).min(1 << 20)),
            memory: Some(memory),
        }
    }
}

/// The importance of a finding.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; no program enforces it.
    Note,
    /// The file works, but probably not as intended.
    Warning,
    /// Programs for this format reject the file or fail.
    Error,
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

/// A rule of a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// Its identifier, such as `SLM012`.
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// The place in the model, outermost part first.
    pub path: String,
    /// What was found.
    pub found: String,
    /// What is allowed; empty if the title of the rule says it.
    pub limit: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, path, found, limit } = self;
        write!(f, "{} {}: {path}: {}; found {found}", rule.severity, rule.id, rule.title)?;
        if limit.is_empty() { Ok(()) } else { write!(f, ", limit {limit}") }
    }
}

/// The findings of a validation: the first thousand of each rule, and the number of all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    /// The first thousand of each rule.
    pub list: Vec<Finding>,
    /// The ids of the rules with findings, and the number of findings of each.
    pub counts: Vec<(&'static str, usize)>,
}

impl Findings {
    /// The number of findings of a rule.
    #[must_use]
    pub fn count(&self, rule: &str) -> usize {
        self.counts.iter().find(|(id, _)| *id == rule).map_or(0, |(_, count)| *count)
    }

    /// The number of findings of a severity, including those that were not kept.
    #[must_use]
    pub fn n_of(&self, severity: Severity) -> usize {
        let counted = self.counts.iter().filter(|(id, _)| {
            self.list.iter().find(|finding| finding.rule.id == *id).map(|finding| finding.rule.severity)
                == Some(severity)
        });
        counted.fold(0, |sum, (_, count)| sum.saturating_add(*count))
    }

    /// Keeps the findings of rules for which `is_kept` returns true.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&str) -> bool) {
        self.counts.retain(|(id, _)| is_kept(id));
        let kept = &self.counts;
        self.list.retain(|finding| kept.iter().any(|(id, _)| *id == finding.rule.id));
    }
}

impl Extend<Finding> for Findings {
    fn extend<I: IntoIterator<Item = Finding>>(&mut self, all: I) {
        for finding in all {
            let id = finding.rule.id;
            match self.counts.iter_mut().rev().find(|(other, _)| *other == id) {
                Some((_, count)) => *count = count.saturating_add(1),
                None => self.counts.push((id, 1)),
            }
            self.list.push(finding);
        }
    }
}

impl FromIterator<Finding> for Findings {
    fn from_iter<I: IntoIterator<Item = Finding>>(all: I) -> Self {
        let mut findings = Self::default();
        findings.extend(all);
        findings
    }
}

/// The names of a path, outermost first, joined as the format crates print them: by points, or by a comma after text
/// from the file, which may contain points. An index belongs to the name before it.
#[doc(hidden)]
#[must_use]
pub fn joined<'p>(names: impl Iterator<Item = &'p str>) -> String {
    let (mut path, mut before) = (String::new(), None::<&str>);
    for name in names {
        path.push_str(separator(before, name));
        path.push_str(name);
        before = Some(name);
    }
    path
}

/// What stands between two names of a path.
pub(crate) fn separator(before: Option<&str>, name: &str) -> &'static str {
    match before {
        None => "",
        Some(_) if name.starts_with('[') => "",
        Some(before) if before.contains([' ', '.', ',']) => ", ",
        Some(_) => ".",
    }
}

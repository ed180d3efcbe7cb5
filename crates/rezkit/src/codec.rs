//! One face for all format crates, so that laws and verbs are written once.
//!
//! Every format crate has the same functions and types of the same shape, which are nevertheless types of its own.
//! The macro `codec!` adapts them. Programs that only want to use files need [`File`](crate::File) and the verbs.

#[macro_use]
mod adapt;
mod given;
mod readable;
mod reader;
mod second_life;

pub use given::Given;
#[doc(hidden)]
pub use readable::readable;
pub use reader::{READERS, Reader};
pub use second_life::SecondLife;

use crate::{Problem, Warnings};
use serde::Serialize;
use std::fmt;
use std::ops::{ControlFlow, Range};

/// A format, by its model.
pub trait Codec: Sized + 'static {
    /// What its library and its folders are called.
    const NAME: &'static str;

    /// Whether bytes look like a file of this format.
    fn detect(bytes: &[u8]) -> bool;

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it is refused.
    fn read(bytes: &[u8], options: Options) -> Result<(Self, Warnings), Problem>;

    /// Writes a file.
    ///
    /// # Errors
    ///
    /// If the format cannot say what the model holds.
    fn write(&self) -> Result<Vec<u8>, Problem>;

    /// Writes a file that takes from `original` what is unchanged since it was read with these options.
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write).
    fn write_onto(&self, original: &[u8], options: Options) -> Result<Vec<u8>, Problem>;

    /// The first difference between two models, floats by their bits.
    fn difference(&self, other: &Self) -> Option<String>;

    /// What breaks the rules of the format.
    fn validate(&self) -> Findings;

    /// The rules that [`validate`](Self::validate) knows.
    fn rules() -> Vec<Rule>;

    /// What each byte is.
    fn layout<'a>(bytes: &'a [u8], options: Options) -> Box<dyn Layout + 'a>;
}

/// What looks at a leaf, and says whether it wants the next.
pub type Visit<'v> = dyn FnMut(Leaf<'_>) -> ControlFlow<()> + 'v;

/// How to read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether the first warning is an error.
    pub strict: bool,
    /// What reading may produce.
    pub limits: Limits,
}

/// What reading may produce; `None` is what the format's crate grants by default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// By decompression.
    pub output_bytes: Option<usize>,
    /// Levels of nesting.
    pub depth: Option<usize>,
    /// Values, instances, vertices, nodes.
    pub elements: Option<usize>,
}

impl Limits {
    /// Limits that keep reading and checking a file of this many bytes within about this much memory.
    ///
    /// A byte of plain data is held once in the buffer and once or twice in the model, and an element
    /// takes some hundred bytes in the worst case.
    #[must_use]
    pub fn within(memory: usize, n_bytes: usize) -> Self {
        let left = memory.saturating_sub(n_bytes.saturating_mul(2));
        Self { output_bytes: Some(left / 4), depth: None, elements: Some(left / 256) }
    }
}

/// How much a finding matters.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; nothing enforces it.
    Note,
    /// Works, but probably not as intended.
    Warning,
    /// The programs of this format refuse the file or break on it.
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
    /// Such as `SLM012`.
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// The place in the model, outermost part first.
    pub path: String,
    /// What is there.
    pub found: String,
    /// What would be allowed; empty where the title says it.
    pub limit: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, path, found, limit } = self;
        write!(f, "{} {}: {path}: {}; found {found}", rule.severity, rule.id, rule.title)?;
        if limit.is_empty() { Ok(()) } else { write!(f, ", limit {limit}") }
    }
}

/// What validation has found: of each rule the first thousand, and how often each rule is broken.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    /// The first thousand of each rule.
    pub list: Vec<Finding>,
    /// The ids of the rules that are broken, and how often.
    pub counts: Vec<(&'static str, usize)>,
}

impl Findings {
    /// How often a rule is broken.
    #[must_use]
    pub fn count(&self, rule: &str) -> usize {
        self.counts.iter().find(|(id, _)| *id == rule).map_or(0, |(_, count)| *count)
    }

    /// How many there are of one severity, those that are not in the list included.
    #[must_use]
    pub fn n_of(&self, severity: Severity) -> usize {
        let counted = self.counts.iter().filter(|(id, _)| {
            self.list.iter().find(|finding| finding.rule.id == *id).map(|finding| finding.rule.severity)
                == Some(severity)
        });
        counted.fold(0, |sum, (_, count)| sum.saturating_add(*count))
    }

    /// Keeps those of rules that `is_kept` agrees to.
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

/// The names of a path, from the outside in, as the format crates print them: joined by points, and by a comma behind
/// letters of the file, which may have points. A number alone belongs to the name before it.
#[doc(hidden)]
#[must_use]
pub fn joined<'p>(names: impl Iterator<Item = &'p str>) -> String {
    let (mut path, mut before) = (String::new(), None::<&str>);
    for name in names {
        path.push_str(match before {
            None => "",
            Some(_) if name.starts_with('[') => "",
            Some(before) if before.contains([' ', '.', ',']) => ", ",
            Some(_) => ".",
        });
        path.push_str(name);
        before = Some(name);
    }
    path
}

/// What each byte of a file is. Nothing of it is copied, since there may be millions.
pub trait Layout {
    /// How many spans there are.
    fn n_spans(&self) -> usize;

    /// A span; each stands behind the one that it is in.
    fn span(&self, index: usize) -> Option<Span>;

    /// What the format calls a span.
    fn name(&self, index: usize) -> String;

    /// How many spaces there are: the input, and the plain data of each packed part.
    fn n_spaces(&self) -> usize;

    /// The bytes of a space, and where it starts in the input.
    fn space(&self, space: usize) -> (&[u8], Option<usize>);

    /// A byte that the leaves do not cover exactly once.
    fn flaw(&self) -> Option<String>;

    /// Recoverable errors.
    fn warnings(&self) -> Warnings;

    /// What stopped the reading.
    fn error(&self) -> Option<Problem>;

    /// Visits each leaf.
    fn leaves(&self, visit: &mut Visit<'_>);

    /// Visits the leaves of a window.
    fn leaves_in(&self, space: usize, range: Range<usize>, visit: &mut Visit<'_>);

    /// Where the path of a finding leads: the space and the bytes.
    fn find(&self, path: &str) -> Option<(usize, Range<usize>)>;

    /// Opens a span that is folded.
    fn unfold(&self, span: usize) -> Option<Box<dyn Layout + '_>>;

    /// The space of the plain data of what is packed at a byte of the input.
    fn space_at(&self, start: usize) -> Option<usize> {
        (1..self.n_spaces()).find(|space| {
            let (bytes, from) = self.space(*space);
            from == Some(start) && !bytes.is_empty()
        })
    }
}

/// A named range of bytes.
#[derive(Debug, Clone, Copy)]
pub struct Span {
    /// 0 for the input, else the number of the plain data.
    pub space: usize,
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// What kind of bytes these are.
    pub kind: Kind,
    /// The span that this is in.
    pub parent: Option<usize>,
    /// How many spans this is in.
    pub depth: usize,
}

/// A span without spans inside, or one value of an array.
#[derive(Clone, Copy)]
pub struct Leaf<'l> {
    /// 0 for the input, else the number of the plain data.
    pub space: usize,
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// What kind of bytes these are.
    pub kind: Kind,
    /// The span that this is, or is a value of.
    pub span: usize,
    /// Whether it is a value of that span, and not the span itself.
    pub is_value: bool,
    /// What makes its name and its value.
    pub text: &'l dyn Text,
}

impl std::fmt::Debug for Leaf<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Leaf({}:{}..{} {})", self.space, self.start, self.end, self.text.name())
    }
}

/// The texts of a leaf, which are made when somebody asks.
pub trait Text {
    /// What the format calls it.
    fn name(&self) -> String;

    /// The decoded value.
    fn value(&self) -> String;
}

/// A name and a value that are there already.
impl Text for (String, String) {
    fn name(&self) -> String {
        self.0.clone()
    }

    fn value(&self) -> String {
        self.1.clone()
    }
}

/// What kind of bytes these are.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Has spans inside.
    Part,
    /// One value, or one of an array.
    Typed,
    /// Kept as it is.
    Unknown,
    /// Counted elsewhere.
    Reference,
    /// Claimed by nothing.
    Gap,
    /// Stands for more spans than the limit allows.
    Folded,
}

//! One face for all format crates, so that the laws are written once.
//!
//! Every format crate has the same verbs and types of the same shape, which
//! are yet types of its own. [`codec!`](crate::codec!) adapts them.

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

    /// What is unsound.
    fn validate(&self) -> Vec<Finding>;

    /// The rules that [`validate`](Self::validate) knows.
    fn rules() -> Vec<Rule>;

    /// What each byte is.
    fn layout<'a>(bytes: &'a [u8], options: Options) -> Box<dyn Layout + 'a>;

    /// What headers and tables say, for a format that can tell without reading all.
    ///
    /// # Errors
    ///
    /// If the file is refused.
    fn info(_: &[u8]) -> Result<(), Problem> {
        Ok(())
    }
}

/// What looks at a leaf, and says whether it wants the next.
pub type Visit<'v> = dyn FnMut(Leaf<'_>) -> ControlFlow<()> + 'v;

/// How to read.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// Whether the first warning is an error.
    pub strict: bool,
    /// What reading may produce, if not what the crate grants by default.
    pub limits: Option<Limits>,
}

/// What reading may produce.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// By decompression.
    pub output_bytes: usize,
    /// Levels of nesting.
    pub depth: usize,
    /// Values, instances, vertices, nodes.
    pub elements: usize,
}

/// An error or a warning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// As it prints.
    pub text: String,
    /// The byte of the input, or where the part starts that it lies in; `None` in a model.
    pub at: Option<usize>,
}

/// What was wrong and yet readable.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Warnings {
    /// The first thousand.
    pub kept: Vec<Problem>,
    /// How many there were.
    pub count: usize,
}

/// A rule of a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// Such as `SLM012`.
    pub id: &'static str,
    /// `note`, `warning` or `error`.
    pub severity: String,
    /// In one sentence.
    pub title: &'static str,
    /// Why it matters.
    pub why: &'static str,
    /// What to do.
    pub fix: &'static str,
}

/// A broken rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The id of the rule.
    pub rule: &'static str,
    /// `note`, `warning` or `error`.
    pub severity: String,
    /// As it prints.
    pub text: String,
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// A layout that somebody has written down, for tests.
#[derive(Debug, Default)]
pub struct Given<'a> {
    /// The input.
    pub bytes: &'a [u8],
    /// Names, and what has them.
    pub spans: Vec<(String, Span)>,
    /// Leaves, as the span that each is in, its bytes, its name and its value.
    pub values: Vec<(usize, Range<usize>, (String, String))>,
    /// The plain data of packed parts.
    pub blocks: Vec<&'a [u8]>,
    /// As [`Layout::flaw`].
    pub flaw: Option<String>,
    /// As [`Layout::warnings`].
    pub warnings: Warnings,
    /// As [`Layout::error`].
    pub error: Option<Problem>,
}

impl Layout for Given<'_> {
    fn n_spans(&self) -> usize {
        self.spans.len()
    }

    fn span(&self, index: usize) -> Option<Span> {
        self.spans.get(index).map(|(_, span)| *span)
    }

    fn name(&self, index: usize) -> String {
        self.spans.get(index).map_or_else(String::new, |(name, _)| name.clone())
    }

    fn n_spaces(&self) -> usize {
        self.blocks.len() + 1
    }

    fn space(&self, space: usize) -> (&[u8], Option<usize>) {
        match space {
            0 => (self.bytes, None),
            _ => (self.blocks[space - 1], Some(0)),
        }
    }

    fn flaw(&self) -> Option<String> {
        self.flaw.clone()
    }

    fn warnings(&self) -> Warnings {
        self.warnings.clone()
    }

    fn error(&self) -> Option<Problem> {
        self.error.clone()
    }

    fn leaves(&self, visit: &mut Visit<'_>) {
        self.leaves_in(0, 0..usize::MAX, visit);
    }

    fn leaves_in(&self, space: usize, window: Range<usize>, visit: &mut Visit<'_>) {
        let touches = |range: &Range<usize>| range.start < window.end && window.start < range.end;
        for (span, range, text) in self.values.iter().filter(|(_, range, _)| touches(range)) {
            let Span { kind, .. } = self.spans[*span].1;
            let is_value = text.0.starts_with('[');
            let leaf = Leaf { space, start: range.start, end: range.end, kind, span: *span, is_value, text };
            if visit(leaf).is_break() {
                return;
            }
        }
    }

    fn find(&self, _: &str) -> Option<(usize, Range<usize>)> {
        None
    }

    fn unfold(&self, _: usize) -> Option<Box<dyn Layout + '_>> {
        None
    }
}

/// Implements [`Codec`] for the model of a format crate, by its name, its module and its model:
/// `codec!(rbxmesh, ::rbxmesh, Mesh)`; with `info` behind it, if the crate has that.
#[macro_export]
macro_rules! codec {
    ($name:ident, $format:path, $model:ident $(, $info:ident)?) => {
        const _: () = {
            use format::{Place, SpanKind};
            use $crate::codec::{
                Codec, Finding, Kind, Layout, Leaf, Options, Problem, Rule, Span, Text, Visit, Warnings,
            };
            use $format as format;

            fn options(options: Options) -> format::ReadOptions {
                let read = format::ReadOptions::default().strict(options.strict);
                match options.limits {
                    None => read,
                    Some(limits) => read.limits(
                        format::Limits::default()
                            .output_bytes(limits.output_bytes)
                            .depth(limits.depth)
                            .elements(limits.elements),
                    ),
                }
            }

            fn problem(error: &format::Error) -> Problem {
                let at = match error.place() {
                    Place::Input(at) => Some(at),
                    Place::Inner { start, .. } => Some(start),
                    _ => None,
                };
                Problem { text: error.to_string(), at }
            }

            fn warnings(warnings: &format::Warnings) -> Warnings {
                Warnings { kept: warnings.iter().map(problem).collect(), count: warnings.total() }
            }

            fn kind(kind: SpanKind) -> Kind {
                match kind {
                    SpanKind::Part => Kind::Part,
                    SpanKind::Field | SpanKind::Record | SpanKind::Array => Kind::Typed,
                    SpanKind::Reference => Kind::Reference,
                    SpanKind::Gap => Kind::Gap,
                    SpanKind::Folded => Kind::Folded,
                    _ => Kind::Unknown,
                }
            }

            struct View<'a>(format::Layout<'a>);

            struct Shown<'l>(format::Span<'l>);

            impl Text for Shown<'_> {
                fn name(&self) -> String {
                    self.0.name()
                }

                fn value(&self) -> String {
                    self.0.value()
                }
            }

            fn leaves<'l>(all: impl Iterator<Item = format::Span<'l>>, visit: &mut Visit<'_>) {
                for leaf in all {
                    let text = Shown(leaf);
                    let format::Span { index, space, start, end, kind: of, .. } = text.0;
                    let (is_value, text): (_, &dyn Text) = (text.0.is_value(), &text);
                    let leaf = Leaf { space, start, end, kind: kind(of), span: index, is_value, text };
                    if visit(leaf).is_break() {
                        return;
                    }
                }
            }

            impl Layout for View<'_> {
                fn n_spans(&self) -> usize {
                    self.0.n_spans()
                }

                fn span(&self, index: usize) -> Option<Span> {
                    let span = self.0.span(index)?;
                    let (parent, depth) = (span.parent(), span.depth());
                    let format::Span { space, start, end, kind: of, .. } = span;
                    Some(Span { space, start, end, kind: kind(of), parent, depth })
                }

                fn name(&self, index: usize) -> String {
                    self.0.span(index).map_or_else(String::new, |span| span.name())
                }

                fn n_spaces(&self) -> usize {
                    self.0.n_spaces()
                }

                fn space(&self, space: usize) -> (&[u8], Option<usize>) {
                    (self.0.space(space), self.0.block_start(space))
                }

                fn flaw(&self) -> Option<String> {
                    self.0.flaw()
                }

                fn warnings(&self) -> Warnings {
                    warnings(self.0.warnings())
                }

                fn error(&self) -> Option<Problem> {
                    self.0.error().map(problem)
                }

                fn leaves(&self, visit: &mut Visit<'_>) {
                    leaves(self.0.leaves(), visit);
                }

                fn leaves_in(&self, space: usize, range: std::ops::Range<usize>, visit: &mut Visit<'_>) {
                    leaves(self.0.leaves_in(space, range), visit);
                }

                fn find(&self, path: &str) -> Option<(usize, std::ops::Range<usize>)> {
                    self.0.find(path).map(|found| (found.space, found.start..found.end))
                }

                fn unfold(&self, span: usize) -> Option<Box<dyn Layout + '_>> {
                    self.0.unfold(span).map(|layout| Box::new(View(layout)) as _)
                }
            }

            impl Codec for format::$model {
                const NAME: &'static str = stringify!($name);

                fn detect(bytes: &[u8]) -> bool {
                    format::detect(bytes)
                }

                fn read(bytes: &[u8], with: Options) -> Result<(Self, Warnings), Problem> {
                    match format::read_with(bytes, &options(with)) {
                        Ok((model, found)) => Ok((model, warnings(&found))),
                        Err(error) => Err(problem(&error)),
                    }
                }

                fn write(&self) -> Result<Vec<u8>, Problem> {
                    format::write(self).map_err(|error| problem(&error))
                }

                fn write_onto(&self, original: &[u8], with: Options) -> Result<Vec<u8>, Problem> {
                    format::write_onto_with(self, original, &options(with), &format::WriteOptions::default())
                        .map_err(|error| problem(&error))
                }

                fn difference(&self, other: &Self) -> Option<String> {
                    format::Same::difference(self, other)
                }

                fn validate(&self) -> Vec<Finding> {
                    let findings = format::validate(self).into_iter();
                    findings
                        .map(|finding| Finding {
                            rule: finding.rule.id,
                            severity: finding.rule.severity.to_string(),
                            text: finding.to_string(),
                        })
                        .collect()
                }

                fn rules() -> Vec<Rule> {
                    let rules = format::rules::RULES.iter();
                    rules
                        .map(|rule| Rule {
                            id: rule.id,
                            severity: rule.severity.to_string(),
                            title: rule.title,
                            why: rule.why,
                            fix: rule.fix,
                        })
                        .collect()
                }

                fn layout<'a>(bytes: &'a [u8], with: Options) -> Box<dyn Layout + 'a> {
                    Box::new(View(format::layout_with(bytes, &options(with))))
                }

                $(fn info(bytes: &[u8]) -> Result<(), Problem> {
                    format::$info(bytes).map(drop).map_err(|error| problem(&error))
                })?
            }
        };
    };
}

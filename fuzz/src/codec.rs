//! One face for all format crates, so that the laws are written once.
//!
//! Every format crate has the same verbs and types of the same shape, which
//! are yet types of its own. [`codec!`](crate::codec!) adapts them.

use std::ops::ControlFlow;

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
    fn layout(bytes: &[u8], options: Options) -> Layout;

    /// Visits each leaf of the layout. Apart from it, since there may be millions.
    fn leaves(bytes: &[u8], visit: &mut Visit<'_>);
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

/// What each byte of a file is.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    /// Each after the one that it is in.
    pub spans: Vec<Span>,
    /// The plain data of compressed parts, and where these start in the input. Space 1 is the first of them.
    pub blocks: Vec<(usize, Vec<u8>)>,
    /// A byte that the leaves do not cover exactly once.
    pub flaw: Option<String>,
    /// What was wrong and yet readable.
    pub warnings: Warnings,
    /// What stopped the reading.
    pub error: Option<Problem>,
}

/// A named stretch of bytes.
#[derive(Debug, Clone)]
pub struct Span {
    /// What the format calls it.
    pub name: String,
    /// 0 for the input, else the number of the block.
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
#[derive(Debug, Clone, Copy)]
pub struct Leaf<'a> {
    /// What the format calls it.
    pub name: &'a str,
    /// The decoded value.
    pub value: &'a str,
    /// 0 for the input, else the number of the block.
    pub space: usize,
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// What kind of bytes these are.
    pub kind: Kind,
    /// The span that this is, or is a value of.
    pub span: usize,
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
}

/// Implements [`Codec`] for the model of a format crate, by its name, its module and its model:
/// `codec!(rbxmesh, ::rbxmesh, Mesh)`.
#[macro_export]
macro_rules! codec {
    ($name:ident, $format:path, $model:ident) => {
        const _: () = {
            use format::{Place, SpanKind};
            use $crate::codec::{
                Codec, Finding, Kind, Layout, Leaf, Options, Problem, Rule, Span, Visit, Warnings,
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
                    Place::Chunk { start, .. } => Some(start),
                    _ => None,
                };
                Problem { text: error.to_string(), at }
            }

            fn warnings(warnings: &format::Warnings) -> Warnings {
                Warnings { kept: warnings.iter().map(problem).collect(), count: warnings.count() }
            }

            fn kind(kind: SpanKind) -> Kind {
                match kind {
                    SpanKind::Part => Kind::Part,
                    SpanKind::Field | SpanKind::Array => Kind::Typed,
                    SpanKind::Reference => Kind::Reference,
                    SpanKind::Gap => Kind::Gap,
                    _ => Kind::Unknown,
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

                fn layout(bytes: &[u8], with: Options) -> Layout {
                    let layout = format::layout_with(bytes, &options(with));
                    let spans = layout.spans().iter().map(|span| Span {
                        name: span.name.to_string(),
                        space: span.space,
                        start: span.start,
                        end: span.end,
                        kind: kind(span.kind),
                        parent: span.parent,
                        depth: span.depth,
                    });
                    let blocks = (1..layout.n_spaces()).map(|space| {
                        (layout.block_start(space).unwrap_or_default(), layout.space(space).to_vec())
                    });
                    Layout {
                        spans: spans.collect(),
                        blocks: blocks.collect(),
                        flaw: layout.flaw(),
                        warnings: warnings(layout.warnings()),
                        error: layout.error().map(problem),
                    }
                }

                fn leaves(bytes: &[u8], visit: &mut Visit<'_>) {
                    let layout = format::layout(bytes);
                    let _ = layout.leaves().try_for_each(|leaf| {
                        visit(Leaf {
                            name: &leaf.name,
                            value: &leaf.value,
                            space: leaf.space,
                            start: leaf.start,
                            end: leaf.end,
                            kind: kind(leaf.kind),
                            span: leaf.span,
                        })
                    });
                }
            }
        };
    };
}

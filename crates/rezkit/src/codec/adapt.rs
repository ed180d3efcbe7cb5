//! The adapter for format crates.

/// Implements [`Codec`] for the model of a format crate, by its name, its module and its model:
/// `codec!(rbxmesh, ::rbxmesh, Mesh; output_bytes elements)`, with the limits that its reader has.
#[doc(hidden)]
#[macro_export]
macro_rules! codec {
    ($name:ident, $format:path, $model:ident ; $($limit:ident)+) => {
        const _: () = {
            use format::{Place, SpanKind};
            use $crate::codec::{
                Codec, Finding, Findings, Kind, Layout, Leaf, Options, Rule, Severity, Span, Text, Visit,
                joined, readable,
            };
            use $crate::{Problem, Warnings};
            use $format as format;

            fn options(options: Options) -> format::ReadOptions {
                let mut limits = format::Limits::default();
                $(if let Some(most) = options.limits.$limit {
                    limits = limits.$limit(most);
                })+
                if let Some(most) = options.limits.spans {
                    limits = limits.spans(most);
                }
                format::ReadOptions::default().strict(options.strict).limits(limits)
            }

            fn problem(error: &format::Error) -> Problem {
                let (byte, inner) = match error.place() {
                    Place::Input(at) => (Some(at), None),
                    Place::Inner { start, at } => (Some(start), Some(at)),
                    _ => (None, None),
                };
                let (is_limit, message) = match error.kind() {
                    // Without the method of the crate that raises it, which is not at hand here.
                    format::ErrorKind::LimitExceeded { limit, requested, left, .. } => {
                        (true, format!("exceeds the limit of {limit}: {requested} requested, {left} left"))
                    }
                    kind => (false, kind.to_string()),
                };
                Problem::of_format(is_limit, message, joined(error.path()), byte, inner)
            }

            fn warnings(warnings: &format::Warnings) -> Warnings {
                let list: Vec<_> = warnings.iter().map(problem).collect();
                let n_more = warnings.total().saturating_sub(list.len());
                Warnings { list, n_more }
            }

            fn severity(severity: format::Severity) -> Severity {
                match severity {
                    format::Severity::Note => Severity::Note,
                    format::Severity::Warning => Severity::Warning,
                    format::Severity::Error => Severity::Error,
                }
            }

            fn rule(rule: &'static format::Rule) -> Rule {
                let format::Rule { id, title, why, fix, .. } = *rule;
                Rule { id, severity: severity(rule.severity), title, why, fix }
            }

            fn finding(found: format::Finding) -> Finding {
                let rule = rule(found.rule);
                Finding { rule, path: found.path, found: readable(found.found), limit: found.limit }
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
                    readable(self.0.value())
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

            impl $crate::codec::Adapted for format::$model {
                type ReadOptions = format::ReadOptions;

                fn read_options(with: Options) -> format::ReadOptions {
                    options(with)
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

                fn validate(&self) -> Findings {
                    let findings = format::validate(self);
                    let counts = findings.counts().map(|(of, count)| (of.id, count)).collect();
                    Findings { list: findings.into_iter().map(finding).collect(), counts }
                }

                fn rules() -> Vec<Rule> {
                    format::rules::RULES.iter().map(|of| rule(of)).collect()
                }

                fn layout<'a>(bytes: &'a [u8], with: Options) -> Box<dyn Layout + 'a> {
                    Box::new(View(format::layout_with(bytes, &options(with))))
                }
            }
        };
    };
}

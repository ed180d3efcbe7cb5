//! For crates that are not migrated yet. Deleted with the last of them.

/// As [`codec!`](crate::codec!), of a crate with the common part of before.
#[macro_export]
macro_rules! old_codec {
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

            struct View<'a>(format::Layout<'a>);

            impl Layout for View<'_> {
                fn n_spans(&self) -> usize {
                    self.0.spans().len()
                }

                fn span(&self, index: usize) -> Option<Span> {
                    let span = self.0.spans().get(index)?;
                    let (parent, depth) = (span.parent, span.depth);
                    let (space, start, end) = (span.space, span.start, span.end);
                    Some(Span { space, start, end, kind: kind(span.kind), parent, depth })
                }

                fn name(&self, index: usize) -> String {
                    self.0.spans().get(index).map_or_else(String::new, |span| span.name.to_string())
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
                    for leaf in self.0.leaves() {
                        let (space, start, end, kind, span) =
                            (leaf.space, leaf.start, leaf.end, kind(leaf.kind), leaf.span);
                        let of = &self.0.spans()[span];
                        let is_value = (start, end) != (of.start, of.end) || leaf.name != of.name;
                        let text = (leaf.name.into_owned(), leaf.value.into_owned());
                        if visit(Leaf { space, start, end, kind, span, is_value, text: &text }).is_break() {
                            return;
                        }
                    }
                }

                fn leaves_in(&self, space: usize, range: std::ops::Range<usize>, visit: &mut Visit<'_>) {
                    self.leaves(&mut |leaf| match leaf.space == space
                        && leaf.start < range.end
                        && range.start < leaf.end
                    {
                        true => visit(leaf),
                        false => std::ops::ControlFlow::Continue(()),
                    });
                }

                fn find(&self, _: &str) -> Option<(usize, std::ops::Range<usize>)> {
                    None
                }

                fn unfold(&self, _: usize) -> Option<Box<dyn Layout + '_>> {
                    None
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
            }
        };
    };
}

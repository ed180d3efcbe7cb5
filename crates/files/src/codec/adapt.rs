//! The adapter for format crates that report spans to a trace.

/// Implements [`Codec`](super::Codec) for the model of a format crate, given its name, module and model:
/// `codec!(rbxmesh, ::rbxmesh, Mesh; output_bytes elements)`, with the limits that its reader supports, and `, threads`
/// if it can use several threads.
macro_rules! codec {
    ($name:ident, $format:path, $model:ident ; $($limit:ident)+ $(, $threads:ident)? $(=> $in_file:path)?) => {
        recorded!($format);
        codec_recorded!($name, $format, $model; $($limit)+ $(, $threads)? $(=> $in_file)?);
    };
}

/// Implements [`Codec`](super::Codec) like [`codec!`](crate::codec), for a further model of a crate for which
/// `recorded!` was called already. `read only` at the end is for a model that the crate does not write.
macro_rules! codec_recorded {
    (
        $name:ident, $format:path, $model:ident ; $($limit:ident)+ $(, $threads:ident)? $(=> $in_file:path)?
        $(; $($how:ident)+)?
    ) => {
        const _: () = {
            use format::Place;
            use $crate::codec::{Adapted, Codec};
            use $crate::layout::{Layout, Located, Recorder, SpanSource, located};
            use $crate::names::joined;
            use $crate::options::Options;
            use $crate::fault::{Fault, Limit};
            use scene::{Problem, Warnings};
            use $crate::rules::{Finding, Findings, Rule, Severity};
            use $format as format;

            fn options(options: Options) -> format::ReadOptions {
                let mut limits = format::Limits::default();
                $(if let Some(most) = options.limits.$limit {
                    limits = limits.$limit(most);
                })+
                let options = format::ReadOptions::default().strict(options.strict).limits(limits);
                options$(.$threads(scene::threads::count()))?
            }

            fn problem(error: &format::Error) -> Problem {
                let (byte, inner) = match error.place() {
                    Place::Input(at) => (Some(at), None),
                    Place::Inner { start, at } => (Some(start), Some(at)),
                    _ => (None, None),
                };
                let (fault, message) = match error.kind() {
                    // The message of the crate names its own method for raising the limit, which callers here do not
                    // have.
                    format::ErrorKind::LimitExceeded { limit, requested, left, .. } => {
                        let message = format!("exceeds the limit of {limit}: {requested} requested, {left} left");
                        (Fault::Limit(Limit::from_name(limit)), message)
                    }
                    kind @ format::ErrorKind::UnexpectedEnd { .. } => (Fault::End, kind.to_string()),
                    kind => (Fault::Other, kind.to_string()),
                };
                fault.problem(message, joined(error.path()), byte, inner)
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
                let format::Rule { id, title, broken, why, fix, .. } = *rule;
                Rule { id, severity: severity(rule.severity), title, broken, why, fix }
            }

            struct With(format::ReadOptions);

            impl SpanSource for With {
                fn trace(&self, bytes: &[u8], recorder: &Recorder<'_>) -> (Option<Problem>, Warnings) {
                    let (result, found) = format::trace(bytes, &self.0, recorder);
                    (result.err().map(|error| problem(&error)), warnings(&found))
                }

                $(fn in_file<'p>(&self, bytes: &[u8], paths: &[&'p str]) -> Vec<std::borrow::Cow<'p, str>> {
                    $in_file(bytes, &self.0, paths)
                })?
            }

            impl Adapted for format::$model {
                type ReadOptions = format::ReadOptions;
                type Error = format::Error;
                type Findings = format::Findings;
                type Rule = format::Rule;

                fn read_options(with: Options) -> format::ReadOptions {
                    options(with)
                }

                fn problem(error: &format::Error) -> Problem {
                    problem(error)
                }

                fn found(by: format::Findings) -> Findings {
                    let finding = |found: format::Finding| {
                        let format::Finding { path, limit, .. } = found;
                        Finding { rule: rule(found.rule), path, found: found.found, limit }
                    };
                    let counts = by.counts().map(|(of, count)| (of.id, count)).collect();
                    Findings { list: by.into_iter().map(finding).collect(), counts }
                }

                fn rule(of: &'static format::Rule) -> Rule {
                    rule(of)
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

                codec_written!($($($how)+)?);

                fn difference(&self, other: &Self) -> Option<String> {
                    format::Same::difference(self, other)
                }

                fn validate(&self) -> Findings {
                    Self::found(format::validate(self))
                }

                fn rules() -> Vec<Rule> {
                    format::rules::RULES.iter().map(|of| rule(of)).collect()
                }

                fn locate(bytes: &[u8], with: Options, paths: &[&str]) -> Vec<Option<Located>> {
                    located(&With(options(with)), bytes, paths)
                }

                fn traced(bytes: &[u8], with: Options) -> (Layout<'_>, Result<Self, Problem>) {
                    Layout::record(bytes, With(options(with)), with, |recorder| {
                        let (result, found) = format::trace(bytes, &options(with), recorder);
                        (result.map_err(|error| problem(&error)), warnings(&found))
                    })
                }
            }
        };
    };
}

/// The writing functions of a codec, for use inside [`codec_recorded!`](crate::codec_recorded).
macro_rules! codec_written {
    () => {
        fn write(&self) -> Result<Vec<u8>, Problem> {
            format::write(self).map_err(|error| problem(&error))
        }

        fn write_onto(&self, original: &[u8], with: Options) -> Result<Vec<u8>, Problem> {
            format::write_onto_with(self, original, &options(with), &format::WriteOptions::default())
                .map_err(|error| problem(&error))
        }
    };
    (read only) => {
        const WRITES: bool = false;
    };
}

/// Implements the trace of a format crate for the recorder.
macro_rules! recorded {
    ($format:path) => {
        const _: () = {
            use $format as format;

            impl $crate::layout::Named for format::SpanStart<'_> {
                #[inline(always)]
                fn place(&self) -> (Option<usize>, usize) {
                    match self.buffer {
                        format::Buffer::Input => (None, self.start),
                        format::Buffer::Inner(start) => (Some(start), self.start),
                    }
                }

                #[inline(always)]
                fn name(&self) -> (&'static str, Option<usize>) {
                    (self.label.word, self.label.index)
                }

                #[inline(always)]
                fn text(&self) -> (&[u8], Option<usize>) {
                    (self.label.text, self.text_start)
                }

                fn kind(&self) -> ($crate::layout::Kind, $crate::layout::SpanForm) {
                    use $crate::layout::{Kind, SpanForm};
                    match self.span_type.kind {
                        format::SpanKind::Part => (Kind::Part, SpanForm::Plain),
                        format::SpanKind::Field => (Kind::Typed, SpanForm::Plain),
                        format::SpanKind::Record => (Kind::Typed, SpanForm::Record),
                        format::SpanKind::Table => (Kind::Typed, SpanForm::Table),
                        format::SpanKind::List => (Kind::Typed, SpanForm::List),
                        _ => (Kind::Unknown, SpanForm::Plain),
                    }
                }

                #[inline(always)]
                fn shown(&self) -> usize {
                    std::ptr::from_ref(self.span_type) as usize
                }

                fn showing(&self) -> $crate::layout::Showing {
                    use $crate::layout::{Field, Showing, Table};
                    let make = |table: format::TableFn| -> std::sync::Arc<Table> {
                        std::sync::Arc::new(move |context| {
                            let field = |field: &format::Field| {
                                let format::Field { name, at, len, show } = *field;
                                Field { name, at, len, show }
                            };
                            table(context).iter().map(field).collect()
                        })
                    };
                    Showing { show: self.span_type.show, table: self.span_type.table.map(make) }
                }
            }

            impl format::Trace for $crate::layout::Recorder<'_> {
                fn enter(&self, span: &format::SpanStart<'_>) -> format::Descent {
                    use $crate::layout::Inside;
                    match self.enter(span) {
                        Inside::Wanted => format::Descent::All,
                        Inside::Skipped => format::Descent::Skip,
                        Inside::Every(distance) => format::Descent::Every(distance),
                        Inside::From { index, start } => format::Descent::From { index, start },
                        Inside::Stop => format::Descent::Stop,
                    }
                }

                fn leave(&self, bytes: &[u8], context: u64) {
                    self.leave(bytes.len(), context);
                }

                fn fail(&self, tries_another: bool) {
                    self.fail(tries_another);
                }

                fn unpacked(&self, start: usize, data: Vec<u8>) {
                    self.unpacked(start, data);
                }
            }
        };
    };
}

//! What xtask knows about each format crate.

#[cfg(test)]
use fuzz::internal::Codec;
use fuzz::internal::{Finding, Options};
use fuzz::laws::Checked;
#[cfg(test)]
use fuzz::laws::{self, Owed};
use rezkit::{Problem, Profile, READERS, Rule};

/// All formats.
pub(crate) fn all() -> Vec<Format> {
    use crate::fixtures;
    vec![
        // By name.
        Format::of("llsd", &["llsd", "notation"], fixtures::llsd::files),
        Format {
            found_by: "`validate`, or `validate_for` a program,",
            ..Format::of("m3d", &["m3d", "a3d"], fixtures::m3d::files)
        },
        Format::of("rbxbinary", &["rbxm", "rbxl"], fixtures::rbxbinary::files),
        Format::of("rbxmesh", &["mesh"], fixtures::rbxmesh::files),
        Format::of("rbxxml", &["rbxmx", "rbxlx"], fixtures::rbxxml::files),
        Format::of("slmesh", &["llmesh", "slm"], fixtures::slmesh::files),
    ]
}

/// A generated file: its path below `fixtures/NAME`, and its bytes.
pub(crate) type Fixture = (String, Vec<u8>);

/// Checks a file; with all laws if the format's own programs may have written it.
type Laws = dyn Fn(&[u8], bool) -> Checked;

/// Checks a file against the rules.
type Validate = dyn Fn(&[u8]) -> Result<Vec<Finding>, Problem>;

/// A format, without the type of its model.
pub(crate) struct Format {
    /// The name of its library and its folders.
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    /// Its file extensions, without the dot.
    pub(crate) extensions: &'static [&'static str],
    pub(crate) fixtures: fn() -> Vec<Fixture>,
    pub(crate) detect: fn(&[u8]) -> bool,
    /// The functions that check the rules.
    pub(crate) found_by: &'static str,
    pub(crate) rules: fn() -> Vec<Rule>,
    pub(crate) validate: Box<Validate>,
    pub(crate) laws: Box<Laws>,
}

impl Format {
    /// What `rezkit` knows of a format, by the name of its crate.
    ///
    /// # Panics
    ///
    /// If it knows none of this name.
    fn of(name: &'static str, extensions: &'static [&'static str], fixtures: fn() -> Vec<Fixture>) -> Self {
        let reader = READERS.iter().find(|reader| reader.name == name).expect("rezkit knows all formats");
        Self {
            name,
            title: reader.title,
            extensions,
            fixtures,
            detect: reader.detect,
            found_by: "`validate`",
            rules: reader.rules,
            validate: Box::new(|bytes| {
                let checked = reader.check(bytes, Options::default(), &[Profile::Raylib]);
                checked.map(|findings| findings.list)
            }),
            laws: Box::new(|bytes, in_full| reader.laws(bytes, Options::default(), in_full)),
        }
    }

    /// A format by its model. `owed` says which form of the second law a file owes.
    #[cfg(test)]
    fn new<M: Codec>(
        title: &'static str,
        extensions: &'static [&'static str],
        fixtures: fn() -> Vec<Fixture>,
        owed: Owed<M>,
    ) -> Self {
        Self {
            name: M::NAME,
            title,
            extensions,
            fixtures,
            detect: M::detect,
            found_by: "`validate`",
            rules: M::rules,
            validate: Box::new(|bytes| {
                M::read(bytes, Options::default()).map(|(model, _)| model.validate().list)
            }),
            laws: Box::new(move |bytes, in_full| {
                laws::check::<M>(bytes, Options::default(), in_full.then_some(owed))
            }),
        }
    }
}

/// The format of a file: by its content, or by its name if no format recognises the content.
pub(crate) fn of<'f>(formats: &'f [Format], name: &str, bytes: &[u8]) -> Option<&'f Format> {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let is_named = |format: &&Format| format.extensions.iter().any(|own| own.eq_ignore_ascii_case(extension));
    let detected = || formats.iter().filter(|format| (format.detect)(bytes));
    // If two formats recognise the content, for example of text, the name decides.
    detected().find(is_named).or_else(|| detected().next()).or_else(|| formats.iter().find(is_named))
}

/// A format for tests: `TOY `, and text. `~` in it gives a warning, `?` a finding;
/// the words `lost` and `panic` make what they say, and of `edited` files the spaces at the end are not kept.
#[cfg(test)]
pub(crate) mod toy {
    use super::*;
    use fuzz::internal::{Fault, Findings};
    use fuzz::laws::Exact;
    use rezkit::Severity;
    use rezkit::Warnings;
    use rezkit::layout::{Form, Kind, Layout, Located, Named, Recorder, Source};

    pub(crate) struct Toy(String);

    pub(crate) fn format() -> Format {
        let fixtures = || vec![("valid/a.toy".into(), b"TOY a".to_vec())];
        let owed: fn(&Toy, &[u8]) -> Exact =
            |toy, _| if toy.0.contains("edited") { Exact::BytesUnlessEdited } else { Exact::Bytes };
        Format::new::<Toy>("Toy", &["toy"], fixtures, owed)
    }

    const RULE: Rule = Rule {
        id: "TOY001",
        severity: Severity::Warning,
        title: "Nothing is asked",
        why: "Nobody answers.",
        fix: "Say it.",
    };

    impl Codec for Toy {
        const NAME: &'static str = "toy";

        fn detect(bytes: &[u8]) -> bool {
            bytes.starts_with(b"TOY")
        }

        fn read(bytes: &[u8], options: Options) -> Result<(Self, Warnings), Problem> {
            let problem =
                |text: &str, at| Problem::of_format(Fault::Other, text.into(), String::new(), Some(at), None);
            let text = String::from_utf8_lossy(bytes).strip_prefix("TOY").map(str::to_owned);
            let text = text.ok_or_else(|| problem("expected TOY", 0))?;
            assert!(!text.contains("panic"), "as asked");
            let text = if text.contains("edited") { text.trim_end().to_owned() } else { text };
            let warning = text.find('~').map(|at| problem("a tilde", at + 3));
            match warning {
                Some(warning) if options.strict => Err(warning),
                warning => Ok((Self(text), Warnings { list: warning.into_iter().collect(), n_more: 0 })),
            }
        }

        fn write(&self) -> Result<Vec<u8>, Problem> {
            Ok(format!("TOY{}", self.0.replace("lost", "")).into())
        }

        fn write_onto(&self, original: &[u8], options: Options) -> Result<Vec<u8>, Problem> {
            let is_unchanged = Self::read(original, options).is_ok_and(|(toy, _)| toy.0 == self.0);
            Ok(if is_unchanged { original.to_vec() } else { format!("TOY{}", self.0).into() })
        }

        fn difference(&self, other: &Self) -> Option<String> {
            (self.0 != other.0).then(|| format!(": {:?} is not {:?}", self.0, other.0))
        }

        fn validate(&self) -> Findings {
            let finding = Finding {
                rule: RULE,
                path: "text".into(),
                found: format!("{:?}", self.0),
                limit: String::new(),
            };
            self.0.contains('?').then_some(finding).into_iter().collect()
        }

        fn rules() -> Vec<Rule> {
            vec![RULE]
        }

        fn traced(bytes: &[u8], options: Options) -> (Layout<'_>, Result<Self, Problem>) {
            let source = ToySource(options);
            Layout::of(bytes, ToySource(options), None, |recorder| {
                let (_, warnings) = source.trace(bytes, recorder);
                (Self::read(bytes, options).map(|(toy, _)| toy), warnings)
            })
        }
    }

    struct ToySource(Options);

    impl Source for ToySource {
        fn trace(&self, bytes: &[u8], recorder: &Recorder) -> (Option<Problem>, Warnings) {
            let text = Named {
                packed_at: None,
                start: 0,
                word: "text",
                index: None,
                letters: None,
                kind: Kind::Typed,
                form: Form::Plain,
                show: |bytes, _, out| out.write_str(&String::from_utf8_lossy(bytes)),
                table: None,
            };
            match Toy::read(bytes, self.0) {
                Ok((_, warnings)) => {
                    recorder.enter(&text);
                    recorder.leave(bytes.len(), 0);
                    (None, warnings)
                }
                Err(error) => (Some(error), Warnings::default()),
            }
        }

        fn locate(&self, _: &[u8], paths: &[&str]) -> Vec<Option<Located>> {
            vec![None; paths.len()]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_decides_before_the_name() {
        let formats = [toy::format()];
        let name = |name, bytes| of(&formats, name, bytes).map(|format| format.name);
        assert_eq!(name("x", b"TOY"), Some("toy"));
        assert_eq!(name("folder.d/x.TOY", b"what"), Some("toy"));
        assert_eq!(name("toy", b"what"), None);
    }
}

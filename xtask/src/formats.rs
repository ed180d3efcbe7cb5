//! The formats: what xtask knows of each crate.

use fuzz::codec::{Codec, Finding, Layout, Options, Problem, Rule};
use fuzz::laws::{self, Checked, Owed};

/// All formats.
pub(crate) fn all() -> Vec<Format> {
    vec![
        // By name; `cargo xtask new-format` adds its line.
        Format {
            validate: llsd,
            ..Format::new::<llsd::Value>(
                "LLSD",
                &["llsd", "notation"],
                crate::fixtures::llsd::files,
                |_, bytes| {
                    // The header of one spelling, and nothing behind the value, is what `write` gives.
                    let is_usual = bytes.starts_with(b"<? LLSD/Binary ?>\n");
                    match llsd::binary::read_prefix(bytes, &llsd::ReadOptions::default()) {
                        Ok((_, n_read, _)) if is_usual && n_read == bytes.len() => laws::Exact::Bytes,
                        _ => laws::Exact::Values,
                    }
                },
            )
        },
        Format {
            found_by: "`validate`, or `validate_for` a program,",
            rules: m3d_rules,
            validate: m3d,
            ..Format::new::<m3d::Model>("Model 3D", &["m3d"], crate::fixtures::m3d::files, |_, _| {
                laws::Exact::Payloads
            })
        },
        Format::new::<rbxbinary::Model>(
            "Roblox binary model",
            &["rbxm", "rbxl"],
            crate::fixtures::rbxbinary::files,
            |_, _| laws::Exact::Payloads,
        ),
        Format::new::<rbxmesh::Mesh>("Roblox mesh", &["mesh"], crate::fixtures::rbxmesh::files, |mesh, _| {
            // People and old programs lay text out in their own ways.
            if mesh.version.major == 1 { laws::Exact::Values } else { laws::Exact::Bytes }
        }),
        Format::new::<rbxxml::Document>(
            "Roblox XML",
            &["rbxmx", "rbxlx"],
            crate::fixtures::rbxxml::files,
            // In the layout of Studio, which other programs and people do not keep to.
            |_, bytes| if is_studios(bytes) { laws::Exact::Bytes } else { laws::Exact::Values },
        ),
        Format::new::<fuzz::SecondLife>(
            "Second Life mesh",
            &["llmesh", "slm"],
            crate::fixtures::slmesh::files,
            |_, _| laws::Exact::Payloads,
        ),
    ]
}

/// The rules of Model 3D, and those of the programs whose view of it can be foretold.
fn m3d_rules() -> Vec<Rule> {
    let programs = m3d::rules::raylib::RULES.iter().map(|rule| Rule {
        id: rule.id,
        severity: rule.severity.to_string(),
        title: rule.title,
        why: rule.why,
        fix: rule.fix,
    });
    <m3d::Model as Codec>::rules().into_iter().chain(programs).collect()
}

/// Findings of Model 3D, and what programs do not show.
fn m3d(bytes: &[u8]) -> Result<Vec<Finding>, Problem> {
    let (model, _) = <m3d::Model as Codec>::read(bytes, Options::default())?;
    let programs = m3d::validate_for(&model, m3d::Program::Raylib);
    let programs = programs.into_iter().map(|finding| Finding {
        rule: finding.rule.id,
        severity: finding.rule.severity.to_string(),
        text: finding.to_string(),
    });
    Ok(model.validate().into_iter().chain(programs).collect())
}

/// Findings of LLSD, with those that its values cannot show.
fn llsd(bytes: &[u8]) -> Result<Vec<Finding>, Problem> {
    let findings = llsd::validate_with(bytes, &llsd::ReadOptions::default());
    let findings = findings.map_err(|error| Problem { text: error.to_string(), at: None })?;
    let finding = |finding: llsd::Finding| Finding {
        rule: finding.rule.id,
        severity: finding.rule.severity.to_string(),
        text: finding.to_string(),
    };
    Ok(findings.into_iter().map(finding).collect())
}

/// Whether a Roblox XML file has the head, the line ends and the indentation that Studio writes.
fn is_studios(bytes: &[u8]) -> bool {
    let head = b"<roblox xmlns:xmime=\"http://www.w3.org/2005/05/xmlmime\" \
        xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
        xsi:noNamespaceSchemaLocation=\"http://www.roblox.com/roblox.xsd\" version=\"4\">\n\t<";
    bytes.starts_with(head)
}

/// A file made by code: its path below `fixtures/NAME`, and its bytes.
pub(crate) type Fixture = (String, Vec<u8>);

/// Checks a file; in full if the format's own programs may have written it.
type Laws = dyn Fn(&[u8], bool) -> Checked;

/// A format, its model's type forgotten.
pub(crate) struct Format {
    /// What its library and its folders are called.
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    /// Of file names, without the dot.
    pub(crate) extensions: &'static [&'static str],
    pub(crate) fixtures: fn() -> Vec<Fixture>,
    pub(crate) detect: fn(&[u8]) -> bool,
    /// The functions that find what breaks the rules.
    pub(crate) found_by: &'static str,
    pub(crate) rules: fn() -> Vec<Rule>,
    pub(crate) validate: fn(&[u8]) -> Result<Vec<Finding>, Problem>,
    pub(crate) layout: for<'a> fn(&'a [u8]) -> Box<dyn Layout + 'a>,
    pub(crate) laws: Box<Laws>,
}

impl Format {
    /// A format by its model. `owed` says which form of the second law a file owes.
    pub(crate) fn new<M: Codec>(
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
            validate: |bytes| M::read(bytes, Options::default()).map(|(model, _)| model.validate()),
            layout: |bytes| M::layout(bytes, Options::default()),
            laws: Box::new(move |bytes, in_full| {
                laws::check::<M>(bytes, Options::default(), in_full.then_some(owed))
            }),
        }
    }
}

/// The format of a file: by its content, or if none knows that, by its name.
pub(crate) fn of<'f>(formats: &'f [Format], name: &str, bytes: &[u8]) -> Option<&'f Format> {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let is_named = |format: &&Format| format.extensions.iter().any(|own| own.eq_ignore_ascii_case(extension));
    let detected = || formats.iter().filter(|format| (format.detect)(bytes));
    // Where two know the content, such as one that is text, the name decides.
    detected().find(is_named).or_else(|| detected().next()).or_else(|| formats.iter().find(is_named))
}

/// A format for tests: `TOY `, and text. `~` in it gives a warning, `?` a finding;
/// the words `lost` and `panic` make what they say.
#[cfg(test)]
pub(crate) mod toy {
    use super::*;
    use fuzz::codec::{Given, Kind, Span, Warnings};
    use fuzz::laws::Exact;

    pub(crate) struct Toy(String);

    pub(crate) fn format() -> Format {
        let fixtures = || vec![("valid/a.toy".into(), b"TOY a".to_vec())];
        Format::new::<Toy>("Toy", &["toy"], fixtures, |_, _| Exact::Bytes)
    }

    impl Codec for Toy {
        const NAME: &'static str = "toy";

        fn detect(bytes: &[u8]) -> bool {
            bytes.starts_with(b"TOY")
        }

        fn read(bytes: &[u8], options: Options) -> Result<(Self, Warnings), Problem> {
            let problem =
                |text: &str, at| Problem { text: format!("{text} (at byte {at:#x})"), at: Some(at) };
            let text = String::from_utf8_lossy(bytes).strip_prefix("TOY").map(str::to_owned);
            let text = text.ok_or_else(|| problem("expected TOY", 0))?;
            assert!(!text.contains("panic"), "as asked");
            let warning = text.find('~').map(|at| problem("a tilde", at + 3));
            match warning {
                Some(warning) if options.strict => Err(warning),
                warning => {
                    let count = usize::from(warning.is_some());
                    Ok((Self(text), Warnings { kept: warning.into_iter().collect(), count }))
                }
            }
        }

        fn write(&self) -> Result<Vec<u8>, Problem> {
            Ok(format!("TOY{}", self.0.replace("lost", "")).into())
        }

        fn write_onto(&self, _: &[u8], _: Options) -> Result<Vec<u8>, Problem> {
            Ok(format!("TOY{}", self.0).into())
        }

        fn difference(&self, other: &Self) -> Option<String> {
            (self.0 != other.0).then(|| format!(": {:?} is not {:?}", self.0, other.0))
        }

        fn validate(&self) -> Vec<Finding> {
            let finding = Finding {
                rule: "TOY001",
                severity: "warning".into(),
                text: format!("warning TOY001: text: Nothing is asked; found {:?}", self.0),
            };
            self.0.contains('?').then_some(finding).into_iter().collect()
        }

        fn rules() -> Vec<Rule> {
            let (title, why, fix) = ("Nothing is asked", "Nobody answers.", "Say it.");
            vec![Rule { id: "TOY001", severity: "warning".into(), title, why, fix }]
        }

        /// The text falls into letters.
        fn layout<'a>(bytes: &'a [u8], options: Options) -> Box<dyn Layout + 'a> {
            let (warnings, error) = match Self::read(bytes, options) {
                Ok((_, warnings)) => (warnings, None),
                Err(error) => (Warnings::default(), Some(error)),
            };
            let span = |name: &str, start, end, kind, parent: Option<usize>| {
                let depth = usize::from(parent.is_some());
                (name.to_owned(), Span { space: 0, start, end, kind, parent, depth })
            };
            let text = if error.is_some() { Kind::Gap } else { Kind::Typed };
            let spans = vec![
                span("file", 0, bytes.len(), Kind::Part, None),
                span("magic", 0, 3.min(bytes.len()), Kind::Typed, Some(0)),
                span("text", 3.min(bytes.len()), bytes.len(), text, Some(0)),
            ];
            let magic = (1, 0..3, ("magic".to_owned(), String::new()));
            let letter = |(at, byte): (usize, &u8)| {
                (2, at..at + 1, (format!("[{}]", at - 3), char::from(*byte).to_string()))
            };
            let letters = bytes.iter().enumerate().skip(3).map(letter);
            let values = std::iter::once(magic).chain(letters).collect();
            Box::new(Given { bytes, spans, values, warnings, error, ..Given::default() })
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

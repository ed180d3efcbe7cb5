//! Where in a document the paths of findings, warnings and errors lead, and what becomes of a trace that does not want
//! all.

use crate::recorder::traced;
use crate::support::files;
use llsd::{ErrorKind, Inside, Named, ReadOptions, Same, Trace, locate, read_with, trace, validate_with};
use std::cell::Cell;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/llsd");

/// The source that a path leads to, on one line.
fn source(bytes: &[u8], path: &str) -> Option<String> {
    let (_, range) = locate(bytes, &ReadOptions::default(), &[path]).remove(0)?;
    Some(bytes[range].escape_ascii().to_string())
}

/// For every rule: the path of each finding, and the source that it leads to.
#[test]
fn a_finding_leads_to_the_value() {
    let mut text = String::new();
    let mut n_rules = 0;
    for (name, bytes) in files(format!("{FIXTURES}/rules")) {
        let Some((rule, _)) = name.split_once(".fires.") else { continue };
        n_rules += 1;
        let findings = validate_with(&bytes, &ReadOptions::default()).unwrap();
        assert!(findings.iter().any(|finding| finding.rule.id == rule), "{name}");
        for finding in findings.iter().filter(|finding| finding.rule.id == rule) {
            let found = source(&bytes, &finding.path).unwrap_or_else(|| panic!("{rule}: {}", finding.path));
            text += &format!("{name} {} -> {found}\n", finding.path);
        }
    }
    assert_eq!(n_rules, llsd::rules::RULES.len());
    insta::assert_snapshot!(text);
}

/// What the paths of warnings and errors lead to. Of a value that cannot be read, nothing is told.
#[test]
fn a_warning_and_an_error_lie_in_the_value_that_they_are_about() {
    let mut text = String::new();
    for (name, bytes) in files(format!("{FIXTURES}/invalid")) {
        let errors = match read_with(&bytes, &ReadOptions::default()) {
            Ok((_, warnings)) => warnings.into_iter().collect(),
            Err(error) => vec![error],
        };
        for error in errors {
            let path: Vec<_> = error.path().collect();
            let found = source(&bytes, &path.join(", ")).unwrap_or_default();
            text += &format!("{name}: {error} -> {found}\n");
        }
    }
    insta::assert_snapshot!(text);
}

/// A key without a value is gone when the next one is read.
#[test]
fn a_warning_about_a_key_without_a_value_names_it() {
    let text = "<llsd><map><key>a</key><key><b/>c</key><integer>x</integer><key>d</key></map></llsd>";
    let (value, warnings) = read_with(text.as_bytes(), &ReadOptions::default()).unwrap();
    let said: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    assert_eq!(value.to_string(), "{'c':i0}");
    assert_eq!(
        said,
        [
            "a: the key before this one, which has no value, is skipped (at byte 0x17)",
            "inside a value, the element \"b\" is skipped (at byte 0x1c)",
            "c: the integer \"x\" is read as 0 (at byte 0x30)",
            "d: the key without a value is skipped (at byte 0x47)",
        ]
    );
}

/// Keys may hold any letters; what a trace itself names is in angle brackets, and taken for no key.
#[test]
fn keys_are_told_from_the_names_of_a_trace() {
    let text = "{'end':i1,'key':i2,'map':[i3,{'value':i4}],'a.b, c':{'':i5},'header':i6,'é d':{'x':[[i7]]}}";
    let value = llsd::read(text.as_bytes()).unwrap();
    for encoding in [llsd::Encoding::Binary, llsd::Encoding::Xml, llsd::Encoding::Notation] {
        let bytes = llsd::write_with(&value, &llsd::WriteOptions::default().encoding(encoding)).unwrap();
        let recorder = traced(&bytes, &ReadOptions::default());
        for (path, expected) in [
            ("end", "1"),
            ("key", "2"),
            ("map[0]", "3"),
            ("map[1].value", "4"),
            ("a.b, c, \"\"", "5"),
            ("header", "6"),
            ("é d, x[0][0]", "7"),
        ] {
            let (_, range) = locate(&bytes, &ReadOptions::default(), &[path]).remove(0).unwrap();
            let told = recorder.told.borrow();
            let found = told.iter().find(|told| told.range == range).unwrap();
            assert_eq!(found.value, expected, "{path} {encoding:?}");
        }
    }
}

/// Answers as the function says, except at one span, where it stops.
struct Answers {
    answer: fn(&Named<'_>) -> Inside,
    n_before: Cell<Option<usize>>,
    stops_at: usize,
}

impl Answers {
    fn new(answer: fn(&Named<'_>) -> Inside, stops_at: usize) -> Self {
        Self { answer, n_before: Cell::new(Some(0)), stops_at }
    }
}

impl Trace for Answers {
    fn enter(&self, span: &Named<'_>) -> Inside {
        let n_before = self.n_before.get().expect("nothing is told after the stop");
        let stops = n_before == self.stops_at;
        self.n_before.set((!stops).then_some(n_before + 1));
        if stops { Inside::Stop } else { (self.answer)(span) }
    }

    fn leave(&self, _: &[u8], _: u64) {
        assert!(self.n_before.get().is_some(), "only failures are told after the stop");
    }

    fn fail(&self, _: bool) {}
}

#[test]
fn a_trace_can_stop_anywhere() {
    for folder in ["valid", "invalid", "rules"] {
        for (name, bytes) in files(format!("{FIXTURES}/{folder}")) {
            for stops_at in 0.. {
                let answers = Answers::new(|_| Inside::Wanted, stops_at);
                let (result, _) = trace(&bytes, &ReadOptions::default(), &answers);
                if answers.n_before.get().is_some() {
                    break;
                }
                let error = result.expect_err(&name);
                assert_eq!(error.kind(), &ErrorKind::Stopped, "{name}, span {stops_at}");
            }
        }
    }
}

#[test]
fn what_is_skipped_is_read_all_the_same() {
    let skip: [fn(&Named<'_>) -> Inside; 4] = [
        |span| if span.label.word == "<value>" { Inside::Skipped } else { Inside::Wanted },
        |span| if span.label.word == "<header>" { Inside::Skipped } else { Inside::Wanted },
        |span| if span.label.index == Some(1) { Inside::Skipped } else { Inside::Wanted },
        |span| if span.label.word.is_empty() { Inside::Skipped } else { Inside::Wanted },
    ];
    for folder in ["valid", "invalid", "rules"] {
        for (name, bytes) in files(format!("{FIXTURES}/{folder}")) {
            for answer in skip {
                let answers = Answers::new(answer, usize::MAX);
                let (result, warnings) = trace(&bytes, &ReadOptions::default(), &answers);
                match (result, read_with(&bytes, &ReadOptions::default())) {
                    (Ok(traced), Ok((read, expected))) => {
                        assert_eq!((traced.difference(&read), warnings), (None, expected), "{name}");
                    }
                    (result, expected) => assert_eq!(result.err(), expected.err(), "{name}"),
                }
            }
        }
    }
}

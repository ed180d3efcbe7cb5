//! Tests of the fixtures, which each format crate includes. The snapshots are in the crate.

#![allow(dead_code, reason = "each crate uses what it needs")]

use super::format::{
    Buffer, Descent, Error, ErrorKind, Finding, Limits, ReadOptions, Same, SpanStart, Trace, read, read_with,
    trace, write, write_onto,
};
use super::recorder::{check_traced, traced};
use super::support::{File, files};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The folder of fixtures: that of the module around these tests, or else that of the crate. A crate that
/// `cargo xtask new-format` has just made brings its own.
fn folder() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = here.join("extra/fixtures");
    let name = match *module_path!().split("::").collect::<Vec<_>>() {
        [_, around, _] => Path::new(around),
        _ => Path::new(here.file_name().expect("a name")),
    };
    if own.is_dir() { own } else { here.join("../../fixtures").join(name) }
}

pub(crate) fn fixtures(name: &str) -> Vec<File> {
    files(folder().join(name))
}

/// Compares a text with a snapshot.
fn assert_snapshot(name: &str, text: String) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/all/snapshots"));
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// The bytes that a path leads to, and the first of them as text.
fn place(bytes: &[u8], path: &str) -> String {
    match super::locate(bytes, path) {
        Some((Buffer::Input, range)) => {
            let start: Vec<u8> = bytes[range.clone()].iter().copied().take(40).collect();
            format!("{range:x?} {}", start.escape_ascii())
        }
        Some((buffer, range)) => format!("{buffer:x?} {range:x?}"),
        None => "nothing".into(),
    }
}

/// A line for each finding.
fn lines(bytes: &[u8], findings: &[Finding]) -> String {
    let line = |of: &Finding| format!("    {of}\n      -> {}\n", place(bytes, &of.path));
    findings.iter().map(line).collect()
}

/// A checksum of a text: 64-bit FNV-1a.
fn checksum(all: &str) -> u64 {
    let next = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    all.bytes().fold(0xcbf2_9ce4_8422_2325, next)
}

/// The first characters of a text, and a checksum of all of it.
fn abridged(all: &str) -> String {
    let start: String = all.chars().take(1500).collect();
    if start == all { start } else { format!("{start}… {} in all, {:016x}", all.len(), checksum(all)) }
}

#[test]
fn valid_fixtures_read_and_write_back() {
    let mut text = String::new();
    for (name, bytes) in fixtures("valid") {
        let (model, warnings) = read_with(&bytes, &ReadOptions::default()).expect(&name);
        let written = write(&model).expect(&name);
        assert_eq!(read(&written).expect(&name).difference(&model), None, "{name}");
        assert_eq!(write_onto(&model, &bytes).as_ref(), Ok(&bytes), "{name}");
        let known = traced(&bytes, &ReadOptions::default()).check(&bytes, &name);
        let form = if written == bytes { "as it is" } else { "in another form" };
        text += &format!("{name}: {} warnings, {known:.1} is known, written {form}\n", warnings.total());
        text += &format!("  {}\n", abridged(&super::shown(&model)));
    }
    assert_snapshot("valid", text);
}

#[test]
fn invalid_fixtures_say_what_is_wrong_and_where() {
    let all = [fixtures("invalid"), fixtures("crashers")].concat();
    assert!(!all.is_empty());
    let mut text = String::new();
    for (name, bytes) in all {
        let (word, errors, findings) = match read_with(&bytes, &ReadOptions::default()) {
            Ok((_, warnings)) => ("warning", warnings.into_iter().collect(), super::findings(&bytes)),
            Err(error) => ("error", vec![error], vec![]),
        };
        text += &format!("{name}\n");
        for error in &errors {
            let path = error.path().collect::<Vec<_>>().join(", ");
            text += &format!("    {word}: {error}\n      -> {}\n", place(&bytes, &path));
        }
        let strict = read_with(&bytes, &ReadOptions::default().strict(true)).expect_err(&name);
        if errors.first() != Some(&strict) {
            text += &format!("    strict: {strict}\n");
        }
        text += &lines(&bytes, &findings);
        check_traced(&bytes);
    }
    assert_snapshot("invalid", text);
}

/// Cut copies of a file, and copies with another byte.
fn damaged(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    (0..bytes.len()).step_by(1 + bytes.len() / 40).flat_map(|at| {
        let with = |byte| [&bytes[..at], &[byte], &bytes[at + 1..]].concat();
        [bytes[..at].to_vec(), with(0), with(0xff), with(b'-')]
    })
}

/// The errors of damaged copies and of reading with few elements: for each kind, their number, and a checksum of their
/// places and paths.
#[test]
fn damage_is_an_error_of_a_kind_with_a_place() {
    let mut found: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let mut add = |error: &Error| {
        let kind = format!("{:?}", error.kind());
        let (n, places) = found.entry(kind.split(' ').next().expect("a word").to_owned()).or_default();
        *n += 1;
        *places += &format!("{:?} {}\n", error.place(), error.path().collect::<Vec<_>>().join(", "));
    };
    for (name, bytes) in all_fixtures() {
        for copy in damaged(&bytes) {
            let strict = read_with(&copy, &ReadOptions::default().strict(true)).err();
            match read_with(&copy, &ReadOptions::default()) {
                Ok((_, warnings)) => {
                    assert_eq!(strict.as_ref(), warnings.first(), "{name}");
                    warnings.iter().for_each(&mut add);
                }
                Err(error) => strict.iter().chain([&error]).for_each(&mut add),
            }
        }
        for n in (0..40).chain((40..4000).step_by(99)) {
            let options = ReadOptions::default().limits(Limits::default().elements(n));
            match read_with(&bytes, &options) {
                Ok(_) => break,
                Err(error) => add(&error),
            }
        }
    }
    let line = |(kind, (n, places)): (&String, &(usize, String))| {
        format!("{kind}: {n}, {:016x}\n", checksum(places))
    };
    assert_snapshot("damaged", found.iter().map(line).collect());
}

/// Each rule has a fixture that breaks it, `fires`, and one that does not.
#[test]
fn rules_fire_and_are_silent() {
    let mut text = String::new();
    for (name, bytes) in fixtures("rules") {
        let (rule, case) = name.split_once('.').expect("a rule");
        let findings = super::findings(&bytes);
        let fires = findings.iter().any(|finding| finding.rule.id == rule);
        assert_eq!(fires, case.starts_with("fires"), "{name}");
        text += &format!("{name}\n{}", lines(&bytes, &findings));
    }
    assert!(!text.contains("-> nothing"), "{text}");
    assert_snapshot("rules", text);
}

/// A tracer that calls a closure with each span and its number, and counts spans.
pub(crate) struct CountingTracer<F> {
    answer: F,
    n_spans: Cell<usize>,
    n_open: Cell<usize>,
    is_stopped: Cell<bool>,
    pub(crate) n_unpacked: Cell<usize>,
}

impl<F: Fn(usize, &SpanStart<'_>) -> Descent> CountingTracer<F> {
    pub(crate) fn new(answer: F) -> Self {
        let (n_spans, n_open, is_stopped) = (Cell::default(), Cell::default(), Cell::default());
        Self { answer, n_spans, n_open, is_stopped, n_unpacked: Cell::default() }
    }

    fn end(&self) {
        self.n_open.set(self.n_open.get() - 1);
    }
}

impl<F: Fn(usize, &SpanStart<'_>) -> Descent> Trace for CountingTracer<F> {
    fn enter(&self, span: &SpanStart<'_>) -> Descent {
        assert!(!self.is_stopped.get(), "no span begins after the stop");
        let descent = (self.answer)(self.n_spans.replace(self.n_spans.get() + 1), span);
        self.is_stopped.set(descent == Descent::Stop);
        self.n_open.set(self.n_open.get() + usize::from(descent != Descent::Stop));
        descent
    }

    fn leave(&self, _: &[u8], _: u64) {
        self.end();
    }

    fn fail(&self, _: bool) {
        self.end();
    }

    fn unpacked(&self, _: usize, _: Vec<u8>) {
        self.n_unpacked.set(self.n_unpacked.get() + 1);
    }
}

fn all_fixtures() -> Vec<File> {
    ["valid", "invalid", "rules"].map(fixtures).concat()
}

/// Checks that a tracer can stop reading at any span: no reader takes the stop for an error from which it recovers.
pub(crate) fn check_stops(name: &str, read: impl Fn(&dyn Trace) -> Result<(), Error>) {
    let all = CountingTracer::new(|_, _| Descent::All);
    let _ = read(&all);
    // At most 25 spans of each file, because each takes a read of the file.
    for last in (0..all.n_spans.get()).step_by(1 + all.n_spans.get() / 24) {
        let tracer = CountingTracer::new(|n, _| if n == last { Descent::Stop } else { Descent::All });
        let error = read(&tracer).expect_err(name);
        assert_eq!(error.kind(), &ErrorKind::Stopped, "{name}, {last}: {error}");
        assert_eq!((tracer.n_spans.get(), tracer.n_open.get()), (last + 1, 0), "{name}, {last}");
    }
}

#[test]
fn a_trace_can_end_reading() {
    // In these, rbxmesh takes a stop after the last face for the end of the text.
    for (name, bytes) in all_fixtures().into_iter().filter(|(name, _)| !name.starts_with("text_count")) {
        check_stops(&name, |tracer| trace(&bytes, &ReadOptions::default(), tracer).0.map(drop));
    }
}

/// A crate that does not decompress skipped parts is exempt, because its model has their compressed bytes.
#[test]
fn skipped_spans_are_read_all_the_same() {
    if super::KEEPS_SKIPPED_PARTS_PACKED {
        return;
    }
    for (name, bytes) in all_fixtures() {
        let expected = read_with(&bytes, &ReadOptions::default());
        for every in 1..=4 {
            let tracer =
                CountingTracer::new(|n, _| if n % every == 0 { Descent::Skip } else { Descent::All });
            match (trace(&bytes, &ReadOptions::default(), &tracer), &expected) {
                ((Ok(traced), warnings), Ok((read, expected))) => {
                    assert_eq!((traced.difference(read), &warnings), (None, expected), "{name}");
                }
                ((result, _), expected) => {
                    assert_eq!(result.err().as_ref(), expected.as_ref().err(), "{name}");
                }
            }
        }
    }
}

#[test]
fn fixtures_have_sources() {
    let sources = std::fs::read_to_string(folder().join("SOURCES.md")).expect("a list of sources");
    assert!(sources.starts_with("# Fixtures of "));
}

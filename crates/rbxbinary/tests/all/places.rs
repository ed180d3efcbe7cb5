//! Where in a file the paths of findings, warnings and errors lead, and what a trace may leave out.

use crate::recorder::Recorder;
use crate::support::files;
use rbxbinary::{
    Buffer, Chunk, Class, Column, ErrorKind, Inside, Model, Named, ReadOptions, Referent, Same, Strings,
    Trace, Values, locate, read, read_with, trace, validate, write,
};
use std::cell::Cell;
use std::ops::Range;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/rbxbinary");

fn place(bytes: &[u8], path: &str) -> Option<(Buffer, Range<usize>)> {
    locate(bytes, &ReadOptions::default(), &[path]).remove(0)
}

/// For every rule: the path of each finding, and the bytes that it leads to.
#[test]
fn a_finding_leads_to_the_value() {
    let mut text = String::new();
    let mut n_rules = 0;
    for (name, bytes) in files(format!("{FIXTURES}/rules")) {
        let Some(rule) = name.split_once(".fires.").map(|(rule, _)| rule) else { continue };
        n_rules += 1;
        let findings = validate(&read(&bytes).unwrap());
        for finding in findings.iter().filter(|finding| finding.rule.id == rule) {
            let found = place(&bytes, &finding.path);
            let (buffer, range) = found.unwrap_or_else(|| panic!("{rule}: {}", finding.path));
            text += &format!("{rule} {} -> {buffer:x?} {range:x?}\n", finding.path);
        }
    }
    assert_eq!(n_rules, rbxbinary::rules::RULES.len());
    insta::assert_snapshot!(text);
}

/// The path of a warning or an error leads to bytes that it lies in.
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
            let found = place(&bytes, &path.join(", "));
            text += &format!("{name}: {error} -> {found:x?}\n");
        }
    }
    insta::assert_snapshot!(text);
}

/// A file with `n` items of a class, and a column of them.
fn file(n: usize, name: &str, values: Values) -> Vec<u8> {
    let referents = (0..n).map(|i| Referent(i as i32)).collect();
    let class = Class { name: "Bone".into(), referents, ..Class::default() };
    let column = Column { name: name.into(), values, ..Column::default() };
    write(&Model { chunks: vec![Chunk::Class(class), Chunk::Column(column)], ..Model::default() }).unwrap()
}

/// A value of an interleaved column is in several places: its first byte is the one that it is found by.
#[test]
fn a_value_of_a_column_is_found_by_its_first_byte() {
    const N: usize = 100_000;
    let bytes = file(N, "Weight", Values::Float32((0..N).map(|i| i as f32).collect()));
    let (buffer, first) = place(&bytes, "chunks[1] PROP Bone.Weight, values[0]").unwrap();
    let found = place(&bytes, "chunks[1] PROP Bone.Weight, values[70000]");
    assert_eq!(found, Some((buffer, first.start + 70_000..first.start + 70_001)));
    let others = place(&bytes, "chunks[1] PROP Bone.Weight, values_low_bytes.byte_1");
    assert_eq!(others, Some((buffer, first.start + N..first.start + 2 * N)));
    let recorder = Recorder::default();
    trace(&bytes, &ReadOptions::default(), &recorder).0.unwrap();
    assert!(recorder.told.borrow().len() < 30, "{}", recorder.told.borrow().len());
    // A single value is in one place.
    let bytes = std::fs::read(format!("{FIXTURES}/rules/RBX010.fires.rbxm")).unwrap();
    assert_eq!(place(&bytes, "x[0]").unwrap().1.len(), 4);
}

/// Answers as the function says, and counts what is unpacked.
struct Answers(fn(&Named<'_>) -> Inside, Cell<usize>);

impl Trace for Answers {
    fn enter(&self, span: &Named<'_>) -> Inside {
        self.0(span)
    }

    fn leave(&self, _: &[u8], _: u64) {}

    fn fail(&self, _: bool) {}

    fn unpacked(&self, _: usize, _: Vec<u8>) {
        self.1.set(self.1.get() + 1);
    }
}

#[test]
fn what_is_skipped_is_read_all_the_same_unless_it_is_a_column() {
    // Long enough for the strings to take over the buffer that they were unpacked into.
    let bytes = file(1000, "Name", Values::String(Strings::new((0..1000).map(|i| i.to_string())).unwrap()));
    let options = ReadOptions::default();
    let model = read(&bytes).unwrap();
    let traced = |answer| {
        let trace_of = Answers(answer, Cell::new(0));
        let (result, _) = trace(&bytes, &options, &trace_of);
        (result, trace_of.1.get())
    };
    type Wanted = fn(&Named<'_>) -> Inside;
    let skip: [(Wanted, usize); 3] = [
        (|_| Inside::Wanted, 2),
        (|span| if span.label.word == "plain" { Inside::Skipped } else { Inside::Wanted }, 2),
        (|span| if span.label.text == b"INST" { Inside::Skipped } else { Inside::Wanted }, 1),
    ];
    for (answer, n_unpacked) in skip {
        let (read, n) = traced(answer);
        assert_eq!((read.unwrap().difference(&model), n), (None, n_unpacked));
    }
    let (read, n) = traced(|span| if span.label.text == b"PROP" { Inside::Skipped } else { Inside::Wanted });
    let mut read = read.unwrap();
    assert!(matches!(&read.chunks[1], Chunk::Packed(packed) if packed.column().is_none()) && n == 1);
    read.unpack(1, &options).unwrap();
    assert_eq!(read.difference(&model), None);
    let (stopped, n) = traced(|span| if span.label.word == "values" { Inside::Stop } else { Inside::Wanted });
    assert_eq!((stopped.unwrap_err().kind(), n), (&ErrorKind::Stopped, 2));
}

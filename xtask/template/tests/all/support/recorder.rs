//! Keeps what a trace is told.

#![allow(dead_code, reason = "each test uses what it needs")]

use super::format::{Buffer, Inside, Named, ReadOptions, Same, Shown, SpanKind, Trace, read_with, trace};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;

/// A span that has ended.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Told {
    pub(crate) buffer: Buffer,
    pub(crate) range: Range<usize>,
    pub(crate) name: String,
    pub(crate) kind: SpanKind,
    pub(crate) value: String,
    /// Whether spans of the same buffer are inside it.
    pub(crate) has_inside: bool,
}

#[derive(Debug, Default)]
pub(crate) struct Recorder {
    open: RefCell<Vec<Open>>,
    pub(crate) told: RefCell<Vec<Told>>,
    pub(crate) unpacked: RefCell<BTreeMap<usize, Vec<u8>>>,
}

/// A span that has begun, and how many had ended before it.
#[derive(Debug)]
struct Open {
    told: Told,
    shown: &'static Shown,
    n_before: usize,
}

impl Trace for Recorder {
    fn enter(&self, span: &Named<'_>) -> Inside {
        let (range, kind, name) = (span.start..span.start, span.shown.kind, span.label.to_string());
        let told = Told { buffer: span.buffer, range, name, kind, value: String::new(), has_inside: false };
        let n_before = self.told.borrow().len();
        self.open.borrow_mut().push(Open { told, shown: span.shown, n_before });
        Inside::Wanted
    }

    fn leave(&self, bytes: &[u8], context: u64) {
        let Open { mut told, shown, .. } = self.open.borrow_mut().pop().expect("a span is open");
        told.range.end += bytes.len();
        (shown.show)(bytes, context, &mut told.value).expect("a text");
        self.note_inside(told.buffer);
        self.told.borrow_mut().push(told);
    }

    fn fail(&self, tries_another: bool) {
        let failed = self.open.borrow_mut().pop().expect("a span is open");
        if tries_another {
            self.told.borrow_mut().truncate(failed.n_before);
        } else if failed.told.has_inside {
            self.note_inside(failed.told.buffer);
        }
    }

    fn unpacked(&self, start: usize, data: Vec<u8>) {
        self.unpacked.borrow_mut().insert(start, data);
    }
}

impl Recorder {
    /// Notes that the innermost open span has one inside.
    fn note_inside(&self, buffer: Buffer) {
        let mut open = self.open.borrow_mut();
        if let Some(outer) = open.last_mut().filter(|outer| outer.told.buffer == buffer) {
            outer.told.has_inside = true;
        }
    }

    /// That every span has ended.
    pub(crate) fn check_ended(&self) {
        assert!(self.open.borrow().is_empty(), "a span is open");
    }

    /// That every span has ended, and that no byte of the input and of what is unpacked is in two leaves. Gives the
    /// share of the bytes that are in leaves of a known type.
    pub(crate) fn check(&self, bytes: &[u8], name: &str) -> f64 {
        self.check_ended();
        let (mut n_known, mut n_all) = (0, 0);
        let unpacked = self.unpacked.borrow();
        let inner = unpacked.iter().map(|(start, data)| (Buffer::Inner(*start), data.as_slice()));
        for (buffer, bytes) in inner.chain([(Buffer::Input, bytes)]) {
            let told = self.told.borrow();
            let mut leaves: Vec<_> =
                told.iter().filter(|told| told.buffer == buffer && !told.has_inside).collect();
            leaves.sort_by_key(|leaf| leaf.range.start);
            let mut covered = 0;
            for leaf in leaves.iter().filter(|leaf| !leaf.range.is_empty()) {
                assert!(covered <= leaf.range.start, "{name}: {buffer:?}, {}", leaf.name);
                covered = leaf.range.end;
                n_known += if leaf.kind == SpanKind::Unknown { 0 } else { leaf.range.len() };
            }
            assert!(covered <= bytes.len(), "{name}: {buffer:?}");
            n_all += bytes.len();
        }
        n_known as f64 / n_all.max(1) as f64
    }
}

/// Any bytes read with the same result when somebody is told, who is told of the end of every span. Gives what was
/// told.
pub(crate) fn traced(bytes: &[u8], options: &ReadOptions) -> Recorder {
    let recorder = Recorder::default();
    let (result, warnings) = trace(bytes, options, &recorder);
    recorder.check_ended();
    match (result, read_with(bytes, options)) {
        (Ok(traced), Ok((read, expected))) => {
            assert_eq!((traced.difference(&read), warnings), (None, expected));
        }
        (result, expected) => assert_eq!(result.err(), expected.err()),
    }
    recorder
}

/// As [`traced`], with the usual options.
pub(crate) fn check_traced(bytes: &[u8]) {
    let _ = traced(bytes, &ReadOptions::default());
}

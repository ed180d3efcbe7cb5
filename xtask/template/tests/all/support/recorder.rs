//! Records the spans of a trace.

#![allow(dead_code, reason = "each test uses what it needs")]

use super::format::{
    Buffer, Descent, ReadOptions, Same, SpanKind, SpanStart, SpanType, Trace, read_with, trace,
};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;

/// A span that has ended.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Span {
    pub(crate) buffer: Buffer,
    pub(crate) range: Range<usize>,
    pub(crate) name: String,
    pub(crate) kind: SpanKind,
    pub(crate) value: String,
    /// Set if the span contains spans of the same buffer.
    pub(crate) has_inside: bool,
}

#[derive(Debug, Default)]
pub(crate) struct Recorder {
    open: RefCell<Vec<OpenSpan>>,
    pub(crate) spans: RefCell<Vec<Span>>,
    pub(crate) unpacked: RefCell<BTreeMap<usize, Vec<u8>>>,
}

/// A span that has begun, and the number of spans that had ended before it.
#[derive(Debug)]
struct OpenSpan {
    span: Span,
    span_type: &'static SpanType,
    n_before: usize,
}

impl Trace for Recorder {
    fn enter(&self, start: &SpanStart<'_>) -> Descent {
        let (range, kind, name) = (start.start..start.start, start.span_type.kind, start.label.to_string());
        let span = Span { buffer: start.buffer, range, name, kind, value: String::new(), has_inside: false };
        let n_before = self.spans.borrow().len();
        self.open.borrow_mut().push(OpenSpan { span, span_type: start.span_type, n_before });
        Descent::All
    }

    fn leave(&self, bytes: &[u8], context: u64) {
        let OpenSpan { mut span, span_type, .. } = self.open.borrow_mut().pop().expect("a span is open");
        span.range.end += bytes.len();
        (span_type.show)(bytes, context, &mut span.value).expect("a text");
        self.mark_outer(span.buffer);
        self.spans.borrow_mut().push(span);
    }

    fn fail(&self, tries_another: bool) {
        let failed = self.open.borrow_mut().pop().expect("a span is open");
        if tries_another {
            self.spans.borrow_mut().truncate(failed.n_before);
        } else if failed.span.has_inside {
            self.mark_outer(failed.span.buffer);
        }
    }

    fn unpacked(&self, start: usize, data: Vec<u8>) {
        self.unpacked.borrow_mut().insert(start, data);
    }
}

impl Recorder {
    /// Sets `has_inside` of the innermost open span if it is of this buffer.
    fn mark_outer(&self, buffer: Buffer) {
        let mut open = self.open.borrow_mut();
        if let Some(outer) = open.last_mut().filter(|outer| outer.span.buffer == buffer) {
            outer.span.has_inside = true;
        }
    }

    /// Checks that every span has ended.
    pub(crate) fn check_ended(&self) {
        assert!(self.open.borrow().is_empty(), "a span is open");
    }

    /// Checks that every span has ended, and that no byte of the input or of decompressed data is in two leaves.
    /// Returns the share of the bytes that are in leaves of a known type.
    pub(crate) fn check(&self, bytes: &[u8], name: &str) -> f64 {
        self.check_ended();
        let (mut n_known, mut n_all) = (0, 0);
        let unpacked = self.unpacked.borrow();
        let inner = unpacked.iter().map(|(start, data)| (Buffer::Inner(*start), data.as_slice()));
        for (buffer, bytes) in inner.chain([(Buffer::Input, bytes)]) {
            let spans = self.spans.borrow();
            let mut leaves: Vec<_> =
                spans.iter().filter(|span| span.buffer == buffer && !span.has_inside).collect();
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

/// Checks that bytes read with the same result when they are traced, and that every span ends. Returns the recorded
/// spans.
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

/// Checks bytes as [`traced`] does, with the default options.
pub(crate) fn check_traced(bytes: &[u8]) {
    let _ = traced(bytes, &ReadOptions::default());
}

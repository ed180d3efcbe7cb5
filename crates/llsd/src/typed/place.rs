//! Finding the byte of a value from the path of an error.

use super::ReadOptions;
use crate::common::trace::{Descent, SpanStart, Trace};
use crate::model::walk::ROOT;
use crate::read::trace;
use std::cell::Cell;

/// Finds the first byte of the value at a path; for a missing field, the first byte of the map.
pub(super) fn start(bytes: &[u8], options: &ReadOptions, path: &[&str]) -> Option<usize> {
    let finder = Finder { path, n_open: Cell::default(), n_found: Cell::default(), start: Cell::default() };
    drop(trace(bytes, options, &finder));
    finder.start.get()
}

/// Follows a path while a document is read. The spans of the values that it names are nested.
struct Finder<'p> {
    path: &'p [&'p str],
    /// The number of open spans.
    n_open: Cell<usize>,
    /// The number of names in the path of the last value found.
    n_found: Cell<usize>,
    start: Cell<Option<usize>>,
}

impl Finder<'_> {
    /// Returns true if a span is the next value on the path.
    fn is_next(&self, span: &SpanStart<'_>) -> bool {
        let Some(n_names) = self.n_open.get().checked_sub(1) else { return span.label.word == ROOT };
        let name = self.path.get(n_names).filter(|_| n_names == self.n_found.get());
        // Paths cut long keys, and mark the cut.
        name.is_some_and(|name| name.strip_suffix(" …").unwrap_or(name) == span.label.to_string())
    }
}

impl Trace for Finder<'_> {
    fn enter(&self, span: &SpanStart<'_>) -> Descent {
        let (n_open, is_next) = (self.n_open.get(), self.is_next(span));
        if is_next {
            self.n_found.set(n_open);
            self.start.set(Some(span.start));
            if n_open == self.path.len() {
                return Descent::Stop;
            }
        }
        self.n_open.set(n_open.saturating_add(1));
        if is_next { Descent::All } else { Descent::Skip }
    }

    fn leave(&self, _: &[u8], _: u64) {
        self.n_open.update(|n_open| n_open.saturating_sub(1));
    }

    fn fail(&self, _: bool) {
        self.leave(&[], 0);
    }
}

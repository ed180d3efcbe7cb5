//! From the paths of errors and findings to the bytes.

use super::trace::{Buffer, Field, Inside, Label, Named, Shown, SpanKind, Trace};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

/// Looks for the spans that paths name, such as `chunks[2] SKINNING, bones[1].parent`.
///
/// A path names spans from the outside in, and may leave some out. It leads as far as spans have its names; of several
/// spans, to one that the fewest are left out for, and of those to the first.
// There may be thousands of paths and millions of spans. So what paths begin with is followed once for all of them.
#[derive(Default)]
pub(crate) struct Locator(RefCell<State>);

#[derive(Default)]
struct State {
    hasher: RandomState,
    /// Each path, up to each of its names.
    paths: Vec<Vec<Names>>,
    places: HashMap<Names, Place>,
    /// Those that open spans have, the outermost first.
    reached: Vec<Names>,
    open: Vec<Open>,
}

/// The names that a path begins with, as a hash.
type Names = u64;

/// What names lead to, with how many spans are around it, and the rows that paths name next.
#[derive(Default)]
struct Place {
    best: Option<(Reverse<usize>, Found)>,
    rows: BTreeSet<usize>,
}

/// Bytes of a buffer.
type Found = (Buffer, Range<usize>);

/// A span that has begun, and how many names were reached before it.
struct Open {
    found: Found,
    shown: &'static Shown,
    n_reached: usize,
}

impl Locator {
    /// The paths have the words of the file.
    pub(crate) fn new(paths: impl Iterator<Item: AsRef<str>>) -> Self {
        let mut state = State { reached: vec![0], ..State::default() };
        for path in paths {
            let mut names = vec![0];
            for name in divided(path.as_ref()) {
                let before = names.last().copied().unwrap_or_default();
                state.places.entry(before).or_default().rows.extend(name.parse::<usize>());
                names.push(state.hasher.hash_one((before, name)));
            }
            names.iter().for_each(|names| _ = state.places.entry(*names).or_default());
            state.paths.push(names);
        }
        Self(state.into())
    }

    /// The bytes that each path leads to.
    pub(crate) fn found(self) -> Vec<Option<Found>> {
        let State { paths, places, .. } = self.0.into_inner();
        let place = |names: &Names| places.get(names)?.best.as_ref().map(|(_, found)| found.clone());
        paths.iter().map(|path| path.iter().rev().find_map(place)).collect()
    }
}

impl State {
    /// Begins something with this name.
    fn begin(&mut self, outer: Range<usize>, name: &str) {
        for at in outer {
            let names = self.reached.get(at).copied().unwrap_or_default();
            let names = divided(name).fold(names, |names, name| self.hasher.hash_one((names, name)));
            if self.places.contains_key(&names) && !self.reached.contains(&names) {
                self.reached.push(names);
            }
        }
    }

    /// Ends it: what follows the names that were reached before leads here.
    fn end(&mut self, n_reached: usize, n_around: usize, found: &Found) {
        let fit = Reverse(n_around);
        for names in self.reached.split_off(n_reached) {
            let best = self.places.get_mut(&names).map(|place| &mut place.best);
            if let Some(best) = best.filter(|best| best.as_ref().is_none_or(|(other, _)| *other < fit)) {
                *best = Some((fit, found.clone()));
            }
        }
    }

    /// The values in a record, or in those rows of a table that paths name.
    fn values(&mut self, of: &Open, fields: &[Field]) {
        let len = fields.last().map_or(0, |last| last.at.saturating_add(last.len));
        let own = of.n_reached..self.reached.len();
        // The value counts as a span of its own.
        let n_around = self.open.len().saturating_add(1);
        let is_table = of.shown.kind == SpanKind::Table;
        let n_rows = of.found.1.len().checked_div(len).unwrap_or_default();
        let named = self.reached.get(own.clone()).unwrap_or_default().iter();
        let places = named.flat_map(|names| self.places.get(names));
        let rows: BTreeSet<_> = match is_table {
            true => places.flat_map(|place| place.rows.range(..n_rows).copied()).collect(),
            false => [0].into(),
        };
        let found = |start: usize, len| (of.found.0, start..start.saturating_add(len));
        for row in rows {
            let start = of.found.1.start.saturating_add(row.saturating_mul(len));
            if is_table {
                self.begin(own.clone(), &row.to_string());
            }
            let outer = if is_table { own.end } else { 0 }..self.reached.len();
            for field in fields {
                self.begin(outer.clone(), field.name);
                self.end(outer.end, n_around, &found(start.saturating_add(field.at), field.len));
            }
            self.end(own.end, n_around, &found(start, len));
        }
    }
}

impl Trace for Locator {
    fn enter(&self, span: &Named<'_>) -> Inside {
        let state = &mut *self.0.borrow_mut();
        let n_reached = state.reached.len();
        let Label { text, .. } = span.label;
        state.begin(0..n_reached, &Label { text: &[], ..span.label }.to_string());
        if !text.is_empty() {
            state.begin(0..n_reached, &String::from_utf8_lossy(text));
            state.begin(0..n_reached, &span.label.to_string());
        }
        let is_item = state.open.last().is_some_and(|outer| outer.shown.kind == SpanKind::List);
        let is_other = state.reached.len() == n_reached && (is_item || span.shown.kind == SpanKind::List);
        state.open.push(Open { found: (span.buffer, span.start..span.start), shown: span.shown, n_reached });
        if is_other { Inside::Skipped } else { Inside::Wanted }
    }

    fn leave(&self, bytes: &[u8], context: u64) {
        let state = &mut *self.0.borrow_mut();
        let Some(mut span) = state.open.pop() else { return };
        span.found.1.end = span.found.1.end.max(span.found.1.start.saturating_add(bytes.len()));
        if let Some(outer) = state.open.last_mut().filter(|outer| outer.found.0 == span.found.0) {
            outer.found.1.end = outer.found.1.end.max(span.found.1.end);
        }
        if let Some(table) = span.shown.table {
            state.values(&span, &table(context));
        }
        state.end(span.n_reached, state.open.len(), &span.found);
    }

    fn fail(&self, tries_another: bool) {
        if !tries_another {
            return self.leave(&[], 0);
        }
        let state = &mut *self.0.borrow_mut();
        let span = state.open.pop();
        state.reached.truncate(span.map_or(1, |span| span.n_reached));
    }
}

/// The names of a path. What follows an index in the name of a span says no more.
fn divided(path: &str) -> impl Iterator<Item = &str> {
    let spans = path.split(", ").map(|name| name.split_once("] ").map_or(name, |(name, _)| name));
    spans.flat_map(|name| name.split(['.', '[', ']'])).filter(|name| !name.is_empty())
}

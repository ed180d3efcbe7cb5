//! From the paths of errors and findings to the bytes.

use super::show::{Field, Shown, SpanKind};
use super::trace::{Buffer, Inside, Label, Named, Trace};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

/// Looks for the spans that paths name, such as `chunks[2] SKINNING, bones[1].parent`.
///
/// A path names spans from the outside in, and may leave some out. It leads as far as spans have its names; of several
/// spans, to one that the fewest are left out for, and of those to the first.
// There may be thousands of paths and millions of spans. So what paths begin with is followed once for all of them.
pub(crate) struct Locator(RefCell<State>);

#[derive(Default)]
struct State {
    hasher: RandomState,
    /// Each path, up to each of its names.
    paths: Vec<Vec<Names>>,
    /// What names lead to, with how many spans are around it.
    places: HashMap<Names, Option<(usize, Buffer, Range<usize>)>>,
    /// The rows that paths name after these names.
    rows: BTreeMap<(Names, usize), Names>,
    /// The names that open spans have, the outermost first.
    reached: Vec<Names>,
    open: Vec<Open>,
}

/// The names that a path begins with, as a hash.
type Names = u64;

/// A span that has begun, and how many names were reached before it.
struct Open {
    buffer: Buffer,
    range: Range<usize>,
    shown: &'static Shown,
    n_reached: usize,
}

impl Locator {
    /// The paths have the words of the file.
    pub(crate) fn new(paths: impl Iterator<Item: AsRef<str>>) -> Self {
        let mut state = State { reached: vec![0], ..State::default() };
        for path in paths {
            let (mut all, mut before) = (Vec::new(), 0);
            for name in divided(path.as_ref()) {
                let names = state.hasher.hash_one((before, name));
                state.rows.extend(name.parse().map(|row| ((before, row), names)));
                all.push(names);
                before = names;
            }
            state.places.extend(all.iter().map(|names| (*names, None)));
            state.paths.push(all);
        }
        Self(state.into())
    }

    /// The bytes that each path leads to.
    pub(crate) fn found(self) -> Vec<Option<(Buffer, Range<usize>)>> {
        let State { paths, places, .. } = self.0.into_inner();
        let place = |names| places.get(names)?.as_ref().map(|(_, buffer, range)| (*buffer, range.clone()));
        paths.iter().map(|path| path.iter().rev().find_map(place)).collect()
    }
}

impl State {
    /// What paths name after these names.
    fn next(&self, names: Names, name: &str) -> Option<Names> {
        let names = divided(name).fold(names, |names, name| self.hasher.hash_one((names, name)));
        self.places.contains_key(&names).then_some(names)
    }

    /// A span with this name begins inside of what has reached so many names.
    fn begin(&mut self, n_reached: usize, name: &str) {
        // Nothing is left to look for if all that paths name is around it.
        let is_needless = name.is_empty() || self.reached.len() > self.places.len();
        for at in (0..n_reached).take_while(|_| !is_needless) {
            let names = self.reached.get(at).and_then(|names| self.next(*names, name));
            self.reached.extend(names.filter(|names| !self.reached.contains(names)));
        }
    }

    /// These names lead here, unless they lead to something with fewer spans around it, or to something before.
    fn lead(&mut self, names: Names, n_around: usize, buffer: Buffer, start: usize, len: usize) {
        let Some(best) = self.places.get_mut(&names) else { return };
        if best.as_ref().is_none_or(|(other, ..)| n_around < *other) {
            *best = Some((n_around, buffer, start..start.saturating_add(len)));
        }
    }

    /// The values in a record, or in those rows of a table that paths name.
    fn values(&mut self, of: &Open, fields: &[Field]) {
        // A value counts as a span of its own.
        let n_around = self.open.len().saturating_add(1);
        let len = fields.last().map_or(0, |last| last.at.saturating_add(last.len));
        let n_rows = of.range.len().checked_div(len).unwrap_or_default();
        let is_table = of.shown.kind == SpanKind::Table;
        let own = self.reached.iter().skip(of.n_reached);
        let rows = own.flat_map(|names| self.rows.range((*names, 0)..(*names, n_rows)));
        let records: Vec<_> = match is_table {
            true => rows.map(|((_, row), names)| (*row, *names)).collect(),
            false => self.reached.iter().map(|names| (0, *names)).collect(),
        };
        for (row, names) in records {
            let start = of.range.start.saturating_add(row.saturating_mul(len));
            if is_table {
                self.lead(names, n_around, of.buffer, start, len);
            }
            for field in fields {
                if let Some(names) = self.next(names, field.name) {
                    self.lead(names, n_around, of.buffer, start.saturating_add(field.at), field.len);
                }
            }
        }
    }
}

impl Trace for Locator {
    fn enter(&self, span: &Named<'_>) -> Inside {
        let state = &mut *self.0.borrow_mut();
        let Named { buffer, start, label, shown, .. } = *span;
        let n_reached = state.reached.len();
        state.begin(n_reached, &Label { text: &[], ..label }.to_string());
        state.begin(n_reached, &String::from_utf8_lossy(label.text));
        let is_item = state.open.last().is_some_and(|outer| outer.shown.kind == SpanKind::List);
        let is_other = state.reached.len() == n_reached && (is_item || shown.kind == SpanKind::List);
        state.open.push(Open { buffer, range: start..start, shown, n_reached });
        if is_other { Inside::Skipped } else { Inside::Wanted }
    }

    fn leave(&self, bytes: &[u8], context: u64) {
        let state = &mut *self.0.borrow_mut();
        let Some(mut span) = state.open.pop() else { return };
        span.range.end = span.range.end.max(span.range.start.saturating_add(bytes.len()));
        if let Some(outer) = state.open.last_mut().filter(|outer| outer.buffer == span.buffer) {
            outer.range.end = outer.range.end.max(span.range.end);
        }
        if let Some(table) = span.shown.table {
            state.values(&span, &table(context));
        }
        for names in state.reached.split_off(span.n_reached) {
            state.lead(names, state.open.len(), span.buffer, span.range.start, span.range.len());
        }
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

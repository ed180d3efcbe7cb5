//! From the paths of errors and findings to the bytes.

use super::show::{Field, Shown, SpanKind};
use super::trace::{Buffer, Inside, Label, Named, Trace};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;

/// Looks for the spans that paths name, such as `chunks[2] SKINNING, bones[1].parent`.
///
/// A path names spans from the outside in, and may leave some out. It leads as far as spans have its names; of several
/// spans, to one that the fewest are left out for, and of those to the first.
// There may be thousands of paths and millions of spans. So what paths begin with is followed once for all of them.
pub(crate) struct Locator(RefCell<State>);

#[derive(Default)]
struct State {
    /// The names that paths have, by number.
    names: BTreeMap<String, usize>,
    /// The beginnings of paths, by the beginning that is a name shorter and by that name. 0 is the file.
    next: BTreeMap<(usize, usize), usize>,
    /// As `next`, of names that are numbers: the rows that paths name.
    rows: BTreeMap<(usize, usize), usize>,
    /// What each beginning leads to, with how many spans are around it.
    places: Vec<Option<(usize, Buffer, Range<usize>)>>,
    /// Of each path, its beginnings, the shortest first.
    paths: Vec<Vec<usize>>,
    /// The beginnings that open spans are named by, the outermost first.
    reached: Vec<usize>,
    open: Vec<Open>,
}

/// A span that has begun, and how many beginnings were reached before it.
struct Open {
    buffer: Buffer,
    range: Range<usize>,
    shown: &'static Shown,
    n_reached: usize,
}

impl Locator {
    /// The paths have the words of the file.
    pub(crate) fn new(paths: impl Iterator<Item: AsRef<str>>) -> Self {
        let mut state = State { reached: vec![0], places: vec![None], ..State::default() };
        for path in paths {
            let (mut all, mut before) = (Vec::new(), 0);
            for name in divided(path.as_ref()) {
                let new = state.names.len();
                let number = *state.names.entry(name.to_owned()).or_insert(new);
                let own = *state.next.entry((before, number)).or_insert(state.places.len());
                state.places.resize(state.places.len().max(own.saturating_add(1)), None);
                state.rows.extend(name.parse().map(|row| ((before, row), own)));
                all.push(own);
                before = own;
            }
            state.paths.push(all);
        }
        Self(state.into())
    }

    /// The bytes that each path leads to.
    pub(crate) fn found(self) -> Vec<Option<(Buffer, Range<usize>)>> {
        let State { paths, places, .. } = self.0.into_inner();
        let place = |at: &usize| places.get(*at)?.as_ref().map(|(_, buffer, range)| (*buffer, range.clone()));
        paths.iter().map(|path| path.iter().rev().find_map(place)).collect()
    }
}

impl State {
    /// The numbers of the names in a name of a span, if paths have all of them. Most spans have another.
    fn numbers(&self, name: &str) -> Option<Vec<usize>> {
        match self.names.get(name) {
            Some(number) => Some(vec![*number]),
            None if !name.contains([',', '.', '[', ']']) => None,
            None => divided(name).map(|name| self.names.get(name).copied()).collect(),
        }
    }

    /// The beginning that these names follow after another.
    fn next(&self, before: usize, names: &[usize]) -> Option<usize> {
        names.iter().try_fold(before, |before, name| self.next.get(&(before, *name)).copied())
    }

    /// As [`numbers`](Self::numbers), of the word and the index of a label.
    fn of_label(&self, label: Label<'_>) -> Option<Vec<usize>> {
        let mut names = if label.word.is_empty() { Vec::new() } else { self.numbers(label.word)? };
        if let Some(index) = label.index {
            names.push(*self.names.get(&index.to_string())?);
        }
        Some(names)
    }

    /// A span with these names begins inside of what has reached so many beginnings.
    fn begin(&mut self, n_reached: usize, names: &[usize]) {
        for at in 0..n_reached {
            let next = self.reached.get(at).and_then(|before| self.next(*before, names));
            self.reached.extend(next.filter(|next| !self.reached.contains(next)));
        }
    }

    /// Whether paths name something inside of what has been reached last.
    fn leads_on(&self, n_reached: usize) -> bool {
        let mut own = self.reached.iter().skip(n_reached);
        own.any(|at| self.next.range((*at, 0)..=(*at, usize::MAX)).next().is_some())
    }

    /// This beginning leads here, unless it leads to something with fewer spans around it, or to something before.
    fn lead(&mut self, at: usize, n_around: usize, buffer: Buffer, start: usize, len: usize) {
        let Some(best) = self.places.get_mut(at) else { return };
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
        let rows = own.flat_map(|at| self.rows.range((*at, 0)..(*at, n_rows)));
        let start = |row: usize| of.range.start.saturating_add(row.saturating_mul(len));
        let records: Vec<_> = match is_table {
            true => rows.map(|((_, row), at)| (start(*row), *at)).collect(),
            false => self.reached.iter().map(|at| (of.range.start, *at)).collect(),
        };
        for (start, at) in records.iter().filter(|_| is_table) {
            self.lead(*at, n_around, of.buffer, *start, len);
        }
        for field in fields.iter().filter(|_| !records.is_empty()) {
            let Some(names) = self.numbers(field.name) else { continue };
            for (start, at) in &records {
                if let Some(next) = self.next(*at, &names) {
                    self.lead(next, n_around, of.buffer, start.saturating_add(field.at), field.len);
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
        // Nothing is left to look for if all that paths name is around it.
        if n_reached < state.places.len() {
            let text = Some(label.text).filter(|text| !text.is_empty()).map(String::from_utf8_lossy);
            let text = text.and_then(|text| state.numbers(&text));
            for names in [state.of_label(label), text].into_iter().flatten() {
                state.begin(n_reached, &names);
            }
        }
        let is_item = state.open.last().is_some_and(|outer| outer.shown.kind == SpanKind::List);
        let is_other = match shown.kind {
            SpanKind::List => !state.leads_on(n_reached),
            _ => is_item && state.reached.len() == n_reached,
        };
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
        for at in state.reached.split_off(span.n_reached) {
            state.lead(at, state.open.len(), span.buffer, span.range.start, span.range.len());
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

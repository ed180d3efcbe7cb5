//! From the paths of errors and findings to the bytes.

use super::trace::{Buffer, Field, Inside, Label, Named, Shown, SpanKind, Trace};
use std::borrow::Cow;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::ops::Range;

/// Looks for the spans that paths name, such as `chunks[2] SKINNING, bones[1].parent`.
///
/// A path names spans from the outside in, and may leave some out. It leads as far as spans have its names; of several
/// spans, to one that the fewest are left out for, and of those to the first.
// There may be thousands of paths and millions of spans. So paths are sorted, and those that a name goes on lie side
// by side.
pub(crate) struct Locator<'p> {
    /// With their numbers.
    paths: Vec<(Cow<'p, str>, usize)>,
    state: RefCell<State>,
}

struct State {
    open: Vec<Open>,
    /// All paths, and then those that name open spans.
    groups: Vec<Group>,
    /// For each path, the best place so far.
    best: Vec<Best>,
}

/// How well a place fits a path, and the place.
type Best = Option<((usize, Reverse<usize>), Found)>;

/// A span that has begun, and the number of groups before those that name it.
struct Open {
    buffer: Buffer,
    range: Range<usize>,
    shown: &'static Shown,
    n_groups: usize,
}

/// Paths that lead to the same span, with how many of their letters and names.
#[derive(Clone)]
struct Group {
    paths: Range<usize>,
    n_letters: usize,
    n_names: usize,
}

/// Bytes of a buffer.
type Found = (Buffer, Range<usize>);

impl<'p> Locator<'p> {
    /// The paths have the words of the file.
    pub(crate) fn new(paths: impl Iterator<Item = Cow<'p, str>>) -> Self {
        let mut paths: Vec<_> = paths.enumerate().map(|(number, path)| (path, number)).collect();
        paths.sort_unstable();
        let groups = vec![Group { paths: 0..paths.len(), n_letters: 0, n_names: 0 }];
        let state = State { open: Vec::new(), groups, best: vec![None; paths.len()] };
        Self { paths, state: state.into() }
    }

    /// The bytes that each path leads to.
    pub(crate) fn found(self) -> Vec<Option<Found>> {
        self.state.into_inner().best.into_iter().map(|best| best.map(|(_, place)| place)).collect()
    }

    /// The paths of a group.
    fn of(&self, group: &Group) -> &[(Cow<'p, str>, usize)] {
        self.paths.get(group.paths.clone()).unwrap_or_default()
    }

    /// Adds the paths of a group that go on with the name of a span, with its text or without it.
    fn name(&self, group: &Group, label: &Label<'_>, groups: &mut Vec<Group>) {
        let Label { word, index, text } = *label;
        let begins = |(path, _): &(Cow<'_, str>, usize)| rest(path, group.n_letters) < word;
        let first = self.of(group).get(self.of(group).partition_point(begins));
        // Most spans are others, which is seen without making a text.
        let may_be = !word.is_empty() || index.is_some();
        if may_be && first.is_some_and(|(path, _)| rest(path, group.n_letters).starts_with(word)) {
            self.go_on(group, &Label { text: &[], ..*label }.to_string(), groups);
        }
        if !text.is_empty() {
            self.go_on(group, &String::from_utf8_lossy(text), groups);
            if may_be {
                self.go_on(group, &label.to_string(), groups);
            }
        }
    }

    /// Adds the paths of a group that go on with this name, grouped by what they have up to the next.
    fn go_on(&self, group: &Group, name: &str, groups: &mut Vec<Group>) {
        let mut at = self.of(group).partition_point(|(path, _)| rest(path, group.n_letters) < name);
        while let Some((_, [(path, _), others @ ..])) = self.of(group).split_at_checked(at)
            && rest(path, group.n_letters).starts_with(name)
        {
            let first = group.paths.start.saturating_add(at);
            at = at.saturating_add(1);
            let Some(own) = eaten(rest(path, group.n_letters), name) else { continue };
            let n_letters = group.n_letters.saturating_add(own);
            let is_same = |(other, _): &(Cow<'_, str>, usize)| {
                other.get(..n_letters) == path.get(..n_letters)
                    && other.as_bytes().get(n_letters) == path.as_bytes().get(n_letters)
            };
            let n_more = others.partition_point(is_same);
            at = at.saturating_add(n_more);
            let paths = first..group.paths.start.saturating_add(at);
            groups.push(Group { paths, n_letters, n_names: group.n_names.saturating_add(1) });
        }
    }

    /// Takes a place for the paths of a group, if it is better than what was found before.
    fn offer(&self, best: &mut [Best], group: &Group, n_around: usize, found: &Found) {
        let fit = (group.n_letters, Reverse(n_around.saturating_sub(group.n_names)));
        for (_, number) in self.of(group) {
            if let Some(best) = best.get_mut(*number)
                && best.as_ref().is_none_or(|(other, _)| *other < fit)
            {
                *best = Some((fit, found.clone()));
            }
        }
    }

    /// Offers the values in a record, or those of a table that paths name by their rows.
    fn offer_values(&self, state: &mut State, span: &Open, fields: &[Field]) {
        let n_around = state.open.len().saturating_add(1);
        let place = |start: usize, len| (span.buffer, start..start.saturating_add(len));
        let mut inside = Vec::new();
        if span.shown.kind != SpanKind::Table {
            for field in fields.iter().filter(|field| !field.name.is_empty()) {
                ends(&state.groups).for_each(|group| self.go_on(group, field.name, &mut inside));
                let found = place(span.range.start.saturating_add(field.at), field.len);
                // The value counts as a span of its own.
                let mut offer =
                    |group| self.offer(&mut state.best, &group, n_around.saturating_add(1), &found);
                inside.drain(..).for_each(&mut offer);
            }
            return;
        }
        let len = fields.last().map_or(0, |last| last.at.saturating_add(last.len));
        for group in state.groups.get(span.n_groups..).unwrap_or_default() {
            for (i, (path, _)) in group.paths.clone().zip(self.of(group)) {
                let left = rest(path, group.n_letters);
                let row = left.strip_prefix('[').and_then(|left| left.split_once(']')).map(|(row, _)| row);
                let number = row.and_then(|row| row.parse::<usize>().ok());
                let Some(start) = number.and_then(|number| number.checked_mul(len)) else { continue };
                let start = start.saturating_add(span.range.start);
                let name = left.find(']').and_then(|end| left.get(..=end)).unwrap_or_default();
                let own = eaten(left, name).unwrap_or_default();
                let left = left.get(own..).unwrap_or_default();
                let value =
                    fields.iter().find_map(|field| Some((eaten(left, field.name)?, field.at, field.len)));
                let (inner, at, len) = value.unwrap_or((0, 0, len));
                let found = place(start.saturating_add(at), len);
                let n_letters = group.n_letters.saturating_add(own).saturating_add(inner);
                if found.1.end <= span.range.end {
                    let one = Group { paths: i..i.saturating_add(1), n_letters, ..*group };
                    self.offer(&mut state.best, &one, n_around, &found);
                }
            }
        }
    }
}

impl Trace for Locator<'_> {
    fn enter(&self, span: &Named<'_>) -> Inside {
        let State { open, groups, .. } = &mut *self.state.borrow_mut();
        let is_item = open.last().is_some_and(|outer| outer.shown.kind == SpanKind::List);
        let is_list = span.shown.kind == SpanKind::List;
        let n_groups = groups.len();
        let mut named = Vec::new();
        ends(groups).for_each(|group| self.name(group, &span.label, &mut named));
        let is_wanted = !named.is_empty() || !is_item && !is_list;
        groups.append(&mut named);
        open.push(Open { buffer: span.buffer, range: span.start..span.start, shown: span.shown, n_groups });
        if is_wanted { Inside::Wanted } else { Inside::Skipped }
    }

    fn leave(&self, bytes: &[u8], context: u64) {
        let state = &mut *self.state.borrow_mut();
        let Some(mut span) = state.open.pop() else { return };
        span.range.end = span.range.end.max(span.range.start.saturating_add(bytes.len()));
        if let Some(outer) = state.open.last_mut().filter(|outer| outer.buffer == span.buffer) {
            outer.range.end = outer.range.end.max(span.range.end);
        }
        let (n_around, found) = (state.open.len().saturating_add(1), (span.buffer, span.range.clone()));
        for group in state.groups.get(span.n_groups..).unwrap_or_default() {
            self.offer(&mut state.best, group, n_around, &found);
        }
        if let Some(table) = span.shown.table {
            self.offer_values(state, &span, &table(context));
        }
        state.groups.truncate(span.n_groups);
    }

    fn fail(&self, tries_another: bool) {
        if !tries_another {
            return self.leave(&[], 0);
        }
        let state = &mut *self.state.borrow_mut();
        let span = state.open.pop();
        state.groups.truncate(span.map_or(1, |span| span.n_groups));
    }
}

/// The groups without those of which all paths lead deeper.
fn ends(groups: &[Group]) -> impl Iterator<Item = &Group> {
    let next = groups.iter().skip(1).map(Some).chain([None]);
    groups
        .iter()
        .zip(next)
        .filter(|(group, next)| next.is_none_or(|next| next.paths != group.paths))
        .map(|(group, _)| group)
}

/// What follows these letters.
fn rest(path: &str, n_letters: usize) -> &str {
    path.get(n_letters..).unwrap_or_default()
}

/// How many letters at the beginning of a path are this name and what separates it from the next.
fn eaten(path: &str, name: &str) -> Option<usize> {
    let rest = path.strip_prefix(name).filter(|_| !name.is_empty())?;
    let n_separators = match rest.as_bytes() {
        [] | [b'[', ..] => 0,
        [b'.', ..] => 1,
        // What else the path says of this span, up to the next.
        [b' ' | b',', ..] => rest.find(", ").map_or(rest.len(), |at| at.saturating_add(2)),
        _ => return None,
    };
    Some(name.len().saturating_add(n_separators))
}

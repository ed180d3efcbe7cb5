//! Finds the bytes that the paths of findings refer to, for many paths in one reading.

use super::{Inside, Located, Named, SpanForm, Table};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Finds the spans that paths such as `chunks[2] SKINNING, bones[1].parent` name.
///
/// A path names spans from the outside in, and may omit some. If not all its names are found, its longest
/// prefix that is found counts. If several spans match, the one within the fewest spans is used, and of these
/// the first.
///
/// There may be thousands of paths and millions of spans. So common prefixes of paths are followed once:
/// prefix 0 is the file, and every other prefix extends an earlier one by one name.
#[derive(Default)]
pub(super) struct Places {
    /// The numbers of the words in paths. They are above 2^32; an index in a path is its own number.
    words: BTreeMap<String, u64>,
    /// The prefix that is one name longer, by the prefix and the number of the name.
    next: BTreeMap<(usize, u64), usize>,
    /// The same as `next`, with the number of the name first.
    by_name: BTreeMap<(u64, usize), usize>,
    /// For each prefix, the one that is one name shorter.
    shorter: Vec<usize>,
    /// For each path, the prefix that is the whole path.
    pub(super) ends: Vec<usize>,
    /// The target of each prefix, with the number of spans around it.
    places: Vec<Option<(usize, Located)>>,
    /// The prefixes whose names match the open spans, those of the outermost first.
    reached: Vec<usize>,
    /// For each prefix, its index in `reached`.
    places_of_reached: Vec<Option<usize>>,
    open: Vec<OpenSpan>,
    tables: BTreeMap<usize, Option<Arc<Table>>>,
}

/// An open span, and the number of prefixes that were reached before it.
struct OpenSpan {
    packed_at: Option<usize>,
    range: Range<usize>,
    form: SpanForm,
    table: Option<Arc<Table>>,
    n_reached: usize,
}

impl Places {
    pub(super) fn from_paths(paths: &[impl AsRef<str>]) -> Self {
        let mut all = Self { shorter: vec![0], ..Self::default() };
        for path in paths {
            let end = divided(path.as_ref()).fold(0, |at, name| {
                let new = (all.words.len() as u64).saturating_add(1 << 32);
                let number =
                    all.number(name).unwrap_or_else(|| *all.words.entry(name.to_owned()).or_insert(new));
                *all.next.entry((at, number)).or_insert_with(|| {
                    all.shorter.push(at);
                    all.shorter.len().saturating_sub(1)
                })
            });
            all.ends.push(end);
        }
        all.places = vec![None; all.shorter.len()];
        all.by_name = all.next.iter().map(|((at, name), next)| ((*name, *at), *next)).collect();
        all.places_of_reached = vec![None; all.shorter.len()];
        all.add(0);
        all
    }

    fn number(&self, name: &str) -> Option<u64> {
        index(name).or_else(|| self.words.get(name).copied())
    }

    /// The numbers of the names that a span's name consists of; `None` for most spans, since a name occurs in
    /// no path.
    fn numbers(&self, name: &str) -> Option<Vec<u64>> {
        match self.number(name) {
            Some(number) => Some(vec![number]),
            None if !name.bytes().any(|b| matches!(b, b',' | b'.' | b'[' | b']')) => None,
            None => divided(name).map(|name| self.number(name)).collect(),
        }
    }

    /// The target of the longest prefix of a path that has one.
    pub(super) fn found(&self, end: usize) -> Option<Located> {
        let mut shorter =
            std::iter::successors(Some(end), |at| self.shorter.get(*at).copied().filter(|_| *at > 0));
        shorter.find_map(|at| self.places.get(at)?.clone()).map(|(_, place)| place)
    }

    /// Marks the prefixes that this name, and the index if there is one, extend; `outer` is the range of
    /// `reached` with the prefixes to extend.
    fn reach(&mut self, outer: Range<usize>, name: &str, index: Option<usize>) {
        let names = if name.is_empty() { Some(Vec::new()) } else { self.numbers(name) };
        let Some(numbers) = names.filter(|numbers| !numbers.is_empty() || index.is_some()) else { return };
        let numbers = || numbers.iter().copied().chain(index.map(|index| index as u64));
        // Spans may be thousands deep, each reached, of which few have such a name next; or few are reached.
        if outer.len() <= FEW {
            for i in outer {
                count();
                self.follow(self.reached.get(i).copied(), numbers());
            }
        } else if let Some(first) = numbers().next() {
            let named = self.by_name.range((first, 0)..=(first, usize::MAX)).map(|((_, at), _)| *at);
            let is_outer = |at: &usize| {
                count();
                self.places_of_reached.get(*at).copied().flatten().is_some_and(|place| outer.contains(&place))
            };
            let starts: Vec<usize> = named.filter(is_outer).collect();
            starts.into_iter().for_each(|at| self.follow(Some(at), numbers()));
        }
    }

    /// Marks the prefix that extends `start` by these names, if there is one.
    fn follow(&mut self, start: Option<usize>, mut numbers: impl Iterator<Item = u64>) {
        let next = |at, number| self.next.get(&(at, number)).copied();
        if let Some(next) = start.and_then(|start| numbers.try_fold(start, next)) {
            self.add(next);
        }
    }

    fn add(&mut self, beginning: usize) {
        if let Some(place @ None) = self.places_of_reached.get_mut(beginning) {
            *place = Some(self.reached.len());
            self.reached.push(beginning);
        }
    }

    /// Removes all but the first `n_reached` of the reached prefixes.
    fn forget(&mut self, n_reached: usize) {
        for at in self.reached.drain(n_reached.min(self.reached.len())..) {
            if let Some(place) = self.places_of_reached.get_mut(at) {
                *place = None;
            }
        }
    }

    /// The numbers below `bound` of the names that follow, in paths, the prefixes reached after the first
    /// `n_reached`.
    fn after(&self, n_reached: usize, bound: u64) -> impl Iterator<Item = u64> {
        let own = self.reached.iter().skip(n_reached);
        own.flat_map(move |at| self.next.range((*at, 0)..(*at, bound))).map(|((_, name), _)| *name)
    }

    /// Records a position as the target of the prefixes reached after the first `n_reached`, unless such a
    /// prefix has a target within as few or fewer spans.
    fn keep(&mut self, n_reached: usize, n_around: usize, place: Located) {
        for at in self.reached.iter().skip(n_reached) {
            let Some(kept) = self.places.get_mut(*at) else { continue };
            if kept.as_ref().is_none_or(|(other, _)| n_around < *other) {
                *kept = Some((n_around, place.clone()));
            }
        }
        self.forget(n_reached);
    }
}

impl Places {
    /// Opens a span with this position, name and form.
    pub(super) fn enter(
        &mut self,
        (packed_at, start): (Option<usize>, usize),
        (word, index): (&str, Option<usize>),
        text: &[u8],
        form: SpanForm,
        named: &dyn Named,
    ) -> Inside {
        let n_reached = self.reached.len();
        self.reach(0..n_reached, word, index);
        if !text.is_empty() {
            self.reach(0..n_reached, &String::from_utf8_lossy(text), None);
        }
        let table = match form {
            SpanForm::Record | SpanForm::Table => {
                self.tables.entry(named.shown()).or_insert_with(|| named.showing().table).clone()
            }
            SpanForm::Plain | SpanForm::List => None,
        };
        let is_item = self.open.last().is_some_and(|outer| outer.form == SpanForm::List);
        self.open.push(OpenSpan { packed_at, range: start..start, form, table, n_reached });
        match form {
            SpanForm::List if self.after(n_reached, u64::MAX).next().is_none() => Inside::Skipped,
            // No path goes on in this value of a list.
            _ if is_item && self.reached.len() == n_reached => Inside::Skipped,
            _ => Inside::Wanted,
        }
    }

    pub(super) fn leave(&mut self, len: usize, context: u64) {
        let Some(OpenSpan { packed_at, range: Range { start, end }, form, table, n_reached }) =
            self.open.pop()
        else {
            return;
        };
        let end = end.max(start.saturating_add(len));
        if let Some(outer) = self.open.last_mut().filter(|outer| outer.packed_at == packed_at) {
            outer.range.end = outer.range.end.max(end);
        }
        if let Some(table) = table {
            let fields = table(context);
            let of_row = fields.last().map_or(0, |last| last.at.saturating_add(last.len));
            let n_rows = len.checked_div(of_row).unwrap_or_default() as u64;
            // In a table, the rows that paths name.
            let rows: Vec<Option<usize>> = match form {
                SpanForm::Table => self.after(n_reached, n_rows).map(|row| row.try_into().ok()).collect(),
                _ => vec![None],
            };
            // The values count as spans of their own.
            let n_around = self.open.len().saturating_add(1);
            for index in rows {
                let start = start.saturating_add(index.unwrap_or_default().saturating_mul(of_row));
                let n_before = self.reached.len();
                self.reach(n_reached..n_before, "", index);
                let n_inside = self.reached.len();
                let outer = if index.is_some() { n_before } else { 0 };
                for field in &fields {
                    self.reach(outer..n_inside, field.name, None);
                    let start = start.saturating_add(field.at);
                    self.keep(n_inside, n_around, (packed_at, start..start.saturating_add(field.len)));
                }
                self.keep(n_before, n_around, (packed_at, start..start.saturating_add(of_row)));
            }
        }
        self.keep(n_reached, self.open.len(), (packed_at, start..end));
    }

    pub(super) fn fail(&mut self, tries_another: bool) {
        if tries_another {
            let n_reached = self.open.pop().map_or(1, |span| span.n_reached);
            self.forget(n_reached);
        } else {
            self.leave(0, 0);
        }
    }
}

/// Upper bound on the prefixes that are compared one by one.
const FEW: usize = 128;

#[cfg(test)]
thread_local! {
    /// Counts the prefixes that were compared, for tests.
    static N_LOOKED_AT: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Counts a prefix that is compared, in tests.
fn count() {
    #[cfg(test)]
    N_LOOKED_AT.set(N_LOOKED_AT.get() + 1);
}

/// The number of a name that is an index; `None` for other names.
fn index(name: &str) -> Option<u64> {
    name.parse::<u32>().ok().map(u64::from)
}

/// The names that a path consists of, without text that follows an index in the name of a span, since the
/// index suffices.
fn divided(path: &str) -> impl Iterator<Item = &str> {
    let spans = path.split(", ").map(|name| name.split_once("] ").map_or(name, |(name, _)| name));
    spans.flat_map(|name| name.split(['.', '[', ']'])).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::Codec;
    use crate::{File, OpenOptions};

    #[test]
    fn places_deep_in_a_file_are_found_in_linear_time() {
        const DEPTH: usize = 1000;
        const COUNT: usize = 4000;
        let items = ["<Item>".repeat(DEPTH), "<Item/>".repeat(COUNT), "</Item>".repeat(DEPTH)].concat();
        let text = format!("<roblox version='4'>{items}</roblox>");
        let file = File::open(text.as_bytes(), &OpenOptions::default()).unwrap();
        let before = N_LOOKED_AT.get();
        let (document, _) = <rbxxml::Document as Codec>::read(file.bytes(), file.options()).unwrap();
        let found = Codec::validate(&document);
        let paths: Vec<_> = found.list.iter().map(|finding| &*finding.path).collect();
        let located = rbxxml::Document::locate(file.bytes(), file.options(), &paths);
        let at = paths.iter().position(|path| *path == "items[999]").unwrap();
        assert_eq!(located[at].as_ref().map(|found| found.1.start), Some(20 + 6 * 999));
        let n_looked_at = N_LOOKED_AT.get() - before;
        assert!((1..=100 * (DEPTH + COUNT)).contains(&n_looked_at), "{n_looked_at}");
    }
}

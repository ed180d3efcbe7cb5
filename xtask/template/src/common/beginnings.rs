//! What paths begin with, and where that leads.

use super::trace::Buffer;
use std::collections::BTreeMap;
use std::ops::Range;

/// What paths begin with: beginning 0 is the file, and each other one is a name longer than one before it.
// There may be thousands of paths and millions of spans. So what paths begin with is followed once for all of them.
pub(super) struct Beginnings<'p> {
    /// The words in paths. Their numbers are above those of indices, which are their own.
    words: BTreeMap<&'p str, u64>,
    /// By the beginning that is a name shorter, and by the number of that name.
    next: BTreeMap<(usize, u64), usize>,
    /// What each leads to, with how many spans are around it.
    places: Vec<Option<(usize, Buffer, Range<usize>)>>,
    /// Those that open spans are named by, the outermost first.
    pub(super) reached: Vec<usize>,
}

impl<'p> Beginnings<'p> {
    pub(super) fn of(paths: &'p [impl AsRef<str>]) -> Self {
        let (mut words, mut next) = (BTreeMap::new(), BTreeMap::new());
        for path in paths {
            divided(path.as_ref()).fold(0, |at, name| {
                let new = (words.len() as u64).saturating_add(1 << 32);
                let number = index(name).unwrap_or_else(|| *words.entry(name).or_insert(new));
                let new = next.len().saturating_add(1);
                *next.entry((at, number)).or_insert(new)
            });
        }
        Self { words, places: vec![None; next.len().saturating_add(1)], next, reached: vec![0] }
    }

    fn number(&self, name: &str) -> Option<u64> {
        self.words.get(name).copied().or_else(|| index(name))
    }

    /// The numbers of the names in one, if paths have all of them. Most spans have another.
    fn numbers(&self, name: &str) -> Option<Vec<u64>> {
        match self.number(name) {
            Some(number) => Some(vec![number]),
            None if !name.contains([',', '.', '[', ']']) => None,
            None => divided(name).map(|name| self.number(name)).collect(),
        }
    }

    /// A span of this name begins, which has an index or none, inside of what was reached as these.
    pub(super) fn enter(&mut self, outer: Range<usize>, name: &str, index: Option<usize>) {
        let names = if name.is_empty() { Some(Vec::new()) } else { self.numbers(name) };
        let Some(names) = names.filter(|names| !names.is_empty() || index.is_some()) else { return };
        for i in outer {
            let mut names = names.iter().copied().chain(index.map(|index| index as u64));
            let next = |at, name| self.next.get(&(at, name)).copied();
            let next = self.reached.get(i).and_then(|at| names.try_fold(*at, next));
            self.reached.extend(next.filter(|next| !self.reached.contains(next)));
        }
    }

    /// The numbers below a bound of the names that paths have after what was reached after so many.
    pub(super) fn after(&self, n_reached: usize, bound: u64) -> impl Iterator<Item = u64> {
        let own = self.reached.iter().skip(n_reached);
        own.flat_map(move |at| self.next.range((*at, 0)..(*at, bound))).map(|((_, name), _)| *name)
    }

    /// A span ends. What was reached after so many leads to it, unless it leads to something with fewer spans around it,
    /// or to something before.
    pub(super) fn leave(&mut self, n_reached: usize, n_around: usize, buffer: Buffer, range: Range<usize>) {
        for at in self.reached.drain(n_reached..) {
            let Some(place) = self.places.get_mut(at) else { continue };
            if place.as_ref().is_none_or(|(other, ..)| n_around < *other) {
                *place = Some((n_around, buffer, range.clone()));
            }
        }
    }

    /// What the longest beginning of a path leads to that leads anywhere.
    pub(super) fn found(&self, path: &str) -> Option<(Buffer, Range<usize>)> {
        let along = divided(path).scan(0, |at, name| {
            *at = *self.next.get(&(*at, self.number(name)?))?;
            self.places.get(*at)
        });
        along.flatten().last().map(|(_, buffer, range)| (*buffer, range.clone()))
    }
}

/// A name that is an index.
fn index(name: &str) -> Option<u64> {
    name.parse::<u32>().ok().map(u64::from)
}

/// The names of a path. What follows an index in the name of a span says no more.
fn divided(path: &str) -> impl Iterator<Item = &str> {
    let spans = path.split(", ").map(|name| name.split_once("] ").map_or(name, |(name, _)| name));
    spans.flat_map(|name| name.split(['.', '[', ']'])).filter(|name| !name.is_empty())
}

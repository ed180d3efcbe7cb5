//! Matching of the nodes of two files.

use super::hashes::{Hashes, hash_of};
use super::similar::Similar;
use super::{DiffOptions, Side};
use dom::names::is_service;
use files::outline::{Children, Outline, Step};
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::cell::OnceCell;
use std::collections::HashMap;
use std::collections::hash_map::{Entry, RandomState};

/// The mark of a node without a partner, which exceeds all node numbers.
pub(crate) const NONE: u32 = u32::MAX;

/// Upper bound on the siblings that are aligned, not counting equal ones at the start and the end. Alignment takes
/// quadratic time.
const MOST_IN_ORDER: usize = 1024;

/// Two files, and the partner of each node.
pub(crate) struct Pairs<'o> {
    pub(crate) old: Side<'o>,
    pub(crate) new: Side<'o>,
    pub(crate) to_new: Vec<u32>,
    pub(crate) to_old: Vec<u32>,
    /// Pairs whose children have not been matched yet.
    pending: Vec<(u32, u32)>,
    similar: Similar,
}

/// Matches nodes by id, then by path, then by content; each step handles the nodes that the previous ones left. Nodes
/// with different ids are never paired.
pub(crate) fn pairs<'o>(old: &'o dyn Outline, new: &'o dyn Outline, options: &DiffOptions) -> Pairs<'o> {
    matched(old, new, options, &RandomState::new(), true)
}

/// Matches like [`pairs`], with a seed that makes hashes comparable with those of other pairs, and pairs recreated
/// nodes despite their different ids: plugins that sync a place with files recreate instances, and a merge of two such
/// places would otherwise contain them twice.
pub(crate) fn pairs_with<'o>(
    old: &'o dyn Outline,
    new: &'o dyn Outline,
    options: &DiffOptions,
    seed: &RandomState,
) -> Pairs<'o> {
    matched(old, new, options, seed, false)
}

fn matched<'o>(
    old: &'o dyn Outline,
    new: &'o dyn Outline,
    options: &DiffOptions,
    seed: &RandomState,
    ids_decide: bool,
) -> Pairs<'o> {
    let side = |outline: &'o dyn Outline| Side {
        outline,
        children: Children::new(outline),
        hashes: Hashes::new(outline, seed, options),
        known: Vec::new(),
    };
    let mut pairs = Pairs {
        old: side(old),
        new: side(new),
        to_new: vec![NONE; old.len()],
        to_old: vec![NONE; new.len()],
        pending: Vec::new(),
        similar: Similar::new(seed.clone()),
    };
    pairs.add(0, 0);
    pairs.by_id(ids_decide);
    pairs.descend();
    pairs.by_content();
    pairs.descend();
    pairs.renamed();
    pairs.by_key();
    pairs
}

impl<'o> Pairs<'o> {
    /// Pairs two nodes, unless their ids keep them apart.
    fn add(&mut self, old: u32, new: u32) {
        if self.old.knows(old) && self.new.knows(new) {
            return;
        }
        if let (Some(to_new), Some(to_old)) =
            (self.to_new.get_mut(old as usize), self.to_old.get_mut(new as usize))
        {
            (*to_new, *to_old) = (new, old);
            self.pending.push((old, new));
        }
    }

    /// The partner in the new file of a node of the old one, or `NONE`.
    pub(crate) fn new_of(&self, old: u32) -> u32 {
        self.to_new.get(old as usize).copied().unwrap_or(NONE)
    }

    /// The partner in the old file of a node in the new one, or `NONE`.
    pub(crate) fn old_of(&self, new: u32) -> u32 {
        self.to_old.get(new as usize).copied().unwrap_or(NONE)
    }

    fn left_in_old(&self) -> Vec<u32> {
        (0..).zip(&self.to_new).filter(|(_, partner)| **partner == NONE).map(|(number, _)| number).collect()
    }

    fn left_in_new(&self) -> Vec<u32> {
        (0..).zip(&self.to_old).filter(|(_, partner)| **partner == NONE).map(|(number, _)| number).collect()
    }

    /// Pairs nodes with equal UniqueIds, where the id is unambiguous and the class did not change. If
    /// `decides` is set, other nodes with ids are never paired, unless the files have no id in common: then
    /// all instances of one file may have been recreated.
    fn by_id(&mut self, decides: bool) {
        fn ids(outline: &dyn Outline) -> HashMap<u128, u32> {
            let mut ids = HashMap::new();
            for number in 1..u32::try_from(outline.len()).unwrap_or(u32::MAX) {
                match outline.id(number) {
                    0 => {}
                    id => match ids.entry(id) {
                        Entry::Vacant(entry) => {
                            entry.insert(number);
                        }
                        Entry::Occupied(mut entry) => *entry.get_mut() = NONE,
                    },
                }
            }
            ids.retain(|_, number| *number != NONE);
            ids
        }
        let (old, new) = (ids(self.old.outline), ids(self.new.outline));
        let mut is_shared = false;
        for (id, new) in &new {
            if let Some(old) = old.get(id) {
                is_shared = true;
                if self.old.outline.kind(*old) == self.new.outline.kind(*new) {
                    self.add(*old, *new);
                }
            }
        }
        // The order of a hash table is random, and must not affect the result.
        self.pending.sort_unstable();
        if decides && is_shared {
            for (side, ids) in [(&mut self.old, old), (&mut self.new, new)] {
                side.known = vec![false; side.outline.len()];
                for number in ids.into_values() {
                    // Each service exists once, and Studio may give it a new id whenever it saves a place.
                    let is_service =
                        side.outline.parent(number) == 0 && is_service(side.outline.kind(number));
                    if let Some(known) = side.known.get_mut(number as usize) {
                        *known = !is_service;
                    }
                }
            }
        }
    }

    /// The children of a pair of nodes that have no partners yet.
    fn left(&self, old: u32, new: u32) -> (Vec<u32>, Vec<u32>) {
        let is_left = |partner: u32| partner == NONE;
        let old = self.old.children.get(old).iter().copied().filter(|old| is_left(self.new_of(*old)));
        let new = self.new.children.get(new).iter().copied().filter(|new| is_left(self.old_of(*new)));
        (old.collect(), new.collect())
    }

    /// Pairs the children of pairs: those of equal class and name, first those with equal content.
    fn descend(&mut self) {
        while let Some((old, new)) = self.pending.pop() {
            let (olds, news) = self.left(old, new);
            if olds.is_empty() || news.is_empty() {
                continue;
            }
            let (olds, news) = self.in_order(olds, news);
            let (olds, news) = self.equal(olds, news, |hashes, number| {
                (hash_of(&hashes.key, number), hash_of(&hashes.inside, number))
            });
            let (olds, news) = self.equal(olds, news, |hashes, number| {
                (hash_of(&hashes.key, number), hash_of(&hashes.body, number))
            });
            let (olds, news) =
                self.alike(olds, news, |hashes, number| hash_of(&hashes.key, number), Similar::best);
            // Remaining children of equal class and name are paired in order: their content changed.
            let (olds, news) = self.equal(olds, news, |hashes, number| (hash_of(&hashes.key, number), 0));
            // Remaining children with equal content are paired: their name changed.
            // Nodes without children and properties are excluded, because all of them are equal.
            let has_parts = |side: &Side<'_>, number: &u32| !side.children.get(*number).is_empty();
            let olds = olds
                .into_iter()
                .filter(|old| has_parts(&self.old, old) || self.has_properties(&self.old, *old));
            self.equal(olds.collect(), news, |hashes, number| (hash_of(&hashes.inside, number), 0));
        }
    }

    /// Pairs nodes with equal content in the order in which they occur, so that among many equal nodes, the
    /// right ones are left without a partner: a renamed node leaves a gap among its siblings.
    fn in_order(&mut self, olds: Vec<u32>, news: Vec<u32>) -> (Vec<u32>, Vec<u32>) {
        let keys = |hashes: &Hashes, all: &[u32]| -> Vec<_> {
            all.iter()
                .map(|number| (hash_of(&hashes.key, *number), hash_of(&hashes.inside, *number)))
                .collect()
        };
        let (a, b) = (keys(&self.old.hashes, &olds), keys(&self.new.hashes, &news));
        let before = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
        let most = a.len().min(b.len()).saturating_sub(before);
        let after = a.iter().rev().zip(b.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
        let (a_end, b_end) = (a.len().saturating_sub(after), b.len().saturating_sub(after));
        let middle = (a.get(before..a_end).unwrap_or_default(), b.get(before..b_end).unwrap_or_default());
        let ops = match middle.0.len().max(middle.1.len()) <= MOST_IN_ORDER {
            true => capture_diff_slices(Algorithm::Myers, middle.0, middle.1),
            false => Vec::new(),
        };
        let mut pair = |i: usize, j: usize| {
            if let (Some(old), Some(new)) = (olds.get(i), news.get(j)) {
                self.add(*old, *new);
            }
        };
        (0..before).for_each(|i| pair(i, i));
        for op in ops {
            if let DiffOp::Equal { old_index, new_index, len } = op {
                let at = |index: usize, i: usize| index.saturating_add(before).saturating_add(i);
                (0..len).for_each(|i| pair(at(old_index, i), at(new_index, i)));
            }
        }
        (0..after).for_each(|i| pair(a_end.saturating_add(i), b_end.saturating_add(i)));
        let olds = olds.into_iter().filter(|old| self.new_of(*old) == NONE).collect();
        let news = news.into_iter().filter(|new| self.old_of(*new) == NONE).collect();
        (olds, news)
    }

    /// Returns true if a node has properties.
    fn has_properties(&self, side: &Side<'_>, number: u32) -> bool {
        let mut n = 0_u32;
        side.outline.properties(number, &mut |_, _| n = n.saturating_add(1));
        n > 0
    }

    /// Pairs the first nodes with equal keys, then the second ones and so on, unless their ids keep them apart; returns
    /// the rest.
    fn equal<K: Copy + Eq + std::hash::Hash>(
        &mut self,
        olds: Vec<u32>,
        news: Vec<u32>,
        key: impl Fn(&Hashes, u32) -> K,
    ) -> (Vec<u32>, Vec<u32>) {
        if olds.is_empty() || news.is_empty() {
            return (olds, news);
        }
        let mut waiting: HashMap<(K, bool), std::collections::VecDeque<u32>> =
            HashMap::with_capacity(olds.len());
        for old in &olds {
            let key = (key(&self.old.hashes, *old), self.old.knows(*old));
            waiting.entry(key).or_default().push_back(*old);
        }
        let mut left = Vec::new();
        for new in news {
            let key = key(&self.new.hashes, new);
            // Two nodes with ids are not paired, and a node without an id prefers another one without.
            let mut first = |is_known| waiting.get_mut(&(key, is_known))?.pop_front();
            let found = first(false).or_else(|| if self.new.knows(new) { None } else { first(true) });
            match found {
                Some(old) => self.add(old, new),
                None => left.push(new),
            }
        }
        (olds.into_iter().filter(|old| self.new_of(*old) == NONE).collect(), left)
    }

    /// Pairs the most similar nodes of each group, if the group is small.
    fn alike(
        &mut self,
        olds: Vec<u32>,
        news: Vec<u32>,
        key: impl Fn(&Hashes, u32) -> u64,
        choose: impl Fn(&Similar, &Side<'_>, &Side<'_>, &[u32], &[u32]) -> Vec<(u32, u32)>,
    ) -> (Vec<u32>, Vec<u32>) {
        if olds.is_empty() || news.is_empty() {
            return (olds, news);
        }
        let mut groups: HashMap<u64, (Vec<u32>, Vec<u32>)> = HashMap::new();
        for old in &olds {
            groups.entry(key(&self.old.hashes, *old)).or_default().0.push(*old);
        }
        for new in &news {
            groups.entry(key(&self.new.hashes, *new)).or_default().1.push(*new);
        }
        // The order of a hash table is random, and must not affect the result.
        let mut groups: Vec<_> = groups.into_values().collect();
        groups.sort_unstable();
        for (olds, news) in groups {
            for (old, new) in choose(&self.similar, &self.old, &self.new, &olds, &news) {
                self.add(old, new);
            }
        }
        let olds = olds.into_iter().filter(|old| self.new_of(*old) == NONE).collect();
        let news = news.into_iter().filter(|new| self.old_of(*new) == NONE).collect();
        (olds, news)
    }

    /// Pairs subtrees with equal content at different places. Parents come before their children, so the largest
    /// subtrees are paired first.
    fn by_content(&mut self) {
        let mut waiting: HashMap<(u64, u64), std::collections::VecDeque<u32>> = HashMap::new();
        for old in self.left_in_old() {
            let hashes = &self.old.hashes;
            waiting
                .entry((hash_of(&hashes.key, old), hash_of(&hashes.inside, old)))
                .or_default()
                .push_back(old);
        }
        for new in self.left_in_new() {
            // Nodes inside a matched subtree already have partners, and nodes without properties are all equal.
            if self.old_of(new) != NONE || !self.has_properties(&self.new, new) {
                continue;
            }
            let hashes = &self.new.hashes;
            let Some(queue) = waiting.get_mut(&(hash_of(&hashes.key, new), hash_of(&hashes.inside, new)))
            else {
                continue;
            };
            while let Some(old) = queue.pop_front() {
                if self.new_of(old) == NONE {
                    self.add(old, new);
                    // The whole subtree is paired before the next one, so that none of its nodes gets another partner.
                    self.descend();
                    break;
                }
            }
        }
    }

    /// Pairs siblings with different names that share most of their properties.
    fn renamed(&mut self) {
        let paired = (0..).zip(&self.to_new).filter(|(_, new)| **new != NONE);
        let mut parents: Vec<u32> = paired.map(|(old, _)| old).collect();
        while let Some(old) = parents.pop() {
            let (olds, news) = self.left(old, self.new_of(old));
            let before = olds.clone();
            self.alike(olds, news, |hashes, number| hash_of(&hashes.kind, number), Similar::close);
            self.descend();
            // Children of new pairs are matched in the same way.
            parents.extend(before.into_iter().filter(|old| self.new_of(*old) != NONE));
        }
    }

    /// Pairs nodes that were moved and changed: those that are the last of their class and name, if they are similar, or
    /// if there is nothing else to know them by.
    fn by_key(&mut self) {
        let only = |left: Vec<u32>, hashes: &Hashes| {
            let mut only: HashMap<u64, u32> = HashMap::new();
            for number in left {
                only.entry(hash_of(&hashes.key, number)).and_modify(|one| *one = NONE).or_insert(number);
            }
            only.retain(|_, one| *one != NONE);
            only
        };
        let olds = only(self.left_in_old(), &self.old.hashes);
        let news = only(self.left_in_new(), &self.new.hashes);
        let both = news.into_iter().filter_map(|(key, new)| Some((*olds.get(&key)?, new)));
        let mut both: Vec<_> = both.collect();
        both.sort_unstable();
        let n_of_key = OnceCell::new();
        for (old, new) in both {
            let is_free = self.new_of(old) == NONE && self.old_of(new) == NONE;
            let are_two = self.old.knows(old) && self.new.knows(new);
            let are_alike = || {
                self.similar.has_half(&self.old, &self.new, old, new) || self.are_bare(old, new, &n_of_key)
            };
            if is_free && !are_two && are_alike() {
                self.add(old, new);
                self.descend();
            }
        }
    }

    /// Returns true for two nodes without properties and children that were given a name, such as a RemoteEvent, if no
    /// other node of the two files has their class and name. `n_of_key` caches the numbers of nodes by class and name.
    fn are_bare(&self, old: u32, new: u32, n_of_key: &OnceCell<[HashMap<u64, u32>; 2]>) -> bool {
        let count = |side: &Side<'_>| {
            let mut n = HashMap::<_, u32>::new();
            for key in &side.hashes.key {
                let n = n.entry(*key).or_default();
                *n = n.saturating_add(1);
            }
            n
        };
        let is_named =
            matches!(self.old.outline.step(old), Step::Name(name) if name != self.old.outline.kind(old));
        let key = hash_of(&self.old.hashes.key, old);
        is_named
            && self.similar.have_none(&self.old, &self.new, old, new)
            && n_of_key
                .get_or_init(|| [count(&self.old), count(&self.new)])
                .iter()
                .all(|n| n.get(&key) == Some(&1))
    }
}

//! The report of changes, built from pairs of nodes.

use super::hashes::hash_of;
use super::lines::{Budget, compare};
use super::matching::{NONE, Pairs};
use super::{Change, ChangeKind, Diff, DiffOptions, PropertyChange, inside};
use files::outline::{Datum, Label, Outline, Paths, Step, in_words, item};
use files::roblox::terrain;
use geom::Vec3;
use scene::allowance::Allowance;
use std::cell::Cell;
use std::collections::hash_map::RandomState;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hasher};
use std::ops::ControlFlow;

/// The class of objects without a public class, which XML leaves out.
const HIDDEN: &[u8] = b"Instance";

/// Passes the changes to `show` in the order of the new file. Removed nodes come after the node that contained them.
pub(super) fn report(
    pairs: &Pairs<'_>,
    options: &DiffOptions,
    hides: bool,
    memory: &Allowance,
    diff: &mut Diff,
    show: &mut dyn FnMut(Change) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut report = Report {
        pairs,
        options,
        memory,
        held: Cell::new(0),
        old_paths: Paths::new(pairs.old.outline),
        new_paths: Paths::new(pairs.new.outline),
        seed: RandomState::new(),
        budget: Budget::new(),
    };
    let is_shown = |outline: &dyn Outline, number: u32| !hides || outline.kind(number) != HIDDEN;
    let added = tops(pairs.new.outline, &pairs.to_old);
    let removed = tops(pairs.old.outline, &pairs.to_new);
    for new in 0..u32::try_from(pairs.new.outline.len()).unwrap_or(u32::MAX) {
        let old = pairs.old_of(new);
        if old == NONE {
            if let Some(n) = added.get(&new).filter(|_| is_shown(pairs.new.outline, new)) {
                diff.n_added = diff.n_added.saturating_add(*n);
                let path = report.new_paths.path(pairs.new.outline, new);
                show(change(ChangeKind::Added, pairs.new.outline, new, path, *n))?;
            }
            continue;
        }
        report.held.set(0);
        let of_pair = report.of_pair(old, new);
        // Once the limit is exceeded, the change may be incomplete, and must not be shown.
        memory.pay(0)?;
        if let Some(change) = of_pair {
            count(&change, diff);
            show(change)?;
        }
        for old in pairs.old.children.get(old) {
            if let Some(n) = removed.get(old).filter(|_| is_shown(pairs.old.outline, *old)) {
                diff.n_removed = diff.n_removed.saturating_add(*n);
                let path = report.old_paths.path(pairs.old.outline, *old);
                show(change(ChangeKind::Removed, pairs.old.outline, *old, path, *n))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The topmost nodes of subtrees without a partner, with the number of nodes in each subtree.
fn tops(outline: &dyn Outline, partners: &[u32]) -> HashMap<u32, usize> {
    let mut top = vec![NONE; partners.len()];
    let mut counts = HashMap::new();
    for (number, _) in (0..).zip(partners).filter(|(_, partner)| **partner == NONE) {
        let above = of_top(&top, outline.parent(number));
        let own = if above == NONE { number } else { above };
        if let Some(top) = top.get_mut(number as usize) {
            *top = own;
        }
        let count: &mut usize = counts.entry(own).or_default();
        *count = count.saturating_add(1);
    }
    counts
}

fn of_top(top: &[u32], number: u32) -> u32 {
    top.get(number as usize).copied().unwrap_or(NONE)
}

fn change(kind: ChangeKind, outline: &dyn Outline, number: u32, path: String, n: usize) -> Change {
    Change {
        schema: "rezkit.change/2",
        kind,
        class: String::from_utf8_lossy(outline.kind(number)).into_owned(),
        path,
        old_path: None,
        n_inside: n.saturating_sub(1),
        n_reordered: 0,
        properties: Vec::new(),
    }
}

fn count(change: &Change, diff: &mut Diff) {
    let add = |count: &mut usize, n: usize| *count = count.saturating_add(n);
    match change.kind {
        ChangeKind::Moved => add(&mut diff.n_moved, 1),
        ChangeKind::Renamed => add(&mut diff.n_renamed, 1),
        _ => {}
    }
    if !change.properties.is_empty() || change.n_reordered > 0 {
        add(&mut diff.n_changed, 1);
    }
    add(&mut diff.n_properties, change.properties.len());
}

struct Report<'r, 'o> {
    pairs: &'r Pairs<'o>,
    options: &'r DiffOptions,
    memory: &'r Allowance,
    /// The bytes held by the change under construction.
    held: Cell<usize>,
    old_paths: Paths,
    new_paths: Paths,
    seed: RandomState,
    budget: Budget,
}

/// A property as it is compared: its name, its value, and the nodes that it refers to.
struct Fact {
    label: u64,
    value: u64,
    nodes: Vec<u32>,
}

impl Report<'_, '_> {
    fn of_pair(&mut self, old: u32, new: u32) -> Option<Change> {
        let pairs = self.pairs;
        let (olds, news) = (pairs.old.outline, pairs.new.outline);
        let is_moved = new != 0 && pairs.new_of(olds.parent(old)) != news.parent(new);
        let is_renamed =
            matches!((olds.step(old), news.step(new)), (Step::Name(old), Step::Name(new)) if old != new);
        let n_reordered = self.reordered(old, new);
        let is_same = hash_of(&pairs.old.hashes.body, old) == hash_of(&pairs.new.hashes.body, new);
        let leads = pairs.new.hashes.leads.get(new as usize).copied().unwrap_or_default();
        let properties = if is_same && !leads { Vec::new() } else { self.properties(old, new) };
        let kind = match (is_moved, is_renamed) {
            (true, _) => ChangeKind::Moved,
            (_, true) => ChangeKind::Renamed,
            _ if n_reordered > 0 || !properties.is_empty() => ChangeKind::Changed,
            _ => return None,
        };
        let old_path = (is_moved || is_renamed).then(|| self.old_paths.path(olds, old));
        let path = self.new_paths.path(news, new);
        Some(Change { old_path, n_reordered, properties, ..change(kind, news, new, path, 1) })
    }

    /// The minimum number of children to move to get the order of the new file.
    fn reordered(&self, old: u32, new: u32) -> usize {
        let pairs = self.pairs;
        let stayed = pairs.new.children.get(new).iter().map(|child| pairs.old_of(*child));
        let stayed = stayed.filter(|child| *child != NONE && pairs.old.outline.parent(*child) == old);
        // Finds the longest increasing subsequence, which stays in place: `ends` has the smallest last value of the
        // subsequences of each length.
        let (mut n, mut ends) = (0_usize, Vec::<u32>::new());
        for child in stayed {
            n = n.saturating_add(1);
            let at = ends.partition_point(|end| *end < child);
            match ends.get_mut(at) {
                Some(end) => *end = child,
                None => ends.push(child),
            }
        }
        n.saturating_sub(ends.len())
    }

    fn properties(&mut self, old: u32, new: u32) -> Vec<PropertyChange> {
        let pairs = self.pairs;
        let (olds, news) = (self.facts(pairs.old.outline, old), self.facts(pairs.new.outline, new));
        let by_label: HashMap<u64, &Fact> = olds.iter().map(|fact| (fact.label, fact)).collect();
        let mut changed: HashSet<u64> = HashSet::new();
        let mut n_common = 0_usize;
        for fact in &news {
            match by_label.get(&fact.label) {
                Some(before) => {
                    n_common = n_common.saturating_add(1);
                    let leads = before.nodes.iter().map(|node| pairs.new_of(*node));
                    if before.value != fact.value || !leads.eq(fact.nodes.iter().copied()) {
                        changed.insert(fact.label);
                    }
                }
                None => {
                    changed.insert(fact.label);
                }
            }
        }
        if n_common < olds.len() {
            let there: HashSet<u64> = news.iter().map(|fact| fact.label).collect();
            changed.extend(olds.iter().map(|fact| fact.label).filter(|label| !there.contains(label)));
        }
        if changed.is_empty() {
            return Vec::new();
        }
        let before = self.shown(pairs.old.outline, &self.old_paths, old, &changed);
        let after = self.shown(pairs.new.outline, &self.new_paths, new, &changed);
        let places: HashMap<u64, usize> =
            before.iter().enumerate().map(|(at, (label, ..))| (*label, at)).collect();
        let mut before: Vec<_> = before.into_iter().map(Some).collect();
        let mut list = Vec::new();
        for (label, name, value) in after {
            let old = places.get(&label).and_then(|at| before.get_mut(*at)?.take());
            list.push(self.property(name, old.map(|(.., old)| old), Some(value)));
        }
        for (_, name, value) in before.into_iter().flatten() {
            list.push(self.property(name, Some(value), None));
        }
        if !self.options.stored {
            list.retain(|property| !self.is_implied(old, new, property));
        }
        match self.moves(old, new) {
            // No vertex moved beyond the tolerance.
            // The bounding box of a mesh follows from its positions.
            Some((0, _)) => list.retain(|property| !["positions", "min", "max"].contains(&&*property.name)),
            Some((_, text)) => {
                let positions = list.iter_mut().filter(|property| property.name == "positions");
                positions.for_each(|positions| positions.new = Some(text.clone()));
            }
            None => {}
        }
        let grid = list.iter_mut().find(|property| property.name == terrain::GRID);
        if let Some((grid, text)) = grid.zip(self.chunks(old, new)) {
            let value = grid.new.take().unwrap_or_default();
            grid.new = Some(format!("{value}: {text}"));
        }
        list
    }

    /// Returns true if only one file has a property, and the instance in the other file implies the same
    /// value, such as by a default.
    fn is_implied(&self, old: u32, new: u32, property: &PropertyChange) -> bool {
        if property.old.is_some() == property.new.is_some() {
            return false;
        }
        let name = property.stored.as_deref().unwrap_or(&property.name);
        let [old, new] = [(self.pairs.old.outline, old), (self.pairs.new.outline, new)]
            .map(|(outline, number)| outline.instances().and_then(|view| view.get(number)));
        let Some((old, new)) = old.zip(new) else { return false };
        match (old.get(name), new.get(name)) {
            (Some(value), None) => new.implies(name, &value),
            (None, Some(value)) => old.implies(name, &value),
            _ => false,
        }
    }

    fn facts(&self, outline: &dyn Outline, number: u32) -> Vec<Fact> {
        let (mut facts, mut labels) = (Vec::new(), Labels::new(&self.seed));
        outline.properties(number, &mut |label, value| {
            let number = labels.number(label);
            if !self.options.compares(label) {
                return;
            }
            let mut hasher = self.seed.build_hasher();
            value.hash(&mut hasher, self.options.exact);
            let mut nodes = Vec::new();
            value.nodes(&mut nodes);
            facts.push(Fact { label: number, value: hasher.finish(), nodes });
        });
        facts
    }

    /// Formats the changed properties as text.
    fn shown(
        &self,
        outline: &dyn Outline,
        paths: &Paths,
        node: u32,
        changed: &HashSet<u64>,
    ) -> Vec<(u64, Name, ValueText)> {
        let (mut shown, mut labels) = (Vec::new(), Labels::new(&self.seed));
        outline.properties(node, &mut |label, value| {
            let number = labels.number(label);
            let held = self.held.get().saturating_add(value.n_bytes());
            if changed.contains(&number) && self.memory.lend(held).is_continue() {
                let item = item(outline, node, label, value);
                let mut one = ValueText::from_value(value, item, outline, paths, self.options.exact);
                one.model = inside::text(value);
                self.held.set(held.saturating_add(one.model.as_ref().map_or(0, String::len)));
                shown.push((number, Name::from_label(outline, node, label), one));
            }
        });
        shown
    }

    fn property(&mut self, name: Name, old: Option<ValueText>, new: Option<ValueText>) -> PropertyChange {
        let lines = match (&old, &new) {
            (Some(old), Some(new)) => {
                old.text().or(old.model.as_deref()).zip(new.text().or(new.model.as_deref())).and_then(
                    |(a, b)| {
                        let is_long = a.contains('\n') || b.contains('\n');
                        is_long.then(|| compare(a, b, self.options.context, &mut self.budget))?
                    },
                )
            }
            _ => None,
        };
        let in_short = |shown: Option<ValueText>| shown.map(ValueText::in_short);
        let Name { shown: name, stored } = name;
        PropertyChange {
            name,
            stored,
            old: in_short(old),
            new: in_short(new),
            lines: lines.unwrap_or_default(),
        }
    }

    /// A description of the terrain chunks that differ, if both nodes have terrain.
    fn chunks(&self, old: u32, new: u32) -> Option<String> {
        let [old, new] = [(self.pairs.old.outline, old), (self.pairs.new.outline, new)]
            .map(|(outline, number)| outline.instances()?.get(number)?.bytes(terrain::GRID));
        terrain::changes(old?, new?)
    }

    /// The number of vertices that moved, with a description, if both nodes have equally many.
    fn moves(&self, old: u32, new: u32) -> Option<(usize, String)> {
        let [old, new] = [self.pairs.old.outline.points(old), self.pairs.new.outline.points(new)];
        if old.is_empty() || old.len() != new.len() || old == new {
            return None;
        }
        let distances = || old.iter().zip(new).map(|(old, new)| distance(*old, *new));
        let n =
            distances().filter(|distance| distance.is_nan() || *distance > self.options.tolerance).count();
        let most = distances().fold(0.0, f32::max);
        Some((n, format!("{n} of {} moved, by at most {most}", new.len())))
    }
}

fn distance(old: Vec3, new: Vec3) -> f32 {
    Vec3::new(new.x - old.x, new.y - old.y, new.z - old.z).length()
}

/// The name of a property.
struct Name {
    shown: String,
    stored: Option<String>,
}

impl Name {
    fn from_label(outline: &dyn Outline, node: u32, label: &Label<'_>) -> Self {
        match in_words(outline, node, label) {
            Some(shown) => Self { shown: shown.to_owned(), stored: Some(label.to_string()) },
            None => Self { shown: label.to_string(), stored: None },
        }
    }
}

/// Hashes of names. Names that a part has several times get distinct hashes.
struct Labels<'s> {
    seed: &'s RandomState,
    last: (u64, u64),
}

impl<'s> Labels<'s> {
    fn new(seed: &'s RandomState) -> Self {
        Self { seed, last: (0, 0) }
    }

    fn number(&mut self, label: &Label<'_>) -> u64 {
        let hash = self.seed.hash_one(label);
        // Equal names are consecutive.
        let nth = if self.last.0 == hash { self.last.1.saturating_add(1) } else { 0 };
        self.last = (hash, nth);
        if nth == 0 { hash } else { self.seed.hash_one(self.last) }
    }
}

/// A value as text: on one line, and for strings the text itself.
pub(crate) struct ValueText {
    value: String,
    text: Option<String>,
    /// The canonical text of a model that the value contains.
    model: Option<String>,
}

impl ValueText {
    /// Converts a value. If `exact` is set, the signs of zeros in rotations are shown.
    pub(crate) fn from_value(
        value: &Datum<'_>,
        item: Option<(&str, &str)>,
        outline: &dyn Outline,
        paths: &Paths,
        exact: bool,
    ) -> Self {
        let text = value.text().map(str::to_owned);
        let mut line = String::new();
        match (item, value) {
            (Some((_, item)), _) => line.push_str(item),
            (_, Datum::Frame(numbers)) if exact => numbers.write_exactly(&mut line),
            (_, value) if value.lines().is_none() => value.write(&mut line, outline, paths),
            _ => {}
        }
        Self { value: line, text, model: None }
    }

    fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// The value on one line; for longer text, its size.
    pub(crate) fn in_short(self) -> String {
        match self.text {
            Some(text) if text.contains('\n') => {
                let n = text.split('\n').count();
                format!("{n} lines, {}", crate::verbs::summary(text.as_bytes()))
            }
            _ => self.value,
        }
    }
}

//! The instance hierarchy as flat arrays, and its faults.
//!
//! Format document, sections 3 (PRNT) and 8. A [`Tree`](crate::Tree) is a view based on an outline. Building an outline
//! reports faults; reading first checks, more cheaply, whether there are any. No code here recurses, because files may
//! nest to any depth.

use crate::ErrorKind;
use crate::model::{
    Chunk, Class, ClassId, Column, Hierarchy, Name, Referent, SharedIndex, SharedStrings, Values, shown,
};
use std::collections::HashSet;

/// The instances of a file, numbered in the order of its INST chunks.
#[derive(Debug, Clone, Default)]
pub(crate) struct Outline {
    pub(crate) classes: Vec<ClassPlace>,
    /// The class of each instance, as an index into `classes`.
    pub(crate) class_of: Vec<u32>,
    /// The parent of each instance; [`TOP`] at the top level.
    pub(crate) parents: Vec<u32>,
    /// All instances in the order of the hierarchy, until [`Children`] takes the list.
    order: Vec<u32>,
    numbers: Numbers,
    /// The nesting depth.
    pub(crate) depth: usize,
}

/// The children of each instance.
#[derive(Debug, Clone, Default)]
pub(crate) struct Children {
    /// The index in `all` where the children of each instance start, then that of the top level, then the end.
    starts: Vec<u32>,
    all: Vec<u32>,
}

/// The location of a class.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClassPlace {
    /// The index of the class's chunk.
    pub(crate) chunk: usize,
    /// The number of the class's first instance.
    pub(crate) first: u32,
}

/// The number that means no instance: the parent of instances at the top level.
pub(crate) const TOP: u32 = u32::MAX;

/// A parent or level that is not known yet.
const UNKNOWN: u32 = TOP - 1;

/// A location in the model: a chunk and, if known, a value in it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spot {
    pub(crate) chunk: usize,
    pub(crate) row: Option<usize>,
}

/// A fault. A file may have millions of them, so messages are formatted only when needed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Fault<'c> {
    InstanceTwice(Referent),
    ChunkTwice([u8; 4]),
    PropertyTwice(&'c Name),
    ChildTwice(Referent),
    NoChild(Referent),
    NoParent(Referent),
    NoInstance(Referent),
    NoSharedString(SharedIndex),
    NoHierarchy,
    NotInHierarchy(Referent),
    Cycle(Referent),
}

impl Fault<'_> {
    /// The error that describes the fault.
    pub(crate) fn kind(self) -> ErrorKind {
        let twice = |what, found| ErrorKind::Duplicate { what, found };
        let dangling = |what, found| ErrorKind::Dangling { what, found };
        match self {
            Self::InstanceTwice(referent) => twice("instance", referent.0.to_string()),
            Self::ChunkTwice(name) => twice("chunk", name.escape_ascii().to_string()),
            Self::PropertyTwice(name) => twice("property", shown(name)),
            Self::ChildTwice(referent) => twice("child", referent.0.to_string()),
            Self::NoChild(referent) => dangling("child", referent.0.into()),
            Self::NoParent(referent) => dangling("parent", referent.0.into()),
            Self::NoInstance(referent) => dangling("instance", referent.0.into()),
            Self::NoSharedString(index) => dangling("shared string", index.0.into()),
            Self::NoHierarchy => ErrorKind::Missing { what: "PRNT" },
            Self::NotInHierarchy(referent) => ErrorKind::NotInHierarchy { referent: referent.0 },
            Self::Cycle(referent) => ErrorKind::Cycle { referent: referent.0 },
        }
    }
}

/// A callback that receives each fault and may stop the search with an error.
pub(crate) type Report<'r, 'c, E> = &'r mut dyn FnMut(Fault<'c>, Spot) -> Result<(), E>;

impl Outline {
    /// Builds the outline of `chunks` and reports the faults of the hierarchy.
    pub(crate) fn new<'c, E>(chunks: &'c [Chunk], report: Report<'_, 'c, E>) -> Result<Self, E> {
        let mut outline = Self::default();
        outline.number(chunks, report)?;
        outline.adopt(chunks, report)?;
        outline.measure(chunks, report)?;
        Ok(outline)
    }

    /// The number of instances.
    pub(crate) fn len(&self) -> usize {
        self.class_of.len()
    }

    /// The number of the instance with this referent.
    #[inline]
    pub(crate) fn number_of(&self, referent: Referent) -> Option<u32> {
        Some(self.numbers.get(referent)).filter(|number| *number != TOP)
    }

    /// The class and row of an instance.
    #[inline]
    pub(crate) fn place(&self, number: u32) -> Option<(ClassPlace, usize)> {
        let class = *self.classes.get(*self.class_of.get(number as usize)? as usize)?;
        Some((class, number.checked_sub(class.first)? as usize))
    }

    /// Numbers the instances.
    fn number<E>(&mut self, chunks: &[Chunk], report: Report<'_, '_, E>) -> Result<(), E> {
        let all = || chunks.iter().enumerate().filter_map(|(i, chunk)| class(chunk).map(|class| (i, class)));
        let referents = || all().map(|(_, class)| &*class.referents);
        let n_instances = referents().map(<[_]>::len).sum();
        self.class_of = Vec::with_capacity(n_instances);
        for ((chunk, class), index) in all().zip(0_u32..) {
            // Instances take four bytes each, so 32 bits can number them.
            let first = u32::try_from(self.class_of.len()).unwrap_or(TOP);
            self.classes.push(ClassPlace { chunk, first });
            self.class_of.extend(std::iter::repeat_n(index, class.referents.len()));
        }
        let (numbers, are_unique) = Numbers::new(referents(), n_instances, |number| number);
        self.numbers = numbers;
        if are_unique {
            return Ok(());
        }
        for ((chunk, class), place) in all().zip(&self.classes) {
            for ((row, referent), number) in class.referents.iter().enumerate().zip(place.first..) {
                if self.numbers.get(*referent) != number {
                    report(Fault::InstanceTwice(*referent), Spot { chunk, row: Some(row) })?;
                }
            }
        }
        Ok(())
    }

    /// Sets the parent of every instance.
    fn adopt<E>(&mut self, chunks: &[Chunk], report: Report<'_, '_, E>) -> Result<(), E> {
        self.parents = vec![UNKNOWN; self.len()];
        self.order = Vec::with_capacity(self.len());
        let mut has_hierarchy = false;
        for (chunk, of) in chunks.iter().enumerate() {
            let Chunk::Hierarchy(of) = of else { continue };
            if has_hierarchy {
                report(Fault::ChunkTwice(*b"PRNT"), Spot { chunk, row: None })?;
            }
            has_hierarchy = true;
            for (row, (child, parent)) in of.children.iter().zip(&of.parents).enumerate() {
                let spot = Spot { chunk, row: Some(row) };
                let Some(number) = self.number_of(*child) else {
                    report(Fault::NoChild(*child), spot)?;
                    continue;
                };
                let Some(place) = self.parents.get_mut(number as usize) else { continue };
                if *place != UNKNOWN {
                    report(Fault::ChildTwice(*child), spot)?;
                    continue;
                }
                self.order.push(number);
                // -1 always means the top level, even if an instance has the referent -1.
                *place = if parent.is_none() { TOP } else { self.numbers.get(*parent) };
                if *place == TOP && !parent.is_none() {
                    report(Fault::NoParent(*parent), spot)?;
                }
            }
        }
        if self.order.len() < self.len() {
            if !has_hierarchy {
                report(Fault::NoHierarchy, Spot { chunk: chunks.len(), row: None })?;
            }
            for number in (0..).zip(&self.class_of).map(|(number, _)| number) {
                if self.parents.get(number as usize) != Some(&UNKNOWN) {
                    continue;
                }
                if let Some(parent) = self.parents.get_mut(number as usize) {
                    *parent = TOP;
                }
                self.order.push(number);
                if has_hierarchy && let Some((referent, spot)) = self.referent(chunks, number) {
                    report(Fault::NotInHierarchy(referent), spot)?;
                }
            }
        }
        Ok(())
    }

    /// Finds the level of each instance, and moves one instance of each cycle to the top level.
    fn measure<E>(&mut self, chunks: &[Chunk], report: Report<'_, '_, E>) -> Result<(), E> {
        // Marks the instances on the current path towards the top.
        const MET: u32 = u32::MAX;
        let mut levels = vec![0_u32; self.len()];
        let mut deepest = 0;
        // Studio lists children before parents, so walking backwards usually finds the level of the parent known.
        for number in self.order.iter().rev() {
            let above = match self.parents.get(*number as usize) {
                Some(&TOP) => Some(0),
                _ => self.above(*number, &levels).filter(|level| *level > 0),
            };
            if let (Some(above), Some(level)) = (above, levels.get_mut(*number as usize)) {
                *level = above.saturating_add(1);
                deepest = deepest.max(*level);
            }
        }
        let rest: &[u32] = if levels.contains(&0) { &self.order } else { &[] };
        let mut way = Vec::with_capacity(rest.len());
        for start in rest {
            let mut number = *start;
            // Climb to an instance with a known level, or to the top, which has no entry.
            while let Some(level) = levels.get_mut(number as usize) {
                match *level {
                    0 => {
                        *level = MET;
                        way.push(number);
                        number = self.parents.get(number as usize).copied().unwrap_or(TOP);
                    }
                    MET => {
                        *level = 1;
                        // The path met itself: break the cycle here.
                        if let Some(parent) = self.parents.get_mut(number as usize) {
                            *parent = TOP;
                        }
                        if let Some((referent, spot)) = self.referent(chunks, number) {
                            report(Fault::Cycle(referent), spot)?;
                        }
                        break;
                    }
                    _ => break,
                }
            }
            while let Some(number) = way.pop() {
                let own = self.above(number, &levels).unwrap_or_default().saturating_add(1);
                if let Some(level) = levels.get_mut(number as usize) {
                    *level = own;
                }
                deepest = deepest.max(own);
            }
        }
        self.depth = deepest as usize;
        Ok(())
    }

    /// The level of an instance's parent; `None` at the top level.
    #[inline]
    fn above(&self, number: u32, levels: &[u32]) -> Option<u32> {
        levels.get(*self.parents.get(number as usize)? as usize).copied()
    }

    fn referent(&self, chunks: &[Chunk], number: u32) -> Option<(Referent, Spot)> {
        let (place, row) = self.place(number)?;
        let referent = *class(chunks.get(place.chunk)?)?.referents.get(row)?;
        Some((referent, Spot { chunk: place.chunk, row: Some(row) }))
    }
}

/// Reports the faults of the hierarchy and the columns, and returns the nesting depth.
pub(crate) fn check<'c, E>(chunks: &'c [Chunk], report: Report<'_, 'c, E>) -> Result<usize, E> {
    if let Some((levels, depth)) = sound_levels(chunks) {
        check_columns(chunks, &levels, report)?;
        return Ok(depth);
    }
    let outline = Outline::new(chunks, report)?;
    check_columns(chunks, &outline.numbers, report)?;
    Ok(outline.depth)
}

/// A fast check for valid files: the level of each instance and the greatest level, if the hierarchy lists every
/// instance once and, as Studio does, children before parents. Otherwise `None`; then building an outline finds out
/// whether anything is wrong.
fn sound_levels(chunks: &[Chunk]) -> Option<(Numbers, usize)> {
    let mut hierarchies = chunks.iter().filter_map(hierarchy);
    let (Some(Hierarchy { children, parents, .. }), None) = (hierarchies.next(), hierarchies.next()) else {
        return None;
    };
    let classes = || chunks.iter().filter_map(class).map(|class| &*class.referents);
    let n_instances: usize = classes().map(<[_]>::len).sum();
    if (children.len(), parents.len()) != (n_instances, n_instances) {
        return None;
    }
    // A level is unknown until the hierarchy lists the instance.
    let (mut levels, are_unique) = Numbers::new(classes(), n_instances, |_| UNKNOWN);
    if !are_unique {
        return None;
    }
    let mut deepest = 0;
    for (child, parent) in children.iter().zip(parents).rev() {
        let above = if parent.is_none() { 0 } else { levels.get(*parent) };
        let place = levels.get_mut(*child).filter(|level| **level == UNKNOWN && above < UNKNOWN)?;
        *place = above.saturating_add(1);
        deepest = deepest.max(*place);
    }
    Some((levels, deepest as usize))
}

/// Reports dangling references in columns, and duplicate properties and chunks.
fn check_columns<'c, E>(
    chunks: &'c [Chunk],
    instances: &Numbers,
    report: Report<'_, 'c, E>,
) -> Result<(), E> {
    let n_shared: usize = chunks.iter().filter_map(shared).map(|all| all.strings.len()).sum();
    let mut seen = Seen::new(chunks);
    for (chunk, of) in chunks.iter().enumerate() {
        if seen.is_again(of) {
            let fault = match of {
                Chunk::Column(column) => Fault::PropertyTwice(&column.name),
                _ => Fault::ChunkTwice(of.name()),
            };
            report(fault, Spot { chunk, row: None })?;
        }
        let Chunk::Column(column) = of else { continue };
        let points_at = |(row, referent): (usize, Referent)| {
            if referent.is_none() || instances.get(referent) != TOP {
                return Ok(());
            }
            report(Fault::NoInstance(referent), Spot { chunk, row: Some(row) })
        };
        match &column.values {
            Values::Referent(all) => all.iter().copied().enumerate().try_for_each(points_at)?,
            Values::Content(all) => all.objects().try_for_each(points_at)?,
            Values::SharedString(all) => {
                for (row, index) in all.iter().enumerate().filter(|(_, index)| index.0 as usize >= n_shared) {
                    report(Fault::NoSharedString(*index), Spot { chunk, row: Some(row) })?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

impl Children {
    /// Groups the instances by parent, in the order of the hierarchy.
    pub(crate) fn new(outline: &mut Outline) -> Self {
        let top = outline.len();
        let slot = |parent: u32| top.min(parent as usize);
        // A counting sort. First, `starts[slot + 2]` counts the children of each parent. The prefix sums turn
        // `starts[slot + 1]` into the start of its children. Each child placed advances that entry, which ends up as
        // the end of the children, and so as the start of the next parent's.
        let mut starts = vec![0_u32; top.saturating_add(3)];
        for parent in &outline.parents {
            if let Some(count) = starts.get_mut(slot(*parent).saturating_add(2)) {
                *count = count.saturating_add(1);
            }
        }
        let mut sum = 0_u32;
        for start in &mut starts {
            sum = sum.saturating_add(*start);
            *start = sum;
        }
        let mut all = vec![0; top];
        for child in std::mem::take(&mut outline.order) {
            let parent = outline.parents.get(child as usize).copied().unwrap_or(TOP);
            let Some(at) = starts.get_mut(slot(parent).saturating_add(1)) else { continue };
            if let Some(place) = all.get_mut(*at as usize) {
                *place = child;
            }
            *at = at.saturating_add(1);
        }
        Self { starts, all }
    }

    /// The children of an instance, or of the top level.
    pub(crate) fn of(&self, parent: u32) -> &[u32] {
        let slot = self.all.len().min(parent as usize);
        let start = self.starts.get(slot).map_or(0, |start| *start as usize);
        let end = self.starts.get(slot.saturating_add(1)).map_or(0, |end| *end as usize);
        self.all.get(start..end).unwrap_or_default()
    }
}

/// The columns, META and SSTR chunks seen so far.
#[derive(Default)]
struct Seen<'c> {
    columns: HashSet<(ClassId, &'c Name)>,
    /// Whether the columns are strictly sorted, as Studio writes them. Then there are no duplicates.
    is_sorted: bool,
    metadata: bool,
    shared: bool,
}

impl<'c> Seen<'c> {
    /// The initial state for checking `chunks`.
    fn new(chunks: &'c [Chunk]) -> Self {
        let columns = chunks.iter().filter_map(|chunk| match chunk {
            Chunk::Column(column) => Some((column.class, &column.name)),
            _ => None,
        });
        Self { is_sorted: columns.is_sorted_by(|one, next| one < next), ..Self::default() }
    }

    /// Records a chunk; returns whether it is a duplicate.
    fn is_again(&mut self, chunk: &'c Chunk) -> bool {
        match chunk {
            Chunk::Metadata(_) => std::mem::replace(&mut self.metadata, true),
            Chunk::SharedStrings(_) => std::mem::replace(&mut self.shared, true),
            Chunk::Column(Column { values: Values::Absent, .. }) => false,
            Chunk::Column(column) if !self.is_sorted => !self.columns.insert((column.class, &column.name)),
            _ => false,
        }
    }
}

pub(crate) fn shared(chunk: &Chunk) -> Option<&SharedStrings> {
    if let Chunk::SharedStrings(shared) = chunk { Some(shared) } else { None }
}

pub(crate) fn class(chunk: &Chunk) -> Option<&Class> {
    if let Chunk::Class(class) = chunk { Some(class) } else { None }
}

/// The numbers of classes and instances for the file header. They wrap at 32 bits; readers treat them as hints.
#[expect(clippy::cast_possible_truncation, reason = "the header's fields wrap")]
pub(crate) fn counts(chunks: &[Chunk]) -> (u32, u32) {
    let classes = || chunks.iter().filter_map(class);
    (classes().count() as u32, classes().map(|class| class.referents.len()).sum::<usize>() as u32)
}

fn hierarchy(chunk: &Chunk) -> Option<&Hierarchy> {
    if let Chunk::Hierarchy(hierarchy) = chunk { Some(hierarchy) } else { None }
}

/// Maps referents to numbers; unknown referents to [`TOP`].
#[derive(Debug, Clone)]
enum Numbers {
    /// A table that starts at the lowest referent. Studio counts referents from 0, so the table is dense.
    Table { lowest: i32, numbers: Vec<u32> },
    /// A sorted list. A hash map would take three times the memory.
    Sorted(Vec<(Referent, u32)>),
}

impl Default for Numbers {
    fn default() -> Self {
        Self::Sorted(Vec::new())
    }
}

impl Numbers {
    /// Maps the referents of `n` instances to `number(index)`; of duplicate referents, the first is used. Also returns
    /// whether all referents are unique.
    fn new<'a>(
        classes: impl Iterator<Item = &'a [Referent]> + Clone,
        n: usize,
        number: impl Fn(u32) -> u32,
    ) -> (Self, bool) {
        let (mut lowest, mut highest) = (i32::MAX, i32::MIN);
        // Not flattened into one iterator: the loop over each slice can be vectorized.
        for referents in classes.clone() {
            for referent in referents {
                (lowest, highest) = (lowest.min(referent.0), highest.max(referent.0));
            }
        }
        let width = i64::from(highest).saturating_sub(lowest.into()).saturating_add(1);
        let all = classes.flatten().copied().zip(0..);
        match usize::try_from(width) {
            Ok(width) if width <= n.saturating_mul(2) => {
                let (mut numbers, mut are_unique) = (vec![TOP; width], true);
                all.for_each(|(referent, place)| match numbers.get_mut(row(referent, lowest)) {
                    Some(free @ &mut TOP) => *free = number(place),
                    _ => are_unique = false,
                });
                (Self::Table { lowest, numbers }, are_unique)
            }
            _ => {
                let mut numbers = Vec::with_capacity(n);
                numbers.extend(all);
                numbers.sort_unstable();
                numbers.dedup_by_key(|(referent, _)| *referent);
                numbers.iter_mut().for_each(|(_, place)| *place = number(*place));
                let are_unique = numbers.len() == n;
                (Self::Sorted(numbers), are_unique)
            }
        }
    }

    /// The number of a referent; [`TOP`] if no instance has it.
    #[inline]
    fn get(&self, referent: Referent) -> u32 {
        let number = match self {
            Self::Table { lowest, numbers } => numbers.get(row(referent, *lowest)),
            Self::Sorted(numbers) => {
                let at = numbers.binary_search_by_key(&referent, |(referent, _)| *referent);
                at.ok().and_then(|at| numbers.get(at)).map(|(_, number)| number)
            }
        };
        number.copied().unwrap_or(TOP)
    }

    #[inline]
    fn get_mut(&mut self, referent: Referent) -> Option<&mut u32> {
        match self {
            Self::Table { lowest, numbers } => numbers.get_mut(row(referent, *lowest)),
            Self::Sorted(numbers) => {
                let at = numbers.binary_search_by_key(&referent, |(referent, _)| *referent).ok()?;
                numbers.get_mut(at).map(|(_, number)| number)
            }
        }
    }
}

/// The index of a referent in a table that starts at `lowest`. A lower referent wraps to an index beyond any table.
#[inline]
fn row(referent: Referent, lowest: i32) -> usize {
    referent.0.wrapping_sub(lowest).cast_unsigned() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use std::convert::Infallible;

    fn file(referents: &[i32], rows: &[(i32, i32)]) -> Vec<Chunk> {
        let referents = referents.iter().map(|n| Referent(*n)).collect();
        let (children, parents) =
            rows.iter().map(|(child, parent)| (Referent(*child), Referent(*parent))).unzip();
        let class = Class { referents, ..Class::default() };
        vec![Chunk::Class(class), Chunk::Hierarchy(Hierarchy { children, parents, ..Hierarchy::default() })]
    }

    proptest! {
        /// If `sound_levels` accepts a file, it has no fault and the levels are those of the outline. If it does not,
        /// the file has a fault, or lists a parent before one of its children.
        #[test]
        fn sound_levels_are_those_of_the_outline(
            referents in vec(0..5_i32, 0..5),
            rows in vec((0..5_i32, -1..5_i32), 0..5),
            is_tidy: bool,
        ) {
            // Random input is rarely valid, so some cases list every instance exactly once.
            let referents = if is_tidy { rows.iter().zip(0..).map(|(_, n)| n).collect() } else { referents };
            let rows: Vec<_> = if is_tidy {
                rows.iter().zip(0..).map(|((_, parent), child)| (child, *parent)).collect()
            } else {
                rows
            };
            let chunks = file(&referents, &rows);
            let mut n_faults = 0;
            let Ok(outline) = Outline::new::<Infallible>(&chunks, &mut |_, _| { n_faults += 1; Ok(()) });
            let is_upwards = rows.iter().enumerate().all(|(i, (_, parent))| {
                *parent == -1 || rows[i + 1..].iter().any(|(child, _)| child == parent)
            });
            let sound = sound_levels(&chunks);
            prop_assert_eq!(sound.is_some(), n_faults == 0 && is_upwards, "{} faults", n_faults);
            if let Some((levels, depth)) = sound {
                prop_assert_eq!(depth, outline.depth);
                for referent in &referents {
                    let number = outline.number_of(Referent(*referent)).unwrap();
                    let way = std::iter::successors(Some(number), |n| Some(outline.parents[*n as usize]).filter(|n| *n != TOP));
                    prop_assert_eq!(levels.get(Referent(*referent)) as usize, way.count());
                }
            }
        }
    }
}

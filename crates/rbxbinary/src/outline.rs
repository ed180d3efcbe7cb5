//! The instance hierarchy as flat arrays, and its faults.
//!
//! The outline of a file: its instances, and their parents. Format document, sections 3 (PRNT) and 8. A
//! [`Tree`](crate::Tree) is a view based on an outline. Building an outline reports faults; reading first checks, more
//! cheaply, whether there are any. No code here recurses, because files may nest to any depth.

mod children;
mod columns;
mod faults;
mod nodes;
mod numbers;

pub(crate) use children::Children;
pub(crate) use faults::{Fault, PARENTS, Report, Spot};
pub(crate) use numbers::Numbers;

use crate::model::{Chunk, Class, Hierarchy, Model, Referent, SharedStrings};
use columns::check_columns;
use nodes::Nodes;
use std::convert::Infallible;

/// The instances of a file, numbered in the order of its INST chunks.
#[derive(Debug, Clone, Default)]
pub(crate) struct Outline {
    pub(crate) classes: Vec<ClassPlace>,
    pub(crate) nodes: Nodes,
    pub(crate) numbers: Numbers,
    /// The nesting depth.
    pub(crate) depth: usize,
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

/// Marks a parent or a level that is not known yet.
const UNKNOWN: u32 = TOP - 1;

impl Outline {
    /// Builds the outline of `chunks` and reports the faults of the hierarchy.
    pub(crate) fn new<'c, E>(chunks: &'c [Chunk], report: Report<'_, 'c, E>) -> Result<Self, E> {
        Self::sound(chunks).map_or_else(|| Self::mended(chunks, report), Ok)
    }

    /// Builds the outline of a valid file quickly; `None` unless the hierarchy lists every instance once and, as Studio
    /// does, children before parents.
    fn sound(chunks: &[Chunk]) -> Option<Self> {
        let Hierarchy { children, parents, .. } = only_hierarchy(chunks)?;
        let (mut outline, mut are_unique) = (Self::default(), true);
        let Ok(()) = outline.number::<Infallible>(chunks, &mut |_, _| {
            are_unique = false;
            Ok(())
        });
        let n = outline.len();
        if !are_unique || (children.len(), parents.len()) != (n, n) {
            return None;
        }
        let Self { nodes, numbers, depth, .. } = &mut outline;
        // The level of each instance with children, or 0 until the hierarchy lists one. Backwards, parents come first.
        let mut levels = vec![0_u32; n];
        let mut rest = &**children;
        // Most siblings follow each other.
        for run in parents.chunk_by(PartialEq::eq).rev() {
            let siblings;
            (rest, siblings) = rest.split_at_checked(rest.len().checked_sub(run.len())?)?;
            let referent = *run.first()?;
            let parent = if referent.is_none() { TOP } else { numbers.get(referent) };
            let level = if referent.is_none() { 0 } else { level(parent, nodes, &mut levels)? };
            *depth = (*depth).max(level.saturating_add(1) as usize);
            // Backwards, each sibling goes before those of the same parent that were put already.
            let mut first = nodes.first(parent);
            numbers.each_back(siblings, |number| {
                nodes.put(number, parent, first)?;
                first = number;
                Some(())
            })?;
            *nodes.first_mut(parent) = first;
        }
        Some(outline)
    }

    /// Builds the outline like [`new`](Self::new), but also of a damaged file.
    fn mended<'c, E>(chunks: &'c [Chunk], report: Report<'_, 'c, E>) -> Result<Self, E> {
        let mut outline = Self::default();
        outline.number(chunks, report)?;
        let order = outline.adopt(chunks, report)?;
        outline.measure(chunks, &order, report)?;
        outline.nodes.link(&order);
        Ok(outline)
    }

    /// The outline of a model. Faults are ignored: reading and `validate` report them.
    pub(crate) fn from_model(model: &Model) -> Self {
        let Ok(outline) = Self::new::<Infallible>(&model.chunks, &mut |_, _| Ok(()));
        outline
    }

    /// The number of instances.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The number of the instance with this referent.
    #[inline]
    pub(crate) fn number_of(&self, referent: Referent) -> Option<u32> {
        Some(self.numbers.get(referent)).filter(|number| *number != TOP)
    }

    /// The index of an instance's class in `classes`, that class, and the instance's row in it.
    #[inline]
    pub(crate) fn place(&self, number: u32) -> Option<(usize, ClassPlace, usize)> {
        let index = self.nodes.class(number)? as usize;
        let class = *self.classes.get(index)?;
        Some((index, class, number.checked_sub(class.first)? as usize))
    }

    /// Numbers the instances of all classes, and reports duplicate referents.
    fn number<E>(&mut self, chunks: &[Chunk], report: Report<'_, '_, E>) -> Result<(), E> {
        let all = || chunks.iter().enumerate().filter_map(|(i, chunk)| class(chunk).map(|class| (i, class)));
        let referents = || all().map(|(_, class)| &*class.referents);
        let n_instances = referents().map(<[_]>::len).sum();
        self.nodes = Nodes::with_capacity(n_instances);
        for ((chunk, class), index) in all().zip(0_u32..) {
            // Instances take four bytes each, so 32 bits can number them.
            let first = u32::try_from(self.nodes.len()).unwrap_or(TOP);
            self.classes.push(ClassPlace { chunk, first });
            self.nodes.add(index, class.referents.len());
        }
        // If several instances have the same referent, it belongs to the first. Format document, section 8.
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

    /// Sets the parent of every instance, and returns the instances in the order of the hierarchy.
    fn adopt<E>(&mut self, chunks: &[Chunk], report: Report<'_, '_, E>) -> Result<Vec<u32>, E> {
        let mut order = Vec::with_capacity(self.len());
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
                let Some(place) = self.nodes.parent_mut(number) else { continue };
                // The first parent is used. Format document, section 8.
                if *place != UNKNOWN {
                    report(Fault::ChildTwice(*child), spot)?;
                    continue;
                }
                order.push(number);
                // -1 always means the top level, even if an instance has the referent -1.
                *place = if parent.is_none() { TOP } else { self.numbers.get(*parent) };
                if *place == TOP && !parent.is_none() {
                    report(Fault::NoParent(*parent), spot)?;
                }
            }
        }
        if order.len() < self.len() {
            if !has_hierarchy {
                report(Fault::NoHierarchy, Spot { chunk: chunks.len(), row: None })?;
            }
            // Instances that no hierarchy lists are at the top level. Format document, section 8.
            for number in (0..).take(self.len()) {
                match self.nodes.parent_mut(number) {
                    Some(parent) if *parent == UNKNOWN => *parent = TOP,
                    _ => continue,
                }
                order.push(number);
                if has_hierarchy && let Some((referent, spot)) = self.referent(chunks, number) {
                    report(Fault::NotInHierarchy(referent), spot)?;
                }
            }
        }
        Ok(order)
    }

    /// Finds the level of each instance, and moves one instance of each cycle to the top level.
    fn measure<E>(&mut self, chunks: &[Chunk], order: &[u32], report: Report<'_, '_, E>) -> Result<(), E> {
        // Marks the instances on the current path towards the top.
        const MET: u32 = u32::MAX;
        let mut levels = vec![0_u32; self.len()];
        let mut deepest = 0;
        // Studio lists children before parents, so walking backwards usually finds the level of the parent known.
        for number in order.iter().rev() {
            let above = match self.nodes.parent(*number) {
                Some(TOP) => Some(0),
                _ => self.above(*number, &levels).filter(|level| *level > 0),
            };
            if let (Some(above), Some(level)) = (above, levels.get_mut(*number as usize)) {
                *level = above.saturating_add(1);
                deepest = deepest.max(*level);
            }
        }
        // Some are left if a parent is listed before its child, or in a cycle.
        let rest = if levels.contains(&0) { order } else { &[] };
        let mut way = Vec::with_capacity(rest.len());
        for start in rest {
            let mut number = *start;
            // Climb to an instance with a known level, or to the top, which has no entry.
            while let Some(level) = levels.get_mut(number as usize) {
                match *level {
                    0 => {
                        *level = MET;
                        way.push(number);
                        number = self.nodes.parent(number).unwrap_or(TOP);
                    }
                    MET => {
                        // The levels of the others in the cycle are counted from this one.
                        *level = 1;
                        // The path met itself: break the cycle here.
                        if let Some(parent) = self.nodes.parent_mut(number) {
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
        levels.get(self.nodes.parent(number)? as usize).copied()
    }

    fn referent(&self, chunks: &[Chunk], number: u32) -> Option<(Referent, Spot)> {
        let (_, place, row) = self.place(number)?;
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
    outline(chunks, report).map(|outline| outline.depth)
}

/// Checks the chunks like [`check`], and returns the outline.
pub(crate) fn outline<'c, E>(chunks: &'c [Chunk], report: Report<'_, 'c, E>) -> Result<Outline, E> {
    let outline = Outline::new(chunks, report)?;
    check_columns(chunks, &outline.numbers, report)?;
    Ok(outline)
}

/// A fast check for valid files: the level of each instance and the greatest level, if the hierarchy lists every
/// instance once and, as Studio does, children before parents. Otherwise `None`; then only building an outline shows
/// whether the file has a fault.
fn sound_levels(chunks: &[Chunk]) -> Option<(Numbers, usize)> {
    let Hierarchy { children, parents, .. } = only_hierarchy(chunks)?;
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
        // `above` is at least `UNKNOWN` if the parent is listed before its child, or is no instance.
        let place = levels.get_mut(*child).filter(|level| **level == UNKNOWN && above < UNKNOWN)?;
        *place = above.saturating_add(1);
        deepest = deepest.max(*place);
    }
    Some((levels, deepest as usize))
}

pub(crate) fn shared(chunk: &Chunk) -> Option<&SharedStrings> {
    if let Chunk::SharedStrings(shared) = chunk { Some(shared) } else { None }
}

pub(crate) fn class(chunk: &Chunk) -> Option<&Class> {
    if let Chunk::Class(class) = chunk { Some(class) } else { None }
}

/// The numbers of classes and instances for the file header. They wrap at 32 bits; readers treat the counts as hints.
#[expect(clippy::cast_possible_truncation, reason = "the header's fields wrap")]
pub(crate) fn counts(chunks: &[Chunk]) -> (u32, u32) {
    let classes = || chunks.iter().filter_map(class);
    (classes().count() as u32, classes().map(|class| class.referents.len()).sum::<usize>() as u32)
}

/// Returns the level of an instance that has a child, and stores it in `levels`; `None` if the instance or its parent
/// is not known yet.
fn level(number: u32, nodes: &Nodes, levels: &mut [u32]) -> Option<u32> {
    let known = *levels.get(number as usize)?;
    if known > 0 {
        return Some(known);
    }
    let level = match nodes.parent(number)? {
        TOP => 1,
        // There are fewer instances than `UNKNOWN`.
        parent => levels.get(parent as usize)?.saturating_add(1),
    };
    *levels.get_mut(number as usize)? = level;
    Some(level)
}

/// The hierarchy, if exactly one chunk has one.
fn only_hierarchy(chunks: &[Chunk]) -> Option<&Hierarchy> {
    let mut hierarchies = chunks.iter().filter_map(hierarchy);
    hierarchies.next().filter(|_| hierarchies.next().is_none())
}

fn hierarchy(chunk: &Chunk) -> Option<&Hierarchy> {
    if let Chunk::Hierarchy(hierarchy) = chunk { Some(hierarchy) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn file(referents: &[i32], rows: &[(i32, i32)]) -> Vec<Chunk> {
        let referents = referents.iter().map(|n| Referent(*n)).collect();
        let (children, parents) =
            rows.iter().map(|(child, parent)| (Referent(*child), Referent(*parent))).unzip();
        let class = Class { referents, ..Class::default() };
        vec![Chunk::Class(class), Chunk::Hierarchy(Hierarchy { children, parents, ..Hierarchy::default() })]
    }

    proptest! {
        /// Checks that lists of children are in the order of the hierarchy, and that walks follow those lists.
        #[test]
        fn walks_visit_children_in_order(rows in vec((0..9_i32, -1..9_i32), 0..20)) {
            let outline = Outline::mended::<Infallible>(&file(&[4, 0, 7, 2, 5, 1, 8], &rows), &mut |_, _| Ok(()));
            let Ok(outline) = outline;
            let lists = Children::new(&outline);
            let row = |number: &u32| {
                rows.iter().position(|(child, _)| outline.number_of(Referent(*child)) == Some(*number))
            };
            let mut n_children = 0;
            for top in (0..7).chain([TOP]) {
                let children = lists.get(top);
                prop_assert!(children.iter().filter_map(row).is_sorted());
                prop_assert!(children.iter().all(|child| outline.nodes.parent(*child) == Some(top)));
                prop_assert!(children.iter().copied().eq(outline.nodes.children(top)));
                n_children += children.len();
                let mut pending: Vec<_> = children.iter().rev().copied().collect();
                let mut number = if top == TOP { outline.nodes.first(TOP) } else { outline.nodes.after(top, top) };
                while let Some(expected) = pending.pop() {
                    prop_assert_eq!(number, expected);
                    pending.extend(lists.get(number).iter().rev());
                    number = outline.nodes.after(number, top);
                }
                prop_assert_eq!(number, TOP);
            }
            prop_assert_eq!(n_children, 7);
        }

        /// If `sound_levels` accepts a file, the file has no fault, and the levels equal those of the outline. If it
        /// rejects a file, the file has a fault or lists a parent before one of its children.
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
            let Ok(outline) = Outline::mended::<Infallible>(&chunks, &mut |_, _| { n_faults += 1; Ok(()) });
            let is_upwards = rows.iter().enumerate().all(|(i, (_, parent))| {
                *parent == -1 || rows[i + 1..].iter().any(|(child, _)| child == parent)
            });
            let sound = sound_levels(&chunks);
            prop_assert_eq!(sound.is_some(), n_faults == 0 && is_upwards, "{} faults", n_faults);
            let fast = Outline::sound(&chunks);
            prop_assert_eq!(fast.is_some(), sound.is_some());
            if let Some(fast) = fast {
                prop_assert_eq!((fast.nodes, fast.depth), (outline.nodes.clone(), outline.depth));
            }
            if let Some((levels, depth)) = sound {
                prop_assert_eq!(depth, outline.depth);
                for referent in &referents {
                    let number = outline.number_of(Referent(*referent)).unwrap();
                    let way = std::iter::successors(Some(number), |n| outline.nodes.parent(*n).filter(|n| *n != TOP));
                    prop_assert_eq!(levels.get(Referent(*referent)) as usize, way.count());
                }
            }
        }
    }
}

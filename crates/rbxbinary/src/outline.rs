//! The instance hierarchy as flat arrays, and its faults.
//!
//! Format document, sections 3 (PRNT) and 8. A [`Tree`](crate::Tree) is a view based on an outline. Building an outline
//! reports faults; reading first checks, more cheaply, whether there are any. No code here recurses, because files may
//! nest to any depth.

mod children;
mod columns;
mod faults;
mod numbers;

pub(crate) use children::Children;
pub(crate) use faults::{Fault, PARENTS, Report, Spot};
pub(crate) use numbers::Numbers;

use crate::model::{Chunk, Class, Hierarchy, Model, Referent, SharedStrings};
use columns::check_columns;
use std::convert::Infallible;

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

/// A parent or level that is not known yet.
const UNKNOWN: u32 = TOP - 1;

impl Outline {
    /// Builds the outline of `chunks` and reports the faults of the hierarchy.
    pub(crate) fn new<'c, E>(chunks: &'c [Chunk], report: Report<'_, 'c, E>) -> Result<Self, E> {
        Self::sound(chunks).map_or_else(|| Self::mended(chunks, report), Ok)
    }

    /// A fast way for valid files: the outline, if the hierarchy lists every instance once and, as Studio does, children
    /// before parents.
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
        (outline.parents, outline.order) = (vec![0; n], vec![0; n]);
        // A level is 0 until the hierarchy lists the instance. Backwards, parents come first.
        let (mut levels, mut deepest) = (vec![0_u32; n], 0);
        for ((child, parent), place) in children.iter().zip(parents).zip(&mut outline.order).rev() {
            let (above, level) = if parent.is_none() {
                (TOP, 0)
            } else {
                let above = outline.numbers.get(*parent);
                (above, levels.get(above as usize).copied().filter(|level| *level > 0)?)
            };
            let number = outline.numbers.get(*child);
            let own = levels.get_mut(number as usize).filter(|level| **level == 0)?;
            *own = level.saturating_add(1);
            deepest = deepest.max(*own);
            *outline.parents.get_mut(number as usize)? = above;
            *place = number;
        }
        outline.depth = deepest as usize;
        Some(outline)
    }

    /// As [`new`](Self::new), for any file.
    fn mended<'c, E>(chunks: &'c [Chunk], report: Report<'_, 'c, E>) -> Result<Self, E> {
        let mut outline = Self::default();
        outline.number(chunks, report)?;
        outline.adopt(chunks, report)?;
        outline.measure(chunks, report)?;
        Ok(outline)
    }

    /// The outline of a model. Faults are ignored: reading and `validate` report them.
    pub(crate) fn of(model: &Model) -> Self {
        let Ok(outline) = Self::new::<Infallible>(&model.chunks, &mut |_, _| Ok(()));
        outline
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
    outline(chunks, report).map(|outline| outline.depth)
}

/// As [`check`], for the outline.
pub(crate) fn outline<'c, E>(chunks: &'c [Chunk], report: Report<'_, 'c, E>) -> Result<Outline, E> {
    let outline = Outline::new(chunks, report)?;
    check_columns(chunks, &outline.numbers, report)?;
    Ok(outline)
}

/// A fast check for valid files: the level of each instance and the greatest level, if the hierarchy lists every
/// instance once and, as Studio does, children before parents. Otherwise `None`; then building an outline finds out
/// whether anything is wrong.
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

/// The numbers of classes and instances for the file header. They wrap at 32 bits; readers treat them as hints.
#[expect(clippy::cast_possible_truncation, reason = "the header's fields wrap")]
pub(crate) fn counts(chunks: &[Chunk]) -> (u32, u32) {
    let classes = || chunks.iter().filter_map(class);
    (classes().count() as u32, classes().map(|class| class.referents.len()).sum::<usize>() as u32)
}

/// The hierarchy, if there is one chunk of it.
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
        /// If `sound_levels` accepts a file, it has no fault and the levels are those of the outline, which is made in
        /// the fast way. If it does not, the file has a fault, or lists a parent before one of its children.
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
                let parts = |outline: &Outline| (outline.parents.clone(), outline.order.clone(), outline.depth);
                prop_assert_eq!(parts(&fast), parts(&outline));
            }
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

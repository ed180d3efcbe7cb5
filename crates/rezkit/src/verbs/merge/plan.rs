//! The plan of a merge: the changes to OURS. It is made on outlines, and so is the same for binary and XML files.

mod conflicts;
mod removals;
mod values;

use super::facts::{Fact, Unit, facts};
use super::{Conflict, ConflictKind, MergeOptions};
use crate::verbs::diff::hashes::hash_of;
use crate::verbs::diff::matching::{NONE, Pairs};
use crate::verbs::diff::{Budget, DiffOptions};
use files::outline::{Outline, Paths};
use std::collections::hash_map::RandomState;
use std::collections::{HashMap, HashSet, VecDeque};

/// A node of the result: one of OURS, or one that is added from THEIRS.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Spot {
    Ours(u32),
    Theirs(u32),
}

/// The file itself.
pub(super) const FILE: Spot = Spot::Ours(0);

/// A change of OURS. Changes are applied in the order of these variants.
#[derive(Debug)]
pub(super) enum Deed {
    /// Adds a copy of a node of THEIRS, without its children.
    Add { theirs: u32, parent: Spot, after: Option<Spot> },
    /// Moves a node of OURS, unless it would end up inside itself.
    Move { ours: u32, parent: Spot, after: Option<Spot>, conflict: Conflict },
    /// Reorders children.
    Order { parent: Spot, children: Vec<Spot> },
    /// Copies a property from a node of THEIRS.
    Take { node: Spot, theirs: u32, unit: Unit },
    /// Copies a property from a node of BASE.
    Restore { ours: u32, base: u32, unit: Unit },
    /// Sets a property that both sides changed to merged bytes.
    Bytes { ours: u32, property: &'static str, bytes: Vec<u8> },
    /// Removes a node of OURS, unless one of its descendants stays.
    Remove { ours: u32, conflict: Conflict },
    /// Sets or removes metadata of the file.
    Metadata { key: Vec<u8>, value: Option<Vec<u8>> },
}

/// The changes of OURS, and the conflicts.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) deeds: Vec<Deed>,
    /// The node of the result for each node of THEIRS.
    pub(super) spots: Vec<Option<Spot>>,
    /// The nodes of OURS that THEIRS removed and OURS did not change.
    pub(super) removable: HashSet<u32>,
    pub(super) conflicts: Vec<Conflict>,
    /// The number of conflicts that the options decided.
    pub(super) n_decided: usize,
    /// The number of instances that have another UniqueId in THEIRS than in OURS.
    pub(super) n_other_ids: usize,
    /// The node of OURS for each node of BASE, or `NONE`.
    pub(super) of_base: Vec<u32>,
}

/// The metadata of a file.
pub(super) type Keys = HashMap<Vec<u8>, Vec<u8>>;

/// Compares both sides with BASE.
pub(super) fn plan(
    sides: &[Pairs<'_>; 2],
    keys: &[Keys; 3],
    options: MergeOptions,
    compared: &DiffOptions,
    seed: &RandomState,
) -> Plan {
    let [ours, theirs] = sides;
    let n = theirs.new.outline.len();
    let mut planner = Planner {
        ours,
        theirs,
        keys,
        compared,
        seed,
        paths: [ours.old.outline, ours.new.outline, theirs.new.outline].map(Paths::new),
        image: vec![NONE; n],
        spots: vec![None; n],
        last: vec![None; n],
        budget: Budget::new(),
        deeds: Vec::new(),
        conflicts: Vec::new(),
        options,
        n_decided: 0,
    };
    // Nodes are added before values refer to them, and removed last.
    planner.find_images();
    for number in 0..u32::try_from(n).unwrap_or(u32::MAX) {
        planner.place(number);
    }
    planner.order();
    for number in 0..u32::try_from(n).unwrap_or(u32::MAX) {
        planner.properties(number);
    }
    let removable = planner.removals();
    let n_other_ids = planner.n_other_ids();
    let Planner { deeds, spots, conflicts, n_decided, .. } = planner;
    Plan { deeds, spots, removable, conflicts, n_decided, n_other_ids, of_base: ours.to_new.clone() }
}

struct Planner<'p, 'o> {
    /// The matches between BASE and OURS, and between BASE and THEIRS.
    ours: &'p Pairs<'o>,
    theirs: &'p Pairs<'o>,
    keys: &'p [Keys; 3],
    /// The options that determine which properties are compared.
    compared: &'p DiffOptions,
    seed: &'p RandomState,
    /// The paths of BASE, OURS and THEIRS.
    paths: [Paths; 3],
    /// For each node of THEIRS, the matching node of OURS, or `NONE`.
    image: Vec<u32>,
    spots: Vec<Option<Spot>>,
    /// For each node of THEIRS, the last of its children that is in the result.
    last: Vec<Option<Spot>>,
    budget: Budget,
    deeds: Vec<Deed>,
    conflicts: Vec<Conflict>,
    options: MergeOptions,
    n_decided: usize,
}

fn get(list: &[u32], number: u32) -> u32 {
    list.get(number as usize).copied().unwrap_or(NONE)
}

impl Planner<'_, '_> {
    fn outlines(&self) -> [&dyn Outline; 3] {
        [self.ours.old.outline, self.ours.new.outline, self.theirs.new.outline]
    }

    fn image(&self, number: u32) -> u32 {
        get(&self.image, number)
    }

    fn spot(&self, number: u32) -> Option<Spot> {
        self.spots.get(number as usize).copied().flatten()
    }

    /// Matches nodes of THEIRS with those of OURS: through a common node of BASE, or because both sides added equal
    /// nodes.
    fn find_images(&mut self) {
        let (ours, theirs) = (self.ours, self.theirs);
        let added = (1..).take(ours.to_old.len().saturating_sub(1)).filter(|o| ours.old_of(*o) == NONE);
        let (mut by_id, mut by_content) = (HashMap::new(), HashMap::<_, VecDeque<u32>>::new());
        for o in added {
            let outline = ours.new.outline;
            let hashes = &ours.new.hashes;
            let content = (outline.parent(o), hash_of(&hashes.key, o), hash_of(&hashes.inside, o));
            by_content.entry(content).or_default().push_back(o);
            if outline.id(o) != 0 {
                by_id.insert((outline.id(o), outline.kind(o).to_vec()), o);
            }
        }
        let mut used = HashSet::new();
        let of_theirs = |t: u32| (theirs.new.outline.id(t), theirs.new.outline.kind(t).to_vec());
        // A node of OURS with the same id as one of THEIRS is not the image of another one.
        let known: HashSet<u32> = (1..u32::try_from(self.image.len()).unwrap_or(u32::MAX))
            .filter(|t| theirs.old_of(*t) == NONE)
            .filter_map(|t| by_id.get(&of_theirs(t)).copied())
            .collect();
        for t in 0..u32::try_from(self.image.len()).unwrap_or(u32::MAX) {
            let outline = theirs.new.outline;
            let image = match theirs.old_of(t) {
                NONE => by_id.remove(&of_theirs(t)).or_else(|| {
                    let hashes = &theirs.new.hashes;
                    // The image of the parent is known, since parents come before their children.
                    let parent = self.image(outline.parent(t));
                    let content = (parent, hash_of(&hashes.key, t), hash_of(&hashes.inside, t));
                    let alike = by_content.get_mut(&content)?;
                    std::iter::from_fn(|| alike.pop_front()).find(|o| !used.contains(o) && !known.contains(o))
                }),
                base => Some(ours.new_of(base)),
            };
            used.extend(image);
            if let Some(slot) = self.image.get_mut(t as usize) {
                *slot = image.unwrap_or(NONE);
            }
        }
    }

    /// The number of nodes with another id in THEIRS than in OURS.
    fn n_other_ids(&self) -> usize {
        let (ours, theirs) = (self.ours.new.outline, self.theirs.new.outline);
        let pairs = (0..).zip(&self.image).filter(|(_, o)| **o != NONE);
        pairs.filter(|(t, o)| theirs.id(*t) != 0 && theirs.id(*t) != ours.id(**o)).count()
    }

    /// Finds the place in the result of a node of THEIRS.
    fn place(&mut self, t: u32) {
        let (base, o) = (self.theirs.old_of(t), self.image(t));
        let parent = self.theirs.new.outline.parent(t);
        let spot = match (base, o) {
            _ if t == 0 => Some(FILE),
            (NONE, NONE) => self.added(t, parent),
            (base, NONE) => {
                if self.is_changed(self.theirs, base, t) || self.is_moved(self.theirs, base, t) {
                    self.gone(base, t);
                }
                None
            }
            (base, o) => self.kept(base, o, t, parent),
        };
        if let Some(slot) = self.spots.get_mut(t as usize) {
            *slot = spot;
        }
    }

    fn added(&mut self, t: u32, parent: u32) -> Option<Spot> {
        let Some(into) = self.spot(parent) else {
            // Only the topmost added node that cannot be placed is reported.
            if self.theirs.old_of(parent) != NONE {
                let conflict = self.conflict(ConflictKind::RemovedByOurs, [NONE, NONE, t]);
                self.conflicts.push(Conflict { theirs: Some("added".into()), ..conflict });
            }
            return None;
        };
        let after = self.last.get(parent as usize).copied().flatten();
        self.deeds.push(Deed::Add { theirs: t, parent: into, after });
        let spot = Spot::Theirs(t);
        self.note_last(parent, spot);
        Some(spot)
    }

    fn kept(&mut self, base: u32, o: u32, t: u32, parent: u32) -> Option<Spot> {
        let spot = Spot::Ours(o);
        let into = self.spot(parent);
        let is_there = into == Some(Spot::Ours(self.ours.new.outline.parent(o)));
        if is_there {
            self.note_last(parent, spot);
        } else if base == NONE || self.is_moved(self.theirs, base, t) {
            let conflict = self.conflict(ConflictKind::Moved, [base, o, t]);
            let is_moved = base == NONE || self.is_moved(self.ours, base, o);
            // A node that only THEIRS moved is moved; one that both sides moved is a conflict.
            match into {
                Some(into) if !is_moved => {
                    let after = self.last.get(parent as usize).copied().flatten();
                    self.deeds.push(Deed::Move { ours: o, parent: into, after, conflict });
                    self.note_last(parent, spot);
                }
                Some(_) => self.conflicts.push(conflict),
                None => self.conflicts.push(Conflict { kind: ConflictKind::RemovedByOurs, ..conflict }),
            }
        }
        Some(spot)
    }

    fn note_last(&mut self, parent: u32, spot: Spot) {
        if let Some(last) = self.last.get_mut(parent as usize) {
            *last = Some(spot);
        }
    }

    /// Returns true if a node has another parent than in BASE.
    fn is_moved(&self, side: &Pairs<'_>, base: u32, number: u32) -> bool {
        side.new_of(side.old.outline.parent(base)) != side.new.outline.parent(number)
    }

    /// Returns true if a node has another name or other properties than in BASE.
    fn is_changed(&self, side: &Pairs<'_>, base: u32, number: u32) -> bool {
        if side.old.outline.step(base) != side.new.outline.step(number) {
            return true;
        }
        let is_same_body = hash_of(&side.old.hashes.body, base) == hash_of(&side.new.hashes.body, number);
        let leads = side.new.hashes.leads.get(number as usize).copied().unwrap_or_default();
        // Bodies that differ may still mean the same, where one says what is the default.
        (leads || !is_same_body) && {
            let facts = |outline: &dyn Outline, number| facts(outline, number, self.compared, self.seed);
            let (old, new) = (facts(side.old.outline, base), facts(side.new.outline, number));
            old.len() != new.len()
                || !old.iter().all(|(unit, old)| {
                    new.get(unit).is_some_and(|new| is_same(old, new, |node| side.new_of(node)))
                })
        }
    }

    /// Adds a conflict: THEIRS changed a node that OURS removed.
    fn gone(&mut self, base: u32, t: u32) {
        let conflict = self.conflict(ConflictKind::RemovedByOurs, [base, NONE, t]);
        let word = if self.is_moved(self.theirs, base, t) { "moved" } else { "changed" };
        self.conflicts.push(Conflict { theirs: Some(word.into()), ..conflict });
    }

    /// Reorders children as in THEIRS.
    fn order(&mut self) {
        let theirs = self.theirs;
        for t in 0..u32::try_from(self.image.len()).unwrap_or(u32::MAX) {
            let (base, o) = (theirs.old_of(t), self.image(t));
            if base == NONE || o == NONE {
                continue;
            }
            // The children that all three files have under this parent, by their numbers in BASE, which ascend there.
            let stays = |side: &Pairs<'_>, child: u32, parent: u32| {
                child != NONE && side.new.outline.parent(child) == parent
            };
            let common = |side: &Pairs<'_>, parent: u32| -> Vec<u32> {
                let olds = side.new.children.get(parent).iter().map(|child| side.old_of(*child));
                let olds = olds.filter(|old| *old != NONE && side.old.outline.parent(*old) == base);
                olds.filter(|old| {
                    stays(self.ours, self.ours.new_of(*old), o) && stays(theirs, theirs.new_of(*old), t)
                })
                .collect()
            };
            let in_theirs = common(theirs, t);
            if in_theirs.is_sorted() {
                continue;
            }
            let in_ours = common(self.ours, o);
            if in_ours.is_sorted() {
                let children = theirs.new.children.get(t).iter().filter_map(|child| self.spot(*child));
                let children = children.collect();
                self.deeds.push(Deed::Order { parent: Spot::Ours(o), children });
            } else if in_ours != in_theirs {
                let conflict = self.conflict(ConflictKind::Order, [base, o, t]);
                self.conflicts.push(conflict);
            }
        }
    }
}

/// Returns true if two facts are equal, where `to` maps nodes of the first file to those of the second.
fn is_same(one: &Fact, other: &Fact, to: impl Fn(u32) -> u32) -> bool {
    one.hash == other.hash && one.nodes.iter().map(|node| to(*node)).eq(other.nodes.iter().copied())
}

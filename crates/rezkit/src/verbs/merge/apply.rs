//! Application of a plan to OURS.

use super::plan::{Deed, FILE, Plan, Spot};
use super::{Conflict, facts::Unit};
use crate::roblox::Document;
use dom::{Id, Model};
use files::documents::problem;
use files::fault::refused;
use scene::Problem;
use std::collections::{HashMap, HashSet};

/// The number of times that moves are repeated at most.
const N_PASSES: usize = 64;

/// The result, and the number of changes.
pub(super) struct Applied {
    pub(super) document: Document,
    pub(super) n_added: usize,
    pub(super) n_removed: usize,
    pub(super) n_moved: usize,
    pub(super) n_properties: usize,
}

pub(super) fn apply(plan: &mut Plan, base: Model, ours: Model, theirs: Model) -> Result<Applied, Problem> {
    let (ours, theirs) = (Document::from(ours), Document::from(theirs));
    let needs_base = plan.deeds.iter().any(|deed| matches!(deed, Deed::Restore { .. }));
    let base = needs_base.then(|| Base::new(base, std::mem::take(&mut plan.of_base)));
    let (our_ids, their_ids) = (ours.ids(), theirs.ids());
    // Node 0 is the file.
    let their_numbers = their_ids.iter().copied().zip(1..).collect();
    let mut work = Work {
        base,
        ours,
        theirs,
        our_ids,
        their_ids,
        their_numbers,
        added: HashMap::new(),
        spots: std::mem::take(&mut plan.spots),
        removable: HashSet::new(),
        waiting: Vec::new(),
        counts: [0; 4],
        conflicts: Vec::new(),
    };
    work.removable = plan.removable.iter().filter_map(|number| work.id_of(Spot::Ours(*number))).collect();
    let mut deeds = plan.deeds.drain(..).peekable();
    while let Some(deed) = deeds.next_if(|deed| matches!(deed, Deed::Add { .. } | Deed::Move { .. })) {
        work.deed(deed)?;
    }
    work.settle_moves()?;
    for deed in deeds {
        work.deed(deed)?;
    }
    work.settle_added()?;
    plan.conflicts.append(&mut work.conflicts);
    let [n_added, n_removed, n_moved, n_properties] = work.counts;
    Ok(Applied { document: work.ours, n_added, n_removed, n_moved, n_properties })
}

/// BASE, which is read only if one of its values is restored.
struct Base {
    document: Document,
    ids: Vec<Id>,
    numbers: HashMap<Id, u32>,
    /// The node of OURS for each node of BASE.
    of_ours: Vec<u32>,
}

impl Base {
    fn new(base: Model, of_ours: Vec<u32>) -> Self {
        let document = Document::from(base);
        let ids = document.ids();
        let numbers = ids.iter().copied().zip(1..).collect();
        Self { document, ids, numbers, of_ours }
    }
}

struct Work {
    base: Option<Base>,
    ours: Document,
    theirs: Document,
    our_ids: Vec<Id>,
    their_ids: Vec<Id>,
    their_numbers: HashMap<Id, u32>,
    /// The copies of nodes of THEIRS.
    added: HashMap<u32, Id>,
    spots: Vec<Option<Spot>>,
    removable: HashSet<Id>,
    /// The moves that would have put an instance inside itself so far.
    waiting: Vec<Deed>,
    /// The numbers of instances added, removed and moved, and of properties changed.
    counts: [usize; 4],
    conflicts: Vec<Conflict>,
}

/// The name of a property, for units that are properties.
fn property(unit: &Unit) -> Result<&str, Problem> {
    match unit {
        Unit::Property(name) => {
            std::str::from_utf8(name).map_err(|_| refused("a property has a name that is not UTF-8"))
        }
        _ => Ok("Name"),
    }
}

fn id_at(ids: &[Id], number: u32) -> Option<Id> {
    (number as usize).checked_sub(1).and_then(|index| ids.get(index)).copied()
}

impl Work {
    fn id_of(&self, spot: Spot) -> Option<Id> {
        match spot {
            Spot::Ours(number) => id_at(&self.our_ids, number),
            Spot::Theirs(number) => self.added.get(&number).copied(),
        }
    }

    fn deed(&mut self, deed: Deed) -> Result<(), Problem> {
        let [n_added, n_removed, n_moved, n_properties] = self.counts;
        let mut counts = [n_added, n_removed, n_moved, n_properties];
        let [n_added, n_removed, n_moved, n_properties] = &mut counts;
        let count = |n: &mut usize| *n = n.saturating_add(1);
        match deed {
            Deed::Add { theirs, parent, after } => {
                let into = self.id_of(parent);
                let Some(from) = id_at(&self.their_ids, theirs).filter(|_| parent == FILE || into.is_some())
                else {
                    return Ok(());
                };
                let id = self.ours.0.adopt(&self.theirs.0, from, into).map_err(problem)?;
                self.added.insert(theirs, id);
                let after = after.and_then(|after| self.id_of(after));
                self.ours.0.put_after(id, into, after);
                count(n_added);
            }
            Deed::Move { ours, parent, after, .. } => {
                let (into, after) = (self.id_of(parent), after.and_then(|after| self.id_of(after)));
                let Some(id) = id_at(&self.our_ids, ours).filter(|_| parent == FILE || into.is_some()) else {
                    return Ok(());
                };
                if self.ours.0.put_after(id, into, after) {
                    count(n_moved);
                } else {
                    self.waiting.push(deed);
                }
            }
            Deed::Order { parent, children } => {
                self.sort(parent, &children);
                count(n_moved);
            }
            Deed::Take { node, theirs, unit } => {
                self.take(node, theirs, &unit)?;
                // References of added instances belong to these.
                if matches!(node, Spot::Ours(_)) {
                    count(n_properties);
                }
            }
            Deed::Restore { ours, base, unit } => {
                self.restore(ours, base, &unit)?;
                count(n_properties);
            }
            Deed::Bytes { ours, property, bytes } => {
                if let Some(id) = id_at(&self.our_ids, ours) {
                    self.ours.0.set_bytes(id, property, &bytes).map_err(problem)?;
                    count(n_properties);
                }
            }
            Deed::Remove { ours, conflict } => {
                let Some(id) = id_at(&self.our_ids, ours) else { return Ok(()) };
                // Removing it would also remove instances that OURS changed or added inside it. It may have been removed
                // with its parent.
                if !self.ours.contains(id)
                    || self.ours.within(id).iter().all(|id| self.removable.contains(id))
                {
                    self.ours.remove(id);
                    count(n_removed);
                } else {
                    self.conflicts.push(conflict);
                }
            }
            Deed::Metadata { key, value } => {
                self.ours.0.set_metadata(key, value);
                count(n_properties);
            }
        }
        self.counts = counts;
        Ok(())
    }

    /// Repeats moves that had to wait for other ones, so that the order of moves does not matter. Those that would still
    /// put an instance inside itself are conflicts.
    fn settle_moves(&mut self) -> Result<(), Problem> {
        // In a tree that was turned inside out, each pass makes only one of the moves possible.
        for _ in 0..N_PASSES {
            let n_waiting = self.waiting.len();
            for deed in std::mem::take(&mut self.waiting) {
                self.deed(deed)?;
            }
            if self.waiting.len() == n_waiting {
                break;
            }
        }
        let conflicts = self.waiting.drain(..).filter_map(|deed| match deed {
            Deed::Move { conflict, .. } => Some(conflict),
            _ => None,
        });
        self.conflicts.extend(conflicts);
        Ok(())
    }

    /// Reorders some children among the positions that they occupy; all others stay in place.
    fn sort(&mut self, parent: Spot, children: &[Spot]) {
        let into = self.id_of(parent);
        if into.is_some_and(|into| !self.ours.contains(into)) {
            return;
        }
        let all = into.map_or_else(|| self.ours.roots(), |into| self.ours.children(into));
        let there: HashSet<Id> = all.iter().copied().collect();
        let wanted: Vec<Id> =
            children.iter().filter_map(|spot| self.id_of(*spot)).filter(|id| there.contains(id)).collect();
        let moved: HashSet<Id> = wanted.iter().copied().collect();
        let mut wanted = wanted.into_iter();
        let sorted = all.iter().map(|id| if moved.contains(id) { wanted.next().unwrap_or(*id) } else { *id });
        let mut last = None;
        for id in sorted.collect::<Vec<_>>() {
            self.ours.0.put_after(id, into, last);
            last = Some(id);
        }
    }

    fn restore(&mut self, ours: u32, base: u32, unit: &Unit) -> Result<(), Problem> {
        let Self { base: Some(whole), ours: document, our_ids, .. } = self else { return Ok(()) };
        if *unit == Unit::Elements {
            document.0.take_elements(id_at(our_ids, ours), &whole.document.0, id_at(&whole.ids, base));
            return Ok(());
        }
        let (Some(id), Some(from)) = (id_at(our_ids, ours), id_at(&whole.ids, base)) else { return Ok(()) };
        let place = |id: Id| id_at(our_ids, *whole.of_ours.get(*whole.numbers.get(&id)? as usize)?);
        let name = match unit {
            Unit::Attribute(name) => {
                return document
                    .0
                    .take_attribute(id, (&whole.document.0, from), name, &place)
                    .map_err(problem);
            }
            unit => property(unit)?,
        };
        document.0.take(id, &whole.document.0, from, name, &place).map_err(problem)
    }

    /// Redirects references in strings of added instances to their targets in the result, which is complete now. The
    /// plan only handles references that are properties.
    fn settle_added(&mut self) -> Result<(), Problem> {
        let added: Vec<_> = self.added.keys().copied().collect();
        for theirs in added {
            let Some(from) = id_at(&self.their_ids, theirs) else { continue };
            for property in self.theirs.0.strings_with_references(from) {
                self.take(Spot::Theirs(theirs), theirs, &Unit::Property(property.into()))?;
            }
        }
        Ok(())
    }

    fn take(&mut self, node: Spot, theirs: u32, unit: &Unit) -> Result<(), Problem> {
        if *unit == Unit::Elements {
            let id = self.id_of(node);
            self.ours.0.take_elements(id, &self.theirs.0, id_at(&self.their_ids, theirs));
            return Ok(());
        }
        let (Some(id), Some(from)) = (self.id_of(node), id_at(&self.their_ids, theirs)) else {
            return Ok(());
        };
        let Self { ours, theirs, our_ids, their_numbers, added, spots, .. } = self;
        let place = |id: Id| {
            let number = their_numbers.get(&id)?;
            match spots.get(*number as usize).copied().flatten()? {
                Spot::Ours(number) => id_at(our_ids, number),
                Spot::Theirs(number) => added.get(&number).copied(),
            }
        };
        match unit {
            Unit::Attribute(name) => ours.0.take_attribute(id, (&theirs.0, from), name, &place),
            unit => ours.0.take(id, &theirs.0, from, property(unit)?, &place),
        }
        .map_err(problem)
    }
}

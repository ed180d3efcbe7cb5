//! Does to OURS what the plan says.

use super::plan::{Deed, FILE, Plan, Spot};
use super::{Conflict, facts::Unit};
use crate::Problem;
use crate::verbs::edit::{ATTRIBUTES, Tree, refused};
use ::rbxbinary::Attributes;
use std::collections::{HashMap, HashSet};

/// The result, and how much was done.
pub(super) struct Applied<R> {
    pub(super) read: R,
    pub(super) n_added: usize,
    pub(super) n_removed: usize,
    pub(super) n_moved: usize,
    pub(super) n_properties: usize,
    pub(super) notes: Vec<String>,
}

pub(super) fn apply<T: Tree>(
    plan: &mut Plan,
    ours: T::Read,
    theirs: T::Read,
) -> Result<Applied<T::Read>, Problem> {
    let (ours, theirs) = (T::from(ours), T::from(theirs));
    let (our_ids, their_ids) = (ours.ids(), theirs.ids());
    let their_numbers = their_ids.iter().copied().zip(1..).collect();
    let mut work = Work {
        ours,
        theirs,
        our_ids,
        their_ids,
        their_numbers,
        added: HashMap::new(),
        spots: std::mem::take(&mut plan.spots),
        removable: HashSet::new(),
        metadata: Vec::new(),
        counts: [0; 4],
        conflicts: Vec::new(),
    };
    work.removable = plan.removable.iter().filter_map(|number| work.id_of(Spot::Ours(*number))).collect();
    for deed in plan.deeds.drain(..) {
        work.deed(deed)?;
    }
    plan.conflicts.append(&mut work.conflicts);
    let [n_added, n_removed, n_moved, n_properties] = work.counts;
    let (mut read, notes) = work.ours.finish()?;
    for (key, value) in work.metadata {
        T::set_metadata(&mut read, &key, value.as_deref());
    }
    Ok(Applied { read, n_added, n_removed, n_moved, n_properties, notes })
}

struct Work<T: Tree> {
    ours: T,
    theirs: T,
    our_ids: Vec<T::Id>,
    their_ids: Vec<T::Id>,
    their_numbers: HashMap<T::Id, u32>,
    /// Copies of nodes of THEIRS.
    added: HashMap<u32, T::Id>,
    spots: Vec<Option<Spot>>,
    removable: HashSet<T::Id>,
    metadata: Vec<(Vec<u8>, Option<Vec<u8>>)>,
    /// Added, removed, moved, properties.
    counts: [usize; 4],
    conflicts: Vec<Conflict>,
}

fn at<Id: Copy>(ids: &[Id], number: u32) -> Option<Id> {
    (number as usize).checked_sub(1).and_then(|index| ids.get(index)).copied()
}

impl<T: Tree> Work<T> {
    fn id_of(&self, spot: Spot) -> Option<T::Id> {
        match spot {
            Spot::Ours(number) => at(&self.our_ids, number),
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
                let Some(from) = at(&self.their_ids, theirs).filter(|_| parent == FILE || into.is_some())
                else {
                    return Ok(());
                };
                let id = self.ours.adopt(&self.theirs, from, into)?;
                self.added.insert(theirs, id);
                let after = after.and_then(|after| self.id_of(after));
                self.ours.put(id, into, after);
                count(n_added);
            }
            Deed::Move { ours, parent, after, conflict } => {
                let (into, after) = (self.id_of(parent), after.and_then(|after| self.id_of(after)));
                let Some(id) = at(&self.our_ids, ours).filter(|_| parent == FILE || into.is_some()) else {
                    return Ok(());
                };
                if self.ours.put(id, into, after) {
                    count(n_moved);
                } else {
                    self.conflicts.push(conflict);
                }
            }
            Deed::Order { parent, children } => {
                self.sort(parent, &children);
                count(n_moved);
            }
            Deed::Take { node, theirs, unit } => {
                self.take(node, theirs, &unit)?;
                count(n_properties);
            }
            Deed::Bytes { ours, property, bytes } => {
                if let Some(id) = at(&self.our_ids, ours) {
                    self.ours.set_bytes(id, property, &bytes)?;
                    count(n_properties);
                }
            }
            Deed::Remove { ours, conflict } => {
                let Some(id) = at(&self.our_ids, ours) else { return Ok(()) };
                if self.ours.within(id).iter().all(|id| self.removable.contains(id)) {
                    self.ours.remove(id);
                    count(n_removed);
                } else {
                    self.conflicts.push(conflict);
                }
            }
            Deed::Metadata { key, value } => {
                self.metadata.push((key, value));
                count(n_properties);
            }
        }
        self.counts = counts;
        Ok(())
    }

    /// Puts some children in this order, into the places that they have; all others stay where they are.
    fn sort(&mut self, parent: Spot, children: &[Spot]) {
        let into = self.id_of(parent);
        let all = self.ours.children(into);
        let there: HashSet<T::Id> = all.iter().copied().collect();
        let wanted: Vec<T::Id> =
            children.iter().filter_map(|spot| self.id_of(*spot)).filter(|id| there.contains(id)).collect();
        let moved: HashSet<T::Id> = wanted.iter().copied().collect();
        let mut wanted = wanted.into_iter();
        let sorted = all.iter().map(|id| if moved.contains(id) { wanted.next().unwrap_or(*id) } else { *id });
        let mut last = None;
        for id in sorted.collect::<Vec<_>>() {
            self.ours.put(id, into, last);
            last = Some(id);
        }
    }

    fn take(&mut self, node: Spot, theirs: u32, unit: &Unit) -> Result<(), Problem> {
        let (Some(id), Some(from)) = (self.id_of(node), at(&self.their_ids, theirs)) else { return Ok(()) };
        let name = match unit {
            Unit::Name => "Name",
            Unit::Property(name) => {
                std::str::from_utf8(name).map_err(|_| refused("a property has a name that is not UTF-8"))?
            }
            Unit::Attribute(name) => return self.attribute(id, from, name),
            Unit::Other(_) => return Ok(()),
        };
        let Self { ours, theirs, our_ids, their_numbers, added, spots, .. } = self;
        let place = |id: T::Id| {
            let number = their_numbers.get(&id)?;
            match spots.get(*number as usize).copied().flatten()? {
                Spot::Ours(number) => at(our_ids, number),
                Spot::Theirs(number) => added.get(&number).copied(),
            }
        };
        ours.take(id, theirs, from, name, &place)
    }

    /// Makes an attribute what it is in THEIRS, which may be nothing.
    fn attribute(&mut self, id: T::Id, from: T::Id, name: &[u8]) -> Result<(), Problem> {
        let read = |tree: &T, id| Attributes::read(tree.bytes(id, ATTRIBUTES).unwrap_or_default()).0;
        let (mut here, there) = (read(&self.ours, id), read(&self.theirs, from));
        // Of several of one name, the last is used.
        let value = there.entries.into_iter().rev().find(|(one, _)| **one == *name);
        let old = here.entries.iter_mut().rev().find(|(one, _)| **one == *name);
        match (old, value) {
            (Some(old), Some(new)) => *old = new,
            (None, Some(new)) => here.entries.push(new),
            (_, None) => here.entries.retain(|(one, _)| **one != *name),
        }
        let bytes = here.write().map_err(refused)?;
        self.ours.set_bytes(id, ATTRIBUTES, &bytes)
    }
}

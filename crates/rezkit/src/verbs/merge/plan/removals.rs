//! The part of the plan for nodes that THEIRS removed.

use super::super::facts::{Facts, facts};
use super::super::{Conflict, ConflictKind};
use super::{Deed, Planner, is_same};
use crate::verbs::diff::matching::NONE;
use std::collections::{HashMap, HashSet};

impl Planner<'_, '_> {
    /// Plans the removal of nodes that THEIRS removed; returns those that OURS did not change.
    pub(super) fn removals(&mut self) -> HashSet<u32> {
        let (ours, theirs) = (self.ours, self.theirs);
        let removed: HashMap<u32, u32> = (0..)
            .zip(&theirs.to_new)
            .filter(|(_, new)| **new == NONE)
            .map(|(base, _)| (ours.new_of(base), base))
            .filter(|(o, _)| *o != NONE)
            .collect();
        if removed.is_empty() {
            return HashSet::new();
        }
        let wanted = self.wanted();
        let mut removable = HashSet::new();
        let mut tops = Vec::new();
        for (o, base) in &removed {
            if !self.is_changed(ours, *base, *o) && !self.is_moved(ours, *base, *o) && !wanted.contains(o) {
                removable.insert(*o);
            }
            if !removed.contains_key(&ours.new.outline.parent(*o)) {
                tops.push((*o, *base));
            }
        }
        // The order of a hash table is random, and must not affect the result.
        tops.sort_unstable();
        for (o, base) in tops {
            let conflict = self.conflict(ConflictKind::RemovedByTheirs, [base, o, NONE]);
            let conflict = Conflict { theirs: Some("removed".into()), ours: None, ..conflict };
            self.deeds.push(Deed::Remove { ours: o, conflict });
        }
        removable
    }

    /// The targets of the references that OURS changed or added.
    fn wanted(&self) -> HashSet<u32> {
        let side = self.ours;
        let mut wanted = HashSet::new();
        let leading = (0..).zip(&side.new.hashes.leads).filter(|(_, leads)| **leads);
        for (o, _) in leading {
            let base = side.old_of(o);
            let new = facts(side.new.outline, o, self.compared, self.seed);
            let old = match base {
                NONE => Facts::new(),
                base => facts(side.old.outline, base, self.compared, self.seed),
            };
            for (unit, fact) in new {
                let before = old.get(&unit);
                if !before.is_some_and(|old| is_same(old, &fact, |node| side.new_of(node))) {
                    wanted.extend(fact.nodes);
                }
            }
        }
        wanted
    }
}

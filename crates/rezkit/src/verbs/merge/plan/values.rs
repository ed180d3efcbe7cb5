//! The part of the plan for properties that THEIRS changed.

use super::super::facts::{Fact, Facts, Unit, facts, fold_attributes, look};
use super::super::lines::{self, Text};
use super::super::{Conflict, ConflictKind, Prefer};
use super::{Deed, Planner, Spot, is_same};
use crate::verbs::diff::matching::NONE;

impl Planner<'_, '_> {
    /// Plans the changes of properties that THEIRS changed.
    pub(super) fn properties(&mut self, t: u32) {
        let (base, spot) = (self.theirs.old_of(t), self.spot(t));
        let leads = self.theirs.new.hashes.leads.get(t as usize).copied().unwrap_or_default();
        let o = match spot {
            None => return,
            Some(Spot::Theirs(_)) if !leads => return,
            Some(Spot::Theirs(_)) => NONE,
            Some(Spot::Ours(o)) => o,
        };
        if base != NONE && !self.is_changed(self.theirs, base, t) {
            return;
        }
        let numbers = [base, o, t];
        let outlines = self.outlines();
        let mut all: [Facts; 3] = std::array::from_fn(|i| match (outlines.get(i), numbers.get(i)) {
            (Some(outline), Some(number)) if *number != NONE => {
                facts(*outline, *number, self.compared, self.seed)
            }
            _ => Facts::new(),
        });
        let [in_base, in_ours, in_theirs] = &mut all;
        fold_attributes([in_base, in_ours, in_theirs], self.seed);
        let [in_base, in_ours, in_theirs] = &all;
        if o == NONE {
            // Added nodes have their properties already, except for references.
            for (unit, fact) in in_theirs.iter().filter(|(_, fact)| !fact.nodes.is_empty()) {
                self.take(unit, fact, Spot::Theirs(t), numbers);
            }
            return;
        }
        let mut units: Vec<&Unit> = in_base.keys().chain(in_theirs.keys()).collect();
        units.sort_unstable();
        units.dedup();
        for unit in units {
            let [b, o_fact, t_fact] = [in_base, in_ours, in_theirs].map(|facts| facts.get(unit));
            let is_as = |one: Option<&Fact>, other: Option<&Fact>, to: &dyn Fn(u32) -> u32| match (one, other)
            {
                (Some(one), Some(other)) => is_same(one, other, to),
                (one, other) => one.is_none() && other.is_none(),
            };
            // THEIRS did not change the property, or both sides changed it to the same value.
            if is_as(b, t_fact, &|node| self.theirs.new_of(node))
                || is_as(t_fact, o_fact, &|node| self.image(node))
            {
                continue;
            }
            if is_as(b, o_fact, &|node| self.ours.new_of(node)) {
                self.take(unit, t_fact.unwrap_or(&Fact::default()), Spot::Ours(o), numbers);
            } else {
                self.clash(unit, [b, o_fact, t_fact], numbers);
            }
        }
    }

    /// Handles a property that both sides changed in different ways.
    fn clash(&mut self, unit: &Unit, [in_base, _, in_theirs]: [Option<&Fact>; 3], numbers: [u32; 3]) {
        let [base, ours, _] = numbers;
        if let Some((property, merged)) = self.both(unit, numbers) {
            self.deeds.push(Deed::Bytes { ours, property, bytes: merged.bytes });
            match (merged.conflicts, self.options.prefer) {
                (lines, None) if !lines.is_empty() => {
                    let conflict = self.of_property(ConflictKind::Property, unit, numbers);
                    self.conflicts.push(Conflict { lines, ..conflict });
                }
                (lines, _) => self.n_decided = self.n_decided.saturating_add(lines.len()),
            }
            return;
        }
        match self.options.prefer {
            Some(Prefer::Ours) => {}
            Some(Prefer::Theirs) => {
                let n_conflicts = self.conflicts.len();
                self.take(unit, in_theirs.unwrap_or(&Fact::default()), Spot::Ours(ours), numbers);
                if self.conflicts.len() > n_conflicts {
                    return;
                }
            }
            // A reference to a node that OURS removed cannot be restored.
            Some(Prefer::Base)
                if base != 0
                    && base != NONE
                    && in_base
                        .is_none_or(|fact| fact.nodes.iter().all(|node| self.ours.new_of(*node) != NONE)) =>
            {
                self.deeds.push(Deed::Restore { ours, base, unit: unit.clone() });
            }
            _ => {
                let conflict = self.of_property(ConflictKind::Property, unit, numbers);
                return self.conflicts.push(conflict);
            }
        }
        self.n_decided = self.n_decided.saturating_add(1);
    }

    /// Takes a property from THEIRS, if its targets are in the result.
    fn take(&mut self, unit: &Unit, fact: &Fact, node: Spot, numbers: [u32; 3]) {
        let [.., t] = numbers;
        if fact.nodes.iter().any(|node| self.spot(*node).is_none()) {
            let conflict = self.of_property(ConflictKind::RemovedByOurs, unit, numbers);
            return self.conflicts.push(conflict);
        }
        if t != 0 || *unit == Unit::Elements {
            return self.deeds.push(Deed::Take { node, theirs: t, unit: unit.clone() });
        }
        let [_, _, in_theirs] = self.keys;
        match unit {
            Unit::Property(key) if self.keys.iter().any(|keys| keys.contains_key(key)) => {
                self.deeds.push(Deed::Metadata { key: key.clone(), value: in_theirs.get(key).cloned() });
            }
            // Unknown chunks cannot be copied to another file.
            _ => {
                let conflict = self.of_property(ConflictKind::Property, unit, numbers);
                self.conflicts.push(conflict);
            }
        }
    }

    /// Merges the changes of both sides to a text or a list.
    fn both(&mut self, unit: &Unit, numbers: [u32; 3]) -> Option<(&'static str, Text)> {
        let Unit::Property(name) = unit else { return None };
        let values = || {
            let mut all: [Option<Vec<u8>>; 3] = Default::default();
            for ((outline, number), value) in self.outlines().into_iter().zip(numbers).zip(&mut all) {
                if number != NONE {
                    look(outline, number, unit, &mut |datum| *value = datum.bytes());
                }
            }
            all
        };
        match (&**name, values()) {
            (b"Source", [Some(base), Some(ours), Some(theirs)]) => {
                let on_conflict = self.options.on_conflict();
                Some(("Source", lines::text(&base, &ours, &theirs, on_conflict, &mut self.budget)?))
            }
            (b"Tags", [base, Some(ours), Some(theirs)]) => {
                let bytes = lines::list(&base.unwrap_or_default(), &ours, &theirs);
                Some(("Tags", Text { bytes, ..Text::default() }))
            }
            _ => None,
        }
    }
}

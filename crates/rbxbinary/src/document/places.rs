//! Frees the memory of items that were added and then removed.

use super::links::NONE;
use super::{Document, to_u32};

impl Document {
    /// Moves items into the slots of removed ones, once there are more than twice as many slots as needed for the
    /// current items and those of the file. So removal takes constant time on average, and memory is proportional to
    /// the number of items.
    pub(super) fn give_places_back(&mut self) {
        /// The number of unused slots that are always tolerated.
        const FEW: usize = 1024;
        let (n_base, n_places) = (self.ids.n_base(), self.nodes.len());
        if n_places / 2 <= self.len().saturating_add(n_base).saturating_add(FEW) {
            return;
        }
        self.give_rows_back();
        let mut n_kept = n_base;
        let moved = self.nodes.iter().skip(n_base).map(|node| {
            let number = to_u32(n_kept);
            n_kept = n_kept.saturating_add(usize::from(node.is_some()));
            if node.is_some() { number } else { NONE }
        });
        let moved: Vec<_> = moved.collect();
        let to = |number: u32| match (number as usize).checked_sub(n_base) {
            Some(new) => moved.get(new).copied().unwrap_or(NONE),
            None => number,
        };
        self.ids.keep(moved.iter().map(|number| *number != NONE));
        let mut numbers = 0..n_places;
        self.nodes.retain(|node| numbers.next().is_some_and(|number| number < n_base) || node.is_some());
        for node in self.nodes.iter_mut().flatten() {
            node.links.renumber(&to);
        }
        self.roots.renumber(&to);
        self.referrers.renumber(&to);
        self.n_removed = self.n_removed.saturating_sub(n_places.saturating_sub(n_kept));
    }

    /// Drops the values of removed items from the batches.
    fn give_rows_back(&mut self) {
        let mut rows = vec![Vec::new(); self.sources.len()];
        for node in self.nodes.iter().flatten() {
            if let Some(rows) = rows.get_mut(node.source as usize) {
                rows.push(node.row);
            }
        }
        let batches = self.sources.iter_mut().zip(&mut rows);
        let is_kept =
            batches.map(|(source, rows)| source.batch.as_mut().is_some_and(|batch| batch.keep(rows)));
        let is_kept: Vec<_> = is_kept.collect();
        let mut next = vec![0; is_kept.len()];
        for node in self.nodes.iter_mut().flatten() {
            let source = node.source as usize;
            if let (Some(true), Some(next)) = (is_kept.get(source), next.get_mut(source)) {
                node.row = *next;
                *next = next.saturating_add(1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Document, Item, Referent};
    use std::collections::BTreeMap;

    /// Adds, removes and moves far more items in total than exist at any time, and checks that each can still be found.
    #[test]
    fn places_are_used_again_and_ids_are_not() {
        let file = include_bytes!("../../fixtures/rbxbinary/valid/nested.rbxm");
        let mut document = Document::try_from(&file[..]).unwrap();
        let n_base = document.len();
        let first = document.roots().next().unwrap();
        let mut there = BTreeMap::<Referent, (String, Referent)>::new();
        let mut removed = Vec::new();
        for step in 0..20_000_usize {
            let ids: Vec<_> = there.keys().copied().take(40).collect();
            let target = ids.get(step % 40).copied().unwrap_or(first);
            let name = format!("item {step}");
            let item = match step % 3 {
                0 => Item::new("ObjectValue").with("Name", &*name).with("Value", target),
                1 => Item::new("ObjectValue").with("Value", target).with("Name", &*name),
                _ => Item::new("Folder").with("Name", &*name),
            };
            let target = if step % 3 == 2 { Referent::NONE } else { target };
            let id = document.add(first, item).unwrap();
            assert!(there.insert(id, (name, target)).is_none() && !removed.contains(&id), "{step}");
            if ids.len() == 40 {
                let gone = ids[step % 7 * 5];
                assert_eq!(document.remove(gone).map(|removed| removed.n_items), Some(1));
                there.remove(&gone);
                removed.push(gone);
                for (_, target) in there.values_mut().filter(|(_, target)| *target == gone) {
                    *target = Referent::NONE;
                }
            }
        }
        assert_eq!(document.len(), n_base + there.len());
        assert!(document.nodes.len() < 4096, "{} places", document.nodes.len());
        assert!(removed.iter().all(|id| document.item(*id).is_none()));
        let added: Vec<_> = document.children(first).filter(|id| there.contains_key(id)).collect();
        assert_eq!(added, there.keys().copied().collect::<Vec<_>>());
        for (id, (name, target)) in &there {
            assert_eq!(document.item(*id).unwrap().name(), name.as_bytes());
            let value = document.get(*id, "Value").and_then(|value| value.as_referent());
            assert_eq!(value, Some(*target).filter(|target| !target.is_none()), "{name}");
            let referrers: Vec<_> = document.references_to(*id).into_iter().map(|(id, _)| id).collect();
            let expected = there.iter().filter(|(_, (_, target))| target == id).map(|(id, _)| *id);
            assert_eq!(referrers, expected.collect::<Vec<_>>());
        }
        let written = crate::write(&document.to_model().unwrap()).unwrap();
        assert_eq!(Document::try_from(&*written).unwrap().len(), document.len());
    }
}

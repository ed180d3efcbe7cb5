//! Matching of the units of an original container with those of the new one.

use super::Onto;
use crate::hash::{Hash, inside};
use crate::model::{Map, Value};
use std::collections::HashMap;

/// A unit of a container that is to be written.
#[derive(Clone, Copy)]
pub(super) struct Unit {
    /// The number of its extent in the original; [`NONE`] if the unit is new.
    pub(super) extent: u32,
    /// The offset, in the original, of the text before it.
    pub(super) gap: u32,
    /// The index of the value in the new container; [`NONE`] if the text of the original is kept.
    pub(super) value: u32,
    /// The number of that value among the non-empty containers of the new document.
    pub(super) container: u32,
}

pub(super) const NONE: u32 = u32::MAX;

/// The number of values in the middle of an array that are searched for moves. Each takes some hundred bytes.
const MOVES: usize = 1 << 18;

/// The units of a container, in the order in which they are written.
pub(super) struct Units<'v> {
    pub(super) len: usize,
    pub(super) units: Box<dyn Iterator<Item = Unit> + 'v>,
}

impl Onto<'_> {
    /// Matches two containers: `container` is the number of the new one, `extent` that of the original one.
    pub(super) fn units<'v>(
        &'v self,
        new: &'v Value,
        container: u32,
        extent: usize,
        children: Vec<u32>,
    ) -> Units<'v> {
        let mut number = container.saturating_add(1);
        let mut containers = Vec::with_capacity(new.len());
        while let Some((_, value)) = inside(new, containers.len()) {
            containers.push(number);
            number = self.containers.after(value, number);
        }
        match new {
            Value::Array(values) => self.of_array(values, containers, extent, children),
            Value::Map(map) => {
                let units = self.of_map(map, &containers, extent, &children);
                Units { len: units.len(), units: Box::new(units.into_iter()) }
            }
            _ => Units { len: 0, units: Box::new(std::iter::empty()) },
        }
    }

    // Yielded one by one, because the units of an array of a million one-byte values would take more memory than the
    // values.
    fn of_array<'v>(
        &'v self,
        new: &'v [Value],
        containers: Vec<u32>,
        extent: usize,
        children: Vec<u32>,
    ) -> Units<'v> {
        let places = self.places(new, &containers, &children);
        let values = new.iter().zip(containers).zip(places).enumerate();
        let units = values.map(move |(at, ((value, container), place))| {
            let at = to_u32(at);
            let Some(child) = children.get(place as usize).copied() else {
                return Unit { extent: NONE, gap: NONE, value: at, container };
            };
            let before = place.checked_sub(1).and_then(|before| children.get(before as usize));
            let gap = match before {
                Some(before) => self.original.extent(*before as usize).end,
                None => self.original.inside(extent),
            };
            let value = if self.hash_of(value, container) == self.old_hash(child) { NONE } else { at };
            Unit { extent: child, gap, value, container }
        });
        Units { len: new.len(), units: Box::new(units) }
    }

    /// Returns, for each value of the new array, the original value that it replaces, or [`NONE`]. Equal
    /// values at both ends and moved values are matched with each other; any other value replaces the
    /// original value after the one that its predecessor replaces.
    fn places(&self, new: &[Value], containers: &[u32], children: &[u32]) -> Vec<u32> {
        let same = |((value, number), child): &((&Value, &u32), &u32)| {
            self.hash_of(value, **number) == self.old_hash(**child)
        };
        let values = || new.iter().zip(containers);
        let n_first = values().zip(children).take_while(same).count();
        // Values matched from one end are excluded from the match from the other.
        let n_shorter = new.len().min(children.len()).saturating_sub(n_first);
        let n_last = values().rev().zip(children.iter().rev()).take(n_shorter).take_while(same).count();
        let n_between = new.len().saturating_sub(n_first).saturating_sub(n_last);
        let (first, last) = (to_u32(n_first), to_u32(children.len().saturating_sub(n_last)));

        let mut moved: HashMap<Hash, Vec<u32>> = HashMap::new();
        if n_between.max((first..last).len()) <= MOVES {
            // The order is reversed, so that the first one is taken first.
            for (place, child) in (first..last).zip(children.iter().skip(n_first)).rev() {
                moved.entry(self.old_hash(*child)).or_default().push(place);
            }
        }
        let mut places = Vec::with_capacity(new.len());
        places.extend(0..first);
        let mut is_taken = vec![false; children.len()];
        let mut take = |place: u32| {
            let is_taken = is_taken.get_mut(place as usize);
            is_taken.is_some_and(|is_taken| !std::mem::replace(is_taken, true))
        };
        for (value, number) in values().skip(n_first).take(n_between) {
            let same = if moved.is_empty() { None } else { moved.get_mut(&self.hash_of(value, *number)) };
            let place = same.and_then(Vec::pop);
            if let Some(place) = place {
                take(place);
            }
            places.push(place.unwrap_or(NONE));
        }
        let mut next = first;
        for place in places.iter_mut().skip(n_first) {
            if *place == NONE && (first..last).contains(&next) && take(next) {
                *place = next;
            }
            next = if *place == NONE { next } else { place.saturating_add(1) };
        }
        places.extend(last..to_u32(children.len()));
        places
    }

    /// The units of a map: in the original order if the new map has the keys in that order, otherwise in the
    /// new order. They include all values of a duplicate key.
    fn of_map(&self, new: &Map, containers: &[u32], extent: usize, children: &[u32]) -> Vec<Unit> {
        let mut units = Vec::with_capacity(new.len());
        let mut is_there = vec![false; new.len()];
        let mut gap = self.original.inside(extent);
        // Set if the keys first occur in the order of the new map.
        let (mut n_keys, mut is_in_order) = (0, true);
        for child in children {
            if let Some(at) = new.position(self.original.key(*child as usize)) {
                let container = containers.get(at).copied().unwrap_or(NONE);
                units.push(Unit { extent: *child, gap, value: to_u32(at), container });
                if is_there.get_mut(at).is_some_and(|is_there| !std::mem::replace(is_there, true)) {
                    is_in_order &= at == n_keys;
                    n_keys = n_keys.saturating_add(1);
                }
            }
            gap = self.original.extent(*child as usize).end;
        }
        for ((at, is_there), container) in is_there.iter().enumerate().zip(containers) {
            if !is_there {
                units.push(Unit { extent: NONE, gap: NONE, value: to_u32(at), container: *container });
            }
        }
        if !is_in_order {
            units.sort_by_key(|unit| unit.value);
        }
        self.keep(&mut units, new);
        units
    }

    /// Marks the units whose original text is kept: unchanged values, and values of a duplicate key that do
    /// not count.
    fn keep(&self, units: &mut [Unit], new: &Map) {
        let mut counting = vec![NONE; new.len()];
        for Unit { extent, value, .. } in units.iter() {
            let counting = counting.get_mut(*value as usize);
            let counting = counting.filter(|counting| **counting == NONE || self.original.last_counts());
            if let Some(counting) = counting {
                *counting = *extent;
            }
        }
        for unit in units.iter_mut().filter(|unit| unit.extent != NONE) {
            let counts = counting.get(unit.value as usize) == Some(&unit.extent);
            let value =
                new.get_index(unit.value as usize).map(|(_, value)| self.hash_of(value, unit.container));
            if !counts || value == Some(self.old_hash(unit.extent)) {
                unit.value = NONE;
            }
        }
    }

    fn hash_of(&self, value: &Value, container: u32) -> Hash {
        self.containers.hash(value, container, &self.hasher)
    }

    fn old_hash(&self, extent: u32) -> Hash {
        self.original.hash(extent as usize, &self.hasher)
    }
}

fn to_u32(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(NONE)
}

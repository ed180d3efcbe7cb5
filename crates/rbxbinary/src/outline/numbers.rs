//! Maps referents to the numbers of instances.

use super::TOP;
use crate::model::Referent;

/// Maps referents to numbers; unknown referents to [`TOP`].
#[derive(Debug, Clone)]
pub(crate) enum Numbers {
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
    pub(super) fn new<'a>(
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
        // 64 bits hold the difference of any two referents; without instances, this is negative.
        let width = i64::from(highest).saturating_sub(lowest.into()).saturating_add(1);
        match usize::try_from(width) {
            // Referents may be anything, so the number of instances bounds the table.
            Ok(width) if width <= n.saturating_mul(2) => {
                let (mut numbers, mut are_unique, mut place) = (vec![TOP; width], true, 0_u32);
                for referents in classes {
                    for referent in referents {
                        match numbers.get_mut(row(*referent, lowest)) {
                            Some(free @ &mut TOP) => *free = number(place),
                            _ => are_unique = false,
                        }
                        place = place.saturating_add(1);
                    }
                }
                (Self::Table { lowest, numbers }, are_unique)
            }
            _ => {
                let mut numbers = Vec::with_capacity(n);
                numbers.extend(classes.flatten().copied().zip(0..));
                numbers.sort_unstable();
                // Sorted by referent and then by number, so that the first instance is kept.
                numbers.dedup_by_key(|(referent, _)| *referent);
                numbers.iter_mut().for_each(|(_, place)| *place = number(*place));
                let are_unique = numbers.len() == n;
                (Self::Sorted(numbers), are_unique)
            }
        }
    }

    /// The number of a referent; [`TOP`] if no instance has it.
    #[inline]
    pub(crate) fn get(&self, referent: Referent) -> u32 {
        let number = match self {
            Self::Table { lowest, numbers } => numbers.get(row(referent, *lowest)),
            Self::Sorted(numbers) => {
                let at = numbers.binary_search_by_key(&referent, |(referent, _)| *referent);
                at.ok().and_then(|at| numbers.get(at)).map(|(_, number)| number)
            }
        };
        number.copied().unwrap_or(TOP)
    }

    /// Looks up the number of each referent like [`get`](Self::get), from the last to the first, until `take` returns
    /// `None`.
    #[inline]
    pub(super) fn each_back(
        &self,
        referents: &[Referent],
        mut take: impl FnMut(u32) -> Option<()>,
    ) -> Option<()> {
        let mut referents = referents.iter().rev();
        match self {
            // A loop of its own, so that the variant is not tested for each referent.
            Self::Table { lowest, numbers } => referents
                .try_for_each(|referent| take(numbers.get(row(*referent, *lowest)).copied().unwrap_or(TOP))),
            Self::Sorted(_) => referents.try_for_each(|referent| take(self.get(*referent))),
        }
    }

    #[inline]
    pub(super) fn get_mut(&mut self, referent: Referent) -> Option<&mut u32> {
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

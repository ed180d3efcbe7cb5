//! Lists in which everything comes once.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

/// A list of words in which everything comes once, and a table to find it by.
///
/// The table holds numbers alone, so that it stays in the cache for longer than a map of the words would. Its hash
/// has a seed of its own, so that nobody can make a file whose vertices collide.
pub(super) struct Unique<const N: usize> {
    all: Vec<[u64; N]>,
    /// One more than the place in the list; 0 where nothing is. A power of two of them, of which half are free.
    slots: Vec<u32>,
    seed: u64,
}

impl<const N: usize> Unique<N> {
    /// With room for as many as will be added.
    pub(super) fn with_room(n: usize) -> Self {
        let slots = n.saturating_mul(2).max(2).next_power_of_two();
        Self { all: Vec::with_capacity(n), slots: vec![0; slots], seed: RandomState::new().hash_one(n) }
    }

    /// The place of these words in the list, to which they are added if they are new.
    pub(super) fn place(&mut self, words: [u64; N]) -> u32 {
        let mask = self.slots.len().saturating_sub(1);
        let mut slot = usize::try_from(self.hash(words)).unwrap_or_default() & mask;
        loop {
            let Some(found) = self.slots.get_mut(slot) else { return u32::MAX };
            match found.checked_sub(1) {
                None => {
                    let place = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
                    *found = place.saturating_add(1);
                    self.all.push(words);
                    return place;
                }
                Some(place) if self.all.get(place as usize) == Some(&words) => return place,
                // Half of the slots are free, so this ends.
                Some(_) => slot = slot.wrapping_add(1) & mask,
            }
        }
    }

    pub(super) fn into_list(self) -> Vec<[u64; N]> {
        self.all
    }

    /// Each word multiplied in, and the high half of the product folded onto the low one.
    fn hash(&self, words: [u64; N]) -> u64 {
        words.into_iter().fold(self.seed, |hash, word| {
            let [low, high] = halves(u128::from(hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            low ^ high
        })
    }
}

/// The low and the high word.
fn halves(wide: u128) -> [u64; 2] {
    let bytes = wide.to_le_bytes();
    let mut halves = [0; 2];
    let words = bytes.as_chunks::<8>().0;
    halves.iter_mut().zip(words).for_each(|(half, word)| *half = u64::from_le_bytes(*word));
    halves
}

#[cfg(test)]
mod tests {
    use super::Unique;

    #[test]
    fn everything_comes_once() {
        let mut unique = Unique::with_room(2000);
        let places: Vec<_> = (0..2000_u64).map(|i| unique.place([i % 1000, i % 2])).collect();
        assert!(places[..1000].iter().copied().eq(0..1000));
        assert_eq!(places[..1000], places[1000..]);
        assert_eq!(unique.into_list().len(), 1000);
    }
}

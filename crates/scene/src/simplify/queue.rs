//! A priority queue of places by the cost of moving them.
#![expect(
    clippy::indexing_slicing,
    reason = "places were numbered here, and buckets are fewer than their bits"
)]
#![expect(clippy::arithmetic_side_effects, reason = "numbers of buckets and bits")]

/// The index that stands for no place.
const NONE: u32 = u32::MAX;

/// The number of bits of a cost that select its bucket, without the sign: costs that differ by 6 % are in different
/// buckets, which is 3 % of the error.
// In a bucket, places are in the order of their numbers at first, so that places near each other in memory follow each
// other.
const BITS: u32 = 12;

const N_BUCKETS: usize = 1 << BITS;

/// Places in buckets of similar cost; within a bucket, first in, first out. All operations take constant time, however
/// many places there are.
#[derive(Debug)]
pub(super) struct Queue {
    /// The first and the last place of each bucket that is not empty.
    ends: Vec<[u32; 2]>,
    /// A bit for each bucket that is not empty; `words` has a bit for each of these words that is not 0.
    filled: Vec<u64>,
    words: [u64; N_BUCKETS / 64 / 64],
    /// The bucket of each place, and its neighbours in the bucket's list.
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    bucket: u32,
    before: u32,
    after: u32,
}

impl Queue {
    pub(super) fn new(n_places: usize) -> Self {
        Self {
            ends: vec![[0; 2]; N_BUCKETS],
            filled: vec![0; N_BUCKETS / 64],
            words: [0; N_BUCKETS / 64 / 64],
            entries: vec![Entry { bucket: NONE, before: NONE, after: NONE }; n_places],
        }
    }

    /// Adds a place with a cost of at least 0.
    pub(super) fn put(&mut self, place: u32, cost: f32) {
        self.remove(place);
        // The bits of floats that are not negative sort as the floats do.
        let bucket = cost.to_bits() >> (u32::BITS - 1 - BITS);
        let (word, bit) = (bucket as usize / 64, 1 << (bucket % 64));
        let ends = &mut self.ends[bucket as usize];
        let mut before = NONE;
        if self.filled[word] & bit == 0 {
            ends[0] = place;
            self.filled[word] |= bit;
            self.words[word / 64] |= 1 << (word % 64);
        } else {
            before = ends[1];
            self.entries[before as usize].after = place;
        }
        ends[1] = place;
        self.entries[place as usize] = Entry { bucket, before, after: NONE };
    }

    /// Removes a place, if it is in the queue.
    pub(super) fn remove(&mut self, place: u32) {
        let Entry { bucket, before, after } = self.entries[place as usize];
        if bucket == NONE {
            return;
        }
        self.entries[place as usize].bucket = NONE;
        let [first, last] = &mut self.ends[bucket as usize];
        match before {
            NONE => *first = after,
            before => self.entries[before as usize].after = after,
        }
        match after {
            NONE => *last = before,
            after => self.entries[after as usize].before = before,
        }
        if before == NONE && after == NONE {
            let word = bucket as usize / 64;
            self.filled[word] &= !(1 << (bucket % 64));
            if self.filled[word] == 0 {
                self.words[word / 64] &= !(1 << (word % 64));
            }
        }
    }

    /// The first place of the lowest bucket.
    pub(super) fn cheapest(&self) -> Option<u32> {
        let number = self.words.iter().position(|word| *word != 0)?;
        let word = number * 64 + self.words[number].trailing_zeros() as usize;
        let bucket = word * 64 + self.filled[word].trailing_zeros() as usize;
        Some(self.ends[bucket][0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_go_by_their_cost() {
        let mut queue = Queue::new(6);
        for (place, cost) in [(0, 3.0), (1, 0.0), (2, 1e-30), (3, f32::MAX), (4, 3.0), (5, 7.0)] {
            queue.put(place, cost);
        }
        queue.put(1, 5.0);
        queue.remove(5);
        queue.remove(5);
        let mut order = Vec::new();
        while let Some(place) = queue.cheapest() {
            order.push(place);
            queue.remove(place);
        }
        assert_eq!(order, [2, 0, 4, 1, 3]);
    }
}

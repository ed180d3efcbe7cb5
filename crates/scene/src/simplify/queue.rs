//! A queue of places by what it costs to move them.
#![expect(
    clippy::indexing_slicing,
    reason = "places were numbered here, and buckets are fewer than their bits"
)]
#![expect(clippy::arithmetic_side_effects, reason = "numbers of buckets and bits")]

/// No place.
const NONE: u32 = u32::MAX;

/// How many bits of a cost choose its bucket, without the sign. These tell apart what differs by a percent.
const BITS: u32 = 15;

const N_BUCKETS: usize = 1 << BITS;

/// Places in buckets of about the same cost, where the first that came is the first to go. All that it does takes the same
/// time, however many places there are.
#[derive(Debug)]
pub(super) struct Queue {
    /// The first place of each bucket that has any, and the last.
    ends: Vec<[u32; 2]>,
    /// A bit for each bucket that has places, and a bit for each of these words that is not 0.
    filled: Vec<u64>,
    words: [u64; N_BUCKETS / 64 / 64],
    /// The bucket of each place, and those before and after it there.
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

    /// Puts a place where its cost, which is not below 0, belongs.
    pub(super) fn put(&mut self, place: u32, cost: f32) {
        self.remove(place);
        // Floats without a sign are in the order of their bits.
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

    /// Takes a place out, if it is there.
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

//! The hash function of tables that are used for every item or for many properties.

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};

/// Secret numbers, so that nobody can construct a file whose names all collide in a table.
#[derive(Clone)]
pub(crate) struct Keys {
    start: u64,
    factor: u64,
}

/// Multiplies each word by a secret factor and folds the product. For names, this takes a tenth of the time of the
/// standard library's hash.
pub(crate) struct Folded {
    state: u64,
    factor: u64,
}

/// Shows only the type name, so that the secrets do not appear in logs.
impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys")
    }
}

impl Default for Keys {
    fn default() -> Self {
        let random = RandomState::new();
        // An odd factor loses nothing of a word.
        Self { start: random.hash_one(0), factor: random.hash_one(1) | 1 }
    }
}

impl Keys {
    /// The hash of a long text. Four words are hashed at once, because each step waits for the one before it.
    pub(crate) fn hash_of(&self, bytes: &[u8]) -> u64 {
        let (blocks, rest) = bytes.as_chunks::<32>();
        let mut lanes =
            [0_u64, 1, 2, 3].map(|lane| Folded { state: self.hash_one(lane), factor: self.factor });
        for block in blocks {
            for (lane, word) in lanes.iter_mut().zip(block.as_chunks().0) {
                lane.write_u64(u64::from_le_bytes(*word));
            }
        }
        let mut whole = self.build_hasher();
        lanes.iter().for_each(|lane| whole.write_u64(lane.state));
        whole.write(rest);
        whole.write_usize(bytes.len());
        whole.state
    }
}

impl BuildHasher for Keys {
    type Hasher = Folded;

    fn build_hasher(&self) -> Folded {
        Folded { state: self.start, factor: self.factor }
    }
}

impl Hasher for Folded {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.write_u64(u64::from_le_bytes(*word));
        }
        let rest = rest.iter().fold(0, |word: u64, byte| word << 8 | u64::from(*byte));
        // The length of names is hashed too, so a rest of zeros is not taken for none.
        self.write_u64(rest);
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.state ^ word).wrapping_mul(self.factor.into());
        // A bit of the low half depends only on the bits of the word up to its place; the high half, on all.
        let (low, high) = (product & u128::from(u64::MAX), product >> 64);
        self.state = u64::try_from(low ^ high).unwrap_or_default();
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.state
    }
}

#[cfg(test)]
mod tests {
    use super::Keys;
    use std::collections::HashSet;
    use std::hash::BuildHasher;

    #[test]
    fn similar_names_have_different_hashes() {
        let keys = Keys::default();
        let names = (0..100_000).flat_map(|number| {
            ["a\0", "Name", "RBX0000000000000000000000000000"].map(|start| format!("{start}{number}"))
        });
        let zeros = (0..64).map(|len| "\0".repeat(len));
        let hashes: Vec<_> = names.chain(zeros).map(|name| keys.hash_one(name.as_bytes())).collect();
        assert_eq!(hashes.iter().collect::<HashSet<_>>().len(), hashes.len());
        // Tables use the lowest and the highest bits.
        for bits in [|hash: &u64| hash & 0xff, |hash: &u64| hash >> 56] {
            let mut counts = [0; 256];
            hashes.iter().for_each(|hash| counts[bits(hash) as usize] += 1);
            // 1,172 on average; with some keys, a few are a third away from that.
            assert!(counts.iter().all(|count| (300..3600).contains(count)), "{counts:?}");
        }
    }

    #[test]
    fn each_table_has_its_own_keys() {
        assert_ne!(Keys::default().hash_one(b"Name"), Keys::default().hash_one(b"Name"));
    }
}

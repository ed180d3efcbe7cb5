//! Damages files, driven by a seed: the same seed gives the same damage on every machine.

/// Pseudo-random numbers, by xorshift.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// Numbers that this seed determines.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        // Seeds are small and similar; the multiplication spreads them. Zero would stay zero.
        Self(seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15).max(1))
    }

    /// A number below `bound`, or 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or_default().checked_rem(bound).unwrap_or_default()
    }

    fn byte(&mut self) -> u8 {
        self.below(256).to_le_bytes()[0]
    }
}

/// The number of mutants of a file: three for a small one, one for a large one.
#[must_use]
pub fn n_mutants(len: usize) -> u64 {
    ((1 << 16) / (len as u64).max(1)).clamp(1, 3)
}

/// The maximum number of bytes that a mutant is longer than its original.
pub const MOST_GROWTH: usize = 4 * 16;

/// A damaged copy: up to four times, a bit is flipped, a byte is changed, bytes are inserted or removed, or a number
/// is replaced by one that is problematic for counts and offsets.
#[must_use]
pub fn mutant(bytes: &[u8], seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        let end = at + random.below(64).min(bytes.len() - at);
        let (_, after) = bytes.split_at_mut(at);
        match (random.below(5), after) {
            (0, [first, ..]) => *first ^= 1 << random.below(8),
            (1, [first, ..]) => *first = random.byte(),
            (2, _) => drop(bytes.drain(at..end)),
            (3, after) => {
                let worst = [0, 1, 0x7fff_ffff, 0x8000_0000, u32::MAX][random.below(5)];
                let number = if random.below(2) == 0 { worst.to_le_bytes() } else { worst.to_be_bytes() };
                after.iter_mut().zip(number).for_each(|(byte, new)| *byte = new);
            }
            _ => {
                let new: Vec<_> = (0..=random.below(16)).map(|_| random.byte()).collect();
                bytes.splice(at..at, new);
            }
        }
    }
    bytes
}

/// Lengths to cut a file of `len` bytes to: all of a small file, some of a large one.
#[must_use]
pub fn cuts(len: usize) -> Vec<usize> {
    if len <= 256 {
        return (0..len).collect();
    }
    let mut random = Random::new(len as u64);
    (0..n_mutants(len)).map(|_| random.below(len)).collect()
}

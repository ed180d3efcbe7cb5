//! Seeded random numbers, and files with seeded damage; reproducible on every machine.

use crate::recorder::Recorder;

/// Pseudorandom numbers, by xorshift.
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        // Seeds are small and similar; the multiplication spreads them. A state of zero would stay zero.
        Self(seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15).max(1))
    }

    pub(crate) fn number(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.rotate_right(29)
    }

    /// A number below `bound`, or 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.number() >> 33) as usize % bound.max(1)
    }

    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// A damaged copy: up to four times, a bit is flipped, bytes are inserted or removed, or a number is replaced by one
/// of the worst values for counts and offsets.
pub(crate) fn mutant(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        let end = at + random.below(64).min(bytes.len() - at);
        match random.below(4) {
            0 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << random.below(8)),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let worst = [0, 1, 0x7fff_ffff, 0x8000_0000, u32::MAX][random.below(5)];
                bytes.iter_mut().skip(at).zip(worst.to_le_bytes()).for_each(|(byte, new)| *byte = new);
            }
            _ => {
                let new: Vec<_> = (0..=random.below(16)).map(|_| random.below(256) as u8).collect();
                bytes.splice(at..at, new);
            }
        }
    }
    bytes
}

/// What is packed in a file.
pub(crate) fn unpacked(bytes: &[u8]) -> Option<Vec<u8>> {
    let recorder = Recorder::default();
    let _ = m3d::trace(bytes, &m3d::ReadOptions::default(), &recorder);
    recorder.unpacked.into_inner().into_values().next()
}

/// A damaged copy of a file of this format: packed data are unpacked, damaged and packed again.
pub(crate) fn damaged(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let Some(plain) = unpacked(bytes).filter(|_| !random.one_in(4)) else { return mutant(bytes, random) };
    let plain = mutant(&plain, random);
    if random.one_in(2) {
        return [&bytes[..8], &plain].concat();
    }
    [&bytes[..8], &miniz_oxide::deflate::compress_to_vec_zlib(&plain, 1)].concat()
}

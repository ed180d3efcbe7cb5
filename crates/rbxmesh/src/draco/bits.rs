//! Numbers of any width, the lowest bit first. Format document, section 13.4.

/// Bits that are left to read.
#[derive(Debug, Clone)]
pub(super) struct Bits<'a> {
    all: &'a [u8],
    rest: &'a [u8],
    /// Bits of bytes that are no longer in `rest`.
    held: u64,
    n_held: u32,
}

impl<'a> Bits<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { all: bytes, rest: bytes, held: 0, n_held: 0 }
    }

    /// The next number of `n_bits`, at most 32; `None` if there are too few bits left.
    #[inline]
    pub(super) fn take(&mut self, n_bits: u32) -> Option<u32> {
        while self.n_held < n_bits {
            match self.rest.split_first_chunk::<4>() {
                Some((word, rest)) => self.hold(u32::from_le_bytes(*word), 32, rest),
                None => {
                    let (byte, rest) = self.rest.split_first()?;
                    self.hold((*byte).into(), 8, rest);
                }
            }
        }
        let mask = 1_u64.wrapping_shl(n_bits).wrapping_sub(1);
        let number = u32::try_from(self.held & mask).unwrap_or_default();
        self.held >>= n_bits;
        self.n_held = self.n_held.wrapping_sub(n_bits);
        Some(number)
    }

    /// Fewer than 32 bits are held already.
    #[inline]
    fn hold(&mut self, bits: u32, n_bits: u32, rest: &'a [u8]) {
        self.held |= u64::from(bits) << self.n_held;
        self.n_held = self.n_held.wrapping_add(n_bits);
        self.rest = rest;
    }

    /// How many bits are taken.
    pub(super) fn at(&self) -> usize {
        let n_bytes = self.all.len().saturating_sub(self.rest.len());
        n_bytes.saturating_mul(8).saturating_sub(self.n_held as usize)
    }

    /// The number of bytes of which no bit is used.
    pub(super) fn n_whole_bytes(&self) -> usize {
        self.rest.len().saturating_add(self.n_held as usize / 8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_taken_from_the_lowest() {
        let bytes = [0b1010_0110, 0xff, 0x01, 0x80, 0x12, 0x34, 0x56, 0x78, 0x9a];
        let mut bits = Bits::new(&bytes);
        assert_eq!([bits.take(3), bits.take(0), bits.take(5)], [Some(0b110), Some(0), Some(0b10100)]);
        assert_eq!(bits.n_whole_bytes(), 8);
        assert_eq!(bits.at(), 8);
        assert_eq!(bits.take(31), Some(0x1280_01ff));
        assert_eq!(bits.n_whole_bytes(), 4);
        assert_eq!(bits.take(1), Some(0));
        assert_eq!(bits.take(32), Some(0x9a78_5634));
        assert_eq!((bits.take(1), bits.n_whole_bytes()), (None, 0));
        assert_eq!(bits.take(0), Some(0));
    }
}

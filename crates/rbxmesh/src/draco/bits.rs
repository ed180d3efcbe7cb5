//! Reads numbers of any width, the lowest bit first. Format document, section 13.4.

/// The bits of a byte string, and how many have been read.
#[derive(Debug, Clone)]
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    /// The number of bits that have been read.
    at: usize,
}

impl<'a> Bits<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Reads a number of `n_bits` bits, at most 32; `None` if there are too few bits left.
    pub(super) fn take(&mut self, n_bits: u32) -> Option<u32> {
        let end = self.at.checked_add(n_bits as usize).filter(|end| end.div_ceil(8) <= self.bytes.len())?;
        let rest = self.bytes.get(self.at / 8..).unwrap_or_default();
        let word = rest.iter().take(8).rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        let number = lowest(word >> (self.at % 8), n_bits);
        self.at = end;
        Some(number)
    }

    /// Reads several numbers of `n_bits` bits each. Returns false, and reads nothing, if only [`take`](Self::take) can
    /// read them.
    #[inline]
    pub(super) fn take_all<const N: usize>(&mut self, n_bits: u32, numbers: &mut [u32; N]) -> bool {
        // The bits that a 64-bit word holds at least, after the consumed bits of its first byte (at most 7).
        const HELD: usize = 57;
        let len = (n_bits as usize).saturating_mul(N);
        let rest = self.bytes.get(self.at / 8..).unwrap_or_default();
        let Some(word) = rest.first_chunk().filter(|_| len <= HELD) else { return false };
        let mut word = u64::from_le_bytes(*word) >> (self.at % 8);
        for number in numbers {
            *number = lowest(word, n_bits);
            word >>= n_bits;
        }
        self.at = self.at.wrapping_add(len);
        true
    }
}

/// The lowest `n_bits` bits of a word, at most 32.
#[inline]
fn lowest(word: u64, n_bits: u32) -> u32 {
    let mask = 1_u64.wrapping_shl(n_bits).wrapping_sub(1);
    u32::try_from(word & mask & u64::from(u32::MAX)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_taken_from_the_lowest() {
        let bytes = [0b1010_0110, 0xff, 0x01, 0x80, 0x12, 0x34, 0x56, 0x78, 0x9a];
        let mut bits = Bits::new(&bytes);
        assert_eq!([bits.take(3), bits.take(0), bits.take(5)], [Some(0b110), Some(0), Some(0b10100)]);
        assert_eq!(bits.take(31), Some(0x1280_01ff));
        assert_eq!(bits.take(1), Some(0));
        assert_eq!(bits.take(32), Some(0x9a78_5634));
        assert_eq!(bits.take(1), None);
        assert_eq!(bits.take(0), Some(0));
    }

    #[test]
    fn rows_are_as_numbers_one_by_one() {
        let bytes: Vec<u8> = (0..100_u32).map(|index| (index * index * 37) as u8).collect();
        for n_bits in 0..33 {
            let (mut rows, mut single) = (Bits::new(&bytes), Bits::new(&bytes));
            let mut row = [0; 3];
            while rows.take_all(n_bits, &mut row) && rows.at < 700 && n_bits > 0 {
                assert_eq!(row.map(Some), [(); 3].map(|()| single.take(n_bits)));
            }
            assert_eq!(rows.at > 600, (1..20).contains(&n_bits), "{n_bits}");
        }
    }
}

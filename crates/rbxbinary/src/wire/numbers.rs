//! Number encodings that improve compression, each next to its inverse. Format document, section 4.

/// Encodes small magnitudes as small numbers, high byte first.
#[inline]
pub(crate) fn zigzag(value: i32) -> [u8; 4] {
    ((value << 1) ^ (value >> 31)).to_be_bytes()
}

/// Undoes [`zigzag`].
#[inline]
pub(crate) fn unzigzag(bytes: [u8; 4]) -> i32 {
    let value = u32::from_be_bytes(bytes);
    (value >> 1).cast_signed() ^ (value & 1).cast_signed().wrapping_neg()
}

/// As [`zigzag`], for 64 bits.
#[inline]
pub(crate) fn zigzag64(value: i64) -> [u8; 8] {
    ((value << 1) ^ (value >> 63)).to_be_bytes()
}

/// Undoes [`zigzag64`].
#[inline]
pub(crate) fn unzigzag64(bytes: [u8; 8]) -> i64 {
    let value = u64::from_be_bytes(bytes);
    (value >> 1).cast_signed() ^ (value & 1).cast_signed().wrapping_neg()
}

/// Moves the sign to the lowest bit; high byte first.
#[inline]
pub(crate) fn rotated(value: f32) -> [u8; 4] {
    value.to_bits().rotate_left(1).to_be_bytes()
}

/// Undoes [`rotated`].
#[inline]
pub(crate) fn unrotated(bytes: [u8; 4]) -> f32 {
    f32::from_bits(u32::from_be_bytes(bytes).rotate_right(1))
}

/// Replaces each number with its difference from the previous one, the first with its difference from 0.
pub(crate) fn differences(numbers: impl Iterator<Item = i32>) -> Vec<i32> {
    let mut last = 0;
    let difference = |number: i32| {
        let difference = number.wrapping_sub(last);
        last = number;
        difference
    };
    numbers.map(difference).collect()
}

/// Undoes [`differences`].
pub(crate) fn sums(mut numbers: Vec<i32>) -> Vec<i32> {
    let mut sum = 0_i32;
    for number in &mut numbers {
        sum = sum.wrapping_add(*number);
        *number = sum;
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn each_way_has_one_back(a: i32, b: i64, bits: u32, all: Vec<i32>) {
            prop_assert_eq!(unzigzag(zigzag(a)), a);
            prop_assert_eq!(unzigzag64(zigzag64(b)), b);
            prop_assert_eq!(unrotated(rotated(f32::from_bits(bits))).to_bits(), bits);
            prop_assert_eq!(sums(differences(all.iter().copied())), all);
        }
    }

    #[test]
    fn small_magnitudes_become_small() {
        assert_eq!([0, -1, 1, -2].map(|n| zigzag(n)[3]), [0, 1, 2, 3]);
        assert_eq!(zigzag(i32::MIN), [0xff; 4]);
        assert_eq!(zigzag64(i64::MIN), [0xff; 8]);
        assert_eq!(rotated(-0.15625), [0x7c, 0x40, 0x00, 0x01]);
    }
}

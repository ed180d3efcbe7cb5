//! Number encodings that improve compression, each next to its inverse. Format document, section 4.

use crate::common::show::{Field, SpanType};
use crate::model::{SharedIndex, UniqueId};
use std::borrow::Cow;
use std::fmt;

/// A number as columns store it: in `N` bytes, and interleaved, so that the first bytes of all values come first, then
/// all second bytes, and so on.
pub(crate) trait Interleaved<const N: usize>: Copy + fmt::Display {
    const FIELDS: &'static [Field] = &[Field { name: "", at: 0, len: N, show: show::<N, Self> }];
    /// A single value, whose bytes are consecutive.
    const SINGLE: &'static SpanType = &SpanType::table(|_| Cow::Borrowed(Self::FIELDS));
    fn decode(bytes: [u8; N]) -> Self;
    fn encode(self) -> [u8; N];
}

fn show<const N: usize, T: Interleaved<N>>(bytes: &[u8], _: u64, out: &mut dyn fmt::Write) -> fmt::Result {
    <[u8; N]>::try_from(bytes).map_or(Ok(()), |bytes| write!(out, "{}", T::decode(bytes)))
}

macro_rules! interleaved {
    ($($ty:ty = $n:literal: $decode:expr, $encode:expr;)*) => { $(
        impl Interleaved<$n> for $ty {
            #[inline]
            fn decode(bytes: [u8; $n]) -> Self {
                $decode(bytes)
            }

            #[inline]
            fn encode(self) -> [u8; $n] {
                $encode(self)
            }
        }
    )* };
}
interleaved! {
    i32 = 4: unzigzag, zigzag;
    i64 = 8: unzigzag64, zigzag64;
    u64 = 8: |bytes| unzigzag64(bytes).cast_unsigned(), |value: Self| zigzag64(value.cast_signed());
    f32 = 4: unrotated, rotated;
    u32 = 4: u32::from_be_bytes, u32::to_be_bytes;
    SharedIndex = 4: |bytes| Self(u32::from_be_bytes(bytes)), |index: Self| index.0.to_be_bytes();
    UniqueId = 16: unique_id, |id: Self| id.words().map(u32::to_be_bytes).as_flattened().try_into().unwrap_or_default();
}

fn unique_id(bytes: [u8; 16]) -> UniqueId {
    let mut words = bytes.as_chunks().0.iter().map(|word| u32::from_be_bytes(*word));
    UniqueId::of_words([(); 4].map(|()| words.next().unwrap_or_default()))
}

/// Encodes numbers of small magnitude as small unsigned numbers, high byte first.
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

/// Encodes like [`zigzag`], for 64 bits.
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

/// Undoes [`differences`], in place. `sum` is the number before the first one, and becomes the last one.
pub(crate) fn sum_up<'n>(sum: &mut i32, differences: impl Iterator<Item = &'n mut i32>) {
    for number in differences {
        *sum = sum.wrapping_add(*number);
        *number = *sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn each_way_has_one_back(a: i32, b: i64, bits: u32, words: [u32; 4], all: Vec<i32>) {
            prop_assert_eq!(unzigzag(zigzag(a)), a);
            prop_assert_eq!(unzigzag64(zigzag64(b)), b);
            let id = UniqueId::of_words(words);
            prop_assert_eq!(UniqueId::decode(id.encode()), id);
            prop_assert_eq!(unrotated(rotated(f32::from_bits(bits))).to_bits(), bits);
            let mut again = differences(all.iter().copied());
            sum_up(&mut 0, again.iter_mut());
            prop_assert_eq!(again, all);
        }
    }

    /// All numbers of 32 bits. Those of 64 bits have 16 bits of each kind in each place: each bit of the result depends on
    /// the bit beside it and the one of the sign alone.
    #[test]
    #[ignore = "a proof, which takes long: cargo xtask ci --step proofs"]
    fn proof_each_way_has_one_back() {
        for bits in 0..=u32::MAX {
            assert!(unzigzag(zigzag(bits.cast_signed())) == bits.cast_signed(), "{bits}");
            assert!(zigzag(unzigzag(bits.to_be_bytes())) == bits.to_be_bytes(), "{bits}");
            assert!(unrotated(rotated(f32::from_bits(bits))).to_bits() == bits, "{bits}");
            assert!(rotated(unrotated(bits.to_be_bytes())) == bits.to_be_bytes(), "{bits}");
        }
        for (bits, shift) in
            (0..=u64::from(u16::MAX)).flat_map(|bits| (0..64).map(move |shift| (bits, shift)))
        {
            for value in [bits.rotate_left(shift), !bits.rotate_left(shift)] {
                assert_eq!(unzigzag64(zigzag64(value.cast_signed())), value.cast_signed());
                assert_eq!(zigzag64(unzigzag64(value.to_be_bytes())), value.to_be_bytes());
            }
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

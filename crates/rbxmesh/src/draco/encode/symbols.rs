//! Encodes unsigned numbers in the shorter of two ways. Format document, section 13.4.

use super::bits::Bits;
use super::rans::encode;
use crate::common::output::Output;

/// The greatest bit length of the number of different symbols, if numbers are symbols themselves.
const MAX_BIT_LENGTH: u32 = 18;

/// The lowest number that cannot be a symbol itself, because the table of probabilities up to it would be long.
const TOO_LARGE: u32 = 1 << 20;

/// Encodes numbers in groups of `width`; the result is empty if there are none.
pub(super) fn symbols(numbers: &[u32], width: usize) -> Vec<u8> {
    if numbers.is_empty() {
        return Vec::new();
    }
    let tagged = tagged(numbers, width);
    raw(numbers).filter(|raw| raw.len() <= tagged.len()).unwrap_or(tagged)
}

/// Encodes each number as a symbol; `None` if that is impossible or would not be shorter.
fn raw(numbers: &[u32]) -> Option<Vec<u8>> {
    let mut known = numbers.to_vec();
    known.sort_unstable();
    known.dedup();
    let n_bits = length(u32::try_from(known.len()).ok()?);
    if n_bits > MAX_BIT_LENGTH || known.last() >= Some(&TOO_LARGE) {
        return None;
    }
    let [byte, ..] = n_bits.to_le_bytes();
    let mut out = Output::default();
    out.bytes(&[1, byte]);
    encode(&mut out, numbers, (n_bits.wrapping_mul(3) / 2).clamp(12, 20));
    Some(out.0)
}

/// Encodes the bit length of each group as a symbol, followed by the bits of all numbers.
fn tagged(numbers: &[u32], width: usize) -> Vec<u8> {
    let groups = || numbers.chunks(width.max(1));
    let tag = |group: &[u32]| length(group.iter().fold(0, |bits, number| bits | number));
    let tags: Vec<_> = groups().map(tag).collect();
    let mut bits = Bits::default();
    for (group, n_bits) in groups().zip(&tags) {
        group.iter().for_each(|number| bits.put(*number, *n_bits));
    }
    let mut out = Output::default();
    out.bytes(&[0]);
    encode(&mut out, &tags, 12);
    out.bytes(&bits.into_bytes());
    out.0
}

/// The number of bits that a number takes. It is at least 1, because other decoders do not accept numbers without bits.
fn length(number: u32) -> u32 {
    32_u32.wrapping_sub(number.leading_zeros()).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the limit of 18 bits, which decoders accept.
    #[test]
    fn the_most_symbols_are_those_of_18_bits() {
        let of = |n: u32| raw(&(0..n).collect::<Vec<_>>()).map(|bytes| bytes[..2].to_vec());
        assert_eq!((of((1 << 18) - 1), of(1 << 18)), (Some(vec![1, 18]), None));
    }
}

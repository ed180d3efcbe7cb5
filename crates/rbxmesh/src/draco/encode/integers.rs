//! Encodes integers as differences from the previous values. Format document, section 13.3.

use super::symbols::symbols;
use crate::common::output::Output;

/// Encodes rows of integers. The greatest and the least integer must differ by less than 2^31 - 1.
pub(super) fn integers<const N: usize>(rows: &[[i32; N]]) -> Vec<u8> {
    let all = || rows.as_flattened().iter().copied();
    let (min, max) = (all().min().unwrap_or_default(), all().max().unwrap_or_default());
    let n_values = max.wrapping_sub(min).wrapping_add(1);
    let mut corrections = Vec::with_capacity(rows.len().saturating_mul(N));
    let mut before = [0; N];
    for row in rows {
        for (before, value) in before.iter_mut().zip(row) {
            let difference = value.wrapping_sub((*before).clamp(min, max));
            corrections.push(zigzag(shortest(difference, n_values)));
            *before = *value;
        }
    }
    let mut out = Output::default();
    // The prediction from the previous value, and the transform that wraps around.
    out.bytes(&[0, 1]);
    out.bytes(&smallest(&corrections, N));
    out.bytes(&min.to_le_bytes());
    out.bytes(&max.to_le_bytes());
    out.0
}

/// The difference, or the shorter one in the other direction: differences are added modulo `n_values`.
fn shortest(difference: i32, n_values: i32) -> i32 {
    let half = n_values / 2;
    match () {
        () if difference < half.wrapping_neg() => difference.wrapping_add(n_values),
        () if difference > n_values.wrapping_sub(1) / 2 => difference.wrapping_sub(n_values),
        () => difference,
    }
}

/// Moves the sign to the lowest bit.
fn zigzag(number: i32) -> u32 {
    (number << 1 ^ number >> 31).cast_unsigned()
}

/// Encodes numbers as symbols, or plain if that is shorter.
fn smallest(numbers: &[u32], width: usize) -> Vec<u8> {
    let max = numbers.iter().copied().max().unwrap_or_default();
    let size = match max {
        0..=0xff => 1,
        0x100..=0xffff => 2,
        _ => 4,
    };
    let n_plain = numbers.len().saturating_mul(usize::from(size));
    let compressed = symbols(numbers, width);
    if compressed.len() <= n_plain {
        return [&[1], compressed.as_slice()].concat();
    }
    let plain = numbers.iter().flat_map(|number| number.to_le_bytes().into_iter().take(size.into()));
    [0, size].into_iter().chain(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shorter_way_is_taken() {
        assert_eq!([-3, -2, 2, 3].map(|difference| shortest(difference, 5)), [2, -2, 2, -2]);
        assert_eq!([-2, -1, 1, 2, 3].map(|difference| shortest(difference, 4)), [-2, -1, 1, -2, -1]);
        assert_eq!([0, -1, 1, -2, i32::MAX, i32::MIN].map(zigzag), [0, 1, 2, 3, u32::MAX - 1, u32::MAX]);
        assert_eq!(smallest(&[200, 3], 1), [0, 1, 200, 3]);
        assert_eq!(smallest(&[300, 3], 1), [0, 2, 44, 1, 3, 0]);
    }
}

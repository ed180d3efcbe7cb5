//! The index sequence codec: each index as a difference from one of two previous indices, because the indices of lines
//! often alternate between two sequences.

use super::{put_number, take_number, unzigzag, zigzag};

/// The first byte of the data: codec and version 1.
const HEADER: u8 = 0xd1;

/// The number of bytes for the header and the tail.
pub(super) const TAIL: usize = 5;

/// The least difference at which the encoder switches to the other baseline; smaller ones fit into one byte.
const FAR: u32 = 30;

pub(super) fn decode(count: usize, bytes: &[u8]) -> Result<Vec<u32>, String> {
    let mut rest = bytes;
    super::triangles::header(&mut rest, HEADER)?;
    let mut data = rest.get(..rest.len().saturating_sub(4)).unwrap_or_default();
    let mut last = [0_u32; 2];
    let mut indices = Vec::with_capacity(count);
    for _ in 0..count {
        let number = take_number(&mut data)?;
        let [first, second] = &mut last;
        let baseline = if number & 1 == 0 { first } else { second };
        *baseline = baseline.wrapping_add(unzigzag(number >> 1));
        indices.push(*baseline);
    }
    if data.is_empty() { Ok(indices) } else { Err(format!("{} bytes are left over", data.len())) }
}

pub(super) fn encode(indices: &[u32]) -> Vec<u8> {
    let mut out = vec![HEADER];
    let ([mut first, mut second], mut is_second) = ([0_u32; 2], false);
    for index in indices {
        let so_far = index.wrapping_sub(if is_second { second } else { first });
        is_second ^= so_far.cast_signed().unsigned_abs() >= FAR;
        let baseline = if is_second { &mut second } else { &mut first };
        put_number((zigzag(index.wrapping_sub(*baseline)) << 1) | u32::from(is_second), &mut out);
        *baseline = *index;
    }
    out.extend([0; 4]);
    out
}

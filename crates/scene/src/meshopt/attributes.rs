//! The vertex codec: each byte of an element as a difference from that byte of the previous element.

use super::taken;

/// The first byte of the data: codec and version 0.
const HEADER: u8 = 0xa0;

/// The number of differences that are packed in one way.
const GROUP: usize = 16;

/// The smallest size of the tail, which ends with the base for the first element.
const LEAST_TAIL: usize = 32;

/// The number of elements that are packed column by column.
fn block_len(stride: usize) -> usize {
    // The block size of EXT_meshopt_compression: whole groups, of 8 KB at most.
    let most = 8192_usize.checked_div(stride).unwrap_or_default();
    (most & !(GROUP - 1)).min(256)
}

pub(super) fn decode(count: usize, stride: usize, bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut rest = bytes;
    super::triangles::header(&mut rest, HEADER)?;
    let n_data = rest.len().checked_sub(stride.max(LEAST_TAIL)).ok_or("the data end too early")?;
    let mut data = taken(&mut rest, n_data)?;
    let mut last = rest.get(rest.len().saturating_sub(stride)..).unwrap_or_default().to_vec();
    let mut out = vec![0; count.saturating_mul(stride)];
    for block in out.chunks_mut(block_len(stride).saturating_mul(stride).max(1)) {
        let n_groups = block.len().checked_div(stride).unwrap_or_default().div_ceil(GROUP);
        for (column, value) in last.iter_mut().enumerate() {
            // Each group has a code of two bits.
            let codes = taken(&mut data, n_groups.div_ceil(4))?;
            let mut column = block.iter_mut().skip(column).step_by(stride);
            let codes = codes.iter().flat_map(|byte| [byte & 3, byte >> 2 & 3, byte >> 4 & 3, byte >> 6]);
            for code in codes.take(n_groups) {
                let differences = differences(code, &mut data)?;
                for (to, difference) in column.by_ref().take(GROUP).zip(differences) {
                    *value = value.wrapping_add((difference >> 1) ^ (difference & 1).wrapping_neg());
                    *to = *value;
                }
            }
        }
    }
    if data.is_empty() { Ok(out) } else { Err(format!("{} bytes are left over", data.len())) }
}

/// Decodes the differences of a group by its code: all are 0, two or four bits each, or bytes.
fn differences(code: u8, data: &mut &[u8]) -> Result<[u8; GROUP], String> {
    let mut differences = [0; GROUP];
    let n_bits = match code {
        0 => return Ok(differences),
        1 => 2_u32,
        2 => 4,
        _ => 8,
    };
    let packed = taken(data, GROUP.saturating_mul(n_bits as usize) / 8)?;
    let mask = u8::MAX >> 8_u32.saturating_sub(n_bits);
    // The first difference is in the highest bits.
    let shifts = || {
        (0..8).step_by(n_bits as usize).map(move |shift| 8_u32.saturating_sub(n_bits).saturating_sub(shift))
    };
    let parts = packed.iter().flat_map(|byte| shifts().map(move |shift| byte >> shift & mask));
    for (to, part) in differences.iter_mut().zip(parts) {
        // If all bits are set, the value is a byte that follows the packed ones.
        *to = if part == mask && n_bits < 8 {
            taken(data, 1)?.first().copied().unwrap_or_default()
        } else {
            part
        };
    }
    Ok(differences)
}

pub(super) fn encode(stride: usize, bytes: &[u8]) -> Vec<u8> {
    let first = bytes.get(..stride).map_or_else(|| vec![0; stride], <[u8]>::to_vec);
    let mut last = first.clone();
    let mut out = vec![HEADER];
    let mut groups: Vec<[u8; GROUP]> = Vec::new();
    for block in bytes.chunks(block_len(stride).saturating_mul(stride).max(1)) {
        for (column, last) in last.iter_mut().enumerate() {
            groups.clear();
            let mut group = [0; GROUP];
            let mut n_held = 0;
            for value in block.iter().skip(column).step_by(stride) {
                let difference = value.wrapping_sub(*last);
                *last = *value;
                if let Some(to) = group.get_mut(n_held) {
                    *to = (difference << 1) ^ (difference.cast_signed() >> 7).cast_unsigned();
                }
                n_held = n_held.saturating_add(1);
                if n_held == GROUP {
                    groups.push(std::mem::take(&mut group));
                    n_held = 0;
                }
            }
            // The last group is padded with differences of 0, which belong to no element.
            groups.extend((n_held > 0).then_some(group));
            let codes: Vec<u8> = groups.iter().map(cheapest).collect();
            let byte = |codes: &[u8]| codes.iter().rev().fold(0_u8, |byte, code| (byte << 2) | code);
            out.extend(codes.chunks(4).map(byte));
            groups.iter().zip(codes).for_each(|(group, code)| pack(group, code, &mut out));
        }
    }
    out.resize(out.len().saturating_add(LEAST_TAIL.saturating_sub(stride)), 0);
    out.extend(first);
    out
}

/// The code that packs a group into the fewest bytes.
fn cheapest(group: &[u8; GROUP]) -> u8 {
    let above = |most: u8| group.iter().filter(|difference| **difference >= most).count();
    // Each difference takes two or four bits, and an additional byte if it does not fit.
    let sizes = [(1, above(3).saturating_add(4)), (2, above(15).saturating_add(8)), (3, GROUP)];
    if above(1) == 0 {
        return 0;
    }
    sizes.into_iter().min_by_key(|(_, size)| *size).map_or(3, |(code, _)| code)
}

/// The inverse of [`differences`].
fn pack(group: &[u8; GROUP], code: u8, out: &mut Vec<u8>) {
    let n_bits = match code {
        0 => return,
        1 => 2_u32,
        2 => 4,
        _ => return out.extend(group),
    };
    let mask = u8::MAX >> 8_u32.saturating_sub(n_bits);
    let byte = |parts: &[u8]| parts.iter().fold(0_u8, |byte, part| (byte << n_bits) | (*part).min(mask));
    out.extend(group.chunks(8_usize.checked_div(n_bits as usize).unwrap_or(1)).map(byte));
    out.extend(group.iter().filter(|difference| **difference >= mask));
}

//! Decoding LZ4 blocks.
//!
//! `lz4_flex` does the compression, and the tests use it as a reference. Its decoder is not used for two reasons: it
//! copies overlapping matches byte by byte, which are most matches in interleaved columns, and it cannot stop early.

/// The maximum number of bytes to which one byte of a block can decompress. A byte that extends a length adds this
/// many; all other bytes add less.
pub(crate) const MOST: usize = 255;

/// Decodes a block into `plain`; `None` unless the block is valid and fills `plain` exactly.
pub(crate) fn decode(packed: &[u8], plain: &mut [u8]) -> Option<()> {
    let (len, stop) = decode_block(packed, plain)?;
    (stop == Stop::AtTheEnd && len == plain.len()).then_some(())
}

/// Decodes the beginning of a block, at most as many bytes as `plain` has; returns how many were decoded.
pub(crate) fn decode_start(packed: &[u8], plain: &mut [u8]) -> Option<usize> {
    decode_block(packed, plain).map(|(len, _)| len)
}

/// The reason why decoding stopped.
#[derive(PartialEq)]
enum Stop {
    /// The block ended.
    AtTheEnd,
    /// The output is full but the block continues. The rest of the block is not checked.
    Full,
}

/// The size of fixed-size copies, which may write past the intended end if there is room.
const WILD: usize = 16;

/// Decodes until the block ends or `plain` is full; returns the number of bytes decoded.
fn decode_block(mut packed: &[u8], plain: &mut [u8]) -> Option<(usize, Stop)> {
    let mut at = 0_usize;
    loop {
        let (token, rest) = packed.split_first()?;
        packed = rest;
        let mut n_literals = usize::from(token >> 4);
        // Most literal runs are short, so use one fixed-size copy. Later output overwrites its surplus bytes.
        match (packed.first_chunk::<WILD>(), plain.get_mut(at..).and_then(<[u8]>::first_chunk_mut::<WILD>)) {
            (Some(from), Some(to)) if n_literals < 15 => *to = *from,
            _ => {
                if n_literals == 15 {
                    n_literals = n_literals.checked_add(length(&mut packed)?)?;
                }
                let room = plain.get_mut(at..)?;
                let n_copied = n_literals.min(room.len());
                room.get_mut(..n_copied)?.copy_from_slice(packed.get(..n_copied)?);
                if n_copied < n_literals {
                    return Some((plain.len(), Stop::Full));
                }
            }
        }
        packed = packed.get(n_literals..)?;
        at = at.checked_add(n_literals)?;
        // The last sequence of a block has literals but no match.
        if packed.is_empty() {
            return Some((at, Stop::AtTheEnd));
        }
        let (offset, rest) = packed.split_first_chunk::<2>()?;
        packed = rest;
        let offset = usize::from(u16::from_le_bytes(*offset));
        let mut n_matched = usize::from(token & 15);
        if n_matched == 15 {
            n_matched = n_matched.checked_add(length(&mut packed)?)?;
        }
        // The minimum match length is 4.
        n_matched = n_matched.checked_add(4)?;
        // The source of a match begins before the match, and within the output.
        let from = at.checked_sub(offset).filter(|_| offset != 0)?;
        let end = at.checked_add(n_matched)?;
        if end > plain.len() {
            repeat(plain, from, at, plain.len())?;
            return Some((plain.len(), Stop::Full));
        }
        repeat(plain, from, at, end)?;
        at = end;
    }
}

/// Fills `plain[at..end]` by repeating the bytes in `plain[from..at]`.
#[inline]
fn repeat(plain: &mut [u8], from: usize, at: usize, end: usize) -> Option<()> {
    let offset = at.checked_sub(from)?;
    let n_bytes = end.checked_sub(at)?;
    // Use fixed-size copies if there is room for their surplus bytes.
    if offset >= WILD && n_bytes <= 4 * WILD && plain.len().checked_sub(end)? >= WILD {
        let (mut from, mut at) = (from, at);
        while at < end {
            let (next_from, next_at) = (from.checked_add(WILD)?, at.checked_add(WILD)?);
            plain.copy_within(from..next_from, at);
            (from, at) = (next_from, next_at);
        }
        return Some(());
    }
    let mut at = at;
    while at < end {
        // Copy everything available so far at once: the amount doubles with each round.
        let n_copied = at.checked_sub(from)?.min(end.checked_sub(at)?);
        let (source, target) = plain.get_mut(from..)?.split_at_mut_checked(at.checked_sub(from)?)?;
        target.get_mut(..n_copied)?.copy_from_slice(source.get(..n_copied)?);
        at = at.checked_add(n_copied)?;
    }
    Some(())
}

/// The extension of a length: any number of bytes of 255, then one smaller byte; returns their sum.
fn length(packed: &mut &[u8]) -> Option<usize> {
    let mut sum = 0_usize;
    loop {
        let (byte, rest) = packed.split_first()?;
        *packed = rest;
        sum = sum.checked_add(usize::from(*byte))?;
        if *byte != 255 {
            return Some(sum);
        }
    }
}

/// Returns true if a block decodes to exactly `plain`. No output is written, so this is faster than decoding and
/// comparing.
pub(crate) fn holds(packed: &[u8], plain: &[u8]) -> bool {
    holds_up_to_the_end(packed, plain).unwrap_or_default()
}

fn holds_up_to_the_end(mut packed: &[u8], plain: &[u8]) -> Option<bool> {
    let mut at = 0_usize;
    loop {
        let mut differences = [0; 2];
        while let Some((rest, next)) = compare_short(packed, plain, at, &mut differences) {
            (packed, at) = (rest, next);
        }
        if differences != [0; 2] {
            return Some(false);
        }
        let (token, rest) = packed.split_first()?;
        packed = rest;
        let mut n_literals = usize::from(token >> 4);
        if n_literals == 15 {
            n_literals = n_literals.checked_add(length(&mut packed)?)?;
        }
        let end = at.checked_add(n_literals)?;
        if packed.get(..n_literals)? != plain.get(at..end)? {
            return Some(false);
        }
        packed = packed.get(n_literals..)?;
        at = end;
        if packed.is_empty() {
            return Some(at == plain.len());
        }
        let (offset, rest) = packed.split_first_chunk::<2>()?;
        packed = rest;
        let mut n_matched = usize::from(token & 15);
        if n_matched == 15 {
            n_matched = n_matched.checked_add(length(&mut packed)?)?;
        }
        n_matched = n_matched.checked_add(4)?;
        let from = at.checked_sub(usize::from(u16::from_le_bytes(*offset))).filter(|from| *from < at)?;
        // The source of a match can be read from `plain` itself, even if it overlaps the target.
        let end = at.checked_add(n_matched)?;
        if plain.get(from..)?.get(..n_matched)? != plain.get(at..end)? {
            return Some(false);
        }
        at = end;
    }
}

/// Compares the output of one token, if it is short and not near the end. Returns the rest of the block and the new
/// position in `plain`. Text consists of millions of such tokens, so differences are collected in `differences` without
/// branching and checked later.
#[inline]
fn compare_short<'a>(
    packed: &'a [u8],
    plain: &[u8],
    at: usize,
    differences: &mut [u64; 2],
) -> Option<(&'a [u8], usize)> {
    let window = packed.first_chunk::<{ 2 * WILD }>()?;
    let target = plain.get(at..)?.first_chunk::<{ 2 * WILD }>()?;
    let token = *window.first()?;
    let (n_literals, n_matched) = (usize::from(token >> 4), usize::from(token & 15).checked_add(4)?);
    let after = n_literals.checked_add(1)?;
    let offset = usize::from(u16::from_le_bytes(*window.get(after..)?.first_chunk()?));
    let end = at.checked_add(n_literals)?;
    // An offset before the first byte wraps to a position beyond the last, where `get` fails.
    let source = plain.get(end.wrapping_sub(offset)..)?.first_chunk()?;
    let of_match = ones(n_matched)?;
    if n_literals == 15 || offset == 0 {
        return None;
    }
    let literals = window.get(1..)?.first_chunk()?;
    compare(literals, target.first_chunk()?, ones(n_literals)?, differences);
    compare(source, target.get(n_literals..)?.first_chunk()?, of_match, differences);
    Some((packed.get(after.checked_add(2)?..)?, end.checked_add(n_matched)?))
}

fn words(bytes: &[u8; WILD]) -> impl Iterator<Item = u64> {
    bytes.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word))
}

/// Collects the bits that differ between the bytes under the mask.
#[inline]
fn compare(a: &[u8; WILD], b: &[u8; WILD], mask: &[u8; WILD], differences: &mut [u64; 2]) {
    for (((a, b), mask), sum) in words(a).zip(words(b)).zip(words(mask)).zip(differences) {
        *sum |= (a ^ b) & mask;
    }
}

/// A mask of ones in the first `n` bytes and zeros after them; `None` if `n` is greater than [`WILD`].
#[inline]
fn ones(n: usize) -> Option<&'static [u8; WILD]> {
    // The window begins `n` bytes before the zeros.
    const ONES: [[u8; WILD]; 2] = [[u8::MAX; WILD], [0; WILD]];
    ONES.as_flattened().get(WILD.checked_sub(n)?..)?.first_chunk()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Generates bytes with runs and repetitions, as in columns.
    fn plain() -> impl Strategy<Value = Vec<u8>> {
        let run = (any::<u8>(), 1..300_usize).prop_map(|(byte, n)| vec![byte; n]);
        let words =
            (prop::collection::vec(any::<u8>(), 1..20), 1..30_usize).prop_map(|(word, n)| word.repeat(n));
        let noise = prop::collection::vec(any::<u8>(), 0..40);
        prop::collection::vec(prop_oneof![run, words, noise], 0..12).prop_map(|parts| parts.concat())
    }

    fn packed(plain: &[u8]) -> Vec<u8> {
        let mut packed = vec![0; lz4_flex::block::get_maximum_output_size(plain.len())];
        let len = lz4_flex::block::compress_into(plain, &mut packed).unwrap();
        packed.truncate(len);
        packed
    }

    /// Compares the result and the output with those of `lz4_flex`, for claimed lengths of up to 32 bytes.
    fn compare_with_lz4_flex(packed: &[u8]) {
        for len in 0..=32 {
            let (mut ours, mut theirs) = ([0; 32], [0; 32]);
            let (ours, theirs) = (&mut ours[..len], &mut theirs[..len]);
            let is_whole = decode(packed, ours).is_some();
            let expected = lz4_flex::block::decompress_into(packed, theirs).is_ok_and(|n| n == len);
            assert_eq!(is_whole, expected, "{packed:02x?} as {len} bytes");
            assert!(!is_whole || ours == theirs, "{packed:02x?}: {ours:02x?} is not {theirs:02x?}");
            assert_eq!(holds(packed, theirs), is_whole, "{packed:02x?} as {len} bytes");
        }
    }

    #[test]
    fn all_small_blocks_are_what_lz4_flex_takes_them_for() {
        (0..=u8::MAX).for_each(|one| compare_with_lz4_flex(&[one]));
        (0..=u16::MAX).for_each(|two| compare_with_lz4_flex(&two.to_le_bytes()));
        // Random tokens have excessive lengths and random offsets are out of range, so most bytes are chosen from
        // values that are common at the beginning of blocks.
        const USUAL: [u8; 16] =
            [0, 1, 2, 3, 4, 5, 0x10, 0x11, 0x12, 0x14, 0x1f, 0x20, 0x30, 0x40, 0xf0, 0xff];
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        for round in 0..200_000 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let mut packed = state.to_le_bytes();
            if round % 4 > 0 {
                packed = packed.map(|byte| USUAL[usize::from(byte / 16)]);
            }
            compare_with_lz4_flex(&packed[..3 + round % 6]);
        }
    }

    /// All blocks of three bytes, and random ones of up to 64 bytes, at lengths around those that they may have.
    #[test]
    #[ignore = "a proof, which takes long: cargo xtask ci --step proofs"]
    fn proof_blocks_are_what_lz4_flex_takes_them_for() {
        let same = |packed: &[u8], len: usize| {
            // What is beyond the length must stay as it is.
            let (mut ours, mut theirs) = ([0xaa; 288], [0xaa; 288]);
            let is_whole = decode(packed, &mut ours[..len]).is_some();
            let expected =
                lz4_flex::block::decompress_into(packed, &mut theirs[..len]).is_ok_and(|n| n == len);
            assert_eq!(is_whole, expected, "{packed:02x?} as {len} bytes");
            assert!(ours[len..].iter().all(|byte| *byte == 0xaa), "{packed:02x?} writes beyond {len} bytes");
            assert!(!is_whole || ours[..len] == theirs[..len], "{packed:02x?} as {len} bytes");
            assert_eq!(holds(packed, &theirs[..len]), is_whole, "{packed:02x?} as {len} bytes");
        };
        for three in 0..1_u32 << 24 {
            let bytes = three.to_le_bytes();
            // Two literals at most, or none and a match that has no source.
            (0..4).for_each(|len| same(&bytes[..3], len));
        }
        let mut state = 1_u64;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        for _ in 0..2_000_000 {
            let mut packed: Vec<_> = (0..8).flat_map(|_| next().to_le_bytes()).collect();
            packed.truncate(1 + next() as usize % 64);
            // Small tokens and near offsets, so that most blocks go on.
            packed.iter_mut().step_by(1 + next() as usize % 5).for_each(|byte| *byte &= 0x13);
            let mut plain = [0; 288];
            let len = decode_start(&packed, &mut plain).unwrap_or_default();
            [len, len.saturating_sub(1), len + 1]
                .into_iter()
                .filter(|len| *len <= 288)
                .for_each(|len| same(&packed, len));
        }
    }

    proptest! {
        #[test]
        fn what_lz4_flex_packs_is_decoded(plain in plain(), cut: prop::sample::Index) {
            let packed = packed(&plain);
            let mut decoded = vec![0xaa; plain.len()];
            prop_assert_eq!(decode(&packed, &mut decoded), Some(()));
            prop_assert!(decoded == plain);
            prop_assert!(holds(&packed, &plain));
            let mut start = vec![0xaa; cut.index(plain.len() + 1)];
            prop_assert_eq!(decode_start(&packed, &mut start), Some(start.len()));
            prop_assert!(plain.starts_with(&start));
            let mut longer = vec![0; plain.len() + 1];
            prop_assert_eq!(decode(&packed, &mut longer), None);
        }

        #[test]
        fn one_byte_more_or_other_is_not_held(plain in plain(), at: prop::sample::Index, bit in 0..8_u8) {
            let packed = packed(&plain);
            let mut other = plain.clone();
            other.push(0);
            prop_assert!(!holds(&packed, &other));
            other.pop();
            if !plain.is_empty() {
                other[at.index(plain.len())] ^= 1 << bit;
                prop_assert!(!holds(&packed, &other));
                prop_assert!(!holds(&packed, &plain[..plain.len() - 1]));
            }
        }

        /// A damaged block decodes as lz4_flex decodes it, or is rejected.
        #[test]
        fn any_bytes_are_decoded_or_refused(packed: Vec<u8>, len in 0..2000_usize) {
            let (mut ours, mut theirs) = (vec![0; len], vec![0; len]);
            let is_whole = decode(&packed, &mut ours).is_some();
            let expected = lz4_flex::block::decompress_into(&packed, &mut theirs);
            prop_assert_eq!(is_whole, expected.is_ok_and(|n| n == len));
            prop_assert!(!is_whole || ours == theirs);
            prop_assert!(!is_whole || holds(&packed, &ours));
            decode_start(&packed, &mut ours[..len / 2]);
        }
    }
}

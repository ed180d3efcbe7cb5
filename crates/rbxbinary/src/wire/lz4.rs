//! LZ4 blocks, decoded.
//!
//! `lz4_flex` compresses for us and is the oracle of these functions' tests. It copies a match byte by byte
//! where source and target overlap, which in de-interleaved columns most matches do; and it cannot stop early.

/// Decodes a block into `plain`, which it is to fill exactly.
pub(crate) fn decode(packed: &[u8], plain: &mut [u8]) -> Option<()> {
    let (end, rest) = run(packed, plain)?;
    (end == plain.len() && rest.is_empty()).then_some(())
}

/// Decodes the first bytes of a block, as many as `plain` has; gives how many there were.
pub(crate) fn decode_start(packed: &[u8], plain: &mut [u8]) -> Option<usize> {
    run(packed, plain).map(|(end, _)| end)
}

/// Copies at most this many bytes at once, where there is room to write some too many.
const WILD: usize = 16;

/// Decodes until the block ends or `plain` is full; gives how far it is filled, and what is left of the block.
fn run<'a>(mut packed: &'a [u8], plain: &mut [u8]) -> Option<(usize, &'a [u8])> {
    let mut at = 0_usize;
    loop {
        let (token, rest) = packed.split_first()?;
        packed = rest;
        let mut n_literals = usize::from(token >> 4);
        // Most literal runs are short: one copy of fixed size, of which the next token's work overwrites the end.
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
                    return Some((plain.len(), packed));
                }
            }
        }
        packed = packed.get(n_literals..)?;
        at = at.checked_add(n_literals)?;
        if packed.is_empty() {
            return Some((at, packed));
        }
        let (offset, rest) = packed.split_first_chunk::<2>()?;
        packed = rest;
        let offset = usize::from(u16::from_le_bytes(*offset));
        let mut n_matched = usize::from(token & 15);
        if n_matched == 15 {
            n_matched = n_matched.checked_add(length(&mut packed)?)?;
        }
        n_matched = n_matched.checked_add(4)?;
        let from = at.checked_sub(offset).filter(|_| offset != 0)?;
        let end = at.checked_add(n_matched)?;
        if end > plain.len() {
            repeat(plain, from, at, plain.len())?;
            return Some((plain.len(), packed));
        }
        repeat(plain, from, at, end)?;
        at = end;
    }
}

/// Fills `plain[at..end]` with what starts at `from`, before `at`, again and again.
#[inline]
fn repeat(plain: &mut [u8], from: usize, at: usize, end: usize) -> Option<()> {
    let offset = at.checked_sub(from)?;
    let n_bytes = end.checked_sub(at)?;
    // Copies of fixed size, if there is room for what they write too much.
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
        // All that is there by now may be copied at once: after each round it is twice as much.
        let n_copied = at.checked_sub(from)?.min(end.checked_sub(at)?);
        let (source, target) = plain.get_mut(from..)?.split_at_mut_checked(at.checked_sub(from)?)?;
        target.get_mut(..n_copied)?.copy_from_slice(source.get(..n_copied)?);
        at = at.checked_add(n_copied)?;
    }
    Some(())
}

/// The rest of a length: bytes of 255, and one that is less.
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

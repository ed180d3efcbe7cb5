//! Encoding LZ4 blocks with more effort than `lz4_flex`, which compares each position with a single earlier one.
//!
//! Studio makes this effort. Chunks that replace its own would otherwise be about a sixth larger, so that the file grew
//! by more than what was added to it.

/// The farthest distance of a match.
const WINDOW: usize = 65_535;
/// The length of the shortest match.
const SHORTEST: usize = 4;
/// The format requires that the last match starts this many bytes before the end at least, and that the last bytes are
/// literals.
const LAST_START: usize = 12;
const LAST_LITERALS: usize = 5;
/// Upper bound on earlier positions that are compared with each position.
const MOST_COMPARED: usize = 64;
/// The length from which no longer match is searched for, so that the time for runs of one byte is bounded.
const ENOUGH: usize = 1024;

/// Encodes `plain`, and appends the block to `out`.
pub(crate) fn encode(plain: &[u8], out: &mut Vec<u8>) {
    let mut chains = Chains::new(plain);
    let (mut start, mut at) = (0_usize, 0_usize);
    while at.saturating_add(LAST_START) <= plain.len() {
        let Some(mut found) = chains.longest(at) else {
            at = at.saturating_add(1);
            continue;
        };
        // A longer match one byte later is worth a literal.
        while let Some(next) = chains.longest(at.saturating_add(1)).filter(|next| next.len > found.len) {
            (at, found) = (at.saturating_add(1), next);
        }
        sequence(out, plain.get(start..at).unwrap_or_default(), Some(&found));
        at = at.saturating_add(found.len);
        start = at;
    }
    sequence(out, plain.get(start..).unwrap_or_default(), None);
}

/// A repetition of earlier bytes.
struct Match {
    distance: usize,
    len: usize,
}

/// Earlier positions by a hash of the four bytes there. Positions are counted from 1, and 0 is none.
struct Chains<'p> {
    plain: &'p [u8],
    /// The last position by hash. Its length is a power of two.
    last: Vec<u32>,
    /// The position with the same hash before each position of the window. Its length is a power of two.
    before: Vec<u32>,
    /// The number of positions that have been added.
    n_added: usize,
}

impl<'p> Chains<'p> {
    fn new(plain: &'p [u8]) -> Self {
        let table = |most: usize| vec![0; plain.len().min(most).next_power_of_two()];
        Self { plain, last: table(1 << 15), before: table(1 << 16), n_added: 0 }
    }

    fn hash(&self, at: usize) -> Option<usize> {
        let four = u32::from_le_bytes(*self.plain.get(at..)?.first_chunk()?);
        // The multiplier of the reference implementation, whose upper bits are mixed best.
        let mixed = four.wrapping_mul(2_654_435_761) >> 17;
        Some(mixed as usize & self.last.len().saturating_sub(1))
    }

    /// Adds all positions before this one.
    fn add_before(&mut self, at: usize) {
        while self.n_added < at {
            let added = self.n_added;
            self.n_added = added.saturating_add(1);
            let Some(hash) = self.hash(added) else { continue };
            let slot = added & self.before.len().saturating_sub(1);
            if let (Some(last), Some(before)) = (self.last.get_mut(hash), self.before.get_mut(slot)) {
                *before = *last;
                *last = u32::try_from(self.n_added).unwrap_or(0);
            }
        }
    }

    /// The longest match at a position, which must not decrease from call to call.
    fn longest(&mut self, at: usize) -> Option<Match> {
        if at.saturating_add(LAST_START) > self.plain.len() {
            return None;
        }
        self.add_before(at);
        let own = self.plain.get(at..self.plain.len().saturating_sub(LAST_LITERALS))?;
        let mut found = Match { distance: 0, len: SHORTEST.saturating_sub(1) };
        let mut next = *self.last.get(self.hash(at)?)?;
        for _ in 0..MOST_COMPARED {
            let Some(earlier) = (next as usize).checked_sub(1) else { break };
            let distance = at.saturating_sub(earlier);
            if distance > WINDOW || found.len >= ENOUGH {
                break;
            }
            let other = self.plain.get(earlier..).unwrap_or_default();
            // Nearly all candidates are rejected by the byte that would make the match longer.
            if other.get(found.len) == own.get(found.len) {
                let len = common_len(own, other);
                if len > found.len {
                    found = Match { distance, len };
                }
            }
            next = *self.before.get(earlier & self.before.len().saturating_sub(1))?;
        }
        (found.len >= SHORTEST).then_some(found)
    }
}

/// The number of bytes that both begin with.
fn common_len(one: &[u8], other: &[u8]) -> usize {
    let n_same =
        one.chunks_exact(8).zip(other.chunks_exact(8)).take_while(|(one, other)| one == other).count();
    let n_same = n_same.saturating_mul(8);
    let rest = one.iter().skip(n_same).zip(other.iter().skip(n_same));
    n_same.saturating_add(rest.take_while(|(one, other)| one == other).count())
}

/// Writes literals, and the match after them; the last sequence has none.
fn sequence(out: &mut Vec<u8>, literals: &[u8], found: Option<&Match>) {
    let n_more = found.map_or(0, |found| found.len.saturating_sub(SHORTEST));
    let nibble = |n: usize| u8::try_from(n.min(15)).unwrap_or(15);
    out.push(nibble(literals.len()) << 4 | nibble(n_more));
    length(out, literals.len());
    out.extend_from_slice(literals);
    if let Some(found) = found {
        out.extend_from_slice(&u16::try_from(found.distance).unwrap_or(u16::MAX).to_le_bytes());
        length(out, n_more);
    }
}

/// Writes the part of a length that exceeds the 4 bits in the token.
fn length(out: &mut Vec<u8>, n: usize) {
    let Some(mut rest) = n.checked_sub(15) else { return };
    while let Some(less) = rest.checked_sub(255) {
        out.push(255);
        rest = less;
    }
    out.push(u8::try_from(rest).unwrap_or(u8::MAX));
}

#[cfg(test)]
mod tests {
    use super::super::lz4::decode;
    use super::*;

    fn encoded(plain: &[u8]) -> Vec<u8> {
        let mut packed = Vec::new();
        encode(plain, &mut packed);
        let mut back = vec![0; plain.len()];
        decode(&packed, &mut back).unwrap();
        assert!(back == plain, "{} bytes", plain.len());
        // The reference is stricter about the end of a block.
        assert_eq!(lz4_flex::block::decompress(&packed, plain.len()).unwrap(), plain);
        packed
    }

    /// Bytes from a few values, in which matches of all lengths and distances occur.
    fn mixed(len: usize, n_values: u32, seed: u32) -> Vec<u8> {
        let mut state = seed;
        let mut plain = Vec::new();
        while plain.len() < len {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let at = (state >> 8) as usize % plain.len().max(1);
            if state >> 30 == 0 && plain.len() > 8 {
                let n = (state >> 4) as usize % 40;
                plain.extend_from_within(at..plain.len().min(at + n));
            } else {
                plain.push((state >> 16) as u8 % n_values as u8);
            }
        }
        plain.truncate(len);
        plain
    }

    #[test]
    fn blocks_decode_to_what_was_encoded() {
        for len in (0..200).chain([65_530, 65_535, 65_536, 65_540, 200_000]) {
            encoded(&vec![7; len]);
            for (n_values, seed) in [(2, 1), (5, 2), (250, 3)] {
                encoded(&mixed(len, n_values, seed));
            }
        }
        // Matches at the farthest distance, and one byte beyond it.
        for gap in [65_527, 65_528] {
            let mut plain = b"12345678".to_vec();
            plain.extend(std::iter::repeat_n(0, gap));
            plain.extend(b"12345678--------------");
            encoded(&plain);
        }
    }

    #[test]
    fn blocks_are_smaller_than_those_of_one_comparison() {
        let plain = mixed(200_000, 40, 9);
        let (ours, theirs) = (encoded(&plain).len(), lz4_flex::block::compress(&plain).len());
        assert!(ours * 100 < theirs * 90, "{ours}, {theirs}");
        // Runs and periods take a few bytes, whatever their length.
        assert!(encoded(&vec![0; 1 << 20]).len() < 4200);
    }
}

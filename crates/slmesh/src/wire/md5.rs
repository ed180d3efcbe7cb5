//! MD5 (RFC 1321), for the hashes of blocks.
//!
//! Fifty lines instead of the seven crates that one brings along. Nothing
//! secret depends on it: a hash says whether a block was damaged.

/// How far each step of a round turns; a round uses its four in turn.
const TURNS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

/// The hash of these bytes.
pub(crate) fn md5(bytes: &[u8]) -> [u8; 16] {
    let mut state = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
    let constants = constants();
    let (chunks, rest) = bytes.as_chunks::<64>();
    for chunk in chunks {
        step(&mut state, chunk, &constants);
    }
    // A bit, zeros, and the count of bits, in one chunk or two.
    let mut end = rest.to_vec();
    end.push(0x80);
    end.resize(if rest.len() < 56 { 56 } else { 120 }, 0);
    end.extend_from_slice(&(bytes.len() as u64).wrapping_mul(8).to_le_bytes());
    for chunk in end.as_chunks::<64>().0 {
        step(&mut state, chunk, &constants);
    }
    let mut hash = [0; 16];
    for (place, word) in hash.as_chunks_mut::<4>().0.iter_mut().zip(state) {
        *place = word.to_le_bytes();
    }
    hash
}

/// The whole part of 2³² times the sine of 1 to 64, of which the sign is dropped.
#[expect(clippy::cast_possible_truncation, reason = "the whole part is below 2³²")]
fn constants() -> [u32; 64] {
    let mut number = 0.0_f64;
    [(); 64].map(|()| {
        number += 1.0;
        (number.sin().abs() * 4_294_967_296.0) as u32
    })
}

fn step(state: &mut [u32; 4], chunk: &[u8; 64], constants: &[u32; 64]) {
    let mut words = [0; 16];
    for (word, bytes) in words.iter_mut().zip(chunk.as_chunks::<4>().0) {
        *word = u32::from_le_bytes(*bytes);
    }
    let word = |at: usize| words.get(at & 15).copied().unwrap_or_default();
    let [mut a, mut b, mut c, mut d] = *state;
    for (i, constant) in constants.iter().enumerate() {
        let (mixed, at) = match i >> 4 {
            0 => ((b & c) | (!b & d), i),
            1 => ((d & b) | (!d & c), i.wrapping_mul(5).wrapping_add(1)),
            2 => (b ^ c ^ d, i.wrapping_mul(3).wrapping_add(5)),
            _ => (c ^ (b | !d), i.wrapping_mul(7)),
        };
        let turn = TURNS.get(i >> 4).and_then(|turns| turns.get(i & 3)).copied().unwrap_or_default();
        let sum = a.wrapping_add(mixed).wrapping_add(*constant).wrapping_add(word(at));
        (a, d, c, b) = (d, c, b, b.wrapping_add(sum.rotate_left(turn)));
    }
    for (part, turned) in state.iter_mut().zip([a, b, c, d]) {
        *part = part.wrapping_add(turned);
    }
}

#[cfg(test)]
mod tests {
    use super::md5;

    fn hex(bytes: &[u8]) -> String {
        md5(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn hashes_are_those_of_rfc_1321() {
        assert_eq!(hex(b""), "d41d8cd98f00b204e9800998ecf8427e");
        assert_eq!(hex(b"abc"), "900150983cd24fb0d6963f7d28e17f72");
        assert_eq!(hex(b"abcdefghijklmnopqrstuvwxyz"), "c3fcd3d76192e4007dfb496cca67e13b");
        let digits = b"1234567890".repeat(8);
        assert_eq!(hex(&digits), "57edf4a22be3c955ac49da2e2107b67a");
        // The lengths around which the end takes another chunk.
        assert_eq!(hex(&digits[..55]), "c9ccf168914a1bcfc3229f1948e67da0");
        assert_eq!(hex(&digits[..56]), "49f193adce178490e34d1b3a4ec0064c");
        assert_eq!(hex(&digits[..64]), "eb6c4179c0a7c82cc2828c1e6338e165");
    }
}

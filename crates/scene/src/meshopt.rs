//! The compression of arrays that glTF uses as EXT_meshopt_compression, in both directions.
//!
//! Vertex attributes are stored as byte-wise differences from one vertex to the next; triangles refer to edges and
//! vertices of recent triangles. The bytes are those of version 0 of the vertex codec and version 1 of the index
//! codecs, which are all that the extension allows.

mod attributes;
mod filter;
mod sequence;
mod triangles;

pub(crate) use filter::Filter;

/// The content of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Elements of any type.
    Attributes,
    /// Indices of triangles; encoding may rotate the corners of a triangle.
    Triangles,
    /// Indices in their order.
    Indices,
}

impl Mode {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Attributes => "ATTRIBUTES",
            Self::Triangles => "TRIANGLES",
            Self::Indices => "INDICES",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        [Self::Attributes, Self::Triangles, Self::Indices].into_iter().find(|mode| mode.name() == name)
    }

    /// True if the elements of an array can have this size.
    pub(crate) const fn allows(self, stride: usize) -> bool {
        match self {
            Self::Attributes => stride > 0 && stride <= 256 && stride.is_multiple_of(4),
            Self::Triangles | Self::Indices => matches!(stride, 2 | 4),
        }
    }

    /// A lower bound on the compressed size of this many elements, in bytes.
    fn least(self, count: usize, stride: usize) -> usize {
        match self {
            // Each group of sixteen bytes has a header of two bits.
            Self::Attributes => count.div_ceil(64).saturating_mul(stride).saturating_add(stride.max(32)),
            // Each triangle takes at least a byte; below, each index.
            Self::Triangles => count.div_ceil(3).saturating_add(triangles::TAIL),
            Self::Indices => count.saturating_add(sequence::TAIL),
        }
    }
}

/// Decodes this many elements of an allowed size.
///
/// The lower bound is checked first, so memory is allocated only for as many as the input can hold.
pub(crate) fn decode(mode: Mode, count: usize, stride: usize, bytes: &[u8]) -> Result<Vec<u8>, String> {
    if bytes.len() < mode.least(count, stride) {
        return Err(format!("{} bytes are not enough for {count} elements of {stride} bytes", bytes.len()));
    }
    match mode {
        Mode::Attributes => attributes::decode(count, stride, bytes),
        Mode::Triangles if !count.is_multiple_of(3) => {
            Err(format!("{count} indices do not form whole triangles"))
        }
        Mode::Triangles => triangles::decode(count, bytes).map(|indices| stored(&indices, stride)),
        Mode::Indices => sequence::decode(count, bytes).map(|indices| stored(&indices, stride)),
    }
}

/// Encodes elements of an allowed size, usually to fewer bytes.
pub(crate) fn encode(mode: Mode, stride: usize, bytes: &[u8]) -> Vec<u8> {
    match mode {
        Mode::Attributes => attributes::encode(stride, bytes),
        Mode::Triangles => triangles::encode(&loaded(bytes, stride)),
        Mode::Indices => sequence::encode(&loaded(bytes, stride)),
    }
}

/// Encodes indices in two or four bytes each.
fn stored(indices: &[u32], stride: usize) -> Vec<u8> {
    let bytes = indices.iter().map(|index| index.to_le_bytes());
    bytes.flat_map(|bytes| bytes.into_iter().take(stride)).collect()
}

fn loaded(bytes: &[u8], stride: usize) -> Vec<u32> {
    let index = |bytes: &[u8]| bytes.iter().rev().fold(0, |index, byte| (index << 8) | u32::from(*byte));
    bytes.chunks_exact(stride).map(index).collect()
}

/// Splits off the first bytes.
fn taken<'a>(rest: &mut &'a [u8], n_bytes: usize) -> Result<&'a [u8], String> {
    let (taken, after) = rest.split_at_checked(n_bytes).ok_or("the data end too early")?;
    *rest = after;
    Ok(taken)
}

/// Reads a number in groups of seven bits, the lowest first.
fn take_number(rest: &mut &[u8]) -> Result<u32, String> {
    let mut number = 0;
    for shift in [0, 7, 14, 21, 28] {
        let byte = taken(rest, 1)?.first().copied().unwrap_or_default();
        number |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
    }
    Ok(number)
}

fn put_number(mut number: u32, out: &mut Vec<u8>) {
    loop {
        let [byte, ..] = number.to_le_bytes();
        number >>= 7;
        out.push(if number > 0 { byte | 0x80 } else { byte });
        if number == 0 {
            return;
        }
    }
}

/// Maps small positive and negative differences to small numbers.
const fn zigzag(difference: u32) -> u32 {
    (difference << 1) ^ (difference.cast_signed() >> 31).cast_unsigned()
}

/// The inverse of [`zigzag`].
const fn unzigzag(number: u32) -> u32 {
    (number >> 1) ^ (number & 1).wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes like those of a mesh: some columns grow, some repeat, some are arbitrary.
    fn columns(count: usize, stride: usize) -> Vec<u8> {
        let byte = |(at, seed): (usize, u32)| match at % stride % 4 {
            0 => (at / stride) as u8,
            1 => 7,
            2 => (seed.wrapping_mul(2_654_435_761) >> 24) as u8,
            _ => (seed.wrapping_mul(2_654_435_761) >> 29) as u8,
        };
        (0..count * stride).zip(0_u32..).map(byte).collect()
    }

    /// A grid of squares, each of two triangles.
    fn grid(wide: u32) -> Vec<u32> {
        let square = |number: u32| {
            let at = number / wide * (wide + 1) + number % wide;
            [at, at + 1, at + wide + 1, at + wide + 1, at + 1, at + wide + 2]
        };
        (0..wide * wide).flat_map(square).collect()
    }

    /// Triangles rotated so that their smallest index is first.
    fn turned(indices: &[u32]) -> Vec<[u32; 3]> {
        let turn = |[a, b, c]: [u32; 3]| match a.min(b).min(c) {
            least if least == a => [a, b, c],
            least if least == b => [b, c, a],
            _ => [c, a, b],
        };
        indices.as_chunks().0.iter().copied().map(turn).collect()
    }

    #[test]
    fn attributes_come_back_as_they_were() {
        for stride in [4, 8, 12, 16, 20, 36, 64, 252, 256] {
            for count in [0, 1, 15, 16, 17, 31, 32, 127, 200, 256, 257, 1000] {
                let plain = columns(count, stride);
                let packed = encode(Mode::Attributes, stride, &plain);
                assert_eq!(
                    decode(Mode::Attributes, count, stride, &packed),
                    Ok(plain),
                    "{count} of {stride}"
                );
            }
        }
    }

    #[test]
    fn triangles_come_back_but_for_which_corner_is_first() {
        let reset: Vec<u32> = grid(4).into_iter().chain(grid(5)).chain(grid(4)).collect();
        let odd = vec![0, 0, 0, 5, 5, 5, 0, 1, 2, u32::MAX, 3, 0, 900_000, 1, 2, 2, 1, 0, 0, 1, 2];
        for indices in [Vec::new(), vec![0, 1, 2], vec![2, 1, 0], grid(40), reset, odd] {
            let plain = stored(&indices, 4);
            let packed = encode(Mode::Triangles, 4, &plain);
            let back = decode(Mode::Triangles, indices.len(), 4, &packed).unwrap();
            assert_eq!(turned(&loaded(&back, 4)), turned(&indices));
        }
        let packed = encode(Mode::Triangles, 2, &stored(&grid(40), 2));
        assert!(packed.len() < grid(40).len() * 2 / 4, "{}", packed.len());
    }

    #[test]
    fn sequences_come_back_as_they_were() {
        let lines: Vec<u32> = (0..500).flat_map(|line| [line, 100_000 + line * 2]).collect();
        for indices in [Vec::new(), vec![7], lines, vec![0, u32::MAX >> 2, 5, u32::MAX >> 2]] {
            let packed = encode(Mode::Indices, 4, &stored(&indices, 4));
            assert_eq!(decode(Mode::Indices, indices.len(), 4, &packed), Ok(stored(&indices, 4)));
        }
    }

    #[test]
    fn what_is_broken_is_refused() {
        let plain = columns(100, 12);
        let packed = encode(Mode::Attributes, 12, &plain);
        for len in 0..packed.len() {
            assert!(decode(Mode::Attributes, 100, 12, packed.get(..len).unwrap()).is_err(), "{len}");
        }
        assert!(decode(Mode::Attributes, 80, 12, &packed).is_err());
        assert!(decode(Mode::Attributes, usize::MAX / 2, 12, &packed).is_err());
        let mut newer = packed;
        newer[0] = 0xa1;
        assert_eq!(
            decode(Mode::Attributes, 100, 12, &newer),
            Err("the data begin with 0xa1 instead of 0xa0".to_owned())
        );
        let packed = encode(Mode::Triangles, 4, &stored(&grid(9), 4));
        for len in 0..packed.len() {
            assert!(decode(Mode::Triangles, 486, 4, packed.get(..len).unwrap()).is_err(), "{len}");
        }
        let packed = encode(Mode::Indices, 2, &stored(&grid(9), 2));
        for len in 0..packed.len() {
            assert!(decode(Mode::Indices, 486, 2, packed.get(..len).unwrap()).is_err(), "{len}");
        }
    }

    /// The expected bytes follow from the specification of the extension.
    #[test]
    fn numbers_are_those_of_the_reference() {
        // Two elements of four bytes: 1, 2, 3, 4, and then one more in each.
        let mut expected = vec![0xa0];
        for _ in 0..4 {
            // One group with two bits for each byte: 0 for the first, 2 for the second, which is the zigzag code of 1.
            expected.extend([1, 0b0010_0000, 0, 0, 0]);
        }
        expected.extend([0; 28]);
        expected.extend([1, 2, 3, 4]);
        assert_eq!(encode(Mode::Attributes, 4, &[1, 2, 3, 4, 2, 3, 4, 5]), expected);
        // A triangle of three new vertices is the first entry of the table.
        let triangle = encode(Mode::Triangles, 4, &stored(&[0, 1, 2], 4));
        assert_eq!(triangle.get(..2), Some(&[0xe1, 0xf0][..]));
        // The difference 5 has the zigzag code 10, shifted left by the bit for the first baseline.
        assert_eq!(encode(Mode::Indices, 4, &stored(&[5], 4)), [0xd1, 20, 0, 0, 0, 0]);
    }
}

//! Filters: transforms of elements after decompression.

/// A filter for elements that are stored in a form that compresses better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Filter {
    /// No filter.
    None,
    /// Unit vectors in octahedral encoding.
    Octahedral,
    /// Rotations without their largest component.
    Quaternion,
    /// Floats as integers multiplied by a power of two.
    Exponential,
}

impl Filter {
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "NONE" => Self::None,
            "OCTAHEDRAL" => Self::Octahedral,
            "QUATERNION" => Self::Quaternion,
            "EXPONENTIAL" => Self::Exponential,
            _ => return None,
        })
    }

    /// True if elements of this size can be filtered.
    pub(crate) const fn allows(self, stride: usize) -> bool {
        match self {
            Self::None => true,
            Self::Octahedral => matches!(stride, 4 | 8),
            Self::Quaternion => stride == 8,
            Self::Exponential => stride.is_multiple_of(4),
        }
    }

    /// Restores filtered elements.
    pub(crate) fn undo(self, stride: usize, bytes: &mut [u8]) {
        match self {
            Self::None => {}
            Self::Octahedral if stride == 4 => {
                for element in bytes.as_chunks_mut().0 {
                    let [x, y, one, rest] = *element;
                    let parts = direction([x, y, one].map(|byte| f32::from(byte.cast_signed())), 127.0);
                    #[expect(clippy::cast_possible_truncation, reason = "at most 127, and saturating")]
                    let [x, y, z] = parts.map(|part| (part as i8).cast_unsigned());
                    *element = [x, y, z, rest];
                }
            }
            Self::Octahedral => each(bytes, |[x, y, one, rest]| {
                let parts = direction([x, y, one].map(f32::from), 32767.0);
                #[expect(clippy::cast_possible_truncation, reason = "at most 32767, and saturating")]
                let [x, y, z] = parts.map(|part| part as i16);
                [x, y, z, rest]
            }),
            Self::Quaternion => each(bytes, rotation),
            Self::Exponential => {
                for element in bytes.as_chunks_mut().0 {
                    *element = float(u32::from_le_bytes(*element)).to_le_bytes();
                }
            }
        }
    }
}

fn each(bytes: &mut [u8], undo: impl Fn([i16; 4]) -> [i16; 4]) {
    for element in bytes.as_chunks_mut::<8>().0 {
        let parts: [[u8; 2]; 4] = std::array::from_fn(|part| {
            let pair = element.as_chunks().0.get(part);
            pair.copied().unwrap_or_default()
        });
        let undone = undo(parts.map(i16::from_le_bytes)).map(i16::to_le_bytes);
        element.copy_from_slice(undone.as_flattened());
    }
}

/// A unit vector scaled to `most` and rounded; the third number is the value that represents 1.
fn direction([x, y, one]: [f32; 3], most: f32) -> [f32; 3] {
    let z = one - x.abs() - y.abs();
    // The lower half of the octahedron is folded over its edges.
    let fold = z.min(0.0);
    let unfolded = |part: f32| if part >= 0.0 { part + fold } else { part - fold };
    let [x, y] = [unfolded(x), unfolded(y)];
    // A zero vector becomes NaN here, and 0 as integers.
    let scale = most / (x * x + y * y + z * z).sqrt();
    [x, y, z].map(|part| rounded(part * scale))
}

/// Rounds to the nearest integer, with halves away from 0.
fn rounded(number: f32) -> f32 {
    (number + if number >= 0.0 { 0.5 } else { -0.5 }).trunc()
}

/// Restores a rotation from three components. The lowest two bits of the fourth number are the index of the missing
/// one; its value represents 1.
fn rotation([x, y, z, code]: [i16; 4]) -> [i16; 4] {
    // No component except the largest exceeds the square root of a half.
    let scale = std::f32::consts::FRAC_1_SQRT_2 / f32::from(code | 3);
    let [x, y, z] = [x, y, z].map(|part| f32::from(part) * scale);
    let w = (1.0 - x * x - y * y - z * z).max(0.0).sqrt();
    #[expect(clippy::cast_possible_truncation, reason = "at most 32767, and saturating")]
    let [x, y, z, w] = [x, y, z, w].map(|part| rounded(part * 32767.0) as i16);
    match code & 3 {
        0 => [w, x, y, z],
        1 => [z, w, x, y],
        2 => [y, z, w, x],
        _ => [x, y, z, w],
    }
}

/// Restores a float: the exponent is in the highest eight bits, and a signed integer in the other bits.
fn float(bits: u32) -> f32 {
    let exponent = bits.cast_signed() >> 24;
    let mantissa = (bits << 8).cast_signed() >> 8;
    #[expect(clippy::cast_precision_loss, reason = "24 bits")]
    let mantissa = mantissa as f32;
    f32::from_bits(exponent.wrapping_add(127).cast_unsigned() << 23) * mantissa
}

#[cfg(test)]
mod tests {
    use super::*;

    fn undone(filter: Filter, parts: [i16; 4]) -> [i16; 4] {
        let mut bytes = parts.map(i16::to_le_bytes).as_flattened().to_vec();
        filter.undo(8, &mut bytes);
        let words: Vec<i16> = bytes.as_chunks().0.iter().map(|word| i16::from_le_bytes(*word)).collect();
        words.try_into().unwrap()
    }

    #[test]
    fn directions_are_unfolded() {
        assert_eq!(undone(Filter::Octahedral, [0, 0, 2047, 5]), [0, 0, 32767, 5]);
        assert_eq!(undone(Filter::Octahedral, [2047, 0, 2047, 0]), [32767, 0, 0, 0]);
        // The corner of the square encodes the direction straight down.
        assert_eq!(undone(Filter::Octahedral, [2047, 2047, 2047, 0]), [0, 0, -32767, 0]);
        let mut bytes = [0, 127, 127, 9, 0x81, 0, 127, 0];
        Filter::Octahedral.undo(4, &mut bytes);
        assert_eq!(bytes, [0, 127, 0, 9, 0x81, 0, 0, 0]);
    }

    #[test]
    fn rotations_get_their_largest_part() {
        assert_eq!(undone(Filter::Quaternion, [0, 0, 0, 2047]), [0, 0, 0, 32767]);
        assert_eq!(undone(Filter::Quaternion, [0, 0, 0, 2044]), [32767, 0, 0, 0]);
        // In a quarter turn, both components are equal.
        assert_eq!(undone(Filter::Quaternion, [2047, 0, 0, 2047]), [23170, 0, 0, 23170]);
        assert_eq!(undone(Filter::Quaternion, [1000, 0, 0, 2045]), [0, 30750, 11319, 0]);
    }

    #[test]
    fn floats_have_an_exponent() {
        assert_eq!(float(0x0000_0003), 3.0);
        assert_eq!(float(0xff00_0003), 1.5);
        assert_eq!(float(0x04ff_ffff), -16.0);
        assert_eq!(float(0), 0.0);
    }
}

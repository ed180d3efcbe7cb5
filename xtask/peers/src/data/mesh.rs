//! Roblox meshes, built byte by byte from the format document, so that no writer under test creates its own input.

use super::random::Random;
use std::io::Write as _;

const SEED: u64 = 0x6d65_7368;

/// A mesh of version 2.00 with vertices of 40 bytes: sections 3 and 4 of the format document.
pub fn binary(n_vertices: u32, n_faces: u32) -> Vec<u8> {
    let mut random = Random::new(SEED);
    // To the byte, so that making the input leaves no trace in the memory that a bench measures.
    let mut bytes = Vec::with_capacity(25 + 40 * n_vertices as usize + 12 * n_faces as usize);
    bytes.extend(b"version 2.00\n");
    bytes.extend([12, 0, 40, 12]); // sizes of header (two bytes), vertex and face
    bytes.extend(n_vertices.to_le_bytes());
    bytes.extend(n_faces.to_le_bytes());
    for _ in 0..n_vertices {
        let position = [(); 3].map(|()| random.snapped(-50, 50, 1_000_000) as f32);
        let normal: [f32; 3] = random.direction();
        let uv = [(); 2].map(|()| random.snapped(0, 1, 1_000_000) as f32);
        for value in position.into_iter().chain(normal).chain(uv) {
            bytes.extend(value.to_le_bytes());
        }
        bytes.extend([0; 4]); // no tangent, as in every file of this version seen
        bytes.extend([(); 4].map(|()| random.below(256) as u8));
    }
    for _ in 0..n_faces {
        for _ in 0..3 {
            bytes.extend(random.below(n_vertices).to_le_bytes());
        }
    }
    bytes
}

/// A mesh of version 1.00, which is text: section 2 of the format document.
pub fn text(n_faces: u32) -> Vec<u8> {
    let mut random = Random::new(SEED);
    let mut bytes = Vec::with_capacity(300 * n_faces as usize);
    bytes.extend(b"version 1.00\r\n");
    write!(bytes, "{n_faces}\r\n").expect("a Vec takes all");
    for _ in 0..3 * n_faces {
        let position = [(); 3].map(|()| random.snapped(-1, 1, 1_000_000));
        // Many a normal of these boxy things lies along an axis.
        let normal = if random.chance(10) { [0.0, 1.0, 0.0] } else { random.direction() };
        let uv = [(); 2].map(|()| random.snapped(0, 1, 1_000_000));
        for [x, y, z] in [position, normal.map(six_digits), [uv[0], uv[1], 0.0]] {
            write!(bytes, "[{x},{y},{z}]").expect("a Vec takes all");
        }
    }
    bytes.shrink_to_fit();
    bytes
}

/// A number after printing it in C with six decimals and reading it again.
fn six_digits(value: f32) -> f64 {
    (f64::from(value) * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::{binary, text};
    use crate::data::checksum;

    #[test]
    fn binary_has_the_size_and_bytes_of_the_recipe() {
        assert_eq!(binary(1_000_000, 2_000_000).len(), 64_000_025);
        let small = binary(5_000, 10_000);
        assert_eq!(small.len(), 320_025);
        assert_eq!(small[..25], *b"version 2.00\n\x0c\0\x28\x0c\x88\x13\0\0\x10\x27\0\0");
        assert_eq!(checksum(&small), 0x4a79_fff5_d999_90fe);
    }

    #[test]
    fn text_has_the_size_and_bytes_of_the_recipe() {
        let large = text(100_000);
        assert_eq!(large.len() / 1_000_000, 23);
        let small = String::from_utf8(text(2)).unwrap();
        assert!(small.starts_with("version 1.00\r\n2\r\n[") && small.ends_with(",0]"));
        assert_eq!(small.matches('[').count(), 2 * 9);
        assert_eq!(checksum(&large), 0xf1e3_9d8b_bd0e_5354);
    }
}

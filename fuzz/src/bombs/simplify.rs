//! Meshes that are expensive to simplify, as `simplify` reads them.

use super::{Bomb, long};

/// The number of vertices of the meshes.
const N_VERTICES: u16 = 20_000;

/// The number of triangles of the meshes.
const N_TRIANGLES: usize = 300_000;

pub(super) const BOMBS: &[Bomb] = &[
    long("300,000 triangles at one edge", |share| mesh(share, |index| [0, 1, index % N_VERTICES]))
        .for_crates(),
    long("300,000 triangles around one vertex", |share| {
        mesh(share, |index| [0, index % N_VERTICES, (index + 1) % N_VERTICES])
    }),
    long("300,000 triangles in each other's way", |share| {
        mesh(share, |index| [1, 7919, 104_729].map(|step| (u64::from(index) * step % 19_997) as u16))
    })
    .for_crates(),
    long("300,000 triangles that are one", |share| mesh(share, |_| [0, 1, 2])),
];

fn mesh(share: usize, triangle: impl Fn(u16) -> [u16; 3]) -> Vec<u8> {
    let mut bytes = N_VERTICES.to_le_bytes().to_vec();
    for index in 0..N_VERTICES {
        let place =
            [index % 141, index / 141, index % 11 * 7 % 11].map(|number| f32::from(number).to_le_bytes());
        bytes.extend(place.concat());
        bytes.extend([0, 0, 1, 128]);
    }
    let numbers = (0..N_TRIANGLES / share).map(|index| (index % 65_521) as u16);
    bytes.extend(numbers.flat_map(triangle).flat_map(u16::to_le_bytes));
    bytes
}

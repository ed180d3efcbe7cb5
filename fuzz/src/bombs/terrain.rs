//! Terrain that is expensive to read or to draw.

use super::{Bomb, long};

const MB: usize = 1_000_000;

pub(super) const BOMBS: &[Bomb] = &[
    long("9 MB of full chunks", |share| chunks(9 * MB / share, [0, 0, 1], &FULL.repeat(128))),
    long("9 MB of chunks far from each other", |share| chunks(9 * MB / share, [0, 1, 2], &FULL.repeat(128)))
        .for_crates(),
    long("9 MB of chunks with a voxel each", |share| chunks(9 * MB / share, [1, 0, 0], &speck()))
        .for_crates(),
    long("9 MB of specks far from each other", |share| chunks(9 * MB / share, [2, 2, 2], &speck())),
    long("9 MB of layers", |share| chunks(9 * MB / share, [0, 0, 1], &[FULL, AIR].concat().repeat(64))),
    long("9 MB of layers of water", |share| {
        chunks(9 * MB / share, [0, 0, 1], &[[1 | 0x80, 255], AIR].concat().repeat(64))
    }),
    long("9 MB of single voxels", |share| chunks(9 * MB / share, [0, 0, 1], &[2, 0].repeat(1 << 14))),
    long("9 MB of a chunk that is always the same", |share| {
        chunks(9 * MB / share, [0; 3], &[FULL, AIR].concat().repeat(64))
    }),
];

/// 256 voxels.
const FULL: [u8; 2] = [2 | 0x80, 255];
const AIR: [u8; 2] = [0x80, 255];

/// Chunks of the same runs, each at a step from the one before, in about as many bytes.
fn chunks(n_bytes: usize, step: [i32; 3], runs: &[u8]) -> Vec<u8> {
    let planes = (0..4).flat_map(|plane| step.map(|axis| axis.to_be_bytes()[plane]));
    let chunk: Vec<u8> = planes.chain(runs.iter().copied()).collect();
    [&[1, 5][..], &chunk.repeat(n_bytes / chunk.len())].concat()
}

/// A voxel in the middle of air.
fn speck() -> Vec<u8> {
    [&AIR.repeat(63)[..], &[0x80, 127, 2, 0x80, 126], &AIR.repeat(64)].concat()
}

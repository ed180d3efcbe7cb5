//! Animations that are expensive to read.

use super::wrapped::gzip;
use super::{Bomb, fixed, long};

pub(super) const BOMBS: &[Bomb] = &[
    long("9 MB of joints without names", |share| joints(700_000 / share)).for_verbs().for_crates(),
    long("10 MB of keys", |share| keys(1_250_000 / share)).for_crates(),
    long("9 MB of constraints", |share| constraints(105_000 / share)),
    fixed("a name of 10 MB", || file(&[&[b'x'; 10_000_000][..], &[0; 13]].concat(), 1)),
    long("40 MB of keys, in gzip", |share| gzip(&keys(5_000_000 / share))).for_verbs(),
];

/// A loop of a second with these joints, and what follows them.
fn file(joints: &[u8], n_joints: u32) -> Vec<u8> {
    let (one, zero) = (1.0_f32.to_le_bytes(), [0; 4]);
    let head = [&[1, 0, 0, 0][..], &zero, &one, &[0], &zero, &one, &[1, 0, 0, 0], &zero, &zero, &zero];
    [&head.concat()[..], &n_joints.to_le_bytes(), joints, &zero].concat()
}

fn joints(n: usize) -> Vec<u8> {
    file(&[0; 13].repeat(n), n as u32)
}

/// Rotations of one joint, in descending order.
fn keys(n: usize) -> Vec<u8> {
    let n = n as u32;
    let keys = (0..n).flat_map(|key| [(!key >> 4) as u16, 40_000, key as u16, 30_000]);
    let keys: Vec<u8> = keys.flat_map(u16::to_le_bytes).collect();
    file(&[b"mHead\0\xff\xff\xff\xff", &n.to_le_bytes()[..], &keys, &[0; 4]].concat(), 1)
}

fn constraints(n: usize) -> Vec<u8> {
    let mut bytes = joints(1);
    bytes.truncate(bytes.len() - 4);
    [&bytes[..], &(n as u32).to_le_bytes(), &[0xaa; 86].repeat(n)].concat()
}

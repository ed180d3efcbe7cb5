//! Unions that are expensive to read.

use super::wrapped::{Run, gzip, zstd};
use super::{Bomb, fixed, long};

pub(super) const BOMBS: &[Bomb] = &[
    fixed("5 MB of coded indices", || indices(5_000_000)).for_crates(),
    fixed("9 MB of hidden vertices", vertices),
    fixed("180,000 empty hulls", hulls),
    fixed("400,000 tiny hulls, zstd", || walks(400_000)).for_verbs().for_crates(),
    fixed("as many hulls as the bits can be, zstd", || walks(1_000_000)),
    fixed("a hull that is not closed, zstd", unclosed),
    long("60 MB of coded indices, in gzip", |share| gzip(&indices(60_000_000 / share))).for_verbs(),
];

/// Version 5 without vertices: each triangle takes three bytes, and its points do not exist.
fn indices(n: usize) -> Vec<u8> {
    let (n, head) = (n / 3 * 3, b"\x15\x7d\x29\x15\x75\x6c\x35\x04\x34\x69");
    let size = (n as u32).to_le_bytes();
    // Six lists without entries, two of them with a size.
    let lists = [&[0; 2][..], &[0; 6], &[0; 2], &[0; 2], &[0; 2], &[0; 6]].concat();
    [&head[..], &lists, &size, &size, &vec![0; n], &[0]].concat()
}

/// Version 2, of which all is hidden; what the key makes of zeros is nothing usable but where it has to be.
fn vertices() -> Vec<u8> {
    const KEY: &[u8; 31] = b"\x56\x2e\x6e\x58\x31\x20\x30\x04\x34\x69\x0c\x77\x0c\x01\x5e\x00\
                             \x1a\x60\x37\x69\x1d\x52\x2b\x07\x4f\x24\x59\x65\x53\x04\x7a";
    let n = 107_000_usize;
    let head =
        [&b"CSGMDL\x02\0\0\0"[..], &[0; 32], &(n as u32).to_le_bytes(), &84_u32.to_le_bytes()].concat();
    let mut bytes = [head, vec![0xff; 84 * n], vec![0; 4]].concat();
    bytes.iter_mut().zip(KEY.iter().cycle()).for_each(|(byte, key)| *byte ^= key);
    bytes
}

fn hulls() -> Vec<u8> {
    let hull = [
        &b"\x10\0\0\0"[..],
        &[0; 16],
        b"\x10\0\0\0",
        &[0; 12],
        b"\0\0\x80\x3f",
        &[0; 4],
        b"\x04\0\0\0",
        &[0; 4],
    ]
    .concat();
    [&b"CSGPHS\x03\0\0\0"[..], &hull.repeat(180_000)].concat()
}

/// Hulls of two triangles and three points, each of three bits that are 1.
fn walks(n_hulls: usize) -> Vec<u8> {
    // Words are full, so that none has its bits at the low end.
    let n_hulls = n_hulls / 32 * 32;
    let (n_bits, n_points) = (3 * n_hulls, 3 * n_hulls);
    packed([n_hulls, n_points, 2 * n_hulls, 3, 2, 0, n_bits, n_bits / 8, 12 * n_points], 0xff)
}

/// New points without an end.
fn unclosed() -> Vec<u8> {
    let n_bits = 900_000 / 32 * 32;
    packed([1, n_bits, n_bits, 3, 2, 0, n_bits, n_bits / 8, 12 * n_bits], 0)
}

fn packed(head: [usize; 9], bits: u8) -> Vec<u8> {
    let counts: Vec<u8> = head.iter().flat_map(|count| (*count as u32).to_le_bytes()).collect();
    let head_bytes = [&counts[..], &[0; 24]].concat();
    let runs = [Run::Bytes(&head_bytes), Run::Of(bits, head[7]), Run::Of(0, head[8])];
    let plain_len = runs.iter().map(|run| run.len()).sum();
    [&b"CSGPHS\x08\0\0\0\x02\0"[..], &zstd(plain_len, &runs)].concat()
}

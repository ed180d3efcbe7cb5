//! Strings with a form of their own that are expensive to read or to print.

use super::{Bomb, long};

/// The most values that are read.
const MOST: usize = 1 << 16;

pub(super) const BOMBS: &[Bomb] = &[
    long("a curve of 65,000 keys", |share| curve(2, MOST / share, &[0; 14])).for_crates(),
    long("a curve of 65,000 rotations", |share| curve(1, MOST / share, &rotation())),
    long("65,000 emotes", |share| br"^1^2^3^4^5^6^7^8^\".repeat(MOST / share)).for_crates(),
    long("65,000 emotes with nothing", |share| br"^\".repeat(MOST / share)),
];

/// A curve whose keys are all the same.
fn curve(version: u32, n: usize, key: &[u8]) -> Vec<u8> {
    let head = |version: u32| [version.to_le_bytes(), u32::try_from(n).unwrap_or(0).to_le_bytes()].concat();
    [head(version), key.repeat(n), head(1), vec![0; n * 4]].concat()
}

fn rotation() -> Vec<u8> {
    [&[13][..], &[0; 24]].concat()
}

//! Archives.

use super::{Bomb, Make};
use crate::archives::{Zipped, gzip, tar_member, zip_of};
use miniz_oxide::deflate::compress_to_vec;

pub(super) const BOMBS: &[Bomb] = &[
    Bomb { name: "a gigabyte of zeros, zip", make: Make::Long(|share| zeros(share, 1 << 30)) },
    Bomb {
        name: "a gigabyte of zeros that are said to be few, zip",
        make: Make::Long(|share| zeros(share, 60_000_000)),
    },
    Bomb { name: "6 members of 60 MB of zeros, zip", make: Make::Long(overlapping) },
    Bomb { name: "6 members of 60 MB of zeros, tar in gzip", make: Make::Long(tarball) },
];

fn zeros(share: usize, stated: u64) -> Vec<u8> {
    let packed = compress_to_vec(&vec![0; (1 << 30) / share], 1);
    zip_of(&[Zipped { name: "zeros", packed: &packed, n_bytes: stated, method: 8, mode: 0 }], false)
}

fn overlapping(share: usize) -> Vec<u8> {
    let packed = compress_to_vec(&vec![0; 60_000_000 / share], 6);
    let one =
        Zipped { name: "zeros", packed: &packed, n_bytes: 60_000_000 / share as u64, method: 8, mode: 0 };
    zip_of(&[one; 6], false)
}

fn tarball(share: usize) -> Vec<u8> {
    gzip(&tar_member("zeros", b'0', &vec![0; 60_000_000 / share]).repeat(6))
}

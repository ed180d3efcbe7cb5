//! Magic numbers, the key that obscures render meshes, and tables of offsets.

use crate::common::wire::{arrays, wire};
use geom::{Rgba8, Vec2, Vec3};

/// The first bytes of a render mesh as stored, which is obscured with the [`KEY`]. The version follows.
pub(super) const HIDDEN_MESH: &[u8] = b"\x15\x7d\x29\x15\x75\x6c";

/// The first bytes of collision data. The version follows.
pub(super) const COLLISION: &[u8] = b"CSGPHS";

/// The first bytes of a blob that is the key of another one.
pub(super) const CSGK: &[u8] = b"CSGK";

/// The first bytes of a source solid. The number of points follows.
pub(super) const SOLID: &[u8] = b"\x03\x01\x01\x04\0\0\0\0\0\0\x01\x04\0\0SolidMesh\0\0\0\0";

/// The content of collision data of version 0.
pub(super) const BLOCK: &[u8] = b"BLOCK";

/// The length of a render mesh's magic number and version.
pub(super) const HEAD: usize = 10;

/// The bytes with which render meshes are XORed. Format document, section 2.
const KEY: [u8; 31] = *b"\x56\x2e\x6e\x58\x31\x20\x30\x04\x34\x69\x0c\x77\x0c\x01\x5e\x00\
                         \x1a\x60\x37\x69\x1d\x52\x2b\x07\x4f\x24\x59\x65\x53\x04\x7a";

/// Obscures or restores bytes of a render mesh that are at the position `at` in the blob.
pub(super) fn uncover(bytes: &[u8], at: usize) -> Vec<u8> {
    // The key is applied in whole repetitions, which the compiler turns into vector instructions.
    const TURN: usize = KEY.len() * 32;
    let mut key = [0; TURN];
    let from = KEY.iter().cycle().skip(at);
    key.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
    let mut plain = bytes.to_vec();
    for turn in plain.chunks_mut(TURN) {
        turn.iter_mut().zip(&key).for_each(|(byte, key)| *byte ^= key);
    }
    plain
}

/// Declares private records together with their tables of offsets.
macro_rules! records {
    ($($(#[$doc:meta])* $record:ident = $size:literal bytes { $($at:literal $field:ident: $ty:ty,)* })*) => {
        $(
            $(#[$doc])*
            #[derive(Debug)]
            pub(super) struct $record {
                $(pub(super) $field: $ty,)*
            }
        )*
        wire! { $($record = $size bytes { $($at $field: $ty,)* })* }
    };
}

records! {
    // A vertex of a render mesh. Section 3.1.
    /// A vertex of versions 2 and 4.
    UnionVertex = 84 bytes {
         0 position: Vec3,
        12 normal: Vec3,
        24 colour: Rgba8,
        28 side: u32,
        32 uv: Vec2,
        40 unused: [u8; 16],
        56 tangent: Vec3,
        68 unused_end: [u8; 16],
    }

    // The mass of a body. Section 5.1.
    MassRecord = 40 bytes {
         0 volume: f32,
         4 centre: Vec3,
        16 inertia: [f32; 6],
    }

    // The header of an encoded hull. Section 5.3.
    PackedHeader = 60 bytes {
         0 n_hulls: u32,
         4 n_points: u32,
         8 n_triangles: u32,
        12 most_points: u32,
        16 most_triangles: u32,
        20 raw_size: u32,
        24 n_bits: u32,
        28 bits_size: u32,
        32 points_size: u32,
        36 lowest: Vec3,
        48 highest: Vec3,
    }
}

/// The first bytes of a hull. The number of its floats follows. Format document, section 5.2.
pub(super) const HULL_HEAD: &[u8; 40] = b"\x10\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
                                      \x10\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x80\x3f";

arrays! {
    u8, 16 = 16;
    f32, 6 = 24;
}

//! Definitions that reading and writing share: magic, chunk frames, records and number encodings.

pub(crate) mod lz4;
pub(crate) mod lz4_encode;
pub(crate) mod numbers;

use crate::attributes::TweenInfo;
use crate::common::show::{Show, SpanType, quoted};
use crate::common::wire::{Wire, arrays, wire};
use crate::model::{ColorKeypoint, NumberKeypoint, NumberRange, Packed, Ray};
use geom::{Mat3, Quat, Vec3};

/// The first bytes of a file.
pub(crate) const MAGIC: &[u8] = b"<roblox!";

/// The bytes after the magic, which a transfer in text mode damages.
pub(crate) const SIGNATURE: &[u8] = b"\x89\xff\r\n\x1a\n";

/// The length of the file header, including magic and signature.
pub(crate) const HEADER_LEN: usize = 32;

/// The length of a chunk's frame, which precedes its body.
pub(crate) const FRAME_LEN: usize = 16;

/// The name of the last chunk.
pub(crate) const END_NAME: [u8; 4] = *b"END\0";

/// The payload of the last chunk. The web upload searches for it, so it is never compressed.
pub(crate) const END: &[u8] = b"</roblox>";

/// The file header after magic and signature.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FileHeader {
    pub(crate) version: u16,
    pub(crate) n_classes: u32,
    pub(crate) n_instances: u32,
    pub(crate) reserved: [u8; 8],
}

/// The frame of a chunk, which precedes its body.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) name: Tag,
    pub(crate) packed_len: u32,
    pub(crate) plain_len: u32,
    pub(crate) reserved: u32,
}

impl Frame {
    /// The frame of a packed chunk.
    pub(crate) fn from_packed(packed: &Packed) -> Self {
        // No file contains a body of more than 4 GiB.
        let packed_len =
            if packed.is_stored { 0 } else { u32::try_from(packed.body.len()).unwrap_or(u32::MAX) };
        Self { name: Tag(packed.name), packed_len, plain_len: packed.plain_len, reserved: packed.reserved }
    }

    pub(crate) fn is_stored(&self) -> bool {
        self.packed_len == 0
    }

    /// The length of the body in the file.
    pub(crate) fn body_len(&self) -> usize {
        if self.is_stored() { self.plain_len as usize } else { self.packed_len as usize }
    }
}

/// The name of a chunk, padded with zeros to four bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Tag(pub(crate) [u8; 4]);

impl Show for Tag {
    const SPAN_TYPE: &'static SpanType = &SpanType::field(quoted);
}

impl Wire<4> for Tag {
    fn decode(bytes: &[u8; 4]) -> Self {
        Self(*bytes)
    }

    fn encode(&self) -> [u8; 4] {
        self.0
    }
}

/// A chunk's name without its padding.
pub(crate) fn trimmed(name: &[u8]) -> &[u8] {
    let end = name.iter().rposition(|byte| *byte != 0).map_or(0, |last| last.saturating_add(1));
    name.get(..end).unwrap_or(name)
}

wire! {
    // The file header. Section 1.
    FileHeader = 18 bytes {
         0 version: u16,
         2 n_classes: u32,
         6 n_instances: u32,
        10 reserved: [u8; 8],
    }

    // The header of a chunk. Section 2.
    Frame = 16 bytes {
         0 name: Tag,
         4 packed_len: u32,
         8 plain_len: u32,
        12 reserved: u32,
    }

    // A ray. Section 5, 08.
    Ray = 24 bytes {
         0 origin: Vec3,
        12 direction: Vec3,
    }

    // A keypoint of a number sequence. Section 5, 15.
    NumberKeypoint = 12 bytes {
         0 time: f32,
         4 value: f32,
         8 envelope: f32,
    }

    // A keypoint of a colour sequence. Section 5, 16.
    ColorKeypoint = 20 bytes {
         0 time: f32,
         4 color: [f32; 3],
        16 envelope: f32,
    }

    // A range of numbers. Section 5, 17.
    NumberRange = 8 bytes {
         0 min: f32,
         4 max: f32,
    }

    // A rotation matrix, row by row, the top row first. Section 5, 10.
    Mat3 = 36 bytes {
         0 rows: [Vec3; 3],
    }

    // A quaternion. Section 5, 11.
    Quat = 16 bytes {
         0 x: f32,
         4 y: f32,
         8 z: f32,
        12 w: f32,
    }

    Vec3 = 12 bytes {
         0 x: f32,
         4 y: f32,
         8 z: f32,
    }

    // The parameters of a transition. Section 6.1, 24.
    TweenInfo = 21 bytes {
         0 time: f32,
         4 delay: f32,
         8 repeat_count: i32,
        12 easing_style: u32,
        16 easing_direction: u32,
        20 reverses: u8,
    }
}

arrays!(
    u8, 3 = 3; u8, 8 = 8; u8, 16 = 16; i16, 2 = 4; i16, 3 = 6; [i16; 3], 2 = 12;
    f32, 2 = 8; f32, 3 = 12; f32, 4 = 16; f32, 5 = 20; Vec3, 2 = 24; Vec3, 3 = 36;
);

//! Versions, ranges, and tables of offsets.

use super::model::{Constraint, Key, PlainKey, Version, Volume};
use crate::common::show::{Show, SpanType, quoted};
use crate::common::wire::{Wire, debug, wire};
use geom::Vec3;

impl Version {
    /// The two numbers with which the file stores the version.
    pub(super) fn numbers(self) -> [u16; 2] {
        match self {
            Self::Old => [0, 1],
            Self::Current => [1, 0],
        }
    }

    /// The version that is stored as these two numbers; the inverse of [`numbers`](Self::numbers).
    pub(super) fn from_numbers(numbers: [u16; 2]) -> Option<Self> {
        [Self::Old, Self::Current].into_iter().find(|version| version.numbers() == numbers)
    }
}

/// The largest coordinate of a position in version 1.0, in metres.
pub(super) const MAX_METRES: f32 = 5.0;

/// The size in bytes of a file without joints, constraints and emote.
pub(super) const EMPTY: usize = 45;

/// The size in bytes of a joint without its name and keys.
pub(super) const JOINT: usize = 13;
/// The size of a [`Key`] in bytes.
pub(super) const KEY: usize = 8;
/// The size of a [`PlainKey`] in bytes.
pub(super) const PLAIN_KEY: usize = 16;
/// The size of a [`Constraint`] in bytes.
pub(super) const CONSTRAINT: usize = 86;

/// A text that ends with a zero, which is not printed.
pub(super) struct Terminated<'a>(pub(super) &'a [u8]);

impl Show for Terminated<'_> {
    const SPAN_TYPE: &'static SpanType = &SpanType::field(|bytes, context, out| {
        quoted(bytes.strip_suffix(b"\0").unwrap_or(bytes), context, out)
    });
}

impl Show for Volume {
    const SPAN_TYPE: &'static SpanType = &SpanType::field(debug::<16, Self>);
}

impl Wire<16> for Volume {
    #[inline]
    fn decode(bytes: &[u8; 16]) -> Self {
        Self(*bytes)
    }

    #[inline]
    fn encode(&self) -> [u8; 16] {
        self.0
    }
}

wire! {
    // Section 3.1.
    Key = 8 bytes {
         0 time: u16,
         2 value: [u16; 3],
    }

    // Section 3.2.
    PlainKey = 16 bytes {
         0 time: f32,
         4 value: Vec3,
    }

    // Section 4.
    Constraint = 86 bytes {
         0 chain_length: u8,
         1 constraint_type: u8,
         2 source_volume: Volume,
        18 source_offset: Vec3,
        30 target_volume: Volume,
        46 target_offset: Vec3,
        58 target_dir: Vec3,
        70 ease_in_start: f32,
        74 ease_in_stop: f32,
        78 ease_out_start: f32,
        82 ease_out_stop: f32,
    }

    Vec3 = 12 bytes {
         0 x: f32,
         4 y: f32,
         8 z: f32,
    }
}

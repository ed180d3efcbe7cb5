//! The data, as plain types, named as in the format document.

use geom::{Vec3, same};
use llsd::Text;
use std::fmt;

/// An animation of the avatar. Format document, section 2.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Animation {
    /// The version, which says what keys consist of.
    pub version: Version,
    /// Which of several animations moves a joint: -1 to 6, the highest one wins. Counts for joints whose own is -1, and
    /// for constraints.
    pub base_priority: i32,
    /// The length in seconds.
    pub duration: f32,
    /// The facial expression, or another animation, that starts with this one; empty for none.
    pub emote_name: Text,
    /// Where a loop begins, in seconds.
    pub loop_in_point: f32,
    /// Where a loop ends, in seconds.
    pub loop_out_point: f32,
    /// Whether it is repeated between these points: 0 for no, anything else for yes.
    pub loops: i32,
    /// How long it takes to begin, in seconds.
    pub ease_in_duration: f32,
    /// How long it takes to end, in seconds.
    pub ease_out_duration: f32,
    /// How the hands of the classic body are held: an index of [`HAND_POSES`].
    pub hand_pose: u32,
    /// The joints that move.
    pub joints: Vec<Joint>,
    /// What keeps parts of the body in place.
    pub constraints: Vec<Constraint>,
    /// What follows the last part.
    pub trailing: Vec<u8>,
}

/// The names of the hand poses, by their numbers.
pub const HAND_POSES: [&str; 14] = [
    "spread",
    "relaxed",
    "point both",
    "fist both",
    "relaxed left",
    "point left",
    "fist left",
    "relaxed right",
    "point right",
    "fist right",
    "salute right",
    "typing",
    "peace right",
    "palm right",
];

/// An animation of the viewer's importer without keys: priority 2, relaxed hands.
impl Default for Animation {
    fn default() -> Self {
        Self {
            version: Version::default(),
            base_priority: 2,
            duration: 0.0,
            emote_name: Text::default(),
            loop_in_point: 0.0,
            loop_out_point: 0.0,
            loops: 0,
            ease_in_duration: 0.0,
            ease_out_duration: 0.0,
            hand_pose: 1,
            joints: Vec::new(),
            constraints: Vec::new(),
            trailing: Vec::new(),
        }
    }
}

/// The version of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Version {
    /// 0.1: keys have floats, and rotations are angles in degrees.
    Old,
    /// 1.0: keys have numbers of 16 bits.
    #[default]
    Current,
}

/// Its numbers, as `1.0`.
impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Old { "0.1" } else { "1.0" })
    }
}

/// A joint that moves. Format document, section 3.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Joint {
    /// Its name.
    pub name: Text,
    /// Which of several animations moves it: -1, for the priority of the animation, to 6.
    pub priority: i32,
    /// Its rotations relative to its parent.
    pub rotations: Keys,
    /// Its positions relative to its parent, in metres; of `mPelvis` relative to where it stands.
    pub positions: Keys,
}

/// Without keys, with the priority of the animation.
impl Default for Joint {
    fn default() -> Self {
        Self { name: Text::default(), priority: -1, rotations: Keys::default(), positions: Keys::default() }
    }
}

impl Joint {
    /// A joint without keys, with the priority of the animation.
    #[must_use]
    pub fn named(name: impl Into<Text>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }
}

/// The keys of a curve, as they are stored.
///
/// [`rotations`](Self::rotations) and [`positions`](Self::positions) give their values, and
/// [`of_rotations`](Self::of_rotations) and [`of_positions`](Self::of_positions) make keys of values.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Keys {
    /// Those of version 1.0.
    Codes(Vec<Key>),
    /// Those of version 0.1.
    Plain(Vec<PlainKey>),
}

/// None, of version 1.0.
impl Default for Keys {
    fn default() -> Self {
        Self::Codes(Vec::new())
    }
}

/// A key of version 1.0: shares of a range, in steps of which it has 65,535.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Key {
    /// The time, between 0 and the duration.
    pub time: u16,
    /// X, Y and Z: of a quaternion between -1 and 1, of a position between -5 and 5 metres.
    pub value: [u16; 3],
}

/// A key of version 0.1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlainKey {
    /// The time in seconds.
    pub time: f32,
    /// X, Y and Z: of a rotation the angles in degrees, of a position metres.
    pub value: Vec3,
}

/// What keeps a point of the body at a place. Format document, section 4.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Constraint {
    /// How many joints above the one of the source bend; at most 3.
    pub chain_length: u8,
    /// What is kept: 0 for a point, 1 for a plane; see [`kind`](Self::kind).
    pub constraint_type: u8,
    /// The collision volume that is moved.
    pub source_volume: Volume,
    /// The point on it, in units of its size.
    pub source_offset: Vec3,
    /// The collision volume that it is moved to, or `GROUND`.
    pub target_volume: Volume,
    /// The point on that, in units of its size; on the ground, metres.
    pub target_offset: Vec3,
    /// A direction that viewers keep and do not use.
    pub target_dir: Vec3,
    /// When it begins to act, in seconds.
    pub ease_in_start: f32,
    /// When it acts fully.
    pub ease_in_stop: f32,
    /// When it begins to act less.
    pub ease_out_start: f32,
    /// When it acts no more.
    pub ease_out_stop: f32,
}

/// What a constraint keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ConstraintKind {
    /// The source is pulled onto the target.
    Point,
    /// The source is only moved along the normal of the target.
    Plane,
}

impl Constraint {
    /// What it keeps; `None` if viewers do not know its type.
    #[must_use]
    pub fn kind(&self) -> Option<ConstraintKind> {
        match self.constraint_type {
            0 => Some(ConstraintKind::Point),
            1 => Some(ConstraintKind::Plane),
            _ => None,
        }
    }
}

/// The name of a collision volume, which ends at the first zero; what follows is kept.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Volume(pub [u8; 16]);

impl Volume {
    /// The volume with this name; `None` if it has more than 15 bytes, or a zero.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let mut bytes = [0; 16];
        let (last, start) = bytes.split_last_mut()?;
        let place = start.get_mut(..name.len()).filter(|_| !name.contains('\0'))?;
        place.copy_from_slice(name.as_bytes());
        *last = 0;
        Some(Self(bytes))
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &[u8] {
        self.0.split(|byte| *byte == 0).next().unwrap_or_default()
    }

    /// What follows the name and its zero, without the zeros at the end.
    #[must_use]
    pub fn leftover(&self) -> &[u8] {
        let rest = self.0.get(self.name().len()..).unwrap_or_default();
        let end = rest.iter().rposition(|byte| *byte != 0).map_or(0, |last| last.saturating_add(1));
        rest.get(1..end).unwrap_or_default()
    }
}

/// All its bytes.
impl fmt::Debug for Volume {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = self.0.iter().rposition(|byte| *byte != 0).map_or(0, |last| last.saturating_add(1));
        write!(f, "\"{}\"", self.0.get(..end).unwrap_or_default().escape_ascii())
    }
}

same! {
    Animation {
        version, base_priority, duration, emote_name, loop_in_point, loop_out_point, loops, ease_in_duration,
        ease_out_duration, hand_pose, joints, constraints, trailing,
    }
    Joint { name, priority, rotations, positions }
    Key { time, value }
    PlainKey { time, value }
    Constraint {
        chain_length, constraint_type, source_volume, source_offset, target_volume, target_offset, target_dir,
        ease_in_start, ease_in_stop, ease_out_start, ease_out_stop,
    }
    enum Keys { Codes(keys), Plain(keys) }
    enum Version { Old, Current }
}

impl geom::Same for Volume {
    fn difference(&self, other: &Self) -> Option<String> {
        (self != other).then(|| format!(": {self:?} is not {other:?}"))
    }
}

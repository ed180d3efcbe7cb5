//! The data model: plain types, named as in the format document.

use geom::{Vec3, same};
use llsd::Text;
use std::fmt;

/// An animation of the avatar. Format document, section 2.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Animation {
    /// The version, which determines the type of keys.
    pub version: Version,
    /// The priority, -1 to 6: if several animations move a joint, the highest wins. It applies to joints whose own
    /// priority is -1, and to constraints.
    pub base_priority: i32,
    /// The length in seconds.
    pub duration: f32,
    /// The facial expression, or another animation, that starts together with this one; empty if there is none.
    pub emote_name: Text,
    /// The start of the loop, in seconds.
    pub loop_in_point: f32,
    /// The end of the loop, in seconds.
    pub loop_out_point: f32,
    /// The part between `loop_in_point` and `loop_out_point` is repeated unless this is 0.
    pub loops: i32,
    /// The duration of the transition into the animation, in seconds.
    pub ease_in_duration: f32,
    /// The duration of the transition out of the animation, in seconds.
    pub ease_out_duration: f32,
    /// The pose of the hands of the classic body: an index into [`HAND_POSES`].
    pub hand_pose: u32,
    /// The joints that move.
    pub joints: Vec<Joint>,
    /// The constraints that keep parts of the body in place.
    pub constraints: Vec<Constraint>,
    /// The bytes after the last part.
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

/// An animation without joints, with the values of the viewer's importer: priority 2, relaxed hands.
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
    /// Version 0.1: keys have floats, and rotations are angles in degrees.
    Old,
    /// Version 1.0: keys have 16-bit numbers.
    #[default]
    Current,
}

/// Prints the numbers, such as `1.0`.
impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Old { "0.1" } else { "1.0" })
    }
}

/// A joint that moves. Format document, section 3.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Joint {
    /// The name.
    pub name: Text,
    /// The priority of the joint, up to 6; -1 means the priority of the animation.
    pub priority: i32,
    /// The rotations relative to the parent.
    pub rotations: Keys,
    /// The positions relative to the parent, in metres; those of `mPelvis` are relative to its position at rest.
    pub positions: Keys,
}

/// A joint without keys, with the priority of the animation.
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

/// The keys of a curve as stored.
///
/// [`rotations`](Self::rotations) and [`positions`](Self::positions) return their values, and
/// [`of_rotations`](Self::of_rotations) and [`of_positions`](Self::of_positions) convert values to keys.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Keys {
    /// Keys of version 1.0.
    Codes(Vec<Key>),
    /// Keys of version 0.1.
    Plain(Vec<PlainKey>),
}

/// No keys, of version 1.0.
impl Default for Keys {
    fn default() -> Self {
        Self::Codes(Vec::new())
    }
}

/// A key of version 1.0: fractions of a range, in steps of 1/65,535.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Key {
    /// The time, between 0 and the duration.
    pub time: u16,
    /// X, Y and Z: between -1 and 1 for quaternions, between -5 and 5 metres for positions.
    pub value: [u16; 3],
}

/// A key of version 0.1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlainKey {
    /// The time in seconds.
    pub time: f32,
    /// X, Y and Z: angles in degrees for rotations, metres for positions.
    pub value: Vec3,
}

/// A constraint that keeps a point of the body in place. Format document, section 4.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Constraint {
    /// The number of ancestors of the source's joint that bend, at most 3.
    pub chain_length: u8,
    /// The type: 0 for a point, 1 for a plane; see [`kind`](Self::kind).
    pub constraint_type: u8,
    /// The collision volume that is moved: the source.
    pub source_volume: Volume,
    /// The point on the source, in units of the volume's size.
    pub source_offset: Vec3,
    /// The collision volume to which the source is moved, or `GROUND`: the target.
    pub target_volume: Volume,
    /// The point on the target, in units of the volume's size; for the ground, metres.
    pub target_offset: Vec3,
    /// A direction that viewers store and do not use.
    pub target_dir: Vec3,
    /// The time at which the constraint begins to act, in seconds.
    pub ease_in_start: f32,
    /// The time at which the constraint acts fully, in seconds.
    pub ease_in_stop: f32,
    /// The time at which the constraint begins to act less, in seconds.
    pub ease_out_start: f32,
    /// The time at which the constraint stops acting, in seconds.
    pub ease_out_stop: f32,
}

/// The kind of a constraint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ConstraintKind {
    /// The source is pulled onto the target.
    Point,
    /// The source is moved only along the normal of the target.
    Plane,
}

impl Constraint {
    /// The kind; `None` if viewers do not know the type.
    #[must_use]
    pub fn kind(&self) -> Option<ConstraintKind> {
        match self.constraint_type {
            0 => Some(ConstraintKind::Point),
            1 => Some(ConstraintKind::Plane),
            _ => None,
        }
    }
}

/// The name of a collision volume, which ends at the first zero. The bytes after it are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Volume(pub [u8; 16]);

impl Volume {
    /// The volume with this name; `None` if the name has more than 15 bytes, or contains a zero.
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

    /// The bytes after the name and its zero, without zeros at the end.
    #[must_use]
    pub fn leftover(&self) -> &[u8] {
        let rest = self.0.get(self.name().len()..).unwrap_or_default();
        let end = rest.iter().rposition(|byte| *byte != 0).map_or(0, |last| last.saturating_add(1));
        rest.get(1..end).unwrap_or_default()
    }
}

/// Shows all bytes, including those after the name.
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

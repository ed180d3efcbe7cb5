//! The values of keys, and the interpolation between them in viewers. Format document, section 5.

use super::model::{Animation, Joint, Key, Keys, PlainKey, Version};
use super::wire::{CONSTRAINT, EMPTY, JOINT, KEY, MAX_METRES, PLAIN_KEY};
use crate::model::Rounding;
use crate::skeleton::known;
use geom::{Quat, Vec3};

/// A quantised range: the values that the codes 0 and 65,535 represent.
#[derive(Debug, Clone, Copy)]
struct Range {
    low: f32,
    high: f32,
}

const COMPONENTS: Range = Range { low: -1.0, high: 1.0 };
const METRES: Range = Range { low: -MAX_METRES, high: MAX_METRES };

/// Replaces the upper of the two codes that represent 0 by the lower one, as programs write it.
fn lower_zero(code: u16) -> u16 {
    if code == 32_768 { 32_767 } else { code }
}

impl Range {
    const fn of_time(duration: f32) -> Self {
        Self { low: 0.0, high: duration }
    }

    /// The value of a code, computed in the viewer's order of operations.
    fn value(self, code: u16) -> f32 {
        const STEP: f32 = 1.0 / 65_535.0;
        let extent = self.high - self.low;
        let value = f32::from(code) * STEP * extent + self.low;
        // Viewers set values within a step of 0 to 0.
        if value.abs() < extent * STEP { 0.0 } else { value }
    }

    fn code(self, value: f32, rounding: Rounding) -> u16 {
        let extent = self.high - self.low;
        // An animation of duration 0 is a pose: format document, section 5.
        if extent == 0.0 {
            return 0;
        }
        rounding.store((value - self.low) / extent)
    }

    /// The code of a value in a range around 0. For 0, it is the lower of the two codes.
    fn signed_code(self, value: f32, rounding: Rounding) -> u16 {
        lower_zero(self.code(value, rounding))
    }
}

impl Keys {
    /// The number of keys.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Codes(keys) => keys.len(),
            Self::Plain(keys) => keys.len(),
        }
    }

    /// Returns true if there are no keys.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The version of animations that have keys of this type.
    #[must_use]
    pub fn version(&self) -> Version {
        match self {
            Self::Codes(_) => Version::Current,
            Self::Plain(_) => Version::Old,
        }
    }

    /// The time of each key in seconds, in an animation of this duration, in the order of the file.
    pub fn times(&self, duration: f32) -> impl Iterator<Item = f32> {
        let range = Range::of_time(duration);
        let (codes, plain) = self.lists();
        codes.iter().map(move |key| range.value(key.time)).chain(plain.iter().map(|key| key.time))
    }

    /// The keys of each version; one of the two lists is empty.
    fn lists(&self) -> (&[Key], &[PlainKey]) {
        match self {
            Self::Codes(keys) => (keys, &[]),
            Self::Plain(keys) => (&[], keys),
        }
    }

    /// The times and rotations of the keys, in the order of the file. The rotations have unit length.
    #[must_use]
    pub fn rotations(&self, duration: f32) -> Vec<(f32, Quat)> {
        let (codes, plain) = self.lists();
        let values = codes.iter().map(Key::rotation).chain(plain.iter().map(PlainKey::rotation));
        self.times(duration).zip(values).collect()
    }

    /// The times and positions in metres, in the order of the file.
    #[must_use]
    pub fn positions(&self, duration: f32) -> Vec<(f32, Vec3)> {
        let (codes, plain) = self.lists();
        let values = codes.iter().map(Key::position).chain(plain.iter().map(PlainKey::position));
        self.times(duration).zip(values).collect()
    }

    /// Converts rotations to keys of version 1.0. Rotations are normalised; those that are not finite become the
    /// identity. Times outside the duration are clamped.
    #[must_use]
    pub fn of_rotations(
        duration: f32,
        keys: impl IntoIterator<Item = (f32, Quat)>,
        rounding: Rounding,
    ) -> Self {
        let range = Range::of_time(duration);
        let key = |(time, rotation): (f32, Quat)| {
            let rotation = rotation.normalised().unwrap_or(Quat::IDENTITY);
            // Only rotations whose real part is not negative can be stored; the negative quaternion is the same
            // rotation.
            let sign = if rotation.w < 0.0 { -1.0 } else { 1.0 };
            let vector = [rotation.x, rotation.y, rotation.z];
            let value = vector.map(|value| COMPONENTS.signed_code(value * sign, rounding));
            let key = Key { time: range.code(time, rounding), value };
            if rounding == Rounding::Nearest { key.nearest_to(rotation) } else { key }
        };
        Self::Codes(keys.into_iter().map(key).collect())
    }

    /// Converts positions in metres to keys of version 1.0. Coordinates beyond 5 m, and times outside the duration,
    /// are clamped.
    #[must_use]
    pub fn of_positions(
        duration: f32,
        keys: impl IntoIterator<Item = (f32, Vec3)>,
        rounding: Rounding,
    ) -> Self {
        let range = Range::of_time(duration);
        let key = |(time, position): (f32, Vec3)| {
            let value = position.to_array().map(|value| METRES.signed_code(value, rounding));
            Key { time: range.code(time, rounding), value }
        };
        Self::Codes(keys.into_iter().map(key).collect())
    }

    /// The rotation that a viewer shows at a point in time; `None` without keys.
    #[must_use]
    pub fn rotation_at(&self, duration: f32, time: f32) -> Option<Quat> {
        value_at(&self.rotations(duration), time, blended)
    }

    /// The position that a viewer shows at a point in time; `None` without keys.
    #[must_use]
    pub fn position_at(&self, duration: f32, time: f32) -> Option<Vec3> {
        value_at(&self.positions(duration), time, |from, to, share| from + (to - from) * share)
    }
}

/// The interpolated value at a point in time. Keys may be in any order; if several have the same time, the last one is
/// used.
fn value_at<T: Copy>(keys: &[(f32, T)], time: f32, blend: fn(T, T, f32) -> T) -> Option<T> {
    let mut before: Option<(f32, T)> = None;
    let mut after: Option<(f32, T)> = None;
    for key in keys {
        if key.0 <= time {
            if before.is_none_or(|(latest, _)| key.0 >= latest) {
                before = Some(*key);
            }
        } else if after.is_none_or(|(earliest, _)| key.0 <= earliest) {
            after = Some(*key);
        }
    }
    match (before, after) {
        (Some((start, from)), Some((end, to))) => Some(blend(from, to, (time - start) / (end - start))),
        (one, other) => one.or(other).map(|(_, value)| value),
    }
}

/// The rotation that viewers show between two keys, at a fraction of the time between them. It is interpolated along
/// the chord, or along the arc if the dot product of the quaternions is negative.
#[must_use]
pub fn blended(from: Quat, to: Quat, share: f32) -> Quat {
    let dot = from.dot(to);
    let (of_from, of_to) = match dot < 0.0 {
        // The quaternions are so close to opposite that the arc is a line.
        true if 1.0 + dot < 1e-5 => (share - 1.0, share),
        true => {
            let angle = (-dot).acos();
            (-((1.0 - share) * angle).sin() / angle.sin(), (share * angle).sin() / angle.sin())
        }
        false => (1.0 - share, share),
    };
    let mut mixed = from.to_array().map(|part| part * of_from);
    mixed.iter_mut().zip(to.to_array()).for_each(|(mixed, part)| *mixed += part * of_to);
    Quat::from_array(mixed).normalised().unwrap_or(from)
}

impl Key {
    /// The rotation of the key.
    fn rotation(&self) -> Quat {
        let [x, y, z] = self.value.map(|code| COMPONENTS.value(code));
        // The real part is not stored. It is not negative, and 0 if the others are too long: format document, section
        // 3.3.
        let w = (1.0 - (x * x + y * y + z * z)).max(0.0).sqrt();
        Quat::new(x, y, z, w).normalised().unwrap_or(Quat::IDENTITY)
    }

    /// The key whose rotation is nearest to `rotation`, among those whose codes differ by at most one. The real part
    /// is not stored, and near half a turn, half a step of the other components moves it by up to 0.8 degrees.
    fn nearest_to(self, rotation: Quat) -> Self {
        let off = |key: &Self| {
            let Quat { x, y, z, .. } = rotation.conjugate() * key.rotation();
            Vec3::new(x, y, z).length()
        };
        let beside = |code: u16| [code, code.saturating_sub(1), code.saturating_add(1)].map(lower_zero);
        let [x, y, z] = self.value.map(beside);
        let all = x.into_iter().flat_map(|x| y.into_iter().flat_map(move |y| z.map(|z| [x, y, z])));
        let mut best = (off(&self), self);
        for key in all.map(|value| Self { value, ..self }) {
            let off = off(&key);
            if off < best.0 * 0.5 {
                best = (off, key);
            }
        }
        best.1
    }

    fn position(&self) -> Vec3 {
        Vec3::from_array(self.value.map(|code| METRES.value(code)))
    }

    /// The squared length of the stored part of the quaternion, without its real part.
    pub(super) fn squared_length(&self) -> f32 {
        self.value.map(|code| COMPONENTS.value(code)).iter().map(|part| part * part).sum()
    }
}

impl PlainKey {
    /// The rotation of the key: about Z first, then about the fixed axes Y and X.
    fn rotation(&self) -> Quat {
        let turn =
            |axis, degrees: f32| Quat::from_axis_angle(axis, degrees.to_radians()).unwrap_or(Quat::IDENTITY);
        let Vec3 { x, y, z } = self.value;
        let all = turn(Vec3::X, x) * turn(Vec3::Y, y) * turn(Vec3::Z, z);
        all.normalised().unwrap_or(Quat::IDENTITY)
    }

    /// The position of the key, which viewers clamp.
    fn position(&self) -> Vec3 {
        Vec3::from_array(self.value.to_array().map(|value| value.clamp(-MAX_METRES, MAX_METRES)))
    }
}

impl Animation {
    /// The joint with this name or an alias of it. If there are several, the first is used, as in viewers.
    #[must_use]
    pub fn joint(&self, name: impl AsRef<[u8]>) -> Option<&Joint> {
        fn own(name: &[u8]) -> &[u8] {
            known(name).map_or(name, |joint| joint.name.as_bytes())
        }
        let wanted = own(name.as_ref());
        self.joints.iter().find(|joint| own(joint.name.as_bytes()) == wanted)
    }

    /// The length of the file that stores the animation, in bytes.
    #[must_use]
    pub fn n_bytes(&self) -> usize {
        let of_key = if self.version == Version::Old { PLAIN_KEY } else { KEY };
        let of_joint = |joint: &Joint| {
            let n_keys = joint.rotations.len().saturating_add(joint.positions.len());
            n_keys.saturating_mul(of_key).saturating_add(joint.name.len()).saturating_add(JOINT)
        };
        let joints = self.joints.iter().map(of_joint).fold(0, usize::saturating_add);
        let constraints = self.constraints.len().saturating_mul(CONSTRAINT);
        let texts = self.emote_name.len().saturating_add(self.trailing.len());
        [EMPTY, joints, constraints, texts].into_iter().fold(0, usize::saturating_add)
    }
}

//! Animated joints, and their transforms over time.

use geom::{Mat4, Pose, Quat};
use scene::{Interpolation, Path, Track, Trs};

/// A joint that can be animated.
pub(super) struct Joint {
    pub(super) node: usize,
    /// The name of the part that the joint moves.
    pub(super) part: String,
    /// The rest pose of the node of the joint, relative to the parent.
    pub(super) rest: Pose,
    /// Set if the joint's second part is the parent of its first in the hierarchy.
    pub(super) is_inverted: bool,
}

impl Joint {
    /// The local transform of the joint's node when `turn` is the transform between the two offsets of the joint.
    pub(super) fn place(&self, turn: Pose) -> Trs {
        // From the second part to the first, the transform is inverted.
        let turn = if self.is_inverted { turn.inverse().unwrap_or(Pose::IDENTITY) } else { turn };
        Trs::of_matrix(&Mat4::from(self.rest * turn)).0
    }
}

/// Estimated memory of a sample while tracks are built, in bytes.
pub(super) const BYTES_OF_SAMPLE: usize = 120;

/// Sampled transforms of a joint.
#[derive(Default)]
pub(super) struct Sampled {
    pub(super) times: Vec<f32>,
    pub(super) places: Vec<Trs>,
    pub(super) is_step: bool,
}

impl Sampled {
    /// Appends a transform, unless its time equals the last one in single precision.
    pub(super) fn add(&mut self, time: f32, place: Trs) {
        if self.times.last().is_none_or(|last| *last < time) {
            self.times.push(time);
            self.places.push(place);
        }
    }

    /// The tracks of translation and rotation.
    pub(super) fn tracks(self, joint: &Joint) -> [Track; 2] {
        let interpolation = if self.is_step { Interpolation::Step } else { Interpolation::Linear };
        let track =
            |path, values| Track { node: joint.node, path, interpolation, times: self.times.clone(), values };
        let mut rotations = Vec::new();
        let mut last = Quat::IDENTITY;
        for place in &self.places {
            let Quat { x, y, z, w } = place.rotation;
            let dot = x * last.x + y * last.y + z * last.z + w * last.w;
            // Of the two quaternions of a rotation, the one nearer to the last is used, so that interpolation takes the
            // shorter arc.
            last = if dot < 0.0 { Quat::new(-x, -y, -z, -w) } else { place.rotation };
            rotations.extend(last.to_array());
        }
        let translations = self.places.iter().flat_map(|place| place.translation.to_array());
        [track(Path::Translation, translations.collect()), track(Path::Rotation, rotations)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_take_the_shorter_way() {
        let joint = Joint { node: 0, part: String::new(), rest: Pose::IDENTITY, is_inverted: false };
        for place in 0..4 {
            let [mut one, mut other] = [[0.0; 4]; 2];
            (one[place], other[place]) = (1.0, -1.0);
            let places = [one, other].map(|to| Trs { rotation: Quat::from_array(to), ..Trs::IDENTITY });
            let sampled = Sampled { times: vec![0.0, 1.0], places: places.to_vec(), is_step: false };
            let [_, rotations] = sampled.tracks(&joint);
            assert_eq!(rotations.values, [one, one].concat());
        }
    }
}

//! How a rig stands beside the avatar of Second Life: where it looks, and how its arms hang.

use ::slmesh::skeleton::{self, Joint};
use geom::{Mat3, Quat, Vec3};
use std::collections::HashMap;

/// Arms that are closer to the avatar's are taken for the same, and rigs that are closer to a quarter of a turn look in its
/// direction; in degrees.
const SAME_DEGREES: f32 = 5.0;

/// How a rig stands.
pub(super) struct Stance {
    /// From the axes of a scene, in which Y is up, to those of the avatar: exact where these are the same lines.
    pub(super) turn: Mat3,
    /// The same turn.
    pub(super) axes: Quat,
    /// How joints are turned from where the avatar has them, by its axes and the names of its joints.
    hanging: HashMap<String, Quat>,
}

impl Stance {
    /// `place` gives where a joint of the avatar is in the scene, and `front` where the rig looks if neither its hips nor
    /// its shoulders say so.
    pub(super) fn of(place: impl Fn(&str) -> Option<Vec3>, front: Vec3) -> Self {
        let pairs = [("mHipLeft", "mHipRight"), ("mShoulderLeft", "mShoulderRight")];
        let left = pairs.iter().find_map(|(left, right)| {
            let Vec3 { x, z, .. } = place(left)? - place(right)?;
            Vec3::new(x, 0.0, z).normalised()
        });
        let left = straight(left.unwrap_or(Vec3::Y.cross(front)));
        // The avatar looks along X, Y is to its left, Z is up (docs/formats/anim.md, 3.3).
        let turn = Mat3 { rows: [left.cross(Vec3::Y), left, Vec3::Y] };
        let axes = Quat::from_mat3(turn).unwrap_or(super::space::from_gltf());
        Self { turn, axes, hanging: HashMap::new() }
    }

    /// With the arms as they hang. The avatar's reach to the sides.
    pub(super) fn with_arms(mut self, place: impl Fn(&str) -> Option<Vec3>) -> Self {
        let own = |name: &str| skeleton::joint(name).map_or(Vec3::ZERO, |joint| joint.position);
        for side in ["Left", "Right"] {
            let [shoulder, elbow, wrist] =
                ["mShoulder", "mElbow", "mWrist"].map(|name| format!("{name}{side}"));
            let mut hanging = Quat::IDENTITY;
            for (from, to) in [(shoulder, &elbow), (elbow.clone(), &wrist)] {
                let (Some(start), Some(end)) = (place(&from), place(to)) else { continue };
                hanging = arc(own(to), self.axes.rotate(end - start)).unwrap_or(hanging);
                self.hanging.insert(from, hanging);
            }
        }
        self.hanging.retain(|_, turn| *turn != Quat::IDENTITY);
        self
    }

    /// How a joint is turned from where the avatar has it. Hands and fingers follow the arm.
    pub(super) fn hanging(&self, joint: &Joint) -> Quat {
        let own = || self.hanging.get(joint.name);
        let above = || joint.ancestors().find_map(|joint| self.hanging.get(joint.name));
        own().or_else(above).copied().unwrap_or(Quat::IDENTITY)
    }

    /// Whether its arms reach to the sides, as those of the avatar.
    pub(super) fn is_straight(&self) -> bool {
        self.hanging.is_empty()
    }
}

/// A horizontal direction, along an axis if it is close to it: hips are not exactly beside each other.
fn straight(direction: Vec3) -> Vec3 {
    let axes = [Vec3::X, -Vec3::X, Vec3::Z, -Vec3::Z];
    let near = axes.into_iter().find(|axis| axis.dot(direction) > SAME_DEGREES.to_radians().cos());
    near.unwrap_or(direction)
}

/// The shortest rotation from one direction to another, if they differ.
fn arc(from: Vec3, to: Vec3) -> Option<Quat> {
    let (from, to) = (from.normalised()?, to.normalised()?);
    let angle = from.dot(to).clamp(-1.0, 1.0).acos();
    let axis = from.cross(to);
    match angle.to_degrees() > SAME_DEGREES {
        // Opposite directions have no axis, and so no rotation.
        true => Quat::from_axis_angle(axis, angle),
        false => Some(Quat::IDENTITY),
    }
}

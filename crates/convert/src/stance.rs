//! The stance of a rig compared with the avatar of Second Life: the direction it faces, and how its arms hang.

use ::slmesh::skeleton::{self, Joint};
use geom::{Mat3, Quat, Vec3};
use std::collections::HashMap;

/// The angle in degrees below which arms count as equal to the avatar's, and a rig counts as facing along an axis.
const SAME_DEGREES: f32 = 5.0;

/// The stance of a rig.
pub(super) struct Stance {
    /// The rotation from the axes of a scene, in which Y is up, to those of the avatar. It is exact if both sets of
    /// axes are parallel.
    pub(super) turn: Mat3,
    /// The same rotation as a quaternion.
    pub(super) axes: Quat,
    /// For each joint of the arms, by its name, the rotation from the avatar's rest pose, in the axes of the avatar.
    hanging: HashMap<String, Quat>,
}

impl Stance {
    /// Determines the stance. `place` returns the position of an avatar's joint in the scene, and `front` is the
    /// direction that the rig faces if neither its hips nor its shoulders determine it.
    pub(super) fn of(place: impl Fn(&str) -> Option<Vec3>, front: Vec3) -> Self {
        let pairs = [("mHipLeft", "mHipRight"), ("mShoulderLeft", "mShoulderRight")];
        let left = pairs.iter().find_map(|(left, right)| {
            let Vec3 { x, z, .. } = place(left)? - place(right)?;
            Vec3::new(x, 0.0, z).normalised()
        });
        let left = straight(left.unwrap_or(Vec3::Y.cross(front)));
        // The avatar faces along X, with Y to its left and Z up (docs/formats/anim.md, 3.3).
        let turn = Mat3 { rows: [left.cross(Vec3::Y), left, Vec3::Y] };
        let axes = Quat::from_mat3(turn).unwrap_or(super::space::from_gltf());
        Self { turn, axes, hanging: HashMap::new() }
    }

    /// Determines how the arms hang; the avatar's are stretched out to the sides.
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

    /// The rotation of a joint from the avatar's rest pose. Hands and fingers follow the arm.
    pub(super) fn hanging(&self, joint: &Joint) -> Quat {
        let own = || self.hanging.get(joint.name);
        let above = || joint.ancestors().find_map(|joint| self.hanging.get(joint.name));
        own().or_else(above).copied().unwrap_or(Quat::IDENTITY)
    }

    /// True if the arms are stretched out to the sides, as those of the avatar.
    pub(super) fn is_straight(&self) -> bool {
        self.hanging.is_empty()
    }
}

/// Snaps a horizontal direction to an axis that is close, because hips are not exactly at the same depth.
fn straight(direction: Vec3) -> Vec3 {
    let axes = [Vec3::X, -Vec3::X, Vec3::Z, -Vec3::Z];
    let near = axes.into_iter().find(|axis| axis.dot(direction) > SAME_DEGREES.to_radians().cos());
    near.unwrap_or(direction)
}

/// The shortest rotation from one direction to another; the identity if they are close.
fn arc(from: Vec3, to: Vec3) -> Option<Quat> {
    let (from, to) = (from.normalised()?, to.normalised()?);
    let angle = from.dot(to).clamp(-1.0, 1.0).acos();
    let axis = from.cross(to);
    match angle.to_degrees() > SAME_DEGREES {
        // Opposite directions define no axis, and so no rotation.
        true => Quat::from_axis_angle(axis, angle),
        false => Some(Quat::IDENTITY),
    }
}

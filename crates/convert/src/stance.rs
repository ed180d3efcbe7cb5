//! The stance of a rig compared with the avatar of Second Life: the direction it faces, and how its arms hang.

use ::slmesh::skeleton::{self, Joint};
use geom::{Mat3, Quat, Vec3};
use std::collections::HashMap;

/// The angle in degrees below which arms count as equal to the avatar's.
const SAME_DEGREES: f32 = 5.0;

/// The angle in degrees up to which a rig faces along an axis. The hips of a walk turn by 5 to 15 degrees.
const FACING_DEGREES: f32 = 20.0;

/// The angle in degrees up to which the direction of the hips counts as a turn of the hips; above it, the whole rig
/// faces in another direction.
const TURNED_DEGREES: f32 = 60.0;

/// The angle in degrees up to which hips or shoulders are even: bind poses of real rigs are within 1 degree.
const EVEN_DEGREES: f32 = 2.0;

/// Pairs of joints that determine the left of a rig.
const HIPS: (&str, &str) = ("mHipLeft", "mHipRight");
const SHOULDERS: (&str, &str) = ("mShoulderLeft", "mShoulderRight");

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
    pub(super) fn determine(place: impl Fn(&str) -> Option<Vec3>, front: Vec3) -> Self {
        let pairs = [HIPS, SHOULDERS];
        let left = pairs.iter().find_map(|pair| leftwards(&place, *pair));
        Self::facing(straight(left.unwrap_or(Vec3::Y.cross(front))))
    }

    /// The stance of a rig with its left in this direction.
    fn facing(left: Vec3) -> Self {
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

    /// Determines the stance of a figure that may rest in any pose, such as the first frame of a dance: the direction that
    /// it faces, turns of hips and chest, and the directions of arms, legs and feet. A foot whose toes are unknown counts
    /// as flat.
    pub(super) fn of_pose(place: impl Fn(&str) -> Option<Vec3>, front: Vec3) -> Self {
        let (found, usual) = (Self::determine(&place, front), Self::facing(Vec3::Y.cross(front)));
        // Rigs face along an axis, and most of them forward; hips that point elsewhere are turned.
        let is_turned = found.turn.rows[1].dot(usual.turn.rows[1]) > TURNED_DEGREES.to_radians().cos();
        if is_turned { usual } else { found }.with_limbs(place)
    }

    fn with_limbs(mut self, place: impl Fn(&str) -> Option<Vec3>) -> Self {
        for (joint, pair) in [("mPelvis", HIPS), ("mTorso", SHOULDERS), ("mChest", SHOULDERS)] {
            let Some(left) = leftwards(&place, pair) else { continue };
            let Vec3 { x, y, .. } = self.axes.rotate(left);
            let yaw = (-x).atan2(y);
            let turn = Quat::from_axis_angle(Vec3::Z, yaw).filter(|_| yaw.abs().to_degrees() > EVEN_DEGREES);
            self.hanging.insert(joint.into(), turn.unwrap_or(Quat::IDENTITY));
        }
        // The head looks forward, whatever the chest does.
        self.hanging.insert("mNeck".into(), Quat::IDENTITY);
        let limbs = [
            ["mShoulder", "mElbow"],
            ["mElbow", "mWrist"],
            ["mHip", "mKnee"],
            ["mKnee", "mAnkle"],
            ["mAnkle", "mFoot"],
        ];
        for (limb, side) in limbs.iter().flat_map(|limb| ["Left", "Right"].map(|side| (limb, side))) {
            let [from, to] = limb.map(|name| format!("{name}{side}"));
            let own = skeleton::joint(&to).map_or(Vec3::ZERO, |joint| joint.position);
            let found = place(&from)
                .zip(place(&to))
                .and_then(|(start, end)| between(own, self.axes.rotate(end - start), 0.0));
            if let Some(turn) = found.or((limb[0] == "mAnkle").then_some(Quat::IDENTITY)) {
                self.hanging.insert(from, turn);
            }
        }
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

/// The horizontal direction from the right of two joints to the left.
fn leftwards(place: impl Fn(&str) -> Option<Vec3>, (left, right): (&str, &str)) -> Option<Vec3> {
    let Vec3 { x, z, .. } = place(left)? - place(right)?;
    Vec3::new(x, 0.0, z).normalised()
}

/// Snaps a horizontal direction to an axis that is close, because hips are not exactly at the same depth, and files of
/// motion without a bind pose are at rest in the middle of a step.
fn straight(direction: Vec3) -> Vec3 {
    let axes = [Vec3::X, -Vec3::X, Vec3::Z, -Vec3::Z];
    let near = axes.into_iter().find(|axis| axis.dot(direction) > FACING_DEGREES.to_radians().cos());
    near.unwrap_or(direction)
}

/// The shortest rotation from one direction to another; the identity if they are close.
fn arc(from: Vec3, to: Vec3) -> Option<Quat> {
    between(from, to, SAME_DEGREES)
}

/// The shortest rotation from one direction to another; the identity up to an angle in degrees.
pub(super) fn between(from: Vec3, to: Vec3, same_degrees: f32) -> Option<Quat> {
    let (from, to) = (from.normalised()?, to.normalised()?);
    let axis = from.cross(to);
    // For small angles, the sine is more exact than the cosine.
    let angle = axis.length().atan2(from.dot(to));
    match angle.to_degrees() > same_degrees {
        // Opposite directions define no axis, and so no rotation.
        true => Quat::from_axis_angle(axis, angle),
        false => Some(Quat::IDENTITY),
    }
}

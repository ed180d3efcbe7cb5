//! The standard rigs of Roblox characters, built of blocks.

use super::rig::ROOT;
use dom::{Document, Encoding, Id, Target, Value};
use files::Asset;
use files::documents::problem;
use geom::{Mat3, Pose, Vec3};
use scene::Problem;
use std::collections::HashMap;

/// A joint: its name, the two parts, the size of the second, its positions in the first and in the second, and its
/// rotation.
type Joint = (&'static str, [&'static str; 2], [f32; 3], [f32; 3], [f32; 3], Turn);

/// The rotation of a joint's axes, equal in both parts.
#[derive(Clone, Copy)]
enum Turn {
    Not,
    Root,
    Right,
    Left,
}

impl Turn {
    const fn rotation(self) -> Mat3 {
        let rows = match self {
            Self::Not => return Mat3::IDENTITY,
            Self::Root => [Vec3::new(-1.0, 0.0, 0.0), Vec3::new(0.0, 0.0, 1.0), Vec3::new(0.0, 1.0, 0.0)],
            Self::Right => [Vec3::new(0.0, 0.0, 1.0), Vec3::new(0.0, 1.0, 0.0), Vec3::new(-1.0, 0.0, 0.0)],
            Self::Left => [Vec3::new(0.0, 0.0, -1.0), Vec3::new(0.0, 1.0, 0.0), Vec3::new(1.0, 0.0, 0.0)],
        };
        Mat3 { rows }
    }
}

#[rustfmt::skip]
const R15: &[Joint] = &[
    ("Root", [ROOT, "LowerTorso"], [2.0, 0.4, 1.0], [0.0, -1.0, 0.0], [0.0, -0.2, 0.0], Turn::Not),
    ("Waist", ["LowerTorso", "UpperTorso"], [2.0, 1.6, 1.0], [0.0, 0.2, 0.0], [0.0, -0.8, 0.0], Turn::Not),
    ("Neck", ["UpperTorso", "Head"], [1.2, 1.2, 1.2], [0.0, 0.8, 0.0], [0.0, -0.5, 0.0], Turn::Not),
    ("LeftShoulder", ["UpperTorso", "LeftUpperArm"], [1.0, 1.169, 1.0], [-1.0, 0.563, 0.0], [0.5, 0.3943, 0.0], Turn::Not),
    ("LeftElbow", ["LeftUpperArm", "LeftLowerArm"], [1.0, 1.052, 1.0], [0.0, -0.3341, 0.0], [0.0, 0.2587, 0.0], Turn::Not),
    ("LeftWrist", ["LeftLowerArm", "LeftHand"], [1.0, 0.3, 1.0], [0.0, -0.5009, 0.0], [0.0, 0.125, 0.0], Turn::Not),
    ("RightShoulder", ["UpperTorso", "RightUpperArm"], [1.0, 1.169, 1.0], [1.0, 0.563, 0.0], [-0.5, 0.3943, 0.0], Turn::Not),
    ("RightElbow", ["RightUpperArm", "RightLowerArm"], [1.0, 1.052, 1.0], [0.0, -0.3341, 0.0], [0.0, 0.2587, 0.0], Turn::Not),
    ("RightWrist", ["RightLowerArm", "RightHand"], [1.0, 0.3, 1.0], [0.0, -0.5009, 0.0], [0.0, 0.125, 0.0], Turn::Not),
    ("LeftHip", ["LowerTorso", "LeftUpperLeg"], [1.0, 1.217, 1.0], [-0.5, -0.2, 0.0], [0.0, 0.4208, 0.0], Turn::Not),
    ("LeftKnee", ["LeftUpperLeg", "LeftLowerLeg"], [1.0, 1.193, 1.0], [0.0, -0.4011, 0.0], [0.0, 0.379, 0.0], Turn::Not),
    ("LeftAnkle", ["LeftLowerLeg", "LeftFoot"], [1.0, 0.3, 1.0], [0.0, -0.5472, 0.0], [0.0, 0.1019, 0.0], Turn::Not),
    ("RightHip", ["LowerTorso", "RightUpperLeg"], [1.0, 1.217, 1.0], [0.5, -0.2, 0.0], [0.0, 0.4208, 0.0], Turn::Not),
    ("RightKnee", ["RightUpperLeg", "RightLowerLeg"], [1.0, 1.193, 1.0], [0.0, -0.4011, 0.0], [0.0, 0.379, 0.0], Turn::Not),
    ("RightAnkle", ["RightLowerLeg", "RightFoot"], [1.0, 0.3, 1.0], [0.0, -0.5472, 0.0], [0.0, 0.1019, 0.0], Turn::Not),
];

#[rustfmt::skip]
const R6: &[Joint] = &[
    ("RootJoint", [ROOT, "Torso"], [2.0, 2.0, 1.0], [0.0; 3], [0.0; 3], Turn::Root),
    ("Neck", ["Torso", "Head"], [1.2, 1.2, 1.2], [0.0, 1.0, 0.0], [0.0, -0.5, 0.0], Turn::Root),
    ("Right Shoulder", ["Torso", "Right Arm"], [1.0, 2.0, 1.0], [1.0, 0.5, 0.0], [-0.5, 0.5, 0.0], Turn::Right),
    ("Left Shoulder", ["Torso", "Left Arm"], [1.0, 2.0, 1.0], [-1.0, 0.5, 0.0], [0.5, 0.5, 0.0], Turn::Left),
    ("Right Hip", ["Torso", "Right Leg"], [1.0, 2.0, 1.0], [1.0, -1.0, 0.0], [0.5, 1.0, 0.0], Turn::Right),
    ("Left Hip", ["Torso", "Left Leg"], [1.0, 2.0, 1.0], [-1.0, -1.0, 0.0], [-0.5, 1.0, 0.0], Turn::Left),
];

/// Builds the R15 rig of 15 parts or the R6 rig of 6, standing on the ground.
pub(super) fn rig(is_r15: bool) -> Result<Asset, Problem> {
    let mut document = Document::new(Encoding::Xml);
    let model = document.add(None, "Model").map_err(problem)?;
    document.set(model, "Name", "Rig").map_err(problem)?;
    // With the root part at a height of three studs, either rig has its soles at 0.
    let stands = Pose { position: Vec3::new(0.0, 3.0, 0.0), ..Pose::IDENTITY };
    let root = part(&mut document, model, ROOT, [2.0, 2.0, 1.0], stands)?;
    document.set(root, "Transparency", 1.0_f32).map_err(problem)?;
    let mut parts = HashMap::from([(ROOT, (root, stands))]);
    for (name, [first, second], size, there, here, turn) in if is_r15 { R15 } else { R6 } {
        let Some((from, pose)) = parts.get(first).copied() else { continue };
        let [there, here] =
            [there, here].map(|place| Pose { rotation: turn.rotation(), position: Vec3::from_array(*place) });
        let pose = pose * there * here.inverse().unwrap_or(Pose::IDENTITY);
        let to = part(&mut document, model, second, *size, pose)?;
        parts.insert(second, (to, pose));
        let joint = document.add(Some(from), "Motor6D").map_err(problem)?;
        document.set(joint, "Name", *name).map_err(problem)?;
        document.set(joint, "Part0", Value::Referent(Target::Instance(from))).map_err(problem)?;
        document.set(joint, "Part1", Value::Referent(Target::Instance(to))).map_err(problem)?;
        document.set(joint, "C0", Value::CFrame(there)).map_err(problem)?;
        document.set(joint, "C1", Value::CFrame(here)).map_err(problem)?;
    }
    Asset::read(&document.into_saved().map_err(problem)?.bytes)
}

fn part(document: &mut Document, model: Id, name: &str, size: [f32; 3], pose: Pose) -> Result<Id, Problem> {
    let part = document.add(Some(model), "Part").map_err(problem)?;
    document.set(part, "Name", name).map_err(problem)?;
    document.set(part, "size", Value::Vector3(Vec3::from_array(size))).map_err(problem)?;
    document.set(part, "CFrame", Value::CFrame(pose)).map_err(problem)?;
    Ok(part)
}

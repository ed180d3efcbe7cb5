//! Weights, and the names of joints.

use super::Findings;
use crate::common::kinds::counted;
use crate::model::{BlockRef, Face, MeshAsset, Skin};
use crate::rules::*;

/// The accepted deviation of the sum of weights, in steps: that of four truncated or rounded numbers.
const SLACK: u32 = 4;

/// SLM035 to SLM042.
pub(super) fn weights(path: &str, face: &Face, asset: &MeshAsset, is_physics: bool, findings: &mut Findings) {
    if let Some(stored) = face.other.get("Weights") {
        let path = format_args!("{path}.Weights");
        let n_bytes = stored.as_binary().map_or(0, <[u8]>::len);
        let found = counted(n_bytes, "byte");
        match stored.kind() {
            // If the bytes end too early, the path leads to all of them.
            llsd::Kind::Binary => findings.add(&SLM035, format_args!("{path}.surplus"), found, ""),
            _ => findings.add(&SLM036, path, found, ""),
        }
    }
    let skin = asset.skin.as_ref().filter(|skin| BlockRef::Skin(skin).is_stored());
    let Some(weights) = &face.weights else {
        // The viewer also writes weights into the physics shape; other programs do not.
        if skin.is_some() && face.no_geometry.is_none() && !is_physics {
            findings.add(&SLM037, format_args!("{path}.Weights"), "none", "");
        }
        return;
    };
    if skin.is_none() {
        findings.add(&SLM038, format_args!("{path}.Weights"), "no skin", "");
    }
    if weights.len() != face.n_vertices() {
        findings.add(&SLM040, format_args!("{path}.Weights"), weights.len(), face.n_vertices());
    }
    let n_joints = skin.and_then(|skin| skin.value()).map(|skin| skin.n_joints());
    for (vertex, influences) in weights.iter().enumerate() {
        let path = format_args!("{path}.Weights.values[{vertex}]");
        if influences.is_empty() {
            findings.add(&SLM041, path, "none", "");
            continue;
        }
        let outside = |n_joints: &usize| {
            influences.iter().enumerate().find(|(_, one)| usize::from(one.joint) >= *n_joints)
        };
        if let Some((n_joints, (of, one))) =
            n_joints.and_then(|n_joints| Some((n_joints, outside(&n_joints)?)))
        {
            let found = format_args!("joint {}", one.joint);
            let path = format_args!("{path}.influences[{of}].joint");
            findings.add(&SLM039, path, found, format_args!("below {n_joints}"));
        }
        let sum: u32 = influences.iter().map(|one| u32::from(one.weight)).sum();
        // The viewer raises a weight of 0 to 0.001, so it has an effect.
        if let Some(of) = influences.iter().position(|one| one.weight == 0) {
            findings.add(&SLM042, format_args!("{path}.influences[{of}].weight"), "a weight of 0", "");
        } else if sum.abs_diff(u32::from(u16::MAX)) > SLACK {
            findings.add(&SLM042, path, format_args!("{:.4}", f64::from(sum) / 65_535.0), "1");
        }
    }
}

impl Skin {
    /// Whether the skeleton of the avatar has a bone, a collision volume or an attachment point with this name.
    #[must_use]
    pub fn is_joint_of_avatar(name: &[u8]) -> bool {
        is_joint(name)
    }
}

pub(super) fn is_joint(name: &[u8]) -> bool {
    let Ok(name) = std::str::from_utf8(name) else { return false };
    BONES.contains(&name)
        || VOLUMES.contains(&name)
        || ATTACHMENTS.contains(&name)
        || SIDED
            .iter()
            .any(|of| name.strip_suffix("Left").or_else(|| name.strip_suffix("Right")) == Some(*of))
}

/// Bones that exist once.
#[rustfmt::skip]
const BONES: [&str; 33] = [
    "mPelvis", "mSpine1", "mSpine2", "mTorso", "mSpine3", "mSpine4", "mChest", "mNeck", "mHead",
    "mSkull", "mFaceRoot", "mFaceNoseCenter", "mFaceJaw", "mFaceChin", "mFaceTeethLower",
    "mFaceLipLowerCenter", "mFaceTongueBase", "mFaceTongueTip", "mFaceJawShaper", "mFaceForeheadCenter",
    "mFaceNoseBase", "mFaceTeethUpper", "mFaceLipUpperCenter", "mFaceNoseBridge", "mWingsRoot",
    "mTail1", "mTail2", "mTail3", "mTail4", "mTail5", "mTail6", "mGroin", "mHindLimbsRoot",
];

/// Bones that exist on the left and on the right.
#[rustfmt::skip]
const SIDED: [&str; 50] = [
    "mEye", "mFaceEyeAlt", "mFaceForehead", "mFaceEyebrowOuter", "mFaceEyebrowCenter",
    "mFaceEyebrowInner", "mFaceEyeLidUpper", "mFaceEyeLidLower", "mFaceEar1", "mFaceEar2", "mFaceNose",
    "mFaceCheekLower", "mFaceCheekUpper", "mFaceLipLower", "mFaceLipUpper", "mFaceLipCorner",
    "mFaceEyecornerInner", "mCollar", "mShoulder", "mElbow", "mWrist", "mHandMiddle1", "mHandMiddle2",
    "mHandMiddle3", "mHandIndex1", "mHandIndex2", "mHandIndex3", "mHandRing1", "mHandRing2",
    "mHandRing3", "mHandPinky1", "mHandPinky2", "mHandPinky3", "mHandThumb1", "mHandThumb2",
    "mHandThumb3", "mWing1", "mWing2", "mWing3", "mWing4", "mWing4Fan", "mHip", "mKnee", "mAnkle",
    "mFoot", "mToe", "mHindLimb1", "mHindLimb2", "mHindLimb3", "mHindLimb4",
];

/// Collision volumes.
#[rustfmt::skip]
const VOLUMES: [&str; 26] = [
    "HEAD", "NECK", "L_CLAVICLE", "R_CLAVICLE", "L_UPPER_ARM", "R_UPPER_ARM", "L_LOWER_ARM", "R_LOWER_ARM",
    "L_HAND", "R_HAND", "LEFT_PEC", "RIGHT_PEC", "UPPER_BACK", "CHEST", "BELLY", "LEFT_HANDLE",
    "RIGHT_HANDLE", "LOWER_BACK", "PELVIS", "BUTT", "L_UPPER_LEG", "R_UPPER_LEG", "L_LOWER_LEG",
    "R_LOWER_LEG", "L_FOOT", "R_FOOT",
];

/// Attachment points of the body; those of the screen are not joints of the avatar.
#[rustfmt::skip]
const ATTACHMENTS: [&str; 47] = [
    "Chest", "Skull", "Left Shoulder", "Right Shoulder", "Left Hand", "Right Hand", "Left Foot",
    "Right Foot", "Spine", "Pelvis", "Mouth", "Chin", "Left Ear", "Right Ear", "Left Eyeball",
    "Right Eyeball", "Nose", "R Upper Arm", "R Forearm", "L Upper Arm", "L Forearm", "Right Hip",
    "R Upper Leg", "R Lower Leg", "Left Hip", "L Upper Leg", "L Lower Leg", "Stomach", "Left Pec",
    "Right Pec", "Neck", "Avatar Center", "Left Ring Finger", "Right Ring Finger", "Tail Base",
    "Tail Tip", "Left Wing", "Right Wing", "Jaw", "Alt Left Ear", "Alt Right Ear", "Alt Left Eye",
    "Alt Right Eye", "Tongue", "Groin", "Left Hind Foot", "Right Hind Foot",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_skeleton_has_133_bones_and_26_volumes() {
        assert_eq!(BONES.len() + 2 * SIDED.len(), 133);
        assert_eq!(VOLUMES.len(), 26);
        let known = ["mPelvis", "mHandThumb3Right", "mWing4FanLeft", "LEFT_PEC"];
        assert!(known.iter().all(|name| is_joint(name.as_bytes())));
        let unknown = ["", "Left", "pelvis", "mTail1Left", "mElbow", "mPelvisLeft"];
        assert!(!unknown.iter().any(|name| is_joint(name.as_bytes())));
    }
}

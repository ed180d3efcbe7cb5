//! Checks weights, and the names of joints.

use super::Findings;
use crate::common::kinds::counted;
use crate::model::{BlockRef, Face, MeshAsset, Skin};
use crate::rules::*;
use crate::skeleton::{self, Kind};

/// The tolerance for the sum of weights, in steps. It allows for four truncated or rounded numbers.
const SLACK: u32 = 4;

/// Checks SLM035 to SLM042.
pub(super) fn weights(path: &str, face: &Face, asset: &MeshAsset, is_physics: bool, findings: &mut Findings) {
    if let Some(stored) = face.other.get("Weights") {
        let path = format_args!("{path}.Weights");
        let n_bytes = stored.as_binary().map_or(0, <[u8]>::len);
        let found = counted(n_bytes, "byte");
        match stored.kind() {
            // If the bytes end too early, the path is that of all of them.
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
    /// Returns true if the skeleton of the avatar has a bone, a collision volume or an attachment point with this name.
    #[must_use]
    pub fn is_joint_of_avatar(name: &[u8]) -> bool {
        is_joint(name)
    }
}

pub(super) fn is_joint(name: &[u8]) -> bool {
    skeleton::joint(name).is_some_and(|joint| joint.kind != Kind::Screen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_the_screen_are_no_joints_of_the_avatar() {
        let known = ["mPelvis", "mHandThumb3Right", "mWing4FanLeft", "LEFT_PEC", "Left Hind Foot"];
        assert!(known.iter().all(|name| is_joint(name.as_bytes())));
        let unknown = ["", "Left", "pelvis", "mTail1Left", "mElbow", "mPelvisLeft", "Top Left", "hip"];
        assert!(!unknown.iter().any(|name| is_joint(name.as_bytes())));
    }
}

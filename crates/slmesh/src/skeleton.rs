//! The avatar of Second Life: its joints at rest.
//!
//! Meshes are attached to these joints, and animations move them. The avatar stands with its arms stretched out. It
//! looks in the direction of X; Y points to its left, and Z up.
//!
//! ```
//! use slmesh::skeleton;
//!
//! let shoulder = skeleton::joint("mShoulderLeft").unwrap();
//! assert_eq!((shoulder.parent, shoulder.position.y), ("mCollarLeft", 0.079));
//! assert_eq!(skeleton::known("lShldr").map(|joint| joint.name), Some("mShoulderLeft"));
//! ```

mod table;

use geom::Vec3;
use std::collections::HashMap;
use std::sync::LazyLock;

/// A joint of the avatar.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Joint {
    /// The name.
    pub name: &'static str,
    /// The alias that viewers accept, the name in old BVH files; empty if there is none.
    pub alias: &'static str,
    /// The kind of the joint.
    pub kind: Kind,
    /// The name of the parent; empty for the pelvis and for joints that are attached to no bone.
    pub parent: &'static str,
    /// The position at rest, in metres, relative to the parent.
    ///
    /// The viewer moves the avatar so that the pelvis is at the origin of an animation.
    pub position: Vec3,
    /// The end of the joint, relative to itself; zero for attachment points.
    pub end: Vec3,
    /// The rotation at rest in degrees: about the fixed axes X, then Y, then Z. It is zero for bones.
    pub rotation: Vec3,
    /// The size of a collision volume along its axes, by which offsets in constraints are multiplied; one for other
    /// joints.
    pub scale: Vec3,
}

/// The kind of a joint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// One of the 26 bones of the original avatar.
    Base,
    /// One of the 107 bones that the project Bento added later.
    Extended,
    /// A collision volume, to which fitted meshes are attached.
    Volume,
    /// A point to which objects are attached.
    Attachment,
    /// A point of the user's own screen to which objects are attached.
    Screen,
}

/// All joints, in the order in which the viewer numbers them: 133 bones, 26 volumes, 55 points.
#[must_use]
pub fn joints() -> &'static [Joint] {
    &table::JOINTS
}

static BY_NAME: LazyLock<HashMap<&[u8], &Joint>> =
    LazyLock::new(|| joints().iter().map(|joint| (joint.name.as_bytes(), joint)).collect());

/// The joint with this name.
#[must_use]
pub fn joint(name: impl AsRef<[u8]>) -> Option<&'static Joint> {
    BY_NAME.get(name.as_ref()).copied()
}

/// The joint that viewers use for a name, including aliases: the name of an old BVH file, the name of a bone with
/// `avatar_` before it, or the name of an attachment point with underscores instead of spaces.
#[must_use]
pub fn known(name: impl AsRef<[u8]>) -> Option<&'static Joint> {
    static ALIASES: LazyLock<HashMap<Vec<u8>, &Joint>> = LazyLock::new(|| {
        let aliases = |joint: &'static Joint| {
            let of_bone = joint.is_bone().then(|| format!("avatar_{}", joint.name));
            let of_point = joint.name.contains(' ').then(|| joint.name.replace(' ', "_"));
            let of_file = (!joint.alias.is_empty()).then(|| joint.alias.to_owned());
            [of_bone, of_point, of_file].into_iter().flatten().map(move |alias| (alias.into_bytes(), joint))
        };
        joints().iter().flat_map(aliases).collect()
    });
    joint(&name).or_else(|| ALIASES.get(name.as_ref()).copied())
}

impl Joint {
    /// Returns true for a bone.
    #[must_use]
    pub fn is_bone(&self) -> bool {
        matches!(self.kind, Kind::Base | Kind::Extended)
    }

    /// The parent; `None` for the pelvis and for joints that are attached to no bone.
    #[must_use]
    pub fn parent(&self) -> Option<&'static Self> {
        joint(self.parent)
    }

    /// The ancestors, from the parent upwards.
    pub fn ancestors(&self) -> impl Iterator<Item = &'static Self> {
        std::iter::successors(self.parent(), |joint| joint.parent())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_133_bones_26_volumes_and_55_points() {
        let n = |kind| joints().iter().filter(|joint| joint.kind == kind).count();
        let kinds = [Kind::Base, Kind::Extended, Kind::Volume, Kind::Attachment, Kind::Screen];
        assert_eq!(kinds.map(n), [26, 107, 26, 47, 8]);
        assert_eq!(BY_NAME.len(), 214, "no name occurs twice");
        for joint in joints() {
            let hangs_on_nothing = joint.parent.is_empty();
            let may = joint.kind == Kind::Screen || ["mPelvis", "Avatar Center"].contains(&joint.name);
            assert_eq!(hangs_on_nothing, may, "{joint:?}");
            assert!(joint.parent().is_some_and(Joint::is_bone) || may, "{joint:?}");
            assert!(may || joint.ancestors().last().is_some_and(|root| root.name == "mPelvis"), "{joint:?}");
        }
    }

    #[test]
    fn aliases_lead_to_joints() {
        let named = |name: &str| known(name).map(|joint| joint.name);
        assert_eq!(named("hip"), Some("mPelvis"));
        assert_eq!(named("rShin"), Some("mKneeRight"));
        assert_eq!(named("avatar_mFaceJaw"), Some("mFaceJaw"));
        assert_eq!(named("Left_Ring_Finger"), Some("Left Ring Finger"));
        assert_eq!(named("L_HAND"), Some("L_HAND"));
        let unknown = ["", "hips", "mixamorig:Hips", "avatar_PELVIS", "mElbow", "MPELVIS"];
        assert!(unknown.iter().all(|name| known(name).is_none()));
        assert!(joint("lShin").is_none());
    }

    #[test]
    fn the_head_of_an_avatar_at_rest_is_where_it_should_be() {
        let head = joint("mHead").unwrap();
        let height: f32 = head.ancestors().map(|joint| joint.position.z).sum::<f32>() + head.position.z;
        assert!((height - 1.067 - 0.084 - 0.205 - 0.251 - 0.076).abs() < 1e-5, "{height}");
    }
}

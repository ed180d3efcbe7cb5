//! The skeleton of Second Life's avatar: the parents of joints, and their other names.

use std::collections::HashMap;

/// Each joint with its children; joints on both sides only once, with `*` for the side.
const TREE: &[(&str, &str)] = &[
    ("mPelvis", "mSpine1 mHipRight mHipLeft mTail1 mGroin mHindLimbsRoot PELVIS BUTT"),
    ("mSpine1", "mSpine2"),
    ("mSpine2", "mTorso"),
    ("mTorso", "mSpine3 BELLY LEFT_HANDLE RIGHT_HANDLE LOWER_BACK"),
    ("mSpine3", "mSpine4"),
    ("mSpine4", "mChest"),
    ("mChest", "mNeck mCollarLeft mCollarRight mWingsRoot CHEST LEFT_PEC RIGHT_PEC UPPER_BACK"),
    ("mNeck", "mHead NECK"),
    ("mHead", "mSkull mEyeRight mEyeLeft mFaceRoot HEAD"),
    (
        "mFaceRoot",
        "mFaceEyeAlt* mFaceForehead* mFaceForeheadCenter mFaceEyebrowOuter* mFaceEyebrowCenter* mFaceEyebrowInner* \
         mFaceEyeLidUpper* mFaceEyeLidLower* mFaceEar1* mFaceNose* mFaceNoseCenter mFaceNoseBase mFaceNoseBridge \
         mFaceCheekLower* mFaceCheekUpper* mFaceJaw mFaceJawShaper mFaceTeethUpper mFaceEyecornerInner*",
    ),
    ("mFaceEar1*", "mFaceEar2*"),
    ("mFaceJaw", "mFaceChin mFaceTeethLower"),
    ("mFaceTeethLower", "mFaceLipLower* mFaceLipLowerCenter mFaceTongueBase"),
    ("mFaceTeethUpper", "mFaceLipUpper* mFaceLipUpperCenter mFaceLipCorner*"),
    ("mFaceTongueBase", "mFaceTongueTip"),
    ("mCollar*", "mShoulder* !_CLAVICLE"),
    ("mShoulder*", "mElbow* !_UPPER_ARM"),
    ("mElbow*", "mWrist* !_LOWER_ARM"),
    ("mWrist*", "mHandMiddle1* mHandIndex1* mHandRing1* mHandPinky1* mHandThumb1* !_HAND"),
    ("mHandMiddle1*", "mHandMiddle2*"),
    ("mHandMiddle2*", "mHandMiddle3*"),
    ("mHandIndex1*", "mHandIndex2*"),
    ("mHandIndex2*", "mHandIndex3*"),
    ("mHandRing1*", "mHandRing2*"),
    ("mHandRing2*", "mHandRing3*"),
    ("mHandPinky1*", "mHandPinky2*"),
    ("mHandPinky2*", "mHandPinky3*"),
    ("mHandThumb1*", "mHandThumb2*"),
    ("mHandThumb2*", "mHandThumb3*"),
    ("mWingsRoot", "mWing1*"),
    ("mWing1*", "mWing2*"),
    ("mWing2*", "mWing3*"),
    ("mWing3*", "mWing4* mWing4Fan*"),
    ("mHip*", "mKnee* !_UPPER_LEG"),
    ("mKnee*", "mAnkle* !_LOWER_LEG"),
    ("mAnkle*", "mFoot* !_FOOT"),
    ("mFoot*", "mToe*"),
    ("mTail1", "mTail2"),
    ("mTail2", "mTail3"),
    ("mTail3", "mTail4"),
    ("mTail4", "mTail5"),
    ("mTail5", "mTail6"),
    ("mHindLimbsRoot", "mHindLimb1*"),
    ("mHindLimb1*", "mHindLimb2*"),
    ("mHindLimb2*", "mHindLimb3*"),
    ("mHindLimb3*", "mHindLimb4*"),
];

/// Alternative names that viewers accept; in addition, any name may begin with `avatar_`.
const ALIASES: &[(&str, &str)] = &[
    ("hip", "mPelvis"),
    ("abdomen", "mTorso"),
    ("chest", "mChest"),
    ("neck", "mNeck"),
    ("head", "mHead"),
    ("figureHair", "mSkull"),
    ("lCollar", "mCollarLeft"),
    ("lShldr", "mShoulderLeft"),
    ("lForeArm", "mElbowLeft"),
    ("lHand", "mWristLeft"),
    ("rCollar", "mCollarRight"),
    ("rShldr", "mShoulderRight"),
    ("rForeArm", "mElbowRight"),
    ("rHand", "mWristRight"),
    ("rThigh", "mHipRight"),
    ("rShin", "mKneeRight"),
    ("rFoot", "mAnkleRight"),
    ("lThigh", "mHipLeft"),
    ("lShin", "mKneeLeft"),
    ("lFoot", "mAnkleLeft"),
];

/// The joints of the avatar by name, with their parents.
pub(super) struct Avatar(HashMap<String, Option<String>>);

impl Avatar {
    pub(super) fn new() -> Self {
        let mut parents = HashMap::from([("mPelvis".to_owned(), None)]);
        let sides = [("Left", "L"), ("Right", "R")];
        for (parent, children) in TREE {
            for child in children.split_ascii_whitespace() {
                for (side, letter) in sides {
                    let sided = |name: &str| name.replace('*', side).replace('!', letter);
                    parents.insert(sided(child), Some(sided(parent)));
                }
            }
        }
        Self(parents)
    }

    /// The parent of a joint; `None` for the root, and for joints that the avatar does not have.
    pub(super) fn parent(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_deref()
    }

    /// The joint with this name, if there is one.
    pub(super) fn known<'n>(&'n self, name: &'n str) -> Option<&'n str> {
        let alias = ALIASES.iter().find(|(alias, _)| *alias == name).map(|(_, joint)| *joint);
        let own = self.0.get_key_value(name).map(|(joint, _)| joint.as_str());
        let plain = name.strip_prefix("avatar_");
        alias.or(own).or_else(|| self.0.get_key_value(plain?).map(|(joint, _)| joint.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_avatar_has_133_bones_and_26_volumes() {
        let avatar = Avatar::new();
        let n_bones = avatar.0.keys().filter(|name| name.starts_with('m')).count();
        assert_eq!((n_bones, avatar.0.len() - n_bones), (133, 26));
        // All are children of the pelvis.
        for name in avatar.0.keys() {
            let mut at = name.as_str();
            for _ in 0..20 {
                at = avatar.parent(at).unwrap_or(at);
            }
            assert_eq!(at, "mPelvis", "{name}");
        }
        assert_eq!(avatar.parent("R_HAND"), Some("mWristRight"));
        assert_eq!(avatar.known("lShldr"), Some("mShoulderLeft"));
        assert_eq!(avatar.known("avatar_mFaceJaw"), Some("mFaceJaw"));
        assert_eq!(avatar.known("mixamorig:Hips"), None);
    }
}

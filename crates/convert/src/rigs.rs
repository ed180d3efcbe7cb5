//! Names of joints in the rigs of other tools, and the joints of Second Life's avatar to which they correspond.

use ::slmesh::skeleton;
use std::collections::HashMap;
use std::fmt;
mod nearest;
mod preset;

pub(super) use nearest::nearest;
pub use preset::RigPreset;
pub(super) use preset::{HELP, Rigging, applied, chosen, names};

/// A row for each joint: the kind of correspondence, and its name or names in each rig.
const TABLE: &str = include_str!("rigs.tsv");

/// A rig whose joint names are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rig {
    /// The avatar of Second Life, including the names of old BVH files.
    SecondLife,
    /// The Roblox character of fifteen parts.
    R15,
    /// The older Roblox character of six parts.
    R6,
    /// VRM 1.0 and 0.x: by the bones that the extension assigns, whatever the names of its nodes, or by node names.
    Vrm,
    /// Mixamo and Ready Player Me.
    Mixamo,
    /// The mannequin of Unreal Engine.
    Unreal,
    /// Rigify, the rig of Blender, including its meta-rig, whose names Blender's own armatures have.
    Rigify,
    /// MakeHuman.
    MakeHuman,
    /// Motion capture in BVH files with the names of Biovision.
    Biovision,
    /// The characters of KayKit.
    KayKit,
    /// The characters of Quaternius.
    Quaternius,
}

/// The correspondence of a rig's joint to one of the avatar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// The joint corresponds exactly to the joint of the avatar.
    Same,
    /// The avatar has no such joint: its weights and motion belong to the listed joint.
    Fold,
    /// The joint marks the end of the listed joint.
    End,
}

impl Rig {
    /// All rigs, in the order of their columns in the table.
    pub const ALL: [Self; 11] = [
        Self::SecondLife,
        Self::R15,
        Self::R6,
        Self::Vrm,
        Self::Mixamo,
        Self::Unreal,
        Self::Rigify,
        Self::MakeHuman,
        Self::Biovision,
        Self::KayKit,
        Self::Quaternius,
    ];

    /// The name of the rig for `rez convert --rig-preset`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SecondLife => "second-life",
            Self::R15 => "r15",
            Self::R6 => "r6",
            Self::Vrm => "vrm",
            Self::Mixamo => "mixamo",
            Self::Unreal => "unreal",
            Self::Rigify => "rigify",
            Self::MakeHuman => "makehuman",
            Self::Biovision => "biovision",
            Self::KayKit => "kaykit",
            Self::Quaternius => "quaternius",
        }
    }

    /// The joints of the avatar to which these names correspond, in the same order.
    pub(crate) fn joints<'n>(
        self,
        names: impl IntoIterator<Item = &'n str> + Clone,
    ) -> Vec<Option<(&'static skeleton::Joint, Meaning)>> {
        if self == Self::SecondLife {
            let known = |name: &str| skeleton::known(name).map(|joint| (joint, Meaning::Same));
            return names.into_iter().map(known).collect();
        }
        let is_old_vrm = names.clone().into_iter().any(|name| name.ends_with("ThumbIntermediate"));
        // The meta-rig, and rigs with its names, have no deforming bones, which are named `DEF`.
        let is_meta = self == Self::Rigify && !names.clone().into_iter().any(|name| name.starts_with("DEF"));
        let table = self.table();
        let of_name = |name: &str| {
            let plain = plain(name);
            // In VRM 0.x, the same words mean other bones of the thumb.
            let plain = match is_old_vrm && self == Self::Vrm {
                true => plain
                    .replace("ThumbProximal", "ThumbMetacarpal")
                    .replace("ThumbIntermediate", "ThumbProximal"),
                false if is_meta => format!("DEF_{plain}"),
                false => plain,
            };
            // Names of the avatar's bones are given by the user, for joints that the rig does not define.
            let own = || skeleton::joint(name).filter(|joint| joint.is_bone());
            table.get(&plain).copied().or_else(|| Some((own()?, Meaning::Same)))
        };
        names.into_iter().map(of_name).collect()
    }

    /// The joints that [`joints`](Self::joints) returns. Names that the rig does not define are recognised by the usual
    /// words for human bones, because many rigs mix names. An attachment point of the avatar may have the same name,
    /// but is not meant: the avatar's `Chest` is turned, and differs from the chest of a rig.
    pub(crate) fn joints_and_words<'n>(
        self,
        names: impl IntoIterator<Item = &'n str> + Clone,
    ) -> Vec<Option<(&'static skeleton::Joint, Meaning)>> {
        let joints = self.joints(names.clone());
        if matches!(self, Self::SecondLife | Self::R15 | Self::R6) {
            return joints;
        }
        // VRM has the words, each for one joint.
        let words: HashMap<String, _> =
            Self::Vrm.table().into_iter().map(|(word, joint)| (word.to_ascii_lowercase(), joint)).collect();
        let word = |name: &str| words.get(&plain(name).to_ascii_lowercase()).copied();
        joints.into_iter().zip(names).map(|(joint, name)| joint.or_else(|| word(name))).collect()
    }

    /// The rig's column of the table, by joint name. If several rows have the same name, rows of the kind «same» take
    /// precedence, then the first.
    fn table(self) -> HashMap<String, (&'static skeleton::Joint, Meaning)> {
        let column = Self::ALL.iter().position(|rig| *rig == self).unwrap_or_default();
        let mut all = HashMap::new();
        for (kind, meaning) in [("same", Meaning::Same), ("fold", Meaning::Fold), ("end", Meaning::End)] {
            for line in TABLE.lines() {
                let cells: Vec<&str> = line.split('\t').collect();
                let [_, own, ..] = cells.as_slice() else { continue };
                let names = cells.get(column.saturating_add(1)).copied().unwrap_or_default();
                let Some(joint) = skeleton::joint(own).filter(|_| cells.first() == Some(&kind)) else {
                    continue;
                };
                for name in names.split('|').filter(|name| !name.is_empty()) {
                    all.entry(plain(name)).or_insert((joint, meaning));
                }
            }
        }
        all
    }

    /// The rig that recognises the most of these names; `None` if no rig recognises six joints.
    #[must_use]
    pub fn recognise<'n>(names: impl IntoIterator<Item = &'n str> + Clone) -> Option<Self> {
        // The number of parts of the smallest rig, R6.
        const FEWEST: usize = 6;
        let n_same = |rig: &Self| {
            let joints = rig.joints(names.clone()).into_iter().flatten();
            let mut same: Vec<_> = joints
                .filter(|(_, meaning)| *meaning == Meaning::Same)
                .map(|(joint, _)| joint.name)
                .collect();
            same.sort_unstable();
            same.dedup();
            same.len()
        };
        // In a tie, the first rig wins.
        let best = Self::ALL.into_iter().rev().max_by_key(n_same)?;
        (n_same(&best) >= FEWEST).then_some(best)
    }
}

/// A name without the prefix of Mixamo, and with `_` for all separators, which exporters replace.
fn plain(name: &str) -> String {
    let rest =
        name.strip_prefix("mixamorig").map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    let rest = rest.map_or(name, |rest| rest.strip_prefix([':', '_']).unwrap_or(rest));
    rest.replace(['.', '_', '-', ':', ' '], "_")
}

impl fmt::Display for Rig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joint(rig: Rig, name: &str) -> Option<(&'static str, Meaning)> {
        rig.joints([name]).remove(0).map(|(joint, meaning)| (joint.name, meaning))
    }

    #[test]
    fn names_of_rigs_stand_for_joints() {
        let same = |name| Some((name, Meaning::Same));
        assert_eq!(joint(Rig::Mixamo, "mixamorig:LeftForeArm"), same("mElbowLeft"));
        assert_eq!(joint(Rig::Mixamo, "mixamorig1:Hips"), same("mPelvis"));
        assert_eq!(joint(Rig::Mixamo, "LeftToeBase"), same("mFootLeft"));
        assert_eq!(joint(Rig::Mixamo, "mixamorigSpine1"), Some(("mTorso", Meaning::Fold)));
        assert_eq!(joint(Rig::Rigify, "DEF-upper_arm_L"), same("mShoulderLeft"));
        assert_eq!(joint(Rig::Rigify, "upper_arm.L"), same("mShoulderLeft"));
        let both = Rig::Rigify.joints(["hand.L", "DEF-hand.L"]);
        assert_eq!(both.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true]);
        assert_eq!(joint(Rig::Unreal, "thigh_twist_01_r"), Some(("mHipRight", Meaning::Fold)));
        assert_eq!(joint(Rig::R15, "UpperTorso"), same("mTorso"));
        assert_eq!(joint(Rig::Vrm, "leftThumbProximal"), same("mHandThumb2Left"));
        let old = Rig::Vrm.joints(["leftThumbProximal", "leftThumbIntermediate"]);
        let names: Vec<_> = old.into_iter().flatten().map(|(joint, _)| joint.name).collect();
        assert_eq!(names, ["mHandThumb1Left", "mHandThumb2Left"]);
        assert_eq!(joint(Rig::SecondLife, "lShin"), same("mKneeLeft"));
        assert_eq!(joint(Rig::MakeHuman, "Cube"), None);
        // The same name belongs to another joint in another rig.
        assert_eq!(joint(Rig::Mixamo, "LeftShoulder"), same("mCollarLeft"));
        assert_eq!(joint(Rig::Biovision, "LeftShoulder"), same("mShoulderLeft"));
        assert_eq!(joint(Rig::Biovision, "RightLowArm"), same("mElbowRight"));
        assert_eq!(joint(Rig::KayKit, "hand.l"), Some(("mWristLeft", Meaning::Fold)));
        // Weapons and fingers turn in the hand, and do not turn it.
        assert_eq!(joint(Rig::KayKit, "handslot.l"), Some(("mWristLeft", Meaning::End)));
        assert_eq!(joint(Rig::Quaternius, "Fist_R"), same("mWristRight"));
        // Exporters replace the dot before the side.
        for name in ["Hand.L", "Hand_L", "Hand-L", "Hand L"] {
            assert_eq!(joint(Rig::Quaternius, name), same("mWristLeft"), "{name}");
        }
        assert_eq!(joint(Rig::Mixamo, "LeftHandIndex4"), Some(("mHandIndex3Left", Meaning::End)));
    }

    #[test]
    fn words_stand_for_joints_that_the_rig_does_not_have() {
        let names = ["LeftUpLeg", "Chest", "UpperChest", "LeftToes", "LeftFootCtrl"];
        let joints = Rig::Mixamo.joints_and_words(names);
        let joints = joints.into_iter().map(|joint| joint.map(|(joint, _)| joint.name));
        let expected = [Some("mHipLeft"), Some("mTorso"), Some("mChest"), Some("mFootLeft"), None];
        assert!(joints.eq(expected));
    }

    #[test]
    fn a_rig_is_recognised_by_most_of_its_names() {
        let names = |rig: Rig| -> Vec<String> { rig.table().into_keys().collect() };
        for rig in Rig::ALL.into_iter().skip(1) {
            let names = names(rig);
            assert_eq!(Rig::recognise(names.iter().map(String::as_str)), Some(rig));
            assert_eq!(rig.name().parse(), Ok(RigPreset::Of(rig)));
        }
        let own: Vec<_> = skeleton::joints().iter().map(|joint| joint.name).collect();
        assert_eq!(Rig::recognise(own.iter().copied()), Some(Rig::SecondLife));
        assert_eq!(Rig::recognise(["Hips", "Spine", "Neck", "Head", "Cube"]), None);
    }
}

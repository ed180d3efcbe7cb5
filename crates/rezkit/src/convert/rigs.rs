//! The names that joints have in the rigs of other programs, and the joints of Second Life's avatar that they stand for.

use crate::{Problem, ProblemKind};
use ::slmesh::skeleton;
use scene::Scene;
use scene::loss::{LossCode, LossSeverity, Losses};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

/// A line for each joint: what kind of joint it is, and its name in each rig.
const TABLE: &str = include_str!("rigs.tsv");

/// A rig whose joints have names that are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rig {
    /// The avatar of Second Life, also by the names of old BVH files.
    SecondLife,
    /// The fifteen parts of a Roblox character.
    R15,
    /// The six parts of an old Roblox character.
    R6,
    /// VRM 1.0 and 0.x.
    Vrm,
    /// Mixamo.
    Mixamo,
    /// The mannequin of the Unreal Engine.
    Unreal,
    /// Rigify, the rig of Blender, also by the names of its meta-rig.
    Rigify,
    /// MakeHuman.
    MakeHuman,
}

/// The rig whose names are replaced by those of Second Life.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RigPreset {
    /// The one that most names are of.
    #[default]
    Auto,
    /// This one.
    Of(Rig),
}

/// What a joint of a rig is to the avatar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// It is the joint.
    Same,
    /// The avatar has no such joint: what it does belongs to the one that is named.
    Fold,
}

impl Rig {
    /// All of them; each with its column in the table.
    pub const ALL: [Self; 8] = [
        Self::SecondLife,
        Self::R15,
        Self::R6,
        Self::Vrm,
        Self::Mixamo,
        Self::Unreal,
        Self::Rigify,
        Self::MakeHuman,
    ];

    /// As `rez convert --rig-preset` names it.
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
        }
    }

    /// The joints of the avatar that these names stand for, in the same order.
    pub(crate) fn joints<'n>(
        self,
        names: impl IntoIterator<Item = &'n str> + Clone,
    ) -> Vec<Option<(&'static skeleton::Joint, Meaning)>> {
        if self == Self::SecondLife {
            let known = |name: &str| skeleton::known(name).map(|joint| (joint, Meaning::Same));
            return names.into_iter().map(known).collect();
        }
        let is_old_vrm = names.clone().into_iter().any(|name| name.ends_with("ThumbIntermediate"));
        // Only the meta-rig, and rigs that are named after it, have no bones that deform and are called so.
        let is_meta = self == Self::Rigify && !names.clone().into_iter().any(|name| name.starts_with("DEF"));
        let table = self.table();
        let of_name = |name: &str| {
            let plain = plain(name);
            // Of VRM 0.x, the same words mean other bones of the thumb.
            let plain = match is_old_vrm && self == Self::Vrm {
                true => plain
                    .replace("ThumbProximal", "ThumbMetacarpal")
                    .replace("ThumbIntermediate", "ThumbProximal"),
                false if is_meta => format!("DEF_{plain}"),
                false => plain,
            };
            table.get(&plain).copied()
        };
        names.into_iter().map(of_name).collect()
    }

    /// Its column of the table. The first line of a name counts, and that of the joint itself before others.
    fn table(self) -> HashMap<String, (&'static skeleton::Joint, Meaning)> {
        let column = Self::ALL.iter().position(|rig| *rig == self).unwrap_or_default().saturating_add(1);
        let mut all = HashMap::new();
        for meaning in [Meaning::Same, Meaning::Fold] {
            for line in TABLE.lines() {
                let mut cells = line.split('\t');
                let kind = cells.next().unwrap_or_default();
                let is_meant = match meaning {
                    Meaning::Same => kind == "same",
                    Meaning::Fold => kind == "fold",
                };
                let cells: Vec<&str> = cells.collect();
                let name = cells.get(column.saturating_sub(1)).copied().unwrap_or_default();
                let joint = cells.first().and_then(skeleton::joint);
                if let Some(joint) = joint.filter(|_| is_meant && !name.is_empty()) {
                    all.entry(plain(name)).or_insert((joint, meaning));
                }
            }
        }
        all
    }

    /// The rig that most of these names are of; `None` if none has six of them.
    #[must_use]
    pub fn of<'n>(names: impl IntoIterator<Item = &'n str> + Clone) -> Option<Self> {
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
        // Of rigs with as many, the first.
        let best = Self::ALL.into_iter().rev().max_by_key(n_same)?;
        (n_same(&best) >= FEWEST).then_some(best)
    }
}

/// A name without the prefix of Mixamo and what programs put in place of points and colons.
fn plain(name: &str) -> String {
    let rest =
        name.strip_prefix("mixamorig").map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    let rest = rest.map_or(name, |rest| rest.strip_prefix([':', '_']).unwrap_or(rest));
    rest.replace(['.', '_', '-', ':', ' '], "_")
}

/// The rig of a preset, with a report of what was recognised.
pub(super) fn chosen<'n>(
    preset: RigPreset,
    names: impl IntoIterator<Item = &'n str> + Clone,
    losses: &mut Losses,
) -> Option<Rig> {
    let rig = match preset {
        RigPreset::Auto => Rig::of(names.clone())?,
        RigPreset::Of(rig) => rig,
    };
    let n_known = rig.joints(names).into_iter().flatten().count();
    let what = format!("names were recognised as those of joints of the rig {rig}");
    losses.report(LossCode::Renamed, LossSeverity::Note, &what, n_known, "nodes");
    Some(rig)
}

/// The scene with the joints of its skins named as those of Second Life's avatar. Joints that the avatar does not have
/// get the name of the one that they belong to. Those that are left are listed.
pub(super) fn renamed<'s>(scene: &'s Scene, preset: RigPreset, losses: &mut Losses) -> Cow<'s, Scene> {
    let mut nodes: Vec<usize> = scene.skins.iter().flat_map(|skin| &skin.joints).copied().collect();
    nodes.sort_unstable();
    nodes.dedup();
    let names = nodes.iter().filter_map(|node| scene.nodes.get(*node)).map(|node| node.name.as_str());
    let Some(rig) = chosen(preset, names.clone(), losses) else {
        let what = "joints, whose names are of no rig that is known";
        losses.report(LossCode::JointUnknown, LossSeverity::Note, what, nodes.len(), "skins");
        return Cow::Borrowed(scene);
    };
    let joints = rig.joints(names.clone());
    let left: Vec<&str> =
        names.zip(&joints).filter(|(_, joint)| joint.is_none()).map(|(name, _)| name).take(20).collect();
    let n_left = joints.iter().filter(|joint| joint.is_none()).count();
    let what = format!("joints that the rig {rig} does not have: {}", left.join(", "));
    losses.report(LossCode::JointUnknown, LossSeverity::Note, &what, n_left, "skins");
    let mut scene = scene.clone();
    for (node, joint) in nodes.into_iter().zip(joints) {
        if let (Some(node), Some((joint, _))) = (scene.nodes.get_mut(node), joint) {
            joint.name.clone_into(&mut node.name);
        }
    }
    Cow::Owned(scene)
}

impl fmt::Display for Rig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Rig {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        Self::ALL.into_iter().find(|rig| rig.name() == text).ok_or_else(|| {
            let names: Vec<_> = Self::ALL.iter().map(|rig| rig.name()).collect();
            Problem::new(ProblemKind::Unsupported, format!("{text:?} is none of auto, {}", names.join(", ")))
        })
    }
}

/// `auto`, or the name of a rig.
impl FromStr for RigPreset {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        if text == "auto" { Ok(Self::Auto) } else { text.parse().map(Self::Of) }
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
    }

    #[test]
    fn a_rig_is_recognised_by_most_of_its_names() {
        let names = |rig: Rig| -> Vec<String> { rig.table().into_keys().collect() };
        for rig in Rig::ALL.into_iter().skip(1) {
            let names = names(rig);
            assert_eq!(Rig::of(names.iter().map(String::as_str)), Some(rig));
            assert_eq!(rig.name().parse(), Ok(rig));
        }
        let own: Vec<_> = skeleton::joints().iter().map(|joint| joint.name).collect();
        assert_eq!(Rig::of(own.iter().copied()), Some(Rig::SecondLife));
        assert_eq!(Rig::of(["Hips", "Spine", "Neck", "Head", "Cube"]), None);
    }
}

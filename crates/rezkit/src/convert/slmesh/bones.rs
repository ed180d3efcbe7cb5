//! The joints of an asset: those that the avatar has, and that fit into a skin.

use super::super::bake::Joints;
use super::positions::{self, JointPositions};
use super::space;
use ::slmesh::Skin;
use ::slmesh::skeleton::{Joint, known};
use geom::{TriMesh, Vec3, Vec4};
use llsd::Text;
use scene::Scene;
use scene::affine::Affine;
use scene::loss::{LossCode, LossSeverity, Losses};
use std::collections::{HashMap, HashSet};

/// With more, the uploader leaves out the skin.
pub(super) const MOST_JOINTS: usize = 110;

/// The joints of all skins that stay, by their places among all.
pub(super) struct Bones<'s> {
    scene: &'s Scene,
    joints: &'s Joints,
    kept: Vec<usize>,
}

impl<'s> Bones<'s> {
    /// All joints, for a skin whose weights stay as they are.
    pub(super) fn all(scene: &'s Scene, joints: &'s Joints, losses: &mut Losses) -> Self {
        let kept: Vec<usize> = (0..joints.nodes.len()).collect();
        let bones = Self { scene, joints, kept };
        let unknown: Vec<_> = bones.kept.iter().copied().filter(|place| !bones.is_known(*place)).collect();
        let what = "joints that the avatar does not have, which viewers refuse or drop";
        bones.report(what, LossSeverity::Lost, &unknown, losses);
        bones
    }

    /// The joints that the avatar has; if they are too many, those that move a vertex of these shapes.
    pub(super) fn of(scene: &'s Scene, joints: &'s Joints, shapes: &[TriMesh], losses: &mut Losses) -> Self {
        let mut bones = Self { scene, joints, kept: Vec::new() };
        let all = 0..joints.nodes.len();
        let (known, unknown): (Vec<_>, Vec<_>) = all.partition(|place| bones.is_known(*place));
        let what = "joints that the avatar does not have were dropped";
        bones.report(what, LossSeverity::Lost, &unknown, losses);
        // Those of one name are one joint.
        let mut seen = HashSet::new();
        bones.kept = known.into_iter().filter(|place| seen.insert(bones.own_name(*place))).collect();
        if bones.kept.len() > MOST_JOINTS {
            let mut is_used = vec![false; joints.nodes.len()];
            for (joints, weights) in shapes.iter().flat_map(|shape| shape.joints.iter().zip(&shape.weights)) {
                for (joint, _) in joints.iter().zip(weights.to_array()).filter(|(_, weight)| *weight > 0.0) {
                    is_used.get_mut(usize::from(*joint)).into_iter().for_each(|is_used| *is_used = true);
                }
            }
            let is_used = |place: &usize| is_used.get(*place).copied().unwrap_or_default();
            let (used, idle): (Vec<_>, Vec<_>) = bones.kept.iter().copied().partition(is_used);
            let what = "joints without a vertex were dropped, because a skin can have 110";
            bones.report(what, LossSeverity::Changed, &idle, losses);
            bones.kept = used;
        }
        bones
    }

    fn report(&self, what: &str, severity: LossSeverity, places: &[usize], losses: &mut Losses) {
        if places.is_empty() {
            return;
        }
        let names: Vec<_> = places.iter().map(|place| self.name(*place)).collect();
        let what = format!("{what}: {}", names.join(", "));
        losses.report(LossCode::JointUnknown, severity, &what, places.len(), "skin.joint_names");
    }

    fn name(&self, place: usize) -> &'s str {
        let node = self.joints.nodes.get(place).and_then(|node| self.scene.nodes.get(*node));
        node.map_or("", |node| node.name.as_str())
    }

    /// The name that viewers know.
    fn own_name(&self, place: usize) -> &'s str {
        let name = self.name(place);
        known(name).map_or(name, |joint| joint.name)
    }

    fn is_known(&self, place: usize) -> bool {
        of_avatar(self.name(place)).is_some()
    }

    /// Gives the vertices of these shapes to the joints that stay.
    pub(super) fn hang(&self, shapes: &mut [TriMesh], losses: &mut Losses) {
        let numbers: HashMap<&str, u16> =
            self.kept.iter().map(|place| self.own_name(*place)).zip(0_u16..).collect();
        let number = |place: usize| numbers.get(self.own_name(place)).copied();
        let new: Vec<Option<u16>> = (0..self.joints.nodes.len()).map(number).collect();
        let (mut n_shared, mut n_moved, mut n_loose, mut n_merged) = (0_usize, 0_usize, 0_usize, 0_usize);
        for shape in shapes.iter_mut().filter(|shape| !shape.joints.is_empty()) {
            if self.kept.is_empty() {
                n_loose = n_loose.saturating_add(shape.joints.len());
                (shape.joints, shape.weights) = Default::default();
                continue;
            }
            for (joints, weights) in shape.joints.iter_mut().zip(&mut shape.weights) {
                match hung(*joints, weights.to_array(), &new) {
                    Hung::Whole(to) => *joints = to,
                    Hung::Merged(to, sums) => {
                        (*joints, *weights) = (to, Vec4::from_array(sums));
                        n_merged = n_merged.saturating_add(1);
                    }
                    Hung::Shared(to, rest) => {
                        (*joints, *weights) = (to, Vec4::from_array(rest));
                        n_shared = n_shared.saturating_add(1);
                    }
                    Hung::Loose(joint) => {
                        (*joints, *weights) =
                            ([self.above(joint, &new), 0, 0, 0], Vec4::new(1.0, 0.0, 0.0, 0.0));
                        n_moved = n_moved.saturating_add(1);
                    }
                }
            }
        }
        let what = "vertices that hang on joints, of which none is left";
        losses.report(LossCode::WeightTruncated, LossSeverity::Lost, what, n_loose, "");
        let what = "vertices hung on several joints that are one now: their weights were added";
        losses.report(LossCode::WeightRounded, LossSeverity::Note, what, n_merged, "");
        for (what, count) in [
            ("vertices hung on dropped joints, too: their other weights were made to add up to 1", n_shared),
            ("vertices hung on dropped joints alone: they hang on the next joint above", n_moved),
        ] {
            losses.report(LossCode::WeightTruncated, LossSeverity::Changed, what, count, "");
        }
    }

    /// The nearest joint above one that stays, or else the first.
    fn above(&self, place: u16, new: &[Option<u16>]) -> u16 {
        let mut at = usize::from(place);
        for _ in 0..=self.scene.nodes.len() {
            let parent = self.joints.nodes.get(at).and_then(|node| self.scene.nodes.get(*node)?.parent);
            let Some(above) = self.joints.above(self.scene, parent) else { break };
            match new.get(above) {
                Some(Some(number)) => return *number,
                _ => at = above,
            }
        }
        0
    }

    /// The skin, by the names that viewers know, with the positions of its joints if they are wanted; `None` if no joint is
    /// left.
    pub(super) fn skin(&self, wanted: Option<&JointPositions>, losses: &mut Losses) -> Option<Skin> {
        let binds = || self.kept.iter().filter_map(|place| self.joints.inverse_bind.get(*place));
        let n_scaled = binds().filter(|bind| {
            let (trs, is_straight) = Affine::of_mat4(bind).decomposed();
            !is_straight || (trs.scale - Vec3::ONE).length() > 1e-4
        });
        let what = "joints are scaled in their bind matrices";
        losses.report(LossCode::JointScale, LossSeverity::Note, what, n_scaled.count(), "skin");
        let names = self.kept.iter().map(|place| self.own_name(*place));
        if self.kept.is_empty() {
            return None;
        }
        let mut skin = Skin {
            joint_names: Some(names.clone().map(Text::from).collect()),
            inverse_bind_matrix: Some(binds().map(space::stored).collect()),
            ..Skin::default()
        };
        if let Some(wanted) = wanted {
            positions::give(&mut skin, &positions::placed(names.zip(binds())), wanted, losses);
        }
        Some(skin)
    }
}

/// The joint that viewers take for this name, unless it is a point of the screen.
pub(super) fn of_avatar(name: &str) -> Option<&'static Joint> {
    known(name).filter(|joint| Skin::is_joint_of_avatar(joint.name.as_bytes()))
}

/// What becomes of the influences of a vertex.
#[derive(Debug, PartialEq)]
enum Hung {
    /// All of its joints stay.
    Whole([u16; 4]),
    /// All of them do, and some are one joint now, with the sum of their weights.
    Merged([u16; 4], [f32; 4]),
    /// Some of them do, with these weights.
    Shared([u16; 4], [f32; 4]),
    /// None does; the strongest was this one.
    Loose(u16),
}

/// `new` has the number of each joint that stays.
fn hung(joints: [u16; 4], weights: [f32; 4], new: &[Option<u16>]) -> Hung {
    let number = |joint: u16| new.get(usize::from(joint)).copied().flatten();
    let used = || joints.into_iter().zip(weights).filter(|(_, weight)| *weight > 0.0);
    let (to, sums, n) = merged(used().filter_map(|(joint, weight)| Some((number(joint)?, weight))));
    if used().all(|(joint, _)| number(joint).is_some()) {
        if n < used().count() {
            return Hung::Merged(to, sums);
        }
        // What has no weight may name a joint that is gone.
        return Hung::Whole(joints.map(|joint| number(joint).unwrap_or(0)));
    }
    let sum: f32 = sums.iter().sum();
    if sum <= 0.0 {
        let strongest = used().max_by(|(_, a), (_, b)| a.total_cmp(b));
        return Hung::Loose(strongest.map_or(0, |(joint, _)| joint));
    }
    Hung::Shared(to, sums.map(|weight| weight / sum))
}

/// Each joint once, with the sum of its weights; and how many these are.
fn merged(all: impl Iterator<Item = (u16, f32)>) -> ([u16; 4], [f32; 4], usize) {
    let (mut to, mut sums, mut n) = ([0; 4], [0.0; 4], 0_usize);
    for (joint, weight) in all {
        let mut places = to.iter_mut().zip(&mut sums).enumerate();
        if let Some((place, (own, sum))) = places.find(|(place, (own, _))| *place >= n || **own == joint) {
            n = n.max(place.saturating_add(1));
            *own = joint;
            *sum += weight;
        }
    }
    (to, sums, n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_of_dropped_joints_go_to_the_others() {
        let new = [Some(0), None, Some(1)];
        assert_eq!(hung([2, 0, 1, 0], [0.75, 0.25, 0.0, 0.0], &new), Hung::Whole([1, 0, 0, 0]));
        let shared = hung([1, 2, 0, 9], [0.5, 0.375, 0.125, 0.0], &new);
        assert_eq!(shared, Hung::Shared([1, 0, 0, 0], [0.75, 0.25, 0.0, 0.0]));
        // The first and the last joint became one.
        let new = [Some(4), Some(2), None, Some(4)];
        let added = hung([0, 1, 3, 2], [0.25, 0.5, 0.25, 0.0], &new);
        assert_eq!(added, Hung::Merged([4, 2, 0, 0], [0.5, 0.5, 0.0, 0.0]));
        let rest = hung([0, 2, 3, 1], [0.25, 0.5, 0.125, 0.125], &new);
        assert_eq!(rest, Hung::Shared([4, 2, 0, 0], [0.75, 0.25, 0.0, 0.0]));
        let new = [Some(0), None, Some(1)];
        assert_eq!(hung([1, 7, 0, 0], [0.25, 0.5, 0.0, 0.0], &new), Hung::Loose(7));
    }
}

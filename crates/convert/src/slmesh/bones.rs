//! The joints of an asset: those that the avatar has, and as many as fit into a skin.

use super::super::bake::Joints;
use super::super::rigs::{self, Rigging};
use super::super::space;
use ::slmesh::Skin;
use ::slmesh::skeleton::{Joint, known};
use geom::{Mat4, TriMesh, Vec4};
use llsd::Text;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::visible::cut;
use scene::{Problem, ProblemKind, Scene};
use std::collections::{HashMap, HashSet};

/// The number of joints above which the uploader leaves out the skin.
pub(super) const MOST_JOINTS: usize = 110;

/// The fraction of the total weight that may be on unknown joints.
const MOST_UNKNOWN: f64 = 0.05;

/// The same fraction, including joints below a head, a hand or a foot. A mesh with more is not a body of a known rig.
const MOST_BELOW_ENDS: f64 = 1.0 / 3.0;

/// The number of unknown joints that an error lists.
const MOST_LISTED: usize = 12;

/// The joints that are kept, by their indices among all joints of all skins.
pub(super) struct Bones<'s> {
    scene: &'s Scene,
    joints: &'s Joints,
    kept: Vec<usize>,
}

impl<'s> Bones<'s> {
    /// Keeps all joints, for a skin whose weights stay as they are.
    pub(super) fn all(scene: &'s Scene, joints: &'s Joints, losses: &mut Losses) -> Self {
        let kept: Vec<usize> = (0..joints.nodes.len()).collect();
        let bones = Self { scene, joints, kept };
        let unknown: Vec<_> = bones.kept.iter().copied().filter(|place| !bones.is_known(*place)).collect();
        let what = "joints that the avatar does not have, which viewers refuse or drop";
        bones.report(what, LossSeverity::Lost, &unknown, losses);
        bones
    }

    /// Keeps the joints that the avatar has; if they are too many, only those that influence a vertex of these shapes.
    ///
    /// # Errors
    ///
    /// If too much of the weight is on other joints, unless the caller named the rig.
    pub(super) fn select(
        scene: &'s Scene,
        joints: &'s Joints,
        shapes: &[TriMesh],
        rigging: Rigging,
        losses: &mut Losses,
    ) -> Result<Self, Problem> {
        let mut bones = Self { scene, joints, kept: Vec::new() };
        let loads = loads(shapes, joints.nodes.len());
        let is_used = |place: &usize| loads.get(*place).is_some_and(|load| *load > 0.0);
        let all = 0..joints.nodes.len();
        let (known, unknown): (Vec<_>, Vec<_>) = all.partition(|place| bones.is_known(*place));
        // Joints with equal names are one joint.
        let mut seen = HashSet::new();
        bones.kept = known.into_iter().filter(|place| seen.insert(bones.own_name(*place))).collect();
        if !rigging.is_told {
            bones.refuse(&unknown, &loads)?;
        }
        let (moved, idle): (Vec<_>, Vec<_>) = unknown.into_iter().partition(is_used);
        let above = bones.above();
        let has_above = |place: &usize| above.get(*place).copied().flatten().is_some();
        let (moved, alone): (Vec<_>, Vec<_>) = moved.into_iter().partition(has_above);
        let what = "joints that the avatar lacks, whose vertices move with the nearest known ancestor";
        bones.report(what, LossSeverity::Changed, &moved, losses);
        let first = bones.kept.first().map_or("", |place| bones.own_name(*place));
        let what = format!("joints without a known ancestor, whose vertices move with {first}");
        bones.report(&what, LossSeverity::Changed, &alone, losses);
        let what = "unused joints that the avatar does not have";
        bones.report(what, LossSeverity::Note, &idle, losses);
        if bones.kept.len() > MOST_JOINTS {
            let (used, idle): (Vec<_>, Vec<_>) = bones.kept.iter().copied().partition(is_used);
            let what = "joints without a vertex were dropped, because a skin can have 110";
            bones.report(what, LossSeverity::Changed, &idle, losses);
            bones.kept = used;
        }
        Ok(bones)
    }

    /// Refuses a mesh if more than a twentieth of its weight is on joints whose position in the body is unknown. Joints
    /// below a head, a hand or a foot, such as ears, count as part of it, unless they have a third of the weight, or no
    /// joint above them is known.
    fn refuse(&self, unknown: &[usize], loads: &[f64]) -> Result<(), Problem> {
        const ENDS: [&str; 9] =
            ["mHead", "mSkull", "mEye", "mFace", "mWrist", "mHand", "mAnkle", "mFoot", "mToe"];
        let new = self.above();
        let is_end = |place: usize| {
            let above =
                new.get(place).copied().flatten().and_then(|number| self.kept.get(usize::from(number)));
            let name = above.map_or("", |place| self.own_name(*place));
            ENDS.iter().any(|end| name.starts_with(end))
        };
        let load = |place: usize| loads.get(place).copied().unwrap_or_default();
        let whole: f64 = loads.iter().sum();
        let below_ends: f64 =
            unknown.iter().filter(|place| is_end(**place)).map(|place| load(*place) / whole).sum();
        let is_part = |place: usize| below_ends <= MOST_BELOW_ENDS && is_end(place);
        let mut odd: Vec<(f64, &str)> = unknown
            .iter()
            .filter(|place| load(**place) > 0.0 && !is_part(**place))
            .map(|place| (load(*place) / whole, self.name(*place)))
            .collect();
        odd.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let share: f64 = odd.iter().map(|(share, _)| share).sum();
        if share <= MOST_UNKNOWN {
            return Ok(());
        }
        let listed = |(share, name): &(f64, &str)| {
            let near = rigs::nearest(name).map_or(String::new(), |joint| format!(", perhaps {joint}"));
            format!("{} ({:.0} %{near})", cut(name), share * 100.0)
        };
        let first: Vec<_> = odd.iter().take(MOST_LISTED).map(listed).collect();
        let more = odd.len().saturating_sub(MOST_LISTED);
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        let message = format!(
            "{:.0} % of the weight is on joints of no known rig: {}{more}",
            share * 100.0,
            first.join(", ")
        );
        let help = format!("{}; --rig-preset none leaves all joints out", rigs::HELP);
        Err(Problem::new(ProblemKind::Unsupported, message).help(help))
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

    /// The joint's name in viewers.
    fn own_name(&self, place: usize) -> &'s str {
        let name = self.name(place);
        known(name).map_or(name, |joint| joint.name)
    }

    fn is_known(&self, place: usize) -> bool {
        of_avatar(self.name(place)).is_some()
    }

    /// For each joint, the new index of the joint that replaces it: itself or its nearest ancestor that is kept, else
    /// the first joint.
    fn numbers(&self) -> Vec<Option<u16>> {
        let first = (!self.kept.is_empty()).then_some(0);
        self.above().into_iter().map(|number| number.or(first)).collect()
    }

    /// For each joint, the new index of itself or its nearest ancestor that is kept.
    fn above(&self) -> Vec<Option<u16>> {
        let kept: HashMap<&str, u16> =
            self.kept.iter().map(|place| self.own_name(*place)).zip(0..=u16::MAX).collect();
        let own = |place: usize| kept.get(self.own_name(place)).copied();
        // The result of each node that is known.
        let mut of_nodes: Vec<Option<Option<u16>>> = vec![None; self.scene.nodes.len()];
        for (place, node) in self.joints.nodes.iter().enumerate() {
            of_nodes.get_mut(*node).into_iter().for_each(|of_node| *of_node = own(place).map(Some));
        }
        // Each walk ends at a node with a known result and stores it for all nodes on the way, so each node is visited
        // once.
        for node in 0..of_nodes.len() {
            let mut way = Vec::new();
            let mut next = Some(node);
            let mut found = None;
            // Bounds the walk if parents form a cycle.
            while let Some(at) = next.filter(|_| way.len() <= of_nodes.len()) {
                if let Some(known) = of_nodes.get(at).copied().flatten() {
                    found = known;
                    break;
                }
                way.push(at);
                next = self.scene.nodes.get(at).and_then(|node| node.parent);
            }
            for node in way {
                of_nodes.get_mut(node).into_iter().for_each(|of_node| *of_node = Some(found));
            }
        }
        let of_joint = |node: &usize| of_nodes.get(*node).copied().flatten().flatten();
        self.joints.nodes.iter().map(of_joint).collect()
    }

    /// Binds the vertices of these shapes to the joints that are kept.
    pub(super) fn hang(&self, shapes: &mut [TriMesh], losses: &mut Losses) {
        let new = self.numbers();
        let (mut n_merged, mut n_loose) = (0_usize, 0_usize);
        for shape in shapes.iter_mut().filter(|shape| !shape.joints.is_empty()) {
            if self.kept.is_empty() {
                n_loose = n_loose.saturating_add(shape.joints.len());
                (shape.joints, shape.weights) = Default::default();
                continue;
            }
            for (joints, weights) in shape.joints.iter_mut().zip(&mut shape.weights) {
                let (own, sums, is_merged) = hung(*joints, weights.to_array(), &new);
                *joints = own;
                if is_merged {
                    *weights = Vec4::from_array(sums);
                    n_merged = n_merged.saturating_add(1);
                }
            }
        }
        let what = "vertices whose joints were all removed";
        losses.report(LossCode::WeightTruncated, LossSeverity::Lost, what, n_loose, "");
        let what = "vertices on joints that were merged: their weights were added";
        losses.report(LossCode::WeightRounded, LossSeverity::Note, what, n_merged, "");
    }

    /// The joints that are kept, by their names in viewers, with their inverse bind matrices.
    pub(super) fn bound(&self) -> impl Iterator<Item = (&'s str, &'s Mat4)> {
        let bound = |place: &usize| Some((self.own_name(*place), self.joints.inverse_bind.get(*place)?));
        self.kept.iter().filter_map(bound)
    }

    /// A skin of these joints in their bind pose.
    pub(super) fn skin(&self) -> Skin {
        Skin {
            joint_names: Some(self.bound().map(|(name, _)| Text::from(name)).collect()),
            inverse_bind_matrix: Some(self.bound().map(|(_, bind)| space::stored(bind)).collect()),
            ..Skin::default()
        }
    }
}

/// The joint that viewers recognise by this name, unless it is an attachment point of the screen.
pub(super) fn of_avatar(name: &str) -> Option<&'static Joint> {
    known(name).filter(|joint| Skin::is_joint_of_avatar(joint.name.as_bytes()))
}

/// The sum of the weights on each joint over all vertices of the shapes.
fn loads(shapes: &[TriMesh], n_joints: usize) -> Vec<f64> {
    let mut loads = vec![0.0; n_joints];
    for (joints, weights) in shapes.iter().flat_map(|shape| shape.joints.iter().zip(&shape.weights)) {
        for (joint, weight) in joints.iter().zip(weights.to_array()).filter(|(_, weight)| *weight > 0.0) {
            loads.get_mut(usize::from(*joint)).into_iter().for_each(|load| *load += f64::from(weight));
        }
    }
    loads
}

/// The influences of a vertex on the joints that are kept, each once; the flag is set if several were merged. `new` has
/// the new index of each joint.
fn hung(joints: [u16; 4], weights: [f32; 4], new: &[Option<u16>]) -> ([u16; 4], [f32; 4], bool) {
    let number = |joint: u16| new.get(usize::from(joint)).copied().flatten().unwrap_or(0);
    let (mut to, mut sums, mut n, mut n_used) = ([0; 4], [0.0; 4], 0_usize, 0_usize);
    for (joint, weight) in joints.into_iter().zip(weights).filter(|(_, weight)| *weight > 0.0) {
        n_used = n_used.saturating_add(1);
        let joint = number(joint);
        let mut places = to.iter_mut().zip(&mut sums).enumerate();
        if let Some((place, (own, sum))) = places.find(|(place, (own, _))| *place >= n || **own == joint) {
            n = n.max(place.saturating_add(1));
            *own = joint;
            *sum += weight;
        }
    }
    // Without a merge, the influences stay in their order.
    if n < n_used { (to, sums, true) } else { (joints.map(number), weights, false) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_on_joints_that_become_one_are_added() {
        let new = [Some(0), Some(0), Some(1)];
        assert_eq!(hung([2, 0, 1, 0], [0.75, 0.25, 0.0, 0.0], &new).0, [1, 0, 0, 0]);
        let (joints, weights, is_merged) = hung([1, 2, 0, 9], [0.5, 0.375, 0.125, 0.0], &new);
        assert_eq!((joints, weights, is_merged), ([0, 1, 0, 0], [0.625, 0.375, 0.0, 0.0], true));
    }
}

//! Joints and welds between parts.

use super::super::super::{WELDS, rig};
use super::Build;
use super::tree::Tree;
use dom::{Id, Target, Value};
use files::documents::problem;
use geom::Pose;
use scene::affine::Affine;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Node, Path, Problem};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// A part and its pose in the world.
type At = (Id, Pose);

/// The weld that a node represents: its class, and the name of the second part.
pub(super) fn weld(node: &Node) -> Option<(&str, &str)> {
    let own = node.extras.get("rezkit")?;
    let class = own.get("weld")?.as_text()?;
    Some((class, own.get("to")?.as_text()?)).filter(|_| WELDS.contains(&class.as_bytes()))
}

impl Build<'_, '_> {
    /// Adds joints between parts. In each group of connected parts, all but one are unanchored.
    pub(super) fn joints(&mut self, tree: &Tree, losses: &mut Losses) -> Result<(), Problem> {
        let mut pairs = Vec::new();
        let n_alone = self.motors(tree, &mut pairs)?.saturating_add(self.welds(tree, &mut pairs)?);
        let what = "joints with a missing part";
        losses.report(LossCode::JointUnknown, LossSeverity::Lost, what, n_alone, "");
        self.stiff(tree, losses);
        for part in loose(&pairs, |part| self.document.name(part) == rig::ROOT) {
            self.document.set(part, "Anchored", false).map_err(problem)?;
        }
        Ok(())
    }

    /// Reports animated nodes with parts that no joint moves.
    fn stiff(&self, tree: &Tree, losses: &mut Losses) {
        let tracks = self.scene.animations.iter().flat_map(|animation| &animation.tracks);
        let moving = tracks.filter(|track| matches!(track.path, Path::Translation | Path::Rotation));
        let moved: BTreeSet<usize> = moving.map(|track| track.node).collect();
        let has_parts = |node: &usize| tree.has_parts.get(*node) == Some(&true) && !tree.is_joint(*node);
        for node in moved.into_iter().filter(has_parts) {
            let what = "animated nodes above parts do not become joints, so their keyframes have no effect";
            let name = self.scene.nodes.get(node).map_or("", |node| &node.name);
            losses.report(LossCode::JointUnknown, LossSeverity::Lost, what, 1, name);
        }
    }

    /// Adds the joints that move parts, and welds further parts of a joint to the first. Returns the number of joints
    /// that lack a part.
    fn motors(&mut self, tree: &Tree, pairs: &mut Vec<[Id; 2]>) -> Result<usize, Problem> {
        let (scene, mut n_alone) = (self.scene, 0_usize);
        // For each joint, the part that it moves: the one whose name the joint records, or else the first.
        let mut moved: HashMap<usize, (bool, At)> = HashMap::new();
        for node in tree.order.iter().copied() {
            let joint = tree.hook(node).and_then(|joint| Some((joint, scene.nodes.get(joint)?)));
            let Some((joint, says)) = joint.and_then(|(at, joint)| Some((at, rig::moved_part(joint)?)))
            else {
                continue;
            };
            let Some(part) = self.parts.get(node).copied().flatten() else { continue };
            let is_it = scene.nodes.get(node).is_some_and(|node| node.name == says);
            match moved.get(&joint) {
                Some((was_it, _)) if *was_it || !is_it => {}
                _ => drop(moved.insert(joint, (is_it, part))),
            }
        }
        let mut hung: HashMap<usize, usize> = HashMap::new();
        for node in tree.order.iter().copied() {
            let above = tree.hook(node);
            let inherited = above.and_then(|above| hung.get(&above).copied());
            let joint = Some(node).filter(|node| tree.is_joint(*node)).or(inherited);
            hung.extend(joint.map(|joint| (node, joint)));
            let Some(joint) = scene.nodes.get(node).filter(|_| tree.is_joint(node)) else { continue };
            let first = above.and_then(|above| match moved.get(&above) {
                Some((_, part)) => Some(*part),
                None => self.parts.get(above).copied().flatten(),
            });
            let Some((first, (_, second))) = first.zip(moved.get(&node).copied()) else {
                n_alone = n_alone.saturating_add(1);
                continue;
            };
            let place = self.worlds.get(node).map_or(Pose::IDENTITY, |world| world.decomposed().0.pose());
            self.join("Motor6D", &joint.name, [first, second], place)?;
            pairs.push([first.0, second.0]);
        }
        for (node, part, pose) in self.made.clone() {
            let body = hung.get(&node).and_then(|joint| moved.get(joint));
            if let Some((_, body)) = body.filter(|(_, (body, _))| *body != part) {
                self.join("Weld", "Weld", [*body, (part, pose)], pose)?;
                pairs.push([body.0, part]);
            }
        }
        Ok(n_alone)
    }

    /// Adds the welds that nodes represent. Returns the number that lack a part.
    fn welds(&mut self, tree: &Tree, pairs: &mut Vec<[Id; 2]>) -> Result<usize, Problem> {
        let (scene, mut n_alone) = (self.scene, 0_usize);
        // The parts by name and parent; of several, the first.
        let mut named: HashMap<(&str, Option<usize>), At> = HashMap::new();
        for (node, part, pose) in self.made.iter().rev() {
            let name = scene.nodes.get(*node).map_or("", |node| &*node.name);
            for above in [None, tree.parent(*node)] {
                named.insert((name, above), (*part, *pose));
            }
        }
        for node in tree.order.iter().copied() {
            let Some(joint) = scene.nodes.get(node) else { continue };
            let Some((class, to)) = weld(joint) else { continue };
            let above = tree.hook(node);
            let first = above.and_then(|above| self.parts.get(above).copied().flatten());
            let around = above.and_then(|above| tree.parent(above));
            let second = [around, None].into_iter().find_map(|around| named.get(&(to, around)).copied());
            let Some((first, second)) = first.zip(second).filter(|(first, second)| first.0 != second.0)
            else {
                n_alone = n_alone.saturating_add(1);
                continue;
            };
            // A WeldConstraint keeps parts where they are; a Weld does so by its two offsets.
            let class = if class == "WeldConstraint" { "Weld" } else { class };
            // The part may be scaled, but the joint is not.
            let place = first.1 * Affine::from_trs(&joint.local).decomposed().0.pose();
            self.join(class, &joint.name, [first, second], place)?;
            pairs.push([first.0, second.0]);
        }
        Ok(n_alone)
    }

    /// Adds a joint at a pose in the world as a child of the second part.
    fn join(&mut self, class: &str, name: &str, parts: [At; 2], place: Pose) -> Result<(), Problem> {
        let [(first, one), (second, other)] = parts;
        let Some((one, other)) = one.inverse().zip(other.inverse()) else { return Ok(()) };
        let id = self.instance(Some(second), class, name)?;
        for (property, part) in [("Part0", first), ("Part1", second)] {
            self.document.set(id, property, Value::Referent(Target::Instance(part))).map_err(problem)?;
        }
        // Both offsets lead to the same pose in the world: `Part0 · C0` is `Part1 · C1` (docs/gltf.md).
        self.document.set(id, "C0", one * place).map_err(problem)?;
        self.document.set(id, "C1", other * place).map_err(problem)?;
        Ok(())
    }
}

/// The parts of each connected group, except the one that stays anchored: the root of a rig, or else the first that
/// is not attached to another.
fn loose(pairs: &[[Id; 2]], is_root: impl Fn(Id) -> bool) -> Vec<Id> {
    let seconds: BTreeSet<Id> = pairs.iter().map(|[_, second]| *second).collect();
    let mut beside: BTreeMap<Id, Vec<Id>> = BTreeMap::new();
    for [first, second] in pairs.iter().copied() {
        beside.entry(first).or_default().push(second);
        beside.entry(second).or_default().push(first);
    }
    let (mut loose, mut seen) = (Vec::new(), HashSet::new());
    for start in beside.keys().copied() {
        let mut all = Vec::from_iter(Some(start).filter(|start| seen.insert(*start)));
        let mut next = 0;
        while let Some(part) = all.get(next) {
            let others = beside.get(part).into_iter().flatten().copied();
            all.extend(others.filter(|other| seen.insert(*other)));
            next = next.saturating_add(1);
        }
        let rank = |part: &Id| (is_root(*part), !seconds.contains(part), Reverse(*part));
        let root = all.iter().copied().max_by_key(rank);
        loose.extend(all.into_iter().filter(|part| Some(*part) != root));
    }
    loose
}

//! Rigs: parts that joints connect.

use super::instance::{Instance, Instances};
use super::joint::Joint;
use super::motion::{Motion, animation};
use super::{Build, placed};
use geom::{Pose, Vec3};
use scene::allowance::Allowance;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Json, Node, Problem};
use std::collections::{HashMap, HashSet, VecDeque};

/// The name of the root part of a rig.
pub(super) const ROOT: &str = "HumanoidRootPart";

/// The name of the part that a joint moves, from the extras of its node.
pub(super) fn moved_part(node: &Node) -> Option<&str> {
    let own = node.extras.get("rezkit").filter(|_| node.mesh.is_none())?;
    own.get("part")?.as_text()
}

/// A directed connection from a part to another, which becomes its child.
#[derive(Clone, Copy)]
struct Connection {
    /// The instance of the joint.
    joint: usize,
    from: usize,
    to: usize,
    /// The pose of the joint in the first part; `here` is that in the second.
    there: Pose,
    here: Pose,
    is_inverted: bool,
    is_motor: bool,
}

/// The connections from the root of a rig to all connected parts, in breadth-first order.
pub(super) struct Rig {
    root: Option<usize>,
    ways: Vec<Connection>,
}

impl Rig {
    /// The rig in an instance, or of the whole file.
    pub(super) fn from_instances(instances: &Instances<'_>, within: Option<usize>) -> Self {
        let mut from: HashMap<usize, Vec<Connection>> = HashMap::new();
        // Parents precede their children.
        let mut is_within: Vec<bool> = Vec::with_capacity(instances.0.len());
        for (index, instance) in instances.iter().enumerate() {
            let is_below = instance.parent.and_then(|parent| is_within.get(parent)).copied().unwrap_or(false);
            let is_in = within.is_none_or(|within| within == index || is_below);
            is_within.push(is_in);
            let Some(way) = way(instances, index, &instance).filter(|_| is_in) else { continue };
            // The root may be on either side of a joint, so each connection is added in both directions.
            let back = Connection {
                from: way.to,
                to: way.from,
                there: way.here,
                here: way.there,
                is_inverted: true,
                ..way
            };
            from.entry(way.from).or_default().push(way);
            from.entry(way.to).or_default().push(back);
        }
        let root = root(instances, &from);
        let (mut ways, mut seen) = (Vec::new(), root.into_iter().collect::<HashSet<usize>>());
        let mut pending = VecDeque::from_iter(root);
        while let Some(part) = pending.pop_front() {
            for way in from.get(&part).into_iter().flatten() {
                // Of several connections to a part, the first is used; this ends cycles, too.
                if seen.insert(way.to) {
                    ways.push(*way);
                    pending.push_back(way.to);
                }
            }
        }
        Self { root, ways }
    }

    /// True if an animation moves a part of the rig.
    pub(super) fn is_moved_by(&self, instances: &Instances<'_>, motion: &Motion) -> bool {
        let moved = self.ways.iter().filter(|way| way.is_motor).map(|way| way.to);
        moved.filter_map(|part| instances.get(part)).any(|part| motion.moves(&part.name()))
    }

    /// All parts of the rig.
    pub(super) fn parts(&self) -> impl Iterator<Item = usize> {
        self.root.into_iter().chain(self.ways.iter().map(|way| way.to))
    }
}

/// True if an instance connects two parts.
pub(super) fn is_joint(instance: &Instance<'_>) -> bool {
    is_motor(instance).is_some()
}

/// True if a joint can be animated; `None` if the instance is not a joint.
pub(super) fn is_motor(instance: &Instance<'_>) -> Option<bool> {
    match instance.class() {
        b"Motor6D" | b"Motor" | b"AnimationConstraint" => Some(true),
        b"Weld" | b"ManualWeld" | b"Snap" | b"WeldConstraint" | b"RigidConstraint" => Some(false),
        _ => None,
    }
}

/// The connection from the first part of a joint to its second; `None` if the instance is not a joint.
fn way(instances: &Instances<'_>, index: usize, instance: &Instance<'_>) -> Option<Connection> {
    let is_motor = is_motor(instance)?;
    let part = |property| instances.referred(instance, property);
    let (from, to, there, here) = match instances.held(instance) {
        Some((from, to)) => {
            let poses = [from, to].map(|part| instances.get(part).and_then(|part| part.pose("CFrame")));
            // A joint without offsets keeps parts where they are.
            let apart = || Some(poses[0]?.inverse()? * poses[1]?);
            let there = instance.pose("C0").or_else(apart).unwrap_or(Pose::IDENTITY);
            (from, to, there, instance.pose("C1").unwrap_or(Pose::IDENTITY))
        }
        None => {
            let half = |property| {
                let attachment = instances.get(part(property)?)?;
                Some((attachment.parent?, attachment.pose("CFrame").unwrap_or(Pose::IDENTITY)))
            };
            let ((from, there), (to, here)) = half("Attachment0").zip(half("Attachment1"))?;
            (from, to, there, here)
        }
    };
    (from != to).then_some(Connection { joint: index, from, to, there, here, is_inverted: false, is_motor })
}

/// The root: the part named HumanoidRootPart, or the primary part of a model, or the part with the most joints.
fn root(instances: &Instances<'_>, from: &HashMap<usize, Vec<Connection>>) -> Option<usize> {
    let named = (0..instances.0.len())
        .find(|index| from.contains_key(index) && instances.get(*index).is_some_and(|it| it.name() == ROOT));
    let main = || {
        let models = instances.iter().filter(|instance| instance.class() == b"Model");
        models
            .filter_map(|model| instances.referred(&model, "PrimaryPart"))
            .find(|part| from.contains_key(part))
    };
    let most = || {
        // In a tie, the part with the lowest index, because the order of a hash table is random.
        from.iter().max_by_key(|(part, ways)| (ways.len(), std::cmp::Reverse(**part))).map(|(part, _)| *part)
    };
    named.or_else(main).or_else(most)
}

impl Build<'_, '_> {
    /// Attaches parts to joints, and converts the animations of the joints.
    pub(super) fn animate(
        &mut self,
        rig: &Rig,
        motions: &[Motion],
        memory: &Allowance,
        losses: &mut Losses,
    ) -> Result<(), Problem> {
        let mut parts = rig.parts().peekable();
        if parts.peek().is_some() && parts.all(|part| self.node_of(part).is_none()) {
            let what =
                "animations of characters outside of the workspace are left out: --all-parts converts both";
            losses.report(LossCode::AnimResampled, LossSeverity::Lost, what, motions.len(), "");
            return Ok(());
        }
        // For each part to which others may be attached: the node, and the pose of the part relative to it.
        let mut hooks: HashMap<usize, (usize, Pose)> = HashMap::new();
        if let Some((root, node)) = rig.root.and_then(|root| Some((root, self.node_of(root)?))) {
            hooks.insert(root, (node, Pose::IDENTITY));
        }
        let mut joints = Vec::new();
        for way in &rig.ways {
            let Some((above, part)) = hooks.get(&way.from).copied() else { continue };
            let (Some(node), Some(back)) = (self.node_of(way.to), way.here.inverse()) else { continue };
            let rest = part * way.there;
            let (parent, local) = if way.is_motor {
                let parent = self.scene.nodes.len();
                self.scene.nodes.push(self.joint(way, above, rest));
                let part = self.instances.get(way.to).map_or_else(String::new, |part| part.name());
                joints.push(Joint { node: parent, part, rest, is_inverted: way.is_inverted });
                hooks.insert(way.to, (parent, back));
                (parent, back)
            } else {
                hooks.insert(way.to, (node, Pose::IDENTITY));
                (above, rest * back)
            };
            if let Some(node) = self.scene.nodes.get_mut(node) {
                (node.parent, node.local) = (Some(parent), placed(local, Vec3::ONE));
            }
        }
        for (index, instance) in self.instances.iter().enumerate() {
            // A pose moves a bone relative to its rest pose.
            if let Some(node) = self.node_of(index).filter(|_| instance.class() == b"Bone") {
                let rest = instance.pose("CFrame").unwrap_or(Pose::IDENTITY);
                joints.push(Joint { node, part: instance.name(), rest, is_inverted: false });
            }
        }
        for motion in motions {
            let mut animation = animation(motion, &joints, memory, losses)?;
            self.move_faces(motion, &mut animation, memory, losses)?;
            self.scene.animations.push(animation);
        }
        Ok(())
    }

    /// The node of a joint, whose extras name the part that it moves.
    fn joint(&self, way: &Connection, above: usize, rest: Pose) -> Node {
        let name = |index| self.instances.get(index).map_or_else(String::new, |it| it.name());
        let mut own = Json::default();
        own.set("part", name(way.to));
        let mut extras = Json::default();
        extras.set("rezkit", own);
        let local = placed(rest, Vec3::ONE);
        Node { name: name(way.joint), parent: Some(above), local, extras, ..Node::default() }
    }
}

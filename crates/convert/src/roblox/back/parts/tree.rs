//! The hierarchy of a scene's nodes in the model to which it is converted.

use super::super::super::{rig, shape};
use scene::{Node, Scene};
use std::collections::HashMap;

/// The hierarchy of nodes. Parts attached to joints are siblings, because a rig is a flat list of parts.
pub(super) struct Tree {
    /// The nodes in an order with parents before children; siblings are in the order of the scene.
    pub(super) order: Vec<usize>,
    /// The parent of each node in the scene.
    hooks: Vec<Option<usize>>,
    /// The parent of each node in the model.
    parents: Vec<Option<usize>>,
    is_joint: Vec<bool>,
    /// Maps each node that holds the geometry of its parent to that parent; `looked` is the inverse.
    looks: HashMap<usize, usize>,
    looked: HashMap<usize, usize>,
    /// Set for nodes that have parts, themselves or as descendants.
    pub(super) has_parts: Vec<bool>,
    /// Set for nodes that have parts as descendants.
    pub(super) leads: Vec<bool>,
}

impl Tree {
    pub(super) fn from_scene(scene: &Scene) -> Self {
        let n_nodes = scene.nodes.len();
        let in_circles = scene.in_circles();
        let (mut parents, mut children) = (vec![None; n_nodes], vec![Vec::new(); n_nodes]);
        let mut pending = Vec::new();
        for (index, node) in scene.nodes.iter().enumerate() {
            let parent = node.parent.filter(|_| in_circles.get(index) == Some(&false));
            match parent.and_then(|parent| children.get_mut(parent)) {
                Some(children) => {
                    children.push(index);
                    super::set_at(&mut parents, index, parent);
                }
                None => pending.push(index),
            }
        }
        let mut order = Vec::with_capacity(n_nodes);
        pending.reverse();
        while let Some(index) = pending.pop() {
            order.push(index);
            pending.extend(children.get_mut(index).map(std::mem::take).unwrap_or_default().into_iter().rev());
        }
        let mut tree = Self {
            order,
            hooks: parents.clone(),
            parents,
            is_joint: scene.nodes.iter().map(|node| rig::moved_part(node).is_some()).collect(),
            looks: HashMap::new(),
            looked: HashMap::new(),
            has_parts: vec![false; n_nodes],
            leads: vec![false; n_nodes],
        };
        tree.find_looks(&scene.nodes);
        tree.unhook();
        tree
    }

    /// Finds the nodes that hold the geometry of their parent, at most one for each.
    fn find_looks(&mut self, nodes: &[Node]) {
        for (look, node) in nodes.iter().enumerate().filter(|(_, node)| shape::is_look(node)) {
            let is_free = |part: &usize| nodes.get(*part).is_some_and(|part| part.mesh.is_none());
            if let Some(part) = self.hook(look).filter(is_free)
                && !node.hidden
                && !self.looked.contains_key(&part)
            {
                self.looked.insert(part, look);
                self.looks.insert(look, part);
            }
        }
    }

    /// Makes parts attached to joints siblings of the part to which the first of these joints is attached.
    fn unhook(&mut self) {
        let mut around: Vec<Option<usize>> = vec![None; self.hooks.len()];
        for node in self.order.iter().copied() {
            let hook = self.hooks.get(node).copied().flatten();
            let above = match hook {
                Some(joint) if self.is_joint.get(joint) == Some(&true) => {
                    around.get(joint).copied().flatten()
                }
                Some(part) if self.is_joint.get(node) == Some(&true) && self.looked.contains_key(&part) => {
                    self.parents.get(part).copied().flatten()
                }
                hook => hook,
            };
            for list in [&mut around, &mut self.parents] {
                super::set_at(list, node, above);
            }
        }
    }

    pub(super) fn parent(&self, node: usize) -> Option<usize> {
        self.parents.get(node).copied().flatten()
    }

    /// The parent of a node in the scene.
    pub(super) fn hook(&self, node: usize) -> Option<usize> {
        self.hooks.get(node).copied().flatten()
    }

    /// True if a node is a joint to which parts are attached.
    pub(super) fn is_joint(&self, node: usize) -> bool {
        self.is_joint.get(node) == Some(&true)
    }

    /// The node whose geometry this node holds: its parent, or usually itself.
    pub(super) fn part_of(&self, node: usize) -> usize {
        self.looks.get(&node).copied().unwrap_or(node)
    }

    /// The node that holds the geometry of this one: a child, or usually itself.
    pub(super) fn shown_by(&self, node: usize) -> usize {
        self.looked.get(&node).copied().unwrap_or(node)
    }

    pub(super) fn find_parts(&mut self, has_own: impl Fn(usize) -> bool) {
        let Self { order, parents, has_parts, leads, .. } = self;
        for node in order.iter().rev().copied() {
            let is_above = leads.get(node) == Some(&true);
            let has_any = is_above || has_own(node);
            let above = parents.get(node).copied().flatten();
            for (list, at, value) in [(&mut *has_parts, Some(node), has_any), (&mut *leads, above, has_any)] {
                if let Some(place) = at.and_then(|at| list.get_mut(at)) {
                    *place |= value;
                }
            }
        }
    }
}

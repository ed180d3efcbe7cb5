//! The transforms of nodes and vertices at a point in time.

use crate::affine::Affine;
use crate::animation::{Animation, Path};
use crate::mesh::{Mesh, Skin};
use crate::node::Trs;
use crate::scene::Scene;
use geom::{Mat4, Quat, Vec3};
use std::borrow::Cow;
use std::collections::HashMap;

/// The transforms of all nodes, and the weights of their morph targets.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Pose {
    /// The transform of each node, relative to its parent; missing ones are as at rest.
    pub locals: Vec<Trs>,
    /// The weights of the morph targets of each node's mesh; empty if no mesh has any.
    pub weights: Vec<Vec<f32>>,
}

impl Pose {
    /// The weights of the morph targets of a node.
    pub(crate) fn weights_of(&self, node: usize) -> &[f32] {
        self.weights.get(node).map_or(&[], Vec::as_slice)
    }
}

impl Scene {
    /// The rest pose.
    #[must_use]
    pub fn rest(&self) -> Pose {
        Pose { weights: self.still().weights, ..self.rest_of_nodes() }
    }

    /// The rest pose without the transforms of nodes, which saves memory.
    pub(crate) fn still(&self) -> Pose {
        let mut pose = Pose::default();
        if self.meshes.iter().any(|mesh| !mesh.morphs.is_empty()) {
            pose.weights = self.nodes.iter().map(|node| node.weights.clone()).collect();
        }
        pose
    }

    /// The pose of an animation at a time in seconds; the rest pose if the animation does not exist.
    #[must_use]
    pub fn pose_at(&self, animation: usize, time: f32) -> Pose {
        let mut pose = self.rest();
        if let Some(animation) = self.animations.get(animation) {
            animation.apply(time, &mut pose);
        }
        pose
    }

    /// The world transforms of all nodes.
    #[must_use]
    pub fn world_matrices(&self, pose: &Pose) -> Vec<Mat4> {
        self.worlds(pose).into_iter().map(Affine::to_mat4).collect()
    }

    /// The positions of a node's vertices in world space: deformed by its skin, or else transformed with the node.
    /// Empty if the node has no mesh.
    #[must_use]
    pub fn skinned(&self, node: usize, pose: &Pose) -> Vec<Vec3> {
        self.posed(node, pose, &self.worlds(pose))
    }

    /// The rest pose without the weights of morph targets, of which there may be as many as nodes times targets.
    pub fn rest_of_nodes(&self) -> Pose {
        Pose { locals: self.nodes.iter().map(|node| node.local).collect(), weights: Vec::new() }
    }

    /// The world transforms of all nodes in the rest pose.
    pub fn worlds_at_rest(&self) -> Vec<Affine> {
        self.worlds(&Pose::default())
    }

    /// The world transforms of all nodes in this pose. A node in a cycle of parents counts as a root.
    pub fn worlds(&self, pose: &Pose) -> Vec<Affine> {
        let mut worlds = Worlds::new(self, pose);
        (0..self.nodes.len()).map(|index| worlds.get(index)).collect()
    }

    /// The positions of a node's vertices as [`skinned`](Self::skinned) computes them, from these world transforms.
    pub(crate) fn posed(&self, node: usize, pose: &Pose, worlds: &[Affine]) -> Vec<Vec3> {
        let mesh = self.nodes.get(node).and_then(|node| self.meshes.get(node.mesh?));
        mesh.map_or_else(Vec::new, |mesh| self.mover(node, mesh, worlds).moved(mesh, pose, node))
    }

    /// The transform of a node's vertices, from these world transforms.
    #[must_use]
    pub fn mover<'a>(&self, node: usize, mesh: &'a Mesh, worlds: &[Affine]) -> Mover<'a> {
        self.mover_by(node, mesh, |node| worlds.get(node).copied().unwrap_or(Affine::IDENTITY))
    }

    fn mover_by<'a>(&self, node: usize, mesh: &'a Mesh, mut world: impl FnMut(usize) -> Affine) -> Mover<'a> {
        let skin = self.nodes.get(node).and_then(|node| self.skins.get(node.skin?));
        match skin {
            Some(skin) if !mesh.shape.joints.is_empty() => Mover::Skin { mesh, joints: skin.matrices(world) },
            _ => Mover::Node(world(node)),
        }
    }
}

/// World transforms of nodes, computed on demand. Only those of nodes with children are cached.
pub(crate) struct Worlds<'s> {
    scene: &'s Scene,
    pose: &'s Pose,
    kept: HashMap<usize, Affine>,
    way: Vec<usize>,
    is_on_way: Vec<bool>,
}

impl<'s> Worlds<'s> {
    pub(crate) fn new(scene: &'s Scene, pose: &'s Pose) -> Self {
        let is_on_way = vec![false; scene.nodes.len()];
        Self { scene, pose, kept: HashMap::new(), way: Vec::new(), is_on_way }
    }

    /// The world transform of a node; one in a cycle of parents counts as a root.
    pub(crate) fn get(&mut self, node: usize) -> Affine {
        // The walk goes up to a cached node, then down again.
        let mut next = Some(node).filter(|node| *node < self.scene.nodes.len());
        let mut world = Affine::IDENTITY;
        while let Some(index) = next {
            if let Some(known) = self.kept.get(&index) {
                world = *known;
                break;
            }
            match self.is_on_way.get_mut(index) {
                Some(is_on_way) if !*is_on_way => *is_on_way = true,
                _ => break,
            }
            self.way.push(index);
            next = self.scene.nodes.get(index).and_then(|node| node.parent);
        }
        while let Some(index) = self.way.pop() {
            let at_rest = || self.scene.nodes.get(index).map(|node| &node.local);
            let local = self.pose.locals.get(index).or_else(at_rest);
            world = world.times(&local.map_or(Affine::IDENTITY, Affine::from_trs));
            if let Some(is_on_way) = self.is_on_way.get_mut(index) {
                *is_on_way = false;
            }
            if index != node {
                self.kept.insert(index, world);
            }
        }
        world
    }

    /// The transform of a node's vertices.
    pub(crate) fn mover<'a>(&mut self, node: usize, mesh: &'a Mesh) -> Mover<'a> {
        self.scene.mover_by(node, mesh, |node| self.get(node))
    }
}

/// The transform of vertices: that of their node, or those of joints.
#[derive(Debug)]
pub enum Mover<'a> {
    /// The node's world transform, for all vertices.
    Node(Affine),
    /// A skin, which transforms each vertex by its own joints.
    Skin {
        /// The mesh to which the vertices belong.
        mesh: &'a Mesh,
        /// The transform of each joint from the space of the mesh to world space.
        joints: Vec<Affine>,
    },
}

impl Mover<'_> {
    /// True if triangles are mirrored; joints that mirror are ignored.
    pub(crate) fn is_mirrored(&self) -> bool {
        matches!(self, Self::Node(world) if world.determinant() < 0.0)
    }

    /// The positions of a node's vertices in world space.
    pub(crate) fn moved(&self, mesh: &Mesh, pose: &Pose, node: usize) -> Vec<Vec3> {
        let positions = mesh.morphed(pose.weights_of(node));
        positions.iter().enumerate().map(|(vertex, position)| self.point(vertex, *position)).collect()
    }

    /// The position of a vertex in world space.
    #[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
    pub(crate) fn point(&self, vertex: usize, position: Vec3) -> Vec3 {
        let point = self.transform(vertex).point(position.to_array().map(f64::from));
        Vec3::from_array(point.map(|number| number as f32))
    }

    /// The normal of a vertex in world space; unchanged if it has no direction there.
    #[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
    pub(crate) fn normal(&self, vertex: usize, normal: Vec3) -> Vec3 {
        let turned = self.transform(vertex).for_normals().vector(normal.to_array().map(f64::from));
        Vec3::from_array(turned.map(|number| number as f32)).normalised().unwrap_or(normal)
    }

    /// The transform of one vertex.
    pub fn transform(&self, vertex: usize) -> Affine {
        match self {
            Self::Node(world) => *world,
            Self::Skin { mesh, joints } => mesh.blended(vertex, joints),
        }
    }
}

impl Skin {
    fn matrices(&self, mut world: impl FnMut(usize) -> Affine) -> Vec<Affine> {
        let joint = |(index, node): (usize, &usize)| {
            let bind = self.inverse_bind.get(index).map_or(Affine::IDENTITY, Affine::of_mat4);
            world(*node).times(&bind)
        };
        self.joints.iter().enumerate().map(joint).collect()
    }
}

impl Animation {
    /// Applies the animation to a pose; before the first key and after the last, the animated values are constant.
    pub fn apply(&self, time: f32, pose: &mut Pose) {
        for track in &self.tracks {
            if track.path == Path::Weights {
                if let Some(weights) = pose.weights.get_mut(track.node)
                    && let Some(values) = track.sample(time)
                {
                    *weights = values;
                }
            } else if let Some(local) = pose.locals.get_mut(track.node)
                && let Some(values) = track.sample(time)
            {
                track.path.set(local, &values);
            }
        }
    }
}

impl Path {
    /// Sets this part of a transform; any other number of values changes nothing.
    pub fn set(self, local: &mut Trs, values: &[f32]) {
        match (self, values) {
            (Self::Translation, &[x, y, z]) => local.translation = Vec3::new(x, y, z),
            (Self::Scale, &[x, y, z]) => local.scale = Vec3::new(x, y, z),
            (Self::Rotation, &[x, y, z, w]) => local.rotation = Quat::new(x, y, z, w),
            _ => {}
        }
    }
}

impl Mesh {
    /// The positions after morph targets are applied.
    #[must_use]
    pub fn morphed(&self, weights: &[f32]) -> Cow<'_, [Vec3]> {
        let mut positions = Cow::from(&self.shape.positions);
        for (morph, weight) in self.morphs.iter().zip(weights).filter(|(_, weight)| **weight != 0.0) {
            let positions = positions.to_mut();
            for (vertex, offset) in &morph.offsets {
                if let Some(position) = positions.get_mut(*vertex as usize) {
                    *position += *offset * *weight;
                }
            }
        }
        positions
    }

    /// The influences of a vertex, up to eight joints with their weights, including those with weight 0.
    pub fn influences(&self, vertex: usize) -> impl Iterator<Item = (u16, f32)> {
        let first = self.shape.joints.get(vertex).zip(self.shape.weights.get(vertex));
        let first = first.map(|(joints, weights)| (*joints, *weights));
        let second = self.extra_influences.get(vertex).copied();
        let sets = [first, second].into_iter().flatten();
        sets.flat_map(|(joints, weights)| joints.into_iter().zip(weights.to_array()))
    }

    /// The weighted mean of the joints' matrices.
    fn blended(&self, vertex: usize, joints: &[Affine]) -> Affine {
        let mut sum = 0.0;
        let mut blended = Affine([[0.0; 4]; 3]);
        let mut first = None;
        for (joint, weight) in self.influences(vertex) {
            // Influences of joints that do not exist are ignored.
            let Some(matrix) = joints.get(usize::from(joint)) else { continue };
            first = first.or(Some(matrix));
            if weight != 0.0 {
                blended = blended.plus(matrix, weight.into());
                sum += f64::from(weight);
            }
        }
        if sum == 0.0 || !sum.is_finite() {
            // A vertex without weights follows its first joint, as in three.js.
            return first.copied().unwrap_or(Affine::IDENTITY);
        }
        blended.0.as_flattened_mut().iter_mut().for_each(|number| *number /= sum);
        blended
    }
}

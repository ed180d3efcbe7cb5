//! Findings of the uploader of Second Life's viewers about the rig and the faces of a scene.

use super::super::bake::{self, Joints};
use super::super::rigs::Rigging;
use super::bones::{MOST_JOINTS, of_avatar};
use super::fit;
use super::positions::{LEAST_MOVE, Placed, placed};
use files::rules::{
    Finding, Findings, RZK030, RZK031, RZK032, RZK033, RZK034, RZK035, RZK036, RZK037, RZK038, RZK039,
    RZK040, Rule,
};
use geom::{Mat4, Quat, Vec3};
use scene::affine::Affine;
use scene::loss::Losses;
use scene::visible::cut;
use scene::{Mesh, Node, Scene, Skin, Trs, counted};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;

/// The largest number of faces of a mesh.
const MOST_FACES: usize = 8;
/// The largest number of vertices of a face.
const MOST_VERTICES: usize = 65_534;
/// The largest number of joints that influence a vertex.
const MOST_INFLUENCES: usize = 4;
/// The distance from the avatar's position up to which a joint counts as unmoved: single precision is not more exact.
const NO_MOVE: f64 = 1e-5;
/// The rotation in degrees, and the change of scale, from which a joint counts as rotated or scaled.
const LEAST_TURN: f64 = 0.1;
const LEAST_SCALE: f32 = 1e-3;

/// The findings for rigs and faces. With `has_positions`, joints keep their positions.
pub(in super::super) fn findings(scene: &Scene, rigging: Rigging, has_positions: bool) -> Findings {
    let nodes = bake::levels(scene).concat();
    let worlds = scene.worlds_at_rest();
    let joints = Joints::unposed(scene, &nodes, &worlds, rigging.is_own(), &mut Losses::default());
    let turn = fit::turn(&fit::stance(scene, &joints, rigging));
    let mut judge = Judge {
        scene,
        worlds,
        is_own: rigging.is_own(),
        turn,
        used: BTreeMap::new(),
        places: HashMap::new(),
        found: Findings::default(),
    };
    let mut meshes = HashSet::new();
    for node in nodes.iter().filter_map(|node| scene.nodes.get(*node)) {
        // Each pair of mesh and skin is examined once.
        if let Some(mesh) = node.mesh.filter(|mesh| meshes.insert((*mesh, node.skin))) {
            judge.mesh(node, mesh);
        }
    }
    for (skin, node) in skins(scene, &nodes) {
        judge.skin(skin, node, has_positions);
    }
    judge.found
}

/// The skins of these nodes, each with the first node that uses it.
fn skins(scene: &Scene, nodes: &[usize]) -> BTreeMap<usize, usize> {
    let mut skins = BTreeMap::new();
    for node in nodes {
        let skin = scene.nodes.get(*node).and_then(|node| node.mesh.and(node.skin));
        skin.into_iter().for_each(|skin| {
            skins.entry(skin).or_insert(*node);
        });
    }
    skins
}

struct Judge<'s> {
    scene: &'s Scene,
    worlds: Vec<Affine>,
    /// Set if the joints are named as those of the avatar.
    is_own: bool,
    /// The rotation from the axes of the scene to those of the avatar.
    turn: Affine,
    /// For each skin, the indices of the joints that influence a vertex.
    used: BTreeMap<usize, BTreeSet<u16>>,
    /// The positions of joints in the first skin that has them.
    places: HashMap<&'static str, [f64; 3]>,
    found: Findings,
}

impl<'s> Judge<'s> {
    fn add(&mut self, rule: Rule, path: String, found: String, limit: impl ToString) {
        self.found.add(rule, || Finding { rule, path, found, limit: limit.to_string() });
    }

    fn mesh(&mut self, node: &Node, index: usize) {
        let Some(mesh) = self.scene.meshes.get(index) else { return };
        let name = if mesh.name.is_empty() { &node.name } else { &mesh.name };
        let path = match name.is_empty() {
            true => format!("meshes[{index}]"),
            false => format!("meshes[{index}] {}", cut(name)),
        };
        self.faces(mesh, node, &path);
        if let Some((number, skin)) = node.skin.and_then(|skin| Some((skin, self.scene.skins.get(skin)?))) {
            self.weights(mesh, number, skin, &path);
        }
    }

    fn faces(&mut self, mesh: &Mesh, node: &Node, path: &str) {
        let own = mesh.shape.groups.iter().filter(|_| node.material.is_none());
        let mut faces: BTreeMap<Option<&str>, Vec<Range<usize>>> = BTreeMap::new();
        for group in own.filter(|group| !group.triangles.is_empty()) {
            faces.entry(group.material.as_deref()).or_default().push(group.triangles.clone());
        }
        if faces.is_empty() {
            faces.entry(None).or_default().push(0..mesh.shape.indices.len());
        }
        if faces.len() > MOST_FACES {
            self.add(RZK035, path.to_owned(), counted(faces.len(), "material"), MOST_FACES);
        }
        if mesh.shape.positions.len() <= MOST_VERTICES {
            return;
        }
        // For each vertex, the number of the last face that uses it.
        let mut last = vec![0_usize; mesh.shape.positions.len()];
        for (number, (material, triangles)) in (1_usize..).zip(faces) {
            let mut n_vertices = 0_usize;
            let corners = triangles.into_iter().filter_map(|range| mesh.shape.indices.get(range));
            for corner in corners.flatten().flatten() {
                if let Some(last) = last.get_mut(*corner as usize).filter(|last| **last != number) {
                    *last = number;
                    n_vertices = n_vertices.saturating_add(1);
                }
            }
            if n_vertices > MOST_VERTICES {
                let of = material.map_or(String::new(), |name| format!(" of {}", cut(name)));
                let found = format!("{}{of}", counted(n_vertices, "vertex"));
                self.add(RZK036, path.to_owned(), found, MOST_VERTICES);
            }
        }
    }

    fn weights(&mut self, mesh: &Mesh, number: usize, skin: &Skin, path: &str) {
        let name = |joint: &usize| self.scene.nodes.get(*joint).map_or("", |node| node.name.as_str());
        let is_known: Vec<bool> = skin.joints.iter().map(|joint| of_avatar(name(joint)).is_some()).collect();
        let (mut used, mut loose, mut crowded) = (BTreeSet::new(), Vertices::default(), Vertices::default());
        let mut most = 0;
        for vertex in 0..mesh.shape.positions.len() {
            let weighed = || mesh.influences(vertex).filter(|(_, weight)| *weight > 0.0);
            if !weighed().any(|(joint, _)| is_known.get(usize::from(joint)) == Some(&true)) {
                loose.add(vertex);
            }
            let n = weighed().map(|(joint, _)| used.insert(joint)).count();
            if n > MOST_INFLUENCES {
                crowded.add(vertex);
                most = most.max(n);
            }
        }
        let n_vertices = mesh.shape.positions.len();
        // Joints with equal names are merged.
        let known = used.iter().filter_map(|joint| of_avatar(name(skin.joints.get(usize::from(*joint))?)));
        let n_joints = known.map(|joint| joint.name).collect::<BTreeSet<_>>().len();
        if n_joints > MOST_JOINTS {
            self.add(RZK031, path.to_owned(), counted(n_joints, "joint"), MOST_JOINTS);
        }
        if loose.count > 0 {
            self.add(RZK032, path.to_owned(), loose.describe(n_vertices), "");
        }
        if crowded.count > 0 {
            let found = format!("{}, on up to {most} joints", crowded.describe(n_vertices));
            self.add(RZK033, path.to_owned(), found, MOST_INFLUENCES);
        }
        self.used.entry(number).or_default().extend(used);
    }

    /// Examines the joints of a skin; `node` is one that uses it.
    fn skin(&mut self, index: usize, node: usize, has_positions: bool) {
        let Some(skin) = self.scene.skins.get(index) else { return };
        let joints = Joints::unposed(self.scene, &[node], &self.worlds, self.is_own, &mut Losses::default());
        let scene = self.scene;
        let name = |node: &usize| scene.nodes.get(*node).map_or("", |node| node.name.as_str());
        let numbers: HashMap<usize, usize> =
            skin.joints.iter().enumerate().map(|(number, node)| (*node, number)).collect();
        let number = |node: &usize| numbers.get(node).copied().unwrap_or_default();
        let path = |node: &usize| format!("skins[{index}].joints[{}]", number(node));
        let used = self.used.remove(&index).unwrap_or_default();
        let is_used = |node: &usize| u16::try_from(number(node)).is_ok_and(|joint| used.contains(&joint));
        let own = |node: &usize| of_avatar(name(node)).map_or("", |joint| joint.name);
        let (mut known, unknown): (Vec<_>, Vec<_>) =
            joints.nodes.iter().zip(&joints.inverse_bind).partition(|(node, _)| !own(node).is_empty());
        for (node, _) in unknown.into_iter().filter(|(node, _)| is_used(node)) {
            self.add(RZK030, path(node), format!("{:?}", cut(name(node))), "");
        }
        // Joints with equal names are merged, at the position of the first.
        let held: HashSet<&str> =
            known.iter().filter(|(node, _)| is_used(node)).map(|(node, _)| own(node)).collect();
        let mut seen = HashSet::new();
        known.retain(|(node, _)| seen.insert(own(node)));
        let n_idle = known.iter().filter(|(node, _)| !held.contains(own(node))).count();
        if n_idle > 0 {
            let found = format!("{n_idle} of {}", counted(known.len(), "joint"));
            self.add(RZK034, format!("skins[{index}]"), found, "");
        }
        for (node, bind) in known.iter().filter(|_| !has_positions) {
            self.turn(path(node), name(node), bind);
        }
        let placed = placed(known.iter().map(|(node, bind)| (name(node), *bind)), &self.turn);
        for ((node, _), placed) in known.iter().zip(&placed) {
            self.place(path(node), placed, has_positions);
        }
    }

    /// Examines the rotation and the scale in the inverse bind matrix of a bone.
    fn turn(&mut self, path: String, name: &str, bind: &Mat4) {
        let Some(joint) = of_avatar(name).filter(|joint| joint.is_bone()) else { return };
        let (Trs { rotation, scale, .. }, is_straight) = Affine::of_mat4(bind).decomposed();
        let Quat { x, y, z, .. } = rotation;
        // The length is the sine of half the angle.
        let degrees = (2.0 * f64::from(Vec3::new(x, y, z).length()).min(1.0).asin()).to_degrees();
        let off = (scale - Vec3::ONE).length();
        if degrees > LEAST_TURN {
            let found = format!("{}, turned by {degrees:.1} degrees", joint.name);
            self.add(RZK040, path, found, format!("{LEAST_TURN} degrees"));
        } else if !is_straight || off > LEAST_SCALE {
            let Vec3 { x, y, z } = scale;
            self.add(RZK040, path, format!("{}, scaled by {x:.3}, {y:.3}, {z:.3}", joint.name), "1, 1, 1");
        }
    }

    fn place(&mut self, path: String, placed: &Placed, has_positions: bool) {
        let Some(position) = placed.position else { return };
        let (name, away) = (placed.joint.name, placed.distance());
        let found = format!("{name}, {away:.5} m away");
        if placed.is_moved() && !has_positions {
            self.add(RZK037, path.clone(), found, format!("{LEAST_MOVE} m"));
        } else if !placed.is_moved() && away > NO_MOVE {
            self.add(RZK038, path.clone(), found, format!("{LEAST_MOVE} m"));
        }
        let first = *self.places.entry(name).or_insert(position);
        let squares = first.iter().zip(position).map(|(one, other)| (one - other) * (one - other));
        let apart = squares.sum::<f64>().sqrt();
        if apart > LEAST_MOVE {
            self.add(RZK039, path, format!("{name}, {apart:.5} m from another"), format!("{LEAST_MOVE} m"));
        }
    }
}

/// A number of vertices, and the first of them.
#[derive(Default)]
struct Vertices {
    count: usize,
    first: usize,
}

impl Vertices {
    fn add(&mut self, vertex: usize) {
        if self.count == 0 {
            self.first = vertex;
        }
        self.count = self.count.saturating_add(1);
    }

    fn describe(&self, n_vertices: usize) -> String {
        format!("{} of {}, the first {}", self.count, counted(n_vertices, "vertex"), self.first)
    }
}

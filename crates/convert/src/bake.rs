//! Baking: nodes of a scene as one shape, in a common space.

use super::rest::{Stand, is_near, rigid};
use scene::affine::Affine;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Mesh, Role, Scene, Skin, subset};

use geom::{Group, Mat4, TriMesh, Vec3, Vec4};
use std::collections::HashMap;
use std::sync::OnceLock;

/// The joints of all skins of a scene.
#[derive(Debug, Default)]
pub(super) struct Joints {
    /// The nodes that are joints.
    pub(super) nodes: Vec<usize>,
    /// The inverse bind matrix of each joint, from the common space.
    pub(super) inverse_bind: Vec<Mat4>,
    places: HashMap<usize, u16>,
    /// For each node, the nearest joint among itself and its ancestors. It is computed once for all nodes, because
    /// chains may be long.
    nearest: OnceLock<Vec<Option<u16>>>,
    /// For each skin, the placement of its meshes in the common space.
    stands: HashMap<usize, Stand>,
    /// Places everything as in the bind pose, instead of the rest pose.
    is_unposed: bool,
}

impl Joints {
    /// The joints of the skins that nodes use, each once; the joints of a skin keep their order. Everything is placed
    /// as it is at rest.
    pub(super) fn from_nodes(scene: &Scene, nodes: &[usize], worlds: &[Affine], losses: &mut Losses) -> Self {
        let place = |skin: &Skin| Stand::at_rest(skin, worlds);
        let (joints, n_other) = Self::default().with_all(scene, nodes, worlds, place);
        report_other(n_other, losses);
        joints
    }

    /// The joints as [`from_nodes`](Self::from_nodes) collects them, with everything in its bind pose. With `is_own`,
    /// bind matrices are those of Second Life's avatar. If the skins have no bind pose in common, everything is placed
    /// as it is at rest.
    pub(super) fn unposed(
        scene: &Scene,
        nodes: &[usize],
        worlds: &[Affine],
        is_own: bool,
        losses: &mut Losses,
    ) -> Self {
        let place = |skin: &Skin| Stand::in_bind_pose(scene, skin, worlds, is_own);
        let unposed = Self { is_unposed: true, ..Self::default() };
        let (joints, n_other) = unposed.with_all(scene, nodes, worlds, place);
        if n_other > 0 && !is_own {
            return Self::from_nodes(scene, nodes, worlds, losses);
        }
        report_other(n_other, losses);
        joints
    }

    /// Adds the joints of the nodes' skins. Also returns the number of joints that several skins bind differently.
    fn with_all(
        self,
        scene: &Scene,
        nodes: &[usize],
        worlds: &[Affine],
        place: impl Fn(&Skin) -> Stand,
    ) -> (Self, usize) {
        let mut joints = self;
        let mut n_other = 0_usize;
        for index in nodes.iter().filter_map(|node| scene.nodes.get(*node)?.skin) {
            let skin = scene.skins.get(index).filter(|_| !joints.stands.contains_key(&index));
            let Some(skin) = skin else { continue };
            let stand = place(skin);
            joints.stands.insert(index, stand);
            for (number, node) in
                skin.joints.iter().enumerate().filter(|(_, node)| **node < scene.nodes.len())
            {
                let bind = skin.inverse_bind.get(number).copied().unwrap_or_default();
                let bind = stand.bind(bind, worlds.get(*node));
                match (joints.places.get(node), u16::try_from(joints.nodes.len())) {
                    (Some(place), _) => {
                        let known = joints.inverse_bind.get(usize::from(*place)).map(Affine::of_mat4);
                        let is_same = known.is_some_and(|known| {
                            is_near(&known, &Affine::of_mat4(&bind), 1e-5 * (1.0 + known.largest()))
                        });
                        n_other = n_other.saturating_add(usize::from(!is_same));
                    }
                    (None, Ok(place)) => {
                        joints.places.insert(*node, place);
                        joints.nodes.push(*node);
                        joints.inverse_bind.push(bind);
                    }
                    (None, Err(_)) => n_other = n_other.saturating_add(1),
                }
            }
        }
        (joints, n_other)
    }

    /// Removes a node, whose vertices then have no joint.
    pub(super) fn remove(&mut self, node: usize) {
        let Some(place) = self.nodes.iter().position(|joint| *joint == node) else { return };
        let kept: Vec<usize> = (0..self.nodes.len()).filter(|other| *other != place).collect();
        self.arrange(&kept);
    }

    /// Puts each joint after the joint above it. Otherwise, joints keep their order.
    pub(super) fn parents_first(&mut self, scene: &Scene) {
        let mut is_placed = vec![false; self.nodes.len()];
        let mut order = Vec::with_capacity(self.nodes.len());
        for start in 0..self.nodes.len() {
            let (mut next, from) = (Some(start), order.len());
            while let Some(place) = next {
                match is_placed.get_mut(place) {
                    Some(is_placed) if !*is_placed => *is_placed = true,
                    _ => break,
                }
                order.push(place);
                let node = self.nodes.get(place).and_then(|node| scene.nodes.get(*node));
                next = self.above(scene, node.and_then(|node| node.parent));
            }
            order.get_mut(from..).unwrap_or_default().reverse();
        }
        self.arrange(&order);
    }

    /// Keeps the joints at these places, in this order.
    fn arrange(&mut self, places: &[usize]) {
        self.nodes = places.iter().filter_map(|place| self.nodes.get(*place).copied()).collect();
        self.inverse_bind =
            places.iter().filter_map(|place| self.inverse_bind.get(*place).copied()).collect();
        self.places = self.nodes.iter().copied().zip(0..).collect();
        self.nearest = OnceLock::new();
    }

    /// The joints of one skin, for a scene that was built from a model of the target format.
    pub(super) fn of_skin(skin: Option<&Skin>) -> Self {
        let nodes = skin.map(|skin| skin.joints.clone()).unwrap_or_default();
        let places = nodes.iter().copied().zip(0..).collect();
        Self { nodes, places, ..Self::default() }
    }

    /// The nearest joint among a node and its ancestors, in the scene to which the joints belong.
    pub(super) fn above(&self, scene: &Scene, node: Option<usize>) -> Option<usize> {
        let nearest = self.nearest.get_or_init(|| self.all_nearest(scene));
        nearest.get(node?).copied().flatten().map(usize::from)
    }

    fn all_nearest(&self, scene: &Scene) -> Vec<Option<u16>> {
        let mut nearest = vec![None; scene.nodes.len()];
        let mut is_known = vec![false; scene.nodes.len()];
        let mut way = Vec::new();
        for start in 0..scene.nodes.len() {
            let (mut next, mut found) = (Some(start), None);
            // The walk ends at a joint or at a known node; in a cycle, a node is known the second time.
            while let Some(index) = next {
                let Some(is_known) = is_known.get_mut(index) else { break };
                if std::mem::replace(is_known, true) {
                    found = nearest.get(index).copied().flatten();
                    break;
                }
                way.push(index);
                found = self.places.get(&index).copied();
                next = scene.nodes.get(index).and_then(|node| node.parent).filter(|_| found.is_none());
            }
            for index in way.drain(..) {
                if let Some(nearest) = nearest.get_mut(index) {
                    *nearest = found;
                }
            }
        }
        nearest
    }

    /// The transform from the space of a node's mesh to the common space; the identity if each vertex has a transform
    /// of its own.
    pub(super) fn stand(&self, scene: &Scene, node: usize, worlds: &[Affine]) -> Affine {
        if let Some((index, _)) = skin_of(scene, node) {
            return match self.stands.get(&index) {
                Some(Stand::Bound(stand)) => *stand,
                _ => Affine::IDENTITY,
            };
        }
        let world = worlds.get(node).copied().unwrap_or(Affine::IDENTITY);
        // Meshes without a skin move with the joint above them to its bind pose.
        let back = self.above(scene, Some(node)).filter(|_| self.is_unposed).and_then(|place| {
            let bind = Affine::of_mat4(self.inverse_bind.get(place)?);
            let moved = worlds.get(*self.nodes.get(place)?)?.times(&bind);
            let is_moved = !is_near(&moved, &Affine::IDENTITY, 1e-5 * (1.0 + bind.largest()));
            moved.inverse().filter(|_| is_moved)
        });
        back.map_or(world, |back| back.times(&world))
    }

    /// The number of vertices that several joints move from the bind pose to a rest pose that differs from it.
    pub(super) fn n_bent(&self, scene: &Scene, nodes: &[usize]) -> usize {
        let is_bent =
            |mesh: &Mesh, at: usize| mesh.influences(at).filter(|(_, weight)| *weight > 0.0).nth(1).is_some();
        let of = |node: &usize| {
            let (index, _) = skin_of(scene, *node)?;
            let mesh = scene.meshes.get(scene.nodes.get(*node)?.mesh?)?;
            let n_vertices = mesh.shape.positions.len();
            (self.stands.get(&index) == Some(&Stand::Posed))
                .then(|| (0..n_vertices).filter(|at| is_bent(mesh, *at)).count())
        };
        nodes.iter().filter_map(of).sum()
    }

    /// The transform from the parent space of a joint, to which its tracks refer, to the space of the bone above it,
    /// without scale.
    pub(super) fn above_of(&self, scene: &Scene, place: usize, worlds: &[Affine]) -> Affine {
        let parent = self.nodes.get(place).and_then(|node| scene.nodes.get(*node)?.parent);
        let Some(world) = parent.and_then(|parent| worlds.get(parent)) else { return Affine::IDENTITY };
        let above = match self.above(scene, parent) {
            Some(bone) => {
                let bone = self.nodes.get(bone).and_then(|node| worlds.get(*node));
                bone.and_then(|bone| rigid(bone).inverse()).map(|back| back.times(world))
            }
            None => Some(*world),
        };
        above.filter(|above| !is_near(above, &Affine::IDENTITY, 1e-6)).unwrap_or(Affine::IDENTITY)
    }
}

/// The skin that deforms the mesh of a node, and its index.
fn skin_of(scene: &Scene, node: usize) -> Option<(usize, &Skin)> {
    let node = scene.nodes.get(node)?;
    let is_skinned = !scene.meshes.get(node.mesh?)?.shape.joints.is_empty();
    let index = node.skin.filter(|_| is_skinned)?;
    Some((index, scene.skins.get(index)?))
}

/// Reports joints that several skins bind differently.
fn report_other(n_other: usize, losses: &mut Losses) {
    let what = "joints are bound differently by another skin, which is left out";
    losses.report(LossCode::BindShear, LossSeverity::Lost, what, n_other, "");
}

/// The nodes of each level of detail, the finest first.
pub fn levels(scene: &Scene) -> Vec<Vec<usize>> {
    let level = |role: &Role| match role {
        Role::Lod { level, .. } => Some(*level),
        _ => None,
    };
    let most = scene.nodes.iter().filter_map(|node| level(&node.role)).max().unwrap_or(0);
    let mut levels: Vec<Vec<usize>> = (0..=most).map(|level| scene.at_level(level)).collect();
    // Consecutive levels with equal nodes are one level.
    levels.dedup();
    levels
}

/// The estimated memory, in bytes, of a shape and a file that contain the whole mesh of each of these nodes.
pub fn cost(scene: &Scene, nodes: &[usize]) -> usize {
    const BYTES_OF_VERTEX: usize = 200;
    const BYTES_OF_TRIANGLE: usize = 100;
    let cost = |node: &usize| {
        let node = scene.nodes.get(*node)?;
        let mesh = scene.meshes.get(node.mesh?)?;
        let n_lines = mesh.lines.len().saturating_add(mesh.points.len());
        let n_triangles = mesh.shape.indices.len().saturating_add(n_lines);
        let groups = mesh.shape.groups.iter();
        let names = groups
            .map(|group| group.name.len().saturating_add(group.material.as_ref().map_or(0, String::len)));
        let material = node.material.and_then(|material| scene.materials.get(material));
        // A node without a name is written with the name of its mesh.
        let name = if node.name.is_empty() { &mesh.name } else { &node.name };
        let own = [name.len(), material.map_or(0, |material| material.name.len())];
        let parts = [
            mesh.shape.positions.len().saturating_mul(BYTES_OF_VERTEX),
            n_triangles.saturating_mul(BYTES_OF_TRIANGLE),
            mesh.shape.groups.len().saturating_mul(size_of::<Group>()),
        ];
        Some(parts.into_iter().chain(own).chain(names).fold(0, usize::saturating_add))
    };
    nodes.iter().filter_map(cost).fold(0, usize::saturating_add)
}

/// Merges these nodes into one shape: skinned meshes in the space of their skin, all others in world space.
pub(super) fn shape(scene: &Scene, nodes: &[usize], joints: &Joints, worlds: &[Affine]) -> TriMesh {
    let mut whole = TriMesh::default();
    for node in nodes {
        let Some((index, mesh)) =
            scene.nodes.get(*node).and_then(|of| Some((of, scene.meshes.get(of.mesh?)?)))
        else {
            continue;
        };
        let skin = skin_of(scene, *node);
        let is_posed = skin.is_some_and(|(index, _)| joints.stands.get(&index) == Some(&Stand::Posed));
        let stand = joints.stand(scene, *node, worlds);
        let mut shape = mesh.shape.clone();
        if let Some(material) = index.material.and_then(|material| scene.materials.get(material)) {
            let (material, triangles) = (Some(material.name.clone()), 0..shape.indices.len());
            shape.groups = vec![geom::Group { name: String::new(), material, triangles }];
        }
        if is_posed {
            let mover = scene.mover(*node, mesh, worlds);
            move_vertices(&mut shape, |vertex| mover.transform(vertex));
        } else if stand != Affine::IDENTITY {
            shape.transform(stand.to_mat4());
        }
        match skin {
            Some((_, skin)) => of_skin(mesh, skin, joints, &mut shape),
            None => {
                (shape.joints, shape.weights) = Default::default();
                if !joints.nodes.is_empty() {
                    // A rigid mesh moves with the joint above it.
                    let joint = joints.above(scene, Some(*node)).unwrap_or(0);
                    let joint = u16::try_from(joint).unwrap_or_default();
                    shape.joints = vec![[joint, 0, 0, 0]; shape.positions.len()];
                    shape.weights = vec![Vec4::new(1.0, 0.0, 0.0, 0.0); shape.positions.len()];
                }
            }
        }
        if whole.positions.is_empty() {
            whole = shape;
        } else {
            whole.append(&shape);
        }
    }
    whole
}

/// Converts the influences of a mesh to indices of all joints, and keeps the four strongest per vertex.
fn of_skin(mesh: &Mesh, skin: &Skin, joints: &Joints, shape: &mut TriMesh) {
    let place = |joint: u16| {
        let node = skin.joints.get(usize::from(joint))?;
        joints.places.get(node).copied()
    };
    let is_same =
        skin.joints.iter().zip(0..=u16::MAX).all(|(node, number)| joints.places.get(node) == Some(&number));
    // With equal indices, weights stay bit for bit, including those whose sum is not 1.
    if is_same && mesh.extra_influences.is_empty() {
        return;
    }
    for vertex in 0..shape.positions.len() {
        let mut all: Vec<(u16, f32)> = mesh
            .influences(vertex)
            .filter(|(_, weight)| *weight > 0.0)
            .filter_map(|(joint, weight)| Some((place(joint)?, weight)))
            .collect();
        all.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        let (mut own, mut weights) = ([0; 4], [0.0; 4]);
        // The four strongest are normalised to a sum of 1.
        let sum: f32 = all.iter().take(4).map(|(_, weight)| *weight).sum();
        for (((joint, weight), to), share) in all.into_iter().zip(&mut own).zip(&mut weights) {
            (*to, *share) = (joint, if sum > 0.0 { weight / sum } else { weight });
        }
        if let (Some(to), Some(share)) = (shape.joints.get_mut(vertex), shape.weights.get_mut(vertex)) {
            (*to, *share) = (own, Vec4::from_array(weights));
        }
    }
}

/// Transforms each vertex by a transform of its own.
#[expect(clippy::cast_possible_truncation, reason = "scenes have single precision")]
pub(super) fn move_vertices(shape: &mut TriMesh, of: impl Fn(usize) -> Affine) {
    let narrow = |vector: [f64; 3]| Vec3::from_array(vector.map(|number| number as f32));
    for (vertex, position) in shape.positions.iter_mut().enumerate() {
        let transform = of(vertex);
        *position = narrow(transform.point(position.to_array().map(f64::from)));
        if let Some(normal) = shape.normals.get_mut(vertex) {
            let turned = narrow(transform.for_normals().vector(normal.to_array().map(f64::from)));
            *normal = turned.normalised().unwrap_or(*normal);
        }
    }
    shape.tangents.clear();
}

/// Removes triangles that have a vertex twice, and vertices that no triangle uses, such as those of lines and points;
/// groups are dropped. Returns the number of removed triangles.
pub(super) fn drop_idle(shape: &mut TriMesh) -> usize {
    let n_triangles = shape.indices.len();
    shape.indices.retain(|[a, b, c]| a != b && b != c && c != a);
    let n_dropped = n_triangles.saturating_sub(shape.indices.len());
    let mut is_used = vec![false; shape.positions.len()];
    for vertex in shape.indices.as_flattened() {
        if let Some(is_used) = is_used.get_mut(*vertex as usize) {
            *is_used = true;
        }
    }
    if n_dropped == 0 && is_used.iter().all(|is_used| *is_used) {
        return 0;
    }
    let used: Vec<u32> =
        (0..).zip(&is_used).filter(|(_, is_used)| **is_used).map(|(vertex, _)| vertex).collect();
    let numbers = subset::numbers(&used, is_used.len());
    let number = |vertex: u32| numbers.get(vertex as usize).copied().unwrap_or(u32::MAX);
    let indices = shape.indices.iter().map(|triangle| triangle.map(number)).collect();
    *shape = TriMesh { indices, ..subset::vertices(shape, &used) };
    n_dropped
}

/// Computes normals for vertices that have none; returns the number of vertices that received one.
pub(super) fn make_normals(shape: &mut TriMesh) -> usize {
    if shape.indices.is_empty() {
        return 0;
    }
    let mut normals = std::mem::take(&mut shape.normals);
    let is_absent = |normal: &Vec3| normal.normalised().is_none();
    let n_absent = shape.positions.len().saturating_sub(normals.len());
    let n_made = n_absent.saturating_add(normals.iter().filter(|normal| is_absent(normal)).count());
    if n_made > 0 {
        shape.compute_normals();
        normals.resize(shape.positions.len(), Vec3::ZERO);
        let made = std::mem::take(&mut shape.normals);
        for (normal, made) in normals.iter_mut().zip(made).filter(|(normal, _)| is_absent(normal)) {
            *normal = made;
        }
    }
    shape.normals = normals;
    n_made
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only the four strongest influences stay, with the indices of all joints, and their sum is 1.
    #[test]
    fn influences_are_the_strongest_four() {
        let skin = Skin { joints: vec![10, 11, 12, 13, 14], ..Skin::default() };
        let joints = Joints {
            nodes: vec![14, 13, 12, 11, 10],
            inverse_bind: Vec::new(),
            places: (10..15).map(|node: usize| (node, 14 - node as u16)).collect(),
            ..Joints::default()
        };
        let shape = TriMesh {
            positions: vec![Vec3::ZERO],
            joints: vec![[0, 1, 2, 3]],
            weights: vec![Vec4::new(0.25, 0.0, 0.125, 0.125)],
            ..TriMesh::default()
        };
        let extra_influences = vec![([4, 1, 0, 0], Vec4::new(0.5, 0.0625, 0.0, 0.0))];
        let mesh = Mesh { shape: shape.clone(), extra_influences, ..Mesh::default() };
        let mut found = shape;
        of_skin(&mesh, &skin, &joints, &mut found);
        assert_eq!(found.joints, [[0, 4, 2, 1]]);
        assert_eq!(found.weights, [Vec4::new(0.5, 0.25, 0.125, 0.125)]);
        let weaker = vec![([4, 0, 0, 0], Vec4::new(0.25, 0.0, 0.0, 0.0))];
        of_skin(&Mesh { extra_influences: weaker, ..mesh }, &skin, &joints, &mut found);
        let weights = found.weights[0].to_array();
        assert!(weights.iter().zip([1.0, 1.0, 0.5, 0.5]).all(|(own, of)| (own - of / 3.0).abs() < 1e-6));
    }

    /// Parents may precede or follow their children, and may form a cycle.
    #[test]
    fn the_nearest_joint_is_that_of_the_chain() {
        let parents = [Some(1), Some(2), None, Some(0), Some(5), Some(4), Some(9), Some(2)];
        let nodes = parents.map(|parent| scene::Node { parent, ..Default::default() });
        let scene = Scene { nodes: nodes.into(), ..Scene::default() };
        let joints = Joints::of_skin(Some(&Skin { joints: vec![2, 0], ..Skin::default() }));
        let above = |node| joints.above(&scene, Some(node));
        let first = [Some(1), Some(0), Some(0), Some(1)];
        assert_eq!([0, 1, 2, 3].map(above), first);
        assert_eq!([4, 5, 6, 7, 8].map(above), [None, None, None, Some(0), None]);
        assert_eq!(joints.above(&scene, None), None);
    }

    /// A mesh without a skin is attached to the joint above it, if there are joints.
    #[test]
    fn what_stands_still_is_on_the_joint_above() {
        let node = |parent, mesh| scene::Node { parent, mesh, ..Default::default() };
        let shape_of = |joints: &Joints| {
            let own = TriMesh { positions: vec![Vec3::ZERO; 2], ..TriMesh::default() };
            let meshes = vec![Mesh { shape: own, ..Mesh::default() }];
            let nodes = vec![node(None, None), node(Some(0), None), node(Some(1), Some(0))];
            let scene = Scene { nodes, meshes, ..Scene::default() };
            let shape = shape(&scene, &[2], joints, &[Affine::IDENTITY; 3]);
            (shape.joints, shape.weights)
        };
        let on_second = Joints::of_skin(Some(&Skin { joints: vec![0, 1], ..Skin::default() }));
        assert_eq!(shape_of(&on_second), (vec![[1, 0, 0, 0]; 2], vec![Vec4::new(1.0, 0.0, 0.0, 0.0); 2]));
        assert_eq!(shape_of(&Joints::default()), Default::default());
    }
}

//! Baking: nodes of a scene as one shape, in a common space.

use scene::affine::Affine;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Mesh, Role, Scene, Skin, Trs};

use geom::{Group, Mat4, TriMesh, Vec3, Vec4};
use std::collections::{HashMap, HashSet};
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
    /// For each skin, the transform from the space of its meshes to the common space; `None` if its joints are not in
    /// their bind pose.
    stands: HashMap<usize, Option<Affine>>,
    /// The skin of each joint.
    skins: Vec<usize>,
    /// Undoes the rest pose: places everything as in the bind pose.
    is_unposed: bool,
}

impl Joints {
    /// The joints of the skins that nodes use, each once; the joints of a skin keep their order.
    pub(super) fn of(scene: &Scene, nodes: &[usize], worlds: &[Affine], losses: &mut Losses) -> Self {
        Self::default().with_all(scene, nodes, worlds, losses)
    }

    /// The joints as [`of`](Self::of) collects them, for a format whose only rest pose is the bind pose.
    pub(super) fn unposed(scene: &Scene, nodes: &[usize], worlds: &[Affine], losses: &mut Losses) -> Self {
        Self { is_unposed: true, ..Self::default() }.with_all(scene, nodes, worlds, losses)
    }

    fn with_all(self, scene: &Scene, nodes: &[usize], worlds: &[Affine], losses: &mut Losses) -> Self {
        let mut joints = self;
        let mut n_other = 0_usize;
        for index in nodes.iter().filter_map(|node| scene.nodes.get(*node)?.skin) {
            let skin = scene.skins.get(index).filter(|_| !joints.stands.contains_key(&index));
            let Some(skin) = skin else { continue };
            let of_top = || joint_at_top(scene, skin, worlds).filter(|_| joints.is_unposed);
            let stand = stand(skin, worlds).or_else(of_top);
            joints.stands.insert(index, stand);
            // The transform of the skin is baked into positions, so the bind matrices have to undo it first.
            let back = stand.filter(|stand| *stand != Affine::IDENTITY).and_then(|stand| stand.inverse());
            for (number, node) in
                skin.joints.iter().enumerate().filter(|(_, node)| **node < scene.nodes.len())
            {
                let bind = skin.inverse_bind.get(number).copied().unwrap_or_default();
                let bind = back.map_or(bind, |back| Affine::of_mat4(&bind).times(&back).to_mat4());
                match (joints.places.get(node), u16::try_from(joints.nodes.len())) {
                    (Some(place), _) => {
                        let known = joints.inverse_bind.get(usize::from(*place));
                        let is_same = known.is_some_and(|known| {
                            is_near(&Affine::of_mat4(known), &Affine::of_mat4(&bind), 1e-5)
                        });
                        n_other = n_other.saturating_add(usize::from(!is_same));
                    }
                    (None, Ok(place)) => {
                        joints.places.insert(*node, place);
                        joints.nodes.push(*node);
                        joints.inverse_bind.push(bind);
                        joints.skins.push(index);
                    }
                    (None, Err(_)) => n_other = n_other.saturating_add(1),
                }
            }
        }
        let what = "joints are bound in another way by another skin, which is left out";
        losses.report(LossCode::BindShear, LossSeverity::Lost, what, n_other, "");
        joints
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

    /// The transform from the space of a node's mesh to the common space.
    pub(super) fn stand(&self, scene: &Scene, node: usize, worlds: &[Affine]) -> Affine {
        if let Some((index, _)) = skin_of(scene, node) {
            return self.stands.get(&index).copied().flatten().unwrap_or(Affine::IDENTITY);
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

    /// The transform from the parent space of a joint, in which its tracks are, to that of the bone above it, without
    /// scale.
    pub(super) fn above_of(&self, scene: &Scene, place: usize, worlds: &[Affine]) -> Affine {
        let parent = self.nodes.get(place).and_then(|node| scene.nodes.get(*node)?.parent);
        let Some(world) = parent.and_then(|parent| worlds.get(parent)) else { return Affine::IDENTITY };
        let above = match self.above(scene, parent) {
            Some(bone) => {
                let bone = self.nodes.get(bone).and_then(|node| worlds.get(*node));
                bone.and_then(|bone| rigid(bone).inverse()).map(|back| back.times(world))
            }
            None => {
                let skin = self.skins.get(place).and_then(|skin| self.stands.get(skin));
                skin.copied().flatten().map(|_| *world)
            }
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

/// The transform of a skin as a whole: its joints may be below a node that is moved, and bind matrices may scale
/// positions that are stored as integers. `None` if its joints are not all moved alike from their bind pose.
fn stand(skin: &Skin, worlds: &[Affine]) -> Option<Affine> {
    let mut all = (0..skin.joints.len()).filter_map(|number| moved(skin, number, worlds));
    let (first, tolerance) = all.next()?;
    if first.inverse().is_none() || !all.all(|(other, more)| is_near(&first, &other, tolerance.max(more))) {
        return None;
    }
    Some(if is_near(&first, &Affine::IDENTITY, tolerance) { Affine::IDENTITY } else { first })
}

/// The transform of a joint relative to its bind pose, and the tolerance of that transform.
fn moved(skin: &Skin, number: usize, worlds: &[Affine]) -> Option<(Affine, f64)> {
    let world = worlds.get(*skin.joints.get(number)?).copied().unwrap_or(Affine::IDENTITY);
    let bind = skin.inverse_bind.get(number).map_or(Affine::IDENTITY, Affine::of_mat4);
    // The tolerance is that of products of single-precision matrices.
    Some((world.times(&bind), 1e-5 * (1.0 + world.largest() * bind.largest())))
}

/// The transform of a skin whose joints are posed: that of the first joint whose parent is not one of them.
fn joint_at_top(scene: &Scene, skin: &Skin, worlds: &[Affine]) -> Option<Affine> {
    let joints: HashSet<usize> = skin.joints.iter().copied().collect();
    let hangs_on = |node: &usize| scene.nodes.get(*node).and_then(|node| node.parent);
    let is_top = |node: &usize| hangs_on(node).is_none_or(|above| !joints.contains(&above));
    let (stand, _) = moved(skin, skin.joints.iter().position(is_top)?, worlds)?;
    stand.inverse().and(Some(stand))
}

pub(super) fn is_near(a: &Affine, b: &Affine, tolerance: f64) -> bool {
    a.0.as_flattened().iter().zip(b.0.as_flattened()).all(|(a, b)| (a - b).abs() <= tolerance)
}

/// The matrix without scale and shear.
pub(super) fn rigid(matrix: &Affine) -> Affine {
    let (trs, _) = matrix.decomposed();
    Affine::of(&Trs { scale: Vec3::ONE, ..trs })
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

/// The estimated memory in bytes if each of these nodes is written with all of its mesh, as a shape and as a file.
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
        let skin = skin_of(scene, *node).map(|(_, skin)| skin);
        let stand = joints.stand(scene, *node, worlds);
        let mut shape = mesh.shape.clone();
        if let Some(material) = index.material.and_then(|material| scene.materials.get(material)) {
            let (material, triangles) = (Some(material.name.clone()), 0..shape.indices.len());
            shape.groups = vec![geom::Group { name: String::new(), material, triangles }];
        }
        if stand != Affine::IDENTITY {
            shape.transform(stand.to_mat4());
        }
        match skin {
            Some(skin) => of_skin(mesh, skin, joints, &mut shape),
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

/// Computes normals for a mesh that has none; returns the number of vertices that received one.
pub(super) fn make_normals(shape: &mut TriMesh) -> usize {
    if !shape.normals.is_empty() || shape.indices.is_empty() {
        return 0;
    }
    shape.compute_normals();
    shape.normals.len()
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

    /// The tolerance grows with the magnitude of single-precision numbers.
    #[test]
    fn joints_that_are_far_away_may_differ_by_more() {
        let shift = |x: f32| Mat4::from_parts(geom::Mat3::from_scale(Vec3::ONE), Vec3::new(x, 0.0, 0.0));
        let stands = |far: f32, off: f32| {
            let inverse_bind = vec![shift(-far), shift(off - far)];
            let skin = Skin { joints: vec![0, 1], inverse_bind, ..Skin::default() };
            stand(&skin, &[Affine::of_mat4(&shift(far)); 2])
        };
        assert_eq!(stands(1024.0, 0.0625), Some(Affine::IDENTITY));
        assert_eq!(stands(1.0, 0.0625), None);
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

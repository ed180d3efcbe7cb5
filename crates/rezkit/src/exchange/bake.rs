//! Nodes of any scene as one shape, in the space that all of it has in common.

use crate::loss::{LossCode, LossSeverity, Losses};
use crate::scene::affine::Affine;
use crate::scene::{Mesh, Role, Scene};

use geom::{Mat4, TriMesh, Vec3, Vec4};
use std::collections::HashMap;

/// The joints of all skins of a scene.
#[derive(Debug, Default)]
pub(super) struct Joints {
    /// The nodes.
    pub(super) nodes: Vec<usize>,
    /// From the space of the meshes to that of each joint.
    pub(super) inverse_bind: Vec<Mat4>,
    places: HashMap<usize, u16>,
}

impl Joints {
    /// The joints of the skins that nodes use, each once; those of one skin stay in its order.
    pub(super) fn of(scene: &Scene, nodes: &[usize], losses: &mut Losses) -> Self {
        let mut joints = Self::default();
        let (mut seen, mut n_other) = (Vec::new(), 0_usize);
        for index in nodes.iter().filter_map(|node| scene.nodes.get(*node)?.skin) {
            let Some(skin) = scene.skins.get(index).filter(|_| !seen.contains(&index)) else { continue };
            seen.push(index);
            for (number, node) in
                skin.joints.iter().enumerate().filter(|(_, node)| **node < scene.nodes.len())
            {
                let bind = skin.inverse_bind.get(number).copied().unwrap_or_default();
                match (joints.places.get(node), u16::try_from(joints.nodes.len())) {
                    (Some(place), _) => {
                        let known = joints.inverse_bind.get(usize::from(*place));
                        n_other = n_other.saturating_add(usize::from(known != Some(&bind)));
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
        let what = "joints are bound in another way by another skin, which is left out";
        losses.report(LossCode::BindShear, LossSeverity::Lost, what, n_other, "");
        joints
    }

    /// The place of the nearest joint from a node upward.
    pub(super) fn above(&self, scene: &Scene, node: Option<usize>) -> Option<usize> {
        let mut next = node;
        // A chain has no more nodes than there are; a circle would have no end.
        for _ in 0..=scene.nodes.len() {
            let index = next?;
            if let Some(place) = self.places.get(&index) {
                return Some(usize::from(*place));
            }
            next = scene.nodes.get(index)?.parent;
        }
        None
    }
}

/// The nodes of each level of detail, the finest first.
pub(super) fn levels(scene: &Scene) -> Vec<Vec<usize>> {
    let level = |role: &Role| match role {
        Role::Lod { level, .. } => Some(*level),
        _ => None,
    };
    let most = scene.nodes.iter().filter_map(|node| level(&node.role)).max().unwrap_or(0);
    let mut levels: Vec<Vec<usize>> = (0..=most).map(|level| scene.at_level(level)).collect();
    levels.dedup();
    levels
}

/// One shape of all these nodes: those on joints in the space of their skin, all others where they are.
pub(super) fn shape(scene: &Scene, nodes: &[usize], joints: &Joints, worlds: &[Affine]) -> TriMesh {
    let mut whole = TriMesh::default();
    for node in nodes {
        let Some((index, mesh)) =
            scene.nodes.get(*node).and_then(|of| Some((of, scene.meshes.get(of.mesh?)?)))
        else {
            continue;
        };
        let skin =
            index.skin.and_then(|skin| scene.skins.get(skin)).filter(|_| !mesh.shape.joints.is_empty());
        let mut shape = mesh.shape.clone();
        if let Some(material) = index.material.and_then(|material| scene.materials.get(material)) {
            let (material, triangles) = (Some(material.name.clone()), 0..shape.indices.len());
            shape.groups = vec![geom::Group { name: String::new(), material, triangles }];
        }
        match skin {
            Some(skin) => of_skin(mesh, skin, joints, &mut shape),
            None => {
                let world = worlds.get(*node).copied().unwrap_or(Affine::IDENTITY);
                if world != Affine::IDENTITY {
                    shape.transform(world.to_mat4());
                }
                (shape.joints, shape.weights) = Default::default();
                if !joints.nodes.is_empty() {
                    // What stands still moves with the joint that it is below.
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

/// Influences by the numbers of all joints, the strongest four.
fn of_skin(mesh: &Mesh, skin: &crate::scene::Skin, joints: &Joints, shape: &mut TriMesh) {
    let place = |joint: u16| {
        let node = skin.joints.get(usize::from(joint))?;
        joints.places.get(node).copied()
    };
    let is_same =
        skin.joints.iter().zip(0_u16..).all(|(node, number)| joints.places.get(node) == Some(&number));
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
        let sum: f32 = all.iter().take(4).map(|(_, weight)| *weight).sum();
        for (((joint, weight), to), share) in all.into_iter().zip(&mut own).zip(&mut weights) {
            (*to, *share) = (joint, if sum > 0.0 { weight / sum } else { weight });
        }
        if let (Some(to), Some(share)) = (shape.joints.get_mut(vertex), shape.weights.get_mut(vertex)) {
            (*to, *share) = (own, Vec4::from_array(weights));
        }
    }
}

/// How many vertices of these nodes hang on more than four joints.
pub(super) fn n_crowded(scene: &Scene, nodes: &[usize]) -> usize {
    let meshes = nodes.iter().filter_map(|node| scene.meshes.get(scene.nodes.get(*node)?.mesh?));
    let more = meshes.flat_map(|mesh| &mesh.extra_influences);
    more.filter(|(_, weights)| weights.to_array().iter().any(|weight| *weight != 0.0)).count()
}

/// Normals by the triangles around each vertex, by their area; how many vertices got one.
pub(super) fn make_normals(shape: &mut TriMesh) -> usize {
    if !shape.normals.is_empty() || shape.indices.is_empty() {
        return 0;
    }
    let mut normals = vec![Vec3::ZERO; shape.positions.len()];
    for triangle in shape.triangles() {
        let [a, b, c] = triangle.map(|vertex| shape.positions.get(vertex).copied().unwrap_or_default());
        let across = (b - a).cross(c - a);
        for vertex in triangle {
            if let Some(normal) = normals.get_mut(vertex).filter(|_| across.is_finite()) {
                *normal += across;
            }
        }
    }
    normals.iter_mut().for_each(|normal| *normal = normal.normalised().unwrap_or(Vec3::Y));
    shape.normals = normals;
    shape.normals.len()
}

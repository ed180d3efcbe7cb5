//! Skinned meshes of parts.

use super::shape::PartShape;
use super::{Build, placed};
use geom::{Mat4, Pose, TriMesh, Vec3, Vec4};
use scene::affine::Affine;
use scene::allowance::too_much;
use scene::{Node, Problem, Role, Scene, Skin};
use std::collections::HashMap;
use std::rc::Rc;

/// The bones of a mesh, and the joints and weights of its vertices.
#[derive(Debug, Default)]
pub(super) struct Skeleton {
    bones: Vec<Bone>,
    joints: Vec<[u16; 4]>,
    weights: Vec<Vec4>,
}

#[derive(Debug)]
struct Bone {
    name: String,
    /// The index of the parent bone.
    above: Option<usize>,
    /// The bind pose in the space of the mesh.
    pose: Pose,
}

impl Skeleton {
    /// Reads the skeleton of a mesh that was converted to a scene, and takes joints and weights out of its shape.
    pub(super) fn extract(scene: &Scene, shape: &mut TriMesh) -> Option<Self> {
        let (joints, weights) = (std::mem::take(&mut shape.joints), std::mem::take(&mut shape.weights));
        let skin = scene.skins.first()?;
        let places: HashMap<usize, usize> = skin.joints.iter().copied().zip(0..).collect();
        let bone = |(node, bind): (&usize, &Mat4)| {
            let node = scene.nodes.get(*node);
            let pose = Affine::of_mat4(bind).inverse().map_or(Pose::IDENTITY, |pose| {
                let matrix = pose.to_mat4();
                Pose { rotation: matrix.linear(), position: matrix.transform_point(Vec3::ZERO) }
            });
            let above = node.and_then(|node| places.get(&node.parent?).copied());
            Bone { name: node.map(|node| node.name.clone()).unwrap_or_default(), above, pose }
        };
        let bones = skin.joints.iter().zip(&skin.inverse_bind).map(bone).collect();
        Some(Self { bones, joints, weights })
    }

    /// The shape with the joints and weights of this skeleton.
    pub(super) fn on(&self, shape: TriMesh) -> TriMesh {
        TriMesh { joints: self.joints.clone(), weights: self.weights.clone(), ..shape }
    }
}

/// A mesh whose skin is built after the bones of its part, which follow the part in the tree.
pub(super) struct Skinned {
    /// The node with the mesh.
    node: usize,
    part: usize,
    skeleton: Rc<Skeleton>,
    scale: Vec3,
}

impl Build<'_, '_> {
    /// The part whose mesh is deformed by a bone with this parent.
    pub(super) fn moved_by(&mut self, parent: Option<usize>) -> Option<usize> {
        let parent = parent?;
        if let Some(part) = self.bone_parts.get(&parent) {
            return Some(*part);
        }
        let instance = self.instances.get(parent).filter(|it| it.class() == b"MeshPart")?;
        let number = instance.mesh_url().and_then(|url| self.assets.mesh(&url))?;
        self.assets.skeleton(number).map(|_| parent)
    }

    /// The skinned form of a part's mesh and its skeleton, if the part has bones.
    pub(super) fn skinned(&mut self, part: usize, form: PartShape) -> Option<(PartShape, Rc<Skeleton>)> {
        let PartShape::File(number) = form else { return None };
        let has_bones = self.skinned_parts.contains(&part);
        self.assets
            .skeleton(number)
            .filter(|_| has_bones)
            .map(|skeleton| (PartShape::Skinned(number), skeleton))
    }

    /// Records that the next node needs a skin once the bones of its part are known.
    pub(super) fn wait_for_bones(&mut self, part: usize, skeleton: Rc<Skeleton>, scale: Vec3) {
        let node = self.scene.nodes.len();
        self.waiting.push(Skinned { node, part, skeleton, scale });
    }

    /// Builds the skins of all recorded meshes. A bone of the mesh that the part does not have becomes a joint in the
    /// bind pose of the mesh.
    pub(super) fn put_skins(&mut self, most_nodes: usize) -> Result<(), Problem> {
        let mut n_joints = self.scene.nodes.len();
        for Skinned { node, part, skeleton, scale } in std::mem::take(&mut self.waiting) {
            n_joints = n_joints.saturating_add(skeleton.bones.len());
            if n_joints > most_nodes {
                let message = format!("there are {n_joints} nodes and joints, and the limit is {most_nodes}");
                return Err(too_much(message));
            }
            let Some(holder) = self.node_of(part) else { continue };
            let joints = self.joints(holder, part, &skeleton, scale);
            let bind = |bone: &Bone| {
                let back = scaled(bone.pose, scale).inverse().unwrap_or(Pose::IDENTITY);
                // Vertices are stored unscaled, so the inverse bind matrices include the scale of the part.
                let stretch = Mat4::from_translation_rotation_scale(Vec3::ZERO, geom::Quat::IDENTITY, scale);
                Affine::of_mat4(&Mat4::from(back)).times(&Affine::of_mat4(&stretch)).to_mat4()
            };
            let inverse_bind = skeleton.bones.iter().map(bind).collect();
            let skin = Some(self.scene.skins.len());
            self.scene.skins.push(Skin { joints, inverse_bind, ..Skin::default() });
            if let Some(node) = self.scene.nodes.get_mut(node) {
                node.skin = skin;
            }
        }
        Ok(())
    }

    /// The nodes of a skeleton's bones; nodes are added for bones that the part does not have.
    fn joints(&mut self, holder: usize, part: usize, skeleton: &Skeleton, scale: Vec3) -> Vec<usize> {
        let own = self.bone_nodes.get(&part);
        let named: Vec<Option<usize>> =
            skeleton.bones.iter().map(|bone| own.and_then(|own| own.get(&bone.name).copied())).collect();
        let first = self.scene.nodes.len();
        let mut next = first;
        let number = |own: &Option<usize>| {
            own.unwrap_or_else(|| {
                let new = next;
                next = next.saturating_add(1);
                new
            })
        };
        let joints: Vec<usize> = named.iter().map(number).collect();
        for (bone, _) in skeleton.bones.iter().zip(&named).filter(|(_, named)| named.is_none()) {
            let above = bone.above.and_then(|above| Some((*joints.get(above)?, skeleton.bones.get(above)?)));
            let pose = scaled(bone.pose, scale);
            let (parent, local) = match above {
                Some((node, above)) => {
                    (node, scaled(above.pose, scale).inverse().map_or(pose, |back| back * pose))
                }
                None => (holder, pose),
            };
            let local = placed(local, Vec3::ONE);
            let (name, parent) = (bone.name.clone(), Some(parent));
            self.scene.nodes.push(Node { name, parent, local, role: Role::Joint, ..Node::default() });
        }
        joints
    }
}

/// A pose in a mesh that is scaled.
fn scaled(pose: Pose, scale: Vec3) -> Pose {
    let Vec3 { x, y, z } = pose.position;
    Pose { position: Vec3::new(x * scale.x, y * scale.y, z * scale.z), ..pose }
}

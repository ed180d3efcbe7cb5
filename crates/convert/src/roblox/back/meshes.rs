//! Meshes of a scene as files to which parts refer.

use super::files::FilesBeside;
use super::look::Looks;
use crate::compress;
use crate::failed;
use crate::options::AssetOptions;
use crate::rbxmesh;
use crate::said;
use ::rbxmesh::{Mesh as Model, Version};
use geom::{Aabb, Mat4, Pose, TriMesh, Vec3};
use scene::affine::Affine;
use scene::allowance::Allowance;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Mesh, Node, Problem, Role, Scene, Skin, subset, tangents};
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

/// The bits of a matrix, by rows, that is applied to the vertices because the CFrame of a part cannot hold it.
pub(super) type Bent = Option<[u32; 9]>;

/// A reflection along X.
pub(super) fn mirrored() -> Bent {
    let mirror = [-1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0_f32];
    Some(mirror.map(f32::to_bits))
}

/// The linear part of a transform.
pub(super) fn sheared(world: &Affine) -> Bent {
    let mut bits = [0; 9];
    let rows = world.to_mat4().linear().rows.map(Vec3::to_array);
    bits.iter_mut().zip(rows.as_flattened()).for_each(|(bits, number)| *bits = number.to_bits());
    Some(bits)
}

fn bend(bent: Bent, shape: &mut TriMesh) {
    if let Some([a, b, c, d, e, f, g, h, i]) = bent.map(|bits| bits.map(f32::from_bits)) {
        let rows = [a, b, c, 0.0, d, e, f, 0.0, g, h, i, 0.0, 0.0, 0.0, 0.0, 1.0];
        shape.transform(Mat4::from_rows_array(rows));
    }
}

/// A mesh, or the triangles of it that have one material.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    mesh: usize,
    /// The index of the piece within its mesh.
    number: usize,
    pub(super) material: Option<usize>,
    pub(super) is_whole: bool,
    /// The ranges of the triangles of the piece.
    triangles: Rc<[Range<usize>]>,
}

/// A mesh file, and the placement of parts that show it.
pub(super) struct MeshFile {
    pub(super) address: String,
    /// The centre of the mesh, which becomes the centre of the part.
    pub(super) centre: Vec3,
    pub(super) size: Vec3,
    pub(super) bones: Bones,
}

/// The identity of a file: the mesh, the index of the piece, the matrix applied to its vertices, the skin, and the
/// presence of tangents.
type Key = (usize, Option<usize>, Bent, Option<usize>, bool);

/// The meshes of a scene.
pub(super) struct Meshes<'s> {
    scene: &'s Scene,
    options: AssetOptions,
    memory: &'s Allowance,
    /// The materials by name.
    materials: HashMap<&'s str, usize>,
    pieces: HashMap<usize, Vec<Piece>>,
    made: HashMap<Key, Option<Rc<MeshFile>>>,
}

/// Estimated memory of a vertex and a triangle while a mesh is built, and of a joint in a skeleton, in bytes.
const BYTES_OF_VERTEX: usize = 400;
const BYTES_OF_TRIANGLE: usize = 100;
const BYTES_OF_JOINT: usize = 500;

impl<'s> Meshes<'s> {
    pub(super) fn new(scene: &'s Scene, options: &AssetOptions, memory: &'s Allowance) -> Self {
        let (draco, version, weld) = (options.draco.clone(), options.version, options.weld);
        let version = version.or(draco.as_ref().map(|_| Version::V7_00));
        let options = AssetOptions { draco, version, weld, ..AssetOptions::default() };
        // Of materials with equal names, the first is used, as everywhere.
        let all = scene.materials.iter().enumerate().rev();
        let materials = all.map(|(number, material)| (&*material.name, number)).collect();
        Self { scene, options, memory, materials, pieces: HashMap::new(), made: HashMap::new() }
    }

    /// The pieces of a mesh that have triangles, by material; the whole mesh if its node has a material.
    pub(super) fn pieces(&mut self, index: usize, material: Option<usize>) -> Result<Vec<Piece>, Problem> {
        let Some(mesh) = self.scene.meshes.get(index) else { return Ok(Vec::new()) };
        let n_triangles = mesh.shape.indices.len();
        if material.is_some() && n_triangles > 0 {
            let triangles = std::iter::once(0..n_triangles).collect();
            return Ok(vec![Piece { mesh: index, number: 0, material, is_whole: true, triangles }]);
        }
        if let Some(known) = self.pieces.get(&index) {
            return Ok(known.clone());
        }
        self.memory.take(mesh.shape.groups.len().saturating_mul(200))?;
        let pieces = self.divided(index, &mesh.shape);
        self.pieces.insert(index, pieces.clone());
        Ok(pieces)
    }

    fn divided(&self, mesh: usize, shape: &TriMesh) -> Vec<Piece> {
        let n_triangles = shape.indices.len();
        let mut ranges: Vec<(Option<usize>, Range<usize>)> = Vec::new();
        let mut groups: Vec<_> = shape.groups.iter().collect();
        groups.sort_by_key(|group| group.triangles.start);
        let mut done = 0;
        // A triangle in several groups belongs to the first.
        for group in groups {
            let end = group.triangles.end.min(n_triangles);
            let start = group.triangles.start.max(done);
            if start < end {
                let material = group.material.as_deref().and_then(|name| self.materials.get(name).copied());
                ranges.extend([(None, done..start), (material, start..end)]);
                done = end;
            }
        }
        ranges.push((None, done..n_triangles));
        let (mut numbers, mut all) = (HashMap::new(), Vec::<(Option<usize>, Vec<Range<usize>>)>::new());
        for (material, range) in ranges.into_iter().filter(|(_, range)| !range.is_empty()) {
            let number = *numbers.entry(material).or_insert_with(|| {
                all.push((material, Vec::new()));
                all.len().saturating_sub(1)
            });
            if let Some((_, ranges)) = all.get_mut(number) {
                ranges.push(range);
            }
        }
        let is_whole = all.len() == 1;
        let piece = |(number, (material, ranges)): (usize, (Option<usize>, Vec<Range<usize>>))| Piece {
            mesh,
            number,
            material,
            is_whole,
            triangles: ranges.into(),
        };
        all.into_iter().enumerate().map(piece).collect()
    }

    /// The joints that deform a piece at a node.
    pub(super) fn on_joints(&self, node: &Node, piece: &Piece) -> Option<&'s [usize]> {
        self.skin(node, piece).map(|(_, skin)| &*skin.joints)
    }

    fn skin(&self, node: &Node, piece: &Piece) -> Option<(usize, &'s Skin)> {
        let has_joints = !self.scene.meshes.get(piece.mesh)?.shape.joints.is_empty();
        let number = node.skin.filter(|_| has_joints)?;
        Some((number, self.scene.skins.get(number).filter(|skin| !skin.joints.is_empty())?))
    }

    /// The file of a piece, which is built if it is new; `None` if it has no visible geometry.
    pub(super) fn made(
        &mut self,
        node: &Node,
        piece: &Piece,
        bent: Bent,
        looks: &Looks<'_>,
        files: &mut FilesBeside,
        losses: &mut Losses,
    ) -> Result<Option<Rc<MeshFile>>, Problem> {
        let (skin, needs_tangents) = (self.skin(node, piece), looks.needs_tangents(piece.material));
        let number = (!piece.is_whole).then_some(piece.number);
        let key = (piece.mesh, number, bent, skin.map(|(number, _)| number), needs_tangents);
        if let Some(known) = self.made.get(&key) {
            return Ok(known.clone());
        }
        let made = self.new_file(node, piece, bent, skin, needs_tangents, files, losses)?.map(Rc::new);
        self.made.insert(key, made.clone());
        Ok(made)
    }

    #[expect(clippy::too_many_arguments, reason = "what a file is made of, and where it goes")]
    fn new_file(
        &self,
        node: &Node,
        piece: &Piece,
        bent: Bent,
        skin: Option<(usize, &Skin)>,
        needs_tangents: bool,
        files: &mut FilesBeside,
        losses: &mut Losses,
    ) -> Result<Option<MeshFile>, Problem> {
        let Some(mesh) = self.scene.meshes.get(piece.mesh) else { return Ok(None) };
        let mut cut = self.cut(mesh, piece)?;
        bend(bent, &mut cut.shape);
        if skin.is_none() {
            (cut.shape.joints, cut.shape.weights, cut.extra_influences) = Default::default();
        }
        if needs_tangents {
            let n_made = tangents::make(&mut cut.shape);
            let what = "vertices got tangents, which normal maps need";
            losses.report(LossCode::Tangent, LossSeverity::Note, what, n_made, "");
        }
        let Some(mut model) = self.model(cut, skin, losses)? else { return Ok(None) };
        let Some((centre, size)) = centred(&mut model) else { return Ok(None) };
        if let Some(draco) = &self.options.draco {
            compress(&mut model, draco, losses)?;
        }
        let name = if mesh.name.is_empty() { &node.name } else { &mesh.name };
        let material = piece.material.and_then(|material| self.scene.materials.get(material));
        let name = match material.filter(|_| !piece.is_whole) {
            Some(material) => format!("{name}_{}", material.name),
            None => name.clone(),
        };
        let bones = Bones::from_model(&model);
        let address = files.address(&name, ".mesh", ::rbxmesh::write(&model).map_err(failed)?);
        Ok(Some(MeshFile { address, centre, size, bones }))
    }

    /// Extracts a piece as a mesh with only the vertices that it uses.
    fn cut(&self, mesh: &Mesh, piece: &Piece) -> Result<Mesh, Problem> {
        let indices =
            || piece.triangles.iter().flat_map(|range| mesh.shape.indices.get(range.clone())).flatten();
        self.memory.take(indices().count().saturating_mul(BYTES_OF_TRIANGLE))?;
        let n_vertices = mesh.shape.positions.len();
        let is_there = |triangle: &&[u32; 3]| triangle.iter().all(|vertex| (*vertex as usize) < n_vertices);
        let mut kept: Vec<u32> = indices().filter(is_there).flatten().copied().collect();
        kept.sort_unstable();
        kept.dedup();
        self.memory.take(kept.len().saturating_mul(BYTES_OF_VERTEX))?;
        let numbers: HashMap<u32, u32> = kept.iter().copied().zip(0..).collect();
        let number = |vertex: u32| numbers.get(&vertex).copied().unwrap_or_default();
        let triangles = indices().filter(is_there).map(|triangle| triangle.map(number)).collect();
        let shape = TriMesh { indices: triangles, ..subset::vertices(&mesh.shape, &kept) };
        Ok(Mesh { shape, extra_influences: subset::some(&mesh.extra_influences, &kept), ..Mesh::default() })
    }

    /// Builds the Roblox mesh; `None` if there are no triangles.
    fn model(
        &self,
        mesh: Mesh,
        skin: Option<(usize, &Skin)>,
        losses: &mut Losses,
    ) -> Result<Option<Model>, Problem> {
        if mesh.shape.indices.is_empty() {
            return Ok(None);
        }
        let mut scene = Scene { meshes: vec![mesh], ..Scene::default() };
        let mut shown = Node { mesh: Some(0), ..Node::default() };
        if let Some((_, skin)) = skin {
            let joints = self.skeleton(skin, &mut scene.nodes)?;
            scene.skins.push(Skin { joints, inverse_bind: skin.inverse_bind.clone(), ..Skin::default() });
            shown.skin = Some(0);
        }
        scene.nodes.push(shown);
        let options = AssetOptions { draco: None, ..self.options.clone() };
        rbxmesh::from_scene(&scene, &options, losses).map(Some)
    }

    /// Copies the joints of a skin and their ancestors, and nothing else, to a new list of nodes.
    fn skeleton(&self, skin: &Skin, nodes: &mut Vec<Node>) -> Result<Vec<usize>, Problem> {
        let mut places: HashMap<usize, usize> = HashMap::new();
        let mut joints = Vec::with_capacity(skin.joints.len());
        for joint in &skin.joints {
            let mut next = Some(*joint);
            while let Some((index, node)) = next.and_then(|index| Some((index, self.scene.nodes.get(index)?)))
            {
                if places.contains_key(&index) {
                    break;
                }
                self.memory.take(BYTES_OF_JOINT)?;
                places.insert(index, nodes.len());
                let (name, parent, local) = (said(&node.name), node.parent, node.local);
                nodes.push(Node { name, parent, local, ..Node::default() });
                next = node.parent;
            }
            let place = places.get(joint).copied();
            if let Some(node) = place.and_then(|place| nodes.get_mut(place)) {
                node.role = Role::Joint;
            }
            // A joint that does not exist has no node in the new scene either.
            joints.push(place.unwrap_or(usize::MAX));
        }
        for node in nodes {
            node.parent = node.parent.and_then(|parent| places.get(&parent).copied());
        }
        Ok(joints)
    }
}

/// Moves a mesh so that its centre is at the origin; returns the former centre and the size.
fn centred(model: &mut Model) -> Option<(Vec3, Vec3)> {
    let bounds = Aabb::from_points(model.vertices.iter().map(|vertex| vertex.position))?;
    let (mut centre, size) = (bounds.centre(), bounds.size());
    // A mesh that is centred except for rounding is not moved, so that its numbers stay exact.
    if centre.length() <= size.length() * 1e-5 {
        centre = Vec3::ZERO;
    }
    model.vertices.iter_mut().for_each(|vertex| vertex.position = vertex.position - centre);
    model.bones.iter_mut().for_each(|bone| bone.pose.position = bone.pose.position - centre);
    (centre.is_finite() && size.is_finite()).then_some((centre, size))
}

/// The bones of a mesh for instances: name, parent, and pose relative to the parent.
#[derive(Debug, Default)]
pub(super) struct Bones(Vec<(String, Option<usize>, Pose)>);

impl Bones {
    fn from_model(model: &Model) -> Self {
        let bone = |bone: &::rbxmesh::Bone| {
            let above = bone.parent.get().and_then(|parent| model.bones.get(parent));
            let back = above.and_then(|above| above.pose.inverse());
            let local = back.map_or(bone.pose, |back| back * bone.pose);
            (said(model.bone_names.start(bone.name_offset)), bone.parent.get(), local)
        };
        Self(model.bones.iter().map(bone).collect())
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn get(&self, index: usize) -> Option<(&str, Option<usize>, Pose)> {
        self.0.get(index).map(|(name, above, local)| (&**name, *above, *local))
    }

    /// The bones in an order with parents before children; bones in cycles are left out.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.0.len()];
        let mut order = Vec::with_capacity(self.0.len());
        for (index, (_, above, _)) in self.0.iter().enumerate() {
            match above.and_then(|above| children.get_mut(above)) {
                Some(children) => children.push(index),
                None => order.push(index),
            }
        }
        let mut next = 0;
        while let Some(index) = order.get(next) {
            order.extend(children.get_mut(*index).map(std::mem::take).unwrap_or_default());
            next = next.saturating_add(1);
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mesh_whose_size_has_no_number_is_refused() {
        let centred = |ends: [f32; 2]| {
            let at = |x| ::rbxmesh::Vertex { position: Vec3::new(x, 0.0, 0.0), ..Default::default() };
            centred(&mut Model { vertices: ends.map(at).to_vec(), ..Model::default() })
        };
        assert_eq!(centred([1.0, 5.0]), Some((Vec3::X * 3.0, Vec3::X * 4.0)));
        assert_eq!(centred([f32::MIN, f32::MAX]), None);
    }
}

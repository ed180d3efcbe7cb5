//! Conversion from mesh assets of Second Life to scenes.

mod back;
mod bones;
mod faces;
mod fit;
mod interior;
pub mod materials;
mod physics;
mod positions;
mod preflight;
mod rig;
mod scene_of_upload;
mod upload;

pub(super) use back::from_scene;
pub use faces::refuse_too_many;
pub(super) use preflight::findings as preflight;
pub(super) use rig::findings as rig_findings;
use scene::loss::{LossCode, LossSeverity, Losses};
pub(super) use scene_of_upload::scene_of_upload;
pub(super) use upload::upload;

use super::own::{Own, Witness, packed};
use super::space::{self, Space};
use super::{SceneOptions, rest, said};
use ::slmesh::skeleton::known;
use ::slmesh::{Block, Content, Convex, Face, Influences, Level, Lod, MeshAsset};
use geom::{Group, TriMesh, Vec2, Vec3, Vec4};
use scene::affine::Affine;
use scene::names::Names;
use scene::{Json, Material, Mesh, Node, Problem, ProblemKind, Role, Scene, Skin, Trs};
use std::collections::HashMap;

/// The number of hulls above which they are not shown: a node takes more memory than a hull in the file.
const MOST_HULLS: usize = 256;

/// The levels and the suffixes of their names, the finest first.
const LEVELS: [(Level, &str); 4] =
    [(Level::High, ""), (Level::Medium, "_LOD2"), (Level::Low, "_LOD1"), (Level::Lowest, "_LOD0")];

/// Converts an asset: the levels of detail, the physics shapes, then the joints.
pub(super) fn to_scene(
    asset: &MeshAsset,
    options: &SceneOptions,
    losses: &mut Losses,
) -> Result<Scene, Problem> {
    let mut scene = Scene { name: options.name.clone(), ..Scene::default() };
    let skin = asset.skin.as_ref().and_then(Block::value).filter(|skin| skin.n_joints() > 0);
    let mut shown = BlockConverter {
        space: Space::from_skin(skin),
        is_skinned: skin.is_some(),
        extras: options.extras,
        shown_blocks: Vec::new(),
        losses,
    };
    let materials = shown.materials(asset, &mut scene);
    for (level, suffix) in LEVELS {
        let Some(lod) = asset.level(level).filter(|lod| lod.n_triangles() > 0) else { continue };
        let shape = shown.shape(level.name(), lod, &materials);
        let number = u8::try_from(scene.nodes.len()).unwrap_or(u8::MAX);
        let role = if number == 0 { Role::Plain } else { Role::Lod { of: 0, level: number } };
        add(&mut scene, format!("{}{suffix}", options.name), shape, role);
        if let Some(node) = scene.nodes.last_mut() {
            node.skin = shown.is_skinned.then_some(0);
        }
    }
    let n_levels = scene.nodes.len();
    shown.is_skinned = false;
    // Physics shapes are not skinned, and have no bind shape matrix.
    shown.space = Space::from_skin(None);
    let physics = if asset.physics_mesh.as_ref().and_then(Block::value).is_some() {
        Some("physics_mesh")
    } else {
        Some("physics_shape")
    };
    let triangles = asset.physics_triangles().filter(|lod| lod.n_triangles() > 0);
    if let Some((name, lod)) = physics.zip(triangles) {
        let shape = shown.shape(name, lod, &[]);
        add(&mut scene, format!("{}_PHYS", options.name), shape, Role::Physics);
    }
    let has_hulls = asset
        .physics_convex
        .as_ref()
        .and_then(Block::value)
        .is_some_and(|convex| hulls(convex, options, &mut scene));
    let shown_blocks = std::mem::take(&mut shown.shown_blocks);
    if scene.meshes.is_empty() {
        let message = "the mesh has no readable geometry";
        return Err(Problem::new(ProblemKind::Empty, message));
    }
    if n_levels == 0 {
        // Without a level of detail, the physics shapes are all there is, so they are visible.
        scene.nodes.iter_mut().for_each(|node| node.hidden = false);
    }
    let size = size(asset);
    scene.nodes.iter_mut().for_each(|node| node.local.scale = size);
    if let Some(skin) = skin.filter(|_| n_levels > 0) {
        skeleton(skin, &mut scene, options, losses);
    }
    keep(asset, &mut scene, shown_blocks, has_hulls, options, losses);
    Ok(scene)
}

/// The size of an object whose mesh is normalised to a unit cube, if it is known. A skinned mesh has its actual size.
fn size(asset: &MeshAsset) -> Vec3 {
    let has_skin = asset.skin.as_ref().and_then(Block::value).is_some_and(|skin| skin.n_joints() > 0);
    let mut faces = asset.level(Level::High).into_iter().flat_map(|lod| &lod.faces);
    let size = faces.find_map(|face| face.normalized_scale).filter(|_| !has_skin);
    #[expect(clippy::cast_possible_truncation, reason = "scenes have single precision")]
    // Y of glTF is Z of Second Life.
    let size = size.map(|[x, y, z]| Vec3::from_array([x, z, y].map(|number| number as f32)));
    size.filter(|size| size.is_finite() && size.x * size.y * size.z != 0.0).unwrap_or(Vec3::ONE)
}

/// Adds a node with a mesh.
fn add(scene: &mut Scene, name: String, mesh: Mesh, role: Role) {
    let hidden = role != Role::Plain;
    scene.nodes.push(Node {
        name: name.clone(),
        mesh: Some(scene.meshes.len()),
        role,
        hidden,
        ..Node::default()
    });
    scene.meshes.push(Mesh { name, ..mesh });
}

/// A block whose geometry is shown: the numbers of vertices and triangles of its faces, and the sums of its weights.
struct ShownBlock {
    name: &'static str,
    counts: Vec<usize>,
    sums: Vec<u8>,
    /// Vertices whose stored weights cannot be restored from normalised ones: the vertex, the number of influences,
    /// their joints and weights.
    odd: Vec<usize>,
}

struct BlockConverter<'l> {
    space: Space,
    is_skinned: bool,
    extras: bool,
    shown_blocks: Vec<ShownBlock>,
    losses: &'l mut Losses,
}

/// The difference between 65,535 and the sum of a vertex's weights; 255 if it is negative or does not fit in a byte.
fn deficit(influences: &Influences) -> u8 {
    let sum: u32 = influences.iter().map(|influence| u32::from(influence.weight)).sum();
    u8::try_from(65_535_u32.wrapping_sub(sum)).unwrap_or(255)
}

/// True if the stored weights cannot be restored from normalised ones.
fn is_odd(influences: &Influences) -> bool {
    influences.is_empty() || influences.iter().any(|one| one.weight == 0) || deficit(influences) == 255
}

/// True if the arrays of a face are shown; viewers ignore them if the face is marked as having no geometry.
fn is_shown(face: &Face) -> bool {
    face.no_geometry.is_none() && face.n_vertices() > 0
}

/// True if an array has an entry for each vertex.
fn fits<T>(array: &Option<Vec<T>>, face: &Face) -> bool {
    array.as_ref().is_some_and(|array| array.len() == face.n_vertices())
}

impl BlockConverter<'_> {
    /// Adds a white material for each face, with the name from the header where there is one.
    fn materials(&mut self, asset: &MeshAsset, scene: &mut Scene) -> Vec<String> {
        let n_faces =
            Level::ALL.iter().filter_map(|level| asset.level(*level)).map(|lod| lod.faces.len()).max();
        let list = asset.material_list.as_deref().unwrap_or_default();
        let mut names = Names::default();
        let mut materials = Vec::new();
        for number in 0..n_faces.unwrap_or(0).min(1 << 12) {
            let listed = list.get(number).map(|name| said(name.as_bytes())).filter(|name| !name.is_empty());
            let name = names.take(&listed.unwrap_or_else(|| format!("face_{number}")));
            scene.materials.push(Material { name: name.clone(), ..Material::default() });
            materials.push(name);
        }
        materials
    }

    fn shape(&mut self, name: &'static str, lod: &Lod, materials: &[String]) -> Mesh {
        let mut shape = TriMesh::default();
        let mut shown_block = ShownBlock { name, counts: Vec::new(), sums: Vec::new(), odd: Vec::new() };
        let all = || lod.faces.iter().filter(|face| is_shown(face));
        let has_normals = all().any(|face| fits(&face.normal, face));
        let has_uvs = all().any(|face| fits(&face.tex_coord0, face));
        let (mut n_dangling, mut n_odd) = (0_usize, 0_usize);
        for (number, face) in lod.faces.iter().enumerate() {
            if !is_shown(face) {
                shown_block.counts.extend([0, 0]);
                continue;
            }
            let (first, start) = (shape.positions.len(), shape.indices.len());
            shape.positions.extend(face.positions().map(|point| self.space.point(point)));
            let end = shape.positions.len();
            if has_normals {
                if fits(&face.normal, face) {
                    shape.normals.extend(face.normals().map(|normal| self.space.normal(normal)));
                }
                shape.normals.resize(end, Vec3::ZERO);
            }
            if has_uvs {
                if fits(&face.tex_coord0, face) {
                    // V points up in the asset.
                    shape.uvs.extend(face.tex_coords().map(|uv| Vec2::new(uv.x, 1.0 - uv.y)));
                }
                shape.uvs.resize(end, Vec2::ZERO);
            }
            if self.is_skinned {
                for influences in face.weights.iter().filter(|_| fits(&face.weights, face)).flatten() {
                    let missing = deficit(influences);
                    shown_block.sums.push(missing);
                    if is_odd(influences) {
                        n_odd = n_odd.saturating_add(1);
                        shown_block.odd.extend([shape.joints.len(), influences.len()]);
                        shown_block.odd.extend(
                            influences
                                .iter()
                                .flat_map(|one| [usize::from(one.joint), usize::from(one.weight)]),
                        );
                    }
                    let sum: f32 = influences.iter().map(|one| f32::from(one.weight)).sum();
                    let (mut joints, mut weights) = ([0; 4], [0.0; 4]);
                    for ((joint, weight), one) in joints.iter_mut().zip(&mut weights).zip(influences.iter()) {
                        if one.weight > 0 {
                            (*joint, *weight) = (one.joint.into(), f32::from(one.weight) / sum);
                        }
                    }
                    shape.joints.push(joints);
                    shape.weights.push(Vec4::from_array(weights));
                }
                shape.joints.resize(end, [0; 4]);
                // A vertex that is stored without weights is bound to the first joint.
                shape.weights.resize(end, Vec4::new(1.0, 0.0, 0.0, 0.0));
            }
            let base = u32::try_from(first).unwrap_or(u32::MAX);
            let moved = face.triangles().map(|corners| corners.map(|at| base.saturating_add(at.into())));
            shape.indices.extend(moved);
            let n_triangles = shape.indices.len().saturating_sub(start);
            n_dangling = n_dangling.saturating_add(face.n_triangles().saturating_sub(n_triangles));
            shown_block.counts.extend([face.n_vertices(), n_triangles]);
            let group = Group {
                name: format!("face {number}"),
                material: materials.get(number).cloned(),
                triangles: start..shape.indices.len(),
            };
            shape.groups.push(group);
        }
        let report = |losses: &mut Losses, code, severity, what: &str, count| {
            losses.report(code, severity, what, count, name);
        };
        if !self.is_skinned {
            let n_weights = all().filter_map(|face| face.weights.as_ref()).map(Vec::len).sum();
            let what = "weights of vertices without a skin";
            report(self.losses, LossCode::WeightTruncated, LossSeverity::Lost, what, n_weights);
        }
        let what = "triangles with a missing vertex";
        report(self.losses, LossCode::TriDropped, LossSeverity::Lost, what, n_dangling);
        let severity = if self.extras { LossSeverity::Note } else { LossSeverity::Changed };
        let what =
            "vertices without weights, with weights of 0, or whose weights are far from adding up to 1";
        report(self.losses, LossCode::WeightRounded, severity, what, n_odd);
        let n_empty = all().filter(|face| face.n_triangles() == 0).count();
        report(self.losses, LossCode::TriDropped, LossSeverity::Note, "faces without triangles", n_empty);
        self.shown_blocks.push(shown_block);
        Mesh { shape, ..Mesh::default() }
    }
}

/// Adds a node for each hull and one for the bounding hull. False if they cannot be shown.
fn hulls(convex: &Convex, options: &SceneOptions, scene: &mut Scene) -> bool {
    let n_hulls = convex.hull_list.as_ref().map_or(0, Vec::len);
    let n_points = convex.positions.as_ref().map_or(0, Vec::len);
    // Points that belong to no hull could not be restored.
    if n_hulls > MOST_HULLS || convex.n_hull_points() != n_points {
        return false;
    }
    let space = Space::from_skin(None);
    let mesh = |all: &TriMesh, vertices: std::ops::Range<usize>, triangles: std::ops::Range<usize>| {
        let first = u32::try_from(vertices.start).unwrap_or(u32::MAX);
        let points = all.positions.get(vertices).unwrap_or_default();
        let indices = all.indices.get(triangles).unwrap_or_default();
        let shape = TriMesh {
            positions: points.iter().map(|point| space.point(*point)).collect(),
            indices: indices.iter().map(|corners| corners.map(|at| at.saturating_sub(first))).collect(),
            ..TriMesh::default()
        };
        let is_flat = shape.indices.is_empty();
        let points = (0..u32::try_from(points.len()).unwrap_or(0)).filter(|_| is_flat).collect();
        Mesh { shape, points, ..Mesh::default() }
    };
    let all = convex.to_trimesh();
    let mut start = 0_usize;
    for (number, (hull, group)) in convex.hulls().zip(&all.groups).enumerate() {
        let vertices = start..start.saturating_add(hull.len());
        start = vertices.end;
        let mesh = mesh(&all, vertices, group.triangles.clone());
        add(scene, format!("{}_HULL_{number:03}", options.name), mesh, Role::Hull);
    }
    let around = convex.bounding_to_trimesh();
    if !around.positions.is_empty() {
        let mesh = mesh(&around, 0..around.positions.len(), 0..around.indices.len());
        add(scene, format!("{}_BOUND", options.name), mesh, Role::Bounding);
    }
    true
}

/// Adds a node for each joint, as a child of its nearest ancestor in the avatar that the skin has.
fn skeleton(skin: &::slmesh::Skin, scene: &mut Scene, options: &SceneOptions, losses: &mut Losses) {
    let first = scene.nodes.len();
    let names: Vec<String> = skin.joint_names.iter().flatten().map(|name| said(name.as_bytes())).collect();
    let places: HashMap<&str, usize> = names
        .iter()
        .enumerate()
        // Of joints with equal names, the first is used.
        .rev()
        .map(|(place, name)| (known(name).map_or(&**name, |joint| joint.name), place))
        .collect();
    let root = first.saturating_add(names.len());
    let above = |name: &str| known(name)?.ancestors().find_map(|joint| places.get(joint.name).copied());
    let n_unknown = names.iter().filter(|name| known(name).is_none()).count();
    let parents: Vec<Option<usize>> = names.iter().map(|name| above(name)).collect();
    let mut inverse_bind = Vec::new();
    let (mut globals, mut n_sheared) = (Vec::new(), 0_usize);
    for joint in 0..names.len() {
        let stored = skin.inverse_bind_matrix.as_ref().and_then(|all| all.get(joint));
        let bind = stored.map_or(Affine::IDENTITY, space::turned);
        inverse_bind.push(bind.to_mat4());
        let global = bind.inverse().filter(|global| global.decomposed().1);
        n_sheared = n_sheared.saturating_add(usize::from(global.is_none()));
        globals.push(global.unwrap_or(Affine::IDENTITY));
    }
    let joint = |(name, global): (String, &Affine)| {
        let local = global.decomposed().0;
        Node { name, parent: Some(root), local, role: Role::Joint, ..Node::default() }
    };
    scene.nodes.extend(names.into_iter().zip(&globals).map(joint));
    scene.nodes.push(Node { name: "Armature".into(), local: Trs::IDENTITY, ..Node::default() });
    let mut unstretched = HashMap::new();
    for ((node, parent), place) in (first..).zip(parents).zip(&globals) {
        let above = parent.and_then(|parent| Some((first.saturating_add(parent), *globals.get(parent)?)));
        if above.is_some() {
            rest::hang(scene, node, place, above, &mut unstretched);
        }
    }
    let joints = (first..root).collect();
    scene.skins.push(Skin { joints, inverse_bind, ..Skin::default() });
    let severity = if options.extras { LossSeverity::Note } else { LossSeverity::Changed };
    let n_joints = scene.skins.last().map_or(0, |skin| skin.joints.len());
    let what = "joints have the hierarchy of the avatar";
    losses.report(LossCode::HierarchyAssumed, LossSeverity::Note, what, n_joints, "skin.joint_names");
    let what = "joints that the avatar does not have became children of the root";
    losses.report(LossCode::JointUnknown, LossSeverity::Note, what, n_unknown, "skin.joint_names");
    let what = "joints have bind matrices that are sheared or cannot be inverted";
    losses.report(LossCode::BindShear, severity, what, n_sheared, "skin.inverse_bind_matrix");
    let n_alternative = skin.alt_inverse_bind_matrix.as_ref().map_or(0, Vec::len);
    let severity = if options.extras { LossSeverity::Note } else { LossSeverity::Lost };
    let what = "joint positions that override the avatar's";
    losses.report(LossCode::AltBind, severity, what, n_alternative, "skin.alt_inverse_bind_matrix");
}

/// Stores in the extras all of the asset except the arrays that are shown, so that the asset can be restored.
fn keep(
    asset: &MeshAsset,
    scene: &mut Scene,
    shown_blocks: Vec<ShownBlock>,
    has_hulls: bool,
    options: &SceneOptions,
    losses: &mut Losses,
) {
    let severity = if options.extras { LossSeverity::Note } else { LossSeverity::Lost };
    let what = "data that only a mesh asset has: its header, domains, and blocks that are not decoded";
    losses.report(LossCode::FileFields, severity, what, 1, "");
    if !options.extras {
        return;
    }
    let is_skinned = !scene.skins.is_empty();
    let mut rest = asset.clone();
    for shown_block in &shown_blocks {
        if let Some(lod) = block_mut(&mut rest, shown_block.name) {
            lod.faces.iter_mut().for_each(|face| empty(face, is_skinned && !shown_block.sums.is_empty()));
        }
    }
    if has_hulls && let Some(convex) = rest.physics_convex.as_mut().and_then(Block::value_mut) {
        convex.positions.iter_mut().for_each(Vec::clear);
        convex.bounding_verts.iter_mut().for_each(Vec::clear);
    }
    let file = match ::slmesh::write(&rest) {
        Ok(file) => file,
        Err(error) => {
            let what = format!("data that only a mesh asset has cannot be kept: {error}");
            losses.report(LossCode::FileFields, LossSeverity::Lost, &what, 1, "");
            return;
        }
    };
    let list = |counts: &[usize]| {
        let whole = |count: &usize| Json::from(i32::try_from(*count).unwrap_or(i32::MAX));
        counts.iter().map(whole).collect::<Vec<_>>()
    };
    let mut blocks = Json::default();
    for shown_block in &shown_blocks {
        let mut block = Json::default();
        block.set("faces", list(&shown_block.counts));
        if shown_block.sums.iter().any(|missing| *missing != 0) {
            block.set("missing_weights", packed(&shown_block.sums));
        }
        if !shown_block.odd.is_empty() {
            block.set("odd_weights", list(&shown_block.odd));
        }
        blocks.set(shown_block.name, block);
    }
    let of = |is: fn(&Role) -> bool| -> Vec<usize> {
        let all = scene.nodes.iter().enumerate().filter(|(_, node)| node.mesh.is_some() && is(&node.role));
        all.map(|(index, _)| index).collect()
    };
    let solid = of(|role| !matches!(role, Role::Hull | Role::Bounding));
    let hulls = of(|role| matches!(role, Role::Hull | Role::Bounding));
    let witnesses = vec![
        ("triangles", Witness::triangles(scene, &solid)),
        ("hulls", Witness::triangles(scene, &hulls)),
        ("weights", Witness::weights(scene, &solid)),
        ("skeleton", Witness::skeleton(scene, scene.skins.first())),
    ];
    let mut fields = vec![("blocks", blocks)];
    if has_hulls {
        fields.push(("hulls", true.into()));
    }
    Own { source: "slmesh", file, witnesses, fields }.put(scene);
}

/// The geometry of a block by its name.
fn block_mut<'a>(asset: &'a mut MeshAsset, name: &str) -> Option<&'a mut Lod> {
    let block = match name {
        "high_lod" => &mut asset.high_lod,
        "medium_lod" => &mut asset.medium_lod,
        "low_lod" => &mut asset.low_lod,
        "lowest_lod" => &mut asset.lowest_lod,
        "physics_mesh" => &mut asset.physics_mesh,
        "physics_shape" => &mut asset.physics_shape,
        _ => return None,
    };
    match &mut block.as_mut()?.content {
        Content::Value(lod) => Some(lod),
        _ => None,
    }
}

/// Clears the arrays of a face that the scene shows.
fn empty(face: &mut Face, is_skinned: bool) {
    if !is_shown(face) {
        return;
    }
    let (normal, coord) = (fits(&face.normal, face), fits(&face.tex_coord0, face));
    let weights = is_skinned && fits(&face.weights, face);
    face.normal.iter_mut().filter(|_| normal).for_each(Vec::clear);
    face.tex_coord0.iter_mut().filter(|_| coord).for_each(Vec::clear);
    face.weights.iter_mut().filter(|_| weights).for_each(Vec::clear);
    face.position.iter_mut().for_each(Vec::clear);
    face.triangle_list.iter_mut().for_each(Vec::clear);
}

//! Conversion from Roblox meshes to scenes.

mod arrays;
mod back;
mod face;
mod morph;
mod studio;

use arrays::{Content, Contents, MeshArrays, VertexFacts, Vertices};
pub(super) use back::from_scene;
pub(super) use morph::expression;
use scene::allowance::Allowance;
use scene::loss::{LossCode, LossSeverity, Losses};

use super::own::{Own, Witness, packed};
use super::{FacePoses, SceneOptions, said};
use ::rbxmesh::{FacsBlock, Mesh as Model, Sizes, Surplus, Tangent, VDirection, Vertex};
use geom::{Mat4, TriMesh, Vec3, Vec4};
use scene::{Json, Mesh, Node, Problem, ProblemKind, Role, Scene, Skin, Trs, Unit};

/// Upper bound on levels of detail: the roles of nodes number levels in a byte.
const MOST_LEVELS: usize = 255;

/// Converts a mesh: one node for each level, the finest first, then the bones.
pub(super) fn to_scene(model: &Model, options: &SceneOptions, losses: &mut Losses) -> Result<Scene, Problem> {
    scene(MeshArrays::new(model), options, losses)
}

/// Converts a file whose arrays can be copied into the scene without building a model first; `None` if it needs a
/// model.
pub(super) fn read(
    bytes: &[u8],
    options: &SceneOptions,
    losses: &mut Losses,
) -> Option<Result<Scene, Problem>> {
    let mesh = ::rbxmesh::MeshRef::read(bytes).ok()?;
    Some(scene(MeshArrays::in_file(&mesh)?, options, losses))
}

/// Estimates of memory: the number of copies of a bone's name in the scene and its files, and the bytes of a bone
/// without its name.
const N_COPIES: usize = 7;
const BYTES_OF_BONE: usize = 600;

fn scene(mut arrays: MeshArrays<'_>, options: &SceneOptions, losses: &mut Losses) -> Result<Scene, Problem> {
    let model = arrays.model;
    if arrays.faces.is_empty() {
        let (kind, message) = match model.draco {
            Some(_) => (ProblemKind::Unsupported, "the geometry is a Draco stream that cannot be decoded"),
            None => (ProblemKind::Empty, "the mesh has no faces that a scene can show"),
        };
        return Err(Problem::new(kind, message));
    }
    let mut scene = Scene { name: options.name.clone(), unit: Unit::Stud, ..Scene::default() };
    let (odd, facts) = Odd::find(&arrays);
    let n_faces = arrays.faces.len();
    let contents = Contents::by_level(&mut arrays);
    let is_apart = contents.is_apart();
    report(&arrays, &contents, n_faces, &odd, options, losses);
    let has_skin = !model.bones.is_empty() && !model.envelopes.is_empty();
    let skin = has_skin.then_some(0);
    for (level, content) in (0..=u8::MAX).zip(contents.0) {
        let name = match level {
            0 => options.name.clone(),
            level => format!("{}_LOD{level}", options.name),
        };
        let role = if level == 0 { Role::Plain } else { Role::Lod { of: 0, level } };
        let shape = shape(&arrays, content, &facts, has_skin);
        scene.meshes.push(Mesh { name: name.clone(), shape, ..Mesh::default() });
        let mesh = Some(usize::from(level));
        scene.nodes.push(Node { name, mesh, skin, role, hidden: level > 0, ..Node::default() });
    }
    // Any number of bones may share one long name. Each has a copy in the scene and in what is built from it; the
    // string table counts, too.
    let n_bytes = model.bones.iter().map(|bone| model.bone_names.start(bone.name_offset).len());
    let n_bytes = n_bytes.fold(model.bone_names.0.len(), usize::saturating_add).saturating_mul(N_COPIES);
    let n_bytes = n_bytes.saturating_add(model.bones.len().saturating_mul(BYTES_OF_BONE));
    let memory = Allowance::new(options.max_memory.unwrap_or(usize::MAX));
    memory.take(n_bytes)?;
    bones(model, &mut scene, has_skin, losses);
    if let Some(facs) = model.facs() {
        face::animations(model, facs, &mut scene, options.extras, losses);
    }
    keep(model, facts.no_tangent, &odd, &mut scene, !is_apart, options, losses);
    match options.face_poses {
        FacePoses::Animations => {}
        FacePoses::Studio => studio::fold(&mut scene),
        FacePoses::Morphs => morph::fold(&mut scene, &memory, losses)?,
    }
    Ok(scene)
}

fn shape(arrays: &MeshArrays<'_>, content: Content<'_>, facts: &VertexFacts, has_skin: bool) -> TriMesh {
    let model = arrays.model;
    let indices = match &content.vertices {
        Vertices::Range(range) if range.start == 0 => content.faces.into_owned(),
        vertices => content.faces.iter().map(|face| face.map(|vertex| vertices.place(vertex))).collect(),
    };
    let n_vertices = content.vertices.len();
    let mut shape = TriMesh {
        positions: Vec::with_capacity(n_vertices),
        normals: Vec::with_capacity(n_vertices),
        uvs: Vec::with_capacity(n_vertices),
        indices,
        ..TriMesh::default()
    };
    let (mut has_tangents, mut has_colours) = (false, false);
    arrays.each(&content.vertices, |block| {
        shape.positions.extend(block.iter().map(|vertex| vertex.position));
        shape.normals.extend(block.iter().map(|vertex| vertex.normal));
        shape.uvs.extend(block.iter().map(|vertex| model.uv(vertex)));
        if facts.has_tangents {
            has_tangents |= block.iter().any(|vertex| vertex.tangent.as_vec4().is_some());
            let tangents = block.iter().map(|vertex| vertex.tangent.as_vec4().unwrap_or_default());
            shape.tangents.extend(tangents);
        }
        if facts.has_colours {
            has_colours |= block.iter().any(|vertex| vertex.colour != geom::Rgba8::WHITE);
            shape.colours.extend(block.iter().map(|vertex| vertex.colour));
        }
    });
    if !has_tangents {
        shape.tangents = Vec::new();
    }
    if !has_colours {
        shape.colours = Vec::new();
    }
    if has_skin {
        let all: Vec<_> = model.influences().zip(&model.envelopes).map(slots).collect();
        let own = content.vertices.indices().map(|index| all.get(index).copied().unwrap_or_default());
        (shape.joints, shape.weights) = own.unzip();
    }
    shape
}

/// The joints and weights of a vertex in their stored slots.
fn slots(
    (influences, envelope): ([Option<::rbxmesh::Influence>; 4], &::rbxmesh::Envelope),
) -> ([u16; 4], Vec4) {
    let (mut joints, mut weights) = ([0; 4], [0.0; 4]);
    let mut found = influences.into_iter().flatten();
    let n_stored = envelope.weights.iter().filter(|weight| **weight > 0).count();
    // If some slots refer to no bone, the following influences move up.
    let is_whole = influences.iter().flatten().count() == n_stored;
    for ((joint, weight), stored) in joints.iter_mut().zip(&mut weights).zip(envelope.weights) {
        if is_whole && stored == 0 {
            continue;
        }
        let Some(influence) = found.next() else { break };
        (*joint, *weight) = (influence.bone.0, f32::from(influence.weight) / 255.0);
    }
    (joints, Vec4::from_array(weights))
}

/// Adds a node for each bone, relative to its parent, and a common root if they have none.
fn bones(model: &Model, scene: &mut Scene, has_skin: bool, losses: &mut Losses) {
    let first = scene.nodes.len();
    let n_bones = model.bones.len();
    let (mut n_sheared, mut inverse_bind) = (0_usize, Vec::new());
    for bone in &model.bones {
        let parent = bone.parent.get().filter(|parent| *parent < n_bones);
        let above = parent.and_then(|parent| model.bones.get(parent)?.pose.inverse());
        let local = above.map_or(bone.pose, |inverse| inverse * bone.pose);
        let (local, is_all) = Trs::of_matrix(&Mat4::from(local));
        let inverse = bone.pose.inverse();
        n_sheared = n_sheared.saturating_add(usize::from(!is_all || inverse.is_none()));
        inverse_bind.push(inverse.map_or(Mat4::IDENTITY, Mat4::from));
        let name = said(model.bone_names.start(bone.name_offset));
        let parent = parent.map(|parent| parent.saturating_add(first));
        scene.nodes.push(Node { name, parent, local, role: Role::Joint, ..Node::default() });
    }
    for (node, is_in_circle) in scene.in_circles().into_iter().enumerate() {
        if let Some(node) = scene.nodes.get_mut(node).filter(|_| is_in_circle) {
            node.parent = None;
        }
    }
    let what = "bones have poses that are more than a rotation and a translation";
    losses.report(LossCode::BindShear, LossSeverity::Changed, what, n_sheared, "");
    if n_bones == 0 {
        return;
    }
    let roots: Vec<_> = (first..scene.nodes.len())
        .filter(|node| scene.nodes.get(*node).is_some_and(|node| node.parent.is_none()))
        .collect();
    if roots.len() > 1 {
        let root = scene.nodes.len();
        scene.nodes.push(Node { name: "Armature".into(), ..Node::default() });
        for node in roots {
            if let Some(node) = scene.nodes.get_mut(node) {
                node.parent = Some(root);
            }
        }
    }
    if has_skin {
        let joints = (first..first.saturating_add(n_bones)).collect();
        scene.skins.push(Skin { joints, inverse_bind, ..Skin::default() });
    }
}

/// The vertices that glTF cannot represent exactly: counts by attribute, and records of the vertex index, its normal, V
/// and tangent.
#[derive(Default)]
struct Odd {
    n_normals: usize,
    n_uvs: usize,
    n_tangents: usize,
    records: Vec<u8>,
    /// The number of vertices examined so far.
    n_vertices: u32,
}

impl Odd {
    /// Examines all vertices; returns those that glTF cannot represent exactly, and the facts on which that depends.
    fn find(arrays: &MeshArrays<'_>) -> (Self, VertexFacts) {
        let is_down = arrays.model.v_direction == VDirection::Down;
        // In nearly all files, no tangent has a direction and all are equal. Assuming that makes one pass enough;
        // otherwise a second follows.
        let first = arrays.first().map(|vertex| vertex.tangent).unwrap_or_default();
        let usual = VertexFacts { has_tangents: false, no_tangent: first, has_colours: false };
        let mut odd = Self::default();
        let facts = VertexFacts::examine(arrays, |block| odd.add(block, &usual, is_down));
        if (facts.has_tangents, facts.no_tangent) != (usual.has_tangents, usual.no_tangent) {
            odd = Self::default();
            arrays.each(&Vertices::Range(0..arrays.n_vertices()), |block| odd.add(block, &facts, is_down));
        }
        (odd, facts)
    }

    /// Records the values of the next vertices that glTF cannot represent unchanged.
    fn add(&mut self, block: &[Vertex], facts: &VertexFacts, is_down: bool) {
        // The tolerance within which the glTF writer keeps vectors unchanged.
        let is_unit = |vector: Vec3| (vector.length() - 1.0).abs() <= 0.0066;
        let is_tangent = |tangent: Tangent| match tangent.as_vec4() {
            // Where some tangents have a direction, the writer computes those of the others.
            None => !facts.has_tangents && tangent == facts.no_tangent,
            Some(vector) => {
                let sign = if vector.w < 0.0 { -1.0 } else { 1.0 };
                is_unit(vector.xyz()) && Tangent::from_vec4(vector.xyz().extend(sign)) == tangent
            }
        };
        // V is flipped when the scene is built and again when it is written, and may be rounded.
        let is_uv = |v: f32| is_down || (1.0 - (1.0 - v)).to_bits() == v.to_bits();
        for (vertex, index) in block.iter().zip(self.n_vertices..) {
            let (normal, v, tangent) = (vertex.normal, vertex.uv.y, vertex.tangent);
            // What is not finite becomes zero, which is reported then.
            let comes_back = [is_unit(normal), is_uv(v) || !vertex.uv.is_finite(), is_tangent(tangent)];
            if comes_back == [true; 3] {
                continue;
            }
            let counts = [&mut self.n_normals, &mut self.n_uvs, &mut self.n_tangents];
            for (count, comes_back) in counts.into_iter().zip(comes_back) {
                *count = count.saturating_add(usize::from(!comes_back));
            }
            self.records.extend(index.to_le_bytes());
            let numbers = normal.to_array().into_iter().chain([v]);
            self.records.extend(numbers.flat_map(f32::to_le_bytes));
            self.records.extend(tangent.0);
        }
        let n_vertices = u32::try_from(block.len()).unwrap_or(u32::MAX);
        self.n_vertices = self.n_vertices.saturating_add(n_vertices);
    }
}

/// Reports the features of a mesh that a scene, and files written from it, represent differently.
fn report(
    arrays: &MeshArrays<'_>,
    contents: &Contents<'_>,
    n_faces: usize,
    odd: &Odd,
    options: &SceneOptions,
    losses: &mut Losses,
) {
    let model = arrays.model;
    let n_shown: usize = contents.0.iter().map(|content| content.faces.len()).sum();
    let n_dropped = n_faces.saturating_sub(n_shown);
    let what = "faces are in no level of detail, or have a missing vertex";
    losses.report(LossCode::TriDropped, LossSeverity::Lost, what, n_dropped, "faces");
    let n_levels = arrays.levels.len().saturating_sub(MOST_LEVELS);
    losses.report(LossCode::LodDropped, LossSeverity::Lost, "levels of detail", n_levels, "lod_offsets");
    if !contents.is_apart() {
        let what = "levels of detail got vertices of their own";
        let n_shared = contents.0.len().saturating_sub(1);
        let severity = if options.extras { LossSeverity::Note } else { LossSeverity::Changed };
        losses.report(LossCode::GroupSplit, severity, what, n_shared, "vertices");
    }
    let severity = if options.extras { LossSeverity::Note } else { LossSeverity::Changed };
    for (code, count, what) in [
        (LossCode::UvRounded, odd.n_uvs, "texture coordinates were rounded when V was flipped"),
        (LossCode::NormalChanged, odd.n_normals, "normals were not of length 1"),
        (
            LossCode::Tangent,
            odd.n_tangents,
            "tangents without a direction or without unit length were corrected",
        ),
    ] {
        losses.report(code, severity, what, count, "vertices");
    }
    let n_bytes = model.surplus.vertices.len().saturating_add(model.surplus.faces.len());
    let what = "extra bytes of vertices and faces, which the format does not define";
    losses.report(LossCode::UnknownData, LossSeverity::Lost, what, n_bytes, "surplus");
    let n_third = model.texture_w.iter().filter(|w| **w != 0.0).count();
    let what = "third texture coordinates";
    losses.report(LossCode::UnknownData, LossSeverity::Lost, what, n_third, "texture_w");
    if !model.bones.is_empty() {
        // Slots with a weight of 0 have no influence.
        let unused = |envelope: &&::rbxmesh::Envelope| {
            let mut slots = envelope.slots.iter().zip(envelope.weights);
            slots.any(|(slot, weight)| weight == 0 && *slot != 0)
        };
        let n_unused = model.envelopes.iter().filter(unused).count();
        let what = "unused palette entries became 0";
        losses.report(LossCode::PaletteRebuilt, LossSeverity::Changed, what, n_unused, "envelopes");
        let sum =
            |envelope: &::rbxmesh::Envelope| envelope.weights.iter().map(|w| u32::from(*w)).sum::<u32>();
        let n_uneven = model.envelopes.iter().filter(|envelope| sum(envelope) != 255).count();
        let what = "weights of vertices did not add up to 255";
        losses.report(LossCode::WeightRounded, LossSeverity::Changed, what, n_uneven, "envelopes");
    } else {
        let what = "envelopes without bones";
        losses.report(LossCode::UnknownData, LossSeverity::Lost, what, model.envelopes.len(), "envelopes");
    }
}

/// Stores in the extras all of the mesh except vertices, faces and envelopes, so that the mesh can be restored.
fn keep(
    model: &Model,
    no_tangent: Tangent,
    odd: &Odd,
    scene: &mut Scene,
    is_shared: bool,
    options: &SceneOptions,
    losses: &mut Losses,
) {
    let severity = if options.extras { LossSeverity::Note } else { LossSeverity::Lost };
    let what = "data that only a Roblox mesh has: its version, header, and table layout";
    losses.report(LossCode::FileFields, severity, what, 1, "");
    if !options.extras {
        return;
    }
    let rest = Model {
        version: model.version,
        line_end: model.line_end,
        v_direction: model.v_direction,
        lod_offsets: model.lod_offsets.clone(),
        lod_type: model.lod_type,
        n_high_quality_lods: model.n_high_quality_lods,
        unused: model.unused,
        bones: model.bones.clone(),
        bone_names: model.bone_names.clone(),
        subsets: model.subsets.clone(),
        facs: model.facs.clone(),
        hsr_visibility: model.hsr_visibility.clone(),
        chunks: model.chunks.clone(),
        sizes: Sizes {
            // Bytes beyond the known fields belong to vertices and faces, and are dropped with them.
            vertex: model.sizes.vertex.min(Sizes::default().vertex),
            face: model.sizes.face.min(Sizes::default().face),
            ..model.sizes
        },
        surplus: Surplus {
            header: model.surplus.header.clone(),
            lod_offsets: model.surplus.lod_offsets.clone(),
            ..Surplus::default()
        },
        trailing: model.trailing.clone(),
        ..Model::default()
    };
    let file = match ::rbxmesh::write(&rest) {
        Ok(file) => file,
        Err(error) => {
            let what = format!("data that only a Roblox mesh has cannot be kept: {error}");
            losses.report(LossCode::FileFields, LossSeverity::Lost, &what, 1, "");
            return;
        }
    };
    let meshes: Vec<usize> = (0..scene.meshes.len()).collect();
    let skin = scene.skins.first();
    let mut fields = vec![("version", Json::from(model.version.to_string()))];
    if no_tangent != Tangent::NONE {
        fields.push((
            "no_tangent",
            no_tangent.0.iter().map(|byte| Json::from(i32::from(*byte))).collect::<Vec<_>>().into(),
        ));
    }
    if !odd.records.is_empty() {
        fields.push(("odd_vertices", packed(&odd.records)));
    }
    if is_shared {
        fields.push(("shares_vertices", true.into()));
    }
    if model.draco.is_some() {
        fields.push(("packing", "draco".into()));
    }
    if model.facs != FacsBlock::None && model.facs().is_none() {
        let what = "bytes of facial animation that is not decoded";
        losses.report(LossCode::UnknownData, LossSeverity::Note, what, 1, "facs");
    }
    let witnesses = vec![
        ("triangles", Witness::triangles(scene, &meshes)),
        ("weights", Witness::weights(scene, &meshes)),
        ("skeleton", Witness::skeleton(scene, skin)),
        ("face poses", Witness::animations(&scene.animations, skin)),
    ];
    Own { source: "rbxmesh", file, witnesses, fields }.put(scene);
}

/// True if a vector is zero, and so has no direction.
const fn no_direction(vector: Vec3) -> bool {
    vector.x == 0.0 && vector.y == 0.0 && vector.z == 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_become_the_scenes_of_their_models() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/rbxmesh/valid");
        let mut n_direct = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let bytes = std::fs::read(&path).unwrap();
            let (options, mut losses) = (SceneOptions::default(), [Losses::default(), Losses::default()]);
            let Some(direct) = read(&bytes, &options, &mut losses[0]) else { continue };
            let by_model = to_scene(&::rbxmesh::read(&bytes).unwrap(), &options, &mut losses[1]);
            // The scenes are compared as text, since a position of version 2.00 may be NaN.
            assert_eq!(format!("{direct:?}"), format!("{by_model:?}"), "{}", path.display());
            assert_eq!(losses[0].0, losses[1].0, "{}", path.display());
            n_direct += 1;
        }
        assert!(n_direct >= 6, "{n_direct}");
    }
}

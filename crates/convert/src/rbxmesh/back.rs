//! Conversion from scenes to Roblox meshes.

use super::super::bake::{self, Joints};
use super::super::own::{Kept, Witness, unpacked};
use super::super::{AssetOptions, failed};
use super::{face, no_direction, studio};
use ::rbxmesh::{
    DracoOptions, Envelope, FacsBlock, Joint, LossKind, Mesh as Model, Sizes, Subset, Tangent, VDirection,
    Version, Vertex,
};
use geom::{Mat3, Mat4, Pose, TriMesh, Vec3};
use scene::affine::Affine;
use scene::left_out::{Feature, left_out};
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::names::Names;
use scene::{Json, Problem, ProblemKind, Scene, Slot, tangents};
use std::collections::{HashMap, HashSet};

/// Features that a mesh can represent. Animations are facial poses, whose losses are reported separately.
const HOLDS: &[Feature] = &[
    Feature::Levels,
    Feature::Joints,
    Feature::Animations,
    Feature::Normals,
    Feature::Tangents,
    Feature::Uvs,
    Feature::Colours,
    Feature::Studs,
    Feature::Kept,
];

pub(in super::super) fn from_scene(
    scene: &Scene,
    options: &AssetOptions,
    losses: &mut Losses,
) -> Result<Model, Problem> {
    let scene = &*studio::unfolded(scene);
    let nodes = bake::levels(scene);
    let all: Vec<usize> = nodes.concat();
    let worlds = scene.worlds_at_rest();
    let joints = Joints::from_nodes(scene, &all, &worlds, losses);
    let mut levels: Vec<TriMesh> =
        nodes.iter().map(|level| bake::shape(scene, level, &joints, &worlds)).collect();
    if levels.iter().all(|level| level.indices.is_empty()) {
        return Err(Problem::new(ProblemKind::Unsupported, "the scene has no triangles"));
    }
    let kept = Kept::from_scene(scene, "rbxmesh", losses);
    if kept.is_none() {
        let n_dropped = levels.iter_mut().map(bake::drop_idle).sum();
        let what = "triangles that use a vertex twice and have no area";
        losses.report(LossCode::TriDropped, LossSeverity::Note, what, n_dropped, "");
    }
    let holds = |part| HOLDS.contains(&part) || part == Feature::IdleJoints && kept.is_some();
    left_out(scene, &all, &holds, losses);
    let others = scene.animations.iter().filter(|animation| !face::is_pose(animation)).count();
    losses.report(LossCode::AnimResampled, LossSeverity::Lost, "animations", others, "");
    let n_made = levels.iter_mut().map(bake::make_normals).sum();
    let what = "normals were computed from the triangles";
    losses.report(LossCode::NormalMade, LossSeverity::Changed, what, n_made, "");

    if kept.is_none() && has_normal_maps(scene, &all) {
        let n_made = levels.iter_mut().map(tangents::make).fold(0, usize::saturating_add);
        let what = "vertices got tangents, which normal maps need";
        losses.report(LossCode::Tangent, LossSeverity::Note, what, n_made, "");
    }

    let rest = kept.as_ref().and_then(|kept| ::rbxmesh::read(&kept.file).ok());
    let found = Inputs { options, scene, nodes: &nodes, joints: &joints, levels: &levels };
    let (mut model, is_laid_out) = match kept.as_ref().zip(rest) {
        Some((kept, rest)) => found.again(kept, rest, losses)?,
        None => (found.anew(losses)?, false),
    };
    if let Some(none) = kept.as_ref().and_then(|kept| kept.field("no_tangent")) {
        spell_none(&mut model, none);
    }
    let odd = kept.as_ref().and_then(|kept| unpacked(kept.field("odd_vertices")?));
    if is_laid_out {
        odd_vertices(&mut model, &odd.unwrap_or_default());
    }
    let usual = || if kept.is_some() { model.version } else { smallest(&model) };
    // Older versions cannot hold a Draco stream.
    let packed = options.draco.as_ref().map(|_| usual().max(Version::V7_00));
    let wanted = options.version.or(packed).unwrap_or_else(usual);
    if model.version != wanted {
        let lost = model.transcode(wanted).map_err(failed)?;
        report(&lost, losses);
    }
    // The text of version 1 has three vertices for each face.
    if let Some(weld) = options.weld.as_ref().filter(|_| model.version.major > 1) {
        let what = "vertices were merged with others within the tolerances";
        losses.report(LossCode::VertexWelded, LossSeverity::Changed, what, model.weld(weld), "vertices");
    }
    let is_packed = kept.and_then(|kept| kept.field("packing")).and_then(Json::as_text) == Some("draco");
    if let Some(draco) = &options.draco {
        super::super::compress(&mut model, draco, losses)?;
    } else if is_packed && model.version.major >= 6 {
        model.compress(&DracoOptions::default()).map_err(failed)?;
        let what = "the Draco stream was re-encoded, with the same vertices and faces";
        losses.report(LossCode::FileFields, LossSeverity::Note, what, 1, "draco");
    }
    Ok(model)
}

/// True if a visible material has a normal map.
fn has_normal_maps(scene: &Scene, nodes: &[usize]) -> bool {
    let nodes = || nodes.iter().filter_map(|node| scene.nodes.get(*node));
    let own = nodes().filter_map(|node| scene.materials.get(node.material?));
    let meshes = nodes().filter_map(|node| scene.meshes.get(node.mesh?));
    let names = meshes.flat_map(|mesh| &mesh.shape.groups).filter_map(|group| group.material.as_deref());
    let names: HashSet<&str> = names.collect();
    let named = scene.materials.iter().filter(|material| names.contains(&*material.name));
    own.chain(named).any(|material| material.texture(Slot::Normal).is_some())
}

/// The inputs of the conversion.
struct Inputs<'a> {
    options: &'a AssetOptions,
    scene: &'a Scene,
    nodes: &'a [Vec<usize>],
    joints: &'a Joints,
    levels: &'a [TriMesh],
}

impl Inputs<'_> {
    /// Builds a mesh of version 7.00 from the visible nodes.
    fn anew(&self, losses: &mut Losses) -> Result<Model, Problem> {
        let mut model = self.geometry(losses)?;
        if let Some(facs) = face::of_animations(self.scene, &self.joints.nodes, self.options, losses)? {
            model.facs = FacsBlock::Decoded(Box::new(facs));
        }
        Ok(model)
    }

    fn geometry(&self, losses: &mut Losses) -> Result<Model, Problem> {
        let bones = self.bones(losses);
        Model::from_trimesh(Version::V7_00, self.levels, &bones).map_err(failed)
    }

    /// The mesh from which the scene was built, with the current values of the scene; the flag is set if its vertices
    /// are the original ones.
    fn again(&self, kept: &Kept<'_>, rest: Model, losses: &mut Losses) -> Result<(Model, bool), Problem> {
        let (scene, version) = (self.scene, rest.version);
        let all: Vec<usize> = self.nodes.concat();
        let skin = all.iter().find_map(|node| scene.skins.get(scene.nodes.get(*node)?.skin?));
        let is_single = self.nodes.iter().all(|level| level.len() == 1);
        let triangles = Witness::triangles(scene, &all);
        let has_triangles = kept.fits("triangles", triangles, losses) && is_single;
        let has_bones = kept.fits("skeleton", Witness::skeleton(scene, skin), losses);
        let is_bound = rest.bones.is_empty() == self.joints.nodes.is_empty();
        let has_weights = kept.fits("weights", Witness::weights(scene, &all), losses) && is_bound;
        let poses = scene.animations.iter().filter(|animation| face::is_pose(animation));
        let has_poses = kept.fits("face poses", Witness::animations(poses, skin), losses) && has_bones;

        let is_shared = kept.field("shares_vertices").is_some();
        let is_fit = has_triangles && has_weights;
        let laid_out = if is_fit { self.laid_out(&rest, is_shared) } else { None };
        let is_laid_out = laid_out.is_some();
        if is_fit && !is_laid_out {
            let what = "vertices that levels of detail share were changed in one level, so the levels no \
                longer share them";
            losses.report(LossCode::Rebuilt, LossSeverity::Changed, what, 1, "vertices");
        }
        let mut model = match laid_out {
            Some(model) => model,
            None => {
                let mut model = self.geometry(losses)?;
                (model.lod_type, model.n_high_quality_lods) = (rest.lod_type, rest.n_high_quality_lods);
                model
            }
        };
        // Bones without a skin are plain nodes in the scene, not joints.
        let is_whole = rest.bones.len() == self.joints.nodes.len() || self.joints.nodes.is_empty();
        if has_bones && is_whole {
            (model.bones, model.bone_names) = (rest.bones, rest.bone_names);
        } else if is_laid_out {
            let anew = self.geometry(losses)?;
            (model.bones, model.bone_names) = (anew.bones, anew.bone_names);
        }
        if has_poses {
            model.facs = rest.facs;
        } else {
            let facs = face::of_animations(scene, &self.joints.nodes, self.options, losses)?;
            model.facs = facs.map_or(FacsBlock::None, |facs| FacsBlock::Decoded(Box::new(facs)));
        }
        if !is_laid_out {
            report(&model.transcode(version).map_err(failed)?, losses);
            (model.line_end, model.unused, model.trailing) = (rest.line_end, rest.unused, rest.trailing);
        }
        Ok((model, is_laid_out))
    }

    /// Arranges vertices and faces as the kept mesh does; `None` if they do not fit.
    fn laid_out(&self, rest: &Model, is_shared: bool) -> Option<Model> {
        let mut model = Model { bones: Vec::new(), facs: FacsBlock::None, ..rest.clone() };
        let mut known: HashMap<Bits, u32> = HashMap::new();
        for (number, level) in self.levels.iter().enumerate() {
            let base = u32::try_from(model.vertices.len()).ok()?;
            let vertices: Vec<Vertex> =
                (0..level.positions.len()).map(|index| vertex(level, index, rest.v_direction)).collect();
            if !is_shared || number == 0 {
                if is_shared {
                    // Of equal vertices, the first is used.
                    for (index, vertex) in (0..).zip(&vertices) {
                        known.entry(bits(vertex)).or_insert(index);
                    }
                }
                model.vertices.extend(vertices);
                let moved = |index: &[u32; 3]| index.map(|index| index.saturating_add(base));
                model.faces.extend(level.indices.iter().map(moved));
                continue;
            }
            let places: Option<Vec<u32>> =
                vertices.iter().map(|vertex| known.get(&bits(vertex)).copied()).collect();
            let places = places?;
            for face in &level.indices {
                let [a, b, c] = face.map(|index| places.get(index as usize).copied());
                model.faces.push([a?, b?, c?]);
            }
        }
        if model.vertices.iter().any(|vertex| vertex.colour != geom::Rgba8::WHITE) {
            model.sizes.vertex = model.sizes.vertex.max(Sizes::default().vertex);
        }
        let counts = |model: &Model| model.lods().iter().map(ExactSizeIterator::len).collect::<Vec<_>>();
        let shown: Vec<usize> = self.levels.iter().map(|level| level.indices.len()).collect();
        if counts(&model) != shown {
            return None;
        }
        if !self.joints.nodes.is_empty() {
            self.bind(&mut model, is_shared)?;
        } else if rest.version.major < 6 && !rest.bones.is_empty() {
            model.envelopes = vec![Envelope::default(); model.vertices.len()];
        }
        Some(model)
    }

    /// Builds envelopes from the palettes of the subsets; `None` if a palette lacks a bone that a vertex needs.
    fn bind(&self, model: &mut Model, is_shared: bool) -> Option<()> {
        let n_vertices = model.vertices.len();
        let mut subsets: Vec<Option<&Subset>> = vec![None; n_vertices];
        let claimed: usize =
            model.subsets.iter().map(|subset| (subset.vertices_length as usize).min(n_vertices)).sum();
        // Subsets may overlap; the bound keeps the time linear.
        if claimed > n_vertices.saturating_mul(4).saturating_add(1 << 20) {
            return None;
        }
        for subset in &model.subsets {
            let start = subset.vertices_begin as usize;
            let end = start.saturating_add(subset.vertices_length as usize).min(n_vertices);
            for place in subsets.get_mut(start..end).unwrap_or_default() {
                place.get_or_insert(subset);
            }
        }
        let shown = if is_shared { self.levels.get(..1)? } else { self.levels };
        let influences = shown.iter().flat_map(|level| level.joints.iter().zip(&level.weights));
        let mut envelopes = Vec::with_capacity(n_vertices);
        for ((joints, weights), subset) in influences.zip(&subsets) {
            let mut envelope = Envelope::default();
            let slots = envelope.slots.iter_mut().zip(&mut envelope.weights);
            for ((slot, byte), (joint, weight)) in slots.zip(joints.iter().zip(weights.to_array())) {
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
                let stored = (weight * 255.0).round() as u8;
                if stored == 0 {
                    continue;
                }
                let place = match subset {
                    Some(subset) => subset.palette().iter().position(|bone| bone.0 == *joint)?,
                    None if model.subsets.is_empty() => usize::from(*joint),
                    None => return None,
                };
                (*slot, *byte) = (u8::try_from(place).ok()?, stored);
            }
            envelopes.push(envelope);
        }
        model.envelopes = envelopes;
        (model.envelopes.len() == n_vertices).then_some(())
    }

    /// Converts joints to bones, at the positions of their bind matrices.
    fn bones(&self, losses: &mut Losses) -> Vec<Joint> {
        let (mut n_sheared, mut n_scaled) = (0_usize, 0_usize);
        let rigid = |bind: &Mat4| {
            let Some(inverse) = Affine::of_mat4(bind).inverse() else {
                n_sheared = n_sheared.saturating_add(1);
                return Pose::IDENTITY;
            };
            let (trs, is_straight) = inverse.decomposed();
            n_sheared = n_sheared.saturating_add(usize::from(!is_straight));
            let is_scaled = (trs.scale - Vec3::ONE).length() > 1e-4;
            n_scaled = n_scaled.saturating_add(usize::from(is_scaled && is_straight));
            let rotation = if is_scaled { trs.rotation.to_mat3() } else { linear(&inverse) };
            Pose { rotation, position: trs.translation }
        };
        let globals: Vec<Pose> = self.joints.inverse_bind.iter().map(rigid).collect();
        let (mut names, mut n_renamed) = (Names::default(), 0_usize);
        let joint = |(node, global): (&usize, &Pose)| {
            let of = self.scene.nodes.get(*node);
            let parent = self.joints.above(self.scene, of.and_then(|node| node.parent));
            let wanted = of.map_or("", |node| &*node.name).replace('\0', "");
            // Animations and scripts find bones by their names.
            let name = names.take(if wanted.is_empty() { "Bone" } else { &wanted });
            n_renamed = n_renamed.saturating_add(usize::from(name != wanted));
            let inverse_bind = Mat4::IDENTITY;
            Joint { name, parent, global: *global, local: Pose::IDENTITY, inverse_bind }
        };
        let joints = self.joints.nodes.iter().zip(&globals).map(joint).collect();
        let what = "joints with missing or duplicate names were renamed";
        losses.report(LossCode::Renamed, LossSeverity::Changed, what, n_renamed, "skins");
        let what = "joints have bind matrices that are more than a rotation and a translation";
        losses.report(LossCode::BindShear, LossSeverity::Changed, what, n_sheared, "skins");
        losses.report(LossCode::JointScale, LossSeverity::Changed, "joint scales", n_scaled, "skins");
        joints
    }
}

fn linear(matrix: &Affine) -> Mat3 {
    matrix.to_mat4().linear()
}

/// The bits of a vertex, as a key for maps.
type Bits = ([u32; 8], [u8; 8]);

fn bits(vertex: &Vertex) -> Bits {
    let ([x, y, z], [nx, ny, nz]) = (vertex.position.to_array(), vertex.normal.to_array());
    let floats = [x, y, z, nx, ny, nz, vertex.uv.x, vertex.uv.y].map(f32::to_bits);
    let ([a, b, c, d], [r, g, bl, al]) = (vertex.tangent.0, vertex.colour.to_array());
    (floats, [a, b, c, d, r, g, bl, al])
}

fn vertex(level: &TriMesh, index: usize, v_direction: VDirection) -> Vertex {
    let tangent = level.tangents.get(index).filter(|tangent| !no_direction(tangent.xyz()));
    let mut uv = level.uvs.get(index).copied().unwrap_or_default();
    if v_direction == VDirection::Up {
        uv.y = 1.0 - uv.y;
    }
    Vertex {
        position: level.positions.get(index).copied().unwrap_or_default(),
        normal: level.normals.get(index).copied().unwrap_or_default(),
        uv,
        tangent: tangent.map_or(Tangent::NONE, |tangent| Tangent::from_vec4(*tangent)),
        colour: level.colours.get(index).copied().unwrap_or(geom::Rgba8::WHITE),
    }
}

/// Writes missing tangents with the bytes that the file had for them.
fn spell_none(model: &mut Model, spelling: &Json) {
    let numbers =
        spelling.items().iter().map(|item| item.as_usize().and_then(|byte| u8::try_from(byte).ok()));
    let Some(bytes) = numbers.collect::<Option<Vec<u8>>>() else { return };
    let Ok(none) = <[u8; 4]>::try_from(bytes).map(Tangent) else { return };
    if none.as_vec4().is_none() {
        let absent = model.vertices.iter_mut().filter(|vertex| vertex.tangent == Tangent::NONE);
        absent.for_each(|vertex| vertex.tangent = none);
    }
}

/// Restores attributes that glTF cannot represent exactly, unless the scene has changed them.
fn odd_vertices(model: &mut Model, odd: &[u8]) {
    // A record of `Odd`: the vertex index, its normal, V and tangent.
    for record in odd.as_chunks::<24>().0 {
        let (words, _) = record.as_chunks::<4>();
        let [index, x, y, z, v, tangent] = words else { continue };
        let Some(vertex) = model.vertices.get_mut(u32::from_le_bytes(*index) as usize) else { continue };
        let normal = Vec3::from_array([x, y, z].map(|bytes| f32::from_le_bytes(*bytes)));
        if normal.normalised().is_none_or(|unit| unit == vertex.normal) {
            vertex.normal = normal;
        }
        let v = f32::from_le_bytes(*v);
        if (v - vertex.uv.y).abs() < 1e-6 {
            vertex.uv.y = v;
        }
        vertex.tangent = Tangent(*tangent);
    }
}

/// The lowest version that can hold everything.
fn smallest(model: &Model) -> Version {
    match () {
        () if model.facs != FacsBlock::None => Version::V5_00,
        () if !model.bones.is_empty() => Version::V4_01,
        () if model.lods().len() > 1 => Version::V3_00,
        () => Version::V2_00,
    }
}

/// Reports the data that the target version cannot hold as losses.
fn report(lost: &::rbxmesh::Loss, losses: &mut Losses) {
    for (kind, count) in lost.iter() {
        let (code, severity, what) = match kind {
            LossKind::Levels => (LossCode::LodDropped, LossSeverity::Lost, "levels of detail"),
            LossKind::Bones => (LossCode::JointUnknown, LossSeverity::Lost, "bones"),
            LossKind::SkinnedVertices => {
                (LossCode::WeightTruncated, LossSeverity::Lost, "weights of vertices")
            }
            LossKind::FacePoses => (LossCode::FacsBoneAbsent, LossSeverity::Lost, "facial poses"),
            LossKind::Colours => (LossCode::ColourDropped, LossSeverity::Lost, "colours"),
            LossKind::Tangents => (LossCode::Tangent, LossSeverity::Lost, "tangents"),
            LossKind::RoundedUvs => {
                (LossCode::UvRounded, LossSeverity::Changed, "texture coordinates were rounded")
            }
            LossKind::Faces | LossKind::Vertices => {
                (LossCode::TriDropped, LossSeverity::Lost, "faces and vertices of levels that are left out")
            }
            _ => (LossCode::FileFields, LossSeverity::Lost, "values that this mesh version cannot hold"),
        };
        losses.report(code, severity, what, count, "");
    }
}

//! Conversion from scenes to Model 3D.

use super::super::bake::{self, Joints};
use super::super::own::{Kept, Witness, unpacked};
use super::super::rest::rigid;
use super::super::{AssetOptions, failed};
use super::corners::{Corner, Corners, Lens, NOTHING};
use super::table::{Filling, ShownMesh, renumber};
use super::{ROOT, Tables, action, material, mesh_nodes, shading, solid_witness};
use ::m3d::{BoneIndex, Chunk, FromTrimeshOptions, Model, NewBone, Title};
use geom::{Mat4, Quat, TriMesh, Vec3};
use scene::affine::Affine;
use scene::left_out::{Feature, left_out};
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Image, Mesh, Mime, Problem, ProblemKind, Scene, Skin, Trs};
use std::borrow::Cow;
use std::collections::HashMap;

/// Features that a model can represent.
const HOLDS: &[Feature] = &[
    Feature::Joints,
    Feature::Animations,
    Feature::Normals,
    Feature::Uvs,
    Feature::Colours,
    Feature::Groups,
    Feature::Materials,
    Feature::MaterialNames,
    Feature::MaterialRest,
    Feature::Refraction,
    Feature::Occlusion,
    Feature::Studs,
    Feature::OtherUnit,
    Feature::Copyright,
    Feature::Kept,
];
/// Features that are restored if the scene was built from a model, which has tables and chunks for them.
const HOLDS_ITS_OWN: &[Feature] = &[
    // The scene has tangents only because glTF needs them for normal maps.
    Feature::Tangents,
    Feature::Labels,
    Feature::Hidden,
    Feature::Objects,
    Feature::Names,
    Feature::IdleJoints,
    Feature::MoreWeights,
    Feature::Morphs,
    Feature::Polygons,
    Feature::Lines,
    Feature::IdleImages,
];

/// Upper bound on materials and images: each is compared with all those before it.
const MOST_NAMED: usize = 16_384;

pub(in super::super) fn from_scene(
    scene: &Scene,
    options: &AssetOptions,
    losses: &mut Losses,
) -> Result<Model, Problem> {
    let n_named = scene.materials.len().saturating_add(scene.images.len());
    if n_named > MOST_NAMED {
        let message = format!("there are {n_named} materials and images; up to {MOST_NAMED} are converted");
        return Err(Problem::new(ProblemKind::Limit, message));
    }
    let kept = Kept::from_scene(scene, "m3d", losses);
    let rest = kept.as_ref().and_then(|kept| ::m3d::read(&kept.file).ok());
    if let Some((kept, rest)) = kept.zip(rest)
        && let Some(model) = again(scene, &kept, rest, options, losses)
    {
        return Ok(model);
    }
    anew(scene, options, losses)
}

/// The model from which the scene was built, with the current values of the scene; `None` if its tables no longer fit.
fn again(
    scene: &Scene,
    kept: &Kept<'_>,
    mut model: Model,
    options: &AssetOptions,
    losses: &mut Losses,
) -> Option<Model> {
    let (meshes, solids) = mesh_nodes(scene);
    let skin = scene.skins.first();
    let worlds = scene.worlds_at_rest();
    let joints = Joints::from_nodes(scene, &meshes, &worlds, &mut Losses::default());
    let is_moved = |node: &usize| joints.stand(scene, *node, &worlds) != Affine::IDENTITY;
    let fits = [
        kept.fits("triangles", Witness::triangles(scene, &meshes), losses),
        kept.fits("weights", Witness::weights(scene, &meshes), losses),
        kept.fits("colours", Witness::colours(scene, &meshes), losses),
        kept.fits("skeleton", Witness::skeleton(scene, skin), losses),
        kept.fits("solids", solid_witness(scene), losses) && !solids.iter().any(is_moved),
    ];
    if fits != [true; 5] {
        return None;
    }
    if fill(scene, kept, &mut model, &meshes, &joints, &worlds).is_none() {
        let what = "the kept point tables no longer match the scene and are recreated";
        losses.report(LossCode::Rebuilt, LossSeverity::Changed, what, 1, "VRTS");
        return None;
    }
    images(scene, &mut model);
    let n_changed = material::put(&mut model, scene, options.pixels(), losses).ok()?;
    let what = "materials were changed";
    losses.report(LossCode::Rebuilt, LossSeverity::Changed, what, n_changed, "MTRL");
    if !kept.fits("actions", Witness::animations(&scene.animations, skin), losses) {
        model.chunks.retain(|chunk| !matches!(chunk, Chunk::Action(_)));
        let joints = Joints::of_skin(skin);
        action::put(&mut model, scene, &joints, &worlds, options, losses).ok()?;
    }
    if !kept.is_same("labels", Witness::labels(scene)) {
        let what = "changed labels: the labels of the original model are kept";
        losses.report(LossCode::LabelNode, LossSeverity::Lost, what, 1, "LBLS");
    }
    shading::put(&mut model, scene, losses);
    let all: Vec<usize> = meshes.into_iter().chain(solids).collect();
    left_out(scene, &all, &|part| HOLDS.contains(&part) || HOLDS_ITS_OWN.contains(&part), losses);
    Some(model)
}

/// Writes the values of the meshes into the tables; `None` if they do not fit.
fn fill(
    scene: &Scene,
    kept: &Kept<'_>,
    model: &mut Model,
    meshes: &[usize],
    joints: &Joints,
    worlds: &[Affine],
) -> Option<()> {
    let tables = Tables::from_model(model);
    let lens = Lens::from_tables(&tables);
    let mut nodes = meshes.iter();
    // Chunks without corners have no nodes.
    let (mut all, mut places) = (Vec::new(), Vec::new());
    for (place, chunk) in model.meshes().enumerate() {
        let corners = Corners::collect(&tables, chunk, usize::MAX)?;
        if corners.triangles.is_empty() && corners.lines.is_empty() && corners.points.is_empty() {
            continue;
        }
        let node = *nodes.next()?;
        let mesh = scene.meshes.get(scene.nodes.get(node)?.mesh?)?;
        let stand = joints.stand(scene, node, worlds);
        let mut shape = Cow::Borrowed(&mesh.shape);
        if stand != Affine::IDENTITY {
            shape.to_mut().transform(stand.to_mat4());
        }
        let has_all = |has: fn(&Corner) -> bool, len: usize| len > 0 || !corners.list.iter().any(has);
        let is_whole = has_all(|corner| corner.normal != NOTHING, shape.normals.len())
            && has_all(|corner| corner.coord != NOTHING, shape.uvs.len());
        // Mirroring reverses the winding of polygons.
        if !is_whole || stand.determinant() <= 0.0 {
            return None;
        }
        places.push(place);
        all.push(ShownMesh { corners, mesh, shape });
    }
    let no_direction = kept.field("no_direction").and_then(unpacked).unwrap_or_default();
    let no_direction = no_direction.as_chunks().0.iter().map(|entry| u32::from_le_bytes(*entry)).collect();
    let mut filling = Filling::new(model, no_direction);
    let now = filling.take(model, &all);
    let before: Vec<Corners> = all.into_iter().map(|shown| shown.corners).collect();
    filling.put(model)?;
    let polygons = model.chunks.iter_mut().filter_map(|chunk| match chunk {
        Chunk::Mesh(mesh) => Some(mesh),
        _ => None,
    });
    for (place, polygons) in polygons.enumerate() {
        let Ok(at) = places.binary_search(&place) else { continue };
        if let (Some(before), Some(now)) = (before.get(at), now.get(at)) {
            renumber(polygons, lens, &before.list, now);
        }
    }
    Some(())
}

/// Restores the data of image assets and the preview from the images of the scene.
fn images(scene: &Scene, model: &mut Model) {
    let mut images: HashMap<&str, &Image> = HashMap::new();
    for image in scene.images.iter().filter(|image| !image.name.is_empty() && !image.bytes.is_empty()) {
        images.entry(&image.name).or_insert(image);
    }
    let strings = &model.strings;
    for chunk in &mut model.chunks {
        if let Chunk::Asset(asset) = chunk
            && asset.data.is_empty()
            && let Some(image) = images.get(&*super::said(strings.start(asset.name)))
        {
            asset.data.clone_from(&image.bytes);
        }
    }
    if model.preview.is_none() {
        let preview = scene.images.iter().find(|image| image.name == "preview" && image.mime == Mime::Png);
        let is_used = |index: usize| {
            let textures = scene.materials.iter().flat_map(|material| material.textures.iter().flatten());
            textures.clone().any(|texture| texture.image == index)
        };
        let index = scene.images.iter().position(|image| Some(image) == preview);
        model.preview =
            preview.filter(|_| index.is_some_and(|index| !is_used(index))).map(|image| image.bytes.clone());
    }
}

/// Builds a model from the visible nodes.
fn anew(scene: &Scene, options: &AssetOptions, losses: &mut Losses) -> Result<Model, Problem> {
    let nodes = scene.at_level(0);
    let worlds = scene.worlds_at_rest();
    let mut joints = Joints::from_nodes(scene, &nodes, &worlds, losses);
    leave_out_root(scene, &nodes, &mut joints);
    joints.parents_first(scene);
    let shape: TriMesh = bake::shape(scene, &nodes, &joints, &worlds);
    if shape.indices.is_empty() {
        return Err(Problem::new(ProblemKind::Unsupported, "the scene has no triangles"));
    }
    let bones = bones(scene, &joints, losses);
    let (mut model, report) =
        Model::from_trimesh(&shape, &FromTrimeshOptions::default().bones(bones)).map_err(failed)?;
    model.set_title(Title::Name, &scene.name);
    model.set_title(Title::Licence, &scene.copyright);
    // The scale of a model is the length of a unit in metres.
    model.scale = scene.unit.metres();
    material::put(&mut model, scene, options.pixels(), losses).map_err(failed)?;
    material::define(&mut model, &shape).map_err(failed)?;
    shading::put(&mut model, scene, losses);
    action::put(&mut model, scene, &joints, &worlds, options, losses)?;
    if model.actions().next().is_some() {
        let what = "vertices on several joints bend from the rest pose, which differs from their bind pose";
        let n_bent = joints.n_bent(scene, &nodes);
        losses.report(LossCode::AnimResampled, LossSeverity::Changed, what, n_bent, "skins");
    }
    let is_loose = |weights: &&geom::Vec4| weights.to_array().iter().all(|weight| *weight <= 0.0);
    let n_loose = shape.weights.iter().filter(is_loose).count();
    let what = "vertices without weights, which no joint moves";
    losses.report(LossCode::WeightRounded, LossSeverity::Note, what, n_loose, "");
    left_out(scene, &nodes, &|part| HOLDS.contains(&part), losses);
    let what = "triangles with a missing vertex";
    losses.report(LossCode::TriDropped, LossSeverity::Lost, what, report.n_dangling_triangles, "");
    Ok(model)
}

/// Leaves out the joint that reading a model adds for vertices without a bone, so that a model does not get one more
/// bone each time.
fn leave_out_root(scene: &Scene, nodes: &[usize], joints: &mut Joints) {
    let is_moved = |node: usize| {
        let mut tracks = scene.animations.iter().flat_map(|animation| &animation.tracks);
        tracks.any(|track| track.node == node)
    };
    let is_root = |(node, bind): &(&usize, &Mat4)| {
        let is_ours = scene.nodes.get(**node).is_some_and(|of| of.name == ROOT && of.parent.is_none());
        is_ours && is_near_identity(bind) && !is_moved(**node)
    };
    let Some((root, _)) = joints.nodes.iter().zip(&joints.inverse_bind).find(is_root) else { return };
    let root = *root;
    let is_alone = nodes.iter().filter_map(|node| scene.nodes.get(*node)).all(|node| {
        let parts = node.mesh.zip(node.skin);
        let parts = parts.and_then(|(mesh, skin)| scene.meshes.get(mesh).zip(scene.skins.get(skin)));
        parts.is_none_or(|(mesh, skin)| is_alone(mesh, skin, root))
    });
    if is_alone {
        joints.remove(root);
    }
}

/// True if a matrix is the identity but for what other tools round by, such as Blender, which stores bones by their ends.
fn is_near_identity(matrix: &Mat4) -> bool {
    let mut numbers = matrix.to_cols_array().into_iter().zip(Mat4::IDENTITY.to_cols_array());
    numbers.all(|(number, expected)| (number - expected).abs() <= 1e-5)
}

/// True if no vertex that is bound to the joint is bound to another one as well.
fn is_alone(mesh: &Mesh, skin: &Skin, joint: usize) -> bool {
    (0..mesh.shape.joints.len()).all(|vertex| {
        let used = || mesh.influences(vertex).filter(|(_, weight)| *weight > 0.0);
        let is_it = |(number, _): (u16, f32)| skin.joints.get(usize::from(number)) == Some(&joint);
        !used().any(is_it) || used().all(is_it)
    })
}

/// Converts joints to bones, each relative to its parent.
fn bones(scene: &Scene, joints: &Joints, losses: &mut Losses) -> Vec<NewBone> {
    let globals: Vec<Affine> = joints
        .inverse_bind
        .iter()
        .map(|bind| Affine::of_mat4(bind).inverse().unwrap_or(Affine::IDENTITY))
        .collect();
    let mut n_scaled = 0_usize;
    let bones = joints.nodes.iter().zip(&globals).map(|(node, global)| {
        let (Trs { scale: Vec3 { x, y, z }, .. }, is_straight) = global.decomposed();
        // The size of a joint is in the positions of the vertices; only a stretch shows when the joint turns.
        let is_scaled = !is_straight || (x - y).abs().max((x - z).abs()) > 1e-4 * x.abs();
        n_scaled = n_scaled.saturating_add(usize::from(is_scaled));
        let of = scene.nodes.get(*node);
        let parent = joints.above(scene, of.and_then(|node| node.parent));
        // Bones have no scale, but the positions of the joints.
        let above = parent.and_then(|parent| rigid(globals.get(parent)?).inverse());
        let (local, _) = above.map_or(*global, |above| above.times(global)).decomposed();
        NewBone {
            name: of.map_or("", |node| &*node.name).to_owned(),
            parent: parent.and_then(|parent| u32::try_from(parent).ok()).map(BoneIndex),
            position: local.translation,
            orientation: if local.rotation.to_array().iter().all(|n| n.is_finite()) {
                local.rotation
            } else {
                Quat::IDENTITY
            },
        }
    });
    let bones = bones.collect();
    losses.report(LossCode::JointScale, LossSeverity::Lost, "joint scales", n_scaled, "skins");
    bones
}

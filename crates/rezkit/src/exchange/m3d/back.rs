//! Scenes as Model 3D.

use super::super::bake::{self, Joints};
use super::super::own::{Kept, Witness};
use super::super::{AssetOptions, failed};
use super::corners::Corners;
use super::table::Filling;
use super::{Tables, action, material, mesh_nodes, solid_witness};
use crate::loss::{LossCode, LossSeverity, Losses};
use crate::scene::affine::Affine;
use crate::scene::{Mime, Role, Scene, Unit};
use crate::{Problem, ProblemKind};
use ::m3d::{BoneIndex, Chunk, FromTrimesh, Model, NewBone, Title};
use geom::{Quat, TriMesh, Vec3};

pub(in super::super) fn from_scene(
    scene: &Scene,
    _: &AssetOptions,
    losses: &mut Losses,
) -> Result<Model, Problem> {
    let kept = Kept::of(scene, "m3d", losses);
    let rest = kept.as_ref().and_then(|kept| ::m3d::read(&kept.file).ok());
    if let Some((kept, rest)) = kept.zip(rest)
        && let Some(model) = again(scene, &kept, rest, losses)
    {
        return Ok(model);
    }
    anew(scene, losses)
}

/// The model that the scene was made of, with the values that the scene has now; `None` if its tables do not fit.
fn again(scene: &Scene, kept: &Kept<'_>, mut model: Model, losses: &mut Losses) -> Option<Model> {
    let (meshes, _) = mesh_nodes(scene);
    let skin = scene.skins.first();
    let fits = [
        kept.fits("triangles", Witness::triangles(scene, &meshes), losses),
        kept.fits("weights", Witness::weights(scene, &meshes), losses),
        kept.fits("colours", Witness::colours(scene, &meshes), losses),
        kept.fits("skeleton", Witness::skeleton(scene, skin), losses),
        kept.fits("solids", solid_witness(scene), losses),
    ];
    if fits != [true; 5] {
        return None;
    }
    let mut filling = Filling::of(&model);
    let tables = Tables::of(&model);
    let mut nodes = meshes.iter();
    for chunk in model.meshes() {
        let corners = Corners::of(&tables, chunk, usize::MAX)?;
        if corners.triangles.is_empty() && corners.lines.is_empty() && corners.points.is_empty() {
            continue;
        }
        let mesh = scene.meshes.get(scene.nodes.get(*nodes.next()?)?.mesh?)?;
        if !filling.take(&corners.list, mesh) {
            let what = "points that polygons share were moved apart";
            losses.report(LossCode::Rebuilt, LossSeverity::Changed, what, 1, "VRTS");
            return None;
        }
    }
    filling.put(&mut model)?;
    images(scene, &mut model);
    let n_changed = material::put(&mut model, scene).ok()?;
    let what = "materials were changed";
    losses.report(LossCode::Rebuilt, LossSeverity::Changed, what, n_changed, "MTRL");
    if !kept.fits("actions", Witness::animations(&scene.animations, skin), losses) {
        model.chunks.retain(|chunk| !matches!(chunk, Chunk::Action(_)));
        let joints = skin.map(|skin| skin.joints.clone()).unwrap_or_default();
        action::put(&mut model, scene, &joints, losses).ok()?;
    }
    Some(model)
}

/// Puts images into the assets that they were, and the preview to its place.
fn images(scene: &Scene, model: &mut Model) {
    let named = |name: &[u8]| {
        let text = super::said(&String::from_utf8_lossy(name));
        scene.images.iter().find(|image| image.name == text && !image.bytes.is_empty())
    };
    let strings = model.strings.clone();
    for chunk in &mut model.chunks {
        if let Chunk::Asset(asset) = chunk
            && asset.data.is_empty()
            && let Some(image) = strings.get(asset.name).and_then(named)
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

/// A model of what is visible.
fn anew(scene: &Scene, losses: &mut Losses) -> Result<Model, Problem> {
    let nodes = scene.at_level(0);
    let joints = Joints::of(scene, &nodes, losses);
    let worlds = scene.worlds(&scene.rest());
    let shape: TriMesh = bake::shape(scene, &nodes, &joints, &worlds);
    if shape.indices.is_empty() {
        return Err(Problem::new(ProblemKind::Unsupported, "there are no triangles to make a model of"));
    }
    let bones = bones(scene, &joints, losses);
    let (mut model, report) =
        Model::from_trimesh(&shape, &FromTrimesh::default().bones(bones)).map_err(failed)?;
    model.set_title(Title::Name, &scene.name);
    model.set_title(Title::Licence, &scene.copyright);
    model.scale = match scene.unit {
        Unit::Metre => 1.0,
        Unit::Stud => 0.28,
        Unit::Other(metres) => metres,
    };
    material::put(&mut model, scene).map_err(failed)?;
    action::put(&mut model, scene, &joints.nodes, losses).map_err(failed)?;
    for node in scene.nodes.iter().filter(|node| node.role == Role::Label) {
        let what = format!("the label {:?}", node.name);
        losses.report(LossCode::LabelNode, LossSeverity::Lost, &what, 1, "nodes");
    }
    let count = |is: fn(&Role) -> bool| {
        scene.nodes.iter().filter(|node| node.mesh.is_some() && is(&node.role)).count()
    };
    let meshes = || nodes.iter().filter_map(|node| scene.meshes.get(scene.nodes.get(*node)?.mesh?));
    let n_polygons: usize = meshes().map(|mesh| mesh.polygons.iter().filter(|n| **n > 1).count()).sum();
    let n_morphs: usize = meshes().map(|mesh| mesh.morphs.len()).sum();
    let n_lines: usize = meshes().map(|mesh| mesh.lines.len().saturating_add(mesh.points.len())).sum();
    let n_images =
        scene.images.iter().filter(|image| !image.bytes.is_empty() && image.mime != Mime::Png).count();
    use LossSeverity::{Changed, Lost};
    for (code, severity, what, count) in [
        (LossCode::LodDropped, Lost, "levels of detail", count(|role| matches!(role, Role::Lod { .. }))),
        (
            LossCode::PhysicsDropped,
            Lost,
            "shapes for collisions",
            count(|role| matches!(role, Role::Physics | Role::Hull | Role::Bounding)),
        ),
        (
            LossCode::NodeDropped,
            Lost,
            "cages and attachments",
            count(|role| matches!(role, Role::Cage | Role::Attachment)),
        ),
        (LossCode::Tangent, Lost, "vertices with a tangent", report.n_tangents),
        (LossCode::NgonSplit, Changed, "polygons became triangles", n_polygons),
        (LossCode::ParamMorph, Lost, "morphs have no place in what is made anew", n_morphs),
        (LossCode::TriDropped, Lost, "lines and points", n_lines),
        (
            LossCode::TriDropped,
            Lost,
            "triangles name a vertex that is not there",
            report.n_dangling_triangles,
        ),
        (LossCode::TextureFormat, Lost, "textures that are not PNG", n_images),
        (
            LossCode::WeightTruncated,
            Changed,
            "vertices hang on more than four joints: the strongest four stay",
            bake::n_crowded(scene, &nodes),
        ),
    ] {
        losses.report(code, severity, what, count, "");
    }
    Ok(model)
}

/// The joints as bones, each behind its parent, seen from it.
fn bones(scene: &Scene, joints: &Joints, losses: &mut Losses) -> Vec<NewBone> {
    let globals: Vec<Affine> = joints
        .inverse_bind
        .iter()
        .map(|bind| Affine::of_mat4(bind).inverse().unwrap_or(Affine::IDENTITY))
        .collect();
    let mut n_scaled = 0_usize;
    let bones = joints.nodes.iter().zip(&globals).map(|(node, global)| {
        let of = scene.nodes.get(*node);
        let parent = joints.above(scene, of.and_then(|node| node.parent));
        let above = parent.and_then(|parent| globals.get(parent)?.inverse());
        let (local, is_straight) = above.map_or(*global, |above| above.times(global)).decomposed();
        let is_scaled = !is_straight || (local.scale - Vec3::ONE).length() > 1e-4;
        n_scaled = n_scaled.saturating_add(usize::from(is_scaled));
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
    losses.report(LossCode::JointScale, LossSeverity::Lost, "scales of joints", n_scaled, "skins");
    bones
}

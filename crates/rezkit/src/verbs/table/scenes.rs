//! Rows about scene files: glTF, OBJ, Collada, STL and motion capture.

use super::FindFile;
use super::columns::{ContentRow, ReferenceRow, Table};
use super::model::{Places, shape};
use super::sink::{Sink, int32, int64};
use crate::verbs::Report;
use crate::verbs::info::scenes::facts_of;
use convert::{SceneOptions, bake, read};
use files::facts::Fact;
use files::image;
use files::rules::RZK001;
use files::shapes::{Bone, Image, Shape, Surface, corners};
use files::wrapper::within;
use geom::{Group, Vec3};
use scene::affine::Affine;
use scene::{LossCode, LossSeverity, Mesh, Problem, Role, Scene};
use std::borrow::Cow;
use std::ops::ControlFlow;

/// Adds the rows of a scene file. `files` returns the files that it refers to, such as the buffers of glTF; images among
/// them are not read, because they have rows of their own.
pub(super) fn of_scene(
    bytes: &[u8],
    memory: usize,
    files: &mut FindFile<'_>,
    sink: &mut Sink<'_>,
    row: &mut ContentRow,
) -> Result<(), Problem> {
    let (plain, _) = within(bytes, Some(memory), |_| 1)?;
    let mut files = |name: &str| files(name).filter(|bytes| image::media(bytes).is_none());
    let (scene, losses) = read(&plain, &SceneOptions::default().max_memory(memory), &mut files)?;
    let facts = facts_of(&scene);
    let count = |name: &str| match facts.list.iter().find(|(own, _)| *own == name)? {
        (_, Fact::Count(n)) => Some(*n),
        _ => None,
    };
    // Facts with a count of 0 are left out.
    let counted = |name: &str| count(name).unwrap_or_default();
    row.n_vertices = Some(int64(counted("vertices")));
    row.n_faces = Some(int64(counted("triangles")));
    row.n_bones = Some(int32(counted("joints")));
    let is_image = |image: &&scene::Image| image::media(&image.bytes).is_some();
    row.n_textures = Some(int32(scene.images.iter().filter(is_image).count()));
    row.set_bounds(facts.bounds);
    let _ = shapes(&scene, sink);
    let _ = references(&scene, sink);
    let mut report = Report::new(files::identify(bytes).format);
    // Missing files are references, and no fault of this one.
    let is_fault =
        |loss: &&scene::Loss| loss.severity == LossSeverity::Lost && loss.code != LossCode::TextureExternal;
    for loss in losses.iter().filter(is_fault) {
        let place = loss.places.first().cloned().unwrap_or_default();
        report.warn(RZK001, place, loss.to_string());
    }
    row.add_report(&report);
    if sink.options.wants(&[Table::Findings]) {
        let _ = super::findings::list(&report, sink);
    }
    Ok(())
}

fn shapes(scene: &Scene, sink: &mut Sink<'_>) -> ControlFlow<()> {
    if !sink.options.wants(&[Table::Meshes, Table::Bones, Table::Textures]) {
        return ControlFlow::Continue(());
    }
    let mut places = Places::default();
    for (level, nodes) in bake::levels(scene).into_iter().enumerate() {
        // A mesh that many nodes use has its rows once.
        let mut meshes: Vec<_> = nodes.iter().filter_map(|node| scene.nodes.get(*node)?.mesh).collect();
        meshes.sort_unstable();
        meshes.dedup();
        for mesh in meshes.into_iter().filter_map(|mesh| scene.meshes.get(mesh)) {
            surfaces(mesh, level, &mut places, sink)?;
        }
    }
    bones(scene, &mut places, sink)?;
    for image in &scene.images {
        let name = || Cow::Borrowed(&*image.name);
        shape(Shape::Image(Image { name: &name, bytes: &image.bytes }), &mut places, sink)?;
    }
    ControlFlow::Continue(())
}

fn surfaces(mesh: &Mesh, level: usize, places: &mut Places, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let own = &mesh.shape;
    let whole = [Group { name: String::new(), material: None, triangles: 0..own.indices.len() }];
    let groups = if own.groups.is_empty() { &whole[..] } else { &own.groups };
    for group in groups {
        let triangles = own.indices.get(group.triangles.clone()).unwrap_or_default();
        let name = || Cow::Borrowed(group.material.as_deref().unwrap_or_default());
        let n_used = if groups.len() == 1 {
            own.positions.len()
        } else {
            sink.pay(triangles.len().saturating_mul(12))?;
            files::shapes::n_used(triangles.iter().copied())
        };
        let surface = Surface {
            level,
            n_vertices: n_used,
            n_faces: triangles.len(),
            n_triangles: triangles.len(),
            triangles: corners(triangles.iter().copied(), |at| own.positions.get(at).copied()),
            has_uv: !own.uvs.is_empty(),
            has_skin: !own.joints.is_empty(),
            has_colour: !own.colours.is_empty(),
            material: group.material.is_some().then_some(&name),
        };
        shape(Shape::Surface(surface), places, sink)?;
    }
    ControlFlow::Continue(())
}

/// The joints of all skins in their order in the file; in a scene without skins, the nodes that are marked as joints.
fn bones(scene: &Scene, places: &mut Places, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let mut joints: Vec<usize> = scene.skins.iter().flat_map(|skin| skin.joints.iter().copied()).collect();
    joints.sort_unstable();
    joints.dedup();
    if joints.is_empty() {
        let is_joint = |node: &usize| scene.nodes.get(*node).is_some_and(|node| node.role == Role::Joint);
        joints = (0..scene.nodes.len()).filter(is_joint).collect();
    }
    if joints.is_empty() || !sink.options.wants(&[Table::Bones]) {
        return ControlFlow::Continue(());
    }
    let worlds = scene.worlds_at_rest();
    let influenced = n_influenced(scene);
    #[expect(clippy::cast_possible_truncation, reason = "tables have single precision")]
    let origin = |world: &Affine| Vec3::from_array(world.point([0.0; 3]).map(|number| number as f32));
    for node in &joints {
        let Some(own) = scene.nodes.get(*node) else { continue };
        let name = || Cow::Borrowed(&*own.name);
        let bone = Bone {
            name: &name,
            parent: own.parent.and_then(|parent| joints.binary_search(&parent).ok()),
            position: worlds.get(*node).map(origin),
            n_influenced: influenced.get(*node).copied().unwrap_or_default(),
        };
        shape(Shape::Bone(bone), places, sink)?;
    }
    ControlFlow::Continue(())
}

/// The number of vertices that each node moves.
fn n_influenced(scene: &Scene) -> Vec<usize> {
    let mut counts = vec![0_usize; scene.nodes.len()];
    let skinned = scene.nodes.iter().filter_map(|node| Some((node.mesh?, node.skin?)));
    let mut skinned: Vec<_> = skinned.collect();
    skinned.sort_unstable();
    skinned.dedup();
    for (mesh, skin) in skinned {
        let (Some(mesh), Some(skin)) = (scene.meshes.get(mesh), scene.skins.get(skin)) else { continue };
        for (joints, weights) in mesh.shape.joints.iter().zip(&mesh.shape.weights) {
            for (joint, weight) in joints.iter().zip(weights.to_array()) {
                let node = skin.joints.get(usize::from(*joint)).filter(|_| weight > 0.0);
                if let Some(count) = node.and_then(|node| counts.get_mut(*node)) {
                    *count = count.saturating_add(1);
                }
            }
        }
    }
    counts
}

/// Adds a row for each image that is a file of its own.
fn references(scene: &Scene, sink: &mut Sink<'_>) -> ControlFlow<()> {
    if !sink.options.wants(&[Table::References]) {
        return ControlFlow::Continue(());
    }
    for (number, image) in scene.images.iter().enumerate() {
        let Some(uri) = image.uri.as_ref().filter(|_| image.bytes.is_empty()) else { continue };
        let scheme = uri.split_once("://").map_or("file", |(scheme, _)| scheme);
        sink.add(ReferenceRow {
            sha256: sink.sha256.clone(),
            instance: None,
            property: format!("images[{number}]"),
            asset_id: None,
            uri: uri.clone(),
            kind: scheme.to_ascii_lowercase(),
        })?;
    }
    ControlFlow::Continue(())
}

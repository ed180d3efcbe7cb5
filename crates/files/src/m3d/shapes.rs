//! The meshes by material, the bones and the images of Model 3D.

use crate::shapes::{Bone, Image, See, Shape, Surface, corners, n_used, tally};
use geom::Vec3;
use m3d::{Mesh, Model, Name};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

pub(super) fn of_m3d(model: &Model, see: &mut See<'_>) -> ControlFlow<()> {
    for mesh in model.meshes() {
        of_mesh(model, mesh, see)?;
    }
    bones(model, see)?;
    if let Some(bytes) = &model.preview {
        see(Shape::Image(Image { name: &|| "preview".into(), bytes }))?;
    }
    for asset in model.assets() {
        see(Shape::Image(Image { name: &|| model.text(asset.name), bytes: &asset.data }))?;
    }
    ControlFlow::Continue(())
}

/// The polygons of one material.
#[derive(Default)]
struct Polygons {
    n_faces: usize,
    triangles: Vec<[u32; 3]>,
    has_uv: bool,
}

fn of_mesh(model: &Model, mesh: &Mesh, see: &mut See<'_>) -> ControlFlow<()> {
    let mut materials = BTreeMap::<Name, Polygons>::new();
    for face in mesh.faces() {
        let polygons = materials.entry(face.material).or_default();
        polygons.n_faces = polygons.n_faces.saturating_add(1);
        polygons.has_uv |= !face.tex_coords.is_empty();
        // A polygon is a fan of triangles around its first corner.
        if let [first, rest @ ..] = face.vertices {
            let pairs = rest.iter().zip(rest.get(1..).unwrap_or_default());
            polygons.triangles.extend(pairs.map(|(second, third)| [first.0, second.0, third.0]));
        }
    }
    let vertices = model.vertices();
    let vertex = |index: usize| vertices?.get(index);
    let has = |all: &[[u32; 3]], what: fn(m3d::Vertex) -> bool| {
        all.iter().flatten().any(|index| vertex(*index as usize).is_some_and(what))
    };
    for (material, Polygons { n_faces, triangles, has_uv }) in materials {
        let name = || model.text(material);
        let is_named = model.strings.get(material).is_some_and(|name| !name.is_empty());
        let has_skin = model.skeleton().is_some() && has(&triangles, |vertex| vertex.skin.get().is_some());
        let position = move |index: usize| -> Option<Vec3> { Some(vertex(index)?.position.xyz()) };
        see(Shape::Surface(Surface {
            level: 0,
            n_vertices: n_used(triangles.iter().copied()),
            n_faces,
            n_triangles: triangles.len(),
            has_uv,
            has_skin,
            has_colour: has(&triangles, |vertex| vertex.colour != m3d::ColourRef::default()),
            triangles: corners(triangles.into_iter(), position),
            material: is_named.then_some(&name),
        }))?;
    }
    ControlFlow::Continue(())
}

fn bones(model: &Model, see: &mut See<'_>) -> ControlFlow<()> {
    let Some(skeleton) = model.skeleton() else { return ControlFlow::Continue(()) };
    let vertices = model.vertices();
    let mut moved = vec![0; skeleton.bones.len()];
    for point in model.points() {
        let skin = point.skin.get().and_then(|index| skeleton.skins.get(index));
        for (bone, weight) in skin.into_iter().flat_map(m3d::Skin::influences) {
            if let Some(bone) = bone.get().filter(|_| weight > 0.0) {
                tally(&mut moved, bone);
            }
        }
    }
    for (bone, n_influenced) in skeleton.bones.iter().zip(moved) {
        let position = bone.position.get().and_then(|index| vertices?.get(index));
        see(Shape::Bone(Bone {
            name: &|| model.text(bone.name),
            parent: bone.parent.get(),
            position: position.map(|vertex| vertex.position.xyz()),
            n_influenced,
        }))?;
    }
    ControlFlow::Continue(())
}

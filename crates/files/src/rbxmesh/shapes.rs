//! The levels and bones of a mesh.

use crate::shapes::{Bone, See, Shape, Surface, corners, n_used, tally};
use ::rbxmesh::Mesh;
use std::ops::ControlFlow;

pub(super) fn of_mesh(mesh: &Mesh, see: &mut See<'_>) -> ControlFlow<()> {
    let first = mesh.vertices.first();
    let has_uv = first.is_some_and(|first| mesh.vertices.iter().any(|vertex| vertex.uv != first.uv));
    let has_colour = mesh.vertices.iter().any(|vertex| vertex.colour != geom::Rgba8::WHITE);
    // If a Draco stream was not decoded, only counts are known.
    let n_levels = if mesh.n_faces() == mesh.faces.len() { mesh.lods().len() } else { 0 };
    for level in 0..n_levels {
        let faces = || mesh.lod_faces(level).iter().copied();
        see(Shape::Surface(Surface {
            level,
            n_vertices: n_used(faces()),
            n_faces: faces().len(),
            n_triangles: faces().len(),
            triangles: corners(faces(), |index| mesh.vertices.get(index).map(|vertex| vertex.position)),
            has_uv,
            has_skin: !mesh.envelopes.is_empty(),
            has_colour,
            material: None,
        }))?;
    }
    let mut moved = vec![0; mesh.bones.len()];
    for influence in mesh.influences().flatten().flatten() {
        tally(&mut moved, influence.bone.0.into());
    }
    for (bone, n_influenced) in mesh.bones.iter().zip(moved) {
        see(Shape::Bone(Bone {
            name: &|| mesh.bone_name(bone).unwrap_or_default(),
            parent: bone.parent.get(),
            position: Some(bone.pose.position),
            n_influenced,
        }))?;
    }
    ControlFlow::Continue(())
}

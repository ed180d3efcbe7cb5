//! The surfaces of union data.

use crate::shapes::{See, Shape, Surface, corners, n_used};
use geom::Vec3;
use rbxmesh::csg::Csg;
use std::ops::ControlFlow;

pub(super) fn of_blob(model: &Csg, see: &mut See<'_>) -> ControlFlow<()> {
    match model {
        Csg::Mesh(mesh) => {
            for (level, triangles) in mesh.levels().into_iter().enumerate() {
                let triangles = mesh.triangles.get(triangles).unwrap_or_default();
                let surface = surface(level, &mesh.positions, triangles);
                let (has_uv, has_colour) = (!mesh.uvs.is_empty(), !mesh.colours.is_empty());
                see(Shape::Surface(Surface { has_uv, has_colour, ..surface }))?;
            }
        }
        Csg::Solid(solid) => {
            let surface = surface(0, &solid.positions, &solid.position_corners);
            see(Shape::Surface(Surface { has_colour: !solid.colours.is_empty(), ..surface }))?;
        }
        Csg::Collision(collision) => {
            for hull in collision.hulls() {
                see(Shape::Surface(surface(0, &hull.points, &hull.triangles)))?;
            }
        }
        _ => {}
    }
    ControlFlow::Continue(())
}

fn surface<'m>(level: usize, points: &'m [Vec3], triangles: &'m [[u32; 3]]) -> Surface<'m> {
    let all = || triangles.iter().copied();
    Surface {
        level,
        n_vertices: n_used(all()),
        n_faces: triangles.len(),
        n_triangles: triangles.len(),
        triangles: corners(all(), |index| points.get(index).copied()),
        has_uv: false,
        has_skin: false,
        has_colour: false,
        material: None,
    }
}

//! STL, which has only triangles, to and from a [`Scene`].

mod read;

pub use read::read;

use crate::left_out::left_out;
use crate::loss::{Loss, LossCode, LossSeverity, Losses};
use crate::pose::Pose;
use crate::scene::Scene;
use geom::Vec3;

/// Writes the model at a level of detail, 0 being the finest, in a pose, as binary STL, and reports losses: everything
/// except triangles.
///
/// Normals are those of the triangles; triangles with a vertex that is not finite are dropped.
///
/// ```
/// let scene = scene::obj::read(b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n")?;
/// let (stl, losses) = scene::stl::write(&scene, 0, &scene.rest());
/// assert_eq!((stl.len(), stl[80]), (84 + 2 * 50, 2));
/// assert_eq!(losses[0].to_string(), "polygons became triangles (1)");
/// # Ok::<(), scene::Problem>(())
/// ```
#[must_use]
pub fn write(scene: &Scene, level: u8, pose: &Pose) -> (Vec<u8>, Vec<Loss>) {
    // The header must not start with `solid`, which would mark a text file.
    let mut stl = b"binary STL by rezkit".to_vec();
    // The header has 80 bytes of free text, followed by the count of triangles.
    stl.resize(84, b' ');
    let worlds = scene.worlds(pose);
    let (mut n_triangles, mut n_infinite) = (0_u32, 0_usize);
    let nodes = scene.at_level(level);
    let mut losses = Losses::default();
    left_out(scene, &nodes, &|_| false, &mut losses);
    for index in nodes {
        let Some(mesh) = scene.nodes.get(index).and_then(|node| scene.meshes.get(node.mesh?)) else {
            continue;
        };
        let is_mirrored = scene.mover(index, mesh, &worlds).is_mirrored();
        let positions = scene.posed(index, pose, &worlds);
        for triangle in mesh.shape.triangles() {
            let [a, b, c] = triangle.map(|vertex| positions.get(vertex).copied().unwrap_or_default());
            if ![a, b, c].iter().all(|corner| corner.is_finite()) {
                n_infinite = n_infinite.saturating_add(1);
                continue;
            }
            // A mirrored mesh has the opposite winding, which is reversed here.
            let corners = if is_mirrored { [a, c, b] } else { [a, b, c] };
            let numbers = [normal(corners)].into_iter().chain(corners).flat_map(Vec3::to_array);
            numbers.for_each(|number| stl.extend(number.to_le_bytes()));
            // The attribute bytes have no meaning on which tools agree.
            stl.extend([0, 0]);
            n_triangles = n_triangles.saturating_add(1);
        }
    }
    if let Some(count) = stl.get_mut(80..84) {
        count.copy_from_slice(&n_triangles.to_le_bytes());
    }
    let what = "triangles with a position that is not finite";
    losses.report(LossCode::PosNonfinite, LossSeverity::Lost, what, n_infinite, "");
    (stl, losses.0)
}

/// The normal of a triangle, computed in double precision; zero if it has no area.
fn normal(corners: [Vec3; 3]) -> Vec3 {
    let [a, b, c] = corners.map(|corner| corner.to_array().map(f64::from));
    let [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    let [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    let cross = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    let length = cross.iter().map(|number| number * number).sum::<f64>().sqrt();
    if length == 0.0 || !length.is_finite() {
        return Vec3::ZERO;
    }
    #[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
    Vec3::from_array(cross.map(|number| (number / length) as f32))
}

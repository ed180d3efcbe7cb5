//! Simplification of meshes, compared with meshoptimizer.

use super::Compare;
use crate::harness::Contender;
use geom::{TriMesh, Vec3};
use meshopt::{SimplifyOptions as Theirs, VertexDataAdapter, typed_to_bytes};
use rezkit::scene::simplify::{SimplifyOptions, simplify};

/// A mesh of a hilly field of `side` by `side` squares.
fn field(side: u32) -> TriMesh {
    let mut shape = TriMesh::default();
    for index in 0..(side + 1) * (side + 1) {
        let [x, y] = [index % (side + 1), index / (side + 1)].map(|step| f64::from(step) / f64::from(side));
        let height = |x: f64, y: f64| {
            0.05 * (20.0 * x).sin() * (14.0 * y).cos() + 0.01 * (90.0 * x + 3.0 * y).sin() * (70.0 * y).sin()
        };
        let slope = |dx: f64, dy: f64| (height(x + dx, y + dy) - height(x - dx, y - dy)) / 2e-6;
        let normal = Vec3::new(-slope(1e-6, 0.0) as f32, -slope(0.0, 1e-6) as f32, 1.0);
        shape.positions.push(Vec3::new(x as f32, y as f32, height(x, y) as f32));
        shape.normals.push(normal.normalised().expect("a direction"));
        shape.uvs.push(geom::Vec2::new(x as f32, y as f32));
    }
    let corners = (0..side).flat_map(|row| (0..side).map(move |column| row * (side + 1) + column));
    let square = |at: u32| [[at, at + 1, at + side + 1], [at + 1, at + side + 2, at + side + 1]];
    shape.indices = corners.flat_map(square).collect();
    shape
}

fn to_quarter(compare: &mut Compare, side: u32) {
    let shape = field(side);
    let positions: Vec<[f32; 3]> = shape.positions.iter().map(|position| position.to_array()).collect();
    let attributes: Vec<f32> = (0..shape.positions.len())
        .flat_map(|vertex| {
            let ([x, y, z], uv) = (shape.normals[vertex].to_array(), shape.uvs[vertex]);
            [x, y, z, uv.x, uv.y]
        })
        .collect();
    let vertices = VertexDataAdapter::new(typed_to_bytes(&positions), 12, 0).expect("positions");
    let n_triangles = shape.indices.len() / 4;
    let usual = SimplifyOptions::to(n_triangles);
    let weights = [usual.normals, usual.normals, usual.normals, usual.uvs, usual.uvs];
    compare(&mut [
        Contender::new("rezkit", || simplify(&shape, &usual)),
        Contender::new("meshoptimizer", || {
            meshopt::simplify_with_attributes_and_locks(
                shape.indices.as_flattened(),
                &vertices,
                &attributes,
                &weights,
                20,
                &vec![false; positions.len()],
                n_triangles * 3,
                f32::MAX,
                Theirs::None,
                None,
            )
        }),
    ]);
}

pub(super) fn large(compare: &mut Compare) {
    to_quarter(compare, 708);
}

pub(super) fn small(compare: &mut Compare) {
    to_quarter(compare, 50);
}

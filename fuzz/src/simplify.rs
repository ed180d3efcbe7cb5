//! Meshes of any bytes, simplified.

use crate::entries::Entry;
use rbxmesh::geom::{Group, TriMesh, Vec2, Vec3, Vec4};
use rezkit::scene::simplify::{SimplifyOptions, simplify};
use std::hint::black_box;

/// The entry points of meshes.
pub(crate) const ENTRIES: &[Entry] = &[
    ("to a tenth", |bytes| {
        let mesh = mesh(bytes);
        drop(black_box(simplify(&mesh, &SimplifyOptions::to(mesh.indices.len() / 10))));
    }),
    ("to nothing", |bytes| {
        drop(black_box(simplify(&mesh(bytes), &SimplifyOptions::to(0).drops_parts(true))));
    }),
    ("within an error", |bytes| {
        drop(black_box(simplify(&mesh(bytes), &SimplifyOptions::to(0).max_error(0.01))));
    }),
    ("into hulls", |bytes| {
        drop(black_box(slmesh::decompose(&mesh(bytes), &slmesh::DecomposeOptions::to(255))))
    }),
];

/// A mesh: the number of vertices in two bytes, 16 bytes for each vertex, and then six for each triangle.
fn mesh(bytes: &[u8]) -> TriMesh {
    let Some((n_vertices, rest)) = bytes.split_first_chunk::<2>() else { return TriMesh::default() };
    let n_bytes = (usize::from(u16::from_le_bytes(*n_vertices)) * 16).min(rest.len() / 16 * 16);
    let (vertices, triangles) = rest.split_at(n_bytes);
    let mut mesh = TriMesh::default();
    for words in vertices.as_chunks::<4>().0.as_chunks::<4>().0 {
        let [x, y, z, more] = words.map(u32::from_le_bytes);
        mesh.positions.push(Vec3::from_array([x, y, z].map(f32::from_bits)));
        let [u, v, joint, weight] = more.to_le_bytes();
        mesh.uvs.push(Vec2::new(f32::from(u), f32::from(v)));
        mesh.joints.push([joint.into(), 1, 0, 0]);
        mesh.weights.push(Vec4::new(f32::from(weight) / 255.0, 1.0 - f32::from(weight) / 255.0, 0.0, 0.0));
    }
    let corners = triangles.as_chunks::<2>().0.as_chunks::<3>().0;
    mesh.indices = corners.iter().map(|words| words.map(|word| u16::from_le_bytes(word).into())).collect();
    let middle = mesh.indices.len() / 2;
    mesh.groups = vec![Group { triangles: 0..middle, ..Group::default() }];
    mesh
}

/// Checks that what is left of any mesh is a part of it, and the same each time.
///
/// # Panics
///
/// If it is not.
pub fn check_simplify(bytes: &[u8]) {
    let mesh = mesh(bytes);
    let n_wanted = mesh.indices.len() / 3;
    for options in [
        SimplifyOptions::to(n_wanted),
        SimplifyOptions::to(n_wanted).drops_parts(true),
        SimplifyOptions::to(0).max_error(0.1).positions_only(),
    ] {
        let made = simplify(&mesh, &options);
        assert_eq!(made.shape.check(), []);
        assert!(made.shape.indices.len() <= mesh.indices.len() && made.error >= 0.0);
        assert_eq!(
            (made.vertices.len(), made.shape.groups.len()),
            (made.shape.positions.len(), mesh.groups.len())
        );
        for (own, vertex) in made.shape.positions.iter().zip(&made.vertices) {
            let was = mesh.positions[*vertex as usize];
            assert_eq!((own.to_array(), own.is_finite()), (was.to_array(), true));
        }
        assert_eq!(simplify(&mesh, &options), made);
    }
}

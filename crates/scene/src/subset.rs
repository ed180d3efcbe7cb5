//! Some vertices of a mesh.

use geom::TriMesh;

/// The place of each vertex in a list of some, or `u32::MAX`.
pub fn numbers(kept: &[u32], n_vertices: usize) -> Vec<u32> {
    let mut numbers = vec![u32::MAX; n_vertices];
    for (number, vertex) in (0_u32..).zip(kept) {
        if let Some(place) = numbers.get_mut(*vertex as usize) {
            *place = number;
        }
    }
    numbers
}

/// The values of some vertices; none if there are none of any.
pub fn some<T: Copy + Default>(values: &[T], kept: &[u32]) -> Vec<T> {
    let kept = if values.is_empty() { &[][..] } else { kept };
    kept.iter().map(|vertex| values.get(*vertex as usize).copied().unwrap_or_default()).collect()
}

/// Some vertices of a mesh, without triangles.
pub fn vertices(shape: &TriMesh, kept: &[u32]) -> TriMesh {
    TriMesh {
        positions: some(&shape.positions, kept),
        normals: some(&shape.normals, kept),
        tangents: some(&shape.tangents, kept),
        uvs: some(&shape.uvs, kept),
        colours: some(&shape.colours, kept),
        joints: some(&shape.joints, kept),
        weights: some(&shape.weights, kept),
        ..TriMesh::default()
    }
}

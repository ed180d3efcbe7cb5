//! Subsets of the vertices of a mesh.

use geom::TriMesh;

/// For each vertex, its index in a list of kept ones, or `u32::MAX`.
pub fn numbers(kept: &[u32], n_vertices: usize) -> Vec<u32> {
    let mut numbers = vec![u32::MAX; n_vertices];
    for (number, vertex) in (0_u32..).zip(kept) {
        if let Some(place) = numbers.get_mut(*vertex as usize) {
            *place = number;
        }
    }
    numbers
}

/// The values of kept vertices; empty if there are no values.
pub fn some<T: Copy + Default>(values: &[T], kept: &[u32]) -> Vec<T> {
    let kept = if values.is_empty() { &[][..] } else { kept };
    kept.iter().map(|vertex| values.get(*vertex as usize).copied().unwrap_or_default()).collect()
}

/// The kept vertices of a mesh, without triangles.
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

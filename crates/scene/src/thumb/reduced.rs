//! Reduced meshes for pictures of scenes with very many instances, each of which is small.

use crate::mesh::Mesh;
use crate::scene::Scene;
use crate::simplify::{SimplifyOptions, simplify};
use crate::subset;
use geom::TriMesh;
use std::collections::BTreeMap;

/// The number of instances from which a mesh is reduced: with fewer, the cost is in proportion to the file.
const MANY_PLACES: usize = 100;

/// Upper bound on the triangles of meshes that are simplified, which takes some microseconds per triangle; of further
/// meshes, every n-th triangle is drawn.
const MOST_SIMPLIFIED: usize = 400_000;

/// The reduced meshes, by the index of the original.
#[derive(Debug, Default)]
pub(super) struct ReducedMeshes {
    meshes: BTreeMap<usize, Mesh>,
    /// The number of triangles, lines and points that are not drawn because meshes are reduced, summed over all
    /// instances.
    pub(super) n_left_out: usize,
}

impl ReducedMeshes {
    /// Reduces the meshes with very many instances among these nodes to about `n_most` triangles together.
    pub(super) fn reduce(scene: &Scene, nodes: &[usize], n_most: usize) -> Self {
        let mut places: BTreeMap<usize, usize> = BTreeMap::new();
        for mesh in nodes.iter().filter_map(|node| scene.nodes.get(*node)?.mesh) {
            let n_places = places.entry(mesh).or_default();
            *n_places = n_places.saturating_add(1);
        }
        places.retain(|_, n_places| *n_places >= MANY_PLACES);
        let repeated = || places.iter().filter_map(|(mesh, n)| Some((*mesh, *n, scene.meshes.get(*mesh)?)));
        let total = repeated().map(|(_, n, mesh)| n_drawn(mesh).saturating_mul(n));
        let total = total.fold(0, usize::saturating_add);
        let mut fewer = Self::default();
        if total <= n_most {
            return fewer;
        }
        let mut n_simplified = MOST_SIMPLIFIED;
        for (number, n_places, mesh) in repeated() {
            let share = Share { of: n_most, total };
            let n_triangles = mesh.shape.indices.len();
            let left = n_simplified.checked_sub(n_triangles);
            n_simplified = left.unwrap_or(n_simplified);
            let made = share.of_mesh(mesh, left.is_some());
            let n_less = n_drawn(mesh).saturating_sub(n_drawn(&made));
            fewer.n_left_out = fewer.n_left_out.saturating_add(n_less.saturating_mul(n_places));
            fewer.meshes.insert(number, made);
        }
        fewer
    }

    /// The simplified mesh if there is one, otherwise that of the scene.
    pub(super) fn mesh<'a>(&'a self, scene: &'a Scene, number: usize) -> Option<&'a Mesh> {
        self.meshes.get(&number).or_else(|| scene.meshes.get(number))
    }
}

/// The cost of drawing a mesh: its vertices are transformed even if no triangle uses them.
fn n_drawn(mesh: &Mesh) -> usize {
    let n_lines = mesh.lines.len().saturating_add(mesh.points.len());
    mesh.shape.indices.len().saturating_add(n_lines).max(mesh.shape.positions.len())
}

/// The fraction of elements that are kept.
#[derive(Debug, Clone, Copy)]
struct Share {
    of: usize,
    total: usize,
}

impl Share {
    /// The number of elements kept of `n`: at least one.
    fn count(self, n: usize) -> usize {
        let product = (n as u128).saturating_mul(self.of as u128);
        let count = product.checked_div(self.total as u128).unwrap_or_default();
        usize::try_from(count).unwrap_or(n).clamp(1, n.max(1))
    }

    /// The elements kept of a list, evenly distributed.
    fn some<T: Copy>(self, all: &[T]) -> Vec<T> {
        let step = all.len().div_ceil(self.count(all.len())).max(1);
        all.iter().step_by(step).copied().collect()
    }

    /// The mesh with this fraction of its triangles, lines and points, and only the vertices that these use.
    fn of_mesh(self, mesh: &Mesh, is_simplified: bool) -> Mesh {
        let shape = &mesh.shape;
        let mut kept = KeptVertices::new(shape.positions.len());
        let mut made = Mesh::default();
        let n_triangles = self.count(shape.indices.len());
        if is_simplified && !shape.indices.is_empty() {
            let simplified = simplify(shape, &SimplifyOptions::to(n_triangles).drops_parts(true));
            let original =
                |vertex: u32| simplified.vertices.get(vertex as usize).copied().unwrap_or(u32::MAX);
            made.shape.groups = simplified.shape.groups;
            // A mesh too entangled to be simplified keeps its first triangles.
            let some = simplified.shape.indices.iter().take(n_triangles.saturating_mul(2));
            made.shape.indices =
                some.map(|corners| corners.map(|corner| kept.number(original(corner)))).collect();
        } else {
            self.some_triangles(shape, &mut kept, &mut made.shape);
        }
        made.lines =
            self.some(&mesh.lines).into_iter().map(|ends| ends.map(|end| kept.number(end))).collect();
        made.points = self.some(&mesh.points).into_iter().map(|point| kept.number(point)).collect();
        let TriMesh { indices, groups, .. } = made.shape;
        made.shape = TriMesh { indices, groups, ..subset::vertices(shape, &kept.vertices) };
        made.extra_influences = subset::some(&mesh.extra_influences, &kept.vertices);
        made.morphs = mesh.morphs.iter().map(|morph| morph.of_some(&kept.numbers)).collect();
        made
    }

    /// Keeps a fraction of the triangles of each group.
    fn some_triangles(self, shape: &TriMesh, kept: &mut KeptVertices, made: &mut TriMesh) {
        let step = shape.indices.len().div_ceil(self.count(shape.indices.len())).max(1);
        let mut fewer = |corners: &[u32; 3]| made.indices.push(corners.map(|corner| kept.number(corner)));
        shape.indices.iter().step_by(step).for_each(&mut fewer);
        let place = |at: usize| at.div_ceil(step);
        made.groups = shape.groups.clone();
        for group in &mut made.groups {
            group.triangles = place(group.triangles.start)..place(group.triangles.end);
        }
    }
}

/// The vertices of a mesh that are kept.
struct KeptVertices {
    vertices: Vec<u32>,
    /// For each vertex, its index among the kept ones, or `u32::MAX`.
    numbers: Vec<u32>,
}

impl KeptVertices {
    fn new(n_vertices: usize) -> Self {
        Self { vertices: Vec::new(), numbers: vec![u32::MAX; n_vertices] }
    }

    /// Keeps a vertex, and returns its new index; `u32::MAX` if it does not exist.
    fn number(&mut self, vertex: u32) -> u32 {
        let Some(number) = self.numbers.get_mut(vertex as usize) else { return u32::MAX };
        if *number == u32::MAX {
            *number = u32::try_from(self.vertices.len()).unwrap_or(u32::MAX);
            self.vertices.push(vertex);
        }
        *number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::Node;
    use geom::{Group, Vec3};

    /// A field of 40 by 40 squares with `n_places` instances, in two groups, with lines along its first side.
    fn fields(n_places: usize) -> Scene {
        let at = |index: u32| Vec3::new((index % 41) as f32, 0.0, (index / 41) as f32);
        let square = |index: u32| [[index, index + 41, index + 1], [index + 1, index + 41, index + 42]];
        let indices: Vec<_> = (0..40 * 41).filter(|index| index % 41 < 40).flat_map(square).collect();
        let group = |triangles| Group { name: String::new(), material: None, triangles };
        let groups = vec![group(0..1600), group(1600..3200)];
        let shape =
            TriMesh { positions: (0..41 * 41).map(at).collect(), indices, groups, ..TriMesh::default() };
        let mesh = Mesh { shape, lines: (0..40).map(|at| [at, at + 1]).collect(), ..Mesh::default() };
        let nodes = vec![Node { mesh: Some(0), ..Node::default() }; n_places];
        Scene { nodes, meshes: vec![mesh], ..Scene::default() }
    }

    #[test]
    fn what_is_in_very_many_places_has_fewer_triangles() {
        let whole = fields(200);
        let nodes: Vec<usize> = (0..200).collect();
        // The limit is a tenth of everything; the field needs two triangles for each of its groups.
        let fewer = ReducedMeshes::reduce(&whole, &nodes, 200 * 324);
        let mesh = fewer.mesh(&whole, 0).unwrap();
        let [n_triangles, n_lines] = [mesh.shape.indices.len(), mesh.lines.len()];
        assert!((4..=320).contains(&n_triangles) && n_lines == 4, "{n_triangles} triangles, {n_lines} lines");
        let positions = &mesh.shape.positions;
        assert!(positions.len() <= n_triangles + 8, "{} vertices", positions.len());
        let corners = mesh.shape.indices.iter().flatten().chain(mesh.lines.iter().flatten());
        assert!(corners.into_iter().all(|corner| (*corner as usize) < positions.len()));
        assert_eq!(mesh.shape.bounds(), whole.meshes[0].shape.bounds());
        let ends: Vec<_> = mesh.shape.groups.iter().map(|group| group.triangles.end).collect();
        assert!(ends[0] < ends[1] && ends[1] == n_triangles, "{ends:?}");
        assert_eq!(fewer.n_left_out, 200 * (3240 - n_triangles - n_lines));
        // Meshes with few instances, or few triangles in total, are unchanged.
        assert_eq!(ReducedMeshes::reduce(&whole, &nodes[..99], 1).n_left_out, 0);
        assert_eq!(ReducedMeshes::reduce(&whole, &nodes, 200 * 3240).n_left_out, 0);
    }

    #[test]
    fn what_is_too_much_to_be_simplified_has_some_of_its_triangles() {
        let whole = fields(1);
        let made = Share { of: 1, total: 10 }.of_mesh(&whole.meshes[0], false);
        assert_eq!(made.shape.indices.len(), 320);
        let ends: Vec<_> = made.shape.groups.iter().map(|group| group.triangles.clone()).collect();
        assert_eq!(ends, [0..160, 160..320]);
        let place = |mesh: &Mesh, triangle: usize| {
            mesh.shape.indices[triangle].map(|corner| mesh.shape.positions[corner as usize])
        };
        assert_eq!(place(&made, 31), place(&whole.meshes[0], 310));
        assert_eq!(made.lines.len(), 4);
    }
}

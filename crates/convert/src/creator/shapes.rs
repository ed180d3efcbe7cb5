//! Facts about meshes that the rules compare with limits.

use geom::{TriMesh, Vec2, Vec3};
use scene::{Mesh, Scene};
use std::collections::{BTreeSet, HashMap};

/// A mesh with its vertices in world space.
pub(super) struct Shape {
    pub(super) positions: Vec<Vec3>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// The names of the materials of the triangles.
    pub(super) materials: BTreeSet<String>,
    pub(super) most_influences: usize,
    /// The number of texture coordinates outside 0 to 1.
    pub(super) n_outside: usize,
    uvs: Vec<Vec2>,
}

impl Shape {
    pub(super) fn new(scene: &Scene, node: usize, mesh: &Mesh, positions: Vec<Vec3>) -> Self {
        let shape = &mesh.shape;
        let uv_is_outside = |uv: &&Vec2| [uv.x, uv.y].iter().any(|part| !(-1e-4..=1.0001).contains(part));
        let influences = |vertex: usize| mesh.influences(vertex).filter(|(_, weight)| *weight != 0.0).count();
        let n_skinned = if shape.joints.is_empty() { 0 } else { shape.vertex_count() };
        Self {
            positions,
            triangles: shape.indices.clone(),
            materials: materials(scene, node, shape),
            most_influences: (0..n_skinned).map(influences).max().unwrap_or(0),
            n_outside: shape.uvs.iter().filter(uv_is_outside).count(),
            uvs: shape.uvs.clone(),
        }
    }

    /// The texture coordinates, which identify the vertices of a cage. Exporters split and sort vertices.
    pub(super) fn distinct_uvs(&self) -> BTreeSet<[u32; 2]> {
        // Adding 0 turns -0 into 0.
        self.uvs.iter().map(|uv| [uv.x, uv.y].map(|part| (part + 0.0).to_bits())).collect()
    }

    /// The mean of the texture coordinates at the corners of triangles; `None` if a corner has none.
    pub(super) fn mean_uv(&self) -> Option<[f32; 2]> {
        let mut sum = [0.0_f64; 2];
        for corner in self.triangles.iter().flatten() {
            let uv = self.uvs.get(*corner as usize)?;
            sum = [sum[0] + f64::from(uv.x), sum[1] + f64::from(uv.y)];
        }
        let n_corners = f64::from(u32::try_from(self.triangles.len()).ok()?) * 3.0;
        #[expect(clippy::cast_possible_truncation, reason = "texture coordinates have single precision")]
        (n_corners > 0.0).then(|| sum.map(|axis| (axis / n_corners) as f32))
    }

    /// The numbers of edges with one triangle, and of those with more than two. Vertices at the same position count as
    /// one, because exporters split vertices along seams.
    pub(super) fn faulty_edges(&self) -> (usize, usize) {
        let mut places: HashMap<[u32; 3], usize> = HashMap::new();
        // Adding 0 turns -0 into 0.
        let key = |position: &Vec3| position.to_array().map(|axis| (axis + 0.0).to_bits());
        let place = |position| {
            let next = places.len();
            *places.entry(key(position)).or_insert(next)
        };
        let welded: Vec<usize> = self.positions.iter().map(place).collect();
        let mut edges: HashMap<[usize; 2], usize> = HashMap::new();
        for [a, b, c] in &self.triangles {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                let (Some(from), Some(to)) = (welded.get(*from as usize), welded.get(*to as usize)) else {
                    continue;
                };
                // A side without length belongs to a triangle without area.
                if from != to {
                    let count = edges.entry([*from.min(to), *from.max(to)]).or_default();
                    *count = count.saturating_add(1);
                }
            }
        }
        let count = |is: fn(&usize) -> bool| edges.values().filter(|n| is(n)).count();
        (count(|n| *n == 1), count(|n| *n > 2))
    }
}

/// The names of the materials of a node's triangles.
fn materials(scene: &Scene, node: usize, shape: &TriMesh) -> BTreeSet<String> {
    let own = scene.nodes.get(node).and_then(|node| scene.materials.get(node.material?));
    match own {
        Some(material) => BTreeSet::from([material.name.clone()]),
        None => shape.groups.iter().filter_map(|group| group.material.clone()).collect(),
    }
}

/// Sides in studs, such as `1.5 × 2 × 0.5 studs`.
pub(super) fn sides(sides: [f32; 3]) -> String {
    let round = |side: f32| (side * 100.0).round() / 100.0;
    let [x, y, z] = sides.map(round);
    format!("{x} × {y} × {z} studs")
}

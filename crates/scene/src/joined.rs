//! Several meshes as one in world coordinates, so that they are simplified together: their common borders stay closed,
//! and small parts are measured against the meshes that they belong to.
#![expect(clippy::indexing_slicing, reason = "vertices and triangles were numbered here")]
#![expect(clippy::arithmetic_side_effects, reason = "counts of vertices in memory")]

use crate::allowance::Allowance;
use crate::mesh::Mesh;
use crate::pose::Mover;
use crate::problem::Problem;
use crate::scene::Scene;
use crate::simplify::Simplified;
use crate::subset;
use geom::{Group, Rgba8, TriMesh, Vec3, Vec4};
use std::collections::BTreeMap;

/// Upper bound on the triangles that are joined, and on their vertices: all of them are simplified at once. Further
/// meshes are simplified separately.
const MAX_JOINED: usize = 1_000_000;

/// The index that stands for no vertex.
const NONE: u32 = u32::MAX;

/// Meshes that are shown once each, as one shape.
#[derive(Debug, Default)]
pub(super) struct Joined {
    pub(super) shape: TriMesh,
    members: Vec<Member>,
}

/// A mesh in the shape.
#[derive(Debug)]
struct Member {
    /// The index of the mesh in the scene.
    mesh: usize,
    first_vertex: usize,
    first_group: usize,
    /// Set if the node mirrors the mesh, so that the corners of triangles are in reverse order.
    is_mirrored: bool,
}

impl Joined {
    /// The meshes that exactly one of these nodes shows; `None` if there are fewer than two.
    pub(super) fn from_scene(
        scene: &Scene,
        nodes: &[usize],
        uses: &BTreeMap<usize, usize>,
        memory: &Allowance,
    ) -> Result<Option<Self>, Problem> {
        let (pose, worlds) = (scene.still(), scene.worlds_at_rest());
        let mut joined = Self::default();
        // Joints of different skins have different numbers, and each rigid mesh has a joint of its own.
        let (mut n_joints, mut first_joints) = (0_usize, vec![None; scene.skins.len()]);
        for node in nodes {
            let Some(of_node) = scene.nodes.get(*node) else { continue };
            let Some(index) = of_node.mesh.filter(|mesh| uses.get(mesh) == Some(&1)) else { continue };
            let Some(mesh) = scene.meshes.get(index) else { continue };
            let mover = scene.mover(*node, mesh, &worlds);
            // A mesh that is flat at rest may have a volume in animations.
            let determinant = mover.transform(0).determinant();
            if determinant == 0.0 || !determinant.is_finite() || !joined.has_room(mesh) {
                continue;
            }
            memory.take(cost(mesh))?;
            let skin = of_node.skin.filter(|_| matches!(mover, Mover::Skin { .. }));
            let known = skin.and_then(|skin| *first_joints.get(skin)?);
            let first_joint = known.unwrap_or(n_joints);
            if known.is_none() {
                let skin = skin.and_then(|skin| scene.skins.get(skin));
                n_joints = n_joints.saturating_add(skin.map_or(1, |skin| skin.joints.len()));
            }
            if let Some(first) = skin.and_then(|skin| first_joints.get_mut(skin)) {
                *first = Some(first_joint);
            }
            joined.add(index, mesh, &mover, mover.moved(mesh, &pose, *node), first_joint);
        }
        if first_joints.iter().all(Option::is_none) {
            (joined.shape.joints, joined.shape.weights) = (Vec::new(), Vec::new());
        }
        Ok((joined.members.len() > 1).then_some(joined))
    }

    fn has_room(&self, mesh: &Mesh) -> bool {
        let n_triangles = self.shape.indices.len().saturating_add(mesh.shape.indices.len());
        let n_vertices = self.shape.positions.len().saturating_add(mesh.shape.positions.len());
        n_triangles.max(n_vertices) <= MAX_JOINED
    }

    /// The indices of the meshes in the scene, in ascending order.
    pub(super) fn meshes(&self) -> Vec<usize> {
        let mut meshes: Vec<usize> = self.members.iter().map(|member| member.mesh).collect();
        meshes.sort_unstable();
        meshes
    }

    /// Adds a mesh at these positions, whose first joint has this number.
    fn add(
        &mut self,
        index: usize,
        mesh: &Mesh,
        mover: &Mover<'_>,
        positions: Vec<Vec3>,
        first_joint: usize,
    ) {
        let (shape, all) = (&mesh.shape, &mut self.shape);
        let (first, first_triangle) = (all.positions.len(), all.indices.len());
        let is_mirrored = mover.is_mirrored();
        self.members.push(Member {
            mesh: index,
            first_vertex: first,
            first_group: all.groups.len(),
            is_mirrored,
        });
        let n_vertices = positions.len();
        all.positions.extend(positions);
        let normal = |vertex| mover.normal(vertex, shape.normals.get(vertex).copied().unwrap_or_default());
        all.normals.extend((0..n_vertices).map(normal));
        all.uvs.extend((0..n_vertices).map(|vertex| shape.uvs.get(vertex).copied().unwrap_or_default()));
        let colour = |vertex| shape.colours.get(vertex).copied().unwrap_or(Rgba8::WHITE);
        all.colours.extend((0..n_vertices).map(colour));
        let number = |joint: usize| u16::try_from(joint).unwrap_or(u16::MAX);
        for vertex in 0..n_vertices {
            let own = shape.joints.get(vertex).zip(shape.weights.get(vertex));
            let own = own.filter(|_| matches!(mover, Mover::Skin { .. }));
            let rigid = (&[0; 4], &Vec4::new(1.0, 0.0, 0.0, 0.0));
            let (joints, weights) = own.unwrap_or(rigid);
            all.joints.push(joints.map(|joint| number(first_joint + usize::from(joint))));
            all.weights.push(*weights);
        }
        let shifted = |corner: u32| u32::try_from(first + corner as usize).unwrap_or(NONE);
        let of_mesh = |vertex: &u32| (*vertex as usize) < n_vertices;
        all.indices.extend(shape.indices.iter().map(|triangle| {
            // A vertex that does not exist must not be one of the next mesh.
            let triangle = if triangle.iter().all(of_mesh) { triangle.map(shifted) } else { [NONE; 3] };
            if is_mirrored { reversed(triangle) } else { triangle }
        }));
        let of_groups = shape.groups.iter().map(|group| Group {
            name: String::new(),
            material: None,
            triangles: first_triangle + group.triangles.start.min(shape.indices.len())
                ..first_triangle + group.triangles.end.min(shape.indices.len()),
        });
        all.groups.extend(of_groups);
    }

    /// The first vertex of each mesh.
    pub(super) fn starts(&self) -> Vec<usize> {
        self.members.iter().map(|member| member.first_vertex).collect()
    }

    /// The meshes of a simplified shape, each with its index in the scene. Facts that are counted are those of the
    /// first one.
    pub(super) fn split(&self, scene: &Scene, whole: &Simplified) -> Vec<(usize, Simplified)> {
        let mut made: Vec<Simplified> = Vec::with_capacity(self.members.len());
        for member in &self.members {
            let groups = scene.meshes.get(member.mesh).map_or(&[][..], |mesh| &mesh.shape.groups);
            let groups = groups.iter().map(|group| Group { triangles: 0..0, ..group.clone() }).collect();
            made.push(Simplified {
                shape: TriMesh { groups, ..TriMesh::default() },
                vertices: Vec::new(),
                n_left_out: 0,
                n_parts_dropped: 0,
                ..*whole
            });
        }
        let mut numbers = vec![NONE; whole.vertices.len()];
        let mut groups = whole.shape.groups.iter().enumerate().peekable();
        for (at, triangle) in whole.shape.indices.iter().enumerate() {
            let first = whole.vertices[triangle[0] as usize] as usize;
            let number = self.members.partition_point(|member| member.first_vertex <= first) - 1;
            let (member, made) = (&self.members[number], &mut made[number]);
            let triangle = triangle.map(|vertex| {
                let number = &mut numbers[vertex as usize];
                if *number == NONE {
                    *number = u32::try_from(made.vertices.len()).unwrap_or(NONE);
                    made.vertices.push(whole.vertices[vertex as usize]);
                }
                *number
            });
            let end = made.shape.indices.len() + 1;
            made.shape.indices.push(if member.is_mirrored { reversed(triangle) } else { triangle });
            while groups.next_if(|(_, group)| group.triangles.end <= at).is_some() {}
            if let Some((group, _)) = groups.peek().filter(|(_, group)| group.triangles.contains(&at)) {
                let range = &mut made.shape.groups[group - member.first_group].triangles;
                *range = if range.end == 0 { end - 1 } else { range.start }..end;
            }
        }
        for (member, made) in self.members.iter().zip(&mut made) {
            let first = u32::try_from(member.first_vertex).unwrap_or(NONE);
            made.vertices.iter_mut().for_each(|vertex| *vertex -= first);
            if let Some(mesh) = scene.meshes.get(member.mesh) {
                let shape = std::mem::take(&mut made.shape);
                let vertices = subset::vertices(&mesh.shape, &made.vertices);
                made.shape = TriMesh { indices: shape.indices, groups: shape.groups, ..vertices };
            }
        }
        if let Some(made) = made.first_mut() {
            (made.n_left_out, made.n_parts_dropped) = (whole.n_left_out, whole.n_parts_dropped);
        }
        self.members.iter().map(|member| member.mesh).zip(made).collect()
    }
}

/// Estimated memory of a mesh among others, in bytes.
fn cost(mesh: &Mesh) -> usize {
    let Mesh { shape: TriMesh { positions, indices, groups, .. }, .. } = mesh;
    let counts = [(positions.len(), 70), (indices.len(), 12), (groups.len(), size_of::<Group>()), (1, 100)];
    counts.into_iter().map(|(count, size)| count.saturating_mul(size)).fold(0, usize::saturating_add)
}

fn reversed([a, b, c]: [u32; 3]) -> [u32; 3] {
    [a, c, b]
}

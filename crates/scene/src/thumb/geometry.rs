//! The triangles, lines and points of a scene in a pose, in the world and in the picture.

use super::surface::Surfaces;
use crate::allowance::too_much;
use crate::mesh::Mesh;
use crate::pose::Pose;
use crate::problem::Problem;
use crate::scene::Scene;
use geom::{Group, Rgba8, Vec2, Vec3};

/// A corner of triangles.
#[derive(Debug, Clone, Copy)]
pub(super) struct Vertex {
    /// In the picture; the third is the inverse of the distance.
    pub(super) place: [f32; 3],
    /// In the world; zero if it is to be that of the triangle.
    pub(super) normal: Vec3,
    pub(super) uv: Vec2,
    /// As sRGB and opacity.
    pub(super) colour: Rgba8,
}

impl Vertex {
    /// In no picture.
    pub(super) const NOWHERE: Self =
        Self { place: [f32::NAN; 3], normal: Vec3::ZERO, uv: Vec2::ZERO, colour: Rgba8::WHITE };
}

/// Three vertices and a surface.
#[derive(Debug, Clone, Copy)]
pub(super) struct Triangle {
    pub(super) vertices: [u32; 3],
    pub(super) surface: u32,
}

/// A line between two vertices; a point if they are the same.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segment {
    pub(super) ends: [u32; 2],
    pub(super) surface: u32,
}

/// All that is drawn.
#[derive(Debug)]
pub(super) struct Geometry {
    pub(super) vertices: Vec<Vertex>,
    pub(super) triangles: Vec<Triangle>,
    pub(super) surfaces: Surfaces,
    pub(super) lines: Vec<Segment>,
    pub(super) positions: Vec<Vec3>,
    is_used: Vec<bool>,
    bounds: geom::Aabb,
}

impl Geometry {
    /// With at most so many triangles, and bytes of pixels in textures.
    pub(super) fn of(
        scene: &Scene,
        pose: &Pose,
        nodes: &[usize],
        (limit, most_pixels): (usize, usize),
    ) -> Result<Self, Problem> {
        let mut geometry = Self {
            vertices: Vec::new(),
            triangles: Vec::new(),
            surfaces: Surfaces::of(scene, most_pixels),
            lines: Vec::new(),
            positions: Vec::new(),
            is_used: Vec::new(),
            bounds: geom::Aabb { min: Vec3::ZERO, max: Vec3::ZERO },
        };
        let meshes = nodes.iter().filter_map(|index| scene.meshes.get(scene.nodes.get(*index)?.mesh?));
        // Vertices count too: a mesh may have many more of them than triangles. A line becomes two triangles.
        let size = |mesh: &Mesh| {
            let n_lines = mesh.lines.len().saturating_add(mesh.points.len());
            let n_triangles = mesh.shape.indices.len().saturating_add(n_lines.saturating_mul(2));
            n_triangles.max(mesh.shape.positions.len() / 3)
        };
        let n_wanted = meshes.map(size).fold(0, usize::saturating_add);
        if n_wanted > limit {
            let message = format!("{n_wanted} triangles are to be drawn, and at most {limit} may be");
            return Err(too_much(message));
        }
        let worlds = scene.worlds(pose);
        // Names may be long, and a mesh may be in many places.
        let of_group = |group: &Group| geometry.surfaces.number(group.material.as_deref());
        let of_mesh = |mesh: &Mesh| mesh.shape.groups.iter().map(of_group).collect::<Vec<_>>();
        let surfaces: Vec<_> = scene.meshes.iter().map(of_mesh).collect();
        for index in nodes.iter().copied() {
            let Some((node, number)) = scene.nodes.get(index).and_then(|node| Some((node, node.mesh?)))
            else {
                continue;
            };
            let Some((mesh, of_groups)) = scene.meshes.get(number).zip(surfaces.get(number)) else {
                continue;
            };
            let start = geometry.positions.len();
            let positions = scene.posed(index, pose, &worlds);
            let mover = scene.mover(index, mesh, &worlds);
            let shape = &mesh.shape;
            for vertex in 0..positions.len() {
                let normal = shape.normals.get(vertex).copied().unwrap_or_default();
                geometry.vertices.push(Vertex {
                    place: [0.0; 3],
                    normal: turned(&mover.of(vertex), normal),
                    uv: shape.uvs.get(vertex).copied().unwrap_or_default(),
                    colour: shape.colours.get(vertex).copied().unwrap_or(Rgba8::WHITE),
                });
            }
            geometry.positions.extend(positions);
            geometry.add(mesh, of_groups, start, node.material);
        }
        geometry.mark_used();
        geometry.bounds = geom::Aabb::of(geometry.used()).unwrap_or(geometry.bounds);
        Ok(geometry)
    }

    /// Adds what a mesh shows, whose vertices begin at `start`; a material takes the place of the surfaces of its groups.
    fn add(&mut self, mesh: &Mesh, of_groups: &[u32], start: usize, material: Option<usize>) {
        let shape = &mesh.shape;
        let whole = material.map(|material| self.surfaces.of_material(material));
        let mut surface_of = vec![whole.unwrap_or(0); shape.indices.len()];
        for (group, surface) in shape.groups.iter().zip(of_groups).filter(|_| whole.is_none()) {
            let end = group.triangles.end.min(shape.indices.len());
            let triangles = surface_of.get_mut(group.triangles.start..end).unwrap_or_default();
            triangles.fill(*surface);
        }
        let n_vertices = shape.positions.len();
        let positions = self.positions.get(start..).unwrap_or_default();
        let is_good = |vertex: &u32| {
            (*vertex as usize) < n_vertices
                && positions.get(*vertex as usize).is_some_and(|position| position.is_finite())
        };
        let place = |vertex: u32| u32::try_from(start).unwrap_or(0).saturating_add(vertex);
        for (corners, surface) in shape.indices.iter().zip(surface_of) {
            if corners.iter().all(is_good) && !self.surfaces.is_unseen(surface) {
                self.triangles.push(Triangle { vertices: corners.map(place), surface });
            }
        }
        let surface = whole.unwrap_or(0);
        if !self.surfaces.is_unseen(surface) {
            let all = mesh.lines.iter().copied().chain(mesh.points.iter().map(|point| [*point; 2]));
            let lines = all.filter(|ends| ends.iter().all(is_good));
            self.lines.extend(lines.map(|ends| Segment { ends: ends.map(place), surface }));
        }
    }

    /// Finds out which positions triangles and lines use: each once, however many share it.
    fn mark_used(&mut self) {
        self.is_used = vec![false; self.positions.len()];
        let vertices = self.triangles.iter().flat_map(|triangle| triangle.vertices);
        for vertex in vertices.chain(self.lines.iter().flat_map(|line| line.ends)) {
            if let Some(is_used) = self.is_used.get_mut(vertex as usize) {
                *is_used = true;
            }
        }
    }

    /// The positions that triangles and lines use.
    fn used(&self) -> impl Iterator<Item = Vec3> + Clone {
        let all = self.positions.iter().zip(&self.is_used);
        all.filter(|(_, is_used)| **is_used).map(|(position, _)| *position)
    }

    /// As [`used`](Self::used), in double precision.
    pub(super) fn points(&self) -> impl Iterator<Item = [f64; 3]> + Clone {
        self.used().map(|position| position.to_array().map(f64::from))
    }

    /// The box around everything that is drawn.
    pub(super) fn bounds(&self) -> geom::Aabb {
        self.bounds
    }

    /// The diagonal of that box.
    pub(super) fn size(&self) -> f64 {
        diagonal(self.bounds)
    }

    pub(super) fn vertex(&self, index: u32) -> Vertex {
        self.vertices.get(index as usize).copied().unwrap_or(Vertex::NOWHERE)
    }

    /// The corners of a triangle.
    pub(super) fn corners(&self, triangle: &Triangle) -> [Vertex; 3] {
        triangle.vertices.map(|vertex| self.vertex(vertex))
    }

    /// The corners of a triangle in the world; `None` of a line.
    pub(super) fn positions_of(&self, triangle: &Triangle) -> Option<[Vec3; 3]> {
        let [a, b, c] = triangle.vertices.map(|vertex| self.positions.get(vertex as usize).copied());
        Some([a?, b?, c?])
    }

    /// The direction that a triangle faces in the world.
    pub(super) fn face_normal(&self, triangle: &Triangle) -> Vec3 {
        let [a, b, c] = self.positions_of(triangle).unwrap_or_default();
        // By the size, so that tiny and huge models have a direction too.
        #[expect(clippy::cast_possible_truncation, reason = "a direction needs no more")]
        let scale = (1.0 / self.size().max(1e-30)) as f32;
        ((b - a) * scale).cross((c - a) * scale).normalised().unwrap_or_default()
    }
}

/// The length of the diagonal of a box.
pub(super) fn diagonal(bounds: geom::Aabb) -> f64 {
    let ends = bounds.max.to_array().into_iter().zip(bounds.min.to_array());
    let lengths = ends.map(|(max, min)| f64::from(max) - f64::from(min));
    lengths.map(|length| length * length).sum::<f64>().sqrt()
}

#[expect(clippy::cast_possible_truncation, reason = "a direction needs no more")]
fn turned(matrix: &crate::affine::Affine, normal: Vec3) -> Vec3 {
    let turned = matrix.for_normals().vector(normal.to_array().map(f64::from));
    let length = turned.iter().map(|number| number * number).sum::<f64>().sqrt();
    if length > 0.0 && length.is_finite() {
        Vec3::from_array(turned.map(|number| (number / length) as f32))
    } else {
        Vec3::ZERO
    }
}

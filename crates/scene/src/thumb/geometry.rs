//! The triangles, lines and points of a scene in a pose, in the world and in the picture.

use super::reduced::ReducedMeshes;
use super::surface::Surfaces;
use crate::affine::Affine;
use crate::material::Alpha;
use crate::mesh::Mesh;
use crate::pose::{Mover, Pose};
use crate::scene::Scene;
use crate::threads;
use core::ops::Range;
use geom::{Aabb, Group, Rgba8, Vec2, Vec3};

/// A vertex of triangles.
#[derive(Debug, Clone, Copy)]
pub(super) struct Vertex {
    /// The position in the picture; the third coordinate is the inverse of the distance.
    pub(super) place: [f32; 3],
    /// The normal in the world; zero if that of the triangle is used.
    pub(super) normal: Vec3,
    pub(super) uv: Vec2,
    /// The colour as sRGB and opacity.
    pub(super) colour: Rgba8,
}

impl Vertex {
    /// A vertex outside of every picture.
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

/// The elements that are drawn in one batch.
#[derive(Debug, Default)]
pub(super) struct Geometry {
    pub(super) vertices: Vec<Vertex>,
    pub(super) triangles: Vec<Triangle>,
    pub(super) lines: Vec<Segment>,
    pub(super) positions: Vec<Vec3>,
}

impl Geometry {
    pub(super) fn vertex(&self, index: u32) -> Vertex {
        self.vertices.get(index as usize).copied().unwrap_or(Vertex::NOWHERE)
    }

    /// Appends another geometry; its vertices are renumbered.
    fn append(&mut self, other: Self) {
        if self.vertices.is_empty() {
            *self = other;
            return;
        }
        let first = u32::try_from(self.vertices.len()).unwrap_or(u32::MAX);
        let later = |vertex: u32| vertex.saturating_add(first);
        self.vertices.extend(other.vertices);
        self.positions.extend(other.positions);
        let triangles = other.triangles.into_iter();
        self.triangles.extend(triangles.map(|one| Triangle { vertices: one.vertices.map(later), ..one }));
        self.lines.extend(other.lines.into_iter().map(|one| Segment { ends: one.ends.map(later), ..one }));
    }

    /// The vertices of a triangle.
    pub(super) fn corners(&self, triangle: &Triangle) -> [Vertex; 3] {
        triangle.vertices.map(|vertex| self.vertex(vertex))
    }

    /// The corners of a triangle in the world; `None` for those of a line.
    pub(super) fn positions_of(&self, triangle: &Triangle) -> Option<[Vec3; 3]> {
        let [a, b, c] = triangle.vertices.map(|vertex| self.positions.get(vertex as usize).copied());
        Some([a?, b?, c?])
    }
}

/// A part of a node that is drawn in one batch: a range of its mesh's triangles, with lines and points after the last
/// of them.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    node: usize,
    triangles: Range<usize>,
    has_lines: bool,
    /// Draws transparent surfaces as opaque. Transparent ones would have to be kept until all others are drawn.
    is_solid: bool,
}

/// The number of pieces that a thread builds in a row.
const PIECES_OF_THREAD: usize = 64;

/// Nodes in batches that fit into memory.
pub(super) struct Chunks<'s> {
    scene: &'s Scene,
    fewer: &'s ReducedMeshes,
    pose: &'s Pose,
    worlds: Vec<Affine>,
    /// The surfaces of the groups of each mesh.
    of_groups: Vec<Vec<u32>>,
    pub(super) surfaces: &'s Surfaces,
    pub(super) list: Vec<Vec<Piece>>,
    /// The number of transparent triangles that are drawn as opaque.
    pub(super) n_solid: usize,
}

impl<'s> Chunks<'s> {
    /// Divides nodes into batches with at most `n_most` triangles each, and at most `n_clear` transparent ones in all
    /// of them.
    pub(super) fn divide(
        scene: &'s Scene,
        fewer: &'s ReducedMeshes,
        pose: &'s Pose,
        nodes: &[usize],
        surfaces: &'s Surfaces,
        (n_most, n_clear): (usize, usize),
    ) -> Self {
        // The surface of each group is looked up once, because names may be long, and meshes have many instances.
        let of_group = |group: &Group| surfaces.number(group.material.as_deref());
        let of_mesh = |mesh: &Mesh| mesh.shape.groups.iter().map(of_group).collect();
        let of_groups = scene.meshes.iter().map(of_mesh).collect();
        let mut chunks = Self {
            scene,
            fewer,
            pose,
            worlds: scene.worlds(pose),
            of_groups,
            surfaces,
            list: vec![Vec::new()],
            n_solid: 0,
        };
        let (mut n_left, mut n_clear_left) = (n_most, n_clear);
        for node in nodes.iter().copied() {
            let Some(mesh) = scene.nodes.get(node).and_then(|node| fewer.mesh(scene, node.mesh?)) else {
                continue;
            };
            let is_clear = chunks.is_clear(node);
            // A line is drawn as two triangles.
            let n_lines = mesh.lines.len().saturating_add(mesh.points.len()).saturating_mul(2);
            let (mut start, n_triangles) = (0_usize, mesh.shape.indices.len());
            loop {
                let end = start.saturating_add(n_left).min(n_triangles);
                let is_last = end == n_triangles;
                let n_clear = if is_clear { end.saturating_sub(start) } else { 0 };
                let is_solid = n_clear > n_clear_left;
                n_clear_left = n_clear_left.saturating_sub(n_clear);
                chunks.n_solid = chunks.n_solid.saturating_add(if is_solid { n_clear } else { 0 });
                let has_lines = is_last && n_lines > 0;
                let piece = Piece { node, triangles: start..end, has_lines, is_solid };
                if let Some(chunk) = chunks.list.last_mut() {
                    chunk.push(piece);
                }
                n_left = n_left.saturating_sub(end.saturating_sub(start)).saturating_sub(if is_last {
                    n_lines
                } else {
                    0
                });
                if n_left == 0 {
                    chunks.list.push(Vec::new());
                    n_left = n_most;
                }
                if is_last {
                    break;
                }
                start = end;
            }
        }
        chunks.list.retain(|chunk| !chunk.is_empty());
        chunks
    }

    /// True if a part of a node is transparent.
    fn is_clear(&self, node: usize) -> bool {
        let Some(node) = self.scene.nodes.get(node) else { return false };
        let whole = node.material.map(|material| self.surfaces.of_material(material));
        let groups = node.mesh.and_then(|mesh| self.of_groups.get(mesh)).into_iter().flatten();
        let is_clear = |surface: u32| self.surfaces.get(surface).is_some_and(|it| it.alpha == Alpha::Blend);
        whole.map_or_else(|| groups.into_iter().any(|surface| is_clear(*surface)), is_clear)
    }

    /// Builds the opaque triangles of a batch, and adds the transparent ones to `clear`.
    pub(super) fn geometry(&self, pieces: &[Piece], clear: &mut Geometry) -> Geometry {
        let mut solid = Geometry::default();
        // The results of several threads have to be merged, which takes time, so a single thread builds everything at
        // once.
        let n_each = if threads::count() > 1 { PIECES_OF_THREAD } else { usize::MAX };
        for group in pieces.chunks(n_each.saturating_mul(16)) {
            let made = threads::each(group.chunks(n_each), |pieces| {
                let (mut both, mut places) = <([Geometry; 2], [Vec<u32>; 2])>::default();
                pieces.iter().for_each(|piece| self.add(piece, both.each_mut(), &mut places));
                both
            });
            for [more_solid, more_clear] in made {
                solid.append(more_solid);
                clear.append(more_clear);
            }
        }
        solid
    }

    /// Adds the geometry of a node to the opaque or the transparent one; `places` is memory that is reused.
    fn add(&self, piece: &Piece, to: [&mut Geometry; 2], places: &mut [Vec<u32>; 2]) {
        let found = self.scene.nodes.get(piece.node).and_then(|node| Some((node, node.mesh?)));
        let Some((node, number)) = found else { return };
        let mesh = self.fewer.mesh(self.scene, number);
        let Some((mesh, of_groups)) = mesh.zip(self.of_groups.get(number)) else { return };
        let positions = &*mesh.morphed(self.pose.weights_of(piece.node));
        let mover = &self.scene.mover(piece.node, mesh, &self.worlds);
        let source = PlacedMesh { mesh, positions, mover, turn: Turn::from_mover(mover) };
        let [solid, clear] = to;
        for places in &mut *places {
            places.clear();
            places.resize(positions.len(), u32::MAX);
        }
        let [solid_places, clear_places] = places;
        let whole = node.material.map(|material| self.surfaces.of_material(material));
        let Range { start, end } = piece.triangles;
        let mut surface_of = vec![whole.unwrap_or(0); end.saturating_sub(start)];
        for (group, surface) in mesh.shape.groups.iter().zip(of_groups).filter(|_| whole.is_none()) {
            let Range { start: from, end: to } = group.triangles;
            let [from, to] = [from, to].map(|at| at.clamp(start, end).saturating_sub(start));
            surface_of.get_mut(from..to).unwrap_or_default().fill(*surface);
        }
        let triangles = mesh.shape.indices.get(start..end).unwrap_or_default();
        for (corners, surface) in triangles.iter().zip(surface_of) {
            if self.surfaces.is_unseen(surface) {
                continue;
            }
            let (geometry, places) = match self.surfaces.get(surface).map(|surface| surface.alpha) {
                Some(Alpha::Blend) if !piece.is_solid => (&mut *clear, &mut *clear_places),
                _ => (&mut *solid, &mut *solid_places),
            };
            if let Some(vertices) = source.vertices(*corners, geometry, places) {
                geometry.triangles.push(Triangle { vertices, surface });
            }
        }
        let surface = whole.unwrap_or(0);
        if piece.has_lines && !self.surfaces.is_unseen(surface) {
            let lines = mesh.lines.iter().copied().chain(mesh.points.iter().map(|point| [*point; 2]));
            for ends in lines {
                if let Some(ends) = source.vertices(ends, solid, solid_places) {
                    solid.lines.push(Segment { ends, surface });
                }
            }
        }
    }
}

/// A mesh at a node.
struct PlacedMesh<'a> {
    mesh: &'a Mesh,
    /// The positions before they are transformed, since a part of a mesh uses only some of them.
    positions: &'a [Vec3],
    mover: &'a Mover<'a>,
    turn: Turn<'a>,
}

impl PlacedMesh<'_> {
    /// The indices of the vertices that a triangle or a line uses, each of which is added once; `None` if one does not
    /// exist or is not finite.
    fn vertices<const N: usize>(
        &self,
        corners: [u32; N],
        to: &mut Geometry,
        places: &mut [u32],
    ) -> Option<[u32; N]> {
        let mut points = [Vec3::ZERO; N];
        for (corner, point) in corners.iter().zip(&mut points) {
            let index = *corner as usize;
            if *places.get(index)? == u32::MAX {
                *point = self.mover.point(index, *self.positions.get(index)?);
            }
            if !point.is_finite() {
                return None;
            }
        }
        let mut points = points.into_iter();
        Some(corners.map(|corner| {
            let index = corner as usize;
            let point = points.next().unwrap_or_default();
            let Some(place) = places.get_mut(index) else { return u32::MAX };
            if *place == u32::MAX {
                *place = u32::try_from(to.vertices.len()).unwrap_or(u32::MAX);
                let shape = &self.mesh.shape;
                to.vertices.push(Vertex {
                    place: [0.0; 3],
                    normal: shape
                        .normals
                        .get(index)
                        .map_or(Vec3::ZERO, |normal| self.turn.of_normal(index, *normal)),
                    uv: shape.uvs.get(index).copied().unwrap_or_default(),
                    colour: shape.colours.get(index).copied().unwrap_or(Rgba8::WHITE),
                });
                to.positions.push(point);
            }
            *place
        }))
    }
}

/// The transforms of normals.
enum Turn<'a> {
    Whole(Affine),
    Each(&'a Mover<'a>),
}

impl<'a> Turn<'a> {
    fn from_mover(mover: &'a Mover<'a>) -> Self {
        match mover {
            Mover::Node(world) => Self::Whole(world.for_normals()),
            Mover::Skin { .. } => Self::Each(mover),
        }
    }

    fn of_vertex(&self, vertex: usize) -> Affine {
        match self {
            Self::Whole(turn) => *turn,
            Self::Each(mover) => mover.transform(vertex).for_normals(),
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a direction needs no more")]
    fn of_normal(&self, vertex: usize, normal: Vec3) -> Vec3 {
        let turned = self.of_vertex(vertex).vector(normal.to_array().map(f64::from));
        let length = turned.iter().map(|number| number * number).sum::<f64>().sqrt();
        if length > 0.0 && length.is_finite() {
            Vec3::from_array(turned.map(|number| (number / length) as f32))
        } else {
            Vec3::ZERO
        }
    }
}

/// The length of the diagonal of a box.
pub(super) fn diagonal(bounds: Aabb) -> f64 {
    let ends = bounds.max.to_array().into_iter().zip(bounds.min.to_array());
    let lengths = ends.map(|(max, min)| f64::from(max) - f64::from(min));
    lengths.map(|length| length * length).sum::<f64>().sqrt()
}

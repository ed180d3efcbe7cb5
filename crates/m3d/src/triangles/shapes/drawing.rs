//! The triangles and lines that the commands of shapes draw.

use super::super::{Names, Triangles, TrimeshOptions, check_count, label};
use super::{Polyline, Undrawn, UndrawnReason};
use crate::common::error::Error;
use crate::model::{BoneIndex, ColourRef, Model, Name, VertexIndex};
use crate::views::Colours;
use geom::{Mat3, Mat4, Rgba8, Vec2, Vec3};

/// Collects triangles and lines.
pub(super) struct Drawing<'a> {
    model: &'a Model,
    /// The colour fields of the vertices. The chunk is looked up once, because a model may have as many
    /// chunks as vertices.
    stored: &'a [ColourRef],
    colours: Colours<'a>,
    names: &'a Names<'a>,
    pub(super) options: &'a TrimeshOptions,
    part: Triangles,
    n_line_points: usize,
    name: String,
    bone: BoneIndex,
    transform: Mat4,
    /// The matrix that transforms normals.
    of_normals: Mat3,
    material: Name,
    /// The material of the last group, if the group belongs to this shape.
    group: Option<Name>,
    colour: Rgba8,
    /// The remaining budget of [`cut::cut`](super::super::cut::cut) for all polygons.
    pub(super) budget: u64,
}

impl<'a> Drawing<'a> {
    pub(super) fn new(model: &'a Model, names: &'a Names<'a>, options: &'a TrimeshOptions) -> Self {
        Self {
            model,
            stored: model.vertices().map_or(&[], |vertices| &vertices.colours),
            colours: model.colours(),
            names,
            options,
            part: Triangles::default(),
            n_line_points: 0,
            name: String::new(),
            bone: BoneIndex::NONE,
            transform: Mat4::IDENTITY,
            of_normals: Mat3::IDENTITY,
            material: Name::NONE,
            group: None,
            colour: Rgba8::WHITE,
            budget: 200_000_000,
        }
    }

    pub(super) fn start_shape(&mut self, name: String, bone: BoneIndex) {
        (self.name, self.bone, self.group) = (name, bone, None);
    }

    /// Sets the transform and material of the following triangles.
    pub(super) fn set_placement(&mut self, transform: Mat4, material: Name) {
        if transform != self.transform {
            self.transform = transform;
            // The inverse transpose keeps normals perpendicular to surfaces under any scale.
            let inverse = transform.linear().inverse();
            self.of_normals = inverse.unwrap_or(Mat3::from_scale(Vec3::ZERO)).transposed();
        }
        self.material = material;
    }

    /// Sets the colour of the following triangles to that of a vertex.
    pub(super) fn use_colour_of(&mut self, vertex: VertexIndex) {
        let stored = vertex.get().and_then(|at| self.stored.get(at));
        let colour = stored.and_then(|stored| self.colours.get(*stored));
        // Four zeros stand for no colour.
        self.colour = colour.filter(|colour| *colour != Rgba8::default()).unwrap_or(Rgba8::WHITE);
    }

    /// The maximum distance of the surface from the shape, in the units of the model.
    pub(super) fn tolerance(&self) -> f64 {
        f64::from(self.options.tolerance).max(1e-9)
    }

    /// Fails if `n_triangles` more triangles would exceed the limit.
    pub(super) fn check(&self, n_triangles: usize) -> Result<(), Error> {
        let n = self.part.mesh.indices.len().saturating_add(self.n_line_points).saturating_add(n_triangles);
        check_count(n, self.part.mesh.groups.len(), self.options)
    }

    /// Starts a group unless the last one has the current material, and returns the index of the next vertex.
    pub(super) fn start(&mut self) -> u32 {
        if self.group != Some(self.material) {
            self.group = Some(self.material);
            self.names.add_group(&mut self.part, self.name.clone(), self.material);
        }
        u32::try_from(self.part.mesh.positions.len()).unwrap_or(u32::MAX)
    }

    pub(super) fn vertex(&mut self, position: Vec3, normal: Vec3, pair: Option<Vec2>) {
        let mesh = &mut self.part.mesh;
        let n_before = mesh.positions.len();
        mesh.positions.push(self.transform.transform_point(position));
        mesh.normals.push((self.of_normals * normal).normalised().unwrap_or_default());
        if pair.is_some() || !mesh.uvs.is_empty() {
            mesh.uvs.resize(n_before, Vec2::ZERO);
            mesh.uvs.push(pair.unwrap_or_default());
        }
        if self.colour != Rgba8::WHITE || !mesh.colours.is_empty() {
            mesh.colours.resize(n_before, Rgba8::WHITE);
            mesh.colours.push(self.colour);
        }
        if self.bone != BoneIndex::NONE || !self.part.bones.is_empty() {
            self.part.bones.resize(n_before, BoneIndex::NONE);
            self.part.bones.push(self.bone);
        }
    }

    /// Adds a triangle of three vertices.
    pub(super) fn triangle(&mut self, corners: [u32; 3]) {
        self.part.mesh.indices.push(corners);
        let end = self.part.mesh.indices.len();
        if let Some(group) = self.part.mesh.groups.last_mut() {
            group.triangles.end = end;
        }
    }

    /// Adds the triangles of a grid of vertices with `n_u` vertices per row. Triangles without area, as at a
    /// pole, are left out.
    pub(super) fn grid(&mut self, first: u32, n_u: u32, n_v: u32) {
        for v in 1..n_v {
            for u in 1..n_u {
                let at = |u: u32, v: u32| first.saturating_add(v.saturating_mul(n_u)).saturating_add(u);
                let (u0, v0) = (u.saturating_sub(1), v.saturating_sub(1));
                let [a, b, c, d] = [at(u0, v0), at(u, v0), at(u, v), at(u0, v)];
                for corners in [[a, b, c], [a, c, d]] {
                    let place = |corner: u32| self.part.mesh.positions.get(corner as usize);
                    let [p, q, r] = corners.map(place);
                    if p != q && q != r && r != p {
                        self.triangle(corners);
                    }
                }
            }
        }
    }

    /// Adds a grid like [`grid`](Self::grid), but facing the other way.
    pub(super) fn grid_inside_out(&mut self, first: u32, n_u: u32, n_v: u32) {
        let start = self.part.mesh.indices.len();
        self.grid(first, n_u, n_v);
        let added = self.part.mesh.indices.get_mut(start..).unwrap_or_default();
        added.iter_mut().for_each(|corners| corners.swap(1, 2));
    }

    /// Adds a line.
    pub(super) fn line(&mut self, points: Vec<Vec3>) {
        self.n_line_points = self.n_line_points.saturating_add(points.len());
        let points = points.into_iter().map(|point| self.transform.transform_point(point)).collect();
        let material = Some(label(self.model, self.material)).filter(|name| !name.is_empty());
        self.part.lines.push(Polyline { points, material, bone: self.bone });
    }

    pub(super) fn leave_out(
        &mut self,
        shape: usize,
        command: usize,
        keyword: &'static str,
        reason: UndrawnReason,
    ) {
        self.part.report.undrawn.push(Undrawn::new(shape, command, keyword, reason));
    }

    /// The size of the output: triangles, lines, and commands that were not drawn.
    pub(super) fn extent(&self) -> [usize; 3] {
        [self.part.mesh.indices.len(), self.part.lines.len(), self.part.report.undrawn.len()]
    }

    pub(super) fn count_empty(&mut self) {
        let n = &mut self.part.report.n_empty_shapes;
        *n = n.saturating_add(1);
    }

    pub(super) fn count_fan(&mut self) {
        let n = &mut self.part.report.n_crude_polygons;
        *n = n.saturating_add(1);
    }

    pub(super) fn finish(mut self, triangles: &mut Triangles) {
        triangles.report.take_shapes(&mut self.part.report);
        triangles.report.n_lines = self.part.lines.len();
        triangles.append(self.part);
    }
}

//! Conversion of the polygons of meshes.

mod normals;
mod weld;

use super::cut::{Cut, MAX, cut};
use super::{Names, Triangles, TrimeshOptions, check_count, label};
use crate::common::error::Error;
use crate::model::{Face, Model, Name, Vertices};
use geom::Vec3;
use std::collections::HashMap;

/// No index, which is −1 in files.
pub(super) const NONE: u32 = u32::MAX;

/// A corner of a polygon.
#[derive(Debug, Clone, Copy)]
pub(super) struct Corner {
    pub(super) vertex: u32,
    /// The upper vertex, for polygons between two shapes, and the position of the corner between the lower vertex (0)
    /// and the upper one (1).
    pub(super) max_vertex: u32,
    pub(super) part: f32,
    pub(super) tex_coord: u32,
    pub(super) normal: Normal,
}

/// The normal of a corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Normal {
    None,
    /// The index of a vertex.
    Stored(u32),
    /// The index of a generated normal.
    Generated(u32),
}

/// Polygons with consecutive corners, and the triangles into which they were cut.
#[derive(Debug, Default)]
pub(super) struct Polygons {
    pub(super) corners: Vec<Corner>,
    /// The number of corners of each polygon, in order.
    pub(super) sides: Vec<u8>,
    /// The group of each triangle, and its corners.
    pub(super) triangles: Vec<(u32, [u32; 3])>,
    pub(super) generated: Vec<Vec3>,
}

impl Corner {
    /// The position of the corner; `None` if a vertex does not exist.
    pub(super) fn position(&self, vertices: &Vertices) -> Option<Vec3> {
        let place = |index: u32| vertices.coordinates.single(index as usize);
        let min = place(self.vertex)?;
        if self.max_vertex == NONE {
            return Some(min);
        }
        let max = place(self.max_vertex)?;
        // At the first vertex for 0, at the maximum for 1. Format document, section 6.7.2.
        Some(min.lerp(max, self.part))
    }
}

/// Adds the polygons of all meshes.
pub(super) fn add(
    model: &Model,
    names: &Names<'_>,
    options: &TrimeshOptions,
    triangles: &mut Triangles,
) -> Result<(), Error> {
    let none = Vertices::default();
    let vertices = model.vertices().unwrap_or(&none);
    let mut polygons = Polygons::default();
    for (number, mesh) in model.meshes().enumerate() {
        // Groups are found by the text of the name, because equal names may be at different offsets.
        let mut groups = HashMap::new();
        let mut current: Option<(Name, u32)> = None;
        let mut parameter: Option<(Name, f32)> = None;
        for face in mesh.faces() {
            let (_, group) = *current.take_if(|(name, _)| *name == face.material).get_or_insert_with(|| {
                let key = model.strings.key(face.material);
                let group = groups.entry(key).or_insert_with(|| {
                    let group = triangles.mesh.groups.len();
                    names.add_group(triangles, format!("mesh {number}"), face.material);
                    u32::try_from(group).unwrap_or(NONE)
                });
                (face.material, *group)
            });
            let (_, part) = *parameter
                .take_if(|(name, _)| *name == face.parameter)
                .get_or_insert_with(|| (face.parameter, value(model, options, face.parameter)));
            current = Some((face.material, group));
            parameter = Some((face.parameter, part));
            add_face(&mut polygons, vertices, &face, group, part, triangles);
            check_count(polygons.triangles.len(), triangles.mesh.groups.len(), options)?;
        }
    }
    // The sort is stable, so that the triangles of a group keep the order of the file.
    polygons.triangles.sort_by_key(|(group, _)| *group);
    if let Some(degrees) = options.smooth_angle {
        triangles.report.n_generated_normals = normals::generate(&mut polygons, vertices, degrees);
    }
    weld::add(model, vertices, &polygons, options, triangles);
    Ok(())
}

/// The value of a parameter.
fn value(model: &Model, options: &TrimeshOptions, parameter: Name) -> f32 {
    let default = options.other_parameters;
    if options.parameters.is_empty() || parameter == Name::NONE {
        return default;
    }
    options.parameters.get(&label(model, parameter)).copied().unwrap_or(default)
}

/// Adds a polygon, or counts it in the report if it is left out.
fn add_face(
    polygons: &mut Polygons,
    vertices: &Vertices,
    face: &Face<'_>,
    group: u32,
    part: f32,
    triangles: &mut Triangles,
) {
    let report = &mut triangles.report;
    if face.vertices.len() < 3 {
        report.n_points_and_lines = report.n_points_and_lines.saturating_add(1);
        return;
    }
    let mut points = [Vec3::ZERO; MAX];
    let mut corners =
        [Corner { vertex: NONE, max_vertex: NONE, part, tex_coord: NONE, normal: Normal::None }; MAX];
    let n = face.vertices.len().min(MAX);
    for (at, (corner, point)) in corners.iter_mut().zip(&mut points).take(n).enumerate() {
        corner.vertex = face.vertices.get(at).map_or(NONE, |index| index.0);
        corner.max_vertex = face.max_vertices.get(at).map_or(NONE, |index| index.0);
        if let Some(index) = face.tex_coords.get(at).filter(|index| index.0 != NONE) {
            corner.tex_coord = index.0;
        }
        if let Some(index) = face.normals.get(at).filter(|index| index.0 != NONE) {
            let exists =
                vertices.coordinates.single(index.0 as usize).is_some_and(|it| it.normalised().is_some());
            if exists {
                corner.normal = Normal::Stored(index.0);
            } else {
                report.n_dangling_normals = report.n_dangling_normals.saturating_add(1);
            }
        }
        match corner.position(vertices) {
            Some(found) if found.is_finite() => *point = found,
            Some(_) => {
                report.n_infinite_polygons = report.n_infinite_polygons.saturating_add(1);
                return;
            }
            None => {
                report.n_dangling_polygons = report.n_dangling_polygons.saturating_add(1);
                return;
            }
        }
    }
    let first = u32::try_from(polygons.corners.len()).unwrap_or(NONE);
    let (corners, points) = (corners.get(..n).unwrap_or_default(), points.get(..n).unwrap_or_default());
    polygons.corners.extend_from_slice(corners);
    polygons.sides.push(u8::try_from(n).unwrap_or(u8::MAX));
    if !face.max_vertices.is_empty() {
        report.n_placed_polygons = report.n_placed_polygons.saturating_add(1);
    }
    let corner = |at: usize| first.saturating_add(u32::try_from(at).unwrap_or(NONE));
    if n == 3 {
        polygons.triangles.push((group, [corner(0), corner(1), corner(2)]));
        return;
    }
    let mut pieces = Vec::with_capacity(n);
    report.n_cut_polygons = report.n_cut_polygons.saturating_add(1);
    // The budget need not be limited, because a polygon has at most 15 corners.
    let mut budget = u64::MAX;
    if cut(points, &mut pieces, &mut budget) == Cut::Concave {
        report.n_concave_polygons = report.n_concave_polygons.saturating_add(1);
    }
    polygons.triangles.extend(pieces.iter().map(|piece| (group, piece.map(corner))));
}

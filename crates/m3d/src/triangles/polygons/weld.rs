//! Welding of corners that are equal in all attributes into one vertex.

use super::{Corner, NONE, Normal, Polygons};
use crate::canonical::unique::new_indices;
use crate::model::{ColourRef, Model, SkinIndex, Vertices, Width};
use crate::triangles::{Triangles, TrimeshOptions};
use geom::{Rgba8, Vec2, Vec3};

/// Adds the polygons to a mesh, which must be empty.
pub(super) fn add(
    model: &Model,
    vertices: &Vertices,
    polygons: &Polygons,
    options: &TrimeshOptions,
    triangles: &mut Triangles,
) {
    let corners = &polygons.corners;
    let places = new_indices(corners.len(), |at| corners.get(at).map(words).unwrap_or_default());
    let mut next = 0;
    let mut is_first = |place: u32| {
        let is_first = place == next;
        next = next.saturating_add(u32::from(is_first));
        is_first
    };
    let firsts = corners.iter().zip(&places).filter(|(_, place)| is_first(**place));
    let firsts: Vec<Corner> = firsts.map(|(corner, _)| *corner).collect();

    let mesh = &mut triangles.mesh;
    mesh.positions = firsts.iter().map(|corner| corner.position(vertices).unwrap_or_default()).collect();
    if firsts.iter().any(|corner| corner.normal != Normal::None) {
        mesh.normals = firsts.iter().map(|corner| normal(corner, vertices, &polygons.generated)).collect();
    }
    if firsts.iter().any(|corner| corner.tex_coord != NONE) {
        let pairs = model.texture_map().map(|map| &map.pairs);
        let pair = |corner: &Corner| pairs.and_then(|pairs| pairs.get(corner.tex_coord as usize));
        let report = &mut triangles.report;
        let lost = corners.iter().filter(|corner| corner.tex_coord != NONE && pair(corner).is_none()).count();
        report.n_dangling_tex_coords = lost;
        let turned = |pair: Vec2| if options.v_down { pair } else { Vec2::new(pair.x, 1.0 - pair.y) };
        mesh.uvs = firsts.iter().map(|corner| pair(corner).map(turned).unwrap_or_default()).collect();
    }
    if model.types.colour != Width::Absent {
        let colours = model.colours();
        let colour = |corner: &Corner| {
            let stored = vertices.colours.get(corner.vertex as usize).copied().unwrap_or(ColourRef(0));
            // Four zeros stand for no colour.
            colours.get(stored).filter(|colour| *colour != Rgba8::default())
        };
        if firsts.iter().any(|corner| colour(corner).is_some()) {
            mesh.colours = firsts.iter().map(|corner| colour(corner).unwrap_or(Rgba8::WHITE)).collect();
        }
    }
    let skin = |corner: &Corner| vertices.skins.get(corner.vertex as usize).copied().unwrap_or_default();
    if firsts.iter().any(|corner| skin(corner) != SkinIndex::NONE) {
        triangles.skins = firsts.iter().map(skin).collect();
    }
    let vertex = |corner: u32| places.get(corner as usize).copied().unwrap_or(NONE);
    mesh.indices = polygons.triangles.iter().map(|(_, corners)| corners.map(vertex)).collect();
    let mut start = 0_usize;
    for run in polygons.triangles.chunk_by(|(a, _), (b, _)| a == b) {
        let end = start.saturating_add(run.len());
        let group = run.first().and_then(|(group, _)| mesh.groups.get_mut(*group as usize));
        if let Some(group) = group {
            group.triangles = start..end;
        }
        start = end;
    }
}

/// The bits of a corner, by which equal corners are found.
fn words(corner: &Corner) -> [u64; 3] {
    let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
    let (kind, normal) = match corner.normal {
        Normal::None => (0, 0),
        Normal::Stored(index) => (1, index),
        Normal::Generated(index) => (2, index),
    };
    // The position between two vertices counts only if there are two.
    let part = if corner.max_vertex == NONE { 0 } else { corner.part.to_bits() };
    [pair(corner.vertex, corner.max_vertex), pair(corner.tex_coord, normal), pair(part, kind)]
}

fn normal(corner: &Corner, vertices: &Vertices, generated: &[Vec3]) -> Vec3 {
    match corner.normal {
        Normal::None => Vec3::ZERO,
        Normal::Stored(index) => {
            let stored = vertices.coordinates.single(index as usize).unwrap_or_default();
            // Normalising a vector that is nearly of length 1 would only add a rounding error.
            let is_unit = (stored.length() - 1.0).abs() < 0.0066;
            if is_unit { stored } else { stored.normalised().unwrap_or_default() }
        }
        Normal::Generated(index) => generated.get(index as usize).copied().unwrap_or_default(),
    }
}

//! Corners of polygons as vertices of a scene, in the order in which they first occur in the file, so that the writer
//! can match them.

use super::Tables;
use ::m3d::{Face, Mesh as Chunk, Name};
use std::collections::HashMap;
use std::ops::Range;

/// The indices that make up a vertex of a scene; [`NOTHING`] if there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Corner {
    pub(super) point: u32,
    pub(super) coord: u32,
    pub(super) normal: u32,
    /// The second point of a corner that is interpolated between two shapes.
    pub(super) top: u32,
}

pub(super) const NOTHING: u32 = u32::MAX;

/// A chunk of polygons as triangles.
#[derive(Debug, Default)]
pub(super) struct Corners {
    pub(super) list: Vec<Corner>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// The number of triangles of each polygon.
    pub(super) polygons: Vec<u32>,
    pub(super) groups: Vec<(Name, Range<usize>)>,
    pub(super) lines: Vec<[u32; 2]>,
    pub(super) points: Vec<u32>,
    /// The corners that are interpolated between two shapes, by parameter.
    pub(super) parameters: Vec<(Name, Vec<u32>)>,
    /// The number of polygons with a point that does not exist.
    pub(super) n_dropped: usize,
}

/// The lengths of the tables.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lens {
    n_points: usize,
    n_coords: usize,
}

impl Lens {
    pub(super) fn from_tables(tables: &Tables<'_>) -> Self {
        let n_points = tables.vertices.map_or(0, ::m3d::Vertices::len);
        Self { n_points, n_coords: tables.coords.map_or(0, |map| map.pairs.len()) }
    }

    /// The corners of a polygon.
    pub(super) fn corners<'f>(self, face: &Face<'f>) -> impl Iterator<Item = Corner> + use<'f> {
        let index = |at: Option<usize>, len: usize| {
            at.filter(|at| *at < len).and_then(|at| u32::try_from(at).ok()).unwrap_or(NOTHING)
        };
        let face = *face;
        (0..face.vertices.len()).map(move |at| Corner {
            point: index(face.vertices.get(at).and_then(|point| point.get()), self.n_points),
            coord: index(face.tex_coords.get(at).and_then(|coord| coord.get()), self.n_coords),
            normal: index(face.normals.get(at).and_then(|normal| normal.get()), self.n_points),
            top: index(face.max_vertices.get(at).and_then(|top| top.get()), self.n_points),
        })
    }
}

impl Corners {
    /// Collects the corners of a chunk; `None` if there would be more triangles than `most`.
    pub(super) fn collect(tables: &Tables<'_>, chunk: &Chunk, most: usize) -> Option<Self> {
        let lens = Lens::from_tables(tables);
        let mut known: HashMap<Corner, u32> = HashMap::new();
        let mut corners = Self::default();
        for face in chunk.faces() {
            let made: Vec<Corner> = lens.corners(&face).collect();
            if made.iter().any(|corner| corner.point == NOTHING) {
                corners.n_dropped = corners.n_dropped.saturating_add(1);
                continue;
            }
            let mut places = Vec::with_capacity(made.len());
            for corner in made {
                let next = u32::try_from(corners.list.len()).ok()?;
                let place = *known.entry(corner).or_insert(next);
                if place == next {
                    corners.list.push(corner);
                    if corner.top != NOTHING {
                        corners.between(face.parameter, place);
                    }
                }
                places.push(place);
            }
            corners.polygon(&places, face.material);
            if corners.triangles.len() > most {
                return None;
            }
        }
        if corners.polygons.iter().all(|n_triangles| *n_triangles == 1) {
            corners.polygons.clear();
        }
        Some(corners)
    }

    fn between(&mut self, parameter: Name, place: u32) {
        // An arbitrary bound, since each parameter becomes a morph target; no known tool offers as many.
        let is_full = self.parameters.len() >= 64;
        match self.parameters.iter_mut().find(|(name, _)| *name == parameter) {
            Some((_, places)) => places.push(place),
            None if is_full => {}
            None => self.parameters.push((parameter, vec![place])),
        }
    }

    fn polygon(&mut self, places: &[u32], material: Name) {
        match *places {
            [] => {}
            [point] => self.points.push(point),
            [from, to] => self.lines.push([from, to]),
            [hub, ref rim @ ..] => {
                let start = self.triangles.len();
                self.triangles
                    .extend(rim.windows(2).filter_map(|pair| Some([hub, *pair.first()?, *pair.get(1)?])));
                let end = self.triangles.len();
                self.polygons.push(u32::try_from(end.saturating_sub(start)).unwrap_or(u32::MAX));
                match self.groups.last_mut() {
                    Some((of, range)) if *of == material => range.end = end,
                    _ => self.groups.push((material, start..end)),
                }
            }
        }
    }
}

//! Generation of normals that the model lacks.

use super::{Normal, Polygons};
use crate::model::Vertices;
use crate::triangles::cut::{facing, unit};
use geom::Vec3;

/// The maximum number of normals at a point. In surfaces, a point has a few; thousands at one point would
/// take quadratic time.
const MAX: usize = 32;

/// Faces around a point that share a normal.
struct Fan {
    /// The normal of the first face, with which others are compared.
    first: Vec3,
    sum: Vec3,
    index: u32,
}

/// Gives a normal to each corner that has none: the sum of the unit normals of the faces around the point, as
/// in the reference library, but without faces beyond a sharp edge. Returns the number of such corners.
pub(super) fn generate(polygons: &mut Polygons, vertices: &Vertices, smooth_degrees: f32) -> usize {
    let n_missing = polygons.corners.iter().filter(|corner| corner.normal == Normal::None).count();
    if n_missing == 0 {
        return 0;
    }
    let face_normals = face_normals(polygons, vertices);
    // Corners are sorted by vertex, so that those at the same point are consecutive.
    let mut order: Vec<(u32, u32)> = Vec::with_capacity(polygons.corners.len());
    let mut next = 0..;
    for (polygon, sides) in (0..).zip(&polygons.sides) {
        order.extend(next.by_ref().take(usize::from(*sides)).map(|corner| (corner, polygon)));
    }
    let point = |corner: u32| {
        let corner = polygons.corners.get(corner as usize);
        corner.map(|corner| (corner.vertex, corner.max_vertex, corner.part.to_bits()))
    };
    order.sort_unstable_by_key(|(corner, _)| (point(*corner), *corner));
    // At 180 degrees no edge is sharp, because no cosine is below -2. The margin allows for rounding.
    let least = if smooth_degrees < 180.0 { smooth_degrees.max(0.0).to_radians().cos() - 1e-4 } else { -2.0 };
    let mut found = Vec::with_capacity(n_missing);
    let mut generated = Vec::new();
    let mut fans: Vec<Fan> = Vec::new();
    for corners in order.chunk_by(|(a, _), (b, _)| point(*a) == point(*b)) {
        fans.clear();
        let start = found.len();
        for (corner, polygon) in corners {
            let normal = face_normals.get(*polygon as usize).copied().flatten();
            let index = join(&mut fans, normal, least, generated.len());
            let is_missing =
                polygons.corners.get(*corner as usize).is_some_and(|it| it.normal == Normal::None);
            if is_missing {
                found.push((*corner, index));
            }
        }
        if found.len() > start {
            // A point whose faces all have no area gets a normal along +Y.
            let direction = |fan: &Fan| fan.sum.normalised().or(fan.first.normalised()).unwrap_or(Vec3::Y);
            generated.extend(fans.iter().map(direction));
        }
    }
    for (corner, index) in found {
        if let Some(corner) = polygons.corners.get_mut(corner as usize) {
            corner.normal = Normal::Generated(index);
        }
    }
    polygons.generated = generated;
    n_missing
}

/// Adds a face to the fan with the most similar normal, or starts another fan. Returns the index of the normal of the
/// fan.
fn join(fans: &mut Vec<Fan>, normal: Option<Vec3>, least: f32, n_generated: usize) -> u32 {
    let is_full = fans.len() >= MAX;
    let likeness = |fan: &Fan| normal.map_or(0.0, |normal| fan.first.dot(normal));
    // A face without area has no direction, so it joins any fan.
    let fits = |fan: &&mut Fan| normal.is_none() || is_full || likeness(fan) >= least;
    let nearest = fans.iter_mut().filter(fits).max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    let normal = normal.unwrap_or_default();
    if let Some(fan) = nearest {
        fan.sum += normal;
        if fan.first == Vec3::ZERO {
            fan.first = normal;
        }
        return fan.index;
    }
    let index = u32::try_from(n_generated.saturating_add(fans.len())).unwrap_or(u32::MAX);
    fans.push(Fan { first: normal, sum: normal, index });
    index
}

/// The unit normal of each polygon; `None` if it has no area.
fn face_normals(polygons: &Polygons, vertices: &Vertices) -> Vec<Option<Vec3>> {
    let mut corners = polygons.corners.iter();
    let mut points = Vec::new();
    let of = |sides: &u8| {
        points.clear();
        let own = corners.by_ref().take(usize::from(*sides));
        points.extend(own.map(|corner| corner.position(vertices).unwrap_or_default()));
        unit(facing(&points))
    };
    polygons.sides.iter().map(of).collect()
}

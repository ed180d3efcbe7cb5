//! Builds the hulls of the physics shape, and the bounding hull.

use super::{Builder, Report, UnitCubeFit};
use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::hull::{self, Point};
use crate::model::{Convex, Domain, Lod};
use geom::Vec3;
use std::collections::HashSet;

/// The maximum number of points of a stored hull.
const MAX_POINTS: u32 = 256;

impl Convex {
    /// The points of a hull as an asset can store them: distinct, in their order, and at most 256. If there are more,
    /// only the corners of the hull are kept; if these are still too many, the most extreme ones. Also returns the
    /// number of corners that were left out.
    ///
    /// ```
    /// // A vertex that a program has split, because its triangles have different normals.
    /// let points = [[0, 0, 0], [9, 0, 0], [9, 0, 0], [0, 9, 0], [0, 0, 9]];
    /// let (hull, n_left_out) = slmesh::Convex::points_of_hull(&points);
    /// assert_eq!((hull, n_left_out), (vec![[0, 0, 0], [9, 0, 0], [0, 9, 0], [0, 0, 9]], 0));
    /// ```
    #[must_use]
    pub fn points_of_hull(points: &[[u16; 3]]) -> (Vec<[u16; 3]>, usize) {
        let mut seen = HashSet::new();
        let once: Vec<_> = points.iter().copied().filter(|point| seen.insert(*point)).collect();
        let corners = if once.len() <= Builder::MAX_HULL_POINTS { once } else { hull_of(&once) };
        at_most_256(corners)
    }
}

impl Builder<'_> {
    pub(super) fn convex(
        &self,
        high: Option<&Lod>,
        fit: &UnitCubeFit,
        report: &mut Report,
    ) -> Result<Convex, Error> {
        let fitted = |points: &Vec<Vec3>| points.iter().map(|point| fit.point(*point)).collect::<Vec<_>>();
        let hulls: Vec<Vec<Vec3>> = self.hulls.iter().map(fitted).collect();
        let bounding = match &self.bounding {
            Some(points) => fitted(points),
            None => high.map_or_else(Vec::new, |high| around(high, report)),
        };
        let all = hulls.iter().flatten().chain(&bounding).map(|point| point.to_array());
        // Both lists of points have the same range: format document, section 8.
        let domain = Domain::around(all);
        let stored =
            |points: &[Vec3]| domain.quantise_all(points.iter().map(|point| point.to_array()), self.rounding);
        let mut few = |points: Vec<[u16; 3]>| {
            let (points, n_left_out) = Convex::points_of_hull(&points);
            report.n_hull_points_left_out = report.n_hull_points_left_out.saturating_add(n_left_out);
            points
        };
        let mut convex = Convex {
            bounding_verts: Some(few(stored(&bounding))),
            min: Some(domain.min),
            max: Some(domain.max),
            ..Convex::default()
        };
        if !hulls.is_empty() {
            let (mut counts, mut points) = (Vec::new(), Vec::new());
            for (number, hull) in hulls.iter().enumerate() {
                let hull = few(stored(hull));
                let count = match hull.len() {
                    0 => {
                        let missing = Error::model(ErrorKind::Missing { what: "point" });
                        return Err(missing.inside(format!("hulls[{number}]")));
                    }
                    // The count is one byte, in which 0 stands for 256.
                    len => u8::try_from(len).unwrap_or_default(),
                };
                counts.push(count);
                points.extend(hull);
            }
            (convex.hull_list, convex.positions) = (Some(counts), Some(points));
        }
        Ok(convex)
    }
}

/// The corners of the bounding hull of the high level, at most 256.
fn around(lod: &Lod, report: &mut Report) -> Vec<Vec3> {
    // All faces have the same domain.
    let domain = lod.faces.iter().find_map(|face| face.position_domain).unwrap_or_default();
    let mut points: Vec<[u16; 3]> =
        lod.faces.iter().flat_map(|face| face.position.iter().flatten().copied()).collect();
    points.sort_unstable();
    points.dedup();
    let (few, n_left_out) = at_most_256(hull_of(&points));
    report.n_hull_points_left_out = report.n_hull_points_left_out.saturating_add(n_left_out);
    few.into_iter().map(|point| Vec3::from_array(domain.value(point))).collect()
}

/// The points that are corners of their common hull; all points if they lie in one plane.
pub(crate) fn hull_of(points: &[[u16; 3]]) -> Vec<[u16; 3]> {
    let wide: Vec<Point> = points.iter().map(|point| point.map(i64::from)).collect();
    hull::hull(&wide).map_or_else(|| points.to_vec(), |hull| hull.corners(points))
}

/// The most extreme of the points, at most 256, and the number of points that were left out.
fn at_most_256(points: Vec<[u16; 3]>) -> (Vec<[u16; 3]>, usize) {
    let n_points = points.len();
    let wide: Vec<Point> = points.iter().map(|point| point.map(i64::from)).collect();
    let few = at_most(wide, MAX_POINTS);
    let n_left_out = n_points.saturating_sub(few.len());
    (few, n_left_out)
}

/// The most extreme of the points, at most `n_most`.
pub(crate) fn at_most(points: Vec<Point>, n_most: u32) -> Vec<[u16; 3]> {
    let is_few = u32::try_from(points.len()).is_ok_and(|n_points| n_points <= n_most);
    let few = if is_few { points } else { hull::extremes(&points, n_most) };
    few.into_iter().map(|point| point.map(|part| u16::try_from(part).unwrap_or_default())).collect()
}

//! Hulls: those that are given, and the hull around everything.

use super::{Builder, Fit, Report};
use crate::hull::{self, Point};
use crate::{Convex, Domain, Error, ErrorKind, Level, MeshAsset};
use geom::Vec3;

/// The maximum number of points of a hull.
const N_DIRECTIONS: u32 = 256;

impl Builder<'_> {
    pub(super) fn convex(&self, asset: &MeshAsset, fit: &Fit, report: &mut Report) -> Result<Convex, Error> {
        let fitted = |points: &Vec<Vec3>| points.iter().map(|point| fit.point(*point)).collect::<Vec<_>>();
        let hulls: Vec<Vec<Vec3>> = self.hulls.iter().map(fitted).collect();
        let bounding = match &self.bounding {
            Some(points) => fitted(points),
            None => around(asset, report),
        };
        let all = hulls.iter().flatten().chain(&bounding).map(|point| point.to_array());
        let domain = Domain::around(all);
        let stored =
            |points: &[Vec3]| domain.quantise_all(points.iter().map(|point| point.to_array()), self.rounding);
        let mut convex = Convex {
            bounding_verts: Some(stored(&bounding)),
            min: Some(domain.min),
            max: Some(domain.max),
            ..Convex::default()
        };
        if !hulls.is_empty() {
            let (mut counts, mut points) = (Vec::new(), Vec::new());
            for (number, hull) in hulls.iter().enumerate() {
                let hull = corners(stored(hull), report);
                let count = match hull.len() {
                    0 => {
                        let missing = Error::model(ErrorKind::Missing { what: "point" });
                        return Err(missing.inside(format!("hulls[{number}]")));
                    }
                    // 0 stands for 256.
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

/// The corners of the hull around the high level.
fn around(asset: &MeshAsset, report: &mut Report) -> Vec<Vec3> {
    let Some(lod) = asset.level(Level::High) else { return Vec::new() };
    // All faces have the same domain.
    let domain = lod.faces.iter().find_map(|face| face.position_domain).unwrap_or_default();
    let mut points: Vec<[u16; 3]> =
        lod.faces.iter().flat_map(|face| face.position.iter().flatten().copied()).collect();
    points.sort_unstable();
    points.dedup();
    let all = hull_of(&points);
    let few = at_most_256(all, report);
    few.into_iter().map(|point| Vec3::from_array(domain.value(point))).collect()
}

/// The given points, or only the corners of their hull if a hull cannot have that many points.
fn corners(points: Vec<[u16; 3]>, report: &mut Report) -> Vec<[u16; 3]> {
    if points.len() <= Builder::MAX_HULL_POINTS { points } else { at_most_256(hull_of(&points), report) }
}

/// The points that are corners of the hull around all points; all points if they lie in one plane.
fn hull_of(points: &[[u16; 3]]) -> Vec<[u16; 3]> {
    let wide: Vec<Point> = points.iter().map(|point| point.map(i64::from)).collect();
    let Some(hull) = hull::hull(&wide) else { return points.to_vec() };
    let mut used: Vec<usize> = hull.triangles.into_iter().flatten().collect();
    used.sort_unstable();
    used.dedup();
    used.into_iter().filter_map(|corner| points.get(corner).copied()).collect()
}

/// The given points, or only the extreme ones if a hull cannot have that many points.
fn at_most_256(points: Vec<[u16; 3]>, report: &mut Report) -> Vec<[u16; 3]> {
    if points.len() <= Builder::MAX_HULL_POINTS {
        return points;
    }
    let wide: Vec<Point> = points.iter().map(|point| point.map(i64::from)).collect();
    let few = hull::extremes(&wide, N_DIRECTIONS);
    report.n_hull_points_left_out =
        report.n_hull_points_left_out.saturating_add(points.len().saturating_sub(few.len()));
    few.into_iter().map(|point| point.map(|part| u16::try_from(part).unwrap_or_default())).collect()
}

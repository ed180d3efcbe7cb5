//! Approximate convex decomposition: a few hulls that together have about the shape of a mesh.
//!
//! The mesh becomes cells of a grid. The part whose hull is emptiest is cut in two, along an axis and between two cells,
//! where the hulls of both sides are fullest; in the end pairs are joined that are nearly convex together. So each part
//! is a box of the grid, and its hull is that of the triangles cut off at the box. Cells and hulls are integers, so that
//! the result is the same on every machine.

mod cells;
mod clip;
mod part;
mod region;

use crate::build::Builder;
use crate::build::convex::hull_of;
use crate::common::error::Error;
use crate::hull::{self, Point};
use crate::model::Convex;
use cells::Cells;
use geom::{TriMesh, Vec3};
use part::Part;

/// How many parts more than hulls there may be before pairs are joined.
const MOST_MORE: usize = 16;
/// Above so many hulls, no pairs are joined: there would be too many.
const MOST_JOINED: usize = 64;
/// Half of what flat parts get as their thickness, in steps of which the longest side has 65,535: a quarter of a cell of
/// the finest grid.
const THICKNESS: u16 = 128;

/// The points of at most `n_most` convex hulls, 1 to 256, that together enclose the triangles of a mesh: fewer if it needs
/// no more. A mesh without holes is solid; one that is open consists of thin walls. Each hull has a volume, because parts
/// that are flat get a thickness of 0.4 % of the longest side, and at most 256 points.
///
/// The work is limited: many triangles that each reach far through the mesh are seen on a coarser grid.
///
/// # Errors
///
/// If there are too many such triangles even for the coarsest grid.
///
/// ```
/// use slmesh::geom::{TriMesh, Vec3};
///
/// // Two boxes that do not touch.
/// let mut mesh = TriMesh::default();
/// for shift in [0.0, 3.0] {
///     let first = mesh.positions.len() as u32;
///     let corner = |n: u32| Vec3::new(shift + (n & 1) as f32, (n >> 1 & 1) as f32, (n >> 2) as f32);
///     mesh.positions.extend((0..8).map(corner));
///     let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
///     let halves = sides.into_iter().flat_map(|[a, b, c, d]: [u32; 4]| [[a, b, c], [a, c, d]]);
///     mesh.indices.extend(halves.map(|corners| corners.map(|corner| corner + first)));
/// }
/// let hulls = slmesh::decompose(&mesh, 8)?;
/// assert_eq!(hulls.iter().map(Vec::len).collect::<Vec<_>>(), [8, 8]);
/// # Ok::<(), slmesh::Error>(())
/// ```
pub fn decompose(mesh: &TriMesh, n_most: usize) -> Result<Vec<Vec<Vec3>>, Error> {
    let n_most = n_most.clamp(1, Builder::MAX_HULL_POINTS);
    let Some(cells) = Cells::of(mesh)? else { return Ok(Vec::new()) };
    let n_more = if n_most <= MOST_JOINED { n_most.min(MOST_MORE) } else { 0 };
    let parts = cut(&cells, n_most.saturating_add(n_more));
    let mut hulls: Vec<Solid> = parts.iter().filter_map(|part| Solid::of(part.points(&cells))).collect();
    if n_most <= MOST_JOINED {
        join(&mut hulls, n_most);
    }
    Ok(hulls
        .into_iter()
        .map(|solid| solid.points.into_iter().map(|point| cells.place(point)).collect())
        .collect())
}

/// Cuts until there are so many parts, or none is far from convex.
fn cut(cells: &Cells, n_most: usize) -> Vec<Part> {
    let mut parts: Vec<Part> =
        Part::of(cells, cells.whole(), cells.bounds(), &cells.all_triangles()).into_iter().collect();
    while parts.len() < n_most {
        let hollow = parts.iter().enumerate().filter(|(_, part)| part.is_hollow());
        let Some((worst, _)) =
            hollow.max_by_key(|(number, part)| (part.excess(), std::cmp::Reverse(*number)))
        else {
            break;
        };
        let part = parts.swap_remove(worst);
        let halves = part.halves(cells);
        parts.extend(halves);
    }
    parts
}

/// A hull with its volume.
struct Solid {
    points: Vec<[u16; 3]>,
    /// Six times.
    volume: i64,
}

impl Solid {
    /// `None` if there are no points.
    fn of(points: Vec<[u16; 3]>) -> Option<Self> {
        let solid = Self::around(&points);
        let solid = if solid.is_flat() { Self::around(&thickened(&solid.points)) } else { solid };
        (!solid.points.is_empty()).then_some(solid)
    }

    fn around(points: &[[u16; 3]]) -> Self {
        let (points, _) = Convex::points_of_hull(&hull_of(points));
        let volume = volume(&points.iter().map(|point| point.map(i64::from)).collect::<Vec<_>>());
        Self { points, volume }
    }

    /// Whether it is so thin that nothing might be left of it when its points are stored.
    fn is_flat(&self) -> bool {
        let mut extents = [0, 1, 2].map(|axis: usize| {
            let along = || self.points.iter().filter_map(|point| point.get(axis)).copied().map(i64::from);
            along().max().unwrap_or(0).saturating_sub(along().min().unwrap_or(0))
        });
        extents.sort_unstable();
        let [_, width, length] = extents;
        self.volume <= width.saturating_mul(length).saturating_mul(32)
    }

    fn with(&self, other: &Self) -> Option<Self> {
        Self::of(self.points.iter().chain(&other.points).copied().collect())
    }
}

/// The corners of a small cube around each point.
fn thickened(points: &[[u16; 3]]) -> Vec<[u16; 3]> {
    let sides = |at: u16| [at.saturating_sub(THICKNESS), at.saturating_add(THICKNESS)];
    let corners = |point: &[u16; 3]| {
        let [x, y, z] = point.map(sides);
        x.into_iter().flat_map(move |x| y.into_iter().flat_map(move |y| z.map(|z| [x, y, z])))
    };
    points.iter().flat_map(corners).collect()
}

/// Six times the volume of the hull of points.
fn volume(points: &[Point]) -> i64 {
    hull::hull(points).map_or(0, |hull| hull.volume(points))
}

/// Joins the two hulls that enclose the least more together, until there are as few as wanted, and as long as they
/// enclose next to nothing more.
fn join(hulls: &mut Vec<Solid>, n_most: usize) {
    let whole: i64 = hulls.iter().map(|solid| solid.volume).fold(0, i64::saturating_add);
    let growth = |a: &Solid, b: &Solid| {
        let both = a.with(b)?;
        Some((both.volume.saturating_sub(a.volume).saturating_sub(b.volume), both))
    };
    // The growth of each pair of which both are there; the first of a pair is the later one.
    let mut pairs: Vec<(i64, usize, usize)> = Vec::new();
    let mut all: Vec<Option<Solid>> = hulls.drain(..).map(Some).collect();
    let mut n_left = all.len();
    let mut fresh: Vec<usize> = (0..all.len()).collect();
    loop {
        for number in fresh.drain(..) {
            let Some(Some(solid)) = all.get(number) else { continue };
            let others = all.iter().enumerate().take(number);
            let found =
                others.filter_map(|(other, one)| Some((growth(solid, one.as_ref()?)?.0, number, other)));
            pairs.extend(found);
        }
        let Some(best) = pairs.iter().min().copied() else { break };
        let (growth_of_best, number, other) = best;
        // A ten-thousandth of the whole is within what the stored numbers say.
        if n_left <= n_most && growth_of_best > whole / 10_000 {
            break;
        }
        let mut take = |number: usize| all.get_mut(number).and_then(Option::take);
        let (a, b) = (take(number), take(other));
        pairs.retain(|(_, a, b)| ![*a, *b].iter().any(|of| [number, other].contains(of)));
        let Some(both) = a.zip(b).and_then(|(a, b)| a.with(&b)) else { break };
        fresh.push(all.len());
        all.push(Some(both));
        n_left = n_left.saturating_sub(1);
    }
    hulls.extend(all.into_iter().flatten());
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Mat4;

    /// A box, closed, with triangles counter-clockwise from outside.
    fn cuboid(min: [f32; 3], max: [f32; 3]) -> TriMesh {
        let corner = |n: usize| {
            let pick = |axis: usize| if n >> axis & 1 == 0 { min[axis] } else { max[axis] };
            Vec3::new(pick(0), pick(1), pick(2))
        };
        let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let indices = sides.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
        TriMesh { positions: (0..8).map(corner).collect(), indices, ..TriMesh::default() }
    }

    fn table() -> TriMesh {
        let mut whole = cuboid([0.0, 0.0, 0.9], [2.0, 1.0, 1.0]);
        for (x, y) in [(0.0, 0.0), (1.9, 0.0), (0.0, 0.9), (1.9, 0.9)] {
            whole.append(&cuboid([x, y, 0.0], [x + 0.1, y + 0.1, 0.9]));
        }
        whole
    }

    /// Six times the volume of each hull, in units of the mesh.
    fn volumes(hulls: &[Vec<Vec3>]) -> Vec<f64> {
        let wide = |points: &Vec<Vec3>| {
            points
                .iter()
                .map(|point| point.to_array().map(|part| (f64::from(part) * 1e4).round() as i64))
                .collect()
        };
        hulls.iter().map(|points| volume(&wide(points) as &Vec<Point>) as f64 / 6e12).collect()
    }

    #[test]
    fn a_table_is_its_board_and_its_legs() {
        let hulls = decompose(&table(), 8).unwrap();
        let mut found = volumes(&hulls);
        found.sort_by(f64::total_cmp);
        assert_eq!(found.len(), 5, "{found:?}");
        for (found, expected) in found.iter().zip([0.009, 0.009, 0.009, 0.009, 0.2]) {
            assert!((found - expected).abs() < 0.002, "{found} {expected}");
        }
        assert_eq!(decompose(&table(), 1).unwrap().len(), 1);
        assert_eq!(decompose(&table(), 3).unwrap().len(), 3);
    }

    #[test]
    fn what_is_convex_stays_whole() {
        let mut turned = cuboid([0.0; 3], [1.0, 2.0, 3.0]);
        turned.transform(Mat4::from_rows_array([
            0.8, -0.48, 0.36, 5.0, 0.6, 0.64, -0.48, 0.0, 0.0, 0.6, 0.8, 0.0, 0.0, 0.0, 0.0, 1.0,
        ]));
        let hulls = decompose(&turned, 16).unwrap();
        assert_eq!(hulls.iter().map(Vec::len).collect::<Vec<_>>(), [8]);
        assert!((volumes(&hulls)[0] - 6.0).abs() < 0.01);
    }

    #[test]
    fn every_vertex_is_in_a_hull() {
        let mesh = table();
        for n in [2, 8] {
            let hulls = decompose(&mesh, n).unwrap();
            assert!(hulls.len() <= n);
            let is_near = |vertex: &Vec3| {
                hulls.iter().any(|points| {
                    let mut all = points.clone();
                    let before = volumes(&[all.clone()])[0];
                    all.push(*vertex);
                    volumes(&[all])[0] <= before + 1e-3
                })
            };
            assert!(mesh.positions.iter().all(is_near), "{n}");
        }
    }

    /// Stored hulls have a volume, whatever the mesh is: a sheet, a single triangle, a line.
    #[test]
    fn flat_parts_become_plates() {
        let sheet = cuboid([0.0, 0.0, 0.0], [2.0, 1.0, 0.0]);
        let mut lone = cuboid([0.0; 3], [1.0; 3]);
        let first = lone.positions.len() as u32;
        lone.positions.extend([[3.0, 0.0, 0.0], [4.0, 0.0, 0.5], [3.0, 1.0, 0.2]].map(Vec3::from_array));
        lone.indices.push([first, first + 1, first + 2]);
        let line = TriMesh { indices: vec![[0, 1, 1]], ..sheet.clone() };
        for mesh in [sheet, lone, line] {
            for n in [1, 8] {
                let hulls = decompose(&mesh, n).unwrap();
                assert!(!hulls.is_empty());
                let asset = Builder::new(&cuboid([0.0; 3], [5.0; 3])).hulls(hulls).build().unwrap().asset;
                let convex = asset.physics_convex.as_ref().and_then(|block| block.value()).unwrap();
                for hull in convex.hulls() {
                    let points: Vec<Point> = hull.iter().map(|point| point.map(i64::from)).collect();
                    assert!(volume(&points) > 0, "{hull:?}");
                }
                let broken = crate::validate(&asset);
                assert!(broken.iter().all(|finding| finding.rule.id != "SLM050"), "{broken:?}");
            }
        }
    }

    #[test]
    fn nothing_comes_of_nothing() {
        assert!(decompose(&TriMesh::default(), 4).unwrap().is_empty());
        let odd = TriMesh {
            positions: vec![Vec3::new(f32::NAN, 0.0, 0.0), Vec3::X, Vec3::Y],
            indices: vec![[0, 1, 2], [7, 8, 9], [1, 1, 1]],
            ..TriMesh::default()
        };
        assert!(decompose(&odd, 4).unwrap().len() <= 1);
        // Far too many triangles that are as large as the mesh.
        let mut many = cuboid([0.0; 3], [1.0; 3]);
        many.indices = vec![[0, 3, 5]; 200_000];
        assert!(decompose(&many, 4).is_err());
    }
}

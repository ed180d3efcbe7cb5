//! Approximate convex decomposition: a few hulls that together have about the shape of a mesh.
//!
//! Parts that do not touch are apart from the beginning. The part whose hull is emptiest is cut in two by a plane, which
//! leaves the least empty in the hulls of both sides: planes across the axes and diagonals are tried, and those of the
//! largest faces. In the end pairs are joined that are nearly convex together. Coordinates are whole numbers, so that the
//! result is the same on every machine.

mod join;
mod lattice;
mod part;
mod plane;
mod reach;
mod solid;
mod sweep;

use crate::build::convex::at_most;
use crate::hull::Point;
use geom::{TriMesh, Vec3};
use join::{Group, join};
use lattice::{FULL, Lattice, Place, Surface};
use part::{Part, hull_of};

/// Half of what flat parts get as their thickness, of 65,535 along the longest side: 0.4 % of it in all.
const THICKNESS: i64 = 128;
/// More triangles than this are looked at more coarsely, until it is known where to cut.
const MOST_TRIANGLES: usize = 2_500;
/// The numbers of cells along the longest side in which vertices become one then; the first that leaves few enough.
const FINENESS: [f64; 11] = [256.0, 192.0, 128.0, 96.0, 64.0, 48.0, 32.0, 16.0, 8.0, 4.0, 2.0];
/// More parts that do not touch than this are taken together with those nearby.
const MOST_APART: usize = 160;
/// How many more parts than hulls are made before some are joined.
const MORE: [usize; 2] = [3, 2];
/// A part whose hull is less empty than this share of all hulls is not cut.
const NEXT_TO_NOTHING: f64 = 5e-4;
/// Hulls are joined that enclose so little more together, as a share of all hulls: within what the stored numbers say.
const LITTLE: f64 = 1e-4;
/// The numbers of hulls, and of the points of each, that viewers take.
const MOST_HULLS: usize = 255;
const MOST_POINTS: u32 = 255;
/// How many triangles all parts may look at in the end, when each is cut out of the whole mesh.
const MOST_LOOKED_AT: usize = 30_000_000;

/// How to divide a mesh into hulls.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct DecomposeOptions {
    /// The largest number of hulls, 1 to 255.
    pub n_most: usize,
    /// How far the surfaces of hulls may be from that of the mesh, as a share of the longest side of the box around it: as
    /// few hulls as this takes. Without it, as many hulls as are of use.
    pub max_error: Option<f32>,
}

impl DecomposeOptions {
    /// At most so many hulls.
    #[must_use]
    pub fn to(n_most: usize) -> Self {
        Self { n_most, max_error: None }
    }

    /// As few hulls as are within this share of the longest side of the box around the mesh.
    #[must_use]
    pub fn max_error(mut self, error: f32) -> Self {
        self.max_error = Some(error);
        self
    }
}

/// Hulls that together have about the shape of a mesh.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Decomposition {
    /// The points of each hull: at least four and at most 255.
    pub hulls: Vec<Vec<Vec3>>,
    /// How far the surfaces of the hulls are from that of the mesh, where it was measured: a share of the longest side of
    /// the box around it.
    pub error: f32,
}

/// Divides a mesh into a few convex hulls that together enclose its triangles: fewer than allowed if it needs no more. What
/// has no holes is solid; what is open consists of thin walls. Each hull has a volume, because parts that are flat get a
/// thickness of 0.4 % of the longest side, and at most 255 points, as viewers take them.
///
/// The work is limited: of many triangles, a coarser mesh says where to cut.
///
/// ```
/// use slmesh::DecomposeOptions;
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
/// let made = slmesh::decompose(&mesh, &DecomposeOptions::to(8));
/// assert_eq!(made.hulls.iter().map(Vec::len).collect::<Vec<_>>(), [8, 8]);
/// assert!(made.error < 0.001);
/// ```
#[must_use]
pub fn decompose(mesh: &TriMesh, options: &DecomposeOptions) -> Decomposition {
    let Some((lattice, whole)) = Lattice::of(mesh) else { return Decomposition::default() };
    let n_most = options.n_most.clamp(1, MOST_HULLS);
    let within = options.max_error.map(|share| f64::from(share) * FULL);
    let apart = near_each_other(whole.pieces());
    let searched = searched(&apart);
    let parts = cut(&apart, searched.as_ref().unwrap_or(&apart), n_most, within);
    let of_parts = |group: &Group| -> Vec<&Part> {
        group.parts.iter().filter_map(|number| parts.get(*number)).collect()
    };
    let may_join = |group: &Group, growth: f64| match within {
        Some(within) => reach::reach(&group.corners, &of_parts(group)) <= within,
        None => growth <= LITTLE,
    };
    let single = |(number, part): (usize, &Part)| Group {
        corners: part.corners.clone(),
        volume: part.volume,
        parts: vec![number],
    };
    let mut groups = join(parts.iter().enumerate().map(single).collect(), n_most, may_join);
    let error = groups.iter().map(|group| reach::reach(&group.corners, &of_parts(group))).fold(0.0, f64::max) / FULL;
    let n_triangles: usize = apart.iter().map(|surface| surface.triangles.len()).sum();
    if searched.is_some() && n_triangles.saturating_mul(parts.len()) <= MOST_LOOKED_AT {
        for group in &mut groups {
            let exact = of_parts(group).into_iter().flat_map(|part| part.points_in(apart.get(part.of)));
            (group.corners, group.volume) = hull_of(exact.collect());
        }
    }
    let stored = |group: Group| stored(group).into_iter().map(|point| lattice.place(point)).collect();
    #[expect(clippy::cast_possible_truncation, reason = "meshes have single precision")]
    Decomposition { hulls: groups.into_iter().map(stored).collect(), error: error as f32 }
}

/// The parts that do not touch; if there are many, with those nearby.
fn near_each_other(pieces: Vec<Surface>) -> Vec<Surface> {
    let middle = |piece: &Surface| {
        let [low, high] = piece.bounds();
        lattice::between(low, high, 0.5)
    };
    let mut lists: Vec<Vec<(Place, Surface)>> =
        vec![pieces.into_iter().map(|piece| (middle(&piece), piece)).collect()];
    let extents = |list: &Vec<(Place, Surface)>| {
        let middles: Vec<Place> = list.iter().map(|(middle, _)| *middle).collect();
        let [low, high] = lattice::bounds(&middles);
        lattice::minus(high, low)
    };
    while lists.len() < MOST_APART {
        // The widest is divided.
        let width = |list: &Vec<(Place, Surface)>| extents(list).into_iter().fold(0.0, f64::max);
        let widest = lists.iter().enumerate().filter(|(_, list)| list.len() > 1);
        let Some((at, _)) = widest.max_by(|(_, a), (_, b)| width(a).total_cmp(&width(b))) else { break };
        let mut list = lists.swap_remove(at);
        let extents = extents(&list);
        let axis = (0..3_usize).max_by(|a, b| {
            let of = |axis: &usize| extents.get(*axis).copied().unwrap_or_default();
            of(a).total_cmp(&of(b))
        });
        let along = |(middle, _): &(Place, Surface)| middle.get(axis.unwrap_or_default()).copied().unwrap_or_default();
        list.sort_by(|a, b| along(a).total_cmp(&along(b)));
        let rest = list.split_off(list.len() / 2);
        lists.extend([list, rest]);
    }
    lists.into_iter().map(|list| list.into_iter().fold(Surface::default(), |all, (_, piece)| all.with(&piece))).collect()
}

/// Surfaces of few enough triangles to be searched for cuts; `None` if the given ones are.
fn searched(surfaces: &[Surface]) -> Option<Vec<Surface>> {
    let is_enough = |surfaces: &[Surface]| {
        surfaces.iter().map(|surface| surface.triangles.len()).sum::<usize>() <= MOST_TRIANGLES
    };
    if is_enough(surfaces) {
        return None;
    }
    let coarser = |cells: f64| -> Vec<Surface> {
        surfaces.iter().map(|surface| surface.coarser((FULL + 1.0) / cells)).collect()
    };
    let mut all = FINENESS.into_iter().map(coarser);
    all.find(|coarse| is_enough(coarse)).or_else(|| Some(coarser(1.0)))
}

/// Cuts until there are so many parts, or none is far from convex.
fn cut(apart: &[Surface], searched: &[Surface], n_most: usize, within: Option<f64>) -> Vec<Part> {
    let both = apart.iter().zip(searched).enumerate();
    let parts: Vec<Part> = both.map(|(number, (whole, own))| Part::whole(whole, own.clone(), number)).collect();
    let [more, less] = MORE;
    let n_parts = parts.len().saturating_add(n_most.saturating_mul(more) / less);
    let whole: f64 = parts.iter().map(|part| part.volume).sum();
    let needs_none = |part: &Part| match within {
        Some(within) => reach::reach(&part.corners, &[part]) <= within,
        None => part.surplus() <= whole * NEXT_TO_NOTHING,
    };
    let mut pending: Vec<Part> = Vec::new();
    let mut done: Vec<Part> = Vec::new();
    let sort = |parts: Vec<Part>, pending: &mut Vec<Part>, done: &mut Vec<Part>| {
        for part in parts {
            if needs_none(&part) { done.push(part) } else { pending.push(part) }
        }
    };
    sort(parts, &mut pending, &mut done);
    while done.len().saturating_add(pending.len()) < n_parts {
        let emptiest = pending.iter().enumerate().max_by(|(_, a), (_, b)| a.surplus().total_cmp(&b.surplus()));
        let Some((at, _)) = emptiest else { break };
        let part = pending.swap_remove(at);
        let sides = sweep::best(&part).map(|plane| part.sides(plane)).unwrap_or_default();
        if sides.len() < 2 {
            done.push(part);
        } else {
            sort(sides, &mut pending, &mut done);
        }
    }
    done.append(&mut pending);
    done
}

/// A hull as it can be stored: with a volume, and not too many points.
fn stored(group: Group) -> Vec<[u16; 3]> {
    let Group { corners, volume, .. } = group;
    let corners = if is_flat(&corners, volume) { hull_of(thickened(&corners)).0 } else { corners };
    at_most(corners, MOST_POINTS)
}

/// Whether it is so thin that nothing might be left of it when its points are stored.
fn is_flat(corners: &[Point], volume: f64) -> bool {
    let places: Vec<Place> = corners.iter().map(|point| point.map(|part| part as f64)).collect();
    let [low, high] = lattice::bounds(&places);
    let mut extents = lattice::minus(high, low);
    extents.sort_unstable_by(f64::total_cmp);
    let [_, width, length] = extents;
    volume <= width * length * 32.0
}

/// The corners of a small cube around each point.
fn thickened(points: &[Point]) -> Vec<Point> {
    let sides = |at: i64| [at.saturating_sub(THICKNESS).max(0), at.saturating_add(THICKNESS).min(65_535)];
    let corners = |point: &Point| {
        let [x, y, z] = point.map(sides);
        x.into_iter().flat_map(move |x| y.into_iter().flat_map(move |y| z.map(|z| [x, y, z])))
    };
    points.iter().flat_map(corners).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::Builder;
    use crate::hull;
    use geom::Mat4;

    fn hulls(mesh: &TriMesh, n_most: usize) -> Vec<Vec<Vec3>> {
        decompose(mesh, &DecomposeOptions::to(n_most)).hulls
    }

    /// Six times the volume of the hull of points.
    fn volume(points: &[Point]) -> i64 {
        hull::hull(points).map_or(0, |hull| hull.volume(points))
    }

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
        let made = hulls(&table(), 8);
        let mut found = volumes(&made);
        found.sort_by(f64::total_cmp);
        assert_eq!(found.len(), 5, "{found:?}");
        for (found, expected) in found.iter().zip([0.009, 0.009, 0.009, 0.009, 0.2]) {
            assert!((found - expected).abs() < 0.002, "{found} {expected}");
        }
        assert_eq!(hulls(&table(), 1).len(), 1);
        assert_eq!(hulls(&table(), 3).len(), 3);
    }

    #[test]
    fn what_is_convex_stays_whole() {
        let mut turned = cuboid([0.0; 3], [1.0, 2.0, 3.0]);
        turned.transform(Mat4::from_rows_array([
            0.8, -0.48, 0.36, 5.0, 0.6, 0.64, -0.48, 0.0, 0.0, 0.6, 0.8, 0.0, 0.0, 0.0, 0.0, 1.0,
        ]));
        let made = hulls(&turned, 16);
        assert_eq!(made.iter().map(Vec::len).collect::<Vec<_>>(), [8]);
        assert!((volumes(&made)[0] - 6.0).abs() < 0.01);
    }

    #[test]
    fn every_vertex_is_in_a_hull() {
        let mesh = table();
        for n in [2, 8] {
            let made = hulls(&mesh, n);
            assert!(made.len() <= n);
            let is_near = |vertex: &Vec3| {
                made.iter().any(|points| {
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
                let made = hulls(&mesh, n);
                assert!(!made.is_empty());
                let asset = Builder::new(&cuboid([0.0; 3], [5.0; 3])).hulls(made).build().unwrap().asset;
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
        assert!(hulls(&TriMesh::default(), 4).is_empty());
        let odd = TriMesh {
            positions: vec![Vec3::new(f32::NAN, 0.0, 0.0), Vec3::X, Vec3::Y],
            indices: vec![[0, 1, 2], [7, 8, 9], [1, 1, 1]],
            ..TriMesh::default()
        };
        assert!(hulls(&odd, 4).len() <= 1);
        // Many triangles that are as large as the mesh.
        let mut many = cuboid([0.0; 3], [1.0; 3]);
        many.indices = vec![[0, 3, 5]; 200_000];
        assert_eq!(hulls(&many, 4).len(), 1);
    }

    /// A bowl that is tilted: a cylinder with a hole in it, turned, is walls and a floor.
    fn tilted_tray() -> TriMesh {
        let mut tray = cuboid([0.0, 0.0, 0.0], [4.0, 4.0, 0.4]);
        for (min, max) in [
            ([0.0, 0.0, 0.4], [4.0, 0.4, 2.0]),
            ([0.0, 3.6, 0.4], [4.0, 4.0, 2.0]),
            ([0.0, 0.4, 0.4], [0.4, 3.6, 2.0]),
            ([3.6, 0.4, 0.4], [4.0, 3.6, 2.0]),
        ] {
            tray.append(&cuboid(min, max));
        }
        tray.transform(Mat4::from_rows_array([
            0.8, -0.48, 0.36, 5.0, 0.6, 0.64, -0.48, 0.0, 0.0, 0.6, 0.8, 0.0, 0.0, 0.0, 0.0, 1.0,
        ]));
        tray
    }

    /// An L of one piece, turned away from the axes: it is cut along its own faces.
    #[test]
    fn cuts_follow_faces_that_are_not_across_the_axes() {
        let outline = [[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]];
        let positions = [0.0, 1.0].map(|z| outline.map(|[x, y]| Vec3::new(x, y, z))).concat();
        let mut indices = Vec::new();
        for a in 0..6_u32 {
            let b = (a + 1) % 6;
            indices.extend([[a, b, b + 6], [a, b + 6, a + 6]]);
        }
        for [a, b, c] in [[0, 3, 1], [1, 3, 2], [0, 5, 3], [5, 4, 3]] {
            indices.extend([[a, b, c], [a + 6, c + 6, b + 6]]);
        }
        let mut angle = TriMesh { positions, indices, ..TriMesh::default() };
        angle.transform(Mat4::from_rows_array([
            0.8, -0.48, 0.36, 5.0, 0.6, 0.64, -0.48, 0.0, 0.0, 0.6, 0.8, 0.0, 0.0, 0.0, 0.0, 1.0,
        ]));
        let sum: f64 = volumes(&hulls(&angle, 2)).iter().sum();
        assert!((sum - 5.0).abs() < 0.02, "{sum}");
    }

    #[test]
    fn an_error_takes_as_many_hulls_as_it_needs() {
        let tray = tilted_tray();
        let within = |error: f32| decompose(&tray, &DecomposeOptions::to(255).max_error(error));
        let (rough, fine) = (within(0.5), within(0.01));
        assert_eq!((rough.hulls.len(), fine.hulls.len()), (1, 5));
        assert!(rough.error > 0.1 && fine.error <= 0.01, "{} {}", rough.error, fine.error);
    }

    /// Three hundred boxes that do not touch stay apart as far as there may be hulls, and what has many points has few
    /// enough.
    #[test]
    fn what_viewers_do_not_take_does_not_come_out() {
        let mut boxes = TriMesh::default();
        for number in 0..300_u16 {
            let [x, y] = [number % 20, number / 20].map(|at| f32::from(at) * 2.0);
            boxes.append(&cuboid([x, y, 0.0], [x + 1.0, y + 1.0, 1.0]));
        }
        let made = hulls(&boxes, 1000);
        assert_eq!(made.len(), 255);
        let sum: f64 = volumes(&made).iter().sum();
        assert!(sum < 400.0, "{sum}");
        let points = (0..4000_u16).map(|n| {
            let (a, b) = (f32::from(n) * 2.399_963, 1.0 - (f32::from(n) + 0.5) / 2000.0);
            Vec3::new(a.cos() * (1.0 - b * b).sqrt(), a.sin() * (1.0 - b * b).sqrt(), b)
        });
        let positions: Vec<Vec3> = points.collect();
        let indices = (0..1333).map(|n| [n, n + 1333, n + 2666]).collect();
        let ball = TriMesh { positions, indices, ..TriMesh::default() };
        assert!(hulls(&ball, 1)[0].len() <= 255);
    }
}

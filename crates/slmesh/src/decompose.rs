//! Approximate convex decomposition: a few hulls that together have about the shape of a mesh.
//!
//! Pieces that do not touch start as separate parts. Repeatedly, the part with the worst hull is cut in two by the
//! plane that leaves the least empty space in the hulls of both sides. At the end, hulls are joined, beginning with the
//! pair for which this does the least harm. Coordinates are integers, and the only operations on floats are sums,
//! products, quotients and square roots, so the result is the same on every machine.

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
use lattice::{GridPoint, Lattice, MAX_COORDINATE, Surface};
use part::{SurfacePart, WorkLimits, badness, hull_of};
use plane::NEAR;
use reach::SINGLE_WORK;

/// Half the thickness that flat parts get, in units of 1/65,535 of the longest side. The whole thickness is 0.4 % of
/// that side.
const THICKNESS: i64 = 128;
/// The maximum number of triangles in which cuts are searched for. If there are more, a coarser surface is searched.
const MAX_TRIANGLES: usize = 2_500;
/// The numbers of cells along the longest side that are tried for the coarser surface. Vertices in a cell are merged;
/// the first number that leaves few enough triangles is used.
const FINENESS: [f64; 11] = [256.0, 192.0, 128.0, 96.0, 64.0, 48.0, 32.0, 16.0, 8.0, 4.0, 2.0];
/// The maximum number of pieces that do not touch. If there are more, nearby pieces are grouped.
const MAX_PIECES: usize = 384;
/// A part is not cut if the empty space in its hull is below this share of the volume of all hulls.
const MIN_SURPLUS: f64 = 5e-4;
/// Hulls are joined if the volume that the joint hull encloses in addition is at most this share of the volume of all
/// hulls. That is within the rounding error of stored numbers.
const MAX_JOIN_GROWTH: f64 = 1e-4;
/// The maximum number of hulls that viewers accept.
const MAX_HULLS: usize = 255;
/// The maximum number of points of a hull that viewers accept.
const MAX_POINTS: u32 = 255;
/// The limit on work: the total number of triangles in parts that are cut. After that, parts are left as they are. It
/// takes about a second.
const MAX_WORK: usize = 2_000_000;
/// The limit on the number of triangles of all parts, in addition to twice those of the mesh. Cuts through a triangle
/// add more.
const MAX_ADDED_TRIANGLES: usize = 200_000;
/// The maximum number of triangles whose distances are measured after every cut. If there are more, those of a coarser
/// surface are used.
const MAX_MEASURED: usize = 40_000;
/// The maximum number of triangles whose distances are measured once, at the end.
const MAX_EXACT: usize = 1_000_000;

/// Options of [`decompose`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
#[must_use]
pub struct DecomposeOptions {
    /// The maximum number of hulls, 1 to 255.
    pub n_most: usize,
    /// The maximum distance of the surfaces of hulls from that of the mesh, as a fraction of the longest side of its
    /// bounding box. If it is set, there are as few hulls as it allows; otherwise hulls are added as long as they are
    /// useful.
    pub max_error: Option<f32>,
}

impl DecomposeOptions {
    /// Options for at most `n_most` hulls.
    pub fn to(n_most: usize) -> Self {
        Self { n_most, max_error: None }
    }

    /// Sets the maximum distance from the mesh, as a fraction of the longest side of its bounding box. There will be as
    /// few hulls as it allows.
    pub fn max_error(self, error: f32) -> Self {
        Self { max_error: Some(error), ..self }
    }
}

/// Hulls that together have about the shape of a mesh.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Decomposition {
    /// The points of each hull: at least four and at most 255.
    pub hulls: Vec<Vec<Vec3>>,
    /// The largest measured distance of the surfaces of the hulls from that of the mesh, as a fraction of the longest
    /// side of the mesh's bounding box.
    pub error: f32,
}

/// Divides a mesh into convex hulls that together enclose its triangles. There are fewer than allowed if more would be
/// of no use. A mesh without holes, or with only small ones, is treated as solid; an open mesh is treated as thin
/// walls. Each hull has a volume, because flat parts get a thickness of 0.4 % of the longest side, and at most 255
/// points, as viewers require.
///
/// The work is limited: if there are many triangles, cuts are searched for in a coarser mesh.
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
    let Some((lattice, whole)) = Lattice::new(mesh) else { return Decomposition::default() };
    let n_most = options.n_most.clamp(1, MAX_HULLS);
    let within = options.max_error.map(|share| f64::from(share) * MAX_COORDINATE);
    let mut parts = cut(&near_each_other(whole.pieces()), n_most, within);
    let may_join = |group: &Group, further: f64| match within {
        Some(within) => group.reach <= within,
        None => further <= NEAR,
    };
    let may_grow = |growth: f64| within.is_some() || growth <= MAX_JOIN_GROWTH;
    let groups = join(&parts, n_most, may_grow, may_join);
    if parts.iter().map(SurfacePart::n_triangles).fold(0, usize::saturating_add) <= MAX_EXACT {
        parts.iter_mut().for_each(SurfacePart::measure_all);
    }
    let groups: Vec<Group> = groups.into_iter().map(|group| group.measured(&parts, SINGLE_WORK)).collect();
    #[expect(clippy::cast_possible_truncation, reason = "meshes have single precision")]
    let error = (groups.iter().map(|group| group.reach).fold(0.0, f64::max) / MAX_COORDINATE) as f32;
    let stored = |group: Group| stored(group).into_iter().map(|point| lattice.position(point)).collect();
    Decomposition { hulls: groups.into_iter().map(stored).collect(), error }
}

/// A group of nearby pieces, with their centres.
struct Cluster {
    pieces: Vec<(GridPoint, Surface)>,
    /// The largest distance between centres along any axis. `axis` is that axis.
    width: f64,
    axis: usize,
}

impl Cluster {
    fn new(pieces: Vec<(GridPoint, Surface)>) -> Self {
        let middles: Vec<GridPoint> = pieces.iter().map(|(middle, _)| *middle).collect();
        let [low, high] = lattice::bounds(&middles);
        let widths = (0..3).zip(lattice::minus(high, low));
        let (axis, width) = widths.fold((0, -1.0), |a: (usize, f64), b| if b.1 > a.1 { b } else { a });
        Self { pieces, width, axis }
    }

    fn halves(mut self) -> [Self; 2] {
        let along = |middle: &GridPoint| middle.get(self.axis).copied().unwrap_or_default();
        self.pieces.sort_by(|(a, _), (b, _)| along(a).total_cmp(&along(b)));
        let rest = self.pieces.split_off(self.pieces.len() / 2);
        [self.pieces, rest].map(Self::new)
    }

    fn surface(self) -> Surface {
        let mut all = Surface::default();
        self.pieces.iter().for_each(|(_, piece)| all.append(piece));
        all
    }
}

/// Groups nearby pieces if there are too many.
fn near_each_other(pieces: Vec<Surface>) -> Vec<Surface> {
    let middle = |piece: &Surface| {
        let [low, high] = piece.bounds();
        lattice::between(low, high, 0.5)
    };
    if pieces.len() <= MAX_PIECES {
        return pieces;
    }
    let mut clusters = vec![Cluster::new(pieces.into_iter().map(|piece| (middle(&piece), piece)).collect())];
    while clusters.len() < MAX_PIECES {
        let several = clusters.iter().enumerate().filter(|(_, cluster)| cluster.pieces.len() > 1);
        let Some((widest, _)) = several.max_by(|(_, a), (_, b)| a.width.total_cmp(&b.width)) else { break };
        let halves = clusters.swap_remove(widest).halves();
        clusters.extend(halves);
    }
    clusters.into_iter().map(Cluster::surface).collect()
}

/// Coarser surfaces in which cuts are searched for; `None` if the surfaces have few enough triangles.
fn searched(surfaces: &[Surface]) -> Option<Vec<Surface>> {
    let is_enough = |surfaces: &[Surface]| {
        surfaces.iter().map(|surface| surface.triangles.len()).sum::<usize>() <= MAX_TRIANGLES
    };
    if is_enough(surfaces) {
        return None;
    }
    let coarser = |cells: f64| -> Vec<Surface> {
        surfaces.iter().map(|surface| surface.coarser((MAX_COORDINATE + 1.0) / cells)).collect()
    };
    let mut all = FINENESS.into_iter().map(coarser);
    all.find(|coarse| is_enough(coarse)).or_else(|| Some(coarser(1.0)))
}

/// Cuts parts until there are enough, or until all are nearly convex.
fn cut(apart: &[Surface], n_most: usize, within: Option<f64>) -> Vec<SurfacePart> {
    let coarse = searched(apart);
    let of = |number: usize| coarse.as_ref().and_then(|coarse| coarse.get(number));
    // Half as many parts more than hulls are cut, because some are joined afterwards.
    let n_parts = apart.len().saturating_add(n_most).saturating_add(n_most / 2);
    let share = 1.0 / f64::from(u32::try_from(apart.len()).unwrap_or(u32::MAX));
    let own = WorkLimits { share, n_measured: MAX_MEASURED.checked_div(n_parts).unwrap_or_default() };
    let parts = apart.iter().enumerate().map(|(number, exact)| SurfacePart::whole(exact, of(number), own));
    let parts: Vec<SurfacePart> = parts.collect();
    let whole: f64 = parts.iter().map(|part| part.volume).sum();
    let needs_none = |part: &SurfacePart| match within {
        Some(within) => part.reach <= within,
        None => badness(part.surplus(), part.reach) <= whole * MIN_SURPLUS,
    };
    let (mut done, mut pending): (Vec<SurfacePart>, Vec<SurfacePart>) =
        parts.into_iter().partition(needs_none);
    let n_all =
        |parts: &[SurfacePart]| parts.iter().map(SurfacePart::n_triangles).fold(0, usize::saturating_add);
    let mut n_held = n_all(&done).saturating_add(n_all(&pending));
    let most_held = n_held.saturating_mul(2).saturating_add(MAX_ADDED_TRIANGLES);
    let mut work = MAX_WORK;
    while done.len().saturating_add(pending.len()) < n_parts {
        let bad = |part: &SurfacePart| badness(part.surplus(), part.reach);
        let worst = pending.iter().enumerate().max_by(|(_, a), (_, b)| bad(a).total_cmp(&bad(b)));
        let Some((at, _)) = worst else { break };
        let part = pending.swap_remove(at);
        work = work.saturating_sub(part.n_triangles());
        let may_cut = work > 0 && n_held <= most_held;
        let plane = if may_cut { sweep::best(&part) } else { None };
        let sides = plane.map(|plane| part.sides(plane)).unwrap_or_default();
        if sides.len() < 2 {
            done.push(part);
        } else {
            n_held = n_held.saturating_sub(part.n_triangles()).saturating_add(n_all(&sides));
            let (convex, hollow): (Vec<SurfacePart>, Vec<SurfacePart>) =
                sides.into_iter().partition(needs_none);
            done.extend(convex);
            pending.extend(hollow);
        }
    }
    done.append(&mut pending);
    done
}

/// The points of a hull in the form to store: the hull has a volume, and not too many points.
fn stored(group: Group) -> Vec<[u16; 3]> {
    let Group { corners, volume, .. } = group;
    let corners = if is_flat(&corners, volume) { hull_of(thickened(&corners)).0 } else { corners };
    at_most(corners, MAX_POINTS)
}

/// Returns true if a hull is so thin that rounding its points might leave no volume.
fn is_flat(corners: &[Point], volume: f64) -> bool {
    let places: Vec<GridPoint> = corners.iter().map(|point| point.map(|part| part as f64)).collect();
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

    /// Six times the volume of the hull of the points.
    fn volume(points: &[Point]) -> i64 {
        hull::hull(points).map_or(0, |hull| hull.volume(points))
    }

    /// A closed box, with triangles counter-clockwise from outside.
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

    /// Tests that stored hulls have a volume for any mesh: a sheet, a single triangle, a line.
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
        // Many triangles as large as the mesh.
        let mut many = cuboid([0.0; 3], [1.0; 3]);
        many.indices = vec![[0, 3, 5]; 200_000];
        assert_eq!(hulls(&many, 4).len(), 1);
    }

    /// A tilted bowl: a rotated cylinder with a hole, which consists of walls and a floor.
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

    /// An L-shaped solid in one piece, rotated away from the axes.
    fn angle() -> TriMesh {
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
        angle
    }

    #[test]
    fn cuts_follow_faces_that_are_not_across_the_axes() {
        let sum: f64 = volumes(&hulls(&angle(), 2)).iter().sum();
        assert!((sum - 5.0).abs() < 0.02, "{sum}");
    }

    /// Tests that a crack does not turn a solid into thin walls, whose hulls would leave out the inside.
    #[test]
    fn small_holes_leave_a_mesh_solid() {
        let mut cracked = angle();
        let [.., corner] = cracked.indices[0];
        cracked.indices[0][2] = cracked.positions.len() as u32;
        cracked.positions.push(cracked.positions[corner as usize] + Vec3::splat(0.002));
        let longest = cracked.bounds().unwrap().size().to_array().into_iter().fold(0.0, f32::max);
        let filled = |mesh: &TriMesh| {
            let (_, surface) = Lattice::new(mesh).unwrap();
            let solid = solid::Solid::new(&surface, 1.0)?;
            Some(solid.volume(&[]) / 6.0 * f64::from(longest / 65_535.0).powi(3))
        };
        assert!((filled(&angle()).unwrap() - 5.0).abs() < 0.05, "{:?}", filled(&angle()));
        assert!((filled(&cracked).unwrap() - 5.0).abs() < 0.7, "{:?}", filled(&cracked));
        // Without a triangle, it consists of walls.
        cracked.indices.remove(0);
        assert_eq!(filled(&cracked), None);
    }

    #[test]
    fn an_error_takes_as_many_hulls_as_it_needs() {
        let tray = tilted_tray();
        let within = |error: f32| decompose(&tray, &DecomposeOptions::to(255).max_error(error));
        let (rough, fine) = (within(0.5), within(0.01));
        assert_eq!(rough.hulls.len(), 1);
        assert!((5..=8).contains(&fine.hulls.len()), "{}", fine.hulls.len());
        assert!(rough.error > 0.1 && fine.error <= 0.01, "{} {}", rough.error, fine.error);
    }

    /// Tests that boxes that do not touch stay separate as far as the number of hulls allows.
    #[test]
    fn there_are_no_more_hulls_than_viewers_take() {
        let mut boxes = TriMesh::default();
        for number in 0..270_u16 {
            let [x, y] = [number % 20, number / 20].map(|at| f32::from(at) * 2.0);
            boxes.append(&cuboid([x, y, 0.0], [x + 1.0, y + 1.0, 1.0]));
        }
        let made = hulls(&boxes, 1000);
        assert_eq!(made.len(), 255);
        let sum: f64 = volumes(&made).iter().sum();
        assert!(sum < 400.0, "{sum}");
    }

    #[test]
    fn a_hull_has_no_more_points_than_viewers_take() {
        let points = (0..999_u16).map(|n| {
            let (a, b) = (f32::from(n) * 2.399_963, 1.0 - (f32::from(n) + 0.5) / 500.0);
            Vec3::new(a.cos() * (1.0 - b * b).sqrt(), a.sin() * (1.0 - b * b).sqrt(), b)
        });
        let positions: Vec<Vec3> = points.collect();
        let indices = (0..333).map(|n| [n, n + 333, n + 666]).collect();
        let ball = TriMesh { positions, indices, ..TriMesh::default() };
        assert!(hulls(&ball, 1)[0].len() <= 255);
    }
}

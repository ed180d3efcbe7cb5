//! The region of a scene that a picture shows: parts close together, without those lost far away.

use crate::affine::Affine;
use crate::loss::{LossCode, LossSeverity, Losses};
use crate::material::Alpha;
use crate::mesh::Mesh;
use crate::pose::{Pose, Worlds};
use crate::scene::{Scene, Unit};
use geom::{Aabb, Vec3};

/// The fraction of the surface that may be beyond each of two opposite sides of the box.
const BEYOND: f64 = 0.01;

/// The distance from that box up to which parts are shown, as a fraction of its diagonal.
const REACH: f64 = 0.5;

/// Upper bound on the skinned vertices that are transformed; further meshes are measured in their bind pose.
const MOST_MOVED: usize = 2_000_000;

/// The region of a scene that a picture shows: the box that contains 98 % of the surface, and all parts in it or near
/// it.
///
/// A part lost far away would reduce everything else to a dot.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// The bounding box of the visible parts; `None` if there are none.
    pub bounds: Option<Aabb>,
    /// The nodes that are not shown, in order.
    pub outliers: Vec<usize>,
    /// The largest distance of an outlier from the box that contains 98 % of the surface.
    pub distance: f64,
    /// The bounding boxes of the visible parts.
    parts: Vec<Aabb>,
}

/// The size of a mesh in the world.
#[derive(Debug, Clone, Copy)]
pub(super) struct Extent {
    pub(super) bounds: Aabb,
    /// The projected area of its surface along each axis, front and back: for a block, all of its area.
    pub(super) area: f64,
    /// Set if the mesh has lines or points, which have no surface and are always shown.
    pub(super) has_lines: bool,
}

impl Frame {
    /// The region shown of a scene's nodes at a level of detail, in a pose.
    ///
    /// ```
    /// use scene::thumb::Frame;
    ///
    /// let scene = scene::obj::read(b"v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n")?;
    /// let frame = Frame::from_scene(&scene, &scene.rest(), 0);
    /// assert_eq!(frame.bounds, scene.bounds());
    /// assert!(frame.outliers.is_empty());
    /// # Ok::<(), scene::Problem>(())
    /// ```
    #[must_use]
    pub fn from_scene(scene: &Scene, pose: &Pose, level: u8) -> Self {
        Self::among(&parts(scene, pose, level))
    }

    /// The region shown of these parts.
    pub(super) fn among(parts: &[(usize, Extent)]) -> Self {
        let mut frame = Self { bounds: None, outliers: Vec::new(), distance: 0.0, parts: Vec::new() };
        let Some(held) = held(parts) else { return frame };
        let reach = length(held.size()) * REACH;
        for (node, extent) in parts.iter().copied() {
            let distance = distance(held, extent.bounds);
            if distance <= reach || extent.has_lines {
                frame.parts.push(extent.bounds);
            } else {
                frame.outliers.push(node);
                frame.distance = frame.distance.max(distance);
            }
        }
        frame.bounds = frame.parts.iter().copied().reduce(Aabb::union);
        frame
    }

    /// A frame that shows all of these parts.
    pub(super) fn whole(parts: &[(usize, Extent)]) -> Self {
        let parts: Vec<_> = parts.iter().map(|(_, extent)| extent.bounds).collect();
        let bounds = parts.iter().copied().reduce(Aabb::union);
        Self { bounds, outliers: Vec::new(), distance: 0.0, parts }
    }

    /// True if a node is drawn.
    pub(super) fn shows(&self, node: usize) -> bool {
        self.outliers.binary_search(&node).is_err()
    }

    /// The corners of the bounding boxes of the visible parts.
    pub(super) fn corners(&self) -> impl Iterator<Item = Vec3> + Clone {
        self.parts.iter().flat_map(|part| part.corners())
    }

    /// Reports the parts that are not shown.
    pub fn report(&self, scene: &Scene, severity: LossSeverity, losses: &mut Losses) {
        let away = metres(self.distance, scene.unit);
        let what = match self.outliers.len() {
            1 => format!("a part {away} away from the others is outside of the picture"),
            _ => format!("parts up to {away} away from the others are outside of the picture"),
        };
        for node in self.outliers.iter().filter_map(|node| scene.nodes.get(*node)) {
            losses.report(LossCode::Outlier, severity, &what, 1, &node.name);
        }
    }
}

/// A distance as text for people.
fn metres(distance: f64, unit: Unit) -> String {
    let metres = match unit {
        Unit::Metre => distance,
        Unit::Stud => distance * 0.28,
        Unit::Other(metres) => distance * f64::from(metres),
    };
    let (number, word) = if metres < 1000.0 { (metres, "m") } else { (metres / 1000.0, "km") };
    let number = if number < 9.95 { format!("{number:.1}") } else { format!("{number:.0}") };
    format!("{} {word}", number.strip_suffix(".0").unwrap_or(&number))
}

/// The nodes whose mesh is visible, and its size.
pub(super) fn parts(scene: &Scene, pose: &Pose, level: u8) -> Vec<(usize, Extent)> {
    let nodes = scene.at_level(level);
    let seen = nodes.iter().filter_map(|&index| {
        let node = scene.nodes.get(index)?;
        let material = node.material.and_then(|material| scene.materials.get(material));
        let is_unseen =
            material.is_some_and(|material| material.alpha == Alpha::Blend && material.base.w <= 0.0);
        Some((index, node, node.mesh.filter(|_| !is_unseen)?))
    });
    // A single part has no other area to compare with.
    let is_alone = seen.clone().take(2).count() == 1;
    let mut worlds = Worlds::new(scene, pose);
    let mut at_rest: Vec<Option<Option<Shape>>> = vec![None; scene.meshes.len()];
    let (mut parts, mut n_left) = (Vec::with_capacity(nodes.len()), MOST_MOVED);
    for (index, node, number) in seen {
        let Some((mesh, at_rest)) = scene.meshes.get(number).zip(at_rest.get_mut(number)) else { continue };
        let n_vertices = mesh.shape.positions.len();
        let is_moved = node.skin.is_some() && !mesh.shape.joints.is_empty() && n_vertices <= n_left;
        let extent = if is_moved {
            n_left = n_left.saturating_sub(n_vertices);
            Shape::measure(mesh, &worlds.mover(index, mesh).moved(mesh, pose, index), is_alone)
                .map(|shape| shape.moved(&Affine::IDENTITY))
        } else {
            let shape = *at_rest.get_or_insert_with(|| Shape::measure(mesh, &mesh.shape.positions, is_alone));
            shape.map(|shape| shape.moved(&worlds.get(index)))
        };
        let extent = extent.filter(|extent| extent.bounds.min.is_finite() && extent.bounds.max.is_finite());
        parts.extend(extent.map(|extent| (index, extent)));
    }
    parts
}

/// Parts as they are drawn in small pictures: their triangles, or boxes instead.
#[derive(Debug, Default)]
pub(super) struct Solids {
    pub(super) positions: Vec<Vec3>,
    /// Three positions, and the index of the part.
    pub(super) triangles: Vec<([u32; 3], u32)>,
}

impl Solids {
    /// The distance from a point in a direction to the first of the parts that a condition selects, at most `most`.
    pub(super) fn free(&self, from: Vec3, along: Vec3, most: f32, blocks: impl Fn(u32) -> bool) -> f32 {
        let at = |corner: u32| self.positions.get(corner as usize).copied();
        let distance = |[a, b, c]: [Vec3; 3]| {
            let (u, v, to) = (b - a, c - a, from - a);
            let (across, normal) = (along.cross(v), to.cross(u));
            let [x, y, distance] =
                [to.dot(across), along.dot(normal), v.dot(normal)].map(|part| part / u.dot(across));
            (x >= 0.0 && y >= 0.0 && x + y <= 1.0 && distance >= 0.0).then_some(distance)
        };
        let blocking = self.triangles.iter().filter(|(_, part)| blocks(*part));
        let hits = blocking.filter_map(|(corners, _)| match corners.map(at) {
            [Some(a), Some(b), Some(c)] => distance([a, b, c]),
            _ => None,
        });
        hits.fold(most, f32::min)
    }

    /// The solids of the parts that a condition selects.
    pub(super) fn of_some(&self, is_chosen: impl Fn(u32) -> bool) -> Self {
        let mut some = Self::default();
        let mut numbers = vec![u32::MAX; self.positions.len()];
        for (corners, part) in self.triangles.iter().filter(|(_, part)| is_chosen(*part)) {
            let corners = corners.map(|corner| {
                let (Some(number), Some(position)) =
                    (numbers.get_mut(corner as usize), self.positions.get(corner as usize))
                else {
                    return u32::MAX;
                };
                if *number == u32::MAX {
                    *number = u32::try_from(some.positions.len()).unwrap_or(u32::MAX);
                    some.positions.push(*position);
                }
                *number
            });
            some.triangles.push((corners, *part));
        }
        some
    }

    fn add(&mut self, part: u32, positions: impl IntoIterator<Item = Vec3>, triangles: &[[u32; 3]]) {
        let first = u32::try_from(self.positions.len()).unwrap_or(u32::MAX);
        self.positions.extend(positions);
        let corners = |corners: &[u32; 3]| (corners.map(|corner| first.saturating_add(corner)), part);
        self.triangles.extend(triangles.iter().map(corners));
    }
}

/// The number of triangles up to which a part is drawn with its triangles instead of as a box, and the number of
/// triangles of all large parts that are drawn in the same way.
const FEW: usize = 48;
const MANY: usize = 1_000_000;

/// The triangles of a box, whose corners are in the order of [`Aabb::corners`]: x varies fastest, then y.
pub(super) const SIDES: [[u32; 3]; 12] = [
    [0, 2, 1],
    [1, 2, 3],
    [4, 5, 6],
    [5, 7, 6],
    [0, 1, 4],
    [1, 5, 4],
    [2, 6, 3],
    [3, 6, 7],
    [0, 4, 2],
    [2, 4, 6],
    [1, 3, 5],
    [3, 7, 5],
];

/// The solids of parts.
pub(super) fn solids(scene: &Scene, pose: &Pose, parts: &[(usize, Extent)]) -> Solids {
    let mut worlds = Worlds::new(scene, pose);
    let whole = parts.iter().map(|(_, extent)| extent.bounds).reduce(Aabb::union);
    let large = whole.map_or(0.0, |whole| length(whole.size())) * 0.2;
    let mut n_left = MANY;
    let mut solids = Solids::default();
    for (number, (node, extent)) in (0_u32..).zip(parts) {
        let mesh = scene.nodes.get(*node).and_then(|node| scene.meshes.get(node.mesh?));
        let Some(mesh) = mesh else { continue };
        let n_triangles = mesh.shape.indices.len();
        let is_whole = n_triangles <= FEW || length(extent.bounds.size()) >= large && n_triangles <= n_left;
        if n_triangles > FEW && is_whole {
            n_left = n_left.saturating_sub(n_triangles);
        }
        if is_whole && mesh.shape.positions.len() <= n_triangles.saturating_mul(3) {
            solids.add(number, worlds.mover(*node, mesh).moved(mesh, pose, *node), &mesh.shape.indices);
        } else {
            solids.add(number, extent.bounds.corners(), &SIDES);
        }
    }
    solids
}

/// The size of a mesh in its own space.
#[derive(Debug, Clone, Copy)]
struct Shape {
    bounds: Aabb,
    /// The projected area along each axis, front and back.
    areas: [f64; 3],
    has_lines: bool,
}

impl Shape {
    /// Measures a mesh; `None` if nothing of it is visible. The areas of a single mesh are not computed.
    fn measure(mesh: &Mesh, positions: &[Vec3], is_alone: bool) -> Option<Self> {
        let at = |vertex: &u32| positions.get(*vertex as usize).copied();
        let lines = mesh.lines.iter().flatten().chain(&mesh.points).filter_map(at);
        let (mut bounds, mut areas) = (Aabb::from_points(lines), [0.0; 3]);
        let has_lines = !(mesh.lines.is_empty() && mesh.points.is_empty());
        if is_alone && positions.iter().all(|position| position.is_finite()) {
            // The box is computed in the order of the vertices; in the order of the triangles, most vertices would not
            // be in the cache.
            let mut is_used = vec![false; positions.len()];
            let exist =
                |triangle: &&[u32; 3]| triangle.iter().all(|vertex| (*vertex as usize) < positions.len());
            for vertex in mesh.shape.indices.iter().filter(exist).flatten() {
                if let Some(is_used) = is_used.get_mut(*vertex as usize) {
                    *is_used = true;
                }
            }
            let used = positions.iter().zip(is_used).filter(|(_, is_used)| *is_used);
            let around = Aabb::from_points(used.map(|(position, _)| *position));
            bounds = around.into_iter().chain(bounds).reduce(Aabb::union);
            return bounds.map(|bounds| Self { bounds, areas, has_lines });
        }
        for [a, b, c] in &mesh.shape.indices {
            let (Some(a), Some(b), Some(c)) = (at(a), at(b), at(c)) else { continue };
            if !(a.is_finite() && b.is_finite() && c.is_finite()) {
                continue;
            }
            let triangle = Aabb { min: a.min(b).min(c), max: a.max(b).max(c) };
            bounds = Some(bounds.map_or(triangle, |bounds| bounds.union(triangle)));
            let [a, b, c] = [a, b, c].map(|corner| corner.to_array().map(f64::from));
            let [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
            let [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
            let cross = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
            areas.iter_mut().zip(cross).for_each(|(area, part)| *area += part.abs() / 2.0);
        }
        bounds.map(|bounds| Self { bounds, areas, has_lines })
    }

    /// The size after a transform.
    #[expect(clippy::cast_possible_truncation, reason = "boxes are in single precision")]
    fn moved(&self, world: &Affine) -> Extent {
        let middle = world.point(self.bounds.centre().to_array().map(f64::from));
        let half = self.bounds.size().to_array().map(|size| f64::from(size) / 2.0);
        let mut ends = [[0.0; 3]; 2];
        let [min, max] = &mut ends;
        for (((row, middle), min), max) in world.0.iter().zip(middle).zip(min).zip(max) {
            // The box around the transformed box, without transforming its eight corners.
            let reach: f64 = row.iter().zip(half).map(|(part, half)| part.abs() * half).sum();
            (*min, *max) = ((middle - reach) as f32, (middle + reach) as f32);
        }
        let [[a, b, c, _], [d, e, f, _], [g, h, i, _]] = world.0;
        let [x, y, z] = [[a, d, g], [b, e, h], [c, f, i]]
            .map(|axis| axis.iter().map(|part| part * part).sum::<f64>().sqrt());
        // A projection along one axis is scaled along the two others.
        let area = self.areas[0] * y * z + self.areas[1] * x * z + self.areas[2] * x * y;
        let [min, max] = ends.map(Vec3::from_array);
        Extent { bounds: Aabb { min, max }, area, has_lines: self.has_lines }
    }
}

/// The box that contains 98 % of the surface along each axis, made up of whole parts.
fn held(parts: &[(usize, Extent)]) -> Option<Aabb> {
    let all = parts.iter().map(|(_, extent)| extent.bounds).reduce(Aabb::union)?;
    let total: f64 = parts.iter().map(|(_, extent)| extent.area).sum();
    if !(total > 0.0 && total.is_finite()) {
        return Some(all);
    }
    let along = |axis: fn(Vec3) -> f32| {
        let span =
            |(_, extent): &(usize, Extent)| (axis(extent.bounds.min), axis(extent.bounds.max), extent.area);
        kept(parts.iter().map(span).collect(), total * BEYOND)
    };
    let [x, y, z] = [along(|at| at.x), along(|at| at.y), along(|at| at.z)];
    Some(Aabb { min: Vec3::new(x.0, y.0, z.0), max: Vec3::new(x.1, y.1, z.1) })
}

/// The range of the spans, without those at each end whose area together is at most `most`.
fn kept(mut spans: Vec<(f32, f32, f64)>, most: f64) -> (f32, f32) {
    spans.sort_by(|a, b| (a.0 + a.1).total_cmp(&(b.0 + b.1)));
    let rest = spans.get(n_within(spans.iter(), most)..).unwrap_or_default();
    let n_kept = rest.len().saturating_sub(n_within(rest.iter().rev(), most));
    let kept = rest.get(..n_kept).unwrap_or_default();
    let ends = kept.iter().map(|(start, end, _)| (*start, *end));
    ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or_default()
}

/// The number of spans, from the first, whose area together is at most `most`.
fn n_within<'s>(spans: impl Iterator<Item = &'s (f32, f32, f64)>, most: f64) -> usize {
    let mut sum = 0.0;
    let is_within = |(_, _, area): &&(f32, f32, f64)| {
        sum += area;
        sum <= most
    };
    spans.take_while(is_within).count()
}

/// The distance between two boxes.
fn distance(from: Aabb, to: Aabb) -> f64 {
    length((from.min - to.max).max(to.min - from.max).max(Vec3::ZERO))
}

fn length(vector: Vec3) -> f64 {
    vector.to_array().map(|part| f64::from(part) * f64::from(part)).iter().sum::<f64>().sqrt()
}

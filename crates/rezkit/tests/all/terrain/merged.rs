//! Terrain with fewer triangles: as near to that of every voxel as was asked for, and as closed.

use super::{ball, corners, drawn, filled, ground, merged, open_edges, rock, volume};
use geom::{TriMesh, Vec3};
use rbxbinary::terrain::{Grid, Material, Voxel};
use std::collections::{BTreeSet, HashMap};

/// Rounding, in studs.
const EPSILON: f32 = 2e-3;

/// The edge of a box of the index of triangles.
const BOX: f32 = 4.0;

type Corners = [Vec3; 3];

/// The numbers of the triangles that are as near as `reach` to a box.
struct Index<'t> {
    triangles: &'t [Corners],
    boxes: HashMap<[i32; 3], Vec<usize>>,
}

fn box_of(place: Vec3) -> [i32; 3] {
    place.to_array().map(|axis| (axis / BOX).floor() as i32)
}

impl<'t> Index<'t> {
    fn new(triangles: &'t [Corners], reach: f32) -> Self {
        let mut boxes: HashMap<_, Vec<usize>> = HashMap::new();
        for (number, corners) in triangles.iter().enumerate() {
            let ends = |of: fn(f32, f32) -> f32, by: f32| {
                let [a, b, c] = corners.map(Vec3::to_array);
                box_of(Vec3::from_array([0, 1, 2].map(|axis| of(of(a[axis], b[axis]), c[axis]) + by)))
            };
            let (low, high) = (ends(f32::min, -reach), ends(f32::max, reach));
            for x in low[0]..=high[0] {
                for y in low[1]..=high[1] {
                    (low[2]..=high[2]).for_each(|z| boxes.entry([x, y, z]).or_default().push(number));
                }
            }
        }
        Self { triangles, boxes }
    }

    /// The distance to the nearest triangle, if it is within reach.
    fn distance(&self, place: Vec3) -> f32 {
        let near = self.boxes.get(&box_of(place)).into_iter().flatten();
        near.map(|number| distance(place, self.triangles[*number])).fold(f32::INFINITY, f32::min)
    }
}

/// To a triangle: to its plane, if the foot lies inside, else to its nearest side.
fn distance(place: Vec3, [a, b, c]: Corners) -> f32 {
    let normal = (b - a).cross(c - a);
    let is_inside = |from: Vec3, to: Vec3| normal.dot((to - from).cross(place - from)) >= 0.0;
    if normal.length() > 1e-9 && is_inside(a, b) && is_inside(b, c) && is_inside(c, a) {
        return normal.dot(place - a).abs() / normal.length();
    }
    let side = |from: Vec3, to: Vec3| {
        let (along, length) = (to - from, (to - from).dot(to - from));
        let share = if length > 0.0 { (along.dot(place - from) / length).clamp(0.0, 1.0) } else { 0.0 };
        (place - from - along * share).length()
    };
    side(a, b).min(side(b, c)).min(side(c, a))
}

/// Points of a triangle, at most three studs apart.
fn points([a, b, c]: Corners) -> impl Iterator<Item = Vec3> {
    let longest = (b - a).length().max((c - b).length()).max((a - c).length());
    let n = (longest / 3.0).ceil().max(1.0) as u16;
    let share = move |part: u16| f32::from(part) / f32::from(n);
    (0..=n).flat_map(move |i| (0..=n - i).map(move |j| a + (b - a) * share(i) + (c - a) * share(j)))
}

/// The largest distance of points of triangles from others; infinite if it is more than `reach`.
fn farthest(from: &[Corners], to: &[Corners], reach: f32) -> f32 {
    let index = Index::new(to, reach);
    from.iter().flat_map(|triangle| points(*triangle)).map(|place| index.distance(place)).fold(0.0, f32::max)
}

fn triangles(mesh: &TriMesh) -> Vec<Corners> {
    mesh.indices.iter().map(|triangle| corners(mesh, *triangle)).collect()
}

/// Between which places the borders of materials lead, and those where water ends.
fn borders(mesh: &TriMesh) -> BTreeSet<[[u32; 3]; 2]> {
    let bits = |corner: u32| mesh.positions[corner as usize].to_array().map(f32::to_bits);
    let open = |group: &geom::Group| open_edges(&mesh.indices[group.triangles.clone()]);
    let edges = mesh.groups.iter().flat_map(open);
    edges.map(|(from, to)| [bits(from), bits(to)]).collect()
}

/// Compares terrain with that of every voxel.
fn hold(grid: &Grid<'_>, error: f32, what: &str) {
    let (exact, mesh) = (drawn(grid), merged(grid, error));
    assert!(mesh == merged(grid, error), "{what}");
    assert_eq!(open_edges(&ground(&mesh)), [], "{what}");
    assert!(mesh.indices.iter().all(|[a, b, c]| a != b && b != c && c != a), "{what}");
    assert!(mesh.indices.len() <= exact.indices.len(), "{what}");
    assert_eq!(borders(&mesh), borders(&exact), "{what}");
    for (from, to) in [(&mesh, &exact), (&exact, &mesh)] {
        let farthest = farthest(&triangles(from), &triangles(to), error + EPSILON);
        assert!(farthest <= error + EPSILON, "{what}: {farthest} of {error}");
    }
    let [was, is] = [&exact, &mesh].map(|mesh| volume(mesh, &ground(mesh)));
    assert!(error > 0.5 || (is - was).abs() <= was * 0.01, "{what}: {is} of {was}");
}

/// A number from 0 to 1 for each place that looks like chance.
fn chance(seed: u32, place: [i32; 3]) -> f32 {
    let mut hash = 0x9e37_79b9_u32 ^ seed.wrapping_mul(0x85eb_ca6b);
    for axis in place {
        hash = (hash ^ axis.cast_unsigned()).wrapping_mul(0x85eb_ca6b);
        hash = (hash ^ hash >> 13).wrapping_mul(0xc2b2_ae35);
        hash ^= hash >> 16;
    }
    (hash >> 16) as f32 / 65_535.0
}

/// The same, without steps from place to place.
fn smooth(seed: u32, place: [f32; 3]) -> f32 {
    let share = place.map(|axis| axis - axis.floor());
    let corner = |number: i32| {
        let step = |axis: usize| number >> axis & 1;
        let weight = |axis: usize| if step(axis) == 1 { share[axis] } else { 1.0 - share[axis] };
        let place = [0, 1, 2].map(|axis| place[axis].floor() as i32 + step(axis));
        weight(0) * weight(1) * weight(2) * chance(seed, place)
    };
    (0..8).map(corner).sum()
}

/// Hills, cliffs, caves and dust of up to three materials, with or without water, across the borders of chunks.
fn wild(seed: u32) -> Grid<'static> {
    let pick = |number: i32, low: f32, high: f32| low + chance(seed, [number; 3]) * (high - low);
    let (waves, height, dust) = (pick(0, 0.02, 0.4), pick(1, 1.0, 16.0), pick(2, 0.0, 1.0).powi(4) * 2.0);
    let slope = [pick(3, -0.5, 0.5), pick(4, -0.5, 2.5), pick(5, -0.5, 0.5)];
    let n_materials = pick(6, 1.0, 3.9).floor();
    let has_water = seed % 2 == 1;
    let from = [7, 8, 9].map(|number| pick(number, -14.0, 0.0) as i32);
    filled(from, from.map(|axis| axis + 13), |place| {
        let inner = [0, 1, 2].map(|axis| (place[axis] - from[axis]) as f32 - 6.0);
        let sloped: f32 = inner.iter().zip(slope).map(|(axis, slope)| axis * slope).sum();
        let waves = (smooth(seed, inner.map(|axis| axis * waves)) - 0.5) * height;
        let solid = rock(waves - sloped + (chance(seed, place) - 0.5) * dust + 0.5);
        let material = 2 + (smooth(seed + 1, inner.map(|axis| axis * 0.2)) * n_materials) as u8;
        let is_wet = has_water && inner[1] < 0.0;
        match solid.occupancy {
            0 if is_wet => Voxel::full(Material::WATER),
            0 => Voxel::AIR,
            occupancy => Voxel {
                material: Material(material),
                occupancy,
                water: if is_wet { 255 - occupancy } else { 0 },
            },
        }
    })
}

/// `REZKIT_EDITS` sets how many, for long runs.
#[test]
fn it_is_as_near_as_was_asked_for_and_as_closed() {
    let n_places = std::env::var("REZKIT_EDITS").map_or(5, |n| n.parse().expect("a number of places"));
    for seed in 0..n_places {
        let error = [0.5, 0.1, 2.0][seed as usize % 3];
        hold(&wild(seed), error, &format!("place {seed}, {error} studs"));
    }
}

#[test]
fn what_is_flat_has_few_triangles() {
    // Four chunks, of which the surface is flat above and below.
    let plain = filled([0; 3], [64, 2, 64], |_| Voxel::full(Material::WATER));
    let [was, is] = [0.0, 0.5].map(|error| merged(&plain, error).indices.len());
    assert!(is * 10 < was, "{is} of {was}");
    // A layer with both of its sides in one chunk.
    let layer = filled([0, 8, 0], [128, 11, 128], |_| rock(1.0));
    let [was, is] = [0.0, 0.5].map(|error| merged(&layer, error).indices.len());
    assert!(is * 12 < was, "{is} of {was}");
    let waves = filled([-20, -4, 10], [20, 4, 50], |[x, y, z]| {
        rock(((x as f32 * 0.21).sin() + (z as f32 * 0.17).cos()) * 1.5 - y as f32)
    });
    let [was, is, coarse] = [0.0, 0.5, 2.0].map(|error| merged(&waves, error).indices.len());
    assert!(is * 3 < was && coarse * 7 < was, "{coarse} and {is} of {was}");
}

#[test]
fn what_is_no_distance_keeps_every_voxel() {
    for error in [-1.0, f32::NAN] {
        assert!(merged(&ball([0.0; 3], 5.0), error) == drawn(&ball([0.0; 3], 5.0)));
    }
    assert_eq!(open_edges(&merged(&ball([0.0; 3], 5.0), f32::INFINITY).indices), []);
}

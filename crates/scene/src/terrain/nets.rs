//! The surface of the voxels in a window.
#![expect(clippy::indexing_slicing, reason = "places in a window have constant bounds")]
#![expect(clippy::arithmetic_side_effects, reason = "places in a window have constant bounds")]

use super::CHUNK_EDGE;
use super::window::{HALF, Window};
use crate::allowance::Allowance;
use crate::problem::Problem;
use geom::{TriMesh, Vec3};
use std::collections::HashMap;

/// What is drawn so far.
pub(super) struct Nets {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    /// The triangles of each material.
    triangles: Vec<Vec<[u32; 3]>>,
    /// Of the ground, and of water.
    layers: [Layer; 2],
    /// How many bytes were paid for.
    n_paid: usize,
    /// The number of water.
    water: u8,
    /// The length of the edge of a voxel.
    edge: f32,
}

/// The vertices of a surface.
struct Layer {
    /// Those of the window, by cube.
    here: Vec<u32>,
    /// Those of cubes that several windows have.
    shared: HashMap<[i32; 3], u32>,
}

/// No vertex yet.
const NONE: u32 = u32::MAX;

/// How many cubes of a window have vertices, along an edge: those that begin at -1 to 31.
const CUBES: i32 = 33;

/// How many materials there may be.
const MATERIALS: usize = 256;

/// The triangles of a material.
pub(super) type Triangles = (u8, Vec<[u32; 3]>);

/// A vertex, from the beginning of its cube, and where it faces.
type Vertex = (Vec3, Vec3);

/// How a step along X, Y and Z changes a place, and the number of the corner of a cube.
const AXES: [([i32; 3], usize); 3] = [([1, 0, 0], 1), ([0, 1, 0], 4), ([0, 0, 1], 2)];

/// The voxels of the chunk in a row of a window.
const INSIDE: u64 = 0xffff_ffff << 2;

impl Nets {
    pub(super) fn new(water: u8, edge: f32) -> Self {
        let layer = || Layer { here: vec![0; (CUBES * CUBES * CUBES) as usize], shared: HashMap::new() };
        let (positions, normals, layers) = (Vec::new(), Vec::new(), [layer(), layer()]);
        Self { positions, normals, triangles: vec![Vec::new(); MATERIALS], layers, n_paid: 0, water, edge }
    }

    /// Draws the surfaces between the voxels of a chunk and those after them.
    pub(super) fn add(&mut self, window: &Window, chunk: [i32; 3]) {
        self.ground(window, chunk);
        if window.has_wet {
            self.water(window, chunk);
        }
    }

    /// Takes the bytes of what was added since the last time.
    pub(super) fn pay(&mut self, memory: &Allowance) -> Result<(), Problem> {
        let n_triangles = self.triangles.iter().map(Vec::len).fold(0, usize::saturating_add);
        let n_shared = self.layers.iter().map(|layer| layer.shared.len()).fold(0, usize::saturating_add);
        let sizes = [(self.positions.len(), 24), (n_triangles, 12), (n_shared, 32)];
        let n_bytes = sizes.iter().map(|(n, size)| n.saturating_mul(*size)).fold(0, usize::saturating_add);
        memory.take(n_bytes.saturating_sub(self.n_paid))?;
        self.n_paid = n_bytes;
        Ok(())
    }

    /// The vertices, and the triangles of each material.
    pub(super) fn end(self) -> (TriMesh, Vec<Triangles>) {
        let Self { positions, normals, triangles, .. } = self;
        let lists = (0..=u8::MAX).zip(triangles).filter(|(_, triangles)| !triangles.is_empty());
        (TriMesh { positions, normals, ..TriMesh::default() }, lists.collect())
    }

    fn ground(&mut self, window: &Window, chunk: [i32; 3]) {
        for y in -1..32 {
            for z in -1..32 {
                let rows = [(y, z), (y, z + 1), (y + 1, z), (y + 1, z + 1)];
                let rows = rows.map(|(y, z)| window.solid(y, z));
                let any = rows[0] | rows[1] | rows[2] | rows[3];
                let all = rows[0] & rows[1] & rows[2] & rows[3];
                // Bit 1 is at -1.
                let crossed = (any | any >> 1) & !(all & all >> 1) & ((1 << CUBES) - 1) << 1;
                for x in bits(crossed) {
                    let cube = [x, y, z];
                    self.vertex(0, chunk, cube, || ground_vertex(window, cube));
                }
            }
        }
        for (axis, ([dx, dy, dz], _)) in AXES.into_iter().enumerate() {
            for y in 0..32 {
                for z in 0..32 {
                    let (row, next) = (window.solid(y, z), window.solid(y + dy, z + dz) >> dx);
                    for x in bits((row ^ next) & INSIDE) {
                        let place = [x, y, z];
                        let faces_up = row >> (x + 2) & 1 != 0;
                        let inner = if faces_up { place } else { [x + dx, y + dy, z + dz] };
                        let material = window.voxel(inner).material;
                        self.face(0, axis, place, faces_up, material);
                    }
                }
            }
        }
    }

    /// Where water meets air. So that its surface ends at that of the ground and not before, it also covers the ground
    /// below air beside it.
    fn water(&mut self, window: &Window, chunk: [i32; 3]) {
        self.layers[1].here.fill(NONE);
        for (axis, ([dx, dy, dz], _)) in AXES.into_iter().enumerate() {
            for y in 0..32 {
                for z in 0..32 {
                    let (wet, next_wet) = (window.wet(y, z), window.wet(y + dy, z + dz) >> dx);
                    let (solid, next_solid) = (window.solid(y, z), window.solid(y + dy, z + dz) >> dx);
                    let shore = if axis == 1 { solid & near_water(window, y, z) } else { 0 };
                    let up = (wet | shore) & !next_wet & !next_solid & INSIDE;
                    let down = next_wet & !wet & !solid & INSIDE;
                    for (faces_up, crossed) in [(true, up), (false, down)] {
                        for x in bits(crossed) {
                            for cube in cubes(axis, [x, y, z]) {
                                self.vertex(1, chunk, cube, || water_vertex(window, cube));
                            }
                            self.face(1, axis, [x, y, z], faces_up, self.water);
                        }
                    }
                }
            }
        }
    }

    /// Makes the vertex of a cube, unless it is there.
    fn vertex(&mut self, layer: usize, chunk: [i32; 3], cube: [i32; 3], make: impl FnOnce() -> Vertex) {
        let place = number_of(cube);
        if layer == 1 && self.layers[1].here[place] != NONE {
            return;
        }
        let start = [0, 1, 2].map(|axis| chunk[axis] * CHUNK_EDGE + cube[axis]);
        let number = u32::try_from(self.positions.len()).unwrap_or(u32::MAX);
        let is_shared = cube.iter().any(|axis| *axis == -1 || *axis == 31);
        let Layer { here, shared } = &mut self.layers[layer];
        let known = if is_shared { *shared.entry(start).or_insert(number) } else { number };
        here[place] = known;
        if known == number {
            let (inner, normal) = make();
            // Exact, since places of chunks are limited.
            let start = Vec3::from_array(start.map(|axis| axis as f32 + 0.5));
            self.positions.push((start + inner) * self.edge);
            self.normals.push(normal);
        }
    }

    /// The four corners around the edge from a voxel along an axis.
    fn face(&mut self, layer: usize, axis: usize, place: [i32; 3], faces_up: bool, material: u8) {
        let here = &self.layers[layer].here;
        let mut corners = cubes(axis, place).map(|cube| here[number_of(cube)]);
        if !faces_up {
            corners.reverse();
        }
        let [a, b, c, d] = corners;
        let length = |from: u32, to: u32| {
            let across = self.positions[from as usize] - self.positions[to as usize];
            across.dot(across)
        };
        // Along the shorter diagonal.
        let pair = if length(a, c) <= length(b, d) { [[a, b, c], [a, c, d]] } else { [[b, c, d], [b, d, a]] };
        self.triangles[usize::from(material)].extend(pair);
    }
}

/// The places of bits that are set, where bit 2 is at 0.
fn bits(mut row: u64) -> impl Iterator<Item = i32> {
    std::iter::from_fn(move || {
        let place = row.trailing_zeros();
        (row != 0).then(|| {
            row &= row - 1;
            place.cast_signed() - 2
        })
    })
}

fn number_of([x, y, z]: [i32; 3]) -> usize {
    (((y + 1) * CUBES + z + 1) * CUBES + x + 1) as usize
}

/// The cubes around the edge from a voxel along an axis, counter-clockwise seen from where it leads.
fn cubes(axis: usize, place: [i32; 3]) -> [[i32; 3]; 4] {
    let [(b, _), (c, _)] = [1, 2].map(|next| AXES[(axis + next) % 3]);
    let before = |steps: [i32; 2]| [0, 1, 2].map(|it| place[it] - steps[0] * b[it] - steps[1] * c[it]);
    [[1, 1], [0, 1], [0, 0], [1, 0]].map(before)
}

/// The voxels of a row that have water at their sides, or above one of these, also across corners.
fn near_water(window: &Window, y: i32, z: i32) -> u64 {
    let mut near = 0;
    for y in [y, y + 1] {
        for z in [z - 1, z, z + 1] {
            near |= window.wet(y, z);
        }
    }
    near | near << 1 | near >> 1
}

/// Where an edge of a cube is crossed, between amounts of which one is at least half.
fn crossing(from: u8, to: u8) -> f32 {
    let (from, to) = (f32::from(from), f32::from(to));
    (f32::from(HALF) - 0.5 - from) / (to - from)
}

/// The edges of a cube along an axis, by the numbers of their ends.
fn edges(step: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..8).filter(move |corner| corner & step == 0).map(move |corner| (corner, corner | step))
}

/// A corner of a cube.
fn corner(number: usize) -> Vec3 {
    let at = |bit: usize| f32::from(u8::from(number & bit != 0));
    Vec3::new(at(1), at(4), at(2))
}

/// At the mean of the crossings, facing where the ground becomes less.
fn ground_vertex(window: &Window, cube: [i32; 3]) -> Vertex {
    let amounts = window.cube(cube).map(|voxel| voxel.solid);
    let (mut sum, mut n_crossings, mut slope) = (Vec3::ZERO, 0.0, [0_i32; 3]);
    for (axis, (direction, step)) in AXES.into_iter().enumerate() {
        for (from, to) in edges(step) {
            let (start, [from, to]) = (corner(from), [amounts[from], amounts[to]]);
            slope[axis] += i32::from(from) - i32::from(to);
            if (from >= HALF) != (to >= HALF) {
                let direction = Vec3::from_array(direction.map(|axis| axis as f32));
                sum += start + direction * crossing(from, to);
                n_crossings += 1.0;
            }
        }
    }
    let place = if n_crossings > 0.0 { sum * (1.0 / n_crossings) } else { Vec3::splat(0.5) };
    (place, Vec3::from_array(slope.map(|axis| axis as f32)).normalised().unwrap_or(Vec3::Y))
}

/// Along each axis at the mean of where water meets air, or else in the middle, so that edges of water stay sharp. Where it
/// does not, that of the ground.
fn water_vertex(window: &Window, cube: [i32; 3]) -> Vertex {
    let [x, y, z] = cube;
    let voxels = window.cube(cube);
    let ends: [(bool, bool, u8); 8] = std::array::from_fn(|number| {
        let step = |bit: usize| i32::from(number & bit != 0);
        let place = [x + step(1), y + step(4), z + step(2)];
        let (is_wet, amount) = (window.is_wet(place), voxels[number].liquid);
        // What is soaked is as full as what is beside it, which usually is full.
        (is_wet, window.is_solid(place), if is_wet && amount < HALF { 255 } else { amount })
    });
    let (mut inner, mut normal) = ([0.5; 3], [0.0; 3]);
    let mut meets_air = false;
    for (axis, (_, step)) in AXES.into_iter().enumerate() {
        let (mut sum, mut n_crossings) = (0.0, 0.0);
        for (from, to) in edges(step) {
            let ((from_wet, from_solid, from), (to_wet, to_solid, to)) = (ends[from], ends[to]);
            if from_wet != to_wet && !from_solid && !to_solid {
                sum += crossing(from, to);
                n_crossings += 1.0;
                normal[axis] += if from_wet { 1.0 } else { -1.0 };
            }
        }
        if n_crossings > 0.0 {
            (inner[axis], meets_air) = (sum / n_crossings, true);
        }
    }
    if !meets_air {
        return ground_vertex(window, cube);
    }
    (Vec3::from_array(inner), Vec3::from_array(normal).normalised().unwrap_or(Vec3::Y))
}

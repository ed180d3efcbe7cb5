//! The surfaces of the voxels in a window at full resolution.
#![expect(clippy::indexing_slicing, reason = "places in a window have constant bounds")]
#![expect(clippy::arithmetic_side_effects, reason = "places in a window have constant bounds")]

use super::CHUNK_EDGE;
use super::vertex::{AXES, Vertex};
use super::window::{MARGIN, Window};

/// A surface with a vertex for each cube of eight voxels that it crosses, and a face for each edge between two voxels
/// that it crosses. It covers the cubes that start in a chunk.
pub(super) struct Net {
    numbers: Numbers,
    pub(super) vertices: Vec<Vertex>,
    pub(super) faces: Vec<Face>,
}

/// A complete surface, and the replacement of each of its vertices.
pub(super) struct Sheet {
    pub(super) vertices: Vec<Vertex>,
    pub(super) faces: Vec<Face>,
    pub(super) chosen: Vec<u32>,
}

/// The index of the vertex of each cube. Surfaces use it one after the other, since clearing it takes less time than
/// making it.
pub(super) struct Numbers(Vec<u32>);

/// A face of two triangles.
#[derive(Clone, Copy)]
pub(super) struct Face {
    /// The corners of the face, counter-clockwise; the diagonal is between the first and the third.
    pub(super) corners: [u32; 4],
    /// The id of the voxels' material.
    pub(super) material: u8,
    /// Set if the face belongs to a voxel of the chunk, and not to one of the next chunk.
    pub(super) is_own: bool,
}

/// The index that stands for no vertex.
pub(super) const NONE: u32 = u32::MAX;

/// The number of cubes along an edge: those that start at -1 to 32.
const CUBES: i32 = CHUNK_EDGE + 2;

/// For each axis, the steps from a voxel to the cubes around the edge along the axis, counter-clockwise as seen from
/// the edge's end.
const AROUND: [[[i32; 3]; 4]; 3] = [
    [[0, -1, -1], [0, 0, -1], [0, 0, 0], [0, -1, 0]],
    [[-1, 0, -1], [-1, 0, 0], [0, 0, 0], [0, 0, -1]],
    [[-1, -1, 0], [0, -1, 0], [0, 0, 0], [-1, 0, 0]],
];

/// The bits of a window's row that belong to the chunk.
const INSIDE: u64 = 0xffff_ffff << MARGIN;

impl Numbers {
    /// Without vertices.
    pub(super) fn new() -> Self {
        Self(vec![NONE; (CUBES * CUBES * CUBES) as usize])
    }

    /// The index of the vertex of a cube; [`NONE`] without one.
    pub(super) fn at(&mut self, [x, y, z]: [i32; 3]) -> &mut u32 {
        &mut self.0[(((y + 1) * CUBES + z + 1) * CUBES + x + 1) as usize]
    }

    /// The index of the vertex of a cube, which may lie outside.
    pub(super) fn get(&mut self, cube: [i32; 3]) -> Option<usize> {
        let is_here = cube.iter().all(|axis| (-1..=CHUNK_EDGE).contains(axis));
        let number = is_here.then(|| *self.at(cube)).filter(|number| *number != NONE)?;
        Some(number as usize)
    }

    /// Removes these vertices, which are all.
    pub(super) fn clear(&mut self, vertices: &[Vertex]) {
        vertices.iter().for_each(|vertex| *self.at(vertex.cube) = NONE);
    }
}

impl Net {
    /// A surface without faces.
    pub(super) fn new(spare: &mut Vec<Numbers>) -> Self {
        let numbers = spare.pop().unwrap_or_else(Numbers::new);
        Self { numbers, vertices: Vec::new(), faces: Vec::new() }
    }

    /// The complete surface.
    pub(super) fn end(self, chosen: Vec<u32>, spare: &mut Vec<Numbers>) -> Sheet {
        let Self { mut numbers, vertices, faces } = self;
        numbers.clear(&vertices);
        spare.push(numbers);
        Sheet { vertices, faces, chosen }
    }

    /// Builds the surface of the ground.
    pub(super) fn ground(window: &Window, spare: &mut Vec<Numbers>) -> Self {
        let mut net = Self::new(spare);
        edges_of_rows(|axis, y, z, reach| {
            let ([dx, dy, dz], _) = AXES[axis];
            // A row of voxels is processed at a time: where the bits of two neighbours differ, there is a face.
            let (row, next) = (window.solid(y, z), window.solid(y + dy, z + dz) >> dx);
            for x in bits((row ^ next) & reach) {
                let place = [x, y, z];
                let faces_up = row >> (x + MARGIN) & 1 != 0;
                let inner = if faces_up { place } else { [x + dx, y + dy, z + dz] };
                let material = window.voxel(inner).material;
                net.face(axis, place, faces_up, material, |cube| Vertex::of_ground(window, cube));
            }
        });
        net
    }

    /// Builds the surface between water and air; `water` is the id of the material. It continues where ground next to
    /// water is below air, so that it ends below the surface of the ground and not before it.
    pub(super) fn water(window: &Window, water: u8, spare: &mut Vec<Numbers>) -> Self {
        let mut net = Self::new(spare);
        edges_of_rows(|axis, y, z, reach| {
            let ([dx, dy, dz], _) = AXES[axis];
            let (wet, next_wet) = (window.wet(y, z), window.wet(y + dy, z + dz) >> dx);
            let (solid, next_solid) = (window.solid(y, z), window.solid(y + dy, z + dz) >> dx);
            let shore = if axis == 1 { solid & near_water(window, y, z) } else { 0 };
            let up = (wet | shore) & !next_wet & !next_solid & reach;
            let down = next_wet & !wet & !solid & reach;
            for (faces_up, crossed) in [(true, up), (false, down)] {
                for x in bits(crossed) {
                    net.face(axis, [x, y, z], faces_up, water, |cube| Vertex::of_water(window, cube));
                }
            }
        });
        net.keep_ends();
        net
    }

    /// Fixes the vertices at the borders of the surface: those with a side that has no other face.
    fn keep_ends(&mut self) {
        // For each vertex and each of six directions, the number of faces that start there minus those that end.
        let mut balances = vec![0_i32; self.vertices.len()];
        for face in &self.faces {
            for (number, corner) in face.corners.into_iter().enumerate() {
                let [start, next] = [corner, face.corners[(number + 1) % 4]];
                let cubes = [start, next].map(|corner| self.vertices[corner as usize].cube);
                let axis = (0..3).find(|axis| cubes[0][*axis] != cubes[1][*axis]).unwrap_or(0);
                let is_up = cubes[1][axis] > cubes[0][axis];
                // Each direction has four bits: at most four faces share a side, so no count overflows into the next.
                let count = |is_up: bool| 1 << (4 * (2 * axis + usize::from(is_up)));
                balances[start as usize] += count(is_up);
                balances[next as usize] -= count(!is_up);
            }
        }
        for (vertex, balance) in self.vertices.iter_mut().zip(balances) {
            vertex.is_fixed = balance != 0;
        }
    }

    /// Fixes the vertices at which another surface ends.
    pub(super) fn meet(&mut self, other: &Self) {
        for end in other.vertices.iter().filter(|vertex| vertex.is_fixed) {
            if let Some(number) = self.numbers.get(end.cube) {
                let vertex = &mut self.vertices[number];
                vertex.is_fixed |= vertex.place == end.place;
            }
        }
    }

    /// Fixes the vertices at which materials meet.
    pub(super) fn keep_borders(&mut self) {
        let mut materials = vec![None; self.vertices.len()];
        for face in &self.faces {
            for corner in face.corners {
                let corner = corner as usize;
                self.vertices[corner].is_fixed |=
                    *materials[corner].get_or_insert(face.material) != face.material;
            }
        }
    }

    /// The index of the vertex of a cube, which is made if there is none.
    pub(super) fn vertex(&mut self, cube: [i32; 3], make: impl Fn([i32; 3]) -> Vertex) -> u32 {
        let number = self.numbers.at(cube);
        if *number == NONE {
            // There are fewer cubes than 2^32, so the index fits.
            *number = u32::try_from(self.vertices.len()).unwrap_or(NONE);
            self.vertices.push(make(cube));
        }
        *number
    }

    /// Adds the face around the edge from a voxel along an axis.
    pub(super) fn face(
        &mut self,
        axis: usize,
        place: [i32; 3],
        faces_up: bool,
        material: u8,
        make: impl Fn([i32; 3]) -> Vertex,
    ) {
        let ([x, y, z], mut corners) = (place, [NONE; 4]);
        for (corner, [dx, dy, dz]) in corners.iter_mut().zip(AROUND[axis]) {
            *corner = self.vertex([x + dx, y + dy, z + dz], &make);
        }
        if !faces_up {
            corners.reverse();
        }
        let at = |number: usize| self.vertices[corners[number] as usize].place;
        let (a, b, c, d) = (at(0), at(1), at(2), at(3));
        // The face is split along the shorter diagonal.
        if (a - c).dot(a - c) > (b - d).dot(b - d) {
            corners.rotate_left(1);
        }
        let is_own = place.iter().all(|axis| *axis < CHUNK_EDGE);
        self.faces.push(Face { corners, material, is_own });
    }
}

/// Visits rows of voxels along X and an axis: those with edges along the axis that belong to faces of cubes in the
/// chunk. The mask selects the voxels of these edges.
fn edges_of_rows(mut visit: impl FnMut(usize, i32, i32, u64)) {
    for y in 0..=CHUNK_EDGE {
        for z in 0..=CHUNK_EDGE {
            visit(0, y, z, INSIDE);
            if y < CHUNK_EDGE {
                visit(1, y, z, INSIDE | INSIDE << 1);
            }
            if z < CHUNK_EDGE {
                visit(2, y, z, INSIDE | INSIDE << 1);
            }
        }
    }
}

impl Face {
    /// The triangles of a face with these corners.
    pub(super) fn triangles([a, b, c, d]: [u32; 4]) -> [[u32; 3]; 2] {
        [[a, b, c], [a, c, d]]
    }
}

/// The positions of the set bits, relative to the first voxel of the chunk.
fn bits(mut row: u64) -> impl Iterator<Item = i32> {
    std::iter::from_fn(move || {
        let place = row.trailing_zeros();
        (row != 0).then(|| {
            row &= row - 1;
            place.cast_signed() - MARGIN
        })
    })
}

/// The voxels of a row that have water next to them, or above such a neighbour, including diagonal neighbours.
fn near_water(window: &Window, y: i32, z: i32) -> u64 {
    let mut near = 0;
    for y in [y, y + 1] {
        for z in [z - 1, z, z + 1] {
            near |= window.wet(y, z);
        }
    }
    near | near << 1 | near >> 1
}

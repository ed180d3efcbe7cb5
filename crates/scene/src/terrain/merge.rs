//! Simplification of flat regions of a surface.
#![expect(clippy::indexing_slicing, reason = "numbers of vertices, faces and cells are of their lists")]
#![expect(clippy::arithmetic_side_effects, reason = "places in a chunk have constant bounds")]

use super::CHUNK_EDGE;
use super::net::{Face, NONE, Net};
use super::vertex::Vertex;
use geom::Vec3;

/// Merges vertices of flat regions.
pub(super) struct Merger {
    /// Largest displacement of the surface, in voxels.
    error: f32,
    cells: Vec<Cell>,
    /// For each position, the index of its cell; then the same for the cells of surfaces that face down.
    cell_at: Vec<u32>,
    /// For each vertex in a cell, the index of the cell.
    cell_of: Vec<u32>,
    /// The planes of the two triangles of each face.
    planes: Vec<[Plane; 2]>,
    /// The faces that may touch cells.
    faces: Vec<u32>,
}

/// A plane: the points whose dot product with the normal is the given number.
type Plane = (Vec3, f32);

/// The vertices in a box of cubes.
struct Cell {
    place: usize,
    is_refused: bool,
    n_vertices: u32,
    /// The mean of the vertices; while they are added, their sum.
    middle: Vec3,
    /// The mean of the normals; while they are added, their sum.
    normal: Vec3,
    /// The range of the planes' heights above the middle, along the normal; `high` is its end.
    low: f32,
    high: f32,
    /// The sum of these heights, and their number.
    sum: f32,
    n_planes: u32,
    /// The number of faces with all corners in the cell, and of sides of faces with both ends in it.
    n_faces: u32,
    n_sides: u32,
    /// The vertex that replaces all others.
    vertex: u32,
}

/// The binary logarithms of the edges of cells, in cubes.
type Size = [u32; 3];

/// The number of levels; the largest cells are whole chunks.
const LEVELS: u32 = CHUNK_EDGE.ilog2();

/// The number of cubes that start in a chunk.
const N_CUBES: usize = (CHUNK_EDGE * CHUNK_EDGE * CHUNK_EDGE) as usize;

/// The sizes of cells next to creases and borders.
const SMALL: [Size; 7] = [[1, 1, 1], [0, 1, 1], [1, 0, 1], [1, 1, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]];

/// The cosine of the largest angle between a triangle and the normal of its cell: 60 degrees, so that the two sides of
/// a thin layer are never merged.
const TILT: f32 = 0.5;

impl Merger {
    /// A merger that may move the surface by this many voxels.
    pub(super) fn new(error: f32) -> Self {
        let cell_at = vec![NONE; 2 * N_CUBES];
        let (cells, cell_of, planes, faces) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { error, cells, cell_at, cell_of, planes, faces }
    }

    /// Adds vertices that replace several others of the chunk; returns the replacement of each vertex.
    pub(super) fn merge(&mut self, net: &mut Net) -> Vec<u32> {
        let mut chosen: Vec<u32> = (0..).take(net.vertices.len()).collect();
        if self.error.is_nan() || self.error <= 0.0 {
            return chosen;
        }
        net.keep_borders();
        let own = (0..).zip(&net.vertices).filter(|(_, vertex)| vertex.is_own());
        let (fixed, free): (Vec<_>, Vec<_>) = own.partition(|(_, vertex)| vertex.is_fixed);
        let [fixed, free] = [fixed, free].map(|list| list.into_iter().map(|(number, _)| number).collect());
        self.planes.clear();
        self.planes.extend(net.faces.iter().map(|face| planes(&net.vertices, face.corners)));
        let left = self.grow(net, free, fixed, &mut chosen);
        self.join_small(net, left, &mut chosen);
        chosen
    }

    /// Merges the vertices of cells on each level, if those of all smaller cells within were merged. Returns the
    /// vertices that were not merged.
    fn grow(
        &mut self,
        net: &mut Net,
        mut free: Vec<u32>,
        mut others: Vec<u32>,
        chosen: &mut [u32],
    ) -> Vec<u32> {
        let n_fixed = others.len();
        self.faces.clear();
        self.faces.extend((0..).take(net.faces.len()));
        for level in 1..=LEVELS {
            // Even one vertex is enough, since a larger cell is only tried where all smaller ones were accepted.
            self.gather(net, &free, [level; 3], 1);
            for other in &others {
                self.refuse(&net.vertices[*other as usize], [level; 3]);
            }
            self.measure(net);
            self.accept(net);
            let (merged, refused): (Vec<_>, Vec<_>) =
                free.into_iter().partition(|vertex| self.choose(*vertex, chosen));
            others.extend(refused);
            free = merged;
            if free.is_empty() {
                break;
            }
        }
        let mut left = others.split_off(n_fixed);
        left.retain(|vertex| chosen[*vertex as usize] == *vertex);
        left
    }

    /// Merges vertices in small boxes, next to vertices that are not merged.
    fn join_small(&mut self, net: &mut Net, mut left: Vec<u32>, chosen: &mut [u32]) {
        self.faces.clear();
        self.faces.extend((0..).take(net.faces.len()));
        for size in SMALL {
            self.gather(net, &left, size, 2);
            self.measure(net);
            self.accept(net);
            left.retain(|vertex| !self.choose(*vertex, chosen));
        }
    }

    /// Replaces a vertex by that of its cell, if the cell was accepted.
    fn choose(&self, vertex: u32, chosen: &mut [u32]) -> bool {
        let cell = &self.cells[self.cell_of[vertex as usize] as usize];
        if !cell.is_refused {
            chosen[vertex as usize] = cell.vertex;
        }
        !cell.is_refused
    }

    /// Assigns vertices to cells of a size, and refuses those with fewer than `n_least`.
    fn gather(&mut self, net: &Net, some: &[u32], size: Size, n_least: u32) {
        for cell in self.cells.drain(..) {
            self.cell_at[cell.place] = NONE;
        }
        self.cell_of.clear();
        self.cell_of.resize(net.vertices.len(), NONE);
        for number in some {
            let vertex = &net.vertices[*number as usize];
            let place = place_of(vertex, size);
            let at = &mut self.cell_at[place];
            if *at == NONE {
                // There is at most one cell for each cube, so the index fits.
                *at = u32::try_from(self.cells.len()).unwrap_or(NONE);
                self.cells.push(Cell::new(place));
            }
            self.cell_of[*number as usize] = *at;
            self.cells[*at as usize].add(vertex);
        }
        for cell in &mut self.cells {
            cell.centre();
            cell.is_refused |= cell.n_vertices < n_least;
        }
    }

    /// Refuses the cell of a vertex.
    fn refuse(&mut self, vertex: &Vertex, size: Size) {
        if let Some(cell) = self.cells.get_mut(self.cell_at[place_of(vertex, size)] as usize) {
            cell.is_refused = true;
        }
    }

    /// Measures the triangles that touch cells. Faces that touch none are removed from the list.
    fn measure(&mut self, net: &Net) {
        let Self { cells, cell_of, planes, faces, error, .. } = self;
        let error = *error;
        faces.retain(|face| {
            let around = net.faces[*face as usize].corners.map(|corner| cell_of[corner as usize]);
            let [at, others @ ..] = around;
            // A fast path: most faces are within one cell, or in none.
            if others == [at; 3] {
                if let Some(cell) = cells.get_mut(at as usize).filter(|cell| !cell.is_refused) {
                    cell.n_sides += 4;
                    cell.n_faces += 1;
                    planes[*face as usize].into_iter().for_each(|plane| cell.measure(plane, error));
                }
                return at != NONE;
            }
            for (number, at) in around.into_iter().enumerate() {
                let Some(cell) = cells.get_mut(at as usize).filter(|cell| !cell.is_refused) else { continue };
                cell.n_sides += u32::from(around[(number + 1) % 4] == at);
                // Each cell measures a face once, however many of its corners are in it.
                if !around[..number].contains(&at) {
                    planes[*face as usize].into_iter().for_each(|plane| cell.measure(plane, error));
                }
            }
            true
        });
    }

    /// Adds a vertex for each cell that can be merged.
    fn accept(&mut self, net: &mut Net) {
        for cell in &mut self.cells {
            match cell.merged(self.error) {
                Some((place, normal)) => {
                    cell.vertex = u32::try_from(net.vertices.len()).unwrap_or(NONE);
                    net.vertices.push(Vertex { cube: [0; 3], place, normal, is_fixed: false });
                }
                None => cell.is_refused = true,
            }
        }
    }
}

/// The vertex that replaces those of all cubes of a chunk at one height, if they are level; the last face of the net is
/// one of theirs.
pub(super) fn flattened(net: &Net, vertices: impl Iterator<Item = Vertex>, error: f32) -> Option<Vertex> {
    let mut cell = Cell::new(0);
    vertices.for_each(|vertex| cell.add(&vertex));
    cell.centre();
    let [plane, _] = planes(&net.vertices, net.faces.last()?.corners);
    // The faces that touch the cubes of the chunk, each with two triangles.
    let n_planes = 2 * (CHUNK_EDGE + 1) * (CHUNK_EDGE + 1);
    (0..n_planes).for_each(|_| cell.measure(plane, error));
    // Of the disc, all but the corners.
    (cell.n_faces, cell.n_sides) = (1, 2 * cell.n_vertices);
    let (place, normal) = cell.merged(error)?;
    Some(Vertex { cube: [0; 3], place, normal, is_fixed: false })
}

impl Cell {
    fn new(place: usize) -> Self {
        Self {
            place,
            is_refused: false,
            n_vertices: 0,
            middle: Vec3::ZERO,
            normal: Vec3::ZERO,
            low: f32::INFINITY,
            high: f32::NEG_INFINITY,
            sum: 0.0,
            n_planes: 0,
            n_faces: 0,
            n_sides: 0,
            vertex: NONE,
        }
    }

    fn add(&mut self, vertex: &Vertex) {
        self.n_vertices += 1;
        self.middle += vertex.place;
        self.normal += vertex.normal;
    }

    fn centre(&mut self) {
        self.middle = self.middle * (1.0 / self.n_vertices as f32);
        let normal = self.normal.normalised();
        self.is_refused |= normal.is_none();
        self.normal = normal.unwrap_or(Vec3::Y);
    }

    fn measure(&mut self, (normal, offset): Plane, error: f32) {
        let cosine = normal.dot(self.normal);
        self.is_refused |= cosine < TILT;
        let above = (offset - normal.dot(self.middle)) / cosine;
        if above.is_finite() {
            self.low = self.low.min(above);
            self.high = self.high.max(above);
            self.sum += above;
            self.n_planes += 1;
            self.is_refused |= (self.high - self.low) * 0.5 > error;
        }
    }

    /// The vertex that replaces all others, if it is near the planes of all triangles, and these form a disc.
    fn merged(&self, error: f32) -> Option<(Vec3, Vec3)> {
        // The vertex is at the mean height, which hardly changes the volume, or as near to it as the error allows.
        let mean = self.sum / self.n_planes.max(1) as f32;
        let rise = mean.min(self.low + error).max(self.high - error);
        // The Euler characteristic of a disc: corners plus faces equal sides plus one. Inner sides are counted twice.
        let is_disc = 2 * (self.n_vertices + self.n_faces) == self.n_sides + 2;
        (!self.is_refused && is_disc).then(|| (self.middle + self.normal * rise, self.normal))
    }
}

/// The index of the cell that contains a vertex. The lower side of a layer has cells of its own: many Roblox places
/// stand on a layer that is a few voxels thick, whose two sides would otherwise share all larger cells.
fn place_of(vertex: &Vertex, size: Size) -> usize {
    let [x, y, z] = [0, 1, 2].map(|axis| vertex.cube[axis] >> size[axis]);
    let place = ((y * CHUNK_EDGE + z) * CHUNK_EDGE + x) as usize;
    if vertex.normal.y < -TILT { N_CUBES + place } else { place }
}

/// The planes of the two triangles of a face. A triangle without an area has the plane of the other.
fn planes(vertices: &[Vertex], corners: [u32; 4]) -> [Plane; 2] {
    let place = |corner: u32| vertices[corner as usize].place;
    let plane = |[a, b, c]: [u32; 3]| {
        let (a, b, c) = (place(a), place(b), place(c));
        let normal = (b - a).cross(c - a).normalised()?;
        Some((normal, normal.dot(a)))
    };
    let [one, other] = Face::triangles(corners).map(plane);
    let none = (Vec3::splat(f32::NAN), f32::NAN);
    [one.or(other).unwrap_or(none), other.or(one).unwrap_or(none)]
}

//! Flat parts of a surface with fewer vertices.
#![expect(clippy::indexing_slicing, reason = "numbers of vertices, faces and cells are of their lists")]
#![expect(clippy::arithmetic_side_effects, reason = "places in a chunk have constant bounds")]

use super::CHUNK_EDGE;
use super::net::{Face, NONE, Net};
use super::vertex::Vertex;
use geom::Vec3;

/// Finds vertices that can stand for several.
pub(super) struct Merger {
    /// How far the surface may move, in voxels.
    error: f32,
    cells: Vec<Cell>,
    /// The number of the cell at each place.
    cell_at: Vec<u32>,
    /// The number of the cell of each vertex that is in one.
    cell_of: Vec<u32>,
    /// The planes of the two triangles of each face.
    planes: Vec<[Plane; 2]>,
    /// The numbers of the faces that may touch cells.
    faces: Vec<u32>,
}

/// All points of which the dot product with the normal is this.
type Plane = (Vec3, f32);

/// Vertices in a box of cubes.
struct Cell {
    place: usize,
    is_refused: bool,
    n_vertices: u32,
    /// The mean of its vertices; first their sum.
    middle: Vec3,
    /// The mean of their normals; first their sum.
    normal: Vec3,
    /// Between which heights above the middle, along the normal, the planes of its triangles are.
    low: f32,
    high: f32,
    /// The sum of these heights, and how many there are.
    sum: f32,
    n_planes: u32,
    /// The faces with all of their corners in the cell, and the sides of faces with both of their ends in it.
    n_faces: u32,
    n_sides: u32,
    /// The vertex that stands for all of them.
    vertex: u32,
}

/// The logarithms of the edges of cells, in cubes.
type Size = [u32; 3];

/// The largest cells are chunks.
const LEVELS: u32 = CHUNK_EDGE.ilog2();

/// The cells beside creases and borders.
const SMALL: [Size; 7] = [[1, 1, 1], [0, 1, 1], [1, 0, 1], [1, 1, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]];

/// The cosine of the angle by which triangles may be tilted against the normal of their cell: 60 degrees, so that the two
/// sides of something thin never become one.
const TILT: f32 = 0.5;

impl Merger {
    /// The surface may move by so many voxels.
    pub(super) fn new(error: f32) -> Self {
        let cell_at = vec![NONE; (CHUNK_EDGE * CHUNK_EDGE * CHUNK_EDGE) as usize];
        let (cells, cell_of, planes, faces) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { error, cells, cell_at, cell_of, planes, faces }
    }

    /// Adds vertices that stand for several others of the chunk, and gives the number of that which stands for each.
    pub(super) fn merge(&mut self, net: &mut Net) -> Vec<u32> {
        let mut chosen: Vec<u32> = (0..).take(net.vertices.len()).collect();
        if self.error <= 0.0 {
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

    /// Merges all vertices in cells of each level, if they were merged in all smaller cells there. Gives those of which
    /// nothing was merged.
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
            self.gather(net, &free, [level; 3]);
            for other in &others {
                self.refuse(net.vertices[*other as usize].cube, [level; 3]);
            }
            self.measure(net);
            // Even one vertex is accepted, since a larger cell is only tried where all smaller ones were.
            self.accept(net, 1);
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

    /// Merges vertices in small boxes, where they are beside others that stay.
    fn join_small(&mut self, net: &mut Net, mut left: Vec<u32>, chosen: &mut [u32]) {
        self.faces.clear();
        self.faces.extend((0..).take(net.faces.len()));
        for size in SMALL {
            self.gather(net, &left, size);
            self.measure(net);
            self.accept(net, 2);
            left.retain(|vertex| !self.choose(*vertex, chosen));
        }
    }

    /// Has the vertex of its cell stand for a vertex, if there is one.
    fn choose(&self, vertex: u32, chosen: &mut [u32]) -> bool {
        let cell = &self.cells[self.cell_of[vertex as usize] as usize];
        if !cell.is_refused {
            chosen[vertex as usize] = cell.vertex;
        }
        !cell.is_refused
    }

    /// Puts vertices into cells of a size.
    fn gather(&mut self, net: &Net, some: &[u32], size: Size) {
        for cell in self.cells.drain(..) {
            self.cell_at[cell.place] = NONE;
        }
        self.cell_of.clear();
        self.cell_of.resize(net.vertices.len(), NONE);
        for number in some {
            let vertex = &net.vertices[*number as usize];
            let place = place_of(vertex.cube, size);
            let at = &mut self.cell_at[place];
            if *at == NONE {
                // At most one for each cube.
                *at = u32::try_from(self.cells.len()).unwrap_or(NONE);
                self.cells.push(Cell::new(place));
            }
            self.cell_of[*number as usize] = *at;
            self.cells[*at as usize].add(vertex);
        }
        self.cells.iter_mut().for_each(Cell::centre);
    }

    /// Refuses the cell of a cube.
    fn refuse(&mut self, cube: [i32; 3], size: Size) {
        if let Some(cell) = self.cells.get_mut(self.cell_at[place_of(cube, size)] as usize) {
            cell.is_refused = true;
        }
    }

    /// Measures the triangles that touch cells. Faces that touch none are not looked at again.
    fn measure(&mut self, net: &Net) {
        let Self { cells, cell_of, planes, faces, .. } = self;
        faces.retain(|face| {
            let around = net.faces[*face as usize].corners.map(|corner| cell_of[corner as usize]);
            let [at, others @ ..] = around;
            // Most are within one cell, or in none.
            if others == [at; 3] {
                if let Some(cell) = cells.get_mut(at as usize).filter(|cell| !cell.is_refused) {
                    cell.n_sides += 4;
                    cell.n_faces += 1;
                    planes[*face as usize].into_iter().for_each(|plane| cell.measure(plane));
                }
                return at != NONE;
            }
            for (number, at) in around.into_iter().enumerate() {
                let Some(cell) = cells.get_mut(at as usize).filter(|cell| !cell.is_refused) else { continue };
                cell.n_sides += u32::from(around[(number + 1) % 4] == at);
                // Each cell measures a face once, however many of its corners are in it.
                if !around[..number].contains(&at) {
                    planes[*face as usize].into_iter().for_each(|plane| cell.measure(plane));
                }
            }
            true
        });
    }

    /// Adds a vertex for each cell that one can stand for, if it has as many vertices.
    fn accept(&mut self, net: &mut Net, n_least: u32) {
        for cell in &mut self.cells {
            match cell.merged(self.error).filter(|_| cell.n_vertices >= n_least) {
                Some((place, normal)) => {
                    cell.vertex = u32::try_from(net.vertices.len()).unwrap_or(NONE);
                    net.vertices.push(Vertex { cube: [0; 3], place, normal, is_fixed: false });
                }
                None => cell.is_refused = true,
            }
        }
    }
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

    fn measure(&mut self, (normal, offset): Plane) {
        let cosine = normal.dot(self.normal);
        self.is_refused |= cosine < TILT;
        let above = (offset - normal.dot(self.middle)) / cosine;
        if above.is_finite() {
            self.low = self.low.min(above);
            self.high = self.high.max(above);
            self.sum += above;
            self.n_planes += 1;
        }
    }

    /// One vertex for all, if it is near the planes of all triangles, and these are a disc.
    fn merged(&self, error: f32) -> Option<(Vec3, Vec3)> {
        // At their mean, which hardly changes the volume, or as near to it as the error lets it be.
        let mean = self.sum / self.n_planes.max(1) as f32;
        let rise = mean.min(self.low + error).max(self.high - error);
        // As many corners and faces as sides, and one.
        let is_disc = 2 * (self.n_vertices + self.n_faces) == self.n_sides + 2;
        let is_flat = (self.high - self.low) * 0.5 <= error;
        (!self.is_refused && is_flat && is_disc).then(|| (self.middle + self.normal * rise, self.normal))
    }
}

/// The place of a cell that has a cube.
fn place_of(cube: [i32; 3], size: Size) -> usize {
    let [x, y, z] = [0, 1, 2].map(|axis| cube[axis] >> size[axis]);
    ((y * CHUNK_EDGE + z) * CHUNK_EDGE + x) as usize
}

/// The planes of the two triangles of a face. One without an area has none.
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

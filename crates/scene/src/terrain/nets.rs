//! Assembly of the surfaces of all chunks.
#![expect(clippy::indexing_slicing, reason = "numbers of vertices are of their lists")]
#![expect(clippy::arithmetic_side_effects, reason = "places of chunks are limited")]

use super::CHUNK_EDGE;
use super::interleaved;
use super::layers::Layers;
use super::merge::Merger;
use super::net::{Face, NONE, Net, Numbers, Sheet};
use super::vertex::Vertex;
use super::window::Window;
use crate::allowance::Allowance;
use crate::problem::Problem;
use geom::{TriMesh, Vec3};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// The surfaces in the window of a chunk.
pub(super) struct Patch {
    ground: Sheet,
    water: Option<Sheet>,
}

/// What patches are built with, one after the other.
pub(super) struct Tools {
    error: f32,
    merger: Merger,
    spare: Vec<Numbers>,
}

impl Tools {
    /// Tools that may move surfaces by this many voxels.
    pub(super) fn new(error: f32) -> Self {
        Self { error, merger: Merger::new(error), spare: Vec::new() }
    }
}

impl Patch {
    /// Builds the surfaces; `water` is the material id of water.
    pub(super) fn build(window: &Window, water: u8, tools: &mut Tools) -> Self {
        Self::of_layers(window, water, tools).unwrap_or_else(|| Self::of_voxels(window, water, tools))
    }

    /// A fast path: in many places, most chunks are level.
    pub(super) fn of_layers(window: &Window, water: u8, tools: &mut Tools) -> Option<Self> {
        let Tools { error, spare, .. } = tools;
        let layers = Layers::from_window(window).filter(|_| *error > 0.0)?;
        let wet = if window.has_wet { Some(layers.water(window, water, *error, spare)?) } else { None };
        Some(Self { water: wet, ground: layers.ground(window, *error, spare)? })
    }

    pub(super) fn of_voxels(window: &Window, water: u8, tools: &mut Tools) -> Self {
        let Tools { merger, spare, .. } = tools;
        let mut ground = Net::ground(window, spare);
        let wet = window.has_wet.then(|| Net::water(window, water, spare));
        if let Some(wet) = &wet {
            ground.meet(wet);
        }
        let mut sheet = |mut net: Net| {
            let chosen = merger.merge(&mut net);
            net.end(chosen, spare)
        };
        Self { water: wet.map(&mut sheet), ground: sheet(ground) }
    }
}

/// The state of the assembly.
pub(super) struct Nets {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    /// The triangles of each material.
    triangles: Vec<Vec<[u32; 3]>>,
    /// For ground and water of each chunk, the vertices of the last cubes, which later chunks share, until none needs them.
    ends: [Ends; 2],
    /// The chunks that have such vertices, by the place in the order of the last chunk that needs them.
    needed: BinaryHeap<Reverse<(u64, [i32; 3])>>,
    /// The number of shared vertices.
    n_ends: usize,
    /// The indices of the vertices before a chunk, while it is added.
    before: Numbers,
    /// The number of bytes charged so far.
    n_paid: usize,
    /// The length of the edge of a voxel.
    edge: f32,
}

type Ends = HashMap<[i32; 3], Vec<([i8; 3], u32)>>;

/// The number of materials: one for each value of a byte.
const MATERIALS: usize = 256;

/// The triangles of a material.
pub(super) type Triangles = (u8, Vec<[u32; 3]>);

impl Nets {
    /// An empty mesh; voxels have edges of this length.
    pub(super) fn new(edge: f32) -> Self {
        Self {
            positions: Vec::new(),
            normals: Vec::new(),
            triangles: vec![Vec::new(); MATERIALS],
            ends: Default::default(),
            needed: BinaryHeap::new(),
            n_ends: 0,
            before: Numbers::new(),
            n_paid: 0,
            edge,
        }
    }

    /// Adds the surfaces between the voxels of a chunk and the voxels after them. All lower neighbours of the chunk,
    /// whose cubes end in it, must have been added before.
    pub(super) fn add(&mut self, Patch { ground, water }: &Patch, chunk: [i32; 3]) {
        let now = interleaved(chunk);
        while let Some(Reverse((last, old))) = self.needed.peek().copied()
            && last < now
        {
            self.needed.pop();
            let left = self.ends.iter_mut().filter_map(|ends| ends.remove(&old));
            self.n_ends -= left.map(|ends| ends.len()).sum::<usize>();
        }
        for (layer, sheet) in water.iter().map(|water| (1, water)).chain([(0, ground)]) {
            self.draw(layer, sheet, chunk);
        }
        if self.ends.iter().any(|ends| ends.contains_key(&chunk)) {
            self.needed.push(Reverse((interleaved(chunk.map(|axis| axis + 1)), chunk)));
        }
    }

    /// Charges the bytes above those that were charged so far.
    pub(super) fn pay(&mut self, memory: &Allowance) -> Result<(), Problem> {
        let n_triangles = self.triangles.iter().map(Vec::len).fold(0, usize::saturating_add);
        let n_lists = self.ends.iter().map(HashMap::len).fold(0, usize::saturating_add);
        let sizes = [(self.positions.len(), 24), (n_triangles, 12), (self.n_ends, 8), (n_lists, 48)];
        let n_bytes = sizes.iter().map(|(n, size)| n.saturating_mul(*size)).fold(0, usize::saturating_add);
        memory.take(n_bytes.saturating_sub(self.n_paid))?;
        self.n_paid = self.n_paid.max(n_bytes);
        Ok(())
    }

    /// Returns the vertices, and the triangles of each material.
    pub(super) fn end(self) -> (TriMesh, Vec<Triangles>) {
        let Self { positions, normals, triangles, .. } = self;
        let lists = (0..=u8::MAX).zip(triangles).filter(|(_, triangles)| !triangles.is_empty());
        (TriMesh { positions, normals, ..TriMesh::default() }, lists.collect())
    }

    fn draw(&mut self, layer: usize, Sheet { vertices, faces, chosen }: &Sheet, chunk: [i32; 3]) {
        let ends = &mut self.ends[layer];
        let mut numbers = vec![NONE; vertices.len()];
        for (number, vertex) in (0..).zip(vertices).filter(|(_, vertex)| !vertex.is_own()) {
            *self.before.at(vertex.cube) = number;
        }
        for number in 1..8_i32 {
            let steps = [number & 1, number >> 1 & 1, number >> 2];
            let before = [0, 1, 2].map(|axis| chunk[axis] - steps[axis]);
            for (cube, number) in ends.get(&before).into_iter().flatten() {
                let cube = [0, 1, 2].map(|axis| i32::from(cube[axis]) - CHUNK_EDGE * steps[axis]);
                if let Some(vertex) = self.before.get(cube) {
                    numbers[vertex] = *number;
                }
            }
        }
        self.before.clear(vertices);
        let mut own_ends = Vec::new();
        for (own, chosen) in chosen.iter().copied().enumerate().filter(|(own, _)| vertices[*own].is_own()) {
            let number = &mut numbers[chosen as usize];
            if *number == NONE {
                *number = u32::try_from(self.positions.len()).unwrap_or(NONE);
                let Vertex { place, normal, .. } = vertices[chosen as usize];
                // The conversion is exact, since positions of chunks are bounded.
                let start = chunk.map(|axis| (axis * CHUNK_EDGE) as f32 + 0.5);
                self.positions.push((Vec3::from_array(start) + place) * self.edge);
                self.normals.push(normal);
            }
            let (number, cube) = (*number, vertices[own].cube);
            numbers[own] = number;
            // Later chunks start a cube before their first voxel, which is the last cube here.
            if cube.contains(&(CHUNK_EDGE - 1)) {
                own_ends.push((cube.map(|axis| i8::try_from(axis).unwrap_or_default()), number));
            }
        }
        if !own_ends.is_empty() {
            self.n_ends += own_ends.len();
            ends.insert(chunk, own_ends);
        }
        for face in faces.iter().filter(|face| face.is_own) {
            let corners = face.corners.map(|corner| numbers[corner as usize]);
            let wide = Face::triangles(corners).into_iter().filter(|[a, b, c]| a != b && b != c && c != a);
            self.triangles[usize::from(face.material)].extend(wide);
        }
    }
}

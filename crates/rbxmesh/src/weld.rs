//! Vertices that are nearly the same become one.

use crate::skin::palettes;
use crate::{Mesh, Vertex};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::iter::{once, successors};

/// How much the vertices that `Mesh::weld` joins may differ, for each attribute. By default not at all.
///
/// A tolerance is the largest difference of each number of an attribute; with infinity, the attribute does not count.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WeldOptions {
    position: f32,
    normal: f32,
    uv: f32,
    tangent: f32,
    colour: f32,
}

impl WeldOptions {
    /// How far apart positions may be on each axis, in studs.
    #[must_use]
    pub fn position(mut self, tolerance: f32) -> Self {
        self.position = tolerance.max(0.0);
        self
    }

    /// How much normals may differ on each axis, where they have length 1.
    #[must_use]
    pub fn normal(mut self, tolerance: f32) -> Self {
        self.normal = tolerance.max(0.0);
        self
    }

    /// How much U and V may differ.
    #[must_use]
    pub fn uv(mut self, tolerance: f32) -> Self {
        self.uv = tolerance.max(0.0);
        self
    }

    /// How much the bytes of tangents may differ, of which 127 are a length of 1.
    #[must_use]
    pub fn tangent(mut self, tolerance: f32) -> Self {
        self.tangent = tolerance.max(0.0);
        self
    }

    /// How much red, green, blue and alpha may differ, out of 255.
    #[must_use]
    pub fn colour(mut self, tolerance: f32) -> Self {
        self.colour = tolerance.max(0.0);
        self
    }

    /// The numbers of a vertex that are compared, with their tolerances; positions first.
    fn numbers(&self, vertex: &Vertex) -> [(f32, f32); N_NUMBERS] {
        let Vertex { position, normal, uv, tangent, colour } = vertex;
        let [x, y, z] = position.to_array().map(|number| (number, self.position));
        let [nx, ny, nz] = normal.to_array().map(|number| (number, self.normal));
        let [u, v] = [uv.x, uv.y].map(|number| (number, self.uv));
        let [tx, ty, tz, tw] = tangent.0.map(|byte| (f32::from(byte), self.tangent));
        let [r, g, b, a] = colour.to_array().map(|byte| (f32::from(byte), self.colour));
        [x, y, z, nx, ny, nz, u, v, tx, ty, tz, tw, r, g, b, a]
    }

    /// For each vertex the one that it becomes: the first of those that are near it and of the same kind, or itself.
    ///
    /// Of more than 256 different vertices of a kind at one place, each is compared with the last 256.
    ///
    /// ```
    /// use rbxmesh::geom::Vec3;
    /// use rbxmesh::{Vertex, WeldOptions};
    ///
    /// let vertices = [0.0, 1.0, 1.01, 1.01].map(|x| Vertex { position: Vec3::new(x, 0.0, 0.0), ..Vertex::default() });
    /// let options = WeldOptions::default().position(0.02);
    /// assert_eq!(options.joined(&vertices, |_| 0), [0, 1, 1, 1]);
    /// assert_eq!(options.joined(&vertices, |number| number / 3), [0, 1, 1, 3]);
    /// ```
    #[must_use]
    pub fn joined<K: Eq + Hash>(&self, vertices: &[Vertex], kind: impl Fn(u32) -> K) -> Vec<u32> {
        // The last vertex of each place, and for each vertex the one before it there; places with equal hashes are one.
        let mut last: HashMap<u64, u32> = HashMap::new();
        let mut before = vec![NONE; vertices.len()];
        let mut joined = Vec::with_capacity(vertices.len());
        for (own, vertex) in (0_u32..).zip(vertices) {
            let (own_kind, numbers) = (kind(own), self.numbers(vertex));
            let bits = numbers.map(|(number, tolerance)| if tolerance > 0.0 { 0 } else { exact(number) });
            let (cell, beside) = cell(numbers);
            let is_same = |other: &u32| {
                let other_numbers = vertices.get(*other as usize).map(|vertex| self.numbers(vertex));
                other_numbers.is_some_and(|other| are_near(numbers, other)) && kind(*other) == own_kind
            };
            let found = cells(cell, beside).filter_map(|cell| {
                let first = last.get(&hash(&(&own_kind, bits, cell))).copied();
                let chain = successors(first, |vertex| before.get(*vertex as usize).copied());
                chain.take_while(|vertex| *vertex != NONE).take(MAX_COMPARED).find(is_same)
            });
            let becomes = found.min().unwrap_or(own);
            if becomes == own {
                let place = last.insert(hash(&(&own_kind, bits, cell)), own);
                if let Some((before, place)) = before.get_mut(own as usize).zip(place) {
                    *before = place;
                }
            }
            joined.push(becomes);
        }
        joined
    }
}

const N_NUMBERS: usize = 16;

/// What vertices that become one have in common, besides what is near.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Kind<'a> {
    /// The first level that uses the vertex, and the palette that it has its bones from.
    owners: [usize; 2],
    envelope: [[u8; 4]; 2],
    texture_w: u32,
    surplus: &'a [u8],
}

/// With how many vertices each is compared, of those of its kind at its place: enough for what is there in real meshes,
/// and a bound for all others.
const MAX_COMPARED: usize = 256;

/// Stands for no vertex.
const NONE: u32 = u32::MAX;

impl Mesh {
    /// Joins vertices that differ by no more than these tolerances, and returns how many were removed.
    ///
    /// The first of several such vertices stays as it is. Only vertices of the same level of detail, with the same bones
    /// and weights, are joined. Of more than 256 different vertices at one position, each is compared with the last 256.
    /// Faces that have no area afterwards stay; [`sanitize`](Self::sanitize) removes them. Files of 1.x store a vertex
    /// for each corner: `write` refuses those in which vertices were joined.
    ///
    /// ```
    /// use rbxmesh::geom::Vec3;
    /// use rbxmesh::{Mesh, Vertex, WeldOptions};
    ///
    /// let at = |x| Vertex { position: Vec3::new(x, 0.0, 0.0), ..Vertex::default() };
    /// let vertices = vec![at(0.0), at(1.0), at(2.0), at(2.01), at(1.0), at(3.0)];
    /// let mut mesh = Mesh { vertices, faces: vec![[0, 1, 2], [3, 4, 5]], ..Mesh::default() };
    /// assert_eq!(mesh.weld(&WeldOptions::default()), 1);
    /// assert_eq!(mesh.weld(&WeldOptions::default().position(0.02)), 1);
    /// assert_eq!(mesh.faces, [[0, 1, 2], [2, 1, 3]]);
    /// ```
    pub fn weld(&mut self, options: &WeldOptions) -> usize {
        let owners = self.owners();
        let joined = options.joined(&self.vertices, |vertex| self.kind(vertex, &owners));
        let kept: Vec<bool> = (0_u32..).zip(&joined).map(|(vertex, first)| vertex == *first).collect();
        let n_removed = kept.iter().filter(|kept| !**kept).count();
        if n_removed > 0 {
            let first = |vertex: u32| joined.get(vertex as usize).copied().unwrap_or(vertex);
            self.faces.as_flattened_mut().iter_mut().for_each(|vertex| *vertex = first(*vertex));
            self.keep_vertices(&kept);
        }
        n_removed
    }

    fn kind(&self, vertex: u32, owners: &[[usize; 2]]) -> Kind<'_> {
        let at = vertex as usize;
        let envelope = self.envelopes.get(at).copied().unwrap_or_default();
        let size = self.surplus_of_vertex();
        let start = at.saturating_mul(size);
        Kind {
            owners: owners.get(at).copied().unwrap_or_default(),
            envelope: [envelope.slots, envelope.weights],
            texture_w: self.texture_w.get(at).map_or(0, |w| w.to_bits()),
            surplus: self.surplus.vertices.get(start..start.saturating_add(size)).unwrap_or_default(),
        }
    }

    /// The first level that uses each vertex, and its palette.
    fn owners(&self) -> Vec<[usize; 2]> {
        let mut owners = vec![[usize::MAX; 2]; self.vertices.len()];
        for (level, faces) in self.lods().into_iter().enumerate() {
            for vertex in self.faces.get(faces).unwrap_or_default().as_flattened() {
                if let Some([owner, _]) = owners.get_mut(*vertex as usize) {
                    *owner = level.min(*owner);
                }
            }
        }
        for (palette, (vertices, _)) in palettes(self).into_iter().enumerate() {
            let end = vertices.end.min(owners.len());
            let owners = owners.get_mut(vertices.start..end).unwrap_or_default();
            owners.iter_mut().for_each(|[_, owner]| *owner = palette);
        }
        owners
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn are_near(a: [(f32, f32); N_NUMBERS], b: [(f32, f32); N_NUMBERS]) -> bool {
    let is_near = |(a, tolerance): (f32, f32), b: f32| exact(a) == exact(b) || (a - b).abs() <= tolerance;
    a.into_iter().zip(b).all(|(a, (b, _))| is_near(a, b))
}

/// The bits of a number, where 0 has no sign.
fn exact(number: f32) -> u32 {
    (number + 0.0).to_bits()
}

/// The cell that a position is in, and on each axis the cell beside it that is nearer.
///
/// Cells are twice as long as the tolerance, so all that is near a position is in these.
fn cell(numbers: [(f32, f32); N_NUMBERS]) -> ([i64; 3], [i64; 3]) {
    let mut cell = ([0; 3], [0; 3]);
    for ((own, beside), (number, tolerance)) in cell.0.iter_mut().zip(&mut cell.1).zip(numbers) {
        if tolerance > 0.0 {
            let place = f64::from(number) / (2.0 * f64::from(tolerance));
            #[expect(clippy::cast_possible_truncation, reason = "what is beyond is in one cell")]
            let floor = place.floor() as i64;
            *own = floor;
            *beside =
                if place - place.floor() < 0.5 { floor.saturating_sub(1) } else { floor.saturating_add(1) };
        }
    }
    cell
}

/// All cells of which each axis is one of these two, each once.
fn cells(own: [i64; 3], beside: [i64; 3]) -> impl Iterator<Item = [i64; 3]> {
    let axis = |axis: usize| [own, beside].map(|cell| cell.get(axis).copied().unwrap_or_default());
    let both = move |[a, b]: [i64; 2]| once(a).chain((a != b).then_some(b));
    let [x, y, z] = [0, 1, 2].map(axis);
    both(x).flat_map(move |x| both(y).flat_map(move |y| both(z).map(move |z| [x, y, z])))
}

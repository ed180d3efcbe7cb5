//! Welding of vertices that are nearly equal.

use crate::colour::Rgba8;
use crate::vec::{Vec2, Vec3};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::iter::{once, successors};

/// Tolerances for welding, one for each attribute; 0 by default, so that only equal vertices are welded.
///
/// A tolerance is the maximum difference of each number of an attribute. With an infinite tolerance, the
/// attribute is ignored.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub struct WeldOptions {
    position: f32,
    normal: f32,
    uv: f32,
    tangent: f32,
    colour: f32,
}

impl WeldOptions {
    /// Sets the tolerance of positions on each axis, in the unit of the mesh.
    pub fn position(self, tolerance: f32) -> Self {
        Self { position: tolerance.max(0.0), ..self }
    }

    /// Sets the tolerance of unit normals on each axis.
    pub fn normal(self, tolerance: f32) -> Self {
        Self { normal: tolerance.max(0.0), ..self }
    }

    /// Sets the tolerance of texture coordinates.
    pub fn uv(self, tolerance: f32) -> Self {
        Self { uv: tolerance.max(0.0), ..self }
    }

    /// Sets the tolerance of the bytes of tangents; a length of 1 is 127.
    pub fn tangent(self, tolerance: f32) -> Self {
        Self { tangent: tolerance.max(0.0), ..self }
    }

    /// Sets the tolerance of red, green, blue and alpha, which range from 0 to 255.
    pub fn colour(self, tolerance: f32) -> Self {
        Self { colour: tolerance.max(0.0), ..self }
    }

    /// The numbers of a vertex that are compared, each with its tolerance; the position is first.
    fn numbers(&self, vertex: WeldVertex) -> [(f32, f32); N_NUMBERS] {
        let WeldVertex { position, normal, uv, tangent, colour } = vertex;
        let [x, y, z] = position.to_array().map(|number| (number, self.position));
        let [nx, ny, nz] = normal.to_array().map(|number| (number, self.normal));
        let [u, v] = [uv.x, uv.y].map(|number| (number, self.uv));
        let [tx, ty, tz, tw] = tangent.map(|byte| (f32::from(byte), self.tangent));
        let [r, g, b, a] = colour.to_array().map(|byte| (f32::from(byte), self.colour));
        [x, y, z, nx, ny, nz, u, v, tx, ty, tz, tw, r, g, b, a]
    }

    /// Returns, for each vertex, the index of the vertex into which it is welded: the first one of the same
    /// kind within the tolerances, or itself.
    ///
    /// If there are more than 256 different vertices of a kind near one position, each is only compared with
    /// the last 256.
    ///
    /// ```
    /// use geom::{Vec3, WeldOptions, WeldVertex};
    ///
    /// let at = |x| WeldVertex { position: Vec3::new(x, 0.0, 0.0), ..WeldVertex::default() };
    /// let vertices = [0.0, 1.0, 1.01, 1.01].map(at);
    /// let options = WeldOptions::default().position(0.02);
    /// assert_eq!(options.weld(&vertices, |_| 0), [0, 1, 1, 1]);
    /// assert_eq!(options.weld(&vertices, |number| number / 3), [0, 1, 1, 3]);
    /// ```
    #[must_use]
    pub fn weld<V: Copy + Into<WeldVertex>, K: Eq + Hash>(
        &self,
        vertices: &[V],
        kind: impl Fn(u32) -> K,
    ) -> Vec<u32> {
        // The last vertex in each cell, and for each vertex the one before it in its cell. Cells with equal hashes
        // share a list, which costs time but finds the same vertices.
        let mut last: HashMap<u64, u32> = HashMap::new();
        let mut before = vec![NONE; vertices.len()];
        let mut welded = Vec::with_capacity(vertices.len());
        for (own, vertex) in (0_u32..).zip(vertices) {
            let (own_kind, numbers) = (kind(own), self.numbers((*vertex).into()));
            let bits = numbers.map(|(number, tolerance)| if tolerance > 0.0 { 0 } else { key_bits(number) });
            let (cell, neighbour) = cell(numbers);
            let is_same = |other: &u32| {
                let other_numbers =
                    vertices.get(*other as usize).map(|vertex| self.numbers((*vertex).into()));
                other_numbers.is_some_and(|other| are_near(numbers, other)) && kind(*other) == own_kind
            };
            let found = cells(cell, neighbour).filter_map(|cell| {
                let first = last.get(&hash(&(&own_kind, bits, cell))).copied();
                let chain = successors(first, |vertex| before.get(*vertex as usize).copied());
                chain.take_while(|vertex| *vertex != NONE).take(MAX_COMPARED).find(is_same)
            });
            let target = found.min().unwrap_or(own);
            if target == own {
                let previous = last.insert(hash(&(&own_kind, bits, cell)), own);
                if let Some((before, previous)) = before.get_mut(own as usize).zip(previous) {
                    *before = previous;
                }
            }
            welded.push(target);
        }
        welded
    }
}

/// The attributes of a vertex that [`WeldOptions`] compare.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct WeldVertex {
    /// The position.
    pub position: Vec3,
    /// The unit normal.
    pub normal: Vec3,
    /// The texture coordinates.
    pub uv: Vec2,
    /// The tangent and the sign of the bitangent, as bytes; a length of 1 is 127.
    pub tangent: [u8; 4],
    /// The colour.
    pub colour: Rgba8,
}

/// The numbers of a [`WeldVertex`]: 3 + 3 + 2 + 4 + 4.
const N_NUMBERS: usize = 16;

/// The maximum number of vertices of the same kind in a cell with which a vertex is compared. Real meshes
/// have fewer; the bound keeps the time linear for all others.
const MAX_COMPARED: usize = 256;

/// Stands for the index of a vertex that does not exist.
const NONE: u32 = u32::MAX;

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn are_near(a: [(f32, f32); N_NUMBERS], b: [(f32, f32); N_NUMBERS]) -> bool {
    let is_near =
        |(a, tolerance): (f32, f32), b: f32| key_bits(a) == key_bits(b) || (a - b).abs() <= tolerance;
    a.into_iter().zip(b).all(|(a, (b, _))| is_near(a, b))
}

/// The bits of a number, with -0 taken for 0.
fn key_bits(number: f32) -> u32 {
    (number + 0.0).to_bits()
}

/// The cell of a position, and on each axis the coordinate of the nearer neighbour of that cell.
///
/// Cells are twice as long as the tolerance, so all positions within the tolerance are in these cells.
fn cell(numbers: [(f32, f32); N_NUMBERS]) -> ([i64; 3], [i64; 3]) {
    let mut cell = ([0; 3], [0; 3]);
    for ((own, neighbour), (number, tolerance)) in cell.0.iter_mut().zip(&mut cell.1).zip(numbers) {
        if tolerance > 0.0 {
            let place = f64::from(number) / (2.0 * f64::from(tolerance));
            #[expect(clippy::cast_possible_truncation, reason = "positions beyond share a cell")]
            let floor = place.floor() as i64;
            *own = floor;
            *neighbour =
                if place - place.floor() < 0.5 { floor.saturating_sub(1) } else { floor.saturating_add(1) };
        }
    }
    cell
}

/// All cells whose coordinate on each axis is one of two, without duplicates.
fn cells(own: [i64; 3], neighbour: [i64; 3]) -> impl Iterator<Item = [i64; 3]> {
    let axis = |axis: usize| [own, neighbour].map(|cell| cell.get(axis).copied().unwrap_or_default());
    let both = move |[a, b]: [i64; 2]| once(a).chain((a != b).then_some(b));
    let [x, y, z] = [0, 1, 2].map(axis);
    both(x).flat_map(move |x| both(y).flat_map(move |y| both(z).map(move |z| [x, y, z])))
}

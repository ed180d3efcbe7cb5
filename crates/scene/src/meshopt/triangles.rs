//! The triangle codec: each triangle as an edge of a recent triangle, and a vertex that is new or recent.

use super::{put_number, take_number, taken, unzigzag, zigzag};

/// The first byte of the data: codec and version 1.
const HEADER: u8 = 0xe1;

/// The table of pairs of codes for the second and third vertex of a triangle without a known edge, which then need no
/// byte of their own. The encoder writes it at the end of the data.
const USUAL: [u8; 16] =
    [0x00, 0x76, 0x87, 0x56, 0x67, 0x78, 0xa9, 0x86, 0x65, 0x89, 0x68, 0x98, 0x01, 0x69, 0x00, 0x00];

/// The number of bytes for the header and the tail.
pub(super) const TAIL: usize = 17;

/// Codes below this are ages of recent vertices; `LESS` and `MORE` are one less and one more than the last explicit
/// index, and `FREE` is an explicit index.
const N_KNOWN: u8 = 13;
const LESS: u8 = 13;
const MORE: u8 = 14;
const FREE: u8 = 15;

/// A ring buffer of the sixteen most recent values.
struct Recent<T> {
    list: [T; 16],
    next: usize,
}

impl<T: Copy + PartialEq> Recent<T> {
    fn filled_with(nothing: T) -> Self {
        Self { list: [nothing; 16], next: 0 }
    }

    fn push(&mut self, new: T) {
        if let Some(place) = self.list.get_mut(self.next) {
            *place = new;
        }
        self.next = self.next.wrapping_add(1) & 15;
    }

    /// The value pushed `age` steps before the newest.
    fn get(&self, age: u8) -> Option<T> {
        self.list.get(self.next.wrapping_sub(1).wrapping_sub(age.into()) & 15).copied()
    }

    /// The age of the newest value for which a condition holds.
    fn age(&self, is_it: impl Fn(T) -> bool) -> Option<u8> {
        (0..16).find(|age| self.get(*age).is_some_and(&is_it))
    }
}

/// The state that encoder and decoder share.
struct CoderState {
    edges: Recent<[u32; 2]>,
    vertices: Recent<u32>,
    /// The smallest index that no triangle has used.
    next: u32,
    /// The last explicit index.
    last: u32,
}

impl CoderState {
    const NOTHING: u32 = u32::MAX;

    fn new() -> Self {
        let (edges, vertices) = (Recent::filled_with([Self::NOTHING; 2]), Recent::filled_with(Self::NOTHING));
        Self { edges, vertices, next: 0, last: 0 }
    }

    /// Takes the next new vertex.
    fn new_vertex(&mut self) -> u32 {
        let vertex = self.next;
        self.next = vertex.wrapping_add(1);
        vertex
    }

    /// Records a triangle at a known edge.
    fn push_behind(&mut self, [a, b, c]: [u32; 3], is_new: bool) {
        if is_new {
            self.vertices.push(c);
        }
        // Edges are stored reversed, as the triangle on the other side has them.
        self.edges.push([c, b]);
        self.edges.push([a, c]);
    }

    /// Records a triangle without a known edge, and those of its vertices that were not recent.
    fn push(&mut self, [a, b, c]: [u32; 3], codes: [u8; 3]) {
        for (vertex, code) in [a, b, c].into_iter().zip(codes) {
            if code == 0 || code == FREE {
                self.vertices.push(vertex);
            }
        }
        self.edges.push([b, a]);
        self.edges.push([c, b]);
        self.edges.push([a, c]);
    }
}

/// Splits off the first byte, which must equal `header`.
pub(super) fn header(rest: &mut &[u8], header: u8) -> Result<(), String> {
    match taken(rest, 1)? {
        [first] if *first == header => Ok(()),
        [first, ..] => Err(format!("the data begin with {first:#x} instead of {header:#x}")),
        [] => Ok(()),
    }
}

pub(super) fn decode(count: usize, bytes: &[u8]) -> Result<Vec<u32>, String> {
    let mut rest = bytes;
    header(&mut rest, HEADER)?;
    let n_data = rest.len().checked_sub(USUAL.len()).ok_or("the data end too early")?;
    let mut data = taken(&mut rest, n_data)?;
    let (usual, codes) = (rest, taken(&mut data, count / 3)?);
    let mut state = CoderState::new();
    let mut indices = Vec::with_capacity(count);
    for code in codes {
        let (edge, code) = (code >> 4, code & 15);
        let triangle = if edge < 15 {
            behind(&mut state, edge, code, &mut data)?
        } else if code < 14 {
            let pair = usual.get(usize::from(code)).copied().unwrap_or_default();
            apart(&mut state, [0, pair >> 4, pair & 15], &mut data)?
        } else {
            let pair = taken(&mut data, 1)?.first().copied().unwrap_or_default();
            if pair == 0 {
                state.next = 0;
            }
            apart(&mut state, [if code == 14 { 0 } else { FREE }, pair >> 4, pair & 15], &mut data)?
        };
        indices.extend(triangle);
    }
    if data.is_empty() { Ok(indices) } else { Err(format!("{} bytes are left over", data.len())) }
}

/// Decodes a triangle at a known edge.
fn behind(state: &mut CoderState, edge: u8, code: u8, data: &mut &[u8]) -> Result<[u32; 3], String> {
    let [a, b] = state.edges.get(edge).unwrap_or_default();
    let c = match code {
        0 => state.new_vertex(),
        code if code < N_KNOWN => state.vertices.get(code).unwrap_or_default(),
        LESS => state.last.wrapping_sub(1),
        MORE => state.last.wrapping_add(1),
        _ => state.last.wrapping_add(unzigzag(take_number(data)?)),
    };
    if code >= N_KNOWN {
        state.last = c;
    }
    state.push_behind([a, b, c], code == 0 || code >= N_KNOWN);
    Ok([a, b, c])
}

/// Decodes a triangle without a known edge.
fn apart(state: &mut CoderState, codes: [u8; 3], data: &mut &[u8]) -> Result<[u32; 3], String> {
    let mut triangle = [0; 3];
    for (vertex, code) in triangle.iter_mut().zip(codes) {
        *vertex = match code {
            0 => state.new_vertex(),
            FREE => 0,
            code => state.vertices.get(code.saturating_sub(1)).unwrap_or_default(),
        };
    }
    for (vertex, code) in triangle.iter_mut().zip(codes) {
        if code == FREE {
            state.last = state.last.wrapping_add(unzigzag(take_number(data)?));
            *vertex = state.last;
        }
    }
    state.push(triangle, codes);
    Ok(triangle)
}

pub(super) fn encode(indices: &[u32]) -> Vec<u8> {
    let mut state = CoderState::new();
    let (mut codes, mut data) = (vec![HEADER], Vec::new());
    for triangle in indices.as_chunks().0 {
        codes.push(
            put_behind(&mut state, *triangle, &mut data)
                .unwrap_or_else(|| put_apart(&mut state, *triangle, &mut data)),
        );
    }
    codes.extend(data);
    codes.extend(USUAL);
    codes
}

/// The three rotations of a triangle.
fn turns([a, b, c]: [u32; 3]) -> [[u32; 3]; 3] {
    [[a, b, c], [b, c, a], [c, a, b]]
}

/// Writes an explicit index as its difference from the last one.
fn put_index(state: &mut CoderState, index: u32, data: &mut Vec<u8>) {
    put_number(zigzag(index.wrapping_sub(state.last)), data);
    state.last = index;
}

/// The inverse of [`behind`]; `None` if no edge is known.
fn put_behind(state: &mut CoderState, triangle: [u32; 3], data: &mut Vec<u8>) -> Option<u8> {
    let turns = turns(triangle);
    let edge =
        state.edges.age(|edge| turns.iter().any(|[a, b, _]| edge == [*a, *b])).filter(|age| *age < 15)?;
    let known = state.edges.get(edge)?;
    let [a, b, c] = turns.into_iter().find(|[a, b, _]| known == [*a, *b])?;
    // The newest vertex has no code, because 0 means that the vertex is new.
    let age = state.vertices.age(|vertex| vertex == c).filter(|age| (1..N_KNOWN).contains(age));
    let code = match age {
        Some(age) => age,
        None if c == state.next => {
            state.new_vertex();
            0
        }
        None => {
            let code = match c.wrapping_sub(state.last) {
                1 => MORE,
                u32::MAX => LESS,
                _ => FREE,
            };
            if code == FREE {
                put_index(state, c, data);
            }
            state.last = c;
            code
        }
    };
    state.push_behind([a, b, c], code == 0 || code >= N_KNOWN);
    Some((edge << 4) | code)
}

/// The inverse of [`apart`].
fn put_apart(state: &mut CoderState, triangle: [u32; 3], data: &mut Vec<u8>) -> u8 {
    // A new vertex must be the first, if there is any.
    let turns = turns(triangle);
    let [a, b, c] = turns.into_iter().find(|[a, ..]| *a == state.next).unwrap_or(triangle);
    // The triangle 0, 1, 2 restarts the numbering, as for the next mesh.
    let is_reset = [a, b, c] == [0, 1, 2] && state.next > 0;
    if is_reset {
        state.next = 0;
        // The recent vertices belong to the previous numbering.
        state.vertices.list = [CoderState::NOTHING; 16];
    }
    // The code is the age plus one, and 15 has another meaning.
    let known = [b, c].map(|vertex| state.vertices.age(|other| other == vertex).filter(|age| *age < 14));
    let mut code_of = |vertex: u32, age: Option<u8>| match age {
        Some(age) => age.saturating_add(1),
        None if vertex == state.next => {
            state.new_vertex();
            0
        }
        None => FREE,
    };
    let first = code_of(a, None);
    let codes = [first, code_of(b, known[0]), code_of(c, known[1])];
    let pair = (codes[1] << 4) | codes[2];
    let usual = (0_u8..14).zip(USUAL).find(|(_, usual)| *usual == pair).filter(|_| first == 0 && !is_reset);
    if usual.is_none() {
        // A byte of 0 restarts the numbering in readers. It is written only for a restart: otherwise, two new vertices
        // at the end follow a new one at the front, and that pair is in the table.
        data.push(pair);
    }
    for (vertex, code) in [a, b, c].into_iter().zip(codes) {
        if code == FREE {
            put_index(state, vertex, data);
        }
    }
    state.push([a, b, c], codes);
    0xf0 | usual.map_or(if first == 0 { 14 } else { 15 }, |(number, _)| number)
}

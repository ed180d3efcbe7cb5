//! Triangles: each by an edge that one of the last had, and a vertex that is new or that one of the last had.

use super::{put_number, take_number, taken, unzigzag, zigzag};

/// How the data begin: version 1.
const HEADER: u8 = 0xe1;

/// The pairs of codes for the second and the third vertex of a triangle without a known edge that take no byte of their
/// own. They stand at the end of the data.
const USUAL: [u8; 16] =
    [0x00, 0x76, 0x87, 0x56, 0x67, 0x78, 0xa9, 0x86, 0x65, 0x89, 0x68, 0x98, 0x01, 0x69, 0x00, 0x00];

/// The bytes at the beginning and at the end.
pub(super) const TAIL: usize = 17;

/// Vertices are named by how long ago they were seen below this; then one less and one more than the last free index.
const N_KNOWN: u8 = 13;
const LESS: u8 = 13;
const MORE: u8 = 14;
const FREE: u8 = 15;

/// The last sixteen of something.
struct Recent<T> {
    list: [T; 16],
    next: usize,
}

impl<T: Copy + PartialEq> Recent<T> {
    fn of(nothing: T) -> Self {
        Self { list: [nothing; 16], next: 0 }
    }

    fn push(&mut self, new: T) {
        if let Some(place) = self.list.get_mut(self.next) {
            *place = new;
        }
        self.next = self.next.wrapping_add(1) & 15;
    }

    /// What was pushed so many before the newest.
    fn get(&self, age: u8) -> Option<T> {
        self.list.get(self.next.wrapping_sub(1).wrapping_sub(age.into()) & 15).copied()
    }

    /// How many were pushed after the first that this is true of, counted from the newest.
    fn age(&self, is_it: impl Fn(T) -> bool) -> Option<u8> {
        (0..16).find(|age| self.get(*age).is_some_and(&is_it))
    }
}

/// What both directions remember.
struct State {
    edges: Recent<[u32; 2]>,
    vertices: Recent<u32>,
    /// The first index that no triangle had.
    next: u32,
    /// The last index that was stored as a number.
    last: u32,
}

impl State {
    const NOTHING: u32 = u32::MAX;

    fn new() -> Self {
        let (edges, vertices) = (Recent::of([Self::NOTHING; 2]), Recent::of(Self::NOTHING));
        Self { edges, vertices, next: 0, last: 0 }
    }

    /// The next new vertex.
    fn new_vertex(&mut self) -> u32 {
        let vertex = self.next;
        self.next = vertex.wrapping_add(1);
        vertex
    }

    /// Remembers what is behind a known edge.
    fn push_behind(&mut self, [a, b, c]: [u32; 3], is_new: bool) {
        if is_new {
            self.vertices.push(c);
        }
        // Turned round, as the triangle on the other side has it.
        self.edges.push([c, b]);
        self.edges.push([a, c]);
    }

    /// Remembers a triangle without a known edge, and those of its vertices that were not among the last.
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

/// Takes away the first byte, which has to be this.
pub(super) fn header(rest: &mut &[u8], header: u8) -> Result<(), String> {
    match taken(rest, 1)? {
        [first] if *first == header => Ok(()),
        [first, ..] => Err(format!("{first:#x} is not how the data begin, which is {header:#x}")),
        [] => Ok(()),
    }
}

pub(super) fn decode(count: usize, bytes: &[u8]) -> Result<Vec<u32>, String> {
    let mut rest = bytes;
    header(&mut rest, HEADER)?;
    let n_data = rest.len().checked_sub(USUAL.len()).ok_or("the data end too early")?;
    let mut data = taken(&mut rest, n_data)?;
    let (usual, codes) = (rest, taken(&mut data, count / 3)?);
    let mut state = State::new();
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

/// A triangle at a known edge.
fn behind(state: &mut State, edge: u8, code: u8, data: &mut &[u8]) -> Result<[u32; 3], String> {
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

/// A triangle without a known edge.
fn apart(state: &mut State, codes: [u8; 3], data: &mut &[u8]) -> Result<[u32; 3], String> {
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
    let mut state = State::new();
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

/// The three ways to name a triangle.
fn turns([a, b, c]: [u32; 3]) -> [[u32; 3]; 3] {
    [[a, b, c], [b, c, a], [c, a, b]]
}

/// Writes an index as its difference from the last such.
fn put_index(state: &mut State, index: u32, data: &mut Vec<u8>) {
    put_number(zigzag(index.wrapping_sub(state.last)), data);
    state.last = index;
}

/// The mirror of [`behind`]; `None` if no edge is known.
fn put_behind(state: &mut State, triangle: [u32; 3], data: &mut Vec<u8>) -> Option<u8> {
    let turns = turns(triangle);
    let edge =
        state.edges.age(|edge| turns.iter().any(|[a, b, _]| edge == [*a, *b])).filter(|age| *age < 15)?;
    let known = state.edges.get(edge)?;
    let [a, b, c] = turns.into_iter().find(|[a, b, _]| known == [*a, *b])?;
    // The newest cannot be named, as 0 says that the vertex is new.
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

/// The mirror of [`apart`].
fn put_apart(state: &mut State, triangle: [u32; 3], data: &mut Vec<u8>) -> u8 {
    // A new vertex is the first, if there is any.
    let turns = turns(triangle);
    let [a, b, c] = turns.into_iter().find(|[a, ..]| *a == state.next).unwrap_or(triangle);
    // Where counting begins anew, as with the next mesh.
    let is_reset = [a, b, c] == [0, 1, 2] && state.next > 0;
    if is_reset {
        state.next = 0;
        // None of those before are meant from here on.
        state.vertices.list = [State::NOTHING; 16];
    }
    // The code is one more than the age, and 15 is taken.
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
        // 0 has readers begin counting anew, and only comes with a reset: two new vertices at the end have
        // another at the front, and that pair is a usual one.
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

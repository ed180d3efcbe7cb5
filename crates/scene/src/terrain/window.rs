//! Chunks of terrain and their surroundings.

use super::{CHUNK_EDGE, Chunk, Run, Voxel, is_near};
use std::collections::HashMap;
use std::sync::Arc;

/// The occupancy from which a voxel belongs to a material: a half is stored as 127 or 128.
pub(super) const HALF: u8 = 127;

/// The number of voxels along the edge of a chunk, which is the number of bits of a row.
const EDGE: usize = CHUNK_EDGE as usize;

/// The number of voxels of a chunk.
const CHUNK_VOXELS: usize = EDGE * EDGE * EDGE;

/// The number of voxels by which a window exceeds a chunk: faces can touch the cubes after the chunk, and soaked voxels
/// depend on neighbours.
pub(super) const MARGIN: i32 = 3;

/// [`MARGIN`] as `usize`.
const BESIDE: usize = MARGIN as usize;

/// The bits of the first voxels after a chunk.
const AFTER: u64 = (1 << BESIDE) - 1;

/// The number of rows along the edge of a window.
const ROWS: usize = EDGE + 2 * BESIDE;

/// The share of a chunk's voxels with a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fill {
    None,
    All,
    Some,
}

impl Fill {
    fn from_count(n: usize) -> Self {
        match n {
            0 => Self::None,
            CHUNK_VOXELS => Self::All,
            _ => Self::Some,
        }
    }
}

/// The facts about a chunk that do not need its voxels.
struct ChunkFacts<'g, C> {
    chunk: &'g C,
    solid: Fill,
    wet: Fill,
}

/// All chunks, and a cache of the voxels of recent ones.
pub(super) struct Chunks<'g, C> {
    known: HashMap<[i32; 3], ChunkFacts<'g, C>>,
    /// For each chunk in the ring, its index.
    numbers: HashMap<[i32; 3], usize>,
    ring: Vec<([i32; 3], Arc<Cells>)>,
    /// The index of the entry that is replaced next.
    next: usize,
    /// The voxels of chunks of few runs, by these: a sea has few different ones.
    plain: HashMap<Vec<Run>, Arc<Cells>>,
    /// The numbers of the arrangements of such chunks, in the order in which they appear.
    arrangements: HashMap<[u16; 27], usize>,
}

/// The largest numbers of runs of such a chunk, of these chunks, and of arrangements, whose surfaces take 0.3 MB each.
const MOST_RUNS: usize = 8;
const MOST_PLAIN: usize = 64;
const MOST_ARRANGED: usize = 32;

/// A chunk that may contain a surface.
pub(super) struct Framed {
    /// `None` if an earlier chunk of the same arrangement has the same.
    pub(super) window: Option<Window>,
    /// The number of the arrangement of the chunk and its neighbours, if all of them have few runs.
    pub(super) arrangement: Option<usize>,
}

/// The number of chunks that stay unpacked, which take 28 MB.
const KEPT: usize = 256;

/// The voxels of a chunk, and for each row of 32 along X the bits of those that are solid, water, or solid but less
/// than half full.
pub(super) struct Cells {
    voxels: Vec<Voxel>,
    solid: Vec<u32>,
    wet: Vec<u32>,
    thin: Vec<u32>,
    /// A number, from 1, for each different chunk of few runs; 0 for all others.
    number: u16,
}

/// True if a voxel belongs to the ground.
fn is_solid(voxel: Voxel) -> bool {
    voxel.solid >= HALF
}

/// True if a voxel is water and does not belong to the ground.
fn is_wet(voxel: Voxel) -> bool {
    voxel.liquid >= HALF && !is_solid(voxel)
}

impl<'g, C: Chunk> Chunks<'g, C> {
    pub(super) fn new(chunks: &'g [C]) -> Self {
        let near = chunks.iter().filter(|chunk| is_near(chunk.position()));
        let known = near.map(|chunk| {
            let (mut n_solid, mut n_wet) = (0_usize, 0_usize);
            for run in chunk.runs() {
                let count =
                    |sum: &mut usize, is: bool| *sum = sum.saturating_add(if is { run.len } else { 0 });
                count(&mut n_solid, is_solid(run.voxel));
                count(&mut n_wet, is_wet(run.voxel));
            }
            (
                chunk.position(),
                ChunkFacts { chunk, solid: Fill::from_count(n_solid), wet: Fill::from_count(n_wet) },
            )
        });
        // Of several chunks at one position, the last is used.
        Self {
            known: known.collect(),
            numbers: HashMap::new(),
            ring: Vec::new(),
            next: 0,
            plain: HashMap::new(),
            arrangements: HashMap::new(),
        }
    }

    pub(super) fn positions(&self) -> impl Iterator<Item = [i32; 3]> {
        self.known.keys().copied()
    }

    /// The window around a chunk that may contain a surface, unless an earlier chunk has the same one.
    pub(super) fn framed(&mut self, place: [i32; 3]) -> Option<Framed> {
        let (near, has_wet) = self.near(place)?;
        let is_plain = near.iter().flatten().all(|cells| cells.number > 0);
        let key = near.each_ref().map(|cells| cells.as_ref().map_or(0, |cells| cells.number));
        let known = self.arrangements.get(&key).copied().filter(|_| is_plain);
        let next = self.arrangements.len();
        let new = (known.is_none() && is_plain && next < MOST_ARRANGED).then_some(next);
        if let Some(new) = new {
            self.arrangements.insert(key, new);
        }
        let window = known.is_none().then(|| Window::new(near, has_wet));
        Some(Framed { window, arrangement: known.or(new) })
    }

    /// The voxels of a chunk and its neighbours, and whether there is water, if the chunk may contain a surface.
    fn near(&mut self, place: [i32; 3]) -> Option<([Option<Arc<Cells>>; 27], bool)> {
        let around = around(place);
        let fill = |place: &[i32; 3]| {
            self.known.get(place).map_or((Fill::None, Fill::None), |known| (known.solid, known.wet))
        };
        let fills = around.map(|place| fill(&place));
        // The surface of the ground lies between the voxels of the chunk and those after them. The chunk itself has the
        // number 13; 1 more is the next along X, 3 more along Z, 9 more along Y.
        let after = [13, 14, 16, 17, 22, 23, 25, 26].map(|number| fills.get(number).map(|fill| fill.0));
        let is_even = |fill| after.iter().all(|other| *other == Some(fill));
        let has_wet = fills.iter().any(|fill| fill.1 != Fill::None);
        if !has_wet && (is_even(Fill::None) || is_even(Fill::All)) {
            return None;
        }
        if fills.iter().all(|fill| fill.1 == Fill::All) {
            return None;
        }
        Some((around.map(|place| self.cells(place)), has_wet))
    }

    /// The window around a chunk, if it may contain a surface.
    #[cfg(test)]
    pub(super) fn window(&mut self, place: [i32; 3]) -> Option<Window> {
        self.near(place).map(|(near, has_wet)| Window::new(near, has_wet))
    }

    fn cells(&mut self, place: [i32; 3]) -> Option<Arc<Cells>> {
        if let Some((_, cells)) = self.numbers.get(&place).and_then(|number| self.ring.get(*number)) {
            return Some(Arc::clone(cells));
        }
        let cells = self.unpacked(self.known.get(&place)?.chunk);
        let one = (place, Arc::clone(&cells));
        match self.ring.get_mut(self.next) {
            Some(old) => {
                self.numbers.remove(&old.0);
                *old = one;
            }
            None => self.ring.push(one),
        }
        self.numbers.insert(place, self.next);
        self.next = self.next.wrapping_add(1) % KEPT;
        Some(cells)
    }

    /// Unpacks a chunk, or finds the voxels of an earlier one with the same few runs.
    fn unpacked(&mut self, chunk: &C) -> Arc<Cells> {
        let Some(runs) = few_runs(chunk) else { return Arc::new(Cells::from_chunk(chunk, 0)) };
        if let Some(cells) = self.plain.get(&runs) {
            return Arc::clone(cells);
        }
        let next = self.plain.len().saturating_add(1);
        let number = u16::try_from(next).ok().filter(|_| next <= MOST_PLAIN);
        let cells = Arc::new(Cells::from_chunk(chunk, number.unwrap_or_default()));
        if number.is_some() {
            self.plain.insert(runs, Arc::clone(&cells));
        }
        cells
    }
}

/// The runs of a chunk, each of another voxel than the one before, if they are few.
pub(super) fn few_runs(chunk: &impl Chunk) -> Option<Vec<Run>> {
    let mut runs: Vec<Run> = Vec::new();
    for run in chunk.runs() {
        let n_runs = runs.len();
        match runs.last_mut() {
            Some(last) if last.voxel == run.voxel => last.len = last.len.saturating_add(run.len),
            _ if n_runs == MOST_RUNS => return None,
            _ => runs.push(run),
        }
    }
    Some(runs)
}

/// The positions of a chunk and its neighbours: X varies fastest, then Z, then Y.
fn around([x, y, z]: [i32; 3]) -> [[i32; 3]; 27] {
    let mut number = 0_i32;
    [[0; 3]; 27].map(|_| {
        let [dx, dz, dy] = [number % 3, number / 3 % 3, number / 9].map(|step| step.wrapping_sub(1));
        number = number.wrapping_add(1);
        [x.wrapping_add(dx), y.wrapping_add(dy), z.wrapping_add(dz)]
    })
}

impl Cells {
    fn from_chunk(chunk: &impl Chunk, number: u16) -> Self {
        let rows = || vec![0; EDGE * EDGE];
        let voxels = Vec::with_capacity(CHUNK_VOXELS);
        let mut cells = Self { voxels, solid: rows(), wet: rows(), thin: rows(), number };
        for run in chunk.runs() {
            let start = cells.voxels.len();
            let end = start.saturating_add(run.len);
            match run.len {
                1 => cells.voxels.push(run.voxel),
                _ => cells.voxels.resize(end, run.voxel),
            }
            if is_solid(run.voxel) {
                mark(&mut cells.solid, start, end);
            } else if is_wet(run.voxel) {
                mark(&mut cells.wet, start, end);
            } else if run.voxel.solid > 0 {
                mark(&mut cells.thin, start, end);
            }
        }
        cells
    }
}

/// Sets the bits from `start` to `end`, which may span several rows.
fn mark(rows: &mut [u32], mut start: usize, end: usize) {
    while start < end {
        let until = end.min((start | (EDGE - 1)).saturating_add(1));
        let len = u32::try_from(until.saturating_sub(start)).unwrap_or_default();
        let bits = u32::MAX.checked_shr(32_u32.saturating_sub(len)).unwrap_or_default();
        if let Some(row) = rows.get_mut(start / EDGE) {
            *row |= bits << (start % EDGE);
        }
        start = until;
    }
}

/// A chunk with its surroundings. Coordinates are relative to its first voxel.
pub(super) struct Window {
    near: [Option<Arc<Cells>>; 27],
    solid: Rows,
    wet: Rows,
    pub(super) has_wet: bool,
}

/// A bit for each voxel of a window.
pub(super) struct Rows(Vec<u64>);

impl Rows {
    fn from_cells(near: &[Option<Arc<Cells>>; 27], sort: fn(&Cells) -> &[u32]) -> Self {
        let mut rows = Vec::with_capacity(ROWS * ROWS);
        let places = || (EDGE - BESIDE..2 * EDGE + BESIDE).map(|place| (place / EDGE, place % EDGE));
        for (chunk_y, y) in places() {
            for (chunk_z, z) in places() {
                let start = chunk_y.saturating_mul(9).saturating_add(chunk_z.saturating_mul(3));
                let row = |number: usize| {
                    let cells = near.get(start.saturating_add(number))?.as_ref()?;
                    sort(cells).get(y << 5 | z).copied().map(u64::from)
                };
                let [before, row, after] = [0, 1, 2].map(|number| row(number).unwrap_or_default());
                rows.push(before >> (EDGE - BESIDE) | row << BESIDE | (after & AFTER) << (EDGE + BESIDE));
            }
        }
        Self(rows)
    }

    /// The bits of a row; the voxel at X has bit X + [`MARGIN`].
    #[inline]
    pub(super) fn row(&self, y: i32, z: i32) -> u64 {
        let at = |place: i32| place.wrapping_add(MARGIN) as usize;
        self.0.get(at(y).wrapping_mul(ROWS).wrapping_add(at(z))).copied().unwrap_or_default()
    }
}

impl Window {
    fn new(near: [Option<Arc<Cells>>; 27], has_wet: bool) -> Self {
        let solid = Rows::from_cells(&near, |cells| &cells.solid);
        let mut wet = Rows(Vec::new());
        if has_wet {
            wet = Rows::from_cells(&near, |cells| &cells.wet);
            let thin = Rows::from_cells(&near, |cells| &cells.thin);
            wet = soaked(&wet, &thin);
        }
        Self { near, solid, wet, has_wet }
    }

    pub(super) fn solid(&self, y: i32, z: i32) -> u64 {
        self.solid.row(y, z)
    }

    /// The bits of voxels that are water and not solid.
    pub(super) fn wet(&self, y: i32, z: i32) -> u64 {
        self.wet.row(y, z)
    }

    pub(super) fn is_wet(&self, [x, y, z]: [i32; 3]) -> bool {
        self.wet(y, z) >> x.wrapping_add(MARGIN) & 1 != 0
    }

    pub(super) fn is_solid(&self, [x, y, z]: [i32; 3]) -> bool {
        self.solid(y, z) >> x.wrapping_add(MARGIN) & 1 != 0
    }

    /// A voxel; coordinates are from -1 to 33.
    pub(super) fn voxel(&self, place: [i32; 3]) -> Voxel {
        let [x, y, z] = place.map(|axis| axis.wrapping_add(32) as usize);
        let chunk =
            (y / EDGE).wrapping_mul(9).wrapping_add((z / EDGE).wrapping_mul(3)).wrapping_add(x / EDGE);
        let [x, y, z] = [x, y, z].map(|axis| axis % EDGE);
        let cells = self.near.get(chunk).and_then(Option::as_ref);
        cells.and_then(|cells| cells.voxels.get(y << 10 | z << 5 | x)).copied().unwrap_or_default()
    }

    /// The voxel that all are equal to at a height, as far as cubes of the chunk and the next ones reach.
    pub(super) fn layer(&self, y: i32) -> Option<Voxel> {
        let first = self.voxel([0, y, 0]);
        let is_in = |place: i32| (0..CHUNK_EDGE).contains(&place);
        let chunk = self.near.get(if is_in(y) { 13 } else { 22 })?.as_ref();
        // A chunk that is absent is of air.
        let own = chunk.and_then(|cells| cells.voxels.chunks(EDGE * EDGE).nth(y as usize % EDGE));
        let reach = || -1..=CHUNK_EDGE + 1;
        let mut around =
            reach().flat_map(|z| reach().filter(move |x| !is_in(*x) || !is_in(z)).map(move |x| [x, y, z]));
        let is_level = own.is_none_or(|own| own.iter().all(|voxel| *voxel == first));
        (is_level && around.all(|place| self.voxel(place) == first)).then_some(first)
    }

    /// The eight voxels of the cube that starts at a voxel: X varies fastest, then Z, then Y.
    pub(super) fn cube(&self, place: [i32; 3]) -> [Voxel; 8] {
        let [x, y, z] = place;
        // A fast path: nearly all cubes are within one chunk, where their voxels are at fixed distances.
        if place.iter().all(|axis| (0..31).contains(axis))
            && let Some(cells) = &self.near[13]
            && let Some(cube) = cells.voxels.get((y << 10 | z << 5 | x) as usize..)
            && let [a, b, ..] = cube
            && let Some([e, f, ..]) = cube.get(1024..)
            && let Some([c, d, ..]) = cube.get(32..)
            && let Some([g, h, ..]) = cube.get(1056..)
        {
            return [*a, *b, *c, *d, *e, *f, *g, *h];
        }
        let mut corner = 0_i32;
        [(); 8].map(|()| {
            let steps = [corner & 1, corner >> 2, corner >> 1 & 1];
            corner = corner.wrapping_add(1);
            let [dx, dy, dz] = steps;
            self.voxel([x.wrapping_add(dx), y.wrapping_add(dy), z.wrapping_add(dz)])
        })
    }
}

/// Adds water to voxels that are less than half full of a solid material and next to water, because older files have
/// none there. At the edge of the window, on which nothing depends, this is incomplete.
fn soaked(wet: &Rows, thin: &Rows) -> Rows {
    let mut soaked = Vec::with_capacity(ROWS * ROWS);
    let all = -MARGIN..CHUNK_EDGE + MARGIN;
    for y in all.clone() {
        for z in all.clone() {
            let row = wet.row(y, z);
            let beside = |z: i32| if all.contains(&z) { wet.row(y, z) } else { 0 };
            let beside = row << 1 | row >> 1 | beside(z.wrapping_sub(1)) | beside(z.wrapping_add(1));
            soaked.push(row | thin.row(y, z) & beside);
        }
    }
    Rows(soaked)
}

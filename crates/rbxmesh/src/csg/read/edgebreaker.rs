//! Decodes hulls whose triangles are encoded as a walk over them. Format document, section 5.4.
//!
//! The number `3 f + k` identifies corner `k` of triangle `f`, and also the edge opposite it.

use crate::common::input::{Checked, Input};
use crate::common::kinds::counted;
use crate::csg::model::Hull;
use crate::error::ErrorKind;
use geom::Vec3;
use nom::Err;

/// The counts in the header.
pub(super) struct Counts {
    pub(super) n_hulls: usize,
    pub(super) n_triangles: usize,
    pub(super) n_bits: usize,
}

/// Decodes the hulls that `bits` describe. Each takes its points from the front of the remaining points.
pub(super) fn hulls_of_bits(
    input: Input<'_>,
    bits: &[u8],
    points: &[Vec3],
    counts: Counts,
) -> Checked<Vec<Hull>> {
    let Counts { n_hulls, n_triangles, n_bits } = counts;
    let error = |kind| input.error(kind).inside("bits");
    let wrong = |reason: &'static str| Err::Failure(error(ErrorKind::Compression { reason: reason.into() }));
    // A hull has a triangle without a bit, and at least one with.
    if n_hulls > n_bits || n_triangles > n_bits.saturating_add(n_hulls) || n_triangles >= MOST_TRIANGLES {
        return Err(wrong("there are not enough bits for the triangles"));
    }
    input.charge_elements(n_triangles)?;
    let mut walk = Walk {
        bits: Bits { bytes: bits, at: 0, n: n_bits },
        triangles_left: n_triangles,
        steps_left: n_triangles.saturating_mul(STEPS).saturating_add(STEPS),
        ..Walk::default()
    };
    let (mut hulls, mut left) = (Vec::new(), points);
    for _ in 0..n_hulls {
        let n_points = walk.hull().map_err(wrong)?;
        let own = left.split_at_checked(n_points as usize);
        let (own, others) = own.ok_or_else(|| wrong("there are not enough points"))?;
        let triangles = walk.points.as_chunks::<3>().0.to_vec();
        // A damaged walk may leave corners unset.
        if walk.points.iter().any(|point| *point >= n_points) {
            return Err(wrong("a corner gets no point"));
        }
        hulls.push(Hull { points: own.to_vec(), triangles });
        left = others;
    }
    let n_bits_left = n_bits.saturating_sub(walk.bits.at);
    if n_bits_left > 0 || !left.is_empty() || walk.triangles_left > 0 {
        input.warn_with(|| {
            let found = [(n_bits_left, "bit"), (left.len(), "point"), (walk.triangles_left, "triangle")];
            let found = found.map(|(n, what)| counted(n, what)).join(", ");
            error(ErrorKind::Unexpected { expected: "nothing to be left".into(), found })
        })?;
    }
    Ok(hulls)
}

/// The bound on triangles. Corners are numbered in 32 bits, of which the highest values are reserved as marks.
const MOST_TRIANGLES: usize = 1 << 30;

/// The maximum average number of steps per triangle for closing edges. Real hulls take 3.5 to 4.7; damaged ones could
/// loop without end.
const STEPS: usize = 8;

/// Marks an edge of the boundary. `OPEN` and `UNSET` also mark edges without a twin.
const BOUNDARY: u32 = u32::MAX;
const OPEN: u32 = u32::MAX - 1;
const UNSET: u32 = u32::MAX - 2;

/// A hull that is being decoded, and the rest of the stream for the next ones.
#[derive(Default)]
struct Walk<'a> {
    bits: Bits<'a>,
    triangles_left: usize,
    steps_left: usize,
    /// The point of each corner.
    points: Vec<u32>,
    /// The twin of each edge, which is the same edge in the neighbouring triangle, or a mark.
    twins: Vec<u32>,
    /// Edges at which the traversal continues later.
    stack: Vec<u32>,
}

impl Walk<'_> {
    /// Decodes a hull, and returns the number of its points.
    fn hull(&mut self) -> Result<u32, &'static str> {
        self.points.clear();
        self.twins.clear();
        self.stack.clear();
        // Format document, section 5.4, step 1.
        let first = self.triangle([0, 1, 2], [BOUNDARY, UNSET, BOUNDARY])?;
        let (mut gate, mut n_points) = (next(first), 3_u32);
        loop {
            let symbol = self.bits.symbol().ok_or("the bits end within a hull")?;
            // Step 2. The new triangle lies on the other side of the gate, so the points there change places.
            let corners = [UNSET, self.point(prev(gate)), self.point(next(gate))];
            let near = self.triangle(corners, [gate, UNSET, UNSET])?;
            let (right, left) = (next(near), prev(near));
            self.set_twin(gate, near);
            gate = right;
            match symbol {
                Symbol::C => {
                    self.set_point(near, n_points);
                    n_points = n_points.saturating_add(1);
                    self.set_twin(left, BOUNDARY);
                }
                Symbol::L => {
                    self.set_twin(right, OPEN);
                    gate = left;
                }
                Symbol::R => {
                    self.set_twin(left, OPEN);
                    self.zip(left)?;
                }
                Symbol::S => self.stack.push(left),
                Symbol::E => {
                    self.set_twin(right, OPEN);
                    self.set_twin(left, OPEN);
                    self.zip(left)?;
                    match self.stack.pop() {
                        Some(later) => gate = later,
                        None => return Ok(n_points),
                    }
                }
            }
        }
    }

    /// Adds a triangle, and returns its first corner.
    fn triangle(&mut self, points: [u32; 3], twins: [u32; 3]) -> Result<u32, &'static str> {
        let left = self.triangles_left.checked_sub(1);
        self.triangles_left = left.ok_or("there are more triangles than the header says")?;
        // Below the marks, as there are fewer triangles than `MOST_TRIANGLES`.
        let first = u32::try_from(self.points.len()).unwrap_or(UNSET);
        self.points.extend(points);
        self.twins.extend(twins);
        Ok(first)
    }

    /// Joins an open edge with the boundary edge at their common point, and then any open edges that meet as a result.
    /// Step 3 of section 5.4.
    fn zip(&mut self, mut edge: u32) -> Result<(), &'static str> {
        while self.mark(edge) == OPEN {
            let mut other = next(edge);
            while let Some(twin) = self.twin(other) {
                other = next(twin);
                self.step()?;
            }
            if self.mark(other) != BOUNDARY {
                break;
            }
            self.set_twin(edge, other);
            self.set_twin(other, edge);
            let shared = self.point(prev(other));
            edge = prev(edge);
            // The fan around the point that both edges share on their other side.
            loop {
                self.set_point(prev(edge), shared);
                self.step()?;
                match self.twin(edge) {
                    Some(twin) if edge != other => edge = prev(twin),
                    _ => break,
                }
            }
        }
        Ok(())
    }

    fn step(&mut self) -> Result<(), &'static str> {
        self.steps_left = self.steps_left.checked_sub(1).ok_or("its edges do not meet")?;
        Ok(())
    }

    fn mark(&self, edge: u32) -> u32 {
        self.twins.get(edge as usize).copied().unwrap_or(UNSET)
    }

    fn twin(&self, edge: u32) -> Option<u32> {
        Some(self.mark(edge)).filter(|mark| *mark < UNSET)
    }

    fn set_twin(&mut self, edge: u32, mark: u32) {
        if let Some(of) = self.twins.get_mut(edge as usize) {
            *of = mark;
        }
    }

    fn point(&self, corner: u32) -> u32 {
        self.points.get(corner as usize).copied().unwrap_or(UNSET)
    }

    fn set_point(&mut self, corner: u32, point: u32) {
        if let Some(of) = self.points.get_mut(corner as usize) {
            *of = point;
        }
    }
}

/// The next corner of the same triangle.
fn next(corner: u32) -> u32 {
    if corner % 3 == 2 { corner.wrapping_sub(2) } else { corner.wrapping_add(1) }
}

/// The previous corner of the same triangle.
fn prev(corner: u32) -> u32 {
    if corner.is_multiple_of(3) { corner.wrapping_add(2) } else { corner.wrapping_sub(1) }
}

/// A symbol of the encoded walk, which determines where the walk continues.
enum Symbol {
    /// The triangle has a new point.
    C,
    /// The triangle has only known points; the walk continues at both other edges. After L, R and E, it continues at
    /// the left, at the right, or at neither.
    S,
    L,
    R,
    E,
}

/// Reads bits from words of 32 bits, from the highest bit to the lowest. The last word has its bits at the low end.
#[derive(Default)]
struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
    n: usize,
}

impl Bits<'_> {
    fn symbol(&mut self) -> Option<Symbol> {
        if !self.bit()? {
            return Some(Symbol::C);
        }
        Some(match (self.bit()?, self.bit()?) {
            (false, false) => Symbol::S,
            (false, true) => Symbol::L,
            (true, false) => Symbol::R,
            (true, true) => Symbol::E,
        })
    }

    fn bit(&mut self) -> Option<bool> {
        let word = self.at / 32;
        let in_word = self.n.saturating_sub(word.saturating_mul(32)).min(32);
        let below = in_word.checked_sub(self.at % 32)?.checked_sub(1)?;
        let bytes = self.bytes.as_chunks::<4>().0.get(word)?;
        self.at = self.at.saturating_add(1);
        Some(u32::from_le_bytes(*bytes) >> below & 1 == 1)
    }
}

//! Reads terrain. Format document, section 6.4.

use super::chunk::{self, HAS_COUNT, HAS_OCCUPANCY};
use super::{CHUNK_VOXELS, Chunk, Grid};
use crate::common::error::{Error, Warnings};
use crate::common::input::{Input, Parsed, Reading};
use crate::common::limits::Limits;
use crate::common::list::{list_until_failure, list_while};
use crate::common::parsers::{field, remainder};
use crate::common::show::{Show, SpanType};
use crate::common::trace::Trace;
use crate::common::wire::{Wire, debug, value};
use crate::error::ErrorKind;
use crate::options::ReadOptions;
use nom::Err;
use std::cell::Cell;

impl Grid {
    /// Reads the bytes of the property. If they cannot be decoded completely, the error is the reason, and the
    /// [rest](Self::undecoded) is kept.
    #[must_use]
    pub fn read(bytes: &[u8]) -> (Self, Option<Error>) {
        Self::read_by(Reading::new(false, Limits::default(), bytes.len()), bytes)
    }

    /// Reads the bytes of the property with options. [`ReadOptions::columns`] has no effect.
    ///
    /// # Errors
    ///
    /// If a limit is exceeded, or if reading is strict and the bytes cannot be decoded completely.
    pub fn read_with(bytes: &[u8], options: &ReadOptions) -> Result<(Self, Warnings), Error> {
        let reading = Reading::new(options.strict, options.limits, bytes.len());
        let grid = reading.read(bytes, grid)?;
        Ok((grid, reading.into_warnings()))
    }

    /// Reads terrain like [`read`](Self::read), and reports to `trace` what each byte is. Returns no terrain if the
    /// tracer ends the reading.
    pub fn trace(bytes: &[u8], trace: &dyn Trace) -> (Self, Option<Error>) {
        Self::read_by(Reading::new(false, Limits::default(), bytes.len()).with_trace(trace), bytes)
    }

    fn read_by(reading: Reading<'_>, bytes: &[u8]) -> (Self, Option<Error>) {
        match reading.read(bytes, grid) {
            Ok(grid) => (grid, reading.into_warnings().into_iter().next()),
            Err(stopped) => (Self::default(), Some(stopped)),
        }
    }
}

fn grid(input: Input<'_>) -> Parsed<'_, Grid> {
    let mut grid = Grid::default();
    if input.bytes().is_empty() {
        grid.is_headless = true;
        return Ok((input, grid));
    }
    let input = match head(input) {
        Ok((rest, ())) => rest,
        Err(error) => {
            grid.is_headless = true;
            return undecoded(input, grid, error);
        }
    };
    let before = Cell::new([0; 3]);
    let is_more = |input: Input<'_>, _| !input.bytes().is_empty();
    let (rest, (chunks, failure)) = list_until_failure(input, "chunks", is_more, &mut |input| {
        let (rest, chunk) = chunk(input, before.get())?;
        // Each position is a step from that of the chunk before. Format document, section 6.4.
        before.set(chunk.position());
        Ok((rest, chunk))
    })?;
    grid.is_unsorted = !chunks.is_sorted_by(|one, next| one.position() < next.position());
    grid.chunks = chunks;
    match failure {
        Some(error) => undecoded(rest, grid, error),
        None => Ok((rest, grid)),
    }
}

/// Reads all remaining bytes into `undecoded`, and reports `error` as a warning.
fn undecoded<'a>(input: Input<'a>, mut grid: Grid, error: Err<Error>) -> Parsed<'a, Grid> {
    input.recover(error)?;
    // Without a name: the first of these bytes have names already.
    let (rest, bytes) = remainder(input)?;
    grid.undecoded = bytes.to_vec();
    Ok((rest, grid))
}

/// Reads the version and the number of bits of a voxel's coordinate in a chunk. All known files have 1 and 5.
fn head(input: Input<'_>) -> Parsed<'_, ()> {
    let (input, ()) = exactly(input, "version", 1)?;
    exactly(input, "edge", 5)
}

fn exactly<'a>(input: Input<'a>, name: &'static str, expected: u8) -> Parsed<'a, ()> {
    let (rest, found) = field(name, value::<_, u8>)(input)?;
    if found == expected {
        return Ok((rest, ()));
    }
    let (expected, found) = (format!("{name} {expected}").into(), found.to_string());
    Err(input.fatal(ErrorKind::Unexpected { expected, found }))
}

fn chunk(input: Input<'_>, before: [i32; 3]) -> Parsed<'_, Chunk> {
    input.charge_elements(1)?;
    let (input, step) = field("step", value::<_, Step>)(input)?;
    let [x, y, z] = step.0;
    let [a, b, c] = before;
    // Wrapping is two's complement, so any position can be reached from any other.
    let position = [a.wrapping_add(x), b.wrapping_add(y), c.wrapping_add(z)];
    let (rest, ()) = runs(input)?;
    let n_bytes = input.bytes().len().saturating_sub(rest.bytes().len());
    let packed = input.bytes().get(..n_bytes).unwrap_or_default();
    Ok((rest, Chunk::packed(position, packed)))
}

/// Reads runs until the chunk is full.
fn runs(input: Input<'_>) -> Parsed<'_, ()> {
    if !input.is_traced()
        && let Some((rest, n_runs)) = quick(input.bytes())
    {
        input.charge_elements(n_runs)?;
        return Ok((input.with(rest), ()));
    }
    let n_voxels = Cell::new(0_usize);
    let is_full = |_: Input<'_>, _| n_voxels.get() < CHUNK_VOXELS;
    let (rest, _) = list_while("runs", is_full, |input| {
        input.charge_elements(1)?;
        let (rest, len) = read_run(input)?;
        let sum = n_voxels.get().saturating_add(len);
        // A run never extends past the end of its chunk. Format document, section 6.4.
        if sum > CHUNK_VOXELS {
            let (found, bound) = (sum as u64, MOST);
            return Err(input.fatal(ErrorKind::OutOfRange { what: "the number of voxels", found, bound }));
        }
        n_voxels.set(sum);
        Ok((rest, ()))
    })(input)?;
    Ok((rest, ()))
}

/// The lowest number of voxels that is too high for a chunk.
const MOST: u64 = CHUNK_VOXELS as u64 + 1;

/// Skips the runs of a chunk, and returns the rest and the number of runs; `None` if any is invalid.
fn quick(mut bytes: &[u8]) -> Option<(&[u8], usize)> {
    let (mut n_voxels, mut n_runs) = (0_usize, 0_usize);
    while n_voxels < CHUNK_VOXELS {
        n_voxels = n_voxels.saturating_add(chunk::next(&mut bytes)?.len);
        n_runs = n_runs.saturating_add(1);
    }
    (n_voxels == CHUNK_VOXELS).then_some((bytes, n_runs))
}

/// Reads a run, and returns its number of voxels.
fn read_run(input: Input<'_>) -> Parsed<'_, usize> {
    let (mut input, flags) = field("flags", value::<_, u8>)(input)?;
    if flags & HAS_OCCUPANCY != 0 {
        (input, _) = field("occupancy", value::<_, u8>)(input)?;
    }
    if flags & HAS_COUNT == 0 {
        return Ok((input, 1));
    }
    let (mut input, count) = field("count", value::<_, u8>)(input)?;
    if count == 0 {
        (input, _) = field("water", value::<_, u8>)(input)?;
    }
    Ok((input, usize::from(count).saturating_add(1)))
}

/// The distance from the previous chunk to this one. The highest bytes of the three coordinates come first, then the
/// next ones, and so on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step(pub(super) [i32; 3]);

impl Show for Step {
    const SPAN_TYPE: &'static SpanType = &SpanType::field(debug::<12, Self>);
}

impl Wire<12> for Step {
    fn decode(bytes: &[u8; 12]) -> Self {
        let [a, b, c, d, e, f, g, h, i, j, k, l] = *bytes;
        Self([[a, d, g, j], [b, e, h, k], [c, f, i, l]].map(i32::from_be_bytes))
    }

    fn encode(&self) -> [u8; 12] {
        let [[a, d, g, j], [b, e, h, k], [c, f, i, l]] = self.0.map(i32::to_be_bytes);
        [a, b, c, d, e, f, g, h, i, j, k, l]
    }
}

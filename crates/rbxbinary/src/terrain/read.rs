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
use std::ops::Range;

impl<'a> Grid<'a> {
    /// Reads the bytes of the property. If they cannot be decoded completely, the error is the reason, and the
    /// [rest](Self::undecoded) is kept.
    #[must_use]
    pub fn read(bytes: &'a [u8]) -> (Self, Option<Error>) {
        Self::read_by(Reading::new(false, Limits::default(), bytes.len()), bytes)
    }

    /// Reads the bytes of the property with options. [`ReadOptions::columns`] has no effect.
    ///
    /// # Errors
    ///
    /// If a limit is exceeded, or if reading is strict and the bytes cannot be decoded completely.
    pub fn read_with(bytes: &'a [u8], options: &ReadOptions) -> Result<(Self, Warnings), Error> {
        let reading = Reading::new(options.strict, options.limits, bytes.len());
        let places = reading.read(bytes, places)?;
        Ok((places.grid(bytes), reading.into_warnings()))
    }

    /// Reads terrain like [`read`](Self::read), and reports to `trace` what each byte is. Returns no terrain if the
    /// tracer ends the reading.
    pub fn trace(bytes: &'a [u8], trace: &dyn Trace) -> (Self, Option<Error>) {
        Self::read_by(Reading::new(false, Limits::default(), bytes.len()).with_trace(trace), bytes)
    }

    fn read_by(reading: Reading<'_>, bytes: &'a [u8]) -> (Self, Option<Error>) {
        match reading.read(bytes, places) {
            Ok(places) => (places.grid(bytes), reading.into_warnings().into_iter().next()),
            Err(stopped) => (Self::default(), Some(stopped)),
        }
    }
}

/// The places of chunks in the bytes, from which a grid borrows.
#[derive(Default)]
struct Places {
    is_headless: bool,
    /// The position of each chunk, and the range of its runs.
    chunks: Vec<([i32; 3], Range<usize>)>,
    /// The number of bytes at the end that cannot be decoded.
    n_undecoded: usize,
}

impl Places {
    fn grid(self, bytes: &[u8]) -> Grid<'_> {
        let chunk = |(position, range)| {
            Chunk::packed(position, bytes.get::<Range<usize>>(range).unwrap_or_default().into())
        };
        let chunks: Vec<Chunk<'_>> = self.chunks.into_iter().map(chunk).collect();
        let start = bytes.len().saturating_sub(self.n_undecoded);
        Grid {
            is_unsorted: !chunks.is_sorted_by(|one, next| one.position() < next.position()),
            chunks,
            undecoded: bytes.get(start..).unwrap_or_default().into(),
            is_headless: self.is_headless,
        }
    }
}

fn places(input: Input<'_>) -> Parsed<'_, Places> {
    let mut places = Places::default();
    if input.bytes().is_empty() {
        places.is_headless = true;
        return Ok((input, places));
    }
    let n_bytes = input.bytes().len();
    let input = match head(input) {
        Ok((rest, ())) => rest,
        Err(error) => {
            places.is_headless = true;
            return undecoded(input, places, error);
        }
    };
    let before = Cell::new([0; 3]);
    let is_more = |input: Input<'_>, _| !input.bytes().is_empty();
    let (rest, (chunks, failure)) = list_until_failure(input, "chunks", is_more, &mut |input| {
        let (input, position) = position(input, before.get())?;
        before.set(position);
        let (rest, ()) = runs(input)?;
        let [start, end] = [input, rest].map(|input| n_bytes.saturating_sub(input.bytes().len()));
        Ok((rest, (position, start..end)))
    })?;
    places.chunks = chunks;
    match failure {
        Some(error) => undecoded(rest, places, error),
        None => Ok((rest, places)),
    }
}

/// Reads all remaining bytes as undecoded, and reports `error` as a warning.
fn undecoded(input: Input<'_>, mut places: Places, error: Err<Error>) -> Parsed<'_, Places> {
    input.recover(error)?;
    // Without a name: the first of these bytes have names already.
    let (rest, bytes) = remainder(input)?;
    places.n_undecoded = bytes.len();
    Ok((rest, places))
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

/// Reads the position of a chunk: a step from that of the chunk before. Format document, section 6.4.
fn position(input: Input<'_>, [a, b, c]: [i32; 3]) -> Parsed<'_, [i32; 3]> {
    input.charge_elements(1)?;
    let (rest, step) = field("step", value::<_, Step>)(input)?;
    let [x, y, z] = step.0;
    // Wrapping is two's complement, so any position can be reached from any other.
    Ok((rest, [a.wrapping_add(x), b.wrapping_add(y), c.wrapping_add(z)]))
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

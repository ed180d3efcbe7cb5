//! Reads entropy-coded unsigned numbers. Format document, section 13.4.

use super::bits::Bits;
use super::rans::{Lane, Symbols, decode, table};
use crate::common::input::{Checked, Input, Parsed};
use crate::common::kinds::counted;
use crate::common::parsers::{ParseFn, bytes, field, part};
use crate::common::wire::value;
use crate::error::ErrorKind;
use nom::Err;
use std::array::from_fn;
use std::mem::take;

/// Numbers that were found in the stream, but not decoded yet.
///
/// The caller first reads the parameters after the numbers, and then processes each number as it is decoded.
pub(super) struct Numbers<'a> {
    source: NumberSource<'a>,
    /// A bound: no number is greater.
    pub(super) greatest: u32,
    count: usize,
    n_done: usize,
    /// The number of upcoming numbers that a [`Lane`] has already decoded.
    n_ahead: usize,
}

enum NumberSource<'a> {
    /// Integers of `size` bytes each.
    Stored { bytes: &'a [u8], size: usize },
    /// Each number is a symbol.
    Raw { at: Input<'a>, within: &'static str, run: Symbols<'a> },
    /// Each symbol is the bit length of the next `width` numbers, whose bits are in `bits`.
    Tagged { tags: Vec<u8>, width: usize, bits: Bits<'a> },
}

/// Finds `count` numbers, in groups of `width`.
///
/// The caller must have checked `count` against the limits, since a few bytes can encode any number of them.
pub(super) fn symbols<'a>(name: &'static str, count: usize, width: usize) -> impl ParseFn<'a, Numbers<'a>> {
    part(name, move |input| {
        if count == 0 {
            return Ok((input, stored(&[], 1)));
        }
        let (rest, scheme) = field("scheme", value::<_, u8>)(input)?;
        match scheme {
            0 => part("tagged_symbols", |input| tagged(input, count, width))(rest),
            1 => part(RAW, |input| raw(input, name, count))(rest),
            _ => {
                let expected = "scheme 0 or 1 of symbols".into();
                Err(input.fatal(ErrorKind::Unexpected { expected, found: scheme.to_string() }))
            }
        }
    })
}

/// Wraps numbers that are stored as `size` bytes each.
pub(super) fn stored(bytes: &[u8], size: usize) -> Numbers<'_> {
    let greatest = u32::MAX >> 32_usize.wrapping_sub(size.wrapping_mul(8));
    let count = bytes.len().checked_div(size).unwrap_or_default();
    Numbers { source: NumberSource::Stored { bytes, size }, greatest, count, n_done: 0, n_ahead: 0 }
}

const RAW: &str = "raw_symbols";

/// Finds numbers each of which is a symbol.
fn raw<'a>(input: Input<'a>, within: &'static str, count: usize) -> Parsed<'a, Numbers<'a>> {
    let (rest, n_bits) = field("bit_length", value::<_, u8>)(input)?;
    if !(1..=18).contains(&n_bits) {
        let expected = "a bit length of 1 to 18".into();
        return Err(input.fatal(ErrorKind::Unexpected { expected, found: n_bits.to_string() }));
    }
    // Format document, section 13.4, scheme 1.
    let precision_bits = (u32::from(n_bits).saturating_mul(3) / 2).clamp(12, 20);
    let (at, table) = table(precision_bits)(rest)?;
    let (rest, run) = decode(at, table)?;
    let greatest = run.greatest();
    let source = NumberSource::Raw { at, within, run };
    Ok((rest, Numbers { source, greatest, count, n_done: 0, n_ahead: 0 }))
}

/// Finds numbers in groups of `width`: each symbol is the bit length of a group, and the bits follow all symbols.
fn tagged(input: Input<'_>, count: usize, width: usize) -> Parsed<'_, Numbers<'_>> {
    let n_tags = count.checked_div(width).unwrap_or_default();
    // Format document, section 13.4, scheme 0.
    let (at, table) = table(12)(input)?;
    let (start, mut run) = decode(at, table)?;
    // For 32 bits the shift fails and gives 0, and 0 minus 1 wraps to the greatest number.
    let greatest = 1_u32.checked_shl(run.greatest()).unwrap_or_default().wrapping_sub(1);
    let (mut tags, mut n_bits, mut too_long) = (vec![[0]; n_tags], 0_usize, None);
    let filled = run.fill(&mut tags, |_, tag| {
        if tag > 32 {
            too_long.get_or_insert(tag);
        }
        n_bits = n_bits.saturating_add(tag as usize);
        u8::try_from(tag).unwrap_or(u8::MAX)
    });
    finished(at, &run, filled, &[])?;
    let tags = tags.into_flattened();
    if let Some(tag) = too_long {
        let index = tags.iter().position(|tag| *tag > 32).unwrap_or_default();
        let kind = ErrorKind::OutOfRange { what: "bit length", found: tag.into(), bound: 33 };
        return Err(Err::Failure(at.error(kind).inside(format!("symbols[{index}]"))));
    }
    let n_bytes = n_bits.saturating_mul(width).div_ceil(8);
    if n_bytes > start.bytes().len() {
        return Err(first_missing(start, &tags, width));
    }
    let (rest, bits) = field("bits", bytes(n_bytes))(start)?;
    let source = NumberSource::Tagged { tags, width, bits: Bits::new(bits) };
    Ok((rest, Numbers { source, greatest, count, n_done: 0, n_ahead: 0 }))
}

/// The error of the first number for which there are too few bits.
#[cold]
fn first_missing(start: Input<'_>, tags: &[u8], width: usize) -> Err<crate::common::error::Error> {
    let n_left = start.bytes().len();
    let (mut at, mut number) = (0_usize, 0_usize);
    let mut n_bits = 0;
    for tag in tags.iter().flat_map(|tag| std::iter::repeat_n(usize::from(*tag), width)) {
        n_bits = tag;
        if at.saturating_add(tag).div_ceil(8) > n_left {
            break;
        }
        at = at.saturating_add(tag);
        number = number.saturating_add(1);
    }
    let kind = ErrorKind::UnexpectedEnd { needed: n_left.saturating_add(1), left: n_left };
    Err::Failure(
        start.error(kind).inside(format!("numbers[{number}] ({} from bit {at})", counted(n_bits, "bit"))),
    )
}

/// Checks that there were enough bytes for the symbols, and no more. `path` has the names of the enclosing parts, for
/// messages.
fn finished(at: Input<'_>, run: &Symbols<'_>, filled: Result<(), usize>, path: &[&'static str]) -> Checked {
    let inside =
        |error: crate::common::error::Error| path.iter().fold(error, |error, name| error.inside(*name));
    if let Err(number) = filled {
        let kind = ErrorKind::Malformed { expected: "bytes for another symbol" };
        return Err(Err::Failure(inside(at.error(kind).inside(format!("symbols[{number}]")))));
    }
    if !run.ends_here() {
        let kind = ErrorKind::Malformed { expected: "no more symbols than are needed" };
        at.warn_with(|| inside(at.error(kind)))?;
    }
    Ok(())
}

impl<'a> Numbers<'a> {
    /// A lane that decodes symbols into the first part of `room`, if the numbers are symbols.
    pub(super) fn lane<'n>(&'n mut self, room: &'n mut [[u8; 4]]) -> Option<Lane<'n, 'a>> {
        let Self { source: NumberSource::Raw { run, .. }, count, n_ahead, .. } = self else { return None };
        run.prepare(*count);
        Some(Lane { run, room, n_done: n_ahead })
    }

    /// The number of numbers that a lane has decoded since the last call.
    pub(super) fn take_ahead(&mut self) -> usize {
        let n_ahead = take(&mut self.n_ahead);
        self.n_done = self.n_done.saturating_add(n_ahead);
        n_ahead
    }

    /// Fills rows with the results of `of` for all numbers; it receives the column and the number. `N` is the width of
    /// the groups, or 1.
    #[inline]
    pub(super) fn fill<const N: usize, T>(
        mut self,
        rows: &mut [[T; N]],
        of: impl FnMut(usize, u32) -> T,
    ) -> Checked {
        self.fill_next(rows, of)?;
        self.finish()
    }

    /// Fills rows like [`fill`](Self::fill), but only with the next numbers, in whole groups.
    #[inline]
    pub(super) fn fill_next<const N: usize, T>(
        &mut self,
        rows: &mut [[T; N]],
        mut of: impl FnMut(usize, u32) -> T,
    ) -> Checked {
        let n_done = self.n_done;
        self.n_done = n_done.saturating_add(rows.len().saturating_mul(N));
        match &mut self.source {
            NumberSource::Stored { bytes, size } => {
                let number =
                    |bytes: &[u8]| bytes.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte));
                let left = bytes.get(n_done.saturating_mul(*size)..).unwrap_or_default();
                let mut numbers = left.chunks_exact(*size).map(number);
                for row in rows {
                    *row = from_fn(|column| of(column, numbers.next().unwrap_or_default()));
                }
            }
            NumberSource::Raw { at, within, run } => {
                let filled = if run.has_long_runs() { run.fill_runs(rows, of) } else { run.fill(rows, of) };
                if let Err(number) = filled {
                    finished(*at, run, Err(number.saturating_add(n_done)), &[RAW, within])?;
                }
            }
            NumberSource::Tagged { tags, width, bits } => {
                let left = n_done.checked_div(*width).and_then(|n_groups| tags.get(n_groups..));
                let rows_each = rows.chunks_exact_mut(width.checked_div(N).unwrap_or_default().max(1));
                for (n_bits, rows) in left.unwrap_or_default().iter().zip(rows_each) {
                    for row in rows {
                        let mut numbers = [0; N];
                        if !bits.take_all((*n_bits).into(), &mut numbers) {
                            numbers = [(); N].map(|()| bits.take((*n_bits).into()).unwrap_or_default());
                        }
                        *row = from_fn(|column| of(column, numbers.get(column).copied().unwrap_or_default()));
                    }
                }
            }
        }
        Ok(())
    }

    /// Checks that no bytes are left over after the last number.
    pub(super) fn finish(&self) -> Checked {
        match &self.source {
            NumberSource::Raw { at, within, run } => finished(*at, run, Ok(()), &[RAW, within]),
            NumberSource::Stored { .. } | NumberSource::Tagged { .. } => Ok(()),
        }
    }
}

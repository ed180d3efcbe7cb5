//! Entropy-coded unsigned numbers. Format document, section 13.4.

use super::bits::Bits;
use super::rans::{Symbols, run, table};
use crate::ErrorKind;
use crate::mould::input::{Input, Parsed};
use crate::mould::rows::value;
use crate::mould::words::{bytes, field, part};
use nom::Err;

/// Numbers, and one that none of them exceeds.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    pub(super) all: Vec<u32>,
    pub(super) greatest: u32,
}

/// Reads `count` numbers, in groups of `width`.
///
/// The caller must have checked `count` against the limits, since a few bytes can encode any number of them.
pub(super) fn symbols<'a>(count: usize, width: usize) -> impl FnMut(Input<'a>) -> Parsed<'a, Numbers> {
    move |input| {
        if count == 0 {
            return Ok((input, Numbers::default()));
        }
        let (rest, scheme) = field("scheme", value::<_, u8>)(input)?;
        match scheme {
            0 => part("tagged_symbols", |input| tagged(input, count, width))(rest),
            1 => part("raw_symbols", |input| raw(input, count))(rest),
            _ => {
                let expected = "scheme 0 or 1 of symbols".into();
                Err(input.fatal(ErrorKind::Unexpected { expected, found: scheme.to_string() }))
            }
        }
    }
}

/// Each number is a symbol.
fn raw(input: Input<'_>, count: usize) -> Parsed<'_, Numbers> {
    let (rest, n_bits) = field("bit_length", value::<_, u8>)(input)?;
    if !(1..=18).contains(&n_bits) {
        let expected = "a bit length of 1 to 18".into();
        return Err(input.fatal(ErrorKind::Unexpected { expected, found: n_bits.to_string() }));
    }
    let precision_bits = (u32::from(n_bits).saturating_mul(3) / 2).clamp(12, 20);
    let (at, table) = table(precision_bits, count)(rest)?;
    let (rest, mut run) = run(at, table)?;
    let all = taken(at, &mut run, count)?;
    let greatest = run.greatest();
    if !run.ends_here() {
        at.warn(|| ErrorKind::Malformed { expected: "no more symbols than are needed" })?;
    }
    Ok((rest, Numbers { all, greatest }))
}

/// The symbols are the bit lengths of `width` numbers each; the bits follow.
fn tagged(input: Input<'_>, count: usize, width: usize) -> Parsed<'_, Numbers> {
    let n_tags = count.checked_div(width).unwrap_or_default();
    let (at, table) = table(12, n_tags)(input)?;
    let (start, mut run) = run(at, table)?;
    let tags = taken(at, &mut run, n_tags)?;
    let greatest = 1_u32.checked_shl(run.greatest()).unwrap_or_default().wrapping_sub(1);
    if !run.ends_here() {
        at.warn(|| ErrorKind::Malformed { expected: "no more symbols than are needed" })?;
    }
    let (mut bits, mut all) = (Bits::new(start.bytes()), vec![0; count]);
    let done = match width {
        2 => fill::<2>(&mut bits, &tags, &mut all),
        3 => fill::<3>(&mut bits, &tags, &mut all),
        4 => fill::<4>(&mut bits, &tags, &mut all),
        _ => 0,
    };
    let left = tags.iter().zip(all.chunks_exact_mut(width.max(1))).enumerate().skip(done);
    for (index, (n_bits, row)) in left {
        if *n_bits > 32 {
            let kind = ErrorKind::OutOfRange { what: "bit length", found: (*n_bits).into(), bound: 33 };
            return Err(Err::Failure(at.error(kind).inside(format!("symbols[{index}]"))));
        }
        for (column, number) in row.iter_mut().enumerate() {
            *number = bits.take(*n_bits).ok_or_else(|| {
                let n_left = start.bytes().len();
                let kind = ErrorKind::UnexpectedEnd { needed: n_left.saturating_add(1), left: n_left };
                let number = index.saturating_mul(width).saturating_add(column);
                let name = format!("numbers[{number}] ({n_bits} bits from bit {})", bits.at());
                Err::Failure(start.error(kind).inside(name))
            })?;
        }
    }
    let (rest, _) = field("bits", bytes(bits.n_bytes()))(start)?;
    Ok((rest, Numbers { all, greatest }))
}

/// Fills rows as long as a word holds the bits of one; returns how many.
fn fill<const N: usize>(bits: &mut Bits<'_>, tags: &[u32], numbers: &mut [u32]) -> usize {
    let rows = numbers.as_chunks_mut::<N>().0;
    let n_rows = tags.len().min(rows.len());
    tags.iter().zip(rows).position(|(n_bits, row)| !bits.take_all(*n_bits, row)).unwrap_or(n_rows)
}

/// The next symbols, all of them.
fn taken(at: Input<'_>, run: &mut Symbols<'_>, count: usize) -> Result<Vec<u32>, Err<crate::Error>> {
    // Doubling bounds the memory for a false count by twice the symbols that exist.
    const FIRST: usize = 1 << 16;
    let mut symbols = Vec::new();
    while symbols.len() < count {
        let start = symbols.len();
        let wanted = count.saturating_sub(start).min(start.max(FIRST));
        symbols.reserve_exact(wanted);
        symbols.resize(start.saturating_add(wanted), 0);
        let n_taken = run.take(symbols.get_mut(start..).unwrap_or_default());
        if n_taken < wanted {
            let kind = ErrorKind::Malformed { expected: "bytes for another symbol" };
            let name = format!("symbols[{}]", start.saturating_add(n_taken));
            return Err(Err::Failure(at.error(kind).inside(name)));
        }
    }
    Ok(symbols)
}

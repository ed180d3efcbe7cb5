//! Entropy-coded unsigned numbers. Format document, section 13.4.

use super::bits::Bits;
use super::rans::{Symbols, run, table};
use crate::ErrorKind;
use crate::mould::input::{Input, Parsed};
use crate::mould::rows::value;
use crate::mould::words::{bytes, field, part};
use nom::Err;

/// Reads `count` numbers, in groups of `width`.
///
/// The caller must have checked `count` against the limits, since a few bytes can encode any number of them.
pub(super) fn symbols<'a>(count: usize, width: usize) -> impl FnMut(Input<'a>) -> Parsed<'a, Vec<u32>> {
    move |input| {
        if count == 0 {
            return Ok((input, Vec::new()));
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
fn raw(input: Input<'_>, count: usize) -> Parsed<'_, Vec<u32>> {
    let (rest, n_bits) = field("bit_length", value::<_, u8>)(input)?;
    if !(1..=18).contains(&n_bits) {
        let expected = "a bit length of 1 to 18".into();
        return Err(input.fatal(ErrorKind::Unexpected { expected, found: n_bits.to_string() }));
    }
    let precision_bits = (u32::from(n_bits).saturating_mul(3) / 2).clamp(12, 20);
    let (at, table) = table(precision_bits, count)(rest)?;
    let (rest, mut run) = run(at, table)?;
    let numbers = taken(at, &mut run, count)?;
    if !run.ends_here() {
        at.warn(|| ErrorKind::Malformed { expected: "no more symbols than are needed" })?;
    }
    Ok((rest, numbers))
}

/// The symbols are the bit lengths of `width` numbers each; the bits follow.
fn tagged(input: Input<'_>, count: usize, width: usize) -> Parsed<'_, Vec<u32>> {
    let n_tags = count.checked_div(width).unwrap_or_default();
    let (at, table) = table(12, n_tags)(input)?;
    let (start, mut run) = run(at, table)?;
    let tags = taken(at, &mut run, n_tags)?;
    if !run.ends_here() {
        at.warn(|| ErrorKind::Malformed { expected: "no more symbols than are needed" })?;
    }
    let mut bits = Bits::new(start.bytes());
    let mut numbers = Vec::with_capacity(count);
    for (index, n_bits) in tags.into_iter().enumerate() {
        if n_bits > 32 {
            let kind = ErrorKind::OutOfRange { what: "bit length", found: n_bits.into(), bound: 33 };
            return Err(Err::Failure(at.error(kind).inside(format!("symbols[{index}]"))));
        }
        for _ in 0..width {
            let number = bits.take(n_bits).ok_or_else(|| {
                let n_left = start.bytes().len();
                let kind = ErrorKind::UnexpectedEnd { needed: n_left.saturating_add(1), left: n_left };
                let name = format!("numbers[{}] ({n_bits} bits from bit {})", numbers.len(), bits.at());
                Err::Failure(start.error(kind).inside(name))
            })?;
            numbers.push(number);
        }
    }
    let n_bytes = start.bytes().len().saturating_sub(bits.n_whole_bytes());
    let (rest, _) = field("bits", bytes(n_bytes))(start)?;
    Ok((rest, numbers))
}

/// The next symbols, all of them.
fn taken(at: Input<'_>, run: &mut Symbols<'_>, count: usize) -> Result<Vec<u32>, Err<crate::Error>> {
    // Doubling bounds the memory for a false count by twice the symbols that exist.
    const FIRST: usize = 1 << 16;
    let mut symbols = Vec::new();
    while symbols.len() < count {
        let wanted = count.saturating_sub(symbols.len()).min(symbols.len().max(FIRST));
        symbols.reserve_exact(wanted);
        let expected = symbols.len().saturating_add(wanted);
        run.take(wanted, &mut symbols);
        if symbols.len() < expected {
            let kind = ErrorKind::Malformed { expected: "bytes for another symbol" };
            return Err(Err::Failure(at.error(kind).inside(format!("symbols[{}]", symbols.len()))));
        }
    }
    Ok(symbols)
}

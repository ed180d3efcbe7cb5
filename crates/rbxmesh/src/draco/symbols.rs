//! Numbers that are not negative, entropy-coded. Format document, section 13.4.

use super::bits::Bits;
use super::rans::{run, table};
use crate::ErrorKind;
use crate::mould::input::{Input, Parsed, bytes, field, part, value};
use nom::Err;

/// `count` numbers that belong together by `width`.
///
/// The caller has drawn them from the limits: a few bytes may stand for any number of them.
pub(super) fn symbols<'a>(count: usize, width: usize) -> impl FnMut(Input<'a>) -> Parsed<'a, Vec<u32>> {
    move |input| {
        if count == 0 {
            return Ok((input, Vec::new()));
        }
        let (rest, scheme) = field("scheme", value::<_, u8>)(input)?;
        match scheme {
            0 => part("tagged symbols", |input| tagged(input, count, width))(rest),
            1 => part("raw symbols", |input| raw(input, count))(rest),
            _ => {
                let expected = "scheme 0 or 1 of symbols".into();
                Err(input.fatal(ErrorKind::Unexpected { expected, found: scheme.to_string() }))
            }
        }
    }
}

/// Each number is a symbol.
fn raw(input: Input<'_>, count: usize) -> Parsed<'_, Vec<u32>> {
    let (rest, n_bits) = field("bit length", value::<_, u8>)(input)?;
    if !(1..=18).contains(&n_bits) {
        let expected = "a bit length of 1 to 18".into();
        return Err(input.fatal(ErrorKind::Unexpected { expected, found: n_bits.to_string() }));
    }
    let precision_bits = (u32::from(n_bits).saturating_mul(3) / 2).clamp(12, 20);
    let (at, table) = table(precision_bits, count)(rest)?;
    let (rest, mut run) = run(at, table)?;
    let mut numbers = Vec::with_capacity(likely(count, input));
    for index in 0..count {
        numbers.push(run.next().ok_or_else(|| ended(at, index))?);
    }
    if !run.ends_here() {
        at.warn(ErrorKind::Malformed { expected: "no more symbols than are needed" })?;
    }
    Ok((rest, numbers))
}

/// The symbols are the bit lengths of `width` numbers each; the bits follow.
fn tagged(input: Input<'_>, count: usize, width: usize) -> Parsed<'_, Vec<u32>> {
    let n_tags = count.checked_div(width).unwrap_or_default();
    let (at, table) = table(12, n_tags)(input)?;
    let (start, mut run) = run(at, table)?;
    let mut bits = Bits::new(start.bytes());
    let mut numbers = Vec::with_capacity(likely(count, input));
    for index in 0..n_tags {
        let n_bits = run.next().ok_or_else(|| ended(at, index))?;
        if n_bits > 32 {
            let kind = ErrorKind::OutOfRange { what: "bit length", found: n_bits.into(), bound: 33 };
            return Err(Err::Failure(at.error(kind).inside(format!("symbol {index}"))));
        }
        for _ in 0..width {
            let number = bits.take(n_bits).ok_or_else(|| {
                let n_left = start.bytes().len();
                let kind = ErrorKind::UnexpectedEnd { needed: n_left.saturating_add(1), left: n_left };
                let name = format!("number {}, {n_bits} bits from bit {}", numbers.len(), bits.at());
                Err::Failure(start.error(kind).inside(name))
            })?;
            numbers.push(number);
        }
    }
    if !run.ends_here() {
        at.warn(ErrorKind::Malformed { expected: "no more symbols than are needed" })?;
    }
    let n_bytes = start.bytes().len().saturating_sub(bits.n_whole_bytes());
    let (rest, _) = field("bits", bytes(n_bytes))(start)?;
    Ok((rest, numbers))
}

/// How many numbers there are room for at first: no more than the bytes that are left can be thought to hold.
fn likely(count: usize, input: Input<'_>) -> usize {
    count.min(input.bytes().len().saturating_mul(32))
}

fn ended(at: Input<'_>, index: usize) -> Err<crate::Error> {
    let kind = ErrorKind::Malformed { expected: "bytes for another symbol" };
    Err::Failure(at.error(kind).inside(format!("symbol {index}")))
}

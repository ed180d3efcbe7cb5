//! Numbers that are stored in as few bytes as possible. Format document, section 9.6.

use crate::common::input::{Input, Parsed};
use crate::common::output::Output;
use crate::common::wire::value;
use crate::error::ErrorKind;

/// Reads a number with seven bits per byte, the lowest first. The last byte is below 128.
#[inline]
pub(super) fn varint(input: Input<'_>) -> Parsed<'_, u32> {
    match short_varint(input.bytes()) {
        Some((number, rest)) => Ok((input.with(rest), number)),
        None => long_varint(input),
    }
}

/// Reads a number of up to three bytes, as most indices have. A loop over the bytes takes four times as long.
#[inline]
pub(super) fn short_varint(bytes: &[u8]) -> Option<(u32, &[u8])> {
    match *bytes {
        [a @ ..0x80, ref rest @ ..] => Some((a.into(), rest)),
        [a, b @ ..0x80, ref rest @ ..] => Some((u32::from(a & 0x7f) | u32::from(b) << 7, rest)),
        [a, b, c @ ..0x80, ref rest @ ..] => {
            Some((u32::from(a & 0x7f) | u32::from(b & 0x7f) << 7 | u32::from(c) << 14, rest))
        }
        _ => None,
    }
}

fn long_varint(input: Input<'_>) -> Parsed<'_, u32> {
    let mut number = 0_u32;
    let mut rest = input;
    for shift in [0, 7, 14, 21, 28] {
        let (after, byte) = value::<_, u8>(rest)?;
        let bits = u32::from(byte & 0x7f);
        number |= bits.checked_shl(shift).filter(|shifted| shifted >> shift == bits).unwrap_or(u32::MAX);
        rest = after;
        if byte < 0x80 {
            return Ok((rest, number));
        }
    }
    Err(input.fatal(ErrorKind::Malformed { expected: "a number of at most five bytes" }))
}

/// Writes a number; undoes [`varint`].
pub(super) fn put_varint(out: &mut Output, mut number: u32) {
    while let Some(rest @ 1..) = number.checked_shr(7) {
        let [low, ..] = number.to_le_bytes();
        out.bytes(&[low | 0x80]);
        number = rest;
    }
    let [low, ..] = number.to_le_bytes();
    out.bytes(&[low]);
}

//! Values at the bounds of their types.

use crate::mutate::Random;
use rezkit::layout::{Kind, Layout, Leaf};
use std::ops::ControlFlow;

/// Numbers as texts: at the bounds of integers and of floats, and in spellings that readers treat differently.
pub const TEXTS: &[&str] = &[
    "0",
    "-0",
    "00",
    "+1",
    "-1",
    "1.",
    ".5",
    "1e5",
    "1E+5",
    "1e",
    "1e400",
    "-1e400",
    "1e-400",
    "0x10",
    "nan",
    "NaN",
    "-nan(ind)",
    "inf",
    "-INF",
    "Infinity",
    "127",
    "128",
    "255",
    "256",
    "32767",
    "32768",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483648",
    "-2147483649",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "3.4028235e38",
    "3.4028236e38",
    "1.17549435e-38",
    "1e-45",
    "16777217",
    "0.1",
    "1_000",
    "1,5",
    " 1",
    "1 ",
    "",
];

/// A number of a text replaced by one at a bound. `None` if there is no number.
#[must_use]
pub fn text(bytes: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    let is_number = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+');
    // The first number after any byte.
    let from = random.below(bytes.len());
    let start = from + bytes.get(from..)?.iter().position(u8::is_ascii_digit)?;
    let n_before = bytes.get(..start)?.iter().rev().take_while(|byte| is_number(byte)).count();
    let n_after = bytes.get(start..)?.iter().take_while(|byte| is_number(byte)).count();
    let new = TEXTS.get(random.below(TEXTS.len()))?.as_bytes();
    Some([bytes.get(..start - n_before)?, new, bytes.get(start + n_after..)?].concat())
}

/// The data of a space with one value at a bound: an integer, a float, or a byte of each value of an interleaved column.
/// `None` if it has no value of up to eight bytes and no column.
#[must_use]
pub fn value(layout: &Layout<'_>, space: usize, random: &mut Random) -> Option<Vec<u8>> {
    let bytes = layout.space(space).0;
    let from = random.below(bytes.len());
    let mut found = None;
    layout.leaves_in(space, from..bytes.len(), &mut |leaf: Leaf<'_>| {
        if leaf.kind != Kind::Typed || leaf.start == leaf.end {
            return ControlFlow::Continue(());
        }
        let shown = leaf.value();
        found = Some((
            leaf.start..leaf.end,
            shown.contains('.') || shown.contains("NaN") || shown.contains("inf"),
        ));
        ControlFlow::Break(())
    });
    let (range, is_float) = found?;
    let (mut new, width) = (bytes.to_vec(), range.len());
    let field = new.get_mut(range)?;
    let top = 1_u64.checked_shl(u32::try_from(width).ok()? * 8 - 1).unwrap_or_default();
    let integers = [
        0,
        1,
        top.wrapping_sub(1),
        top,
        top.wrapping_add(1),
        top.wrapping_mul(2).wrapping_sub(1),
        bytes.len() as u64,
    ];
    let singles = [
        0x8000_0000,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0000,
        0x7f80_0001,
        1,
        0x7f_ffff,
        0x80_0000,
        0x7f7f_ffff,
        0xff7f_ffff,
        0x4b80_0001,
        0x4f00_0000,
    ];
    match width {
        4 if is_float => put(field, *singles.get(random.below(singles.len()))?),
        8 if is_float => {
            let single = f32::from_bits(u32::try_from(*singles.get(random.below(singles.len()))?).ok()?);
            let doubles = [
                f64::from(single),
                f64::MAX,
                f64::MIN_POSITIVE,
                5e-324,
                9_007_199_254_740_993.0,
                -9.3e18,
                1.9e19,
            ];
            put(field, doubles.get(random.below(doubles.len()))?.to_bits());
        }
        1 | 2 | 4 | 8 => put(field, *integers.get(random.below(integers.len()))?),
        // A plane of a column, or an array of bytes.
        _ => field.fill(*[0, 1, 0x7f, 0x80, 0xfe, 0xff].get(random.below(6))?),
    }
    Some(new)
}

fn put(field: &mut [u8], number: u64) {
    field.iter_mut().zip(number.to_le_bytes()).for_each(|(byte, new)| *byte = new);
}

//! Reads ranges and sequences: numbers in groups. Format document, section 6.

use super::scalar::scalar;
use crate::common::input::Parsed;
use crate::error::ErrorKind;
use crate::model::{ColorKeypoint, NumberKeypoint, NumberRange};
use crate::read::number;
use crate::read::opening::Opening;
use crate::wire::is_space;

/// Reads groups of `N` numbers, separated by white space.
fn numbers<'a, const N: usize>(value: &Opening<'a, '_>) -> Parsed<'a, Vec<[f32; N]>> {
    scalar(value, "numbers in groups", |word| {
        let mut all = Vec::new();
        let mut words = word.split(|byte| is_space(*byte)).filter(|word| !word.is_empty()).peekable();
        while words.peek().is_some() {
            let mut group = [0.0; N];
            for number in &mut group {
                // A group that is not whole makes the value unreadable.
                let word = words.next()?;
                value.cx.note_exponent(word);
                *number = number::float(word)?;
            }
            all.push(group);
        }
        Some(all)
    })
}

pub(super) fn number_range<'a>(value: &Opening<'a, '_>) -> Parsed<'a, NumberRange> {
    let (rest, numbers) = numbers::<2>(value)?;
    match numbers.as_slice() {
        [] => Ok((rest, NumberRange::default())),
        [[min, max]] => Ok((rest, NumberRange { min: *min, max: *max })),
        _ => Err(value.inside.fatal(ErrorKind::Malformed { expected: "two numbers" })),
    }
}

pub(super) fn number_sequence<'a>(value: &Opening<'a, '_>) -> Parsed<'a, Box<[NumberKeypoint]>> {
    // Time, value, and the envelope by which the value may vary.
    let (rest, numbers) = numbers::<3>(value)?;
    let keypoint = |[time, value, envelope]: [f32; 3]| NumberKeypoint { time, value, envelope };
    Ok((rest, numbers.into_iter().map(keypoint).collect()))
}

pub(super) fn color_sequence<'a>(value: &Opening<'a, '_>) -> Parsed<'a, Box<[ColorKeypoint]>> {
    // Time, red, green, blue, and an envelope that Roblox ignores.
    let (rest, numbers) = numbers::<5>(value)?;
    let keypoint = |[time, r, g, b, envelope]: [f32; 5]| ColorKeypoint { time, color: [r, g, b], envelope };
    Ok((rest, numbers.into_iter().map(keypoint).collect()))
}

//! Reads values that are one word. Format document, section 5.

use crate::common::input::Parsed;
use crate::error::ErrorKind;
use crate::model::UniqueId;
use crate::read::number::{self, Whole};
use crate::read::opening::{Opening, excerpt};

/// Reads a word with `parse`. An empty word is the default value.
pub(super) fn scalar<'a, T: Default>(
    value: &Opening<'a, '_>,
    expected: &'static str,
    parse: impl FnOnce(&[u8]) -> Option<T>,
) -> Parsed<'a, T> {
    let (rest, word) = value.word()?;
    let input = value.inside;
    // Format document, section 5: an empty element is 0.
    if word.is_empty() {
        input.warn(|| ErrorKind::Empty)?;
        return Ok((rest, T::default()));
    }
    match parse(&word) {
        Some(found) => Ok((rest, found)),
        None => {
            let found = excerpt(input.with(input.bytes().get(..word.len().min(32)).unwrap_or_default()));
            Err(input.fatal(ErrorKind::Unexpected { expected: expected.into(), found }))
        }
    }
}

pub(super) fn bool<'a>(value: &Opening<'a, '_>) -> Parsed<'a, bool> {
    scalar(value, "true or false", |word| match word {
        // Studio writes lower case; other programs write `True` or a number.
        b"true" | b"1" => Some(true),
        b"false" | b"0" => Some(false),
        _ if word.eq_ignore_ascii_case(b"true") => Some(true),
        _ => word.eq_ignore_ascii_case(b"false").then_some(false),
    })
}

pub(super) fn float<'a>(value: &Opening<'a, '_>) -> Parsed<'a, f32> {
    scalar(value, "a number", |word| {
        value.cx.note_exponent(word);
        number::float(word)
    })
}

pub(super) fn double<'a>(value: &Opening<'a, '_>) -> Parsed<'a, f64> {
    scalar(value, "a number", |word| {
        value.cx.note_exponent(word);
        number::double(word)
    })
}

/// Reads an integer. If it is out of range, the nearest number in the range is used, with a warning.
pub(super) fn whole<'a, T>(value: &Opening<'a, '_>, least: T, largest: T) -> Parsed<'a, T>
where
    T: TryFrom<i128> + Default + Copy + std::fmt::Display,
{
    let mut clamped = None;
    let (rest, number) = scalar(value, "a whole number", |word| {
        let Whole { value, is_clamped } = number::whole(word, least, largest)?;
        clamped = is_clamped.then(|| word.get(..32).unwrap_or(word).escape_ascii().to_string());
        Some(value)
    })?;
    if let Some(found) = clamped {
        value.inside.warn(|| ErrorKind::Clamped { found, to: number.to_string() })?;
    }
    Ok((rest, number))
}

pub(super) fn int<'a>(value: &Opening<'a, '_>) -> Parsed<'a, i32> {
    whole(value, i32::MIN, i32::MAX)
}

pub(super) fn long<'a>(value: &Opening<'a, '_>) -> Parsed<'a, i64> {
    whole(value, i64::MIN, i64::MAX)
}

/// Reads a set of 64 capabilities, as a number.
pub(super) fn capabilities<'a>(value: &Opening<'a, '_>) -> Parsed<'a, u64> {
    whole(value, 0, u64::MAX)
}

/// Reads the number of an enum item or of a colour, or a set of bits.
pub(super) fn unsigned<'a>(value: &Opening<'a, '_>) -> Parsed<'a, u32> {
    whole(value, 0, u32::MAX)
}

/// Reads 32 hexadecimal digits.
pub(super) fn unique_id<'a>(value: &Opening<'a, '_>) -> Parsed<'a, UniqueId> {
    scalar(value, UniqueId::EXPECTED, UniqueId::from_digits)
}

pub(super) fn binary_string<'a>(value: &Opening<'a, '_>) -> Parsed<'a, Box<[u8]>> {
    value.binary().map(|(rest, bytes)| (rest, bytes.into()))
}

//! Integer values, and how they are predicted from the previous values. Format document, section 13.3.

use super::octahedron::{Octahedron, Rotation};
use super::symbols::{Numbers, symbols};
use crate::ErrorKind;
use crate::mould::input::{Input, Parsed};
use crate::mould::rows::value;
use crate::mould::words::{bytes, field, part};

/// How a value follows from the previous value and its correction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Transform {
    /// Values are stored without prediction.
    None,
    /// The sum, which wraps around between two bounds.
    Wrap,
    /// The sum on the octahedron that normals are laid out on.
    Octahedron(Rotation),
}

/// What an integer becomes: itself, or its lowest bytes.
pub(super) trait Integer: Copy {
    fn of(value: i32) -> Self;
}

impl Integer for i32 {
    fn of(value: i32) -> Self {
        value
    }
}

impl<const N: usize> Integer for [u8; N] {
    #[inline]
    fn of(value: i32) -> Self {
        // As the reference decoder does it.
        value.to_le_bytes().first_chunk().copied().unwrap_or([0; N])
    }
}

/// The integers of `count` points, `width` each.
pub(super) fn integers<'a, T: Integer>(
    count: usize,
    width: usize,
) -> impl FnMut(Input<'a>) -> Parsed<'a, Vec<T>> {
    move |input| {
        let (rest, transform) = prediction(input, false)?;
        let (rest, numbers) = corrections(rest, count.saturating_mul(width), width)?;
        match transform {
            Transform::Wrap => wrap(rest, numbers, width),
            _ => Ok((rest, numbers.all.iter().map(|number| T::of(unzigzag(*number))).collect())),
        }
    }
}

/// The places of `count` normals on an octahedron.
pub(super) fn places<'a>(count: usize) -> impl FnMut(Input<'a>) -> Parsed<'a, Vec<i32>> {
    move |input| {
        let (rest, transform) = prediction(input, true)?;
        let (rest, Numbers { all, .. }) = corrections(rest, count.saturating_mul(2), 2)?;
        match transform {
            Transform::Octahedron(rotation) => {
                let mut values: Vec<_> = all.into_iter().map(u32::cast_signed).collect();
                let (rest, ()) = octahedron(rest, &mut values, rotation)?;
                Ok((rest, values))
            }
            _ => Ok((rest, all.into_iter().map(unzigzag).collect())),
        }
    }
}

/// The prediction method, and its transform if there is one. Sequential streams only predict from the previous point.
fn prediction(input: Input<'_>, is_normal: bool) -> Parsed<'_, Transform> {
    let (at, method) = field("prediction_method", value::<_, i8>)(input)?;
    match method {
        -2 => return Ok((at, Transform::None)),
        0 => {}
        _ => {
            let expected = "prediction method -2 or 0".into();
            return Err(input.fatal(ErrorKind::Unexpected { expected, found: method.to_string() }));
        }
    }
    let (rest, transform) = field("prediction_transform", value::<_, i8>)(at)?;
    match (transform, is_normal) {
        (1, false) => Ok((rest, Transform::Wrap)),
        (2, true) => Ok((rest, Transform::Octahedron(Rotation::None))),
        (3, true) => Ok((rest, Transform::Octahedron(Rotation::Canonical))),
        (_, false) => {
            let expected = "prediction transform 1".into();
            Err(at.fatal(ErrorKind::Unexpected { expected, found: transform.to_string() }))
        }
        (_, true) => {
            let expected = "prediction transform 2 or 3".into();
            Err(at.fatal(ErrorKind::Unexpected { expected, found: transform.to_string() }))
        }
    }
}

/// The correction of each value.
fn corrections(input: Input<'_>, count: usize, width: usize) -> Parsed<'_, Numbers> {
    let (at, is_compressed) = field("compressed", value::<_, u8>)(input)?;
    if is_compressed > 0 {
        return part("corrections", symbols(count, width))(at);
    }
    let (rest, size) = field("value_size", value::<_, u8>)(at)?;
    if !(1..=4).contains(&size) {
        let expected = "a value size of 1 to 4".into();
        return Err(at.fatal(ErrorKind::Unexpected { expected, found: size.to_string() }));
    }
    let size = usize::from(size);
    let (rest, values) = field("corrections", bytes(count.saturating_mul(size)))(rest)?;
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte));
    let greatest = u32::MAX >> 32_usize.wrapping_sub(size.wrapping_mul(8));
    Ok((rest, Numbers { all: values.chunks_exact(size).map(number).collect(), greatest }))
}

/// Decodes a signed number whose sign is in the lowest bit.
fn unzigzag(number: u32) -> i32 {
    (number >> 1).cast_signed() ^ (number & 1).cast_signed().wrapping_neg()
}

/// The bounds, between which each value is the sum of the one before and its correction.
fn wrap<'a, T: Integer>(input: Input<'a>, numbers: Numbers, width: usize) -> Parsed<'a, Vec<T>> {
    let (rest, min) = field("least_value", value::<_, i32>)(input)?;
    let (rest, max) = field("greatest_value", value::<_, i32>)(rest)?;
    let n_values = max.checked_sub(min).filter(|range| *range >= 0).and_then(|range| range.checked_add(1));
    let Some(n_values) = n_values else {
        let expected = format!("less than 2^31 values from {min}").into();
        return Err(input.fatal(ErrorKind::Unexpected { expected, found: format!("{max} as the greatest") }));
    };
    let bounds = Bounds { min, max, n_values };
    let Numbers { all, greatest } = numbers;
    // Twice as many, since the sign is in the lowest bit.
    if u64::from(greatest) > u64::from(n_values.cast_unsigned()).wrapping_mul(2) {
        return Ok((rest, add_up_any(&all, width, bounds)));
    }
    let values = match width {
        // All the same, as most colours are.
        _ if n_values == 1 => vec![T::of(min); all.len()],
        1 => add_up::<1, T>(all, bounds),
        2 => add_up::<2, T>(all, bounds),
        3 => add_up::<3, T>(all, bounds),
        4 => add_up::<4, T>(all, bounds),
        _ => add_up_any(&all, width, bounds),
    };
    Ok((rest, values))
}

/// The least and the greatest value, and how many there are from one to the other.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    min: i32,
    max: i32,
    n_values: i32,
}

/// Adds each row to the previous one; no correction is larger than the number of values.
///
/// So it is addition modulo that number, four instructions from one row to the next. The rest is done in loops of its
/// own, for many numbers at once; and with the width as a constant the numbers of a row are added side by side.
fn add_up<const N: usize, T: Integer>(
    corrections: Vec<u32>,
    Bounds { min, max, n_values }: Bounds,
) -> Vec<T> {
    // None is above 0.
    let negative = |correction: i32| correction.wrapping_sub(n_values & !(correction >> 31));
    let mut values: Vec<i32> = corrections.into_iter().map(|number| negative(unzigzag(number))).collect();
    // Counted from the least value.
    let mut before = [0_i32.clamp(min, max).wrapping_sub(min); N];
    for row in values.as_chunks_mut::<N>().0 {
        for (before, value) in before.iter_mut().zip(row.iter()) {
            let sum = before.wrapping_add(*value);
            *before = sum.wrapping_add(n_values & sum >> 31);
        }
        *row = before;
    }
    values.into_iter().map(|value| T::of(value.wrapping_add(min))).collect()
}

/// As [`add_up`], of any width, and as other decoders do it if a correction is too large.
fn add_up_any<T: Integer>(
    corrections: &[u32],
    width: usize,
    Bounds { min, max, n_values }: Bounds,
) -> Vec<T> {
    let mut before = vec![0; width];
    let mut values = Vec::with_capacity(corrections.len());
    for row in corrections.chunks_exact(width.max(1)) {
        for (before, correction) in before.iter_mut().zip(row) {
            let sum = i32::clamp(*before, min, max).wrapping_add(unzigzag(*correction));
            *before = match () {
                () if sum > max => sum.wrapping_sub(n_values),
                () if sum < min => sum.wrapping_add(n_values),
                () => sum,
            };
            values.push(T::of(*before));
        }
    }
    values
}

/// How large the octahedron is, on which each pair of coordinates follows from the one before.
fn octahedron<'a>(input: Input<'a>, values: &mut [i32], rotation: Rotation) -> Parsed<'a, ()> {
    let (rest, greatest) = field("greatest_coordinate", value::<_, i32>)(input)?;
    let octahedron = u32::try_from(greatest).ok().filter(|greatest| greatest % 2 == 1);
    let n_bits = octahedron.map_or(0, |greatest| 32_u32.saturating_sub(greatest.leading_zeros()));
    let Some(octahedron) = Octahedron::new(n_bits) else {
        let expected = "an odd number of 2 to 30 bits as the greatest coordinate".into();
        return Err(input.fatal(ErrorKind::Unexpected { expected, found: greatest.to_string() }));
    };
    let rest = match rotation {
        Rotation::None => rest,
        // It follows from the greatest coordinate.
        Rotation::Canonical => field("centre", value::<_, i32>)(rest)?.0,
    };
    let mut before = [0, 0];
    for value in values.as_chunks_mut().0 {
        *value = octahedron.sum(before, *value, rotation);
        before = *value;
    }
    Ok((rest, ()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_in_the_lowest_bit() {
        let numbers = [0, 1, 2, 3, u32::MAX - 1, u32::MAX].map(unzigzag);
        assert_eq!(numbers, [0, -1, 1, -2, i32::MAX, i32::MIN]);
    }
}

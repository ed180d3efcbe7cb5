//! Integer values, and how they are predicted from the previous values. Format document, section 13.3.

use super::octahedron::{Octahedron, Rotation};
use super::symbols::symbols;
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

/// The integers of `count` points, `width` each.
pub(super) fn integers<'a>(
    count: usize,
    width: usize,
    is_normal: bool,
) -> impl FnMut(Input<'a>) -> Parsed<'a, Vec<i32>> {
    move |input| {
        let (rest, transform) = prediction(input, is_normal)?;
        let (rest, numbers) = corrections(rest, count.saturating_mul(width), width)?;
        let mut values: Vec<i32> = match transform {
            Transform::None | Transform::Wrap => numbers.into_iter().map(unzigzag).collect(),
            Transform::Octahedron(_) => numbers.into_iter().map(u32::cast_signed).collect(),
        };
        let (rest, ()) = match transform {
            Transform::None => (rest, ()),
            Transform::Wrap => wrap(rest, &mut values, width)?,
            Transform::Octahedron(rotation) => octahedron(rest, &mut values, rotation)?,
        };
        Ok((rest, values))
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
fn corrections(input: Input<'_>, count: usize, width: usize) -> Parsed<'_, Vec<u32>> {
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
    Ok((rest, values.chunks_exact(size).map(number).collect()))
}

/// Decodes a signed number whose sign is in the lowest bit.
fn unzigzag(number: u32) -> i32 {
    let half = (number >> 1).cast_signed();
    if number & 1 == 1 { !half } else { half }
}

/// The bounds, between which each value is the sum of the one before and its correction.
fn wrap<'a>(input: Input<'a>, values: &mut [i32], width: usize) -> Parsed<'a, ()> {
    let (rest, min) = field("least_value", value::<_, i32>)(input)?;
    let (rest, max) = field("greatest_value", value::<_, i32>)(rest)?;
    let n_values = max.checked_sub(min).filter(|range| *range >= 0).and_then(|range| range.checked_add(1));
    let Some(n_values) = n_values else {
        let expected = format!("less than 2^31 values from {min}").into();
        return Err(input.fatal(ErrorKind::Unexpected { expected, found: format!("{max} as the greatest") }));
    };
    let wrapped = |before: i32, correction: i32| {
        let sum = before.clamp(min, max).wrapping_add(correction);
        match () {
            () if sum > max => sum.wrapping_sub(n_values),
            () if sum < min => sum.wrapping_add(n_values),
            () => sum,
        }
    };
    match width {
        1 => add_up::<1>(values, wrapped),
        2 => add_up::<2>(values, wrapped),
        3 => add_up::<3>(values, wrapped),
        4 => add_up::<4>(values, wrapped),
        _ => {
            let mut before = vec![0; width];
            for row in values.chunks_exact_mut(width.max(1)) {
                for (before, value) in before.iter_mut().zip(row) {
                    *before = wrapped(*before, *value);
                    *value = *before;
                }
            }
        }
    }
    Ok((rest, ()))
}

/// Adds each row to the previous one. A constant width halves the time.
fn add_up<const N: usize>(values: &mut [i32], sum: impl Fn(i32, i32) -> i32) {
    let mut before = [0; N];
    for row in values.as_chunks_mut::<N>().0 {
        for (before, value) in before.iter_mut().zip(row) {
            *before = sum(*before, *value);
            *value = *before;
        }
    }
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

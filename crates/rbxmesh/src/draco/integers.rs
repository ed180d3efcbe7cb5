//! Integer values, and how they are predicted from the previous values. Format document, section 13.3.

use super::octahedron::{Octahedron, Rotation};
use super::symbols::{Numbers, stored, symbols};
use crate::ErrorKind;
use crate::mould::input::{Input, Parsed};
use crate::mould::rows::value;
use crate::mould::words::{bytes, field};
use nom::Err;

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

/// The lowest bytes of an integer, as the reference decoder takes them.
#[inline]
fn lowest<const B: usize>(value: i32) -> [u8; B] {
    value.to_le_bytes().first_chunk().copied().unwrap_or([0; B])
}

/// The integers of `n_points` points, `width` each, of `B` bytes.
pub(super) fn integers<'a, const B: usize>(
    n_points: usize,
    width: usize,
) -> impl FnMut(Input<'a>) -> Parsed<'a, Vec<u8>> {
    move |input| {
        let (rest, transform) = prediction(input, false)?;
        let count = n_points.saturating_mul(width);
        let (rest, numbers) = corrections(rest, count, width)?;
        if transform == Transform::Wrap {
            let (rest, bounds) = bounds(rest)?;
            let values: Vec<[u8; B]> = wrap(numbers, n_points, width, bounds)?;
            return Ok((rest, values.into_flattened()));
        }
        let mut values = vec![[[0; B]]; count];
        numbers.fill(&mut values, |_, number| lowest(unzigzag(number)))?;
        Ok((rest, values.into_flattened().into_flattened()))
    }
}

/// The places of `n_points` normals on an octahedron.
pub(super) fn places<'a>(n_points: usize) -> impl FnMut(Input<'a>) -> Parsed<'a, Vec<[i32; 2]>> {
    move |input| {
        let (rest, transform) = prediction(input, true)?;
        let (rest, numbers) = corrections(rest, n_points.saturating_mul(2), 2)?;
        let mut places = vec![[0; 2]; n_points];
        let Transform::Octahedron(rotation) = transform else {
            numbers.fill(&mut places, |_, number| unzigzag(number))?;
            return Ok((rest, places));
        };
        let (rest, octahedron) = octahedron(rest, rotation)?;
        numbers.fill(&mut places, |_, number| number.cast_signed())?;
        let mut before = [0, 0];
        for place in &mut places {
            before = octahedron.sum(before, *place, rotation);
            *place = before;
        }
        Ok((rest, places))
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
fn corrections(input: Input<'_>, count: usize, width: usize) -> Parsed<'_, Numbers<'_>> {
    const NAME: &str = "corrections";
    let (at, is_compressed) = field("compressed", value::<_, u8>)(input)?;
    if is_compressed > 0 {
        return symbols(NAME, count, width)(at);
    }
    let (rest, size) = field("value_size", value::<_, u8>)(at)?;
    if !(1..=4).contains(&size) {
        let expected = "a value size of 1 to 4".into();
        return Err(at.fatal(ErrorKind::Unexpected { expected, found: size.to_string() }));
    }
    let size = usize::from(size);
    let (rest, values) = field(NAME, bytes(count.saturating_mul(size)))(rest)?;
    Ok((rest, stored(values, size)))
}

/// Decodes a signed number whose sign is in the lowest bit.
fn unzigzag(number: u32) -> i32 {
    (number >> 1).cast_signed() ^ (number & 1).cast_signed().wrapping_neg()
}

/// The least and the greatest value, and how many there are from one to the other.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    min: i32,
    max: i32,
    n_values: i32,
}

fn bounds(input: Input<'_>) -> Parsed<'_, Bounds> {
    let (rest, min) = field("least_value", value::<_, i32>)(input)?;
    let (rest, max) = field("greatest_value", value::<_, i32>)(rest)?;
    let n_values = max.checked_sub(min).filter(|range| *range >= 0).and_then(|range| range.checked_add(1));
    let Some(n_values) = n_values else {
        let expected = format!("less than 2^31 values from {min}").into();
        return Err(input.fatal(ErrorKind::Unexpected { expected, found: format!("{max} as the greatest") }));
    };
    Ok((rest, Bounds { min, max, n_values }))
}

/// Adds each correction to the value before, and wraps around between the bounds.
fn wrap<const B: usize>(
    numbers: Numbers<'_>,
    n_points: usize,
    width: usize,
    bounds: Bounds,
) -> Result<Vec<[u8; B]>, Err<crate::Error>> {
    // Twice as many, since the sign is in the lowest bit.
    let is_usual = u64::from(numbers.greatest) <= u64::from(bounds.n_values.cast_unsigned()).wrapping_mul(2);
    match width {
        // All the same, as most colours are.
        _ if is_usual && bounds.n_values == 1 => {
            let values = vec![lowest(bounds.min); n_points.saturating_mul(width)];
            numbers.fill(&mut vec![[(); 1]; values.len()], |_, _| ())?;
            Ok(values)
        }
        1 if is_usual => add_up::<1, B>(numbers, n_points, bounds),
        2 if is_usual => add_up::<2, B>(numbers, n_points, bounds),
        3 if is_usual => add_up::<3, B>(numbers, n_points, bounds),
        4 if is_usual => add_up::<4, B>(numbers, n_points, bounds),
        _ => add_up_any(numbers, n_points, width, bounds),
    }
}

/// Adds each row to the previous one; no correction is larger than the number of values, so that it is addition modulo
/// that number.
fn add_up<const N: usize, const B: usize>(
    numbers: Numbers<'_>,
    n_points: usize,
    Bounds { min, max, n_values }: Bounds,
) -> Result<Vec<[u8; B]>, Err<crate::Error>> {
    let mut values = vec![[[0; B]; N]; n_points];
    // Counted from the least value.
    let mut before = [0_i32.clamp(min, max).wrapping_sub(min); N];
    numbers.fill(&mut values, |column, number| {
        let Some(before) = before.get_mut(column) else { return [0; B] };
        let correction = unzigzag(number);
        // None is above 0.
        let negative = correction.wrapping_sub(n_values & !(correction >> 31));
        let sum = before.wrapping_add(negative);
        *before = sum.wrapping_add(n_values & sum >> 31);
        lowest(before.wrapping_add(min))
    })?;
    Ok(values.into_flattened())
}

/// As [`add_up`], of any width, and as other decoders do it if a correction is too large.
fn add_up_any<const B: usize>(
    numbers: Numbers<'_>,
    n_points: usize,
    width: usize,
    Bounds { min, max, n_values }: Bounds,
) -> Result<Vec<[u8; B]>, Err<crate::Error>> {
    let mut values = vec![[[0; B]]; n_points.saturating_mul(width)];
    let (mut before, mut column) = (vec![0; width], 0_usize);
    numbers.fill(&mut values, |_, number| {
        let Some(before) = before.get_mut(column) else { return [0; B] };
        column = column.wrapping_add(1).checked_rem(width).unwrap_or_default();
        let sum = i32::clamp(*before, min, max).wrapping_add(unzigzag(number));
        *before = match () {
            () if sum > max => sum.wrapping_sub(n_values),
            () if sum < min => sum.wrapping_add(n_values),
            () => sum,
        };
        lowest(*before)
    })?;
    Ok(values.into_flattened())
}

/// How large the octahedron is, on which each pair of coordinates follows from the one before.
fn octahedron(input: Input<'_>, rotation: Rotation) -> Parsed<'_, Octahedron> {
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
    Ok((rest, octahedron))
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

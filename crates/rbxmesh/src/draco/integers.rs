//! Reads integer values, which are predicted from the previous values. Format document, section 13.3.

use super::octahedron::{Octahedron, Rotation};
use super::rans::Lane;
use super::symbols::{Numbers, stored, symbols};
use crate::common::input::{Checked, Input, Parsed};
use crate::common::parsers::{ParseFn, bytes, field};
use crate::common::wire::value;
use crate::error::ErrorKind;
use std::array::from_fn;

/// The transform that combines the previous value with a correction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Transform {
    /// No prediction: the corrections are the values.
    None,
    /// A sum that wraps around between two bounds.
    Wrap,
    /// A sum on the octahedron on which normals are laid out.
    Octahedron(Rotation),
}

/// The lowest `B` bytes of an integer, as in the reference decoder.
#[inline]
fn lowest<const B: usize>(value: i32) -> [u8; B] {
    value.to_le_bytes().first_chunk().copied().unwrap_or([0; B])
}

/// Inverts [`lowest`] if `B` is 4.
#[inline]
fn widened<const B: usize>(bytes: [u8; B]) -> i32 {
    i32::from_le_bytes(bytes.first_chunk().copied().unwrap_or_default())
}

/// Integers that were found in the stream, but not decoded yet.
pub(super) struct Integers<'a> {
    numbers: Numbers<'a>,
    /// The bounds between which sums with the previous value wrap; `None` if values are stored without prediction.
    bounds: Option<Bounds>,
    n_points: usize,
    width: usize,
    /// The last decoded row, with values counted from the least value.
    before: [i32; MAX_USUAL_WIDTH],
}

/// The maximum width for which values are decoded in blocks; wider values are decoded all at once.
const MAX_USUAL_WIDTH: usize = 4;

/// Finds `width` integers for each of `n_points` points.
pub(super) fn integers<'a>(n_points: usize, width: usize) -> impl ParseFn<'a, Integers<'a>> {
    move |input| {
        let (rest, transform) = prediction(input, false)?;
        let (rest, numbers) = corrections(rest, n_points.saturating_mul(width), width)?;
        let (rest, bounds) = match transform {
            Transform::Wrap => bounds(rest).map(|(rest, bounds)| (rest, Some(bounds)))?,
            Transform::None | Transform::Octahedron(_) => (rest, None),
        };
        let before = [bounds.map_or(0, Bounds::start); MAX_USUAL_WIDTH];
        Ok((rest, Integers { numbers, bounds, n_points, width, before }))
    }
}

impl<'a> Integers<'a> {
    /// The number of integers per point.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Returns true if [`next`](Self::next) can decode the integers: they are predicted, at most four per point, and no
    /// correction exceeds the number of values.
    pub(super) fn is_usual(&self) -> bool {
        let are_bounded = self.bounds.is_some_and(|bounds| bounds.hold(&self.numbers));
        are_bounded && (1..=MAX_USUAL_WIDTH).contains(&self.width)
    }

    /// A lane that decodes the first corrections for [`next`](Self::next), if possible.
    pub(super) fn lane<'n>(&'n mut self, room: &'n mut [[u8; 4]]) -> Option<Lane<'n, 'a>> {
        let is_varied = self.bounds.is_some_and(|bounds| bounds.n_values > 1);
        if is_varied { self.numbers.lane(room) } else { None }
    }

    /// Decodes the next integers, of `B` bytes each, until `room` is full. If a lane was used, `B` must be 4.
    pub(super) fn next<const B: usize>(&mut self, room: &mut [[u8; B]]) -> Checked {
        match (self.bounds, self.width) {
            // All values are equal, as most colours are.
            (Some(Bounds { min, n_values: 1, .. }), _) => {
                room.fill(lowest(min));
                self.numbers.fill_next(&mut vec![[(); 1]; room.len()], |_, _| ())
            }
            (Some(bounds), 1) => self.add_up::<1, B>(room, bounds),
            (Some(bounds), 2) => self.add_up::<2, B>(room, bounds),
            (Some(bounds), 3) => self.add_up::<3, B>(room, bounds),
            (Some(bounds), _) => self.add_up::<4, B>(room, bounds),
            (None, _) => Ok(()),
        }
    }

    /// Decodes rows, and adds each to the previous one, modulo the number of values.
    #[inline(never)]
    fn add_up<const N: usize, const B: usize>(&mut self, room: &mut [[u8; B]], bounds: Bounds) -> Checked {
        let mut before: [i32; N] = from_fn(|column| self.before.get(column).copied().unwrap_or_default());
        let (ahead, rest) = room.split_at_mut_checked(self.numbers.take_ahead()).unwrap_or_default();
        // A loop of its own, since the compiler can vectorise it.
        ahead
            .iter_mut()
            .for_each(|number| *number = lowest(bounds.negative(widened(*number).cast_unsigned())));
        for row in ahead.as_chunks_mut::<N>().0 {
            for (value, before) in row.iter_mut().zip(&mut before) {
                *before = bounds.sum(*before, widened(*value));
                *value = lowest(before.wrapping_add(bounds.min));
            }
        }
        self.numbers.fill_next(rest.as_chunks_mut::<N>().0, |column, number| {
            let Some(before) = before.get_mut(column) else { return [0; B] };
            *before = bounds.sum(*before, bounds.negative(number));
            lowest(before.wrapping_add(bounds.min))
        })?;
        self.before.iter_mut().zip(before).for_each(|(place, before)| *place = before);
        Ok(())
    }

    /// Checks that all numbers were read.
    pub(super) fn finish(&self) -> Checked {
        self.numbers.finish()
    }

    /// Decodes all integers to `B` bytes each.
    pub(super) fn decode<const B: usize>(self) -> Checked<Vec<u8>> {
        let Self { numbers, bounds, n_points, width, .. } = self;
        if let Some(bounds) = bounds {
            return add_up_any::<B>(numbers, n_points, width, bounds).map(Vec::into_flattened);
        }
        let mut values = vec![[[0; B]]; n_points.saturating_mul(width)];
        numbers.fill(&mut values, |_, number| lowest(unzigzag(number)))?;
        Ok(values.into_flattened().into_flattened())
    }
}

/// Reads the positions of `n_points` normals on an octahedron.
pub(super) fn places<'a>(n_points: usize) -> impl ParseFn<'a, Vec<[i32; 2]>> {
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

/// Reads the prediction method, and its transform if there is one. In sequential streams, values are predicted only
/// from the previous point.
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

/// Finds the correction of each value.
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

/// The least and the greatest value, and the number of values from one to the other.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    min: i32,
    max: i32,
    n_values: i32,
}

impl Bounds {
    /// Returns true if no correction can exceed the number of values.
    fn hold(self, numbers: &Numbers<'_>) -> bool {
        // The bound is doubled, since the sign is in the lowest bit.
        u64::from(numbers.greatest) <= u64::from(self.n_values.cast_unsigned()).wrapping_mul(2)
    }

    /// Decodes a correction, and subtracts the number of values unless the correction is negative.
    #[inline]
    fn negative(self, number: u32) -> i32 {
        let correction = unzigzag(number);
        // The shift gives all ones for a negative correction, and zeros for any other.
        correction.wrapping_sub(self.n_values & !(correction >> 31))
    }

    /// Adds a [`negative`](Self::negative) correction to a value, modulo the number of values. Values are counted from
    /// the least one.
    #[inline]
    fn sum(self, before: i32, negative: i32) -> i32 {
        let sum = before.wrapping_add(negative);
        // A negative sum wraps around; without a branch, the loop can be vectorised.
        sum.wrapping_add(self.n_values & sum >> 31)
    }

    /// The value from which the first one is predicted, counted from the least value.
    fn start(self) -> i32 {
        // The value before the first is 0, clamped. Format document, section 13.3.
        0_i32.clamp(self.min, self.max).wrapping_sub(self.min)
    }
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

/// Decodes integers of any width. A correction that is too large is treated as in other decoders.
fn add_up_any<const B: usize>(
    numbers: Numbers<'_>,
    n_points: usize,
    width: usize,
    Bounds { min, max, n_values }: Bounds,
) -> Checked<Vec<[u8; B]>> {
    let mut values = vec![[[0; B]]; n_points.saturating_mul(width)];
    let (mut before, mut column) = (vec![0; width], 0_usize);
    numbers.fill(&mut values, |_, number| {
        let Some(before) = before.get_mut(column) else { return [0; B] };
        column = column.wrapping_add(1).checked_rem(width).unwrap_or_default();
        // Format document, section 13.3: the previous value is clamped, and the sum wraps around.
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

/// Reads the size of the octahedron on which each pair of coordinates is predicted from the previous pair.
fn octahedron(input: Input<'_>, rotation: Rotation) -> Parsed<'_, Octahedron> {
    let (rest, greatest) = field("greatest_coordinate", value::<_, i32>)(input)?;
    // The greatest coordinate is 2^*b* - 1 for *b* bits, and so it is odd. Format document, section 13.6.
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

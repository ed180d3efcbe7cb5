//! The attributes of the points. Format document, section 13.3.

use super::header::varint;
use super::integers::{Integers, integers, places};
use super::octahedron::Octahedron;
use super::symbols::decode_ahead;
use crate::mould::input::{Input, Parsed};
use crate::mould::rows::value;
use crate::mould::words::{bytes, field, part};
use crate::{Error, ErrorKind};
use nom::Err;
use std::borrow::Cow;
use std::collections::HashSet;

/// Values of one kind, one for each point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Attribute<'a> {
    pub(crate) format: AttributeFormat,
    /// Little-endian, in the type that the format names; borrowed if the stream has them like this.
    pub(crate) values: Cow<'a, [u8]>,
}

/// What the values of an attribute are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AttributeFormat {
    /// Identifies the attribute.
    pub(crate) id: u32,
    /// Its meaning to the Draco library: 0 a position, 1 a normal, 2 a colour, 3 texture coordinates, 4 anything.
    pub(crate) kind: u8,
    pub(crate) value_type: ValueType,
    /// How many numbers a value has.
    pub(crate) width: u8,
    /// Whether integers are normalised, that is fractions of 1.
    pub(crate) is_normalised: bool,
}

/// The type of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueType {
    I8 = 1,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
    Bool,
}

impl ValueType {
    pub(super) fn from_byte(byte: u8) -> Option<Self> {
        use ValueType::{Bool, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64};
        let all = [I8, U8, I16, U16, I32, U32, I64, U64, F32, F64, Bool];
        all.get(usize::from(byte).checked_sub(1)?).copied()
    }

    /// How many bytes a number takes.
    pub(crate) fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 | Self::Bool => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::I64 | Self::U64 | Self::F64 => 8,
        }
    }

    /// Whether the coder of integers can store it.
    fn is_small_integer(self) -> bool {
        matches!(self, Self::I8 | Self::U8 | Self::I16 | Self::U16 | Self::I32 | Self::U32)
    }
}

/// How the values of an attribute are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Coder {
    /// As they are.
    Plain,
    /// As integers.
    Integers,
    /// As steps of a range.
    Quantised,
    /// As places on an octahedron.
    Normals,
}

/// The attributes of so many points.
pub(super) fn attributes(input: Input<'_>, n_points: usize) -> Parsed<'_, Vec<Attribute<'_>>> {
    let (mut rest, n_groups) = field("group_count", value::<_, u8>)(input)?;
    let mut seen = HashSet::new();
    let mut groups = Vec::new();
    for number in 0..n_groups {
        let group;
        (rest, group) =
            part(("attribute_groups", usize::from(number)), |input| formats(input, &mut seen))(rest)?;
        groups.push(group);
    }
    let mut attributes = Vec::new();
    for group in groups {
        (rest, ()) = values(rest, group, n_points, &mut attributes)?;
    }
    Ok((rest, attributes))
}

/// What each attribute of a group is, and how it is coded.
fn formats<'a>(input: Input<'a>, seen: &mut HashSet<u32>) -> Parsed<'a, Vec<(AttributeFormat, Coder)>> {
    let (mut rest, n_attributes) = field("attribute_count", varint)(input)?;
    let mut formats = Vec::new();
    for number in 0..n_attributes as usize {
        let format;
        (rest, format) = part(("attributes", number), |input| self::format(input, seen))(rest)?;
        formats.push(format);
    }
    let mut coded = Vec::with_capacity(formats.len());
    for (number, format) in formats.into_iter().enumerate() {
        let coder;
        (rest, coder) = part(("coders", number), |input| self::coder(input, &format))(rest)?;
        coded.push((format, coder));
    }
    Ok((rest, coded))
}

fn format<'a>(input: Input<'a>, seen: &mut HashSet<u32>) -> Parsed<'a, AttributeFormat> {
    let (at, kind) = field("kind", value::<_, u8>)(input)?;
    let (rest, type_byte) = field("type", value::<_, u8>)(at)?;
    let Some(value_type) = ValueType::from_byte(type_byte) else {
        let expected = "a type of 1 to 11".into();
        return Err(at.fatal(ErrorKind::Unexpected { expected, found: type_byte.to_string() }));
    };
    let at = rest;
    let (rest, width) = field("width", value::<_, u8>)(at)?;
    if width == 0 {
        let expected = "a width of 1 or more".into();
        return Err(at.fatal(ErrorKind::Unexpected { expected, found: width.to_string() }));
    }
    let (at, normalised) = field("normalised", value::<_, u8>)(rest)?;
    let (rest, id) = field("id", varint)(at)?;
    if !seen.insert(id) {
        return Err(at.fatal(ErrorKind::Duplicate { what: "attribute", name: id.to_string() }));
    }
    Ok((rest, AttributeFormat { id, kind, value_type, width, is_normalised: normalised != 0 }))
}

/// The coder of an attribute, which not every type and width can have.
fn coder<'a>(input: Input<'a>, format: &AttributeFormat) -> Parsed<'a, Coder> {
    let (rest, byte) = field("coder", value::<_, u8>)(input)?;
    let AttributeFormat { value_type, width, .. } = *format;
    let (coder, fits, expected) = match byte {
        0 => (Coder::Plain, true, ""),
        1 => (Coder::Integers, value_type.is_small_integer(), "integers of 32 bits at most"),
        2 => (Coder::Quantised, value_type == ValueType::F32, "floats of 32 bits to quantise"),
        3 => (Coder::Normals, value_type == ValueType::F32 && width == 3, "three floats as a normal"),
        _ => {
            let expected = "a coder of 0 to 3".into();
            return Err(input.fatal(ErrorKind::Unexpected { expected, found: byte.to_string() }));
        }
    };
    if !fits {
        let found = format!("{width} of {value_type:?}");
        return Err(input.fatal(ErrorKind::Unexpected { expected: expected.into(), found }));
    }
    Ok((rest, coder))
}

/// Values; some need parameters that follow the values of the whole group.
enum Values<'a> {
    Done(Cow<'a, [u8]>),
    /// Not decoded yet.
    Steps(Integers<'a>),
    Places(Vec<[i32; 2]>),
}

/// The values of a group, and then what turns integers into floats.
fn values<'a>(
    input: Input<'a>,
    group: Vec<(AttributeFormat, Coder)>,
    n_points: usize,
    attributes: &mut Vec<Attribute<'a>>,
) -> Parsed<'a, ()> {
    let mut rest = input;
    let mut stored = Vec::with_capacity(group.len());
    for (format, coder) in group {
        let values;
        let read = |input| coded_values(input, format, coder, n_points);
        (rest, values) = part(("values", format.id as usize), read)(rest)?;
        stored.push((format, values));
    }
    decode_together(&mut stored);
    for (format, values) in stored {
        let (width, id) = (usize::from(format.width), format.id as usize);
        let name = ("transforms", id);
        let values = match values {
            Values::Done(values) => values,
            Values::Steps(integers) => {
                let mut steps = steps(rest, id, integers)?;
                (rest, ()) = part(name, |input| dequantise(input, &mut steps, width))(rest)?;
                steps.into()
            }
            Values::Places(places) => {
                let values;
                (rest, values) = part(name, |input| directions(input, &places))(rest)?;
                values.into()
            }
        };
        attributes.push(Attribute { format, values });
    }
    Ok((rest, ()))
}

/// Begins to decode quantised values, of up to three attributes side by side.
fn decode_together(stored: &mut [(AttributeFormat, Values<'_>)]) {
    let mut runs = stored.iter_mut().filter_map(|(_, values)| match values {
        Values::Steps(integers) => integers.run(),
        Values::Done(_) | Values::Places(_) => None,
    });
    while let (Some(first), Some(second)) = (runs.next(), runs.next()) {
        match runs.next() {
            Some(third) => decode_ahead([first, second, third]),
            None => decode_ahead([first, second]),
        }
    }
}

/// Decodes the steps of an attribute, which errors and warnings name.
fn steps(input: Input<'_>, id: usize, integers: Integers<'_>) -> Result<Vec<u8>, Err<Error>> {
    let (mark, name) = (input.n_warnings(), ("values", id));
    let steps = integers.decode_wide().map_err(|failure| input.name_failure(mark, name, failure))?;
    input.name_warnings(mark, name);
    Ok(steps)
}

fn coded_values(
    input: Input<'_>,
    format: AttributeFormat,
    coder: Coder,
    n_points: usize,
) -> Parsed<'_, Values<'_>> {
    let (size, width) = (format.value_type.size(), usize::from(format.width));
    let n_bytes = |size: usize| n_points.saturating_mul(width).saturating_mul(size);
    // A few bytes may stand for any number of points; as integers each number takes four bytes.
    input.grant_output(n_bytes(size.max(4)))?;
    match coder {
        Coder::Plain => {
            let (rest, values) = field("plain", bytes(n_bytes(size)))(input)?;
            Ok((rest, Values::Done(values.into())))
        }
        Coder::Integers => {
            let (rest, integers) = integers(n_points, width)(input)?;
            let values = match size {
                1 => integers.decode::<1>(),
                2 => integers.decode::<2>(),
                _ => integers.decode::<4>(),
            }?;
            Ok((rest, Values::Done(values.into())))
        }
        Coder::Quantised => {
            let (rest, integers) = integers(n_points, width)(input)?;
            Ok((rest, Values::Steps(integers)))
        }
        Coder::Normals => {
            let (rest, places) = places(n_points)(input)?;
            Ok((rest, Values::Places(places)))
        }
    }
}

/// Reads the range of the values and the number of steps, and converts steps to floats, in the same memory.
fn dequantise<'a>(input: Input<'a>, steps: &mut [u8], width: usize) -> Parsed<'a, ()> {
    let mut rest = input;
    let mut least = Vec::with_capacity(width);
    for number in 0..width {
        let value;
        (rest, value) = field(("least_values", number), value_f32)(rest)?;
        least.push(value);
    }
    let (at, range) = field("range", value_f32)(rest)?;
    let (rest, n_bits) = field("quantisation_bits", value::<_, u8>)(at)?;
    if !(1..=30).contains(&n_bits) {
        let expected = "1 to 30 bits of quantisation".into();
        return Err(at.fatal(ErrorKind::Unexpected { expected, found: n_bits.to_string() }));
    }
    #[expect(clippy::cast_precision_loss, reason = "as the programs do, to the last bit")]
    let step = range / (1_i32.wrapping_shl(n_bits.into()).wrapping_sub(1)) as f32;
    let numbers = steps.as_chunks_mut::<4>().0;
    match *least.as_slice() {
        [x, y] => numbers.as_chunks_mut::<2>().0.iter_mut().for_each(|row| to_floats(row, &[x, y], step)),
        [x, y, z] => {
            numbers.as_chunks_mut::<3>().0.iter_mut().for_each(|row| to_floats(row, &[x, y, z], step))
        }
        _ => numbers.chunks_exact_mut(width.max(1)).for_each(|row| to_floats(row, &least, step)),
    }
    Ok((rest, ()))
}

#[expect(clippy::cast_precision_loss, reason = "as the programs do, to the last bit")]
#[inline]
fn to_floats(row: &mut [[u8; 4]], least: &[f32], step: f32) {
    for (number, least) in row.iter_mut().zip(least) {
        *number = (i32::from_le_bytes(*number) as f32 * step + least).to_le_bytes();
    }
}

fn value_f32(input: Input<'_>) -> Parsed<'_, f32> {
    value(input)
}

/// How many bits the coordinates have.
fn directions<'a>(input: Input<'a>, places: &[[i32; 2]]) -> Parsed<'a, Vec<u8>> {
    let (rest, n_bits) = field("quantisation_bits", value::<_, u8>)(input)?;
    let Some(octahedron) = Octahedron::new(n_bits.into()) else {
        let expected = "2 to 30 bits of quantisation".into();
        return Err(input.fatal(ErrorKind::Unexpected { expected, found: n_bits.to_string() }));
    };
    let directions = places.iter().map(|place| octahedron.direction(*place).map(f32::to_le_bytes));
    Ok((rest, directions.collect::<Vec<_>>().into_flattened().into_flattened()))
}

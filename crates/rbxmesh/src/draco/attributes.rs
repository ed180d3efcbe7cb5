//! Reads the attributes of the points. Format document, section 13.3.

use super::coded::{self, BLOCK, Coded, Conversion, Quantisation};
use super::integers::{Integers, integers, places};
use super::octahedron::Octahedron;
use super::varint::varint;
use super::vertex_attributes;
use crate::common::input::{Checked, Input, Parsed};
use crate::common::parsers::{bytes, field, part};
use crate::common::wire::value;
use crate::error::ErrorKind;
use crate::model::{DracoFormat, DracoType};
use std::borrow::Cow;
use std::collections::HashSet;

/// An attribute: a value for each point.
pub(crate) struct Attribute<'a> {
    pub(crate) format: DracoFormat,
    pub(crate) values: Values<'a>,
}

/// The values of an attribute, little-endian, in the type of its format.
pub(crate) enum Values<'a> {
    /// All values; borrowed if the stream stores them in the same form.
    Whole(Cow<'a, [u8]>),
    Coded(Box<Coded<'a>>),
}

impl<'a> Values<'a> {
    /// Decodes all values of this many points.
    pub(super) fn into_whole(self, input: Input<'_>, n_points: usize) -> Checked<Cow<'a, [u8]>> {
        let mut coded = match self {
            Self::Whole(values) => return Ok(values),
            Self::Coded(coded) => coded,
        };
        let (mut whole, mut left) = (Vec::new(), n_points);
        while left > 0 {
            let count = left.min(BLOCK);
            coded::next(input, &mut [&mut coded], count)?;
            whole.reserve_exact(coded.bytes().len().saturating_mul(left.div_ceil(count)));
            whole.extend_from_slice(coded.bytes());
            left = left.saturating_sub(count);
        }
        coded::finish(input, &mut coded)?;
        Ok(whole.into())
    }
}

/// The way in which the values of an attribute are encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Coder {
    /// Raw values.
    Plain,
    /// Integers.
    Integers,
    /// Floats as steps within a range.
    Quantised,
    /// Normals as positions on an octahedron.
    Normals,
}

/// Reads the attributes of this many points.
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
    let formats: Vec<_> = groups.iter().flatten().map(|(format, _)| *format).collect();
    let wanted = vertex_attributes::ids(&formats);
    let mut attributes = Vec::new();
    for group in groups {
        (rest, ()) = values(rest, group, n_points, wanted, &mut attributes)?;
    }
    Ok((rest, attributes))
}

/// Reads the format and the coder of each attribute in a group.
fn formats<'a>(input: Input<'a>, seen: &mut HashSet<u32>) -> Parsed<'a, Vec<(DracoFormat, Coder)>> {
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

fn format<'a>(input: Input<'a>, seen: &mut HashSet<u32>) -> Parsed<'a, DracoFormat> {
    let (at, kind) = field("kind", value::<_, u8>)(input)?;
    let (rest, type_byte) = field("type", value::<_, u8>)(at)?;
    let Some(value_type) = DracoType::from_byte(type_byte) else {
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
    Ok((rest, DracoFormat { id, kind, value_type, width, is_normalised: normalised != 0 }))
}

/// Returns true if the integer coder can store a type.
fn is_small_integer(value_type: DracoType) -> bool {
    use DracoType::{I8, I16, I32, U8, U16, U32};
    matches!(value_type, I8 | U8 | I16 | U16 | I32 | U32)
}

/// Reads the coder of an attribute, and checks that it fits the type and width.
fn coder<'a>(input: Input<'a>, format: &DracoFormat) -> Parsed<'a, Coder> {
    let (rest, byte) = field("coder", value::<_, u8>)(input)?;
    let DracoFormat { value_type, width, .. } = *format;
    let (coder, fits, expected) = match byte {
        0 => (Coder::Plain, true, ""),
        1 => (Coder::Integers, is_small_integer(value_type), "integers of 32 bits at most"),
        2 => (Coder::Quantised, value_type == DracoType::F32, "floats of 32 bits to quantise"),
        3 => (Coder::Normals, value_type == DracoType::F32 && width == 3, "three floats as a normal"),
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

/// Values as they are stored. Some need parameters that follow the values of the whole group.
enum Stored<'a> {
    Done(Values<'a>),
    /// Quantised values that are not decoded yet.
    Steps(Integers<'a>),
    Places(Vec<[i32; 2]>),
}

/// Reads the values of a group, and then the parameters that convert integers to floats.
fn values<'a>(
    input: Input<'a>,
    group: Vec<(DracoFormat, Coder)>,
    n_points: usize,
    wanted: [Option<u32>; 5],
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
    for (format, values) in stored {
        let name = ("transforms", format.id as usize);
        let mut values = match values {
            Stored::Done(values) => values,
            Stored::Steps(integers) => {
                let floats;
                (rest, floats) = part(name, |input| quantisation(input, format.width.into()))(rest)?;
                floats_of(rest, format.id, integers, floats)?
            }
            Stored::Places(places) => {
                let values;
                (rest, values) = part(name, |input| directions(input, &places))(rest)?;
                Values::Whole(values.into())
            }
        };
        // Unneeded attributes are decoded to detect errors, one at a time, so that few lists of units exist at once.
        if !wanted.contains(&Some(format.id)) {
            values = Values::Whole(values.into_whole(rest, n_points)?);
        }
        attributes.push(Attribute { format, values });
    }
    Ok((rest, ()))
}

/// Converts quantised integers to floats, now or when they are decoded.
fn floats_of<'a>(
    input: Input<'_>,
    id: u32,
    integers: Integers<'a>,
    quantisation: Quantisation,
) -> Checked<Values<'a>> {
    if integers.is_usual() {
        return Ok(Values::Coded(Coded::new(id, integers, Conversion::Floats(quantisation)).into()));
    }
    let (mark, name) = (input.n_warnings(), ("values", id as usize));
    let mut steps = integers.decode::<4>().map_err(|failure| input.name_failure(mark, name, failure))?;
    input.name_warnings(mark, name);
    quantisation.dequantise(steps.as_chunks_mut().0);
    Ok(Values::Whole(steps.into()))
}

fn coded_values(
    input: Input<'_>,
    format: DracoFormat,
    coder: Coder,
    n_points: usize,
) -> Parsed<'_, Stored<'_>> {
    let (size, width) = (format.value_type.size(), usize::from(format.width));
    let n_bytes = |size: usize| n_points.saturating_mul(width).saturating_mul(size);
    // A few bytes may encode any number of points; as an integer, each number takes four bytes.
    input.charge_output(n_bytes(size.max(4)))?;
    match coder {
        Coder::Plain => {
            let (rest, values) = field("plain", bytes(n_bytes(size)))(input)?;
            Ok((rest, Stored::Done(Values::Whole(values.into()))))
        }
        Coder::Integers => {
            let (rest, integers) = integers(n_points, width)(input)?;
            let values = match size {
                _ if integers.is_usual() => {
                    Values::Coded(Coded::new(format.id, integers, Conversion::Lowest(size)).into())
                }
                1 => Values::Whole(integers.decode::<1>()?.into()),
                2 => Values::Whole(integers.decode::<2>()?.into()),
                _ => Values::Whole(integers.decode::<4>()?.into()),
            };
            Ok((rest, Stored::Done(values)))
        }
        Coder::Quantised => {
            let (rest, integers) = integers(n_points, width)(input)?;
            Ok((rest, Stored::Steps(integers)))
        }
        Coder::Normals => {
            let (rest, places) = places(n_points)(input)?;
            Ok((rest, Stored::Places(places)))
        }
    }
}

/// Reads the range of the values and the number of bits per step.
fn quantisation(input: Input<'_>, width: usize) -> Parsed<'_, Quantisation> {
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
    Ok((rest, Quantisation { least, step }))
}

fn value_f32(input: Input<'_>) -> Parsed<'_, f32> {
    value(input)
}

/// Reads the number of bits per coordinate, and converts positions on the octahedron to unit vectors.
fn directions<'a>(input: Input<'a>, places: &[[i32; 2]]) -> Parsed<'a, Vec<u8>> {
    let (rest, n_bits) = field("quantisation_bits", value::<_, u8>)(input)?;
    let Some(octahedron) = Octahedron::new(n_bits.into()) else {
        let expected = "2 to 30 bits of quantisation".into();
        return Err(input.fatal(ErrorKind::Unexpected { expected, found: n_bits.to_string() }));
    };
    let directions = places.iter().map(|place| octahedron.direction(*place).map(f32::to_le_bytes));
    Ok((rest, directions.collect::<Vec<_>>().into_flattened().into_flattened()))
}

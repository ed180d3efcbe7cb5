//! Format document, section 6.1: reading attributes.

use super::{Attribute, Attributes};
use crate::model::{ColorKeypoint, Name, NumberKeypoint, Rotation, RotationId, shown};
use crate::mould::input::{Input, Label, Parsed, Reading};
use crate::mould::layout::Asked;
use crate::mould::record;
use crate::mould::rows::value;
use crate::mould::wire::Wire;
use crate::mould::words::{bytes, field, part, remainder, surplus};
use crate::{Error, ErrorKind, Layout, Limits};
use geom::{Mat3, Vec3};
use nom::Err;

impl Attributes {
    /// Reads the bytes of the property. The error says why, if they could not be decoded completely.
    #[must_use]
    pub fn read(bytes: &[u8]) -> (Self, Option<Error>) {
        let reading = Reading::new(false, LIMITS, bytes.len());
        // Every failure becomes a warning, so this always returns a value.
        let attributes = reading.read(bytes, attributes).unwrap_or_default();
        (attributes, reading.into_warnings().into_iter().next())
    }

    /// Describes every byte of the property.
    #[must_use]
    pub fn layout(bytes: &[u8]) -> Layout<'_> {
        record::layout(bytes, Asked { strict: false, limits: LIMITS, aliases: &[] }, attributes)
    }
}

/// The maximum nesting depth of values.
const MOST_LEVELS: usize = 32;

/// The maximum number of values. A value takes at least one byte in the file, and about fifty in memory.
const MOST_VALUES: usize = 1 << 18;

const LIMITS: Limits =
    Limits { output_bytes: Some(0), depth: None, elements: Some(MOST_VALUES), spans: None };

fn attributes(input: Input<'_>) -> Parsed<'_, Attributes> {
    let mut attributes = Attributes::default();
    if input.bytes().is_empty() {
        return Ok((input, attributes));
    }
    let (mut input, count) = match field("count", value::<_, u32>)(input) {
        Ok(read) => read,
        Err(error) => return undecoded(input, attributes, Some(error)),
    };
    attributes.counts_none = count == 0;
    for i in 0..count {
        match part(("entries", i as usize), |input| entry(input, MOST_LEVELS))(input) {
            Ok((rest, entry)) => {
                attributes.entries.push(entry);
                input = rest;
            }
            Err(error) => {
                attributes.n_undecoded = count.saturating_sub(i);
                return undecoded(input, attributes, Some(error));
            }
        }
    }
    undecoded(input, attributes, None)
}

/// Keeps the remaining bytes.
fn undecoded<'a>(
    input: Input<'a>,
    mut attributes: Attributes,
    error: Option<Err<Error>>,
) -> Parsed<'a, Attributes> {
    let (rest, bytes) = match error {
        Some(error) => {
            input.excuse(error)?;
            // Not named in the layout: the first of these bytes are named already.
            remainder(input)?
        }
        None => surplus("undecoded")(input)?,
    };
    attributes.undecoded = bytes.to_vec();
    Ok((rest, attributes))
}

fn entry(input: Input<'_>, levels: usize) -> Parsed<'_, (Name, Attribute)> {
    let (input, name) = field("name", string)(input)?;
    // As long as a message shows of it.
    let title = (Label { text: name.get(..100).unwrap_or(name), ..Label::default() }, || shown(name));
    let (input, value) = part(title, |input| attribute(input, levels))(input)?;
    Ok((input, (name.into(), value)))
}

fn string(input: Input<'_>) -> Parsed<'_, &[u8]> {
    let (input, len) = value::<_, u32>(input)?;
    bytes(len as usize)(input)
}

/// A type and its value. Recurses at most `levels` times.
fn attribute(input: Input<'_>, levels: usize) -> Parsed<'_, Attribute> {
    fn of<'a, const N: usize, T: Wire<N>>(
        input: Input<'a>,
        make: impl Fn(T) -> Attribute,
    ) -> Parsed<'a, Attribute> {
        field("value", value::<N, T>)(input).map(|(rest, value)| (rest, make(value)))
    }
    // Not a limit error, which would abort reading: what exceeds the limit is kept as bytes.
    let most = |expected: &'static str| {
        let found = "more".to_owned();
        input.fatal(ErrorKind::Unexpected { expected: expected.into(), found })
    };
    input.grant_elements(1).map_err(|_| most("at most 262,144 values"))?;
    let (rest, type_id) = field("type", value::<_, u8>)(input)?;
    match type_id {
        0x01 => Ok((rest, Attribute::None)),
        0x02 => field("value", string)(rest).map(|(rest, value)| (rest, Attribute::String(value.to_vec()))),
        0x03 => of(rest, Attribute::Bool),
        0x04 => of(rest, Attribute::Int32),
        0x05 => of(rest, Attribute::Float32),
        0x06 => of(rest, Attribute::Float64),
        0x07 | 0x08 => {
            let levels = levels.checked_sub(1).ok_or_else(|| most("at most 32 levels"))?;
            if type_id == 0x07 {
                let (rest, all) = list(rest, |input| attribute(input, levels))?;
                return Ok((rest, Attribute::Array(all)));
            }
            let (rest, all) = list(rest, |input| entry(input, levels))?;
            Ok((rest, Attribute::Dictionary(all)))
        }
        0x09 => udim(rest).map(|(rest, value)| (rest, Attribute::UDim(value))),
        0x0a => {
            let (rest, x) = part("x", udim)(rest)?;
            let (rest, y) = part("y", udim)(rest)?;
            Ok((rest, Attribute::UDim2([x, y])))
        }
        0x0b => of(rest, Attribute::Ray),
        0x0c => of(rest, Attribute::Faces),
        0x0d => of(rest, Attribute::Axes),
        0x0e => of(rest, Attribute::BrickColor),
        0x0f => of(rest, |color: Vec3| Attribute::Color3(color.to_array())),
        0x10 => of(rest, |value: [f32; 2]| Attribute::Vector2(geom::Vec2::from_array(value))),
        0x11 => of(rest, Attribute::Vector3),
        0x12 => of(rest, Attribute::Vector2int16),
        0x13 => of(rest, Attribute::Vector3int16),
        0x14 => cframe(rest),
        0x15 => {
            let (rest, name) = field("enum", string)(rest)?;
            let (rest, value) = field("value", value)(rest)?;
            Ok((rest, Attribute::EnumItem { name: name.into(), value }))
        }
        0x17 => list(rest, number_keypoint).map(|(rest, all)| (rest, Attribute::NumberSequence(all))),
        0x18 => number_keypoint(rest).map(|(rest, one)| (rest, Attribute::NumberKeypoint(one))),
        0x19 => list(rest, color_keypoint).map(|(rest, all)| (rest, Attribute::ColorSequence(all))),
        0x1a => color_keypoint(rest).map(|(rest, one)| (rest, Attribute::ColorKeypoint(one))),
        0x1b => of(rest, Attribute::NumberRange),
        0x1c => of(rest, Attribute::Rect),
        0x1d => {
            let (rest, custom) = field("custom", value)(rest)?;
            let (rest, numbers) = field("numbers", value)(rest)?;
            Ok((rest, Attribute::PhysicalProperties { custom, numbers }))
        }
        0x1f => of(rest, Attribute::Region3),
        0x20 => of(rest, Attribute::Region3int16),
        0x21 => {
            let (rest, weight) = field("weight", value)(rest)?;
            let (rest, style) = field("style", value)(rest)?;
            let (rest, family) = field("family", string)(rest)?;
            let (rest, cached_face) = field("cached_face", string)(rest)?;
            let (family, cached_face) = (family.to_vec(), cached_face.to_vec());
            Ok((rest, Attribute::Font { weight, style, family, cached_face }))
        }
        _ => Err(input.fatal(ErrorKind::UnknownType { type_id })),
    }
}

/// A count, then that many values of at least one byte each.
fn list<'a, T>(input: Input<'a>, parser: impl Fn(Input<'a>) -> Parsed<'a, T>) -> Parsed<'a, Vec<T>> {
    let (mut input, count) = field("count", value::<_, u32>)(input)?;
    input.split(count as usize)?;
    let mut all = Vec::new();
    for i in 0..count {
        let (rest, value) = part(("values", i as usize), &parser)(input)?;
        all.push(value);
        input = rest;
    }
    Ok((input, all))
}

fn udim(input: Input<'_>) -> Parsed<'_, (f32, i32)> {
    let (input, scale) = field("scale", value)(input)?;
    let (input, offset) = field("offset", value)(input)?;
    Ok((input, (scale, offset)))
}

fn cframe(input: Input<'_>) -> Parsed<'_, Attribute> {
    let (input, position) = field("position", value::<_, Vec3>)(input)?;
    let (rest, id) = field("rotation", value::<_, u8>)(input)?;
    let (rest, rotation) = match id {
        0 => field("matrix", value::<_, Mat3>)(rest).map(|(rest, matrix)| (rest, Rotation::Free(matrix)))?,
        _ if RotationId(id).is_known() => (rest, Rotation::Id(RotationId(id))),
        _ => {
            let (expected, found) = ("a rotation id".into(), format!("{id:#04x}"));
            return Err(input.fatal(ErrorKind::Unexpected { expected, found }));
        }
    };
    Ok((rest, Attribute::CFrame((rotation, position))))
}

/// In attributes the envelope comes first; in columns it comes last.
fn number_keypoint(input: Input<'_>) -> Parsed<'_, NumberKeypoint> {
    let (input, envelope) = field("envelope", value)(input)?;
    let (input, time) = field("time", value)(input)?;
    let (input, value) = field("value", value)(input)?;
    Ok((input, NumberKeypoint { time, value, envelope }))
}

fn color_keypoint(input: Input<'_>) -> Parsed<'_, ColorKeypoint> {
    let (input, envelope) = field("envelope", value)(input)?;
    let (input, time) = field("time", value)(input)?;
    let (input, color) = field("color", value)(input)?;
    Ok((input, ColorKeypoint { time, color, envelope }))
}

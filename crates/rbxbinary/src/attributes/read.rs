//! Format document, section 6.1: reading attributes.

use super::{Attribute, Attributes};
use crate::common::error::Error;
use crate::common::input::{Input, Parsed, Reading};
use crate::common::limits::Limits;
use crate::common::trace::{Label, Trace};
use crate::common::wire::{Wire, value};
use crate::common::words::{Word, bytes, field, part, remainder, surplus};
use crate::error::ErrorKind;
use crate::model::{
    ColorKeypoint, Name, NumberKeypoint, PhysicalProperties, Referent, Rotation, RotationId, shown,
};
use geom::{Mat3, Vec3};
use nom::{Err, Parser};

impl Attributes {
    /// Reads the bytes of the property. The error says why, if they could not be decoded completely.
    #[must_use]
    pub fn read(bytes: &[u8]) -> (Self, Option<Error>) {
        Self::read_as(Form::of(bytes), bytes)
    }

    /// As [`read`](Self::read), and tells `trace` what each byte is. No attributes, if it stops reading.
    pub fn trace(bytes: &[u8], trace: &dyn Trace) -> (Self, Option<Error>) {
        Self::read_by(Reading::new(false, LIMITS, bytes.len()).told(trace), Form::of(bytes), bytes)
    }

    fn read_as(form: Form, bytes: &[u8]) -> (Self, Option<Error>) {
        Self::read_by(Reading::new(false, LIMITS, bytes.len()), form, bytes)
    }

    /// Of what is left, in a string of another form.
    pub(crate) fn parse(input: Input<'_>) -> Parsed<'_, Self> {
        attributes(input, Form::of(input.bytes()))
    }

    fn read_by(reading: Reading<'_>, form: Form, bytes: &[u8]) -> (Self, Option<Error>) {
        match reading.read(bytes, |input| attributes(input, form)) {
            // Every failure becomes a warning.
            Ok(attributes) => (attributes, reading.into_warnings().into_iter().next()),
            Err(stopped) => (Self::default(), Some(stopped)),
        }
    }
}

impl Attribute {
    /// A type and its value, in a string of another form.
    pub(crate) fn parse(input: Input<'_>) -> Parsed<'_, Self> {
        attribute(input, Form { levels: Form::MOST_LEVELS, has_acoustics: true })
    }
}

/// What the bytes of a value do not say.
#[derive(Debug, Clone, Copy)]
struct Form {
    /// How many levels of values there may be in a value.
    levels: usize,
    /// Whether physical properties have a sixth number, acoustic absorption, as since 2025.
    has_acoustics: bool,
}

impl Form {
    /// The maximum nesting depth of values.
    const MOST_LEVELS: usize = 32;

    /// Physical properties have five numbers if all bytes make sense only so.
    fn of(bytes: &[u8]) -> Self {
        let [newest, older] =
            [true, false].map(|has_acoustics| Self { levels: Self::MOST_LEVELS, has_acoustics });
        let fits = |form| {
            let (attributes, error) = Attributes::read_as(form, bytes);
            error.is_none() && attributes.undecoded.is_empty()
        };
        let may_be_older = bytes.contains(&0x1d) && !fits(newest) && fits(older);
        if may_be_older { older } else { newest }
    }
}

/// The maximum number of values. A value takes at least one byte in the file, and about fifty in memory.
const MOST_VALUES: usize = 1 << 18;

const LIMITS: Limits = Limits { output_bytes: Some(0), depth: None, elements: Some(MOST_VALUES) };

fn attributes(input: Input<'_>, form: Form) -> Parsed<'_, Attributes> {
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
        match part(("entries", i as usize), |input| entry(input, form))(input) {
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
            // Without a name: the first of these bytes have names already.
            remainder(input)?
        }
        None => surplus("undecoded")(input)?,
    };
    attributes.undecoded = bytes.to_vec();
    Ok((rest, attributes))
}

fn entry(input: Input<'_>, form: Form) -> Parsed<'_, (Name, Attribute)> {
    let (input, name) = field("name", string)(input)?;
    // As long as a message shows of it.
    let title = (Label { text: name.get(..100).unwrap_or(name), ..Label::default() }, || shown(name));
    let (input, value) = part(title, |input| attribute(input, form))(input)?;
    Ok((input, (name.into(), value)))
}

fn string(input: Input<'_>) -> Parsed<'_, &[u8]> {
    let (input, len) = value::<_, u32>(input)?;
    bytes(len as usize)(input)
}

/// A type and its value. Recurses at most as often as there are levels.
fn attribute(input: Input<'_>, form: Form) -> Parsed<'_, Attribute> {
    fn of<'a, const N: usize, T: Wire<N>>(
        input: Input<'a>,
        make: impl Fn(T) -> Attribute,
    ) -> Parsed<'a, Attribute> {
        field("value", value::<N, T>).map(make).parse(input)
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
        0x02 => field("value", string).map(|value| Attribute::String(value.to_vec())).parse(rest),
        0x03 => of(rest, Attribute::Bool),
        0x04 => of(rest, Attribute::Int32),
        0x05 => of(rest, Attribute::Float32),
        0x06 => of(rest, Attribute::Float64),
        0x07 | 0x08 => {
            let levels = form.levels.checked_sub(1).ok_or_else(|| most("at most 32 levels"))?;
            let form = Form { levels, ..form };
            if type_id == 0x07 {
                list(|input| attribute(input, form)).map(Attribute::Array).parse(rest)
            } else {
                list(|input| entry(input, form)).map(Attribute::Dictionary).parse(rest)
            }
        }
        0x09 => udim.map(Attribute::UDim).parse(rest),
        0x0a => udim2.map(Attribute::UDim2).parse(rest),
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
        0x15 => (field("enum", string), field("value", value))
            .map(|(name, value)| Attribute::EnumItem { name: name.into(), value })
            .parse(rest),
        0x17 => list(number_keypoint).map(Attribute::NumberSequence).parse(rest),
        0x18 => number_keypoint.map(Attribute::NumberKeypoint).parse(rest),
        0x19 => list(color_keypoint).map(Attribute::ColorSequence).parse(rest),
        0x1a => color_keypoint.map(Attribute::ColorKeypoint).parse(rest),
        0x1b => of(rest, Attribute::NumberRange),
        0x1c => of(rest, Attribute::Rect),
        0x1d => physical(rest, form),
        0x1e => of(rest, Attribute::Color3uint8),
        0x1f => of(rest, Attribute::Region3),
        0x20 => of(rest, Attribute::Region3int16),
        0x21 => {
            let uri = |name| field(name, string).map(<[u8]>::to_vec);
            (field("weight", value), field("style", value), uri("family"), uri("cached_face"))
                .map(|(weight, style, family, cached_face)| Attribute::Font {
                    weight,
                    style,
                    family,
                    cached_face,
                })
                .parse(rest)
        }
        0x22 => of(rest, Attribute::SecurityCapabilities),
        0x23 => (part("position", udim2), part("left_tangent", udim2), part("right_tangent", udim2))
            .map(|(position, left, right)| Attribute::Path2DControlPoint([position, left, right]))
            .parse(rest),
        0x24 => of(rest, Attribute::TweenInfo),
        0x25 => of(rest, |referent| Attribute::Ref(Referent(referent))),
        _ => Err(input.fatal(ErrorKind::UnknownType { type_id })),
    }
}

/// A count, then that many values of at least one byte each.
fn list<'a, T>(parser: impl Fn(Input<'a>) -> Parsed<'a, T>) -> impl Word<'a, Vec<T>> {
    move |input| {
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
}

fn udim(input: Input<'_>) -> Parsed<'_, (f32, i32)> {
    (field("scale", value), field("offset", value)).parse(input)
}

fn udim2(input: Input<'_>) -> Parsed<'_, [(f32, i32); 2]> {
    (part("x", udim), part("y", udim)).map(Into::into).parse(input)
}

fn physical(input: Input<'_>, form: Form) -> Parsed<'_, Attribute> {
    let (input, custom) = field("custom", value)(input)?;
    if custom == 0 {
        return Ok((input, Attribute::PhysicalProperties { custom, own: PhysicalProperties::default() }));
    }
    let (input, numbers) = field("numbers", value::<_, [f32; 5]>)(input)?;
    let (input, acoustic_absorption) = match form.has_acoustics {
        true => field("acoustic_absorption", value).map(Some).parse(input)?,
        false => (input, None),
    };
    let [density, friction, elasticity, friction_weight, elasticity_weight] = numbers;
    let own = PhysicalProperties {
        density,
        friction,
        elasticity,
        friction_weight,
        elasticity_weight,
        acoustic_absorption,
    };
    Ok((input, Attribute::PhysicalProperties { custom, own }))
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
    (field("envelope", value), field("time", value), field("value", value))
        .map(|(envelope, time, value)| NumberKeypoint { time, value, envelope })
        .parse(input)
}

fn color_keypoint(input: Input<'_>) -> Parsed<'_, ColorKeypoint> {
    (field("envelope", value), field("time", value), field("color", value))
        .map(|(envelope, time, color)| ColorKeypoint { time, color, envelope })
        .parse(input)
}

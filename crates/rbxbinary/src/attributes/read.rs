//! Reads attributes. Format document, section 6.1.

use super::{Attribute, Attributes, with_attributes};
use crate::common::error::Error;
use crate::common::input::{Input, Parsed, Reading};
use crate::common::limits::Limits;
use crate::common::parsers::{ParseFn, bytes, field, part, remainder, surplus};
use crate::common::trace::{Label, Trace};
use crate::common::wire::{Wire, value};
use crate::error::ErrorKind;
use crate::model::{
    ColorKeypoint, Name, NumberKeypoint, PhysicalProperties, Referent, Rotation, RotationId, shown,
};
use geom::{Mat3, Vec2, Vec3};
use nom::{Err, Parser};

impl Attributes {
    /// Reads the bytes of the property. The error is the reason if they could not be decoded completely.
    #[must_use]
    pub fn read(bytes: &[u8]) -> (Self, Option<Error>) {
        Self::read_as(ValueEncoding::detect(bytes), bytes)
    }

    /// Reads attributes like [`read`](Self::read), and reports to `trace` what each byte is. Returns no attributes if
    /// the tracer ends the reading.
    pub fn trace(bytes: &[u8], trace: &dyn Trace) -> (Self, Option<Error>) {
        Self::read_by(
            Reading::new(false, LIMITS, bytes.len()).with_trace(trace),
            ValueEncoding::detect(bytes),
            bytes,
        )
    }

    fn read_as(form: ValueEncoding, bytes: &[u8]) -> (Self, Option<Error>) {
        Self::read_by(Reading::new(false, LIMITS, bytes.len()), form, bytes)
    }

    /// Reads attributes from the rest of a string in which something else may precede them.
    pub(crate) fn parse(input: Input<'_>) -> Parsed<'_, Self> {
        attributes(input, ValueEncoding::detect(input.bytes()))
    }

    fn read_by(reading: Reading<'_>, form: ValueEncoding, bytes: &[u8]) -> (Self, Option<Error>) {
        match reading.read(bytes, |input| attributes(input, form)) {
            // Every failure becomes a warning.
            Ok(attributes) => (attributes, reading.into_warnings().into_iter().next()),
            Err(stopped) => (Self::default(), Some(stopped)),
        }
    }
}

impl Attribute {
    /// Reads a type and its value from the middle of a string.
    pub(crate) fn parse(input: Input<'_>) -> Parsed<'_, Self> {
        attribute(input, ValueEncoding { levels: ValueEncoding::MOST_LEVELS, has_acoustics: true })
    }
}

/// The properties of the encoding that the bytes of a value do not store.
#[derive(Debug, Clone, Copy)]
struct ValueEncoding {
    /// The number of levels of values that may still be nested in a value.
    levels: usize,
    /// Set if physical properties have a sixth number, acoustic absorption, as files have since 2025.
    has_acoustics: bool,
}

impl ValueEncoding {
    /// The maximum nesting depth of values.
    const MOST_LEVELS: usize = 32;

    /// Returns the form of nested values, one level down.
    fn inside(self, input: Input<'_>) -> Result<Self, Err<Error>> {
        let levels = self.levels.checked_sub(1).ok_or_else(|| too_many(input, "at most 32 levels"))?;
        Ok(Self { levels, ..self })
    }

    /// Detects the form: physical properties have five numbers if the bytes can be decoded completely only that way.
    fn detect(bytes: &[u8]) -> Self {
        let [newest, older] =
            [true, false].map(|has_acoustics| Self { levels: Self::MOST_LEVELS, has_acoustics });
        let fits = |form| {
            let (attributes, error) = Attributes::read_as(form, bytes);
            error.is_none() && attributes.undecoded.is_empty()
        };
        // 0x1D is the type of physical properties; most strings have no such byte, and are read only once.
        let may_be_older = bytes.contains(&0x1d) && !fits(newest) && fits(older);
        if may_be_older { older } else { newest }
    }
}

/// The maximum number of values. A value takes at least one byte in the file, and about fifty in memory.
const MOST_VALUES: usize = 1 << 18;

const LIMITS: Limits = Limits { output_bytes: Some(0), depth: None, elements: Some(MOST_VALUES) };

fn attributes(input: Input<'_>, form: ValueEncoding) -> Parsed<'_, Attributes> {
    let mut attributes = Attributes::default();
    if input.bytes().is_empty() {
        return Ok((input, attributes));
    }
    let (mut input, count) = match field("count", value::<_, u32>)(input) {
        Ok(read) => read,
        Err(error) => return undecoded(input, attributes, Some(error)),
    };
    // An empty string also means none, but Studio does not accept it everywhere. Format
    // document, section 6.1.
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

/// Reads all remaining bytes into `undecoded`, and reports `error` as a warning.
fn undecoded<'a>(
    input: Input<'a>,
    mut attributes: Attributes,
    error: Option<Err<Error>>,
) -> Parsed<'a, Attributes> {
    let (rest, bytes) = match error {
        Some(error) => {
            input.recover(error)?;
            // Without a name: the first of these bytes have names already.
            remainder(input)?
        }
        None => surplus("undecoded")(input)?,
    };
    attributes.undecoded = bytes.to_vec();
    Ok((rest, attributes))
}

fn entry(input: Input<'_>, form: ValueEncoding) -> Parsed<'_, (Name, Attribute)> {
    let (input, name) = field("name", string)(input)?;
    // The name is cut to the length that a message shows.
    let title = (Label { text: name.get(..100).unwrap_or(name), ..Label::default() }, || shown(name));
    let (input, value) = part(title, |input| attribute(input, form))(input)?;
    Ok((input, (name.into(), value)))
}

fn string(input: Input<'_>) -> Parsed<'_, &[u8]> {
    let (input, len) = value::<_, u32>(input)?;
    bytes(len as usize)(input)
}

macro_rules! reader {
    ($($(#[$doc:meta])+ $id:literal $Kind:ident $(($value:ident: $ty:ty))?
        $({ $($(#[$doc_of_field:meta])+ $field:ident: $Field:ty,)+ })?: $read:ident, $write:ident;)*) => {
        /// Reads a type and its value. The recursion is at most as deep as `form` allows.
        #[expect(unused_parens, reason = "an attribute has nothing, one value or several fields")]
        fn attribute(input: Input<'_>, form: ValueEncoding) -> Parsed<'_, Attribute> {
            // A full list is not a limit error, which would end reading: values above the limit are kept as bytes.
            input.charge_elements(1).map_err(|_| too_many(input, "at most 262,144 values"))?;
            let (rest, type_id) = field("type", value::<_, u8>)(input)?;
            match type_id {
                $($id => {
                    let (rest, ($($value)? $($($field),+)?)) = $read(rest, form)?;
                    Ok((rest, Attribute::$Kind $(($value))? $({ $($field),+ })?))
                })*
                // Newer versions of Studio may write further types.
                _ => Err(input.fatal(ErrorKind::UnknownType { type_id })),
            }
        }
    };
}
with_attributes!(reader);

fn too_many(input: Input<'_>, expected: &'static str) -> Err<Error> {
    input.fatal(ErrorKind::Unexpected { expected: expected.into(), found: "more".to_owned() })
}

fn nothing(input: Input<'_>, _: ValueEncoding) -> Parsed<'_, ()> {
    Ok((input, ()))
}

fn plain<const N: usize, T: Wire<N>>(input: Input<'_>, _: ValueEncoding) -> Parsed<'_, T> {
    field("value", value::<N, T>)(input)
}

fn text(input: Input<'_>, _: ValueEncoding) -> Parsed<'_, Vec<u8>> {
    field("value", string).map(<[u8]>::to_vec).parse(input)
}

fn array(input: Input<'_>, form: ValueEncoding) -> Parsed<'_, Vec<Attribute>> {
    let form = form.inside(input)?;
    list(|input| attribute(input, form))(input)
}

fn dictionary(input: Input<'_>, form: ValueEncoding) -> Parsed<'_, Vec<(Name, Attribute)>> {
    let form = form.inside(input)?;
    list(|input| entry(input, form))(input)
}

fn color3(input: Input<'_>, form: ValueEncoding) -> Parsed<'_, [f32; 3]> {
    plain(input, form).map(|(rest, color): (_, Vec3)| (rest, color.to_array()))
}

fn vec2(input: Input<'_>, form: ValueEncoding) -> Parsed<'_, Vec2> {
    plain(input, form).map(|(rest, vector)| (rest, Vec2::from_array(vector)))
}

fn reference(input: Input<'_>, form: ValueEncoding) -> Parsed<'_, Referent> {
    plain(input, form).map(|(rest, referent)| (rest, Referent(referent)))
}

fn enum_item(input: Input<'_>, _: ValueEncoding) -> Parsed<'_, (Name, u32)> {
    (field("enum", string).map(Name::from), field("value", value)).parse(input)
}

fn number_sequence(input: Input<'_>, form: ValueEncoding) -> Parsed<'_, Vec<NumberKeypoint>> {
    list(|input| number_keypoint(input, form))(input)
}

fn color_sequence(input: Input<'_>, form: ValueEncoding) -> Parsed<'_, Vec<ColorKeypoint>> {
    list(|input| color_keypoint(input, form))(input)
}

fn font(input: Input<'_>, _: ValueEncoding) -> Parsed<'_, (u16, u8, Vec<u8>, Vec<u8>)> {
    let uri = |name| field(name, string).map(<[u8]>::to_vec);
    // Unlike in columns, the texts come last. Format document, section 6.1, 21.
    (field("weight", value), field("style", value), uri("family"), uri("cached_face")).parse(input)
}

fn control_point(input: Input<'_>, form: ValueEncoding) -> Parsed<'_, [[(f32, i32); 2]; 3]> {
    let udim2 = |input| udim2(input, form);
    (part("position", udim2), part("left_tangent", udim2), part("right_tangent", udim2))
        .map(Into::into)
        .parse(input)
}

/// Reads a count, then that many values of at least one byte each.
fn list<'a, T>(parser: impl Fn(Input<'a>) -> Parsed<'a, T>) -> impl ParseFn<'a, Vec<T>> {
    move |input| {
        let (mut input, count) = field("count", value::<_, u32>)(input)?;
        // A count that the input does not justify fails before any value is read.
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

fn udim(input: Input<'_>, _: ValueEncoding) -> Parsed<'_, (f32, i32)> {
    (field("scale", value), field("offset", value)).parse(input)
}

fn udim2(input: Input<'_>, form: ValueEncoding) -> Parsed<'_, [(f32, i32); 2]> {
    let udim = |input| udim(input, form);
    (part("x", udim), part("y", udim)).map(Into::into).parse(input)
}

fn physical(input: Input<'_>, form: ValueEncoding) -> Parsed<'_, (u8, PhysicalProperties)> {
    let (input, custom) = field("custom", value)(input)?;
    // Format document, section 6.1, 1D: only a custom value has numbers.
    if custom == 0 {
        return Ok((input, (custom, PhysicalProperties::default())));
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
    Ok((input, (custom, own)))
}

fn cframe(input: Input<'_>, _: ValueEncoding) -> Parsed<'_, (Rotation, Vec3)> {
    // Unlike in columns, the position comes first. Format document, section 6.1, 14.
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
    Ok((rest, (rotation, position)))
}

/// Reads a keypoint. Its envelope comes first in attributes, but last in columns.
fn number_keypoint(input: Input<'_>, _: ValueEncoding) -> Parsed<'_, NumberKeypoint> {
    (field("envelope", value), field("time", value), field("value", value))
        .map(|(envelope, time, value)| NumberKeypoint { time, value, envelope })
        .parse(input)
}

fn color_keypoint(input: Input<'_>, _: ValueEncoding) -> Parsed<'_, ColorKeypoint> {
    (field("envelope", value), field("time", value), field("color", value))
        .map(|(envelope, time, color)| ColorKeypoint { time, color, envelope })
        .parse(input)
}

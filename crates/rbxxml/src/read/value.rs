//! The values of properties. Format document, section 6.

use super::Context;
use super::markup::{Tag, between, end_of, excerpt, is_text, leaf, recorded, source, start_tag, unexpected};
use super::number::{self, Whole};
use super::text::{Beside, attributes, binary, text, word};
use crate::model::{
    Axes, Color3, Color3uint8, ColorKeypoint, Content, ContentId, Element, Faces, Font, FontStyle,
    NumberKeypoint, NumberRange, PartSpelling, PhysicalProperties, Ray, Rect, Reference, UDim, UDim2,
    UniqueId, Value, Vector2int16, Vector3int16,
};
use crate::mould::error::Error;
use crate::mould::input::{Input, Parsed};
use crate::mould::show::Look;
use crate::mould::words::part;
use crate::wire::{self, is_null, is_space, trim};
use crate::{ErrorKind, Text, Type};
use geom::{Mat3, Pose, Vec2, Vec3};
use nom::Err;

/// The value in the element that `tag` opens; passes its end.
pub(super) fn value<'a>(cx: &Context<'_>, ty: Type, tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, Value> {
    Ok(match ty {
        Type::String => with(plain(cx, tag, input)?, Value::String),
        Type::ProtectedString => with(script(cx, tag, input)?, Value::ProtectedString),
        Type::QDir => with(plain(cx, tag, input)?, Value::QDir),
        Type::QFont => with(plain(cx, tag, input)?, Value::QFont),
        Type::BinaryString => with(binary(cx, tag, input)?, |bytes| Value::BinaryString(bytes.into())),
        Type::Bool => with(bool(cx, tag, input)?, Value::Bool),
        Type::Int => with(whole(cx, tag, input, i32::MIN, i32::MAX)?, Value::Int),
        Type::Int64 => with(whole(cx, tag, input, i64::MIN, i64::MAX)?, Value::Int64),
        Type::Float => with(float(cx, tag, input)?, Value::Float),
        Type::Double => with(double(cx, tag, input)?, Value::Double),
        Type::Token => with(whole(cx, tag, input, 0, u32::MAX)?, Value::Token),
        Type::BrickColor => with(whole(cx, tag, input, 0, u32::MAX)?, Value::BrickColor),
        Type::SecurityCapabilities => with(whole(cx, tag, input, 0, u64::MAX)?, Value::SecurityCapabilities),
        Type::Vector2 => with(vec2(cx, tag, input)?, Value::Vector2),
        Type::Vector3 => with(vec3(cx, tag, input)?, Value::Vector3),
        Type::Vector2int16 => {
            with(shorts(cx, tag, input, wire::XY)?, |[x, y]| Value::Vector2int16(Vector2int16 { x, y }))
        }
        Type::Vector3int16 => with(shorts(cx, tag, input, wire::XYZ)?, |[x, y, z]| {
            Value::Vector3int16(Vector3int16 { x, y, z })
        }),
        Type::UDim => with(udims(cx, tag, input, wire::UDIM)?, |[udim]| Value::UDim(udim)),
        Type::UDim2 => with(udims(cx, tag, input, wire::UDIM2)?, |[x, y]| Value::UDim2(UDim2 { x, y })),
        Type::Rect => {
            with(both(cx, tag, input, wire::RECT, vec2)?, |[min, max]| Value::Rect(Rect { min, max }))
        }
        Type::Ray => with(both(cx, tag, input, wire::RAY, vec3)?, |[origin, direction]| {
            Value::Ray(Box::new(Ray { origin, direction }))
        }),
        Type::CFrame => with(cframe(cx, tag, input)?, |pose| Value::CFrame(Box::new(pose))),
        Type::Optional => with(optional(cx, tag, input)?, Value::Optional),
        Type::Color3 => with(color3(cx, tag, input)?, Value::Color3),
        Type::Color3uint8 => with(color3uint8(cx, tag, input)?, Value::Color3uint8),
        Type::Axes => with(bits(cx, tag, input, wire::AXES)?, |bits| Value::Axes(Axes { bits })),
        Type::Faces => with(bits(cx, tag, input, wire::FACES)?, |bits| Value::Faces(Faces { bits })),
        Type::NumberRange => with(number_range(cx, tag, input)?, Value::NumberRange),
        Type::NumberSequence => with(number_sequence(cx, tag, input)?, Value::NumberSequence),
        Type::ColorSequence => with(color_sequence(cx, tag, input)?, Value::ColorSequence),
        Type::PhysicalProperties => {
            with(physical(cx, tag, input)?, |physical| Value::PhysicalProperties(physical.map(Box::new)))
        }
        Type::ContentId => with(content_id(cx, tag, input)?, Value::ContentId),
        Type::Content => content(cx, tag, input)?,
        Type::Font => with(font(cx, tag, input)?, |font| Value::Font(Box::new(font))),
        Type::Ref => with(reference(cx, tag, input)?, Value::Ref),
        Type::SharedString => with(key(cx, tag, input)?, Value::SharedString),
        Type::NetAssetRef => with(key(cx, tag, input)?, Value::NetAssetRef),
        Type::UniqueId => with(unique_id(cx, tag, input)?, Value::UniqueId),
    })
}

/// Makes a value of what was read.
fn with<T>((rest, content): (Input<'_>, T), make: impl FnOnce(T) -> Value) -> (Input<'_>, Value) {
    (rest, make(content))
}

/// A text in which all counts.
fn plain<'a>(cx: &Context<'_>, tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, Text> {
    let (rest, (text, form)) = text(cx, tag, input, Beside::Indentation)?;
    cx.plain_space.set(form.plain_space);
    Ok((rest, text))
}

/// The source of a script, which Studio had as text once.
fn script<'a>(cx: &Context<'_>, tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, Text> {
    let (rest, (text, form)) = text(cx, tag, input, Beside::Text)?;
    let can_be_cdata = !text.is_empty() && wire::is_cdata(&text);
    cx.is_text.set(can_be_cdata && !form.has_cdata);
    // In CDATA, which it will be written in, white space needs no protection.
    cx.plain_space.set(form.plain_space && !(can_be_cdata && form.has_cdata));
    Ok((rest, text))
}

/// A word, made into something; nothing is neutral.
fn scalar<'a, T: Default>(
    cx: &Context<'_>,
    tag: &Tag<'a>,
    input: Input<'a>,
    expected: &'static str,
    parse: impl FnOnce(&[u8]) -> Option<T>,
) -> Parsed<'a, T> {
    let (rest, word) = word(cx, tag, input)?;
    if word.is_empty() {
        input.warn(|| ErrorKind::Empty)?;
        return Ok((rest, T::default()));
    }
    match parse(&word) {
        Some(value) => Ok((rest, value)),
        None => {
            let found = excerpt(input.with(input.bytes().get(..word.len().min(32)).unwrap_or_default()));
            Err(input.fatal(ErrorKind::Unexpected { expected: expected.into(), found }))
        }
    }
}

fn bool<'a>(cx: &Context<'_>, tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, bool> {
    scalar(cx, tag, input, "true or false", |word| match word {
        b"true" | b"1" => Some(true),
        b"false" | b"0" => Some(false),
        _ if word.eq_ignore_ascii_case(b"true") => Some(true),
        _ => word.eq_ignore_ascii_case(b"false").then_some(false),
    })
}

fn float<'a>(cx: &Context<'_>, tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, f32> {
    scalar(cx, tag, input, "a number", |word| {
        cx.note_exponent(word);
        number::float(word)
    })
}

fn double<'a>(cx: &Context<'_>, tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, f64> {
    scalar(cx, tag, input, "a number", |word| {
        cx.note_exponent(word);
        number::double(word)
    })
}

fn whole<'a, T>(cx: &Context<'_>, tag: &Tag<'a>, input: Input<'a>, least: T, largest: T) -> Parsed<'a, T>
where
    T: TryFrom<i128> + Default + Copy + std::fmt::Display,
{
    let mut clamped = None;
    let parsed = scalar(cx, tag, input, "a whole number", |word| {
        let Whole { value, is_clamped } = number::whole(word, least, largest)?;
        clamped = is_clamped.then(|| word.get(..32).unwrap_or(word).escape_ascii().to_string());
        Some(value)
    })?;
    if let Some(found) = clamped {
        input.warn(|| ErrorKind::Clamped { found, to: parsed.1.to_string() })?;
    }
    Ok(parsed)
}

/// Hands each child element to `take`, with its number among `names`; says which of them there were.
///
/// They come in any order. Those without a name in the list are kept as they are.
fn children<'a>(
    cx: &Context<'_>,
    tag: &Tag<'a>,
    input: Input<'a>,
    names: &[&'static str],
    take: impl FnMut(usize, &Tag<'a>, Input<'a>) -> Result<Input<'a>, Err<Error>>,
) -> Parsed<'a, Present> {
    more_children(cx, tag, input, names, Present(0), take)
}

/// As [`children`], where some are `present` already.
fn more_children<'a>(
    cx: &Context<'_>,
    tag: &Tag<'a>,
    input: Input<'a>,
    names: &[&'static str],
    mut present: Present,
    mut take: impl FnMut(usize, &Tag<'a>, Input<'a>) -> Result<Input<'a>, Err<Error>>,
) -> Parsed<'a, Present> {
    if tag.is_closed {
        return Ok((input, present));
    }
    let mut input = input;
    let n_before = cx.parts.borrow().len();
    // They mostly come in order: one look finds the next.
    let mut next = present.0.trailing_ones() as usize;
    loop {
        input = between(cx, input)?;
        if input.bytes().starts_with(b"</") {
            let (rest, ()) = end_of(tag, input)?;
            return Ok((rest, present));
        }
        let (rest, child) = child_tag(input)?;
        let is_next = names.get(next).is_some_and(|name| name.as_bytes() == child.name);
        let found = if is_next {
            Some(next)
        } else {
            names.iter().position(|name| child.name.eq_ignore_ascii_case(name.as_bytes()))
        };
        // Of two, the first counts.
        let found = found.filter(|number| !present.has(*number));
        let Some((number, name)) = found.and_then(|number| Some((number, *names.get(number)?))) else {
            input = unknown_child(cx, n_before, &child, input, rest)?;
            continue;
        };
        let n_parts = cx.parts.borrow().len();
        note_attributes(cx, &child, input)?;
        let read = |start| {
            recorded("start_tag", start, rest);
            take(number, &child, rest).map(|rest| (rest, ()))
        };
        (input, ()) = part(name, read)(input)?;
        if cx.parts.borrow().len() > n_parts {
            name_parts(cx, n_parts, name);
        }
        present.0 |= Present::bit(number);
        next = number.saturating_add(1);
    }
}

/// In a value that has children, nothing else stands.
fn child_tag(input: Input<'_>) -> Parsed<'_, Tag<'_>> {
    start_tag(input).ok_or_else(|| Err::Failure(unexpected(input, "a start tag")))
}

/// Which children there were, a bit for each.
#[derive(Clone, Copy)]
struct Present(u32);

impl Present {
    fn bit(number: usize) -> u32 {
        u32::try_from(number).ok().and_then(|number| 1_u32.checked_shl(number)).unwrap_or_default()
    }

    fn has(self, number: usize) -> bool {
        self.0 & Self::bit(number) != 0
    }

    /// Warns of the first that is not there; it is 0.
    fn or_warn(self, input: Input<'_>, names: &[&'static str]) -> Result<(), Err<Error>> {
        let missing = (0..).zip(names).find(|(number, _)| !self.has(*number));
        match missing {
            None => Ok(()),
            Some(_) if self.0 == 0 => input.warn(|| ErrorKind::Empty),
            Some((_, what)) => input.warn(|| ErrorKind::Missing { what }),
        }
    }
}

/// Notes attributes of a part of the value; [`name_parts`] says of which.
fn note_attributes<'a>(cx: &Context<'_>, part: &Tag<'a>, input: Input<'a>) -> Result<(), Err<Error>> {
    if part.attributes().next().is_some() {
        let attributes = attributes(cx, part, [], input)?;
        cx.parts.borrow_mut().push(PartSpelling { attributes, ..PartSpelling::default() });
    }
    Ok(())
}

/// Puts a name before the path of each part since there were `mark`.
#[cold]
fn name_parts(cx: &Context<'_>, mark: usize, name: &str) {
    for part in cx.parts.borrow_mut().iter_mut().skip(mark) {
        let path = if part.path.is_empty() {
            name.as_bytes().to_vec()
        } else {
            [name.as_bytes(), &part.path].join(&b'/')
        };
        part.path = path.as_slice().into();
    }
}

/// Notes a child that the value or its part has no place for; `n_before` parts are of what is around that.
#[cold]
fn unknown_child<'a>(
    cx: &Context<'_>,
    n_before: usize,
    child: &Tag<'a>,
    start: Input<'a>,
    inside: Input<'a>,
) -> Result<Input<'a>, Err<Error>> {
    let element = || child.name.escape_ascii().to_string();
    let Some((_, rest)) = cx.end_of(child, inside) else {
        return Err(start.fatal(ErrorKind::Unclosed { element: element() }));
    };
    start.warn(|| ErrorKind::UnknownElement { element: element() })?;
    start.span(rest, "unknown", Look::UNKNOWN, 0);
    let child = Element { source: source(start, rest).into() };
    let mut parts = cx.parts.borrow_mut();
    // One part for all that stand in a row: the element may have nothing else in it.
    match parts.iter_mut().skip(n_before).next_back().filter(|part| part.path.is_empty()) {
        Some(part) => part.children.push(child),
        None => parts.push(PartSpelling { children: vec![child], ..PartSpelling::default() }),
    }
    Ok(rest)
}

/// Children that are numbers, in the order of their names.
fn floats<'a, const N: usize>(
    cx: &Context<'_>,
    tag: &Tag<'a>,
    input: Input<'a>,
    names: &[&'static str],
) -> Parsed<'a, [f32; N]> {
    let mut numbers = [0.0; N];
    // Mostly all of them stand there one after the other; whatever is different is left to `children`.
    let mut at = input;
    let mut n_found = 0_usize;
    for (name, number) in names.iter().zip(&mut numbers) {
        let Some((rest, text)) = leaf(name.as_bytes(), at).filter(|_| !tag.is_closed) else { break };
        let Some(value) = number::float(trim(text)) else { break };
        cx.note_exponent(text);
        (at, *number) = (rest, value);
        n_found = n_found.saturating_add(1);
    }
    let found = Present(Present::bit(n_found).wrapping_sub(1));
    let (rest, present) = more_children(cx, tag, at, names, found, |number, child, input| {
        let (rest, value) = float(cx, child, input)?;
        numbers.get_mut(number).into_iter().for_each(|number| *number = value);
        Ok(rest)
    })?;
    present.or_warn(input, names)?;
    Ok((rest, numbers))
}

fn vec2<'a>(cx: &Context<'_>, tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, Vec2> {
    floats(cx, tag, input, wire::XY).map(|(rest, numbers)| (rest, Vec2::from_array(numbers)))
}

fn vec3<'a>(cx: &Context<'_>, tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, Vec3> {
    floats(cx, tag, input, wire::XYZ).map(|(rest, numbers)| (rest, Vec3::from_array(numbers)))
}

fn shorts<'a, const N: usize>(
    cx: &Context<'_>,
    tag: &Tag<'a>,
    input: Input<'a>,
    names: &[&'static str],
) -> Parsed<'a, [i16; N]> {
    let mut numbers = [0; N];
    let (rest, present) = children(cx, tag, input, names, |number, child, input| {
        let (rest, value) = whole(cx, child, input, i16::MIN, i16::MAX)?;
        numbers.get_mut(number).into_iter().for_each(|number| *number = value);
        Ok(rest)
    })?;
    present.or_warn(input, names)?;
    Ok((rest, numbers))
}

/// Scale and offset, once or twice.
fn udims<'a, const N: usize>(
    cx: &Context<'_>,
    tag: &Tag<'a>,
    input: Input<'a>,
    names: &[&'static str],
) -> Parsed<'a, [UDim; N]> {
    let mut udims = [UDim::default(); N];
    let (rest, present) = children(cx, tag, input, names, |number, child, input| {
        let udim = udims.get_mut(number / 2);
        Ok(if number.is_multiple_of(2) {
            let (rest, value) = float(cx, child, input)?;
            udim.into_iter().for_each(|udim| udim.scale = value);
            rest
        } else {
            let (rest, value) = whole(cx, child, input, i32::MIN, i32::MAX)?;
            udim.into_iter().for_each(|udim| udim.offset = value);
            rest
        })
    })?;
    present.or_warn(input, names)?;
    Ok((rest, udims))
}

/// Two children of the same type.
fn both<'a, T: Default + Copy>(
    cx: &Context<'_>,
    tag: &Tag<'a>,
    input: Input<'a>,
    names: &[&'static str],
    read: impl Fn(&Context<'_>, &Tag<'a>, Input<'a>) -> Parsed<'a, T>,
) -> Parsed<'a, [T; 2]> {
    let mut values = [T::default(); 2];
    let (rest, present) = children(cx, tag, input, names, |number, child, input| {
        let (rest, value) = read(cx, child, input)?;
        values.get_mut(number).into_iter().for_each(|slot| *slot = value);
        Ok(rest)
    })?;
    present.or_warn(input, names)?;
    Ok((rest, values))
}

fn cframe<'a>(cx: &Context<'_>, tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, Pose> {
    let (rest, [x, y, z, rotation @ ..]) = floats::<12>(cx, tag, input, wire::CFRAME)?;
    Ok((rest, Pose { rotation: Mat3::from_rows_array(rotation), position: Vec3::new(x, y, z) }))
}

/// The type is that of the child's name, or else the rest of the element's own. There may be nothing.
fn optional<'a>(cx: &Context<'_>, tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, Option<Box<Value>>> {
    if tag.is_closed {
        return Ok((input, None));
    }
    let mut found = None;
    let mut input = input;
    let n_before = cx.parts.borrow().len();
    loop {
        input = between(cx, input)?;
        if input.bytes().starts_with(b"</") {
            return end_of(tag, input).map(|(rest, ())| (rest, found));
        }
        let (inside, child) = child_tag(input)?;
        if found.is_some() {
            input = unknown_child(cx, n_before, &child, input, inside)?;
            continue;
        }
        let ty = Type::of_element(child.name).or_else(|| Type::of_element(wire::optional(tag.name)?));
        let Some(ty) = ty.filter(|ty| *ty != Type::Optional) else {
            let element = child.name.escape_ascii().to_string();
            return Err(input.fatal(ErrorKind::UnknownElement { element }));
        };
        let n_parts = cx.parts.borrow().len();
        note_attributes(cx, &child, input)?;
        recorded("start_tag", input, inside);
        let (rest, value) = value(cx, ty, &child, inside)?;
        name_parts(cx, n_parts, value.element_inside());
        (input, found) = (rest, Some(Box::new(value)));
    }
}

/// Three floats, or one number as [`color3uint8`] has it.
fn color3<'a>(cx: &Context<'_>, tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, Color3> {
    if has_text(tag, input) {
        return color3uint8(cx, tag, input).map(|(rest, color)| (rest, color.into()));
    }
    floats(cx, tag, input, wire::RGB).map(|(rest, [r, g, b])| (rest, Color3 { r, g, b }))
}

/// One number, 0xFFRRGGBB, or three from 0 to 255.
fn color3uint8<'a>(cx: &Context<'_>, tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, Color3uint8> {
    if !has_text(tag, input) && !tag.is_closed {
        let mut bytes = [0; 3];
        let (rest, present) = children(cx, tag, input, wire::RGB, |number, child, input| {
            let (rest, value) = whole(cx, child, input, u8::MIN, u8::MAX)?;
            bytes.get_mut(number).into_iter().for_each(|byte| *byte = value);
            Ok(rest)
        })?;
        if cx.parts.borrow().iter().any(|part| !part.path.is_empty()) {
            return Err(input.fatal(ErrorKind::PartAttributes));
        }
        present.or_warn(input, wire::RGB)?;
        let [r, g, b] = bytes;
        return Ok((rest, Color3uint8 { r, g, b }));
    }
    // Old writers took it for a signed number.
    let (rest, number) = whole(cx, tag, input, i64::from(i32::MIN), u32::MAX.into())?;
    let [.., r, g, b] = number.to_be_bytes();
    Ok((rest, Color3uint8 { r, g, b }))
}

/// Whether there is text in the element, and not children.
fn has_text(tag: &Tag<'_>, input: Input<'_>) -> bool {
    let bytes = if tag.is_closed { b"</" } else { input.bytes() };
    let text =
        bytes.iter().position(|byte| !is_space(*byte)).and_then(|at| bytes.get(at..)).unwrap_or_default();
    is_text(input.with(text))
}

fn bits<'a>(cx: &Context<'_>, tag: &Tag<'a>, input: Input<'a>, names: &[&'static str]) -> Parsed<'a, u32> {
    let mut bits = 0;
    let (rest, present) = children(cx, tag, input, names, |_, child, input| {
        let (rest, value) = whole(cx, child, input, 0, u32::MAX)?;
        bits = value;
        Ok(rest)
    })?;
    present.or_warn(input, names)?;
    Ok((rest, bits))
}

/// Numbers with white space between them.
fn numbers<'a, const N: usize>(
    cx: &Context<'_>,
    tag: &Tag<'a>,
    input: Input<'a>,
) -> Parsed<'a, Vec<[f32; N]>> {
    scalar(cx, tag, input, "numbers in groups", |word| {
        let mut all = Vec::new();
        let mut words = word.split(|byte| is_space(*byte)).filter(|word| !word.is_empty()).peekable();
        while words.peek().is_some() {
            let mut group = [0.0; N];
            for number in &mut group {
                let word = words.next()?;
                cx.note_exponent(word);
                *number = number::float(word)?;
            }
            all.push(group);
        }
        Some(all)
    })
}

fn number_range<'a>(cx: &Context<'_>, tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, NumberRange> {
    let (rest, numbers) = numbers::<2>(cx, tag, input)?;
    match numbers.as_slice() {
        [] => Ok((rest, NumberRange::default())),
        [[min, max]] => Ok((rest, NumberRange { min: *min, max: *max })),
        _ => Err(input.fatal(ErrorKind::Malformed { expected: "two numbers" })),
    }
}

fn number_sequence<'a>(
    cx: &Context<'_>,
    tag: &Tag<'a>,
    input: Input<'a>,
) -> Parsed<'a, Box<[NumberKeypoint]>> {
    let (rest, numbers) = numbers::<3>(cx, tag, input)?;
    let keypoint = |[time, value, envelope]: [f32; 3]| NumberKeypoint { time, value, envelope };
    Ok((rest, numbers.into_iter().map(keypoint).collect()))
}

fn color_sequence<'a>(cx: &Context<'_>, tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, Box<[ColorKeypoint]>> {
    let (rest, numbers) = numbers::<5>(cx, tag, input)?;
    let keypoint =
        |[time, r, g, b, envelope]: [f32; 5]| ColorKeypoint { time, color: Color3 { r, g, b }, envelope };
    Ok((rest, numbers.into_iter().map(keypoint).collect()))
}

fn physical<'a>(cx: &Context<'_>, tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, Option<PhysicalProperties>> {
    const ABSORPTION: usize = 6;
    let n_parts = cx.parts.borrow().len();
    let mut is_custom = false;
    let mut numbers = [0.0; 5];
    let mut acoustic_absorption = None;
    let (rest, present) = children(cx, tag, input, wire::PHYSICAL, |number, child, input| match number {
        0 => {
            let (rest, value) = bool(cx, child, input)?;
            is_custom = value;
            Ok(rest)
        }
        ABSORPTION => {
            let (rest, value) = float(cx, child, input)?;
            acoustic_absorption = Some(value);
            Ok(rest)
        }
        _ => {
            let (rest, value) = float(cx, child, input)?;
            let number = number.checked_sub(1).and_then(|number| numbers.get_mut(number));
            number.into_iter().for_each(|number| *number = value);
            Ok(rest)
        }
    })?;
    if !is_custom {
        if present.0 == 0 {
            input.warn(|| ErrorKind::Empty)?;
        }
        if present.0 <= 1 {
            return Ok((rest, None));
        }
        // The numbers mean nothing here: they are kept as they are.
        cx.parts.borrow_mut().truncate(n_parts);
        let names = wire::PHYSICAL.get(..1).unwrap_or_default();
        let (rest, _) =
            children(cx, tag, input, names, |_, child, input| bool(cx, child, input).map(|(rest, _)| rest))?;
        return Ok((rest, None));
    }
    present.or_warn(input, wire::PHYSICAL.get(..ABSORPTION).unwrap_or_default())?;
    let [density, friction, elasticity, friction_weight, elasticity_weight] = numbers;
    let physical = PhysicalProperties {
        density,
        friction,
        elasticity,
        friction_weight,
        elasticity_weight,
        acoustic_absorption,
    };
    Ok((rest, Some(physical)))
}

/// An address in a child that says what it is, or by itself.
fn content_id<'a>(cx: &Context<'_>, tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, ContentId> {
    if has_text(tag, input) {
        let (rest, word) = word(cx, tag, input)?;
        return Ok((rest, ContentId::Url(word.as_ref().into())));
    }
    let mut content = None;
    // «uri» too: the caller may know better than the element.
    let names = &["url", "null", "binary", "hash", "uri"];
    let (rest, _) = children(cx, tag, input, names, |number, child, input| {
        let (rest, new) = match number {
            1 => nothing(cx, child, input).map(|(rest, ())| (rest, ContentId::Null))?,
            2 => obsolete(cx, child, input, ContentId::Binary)?,
            3 => obsolete(cx, child, input, ContentId::Hash)?,
            _ => with_text(cx, child, input, ContentId::Url)?,
        };
        only(&mut content, new, input)?;
        Ok(rest)
    })?;
    if content.is_none() {
        input.warn(|| ErrorKind::Empty)?;
    }
    Ok((rest, content.unwrap_or_default()))
}

fn with_text<'a, T>(
    cx: &Context<'_>,
    tag: &Tag<'a>,
    input: Input<'a>,
    make: impl FnOnce(Text) -> T,
) -> Parsed<'a, T> {
    plain(cx, tag, input).map(|(rest, text)| (rest, make(text)))
}

/// A child that says nothing to the Roblox of today.
fn obsolete<'a>(
    cx: &Context<'_>,
    tag: &Tag<'a>,
    input: Input<'a>,
    make: fn(Text) -> ContentId,
) -> Parsed<'a, ContentId> {
    input.warn(|| ErrorKind::Obsolete { element: tag.name.escape_ascii().to_string() })?;
    with_text(cx, tag, input, make)
}

/// An element with nothing but white space in it.
fn nothing<'a>(cx: &Context<'_>, tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, ()> {
    match word(cx, tag, input)? {
        (rest, word) if word.is_empty() => Ok((rest, ())),
        _ => Err(Err::Failure(unexpected(input, "nothing"))),
    }
}

/// The first of things that exclude each other; a second cannot be kept.
fn only<T>(slot: &mut Option<T>, new: T, input: Input<'_>) -> Result<(), Err<Error>> {
    match slot.replace(new) {
        None => Ok(()),
        Some(_) => Err(input.fatal(ErrorKind::Malformed { expected: "one child" })),
    }
}

/// Two types share this element. The child says which, and for none the layout, in Studio's files:
/// that of the newer type stands on its own line.
fn content<'a>(cx: &Context<'_>, tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, Value> {
    let start = between(cx, input)?;
    let child = start_tag_name(start).filter(|_| !tag.is_closed);
    match child {
        Some(b"uri" | b"Ref") => {}
        Some(b"null") if start.at() > input.at() => {}
        _ => return content_id(cx, tag, input).map(|(rest, id)| (rest, Value::ContentId(id))),
    }
    let mut content = None;
    let (rest, _) = children(cx, tag, start, wire::CONTENT, |number, child, input| {
        let (rest, new) = match number {
            0 => with_text(cx, child, input, |uri| Content::Uri(uri.into()))?,
            1 => nothing(cx, child, input).map(|(rest, ())| (rest, Content::Null))?,
            _ => reference(cx, child, input).map(|(rest, reference)| (rest, Content::Object(reference)))?,
        };
        only(&mut content, new, input)?;
        Ok(rest)
    })?;
    Ok((rest, Value::Content(content.unwrap_or_default())))
}

/// The name of the element that begins here.
fn start_tag_name(input: Input<'_>) -> Option<&[u8]> {
    let rest = input.bytes().strip_prefix(b"<")?;
    rest.split(|byte| matches!(byte, b'>' | b'/') || is_space(*byte)).next()
}

fn font<'a>(cx: &Context<'_>, tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, Font> {
    let mut font = Font::default();
    let (rest, present) = children(cx, tag, input, wire::FONT, |number, child, input| {
        Ok(match number {
            0 => {
                let (rest, family) = content_id(cx, child, input)?;
                font.family = family;
                rest
            }
            1 => {
                let (rest, weight) = whole(cx, child, input, 0, u32::MAX)?;
                font.weight = weight;
                rest
            }
            2 => {
                let (rest, style) = word(cx, child, input)?;
                font.style = match &*style {
                    // Other programs write the number of the enumeration's item.
                    b"Normal" | b"0" => FontStyle::Normal,
                    b"Italic" | b"1" => FontStyle::Italic,
                    _ => FontStyle::Other(style.as_ref().into()),
                };
                rest
            }
            _ => {
                let (rest, face) = content_id(cx, child, input)?;
                font.cached_face_id = Some(face);
                rest
            }
        })
    })?;
    present.or_warn(input, wire::FONT.get(..3).unwrap_or_default())?;
    Ok((rest, font))
}

/// What it points at is looked up when all items are read.
fn reference<'a>(cx: &Context<'_>, tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, Reference> {
    let (rest, word) = word(cx, tag, input)?;
    let reference =
        if is_null(&word) { Reference::Null } else { Reference::Unresolved(word.as_ref().into()) };
    Ok((rest, reference))
}

fn key<'a>(cx: &Context<'_>, tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, Text> {
    word(cx, tag, input).map(|(rest, key)| (rest, key.as_ref().into()))
}

/// 32 hexadecimal digits: 8 bytes random, 4 time, 4 index.
fn unique_id<'a>(cx: &Context<'_>, tag: &Tag<'a>, input: Input<'a>) -> Parsed<'a, UniqueId> {
    scalar(cx, tag, input, "32 hexadecimal digits", |word| {
        let is_hex = word.len() == 32 && word.iter().all(u8::is_ascii_hexdigit);
        let bits = u128::from_str_radix(str::from_utf8(word).ok().filter(|_| is_hex)?, 16).ok()?;
        let bytes = bits.to_be_bytes();
        let (random, rest) = bytes.split_first_chunk::<8>()?;
        let (time, rest) = rest.split_first_chunk::<4>()?;
        let (index, _) = rest.split_first_chunk::<4>()?;
        Some(UniqueId {
            random: u64::from_be_bytes(*random),
            time: u32::from_be_bytes(*time),
            index: u32::from_be_bytes(*index),
        })
    })
}

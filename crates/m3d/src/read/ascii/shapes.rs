//! Reading of shapes in the text form. Text format document, section 11.

use super::Text;
use super::line::{
    blanks, check, coordinate, expected, integer, line_end, next, reference, small, word, words,
};
use crate::common::input::{Input, Parsed};
use crate::common::parsers::{field, part};
use crate::common::trace::Name as Label;
use crate::model::{
    BoneIndex, Byte, Chunk, Command, FaceIndex, MeshArguments, Name, OrientationIndex, PartIndex, Scalar,
    Shape, ShapeIndex, TexCoordIndex, VertexIndex, with_commands,
};
use crate::options::MeshCommand;
use crate::read::frame::list_to_end;
use crate::wire::Tuple;
use nom::Parser;
use nom::combinator::map;

pub(super) fn shape<'a>(input: Input<'a>, text: &mut Text<'_>) -> Parsed<'a, ()> {
    let (rest, name) = super::name(input, "name")?;
    let mut shape = Shape { name: text.names.name(name), ..Shape::default() };
    let read = |input| {
        let (rest, line) = shape_line(input, text)?;
        // A command may be a few bytes, but takes the memory of many elements.
        rest.charge_elements(7)?;
        match line {
            ShapeLine::Group(group) => shape.group = group,
            ShapeLine::Command(command) => shape.commands.push(command),
        }
        field("line_end", line_end)(rest)
    };
    let (rest, _) = list_to_end("lines", read)(rest)?;
    text.chunks.push(Chunk::Shape(shape));
    Ok((rest, ()))
}

enum ShapeLine {
    Group(BoneIndex),
    Command(Command),
}

fn shape_line<'a>(input: Input<'a>, text: &mut Text<'_>) -> Parsed<'a, ShapeLine> {
    let (rest, keyword) = field("keyword", word)(input)?;
    if keyword == b"group" {
        let (rest, group) = Argument::argument(rest, "group", text)?;
        return Ok((rest, ShapeLine::Group(group)));
    }
    let (rest, command) = command(input, rest, keyword, text)?;
    // The public document lists a fourth argument that no program reads.
    let has_more = matches!(command, Command::Include { .. }) && next(rest).is_some();
    let rest = if has_more { field("unused", integer)(rest)?.0 } else { rest };
    Ok((rest, ShapeLine::Command(command)))
}

macro_rules! reader {
    ($($(#[$doc:meta])+ $id:literal $keyword:literal $Command:ident { $($field:ident: $ty:ty),* })*) => {
        fn command<'a>(
            input: Input<'a>,
            rest: Input<'a>,
            keyword: &[u8],
            text: &mut Text<'_>,
        ) -> Parsed<'a, Command> {
            let keyword = std::str::from_utf8(keyword).unwrap_or_default();
            match keyword {
                $($keyword => {
                    $(let (rest, $field) = Argument::argument(rest, stringify!($field), text)?;)*
                    Ok((rest, Command::$Command { $($field),* }))
                })*
                _ => Err(expected(input, "a known command")),
            }
        }
    };
}
with_commands!(reader);

/// An argument of a command.
trait Argument: Sized {
    fn argument<'a>(input: Input<'a>, name: impl Label, text: &mut Text<'_>) -> Parsed<'a, Self>;
}

macro_rules! references {
    ($($ty:ident)+) => { $(
        impl Argument for $ty {
            fn argument<'a>(input: Input<'a>, name: impl Label, text: &mut Text<'_>) -> Parsed<'a, Self> {
                let (rest, number) = field(name, integer)(input)?;
                match reference(number) {
                    Some(value) => {
                        check(input, 0, value, &text.context, || name.path())?;
                        Ok((rest, value))
                    }
                    None => Err(expected(input, "an index")),
                }
            }
        }
    )+ };
}
references! { BoneIndex ShapeIndex FaceIndex TexCoordIndex VertexIndex }

impl Argument for OrientationIndex {
    fn argument<'a>(input: Input<'a>, name: impl Label, text: &mut Text<'_>) -> Parsed<'a, Self> {
        let (rest, VertexIndex(vertex)) = VertexIndex::argument(input, name, text)?;
        let orientation = Self(vertex);
        text.orientations.push(orientation);
        Ok((rest, orientation))
    }
}

/// Implements `Argument` for numbers that have one or two bytes in the binary form, whose two highest values
/// stand for -1 and -2.
macro_rules! integers {
    ($($ty:ident $bound:literal $expected:literal;)+) => { $(
        impl Argument for $ty {
            fn argument<'a>(input: Input<'a>, name: impl Label, _: &mut Text<'_>) -> Parsed<'a, Self> {
                let (rest, number) = field(name, integer)(input)?;
                match reference(number) {
                    Some(value) if number < $bound => Ok((rest, value)),
                    _ => Err(expected(input, $expected)),
                }
            }
        }
    )+ };
}
integers! {
    Byte 254 "an integer below 254";
    PartIndex 65_534 "an integer below 65534";
}

impl Argument for Scalar {
    fn argument<'a>(input: Input<'a>, name: impl Label, text: &mut Text<'_>) -> Parsed<'a, Self> {
        match text.has_doubles {
            true => map(coordinate::<true, f64>(name), Self::F64).parse(input),
            false => map(coordinate::<true, f32>(name), Self::F32).parse(input),
        }
    }
}

impl Argument for u32 {
    fn argument<'a>(input: Input<'a>, name: impl Label, _: &mut Text<'_>) -> Parsed<'a, Self> {
        field(name, small)(input)
    }
}

/// Reads a material, whose name takes the rest of the line.
impl Argument for Name {
    fn argument<'a>(input: Input<'a>, name: impl Label, text: &mut Text<'_>) -> Parsed<'a, Self> {
        let (rest, name) = field(name, words)(input)?;
        Ok((rest, text.names.name(name)))
    }
}

/// Reads the arguments that the options select, as in the binary form.
impl Argument for MeshArguments {
    fn argument<'a>(input: Input<'a>, _: impl Label, text: &mut Text<'_>) -> Parsed<'a, Self> {
        match text.context.mesh_command {
            MeshCommand::Face => {
                let (input, face) = Argument::argument(input, "face", text)?;
                Ok((input, Self::Face { face }))
            }
            MeshCommand::Range => {
                let (input, first) = Argument::argument(input, "first", text)?;
                let (input, count) = Argument::argument(input, "count", text)?;
                let (input, position) = Argument::argument(input, "position", text)?;
                let (input, orientation) = Argument::argument(input, "orientation", text)?;
                Ok((input, Self::Range { first, count, position, orientation }))
            }
            MeshCommand::ScaledRange => {
                let (input, first) = Argument::argument(input, "first", text)?;
                let (input, count) = Argument::argument(input, "count", text)?;
                let (input, position) = Argument::argument(input, "position", text)?;
                let (input, orientation) = Argument::argument(input, "orientation", text)?;
                let (input, scale) = Argument::argument(input, "scale", text)?;
                Ok((input, Self::ScaledRange { faces: (first, count), position, orientation, scale }))
            }
        }
    }
}

macro_rules! tuples {
    ($($($value:ident: $ty:ident $slot:literal),+;)*) => { $(
        impl<$($ty: Argument),+> Argument for ($($ty,)+)
        where
            Self: Tuple,
        {
            fn argument<'a>(input: Input<'a>, name: impl Label, text: &mut Text<'_>) -> Parsed<'a, Self> {
                part(name, |input: Input<'a>| {
                    $(let (input, $value) = Argument::argument(input, Self::NAMES[$slot], text)?;)+
                    Ok((input, ($($value,)+)))
                })(input)
            }
        }
    )* };
}
tuples! { a: A 0, b: B 1; a: A 0, b: B 1, c: C 2; }

/// Reads a list: the number of values, which may be tuples, and the values. The brackets around them have no
/// meaning.
impl<T: Argument> Argument for Vec<T> {
    fn argument<'a>(input: Input<'a>, name: impl Label, text: &mut Text<'_>) -> Parsed<'a, Self> {
        let (rest, count) = field("count", small::<u32>)(input)?;
        let mut input = bracket(rest, "open", b'[')?;
        let list = name.label().word;
        let mut all = Self::new();
        for number in 0..count {
            // A value may be two bytes, but a tuple takes the memory of two elements.
            input.charge_elements(size_of::<T>().div_ceil(8))?;
            let one;
            (input, one) = T::argument(input, (list, number as usize), text)?;
            all.push(one);
        }
        Ok((bracket(input, "close", b']')?, all))
    }
}

fn bracket<'a>(
    input: Input<'a>,
    name: &'static str,
    expected: u8,
) -> Result<Input<'a>, nom::Err<crate::common::error::Error>> {
    match blanks(input).bytes() {
        [byte, ..] if *byte == expected => {
            let own = |input| blanks(input).split(1).map(|(rest, _)| (rest, ()));
            field(name, own)(input).map(|(rest, ())| rest)
        }
        _ => Ok(input),
    }
}

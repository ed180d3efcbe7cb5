//! Format document, section 6.10: SHPE.

use super::frame;
use super::reference::reference;
use crate::model::with_commands;
use crate::mould::input::{Input, Parsed, field, part, value};
use crate::mould::wire::Show;
use crate::options::MeshCommand;
use crate::wire::Context;
use crate::wire::Stored;
use crate::{Byte, FaceIndex, OrientationIndex, ShapeIndex, Types, VertexIndex};
use crate::{Command, CoordinateType, ErrorKind, MeshPart, Name, PartIndex, Scalar, Shape, TexCoordIndex};

pub(super) fn shpe<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Shape> {
    let (input, name) = field("name", reference(context))(input)?;
    let (input, group) = field("group", reference(context))(input)?;
    let mut commands = Vec::new();
    let read = |input: Input<'a>, number| {
        part(|| format!("command {number}"), |input| command(input, context))(input)
    };
    let (input, rest) = frame::records(input, read, |command| commands.push(command))?;
    Ok((input, Shape { name, group, commands, rest }))
}

macro_rules! reader {
    ($($(#[$doc:meta])+ $id:literal $keyword:literal $Command:ident { $($field:ident: $ty:ty),* })*) => {
        fn command<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Command> {
            // A command may be a single byte in the file, but takes the memory of seven elements.
            input.grant_elements(7)?;
            let (rest, id) = field("id", id)(input)?;
            match id {
                $($id => {
                    $(let (rest, $field) = Argument::argument(rest, stringify!($field), context)?;)*
                    Ok((rest, Command::$Command { $($field),* }))
                })*
                id => {
                    let (expected, found) = ("a command that is known".into(), id.to_string());
                    Err(input.fatal(ErrorKind::Unexpected { expected, found }))
                }
            }
        }
    };
}
with_commands!(reader);

/// One byte, or two for numbers of 128 and above.
fn id(input: Input<'_>) -> Parsed<'_, u16> {
    let (rest, low) = value::<_, u8>(input)?;
    if low & 0x80 == 0 {
        return Ok((rest, low.into()));
    }
    let (rest, high) = value::<_, u8>(rest)?;
    // A small number in two bytes counts as unknown, since the writer would use one byte for it.
    let id = u16::from(low & 0x7f) | u16::from(high) << 7;
    if id < 0x80 {
        let (expected, found) = ("a number of 128 or more in two bytes".into(), id.to_string());
        return Err(input.fatal(ErrorKind::Unexpected { expected, found }));
    }
    Ok((rest, id))
}

/// An argument of a command.
trait Argument: Sized {
    /// Its name inside a tuple.
    const WHAT: &'static str = "value";

    /// The smallest number of bytes that it takes.
    fn least(types: &Types) -> usize;
    fn argument<'a>(input: Input<'a>, name: &'static str, context: &Context) -> Parsed<'a, Self>;
}

macro_rules! references {
    ($($ty:ident)+) => { $(
        impl Argument for $ty {
            const WHAT: &'static str = <Self as Stored>::WHAT;

            fn least(types: &Types) -> usize {
                Self::width(types).bytes()
            }

            fn argument<'a>(input: Input<'a>, name: &'static str, context: &Context) -> Parsed<'a, Self> {
                field(name, reference::<Self>(context))(input)
            }
        }
    )+ };
}
references! { Name ShapeIndex FaceIndex TexCoordIndex VertexIndex OrientationIndex Byte PartIndex }

impl Argument for Scalar {
    const WHAT: &'static str = "radius";

    fn least(types: &Types) -> usize {
        types.coordinate.bytes()
    }

    fn argument<'a>(input: Input<'a>, name: &'static str, context: &Context) -> Parsed<'a, Self> {
        let scalar = |input: Input<'a>| match context.types.coordinate {
            CoordinateType::Int8 => value(input).map(|(rest, number)| (rest, Self::I8(number))),
            CoordinateType::Int16 => value(input).map(|(rest, number)| (rest, Self::I16(number))),
            CoordinateType::Float => value(input).map(|(rest, number)| (rest, Self::F32(number))),
            CoordinateType::Double => value(input).map(|(rest, number)| (rest, Self::F64(number))),
        };
        field(name, scalar)(input)
    }
}

impl Show for Scalar {
    fn show(&self) -> String {
        match self {
            Self::I8(number) => number.to_string(),
            Self::I16(number) => number.to_string(),
            Self::F32(number) => number.to_string(),
            Self::F64(number) => number.to_string(),
        }
    }
}

/// Section 6.10.1: the command with three conflicting descriptions.
impl Argument for MeshPart {
    fn least(types: &Types) -> usize {
        types.face.bytes()
    }

    fn argument<'a>(input: Input<'a>, _: &'static str, context: &Context) -> Parsed<'a, Self> {
        match context.mesh_command {
            MeshCommand::Face => {
                let (input, face) = Argument::argument(input, "face", context)?;
                Ok((input, Self::Face { face }))
            }
            MeshCommand::Range => {
                let (input, first) = field("first", value)(input)?;
                let (input, count) = field("count", value)(input)?;
                let (input, position) = Argument::argument(input, "position", context)?;
                let (input, orientation) = Argument::argument(input, "orientation", context)?;
                Ok((input, Self::Range { first, count, position, orientation }))
            }
            MeshCommand::ScaledRange => {
                let (input, first) = Argument::argument(input, "first", context)?;
                let (input, count) = Argument::argument(input, "count", context)?;
                let (input, position) = Argument::argument(input, "position", context)?;
                let (input, orientation) = Argument::argument(input, "orientation", context)?;
                let (input, scale) = Argument::argument(input, "scale", context)?;
                Ok((input, Self::ScaledRange { faces: (first, count), position, orientation, scale }))
            }
        }
    }
}

/// A list: the count always has four bytes, whatever the header says.
impl<T: Argument> Argument for Vec<T> {
    fn least(_: &Types) -> usize {
        4
    }

    fn argument<'a>(input: Input<'a>, name: &'static str, context: &Context) -> Parsed<'a, Self> {
        part(name, |input: Input<'a>| {
            let (mut rest, count) = field("count", value::<_, u32>)(input)?;
            if count == 0 {
                let (expected, found) = ("one or more".into(), "0".into());
                input.warn(ErrorKind::Unexpected { expected, found })?;
            }
            // Each element takes at least one byte, so the input bounds the list.
            rest.split((count as usize).saturating_mul(T::least(&context.types).max(1)))?;
            input.grant_elements((count as usize).saturating_mul(size_of::<T>().div_ceil(8)))?;
            let mut all = Self::with_capacity(count as usize);
            for _ in 0..count {
                let (after, one) = T::argument(rest, "value", context)?;
                all.push(one);
                rest = after;
            }
            Ok((rest, all))
        })(input)
    }
}

macro_rules! tuples {
    ($($($ty:ident $value:ident),+;)*) => { $(
        impl<$($ty: Argument),+> Argument for ($($ty,)+) {
            fn least(types: &Types) -> usize {
                0_usize$(.saturating_add($ty::least(types)))+
            }

            fn argument<'a>(input: Input<'a>, _: &'static str, context: &Context) -> Parsed<'a, Self> {
                $(let (input, $value) = $ty::argument(input, $ty::WHAT, context)?;)+
                Ok((input, ($($value,)+)))
            }
        }
    )* };
}
tuples! { A a, B b; A a, B b, C c; }

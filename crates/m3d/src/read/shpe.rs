//! Reading of SHPE chunks. Format document, section 6.10.

use super::frame::to_end;
use super::reference::{dangling_error, reference, unchecked};
use crate::common::input::{Input, Parsed};
use crate::common::parsers::{field, part};
use crate::common::show::{Field, Show, ShowFn, SpanType};
use crate::common::wire::{records, value};
use crate::error::ErrorKind;
use crate::model::{
    Byte, Command, CoordinateType, FaceIndex, MeshArguments, Name, OrientationIndex, PartIndex, Scalar,
    Shape, ShapeIndex, TexCoordIndex, Types, VertexIndex, with_commands,
};
use crate::options::MeshCommand;
use crate::wire::{Context, Stored, Tuple, field_of, show_coordinate, show_stored};
use nom::Parser;
use std::borrow::Cow;

pub(super) fn shpe<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Shape> {
    (
        field("name", reference(context)),
        field("group", reference(context)),
        to_end("commands", |input| command(input, context)),
    )
        .map(|(name, group, (commands, surplus))| Shape { name, group, commands, surplus })
        .parse(input)
}

macro_rules! reader {
    ($($(#[$doc:meta])+ $id:literal $keyword:literal $Command:ident { $($field:ident: $ty:ty),* })*) => {
        fn command<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Command> {
            // A command may be a single byte in the file, but takes the memory of seven elements.
            input.charge_elements(7)?;
            let (rest, id) = field("id", id)(input)?;
            match id {
                $($id => {
                    $(let (rest, $field) = Argument::argument(rest, stringify!($field), context)?;)*
                    Ok((rest, Command::$Command { $($field),* }))
                })*
                id => {
                    let (expected, found) = ("a known command".into(), id.to_string());
                    Err(input.fatal(ErrorKind::Unexpected { expected, found }))
                }
            }
        }
    };
}
with_commands!(reader);

/// Reads a number in one byte, or in two for 128 and above.
fn id(input: Input<'_>) -> Parsed<'_, u16> {
    let (rest, low) = value::<_, u8>(input)?;
    if low & 0x80 == 0 {
        return Ok((rest, low.into()));
    }
    let (rest, high) = value::<_, u8>(rest)?;
    // A small number in two bytes counts as unknown, because the writer would use one byte for it.
    let id = u16::from(low & 0x7f) | u16::from(high) << 7;
    if id < 0x80 {
        let (expected, found) = ("a number of 128 or more in two bytes".into(), id.to_string());
        return Err(input.fatal(ErrorKind::Unexpected { expected, found }));
    }
    Ok((rest, id))
}

/// An argument of a command.
trait Argument: Sized {
    fn argument<'a>(input: Input<'a>, name: &'static str, context: &Context) -> Parsed<'a, Self>;
}

/// A single value: a reference or a number.
trait Cell: Show + Copy {
    fn size(types: &Types) -> usize;
    fn show(types: &Types) -> ShowFn;
    fn cell<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Self>;

    /// The error for an invalid value, if it is one.
    fn fault(self, _: &Context) -> Option<ErrorKind> {
        None
    }
}

macro_rules! references {
    ($($ty:ident)+) => { $(
        impl Cell for $ty {
            fn size(types: &Types) -> usize {
                Self::width(types).bytes()
            }

            fn show(_: &Types) -> ShowFn {
                show_stored::<Self>
            }

            fn cell<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Self> {
                unchecked(Self::width(&context.types))(input)
            }

            fn fault(self, context: &Context) -> Option<ErrorKind> {
                dangling_error(self, context)
            }
        }
    )+ };
}
references! { Name ShapeIndex FaceIndex TexCoordIndex VertexIndex OrientationIndex Byte PartIndex }

impl Cell for Scalar {
    fn size(types: &Types) -> usize {
        types.coordinate.bytes()
    }

    fn show(types: &Types) -> ShowFn {
        show_coordinate(types.coordinate)
    }

    fn cell<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Self> {
        match context.types.coordinate {
            CoordinateType::Int8 => value.map(Self::I8).parse(input),
            CoordinateType::Int16 => value.map(Self::I16).parse(input),
            CoordinateType::Float => value.map(Self::F32).parse(input),
            CoordinateType::Double => value.map(Self::F64).parse(input),
        }
    }
}

impl Show for Scalar {
    const SPAN_TYPE: &'static SpanType = &SpanType::field(|bytes, context, out| {
        // The type of a coordinate follows from its length.
        let show = match bytes.len() {
            1 => show_coordinate(CoordinateType::Int8),
            2 => show_coordinate(CoordinateType::Int16),
            4 => show_coordinate(CoordinateType::Float),
            _ => show_coordinate(CoordinateType::Double),
        };
        show(bytes, context, out)
    });
}

impl<T: Cell> Argument for T {
    fn argument<'a>(input: Input<'a>, name: &'static str, context: &Context) -> Parsed<'a, Self> {
        field(name, |input: Input<'a>| {
            let (rest, value) = T::cell(input, context)?;
            if let Some(fault) = value.fault(context) {
                input.warn(|| fault)?;
            }
            Ok((rest, value))
        })(input)
    }
}

/// Reads the arguments of the command with three conflicting descriptions: format document, section 6.10.1.
impl Argument for MeshArguments {
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

/// An element of a list. All elements of a list have the same size.
trait Element: Sized {
    fn fields(types: &Types) -> Vec<Field>;

    /// Reads the element `list[number]`. Traces use the names of the table, so only warnings need names here.
    fn element<'a>(input: Input<'a>, list: (&'static str, usize), context: &Context) -> Parsed<'a, Self>;
}

/// Reads a value of an element, with a warning if it is invalid.
#[inline]
fn cell<'a, T: Cell>(
    input: Input<'a>,
    (list, number): (&'static str, usize),
    name: &'static str,
    context: &Context,
) -> Parsed<'a, T> {
    let (rest, value) = T::cell(input, context)?;
    if let Some(fault) = value.fault(context) {
        input.warn_with(|| {
            let error = input.error(fault);
            let error = if name.is_empty() { error } else { error.inside(name) };
            error.inside(format!("{list}[{number}]"))
        })?;
    }
    Ok((rest, value))
}

impl<T: Cell> Element for T {
    fn fields(types: &Types) -> Vec<Field> {
        let mut fields = Vec::new();
        field_of(&mut fields, "", T::size(types), T::show(types));
        fields
    }

    fn element<'a>(input: Input<'a>, list: (&'static str, usize), context: &Context) -> Parsed<'a, Self> {
        cell(input, list, "", context)
    }
}

/// Implements `Element` and `Argument` for tuples.
macro_rules! tuples {
    ($($($value:ident: $ty:ident $slot:literal),+;)*) => { $(
        impl<$($ty: Cell),+> Element for ($($ty,)+)
        where
            Self: Tuple,
        {
            fn fields(types: &Types) -> Vec<Field> {
                let mut fields = Vec::new();
                $(field_of(&mut fields, Self::NAMES[$slot], $ty::size(types), <$ty as Cell>::show(types));)+
                fields
            }

            fn element<'a>(
                input: Input<'a>,
                list: (&'static str, usize),
                context: &Context,
            ) -> Parsed<'a, Self> {
                $(let (input, $value) = cell(input, list, Self::NAMES[$slot], context)?;)+
                Ok((input, ($($value,)+)))
            }
        }

        impl<$($ty: Cell),+> Argument for ($($ty,)+)
        where
            Self: Tuple,
        {
            fn argument<'a>(input: Input<'a>, name: &'static str, context: &Context) -> Parsed<'a, Self> {
                part(name, |input: Input<'a>| {
                    $(let (input, $value) = Argument::argument(input, Self::NAMES[$slot], context)?;)+
                    Ok((input, ($($value,)+)))
                })(input)
            }
        }
    )* };
}
tuples! { a: A 0, b: B 1; a: A 0, b: B 1, c: C 2; }

/// Reads a list, whose count always has four bytes, whatever the header states.
impl<T: Element> Argument for Vec<T> {
    fn argument<'a>(input: Input<'a>, name: &'static str, context: &Context) -> Parsed<'a, Self> {
        let (rest, count) = field("count", value::<_, u32>)(input)?;
        if count == 0 {
            let kind = || ErrorKind::Unexpected { expected: "one or more".into(), found: "0".into() };
            input.warn_with(|| input.error(kind()).inside("count"))?;
        }
        let count = count as usize;
        let fields = T::fields(&context.types);
        let stride = fields.last().map_or(0, |last| last.at.saturating_add(last.len));
        let shown = const { &SpanType::table(fields_of::<T>) };
        let (rest, all) = records(name, count, stride, shown, context.types.context())(rest)?;
        // `records` has counted one element for each.
        input.charge_elements(count.saturating_mul(size_of::<T>().div_ceil(8).saturating_sub(1)))?;
        let mut values = Self::with_capacity(count);
        let mut at = rest.with(all);
        for number in 0..count {
            let (after, one) = T::element(at, (name, number), context)?;
            values.push(one);
            at = after;
        }
        Ok((rest, values))
    }
}

fn fields_of<T: Element>(context: u64) -> Cow<'static, [Field]> {
    T::fields(&Types::of_context(context)).into()
}

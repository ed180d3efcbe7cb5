//! Writing of shapes in the text form. Text format document, section 11.

use super::Text;
use super::line::Lines;
use crate::common::error::Error;
use crate::model::{
    BoneIndex, Byte, Command, FaceIndex, MeshArguments, Name, OrientationIndex, PartIndex, Scalar, Shape,
    ShapeIndex, TexCoordIndex, VertexIndex, with_commands,
};

pub(super) fn shape(out: &mut Lines, text: &Text<'_>, shape: &Shape) -> Result<(), Error> {
    if shape.commands.is_empty() && shape.group == BoneIndex::NONE {
        return Ok(());
    }
    out.pair("Shape", &text.name(shape.name));
    if shape.group != BoneIndex::NONE {
        out.word("group");
        out.reference(text.bone(shape.group));
        out.end();
    }
    for (number, one) in shape.commands.iter().enumerate() {
        command(out, one, text).map_err(|error| error.inside(format!("commands[{number}]")))?;
        out.end();
    }
    out.end();
    Ok(())
}

macro_rules! writer {
    ($($(#[$doc:meta])+ $id:literal $keyword:literal $Command:ident { $($field:ident: $ty:ty),* })*) => {
        fn command(out: &mut Lines, command: &Command, text: &Text<'_>) -> Result<(), Error> {
            out.word(command.keyword());
            match command {
                $(Command::$Command { $($field),* } => {
                    $($field.argument(out, text).map_err(|error| error.inside(stringify!($field)))?;)*
                })*
            }
            Ok(())
        }
    };
}
with_commands!(writer);

/// An argument of a command.
trait Argument {
    fn argument(&self, out: &mut Lines, text: &Text<'_>) -> Result<(), Error>;
}

macro_rules! references {
    ($($ty:ident)+) => { $(
        impl Argument for $ty {
            fn argument(&self, out: &mut Lines, _: &Text<'_>) -> Result<(), Error> {
                out.reference(*self);
                Ok(())
            }
        }
    )+ };
}
references! { ShapeIndex FaceIndex TexCoordIndex VertexIndex OrientationIndex Byte PartIndex }

impl Argument for Name {
    fn argument(&self, out: &mut Lines, text: &Text<'_>) -> Result<(), Error> {
        out.bytes(&text.name(*self));
        Ok(())
    }
}

impl Argument for Scalar {
    fn argument(&self, out: &mut Lines, _: &Text<'_>) -> Result<(), Error> {
        const WHAT: &str = "number";
        match *self {
            Self::I8(number) => out.real(f32::from(number) / 127.0, WHAT),
            Self::I16(number) => out.real(f32::from(number) / 32767.0, WHAT),
            Self::F32(number) => out.real(number, WHAT),
            Self::F64(number) => out.real(number, WHAT),
        }
    }
}

/// Writes the arguments of the command with three conflicting descriptions.
impl Argument for MeshArguments {
    fn argument(&self, out: &mut Lines, text: &Text<'_>) -> Result<(), Error> {
        match self {
            Self::Face { face } => face.argument(out, text),
            Self::Range { first, count, position, orientation } => {
                out.integer(*first);
                out.integer(*count);
                position.argument(out, text)?;
                orientation.argument(out, text)
            }
            Self::ScaledRange { faces, position, orientation, scale } => {
                faces.argument(out, text)?;
                position.argument(out, text)?;
                orientation.argument(out, text)?;
                scale.argument(out, text)
            }
        }
    }
}

/// Writes a list: the number of values, and the values in brackets.
impl<T: Argument> Argument for Vec<T> {
    fn argument(&self, out: &mut Lines, text: &Text<'_>) -> Result<(), Error> {
        out.integer(u32::try_from(self.len()).unwrap_or(u32::MAX));
        out.attach("[");
        self.iter().try_for_each(|value| value.argument(out, text))?;
        out.word("]");
        Ok(())
    }
}

macro_rules! tuples {
    ($($($ty:ident $value:ident),+;)*) => { $(
        impl<$($ty: Argument),+> Argument for ($($ty,)+) {
            fn argument(&self, out: &mut Lines, text: &Text<'_>) -> Result<(), Error> {
                let ($($value,)+) = self;
                $($value.argument(out, text)?;)+
                Ok(())
            }
        }
    )* };
}
tuples! { A a, B b; A a, B b, C c; }

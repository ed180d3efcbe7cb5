//! Writing of SHPE chunks. Format document, section 6.10.

use super::reference::{coordinates, reference};
use crate::common::error::Error;
use crate::common::output::{Output, count};
use crate::model::{
    Byte, Command, FaceIndex, MeshArguments, Name, OrientationIndex, PartIndex, Scalar, Shape, ShapeIndex,
    TexCoordIndex, Types, VertexIndex, with_commands,
};

pub(super) fn shpe(out: &mut Output, shape: &Shape, types: &Types) -> Result<(), Error> {
    reference(out, shape.name, types)?;
    reference(out, shape.group, types)?;
    for (number, one) in shape.commands.iter().enumerate() {
        command(out, one, types).map_err(|error| error.inside(format!("commands[{number}]")))?;
    }
    out.bytes(&shape.surplus);
    Ok(())
}

macro_rules! writer {
    ($($(#[$doc:meta])+ $id:literal $keyword:literal $Command:ident { $($field:ident: $ty:ty),* })*) => {
        fn command(out: &mut Output, command: &Command, types: &Types) -> Result<(), Error> {
            id(out, command.id());
            match command {
                $(Command::$Command { $($field),* } => {
                    $($field.argument(out, types).map_err(|error| error.inside(stringify!($field)))?;)*
                })*
            }
            Ok(())
        }
    };
}
with_commands!(writer);

/// Writes a number in one byte, or in two for 128 and above.
fn id(out: &mut Output, id: u16) {
    let [low, high] = [id & 0x7f, id >> 7].map(|part| part.to_le_bytes()[0]);
    if high == 0 {
        out.value(&low);
    } else {
        out.bytes(&[low | 0x80, high]);
    }
}

/// An argument of a command.
trait Argument {
    fn argument(&self, out: &mut Output, types: &Types) -> Result<(), Error>;
}

macro_rules! references {
    ($($ty:ident)+) => { $(
        impl Argument for $ty {
            fn argument(&self, out: &mut Output, types: &Types) -> Result<(), Error> {
                reference(out, *self, types)
            }
        }
    )+ };
}
references! { Name ShapeIndex FaceIndex TexCoordIndex VertexIndex OrientationIndex Byte PartIndex }

impl Argument for Scalar {
    fn argument(&self, out: &mut Output, types: &Types) -> Result<(), Error> {
        coordinates(self.coordinate_type(), types)?;
        match self {
            Self::I8(number) => out.value(number),
            Self::I16(number) => out.value(number),
            Self::F32(number) => out.value(number),
            Self::F64(number) => out.value(number),
        }
        Ok(())
    }
}

/// Writes the arguments of the command with three conflicting descriptions: format document, section 6.10.1.
impl Argument for MeshArguments {
    fn argument(&self, out: &mut Output, types: &Types) -> Result<(), Error> {
        match self {
            Self::Face { face } => face.argument(out, types),
            Self::Range { first, count, position, orientation } => {
                out.value(first);
                out.value(count);
                position.argument(out, types)?;
                orientation.argument(out, types)
            }
            Self::ScaledRange { faces, position, orientation, scale } => {
                faces.argument(out, types)?;
                position.argument(out, types)?;
                orientation.argument(out, types)?;
                scale.argument(out, types)
            }
        }
    }
}

/// Writes a list, whose count always has four bytes, whatever the header states.
impl<T: Argument> Argument for Vec<T> {
    fn argument(&self, out: &mut Output, types: &Types) -> Result<(), Error> {
        out.value(&count::<u32>(self.len(), "values")?);
        self.iter().try_for_each(|value| value.argument(out, types))
    }
}

macro_rules! tuples {
    ($($($ty:ident $value:ident),+;)*) => { $(
        impl<$($ty: Argument),+> Argument for ($($ty,)+) {
            fn argument(&self, out: &mut Output, types: &Types) -> Result<(), Error> {
                let ($($value,)+) = self;
                $($value.argument(out, types)?;)+
                Ok(())
            }
        }
    )* };
}
tuples! { A a, B b; A a, B b, C c; }

//! Format document, section 6.2: TMAP.

use super::frame::surplus;
use super::reference::values;
use crate::mould::input::{Input, Parsed};
use crate::mould::rows::records;
use crate::mould::show::{Field, Look};
use crate::wire::{Context, field_of, show_tex_coord};
use crate::{CoordinateType, TexCoords, TextureMap};
use std::borrow::Cow;

pub(super) fn tmap<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, TextureMap> {
    let (coordinate, stride) = (context.types.coordinate, context.types.tex_coord_bytes());
    let count = input.bytes().len().checked_div(stride).unwrap_or_default();
    let look = const { &Look::table(fields) };
    let (input, all) = records("pairs", count, stride, look, context.packed)(input)?;
    // A pair may be two bytes in the file, but takes the memory of two elements.
    input.grant_elements(count)?;
    let pairs = match coordinate {
        CoordinateType::Int8 => TexCoords::U8(values(all, stride)),
        CoordinateType::Int16 => TexCoords::U16(values(all, stride)),
        CoordinateType::Float => TexCoords::F32(values(all, stride)),
        CoordinateType::Double => TexCoords::F64(values(all, stride)),
    };
    let (input, surplus) = surplus(input)?;
    Ok((input, TextureMap { pairs, surplus }))
}

fn fields(context: u64) -> Cow<'static, [Field]> {
    let coordinate = Context::again(context).types.coordinate;
    let mut fields = Vec::new();
    for name in ["u", "v"] {
        field_of(&mut fields, name, coordinate.bytes(), show_tex_coord(coordinate));
    }
    fields.into()
}

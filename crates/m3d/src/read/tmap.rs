//! Reading of TMAP chunks. Format document, section 6.2.

use super::frame::surplus;
use super::reference::values;
use crate::common::input::{Input, Parsed};
use crate::common::show::{Field, Show, SpanType};
use crate::common::wire::records;
use crate::model::{CoordinateType, TexCoords, TextureMap, Types};
use crate::wire::{Context, field_of, show_tex_coord};
use std::borrow::Cow;

pub(super) fn tmap<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, TextureMap> {
    let (coordinate, stride) = (context.types.coordinate, context.types.tex_coord_bytes());
    let count = input.bytes().len().checked_div(stride).unwrap_or_default();
    let shown = const { &SpanType::table(fields) };
    let (input, all) = records("pairs", count, stride, shown, context.types.context())(input)?;
    // A pair may be two bytes in the file, but takes the memory of two elements.
    input.charge_elements(count)?;
    // Integers are unsigned, unlike those of vertices: format document, section 5.
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
    let coordinate = Types::of_context(context).coordinate;
    let mut fields = Vec::new();
    for name in ["u", "v"] {
        field_of(&mut fields, name, coordinate.bytes(), show_tex_coord(coordinate));
    }
    fields.into()
}

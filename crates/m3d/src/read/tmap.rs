//! Format document, section 6.2: TMAP.

use super::frame;
use super::reference::values;
use crate::mould::input::{Input, Parsed, sized_records};
use crate::mould::wire::Field;
use crate::wire::Context;
use crate::wire::{field_of, show_tex_coord};
use crate::{CoordinateType, TexCoords, TextureMap};

pub(super) fn tmap<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, TextureMap> {
    let (coordinate, stride) = (context.types.coordinate, context.types.tex_coord_bytes());
    let count = input.bytes().len().checked_div(stride).unwrap_or_default();
    let (input, all) = sized_records("pairs", stride, count, || fields(coordinate))(input)?;
    // A pair may be two bytes in the file, but takes the memory of two elements.
    input.grant_elements(count)?;
    let pairs = match coordinate {
        CoordinateType::Int8 => TexCoords::U8(values(all, stride)),
        CoordinateType::Int16 => TexCoords::U16(values(all, stride)),
        CoordinateType::Float => TexCoords::F32(values(all, stride)),
        CoordinateType::Double => TexCoords::F64(values(all, stride)),
    };
    let (input, rest) = frame::rest(input)?;
    Ok((input, TextureMap { pairs, rest }))
}

fn fields(coordinate: CoordinateType) -> Vec<Field> {
    let mut fields = Vec::new();
    ["u", "v"].into_iter().for_each(|name| {
        field_of(&mut fields, name, coordinate.bytes(), show_tex_coord(coordinate));
    });
    fields
}

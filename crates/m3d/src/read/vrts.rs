//! Format document, section 6.3: VRTS.

use super::frame;
use super::reference::{self, column, values};
use crate::mould::input::{Input, Parsed, sized_records};
use crate::mould::wire::Field;
use crate::wire::{Cells, Context, field_of, show_coordinate};
use crate::{ColourRef, CoordinateType, Coordinates, SkinIndex, Types, Vertices, Width};

pub(super) fn vrts<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Vertices> {
    let types = &context.types;
    let stride = types.vertex_bytes();
    let count = input.bytes().len().checked_div(stride).unwrap_or_default();
    let (rest, all) = sized_records("vertices", stride, count, || fields(types))(input)?;
    // A vertex may be four bytes in the file; it counts for more since the canonical form sorts all vertices.
    input.grant_elements(count.saturating_mul(3))?;
    let coordinates = match types.coordinate {
        CoordinateType::Int8 => Coordinates::I8(values(all, stride)),
        CoordinateType::Int16 => Coordinates::I16(values(all, stride)),
        CoordinateType::Float => Coordinates::F32(values(all, stride)),
        CoordinateType::Double => Coordinates::F64(values(all, stride)),
    };
    let colour_at = types.coordinate.bytes().saturating_mul(4);
    let skin_at = colour_at.saturating_add(types.colour.bytes());
    let records = input.with(all);
    let (mut colours, mut skins): (Vec<ColourRef>, Vec<SkinIndex>) = Default::default();
    if types.colour != Width::Absent {
        column(records, Cells::one(stride, colour_at), &mut colours, context)?;
    }
    if types.skin != Width::Absent {
        column(records, Cells::one(stride, skin_at), &mut skins, context)?;
    }
    let (input, rest) = frame::rest(rest)?;
    Ok((input, Vertices { coordinates, colours, skins, rest }))
}

fn fields(types: &Types) -> Vec<Field> {
    let mut fields = Vec::new();
    for name in ["x", "y", "z", "w"] {
        field_of(&mut fields, name, types.coordinate.bytes(), show_coordinate(types.coordinate));
    }
    reference::field_of::<ColourRef>(&mut fields, "colour", types.colour);
    reference::field_of::<SkinIndex>(&mut fields, "skin", types.skin);
    fields
}

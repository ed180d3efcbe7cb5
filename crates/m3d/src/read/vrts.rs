//! Reading of VRTS chunks. Format document, section 6.3.

use super::frame::surplus;
use super::reference::{self, Column, column, values};
use crate::common::input::{Input, Parsed};
use crate::common::show::{Field, Show, SpanType};
use crate::common::wire::records;
use crate::model::{ColourRef, CoordinateType, Coordinates, SkinIndex, Types, Vertices, Width};
use crate::wire::{CellLayout, Context, field_of, show_coordinate};
use std::borrow::Cow;

pub(super) fn vrts<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Vertices> {
    let types = &context.types;
    let stride = types.vertex_bytes();
    let count = input.bytes().len().checked_div(stride).unwrap_or_default();
    let shown = const { &SpanType::table(fields) };
    let (rest, all) = records("vertices", count, stride, shown, types.context())(input)?;
    // A vertex may be four bytes in the file; it counts for more because the canonical form sorts all vertices.
    input.charge_elements(count.saturating_mul(3))?;
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
    let column_of = |at, name| Column { cells: CellLayout::one(stride, at), table: "vertices", name };
    if types.colour != Width::Absent {
        column(records, column_of(colour_at, "colour"), &mut colours, context)?;
    }
    if types.skin != Width::Absent {
        column(records, column_of(skin_at, "skin"), &mut skins, context)?;
    }
    let (input, surplus) = surplus(rest)?;
    Ok((input, Vertices { coordinates, colours, skins, surplus }))
}

fn fields(context: u64) -> Cow<'static, [Field]> {
    let types = Types::of_context(context);
    let mut fields = Vec::new();
    for name in ["x", "y", "z", "w"] {
        field_of(&mut fields, name, types.coordinate.bytes(), show_coordinate(types.coordinate));
    }
    reference::field_of::<ColourRef>(&mut fields, "colour", types.colour);
    reference::field_of::<SkinIndex>(&mut fields, "skin", types.skin);
    fields.into()
}

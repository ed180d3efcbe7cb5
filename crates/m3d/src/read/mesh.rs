//! Reading of MESH chunks. Format document, section 6.7.

use super::frame;
use super::reference::{Column, column, reference};
use crate::common::input::{Input, Parsed};
use crate::common::parsers::{field, part};
use crate::common::show::{Field, Show, SpanType};
use crate::common::wire::{records, show, value};
use crate::error::ErrorKind;
use crate::model::{Mesh, Parts, Record, TexCoordIndex, Types, VertexIndex};
use crate::wire::{CellLayout, Context, field_of, show_stored};
use nom::Parser;
use nom::combinator::map;
use std::borrow::Cow;

pub(super) fn mesh<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Mesh> {
    let mut mesh = Mesh::default();
    let (input, surplus) = frame::records(input, |input| {
        let magic = input.bytes().first().copied().unwrap_or_default();
        let number = mesh.records.len();
        part(("records", number), |input: Input<'a>| match magic >> 4 {
            0 => map(|input| special(input, context), |record| mesh.records.push(record)).parse(input),
            _ => polygons(input, magic, context, &mut mesh),
        })(input)
    })?;
    mesh.surplus = surplus;
    Ok((input, mesh))
}

/// The number of elements that a record counts as. It is high, because the canonical form sorts all records.
const RECORD: usize = 10;

/// Reads a record that sets the material or parameter of the following polygons: format document, section
/// 6.7.1.
fn special<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Record> {
    input.charge_elements(RECORD)?;
    let (input, kind) = field("magic", value::<_, u8>)(input)?;
    let (input, name) = field(if kind == 0 { "material" } else { "parameter" }, reference(context))(input)?;
    Ok((input, if kind == 0 { Record::Material(name) } else { Record::Parameter { kind, name } }))
}

/// Reads a sequence of polygons with the same magic number: format document, section 6.7.2.
fn polygons<'a>(input: Input<'a>, magic: u8, context: &Context, mesh: &mut Mesh) -> Parsed<'a, ()> {
    let (sides, parts) = (magic >> 4, Parts(magic & 0x0f));
    let corner = Corner::new(&context.types, parts);
    let n_sides = usize::from(sides);
    let stride = corner.size.saturating_mul(n_sides).saturating_add(1);
    let n_whole = input.bytes().len().checked_div(stride).unwrap_or_default();
    // Polygons with the same magic number have the same size, so they are read as one table.
    let magics = input.bytes().iter().step_by(stride).take(n_whole);
    let count = magics.take_while(|other| **other == magic).count();
    if count == 0 {
        let left = input.bytes().len();
        return Err(input.fatal(ErrorKind::UnexpectedEnd { needed: stride, left }));
    }
    if parts.has(Parts::RESERVED) {
        input.warn(|| ErrorKind::Unexpected { expected: "a reserved bit of 0".into(), found: "1".into() })?;
    }
    let shown = const { &SpanType::table(fields) };
    let types_and_magic = context.types.context() | u64::from(magic) << u32::BITS;
    let (rest, all) = records("polygons", count, stride, shown, types_and_magic)(input)?;
    // A reference counts as half an element. An absent one takes no bytes in the file, but still takes memory.
    let n_lists =
        [corner.tex_coord, corner.normal, corner.max_vertex].iter().flatten().count().saturating_add(1);
    let n_references = count.saturating_mul(n_sides).saturating_mul(n_lists);
    input.charge_elements(n_references.div_ceil(2).saturating_add(RECORD))?;
    let records = input.with(all);
    let cells = |at, name| {
        let cells = CellLayout { record: stride, n: n_sides, step: corner.size, at };
        Column { cells, table: "polygons", name }
    };
    column(records, cells(1, "vertices"), &mut mesh.vertices, context)?;
    if let Some(at) = corner.tex_coord {
        column(records, cells(at, "tex_coords"), &mut mesh.tex_coords, context)?;
    }
    if let Some(at) = corner.normal {
        column(records, cells(at, "normals"), &mut mesh.normals, context)?;
    }
    if let Some(at) = corner.max_vertex {
        column(records, cells(at, "max_vertices"), &mut mesh.max_vertices, context)?;
    }
    mesh.records.push(Record::Polygons { sides, parts, count: u32::try_from(count).unwrap_or(u32::MAX) });
    Ok((rest, ()))
}

/// The offsets of the fields of the first corner, after the magic number.
#[derive(Clone, Copy)]
struct Corner {
    size: usize,
    tex_coord: Option<usize>,
    normal: Option<usize>,
    max_vertex: Option<usize>,
}

impl Corner {
    fn new(types: &Types, parts: Parts) -> Self {
        let mut size = types.vertex.bytes();
        let mut place = |part, bytes| {
            let at = size.saturating_add(1);
            parts.has(part).then(|| {
                size = size.saturating_add(bytes);
                at
            })
        };
        let tex_coord = place(Parts::TEX_COORD, types.tex_coord.bytes());
        let normal = place(Parts::NORMAL, types.vertex.bytes());
        let max_vertex = place(Parts::MAX_VERTEX, types.vertex.bytes());
        Self { size, tex_coord, normal, max_vertex }
    }
}

/// The fields of a polygon. The context contains the types, and above them the magic number.
fn fields(context: u64) -> Cow<'static, [Field]> {
    let Types { vertex, tex_coord, .. } = Types::of_context(context);
    let [_, _, _, _, magic, ..] = context.to_le_bytes();
    let parts = Parts(magic & 0x0f);
    let mut fields = Vec::new();
    field_of(&mut fields, "magic", 1, show::<1, u8>);
    for corner in NAMES.iter().take((magic >> 4).into()) {
        field_of(&mut fields, corner.vertex, vertex.bytes(), show_stored::<VertexIndex>);
        if parts.has(Parts::TEX_COORD) {
            field_of(&mut fields, corner.tex_coord, tex_coord.bytes(), show_stored::<TexCoordIndex>);
        }
        if parts.has(Parts::NORMAL) {
            field_of(&mut fields, corner.normal, vertex.bytes(), show_stored::<VertexIndex>);
        }
        if parts.has(Parts::MAX_VERTEX) {
            field_of(&mut fields, corner.max_vertex, vertex.bytes(), show_stored::<VertexIndex>);
        }
    }
    fields.into()
}

/// The names of the fields of a corner.
struct Names {
    vertex: &'static str,
    tex_coord: &'static str,
    normal: &'static str,
    max_vertex: &'static str,
}

/// The names of the fields of each of the 15 possible corners.
const NAMES: [Names; 15] = {
    macro_rules! names {
        ($($number:literal)*) => { [$(Names {
            vertex: concat!("vertices[", $number, "]"),
            tex_coord: concat!("tex_coords[", $number, "]"),
            normal: concat!("normals[", $number, "]"),
            max_vertex: concat!("max_vertices[", $number, "]"),
        }),*] };
    }
    names!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14)
};

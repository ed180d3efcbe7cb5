//! Format document, section 6.7: MESH.

use super::frame;
use super::reference::{column, reference};
use crate::mould::input::{Input, Parsed, field, part, sized_records, value};
use crate::mould::wire::{Field, show};
use crate::wire::{Cells, Context, field_of, show_stored};
use crate::{ErrorKind, Mesh, Parts, Record, TexCoordIndex, Types, VertexIndex};

pub(super) fn mesh<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Mesh> {
    let mut mesh = Mesh::default();
    let (input, rest) = frame::records(
        input,
        |input, _| {
            let magic = input.bytes().first().copied().unwrap_or_default();
            match magic >> 4 {
                0 => part("special", |input| special(input, context))(input).map(|(rest, record)| {
                    mesh.records.push(record);
                    (rest, ())
                }),
                _ => polygons(input, magic, context, &mut mesh),
            }
        },
        drop,
    )?;
    mesh.rest = rest;
    Ok((input, mesh))
}

/// The number of elements that a record counts as; high, since the canonical form sorts all records.
const RECORD: usize = 10;

/// Section 6.7.1: the material or parameter of the following polygons.
fn special<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Record> {
    input.grant_elements(RECORD)?;
    let (input, kind) = field("magic", value::<_, u8>)(input)?;
    let (input, name) = field(if kind == 0 { "material" } else { "parameter" }, reference(context))(input)?;
    Ok((input, if kind == 0 { Record::Material(name) } else { Record::Parameter { kind, name } }))
}

/// Section 6.7.2: a sequence of polygons with the same magic.
fn polygons<'a>(input: Input<'a>, magic: u8, context: &Context, mesh: &mut Mesh) -> Parsed<'a, ()> {
    let (sides, parts) = (magic >> 4, Parts(magic & 0x0f));
    let corner = Corner::new(&context.types, parts);
    let n_sides = usize::from(sides);
    let stride = corner.size.saturating_mul(n_sides).saturating_add(1);
    let n_whole = input.bytes().len().checked_div(stride).unwrap_or_default();
    let magics = input.bytes().iter().step_by(stride).take(n_whole);
    let count = magics.take_while(|other| **other == magic).count();
    if count == 0 {
        let left = input.bytes().len();
        return Err(input.fatal(ErrorKind::UnexpectedEnd { needed: stride, left }));
    }
    if parts.has(Parts::RESERVED) {
        let (expected, found) = ("a reserved bit of 0".into(), "1".into());
        input.warn(ErrorKind::Unexpected { expected, found })?;
    }
    let (rest, all) = sized_records("polygons", stride, count, || corner.fields(n_sides))(input)?;
    // A reference counts as half an element. An absent one takes no bytes in the file, but still takes memory.
    let n_lists =
        [corner.tex_coord, corner.normal, corner.max_vertex].iter().flatten().count().saturating_add(1);
    let n_references = count.saturating_mul(n_sides).saturating_mul(n_lists);
    input.grant_elements(n_references.div_ceil(2).saturating_add(RECORD))?;
    let records = input.with(all);
    let cells = |at| Cells { record: stride, n: n_sides, step: corner.size, at };
    column(records, cells(1), &mut mesh.vertices, context)?;
    if let Some(at) = corner.tex_coord {
        column(records, cells(at), &mut mesh.tex_coords, context)?;
    }
    if let Some(at) = corner.normal {
        column(records, cells(at), &mut mesh.normals, context)?;
    }
    if let Some(at) = corner.max_vertex {
        column(records, cells(at), &mut mesh.max_vertices, context)?;
    }
    mesh.records.push(Record::Polygons { sides, parts, count: u32::try_from(count).unwrap_or(u32::MAX) });
    Ok((rest, ()))
}

/// The offsets of the first corner's fields, after the magic.
#[derive(Clone, Copy)]
struct Corner<'t> {
    types: &'t Types,
    size: usize,
    tex_coord: Option<usize>,
    normal: Option<usize>,
    max_vertex: Option<usize>,
}

impl<'t> Corner<'t> {
    fn new(types: &'t Types, parts: Parts) -> Self {
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
        Self { types, size, tex_coord, normal, max_vertex }
    }

    /// The fields of a polygon, for the layout.
    fn fields(self, n_sides: usize) -> Vec<Field> {
        let mut fields = Vec::new();
        field_of(&mut fields, "magic", 1, show::<1, u8>);
        let Types { vertex, tex_coord, .. } = self.types;
        for _ in 0..n_sides {
            field_of(&mut fields, "vertex", vertex.bytes(), show_stored::<VertexIndex>);
            if self.tex_coord.is_some() {
                field_of(&mut fields, "texture coordinate", tex_coord.bytes(), show_stored::<TexCoordIndex>);
            }
            if self.normal.is_some() {
                field_of(&mut fields, "normal", vertex.bytes(), show_stored::<VertexIndex>);
            }
            if self.max_vertex.is_some() {
                field_of(&mut fields, "maximum", vertex.bytes(), show_stored::<VertexIndex>);
            }
        }
        fields
    }
}

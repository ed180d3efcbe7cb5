//! Format document, section 6.7: MESH.

use super::chunk;
use super::reference::{check, reference};
use crate::mould::input::{Input, Parsed, field, part, sized_records, value};
use crate::mould::wire::{Field, show};
use crate::wire::Context;
use crate::wire::{Stored, field_of, index_from, show_stored};
use crate::{ErrorKind, Mesh, Parts, Record, TexCoordIndex, Types, VertexIndex};

pub(super) fn mesh<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Mesh> {
    let mut mesh = Mesh::default();
    let (input, rest) = chunk::records(
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

/// Section 6.7.1: what holds for the polygons that follow.
fn special<'a>(input: Input<'a>, context: &Context) -> Parsed<'a, Record> {
    input.grant_elements(1)?;
    let (input, kind) = field("magic", value::<_, u8>)(input)?;
    let (input, name) = field(if kind == 0 { "material" } else { "parameter" }, reference(context))(input)?;
    Ok((input, if kind == 0 { Record::Material(name) } else { Record::Parameter { kind, name } }))
}

/// Section 6.7.2: as many polygons of this magic as follow each other.
fn polygons<'a>(input: Input<'a>, magic: u8, context: &Context, mesh: &mut Mesh) -> Parsed<'a, ()> {
    let (sides, parts) = (magic >> 4, Parts(magic & 0x0f));
    let corner = Corner::new(&context.types, parts);
    let n_sides = usize::from(sides);
    let stride = corner.size.saturating_mul(n_sides).saturating_add(1);
    let alike = |record: &&[u8]| record.first() == Some(&magic);
    let count = input.bytes().chunks_exact(stride).take_while(alike).count();
    if count == 0 {
        let left = input.bytes().len();
        return Err(input.fatal(ErrorKind::UnexpectedEnd { needed: stride, left }));
    }
    if parts.has(Parts::RESERVED) {
        let (expected, found) = ("a reserved bit of 0".into(), "1".into());
        input.warn(ErrorKind::Unexpected { expected, found })?;
    }
    let (rest, all) = sized_records("polygons", stride, count, || corner.fields(n_sides))(input)?;
    input.grant_elements(count.saturating_mul(n_sides))?;
    let place = |at: usize| {
        move |i: usize| {
            let polygon = i.checked_div(n_sides).unwrap_or_default().saturating_mul(stride);
            let corners = i.checked_rem(n_sides).unwrap_or_default().saturating_mul(corner.size);
            polygon.saturating_add(corners).saturating_add(at).saturating_add(1)
        }
    };
    let n_before = mesh.vertices.len();
    corner.take(all, stride, 0, &mut mesh.vertices);
    check(input, mesh.vertices.get(n_before..).unwrap_or_default(), context, place(0))?;
    if let Some(at) = corner.tex_coord {
        let n_before = mesh.tex_coords.len();
        corner.take(all, stride, at, &mut mesh.tex_coords);
        check(input, mesh.tex_coords.get(n_before..).unwrap_or_default(), context, place(at))?;
    }
    for (at, list) in [(corner.normal, &mut mesh.normals), (corner.max_vertex, &mut mesh.max_vertices)] {
        let Some(at) = at else { continue };
        let n_before = list.len();
        corner.take(all, stride, at, list);
        check(input, list.get(n_before..).unwrap_or_default(), context, place(at))?;
    }
    mesh.records.push(Record::Polygons { sides, parts, count: u32::try_from(count).unwrap_or(u32::MAX) });
    Ok((rest, ()))
}

/// Where the fields of a corner are.
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
            let at = size;
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

    /// Takes the references at this place of each corner of each record, past its magic.
    fn take<T: Stored>(self, all: &[u8], stride: usize, at: usize, list: &mut Vec<T>) {
        match T::width(self.types).bytes() {
            1 => self.take_of::<1, T>(all, stride, at, list),
            2 => self.take_of::<2, T>(all, stride, at, list),
            n => self.take_of::<4, T>(all, stride, if n == 0 { usize::MAX } else { at }, list),
        }
    }

    fn take_of<const N: usize, T: Stored>(self, all: &[u8], stride: usize, at: usize, list: &mut Vec<T>) {
        let n_corners = all.len().checked_div(self.size).unwrap_or_default();
        list.reserve(n_corners);
        for record in all.chunks_exact(stride) {
            for corner in record.get(1..).unwrap_or_default().chunks_exact(self.size) {
                // A header that has the reference absent makes it −1, and it takes no bytes.
                let bytes = corner.get(at..).and_then(|bytes| bytes.first_chunk::<N>());
                list.push(bytes.map_or(T::of(T::ABSENT), |bytes| index_from(bytes)));
            }
        }
    }

    /// What the layout says of a polygon.
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

//! Text format document, section 9: meshes.

use super::line::{check, expected, integer, is_blank, line_end, next, reference, word, words};
use super::{Text, comment};
use crate::mould::each::each_with;
use crate::mould::input::{Input, Parsed};
use crate::mould::words::field;
use crate::wire::{Context, Stored};
use crate::{Chunk, Face, Mesh, Name, Parts, Record, TexCoordIndex, VertexIndex};
use nom::Err;

pub(super) fn mesh<'a>(input: Input<'a>, text: &mut Text<'_>) -> Parsed<'a, ()> {
    let (rest, ()) = comment(input)?;
    let mut mesh = Mesh::default();
    let mut corners = Vec::new();
    let read = |input: Input<'a>| {
        let n_records = mesh.records.len();
        let rest = match next(input) {
            Some(b'u' | b'p') => {
                let (rest, (keyword, name)) = change(input)?;
                let name = text.names.name(name);
                mesh.records.push(match keyword {
                    Keyword::Use => Record::Material(name),
                    Keyword::Par => Record::Parameter { kind: 1, name },
                });
                rest
            }
            _ => {
                corners.clear();
                let (rest, ()) = polygon(input, &mut corners)?;
                push(input, &corners, &mut mesh, &text.context)?;
                rest
            }
        };
        // As in the binary form: references count half, changes and polygons of another kind ten.
        let n_new = mesh.records.len().saturating_sub(n_records).saturating_mul(10);
        rest.grant_elements(n_new.saturating_add(corners.len().saturating_mul(2)))?;
        Ok((rest, ()))
    };
    let (rest, ()) = each_with("lines", None, again, 0, read)(rest)?;
    text.chunks.push(Chunk::Mesh(mesh));
    Ok((rest, ()))
}

fn again(input: Input<'_>, _: u64) -> Parsed<'_, ()> {
    match next(input) {
        Some(b'u' | b'p') => change(input).map(|(rest, _)| (rest, ())),
        _ => polygon(input, &mut Vec::new()),
    }
}

enum Keyword {
    Use,
    Par,
}

/// The material or parameter of the polygons that follow; without a name there is none.
fn change(input: Input<'_>) -> Parsed<'_, (Keyword, &[u8])> {
    let (rest, keyword) = field("keyword", word)(input)?;
    let keyword = match keyword {
        b"use" => Keyword::Use,
        b"par" => Keyword::Par,
        _ => return Err(expected(input, "use, par or a polygon")),
    };
    let (rest, name) = field("name", words)(rest)?;
    let (rest, ()) = field("line_end", line_end)(rest)?;
    Ok((rest, (keyword, name)))
}

/// The binary form has room for no more.
const MOST_CORNERS: usize = 15;

/// Vertex, texture coordinate, normal and upper vertex. What is not there is negative.
type Corner = [i64; 4];

fn polygon<'a>(mut input: Input<'a>, corners: &mut Vec<Corner>) -> Parsed<'a, ()> {
    while next(input).is_some() {
        if corners.len() == MOST_CORNERS {
            return Err(expected(input, "at most 15 corners"));
        }
        let mut corner = [-1; 4];
        (input, corner[0]) = field(("vertices", corners.len()), integer)(input)?;
        for (name, part) in ["tex_coords", "normals", "max_vertices"].into_iter().zip(&mut corner[1..]) {
            let [b'/', rest @ ..] = input.bytes() else { break };
            input = input.with(rest);
            if !matches!(rest, [] | [b'/' | b'\n', ..]) && !rest.first().is_some_and(|byte| is_blank(*byte)) {
                (input, *part) = field((name, corners.len()), integer)(input)?;
            }
        }
        corners.push(corner);
    }
    field("line_end", line_end)(input)
}

fn push(
    input: Input<'_>,
    corners: &[Corner],
    mesh: &mut Mesh,
    context: &Context,
) -> Result<(), Err<crate::Error>> {
    let has = |part: usize| corners.iter().any(|corner| corner.get(part).is_some_and(|index| *index >= 0));
    let mut lists = Lists::default();
    for (number, corner) in corners.iter().enumerate() {
        let [vertex, tex_coord, normal, max_vertex] = *corner;
        let of = |name: &'static str| move || format!("{name}[{number}]");
        set(&mut lists.vertices, number, input, vertex, context, of("vertices"))?;
        if tex_coord >= 0 {
            set(&mut lists.tex_coords, number, input, tex_coord, context, of("tex_coords"))?;
        }
        if normal >= 0 {
            set(&mut lists.normals, number, input, normal, context, of("normals"))?;
        }
        if max_vertex >= 0 {
            set(&mut lists.max_vertices, number, input, max_vertex, context, of("max_vertices"))?;
        }
    }
    let n = |is_there: bool| if is_there { corners.len() } else { 0 };
    let face = Face {
        material: Name::NONE,
        parameter: Name::NONE,
        parts: Parts::default(),
        vertices: lists.vertices.get(..corners.len()).unwrap_or_default(),
        tex_coords: lists.tex_coords.get(..n(has(1))).unwrap_or_default(),
        normals: lists.normals.get(..n(has(2))).unwrap_or_default(),
        max_vertices: lists.max_vertices.get(..n(has(3))).unwrap_or_default(),
    };
    mesh.push(&face).map_err(|_| expected(input, "a polygon"))
}

/// What corners refer to, in one list per field.
struct Lists {
    vertices: [VertexIndex; MOST_CORNERS],
    tex_coords: [TexCoordIndex; MOST_CORNERS],
    normals: [VertexIndex; MOST_CORNERS],
    max_vertices: [VertexIndex; MOST_CORNERS],
}

impl Default for Lists {
    fn default() -> Self {
        Self {
            vertices: [VertexIndex::NONE; MOST_CORNERS],
            tex_coords: [TexCoordIndex::NONE; MOST_CORNERS],
            normals: [VertexIndex::NONE; MOST_CORNERS],
            max_vertices: [VertexIndex::NONE; MOST_CORNERS],
        }
    }
}

fn set<T: Stored>(
    list: &mut [T],
    place: usize,
    input: Input<'_>,
    number: i64,
    context: &Context,
    path: impl FnOnce() -> String,
) -> Result<(), Err<crate::Error>> {
    let value = reference(number).unwrap_or(T::of(u32::MAX));
    check(input, value, context, path)?;
    if let Some(place) = list.get_mut(place) {
        *place = value;
    }
    Ok(())
}

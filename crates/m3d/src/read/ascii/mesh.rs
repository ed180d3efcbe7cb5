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
    let (mut corners, mut lists) = (Vec::new(), Lists::default());
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
                lists.push(input, &corners, &mut mesh, &text.context)?;
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

/// What every corner has.
const VERTICES: &str = "vertices";

/// The polygon of these corners, in lists that serve again.
#[derive(Default)]
struct Lists {
    vertices: Vec<VertexIndex>,
    tex_coords: Vec<TexCoordIndex>,
    normals: Vec<VertexIndex>,
    max_vertices: Vec<VertexIndex>,
}

impl Lists {
    fn push(
        &mut self,
        input: Input<'_>,
        corners: &[Corner],
        mesh: &mut Mesh,
        context: &Context,
    ) -> Result<(), Err<crate::Error>> {
        set(&mut self.vertices, input, context, VERTICES, corners.iter().map(|corner| corner[0]))?;
        set(&mut self.tex_coords, input, context, "tex_coords", corners.iter().map(|corner| corner[1]))?;
        set(&mut self.normals, input, context, "normals", corners.iter().map(|corner| corner[2]))?;
        set(&mut self.max_vertices, input, context, "max_vertices", corners.iter().map(|corner| corner[3]))?;
        let face = Face {
            material: Name::NONE,
            parameter: Name::NONE,
            parts: Parts::default(),
            vertices: &self.vertices,
            tex_coords: &self.tex_coords,
            normals: &self.normals,
            max_vertices: &self.max_vertices,
        };
        mesh.push(&face).map_err(|_| expected(input, "a polygon"))
    }
}

/// One field of all corners. The list stays empty if no corner has it, unless it is that of the vertices.
#[inline]
fn set<T: Stored>(
    list: &mut Vec<T>,
    input: Input<'_>,
    context: &Context,
    name: &'static str,
    numbers: impl Iterator<Item = i64> + Clone,
) -> Result<(), Err<crate::Error>> {
    list.clear();
    if name != VERTICES && numbers.clone().all(|number| number < 0) {
        return Ok(());
    }
    for (corner, number) in numbers.enumerate() {
        let value = reference(number).unwrap_or(T::of(u32::MAX));
        if number >= 0 || name == VERTICES {
            check(input, corner, value, context, || format!("{name}[{corner}]"))?;
        }
        list.push(value);
    }
    Ok(())
}

//! Reading of meshes in the text form. Text format document, section 9.

use super::line::{check, expected, integer, is_blank, line_end, next, reference, value, word, words};
use super::{Text, comment};
use crate::common::input::{Checked, Input, Parsed};
use crate::common::parsers::field;
use crate::model::{Chunk, Mesh, Parts, Record};
use crate::read::frame::list_to_end;
use crate::wire::{Context, Stored};
use nom::Parser;
use nom::sequence::terminated;

pub(super) fn mesh<'a>(input: Input<'a>, text: &mut Text<'_>) -> Parsed<'a, ()> {
    let (rest, ()) = comment(input)?;
    let mut mesh = Mesh::default();
    let mut polygon = Polygon::default();
    let read = |input: Input<'a>| {
        let n_records = mesh.records.len();
        let (rest, n_corners) = match next(input) {
            Some(b'u' | b'p') => {
                let (rest, (keyword, name)) = change(input)?;
                let name = text.names.name(name);
                mesh.records.push(match keyword {
                    Keyword::Use => Record::Material(name),
                    // The text form has no other kind: text format document, section 15.
                    Keyword::Par => Record::Parameter { kind: 1, name },
                });
                (rest, 0)
            }
            _ => {
                let (rest, ()) = match input.is_traced() {
                    true => polygon.read::<true>(input)?,
                    false => polygon.read::<false>(input).or_else(|_| polygon.read::<true>(input))?,
                };
                polygon.add(input, &mut mesh, &text.context)?;
                (rest, polygon.n)
            }
        };
        // Elements count as in the binary form: a reference half, a change or a polygon of another kind ten.
        let n_new = mesh.records.len().saturating_sub(n_records).saturating_mul(10);
        rest.charge_elements(n_new.saturating_add(n_corners.saturating_mul(2)))?;
        Ok((rest, ()))
    };
    rest.source.reading.is_independent.set(true);
    let (rest, _) = list_to_end("lines", read)(rest)?;
    text.chunks.push(Chunk::Mesh(mesh));
    Ok((rest, ()))
}

enum Keyword {
    Use,
    Par,
}

/// Reads a line that sets the material or parameter of the following polygons; an empty name removes it.
fn change(input: Input<'_>) -> Parsed<'_, (Keyword, &[u8])> {
    let (rest, keyword) = field("keyword", word)(input)?;
    let keyword = match keyword {
        b"use" => Keyword::Use,
        b"par" => Keyword::Par,
        _ => return Err(expected(input, "use, par or a polygon")),
    };
    let (rest, name) = terminated(field("name", words), field("line_end", line_end)).parse(rest)?;
    Ok((rest, (keyword, name)))
}

/// The vertex, texture coordinate, normal and upper vertex of a corner. Missing indices are negative.
type Corner = [i64; 4];

/// The corners of a polygon, at most 15 as in the binary form.
#[derive(Default)]
struct Polygon {
    n: usize,
    corners: [Corner; 15],
    /// The parts that any corner has in addition to its vertex.
    parts: Parts,
}

/// The parts that a corner may have in addition to its vertex.
const OTHERS: [(&str, Parts); 3] =
    [("tex_coords", Parts::TEX_COORD), ("normals", Parts::NORMAL), ("max_vertices", Parts::MAX_VERTEX)];

impl Polygon {
    #[inline]
    fn read<'a, const NAMED: bool>(&mut self, mut input: Input<'a>) -> Parsed<'a, ()> {
        (self.n, self.parts) = (0, Parts::default());
        while next(input).is_some() {
            let Some(corner) = self.corners.get_mut(self.n) else {
                return Err(expected(input, "at most 15 corners"));
            };
            *corner = [-1; 4];
            (input, corner[0]) = value::<NAMED, _>(("vertices", self.n), integer)(input)?;
            if input.bytes().starts_with(b"/") {
                (input, ()) = others::<NAMED>(input, self.n, corner, &mut self.parts)?;
            }
            self.n = self.n.saturating_add(1);
        }
        value::<NAMED, _>("line_end", line_end)(input)
    }

    fn add(&self, input: Input<'_>, mesh: &mut Mesh, context: &Context) -> Checked {
        let corners = self.corners.get(..self.n).unwrap_or_default();
        add::<0, _>(corners, &mut mesh.vertices, input, context, "vertices")?;
        if self.parts != Parts::default() {
            let [tex_coords, normals, max_vertices] = OTHERS;
            if self.parts.has(tex_coords.1) {
                add::<1, _>(corners, &mut mesh.tex_coords, input, context, tex_coords.0)?;
            }
            if self.parts.has(normals.1) {
                add::<2, _>(corners, &mut mesh.normals, input, context, normals.0)?;
            }
            if self.parts.has(max_vertices.1) {
                add::<3, _>(corners, &mut mesh.max_vertices, input, context, max_vertices.0)?;
            }
        }
        mesh.count_polygon(u8::try_from(self.n).unwrap_or(u8::MAX), self.parts);
        Ok(())
    }
}

/// Reads the other parts of a corner than its vertex, each after a slash.
fn others<'a, const NAMED: bool>(
    mut input: Input<'a>,
    n: usize,
    corner: &mut Corner,
    parts: &mut Parts,
) -> Parsed<'a, ()> {
    for ((name, part), number) in OTHERS.iter().zip(&mut corner[1..]) {
        let [b'/', rest @ ..] = input.bytes() else { break };
        input = input.with(rest);
        if is_number(rest) {
            (input, *number) = value::<NAMED, _>((*name, n), integer)(input)?;
        }
        if *number >= 0 {
            *parts = Parts(parts.0 | part.0);
        }
    }
    Ok((input, ()))
}

/// Returns true if a number follows a slash, instead of another slash or the next corner.
fn is_number(rest: &[u8]) -> bool {
    rest.first().is_some_and(|byte| !is_blank(*byte) && !matches!(byte, b'/' | b'\n'))
}

/// Appends one number of each corner to a list. Every corner has a vertex.
#[inline]
fn add<const PART: usize, T: Stored>(
    corners: &[Corner],
    list: &mut Vec<T>,
    input: Input<'_>,
    context: &Context,
    name: &'static str,
) -> Checked {
    for (number, corner) in corners.iter().enumerate() {
        let stored = corner.get(PART).copied().unwrap_or(-1);
        let value = reference(stored).unwrap_or(T::from_number(u32::MAX));
        if stored >= 0 || PART == 0 {
            check(input, number, value, context, || format!("{name}[{number}]"))?;
        }
        list.push(value);
    }
    Ok(())
}

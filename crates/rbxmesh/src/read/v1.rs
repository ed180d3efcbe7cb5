//! Reads versions 1.x, which are text. Format document, section 10.

use crate::common::input::{Input, Parsed};
use crate::common::list::list;
use crate::common::parsers::{bytes, field, literal, remainder, surplus};
use crate::error::ErrorKind;
use crate::model::{Mesh, Tangent, Version, Vertex};
use crate::outline::Outline;
use crate::wire::number;
use geom::{Rgba8, Vec2, Vec3};
use nom::Parser;
use nom::sequence::{preceded, terminated};

/// The position, normal and texture coordinate of a corner.
type Corner = [[f32; 3]; 3];

/// The length of the shortest corner: three times `[0,0,0]`.
const SHORTEST: usize = 21;

/// Reads the second line, which has the number of faces.
pub(super) fn v1<'a>(input: Input<'a>, outline: &mut Outline) -> Parsed<'a, ()> {
    terminated(field("face_count", count), field("line_end", blank_line_end))
        .map(|n_faces| outline.n_text_faces = n_faces)
        .parse(input)
}

fn count(input: Input<'_>) -> Parsed<'_, u32> {
    let at = input.with(skip(input.bytes()));
    let n_digits = at.bytes().iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (rest, digits) = bytes(n_digits)(at)?;
    let count = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
    match count {
        Some(count) => Ok((rest, count)),
        None => Err(input.fatal(ErrorKind::Malformed { expected: "a count of faces" })),
    }
}

/// Reads white space up to the end of the line.
fn blank_line_end(input: Input<'_>) -> Parsed<'_, ()> {
    let is_blank = |byte: &&u8| byte.is_ascii_whitespace() && **byte != b'\n';
    let n_blank = input.bytes().iter().take_while(is_blank).count();
    preceded(bytes(n_blank), literal(b"\n")).parse(input)
}

/// Reads the third line. Unreadable text ends the mesh; it and all text after it are kept.
pub(super) fn faces<'a>(input: Input<'a>, n_faces: u32, mesh: &mut Mesh) -> Parsed<'a, ()> {
    let n_corners = (n_faces as usize).saturating_mul(3);
    // A count that lies takes no more memory than the text could fill.
    let n_likely = input.bytes().len().wrapping_div(SHORTEST).min(n_corners);
    mesh.vertices.reserve_exact(n_likely);
    let (mut end, mut face_end) = (input.position(), input.position());
    let (mut face, mut n_corners_read) = ([Corner::default(); 3], 0_usize);
    let one = |input| {
        let (rest, corner) = corner(input)?;
        let at = rest.position();
        if let Some(place) = face.get_mut(n_corners_read % 3) {
            *place = corner;
        }
        n_corners_read = n_corners_read.saturating_add(1);
        end = at;
        // A face that is not whole is none.
        if n_corners_read.is_multiple_of(3) {
            face.into_iter().for_each(|corner| push(mesh, corner));
            face_end = at;
        }
        Ok((rest, ()))
    };
    // One more than there can be, so that it is the text that ends too early.
    let n_wanted = n_corners.min(n_likely.saturating_add(1));
    input.source.reading.is_independent.set(true);
    let result = list("vertices", n_wanted.min(input.bytes().len()), one)(input);
    let n_whole = mesh.vertices.len() / 3;
    if !mesh.texture_w.is_empty() {
        mesh.texture_w.resize(mesh.vertices.len(), 0.0);
    }
    mesh.faces = text_faces(mesh.vertices.len()).collect();
    let (rest, _) = input.split(face_end.saturating_sub(input.position()))?;
    if n_whole == n_faces as usize {
        return trailing(rest, mesh);
    }
    let (at, _) = input.split(end.saturating_sub(input.position()))?;
    let failure = match result {
        Err(failure) if !at.bytes().trim_ascii().is_empty() => failure,
        _ => at.fatal(ErrorKind::Mismatch { what: "faces", found: n_whole, expected: n_faces as usize }),
    };
    if n_whole == 0 {
        return Err(failure);
    }
    rest.recover(failure)?;
    let (rest, trailing) = remainder(rest)?;
    mesh.trailing = trailing.to_vec();
    Ok((rest, ()))
}

/// The faces of `n_vertices` vertices, each of which is used once, in order.
pub(crate) fn text_faces(n_vertices: usize) -> impl Iterator<Item = [u32; 3]> {
    let n_faces = u32::try_from(n_vertices / 3).unwrap_or(u32::MAX);
    (0..n_faces).map(|face| [0, 1, 2].map(|corner| face.saturating_mul(3).saturating_add(corner)))
}

fn corner(input: Input<'_>) -> Parsed<'_, Corner> {
    // A tuple of nom's would take a fifteenth longer to read a file.
    let (input, position) = field("position", vector)(input)?;
    let (input, normal) = field("normal", vector)(input)?;
    let (input, uv) = field("uv", vector)(input)?;
    Ok((input, [position, normal, uv]))
}

fn vector(input: Input<'_>) -> Parsed<'_, [f32; 3]> {
    match numbers(input.bytes()) {
        Some((numbers, rest)) => Ok((input.with(rest), numbers)),
        None => Err(input.fatal(ErrorKind::Malformed { expected: "three numbers in brackets" })),
    }
}

fn numbers(text: &[u8]) -> Option<([f32; 3], &[u8])> {
    let text = after(text, b'[')?;
    let (x, text) = number::read(skip(text))?;
    let (y, text) = number::read(skip(after(text, b',')?))?;
    let (z, text) = number::read(skip(after(text, b',')?))?;
    Some(([x, y, z], after(text, b']')?))
}

/// Returns the text after the byte `byte`, which white space may precede.
#[inline]
fn after(text: &[u8], byte: u8) -> Option<&[u8]> {
    match skip(text) {
        [first, rest @ ..] if *first == byte => Some(rest),
        _ => None,
    }
}

/// Skips white space at the start of a text. Programs write none, so the first byte is checked first.
#[inline]
fn skip(text: &[u8]) -> &[u8] {
    match text {
        [b' ' | b'\t'..=b'\r', ..] => text.trim_ascii_start(),
        _ => text,
    }
}

fn push(mesh: &mut Mesh, [position, normal, [u, v, w]]: Corner) {
    // Only 1.00 stores positions at twice their size. Format document, section 10.1.
    let scale = if mesh.version == Version::V1_00 { 0.5 } else { 1.0 };
    // It is 0 in known files (format document, section 10.1), so there is a list only if it is not.
    if w.to_bits() != 0 {
        mesh.texture_w.resize(mesh.vertices.len(), 0.0);
        mesh.texture_w.push(w);
    }
    // V is kept as stored, since `1 - v` loses precision. Format document, section 10.1.
    mesh.vertices.push(Vertex {
        position: Vec3::from_array(position) * scale,
        normal: Vec3::from_array(normal),
        uv: Vec2::new(u, v),
        tangent: Tangent::NONE,
        colour: Rgba8::WHITE,
    });
}

/// Reads the bytes after the last face. White space there is normal.
fn trailing<'a>(input: Input<'a>, mesh: &mut Mesh) -> Parsed<'a, ()> {
    let is_blank = !input.bytes().is_empty() && input.bytes().trim_ascii().is_empty();
    let (rest, trailing) =
        if is_blank { field("white_space", remainder)(input)? } else { surplus("trailing")(input)? };
    mesh.trailing = trailing.to_vec();
    Ok((rest, ()))
}

//! Versions 1.x: text. Format document, section 10.

use crate::mould::input::{Input, Parsed, bytes, field, left_over, literal, part, remainder};
use crate::outline::Outline;
use crate::wire::number;
use crate::{ErrorKind, Mesh, Tangent, Version, Vertex};
use geom::{Rgba8, Vec2, Vec3};

/// Position, normal and texture coordinate of a corner.
type Corner = [[f32; 3]; 3];

/// What the shortest face takes: nine times `[0,0,0]`.
const SHORTEST_FACE: usize = 63;

/// The second line.
pub(super) fn v1<'a>(input: Input<'a>, outline: &mut Outline) -> Parsed<'a, ()> {
    let (rest, n_faces) = field("face count", count)(input)?;
    let (rest, ()) = field("line end", blank_line_end)(rest)?;
    outline.n_text_faces = n_faces;
    Ok((rest, ()))
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

/// White space up to the end of the line.
fn blank_line_end(input: Input<'_>) -> Parsed<'_, ()> {
    let is_blank = |byte: &&u8| byte.is_ascii_whitespace() && **byte != b'\n';
    let n_blank = input.bytes().iter().take_while(is_blank).count();
    literal(b"\n")(bytes(n_blank)(input)?.0)
}

/// The third line. What cannot be read ends the mesh, and is kept with all that follows.
pub(super) fn faces<'a>(input: Input<'a>, n_faces: u32, mesh: &mut Mesh) -> Parsed<'a, ()> {
    // A count that lies takes no more memory than the text could fill.
    let n_likely = input.bytes().len().wrapping_div(SHORTEST_FACE).min(n_faces as usize);
    mesh.vertices.reserve_exact(n_likely.saturating_mul(3));
    let mut at = input;
    for face_index in 0..n_faces {
        match next_face(at, face_index, n_faces) {
            Ok((rest, corners)) => {
                input.grant_elements(3)?;
                corners.into_iter().for_each(|corner| push(mesh, corner));
                at = rest;
            }
            Err(failure) if face_index > 0 => {
                at.excuse(failure)?;
                let (rest, trailing) = remainder(at)?;
                mesh.trailing = trailing.to_vec();
                at = rest;
                break;
            }
            Err(failure) => return Err(failure),
        }
    }
    if !mesh.texture_w.is_empty() {
        mesh.texture_w.resize(mesh.vertices.len(), 0.0);
    }
    mesh.faces = text_faces(mesh.vertices.len()).collect();
    trailing(at, mesh)
}

/// The faces of so many vertices that are used once each.
pub(crate) fn text_faces(n_vertices: usize) -> impl Iterator<Item = [u32; 3]> {
    let n_faces = u32::try_from(n_vertices / 3).unwrap_or(u32::MAX);
    (0..n_faces).map(|face| [0, 1, 2].map(|corner| face.saturating_mul(3).saturating_add(corner)))
}

fn next_face(input: Input<'_>, face_index: u32, n_faces: u32) -> Parsed<'_, [Corner; 3]> {
    match face(input.bytes()) {
        Some((corners, rest)) if !input.is_recording() => Ok((input.with(rest), corners)),
        None if input.bytes().trim_ascii().is_empty() => {
            let (found, expected) = (face_index as usize, n_faces as usize);
            Err(input.fatal(ErrorKind::Mismatch { what: "faces", found, expected }))
        }
        // Again, with names for the layout or the error.
        _ => part(|| format!("face {face_index}"), named_face)(input),
    }
}

fn face(text: &[u8]) -> Option<([Corner; 3], &[u8])> {
    let (first, text) = corner(text)?;
    let (second, text) = corner(text)?;
    let (third, text) = corner(text)?;
    Some(([first, second, third], text))
}

fn corner(text: &[u8]) -> Option<(Corner, &[u8])> {
    let (position, text) = vector(text)?;
    let (normal, text) = vector(text)?;
    let (texture, text) = vector(text)?;
    Some(([position, normal, texture], text))
}

fn vector(text: &[u8]) -> Option<([f32; 3], &[u8])> {
    let text = after(text, b'[')?;
    let (x, text) = number::read(skip(text))?;
    let (y, text) = number::read(skip(after(text, b',')?))?;
    let (z, text) = number::read(skip(after(text, b',')?))?;
    Some(([x, y, z], after(text, b']')?))
}

/// What follows a byte that white space may stand before.
#[inline]
fn after(text: &[u8], byte: u8) -> Option<&[u8]> {
    match skip(text) {
        [first, rest @ ..] if *first == byte => Some(rest),
        _ => None,
    }
}

/// Without white space at the start. Programs write none, so that is looked at first.
#[inline]
fn skip(text: &[u8]) -> &[u8] {
    match text {
        [b' ' | b'\t'..=b'\r', ..] => text.trim_ascii_start(),
        _ => text,
    }
}

fn named_face(input: Input<'_>) -> Parsed<'_, [Corner; 3]> {
    let mut corners = [Corner::default(); 3];
    let mut at = input;
    for (corner_index, corner) in corners.iter_mut().enumerate() {
        for (vector, name) in corner.iter_mut().zip(["position", "normal", "texture"]) {
            (at, *vector) = field(|| format!("corner {corner_index} {name}"), named_vector)(at)?;
        }
    }
    Ok((at, corners))
}

fn named_vector(input: Input<'_>) -> Parsed<'_, [f32; 3]> {
    match vector(input.bytes()) {
        Some((vector, rest)) => Ok((input.with(rest), vector)),
        None => Err(input.fatal(ErrorKind::Malformed { expected: "three numbers in brackets" })),
    }
}

fn push(mesh: &mut Mesh, [position, normal, [u, v, w]]: Corner) {
    let scale = if mesh.version == Version::V1_00 { 0.5 } else { 1.0 };
    if w.to_bits() != 0 {
        mesh.texture_w.resize(mesh.vertices.len(), 0.0);
        mesh.texture_w.push(w);
    }
    mesh.vertices.push(Vertex {
        position: Vec3::from_array(position) * scale,
        normal: Vec3::from_array(normal),
        uv: Vec2::new(u, v),
        tangent: Tangent::NONE,
        colour: Rgba8::WHITE,
    });
}

/// White space may follow.
fn trailing<'a>(input: Input<'a>, mesh: &mut Mesh) -> Parsed<'a, ()> {
    let is_blank = !input.bytes().is_empty() && input.bytes().trim_ascii().is_empty();
    let (rest, trailing) =
        if is_blank { field("white space", remainder)(input)? } else { left_over("trailing")(input)? };
    mesh.trailing = trailing.to_vec();
    Ok((rest, ()))
}

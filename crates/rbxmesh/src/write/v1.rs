//! Writes versions 1.x, which are text. Format document, section 10.

use super::equal;
use super::first_line::line_end;
use crate::common::error::Error;
use crate::common::output::{Output, count};
use crate::error::ErrorKind;
use crate::model::{Mesh, Version, Vertex};
use crate::wire::number;

/// Writes the second and the third line.
pub(super) fn v1(out: &mut Output, mesh: &Mesh) -> Result<(), Error> {
    let n_faces: u32 = count(mesh.faces.len(), "faces")?;
    out.bytes(n_faces.to_string().as_bytes());
    line_end(out, mesh.line_end);
    faces(out, mesh)
}

fn faces(out: &mut Output, mesh: &Mesh) -> Result<(), Error> {
    let cannot_hold =
        |what: &'static str| Error::model(ErrorKind::CannotHold { version: mesh.version, what: what.into() });
    if !mesh.texture_w.is_empty() {
        equal("third texture coordinates", mesh.texture_w.len(), mesh.vertices.len())?;
    }
    let texture_w = mesh.texture_w.iter().copied().chain(std::iter::repeat(0.0));
    for (index, (vertex, w)) in mesh.vertices.iter().zip(texture_w).enumerate() {
        corner(out, mesh.version, vertex, w)
            .map_err(|what| cannot_hold(what).inside(format!("vertices[{index}]")))?;
    }
    Ok(())
}

fn corner(out: &mut Output, version: Version, vertex: &Vertex, w: f32) -> Result<(), &'static str> {
    let Vertex { position, normal, uv, .. } = *vertex;
    let scale = if version == Version::V1_00 { 2.0 } else { 1.0 };
    let scaled = position * scale;
    // Doubling turns the largest numbers into infinities.
    let is_exact =
        |(scaled, number): (f32, f32)| scaled.is_nan() || (scaled / scale).to_bits() == number.to_bits();
    if !scaled.to_array().into_iter().zip(position.to_array()).all(is_exact) {
        return Err("a position of this size");
    }
    vector(out, scaled.to_array())?;
    vector(out, normal.to_array())?;
    vector(out, [uv.x, uv.y, w])
}

fn vector(out: &mut Output, [x, y, z]: [f32; 3]) -> Result<(), &'static str> {
    for (before, number) in [("[", x), (",", y), (",", z)] {
        out.bytes(before.as_bytes());
        number::write(number, &mut out.0).ok_or("the bits of this NaN")?;
    }
    out.bytes(b"]");
    Ok(())
}

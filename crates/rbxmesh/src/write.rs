//! Writes a mesh as bytes. The functions mirror those of the reader, in the same order.

mod chunks;
mod coremesh;
mod facs;
mod first_line;
mod header;
mod skinning;
mod v1;
mod v2;
mod v4;

use crate::common::error::Error;
use crate::common::output::Output;
use crate::error::ErrorKind;
use crate::model::{FacsBlock, LodType, Mesh, Sizes, Tangent, VDirection};
use crate::options::WriteOptions;
use crate::read::text_faces;
use crate::wire::{HEADER_2, HEADER_3, HEADER_4, HEADER_5};
use geom::Rgba8;
use std::ops::RangeInclusive;

/// Writes a mesh in its version.
///
/// # Errors
///
/// If the model contains something that its version cannot store. Nothing is dropped or invented.
///
/// ```
/// use rbxmesh::{Mesh, Version, Vertex};
///
/// let mut mesh = Mesh { version: Version::V2_00, vertices: vec![Vertex::default(); 3], ..Mesh::default() };
/// mesh.faces.push([0, 1, 2]);
/// let bytes = rbxmesh::write(&mesh)?;
/// assert_eq!(bytes.len(), 13 + 12 + 3 * 40 + 12);
/// assert_eq!(rbxmesh::read(&bytes)?, mesh);
///
/// mesh.lod_offsets = vec![0, 1];
/// assert_eq!(
///     rbxmesh::write(&mesh).unwrap_err().to_string(),
///     "version 2.00 cannot store LOD offsets; converting to the version reports what is lost"
/// );
/// # Ok::<(), rbxmesh::Error>(())
/// ```
pub fn write(model: &Mesh) -> Result<Vec<u8>, Error> {
    write_with(model, &WriteOptions::default())
}

/// Writes a mesh in the form that `options` specify.
///
/// # Errors
///
/// The errors of [`write()`].
pub fn write_with(model: &Mesh, _options: &WriteOptions) -> Result<Vec<u8>, Error> {
    let mut out = Output::default();
    file(&mut out, model)?;
    Ok(out.0)
}

/// Writes a file of any version. Format document, section 1.
fn file(out: &mut Output, mesh: &Mesh) -> Result<(), Error> {
    let version = mesh.version;
    first_line::first_line(out, mesh)?;
    let start = out.0.len();
    let (body, header): (Body, u16) = match version.major {
        1 => (v1::v1, 0),
        2 => (v2::v2, HEADER_2),
        3 => (v2::v3, HEADER_3),
        4 => (v4::v4, HEADER_4),
        5 => (v4::v5, HEADER_5),
        6 | 7 => (chunks::chunks, 0),
        _ => return Err(Error::model(ErrorKind::UnknownVersion { version })),
    };
    fits(mesh)?;
    body(out, mesh)?;
    let n_written = out.0.len().saturating_sub(start).saturating_sub(header.into());
    header::is_wrong(mesh, header, n_written, mesh.trailing.len())?;
    out.bytes(&mesh.trailing);
    Ok(())
}

/// A function that writes the file after its first line.
type Body = fn(&mut Output, &Mesh) -> Result<(), Error>;

/// Checks that the version can store everything in the mesh.
fn fits(mesh: &Mesh) -> Result<(), Error> {
    let version = mesh.version;
    let too_much =
        HELD.iter().filter(|(_, majors, is_there)| !majors.contains(&version.major) && is_there(mesh));
    let names: Vec<_> = too_much.map(|(what, ..)| *what).collect();
    let what = match names.as_slice() {
        [] => return Ok(()),
        [what] => (*what).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    };
    let what = format!("{what}; converting to the version reports what is lost").into();
    Err(Error::model(ErrorKind::CannotHold { version, what }))
}

/// A feature of a mesh: its name, the major versions that can store it, and a test for its presence.
type VersionedFeature = (&'static str, RangeInclusive<u8>, fn(&Mesh) -> bool);

/// The features that only some versions can store.
const HELD: &[VersionedFeature] = &[
    ("texture coordinates whose V grows upward", 1..=1, |mesh| mesh.v_direction == VDirection::Up),
    ("texture coordinates whose V grows downward", 2..=7, |mesh| mesh.v_direction == VDirection::Down),
    ("third texture coordinates", 1..=1, |mesh| !mesh.texture_w.is_empty()),
    ("tangents", 2..=7, |mesh| mesh.vertices.iter().any(|vertex| vertex.tangent != Tangent::NONE)),
    ("colours", 2..=7, |mesh| mesh.vertices.iter().any(|vertex| vertex.colour != Rgba8::WHITE)),
    ("vertices that faces share", 2..=7, |mesh| !is_text(mesh)),
    ("sizes of records", 2..=3, |mesh| mesh.sizes != Sizes { header: mesh.sizes.header, ..Sizes::default() }),
    ("a header size", 2..=5, |mesh| mesh.sizes.header.is_some()),
    ("surplus bytes in the header", 2..=5, |mesh| !mesh.surplus.header.is_empty()),
    ("surplus bytes in vertices", 2..=3, |mesh| !mesh.surplus.vertices.is_empty()),
    ("surplus bytes in faces", 2..=3, |mesh| !mesh.surplus.faces.is_empty()),
    ("surplus bytes in LOD offsets", 3..=3, |mesh| !mesh.surplus.lod_offsets.is_empty()),
    ("LOD offsets", 3..=7, |mesh| !mesh.lod_offsets.is_empty()),
    ("an LOD type", 4..=7, |mesh| mesh.lod_type != LodType::NONE),
    ("high quality levels", 4..=7, |mesh| mesh.n_high_quality_lods != 0),
    ("an unused byte", 4..=5, |mesh| mesh.unused != 0),
    ("skinning", 4..=7, |mesh| !mesh.envelopes.is_empty() || mesh.has_skeleton()),
    ("facial animation", 5..=7, |mesh| mesh.facs != FacsBlock::None),
    ("HSR visibility", 6..=7, |mesh| mesh.hsr_visibility.is_some()),
    ("a Draco stream", 6..=7, |mesh| mesh.draco.is_some()),
    ("chunks", 6..=7, |mesh| !mesh.chunks.is_empty()),
];

/// Returns true if each face has vertices of its own, in the order of the faces.
fn is_text(mesh: &Mesh) -> bool {
    mesh.faces.iter().copied().eq(text_faces(mesh.vertices.len()))
}

/// Checks that two related lengths are equal.
fn equal(what: &'static str, found: usize, expected: usize) -> Result<(), Error> {
    if found == expected {
        return Ok(());
    }
    Err(Error::model(ErrorKind::Mismatch { what, found, expected }))
}

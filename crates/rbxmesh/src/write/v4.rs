//! Writes versions 4.x and 5.00. Format document, section 7.

use super::equal;
use super::facs::facs_block;
use super::header::{header_end, header_size, names};
use crate::common::error::Error;
use crate::common::output::{Output, count};
use crate::model::{LodType, Mesh};
use crate::wire::{HEADER_4, HEADER_5, Header4, Header5};

/// Writes versions 4.00 and 4.01. Section 7.1.
pub(super) fn v4(out: &mut Output, mesh: &Mesh) -> Result<(), Error> {
    out.value(&header(mesh, HEADER_4)?);
    header_end(out, mesh);
    body(out, mesh, &[])
}

/// Writes version 5.00. Section 7.2.
pub(super) fn v5(out: &mut Output, mesh: &Mesh) -> Result<(), Error> {
    let (facs_format, facs) = facs_block(mesh)?;
    out.value(&header(mesh, HEADER_5)?);
    out.value(&Header5 { facs_format, facs_size: count(facs.len(), "facs")? });
    header_end(out, mesh);
    body(out, mesh, &facs)
}

fn header(mesh: &Mesh, known: u16) -> Result<Header4, Error> {
    let LodType(lod_type) = mesh.lod_type;
    Ok(Header4 {
        header_size: header_size(mesh, known)?,
        lod_type,
        n_vertices: count(mesh.vertices.len(), "vertices")?,
        n_faces: count(mesh.faces.len(), "faces")?,
        n_lod_offsets: count(mesh.lod_offsets.len(), "lod_offsets")?,
        n_bones: count(mesh.bones.len(), "bones")?,
        names_size: count(mesh.bone_names.0.len(), "bone_names")?,
        n_subsets: count(mesh.subsets.len(), "subsets")?,
        n_high_quality_lods: mesh.n_high_quality_lods,
        unused: mesh.unused,
    })
}

fn body(out: &mut Output, mesh: &Mesh, facs: &[u8]) -> Result<(), Error> {
    out.rows(&mesh.vertices);
    // Readers expect envelopes if there are bones, and only then. Format document, section 7.1.
    let n_envelopes = if mesh.bones.is_empty() { 0 } else { mesh.vertices.len() };
    equal("envelopes", mesh.envelopes.len(), n_envelopes)?;
    out.rows(&mesh.envelopes);
    out.rows(&mesh.faces);
    out.rows(&mesh.lod_offsets);
    out.rows(&mesh.bones);
    names(out, &mesh.bone_names);
    out.rows(&mesh.subsets);
    out.bytes(facs);
    Ok(())
}

//! Writes versions 6.00 and 7.00. Format document, section 9.

use super::coremesh::coremesh;
use super::facs::facs_block;
use super::skinning::skinning;
use crate::common::error::Error;
use crate::common::output::{Output, count};
use crate::error::ErrorKind;
use crate::model::{Chunk, ChunkPart, FacsBlock, LodType, Mesh};
use crate::wire::{COREMESH_DRACO, ChunkHeader, ChunkName, FACS_FORMAT, LodsHeader, chunk_name};

/// Writes the chunks of the list, or the usual ones.
pub(super) fn chunks(out: &mut Output, mesh: &Mesh) -> Result<(), Error> {
    let chunks = mesh.chunk_list(!mesh.envelopes.is_empty());
    are_listed(mesh, &chunks)?;
    chunks.iter().enumerate().try_for_each(|(number, listed)| {
        chunk(out, mesh, listed).map_err(|error| error.inside(format!("chunks[{number}]")))
    })
}

fn chunk(out: &mut Output, mesh: &Mesh, chunk: &Chunk) -> Result<(), Error> {
    let (name, version) = match chunk {
        Chunk::Part { part: ChunkPart::CoreMesh, .. } if mesh.draco.is_some() => {
            (chunk_name(ChunkPart::CoreMesh), COREMESH_DRACO)
        }
        Chunk::Part { part, .. } => (chunk_name(*part), 1),
        Chunk::Raw { name, version, .. } => (*name, *version),
    };
    let frame = |size| Ok(ChunkHeader { name: ChunkName(name), version, size: count(size, "payload")? });
    out.prefixed(frame, |out| match chunk {
        Chunk::Part { part, surplus } => {
            content(out, *part, mesh)?;
            out.bytes(surplus);
            Ok(())
        }
        Chunk::Raw { data, .. } => {
            out.bytes(data);
            Ok(())
        }
    })
}

fn content(out: &mut Output, part: ChunkPart, mesh: &Mesh) -> Result<(), Error> {
    match part {
        ChunkPart::CoreMesh => coremesh(out, mesh),
        ChunkPart::Lods => lods(out, mesh),
        ChunkPart::Skinning => skinning(out, mesh),
        ChunkPart::Facs => facs(out, mesh),
        ChunkPart::HsrVisibility => hsr_visibility(out, mesh),
    }
}

/// Writes the LODS chunk. Section 9.2.
fn lods(out: &mut Output, mesh: &Mesh) -> Result<(), Error> {
    let LodType(lod_type) = mesh.lod_type;
    out.value(&LodsHeader {
        lod_type,
        n_high_quality_lods: mesh.n_high_quality_lods,
        n_lod_offsets: count(mesh.lod_offsets.len(), "lod_offsets")?,
    });
    out.rows(&mesh.lod_offsets);
    Ok(())
}

/// Writes the FACS chunk. Section 9.4.
fn facs(out: &mut Output, mesh: &Mesh) -> Result<(), Error> {
    let (format, block) = facs_block(mesh)?;
    // The chunk has no field for the format. Format document, section 9.4.
    if format != FACS_FORMAT {
        let what = "facial animation of another format than 1";
        return Err(Error::model(ErrorKind::CannotHold { version: mesh.version, what: what.into() }));
    }
    out.value(&count::<u32>(block.len(), "facs")?);
    out.bytes(&block);
    Ok(())
}

/// Writes the HSRAVIS chunk. Section 9.5.
fn hsr_visibility(out: &mut Output, mesh: &Mesh) -> Result<(), Error> {
    let Some(bits) = &mesh.hsr_visibility else {
        return Err(Error::model(ErrorKind::Missing { what: "HSR visibility" }));
    };
    super::equal("bytes of bits", bits.bytes.len(), bits.n_bits.div_ceil(8) as usize)?;
    out.value(&bits.n_bits);
    out.bytes(&bits.bytes);
    Ok(())
}

/// Checks that a list of chunks has every part of the mesh, and none twice.
fn are_listed(mesh: &Mesh, chunks: &[Chunk]) -> Result<(), Error> {
    let n_listed = |wanted| {
        chunks.iter().filter(|chunk| matches!(chunk, Chunk::Part { part, .. } if *part == wanted)).count()
    };
    let has_lods =
        !mesh.lod_offsets.is_empty() || mesh.n_high_quality_lods != 0 || mesh.lod_type != LodType::NONE;
    let has_core = !mesh.vertices.is_empty() || !mesh.faces.is_empty() || mesh.draco.is_some();
    let parts = [
        (ChunkPart::CoreMesh, "COREMESH in the list of chunks", has_core),
        (ChunkPart::Lods, "LODS in the list of chunks", has_lods),
        (
            ChunkPart::Skinning,
            "SKINNING in the list of chunks",
            !mesh.envelopes.is_empty() || mesh.has_skeleton(),
        ),
        (ChunkPart::Facs, "FACS in the list of chunks", mesh.facs != FacsBlock::None),
        (ChunkPart::HsrVisibility, "HSRAVIS in the list of chunks", mesh.hsr_visibility.is_some()),
    ];
    for (part, what, is_there) in parts {
        match n_listed(part) {
            0 if is_there => return Err(Error::model(ErrorKind::Missing { what })),
            0 | 1 => {}
            _ => {
                let name = ChunkName(chunk_name(part)).to_string();
                return Err(Error::model(ErrorKind::Duplicate { what: "chunk", name }).inside("chunks"));
            }
        }
    }
    Ok(())
}

//! Reads versions 6.00 and 7.00. Format document, section 9.

use super::coremesh::coremesh;
use super::facs::facs_block;
use super::header::table;
use super::skinning::skinning;
use crate::common::input::{Input, Parsed};
use crate::common::parsers::{bytes, field, part, remainder, surplus, unknown};
use crate::common::trace::Label;
use crate::common::wire::value;
use crate::error::ErrorKind;
use crate::model::{BitList, Chunk, ChunkPart, LodType};
use crate::outline::{Outline, Table};
use crate::wire::{ChunkHeader, ChunkName, FACS_FORMAT, LodsHeader, chunk_part, letters};

/// Reads chunks to the end of the file. If the size of a chunk is wrong, it and the rest of the file are kept as bytes.
pub(super) fn chunks<'a>(input: Input<'a>, outline: &mut Outline) -> Parsed<'a, ()> {
    let mut at = input;
    let mut seen = Vec::new();
    while !at.bytes().is_empty() {
        let number = outline.head.chunks.len();
        let letters = at.bytes().first_chunk::<8>().map_or(&[][..], letters);
        let name = Label { word: "chunks", index: Some(number), text: letters };
        let parsed = part(name, |input| chunk(input, &mut seen, outline))(at);
        match parsed {
            Ok((rest, ())) => at = rest,
            // A file without a first chunk is unusable. Format document, section 11.
            Err(failure) if number > 0 => {
                at.recover(failure)?;
                // Without a name: its beginning has names already.
                let (rest, trailing) = remainder(at)?;
                outline.head.trailing = trailing.to_vec();
                at = rest;
            }
            Err(failure) => return Err(failure),
        }
    }
    if outline.head.chunks.is_empty() {
        return Err(at.fatal(ErrorKind::Missing { what: "chunk" }));
    }
    if !seen.contains(&ChunkPart::CoreMesh) {
        at.warn(|| ErrorKind::Missing { what: "COREMESH" })?;
    }
    // An empty list means the usual chunks for the contents of the mesh.
    if is_usual(outline) {
        outline.head.chunks.clear();
    }
    Ok((at, ()))
}

fn chunk<'a>(input: Input<'a>, seen: &mut Vec<ChunkPart>, outline: &mut Outline) -> Parsed<'a, ()> {
    input.charge_elements(1)?;
    let (rest, ChunkHeader { name: ChunkName(name), version, size }) = field("frame", value)(input)?;
    let (rest, payload) = rest.split(size as usize)?;
    let raw = |data: &[u8]| Chunk::Raw { name, version, data: data.to_vec() };
    let chunk = match chunk_part(name, version) {
        Some(part) if seen.contains(&part) => {
            input.warn(|| ErrorKind::Duplicate { what: "chunk", name: ChunkName(name).to_string() })?;
            raw(unknown("payload")(payload)?.1)
        }
        Some(part) => match content(payload, part, version, outline) {
            Ok((_, surplus)) => {
                seen.push(part);
                Chunk::Part { part, surplus: surplus.to_vec() }
            }
            Err(failure) => {
                payload.recover(failure)?;
                // Without a name: its beginning has names already.
                raw(payload.bytes())
            }
        },
        None => {
            // A new name is no fault, a new version of a part that there may be is.
            if chunk_part(name, 1).is_some() {
                let expected = "a known version".into();
                input.warn(|| ErrorKind::Unexpected { expected, found: version.to_string() })?;
            }
            raw(unknown("payload")(payload)?.1)
        }
    };
    outline.head.chunks.push(chunk);
    Ok((rest, ()))
}

/// Reads the part that a chunk stores, and returns the surplus bytes of its payload.
fn content<'a>(
    input: Input<'a>,
    part: ChunkPart,
    version: u32,
    outline: &mut Outline,
) -> Parsed<'a, &'a [u8]> {
    let (rest, ()) = match part {
        ChunkPart::CoreMesh => coremesh(input, version, outline),
        ChunkPart::Lods => lods(input, outline),
        ChunkPart::Skinning => skinning(input, outline),
        ChunkPart::Facs => facs(input, outline),
        ChunkPart::HsrVisibility => hsr_visibility(input, outline),
    }?;
    surplus("surplus")(rest)
}

/// Reads the LODS chunk. Section 9.2.
fn lods<'a>(input: Input<'a>, outline: &mut Outline) -> Parsed<'a, ()> {
    let (input, LodsHeader { lod_type, n_high_quality_lods, n_lod_offsets }) = field("header", value)(input)?;
    let Outline { head: mesh, starts, .. } = outline;
    let (rest, lod_offsets) = table(Table::LodOffsets, n_lod_offsets as usize, starts)(input)?;
    mesh.lod_type = LodType(lod_type);
    mesh.n_high_quality_lods = n_high_quality_lods;
    mesh.lod_offsets = lod_offsets;
    Ok((rest, ()))
}

/// Reads the FACS chunk. Section 9.4.
fn facs<'a>(input: Input<'a>, outline: &mut Outline) -> Parsed<'a, ()> {
    let (input, size) = field("facs_size", value::<_, u32>)(input)?;
    facs_block(input, FACS_FORMAT, size as usize, outline)
}

/// Reads the HSRAVIS chunk. Section 9.5.
fn hsr_visibility<'a>(input: Input<'a>, outline: &mut Outline) -> Parsed<'a, ()> {
    let (input, n_bits) = field("bit_count", value::<_, u32>)(input)?;
    let (rest, bits) = field("bits", bytes(n_bits.div_ceil(8) as usize))(input)?;
    outline.head.hsr_visibility = Some(BitList { n_bits, bytes: bits.to_vec() });
    Ok((rest, ()))
}

/// Returns true if the chunks are the same as those that are written for a mesh without a list of chunks.
fn is_usual(outline: &mut Outline) -> bool {
    let found = std::mem::take(&mut outline.head.chunks);
    let is_usual = *outline.head.chunk_list(outline.envelopes.count() > 0) == *found;
    outline.head.chunks = found;
    is_usual
}

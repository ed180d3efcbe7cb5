//! Format document, section 2.2: which chunk it is.

use super::{actn, aset, bone, cmap, lbls, mesh, mtrl, proc, shpe, tmap, voxd, voxt, vrts};
use crate::mould::input::{Input, Parsed, or_raw, remainder, unknown};
use crate::wire::Context;
use crate::{Chunk, Unknown};

/// What follows the frame of a chunk. One that cannot be read is kept as bytes, with a warning.
pub(super) fn chunk<'a>(input: Input<'a>, magic: [u8; 4], context: &Context) -> Parsed<'a, Chunk> {
    let body = |input: Input<'a>| match &magic {
        b"CMAP" => cmap::cmap(input, context).map(|(rest, chunk)| (rest, Chunk::ColourMap(chunk))),
        b"TMAP" => tmap::tmap(input, context).map(|(rest, chunk)| (rest, Chunk::TextureMap(chunk))),
        b"VRTS" => vrts::vrts(input, context).map(|(rest, chunk)| (rest, Chunk::Vertices(chunk))),
        b"BONE" => bone::bone(input, context).map(|(rest, chunk)| (rest, Chunk::Skeleton(chunk))),
        b"MTRL" => mtrl::mtrl(input, context).map(|(rest, chunk)| (rest, Chunk::Material(chunk))),
        b"PROC" => proc::proc(input, context).map(|(rest, chunk)| (rest, Chunk::Procedure(chunk))),
        b"MESH" => mesh::mesh(input, context).map(|(rest, chunk)| (rest, Chunk::Mesh(chunk))),
        b"VOXT" => voxt::voxt(input, context).map(|(rest, chunk)| (rest, Chunk::VoxelTypes(chunk))),
        b"VOXD" => voxd::voxd(input, context).map(|(rest, chunk)| (rest, Chunk::VoxelBlock(chunk))),
        b"SHPE" => shpe::shpe(input, context).map(|(rest, chunk)| (rest, Chunk::Shape(chunk))),
        b"LBLS" => lbls::lbls(input, context).map(|(rest, chunk)| (rest, Chunk::Labels(chunk))),
        b"ACTN" => actn::actn(input, context).map(|(rest, chunk)| (rest, Chunk::Action(chunk))),
        b"ASET" => aset::aset(input, context).map(|(rest, chunk)| (rest, Chunk::Asset(chunk))),
        _ => unknown("data")(input)
            .map(|(rest, data)| (rest, Chunk::Unknown(Unknown { magic, data: data.to_vec() }))),
    };
    or_raw(body, |data| Chunk::Unknown(Unknown { magic, data: data.to_vec() }))(input)
}

/// What is left of a chunk behind its last record, with a warning if there is something.
pub(super) fn rest(input: Input<'_>) -> Parsed<'_, Vec<u8>> {
    left_over("rest", input).map(|(rest, bytes)| (rest, bytes.to_vec()))
}

/// What follows all that has a meaning, with a warning if there is something.
pub(super) fn left_over<'a>(name: &'static str, input: Input<'a>) -> Parsed<'a, &'a [u8]> {
    match input.bytes().len() {
        0 => Ok((input, &[])),
        n_bytes => {
            input.warn(crate::ErrorKind::LeftOver { n_bytes })?;
            unknown(name)(input)
        }
    }
}

/// Records to the end of the chunk. From one that fails on, the chunk is kept as bytes, with a warning.
pub(super) fn records<'a, T>(
    mut input: Input<'a>,
    mut record: impl FnMut(Input<'a>, usize) -> Parsed<'a, T>,
    mut take: impl FnMut(T),
) -> Parsed<'a, Vec<u8>> {
    let mut number = 0_usize;
    while !input.bytes().is_empty() {
        match record(input, number) {
            Ok((rest, value)) => {
                take(value);
                number = number.saturating_add(1);
                input = rest;
            }
            Err(error) => {
                input.excuse(error)?;
                // Without a name: the beginning of these bytes has names already.
                return remainder(input).map(|(rest, bytes)| (rest, bytes.to_vec()));
            }
        }
    }
    Ok((input, Vec::new()))
}

//! Choice of the reader of a chunk by its magic number. Format document, section 2.2.

use super::{actn, aset, bone, cmap, lbls, mesh, mtrl, proc, shpe, tmap, voxd, voxt, vrts};
use crate::common::input::{Input, Parsed};
use crate::common::parsers::{remainder, unknown};
use crate::model::{Chunk, Unknown};
use crate::wire::Context;
use nom::Parser;
use nom::combinator::map;

/// Reads the content of a chunk. If it cannot be decoded, it is kept as bytes, with a warning.
pub(super) fn chunk<'a>(input: Input<'a>, magic: [u8; 4], context: &Context) -> Parsed<'a, Chunk> {
    let as_bytes = |data: &[u8]| Chunk::Unknown(Unknown { magic, data: data.to_vec() });
    let body = |input: Input<'a>| match &magic {
        b"CMAP" => map(|input| cmap::cmap(input, context), Chunk::ColourMap).parse(input),
        b"TMAP" => map(|input| tmap::tmap(input, context), Chunk::TextureMap).parse(input),
        b"VRTS" => map(|input| vrts::vrts(input, context), Chunk::Vertices).parse(input),
        b"BONE" => map(|input| bone::bone(input, context), Chunk::Skeleton).parse(input),
        b"MTRL" => map(|input| mtrl::mtrl(input, context), Chunk::Material).parse(input),
        b"PROC" => map(|input| proc::proc(input, context), Chunk::Procedure).parse(input),
        b"MESH" => map(|input| mesh::mesh(input, context), Chunk::Mesh).parse(input),
        b"VOXT" => map(|input| voxt::voxt(input, context), Chunk::VoxelTypes).parse(input),
        b"VOXD" => map(|input| voxd::voxd(input, context), Chunk::VoxelBlock).parse(input),
        b"SHPE" => map(|input| shpe::shpe(input, context), Chunk::Shape).parse(input),
        b"LBLS" => map(|input| lbls::lbls(input, context), Chunk::Labels).parse(input),
        b"ACTN" => map(|input| actn::actn(input, context), Chunk::Action).parse(input),
        b"ASET" => map(|input| aset::aset(input, context), Chunk::Asset).parse(input),
        _ => map(unknown("data"), as_bytes).parse(input),
    };
    body(input).or_else(|error| {
        input.recover(error)?;
        // These bytes get no name, because the first of them already have names.
        map(remainder, as_bytes).parse(input)
    })
}

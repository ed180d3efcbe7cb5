//! Format document, section 2.2: dispatch by magic.

use super::{actn, aset, bone, cmap, lbls, mesh, mtrl, proc, shpe, tmap, voxd, voxt, vrts};
use crate::mould::input::{Input, Parsed};
use crate::mould::raw::or_raw;
use crate::mould::words::unknown;
use crate::wire::Context;
use crate::{Chunk, Unknown};

/// The content of a chunk. If it cannot be decoded, it is kept as bytes, with a warning.
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

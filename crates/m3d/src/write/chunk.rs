//! Choice of the writer of a chunk by its kind. Format document, section 2.2.

use super::{actn, aset, bone, cmap, lbls, mesh, mtrl, proc, shpe, tmap, voxd, voxt, vrts};
use crate::common::error::Error;
use crate::common::output::Output;
use crate::model::{Chunk, Types};

pub(super) fn chunk(out: &mut Output, chunk: &Chunk, types: &Types) -> Result<(), Error> {
    match chunk {
        Chunk::ColourMap(chunk) => cmap::cmap(out, chunk),
        Chunk::TextureMap(chunk) => tmap::tmap(out, chunk, types)?,
        Chunk::Vertices(chunk) => vrts::vrts(out, chunk, types)?,
        Chunk::Skeleton(chunk) => bone::bone(out, chunk, types)?,
        Chunk::Material(chunk) => mtrl::mtrl(out, chunk, types)?,
        Chunk::Procedure(chunk) => proc::proc(out, chunk, types)?,
        Chunk::Mesh(chunk) => mesh::mesh(out, chunk, types)?,
        Chunk::VoxelTypes(chunk) => voxt::voxt(out, chunk, types)?,
        Chunk::VoxelBlock(chunk) => voxd::voxd(out, chunk, types)?,
        Chunk::Shape(chunk) => shpe::shpe(out, chunk, types)?,
        Chunk::Labels(chunk) => lbls::lbls(out, chunk, types)?,
        Chunk::Action(chunk) => actn::actn(out, chunk, types)?,
        Chunk::Asset(chunk) => aset::aset(out, chunk, types)?,
        Chunk::Unknown(chunk) => out.bytes(&chunk.data),
    }
    Ok(())
}

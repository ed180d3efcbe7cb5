//! Sorting of chunks into the canonical order, without those that readers skip.

use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::model::{Chunk, Model, Unknown};
use crate::wire::is_unique;

pub(super) fn sort(model: &mut Model) -> Result<(), Error> {
    model.end = crate::wire::END.to_vec();
    model.trailing.clear();
    let mut seen = Vec::new();
    let mut groups: Vec<(u8, Vec<Chunk>)> = Vec::new();
    for mut chunk in std::mem::take(&mut model.chunks) {
        let magic = chunk.magic();
        if is_unique(magic) {
            if seen.contains(&magic) {
                continue;
            }
            seen.push(magic);
        }
        match (rank(magic), &mut chunk, groups.last_mut()) {
            // A known chunk that could not be decoded may have references, which would have to be renumbered.
            (Some(_), Chunk::Unknown(_), _) => {
                let kind = ErrorKind::Ambiguous { what: "a chunk that could not be read" };
                return Err(Error::model(kind).inside(magic.escape_ascii().to_string()));
            }
            // A chunk of an application stays after the chunk that it follows.
            (None, Chunk::Unknown(_), Some((_, group))) => group.push(chunk),
            (rank, _, _) => {
                drop_surplus(&mut chunk);
                groups.push((rank.unwrap_or_default(), vec![chunk]));
            }
        }
    }
    groups.sort_by_key(|(rank, _)| *rank);
    model.chunks = groups.into_iter().flat_map(|(_, group)| group).collect();
    Ok(())
}

/// The position of a kind of chunk in the canonical order; `None` for chunks of applications.
pub(crate) fn rank(magic: [u8; 4]) -> Option<u8> {
    const ORDER: [&[u8; 4]; 13] = [
        b"CMAP", b"TMAP", b"VRTS", b"BONE", b"MTRL", b"PROC", b"MESH", b"VOXT", b"VOXD", b"SHPE", b"LBLS",
        b"ACTN", b"ASET",
    ];
    (1..).zip(ORDER).find(|(_, known)| **known == magic).map(|(rank, _)| rank)
}

fn drop_surplus(chunk: &mut Chunk) {
    match chunk {
        Chunk::ColourMap(chunk) => chunk.surplus.clear(),
        Chunk::TextureMap(chunk) => chunk.surplus.clear(),
        Chunk::Vertices(chunk) => chunk.surplus.clear(),
        Chunk::Skeleton(chunk) => chunk.surplus.clear(),
        Chunk::Material(chunk) => chunk.surplus.clear(),
        Chunk::Procedure(chunk) => chunk.surplus.clear(),
        Chunk::Mesh(chunk) => chunk.surplus.clear(),
        Chunk::VoxelTypes(chunk) => chunk.surplus.clear(),
        Chunk::VoxelBlock(chunk) => chunk.surplus.clear(),
        Chunk::Shape(chunk) => chunk.surplus.clear(),
        Chunk::Labels(chunk) => chunk.surplus.clear(),
        Chunk::Action(chunk) => chunk.surplus.clear(),
        Chunk::Asset(_) | Chunk::Unknown(Unknown { .. }) => {}
    }
}

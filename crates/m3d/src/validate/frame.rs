//! The file, its header and the order of its chunks.

use super::{Findings, title};
use crate::canonical::chunks::rank;
use crate::rules::*;
use crate::wire::END;
use crate::wire::is_unique;
use crate::{Chunk, Model};

pub(super) fn check(model: &Model, findings: &mut Findings) {
    let behind = model.end.len().saturating_add(model.trailing.len());
    if model.end != END || !model.trailing.is_empty() {
        findings.add(&M3D002, "end", format!("{behind} bytes"), "OMD3");
    }
    if model.types.reserved != 0 {
        findings.add(&M3D007, "HEAD, types", model.types.reserved, 0);
    }
    if !model.scale.is_finite() || model.scale < 0.0 {
        findings.add(&M3D008, "HEAD, scale", model.scale, "");
    }
    preview(model, findings);
    chunks(model, findings);
    let has_map = model.colour_map().is_some();
    if has_map != model.types.has_colour_map() {
        let found = if has_map { "a map" } else { "none" };
        findings.add(&M3D009, "CMAP", found, format!("colours of {} bytes", model.types.colour.bytes()));
    }
    let is_something = |chunk: &Chunk| {
        let is_surface =
            matches!(chunk, Chunk::Mesh(_) | Chunk::Shape(_) | Chunk::VoxelBlock(_) | Chunk::Procedure(_));
        is_surface || matches!(chunk, Chunk::Material(_) | Chunk::Action(_))
    };
    if !model.chunks.iter().any(is_something) {
        findings.add(&M3D054, "file", "none of them", "");
    }
}

/// Each by itself, and where it stands.
fn chunks(model: &Model, findings: &mut Findings) {
    let mut seen: Vec<[u8; 4]> = Vec::new();
    let (mut latest, mut has_block) = ((0, [0; 4]), false);
    for (number, chunk) in model.chunks.iter().enumerate() {
        let (magic, path) = (chunk.magic(), || title(number, chunk));
        if seen.contains(&magic) || matches!(&magic, b"HEAD" | b"PRVW") {
            findings.add(&M3D004, path(), "another", "");
        } else if is_unique(magic) {
            seen.push(magic);
        }
        if rank(magic).is_some() && matches!(chunk, Chunk::Unknown(_)) {
            findings.add(&M3D006, path(), "bytes that do not make one", "");
        }
        if let Some(order) = order(magic) {
            if order < latest.0 || (magic == *b"VOXT" && has_block) {
                findings.add(&M3D005, path(), format!("it behind {}", latest.1.escape_ascii()), "");
            }
            latest = latest.max((order, magic));
            has_block |= magic == *b"VOXD";
        }
        let rest = rest(chunk).map_or(0, <[u8]>::len);
        if rest > 0 {
            findings.add(&M3D003, path(), format!("{rest} bytes left over"), 0);
        }
        if let Chunk::Asset(asset) = chunk
            && (asset.data.is_empty() || model.strings.start(asset.name).is_empty())
        {
            findings.add(&M3D055, path(), format!("{} bytes", asset.data.len()), "");
        }
    }
}

/// What must not come behind what. Surfaces may stand in any order, and assets anywhere: readers look for them first.
fn order(magic: [u8; 4]) -> Option<u8> {
    Some(match &magic {
        b"CMAP" => 1,
        b"TMAP" => 2,
        b"VRTS" => 3,
        b"BONE" => 4,
        b"MTRL" => 5,
        b"PROC" | b"MESH" | b"VOXT" | b"VOXD" | b"SHPE" => 6,
        b"LBLS" => 7,
        b"ACTN" => 8,
        _ => return None,
    })
}

fn rest(chunk: &Chunk) -> Option<&[u8]> {
    Some(match chunk {
        Chunk::ColourMap(chunk) => &chunk.rest,
        Chunk::TextureMap(chunk) => &chunk.rest,
        Chunk::Vertices(chunk) => &chunk.rest,
        Chunk::Skeleton(chunk) => &chunk.rest,
        Chunk::Material(chunk) => &chunk.rest,
        Chunk::Procedure(chunk) => &chunk.rest,
        Chunk::Mesh(chunk) => &chunk.rest,
        Chunk::VoxelTypes(chunk) => &chunk.rest,
        Chunk::VoxelBlock(chunk) => &chunk.rest,
        Chunk::Shape(chunk) => &chunk.rest,
        Chunk::Labels(chunk) => &chunk.rest,
        Chunk::Action(chunk) => &chunk.rest,
        Chunk::Asset(_) | Chunk::Unknown(_) => return None,
    })
}

fn preview(model: &Model, findings: &mut Findings) {
    let Some(image) = &model.preview else { return };
    // The signature, the length and name of the first chunk, and width and height in it.
    let size = image.strip_prefix(b"\x89PNG\r\n\x1a\n").and_then(|rest| rest.get(4..)).and_then(|rest| {
        let (width, rest) = rest.strip_prefix(b"IHDR")?.split_first_chunk()?;
        Some((u32::from_be_bytes(*width), u32::from_be_bytes(*rest.first_chunk()?)))
    });
    match size {
        None => findings.add(&M3D032, "PRVW", "something else", ""),
        Some((width, height)) if width > 256 || height > 256 => {
            findings.add(&M3D033, "PRVW", format!("{width} x {height}"), 256);
        }
        Some(_) => {}
    }
    if image.len() > 0x10000 {
        findings.add(&M3D034, "PRVW", format!("{} bytes", image.len()), 0x10000);
    }
}

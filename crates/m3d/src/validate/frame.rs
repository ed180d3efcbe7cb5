//! Checks of the file, its header and the order of its chunks.

use super::{Findings, first, text, title};
use crate::canonical::chunks::rank;
use crate::common::kinds::counted;
use crate::model::{Chunk, Model};
use crate::rules::*;
use crate::wire::{END, HEAD, is_unique};

pub(super) fn check(model: &Model, findings: &mut Findings) {
    let behind = model.end.len().saturating_add(model.trailing.len());
    if model.end != END || !model.trailing.is_empty() {
        findings.add(&M3D002, "end", counted(behind, "byte"), "OMD3");
    }
    if model.types.reserved != 0 {
        findings.add(&M3D007, "types", model.types.reserved, 0);
    }
    if !model.scale.is_finite() || model.scale < 0.0 {
        findings.add(&M3D008, "scale", model.scale, "");
    }
    preview(model, findings);
    chunks(model, findings);
    let has_map = model.colour_map().is_some();
    if has_map != model.types.has_colour_map() {
        let found = if has_map { "a map" } else { "none" };
        let path = if has_map { first(model, *b"CMAP") } else { "types".to_owned() };
        findings.add(
            &M3D009,
            path,
            found,
            format!("colours of {}", counted(model.types.colour.bytes(), "byte")),
        );
    }
    let is_something = |chunk: &Chunk| {
        let is_surface =
            matches!(chunk, Chunk::Mesh(_) | Chunk::Shape(_) | Chunk::VoxelBlock(_) | Chunk::Procedure(_));
        is_surface || matches!(chunk, Chunk::Material(_) | Chunk::Action(_))
    };
    if !model.chunks.iter().any(is_something) {
        findings.add(&M3D054, "file", "none of these", "");
    }
}

/// Checks each chunk, and its position.
fn chunks(model: &Model, findings: &mut Findings) {
    let mut seen: Vec<[u8; 4]> = Vec::new();
    let (mut latest, mut has_block) = ((0, [0; 4]), false);
    for (number, chunk) in model.chunks.iter().enumerate() {
        let (magic, path) = (chunk.magic(), || title(number, chunk));
        match &magic {
            b"PRVW" => findings.add(&M3D056, path(), "a position after the header", ""),
            _ if magic == *HEAD || seen.contains(&magic) => findings.add(&M3D004, path(), "another", ""),
            _ if is_unique(magic) => seen.push(magic),
            [b'A'..=b'Z', ..] if rank(magic).is_none() => {
                findings.add(&M3D059, path(), magic.escape_ascii(), "");
            }
            _ => {}
        }
        if rank(magic).is_some() && matches!(chunk, Chunk::Unknown(_)) {
            findings.add(&M3D006, path(), "bytes that cannot be decoded", "");
        }
        if let Some(order) = order(magic) {
            if order < latest.0 || (magic == *b"VOXT" && has_block) {
                findings.add(
                    &M3D005,
                    path(),
                    format_args!("a position after {}", latest.1.escape_ascii()),
                    "",
                );
            }
            latest = latest.max((order, magic));
            has_block |= magic == *b"VOXD";
        }
        let rest = chunk.surplus().map_or(0, <[u8]>::len);
        if rest > 0 {
            findings.add(
                &M3D003,
                format_args!("{}, surplus", path()),
                format!("{} left over", counted(rest, "byte")),
                0,
            );
        }
        match chunk {
            Chunk::Asset(asset) => {
                let name = model.strings.start(asset.name);
                if asset.data.is_empty() || name.is_empty() {
                    let field = if name.is_empty() { "name" } else { "data" };
                    findings.add(
                        &M3D055,
                        format_args!("{}, {field}", path()),
                        counted(asset.data.len(), "byte"),
                        "",
                    );
                }
                if asset.data.starts_with(PNG) && name.to_ascii_lowercase().ends_with(b".png") {
                    findings.add(&M3D058, format_args!("{}, name", path()), text(model, asset.name), "");
                }
            }
            Chunk::Procedure(procedure) if !model.strings.start(procedure.script).contains(&b'.') => {
                findings.add(&M3D057, format_args!("{}, script", path()), text(model, procedure.script), "");
            }
            _ => {}
        }
    }
}

/// The signature of a PNG file.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The rank of a chunk in the required order. Texture coordinates and vertices do not refer to each other,
/// surfaces may be in any order, and assets may be anywhere, because readers look for them first.
fn order(magic: [u8; 4]) -> Option<u8> {
    Some(match &magic {
        b"CMAP" => 1,
        b"TMAP" | b"VRTS" => 2,
        b"BONE" => 4,
        b"MTRL" => 5,
        b"PROC" | b"MESH" | b"VOXT" | b"VOXD" | b"SHPE" => 6,
        b"LBLS" => 7,
        b"ACTN" => 8,
        _ => return None,
    })
}

fn preview(model: &Model, findings: &mut Findings) {
    let Some(image) = &model.preview else { return };
    // The header chunk follows the signature: its length and name, then width, height, depth and colour type.
    let header = image.strip_prefix(PNG).and_then(|rest| rest.get(4..)).and_then(|rest| {
        let (width, rest) = rest.strip_prefix(b"IHDR")?.split_first_chunk()?;
        let (height, rest) = rest.split_first_chunk()?;
        Some((u32::from_be_bytes(*width), u32::from_be_bytes(*height), *rest.get(1)?))
    });
    match header {
        None => findings.add(&M3D032, "preview.image", "something else", ""),
        Some((width, height, colour_type)) => {
            // The limit of the specification: format document, section 3.
            if width > 256 || height > 256 {
                findings.add(&M3D033, "preview.image", format_args!("{width} x {height}"), 256);
            }
            if colour_type != 3 {
                findings.add(&M3D066, "preview.image", format_args!("colour type {colour_type}"), 3);
            }
        }
    }
    if image.len() > 0x10000 {
        findings.add(&M3D034, "preview.image", format_args!("{} bytes", image.len()), 0x10000);
    }
}

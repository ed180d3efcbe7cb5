//! Checks the header, chunks and tables.

use crate::common::kinds::counted;
use crate::common::rules::Findings;
use crate::model::{Chunk, Mesh, Sizes, Surplus, Version};
use crate::query::levels;
use crate::rules::{RBM013, RBM014, RBM019, RBM020, RBM021, RBM026, RBM027, RBM028, RBM032, RBM033, RBM034};

pub(super) fn file(mesh: &Mesh, findings: &mut Findings) {
    for (index, w) in mesh.texture_w.iter().enumerate().filter(|(_, w)| **w != 0.0) {
        findings.add(&RBM021, format_args!("texture_w[{index}]"), w, 0);
    }
    for (index, chunk) in mesh.chunks.iter().enumerate() {
        match chunk {
            Chunk::Raw { name, version, .. } => {
                let found = format_args!("{}, version {version}", name.escape_ascii());
                findings.add(&RBM026, format_args!("chunks[{index}]"), found, "");
            }
            Chunk::Part { surplus, .. } if !surplus.is_empty() => {
                let path = format_args!("chunks[{index}].surplus");
                findings.add(&RBM026, path, counted(surplus.len(), "byte"), "");
            }
            Chunk::Part { .. } => {}
        }
    }
    let mut find = |rule, path: &str, found: String, limit: &str| {
        findings.add(rule, path, found, limit);
    };
    if !Version::ALL.contains(&mesh.version) {
        find(&RBM028, "version", mesh.version.to_string(), "");
    }
    sizes(mesh, &mut find);
    if mesh.unused != 0 {
        find(&RBM020, "unused", mesh.unused.to_string(), "0");
    }
    if !mesh.trailing.trim_ascii().is_empty() {
        find(&RBM027, "trailing", counted(mesh.trailing.len(), "byte").to_string(), "0");
    }
    if mesh.n_faces() == 0 && (mesh.draco.is_none() || mesh.counts().is_some()) {
        find(&RBM032, "faces", "none".into(), "");
    }
    if let Some(stream) = mesh.draco.as_ref().filter(|_| mesh.has_undecoded_stream()) {
        find(&RBM034, "draco", counted(stream.len(), "byte").to_string(), "");
    } else if mesh.counts().is_none() {
        find(&RBM034, "chunks", "no known COREMESH".into(), "");
    }
    lods(mesh, &mut find);
}

fn sizes(mesh: &Mesh, find: &mut impl FnMut(&'static crate::common::rules::Rule, &str, String, &str)) {
    let Sizes { header, vertex, face, lod_offset } = mesh.sizes;
    if let Some(size) = header {
        find(&RBM019, "sizes.header", size.to_string(), "");
    }
    let sizes = [
        ("sizes.vertex", u16::from(vertex), matches!(vertex, 36 | 40), "36 or 40"),
        ("sizes.face", u16::from(face), face == 12, "12"),
        ("sizes.lod_offset", lod_offset, lod_offset == 4, "4"),
    ];
    for (path, size, _, limit) in sizes.into_iter().filter(|(_, _, is_usual, _)| !is_usual) {
        find(&RBM019, path, size.to_string(), limit);
    }
    let Surplus { header, .. } = &mesh.surplus;
    if !header.is_empty() {
        find(&RBM019, "surplus.header", counted(header.len(), "byte").to_string(), "0");
    }
}

fn lods(mesh: &Mesh, find: &mut impl FnMut(&'static crate::common::rules::Rule, &str, String, &str)) {
    let offsets = &mesh.lod_offsets;
    let n_faces = mesh.counts().map(|(_, n_faces)| n_faces);
    let is_end = |offset: u32| n_faces.is_none_or(|n_faces| n_faces == offset as usize);
    let shown = || {
        let first = offsets.get(..8).unwrap_or(offsets);
        format!("{first:?}{}", if first.len() < offsets.len() { " …" } else { "" })
    };
    match offsets.as_slice() {
        // Roblox writes both where there is one level.
        [] | [0, 0] => {}
        [0, end] if is_end(*end) => {}
        // These describe no levels. Format document, section 4.8.
        [_] | [_, _] | [_, 0, ..] => find(&RBM014, "lod_offsets", shown(), ""),
        [first, .., last] => {
            if *first != 0 || !is_end(*last) || !offsets.is_sorted() {
                let limit = n_faces.map_or("ascending from 0".into(), |end| format!("0 to {end}"));
                find(&RBM013, "lod_offsets", shown(), &limit);
            }
        }
    }
    let n_levels = levels(offsets, n_faces).len();
    if usize::from(mesh.n_high_quality_lods) > n_levels {
        find(&RBM033, "n_high_quality_lods", mesh.n_high_quality_lods.to_string(), &n_levels.to_string());
    }
}

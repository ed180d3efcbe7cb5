//! Materials.

use super::{Findings, title};
use crate::rules::*;
use crate::{Chunk, Model};
use std::collections::HashSet;

pub(super) fn check(model: &Model, findings: &mut Findings) {
    let mut defined = HashSet::new();
    for (number, chunk) in model.chunks.iter().enumerate() {
        let Chunk::Material(material) = chunk else { continue };
        let path = || format!("{} {}", title(number, chunk), model.text(material.name));
        if !defined.insert(model.strings.get(material.name)) {
            findings.add(&M3D023, path(), "another of this name", "");
        }
        let mut ids = HashSet::new();
        for property in &material.properties {
            if !ids.insert(property.id) {
                findings.add(&M3D025, path(), format!("another {}", property.id.0), "");
            }
            if property.id.keyword().is_none() {
                findings.add(&M3D026, path(), property.id.0, "");
            }
        }
    }
    // Voxels and their colours are as good without.
    let used = model.chunks.iter().flat_map(|chunk| match chunk {
        Chunk::Mesh(mesh) => mesh
            .records
            .iter()
            .filter_map(|record| match record {
                crate::Record::Material(name) => Some(*name),
                _ => None,
            })
            .collect(),
        Chunk::Shape(shape) => shape
            .commands
            .iter()
            .filter_map(|command| match command {
                crate::Command::Use { material } => Some(*material),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    });
    let mut reported = HashSet::new();
    for name in used {
        let string = model.strings.get(name);
        if string.is_some() && !defined.contains(&string) && reported.insert(name) {
            findings.add(&M3D024, "MTRL", model.text(name), "");
        }
    }
}

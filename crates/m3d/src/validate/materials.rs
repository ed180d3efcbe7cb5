//! Materials.

use super::{Findings, text, title};
use crate::rules::*;
use crate::{Chunk, Command, Model, Name, PropertyId, PropertyValue, Record};
use std::collections::HashSet;

pub(super) fn check(model: &Model, findings: &mut Findings) {
    let mut defined = HashSet::new();
    for (number, chunk) in model.chunks.iter().enumerate() {
        let Chunk::Material(material) = chunk else { continue };
        let path = || format!("{} {}", title(number, chunk), text(model, material.name));
        if !defined.insert(model.strings.key(material.name)) {
            findings.add(&M3D023, path(), "another material of this name", "");
        }
        let mut ids = HashSet::new();
        for property in &material.properties {
            if !ids.insert(property.id) {
                findings.add(&M3D025, path(), format!("another {}", property.id.0), "");
            }
            match (property.id, property.value) {
                (PropertyId::ILLUMINATION, PropertyValue::Byte(model @ 11..)) => {
                    findings.add(&M3D063, path(), model, 10);
                }
                (PropertyId::DISSOLVE, PropertyValue::Float(dissolve)) => {
                    findings.add(&M3D065, path(), format!("a dissolve of {dissolve}"), "");
                }
                _ => {}
            }
            if property.id.keyword().is_none() {
                findings.add(&M3D026, path(), property.id.0, "");
            }
        }
    }
    // Voxels and their colours need no material.
    let mut reported = HashSet::from([Name::NONE]);
    let mut used = |name: Name| {
        let key = model.strings.key(name);
        if reported.insert(name) && !key.0.is_empty() && !defined.contains(&key) {
            findings.add(&M3D024, "MTRL", text(model, name), "");
        }
    };
    for mesh in model.meshes() {
        for record in &mesh.records {
            if let Record::Material(name) = record {
                used(*name);
            }
        }
    }
    for command in model.shapes().flat_map(|shape| &shape.commands) {
        if let Command::Use { material } = command {
            used(*material);
        }
    }
}

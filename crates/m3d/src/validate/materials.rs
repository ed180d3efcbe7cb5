//! Checks of materials.

use super::{Findings, text, title};
use crate::model::{Chunk, Command, Model, Name, PropertyId, PropertyValue, Record};
use crate::rules::*;
use std::collections::HashSet;

pub(super) fn check(model: &Model, findings: &mut Findings) {
    let mut defined = HashSet::new();
    for (number, chunk) in model.chunks.iter().enumerate() {
        let Chunk::Material(material) = chunk else { continue };
        let path = || format!("{} {}", title(number, chunk), text(model, material.name));
        if !defined.insert(model.strings.key(material.name)) {
            findings.add(&M3D023, format_args!("{}, name", path()), "another material of this name", "");
        }
        let mut ids = HashSet::new();
        for (i, property) in material.properties.iter().enumerate() {
            let path = |field| format!("{}, properties[{i}].{field}", path());
            if !ids.insert(property.id) {
                findings.add(&M3D025, path("id"), format_args!("another {}", property.id.0), "");
            }
            match (property.id, property.value) {
                (PropertyId::ILLUMINATION, PropertyValue::Byte(model @ 11..)) => {
                    findings.add(&M3D063, path("value"), model, 10);
                }
                // Exporters of old files write 1, which changes nothing.
                (PropertyId::DISSOLVE, PropertyValue::Float(dissolve)) if dissolve != 1.0 => {
                    findings.add(&M3D065, path("id"), format_args!("a dissolve of {dissolve}"), "");
                }
                _ => {}
            }
            if property.id.keyword().is_none() {
                findings.add(&M3D026, path("id"), property.id.0, "");
            }
        }
    }
    // Voxels and their colours need no material.
    let mut reported = HashSet::from([Name::NONE]);
    let mut used = |name: Name, path: std::fmt::Arguments<'_>| {
        let key = model.strings.key(name);
        if reported.insert(name) && !key.0.is_empty() && !defined.contains(&key) {
            findings.add(&M3D024, path, text(model, name), "");
        }
    };
    for (number, chunk) in model.chunks.iter().enumerate() {
        match chunk {
            Chunk::Mesh(mesh) => {
                for (i, record) in mesh.records.iter().enumerate() {
                    if let Record::Material(name) = record {
                        used(*name, format_args!("{}, records[{i}].material", title(number, chunk)));
                    }
                }
            }
            Chunk::Shape(shape) => {
                for (i, command) in shape.commands.iter().enumerate() {
                    if let Command::Use { material } = command {
                        used(*material, format_args!("{}, commands[{i}].material", title(number, chunk)));
                    }
                }
            }
            _ => {}
        }
    }
}

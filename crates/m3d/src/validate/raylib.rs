//! Checks for features of a model that raylib's loader ignores or changes.

use super::{Findings, text, title};
use crate::model::{Chunk, CoordinateType, Model, Parts, PropertyId, Record};
use crate::rules::raylib::*;
use std::collections::HashSet;

/// The material properties that raylib reads.
const PROPERTIES: [PropertyId; 13] = [
    PropertyId::DIFFUSE,
    PropertyId::SPECULAR,
    PropertyId::SPECULAR_EXPONENT,
    PropertyId::EMISSIVE,
    PropertyId::METALLIC,
    PropertyId::ROUGHNESS,
    PropertyId::SHEEN,
    PropertyId::DIFFUSE_MAP,
    PropertyId::SPECULAR_MAP,
    PropertyId::EMISSIVE_MAP,
    PropertyId::BUMP_MAP,
    PropertyId::AMBIENT_MAP,
    PropertyId::METALLIC_MAP,
];

pub(super) fn check(model: &Model, findings: &mut Findings) {
    if model.types.coordinate == CoordinateType::Double && model.vertices().is_some() {
        findings.add(&M3D105, "types", "doubles", "");
    }
    for (number, chunk) in model.chunks.iter().enumerate() {
        let path = || title(number, chunk);
        match chunk {
            Chunk::Material(material) => {
                let mut seen = HashSet::from(PROPERTIES);
                let mut place = None;
                let other =
                    material.properties.iter().enumerate().filter(|(_, property)| seen.insert(property.id));
                let other = other.map(|(i, property)| {
                    place.get_or_insert(i);
                    property
                });
                let name = |id: PropertyId| id.keyword().map_or_else(|| id.0.to_string(), str::to_owned);
                let names: Vec<_> = other.map(|property| name(property.id)).collect();
                if !names.is_empty() {
                    let i = place.unwrap_or_default();
                    let path = format!("{} {}, properties[{i}].id", path(), text(model, material.name));
                    findings.add(&M3D101, path, names.join(", "), "");
                }
            }
            Chunk::Shape(_) | Chunk::Labels(_) | Chunk::Procedure(_) => {
                findings.add(&M3D102, path(), "one that is not drawn", "");
            }
            Chunk::Skeleton(skeleton) => {
                let counts = skeleton.skins.iter().map(|skin| skin.influences().count()).enumerate();
                if let Some((i, most)) = counts.max_by_key(|(i, count)| (*count, std::cmp::Reverse(*i)))
                    && most > 4
                {
                    let path = format_args!("{}, skins[{i}].weights", path());
                    findings.add(&M3D103, path, format_args!("{most} bones"), 4);
                }
            }
            Chunk::VoxelTypes(voxels) => {
                let is_plain = |voxel: &crate::model::VoxelType| {
                    voxel.rotation == 0 && voxel.shape == 0 && voxel.items.is_empty()
                };
                if let Some(i) = voxels.types.iter().position(|voxel| !is_plain(voxel)) {
                    findings.add(
                        &M3D104,
                        format_args!("{}, types[{i}]", path()),
                        "one with a rotation, shape or items",
                        "",
                    );
                }
            }
            Chunk::Mesh(mesh) => {
                let is_between = |record: &Record| matches!(record, Record::Polygons { parts, .. } if parts.has(Parts::MAX_VERTEX));
                if let Some(i) = mesh.records.iter().position(is_between) {
                    let path = format_args!("{}, records[{i}].polygons[0].max_vertices[0]", path());
                    findings.add(&M3D106, path, "polygons between two points", "");
                }
            }
            _ => {}
        }
    }
}

//! Checks of polygons.

use super::{Findings, title};
use crate::common::kinds::counted;
use crate::model::{Chunk, Model, Name, Parts, Record};
use crate::rules::*;
use std::collections::HashMap;

pub(super) fn check(model: &Model, findings: &mut Findings) {
    let mut opacity: HashMap<Name, u8> = HashMap::new();
    let colours = model.colours();
    for material in model.materials() {
        opacity.entry(material.name).or_insert_with(|| colours.opacity(material));
    }
    for (number, chunk) in model.chunks.iter().enumerate() {
        let Chunk::Mesh(mesh) = chunk else { continue };
        // Only the first finding of each kind is reported for a mesh.
        let (mut other, mut reserved, mut unsorted, mut odd_kind) = (None, None, None, None);
        let mut material = Name::NONE;
        let mut last = None;
        let mut done = std::collections::HashSet::new();
        for (i, record) in mesh.records.iter().enumerate() {
            match *record {
                Record::Material(name) => material = name,
                Record::Parameter { kind, .. } => odd_kind = odd_kind.or((kind > 1).then_some((i, kind))),
                Record::Polygons { sides, parts, .. } => {
                    other = other.or((sides != 3).then_some((i, sides)));
                    reserved = reserved.or(parts.has(Parts::RESERVED).then_some(i));
                    // Faces without a material come before the most opaque ones.
                    let key = match material {
                        Name::NONE => u16::MAX,
                        name => opacity.get(&name).copied().unwrap_or(u8::MAX).into(),
                    };
                    let again =
                        last.is_some_and(|(before, _)| before != material) && done.contains(&material);
                    if again || last.is_some_and(|(_, before)| key > before) {
                        unsorted = unsorted.or(Some(i));
                    }
                    done.insert(material);
                    last = Some((material, key));
                }
            }
        }
        let path =
            |record: usize, field: &str| format!("{}, records[{record}].{field}", title(number, chunk));
        if let Some((record, sides)) = other {
            findings.add(&M3D041, path(record, "polygons[0].magic"), counted(sides, "corner"), 3);
        }
        if let Some(record) = reserved {
            findings.add(&M3D042, path(record, "polygons[0].magic"), "the bit set", "");
        }
        if let Some((record, kind)) = odd_kind {
            findings.add(&M3D060, path(record, "magic"), format_args!("kind {kind}"), 1);
        }
        if let Some(record) = unsorted {
            findings.add(
                &M3D039,
                path(record, "polygons"),
                "faces after less opaque ones, or apart from others of their material",
                "",
            );
        }
    }
}

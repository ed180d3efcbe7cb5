//! Polygons.

use super::{Findings, title};
use crate::rules::*;
use crate::{Chunk, Model, Name, Parts, Record};
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
        let (mut n_faces, mut material) = (0_usize, Name::NONE);
        let mut last = None;
        let mut done = std::collections::HashSet::new();
        for record in &mesh.records {
            match *record {
                Record::Material(name) => material = name,
                Record::Parameter { kind, .. } => {
                    odd_kind = odd_kind.or((kind > 1).then_some((n_faces, kind)))
                }
                Record::Polygons { sides, parts, count } => {
                    other = other.or((sides != 3).then_some((n_faces, sides)));
                    reserved = reserved.or(parts.has(Parts::RESERVED).then_some(n_faces));
                    // Faces without a material come before the most opaque.
                    let key = match material {
                        Name::NONE => u16::MAX,
                        name => opacity.get(&name).copied().unwrap_or(u8::MAX).into(),
                    };
                    let again =
                        last.is_some_and(|(before, _)| before != material) && done.contains(&material);
                    if again || last.is_some_and(|(_, before)| key > before) {
                        unsorted = unsorted.or(Some(n_faces));
                    }
                    done.insert(material);
                    last = Some((material, key));
                    n_faces = n_faces.saturating_add(count as usize);
                }
            }
        }
        let path = |face: usize| format!("{}, face {face}", title(number, chunk));
        if let Some((face, sides)) = other {
            findings.add(&M3D041, path(face), format!("{sides} corners"), 3);
        }
        if let Some(face) = reserved {
            findings.add(&M3D042, path(face), "the bit set", "");
        }
        if let Some((face, kind)) = odd_kind {
            findings.add(&M3D060, path(face), format!("kind {kind} before it"), 1);
        }
        if let Some(face) = unsorted {
            findings.add(
                &M3D039,
                path(face),
                "a face after less opaque ones, or apart from others of its material",
                "",
            );
        }
    }
}

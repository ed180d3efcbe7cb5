//! Rules about columns.

use super::{Classes, Findings};
use crate::attributes::Attributes;
use crate::model::{Chunk, ClassId, Column, Model, Name, Shared, SharedIndex, UniqueId, Values, shown};
use crate::rules;
use std::collections::{BTreeSet, HashMap, HashSet};

pub(super) fn columns(model: &Model, classes: &Classes<'_>, findings: &mut Findings) {
    let shared = Shared::new(model);
    let (mut seen, mut seen_shared) = (HashSet::new(), HashSet::new());
    // A column that is left packed may be that of names.
    let packed = model.chunks.iter().filter_map(|chunk| match chunk {
        Chunk::Packed(packed) => packed.column(),
        _ => None,
    });
    let mut named: BTreeSet<ClassId> =
        packed.filter(|(_, name)| *name == b"Name").map(|(class, _)| class).collect();
    let mut ids = HashMap::new();
    // A column without a type is passed over.
    for column in model.columns().filter(|column| !matches!(column.values, Values::Absent)) {
        let title = || title(classes, column);
        if !seen.insert((column.class, &*column.name)) {
            findings.add(&rules::RBX013, title(), "a second column", "");
        }
        if column.name == *"Name" {
            named.insert(column.class);
        }
        length(classes, column, findings);
        match (&*column.name, &column.values) {
            (b"UniqueId", Values::UniqueId(_)) => unique_ids(&mut ids, classes, column, findings),
            (b"Source", Values::String(all)) => {
                for (row, source) in all.iter().enumerate().filter(|(_, source)| source.len() >= 200_000) {
                    let found = format!("{} bytes", source.len());
                    findings.add(&rules::RBX009, value(&title, row), found, 199_999);
                }
            }
            (b"size" | b"Size", Values::Vector3(all)) => {
                let is_sound = |size: &[f32; 3]| size.iter().all(|axis| (0.001..=2048.0).contains(axis));
                for (row, size) in all.iter().enumerate().filter(|(_, size)| !is_sound(size)) {
                    let found = format!("{size:?}");
                    findings.add(&rules::RBX010, value(&title, row), found, "0.001 to 2048");
                }
            }
            (b"AttributesSerialize" | b"PropertiesSerialize", _) => {
                attributes(&shared, &mut seen_shared, column, &title, findings)
            }
            _ => {}
        }
    }
    for class in classes.values().filter(|class| !class.referents.is_empty() && !named.contains(&class.id)) {
        findings.add(&rules::RBX004, shown(&class.name), "none", "");
    }
}

/// What findings call a column.
pub(super) fn title(classes: &Classes<'_>, column: &Column) -> String {
    let class = classes.get(&column.class).map_or_else(|| "?".into(), |class| shown(&class.name));
    format!("{class}.{}", shown(&column.name))
}

fn value(title: &dyn Fn() -> String, row: usize) -> String {
    format!("{}, value {row}", title())
}

fn length(classes: &Classes<'_>, column: &Column, findings: &mut Findings) {
    let Some(class) = classes.get(&column.class) else {
        let found = format!("class {}", column.class.0);
        findings.add(&rules::RBX014, title(classes, column), found, "a class that is declared");
        return;
    };
    let n = class.referents.len();
    match &column.values {
        Values::Raw { type_id, data } if Values::type_name(*type_id).is_some() => {
            let found = format!("{} bytes that do not fit", data.len());
            let limit = format!("{n} of type {type_id:#04x}");
            findings.add(&rules::RBX006, title(classes, column), found, limit);
        }
        Values::Raw { type_id, .. } => {
            let found = format!("type {type_id:#04x} as bytes");
            findings.add(&rules::RBX017, title(classes, column), found, "");
        }
        values if values.len() != n => {
            findings.add(&rules::RBX006, title(classes, column), values.len(), n);
        }
        _ => {}
    }
}

fn unique_ids(
    ids: &mut HashMap<UniqueId, (ClassId, usize)>,
    classes: &Classes<'_>,
    column: &Column,
    findings: &mut Findings,
) {
    let Values::UniqueId(all) = &column.values else { return };
    for (row, id) in all.iter().enumerate().filter(|(_, id)| !id.is_none()) {
        let (first, first_row) = *ids.entry(id).or_insert((column.class, row));
        if (first, first_row) != (column.class, row) {
            let first = classes.get(&first).map_or_else(|| "?".into(), |class| shown(&class.name));
            let path = format!("{}, value {row}", title(classes, column));
            findings.add(&rules::RBX002, path, format!("{id}, as {first} value {first_row}"), "");
        }
    }
}

fn attributes<'m>(
    shared: &Shared<'_>,
    seen: &mut HashSet<(&'m Name, SharedIndex)>,
    column: &'m Column,
    title: &dyn Fn() -> String,
    findings: &mut Findings,
) {
    let mut check = |(row, bytes): (usize, &[u8])| attribute(row, bytes, column, title, findings);
    match &column.values {
        Values::String(all) => all.iter().enumerate().for_each(check),
        Values::SharedString(all) => {
            // Each once: thousands of instances may share a string of megabytes.
            let new = all.iter().enumerate().filter(|(_, index)| seen.insert((&column.name, **index)));
            new.filter_map(|(row, index)| Some((row, shared.get(*index)?))).for_each(&mut check);
        }
        _ => {}
    }
}

fn attribute(row: usize, bytes: &[u8], column: &Column, title: &dyn Fn() -> String, findings: &mut Findings) {
    if bytes.is_empty() && column.name == *"PropertiesSerialize" {
        findings.add(&rules::RBX012, value(title, row), "an empty string", "");
    }
    if let (_, Some(error)) = Attributes::read(bytes) {
        findings.add(&rules::RBX008, value(title, row), error, "");
    }
}

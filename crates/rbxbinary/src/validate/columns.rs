//! Rules about columns.

use super::Classes;
use crate::attributes::Attributes;
use crate::model::{ClassId, Column, Model, Shared, SharedIndex, UniqueId, Values};
use crate::mould::rules::Finding;
use crate::rules;
use std::collections::{BTreeSet, HashMap, HashSet};

pub(super) fn columns(model: &Model, classes: &Classes<'_>, findings: &mut Vec<Finding>) {
    let shared = Shared::new(model);
    let mut seen = HashSet::new();
    let mut named: BTreeSet<ClassId> = BTreeSet::new();
    let mut ids = HashMap::new();
    for column in model.columns() {
        let title = || title(classes, column);
        if !seen.insert((column.class, &*column.name)) {
            findings.push(Finding::new(&rules::RBX013, title(), "a second column", ""));
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
                    findings.push(Finding::new(&rules::RBX009, value(&title, row), found, 199_999));
                }
            }
            (b"size" | b"Size", Values::Vector3(all)) => {
                let is_sound = |size: &[f32; 3]| size.iter().all(|axis| (0.001..=2048.0).contains(axis));
                for (row, size) in all.iter().enumerate().filter(|(_, size)| !is_sound(size)) {
                    let found = format!("{size:?}");
                    findings.push(Finding::new(&rules::RBX010, value(&title, row), found, "0.001 to 2048"));
                }
            }
            (b"AttributesSerialize" | b"PropertiesSerialize", _) => {
                attributes(&shared, column, &title, findings)
            }
            _ => {}
        }
    }
    for class in classes.values().filter(|class| !class.referents.is_empty() && !named.contains(&class.id)) {
        // A column that is left packed may be that of names.
        let is_packed = |packed: &crate::Packed| packed.column() == Some((class.id, b"Name"));
        let chunks = || model.chunks.iter();
        if !chunks().any(|chunk| matches!(chunk, crate::Chunk::Packed(packed) if is_packed(packed))) {
            findings.push(Finding::new(&rules::RBX004, class.name.to_string(), "none", ""));
        }
    }
}

/// What findings call a column.
pub(super) fn title(classes: &Classes<'_>, column: &Column) -> String {
    let class = classes.get(&column.class).map_or_else(|| "?".into(), |class| class.name.to_string());
    format!("{class}.{}", column.name)
}

fn value(title: &dyn Fn() -> String, row: usize) -> String {
    format!("{}, value {row}", title())
}

fn length(classes: &Classes<'_>, column: &Column, findings: &mut Vec<Finding>) {
    let Some(class) = classes.get(&column.class) else {
        let found = format!("class {}", column.class.0);
        findings.push(Finding::new(
            &rules::RBX014,
            title(classes, column),
            found,
            "a class that is declared",
        ));
        return;
    };
    let n = class.referents.len();
    match &column.values {
        Values::Absent => {}
        Values::Raw { type_id, data } if Values::type_name(*type_id).is_some() => {
            let found = format!("{} bytes that do not fit", data.len());
            let limit = format!("{n} of type {type_id:#04x}");
            findings.push(Finding::new(&rules::RBX006, title(classes, column), found, limit));
        }
        Values::Raw { type_id, .. } => {
            let found = format!("type {type_id:#04x} as bytes");
            findings.push(Finding::new(&rules::RBX017, title(classes, column), found, ""));
        }
        values if values.len() != n => {
            findings.push(Finding::new(&rules::RBX006, title(classes, column), values.len(), n));
        }
        _ => {}
    }
}

fn unique_ids(
    ids: &mut HashMap<UniqueId, (ClassId, usize)>,
    classes: &Classes<'_>,
    column: &Column,
    findings: &mut Vec<Finding>,
) {
    let Values::UniqueId(all) = &column.values else { return };
    for (row, id) in all.iter().enumerate().filter(|(_, id)| !id.is_none()) {
        let (first, first_row) = *ids.entry(id).or_insert((column.class, row));
        if (first, first_row) != (column.class, row) {
            let first = classes.get(&first).map_or_else(|| "?".into(), |class| class.name.to_string());
            let path = format!("{}, value {row}", title(classes, column));
            findings.push(Finding::new(
                &rules::RBX002,
                path,
                format!("{id}, as {first} value {first_row}"),
                "",
            ));
        }
    }
}

fn attributes(shared: &Shared<'_>, column: &Column, title: &dyn Fn() -> String, findings: &mut Vec<Finding>) {
    let bytes = |row: usize| match &column.values {
        Values::String(all) => all.get(row),
        Values::SharedString(all) => all.get(row).and_then(|index: &SharedIndex| shared.get(*index)),
        _ => None,
    };
    for row in 0..column.values.len() {
        let Some(bytes) = bytes(row) else { continue };
        if bytes.is_empty() && column.name == *"PropertiesSerialize" {
            findings.push(Finding::new(&rules::RBX012, value(title, row), "an empty string", ""));
        }
        if let (_, Some(error)) = Attributes::read(bytes) {
            findings.push(Finding::new(&rules::RBX008, value(title, row), error, ""));
        }
    }
}

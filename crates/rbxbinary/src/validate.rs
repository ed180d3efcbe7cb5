//! What can be read and is yet unsound.

mod columns;

use crate::model::{Chunk, Class, ClassId, Model};
use crate::mould::rules::Finding;
use crate::outline::{Outline, Spot};
use crate::read::trimmed;
use crate::wire::END;
use crate::{ErrorKind, rules};
use std::collections::{BTreeMap, HashMap};

/// What is wrong with a model, part by part; empty if nothing is.
#[must_use]
pub fn validate(model: &Model) -> Vec<Finding> {
    let mut findings = Vec::new();
    let classes = classes(model, &mut findings);
    hierarchy(model, &classes, &mut findings);
    columns::columns(model, &classes, &mut findings);
    services(&classes, &mut findings);
    order(model, &classes, &mut findings);
    once(model, &mut findings);
    findings
}

/// Classes by id; the first of each counts.
type Classes<'m> = BTreeMap<ClassId, &'m Class>;

fn classes<'m>(model: &'m Model, findings: &mut Vec<Finding>) -> Classes<'m> {
    let mut classes = Classes::new();
    for class in model.classes() {
        if classes.insert(class.id, class).is_some() {
            let path = format!("{}", class.name);
            findings.push(Finding::new(&rules::RBX014, path, format!("class {} again", class.id.0), ""));
        }
    }
    classes
}

/// What reading warns of: the same search finds it.
fn hierarchy(model: &Model, classes: &Classes<'_>, findings: &mut Vec<Finding>) {
    let mut report = |kind: ErrorKind, spot: Spot| {
        let chunk = model.chunks.get(spot.chunk);
        let path = match chunk {
            Some(Chunk::Column(column)) => columns::title(classes, column),
            Some(Chunk::Class(class)) => class.name.to_string(),
            Some(chunk) => trimmed(&chunk.name()).escape_ascii().to_string(),
            None => "model".into(),
        };
        let path = spot.row.map_or_else(|| path.clone(), |row| format!("{path}, value {row}"));
        let rule = match (&kind, chunk) {
            // Rules of their own say this.
            (ErrorKind::Missing { .. } | ErrorKind::Duplicate { what: "chunk" | "property", .. }, _) => {
                return Ok(());
            }
            (ErrorKind::Duplicate { .. }, Some(Chunk::Class(_))) => &rules::RBX001,
            (ErrorKind::Dangling { what: "shared string", .. }, _) => &rules::RBX015,
            (_, Some(Chunk::Column(_))) => &rules::RBX003,
            _ => &rules::RBX011,
        };
        findings.push(Finding::new(rule, path, kind, ""));
        Ok::<(), std::convert::Infallible>(())
    };
    let Ok(outline) = Outline::new(&model.chunks, &mut report);
    let Ok(()) = outline.check_columns(&model.chunks, &mut report);
}

fn services(classes: &Classes<'_>, findings: &mut Vec<Finding>) {
    let mut live: HashMap<&[u8], usize> = HashMap::new();
    // Studio keeps several hidden objects in one class of this name.
    for class in classes.values().filter(|class| class.name != *"Instance") {
        let n_live = class.markers.iter().filter(|marker| **marker != 0).count();
        let sum = live.entry(&class.name).or_default();
        *sum = sum.saturating_add(n_live);
        if *sum > 1 && n_live > 0 {
            findings.push(Finding::new(&rules::RBX005, class.name.to_string(), format!("{sum} services"), 1));
        }
    }
}

fn order(model: &Model, classes: &Classes<'_>, findings: &mut Vec<Finding>) {
    let key = |chunk: &Chunk| match chunk {
        Chunk::Metadata(_) => Some((0, 0, Vec::new())),
        Chunk::SharedStrings(_) => Some((1, 0, Vec::new())),
        Chunk::Class(class) => Some((2, 0, class.name.to_vec())),
        // Classes are sorted by name, and numbered so.
        Chunk::Column(column) if classes.contains_key(&column.class) => {
            Some((3, column.class.0, column.name.to_vec()))
        }
        Chunk::Hierarchy(_) => Some((4, 0, Vec::new())),
        Chunk::End(_) => Some((6, 0, Vec::new())),
        _ => None,
    };
    let mut last = None;
    for (number, chunk) in model.chunks.iter().enumerate() {
        let Some(this) = key(chunk) else { continue };
        if last.as_ref().is_some_and(|last| *last > this) {
            let name = chunk.name();
            let path = format!("{} #{number}", trimmed(&name).escape_ascii());
            let found = format!("\"{}\" after what comes later", this.2.escape_ascii());
            findings.push(Finding::new(&rules::RBX007, path, found, ""));
            // One says it.
            return;
        }
        last = Some(this);
    }
}

fn once(model: &Model, findings: &mut Vec<Finding>) {
    let count = |is: fn(&Chunk) -> bool| model.chunks.iter().filter(|chunk| is(chunk)).count();
    let counts = [
        ("META", count(|chunk| matches!(chunk, Chunk::Metadata(_))), false),
        ("SSTR", count(|chunk| matches!(chunk, Chunk::SharedStrings(_))), false),
        ("PRNT", count(|chunk| matches!(chunk, Chunk::Hierarchy(_))), true),
        ("END", count(|chunk| matches!(chunk, Chunk::End(_))), true),
    ];
    for (name, n, is_needed) in counts {
        if n > 1 || (n == 0 && is_needed) {
            findings.push(Finding::new(&rules::RBX016, name, format!("{n} of them"), 1));
        }
    }
    for (number, chunk) in model.chunks.iter().enumerate() {
        match chunk {
            Chunk::End(content) if *content != *END => {
                findings.push(Finding::new(&rules::RBX016, "END", content.escape_ascii(), "</roblox>"));
            }
            Chunk::Unknown(_) | Chunk::Packed(_) => {
                let path = format!("{} #{number}", trimmed(&chunk.name()).escape_ascii());
                findings.push(Finding::new(&rules::RBX017, path, "bytes", ""));
            }
            _ => {}
        }
    }
}

//! What can be read and is yet unsound.

mod columns;

use crate::Finding;
use crate::model::{Chunk, Class, ClassId, Model, shown};
use crate::mould::rules::Findings;
use crate::outline::{self, Spot};
use crate::wire::{END, trimmed};
use crate::{ErrorKind, rules};
use std::collections::{BTreeMap, HashMap};

/// What is wrong with a model, part by part; empty if nothing is.
///
/// Of each rule the first 1,000 are told: a file that is broken all over would have millions.
#[must_use]
pub fn validate(model: &Model) -> Vec<Finding> {
    let mut findings = Findings::default();
    let classes = classes(model, &mut findings);
    hierarchy(model, &classes, &mut findings);
    columns::columns(model, &classes, &mut findings);
    services(&classes, &mut findings);
    order(model, &classes, &mut findings);
    once(model, &mut findings);
    findings.into_vec()
}

/// Classes by id; the first of each counts.
type Classes<'m> = BTreeMap<ClassId, &'m Class>;

fn classes<'m>(model: &'m Model, findings: &mut Findings) -> Classes<'m> {
    let mut classes = Classes::new();
    for class in model.classes() {
        if !std::ptr::eq(*classes.entry(class.id).or_insert(class), class) {
            let found = format!("class {} again", class.id.0);
            findings.add(&rules::RBX014, shown(&class.name), found, "");
        }
    }
    classes
}

/// What reading warns of: the same search finds it.
fn hierarchy(model: &Model, classes: &Classes<'_>, findings: &mut Findings) {
    let mut report = |kind: ErrorKind, spot: Spot| {
        let chunk = model.chunks.get(spot.chunk);
        let path = match chunk {
            Some(Chunk::Column(column)) => columns::title(classes, column),
            Some(Chunk::Class(class)) => shown(&class.name),
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
        findings.add(rule, path, kind, "");
        Ok::<(), std::convert::Infallible>(())
    };
    let Ok(_) = outline::check(&model.chunks, &mut report);
}

fn services(classes: &Classes<'_>, findings: &mut Findings) {
    let mut live: HashMap<&[u8], usize> = HashMap::new();
    // Studio keeps several hidden objects in one class of this name.
    for class in classes.values().filter(|class| class.name != *"Instance") {
        let n_live = class.markers.iter().filter(|marker| **marker != 0).count();
        let sum = live.entry(&class.name).or_default();
        *sum = sum.saturating_add(n_live);
        if *sum > 1 && n_live > 0 {
            findings.add(&rules::RBX005, shown(&class.name), format!("{sum} services"), 1);
        }
    }
}

fn order(model: &Model, classes: &Classes<'_>, findings: &mut Findings) {
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
            let found = format!("\"{}\" after what comes later", shown(&this.2));
            findings.add(&rules::RBX007, path, found, "");
            // One says it.
            return;
        }
        last = Some(this);
    }
}

fn once(model: &Model, findings: &mut Findings) {
    let count = |is: fn(&Chunk) -> bool| model.chunks.iter().filter(|chunk| is(chunk)).count();
    let counts = [
        ("META", count(|chunk| matches!(chunk, Chunk::Metadata(_))), false),
        ("SSTR", count(|chunk| matches!(chunk, Chunk::SharedStrings(_))), false),
        ("PRNT", count(|chunk| matches!(chunk, Chunk::Hierarchy(_))), true),
        ("END", count(|chunk| matches!(chunk, Chunk::End(_))), true),
    ];
    for (name, n, is_needed) in counts {
        if n > 1 || (n == 0 && is_needed) {
            findings.add(&rules::RBX016, name, format!("{n} of them"), 1);
        }
    }
    for (number, chunk) in model.chunks.iter().enumerate() {
        match chunk {
            Chunk::End(content) if *content != *END => {
                findings.add(&rules::RBX016, "END", shown(content), "</roblox>");
            }
            Chunk::Unknown(_) | Chunk::Packed(_) => {
                let path = format!("{} #{number}", trimmed(&chunk.name()).escape_ascii());
                findings.add(&rules::RBX017, path, "bytes", "");
            }
            _ => {}
        }
    }
}

//! Rules about columns.

use super::{Classes, Findings};
use crate::attributes::Attributes;
use crate::common::kinds::counted;
use crate::model::{Chunk, ClassId, Column, Model, SharedTable, UniqueId, Values};
use crate::rules;
use crate::terrain::Grid;
use crate::title::Title;
use std::collections::{BTreeSet, HashSet};

/// The number of findings that are kept per rule.
const KEPT: usize = 1000;

/// A column, and the path of its chunk.
#[derive(Clone, Copy)]
struct Titled<'m> {
    title: Title<'m>,
    column: &'m Column,
}

pub(super) fn columns(model: &Model, classes: &Classes<'_>, findings: &mut Findings) {
    let mut inner = InnerStrings::new(model);
    let mut seen = HashSet::new();
    // The Name column may be among those left packed.
    let packed = model.chunks.iter().filter_map(|chunk| match chunk {
        Chunk::Packed(packed) => packed.column(),
        _ => None,
    });
    let mut named: BTreeSet<ClassId> =
        packed.filter(|(_, name)| *name == b"Name").map(|(class, _)| class).collect();
    let mut with_ids = Vec::new();
    for (number, chunk) in model.chunks.iter().enumerate() {
        // Columns without a type are ignored.
        let Chunk::Column(column) = chunk else { continue };
        if matches!(column.values, Values::Absent) {
            continue;
        }
        let title = classes.title(number, chunk);
        let titled = Titled { title, column };
        if !seen.insert((column.class, &*column.name)) {
            findings.add(&rules::RBX013, title, "a second column", "");
        }
        if column.name == *"Name" {
            named.insert(column.class);
        }
        length(classes, titled, findings);
        match (&*column.name, &column.values) {
            (b"UniqueId", Values::UniqueId(_)) => with_ids.push(titled),
            (b"Source", Values::String(all)) => {
                for (row, source) in all.iter().enumerate().filter(|(_, source)| source.len() >= 200_000) {
                    let path = format_args!("{title}, values[{row}]");
                    findings.add(&rules::RBX009, path, format_args!("{} bytes", source.len()), 199_999);
                }
            }
            (b"size" | b"Size", Values::Vector3(all)) => {
                let is_sound = |axis: &f32| (0.001..=2048.0).contains(axis);
                for (row, size) in all.iter().enumerate() {
                    if let Some((_, axis)) = size.iter().zip(["x", "y", "z"]).find(|(n, _)| !is_sound(n)) {
                        let path = format_args!("{title}, {axis}[{row}]");
                        findings.add(&rules::RBX010, path, format_args!("{size:?}"), "0.001 to 2048");
                    }
                }
            }
            (b"AttributesSerialize", _) => inner.check(titled, Inner::Attributes, findings),
            (b"PropertiesSerialize", _) => inner.check(titled, Inner::Properties, findings),
            (b"SmoothGrid", _) => inner.check(titled, Inner::Terrain, findings),
            _ => {}
        }
    }
    unique_ids(&with_ids, findings);
    let unnamed =
        classes.iter().filter(|(_, class)| !class.referents.is_empty() && !named.contains(&class.id));
    for (number, _) in unnamed {
        if let Some(chunk) = model.chunks.get(number) {
            findings.add(&rules::RBX004, classes.title(number, chunk), "none", "");
        }
    }
}

fn length(classes: &Classes<'_>, Titled { title, column }: Titled<'_>, findings: &mut Findings) {
    let values = format_args!("{title}, values");
    let Some(class) = classes.get(column.class) else {
        let found = format_args!("class {}", column.class);
        findings.add(&rules::RBX014, format_args!("{title}, class"), found, "a class that is declared");
        return;
    };
    let n = class.referents.len();
    match &column.values {
        Values::Raw { type_id, data } if Values::type_name(*type_id).is_some() => {
            let found = format!("{} that cannot be decoded", counted(data.len(), "byte"));
            findings.add(&rules::RBX006, values, found, format_args!("{n} of type {type_id:#04x}"));
        }
        Values::Raw { type_id, .. } => {
            findings.add(&rules::RBX017, values, format_args!("type {type_id:#04x} as bytes"), "");
        }
        all if all.len() != n => findings.add(&rules::RBX006, values, all.len(), n),
        _ => {}
    }
}

/// Finds duplicate ids by sorting them: a map would take three times the memory.
fn unique_ids(columns: &[Titled<'_>], findings: &mut Findings) {
    // Each id with the numbers of its column and row. Ids take 16 bytes each, so 32 bits can number them.
    let mut all: Vec<(UniqueId, u32, u32)> = Vec::new();
    for (titled, number) in columns.iter().zip(0..) {
        let Values::UniqueId(ids) = &titled.column.values else { continue };
        all.reserve_exact(ids.len());
        all.extend(ids.iter().zip(0..).filter(|(id, _)| !id.is_none()).map(|(id, row)| (id, number, row)));
    }
    all.sort_unstable();
    // Of each group of equal ids, report all but the first; keep only the earliest reports in the file.
    let mut twice = Vec::new();
    for same in all.chunk_by(|one, other| one.0 == other.0) {
        let Some(((id, first, first_row), others)) = same.split_first() else { continue };
        for (_, column, row) in others {
            twice.push(((*column, *row), *id, (*first, *first_row)));
            if twice.len() > 2 * KEPT {
                twice.sort_unstable();
                twice.truncate(KEPT);
            }
        }
    }
    twice.sort_unstable();
    for ((column, row), id, (first, first_row)) in twice {
        let title = |number: u32| columns.get(number as usize).map(|titled| titled.title);
        let Some((title, first)) = title(column).zip(title(first)) else { continue };
        let found = format_args!("{id}, as {first}, values[{first_row}]");
        findings.add(&rules::RBX002, format_args!("{title}, values[{row}]"), found, "");
    }
}

/// A string with a format of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Inner {
    Attributes,
    Properties,
    Terrain,
}

/// The state of checking such strings.
struct InnerStrings<'m> {
    shared: SharedTable<'m>,
    /// Which shared strings were already checked, for each of the formats. Thousands of instances may share a string of
    /// several megabytes.
    seen: [Vec<bool>; 3],
    /// How many strings could not be decoded. After [`KEPT`] of them, no more are checked.
    n_undecodable: usize,
}

impl<'m> InnerStrings<'m> {
    fn new(model: &'m Model) -> Self {
        Self { shared: model.shared_strings(), seen: Default::default(), n_undecodable: 0 }
    }

    fn check(&mut self, Titled { title, column }: Titled<'_>, format: Inner, findings: &mut Findings) {
        let n_undecodable = &mut self.n_undecodable;
        let mut check = |(row, bytes): (usize, &[u8])| {
            let value = format_args!("{title}, values[{row}]");
            if bytes.is_empty() && format == Inner::Properties {
                findings.add(&rules::RBX012, value, "an empty string", "");
            }
            if *n_undecodable >= KEPT {
                return;
            }
            let (rule, error) = match format {
                Inner::Attributes | Inner::Properties => (&rules::RBX008, Attributes::read(bytes).1),
                Inner::Terrain => {
                    let (grid, error) = Grid::read(bytes);
                    grid.check(&mut |rule, path, found, limit| {
                        findings.add(rule, value, format_args!("{found}, at {path}"), limit);
                    });
                    (&rules::RBX018, error)
                }
            };
            if let Some(error) = error {
                *n_undecodable = n_undecodable.saturating_add(1);
                findings.add(rule, value, error, "");
            }
        };
        match &column.values {
            Values::String(all) => all.iter().enumerate().for_each(check),
            Values::SharedString(all) => {
                let [attributes, properties, terrain] = &mut self.seen;
                let seen = match format {
                    Inner::Attributes => attributes,
                    Inner::Properties => properties,
                    Inner::Terrain => terrain,
                };
                seen.resize(self.shared.len(), false);
                for (row, index) in all.iter().enumerate() {
                    if let Some(seen @ false) = seen.get_mut(index.0 as usize) {
                        *seen = true;
                        if let Some(bytes) = self.shared.get(*index) {
                            check((row, bytes));
                        }
                    }
                }
            }
            _ => {}
        }
    }
}

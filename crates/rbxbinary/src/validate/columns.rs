//! Rules about columns.

use super::{Classes, Findings};
use crate::common::kinds::counted;
use crate::forms::{CollisionGroup, StringForm};
use crate::model::{Chunk, ClassId, Column, Model, Referent, SharedTable, UniqueId, Values, shown};
use crate::references::Holder;
use crate::rules;
use crate::terrain::Grid;
use crate::title::Title;
use std::cell::OnceCell;
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
    let mut groups = Groups::default();
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
            (b"SmoothGrid", _) => inner.check(titled, Inner::Terrain, findings),
            (name, _) => {
                if name == b"PropertiesSerialize" {
                    inner.check(titled, Inner::Counted, findings);
                }
                let class = classes.get(column.class).map(|class| &*class.name).unwrap_or_default();
                if let Some(holder) = Holder::for_property(class, name) {
                    inner.check(titled, Inner::Held(holder), findings);
                } else if let Some(form) = StringForm::for_property(class, name) {
                    inner.check(titled, Inner::Formed(form), findings);
                }
                match name {
                    b"CollisionGroupData" | b"CollisionGroups" => groups.add(class, titled),
                    b"CollisionGroup" | b"CollisionGroupId" => groups.members.push(titled),
                    _ => {}
                }
            }
        }
    }
    unique_ids(&with_ids, findings);
    groups.check(findings);
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
    // All but the first of each group of equal ids are reported; only the earliest reports in the file are kept.
    let mut twice = Vec::new();
    for same in all.chunk_by(|one, other| one.0 == other.0) {
        let Some(((id, first, first_row), others)) = same.split_first() else { continue };
        for (_, column, row) in others {
            twice.push(((*column, *row), *id, (*first, *first_row)));
            // Sorting only then takes time in proportion to the ids.
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

/// The collision groups of the file, and the parts that refer to a group.
#[derive(Default)]
struct Groups<'m> {
    all: Option<Vec<CollisionGroup>>,
    members: Vec<Titled<'m>>,
}

impl<'m> Groups<'m> {
    /// Adds the groups of a workspace. If it has both forms, the first one in the file is used, which is the newer one.
    fn add(&mut self, class: &[u8], Titled { column, .. }: Titled<'m>) {
        let Values::String(strings) = &column.values else { return };
        let form = StringForm::for_property(class, &column.name)
            .filter(|_| class == b"Workspace" && self.all.is_none());
        let string = strings.iter().find(|bytes| !bytes.is_empty());
        if let Some(data) = form.zip(string).and_then(|(form, bytes)| form.read(bytes).ok()) {
            self.all = Some(CollisionGroup::all(&data));
        }
    }

    /// Checks that the groups of parts exist. A file without a workspace is a model for a place with unknown groups, so
    /// it is not checked.
    fn check(&self, findings: &mut Findings) {
        let Some(all) = &self.all else { return };
        let names = CollisionGroup::names(all);
        for Titled { title, column } in &self.members {
            let mut add = |row: usize, found: String| {
                let path = format_args!("{title}, values[{row}]");
                findings.add(&rules::RBX023, path, found, &names);
            };
            match &column.values {
                Values::String(names) => {
                    for (row, name) in names.iter().enumerate() {
                        if !CollisionGroup::has_name(all, name) {
                            add(row, shown(name));
                        }
                    }
                }
                Values::Int32(ids) => {
                    for (row, id) in ids.iter().enumerate() {
                        if !CollisionGroup::has_id(all, *id) {
                            add(row, format!("group {id}"));
                        }
                    }
                }
                _ => {}
            }
        }
    }
}

/// The format of a string property that is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Inner {
    /// Attributes that begin with a count even if it is 0.
    Counted,
    Held(Holder),
    Formed(StringForm),
    Terrain,
}

/// The state of checking strings with inner formats.
struct InnerStrings<'m> {
    shared: SharedTable<'m>,
    /// For each format, the shared strings that were already checked. Thousands of instances may share a string of
    /// several megabytes.
    seen: Vec<(Inner, Vec<bool>)>,
    /// The number of strings that could not be decoded. After [`KEPT`] of them, no more are checked.
    n_undecodable: usize,
    model: &'m Model,
    /// All referents; collected when the first reference is checked.
    instances: OnceCell<HashSet<Referent>>,
}

impl<'m> InnerStrings<'m> {
    fn new(model: &'m Model) -> Self {
        let (seen, instances) = (Vec::new(), OnceCell::new());
        Self { shared: model.shared_strings(), seen, n_undecodable: 0, model, instances }
    }

    fn check(&mut self, Titled { title, column }: Titled<'_>, format: Inner, findings: &mut Findings) {
        let Self { n_undecodable, model, instances, .. } = self;
        let is_there = |id| {
            let all = || model.classes().flat_map(|class| &class.referents).copied().collect();
            instances.get_or_init(all).contains(&id)
        };
        let mut check = |(row, bytes): (usize, &[u8])| {
            let value = format_args!("{title}, values[{row}]");
            if *n_undecodable >= KEPT {
                return;
            }
            let (rule, error) = match format {
                Inner::Counted => {
                    if bytes.is_empty() {
                        findings.add(&rules::RBX012, value, "an empty string", "");
                    }
                    return;
                }
                Inner::Held(holder) => {
                    for (attribute, id) in holder.references(bytes) {
                        if !is_there(id) {
                            let of = attribute.map(|name| format!("@{}: ", shown(&name))).unwrap_or_default();
                            let found = format_args!("{of}there is no instance {id}");
                            findings.add(&rules::RBX003, value, found, "");
                        }
                    }
                    (&rules::RBX008, holder.error(bytes))
                }
                // An empty string is valid in every form.
                Inner::Formed(_) if bytes.is_empty() => return,
                Inner::Formed(form) => (&rules::RBX022, form.read(bytes).err()),
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
                let at = self.seen.iter().position(|(of, _)| *of == format).unwrap_or(self.seen.len());
                if at == self.seen.len() {
                    self.seen.push((format, vec![false; self.shared.len()]));
                }
                let Some((_, seen)) = self.seen.get_mut(at) else { return };
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

//! Edits of LLSD.

use super::paths::{Targets, split, unescaped};
use super::{Edit, Edited, no_part, not_there, value};
use crate::roblox::Saved;
use crate::verbs::query::chosen;
use files::File;
use files::codec::Codec;
use files::outline::{Label, Outline, Paths, Step};
use scene::{Problem, ProblemKind};

/// A step of a path into an LLSD value.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PathStep {
    Key(Vec<u8>),
    Index(usize),
}

/// A change of one value.
enum Change<'e> {
    /// Steps to a value, the name for messages, the text, and the type.
    Set(Vec<PathStep>, String, &'e str, Option<&'e str>),
    /// Steps to a value that is removed, and its path.
    Remove(Vec<PathStep>, String),
    /// A key that all maps lose.
    Strip(&'e str),
}

pub(super) fn edit(file: &File<'_>, edits: &[Edit]) -> Result<Edited, Problem> {
    let (mut value, warnings) = <::llsd::Value as Codec>::read(file.bytes(), file.options())?;
    let (mut changes, mut notes) = (Ok(Vec::new()), Vec::from_iter(warnings.in_words()));
    files::llsd::outline::of_containers(&value, &mut |outline| {
        changes = changes_of(outline, edits, &mut notes);
    });
    let mut n_values = 0_usize;
    for change in changes? {
        let n = match change {
            Change::Set(way, property, text, kind) => {
                let at = inside(&mut value, way, kind.is_some()).ok_or_else(|| not_there(&property))?;
                *at = value::llsd(at, text, kind)?;
                1
            }
            Change::Strip(key) => strip(&mut value, key, &mut notes),
            Change::Remove(way, path) => {
                let is_removed = remove(&mut value, way);
                is_removed.then_some(1).ok_or_else(|| no_part(&path))?
            }
        };
        n_values = n_values.saturating_add(n);
    }
    Edited::on(file, n_values, notes, || {
        Ok(Saved::plain(Codec::write_onto(&value, file.bytes(), file.options())?))
    })
}

/// The changes that edits request, in an order in which no change affects the paths of later ones.
fn changes_of<'e>(
    outline: &dyn Outline,
    edits: &'e [Edit],
    notes: &mut Vec<String>,
) -> Result<Vec<Change<'e>>, Problem> {
    let targets = Targets::new(outline, edits)?;
    let (mut changes, mut strips, mut removed) = (Vec::new(), Vec::new(), Vec::new());
    for edit in edits {
        match edit {
            Edit::Set { path, value, kind } => {
                let (node, property) = targets.property(path, no_part)?;
                changes.push(Change::Set(way(outline, node, &property), property, value, kind.as_deref()));
            }
            Edit::SetAll { query, property, value, kind } => {
                let property = unescaped(property);
                for node in chosen(outline, query, notes)? {
                    if kind.is_some() || has(outline, node, &property) {
                        let way = way(outline, node, &property);
                        changes.push(Change::Set(way, property.clone(), value, kind.as_deref()));
                    }
                }
            }
            Edit::Strip { class, property } if class == "*" || class == "map" => {
                strips.push(Change::Strip(property));
            }
            Edit::Strip { .. } => {
                return Err(Problem::new(ProblemKind::Value, "LLSD has no classes: use *.KEY"));
            }
            Edit::StripAll { query, property } => {
                let property = unescaped(property);
                let nodes = chosen(outline, query, notes)?.into_iter();
                let nodes = nodes.filter(|node| has(outline, *node, &property));
                removed.extend(nodes.map(|node| (way(outline, node, &property), property.clone())));
            }
            Edit::StripPart { part } => {
                return Err(Problem::new(ProblemKind::Value, format!("{part} is not CLASS.PROPERTY")));
            }
            Edit::Remove { path } => {
                let way = match targets.node(path) {
                    Some(0) => {
                        return Err(Problem::new(ProblemKind::Value, "the whole file cannot be removed"));
                    }
                    Some(node) => way_to(outline, node, Vec::new()),
                    None => {
                        let (part, property) = split(path)?;
                        let found = || Paths::new(outline).number(outline, part);
                        let node = if part.is_empty() { Some(0) } else { found() };
                        way(outline, node.ok_or_else(|| no_part(path))?, &property)
                    }
                };
                removed.push((way, path.clone()));
            }
            Edit::Copy { .. } | Edit::New { .. } => {
                let message = "there are no instances in LLSD";
                return Err(Problem::new(ProblemKind::Unsupported, message)
                    .help("`rez set --type` adds a key with a value"));
            }
            Edit::Add { .. } | Edit::RemoveAll { .. } | Edit::MapAssets { .. } => {
                return Err(Problem::new(ProblemKind::Unsupported, "there are no instances in LLSD"));
            }
        }
    }
    // From the back, which keeps earlier indices of arrays valid and removes values before those that they are in.
    removed.sort_by(|(one, _), (other, _)| other.cmp(one));
    // Removing the same index twice would remove the next item.
    removed.dedup_by(|(one, _), (other, _)| one == other);
    changes.append(&mut strips);
    changes.extend(removed.into_iter().map(|(way, path)| Change::Remove(way, path)));
    Ok(changes)
}

/// Removes a key from all maps, and returns the number of values removed.
fn strip(value: &mut ::llsd::Value, key: &str, notes: &mut Vec<String>) -> usize {
    let mut n = 0_usize;
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        match value {
            ::llsd::Value::Map(map) => {
                while map.remove(key).is_some() {
                    n = n.saturating_add(1);
                }
                pending.extend(map.values_mut());
            }
            ::llsd::Value::Array(array) => pending.extend(array.iter_mut()),
            _ => {}
        }
    }
    if n == 0 {
        notes.push(format!("no map has the key {key}"));
    }
    n
}

/// Returns true if a node has a property.
fn has(outline: &dyn Outline, number: u32, property: &str) -> bool {
    let mut is_found = false;
    let is_it = |label: &Label<'_>| match label {
        Label::Name(name) => property.as_bytes() == &**name,
        label => label.to_string() == property,
    };
    outline.properties(number, &mut |label, _| is_found |= is_it(label));
    is_found
}

/// The value at the end of `way`. If `is_made` is set, a missing last step is created.
fn inside(value: &mut ::llsd::Value, way: Vec<PathStep>, is_made: bool) -> Option<&mut ::llsd::Value> {
    let (mut at, n_steps) = (value, way.len());
    for (step, n_before) in way.into_iter().zip(1..) {
        let is_made = is_made && n_before == n_steps;
        at = match step {
            PathStep::Key(key) => {
                let map = at.as_map_mut()?;
                if is_made && !map.contains_key(&key) {
                    map.insert(key.as_slice(), ::llsd::Value::Undef);
                }
                map.get_mut(key)?
            }
            PathStep::Index(index) => {
                let array = at.as_array_mut()?;
                if is_made && index == array.len() {
                    array.push(::llsd::Value::Undef);
                }
                array.get_mut(index)?
            }
        };
    }
    Some(at)
}

/// Removes the value at the end of `way`; returns `false` if it does not exist.
fn remove(value: &mut ::llsd::Value, mut way: Vec<PathStep>) -> bool {
    let last = way.pop();
    match (last, inside(value, way, false)) {
        (Some(PathStep::Key(key)), Some(::llsd::Value::Map(map))) => map.remove(key).is_some(),
        (Some(PathStep::Index(index)), Some(::llsd::Value::Array(array))) if index < array.len() => {
            array.remove(index);
            true
        }
        _ => false,
    }
}

/// The steps from the root of the document to a property.
fn way(outline: &dyn Outline, number: u32, property: &str) -> Vec<PathStep> {
    // A map key may look like `[0]` too, so only arrays take brackets for an index.
    let index = || property.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let last = match (outline.kind(number), index()) {
        (b"array", Some(index)) => PathStep::Index(index),
        _ => PathStep::Key(property.into()),
    };
    way_to(outline, number, vec![last])
}

/// The steps from the root to a node, followed by `way`.
fn way_to(outline: &dyn Outline, number: u32, mut way: Vec<PathStep>) -> Vec<PathStep> {
    let mut at = number;
    while at != 0 {
        way.push(match outline.step(at) {
            Step::Name(key) => PathStep::Key(key.to_vec()),
            Step::Index(index) | Step::Item(_, index) => PathStep::Index(index as usize),
        });
        at = outline.parent(at);
    }
    way.reverse();
    way
}

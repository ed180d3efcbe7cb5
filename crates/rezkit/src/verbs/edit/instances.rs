//! Edits of instances, in models and places.

use super::copies::{self, Chosen};
use super::paths::{Targets, no_part_in, paths_in, split, unescaped};
use super::properties::{set, set_all, unset};
use super::{Edit, Edited, NodeEdit, addresses, no_part, value};
use crate::roblox::{Document, Sink};
use crate::verbs::query::{check_property, chosen};
use dom::{Id, Position};
use files::documents::{self, problem};
use files::outline::{Outline, Paths, is_shortened};
use files::{Family, File};
use scene::{Problem, ProblemKind};
use std::collections::{HashMap, HashSet};

/// A document that is being edited.
struct Editor<'f> {
    file: &'f File<'f>,
    document: Document,
    targets: Targets<Id>,
    notes: Vec<String>,
}

/// Edits a model or place.
pub(super) fn edit(file: &File<'_>, edits: &[Edit], give: Option<&mut Sink<'_>>) -> Result<Edited, Problem> {
    let (model, warnings) = documents::read(file)?;
    let mut notes = Vec::from_iter(warnings.in_words());
    let wanted = paths_in(edits)?;
    let short: HashSet<_> = wanted.iter().copied().filter(|path| is_shortened(path)).collect();
    let (mut of_short, mut numbers) = (HashMap::new(), Ok(vec![Vec::new(); edits.len()]));
    let mut moved = moved_by_path(edits)?;
    if !short.is_empty() || edits.iter().any(|edit| edit.query().is_some()) {
        documents::outline(&model, file.memory(), &mut |outline| {
            if !short.is_empty() {
                of_short = Paths::new(outline).numbers(outline, &short);
            }
            numbers = edits.iter().map(|edit| chosen_by(outline, edit, &mut notes)).collect();
            let paths = Paths::new(outline);
            for (edit, numbers) in edits.iter().zip(numbers.iter().flatten()) {
                if matches!(edit, Edit::SetAll { property, .. } if is_of_path(property)) {
                    moved.extend(numbers.iter().map(|number| paths.path(outline, *number)));
                }
            }
        })?;
    }
    let numbers: Vec<Vec<u32>> = numbers?;
    let document = Document::from(model);
    let ids = document.ids();
    // Node 0 is the file.
    let id_of = |number: u32| (number as usize).checked_sub(1).and_then(|index| ids.get(index)).copied();
    let mut nodes: HashMap<_, _> =
        of_short.into_iter().filter_map(|(path, number)| Some((path, id_of(number)?))).collect();
    let paths: Vec<_> = wanted.into_iter().filter(|path| !path.is_empty()).collect();
    if !paths.is_empty() {
        let found = paths.iter().zip(document.0.find_all(&paths));
        nodes.extend(found.filter_map(|(path, id)| Some(((*path).to_owned(), id?))));
    }
    let mut editor = Editor { file, document, targets: Targets { nodes, root: None }, notes };
    let mut steps: Vec<_> = edits.iter().zip(numbers).collect();
    steps.sort_by_key(|(edit, _)| phase(edit));
    let mut n_values = 0_usize;
    for (edit, numbers) in steps {
        let chosen: Vec<_> = numbers.into_iter().filter_map(id_of).collect();
        n_values = n_values.saturating_add(editor.apply(edit, chosen)?);
    }
    let Editor { document, notes, .. } = editor;
    let mut edited = Edited::on(file, n_values, notes, || document.save_on(file, give))?;
    edited.notes.extend(notes_of_scripts(file, &moved)?);
    Ok(edited)
}

/// Returns true for the properties that are part of a path.
fn is_of_path(property: &str) -> bool {
    ["Name", "Parent"].iter().any(|name| name.eq_ignore_ascii_case(property))
}

/// The paths of the instances that edits by path rename or move.
fn moved_by_path(edits: &[Edit]) -> Result<Vec<String>, Problem> {
    let mut moved = Vec::new();
    for edit in edits {
        let Edit::Set { path, .. } = edit else { continue };
        let (path, property) = split(path)?;
        if is_of_path(&property) {
            moved.push(path.to_owned());
        }
    }
    Ok(moved)
}

/// Notes on the scripts that name the instances that are renamed or moved.
#[cfg(feature = "scripts")]
fn notes_of_scripts(file: &File<'_>, moved: &[String]) -> Result<Vec<String>, Problem> {
    crate::verbs::scripts::notes_of_scripts(file, &Vec::from_iter(moved.iter().map(String::as_str)))
}

#[cfg(not(feature = "scripts"))]
fn notes_of_scripts(_: &File<'_>, _: &[String]) -> Result<Vec<String>, Problem> {
    Ok(Vec::new())
}

/// The phase in which an edit is applied, from 0. All edits refer to the original file, so instances are
/// added after values are set, and removed last.
fn phase(edit: &Edit) -> u8 {
    match edit {
        Edit::Set { .. } | Edit::StripPart { .. } => 0,
        Edit::MapAssets { .. } => 1,
        Edit::SetAll { .. } | Edit::StripAll { .. } | Edit::Strip { .. } => 2,
        Edit::Add { .. } | Edit::Copy { .. } | Edit::New { .. } => 3,
        Edit::Remove { .. } | Edit::RemoveAll { .. } => 4,
    }
}

/// The nodes that the query of an edit selects. An unknown property is an error, unless the edit adds it.
fn chosen_by(outline: &dyn Outline, edit: &Edit, notes: &mut Vec<String>) -> Result<Vec<u32>, Problem> {
    let Some(query) = edit.query() else { return Ok(Vec::new()) };
    let numbers = chosen(outline, &query, notes)?;
    match edit {
        Edit::SetAll { property, kind: None, .. }
        | Edit::StripAll { property, .. }
        | Edit::Strip { property, .. } => check_property(outline, &unescaped(property), notes)?,
        _ => {}
    }
    Ok(numbers)
}

impl Editor<'_> {
    /// Applies one edit to the instances that its query selects, and returns the number of values changed.
    fn apply(&mut self, edit: &Edit, mut chosen: Vec<Id>) -> Result<usize, Problem> {
        let Self { file, document, targets, notes } = self;
        let find = |path: &str| targets.node(path);
        match edit {
            Edit::Set { path, value, kind } => {
                let (id, property) = targets.property(path, |path| no_part_in(document, path))?;
                set(document, id, &property, value, kind.as_deref(), &find)?;
                Ok(1)
            }
            Edit::StripPart { part } => {
                Err(Problem::new(ProblemKind::Value, format!("{part} is not CLASS.PROPERTY")))
            }
            Edit::MapAssets { map, scripts } => addresses::map_all(document, map, *scripts, notes),
            Edit::SetAll { property, value, kind, .. } => {
                set_all(document, &chosen, property, (value, kind.as_deref()), &find, notes)
            }
            Edit::StripAll { property, .. } | Edit::Strip { property, .. } => {
                let unset = chosen.into_iter().map(|id| unset(document, id, property).map(usize::from));
                unset.sum()
            }
            Edit::Add { parent, model } => {
                copies::copy(document, model, Chosen::default(), Some(parent), (targets, file), notes)
            }
            Edit::Copy { model: Some(model), paths, query, parent } => {
                let chosen = Chosen { paths, query: query.as_ref() };
                copies::copy(document, model, chosen, parent.as_deref(), (targets, file), notes)
            }
            Edit::Copy { model: None, paths, parent, .. } => {
                let named = paths.iter().map(|path| find(path).ok_or_else(|| no_part_in(document, path)));
                let mut ids = named.collect::<Result<Vec<_>, Problem>>()?;
                ids.append(&mut chosen);
                copies::duplicate(document, &ids, parent.as_deref(), targets)
            }
            Edit::New { parent, class, name, properties, source } => {
                let new = (&**parent, &**class, &**name);
                copies::create(document, new, properties, source.as_deref(), targets)?;
                Ok(1)
            }
            Edit::Remove { path } => {
                Ok(document.remove(find(path).ok_or_else(|| no_part_in(document, path))?))
            }
            // Instances inside one that was removed before are already gone, and count 0.
            Edit::RemoveAll { .. } => Ok(chosen.into_iter().map(|id| document.remove(id)).sum()),
        }
    }
}

/// Edits instances that are given by node number.
pub(super) fn edit_nodes(file: &File<'_>, edits: &[NodeEdit]) -> Result<Edited, Problem> {
    let mut document = Document::read(file)?;
    let ids = document.ids();
    let id_of = |node: u32| {
        // Node 0 is the file.
        let id = (node as usize).checked_sub(1).and_then(|index| ids.get(index));
        id.copied().ok_or_else(|| no_part(&format!("number {node}")))
    };
    let values = edits.iter().filter_map(|edit| match edit {
        NodeEdit::Set { value, .. } => Some(value::paths_in(value)),
        NodeEdit::Rename { .. } | NodeEdit::Move { .. } | NodeEdit::Remove { .. } => None,
    });
    // Paths refer to the file as it was, so they are resolved before anything changes.
    let named: HashMap<_, _> =
        values.flatten().filter_map(|path| Some((path.to_owned(), document.find(path)?))).collect();
    let mut n_values = 0_usize;
    for edit in edits {
        match edit {
            NodeEdit::Set { node, property, value } => {
                set(&mut document, id_of(*node)?, property, value, None, &|path| named.get(path).copied())?;
            }
            NodeEdit::Rename { node, name } => document.set(id_of(*node)?, "Name", &**name)?,
            NodeEdit::Move { node, parent } => {
                let parent = if *parent == 0 { None } else { Some(id_of(*parent)?) };
                document.move_to(id_of(*node)?, parent, Position::Last)?;
            }
            NodeEdit::Remove { .. } => continue,
        }
        n_values = n_values.saturating_add(1);
    }
    for edit in edits {
        if let NodeEdit::Remove { node } = edit {
            n_values = n_values.saturating_add(document.remove(id_of(*node)?));
        }
    }
    Edited::on(file, n_values, Vec::new(), || document.save_on(file, None))
}

/// Sets the sources of scripts, which are given by node number.
pub(crate) fn set_sources(file: &File<'_>, sources: Vec<(u32, Vec<u8>)>) -> Result<Edited, Problem> {
    if !matches!(file.identity().format.family(), Family::RbxXml | Family::RbxBinary) {
        let words = file.identity().format.in_words();
        return Err(Problem::new(ProblemKind::Unsupported, format!("there are no scripts in {words}")));
    }
    let mut document = Document::read(file)?;
    let (ids, n_values) = (document.ids(), sources.len());
    for (number, source) in sources {
        let id = (number as usize).checked_sub(1).and_then(|index| ids.get(index));
        if let Some(id) = id {
            document.0.set_bytes(*id, "Source", &source).map_err(problem)?;
        }
    }
    Edited::on(file, n_values, Vec::new(), || document.save_on(file, None))
}

//! New instances: copies, and instances of a class.

use super::super::query::{Query, chosen};
use super::paths::{Targets, no_part_in};
use super::properties::set;
use crate::roblox::Document;
use dom::classes;
use dom::{Id, Inserted};
use files::documents;
use files::names::near;
use files::outline::FILE;
use files::{Family, File, OpenOptions};
use scene::{Problem, ProblemKind};

/// Upper bound on notes about properties of added instances that were changed or dropped by copying.
const MOST_NOTES: usize = 20;

/// The instances of another file that are copied.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Chosen<'c> {
    pub(super) paths: &'c [String],
    pub(super) query: Option<&'c Query>,
}

/// Copies instances of the same file, and returns the number of instances added.
pub(super) fn duplicate(
    document: &mut Document,
    ids: &[Id],
    parent: Option<&str>,
    targets: &Targets<Id>,
) -> Result<usize, Problem> {
    let into = parent.map(|path| place(document, path, targets)).transpose()?;
    let mut n = 0_usize;
    // An instance inside another one that is chosen is copied with that one.
    for id in tops(document, ids) {
        n = n.saturating_add(document.within(id).len());
        let parent = into.unwrap_or_else(|| document.parent(id));
        document.copy(id, parent)?;
    }
    Ok(n)
}

/// Copies instances of another file, all of them if none are chosen, and returns the number of instances
/// added. Without a parent, each copy goes into the instance at the path of its old parent, or to the top if
/// no instance exists there.
pub(super) fn copy(
    document: &mut Document,
    model: &[u8],
    chosen: Chosen<'_>,
    parent: Option<&str>,
    (targets, file): (&Targets<Id>, &File<'_>),
    notes: &mut Vec<String>,
) -> Result<usize, Problem> {
    let model = File::open(model, &OpenOptions::default().max_memory(file.memory()))?;
    let (other, ids) = read(&model, chosen, notes)?;
    let mut n = 0_usize;
    let into = parent.map(|path| place(document, path, targets)).transpose()?;
    let mut places: Vec<(Option<Id>, Vec<Id>)> = Vec::new();
    for id in tops(&other, &ids) {
        n = n.saturating_add(other.within(id).len());
        let same = || document.find(&other.path(other.parent(id)?));
        let parent = into.unwrap_or_else(same);
        match places.iter_mut().find(|(place, _)| *place == parent) {
            Some((_, ids)) => ids.push(id),
            None => places.push((parent, vec![id])),
        }
    }
    for (parent, ids) in places {
        let inserted = document.insert(&other, &ids, parent)?;
        mention(document, &inserted, notes);
    }
    Ok(n)
}

/// Adds an instance of a class.
pub(super) fn create(
    document: &mut Document,
    (parent, class, name): (&str, &str, &str),
    properties: &[(String, String)],
    source: Option<&[u8]>,
    targets: &Targets<Id>,
) -> Result<(), Problem> {
    if classes::ARE_KNOWN && classes::class(class).is_none() {
        let perhaps = near(class, classes::names()).first().map(|near| format!("; {near}?"));
        let message = format!("there is no class {class}{}", perhaps.unwrap_or_default());
        return Err(Problem::new(ProblemKind::Reference, message));
    }
    let parent = place(document, parent, targets)?;
    let id = document.add(parent, class)?;
    document.set(id, "Name", name)?;
    for (property, text) in properties {
        set(document, id, property, text, None, &|path| targets.node(path))?;
    }
    if let Some(source) = source {
        if !dom::names::is_script(class.as_bytes()) {
            let message =
                format!("a {class} has no source; only Script, LocalScript and ModuleScript have one");
            return Err(Problem::new(ProblemKind::Value, message));
        }
        document.0.set_bytes(id, "Source", source).map_err(documents::problem)?;
    }
    Ok(())
}

/// The chosen instances of a model, in order; its roots if nothing is chosen.
fn read(
    file: &File<'_>,
    Chosen { paths, query }: Chosen<'_>,
    notes: &mut Vec<String>,
) -> Result<(Document, Vec<Id>), Problem> {
    let (model, _) = documents::read(file).map_err(|problem| match file.identity().format.family() {
        Family::Llsd => problem.help("`rez set --type` adds a key with a value"),
        Family::RbxMesh | Family::SlMesh => {
            problem.help("`rez lod` makes levels of a mesh, and `rez strip` removes them")
        }
        _ => problem,
    })?;
    let mut numbers = Ok(Vec::new());
    if let Some(query) = query {
        documents::outline(&model, file.memory(), &mut |outline| numbers = chosen(outline, query, notes))?;
    }
    let numbers = numbers?;
    let document = Document::from(model);
    let mut ids = Vec::new();
    for path in paths {
        ids.push(document.find(path).ok_or_else(|| no_part_in(&document, path))?);
    }
    if !numbers.is_empty() {
        let all = document.ids();
        // Node 0 is the file.
        let of = |number: u32| (number as usize).checked_sub(1).and_then(|index| all.get(index)).copied();
        ids.extend(numbers.into_iter().filter_map(of));
    }
    if paths.is_empty() && query.is_none() {
        ids = document.roots();
    }
    Ok((document, ids))
}

/// The given instances that are not descendants of other given ones, without duplicates.
fn tops(document: &Document, ids: &[Id]) -> Vec<Id> {
    let all: std::collections::HashSet<_> = ids.iter().copied().collect();
    let is_top = |id: &Id| {
        std::iter::successors(document.parent(*id), |above| document.parent(*above))
            .all(|above| !all.contains(&above))
    };
    let mut seen = std::collections::HashSet::new();
    ids.iter().copied().filter(is_top).filter(|id| seen.insert(*id)).collect()
}

/// The instance at a path; `None` for the file.
fn place(document: &Document, path: &str, targets: &Targets<Id>) -> Result<Option<Id>, Problem> {
    if path == FILE {
        return Ok(None);
    }
    targets.node(path).map(Some).ok_or_else(|| no_part_in(document, path))
}

/// Adds notes on the properties of copies that copying changed or dropped.
pub(super) fn mention(document: &Document, inserted: &Inserted, notes: &mut Vec<String>) {
    let mut note = |of: &[(Id, String)], what: &str| {
        for (id, property) in of.iter().take(MOST_NOTES) {
            notes.push(format!("{}.{property} {what}", document.path(*id)));
        }
        if let Some(more) = of.len().checked_sub(MOST_NOTES).filter(|more| *more > 0) {
            notes.push(format!("and {more} more"));
        }
    };
    note(&inserted.references, "refers to nothing, because its target was not added");
    note(&inserted.left_out, "is left out, because this encoding cannot store it");
}

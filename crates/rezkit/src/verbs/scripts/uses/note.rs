//! A note on the scripts that name an instance.

use super::{Found, each_use};
use files::File;
use files::outline::Paths;
use scene::{Problem, counted};
use std::collections::HashMap;

/// Upper bound on the lines of scripts that a note lists.
const MOST_NAMED: usize = 5;

/// Upper bound on the instances that have notes.
const MOST_NOTES: usize = 20;

/// Notes on the lines of scripts that name these instances, since such lines break when an instance is
/// renamed or moved. There is one note for each instance that scripts name.
///
/// # Errors
///
/// If the file cannot be read.
pub(crate) fn notes_of_scripts(file: &File<'_>, paths: &[&str]) -> Result<Vec<String>, Problem> {
    if !file.identity().format.is_roblox() || paths.is_empty() {
        return Ok(Vec::new());
    }
    let (memory, mut places) = (file.allowance(), vec![Vec::new(); paths.len()]);
    file.outline(&mut |outline| {
        let numbers = Paths::new(outline).numbers(outline, &paths.iter().copied().collect());
        let indices: HashMap<_, _> = paths
            .iter()
            .enumerate()
            .filter_map(|(index, path)| Some((*numbers.get(*path)?, index)))
            .collect();
        let is_wanted = |one: Found| one.target.is_some_and(|target| indices.contains_key(&target));
        each_use(outline, &memory, &is_wanted, &mut |found, one| {
            let named = found.target.and_then(|target| places.get_mut(*indices.get(&target)?));
            named.into_iter().for_each(|named| named.push(format!("{}:{}", one.script, one.line)));
        });
        memory.end()
    })?;
    let mut notes: Vec<_> =
        paths.iter().zip(places).filter_map(|(path, places)| note(path, places)).collect();
    let more = notes.len().saturating_sub(MOST_NOTES);
    notes.truncate(MOST_NOTES);
    notes.extend(
        (more > 0).then(|| format!("scripts name {} more that may not be found", counted(more, "instance"))),
    );
    Ok(notes)
}

fn note(path: &str, mut places: Vec<String>) -> Option<String> {
    places.dedup();
    let (n, more) = (places.len(), places.len().saturating_sub(MOST_NAMED));
    places.truncate(MOST_NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let name = if n == 1 { "names" } else { "name" };
    let (lines, places) = (counted(n, "line"), places.join(", "));
    (n > 0).then(|| format!("{lines} of scripts {name} {path} and may no longer find it: {places}{more}"))
}

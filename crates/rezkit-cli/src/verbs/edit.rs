//! Changing values of a file: `set`, `strip`, `implant` and `lod`.

use super::diff::{self, refused};
use super::misnamed;
use crate::Code;
use crate::args::{Add, Common, Implant, Lod, Migrate, Remove, Set, Strip, Target};
use crate::batch::{opened, options};
use crate::inputs::{below, is_absent, one, read_below};
use crate::output::{Out, replace, save};
use crate::show::{self, ODD, counted, json, size};
use rezkit::{
    Change, DiffOptions, Edit, Edited, File, OpenOptions, PROJECT_FILE, Problem, ProblemKind, edit,
    implant_project,
};
use std::collections::{HashMap, HashSet};
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

pub(crate) fn set(verb: &Set, common: &Common, out: &mut Out) -> Code {
    let [listed, map] = match [&verb.from, &verb.map_assets].map(|path| text(path.as_deref(), common)) {
        [Ok(listed), Ok(map)] => [listed, map],
        [Err((name, error)), _] | [_, Err((name, error))] => {
            out.tell(&show::error(&name, &error.to_string()));
            return Code::Io;
        }
    };
    let listed = listed.lines().filter(|line| !line.trim().is_empty());
    let mut edits = Vec::new();
    for assignment in verb.assignments.iter().map(String::as_str).chain(listed) {
        let Some((path, value)) = split(assignment) else {
            let shape = if verb.query.is_some() { "PROPERTY=VALUE" } else { "PATH.PROPERTY=VALUE" };
            out.tell(&show::error(assignment, &format!("this is not {shape}")));
            return Code::Usage;
        };
        let kind = verb.kind.clone();
        edits.push(match verb.query.clone() {
            Some(query) => Edit::SetAll { query, property: path, value, kind },
            None => Edit::Set { path, value, kind },
        });
    }
    if let Some(path) = &verb.map_assets {
        match map.parse() {
            Ok(map) => edits.push(Edit::MapAssets { map, scripts: verb.scripts }),
            Err(problem) => {
                out.tell(&show::problem(&path.to_string_lossy(), &problem));
                return Code::Usage;
            }
        }
    }
    run(&verb.target, "value", "set", common, out, |file| edit(file, &edits))
}

pub(crate) fn strip(verb: &Strip, common: &Common, out: &mut Out) -> Code {
    let mut edits = Vec::new();
    for what in &verb.what {
        if let Some(query) = verb.query.clone() {
            edits.push(Edit::StripAll { query, property: what.clone() });
            continue;
        }
        edits.push(match what.split_once('.') {
            Some((class, property)) if !property.is_empty() => {
                Edit::Strip { class: class.to_owned(), property: property.to_owned() }
            }
            Some(_) => {
                out.tell(&show::error(what, "this is not CLASS.PROPERTY"));
                return Code::Usage;
            }
            None => Edit::StripPart { part: what.clone() },
        });
    }
    run(&verb.target, "value", "removed", common, out, |file| edit(file, &edits))
}

pub(crate) fn migrate(verb: &Migrate, common: &Common, out: &mut Out) -> Code {
    run(&verb.target, "value", "moved", common, out, rezkit::migrate)
}

pub(crate) fn add(verb: &Add, common: &Common, out: &mut Out) -> Code {
    let mut edits = Vec::new();
    for path in &verb.models {
        let read = match one(path) {
            None => Err(io::ErrorKind::IsADirectory.into()),
            Some(input) => input.read(common.max_memory),
        };
        match read {
            Ok(model) => edits.push(Edit::Add { parent: verb.parent.clone(), model }),
            Err(error) => {
                out.tell(&show::error(&path.to_string_lossy(), &error.to_string()));
                return Code::Io;
            }
        }
    }
    run(&verb.target, "instance", "added", common, out, |file| edit(file, &edits))
}

pub(crate) fn remove(verb: &Remove, common: &Common, out: &mut Out) -> Code {
    let parts = verb.parts.iter().map(|path| Edit::Remove { path: path.clone() });
    let all = verb.query.iter().map(|query| Edit::RemoveAll { query: query.clone() });
    let edits: Vec<_> = parts.chain(all).collect();
    run(&verb.target, "part", "removed", common, out, |file| edit(file, &edits))
}

pub(crate) fn implant(verb: &Implant, common: &Common, out: &mut Out) -> Code {
    if !verb.folder.is_dir() {
        out.tell(&show::error(&verb.folder.to_string_lossy(), "this is not a folder"));
        return Code::Usage;
    }
    if verb.folder.join(PROJECT_FILE).is_file() {
        return run(&verb.target, "change", "put back", common, out, |file| {
            of_project(file, &verb.folder, common)
        });
    }
    run(&verb.target, "script", "put back", common, out, |file| {
        // The files of scripts, and one that cannot be read.
        let (mut known, mut refused) = (HashSet::new(), None);
        let edited = rezkit::implant(file, &mut |path| {
            let read = read_below(&verb.folder, Path::new(path), common.max_memory);
            if read.as_ref().is_err_and(is_absent) {
                return None;
            }
            known.insert(PathBuf::from(path));
            read.map_err(|error| refused = Some((path.to_owned(), error))).ok()
        });
        if let Some((path, error)) = refused {
            return Err(not_read((verb.folder.join(path).to_string_lossy().into_owned(), error)));
        }
        let mut edited = edited?;
        let all = below(&verb.folder).map_err(not_read)?;
        let scripts = all.into_iter().filter(|path| path.starts_with("scripts"));
        let strange = scripts.filter(|path| !known.contains(path));
        let note = |path: PathBuf| format!("{} belongs to no script", verb.folder.join(path).display());
        edited.notes.extend(strange.map(note));
        Ok(edited)
    })
}

/// Puts a project of Rojo back.
fn of_project(file: &File<'_>, folder: &Path, common: &Common) -> Result<Edited, Problem> {
    let paths = below(folder).map_err(not_read)?.into_iter().map(|path| {
        let parts = path.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
        parts.collect::<Vec<_>>().join("/")
    });
    let paths: Vec<String> = paths.collect();
    implant_project(file, &paths, &mut |path| {
        let read = read_below(folder, Path::new(path), common.max_memory);
        read.map_err(|error| not_read((folder.join(path).to_string_lossy().into_owned(), error)))
    })
}

fn not_read((path, error): (String, io::Error)) -> Problem {
    Problem { path, ..Problem::io(&error) }
}

pub(crate) fn lod(verb: &Lod, common: &Common, out: &mut Out) -> Code {
    let Some(options) = verb.levels.options() else {
        let message = "say which levels to make, with --lods, --error or --land-impact";
        out.tell(&show::error(&verb.target.path.to_string_lossy(), message));
        return Code::Usage;
    };
    run(&verb.target, "level", "made", common, out, |file| rezkit::lod::lod(file, &options).map(Edited::from))
}

/// The text of a file; nothing without one.
fn text(path: Option<&Path>, common: &Common) -> Result<String, (String, io::Error)> {
    let Some(path) = path else { return Ok(String::new()) };
    let name = path.to_string_lossy().into_owned();
    let Some(input) = one(path) else {
        return Err((name, io::ErrorKind::IsADirectory.into()));
    };
    let text = input.read(common.max_memory).and_then(|bytes| {
        String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    });
    text.map_err(|error| (name, error))
}

/// A path, and the value behind the first `=` that is no part of a name.
fn split(assignment: &str) -> Option<(String, String)> {
    let is_end = |(at, _): &(usize, &str)| !assignment[..*at].ends_with('\\');
    let (at, _) = assignment.match_indices('=').find(is_end)?;
    Some((assignment[..at].replace("\\=", "="), assignment[at + 1..].to_owned()))
}

fn run(
    target: &Target,
    what: &str,
    word: &str,
    common: &Common,
    out: &mut Out,
    edit: impl FnOnce(&File<'_>) -> Result<Edited, Problem>,
) -> Code {
    let Some(input) = one(&target.path) else {
        out.tell(&show::error(&target.path.to_string_lossy(), "this is a folder, and not a file"));
        return Code::Usage;
    };
    let output = target.output.as_deref().unwrap_or(&target.path);
    let to_stdout = !target.dry_run && output.as_os_str() == "-";
    if target.json && to_stdout {
        out.tell(&show::error("-", "the standard output is taken; --json needs another output"));
        return Code::Usage;
    }
    let bytes = match input.read(common.max_memory) {
        Ok(bytes) => bytes,
        Err(error) => {
            out.tell(&show::error(&input.name, &error.to_string()));
            return Code::Io;
        }
    };
    let file = match opened::<()>(&input, &bytes, &options(common, &input.name), target.json) {
        Ok(file) => file,
        Err(done) => return done.tell(out),
    };
    if file.bytes() != bytes {
        out.tell(&show::error(&input.name, "it is compressed as a whole: decompress it first"));
        return Code::Usage;
    }
    let edited = match edit(&file) {
        Ok(edited) => edited,
        Err(problem) => {
            refused(&input, &problem, target.json, out);
            return match problem.kind {
                ProblemKind::Reference | ProblemKind::Value => Code::Usage,
                ProblemKind::Io => Code::Io,
                _ => Code::Refused,
            };
        }
    };
    if target.dry_run {
        if !target.json {
            mention(&edited.notes, out);
            if edited.bytes == bytes {
                out.mention("nothing would change\n");
            }
        }
        let shown = |change: &Change| match target.json {
            true => json::line(&input.name, change),
            false => diff::shown(change, common.verbose),
        };
        if let Err(problem) = compared(&file, &edited.bytes, shown, out) {
            return refused(&input, &problem, target.json, out);
        }
        if target.json {
            out.print(&json::line(&input.name, &edited));
        }
        return Code::Fine;
    }
    if to_stdout {
        return out.give(&edited.bytes);
    }
    if !target.in_place
        && let Some(why) = misnamed(&edited.bytes, output)
    {
        out.tell(&show::error(&output.to_string_lossy(), &why));
        return Code::Usage;
    }
    let saved = match target.in_place {
        true if edited.bytes == bytes => Ok(()),
        true => replace(output, &bytes, &edited.bytes, target.force),
        false => save(output, &edited.bytes, target.force),
    };
    if let Err(error) = saved {
        out.tell(&show::error(&output.to_string_lossy(), &error.to_string()));
        return Code::Io;
    }
    if target.json {
        out.print(&json::line(&input.name, &edited));
        return Code::Fine;
    }
    mention(&edited.notes, out);
    if target.in_place && edited.bytes == bytes {
        out.mention("nothing changed, and nothing was written\n");
        return Code::Fine;
    }
    out.mention(&format!(
        "{} {word}, {} of {}\n",
        counted(edited.n_values, what),
        counted(n_other(&bytes, &edited.bytes), "byte"),
        size(bytes.len())
    ));
    Code::Fine
}

fn mention(notes: &[String], out: &mut Out) {
    for note in notes {
        out.mention(&format!("{ODD}note:{ODD:#} {}\n", show::clean(note)));
    }
}

/// How many bytes of a new file are not in the old one where they were, but for what was put in or taken out before them.
fn n_other(old: &[u8], new: &[u8]) -> usize {
    /// How long a piece has to be to be found again, and how far it may have moved.
    const PIECE: usize = 32;
    let before = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[before..], &new[before..]);
    let after = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[..old.len() - after], &new[..new.len() - after]);
    // Pieces of the old file by their content: chunks that were copied stand elsewhere.
    let pieces: HashMap<&[u8], usize> =
        old.chunks_exact(PIECE).enumerate().map(|(i, piece)| (piece, i * PIECE)).collect();
    let (mut at, mut n_copied) = (0, 0);
    while at + PIECE <= new.len() {
        let Some(from) = pieces.get(&new[at..at + PIECE]).copied() else {
            at += 1;
            continue;
        };
        let len = old[from..].iter().zip(&new[at..]).take_while(|(a, b)| a == b).count();
        n_copied += len;
        at += len;
    }
    (new.len() - n_copied).max(old.len().saturating_sub(n_copied))
}

/// Prints what the edits change.
fn compared(
    file: &File<'_>,
    edited: &[u8],
    shown: impl Fn(&Change) -> String,
    out: &mut Out,
) -> Result<(), Problem> {
    let edited = File::open(edited, &OpenOptions::default())?;
    rezkit::diff(file, &edited, &DiffOptions::default(), &mut |change| {
        let is_open = out.print(&shown(&change));
        if is_open { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_only_moved_do_not_count() {
        let old: Vec<u8> = (0..2000_u32).flat_map(u32::to_le_bytes).collect();
        assert_eq!(n_other(&old, &old), 0);
        let mut new = old.clone();
        new[4000] ^= 1;
        assert_eq!(n_other(&old, &new), 1);
        new.splice(100..100, [7; 10]);
        // The bytes before the next piece of the old file are not found again.
        let n = n_other(&old, &new);
        assert!((11..80).contains(&n), "{n}");
        assert_eq!((n_other(&old, &[]), n_other(&[], &old)), (8000, 8000));
    }

    #[test]
    fn assignments_end_at_the_first_sign() {
        let found = ["A/B.C=1=2", "a\\=b.c=d", "a.b"].map(split);
        let pair = |path: &str, value: &str| Some((path.to_owned(), value.to_owned()));
        assert_eq!(found, [pair("A/B.C", "1=2"), pair("a=b.c", "d"), None]);
    }
}

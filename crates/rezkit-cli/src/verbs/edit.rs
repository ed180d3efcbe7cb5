//! Changing values of a file: `set` and `strip`.

use crate::Code;
use crate::args::{Common, Implant, Set, Strip, Target};
use crate::batch::{opened, options};
use crate::inputs::inputs;
use crate::output::{Out, save};
use crate::show::{self, counted, size};
use rezkit::{DiffOptions, Edit, Edited, File, OpenOptions, Problem, diff, edit};
use std::ffi::OsString;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

pub(crate) fn set(verb: &Set, common: &Common, out: &mut Out) -> Code {
    let mut edits = Vec::new();
    for assignment in &verb.assignments {
        let Some((path, value)) = split(assignment) else {
            out.tell(&show::error(assignment, "this is not PATH.PROPERTY=VALUE"));
            return Code::Usage;
        };
        edits.push(Edit::Set { path, value, kind: verb.kind.clone() });
    }
    run(&verb.target, "value", "set", common, out, |file| edit(file, &edits))
}

pub(crate) fn strip(verb: &Strip, common: &Common, out: &mut Out) -> Code {
    let mut edits = Vec::new();
    for what in &verb.what {
        let Some((class, property)) = what.split_once('.').filter(|(_, property)| !property.is_empty())
        else {
            out.tell(&show::error(what, "this is not CLASS.PROPERTY"));
            return Code::Usage;
        };
        edits.push(Edit::Strip { class: class.to_owned(), property: property.to_owned() });
    }
    run(&verb.target, "value", "removed", common, out, |file| edit(file, &edits))
}

pub(crate) fn implant(verb: &Implant, common: &Common, out: &mut Out) -> Code {
    if !verb.folder.is_dir() {
        out.tell(&show::error(&verb.folder.to_string_lossy(), "this is no folder"));
        return Code::Usage;
    }
    run(&verb.target, "script", "put back", common, out, |file| {
        rezkit::implant(file, &mut |path| std::fs::read(verb.folder.join(path)).ok())
    })
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
    let Some(Ok(input)) = inputs(std::slice::from_ref(&target.path), "-").pop() else {
        out.tell(&show::error(&target.path.to_string_lossy(), "this is a folder, and not a file"));
        return Code::Usage;
    };
    let bytes = match input.read(common.max_memory) {
        Ok(bytes) => bytes,
        Err(error) => {
            out.tell(&show::error(&input.name, &error.to_string()));
            return Code::Io;
        }
    };
    let file = match opened::<()>(&input, &bytes, &options(common, &input.name), false) {
        Ok(file) => file,
        Err(done) => {
            out.tell(&done.err);
            return done.code;
        }
    };
    if file.bytes() != bytes {
        out.tell(&show::error(&input.name, "it is compressed as a whole: decompress it first"));
        return Code::Usage;
    }
    let edited = match edit(&file) {
        Ok(edited) => edited,
        Err(problem) => {
            out.tell(&show::problem(&input.name, &problem));
            let is_usage =
                matches!(problem.kind, rezkit::ProblemKind::Reference | rezkit::ProblemKind::Value);
            return if is_usage { Code::Usage } else { Code::Refused };
        }
    };
    if target.dry_run {
        return match compared(&file, &edited.bytes, common.verbose, out) {
            Ok(()) => Code::Fine,
            Err(problem) => {
                out.tell(&show::problem(&input.name, &problem));
                Code::Refused
            }
        };
    }
    let output = target.output.as_deref().unwrap_or(&target.path);
    if output.as_os_str() == "-" {
        out.print_bytes(&edited.bytes);
        return Code::Fine;
    }
    let saved = match target.in_place {
        true => replaced(output, &bytes, &edited.bytes),
        false => save(output, &edited.bytes, target.force),
    };
    if let Err(error) = saved {
        let message = match error.kind() {
            io::ErrorKind::AlreadyExists => "it is there already; --force overwrites it".to_owned(),
            _ => error.to_string(),
        };
        out.tell(&show::error(&output.to_string_lossy(), &message));
        return Code::Io;
    }
    let n_changed = bytes.iter().zip(&edited.bytes).filter(|(old, new)| old != new).count();
    let n_changed = n_changed + bytes.len().abs_diff(edited.bytes.len());
    out.mention(&format!(
        "{} {word}, {} of {}\n",
        counted(edited.n_values, what),
        counted(n_changed, "byte"),
        size(bytes.len())
    ));
    Code::Fine
}

/// Keeps the old file beside the new one.
fn replaced(path: &Path, old: &[u8], new: &[u8]) -> io::Result<()> {
    let mut backup = OsString::from(path);
    backup.push(".bak");
    save(&PathBuf::from(backup), old, true)?;
    save(path, new, true)
}

/// Prints what the edits change.
fn compared(file: &File<'_>, edited: &[u8], is_full: bool, out: &mut Out) -> Result<(), Problem> {
    let edited = File::open(edited, &OpenOptions::default())?;
    diff(file, &edited, &DiffOptions::default(), &mut |change| {
        let is_open = out.print(&super::diff::shown(&change, is_full));
        if is_open { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assignments_end_at_the_first_sign() {
        let found = ["A/B.C=1=2", "a\\=b.c=d", "a.b"].map(split);
        let pair = |path: &str, value: &str| Some((path.to_owned(), value.to_owned()));
        assert_eq!(found, [pair("A/B.C", "1=2"), pair("a=b.c", "d"), None]);
    }
}

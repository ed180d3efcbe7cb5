//! Files in folders by their formats, under names by their content.

use crate::Code;
use crate::args::{Common, Paths, examples};
use crate::batch;
use crate::done::{Done, Ending};
use crate::inputs::Input;
use crate::output::{Out, Staged, stage_below};
use crate::show::{self, clean, counted, json};
use clap::Args;
use rezkit::{Identified, Problem, Sorted, identify_named};
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Copies files into folders by format, under names by content.
///
/// A file is called by the first 16 digits of its SHA-256 and the ending of its format. Files with the same content
/// become one, and none is ever overwritten. Archives are files like others.
#[derive(Debug, Args)]
#[command(name = "sort", after_help = examples! {
    "rez sort downloads --into assets" => "copies such as assets/rbx-mesh/4f0c….mesh"
    "rez sort downloads --into assets --move" => "moves them instead"
})]
pub(super) struct SortArgs {
    #[command(flatten)]
    paths: Paths,
    /// The folder that they are copied to, which is made if it is not there.
    #[arg(long, value_name = "FOLDER")]
    into: PathBuf,
    /// Move files, and remove those whose content is there already.
    #[arg(long = "move")]
    is_move: bool,
    /// Write nothing, and print what would be done.
    #[arg(long)]
    dry_run: bool,
    /// Print JSON Lines: one object per file.
    #[arg(long)]
    json: bool,
}

/// How many digits of a hash are in a name: 64 bits, which no two of some hundred million files share. Should two share
/// them all the same, the second one is refused.
const DIGITS: usize = 16;

pub(super) fn run(verb: &SortArgs, common: &Common, out: &mut Out) -> Ending {
    let inputs = verb.paths.inputs().list;
    if !verb.dry_run {
        let made = std::fs::create_dir_all(&verb.into);
        made.map_err(|error| Done::io(&verb.into.to_string_lossy(), &error))?;
    }
    let taken = Mutex::default();
    let batch = batch::run_on(&inputs, common, verb.json, out, |input, bytes| {
        let put = put(verb, input, bytes, &taken)
            .map_err(|error| Done::refused(&input.name, Problem::io(&error), verb.json))?;
        let text = match verb.json {
            true => json::line(&input.name, &Sorted::new(&put.output, &put.sha256, put.is_copy)),
            false if put.is_copy => format!("{} is a copy of {}\n", clean(&input.name), clean(&put.output)),
            false => format!("{} → {}\n", clean(&input.name), clean(&put.output)),
        };
        let text = if verb.json || verb.dry_run || common.verbose { text } else { String::new() };
        Ok(Done { rest: Some(put.is_copy), ..Done::new(text, Code::Fine) })
    });
    if !verb.json {
        let n_copies = batch.rest.iter().filter(|is_copy| **is_copy).count();
        let word = if verb.is_move { "moved" } else { "copied" };
        let word = if verb.dry_run { format!("would be {word}") } else { word.to_owned() };
        let n = batch.rest.len() - n_copies;
        let is = if n_copies == 1 { "is a copy" } else { "are copies" };
        let copies = if n_copies > 0 {
            format!(", {} {is} of another", show::grouped(n_copies))
        } else {
            String::new()
        };
        batch.tell(&format!("{} {word}{copies}", counted(n, "content")), out);
    }
    Ok(batch.code)
}

/// Where a file went.
struct Placed {
    output: String,
    sha256: String,
    is_copy: bool,
}

/// Puts a file in its place, unless one with the same content is there.
///
/// # Errors
///
/// If another content has this name, or the system refuses it.
fn put(verb: &SortArgs, input: &Input, bytes: &[u8], taken: &Mutex<HashSet<String>>) -> io::Result<Placed> {
    let identity = identify_named(bytes, &input.name);
    let Identified { extension, sha256, .. } = Identified::new(&identity, bytes);
    let format = rezkit::to_json(&identity.format);
    // Of what is not known by its content, the name says more.
    let own = input.relative.extension().and_then(|own| own.to_str()).filter(|own| is_plain(own));
    let ending = extension.or(own).map(|ending| format!(".{ending}")).unwrap_or_default();
    let below = format!("{}/{}{ending}", format.trim_matches('"'), &sha256[..DIGITS]);
    let output = verb.into.join(&below);
    let is_new = taken.lock().is_ok_and(|mut taken| taken.insert(below.clone()));
    let found = if is_new { std::fs::read(&output).ok() } else { Some(bytes.to_vec()) };
    let is_itself = || same_file(&output, input.path());
    match &found {
        Some(found) if found == bytes => {
            if verb.is_move && !verb.dry_run && input.has_path() && !is_itself() {
                std::fs::remove_file(input.path())?;
            }
        }
        Some(_) => {
            return Err(io::Error::other(format!("{} has this name and another content", output.display())));
        }
        None if verb.dry_run => {}
        None => {
            stage_below(&verb.into, &below, bytes, false).and_then(Staged::commit)?;
            if verb.is_move && input.has_path() {
                std::fs::remove_file(input.path())?;
            }
        }
    }
    Ok(Placed { output: output.to_string_lossy().into_owned(), sha256, is_copy: found.is_some() })
}

fn same_file(one: &Path, other: &Path) -> bool {
    one.canonicalize().ok().zip(other.canonicalize().ok()).is_some_and(|(one, other)| one == other)
}

/// Whether an ending is one that any system has.
fn is_plain(ending: &str) -> bool {
    (1..=8).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

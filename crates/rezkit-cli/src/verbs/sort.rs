//! The verb `sort`: moves or copies files into folders by format, under names by content.

use crate::args::{Common, Paths, examples};
use crate::batch;
use crate::code::Code;
use crate::done::{Done, Ending};
use crate::inputs::{FoundInput, Input};
use crate::output::Out;
use crate::show::{self, clean, counted, json};
use clap::Args;
use rezkit::{Identified, Problem, Sorted, identify_named};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::{fs, io};
use store::{Staged, Stamp, make_folders, remove_unchanged, stage_below};

/// Copies files into folders by format, under names by content.
///
/// A file is named after the first 16 digits of its SHA-256, with the ending of its format. Files with the same content
/// become one, and none is ever overwritten. Archives are copied like any other file.
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

/// The number of digits of a hash in a name, which are 64 bits. Among some hundred million files no two are expected to
/// share them; if they do, the second one is refused.
const DIGITS: usize = 16;

pub(super) fn run(verb: &SortArgs, common: &Common, out: &mut Out) -> Ending {
    let inputs = once(verb.paths.sources(&verb.into, out));
    if !verb.dry_run {
        let made = make_folders(&verb.into);
        made.map_err(|error| Done::io(&verb.into.to_string_lossy(), &error))?;
    }
    let sorting = Sorting { verb, name: |sha256| &sha256[..DIGITS], taken: Mutex::default() };
    let mut batch = batch::for_each_input(&inputs, common, verb.json, out, |input, bytes| {
        let put = match sorting.put(input, bytes) {
            Ok(put) => put,
            Err(error) => {
                let refused = Done::refused(&input.name, Problem::io(&error), verb.json);
                return Ok(Done { rest: Some(Fate::Left), ..refused });
            }
        };
        let text = match verb.json {
            true => json::line(&input.name, &Sorted::new(&put.output, &put.sha256, put.is_copy)),
            false if put.is_copy => format!("{} is a copy of {}\n", clean(&input.name), clean(&put.output)),
            false => format!("{} → {}\n", clean(&input.name), clean(&put.output)),
        };
        let text = if verb.json || verb.dry_run || common.verbose { text } else { String::new() };
        let fate = if put.is_copy { Fate::Copy } else { Fate::New };
        Ok(Done { rest: Some(fate), ..Done::new(text, Code::Fine) })
    });
    if !verb.json {
        let count = |fate: Fate| batch.rest.iter().filter(|other| **other == fate).count();
        let (n, n_copies, n_left) = (count(Fate::New), count(Fate::Copy), count(Fate::Left));
        let word = if verb.is_move { "moved" } else { "copied" };
        let would = if verb.dry_run { "would be " } else { "" };
        let is = if n_copies == 1 { "is a copy" } else { "are copies" };
        let mut text = format!("{} {would}{word}", counted(n, "content"));
        if n_copies > 0 {
            text += &format!(", {} {is} of another", show::grouped(n_copies));
        }
        if n_left > 0 {
            text += &format!(", {} not {word}", show::grouped(n_left));
        }
        // These were read, but stay where they are.
        batch.n_refused -= n_left;
        batch.tell(&text, out);
    }
    Ok(batch.code)
}

/// The outcome for a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    New,
    Copy,
    Left,
}

/// Removes duplicate paths: a file may be named several times, or be in a folder that is named too. Symbolic links are
/// not resolved.
fn once(mut inputs: Vec<FoundInput>) -> Vec<FoundInput> {
    let (mut folders, mut seen) = (HashMap::<PathBuf, PathBuf>::new(), HashSet::new());
    inputs.retain(|found| {
        let Some((folder, name)) = found.as_ref().ok().filter(|input| input.has_path()).and_then(|input| {
            let path = input.path();
            path.parent().zip(path.file_name())
        }) else {
            return true;
        };
        if !folders.contains_key(folder) {
            let real = Path::new(".").join(folder).canonicalize();
            folders.insert(folder.to_owned(), real.unwrap_or_else(|_| folder.to_owned()));
        }
        folders.get(folder).is_none_or(|folder| seen.insert(folder.join(name)))
    });
    inputs
}

/// The state that threads share.
struct Sorting<'v> {
    verb: &'v SortArgs,
    /// The name for content, by its SHA-256.
    name: fn(&str) -> &str,
    /// The names assigned so far in a dry run, with the SHA-256 of their contents. The lock is held while a
    /// file gets its final name, which is not atomic on every file system.
    taken: Mutex<HashMap<String, String>>,
}

/// The destination of a file.
struct Placed {
    output: String,
    sha256: String,
    is_copy: bool,
}

impl Sorting<'_> {
    /// Saves a file under its new name, unless a file with the same content exists there. When files are
    /// moved, the source is removed only after the copy is safe on disk.
    ///
    /// # Errors
    ///
    /// If a file with other content has this name, or the system refuses it.
    fn put(&self, input: &Input, bytes: &[u8]) -> io::Result<Placed> {
        let identity = identify_named(bytes, &input.name);
        let Identified { extension, sha256, .. } = Identified::new(&identity, bytes);
        let format = rezkit::to_json(&identity.format);
        // The name of the file tells more about formats without a distinctive content.
        let own = input.relative.extension().and_then(|own| own.to_str()).filter(|own| is_plain(own));
        let ending = extension.or(own).map(|ending| format!(".{ending}")).unwrap_or_default();
        let below = format!("{}/{}{ending}", format.trim_matches('"'), (self.name)(&sha256));
        let output = self.verb.into.join(&below);
        let is_copy = match self.verb.dry_run {
            true => self.would_be_copy(below, &output, bytes, &sha256)?,
            false => !self.save(&below, &output, bytes)?,
        };
        if self.verb.is_move && !self.verb.dry_run && input.has_path() && !same_file(&output, input.path()) {
            sync(&output, !is_copy)?;
            remove(input.path(), bytes)?;
        }
        Ok(Placed { output: output.to_string_lossy().into_owned(), sha256, is_copy })
    }

    /// Saves content; returns `false` if it exists already.
    fn save(&self, below: &str, output: &Path, bytes: &[u8]) -> io::Result<bool> {
        if holds(output, bytes)? {
            return Ok(false);
        }
        let saved = stage_below(&self.verb.into, below, bytes, false).and_then(|staged| {
            let _alone = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
            Staged::commit(staged)
        });
        match saved {
            // Another thread saved the same content first.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && holds(output, bytes)? => Ok(false),
            saved => saved.map(|()| true),
        }
    }

    fn would_be_copy(&self, below: String, output: &Path, bytes: &[u8], sha256: &str) -> io::Result<bool> {
        if holds(output, bytes)? {
            return Ok(true);
        }
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        match taken.get(&below) {
            Some(first) if first == sha256 => Ok(true),
            Some(_) => Err(occupied(output)),
            None => {
                taken.insert(below, sha256.to_owned());
                Ok(false)
            }
        }
    }
}

/// Returns true if a file exists and has this content.
///
/// # Errors
///
/// If the file has other content, or cannot be read.
fn holds(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    match path.metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
        Ok(found) if found.is_file() && found.len() == bytes.len() as u64 && fs::read(path)? == bytes => {
            Ok(true)
        }
        Ok(_) => Err(occupied(path)),
    }
}

fn occupied(path: &Path) -> io::Error {
    io::Error::other(format!("{} has this name and different content", path.display()))
}

/// Syncs a file to disk, unless `is_synced` is set, and then its folder.
fn sync(path: &Path, is_synced: bool) -> io::Result<()> {
    // On other systems, only files that are open for writing can be synced.
    #[cfg(unix)]
    for path in path.ancestors().take(2).skip(usize::from(is_synced)) {
        match fs::File::open(path)?.sync_all() {
            // Some file systems cannot sync folders.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
            synced => synced?,
        }
    }
    #[cfg(not(unix))]
    let _ = (path, is_synced);
    Ok(())
}

/// Removes a file that was copied, unless its content has changed since.
fn remove(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match remove_unchanged(path, &Stamp::of_bytes(bytes)) {
        // The file was given under another name as well, and has been removed already.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(io::Error::new(
            error.kind(),
            format!("the file was copied, but the original cannot be removed: {error}"),
        )),
        removed => removed,
    }
}

/// Returns true if two paths refer to the same file. Hard links count as one file, since folders may be
/// linked as well.
fn same_file(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let number = |path: &Path| path.metadata().map(|found| (found.dev(), found.ino()));
        number(one).ok().zip(number(other).ok()).is_some_and(|(one, other)| one == other)
    }
    #[cfg(not(unix))]
    one.canonicalize().ok().zip(other.canonicalize().ok()).is_some_and(|(one, other)| one == other)
}

/// Returns true if an extension is valid on any system.
fn is_plain(ending: &str) -> bool {
    (1..=8).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Paths;
    use crate::inputs::one;
    use std::sync::Barrier;

    /// Creates a folder for one test, with files of these contents.
    fn folder(name: &str, contents: &[&str]) -> (PathBuf, Vec<Input>) {
        let folder = std::env::temp_dir().join(format!("rez-sort-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = |(number, content): (usize, &&str)| {
            let path = folder.join(format!("{number}.txt"));
            fs::write(&path, content).unwrap();
            one(&path).unwrap()
        };
        let inputs = contents.iter().enumerate().map(file).collect();
        (folder, inputs)
    }

    fn verb(into: PathBuf, dry_run: bool) -> SortArgs {
        fs::create_dir_all(&into).unwrap();
        let paths = Paths { paths: Vec::new(), stdin_name: "-".to_owned() };
        SortArgs { paths, into, is_move: true, dry_run, json: false }
    }

    #[test]
    fn two_contents_of_one_name_stay_two() {
        let (folder, inputs) = folder("collision", &["one", "two", "one"]);
        for dry_run in [true, false] {
            let verb = verb(folder.join("into"), dry_run);
            let sorting = Sorting { verb: &verb, name: |_| "same", taken: Mutex::default() };
            let put = |input: &Input| sorting.put(input, &fs::read(input.path()).unwrap());
            let first = put(&inputs[0]).unwrap();
            let error = put(&inputs[1]).err().unwrap().to_string();
            assert_eq!(error, format!("{} has this name and different content", first.output));
            assert_eq!([first.is_copy, put(&inputs[2]).unwrap().is_copy], [false, true]);
            assert_eq!(fs::read(first.output).ok(), (!dry_run).then(|| b"one".to_vec()));
            assert!(inputs.iter().all(|input| input.path().exists()) == dry_run);
        }
        assert_eq!(fs::read(inputs[1].path()).unwrap(), b"two");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn of_files_that_several_threads_move_nothing_is_lost() {
        for round in 0..8 {
            // Two contents compete for one name in a folder that does not exist yet.
            let (folder, inputs) =
                folder(&format!("race-{round}"), &["one", "two", "one", "two", "one", "two"]);
            let verb = verb(folder.join("into"), false);
            let sorting = Sorting { verb: &verb, name: |_| "same", taken: Mutex::default() };
            let barrier = Barrier::new(inputs.len());
            let put = |input: &Input| {
                let bytes = fs::read(input.path()).unwrap();
                barrier.wait();
                let put = sorting.put(input, &bytes);
                (bytes, put)
            };
            let put = &put;
            let all: Vec<_> = std::thread::scope(|scope| {
                let threads: Vec<_> = inputs.iter().map(|input| scope.spawn(move || put(input))).collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
            let placed: Vec<_> = all.iter().filter_map(|(_, put)| put.as_ref().ok()).collect();
            let content = fs::read(&placed[0].output).unwrap();
            assert_eq!(placed.iter().filter(|put| !put.is_copy).count(), 1);
            for (input, (bytes, put)) in inputs.iter().zip(&all) {
                assert_eq!(put.is_ok(), *bytes == content);
                assert_eq!(fs::read(input.path()).ok().as_ref(), (*bytes != content).then_some(bytes));
            }
            fs::remove_dir_all(&folder).unwrap();
        }
    }
}

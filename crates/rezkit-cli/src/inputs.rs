//! The files that a call is about.

use crate::args::{Paths, machine};
use crate::output::Out;
use crate::show;
use rezkit::{Problem, Timestamp, archive};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use store::Original;

/// A file, or stdin.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Input {
    /// `None` is stdin.
    path: Option<PathBuf>,
    /// The name in results and messages.
    pub(crate) name: String,
    /// Set if it was found in a folder, and not requested by name.
    pub(crate) is_found: bool,
    /// Its path below the folder that it was found in, or its file name.
    pub(crate) relative: PathBuf,
    /// The time of the last change of a member of an archive.
    pub(crate) mtime: Option<Timestamp>,
    pub(crate) warnings: Vec<Problem>,
    /// The memory for it, where that is not the usual.
    pub(crate) max_memory: Option<usize>,
}

/// A file, or the error that kept its folder from being read.
pub(crate) type FoundInput = Result<Input, (String, io::Error)>;

impl Input {
    fn new(path: Option<PathBuf>, name: String) -> Self {
        let relative = PathBuf::new();
        Self { path, name, is_found: false, relative, mtime: None, warnings: Vec::new(), max_memory: None }
    }

    /// An input that is not read from a file, under the name of one.
    pub(crate) fn named(path: &Path) -> Self {
        Self { relative: path.to_owned(), ..Self::new(None, shown(path)) }
    }

    /// A file that another process has found.
    pub(crate) fn found_elsewhere(
        path: &[u8],
        name: String,
        is_found: bool,
        relative: &[u8],
    ) -> io::Result<Self> {
        Ok(Self { is_found, relative: path_from(relative)?, ..Self::new(Some(path_from(path)?), name) })
    }

    /// The same input, as if it had been requested by name.
    pub(crate) fn asked_for(&self) -> Self {
        Self { is_found: false, ..self.clone() }
    }

    /// The path; of stdin, its name.
    pub(crate) fn path(&self) -> &Path {
        self.path.as_deref().unwrap_or(Path::new(&self.name))
    }

    /// Returns true unless the input is stdin.
    pub(crate) fn has_path(&self) -> bool {
        self.path.is_some()
    }

    /// All bytes of it, by default as many as half of what is free.
    ///
    /// # Errors
    ///
    /// If it has more, before it is read if its length is known.
    pub(crate) fn read(&self, most: Option<usize>) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.read_into(most, &mut bytes)?;
        Ok(bytes)
    }

    /// Opens it for an edit that replaces it: until then, other edits wait.
    pub(crate) fn own(&self, most: Option<usize>) -> io::Result<Original> {
        Original::open_with(self.path(), |file| {
            let mut bytes = Vec::new();
            rest_into(file, most, &mut bytes)?;
            Ok(bytes)
        })
    }

    /// Appends all its bytes.
    pub(crate) fn read_into(&self, most: Option<usize>, bytes: &mut Vec<u8>) -> io::Result<()> {
        match &self.path {
            Some(path) => read_into(path, most, bytes),
            None => fill(io::stdin().lock(), limit(most), bytes),
        }
    }

    /// Reads it into an empty buffer, unless it is an archive, which need not fit into memory: then `true`. Of an archive
    /// that comes by stdin, all bytes are in the buffer.
    pub(crate) fn read_plain_into(&self, most: Option<usize>, bytes: &mut Vec<u8>) -> io::Result<bool> {
        let Some(path) = &self.path else {
            self.read_into(most, bytes)?;
            return Ok(archive::kind(bytes.get(..archive::HEAD).unwrap_or(bytes)).is_some());
        };
        let mut file = File::open(path)?;
        file.by_ref().take(archive::HEAD as u64).read_to_end(bytes)?;
        if archive::kind(bytes).is_some() {
            return Ok(true);
        }
        // A short file has been read.
        if bytes.len() == archive::HEAD || bytes.len() > limit(most) {
            rest_into(&file, most, bytes)?;
        }
        Ok(false)
    }

    /// A member of an archive.
    pub(crate) fn member(&self, member: &archive::Member<'_>, max_memory: Option<usize>) -> Self {
        let (mtime, warnings) = (member.mtime, member.warnings.to_vec());
        Self { mtime, warnings, max_memory, ..self.inside(member.path) }
    }

    /// The member at this path of an archive.
    pub(crate) fn inside(&self, path: &str) -> Self {
        let name = if path.is_empty() { self.name.clone() } else { format!("{}/{path}", self.name) };
        Self { is_found: true, relative: PathBuf::from(path), ..Self::new(None, name) }
    }
}

/// All inputs of a call.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    pub(crate) list: Vec<FoundInput>,
    /// The number of hidden files and folders that were left out.
    pub(crate) n_hidden: usize,
    /// Set if the output folder was left out.
    pub(crate) is_cut: bool,
}

impl Inputs {
    /// A number of files of which nothing else is known.
    pub(crate) fn of_number(n_files: usize) -> Self {
        let list = (0..n_files).map(|_| Ok(Input::new(None, String::new()))).collect();
        Self { list, ..Self::default() }
    }
}

fn read(path: &Path, most: Option<usize>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    read_into(path, most, &mut bytes)?;
    Ok(bytes)
}

fn read_into(path: &Path, most: Option<usize>, bytes: &mut Vec<u8>) -> io::Result<()> {
    rest_into(&File::open(path)?, most, bytes)
}

/// Reads what is left of a file, of which the buffer has the start.
fn rest_into(file: &File, most: Option<usize>, bytes: &mut Vec<u8>) -> io::Result<()> {
    let (len, most) = (usize::try_from(file.metadata()?.len()).unwrap_or(usize::MAX), limit(most));
    if len > most {
        return Err(too_large(&show::size(len), most));
    }
    // It may be shorter by now, or sparse.
    bytes.reserve(len.saturating_sub(bytes.len()).min(1 << 30));
    fill(file, most, bytes)
}

/// Reads until there are `most` bytes in the buffer. The length of a stream or a device is not known before.
fn fill(source: impl Read, most: usize, bytes: &mut Vec<u8>) -> io::Result<()> {
    // One more is enough to be refused. `take` does not ask for the length again.
    let n_more = (most as u64).saturating_add(1).saturating_sub(bytes.len() as u64);
    source.take(n_more).read_to_end(bytes)?;
    if bytes.len() > most {
        return Err(too_large(&format!("more than {}", show::size(most)), most));
    }
    Ok(())
}

fn too_large(len: &str, most: usize) -> io::Error {
    let message =
        format!("it has {len}, and at most {} may be read: --max-memory allows more", show::size(most));
    io::Error::new(io::ErrorKind::OutOfMemory, message)
}

/// All bytes of a file below a folder, by a path that another file names or that is looked for. What is no file, which may
/// never end, and links that lead out of the folder are refused.
pub(crate) fn read_below(folder: &Path, path: &Path, most: Option<usize>) -> io::Result<Vec<u8>> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let file = folder.join(path).canonicalize()?;
    if !file.starts_with(folder.canonicalize()?) {
        return Err(io::Error::other("it leads out of the folder, and is not read"));
    }
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is not a file, and is not read"));
    }
    read(&file, most)
}

/// Returns true for an error that means that a file does not exist, or cannot.
pub(crate) fn is_absent(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidFilename, InvalidInput, NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory | InvalidFilename | InvalidInput)
}

fn limit(most: Option<usize>) -> usize {
    most.unwrap_or_else(machine)
}

impl Paths {
    /// The files that they name.
    pub(crate) fn inputs(&self) -> Inputs {
        inputs(&self.paths, &self.stdin_name)
    }

    /// The files that they name, without those of the folder that results go to, if it is found inside of another one: a
    /// second call does not read what the first one wrote.
    pub(crate) fn sources(&self, output: &Path, out: &mut Out) -> Vec<FoundInput> {
        let inputs = outside(&self.paths, &self.stdin_name, output.canonicalize().ok().as_deref());
        if inputs.is_cut {
            out.mention(&show::note(&output.to_string_lossy(), "not read, because the results go there"));
        }
        inputs.list
    }
}

/// The files that paths name, those of a folder by name, and those of a list line by line.
pub(crate) fn inputs(paths: &[PathBuf], stdin_name: &str) -> Inputs {
    outside(paths, stdin_name, None)
}

/// Finds inputs like [`inputs`], without those of the folder `output`.
fn outside(paths: &[PathBuf], stdin_name: &str, output: Option<&Path>) -> Inputs {
    let mut all = Inputs::default();
    for path in paths {
        match path.to_str().and_then(|path| path.strip_prefix('@')) {
            Some(list) if !path.exists() => {
                match read(list.as_ref(), None).and_then(|lines| listed(&lines)) {
                    Ok(paths) => paths.iter().for_each(|path| add(path, stdin_name, output, &mut all)),
                    Err(error) => all.list.push(Err((list.to_owned(), error))),
                }
            }
            _ => add(path, stdin_name, output, &mut all),
        }
    }
    all
}

/// The paths in a list.
fn listed(lines: &[u8]) -> io::Result<Vec<PathBuf>> {
    let lines = lines.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    lines.filter(|line| !line.is_empty()).map(path_from).collect()
}

/// A path, which need not be text.
#[cfg(unix)]
fn path_from(line: &[u8]) -> io::Result<PathBuf> {
    Ok(PathBuf::from(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(line)))
}

#[cfg(not(unix))]
fn path_from(line: &[u8]) -> io::Result<PathBuf> {
    String::from_utf8(line.to_vec()).map(PathBuf::from).map_err(io::Error::other)
}

/// The file that a path names; `None` for a folder.
pub(crate) fn one(path: &Path) -> Option<Input> {
    inputs(&[path.to_path_buf()], "-").list.pop()?.ok().filter(|input| !input.is_found)
}

fn add(path: &Path, stdin_name: &str, output: Option<&Path>, all: &mut Inputs) {
    if path.as_os_str() == "-" {
        let relative = PathBuf::from(if stdin_name == "-" { "stdin" } else { stdin_name });
        all.list.push(Ok(Input { relative, ..Input::new(None, stdin_name.to_owned()) }));
    } else if path.is_dir() {
        walk(path, output, all);
    } else {
        let relative = path.file_name().map(PathBuf::from).unwrap_or_default();
        all.list.push(Ok(Input { relative, ..Input::new(Some(path.to_owned()), shown(path)) }));
    }
}

/// The files below a folder, by their paths in it.
///
/// # Errors
///
/// If a folder cannot be looked into, with its name: what is in it is not gone.
pub(crate) fn below(folder: &Path) -> Result<Vec<PathBuf>, (String, io::Error)> {
    let mut all = Inputs::default();
    walk(folder, None, &mut all);
    all.list.into_iter().map(|found| found.map(|input| input.relative)).collect()
}

/// All files below a folder, sorted, but none of the folder `output` in it. Hidden ones are only counted, and links to
/// folders not followed.
fn walk(folder: &Path, output: Option<&Path>, all: &mut Inputs) {
    let real = output.and_then(|_| folder.canonicalize().ok());
    let inside = output.zip(real).and_then(|(output, real)| output.strip_prefix(real).ok());
    let output = inside.filter(|inside| !inside.as_os_str().is_empty()).map(|inside| folder.join(inside));
    let mut pending = vec![(folder.to_path_buf(), true)];
    while let Some((path, is_folder)) = pending.pop() {
        if !is_folder {
            let relative = path.strip_prefix(folder).unwrap_or(&path).to_owned();
            let name = shown(&path);
            all.list.push(Ok(Input { is_found: true, relative, ..Input::new(Some(path), name) }));
            continue;
        }
        if output.as_ref() == Some(&path) {
            all.is_cut = true;
            continue;
        }
        let entries = std::fs::read_dir(&path).and_then(|entries| {
            let mut inside: Vec<(PathBuf, bool)> = Vec::new();
            for entry in entries {
                let entry = entry?;
                let is_hidden = entry.file_name().as_encoded_bytes().first() == Some(&b'.');
                let kind = entry.file_type()?;
                let is_file = kind.is_file() || kind.is_symlink() && entry.path().is_file();
                if is_hidden {
                    all.n_hidden += 1;
                } else if is_file || kind.is_dir() {
                    inside.push((entry.path(), kind.is_dir()));
                }
            }
            // Only their names differ, so that no path has to be taken apart.
            inside.sort_by(|(a, _), (b, _)| a.as_os_str().cmp(b.as_os_str()));
            Ok(inside)
        });
        match entries {
            Ok(inside) => pending.extend(inside.into_iter().rev()),
            Err(error) => all.list.push(Err((shown(&path), error))),
        }
    }
}

/// A path for people and for JSON, whose texts are Unicode.
fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

//! The input files of a call.

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
    /// True if the file was found in a folder or an archive, and not requested by name.
    pub(crate) is_found: bool,
    /// The path below the folder or archive in which the file was found, or its file name.
    pub(crate) relative: PathBuf,
    /// The time of the last change of a member of an archive.
    pub(crate) mtime: Option<Timestamp>,
    pub(crate) warnings: Vec<Problem>,
    /// The memory limit for the file, if it is not the default.
    pub(crate) max_memory: Option<usize>,
}

/// A file, or the name of a folder or list and the error of reading it.
pub(crate) type FoundInput = Result<Input, (String, io::Error)>;

impl Input {
    fn new(path: Option<PathBuf>, name: String) -> Self {
        let relative = PathBuf::new();
        Self { path, name, is_found: false, relative, mtime: None, warnings: Vec::new(), max_memory: None }
    }

    /// An input with the name of a file whose content does not come from the disk.
    pub(crate) fn named(path: &Path) -> Self {
        Self { relative: path.to_owned(), ..Self::new(None, shown(path)) }
    }

    /// A file that another process has found, from the parts of its request.
    pub(crate) fn found_elsewhere(
        path: &[u8],
        name: String,
        is_found: bool,
        relative: &[u8],
    ) -> io::Result<Self> {
        Ok(Self { is_found, relative: path_from(relative)?, ..Self::new(Some(path_from(path)?), name) })
    }

    /// The path; for stdin, its name.
    pub(crate) fn path(&self) -> &Path {
        self.path.as_deref().unwrap_or(Path::new(&self.name))
    }

    /// Returns true unless the input is stdin.
    pub(crate) fn has_path(&self) -> bool {
        self.path.is_some()
    }

    /// Reads all bytes, up to `most`; by default, up to half of the free memory.
    ///
    /// # Errors
    ///
    /// If it has more bytes. If the length is known, nothing is read then.
    pub(crate) fn read(&self, most: Option<usize>) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.read_into(most, &mut bytes)?;
        Ok(bytes)
    }

    /// Opens the file for an edit that replaces it. Other edits of the file wait until then.
    pub(crate) fn own(&self, most: Option<usize>) -> io::Result<Original> {
        Original::open_with(self.path(), |file| {
            let mut bytes = Vec::new();
            rest_into(file, most, &mut bytes)?;
            Ok(bytes)
        })
    }

    /// Reads all bytes, and appends them to `bytes`.
    pub(crate) fn read_into(&self, most: Option<usize>, bytes: &mut Vec<u8>) -> io::Result<()> {
        match &self.path {
            Some(path) => read_into(path, most, bytes),
            None => fill(io::stdin().lock(), limit(most), bytes),
        }
    }

    /// Reads the file into an empty buffer, and returns `false`. Returns `true` for an archive, which need
    /// not fit into memory, and is read completely only from stdin.
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
    /// True if the output folder was left out.
    pub(crate) is_cut: bool,
}

impl Inputs {
    /// Inputs of which only the number is known.
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

/// Reads the rest of a file whose start is already in the buffer.
fn rest_into(file: &File, most: Option<usize>, bytes: &mut Vec<u8>) -> io::Result<()> {
    let (len, most) = (usize::try_from(file.metadata()?.len()).unwrap_or(usize::MAX), limit(most));
    if len > most {
        return Err(too_large(&show::size(len), most));
    }
    // It may be shorter by now, or sparse.
    bytes.reserve(len.saturating_sub(bytes.len()).min(1 << 30));
    fill(file, most, bytes)
}

/// Reads to the end, and fails if the buffer would have more than `most` bytes. The length of a stream or a
/// device is not known in advance.
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
        format!("the file has {len}, and the limit is {}: --max-memory raises it", show::size(most));
    io::Error::new(io::ErrorKind::OutOfMemory, message)
}

/// Reads a file below a folder, for a path that is searched or that another file contains. Refuses anything
/// but regular files, because a device may never end, and links that lead out of the folder.
pub(crate) fn read_below(folder: &Path, path: &Path, most: Option<usize>) -> io::Result<Vec<u8>> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let file = folder.join(path).canonicalize()?;
    if !file.starts_with(folder.canonicalize()?) {
        return Err(io::Error::other("not read, because it points outside the folder"));
    }
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("not read, because it is not a regular file"));
    }
    read(&file, most)
}

/// Returns true for an error that means that a file does not exist, or that its name is invalid.
pub(crate) fn is_absent(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidFilename, InvalidInput, NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory | InvalidFilename | InvalidInput)
}

fn limit(most: Option<usize>) -> usize {
    most.unwrap_or_else(machine)
}

impl Paths {
    /// The files that the paths name.
    pub(crate) fn inputs(&self) -> Inputs {
        inputs(&self.paths, &self.stdin_name)
    }

    /// The files that the paths name, except for those in the folder `output`, if it is inside another
    /// folder: a second call must not read the results of the first.
    pub(crate) fn sources(&self, output: &Path, out: &mut Out) -> Vec<FoundInput> {
        let inputs = outside(&self.paths, &self.stdin_name, output.canonicalize().ok().as_deref());
        if inputs.is_cut {
            out.mention(&show::note(
                &output.to_string_lossy(),
                "not read, because the results are written there",
            ));
        }
        inputs.list
    }
}

/// The files that paths name: the files of a folder in the order of their names, and those of a list line by
/// line.
pub(crate) fn inputs(paths: &[PathBuf], stdin_name: &str) -> Inputs {
    outside(paths, stdin_name, None)
}

/// Finds inputs like [`inputs`], except for those in the folder `output`.
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

/// Converts bytes to a path, which need not be valid UTF-8.
#[cfg(unix)]
fn path_from(line: &[u8]) -> io::Result<PathBuf> {
    Ok(PathBuf::from(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(line)))
}

#[cfg(not(unix))]
fn path_from(line: &[u8]) -> io::Result<PathBuf> {
    String::from_utf8(line.to_vec()).map(PathBuf::from).map_err(io::Error::other)
}

/// The input for a path; `None` for a folder.
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

/// The paths of the files below a folder, relative to it.
///
/// # Errors
///
/// If a folder cannot be read, with its name: its files must not count as missing.
pub(crate) fn below(folder: &Path) -> Result<Vec<PathBuf>, (String, io::Error)> {
    let mut all = Inputs::default();
    walk(folder, None, &mut all);
    all.list.into_iter().map(|found| found.map(|input| input.relative)).collect()
}

/// Adds all files below a folder, sorted, except for those in the folder `output`. Hidden files are only
/// counted, and links to folders are not followed.
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

/// A path as text for messages and for JSON, which must be Unicode.
fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

//! The folders whose files a client may open.
//!
//! Each folder is held open. Files below it are opened relative to its handle, which resolves and opens a
//! path in one step and never leaves the folder: a path that was checked earlier may have become a link
//! meanwhile (docs/decisions/0019-open-below-folders-by-cap-std.md).

use crate::show::{clean, size};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};
use rezkit::Format;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Upper bounds on the files that are listed, and on nested folders.
const MOST_ENTRIES: usize = 20_000;

/// The folders that may be read.
#[derive(Debug)]
pub(super) struct Folders(Vec<Folder>);

#[derive(Debug)]
struct Folder {
    /// The path as it was given, made absolute.
    given: PathBuf,
    /// The path with links resolved.
    real: PathBuf,
    dir: Dir,
}

/// A file below one of the folders. Its path had no links when it was looked up.
#[derive(Debug, Clone)]
pub(super) struct FolderFile {
    pub(super) path: PathBuf,
    /// Index of the folder.
    folder: usize,
    /// The path below the folder.
    below: PathBuf,
}

/// A file that is to be created in an open folder.
#[derive(Debug)]
pub(super) struct NewFile {
    dir: Dir,
    name: OsString,
}

/// A file that was found.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) name: String,
    pub(super) n_bytes: u64,
}

impl Folders {
    /// Opens the folders.
    ///
    /// # Errors
    ///
    /// The first path that cannot be opened as a folder, and the error.
    pub(super) fn new(paths: &[PathBuf]) -> Result<Self, (PathBuf, io::Error)> {
        let folder = |path: &PathBuf| {
            let open = || {
                let real = path.canonicalize()?;
                let dir = Dir::open_ambient_dir(&real, ambient_authority())?;
                Ok(Folder { given: std::path::absolute(path)?, real, dir })
            };
            open().map_err(|error| (path.clone(), error))
        };
        paths.iter().map(folder).collect::<Result<_, _>>().map(Self)
    }

    /// The names of the folders, for messages.
    pub(super) fn names(&self) -> String {
        let names: Vec<_> = self.0.iter().map(|folder| clean(&folder.given.to_string_lossy())).collect();
        names.join(", ")
    }

    /// Looks a file up.
    ///
    /// # Errors
    ///
    /// If it is not in one of the folders, or not a file. The message reveals nothing about paths outside.
    pub(super) fn find(&self, name: &str) -> Result<FolderFile, String> {
        let mut missing = None;
        for path in self.candidates(name)? {
            match path.canonicalize() {
                Ok(real) => {
                    let place = self.place(real).ok_or_else(|| self.outside(name))?;
                    if place.path.is_file() {
                        return Ok(place);
                    }
                    missing =
                        Some("is not a file: call list_files with it as folder to see its files".to_owned());
                }
                Err(_) => missing = missing.or_else(|| Some(self.absent(&path))),
            }
        }
        Err(format!("| {}\n{}", clean(name), missing.unwrap_or_default()))
    }

    /// Opens a file for reading.
    ///
    /// # Errors
    ///
    /// The errors of [`find`](Self::find), since the file may have gone, or become a link.
    pub(super) fn open(&self, place: &FolderFile) -> Result<File, String> {
        let name = self.name(&place.path);
        let folder = self.0.get(place.folder).ok_or_else(|| self.outside(&name))?;
        folder.open(&place.below).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => format!("| {}\n{}", clean(&name), self.absent(&place.path)),
            // The system's own refusals have a number; this one is of who resolved the path.
            io::ErrorKind::PermissionDenied if error.raw_os_error().is_none() => self.outside(&name),
            _ => format!("| {}\ncannot be read: {error}", clean(&name)),
        })
    }

    /// Prepares a new file. Hidden files and folders are refused, since programs read those without being asked.
    ///
    /// # Errors
    ///
    /// If it is not in one of the folders, is hidden, or exists.
    pub(super) fn new_file(&self, name: &str) -> Result<NewFile, String> {
        let path = self.candidates(name)?.into_iter().next().ok_or_else(|| self.outside(name))?;
        let parent = path.parent().and_then(|parent| self.place(parent.canonicalize().ok()?));
        let (parent, file) = parent.zip(path.file_name()).ok_or_else(|| self.outside(name))?;
        if parent.below.iter().chain([file]).any(|part| part.as_encoded_bytes().starts_with(b".")) {
            return Err(format!("| {}\nis hidden, or in a hidden folder: use another name", clean(name)));
        }
        let dir = self.0.get(parent.folder).and_then(|folder| folder.open_dir(&parent.below).ok());
        let dir = dir.ok_or_else(|| self.outside(name))?;
        // A link that leads to nothing exists as well.
        match dir.symlink_metadata(file) {
            Ok(_) => Err(format!("| {}\nalready exists: use another name", clean(name))),
            Err(_) => Ok(NewFile { dir, name: file.to_owned() }),
        }
    }

    /// The files in all folders, or in one, with the file extension of a readable format; the flag is `false`
    /// if there were too many to list all.
    pub(super) fn list(&self, folder: Option<&str>) -> Result<(Vec<Found>, bool), String> {
        let top = |folder| FolderFile { path: PathBuf::new(), folder, below: PathBuf::new() };
        let mut pending: Vec<_> = match folder {
            None => (0..self.0.len()).map(top).collect(),
            Some(name) => {
                let real = self.candidates(name)?.into_iter().find_map(|path| path.canonicalize().ok());
                let place = real.and_then(|real| self.place(real)).filter(|place| place.path.is_dir());
                vec![place.ok_or_else(|| self.outside(name))?]
            }
        };
        let (mut found, mut n_entries) = (Vec::new(), 0);
        while let Some(place) = pending.pop() {
            let Some(folder) = self.0.get(place.folder) else { continue };
            let entries = folder.open_dir(&place.below).and_then(|dir| dir.entries());
            for entry in entries.into_iter().flatten().flatten() {
                n_entries += 1;
                if n_entries > MOST_ENTRIES {
                    return Ok((sorted(found), false));
                }
                let Ok(kind) = entry.file_type() else { continue };
                let below = place.below.join(entry.file_name());
                if kind.is_dir() && !is_hidden(&below) {
                    pending.push(FolderFile { below, ..place.clone() });
                } else if kind.is_file() && Format::of_name(&below.to_string_lossy()).is_some() {
                    let n_bytes = entry.metadata().map_or(0, |about| about.len());
                    found.push(Found { name: self.name(&folder.real.join(below)), n_bytes });
                }
            }
        }
        Ok((sorted(found), true))
    }

    /// The name by which clients refer to a file: its path in the folder if there is only one, otherwise its
    /// full path.
    pub(super) fn name(&self, path: &Path) -> String {
        let below = |folder: &Folder| {
            let inside = path.strip_prefix(&folder.real).ok()?;
            Some(if self.0.len() == 1 { inside.to_owned() } else { folder.given.join(inside) })
        };
        let name = self.0.iter().find_map(below).unwrap_or_else(|| path.to_owned());
        name.to_string_lossy().replace(MAIN_SEPARATOR, "/")
    }

    /// The paths that a name may stand for, and that are below a folder by their text alone, before links are
    /// resolved.
    fn candidates(&self, name: &str) -> Result<Vec<PathBuf>, String> {
        let path = Path::new(name);
        let is_up = path.components().any(|part| matches!(part, Component::ParentDir));
        // On Windows, `C:a` is none of both.
        let is_odd = path.is_relative() && path.components().any(|part| matches!(part, Component::Prefix(_)));
        let is_below = |path: &PathBuf| {
            self.0.iter().any(|folder| path.starts_with(&folder.given) || path.starts_with(&folder.real))
        };
        let all = self.0.iter().map(|folder| folder.given.join(path)).filter(is_below);
        match all.collect::<Vec<_>>() {
            _ if is_up || is_odd || name.contains('\0') => Err(self.outside(name)),
            none if none.is_empty() => Err(self.outside(name)),
            some => Ok(some),
        }
    }

    /// The place of a path with links resolved; `None` outside the folders.
    fn place(&self, real: PathBuf) -> Option<FolderFile> {
        let below = |folder: &Folder| Some(real.strip_prefix(&folder.real).ok()?.to_owned());
        let (folder, below) =
            self.0.iter().enumerate().find_map(|(index, folder)| Some((index, below(folder)?)))?;
        Some(FolderFile { path: real, folder, below })
    }

    fn outside(&self, name: &str) -> String {
        let (name, folders) = (clean(name), self.names());
        format!(
            "| {name}\nis not in a folder that this server may read ({folders}): list_files lists the files"
        )
    }

    /// The error for the name of a missing file. It suggests similar names.
    fn absent(&self, path: &Path) -> String {
        let wanted = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let stem = wanted.split('.').next().unwrap_or_default();
        let is_near = |name: &str| name.rsplit('/').next().unwrap_or(name).to_lowercase().starts_with(stem);
        let found = self.list(None).map(|(found, _)| found).unwrap_or_default();
        let near: Vec<_> = found.iter().filter(|found| is_near(&found.name)).take(5).collect();
        if near.is_empty() {
            return "does not exist: list_files lists the files".to_owned();
        }
        let near: Vec<_> = near.iter().map(|found| format!("| {}", clean(&found.name))).collect();
        format!("does not exist; these do:\n{}", near.join("\n"))
    }
}

impl Folder {
    fn open(&self, below: &Path) -> io::Result<File> {
        let not_a_file = || io::Error::other("it is not a file");
        // Opening a device may do something.
        if !self.dir.metadata(below)?.is_file() {
            return Err(not_a_file());
        }
        let mut options = OpenOptions::new();
        options.read(true);
        #[cfg(unix)]
        {
            use cap_std::fs::OpenOptionsExt;
            use rustix::fs::OFlags;
            // A pipe that has come there meanwhile is not waited for.
            options.custom_flags((OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed());
        }
        let file = self.dir.open_with(below, &options)?.into_std();
        if file.metadata()?.is_file() { Ok(file) } else { Err(not_a_file()) }
    }

    fn open_dir(&self, below: &Path) -> io::Result<Dir> {
        match below.as_os_str().is_empty() {
            true => self.dir.try_clone(),
            false => self.dir.open_dir(below),
        }
    }
}

impl NewFile {
    /// Writes a temporary file, and then links it to the final name, which fails if another program has
    /// created that file. If the process is killed, the store removes the temporary file later.
    ///
    /// # Errors
    ///
    /// If the file exists by now, or the system refuses to write it.
    pub(super) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let (part, mut file) = self.create_part()?;
        let written = file.write_all(bytes).and_then(|()| file.sync_all());
        let linked = written.and_then(|()| match self.dir.hard_link(&part, &self.dir, &self.name) {
            // Not every file system has links.
            Err(_) if self.dir.symlink_metadata(&self.name).is_err() => {
                self.dir.rename(&part, &self.dir, &self.name)
            }
            linked => linked,
        });
        drop(file);
        _ = self.dir.remove_file(&part);
        linked
    }

    fn create_part(&self) -> io::Result<(String, cap_std::fs::File)> {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let part = format!(".rez-{}-{number}.part", std::process::id());
            match self.dir.open_with(&part, OpenOptions::new().write(true).create_new(true)) {
                // The store has counted as far, or a process that was killed.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                created => return Ok((part, created?)),
            }
        }
    }
}

impl Found {
    pub(super) fn line(&self) -> String {
        format!("{}  {}", clean(&self.name), size(usize::try_from(self.n_bytes).unwrap_or(usize::MAX)))
    }
}

fn sorted(mut found: Vec<Found>) -> Vec<Found> {
    found.sort_by(|one, other| one.name.cmp(&other.name));
    found
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

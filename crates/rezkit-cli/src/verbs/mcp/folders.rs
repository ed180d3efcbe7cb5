//! The folders whose files may be asked about.

use crate::show::{clean, size};
use rezkit::Format;
use std::io;
use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf};

/// More files than anybody looks through, and folders in each other.
const MOST_ENTRIES: usize = 20_000;

/// Folders that may be read.
#[derive(Debug)]
pub(super) struct Folders(Vec<Folder>);

#[derive(Debug)]
struct Folder {
    /// As it was given, from the root on.
    given: PathBuf,
    /// Without links.
    real: PathBuf,
}

/// A file that was found.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) name: String,
    pub(super) n_bytes: u64,
}

impl Folders {
    /// # Errors
    ///
    /// The first that is no folder, and why.
    pub(super) fn new(paths: &[PathBuf]) -> Result<Self, (PathBuf, io::Error)> {
        let folder = |path: &PathBuf| {
            let real = path.canonicalize().and_then(|real| match real.is_dir() {
                true => Ok(real),
                false => Err(io::ErrorKind::NotADirectory.into()),
            });
            let folder = real.and_then(|real| Ok(Folder { given: std::path::absolute(path)?, real }));
            folder.map_err(|error| (path.clone(), error))
        };
        paths.iter().map(folder).collect::<Result<_, _>>().map(Self)
    }

    /// For people.
    pub(super) fn names(&self) -> String {
        let names: Vec<_> = self.0.iter().map(|folder| clean(&folder.given.to_string_lossy())).collect();
        names.join(", ")
    }

    /// Where a file is that is there.
    ///
    /// # Errors
    ///
    /// If it is not in one of the folders, in whatever way, or no file; of what is outside, nothing else is said.
    pub(super) fn file(&self, name: &str) -> Result<PathBuf, String> {
        let mut missing = None;
        for path in self.candidates(name)? {
            match path.canonicalize() {
                Ok(real) if !self.has(&real) => return Err(self.outside(name)),
                Ok(real) if real.is_file() => return Ok(real),
                Ok(_) => {
                    missing =
                        Some("is not a file: list_files with it as folder says what is in it".to_owned())
                }
                Err(_) => missing = missing.or_else(|| Some(self.absent(&path))),
            }
        }
        Err(format!("| {}\n{}", clean(name), missing.unwrap_or_default()))
    }

    /// Where a new file is to be.
    ///
    /// # Errors
    ///
    /// If that is not in one of the folders, or something is there.
    pub(super) fn new_file(&self, name: &str) -> Result<PathBuf, String> {
        let Some(path) = self.candidates(name)?.into_iter().next() else { return Err(self.outside(name)) };
        let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
        let file = folder.filter(|folder| self.has(folder)).zip(path.file_name());
        let (folder, file) = file.ok_or_else(|| self.outside(name))?;
        let path = folder.join(file);
        // A link that leads to nothing is there, too.
        match path.symlink_metadata() {
            Ok(_) => Err(format!("| {}\nis there already: give another name", clean(name))),
            Err(_) => Ok(path),
        }
    }

    /// The files in all folders, or in one, whose names are those of formats that can be read; and whether these are all.
    pub(super) fn list(&self, folder: Option<&str>) -> Result<(Vec<Found>, bool), String> {
        let mut pending = match folder {
            None => self.0.iter().map(|folder| folder.real.clone()).collect(),
            Some(name) => {
                let real = self.candidates(name)?.into_iter().find_map(|path| path.canonicalize().ok());
                vec![real.filter(|path| self.has(path) && path.is_dir()).ok_or_else(|| self.outside(name))?]
            }
        };
        let (mut found, mut n_entries) = (Vec::new(), 0);
        while let Some(folder) = pending.pop() {
            let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
            for entry in entries {
                n_entries += 1;
                if n_entries > MOST_ENTRIES {
                    return Ok((sorted(found), false));
                }
                let Ok(kind) = entry.file_type() else { continue };
                let path = entry.path();
                if kind.is_dir() && !is_hidden(&path) {
                    pending.push(path);
                } else if kind.is_file() && Format::of_name(&path.to_string_lossy()).is_some() {
                    let n_bytes = entry.metadata().map_or(0, |about| about.len());
                    found.push(Found { name: self.name(&path), n_bytes });
                }
            }
        }
        Ok((sorted(found), true))
    }

    /// What a file is called, so that it is found again: below a single folder its path in that.
    pub(super) fn name(&self, path: &Path) -> String {
        let below = |folder: &Folder| {
            let inside = path.strip_prefix(&folder.real).ok()?;
            Some(if self.0.len() == 1 { inside.to_owned() } else { folder.given.join(inside) })
        };
        let name = self.0.iter().find_map(below).unwrap_or_else(|| path.to_owned());
        name.to_string_lossy().replace(MAIN_SEPARATOR, "/")
    }

    /// What a name may stand for, below the folders by its letters alone.
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

    /// Whether a path without links is below one of them.
    fn has(&self, real: &Path) -> bool {
        self.0.iter().any(|folder| real.starts_with(&folder.real))
    }

    fn outside(&self, name: &str) -> String {
        let (name, folders) = (clean(name), self.names());
        format!(
            "| {name}\nis not below a folder that this server may read ({folders}): list_files says what is"
        )
    }

    /// What may be meant by a name that no file has.
    fn absent(&self, path: &Path) -> String {
        let wanted = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let stem = wanted.split('.').next().unwrap_or_default();
        let is_near = |name: &str| name.rsplit('/').next().unwrap_or(name).to_lowercase().starts_with(stem);
        let found = self.list(None).map(|(found, _)| found).unwrap_or_default();
        let near: Vec<_> = found.iter().filter(|found| is_near(&found.name)).take(5).collect();
        if near.is_empty() {
            return "is not there: list_files says which files are".to_owned();
        }
        let near: Vec<_> = near.iter().map(|found| format!("| {}", clean(&found.name))).collect();
        format!("is not there; what is:\n{}", near.join("\n"))
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

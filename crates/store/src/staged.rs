//! Files that are written next to their target and then renamed.

use crate::part;
use std::fs::{self, File, Metadata, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A callback that receives the pieces of a file, in order.
pub type Sink<'s> = dyn FnMut(&[u8]) + 's;

/// Saves a file in one step: whatever happens, either the old file or the complete new one exists. If the
/// path is that of a device or a pipe, the bytes are written into it.
///
/// # Errors
///
/// If the file exists and `overwrite` is not set, is read-only, or cannot be written.
pub fn save(path: &Path, bytes: &[u8], overwrite: bool) -> io::Result<()> {
    stage(path, bytes, overwrite)?.commit()
}

/// Writes a file under a temporary name next to its target, to which [`Staged::commit`] renames it. Thus
/// several files that belong together can all be written before the first one is replaced.
///
/// # Errors
///
/// The errors of [`save`].
pub fn stage(path: &Path, bytes: &[u8], overwrite: bool) -> io::Result<Staged> {
    let mut unfinished = Unfinished::new(path, overwrite)?;
    unfinished.write(bytes)?;
    unfinished.finish()
}

/// Stages a file that the caller writes piece by piece, and must sync before committing it.
///
/// # Errors
///
/// The errors of [`save`].
pub fn stage_parts(path: &Path, overwrite: bool) -> io::Result<(Staged, File)> {
    match path.symlink_metadata() {
        Ok(_) if !overwrite => return Err(occupied()),
        Ok(found) if !found.is_file() => return Err(io::Error::other("it is not a file")),
        _ => {}
    }
    loop {
        let (part, file) = part::create(path, None)?;
        // While it is written, `clear_parts` leaves it alone, unless that was faster than this lock.
        let _ = file.lock();
        if part.exists() {
            return Ok((Staged::Part { part, path: path.to_owned(), overwrite }, file));
        }
    }
}

/// A file that is written in pieces next to its target.
#[derive(Debug)]
pub struct Staging<'o> {
    path: &'o Path,
    overwrite: bool,
    /// Set by the first piece; after an error, nothing more is written.
    unfinished: Option<io::Result<Unfinished>>,
}

impl<'o> Staging<'o> {
    /// Prepares to write a file; nothing is created on disk before the first piece.
    #[must_use]
    pub fn new(path: &'o Path, overwrite: bool) -> Self {
        Self { path, overwrite, unfinished: None }
    }

    /// Writes the next piece. [`finish`](Self::finish) returns the first error.
    pub fn write(&mut self, piece: &[u8]) {
        let unfinished = self.unfinished.get_or_insert_with(|| Unfinished::new(self.path, self.overwrite));
        if let Ok(file) = unfinished
            && let Err(error) = file.write(piece)
        {
            *unfinished = Err(error);
        }
    }

    /// Ends the file, which [`Staged::commit`] then puts at its target.
    ///
    /// # Errors
    ///
    /// The errors of [`save`].
    pub fn finish(self) -> io::Result<Staged> {
        self.unfinished.unwrap_or_else(|| Unfinished::new(self.path, self.overwrite))?.finish()
    }
}

/// A file that is being written, under a temporary name unless its target is a device or a pipe.
#[derive(Debug)]
pub(crate) struct Unfinished {
    staged: Staged,
    /// The temporary file; `None` if the target is a device or a pipe.
    file: Option<File>,
    rights: Option<Permissions>,
}

impl Unfinished {
    fn new(path: &Path, overwrite: bool) -> io::Result<Self> {
        let Some(found) = replaced(path, overwrite)? else { return Self::part(path, overwrite, None) };
        let leads_nowhere = "it is a link without a target";
        let file = path.metadata().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => io::Error::new(error.kind(), leads_nowhere),
            _ => error,
        })?;
        if !file.is_file() {
            let staged = Staged::Into { path: path.to_owned(), bytes: Vec::new() };
            return Ok(Self { staged, file: None, rights: None });
        }
        refuse_read_only(&file)?;
        let path = if found.is_symlink() { path.canonicalize()? } else { path.to_owned() };
        Self::part(&path, overwrite, Some(file.permissions()))
    }

    /// Creates a temporary file with the given rights, for a path that is not a link.
    pub(crate) fn part(path: &Path, overwrite: bool, rights: Option<Permissions>) -> io::Result<Self> {
        let (part, file) = part::create(path, rights.as_ref())?;
        let staged = Staged::Part { part, path: path.to_owned(), overwrite };
        Ok(Self { staged, file: Some(file), rights })
    }

    pub(crate) fn write(&mut self, piece: &[u8]) -> io::Result<()> {
        match (&mut self.file, &mut self.staged) {
            (Some(file), _) => file.write_all(piece)?,
            (None, Staged::Into { bytes, .. }) => bytes.extend_from_slice(piece),
            (None, Staged::Part { .. }) => {}
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> io::Result<Staged> {
        if let Some(file) = self.file {
            if let Some(rights) = self.rights {
                // Not every file system has them.
                let _ = file.set_permissions(rights);
            }
            file.sync_all()?;
        }
        Ok(self.staged)
    }
}

/// A complete file that is not yet at its target. If this value is dropped, the temporary file is removed.
#[derive(Debug)]
pub enum Staged {
    /// A file written under a temporary name.
    Part {
        /// The path of the temporary file.
        part: PathBuf,
        /// The path of the target.
        path: PathBuf,
        /// Set if a file at the target is replaced.
        overwrite: bool,
    },
    /// Bytes that are to be written into a device or a pipe.
    Into {
        /// The path of the device or pipe.
        path: PathBuf,
        /// The content.
        bytes: Vec<u8>,
    },
}

impl Staged {
    /// Puts the file at its target.
    ///
    /// # Errors
    ///
    /// If another file has appeared at the target and must not be overwritten, or the system refuses it.
    pub fn commit(self) -> io::Result<()> {
        let (part, path) = match &self {
            Self::Into { path, bytes } => return File::options().write(true).open(path)?.write_all(bytes),
            Self::Part { part, path, overwrite: true } => return fs::rename(part, path),
            Self::Part { part, path, .. } => (part, path),
        };
        // A link fails if another program was faster, where renaming would replace its file.
        match fs::hard_link(part, path) {
            Ok(()) => Ok(()),
            Err(_) if path.symlink_metadata().is_ok() => Err(occupied()),
            // Not every file system has links.
            Err(_) => fs::rename(part, path),
        }
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if let Self::Part { part, .. } = self {
            let _ = fs::remove_file(part);
        }
    }
}

/// Returns the metadata of the file that a save would replace, if any. Checking this first avoids creating or
/// writing something in vain; it also detects names that are too long.
///
/// # Errors
///
/// If the path is that of a folder, its name is too long, or it exists and `overwrite` is not set.
pub fn replaced(path: &Path, overwrite: bool) -> io::Result<Option<Metadata>> {
    if path.is_dir() || path.file_name().is_none() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder, and a file is needed"));
    }
    match path.symlink_metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
        Ok(_) if !overwrite => Err(occupied()),
        Ok(found) => Ok(Some(found)),
    }
}

/// Refuses a read-only file, which renaming would replace all the same.
pub(crate) fn refuse_read_only(file: &Metadata) -> io::Result<()> {
    match file.permissions().readonly() {
        true => Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only")),
        false => Ok(()),
    }
}

fn occupied() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "it already exists; --force overwrites it")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_saved_whole_and_not_overwritten() {
        let folder = std::env::temp_dir().join(format!("rez-save-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a");
        save(&path, b"one", false).unwrap();
        assert_eq!(save(&path, b"two", false).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"one");
        save(&path, b"two", true).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert!(save(&folder.join("no/folder"), b"", false).is_err());
        drop(stage(&path, b"three", true).unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"two");
        // Nothing else is left behind.
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }
}

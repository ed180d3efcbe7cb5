//! The edit of a file, from reading it to replacing it by a new one.

mod copies;

pub use self::copies::{FOLDER, Undone, undo};

use crate::below::sync_entry;
use crate::part;
use crate::staged::{Staged, Unfinished, refuse_read_only};
use crate::stamp::Stamp;
use sha2::{Digest, Sha256};
use std::error::Error;
use std::fmt;
use std::fs::{self, File, Metadata, Permissions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A file that is open for an edit. As long as this value lives, other programs that use this crate wait, and
/// then read the new file. Changes by programs that ignore locks are detected up to the rename: a file whose
/// content is not what was read is not replaced.
#[derive(Debug)]
pub struct Original {
    /// The path of the file, with all links resolved.
    path: PathBuf,
    /// The open file, which holds the lock.
    _file: File,
    bytes: Vec<u8>,
    stamp: Stamp,
    rights: Permissions,
}

impl Original {
    /// Opens, locks and reads a file, after other edits of it have ended.
    ///
    /// # Errors
    ///
    /// If the path is not that of a file, or the file cannot be read or has more bytes than the limit.
    pub fn open(path: &Path, limit: u64) -> io::Result<Self> {
        Self::open_with(path, |file| read(file, limit))
    }

    /// Opens a file like [`open`](Self::open), with a function that reads all its bytes.
    ///
    /// # Errors
    ///
    /// If the path is not that of a file, the file cannot be opened, or `read` fails.
    pub fn open_with(path: &Path, read: impl FnOnce(&mut File) -> io::Result<Vec<u8>>) -> io::Result<Self> {
        let path = path.canonicalize()?;
        let mut file = locked(&path)?;
        let found = file.metadata()?;
        let bytes = read(&mut file)?;
        let stamp = Stamp::of_bytes(&bytes).with_modified(found.modified().ok());
        Ok(Self { path, _file: file, bytes, stamp, rights: found.permissions() })
    }

    /// The path of the file, with all links resolved.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The bytes that were read.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The stamp of the bytes that were read.
    #[must_use]
    pub fn stamp(&self) -> Stamp {
        self.stamp
    }

    /// Checks that the file has one of the contents that the caller knows, for edits that began before it was
    /// opened.
    ///
    /// # Errors
    ///
    /// [`ChangedMeanwhile`], if it has another content.
    pub fn expect(&self, known: &[Stamp]) -> io::Result<()> {
        match known.contains(&self.stamp) {
            true => Ok(()),
            false => Err(io::Error::other(ChangedMeanwhile)),
        }
    }

    pub(crate) fn rights(&self) -> &Permissions {
        &self.rights
    }

    /// Begins the new content of the file. Nothing is created before the first byte that differs from the old
    /// one.
    #[must_use]
    pub fn draft(&self) -> Draft<'_> {
        Draft { original: self, n_same: 0, hash: Sha256::new(), n_bytes: 0, unfinished: None }
    }

    /// Replaces the old file by the new one, and returns the stamp of the new one.
    ///
    /// # Errors
    ///
    /// If the file is read-only, another program changed it in the meantime ([`ChangedMeanwhile`]), or the system
    /// refuses it. In these cases, the file is unchanged.
    pub fn replace(&self, draft: Draft<'_>) -> io::Result<Stamp> {
        let (staged, stamp) = draft.finish()?;
        self.put(staged)?;
        Ok(stamp)
    }

    /// Replaces the file, and keeps the old file as a copy from which [`undo`](crate::undo) restores it.
    /// Returns the path of the copy.
    ///
    /// # Errors
    ///
    /// The errors of [`replace`](Self::replace), and an error if the copy cannot be written.
    pub fn replace_keeping_copy(&self, draft: Draft<'_>) -> io::Result<PathBuf> {
        let (staged, stamp) = draft.finish()?;
        self.check_unchanged()?;
        let copy = copies::keep(self, &stamp)?;
        self.put(staged).inspect_err(|_| copies::remove(&copy))?;
        copies::trim(self);
        Ok(copy)
    }

    fn put(&self, staged: Staged) -> io::Result<()> {
        self.check_unchanged()?;
        staged.commit()?;
        sync_entry(&self.path);
        Ok(())
    }

    fn check_unchanged(&self) -> io::Result<()> {
        let is_file = self.path.symlink_metadata().is_ok_and(|found| found.is_file());
        match is_file && Stamp::read(&self.path)? == self.stamp {
            true => Ok(()),
            // The bytes are compared, since a program may have written within the resolution of file times.
            false => Err(io::Error::other(ChangedMeanwhile)),
        }
    }
}

/// Removes a file, or a link to it, if its content is the one that the caller has read.
///
/// # Errors
///
/// If the file has another content, or the system refuses to remove it.
pub fn remove_unchanged(path: &Path, stamp: &Stamp) -> io::Result<()> {
    let mut file = locked(&path.canonicalize()?)?;
    if Stamp::of_open(&mut file)? != *stamp {
        return Err(io::Error::other("another program changed the file in the meantime"));
    }
    fs::remove_file(path)
}

/// The new content of a file, written next to it in pieces.
#[derive(Debug)]
pub struct Draft<'o> {
    original: &'o Original,
    /// Length of the common prefix with the original, as long as all pieces repeat it.
    n_same: usize,
    hash: Sha256,
    n_bytes: u64,
    /// Set at the first difference from the original; after an error, nothing more is written.
    unfinished: Option<io::Result<Unfinished>>,
}

impl Draft<'_> {
    /// Writes the next piece. The first error is returned when the file is replaced.
    pub fn write(&mut self, piece: &[u8]) {
        self.hash.update(piece);
        self.n_bytes += piece.len() as u64;
        if self.unfinished.is_none() {
            if self.rest().starts_with(piece) {
                self.n_same += piece.len();
                return;
            }
            self.unfinished = Some(self.begin());
        }
        if let Some(unfinished) = &mut self.unfinished
            && let Ok(file) = unfinished
            && let Err(error) = file.write(piece)
        {
            *unfinished = Err(error);
        }
    }

    /// Returns `true` if the written content differs from the original.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.unfinished.is_some() || !self.rest().is_empty()
    }

    /// The bytes of the original that the pieces have not repeated.
    fn rest(&self) -> &[u8] {
        self.original.bytes.get(self.n_same..).unwrap_or_default()
    }

    /// Creates the temporary file and writes the common prefix.
    fn begin(&self) -> io::Result<Unfinished> {
        let Original { path, bytes, rights, .. } = self.original;
        refuse_read_only(&path.metadata()?)?;
        part::clear_leftovers(path.parent().unwrap_or(Path::new(".")));
        let mut unfinished = Unfinished::part(path, true, Some(rights.clone()))?;
        unfinished.write(bytes.get(..self.n_same).unwrap_or_default())?;
        Ok(unfinished)
    }

    fn finish(mut self) -> io::Result<(Staged, Stamp)> {
        let unfinished = self.unfinished.take().unwrap_or_else(|| self.begin())?;
        let stamp = Stamp::from_parts(self.n_bytes, self.hash.finalize().into());
        Ok((unfinished.finish()?, stamp))
    }
}

/// The error of an edit whose file another program changed between reading and renaming.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChangedMeanwhile;

impl fmt::Display for ChangedMeanwhile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("another program changed the file in the meantime; nothing was written")
    }
}

impl Error for ChangedMeanwhile {}

/// Returns `true` for an error that is [`ChangedMeanwhile`].
#[must_use]
pub fn is_changed_meanwhile(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<ChangedMeanwhile>())
}

/// Opens a file, and locks it if the file system supports locks.
fn locked(path: &Path) -> io::Result<File> {
    loop {
        // A pipe may never be opened by anyone else.
        if !path.metadata()?.is_file() {
            return Err(io::Error::other(
                "this is not a regular file, and only regular files can be replaced",
            ));
        }
        let file = File::open(path)?;
        match file.lock() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            // The bytes are compared in any case.
            Err(_) => return Ok(file),
            // Whoever had the lock has put another file here.
            Ok(()) if path.metadata().is_ok_and(|there| !is_same(&file, &there)) => {}
            Ok(()) => return Ok(file),
        }
    }
}

/// Returns `true` if an open file is the one with this metadata.
fn is_same(file: &File, there: &Metadata) -> bool {
    let Ok(open) = file.metadata() else { return false };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (open.dev(), open.ino()) == (there.dev(), there.ino())
    }
    // Other systems do not number files in stable Rust; a file that was renamed into place has been created later.
    #[cfg(not(unix))]
    {
        let identity = |found: &Metadata| (found.len(), found.modified().ok(), found.created().ok());
        identity(&open) == identity(there)
    }
}

/// Reads a file of at most `limit` bytes.
pub(crate) fn read(file: &mut File, limit: u64) -> io::Result<Vec<u8>> {
    let len = file.metadata()?.len();
    let mut bytes = Vec::new();
    if len <= limit {
        bytes.reserve(usize::try_from(len).unwrap_or_default().min(1 << 30));
        file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    }
    match len.max(bytes.len() as u64) {
        len if len > limit => {
            let message = format!("the file has {len} bytes, and the limit is {limit}");
            Err(io::Error::new(io::ErrorKind::FileTooLarge, message))
        }
        _ => Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    fn append(path: &Path, letter: u8) -> io::Result<()> {
        let original = Original::open(path, 1 << 20)?;
        let mut draft = original.draft();
        draft.write(original.bytes());
        std::thread::yield_now();
        draft.write(&[letter]);
        original.replace(draft).map(drop)
    }

    #[test]
    fn no_edit_of_several_threads_is_lost() {
        let scratch = Scratch::new();
        let path = scratch.0.join("a");
        fs::write(&path, "").unwrap();
        std::thread::scope(|scope| {
            for letter in b'a'..=b'h' {
                let path = &path;
                scope.spawn(move || (0..25).for_each(|_| append(path, letter).unwrap()));
            }
        });
        let bytes = fs::read(&path).unwrap();
        for letter in b'a'..=b'h' {
            assert_eq!(bytes.iter().filter(|byte| **byte == letter).count(), 25);
        }
        assert_eq!(scratch.names(), ["a"]);
    }

    #[test]
    fn a_file_that_another_program_changed_is_not_replaced() {
        let scratch = Scratch::new();
        let path = scratch.0.join("a");
        fs::write(&path, "one").unwrap();
        let original = Original::open(&path, 3).unwrap();
        let mut draft = original.draft();
        draft.write(b"two");
        original.expect(&[Stamp::of_bytes(b""), Stamp::of_bytes(b"one")]).unwrap();
        assert!(is_changed_meanwhile(&original.expect(&[Stamp::of_bytes(b"six")]).unwrap_err()));
        fs::write(&path, "six").unwrap();
        let error = original.replace(draft).unwrap_err();
        assert!(is_changed_meanwhile(&error), "{error}");
        assert_eq!(
            error.to_string(),
            "another program changed the file in the meantime; nothing was written"
        );
        assert_eq!(fs::read(&path).unwrap(), b"six");
        assert_eq!(scratch.names(), ["a"]);
    }

    #[test]
    fn the_same_content_writes_nothing() {
        let scratch = Scratch::new();
        let path = scratch.0.join("a");
        fs::write(&path, "one two").unwrap();
        let original = Original::open(&path, 7).unwrap();
        let mut draft = original.draft();
        assert!(draft.differs());
        draft.write(b"one");
        draft.write(b" two");
        assert!(!draft.differs());
        assert_eq!(scratch.names(), ["a"]);
        draft.write(b"!");
        assert!(draft.differs());
        assert_eq!(original.replace(draft).unwrap(), Stamp::of_bytes(b"one two!"));
        assert_eq!(fs::read(&path).unwrap(), b"one two!");
    }

    #[test]
    fn what_a_killed_process_left_is_removed_after_an_hour() {
        let scratch = Scratch::new();
        let path = scratch.0.join("a");
        for name in ["a", ".rez-1-1.part", ".rez-1-2.part", ".rez-x-1.part", "b.part"] {
            let file = File::create(scratch.0.join(name)).unwrap();
            let age = if name == ".rez-1-2.part" { 3500 } else { 3700 };
            let time = std::time::SystemTime::now() - std::time::Duration::from_secs(age);
            file.set_modified(time).unwrap();
        }
        append(&path, b'a').unwrap();
        assert_eq!(scratch.names(), [".rez-1-2.part", ".rez-x-1.part", "a", "b.part"]);
    }

    #[test]
    fn a_file_beyond_the_limit_is_not_read() {
        let scratch = Scratch::new();
        let path = scratch.0.join("a");
        File::create(&path).unwrap().set_len(1 << 42).unwrap();
        let error = Original::open(&path, 1 << 20).unwrap_err();
        assert_eq!(error.to_string(), "the file has 4398046511104 bytes, and the limit is 1048576");
    }

    #[test]
    fn a_file_that_another_program_changed_is_not_removed() {
        let scratch = Scratch::new();
        let path = scratch.file("a", b"two");
        let error = remove_unchanged(&path, &Stamp::of_bytes(b"one")).unwrap_err();
        assert_eq!(error.to_string(), "another program changed the file in the meantime");
        remove_unchanged(&path, &Stamp::of_bytes(b"two")).unwrap();
        assert_eq!(scratch.names(), [""; 0]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_rights_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let scratch = Scratch::new();
        let (path, link) = (scratch.0.join("a"), scratch.0.join("link"));
        fs::write(&path, "").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        symlink("a", &link).unwrap();
        append(&link, b'x').unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"x");
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        fs::set_permissions(&path, Permissions::from_mode(0o440)).unwrap();
        assert_eq!(append(&path, b'y').unwrap_err().to_string(), "it is read-only");
        assert_eq!(
            append(&scratch.0, b'y').unwrap_err().to_string(),
            "this is not a regular file, and only regular files can be replaced"
        );
    }
}

//! Numbered copies of older versions of edited files, and how to restore them.
//!
//! The copies of `place.rbxl` are `.rez-undo/place.rbxl/1-0f1e2d3c4b5a6978.rbxl` and so on, next to it. The
//! hexadecimal digits are the first ones of the SHA-256 of the file that the edit wrote, because an edit is
//! only undone if the file still has the content that it wrote. A `.gitignore` in the folder hides it from
//! git.

use super::{Original, read};
use crate::below::{make_folder, sync_entry};
use crate::part;
use crate::staged::{Unfinished, save};
use crate::stamp::Stamp;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Name of the folder with the copies, next to the files.
pub const FOLDER: &str = ".rez-undo";

/// Maximum number of copies of a file: the first copy and the newest ones are kept.
const MOST: usize = 10;

/// Number of digits of the hash in the name of a copy.
const DIGITS: usize = 16;

/// Outcome of [`undo`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Undone {
    /// Number of older versions that remain.
    pub n_left: usize,
    /// The path of the copy of the replaced file, if its content was not what the last edit wrote.
    pub kept: Option<PathBuf>,
}

/// A copy of a file from before an edit.
struct Version {
    number: u64,
    /// First digits of the SHA-256 of the file that the edit wrote.
    after: String,
    path: PathBuf,
}

/// Undoes the last edit of a file: restores the newest copy byte for byte, and removes the copy.
///
/// # Errors
///
/// If there is no copy, the file has another content than the last edit wrote and `force` is not set, the
/// copy has more bytes than the limit, or the file cannot be replaced.
pub fn undo(original: &Original, limit: u64, force: bool) -> io::Result<Undone> {
    let mut versions = versions(original)?;
    while let Some(last) = versions.pop() {
        let bytes = read(&mut File::open(&last.path)?, limit)?;
        // Of an edit that was killed after its copy was written.
        if bytes == original.bytes() {
            remove(&last.path);
            continue;
        }
        let is_ours = original.stamp().to_string().starts_with(&last.after);
        if !is_ours && !force {
            let message = "the file was changed since the last edit, and undoing would lose that change; \
                --force undoes the edit anyway and keeps a copy of the current file";
            return Err(io::Error::other(message));
        }
        let kept = if is_ours { None } else { Some(keep_as(original, "changed", &original.stamp())?) };
        let mut draft = original.draft();
        draft.write(&bytes);
        original.replace(draft)?;
        remove(&last.path);
        return Ok(Undone { n_left: versions.len(), kept });
    }
    Err(io::Error::new(
        io::ErrorKind::NotFound,
        "there is nothing to undo: no older version of the file is kept",
    ))
}

/// Writes a copy of a file that is about to be replaced by the content `after`.
pub(crate) fn keep(original: &Original, after: &Stamp) -> io::Result<PathBuf> {
    let last = versions(original).map_err(explained)?.pop();
    // Of an edit that was killed before it replaced the file.
    if let Some(last) = &last
        && Stamp::read(&last.path).is_ok_and(|stamp| stamp == original.stamp())
    {
        let copy = last.path.with_file_name(name(&last.number.to_string(), after, original));
        fs::rename(&last.path, &copy).map_err(explained)?;
        sync_entry(&copy);
        return Ok(copy);
    }
    let last = last.map_or(0, |last| last.number);
    // Without locks, another program may take the same number.
    for number in last + 1..last + 100 {
        match keep_as(original, &number.to_string(), after) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            kept => return kept,
        }
    }
    Err(explained(io::ErrorKind::AlreadyExists.into()))
}

fn keep_as(original: &Original, name: &str, after: &Stamp) -> io::Result<PathBuf> {
    let folder = folder(original);
    let copy = folder.join(self::name(name, after, original));
    let write = || -> io::Result<()> {
        make_folder(folder.parent().unwrap_or(&folder))?;
        make_folder(&folder)?;
        part::clear_leftovers(&folder);
        hide(&folder)?;
        let mut unfinished = Unfinished::part(&copy, false, Some(original.rights().clone()))?;
        unfinished.write(original.bytes())?;
        unfinished.finish()?.commit()?;
        // Before the file is replaced, the copy has to be on the disk with its name.
        sync_entry(&copy);
        Ok(())
    };
    // Another edit may have ended with the last copy, and removed the folders.
    let written = match write() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => write(),
        written => written,
    };
    match written {
        Ok(()) => Ok(copy),
        // The same content is kept already.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && name == "changed" => Ok(copy),
        Err(error) => Err(explained(error)),
    }
}

/// The name of a copy.
fn name(name: &str, after: &Stamp, original: &Original) -> String {
    format!("{name}-{after:.DIGITS$}{}", ending(original.path()))
}

/// Writes a `.gitignore`, which keeps the copies out of commits.
fn hide(folder: &Path) -> io::Result<()> {
    match save(&folder.join(".gitignore"), b"*\n", false) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        written => written,
    }
}

/// Removes a copy, and the folders that it leaves empty.
pub(crate) fn remove(copy: &Path) {
    let _ = fs::remove_file(copy);
    let Some(folder) = copy.parent() else { return };
    let mut names = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
    if names.all(|name| name == ".gitignore") {
        let _ = fs::remove_file(folder.join(".gitignore"));
        let _ = fs::remove_dir(folder);
        let _ = folder.parent().map(fs::remove_dir);
    }
}

/// Removes the oldest copies above the limit, except the first. Restoring the first then undoes their edits
/// as well, so its name gets the hash of the last copy that is removed.
pub(crate) fn trim(original: &Original) {
    let Ok(versions) = versions(original) else { return };
    let n_surplus = versions.len().saturating_sub(MOST);
    let (Some(first), Some(surplus)) = (versions.first(), versions.get(1..=n_surplus)) else { return };
    let Some(last) = surplus.last() else { return };
    let renamed = format!("{}-{}{}", first.number, last.after, ending(original.path()));
    if fs::rename(&first.path, first.path.with_file_name(renamed)).is_ok() {
        surplus.iter().for_each(|version| _ = fs::remove_file(&version.path));
    }
}

/// All copies of a file, sorted by number; links are ignored.
fn versions(original: &Original) -> io::Result<Vec<Version>> {
    let folder = folder(original);
    for folder in [folder.parent().unwrap_or(&folder), &folder] {
        match folder.symlink_metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
            Ok(found) if found.is_dir() => {}
            Ok(_) => return Err(io::Error::other(format!("{} is not a folder", folder.display()))),
        }
    }
    let mut versions = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            versions.extend(version(entry.path()));
        }
    }
    versions.sort_by_key(|version| version.number);
    Ok(versions)
}

/// Parses the name of a copy, such as `2-0f1e2d3c4b5a6978.rbxl`.
fn version(path: PathBuf) -> Option<Version> {
    let (number, rest) = path.file_name()?.to_str()?.split_once('-')?;
    let after = rest.get(..DIGITS).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    Some(Version { number: number.parse().ok()?, after: after.to_owned(), path })
}

fn folder(original: &Original) -> PathBuf {
    let path = original.path();
    path.with_file_name(FOLDER).join(path.file_name().unwrap_or_default())
}

/// The extension of a copy, which is that of the file, so that the same programs open it.
fn ending(path: &Path) -> String {
    path.extension().and_then(|ending| ending.to_str()).map(|ending| format!(".{ending}")).unwrap_or_default()
}

fn explained(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("the copy of the file in {FOLDER}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    const LIMIT: u64 = 1 << 20;

    fn edit(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
        let original = Original::open(path, LIMIT)?;
        let mut draft = original.draft();
        draft.write(bytes);
        original.replace_keeping_copy(draft)
    }

    fn take_back(path: &Path, force: bool) -> io::Result<Undone> {
        undo(&Original::open(path, LIMIT)?, LIMIT, force)
    }

    #[test]
    fn edits_are_undone_to_the_first_bytes() {
        let scratch = Scratch::new();
        let path = scratch.file("a.rbxm", b"0");
        for number in 1..=5_u8 {
            let copy = edit(&path, &[b'0' + number]).unwrap();
            assert_eq!(fs::read(copy).unwrap(), [b'0' + number - 1]);
        }
        for number in (0..5_u8).rev() {
            assert_eq!(take_back(&path, false).unwrap(), Undone { n_left: number.into(), kept: None });
            assert_eq!(fs::read(&path).unwrap(), [b'0' + number]);
        }
        let error = take_back(&path, true).unwrap_err();
        assert_eq!(error.to_string(), "there is nothing to undo: no older version of the file is kept");
        assert_eq!(scratch.names(), ["a.rbxm"]);
    }

    #[test]
    fn the_first_and_the_newest_copies_are_kept() {
        let scratch = Scratch::new();
        let path = scratch.file("a", b"0");
        for number in 1..=25_u8 {
            edit(&path, &[b'0' + number]).unwrap();
        }
        let kept: Vec<_> = (0..10)
            .map(|_| {
                take_back(&path, false).unwrap();
                fs::read(&path).unwrap()[0] - b'0'
            })
            .collect();
        assert_eq!(kept, [24, 23, 22, 21, 20, 19, 18, 17, 16, 0]);
        assert_eq!(scratch.names(), ["a"]);
    }

    #[test]
    fn a_change_since_the_last_edit_is_not_lost() {
        let scratch = Scratch::new();
        let path = scratch.file("a.txt", b"0");
        edit(&path, b"1").unwrap();
        fs::write(&path, "by hand").unwrap();
        let error = take_back(&path, false).unwrap_err();
        assert!(error.to_string().contains("changed since the last edit"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"by hand");
        let kept = take_back(&path, true).unwrap().kept.unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"0");
        assert_eq!(fs::read(kept).unwrap(), b"by hand");
    }

    #[test]
    fn a_copy_of_an_edit_that_was_killed_is_passed_over() {
        let scratch = Scratch::new();
        let path = scratch.file("a", b"0");
        edit(&path, b"1").unwrap();
        let original = Original::open(&path, LIMIT).unwrap();
        keep(&original, &Stamp::of_bytes(b"never written")).unwrap();
        drop(original);
        edit(&path, b"2").unwrap();
        take_back(&path, false).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"1");
        take_back(&path, false).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"0");
    }

    #[cfg(unix)]
    #[test]
    fn copies_are_not_written_through_a_link() {
        let scratch = Scratch::new();
        let path = scratch.file("a", b"0");
        fs::create_dir(scratch.0.join("elsewhere")).unwrap();
        std::os::unix::fs::symlink("elsewhere", scratch.0.join(FOLDER)).unwrap();
        assert!(edit(&path, b"1").unwrap_err().to_string().contains("is not a folder"));
        assert_eq!(fs::read(&path).unwrap(), b"0");
        assert_eq!(fs::read_dir(scratch.0.join("elsewhere")).unwrap().count(), 0);
    }
}

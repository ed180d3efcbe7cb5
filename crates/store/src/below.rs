//! Writing files whose names come from other files, and which must not end up outside a folder.

use crate::staged::{Staged, stage};
use std::fs;
use std::io;
use std::path::Path;

/// Stages a file like [`stage`], at an untrusted path below a folder, with `/` between names. Missing folders
/// are created, and links are not followed.
///
/// # Errors
///
/// The errors of [`stage`], and an error if the path could lead outside the folder.
pub fn stage_below(folder: &Path, path: &str, bytes: &[u8], overwrite: bool) -> io::Result<Staged> {
    if !is_plain(path) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "this name could point outside the folder"));
    }
    let mut whole = folder.to_owned();
    let mut names = path.split('/').peekable();
    while let Some(name) = names.next() {
        whole.push(name);
        match names.peek() {
            None => no_link(&whole)?,
            Some(_) => make_folder(&whole)?,
        }
    }
    stage(&whole, bytes, overwrite)
}

/// Creates a folder unless it exists; refuses a link with its name.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    match path.symlink_metadata() {
        Ok(found) if !found.is_dir() => Err(io::Error::other(format!("{} is not a folder", path.display()))),
        Ok(_) => Ok(()),
        Err(_) => match fs::create_dir(path) {
            // Another thread was faster, or another program, which may have made a link.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && is_folder(path) => Ok(()),
            made => made.map(|()| sync_entry(path)),
        },
    }
}

/// Creates a folder with all folders above it, so that they survive a loss of power.
///
/// # Errors
///
/// If the system refuses one, or something else has the name of one.
pub fn make_folders(path: &Path) -> io::Result<()> {
    let missing = path.ancestors().take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists());
    missing.collect::<Vec<_>>().into_iter().rev().try_for_each(make_folder)
}

/// Makes the name of a file or a folder survive a loss of power, if the system supports it. Errors are ignored,
/// since the file itself is there.
pub(crate) fn sync_entry(path: &Path) {
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let _ = fs::File::open(folder).and_then(|folder| folder.sync_all());
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// Refuses a link or a device at a path that a program, not a user, has chosen, so that writing there changes
/// no other file.
///
/// # Errors
///
/// If the path is that of a link, a device or a pipe.
pub fn no_link(path: &Path) -> io::Result<()> {
    match path.symlink_metadata() {
        Ok(found) if !found.is_file() && !found.is_dir() => {
            Err(io::Error::other("this is a link or a device, not a file"))
        }
        _ => Ok(()),
    }
}

/// Creates the folders for a file whose name is derived from that of another file, and refuses a link at its
/// path.
///
/// # Errors
///
/// The errors of [`no_link`], and an error if a folder cannot be created.
pub fn make_room(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    no_link(path)
}

fn is_folder(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|found| found.is_dir())
}

/// Returns `true` if a path consists only of plain names on every system. The paths of the library do, but a
/// mistake in it must not overwrite files elsewhere.
fn is_plain(path: &str) -> bool {
    let is_name = |name: &str| !name.is_empty() && name != "." && name != "..";
    let is_odd = |letter: char| letter.is_control() || "\\:".contains(letter);
    path.split('/').all(is_name) && !path.contains(is_odd)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_below_a_folder_are_names_alone() {
        let folder = std::env::temp_dir().join(format!("rez-below-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for path in ["", "..", "../a", "a/../../b", "/etc/x", "a//b", "a\\b", "C:a", "a\0", "./a", "a\n"] {
            let error = stage_below(&folder, path, b"", true).unwrap_err();
            assert_eq!(error.to_string(), "this name could point outside the folder", "{path:?}");
        }
        stage_below(&folder, "a/b c/ü.png", b"one", false).unwrap().commit().unwrap();
        assert_eq!(fs::read(folder.join("a/b c/ü.png")).unwrap(), b"one");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn several_threads_make_one_folder() {
        let folder = std::env::temp_dir().join(format!("rez-race-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for round in 0..20 {
            let barrier = std::sync::Barrier::new(8);
            let save = |number: usize| {
                barrier.wait();
                stage_below(&folder, &format!("{round}/inside/{number}"), b"", false)?.commit()
            };
            std::thread::scope(|scope| {
                let threads: Vec<_> = (0..8).map(|number| scope.spawn(move || save(number))).collect();
                threads.into_iter().for_each(|thread| thread.join().unwrap().unwrap());
            });
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}

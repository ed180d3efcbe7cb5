//! Temporary files, which are created in the folder of their target.

use std::fs::{self, File, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Age above which a temporary file counts as left behind by a process that was killed, since writing a file
/// never takes that long.
const LEFT_BEHIND: Duration = Duration::from_secs(60 * 60);

/// Creates a temporary file in the folder of a path, since a file can only be renamed within one file system.
/// Its name is short, whereas that of the target may have the maximum length. From the start, it has no
/// rights that the target lacks.
pub(crate) fn create(path: &Path, rights: Option<&Permissions>) -> io::Result<(PathBuf, File)> {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if let Some(rights) = rights {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        options.mode(rights.mode() & 0o777);
    }
    #[cfg(not(unix))]
    let _ = rights;
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let part = path.with_file_name(format!(".rez-{}-{number}.part", std::process::id()));
        match options.open(&part) {
            // Left behind by a process that was killed.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return Ok((part, created?)),
        }
    }
}

/// Removes the temporary files of [`stage_parts`](crate::stage_parts) whose process was killed, whatever
/// their age. Those of running processes are locked, and stay.
pub fn clear_parts(folder: &Path) {
    clear(folder, Duration::ZERO);
}

/// Removes temporary files that killed processes left in a folder.
pub(crate) fn clear_leftovers(folder: &Path) {
    clear(folder, LEFT_BEHIND);
}

fn clear(folder: &Path, age: Duration) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_part = entry.file_type().is_ok_and(|kind| kind.is_file())
            && entry.file_name().to_str().is_some_and(is_part_name);
        if !is_part || !is_older(&entry, age) {
            continue;
        }
        // A process that is killed loses its lock.
        if let Ok(file) = File::options().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns `true` if a file was last written that long ago; false for times in the future, since the clock of
/// a file server may be ahead of ours.
fn is_older(entry: &fs::DirEntry, age: Duration) -> bool {
    let modified = entry.metadata().and_then(|found| found.modified());
    age.is_zero() || modified.is_ok_and(|time| time.elapsed().is_ok_and(|elapsed| elapsed > age))
}

/// Returns `true` for names of temporary files, as [`create`] chooses them.
fn is_part_name(name: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = name.strip_prefix(".rez-").and_then(|name| name.strip_suffix(".part")?.split_once('-'));
    numbers.is_some_and(|(process, number)| is_number(process) && is_number(number))
}

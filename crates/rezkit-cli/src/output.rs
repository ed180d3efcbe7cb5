//! Where results and messages go.

use crate::Code;
use crate::args::{Color, Common};
use crate::show::{self, error, line};
use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use std::ffi::OsString;
use std::fs::{self, File, Metadata, Permissions};
use std::io::{self, IsTerminal, StderrLock, StdoutLock, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What is printed, and how.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Terminal {
    choice: ColorChoice,
    /// Whether nobody sees colours on stdout.
    pub(crate) is_plain: bool,
    pub(crate) is_quiet: bool,
    is_verbose: bool,
    /// How many columns the terminal has that shows results; `None` if none does.
    pub(crate) width: Option<usize>,
}

impl Terminal {
    pub(crate) fn new(common: &Common) -> Self {
        let choice = match common.color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::AlwaysAnsi,
            Color::Never => ColorChoice::Never,
        };
        let is_plain = AutoStream::new(io::stdout(), choice).current_choice() == ColorChoice::Never;
        let width =
            io::stdout().is_terminal().then(|| terminal_size::terminal_size_of(io::stdout())).flatten();
        let width = width.map(|(width, _)| usize::from(width.0).max(40));
        Self { choice, is_plain, is_quiet: common.quiet, is_verbose: common.verbose, width }
    }

    /// As much of a line as the terminal shows on one, without styles.
    pub(crate) fn cut(&self, line: &str) -> String {
        match self.width {
            Some(width) => show::short(line, width),
            None => line.to_owned(),
        }
    }

    /// What stdout shows of a styled text.
    pub(crate) fn seen(&self, text: String) -> String {
        if !self.is_plain {
            return text;
        }
        let mut parts = text.split('\x1b');
        let first = parts.next().unwrap_or_default();
        if first.len() == text.len() {
            return text;
        }
        let mut plain = String::with_capacity(text.len());
        plain.push_str(first);
        // Texts of files have no escapes left, and each style of ours ends in the first `m`.
        parts.for_each(|part| plain.push_str(part.split_once('m').map_or("", |(_, shown)| shown)));
        plain
    }

    /// Whether messages are read by a person right now.
    pub(crate) fn has_progress(&self) -> bool {
        !self.is_quiet && io::stdout().is_terminal() && io::stderr().is_terminal()
    }
}

/// How many bytes are printed at a time.
const FULL: usize = 1 << 16;

/// Results go to stdout, messages to stderr. Both are styled text, of which the styles are dropped where nobody sees
/// colours. Whatever a verb puts into a text, a terminal gets no other commands than these styles.
pub(crate) struct Out {
    stdout: AutoStream<StdoutLock<'static>>,
    /// What is not printed yet.
    buffer: String,
    /// How many bytes of results there were.
    n_bytes: usize,
    pub(crate) terminal: Terminal,
    /// What went wrong with stdout, after which nothing is printed.
    trouble: Option<io::Error>,
}

impl Out {
    pub(crate) fn new(terminal: Terminal) -> Self {
        // Without colours the texts that it gets have no styles any more.
        let choice = if terminal.is_plain { ColorChoice::AlwaysAnsi } else { terminal.choice };
        let stdout = AutoStream::new(io::stdout().lock(), choice);
        Self { stdout, buffer: String::new(), n_bytes: 0, terminal, trouble: None }
    }

    /// Prints a result; `false` if nobody reads on.
    pub(crate) fn print(&mut self, text: &str) -> bool {
        self.n_bytes = self.n_bytes.saturating_add(text.len());
        self.buffer.push_str(text);
        if self.buffer.len() >= FULL {
            self.flush();
        }
        self.trouble.is_none()
    }

    /// Prints one of many results, for what goes on until nobody reads.
    pub(crate) fn flow(&mut self, text: &str) -> ControlFlow<()> {
        if self.print(text) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Prints a result whose output is `-`, as it is. A terminal gets only text, line by line and without commands.
    pub(crate) fn give(&mut self, bytes: &[u8]) -> Code {
        if !io::stdout().is_terminal() {
            self.print_bytes(bytes);
            return Code::Fine;
        }
        let text = std::str::from_utf8(bytes).ok().filter(|text| !text.contains('\0'));
        let Some(text) = text else {
            self.tell(&error("stdout", "the result is not text: give a file as output, or a pipe"));
            return Code::Usage;
        };
        text.lines().for_each(|text| _ = self.print(&(line(text) + "\n")));
        Code::Fine
    }

    fn print_bytes(&mut self, bytes: &[u8]) {
        self.flush();
        if self.trouble.is_none() {
            // The same stream, past what takes styles out of texts.
            let mut stdout = io::stdout().lock();
            self.trouble = stdout.write_all(bytes).and_then(|()| stdout.flush()).err();
        }
    }

    /// Prints what is in the buffer; `false` if nobody reads on.
    pub(crate) fn flush(&mut self) -> bool {
        if self.trouble.is_none() && !self.buffer.is_empty() {
            // All at once: the stream takes styles out piece by piece, with a call of the system for each line.
            let text = self.terminal.seen(without_commands(std::mem::take(&mut self.buffer)));
            let written = self.stdout.write_all(text.as_bytes()).and_then(|()| self.stdout.flush());
            self.trouble = written.err();
            self.buffer = text;
        }
        self.buffer.clear();
        self.trouble.is_none()
    }

    /// Prints a message.
    pub(crate) fn tell(&mut self, text: &str) {
        // What is in the buffer was printed before.
        self.flush();
        let (mut stderr, mut text) = (self.stderr(), without_commands(text.to_owned()));
        if stderr.current_choice() == ColorChoice::Never {
            // All at once, as results are.
            text = strip_str(&text).to_string();
        }
        let _ = stderr.write_all(text.as_bytes());
    }

    /// Prints a message, if all are asked for.
    pub(crate) fn detail(&mut self, text: &str) {
        if self.terminal.is_verbose {
            self.tell(text);
        }
    }

    /// Prints a message, unless there are to be none, or nobody reads on: not all has been looked at then that it counts.
    pub(crate) fn mention(&mut self, text: &str) {
        if !self.terminal.is_quiet && self.flush() {
            self.tell(text);
        }
    }

    fn stderr(&self) -> AutoStream<StderrLock<'static>> {
        AutoStream::new(io::stderr().lock(), self.terminal.choice)
    }

    /// How many bytes of results were printed.
    pub(crate) fn n_bytes(&self) -> usize {
        self.n_bytes
    }

    /// Whether stdout takes no more.
    pub(crate) fn is_closed(&self) -> bool {
        self.trouble.is_some()
    }

    /// Prints what is left; gives the code that the program ends with.
    pub(crate) fn end(mut self, code: Code) -> Code {
        self.flush();
        match self.trouble.take() {
            None => code,
            // Whoever reads our output has seen enough.
            Some(error) if error.kind() == io::ErrorKind::BrokenPipe => code,
            Some(error) => {
                self.tell(&crate::show::error("stdout", &error.to_string()));
                Code::Io
            }
        }
    }
}

/// A text without commands to a terminal, except for styles such as ours. Verbs escape what they take from files, since
/// a text may also imitate lines and styles of ours; this is for what they forget.
fn without_commands(text: String) -> String {
    let is_plain = text.bytes().fold(true, |all, byte| all & matches!(byte, b' '..=b'~' | b'\n' | b'\t'));
    if is_plain {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    for (number, part) in text.split('\x1b').enumerate() {
        if number > 0 {
            out.push_str(if is_style(part) { "\x1b" } else { "\\u{1b}" });
        }
        for text in part.split_inclusive('\n') {
            let (text, end) = text.strip_suffix('\n').map_or((text, ""), |text| (text, "\n"));
            out.push_str(&line(text));
            out.push_str(end);
        }
    }
    out
}

/// Whether this, behind an escape, is a colour or the like.
fn is_style(text: &str) -> bool {
    let numbers = text
        .strip_prefix('[')
        .map(|rest| rest.trim_start_matches(|it: char| it.is_ascii_digit() || it == ';'));
    numbers.is_some_and(|rest| rest.starts_with('m'))
}

/// Why a result is not to be saved by a name, which promises another format.
pub(crate) fn misnamed(bytes: &[u8], path: &Path) -> Option<String> {
    let disagreement = rezkit::identify_named(bytes, &path.to_string_lossy()).disagreement?;
    Some(format!("{disagreement}: give it another name, and convert it then"))
}

/// Saves a file in one step: whatever happens, the old file or the whole new one is there. What is no file, such as a
/// device or a pipe, is written into.
///
/// # Errors
///
/// If the file is there already and not to be overwritten, is read-only, or cannot be written.
pub(crate) fn save(path: &Path, bytes: &[u8], overwrite: bool) -> io::Result<()> {
    stage(path, bytes, overwrite)?.commit()
}

/// Replaces a file by one that is staged for its place, and keeps the old one with `.bak` behind its name.
///
/// # Errors
///
/// As [`save`], and if another copy is there already that is not to be overwritten.
pub(crate) fn replace(path: &Path, old: &[u8], new: Staged, overwrite: bool) -> io::Result<()> {
    let rights = path.metadata()?;
    if !rights.is_file() {
        return Err(io::Error::other("it is not a file, and only files can be replaced"));
    }
    let mut backup = OsString::from(path);
    backup.push(".bak");
    let backup = Path::new(&backup);
    no_link(backup)
        .and_then(|()| stage_with(backup, old, overwrite, Some(&rights)))
        .and_then(Staged::commit)
        .map_err(|error| io::Error::new(error.kind(), format!("the copy of it, .bak: {error}")))?;
    new.commit()
}

/// Writes a file beside its place, where [`Staged::commit`] puts it: of several files that belong together, all can be
/// written before the first one is replaced.
///
/// # Errors
///
/// As [`save`].
pub(crate) fn stage(path: &Path, bytes: &[u8], overwrite: bool) -> io::Result<Staged> {
    stage_with(path, bytes, overwrite, None)
}

/// As [`stage`], below a folder and with a path that a file may have brought along, with `/` between names. Folders in it
/// are made, and links are not followed.
///
/// # Errors
///
/// If the path could lead elsewhere, and as [`stage`].
pub(crate) fn stage_below(folder: &Path, path: &str, bytes: &[u8], overwrite: bool) -> io::Result<Staged> {
    if !is_plain(path) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "this name could lead elsewhere"));
    }
    let mut whole = folder.to_owned();
    let mut names = path.split('/').peekable();
    while let Some(name) = names.next() {
        whole.push(name);
        let found = whole.symlink_metadata().ok();
        match (names.peek(), found) {
            (None, _) => no_link(&whole)?,
            (Some(_), Some(found)) if !found.is_dir() => {
                return Err(io::Error::other(format!("{} is not a folder", whole.display())));
            }
            (Some(_), None) => match fs::create_dir(&whole) {
                // Another thread was faster, or another program, which may have made a link.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && is_folder(&whole) => {}
                made => made?,
            },
            _ => {}
        }
    }
    stage(&whole, bytes, overwrite)
}

/// Refuses what leads elsewhere from a name that no person has given: a program that writes there by itself must change
/// nothing else.
///
/// # Errors
///
/// If it is a link, a device or a pipe.
pub(crate) fn no_link(path: &Path) -> io::Result<()> {
    match path.symlink_metadata() {
        Ok(found) if !found.is_file() && !found.is_dir() => {
            Err(io::Error::other("it is a link or a device, and not a file"))
        }
        _ => Ok(()),
    }
}

/// Makes the folders of a file whose name follows from that of another, and refuses a link in its place.
///
/// # Errors
///
/// As [`no_link`], and if a folder cannot be made.
pub(crate) fn make_room(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    no_link(path)
}

fn is_folder(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|found| found.is_dir())
}

/// Whether a path consists of names alone on any system. Those of the library do; a mistake in it must not overwrite
/// files elsewhere.
fn is_plain(path: &str) -> bool {
    let is_name = |name: &str| !name.is_empty() && name != "." && name != "..";
    let is_odd = |letter: char| letter.is_control() || "\\:".contains(letter);
    path.split('/').all(is_name) && !path.contains(is_odd)
}

fn stage_with(path: &Path, bytes: &[u8], overwrite: bool, rights: Option<&Metadata>) -> io::Result<Staged> {
    let mut begun = Begun::new(path, overwrite, rights)?;
    begun.write(bytes)?;
    begun.finish()
}

/// Takes pieces of a file, in order.
pub(crate) type Sink<'s> = dyn FnMut(&[u8]) + 's;

/// A file that is written beside its place, in pieces, and compared with another one on the way.
pub(crate) struct Staging<'o> {
    path: &'o Path,
    overwrite: bool,
    /// What is left of the other one, if all before is the same.
    same: Option<&'o [u8]>,
    /// From the first piece on; after an error, nothing is written.
    begun: Option<io::Result<Begun>>,
}

impl<'o> Staging<'o> {
    pub(crate) fn new(path: &'o Path, overwrite: bool, other: &'o [u8]) -> Self {
        Self { path, overwrite, same: Some(other), begun: None }
    }

    /// Writes the next piece.
    pub(crate) fn write(&mut self, piece: &[u8]) {
        self.same = self.same.and_then(|other| other.strip_prefix(piece));
        let begun = self.begun.get_or_insert_with(|| Begun::new(self.path, self.overwrite, None));
        if let Ok(file) = begun
            && let Err(error) = file.write(piece)
        {
            *begun = Err(error);
        }
    }

    /// Whether what has been written is anything but the other file.
    pub(crate) fn differs(&self) -> bool {
        !self.same.is_some_and(<[u8]>::is_empty)
    }

    /// Ends the file.
    ///
    /// # Errors
    ///
    /// As [`save`].
    pub(crate) fn finish(self) -> io::Result<Staged> {
        self.begun.unwrap_or_else(|| Begun::new(self.path, self.overwrite, None))?.finish()
    }
}

/// A file that is being written.
struct Begun {
    staged: Staged,
    /// None for what goes into what is no file.
    file: Option<File>,
    rights: Option<Permissions>,
}

impl Begun {
    /// With the rights of another file, or else those of the one that is replaced.
    fn new(path: &Path, overwrite: bool, rights: Option<&Metadata>) -> io::Result<Self> {
        let (mut path, mut old) = (path.to_owned(), None);
        if let Some(found) = replaced(&path, overwrite)? {
            let leads_nowhere = "it is a link that leads to nothing";
            let file = path.metadata().map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => io::Error::new(error.kind(), leads_nowhere),
                _ => error,
            })?;
            if !file.is_file() {
                let staged = Staged::Into { path, bytes: Vec::new() };
                return Ok(Self { staged, file: None, rights: None });
            }
            // Renaming would replace it all the same.
            if file.permissions().readonly() {
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
            }
            if found.is_symlink() {
                path = path.canonicalize()?;
            }
            old = Some(file);
        }
        let rights = rights.or(old.as_ref()).map(Metadata::permissions);
        let (scratch, file) = scratch(&path, rights.as_ref())?;
        Ok(Self { staged: Staged::Beside { scratch, path, overwrite }, file: Some(file), rights })
    }

    fn write(&mut self, piece: &[u8]) -> io::Result<()> {
        match (&mut self.file, &mut self.staged) {
            (Some(file), _) => file.write_all(piece)?,
            (None, Staged::Into { bytes, .. }) => bytes.extend_from_slice(piece),
            (None, Staged::Beside { .. }) => {}
        }
        Ok(())
    }

    fn finish(self) -> io::Result<Staged> {
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

/// As [`stage`], of a new file that is written bit by bit. Before it is put in its place, it is to be synced.
///
/// # Errors
///
/// As [`save`].
pub(crate) fn stage_parts(path: &Path, overwrite: bool) -> io::Result<(Staged, File)> {
    match path.symlink_metadata() {
        Ok(_) if !overwrite => return Err(occupied()),
        Ok(found) if !found.is_file() => return Err(io::Error::other("it is not a file")),
        _ => {}
    }
    loop {
        let (scratch, file) = scratch(path, None)?;
        // As long as it is written, `clear_parts` leaves it alone, unless that was faster than this lock.
        let _ = file.lock();
        if scratch.exists() {
            return Ok((Staged::Beside { scratch, path: path.to_owned(), overwrite }, file));
        }
    }
}

/// Removes what is left in a folder of files that were being written by [`stage_parts`] when their process was killed.
pub(crate) fn clear_parts(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_part = entry.file_type().is_ok_and(|kind| kind.is_file())
            && entry.file_name().to_str().is_some_and(is_scratch);
        let file = is_part.then(|| File::options().write(true).open(entry.path()));
        // With the process, its lock has gone.
        if let Some(Ok(file)) = file
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether a name is one that [`scratch`] gives.
fn is_scratch(name: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let numbers = name.strip_prefix(".rez-").and_then(|name| name.strip_suffix(".part")?.split_once('-'));
    numbers.is_some_and(|(process, number)| is_number(process) && is_number(number))
}

/// A new file in the folder of another, since a file can be renamed within one file system only. Its name is short,
/// where that of the other may be as long as names can be. From the start it has no rights that these do not have.
fn scratch(path: &Path, rights: Option<&Permissions>) -> io::Result<(PathBuf, File)> {
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
        let scratch = path.with_file_name(format!(".rez-{}-{number}.part", std::process::id()));
        match options.open(&scratch) {
            // Left behind by a process that was killed.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return Ok((scratch, created?)),
        }
    }
}

/// A file that is not yet in its place.
#[derive(Debug)]
pub(crate) enum Staged {
    /// It is written, under another name.
    Beside { scratch: PathBuf, path: PathBuf, overwrite: bool },
    /// It will be written into what is there and no file.
    Into { path: PathBuf, bytes: Vec<u8> },
}

impl Staged {
    /// Puts the file in its place.
    ///
    /// # Errors
    ///
    /// If another file has come there that is not to be overwritten, or the system refuses it.
    pub(crate) fn commit(self) -> io::Result<()> {
        let (scratch, path) = match &self {
            Self::Into { path, bytes } => return File::options().write(true).open(path)?.write_all(bytes),
            Self::Beside { scratch, path, overwrite: true } => return fs::rename(scratch, path),
            Self::Beside { scratch, path, .. } => (scratch, path),
        };
        // A link fails if another program was faster, where renaming would replace its file.
        match fs::hard_link(scratch, path) {
            Ok(()) => Ok(()),
            Err(_) if path.symlink_metadata().is_ok() => Err(occupied()),
            // Not every file system has links.
            Err(_) => fs::rename(scratch, path),
        }
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if let Self::Beside { scratch, .. } = self {
            let _ = fs::remove_file(scratch);
        }
    }
}

/// What is where a file is to be saved, if anything. Asked first, so that nothing is made or written in vain: a name may
/// also be too long.
///
/// # Errors
///
/// If it is a folder, or is not to be overwritten.
pub(crate) fn replaced(path: &Path, overwrite: bool) -> io::Result<Option<Metadata>> {
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

    #[test]
    fn paths_below_a_folder_are_names_alone() {
        let folder = std::env::temp_dir().join(format!("rez-below-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for path in ["", "..", "../a", "a/../../b", "/etc/x", "a//b", "a\\b", "C:a", "a\0", "./a", "a\n"] {
            let error = stage_below(&folder, path, b"", true).unwrap_err();
            assert_eq!(error.to_string(), "this name could lead elsewhere", "{path:?}");
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

    #[test]
    fn a_terminal_obeys_styles_alone() {
        let styles = "\x1b[1m\x1b[38;5;2mname\x1b[0m:\ttext\n";
        assert_eq!(without_commands(styles.into()), styles);
        assert_eq!(
            without_commands("a\x1b[2Jb\x1b]0;c\u{9b}d\u{202e}\r\n".into()),
            "a\\u{1b}[2Jb\\u{1b}]0;c\\u{9b}d\\u{202e}\\r\n"
        );
    }
}

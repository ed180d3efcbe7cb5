//! Where results and messages go.

use crate::Code;
use crate::args::{Color, Common};
use crate::show::line;
use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use std::fs::{self, File, Metadata, Permissions};
use std::io::{self, IsTerminal, StderrLock, StdoutLock, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What is printed, and how.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look {
    choice: ColorChoice,
    /// Whether nobody sees colours on stdout.
    is_plain: bool,
    pub(crate) is_quiet: bool,
}

impl Look {
    pub(crate) fn new(common: &Common) -> Self {
        let choice = match common.color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::AlwaysAnsi,
            Color::Never => ColorChoice::Never,
        };
        let is_plain = AutoStream::new(io::stdout(), choice).current_choice() == ColorChoice::Never;
        Self { choice, is_plain, is_quiet: common.quiet }
    }

    /// What stdout shows of a styled text.
    pub(crate) fn seen(&self, text: String) -> String {
        let has_styles = || text.as_bytes().contains(&b'\x1b');
        if self.is_plain && has_styles() { strip_str(&text).to_string() } else { text }
    }

    /// Whether messages are read by a person right now.
    pub(crate) fn has_progress(&self) -> bool {
        !self.is_quiet && io::stderr().is_terminal()
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
    pub(crate) look: Look,
    /// What went wrong with stdout, after which nothing is printed.
    trouble: Option<io::Error>,
}

impl Out {
    pub(crate) fn new(look: Look) -> Self {
        // Without colours the texts that it gets have no styles any more.
        let choice = if look.is_plain { ColorChoice::AlwaysAnsi } else { look.choice };
        let stdout = AutoStream::new(io::stdout().lock(), choice);
        Self { stdout, buffer: String::with_capacity(FULL), look, trouble: None }
    }

    /// Prints a result; `false` if nobody reads on.
    pub(crate) fn print(&mut self, text: &str) -> bool {
        self.buffer.push_str(text);
        if self.buffer.len() >= FULL {
            self.flush();
        }
        self.trouble.is_none()
    }

    /// Prints bytes as they are.
    pub(crate) fn print_bytes(&mut self, bytes: &[u8]) {
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
            let text = self.look.seen(without_commands(std::mem::take(&mut self.buffer)));
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
        let _ = self.stderr().write_all(without_commands(text.to_owned()).as_bytes());
    }

    /// Prints a message, unless there are to be none.
    pub(crate) fn mention(&mut self, text: &str) {
        if !self.look.is_quiet {
            self.tell(text);
        }
    }

    fn stderr(&self) -> AutoStream<StderrLock<'static>> {
        AutoStream::new(io::stderr().lock(), self.look.choice)
    }

    /// Whether stdout is a terminal.
    pub(crate) fn is_read_by_a_person(&self) -> bool {
        io::stdout().is_terminal()
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

/// Saves a file in one step: whatever happens, the old file or the whole new one is there.
///
/// # Errors
///
/// If the file is there already and not to be overwritten, is read-only, or cannot be written.
pub(crate) fn save(path: &Path, bytes: &[u8], overwrite: bool) -> io::Result<()> {
    stage(path, bytes, overwrite)?.commit()
}

/// Writes a file beside its place, where [`Staged::commit`] puts it: of several files that belong together, all can be
/// written before the first one is replaced.
///
/// # Errors
///
/// As [`save`].
pub(crate) fn stage(path: &Path, bytes: &[u8], overwrite: bool) -> io::Result<Staged> {
    if path.is_dir() || path.file_name().is_none() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder, and a file is needed"));
    }
    // Looked at first, so that nothing is written in vain.
    let old = path.symlink_metadata().ok();
    if !overwrite && old.is_some() {
        return Err(occupied());
    }
    let permissions = old.filter(Metadata::is_file).map(|old| old.permissions());
    // Renaming would replace it all the same.
    if permissions.as_ref().is_some_and(Permissions::readonly) {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    let (scratch, mut file) = scratch(path)?;
    let staged = Staged { scratch, path: path.to_owned(), overwrite };
    file.write_all(bytes)?;
    if let Some(permissions) = permissions {
        // Not every file system has them.
        let _ = file.set_permissions(permissions);
    }
    file.sync_all()?;
    Ok(staged)
}

/// A new file in the folder of another, since a file can be renamed within one file system only. Its name is short,
/// where that of the other may be as long as names can be.
fn scratch(path: &Path) -> io::Result<(PathBuf, File)> {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let scratch = path.with_file_name(format!(".rez-{}-{number}.part", std::process::id()));
        match File::create_new(&scratch) {
            // Left behind by a process that was killed.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return Ok((scratch, created?)),
        }
    }
}

/// A file that is written, and not yet in its place.
#[derive(Debug)]
pub(crate) struct Staged {
    scratch: PathBuf,
    path: PathBuf,
    overwrite: bool,
}

impl Staged {
    /// Puts the file in its place.
    ///
    /// # Errors
    ///
    /// If another file has come there that is not to be overwritten, or the system refuses it.
    pub(crate) fn commit(self) -> io::Result<()> {
        if self.overwrite {
            return fs::rename(&self.scratch, &self.path);
        }
        // A link fails if another program was faster, where renaming would replace its file.
        match fs::hard_link(&self.scratch, &self.path) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(occupied()),
            // Not every file system has links.
            Err(_) => fs::rename(&self.scratch, &self.path),
        }
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.scratch);
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
    fn a_terminal_obeys_styles_alone() {
        let styles = "\x1b[1m\x1b[38;5;2mname\x1b[0m:\ttext\n";
        assert_eq!(without_commands(styles.into()), styles);
        assert_eq!(
            without_commands("a\x1b[2Jb\x1b]0;c\u{9b}d\u{202e}\r\n".into()),
            "a\\u{1b}[2Jb\\u{1b}]0;c\\u{9b}d\\u{202e}\\r\n"
        );
    }
}

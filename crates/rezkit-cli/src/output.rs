//! Where results and messages go.

use crate::Code;
use crate::args::{Color, Common};
use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use std::fs::{self, File};
use std::io::{self, IsTerminal, StderrLock, StdoutLock, Write};
use std::path::Path;

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
/// colours.
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
            let text = self.look.seen(std::mem::take(&mut self.buffer));
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
        let _ = self.stderr().write_all(text.as_bytes());
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

/// Saves a file in one step: whatever happens, the old file or the whole new one is there.
///
/// # Errors
///
/// If the file is there already and not to be overwritten, or cannot be written.
pub(crate) fn save(path: &Path, bytes: &[u8], overwrite: bool) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder, and a file is needed"));
    }
    // Looked at first, so that nothing is written in vain.
    if !overwrite && path.symlink_metadata().is_ok() {
        return Err(occupied());
    }
    // In the same folder, since a file can be renamed within one file system only.
    let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?.to_string_lossy();
    let scratch = path.with_file_name(format!(".{name}.{}.part", std::process::id()));
    let written = File::create_new(&scratch).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let moved = written.and_then(|()| {
        if overwrite {
            return fs::rename(&scratch, path);
        }
        // A link fails if another program was faster, where renaming would replace its file.
        match fs::hard_link(&scratch, path) {
            Ok(()) => fs::remove_file(&scratch),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(occupied()),
            // Not every file system has links.
            Err(_) => fs::rename(&scratch, path),
        }
    });
    if moved.is_err() {
        let _ = fs::remove_file(&scratch);
    }
    moved
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
        // Nothing else is left behind.
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }
}

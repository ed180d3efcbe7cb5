//! Output of results and messages.

use crate::args::{Color, Common};
use crate::code::Code;
use crate::show::{self, error, line};
use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use std::io::{self, IsTerminal, StderrLock, StdoutLock, Write};
use std::ops::ControlFlow;
use std::path::Path;

/// The properties of the terminal, and the options for output.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Terminal {
    choice: ColorChoice,
    /// Set if stdout shows no colours.
    pub(crate) is_plain: bool,
    pub(crate) is_quiet: bool,
    is_verbose: bool,
    /// The number of columns of the terminal that shows results; `None` without one.
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

    /// The start of a line, as long as the terminal is wide, without styles.
    pub(crate) fn cut(&self, line: &str) -> String {
        match self.width {
            Some(width) => show::short(line, width),
            None => line.to_owned(),
        }
    }

    /// A styled text as stdout shows it: without styles if it shows no colours.
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

    /// Returns true if a person reads messages at a terminal.
    pub(crate) fn has_progress(&self) -> bool {
        !self.is_quiet && io::stdout().is_terminal() && io::stderr().is_terminal()
    }
}

/// The size at which the buffer is printed, in bytes.
const FULL: usize = 1 << 16;

/// Results go to stdout, messages to stderr. Both are styled text, whose styles are removed if colours are
/// not shown. Whatever a text contains, a terminal receives no other commands than styles.
pub(crate) struct Out {
    stdout: AutoStream<StdoutLock<'static>>,
    /// The text that is not printed yet.
    buffer: String,
    /// The number of bytes of results.
    n_bytes: usize,
    pub(crate) terminal: Terminal,
    /// The error of stdout; nothing is printed after it.
    trouble: Option<io::Error>,
}

impl Out {
    pub(crate) fn new(terminal: Terminal) -> Self {
        // Without colours the texts that it gets have no styles any more.
        let choice = if terminal.is_plain { ColorChoice::AlwaysAnsi } else { terminal.choice };
        let stdout = AutoStream::new(io::stdout().lock(), choice);
        Self { stdout, buffer: String::new(), n_bytes: 0, terminal, trouble: None }
    }

    /// Prints a result; returns `false` if stdout is closed.
    pub(crate) fn print(&mut self, text: &str) -> bool {
        self.n_bytes = self.n_bytes.saturating_add(text.len());
        self.buffer.push_str(text);
        if self.buffer.len() >= FULL {
            self.flush();
        }
        self.trouble.is_none()
    }

    /// Prints one of many results; breaks if stdout is closed.
    pub(crate) fn flow(&mut self, text: &str) -> ControlFlow<()> {
        if self.print(text) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Prints the bytes of a result to stdout, unchanged. A terminal receives only text, with control
    /// characters escaped.
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
        let mut pieces = self.pieces();
        pieces.write(bytes);
        self.end_pieces(pieces);
    }

    /// Stdout for the bytes of a result in pieces, until [`end_pieces`](Self::end_pieces). It must not be a terminal.
    pub(crate) fn pieces(&mut self) -> Pieces {
        self.flush();
        Pieces { trouble: self.trouble.take() }
    }

    pub(crate) fn end_pieces(&mut self, pieces: Pieces) {
        self.trouble = pieces.trouble.or_else(|| io::stdout().flush().err());
    }

    /// Prints the buffer; returns `false` if stdout is closed.
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

    /// Prints a message if `--verbose` is given.
    pub(crate) fn detail(&mut self, text: &str) {
        if self.terminal.is_verbose {
            self.tell(text);
        }
    }

    /// Prints a message, unless `--quiet` is given or stdout is closed, in which case counts would be
    /// incomplete.
    pub(crate) fn mention(&mut self, text: &str) {
        if !self.terminal.is_quiet && self.flush() {
            self.tell(text);
        }
    }

    fn stderr(&self) -> AutoStream<StderrLock<'static>> {
        AutoStream::new(io::stderr().lock(), self.terminal.choice)
    }

    /// The number of bytes of results that were printed.
    pub(crate) fn n_bytes(&self) -> usize {
        self.n_bytes
    }

    /// Returns true if stdout accepts no more output.
    pub(crate) fn is_closed(&self) -> bool {
        self.trouble.is_some()
    }

    /// Prints the rest of the buffer, and returns the exit code of the program.
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

/// Stdout for bytes that come in pieces: the same stream as that of [`Out`], without its removal of styles.
pub(crate) struct Pieces {
    trouble: Option<io::Error>,
}

impl Pieces {
    pub(crate) fn write(&mut self, piece: &[u8]) {
        if self.trouble.is_none() {
            self.trouble = io::stdout().write_all(piece).err();
        }
    }
}

/// Escapes all commands to a terminal, except for styles. Verbs escape text from files themselves, since it
/// may imitate lines and styles of this program; this catches text that they forgot.
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

/// Returns true for text after an escape character that sets a colour or another style.
fn is_style(text: &str) -> bool {
    let numbers = text
        .strip_prefix('[')
        .map(|rest| rest.trim_start_matches(|it: char| it.is_ascii_digit() || it == ';'));
    numbers.is_some_and(|rest| rest.starts_with('m'))
}

/// The reason why a result must not be saved under a name, if the name implies another format.
pub(crate) fn misnamed(bytes: &[u8], path: &Path) -> Option<String> {
    let disagreement = rezkit::identify_named(bytes, &path.to_string_lossy()).disagreement?;
    Some(format!("{disagreement}: rename the file, and convert it then"))
}

#[cfg(test)]
mod tests {
    use super::*;

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

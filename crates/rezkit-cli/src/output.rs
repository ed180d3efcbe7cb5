//! Where results and messages go.

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

    /// A styled text as stdout shows it.
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

/// The number of bytes that are printed at once.
const FULL: usize = 1 << 16;

/// Results go to stdout, messages to stderr. Both are styled text, of which the styles are dropped where nobody sees
/// colours. Whatever a verb puts into a text, a terminal gets no other commands than these styles.
pub(crate) struct Out {
    stdout: AutoStream<StdoutLock<'static>>,
    /// The text that is not printed yet.
    buffer: String,
    /// The number of bytes of results.
    n_bytes: usize,
    pub(crate) terminal: Terminal,
    /// The error of stdout after which nothing is printed.
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

    /// The number of bytes of results that were printed.
    pub(crate) fn n_bytes(&self) -> usize {
        self.n_bytes
    }

    /// Returns true if stdout accepts no more output.
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

/// Returns true for the rest of an escape sequence that sets a colour or another style.
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

//! What is left to read of an archive, front to back.

use scene::{Problem, ProblemKind};
use std::io::{self, BufRead, Read};

/// A source that knows its position.
pub(super) struct Stream<'s> {
    source: &'s mut dyn BufRead,
    at: u64,
}

impl<'s> Stream<'s> {
    pub(super) fn new(source: &'s mut dyn BufRead) -> Self {
        Self { source, at: 0 }
    }

    /// The byte that comes next.
    pub(super) fn at(&self) -> u64 {
        self.at
    }

    /// As many bytes as there are, up to `len`. Memory is taken as bytes come, whatever `len` claims.
    pub(super) fn up_to(&mut self, len: u64) -> Result<Vec<u8>, Problem> {
        let mut bytes = Vec::new();
        let read = self.source.take(len).read_to_end(&mut bytes);
        self.at = self.at.saturating_add(bytes.len() as u64);
        read.map(|_| bytes).map_err(|error| self.broken(&error))
    }

    /// Exactly `len` bytes.
    pub(super) fn bytes(&mut self, len: u64) -> Result<Vec<u8>, Problem> {
        let bytes = self.up_to(len)?;
        if (bytes.len() as u64) < len { Err(self.cut_short()) } else { Ok(bytes) }
    }

    /// Passes bytes over.
    pub(super) fn skip(&mut self, len: u64) -> Result<(), Problem> {
        let skipped = io::copy(&mut self.source.take(len), &mut io::sink());
        let skipped = skipped.map_err(|error| self.broken(&error))?;
        self.at = self.at.saturating_add(skipped);
        if skipped < len { Err(self.cut_short()) } else { Ok(()) }
    }

    /// A line with its end; empty at the end of the source. A line of more than `most` bytes is an error.
    pub(super) fn line(&mut self, most: usize) -> Result<Vec<u8>, Problem> {
        let mut line = Vec::new();
        let read = self.source.take(most as u64).read_until(b'\n', &mut line);
        self.at = self.at.saturating_add(line.len() as u64);
        read.map_err(|error| self.broken(&error))?;
        match line.len() == most && !line.ends_with(b"\n") {
            true => Err(self.problem(format!("a line has more than {most} bytes"))),
            false => Ok(line),
        }
    }

    /// A problem at the byte that comes next.
    pub(super) fn problem(&self, message: impl Into<String>) -> Problem {
        let at = usize::try_from(self.at).unwrap_or(usize::MAX);
        Problem::new(ProblemKind::Framing, message).on_byte(at)
    }

    fn cut_short(&self) -> Problem {
        self.problem("the archive is cut short")
    }

    /// A stream that is packed may be broken inside; anything else is what the system reports.
    fn broken(&self, error: &io::Error) -> Problem {
        match error.kind() {
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => self.problem(error.to_string()),
            _ => Problem::io(error),
        }
    }
}

//! A source of bytes for archives that are read from front to back.

use super::gunzip::Damage;
use super::work::Work;
use scene::{Problem, ProblemKind};
use std::io::{self, BufRead};
use std::ops::ControlFlow;

/// A source that knows its position.
pub(super) struct Stream<'s> {
    source: &'s mut dyn BufRead,
    work: &'s Work,
    damage: &'s Damage,
    at: u64,
}

impl<'s> Stream<'s> {
    pub(super) fn new(source: &'s mut dyn BufRead, work: &'s Work, damage: &'s Damage) -> Self {
        Self { source, work, damage, at: 0 }
    }

    /// The offset of the next byte.
    pub(super) fn offset(&self) -> u64 {
        self.at
    }

    /// Passes up to `len` bytes to `take` in pieces. To stop, `take` returns the number of bytes that it used
    /// of the piece.
    fn pieces(&mut self, len: u64, take: &mut dyn FnMut(&[u8]) -> ControlFlow<usize>) -> Result<(), Problem> {
        let end = self.at.saturating_add(len);
        while self.at < end {
            let piece = match self.source.fill_buf() {
                Ok(piece) => piece,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(self.work.charge(0).err().unwrap_or(self.broken(&error))),
            };
            let most = usize::try_from(end.saturating_sub(self.at)).unwrap_or(usize::MAX);
            let piece = piece.get(..most).unwrap_or(piece);
            let (n_bytes, is_end) = match take(piece) {
                ControlFlow::Continue(()) => (piece.len(), piece.is_empty()),
                ControlFlow::Break(n_bytes) => (n_bytes, true),
            };
            self.source.consume(n_bytes);
            self.at = self.at.saturating_add(n_bytes as u64);
            if is_end {
                break;
            }
        }
        Ok(())
    }

    /// Reads up to `len` bytes. Memory grows with the bytes that arrive, whatever `len` claims.
    pub(super) fn up_to(&mut self, len: u64) -> Result<Vec<u8>, Problem> {
        let mut bytes = Vec::new();
        self.pieces(len, &mut |piece| {
            bytes.extend_from_slice(piece);
            ControlFlow::Continue(())
        })?;
        Ok(bytes)
    }

    /// Reads exactly `len` bytes.
    pub(super) fn bytes(&mut self, len: u64) -> Result<Vec<u8>, Problem> {
        let bytes = self.up_to(len)?;
        if (bytes.len() as u64) < len { Err(self.cut_short()) } else { Ok(bytes) }
    }

    /// Skips bytes.
    pub(super) fn skip(&mut self, len: u64) -> Result<(), Problem> {
        let end = self.at.saturating_add(len);
        self.pieces(len, &mut |_| ControlFlow::Continue(()))?;
        if self.at < end { Err(self.cut_short()) } else { Ok(()) }
    }

    /// Reads a line, including its line end; returns an empty line at the end of the source. A line longer
    /// than `most` bytes is an error.
    pub(super) fn line(&mut self, most: usize) -> Result<Vec<u8>, Problem> {
        let mut line = Vec::new();
        self.pieces(most as u64, &mut |piece| {
            let end = memchr::memchr(b'\n', piece).map(|end| end.saturating_add(1));
            line.extend_from_slice(end.and_then(|end| piece.get(..end)).unwrap_or(piece));
            end.map_or(ControlFlow::Continue(()), ControlFlow::Break)
        })?;
        match line.len() == most && !line.ends_with(b"\n") {
            true => Err(self.problem(format!("a line has more than {most} bytes"))),
            false => Ok(line),
        }
    }

    /// Skips line ends; returns true if a checksum was wrong in the bytes read since the last call.
    pub(super) fn end_of_part(&mut self) -> Result<bool, Problem> {
        let is_end = |byte: &u8| matches!(byte, b'\r' | b'\n');
        self.pieces(u64::MAX, &mut |piece| {
            let end = piece.iter().position(|byte| !is_end(byte));
            end.map_or(ControlFlow::Continue(()), ControlFlow::Break)
        })?;
        Ok(self.damage.is_before(self.at))
    }

    /// A problem at the offset of the next byte.
    pub(super) fn problem(&self, message: impl Into<String>) -> Problem {
        let at = usize::try_from(self.at).unwrap_or(usize::MAX);
        Problem::new(ProblemKind::Framing, message).on_byte(at)
    }

    fn cut_short(&self) -> Problem {
        self.problem("the archive is cut short")
    }

    /// Converts an I/O error: to a problem at the next byte if a compressed stream is damaged, or else to one
    /// of the system.
    fn broken(&self, error: &io::Error) -> Problem {
        match error.kind() {
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => self.problem(error.to_string()),
            _ => Problem::io(error),
        }
    }
}

//! Lines of a script.

use luau::{Position, Token};

/// Upper bound on the bytes of a line that are shown before a token, and after its start.
const MOST_OF_LINE: usize = 300;

/// Upper bound on the bytes that are counted for a column, since a script may be a single line with very many
/// findings.
const MOST_OF_COLUMN: usize = 1 << 16;

/// The offsets at which the lines of a script begin.
pub(super) struct Lines<'s> {
    source: &'s [u8],
    starts: Vec<usize>,
}

impl<'s> Lines<'s> {
    pub(super) fn new(source: &'s [u8]) -> Self {
        let breaks = memchr::memchr_iter(b'\n', source).map(|at| at.saturating_add(1));
        Self { source, starts: std::iter::once(0).chain(breaks).collect() }
    }

    /// The number of the line of a token, from 1.
    pub(super) fn number(&self, token: Token) -> usize {
        self.number_at(token.start)
    }

    /// The number of the line of a byte, from 1.
    pub(super) fn number_at(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at)
    }

    /// The line and column of a byte.
    pub(super) fn position(&self, at: usize) -> Position {
        let line = self.number_at(at);
        let start = line.checked_sub(1).and_then(|index| self.starts.get(index)).copied().unwrap_or_default();
        let before = self.source.get(start.max(at.saturating_sub(MOST_OF_COLUMN))..at).unwrap_or_default();
        Position { column: Position::from_offset(before, before.len()).column, line }
    }

    /// The line of a token; of a very long line, only the part around the token.
    pub(super) fn text(&self, token: Token) -> &'s [u8] {
        let number = self.number(token);
        let start =
            number.checked_sub(1).and_then(|index| self.starts.get(index)).copied().unwrap_or_default();
        let end = self.starts.get(number).copied().unwrap_or(self.source.len());
        let start = start.max(token.start.saturating_sub(MOST_OF_LINE));
        let end = end.min(token.start.saturating_add(MOST_OF_LINE));
        self.source.get(start..end).unwrap_or_default()
    }
}

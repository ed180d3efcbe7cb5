//! Syntax errors and their positions.

use std::fmt;

/// The first syntax error of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// The offset in bytes of the unexpected token.
    pub offset: usize,
    /// The problem, such as the expected and the actual token.
    pub message: String,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SyntaxError {}

/// A position in a script, as editors show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1, in characters.
    pub column: usize,
}

impl Position {
    /// The position of the byte at an offset.
    ///
    /// ```
    /// let place = luau::Position::from_offset(b"local x\n= =", 10);
    /// assert_eq!((place.line, place.column), (2, 3));
    /// ```
    #[must_use]
    pub fn from_offset(source: &[u8], offset: usize) -> Self {
        let before = source.get(..offset).unwrap_or(source);
        let n_lines = before.iter().filter(|byte| **byte == b'\n').count();
        let last = before.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        // Bytes that continue a character of UTF-8 are not counted.
        let n_characters = last.iter().filter(|byte| **byte & 0xc0 != 0x80).count();
        Self { line: n_lines.saturating_add(1), column: n_characters.saturating_add(1) }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

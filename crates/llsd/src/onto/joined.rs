//! Joining of original and new pieces so that no two tokens merge.

use crate::common::error::Error;
use crate::options::Encoding;

pub(super) struct Joined {
    out: Vec<u8>,
    is_notation: bool,
    /// The end of the last piece in the original; `None` if the last piece is new.
    kept_to: Option<u32>,
}

impl Joined {
    pub(super) fn new(encoding: Encoding, n_bytes: usize) -> Self {
        let out = Vec::with_capacity(n_bytes);
        Self { out, is_notation: encoding == Encoding::Notation, kept_to: None }
    }

    /// Adds a piece of the original, in which it begins at `start`.
    pub(super) fn keep(&mut self, piece: &[u8], start: u32) {
        self.keep_after(b',', piece, start);
    }

    /// Adds a piece of the original that follows the outermost value, where commas are not allowed.
    pub(super) fn keep_rest(&mut self, piece: &[u8], start: u32) {
        self.keep_after(b' ', piece, start);
    }

    fn keep_after(&mut self, separator: u8, piece: &[u8], start: u32) {
        let Some(first) = piece.first() else { return };
        if self.kept_to != Some(start) && self.goes_on(self.out.len(), *first) {
            self.out.push(separator);
        }
        self.out.extend_from_slice(piece);
        self.kept_to = u32::try_from(piece.len()).ok().and_then(|len| start.checked_add(len));
    }

    /// Adds the output of `write`.
    pub(super) fn add(&mut self, write: impl FnOnce(&mut Vec<u8>) -> Result<(), Error>) -> Result<(), Error> {
        let start = self.out.len();
        write(&mut self.out)?;
        if let Some(first) = self.out.get(start) {
            self.kept_to = None;
            if self.goes_on(start, *first) {
                self.out.insert(start, b',');
            }
        }
        Ok(())
    }

    /// Returns true if the last token is a number or a word, which `next` could continue.
    fn goes_on(&self, end: usize, next: u8) -> bool {
        let last = end.checked_sub(1).and_then(|last| self.out.get(last));
        let is_open = last.is_some_and(|last| last.is_ascii_alphanumeric() || *last == b'.');
        // The characters of tokens such as `r1.5`, `rnan(ind)` and `r1.#inf`.
        self.is_notation && is_open && (next.is_ascii_alphanumeric() || matches!(next, b'.' | b'(' | b'#'))
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.out
    }
}

//! Writing of the lines of the text form, and of the words in them. Text format document, section 2.

use crate::common::error::Error;
use crate::error::ErrorKind;
use crate::options::LineEnd;
use crate::wire::{Real, Stored, text};
use std::io::Write as _;

/// The output of a text, line by line.
pub(super) struct Lines {
    out: Vec<u8>,
    end: &'static [u8],
    /// Set if the current line has a word.
    has_word: bool,
}

impl Lines {
    pub(super) fn new(end: LineEnd) -> Self {
        Self { out: Vec::new(), end: end.bytes(), has_word: false }
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.out
    }

    /// Reserves memory for `n` items of `n_bytes` bytes each.
    pub(super) fn reserve(&mut self, n: usize, n_bytes: usize) {
        self.out.reserve(n.saturating_mul(n_bytes));
    }

    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    /// Drops the last line, which is empty.
    pub(super) fn drop_empty_line(&mut self) {
        let len = self.out.len().saturating_sub(self.end.len());
        self.out.truncate(len);
    }

    /// Writes a line.
    pub(super) fn line(&mut self, line: &[u8]) {
        self.out.extend_from_slice(line);
        self.end();
    }

    /// Writes a line of two words, or only the first if the second is empty.
    pub(super) fn pair(&mut self, first: &str, second: &[u8]) {
        self.word(first);
        self.bytes(second);
        self.end();
    }

    /// Ends the current line.
    #[inline]
    pub(super) fn end(&mut self) {
        self.out.extend_from_slice(self.end);
        self.has_word = false;
    }

    /// Separates a word from the one before it.
    #[inline]
    fn separate(&mut self) {
        if self.has_word {
            self.out.push(b' ');
        }
        self.has_word = true;
    }

    pub(super) fn word(&mut self, word: &str) {
        self.separate();
        self.attach(word);
    }

    /// Writes a word, unless it is empty.
    pub(super) fn bytes(&mut self, word: &[u8]) {
        if !word.is_empty() {
            self.separate();
            self.out.extend_from_slice(word);
        }
    }

    /// Appends characters to the last word.
    #[inline]
    pub(super) fn attach(&mut self, letters: &str) {
        self.out.extend_from_slice(letters.as_bytes());
    }

    /// Appends a weight of a skin to the last word.
    pub(super) fn attach_weight(&mut self, weight: u8) {
        // The number is finite, so it has a text.
        (f32::from(weight) / 255.0).write(&mut self.out);
    }

    /// Writes a formatted word.
    pub(super) fn format(&mut self, word: std::fmt::Arguments<'_>) {
        self.separate();
        // Writing to a vector cannot fail.
        let _ = self.out.write_fmt(word);
    }

    #[inline]
    pub(super) fn integer(&mut self, number: u32) {
        self.separate();
        self.digits(number);
    }

    /// Appends digits to the last word.
    #[inline]
    pub(super) fn digits(&mut self, mut number: u32) {
        let mut digits = [0; 10];
        let mut start = digits.len();
        loop {
            start = start.saturating_sub(1);
            if let Some(digit) = digits.get_mut(start) {
                *digit = b'0'.wrapping_add((number % 10).to_le_bytes()[0]);
            }
            number /= 10;
            if number == 0 {
                break;
            }
        }
        self.out.extend_from_slice(digits.get(start..).unwrap_or_default());
    }

    /// Writes a reference; −1 and −2 are written as negative numbers.
    #[inline]
    pub(super) fn reference<T: Stored>(&mut self, value: T) {
        self.separate();
        self.attach_reference(value);
    }

    #[inline]
    pub(super) fn attach_reference<T: Stored>(&mut self, value: T) {
        match value.number() {
            0xffff_fffe.. => self.attach(&text(value)),
            number => self.digits(number),
        }
    }

    /// Writes a number.
    #[inline]
    pub(super) fn real<T: Real>(&mut self, number: T, what: &'static str) -> Result<(), Error> {
        self.separate();
        number.write(&mut self.out).ok_or_else(|| {
            let value = number.to_string();
            Error::model(ErrorKind::NotInText { what, value })
        })
    }
}

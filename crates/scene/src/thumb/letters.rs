//! A small bitmap font for names in pictures.

use std::collections::HashMap;

/// The height of a character, and the distance from one to the next.
pub(super) const HEIGHT: usize = 8;
pub(super) const ADVANCE: usize = 6;

/// Lines of characters, each with eight rows of pixels below it.
const LETTERS: &str = include_str!("letters.txt");

/// The pixels of a character, in rows from the top.
pub(super) type Bitmap = [[bool; ADVANCE]; HEIGHT];

/// The bitmap of each character.
pub(super) struct Font(HashMap<char, Bitmap>);

impl Font {
    pub(super) fn new() -> Self {
        let mut letters = HashMap::new();
        for block in LETTERS.split("\n\n") {
            let mut lines = block.lines();
            let names = lines.next().unwrap_or_default();
            let rows: Vec<&[u8]> = lines.map(str::as_bytes).collect();
            for (left, letter) in names.char_indices().filter(|(_, letter)| *letter != ' ') {
                let mut pixels = [[false; ADVANCE]; HEIGHT];
                for (pixels, row) in pixels.iter_mut().zip(&rows) {
                    let row = row.get(left..).unwrap_or_default();
                    pixels.iter_mut().zip(row).for_each(|(pixel, mark)| *pixel = *mark == b'#');
                }
                letters.insert(letter, pixels);
            }
        }
        Self(letters)
    }

    /// All characters with their bitmaps.
    pub(super) fn bitmaps(&self) -> impl Iterator<Item = (char, &Bitmap)> {
        self.0.iter().map(|(letter, bitmap)| (*letter, bitmap))
    }

    /// Calls `set` for each pixel of a text, relative to its upper left corner. Characters missing in the font are
    /// drawn as question marks.
    pub(super) fn draw(&self, text: &str, mut set: impl FnMut(usize, usize)) {
        let unknown = self.0.get(&'?');
        for (number, letter) in text.chars().enumerate() {
            let Some(rows) = self.0.get(&letter).or(unknown).filter(|_| letter != ' ') else { continue };
            let left = number.saturating_mul(ADVANCE);
            for (y, row) in rows.iter().enumerate() {
                let marks = row.iter().enumerate().filter(|(_, is_set)| **is_set);
                marks.for_each(|(x, _)| set(left.saturating_add(x), y));
            }
        }
    }
}

/// A text of at most `most` characters; the middle of a longer one is omitted, because file names differ at both ends.
pub(super) fn fitted(text: &str, most: usize) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= most {
        return text.to_owned();
    }
    let left = most.saturating_sub(2);
    let (start, end) = (left.div_ceil(2), letters.len().saturating_sub(left / 2));
    let [start, end] = [letters.get(..start), letters.get(end..)].map(Option::unwrap_or_default);
    start.iter().chain(&['.', '.']).chain(end).take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_letters_are_there() {
        let font = Font::new();
        for letter in '!'..='~' {
            let n_pixels = font.0.get(&letter).map(|rows| rows.iter().flatten().filter(|it| **it).count());
            assert!(n_pixels.is_some_and(|n| (2..30).contains(&n)), "{letter:?} {n_pixels:?}");
        }
        assert_eq!(font.0.len(), 94);
        let mut rows = vec![String::from("      "); HEIGHT];
        font.draw("L", |x, y| rows[y].replace_range(x..=x, "#"));
        assert_eq!(rows.join("|"), "#     |#     |#     |#     |#     |#     |##### |      ");
    }

    #[test]
    fn long_names_keep_both_ends() {
        assert_eq!(fitted("chair.mesh", 10), "chair.mesh");
        assert_eq!(fitted("a_long_chair.mesh", 10), "a_lo..mesh");
        assert_eq!(fitted("äöü", 2), "..");
    }
}

//! A font for text at any size: the lines through the pixels of the small bitmap font.

use super::letters::{Bitmap, Font};
use crate::file_names::normalized;
use std::collections::HashMap;

/// The width of a space, in columns of the font.
const SPACE: f32 = 3.0;

/// A font whose characters are lines, to be drawn with a round pen.
#[doc(hidden)]
#[derive(Debug)]
pub struct StrokeFont {
    glyphs: HashMap<char, Glyph>,
    /// Stands for characters that the font does not have.
    missing: Glyph,
}

/// A character of a [`StrokeFont`].
#[doc(hidden)]
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Glyph {
    /// Lines, in pixels of the bitmap font from the upper left corner of the character.
    pub lines: Vec<[[f32; 2]; 2]>,
    /// The width of the character in such pixels.
    pub width: f32,
}

impl Default for StrokeFont {
    fn default() -> Self {
        let mut glyphs: HashMap<_, _> =
            Font::new().bitmaps().map(|(letter, bitmap)| (letter, Glyph::through(bitmap))).collect();
        glyphs.insert(' ', Glyph { lines: Vec::new(), width: SPACE });
        let corners = [[0.5, 0.5], [4.5, 0.5], [4.5, 6.5], [0.5, 6.5]];
        let sides = corners.into_iter().zip(corners.into_iter().cycle().skip(1));
        let missing = Glyph { lines: sides.map(|(from, to)| [from, to]).collect(), width: 5.0 };
        Self { glyphs, missing }
    }
}

impl StrokeFont {
    /// The lines of a character. Accents are left out. Other characters that the font does not have are shown as a box,
    /// as are letters with accents on WebAssembly, which lacks the tables for them.
    #[must_use]
    pub fn glyph(&self, character: char) -> &Glyph {
        let plain = || match character {
            '\u{2018}' | '\u{2019}' => '\'',
            '\u{201c}' | '\u{201d}' => '"',
            '\u{2013}' | '\u{2014}' => '-',
            '\t' | '\u{a0}' => ' ',
            _ => normalized(character.into()).chars().next().unwrap_or(character),
        };
        self.glyphs.get(&character).or_else(|| self.glyphs.get(&plain())).unwrap_or(&self.missing)
    }
}

impl Glyph {
    /// The lines that join the adjacent pixels of a bitmap.
    fn through(bitmap: &Bitmap) -> Self {
        let has = |x: usize, y: usize| bitmap.get(y).and_then(|row| row.get(x)) == Some(&true);
        let pixels = (0..bitmap.len()).flat_map(|y| (0..bitmap.len()).map(move |x| (x, y)));
        let pixels: Vec<_> = pixels.filter(|(x, y)| has(*x, *y)).collect();
        let left = pixels.iter().map(|(x, _)| *x).min().unwrap_or_default();
        let end = pixels.iter().map(|(x, _)| x.saturating_add(1)).max().unwrap_or_default();
        let middle = |number: usize| f32::from(u8::try_from(number).unwrap_or_default()) + 0.5;
        let point = |(x, y): (usize, usize)| [middle(x.saturating_sub(left)), middle(y)];
        let mut lines = Vec::new();
        for &(x, y) in &pixels {
            let (right, below) = (x.saturating_add(1), y.saturating_add(1));
            let mut ends = vec![(right, y), (x, below)];
            // Diagonals join pixels that are not joined around the corner.
            if !has(right, y) && !has(x, below) {
                ends.push((right, below));
            }
            if let Some(left) = x.checked_sub(1).filter(|left| !has(*left, y) && !has(x, below)) {
                ends.push((left, below));
            }
            ends.retain(|(x, y)| has(*x, *y));
            let is_joined = pixels.iter().any(|(u, v)| (u.abs_diff(x).max(v.abs_diff(y))) == 1);
            // A pixel alone is a dot.
            ends.extend((!is_joined).then_some((x, y)));
            lines.extend(ends.into_iter().map(|end| [point((x, y)), point(end)]));
        }
        Self { lines, width: middle(end.saturating_sub(left)) - 0.5 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(glyph: &Glyph) -> f32 {
        glyph.lines.iter().map(|[from, to]| libm::hypotf(to[0] - from[0], to[1] - from[1])).sum()
    }

    #[test]
    fn glyphs_are_lines_through_their_pixels() {
        let font = StrokeFont::default();
        assert_eq!(
            (font.glyph(' ').lines.len(), font.glyph('I').width, font.glyph('L').width),
            (0, 3.0, 5.0)
        );
        // A bar of seven pixels, and a foot of five.
        assert!((length(font.glyph('L')) - 10.0).abs() < 1e-5, "{:?}", font.glyph('L'));
        assert!((length(font.glyph('/')) - 4.0 * core::f32::consts::SQRT_2).abs() < 1e-5);
        assert!(font.glyph('.').lines.iter().all(|[from, _]| from[0] < font.glyph('.').width));
    }

    #[test]
    fn accents_are_left_out_and_other_characters_are_boxes() {
        let font = StrokeFont::default();
        assert_eq!(font.glyph('\u{e9}'), font.glyph('e'));
        assert_eq!(font.glyph('\u{2019}'), font.glyph('\''));
        assert_eq!(length(font.glyph('\u{65e5}')), 20.0);
    }
}

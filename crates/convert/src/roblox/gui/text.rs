//! The text of labels, in a font of strokes.

use super::super::instance::Instance;
use super::canvas::Canvas;
use super::layout::{Area, Guides, Ink};
use geom::Vec2;
use scene::thumb::{Glyph, StrokeFont};

/// The height and the width of a pixel of the font, relative to the size of the text: capitals have seven rows, and a
/// line has eight with its descenders.
const ROW: f32 = 0.09;
const COLUMN: f32 = 0.076;

/// The distance between characters, in columns.
const GAP: f32 = 1.3;

/// The space above capitals, relative to the size of the text.
const ASCENT: f32 = 0.16;

/// Half of the width of strokes, in rows.
const PEN: f32 = 0.55;

/// The sizes to which the values of the property FontSize refer, which was used before 2014.
const FONT_SIZES: [f32; 15] =
    [8.0, 9.0, 10.0, 11.0, 12.0, 14.0, 18.0, 24.0, 36.0, 48.0, 28.0, 32.0, 42.0, 60.0, 96.0];

/// The largest and smallest sizes that are tried for text that is scaled to its label. The largest is that of the
/// engine.
const SCALED: [f32; 2] = [100.0, 4.0];

/// Upper bound on the characters of a label; more are not legible on it.
const MOST_CHARACTERS: usize = 2000;

/// Writes the text of a label into its area.
pub(super) fn write(
    object: &Instance<'_>,
    guides: &Guides,
    font: &StrokeFont,
    (area, clip): (Area, Area),
    canvas: &mut Canvas,
) {
    let placeholder = || object.text("PlaceholderText").filter(|_| object.class() == b"TextBox");
    let Some(text) = object.text("Text").or_else(placeholder) else { return };
    let text = if object.flag("RichText") == Some(true) { plain(&text) } else { text };
    let text: String = text.chars().take(MOST_CHARACTERS).collect();
    let area = guides.padded(area);
    let setting = match object.flag("TextScaled") {
        Some(true) => Setting::scaled(&text, area.size(), font),
        _ => {
            let is_wrapped = ["TextWrapped", "TextWrap"].iter().any(|name| object.flag(name) == Some(true));
            let most = if is_wrapped { area.size().x } else { f32::INFINITY };
            Setting::new(&text, size(object), most, font)
        }
    };
    let opacity = 1.0 - object.number("TextTransparency").unwrap_or(0.0).clamp(0.0, 1.0);
    let ink = Ink { colour: object.colour("TextColor3").unwrap_or([27, 42, 53]), opacity };
    let edge = guides.stroke.filter(|stroke| !stroke.is_border).map(|stroke| (stroke.ink, stroke.thickness));
    let aligned = |property: &str, shares: [f32; 3], usual: f32| {
        let share = object.choice(property).and_then(|number| shares.get(number as usize));
        share.copied().unwrap_or(usual)
    };
    // Left, right, centre; and top, centre, bottom.
    let across = aligned("TextXAlignment", [0.0, 1.0, 0.5], 0.5);
    let mut top = area.min.y
        + (area.size().y - setting.height()) * aligned("TextYAlignment", [0.0, 0.5, 1.0], 0.5)
        + setting.size * ASCENT;
    for line in &setting.lines {
        let mut left = area.min.x + (area.size().x - setting.width(line, font)) * across;
        for character in line.chars() {
            let glyph = font.glyph(character);
            let stroke = setting.placed(glyph, Vec2::new(left, top));
            let pen = setting.size * ROW * PEN;
            if let Some((ink, thickness)) = edge.or_else(|| outline(object)) {
                canvas.strokes(&stroke, pen + thickness, clip, ink);
            }
            canvas.strokes(&stroke, pen, clip, ink);
            left += setting.advance(glyph);
        }
        top += setting.size;
    }
}

fn size(object: &Instance<'_>) -> f32 {
    let named = object.choice("FontSize").and_then(|number| FONT_SIZES.get(number as usize).copied());
    object.number("TextSize").or(named).unwrap_or(8.0).clamp(1.0, 1000.0)
}

/// The outline from the text properties that preceded UIStroke; `None` if it is invisible.
fn outline(object: &Instance<'_>) -> Option<(Ink, f32)> {
    let opacity = 1.0 - object.number("TextStrokeTransparency").unwrap_or(1.0).clamp(0.0, 1.0);
    let colour = object.colour("TextStrokeColor3").unwrap_or_default();
    (opacity > 0.0).then_some((Ink { colour, opacity }, 1.0))
}

/// A text in lines, at a size.
struct Setting {
    size: f32,
    lines: Vec<String>,
}

impl Setting {
    /// Breaks a text between words into lines of at most this width.
    fn new(text: &str, size: f32, most: f32, font: &StrokeFont) -> Self {
        let mut setting = Self { size, lines: Vec::new() };
        for paragraph in text.split('\n') {
            let (mut line, mut width) = (String::new(), 0.0);
            for word in paragraph.trim_end_matches('\r').split_inclusive(' ') {
                let own = setting.width(word.trim_end(), font);
                if !line.is_empty() && width + own > most {
                    setting.lines.push(std::mem::take(&mut line));
                    width = 0.0;
                }
                line.push_str(word);
                width += setting.width(word, font) + GAP * COLUMN * size;
            }
            setting.lines.push(line);
        }
        setting.lines.iter_mut().for_each(|line| line.truncate(line.trim_end().len()));
        setting
    }

    /// The largest setting that fits an area.
    fn scaled(text: &str, area: Vec2, font: &StrokeFont) -> Self {
        let [most, least] = SCALED;
        let mut size = area.y.min(most).max(least);
        loop {
            let setting = Self::new(text, size, area.x, font);
            let fits = setting.height() <= area.y
                && setting.lines.iter().all(|line| setting.width(line, font) <= area.x);
            if fits || size <= least {
                return setting;
            }
            size = (size * 0.92).max(least);
        }
    }

    fn advance(&self, glyph: &Glyph) -> f32 {
        (glyph.width + GAP) * COLUMN * self.size
    }

    fn width(&self, line: &str, font: &StrokeFont) -> f32 {
        let width: f32 = line.chars().map(|character| self.advance(font.glyph(character))).sum();
        (width - GAP * COLUMN * self.size).max(0.0)
    }

    #[expect(clippy::cast_precision_loss, reason = "at most as many lines as characters")]
    fn height(&self) -> f32 {
        self.lines.len() as f32 * self.size
    }

    /// The lines of a glyph whose upper left corner is at `at`.
    fn placed(&self, glyph: &Glyph, at: Vec2) -> Vec<[Vec2; 2]> {
        let point = |[x, y]: [f32; 2]| at + Vec2::new(x * COLUMN, y * ROW) * self.size;
        glyph.lines.iter().map(|line| line.map(point)).collect()
    }
}

/// A rich text without its tags.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, tag)) = rest.split_once('<') {
        out.push_str(before);
        match tag.split_once('>') {
            Some((name, after)) => {
                out.push_str(if name.starts_with("br") { "\n" } else { "" });
                rest = after;
            }
            None => rest = "",
        }
    }
    out.push_str(rest);
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    entities.iter().fold(out, |text, (name, character)| text.replace(name, character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_broken_between_words_and_rich_text_has_no_tags() {
        let font = StrokeFont::default();
        let lines = |text: &str, most: f32| Setting::new(text, 10.0, most, &font).lines;
        assert_eq!(lines("one two three", 45.0), ["one two", "three"]);
        assert_eq!(lines("a\r\nlonger", 5.0), ["a", "longer"]);
        assert_eq!(plain("<b>1 &lt; 2</b><br/>x"), "1 < 2\nx");
    }

    #[test]
    fn scaled_text_fits() {
        let font = StrokeFont::default();
        let setting = Setting::scaled("HELLO WORLD", Vec2::new(100.0, 100.0), &font);
        assert_eq!(setting.lines, ["HELLO", "WORLD"]);
        assert!(setting.width("HELLO", &font) <= 100.0 && setting.size > 30.0, "{}", setting.size);
        assert_eq!(Setting::scaled("I", Vec2::new(900.0, 900.0), &font).size, 100.0);
    }
}

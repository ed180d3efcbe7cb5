//! Sheets: many pictures in one, with names.

use super::letters::{ADVANCE, Font, HEIGHT, fitted};
use super::{Picture, ThumbOptions};
use crate::problem::{Problem, ProblemKind};

/// The space around each picture, in pixels.
pub(super) const MARGIN: usize = 8;

/// Upper bound on the pixels of a sheet: 128 MB, and as many for the pictures on it.
const MOST_PIXELS: usize = 32 << 20;

/// The default background.
pub(super) const BACKGROUND: [u8; 4] = [238, 240, 243, 255];

/// A picture of a sheet, and the text below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The text below the picture.
    pub name: String,
    /// The picture, or a text that is shown instead.
    pub picture: Result<Picture, String>,
}

/// The arrangement of pictures on a sheet.
#[derive(Debug)]
struct Layout {
    columns: usize,
    /// The size of a picture; `cell` is that of a picture with its name.
    picture: [usize; 2],
    cell: [usize; 2],
    /// The scale of characters.
    scale: usize,
    size: [usize; 2],
}

impl Layout {
    fn arrange(n_cells: usize, options: &ThumbOptions) -> Result<Self, Problem> {
        let picture = [options.width as usize, options.height as usize];
        // Names of 30 characters must fit for characters of double size.
        let scale = if picture[0] >= 30 * ADVANCE * 2 { 2 } else { 1 };
        let name = HEIGHT.saturating_mul(scale).saturating_add(MARGIN / 2);
        let cell =
            [picture[0].saturating_add(MARGIN), picture[1].saturating_add(name).saturating_add(MARGIN)];
        // The sheet is about as wide as it is high.
        let mut columns: usize = 1;
        let is_higher = |columns: usize| {
            let (high, wide) =
                (n_cells.div_ceil(columns).saturating_mul(cell[1]), columns.saturating_mul(cell[0]));
            high.saturating_mul(10) > wide.saturating_mul(11)
        };
        while columns < n_cells && is_higher(columns) {
            columns = columns.saturating_add(1);
        }
        let counts = [columns, n_cells.div_ceil(columns)];
        let [wide, high] = [0, 1].map(|axis| {
            let [count, cell] = [counts, cell].map(|pair: [usize; 2]| pair.get(axis).copied().unwrap_or(1));
            count.saturating_mul(cell).saturating_add(MARGIN)
        });
        if wide.saturating_mul(high) > MOST_PIXELS {
            let [width, height] = picture;
            let message = format!(
                "{n_cells} pictures of {width} by {height} pixels are more than the {MOST_PIXELS} pixels of a sheet"
            );
            return Err(Problem::new(ProblemKind::Limit, message).help("draw smaller pictures, or fewer"));
        }
        Ok(Self { columns, picture, cell, scale, size: [wide, high] })
    }
}

/// Checks that a sheet can have this many pictures.
///
/// # Errors
///
/// If it would have more than 32 million pixels.
pub fn check_sheet(n_cells: usize, options: &ThumbOptions) -> Result<(), Problem> {
    Layout::arrange(n_cells, options).map(|_| ())
}

/// Arranges pictures in rows, each with its name below it. The options define the size of each picture, and the
/// background.
///
/// ```
/// use scene::thumb::{Cell, ThumbOptions, draw, sheet};
///
/// let scene = scene::obj::read(b"v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n")?;
/// let options = ThumbOptions::default().size(64, 64);
/// let cells = [
///     Cell { name: "triangle.obj".into(), picture: Ok(draw(&scene, &options)?) },
///     Cell { name: "broken.obj".into(), picture: Err("not readable".into()) },
/// ];
/// let picture = sheet(&cells, &options)?;
/// assert_eq!((picture.width, picture.height), (152, 92));
/// # Ok::<(), scene::Problem>(())
/// ```
///
/// # Errors
///
/// If the sheet would have more than 32 million pixels.
pub fn sheet(cells: &[Cell], options: &ThumbOptions) -> Result<Picture, Problem> {
    let layout = Layout::arrange(cells.len(), options)?;
    let mut paper = Paper::new(layout.size, options.background.unwrap_or(BACKGROUND));
    paper.scale = layout.scale;
    for (number, cell) in cells.iter().enumerate() {
        let (Some(column), Some(row)) =
            (number.checked_rem(layout.columns), number.checked_div(layout.columns))
        else {
            break;
        };
        let corner = |at: usize, cell: usize| at.saturating_mul(cell).saturating_add(MARGIN);
        let (left, top) = (corner(column, layout.cell[0]), corner(row, layout.cell[1]));
        let [wide, high] = layout.picture;
        match &cell.picture {
            Ok(picture) => paper.put(picture, left, top),
            Err(why) => {
                let ink = std::mem::replace(&mut paper.ink, [196, 60, 48, 255]);
                paper.write(why, [left, top.saturating_add(high / 2)], wide);
                paper.ink = ink;
            }
        }
        paper.write(&cell.name, [left, top.saturating_add(high).saturating_add(MARGIN / 2)], wide);
    }
    Ok(paper.picture())
}

/// The pixels of a sheet while it is drawn.
pub(super) struct Paper {
    wide: usize,
    pixels: Vec<[u8; 4]>,
    font: Font,
    ink: [u8; 4],
    /// The scale of characters.
    scale: usize,
}

impl Paper {
    pub(super) fn new([wide, high]: [usize; 2], background: [u8; 4]) -> Self {
        // Text is dark on a light background, and light on a dark one.
        let is_dark =
            background[3] > 127 && background[..3].iter().map(|part| u32::from(*part)).sum::<u32>() < 300;
        Self {
            wide,
            pixels: vec![background; wide.saturating_mul(high)],
            font: Font::new(),
            ink: if is_dark { [225, 228, 232, 255] } else { [40, 44, 52, 255] },
            scale: 1,
        }
    }

    /// The height of a row of pictures with small names below them.
    pub(super) fn row(picture: usize) -> usize {
        picture.saturating_add(HEIGHT).saturating_add(MARGIN / 2).saturating_add(MARGIN)
    }

    pub(super) fn picture(self) -> Picture {
        let high = self.pixels.len().checked_div(self.wide).unwrap_or_default();
        let [width, height] = [self.wide, high].map(|side| u32::try_from(side).unwrap_or_default());
        Picture { width, height, rgba: self.pixels.into_flattened() }
    }

    /// Writes a line of text centred in this width.
    pub(super) fn write(&mut self, text: &str, [left, top]: [usize; 2], wide: usize) {
        let advance = ADVANCE.saturating_mul(self.scale);
        let text = fitted(text, wide.checked_div(advance).unwrap_or_default());
        let left = left.saturating_add(wide.saturating_sub(text.chars().count().saturating_mul(advance)) / 2);
        let mut dots = Vec::new();
        self.font.draw(&text, |x, y| dots.push((x, y)));
        dots.into_iter().for_each(|(x, y)| self.dot(left, top, x, y));
    }

    fn set(&mut self, x: usize, y: usize, colour: [u8; 4]) {
        if x < self.wide
            && let Some(pixel) = self.pixels.get_mut(y.saturating_mul(self.wide).saturating_add(x))
        {
            *pixel = over(colour, *pixel);
        }
    }

    /// Draws a square of pixels.
    fn dot(&mut self, left: usize, top: usize, x: usize, y: usize) {
        let (scale, ink) = (self.scale, self.ink);
        let at = |start: usize, place: usize, part: usize| {
            start.saturating_add(place.saturating_mul(scale)).saturating_add(part)
        };
        for down in 0..scale {
            (0..scale).for_each(|across| self.set(at(left, x, across), at(top, y, down), ink));
        }
    }

    pub(super) fn put(&mut self, picture: &Picture, left: usize, top: usize) {
        let rows = picture.rgba.as_chunks().0.chunks(picture.width.max(1) as usize);
        for (y, row) in rows.enumerate() {
            for (x, pixel) in row.iter().enumerate() {
                self.set(left.saturating_add(x), top.saturating_add(y), *pixel);
            }
        }
    }
}

/// Composes a pixel over another.
fn over(front: [u8; 4], back: [u8; 4]) -> [u8; 4] {
    if front[3] == 255 || back[3] == 0 {
        return front;
    }
    let share = u32::from(front[3]);
    let rest = 255_u32.saturating_sub(share);
    let mut mixed = [255; 4];
    for ((mixed, front), back) in mixed.iter_mut().zip(front).zip(back) {
        let sum = u32::from(front).saturating_mul(share).saturating_add(u32::from(back).saturating_mul(rest));
        *mixed = u8::try_from(sum.saturating_add(127) / 255).unwrap_or(255);
    }
    mixed[3] = front[3].max(back[3]);
    mixed
}

//! The glow around surfaces that emit light, in places with a bloom effect.

use geom::{Vec3, Vec4};

/// The pixels on each side of a cell of emitted light. A glow is so smooth that few cells are enough.
const CELL: usize = 4;

/// The fraction of the picture's width over which a glow spreads, and the brightness that is added at full strength;
/// chosen by eye.
const SPREAD: f32 = 0.025;
const STRENGTH: f32 = 1.8;

/// The light emitted towards the camera, averaged over cells of pixels.
pub(super) struct Bloom {
    /// The numbers of columns and rows of cells.
    size: [usize; 2],
    cells: Vec<Vec3>,
    strength: f32,
}

impl Bloom {
    /// Light for a picture of this size; `None` without a bloom effect.
    pub(super) fn new([width, height]: [usize; 2], strength: f32) -> Option<Self> {
        let size = [width.div_ceil(CELL), height.div_ceil(CELL)];
        let cells = vec![Vec3::ZERO; size[0].saturating_mul(size[1])];
        (strength > 0.0).then_some(Self { size, cells, strength })
    }

    /// Adds the light of a sample, of which a pixel has four.
    #[expect(clippy::cast_precision_loss, reason = "a small constant")]
    pub(super) fn emit(&mut self, [x, y]: [usize; 2], light: Vec3) {
        let at = (y / CELL).saturating_mul(self.size[0]).saturating_add(x / CELL);
        if let Some(cell) = self.cells.get_mut(at) {
            *cell += light * (1.0 / (4 * CELL * CELL) as f32);
        }
    }

    /// Adds the glow to the samples of a picture of this width.
    #[expect(clippy::cast_precision_loss, reason = "at most 4096")]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a fraction of the picture")]
    pub(super) fn glow(mut self, samples: &mut [[Vec4; 4]], width: usize) {
        let radius = (self.size[0] as f32 * SPREAD).max(1.0) as usize;
        let [columns, rows] = self.size;
        // Three box blurs in each direction come close to a Gaussian.
        for _ in 0..3 {
            for row in 0..rows {
                blur(&mut self.cells, row.saturating_mul(columns), 1, columns, radius);
            }
            for column in 0..columns {
                blur(&mut self.cells, column, columns, rows, radius);
            }
        }
        for (y, row) in samples.chunks_mut(width.max(1)).enumerate() {
            for (x, four) in row.iter_mut().enumerate() {
                let light = self.light_at(x, y) * (self.strength * STRENGTH);
                four.iter_mut().for_each(|sample| *sample += light.extend(0.0));
            }
        }
    }

    /// The light at a pixel, interpolated between the centres of cells.
    #[expect(clippy::cast_precision_loss, reason = "at most 4096")]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "not negative")]
    fn light_at(&self, x: usize, y: usize) -> Vec3 {
        let place = |pixel: usize| ((pixel as f32 + 0.5) / CELL as f32 - 0.5).max(0.0);
        let (x, y) = (place(x), place(y));
        let cell = |column: usize, row: usize| {
            let (column, row) =
                (column.min(self.size[0].saturating_sub(1)), row.min(self.size[1].saturating_sub(1)));
            self.cells.get(row.saturating_mul(self.size[0]).saturating_add(column)).copied()
        };
        let cell = |column: usize, row: usize| cell(column, row).unwrap_or(Vec3::ZERO);
        let (column, row) = (x as usize, y as usize);
        let along = |row| cell(column, row).lerp(cell(column.saturating_add(1), row), x.fract());
        along(row).lerp(along(row.saturating_add(1)), y.fract())
    }
}

/// Replaces each of `n` cells, `step` apart from `first` on, by the mean of those within a radius; beyond the ends it is
/// dark.
#[expect(clippy::cast_precision_loss, reason = "at most 4096")]
fn blur(cells: &mut [Vec3], first: usize, step: usize, n: usize, radius: usize) {
    let get = |cells: &[Vec3], at: usize| cells.get(first.saturating_add(at.saturating_mul(step))).copied();
    let line: Vec<Vec3> = (0..n).filter_map(|at| get(cells, at)).collect();
    let share = 1.0 / (radius.saturating_mul(2).saturating_add(1)) as f32;
    let mut sum = line.iter().take(radius).fold(Vec3::ZERO, |sum, cell| sum + *cell);
    for at in 0..line.len() {
        sum += line.get(at.saturating_add(radius)).copied().unwrap_or(Vec3::ZERO);
        let gone = at.checked_sub(radius.saturating_add(1)).and_then(|at| line.get(at));
        sum += gone.copied().unwrap_or(Vec3::ZERO) * -1.0;
        if let Some(cell) = cells.get_mut(first.saturating_add(at.saturating_mul(step))) {
            *cell = sum * share;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_spreads_evenly_and_none_is_made() {
        assert!(Bloom::new([160, 160], 0.0).is_none());
        let mut bloom = Bloom::new([160, 160], 1.0).unwrap();
        for _ in 0..4 {
            bloom.emit([80, 80], Vec3::splat(16.0));
        }
        let mut samples = vec![[Vec4::ZERO; 4]; 160 * 160];
        bloom.glow(&mut samples, 160);
        let at = |x: usize, y: usize| samples[y * 160 + x][3].x;
        let around = [at(82, 70), at(82, 93), at(70, 82), at(93, 82)];
        assert!(at(82, 82) > around[0] && around[0] > at(82, 60));
        assert!(around.iter().all(|it| (it - around[0]).abs() < 0.01 * around[0]), "{around:?}");
        let sum: f32 = samples.iter().map(|four| four[0].y).sum();
        assert!((sum - 16.0 * STRENGTH).abs() < 0.1, "{sum}");
        assert_eq!((at(0, 0), samples[0][0].w), (0.0, 0.0));
    }
}

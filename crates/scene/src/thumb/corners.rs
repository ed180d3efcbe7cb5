//! Ambient occlusion: corners and covered surfaces receive less ambient light.

use super::raster::Canvas;

/// The fraction of ambient light at each pixel.
pub(super) struct Corners {
    width: usize,
    open: Vec<f32>,
}

/// Opposite pairs of neighbours, as offsets in pixels of a picture of 512.
const PAIRS: [(f32, f32); 8] =
    [(3.0, 0.0), (0.0, 3.0), (4.0, 4.0), (4.0, -4.0), (10.0, 3.0), (-3.0, 10.0), (15.0, 15.0), (17.0, -17.0)];

/// The fraction of the distance above which a nearer neighbour counts as another object in front.
const FRONT: f32 = 0.06;

/// The darkening of the darkest corner.
const DEPTH: f32 = 0.62;

impl Corners {
    /// Computes the ambient light. The inverse of the distance is linear across a plane, so the mean of opposite
    /// neighbours equals the middle, unless they are nearer: then the middle is in a corner.
    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "at most 4096")]
    #[expect(clippy::cast_precision_loss, reason = "at most 4096")]
    pub(super) fn from_canvas(canvas: &Canvas) -> Self {
        let (width, height) = (canvas.width as isize, canvas.height as isize);
        let unit = (width.min(height) as f32 / 512.0).max(0.25);
        let depth = |x: isize, y: isize| {
            let (x, y) = (x.clamp(0, width.saturating_sub(1)), y.clamp(0, height.saturating_sub(1)));
            let at = usize::try_from(y.saturating_mul(width).saturating_add(x)).unwrap_or(0);
            canvas.depths.get(at).map_or(0.0, |depths| depths[0])
        };
        let mut open = Vec::with_capacity(canvas.depths.len());
        for y in 0..height {
            for x in 0..width {
                let here = depth(x, y);
                if here <= 0.0 {
                    open.push(1.0);
                    continue;
                }
                let mut closed = 0.0;
                for (right, down) in PAIRS {
                    let (right, down) = ((right * unit).round() as isize, (down * unit).round() as isize);
                    let near = |other: f32| other / here - 1.0;
                    let one = near(depth(x.saturating_add(right), y.saturating_add(down)));
                    let other = near(depth(x.saturating_sub(right), y.saturating_sub(down)));
                    let bend = (one + other) / 2.0;
                    let is_same = (1.0 - (one.abs().max(other.abs()) / FRONT - 1.0)).clamp(0.0, 1.0);
                    closed += (bend / 0.006 - 0.05).clamp(0.0, 1.0) * is_same;
                }
                open.push(1.0 - DEPTH * (closed / PAIRS.len() as f32).min(1.0));
            }
        }
        Self { width: canvas.width, open }
    }

    pub(super) fn open(&self, x: usize, y: usize) -> f32 {
        self.open.get(y.saturating_mul(self.width).saturating_add(x)).copied().unwrap_or(1.0)
    }
}

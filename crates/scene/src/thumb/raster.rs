//! Rasterisation: finds the visible triangle of each sample.

use super::geometry::Vertex;
use crate::allowance::Allowance;
use std::ops::ControlFlow;

/// The samples of a pixel, as offsets from its corner. No two share a row or column, so edges of any direction are
/// smooth.
pub(super) const SAMPLES: [[f32; 2]; 4] = [[0.375, 0.125], [0.875, 0.375], [0.125, 0.625], [0.625, 0.875]];

/// The distance in pixels by which rounding may move an edge.
const MARGIN: f32 = 1.0 / 256.0;

/// The index that stands for no triangle.
pub(super) const NOTHING: u32 = u32::MAX;

/// For each sample of each pixel, the nearest triangle and the inverse of its distance.
pub(super) struct Canvas {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) depths: Vec<[f32; 4]>,
    pub(super) triangles: Vec<[u32; 4]>,
}

/// A triangle prepared for rasterisation: three edges, and the depth as a plane.
pub(super) struct Setup {
    /// For each edge function, its increase to the right and downwards, and its value at the corner of the picture.
    edges: [[f32; 3]; 3],
    depth: [f32; 3],
    /// The pixels that the triangle may touch: left, top, right, bottom; the last two are exclusive.
    pub(super) bounds: [usize; 4],
    /// Twice the signed area in pixels.
    pub(super) area: f32,
}

impl Setup {
    /// Prepares a triangle; `None` if it certainly covers no sample.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the picture")]
    #[expect(clippy::cast_precision_loss, reason = "at most 4096")]
    pub(super) fn prepare(corners: &[Vertex; 3], width: usize, height: usize) -> Option<Self> {
        let [a, b, c] = corners.each_ref().map(|corner| corner.place);
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
        if area == 0.0 || !area.is_finite() {
            return None;
        }
        // The pixels along an axis, unless the triangle lies between the lines on which all samples are. Casts round
        // towards zero, and are faster than `floor`.
        let along = |axis: usize, side: usize| {
            let places = [a, b, c].map(|place| place.get(axis).copied().unwrap_or_default());
            let least = places.into_iter().fold(f32::INFINITY, f32::min).clamp(0.0, side as f32);
            let most = places.into_iter().fold(f32::NEG_INFINITY, f32::max).min(side as f32);
            let n_lines = |before: f32| (before * 4.0 + 0.5) as u32;
            let is_there = most >= 0.0 && n_lines(least - MARGIN) < n_lines(most + MARGIN);
            is_there.then(|| (least as usize, (most as usize).saturating_add(1).min(side)))
        };
        let ((left, right), (top, bottom)) = (along(0, width)?, along(1, height)?);
        let bounds = [left, top, right, bottom];
        // Edge functions are divided by the area, so that their values are the barycentric coordinates.
        let edge = |from: [f32; 3], to: [f32; 3]| {
            let (right, down) = ((from[1] - to[1]) / area, (to[0] - from[0]) / area);
            [right, down, -(right * from[0] + down * from[1])]
        };
        let edges = [edge(b, c), edge(c, a), edge(a, b)];
        let plane = |part: usize| {
            let shares = edges.iter().zip([a, b, c]);
            shares.map(|(edge, place)| edge.get(part).copied().unwrap_or_default() * place[2]).sum::<f32>()
        };
        Some(Self { edges, depth: [plane(0), plane(1), plane(2)], bounds, area })
    }

    /// Charges the pixels of the triangle's bounding box, each with a cost, against the limit.
    pub(super) fn cover(&self, covered: &Allowance, cost: usize) -> ControlFlow<()> {
        let [left, top, right, bottom] = self.bounds;
        let n_pixels = right.saturating_sub(left).saturating_mul(bottom.saturating_sub(top));
        covered.pay(n_pixels.saturating_mul(cost))
    }

    /// True if the back of the triangle is visible: corners are counter-clockwise on the front, and rows of pixels point downwards.
    pub(super) fn is_turned_away(&self) -> bool {
        self.area > 0.0
    }

    /// The barycentric coordinates of a point.
    pub(super) fn shares(&self, x: f32, y: f32) -> [f32; 3] {
        self.edges.map(|[right, down, start]| right * x + down * y + start)
    }

    /// Visits each pixel that the triangle touches, with the covered samples and their depths.
    #[expect(clippy::cast_precision_loss, reason = "at most 4096")]
    pub(super) fn each(&self, mut visit: impl FnMut(usize, usize, [bool; 4], [f32; 4])) {
        let [left, top, right, bottom] = self.bounds;
        let at_samples = |[right, down, _]: [f32; 3]| SAMPLES.map(|[x, y]| right * x + down * y);
        let offsets = self.edges.map(at_samples);
        let depth_offsets = at_samples(self.depth);
        for y in top..bottom {
            let row = self.edges.map(|[_, down, start]| down * y as f32 + start);
            let depth_row = self.depth[1] * y as f32 + self.depth[2];
            for x in left..right {
                let place = x as f32;
                let mut covers = [true; 4];
                for ((edge, row), offsets) in self.edges.iter().zip(row).zip(&offsets) {
                    let value = edge[0] * place + row;
                    covers
                        .iter_mut()
                        .zip(offsets)
                        // Samples on an edge belong to both adjacent triangles, so that there are no gaps.
                        .for_each(|(covers, offset)| *covers &= value + offset >= 0.0);
                }
                if covers != [false; 4] {
                    let depth = self.depth[0] * place + depth_row;
                    visit(x, y, covers, depth_offsets.map(|offset| depth + offset));
                }
            }
        }
    }
}

impl Canvas {
    pub(super) const BYTES_OF_PIXEL: usize = 32;

    pub(super) fn new(width: usize, height: usize) -> Self {
        let n_pixels = width.saturating_mul(height);
        // The inverse of the distance is 0 at infinity, and negative behind the camera.
        Self { width, height, depths: vec![[0.0; 4]; n_pixels], triangles: vec![[NOTHING; 4]; n_pixels] }
    }

    /// Draws a triangle; of several equally near triangles, the first stays visible.
    pub(super) fn draw(
        &mut self,
        number: u32,
        setup: &Setup,
        mut is_there: impl FnMut(usize, usize) -> bool,
    ) {
        let Self { width, depths, triangles, .. } = self;
        setup.each(|x, y, covers, new| {
            let at = y.saturating_mul(*width).saturating_add(x);
            let (Some(depths), Some(triangles)) = (depths.get_mut(at), triangles.get_mut(at)) else { return };
            let mut wins = [false; 4];
            for (((wins, covers), new), old) in wins.iter_mut().zip(covers).zip(new).zip(&*depths) {
                *wins = covers && new > *old;
            }
            if wins == [false; 4] || !is_there(x, y) {
                return;
            }
            for (((wins, new), depth), triangle) in wins.into_iter().zip(new).zip(depths).zip(triangles) {
                if wins {
                    (*depth, *triangle) = (new, number);
                }
            }
        });
    }
}

//! Textures: decoding, mip levels and sampling.

use super::blocks;
use crate::colour::{Curve, linear_table};
use crate::material::{Mime, Texture, Wrap};
use geom::{Vec2, Vec4};

/// An image with its mip levels, each half as wide and high as the one before.
#[derive(Debug)]
pub(super) struct Pixels {
    levels: Vec<Level>,
    linear: Box<[f32; 256]>,
}

#[derive(Debug)]
struct Level {
    width: usize,
    height: usize,
    rgba: Vec<[u8; 4]>,
}

/// Decodes the width, the height and the pixels of a PNG, JPEG, WebP, DDS or KTX file; `None` if the file is of another
/// kind, is damaged, or has more bytes of pixels than the limit.
pub fn pixels(bytes: &[u8], limit: usize) -> Option<(usize, usize, Vec<[u8; 4]>)> {
    match Mime::detect(bytes) {
        Mime::Jpeg => super::jpeg::decode(bytes, limit),
        Mime::WebP => super::webp::decode(bytes, limit),
        _ if blocks::is_one(bytes) => blocks::decode(bytes, limit),
        _ => super::png::decode(bytes, limit),
    }
}

impl Pixels {
    /// Decodes a file as [`pixels`] does, and builds its mip levels.
    pub(super) fn decode(bytes: &[u8], limit: usize, curve: &Curve) -> Option<Self> {
        let (width, height, rgba) = pixels(bytes, limit)?;
        let mut pixels =
            Self { levels: vec![Level { width, height, rgba }], linear: Box::new(linear_table()) };
        while let Some(smaller) = pixels.levels.last().and_then(|level| level.smaller(&pixels.linear, curve))
        {
            pixels.levels.push(smaller);
        }
        Some(pixels)
    }

    pub(super) fn n_bytes(&self) -> usize {
        self.levels.iter().map(|level| level.rgba.len().saturating_mul(4)).fold(0, usize::saturating_add)
    }

    /// The mip level on which a pixel of the picture covers about one pixel of the texture.
    ///
    /// `ratio` is the area in texture coordinates divided by the area in pixels.
    #[expect(clippy::cast_precision_loss, reason = "sizes are far below 2^24")]
    pub(super) fn level(&self, ratio: f32) -> usize {
        let Some(largest) = self.levels.first() else { return 0 };
        let mut area = ratio * (largest.width as f32) * (largest.height as f32);
        let mut level: usize = 0;
        // Each level has a quarter of the pixels. Half a level sharper than exact looks better.
        while area > 2.0 && level.saturating_add(1) < self.levels.len() {
            area /= 4.0;
            level = level.saturating_add(1);
        }
        level
    }

    /// The linear colour at a texture coordinate.
    #[expect(clippy::cast_precision_loss, reason = "sizes are far below 2^24")]
    #[expect(clippy::cast_possible_truncation, reason = "within the image")]
    pub(super) fn sample(&self, texture: &Texture, uv: Vec2, level: usize) -> Vec4 {
        let Some(level) = self.levels.get(level) else { return Vec4::ONE };
        let [u, v] = [wrapped(uv.x, texture.wrap[0]), wrapped(uv.y, texture.wrap[1])];
        let (x, y) = (u * level.width as f32, v * level.height as f32);
        if texture.nearest {
            return self.pixel_at(level, x.floor() as i64, y.floor() as i64, texture);
        }
        // The colour of a pixel is that at its centre.
        let (x, y) = (x - 0.5, y - 0.5);
        let (left, top) = (x.floor(), y.floor());
        let (across, down) = (x - left, y - top);
        let (left, top) = (left as i64, top as i64);
        let (right, bottom) = (left.saturating_add(1), top.saturating_add(1));
        let above =
            self.pixel_at(level, left, top, texture).lerp(self.pixel_at(level, right, top, texture), across);
        let below = self
            .pixel_at(level, left, bottom, texture)
            .lerp(self.pixel_at(level, right, bottom, texture), across);
        above.lerp(below, down)
    }

    /// A pixel, with coordinates wrapped beyond the edges.
    fn pixel_at(&self, level: &Level, x: i64, y: i64, texture: &Texture) -> Vec4 {
        let inside = |at: i64, len: usize, wrap: Wrap| {
            let len = i64::try_from(len).unwrap_or(i64::MAX).max(1);
            let at = match wrap {
                Wrap::Repeat => at.checked_rem_euclid(len).unwrap_or(0),
                // Coordinates are mirrored already, so only pixels next to the edge are requested beyond it.
                Wrap::Mirror | Wrap::Clamp => at.clamp(0, len.saturating_sub(1)),
            };
            usize::try_from(at).unwrap_or(0)
        };
        let (x, y) = (inside(x, level.width, texture.wrap[0]), inside(y, level.height, texture.wrap[1]));
        let pixel = level.rgba.get(y.saturating_mul(level.width).saturating_add(x));
        pixel.map_or(Vec4::ONE, |pixel| self.linear_of(*pixel))
    }

    fn linear_of(&self, [r, g, b, a]: [u8; 4]) -> Vec4 {
        let light = |byte: u8| self.linear.get(usize::from(byte)).copied().unwrap_or_default();
        Vec4::new(light(r), light(g), light(b), f32::from(a) / 255.0)
    }
}

/// A coordinate wrapped to the range from 0 to 1.
fn wrapped(at: f32, wrap: Wrap) -> f32 {
    if !at.is_finite() {
        return 0.0;
    }
    match wrap {
        Wrap::Repeat => at - at.floor(),
        Wrap::Clamp => at.clamp(0.0, 1.0),
        Wrap::Mirror => {
            let twice = at / 2.0 - (at / 2.0).floor();
            if twice < 0.5 { twice * 2.0 } else { 2.0 - twice * 2.0 }
        }
    }
}

impl Level {
    /// The next mip level, with each pixel the mean linear colour of four; `None` if there is only one pixel.
    fn smaller(&self, linear: &[f32; 256], curve: &Curve) -> Option<Self> {
        if self.width <= 1 && self.height <= 1 {
            return None;
        }
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        let mut rgba = Vec::with_capacity(width.saturating_mul(height));
        let row = |y: usize| {
            let start = y.min(self.height.saturating_sub(1)).saturating_mul(self.width);
            self.rgba.get(start..start.saturating_add(self.width)).unwrap_or_default()
        };
        let light = |byte: u8| linear.get(usize::from(byte)).copied().unwrap_or_default();
        for y in 0..height {
            let rows = [row(y.saturating_mul(2)), row(y.saturating_mul(2).saturating_add(1))];
            for x in 0..width {
                let left = x.saturating_mul(2).min(self.width.saturating_sub(1));
                let right = left.saturating_add(1).min(self.width.saturating_sub(1));
                let four = rows.iter().flat_map(|row| [row.get(left), row.get(right)]).flatten();
                let (mut sum, mut alpha) = ([0.0; 3], 0_u32);
                for [r, g, b, a] in four {
                    sum.iter_mut().zip([r, g, b]).for_each(|(sum, byte)| *sum += light(*byte) / 4.0);
                    alpha = alpha.saturating_add(u32::from(*a));
                }
                let [r, g, b] = sum.map(|light| curve.byte(light));
                rgba.push([r, g, b, u8::try_from(alpha.saturating_add(2) / 4).unwrap_or(255)]);
            }
        }
        Some(Self { width, height, rgba })
    }
}

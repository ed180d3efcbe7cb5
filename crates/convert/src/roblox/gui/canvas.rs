//! A canvas on which the picture of an interface is painted.

use super::layout::{Area, Ink};
use geom::Vec2;
use scene::thumb::Picture;

/// Upper bound on the pixels of a picture.
const MOST_PIXELS: usize = 4096 * 4096;

/// Pixels with colours as sRGB, and opacities.
#[derive(Debug)]
pub(in super::super) struct Canvas {
    width: usize,
    height: usize,
    size: Vec2,
    /// The number of pixels of the picture per pixel of the interface.
    scale: f32,
    /// The number of pixels that may still be painted.
    n_left: usize,
    pixels: Vec<[f32; 4]>,
}

impl Canvas {
    /// A transparent canvas for an interface of this size; `None` if it has too many pixels. Painting ends after `n_left`
    /// pixels.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
    pub(in super::super) fn new(width: f32, height: f32, scale: f32, n_left: usize) -> Option<Self> {
        let size = Vec2::new(width, height);
        let [width, height] = [width, height].map(|length| (length * scale).round().max(1.0));
        let (width, height) = (width as usize, height as usize);
        let n_pixels = width.checked_mul(height).filter(|n_pixels| *n_pixels <= MOST_PIXELS)?;
        let n_left = n_left.checked_sub(n_pixels)?;
        Some(Self { width, height, size, scale, n_left, pixels: vec![[0.0; 4]; n_pixels] })
    }

    pub(in super::super) fn whole(&self) -> Area {
        Area::whole(self.size.x, self.size.y)
    }

    /// The number of pixels that may still be painted; 0 if the picture is not complete.
    pub(super) fn n_left(&self) -> usize {
        self.n_left
    }

    pub(in super::super) fn is_painted(&self) -> bool {
        self.pixels.iter().any(|pixel| pixel[3] > 0.0)
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
    pub(in super::super) fn picture(&self) -> Picture {
        let byte = |part: f32| (part + 0.5) as u8;
        let rgba = self.pixels.iter().flat_map(|[red, green, blue, opacity]| {
            [byte(*red), byte(*green), byte(*blue), byte(*opacity * 255.0)]
        });
        let [width, height] =
            [self.width, self.height].map(|length| u32::try_from(length).unwrap_or(u32::MAX));
        Picture { width, height, rgba: rgba.collect() }
    }

    /// Visits the pixels of an area with their positions in the interface. Each pixel counts as `weight` painted
    /// pixels.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "within the picture"
    )]
    fn each(&mut self, area: Area, weight: usize, mut paint: impl FnMut(Vec2) -> Option<([u8; 3], f32)>) {
        let area = area.and(self.whole());
        if !(area.min.x < area.max.x && area.min.y < area.max.y) {
            return;
        }
        let [left, top] = [area.min.x, area.min.y].map(|at| (at * self.scale).floor() as usize);
        let [right, bottom] = [area.max.x, area.max.y].map(|at| (at * self.scale).ceil() as usize);
        let (right, bottom) = (right.min(self.width), bottom.min(self.height));
        let n_pixels = right.saturating_sub(left).saturating_mul(bottom.saturating_sub(top));
        let left_after = self.n_left.checked_sub(n_pixels.saturating_mul(weight));
        self.n_left = left_after.unwrap_or_default();
        if left_after.is_none() {
            return;
        }
        for y in top..bottom {
            for x in left..right {
                let place = Vec2::new((x as f32 + 0.5) / self.scale, (y as f32 + 0.5) / self.scale);
                let Some((colour, opacity)) = paint(place).filter(|(_, opacity)| *opacity > 0.0) else {
                    continue;
                };
                let at = y.saturating_mul(self.width).saturating_add(x);
                if let Some(pixel) = self.pixels.get_mut(at) {
                    *pixel = over(*pixel, colour, opacity.min(1.0));
                }
            }
        }
    }

    /// Fills an area with round corners; the colour depends on the position in the area, from 0 to 1 along each axis.
    pub(super) fn fill(
        &mut self,
        area: Area,
        clip: Area,
        radius: f32,
        colour: &dyn Fn(f32, f32) -> [u8; 3],
        opacity: f32,
    ) {
        let (size, scale) = (area.size(), self.scale);
        if !(size.x > 0.0 && size.y > 0.0) {
            return;
        }
        self.each(area.and(clip), 1, |place| {
            let inside = place - area.min;
            let cover = (0.5 - edge(place, area, radius) * scale).clamp(0.0, 1.0);
            Some((colour(inside.x / size.x, inside.y / size.y), opacity * cover))
        });
    }

    /// Draws the outline of an area.
    pub(super) fn ring(&mut self, area: Area, clip: Area, radius: f32, thickness: f32, ink: Ink) {
        let scale = self.scale;
        self.each(area.grown(thickness).and(clip), 1, |place| {
            // The stroke is outside of the edge.
            let away = (edge(place, area, radius) - thickness / 2.0).abs() - thickness / 2.0;
            Some((ink.colour, ink.opacity * (0.5 - away * scale).clamp(0.0, 1.0)))
        });
    }

    /// Draws lines with a round pen of this radius.
    pub(super) fn strokes(&mut self, lines: &[[Vec2; 2]], pen: f32, clip: Area, ink: Ink) {
        let Some(around) = lines.iter().flatten().map(|point| Area::from_point(*point)).reduce(Area::or)
        else {
            return;
        };
        let scale = self.scale;
        self.each(around.grown(pen + 1.0 / scale).and(clip), lines.len(), |place| {
            let away = lines.iter().map(|line| distance(place, *line)).fold(f32::INFINITY, f32::min) - pen;
            Some((ink.colour, ink.opacity * (0.5 - away * scale).clamp(0.0, 1.0)))
        });
    }

    /// Draws an image over an area.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "within the image"
    )]
    pub(in super::super) fn image(
        &mut self,
        area: Area,
        clip: Area,
        radius: f32,
        (width, height, pixels): (usize, usize, &[[u8; 4]]),
        tint: Ink,
    ) {
        let (size, scale) = (area.size(), self.scale);
        if !(size.x > 0.0 && size.y > 0.0) {
            return;
        }
        self.each(area.and(clip), 1, |place| {
            let inside = place - area.min;
            let x = ((inside.x / size.x * width as f32) as usize).min(width.saturating_sub(1));
            let y = ((inside.y / size.y * height as f32) as usize).min(height.saturating_sub(1));
            let [red, green, blue, alpha] = *pixels.get(y.saturating_mul(width).saturating_add(x))?;
            let cover = (0.5 - edge(place, area, radius) * scale).clamp(0.0, 1.0);
            let tinted = |part: u8, tint: u8| (f32::from(part) * f32::from(tint) / 255.0) as u8;
            let [r, g, b] = tint.colour;
            let colour = [tinted(red, r), tinted(green, g), tinted(blue, b)];
            Some((colour, tint.opacity * cover * f32::from(alpha) / 255.0))
        });
    }
}

/// The distance from the edge of an area with round corners, negative inside.
fn edge(place: Vec2, area: Area, radius: f32) -> f32 {
    let (half, centre) = (area.size() * 0.5, (area.min + area.max) * 0.5);
    let (x, y) = ((place.x - centre.x).abs() - half.x + radius, (place.y - centre.y).abs() - half.y + radius);
    let away = if x > 0.0 && y > 0.0 { libm::hypotf(x, y) } else { x.max(y) };
    away - radius
}

/// The distance of a point from a line.
fn distance(point: Vec2, [from, to]: [Vec2; 2]) -> f32 {
    let (along, apart) = (to - from, point - from);
    let square = along.x * along.x + along.y * along.y;
    let dot = apart.x * along.x + apart.y * along.y;
    let rest = apart - along * if square > 0.0 { (dot / square).clamp(0.0, 1.0) } else { 0.0 };
    libm::hypotf(rest.x, rest.y)
}

/// Blends a colour over a pixel.
fn over([red, green, blue, below]: [f32; 4], colour: [u8; 3], opacity: f32) -> [f32; 4] {
    let total = opacity + below * (1.0 - opacity);
    let share = opacity / total;
    let mixed = |below: f32, above: u8| below + (f32::from(above) - below) * share;
    [mixed(red, colour[0]), mixed(green, colour[1]), mixed(blue, colour[2]), total]
}

//! Computes the colours of visible surfaces.

use super::camera::Camera;
use super::geometry::{Geometry, Triangle, Vertex};
use super::raster::{Canvas, NOTHING, Setup};
use super::surface::Surface;
use super::{Picture, ThumbOptions};
use crate::Problem;
use crate::formats::allowance::Allowance;
use crate::scene::Alpha;
use crate::scene::colour::{Curve, linear_table};
use geom::{Vec3, Vec4};

/// The picture of what has been placed in it.
///
/// # Errors
///
/// If the triangles cover more pixels than the options allow.
pub(super) fn picture(
    geometry: &Geometry,
    camera: &Camera,
    options: &ThumbOptions,
) -> Result<Picture, Problem> {
    let (width, height) = (options.width as usize, options.height as usize);
    let mut canvas = Canvas::new(width, height);
    let painter = Painter::new(geometry, camera);
    let mut clear = Vec::new();
    let covered = Allowance::new(options.most_covered());
    for (number, triangle) in (0_u32..).zip(&geometry.triangles) {
        let Some(surface) = geometry.surfaces.get(triangle.surface) else { continue };
        let corners = geometry.corners(triangle);
        let Some(setup) = Setup::of(&corners, width, height) else { continue };
        let is_clear = surface.alpha == Alpha::Blend;
        // What shines through is shaded wherever it is.
        let cost = if is_clear { 8 } else { 1 };
        covered.take(setup.n_pixels().saturating_mul(cost)).map_err(|problem| Problem {
            message: "the triangles cover each other too often".into(),
            ..problem
        })?;
        if is_clear {
            clear.push(number);
            continue;
        }
        match surface.alpha {
            Alpha::Mask(cutoff) => {
                let look = Look::new(&painter, triangle, &corners, &setup);
                canvas.draw(number, &setup, |x, y| look.opacity(x, y) >= cutoff);
            }
            _ => canvas.draw(number, &setup, |_, _| true),
        }
    }
    let mut samples = painter.paint(&canvas);
    painter.paint_clear(clear, &canvas, &mut samples);
    Ok(finish(samples, options))
}

/// The lights, seen from the camera, and tables.
struct Painter<'g> {
    geometry: &'g Geometry,
    /// Towards the camera.
    view: Vec3,
    /// Towards the main light.
    key: Vec3,
    /// Halfway between the light and the camera, where highlights are.
    half: Vec3,
    linear: [f32; 256],
}

impl<'g> Painter<'g> {
    fn new(geometry: &'g Geometry, camera: &Camera) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "a direction needs no more")]
        let narrow = |direction: [f64; 3]| Vec3::from_array(direction.map(|number| number as f32));
        let [right, up] = camera.right_and_up().map(narrow);
        let view = camera.view();
        // Over the left shoulder of the viewer.
        let key = (view * 0.6 - right * 0.45 + up * 0.75).normalised().unwrap_or(view);
        let half = (key + view).normalised().unwrap_or(view);
        Self { geometry, view, key, half, linear: linear_table() }
    }

    /// The colours of all samples, not premultiplied.
    fn paint(&self, canvas: &Canvas) -> Vec<[Vec4; 4]> {
        let mut samples = vec![[Vec4::ZERO; 4]; canvas.triangles.len()];
        // Neighbours often show the same triangle, which is expensive to prepare.
        let mut last: Option<(u32, Setup, [Vertex; 3])> = None;
        for (at, (seen, colours)) in canvas.triangles.iter().zip(&mut samples).enumerate() {
            let (Some(x), Some(y)) = (at.checked_rem(canvas.width), at.checked_div(canvas.width)) else {
                break;
            };
            let mut known = NOTHING;
            let mut colour = Vec4::ZERO;
            for (number, place) in seen.iter().zip(colours) {
                if *number == NOTHING {
                    continue;
                }
                if *number != known {
                    if last.as_ref().is_none_or(|(last, ..)| last != number) {
                        last = self.prepared(*number, canvas);
                    }
                    let Some((_, setup, corners)) = &last else { continue };
                    let Some(triangle) = self.geometry.triangles.get(*number as usize) else { continue };
                    colour = Look::new(self, triangle, corners, setup).colour(x, y);
                    colour.w = 1.0;
                    known = *number;
                }
                *place = colour;
            }
        }
        samples
    }

    fn prepared(&self, number: u32, canvas: &Canvas) -> Option<(u32, Setup, [Vertex; 3])> {
        let triangle = self.geometry.triangles.get(number as usize)?;
        let corners = self.geometry.corners(triangle);
        let setup = Setup::of(&corners, canvas.width, canvas.height)?;
        Some((number, setup, corners))
    }

    /// What shines through, from back to front, where nothing is before it.
    fn paint_clear(&self, numbers: Vec<u32>, canvas: &Canvas, samples: &mut [[Vec4; 4]]) {
        let mut sorted: Vec<(f32, u32)> = Vec::new();
        for number in numbers {
            let Some(triangle) = self.geometry.triangles.get(number as usize) else { continue };
            let near: f32 = self.geometry.corners(triangle).iter().map(|corner| corner.place[2]).sum();
            sorted.push((near, number));
        }
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for (_, number) in sorted {
            let Some((_, setup, corners)) = self.prepared(number, canvas) else { continue };
            let Some(triangle) = self.geometry.triangles.get(number as usize) else { continue };
            let look = Look::new(self, triangle, &corners, &setup);
            setup.each(|x, y, covers, depths| {
                let at = y.saturating_mul(canvas.width).saturating_add(x);
                let (Some(before), Some(places)) = (canvas.depths.get(at), samples.get_mut(at)) else {
                    return;
                };
                let colour = look.colour(x, y);
                for (((covers, depth), before), place) in
                    covers.into_iter().zip(depths).zip(before).zip(places)
                {
                    if covers && depth > *before {
                        *place = over(colour, *place);
                    }
                }
            });
        }
    }

    /// The light that a surface sends to the camera.
    fn lit(&self, surface: &Surface, base: Vec3, normal: Vec3) -> Vec3 {
        // Ambient light comes from the sky above and from the ground below.
        let sky = |direction: Vec3| 0.2 + 0.24 * (direction.y * 0.5 + 0.5);
        let (metallic, roughness) = (surface.metallic, surface.roughness);
        let diffuse =
            sky(normal) + 0.5 * normal.dot(self.key).max(0.0) + 0.06 * normal.dot(self.view).max(0.0);
        let mirror = normal * (2.0 * normal.dot(self.view)) - self.view;
        let shine = Vec3::splat(0.04).lerp(base, metallic);
        // Squares instead of powers: a rough surface has a wide, faint highlight.
        let mut highlight = normal.dot(self.half).max(0.0);
        let n_squares = if roughness < 0.25 {
            6
        } else if roughness < 0.5 {
            5
        } else if roughness < 0.75 {
            4
        } else {
            3
        };
        for _ in 0..n_squares {
            highlight *= highlight;
        }
        let gloss = (1.0 - roughness) * (1.0 - roughness) * 1.5 + 0.1;
        let reflected = sky(mirror) * 1.3 * (1.0 - 0.3 * roughness) + highlight * gloss;
        base * (diffuse * (1.0 - metallic))
            + shine * (reflected + metallic * 0.45 * normal.dot(self.key).max(0.0))
    }
}

/// A colour over another, neither premultiplied.
fn over(front: Vec4, back: Vec4) -> Vec4 {
    let alpha = front.w + back.w * (1.0 - front.w);
    if alpha <= 0.0 {
        return Vec4::ZERO;
    }
    let mixed = (front.xyz() * front.w + back.xyz() * (back.w * (1.0 - front.w))) * (1.0 / alpha);
    mixed.extend(alpha)
}

/// A triangle, to be looked at in a pixel.
struct Look<'p> {
    painter: &'p Painter<'p>,
    surface: Option<&'p Surface>,
    triangle: &'p Triangle,
    corners: &'p [Vertex; 3],
    setup: &'p Setup,
    /// The level of the textures.
    ratio: f32,
}

impl<'p> Look<'p> {
    fn new(
        painter: &'p Painter<'p>,
        triangle: &'p Triangle,
        corners: &'p [Vertex; 3],
        setup: &'p Setup,
    ) -> Self {
        let [a, b, c] = corners.each_ref().map(|corner| corner.uv);
        let area = ((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)).abs();
        let surface = painter.geometry.surfaces.get(triangle.surface);
        Self { painter, surface, triangle, corners, setup, ratio: area / setup.area.abs() }
    }

    /// The shares of the corners in the middle of a pixel, as seen in the world.
    #[expect(clippy::cast_precision_loss, reason = "at most 4096")]
    fn shares(&self, x: usize, y: usize) -> [f32; 3] {
        // The centre of a pixel may be outside of a triangle that covers part of the pixel.
        let mut shares = self.setup.shares(x as f32 + 0.5, y as f32 + 0.5).map(|share| share.clamp(0.0, 1.0));
        for (share, corner) in shares.iter_mut().zip(self.corners) {
            *share *= corner.place[2];
        }
        let sum = shares[0] + shares[1] + shares[2];
        if sum > 0.0 { shares.map(|share| share / sum) } else { [1.0, 0.0, 0.0] }
    }

    fn base(&self, surface: &Surface, shares: [f32; 3]) -> Vec4 {
        let mut colour = Vec4::ZERO;
        let light = |byte: u8| self.painter.linear.get(usize::from(byte)).copied().unwrap_or_default();
        let mut uv = geom::Vec2::ZERO;
        for (corner, share) in self.corners.iter().zip(shares) {
            let geom::Rgba8 { r, g, b, a } = corner.colour;
            colour += Vec4::new(light(r), light(g), light(b), f32::from(a) / 255.0) * share;
            uv += corner.uv * share;
        }
        colour = colour * surface.base;
        let textured = surface.texture.and_then(|texture| {
            let pixels = self.painter.geometry.surfaces.pixels(&texture)?;
            Some(pixels.sample(&texture, uv, pixels.level(self.ratio)))
        });
        colour * textured.unwrap_or(Vec4::ONE)
    }

    fn opacity(&self, x: usize, y: usize) -> f32 {
        self.surface.map_or(1.0, |surface| self.base(surface, self.shares(x, y)).w)
    }

    /// Linear light, and opacity.
    fn colour(&self, x: usize, y: usize) -> Vec4 {
        let Some(surface) = self.surface else { return Vec4::ZERO };
        let shares = self.shares(x, y);
        let base = self.base(surface, shares);
        let alpha = base.w.clamp(0.0, 1.0);
        let light = if surface.unlit {
            base.xyz()
        } else {
            self.painter.lit(surface, base.xyz(), self.normal(shares)) + self.glow(surface, shares)
        };
        light.extend(alpha)
    }

    fn glow(&self, surface: &Surface, shares: [f32; 3]) -> Vec3 {
        let textured = surface.glow.and_then(|texture| {
            let pixels = self.painter.geometry.surfaces.pixels(&texture)?;
            let [a, b, c] = self.corners.each_ref().map(|corner| corner.uv);
            let uv = a * shares[0] + b * shares[1] + c * shares[2];
            Some(pixels.sample(&texture, uv, pixels.level(self.ratio)).xyz())
        });
        surface.emissive * textured.unwrap_or(Vec3::ONE)
    }

    /// The normal, turned towards the camera: both sides of a surface are drawn.
    fn normal(&self, shares: [f32; 3]) -> Vec3 {
        let view = self.painter.view;
        let mut normal = Vec3::ZERO;
        for (corner, share) in self.corners.iter().zip(shares) {
            normal += corner.normal * share;
        }
        let face = || self.painter.geometry.face_normal(self.triangle);
        let is_whole = self.corners.iter().all(|corner| corner.normal != Vec3::ZERO);
        let normal = normal.normalised().filter(|_| is_whole).unwrap_or_else(face);
        if normal.dot(view) >= 0.0 {
            return normal;
        }
        // At the rim, smooth normals point away though the triangle does not; only the back is turned round.
        if face().dot(view) * face().dot(normal) < 0.0 {
            let along = normal - view * normal.dot(view);
            return along.normalised().unwrap_or(view);
        }
        -normal
    }
}

/// Averages the samples of each pixel over the background, as bytes.
fn finish(samples: Vec<[Vec4; 4]>, options: &ThumbOptions) -> Picture {
    let curve = Curve::new();
    let table = linear_table();
    let light = |byte: u8| table.get(usize::from(byte)).copied().unwrap_or_default();
    let background =
        options.background.map(|[r, g, b, a]| Vec4::new(light(r), light(g), light(b), f32::from(a) / 255.0));
    let mut rgba = Vec::with_capacity(samples.len().saturating_mul(4));
    for four in samples {
        let (mut colour, mut alpha) = (Vec3::ZERO, 0.0);
        for sample in four {
            let sample = background.map_or(sample, |background| over(sample, background));
            // Bright values are clamped before they are averaged; otherwise edges would be jagged.
            let light = sample.xyz().min(Vec3::ONE).max(Vec3::ZERO);
            colour += light * (sample.w / 4.0);
            alpha += sample.w / 4.0;
        }
        let colour = if alpha > 0.0 { colour * (1.0 / alpha) } else { Vec3::ZERO };
        #[expect(clippy::cast_possible_truncation, reason = "a fraction of 255")]
        #[expect(clippy::cast_sign_loss, reason = "a fraction of 255")]
        let alpha = (alpha.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
        rgba.extend(colour.to_array().map(|light| curve.byte(light)));
        rgba.push(alpha);
    }
    Picture { width: options.width, height: options.height, rgba }
}

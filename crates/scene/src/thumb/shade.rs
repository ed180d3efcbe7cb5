//! Computes the colours of visible surfaces.

use super::camera::Camera;
use super::geometry::{Geometry, Triangle, Vertex};
use super::ground::Ground;
use super::raster::{Canvas, NOTHING, Setup};
use super::surface::Surface;
use super::{Picture, ThumbOptions};
use crate::allowance::Allowance;
use crate::colour::{Curve, linear_table};
use crate::material::Alpha;
use crate::problem::{Problem, ProblemKind};
use geom::{Vec3, Vec4};

/// The light that the ground throws back: it is grey.
const GROUND: Vec3 = Vec3::new(0.62, 0.63, 0.65);

/// The picture of what has been placed in it, with the ground under it or without.
///
/// # Errors
///
/// If nothing is seen, or the triangles cover more pixels than the options allow.
pub(super) fn picture(
    geometry: &Geometry,
    camera: &Camera,
    has_ground: bool,
    options: &ThumbOptions,
) -> Result<Picture, Problem> {
    let (width, height) = (options.width as usize, options.height as usize);
    let mut canvas = Canvas::new(width, height);
    let covered = Allowance::new(options.most_covered());
    let mut painter = Painter::new(geometry, camera, has_ground);
    if has_ground {
        painter.ground = Ground::of(geometry, painter.key, width.saturating_mul(height), &covered)?;
    }
    let mut clear = Vec::new();
    for (number, triangle) in (0_u32..).zip(&geometry.triangles) {
        let Some(surface) = geometry.surfaces.get(triangle.surface) else { continue };
        let corners = geometry.corners(triangle);
        let Some(setup) = Setup::of(&corners, width, height) else { continue };
        let is_clear = surface.alpha == Alpha::Blend;
        // What shines through is shaded wherever it is.
        let cost = if is_clear { 8 } else { 1 };
        setup.cover(&covered, cost)?;
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
    if samples.iter().flatten().all(|sample| sample.w <= 0.0) {
        return Err(Problem::new(ProblemKind::Empty, "there is nothing to see in it"));
    }
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
    camera: &'g Camera,
    ground: Option<Ground>,
}

impl<'g> Painter<'g> {
    fn new(geometry: &'g Geometry, camera: &'g Camera, has_ground: bool) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "a direction needs no more")]
        let narrow = |direction: [f64; 3]| Vec3::from_array(direction.map(|number| number as f32));
        let [right, up] = camera.right_and_up().map(narrow);
        let view = camera.view();
        // Over the left shoulder of the viewer; farther from the side where there are shadows to be seen.
        let [ahead, aside] = if has_ground { [0.25, 0.65] } else { [0.6, 0.45] };
        let key = (view * ahead - right * aside + up * 0.75).normalised().unwrap_or(view);
        let half = (key + view).normalised().unwrap_or(view);
        Self { geometry, view, key, half, linear: linear_table(), camera, ground: None }
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
            if seen.contains(&NOTHING) {
                let ground = self.ground_in(x, y);
                seen.iter()
                    .zip(&mut *colours)
                    .filter(|(seen, _)| **seen == NOTHING)
                    .for_each(|(_, place)| *place = ground);
            }
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

    /// The ground in a pixel.
    #[expect(clippy::cast_precision_loss, reason = "at most 4096")]
    fn ground_in(&self, x: usize, y: usize) -> Vec4 {
        let Some(ground) = &self.ground else { return Vec4::ZERO };
        let Some((point, opacity)) = ground.at(self.camera, x as f64 + 0.5, y as f64 + 0.5) else {
            return Vec4::ZERO;
        };
        let Some(surface) = self.geometry.surfaces.get(0) else { return Vec4::ZERO };
        self.lit(surface, GROUND, Vec3::Y, ground.light(point, Vec3::Y)).extend(opacity)
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

    /// The light that a surface sends to the camera, where a share of the main light comes to it.
    fn lit(&self, surface: &Surface, base: Vec3, normal: Vec3, share: f32) -> Vec3 {
        // Ambient light comes from the sky above and from the ground below.
        let sky = |direction: Vec3| 0.2 + 0.24 * (direction.y * 0.5 + 0.5);
        let (metallic, roughness) = (surface.metallic, surface.roughness);
        let diffuse =
            sky(normal) + 0.5 * share * normal.dot(self.key).max(0.0) + 0.06 * normal.dot(self.view).max(0.0);
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
        let gloss = ((1.0 - roughness) * (1.0 - roughness) * 1.5 + 0.1) * share;
        let reflected = sky(mirror) * 1.3 * (1.0 - 0.3 * roughness) + highlight * gloss;
        base * (diffuse * (1.0 - metallic))
            + shine * (reflected + metallic * 0.45 * share * normal.dot(self.key).max(0.0))
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
            let normal = self.normal(shares);
            let light = self.light(shares, normal);
            self.painter.lit(surface, base.xyz(), normal, light) + self.glow(surface, shares)
        };
        light.extend(alpha)
    }

    /// The share of the main light that comes here.
    fn light(&self, shares: [f32; 3], normal: Vec3) -> f32 {
        let Some(ground) = &self.painter.ground else { return 1.0 };
        let Some([a, b, c]) = self.painter.geometry.positions_of(self.triangle) else { return 1.0 };
        ground.light(a * shares[0] + b * shares[1] + c * shares[2], normal)
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

    /// The normal, on the side of the surface that is seen: both sides are drawn.
    fn normal(&self, shares: [f32; 3]) -> Vec3 {
        let view = self.painter.view;
        let face = self.painter.geometry.face_normal(self.triangle);
        let is_whole = self.corners.iter().all(|corner| corner.normal != Vec3::ZERO);
        let (mut normal, mut sum) = (Vec3::ZERO, Vec3::ZERO);
        for (corner, share) in self.corners.iter().zip(shares) {
            normal += corner.normal * share;
            sum += corner.normal;
        }
        let mut normal = normal.normalised().filter(|_| is_whole).unwrap_or(face);
        // By the triangle as a whole: at the rim of something round, smooth normals of the seen side point away, too. Where
        // the corners run the wrong way round, normals are on the seen side already.
        if self.setup.is_turned_away() && (sum.dot(face) >= 0.0 || !is_whole) {
            normal = -normal;
        }
        if normal.dot(view) < 0.0 {
            let along = normal - view * normal.dot(view);
            return along.normalised().unwrap_or(view);
        }
        normal
    }
}

/// Averages the samples of each pixel over the background, as bytes.
fn finish(samples: Vec<[Vec4; 4]>, options: &ThumbOptions) -> Picture {
    let curve = Curve::default();
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

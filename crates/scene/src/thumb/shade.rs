//! Shading of visible surfaces.

use super::bloom::Bloom;
use super::camera::{Camera, Stand};
use super::corners::Corners;
use super::geometry::{Chunks, Geometry, Triangle, Vertex};
use super::ground::Ground;
use super::raster::{Canvas, NOTHING, Setup};
use super::shot::Shot;
use super::surface::{Surface, Surfaces};
use super::{Picture, ThumbOptions, grain};
use crate::allowance::Allowance;
use crate::colour::{Curve, linear_table};
use crate::lamps::Lamp;
use crate::material::{Alpha, Grain};
use crate::problem::{Problem, ProblemKind};
use crate::scene::Scene;
use crate::sky::{GREY, Sky};
use crate::threads;
use geom::{Aabb, Vec3, Vec4};

/// The colour of the light that the ground reflects, a grey.
const GROUND: Vec3 = Vec3::new(0.62, 0.63, 0.65);

/// Upper bound on lamps; those nearest to the content are used.
const MOST_LAMPS: usize = 16;

/// The number of rows of pixels that a thread shades at a time.
const ROWS_AT_ONCE: usize = 16;

/// Upper bound on the points by which a camera is placed; beyond it, the bounding boxes of parts are used.
const MOST_POINTS: usize = 4_000_000;

/// A picture, and the number of triangles left out because they cover too many pixels.
pub(super) struct Drawn {
    pub(super) picture: Picture,
    pub(super) n_left_out: usize,
}

/// Draws the picture of a camera, batch by batch.
///
/// # Errors
///
/// If nothing is visible.
pub(super) fn picture(
    scene: &Scene,
    chunks: &Chunks<'_>,
    shot: &Shot,
    options: &ThumbOptions,
) -> Result<Drawn, Problem> {
    let mut clear = Geometry::default();
    let first =
        chunks.list.first().map_or_else(Geometry::default, |pieces| chunks.geometry(pieces, &mut clear));
    let mut points: Vec<Vec3> = [&first.positions[..], &clear.positions].concat();
    if shot.camera.is_none() {
        // Without a given camera, one is placed outside of everything.
        for pieces in chunks.list.iter().skip(1) {
            if points.len() > MOST_POINTS {
                points = shot.frame.corners().collect();
                break;
            }
            let mut clear = Geometry::default();
            points.extend(chunks.geometry(pieces, &mut clear).positions);
            points.extend(clear.positions);
        }
    }
    let bounds = if shot.camera.is_some() && chunks.list.len() > 1 {
        shot.frame.bounds
    } else {
        Aabb::from_points(points.iter().copied())
    };
    let bounds = bounds.unwrap_or(Aabb { min: Vec3::ZERO, max: Vec3::ZERO });
    let stand = options.stand();
    let stand = Stand { yaw: stand.yaw + options.turn, ..stand };
    let around = || {
        let points = points.iter().map(|point| point.to_array().map(f64::from));
        Camera::towards(points, bounds, scene.front(), stand)
    };
    let camera = shot.camera.unwrap_or_else(around);
    drop(points);
    let mut painter = Painter::new(chunks.surfaces, &camera, super::geometry::diagonal(bounds));
    if scene.is_place() {
        painter.stand_on_ground(scene, shot.focus.unwrap_or(bounds), bounds, options);
    }
    let triangles = scene.meshes.iter().map(|mesh| mesh.shape.indices.len());
    let most_covered = options.most_covered(triangles.fold(0, usize::saturating_add));
    // Half of the limit is for the shadow map.
    let [lit, covered] = [(); 2].map(|()| Allowance::new(most_covered / 2));
    Painting { chunks, camera: &camera, lit, covered, n_left_out: 0 }.paint(painter, first, clear, options)
}

/// The state that all batches of a picture share.
struct Painting<'p> {
    chunks: &'p Chunks<'p>,
    camera: &'p Camera,
    lit: Allowance,
    covered: Allowance,
    n_left_out: usize,
}

impl Painting<'_> {
    fn paint(
        mut self,
        mut painter: Painter<'_>,
        first: Geometry,
        mut clear: Geometry,
        options: &ThumbOptions,
    ) -> Result<Drawn, Problem> {
        let mut canvas = Canvas::new(options.width as usize, options.height as usize);
        let mut starts = Vec::new();
        let (mut next, mut only) = (0_u32, None);
        let mut first = Some(first);
        // Visibility is known only after all batches, which may not fit into memory together, so each is built twice.
        for (number, pieces) in self.chunks.list.iter().enumerate() {
            let mut geometry = first.take().unwrap_or_else(|| self.chunks.geometry(pieces, &mut clear));
            self.camera.take(&mut geometry, painter.size);
            starts.push(next);
            self.look(&mut painter, &geometry, next, &mut canvas);
            next = next.saturating_add(u32::try_from(geometry.triangles.len()).unwrap_or(u32::MAX));
            // A single batch is kept instead.
            if number == 0 && self.chunks.list.len() == 1 {
                only = Some(geometry);
            }
        }
        painter.corners = painter.ground.is_some().then(|| Corners::from_canvas(&canvas));
        let mut samples = painter.background(&canvas);
        let strength = painter.sky.map_or(0.0, |sky| sky.bloom);
        let mut bloom = Bloom::new([canvas.width, canvas.height], strength);
        for (pieces, start) in self.chunks.list.iter().zip(starts) {
            let geometry = only.take().unwrap_or_else(|| {
                let mut geometry = self.chunks.geometry(pieces, &mut Geometry::default());
                self.camera.take(&mut geometry, painter.size);
                geometry
            });
            painter.paint(&geometry, start, &canvas, &mut samples);
            if let Some(bloom) = &mut bloom {
                painter.emit(&geometry, start, &canvas, bloom);
            }
        }
        self.camera.take(&mut clear, painter.size);
        let has_clear = self.paint_clear(&painter, &clear, &canvas, &mut samples);
        if let Some(bloom) = bloom {
            bloom.glow(&mut samples, canvas.width);
        }
        let is_seen = |(seen, samples): (&[u32; 4], &[Vec4; 4])| {
            seen.iter().any(|seen| *seen != NOTHING)
                || painter.sky.is_none() && samples.iter().any(|sample| sample.w > 0.0)
        };
        if !canvas.triangles.iter().zip(&samples).any(is_seen) && !has_clear {
            return Err(Problem::new(ProblemKind::Empty, "there is nothing to see in the model"));
        }
        Ok(Drawn { picture: finish(&samples, options), n_left_out: self.n_left_out })
    }

    /// Determines the triangles visible to the camera, and those in the shadow map.
    fn look(&mut self, painter: &mut Painter<'_>, geometry: &Geometry, start: u32, canvas: &mut Canvas) {
        type By<'l> = Box<dyn FnOnce() -> usize + Send + 'l>;
        let Self { lit, covered, .. } = self;
        // The shadow map is part of the ground, while the camera reads the rest of the painter, so both can run in
        // parallel.
        let (surfaces, mut ground) = (painter.surfaces, painter.ground.take());
        let by_light =
            ground.as_mut().map(|ground| -> By<'_> { Box::new(|| ground.look(geometry, surfaces, lit)) });
        let by_camera: By<'_> = Box::new(|| look(painter, geometry, start, covered, canvas));
        let looks: Vec<_> = by_light.into_iter().chain([by_camera]).collect();
        let n_left_out = threads::each(looks, |look| look());
        self.n_left_out = n_left_out.into_iter().fold(self.n_left_out, usize::saturating_add);
        painter.ground = ground;
    }

    /// Draws transparent surfaces from back to front, where nothing is in front of them; true if any are visible.
    fn paint_clear(
        &mut self,
        painter: &Painter<'_>,
        clear: &Geometry,
        canvas: &Canvas,
        samples: &mut [[Vec4; 4]],
    ) -> bool {
        let mut has_clear = false;
        let mut sorted: Vec<(f32, u32)> = Vec::new();
        for (number, triangle) in (0_u32..).zip(&clear.triangles) {
            let near: f32 = clear.corners(triangle).iter().map(|corner| corner.place[2]).sum();
            sorted.push((near, number));
        }
        // The farthest come first, which have the smallest inverse of the distance.
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for (_, number) in sorted {
            let Some((_, setup, corners)) = prepared(clear, number, canvas) else { continue };
            let Some(triangle) = clear.triangles.get(number as usize) else { continue };
            // Transparent triangles cost more, because all their pixels are shaded.
            if setup.cover(&self.covered, 8).is_break() {
                self.n_left_out = self.n_left_out.saturating_add(1);
                continue;
            }
            let look = Look::new(painter, clear, triangle, &corners, &setup);
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
                        has_clear = true;
                    }
                }
            });
        }
        has_clear
    }
}

/// Determines the triangles visible to the camera; returns the number left out.
fn look(
    painter: &Painter<'_>,
    geometry: &Geometry,
    start: u32,
    covered: &mut Allowance,
    canvas: &mut Canvas,
) -> usize {
    let mut n_left_out = 0_usize;
    for (number, triangle) in (start..NOTHING).zip(&geometry.triangles) {
        let Some(surface) = painter.surfaces.get(triangle.surface) else { continue };
        let corners = geometry.corners(triangle);
        let Some(setup) = Setup::prepare(&corners, canvas.width, canvas.height) else { continue };
        if setup.cover(covered, 1).is_break() {
            n_left_out = n_left_out.saturating_add(1);
            continue;
        }
        match surface.alpha {
            Alpha::Mask(cutoff) => {
                let look = Look::new(painter, geometry, triangle, &corners, &setup);
                canvas.draw(number, &setup, |x, y| look.opacity(x, y) >= cutoff);
            }
            _ => canvas.draw(number, &setup, |_, _| true),
        }
    }
    n_left_out
}

/// A triangle by its index, prepared for shading.
fn prepared(geometry: &Geometry, number: u32, canvas: &Canvas) -> Option<(u32, Setup, [Vertex; 3])> {
    let triangle = geometry.triangles.get(number as usize)?;
    let corners = geometry.corners(triangle);
    let setup = Setup::prepare(&corners, canvas.width, canvas.height)?;
    Some((number, setup, corners))
}

/// Visits all pixels, on several threads and a few rows at a time, with a function that `make` returns for these rows.
/// The function receives the column and row of a pixel, its visible triangles, and its colours.
fn each_pixel<W: FnMut([usize; 2], &[u32; 4], &mut [Vec4; 4])>(
    canvas: &Canvas,
    samples: &mut [[Vec4; 4]],
    make: impl Fn() -> W + Sync,
) {
    let width = canvas.width.max(1);
    let n_each = width.saturating_mul(ROWS_AT_ONCE);
    let parts = canvas.triangles.chunks(n_each).zip(samples.chunks_mut(n_each)).enumerate();
    threads::each(parts, |(number, (seen, colours))| {
        let mut work = make();
        let rows = seen.chunks(width).zip(colours.chunks_mut(width));
        for (y, (seen, colours)) in (number.saturating_mul(ROWS_AT_ONCE)..).zip(rows) {
            for (x, (seen, colours)) in (0..).zip(seen.iter().zip(colours)) {
                work([x, y], seen, colours);
            }
        }
    });
}

/// The lights relative to the camera, and tables.
struct Painter<'g> {
    surfaces: &'g Surfaces,
    /// The diagonal of everything.
    size: f64,
    /// The direction towards the camera.
    view: Vec3,
    /// The direction towards the main light.
    key: Vec3,
    /// The direction halfway between the main light and the camera, where highlights are.
    half: Vec3,
    linear: [f32; 256],
    camera: &'g Camera,
    /// The ground of a place.
    ground: Option<Ground>,
    sky: Option<Sky>,
    has_sky: bool,
    /// The colour of ambient light, relative to the default.
    ambient: Vec3,
    lamps: Vec<Lamp>,
    /// The distance of the content from the camera.
    reach: f32,
    corners: Option<Corners>,
}

impl<'g> Painter<'g> {
    fn new(surfaces: &'g Surfaces, camera: &'g Camera, size: f64) -> Self {
        let view = camera.view();
        // The main light comes over the left shoulder of the viewer.
        let [right, up, _] = camera.axes().map(narrow);
        let key = (view * 0.6 - right * 0.45 + up * 0.75).normalised().unwrap_or(view);
        let half = (key + view).normalised().unwrap_or(view);
        Self {
            surfaces,
            size,
            view,
            key,
            half,
            linear: linear_table(),
            camera,
            ground: None,
            sky: None,
            has_sky: false,
            ambient: Vec3::ONE,
            lamps: Vec::new(),
            reach: 1.0,
            corners: None,
        }
    }

    /// Sets up the sun and the sky of a place, and a ground below the content.
    fn stand_on_ground(&mut self, scene: &Scene, focus: Aabb, bounds: Aabb, options: &ThumbOptions) {
        let sky = Sky::from_scene(scene);
        self.key = sky.sun;
        self.half = (self.key + self.view).normalised().unwrap_or(self.view);
        let n_pixels = (options.width as usize).saturating_mul(options.height as usize);
        self.ground = Ground::below(focus, bounds, self.key, n_pixels);
        self.reach = (focus.centre() - narrow(self.camera.eye())).length().max(1e-6);
        self.has_sky = options.background.is_none();
        self.lamps = scene.lamps();
        let away = |lamp: &Lamp| (lamp.position - focus.centre()).length();
        self.lamps.sort_by(|a, b| away(a).total_cmp(&away(b)));
        self.lamps.truncate(MOST_LAMPS);
        self.ambient = sky.ambient * (1.0 / GREY);
        self.sky = Some(sky);
    }

    /// The colours behind everything: sky and ground.
    fn background(&self, canvas: &Canvas) -> Vec<[Vec4; 4]> {
        let mut samples = vec![[Vec4::ZERO; 4]; canvas.triangles.len()];
        each_pixel(canvas, &mut samples, || {
            |[x, y], seen, colours| {
                if seen.contains(&NOTHING) {
                    let behind = self.ground_in(x, y);
                    let places = seen.iter().zip(colours).filter(|(seen, _)| **seen == NOTHING);
                    places.for_each(|(_, place)| *place = behind);
                }
            }
        });
        samples
    }

    /// Shades all samples that show a triangle of this geometry, whose numbers start at `start`.
    fn paint(&self, geometry: &Geometry, start: u32, canvas: &Canvas, samples: &mut [[Vec4; 4]]) {
        let end = start.saturating_add(u32::try_from(geometry.triangles.len()).unwrap_or(u32::MAX));
        each_pixel(canvas, samples, || {
            // Neighbours often show the same triangle, which is expensive to prepare.
            let mut last: Option<(u32, Setup, [Vertex; 3])> = None;
            move |[x, y], seen, colours| {
                let mut known = NOTHING;
                let mut colour = Vec4::ZERO;
                for (number, place) in seen.iter().zip(colours) {
                    if *number == NOTHING || !(start..end).contains(number) {
                        continue;
                    }
                    if *number != known {
                        let own = number.saturating_sub(start);
                        if last.as_ref().is_none_or(|(last, ..)| *last != own) {
                            last = prepared(geometry, own, canvas);
                        }
                        let Some((_, setup, corners)) = &last else { continue };
                        let Some(triangle) = geometry.triangles.get(own as usize) else { continue };
                        colour = Look::new(self, geometry, triangle, corners, setup).colour(x, y);
                        colour.w = 1.0;
                        known = *number;
                    }
                    *place = colour;
                }
            }
        });
    }

    /// Adds the light that the triangles of this geometry emit, whose numbers start at `start`.
    fn emit(&self, geometry: &Geometry, start: u32, canvas: &Canvas, bloom: &mut Bloom) {
        let emissive = |number: &u32| {
            let triangle = geometry.triangles.get(number.checked_sub(start)? as usize)?;
            Some(self.surfaces.get(triangle.surface)?.emissive).filter(|light| *light != Vec3::ZERO)
        };
        for (y, row) in canvas.triangles.chunks(canvas.width.max(1)).enumerate() {
            for (x, seen) in row.iter().enumerate() {
                seen.iter().filter_map(emissive).for_each(|light| bloom.emit([x, y], light));
            }
        }
    }

    /// The colour of a pixel without a triangle: the ground of a place, and its sky.
    #[expect(clippy::cast_precision_loss, reason = "at most 4096")]
    fn ground_in(&self, x: usize, y: usize) -> Vec4 {
        let (x, y) = (x as f64 + 0.5, y as f64 + 0.5);
        let found =
            self.ground.as_ref().and_then(|ground| Some((ground, ground.point_at(self.camera, x, y)?)));
        let ground = found.and_then(|(ground, (point, opacity))| {
            let surface = self.surfaces.get(0)?;
            let light = Light { share: ground.light(point, Vec3::Y), open: self.open(x, y) };
            let lit = self.lit(surface, GROUND, Vec3::Y, self.view, light) * self.sky?.floor;
            Some((lit + GROUND * self.shine(point, Vec3::Y)).extend(opacity))
        });
        let ground = ground.unwrap_or(Vec4::ZERO);
        match self.sky.filter(|_| self.has_sky) {
            Some(sky) => {
                let (_, along) = self.camera.ray(x, y);
                over(ground, sky.colour_towards(narrow(along).normalised().unwrap_or(-self.view)).extend(1.0))
            }
            None => ground,
        }
    }

    /// The brightness of a white surface under all lamps.
    fn shine(&self, point: Vec3, normal: Vec3) -> Vec3 {
        self.lamps.iter().fold(Vec3::ZERO, |sum, lamp| sum + lamp.shine(point, normal))
    }

    /// The fraction of ambient light at a pixel.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the picture")]
    fn open(&self, x: f64, y: f64) -> f32 {
        self.corners.as_ref().map_or(1.0, |corners| corners.open(x as usize, y as usize))
    }

    /// The light that a surface reflects towards the camera, which is in the direction `view`.
    fn lit(&self, surface: &Surface, base: Vec3, normal: Vec3, view: Vec3, light: Light) -> Vec3 {
        let Light { share, open } = light;
        // Ambient light comes from the sky above and from the ground below.
        let sky = |direction: Vec3| self.ambient * ((0.2 + 0.24 * (direction.y * 0.5 + 0.5)) * open);
        let (metallic, roughness) = (surface.metallic, surface.roughness);
        let diffuse = sky(normal)
            + Vec3::splat(0.5 * share * normal.dot(self.key).max(0.0))
            + Vec3::splat(0.06 * normal.dot(view).max(0.0));
        let mirror = normal * (2.0 * normal.dot(view)) - view;
        // Non-metals reflect four per cent, and metals in their colour, as in glTF.
        let shine = Vec3::splat(0.04).lerp(base, metallic);
        // Repeated squaring instead of a power gives equal results on every machine: a rough surface has a wide, faint
        // highlight.
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
        let reflected = sky(mirror) * (1.3 * (1.0 - 0.3 * roughness)) + Vec3::splat(highlight * gloss);
        let direct = metallic * 0.45 * share * normal.dot(self.key).max(0.0);
        base * (diffuse * (1.0 - metallic)) + shine * (reflected + Vec3::splat(direct))
    }
}

/// The light at a point: the fraction of the main light, and that of the ambient light.
#[derive(Debug, Clone, Copy)]
struct Light {
    share: f32,
    open: f32,
}

#[expect(clippy::cast_possible_truncation, reason = "a direction or a place in a picture needs no more")]
fn narrow(vector: [f64; 3]) -> Vec3 {
    Vec3::from_array(vector.map(|number| number as f32))
}

/// Composes a colour over another; neither is premultiplied.
fn over(front: Vec4, back: Vec4) -> Vec4 {
    let alpha = front.w + back.w * (1.0 - front.w);
    if alpha <= 0.0 {
        return Vec4::ZERO;
    }
    let mixed = (front.xyz() * front.w + back.xyz() * (back.w * (1.0 - front.w))) * (1.0 / alpha);
    mixed.extend(alpha)
}

/// A triangle to be shaded at pixels.
struct Look<'p> {
    painter: &'p Painter<'p>,
    geometry: &'p Geometry,
    surface: Option<&'p Surface>,
    triangle: &'p Triangle,
    corners: &'p [Vertex; 3],
    setup: &'p Setup,
    /// The ratio of areas that selects the level of its textures.
    ratio: f32,
}

impl<'p> Look<'p> {
    fn new(
        painter: &'p Painter<'p>,
        geometry: &'p Geometry,
        triangle: &'p Triangle,
        corners: &'p [Vertex; 3],
        setup: &'p Setup,
    ) -> Self {
        let [a, b, c] = corners.each_ref().map(|corner| corner.uv);
        let area = ((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)).abs();
        let surface = painter.surfaces.get(triangle.surface);
        Self { painter, geometry, surface, triangle, corners, setup, ratio: area / setup.area.abs() }
    }

    /// The barycentric coordinates of the centre of a pixel, corrected for perspective.
    #[expect(clippy::cast_precision_loss, reason = "at most 4096")]
    fn shares(&self, x: usize, y: usize) -> [f32; 3] {
        // The centre of a pixel may be outside of a triangle that covers part of the pixel.
        let mut shares = self.setup.shares(x as f32 + 0.5, y as f32 + 0.5).map(|share| share.clamp(0.0, 1.0));
        for (share, corner) in shares.iter_mut().zip(self.corners) {
            // Weighting by the inverse of the distance turns coordinates in the picture into those on the triangle.
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
            let pixels = self.painter.surfaces.pixels(&texture)?;
            Some(pixels.sample(&texture, uv, pixels.level(self.ratio)))
        });
        colour * textured.unwrap_or(Vec4::ONE)
    }

    fn opacity(&self, x: usize, y: usize) -> f32 {
        self.surface.map_or(1.0, |surface| self.base(surface, self.shares(x, y)).w)
    }

    /// The colour at a pixel, as linear light and opacity.
    #[expect(clippy::cast_precision_loss, reason = "at most 4096")]
    fn colour(&self, x: usize, y: usize) -> Vec4 {
        let Some(surface) = self.surface else { return Vec4::ZERO };
        let shares = self.shares(x, y);
        let mut base = self.base(surface, shares);
        let alpha = base.w.clamp(0.0, 1.0);
        if surface.unlit {
            return base.xyz().extend(alpha);
        }
        let painter = self.painter;
        let place = self
            .geometry
            .positions_of(self.triangle)
            .map(|[a, b, c]| a * shares[0] + b * shares[1] + c * shares[2]);
        // A camera within a place sees parts next to it from another direction.
        let view = match place {
            Some(place) if painter.camera.is_within() => {
                (narrow(painter.camera.eye()) - place).normalised().unwrap_or(painter.view)
            }
            _ => painter.view,
        };
        let mut normal = self.normal(shares, view);
        if let Some(place) = place.filter(|_| surface.grain != Grain::None) {
            #[expect(clippy::cast_possible_truncation, reason = "a size needs no more")]
            let pixel = painter.camera.pixel(place) as f32;
            let shade = grain::shade(surface.grain, place, normal, pixel);
            base = (base.xyz() * shade).extend(base.w);
            if surface.grain == Grain::Waves {
                normal = grain::ripple(place, normal, pixel);
            }
        }
        let share = match (&painter.ground, place) {
            (Some(ground), Some(place)) => ground.light(place, normal),
            _ => 1.0,
        };
        let light = Light { share, open: painter.open(x as f64, y as f64) };
        let mut colour = painter.lit(surface, base.xyz(), normal, view, light);
        let outdoors = painter.sky.zip(place);
        if let Some((sky, place)) = outdoors {
            let lamps = painter.shine(place, normal) * (1.0 - surface.metallic);
            colour = colour * sky.light + base.xyz() * lamps;
        }
        colour += self.glow(surface, shares);
        let mut alpha = alpha;
        if let Some((sky, _)) = outdoors.filter(|_| surface.grain == Grain::Waves) {
            let (light, share) = sky.mirrored(normal, view);
            colour = colour.lerp(light, share);
            alpha += (1.0 - alpha) * share;
        }
        if let Some((sky, place)) = outdoors.filter(|_| painter.has_sky) {
            colour = sky.through(colour, (narrow(painter.camera.eye()) - place).length(), painter.reach);
        }
        colour.extend(alpha)
    }

    fn glow(&self, surface: &Surface, shares: [f32; 3]) -> Vec3 {
        let textured = surface.glow.and_then(|texture| {
            let pixels = self.painter.surfaces.pixels(&texture)?;
            let [a, b, c] = self.corners.each_ref().map(|corner| corner.uv);
            let uv = a * shares[0] + b * shares[1] + c * shares[2];
            Some(pixels.sample(&texture, uv, pixels.level(self.ratio)).xyz())
        });
        surface.emissive * textured.unwrap_or(Vec3::ONE)
    }

    /// The normal of the triangle in the world.
    fn face_normal(&self) -> Vec3 {
        let [a, b, c] = self.geometry.positions_of(self.triangle).unwrap_or_default();
        // Edges are scaled by the size of the scene, so that tiny and huge models do not under- or overflow.
        #[expect(clippy::cast_possible_truncation, reason = "a direction needs no more")]
        let scale = (1.0 / self.painter.size.max(1e-30)) as f32;
        ((b - a) * scale).cross((c - a) * scale).normalised().unwrap_or_default()
    }

    /// The normal on the visible side of the surface; both sides are drawn.
    fn normal(&self, shares: [f32; 3], view: Vec3) -> Vec3 {
        let face = self.face_normal();
        let is_whole = self.corners.iter().all(|corner| corner.normal != Vec3::ZERO);
        let (mut normal, mut sum) = (Vec3::ZERO, Vec3::ZERO);
        for (corner, share) in self.corners.iter().zip(shares) {
            normal += corner.normal * share;
            sum += corner.normal;
        }
        let mut normal = normal.normalised().filter(|_| is_whole).unwrap_or(face);
        // The side is decided for the triangle as a whole: at the rim of a round surface, smooth normals of the visible
        // side point away, too. If the winding is reversed, normals are on the visible side already.
        if self.setup.is_turned_away() && (sum.dot(face) >= 0.0 || !is_whole) {
            normal = -normal;
        }
        // Smooth normals may point away at a visible rim.
        if normal.dot(view) < 0.0 {
            let along = normal - view * normal.dot(view);
            return along.normalised().unwrap_or(view);
        }
        normal
    }
}

/// Averages the samples of each pixel over the background, as bytes.
fn finish(samples: &[[Vec4; 4]], options: &ThumbOptions) -> Picture {
    let curve = Curve::default();
    let table = linear_table();
    let light = |byte: u8| table.get(usize::from(byte)).copied().unwrap_or_default();
    let background =
        options.background.map(|[r, g, b, a]| Vec4::new(light(r), light(g), light(b), f32::from(a) / 255.0));
    let bytes = |four: &[Vec4; 4]| {
        let (mut colour, mut alpha) = (Vec3::ZERO, 0.0);
        for sample in *four {
            let sample = background.map_or(sample, |background| over(sample, background));
            // Bright values are clamped before they are averaged; otherwise edges would be jagged.
            let light = sample.xyz().min(Vec3::ONE).max(Vec3::ZERO);
            colour += light * (sample.w / 4.0);
            alpha += sample.w / 4.0;
        }
        let colour = if alpha > 0.0 { colour * (1.0 / alpha) } else { Vec3::ZERO };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a fraction of 255")]
        let alpha = (alpha.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
        let [red, green, blue] = colour.to_array().map(|light| curve.byte(light));
        [red, green, blue, alpha]
    };
    let n_each = (options.width as usize).saturating_mul(ROWS_AT_ONCE).max(1);
    let rows =
        threads::each(samples.chunks(n_each), |samples| samples.iter().flat_map(bytes).collect::<Vec<_>>());
    Picture { width: options.width, height: options.height, rgba: rows.concat() }
}

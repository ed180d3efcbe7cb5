//! The ground under a place, with shadows on it and on the parts.

use super::camera::Camera;
use super::geometry::{Geometry, Vertex, diagonal};
use super::raster::{Canvas, Setup};
use super::surface::Surfaces;
use crate::allowance::Allowance;
use crate::material::Alpha;
use geom::Vec3;

/// The smallest and largest side of the shadow map, in pixels.
const SIDES: [usize; 2] = [64, 1024];

/// Half of the width of a shadow's soft edge, in pixels of the shadow map.
const SOFT: f32 = 1.25;

/// The offset from a surface at which its shadow is sampled, in pixels of the shadow map, so that the surface does not
/// shadow itself.
const AWAY: f32 = 1.75;

/// The distance from the centre of the content up to which shadows fall, as a fraction of its diagonal.
const REACH: f64 = 1.0;

/// The distance by which the ground extends beyond the content, as a fraction of the content's size; it fades out over
/// that distance.
const EDGE: f32 = 3.0;

/// The ground plane and the shadow map.
pub(super) struct Ground {
    /// The directions to the right, up, and towards the light.
    axes: [Vec3; 3],
    centre: Vec3,
    /// The number of pixels per unit; `middle` is the centre of the shadow map.
    scale: f32,
    middle: f32,
    /// Half of the depth range along the light.
    depth: f32,
    seen: Canvas,
    /// The bounding box of the content; its lower side is the ground.
    bounds: geom::Aabb,
}

impl Ground {
    /// A ground under the content, lit from a direction; `None` if the light comes from below.
    pub(super) fn below(focus: geom::Aabb, bounds: geom::Aabb, light: Vec3, n_pixels: usize) -> Option<Self> {
        // Shadows fall on the content, from everything between it and the light.
        let centre = focus.centre();
        let ends = [bounds.min - centre, bounds.max - centre].map(Vec3::length);
        let depth = ends[0].max(ends[1]);
        #[expect(clippy::cast_possible_truncation, reason = "pixels need no more")]
        let reach = ((diagonal(focus) * REACH) as f32).min(depth);
        let right = Vec3::Y.cross(light).normalised();
        let right = right.filter(|_| light.y > 0.2 && depth > 0.0 && reach > 0.0 && depth.is_finite())?;
        let side = side(n_pixels);
        #[expect(clippy::cast_precision_loss, reason = "at most 1024")]
        let middle = side as f32 / 2.0;
        Some(Self {
            axes: [right, light.cross(right), light],
            centre,
            scale: middle * 0.98 / reach,
            middle,
            depth,
            seen: Canvas::new(side, side),
            bounds: focus,
        })
    }

    /// Draws the shadow map; returns the number of triangles that are left out.
    pub(super) fn look(
        &mut self,
        geometry: &Geometry,
        surfaces: &Surfaces,
        covered: &mut Allowance,
    ) -> usize {
        let mut n_left_out = 0_usize;
        for (number, triangle) in (0_u32..).zip(&geometry.triangles) {
            if surfaces.get(triangle.surface).is_some_and(|surface| surface.alpha != Alpha::Opaque) {
                continue;
            }
            let Some(corners) = geometry.positions_of(triangle) else { continue };
            let corners = corners.map(|position| Vertex { place: self.place(position), ..Vertex::NOWHERE });
            let Some(setup) = Setup::prepare(&corners, self.seen.width, self.seen.height) else { continue };
            if setup.cover(covered, 1).is_break() {
                n_left_out = n_left_out.saturating_add(1);
                continue;
            }
            self.seen.draw(number, &setup, |_, _| true);
        }
        n_left_out
    }

    /// The position of a point in the shadow map, and its proximity to the light, from 0 to 1.
    // The function is called for each corner of each triangle in the shadow map.
    #[inline(always)]
    fn place(&self, position: Vec3) -> [f32; 3] {
        let from_centre = position - self.centre;
        let [right, up, back] = self.axes;
        let [x, y, near] = [right.dot(from_centre), up.dot(from_centre), back.dot(from_centre)];
        // The proximity is always above 0, which is the value of an empty shadow map.
        [self.middle + x * self.scale, self.middle + y * self.scale, 0.5 + near / self.depth * 0.49]
    }

    /// The fraction of the main light at a point of a surface.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the picture")]
    #[expect(clippy::cast_precision_loss, reason = "at most 1024")]
    pub(super) fn light(&self, position: Vec3, normal: Vec3) -> f32 {
        let light = self.axes[2];
        let [x, y, near] = self.place(position + (normal + light) * (AWAY / self.scale));
        let (mut lit, mut all) = (0.0, 0.0);
        let most = self.middle * 2.0;
        let span = |at: f32| {
            let ends = [(at - SOFT).floor(), (at + SOFT).floor() + 1.0];
            let [start, end] = ends.map(|end| end.clamp(0.0, most) as usize);
            // The overlap of each pixel with the soft edge.
            (start..end).map(move |pixel| {
                let first = (pixel as f32).max(at - SOFT);
                (pixel, ((pixel as f32 + 1.0).min(at + SOFT) - first).max(0.0))
            })
        };
        for (row, high) in span(y) {
            for (column, wide) in span(x) {
                let at = row.saturating_mul(self.seen.width).saturating_add(column);
                let Some(depths) = self.seen.depths.get(at) else { continue };
                let n_lit = depths.iter().filter(|depth| **depth <= near).count();
                lit += high * wide * (n_lit as f32 / 4.0);
                all += high * wide;
            }
        }
        if all > 0.0 { lit / all } else { 1.0 }
    }

    /// The point of the ground in a pixel, and its opacity; `None` if the ground is not visible.
    pub(super) fn point_at(&self, camera: &Camera, x: f64, y: f64) -> Option<(Vec3, f32)> {
        let (from, along) = camera.ray(x, y);
        let distance = (f64::from(self.bounds.min.y) - from[1]) / along[1];
        let is_above = from[1] > f64::from(self.bounds.min.y);
        if !(is_above && distance > 0.0 && distance.is_finite()) {
            return None;
        }
        let mut point = from;
        point.iter_mut().zip(along).for_each(|(point, along)| *point += along * distance);
        #[expect(clippy::cast_possible_truncation, reason = "pixels need no more")]
        let point = Vec3::from_array(point.map(|part| part as f32));
        let size = self.bounds.size();
        let edge = size.x.max(size.y).max(size.z) * EDGE;
        let beyond = (self.bounds.min - point).max(point - self.bounds.max).max(Vec3::ZERO);
        let away = (beyond.x * beyond.x + beyond.z * beyond.z).sqrt() / edge;
        let clear = (away * 1.25 - 0.25).clamp(0.0, 1.0);
        let opacity = 1.0 - clear * clear * (3.0 - 2.0 * clear);
        (opacity > 0.0).then_some((point, opacity))
    }
}

/// The side of the shadow map for a picture of this many pixels.
fn side(n_pixels: usize) -> usize {
    n_pixels.isqrt().clamp(SIDES[0], SIDES[1])
}

/// The memory of the shadow map in bytes.
pub(super) fn bytes(n_pixels: usize) -> usize {
    side(n_pixels).saturating_mul(side(n_pixels)).saturating_mul(Canvas::BYTES_OF_PIXEL)
}

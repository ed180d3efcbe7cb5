//! Cameras of pictures.

use super::geometry::{Geometry, Segment, Triangle, Vertex, diagonal};
use crate::affine::Affine;
use crate::scene::Scene;
use geom::{Aabb, Rgba8, Vec2, Vec3};

/// The tangent of half the field of view: that of a long lens, which hardly distorts shapes.
const HALF_ANGLE: f64 = 0.2;

/// The fraction of the picture that the model fills.
const FILL: f64 = 0.94;

/// The distance of the near plane of cameras within a place, in units.
pub(super) const NEAR: f64 = 0.25;

/// The default position in degrees: slightly from the side and above.
pub(super) const YAW: f32 = 30.0;
pub(super) const PITCH: f32 = 20.0;

/// A camera that looks at a model from outside, or is somewhere within a place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Camera {
    /// The directions to the right, up, and towards the camera.
    axes: [[f64; 3]; 3],
    centre: [f64; 3],
    /// The centre of the picture on the first two axes.
    middle: [f64; 2],
    distance: f64,
    /// The distance of the near plane; everything nearer is clipped.
    near: f64,
    /// Half the size of the picture in pixels; `scale` is the number of pixels for a slope of 1.
    half: [f64; 2],
    scale: f64,
}

/// The position of a camera around a model, and the size of its picture.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stand {
    /// The angles in degrees: around the model from its front, and upwards.
    pub(super) yaw: f32,
    pub(super) pitch: f32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Camera {
    /// A camera outside of a model that shows all points as large as possible; `front` is the direction that the model
    /// faces.
    pub(super) fn towards(
        points: impl Iterator<Item = [f64; 3]> + Clone,
        bounds: Aabb,
        front: Vec3,
        stand: Stand,
    ) -> Self {
        let [yaw, pitch] = stand.angles(front);
        let (sin_yaw, cos_yaw) = (libm::sin(yaw), libm::cos(yaw));
        let (sin_pitch, cos_pitch) = (libm::sin(pitch), libm::cos(pitch));
        let axes = [
            [cos_yaw, 0.0, -sin_yaw],
            [-sin_pitch * sin_yaw, cos_pitch, -sin_pitch * cos_yaw],
            [cos_pitch * sin_yaw, sin_pitch, cos_pitch * cos_yaw],
        ];
        let half = [f64::from(stand.width) / 2.0, f64::from(stand.height) / 2.0];
        let scale = half[0].min(half[1]) / HALF_ANGLE * FILL;
        let (min, max) = (bounds.min.to_array(), bounds.max.to_array());
        let mut centre = [0.0; 3];
        for ((centre, min), max) in centre.iter_mut().zip(min).zip(max) {
            *centre = f64::midpoint(f64::from(min), f64::from(max));
        }
        let mut camera = Self { axes, centre, middle: [0.0; 2], distance: 1.0, near: 0.0, half, scale };
        let size = diagonal(bounds);
        // The centre and the distance depend on each other, so they are computed iteratively.
        for _ in 0..4 {
            camera.step_back(points.clone(), size);
            camera.move_to_middle(points.clone());
        }
        camera.step_back(points, size);
        camera
    }

    /// An upright camera at a point that looks at another; the angle is the vertical field of view.
    pub(super) fn looking(eye: [f64; 3], target: [f64; 3], angle: f64, stand: Stand) -> Self {
        let mut back = [0.0; 3];
        back.iter_mut().zip(eye).zip(target).for_each(|((back, eye), target)| *back = eye - target);
        let back = unit_of(back).unwrap_or([0.0, 0.0, 1.0]);
        // The axis is horizontal; a camera that looks straight up or down gets a default one.
        let right = unit_of([back[2], 0.0, -back[0]]).unwrap_or([1.0, 0.0, 0.0]);
        let [[a, b, c], [d, e, f]] = [back, right];
        let up = [b * f - c * e, c * d - a * f, a * e - b * d];
        Self::standing(eye, [right, up, back], angle, stand)
    }

    /// A camera at a point, with axes to the right, up, and backwards.
    fn standing(eye: [f64; 3], axes: [[f64; 3]; 3], angle: f64, stand: Stand) -> Self {
        let half = [f64::from(stand.width) / 2.0, f64::from(stand.height) / 2.0];
        let scale = half[1] / libm::tan(angle / 2.0);
        Self { axes, centre: eye, middle: [0.0; 2], distance: 0.0, near: NEAR, half, scale }
    }

    /// The camera of a node, if it has one.
    pub(super) fn of_node(scene: &Scene, node: usize, world: &Affine, stand: Stand) -> Option<Self> {
        let angle = f64::from(scene.cameras.get(scene.nodes.get(node)?.camera?)?.angle);
        let [[a, b, c, x], [d, e, f, y], [g, h, i, z]] = world.0;
        let axes = [[a, d, g], [b, e, h], [c, f, i]].map(unit_of);
        let [Some(right), Some(up), Some(back)] = axes else { return None };
        let eye = [x, y, z];
        let is_good = eye.iter().all(|part| part.is_finite()) && angle > 0.01 && angle < 3.0;
        is_good.then(|| Self::standing(eye, [right, up, back], angle, stand))
    }

    /// The same camera for a picture of another size.
    pub(super) fn resized(&self, width: u32, height: u32) -> Self {
        let half = [f64::from(width) / 2.0, f64::from(height) / 2.0];
        let factor = (half[0] / self.half[0]).min(half[1] / self.half[1]);
        Self { half, scale: self.scale * factor, ..*self }
    }

    /// The camera moved around a point, to the left as seen from there, by an angle in degrees.
    pub(super) fn carried(&self, around: Vec3, degrees: f32) -> Self {
        let (sin, cos) = {
            let angle = radians(degrees);
            (libm::sin(angle), libm::cos(angle))
        };
        let turn = |[x, y, z]: [f64; 3]| [x * cos + z * sin, y, z * cos - x * sin];
        let pivot = around.to_array().map(f64::from);
        let mut from = self.centre;
        from.iter_mut().zip(pivot).for_each(|(from, pivot)| *from -= pivot);
        let mut centre = turn(from);
        centre.iter_mut().zip(pivot).for_each(|(centre, pivot)| *centre += pivot);
        Self { axes: self.axes.map(turn), centre, ..*self }
    }

    /// The same camera with a near plane, for scenes that surround it.
    pub(super) fn within(self) -> Self {
        Self { near: NEAR, ..self }
    }

    /// True if the camera is within the scene instead of outside.
    pub(super) fn is_within(&self) -> bool {
        self.near > 0.0
    }

    /// The directions to the right, up, and backwards.
    pub(super) fn axes(&self) -> [[f64; 3]; 3] {
        self.axes
    }

    /// The vertical field of view, in radians.
    pub(super) fn angle(&self) -> f64 {
        2.0 * libm::atan(self.half[1] / self.scale)
    }

    /// The point in the middle of an outside camera's picture, at the distance of the model.
    pub(super) fn middle(&self) -> [f64; 3] {
        self.along(0.0)
    }

    /// The position of the camera.
    pub(super) fn eye(&self) -> [f64; 3] {
        self.along(self.distance)
    }

    /// The direction towards the camera.
    #[expect(clippy::cast_possible_truncation, reason = "a direction needs no more")]
    pub(super) fn view(&self) -> Vec3 {
        Vec3::from_array(self.axes[2].map(|number| number as f32))
    }

    /// A point in the axes of the camera, relative to the centre of the model.
    #[inline(always)]
    fn seen(&self, point: [f64; 3]) -> [f64; 3] {
        let [x, y, z] = point;
        let [a, b, c] = self.centre;
        let along = |[p, q, r]: [f64; 3]| p * (x - a) + q * (y - b) + r * (z - c);
        // The closure is not passed to `map`, which would cost a call for each corner of a triangle.
        let [right, up, back] = self.axes;
        [along(right), along(up), along(back)]
    }

    /// The point in the world that is in the middle of the picture, at this coordinate along the axis towards the
    /// camera.
    fn along(&self, near: f64) -> [f64; 3] {
        let [x, y] = self.middle;
        self.world([x, y, near])
    }

    /// The position in the world of a point in the axes of the camera.
    fn world(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let [right, up, back] = self.axes;
        let mut place = self.centre;
        for (((place, right), up), back) in place.iter_mut().zip(right).zip(up).zip(back) {
            *place += right * x + up * y + back * z;
        }
        place
    }

    /// The ray through a point of the picture: the position of the camera, and a direction.
    pub(super) fn ray(&self, x: f64, y: f64) -> ([f64; 3], [f64; 3]) {
        let slopes = [(x - self.half[0]) / self.scale, (self.half[1] - y) / self.scale];
        let from = self.along(self.distance);
        let mut ahead =
            self.world([self.middle[0] + slopes[0], self.middle[1] + slopes[1], self.distance - 1.0]);
        ahead.iter_mut().zip(from).for_each(|(ahead, from)| *ahead -= from);
        (from, ahead)
    }

    /// Moves the camera back as far as needed for every point to be in the picture.
    fn step_back(&mut self, points: impl Iterator<Item = [f64; 3]>, size: f64) {
        let slopes = self.half.map(|half| half / self.scale * FILL);
        let mut distance = 0.0_f64;
        for point in points {
            let [x, y, z] = self.seen(point);
            let wide = (x - self.middle[0]).abs() / slopes[0];
            let high = (y - self.middle[1]).abs() / slopes[1];
            // At this distance, the point is at the edge of the picture.
            distance = distance.max(z + wide.max(high));
            // The camera must not be inside the model.
            distance = distance.max(z * 1.01 + size * 0.01);
        }
        self.distance = if distance > 0.0 { distance } else { 1.0 };
    }

    fn move_to_middle(&mut self, points: impl Iterator<Item = [f64; 3]>) {
        let (mut min, mut max) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for point in points {
            let [x, y, z] = self.seen(point);
            let depth = self.distance - z;
            let slopes = [(x - self.middle[0]) / depth, (y - self.middle[1]) / depth];
            for ((min, max), slope) in min.iter_mut().zip(&mut max).zip(slopes) {
                *min = min.min(slope);
                *max = max.max(slope);
            }
        }
        for ((middle, min), max) in self.middle.iter_mut().zip(min).zip(max) {
            if min <= max {
                *middle += (min + max) / 2.0 * self.distance;
            }
        }
    }

    /// Projects every vertex into the picture of a scene of this size, clips at the near plane, and gives lines the
    /// width of a pixel.
    pub(super) fn take(&self, geometry: &mut Geometry, size: f64) {
        // A single point has no size, but still a distance.
        let size = if size > 0.0 { size } else { 1.0 };
        for (vertex, position) in geometry.vertices.iter_mut().zip(&geometry.positions) {
            vertex.place = self.project(position.to_array().map(f64::from), size);
        }
        if self.near > 0.0 {
            self.cut(geometry, size);
        }
        let normal = self.view();
        for Segment { ends, surface } in std::mem::take(&mut geometry.lines) {
            let first = u32::try_from(geometry.vertices.len()).unwrap_or(u32::MAX);
            let corners = thick(ends.map(|end| geometry.vertex(end)), normal);
            geometry.vertices.extend(corners);
            for vertices in [[0, 1, 2], [2, 1, 3]] {
                let vertices = vertices.map(|vertex: u32| first.saturating_add(vertex));
                geometry.triangles.push(Triangle { vertices, surface });
            }
        }
    }

    /// Clips triangles at the near plane, and drops those that are entirely nearer.
    fn cut(&self, geometry: &mut Geometry, size: f64) {
        let mut cut: Vec<Triangle> = Vec::new();
        let depth = |geometry: &Geometry, vertex: u32| {
            let position = geometry.positions.get(vertex as usize).copied().unwrap_or_default();
            self.distance - self.seen(position.to_array().map(f64::from))[2] - self.near
        };
        let all = std::mem::take(&mut geometry.triangles);
        for triangle in all {
            let depths = triangle.vertices.map(|vertex| depth(geometry, vertex));
            if depths.iter().all(|depth| *depth > 0.0) {
                cut.push(triangle);
                continue;
            }
            // The outline has the corners beyond the plane, and the points where edges cross it.
            let mut outline: Vec<u32> = Vec::new();
            let ends = [(0, 1), (1, 2), (2, 0)];
            for (from, to) in ends.map(|(a, b): (usize, usize)| {
                let corner = |at: usize| {
                    (triangle.vertices.get(at).copied().unwrap_or(0), depths.get(at).copied().unwrap_or(0.0))
                };
                (corner(a), corner(b))
            }) {
                if from.1 > 0.0 {
                    outline.push(from.0);
                }
                if (from.1 > 0.0) != (to.1 > 0.0) {
                    outline.push(self.between(geometry, from, to, size));
                }
            }
            let Some((first, rest)) = outline.split_first() else { continue };
            for pair in rest.windows(2) {
                if let [second, third] = *pair {
                    cut.push(Triangle { vertices: [*first, second, third], ..triangle });
                }
            }
        }
        geometry.triangles = cut;
        geometry.lines.retain(|line| {
            line.ends.iter().all(|end| {
                let position = geometry.positions.get(*end as usize).copied().unwrap_or_default();
                self.distance - self.seen(position.to_array().map(f64::from))[2] > self.near
            })
        });
    }

    /// Adds the vertex where an edge crosses the near plane; the numbers are the signed distances of its ends.
    #[expect(clippy::cast_possible_truncation, reason = "colours and positions need no more")]
    #[expect(clippy::cast_sign_loss, reason = "colours are not negative")]
    fn between(&self, geometry: &mut Geometry, from: (u32, f64), to: (u32, f64), size: f64) -> u32 {
        let share = (from.1 / (from.1 - to.1)).clamp(0.0, 1.0) as f32;
        let [one, other] = [from.0, to.0].map(|vertex| geometry.vertex(vertex));
        let at = |vertex: u32| geometry.positions.get(vertex as usize).copied().unwrap_or_default();
        let position = at(from.0).lerp(at(to.0), share);
        let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share + 0.5) as u8;
        let (a, b) = (one.colour, other.colour);
        let both = one.normal != Vec3::ZERO && other.normal != Vec3::ZERO;
        let place = self.project(position.to_array().map(f64::from), size);
        // Rounding may put it on the wrong side of the plane.
        let place = if place[2] > 0.0 { place } else { [f32::NAN; 3] };
        geometry.vertices.push(Vertex {
            place,
            normal: if both { one.normal.lerp(other.normal, share) } else { Vec3::ZERO },
            uv: Vec2::new(
                one.uv.x + (other.uv.x - one.uv.x) * share,
                one.uv.y + (other.uv.y - one.uv.y) * share,
            ),
            colour: Rgba8::new(mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b), mix(a.a, b.a)),
        });
        geometry.positions.push(position);
        u32::try_from(geometry.vertices.len().saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// The position of a point in the picture, and the inverse of its distance, which grows towards the camera.
    fn project(&self, point: [f64; 3], size: f64) -> [f32; 3] {
        self.projected(self.seen(point), size)
    }

    #[expect(clippy::cast_possible_truncation, reason = "pixels need no more")]
    fn projected(&self, [x, y, z]: [f64; 3], size: f64) -> [f32; 3] {
        let depth = self.distance - z;
        let place = |offset: f64, half: f64, sign: f64| (half + sign * offset / depth * self.scale) as f32;
        [
            place(x - self.middle[0], self.half[0], 1.0),
            place(y - self.middle[1], self.half[1], -1.0),
            (size / depth) as f32,
        ]
    }

    /// The position of a point as [`project`](Self::project) computes it; `None` if it is not beyond the near plane.
    pub(super) fn place(&self, point: [f64; 3]) -> Option<[f32; 3]> {
        let seen = self.seen(point);
        let place = self.projected(seen, 1.0);
        let is_before = self.distance - seen[2] > self.near.max(1e-9);
        (is_before && place.iter().all(|part| part.is_finite())).then_some(place)
    }

    /// The projected corners of the part of a triangle beyond the near plane: none, three or four.
    pub(super) fn outline(&self, corners: [Vec3; 3]) -> Vec<[f32; 3]> {
        // The margin keeps the points beyond the plane in spite of rounding.
        let nearest = self.near.max(1e-9) * 1.001;
        let seen = corners.map(|corner| self.seen(corner.to_array().map(f64::from)));
        let [a, b, c] = seen.map(|seen| (seen, self.distance - seen[2] - nearest));
        let mut outline = Vec::new();
        for ((from, depth), (to, other)) in [(a, b), (b, c), (c, a)] {
            if depth > 0.0 {
                outline.push(from);
            }
            if (depth > 0.0) != (other > 0.0) {
                let share = depth / (depth - other);
                let mut between = from;
                between.iter_mut().zip(to).for_each(|(from, to)| *from += (to - *from) * share);
                outline.push(between);
            }
        }
        let places = outline.into_iter().map(|seen| self.projected(seen, 1.0));
        places.filter(|place| place.iter().all(|part| part.is_finite())).collect()
    }

    /// The size of a pixel at a point, in units.
    pub(super) fn pixel(&self, point: Vec3) -> f64 {
        (self.distance - self.seen(point.to_array().map(f64::from))[2]).max(0.0) / self.scale
    }
}

/// A direction normalised to length 1.
fn unit_of(direction: [f64; 3]) -> Option<[f64; 3]> {
    let length = direction.iter().map(|part| part * part).sum::<f64>().sqrt();
    (length > 0.0 && length.is_finite()).then(|| direction.map(|part| part / length))
}

/// Degrees converted to radians.
fn radians(degrees: f32) -> f64 {
    let degrees = if degrees.is_finite() { f64::from(degrees) } else { 0.0 };
    degrees / 180.0 * core::f64::consts::PI
}

impl Stand {
    /// The angles around the Y axis from +Z, and upwards, in radians.
    fn angles(self, front: Vec3) -> [f64; 2] {
        let ahead = libm::atan2(f64::from(front.x), f64::from(front.z));
        [ahead + radians(self.yaw), radians(self.pitch)]
    }
}

/// The corners of a line with the width of a pixel, extended by half a pixel at both ends, lit as if it faced the
/// camera.
fn thick([a, b]: [Vertex; 2], normal: Vec3) -> [Vertex; 4] {
    let (right, down) = (b.place[0] - a.place[0], b.place[1] - a.place[1]);
    let length = (right * right + down * down).sqrt();
    let (x, y) = if length > 0.0 { (right / length / 2.0, down / length / 2.0) } else { (0.5, 0.0) };
    let corner = |end: Vertex, along: f32, across: f32| {
        let [left, top, near] = end.place;
        // The line is slightly nearer than a surface on which it may lie.
        let place = [left + x * along - y * across, top + y * along + x * across, near * 1.0005];
        Vertex { place, normal, ..end }
    };
    [corner(a, -1.0, -1.0), corner(a, -1.0, 1.0), corner(b, 1.0, -1.0), corner(b, 1.0, 1.0)]
}

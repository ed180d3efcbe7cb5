//! The camera.

use super::geometry::{Geometry, Segment, Triangle, Vertex, diagonal};
use crate::affine::Affine;
use crate::scene::Scene;
use geom::{Aabb, Rgba8, Vec2, Vec3};

/// The tangent of half the field of view: a long lens, which hardly distorts shapes.
const HALF_ANGLE: f64 = 0.2;

/// The share of the picture that the model fills.
const FILL: f64 = 0.94;

/// How near the nearest things are that a camera in a place sees, in units.
pub(super) const NEAR: f64 = 0.25;

/// Where it stands unless somebody says otherwise, in degrees: slightly from the side and above.
pub(super) const YAW: f32 = 30.0;
pub(super) const PITCH: f32 = 20.0;

/// A camera that looks at a model from outside, or stands somewhere in a place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Camera {
    /// To the right, up, and towards the camera.
    axes: [[f64; 3]; 3],
    centre: [f64; 3],
    /// The centre of the picture on the first two axes.
    middle: [f64; 2],
    distance: f64,
    /// What is not farther away than this is behind the camera.
    near: f64,
    /// Half the size of the picture in pixels, and pixels for a slope of 1.
    half: [f64; 2],
    scale: f64,
}

/// Where a camera stands around a model, and the picture that it takes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stand {
    /// In degrees: around the model from its front, and up.
    pub(super) yaw: f32,
    pub(super) pitch: f32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Camera {
    /// A camera that sees all points in a box, as large as possible; the front is a direction.
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
        // The centre depends on the distance, and the distance on the centre.
        for _ in 0..4 {
            camera.step_back(points.clone(), size);
            camera.move_to_middle(points.clone());
        }
        camera.step_back(points, size);
        camera
    }

    /// A camera at a point that looks at another, upright; the angle is that from the lower to the upper edge.
    pub(super) fn looking(eye: [f64; 3], target: [f64; 3], angle: f64, stand: Stand) -> Self {
        let mut back = [0.0; 3];
        back.iter_mut().zip(eye).zip(target).for_each(|((back, eye), target)| *back = eye - target);
        let back = unit_of(back).unwrap_or([0.0, 0.0, 1.0]);
        // Level, and thus no direction at all for a camera that looks straight up or down.
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

    /// The camera that a node of a scene is, if it has one.
    pub(super) fn of_node(scene: &Scene, node: usize, world: &Affine, stand: Stand) -> Option<Self> {
        let angle = f64::from(scene.cameras.get(scene.nodes.get(node)?.camera?)?.angle);
        let [[a, b, c, x], [d, e, f, y], [g, h, i, z]] = world.0;
        let axes = [[a, d, g], [b, e, h], [c, f, i]].map(unit_of);
        let [Some(right), Some(up), Some(back)] = axes else { return None };
        let eye = [x, y, z];
        let is_good = eye.iter().all(|part| part.is_finite()) && angle > 0.01 && angle < 3.0;
        is_good.then(|| Self::standing(eye, [right, up, back], angle, stand))
    }

    /// The same, for a picture of another size.
    pub(super) fn resized(&self, width: u32, height: u32) -> Self {
        let half = [f64::from(width) / 2.0, f64::from(height) / 2.0];
        let factor = (half[0] / self.half[0]).min(half[1] / self.half[1]);
        Self { half, scale: self.scale * factor, ..*self }
    }

    /// Carried around a point, to the left as seen from there, by an angle in degrees.
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

    /// The same, where other things may be before it and behind it.
    pub(super) fn within(self) -> Self {
        Self { near: NEAR, ..self }
    }

    /// Whether it stands among what it sees, instead of around it.
    pub(super) fn is_within(&self) -> bool {
        self.near > 0.0
    }

    /// The directions to the right, up, and backwards.
    pub(super) fn axes(&self) -> [[f64; 3]; 3] {
        self.axes
    }

    /// The angle from the lower to the upper edge of its picture, in radians.
    pub(super) fn angle(&self) -> f64 {
        2.0 * libm::atan(self.half[1] / self.scale)
    }

    /// What is in the middle of the picture of a camera outside, as far away as the model.
    pub(super) fn middle(&self) -> [f64; 3] {
        self.along(0.0)
    }

    /// Where it is.
    pub(super) fn eye(&self) -> [f64; 3] {
        self.along(self.distance)
    }

    /// The direction towards the camera.
    #[expect(clippy::cast_possible_truncation, reason = "a direction needs no more")]
    pub(super) fn view(&self) -> Vec3 {
        Vec3::from_array(self.axes[2].map(|number| number as f32))
    }

    /// A point seen along the axes of the camera, from the centre of the model.
    #[inline(always)]
    fn seen(&self, point: [f64; 3]) -> [f64; 3] {
        let [x, y, z] = point;
        let [a, b, c] = self.centre;
        let along = |[p, q, r]: [f64; 3]| p * (x - a) + q * (y - b) + r * (z - c);
        // Not by `map`, which is a call for each corner of a triangle.
        let [right, up, back] = self.axes;
        [along(right), along(up), along(back)]
    }

    /// The point in the middle of the picture that is so near to the camera, from the centre of the model.
    fn along(&self, near: f64) -> [f64; 3] {
        let [x, y] = self.middle;
        self.world([x, y, near])
    }

    /// The place in the world of a point along the axes of the camera.
    fn world(&self, [x, y, z]: [f64; 3]) -> [f64; 3] {
        let [right, up, back] = self.axes;
        let mut place = self.centre;
        for (((place, right), up), back) in place.iter_mut().zip(right).zip(up).zip(back) {
            *place += right * x + up * y + back * z;
        }
        place
    }

    /// What is seen at a point of the picture: the place of the camera, and a direction.
    pub(super) fn ray(&self, x: f64, y: f64) -> ([f64; 3], [f64; 3]) {
        let slopes = [(x - self.half[0]) / self.scale, (self.half[1] - y) / self.scale];
        let from = self.along(self.distance);
        let mut ahead =
            self.world([self.middle[0] + slopes[0], self.middle[1] + slopes[1], self.distance - 1.0]);
        ahead.iter_mut().zip(from).for_each(|(ahead, from)| *ahead -= from);
        (from, ahead)
    }

    /// As far away as needed for every point to be in the picture.
    fn step_back(&mut self, points: impl Iterator<Item = [f64; 3]>, size: f64) {
        let slopes = self.half.map(|half| half / self.scale * FILL);
        let mut distance = 0.0_f64;
        for point in points {
            let [x, y, z] = self.seen(point);
            let wide = (x - self.middle[0]).abs() / slopes[0];
            let high = (y - self.middle[1]).abs() / slopes[1];
            // From here the point is at the edge of the picture.
            distance = distance.max(z + wide.max(high));
            // Never inside of the model.
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

    /// Finds the place of every vertex in the picture of a scene of this size, cuts off what is behind the camera, and
    /// makes lines as wide as a pixel.
    pub(super) fn take(&self, geometry: &mut Geometry, size: f64) {
        // A single point has no size, and yet a distance.
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

    /// Cuts triangles that are partly behind the camera, and drops those that are so as a whole.
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
            // The corners before the camera, and the points where edges cross the plane.
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

    /// A new vertex between two, where one is as far before the plane as the other is behind it by their numbers.
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
        // Rounding may put it behind the plane.
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

    /// The place of a point in the picture, and the inverse of its distance, which grows towards the camera.
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

    /// As [`project`](Self::project); `None` if the point is not before the camera.
    pub(super) fn place(&self, point: [f64; 3]) -> Option<[f32; 3]> {
        let seen = self.seen(point);
        let place = self.projected(seen, 1.0);
        let is_before = self.distance - seen[2] > self.near.max(1e-9);
        (is_before && place.iter().all(|part| part.is_finite())).then_some(place)
    }

    /// The places of the corners of what lies of a triangle before the camera: none, three or four.
    pub(super) fn outline(&self, corners: [Vec3; 3]) -> Vec<[f32; 3]> {
        // A little further away than the nearest that has a place.
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

    /// How large a pixel is at a point, in units.
    pub(super) fn pixel(&self, point: Vec3) -> f64 {
        (self.distance - self.seen(point.to_array().map(f64::from))[2]).max(0.0) / self.scale
    }
}

/// A direction as long as 1.
fn unit_of(direction: [f64; 3]) -> Option<[f64; 3]> {
    let length = direction.iter().map(|part| part * part).sum::<f64>().sqrt();
    (length > 0.0 && length.is_finite()).then(|| direction.map(|part| part / length))
}

/// Degrees as radians.
fn radians(degrees: f32) -> f64 {
    let degrees = if degrees.is_finite() { f64::from(degrees) } else { 0.0 };
    degrees / 180.0 * core::f64::consts::PI
}

impl Stand {
    /// Around the Y axis from +Z, and up, in radians.
    fn angles(self, front: Vec3) -> [f64; 2] {
        let ahead = libm::atan2(f64::from(front.x), f64::from(front.z));
        [ahead + radians(self.yaw), radians(self.pitch)]
    }
}

/// The corners of a line that is a pixel wide, half a pixel longer at both ends, lit as if it faced the camera.
fn thick([a, b]: [Vertex; 2], normal: Vec3) -> [Vertex; 4] {
    let (right, down) = (b.place[0] - a.place[0], b.place[1] - a.place[1]);
    let length = (right * right + down * down).sqrt();
    let (x, y) = if length > 0.0 { (right / length / 2.0, down / length / 2.0) } else { (0.5, 0.0) };
    let corner = |end: Vertex, along: f32, across: f32| {
        let [left, top, near] = end.place;
        // Nearer than the surface that it may lie on.
        let place = [left + x * along - y * across, top + y * along + x * across, near * 1.0005];
        Vertex { place, normal, ..end }
    };
    [corner(a, -1.0, -1.0), corner(a, -1.0, 1.0), corner(b, 1.0, -1.0), corner(b, 1.0, 1.0)]
}

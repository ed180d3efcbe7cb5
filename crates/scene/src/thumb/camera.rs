//! The camera.

use super::frame::Frame;
use super::geometry::{Geometry, Segment, Triangle, Vertex, diagonal};
use crate::scene::Scene;
use geom::{Aabb, Quat, Vec3};

/// The tangent of half the field of view: a long lens, which hardly distorts shapes.
const HALF_ANGLE: f64 = 0.2;

/// The share of the picture that the model fills.
const FILL: f64 = 0.94;

/// Where it stands unless somebody says otherwise, in degrees: slightly from the side and above.
pub(super) const YAW: f32 = 30.0;
pub(super) const PITCH: f32 = 20.0;

/// A camera outside of the model that looks at it.
#[derive(Debug)]
pub(super) struct Camera {
    /// To the right, up, and towards the camera.
    axes: [[f64; 3]; 3],
    centre: [f64; 3],
    /// The centre of the picture on the first two axes.
    middle: [f64; 2],
    distance: f64,
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
        let mut camera = Self { axes, centre, middle: [0.0; 2], distance: 1.0, half, scale };
        let size = diagonal(bounds);
        // The centre depends on the distance, and the distance on the centre.
        for _ in 0..4 {
            camera.step_back(points.clone(), size);
            camera.move_to_middle(points.clone());
        }
        camera.step_back(points, size);
        camera
    }

    /// The direction towards the camera.
    pub(super) fn direction(&self) -> [f64; 3] {
        self.axes[2]
    }

    /// As [`direction`](Self::direction), in single precision.
    #[expect(clippy::cast_possible_truncation, reason = "a direction needs no more")]
    pub(super) fn view(&self) -> Vec3 {
        Vec3::from_array(self.direction().map(|number| number as f32))
    }

    /// The directions to the right and up.
    pub(super) fn right_and_up(&self) -> [[f64; 3]; 2] {
        [self.axes[0], self.axes[1]]
    }

    /// A point seen along the axes of the camera, from the centre of the model.
    fn seen(&self, point: [f64; 3]) -> [f64; 3] {
        let [x, y, z] = point;
        let [a, b, c] = self.centre;
        self.axes.map(|[p, q, r]| p * (x - a) + q * (y - b) + r * (z - c))
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

    /// Finds the place of every vertex in the picture, and makes lines as wide as a pixel.
    pub(super) fn take(&self, geometry: &mut Geometry) {
        // A single point has no size, and yet a distance.
        let size = if geometry.size() > 0.0 { geometry.size() } else { 1.0 };
        for (vertex, position) in geometry.vertices.iter_mut().zip(&geometry.positions) {
            vertex.place = self.project(position.to_array().map(f64::from), size);
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

    /// The place of a point in the picture, and the inverse of its distance, which grows towards the camera.
    #[expect(clippy::cast_possible_truncation, reason = "pixels need no more")]
    fn project(&self, point: [f64; 3], size: f64) -> [f32; 3] {
        let [x, y, z] = self.seen(point);
        let depth = self.distance - z;
        let place = |offset: f64, half: f64, sign: f64| (half + sign * offset / depth * self.scale) as f32;
        [
            place(x - self.middle[0], self.half[0], 1.0),
            place(y - self.middle[1], self.half[1], -1.0),
            (size / depth) as f32,
        ]
    }
}

impl Stand {
    /// Around the Y axis from +Z, and up, in radians.
    fn angles(self, front: Vec3) -> [f64; 2] {
        let radians = |degrees: f32| {
            let degrees = if degrees.is_finite() { f64::from(degrees) } else { 0.0 };
            degrees / 180.0 * core::f64::consts::PI
        };
        let ahead = libm::atan2(f64::from(front.x), f64::from(front.z));
        [ahead + radians(self.yaw), radians(self.pitch)]
    }
}

/// A camera for programs that draw a scene themselves: it sees what a picture shows, as [`draw`](super::draw) does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// Where it stands.
    pub position: Vec3,
    /// The rotation of a camera that looks along -Z.
    pub rotation: Quat,
    /// The middle of what it sees.
    pub target: Vec3,
    /// The angle from the lower to the upper edge of a square picture, in radians.
    pub angle: f32,
    /// The distances between which things are seen.
    pub range: [f32; 2],
}

impl View {
    /// Of a scene at rest, from its front, slightly from the side and above; `None` if there is nothing to see.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "files have single precision")]
    pub fn of(scene: &Scene) -> Option<Self> {
        let frame = Frame::of(scene, &scene.rest(), 0);
        let bounds = frame.bounds?;
        let stand = Stand { yaw: YAW, pitch: PITCH, width: 2, height: 2 };
        let corners = frame.corners().map(|corner| corner.to_array().map(f64::from));
        let camera = Camera::towards(corners, bounds, scene.front(), stand);
        let [yaw, pitch] = stand.angles(scene.front()).map(|angle| angle / 2.0);
        let ((sin_yaw, cos_yaw), (sin_pitch, cos_pitch)) =
            ((libm::sin(yaw), libm::cos(yaw)), (-libm::sin(pitch), libm::cos(pitch)));
        let rotation = [cos_yaw * sin_pitch, sin_yaw * cos_pitch, -sin_yaw * sin_pitch, cos_yaw * cos_pitch];
        let target = camera.along(0.0);
        Some(Self {
            position: Vec3::from_array(camera.along(camera.distance).map(|part| part as f32)),
            rotation: Quat::from_array(rotation.map(|part| part as f32)),
            target: Vec3::from_array(target.map(|part| part as f32)),
            angle: (2.0 * libm::atan(HALF_ANGLE / FILL)) as f32,
            range: [camera.distance / 100.0, camera.distance * 100.0].map(|distance| distance as f32),
        })
        .filter(|view| view.position.is_finite() && view.range[0] > 0.0 && view.range[1].is_finite())
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

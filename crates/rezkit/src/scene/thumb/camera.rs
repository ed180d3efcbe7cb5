//! The camera.

use super::ThumbOptions;
use super::geometry::{Geometry, Segment, Triangle, Vertex};
use geom::Vec3;

/// The tangent of half the field of view: a long lens, which hardly distorts shapes.
const HALF_ANGLE: f64 = 0.2;

/// The share of the picture that the model fills.
const FILL: f64 = 0.94;

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

impl Camera {
    /// A camera that sees all of the model, as large as possible.
    pub(super) fn towards(geometry: &Geometry, options: &ThumbOptions) -> Self {
        let radians = |degrees: f32| {
            let degrees = if degrees.is_finite() { f64::from(degrees) } else { 0.0 };
            degrees / 180.0 * core::f64::consts::PI
        };
        let (yaw, pitch) = (radians(options.yaw), radians(options.pitch));
        let (sin_yaw, cos_yaw) = (libm::sin(yaw), libm::cos(yaw));
        let (sin_pitch, cos_pitch) = (libm::sin(pitch), libm::cos(pitch));
        let axes = [
            [cos_yaw, 0.0, -sin_yaw],
            [-sin_pitch * sin_yaw, cos_pitch, -sin_pitch * cos_yaw],
            [cos_pitch * sin_yaw, sin_pitch, cos_pitch * cos_yaw],
        ];
        let half = [f64::from(options.width) / 2.0, f64::from(options.height) / 2.0];
        let scale = half[0].min(half[1]) / HALF_ANGLE * FILL;
        let mut camera =
            Self { axes, centre: geometry.centre(), middle: [0.0; 2], distance: 1.0, half, scale };
        // The centre depends on the distance, and the distance on the centre.
        for _ in 0..4 {
            camera.step_back(geometry);
            camera.move_to_middle(geometry);
        }
        camera.step_back(geometry);
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

    /// As far away as needed for every point to be in the picture.
    fn step_back(&mut self, geometry: &Geometry) {
        let slopes = self.half.map(|half| half / self.scale * FILL);
        let mut distance = 0.0_f64;
        for point in geometry.points() {
            let [x, y, z] = self.seen(point);
            let wide = (x - self.middle[0]).abs() / slopes[0];
            let high = (y - self.middle[1]).abs() / slopes[1];
            distance = distance.max(z + wide.max(high));
            // Never inside of the model.
            distance = distance.max(z * 1.01 + geometry.size() * 0.01);
        }
        self.distance = if distance > 0.0 { distance } else { 1.0 };
    }

    fn move_to_middle(&mut self, geometry: &Geometry) {
        let (mut min, mut max) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for point in geometry.points() {
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

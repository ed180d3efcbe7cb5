//! The camera of a picture, for other tools.

use super::camera::{Camera, NEAR, PITCH, Stand, YAW};
use super::shot::{Shot, Sight};
use crate::scene::Scene;
use geom::{Mat3, Quat, Vec3};

/// A camera for tools that render scenes themselves: it shows what [`draw`](super::draw) shows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// The position.
    pub position: Vec3,
    /// The rotation of a camera that looks along -Z.
    pub rotation: Quat,
    /// The point in the middle of the picture, at the distance of the content's centre.
    pub target: Vec3,
    /// The vertical field of view of a square picture, in radians.
    pub angle: f32,
    /// The distances of the near and the far plane.
    pub range: [f32; 2],
}

impl View {
    /// The view of a scene at rest, as in a picture; `None` if nothing is visible.
    #[must_use]
    pub fn from_scene(scene: &Scene) -> Option<Self> {
        let stand = Stand { yaw: YAW, pitch: PITCH, width: 512, height: 512 };
        let shot = Shot::select(scene, &scene.still(), 0, Sight::Usual, 0.0, stand);
        let bounds = shot.frame.bounds?;
        let camera = shot.camera_of(scene, stand)?;
        Self::through(&camera, shot.focus.unwrap_or(bounds).centre())
    }

    /// The view of a camera; for one within a place, `focus` is the centre of the content.
    #[expect(clippy::cast_possible_truncation, reason = "files have single precision")]
    fn through(camera: &Camera, focus: Vec3) -> Option<Self> {
        let narrow = |vector: [f64; 3]| Vec3::from_array(vector.map(|part| part as f32));
        let position = narrow(camera.eye());
        let target = if camera.is_within() {
            // Viewers orbit around the target and look at it, so it must be straight ahead for the same view.
            let ahead = narrow(camera.axes()[2]) * -1.0;
            let (to, depth) = (focus - position, (focus - position).dot(ahead));
            position + ahead * if depth > 0.0 { depth } else { to.length() }
        } else {
            narrow(camera.middle())
        };
        let distance = f64::from((target - position).length());
        let near = if camera.is_within() { NEAR } else { distance / 100.0 };
        let view = Self {
            position,
            rotation: Quat::from_mat3(Mat3::from_cols(camera.axes().map(narrow)))?,
            target,
            angle: camera.angle() as f32,
            range: [near, distance * 100.0].map(|distance| distance as f32),
        };
        (view.position.is_finite() && view.range[0] > 0.0 && view.range[1].is_finite()).then_some(view)
    }
}

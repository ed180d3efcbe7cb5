//! The camera of a picture, for other programs.

use super::camera::{Camera, NEAR, PITCH, Stand, YAW};
use super::shot::{Shot, Sight};
use crate::scene::Scene;
use geom::{Mat3, Quat, Vec3};

/// A camera for programs that draw a scene themselves: it sees what a picture shows, as [`draw`](super::draw) does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// Where it stands.
    pub position: Vec3,
    /// The rotation of a camera that looks along -Z.
    pub rotation: Quat,
    /// What is in the middle of the picture, as far away as the middle of what it sees.
    pub target: Vec3,
    /// The angle from the lower to the upper edge of a square picture, in radians.
    pub angle: f32,
    /// The distances between which things are seen.
    pub range: [f32; 2],
}

impl View {
    /// Of a scene at rest, as a picture of it shows it; `None` if there is nothing to see.
    #[must_use]
    pub fn of(scene: &Scene) -> Option<Self> {
        let stand = Stand { yaw: YAW, pitch: PITCH, width: 512, height: 512 };
        let shot = Shot::of(scene, &scene.still(), 0, Sight::Usual, 0.0, stand);
        let bounds = shot.frame.bounds?;
        let camera = shot.camera.unwrap_or_else(|| {
            let corners = shot.frame.corners().map(|corner| corner.to_array().map(f64::from));
            Camera::towards(corners, bounds, scene.front(), stand)
        });
        Self::through(&camera, shot.focus.unwrap_or(bounds).centre())
    }

    /// What a camera sees; of one within a place, `focus` is the middle of it.
    #[expect(clippy::cast_possible_truncation, reason = "files have single precision")]
    fn through(camera: &Camera, focus: Vec3) -> Option<Self> {
        let narrow = |vector: [f64; 3]| Vec3::from_array(vector.map(|part| part as f32));
        let position = narrow(camera.eye());
        let target = if camera.is_within() {
            // Programs that turn around it look at it, and see the same as long as it is straight ahead.
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

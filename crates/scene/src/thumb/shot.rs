//! Which camera takes the picture.

use super::about::{FILLED, Subject};
use super::camera::{Camera, Stand};
use super::frame::{Frame, Solid, parts, solids};
use crate::{Pose, Scene};
use geom::Aabb;

/// From where a scene is seen.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub enum Sight {
    /// A model from its front, slightly from the side and above. A place by the camera that was saved in it, if that
    /// sees something, and else as with [`About`](Self::About).
    #[default]
    Usual,
    /// By the first camera in the scene, whatever it sees; as with [`Usual`](Self::Usual) if there is none.
    Saved,
    /// What the scene is about: where most parts lie together, without floors, sky boxes, and what lies far away.
    About,
    /// Everything, however small.
    All,
    /// Everything that lies together, or what a place is about, from a side.
    Around {
        /// The angle around it from its [front](Scene::front) to its left, in degrees.
        yaw: f32,
        /// The angle upwards.
        pitch: f32,
    },
}

impl Sight {
    /// Those that have a name.
    pub const NAMES: [(&'static str, Self); 8] = [
        ("saved", Self::Saved),
        ("about", Self::About),
        ("all", Self::All),
        ("top", Self::Around { yaw: 0.0, pitch: 90.0 }),
        ("front", Self::Around { yaw: 0.0, pitch: 0.0 }),
        ("back", Self::Around { yaw: 180.0, pitch: 0.0 }),
        ("left", Self::Around { yaw: 90.0, pitch: 0.0 }),
        ("right", Self::Around { yaw: -90.0, pitch: 0.0 }),
    ];

    /// The one of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(own, _)| *own == name).map(|(_, sight)| *sight)
    }
}

/// A camera, and what it may see.
#[derive(Debug)]
pub(super) struct Shot {
    /// `None` if it stands around the frame.
    pub(super) camera: Option<Camera>,
    pub(super) frame: Frame,
    /// The box of what it looks at.
    pub(super) focus: Option<Aabb>,
}

impl Shot {
    /// Of the parts at a level of detail, carried to the left by so many degrees.
    pub(super) fn of(scene: &Scene, pose: &Pose, level: u8, sight: Sight, turn: f32, stand: Stand) -> Self {
        let parts = parts(scene, pose, level);
        let frame = Frame::among(&parts);
        let is_place = scene.is_place();
        if !is_place && (parts.len() < 2 || matches!(sight, Sight::Around { .. })) {
            return Self { camera: None, focus: frame.bounds, frame };
        }
        let subject = Subject::of(&parts);
        let choice = Choice { scene, pose, subject: &subject, solids: solids(scene, pose, &parts), stand };
        let middle = subject.middle().or(frame.bounds);
        let chosen = match sight {
            Sight::All => subject.whole().map(|whole| (choice.fitted(whole), whole)),
            Sight::Around { .. } => middle.map(|middle| (choice.fitted(middle), middle)),
            Sight::Saved => choice.saved().zip(middle).or_else(|| choice.best()),
            Sight::About => choice.best(),
            Sight::Usual if is_place => {
                choice.saved().filter(|camera| choice.is_worth(camera)).zip(middle).or_else(|| choice.best())
            }
            Sight::Usual if choice.is_lost(&frame) => choice.best(),
            Sight::Usual => None,
        };
        let Some((camera, focus)) = chosen else { return Self { camera: None, focus: frame.bounds, frame } };
        let camera = if turn == 0.0 { camera } else { camera.carried(focus.centre(), turn) };
        // Such a camera leaves nothing out.
        Self { camera: Some(camera), focus: Some(focus), frame: Frame::whole(&parts) }
    }
}

/// What there is to choose from.
struct Choice<'s> {
    scene: &'s Scene,
    pose: &'s Pose,
    subject: &'s Subject<'s>,
    solids: Vec<Solid>,
    stand: Stand,
}

impl Choice<'_> {
    /// The first camera of the scene.
    fn saved(&self) -> Option<Camera> {
        let node = self.scene.nodes.iter().position(|node| node.camera.is_some())?;
        Camera::of_node(self.scene, node, self.scene.worlds(self.pose).get(node)?, self.stand)
    }

    /// Whether enough is seen.
    fn is_worth(&self, camera: &Camera) -> bool {
        let seen = self.subject.seen(&self.solids, camera, self.stand);
        seen.filled >= FILLED && seen.n_parts >= self.subject.n_parts().min(3)
    }

    /// Whether a picture of everything shows nearly nothing.
    fn is_lost(&self, frame: &Frame) -> bool {
        let Some(bounds) = frame.bounds else { return false };
        let corners = frame.corners().map(|corner| corner.to_array().map(f64::from));
        let camera = Camera::towards(corners, bounds, self.scene.front(), self.stand);
        self.subject.seen(&self.solids, &camera, self.stand).filled < FILLED / 4.0
    }

    /// The camera that sees most.
    fn best(&self) -> Option<(Camera, Aabb)> {
        self.subject.best(&self.solids, self.scene.front(), self.stand)
    }

    /// A camera around a box.
    fn fitted(&self, focus: Aabb) -> Camera {
        let corners = self.subject.corners(focus);
        Camera::towards(corners.iter().copied(), focus, self.scene.front(), self.stand).within()
    }
}

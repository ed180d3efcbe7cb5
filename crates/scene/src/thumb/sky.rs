//! The sky over a place, and the haze in the distance.

use crate::light::LightKind;
use crate::scene::Scene;
use geom::Vec3;

/// The direction of a place's light, and its linear colours.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sky {
    /// The direction towards the sun, or towards the moon at night.
    pub(super) sun: Vec3,
    /// The colour of the light on everything except the ground.
    pub(super) light: Vec3,
    /// The colour of the light on the ground, which stays grey by day.
    pub(super) floor: Vec3,
    zenith: Vec3,
    horizon: Vec3,
    ground: Vec3,
}

/// The direction towards the sun of an afternoon.
const AFTERNOON: Vec3 = Vec3::new(-0.54, 0.74, 0.4);

impl Sky {
    /// The sky of a scene: by its sun, or at night if it has none. A place without data about light has a day.
    pub(super) fn of(scene: &Scene) -> Self {
        let is_sun =
            |light: usize| scene.lights.get(light).is_some_and(|light| light.kind == LightKind::Directional);
        let node = scene.nodes.iter().find(|node| node.light.is_some_and(is_sun));
        let sun = node.map(|node| node.local.rotation.rotate(Vec3::Z));
        let own = scene.extras.get("rezkit").and_then(|own| own.get("surroundings"));
        let Some(sun) = sun.or_else(|| own.is_none().then_some(AFTERNOON)) else {
            // Brighter than a moon, because a picture has to show what is there.
            let light = Vec3::new(0.36, 0.43, 0.64);
            return Self {
                sun: Vec3::new(-0.4, 0.8, 0.45),
                light,
                floor: light,
                zenith: Vec3::new(0.003, 0.006, 0.03),
                horizon: Vec3::new(0.019, 0.036, 0.117),
                ground: Vec3::new(0.008, 0.014, 0.048),
            };
        };
        // Near the horizon, light is warm and the sky is pale; but the sun's height has a lower bound, because shadows
        // as long as a place would hide most of it.
        let low = (1.0 - sun.y / 0.35).clamp(0.0, 1.0);
        let high = Vec3::new(sun.x, sun.y.max(0.35), sun.z);
        Self {
            sun: high.normalised().unwrap_or(Vec3::Y),
            floor: Vec3::ONE,
            light: Vec3::new(1.06, 1.0, 0.93).lerp(Vec3::new(1.15, 0.82, 0.6), low),
            zenith: Vec3::new(0.12, 0.3, 0.68).lerp(Vec3::new(0.1, 0.16, 0.36), low),
            horizon: Vec3::new(0.6, 0.76, 0.9).lerp(Vec3::new(0.85, 0.55, 0.34), low),
            ground: Vec3::new(0.36, 0.42, 0.47).lerp(Vec3::new(0.3, 0.24, 0.22), low),
        }
    }

    /// The colour of the sky in a direction of length 1.
    pub(super) fn at(&self, direction: Vec3) -> Vec3 {
        let up = direction.y;
        if up >= 0.0 {
            let rest = 1.0 - up.min(1.0);
            let share = 1.0 - rest * rest * rest;
            let mut glow = direction.dot(self.sun).max(0.0);
            for _ in 0..5 {
                glow *= glow;
            }
            let glow = glow * 0.35;
            self.horizon.lerp(self.zenith, share) + self.light * glow
        } else {
            self.horizon.lerp(self.ground, (-up * 9.0).min(1.0))
        }
    }

    /// A colour seen through haze; the distance is relative to that between the camera and its target.
    pub(super) fn through(&self, colour: Vec3, distance: f32) -> Vec3 {
        let beyond = (distance - 1.6).max(0.0);
        let share = beyond / (beyond + 14.0);
        colour.lerp(self.horizon, share * 0.85)
    }
}

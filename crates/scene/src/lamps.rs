//! Lights with a position in the world.

use crate::affine::Affine;
use crate::light::{Light, LightKind};
use crate::scene::Scene;
use core::f32::consts::PI;
use geom::Vec3;

/// A point or spot light in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lamp {
    /// The position.
    pub position: Vec3,
    /// The direction of a spot light.
    pub direction: Vec3,
    /// Linear colour times intensity, in candela.
    pub colour: Vec3,
    /// The range, beyond which there is no light.
    pub reach: f32,
    /// The cosines of the angles from the direction at which a spot light starts to fade, and at which it ends.
    pub cone: [f32; 2],
}

impl Scene {
    /// The point and spot lights that state their ranges.
    #[must_use]
    pub fn lamps(&self) -> Vec<Lamp> {
        if self.lights.iter().all(|light| light.kind == LightKind::Directional) {
            return Vec::new();
        }
        let nodes = self.nodes.iter().zip(self.worlds_at_rest());
        nodes.filter_map(|(node, world)| Lamp::from_light(self.lights.get(node.light?)?, &world)).collect()
    }
}

impl Lamp {
    fn from_light(light: &Light, world: &Affine) -> Option<Self> {
        let cone = match light.kind {
            // Every direction has a greater cosine than -2, so a point light never ends.
            LightKind::Point => [-1.0, -2.0],
            // The angles always differ, because their difference is a divisor.
            LightKind::Spot { inner, outer } => [inner.min(outer - 0.01), outer].map(libm::cosf),
            LightKind::Directional => return None,
        };
        #[expect(clippy::cast_possible_truncation, reason = "light needs no more")]
        let [position, direction] = [world.point([0.0; 3]), world.vector([0.0, 0.0, -1.0])]
            .map(|vector| Vec3::from_array(vector.map(|part| part as f32)));
        let (colour, reach) = (light.colour * light.intensity, light.range?);
        let is_known = [position, direction, colour, Vec3::splat(reach)].iter().all(|all| all.is_finite());
        is_known.then_some(Self { position, direction, colour, reach, cone })
    }

    /// The brightness of a white surface at a point, with a normal of length 1.
    pub(crate) fn shine(&self, point: Vec3, normal: Vec3) -> Vec3 {
        let to = self.position - point;
        let away = to.length();
        let facing = normal.dot(to) / away.max(1e-6);
        if away >= self.reach || facing <= 0.0 {
            return Vec3::ZERO;
        }
        let [inner, outer] = self.cone;
        let along = -self.direction.dot(to) / away.max(1e-6);
        let share = ((along - outer) / (inner - outer)).clamp(0.0, 1.0);
        let square = (away / self.reach) * (away / self.reach);
        let left = 1.0 - square * square;
        // Near a lamp, surfaces are no brighter than at an eighth of its range.
        let nearest = away.max(self.reach / 8.0);
        let cone = share * share * (3.0 - 2.0 * share);
        self.colour * (left * left * cone * facing / (nearest * nearest * PI))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lamp_shines_as_far_as_it_reaches_on_what_faces_it() {
        let light = Light { colour: Vec3::ONE, intensity: 4.0 * PI, range: Some(8.0), ..Light::default() };
        let lamp = Lamp::from_light(&light, &Affine::IDENTITY).unwrap();
        let at = |lamp: &Lamp, y, normal| lamp.shine(Vec3::new(0.0, y, 0.0), normal).x;
        assert!((at(&lamp, -2.0, Vec3::Y) - 0.992).abs() < 0.01, "{}", at(&lamp, -2.0, Vec3::Y));
        assert_eq!([at(&lamp, -8.0, Vec3::Y), at(&lamp, -2.0, -Vec3::Y)], [0.0; 2]);
        assert_eq!(at(&lamp, -0.01, Vec3::Y), at(&lamp, -0.02, Vec3::Y));
        // A node's light points along -Z.
        let spot = Light { kind: LightKind::Spot { inner: 0.0, outer: 0.5 }, ..light };
        let spot = Lamp::from_light(&spot, &Affine::IDENTITY).unwrap();
        assert_eq!(at(&spot, -2.0, Vec3::Y), 0.0);
        assert!(spot.shine(Vec3::new(0.0, 0.0, -2.0), Vec3::Z).x > 0.9);
        assert_eq!(Lamp::from_light(&Light { range: None, ..Light::default() }, &Affine::IDENTITY), None);
    }
}

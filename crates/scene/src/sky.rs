//! The light, the sky and the fog of a place: one description for all renderers.

use crate::colour::linear;
use crate::json::Json;
use crate::light::LightKind;
use crate::scene::Scene;
use core::f32::consts::PI;
use geom::Vec3;

/// The light, the sky and the fog of a place. Colours are linear.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sky {
    /// The direction towards the sun, or towards the moon at night.
    pub sun: Vec3,
    /// Set if the sun is below the horizon.
    pub is_night: bool,
    /// The brightness of the sun or moon; that of a default sun is 1.
    pub strength: f32,
    /// The colour of the light on everything except the ground below a place.
    pub light: Vec3,
    /// The colour of the light on that ground, which stays grey by day.
    pub floor: Vec3,
    /// The colour of ambient light; that of default surroundings is a grey of 128.
    pub ambient: Vec3,
    /// The colour of the sky above.
    pub zenith: Vec3,
    /// The colour of the sky at the horizon.
    pub horizon: Vec3,
    /// The colour below the horizon.
    pub ground: Vec3,
    /// The colour of the halo around the sun.
    pub halo: Vec3,
    /// The fog between the camera and everything else.
    pub fog: Option<Fog>,
    /// The strength of the glow around bright surfaces; 0 is none.
    pub bloom: f32,
}

/// Fog that gets denser with distance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fog {
    /// The linear colour.
    pub colour: Vec3,
    /// The distance from which on there is fog, in units of the scene.
    pub start: f32,
    /// The distance from which on nothing else is visible; greater than `start`.
    pub end: f32,
}

/// The direction towards the sun of an afternoon.
const AFTERNOON: Vec3 = Vec3::new(-0.54, 0.74, 0.4);

/// The direction towards the moon.
const MOON: Vec3 = Vec3::new(-0.4, 0.8, 0.45);

/// The linear brightness of default ambient light, 128 of 255.
pub(crate) const GREY: f32 = 0.215_861;

/// The fraction of ambient light that no place can turn off, so that a picture shows what is there.
const REST: f32 = 0.35;

/// Fog that ends nearer than this distance also tints the sky. This is a guess; the engine's rule is not known.
const TINTS_SKY: f32 = 2000.0;

impl Sky {
    /// The sky of a scene: by its sun, or at night if it has none. A scene without data about light has a day.
    #[must_use]
    pub fn from_scene(scene: &Scene) -> Self {
        let sun_of = |light: usize| scene.lights.get(light).filter(|it| it.kind == LightKind::Directional);
        let sun = scene.nodes.iter().find_map(|node| Some((node, sun_of(node.light?)?)));
        let own = scene.extras.get("rezkit").and_then(|own| own.get("surroundings"));
        let default = own.is_none().then_some((AFTERNOON, 1.0));
        let sun = sun.map(|(node, light)| (node.local.rotation.rotate(Vec3::Z), light.intensity / PI));
        let mut sky = sun.or(default).map_or_else(Self::night, |(sun, strength)| Self::day(sun, strength));
        sky.halo = sky.light * 0.35;
        if let Some(own) = own {
            sky.take(own);
        }
        sky
    }

    /// The sky by day.
    fn day(sun: Vec3, strength: f32) -> Self {
        // Near the horizon, light is warm and the sky is pale; but the sun's height has a lower bound, because shadows
        // as long as a place would hide most of it.
        let low = (1.0 - sun.y / 0.35).clamp(0.0, 1.0);
        let high = Vec3::new(sun.x, sun.y.max(0.35), sun.z);
        Self {
            sun: high.normalised().unwrap_or(Vec3::Y),
            is_night: false,
            strength,
            light: Vec3::new(1.06, 1.0, 0.93).lerp(Vec3::new(1.15, 0.82, 0.6), low),
            floor: Vec3::ONE,
            ambient: Vec3::splat(GREY),
            zenith: Vec3::new(0.12, 0.3, 0.68).lerp(Vec3::new(0.1, 0.16, 0.36), low),
            horizon: Vec3::new(0.6, 0.76, 0.9).lerp(Vec3::new(0.85, 0.55, 0.34), low),
            ground: Vec3::new(0.36, 0.42, 0.47).lerp(Vec3::new(0.3, 0.24, 0.22), low),
            halo: Vec3::ZERO,
            fog: None,
            bloom: 0.0,
        }
    }

    /// The sky at night.
    fn night() -> Self {
        // Brighter than a moon, because a picture has to show what is there.
        let light = Vec3::new(0.36, 0.43, 0.64);
        Self {
            sun: MOON,
            is_night: true,
            strength: 1.0,
            light,
            floor: light,
            ambient: Vec3::splat(GREY),
            zenith: Vec3::new(0.003, 0.006, 0.03),
            horizon: Vec3::new(0.019, 0.036, 0.117),
            ground: Vec3::new(0.008, 0.014, 0.048),
            halo: Vec3::ZERO,
            fog: None,
            bloom: 0.0,
        }
    }

    /// Takes what a place states about its light.
    fn take(&mut self, own: &Json) {
        let number = |key: &str| own.get(key).and_then(Json::as_f64).map(finite);
        let colour = |key: &str| own.get(key).and_then(Json::as_text).and_then(colour);
        let [outside, inside] = ["outdoor_ambient", "ambient"].map(|key| colour(key).unwrap_or(Vec3::ZERO));
        if own.get("outdoor_ambient").is_some() {
            self.ambient = outside.max(inside).lerp(Vec3::splat(GREY), REST);
        }
        if let Some(air) = colour("sky") {
            self.horizon = if self.is_night { self.horizon } else { self.horizon.lerp(air, 0.5) };
        }
        self.bloom = number("bloom").unwrap_or(0.0).clamp(0.0, 1.0);
        let Some(end) = number("fog_end").map(|end| end.max(1.0)) else { return };
        let start = number("fog_start").unwrap_or(0.0).clamp(0.0, end * 0.999);
        let colour = colour("fog").unwrap_or(Vec3::splat(0.527));
        let share = (2.0 * (1.0 - end / TINTS_SKY)).clamp(0.0, 1.0);
        for part in [&mut self.zenith, &mut self.horizon, &mut self.ground] {
            *part = part.lerp(colour, share);
        }
        self.halo = self.halo * (1.0 - share);
        self.fog = Some(Fog { colour, start, end });
    }

    /// The colour of the sky in a direction of length 1.
    pub(crate) fn colour_towards(&self, direction: Vec3) -> Vec3 {
        let up = direction.y;
        if up >= 0.0 {
            let rest = 1.0 - up.min(1.0);
            let share = 1.0 - rest * rest * rest;
            let mut glow = direction.dot(self.sun).max(0.0);
            for _ in 0..5 {
                glow *= glow;
            }
            self.horizon.lerp(self.zenith, share) + self.halo * glow
        } else {
            self.horizon.lerp(self.ground, (-up * 9.0).min(1.0))
        }
    }

    /// The colour of the sky that water with this normal reflects in the direction `view`, and the reflected fraction.
    pub(crate) fn mirrored(&self, normal: Vec3, view: Vec3) -> (Vec3, f32) {
        let along = normal.dot(view).clamp(0.0, 1.0);
        let mirror = normal * (2.0 * along) - view;
        let rest = 1.0 - along;
        let share = 0.02 + 0.98 * rest * rest * rest * rest * rest;
        (self.colour_towards(Vec3::new(mirror.x, mirror.y.abs(), mirror.z)), share)
    }

    /// A colour seen at a distance from the camera, which is `reach` away from its target: through fog, and haze.
    pub(crate) fn through(&self, colour: Vec3, distance: f32, reach: f32) -> Vec3 {
        let Some(fog) = self.fog else {
            let beyond = (distance / reach - 1.6).max(0.0);
            return colour.lerp(self.horizon, beyond / (beyond + 14.0) * 0.85);
        };
        // From afar, fog is stretched up to what is looked at; otherwise a place seen as a whole would be nothing but fog.
        let distance = distance / (reach / fog.end * 5.0).max(1.0);
        let share = ((distance - fog.start) / (fog.end - fog.start)).clamp(0.0, 1.0);
        colour.lerp(fog.colour, share * share * (3.0 - 2.0 * share))
    }
}

/// A colour of six hexadecimal digits.
fn colour(text: &str) -> Option<Vec3> {
    let value = u32::from_str_radix(text, 16).ok().filter(|_| text.len() == 6)?;
    let [_, red, green, blue] = value.to_be_bytes();
    Some(Vec3::from_array([red, green, blue].map(linear)))
}

#[expect(clippy::cast_possible_truncation, reason = "no place is larger than a float")]
fn finite(number: f64) -> f32 {
    let number = number as f32;
    if number.is_finite() { number } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sky(entries: &[(&str, Json)]) -> Sky {
        let mut surroundings = Json::default();
        entries.iter().for_each(|(key, value)| surroundings.set(key, value.clone()));
        let mut own = Json::default();
        own.set("surroundings", surroundings);
        let mut scene = Scene::default();
        scene.extras.set("rezkit", own);
        Sky::from_scene(&scene)
    }

    #[test]
    fn near_fog_hides_the_sky_and_far_fog_does_not() {
        let dark = sky(&[("fog", "000000".into()), ("fog_end", 100.0.into())]);
        assert_eq!([Vec3::X, Vec3::Y, MOON].map(|at| dark.colour_towards(at)), [Vec3::ZERO; 3]);
        let half = dark.through(Vec3::ONE, 50.0, 20.0);
        assert!((half - Vec3::splat(0.5)).length() < 1e-3, "{half:?}");
        // Seen from 1000 units away, the target is as clear as at a fifth of the fog, and what is behind it, less so.
        let [fifth, near, behind] = [(20.0, 20.0), (1000.0, 1000.0), (2500.0, 1000.0)]
            .map(|(distance, reach)| dark.through(Vec3::ONE, distance, reach));
        assert!((near - fifth).length() < 1e-3 && (behind - half).length() < 1e-3, "{near:?} {behind:?}");
        assert_eq!(dark.through(Vec3::ONE, 6000.0, 1000.0), Vec3::ZERO);
        let clear = sky(&[]);
        let far = sky(&[("fog", "FFFFFF".into()), ("fog_end", 9000.0.into())]);
        assert_eq!((far.zenith, clear.fog), (clear.zenith, None));
        // The end is never before the start.
        let odd = sky(&[("fog_start", 80.0.into()), ("fog_end", (-5.0).into())]);
        assert!(odd.through(Vec3::ONE, 3.0, 1.0).is_finite());
    }

    #[test]
    fn water_reflects_little_from_above_and_all_at_the_horizon() {
        let clear = sky(&[]);
        let (above, share) = clear.mirrored(Vec3::Y, Vec3::Y);
        assert!((share - 0.02).abs() < 1e-6 && (above - clear.zenith).length() < 0.05, "{above:?}");
        let (far, share) = clear.mirrored(Vec3::Y, Vec3::new(1.0, 1e-4, 0.0));
        assert!(share > 0.99 && (far - clear.colour_towards(-Vec3::X)).length() < 1e-3, "{far:?}");
    }

    #[test]
    fn ambient_light_is_the_brighter_of_both_and_never_black() {
        let usual = sky(&[("outdoor_ambient", "808080".into())]);
        assert!((usual.ambient - Vec3::splat(GREY)).length() < 1e-3, "{:?}", usual.ambient);
        let black = sky(&[("outdoor_ambient", "000000".into())]);
        assert_eq!(black.ambient, Vec3::splat(GREY * REST));
        let inside = sky(&[("outdoor_ambient", "000000".into()), ("ambient", "FF0000".into())]);
        assert!(inside.ambient.x > 0.6 && inside.ambient.y == GREY * REST);
        assert!(Sky::from_scene(&Scene::default()).light.x > 1.0 && usual.is_night);
    }
}

//! Lights, the sun and the camera.

use super::instance::Instance;
use core::f32::consts::PI;
use geom::{Mat3, Quat, Vec3};
use scene::colour::linear;
use scene::{Camera, Json, Light, LightKind};

/// The illuminance, in lux, at which usual viewers show a white surface as white. Intensities are scaled so that a
/// light of brightness 1 gives this illuminance at a quarter of its range, and the sun at its default brightness of 2.
const WHITE: f32 = PI;

/// Defaults for a light without the properties `Range` and `Angle`.
const USUAL_RANGE: f32 = 8.0;
const USUAL_ANGLE: f32 = 90.0;

/// True if an instance is a light that is switched on.
pub(super) fn is_light(instance: &Instance<'_>) -> bool {
    let is_light = matches!(instance.class(), b"PointLight" | b"SpotLight" | b"SurfaceLight");
    is_light && instance.flag("Enabled") != Some(false)
}

/// Converts a light in a part of this size; returns its position and rotation, too.
pub(super) fn light(instance: &Instance<'_>, size: Vec3) -> (Light, Vec3, Quat) {
    let number = |property, usual| instance.number(property).unwrap_or(usual);
    let range = number("Range", USUAL_RANGE).max(0.0);
    let quarter = range / 4.0;
    let mut light = Light {
        name: instance.name(),
        kind: LightKind::Point,
        colour: colour(instance, "Color"),
        // Illuminance falls with the square of the distance, which is a quarter of the range here.
        intensity: number("Brightness", 1.0).max(0.0) * WHITE * quarter * quarter,
        range: Some(range).filter(|range| *range > 0.0),
    };
    if instance.class() == b"PointLight" {
        return (light, Vec3::ZERO, Quat::IDENTITY);
    }
    let outer = number("Angle", USUAL_ANGLE).clamp(1.0, 180.0).to_radians() / 2.0;
    light.kind = LightKind::Spot { inner: 0.0, outer };
    let face = Face::from_number(instance.choice("Face").unwrap_or(Face::FRONT));
    let place = if instance.class() == b"SurfaceLight" { face.middle(size) } else { Vec3::ZERO };
    (light, place, face.turn())
}

fn colour(instance: &Instance<'_>, property: &str) -> Vec3 {
    instance.colour(property).map_or(Vec3::ONE, |colour| Vec3::from_array(colour.map(linear)))
}

/// A side of a part, as a value of the enum `NormalId`, from 0 to 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Face(u8);

impl Face {
    pub(super) const TOP: u32 = 1;
    pub(super) const FRONT: u32 = 5;

    pub(super) fn from_number(number: u32) -> Self {
        Self(u8::try_from(number).ok().filter(|number| *number < 6).unwrap_or(5))
    }

    /// The outward direction of the side.
    pub(super) fn normal(self) -> Vec3 {
        match self.0 {
            0 => Vec3::X,
            1 => Vec3::Y,
            2 => Vec3::Z,
            3 => -Vec3::X,
            4 => -Vec3::Y,
            _ => -Vec3::Z,
        }
    }

    /// The upward direction of a texture on the side. On the top it is -X, and on the bottom +X; both are guesses,
    /// since the direction is not documented.
    pub(super) fn up(self) -> Vec3 {
        match self.0 {
            1 => -Vec3::X,
            4 => Vec3::X,
            _ => Vec3::Y,
        }
    }

    /// The centre of the side of a part of this size.
    pub(super) fn middle(self, size: Vec3) -> Vec3 {
        let Vec3 { x, y, z } = self.normal() * 0.5;
        Vec3::new(x * size.x, y * size.y, z * size.z)
    }

    /// The rotation of -Z to the outward direction.
    fn turn(self) -> Quat {
        facing(self.normal(), self.up())
    }
}

/// The rotation of -Z to a direction, with Y as close to `up` as possible.
fn facing(direction: Vec3, up: Vec3) -> Quat {
    let back = -direction;
    let side = up.cross(back).normalised().unwrap_or(Vec3::X);
    Quat::from_mat3(Mat3::from_cols([side, back.cross(side), back])).unwrap_or(Quat::IDENTITY)
}

/// The sun of a place and its rotation; `None` at night.
pub(super) fn sun(lighting: &Instance<'_>) -> Option<(Light, Quat)> {
    let brightness = lighting.number("Brightness").unwrap_or(2.0).clamp(0.0, brightest(lighting));
    let latitude = lighting.number("GeographicLatitude").unwrap_or(41.733);
    let direction = sun_at(time(lighting), latitude)?;
    let light = Light {
        name: "Sun".into(),
        kind: LightKind::Directional,
        colour: Vec3::ONE,
        intensity: brightness * WHITE / 2.0,
        range: None,
    };
    Some((light, facing(-direction, Vec3::Y)))
}

/// The largest effective brightness of the sun. The technologies Legacy, Voxel and Compatibility, and engines before
/// there was a choice, store light in 8 bits, so that a value above the default changes nothing; other technologies do
/// not have this limit.
fn brightest(lighting: &Instance<'_>) -> f32 {
    match lighting.choice("Technology") {
        None | Some(0..=2) => 2.0,
        Some(_) => 10.0,
    }
}

/// The hour of the day from `TimeOfDay`, such as `14:30:00`.
fn time(lighting: &Instance<'_>) -> f32 {
    let text = lighting.text("TimeOfDay").unwrap_or_default();
    let mut parts = text.split(':').map(|part| part.parse::<f32>().ok().filter(|number| number.is_finite()));
    let mut next = || parts.next().flatten();
    match next() {
        Some(hours) => hours + next().unwrap_or(0.0) / 60.0 + next().unwrap_or(0.0) / 3600.0,
        None => lighting.number("ClockTime").unwrap_or(14.0),
    }
}

/// The tilt of the earth's axis in degrees.
const TILT: f32 = 23.5;

/// The direction to the sun: it rises at six in the east, which is +X, and is in the south, +Z, at noon, as high as in
/// midsummer at this latitude. `None` at night, by the clock; if the latitude is beyond a pole, the moon takes its place
/// by day. This is the sky of the library G3D; it was not measured in the engine.
fn sun_at(hour: f32, latitude: f32) -> Option<Vec3> {
    let angle = hour / 12.0 * PI;
    let (east, up) = (libm::sinf(angle), -libm::cosf(angle));
    let tilt = (latitude - TILT).to_radians();
    let sun = Vec3::new(east, up * libm::cosf(tilt), up * libm::sinf(tilt));
    (up > 0.0).then_some(if sun.y < 0.0 { -sun } else { sun })
}

/// Ambient light, fog, the colour of the air and the glow of what is bright, for which a scene has no fields, with
/// colours as sRGB and distances in studs. `effect` finds a child of `lighting` by its class.
pub(super) fn surroundings<'i>(
    lighting: &Instance<'i>,
    effect: impl Fn(&[u8]) -> Option<Instance<'i>>,
) -> Json {
    let mut own = Json::default();
    let (air, bloom) = (effect(b"Atmosphere"), effect(b"BloomEffect"));
    let air = air.as_ref();
    for (property, key, usual) in [
        ("Ambient", "ambient", None),
        // Always present, so that a place at night differs from a model without lighting.
        ("OutdoorAmbient", "outdoor_ambient", Some([128; 3])),
        ("FogColor", "fog", None),
    ] {
        if let Some(colour) = lighting.colour(property).or(usual) {
            own.set(key, hex(colour));
        }
    }
    if let Some(colour) = air.and_then(|air| air.colour("Color")) {
        own.set("sky", hex(colour));
    }
    // An atmosphere replaces the fog of `Lighting`.
    let start = if air.is_some() { 0.0 } else { lighting.number("FogStart").unwrap_or(0.0) };
    let end = air.map_or_else(|| lighting.number("FogEnd"), |air| Some(clear_air(air)));
    if let Some(end) = end.filter(|end| *end < MOST_FOG) {
        own.set("fog_start", f64::from(start));
        own.set("fog_end", f64::from(end));
        if let Some(colour) = air.and_then(|air| air.colour("Color")) {
            own.set("fog", hex(colour));
        }
    }
    if let Some(bloom) = bloom.filter(|it| it.flag("Enabled") != Some(false)) {
        own.set("bloom", f64::from(bloom.number("Intensity").unwrap_or(1.0)));
    }
    own
}

/// The distance in studs at which the air of an `Atmosphere` hides everything. No document says how it follows from
/// `Density`; by eye, half is hidden at some 2,800 studs with the default 0.3, and at 100 studs with 0.9.
fn clear_air(air: &Instance<'_>) -> f32 {
    let density = air.number("Density").unwrap_or(0.395).clamp(0.0, 1.0);
    150.0 / (density * density * density).max(1e-6)
}

/// The distance in studs from which fog is too far away to be seen. Places without fog have 100,000.
const MOST_FOG: f32 = 50_000.0;

/// A colour as six hexadecimal digits.
pub(super) fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("{red:02X}{green:02X}{blue:02X}")
}

/// Converts the camera of a place or model.
pub(super) fn camera(instance: &Instance<'_>) -> Camera {
    let angle = instance.number("FieldOfView").unwrap_or(70.0).clamp(1.0, 120.0).to_radians();
    Camera { name: instance.name(), angle, aspect: None, near: 0.1, far: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_look_outward() {
        for number in 0..6 {
            let face = Face::from_number(number);
            let turn = face.turn();
            assert!((turn.rotate(-Vec3::Z) - face.normal()).length() < 1e-6, "{number}");
            assert!((turn.rotate(Vec3::Y) - face.up()).length() < 1e-6, "{number}");
        }
        assert_eq!(Face::from_number(77), Face::from_number(Face::FRONT));
    }

    #[test]
    fn old_lighting_is_no_brighter_than_the_default() {
        let intensity = |technology: &str| {
            let text = format!(
                "<roblox version='4'><Item class='Lighting' referent='a'><Properties>\
                 <float name='Brightness'>10000</float>{technology}</Properties></Item></roblox>"
            );
            let document = rbxxml::read(text.as_bytes()).unwrap();
            let instances = super::super::instance::Instances(dom::View::of_xml(&document));
            sun(&instances.get(0).unwrap()).unwrap().0.intensity
        };
        let of = |number: u32| intensity(&format!("<token name='Technology'>{number}</token>"));
        assert_eq!([intensity(""), of(1), of(2)], [WHITE; 3]);
        assert_eq!(of(3), 5.0 * WHITE);
    }

    #[test]
    fn the_sun_goes_from_east_to_west() {
        let near = |hour: f32, latitude: f32, expected: Vec3| {
            let at = sun_at(hour, latitude).unwrap();
            assert!((at - expected).length() < 1e-3, "{hour}: {at:?}");
        };
        near(6.001, 41.733, Vec3::X);
        near(17.999, 41.733, -Vec3::X);
        near(12.0, 23.5, Vec3::Y);
        let half = core::f32::consts::FRAC_1_SQRT_2;
        near(12.0, 68.5, Vec3::new(0.0, half, half));
        near(9.0, 23.5, Vec3::new(half, half, 0.0));
        // At a latitude beyond a pole it would be below the horizon.
        near(9.0, 203.5, Vec3::new(-half, half, 0.0));
        assert_eq!([0.0, 5.999, 18.001].map(|hour| sun_at(hour, 41.733)), [None; 3]);
    }
}

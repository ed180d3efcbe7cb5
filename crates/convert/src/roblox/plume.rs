//! Particles, flames and smoke at one moment, as a picture.

use super::gui::{Area, Canvas, Ink};
use super::instance::Instance;
use super::light::Face;
use super::sequence::{colour, value};
use dom::{ColorKeypoint, NumberKeypoint};
use geom::{Vec2, Vec3};
use scene::thumb::Picture;

/// Upper bound on the particles of a picture: they overlap, and more look the same.
const MOST_PARTICLES: f32 = 40.0;

/// The length of the longer side of a picture in pixels, which is enough for something without edges.
const LONGEST: f32 = 96.0;

/// Upper bound on the pixels painted for a picture.
const MOST_PAINTED: usize = 1 << 20;

/// Upper bound on the length of a side in studs: rain that falls on a whole map is no wider.
const WIDEST: f32 = 1000.0;

/// The particles of an emitter that has run for a while. They move away from it along Y, and spread in the plane of the
/// picture.
#[derive(Debug)]
pub(super) struct Plume {
    /// The direction, relative to the parent.
    pub(super) direction: Vec3,
    /// The size of the region in which particles begin.
    from: Vec2,
    n_particles: f32,
    lifetime: f32,
    speed: f32,
    acceleration: f32,
    /// The drag per second, as the exponent of e.
    drag: f32,
    /// The largest angle from the direction, in radians.
    spread: f32,
    /// Diameters in studs.
    size: Vec<NumberKeypoint>,
    transparency: Vec<NumberKeypoint>,
    colours: Vec<ColorKeypoint>,
    /// The address of the picture of a particle.
    pub(super) url: Option<String>,
}

/// An image: its width, its height and its pixels.
pub(super) type Pixels = (usize, usize, Vec<[u8; 4]>);

impl Plume {
    /// The particles of an instance in a part of this size; `None` for other instances, and for those that are off.
    pub(super) fn from_instance(instance: &Instance<'_>, part: Vec3) -> Option<Self> {
        let plume = match instance.class() {
            b"ParticleEmitter" => Self::of_emitter(instance, part),
            b"Fire" => Self::of_fire(instance),
            b"Smoke" => Self::of_smoke(instance),
            b"Sparkles" => Self::of_sparkles(instance),
            _ => return None,
        };
        (instance.flag("Enabled") != Some(false) && plume.n_particles >= 1.0).then_some(plume)
    }

    fn of_emitter(instance: &Instance<'_>, part: Vec3) -> Self {
        let direction = Face::from_number(instance.choice("EmissionDirection").unwrap_or(Face::TOP)).normal();
        let middle = |property, usual| instance.range(property).map_or(usual, |[min, max]| (min + max) / 2.0);
        let lifetime = middle("Lifetime", 7.5).clamp(0.0, 20.0);
        let deep = (direction.x * part.x + direction.y * part.y + direction.z * part.z).abs();
        let wide = [part.x, part.y, part.z].into_iter().zip(direction.to_array());
        let wide = wide.filter(|(_, along)| *along == 0.0).map(|(length, _)| length).fold(0.0, f32::max);
        let spread = instance.vec2("SpreadAngle").unwrap_or(Vec2::ZERO);
        Self {
            direction,
            from: Vec2::new(wide, deep),
            n_particles: (instance.number("Rate").unwrap_or(20.0) * lifetime).min(MOST_PARTICLES),
            lifetime,
            speed: middle("Speed", 5.0),
            acceleration: instance.vec3("Acceleration").unwrap_or(Vec3::ZERO).dot(direction),
            drag: instance.number("Drag").unwrap_or(0.0) * core::f32::consts::LN_2,
            spread: spread.x.abs().max(spread.y.abs()).min(180.0).to_radians(),
            size: instance.numbers("Size").unwrap_or_else(|| vec![keypoint(0.0, 1.0)]),
            transparency: instance.numbers("Transparency").unwrap_or_default(),
            colours: instance.colours("Color").unwrap_or_default(),
            url: instance.text("Texture").or_else(|| instance.text("TextureContent")),
        }
    }

    /// Particles of one colour. The numbers for flames, smoke and sparkles below are guesses from pictures.
    fn plain(instance: &Instance<'_>, colour: &str, usual: [u8; 3]) -> Self {
        Self {
            direction: Vec3::Y,
            from: Vec2::ZERO,
            n_particles: 14.0,
            lifetime: 1.0,
            speed: 1.0,
            acceleration: 0.0,
            drag: 0.0,
            spread: 0.3,
            size: Vec::new(),
            transparency: vec![keypoint(0.0, 0.3), keypoint(1.0, 1.0)],
            colours: vec![tint(0.0, instance.colour(colour).unwrap_or(usual))],
            url: None,
        }
    }

    fn of_fire(instance: &Instance<'_>) -> Self {
        let size = instance.number("size_xml").unwrap_or(5.0).clamp(2.0, 30.0);
        let heat = instance.number("heat_xml").unwrap_or(9.0).clamp(-25.0, 25.0);
        let mut plume = Self::plain(instance, "Color", [236, 139, 70]);
        plume.colours.push(tint(1.0, instance.colour("SecondaryColor").unwrap_or([139, 80, 55])));
        Self { speed: heat * 0.8, size: vec![keypoint(0.0, size * 0.7), keypoint(1.0, size * 0.2)], ..plume }
    }

    fn of_smoke(instance: &Instance<'_>) -> Self {
        let size = instance.number("size_xml").unwrap_or(1.0).clamp(0.1, 100.0);
        let opacity = instance.number("opacity_xml").unwrap_or(0.5).clamp(0.0, 1.0);
        Self {
            lifetime: 5.0,
            speed: instance.number("riseVelocity_xml").unwrap_or(1.0).clamp(-25.0, 25.0),
            size: vec![keypoint(0.0, size + 1.0), keypoint(1.0, size * 2.0 + 2.0)],
            transparency: vec![keypoint(0.0, 1.0 - opacity), keypoint(1.0, 1.0)],
            ..Self::plain(instance, "Color", [255; 3])
        }
    }

    fn of_sparkles(instance: &Instance<'_>) -> Self {
        let spread = core::f32::consts::PI;
        let sparkles = Self::plain(instance, "SparkleColor", [144, 25, 255]);
        Self {
            n_particles: 20.0,
            speed: 5.0,
            spread,
            size: vec![keypoint(0.0, 0.8), keypoint(1.0, 0.3)],
            ..sparkles
        }
    }

    /// The particles, the oldest first: the centre, the diameter, and the age as a share of the lifetime.
    fn particles(&self) -> impl Iterator<Item = (Vec2, f32, f32)> {
        /// The fractional parts of multiples of these numbers are spread evenly, in one dimension and in two.
        const GOLDEN: f32 = 0.618_034;
        const PLASTIC: [f32; 2] = [0.754_878, 0.569_84];
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to 40")]
        let n = self.n_particles as u8;
        (0..n).rev().map(move |number| {
            let number = f32::from(number);
            let even = |step: f32| (number * step) % 1.0 - 0.5;
            let age = (number + 0.5) / f32::from(n);
            let time = age * self.lifetime;
            let slowed =
                if self.drag > 0.0 { (1.0 - libm::expf(-self.drag * time)) / self.drag } else { time };
            let away = self.speed * slowed + self.acceleration * time * time / 2.0;
            let angle = self.spread * 2.0 * even(GOLDEN);
            let start = Vec2::new(self.from.x * even(PLASTIC[0]), self.from.y * even(PLASTIC[1]));
            let place = start + Vec2::new(libm::sinf(angle), libm::cosf(angle)) * away;
            (place, value(&self.size, age, 1.0).clamp(0.0, WIDEST), age)
        })
    }

    /// The area of the particles in studs, around the emitter; Y is upwards. `None` if they have no size.
    pub(super) fn area(&self) -> Option<Area> {
        let around = |(centre, size, _): (Vec2, f32, f32)| Area::from_point(centre).grown(size / 2.0);
        let limit = Area::from_point(Vec2::ZERO).grown(WIDEST / 2.0);
        let area = self.particles().map(around).reduce(Area::or)?.and(limit);
        (area.size().x > 0.01 && area.size().y > 0.01).then_some(area)
    }

    /// The picture of the area.
    pub(super) fn picture(&self, image: Option<Pixels>) -> Option<Picture> {
        let area = self.area()?;
        let size = area.size();
        let mut canvas = Canvas::new(size.x, size.y, LONGEST / size.x.max(size.y), MOST_PAINTED)?;
        let (width, height, pixels) = image.unwrap_or_else(|| blob(self.url.is_some()));
        let whole = canvas.whole();
        for (centre, size, age) in self.particles() {
            // The picture has its first row on top.
            let place = Vec2::new(centre.x - area.min.x, area.max.y - centre.y);
            let opacity = 1.0 - value(&self.transparency, age, 0.0).clamp(0.0, 1.0);
            let ink = Ink { colour: colour(&self.colours, age), opacity };
            canvas.image(
                Area::from_point(place).grown(size / 2.0),
                whole,
                0.0,
                (width, height, &pixels),
                ink,
            );
        }
        canvas.is_painted().then(|| canvas.picture())
    }
}

const fn keypoint(time: f32, value: f32) -> NumberKeypoint {
    NumberKeypoint { time, value, envelope: 0.0 }
}

fn tint(time: f32, colour: [u8; 3]) -> ColorKeypoint {
    ColorKeypoint { time, color: colour.map(|part| f32::from(part) / 255.0), envelope: 0.0 }
}

/// The side of the pictures below, in pixels.
const SIDE: u8 = 24;

/// A soft white dot, for particles without a picture, or with one that is missing.
fn blob(is_missing: bool) -> Pixels {
    let most = if is_missing { FAINT } else { 1.0 };
    let pixel = |(x, y)| [255, 255, 255, fading(libm::hypotf(from_middle(x), from_middle(y)), most)];
    let pixels = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y))).map(pixel).collect();
    (SIDE.into(), SIDE.into(), pixels)
}

/// A white line with soft sides, for beams whose picture is missing.
pub(super) fn beam() -> Picture {
    let rgba = (0..SIDE).flat_map(|x| [255, 255, 255, fading(from_middle(x).abs(), FAINT)]).collect();
    Picture { width: SIDE.into(), height: 1, rgba }
}

/// The position of a pixel in a row, from -1 to 1.
fn from_middle(pixel: u8) -> f32 {
    (f32::from(pixel) + 0.5) / f32::from(SIDE) * 2.0 - 1.0
}

/// The opacity at a distance from the middle, where it is `most`.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
fn fading(distance: f32, most: f32) -> u8 {
    ((1.0 - distance).clamp(0.0, 1.0) * most * 255.0) as u8
}

/// The opacity of what stands for a missing picture: most pictures of particles and beams are clear for the most part.
const FAINT: f32 = 0.5;

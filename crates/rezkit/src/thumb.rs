//! Pictures of scenes by a software renderer, the same on every platform.
//!
//! Lit from above and from the camera, antialiased by four samples a pixel, with the textures that are PNG files
//! inside of the scene, vertex colours, and what is transparent drawn from back to front. All arithmetic is that
//! of IEEE floats, and trigonometry comes from `libm`, so the same scene gives the same pixels everywhere.

mod camera;
mod geometry;
mod png;
mod raster;
mod shade;
mod surface;
mod texture;

use crate::scene::Scene;
use crate::{Problem, ProblemKind};
use camera::Camera;
use geometry::Geometry;

/// What to draw, and from where.
#[derive(Debug, Clone, PartialEq)]
pub struct ThumbOptions {
    width: u32,
    height: u32,
    level: u8,
    animation: Option<(usize, f32)>,
    yaw: f32,
    pitch: f32,
    background: Option<[u8; 4]>,
    triangles: usize,
}

impl Default for ThumbOptions {
    /// A transparent square of 256 pixels, from the front, a little from the side and above.
    fn default() -> Self {
        Self {
            width: 256,
            height: 256,
            level: 0,
            animation: None,
            yaw: 30.0,
            pitch: 20.0,
            background: None,
            triangles: 4_000_000,
        }
    }
}

impl ThumbOptions {
    /// The size in pixels, up to 4096 each way.
    #[must_use]
    pub fn size(mut self, width: u32, height: u32) -> Self {
        (self.width, self.height) = (width, height);
        self
    }

    /// The level of detail; 0 is the finest.
    #[must_use]
    pub fn level(mut self, level: u8) -> Self {
        self.level = level;
        self
    }

    /// The pose of this animation at a time in seconds.
    #[must_use]
    pub fn animation(mut self, animation: usize, seconds: f32) -> Self {
        self.animation = Some((animation, seconds));
        self
    }

    /// Where the camera stands, in degrees: around the model from its front (+Z) to its left, and up.
    #[must_use]
    pub fn view(mut self, yaw: f32, pitch: f32) -> Self {
        (self.yaw, self.pitch) = (yaw, pitch);
        self
    }

    /// The colour behind the model, as sRGB and opacity; by default nothing.
    #[must_use]
    pub fn background(mut self, background: Option<[u8; 4]>) -> Self {
        self.background = background;
        self
    }

    /// How many triangles are drawn at most, instances counted: by default 4 million, which take 600 MB.
    #[must_use]
    pub fn triangles(mut self, limit: usize) -> Self {
        self.triangles = limit;
        self
    }
}

/// Pixels in rows from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// Red, green, blue as sRGB and opacity, not multiplied with each other.
    pub rgba: Vec<u8>,
}

impl Picture {
    /// The picture as a PNG file.
    #[must_use]
    pub fn to_png(&self) -> Vec<u8> {
        png::encode(self)
    }
}

/// Draws a scene.
///
/// # Errors
///
/// If the size is none, or there are more triangles than the options allow.
///
/// ```
/// use rezkit::thumb::{ThumbOptions, draw};
///
/// let scene = rezkit::obj::read(b"v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n")?;
/// let picture = draw(&scene, &ThumbOptions::default().size(64, 64))?;
/// assert!(picture.rgba[4 * (64 * 32 + 32) + 3] == 255); // opaque in the middle,
/// assert!(picture.rgba[3] == 0); // nothing in the corner
/// assert!(picture.to_png().starts_with(b"\x89PNG"));
/// # Ok::<(), rezkit::Problem>(())
/// ```
pub fn draw(scene: &Scene, options: &ThumbOptions) -> Result<Picture, Problem> {
    let range = 1..=4096;
    if !range.contains(&options.width) || !range.contains(&options.height) {
        let message = format!("{} by {} is no size from 1 to 4096", options.width, options.height);
        return Err(Problem::new(ProblemKind::Limit, message));
    }
    let pose = match options.animation {
        Some((animation, seconds)) => scene.pose_at(animation, seconds),
        None => scene.rest(),
    };
    let mut geometry = Geometry::of(scene, &pose, options.level, options.triangles)?;
    let camera = Camera::towards(&geometry, options);
    geometry.project(&camera);
    Ok(shade::picture(&geometry, &camera, options))
}

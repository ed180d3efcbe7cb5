//! Pictures of scenes by a software renderer, the same on every platform.
//!
//! Models are lit from above and from the camera, and antialiased by four samples per pixel. Vertex colours are used,
//! and textures that are PNG, JPEG, WebP, DDS or KTX files in the scene; transparent surfaces are drawn from back to
//! front. Lines and points are one pixel wide. All arithmetic is that of IEEE floats, and trigonometry comes from
//! `libm`, so equal scenes give equal pixels everywhere.
//!
//! Places stand on a grey ground, with soft shadows. Parts far away from all others are left out: see [`Frame`].

mod blocks;
mod bloom;
mod camera;
mod content;
mod corners;
mod etc;
mod frame;
mod geometry;
mod grain;
mod ground;
mod jpeg;
mod letters;
mod levels;
mod png;
mod raster;
mod reduced;
mod shade;
mod sheet;
mod shot;
mod strokes;
mod subject;
mod surface;
mod texture;
mod view;
mod webp;

use crate::counted::{counted, size};
use crate::loss::{Loss, LossCode, LossSeverity};
use crate::material::{Alpha, Material};
use crate::node::Role;
use crate::problem::{Problem, ProblemKind};
use crate::scene::Scene;
use camera::Stand;
use geometry::Chunks;
use reduced::ReducedMeshes;
use shot::Shot;
use surface::Surfaces;

pub use blocks::{is_one as is_blocks, unread as unread_blocks};
pub use frame::Frame;
pub use levels::levels;
pub use sheet::{Cell, check_sheet, sheet};
pub use shot::Sight;
pub use strokes::{Glyph, StrokeFont};
pub use texture::pixels;
pub use view::View;

/// Upper bound on decoded pixels of all textures together, in bytes; further textures are ignored.
const MOST_PIXELS: usize = 128 << 20;

/// Memory of a pixel, for four samples and the result, in bytes.
const BYTES_OF_PIXEL: usize = 104;

/// Memory of a triangle and its share of the vertices, in bytes.
const BYTES_OF_TRIANGLE: usize = 150;

/// The number of triangles processed in one batch.
const CHUNK: usize = 100_000;

/// The path in the error for a requested animation that does not exist.
pub const ACTION: &str = "action";

/// Upper bound on the triangles of meshes with very many instances: drawing them takes about half a second, and each of
/// them is small.
const MOST_REPEATED: usize = 12_000_000;

/// The selection of an animation.
#[derive(Debug, Clone, PartialEq)]
enum Animation {
    Number(usize),
    Name(String),
}

/// Options for a picture.
#[derive(Debug, Clone, PartialEq)]
#[must_use]
pub struct ThumbOptions {
    width: u32,
    height: u32,
    level: u8,
    /// The level that determines the camera, if it differs from the one drawn.
    framed: Option<u8>,
    animation: Option<(Animation, f32)>,
    background: Option<[u8; 4]>,
    sight: Sight,
    turn: f32,
    memory: Option<usize>,
}

impl Default for ThumbOptions {
    /// A transparent square of 256 pixels, seen from the front, slightly from the side and above.
    fn default() -> Self {
        Self {
            width: 256,
            height: 256,
            level: 0,
            framed: None,
            animation: None,
            background: None,
            sight: Sight::Usual,
            turn: 0.0,
            memory: None,
        }
    }
}

impl ThumbOptions {
    /// Sets the size in pixels, up to 4096 each way.
    pub fn size(self, width: u32, height: u32) -> Self {
        Self { width, height, ..self }
    }

    /// Sets the level of detail; 0 is the finest.
    pub fn level(self, level: u8) -> Self {
        Self { level, ..self }
    }

    /// Sets the pose to that of an animation at a time in seconds.
    pub fn animation(self, animation: usize, seconds: f32) -> Self {
        Self { animation: Some((Animation::Number(animation), seconds)), ..self }
    }

    /// Sets the pose to that of the named animation at a time in seconds.
    pub fn action(self, name: impl Into<String>, seconds: f32) -> Self {
        Self { animation: Some((Animation::Name(name.into()), seconds)), ..self }
    }

    /// Sets the position of the camera in degrees: the angle around the model, from its [front](Scene::front) to its
    /// left, and the angle upwards.
    pub fn view(self, yaw: f32, pitch: f32) -> Self {
        Self { sight: Sight::Around { yaw, pitch }, ..self }
    }

    /// Sets the background, as sRGB and opacity; by default it is transparent.
    pub fn background(self, background: Option<[u8; 4]>) -> Self {
        Self { background, ..self }
    }

    /// Sets the viewpoint.
    pub fn sight(self, sight: Sight) -> Self {
        Self { sight, ..self }
    }

    /// Turns the model to the left by this many degrees: the camera moves around it to the right.
    pub fn turn(self, degrees: f32) -> Self {
        Self { turn: degrees, ..self }
    }

    /// Sets the approximate limit on memory, from which the limits on triangles and textures follow.
    pub fn max_memory(self, bytes: usize) -> Self {
        Self { memory: Some(bytes), ..self }
    }

    fn stand(&self) -> Stand {
        let (yaw, pitch) = match self.sight {
            Sight::Around { yaw, pitch } => (yaw, pitch),
            _ => (camera::YAW, camera::PITCH),
        };
        Stand { yaw, pitch, width: self.width, height: self.height }
    }

    /// The numbers of triangles in a batch and of transparent triangles that are kept, and the bytes of decoded
    /// textures, after the picture itself is subtracted.
    fn limits(&self, has_ground: bool) -> Result<(usize, usize, usize), Problem> {
        let Some(memory) = self.memory else { return Ok((CHUNK, usize::MAX, MOST_PIXELS)) };
        let n_pixels = (self.width as usize).saturating_mul(self.height as usize);
        let of_ground = if has_ground { ground::bytes(n_pixels) } else { 0 };
        let taken = n_pixels.saturating_mul(BYTES_OF_PIXEL).saturating_add(of_ground);
        let left = memory.checked_sub(taken).ok_or_else(|| {
            let message =
                format!("the picture needs {} of memory, and the limit is {}", size(taken), size(memory));
            Problem::new(ProblemKind::Limit, message).help("draw a smaller picture, or allow more memory")
        })?;
        // Batches, transparent triangles and textures get a quarter each.
        let n_triangles = (left / 4 / BYTES_OF_TRIANGLE).max(1);
        Ok((CHUNK.min(n_triangles), n_triangles, MOST_PIXELS.min(left / 4)))
    }

    /// Upper bound on the pixels that this many triangles cover together, including hidden ones: a few hundred thousand
    /// that cover the whole picture would take minutes. If memory is not limited, time is not either; more memory does
    /// not allow more time.
    fn most_covered(&self, n_triangles: usize) -> usize {
        const MOST_LAYERS: usize = 64;
        const MOST_PIXELS: usize = 256 << 20;
        const PIXELS_OF_TRIANGLE: usize = 256;
        let layers = (self.width as usize).saturating_mul(self.height as usize).saturating_mul(MOST_LAYERS);
        let of_all = n_triangles.saturating_mul(PIXELS_OF_TRIANGLE).saturating_add(MOST_PIXELS);
        self.memory.map_or(usize::MAX, |memory| memory.min(of_all).saturating_add(layers))
    }
}

/// A picture: pixels in rows, from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// Red, green and blue as sRGB, and opacity; not premultiplied.
    pub rgba: Vec<u8>,
}

impl Picture {
    /// Encodes the picture as a PNG file.
    #[must_use]
    pub fn to_png(&self) -> Vec<u8> {
        png::encode(self)
    }
}

/// Draws a scene.
///
/// # Errors
///
/// If the size is out of range, the [action](ThumbOptions::action) does not exist, nothing is visible
/// ([`ProblemKind::Empty`]), or the triangles exceed the limits of the options by their number or by the pixels that
/// they cover.
///
/// ```
/// use scene::thumb::{ThumbOptions, draw};
///
/// let scene = scene::obj::read(b"v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n")?;
/// let picture = draw(&scene, &ThumbOptions::default().size(64, 64))?;
/// assert!(picture.rgba[4 * (64 * 32 + 32) + 3] == 255); // opaque in the middle,
/// assert!(picture.rgba[3] == 0); // nothing in the corner
/// assert!(picture.to_png().starts_with(b"\x89PNG"));
/// # Ok::<(), scene::Problem>(())
/// ```
pub fn draw(scene: &Scene, options: &ThumbOptions) -> Result<Picture, Problem> {
    draw_with_losses(scene, options).map(|(picture, _)| picture)
}

/// Draws a scene as [`draw`] does, and reports the textures that are not in the picture.
///
/// # Errors
///
/// As [`draw`].
pub fn draw_with_losses(scene: &Scene, options: &ThumbOptions) -> Result<(Picture, Vec<Loss>), Problem> {
    let range = 1..=4096;
    if !range.contains(&options.width) || !range.contains(&options.height) {
        let (width, height) = (options.width, options.height);
        let message =
            format!("a picture must have 1 to 4,096 pixels in each direction, not {width} by {height}");
        return Err(Problem::new(ProblemKind::Limit, message));
    }
    let mut pose = match &options.animation {
        Some((Animation::Number(number), seconds)) => scene.pose_at(*number, *seconds),
        Some((Animation::Name(name), seconds)) => scene.pose_at(named(scene, name)?, *seconds),
        None => scene.still(),
    };
    let (n_triangles, n_clear, most_pixels) = options.limits(scene.is_place())?;
    let framed = options.framed.unwrap_or(options.level);
    let shot = Shot::select(scene, &pose, framed, options.sight, options.turn, options.stand());
    let mut nodes = scene.at_level(options.level);
    nodes.retain(|node| shot.frame.shows(*node));
    if scene.sprites().next().is_some() {
        let stand = options.stand();
        let camera = shot.camera_of(scene, Stand { yaw: stand.yaw + options.turn, ..stand });
        let veils = camera.map_or_else(Vec::new, |camera| scene.face(&mut pose, camera.eye()));
        nodes.retain(|node| veils.binary_search(node).is_err());
    }
    let surfaces = Surfaces::from_scene(scene, most_pixels);
    let fewer = ReducedMeshes::reduce(scene, &nodes, MOST_REPEATED);
    let chunks = Chunks::divide(scene, &fewer, &pose, &nodes, &surfaces, (n_triangles, n_clear));
    let drawn = shade::picture(scene, &chunks, &shot, options).map_err(|problem| match why_empty(scene) {
        Some(why) if problem.kind == ProblemKind::Empty => problem.help(why),
        _ => problem,
    })?;
    let n_solid = chunks.n_solid;
    drop(chunks);
    let mut losses = surfaces.losses;
    let what = "triangles of transparent materials are drawn opaque: there are too many";
    losses.report(LossCode::MaterialProp, LossSeverity::Changed, what, n_solid, "");
    let what = "triangles that others cover too often are not drawn";
    losses.report(LossCode::ShapeUndrawn, LossSeverity::Lost, what, drawn.n_left_out, "");
    let what = "triangles are left out of meshes with very many copies, whose shape hardly changes";
    losses.report(LossCode::ShapeUndrawn, LossSeverity::Note, what, fewer.n_left_out, "");
    shot.frame.report(scene, LossSeverity::Lost, &mut losses);
    Ok((drawn.picture, losses.0))
}

/// The reason why nothing of a scene is visible, if it is the same for all of it.
#[cold]
fn why_empty(scene: &Scene) -> Option<String> {
    if scene.meshes.is_empty() {
        let n_joints = scene.nodes.iter().filter(|node| node.role == Role::Joint).count();
        let n_animations = scene.animations.len();
        let has_some = n_joints > 0 || n_animations > 0;
        let what = format!("{} and {}", counted(n_joints, "joint"), counted(n_animations, "animation"));
        return has_some.then(|| format!("the model has {what}, but no meshes"));
    }
    let is_clear = |material: &Material| material.alpha == Alpha::Blend && material.base.w <= 0.0;
    let is_invisible = !scene.materials.is_empty() && scene.materials.iter().all(is_clear);
    is_invisible.then(|| "all materials are invisible: their opacity is 0".to_owned())
}

/// The index of an animation by its name.
fn named(scene: &Scene, name: &str) -> Result<usize, Problem> {
    let names: Vec<_> = scene.animations.iter().map(|animation| animation.name.as_str()).collect();
    names.iter().position(|one| *one == name).ok_or_else(|| {
        let message = match names.join(", ") {
            none if none.is_empty() => "the model has no actions".to_owned(),
            names => format!("the model has no such action; it has {names}"),
        };
        Problem::new(ProblemKind::Reference, message).with_path(ACTION)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_have_names() {
        let scene = crate::obj::read(b"v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n").unwrap();
        let drawn =
            |scene: &Scene, name| draw(scene, &ThumbOptions::default().size(32, 32).action(name, 0.5));
        let none = drawn(&scene, "walk").unwrap_err();
        assert_eq!((none.path.as_str(), none.message.as_str()), (ACTION, "the model has no actions"));
        let of = |name: &str| crate::Animation { name: name.to_owned(), ..crate::Animation::default() };
        let moving = Scene { animations: vec![of("run"), of("walk")], ..scene };
        assert_eq!(drawn(&moving, "walk"), draw(&moving, &ThumbOptions::default().size(32, 32)));
        let other = drawn(&moving, "fly").unwrap_err();
        assert_eq!(other.message, "the model has no such action; it has run, walk");
    }

    #[test]
    fn views_have_names_or_angles() {
        assert_eq!("about".parse(), Ok(Sight::About));
        assert_eq!("30, -20.5".parse(), Ok(Sight::Around { yaw: 30.0, pitch: -20.5 }));
        let wrong = "below".parse::<Sight>().unwrap_err().message;
        assert!(
            wrong.starts_with("expected one of saved, about, ") && wrong.ends_with(", as in 30,20"),
            "{wrong}"
        );
    }

    #[test]
    fn more_memory_is_no_more_time() {
        let most = |memory| ThumbOptions::default().max_memory(memory).most_covered(1000);
        assert!(most(1 << 20) < most(1 << 28) && most(1 << 30) == most(8 << 30));
    }
}

#![doc = include_str!("../README.md")]
// Lints against panics on untrusted input. The same in every format crate.
#![cfg_attr(
    not(test),
    warn(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        clippy::cast_possible_truncation,
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic
    )
)]

mod anim;
mod avatar;
#[doc(hidden)]
pub mod bake;
pub mod creator;
pub mod gltf;
mod interface;
mod m3d;
mod options;
mod own;
mod playback;
mod priority;
mod rbxmesh;
mod rest;
mod rigs;
mod roblox;
#[doc(hidden)]
pub mod slmesh;
mod space;
mod stance;
pub mod terrain;
mod upright;

pub use avatar::{sl_avatar, sl_avatar_glb};
pub use interface::draw_interface;
pub use options::{
    AssetOptions, BYTES_OF_TRIANGLE, FacePoses, JointPositions, Physics, SceneOptions, TargetRig,
    TerrainDetail,
};
pub use playback::{PlaybackOptions, Repeats, parse_ease, parse_priority};
pub use rigs::{Rig, RigPreset};

use ::rbxmesh::DracoOptions;
use files::Format;
use files::codec::Codec;
use files::rules::{Finding, Findings, RZK041, RZK049, RZK066, RZK067};
use files::{Asset, identify};
use rigs::Rigging;
use scene::allowance::usual_memory;
use scene::finite::finite;
use scene::loss::Losses;
use scene::obj;
use scene::problem::{GRANT_MORE, Warnings};
use scene::thumb::{self, Picture, ThumbOptions};
use scene::{Loss, LossCode, LossSeverity, Problem, ProblemKind, Scene, bvh, dae, stl};
use std::borrow::Cow;
use std::fmt;

/// Converts a model to a scene, and reports losses.
///
/// ```rust,standalone_crate
/// use convert::{SceneOptions, to_scene};
///
/// let asset = files::Asset::read(include_bytes!("../fixtures/rbxmesh/valid/v400.mesh"))?;
/// let (scene, losses) = to_scene(&asset, &SceneOptions::default().name("head"))?;
/// assert_eq!((scene.nodes[0].name.as_str(), scene.skins[0].joints.len()), ("head", 2));
/// assert!(losses.iter().all(|loss| loss.severity == scene::LossSeverity::Note));
/// # Ok::<(), scene::Problem>(())
/// ```
///
/// # Errors
///
/// If the model has no geometry that a scene can represent.
pub fn to_scene(asset: &Asset, options: &SceneOptions) -> Result<(Scene, Vec<Loss>), Problem> {
    to_scene_with(asset, options, &mut |_| None)
}

/// Converts a model to a scene as [`to_scene`] does. `files` returns the meshes and textures to which models and places
/// of Roblox refer, by addresses such as `rbxassetid://1234`.
///
/// # Errors
///
/// If the model has nothing that a scene can represent.
pub fn to_scene_with(
    asset: &Asset,
    options: &SceneOptions,
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<(Scene, Vec<Loss>), Problem> {
    let mut losses = Losses::default();
    let scene = match asset {
        Asset::RbxBinary(_) | Asset::RbxXml(_) => roblox::to_scene(asset, options, files, &mut losses),
        Asset::RbxCsg(model) => roblox::blob_to_scene(model, options, &mut losses),
        Asset::RbxMesh(model) => rbxmesh::to_scene(model, options, &mut losses),
        Asset::SlMesh(model) => slmesh::to_scene(model, options, &mut losses),
        Asset::Slm(model) => slmesh::scene_of_upload(model, options, &mut losses),
        Asset::SlAnim(model) => anim::to_scene(model, options, &mut losses),
        Asset::M3d(model) => m3d::to_scene(model, options, &mut losses),
        _ => Err(no_scene(asset.format())),
    };
    Ok((scene?, losses.0))
}

/// The error for a format that cannot be converted to a scene.
fn no_scene(format: Format) -> Problem {
    let message = match format {
        Format::LlsdBinary | Format::LlsdXml | Format::LlsdNotation => {
            "this is LLSD, which has no shape".into()
        }
        _ => format!("{} cannot become a scene", format.in_words()),
    };
    Problem::new(ProblemKind::Unsupported, message)
}

/// True if a model has geometry. For models and places of Roblox, only the classes of their instances are checked,
/// except for the terrain.
#[must_use]
pub fn has_shape(asset: &Asset) -> bool {
    match roblox::has_parts(asset) {
        Some(has_parts) => has_parts,
        None => to_scene(asset, &SceneOptions::default()).is_ok_and(|(scene, _)| scene.n_triangles() > 0),
    }
}

/// Converts a scene to a model, and reports losses.
///
/// # Errors
///
/// If the format does not hold scenes, the scene has nothing that the format can represent, the scene needs more than
/// one model, or the model exceeds the limit on memory.
pub fn from_scene(scene: &Scene, to: Format, options: &AssetOptions) -> Result<(Asset, Vec<Loss>), Problem> {
    let made = made(scene, to, options, false)?;
    let asset = made.assets.into_iter().next();
    Ok((asset.ok_or_else(|| Problem::new(ProblemKind::Empty, "the scene is empty"))?, made.losses))
}

/// Converts a scene to as many models as it needs: an asset of Second Life has at most eight materials, and further
/// assets have their numbers as `submodel_id`. All other formats need one model.
///
/// # Errors
///
/// As [`from_scene`].
pub fn all_from_scene(
    scene: &Scene,
    to: Format,
    options: &AssetOptions,
) -> Result<(Vec<Asset>, Vec<Loss>), Problem> {
    let made = made(scene, to, options, true)?;
    Ok((made.assets, made.losses))
}

/// Files and their names.
#[doc(hidden)]
pub type NamedFiles = Vec<(String, Vec<u8>)>;

/// Converted models, the files to which they refer, and the losses.
#[doc(hidden)]
#[derive(Debug)]
pub struct MadeModels {
    pub assets: Vec<Asset>,
    pub files: NamedFiles,
    pub losses: Vec<Loss>,
}

/// Converts a scene as [`all_from_scene`] does if `is_split` is set, and otherwise to one model.
#[doc(hidden)]
pub fn made(
    scene: &Scene,
    to: Format,
    options: &AssetOptions,
    is_split: bool,
) -> Result<MadeModels, Problem> {
    let (mut losses, mut files) = (Losses::default(), Vec::new());
    if !to.is_roblox() {
        let all: Vec<usize> = (0..scene.nodes.len()).collect();
        // Coarse levels may share nodes with finer ones, and are counted for each.
        let levels = bake::levels(scene).concat();
        options.take(bake::cost(scene, &all).saturating_add(bake::cost(scene, &levels)))?;
    }
    let scene = &*finite(scene, &mut losses);
    let scene = &*renamed(scene, &options.joint_names);
    let (scene, rigging) = match to {
        Format::SlMesh | Format::Slm => rigs::applied(scene, options.rig.unwrap_or_default(), &mut losses),
        _ => (Cow::Borrowed(scene), Rigging::default()),
    };
    let scene = &*scene;
    let assets = match to {
        Format::RbxMesh => vec![Asset::RbxMesh(rbxmesh::from_scene(scene, options, &mut losses)?)],
        Format::SlMesh => {
            let made = slmesh::from_scene(scene, options, rigging, is_split, &mut losses)?;
            made.assets.into_iter().map(|asset| Asset::SlMesh(Box::new(asset))).collect()
        }
        Format::Slm => vec![Asset::Slm(slmesh::upload(scene, options, rigging, &mut losses)?)],
        Format::SlAnim => vec![Asset::SlAnim(anim::from_scene(scene, options, &mut losses)?)],
        Format::RbxBinary | Format::RbxXml => {
            let asset;
            (asset, files) = roblox::from_scene(scene, to, options, &mut losses)?;
            vec![asset]
        }
        Format::M3d => vec![Asset::M3d(m3d::from_scene(scene, options, &mut losses)?)],
        _ => {
            let message = format!("a scene cannot become {}", to.in_words());
            return Err(Problem::new(ProblemKind::Unsupported, message));
        }
    };
    Ok(MadeModels { assets, files, losses: losses.0 })
}

/// Findings about features that the uploader of Second Life's viewers would refuse or change. They are derived from a
/// scene, from the glTF file of which `info` is the summary, and from the losses of the conversion.
pub fn uploader_findings(
    scene: &Scene,
    info: Option<&gltf::Info>,
    options: &AssetOptions,
    losses: &[Loss],
) -> Findings {
    let mut found = slmesh::preflight(scene, info);
    let scene = &*renamed(scene, &options.joint_names);
    // Recognised names are reported by the conversion itself, and not again here.
    let (scene, rigging) = rigs::applied(scene, options.rig.unwrap_or_default(), &mut Losses::default());
    found.append(slmesh::rig_findings(&scene, rigging, options.joint_positions.is_some()));
    let of_losses = |loss: &Loss| match loss.code {
        LossCode::WornAway => Some((RZK041, "0.01 m")),
        LossCode::PosNonfinite => Some((RZK049, "")),
        LossCode::UvMissing => Some((RZK066, "")),
        // Readers of glTF have rules of their own for this, and report further broken references.
        LossCode::ReferenceBroken if info.is_none() => Some((RZK067, "")),
        LossCode::NormalMade if loss.what.contains("finite") => Some((RZK049, "")),
        LossCode::UvRounded if loss.what.contains("finite") => Some((RZK049, "")),
        _ => None,
    };
    for (loss, (rule, limit)) in losses.iter().filter_map(|loss| Some((loss, of_losses(loss)?))) {
        let path = loss.places.first().cloned().unwrap_or_default();
        found.add(rule, || Finding { rule, path, found: loss.what.clone(), limit: limit.into() });
    }
    found
}

/// The scene with joints renamed by these pairs of an old and a new name.
fn renamed<'s>(scene: &'s Scene, names: &[(String, String)]) -> Cow<'s, Scene> {
    if names.is_empty() {
        return Cow::Borrowed(scene);
    }
    let mut scene = scene.clone();
    for node in &mut scene.nodes {
        if let Some((_, new)) = names.iter().find(|(old, _)| *old == node.name) {
            node.name.clone_from(new);
        }
    }
    Cow::Owned(scene)
}

/// Reads a file as a scene; converts it if it is a model.
///
/// # Errors
///
/// If the file cannot be read, or its format cannot be converted to a scene.
pub fn read(
    bytes: &[u8],
    options: &SceneOptions,
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<(Scene, Vec<Loss>), Problem> {
    read_as(identify(bytes).format, bytes, options, files)
}

/// Reads like [`read`] a file whose format is known.
#[doc(hidden)]
pub fn read_as(
    format: Format,
    bytes: &[u8],
    options: &SceneOptions,
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<(Scene, Vec<Loss>), Problem> {
    read_within(format, bytes, options, files).map_err(|problem| {
        // The limits of readers follow from the limit on memory.
        let granted = options.max_memory.unwrap_or(usual_memory(bytes.len()));
        let is_memory = problem.kind == ProblemKind::Limit && problem.help.as_deref() == Some(GRANT_MORE);
        if is_memory && problem.needs_mebibytes.is_none() {
            // The need is known only after the file is read, so the error suggests twice the limit.
            problem.needs(granted.saturating_mul(2))
        } else {
            problem
        }
    })
}

/// A picture of a file.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Drawn {
    /// The picture; [`Picture::to_png`] encodes it.
    pub picture: Picture,
    /// The number of triangles of the model.
    pub n_triangles: usize,
    /// Features of the model that the picture does not show.
    pub losses: Vec<Loss>,
}

/// Draws a file that [`read`] can read; drawing may use half of the memory limit of reading. Terrain has the resolution
/// [`TerrainDetail::Picture`], whatever the options say.
///
/// # Errors
///
/// As [`read`] and [`thumb::draw`].
pub fn draw(
    bytes: &[u8],
    reading: &SceneOptions,
    options: &ThumbOptions,
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Drawn, Problem> {
    let mut n_bytes = bytes.len();
    let reading = reading.clone().terrain_detail(TerrainDetail::Picture);
    let (scene, mut losses) = read(bytes, &reading, &mut |name| {
        let found = files(name)?;
        n_bytes = n_bytes.saturating_add(found.len());
        Some(found)
    })?;
    let memory = reading.max_memory.unwrap_or(usual_memory(n_bytes));
    let options = options.clone().max_memory(memory / 2);
    let (picture, more) = thumb::draw_with_losses(&scene, &options)?;
    losses.extend(more);
    Ok(Drawn { picture, n_triangles: scene.n_triangles(), losses })
}

fn read_within(
    format: Format,
    bytes: &[u8],
    options: &SceneOptions,
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<(Scene, Vec<Loss>), Problem> {
    let mut losses = Losses::default();
    // One half is for the scene, whose lists exist twice while they grow; the other is for what is built from it.
    let limit = options.max_memory.map(|memory| memory.saturating_sub(bytes.len()) / 4);
    let granted = options.clone().max_memory(options.max_memory.unwrap_or(usual_memory(bytes.len())));
    let model = |files| to_scene_with(&Asset::read_within(bytes, options.max_memory)?, &granted, files);
    let (mut scene, warnings) = match format {
        Format::Glb | Format::Gltf => {
            let usual = gltf::ReadOptions::default();
            let read = limit.map_or(usual.clone(), |limit| usual.output_bytes(limit));
            gltf::read_with(bytes, &read, files)?
        }
        Format::Obj => {
            let usual = obj::ObjOptions::default();
            let read = limit.map_or(usual.clone(), |limit| usual.output_bytes(limit));
            obj::read_with(bytes, &read, files)?
        }
        Format::Collada => {
            let usual = dae::DaeOptions::default();
            let read = limit.map_or(usual.clone(), |limit| usual.output_bytes(limit));
            let (mut scene, warnings) = dae::read_with(bytes, &read, files)?;
            rest::settle(&mut scene, &mut losses);
            (scene, warnings)
        }
        Format::Bvh => {
            let memory = options.max_memory.unwrap_or(usual_memory(bytes.len()));
            let mut scene = bvh::read(bytes, memory, &mut losses)?;
            upright::stand(&mut scene, &mut losses);
            (scene, Warnings::default())
        }
        Format::Stl => {
            (stl::read(bytes, options.max_memory.unwrap_or(usual_memory(bytes.len())))?, Warnings::default())
        }
        // The arrays of a scene are a bounded multiple of the file; a model can be read within any limits.
        Format::RbxMesh if options.max_memory.is_none_or(|memory| bytes.len() <= memory / 64) => {
            if let Some(scene) = rbxmesh::read(bytes, &granted, &mut losses) {
                return Ok((scene?, losses.0));
            }
            return model(files);
        }
        // LLSD is refused before it is read, because reading may be expensive.
        Format::LlsdBinary | Format::LlsdXml | Format::LlsdNotation => {
            return Err(no_scene(format));
        }
        _ => return model(files),
    };
    add_warnings(warnings, |_| false, &mut losses);
    let is_own = scene.extras.get("rezkit").and_then(|own| own.get("source")).is_some();
    if !is_own {
        let guesses = scene.recognise_names(options.level_order);
        for guess in guesses {
            losses.report(LossCode::LodOrderGuessed, LossSeverity::Note, &guess.message, 1, &guess.path);
        }
    }
    if scene.name.is_empty() {
        scene.name.clone_from(&options.name);
    }
    Ok((scene, losses.0))
}

/// Compresses the geometry of a Roblox mesh, and reports the rounding.
pub fn compress(
    model: &mut ::rbxmesh::Mesh,
    options: &DracoOptions,
    losses: &mut Losses,
) -> Result<(), Problem> {
    if model.version.major < 6 {
        let message = format!("version {} cannot hold a Draco stream: use 6.00 or 7.00", model.version);
        return Err(Problem::new(ProblemKind::Unsupported, message));
    }
    let rounded = model.compress(options).map_err(failed)?;
    let within = format!("rounded for Draco, by up to {}", rounded.largest);
    for (code, what, count) in [
        (LossCode::PosRounded, "positions", rounded.n_positions),
        (LossCode::NormalChanged, "normals", rounded.n_normals),
        (LossCode::UvRounded, "texture coordinates", rounded.n_uvs),
    ] {
        losses.report(code, LossSeverity::Changed, &format!("{what} {within}"), count, "vertices");
    }
    Ok(())
}

/// Draco options for this number of bits for positions; the bits of other attributes are in proportion, as in other
/// Draco encoders.
pub fn draco_of_bits(n_bits: u8) -> DracoOptions {
    let others = n_bits.saturating_sub(3).max(8);
    DracoOptions::default().position_bits(n_bits).normal_bits(others).uv_bits(others)
}

/// Writes a model as a file.
pub fn bytes_of(asset: &Asset) -> Result<Vec<u8>, Problem> {
    match asset {
        Asset::RbxMesh(model) => ::rbxmesh::write(model).map_err(failed),
        Asset::SlMesh(asset) => ::slmesh::write(asset).map_err(failed),
        Asset::SlAnim(model) => ::slmesh::anim::write(model).map_err(failed),
        Asset::Slm(container) => ::slmesh::slm::write(container).map_err(failed),
        Asset::M3d(model) => ::m3d::write(model).map_err(failed),
        Asset::RbxBinary(model) => Codec::write(model),
        Asset::RbxXml(document) => Codec::write(document),
        _ => Err(Problem::new(ProblemKind::Unsupported, "scenes cannot be converted to this format")),
    }
}

/// Records warnings about scene files as losses.
pub fn add_warnings(warnings: Warnings, comes_back: impl Fn(LossCode) -> bool, losses: &mut Losses) {
    for problem in warnings.list {
        let code = problem.code.unwrap_or(match problem.kind {
            ProblemKind::Dropped => LossCode::ExtensionIgnored,
            ProblemKind::MissingFile => LossCode::TextureExternal,
            _ => LossCode::UnknownData,
        });
        let severity = match code {
            code if comes_back(code) => LossSeverity::Note,
            LossCode::NormalChanged
            | LossCode::PosRounded
            | LossCode::WeightRounded
            | LossCode::ColourRounded
            | LossCode::Renamed
            | LossCode::NgonSplit => LossSeverity::Changed,
            _ => LossSeverity::Lost,
        };
        losses.report(code, severity, &problem.message, 1, &problem.path);
    }
    let what = "further losses of these kinds";
    losses.report(LossCode::UnknownData, LossSeverity::Lost, what, warnings.n_more, "");
}

/// The error for a model that its format crate refuses.
fn failed(error: impl fmt::Display) -> Problem {
    Problem::new(ProblemKind::Unsupported, error.to_string())
}

/// Shortens a name for a scene: many names of a file may share a string of many megabytes.
fn said(name: impl AsRef<[u8]>) -> String {
    const MOST: usize = 255;
    let name = name.as_ref();
    let start = name.get(..MOST).unwrap_or(name);
    let text = String::from_utf8_lossy(start);
    // The cut may have split the last character.
    if start.len() == MOST { text.trim_end_matches('\u{fffd}').to_owned() } else { text.into_owned() }
}

//! Models of the mesh formats as scenes, scenes as models, and files of one from files of the other.
//!
//! What a scene cannot show of a model is kept in its extras: a file of the model's own format without its geometry.
//! On the way back its parts are used as long as they belong to what the scene shows; parts of what was edited are made
//! anew, which the report says.

mod bake;
mod m3d;
mod own;
mod rbxmesh;
mod roblox;
mod slmesh;
mod trial;
mod verdict;

pub use verdict::{Verdict, judge};

use crate::allowance::Allowance;
use crate::gltf::{self, GltfFiles};
use crate::loss::{Losses, Part, left_out};
use crate::problem::Warnings;
use crate::scene::{LevelOrder, Scene};
use crate::{
    Asset, Format, Loss, LossCode, LossSeverity, MeshVersion, Problem, ProblemKind, WeldOptions, identify,
    obj, stl, usual_memory,
};
use std::borrow::Cow;
use std::fmt;

/// How the facial poses of Roblox meshes become animations. Both come back.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum FacePoses {
    /// An animation of a second for each pose, such as `FACS_c_JD`.
    #[default]
    Animations,
    /// One animation with a pose a frame; the mesh has the names of the frames, as Roblox Studio imports them.
    Studio,
}

/// How a model becomes a scene.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SceneOptions {
    /// What the scene and its meshes are called, where the format has no names.
    pub name: String,
    /// Whether what the scene cannot show is kept in its extras.
    pub extras: bool,
    /// Whether bones, attachments and welds of Roblox models become nodes.
    pub rig: bool,
    /// How the facial poses of Roblox meshes become animations.
    pub face_poses: FacePoses,
    /// What the numbers in the names of levels of detail mean, such as `chair_LOD1`.
    pub level_order: LevelOrder,
    /// The number of triangles above which Model 3D is refused, and of nodes above which models and places of Roblox
    /// are, and of instances above twice which they are: few bytes of a packed file can stand for many.
    pub max_triangles: usize,
    /// About how much memory reading may take; by default it depends on the file.
    pub max_memory: Option<usize>,
}

impl Default for SceneOptions {
    fn default() -> Self {
        Self {
            name: "model".into(),
            extras: true,
            rig: false,
            face_poses: FacePoses::default(),
            level_order: LevelOrder::Guess,
            max_triangles: 500_000,
            max_memory: None,
        }
    }
}

impl SceneOptions {
    /// What the scene and its meshes are called, where the format has no names.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Whether what the scene cannot show is kept in its extras; by default it is.
    #[must_use]
    pub fn extras(mut self, extras: bool) -> Self {
        self.extras = extras;
        self
    }

    /// Whether bones, attachments and welds of Roblox models become nodes; by default they are left out.
    #[must_use]
    pub fn rig(mut self, rig: bool) -> Self {
        self.rig = rig;
        self
    }

    /// About how much memory reading may take, from which the number of triangles follows, too.
    #[must_use]
    pub fn max_memory(mut self, bytes: usize) -> Self {
        self.max_memory = Some(bytes);
        self.max_triangles = bytes / 400;
        self
    }
}

/// How a scene becomes a model.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct AssetOptions {
    /// The version of a Roblox mesh; by default that of the mesh that the scene was made of, or else the smallest that
    /// holds everything.
    pub version: Option<MeshVersion>,
    /// Whether vertices of a Roblox mesh are joined, and how much they may differ.
    pub weld: Option<WeldOptions>,
    /// New names for joints, each with the name that the scene has: joints of the avatar of Second Life are known by
    /// their names.
    pub joint_names: Vec<(String, String)>,
    /// About how much memory it may take: a small scene may show one mesh in many places, and a model has each of them.
    /// By default it is not limited.
    pub max_memory: Option<usize>,
}

impl AssetOptions {
    /// Another name for a joint.
    #[must_use]
    pub fn joint_name(mut self, old: impl Into<String>, new: impl Into<String>) -> Self {
        self.joint_names.push((old.into(), new.into()));
        self
    }

    /// About how much memory it may take: a small scene may show one mesh in many places, and a model has each of them.
    #[must_use]
    pub fn max_memory(mut self, bytes: usize) -> Self {
        self.max_memory = Some(bytes);
        self
    }

    /// Something that takes so many bytes.
    fn take(&self, n_bytes: usize) -> Result<(), Problem> {
        Allowance::new(self.max_memory.unwrap_or(usize::MAX)).take(n_bytes)
    }

    /// Joins vertices of a Roblox mesh that differ by no more than this.
    #[must_use]
    pub fn weld(mut self, options: WeldOptions) -> Self {
        self.weld = Some(options);
        self
    }

    /// The version of a Roblox mesh.
    #[must_use]
    pub fn version(mut self, version: MeshVersion) -> Self {
        self.version = Some(version);
        self
    }
}

/// Makes a scene of a model, and says what it cannot show.
///
/// ```
/// use rezkit::exchange::{SceneOptions, to_scene};
///
/// let asset = rezkit::Asset::read(include_bytes!("../../../fixtures/rbxmesh/valid/v400.mesh"))?;
/// let (scene, losses) = to_scene(&asset, &SceneOptions::default().name("head"))?;
/// assert_eq!((scene.nodes[0].name.as_str(), scene.skins[0].joints.len()), ("head", 2));
/// assert!(losses.iter().all(|loss| loss.severity == rezkit::LossSeverity::Note));
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the model has no geometry that can be shown.
pub fn to_scene(asset: &Asset, options: &SceneOptions) -> Result<(Scene, Vec<Loss>), Problem> {
    to_scene_with(asset, options, &mut |_| None)
}

/// As [`to_scene`]. `files` is asked for the meshes and textures that models and places of Roblox name, as
/// `rbxassetid://1234`.
///
/// # Errors
///
/// If the model has nothing that can be shown.
pub fn to_scene_with(
    asset: &Asset,
    options: &SceneOptions,
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<(Scene, Vec<Loss>), Problem> {
    let mut losses = Losses::default();
    let scene = match asset {
        Asset::RbxBinary(_) | Asset::RbxXml(_) => roblox::to_scene(asset, options, files, &mut losses),
        Asset::RbxMesh(model) => rbxmesh::to_scene(model, options, &mut losses),
        Asset::SlMesh(model) => slmesh::to_scene(model, options, &mut losses),
        Asset::M3d(model) => m3d::to_scene(model, options, &mut losses),
        _ => Err(Problem::new(
            ProblemKind::Unsupported,
            match asset {
                Asset::Llsd(_) => "this is LLSD, which has no shape".into(),
                _ => format!("{} cannot become a scene", asset.format().in_words()),
            },
        )),
    };
    Ok((scene?, losses.0))
}

/// Makes a model of a scene, and says what it has no place for.
///
/// # Errors
///
/// If the format has no models of scenes, the scene has nothing that it can hold, or the model would take more memory
/// than the options grant.
pub fn from_scene(scene: &Scene, to: Format, options: &AssetOptions) -> Result<(Asset, Vec<Loss>), Problem> {
    let mut losses = Losses::default();
    let all: Vec<usize> = (0..scene.nodes.len()).collect();
    // Coarse levels may use the nodes of finer ones.
    let levels = bake::levels(scene).concat();
    options.take(bake::cost(scene, &all).saturating_add(bake::cost(scene, &levels)))?;
    let scene = &*renamed(scene, &options.joint_names);
    let asset = match to {
        Format::RbxMesh => rbxmesh::from_scene(scene, options, &mut losses).map(Asset::RbxMesh),
        Format::SlMesh => {
            slmesh::from_scene(scene, options, &mut losses).map(|asset| Asset::SlMesh(Box::new(asset)))
        }
        Format::M3d => m3d::from_scene(scene, options, &mut losses).map(Asset::M3d),
        _ => Err(Problem::new(ProblemKind::Unsupported, format!("a scene cannot become {}", to.in_words()))),
    };
    Ok((asset?, losses.0))
}

/// The scene with other names of nodes.
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

/// How to convert between files of models and of scenes.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ExchangeOptions {
    /// The format to convert to.
    pub to: Format,
    /// The way to a scene.
    pub scene: SceneOptions,
    /// The way to a model.
    pub asset: AssetOptions,
    /// The level of detail of formats that have one: 0 is the finest.
    pub level: u8,
}

impl ExchangeOptions {
    /// To a format, with everything else by default.
    #[must_use]
    pub fn to(to: Format) -> Self {
        Self { to, scene: SceneOptions::default(), asset: AssetOptions::default(), level: 0 }
    }
}

/// What [`convert`] gives.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Exchanged {
    /// The file.
    pub bytes: Vec<u8>,
    /// Files that belong beside it, by names that every system allows and that lead nowhere else.
    pub beside: Vec<(String, Vec<u8>)>,
    /// What it could not hold, or holds in another way.
    pub losses: Vec<Loss>,
    /// Whether there is nothing in it: no triangle, line or point, and no skeleton and animation either.
    pub is_empty: bool,
}

/// Whether [`convert`] converts from one format to another: between meshes of different formats, between meshes and
/// glTF, OBJ and STL, and from models and places of Roblox to glTF, OBJ and STL.
#[must_use]
pub fn converts(from: Format, to: Format) -> bool {
    let is_scene = matches!(to, Format::Glb | Format::Gltf | Format::Obj | Format::Stl);
    let is_mesh = matches!(to, Format::RbxMesh | Format::SlMesh | Format::M3d);
    match from {
        Format::RbxBinary | Format::RbxXml => is_scene,
        Format::RbxMesh | Format::SlMesh | Format::M3d | Format::A3d => {
            is_scene || is_mesh && from.family() != to.family()
        }
        Format::Glb | Format::Gltf | Format::Obj => is_scene || is_mesh,
        _ => false,
    }
}

/// Converts a file to another format by way of a scene, and says what is lost. `files` is asked for the files beside the
/// input that it names, and for assets of Roblox as `rbxassetid://1234`.
///
/// ```
/// use rezkit::exchange::{ExchangeOptions, convert};
/// use rezkit::Format;
///
/// let mesh = include_bytes!("../../../fixtures/rbxmesh/valid/v300.mesh");
/// let glb = convert(mesh, &ExchangeOptions::to(Format::Glb), &mut |_| None)?;
/// let back = convert(&glb.bytes, &ExchangeOptions::to(Format::RbxMesh), &mut |_| None)?;
/// assert_eq!(back.bytes, mesh);
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the file cannot be read, the new format cannot hold anything of it, or it would take more memory than
/// [`SceneOptions::max_memory`], by default [`usual_memory`] of all files that are read.
pub fn convert(
    bytes: &[u8],
    options: &ExchangeOptions,
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Exchanged, Problem> {
    let mut n_bytes = bytes.len();
    let files = &mut |name: &str| {
        let found = files(name);
        n_bytes = n_bytes.saturating_add(found.as_ref().map_or(0, Vec::len));
        found
    };
    // Only glTF has extras, in which what a scene does not show comes back.
    let is_gltf = matches!(options.to, Format::Glb | Format::Gltf);
    let reading = options.scene.clone().extras(options.scene.extras && is_gltf);
    let (scene, mut losses) = read(bytes, &reading, files)?;
    let memory = options.scene.max_memory.unwrap_or(usual_memory(n_bytes));
    let mut written = write(&scene, options, memory)?;
    let beside = written.1.iter().map(|(_, bytes)| bytes.len());
    Allowance::new(memory).take(beside.fold(written.0.len(), usize::saturating_add))?;
    losses.append(&mut written.2);
    let mut losses = Losses(losses);
    if !options.scene.extras && is_gltf {
        trial::report(bytes, &written, &options.scene, &mut losses);
    }
    let (bytes, beside, _) = written;
    Ok(Exchanged { is_empty: is_empty(&scene, options), bytes, beside, losses: losses.0 })
}

/// Whether the file of a scene has nothing in it. Models are never made of such scenes.
fn is_empty(scene: &Scene, options: &ExchangeOptions) -> bool {
    let has_shape = |node: usize| {
        let mesh = scene.nodes.get(node).and_then(|node| scene.meshes.get(node.mesh?));
        mesh.is_some_and(|mesh| match options.to {
            Format::Stl => !mesh.shape.indices.is_empty(),
            _ => !(mesh.shape.indices.is_empty() && mesh.lines.is_empty() && mesh.points.is_empty()),
        })
    };
    match options.to {
        Format::Glb | Format::Gltf => {
            let has_motion = !scene.skins.is_empty() || !scene.animations.is_empty();
            !has_motion && !(0..scene.nodes.len()).any(has_shape)
        }
        Format::Obj | Format::Stl => !scene.at_level(options.level).into_iter().any(has_shape),
        _ => false,
    }
}

/// Reads a file as a scene, whether it is one or a model.
///
/// # Errors
///
/// If it cannot be read, or is of a format that has no scenes.
pub fn read(
    bytes: &[u8],
    options: &SceneOptions,
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<(Scene, Vec<Loss>), Problem> {
    let mut losses = Losses::default();
    // Half for the scene, whose lists are there twice while they grow, half for what is made of it.
    let limit = options.max_memory.map(|memory| memory.saturating_sub(bytes.len()) / 4);
    let granted = options.clone().max_memory(options.max_memory.unwrap_or(usual_memory(bytes.len())));
    let model = |files| to_scene_with(&Asset::read_within(bytes, options.max_memory)?, &granted, files);
    let (mut scene, warnings) = match identify(bytes).format {
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
        // A scene of arrays takes a limited number of times their bytes; a model is read within any limits.
        Format::RbxMesh if options.max_memory.is_none_or(|memory| bytes.len() <= memory / 64) => {
            if let Some(scene) = rbxmesh::read(bytes, &granted, &mut losses) {
                return Ok((scene?, losses.0));
            }
            return model(files);
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

/// The file, those beside it, and what is lost.
type Files = (Vec<u8>, Vec<(String, Vec<u8>)>, Vec<Loss>);

fn write(scene: &Scene, options: &ExchangeOptions, memory: usize) -> Result<Files, Problem> {
    let written_out = || Allowance::new(memory).take(bake::cost(scene, &scene.at_level(options.level)));
    let mut losses = Losses::default();
    let written = gltf::WriteOptions::default().extras(options.scene.extras).base(&options.scene.name);
    let source = scene.extras.get("rezkit").and_then(|own| own.get("source")).and_then(crate::Json::as_text);
    // These keep all numbers and properties that are changed for glTF as they were.
    let is_kept = options.scene.extras && matches!(source, Some("m3d" | "rbxmesh"));
    let comes_back = |code| {
        is_kept
            && matches!(
                code,
                LossCode::NormalChanged
                    | LossCode::TextureExternal
                    | LossCode::MaterialProp
                    | LossCode::NgonSplit
            )
    };
    if matches!(options.to, Format::Glb | Format::Gltf) {
        let is_in_extras = |part| {
            matches!(
                part,
                Part::Labels
                    | Part::IdleJoints
                    | Part::GroupNames
                    | Part::Studs
                    | Part::OtherUnit
                    | Part::Extras
                    | Part::Kept
            )
        };
        let holds = |part| part != Part::Polygons && (options.scene.extras || !is_in_extras(part));
        let nodes: Vec<usize> = (0..scene.nodes.len()).collect();
        left_out(scene, &nodes, &holds, &mut losses);
        for loss in losses.0.iter_mut().filter(|loss| comes_back(loss.code)) {
            loss.severity = LossSeverity::Note;
        }
    }
    let (bytes, beside) = match options.to {
        Format::Glb => {
            let (bytes, warnings) = gltf::write_glb(scene, &written)?;
            add_warnings(warnings, comes_back, &mut losses);
            (bytes, Vec::new())
        }
        Format::Gltf => {
            let (GltfFiles { json, files }, warnings) = gltf::write_gltf(scene, &written)?;
            add_warnings(warnings, comes_back, &mut losses);
            (json, files)
        }
        Format::Obj => {
            written_out()?;
            let (obj::ObjFiles { obj, files }, more) =
                obj::write(scene, options.level, &scene.rest(), &options.scene.name);
            losses.0.extend(more);
            (obj, files)
        }
        Format::Stl => {
            written_out()?;
            let (stl, more) = stl::write(scene, options.level, &scene.rest());
            losses.0.extend(more);
            (stl, Vec::new())
        }
        to => {
            let (asset, more) = from_scene(scene, to, &options.asset.clone().max_memory(memory))?;
            losses.0.extend(more);
            (bytes_of(&asset)?, Vec::new())
        }
    };
    Ok((bytes, beside, losses.0))
}

/// A model as a file.
fn bytes_of(asset: &Asset) -> Result<Vec<u8>, Problem> {
    match asset {
        Asset::RbxMesh(model) => ::rbxmesh::write(model).map_err(failed),
        Asset::SlMesh(asset) => ::slmesh::write(asset).map_err(failed),
        Asset::M3d(model) => ::m3d::write(model).map_err(failed),
        _ => Err(Problem::new(ProblemKind::Unsupported, "no scene becomes such a file")),
    }
}

/// Warnings about files of scenes as losses.
fn add_warnings(warnings: Warnings, comes_back: impl Fn(LossCode) -> bool, losses: &mut Losses) {
    for problem in warnings.list {
        let code = problem.code.unwrap_or(match problem.kind {
            ProblemKind::Dropped => LossCode::ExtensionIgnored,
            ProblemKind::MissingFile => LossCode::TextureExternal,
            _ => LossCode::UnknownData,
        });
        let severity = match code {
            code if comes_back(code) => LossSeverity::Note,
            LossCode::NormalChanged
            | LossCode::WeightRounded
            | LossCode::ColourRounded
            | LossCode::Renamed
            | LossCode::NgonSplit => LossSeverity::Changed,
            _ => LossSeverity::Lost,
        };
        losses.report(code, severity, &problem.message, 1, &problem.path);
    }
    let what = "more of the same sorts";
    losses.report(LossCode::UnknownData, LossSeverity::Lost, what, warnings.n_more, "");
}

/// What a format crate refuses.
fn failed(error: impl fmt::Display) -> Problem {
    Problem::new(ProblemKind::Unsupported, error.to_string())
}

/// A name, shortened for a scene: many names of a file may share a string of many megabytes.
fn said(name: impl AsRef<[u8]>) -> String {
    const MOST: usize = 255;
    let name = name.as_ref();
    let start = name.get(..MOST).unwrap_or(name);
    let text = String::from_utf8_lossy(start);
    // The last letter may be cut in two.
    if start.len() == MOST { text.trim_end_matches('\u{fffd}').to_owned() } else { text.into_owned() }
}

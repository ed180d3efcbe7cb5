//! Conversions between models and scenes by way of a scene, with a verdict on the result.

mod copies;
mod levels;
mod rest;
mod trial;
mod verdict;

pub use crate::verbs::land_impact::{CostLimit, TriedLevels};
pub use verdict::{Verdict, judge, judge_file};

use crate::verbs::lod::LodOptions;
use convert::creator::{self, Purpose};
use convert::slmesh::materials;
use convert::{
    AssetOptions, PlaybackOptions, SceneOptions, add_warnings, bake, bytes_of, has_shape, made, read_as,
    uploader_findings,
};
use files::rules::Findings;
use files::{Asset, Format, identify};
use scene::allowance::{Allowance, usual_memory};
use scene::file_names::FileNames;
use scene::finite::keep_finite;
use scene::gltf::{self, GltfFiles};
use scene::left_out::{Feature, left_out};
use scene::loss::Losses;
use scene::thumb::Frame;
use scene::{Loss, LossCode, LossSeverity, MadeLevel, Problem, ProblemKind, Role, Scene, dae, obj, stl};
use std::cell::Cell;
use std::collections::HashSet;

/// Options of conversions between models and scenes.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ExchangeOptions {
    /// The format to convert to.
    pub to: Format,
    /// Options of reading the input as a scene.
    pub scene: SceneOptions,
    /// Options of writing the scene as a model.
    pub asset: AssetOptions,
    /// Options of writing glTF. Extras and names follow from `scene`.
    pub gltf: gltf::WriteOptions,
    /// The repetition, priority and ease times of all animations, where they replace those of the input.
    pub playback: PlaybackOptions,
    /// The avatar item for which a Roblox mesh is made: [`judge`] checks the scene against its limits.
    pub purpose: Option<Purpose>,
    /// The level of detail to convert, in formats that have levels: 0 is the finest.
    pub level: u8,
    /// The levels of detail to generate. By default, existing levels are kept; a Second Life mesh without any gets
    /// four, like those that its uploader generates.
    pub levels: Option<LodOptions>,
    /// Fills levels that a Second Life mesh lacks with copies of the next finer one, instead of generating them.
    pub copies_levels: bool,
    /// Writes the materials of a Second Life mesh as material assets next to it, with their images. Until the images
    /// are uploaded and have ids, the ids of textures are derived from their content; the losses list them.
    pub materials: bool,
    /// Writes the meshes of a scene as instances of a Roblox model, and next to it the meshes, the images and
    /// a list of the addresses by which the instances refer to them. [`AssetMap`](crate::AssetMap) reads the
    /// list once the asset ids are filled in. By default, only animations are converted to a model.
    pub parts: bool,
}

impl ExchangeOptions {
    /// Options for this format, with the other fields at their defaults.
    #[must_use]
    pub fn to(to: Format) -> Self {
        let (scene, asset, gltf) = Default::default();
        Self {
            to,
            scene,
            asset,
            gltf,
            playback: PlaybackOptions::default(),
            purpose: None,
            level: 0,
            levels: None,
            copies_levels: false,
            materials: false,
            parts: false,
        }
    }

    /// Returns true if [`convert`](fn@convert) is to convert a file of this format: if [`converts`] says so, or if the
    /// animations of a Roblox model change on the way to another Roblox model.
    #[must_use]
    pub fn apply_to(&self, from: Format) -> bool {
        converts(from, self.to) || from.is_roblox() && self.to.is_roblox() && self.changes_animations()
    }

    fn changes_animations(&self) -> bool {
        let AssetOptions { curves, target_rig, .. } = &self.asset;
        curves.is_some() || target_rig.is_some() || self.playback != PlaybackOptions::default()
    }
}

/// The result of [`convert`](fn@convert).
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Exchanged {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// Additional files, to be saved next to it. Their names are valid on every system, and have no directories.
    pub beside: Vec<(String, Vec<u8>)>,
    /// The number of additional files, at the front, that are models of the same format, because one cannot hold the
    /// whole scene.
    pub n_more: usize,
    /// Features that the target format cannot represent, or represents differently.
    pub losses: Vec<Loss>,
    /// True if the file is empty: it has no triangle, line or point, and neither a skeleton nor an animation.
    pub is_empty: bool,
    /// The generated levels of detail, the finest first.
    pub levels: Vec<MadeLevel>,
    /// The levels of detail that were tried, to keep below a cost.
    pub tried: Vec<TriedLevels>,
    /// Findings on the scene that Second Life's uploader or Roblox would report.
    pub(crate) uploader: Findings,
}

impl Exchanged {
    /// The model, and the additional ones that hold the rest of the scene.
    pub fn models(&self) -> impl Iterator<Item = &[u8]> {
        let more = self.beside.iter().take(self.n_more).map(|(_, bytes)| &**bytes);
        [&*self.bytes].into_iter().chain(more)
    }
}

/// Returns true if [`convert`](fn@convert) supports this conversion: between meshes of different formats; between meshes and glTF,
/// OBJ, Collada and STL; from Roblox models, places and unions to these scene formats; and from scene formats to Roblox
/// models, which get the animations, and with [`ExchangeOptions::parts`] the meshes.
#[must_use]
pub fn converts(from: Format, to: Format) -> bool {
    let is_scene = matches!(to, Format::Glb | Format::Gltf | Format::Obj | Format::Collada | Format::Stl);
    let is_mesh = matches!(to, Format::RbxMesh | Format::SlMesh | Format::Slm | Format::M3d);
    match from {
        // Animations move the joints of a model or of a standard rig.
        Format::RbxBinary | Format::RbxXml => is_scene || to == Format::SlAnim,
        // Keys of unions (the other CSG format) have no geometry.
        Format::CsgMesh | Format::CsgSolid | Format::CsgPhysics => is_scene,
        Format::RbxMesh | Format::SlMesh | Format::M3d | Format::A3d => {
            is_scene || is_mesh && from.family() != to.family()
        }
        Format::SlAnim | Format::Bvh => {
            let holds_motion = matches!(to, Format::Glb | Format::Gltf | Format::Collada) || to.is_roblox();
            holds_motion || to == Format::SlAnim && from == Format::Bvh
        }
        // Only the animations of the scene are converted.
        Format::Glb | Format::Gltf | Format::Collada if to == Format::SlAnim => true,
        Format::Glb | Format::Gltf | Format::Obj | Format::Collada | Format::Stl => {
            is_scene || is_mesh || to.is_roblox()
        }
        _ => false,
    }
}

/// Converts a file to another format by way of a scene, and reports the losses. `files` is called for files that the
/// input refers to, and for Roblox assets as `rbxassetid://1234`.
///
/// ```rust,standalone_crate
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
/// If the file cannot be read, the new format cannot hold any of it, or the conversion exceeds
/// [`SceneOptions::max_memory`], which defaults to [`usual_memory`] of all files that are read.
pub fn convert(
    bytes: &[u8],
    options: &ExchangeOptions,
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Exchanged, Problem> {
    convert_as(identify(bytes).format, bytes, options, files)
}

/// Converts like [`convert`](fn@convert) a file whose format is known.
pub(super) fn convert_as(
    from: Format,
    bytes: &[u8],
    options: &ExchangeOptions,
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Exchanged, Problem> {
    let mut options = options.clone();
    // Motion capture has a key in each frame, most of them redundant.
    options.asset.thins_keys = from == Format::Bvh;
    let options = &options;
    if from.is_roblox() && options.to.is_roblox() && has_shape(&Asset::read(bytes)?) {
        let message =
            "only files without parts are converted to other animations, since all else would be lost";
        let help =
            "set Loop and Priority in the file with `rez set`, or convert a file of the animations alone";
        return Err(Problem::new(ProblemKind::Unsupported, message).help(help));
    }
    let n_bytes = Cell::new(bytes.len());
    let files = &mut |name: &str| {
        let found = files(name);
        n_bytes.set(n_bytes.get().saturating_add(found.as_ref().map_or(0, Vec::len)));
        found
    };
    // Only glTF has extras, in which features that a scene cannot represent are kept for the way back.
    let is_gltf = matches!(options.to, Format::Glb | Format::Gltf);
    let reading = options.scene.clone().extras(options.scene.extras && is_gltf);
    let (mut scene, mut losses) = read_as(from, bytes, &reading, files)?;
    if from.is_roblox() && options.to.is_roblox() {
        // The blocks of the rig that the animations move are not in the file.
        scene.nodes.iter_mut().for_each(|node| node.mesh = None);
    }
    options.playback.apply(&mut scene)?;
    let mut found = Losses::default();
    keep_finite(&mut scene, &mut found);
    losses.append(&mut found.0);
    let memory = options.scene.max_memory.unwrap_or(usual_memory(n_bytes.get()));
    let n_welded = match &options.asset.weld {
        // A Roblox mesh without new levels is welded when it is written.
        Some(weld) if options.to != Format::RbxMesh || options.levels.is_some() => {
            scene.meshes.iter_mut().map(|mesh| mesh.weld(weld)).fold(0, usize::saturating_add)
        }
        _ => 0,
    };
    let (n_nodes, n_meshes) = (scene.nodes.len(), scene.meshes.len());
    let (levels, tried) = levels::make(&mut scene, options, memory)?;
    let mut losses = Losses(losses);
    copies::check(&scene, options, &mut losses)?;
    let mut written = match options.to {
        Format::M3d if !levels.is_empty() => levels::write_each(&scene, levels.len(), options, memory)?,
        _ => write(&scene, options, memory).map_err(|problem| with_causes(problem, &scene, &losses.0))?,
    };
    rest::compare(&scene, &written, options, memory)?;
    // Generated levels have the faults of the finest one and no others, so the uploader's rules look at the original
    // nodes only.
    scene.nodes.truncate(n_nodes);
    scene.meshes.truncate(n_meshes);
    // The input was small enough to convert, so reading it once more stays within the limits.
    let uploader = match options.to {
        Format::SlMesh => {
            let limit = gltf::ReadOptions::default().output_bytes(memory);
            let info = gltf::info(bytes, &limit, files).ok();
            let found: Vec<Loss> = losses.0.iter().chain(&written.losses).cloned().collect();
            uploader_findings(&scene, info.as_ref(), &options.asset, &found)
        }
        Format::RbxMesh => {
            let asset = from.is_roblox().then(|| Asset::read_within(bytes, Some(memory)));
            creator::findings(&scene, asset.transpose()?.as_ref(), options.purpose)
        }
        _ => Findings::default(),
    };
    let beside = written.beside.iter().map(|(_, bytes)| bytes.len());
    Allowance::new(memory).take(beside.fold(written.bytes.len(), usize::saturating_add))?;
    losses.0.append(&mut written.losses);
    let what = "vertices were merged with others within the tolerances";
    losses.report(LossCode::VertexWelded, LossSeverity::Changed, what, n_welded, "vertices");
    let is_empty = is_empty(&scene, options);
    drop(scene);
    if !options.scene.extras && is_gltf && levels.is_empty() {
        trial::report(bytes, &written, &options.scene, &mut losses);
    }
    let WrittenFiles { bytes, beside, n_more, .. } = written;
    Ok(Exchanged { is_empty, bytes, beside, n_more, losses: losses.0, levels, tried, uploader })
}

/// Adds to the error about a scene without triangles the reasons why the reader left the triangles out.
fn with_causes(mut problem: Problem, scene: &Scene, losses: &[Loss]) -> Problem {
    const MOST: usize = 3;
    if problem.kind == ProblemKind::Unsupported && scene.n_triangles() == 0 {
        let is_cause = |loss: &&Loss| matches!(loss.code, LossCode::ReferenceBroken | LossCode::PosNonfinite);
        for (number, loss) in losses.iter().filter(is_cause).take(MOST).enumerate() {
            problem.message += if number == 0 { ": " } else { "; " };
            problem.message += &loss.what;
            let place = loss.places.first().filter(|place| !place.is_empty());
            problem.message.extend(place.map(|place| format!(" (at {place})")));
        }
    }
    problem
}

/// Returns true if a scene would be written as an empty file. Models are never written from such scenes.
fn is_empty(scene: &Scene, options: &ExchangeOptions) -> bool {
    let has_shape = |node: usize| {
        let mesh = scene.nodes.get(node).and_then(|node| scene.meshes.get(node.mesh?));
        mesh.is_some_and(|mesh| match options.to {
            Format::Stl => !mesh.shape.indices.is_empty(),
            _ => !(mesh.shape.indices.is_empty() && mesh.lines.is_empty() && mesh.points.is_empty()),
        })
    };
    match options.to {
        Format::Glb | Format::Gltf | Format::Collada => {
            let has_motion = !scene.skins.is_empty() || !scene.animations.is_empty();
            !has_motion && !(0..scene.nodes.len()).any(has_shape)
        }
        Format::Obj | Format::Stl => !scene.at_level(options.level).into_iter().any(has_shape),
        _ => false,
    }
}

/// A written file and its additional files, the first `n_more` of which are models of the same format.
struct WrittenFiles {
    bytes: Vec<u8>,
    beside: Vec<(String, Vec<u8>)>,
    n_more: usize,
    losses: Vec<Loss>,
}

fn write(scene: &Scene, options: &ExchangeOptions, memory: usize) -> Result<WrittenFiles, Problem> {
    let written_out = || Allowance::new(memory).take(bake::cost(scene, &scene.at_level(options.level)));
    let mut losses = Losses::default();
    let written = options.gltf.clone().extras(options.scene.extras).base(&options.scene.name);
    // Without extras, reading could not distinguish this camera from one of the scene.
    let has_camera = options.scene.extras;
    let written = written.camera(has_camera);
    let source = scene.extras.get("rezkit").and_then(|own| own.get("source")).and_then(scene::Json::as_text);
    // The extras of these formats keep all numbers and properties that glTF changes.
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
                Feature::Labels
                    | Feature::IdleJoints
                    | Feature::Playback
                    | Feature::GroupNames
                    | Feature::Studs
                    | Feature::OtherUnit
                    | Feature::Extras
                    | Feature::Kept
            )
        };
        // glTF has only triangles, and features that would be kept in extras are lost without them.
        let holds = |part| part != Feature::Polygons && (options.scene.extras || !is_in_extras(part));
        let nodes: Vec<usize> = (0..scene.nodes.len()).collect();
        left_out(scene, &nodes, &holds, &mut losses);
        // The camera of a place looks at its content on purpose; distant instances in its view are not worth a note.
        if !(has_camera && scene.is_place()) {
            Frame::from_scene(scene, &scene.rest(), 0).report(scene, LossSeverity::Note, &mut losses);
        }
        for loss in losses.0.iter_mut().filter(|loss| comes_back(loss.code)) {
            loss.severity = LossSeverity::Note;
        }
    }
    let mut n_more = 0;
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
        Format::Collada => {
            Allowance::new(memory).take(cost_of_text(scene))?;
            let (dae::DaeFiles { dae, files }, more) = dae::write(scene, &options.scene.name);
            losses.0.extend(more);
            (dae, files)
        }
        Format::Stl => {
            written_out()?;
            let (stl, more) = stl::write(scene, options.level, &scene.rest());
            losses.0.extend(more);
            (stl, Vec::new())
        }
        to => {
            let mut own = options.asset.clone().max_memory(memory);
            own.keeps_materials = options.materials && matches!(to, Format::SlMesh | Format::Slm);
            own.parts = options.parts.then(|| options.scene.name.clone());
            let made = made(scene, to, &own, true)?;
            losses.0.extend(made.losses);
            let mut files = made.assets.iter().map(bytes_of);
            let first = files.next().unwrap_or_else(|| Ok(Vec::new()))?;
            let mut names = FileNames::default();
            let (base, ending) = (&options.scene.name, own_ending(to));
            // Reserves the name of the file itself.
            names.beside(base, ending);
            let mut beside = Vec::new();
            for (number, bytes) in (1_usize..).zip(files) {
                beside.push((names.beside(&format!("{base}_{number}"), ending), bytes?));
            }
            n_more = beside.len();
            beside.extend(made.files);
            if own.keeps_materials {
                beside.extend(materials::files(scene, base, &mut names, &mut losses)?);
            }
            (first, beside)
        }
    };
    Ok(WrittenFiles { bytes, beside, n_more, losses: losses.0 })
}

/// The approximate size of a scene as Collada, in bytes.
fn cost_of_text(scene: &Scene) -> usize {
    const BYTES_OF_NODE: usize = 1024;
    const BYTES_OF_MATRIX: usize = 300;
    // Levels and meshes on joints are written once for each node, others once.
    let mut seen = HashSet::new();
    let own = scene.nodes.iter().enumerate().filter(|(_, node)| {
        let is_first = node.mesh.is_some_and(|mesh| seen.insert(mesh));
        is_first || node.skin.is_some() || !matches!(node.role, Role::Plain | Role::Joint)
    });
    let meshes: Vec<usize> = own.map(|(number, _)| number).collect();
    let skins = scene.nodes.iter().filter_map(|node| scene.skins.get(node.skin?));
    let tracks = scene.animations.iter().flat_map(|animation| &animation.tracks);
    let matrices = skins.map(|skin| skin.joints.len()).chain(tracks.map(|track| track.times.len()));
    let matrices = matrices.fold(0, usize::saturating_add).saturating_mul(BYTES_OF_MATRIX);
    let names = scene.nodes.iter().map(|node| node.name.len().saturating_mul(8));
    let nodes = scene.nodes.len().saturating_mul(BYTES_OF_NODE);
    let shapes = bake::cost(scene, &meshes).saturating_mul(2);
    names.chain([nodes, matrices, shapes]).fold(0, usize::saturating_add)
}

/// The suffix of files of a format.
fn own_ending(format: Format) -> &'static str {
    match format {
        Format::SlMesh => ".llmesh",
        Format::Slm => ".slm",
        Format::SlAnim => ".anim",
        Format::RbxMesh => ".mesh",
        Format::RbxBinary => ".rbxm",
        Format::RbxXml => ".rbxmx",
        _ => ".m3d",
    }
}

//! Converts files of models and scenes by way of a scene, and judges what comes out.

mod levels;
mod trial;
mod verdict;

pub use crate::verbs::land_impact::{CostLimit, TriedLevels};
pub use verdict::{Verdict, judge, judge_file};

use crate::verbs::lod::LodOptions;
use convert::slmesh::materials;
use convert::{AssetOptions, SceneOptions, add_warnings, bake, bytes_of, made, read, uploader_findings};
use files::Format;
use files::identify;
use files::rules::Findings;
use scene::allowance::{Allowance, usual_memory};
use scene::file_names::FileNames;
use scene::gltf::{self, GltfFiles};
use scene::left_out::{Part, left_out};
use scene::loss::Losses;
use scene::thumb::Frame;
use scene::{Loss, LossCode, LossSeverity, MadeLevel, Problem, Role, Scene, dae, obj, stl};
use std::cell::Cell;
use std::collections::HashSet;

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
    /// How glTF is written; extras and names follow from the way to a scene.
    pub gltf: gltf::WriteOptions,
    /// The level of detail of formats that have one: 0 is the finest.
    pub level: u8,
    /// The levels of detail to make; by default those that there are, and if there are none in what becomes a mesh of Second
    /// Life, four, as its uploader makes them.
    pub levels: Option<LodOptions>,
    /// Whether levels that a mesh of Second Life lacks are copies of the next finer one, and none are made.
    pub copies_levels: bool,
    /// Whether the materials of a mesh of Second Life become material assets beside it, with their images. The ids of
    /// textures in them are made of the images, until these are uploaded and have ids; the losses name them.
    pub materials: bool,
    /// Whether the meshes of a scene become the parts of a Roblox model, with their files beside it: meshes, pictures, and
    /// a list of the addresses that parts have for them, which [`AssetMap`](crate::AssetMap) reads once it has the numbers
    /// of the assets. By default, only animations become a model.
    pub parts: bool,
}

impl ExchangeOptions {
    /// To a format, with everything else by default.
    #[must_use]
    pub fn to(to: Format) -> Self {
        let (scene, asset, gltf) = Default::default();
        Self {
            to,
            scene,
            asset,
            gltf,
            level: 0,
            levels: None,
            copies_levels: false,
            materials: false,
            parts: false,
        }
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
    /// How many of these, the first, are models of the same format, because one does not hold everything.
    pub n_more: usize,
    /// What it could not hold, or holds in another way.
    pub losses: Vec<Loss>,
    /// Whether there is nothing in it: no triangle, line or point, and no skeleton and animation either.
    pub is_empty: bool,
    /// The levels of detail that were made, the finest first.
    pub levels: Vec<MadeLevel>,
    /// The levels of detail that were tried to stay below a cost.
    pub tried: Vec<TriedLevels>,
    /// What the uploader says of a scene that became a mesh of Second Life.
    pub(crate) uploader: Findings,
}

impl Exchanged {
    /// The model, and those that hold what it does not.
    pub fn models(&self) -> impl Iterator<Item = &[u8]> {
        let more = self.beside.iter().take(self.n_more).map(|(_, bytes)| &**bytes);
        [&*self.bytes].into_iter().chain(more)
    }
}

/// Whether [`convert`] converts from one format to another: between meshes of different formats, between meshes and
/// glTF, OBJ, Collada and STL, from models, places and unions of Roblox to these, and from these to models of Roblox, which
/// have the animations, and the meshes if [`ExchangeOptions::parts`] asks for them.
#[must_use]
pub fn converts(from: Format, to: Format) -> bool {
    let is_scene = matches!(to, Format::Glb | Format::Gltf | Format::Obj | Format::Collada | Format::Stl);
    let is_mesh = matches!(to, Format::RbxMesh | Format::SlMesh | Format::Slm | Format::M3d);
    match from {
        Format::RbxBinary | Format::RbxXml => is_scene,
        // A key has no geometry.
        Format::CsgMesh | Format::CsgSolid | Format::CsgPhysics => is_scene,
        Format::RbxMesh | Format::SlMesh | Format::M3d | Format::A3d => {
            is_scene || is_mesh && from.family() != to.family()
        }
        Format::SlAnim => matches!(to, Format::Glb | Format::Gltf | Format::Collada),
        Format::Bvh => matches!(to, Format::Glb | Format::Gltf | Format::Collada | Format::SlAnim),
        // Animations become these.
        Format::Glb | Format::Gltf | Format::Collada if to == Format::SlAnim => true,
        Format::Glb | Format::Gltf | Format::Obj | Format::Collada | Format::Stl => {
            is_scene || is_mesh || to.is_roblox()
        }
        _ => false,
    }
}

/// Converts a file to another format by way of a scene, and says what is lost. `files` is asked for the files beside the
/// input that it names, and for assets of Roblox as `rbxassetid://1234`.
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
/// If the file cannot be read, the new format cannot hold anything of it, or it would take more memory than
/// [`SceneOptions::max_memory`], by default [`usual_memory`] of all files that are read.
pub fn convert(
    bytes: &[u8],
    options: &ExchangeOptions,
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Exchanged, Problem> {
    let mut options = options.clone();
    // Motion capture has a key for each frame.
    options.asset.thins_keys = identify(bytes).format == Format::Bvh;
    let options = &options;
    let n_bytes = Cell::new(bytes.len());
    let files = &mut |name: &str| {
        let found = files(name);
        n_bytes.set(n_bytes.get().saturating_add(found.as_ref().map_or(0, Vec::len)));
        found
    };
    // Only glTF has extras, in which what a scene does not show comes back.
    let is_gltf = matches!(options.to, Format::Glb | Format::Gltf);
    let reading = options.scene.clone().extras(options.scene.extras && is_gltf);
    let (mut scene, mut losses) = read(bytes, &reading, files)?;
    let memory = options.scene.max_memory.unwrap_or(usual_memory(n_bytes.get()));
    let n_welded = match &options.asset.weld {
        // Vertices of a Roblox mesh without new levels are joined as they are stored.
        Some(weld) if options.to != Format::RbxMesh || options.levels.is_some() => {
            scene.meshes.iter_mut().map(|mesh| mesh.weld(weld)).fold(0, usize::saturating_add)
        }
        _ => 0,
    };
    let (n_nodes, n_meshes) = (scene.nodes.len(), scene.meshes.len());
    let (levels, tried) = levels::make(&mut scene, options, memory)?;
    let mut written = match options.to {
        Format::M3d if !levels.is_empty() => levels::write_each(&scene, levels.len(), options, memory)?,
        _ => write(&scene, options, memory)?,
    };
    // Levels that were made have the faults of the finest one, and no others.
    scene.nodes.truncate(n_nodes);
    scene.meshes.truncate(n_meshes);
    // What could be made is not too large to be looked at once more.
    let uploader = match options.to {
        Format::SlMesh => {
            let limit = gltf::ReadOptions::default().output_bytes(memory);
            let info = gltf::info(bytes, &limit, files).ok();
            uploader_findings(&scene, info.as_ref(), &options.asset, &written.losses)
        }
        _ => Findings::default(),
    };
    let beside = written.beside.iter().map(|(_, bytes)| bytes.len());
    Allowance::new(memory).take(beside.fold(written.bytes.len(), usize::saturating_add))?;
    losses.append(&mut written.losses);
    let mut losses = Losses(losses);
    let what = "vertices became one with others that differ by no more than the tolerances";
    losses.report(LossCode::VertexWelded, LossSeverity::Changed, what, n_welded, "vertices");
    let is_empty = is_empty(&scene, options);
    drop(scene);
    if !options.scene.extras && is_gltf && levels.is_empty() {
        trial::report(bytes, &written, &options.scene, &mut losses);
    }
    let WrittenFiles { bytes, beside, n_more, .. } = written;
    Ok(Exchanged { is_empty, bytes, beside, n_more, losses: losses.0, levels, tried, uploader })
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
        Format::Glb | Format::Gltf | Format::Collada => {
            let has_motion = !scene.skins.is_empty() || !scene.animations.is_empty();
            !has_motion && !(0..scene.nodes.len()).any(has_shape)
        }
        Format::Obj | Format::Stl => !scene.at_level(options.level).into_iter().any(has_shape),
        _ => false,
    }
}

/// The file, those beside it, of which the first are more of its sort, and what is lost.
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
    // Without extras, the camera could not be told from one of the scene.
    let has_camera = options.scene.extras;
    let written = written.camera(has_camera);
    let source = scene.extras.get("rezkit").and_then(|own| own.get("source")).and_then(scene::Json::as_text);
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
        // glTF has triangles alone, and without extras, it has no place for what they hold.
        let holds = |part| part != Part::Polygons && (options.scene.extras || !is_in_extras(part));
        let nodes: Vec<usize> = (0..scene.nodes.len()).collect();
        left_out(scene, &nodes, &holds, &mut losses);
        // The camera of a place is chosen for what it is about, and what is far away may be in sight behind it.
        if !(has_camera && scene.is_place()) {
            Frame::of(scene, &scene.rest(), 0).report(scene, LossSeverity::Note, &mut losses);
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
            // The name of the file itself, which no other may have.
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

/// What a scene takes as Collada.
fn cost_of_text(scene: &Scene) -> usize {
    const BYTES_OF_NODE: usize = 1024;
    const BYTES_OF_MATRIX: usize = 300;
    // Levels and meshes on joints are written for each node, others once.
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

/// What the names of files of a format end in.
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

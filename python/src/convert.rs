//! Conversions between formats.

use crate::error::{Failure, interruptible};
use crate::json;
use crate::source::{FileSource, Files, Sink};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use rezkit::exchange::{self, PlaybackOptions, Repeats, RigPreset, SceneOptions, TargetRig};
use rezkit::scene::Priority;
use rezkit::{ConvertedParts, Packing, Problem, Target, TargetOptions, WeldOptions, gltf};
use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A file that was converted, with the losses.
#[pyclass(frozen, module = "rezkit")]
#[derive(Debug)]
pub(crate) struct Converted {
    /// The file.
    #[pyo3(get)]
    bytes: Py<PyBytes>,
    /// The files that belong next to it, by their names.
    #[pyo3(get)]
    beside: Py<PyDict>,
    /// The features that the file cannot hold, or holds in another way: dicts with 'code', 'severity' and more.
    #[pyo3(get)]
    losses: Py<PyAny>,
    /// Notes that are no losses.
    #[pyo3(get)]
    notes: Vec<String>,
}

#[pymethods]
impl Converted {
    /// Writes the file, and those next to it.
    ///
    /// path: a path, or a file that is open for writing bytes, if there is none next to it
    fn save(&self, py: Python<'_>, path: Sink<'_>) -> PyResult<()> {
        let beside = self.beside.bind(py);
        if let (Sink::Open(_), false) = (&path, beside.is_empty()) {
            return Err(PyValueError::new_err(
                "the result has files next to it: save it to a path, not to an open file",
            ));
        }
        path.write(py, self.bytes.as_bytes(py))?;
        let Sink::Path(path) = &path else { return Ok(()) };
        for (name, bytes) in beside {
            let name: String = name.extract()?;
            Sink::Path(path.with_file_name(name)).write(py, bytes.cast::<PyBytes>()?.as_bytes())?;
        }
        Ok(())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (n_bytes, n_losses) = (self.bytes.as_bytes(py).len(), self.losses.bind(py).len()?);
        Ok(format!("<Converted: {n_bytes} bytes, {n_losses} losses>"))
    }
}

impl Converted {
    fn new(py: Python<'_>, (bytes, files, losses, notes): ConvertedParts) -> PyResult<Self> {
        let beside = PyDict::new(py);
        for (name, bytes) in files {
            beside.set_item(name, PyBytes::new(py, &bytes))?;
        }
        Ok(Self {
            bytes: PyBytes::new(py, &bytes).unbind(),
            beside: beside.unbind(),
            losses: json(py, &losses)?.unbind(),
            notes,
        })
    }
}

/// The options of a conversion.
#[derive(Clone, Default)]
pub(crate) struct Wish {
    pub(crate) to: String,
    pub(crate) version: Option<String>,
    pub(crate) packing: Option<String>,
    pub(crate) level: u8,
    pub(crate) extras: bool,
    pub(crate) rig: bool,
    /// The rig that animations move.
    pub(crate) target_rig: Option<TargetRig>,
    pub(crate) rig_preset: Option<RigPreset>,
    /// New names for joints, as pairs of the old name and the new one.
    pub(crate) map_joint: Vec<(String, String)>,
    pub(crate) playback: PlaybackOptions,
    pub(crate) all_parts: bool,
    /// The maximum distance of terrain from its voxels, in studs.
    pub(crate) terrain_error: Option<f32>,
    /// The options for writing glTF.
    pub(crate) gltf: gltf::WriteOptions,
    pub(crate) name: Option<String>,
    /// The tolerances within which vertices become one.
    pub(crate) weld: Option<WeldOptions>,
    pub(crate) max_memory: Option<usize>,
}

/// Converts a file, as `rez convert` does: models to and from glTF, documents of one family to each other.
///
/// to: 'glb', 'gltf', 'obj', 'dae', 'stl', 'mesh', 'llmesh', 'slm', 'm3d', 'a3d', 'rbxm', 'rbxmx', 'llsd-binary', 'llsd-xml',
///     'llsd-notation', 'llsd-json', 'llsd-json-tagged'; or a path, whose ending is the format, which is written, too
/// version: of a Roblox mesh, such as '3.00'
/// packing: of a binary Roblox file, such as 'lz4' or 'stored'
/// level: the level of detail of OBJ and STL
/// extras: whether glTF keeps what it cannot show, so that it comes back
/// rig: True to turn bones, attachments and welds of Roblox models into nodes; 'r15', 'r6' or the path of a Roblox model
///     whose joints animations move; 'none' to keep the names of joints
/// rig_preset: the rig whose names the joints have, such as 'mixamo'
/// map_joint: new names for joints, such as {'Hip_1': 'mPelvis'}
/// loop: True or False for animations that repeat or do not, or a range of seconds such as '0.5..1.5'
/// priority: of animations, -1 to 6 as in Second Life, or a name of Roblox such as 'Action'
/// ease: seconds of the transitions into animations and out of them: 0.2 for both, (0.2, 0.5) or '0.2,0.5'
/// all_parts: whether parts of Roblox places outside of the workspace are taken, too
/// terrain_error: how far the surface of terrain may be from its voxels, in studs, by default 0.5; 0 is every voxel
/// instancing: whether nodes of glTF that differ only in their place become one (EXT_mesh_gpu_instancing)
/// quantize: whether numbers of glTF are rounded to one or two bytes (KHR_mesh_quantization)
/// compress: 'meshopt' for arrays of glTF that are compressed (EXT_meshopt_compression)
/// weld: vertices that nearly agree become one: how much 'position', 'normal', 'uv', 'tangent' and 'colour' may differ, such
///     as {'normal': 0.01}; what is not named has to be equal
/// files: a function that gives the bytes of a file by the name that this one has for it, or None; by default, files
///     next to it are read
///
/// >>> import rezkit
/// >>> obj = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
/// >>> mesh = rezkit.convert(obj, "mesh")
/// >>> mesh.bytes[:12]
/// b'version 2.00'
#[pyfunction]
#[pyo3(signature = (source, to, *, version=None, packing=None, level=0, extras=true, rig=None, rig_preset=None,
                    map_joint=None, r#loop=None, priority=None, ease=None, all_parts=false,
                    terrain_error=None, instancing=false, quantize=false, compress=None, weld=None, name=None, max_memory=None, files=None))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn convert(
    py: Python<'_>,
    source: FileSource,
    to: PathBuf,
    version: Option<String>,
    packing: Option<String>,
    level: u8,
    extras: bool,
    rig: Option<RigArgument>,
    rig_preset: Option<&str>,
    map_joint: Option<HashMap<String, String>>,
    r#loop: Option<LoopArgument>,
    priority: Option<PriorityArgument>,
    ease: Option<EaseArgument>,
    all_parts: bool,
    terrain_error: Option<f32>,
    instancing: bool,
    quantize: bool,
    compress: Option<&str>,
    weld: Option<HashMap<String, f32>>,
    name: Option<String>,
    max_memory: Option<usize>,
    files: Option<Py<PyAny>>,
) -> PyResult<Converted> {
    if let Some(other) = compress.filter(|name| *name != "meshopt") {
        return Err(PyValueError::new_err(format!("{other:?} is not a compression: use 'meshopt'")));
    }
    let mut playback = PlaybackOptions::default();
    playback.repeats = r#loop.map(LoopArgument::repeats).transpose()?;
    playback.priority = priority.map(PriorityArgument::priority).transpose()?;
    playback.ease = ease.map(EaseArgument::seconds).transpose()?;
    let gltf = gltf::WriteOptions::default().instancing(instancing).quantize(quantize);
    let gltf = gltf.compress(compress.is_some());
    let weld = weld.map(welding).transpose()?;
    let named = to.to_str().filter(|name| name.parse::<Target>().is_ok()).map(str::to_owned);
    // A path has an ending that is a format; what is neither is refused with the formats that there are.
    let ending = to.extension().and_then(OsStr::to_str).map(str::to_lowercase);
    let sink = ending.as_deref().filter(|_| named.is_none()).map(|_| Sink::Path(to.clone()));
    let wish = Wish {
        to: named.or(ending).unwrap_or_else(|| to.to_string_lossy().into_owned()),
        version,
        packing,
        level,
        extras,
        rig: matches!(&rig, Some(RigArgument::Nodes(true))),
        target_rig: rig.map(RigArgument::target).transpose()?.flatten(),
        rig_preset: rig_preset.map(parsed).transpose()?,
        map_joint: map_joint.into_iter().flatten().collect(),
        playback,
        all_parts,
        terrain_error,
        gltf,
        name,
        weld,
        max_memory,
    };
    let mut files = Files::new(files, source.folder());
    let (made, files) = interruptible(py, move || {
        let made = source.read().and_then(|bytes| converted(&bytes, source.path(), &wish, &mut files));
        Ok((made, files))
    })?;
    files.settle()?;
    let converted = Converted::new(py, made?)?;
    sink.map_or(Ok(()), |sink| converted.save(py, sink))?;
    Ok(converted)
}

fn converted(
    bytes: &[u8],
    path: Option<&Path>,
    wish: &Wish,
    files: &mut Files,
) -> Result<ConvertedParts, Failure> {
    let version = wish.version.as_deref().map(mesh_version).transpose()?;
    let mut options = TargetOptions::to(wish.to.parse()?).mesh(version, wish.weld);
    options.direct.packing =
        wish.packing.as_deref().map(str::parse::<Packing>).transpose()?.unwrap_or_default();
    let by_scene = &mut options.by_scene;
    by_scene.scene = scene_options(wish, path);
    by_scene.gltf = wish.gltf.clone();
    if let Some(TargetRig::Model(model)) = &wish.target_rig {
        by_scene.scene.rig_model = Some(model.clone());
    }
    by_scene.asset.target_rig.clone_from(&wish.target_rig);
    by_scene.asset.rig = wish.rig_preset;
    by_scene.asset.joint_names.clone_from(&wish.map_joint);
    by_scene.playback = wish.playback;
    (by_scene.level, by_scene.parts) = (wish.level, true);
    Ok(rezkit::convert_to(bytes, &options, &mut |name| files.find(name))?.into_parts())
}

/// The rig of a conversion: whether the joints of a Roblox model become nodes, or the rig that animations move.
#[derive(FromPyObject)]
pub(crate) enum RigArgument {
    Nodes(bool),
    Character(PathBuf),
}

impl RigArgument {
    fn target(self) -> PyResult<Option<TargetRig>> {
        let Self::Character(path) = self else { return Ok(None) };
        match path.to_str().and_then(TargetRig::named) {
            Some(rig) => Ok(Some(rig)),
            None => Ok(Some(TargetRig::Model(std::fs::read(path)?))),
        }
    }
}

/// The repetition of animations.
#[derive(FromPyObject)]
pub(crate) enum LoopArgument {
    Flag(bool),
    Text(String),
}

impl LoopArgument {
    fn repeats(self) -> PyResult<Repeats> {
        match self {
            Self::Flag(true) => Ok(Repeats::Whole),
            Self::Flag(false) => Ok(Repeats::No),
            Self::Text(text) => parsed(&text),
        }
    }
}

/// The priority of animations.
#[derive(FromPyObject)]
pub(crate) enum PriorityArgument {
    Number(i32),
    Name(String),
}

impl PriorityArgument {
    fn priority(self) -> PyResult<Priority> {
        let text = match self {
            Self::Number(number) => number.to_string(),
            Self::Name(name) => name,
        };
        exchange::parse_priority(&text).map_err(|problem| PyValueError::new_err(problem.to_string()))
    }
}

/// The ease times of animations.
#[derive(FromPyObject)]
pub(crate) enum EaseArgument {
    Both(f32),
    Pair((f32, f32)),
    Text(String),
}

impl EaseArgument {
    fn seconds(self) -> PyResult<[f32; 2]> {
        let text = match self {
            Self::Both(seconds) => seconds.to_string(),
            Self::Pair((ease_in, ease_out)) => format!("{ease_in},{ease_out}"),
            Self::Text(text) => text,
        };
        exchange::parse_ease(&text).map_err(|problem| PyValueError::new_err(problem.to_string()))
    }
}

/// Parses an argument.
fn parsed<T: FromStr<Err = Problem>>(text: &str) -> PyResult<T> {
    text.parse().map_err(|problem: Problem| PyValueError::new_err(problem.to_string()))
}

/// Converts tolerances by the names of vertex attributes to options.
fn welding(tolerances: HashMap<String, f32>) -> PyResult<WeldOptions> {
    tolerances.into_iter().try_fold(WeldOptions::default(), |weld, (name, tolerance)| match &*name {
        "position" => Ok(weld.position(tolerance)),
        "normal" => Ok(weld.normal(tolerance)),
        "uv" => Ok(weld.uv(tolerance)),
        "tangent" => Ok(weld.tangent(tolerance)),
        "colour" => Ok(weld.colour(tolerance)),
        other => Err(PyValueError::new_err(format!(
            "{other:?} is not one of position, normal, uv, tangent, colour"
        ))),
    })
}

fn mesh_version(text: &str) -> Result<rezkit::MeshVersion, Problem> {
    let unknown =
        |_| Problem::io(&std::io::Error::other(format!("{text:?} is not a version of Roblox meshes")));
    text.parse().map_err(unknown)
}

/// The options for reading a scene, which is named after the file unless another name is given.
pub(crate) fn scene_options(wish: &Wish, path: Option<&Path>) -> SceneOptions {
    let stem = path.and_then(Path::file_stem);
    let stem = wish.name.clone().or_else(|| stem.map(|stem| stem.to_string_lossy().into_owned()));
    let mut options = SceneOptions::default().extras(wish.extras).rig(wish.rig).all_parts(wish.all_parts);
    if let Some(stem) = stem {
        options = options.name(stem);
    }
    if let Some(studs) = wish.terrain_error {
        options = options.terrain_error(studs);
    }
    match wish.max_memory {
        Some(max_memory) => options.max_memory(max_memory),
        None => options,
    }
}

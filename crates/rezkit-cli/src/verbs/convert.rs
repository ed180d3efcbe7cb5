//! The verb `convert`: files of one format from files of another.

mod converter;
mod destination;
mod models;
mod verdicts;

use crate::args::{Common, Joints, Levels, Paths, destination, examples, one_of, share};
use crate::assets::AssetsArgs;
use crate::batch;
use crate::code::Code;
use crate::done::{self, Done, Ending};
use crate::output::Out;
use crate::show::{self, grouped, losses};
use clap::Args;
use clap::builder::TypedValueParser;
use converter::Converter;
use destination::Destination;
use models::ModelSaver;
use rezkit::exchange::{self, FacePoses, Physics, TargetRig};
use rezkit::scene::LevelOrder;
use rezkit::{Loss, MeshVersion, Packing, StringKinds, Target, WeldOptions};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use store::save;

/// Converts files to other formats, and reports what is lost.
///
/// - Roblox models and places: binary to XML and back, binary with other compression, and parts to glTF, OBJ, Collada and STL.
///
/// - Roblox meshes: from any version to any other.
///
/// - LLSD: from any encoding to any other, JSON included.
///
/// - Second Life uploads (.slm): to the meshes in them and back.
///
/// - Meshes of Roblox, Second Life and Model 3D: to each other and to glTF, OBJ, Collada and STL, and back;
///   docs/gltf.md says what becomes what.
///
/// The exit status is 1 if a value is lost between two encodings of one format (.rbxm and .rbxmx, .m3d and .a3d, LLSD),
/// or if there is nothing in the result. Other losses are only reported, unless --lossless says otherwise.
///
/// With several inputs, or a folder as input, the output is a folder. An output file is written in one step: if
/// anything goes wrong, what was there before is still there.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez convert place.rbxl -o -" => "a model as XML, to read or compare"
    "rez convert settings.llsd --to llsd-json -o -" => "LLSD as plain JSON"
    "rez convert place.rbxl --packing stored -o unpacked.rbxl" => "the same place, not compressed"
    "rez convert chair.mesh --mesh-version 2.00 -o old.mesh" => "a mesh for programs that read only old versions"
    "rez convert chair.glb --weld=position=0.001,normal=0.1 -o chair.mesh" => "fewer vertices, by joining those that nearly agree"
    "rez convert chair.mesh -o chair.glb" => "a mesh for Blender; the way back is the same"
    "rez convert chair.glb -o chair.llmesh --lossless" => "says what would be lost, and then writes nothing"
    "rez convert place.rbxl --assets downloads -o place.glb" => "the parts of a place; meshes are files such as downloads/1234.mesh"
    "rez convert walk.rbxm --rig character.rbxm -o walk.glb" => "keyframes that move the joints of a character; the way back needs no rig"
    "rez convert upload.slm -o meshes/" => "all meshes of an upload"
    "rez convert models --to rbxmx -o xml/" => "all models below a folder, as XML"
})]
pub(super) struct ConvertArgs {
    #[command(flatten)]
    paths: Paths,
    /// A file, a folder, or `-` for stdout.
    #[arg(short, long, value_name = "PATH", value_parser = destination())]
    output: PathBuf,
    /// The format, if the output's extension does not imply it.
    ///
    /// In plain JSON, the UUIDs, dates, URIs and binary values of LLSD are strings; without loss, they are objects such
    /// as {"$uuid": "…"}.
    #[arg(long, value_name = "FORMAT", value_parser = targets())]
    to: Option<Target>,
    /// The version of Roblox meshes, 1.00 to 7.00.
    #[arg(long, value_name = "VERSION", value_parser = mesh_version)]
    mesh_version: Option<MeshVersion>,
    /// Join vertices of meshes that are equal, or differ by no more than this in each number of an attribute.
    ///
    /// Attributes are position, normal, uv, tangent (out of 127) and colour (out of 255); those that are not named must
    /// be equal, and `inf` ignores one: --weld=position=0.001,normal=0.01
    #[arg(long, value_name = "TOLERANCES", num_args = 0..=1, require_equals = true, default_missing_value = "", value_parser = weld, hide_short_help = true)]
    weld: Option<WeldOptions>,
    /// Compression of chunks of binary Roblox files.
    #[arg(long, value_name = "PACKING", default_value = Packing::default().name(), value_parser = packings(), hide_short_help = true)]
    packing: Packing,
    /// A file that says what strings are in XML, with lines such as `Part.Icon Content`.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    strings: Option<PathBuf>,
    /// The level of detail that is written to OBJ and STL; 0 is the finest.
    #[arg(long, value_name = "N", default_value_t = 0, hide_short_help = true)]
    level: u8,
    #[command(flatten)]
    levels: Levels,
    #[command(flatten)]
    assets: AssetsArgs,
    /// Bones, attachments and welds of Roblox models become nodes; with --rig=MODEL, animations of Roblox move the joints
    /// of that model.
    ///
    /// Without a model, animations move the rigs of their own file, or a rig of blocks if it has no parts. In a model of
    /// Roblox, animations of other rigs move an R15 character, or with --rig=r6 and --rig=MODEL another; --rig=none keeps
    /// the names of joints. With `sl-avatar` as the input, writes the skeleton of Second Life's avatar, to rig on.
    #[arg(long, value_name = "MODEL", num_args = 0..=1, require_equals = true, default_missing_value = "", hide_short_help = true)]
    rig: Option<String>,
    /// Take parts of Roblox places outside of the workspace, too.
    #[arg(long, hide_short_help = true)]
    all_parts: bool,
    /// Maximum distance of the surface of Roblox terrain from that of its voxels, in studs; 0 is every voxel.
    #[arg(long, value_name = "STUDS", default_value_t = 0.5, value_parser = distance, hide_short_help = true)]
    terrain_error: f32,
    /// Form of facial poses of Roblox meshes.
    #[arg(long, value_name = "LAYOUT", value_parser = one_of(FACS), default_value = "poses", hide_short_help = true)]
    facs: FacePoses,
    /// Meaning of numbers in names such as chair_LOD1, in models of other programs.
    #[arg(long, value_name = "ORDER", value_parser = one_of(LOD_ORDERS), default_value = "guess", hide_short_help = true)]
    lod_order: LevelOrder,
    #[command(flatten)]
    joints: Joints,
    /// Animations become curves in a model of Roblox; by default, sequences of keyframes.
    ///
    /// With `no`, curves of a model become sequences in another: rez convert a.rbxm --curves=no -o b.rbxm
    #[arg(long, value_name = "ANSWER", num_args = 0..=1, require_equals = true, default_missing_value = "yes", value_parser = one_of([("yes", "", true), ("no", "", false)]), hide_short_help = true)]
    curves: Option<bool>,
    /// Repeat animations: all of them, a range of seconds such as 0.5..1.5, or not at all with `no`.
    #[arg(long = "loop", value_name = "RANGE", num_args = 0..=1, require_equals = true, default_missing_value = "yes", hide_short_help = true)]
    repeats: Option<exchange::Repeats>,
    /// The priority of animations: -1 to 6 as in Second Life, or Core, Idle, Movement, Action to Action4 as in Roblox.
    ///
    /// Either is converted to the other; docs/gltf.md has the table.
    #[arg(long, value_name = "PRIORITY", value_parser = exchange::parse_priority, allow_hyphen_values = true, hide_short_help = true)]
    priority: Option<rezkit::scene::Priority>,
    /// Seconds of the transitions into an animation and out of it: 0.2 for both, or 0.2,0.5.
    #[arg(long, value_name = "IN,OUT", value_parser = exchange::parse_ease, hide_short_help = true)]
    ease: Option<[f32; 2]>,
    /// The animation that becomes one of Second Life, by its name, or by its number from 0; by default the first.
    #[arg(long, value_name = "NAME", hide_short_help = true)]
    animation: Option<String>,
    /// Collision shape of a Second Life mesh: box, hull, hulls, hulls:N, level:N or none.
    ///
    /// `hulls:8` is at most eight hulls with about the shape of the model; `hulls` are as many as keep rooms open that
    /// an avatar can enter; `level:3` are the triangles of the coarsest level of detail. By default,
    /// objects whose names end in _PHYS and _HULL_000 are taken.
    #[arg(long, value_name = "SHAPE")]
    physics: Option<Physics>,
    /// Make as few hulls as stay within this share of the longest side of the model, such as 0.02.
    ///
    /// `--physics hulls:N` sets their maximum number, which is 255 by default.
    #[arg(long, value_name = "SHARE", value_parser = share, hide_short_help = true)]
    physics_error: Option<f32>,
    /// Leave out triangles of a physics shape that the uploader of Second Life rejects.
    #[arg(long, hide_short_help = true)]
    drop_degenerate: bool,
    /// Write the materials of a mesh of Second Life next to it as material assets, with their images.
    #[arg(long, hide_short_help = true)]
    materials: bool,
    /// Make a Roblox model of the meshes of a scene: MeshParts, whose meshes and pictures are written to this folder.
    ///
    /// Next to these files is a list of the addresses by which the parts refer to them. Fill in the asset ids that the
    /// files get on upload, and `rez set --map-assets` writes these into the model. Until then, --assets finds the
    /// files by these addresses.
    #[arg(long, value_name = "FOLDER")]
    meshes: Option<PathBuf>,
    /// Compress the geometry of Roblox meshes by Draco, which makes them version 7.00; with this many bits for
    /// positions, 1 to 30, or without loss.
    #[arg(long, value_name = "BITS", hide_short_help = true, num_args = 0..=1, require_equals = true, default_missing_value = "", value_parser = draco)]
    draco: Option<rezkit::DracoOptions>,
    /// Write nodes of glTF that differ only in position as one, without their names (EXT_mesh_gpu_instancing).
    #[arg(long, hide_short_help = true)]
    instancing: bool,
    /// Round the numbers of vertices in glTF to one or two bytes (KHR_mesh_quantization).
    ///
    /// Positions are moved by at most 1/131070 of the longest side of their mesh, and by no more than 1/32 of a unit.
    #[arg(long, hide_short_help = true)]
    quantize: bool,
    /// Compress the arrays of glTF without a loss: `meshopt` (EXT_meshopt_compression).
    #[arg(long, value_name = "FORM", value_parser = one_of(COMPRESSIONS), hide_short_help = true)]
    compress: Option<Compression>,
    /// Keep nothing in glTF for the way back.
    #[arg(long, hide_short_help = true)]
    no_extras: bool,
    /// Write nothing if something would be lost; the exit status is then 1.
    #[arg(long)]
    lossless: bool,
    /// Overwrite existing files.
    #[arg(short, long)]
    force: bool,
    /// Print the report as JSON Lines; not with stdout as output.
    #[arg(long)]
    json: bool,
}

const FACS: [(&str, &str, FacePoses); 3] = [
    ("poses", "An animation of a second for each pose", FacePoses::Animations),
    ("studio", "One animation with a pose a frame, as Roblox Studio imports heads", FacePoses::Studio),
    ("morphs", "A morph for each pose, by the names of ARKit where it has the same", FacePoses::Morphs),
];

/// The compression of arrays in glTF.
#[derive(Debug, Clone, Copy)]
enum Compression {
    Meshopt,
}

const COMPRESSIONS: [(&str, &str, Compression); 1] =
    [("meshopt", "EXT_meshopt_compression, which most viewers in browsers read", Compression::Meshopt)];

const LOD_ORDERS: [(&str, &str, LevelOrder); 3] = [
    ("guess", "By the names that there are, and the numbers of triangles", LevelOrder::Guess),
    ("sl", "As in Second Life: LOD0 is the coarsest, and the finest has no number", LevelOrder::SecondLife),
    ("engine", "As in game engines: LOD0 is the finest", LevelOrder::Engine),
];

/// Parses the name of a target. The help lists them with their titles.
fn targets() -> impl TypedValueParser<Value = Target> {
    one_of(Target::ALL.iter().map(|target| (target.name(), target.title(), *target)))
}

fn packings() -> impl TypedValueParser<Value = Packing> {
    one_of(Packing::ALL.iter().map(|packing| (packing.name(), packing.title(), *packing)))
}

fn mesh_version(text: &str) -> Result<MeshVersion, String> {
    let known = |version: &&MeshVersion| version.to_string() == text;
    MeshVersion::ALL.iter().find(known).copied().ok_or_else(|| {
        let all: Vec<_> = MeshVersion::ALL.iter().map(ToString::to_string).collect();
        format!("versions are {}", all.join(", "))
    })
}

fn draco(text: &str) -> Result<rezkit::DracoOptions, String> {
    match (text, text.parse()) {
        ("", _) => Ok(rezkit::DracoOptions::default()),
        (_, Ok(n_bits @ 1..=30)) => Ok(rezkit::exchange::draco_of_bits(n_bits)),
        _ => Err("expected 1 to 30 bits, or no number".into()),
    }
}

/// Parses a distance such as `0.5`.
fn distance(text: &str) -> Result<f32, String> {
    let distance = text.parse().ok().filter(|distance: &f32| distance.is_finite() && *distance >= 0.0);
    distance.ok_or_else(|| "expected a number that is 0 or more, as in 0.5".to_owned())
}

/// Parses tolerances such as `position=0.001,normal=0.01`; empty text means the defaults.
fn weld(text: &str) -> Result<WeldOptions, String> {
    let parts = text.split(',').filter(|part| !part.is_empty());
    parts.into_iter().try_fold(WeldOptions::default(), |weld, part| {
        let (name, number) =
            part.split_once('=').ok_or("expected an attribute and a number, as in normal=0.01")?;
        let tolerance: f32 = number.parse().map_err(|_| format!("{number} is not a number"))?;
        if tolerance.is_nan() || tolerance < 0.0 {
            return Err("a tolerance must be 0 or more".to_owned());
        }
        match name {
            "position" => Ok(weld.position(tolerance)),
            "normal" => Ok(weld.normal(tolerance)),
            "uv" => Ok(weld.uv(tolerance)),
            "tangent" => Ok(weld.tangent(tolerance)),
            "colour" => Ok(weld.colour(tolerance)),
            _ => Err("attributes are position, normal, uv, tangent and colour".to_owned()),
        }
    })
}

/// Joins `--rig character.rbxm` to `--rig=character.rbxm` if there is another model and no output folder,
/// because converting both into one file would be an error. `--rig` alone is for models that become a rig.
pub(super) fn join_rig(words: &mut Vec<OsString>) {
    let is_model = |word: &&OsString| {
        let extension = Path::new(word).extension().and_then(OsStr::to_str);
        extension.is_some_and(|extension| extension.starts_with("rbx")) && Path::new(word).is_file()
    };
    let is_output = |word: &str| word == "--output" || word.ends_with('o') && !word.starts_with("--");
    let is_folder = |words: &[OsString]| match words {
        [option, path] if option.to_str().is_some_and(|it| it.starts_with('-') && is_output(it)) => {
            path.to_string_lossy().ends_with('/') || Path::new(path).is_dir()
        }
        _ => false,
    };
    let Some(at) = words.iter().position(|word| word == "--rig") else { return };
    if words.windows(2).any(is_folder) || words.iter().filter(is_model).count() != 2 {
        return;
    }
    let next = at.saturating_add(1);
    if let Some(model) = words.get(next).filter(is_model) {
        let mut joined = OsString::from("--rig=");
        joined.push(model);
        words.splice(at..=next, [joined]);
    }
}

pub(super) fn run(verb: &ConvertArgs, common: &Common, out: &mut Out) -> Ending {
    let kinds = verb.strings.as_deref().map(kinds).transpose()?.unwrap_or_default();
    if verb.rig.is_some() && is_avatar(&verb.paths.paths) {
        return avatar(verb, out);
    }
    if verb.physics_error.is_some() && !matches!(verb.physics, None | Some(Physics::Hull | Physics::Hulls(_)))
    {
        let message = "this option applies to hulls: leave out --physics, or give the maximum number of \
            hulls, as in hulls:16";
        return Err(Done::misused("--physics-error", message));
    }
    let inputs = verb.paths.sources(&verb.output, out);
    let destination = Destination::new(verb, &inputs)
        .map_err(|message| Done::misused(&verb.output.to_string_lossy(), message))?;
    let assets = verb.assets.open(common)?;
    let rig =
        verb.rig.as_deref().filter(|rig| !rig.is_empty()).map(|rig| target_rig(rig, common)).transpose()?;
    let saver = ModelSaver { force: verb.force, saved: Mutex::default() };
    let converter = Converter { verb, common, destination, kinds, assets, rig, saver };
    let batch = match &converter.destination {
        Destination::Stdout => return Ok(converter.to_stdout(&inputs, out)),
        Destination::Upload(path) => return Ok(converter.bundle(&inputs, path, out)),
        Destination::File(path) => batch::for_each_input(&inputs, common, verb.json, out, |input, bytes| {
            converter.file(input, bytes, path)
        }),
        Destination::Folder(folder) => {
            let paths = destination::paths(folder, &inputs, verb.to);
            batch::for_each_input(&inputs, common, verb.json, out, |input, bytes| match paths.get(input) {
                Some(path) => converter.file(input, bytes, path),
                None => Err(Done::skipped(input, rezkit::identify(bytes).format)),
            })
        }
    };
    if !verb.json && (batch.n_files != 1 || batch.n_skipped > 0) {
        let found = match batch.rest.iter().sum() {
            0 => "nothing lost".into(),
            n => format!("{} with losses", grouped(n)),
        };
        batch.tell(&found, out);
    }
    Ok(batch.code)
}

/// Returns true if the only input is the name of Second Life's avatar skeleton, and no file has this name.
fn is_avatar(paths: &[PathBuf]) -> bool {
    matches!(paths, [path] if path.as_os_str() == "sl-avatar" && !path.exists())
}

/// Writes the skeleton of Second Life's avatar.
fn avatar(verb: &ConvertArgs, out: &mut Out) -> Ending {
    let path = verb.output.to_string_lossy();
    let glb = exchange::sl_avatar_glb()
        .map_err(|problem| Done::failed(Code::Io, show::problem(&path, &problem)))?;
    if verb.output.as_os_str() == "-" {
        return Ok(out.give(&glb));
    }
    let is_glb = verb.output.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("glb"));
    if !is_glb {
        return Err(Done::misused(
            &path,
            "the skeleton is written as binary glTF: use an output file with the extension .glb",
        ));
    }
    save(&verb.output, &glb, verb.force).map_err(|error| Done::io(&path, &error))?;
    Ok(Code::Fine)
}

/// The rig of this name, or the model in this file.
fn target_rig(rig: &str, common: &Common) -> Result<TargetRig, Done<()>> {
    match TargetRig::named(rig) {
        Some(rig) => Ok(rig),
        None => Ok(TargetRig::Model(done::content(Path::new(rig), common)?)),
    }
}

/// Reads the XML types of strings from a file.
fn kinds(path: &Path) -> Result<StringKinds, Done<()>> {
    let name = path.to_string_lossy();
    let table = std::fs::read_to_string(path).map_err(|error| Done::misused(&name, &error.to_string()))?;
    StringKinds::parse(&table).map_err(|problem| Done::failed(Code::Usage, show::problem(&name, &problem)))
}

/// The exit code of a conversion, by the rule in docs/rez.md, «For other programs».
fn ending(is_one_format: bool, losses: &[Loss], is_empty: bool, is_refused: bool) -> Code {
    let is_found = is_refused || is_empty || is_one_format && losses::is_lossy(losses);
    if is_found { Code::Found } else { Code::Fine }
}

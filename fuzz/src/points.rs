//! One entry point each, on any bytes: reading alone, which is quicker than all laws of a format, and what leads from one
//! format to another or takes more than one file.

use crate::structure::structured;
use crate::{Body, mutate};
use rezkit::exchange::{self, ExchangeOptions, SceneOptions};
use rezkit::gltf::{self, WriteOptions};
use rezkit::scene::{Scene, SceneFault};
use rezkit::{
    ConvertOptions, DiffOptions, Edited, File, Format, MeshVersion, OpenOptions, Problem, convert, dae, diff,
    extract, identify, implant, implant_project, merge, obj, project, stl,
};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::ops::ControlFlow;

/// The memory limit of a body in bytes; most inputs need far less.
const MEMORY: usize = 1 << 26;

/// The bodies of single entry points, but for reading alone.
pub static POINTS: &[Body] = &[
    Body { name: "bvh", run: bvh, detect: |bytes| identify(bytes).format == Format::Bvh, entries: &[] },
    Body { name: "convert", run: converted, detect: |bytes| !targets(bytes).is_empty(), entries: &[] },
    Body {
        name: "dae",
        run: dae_file,
        detect: |bytes| identify(bytes).format == Format::Collada,
        entries: &[],
    },
    Body { name: "diff", run: differences, detect: |_| false, entries: &[] },
    Body { name: "draco", run: crate::draco, detect: |_| false, entries: &[] },
    Body { name: "gltf", run: gltf_file, detect: is_gltf, entries: &[] },
    Body { name: "merge", run: merged, detect: |_| false, entries: &[] },
    Body { name: "obj", run: obj_file, detect: |bytes| identify(bytes).format == Format::Obj, entries: &[] },
    Body { name: "project", run: put_back, detect: is_roblox, entries: &[] },
    Body {
        name: "scene",
        run: scene_of_model,
        detect: |bytes| exchange::converts(identify(bytes).format, Format::Glb) && !is_gltf(bytes),
        entries: &[],
    },
    Body { name: "stl", run: stl_file, detect: |bytes| identify(bytes).format == Format::Stl, entries: &[] },
];

fn is_gltf(bytes: &[u8]) -> bool {
    matches!(identify(bytes).format, Format::Glb | Format::Gltf)
}

fn open(bytes: &[u8]) -> Option<File<'_>> {
    File::open(bytes, &OpenOptions::default().max_memory(MEMORY)).ok()
}

/// The formats that a file is converted to without a scene.
fn targets(bytes: &[u8]) -> &'static [Format] {
    identify(bytes).format.conversions()
}

fn options(to: Format) -> ExchangeOptions {
    let mut options = ExchangeOptions::to(to);
    options.scene = SceneOptions::default().max_memory(MEMORY);
    options
}

/// Checks that files become others of each format that they are converted to, which can be opened.
///
/// # Panics
///
/// If what is made cannot be opened.
pub fn converted(bytes: &[u8]) {
    let Some(file) = open(bytes) else { return };
    for to in targets(bytes) {
        let options = ConvertOptions::to(*to).mesh_version(MeshVersion::V2_00);
        let Ok(made) = convert(&file, &options) else { continue };
        // A document of LLSD may be so short that it is no file by its start.
        if matches!(to, Format::RbxBinary | Format::RbxXml | Format::RbxMesh | Format::M3d | Format::SlMesh) {
            assert_eq!(identify(&made.bytes).format, *to);
            assert!(File::open(&made.bytes, &OpenOptions::default()).is_ok(), "{to:?} cannot be opened");
        }
    }
}

/// Checks that a scene has no fault but those of joints that reading leaves as they are in the file.
fn check(scene: &Scene) {
    let is_of_reading =
        |fault: &SceneFault| !matches!(fault, SceneFault::Influence(_) | SceneFault::JointTwice(_));
    assert_eq!(scene.check().into_iter().find(is_of_reading), None);
}

/// Checks that models become scenes without a fault, which glTF holds, and that these become models again.
///
/// # Panics
///
/// If not.
pub fn scene_of_model(bytes: &[u8]) {
    let from = identify(bytes).format;
    let Ok(glb) = exchange::convert(bytes, &options(Format::Glb), &mut |_| None) else { return };
    let scene = gltf::read(&glb.bytes).expect("what was written");
    check(&scene);
    if exchange::converts(Format::Glb, from) {
        drop(black_box(exchange::convert(&glb.bytes, &options(from), &mut |_| None)));
    }
}

/// Checks that a scene has no fault, that glTF holds it, and that it becomes a model, which of them the length of the input
/// says, or is refused.
fn all_of_scene(scene: &Scene, len: usize) {
    check(scene);
    let Ok((glb, _)) = gltf::write_glb(scene, &WriteOptions::default()) else { return };
    let again = gltf::read(&glb).expect("what was written");
    check(&again);
    let all = [Format::SlMesh, Format::SlAnim, Format::RbxMesh, Format::RbxXml, Format::M3d];
    if let Some(to) = all.get(len % all.len()) {
        drop(black_box(exchange::convert(&glb, &options(*to), &mut |_| None)));
    }
}

/// Checks that any glTF gives a scene without a fault, or none, and what becomes of it.
///
/// # Panics
///
/// If it has a fault.
pub fn gltf_file(bytes: &[u8]) {
    let limits = gltf::ReadOptions::default().output_bytes(MEMORY / 16);
    if let Ok((scene, _)) = gltf::read_with(bytes, &limits, &mut |_| None) {
        all_of_scene(&scene, bytes.len());
    }
}

/// Checks that any OBJ gives a scene without a fault, or none, and what becomes of it.
///
/// # Panics
///
/// If it has a fault.
pub fn obj_file(bytes: &[u8]) {
    let limits = obj::ObjOptions::default().output_bytes(MEMORY / 16);
    if let Ok((scene, _)) = obj::read_with(bytes, &limits, &mut |_| None) {
        all_of_scene(&scene, bytes.len());
    }
}

/// Checks that any Collada file gives a scene without a fault, or none, what becomes of it, and that what is written of it
/// reads as a scene that is written in the same way.
///
/// # Panics
///
/// If it has a fault.
pub fn dae_file(bytes: &[u8]) {
    let limits = dae::DaeOptions::default().output_bytes(MEMORY / 16);
    if let Ok((scene, _)) = dae::read_with(bytes, &limits, &mut |_| None) {
        all_of_scene(&scene, bytes.len());
        let (written, _) = dae::write(&scene, "model");
        check(&dae::read(&written.dae).expect("what was written"));
    }
}

/// Checks that any STL gives a scene without a fault, or none, and what becomes of it.
///
/// # Panics
///
/// If it has a fault.
pub fn stl_file(bytes: &[u8]) {
    if let Ok(scene) = stl::read(bytes, MEMORY / 16) {
        all_of_scene(&scene, bytes.len());
    }
}

/// Checks that motion capture becomes an animation of Second Life that keeps the laws, or is refused.
///
/// # Panics
///
/// If the animation does not.
pub fn bvh(bytes: &[u8]) {
    if identify(bytes).format != Format::Bvh {
        return;
    }
    drop(black_box(exchange::convert(bytes, &options(Format::Glb), &mut |_| None)));
    if let Ok(made) = exchange::convert(bytes, &options(Format::SlAnim), &mut |_| None) {
        crate::anim(&made.bytes);
    }
}

/// Checks that two files are compared, and that a file does not differ from itself.
///
/// # Panics
///
/// If it does.
pub fn differences(bytes: &[u8]) {
    let [old, new] = parts(bytes);
    let (Some(old), Some(new)) = (open(old), open(new)) else { return };
    let count = |old: &File<'_>, new: &File<'_>| {
        let mut n = 0_usize;
        let ended = diff(old, new, &DiffOptions::default(), &mut |_| {
            n += 1;
            ControlFlow::Continue(())
        });
        ended.map(|_| n).ok()
    };
    black_box(count(&old, &new));
    for file in [&old, &new] {
        assert!(matches!(count(file, file), None | Some(0)), "a file differs from itself");
    }
}

fn is_roblox(bytes: &[u8]) -> bool {
    matches!(identify(bytes).format, Format::RbxBinary | Format::RbxXml)
}

/// Checks that a place stays as it is, damaged or not, when what was taken out of it is put back as it was.
///
/// # Panics
///
/// If it does not.
pub fn put_back(bytes: &[u8]) {
    let Some(file) = open(bytes).filter(|_| is_roblox(bytes)) else { return };
    let check = |edited: Result<Edited, Problem>| {
        let edited = edited.expect("what was taken out");
        assert_eq!((edited.n_values, edited.bytes == file.bytes()), (0, true), "{:?}", edited.notes);
    };
    let mut files = BTreeMap::new();
    let extracted = extract(&file, &mut |content| {
        files.insert(content.path, content.bytes.to_vec());
        ControlFlow::Continue(())
    });
    if extracted.is_ok() {
        check(implant(&file, &mut |path| files.get(path).cloned()));
    }
    if let Ok(project) = project(&file, "place") {
        let files: BTreeMap<_, _> = project.files.into_iter().collect();
        let paths: Vec<_> = files.keys().cloned().collect();
        check(implant_project(&file, &paths, &mut |path| Ok(files[path].clone())));
    }
}

/// Checks that three files are merged, and that a side that changed nothing adds nothing.
///
/// # Panics
///
/// If it does.
pub fn merged(bytes: &[u8]) {
    let [base, ours, theirs] = parts(bytes);
    let (Some(base), Some(ours), Some(theirs)) = (open(base), open(ours), open(theirs)) else { return };
    drop(black_box(merge(Some(&base), &ours, &theirs)));
    if let Ok(same) = merge(Some(&base), &ours, &base) {
        assert!(same.conflicts.is_empty(), "{:?}", same.conflicts);
        assert!(same.bytes == ours.bytes(), "what nobody changed is another");
    }
}

/// The files of an input, each but the last after its length in two bytes.
fn parts<const N: usize>(mut bytes: &[u8]) -> [&[u8]; N] {
    let mut parts = [&[][..]; N];
    let Some((last, first)) = parts.split_last_mut() else { return parts };
    for part in first {
        let (len, rest) = bytes.split_first_chunk::<2>().unwrap_or((&[0; 2], &[]));
        (*part, bytes) = rest.split_at(usize::from(u16::from_le_bytes(*len)).min(rest.len()));
    }
    *last = bytes;
    parts
}

/// The input that has these files. `None` if one is too long.
fn of_parts(parts: &[Vec<u8>]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (last, first) = parts.split_last()?;
    for part in first {
        bytes.extend(u16::try_from(part.len()).ok()?.to_le_bytes());
        bytes.extend(part);
    }
    bytes.extend(last);
    Some(bytes)
}

/// An input of several files: a file, and `n` damaged copies. `None` if it is too long.
#[must_use]
pub fn joined(file: &[u8], n: u64) -> Option<Vec<u8>> {
    let copies = (0..n).map(|seed| mutate::mutant(file, seed));
    of_parts(&[file.to_vec()].into_iter().chain(copies).collect::<Vec<_>>())
}

/// An input of a body with [structured] damage: to one of its files, if it has several.
#[must_use]
pub fn damaged(body: &Body, bytes: &[u8], seed: u64) -> Option<Vec<u8>> {
    let one_of = |parts: &[&[u8]]| {
        let mut parts: Vec<_> = parts.iter().map(|part| part.to_vec()).collect();
        let index = mutate::Random::new(seed).below(parts.len());
        let part = parts.get_mut(index)?;
        *part = structured(part, seed)?;
        of_parts(&parts)
    };
    match body.name {
        "diff" => one_of(&parts::<2>(bytes)),
        "merge" => one_of(&parts::<3>(bytes)),
        _ => structured(bytes, seed),
    }
}

//! Summaries of scene files: glTF, OBJ, Collada, STL and motion capture.

use super::remarks::{self, Sizes};
use super::{Info, InfoOptions};
use ::slmesh::LodSizes;
use convert::{SceneOptions, bake, gltf, read};
use files::Format;
use files::facts::{Facts, StreamingCost};
use files::rules::MOST_TRIANGLES;
use files::wrapper::within;
use files::{OpenOptions, identify, identify_named, image};
use geom::Vec3;
use scene::allowance::usual_memory;
use scene::{Animation, LossSeverity, Problem, ProblemKind, Role, Scene, grouped};
use std::collections::{BTreeSet, HashSet};

/// Summarises a scene file, as [`info`](super::info) does for files of the six families. Supports glTF, OBJ,
/// Collada, STL and BVH. `files` is called for files that it refers to.
///
/// ```
/// use rezkit::{InfoOptions, OpenOptions, info_of_scene};
///
/// let square = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nusemtl Wood\nf 1 2 3 4\n";
/// let info = info_of_scene(square, &OpenOptions::default(), &InfoOptions::default(), &mut |_| None)?;
/// assert_eq!((info.title, info.facts[0].0), ("a Wavefront OBJ model", "triangles"));
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the file cannot be read, or has another format.
pub fn info_of_scene(
    bytes: &[u8],
    open: &OpenOptions<'_>,
    options: &InfoOptions,
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Info, Problem> {
    let identity = open.name.map_or_else(|| identify(bytes), |name| identify_named(bytes, name));
    if !identity.format.is_scene() {
        let message = format!("{} cannot be read as a scene", identity.title);
        return Err(Problem::new(ProblemKind::Unsupported, message));
    }
    let (plain, _) = within(bytes, open.max_memory, |_| 1)?;
    let reading = SceneOptions::default();
    let reading = open.max_memory.map_or(reading.clone(), |memory| reading.max_memory(memory));
    let (scene, losses) = read(&plain, &reading, files)?;
    let mut facts = facts_of(&scene);
    if matches!(identity.format, Format::Glb | Format::Gltf) {
        let limit = open.max_memory.unwrap_or(usual_memory(bytes.len())) / 4;
        let limit = gltf::ReadOptions::default().output_bytes(limit);
        let info = gltf::info(&plain, &limit, &mut |_| None);
        facts.text("made by", info.map(|info| info.generator).unwrap_or_default());
    }
    // OBJ and STL do not record their unit.
    let size = facts.bounds.map(|bounds| bounds.size() * scene.unit.metres());
    let cost = size.and_then(|size| estimated(&facts.levels, options.scale.map_or(size, Vec3::from_array)));
    let is_lost = |loss: &&scene::Loss| loss.severity == LossSeverity::Lost;
    let mut info = Info {
        schema: "rezkit.info/1",
        format: identity.format,
        title: identity.title,
        version: identity.version.map(|version| version.to_string()),
        n_bytes: bytes.len(),
        wrappers: identity.wrappers.clone(),
        n_unwrapped_bytes: plain.len(),
        packed: None,
        facts: facts.list,
        bounds: facts.bounds.map(|bounds| [bounds.min.to_array(), bounds.max.to_array()]),
        levels: if facts.levels.len() > 1 { facts.levels } else { Vec::new() },
        streaming_cost: cost,
        classes: Vec::new(),
        collision_groups: Vec::new(),
        parts: Vec::new(),
        n_warnings: losses.iter().filter(is_lost).count(),
        remarks: Vec::new(),
    };
    info.remarks = remarks::remarks(&info, &identity, Sizes::default());
    Ok(info)
}

/// Counts the contents of a scene.
pub(crate) fn facts_of(scene: &Scene) -> Facts {
    let mut facts = Facts::default();
    let n_triangles = |nodes: &[usize]| {
        let meshes = nodes.iter().filter_map(|node| scene.meshes.get(scene.nodes.get(*node)?.mesh?));
        meshes.map(|mesh| mesh.shape.indices.len()).fold(0, usize::saturating_add)
    };
    let levels = bake::levels(scene);
    facts.levels = levels.iter().map(|nodes| n_triangles(nodes)).collect();
    let finest = levels.first().map_or(&[][..], |nodes| nodes);
    let used: BTreeSet<usize> = finest.iter().filter_map(|node| scene.nodes.get(*node)?.mesh).collect();
    let meshes: Vec<_> = used.iter().filter_map(|mesh| scene.meshes.get(*mesh)).collect();
    let sum = |of: &dyn Fn(&scene::Mesh) -> usize| {
        meshes.iter().map(|mesh| of(mesh)).fold(0, usize::saturating_add)
    };
    facts.bounds = scene.bounds();
    facts.count("triangles", n_triangles(finest));
    facts.count("vertices", sum(&|mesh| mesh.shape.positions.len()));
    facts.count("meshes", meshes.len());
    facts.count("lines", sum(&|mesh| mesh.lines.len()));
    facts.count("points", sum(&|mesh| mesh.points.len()));
    facts.count("materials", scene.materials.len());
    facts.text("textures", textures(scene));
    facts.count("joints", n_joints(scene));
    facts.count("shape keys", sum(&|mesh| mesh.morphs.len()));
    facts.text("animations", listed(scene.animations.iter().map(animation)));
    let sizes: Vec<usize> = meshes.iter().map(|mesh| mesh.shape.indices.len()).collect();
    facts.text("Roblox", in_roblox(&sizes));
    facts
}

/// The number of distinct joints of all skins; in a scene without skins, of nodes that are marked as joints.
fn n_joints(scene: &Scene) -> usize {
    let joints: HashSet<usize> = scene.skins.iter().flat_map(|skin| skin.joints.iter().copied()).collect();
    match joints.len() {
        0 => scene.nodes.iter().filter(|node| node.role == Role::Joint).count(),
        n => n,
    }
}

/// The name and length of an animation, `walk (1.5 s)`.
fn animation(animation: &Animation) -> String {
    let seconds = animation.span().map_or(0.0, |(_, end)| end);
    let name = if animation.name.is_empty() { "without a name" } else { &animation.name };
    format!("{name} ({seconds:.1} s)")
}

/// The images that materials use, and their sizes.
fn textures(scene: &Scene) -> String {
    let used: BTreeSet<usize> = scene
        .materials
        .iter()
        .flat_map(|material| material.textures.iter().flatten())
        .map(|texture| texture.image)
        .collect();
    let images: Vec<_> = used.iter().filter_map(|image| scene.images.get(*image)).collect();
    listed(images.into_iter().map(|image| {
        let name =
            [Some(&image.name), image.uri.as_ref()].into_iter().flatten().find(|name| !name.is_empty());
        let name = name.map_or("without a name", String::as_str);
        match image::size(&image.bytes) {
            Some([width, height]) => format!("{name} ({width} × {height})"),
            None if image.bytes.is_empty() => format!("{name} (not found)"),
            None => name.to_owned(),
        }
    }))
}

/// The number of items and the first few of them; empty if there are none.
fn listed(all: impl ExactSizeIterator<Item = String>) -> String {
    const SHOWN: usize = 3;
    const LONGEST: usize = 40;
    let n = all.len();
    if n == 0 {
        return String::new();
    }
    let cut = |name: String| match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", name.get(..end).unwrap_or_default()),
        None => name,
    };
    let first: Vec<_> = all.take(SHOWN).map(cut).collect();
    let more = n.saturating_sub(SHOWN);
    let rest = if more > 0 { format!(" and {} more", grouped(more)) } else { String::new() };
    format!("{}: {}{rest}", grouped(n), first.join(", "))
}

/// A sentence on whether Studio imports meshes with these numbers of triangles.
pub(super) fn in_roblox(meshes: &[usize]) -> String {
    let Some(largest) = meshes.iter().max().filter(|largest| **largest > 0) else { return String::new() };
    let (largest, most) = (grouped(*largest), grouped(MOST_TRIANGLES));
    match meshes.iter().filter(|n_triangles| **n_triangles > MOST_TRIANGLES).count() {
        0 => format!("fits: {largest} of at most {most} triangles in a mesh"),
        _ if meshes.len() == 1 => format!("too large: {largest} of at most {most} triangles in a mesh"),
        n => {
            let (n, all) = (grouped(n), grouped(meshes.len()));
            format!("too large: {n} of {all} meshes have more than {most} triangles, up to {largest}")
        }
    }
}

/// The estimated cost of a model in Second Life at this size in metres. The uploader generates missing levels with a
/// third of the triangles of the next finer one, and each triangle is counted with 16 bytes, about its real size.
pub(super) fn estimated(levels: &[usize], size: Vec3) -> Option<StreamingCost> {
    let finest = levels.first().copied().filter(|n_triangles| *n_triangles > 0)?;
    if !size.is_finite() {
        return None;
    }
    let (mut sizes, mut above) = (LodSizes::default(), finest);
    // Sizes are ordered from the lowest level up.
    for (number, bytes) in sizes.bytes.iter_mut().rev().enumerate() {
        above = match levels.get(number) {
            Some(n_triangles) => *n_triangles,
            None => above.div_ceil(3),
        };
        // The cost formula subtracts 384 bytes, and counts 16 for a triangle (docs/formats/slmesh.md, 12).
        let n_bytes = above.saturating_mul(16).saturating_add(384);
        *bytes = u64::try_from(n_bytes).unwrap_or(u64::MAX);
    }
    let cost = sizes.cost(size);
    let scale = Some(size.to_array());
    Some(StreamingCost::new(scale, cost.streaming, cost.dominant.name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_short() {
        let names = |n: usize| (0..n).map(|i| i.to_string()).collect::<Vec<_>>().into_iter();
        assert_eq!(listed(names(0)), "");
        assert_eq!(listed(names(3)), "3: 0, 1, 2");
        assert_eq!(listed(names(1010)), "1,010: 0, 1, 2 and 1,007 more");
        assert_eq!(listed(["ä".repeat(50)].into_iter()), format!("1: {}…", "ä".repeat(40)));
    }

    #[test]
    fn studio_has_a_limit() {
        assert_eq!(in_roblox(&[]), "");
        assert_eq!(in_roblox(&[20_000, 3]), "fits: 20,000 of at most 20,000 triangles in a mesh");
        assert_eq!(in_roblox(&[20_001]), "too large: 20,001 of at most 20,000 triangles in a mesh");
        let several = "too large: 2 of 3 meshes have more than 20,000 triangles, up to 104,223";
        assert_eq!(in_roblox(&[5, 104_223, 20_001]), several);
    }

    /// The viewer counts 16 bytes a triangle, too.
    #[test]
    fn levels_that_are_missing_have_a_third() {
        let all = estimated(&[900, 300, 100, 34], Vec3::ONE).unwrap();
        assert_eq!(estimated(&[900], Vec3::ONE), Some(all));
        assert_eq!((all.scale, all.largest_level), (Some([1.0; 3]), "lowest_lod"));
        assert!(estimated(&[900], Vec3::ONE * 4.0).unwrap().cost > all.cost);
        assert_eq!((estimated(&[], Vec3::ONE), estimated(&[0], Vec3::ONE)), (None, None));
    }
}

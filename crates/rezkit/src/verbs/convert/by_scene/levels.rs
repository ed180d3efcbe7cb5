//! Levels of detail in conversions to another format.

use super::{ExchangeOptions, WrittenFiles, write};
use crate::verbs::land_impact::{TriedLevels, fit};
use crate::verbs::lod::LodOptions;
use convert::slmesh::refuse_too_many;
use convert::{bytes_of, from_scene};
use files::Format;
use scene::allowance::Allowance;
use scene::file_names::FileNames;
use scene::{LevelPlan, MadeLevel, Node, Problem, ProblemKind, Role, Scene};

/// The generated levels of a scene, and those that were tried.
pub(super) type LevelsMade = (Vec<MadeLevel>, Vec<TriedLevels>);

/// Generates the requested levels of a scene.
pub(super) fn make(
    scene: &mut Scene,
    options: &ExchangeOptions,
    memory: usize,
) -> Result<LevelsMade, Problem> {
    if options.to == Format::SlMesh {
        refuse_too_many(scene)?;
    }
    let usual;
    let LodOptions { plan, limit } = match &options.levels {
        Some(asked) => asked,
        None if lacks_levels(scene, options) => {
            usual = LodOptions::new(LevelPlan::levels(4));
            &usual
        }
        None => return Ok(LevelsMade::default()),
    };
    let (mut plan, mut tried) = (plan.clone(), Vec::new());
    if let Some(limit) = limit {
        if options.to != Format::SlMesh {
            let message = "only meshes of Second Life have a land impact";
            return Err(Problem::new(ProblemKind::Unsupported, message));
        }
        // Images do not affect the cost.
        let bare = Scene { images: Vec::new(), ..scene.clone() };
        let fitted = fit(&plan, limit, &mut |plan| {
            let mut scene = bare.clone();
            let made = scene.make_levels_within(plan, &Allowance::new(memory))?;
            let asset = options.asset.clone().max_memory(memory);
            Ok((made, bytes_of(&from_scene(&scene, options.to, &asset)?.0)?))
        })?;
        (plan, tried) = (fitted.plan, fitted.tried);
    }
    let made = scene.make_levels_within(&plan, &Allowance::new(memory))?;
    if is_of_second_life(options) && made.len() > 4 {
        return Err(Problem::new(ProblemKind::Value, "a mesh of Second Life has four levels of detail"));
    }
    Ok((made, tried))
}

/// Returns true if a Second Life mesh gets generated levels because the scene has none. Its uploader generates them
/// too, and a level that is a copy of the finest one costs as much as all others together.
fn lacks_levels(scene: &Scene, options: &ExchangeOptions) -> bool {
    let is_level = |node: &Node| matches!(node.role, Role::Lod { .. });
    is_of_second_life(options)
        && !options.copies_levels
        && scene.n_triangles() > 0
        && !scene.nodes.iter().any(is_level)
}

fn is_of_second_life(options: &ExchangeOptions) -> bool {
    matches!(options.to, Format::SlMesh | Format::Slm)
}

/// Writes each level to a file of its own, the finest first, in formats without levels.
pub(super) fn write_each(
    scene: &Scene,
    n_levels: usize,
    options: &ExchangeOptions,
    memory: usize,
) -> Result<WrittenFiles, Problem> {
    let mut files = write(&only(scene, 0), options, memory)?;
    let (mut names, output) = (FileNames::default(), Allowance::new(memory));
    for level in (1..=u8::MAX).take(n_levels.saturating_sub(1)) {
        let WrittenFiles { bytes, .. } = write(&only(scene, level), options, memory)?;
        output.take(bytes.len())?;
        files.beside.push((names.beside(&format!("{}_LOD{level}", options.scene.name), ".m3d"), bytes));
    }
    Ok(files)
}

/// The scene with one level only.
fn only(scene: &Scene, level: u8) -> Scene {
    let shown = scene.at_level(level);
    let mut scene = scene.clone();
    for (index, node) in scene.nodes.iter_mut().enumerate() {
        let is_level =
            matches!(node.role, Role::Lod { .. }) || level > 0 && node.role == Role::Plain && !node.hidden;
        match shown.binary_search(&index).is_ok() {
            true => (node.role, node.hidden) = (Role::Plain, false),
            false if is_level => (node.mesh, node.role) = (None, Role::Plain),
            false => {}
        }
    }
    scene
}

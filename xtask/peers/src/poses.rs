//! Comparison of coarser levels of animated models with the finest one, in the poses of animations and at rest.

use crate::distance::Surface;
use crate::levels::LEAST_TRIANGLES;
use rezkit::exchange::{SceneOptions, read};
use rezkit::scene::{LevelPlan, Pose, Scene};
use std::error::Error;
use std::io::Write;
use std::path::Path;

/// The number of moments at which each animation is compared.
const N_TIMES: u8 = 4;

/// The maximum number of animations of each model.
const MOST_ANIMATIONS: usize = 8;

/// The number of points sampled on each surface.
const N_SAMPLES: f64 = 5_000.0;

/// Prints, for each skinned model and level, the deviation in poses as a multiple of the deviation at rest.
///
/// # Errors
///
/// If nothing can be printed.
pub fn run(paths: &[String], out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut all: Vec<f64> = Vec::new();
    for path in paths.iter().map(Path::new) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        match ratios(path) {
            Ok(ratios) if ratios.is_empty() => {
                writeln!(out, "{name}: no {LEAST_TRIANGLES} triangles that joints move")?
            }
            Ok(ratios) => {
                let each: Vec<_> = ratios.iter().map(|ratio| format!("{ratio:.2}")).collect();
                writeln!(out, "{name}: {}", each.join(", "))?;
                all.extend(ratios);
            }
            Err(error) => writeln!(out, "{name}: {error}")?,
        }
    }
    let mean = all.iter().map(|ratio| ratio.ln()).sum::<f64>() / all.len().max(1) as f64;
    let worst = all.iter().copied().fold(0.0, f64::max);
    let n_above = all.iter().filter(|ratio| **ratio > 1.2).count();
    let n_levels = all.len();
    Ok(writeln!(out, "{n_levels} levels: mean {:.2}, worst {worst:.2}, {n_above} above 1.2", mean.exp())?)
}

/// The ratio of the deviation in poses to that at rest, for each coarser level.
fn ratios(path: &Path) -> Result<Vec<f64>, Box<dyn Error>> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut files = |name: &str| std::fs::read(folder.join(name)).ok();
    let (mut scene, _) = read(&std::fs::read(path)?, &SceneOptions::default(), &mut files)?;
    if scene.skins.is_empty() || scene.animations.is_empty() {
        return Ok(Vec::new());
    }
    let n_levels = scene.make_levels(&LevelPlan::levels(4))?.len();
    let mut poses = Vec::new();
    for (number, animation) in scene.animations.iter().enumerate().take(MOST_ANIMATIONS) {
        let (start, end) = animation.span().unwrap_or_default();
        let time = |step: u8| start + (end - start) * f32::from(step) / f32::from(N_TIMES);
        poses.extend((0..N_TIMES).map(|step| scene.pose_at(number, time(step))));
    }
    let finest = |pose: &Pose| surface(&scene, 0, pose);
    let (rest, posed): (_, Vec<_>) = (finest(&scene.rest()), poses.iter().map(finest).collect());
    let Some(rest) = rest.filter(|rest| rest.corners().count() >= 3 * LEAST_TRIANGLES) else {
        return Ok(Vec::new());
    };
    let mut ratios = Vec::new();
    for level in 1..n_levels {
        let level = u8::try_from(level)?;
        let off = |finest: &Surface, pose: &Pose| Some(mean_square(finest, &surface(&scene, level, pose)?));
        let Some(at_rest) = off(&rest, &scene.rest()) else { continue };
        let all: Vec<_> =
            posed.iter().zip(&poses).filter_map(|(finest, pose)| off(finest.as_ref()?, pose)).collect();
        // What is next to nothing at rest is no reason for a large ratio.
        let least = (1e-4 * diagonal(&rest)).powi(2);
        let in_poses = all.iter().sum::<f64>() / all.len() as f64;
        ratios.push((in_poses.max(least) / at_rest.max(least)).sqrt());
    }
    Ok(ratios)
}

/// The surface of all skinned meshes of a level in a pose; `None` if there are none.
fn surface(scene: &Scene, level: u8, pose: &Pose) -> Option<Surface> {
    let (mut positions, mut indices) = (Vec::new(), Vec::new());
    for node in scene.at_level(level) {
        let Some(mesh) = scene.nodes[node].mesh.filter(|_| scene.nodes[node].skin.is_some()) else {
            continue;
        };
        let first = u32::try_from(positions.len()).ok()?;
        positions.extend(scene.skinned(node, pose).iter().map(|position| position.to_array()));
        indices.extend(
            scene.meshes[mesh].shape.indices.iter().map(|triangle| triangle.map(|vertex| vertex + first)),
        );
    }
    (!indices.is_empty()).then(|| Surface::new(&positions, &indices))
}

fn diagonal(surface: &Surface) -> f64 {
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for point in surface.corners() {
        for axis in 0..3 {
            (low[axis], high[axis]) = (low[axis].min(point[axis]), high[axis].max(point[axis]));
        }
    }
    (0..3).map(|axis| (high[axis] - low[axis]).powi(2)).sum::<f64>().sqrt()
}

/// The mean squared distance between two surfaces, in both directions.
fn mean_square(one: &Surface, other: &Surface) -> f64 {
    let to = |from: &Surface, to: &Surface| {
        from.samples(N_SAMPLES)
            .into_iter()
            .map(|(weight, point, _)| weight * to.nearest(point).0)
            .sum::<f64>()
    };
    (to(one, other) + to(other, one)) / 2.0
}

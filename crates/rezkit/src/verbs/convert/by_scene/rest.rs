//! A comparison of a skinned scene with the file that was written: both must have the same rest pose.

use super::{ExchangeOptions, WrittenFiles};
use convert::read;
use files::Format;
use geom::{Aabb, Vec3};
use scene::{Problem, ProblemKind, Scene, Unit};

/// The largest accepted difference, as a fraction of the size.
const MOST_OFF: f32 = 0.01;

/// The number of vertices that are looked up in the result.
const SAMPLES: usize = 64;

/// Reads a written file again, and compares its bounds and a sample of its vertices with those of the scene.
///
/// # Errors
///
/// If anything is off by more than 1 % of the size, which is a bug of the conversion.
pub(super) fn compare(
    scene: &Scene,
    written: &WrittenFiles,
    options: &ExchangeOptions,
    memory: usize,
) -> Result<(), Problem> {
    if !is_comparable(scene, options) {
        return Ok(());
    }
    let reading = options.scene.clone().extras(false).max_memory(memory);
    let mut files = |name: &str| {
        let found = written.beside.iter().find(|(known, _)| known == name);
        found.map(|(_, bytes)| bytes.clone())
    };
    // A file that is too large to be read again is not compared.
    let Ok((back, _)) = read(&written.bytes, &reading, &mut files) else { return Ok(()) };
    let before = at_rest(scene, options.level);
    let after = at_rest(&back, 0);
    match difference(&before, &after) {
        Some(found) => {
            let message = format!("{found}: this is a bug of the conversion, and the result is not saved");
            Err(Problem::new(ProblemKind::Unsupported, message)
                .help("please report this with the file; rez convert to .glb keeps the skin as it is"))
        }
        None => Ok(()),
    }
}

/// Returns true if the target stores the rest pose with the same coordinates as the scene, and no option
/// changes them.
fn is_comparable(scene: &Scene, options: &ExchangeOptions) -> bool {
    let is_skinned = scene.nodes.iter().any(|node| node.skin.is_some() && node.mesh.is_some());
    let is_morphed = scene.nodes.iter().any(|node| node.weights.iter().any(|weight| *weight != 0.0));
    let keeps_numbers = match options.to {
        Format::Glb | Format::Gltf | Format::Obj | Format::Stl | Format::RbxMesh | Format::M3d => true,
        Format::Collada => scene.unit == Unit::default(),
        _ => false,
    };
    is_skinned && !is_morphed && keeps_numbers && options.asset.weld.is_none()
}

/// The corners of all visible triangles at rest.
fn at_rest(scene: &Scene, level: u8) -> Vec<Vec3> {
    let worlds = scene.worlds_at_rest();
    let mut points = Vec::new();
    for index in scene.at_level(level) {
        let mesh = scene.nodes.get(index).and_then(|node| scene.meshes.get(node.mesh?));
        let Some(mesh) = mesh else { continue };
        let mover = scene.mover(index, mesh, &worlds);
        let mut is_used = vec![false; mesh.shape.positions.len()];
        for corner in mesh.shape.indices.as_flattened() {
            is_used.get_mut(*corner as usize).into_iter().for_each(|used| *used = true);
        }
        let used = mesh.shape.positions.iter().enumerate().zip(is_used).filter(|(_, is_used)| *is_used);
        #[expect(clippy::cast_possible_truncation, reason = "scenes have single precision")]
        let placed = used.map(|((vertex, position), _)| {
            let point = mover.transform(vertex).point(position.to_array().map(f64::from));
            Vec3::from_array(point.map(|axis| axis as f32))
        });
        points.extend(placed.filter(|point| point.is_finite()));
    }
    points
}

/// The first difference of two sets of points that is more than 1 % of their size.
fn difference(before: &[Vec3], after: &[Vec3]) -> Option<String> {
    let around = Aabb::from_points(before.iter().copied())?;
    let most = around.size().length() * MOST_OFF;
    let Some(found) = Aabb::from_points(after.iter().copied()) else {
        return Some("the result has no triangles".into());
    };
    let off = (found.min - around.min).length().max((found.max - around.max).length());
    if off > most {
        let sides = |bounds: &Aabb| {
            let Vec3 { x, y, z } = bounds.size();
            format!("{x:.4} × {y:.4} × {z:.4}")
        };
        return Some(format!(
            "a size of {} became {}, which differs by {off:.4}",
            sides(&around),
            sides(&found)
        ));
    }
    let step = before.len().div_ceil(SAMPLES).max(1);
    let distance = |point: &Vec3| {
        let squares = after.iter().map(|other| (*other - *point).dot(*other - *point));
        squares.fold(f32::INFINITY, f32::min).sqrt()
    };
    let off = before.iter().step_by(step).map(distance).fold(0.0, f32::max);
    (off > most).then(|| {
        let share = off / around.size().length() * 100.0;
        format!("vertices in the rest pose are off by up to {off:.4}, {share:.1} % of the size")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_that_move_are_found() {
        let before: Vec<Vec3> = (0..100_u8).map(|x| Vec3::new(f32::from(x), 0.0, 50.0)).collect();
        assert_eq!(difference(&before, &before), None);
        let moved = |by: f32| before.iter().map(|point| *point + Vec3::new(0.0, 0.0, by)).collect::<Vec<_>>();
        assert_eq!(difference(&before, &moved(0.9)), None);
        assert!(difference(&before, &moved(1.1)).unwrap().starts_with("a size of 99.0000 × 0.0000 × 0.0000"));
        // The bounds stay if only the middle is missing.
        let mut middle = before.clone();
        middle.retain(|point| !(30.0..60.0).contains(&point.x));
        let found = difference(&before, &middle).unwrap();
        assert!(found.starts_with("vertices in the rest pose are off by up to 1"), "{found}");
        assert_eq!(difference(&before, &[]).unwrap(), "the result has no triangles");
    }
}

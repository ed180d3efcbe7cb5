//! A check for nodes that share meshes: formats in which every node has its own triangles turn small files
//! into large ones.

use super::ExchangeOptions;
use files::Format;
use scene::{LossCode, LossSeverity, Losses, Problem, ProblemKind, Scene, counted, grouped};
use std::collections::HashSet;

/// The factor from which growth is reported.
const NOTABLE: usize = 10;

/// Upper bound on the triangles of a model in one piece if meshes are copied: the default limit of readers of
/// Model 3D, ours included.
const MOST: usize = 500_000;

/// Reports how many triangles are written because nodes share meshes.
///
/// # Errors
///
/// If a model in one piece would have very many triangles because of the copies.
pub(super) fn check(scene: &Scene, options: &ExchangeOptions, losses: &mut Losses) -> Result<(), Problem> {
    let is_in_one_piece = matches!(options.to, Format::M3d | Format::RbxMesh | Format::SlMesh | Format::Slm);
    if !is_in_one_piece && !matches!(options.to, Format::Obj | Format::Stl) {
        return Ok(());
    }
    let (mut own, mut written, mut n_nodes) = (0_usize, 0_usize, 0_usize);
    let mut meshes = HashSet::new();
    for mesh in scene.at_level(options.level).into_iter().filter_map(|node| scene.nodes.get(node)?.mesh) {
        let n_triangles = scene.meshes.get(mesh).map_or(0, |mesh| mesh.shape.indices.len());
        written = written.saturating_add(n_triangles);
        n_nodes = n_nodes.saturating_add(1);
        if meshes.insert(mesh) {
            own = own.saturating_add(n_triangles);
        }
    }
    if written < own.saturating_mul(NOTABLE) {
        return Ok(());
    }
    let [nodes, shapes] = [counted(n_nodes, "node"), counted(meshes.len(), "shape")];
    if is_in_one_piece && written > MOST {
        let message = format!(
            "{nodes} share {shapes}: written as one mesh, the {} triangles become {}, more than {}",
            grouped(own),
            grouped(written),
            grouped(MOST)
        );
        let help = "convert to .glb or .dae, where nodes share meshes, or make fewer triangles with --lods";
        return Err(Problem::new(ProblemKind::Unsupported, message).help(help));
    }
    let what = format!("triangles are written instead of {}, because {nodes} share {shapes}", grouped(own));
    losses.report(LossCode::GroupMerged, LossSeverity::Changed, &what, written, "");
    Ok(())
}

//! Collision shapes of an asset.

use super::super::Physics;
use super::interior::Interior;
use ::slmesh::DecomposeOptions;
use geom::{TriMesh, Vec3};
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Role, Scene};
use std::ops::RangeInclusive;

/// The number of hulls to which others are added as needed.
const LEAST_HULLS: u8 = 8;

/// The share of the space inside a model that hulls may block.
const MAX_BLOCKED: f32 = 0.1;

/// The collision shapes of an asset: a mesh, hulls, and the hull around everything.
#[derive(Default)]
pub(super) struct Shapes {
    /// The names of the parts of the mesh, each with its number of triangles.
    pub(super) parts: Vec<(String, usize)>,
    pub(super) mesh: TriMesh,
    pub(super) hulls: Vec<Vec<Vec3>>,
    pub(super) around: Vec<Vec3>,
}

impl Shapes {
    /// Collects the shapes of the scene. `shape` returns that of a node.
    pub(super) fn of_scene(scene: &Scene, shape: impl Fn(usize) -> TriMesh) -> Self {
        let mut shapes = Self::default();
        for (index, node) in scene.nodes.iter().enumerate().filter(|(_, node)| node.mesh.is_some()) {
            match node.role {
                Role::Physics => {
                    let part = shape(index);
                    shapes.parts.push((node.name.clone(), part.indices.len()));
                    shapes.mesh.append(&part);
                }
                Role::Hull => shapes.hulls.push(shape(index).positions),
                Role::Bounding => shapes.around.extend(shape(index).positions),
                _ => {}
            }
        }
        shapes.hulls.retain(|hull| !hull.is_empty());
        // The physics mesh has one face, however many parts it has.
        shapes.mesh.groups.clear();
        shapes
    }

    /// Builds the requested shapes instead of those of the scene.
    pub(super) fn asked_for(
        self,
        physics: Physics,
        max_error: Option<f32>,
        levels: &[TriMesh],
        losses: &mut Losses,
    ) -> Self {
        let n_own = self.parts.len().saturating_add(self.hulls.len());
        let what = "collision shapes, which the requested one replaces";
        losses.report(LossCode::PhysicsDropped, LossSeverity::Lost, what, n_own, "");
        let mut shapes = Self { around: self.around, ..Self::default() };
        let none = TriMesh::default();
        let finest = levels.first().unwrap_or(&none);
        match physics {
            Physics::None => {}
            Physics::Box => {
                shapes.hulls.extend(finest.bounds().map(|bounds| bounds.corners().to_vec()));
                let n_made = shapes.hulls.len();
                let what = "the bounding box of the model is its collision shape";
                losses.report(LossCode::HullMade, LossSeverity::Note, what, n_made, "physics_convex");
                if let Some(interior) = Interior::measure(finest) {
                    report_blocked(interior.blocked(&shapes.hulls), u8::MIN, losses);
                }
            }
            Physics::Hull => shapes.hulls = divided(finest, 1..=1, max_error, losses),
            Physics::Hulls(n) => shapes.hulls = divided(finest, n..=n, max_error, losses),
            Physics::OpenHulls => {
                shapes.hulls = divided(finest, LEAST_HULLS..=u8::MAX, max_error, losses);
            }
            Physics::Level(number) => {
                // Viewers replace a missing level by the next finer one, too.
                let number = usize::from(number).min(levels.len().saturating_sub(1));
                let level = levels.get(number).unwrap_or(&none);
                let name = |group: &geom::Group| {
                    let material = group.material.clone().unwrap_or_default();
                    if group.name.is_empty() { material } else { group.name.clone() }
                };
                shapes.parts =
                    level.groups.iter().map(|group| (name(group), group.triangles.len())).collect();
                shapes.mesh = TriMesh {
                    positions: level.positions.clone(),
                    indices: level.indices.clone(),
                    ..TriMesh::default()
                };
            }
        }
        shapes
    }

    /// Reports which parts have triangles that the uploader rejects.
    pub(super) fn report_degenerate(&self, triangles: &[usize], are_dropped: bool, losses: &mut Losses) {
        let (code, severity, what) = if are_dropped {
            (
                LossCode::TriDropped,
                LossSeverity::Lost,
                "degenerate triangles of the physics shape were dropped",
            )
        } else {
            let what = "degenerate triangles in the physics shape, which the uploader rejects";
            (LossCode::TriDegenerate, LossSeverity::Note, what)
        };
        let mut start = 0_usize;
        for (name, n_triangles) in &self.parts {
            let end = start.saturating_add(*n_triangles);
            let count = triangles.iter().filter(|at| (start..end).contains(*at)).count();
            losses.report(code, severity, &format!("{what}: {name}"), count, name);
            start = end;
        }
    }
}

/// Reports the share of the space inside a model that at most so many hulls block, unless it is small.
fn report_blocked(blocked: f32, n_most: u8, losses: &mut Losses) {
    if blocked <= MAX_BLOCKED {
        return;
    }
    let what = format!(
        "hulls block {:.0} % of the space inside the model that an avatar can enter{}",
        blocked * 100.0,
        if n_most < u8::MAX { "; --physics hulls takes as many as keep it open" } else { "" }
    );
    losses.report(LossCode::HullMade, LossSeverity::Changed, &what, 1, "physics_convex");
}

/// Decomposes a mesh into hulls, and reports their distance from it, and the space that they block.
fn divided(
    mesh: &TriMesh,
    n_hulls: RangeInclusive<u8>,
    max_error: Option<f32>,
    losses: &mut Losses,
) -> Vec<Vec<Vec3>> {
    let made = |n_most: u8| {
        let options = DecomposeOptions::to(n_most.into());
        ::slmesh::decompose(mesh, &max_error.map_or(options, |error| options.max_error(error)))
    };
    let mut n_most = *n_hulls.start();
    let mut made_hulls = made(n_most);
    if let Some(interior) = Interior::measure(mesh) {
        let mut blocked = interior.blocked(&made_hulls.hulls);
        while blocked > MAX_BLOCKED && n_most < *n_hulls.end() {
            n_most = n_most.saturating_mul(2);
            let more = made(n_most);
            let blocked_by_more = interior.blocked(&more.hulls);
            if blocked_by_more < blocked {
                (made_hulls, blocked) = (more, blocked_by_more);
            }
        }
        report_blocked(blocked, n_most, losses);
    }
    let made = made_hulls;
    let size = mesh.bounds().map_or(Vec3::ZERO, |bounds| bounds.size());
    let metres = made.error * size.x.max(size.y).max(size.z);
    let share = made.error * 100.0;
    let (severity, what) = match max_error.filter(|asked| made.error > *asked) {
        Some(asked) => {
            let asked = asked * 100.0;
            let what = format!(
                "hulls are up to {metres:.3} m off the model, {share:.1} % of its size, more than the \
                 requested {asked:.1} %"
            );
            (LossSeverity::Changed, what)
        }
        None => {
            let what =
                format!("hulls were computed, up to {metres:.3} m off the model, {share:.1} % of its size");
            (LossSeverity::Note, what)
        }
    };
    losses.report(LossCode::HullMade, severity, &what, made.hulls.len(), "physics_convex");
    made.hulls
}

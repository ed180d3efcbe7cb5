//! Checks blobs that were read successfully for problems.

use super::model::{Collision, Csg, Hull, SolidMesh, UnionMesh};
use super::rules::{RBC001, RBC002, RBC003, RBC004, RBC005, RBC006, RBC007};
use crate::common::kinds::counted;
use crate::common::rules::Findings;
use geom::Vec3;
use std::fmt::Display;

/// The maximum number of points of a hull.
const MOST_POINTS: usize = 255;

/// The allowed difference between the stored volume and that of the hulls, relative to the volume of the hulls.
const VOLUME_TOLERANCE: f64 = 0.001;

/// Checks a blob against the [rules](crate::csg::rules), part by part.
///
/// All findings are counted, but only the first 1,000 of each rule are kept.
///
/// ```
/// use rbxmesh::csg::{Csg, UnionMesh, rules, validate};
///
/// let mesh = UnionMesh { triangles: vec![[0, 1, 2]], ..UnionMesh::default() };
/// let findings = validate(&Csg::Mesh(mesh));
/// assert_eq!(findings[0].rule, &rules::RBC001);
/// assert_eq!(findings[0].path, "triangles[0]");
/// ```
#[must_use]
pub fn validate(model: &Csg) -> Findings {
    let mut findings = Findings::default();
    let trailing = match model {
        Csg::Mesh(mesh) => {
            of_mesh(mesh, &mut findings);
            &*mesh.trailing
        }
        Csg::Solid(solid) => {
            of_solid(solid, &mut findings);
            &solid.trailing
        }
        Csg::Collision(collision) => {
            of_collision(collision, &mut findings);
            &collision.trailing
        }
        Csg::Key(_) => &[],
    };
    if !trailing.is_empty() {
        findings.add(&RBC007, "trailing", counted(trailing.len(), "byte"), "");
    }
    findings
}

fn of_mesh(mesh: &UnionMesh, findings: &mut Findings) {
    let n = mesh.positions.len();
    exist(&mesh.triangles, n, |index| format!("triangles[{index}]"), findings);
    for (name, values) in
        [("positions", &mesh.positions), ("normals", &mesh.normals), ("tangents", &mesh.tangents)]
    {
        finite(values, |index| format!("{name}[{index}]"), findings);
    }
    for (index, uv) in mesh.uvs.iter().enumerate().filter(|(_, uv)| !uv.is_finite()) {
        findings.add(&RBC002, format_args!("uvs[{index}]"), format_args!("{uv:?}"), "");
    }
    let n_indices = mesh.triangles.len().saturating_mul(3);
    let ends = (mesh.bounds.first().copied(), mesh.bounds.last().map(|last| *last as usize));
    let is_whole = mesh.bounds.is_empty() || ends == (Some(0), Some(n_indices));
    if !is_whole || !mesh.has_sound_bounds() {
        findings.add(&RBC003, "bounds", format_args!("{:?}", mesh.bounds), n_indices);
    }
}

fn of_solid(solid: &SolidMesh, findings: &mut Findings) {
    let all = [
        ("positions", &solid.positions, "position_corners", &solid.position_corners),
        ("normals", &solid.normals, "normal_corners", &solid.normal_corners),
        ("third", &solid.third, "third_corners", &solid.third_corners),
        ("colours", &solid.colours, "colour_corners", &solid.colour_corners),
    ];
    for (name, values, of_corners, corners) in all {
        exist(corners, values.len(), |index| format!("{of_corners}[{index}]"), findings);
        finite(values, |index| format!("{name}[{index}]"), findings);
    }
}

fn of_collision(collision: &Collision, findings: &mut Findings) {
    for (number, hull) in collision.hulls().iter().enumerate() {
        of_hull(number, hull, findings);
    }
    let volume = collision.volume();
    if let Some(stored) = collision.mass.map(|mass| f64::from(mass.volume)) {
        // Flat hulls have none.
        if (stored - volume).abs() > VOLUME_TOLERANCE * volume.abs().max(1.0) {
            findings.add(&RBC004, "mass.volume", stored, format_args!("{volume:.4}"));
        }
    }
}

fn of_hull(number: usize, hull: &Hull, findings: &mut Findings) {
    exist(
        &hull.triangles,
        hull.points.len(),
        |index| format!("hulls[{number}].triangles[{index}]"),
        findings,
    );
    finite(&hull.points, |index| format!("hulls[{number}].points[{index}]"), findings);
    if hull.points.len() > MOST_POINTS {
        findings.add(&RBC005, format_args!("hulls[{number}].points"), hull.points.len(), MOST_POINTS);
    }
    let n_open = hull.n_open_edges();
    if n_open > 0 {
        findings.add(
            &RBC006,
            format_args!("hulls[{number}].triangles"),
            format_args!("{} without a neighbour", counted(n_open, "edge")),
            "",
        );
    }
}

fn exist<P: Display>(
    triangles: &[[u32; 3]],
    n_points: usize,
    path: impl Fn(usize) -> P,
    findings: &mut Findings,
) {
    for (index, triangle) in triangles.iter().enumerate() {
        if let Some(point) = triangle.iter().find(|point| **point as usize >= n_points) {
            let found = format_args!("vertex {point}");
            findings.add(&RBC001, path(index), found, format_args!("below {n_points}"));
        }
    }
}

fn finite<P: Display>(values: &[Vec3], path: impl Fn(usize) -> P, findings: &mut Findings) {
    for (index, value) in values.iter().enumerate().filter(|(_, value)| !value.is_finite()) {
        findings.add(&RBC002, path(index), format_args!("{value:?}"), "");
    }
}

//! Checks vertices and faces.

use crate::common::rules::Findings;
use crate::model::{Mesh, Vertex};
use crate::rules::{RBM015, RBM016, RBM017, RBM018};

/// The tolerance for the length of a normal, which should be 1.
const NORMAL_TOLERANCE: f32 = 0.01;

/// The tolerance for the length of a tangent, and for its angle to the surface. It is three times the rounding error of
/// bytes.
const TANGENT_TOLERANCE: f32 = 0.02;

pub(super) fn geometry(mesh: &Mesh, findings: &mut Findings) {
    for (index, corner) in mesh.vertices.iter().enumerate() {
        vertex(index, corner, findings);
    }
    for (index, [a, b, c]) in mesh.faces.iter().enumerate() {
        if a == b || b == c || c == a {
            findings.add(&RBM018, format_args!("faces[{index}]"), format_args!("{a}, {b}, {c}"), "");
        }
    }
}

fn vertex(index: usize, vertex: &Vertex, findings: &mut Findings) {
    let Vertex { position, normal, uv, tangent, .. } = vertex;
    let numbers = [
        ("position", position.is_finite(), format_args!("{position:?}")),
        ("normal", normal.is_finite(), format_args!("{normal:?}")),
        ("uv", uv.is_finite(), format_args!("{uv:?}")),
    ];
    for (name, _, found) in numbers.into_iter().filter(|(_, is_finite, _)| !is_finite) {
        findings.add(&RBM015, format_args!("vertices[{index}].{name}"), found, "");
    }
    let length = normal.length();
    if (length - 1.0).abs() > NORMAL_TOLERANCE {
        let path = format_args!("vertices[{index}].normal");
        findings.add(&RBM016, path, format_args!("length {length}"), 1);
    }
    if let Some(tangent) = tangent.as_vec4() {
        let path = format_args!("vertices[{index}].tangent");
        let length = tangent.xyz().length();
        if (length - 1.0).abs() > TANGENT_TOLERANCE {
            findings.add(&RBM017, path, format_args!("length {length}"), 1);
        }
        let along = tangent.xyz().dot(*normal);
        if along.abs() > TANGENT_TOLERANCE {
            findings.add(&RBM017, path, format_args!("{along} along the normal"), 0);
        }
    }
}

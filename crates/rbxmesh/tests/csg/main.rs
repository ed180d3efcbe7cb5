//! The blobs of unions.

#![cfg(feature = "csg")]

mod corpus;
mod golden;
mod hostile;
#[path = "../../../../xtask/template/tests/all/support/locator.rs"]
mod locator;
#[path = "../../../../xtask/template/tests/all/support/recorder.rs"]
mod recorder;
#[path = "../../../../xtask/template/tests/all/support/mod.rs"]
mod support;

/// The module with what it shares with meshes, as the tests of all formats see it.
mod format {
    pub(crate) use rbxmesh::csg::{Csg, read, read_with, trace, validate};
    pub(crate) use rbxmesh::{Buffer, Descent, ReadOptions, Same, SpanKind, SpanStart, SpanType, Trace};
}

use format::Csg;
use rbxmesh::csg::{Collision, Hull, UnionMesh};

/// The bytes that a path leads to.
fn locate(bytes: &[u8], path: &str) -> Option<locator::Bytes> {
    locator::located(path, |trace| drop(format::trace(bytes, &format::ReadOptions::default(), trace)))
}

fn mesh(bytes: &[u8]) -> UnionMesh {
    match format::read(bytes) {
        Ok(Csg::Mesh(mesh)) => mesh,
        other => panic!("no render mesh: {other:?}"),
    }
}

fn collision(bytes: &[u8]) -> Collision {
    match format::read(bytes) {
        Ok(Csg::Collision(collision)) => collision,
        other => panic!("no collision data: {other:?}"),
    }
}

/// The volume below the triangles that look up, less that below those that look down: not as the library has it.
fn volume_by_prisms(hull: &Hull) -> f64 {
    let prism = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|index| hull.points[index as usize].to_array().map(f64::from));
        let doubled_area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
        doubled_area / 2.0 * (a[2] + b[2] + c[2]) / 3.0
    };
    hull.triangles.iter().map(prism).sum()
}

/// The greatest distance of a point in front of a triangle, relative to the size of the hull.
fn bulge(hull: &Hull) -> f64 {
    let size = hull.points.iter().map(|point| f64::from(point.length())).fold(1e-3, f64::max);
    let mut most = 0.0_f64;
    for triangle in &hull.triangles {
        let [a, b, c] = triangle.map(|index| hull.points[index as usize]);
        let Some(normal) = (b - a).cross(c - a).normalised() else { continue };
        let in_front = hull.points.iter().map(|point| f64::from((*point - a).dot(normal)) / size);
        most = in_front.fold(most, f64::max);
    }
    most
}

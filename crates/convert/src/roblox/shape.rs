//! The shapes of parts, in the cube from -0.5 to 0.5.

use geom::{TriMesh, Vec2, Vec3};
use scene::{Json, Node};

/// The geometry of a part. All forms except those from files fill the cube from -0.5 to 0.5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum PartShape {
    Block,
    Ball,
    /// A cylinder along X.
    Cylinder,
    /// A cylinder along Y.
    Upright,
    /// A wedge whose slope rises from the front to the back, which is +Z.
    Wedge,
    /// A wedge whose tip is above the corner at +X and -Z.
    CornerWedge,
    /// A truss along an axis, and its number of segments of two studs.
    Truss(u8, u8),
    /// A cylinder along Y with round edges.
    Head,
    /// A mesh from a file, by its index among the assets.
    File(usize),
    /// A mesh from a file with a skin, by its index among the assets.
    Skinned(usize),
    /// A square in the plane of X and Y, seen from +Z.
    Sprite,
    /// No geometry.
    Empty,
}

/// True if the extras of a node mark it as the geometry of its parent, a part.
pub(super) fn is_look(node: &Node) -> bool {
    let own = node.extras.get("rezkit").filter(|_| node.mesh.is_some());
    own.and_then(|own| own.get("shape")).is_some()
}

impl PartShape {
    /// The extras of a node that holds the geometry of its parent, a part.
    pub(super) fn extras(self) -> Json {
        let mut own = Json::default();
        own.set("shape", self.name());
        let mut extras = Json::default();
        extras.set("rezkit", own);
        extras
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Block => "Block",
            Self::Ball => "Ball",
            Self::Cylinder => "Cylinder",
            Self::Upright => "CylinderMesh",
            Self::Wedge => "Wedge",
            Self::CornerWedge => "CornerWedge",
            Self::Truss(..) => "Truss",
            Self::Head => "Head",
            Self::File(_) | Self::Skinned(_) => "Mesh",
            Self::Sprite => "Sprite",
            Self::Empty => "Empty",
        }
    }

    pub(super) fn shape(self) -> TriMesh {
        super::shape::unit_mesh(self)
    }
}

/// Number of vertices around a round shape.
const ROUND: u16 = 24;

pub(super) fn unit_mesh(form: PartShape) -> TriMesh {
    match form {
        PartShape::Block => block(Vec3::splat(-0.5), Vec3::splat(0.5)),
        PartShape::Ball => lathe(&arc(0.0, 0.0, 0.5, -8..=8, 8), ROUND),
        PartShape::Cylinder => {
            let mut shape = upright();
            // A quarter turn that moves the Y axis to X.
            let turn = |at: &mut Vec3| *at = Vec3::new(at.y, -at.x, at.z);
            shape.positions.iter_mut().for_each(turn);
            shape.normals.iter_mut().for_each(turn);
            shape
        }
        PartShape::Upright => upright(),
        PartShape::Head => head(),
        PartShape::Wedge => wedge(),
        PartShape::CornerWedge => corner_wedge(),
        PartShape::Truss(axis, segments) => truss(axis, segments),
        PartShape::Sprite => sprite(),
        PartShape::File(_) | PartShape::Skinned(_) | PartShape::Empty => TriMesh::default(),
    }
}

fn sprite() -> TriMesh {
    let corners = [(-0.5, 0.5), (-0.5, -0.5), (0.5, -0.5), (0.5, 0.5)];
    let uvs = corners.map(|(x, y)| Vec2::new(x + 0.5, 0.5 - y)).to_vec();
    TriMesh { uvs, ..flat(&[&corners.map(|(x, y)| Vec3::new(x, y, 0.0))]) }
}

/// Flat faces with normals; their corners are counter-clockwise seen from outside.
fn flat(faces: &[&[Vec3]]) -> TriMesh {
    let mut shape = TriMesh::default();
    for face in faces {
        let [a, b, c, ..] = **face else { continue };
        let normal = (b - a).cross(c - a).normalised().unwrap_or(Vec3::Y);
        let start = u32::try_from(shape.positions.len()).unwrap_or(u32::MAX);
        shape.positions.extend_from_slice(face);
        shape.normals.resize(shape.positions.len(), normal);
        let others = (1_u32..).take(face.len().saturating_sub(2));
        let at = |corner: u32| start.saturating_add(corner);
        shape.indices.extend(others.map(|corner| [at(0), at(corner), at(corner.saturating_add(1))]));
    }
    shape
}

/// Triangles with flat normals and vertices of their own.
pub(super) fn faceted(triangles: impl Iterator<Item = [Vec3; 3]>) -> TriMesh {
    let mut shape = TriMesh::default();
    for [a, b, c] in triangles {
        let normal = (b - a).cross(c - a).normalised().unwrap_or(Vec3::Y);
        let start = u32::try_from(shape.positions.len()).unwrap_or(u32::MAX);
        shape.positions.extend([a, b, c]);
        shape.normals.extend([normal; 3]);
        shape.indices.push([start, start.saturating_add(1), start.saturating_add(2)]);
    }
    shape
}

/// The eight corners of a box; X varies fastest, then Y, then Z.
fn corners(min: Vec3, max: Vec3) -> [Vec3; 8] {
    let at = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
    [
        at(min.x, min.y, min.z),
        at(max.x, min.y, min.z),
        at(min.x, max.y, min.z),
        at(max.x, max.y, min.z),
        at(min.x, min.y, max.z),
        at(max.x, min.y, max.z),
        at(min.x, max.y, max.z),
        at(max.x, max.y, max.z),
    ]
}

fn block(min: Vec3, max: Vec3) -> TriMesh {
    let [a, b, c, d, e, f, g, h] = corners(min, max);
    flat(&[&[a, b, f, e], &[c, g, h, d], &[a, c, d, b], &[e, f, h, g], &[a, e, g, c], &[b, d, h, f]])
}

fn wedge() -> TriMesh {
    let [a, b, _, _, e, f, g, h] = corners(Vec3::splat(-0.5), Vec3::splat(0.5));
    flat(&[&[a, b, f, e], &[f, h, g, e], &[a, g, h, b], &[b, h, f], &[a, e, g]])
}

fn corner_wedge() -> TriMesh {
    let [a, b, _, tip, e, f, ..] = corners(Vec3::splat(-0.5), Vec3::splat(0.5));
    flat(&[&[a, b, f, e], &[a, tip, b], &[b, tip, f], &[f, tip, e], &[e, tip, a]])
}

/// A truss along an axis: four posts, and a frame every two studs.
fn truss(axis: u8, segments: u8) -> TriMesh {
    const BEAM: f32 = 0.15;
    let (length, inner) = (f32::from(segments), 0.5 - BEAM);
    let mut shape = TriMesh::default();
    let sides = [(-0.5, -inner), (inner, 0.5)];
    let mut add = |x: (f32, f32), y: (f32, f32), z: (f32, f32)| {
        shape.append(&block(Vec3::new(x.0, y.0, z.0), Vec3::new(x.1, y.1, z.1)));
    };
    for x in sides {
        sides.iter().for_each(|z| add(x, (-0.5, 0.5), *z));
    }
    // The cube is scaled to the length of all segments, and its beams with it.
    let half = BEAM / length / 2.0;
    for number in 0..=segments {
        let middle = (f32::from(number) / length - 0.5).clamp(half - 0.5, 0.5 - half);
        let y = (middle - half, middle + half);
        for side in sides {
            add((-inner, inner), y, side);
            add(side, y, (-inner, inner));
        }
    }
    let turned = |at: &mut Vec3| {
        *at = match axis {
            0 => Vec3::new(at.y, at.z, at.x),
            1 => *at,
            _ => Vec3::new(at.z, at.x, at.y),
        }
    };
    shape.positions.iter_mut().for_each(turned);
    shape.normals.iter_mut().for_each(turned);
    shape
}

/// A point of a profile that is rotated around Y: its radius and its height, and the same components of its normal.
type Point = [f64; 4];

/// An arc around a centre, from one step to another; `quarter` is the number of steps in a quarter turn.
fn arc(out: f64, up: f64, radius: f64, steps: std::ops::RangeInclusive<i32>, quarter: i32) -> Vec<Point> {
    let point = |step: i32| {
        let angle = f64::from(step) / f64::from(quarter) * core::f64::consts::FRAC_PI_2;
        // The poles are exact, so that their vertices coincide.
        let (sin, cos) = if step.abs() == quarter {
            (f64::from(step.signum()), 0.0)
        } else {
            (libm::sin(angle), libm::cos(angle))
        };
        [out + radius * cos, up + radius * sin, cos, sin]
    };
    steps.map(point).collect()
}

fn upright() -> TriMesh {
    let half = 0.5;
    lathe(
        &[
            [0.0, -half, 0.0, -1.0],
            [half, -half, 0.0, -1.0],
            [half, -half, 1.0, 0.0],
            [half, half, 1.0, 0.0],
            [half, half, 0.0, 1.0],
            [0.0, half, 0.0, 1.0],
        ],
        ROUND,
    )
}

fn head() -> TriMesh {
    const EDGE: f64 = 0.2;
    let inner = 0.5 - EDGE;
    let mut outline = vec![[0.0, -0.5, 0.0, -1.0]];
    outline.extend(arc(inner, -inner, EDGE, -4..=0, 4));
    outline.extend(arc(inner, inner, EDGE, 0..=4, 4));
    outline.push([0.0, 0.5, 0.0, 1.0]);
    lathe(&outline, ROUND)
}

/// Rotates a profile, ordered from bottom to top, around Y.
#[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
fn lathe(outline: &[Point], n_corners: u16) -> TriMesh {
    let mut shape = TriMesh::default();
    for [out, up, normal_out, normal_up] in outline {
        for corner in 0..n_corners {
            let angle = f64::from(corner) / f64::from(n_corners) * core::f64::consts::TAU;
            let (sin, cos) = (libm::sin(angle), libm::cos(angle));
            let at = |out: f64, up: f64| Vec3::new((out * cos) as f32, up as f32, (out * sin) as f32);
            shape.positions.push(at(*out, *up));
            shape.normals.push(at(*normal_out, *normal_up));
        }
    }
    let n_corners = u32::from(n_corners);
    for (ring, pair) in (0_u32..).zip(outline.windows(2)) {
        let [[out, up, ..], [next_out, next_up, ..]] = *pair else { continue };
        if (out, up) == (next_out, next_up) {
            continue;
        }
        for corner in 0..n_corners {
            let at = |ring: u32, corner: u32| {
                ring.saturating_mul(n_corners).saturating_add(corner.checked_rem(n_corners).unwrap_or(0))
            };
            let (next_ring, next) = (ring.saturating_add(1), corner.saturating_add(1));
            // At a pole, one of the two triangles would be degenerate.
            if out > 0.0 {
                shape.indices.push([at(ring, corner), at(next_ring, corner), at(ring, next)]);
            }
            if next_out > 0.0 {
                shape.indices.push([at(next_ring, corner), at(next_ring, next), at(ring, next)]);
            }
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// The volume by the divergence theorem; positive if faces point outward.
    fn volume(shape: &TriMesh) -> f32 {
        let at = |corner: usize| shape.positions[corner];
        shape.triangles().map(|[a, b, c]| at(a).dot(at(b).cross(at(c))) / 6.0).sum()
    }

    #[test]
    fn shapes_are_closed_and_fill_the_cube() {
        let all = [
            (PartShape::Block, 1.0),
            (PartShape::Ball, std::f32::consts::FRAC_PI_6),
            (PartShape::Cylinder, std::f32::consts::FRAC_PI_4),
            (PartShape::Upright, std::f32::consts::FRAC_PI_4),
            (PartShape::Wedge, 0.5),
            (PartShape::CornerWedge, 1.0 / 3.0),
            (PartShape::Head, 0.73),
        ];
        for (form, expected) in all {
            let shape = unit_mesh(form);
            assert!(shape.check().is_empty(), "{form:?}");
            let bounds = shape.bounds().unwrap();
            for corner in [bounds.min + Vec3::splat(0.5), bounds.max - Vec3::splat(0.5)] {
                assert!(corner.length() < 1e-6, "{form:?}: {bounds:?}");
            }
            assert!((volume(&shape) / expected - 1.0).abs() < 0.03, "{form:?}: {}", volume(&shape));
            // Each edge, by the positions of its ends, must occur equally often in both directions.
            let mut edges: HashMap<[[i32; 3]; 2], i32> = HashMap::new();
            let place = |corner: usize| shape.positions[corner].to_array().map(|it| (it * 1e5) as i32);
            for [a, b, c] in shape.triangles() {
                for (from, to) in [(a, b), (b, c), (c, a)] {
                    *edges.entry([place(from), place(to)]).or_default() += 1;
                    *edges.entry([place(to), place(from)]).or_default() -= 1;
                }
            }
            assert!(edges.values().all(|n| *n == 0), "{form:?} has a hole");
            for [a, b, c] in shape.triangles() {
                let at = |corner: usize| shape.positions[corner];
                let across = (at(b) - at(a)).cross(at(c) - at(a));
                assert!([a, b, c].iter().all(|corner| shape.normals[*corner].dot(across) > 0.0), "{form:?}");
            }
        }
    }

    #[test]
    fn trusses_lie_along_their_axis() {
        for axis in 0..3 {
            let shape = unit_mesh(PartShape::Truss(axis, 3));
            assert_eq!(shape.indices.len(), 12 * (4 + 4 * 4));
            assert_eq!(shape.bounds().unwrap().size(), Vec3::ONE);
            // The posts are as long as the truss.
            let first = shape.positions[..24].iter().map(|at| at.to_array()[usize::from(axis)]);
            assert_eq!(first.clone().fold(0.0, f32::max) - first.fold(0.0, f32::min), 1.0);
        }
    }
}

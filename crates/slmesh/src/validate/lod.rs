//! Checks levels of detail, and physics shapes of triangles.

use super::Findings;
use crate::common::kinds::counted;
use crate::degenerate::is_degenerate;
use crate::model::{Face, Level, Lod, MeshAsset};
use crate::rules::*;
use crate::wire::shown;
use geom::Vec3;

/// The maximum number of faces: the viewer's MAX_MODEL_FACES.
const MAX_FACES: usize = 8;
/// The maximum number of vertices: indices have 16 bits, and the uploader reserves one.
const MAX_VERTICES: usize = 65_534;
/// The maximum number of triangles: 65,532 indices.
const MAX_TRIANGLES: usize = 21_844;
/// The minimum size of an object, in metres. It is 0.01, which is slightly less in single precision.
const SMALLEST: f64 = 0.009_999;
/// The maximum size of an object, in metres.
const LARGEST: f64 = 64.0;
/// The maximum coordinate. The public page allows this tolerance beyond the unit cube.
const MAX: f64 = 0.501;

/// Checks SLM018 to SLM021: compares each level with `high_lod` and with the level above it.
pub(super) fn levels(asset: &MeshAsset, findings: &mut Findings) {
    // A missing level is reported by SLM008; the levels around it are compared with each other.
    let there: Vec<(Level, &Lod)> =
        Level::ALL.into_iter().filter_map(|level| Some((level, asset.level(level)?))).collect();
    let Some((_, high)) = there.last().filter(|(level, _)| *level == Level::High) else { return };
    for pair in there.windows(2) {
        let [(level, lower), (above, upper)] = pair else { continue };
        let mut find = |rule, found: usize, limit: String| {
            findings.add(rule, level.name(), found, limit);
        };
        let (n_faces, limit) = (lower.faces.len(), high.faces.len());
        // The uploader rejects only more faces; fewer are a note.
        if n_faces > limit {
            find(&SLM018, n_faces, format!("{}, as high_lod", counted(limit, "face")));
        } else if n_faces < limit {
            find(&SLM019, n_faces, format!("{}, as high_lod", counted(limit, "face")));
        }
        let (n_triangles, limit) = (lower.n_triangles(), upper.n_triangles());
        // The uploader compares vertices, the public page triangles.
        if n_triangles >= limit {
            find(&SLM020, n_triangles, format!("below {}, of {}", counted(limit, "triangle"), above.name()));
        }
        let (n_vertices, limit) = (lower.n_vertices(), upper.n_vertices());
        if n_vertices > limit {
            find(&SLM021, n_vertices, format!("{}, of {}", counted(limit, "vertex"), above.name()));
        }
    }
}

/// Checks SLM057: the size that the uploader wrote into the faces.
pub(super) fn size(asset: &MeshAsset, findings: &mut Findings) {
    let Some(high) = asset.level(Level::High) else { return };
    let sizes =
        high.faces.iter().enumerate().filter_map(|(number, face)| Some((number, face.normalized_scale?)));
    // All faces have the same size.
    let Some((number, size)) = sizes.into_iter().next() else { return };
    if let Some(extent) = size.iter().find(|extent| !(SMALLEST..=LARGEST).contains(*extent)) {
        let path = format_args!("high_lod[{number}].NormalizedScale");
        findings.add(&SLM057, path, format_args!("{extent} m"), "0.01 to 64 m");
    }
}

/// Checks SLM017, and the rules for faces.
pub(super) fn lod(path: &str, lod: &Lod, asset: &MeshAsset, findings: &mut Findings) {
    let n_faces = lod.faces.len();
    let limit = format_args!("1 to {MAX_FACES}");
    match n_faces {
        0 => findings.add(&SLM017, path, n_faces, limit),
        // The path is that of the first surplus face.
        _ if n_faces > MAX_FACES => {
            findings.add(&SLM017, format_args!("{path}[{MAX_FACES}]"), counted(n_faces, "face"), limit);
        }
        _ => {}
    }
    let is_physics = path.starts_with("physics_");
    for (number, face) in lod.faces.iter().enumerate() {
        let path = format!("{path}[{number}]");
        self::face(&path, face, is_physics, findings);
        super::joints::weights(&path, face, asset, is_physics, findings);
        if is_physics {
            degenerate(&path, face, findings);
        }
    }
}

/// Checks SLM022 to SLM026, SLM028, SLM031 to SLM036 and SLM043.
fn face(path: &str, face: &Face, is_physics: bool, findings: &mut Findings) {
    let strides =
        [("NoGeometry", 0), ("Position", 6), ("PositionDomain", 0), ("NormalizedScale", 0), ("Normal", 6)];
    super::forms(path, &face.other, &strides, findings);
    let strides = [("Tangent", 8), ("TexCoord0", 4), ("TexCoord0Domain", 0), ("TriangleList", 6)];
    super::forms(path, &face.other, &strides, findings);
    let n_vertices = face.n_vertices();
    let n_normals = face.normal.as_ref().map(Vec::len);
    let n_tangents = face.tangent.as_ref().map(Vec::len);
    let n_coords = face.tex_coord0.as_ref().map(Vec::len);
    if let Some(no_geometry) = face.no_geometry {
        let known = [
            ("Position", face.position.is_some()),
            ("TriangleList", face.triangle_list.is_some()),
            ("Normal", n_normals.is_some()),
            ("TexCoord0", n_coords.is_some()),
        ];
        let known = known.iter().filter(|(_, is_there)| *is_there).map(|(name, _)| (*name).to_owned());
        let more = known.chain(face.other.keys().map(|key| shown(key.as_bytes()))).next();
        if !no_geometry {
            findings.add(&SLM022, format_args!("{path}.NoGeometry"), "false", "");
        }
        if let Some(key) = more {
            findings.add(&SLM022, format_args!("{path}.{key}"), "other keys besides", "");
        }
        // The viewer ignores the geometry.
        return;
    }
    for (name, n) in [("Position", n_vertices), ("TriangleList", face.n_triangles())] {
        if n == 0 {
            findings.add(&SLM023, format_args!("{path}.{name}"), "none", "");
        }
    }
    // Without a domain, all vertices are at the origin in the viewer.
    if n_vertices > 0 && face.position_domain.is_none() {
        findings.add(&SLM028, format_args!("{path}.PositionDomain"), "none", "");
    }
    if n_coords.is_some() && face.tex_coord0_domain.is_none() {
        findings.add(&SLM031, format_args!("{path}.TexCoord0"), "no TexCoord0Domain", "");
    }
    // The viewer takes the count from Position and reads as many of the others.
    for (name, n) in [("Normal", n_normals), ("TexCoord0", n_coords), ("Tangent", n_tangents)] {
        if let Some(n) = n.filter(|n| *n != n_vertices) {
            findings.add(&SLM032, format_args!("{path}.{name}"), n, n_vertices);
        }
    }
    if n_vertices > MAX_VERTICES {
        findings.add(&SLM033, format_args!("{path}.Position"), n_vertices, MAX_VERTICES);
    }
    if face.n_triangles() > MAX_TRIANGLES {
        findings.add(&SLM034, format_args!("{path}.TriangleList"), face.n_triangles(), MAX_TRIANGLES);
    }
    if face.tangent.is_some() {
        findings.add(&SLM043, format_args!("{path}.Tangent"), "Tangent", "");
    }
    if let Some(position) = face.position_domain {
        let place = format!("{path}.PositionDomain");
        super::domain(&place, position.min, position.max, findings);
        for (name, corner) in [("Min", position.min), ("Max", position.max)] {
            if let Some((axis, value)) = corner.iter().enumerate().find(|(_, value)| value.abs() > MAX) {
                findings.add(&SLM029, format_args!("{place}.{name}[{axis}]"), value, MAX);
                break;
            }
        }
    }
    if let Some(coords) = face.tex_coord0_domain {
        super::domain(&format!("{path}.TexCoord0Domain"), coords.min, coords.max, findings);
    }
    triangles(path, face, is_physics, findings);
}

/// Checks SLM024 to SLM026. In a physics shape, degenerate triangles are reported by SLM027.
fn triangles(path: &str, face: &Face, is_physics: bool, findings: &mut Findings) {
    let n_vertices = face.n_vertices();
    let mut is_used = vec![false; n_vertices];
    for (number, corners) in face.triangle_list.iter().flatten().enumerate() {
        let path = format_args!("{path}.TriangleList.values[{number}]");
        for (corner, index) in corners.iter().enumerate() {
            match is_used.get_mut(usize::from(*index)) {
                Some(is_used) => *is_used = true,
                None => {
                    let limit = format_args!("below {n_vertices}");
                    findings.add(
                        &SLM024,
                        format_args!("{path}[{corner}]"),
                        format_args!("index {index}"),
                        limit,
                    );
                }
            }
        }
        let [a, b, c] = corners;
        // Only equal indices count; equal positions under different indices are accepted.
        if !is_physics && (a == b || b == c || a == c) {
            findings.add(&SLM026, path, format_args!("{corners:?}"), "");
        }
    }
    let unused = is_used.iter().filter(|is_used| !**is_used).count();
    if let Some(first) = is_used.iter().position(|is_used| !is_used) {
        // The path of a vertex is that of its position.
        let path = format_args!("{path}.Position.values[{first}]");
        findings.add(&SLM025, path, format_args!("{unused} unused, the first is vertex {first}"), "");
    }
}

/// Checks SLM027: the viewer's test, on positions at half their size and in single precision.
fn degenerate(path: &str, face: &Face, findings: &mut Findings) {
    if face.no_geometry.is_some() {
        return;
    }
    let positions: Vec<Vec3> = face.positions().map(|position| position * 0.5).collect();
    for (number, corners) in face.triangle_list.iter().flatten().enumerate() {
        // The viewer itself creates this triangle for faces without geometry.
        if *corners == [0, 0, 0] {
            continue;
        }
        let [a, b, c] = corners.map(|index| positions.get(usize::from(index)).copied());
        let (Some(a), Some(b), Some(c)) = (a, b, c) else { continue };
        if is_degenerate(a, b, c) {
            let place = format_args!("{path}.TriangleList.values[{number}]");
            findings.add(&SLM027, place, format_args!("{corners:?}"), "the viewer's test");
        }
    }
}

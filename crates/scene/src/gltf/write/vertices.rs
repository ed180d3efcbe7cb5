//! The attributes of vertices, in the form that glTF requires.

use geom::{Rgba8, TriMesh, Vec2, Vec3, Vec4};
use std::borrow::Cow;

/// The tolerance for the length of unit vectors: the validator accepts it, and it covers the rounding of normals stored
/// in bytes.
const TOLERANCE: f32 = 0.0066;

/// Positions without infinities, and the number of those that were set to zero.
pub(super) fn positions(positions: &[Vec3]) -> (Cow<'_, [Vec3]>, usize) {
    let n_bad = positions.iter().filter(|position| !position.is_finite()).count();
    if n_bad == 0 {
        return (Cow::Borrowed(positions), 0);
    }
    let good = |position: &Vec3| if position.is_finite() { *position } else { Vec3::ZERO };
    (Cow::Owned(positions.iter().map(good).collect()), n_bad)
}

/// Normalises normals, and returns the number of changed ones; a normal without a direction is replaced by that of an
/// adjacent triangle.
pub fn normals(shape: &TriMesh) -> (Cow<'_, [Vec3]>, usize) {
    let is_good = |normal: &Vec3| (normal.length() - 1.0).abs() <= TOLERANCE;
    let n_bad = shape.normals.iter().filter(|normal| !is_good(normal)).count();
    if n_bad == 0 {
        return (Cow::Borrowed(&shape.normals), 0);
    }
    let mut normals = shape.normals.clone();
    let mut is_missing = vec![false; normals.len()];
    for (normal, is_missing) in normals.iter_mut().zip(&mut is_missing).filter(|(normal, _)| !is_good(normal))
    {
        match normal.normalised() {
            Some(unit) => *normal = unit,
            None => {
                *is_missing = true;
                *normal = Vec3::Y;
            }
        }
    }
    for triangle in shape.triangles() {
        if !triangle.iter().any(|vertex| is_missing.get(*vertex) == Some(&true)) {
            continue;
        }
        let Some(face) = face_normal(shape, triangle) else { continue };
        for vertex in triangle {
            if let (Some(is_missing), Some(normal)) = (is_missing.get_mut(vertex), normals.get_mut(vertex))
                && *is_missing
            {
                (*normal, *is_missing) = (face, false);
            }
        }
    }
    (Cow::Owned(normals), n_bad)
}

/// The normal of a triangle; `None` if it has no area.
pub(crate) fn face_normal(shape: &TriMesh, triangle: [usize; 3]) -> Option<Vec3> {
    let [a, b, c] = triangle.map(|vertex| shape.positions.get(vertex).copied().unwrap_or_default());
    (b - a).cross(c - a).normalised()
}

/// Normalises tangents and their signs; empty if no vertex has one.
pub(super) fn tangents<'a>(tangents: &'a [Vec4], normals: &[Vec3]) -> Cow<'a, [Vec4]> {
    let has_direction = |tangent: &Vec4| tangent.xyz().normalised().is_some();
    if normals.is_empty() || !tangents.iter().any(has_direction) {
        return Cow::default();
    }
    let is_unit = |tangent: &Vec4| (tangent.xyz().length() - 1.0).abs() <= TOLERANCE;
    if tangents.iter().all(|tangent| is_unit(tangent) && tangent.w.abs() == 1.0) {
        return Cow::Borrowed(tangents);
    }
    let made = |(tangent, normal): (&Vec4, &Vec3)| {
        let w = if tangent.w < 0.0 { -1.0 } else { 1.0 };
        let direction = tangent.xyz();
        if is_unit(tangent) {
            return direction.extend(w);
        }
        let across = if normal.x.abs() < 0.7 { Vec3::X } else { Vec3::Y };
        let other = normal.cross(across).normalised().unwrap_or(Vec3::X);
        direction.normalised().unwrap_or(other).extend(w)
    };
    Cow::Owned(tangents.iter().zip(normals).map(made).collect())
}

/// Computes tangents from the texture coordinates of the triangles around each vertex; empty without normals or texture
/// coordinates.
pub(super) fn tangents_of(shape: &TriMesh, normals: &[Vec3], uvs: &[Vec2]) -> Vec<Vec4> {
    if normals.is_empty() || uvs.is_empty() {
        return Vec::new();
    }
    // For each vertex, the directions in which U and V grow.
    let mut grow = vec![[Vec3::ZERO; 2]; normals.len()];
    for triangle in shape.triangles() {
        let [a, b, c] = triangle.map(|vertex| shape.positions.get(vertex).copied().unwrap_or_default());
        let [p, q, r] = triangle.map(|vertex| uvs.get(vertex).copied().unwrap_or_default());
        let (along, across) = (q - p, r - p);
        let area = along.x * across.y - along.y * across.x;
        if area == 0.0 || !area.is_finite() {
            continue;
        }
        let sign = area.signum();
        // The vectors are not divided by the area, so that large triangles have more weight.
        let u = ((b - a) * across.y - (c - a) * along.y) * sign;
        let v = ((c - a) * along.x - (b - a) * across.x) * sign;
        for vertex in triangle {
            if let Some([sum_u, sum_v]) = grow.get_mut(vertex).filter(|_| u.is_finite() && v.is_finite()) {
                (*sum_u, *sum_v) = (*sum_u + u, *sum_v + v);
            }
        }
    }
    let made = |(normal, [u, v]): (&Vec3, [Vec3; 2])| {
        // V points down, and the bitangent points up in the image.
        let w = if normal.cross(u).dot(v) > 0.0 { -1.0 } else { 1.0 };
        (u - *normal * normal.dot(u)).extend(w)
    };
    let raw: Vec<Vec4> = normals.iter().zip(grow).map(made).collect();
    let unit = raw.iter().map(|tangent| tangent.xyz().normalised().unwrap_or(Vec3::ZERO).extend(tangent.w));
    let unit: Vec<Vec4> = unit.collect();
    tangents(&unit, normals).into_owned()
}

/// Normalises a quaternion, unless its length is 1 within single precision.
pub(super) fn unit(rotation: [f32; 4]) -> [f32; 4] {
    let square: f64 = rotation.iter().map(|number| f64::from(*number) * f64::from(*number)).sum();
    if (square - 1.0).abs() < 2e-6 {
        return rotation;
    }
    if square == 0.0 || !square.is_finite() {
        return [0.0, 0.0, 0.0, 1.0];
    }
    let length = square.sqrt();
    #[expect(clippy::cast_possible_truncation, reason = "single precision is what is asked for")]
    rotation.map(|number| (f64::from(number) / length) as f32)
}

/// Texture coordinates without infinities, and the number of those that were set to zero.
pub(super) fn uvs(uvs: &[Vec2]) -> (Cow<'_, [Vec2]>, usize) {
    let n_bad = uvs.iter().filter(|uv| !uv.is_finite()).count();
    if n_bad == 0 {
        return (Cow::Borrowed(uvs), 0);
    }
    (Cow::Owned(uvs.iter().map(|uv| if uv.is_finite() { *uv } else { Vec2::ZERO }).collect()), n_bad)
}

/// The colours; empty if all are white.
pub(super) fn colours(colours: &[Rgba8]) -> &[Rgba8] {
    if colours.iter().all(|colour| *colour == Rgba8::WHITE) { &[] } else { colours }
}

/// Appends colours as 16-bit linear values, from which all 256 sRGB bytes can be restored.
pub(super) fn encode_colours(colours: &[Rgba8], out: &mut Vec<u8>) {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "fractions of 65535")]
    let table = crate::colour::linear_table().map(|linear| (linear * 65535.0 + 0.5) as u16);
    let light = |byte: u8| table.get(usize::from(byte)).copied().unwrap_or_default();
    out.reserve(colours.len().saturating_mul(8));
    for colour in colours {
        let alpha = u16::from(colour.a).saturating_mul(257);
        let words = [light(colour.r), light(colour.g), light(colour.b), alpha];
        out.extend_from_slice(words.map(u16::to_le_bytes).as_flattened());
    }
}

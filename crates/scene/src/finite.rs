//! Removal of vertices that are not finite, by one rule for all formats.

use crate::loss::{LossCode, LossSeverity, Losses};
use crate::mesh::Mesh;
use crate::scene::Scene;
use crate::subset;
use geom::{Group, TriMesh, Vec2, Vec3, vertex_normals};
use std::borrow::Cow;

/// The scene, or a copy without numbers that are not finite, as [`keep_finite`] changes it.
pub fn finite<'s>(scene: &'s Scene, losses: &mut Losses) -> Cow<'s, Scene> {
    let is_finite = |mesh: &Mesh| {
        let TriMesh { positions, normals, uvs, .. } = &mesh.shape;
        positions.iter().all(|it| it.is_finite())
            && normals.iter().all(|it| it.is_finite())
            && uvs.iter().all(|it| it.is_finite())
    };
    if scene.meshes.iter().all(is_finite) {
        return Cow::Borrowed(scene);
    }
    let mut own = scene.clone();
    keep_finite(&mut own, losses);
    Cow::Owned(own)
}

/// Removes vertices with positions that are not finite, and the triangles, lines and points that use them. Normals that
/// are not finite are computed from the triangles, and texture coordinates that are not finite become zero.
///
/// Model formats could store such numbers, but engines draw them as spikes across the screen or refuse the file.
pub fn keep_finite(scene: &mut Scene, losses: &mut Losses) {
    for mesh in &mut scene.meshes {
        let is_bad = |position: &Vec3| !position.is_finite();
        if mesh.shape.positions.iter().any(is_bad) {
            let n_before = mesh.shape.indices.len();
            without_bad_positions(mesh);
            let n_dropped = n_before.saturating_sub(mesh.shape.indices.len());
            let what = "triangles with corners that are not finite were left out";
            // Vertices without triangles are not counted, but not silent either.
            losses.report(LossCode::PosNonfinite, LossSeverity::Lost, what, n_dropped.max(1), &mesh.name);
        }
        let shape = &mut mesh.shape;
        if shape.normals.iter().any(|normal| !normal.is_finite()) {
            let made = vertex_normals(&shape.positions, shape.triangles());
            let bad = shape.normals.iter_mut().zip(made).filter(|(normal, _)| !normal.is_finite());
            let n_made = bad.map(|(normal, made)| *normal = made).count();
            let what = "normals that are not finite were computed from the triangles";
            losses.report(LossCode::NormalMade, LossSeverity::Changed, what, n_made, &mesh.name);
        }
        let bad = shape.uvs.iter_mut().filter(|uv| !uv.is_finite());
        let n_zero = bad.map(|uv| *uv = Vec2::ZERO).count();
        let what = "texture coordinates that are not finite became 0";
        losses.report(LossCode::UvRounded, LossSeverity::Changed, what, n_zero, &mesh.name);
    }
}

fn without_bad_positions(mesh: &mut Mesh) {
    let n_vertices = mesh.shape.positions.len();
    let is_good = |vertex: &u32| {
        // An index beyond the end is the business of whoever checks indices.
        mesh.shape.positions.get(*vertex as usize).is_none_or(|position| position.is_finite())
    };
    let is_kept: Vec<bool> = mesh.shape.indices.iter().map(|corners| corners.iter().all(is_good)).collect();
    let lines: Vec<[u32; 2]> = mesh.lines.iter().filter(|ends| ends.iter().all(is_good)).copied().collect();
    let points: Vec<u32> = mesh.points.iter().filter(|point| is_good(point)).copied().collect();
    let kept: Vec<u32> = (0..u32::try_from(n_vertices).unwrap_or(u32::MAX)).filter(is_good).collect();
    let numbers = subset::numbers(&kept, n_vertices);
    let renumbered = |vertex: u32| numbers.get(vertex as usize).copied().unwrap_or(vertex);
    let mut shape = subset::vertices(&mesh.shape, &kept);
    let triangles = mesh.shape.indices.iter().zip(&is_kept).filter(|(_, is_kept)| **is_kept);
    shape.indices = triangles.map(|(corners, _)| corners.map(renumbered)).collect();
    shape.groups = groups(&mesh.shape, &is_kept);
    mesh.polygons = polygons(&mesh.polygons, &is_kept);
    mesh.extra_influences = subset::some(&mesh.extra_influences, &kept);
    for morph in &mut mesh.morphs {
        morph.offsets.retain_mut(|(vertex, _)| {
            *vertex = renumbered(*vertex);
            *vertex != u32::MAX
        });
    }
    mesh.shape = shape;
    mesh.lines = lines.into_iter().map(|ends| ends.map(renumbered)).collect();
    mesh.points = points.into_iter().map(renumbered).collect();
}

/// The groups, over the kept triangles.
fn groups(shape: &TriMesh, is_kept: &[bool]) -> Vec<Group> {
    // The number of kept triangles before each triangle, and before the end.
    let mut before = Vec::with_capacity(is_kept.len().saturating_add(1));
    let mut count = 0_usize;
    for is_kept in is_kept {
        before.push(count);
        count = count.saturating_add(usize::from(*is_kept));
    }
    let at = |index: usize| before.get(index).copied().unwrap_or(count);
    let group = |group: &Group| Group {
        triangles: at(group.triangles.start)..at(group.triangles.end),
        ..group.clone()
    };
    shape.groups.iter().map(group).collect()
}

/// The number of kept triangles of each polygon. A polygon that loses a triangle becomes triangles, because its outline
/// has changed.
fn polygons(polygons: &[u32], is_kept: &[bool]) -> Vec<u32> {
    let (mut rest, mut all) = (is_kept, Vec::with_capacity(polygons.len()));
    for n in polygons {
        let (own, next) = rest.split_at_checked(*n as usize).unwrap_or((rest, &[]));
        rest = next;
        let n_kept = own.iter().filter(|is_kept| **is_kept).count();
        if n_kept == own.len() {
            all.push(*n);
        } else {
            all.extend(std::iter::repeat_n(1, n_kept));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A quad of two triangles and a triangle, of which the second corner of the quad is not finite.
    fn damaged() -> Scene {
        let mut positions = vec![Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::Y, Vec3::Z];
        positions[1].x = f32::NAN;
        let group = |name: &str, triangles| Group { name: name.into(), triangles, material: None };
        let shape = TriMesh {
            normals: vec![Vec3::new(f32::NAN, 0.0, 0.0); 5],
            uvs: vec![Vec2::new(f32::INFINITY, 1.0); 5],
            indices: vec![[0, 1, 2], [0, 2, 3], [2, 3, 4]],
            groups: vec![group("a", 0..2), group("b", 2..3)],
            positions,
            ..TriMesh::default()
        };
        let mesh = Mesh {
            shape,
            polygons: vec![2, 1],
            lines: vec![[0, 1], [3, 4]],
            points: vec![1, 4],
            ..Mesh::default()
        };
        Scene { meshes: vec![mesh], ..Scene::default() }
    }

    #[test]
    fn triangles_with_infinite_corners_are_left_out() {
        let (mut scene, mut losses) = (damaged(), Losses::default());
        keep_finite(&mut scene, &mut losses);
        let mesh = &scene.meshes[0];
        assert_eq!(mesh.shape.indices, [[0, 1, 2], [1, 2, 3]]);
        assert_eq!(
            mesh.shape.groups.iter().map(|group| group.triangles.clone()).collect::<Vec<_>>(),
            [0..1, 1..2]
        );
        assert_eq!((&*mesh.polygons, &*mesh.lines, &*mesh.points), (&[1, 1][..], &[[2, 3]][..], &[3][..]));
        assert!(mesh.shape.normals.iter().all(|normal| (normal.length() - 1.0).abs() < 1e-6));
        assert!(mesh.shape.uvs.iter().all(|uv| *uv == Vec2::ZERO));
        let found: Vec<_> = losses.0.iter().map(|loss| (loss.code, loss.count)).collect();
        assert_eq!(found, [(LossCode::PosNonfinite, 1), (LossCode::NormalMade, 4), (LossCode::UvRounded, 4)]);
        keep_finite(&mut scene, &mut losses);
        assert_eq!(losses.0.len(), 3);
    }
}

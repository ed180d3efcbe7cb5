//! The faces of an asset: one for each material.

use geom::{Group, TriMesh};
use scene::{Problem, ProblemKind, Scene, counted};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// The largest number of faces of an object: a linkset of Second Life has 256 parts, and a mesh has eight faces.
const MOST_FACES: usize = 256 * 8;

/// Refuses a scene with more materials than an object has faces, before levels and faces are built.
///
/// # Errors
///
/// If the scene has more materials.
pub fn refuse_too_many(scene: &Scene) -> Result<(), Problem> {
    let shown =
        scene.at_level(0).into_iter().filter_map(|node| scene.meshes.get(scene.nodes.get(node)?.mesh?));
    let materials: HashSet<Option<&str>> =
        shown.flat_map(|mesh| &mesh.shape.groups).map(|group| group.material.as_deref()).collect();
    if materials.len() <= MOST_FACES {
        return Ok(());
    }
    let message = format!(
        "{} would need {} of eight faces, and an object of Second Life has at most 256",
        counted(materials.len(), "material"),
        counted(materials.len().div_ceil(8), "mesh asset"),
    );
    Err(Problem::new(ProblemKind::Unsupported, message)
        .help("each material needs a face: use fewer materials, or convert parts of the model separately"))
}

/// Merges all triangles of a material into one group, in the order in which materials first occur. Returns the number
/// of groups that were merged into another.
pub(super) fn merge(shape: &mut TriMesh) -> usize {
    let parts = parts(shape);
    let mut places: HashMap<Option<&str>, usize> = HashMap::new();
    let mut merged: Vec<(Group, Vec<Range<usize>>)> = Vec::new();
    for part in &parts {
        let place = *places.entry(part.material.as_deref()).or_insert(merged.len());
        match merged.get_mut(place) {
            Some((group, ranges)) => {
                // None of the names applies to the whole group.
                group.name.clear();
                ranges.push(part.triangles.clone());
            }
            None => merged.push((part.clone(), vec![part.triangles.clone()])),
        }
    }
    let n_merged = parts.len().saturating_sub(merged.len());
    let (mut indices, mut groups) = (Vec::with_capacity(shape.indices.len()), Vec::new());
    for (group, ranges) in merged {
        let start = indices.len();
        ranges.into_iter().for_each(|range| indices.extend(shape.indices.get(range).unwrap_or_default()));
        groups.push(Group { triangles: start..indices.len(), ..group });
    }
    (shape.indices, shape.groups) = (indices, groups);
    n_merged
}

/// The groups that have triangles, and nameless groups for the triangles between them.
fn parts(shape: &TriMesh) -> Vec<Group> {
    let n_triangles = shape.indices.len();
    let nameless = |triangles: Range<usize>| Group { name: String::new(), material: None, triangles };
    let mut groups: Vec<&Group> = shape.groups.iter().collect();
    groups.sort_by_key(|group| group.triangles.start);
    let (mut at, mut parts) = (0_usize, Vec::new());
    for group in groups {
        let Range { start, end } = group.triangles;
        // Groups may overlap or exceed the triangles; each triangle is assigned once.
        let (start, end) = (start.max(at), end.min(n_triangles));
        if at < start.min(n_triangles) {
            parts.push(nameless(at..start.min(n_triangles)));
        }
        if start < end {
            parts.push(Group { triangles: start..end, ..group.clone() });
        }
        at = at.max(end);
    }
    if at < n_triangles {
        parts.push(nameless(at..n_triangles));
    }
    parts
}

/// Gives groups without a material an empty name. Levels are matched by the names of materials, so each group needs
/// one. If a coarser level has materials that the finest lacks, faces are matched by their order instead, and nothing
/// is named.
pub(super) fn name_nothing(levels: &mut [TriMesh]) {
    fn material(group: &Group) -> &str {
        group.material.as_deref().unwrap_or_default()
    }
    let Some((finest, others)) = levels.split_first() else { return };
    let known: HashSet<&str> = finest.groups.iter().map(material).collect();
    if !others.iter().flat_map(|level| &level.groups).all(|group| known.contains(material(group))) {
        return;
    }
    for group in levels.iter_mut().flat_map(|level| &mut level.groups) {
        group.material.get_or_insert_default();
    }
}

/// True if any triangle has an area.
pub(super) fn has_area(shape: &TriMesh) -> bool {
    shape.triangles().any(|corners| {
        let [a, b, c] =
            corners.map(|at| shape.positions.get(at).copied().unwrap_or_default().to_array().map(f64::from));
        let minus = |[ax, ay, az]: [f64; 3], [bx, by, bz]: [f64; 3]| [ax - bx, ay - by, az - bz];
        let ([px, py, pz], [qx, qy, qz]) = (minus(b, a), minus(c, a));
        let across = [py * qz - pz * qy, pz * qx - px * qz, px * qy - py * qx];
        across.iter().all(|part| part.is_finite()) && across.iter().any(|part| *part != 0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(groups: &[(Option<&str>, Range<usize>)], n_triangles: u32) -> TriMesh {
        let group = |(material, triangles): &(Option<&str>, Range<usize>)| Group {
            name: format!("{material:?}"),
            material: material.map(str::to_owned),
            triangles: triangles.clone(),
        };
        let indices = (0..n_triangles).map(|number| [number; 3]).collect();
        TriMesh { indices, groups: groups.iter().map(group).collect(), ..TriMesh::default() }
    }

    #[test]
    fn triangles_of_one_material_become_one_group() {
        let (wood, iron) = (Some("wood"), Some("iron"));
        let mut shape = shape(&[(wood, 0..2), (iron, 2..3), (wood, 4..5), (wood, 4..9)], 7);
        // The fourth triangle has no group, and the last group exceeds the triangles.
        assert_eq!(merge(&mut shape), 2);
        assert_eq!(shape.indices.iter().map(|[at, ..]| *at).collect::<Vec<_>>(), [0, 1, 4, 5, 6, 2, 3]);
        let groups: Vec<_> =
            shape.groups.iter().map(|group| (group.material.as_deref(), group.triangles.clone())).collect();
        assert_eq!(groups, [(wood, 0..5), (iron, 5..6), (None, 6..7)]);
        assert_eq!(merge(&mut shape), 0);
    }

    #[test]
    fn nothing_has_a_name_where_levels_are_matched_by_name() {
        let mut levels = [shape(&[(Some("a"), 0..1), (None, 1..2)], 2), shape(&[(None, 0..1)], 1)];
        name_nothing(&mut levels);
        assert_eq!(levels[1].groups[0].material.as_deref(), Some(""));
        let mut others = [shape(&[(Some("a"), 0..1)], 1), shape(&[(None, 0..1)], 1)];
        name_nothing(&mut others);
        assert_eq!(others[1].groups[0].material, None);
    }
}

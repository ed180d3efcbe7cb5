//! Convex hulls.

use super::Domain;
use crate::hull;
use geom::{Group, TriMesh, Vec3, same};
use llsd::{Map, Text};

/// The physics shape of hulls: one bounding hull, and possibly more hulls for parts. Format document, section 8.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Convex {
    /// The number of points of each hull; 0 means 256.
    pub hull_list: Option<Vec<u8>>,
    /// The points of all hulls, one hull after the other.
    pub positions: Option<Vec<[u16; 3]>>,
    /// The points of the bounding hull, which surrounds everything.
    pub bounding_verts: Option<Vec<[u16; 3]>>,
    /// The values that the stored number 0 represents, in both lists of points.
    pub min: Option<[f64; 3]>,
    /// The values that the stored number 65,535 represents, in both lists of points.
    pub max: Option<[f64; 3]>,
    /// Other keys.
    pub other: Map,
    /// The order of the keys; empty if they are sorted by their bytes.
    pub order: Vec<Text>,
}

impl Convex {
    /// The domain of the points; the unit cube if there is no `Min`.
    #[must_use]
    pub fn domain(&self) -> Domain<3> {
        match (self.min, self.max) {
            // Without `Min`, viewers assume the unit cube: format document, section 8.
            (None, _) => Domain::new([-0.5; 3], [0.5; 3]),
            (Some(min), max) => Domain { min, max: max.unwrap_or_default(), min_first: false },
        }
    }

    /// The number of points of all hulls according to [`hull_list`](Self::hull_list).
    #[must_use]
    pub fn n_hull_points(&self) -> usize {
        // The sum saturates, because it can overflow on 32-bit systems.
        self.hull_list.iter().flatten().map(|n| points_of(*n)).fold(0, usize::saturating_add)
    }

    /// The stored points of each hull. A hull with missing points is shorter.
    pub fn hulls(&self) -> impl Iterator<Item = &[[u16; 3]]> {
        let mut rest = self.positions.as_deref().unwrap_or_default();
        self.hull_list.iter().flatten().map(move |n| {
            let (hull, after) = rest.split_at(points_of(*n).min(rest.len()));
            rest = after;
            hull
        })
    }

    /// The points of the bounding hull, as floats.
    pub fn bounding_points(&self) -> impl ExactSizeIterator<Item = Vec3> {
        let span = self.domain().span();
        let stored = self.bounding_verts.as_deref().unwrap_or_default();
        stored.iter().map(move |stored| Vec3::from_array(span.value(*stored)))
    }

    /// The points of each hull of [`hulls`](Self::hulls), as floats.
    pub fn hull_points(&self) -> impl Iterator<Item = Vec<Vec3>> {
        let span = self.domain().span();
        let floats =
            move |hull: &[[u16; 3]]| hull.iter().map(|point| Vec3::from_array(span.value(*point))).collect();
        self.hulls().map(floats)
    }

    /// All hulls as triangles, with a group for each. The file has only their points, so the triangles are computed. A
    /// hull whose points lie in one plane has points and no triangles.
    #[must_use]
    pub fn to_trimesh(&self) -> TriMesh {
        let mut mesh = TriMesh::default();
        for (number, hull) in self.hulls().enumerate() {
            append(&mut mesh, format!("hull {number}"), hull, self.domain());
        }
        mesh
    }

    /// The bounding hull as triangles.
    #[must_use]
    pub fn bounding_to_trimesh(&self) -> TriMesh {
        let mut mesh = TriMesh::default();
        let stored = self.bounding_verts.as_deref().unwrap_or_default();
        append(&mut mesh, "bounding hull".to_owned(), stored, self.domain());
        mesh
    }
}

/// Adds a hull to a mesh, as a group.
fn append(mesh: &mut TriMesh, name: String, stored: &[[u16; 3]], domain: Domain<3>) {
    let (first, start) = (mesh.positions.len(), mesh.indices.len());
    let span = domain.span();
    mesh.positions.extend(stored.iter().map(|point| Vec3::from_array(span.value(*point))));
    let points: Vec<hull::Point> = stored.iter().map(|point| point.map(i64::from)).collect();
    let triangles = hull::hull(&points).map(|hull| hull.triangles).unwrap_or_default();
    let index = |corner: usize| u32::try_from(first.saturating_add(corner)).unwrap_or(u32::MAX);
    mesh.indices.extend(triangles.into_iter().map(|corners| corners.map(index)));
    mesh.groups.push(Group { name, material: None, triangles: start..mesh.indices.len() });
}

/// The number of points that an entry of the list of hulls represents: 0 means 256.
pub(crate) fn points_of(n: u8) -> usize {
    if n == 0 { 256 } else { usize::from(n) }
}

same! {
    Convex { hull_list, positions, bounding_verts, min, max, other, order }
}

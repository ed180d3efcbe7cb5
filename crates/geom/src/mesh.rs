use std::{fmt, ops::Range};

use crate::bounds::Aabb;
use crate::colour::Rgba8;
use crate::mat::{Mat3, Mat4};
use crate::vec::{Vec2, Vec3, Vec4};

/// A triangle mesh: vertices, their attributes, triangles, and named groups of triangles.
///
/// An attribute is absent if its list is empty; otherwise it has one entry per vertex. The fields are public, so a
/// mesh can break these rules; [`check`](Self::check) lists the violations.
///
/// # Conventions
///
/// Every crate that returns a `TriMesh` follows these, and every crate that takes one expects them:
/// - A triangle whose vertices run counter-clockwise faces the viewer. Axes are right-handed.
/// - V of a texture coordinate grows downward, as in glTF: (0, 0) is the upper left corner of the image.
/// - Colours are sRGB bytes with straight (not premultiplied) alpha.
/// - Axes and unit are those of the format that the mesh came from. Each mesh crate has a constant matrix `TO_GLTF`
///   that converts them to glTF's: right-handed, +Y up.
///
/// ```
/// use geom::{MeshFault, TriMesh, Vec3};
///
/// let mut mesh = TriMesh {
///     positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
///     indices: vec![[0, 1, 2], [0, 1, 7]],
///     ..TriMesh::default()
/// };
/// assert_eq!(mesh.triangles().collect::<Vec<_>>(), [[0, 1, 2]]); // without the one that names no vertex
/// assert_eq!(mesh.check(), [MeshFault::Triangle(1)]);
/// mesh.indices.pop();
/// assert!(mesh.check().is_empty());
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct TriMesh {
    /// The position of each vertex.
    pub positions: Vec<Vec3>,
    /// Unit vectors that point out of the surface.
    pub normals: Vec<Vec3>,
    /// Unit vectors along the surface, in the direction of growing U; `w` is 1 or -1, the sign of the bitangent.
    pub tangents: Vec<Vec4>,
    /// Texture coordinates; V grows downward.
    pub uvs: Vec<Vec2>,
    /// Vertex colours, sRGB.
    pub colours: Vec<Rgba8>,
    /// The joints that move each vertex; entries of weight 0 are ignored.
    pub joints: Vec<[u16; 4]>,
    /// The weight of each of the joints.
    pub weights: Vec<Vec4>,
    /// The vertices of each triangle, counter-clockwise.
    pub indices: Vec<[u32; 3]>,
    /// Parts of the mesh; triangles may be in none.
    pub groups: Vec<Group>,
}

/// A range of triangles with a name and a material.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Group {
    /// The name of the group.
    pub name: String,
    /// The name of the group's material.
    pub material: Option<String>,
    /// The group's range of [`TriMesh::indices`].
    pub triangles: Range<usize>,
}

/// A violation of the rules of [`TriMesh`], found by [`TriMesh::check`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum MeshFault {
    /// The attribute of this name has entries, but not one per vertex.
    Attribute(&'static str),
    /// The mesh has joints without weights, or weights without joints.
    HalfSkinned,
    /// This triangle, the first of its kind, refers to a vertex that does not exist.
    Triangle(usize),
    /// This group extends past the last triangle.
    Group(usize),
}

impl fmt::Display for MeshFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Attribute(name) => write!(f, "{name} does not have one entry per vertex"),
            Self::HalfSkinned => f.write_str("there are joints without weights, or weights without joints"),
            Self::Triangle(index) => write!(f, "triangle {index} refers to a vertex that does not exist"),
            Self::Group(index) => write!(f, "group {index} extends past the last triangle"),
        }
    }
}

impl TriMesh {
    /// The number of vertices, which is the number of positions.
    pub fn vertex_count(&self) -> usize {
        self.positions.len()
    }

    /// The box around all finite positions, whether or not a triangle uses them.
    pub fn bounds(&self) -> Option<Aabb> {
        Aabb::from_points(self.positions.iter().copied())
    }

    /// The vertices of each triangle, as valid indices into [`positions`](Self::positions).
    /// Triangles that refer to a missing vertex are left out.
    pub fn triangles(&self) -> impl Iterator<Item = [usize; 3]> {
        self.indices.iter().filter_map(|triangle| self.present(triangle))
    }

    /// The vertices of each triangle of one group, as [`triangles`](Self::triangles) returns them.
    pub fn group_triangles(&self, group: &Group) -> impl Iterator<Item = [usize; 3]> {
        let end = group.triangles.end.min(self.indices.len());
        let indices = self.indices.get(group.triangles.start..end).unwrap_or_default();
        indices.iter().filter_map(|triangle| self.present(triangle))
    }

    fn present(&self, triangle: &[u32; 3]) -> Option<[usize; 3]> {
        let wide = triangle.map(|index| index as usize);
        wide.iter().all(|index| *index < self.vertex_count()).then_some(wide)
    }

    /// Lists attributes of the wrong length and references to missing elements.
    ///
    /// Values (NaN, normals of length 0, triangles without area) are not checked.
    pub fn check(&self) -> Vec<MeshFault> {
        let attributes = [
            ("normals", self.normals.len()),
            ("tangents", self.tangents.len()),
            ("uvs", self.uvs.len()),
            ("colours", self.colours.len()),
            ("joints", self.joints.len()),
            ("weights", self.weights.len()),
        ];
        let uneven = attributes.into_iter().filter(|(_, len)| *len != 0 && *len != self.vertex_count());
        let half_skinned = self.joints.is_empty() != self.weights.is_empty();
        let outside = self.indices.iter().position(|triangle| self.present(triangle).is_none());
        let beyond = |group: &Group| self.indices.get(group.triangles.clone()).is_none();
        let groups = self.groups.iter().enumerate().filter(|(_, group)| beyond(group));

        let mut faults: Vec<_> = uneven.map(|(name, _)| MeshFault::Attribute(name)).collect();
        faults.extend(half_skinned.then_some(MeshFault::HalfSkinned));
        faults.extend(outside.map(MeshFault::Triangle));
        faults.extend(groups.map(|(index, _)| MeshFault::Group(index)));
        faults
    }

    /// Merges all meshes into one; see [`append`](Self::append).
    pub fn merged<'a>(meshes: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut whole = Self::default();
        meshes.into_iter().for_each(|mesh| whole.append(mesh));
        whole
    }

    /// Adds the vertices, triangles and groups of another mesh.
    ///
    /// If only one of the two has an attribute, the other's vertices get white (colours) or zeros (all else). Indices
    /// of `other` that refer to no vertex become `u32::MAX`, and its groups are cut at its last triangle, so that
    /// neither comes to refer to something appended later. `self` is not checked.
    pub fn append(&mut self, other: &Self) {
        let n_vertices = [self.vertex_count(), other.vertex_count()];
        join(&mut self.normals, &other.normals, n_vertices, Vec3::ZERO);
        join(&mut self.tangents, &other.tangents, n_vertices, Vec4::ZERO);
        join(&mut self.uvs, &other.uvs, n_vertices, Vec2::ZERO);
        join(&mut self.colours, &other.colours, n_vertices, Rgba8::WHITE);
        join(&mut self.joints, &other.joints, n_vertices, [0; 4]);
        join(&mut self.weights, &other.weights, n_vertices, Vec4::ZERO);
        self.positions.extend_from_slice(&other.positions);

        let [before, added] = n_vertices;
        let moved = |index: u32| match u32::try_from(before) {
            Ok(before) if (index as usize) < added => before.saturating_add(index),
            _ => u32::MAX,
        };
        let n_triangles = self.indices.len();
        self.indices.extend(other.indices.iter().map(|triangle| triangle.map(moved)));

        let moved = |at: usize| n_triangles + at.min(other.indices.len());
        self.groups.extend(other.groups.iter().cloned().map(|mut group| {
            group.triangles = moved(group.triangles.start)..moved(group.triangles.end);
            group
        }));
    }

    /// Computes the normal of each vertex from the triangles around it, weighted by area; a vertex without triangles
    /// gets a normal along +Y.
    ///
    /// Triangles that share vertices meet in smooth edges, triangles with vertices of their own in sharp ones.
    ///
    /// ```
    /// # use geom::{TriMesh, Vec3};
    /// let mut mesh = TriMesh {
    ///     positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
    ///     indices: vec![[0, 1, 2]],
    ///     ..TriMesh::default()
    /// };
    /// mesh.compute_normals();
    /// assert_eq!(mesh.normals, [Vec3::Z; 3]);
    /// ```
    pub fn compute_normals(&mut self) {
        self.normals = vertex_normals(&self.positions, self.triangles());
    }

    /// Transforms every vertex. Normals and tangents are normalised, or become zero if they have no direction.
    /// A matrix that mirrors also reverses the order of each triangle's vertices, so that it keeps facing outward.
    ///
    /// If the matrix is singular, the normals become zero.
    pub fn transform(&mut self, matrix: Mat4) {
        let linear = matrix.linear();
        // Normals transform by the inverse transpose; that of a singular matrix is taken for zero.
        let of_normals = linear.inverse().unwrap_or(Mat3::from_scale(Vec3::ZERO)).transposed();
        let turned = |matrix: Mat3, direction: Vec3| (matrix * direction).normalised().unwrap_or_default();
        let handedness = if linear.mirrors() { -1.0 } else { 1.0 };

        self.positions.iter_mut().for_each(|point| *point = matrix.transform_point(*point));
        self.normals.iter_mut().for_each(|normal| *normal = turned(of_normals, *normal));
        for tangent in &mut self.tangents {
            *tangent = turned(linear, tangent.xyz()).extend(tangent.w * handedness);
        }
        if handedness < 0.0 {
            self.indices.iter_mut().for_each(|triangle| triangle.swap(1, 2));
        }
    }
}

/// Computes the normal of each position from the triangles around it, weighted by area; a position without
/// triangles gets a normal along +Y. Triangles that refer to a missing position, or whose area is not finite,
/// are ignored.
pub fn vertex_normals(positions: &[Vec3], triangles: impl IntoIterator<Item = [usize; 3]>) -> Vec<Vec3> {
    let mut normals = vec![Vec3::ZERO; positions.len()];
    for triangle in triangles {
        let [Some(a), Some(b), Some(c)] = triangle.map(|vertex| positions.get(vertex).copied()) else {
            continue;
        };
        // The cross product is proportional to the area, so the sum of them is weighted by area.
        let across = (b - a).cross(c - a);
        for vertex in triangle {
            if let Some(normal) = normals.get_mut(vertex).filter(|_| across.is_finite()) {
                *normal += across;
            }
        }
    }
    normals.iter_mut().for_each(|normal| *normal = normal.normalised().unwrap_or(Vec3::Y));
    normals
}

/// Appends an attribute so that it has one entry per vertex, or none if neither mesh has it.
fn join<T: Copy>(mine: &mut Vec<T>, theirs: &[T], n_vertices: [usize; 2], filler: T) {
    if mine.is_empty() && theirs.is_empty() {
        return;
    }
    let [before, added] = n_vertices;
    mine.resize(before, filler);
    mine.extend(theirs.iter().take(added));
    mine.resize(before + added, filler);
}

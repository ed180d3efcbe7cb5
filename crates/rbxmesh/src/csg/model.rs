//! The model: the content of the blobs as plain types.

use geom::{Aabb, Rgba8, Vec2, Vec3, same};
use std::fmt;
use std::ops::Range;

/// The content of a blob.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Csg {
    /// `CSGMDL`: the mesh of a union for rendering.
    Mesh(UnionMesh),
    /// `SolidMesh`: the solid from which a render mesh is built.
    Solid(SolidMesh),
    /// `CSGPHS`: the collision geometry of a union or a mesh.
    Collision(Collision),
    /// `CSGK`: the key of a blob that the place stores elsewhere.
    Key(Key),
}

/// The mesh of a union for rendering. Format document, section 3.
///
/// All lists have an entry for each vertex, except `triangles` and `bounds`. Positions are in studs, at the size that
/// the property `InitialSize` of the instance states.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct UnionMesh {
    /// The version: 2, 4 or 5.
    pub version: u32,
    /// 32 bytes of unknown meaning, perhaps a hash; versions 2 and 4 only.
    pub unknown: Vec<u8>,
    /// The position of each vertex.
    pub positions: Vec<Vec3>,
    /// Unit vectors that point out of the surface.
    pub normals: Vec<Vec3>,
    /// sRGB colours.
    pub colours: Vec<Rgba8>,
    /// The side of the box that a vertex faces: 1 to 6 are right, top, back, left, bottom and front.
    pub sides: Vec<u32>,
    /// Texture coordinates in studs; they tile the material.
    pub uvs: Vec<Vec2>,
    /// Unit vectors along the surface, in the direction of growing U.
    pub tangents: Vec<Vec3>,
    /// The vertices of each triangle of all levels of detail, counter-clockwise.
    pub triangles: Vec<[u32; 3]>,
    /// The start of each level of detail, and the end of the last level; empty in version 2. They count indices, of
    /// which a triangle has three.
    pub bounds: Vec<u32>,
    /// The bytes after the last part.
    pub trailing: Vec<u8>,
}

/// The solid from which a render mesh is built. Format document, section 4.
///
/// Each corner of a triangle has a separate index for each attribute.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct SolidMesh {
    /// The points of the surface.
    pub positions: Vec<Vec3>,
    /// Unit vectors that point out of the surface.
    pub normals: Vec<Vec3>,
    /// An array of unknown meaning, empty in all known files.
    pub third: Vec<Vec3>,
    /// sRGB colours with components from 0 to 1.
    pub colours: Vec<Vec3>,
    /// The corners of the triangles, counter-clockwise, as indices of `positions`.
    pub position_corners: Vec<[u32; 3]>,
    /// The corners of the triangles as indices of `normals`.
    pub normal_corners: Vec<[u32; 3]>,
    /// The corners of the triangles as indices of `third`.
    pub third_corners: Vec<[u32; 3]>,
    /// The corners of the triangles as indices of `colours`.
    pub colour_corners: Vec<[u32; 3]>,
    /// The bytes after the last part.
    pub trailing: Vec<u8>,
}

/// The collision geometry of a union or a mesh. Format document, section 5.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Collision {
    /// The version: 0, 3, 5, 6, 7 or 8.
    pub version: u32,
    /// A number of unknown meaning, in versions 7 and 8.
    pub kind: Option<u8>,
    /// The volume and inertia that the file stores, in versions 6 and 7. They are often those of the bounding box;
    /// [`volume`](Self::volume) computes the real volume.
    pub mass: Option<Mass>,
    /// The lowest and the highest corner of the bounding box that the file stores, in version 8.
    pub bounds: Option<[Vec3; 2]>,
    /// The shape.
    pub shape: Shape,
    /// The bytes after the last part, or the bytes that cannot be read.
    pub trailing: Vec<u8>,
}

/// The shape of a union or mesh for collisions.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Shape {
    /// A box with the size of the part.
    #[default]
    Block,
    /// Convex hulls. They may touch, and some are flat.
    Hulls(Vec<Hull>),
}

/// A convex hull.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Hull {
    /// The corners.
    pub points: Vec<Vec3>,
    /// The triangles, counter-clockwise from outside. A flat hull has triangles on one side or on both.
    pub triangles: Vec<[u32; 3]>,
}

/// The volume and inertia of a solid with density 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Mass {
    /// The volume in cubic studs.
    pub volume: f32,
    /// The centre of mass.
    pub centre: Vec3,
    /// The inertia about the centre of mass: xx, xy, xz, yy, yz and zz.
    pub inertia: [f32; 6],
}

/// The key of a blob that is stored elsewhere: 32 characters, usually hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Key(pub [u8; 32]);

/// Prints the characters of the key.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.escape_ascii())
    }
}

same! {
    UnionMesh {
        version, unknown, positions, normals, colours, sides, uvs, tangents, triangles, bounds, trailing,
    }
    SolidMesh {
        positions, normals, third, colours, position_corners, normal_corners, third_corners, colour_corners, trailing,
    }
    Collision { version, kind, mass, bounds, shape, trailing }
    Hull { points, triangles }
    Mass { volume, centre, inertia }
    enum Csg { Mesh(mesh), Solid(mesh), Collision(collision), Key(key) }
    enum Shape { Block, Hulls(hulls) }
}

impl geom::Same for Key {
    fn difference(&self, other: &Self) -> Option<String> {
        (self != other).then(|| format!(": {self} is not {other}"))
    }
}

impl UnionMesh {
    /// The levels of detail, the finest first, as ranges of [`triangles`](Self::triangles). Only one of them is to be
    /// drawn. Without usable bounds there is one level with all triangles.
    #[must_use]
    pub fn levels(&self) -> Vec<Range<usize>> {
        let starts = self.bounds.iter().map(|bound| *bound as usize / 3);
        let ranges: Vec<_> = starts.clone().zip(starts.skip(1)).map(|(start, end)| start..end).collect();
        match self.has_sound_bounds() && !ranges.is_empty() {
            true => ranges,
            false => std::iter::once(0..self.triangles.len()).collect(),
        }
    }

    /// Returns true if the bounds never decrease, and stay within the triangles.
    pub(super) fn has_sound_bounds(&self) -> bool {
        let all = self.bounds.iter().map(|bound| *bound as usize);
        let is_of_triangle = |bound: usize| bound.is_multiple_of(3) && bound / 3 <= self.triangles.len();
        self.bounds.is_sorted() && all.clone().all(is_of_triangle)
    }

    /// The box around all vertices.
    #[must_use]
    pub fn extents(&self) -> Option<Aabb> {
        Aabb::from_points(self.positions.iter().copied())
    }
}

impl SolidMesh {
    /// The box around all points.
    #[must_use]
    pub fn extents(&self) -> Option<Aabb> {
        Aabb::from_points(self.positions.iter().copied())
    }
}

impl Collision {
    /// The hulls; none if the shape is a box.
    #[must_use]
    pub fn hulls(&self) -> &[Hull] {
        match &self.shape {
            Shape::Block => &[],
            Shape::Hulls(hulls) => hulls,
        }
    }

    /// The box around the points of all hulls.
    #[must_use]
    pub fn extents(&self) -> Option<Aabb> {
        Aabb::from_points(self.hulls().iter().flat_map(|hull| hull.points.iter().copied()))
    }
}

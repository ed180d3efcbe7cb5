//! Polygons.

use super::{Name, TexCoordIndex, VertexIndex};
use crate::common::error::Error;
use crate::error::ErrorKind;
use geom::same;

/// MESH: polygons, and the materials and parameters that apply to them. Format document, section 6.7.
///
/// The corners of all polygons are stored in order, in one list per field. Lists other than `vertices` have an entry
/// only for corners of polygons that have this [part](Parts). Use [`faces`](Self::faces) to iterate over polygons,
/// and [`push`](Self::push) to add one.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Mesh {
    /// The records, in the order of the file.
    pub records: Vec<Record>,
    /// The point of each corner; for polygons between two shapes, the lower one.
    pub vertices: Vec<VertexIndex>,
    /// The texture coordinates of each corner that has them.
    pub tex_coords: Vec<TexCoordIndex>,
    /// The normal of each corner that has one; normals are vertices.
    pub normals: Vec<VertexIndex>,
    /// The upper point of each corner of polygons between two shapes.
    pub max_vertices: Vec<VertexIndex>,
    /// The rest of the chunk, starting at the first incomplete record.
    pub surplus: Vec<u8>,
}

/// A record of a mesh, or several polygons of the same kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Record {
    /// The material of the following polygons; `Name::NONE` removes it.
    Material(Name),
    /// The parameter that places the following polygons between two shapes.
    Parameter {
        /// The kind, 1 to 15; always 1 in known files.
        kind: u8,
        /// The name of the parameter.
        name: Name,
    },
    /// Consecutive polygons.
    Polygons {
        /// The number of corners of each polygon, 1 to 15.
        sides: u8,
        /// The fields of each corner.
        parts: Parts,
        /// The number of polygons.
        count: u32,
    },
}

/// The fields of a polygon's corners in addition to the vertex, as bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Parts(pub u8);

/// A polygon of a mesh, with the material and parameter that apply to it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Face<'a> {
    /// The material, or none.
    pub material: Name,
    /// The parameter, or none.
    pub parameter: Name,
    /// The fields of the corners.
    pub parts: Parts,
    /// The points of the corners, counter-clockwise.
    pub vertices: &'a [VertexIndex],
    /// The texture coordinates of the corners; empty if the polygon has none.
    pub tex_coords: &'a [TexCoordIndex],
    /// The normals of the corners; empty if the polygon has none.
    pub normals: &'a [VertexIndex],
    /// The upper points of the corners; empty if the polygon has none.
    pub max_vertices: &'a [VertexIndex],
}

same! {
    Mesh { records, vertices, tex_coords, normals, max_vertices, surplus }
    enum Record { Material(name), Parameter { kind, name }, Polygons { sides, parts, count } }
}

impl geom::Same for Parts {
    fn difference(&self, other: &Self) -> Option<String> {
        self.0.difference(&other.0)
    }
}

impl Parts {
    /// Texture coordinates.
    pub const TEX_COORD: Self = Self(1);
    /// Normals.
    pub const NORMAL: Self = Self(2);
    /// Upper points.
    pub const MAX_VERTEX: Self = Self(4);
    /// Reserved.
    pub const RESERVED: Self = Self(8);

    /// Returns true if all of the given parts are present.
    #[must_use]
    pub const fn has(self, parts: Self) -> bool {
        self.0 & parts.0 == parts.0
    }
}

impl Mesh {
    /// A mesh of triangles whose corners have only vertices.
    pub fn from_triangles(triangles: impl IntoIterator<Item = [u32; 3]>) -> Self {
        let vertices: Vec<_> = triangles.into_iter().flatten().map(VertexIndex).collect();
        // A count above the maximum does not matter, because no file can hold as many triangles.
        let count = u32::try_from(vertices.len() / 3).unwrap_or(u32::MAX);
        let records = vec![Record::Polygons { sides: 3, parts: Parts::default(), count }];
        Self { records, vertices, ..Self::default() }
    }

    /// Adds a polygon. Its parts are those for which the lists are not empty.
    ///
    /// The last material and parameter of the mesh apply to it: add a [`Record`] before it to change them.
    ///
    /// # Errors
    ///
    /// If the polygon does not have 1 to 15 corners, or if a list that is not empty has another length than
    /// `vertices`. The mesh is unchanged then.
    ///
    /// ```
    /// use m3d::{Face, Mesh, Name, Parts, VertexIndex};
    ///
    /// let points = [VertexIndex(0); 256];
    /// let none = Face { material: Name::NONE, parameter: Name::NONE, parts: Parts(0), vertices: &[],
    ///     tex_coords: &[], normals: &[], max_vertices: &[] };
    /// let mut mesh = Mesh::default();
    /// mesh.push(&Face { vertices: &points[..4], ..none })?;
    /// let error = mesh.push(&Face { vertices: &points, ..none }).unwrap_err();
    /// assert_eq!(error.to_string(), "number of corners 256 does not fit 1 to 15");
    /// assert_eq!(mesh.n_faces(), 1);
    /// # Ok::<(), m3d::Error>(())
    /// ```
    pub fn push(&mut self, face: &Face<'_>) -> Result<(), Error> {
        let n_corners = face.vertices.len();
        let Some(n) = u8::try_from(n_corners).ok().filter(|n| (1..16).contains(n)) else {
            let (value, width) = (n_corners.to_string(), "1 to 15");
            return Err(Error::model(ErrorKind::DoesNotFit { what: "number of corners", value, width }));
        };
        for (what, found) in [
            ("texture coordinates", face.tex_coords.len()),
            ("normals", face.normals.len()),
            ("maximum vertices", face.max_vertices.len()),
        ] {
            if found != 0 && found != n_corners {
                return Err(Error::model(ErrorKind::Mismatch { what, found, expected: n_corners }));
            }
        }
        let parts = Parts(
            u8::from(!face.tex_coords.is_empty())
                | u8::from(!face.normals.is_empty()) << 1
                | u8::from(!face.max_vertices.is_empty()) << 2
                | face.parts.0 & Parts::RESERVED.0,
        );
        self.vertices.extend_from_slice(face.vertices);
        self.tex_coords.extend_from_slice(face.tex_coords);
        self.normals.extend_from_slice(face.normals);
        self.max_vertices.extend_from_slice(face.max_vertices);
        self.count_polygon(n, parts);
        Ok(())
    }

    /// Counts a polygon whose corners are in the lists already: in the last record if that has polygons of
    /// the same kind, or else in a new one.
    pub(crate) fn count_polygon(&mut self, n: u8, parts: Parts) {
        match self.records.last_mut() {
            Some(Record::Polygons { sides, parts: last, count })
                if *sides == n && *last == parts && *count < u32::MAX =>
            {
                *count = count.saturating_add(1);
            }
            _ => self.records.push(Record::Polygons { sides: n, parts, count: 1 }),
        }
    }

    /// The polygons in order. Iteration stops early if a list is too short.
    #[must_use]
    pub fn faces(&self) -> Faces<'_> {
        Faces {
            records: self.records.iter(),
            left: 0,
            sides: 0,
            face: Face {
                material: Name::NONE,
                parameter: Name::NONE,
                parts: Parts::default(),
                vertices: &[],
                tex_coords: &[],
                normals: &[],
                max_vertices: &[],
            },
            vertices: &self.vertices,
            tex_coords: &self.tex_coords,
            normals: &self.normals,
            max_vertices: &self.max_vertices,
        }
    }

    /// The number of polygons.
    #[must_use]
    pub fn n_faces(&self) -> usize {
        let count = |record: &Record| match record {
            Record::Polygons { count, .. } => *count as usize,
            _ => 0,
        };
        self.records.iter().map(count).fold(0, usize::saturating_add)
    }
}

/// Collects triangles as [`Mesh::from_triangles`] does.
impl FromIterator<[u32; 3]> for Mesh {
    fn from_iter<I: IntoIterator<Item = [u32; 3]>>(triangles: I) -> Self {
        Self::from_triangles(triangles)
    }
}

/// Iterates over the polygons in order.
impl<'a> IntoIterator for &'a Mesh {
    type Item = Face<'a>;
    type IntoIter = Faces<'a>;

    fn into_iter(self) -> Faces<'a> {
        self.faces()
    }
}

/// An iterator over the polygons of a mesh; see [`Mesh::faces`].
#[derive(Debug, Clone)]
pub struct Faces<'a> {
    records: std::slice::Iter<'a, Record>,
    /// The number of remaining polygons of the record.
    left: u32,
    sides: usize,
    face: Face<'a>,
    vertices: &'a [VertexIndex],
    tex_coords: &'a [TexCoordIndex],
    normals: &'a [VertexIndex],
    max_vertices: &'a [VertexIndex],
}

impl<'a> Iterator for Faces<'a> {
    type Item = Face<'a>;

    fn next(&mut self) -> Option<Face<'a>> {
        while self.left == 0 {
            match *self.records.next()? {
                Record::Material(name) => self.face.material = name,
                Record::Parameter { name, .. } => self.face.parameter = name,
                Record::Polygons { sides, parts, count } => {
                    (self.sides, self.face.parts, self.left) = (sides.into(), parts, count);
                }
            }
        }
        self.left = self.left.saturating_sub(1);
        let n = |part| if self.face.parts.has(part) { self.sides } else { 0 };
        let (n_tex_coords, n_normals, n_max) = (n(Parts::TEX_COORD), n(Parts::NORMAL), n(Parts::MAX_VERTEX));
        (self.face.vertices, self.vertices) = self.vertices.split_at_checked(self.sides)?;
        (self.face.tex_coords, self.tex_coords) = self.tex_coords.split_at_checked(n_tex_coords)?;
        (self.face.normals, self.normals) = self.normals.split_at_checked(n_normals)?;
        (self.face.max_vertices, self.max_vertices) = self.max_vertices.split_at_checked(n_max)?;
        Some(self.face)
    }
}

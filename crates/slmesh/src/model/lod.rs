//! Levels of detail and faces.

use super::{Domain, Influences, normal_from_stored};
use crate::common::error::Error;
use crate::common::show::in_quotes;
use crate::error::ErrorKind;
use geom::{Vec2, Vec3, same};
use llsd::{Map, Text};
use std::fmt;
use std::str::FromStr;

/// One of the four levels of detail, ordered from the lowest to the highest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Level {
    /// The least detailed level, `lowest_lod`.
    Lowest,
    /// The second lowest level, `low_lod`.
    Low,
    /// The second highest level, `medium_lod`.
    Medium,
    /// The most detailed level, `high_lod`.
    High,
}

impl Level {
    /// All levels, from the lowest to the highest.
    pub const ALL: [Self; 4] = [Self::Lowest, Self::Low, Self::Medium, Self::High];

    /// The name of the level's block.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Lowest => "lowest_lod",
            Self::Low => "low_lod",
            Self::Medium => "medium_lod",
            Self::High => "high_lod",
        }
    }
}

/// Prints the name of the level's block.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Parses the name of a block, with or without `_lod`.
///
/// ```
/// use slmesh::Level;
///
/// assert_eq!(("high_lod".parse(), "low".parse()), (Ok(Level::High), Ok(Level::Low)));
/// let error = "top".parse::<Level>().unwrap_err();
/// assert_eq!(error.to_string(), "expected lowest, low, medium or high, found \"top\"");
/// ```
impl FromStr for Level {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let name = text.strip_suffix("_lod").unwrap_or(text);
        let level = Self::ALL.into_iter().find(|level| level.name().strip_suffix("_lod") == Some(name));
        level.ok_or_else(|| {
            let found = in_quotes(text.as_bytes());
            Error::model(ErrorKind::Unexpected { expected: "lowest, low, medium or high".into(), found })
        })
    }
}

/// A level of detail, or a physics shape: one face for each material.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Lod {
    /// The faces.
    pub faces: Vec<Face>,
}

impl From<Vec<Face>> for Lod {
    fn from(faces: Vec<Face>) -> Self {
        Self { faces }
    }
}

impl FromIterator<Face> for Lod {
    fn from_iter<I: IntoIterator<Item = Face>>(faces: I) -> Self {
        Self { faces: faces.into_iter().collect() }
    }
}

impl Lod {
    /// The number of vertices of all faces.
    #[must_use]
    pub fn n_vertices(&self) -> usize {
        self.faces.iter().map(Face::n_vertices).sum()
    }

    /// The number of triangles of all faces.
    #[must_use]
    pub fn n_triangles(&self) -> usize {
        self.faces.iter().map(Face::n_triangles).sum()
    }
}

/// The triangles of one material. The 16-bit numbers are kept as stored.
///
/// The iterators convert the numbers to floats exactly as the viewer does.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Face {
    /// Set if the face has a material but no geometry. For the viewer, only the presence of this key counts, not its
    /// value.
    pub no_geometry: Option<bool>,
    /// The position of each vertex.
    pub position: Option<Vec<[u16; 3]>>,
    /// The range of the stored positions.
    pub position_domain: Option<Domain<3>>,
    /// The size of the whole model before it was fitted into the unit cube.
    pub normalized_scale: Option<[f64; 3]>,
    /// The normal of each vertex; the range of its components is -1 to 1.
    pub normal: Option<Vec<[u16; 3]>>,
    /// The tangent of each vertex, and its sign. No viewer uses it yet.
    pub tangent: Option<Vec<[u16; 4]>>,
    /// The texture coordinates of each vertex.
    pub tex_coord0: Option<Vec<[u16; 2]>>,
    /// The range of the stored texture coordinates.
    pub tex_coord0_domain: Option<Domain<2>>,
    /// The vertex indices of each triangle.
    pub triangle_list: Option<Vec<[u16; 3]>>,
    /// The influences of joints on each vertex.
    pub weights: Option<Vec<Influences>>,
    /// Other keys.
    pub other: Map,
    /// The order of the keys; empty if they are sorted by their bytes.
    pub order: Vec<Text>,
}

impl Face {
    /// The number of vertices.
    #[must_use]
    pub fn n_vertices(&self) -> usize {
        self.position.as_ref().map_or(0, Vec::len)
    }

    /// The number of triangles.
    #[must_use]
    pub fn n_triangles(&self) -> usize {
        self.triangle_list.as_ref().map_or(0, Vec::len)
    }

    /// The positions of the vertices. Without a domain, all are at the origin, as in the viewer.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = Vec3> {
        let span = self.position_domain.unwrap_or_default().span();
        let stored = self.position.as_deref().unwrap_or_default();
        stored.iter().map(move |stored| Vec3::from_array(span.value(*stored)))
    }

    /// The normals, whose length is only approximately 1. There may be fewer normals than vertices.
    pub fn normals(&self) -> impl ExactSizeIterator<Item = Vec3> {
        self.normal
            .as_deref()
            .unwrap_or_default()
            .iter()
            .map(|stored| Vec3::from_array(normal_from_stored(*stored)))
    }

    /// The texture coordinates, with V pointing up. There may be fewer of them than vertices.
    pub fn tex_coords(&self) -> impl ExactSizeIterator<Item = Vec2> {
        let span = self.tex_coord0_domain.unwrap_or_default().span();
        let stored = self.tex_coord0.as_deref().unwrap_or_default();
        stored.iter().map(move |stored| Vec2::from_array(span.value(*stored)))
    }

    /// The triangles whose vertices all exist.
    pub fn triangles(&self) -> impl Iterator<Item = [u16; 3]> {
        let n_vertices = self.n_vertices();
        let all = self.triangle_list.iter().flatten().copied();
        all.filter(move |corners| corners.iter().all(|index| usize::from(*index) < n_vertices))
    }
}

same! {
    Lod { faces }
    Face {
        no_geometry, position, position_domain, normalized_scale, normal, tangent, tex_coord0,
        tex_coord0_domain, triangle_list, weights, other, order,
    }
}

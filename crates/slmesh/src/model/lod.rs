//! Geometry.

use super::{Domain, Influences, normal_from_stored};
use crate::mould::same::same;
use geom::{Vec2, Vec3};
use llsd::{Map, Text};

/// Which of the four levels of detail; the lowest is the least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Level {
    /// `lowest_lod`
    Lowest,
    /// `low_lod`
    Low,
    /// `medium_lod`
    Medium,
    /// `high_lod`
    High,
}

impl Level {
    /// All four, from the lowest up.
    pub const ALL: [Self; 4] = [Self::Lowest, Self::Low, Self::Medium, Self::High];

    /// The name of its block.
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

/// A level of detail, or a physics shape: one face for each material.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Lod {
    /// The faces.
    pub faces: Vec<Face>,
}

impl Lod {
    /// How many vertices the faces have.
    #[must_use]
    pub fn n_vertices(&self) -> usize {
        self.faces.iter().map(Face::n_vertices).sum()
    }

    /// How many triangles the faces have.
    #[must_use]
    pub fn n_triangles(&self) -> usize {
        self.faces.iter().map(Face::n_triangles).sum()
    }
}

/// The triangles of one material, with the numbers as they are stored: 16 bits each.
///
/// The iterators give them as the viewer does.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Face {
    /// There is nothing to draw, and yet a material. That this is there decides, in the viewer whatever it says.
    pub no_geometry: Option<bool>,
    /// A point for each vertex.
    pub position: Option<Vec<[u16; 3]>>,
    /// What the stored positions span.
    pub position_domain: Option<Domain<3>>,
    /// The size of the whole model before it was made to fit the unit cube.
    pub normalized_scale: Option<[f64; 3]>,
    /// A direction for each vertex, over -1 to 1.
    pub normal: Option<Vec<[u16; 3]>>,
    /// A direction along the texture, and its sign; no viewer writes or reads it yet.
    pub tangent: Option<Vec<[u16; 4]>>,
    /// A point of the texture for each vertex.
    pub tex_coord0: Option<Vec<[u16; 2]>>,
    /// What the stored texture coordinates span.
    pub tex_coord0_domain: Option<Domain<2>>,
    /// The vertices of each triangle.
    pub triangle_list: Option<Vec<[u16; 3]>>,
    /// For each vertex, the joints that it hangs on.
    pub weights: Option<Vec<Influences>>,
    /// What else there is.
    pub other: Map,
    /// The order of the keys, if it is not that of their bytes.
    pub order: Vec<Text>,
}

impl Face {
    /// How many vertices there are.
    #[must_use]
    pub fn n_vertices(&self) -> usize {
        self.position.as_ref().map_or(0, Vec::len)
    }

    /// How many triangles there are.
    #[must_use]
    pub fn n_triangles(&self) -> usize {
        self.triangle_list.as_ref().map_or(0, Vec::len)
    }

    /// Where the vertices are. Without a domain all are in the origin, as in the viewer.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = Vec3> {
        let span = self.position_domain.unwrap_or_default().span();
        let stored = self.position.as_deref().unwrap_or_default();
        stored.iter().map(move |stored| Vec3::from_array(span.value(*stored)))
    }

    /// Where the normals point; not of unit length, exactly. As many as are stored, which may be fewer than vertices.
    pub fn normals(&self) -> impl ExactSizeIterator<Item = Vec3> {
        self.normal
            .as_deref()
            .unwrap_or_default()
            .iter()
            .map(|stored| Vec3::from_array(normal_from_stored(*stored)))
    }

    /// The texture coordinates, v upwards. As many as are stored.
    pub fn tex_coords(&self) -> impl ExactSizeIterator<Item = Vec2> {
        let span = self.tex_coord0_domain.unwrap_or_default().span();
        let stored = self.tex_coord0.as_deref().unwrap_or_default();
        stored.iter().map(move |stored| Vec2::from_array(span.value(*stored)))
    }

    /// The triangles whose indices all name a vertex.
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

//! Vertices. Format document, section 4.1.

use geom::{Rgba8, Same, Vec2, Vec3, Vec4, same};

/// A vertex.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Vertex {
    /// The position in studs. Files of 1.00 store twice this.
    pub position: Vec3,
    /// A unit vector that points out of the surface.
    pub normal: Vec3,
    /// The texture coordinate as stored: V points down, or up in 1.x; see
    /// [`Mesh::v_direction`](crate::Mesh::v_direction).
    ///
    /// V is not flipped when reading, because `1 - v` loses precision. [`Mesh::uv`](crate::Mesh::uv) returns V pointing
    /// down for all versions.
    pub uv: Vec2,
    /// A direction along the surface; none in 1.x.
    pub tangent: Tangent,
    /// The colour. It is white in 1.x, and in files with vertices of 36 bytes.
    pub colour: Rgba8,
}

/// A white vertex at the origin, without a normal and a tangent.
impl Default for Vertex {
    fn default() -> Self {
        Self {
            position: Vec3::ZERO,
            normal: Vec3::ZERO,
            uv: Vec2::ZERO,
            tangent: Tangent::NONE,
            colour: Rgba8::WHITE,
        }
    }
}

/// A direction along the surface, and the sign of the bitangent, as stored: the bytes 0, 127 and 254 mean -1, 0 and 1.
///
/// ```
/// use rbxmesh::Tangent;
/// use rbxmesh::geom::Vec4;
///
/// let tangent = Tangent::from_vec4(Vec4::new(0.0, -1.0, 0.0, 1.0));
/// assert_eq!(tangent, Tangent([127, 0, 127, 254]));
/// assert_eq!(tangent.as_vec4(), Some(Vec4::new(0.0, -1.0, 0.0, 1.0)));
/// assert_eq!(Tangent::NONE.as_vec4(), None);
/// assert_eq!(Tangent::from_vec4(Vec4::new(7.0, -7.0, f32::NAN, 0.0)), Tangent([254, 0, 0, 127]));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tangent(pub [u8; 4]);

impl Tangent {
    /// No direction, as files of 2.00 store it. Other versions store 127, 127, 127, 0.
    pub const NONE: Self = Self([0; 4]);

    /// The direction, and the sign of the bitangent as `w`; `None` if there is no direction.
    ///
    /// A byte of 255, which some files contain, means 1, like 254.
    #[must_use]
    pub fn as_vec4(self) -> Option<Vec4> {
        let Self([x, y, z, _]) = self;
        let is_none = self == Self::NONE || [x, y, z].iter().all(|byte| (126..=128).contains(byte));
        let unbiased = |byte: u8| f32::from(byte.min(254)) / 127.0 - 1.0;
        (!is_none).then(|| Vec4::from_array(self.0.map(unbiased)))
    }

    /// The nearest tangent that can be stored. Components are clamped to -1 to 1; NaN is stored as -1.
    #[must_use]
    pub fn from_vec4(tangent: Vec4) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "`as` saturates, and turns NaN into 0")]
        Self(tangent.to_array().map(|part| ((part + 1.0) * 127.0).round().clamp(0.0, 254.0) as u8))
    }
}

same! {
    Vertex { position, normal, uv, tangent, colour }
}

impl Same for Tangent {
    fn difference(&self, other: &Self) -> Option<String> {
        self.0.difference(&other.0)
    }
}

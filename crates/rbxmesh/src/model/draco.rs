//! What a Draco stream says of itself. Format document, section 9.6.

use crate::mould::same::same;

/// The header of a Draco stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct DracoHeader {
    /// The first number of the stream's version; 2 in all files seen.
    pub major: u8,
    /// The second; 2 in all files seen.
    pub minor: u8,
    /// 0 for a cloud of points, 1 for a mesh.
    pub encoder_type: u8,
    /// 0 for sequential, which all files seen have, 1 for edgebreaker.
    pub encoder_method: u8,
    /// The highest says that metadata follow.
    pub flags: u16,
    /// How many faces there are, where the header tells.
    pub n_faces: Option<u32>,
    /// How many vertices there are, where the header tells.
    pub n_points: Option<u32>,
}

impl DracoHeader {
    /// Whether this is what files have: a mesh, stored one value after the other, without metadata.
    #[must_use]
    pub fn is_sequential_mesh(&self) -> bool {
        self.is_mesh_of_method(0)
    }

    /// Whether this is a mesh that the feature `draco` is for: one of the method edgebreaker, without metadata.
    #[must_use]
    pub fn is_edgebreaker_mesh(&self) -> bool {
        self.is_mesh_of_method(1)
    }

    fn is_mesh_of_method(&self, method: u8) -> bool {
        (self.major, self.minor) == (2, 2)
            && (self.encoder_type, self.encoder_method) == (1, method)
            && self.flags & 0x8000 == 0
    }
}

same! {
    DracoHeader { major, minor, encoder_type, encoder_method, flags, n_faces, n_points }
}

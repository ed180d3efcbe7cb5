//! Which formats belong together.

use crate::Format;

impl Format {
    /// The formats that `convert` of rezkit converts a file of this format to. JSON is read by `convert_json`.
    #[must_use]
    pub const fn conversions(self) -> &'static [Self] {
        match self {
            Self::LlsdBinary | Self::LlsdXml | Self::LlsdNotation | Self::Json => {
                &[Self::LlsdBinary, Self::LlsdXml, Self::LlsdNotation, Self::Json]
            }
            Self::RbxBinary | Self::RbxXml => &[Self::RbxBinary, Self::RbxXml],
            Self::RbxMesh => &[Self::RbxMesh],
            Self::M3d | Self::A3d => &[Self::M3d, Self::A3d],
            Self::SlMesh => &[Self::Slm],
            Self::Slm => &[Self::SlMesh],
            _ => &[],
        }
    }
}

impl Format {
    /// Whether it is a format of other programs whose files are read as scenes: by `info_of_scene`, and by
    /// `exchange::read` of rezkit.
    #[must_use]
    pub const fn is_scene(self) -> bool {
        matches!(self, Self::Glb | Self::Gltf | Self::Obj | Self::Collada | Self::Stl | Self::Bvh)
    }
}

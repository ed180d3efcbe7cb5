//! Relations between formats.

use crate::Format;

impl Format {
    /// The formats to which `convert` of rezkit converts files of this format. JSON is read by `convert_json`.
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
    /// Returns true for scene formats of other programs, which `info_of_scene` and `exchange::read` of rezkit read.
    #[must_use]
    pub const fn is_scene(self) -> bool {
        matches!(self, Self::Glb | Self::Gltf | Self::Obj | Self::Collada | Self::Stl | Self::Bvh)
    }
}

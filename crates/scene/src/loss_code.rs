//! The kinds of losses.

use serde::Serialize;
use std::fmt;

macro_rules! codes {
    ($($(#[$doc:meta])+ $Name:ident = $code:literal, $advice:literal;)+) => {
        /// The kinds of losses.
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[non_exhaustive]
        pub enum LossCode {
            $($(#[$doc])+ #[serde(rename = $code)] $Name,)+
        }

        impl LossCode {
            /// All kinds.
            pub const ALL: &[Self] = &[$(Self::$Name),+];

            /// The code in reports, such as `NORMAL_MADE`.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$Name => $code,)+ }
            }

            /// How to avoid it; empty if that is not possible.
            #[must_use]
            pub const fn advice(self) -> &'static str {
                match self { $(Self::$Name => $advice,)+ }
            }
        }
    };
}

codes! {
    /// Values that the other format of the family cannot express, or expresses differently.
    Value = "VALUE", "";
    /// Parts with recoverable errors, which may have changed.
    Recovered = "RECOVERED", "";
    /// Positions that are infinite or NaN.
    PosNonfinite = "POS_NONFINITE", "repair the model with a program that removes such vertices";
    /// Positions that were rounded.
    PosRounded = "POS_ROUNDED", "";
    /// Triangles, lines or points that cannot be drawn.
    TriDropped = "TRI_DROPPED", "";
    /// Triangles of a collision shape that the uploader of Second Life rejects, because they are too thin.
    TriDegenerate = "TRI_DEGENERATE", "drop them with --drop-degenerate, or use hulls: --physics hulls:8";
    /// Normals whose length was not 1.
    NormalChanged = "NORMAL_CHANGED", "";
    /// Normals that were computed, because there were none.
    NormalMade = "NORMAL_MADE", "export normals with the model to have your own";
    /// Tangents that cannot be expressed, or are spelt differently.
    Tangent = "TANGENT_NONE", "";
    /// Texture coordinates that were rounded.
    UvRounded = "UV_ROUNDED", "";
    /// Colours that cannot be expressed.
    ColourDropped = "COLOUR_DROPPED", "";
    /// Colours that were rounded to 8 bits.
    ColourRounded = "COLOUR_ROUNDED", "";
    /// Levels of detail that cannot be expressed.
    LodDropped = "LOD_DROPPED", "";
    /// Levels of detail that are copies of others.
    LodCopied = "LOD_COPIED", "add coarser forms by the names `name_LOD2`, `name_LOD1`, `name_LOD0`";
    /// Levels of detail whose names and numbers of triangles contradict each other.
    LodOrderGuessed = "LOD_ORDER_GUESSED", "say which order is meant";
    /// Parts that were merged.
    GroupMerged = "GROUP_MERGED", "";
    /// A part that was split.
    GroupSplit = "GROUP_SPLIT", "";
    /// Vertices that became one, as was asked for.
    VertexWelded = "VERTEX_WELDED", "";
    /// Properties of materials that cannot be expressed.
    MaterialProp = "MATERIAL_PROP", "";
    /// Textures that are separate files.
    TextureExternal = "TEXTURE_EXTERNAL", "keep the files beside the model";
    /// Textures in a format that cannot be used.
    TextureFormat = "TEXTURE_FORMAT", "convert the texture to PNG";
    /// Influences of joints beyond the maximum number.
    WeightTruncated = "WEIGHT_TRUNCATED", "";
    /// Weights that were rounded or normalised.
    WeightRounded = "WEIGHT_ROUNDED", "";
    /// Joints that the format does not know.
    JointUnknown = "JOINT_UNKNOWN", "rename the joints to those of the avatar";
    /// Scales of joints.
    JointScale = "JOINT_SCALE", "apply the scale in the program that made the model";
    /// Bind matrices that are more than a rotation and a translation.
    BindShear = "BIND_SHEAR", "";
    /// Palettes of bones that were rebuilt.
    PaletteRebuilt = "PALETTE_REBUILT", "";
    /// A hierarchy of joints that is not in the file.
    HierarchyAssumed = "HIERARCHY_ASSUMED", "";
    /// Joint positions that replace those of the avatar.
    AltBind = "ALT_BIND", "";
    /// Vertices that the avatar of Second Life wears elsewhere than the model has them, because its joints are elsewhere.
    WornAway = "WORN_AWAY", "keep the joints where the model has them, with --joint-positions";
    /// Facial poses that were rounded.
    FacsRequantised = "FACS_REQUANTISED", "";
    /// Facial poses of bones that the mesh does not have.
    FacsBoneAbsent = "FACS_BONE_ABSENT", "";
    /// Animations that cannot be expressed, or were sampled at other times.
    AnimResampled = "ANIM_RESAMPLED", "";
    /// Scales of animations.
    AnimScale = "ANIM_SCALE", "";
    /// Polygons that became triangles.
    NgonSplit = "NGON_SPLIT", "";
    /// Parameters that became morphs, and morphs that cannot be expressed.
    ParamMorph = "PARAM_MORPH", "";
    /// Voxels that became triangles.
    VoxelMeshed = "VOXEL_MESHED", "";
    /// Shapes that are not drawn.
    ShapeUndrawn = "SHAPE_UNDRAWN", "";
    /// Labels.
    LabelNode = "LABEL_NODE", "";
    /// Collision shapes that cannot be expressed.
    PhysicsDropped = "PHYSICS_DROPPED", "";
    /// Hulls that were computed.
    HullMade = "HULL_MADE", "";
    /// Assets that a Roblox model refers to by id and that were not available.
    AssetMissing = "ASSET_MISSING", "put the assets into a folder, named by their ids, and pass it with --assets";
    /// Nodes, and places of nodes, that do not belong to a model of this format.
    NodeDropped = "NODE_DROPPED", "";
    /// Parts that lie far away from all others, which pictures and cameras leave out.
    Outlier = "OUTLIER", "remove the parts, or move them to the others";
    /// Names that were changed, because they were taken or cannot be expressed.
    Renamed = "RENAMED", "";
    /// Data that are not understood.
    UnknownData = "UNKNOWN_DATA", "";
    /// Fields of the file that a scene does not have.
    FileFields = "FILE_FIELDS", "";
    /// Cameras and lights.
    CameraLightDropped = "CAMERA_LIGHT_DROPPED", "";
    /// Data of glTF extensions.
    ExtensionIgnored = "EXTENSION_IGNORED", "";
    /// Data kept for converting back whose subject was edited; they were rebuilt.
    Rebuilt = "REBUILT", "";
    /// Data kept for converting back by a later version.
    ExtrasSchema = "EXTRAS_SCHEMA", "use a later version of rezkit";
}

impl fmt::Display for LossCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

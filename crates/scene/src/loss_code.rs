//! The kinds of losses.

use serde::Serialize;
use std::fmt;

macro_rules! codes {
    ($($(#[$doc:meta])+ $Name:ident = $code:literal, $advice:literal;)+) => {
        /// The kinds of losses, ordered by how soon a person would notice them: missing geometry, different appearance,
        /// different motion, and last, data that only files contain.
        #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[non_exhaustive]
        pub enum LossCode {
            $($(#[$doc])+ #[serde(rename = $code)] $Name,)+
        }

        impl LossCode {
            /// All kinds of losses.
            pub const ALL: &[Self] = &[$(Self::$Name),+];

            /// The code in reports, such as `NORMAL_MADE`.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$Name => $code,)+ }
            }

            /// Advice on avoiding the loss; empty if that is not possible.
            #[must_use]
            pub const fn advice(self) -> &'static str {
                match self { $(Self::$Name => $advice,)+ }
            }
        }
    };
}

codes! {
    /// Parts with recoverable errors, which may have changed.
    Recovered = "RECOVERED", "";
    /// Shapes that are not drawn.
    ShapeUndrawn = "SHAPE_UNDRAWN", "";
    /// Triangles, lines or points that cannot be drawn.
    TriDropped = "TRI_DROPPED", "";
    /// Positions that are infinite or NaN.
    PosNonfinite = "POS_NONFINITE", "repair the model with a program that removes such vertices";
    /// Assets that a Roblox model refers to by id and that were not available.
    AssetMissing = "ASSET_MISSING", "put the assets into a folder, named by their ids, and pass it with --assets";
    /// Nodes and transforms that the target format cannot hold.
    NodeDropped = "NODE_DROPPED", "";
    /// Parts far away from all others, which pictures and cameras leave out.
    Outlier = "OUTLIER", "remove the parts, or move them to the others";
    /// Textures in a format that cannot be used.
    TextureFormat = "TEXTURE_FORMAT", "convert the texture to PNG";
    /// Textures that are separate files.
    TextureExternal = "TEXTURE_EXTERNAL", "keep the files next to the model";
    /// Properties of materials that cannot be represented.
    MaterialProp = "MATERIAL_PROP", "";
    /// Colours that cannot be represented.
    ColourDropped = "COLOUR_DROPPED", "";
    /// Cameras and lights.
    CameraLightDropped = "CAMERA_LIGHT_DROPPED", "";
    /// Labels.
    LabelNode = "LABEL_NODE", "";
    /// Voxels that were converted to triangles.
    VoxelMeshed = "VOXEL_MESHED", "";
    /// Animations that cannot be represented, or were sampled at other times.
    AnimResampled = "ANIM_RESAMPLED", "";
    /// Scales in animations.
    AnimScale = "ANIM_SCALE", "";
    /// Repetition, priority, ease times and other facts about animations that are not in their keys.
    Playback = "PLAYBACK", "";
    /// Facial poses of bones that the mesh does not have.
    FacsBoneAbsent = "FACS_BONE_ABSENT", "";
    /// Facial poses that were rounded.
    FacsRequantised = "FACS_REQUANTISED", "";
    /// Parameters that were converted to morph targets, and morph targets that cannot be represented.
    ParamMorph = "PARAM_MORPH", "";
    /// Joints that the format does not know.
    JointUnknown = "JOINT_UNKNOWN", "rename the joints to those of the avatar";
    /// Scales of joints.
    JointScale = "JOINT_SCALE", "apply the scale in the program that made the model";
    /// Vertices that are displaced when the avatar of Second Life wears the mesh, because its joints have other
    /// positions.
    WornAway = "WORN_AWAY", "keep the joints where the model has them, with --joint-positions";
    /// Bind matrices with a scale or a shear.
    BindShear = "BIND_SHEAR", "";
    /// Joint positions that replace those of the avatar.
    AltBind = "ALT_BIND", "";
    /// A hierarchy of joints that the file does not contain.
    HierarchyAssumed = "HIERARCHY_ASSUMED", "";
    /// Influences of joints beyond the maximum number.
    WeightTruncated = "WEIGHT_TRUNCATED", "";
    /// Levels of detail that cannot be represented.
    LodDropped = "LOD_DROPPED", "";
    /// Levels of detail whose names and numbers of triangles contradict each other.
    LodOrderGuessed = "LOD_ORDER_GUESSED", "state the order of the levels with --lod-order";
    /// Levels of detail that are copies of others.
    LodCopied = "LOD_COPIED", "add coarser meshes with the names `name_LOD2`, `name_LOD1`, `name_LOD0`";
    /// Collision shapes that cannot be represented.
    PhysicsDropped = "PHYSICS_DROPPED", "";
    /// Triangles of a collision shape that the uploader of Second Life rejects, because they are too thin.
    TriDegenerate = "TRI_DEGENERATE", "drop them with --drop-degenerate, or use hulls: --physics hulls:8";
    /// Hulls that were computed.
    HullMade = "HULL_MADE", "";
    /// Parts that were merged.
    GroupMerged = "GROUP_MERGED", "";
    /// A part that was split.
    GroupSplit = "GROUP_SPLIT", "";
    /// Polygons that were split into triangles.
    NgonSplit = "NGON_SPLIT", "";
    /// Normals that were computed, because there were none.
    NormalMade = "NORMAL_MADE", "to keep your own normals, export them with the model";
    /// Normals whose length was not 1.
    NormalChanged = "NORMAL_CHANGED", "";
    /// Corners without texture coordinates, in a mesh that has some.
    UvMissing = "UV_MISSING", "unwrap the whole mesh";
    /// Tangents that cannot be represented, or are stored differently.
    Tangent = "TANGENT_NONE", "";
    /// Texture coordinates that were rounded.
    UvRounded = "UV_ROUNDED", "";
    /// Colours that were rounded to 8 bits.
    ColourRounded = "COLOUR_ROUNDED", "";
    /// Positions that were rounded.
    PosRounded = "POS_ROUNDED", "";
    /// Weights that were rounded or normalised.
    WeightRounded = "WEIGHT_ROUNDED", "";
    /// Palettes of bones that were rebuilt.
    PaletteRebuilt = "PALETTE_REBUILT", "";
    /// Vertices that were welded on request.
    VertexWelded = "VERTEX_WELDED", "";
    /// Values that the other format of the family cannot represent, or represents differently.
    Value = "VALUE", "";
    /// References to elements that the file does not have.
    ReferenceBroken = "REFERENCE_BROKEN", "export the model again";
    /// Data that are not understood.
    UnknownData = "UNKNOWN_DATA", "";
    /// Data of glTF extensions.
    ExtensionIgnored = "EXTENSION_IGNORED", "";
    /// Names that were changed, because they were in use or cannot be represented.
    Renamed = "RENAMED", "";
    /// Data kept for converting back whose subject was edited; they were rebuilt.
    Rebuilt = "REBUILT", "";
    /// Data kept for converting back by a later version.
    ExtrasSchema = "EXTRAS_SCHEMA", "use a later version of rezkit";
    /// Fields of the file that a scene does not have.
    FileFields = "FILE_FIELDS", "";
}

impl fmt::Display for LossCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

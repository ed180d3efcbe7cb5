//! Losses of conversions.

use serde::Serialize;
use std::fmt;

/// Something that the new file could not express, or expresses differently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Loss {
    /// The kind of loss.
    pub code: LossCode,
    /// The severity.
    pub severity: LossSeverity,
    /// A description.
    pub what: String,
    /// How often it occurred.
    pub count: usize,
    /// Where it occurred, the first few times.
    pub places: Vec<String>,
    /// How to avoid it; empty if that is not possible.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub advice: &'static str,
}

/// The severity of a [`Loss`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LossSeverity {
    /// Converting back restores it, or no value changes.
    Note,
    /// After converting back, a value is different.
    Changed,
    /// It is lost.
    Lost,
}

macro_rules! codes {
    ($($(#[$doc:meta])+ $Name:ident = $code:literal, $advice:literal;)+) => {
        /// The kinds of [`Loss`] between models and scenes.
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
    /// Positions that are infinite or NaN.
    PosNonfinite = "POS_NONFINITE", "repair the model with a program that removes such vertices";
    /// Triangles, lines or points that cannot be drawn.
    TriDropped = "TRI_DROPPED", "";
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
    /// Nodes that do not belong to a model of this format.
    NodeDropped = "NODE_DROPPED", "";
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

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({}", self.code, self.what, self.count)?;
        match self.places.first() {
            Some(place) if self.count == 1 => write!(f, ", at {place})"),
            Some(place) => write!(f, ", first at {place})"),
            None => f.write_str(")"),
        }
    }
}

/// Collects losses.
#[derive(Debug, Default)]
pub(crate) struct Losses(pub(crate) Vec<Loss>);

impl Losses {
    const PLACES: usize = 5;

    /// Adds a number of losses of one kind, unless it is 0.
    pub(crate) fn report(
        &mut self,
        code: LossCode,
        severity: LossSeverity,
        what: &str,
        count: usize,
        place: &str,
    ) {
        if count == 0 {
            return;
        }
        let is_same = |loss: &&mut Loss| (loss.code, loss.severity, &*loss.what) == (code, severity, what);
        let loss = match self.0.iter_mut().find(is_same) {
            Some(loss) => loss,
            None => {
                let (what, advice) = (what.to_owned(), code.advice());
                self.0.push(Loss { code, severity, what, count: 0, places: Vec::new(), advice });
                let Some(loss) = self.0.last_mut() else { return };
                loss
            }
        };
        loss.count = loss.count.saturating_add(count);
        if loss.places.len() < Self::PLACES && !place.is_empty() {
            loss.places.push(place.to_owned());
        }
    }
}

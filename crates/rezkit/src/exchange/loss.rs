//! What a conversion could not take along.

use serde::Serialize;
use std::fmt;

/// Something that the new file could not hold, or holds in another way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Loss {
    /// What sort of loss it is.
    pub code: LossCode,
    /// How bad it is.
    pub severity: LossSeverity,
    /// What, in words.
    pub what: String,
    /// How often.
    pub count: usize,
    /// Where, the first few times.
    pub places: Vec<String>,
    /// What to do about it; empty if there is nothing to do.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub advice: &'static str,
}

/// How bad a [`Loss`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LossSeverity {
    /// It comes back on the way back, or no value changes.
    Note,
    /// A value is another on the way back.
    Changed,
    /// It is not there any more.
    Lost,
}

macro_rules! codes {
    ($($(#[$doc:meta])+ $Name:ident = $code:literal, $advice:literal;)+) => {
        /// The sorts of [`Loss`] between models and scenes.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[non_exhaustive]
        pub enum LossCode {
            $($(#[$doc])+ #[serde(rename = $code)] $Name,)+
        }

        impl LossCode {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$Name),+];

            /// The code as reports have it, such as `NORMAL_MADE`.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$Name => $code,)+ }
            }

            /// What to do about it; empty if there is nothing to do.
            #[must_use]
            pub const fn advice(self) -> &'static str {
                match self { $(Self::$Name => $advice,)+ }
            }
        }
    };
}

codes! {
    /// Positions that are infinite or no numbers.
    PosNonfinite = "POS_NONFINITE", "repair the model with a program that removes such vertices";
    /// Triangles, lines or points that cannot be drawn.
    TriDropped = "TRI_DROPPED", "";
    /// Normals that were not of length 1.
    NormalChanged = "NORMAL_CHANGED", "";
    /// Normals that were computed, since there were none.
    NormalMade = "NORMAL_MADE", "export normals with the model to have your own";
    /// Tangents that have no place, or another spelling.
    Tangent = "TANGENT_NONE", "";
    /// Texture coordinates that were rounded.
    UvRounded = "UV_ROUNDED", "";
    /// Colours that have no place.
    ColourDropped = "COLOUR_DROPPED", "";
    /// Levels of detail that have no place.
    LodDropped = "LOD_DROPPED", "";
    /// Levels of detail that are copies of others.
    LodCopied = "LOD_COPIED", "add coarser forms by the names `name_LOD2`, `name_LOD1`, `name_LOD0`";
    /// Levels of detail whose names and numbers of triangles contradict each other.
    LodOrderGuessed = "LOD_ORDER_GUESSED", "say which order is meant";
    /// Parts that became one.
    GroupMerged = "GROUP_MERGED", "";
    /// A part that became several.
    GroupSplit = "GROUP_SPLIT", "";
    /// Properties of materials that have no place.
    MaterialProp = "MATERIAL_PROP", "";
    /// Textures that are files of their own.
    TextureExternal = "TEXTURE_EXTERNAL", "keep the files beside the model";
    /// Textures in a format that has no place.
    TextureFormat = "TEXTURE_FORMAT", "convert the texture to PNG";
    /// Influences of joints beyond those that there is room for.
    WeightTruncated = "WEIGHT_TRUNCATED", "";
    /// Weights that were rounded or made to add up.
    WeightRounded = "WEIGHT_ROUNDED", "";
    /// Joints that the format does not know.
    JointUnknown = "JOINT_UNKNOWN", "rename the joints to those of the avatar";
    /// Scales of joints.
    JointScale = "JOINT_SCALE", "apply the scale in the program that made the model";
    /// Bind matrices that are more than a rotation and a shift.
    BindShear = "BIND_SHEAR", "";
    /// Palettes of bones that were made anew.
    PaletteRebuilt = "PALETTE_REBUILT", "";
    /// A hierarchy of joints that is not in the file.
    HierarchyAssumed = "HIERARCHY_ASSUMED", "";
    /// Joint positions that take the place of those of the avatar.
    AltBind = "ALT_BIND", "";
    /// Facial poses that were rounded.
    FacsRequantised = "FACS_REQUANTISED", "";
    /// Facial poses of bones that the mesh does not have.
    FacsBoneAbsent = "FACS_BONE_ABSENT", "";
    /// Animations that have no place, or were sampled at other times.
    AnimResampled = "ANIM_RESAMPLED", "";
    /// Scales of animations.
    AnimScale = "ANIM_SCALE", "";
    /// Polygons that became triangles.
    NgonSplit = "NGON_SPLIT", "";
    /// Parameters that became morphs, and morphs that have no place.
    ParamMorph = "PARAM_MORPH", "";
    /// Voxels that became triangles.
    VoxelMeshed = "VOXEL_MESHED", "";
    /// Shapes that are not drawn.
    ShapeUndrawn = "SHAPE_UNDRAWN", "";
    /// Labels.
    LabelNode = "LABEL_NODE", "";
    /// Shapes for collisions that have no place.
    PhysicsDropped = "PHYSICS_DROPPED", "";
    /// Hulls that were computed.
    HullMade = "HULL_MADE", "";
    /// Nodes that are no part of a model of this format.
    NodeDropped = "NODE_DROPPED", "";
    /// What is not understood.
    UnknownData = "UNKNOWN_DATA", "";
    /// Fields of the file that a scene does not have.
    FileFields = "FILE_FIELDS", "";
    /// Cameras and lights.
    CameraLightDropped = "CAMERA_LIGHT_DROPPED", "";
    /// What extensions of glTF say.
    ExtensionIgnored = "EXTENSION_IGNORED", "";
    /// What was kept for the way back belongs to data that were changed, and was made anew.
    Rebuilt = "REBUILT", "";
    /// What was kept for the way back is of a later version.
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

/// Losses while they come in.
#[derive(Debug, Default)]
pub(crate) struct Losses(pub(crate) Vec<Loss>);

impl Losses {
    const PLACES: usize = 5;

    /// Something of a sort, so many times; nothing if that is never.
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

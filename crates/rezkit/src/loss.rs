//! Losses of conversions.

mod left_out;

pub(crate) use left_out::{Part, left_out};

use crate::Warnings;
use crate::problem::cut;
use serde::Serialize;
use std::fmt;

/// Something that the new file could not express, or expresses differently.
#[cfg_attr(test, derive(schemars::JsonSchema))]
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

impl Loss {
    /// Whether a value is another one afterwards, or gone.
    #[must_use]
    pub fn is_real(&self) -> bool {
        self.severity > LossSeverity::Note
    }
}

/// The severity of a [`Loss`].
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
        /// The kinds of [`Loss`].
        #[cfg_attr(test, derive(schemars::JsonSchema))]
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

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}", self.what, self.count)?;
        match self.places.first() {
            Some(place) if !place.is_empty() && self.count == 1 => write!(f, ", at {place})"),
            Some(place) if !place.is_empty() => write!(f, ", first at {place})"),
            _ => f.write_str(")"),
        }
    }
}

/// Collects losses.
#[derive(Debug, Default)]
pub(crate) struct Losses(pub(crate) Vec<Loss>);

impl Losses {
    const PLACES: usize = 5;
    /// How many losses of one code and severity have a line of their own.
    const LINES: usize = 20;

    /// Adds a number of losses of one kind, unless it is 0.
    pub(crate) fn report(
        &mut self,
        code: LossCode,
        severity: LossSeverity,
        what: &str,
        count: usize,
        place: &str,
    ) {
        let Some(loss) = self.counted(code, severity, what, count) else { return };
        if loss.places.len() < Self::PLACES && !place.is_empty() {
            loss.places.push(cut(place).into_owned());
        }
    }

    /// A value that is lost.
    pub(crate) fn add(&mut self, what: &str, place: impl FnOnce() -> String) {
        self.add_one(LossCode::Value, what, place);
    }

    /// Values that are lost, whose places are not known.
    pub(crate) fn add_many(&mut self, what: &str, count: usize) {
        self.counted(LossCode::Value, LossSeverity::Lost, what, count);
    }

    /// Adds what reading left out.
    pub(crate) fn warnings(&mut self, warnings: &Warnings) {
        const WHAT: &str = "parts with recoverable errors, which may have changed";
        for warning in &warnings.list {
            self.add_one(LossCode::Recovered, WHAT, || warning.to_string());
        }
        self.counted(LossCode::Recovered, LossSeverity::Lost, WHAT, warnings.n_more);
    }

    fn add_one(&mut self, code: LossCode, what: &str, place: impl FnOnce() -> String) {
        let Some(loss) = self.counted(code, LossSeverity::Lost, what, 1) else { return };
        if loss.places.len() < Self::PLACES {
            loss.places.push(cut(&place()).into_owned());
        }
    }

    fn counted(
        &mut self,
        code: LossCode,
        severity: LossSeverity,
        what: &str,
        count: usize,
    ) -> Option<&mut Loss> {
        if count == 0 {
            return None;
        }
        let what = cut(what);
        let index = self.line(code, severity, &what).unwrap_or_else(|what| {
            let (places, advice) = (Vec::new(), code.advice());
            self.0.push(Loss { code, severity, what, count: 0, places, advice });
            self.0.len().saturating_sub(1)
        });
        let loss = self.0.get_mut(index)?;
        loss.count = loss.count.saturating_add(count);
        Some(loss)
    }

    /// The line that has these losses, or else the text of a new one.
    fn line(&self, code: LossCode, severity: LossSeverity, what: &str) -> Result<usize, String> {
        const REST: &str = "more of this kind";
        let mut n_lines = 0_usize;
        let mut rest = None;
        for (index, loss) in self.0.iter().enumerate() {
            if (loss.code, loss.severity) == (code, severity) {
                match &*loss.what {
                    known if known == what => return Ok(index),
                    REST => rest = Some(index),
                    _ => n_lines = n_lines.saturating_add(1),
                }
            }
        }
        match rest {
            Some(index) => Ok(index),
            None if n_lines >= Self::LINES => Err(REST.to_owned()),
            None => Err(what.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_of_loss_has_a_limited_number_of_lines() {
        let mut losses = Losses::default();
        for number in 0..5000 {
            let what = format!("the name {number} of {}", "x".repeat(1000));
            losses.report(LossCode::UnknownData, LossSeverity::Lost, &what, 2, "");
        }
        losses.report(LossCode::UnknownData, LossSeverity::Changed, "another", 1, "");
        assert_eq!(losses.0.len(), Losses::LINES + 2);
        assert!(losses.0[0].what.ends_with("x… (and 614 more)"), "{}", losses.0[0].what);
        let rest = &losses.0[Losses::LINES];
        assert_eq!((&*rest.what, rest.count), ("more of this kind", 2 * (5000 - Losses::LINES)));
        assert_eq!(losses.0.iter().map(|loss| loss.count).sum::<usize>(), 10_001);
    }
}

//! Properties of old files that the database does not know, since it describes what Studio writes today:
//! their defaults, and the properties that replaced them.

use crate::value::Value;
use geom::Pose;
use rbxbinary::NumberRange;
use std::borrow::Cow;

/// Classes, former properties of them, and the default of these properties. The values are those of new
/// instances in places that Studio saved in 2019 and 2023, except that all parts had Elasticity and Friction
/// until CustomPhysicalProperties replaced them in 2015, that Controller, its flag and DraggingV1 come from
/// places of 2008, and that the levels of detail of a DataModelMesh are the enum item High.
pub(super) static ALL: [(&str, &[&str], Value<'static>); 25] = [
    ("BasePart", &["Controller"], Value::Enum(0)),
    ("BasePart", &["ControllerFlagShown"], Value::Bool(true)),
    ("BasePart", &["DraggingV1"], Value::Bool(false)),
    ("BasePart", &["Elasticity"], Value::Float32(0.5)),
    ("BasePart", &["Friction"], Value::Float32(0.3)),
    ("BillboardGui", &["DistanceStep"], Value::Float32(0.0)),
    ("DataModelMesh", &["LODX", "LODY"], Value::Enum(2)),
    ("GuiObject", &["SizeFromContents"], Value::Bool(false)),
    ("JointInstance", &["IsAutoJoint"], Value::Bool(false)),
    ("Lighting", &["LegacyOutlines"], Value::Bool(false)),
    ("LuaSourceContainer", &["Disabled"], Value::Bool(false)),
    ("ManualSurfaceJointInstance", &["Surface0", "Surface1"], Value::Int32(-1)),
    ("Model", &["ModelInPrimary"], Value::CFrame(Pose::IDENTITY)),
    ("ParticleEmitter", &["VelocitySpread"], Value::Float32(0.0)),
    ("Sound", &["IsMutedForCapture"], Value::Bool(false)),
    (
        "StarterPlayer",
        &[
            "GameSettingsAssetIDFace",
            "GameSettingsAssetIDHead",
            "GameSettingsAssetIDLeftArm",
            "GameSettingsAssetIDLeftLeg",
            "GameSettingsAssetIDPants",
            "GameSettingsAssetIDRightArm",
            "GameSettingsAssetIDRightLeg",
            "GameSettingsAssetIDShirt",
            "GameSettingsAssetIDTeeShirt",
            "GameSettingsAssetIDTorso",
        ],
        Value::Int64(0),
    ),
    (
        "StarterPlayer",
        &["GameSettingsScaleRangeBodyType", "GameSettingsScaleRangeProportion"],
        Value::NumberRange(NumberRange { min: 0.0, max: 1.0 }),
    ),
    (
        "StarterPlayer",
        &["GameSettingsScaleRangeHead"],
        Value::NumberRange(NumberRange { min: 0.95, max: 1.0 }),
    ),
    (
        "StarterPlayer",
        &["GameSettingsScaleRangeHeight"],
        Value::NumberRange(NumberRange { min: 0.9, max: 1.05 }),
    ),
    (
        "StarterPlayer",
        &["GameSettingsScaleRangeWidth"],
        Value::NumberRange(NumberRange { min: 0.7, max: 1.0 }),
    ),
    ("WeldConstraint", &["CFrame1"], Value::CFrame(Pose::IDENTITY)),
    ("WeldConstraint", &["Enabled"], Value::Bool(true)),
    ("Workspace", &["CollisionGroups"], Value::String(Cow::Borrowed(b"Default^0^1"))),
    ("Workspace", &["FilteringEnabled", "TemporaryLegacyPhysicsSolverOverrideStreaming"], Value::Bool(false)),
    ("Workspace", &["StreamingPauseMode"], Value::Enum(0)),
];

/// The default of a former property. `is_a` accepts the names of the class and of those that it inherits
/// from.
pub(super) fn former_default(name: &[u8], is_a: impl Fn(&str) -> bool) -> Option<&'static Value<'static>> {
    let is_it = |(class, names, _): &&(&str, &[&str], Value<'static>)| {
        names.iter().any(|known| known.as_bytes() == name) && is_a(class)
    };
    ALL.iter().find(is_it).map(|(.., default)| default)
}

/// A property that was replaced, and whose old name scripts can still use to set the new one.
#[derive(Debug)]
pub(super) struct FormerMove {
    pub(super) class: &'static str,
    pub(super) from: &'static str,
    pub(super) to: &'static str,
    pub(super) conversion: Conversion,
}

/// The conversion of the value of an old property.
#[derive(Debug, Clone, Copy)]
pub(super) enum Conversion {
    /// The number is the same.
    Same,
    /// The palette number becomes its colour.
    Palette,
    /// The enum item becomes the number in its name, such as 14 for Size14.
    Points,
}

/// Replaced properties: class, old name, new name and conversion.
pub(super) static MOVES: [FormerMove; 11] = {
    const fn moved(
        class: &'static str,
        from: &'static str,
        to: &'static str,
        conversion: Conversion,
    ) -> FormerMove {
        FormerMove { class, from, to, conversion }
    }
    [
        moved("GuiObject", "BackgroundColor", "BackgroundColor3", Conversion::Palette),
        moved("GuiObject", "BorderColor", "BorderColor3", Conversion::Palette),
        moved("Sound", "MaxDistance", "RollOffMaxDistance", Conversion::Same),
        moved("Sound", "MinDistance", "RollOffMinDistance", Conversion::Same),
        moved("Sound", "Pitch", "PlaybackSpeed", Conversion::Same),
        moved("TextBox", "FontSize", "TextSize", Conversion::Points),
        moved("TextBox", "TextColor", "TextColor3", Conversion::Palette),
        moved("TextButton", "FontSize", "TextSize", Conversion::Points),
        moved("TextButton", "TextColor", "TextColor3", Conversion::Palette),
        moved("TextLabel", "FontSize", "TextSize", Conversion::Points),
        moved("TextLabel", "TextColor", "TextColor3", Conversion::Palette),
    ]
};

/// The replacement of a former property. `is_a` accepts the names of the class and of those that it inherits
/// from.
pub(super) fn former_move(name: &str, is_a: impl Fn(&str) -> bool) -> Option<&'static FormerMove> {
    MOVES.iter().find(|known| known.from == name && is_a(known.class))
}

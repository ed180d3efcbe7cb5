//! Properties that old files have and the database does not know, since it has those that Studio writes today: their
//! defaults, and the properties that took their place.

use crate::value::Value;
use geom::Pose;
use rbxbinary::NumberRange;
use std::borrow::Cow;

/// Classes with those of their properties that have this default. The values are those of new instances in places that
/// Studio saved in 2019 and 2023, with these exceptions: all parts had Elasticity and Friction until CustomPhysicalProperties
/// took their place in 2015, parts of places of 2008 have Controller, its flag and DraggingV1, and a level of detail of a
/// DataModelMesh is the item High.
static ALL: [(&str, &[&str], Value<'static>); 24] = [
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

/// The default of a former property of a class, which is one of those that `is_a` accepts.
pub(super) fn former_default(name: &[u8], is_a: impl Fn(&str) -> bool) -> Option<&'static Value<'static>> {
    let is_it = |(class, names, _): &&(&str, &[&str], Value<'static>)| {
        names.iter().any(|known| known.as_bytes() == name) && is_a(class)
    };
    ALL.iter().find(is_it).map(|(.., default)| default)
}

/// The move of a property that scripts can still set by its old name, which sets another one.
#[derive(Debug)]
pub(super) struct FormerMove {
    class: &'static str,
    from: &'static str,
    pub(super) to: &'static str,
    pub(super) conversion: Conversion,
}

/// The conversion of the value of an old property.
#[derive(Debug, Clone, Copy)]
pub(super) enum Conversion {
    /// A number that stays the same.
    Same,
    /// The colour with a number of the palette.
    Palette,
    /// The number in the name of an item, such as Size14.
    Points,
}

/// Moves by class, old property, new property and conversion.
static MOVES: [FormerMove; 11] = {
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

/// The move of a former property of a class, which is one of those that `is_a` accepts.
pub(super) fn former_move(name: &str, is_a: impl Fn(&str) -> bool) -> Option<&'static FormerMove> {
    MOVES.iter().find(|known| known.from == name && is_a(known.class))
}

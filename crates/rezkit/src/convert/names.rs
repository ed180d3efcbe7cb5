//! Information that only the name of a property gives.
//!
//! The binary format has one type of string, and XML has four; XML has one type of integer where the binary format has
//! a second one for palette numbers. The name of the property decides almost always: in 55 models that Studio saved in
//! both formats, with 173 names of string properties, only `Value` stands for two types.

use crate::{Problem, ProblemKind};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// The type that a string of a binary file has in XML.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StringKind {
    /// Text.
    String,
    /// The source of a script.
    ProtectedString,
    /// Bytes, written as base64.
    BinaryString,
    /// The address of an asset.
    Content,
    /// A shared string, in an element of its own.
    NetAssetRef,
}

impl StringKind {
    fn of_name(name: &str) -> Option<Self> {
        Some(match name {
            "String" => Self::String,
            "ProtectedString" => Self::ProtectedString,
            "BinaryString" => Self::BinaryString,
            "Content" => Self::Content,
            "NetAssetRef" => Self::NetAssetRef,
            _ => return None,
        })
    }
}

/// Decides the types of strings by the names of the class and the property.
#[derive(Clone, Default)]
pub struct StringKinds(Option<Arc<Table>>);

/// The table of a program, which takes precedence over the known names.
type Table = dyn Fn(&str, &str) -> Option<StringKind> + Send + Sync;

impl StringKinds {
    /// Adds a function that is asked first, with the class and the property; if it returns `None`, the names decide.
    #[must_use]
    pub fn with(table: impl Fn(&str, &str) -> Option<StringKind> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(table)))
    }

    /// Reads a table with a line for each property, such as `Part.Icon Content`; `*.Icon Content` is for all classes.
    /// Lines that begin with `#` are comments.
    ///
    /// # Errors
    ///
    /// If a line is not a property and a type of string.
    ///
    /// ```
    /// use rezkit::StringKinds;
    ///
    /// assert!(StringKinds::parse("# mine\n*.Icon Content\n").is_ok());
    /// assert!(StringKinds::parse("Icon Number").is_err());
    /// ```
    pub fn parse(table: &str) -> Result<Self, Problem> {
        let mut kinds = HashMap::new();
        for (number, line) in table.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let entry = line.split_once(char::is_whitespace).and_then(|(property, kind)| {
                let (class, property) = property.split_once('.')?;
                Some(((class.to_owned(), property.to_owned()), StringKind::of_name(kind.trim())?))
            });
            let Some((property, kind)) = entry else {
                let message = format!("`{line}` is not a property and a type, such as `Part.Icon Content`");
                return Err(Problem::new(ProblemKind::Value, message)
                    .at(format!("line {}", number.saturating_add(1)))
                    .help("types are String, ProtectedString, BinaryString, Content and NetAssetRef"));
            };
            kinds.insert(property, kind);
        }
        Ok(Self::with(move |class, property| {
            let of = |class: &str| kinds.get(&(class.to_owned(), property.to_owned())).copied();
            of(class).or_else(|| of("*"))
        }))
    }

    /// The type of a string.
    pub(crate) fn of(&self, class: &[u8], property: &[u8], value: &[u8]) -> StringKind {
        let (class, property) = (std::str::from_utf8(class), std::str::from_utf8(property));
        let (Ok(class), Ok(property)) = (class, property) else { return by_value(value) };
        let own = self.0.as_ref().and_then(|table| table(class, property));
        own.unwrap_or_else(|| match property {
            "Source" => StringKind::ProtectedString,
            "SolidMeshHolder" => StringKind::NetAssetRef,
            "Value" if class == "BinaryStringValue" => StringKind::BinaryString,
            _ if BINARY.contains(&property) => StringKind::BinaryString,
            _ if CONTENT.contains(&property) => StringKind::Content,
            _ => by_value(value),
        })
    }
}

impl fmt::Debug for StringKinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "StringKinds(own)" } else { "StringKinds" })
    }
}

/// A string that is valid text is text.
fn by_value(value: &[u8]) -> StringKind {
    let is_text = std::str::from_utf8(value).is_ok()
        && value.iter().all(|byte| *byte >= b' ' || matches!(byte, b'\t' | b'\n' | b'\r'));
    if is_text { StringKind::String } else { StringKind::BinaryString }
}

/// Whether an integer of XML is a palette number.
pub(crate) fn is_brick_color(class: &[u8], property: &[u8]) -> bool {
    match property {
        b"BrickColor" | b"brickColor" | b"TeamColor" | b"SkinColor" => true,
        // No integer has this name, because colours of other types have different elements.
        b"Color" => true,
        b"Value" => class == b"BrickColorValue",
        _ => false,
    }
}

/// Whether the instances of a class are services, which exist once per game. This includes the objects without a
/// public class, which have the class name `Instance` in binary places.
pub(crate) fn is_service(class: &[u8]) -> bool {
    std::str::from_utf8(class).is_ok_and(|class| SERVICES.contains(&class))
}

#[rustfmt::skip] // as many on a line as there is room
const BINARY: &[&str] = &[
    "AngleAttenuation",
    "AttributesSerialize",
    "AuroraScriptBindingsSerialize",
    "ChildData",
    "CollisionGroupData",
    "ConditionsSerialize",
    "Data",
    "DistanceAttenuation",
    "FirstBinaryString",
    "Generic",
    "GuidBinaryString",
    "HSRData",
    "HSRMeshIdData",
    "HiddenServices",
    "ImageData",
    "InputPinData",
    "InternalOverrideFACSData",
    "LODData",
    "MaterialColors",
    "MeshData",
    "PhysicsData",
    "PhysicsGrid",
    "PropertiesSerialize",
    "PropertyTransitionsSerialize",
    "RawJoinData",
    "SecondBinaryString",
    "SerializedDefaultAttributes",
    "SerializedEmulatedPolicyInfo",
    "SmoothGrid",
    "Tags",
    "ThirdBinaryString",
    "ValuesAndTimes",
    "VisibleServices",
    "WaveformData",
    "label",
    "name",
    "parent",
    "postTransform",
    "preTransform",
    "transform",
];

#[rustfmt::skip]
const CONTENT: &[&str] = &[
    "ActivatedCursorIcon",
    "AnimationId",
    "Asset",
    "AssetId",
    "BottomImage",
    "CageMeshId",
    "CameraButtonIcon",
    "ColorMap",
    "CursorIcon",
    "FallbackImage",
    "Graphic",
    "HSRAssetId",
    "HoverImage",
    "Icon",
    "Image",
    "LinkedSource",
    "MeshID",
    "MeshId",
    "MetalnessMap",
    "MidImage",
    "MoonTextureId",
    "MouseIcon",
    "NormalMap",
    "PackageId",
    "PackageIdSerialize",
    "PantsTemplate",
    "PressedImage",
    "ReferenceMeshId",
    "RoughnessMap",
    "ShirtTemplate",
    "SkyboxBk",
    "SkyboxDn",
    "SkyboxFt",
    "SkyboxLf",
    "SkyboxRt",
    "SkyboxUp",
    "SoundId",
    "SunTextureId",
    "TemporaryCageMeshId",
    "TemporaryReferenceId",
    "Texture",
    "TextureID",
    "TextureId",
    "TexturePack",
    "TopImage",
    "Video",
];

#[rustfmt::skip]
const SERVICES: &[&str] = &[
    "AnalyticsService",
    "AnimationFromVideoCreatorService",
    "AssetService",
    "CSGDictionaryService",
    "Chat",
    "CollectionService",
    "ContextActionService",
    "CookiesService",
    "DataStoreService",
    "Debris",
    "ExperienceNotificationService",
    "FlyweightService",
    "GamePassService",
    "Geometry",
    "HttpService",
    "InsertService",
    "Instance",
    "LanguageService",
    "Lighting",
    "LocalizationService",
    "LodDataService",
    "LuaWebService",
    "MaterialService",
    "MemoryStoreService",
    "NonReplicatedCSGDictionaryService",
    "OpenCloudService",
    "PermissionsService",
    "PhysicsService",
    "PlayerDataService",
    "PlayerEmulatorService",
    "Players",
    "ProcessInstancePhysicsService",
    "ProximityPromptService",
    "ReplicatedFirst",
    "ReplicatedStorage",
    "ScriptService",
    "Selection",
    "ServerScriptService",
    "ServerStorage",
    "ServiceVisibilityService",
    "SoundService",
    "StarterGui",
    "StarterPack",
    "StarterPlayer",
    "StudioData",
    "Teams",
    "TeleportService",
    "TestService",
    "TextChatService",
    "TimerService",
    "TouchInputService",
    "TweenService",
    "UGCAvatarService",
    "UnvalidatedAssetService",
    "VRService",
    "VideoCaptureService",
    "VideoService",
    "VirtualInputManager",
    "VoiceChatInternal",
    "VoiceChatService",
    "Workspace",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_decide_and_a_table_decides_first() {
        let kinds = StringKinds::default();
        assert_eq!(kinds.of(b"Script", b"Source", b"\0"), StringKind::ProtectedString);
        assert_eq!(kinds.of(b"StringValue", b"Value", b"a"), StringKind::String);
        assert_eq!(kinds.of(b"BinaryStringValue", b"Value", b"a"), StringKind::BinaryString);
        assert_eq!(kinds.of(b"Thing", b"Unheard", b"\x01"), StringKind::BinaryString);
        assert_eq!(kinds.of(b"Decal", b"Texture", b""), StringKind::Content);
        let own = StringKinds::with(|class, _| (class == "Decal").then_some(StringKind::String));
        assert_eq!(own.of(b"Decal", b"Texture", b""), StringKind::String);
        assert_eq!(own.of(b"Sky", b"SkyboxBk", b""), StringKind::Content);
        let read = StringKinds::parse("*.Texture BinaryString\r\nSky.Texture String").unwrap();
        assert_eq!(read.of(b"Decal", b"Texture", b""), StringKind::BinaryString);
        assert_eq!(read.of(b"Sky", b"Texture", b""), StringKind::String);
        let problem = StringKinds::parse("\nSky.Texture Number").unwrap_err();
        assert_eq!(problem.path, "line 2");
    }

    #[test]
    fn the_lists_are_sorted_by_name() {
        assert!([BINARY, CONTENT, SERVICES].iter().all(|list| list.is_sorted()));
    }
}

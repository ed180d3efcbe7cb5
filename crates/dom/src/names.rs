//! The kinds of values that only the name of a property determines.
//!
//! The binary format has one type of string, and XML has four; XML has one type of integer where the binary
//! format has a second one for palette numbers. The name of the property almost always determines the kind:
//! in 55 models that Studio saved in both formats, with 173 names of string properties, only `Value` stands
//! for two types.

use super::{Content, Value};
use crate::encoding::Encoding;

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
    /// The address of an asset, in an element `Content`.
    Content,
    /// A shared string, in an element `NetAssetRef`.
    NetAssetRef,
}

impl StringKind {
    /// The kind with this name in the tables below.
    #[doc(hidden)]
    pub fn of_name(name: &str) -> Option<Self> {
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

/// The kind of a string by the names of its class and property, or else by its bytes.
pub fn string_kind(class: &[u8], property: &[u8], value: &[u8]) -> StringKind {
    let (class, property) = (std::str::from_utf8(class), std::str::from_utf8(property));
    let (Ok(class), Ok(property)) = (class, property) else { return by_value(value) };
    match property {
        "Source" => StringKind::ProtectedString,
        "SolidMeshHolder" => StringKind::NetAssetRef,
        "Value" if class == "BinaryStringValue" => StringKind::BinaryString,
        _ if BINARY.contains(&property) => StringKind::BinaryString,
        _ if CONTENT.contains(&property) => StringKind::Content,
        _ => by_value(value),
    }
}

/// Converts a value of a binary file to one of XML, which has several kinds of strings.
pub fn in_xml<'v>(class: &[u8], property: &[u8], value: Value<'v>) -> Value<'v> {
    in_xml_by(value, |string| string_kind(class, property, string))
}

/// Does the same as [`in_xml`], with a function that determines the kinds of strings.
pub fn in_xml_by<'v>(value: Value<'v>, kind: impl Fn(&[u8]) -> StringKind) -> Value<'v> {
    match value {
        Value::String(bytes) => match kind(&bytes) {
            StringKind::ProtectedString => Value::ProtectedString(bytes),
            StringKind::BinaryString => Value::BinaryString(bytes),
            StringKind::Content => Value::ContentId(Some(bytes).filter(|address| !address.is_empty())),
            StringKind::String | StringKind::NetAssetRef => Value::String(bytes),
        },
        Value::SharedString(string) if kind(b"") == StringKind::NetAssetRef => Value::NetAssetRef(string),
        value => value,
    }
}

/// Converts a value of XML to one of a binary file, which has a kind of its own for palette numbers.
pub fn in_binary<'v>(class: &[u8], property: &[u8], value: Value<'v>) -> Value<'v> {
    match value {
        // The layout distinguishes null values of the two kinds, and only Studio has that layout.
        Value::ContentId(None) if is_string(property) == Some(false) => Value::Content(Content::None),
        Value::Content(Content::None) if is_string(property) == Some(true) => Value::ContentId(None),
        Value::Int32(number) if is_brick_color(class, property) => Value::BrickColor(number.cast_unsigned()),
        value => value,
    }
}

/// Converts a value of the other encoding to one of this encoding.
pub(crate) fn translated<'v>(class: &str, property: &str, value: Value<'v>, to: Encoding) -> Value<'v> {
    let (class, property) = (class.as_bytes(), property.as_bytes());
    match to {
        Encoding::Xml => in_xml(class, property, value),
        Encoding::Binary => in_binary(class, property, value),
    }
}

/// The kind of a string by its bytes: text if they are valid text.
fn by_value(value: &[u8]) -> StringKind {
    let is_text = std::str::from_utf8(value).is_ok()
        && value.iter().all(|byte| *byte >= b' ' || matches!(byte, b'\t' | b'\n' | b'\r'));
    if is_text { StringKind::String } else { StringKind::BinaryString }
}

/// Returns true if an integer of XML is a palette number.
pub(crate) fn is_brick_color(class: &[u8], property: &[u8]) -> bool {
    match property {
        b"BrickColor" | b"brickColor" | b"TeamColor" | b"SkinColor" => true,
        // No integer has this name, because colours of other types have different elements.
        b"Color" => true,
        b"Value" => class == b"BrickColorValue",
        _ => false,
    }
}

/// Determines how the binary format stores a property for an address when it is empty: true for a string, as
/// before the type Content existed, false for a Content; `None` if that is not known.
pub(crate) fn is_string(property: &[u8]) -> Option<bool> {
    let property = std::str::from_utf8(property).ok()?;
    match property {
        _ if CONTENT.binary_search(&property).is_ok() => Some(true),
        "DisplayImage" | "PackageContentSerialize" => Some(false),
        _ => property.ends_with("Content").then_some(false),
    }
}

/// Returns true if instances of a class have source code.
pub fn is_script(class: &[u8]) -> bool {
    matches!(class, b"Script" | b"LocalScript" | b"ModuleScript")
}

/// Returns true if the instances of a class are services, which exist once per game. This includes the objects
/// without a public class, which have the class name `Instance` in binary places.
pub fn is_service(class: &[u8]) -> bool {
    std::str::from_utf8(class).is_ok_and(|class| SERVICES.binary_search(&class).is_ok())
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

// Those of version 741 of Roblox, and the class of hidden objects.
#[rustfmt::skip]
const SERVICES: &[&str] = &[
    "AccountService", "AchievementService", "ActivityHistoryEventService", "AdService", "AnalyticsService",
    "AnimatedImageService", "AnimationClipProvider", "AnimationFromVideoCreatorService",
    "AnimationFromVideoCreatorStudioService", "AnnotationsService", "AppAgeSignalsService",
    "AppLifecycleObserverService", "AppRatingPromptService", "AppStorageService", "AppUpdateService",
    "AssetCounterService", "AssetDeliveryProxy", "AssetImportService", "AssetManagerService",
    "AssetQualityService", "AssetService", "AudioFocusService", "AuroraScriptService", "AuroraService",
    "AvatarChatService", "AvatarCreationService", "AvatarEditorService", "AvatarImportService",
    "AvatarSettings", "BackendReplicatedStorage", "BackendServerScriptService", "BackendServerStorage",
    "BadgeService", "BranchService", "BrowserService", "BugReporterService", "BulkImportService",
    "CSGDictionaryService", "CacheableContentProvider", "CallingService", "CalloutService", "CaptureService",
    "ChangeHistoryService", "ChangeHistoryStreamingService", "Chat", "ClientStorageService",
    "CloudCRUDService", "CloudExecutionService", "ClusterPacketCache", "CollaboratorsService",
    "CollectionService", "CommerceService", "ConfigService", "ConfigureServerService", "ConnectivityService",
    "ContentProvider", "ContextActionService", "ControllerService", "CookiesService", "CoreGui",
    "CoreGuiConfiguration", "CorePackages", "CoreScriptDebuggingManagerHelper", "CoreScriptSyncService",
    "CreationDBService", "CreatorStoreService", "CrossDMScriptChangeListener", "DataStoreService", "Debris",
    "DebugSettings", "DebuggablePluginWatcher", "DebuggerConnectionManager", "DebuggerManager",
    "DebuggerUIService", "DeferredAssetManagerService", "DesignFoundationsService", "DeviceDisplayService",
    "DeviceIdService", "DraftsService", "DraggerService", "EditableService", "EditorSourceService",
    "EncodingService", "EventIngestService", "ExampleV2Service", "ExperienceAuthService",
    "ExperienceNotificationService", "ExperienceService", "ExperienceStateCaptureService",
    "ExperienceStateRecordingService", "ExplorerServiceVisibilityService", "ExternalIdentityService",
    "FaceAnimatorService", "FacialAgeEstimationService", "FacialAnimationRecordingService",
    "FacialAnimationStreamingServiceV2", "FeatureRestrictionManager", "FileManagerService",
    "FileSyncReplicationService", "FlagStandService", "FlyweightService", "FriendService", "GamePassService",
    "GameSettings", "GamepadService", "GenerationService", "GenericChallengeService", "Geometry",
    "GeometryService", "GongService", "GroupService", "GuiService", "GuidRegistryService",
    "HSRDataContentProvider", "HapticService", "HarmonyService", "HeapProfilerService", "HeatmapQueryService",
    "HeatmapService", "HeightmapImporterService", "Hopper", "HttpRbxApiService", "HttpService",
    "ILegacyStudioBridge", "IXPService", "ImageScreenCaptureService", "IncrementalPatchBuilder",
    "InsertService", "Instance", "InstanceExtensionsService", "InstanceFileSyncService", "IntentService",
    "InternalMessagingService", "InternalMessagingServiceVerifier", "InternalSyncService", "JointsService",
    "KeyboardService", "KeyframeSequenceProvider", "LanguageService", "LegacyStudioBridge", "Lighting",
    "LinkingService", "LiveScriptingService", "LiveSyncService", "LocalStorageService", "LocalizationService",
    "LodDataService", "LogReporterService", "LogService", "LoginService", "LuaSettings", "LuaWebService",
    "LuauExpressionService", "LuauScriptAnalyzerService", "MLModelDeliveryService", "MLService",
    "MarketplaceService", "MatchmakingService", "MaterialGenerationService", "MaterialService",
    "MemStorageService", "MemoryStoreService", "MeshContentProvider", "MessageBusService", "MessagingService",
    "MetaBreakpointManager", "MicroProfilerService", "ModerationService", "MomentsService", "MouseService",
    "NetworkClient", "NetworkServer", "NetworkSettings", "NonReplicatedCSGDictionaryService",
    "NotificationService", "OmniRecommendationsService", "OpenCloudService", "PackageService",
    "PackageUIService", "Packages", "PartyEmulatorService", "PatchBundlerFileWatch", "PathfindingService",
    "PerformanceControlService", "PermissionsService", "PhysicsService", "PhysicsSettings",
    "PinShortcutService", "PlaceAssetIdsService", "PlaceStatsService", "PlacesService",
    "PlatformCloudStorageService", "PlatformFriendsService", "PlatformLibraries", "PlayerDataService",
    "PlayerEmulatorService", "PlayerHydrationService", "PlayerViewService", "Players",
    "PluginConnectionService", "PluginDebugService", "PluginGuiService", "PluginManagementService",
    "PluginPolicyService", "PointsService", "PolicyService", "PopLatencyService", "Preloaded",
    "ProceduralBehaviorSchedulerService", "ProcessInstancePhysicsService", "ProjectService",
    "ProximityPromptService", "PublishService", "QueueService", "RbxAnalyticsService",
    "RecommendationService", "ReflectionService", "RemoteCommandService", "RemoteCursorService",
    "RemoteDebuggerServer", "RenderSettings", "ReplicatedFirst", "ReplicatedStorage",
    "RequestOrchestratorService", "RibbonNotificationService", "RobloxPluginGuiService",
    "RobloxReplicatedStorage", "RobloxServerStorage", "RolloutValidationService", "RomarkRbxAnalyticsService",
    "RomarkService", "RtMessagingService", "RunService", "RuntimeContentService", "RuntimeScriptService",
    "SafetyService", "SceneAnalysisService", "ScriptChangeService", "ScriptCloneWatcher",
    "ScriptCloneWatcherHelper", "ScriptCommitService", "ScriptContext", "ScriptDebuggerService",
    "ScriptEditorService", "ScriptProfilerService", "ScriptRegistrationService", "ScriptScannerService",
    "ScriptService", "Selection", "SelectionHighlightManager", "SerializationService", "ServerScriptService",
    "ServerStorage", "ServiceVisibilityService", "SessionCheckService", "SessionService",
    "SharedTableRegistry", "SlimAnimationReplicationService", "SlimContentProvider", "SlimDebugSettings",
    "SlimReplicationService", "SlimService", "SmoothVoxelsUpgraderService", "SocialService",
    "SolidModelContentProvider", "SoundService", "SoundShimService", "SpawnerService", "StartPageService",
    "StarterGui", "StarterPack", "StarterPlayer", "StartupMessageService", "Stats", "StopWatchReporter",
    "Studio", "StudioAssetService", "StudioCameraService", "StudioCaptureService", "StudioData",
    "StudioDeviceEmulatorService", "StudioDeviceSimulatorService", "StudioPublishService",
    "StudioScriptDebugEventListener", "StudioSdkService", "StudioService", "StudioTestService",
    "StudioUserService", "StudioWidgetsService", "StylingService", "SystemThemeService", "TaskScheduler",
    "TeamCreateData", "TeamCreatePublishService", "TeamCreateService", "Teams", "TelemetryService",
    "TeleportService", "TemporaryCageMeshProvider", "TemporaryScriptService", "TestService", "TextBoxService",
    "TextChatService", "TextService", "TextureGenerationService", "ThirdPartyUserService", "TimerService",
    "ToastNotificationService", "TouchInputService", "TraceRouteService", "TracerService", "TutorialService",
    "TweenService", "UGCAvatarService", "UGCValidationService", "UIDragDetectorService",
    "UniqueIdLookupService", "UnvalidatedAssetService", "UserGameSettings", "UserInputService", "UserService",
    "UserStorageService", "VRService", "VRStatusService", "VersionControlService", "VideoCaptureService",
    "VideoScreenCaptureService", "VideoService", "VirtualInputManager", "VirtualUser",
    "VisibilityCheckDispatcher", "Visit", "VisualizationModeService", "VoiceChatInternal", "VoiceChatService",
    "WebSocketService", "WebViewService", "WindowProtocolService", "Workspace", "WrapContentProvider",
    "WrapDeformMeshProvider",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_decide_and_else_the_bytes() {
        assert_eq!(string_kind(b"Script", b"Source", b"\0"), StringKind::ProtectedString);
        assert_eq!(string_kind(b"StringValue", b"Value", b"a"), StringKind::String);
        assert_eq!(string_kind(b"BinaryStringValue", b"Value", b"a"), StringKind::BinaryString);
        assert_eq!(string_kind(b"Thing", b"Unheard", b"\x01"), StringKind::BinaryString);
        assert_eq!(string_kind(b"Decal", b"Texture", b""), StringKind::Content);
    }

    #[test]
    fn the_lists_are_sorted_by_name() {
        assert!([BINARY, CONTENT, SERVICES].iter().all(|list| list.is_sorted()));
    }
}

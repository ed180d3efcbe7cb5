# mypy: disable-error-code="overload-overlap"
from typing import Any, Generic, Literal, TypeAlias, TypeVar, overload, type_check_only

from rezkit import enums as _enums, values as _values
from rezkit._native import AnyInstance, Instance as _Instance
from rezkit.instances import Instances

_G = TypeVar("_G")
_S = TypeVar("_S")

class _Class(type): ...

@type_check_only
class _P(Generic[_G, _S]):
    def __get__(self, instance: _Instance, owner: type) -> _G: ...
    def __set__(self, instance: _Instance, value: _S) -> None: ...

def __dir__() -> list[str]: ...

class Accessory(Accoutrement):
    AccessoryType: _P[_enums.AccessoryType, _enums.AccessoryType | int | str]
    ...
class AccessoryDescription(Instance):
    AccessoryType: _P[_enums.AccessoryType, _enums.AccessoryType | int | str]
    AssetId: _P[int, int | str]
    Instance: _P[AnyInstance | None, _Instance | None]
    IsLayered: _P[bool, bool | str]
    Order: _P[int, int | str]
    Position: _P[_values.Vector3, Any]
    Puffiness: _P[float, float | str]
    Rotation: _P[_values.Vector3, Any]
    Scale: _P[_values.Vector3, Any]
    ...
class AccountService(Instance):
    ...
class Accoutrement(Instance):
    AttachmentPoint: _P[_values.CFrame, Any]
    ...
class AchievementService(Instance):
    ...
class ActivityHistoryEventService(Instance):
    ...
class Actor(Model):
    ...
class AdGui(SurfaceGuiBase):
    AdShape: _P[_enums.AdShape, _enums.AdShape | int | str]
    EnableVideoAds: _P[bool, bool | str]
    FallbackImage: _P[str | None, str | None]
    FallbackImageContent: _P[str | AnyInstance | None, str | _Instance | None]
    ...
class AdPlacement(Instance):
    ActivationInstance: _P[AnyInstance | None, _Instance | None]
    AdFormat: _P[_enums.AdFormat, _enums.AdFormat | int | str]
    PlacementId: _P[int, int | str]
    ...
class AdPortal(Instance):
    ...
class AdService(Instance):
    ...
class AdvancedDragger(Instance):
    ...
class AirController(ControllerBase):
    BalanceMaxTorque: _P[float, float | str]
    BalanceSpeed: _P[float, float | str]
    MaintainAngularMomentum: _P[bool, bool | str]
    MaintainLinearMomentum: _P[bool, bool | str]
    MoveMaxForce: _P[float, float | str]
    TurnMaxTorque: _P[float, float | str]
    TurnSpeedFactor: _P[float, float | str]
    ...
class AlignOrientation(Constraint):
    AlignType: _P[_enums.AlignType, _enums.AlignType | int | str]
    CFrame: _P[_values.CFrame, Any]
    MaxAngularVelocity: _P[float, float | str]
    MaxTorque: _P[float, float | str]
    Mode: _P[_enums.OrientationAlignmentMode, _enums.OrientationAlignmentMode | int | str]
    PrimaryAxisOnly: _P[bool, bool | str]
    ReactionTorqueEnabled: _P[bool, bool | str]
    Responsiveness: _P[float, float | str]
    RigidityEnabled: _P[bool, bool | str]
    ...
class AlignPosition(Constraint):
    ApplyAtCenterOfMass: _P[bool, bool | str]
    ForceLimitMode: _P[_enums.ForceLimitMode, _enums.ForceLimitMode | int | str]
    ForceRelativeTo: _P[_enums.ActuatorRelativeTo, _enums.ActuatorRelativeTo | int | str]
    MaxAxesForce: _P[_values.Vector3, Any]
    MaxForce: _P[float, float | str]
    MaxVelocity: _P[float, float | str]
    Mode: _P[_enums.PositionAlignmentMode, _enums.PositionAlignmentMode | int | str]
    Position: _P[_values.Vector3, Any]
    ReactionForceEnabled: _P[bool, bool | str]
    Responsiveness: _P[float, float | str]
    RigidityEnabled: _P[bool, bool | str]
    ...
class AnalyticsService(Instance):
    ApiKey: _P[str, str | bytes]
    ...
class AngularVelocity(Constraint):
    AngularVelocity: _P[_values.Vector3, Any]
    MaxTorque: _P[float, float | str]
    ReactionTorqueEnabled: _P[bool, bool | str]
    RelativeTo: _P[_enums.ActuatorRelativeTo, _enums.ActuatorRelativeTo | int | str]
    ...
class AnimatedImage(GuiBase):
    ...
class AnimatedImageService(Instance):
    ...
class AnimatedImageTrack(Object):
    ...
class Animation(Instance):
    AnimationContent: _P[str | AnyInstance | None, str | _Instance | None]
    AnimationId: _P[str | None, str | None]
    ...
class AnimationClip(Instance):
    GuidBinaryString: _P[bytes, bytes | str]
    Loop: _P[bool, bool | str]
    Priority: _P[_enums.AnimationPriority, _enums.AnimationPriority | int | str]
    ...
class AnimationClipProvider(Instance):
    ...
class AnimationConstraint(Constraint):
    AngularDamping: _P[float, float | str]
    AngularStrength: _P[float, float | str]
    IsKinematic: _P[bool, bool | str]
    LinearDamping: _P[float, float | str]
    LinearStrength: _P[float, float | str]
    MaxForce: _P[float, float | str]
    MaxTorque: _P[float, float | str]
    Transform: _P[_values.CFrame, Any]
    ...
class AnimationController(Instance):
    ...
class AnimationFromVideoCreatorService(Instance):
    ...
class AnimationFromVideoCreatorStudioService(Instance):
    ...
class AnimationGraphDefinition(AnimationClip):
    ...
class AnimationImportData(BaseImportData):
    ForceNewVersion: _P[bool, bool | str]
    VersionedAssetId: _P[int, int | str]
    ...
class AnimationNode(Object):
    ...
class AnimationNodeDefinition(Instance):
    InputPinData: _P[bytes, bytes | str]
    NodeId: _P[str, str | bytes]
    NodeType: _P[_enums.AnimationNodeType, _enums.AnimationNodeType | int | str]
    ...
class AnimationRigData(Instance):
    Generic: _P[bytes, bytes | str]
    label: _P[bytes, bytes | str]
    postTransform: _P[bytes, bytes | str]
    preTransform: _P[bytes, bytes | str]
    transform: _P[bytes, bytes | str]
    ...
class AnimationStreamTrack(Instance):
    ...
class AnimationTrack(Instance):
    Priority: _P[_enums.AnimationPriority, _enums.AnimationPriority | int | str]
    ...
class AnimationValueNodeDefinition(Instance):
    NodeId: _P[str, str | bytes]
    NodeType: _P[_enums.AnimationValueNodeType, _enums.AnimationValueNodeType | int | str]
    ...
class AnimationValueOutputDefinition(Instance):
    ...
class Animator(Instance):
    PreferLodEnabled: _P[bool, bool | str]
    ...
class Annotation(Instance):
    ...
class AnnotationsService(Instance):
    ...
class AppAgeSignalsService(Instance):
    ...
class AppLifecycleObserverService(Instance):
    ...
class AppRatingPromptService(Instance):
    ...
class AppStorageService(LocalStorageService):
    ...
class AppUpdateService(Instance):
    ...
class ArcHandles(HandlesBase):
    Axes: _P[int, int | str]
    ...
class AssetCounterService(Instance):
    ...
class AssetDeliveryProxy(Instance):
    Interface: _P[str, str | bytes]
    Port: _P[int, int | str]
    StartServer: _P[bool, bool | str]
    ...
class AssetImportService(Instance):
    ...
class AssetImportSession(ImportSession):
    ...
class AssetManagerService(Instance):
    ...
class AssetPatchSettings(Instance):
    ContentId: _P[str, str | bytes]
    OutputPath: _P[str, str | bytes]
    PatchId: _P[str, str | bytes]
    ...
class AssetQualityService(Instance):
    ...
class AssetService(Instance):
    AllowInsertFreeAssets: _P[bool, bool | str]
    ...
class AssetSoundEffect(CustomSoundEffect):
    ...
class Atmosphere(Instance):
    Color: _P[_values.Color3, Any]
    Decay: _P[_values.Color3, Any]
    Density: _P[float, float | str]
    Glare: _P[float, float | str]
    Haze: _P[float, float | str]
    Offset: _P[float, float | str]
    ...
class AtmosphereSensor(SensorBase):
    ...
class Attachment(Instance):
    CFrame: _P[_values.CFrame, Any]
    Visible: _P[bool, bool | str]
    ...
class AudioAnalyzer(Instance):
    SpectrumEnabled: _P[bool, bool | str]
    WindowSize: _P[_enums.AudioWindowSize, _enums.AudioWindowSize | int | str]
    ...
class AudioChannelMixer(Instance):
    Layout: _P[_enums.AudioChannelLayout, _enums.AudioChannelLayout | int | str]
    ...
class AudioChannelSplitter(Instance):
    Layout: _P[_enums.AudioChannelLayout, _enums.AudioChannelLayout | int | str]
    ...
class AudioChorus(Instance):
    Bypass: _P[bool, bool | str]
    Depth: _P[float, float | str]
    Mix: _P[float, float | str]
    Rate: _P[float, float | str]
    ...
class AudioCompressor(Instance):
    Attack: _P[float, float | str]
    Bypass: _P[bool, bool | str]
    MakeupGain: _P[float, float | str]
    Ratio: _P[float, float | str]
    Release: _P[float, float | str]
    Threshold: _P[float, float | str]
    ...
class AudioDeviceInput(Instance):
    AccessType: _P[_enums.AccessModifierType, _enums.AccessModifierType | int | str]
    Active: _P[bool, bool | str]
    Muted: _P[bool, bool | str]
    Player: _P[AnyInstance | None, _Instance | None]
    Volume: _P[float, float | str]
    ...
class AudioDeviceOutput(Instance):
    Player: _P[AnyInstance | None, _Instance | None]
    ...
class AudioDistortion(Instance):
    Bypass: _P[bool, bool | str]
    Level: _P[float, float | str]
    ...
class AudioEcho(Instance):
    Bypass: _P[bool, bool | str]
    DelayTime: _P[float, float | str]
    DryLevel: _P[float, float | str]
    Feedback: _P[float, float | str]
    RampTime: _P[float, float | str]
    WetLevel: _P[float, float | str]
    ...
class AudioEmitter(Instance):
    AcousticSimulationEnabled: _P[bool, bool | str]
    AngleAttenuation: _P[bytes, bytes | str]
    AudioInteractionGroup: _P[str, str | bytes]
    DiffractionEnabled: _P[_enums.SimulationMode, _enums.SimulationMode | int | str]
    DistanceAttenuation: _P[bytes, bytes | str]
    DistanceAttenuationBounds: _P[_values.NumberRange, Any]
    DistanceAttenuationMode: _P[_enums.DistanceAttenuationMode, _enums.DistanceAttenuationMode | int | str]
    OcclusionEnabled: _P[_enums.SimulationMode, _enums.SimulationMode | int | str]
    PositionInstance: _P[AnyInstance | None, _Instance | None]
    PositionType: _P[_enums.EmitterPositionType, _enums.EmitterPositionType | int | str]
    ReverbEnabled: _P[_enums.SimulationMode, _enums.SimulationMode | int | str]
    SimulationFidelity: _P[_enums.AudioSimulationFidelity, _enums.AudioSimulationFidelity | int | str]
    ...
class AudioEqualizer(Instance):
    Bypass: _P[bool, bool | str]
    HighGain: _P[float, float | str]
    LowGain: _P[float, float | str]
    MidGain: _P[float, float | str]
    MidRange: _P[_values.NumberRange, Any]
    ...
class AudioFader(Instance):
    Bypass: _P[bool, bool | str]
    Volume: _P[float, float | str]
    ...
class AudioFilter(Instance):
    Bypass: _P[bool, bool | str]
    FilterType: _P[_enums.AudioFilterType, _enums.AudioFilterType | int | str]
    Frequency: _P[float, float | str]
    Gain: _P[float, float | str]
    Q: _P[float, float | str]
    ...
class AudioFlanger(Instance):
    Bypass: _P[bool, bool | str]
    Depth: _P[float, float | str]
    Mix: _P[float, float | str]
    Rate: _P[float, float | str]
    ...
class AudioFocusService(Instance):
    ...
class AudioGate(Instance):
    Attack: _P[float, float | str]
    Bypass: _P[bool, bool | str]
    Release: _P[float, float | str]
    Threshold: _P[_values.NumberRange, Any]
    ...
class AudioLimiter(Instance):
    Bypass: _P[bool, bool | str]
    MaxLevel: _P[float, float | str]
    Release: _P[float, float | str]
    ...
class AudioListener(Instance):
    AcousticSimulationEnabled: _P[bool, bool | str]
    AngleAttenuation: _P[bytes, bytes | str]
    AudioInteractionGroup: _P[str, str | bytes]
    DiffractionEnabled: _P[_enums.SimulationMode, _enums.SimulationMode | int | str]
    DistanceAttenuation: _P[bytes, bytes | str]
    OcclusionEnabled: _P[_enums.SimulationMode, _enums.SimulationMode | int | str]
    PositionInstance: _P[AnyInstance | None, _Instance | None]
    PositionType: _P[_enums.ListenerPositionType, _enums.ListenerPositionType | int | str]
    ReverbEnabled: _P[_enums.SimulationMode, _enums.SimulationMode | int | str]
    SimulationFidelity: _P[_enums.AudioSimulationFidelity, _enums.AudioSimulationFidelity | int | str]
    ...
class AudioPages(Pages):
    ...
class AudioPitchShifter(Instance):
    Bypass: _P[bool, bool | str]
    Pitch: _P[float, float | str]
    WindowSize: _P[_enums.AudioWindowSize, _enums.AudioWindowSize | int | str]
    ...
class AudioPlayer(Instance):
    Asset: _P[str | None, str | None]
    AudioContent: _P[str | AnyInstance | None, str | _Instance | None]
    AutoLoad: _P[bool, bool | str]
    AutoPlay: _P[bool, bool | str]
    LoopRegion: _P[_values.NumberRange, Any]
    Looping: _P[bool, bool | str]
    PlaybackRegion: _P[_values.NumberRange, Any]
    PlaybackSpeed: _P[float, float | str]
    TimePosition: _P[float, float | str]
    Volume: _P[float, float | str]
    ...
class AudioRecorder(Instance):
    IsRecording: _P[bool, bool | str]
    ...
class AudioReverb(Instance):
    Bypass: _P[bool, bool | str]
    DecayRatio: _P[float, float | str]
    DecayTime: _P[float, float | str]
    Density: _P[float, float | str]
    Diffusion: _P[float, float | str]
    DryLevel: _P[float, float | str]
    EarlyDelayTime: _P[float, float | str]
    HighCutFrequency: _P[float, float | str]
    LateDelayTime: _P[float, float | str]
    LowShelfFrequency: _P[float, float | str]
    LowShelfGain: _P[float, float | str]
    ReferenceFrequency: _P[float, float | str]
    WetLevel: _P[float, float | str]
    ...
class AudioSearchParams(Instance):
    Album: _P[str, str | bytes]
    Artist: _P[str, str | bytes]
    AudioSubType: _P[_enums.AudioSubType, _enums.AudioSubType | int | str]
    MaxDuration: _P[int, int | str]
    MinDuration: _P[int, int | str]
    SearchKeyword: _P[str, str | bytes]
    Tag: _P[str, str | bytes]
    Title: _P[str, str | bytes]
    ...
class AudioSpeechToText(Instance):
    Enabled: _P[bool, bool | str]
    Text: _P[str, str | bytes]
    ...
class AudioTextToSpeech(Instance):
    AutoLocalize: _P[bool, bool | str]
    Looping: _P[bool, bool | str]
    Pitch: _P[float, float | str]
    PlaybackSpeed: _P[float, float | str]
    Speed: _P[float, float | str]
    Text: _P[str, str | bytes]
    TimePosition: _P[float, float | str]
    VoiceId: _P[str, str | bytes]
    Volume: _P[float, float | str]
    ...
class AudioTremolo(Instance):
    Bypass: _P[bool, bool | str]
    Depth: _P[float, float | str]
    Duty: _P[float, float | str]
    Frequency: _P[float, float | str]
    Shape: _P[float, float | str]
    Skew: _P[float, float | str]
    Square: _P[float, float | str]
    ...
class AudioWindSynthesizer(Instance):
    Enabled: _P[bool, bool | str]
    PositionInstance: _P[AnyInstance | None, _Instance | None]
    PositionType: _P[_enums.AudioPositionType, _enums.AudioPositionType | int | str]
    Profile: _P[_enums.WindSoundProfile, _enums.WindSoundProfile | int | str]
    Volume: _P[float, float | str]
    ...
class AuroraScript(LuaSourceContainer):
    AuroraScriptBindingsSerialize: _P[bytes, bytes | str]
    EnableCulling: _P[bool, bool | str]
    EnableLOD: _P[bool, bool | str]
    LODCriticality: _P[int, int | str]
    Priority: _P[int, int | str]
    Source: _P[str, str | bytes]
    ...
class AuroraScriptObject(Instance):
    BehaviorWeak: _P[AnyInstance | None, _Instance | None]
    BoundInstanceWeak: _P[AnyInstance | None, _Instance | None]
    FrameId: _P[int, int | str]
    LODLevel: _P[int, int | str]
    PriorFrameInvoked: _P[int, int | str]
    ...
class AuroraScriptService(Instance):
    ...
class AuroraService(Instance):
    HashRoundingPoint: _P[float, float | str]
    IgnoreRotation: _P[bool, bool | str]
    LockStepIdOffset: _P[bool, bool | str]
    RollbackOffset: _P[int, int | str]
    ...
class AvatarAbilityRules(Instance):
    CharacterControllerMode: _P[_enums.AvatarSettingsCharacterControllerMode, _enums.AvatarSettingsCharacterControllerMode | int | str]
    EnableClimbing: _P[bool, bool | str]
    EnableCrouching: _P[bool, bool | str]
    EnableFallingDown: _P[bool, bool | str]
    EnableGettingUp: _P[bool, bool | str]
    EnableHolding: _P[bool, bool | str]
    EnableJumping: _P[bool, bool | str]
    EnableReaching: _P[bool, bool | str]
    EnableRunning: _P[bool, bool | str]
    EnableSitting: _P[bool, bool | str]
    EnableSprinting: _P[bool, bool | str]
    EnableSwimming: _P[bool, bool | str]
    EnableTurning: _P[bool, bool | str]
    ...
class AvatarAccessoryRules(Instance):
    AccessoryMode: _P[_enums.AvatarSettingsAccessoryMode, _enums.AvatarSettingsAccessoryMode | int | str]
    CustomAccessoryMode: _P[_enums.AvatarSettingsCustomAccessoryMode, _enums.AvatarSettingsCustomAccessoryMode | int | str]
    CustomBackAccessoryEnabled: _P[bool, bool | str]
    CustomBackAccessoryId: _P[int, int | str]
    CustomFaceAccessoryEnabled: _P[bool, bool | str]
    CustomFaceAccessoryId: _P[int, int | str]
    CustomFrontAccessoryEnabled: _P[bool, bool | str]
    CustomFrontAccessoryId: _P[int, int | str]
    CustomHairAccessoryEnabled: _P[bool, bool | str]
    CustomHairAccessoryId: _P[int, int | str]
    CustomHeadAccessoryEnabled: _P[bool, bool | str]
    CustomHeadAccessoryId: _P[int, int | str]
    CustomNeckAccessoryEnabled: _P[bool, bool | str]
    CustomNeckAccessoryId: _P[int, int | str]
    CustomShoulderAccessoryEnabled: _P[bool, bool | str]
    CustomShoulderAccessoryId: _P[int, int | str]
    CustomWaistAccessoryEnabled: _P[bool, bool | str]
    CustomWaistAccessoryId: _P[int, int | str]
    EnableEmissives: _P[bool, bool | str]
    EnableSound: _P[bool, bool | str]
    EnableVFX: _P[bool, bool | str]
    LimitBounds: _P[_values.Vector3, Any]
    LimitMethod: _P[_enums.AvatarSettingsAccessoryLimitMethod, _enums.AvatarSettingsAccessoryLimitMethod | int | str]
    ...
class AvatarAnimationRules(Instance):
    AnimationClipsMode: _P[_enums.AvatarSettingsAnimationClipsMode, _enums.AvatarSettingsAnimationClipsMode | int | str]
    AnimationPacksMode: _P[_enums.AvatarSettingsAnimationPacksMode, _enums.AvatarSettingsAnimationPacksMode | int | str]
    CustomClimbAnimationEnabled: _P[bool, bool | str]
    CustomClimbAnimationId: _P[int, int | str]
    CustomFallAnimationEnabled: _P[bool, bool | str]
    CustomFallAnimationId: _P[int, int | str]
    CustomIdleAlt1AnimationEnabled: _P[bool, bool | str]
    CustomIdleAlt1AnimationId: _P[int, int | str]
    CustomIdleAlt2AnimationEnabled: _P[bool, bool | str]
    CustomIdleAlt2AnimationId: _P[int, int | str]
    CustomIdleAnimationEnabled: _P[bool, bool | str]
    CustomIdleAnimationId: _P[int, int | str]
    CustomJumpAnimationEnabled: _P[bool, bool | str]
    CustomJumpAnimationId: _P[int, int | str]
    CustomRunAnimationEnabled: _P[bool, bool | str]
    CustomRunAnimationId: _P[int, int | str]
    CustomSwimAnimationEnabled: _P[bool, bool | str]
    CustomSwimAnimationId: _P[int, int | str]
    CustomSwimIdleAnimationEnabled: _P[bool, bool | str]
    CustomSwimIdleAnimationId: _P[int, int | str]
    CustomWalkAnimationEnabled: _P[bool, bool | str]
    CustomWalkAnimationId: _P[int, int | str]
    ...
class AvatarBodyRules(Instance):
    AppearanceMode: _P[_enums.AvatarSettingsAppearanceMode, _enums.AvatarSettingsAppearanceMode | int | str]
    BuildMode: _P[_enums.AvatarSettingsBuildMode, _enums.AvatarSettingsBuildMode | int | str]
    CustomBodyBundleId: _P[int, int | str]
    CustomBodyType: _P[_enums.AvatarSettingsCustomBodyType, _enums.AvatarSettingsCustomBodyType | int | str]
    CustomBodyTypeScale: _P[_values.NumberRange, Any]
    CustomEyebrowEnabled: _P[bool, bool | str]
    CustomEyebrowId: _P[int, int | str]
    CustomEyelashEnabled: _P[bool, bool | str]
    CustomEyelashId: _P[int, int | str]
    CustomFaceEnabled: _P[bool, bool | str]
    CustomFaceId: _P[int, int | str]
    CustomHeadEnabled: _P[bool, bool | str]
    CustomHeadId: _P[int, int | str]
    CustomHeadScale: _P[_values.NumberRange, Any]
    CustomHeight: _P[_values.NumberRange, Any]
    CustomHeightScale: _P[_values.NumberRange, Any]
    CustomLeftArmEnabled: _P[bool, bool | str]
    CustomLeftArmId: _P[int, int | str]
    CustomLeftLegEnabled: _P[bool, bool | str]
    CustomLeftLegId: _P[int, int | str]
    CustomMoodEnabled: _P[bool, bool | str]
    CustomMoodId: _P[int, int | str]
    CustomProportionsScale: _P[_values.NumberRange, Any]
    CustomRightArmEnabled: _P[bool, bool | str]
    CustomRightArmId: _P[int, int | str]
    CustomRightLegEnabled: _P[bool, bool | str]
    CustomRightLegId: _P[int, int | str]
    CustomTorsoEnabled: _P[bool, bool | str]
    CustomTorsoId: _P[int, int | str]
    CustomWidthScale: _P[_values.NumberRange, Any]
    KeepPlayerHead: _P[bool, bool | str]
    ScaleMode: _P[_enums.AvatarSettingsScaleMode, _enums.AvatarSettingsScaleMode | int | str]
    ...
class AvatarChatService(Instance):
    ...
class AvatarClothingRules(Instance):
    ClothingMode: _P[_enums.AvatarSettingsClothingMode, _enums.AvatarSettingsClothingMode | int | str]
    CustomClassicPantsAccessoryEnabled: _P[bool, bool | str]
    CustomClassicPantsAccessoryId: _P[int, int | str]
    CustomClassicShirtsAccessoryEnabled: _P[bool, bool | str]
    CustomClassicShirtsAccessoryId: _P[int, int | str]
    CustomClassicTShirtsAccessoryEnabled: _P[bool, bool | str]
    CustomClassicTShirtsAccessoryId: _P[int, int | str]
    CustomClothingMode: _P[_enums.AvatarSettingsCustomClothingMode, _enums.AvatarSettingsCustomClothingMode | int | str]
    CustomDressSkirtAccessoryEnabled: _P[bool, bool | str]
    CustomDressSkirtAccessoryId: _P[int, int | str]
    CustomJacketAccessoryEnabled: _P[bool, bool | str]
    CustomJacketAccessoryId: _P[int, int | str]
    CustomLeftShoesAccessoryEnabled: _P[bool, bool | str]
    CustomLeftShoesAccessoryId: _P[int, int | str]
    CustomPantsAccessoryEnabled: _P[bool, bool | str]
    CustomPantsAccessoryId: _P[int, int | str]
    CustomRightShoesAccessoryEnabled: _P[bool, bool | str]
    CustomRightShoesAccessoryId: _P[int, int | str]
    CustomShirtAccessoryEnabled: _P[bool, bool | str]
    CustomShirtAccessoryId: _P[int, int | str]
    CustomShortsAccessoryEnabled: _P[bool, bool | str]
    CustomShortsAccessoryId: _P[int, int | str]
    CustomSweaterAccessoryEnabled: _P[bool, bool | str]
    CustomSweaterAccessoryId: _P[int, int | str]
    CustomTShirtAccessoryEnabled: _P[bool, bool | str]
    CustomTShirtAccessoryId: _P[int, int | str]
    LimitBounds: _P[_values.Vector3, Any]
    ...
class AvatarCollisionRules(Instance):
    CollisionMode: _P[_enums.AvatarSettingsCollisionMode, _enums.AvatarSettingsCollisionMode | int | str]
    HitAndTouchDetectionMode: _P[_enums.AvatarSettingsHitAndTouchDetectionMode, _enums.AvatarSettingsHitAndTouchDetectionMode | int | str]
    LegacyCollisionMode: _P[_enums.AvatarSettingsLegacyCollisionMode, _enums.AvatarSettingsLegacyCollisionMode | int | str]
    SingleColliderSize: _P[_values.Vector3, Any]
    ...
class AvatarCreationService(Instance):
    ...
class AvatarEditorService(Instance):
    ...
class AvatarImportService(Instance):
    ...
class AvatarRules(Instance):
    AvatarType: _P[_enums.GameAvatarType, _enums.GameAvatarType | int | str]
    ...
class AvatarSettings(Instance):
    ...
class BackendReplicatedStorage(Instance):
    ...
class BackendServerScriptService(Instance):
    ...
class BackendServerStorage(Instance):
    ...
class Backpack(Instance):
    ...
class BackpackItem(Model):
    TextureContent: _P[str | AnyInstance | None, str | _Instance | None]
    TextureId: _P[str | None, str | None]
    ...
class BadgeService(Instance):
    ...
class BallSocketConstraint(Constraint):
    LimitsEnabled: _P[bool, bool | str]
    MaxFrictionTorqueXml: _P[float, float | str]
    Radius: _P[float, float | str]
    Restitution: _P[float, float | str]
    TwistLimitsEnabled: _P[bool, bool | str]
    TwistLowerAngle: _P[float, float | str]
    TwistUpperAngle: _P[float, float | str]
    UpperAngle: _P[float, float | str]
    ...
class BanHistoryPages(Pages):
    ...
class BaseCoreGuiConfiguration(Instance):
    Enabled: _P[bool, bool | str]
    ...
class BaseImportData(Instance):
    ImportName: _P[str, str | bytes]
    ShouldImport: _P[bool, bool | str]
    ...
class BasePart(PVInstance):
    Position: _P[_values.Vector3, Any]
    Orientation: _P[_values.Vector3, Any]
    Rotation: _P[_values.Vector3, Any]
    Anchored: _P[bool, bool | str]
    AudioCanCollide: _P[bool, bool | str]
    BackParamA: _P[float, float | str]
    BackParamB: _P[float, float | str]
    BackSurface: _P[_enums.SurfaceType, _enums.SurfaceType | int | str]
    BackSurfaceInput: _P[_enums.InputType, _enums.InputType | int | str]
    BottomParamA: _P[float, float | str]
    BottomParamB: _P[float, float | str]
    BottomSurface: _P[_enums.SurfaceType, _enums.SurfaceType | int | str]
    BottomSurfaceInput: _P[_enums.InputType, _enums.InputType | int | str]
    BrickColor: _P[int, int | str]
    CFrame: _P[_values.CFrame, Any]
    CanCollide: _P[bool, bool | str]
    CanQuery: _P[bool, bool | str]
    CanTouch: _P[bool, bool | str]
    CastShadow: _P[bool, bool | str]
    CollisionGroup: _P[str, str | bytes]
    CollisionGroupId: _P[int, int | str]
    Color: _P[_values.Color3, Any]
    CustomPhysicalProperties: _P[_values.PhysicalProperties | None, Any]
    EnableFluidForces: _P[bool, bool | str]
    FrontParamA: _P[float, float | str]
    FrontParamB: _P[float, float | str]
    FrontSurface: _P[_enums.SurfaceType, _enums.SurfaceType | int | str]
    FrontSurfaceInput: _P[_enums.InputType, _enums.InputType | int | str]
    LeftParamA: _P[float, float | str]
    LeftParamB: _P[float, float | str]
    LeftSurface: _P[_enums.SurfaceType, _enums.SurfaceType | int | str]
    LeftSurfaceInput: _P[_enums.InputType, _enums.InputType | int | str]
    Locked: _P[bool, bool | str]
    Massless: _P[bool, bool | str]
    Material: _P[_enums.Material, _enums.Material | int | str]
    MaterialVariant: _P[str, str | bytes]
    PivotOffset: _P[_values.CFrame, Any]
    Reflectance: _P[float, float | str]
    RightParamA: _P[float, float | str]
    RightParamB: _P[float, float | str]
    RightSurface: _P[_enums.SurfaceType, _enums.SurfaceType | int | str]
    RightSurfaceInput: _P[_enums.InputType, _enums.InputType | int | str]
    RootPriority: _P[int, int | str]
    RotVelocity: _P[_values.Vector3, Any]
    Size: _P[_values.Vector3, Any]
    TopParamA: _P[float, float | str]
    TopParamB: _P[float, float | str]
    TopSurface: _P[_enums.SurfaceType, _enums.SurfaceType | int | str]
    TopSurfaceInput: _P[_enums.InputType, _enums.InputType | int | str]
    Transparency: _P[float, float | str]
    Velocity: _P[_values.Vector3, Any]
    brickColor: _P[int, int | str]
    ...
class BasePlayerGui(Instance):
    ...
class BaseRemoteEvent(Instance):
    ...
class BaseScript(LuaSourceContainer):
    Enabled: _P[bool, bool | str]
    Disabled: _P[bool, bool | str]
    LinkedSource: _P[str | None, str | None]
    RunContext: _P[_enums.RunContext, _enums.RunContext | int | str]
    ...
class BaseWrap(Instance):
    CageMeshContent: _P[str | AnyInstance | None, str | _Instance | None]
    CageMeshId: _P[str | None, str | None]
    CageOrigin: _P[_values.CFrame, Any]
    HSRAssetId: _P[str | None, str | None]
    HSRContent: _P[str | AnyInstance | None, str | _Instance | None]
    HSRData: _P[bytes, bytes | str]
    HSRMeshIdData: _P[bytes, bytes | str]
    ImportOrigin: _P[_values.CFrame, Any]
    TemporaryCageMeshContent: _P[str | AnyInstance | None, str | _Instance | None]
    TemporaryCageMeshId: _P[str | None, str | None]
    ...
class Beam(Instance):
    Attachment0: _P[AnyInstance | None, _Instance | None]
    Attachment1: _P[AnyInstance | None, _Instance | None]
    Brightness: _P[float, float | str]
    Color: _P[list[_values.ColorKeypoint], Any]
    CurveSize0: _P[float, float | str]
    CurveSize1: _P[float, float | str]
    Enabled: _P[bool, bool | str]
    FaceCamera: _P[bool, bool | str]
    LightEmission: _P[float, float | str]
    LightInfluence: _P[float, float | str]
    Segments: _P[int, int | str]
    Texture: _P[str | None, str | None]
    TextureContent: _P[str | AnyInstance | None, str | _Instance | None]
    TextureLength: _P[float, float | str]
    TextureMode: _P[_enums.TextureMode, _enums.TextureMode | int | str]
    TextureSpeed: _P[float, float | str]
    Transparency: _P[list[_values.NumberKeypoint], Any]
    Width0: _P[float, float | str]
    Width1: _P[float, float | str]
    ZOffset: _P[float, float | str]
    ...
class BevelMesh(DataModelMesh):
    Bevel: _P[float, float | str]
    Bulge: _P[float, float | str]
    ...
class BillboardGui(LayerCollector):
    Active: _P[bool, bool | str]
    Adornee: _P[AnyInstance | None, _Instance | None]
    AlwaysOnTop: _P[bool, bool | str]
    Brightness: _P[float, float | str]
    ClipsDescendants: _P[bool, bool | str]
    DistanceLowerLimit: _P[float, float | str]
    DistanceUpperLimit: _P[float, float | str]
    ExtentsOffset: _P[_values.Vector3, Any]
    ExtentsOffsetWorldSpace: _P[_values.Vector3, Any]
    LightInfluence: _P[float, float | str]
    MaxDistance: _P[float, float | str]
    PlayerToHideFrom: _P[AnyInstance | None, _Instance | None]
    Size: _P[_values.UDim2, Any]
    SizeOffset: _P[_values.Vector2, Any]
    StudsOffset: _P[_values.Vector3, Any]
    StudsOffsetWorldSpace: _P[_values.Vector3, Any]
    ...
class BinaryStringValue(ValueBase):
    Value: _P[bytes, bytes | str]
    ...
class BindableEvent(Instance):
    ...
class BindableFunction(Instance):
    ...
class BlockMesh(BevelMesh):
    ...
class BloomEffect(PostEffect):
    Intensity: _P[float, float | str]
    Size: _P[float, float | str]
    Threshold: _P[float, float | str]
    ...
class BlurEffect(PostEffect):
    Size: _P[float, float | str]
    ...
class BodyAngularVelocity(BodyMover):
    AngularVelocity: _P[_values.Vector3, Any]
    MaxTorque: _P[_values.Vector3, Any]
    P: _P[float, float | str]
    ...
class BodyColors(CharacterAppearance):
    HeadColor3: _P[_values.Color3, Any]
    LeftArmColor3: _P[_values.Color3, Any]
    LeftLegColor3: _P[_values.Color3, Any]
    RightArmColor3: _P[_values.Color3, Any]
    RightLegColor3: _P[_values.Color3, Any]
    TorsoColor3: _P[_values.Color3, Any]
    ...
class BodyForce(BodyMover):
    Force: _P[_values.Vector3, Any]
    ...
class BodyGyro(BodyMover):
    CFrame: _P[_values.CFrame, Any]
    D: _P[float, float | str]
    MaxTorque: _P[_values.Vector3, Any]
    P: _P[float, float | str]
    ...
class BodyMover(Instance):
    ...
class BodyPartDescription(Instance):
    AssetId: _P[int, int | str]
    BodyPart: _P[_enums.BodyPart, _enums.BodyPart | int | str]
    Color: _P[_values.Color3, Any]
    HeadShape: _P[str, str | bytes]
    Instance: _P[AnyInstance | None, _Instance | None]
    ...
class BodyPosition(BodyMover):
    D: _P[float, float | str]
    MaxForce: _P[_values.Vector3, Any]
    P: _P[float, float | str]
    Position: _P[_values.Vector3, Any]
    ...
class BodyThrust(BodyMover):
    Force: _P[_values.Vector3, Any]
    Location: _P[_values.Vector3, Any]
    ...
class BodyVelocity(BodyMover):
    MaxForce: _P[_values.Vector3, Any]
    P: _P[float, float | str]
    Velocity: _P[_values.Vector3, Any]
    ...
class Bone(Attachment):
    ...
class BoolValue(ValueBase):
    Value: _P[bool, bool | str]
    ...
class BoxHandleAdornment(HandleAdornment):
    Shading: _P[_enums.AdornShading, _enums.AdornShading | int | str]
    Size: _P[_values.Vector3, Any]
    ...
class BranchService(Instance):
    ...
class Breakpoint(Instance):
    ...
class BrickColorValue(ValueBase):
    Value: _P[int, int | str]
    ...
class BrowserService(Instance):
    ...
class BubbleChatConfiguration(TextChatConfigurations):
    AdorneeName: _P[str, str | bytes]
    BackgroundColor3: _P[_values.Color3, Any]
    BackgroundTransparency: _P[float, float | str]
    BubbleDuration: _P[float, float | str]
    BubblesSpacing: _P[float, float | str]
    Enabled: _P[bool, bool | str]
    Font: _P[_enums.Font, _enums.Font | int | str]
    FontFace: _P[_values.Font, Any]
    LocalPlayerStudsOffset: _P[_values.Vector3, Any]
    MaxBubbles: _P[float, float | str]
    MaxDistance: _P[float, float | str]
    MinimizeDistance: _P[float, float | str]
    TailVisible: _P[bool, bool | str]
    TextColor3: _P[_values.Color3, Any]
    TextSize: _P[int, int | str]
    VerticalStudsOffset: _P[float, float | str]
    ...
class BubbleChatMessageProperties(TextChatMessageProperties):
    ...
class BugReporterService(Instance):
    ...
class BulkImportService(Instance):
    ...
class BuoyancySensor(SensorBase):
    FullySubmerged: _P[bool, bool | str]
    TouchingSurface: _P[bool, bool | str]
    ...
class CFrameValue(ValueBase):
    Value: _P[_values.CFrame, Any]
    ...
class CSGDictionaryService(FlyweightService):
    ...
class CacheableContentProvider(Instance):
    ...
class CallingService(Instance):
    ...
class CalloutService(Instance):
    ...
class Camera(PVInstance):
    CFrame: _P[_values.CFrame, Any]
    CameraSubject: _P[AnyInstance | None, _Instance | None]
    CameraType: _P[_enums.CameraType, _enums.CameraType | int | str]
    FieldOfView: _P[float, float | str]
    FieldOfViewMode: _P[_enums.FieldOfViewMode, _enums.FieldOfViewMode | int | str]
    Focus: _P[_values.CFrame, Any]
    HeadLocked: _P[bool, bool | str]
    HeadScale: _P[float, float | str]
    VRTiltAndRollEnabled: _P[bool, bool | str]
    ...
class CanvasGroup(GuiObject):
    GroupColor3: _P[_values.Color3, Any]
    GroupTransparency: _P[float, float | str]
    ...
class Capture(Object):
    ...
class CaptureService(Instance):
    ...
class CapturesPages(Pages):
    ...
class CapturesViewConfiguration(BaseCoreGuiConfiguration):
    Open: _P[bool, bool | str]
    ...
class CatalogPages(Pages):
    ...
class ChangeHistoryService(Instance):
    ...
class ChangeHistoryStreamingService(Instance):
    ...
class ChannelSelectorSoundEffect(CustomSoundEffect):
    Channel: _P[int, int | str]
    ...
class ChannelTabsConfiguration(TextChatConfigurations):
    BackgroundColor3: _P[_values.Color3, Any]
    BackgroundTransparency: _P[float, float | str]
    Enabled: _P[bool, bool | str]
    FontFace: _P[_values.Font, Any]
    HoverBackgroundColor3: _P[_values.Color3, Any]
    SelectedTabTextColor3: _P[_values.Color3, Any]
    TextColor3: _P[_values.Color3, Any]
    TextSize: _P[int, int | str]
    TextStrokeColor3: _P[_values.Color3, Any]
    TextStrokeTransparency: _P[float, float | str]
    ...
class CharacterAppearance(Instance):
    ...
class CharacterMesh(CharacterAppearance):
    BaseTextureContent: _P[str | AnyInstance | None, str | _Instance | None]
    BaseTextureId: _P[int, int | str]
    BodyPart: _P[_enums.BodyPart, _enums.BodyPart | int | str]
    MeshContent: _P[str | AnyInstance | None, str | _Instance | None]
    MeshId: _P[int, int | str]
    OverlayTextureContent: _P[str | AnyInstance | None, str | _Instance | None]
    OverlayTextureId: _P[int, int | str]
    ...
class Chat(Instance):
    BubbleChatEnabled: _P[bool, bool | str]
    IsAutoMigrated: _P[bool, bool | str]
    LoadDefaultChat: _P[bool, bool | str]
    ...
class ChatInputBarConfiguration(TextChatConfigurations):
    AutocompleteEnabled: _P[bool, bool | str]
    BackgroundColor3: _P[_values.Color3, Any]
    BackgroundTransparency: _P[float, float | str]
    Enabled: _P[bool, bool | str]
    FontFace: _P[_values.Font, Any]
    KeyboardKeyCode: _P[_enums.KeyCode, _enums.KeyCode | int | str]
    PlaceholderColor3: _P[_values.Color3, Any]
    TargetTextChannel: _P[AnyInstance | None, _Instance | None]
    TextColor3: _P[_values.Color3, Any]
    TextSize: _P[int, int | str]
    TextStrokeColor3: _P[_values.Color3, Any]
    TextStrokeTransparency: _P[float, float | str]
    ...
class ChatWindowConfiguration(TextChatConfigurations):
    BackgroundColor3: _P[_values.Color3, Any]
    BackgroundTransparency: _P[float, float | str]
    Enabled: _P[bool, bool | str]
    FontFace: _P[_values.Font, Any]
    HeightScale: _P[float, float | str]
    HorizontalAlignment: _P[_enums.HorizontalAlignment, _enums.HorizontalAlignment | int | str]
    TextChannelDisplayMode: _P[_enums.TextChannelDisplayMode, _enums.TextChannelDisplayMode | int | str]
    TextColor3: _P[_values.Color3, Any]
    TextSize: _P[int, int | str]
    TextStrokeColor3: _P[_values.Color3, Any]
    TextStrokeTransparency: _P[float, float | str]
    VerticalAlignment: _P[_enums.VerticalAlignment, _enums.VerticalAlignment | int | str]
    WidthScale: _P[float, float | str]
    ...
class ChatWindowMessageProperties(TextChatMessageProperties):
    ...
class ChorusSoundEffect(SoundEffect):
    Depth: _P[float, float | str]
    Mix: _P[float, float | str]
    Rate: _P[float, float | str]
    ...
class ClickDetector(Instance):
    CursorIcon: _P[str | None, str | None]
    CursorIconContent: _P[str | AnyInstance | None, str | _Instance | None]
    MaxActivationDistance: _P[float, float | str]
    ...
class ClientReplicator(NetworkReplicator):
    ...
class ClientStorageService(Instance):
    ...
class ClimbController(ControllerBase):
    AccelerationTime: _P[float, float | str]
    BalanceMaxTorque: _P[float, float | str]
    BalanceSpeed: _P[float, float | str]
    MoveMaxForce: _P[float, float | str]
    ...
class Clothing(CharacterAppearance):
    Color3: _P[_values.Color3, Any]
    ...
class CloudCRUDService(Instance):
    ...
class CloudExecutionService(Instance):
    ...
class CloudLocalizationTable(LocalizationTable):
    ...
class Clouds(Instance):
    Color: _P[_values.Color3, Any]
    Cover: _P[float, float | str]
    Density: _P[float, float | str]
    Enabled: _P[bool, bool | str]
    ...
class ClusterPacketCache(Instance):
    ...
class Collaborator(Instance):
    ...
class CollaboratorsService(Instance):
    ...
class CollectionService(Instance):
    ...
class Color3Value(ValueBase):
    Value: _P[_values.Color3, Any]
    ...
class ColorCorrectionEffect(PostEffect):
    Brightness: _P[float, float | str]
    Contrast: _P[float, float | str]
    Saturation: _P[float, float | str]
    TintColor: _P[_values.Color3, Any]
    ...
class ColorGradingEffect(PostEffect):
    TonemapperPreset: _P[_enums.TonemapperPreset, _enums.TonemapperPreset | int | str]
    ...
class CommerceService(Instance):
    ...
class CompositeValueCurve(Instance):
    CurveType: _P[_enums.CompositeValueCurveType, _enums.CompositeValueCurveType | int | str]
    ...
class CompressorSoundEffect(SoundEffect):
    Attack: _P[float, float | str]
    GainMakeup: _P[float, float | str]
    Ratio: _P[float, float | str]
    Release: _P[float, float | str]
    SideChain: _P[AnyInstance | None, _Instance | None]
    Threshold: _P[float, float | str]
    ...
class ConeHandleAdornment(HandleAdornment):
    Height: _P[float, float | str]
    Hollow: _P[bool, bool | str]
    Radius: _P[float, float | str]
    Shading: _P[_enums.AdornShading, _enums.AdornShading | int | str]
    ...
class ConfigService(Instance):
    ...
class ConfigSnapshot(Object):
    ...
class Configuration(Instance):
    ...
class ConfigureServerService(Instance):
    ...
class ConnectivityService(Instance):
    ...
class Constraint(Instance):
    Attachment0: _P[AnyInstance | None, _Instance | None]
    Attachment1: _P[AnyInstance | None, _Instance | None]
    Color: _P[int, int | str]
    Enabled: _P[bool, bool | str]
    Visible: _P[bool, bool | str]
    ...
class ContentProvider(Instance):
    ...
class ContextActionService(Instance):
    ...
class ControlState(Instance):
    Owner: _P[AnyInstance | None, _Instance | None]
    StateSchema: _P[bytes, bytes | str]
    ...
class Controller(Instance):
    ...
class ControllerBase(Instance):
    BalanceRigidityEnabled: _P[bool, bool | str]
    MoveSpeedFactor: _P[float, float | str]
    ...
class ControllerManager(Instance):
    ActiveController: _P[AnyInstance | None, _Instance | None]
    BaseMoveSpeed: _P[float, float | str]
    BaseTurnSpeed: _P[float, float | str]
    ClimbSensor: _P[AnyInstance | None, _Instance | None]
    FacingDirection: _P[_values.Vector3, Any]
    GroundSensor: _P[AnyInstance | None, _Instance | None]
    MovingDirection: _P[_values.Vector3, Any]
    RootPart: _P[AnyInstance | None, _Instance | None]
    UpDirection: _P[_values.Vector3, Any]
    ...
class ControllerPartSensor(ControllerSensor):
    HitFrame: _P[_values.CFrame, Any]
    HitNormal: _P[_values.Vector3, Any]
    LadderSearchHeight: _P[float, float | str]
    LadderSearchOffset: _P[float, float | str]
    SearchDistance: _P[float, float | str]
    SensedMaterial: _P[_enums.Material, _enums.Material | int | str]
    SensedPart: _P[AnyInstance | None, _Instance | None]
    SensorMode: _P[_enums.SensorMode, _enums.SensorMode | int | str]
    ...
class ControllerSensor(SensorBase):
    ...
class ControllerService(Instance):
    ...
class CookiesService(Instance):
    ...
class CoreGui(BasePlayerGui):
    SelectionImageObject: _P[AnyInstance | None, _Instance | None]
    ...
class CoreGuiConfiguration(Instance):
    CapturesViewConfiguration: _P[AnyInstance | None, _Instance | None]
    PlayerListConfiguration: _P[AnyInstance | None, _Instance | None]
    SelfViewConfiguration: _P[AnyInstance | None, _Instance | None]
    ...
class CorePackages(Instance):
    ...
class CoreScript(BaseScript):
    ...
class CoreScriptDebuggingManagerHelper(Instance):
    ...
class CoreScriptSyncService(Instance):
    ...
class CornerWedgePart(BasePart):
    ...
class CreationDBService(Instance):
    ...
class CreatorStoreService(Instance):
    ...
class CrossDMScriptChangeListener(Instance):
    ...
class CurveAnimation(AnimationClip):
    ...
class CustomEvent(Instance):
    PersistedCurrentValue: _P[float, float | str]
    ...
class CustomEventReceiver(Instance):
    Source: _P[AnyInstance | None, _Instance | None]
    ...
class CustomLog(Instance):
    ...
class CustomSoundEffect(SoundEffect):
    ...
class CylinderHandleAdornment(HandleAdornment):
    Angle: _P[float, float | str]
    Height: _P[float, float | str]
    InnerRadius: _P[float, float | str]
    Radius: _P[float, float | str]
    Shading: _P[_enums.AdornShading, _enums.AdornShading | int | str]
    ...
class CylinderMesh(BevelMesh):
    ...
class CylindricalConstraint(SlidingBallConstraint):
    AngularActuatorType: _P[_enums.ActuatorType, _enums.ActuatorType | int | str]
    AngularLimitsEnabled: _P[bool, bool | str]
    AngularResponsiveness: _P[float, float | str]
    AngularRestitution: _P[float, float | str]
    AngularSpeed: _P[float, float | str]
    AngularVelocity: _P[float, float | str]
    InclinationAngle: _P[float, float | str]
    LowerAngle: _P[float, float | str]
    MotorMaxAngularAcceleration: _P[float, float | str]
    MotorMaxTorque: _P[float, float | str]
    RotationAxisVisible: _P[bool, bool | str]
    ServoMaxTorque: _P[float, float | str]
    SoftlockAngularServoUponReachingTarget: _P[bool, bool | str]
    TargetAngle: _P[float, float | str]
    UpperAngle: _P[float, float | str]
    ...
class DataModel(ServiceProvider):
    ...
class DataModelDiff(Object):
    ...
class DataModelMesh(Instance):
    Offset: _P[_values.Vector3, Any]
    Scale: _P[_values.Vector3, Any]
    VertexColor: _P[_values.Vector3, Any]
    ...
class DataModelSession(Instance):
    ...
class DataStore(GlobalDataStore):
    ...
class DataStoreGetOptions(Instance):
    UseCache: _P[bool, bool | str]
    ...
class DataStoreIncrementOptions(Instance):
    ...
class DataStoreInfo(Instance):
    ...
class DataStoreKey(Instance):
    ...
class DataStoreKeyInfo(Instance):
    ...
class DataStoreKeyPages(Pages):
    ...
class DataStoreListingPages(Pages):
    ...
class DataStoreObjectVersionInfo(Instance):
    ...
class DataStoreOptions(Instance):
    AllScopes: _P[bool, bool | str]
    ...
class DataStorePages(Pages):
    ...
class DataStoreService(Instance):
    AutomaticRetry: _P[bool, bool | str]
    LegacyNamingScheme: _P[bool, bool | str]
    ...
class DataStoreSetOptions(Instance):
    ...
class DataStoreVersionPages(Pages):
    ...
class Debris(Instance):
    MaxItems: _P[int, int | str]
    ...
class DebugSettings(Instance):
    IsScriptStackTracingEnabled: _P[bool, bool | str]
    ReportSoundWarnings: _P[bool, bool | str]
    TickCountPreciseOverride: _P[_enums.TickCountSampleMethod, _enums.TickCountSampleMethod | int | str]
    ...
class DebuggablePluginWatcher(Instance):
    ...
class DebuggerBreakpoint(Instance):
    Condition: _P[str, str | bytes]
    ContinueExecution: _P[bool, bool | str]
    IsEnabled: _P[bool, bool | str]
    LogExpression: _P[str, str | bytes]
    isContextDependentBreakpoint: _P[bool, bool | str]
    line: _P[int, int | str]
    ...
class DebuggerConnection(Instance):
    ...
class DebuggerConnectionManager(Instance):
    Timeout: _P[float, float | str]
    ...
class DebuggerLuaResponse(Instance):
    ...
class DebuggerManager(Instance):
    ...
class DebuggerUIService(Instance):
    ...
class DebuggerVariable(Instance):
    ...
class DebuggerWatch(Instance):
    Expression: _P[str, str | bytes]
    ...
class Decal(FaceInstance):
    AutoLocalize: _P[bool, bool | str]
    Color3: _P[_values.Color3, Any]
    ColorMap: _P[str | None, str | None]
    EmissiveMaskContent: _P[str | AnyInstance | None, str | _Instance | None]
    EmissiveStrength: _P[float, float | str]
    EmissiveTint: _P[_values.Color3, Any]
    MetalnessMap: _P[str | None, str | None]
    MetalnessMapContent: _P[str | AnyInstance | None, str | _Instance | None]
    NormalMap: _P[str | None, str | None]
    NormalMapContent: _P[str | AnyInstance | None, str | _Instance | None]
    Rotation: _P[float, float | str]
    RoughnessMap: _P[str | None, str | None]
    RoughnessMapContent: _P[str | AnyInstance | None, str | _Instance | None]
    Texture: _P[str | None, str | None]
    TextureContent: _P[str | AnyInstance | None, str | _Instance | None]
    TexturePack: _P[str | None, str | None]
    TexturePackContent: _P[str | AnyInstance | None, str | _Instance | None]
    TexturePackMetadata: _P[str, str | bytes]
    Transparency: _P[float, float | str]
    UVOffset: _P[_values.Vector2, Any]
    UVScale: _P[_values.Vector2, Any]
    ZIndex: _P[int, int | str]
    ...
class DeferredAssetManagerService(Instance):
    JoiningPlaceId: _P[int, int | str]
    JoiningUniverseId: _P[int, int | str]
    PregameLoadingScreenOnly: _P[bool, bool | str]
    ...
class DepthOfFieldEffect(PostEffect):
    FarIntensity: _P[float, float | str]
    FocusDistance: _P[float, float | str]
    InFocusRadius: _P[float, float | str]
    NearIntensity: _P[float, float | str]
    ...
class DesignFoundationsService(Instance):
    ...
class DeviceDisplayService(Instance):
    ...
class DeviceIdService(Instance):
    ...
class Dialog(Instance):
    BehaviorType: _P[_enums.DialogBehaviorType, _enums.DialogBehaviorType | int | str]
    ConversationDistance: _P[float, float | str]
    GoodbyeChoiceActive: _P[bool, bool | str]
    GoodbyeDialog: _P[str, str | bytes]
    InitialPrompt: _P[str, str | bytes]
    Purpose: _P[_enums.DialogPurpose, _enums.DialogPurpose | int | str]
    Tone: _P[_enums.DialogTone, _enums.DialogTone | int | str]
    TriggerDistance: _P[float, float | str]
    TriggerOffset: _P[_values.Vector3, Any]
    ...
class DialogChoice(Instance):
    GoodbyeChoiceActive: _P[bool, bool | str]
    GoodbyeDialog: _P[str, str | bytes]
    ResponseDialog: _P[str, str | bytes]
    UserDialog: _P[str, str | bytes]
    ...
class DigitsRigDescription(Instance):
    Index1: _P[AnyInstance | None, _Instance | None]
    Index1TposeAdjustment: _P[_values.CFrame, Any]
    Index2: _P[AnyInstance | None, _Instance | None]
    Index2TposeAdjustment: _P[_values.CFrame, Any]
    Index3: _P[AnyInstance | None, _Instance | None]
    Index3TposeAdjustment: _P[_values.CFrame, Any]
    IndexRange: _P[_values.Vector3, Any]
    IndexSize: _P[float, float | str]
    Middle1: _P[AnyInstance | None, _Instance | None]
    Middle1TposeAdjustment: _P[_values.CFrame, Any]
    Middle2: _P[AnyInstance | None, _Instance | None]
    Middle2TposeAdjustment: _P[_values.CFrame, Any]
    Middle3: _P[AnyInstance | None, _Instance | None]
    Middle3TposeAdjustment: _P[_values.CFrame, Any]
    MiddleRange: _P[_values.Vector3, Any]
    MiddleSize: _P[float, float | str]
    Pinky1: _P[AnyInstance | None, _Instance | None]
    Pinky1TposeAdjustment: _P[_values.CFrame, Any]
    Pinky2: _P[AnyInstance | None, _Instance | None]
    Pinky2TposeAdjustment: _P[_values.CFrame, Any]
    Pinky3: _P[AnyInstance | None, _Instance | None]
    Pinky3TposeAdjustment: _P[_values.CFrame, Any]
    PinkyRange: _P[_values.Vector3, Any]
    PinkySize: _P[float, float | str]
    Ring1: _P[AnyInstance | None, _Instance | None]
    Ring1TposeAdjustment: _P[_values.CFrame, Any]
    Ring2: _P[AnyInstance | None, _Instance | None]
    Ring2TposeAdjustment: _P[_values.CFrame, Any]
    Ring3: _P[AnyInstance | None, _Instance | None]
    Ring3TposeAdjustment: _P[_values.CFrame, Any]
    RingRange: _P[_values.Vector3, Any]
    RingSize: _P[float, float | str]
    Side: _P[_enums.DigitsRigDescriptionSide, _enums.DigitsRigDescriptionSide | int | str]
    Thumb1: _P[AnyInstance | None, _Instance | None]
    Thumb1TposeAdjustment: _P[_values.CFrame, Any]
    Thumb2: _P[AnyInstance | None, _Instance | None]
    Thumb2TposeAdjustment: _P[_values.CFrame, Any]
    Thumb3: _P[AnyInstance | None, _Instance | None]
    Thumb3TposeAdjustment: _P[_values.CFrame, Any]
    ThumbRange: _P[_values.Vector3, Any]
    ThumbSize: _P[float, float | str]
    ...
class DisplayWakeLock(Instance):
    ...
class DistortionSoundEffect(SoundEffect):
    Level: _P[float, float | str]
    ...
class DockWidgetPluginGui(PluginGui):
    ...
class DoubleConstrainedValue(ValueBase):
    MaxValue: _P[float, float | str]
    MinValue: _P[float, float | str]
    value: _P[float, float | str]
    ...
class DraftsService(Instance):
    ...
class DragDetector(ClickDetector):
    ActivatedCursorIcon: _P[str | None, str | None]
    ActivatedCursorIconContent: _P[str | AnyInstance | None, str | _Instance | None]
    ApplyAtCenterOfMass: _P[bool, bool | str]
    DragFrame: _P[_values.CFrame, Any]
    DragStyle: _P[_enums.DragDetectorDragStyle, _enums.DragDetectorDragStyle | int | str]
    Enabled: _P[bool, bool | str]
    GamepadModeSwitchKeyCode: _P[_enums.KeyCode, _enums.KeyCode | int | str]
    KeyboardModeSwitchKeyCode: _P[_enums.KeyCode, _enums.KeyCode | int | str]
    MaxDragAngle: _P[float, float | str]
    MaxDragTranslation: _P[_values.Vector3, Any]
    MaxForce: _P[float, float | str]
    MaxTorque: _P[float, float | str]
    MinDragAngle: _P[float, float | str]
    MinDragTranslation: _P[_values.Vector3, Any]
    Orientation: _P[_values.Vector3, Any]
    PermissionPolicy: _P[_enums.DragDetectorPermissionPolicy, _enums.DragDetectorPermissionPolicy | int | str]
    ReferenceInstance: _P[AnyInstance | None, _Instance | None]
    ResponseStyle: _P[_enums.DragDetectorResponseStyle, _enums.DragDetectorResponseStyle | int | str]
    Responsiveness: _P[float, float | str]
    RunLocally: _P[bool, bool | str]
    TrackballRadialPullFactor: _P[float, float | str]
    TrackballRollFactor: _P[float, float | str]
    VRSwitchKeyCode: _P[_enums.KeyCode, _enums.KeyCode | int | str]
    ...
class Dragger(Instance):
    ...
class DraggerService(Instance):
    ...
class DynamicRotate(JointInstance):
    BaseAngle: _P[float, float | str]
    ...
class EchoSoundEffect(SoundEffect):
    Delay: _P[float, float | str]
    DryLevel: _P[float, float | str]
    Feedback: _P[float, float | str]
    WetLevel: _P[float, float | str]
    ...
class EditableImage(Object):
    ImageData: _P[bytes, bytes | str]
    ...
class EditableMesh(Object):
    MeshData: _P[bytes, bytes | str]
    ...
class EditableService(Instance):
    ...
class EditorSourceService(Instance):
    ...
class EncodingService(Instance):
    ...
class EqualizerSoundEffect(SoundEffect):
    HighGain: _P[float, float | str]
    LowGain: _P[float, float | str]
    MidGain: _P[float, float | str]
    ...
class EulerRotationCurve(Instance):
    RotationOrder: _P[_enums.RotationOrder, _enums.RotationOrder | int | str]
    ...
class EventIngestService(Instance):
    ...
class ExampleV2Service(Instance):
    ...
class ExecutedRemoteCommand(Object):
    ...
class ExperienceAuthService(Instance):
    ...
class ExperienceInviteOptions(Instance):
    InviteMessageId: _P[str, str | bytes]
    InviteUser: _P[int, int | str]
    LaunchData: _P[str, str | bytes]
    PromptMessage: _P[str, str | bytes]
    ...
class ExperienceNotificationService(Instance):
    ...
class ExperienceService(Instance):
    ...
class ExperienceStateCaptureService(Instance):
    ...
class ExperienceStateRecordingService(Instance):
    ...
class ExplorerFilter(Instance):
    ...
class ExplorerFilterAutocompleter(Instance):
    ...
class ExplorerServiceVisibilityService(Instance):
    ...
class Explosion(Instance):
    BlastPressure: _P[float, float | str]
    BlastRadius: _P[float, float | str]
    DestroyJointRadiusPercent: _P[float, float | str]
    ExplosionType: _P[_enums.ExplosionType, _enums.ExplosionType | int | str]
    Position: _P[_values.Vector3, Any]
    TimeScale: _P[float, float | str]
    Visible: _P[bool, bool | str]
    ...
class ExternalIdentityService(Instance):
    ...
class FaceAnimatorService(Instance):
    ...
class FaceControls(Instance):
    InternalOverrideFACSData: _P[bytes, bytes | str]
    ...
class FaceInstance(Instance):
    Face: _P[_enums.NormalId, _enums.NormalId | int | str]
    ...
class FacialAgeEstimationService(Instance):
    ...
class FacialAnimationRecordingService(Instance):
    ...
class FacialAnimationStreamingServiceStats(Instance):
    ...
class FacialAnimationStreamingServiceV2(Instance):
    ServiceState: _P[int, int | str]
    ...
class FacialAnimationStreamingSubsessionStats(Instance):
    ...
class FacsImportData(BaseImportData):
    ...
class Feature(Instance):
    FaceId: _P[_enums.NormalId, _enums.NormalId | int | str]
    InOut: _P[_enums.InOut, _enums.InOut | int | str]
    LeftRight: _P[_enums.LeftRight, _enums.LeftRight | int | str]
    TopBottom: _P[_enums.TopBottom, _enums.TopBottom | int | str]
    ...
class FeatureRestrictionManager(Instance):
    ...
class File(Instance):
    ...
class FileManagerService(Instance):
    ...
class FileMesh(DataModelMesh):
    MeshContent: _P[str | AnyInstance | None, str | _Instance | None]
    MeshId: _P[str | None, str | None]
    TextureContent: _P[str | AnyInstance | None, str | _Instance | None]
    TextureId: _P[str | None, str | None]
    ...
class FileSyncReplicationService(Instance):
    ...
class Fire(Instance):
    Color: _P[_values.Color3, Any]
    Enabled: _P[bool, bool | str]
    Heat: _P[float, float | str]
    SecondaryColor: _P[_values.Color3, Any]
    Size: _P[float, float | str]
    TimeScale: _P[float, float | str]
    ...
class Flag(Tool):
    TeamColor: _P[int, int | str]
    ...
class FlagStand(Part):
    TeamColor: _P[int, int | str]
    ...
class FlagStandService(Instance):
    ...
class FlangeSoundEffect(SoundEffect):
    Depth: _P[float, float | str]
    Mix: _P[float, float | str]
    Rate: _P[float, float | str]
    ...
class FloatCurve(Instance):
    ValuesAndTimes: _P[bytes, bytes | str]
    ...
class FloorWire(GuiBase3d):
    CycleOffset: _P[float, float | str]
    From: _P[AnyInstance | None, _Instance | None]
    StudsBetweenTextures: _P[float, float | str]
    Texture: _P[str | None, str | None]
    TextureSize: _P[_values.Vector2, Any]
    To: _P[AnyInstance | None, _Instance | None]
    Velocity: _P[float, float | str]
    WireRadius: _P[float, float | str]
    ...
class FluidForceSensor(SensorBase):
    ...
class FlyweightService(Instance):
    ...
class Folder(Instance):
    IconTint: _P[_values.Color3, Any]
    ...
class ForceField(Instance):
    Visible: _P[bool, bool | str]
    ...
class FormFactorPart(BasePart):
    FormFactor: _P[_enums.FormFactor, _enums.FormFactor | int | str]
    ...
class Frame(GuiObject):
    Style: _P[_enums.FrameStyle, _enums.FrameStyle | int | str]
    ...
class FriendPages(Pages):
    ...
class FriendService(Instance):
    ...
class FriendsCallingInstance(Instance):
    ...
class FriendsCallingParticipant(Instance):
    ...
class FunctionalTest(Instance):
    Description: _P[str, str | bytes]
    HasMigratedSettingsToTestService: _P[bool, bool | str]
    ...
class GamePassService(Instance):
    ...
class GameSettings(Instance):
    VideoCaptureEnabled: _P[bool, bool | str]
    ...
class GamepadService(Instance):
    GamepadCursorEnabled: _P[bool, bool | str]
    ...
class GeneratedFolder(Folder):
    ...
class GenerationService(Instance):
    ...
class GenericChallengeService(Instance):
    ...
class GenericSettings(ServiceProvider):
    ...
class Geometry(Instance):
    ...
class GeometryService(Instance):
    ...
class GetTextBoundsParams(Instance):
    Font: _P[_values.Font, Any]
    RichText: _P[bool, bool | str]
    Size: _P[float, float | str]
    Text: _P[str, str | bytes]
    Width: _P[float, float | str]
    ...
class GlobalDataStore(Instance):
    ...
class GlobalSettings(GenericSettings):
    ...
class Glue(JointInstance):
    F0: _P[_values.Vector3, Any]
    F1: _P[_values.Vector3, Any]
    F2: _P[_values.Vector3, Any]
    F3: _P[_values.Vector3, Any]
    ...
class GongService(Instance):
    ...
class GroundController(ControllerBase):
    AccelerationLean: _P[float, float | str]
    AccelerationTime: _P[float, float | str]
    BalanceMaxTorque: _P[float, float | str]
    BalanceSpeed: _P[float, float | str]
    DecelerationTime: _P[float, float | str]
    Friction: _P[float, float | str]
    FrictionWeight: _P[float, float | str]
    GroundOffset: _P[float, float | str]
    StandForce: _P[float, float | str]
    StandSpeed: _P[float, float | str]
    TurnSpeedFactor: _P[float, float | str]
    ...
class GroupImportData(BaseImportData):
    Anchored: _P[bool, bool | str]
    ImportAsModelAsset: _P[bool, bool | str]
    InsertInWorkspace: _P[bool, bool | str]
    ...
class GroupService(Instance):
    ...
class GuiBase(Instance):
    ...
class GuiBase2d(GuiBase):
    AutoLocalize: _P[bool, bool | str]
    RootLocalizationTable: _P[AnyInstance | None, _Instance | None]
    SelectionBehaviorDown: _P[_enums.SelectionBehavior, _enums.SelectionBehavior | int | str]
    SelectionBehaviorLeft: _P[_enums.SelectionBehavior, _enums.SelectionBehavior | int | str]
    SelectionBehaviorRight: _P[_enums.SelectionBehavior, _enums.SelectionBehavior | int | str]
    SelectionBehaviorUp: _P[_enums.SelectionBehavior, _enums.SelectionBehavior | int | str]
    SelectionGroup: _P[bool, bool | str]
    ...
class GuiBase3d(GuiBase):
    Color3: _P[_values.Color3, Any]
    Transparency: _P[float, float | str]
    Visible: _P[bool, bool | str]
    ...
class GuiButton(GuiObject):
    AutoButtonColor: _P[bool, bool | str]
    HoverHapticEffect: _P[AnyInstance | None, _Instance | None]
    Modal: _P[bool, bool | str]
    PressHapticEffect: _P[AnyInstance | None, _Instance | None]
    Selected: _P[bool, bool | str]
    Style: _P[_enums.ButtonStyle, _enums.ButtonStyle | int | str]
    ...
class GuiLabel(GuiObject):
    ...
class GuiMain(ScreenGui):
    ...
class GuiObject(GuiBase2d):
    Active: _P[bool, bool | str]
    AnchorPoint: _P[_values.Vector2, Any]
    AutomaticSize: _P[_enums.AutomaticSize, _enums.AutomaticSize | int | str]
    BackgroundColor3: _P[_values.Color3, Any]
    BackgroundTransparency: _P[float, float | str]
    BorderColor3: _P[_values.Color3, Any]
    BorderMode: _P[_enums.BorderMode, _enums.BorderMode | int | str]
    BorderSizePixel: _P[int, int | str]
    ClipsDescendants: _P[bool, bool | str]
    Draggable: _P[bool, bool | str]
    Interactable: _P[bool, bool | str]
    LayoutOrder: _P[int, int | str]
    NextSelectionDown: _P[AnyInstance | None, _Instance | None]
    NextSelectionLeft: _P[AnyInstance | None, _Instance | None]
    NextSelectionRight: _P[AnyInstance | None, _Instance | None]
    NextSelectionUp: _P[AnyInstance | None, _Instance | None]
    Position: _P[_values.UDim2, Any]
    Rotation: _P[float, float | str]
    Selectable: _P[bool, bool | str]
    SelectionImageObject: _P[AnyInstance | None, _Instance | None]
    SelectionOrder: _P[int, int | str]
    Sink: _P[_enums.InputSink, _enums.InputSink | int | str]
    Size: _P[_values.UDim2, Any]
    SizeConstraint: _P[_enums.SizeConstraint, _enums.SizeConstraint | int | str]
    Visible: _P[bool, bool | str]
    ZIndex: _P[int, int | str]
    ...
class GuiService(Instance):
    AutoSelectGuiEnabled: _P[bool, bool | str]
    DisplayScalingMode: _P[_enums.DisplayScalingMode, _enums.DisplayScalingMode | int | str]
    GuiNavigationEnabled: _P[bool, bool | str]
    SelectedObject: _P[AnyInstance | None, _Instance | None]
    ...
class GuidRegistryService(Instance):
    ...
class HSRDataContentProvider(CacheableContentProvider):
    ...
class HandleAdornment(PVAdornment):
    AdornCullingMode: _P[_enums.AdornCullingMode, _enums.AdornCullingMode | int | str]
    AlwaysOnTop: _P[bool, bool | str]
    CFrame: _P[_values.CFrame, Any]
    SizeRelativeOffset: _P[_values.Vector3, Any]
    ZIndex: _P[int, int | str]
    ...
class Handles(HandlesBase):
    Faces: _P[int, int | str]
    Style: _P[_enums.HandlesStyle, _enums.HandlesStyle | int | str]
    ...
class HandlesBase(PartAdornment):
    ...
class HapticEffect(Instance):
    Looped: _P[bool, bool | str]
    Position: _P[_values.Vector3, Any]
    Radius: _P[float, float | str]
    Type: _P[_enums.HapticEffectType, _enums.HapticEffectType | int | str]
    WaveformData: _P[bytes, bytes | str]
    ...
class HapticService(Instance):
    ...
class HarmonyService(Instance):
    ...
class Hat(Accoutrement):
    ...
class HeapProfilerService(Instance):
    ...
class HeatmapQueryService(Instance):
    ...
class HeatmapService(Instance):
    ...
class HeightmapImporterService(Instance):
    ...
class HiddenSurfaceRemovalAsset(Instance):
    HSRData: _P[bytes, bytes | str]
    HSRMeshIdData: _P[bytes, bytes | str]
    ...
class Highlight(Instance):
    Adornee: _P[AnyInstance | None, _Instance | None]
    DepthMode: _P[_enums.HighlightDepthMode, _enums.HighlightDepthMode | int | str]
    Enabled: _P[bool, bool | str]
    FillColor: _P[_values.Color3, Any]
    FillTransparency: _P[float, float | str]
    OutlineColor: _P[_values.Color3, Any]
    OutlineTransparency: _P[float, float | str]
    ...
class HingeConstraint(Constraint):
    ActuatorType: _P[_enums.ActuatorType, _enums.ActuatorType | int | str]
    AngularResponsiveness: _P[float, float | str]
    AngularSpeed: _P[float, float | str]
    AngularVelocity: _P[float, float | str]
    LimitsEnabled: _P[bool, bool | str]
    LowerAngle: _P[float, float | str]
    MotorMaxAcceleration: _P[float, float | str]
    MotorMaxTorque: _P[float, float | str]
    Radius: _P[float, float | str]
    Restitution: _P[float, float | str]
    ServoMaxTorque: _P[float, float | str]
    SoftlockServoUponReachingTarget: _P[bool, bool | str]
    TargetAngle: _P[float, float | str]
    UpperAngle: _P[float, float | str]
    ...
class Hint(Message):
    ...
class Hole(Feature):
    ...
class Hopper(Instance):
    ...
class HopperBin(BackpackItem):
    Active: _P[bool, bool | str]
    BinType: _P[_enums.BinType, _enums.BinType | int | str]
    ...
class HttpRbxApiService(Instance):
    ...
class HttpRequest(Instance):
    ...
class HttpService(Instance):
    HttpEnabled: _P[bool, bool | str]
    ...
class Humanoid(Instance):
    Health: _P[float, float | str]
    AutoJumpEnabled: _P[bool, bool | str]
    AutoRotate: _P[bool, bool | str]
    AutomaticScalingEnabled: _P[bool, bool | str]
    BreakJointsOnDeath: _P[bool, bool | str]
    CollisionType: _P[_enums.HumanoidCollisionType, _enums.HumanoidCollisionType | int | str]
    DisplayDistanceType: _P[_enums.HumanoidDisplayDistanceType, _enums.HumanoidDisplayDistanceType | int | str]
    DisplayName: _P[str, str | bytes]
    EvaluateStateMachine: _P[bool, bool | str]
    HealthDisplayDistance: _P[float, float | str]
    HealthDisplayType: _P[_enums.HumanoidHealthDisplayType, _enums.HumanoidHealthDisplayType | int | str]
    Health_XML: _P[float, float | str]
    HipHeight: _P[float, float | str]
    InternalBodyScale: _P[_values.Vector3, Any]
    InternalHeadScale: _P[float, float | str]
    JumpHeight: _P[float, float | str]
    JumpPower: _P[float, float | str]
    MaxHealth: _P[float, float | str]
    MaxSlopeAngle: _P[float, float | str]
    NameDisplayDistance: _P[float, float | str]
    NameOcclusion: _P[_enums.NameOcclusion, _enums.NameOcclusion | int | str]
    RequiresNeck: _P[bool, bool | str]
    RigType: _P[_enums.HumanoidRigType, _enums.HumanoidRigType | int | str]
    UseJumpPower: _P[bool, bool | str]
    WalkSpeed: _P[float, float | str]
    ...
class HumanoidController(Controller):
    ...
class HumanoidDescription(Instance):
    BodyTypeScale: _P[float, float | str]
    ClimbAnimation: _P[int, int | str]
    DepthScale: _P[float, float | str]
    EmotesDataInternal: _P[str, str | bytes]
    EquippedEmotesDataInternal: _P[str, str | bytes]
    Face: _P[int, int | str]
    FallAnimation: _P[int, int | str]
    GraphicTShirt: _P[int, int | str]
    HeadScale: _P[float, float | str]
    HeightScale: _P[float, float | str]
    IdleAnimation: _P[int, int | str]
    JumpAnimation: _P[int, int | str]
    MoodAnimation: _P[int, int | str]
    Pants: _P[int, int | str]
    ProportionScale: _P[float, float | str]
    RunAnimation: _P[int, int | str]
    Shirt: _P[int, int | str]
    StaticFacialAnimation: _P[bool, bool | str]
    SwimAnimation: _P[int, int | str]
    UseAvatarSettings: _P[bool, bool | str]
    WalkAnimation: _P[int, int | str]
    WidthScale: _P[float, float | str]
    ...
class HumanoidRigDescription(Instance):
    Chest: _P[AnyInstance | None, _Instance | None]
    ChestRangeMax: _P[_values.Vector3, Any]
    ChestRangeMin: _P[_values.Vector3, Any]
    ChestSize: _P[float, float | str]
    ChestTposeAdjustment: _P[_values.CFrame, Any]
    HeadBase: _P[AnyInstance | None, _Instance | None]
    HeadBaseRangeMax: _P[_values.Vector3, Any]
    HeadBaseRangeMin: _P[_values.Vector3, Any]
    HeadBaseSize: _P[float, float | str]
    HeadBaseTposeAdjustment: _P[_values.CFrame, Any]
    LeftAnkle: _P[AnyInstance | None, _Instance | None]
    LeftAnkleRangeMax: _P[_values.Vector3, Any]
    LeftAnkleRangeMin: _P[_values.Vector3, Any]
    LeftAnkleSize: _P[float, float | str]
    LeftAnkleTposeAdjustment: _P[_values.CFrame, Any]
    LeftClavicle: _P[AnyInstance | None, _Instance | None]
    LeftClavicleRangeMax: _P[_values.Vector3, Any]
    LeftClavicleRangeMin: _P[_values.Vector3, Any]
    LeftClavicleSize: _P[float, float | str]
    LeftClavicleTposeAdjustment: _P[_values.CFrame, Any]
    LeftElbow: _P[AnyInstance | None, _Instance | None]
    LeftElbowRangeMax: _P[_values.Vector3, Any]
    LeftElbowRangeMin: _P[_values.Vector3, Any]
    LeftElbowSize: _P[float, float | str]
    LeftElbowTposeAdjustment: _P[_values.CFrame, Any]
    LeftHip: _P[AnyInstance | None, _Instance | None]
    LeftHipRangeMax: _P[_values.Vector3, Any]
    LeftHipRangeMin: _P[_values.Vector3, Any]
    LeftHipSize: _P[float, float | str]
    LeftHipTposeAdjustment: _P[_values.CFrame, Any]
    LeftKnee: _P[AnyInstance | None, _Instance | None]
    LeftKneeRangeMax: _P[_values.Vector3, Any]
    LeftKneeRangeMin: _P[_values.Vector3, Any]
    LeftKneeSize: _P[float, float | str]
    LeftKneeTposeAdjustment: _P[_values.CFrame, Any]
    LeftShoulder: _P[AnyInstance | None, _Instance | None]
    LeftShoulderRangeMax: _P[_values.Vector3, Any]
    LeftShoulderRangeMin: _P[_values.Vector3, Any]
    LeftShoulderSize: _P[float, float | str]
    LeftShoulderTposeAdjustment: _P[_values.CFrame, Any]
    LeftToeBase: _P[AnyInstance | None, _Instance | None]
    LeftToeBaseRangeMax: _P[_values.Vector3, Any]
    LeftToeBaseRangeMin: _P[_values.Vector3, Any]
    LeftToeBaseSize: _P[float, float | str]
    LeftToeBaseTposeAdjustment: _P[_values.CFrame, Any]
    LeftWrist: _P[AnyInstance | None, _Instance | None]
    LeftWristRangeMax: _P[_values.Vector3, Any]
    LeftWristRangeMin: _P[_values.Vector3, Any]
    LeftWristSize: _P[float, float | str]
    LeftWristTposeAdjustment: _P[_values.CFrame, Any]
    Neck: _P[AnyInstance | None, _Instance | None]
    NeckRangeMax: _P[_values.Vector3, Any]
    NeckRangeMin: _P[_values.Vector3, Any]
    NeckSize: _P[float, float | str]
    NeckTposeAdjustment: _P[_values.CFrame, Any]
    OriginOffset: _P[_values.CFrame, Any]
    RightAnkle: _P[AnyInstance | None, _Instance | None]
    RightAnkleRangeMax: _P[_values.Vector3, Any]
    RightAnkleRangeMin: _P[_values.Vector3, Any]
    RightAnkleSize: _P[float, float | str]
    RightAnkleTposeAdjustment: _P[_values.CFrame, Any]
    RightClavicle: _P[AnyInstance | None, _Instance | None]
    RightClavicleRangeMax: _P[_values.Vector3, Any]
    RightClavicleRangeMin: _P[_values.Vector3, Any]
    RightClavicleSize: _P[float, float | str]
    RightClavicleTposeAdjustment: _P[_values.CFrame, Any]
    RightElbow: _P[AnyInstance | None, _Instance | None]
    RightElbowRangeMax: _P[_values.Vector3, Any]
    RightElbowRangeMin: _P[_values.Vector3, Any]
    RightElbowSize: _P[float, float | str]
    RightElbowTposeAdjustment: _P[_values.CFrame, Any]
    RightHip: _P[AnyInstance | None, _Instance | None]
    RightHipRangeMax: _P[_values.Vector3, Any]
    RightHipRangeMin: _P[_values.Vector3, Any]
    RightHipSize: _P[float, float | str]
    RightHipTposeAdjustment: _P[_values.CFrame, Any]
    RightKnee: _P[AnyInstance | None, _Instance | None]
    RightKneeRangeMax: _P[_values.Vector3, Any]
    RightKneeRangeMin: _P[_values.Vector3, Any]
    RightKneeSize: _P[float, float | str]
    RightKneeTposeAdjustment: _P[_values.CFrame, Any]
    RightShoulder: _P[AnyInstance | None, _Instance | None]
    RightShoulderRangeMax: _P[_values.Vector3, Any]
    RightShoulderRangeMin: _P[_values.Vector3, Any]
    RightShoulderSize: _P[float, float | str]
    RightShoulderTposeAdjustment: _P[_values.CFrame, Any]
    RightToeBase: _P[AnyInstance | None, _Instance | None]
    RightToeBaseRangeMax: _P[_values.Vector3, Any]
    RightToeBaseRangeMin: _P[_values.Vector3, Any]
    RightToeBaseSize: _P[float, float | str]
    RightToeBaseTposeAdjustment: _P[_values.CFrame, Any]
    RightWrist: _P[AnyInstance | None, _Instance | None]
    RightWristRangeMax: _P[_values.Vector3, Any]
    RightWristRangeMin: _P[_values.Vector3, Any]
    RightWristSize: _P[float, float | str]
    RightWristTposeAdjustment: _P[_values.CFrame, Any]
    Root: _P[AnyInstance | None, _Instance | None]
    RootRangeMax: _P[_values.Vector3, Any]
    RootRangeMin: _P[_values.Vector3, Any]
    RootSize: _P[float, float | str]
    RootTposeAdjustment: _P[_values.CFrame, Any]
    Spine: _P[AnyInstance | None, _Instance | None]
    SpineRangeMax: _P[_values.Vector3, Any]
    SpineRangeMin: _P[_values.Vector3, Any]
    SpineSize: _P[float, float | str]
    SpineTposeAdjustment: _P[_values.CFrame, Any]
    Waist: _P[AnyInstance | None, _Instance | None]
    WaistRangeMax: _P[_values.Vector3, Any]
    WaistRangeMin: _P[_values.Vector3, Any]
    WaistSize: _P[float, float | str]
    WaistTposeAdjustment: _P[_values.CFrame, Any]
    ...
class IKControl(Instance):
    ChainRoot: _P[AnyInstance | None, _Instance | None]
    Enabled: _P[bool, bool | str]
    EndEffector: _P[AnyInstance | None, _Instance | None]
    EndEffectorOffset: _P[_values.CFrame, Any]
    Offset: _P[_values.CFrame, Any]
    Pole: _P[AnyInstance | None, _Instance | None]
    Priority: _P[int, int | str]
    SmoothTime: _P[float, float | str]
    Target: _P[AnyInstance | None, _Instance | None]
    Type: _P[_enums.IKControlType, _enums.IKControlType | int | str]
    Weight: _P[float, float | str]
    ...
class ILegacyStudioBridge(Instance):
    ...
class IXPService(Instance):
    ...
class ImageButton(GuiButton):
    HoverImage: _P[str | None, str | None]
    HoverImageContent: _P[str | AnyInstance | None, str | _Instance | None]
    Image: _P[str | None, str | None]
    ImageColor3: _P[_values.Color3, Any]
    ImageContent: _P[str | AnyInstance | None, str | _Instance | None]
    ImageRectOffset: _P[_values.Vector2, Any]
    ImageRectSize: _P[_values.Vector2, Any]
    ImageTransparency: _P[float, float | str]
    PressedImage: _P[str | None, str | None]
    PressedImageContent: _P[str | AnyInstance | None, str | _Instance | None]
    ResampleMode: _P[_enums.ResamplerMode, _enums.ResamplerMode | int | str]
    ScaleType: _P[_enums.ScaleType, _enums.ScaleType | int | str]
    SliceCenter: _P[_values.Rect, Any]
    SliceScale: _P[float, float | str]
    TileSize: _P[_values.UDim2, Any]
    ...
class ImageHandleAdornment(HandleAdornment):
    Image: _P[str | None, str | None]
    ImageContent: _P[str | AnyInstance | None, str | _Instance | None]
    Size: _P[_values.Vector2, Any]
    ...
class ImageLabel(GuiLabel):
    Image: _P[str | None, str | None]
    ImageColor3: _P[_values.Color3, Any]
    ImageContent: _P[str | AnyInstance | None, str | _Instance | None]
    ImageRectOffset: _P[_values.Vector2, Any]
    ImageRectSize: _P[_values.Vector2, Any]
    ImageTransparency: _P[float, float | str]
    ResampleMode: _P[_enums.ResamplerMode, _enums.ResamplerMode | int | str]
    ScaleType: _P[_enums.ScaleType, _enums.ScaleType | int | str]
    SliceCenter: _P[_values.Rect, Any]
    SliceScale: _P[float, float | str]
    TileSize: _P[_values.UDim2, Any]
    ...
class ImageScreenCaptureService(Instance):
    ...
class ImportSession(Instance):
    ...
class IncrementalPatchBuilder(Instance):
    AddPathsToBundle: _P[bool, bool | str]
    BuildDebouncePeriod: _P[float, float | str]
    HighCompression: _P[bool, bool | str]
    SerializePatch: _P[bool, bool | str]
    UseFileLevelCompressionInsteadOfChunk: _P[bool, bool | str]
    ZstdCompression: _P[bool, bool | str]
    ...
class InputAction(Instance):
    DisplayName: _P[str, str | bytes]
    Enabled: _P[bool, bool | str]
    Type: _P[_enums.InputActionType, _enums.InputActionType | int | str]
    ...
class InputActionLabel(GuiObject):
    FontFace: _P[_values.Font, Any]
    ImageColor3: _P[_values.Color3, Any]
    ImageTransparency: _P[float, float | str]
    InputAction: _P[AnyInstance | None, _Instance | None]
    TextColor3: _P[_values.Color3, Any]
    TextSize: _P[float, float | str]
    TextTransparency: _P[float, float | str]
    TextWrapped: _P[bool, bool | str]
    TextXAlignment: _P[_enums.TextXAlignment, _enums.TextXAlignment | int | str]
    TextYAlignment: _P[_enums.TextYAlignment, _enums.TextYAlignment | int | str]
    ...
class InputBinding(Instance):
    Backward: _P[_enums.KeyCode, _enums.KeyCode | int | str]
    ClampMagnitudeToOne: _P[bool, bool | str]
    DisplayImage: _P[str | AnyInstance | None, str | _Instance | None]
    DisplayName: _P[str, str | bytes]
    Down: _P[_enums.KeyCode, _enums.KeyCode | int | str]
    Forward: _P[_enums.KeyCode, _enums.KeyCode | int | str]
    KeyCode: _P[_enums.KeyCode, _enums.KeyCode | int | str]
    Left: _P[_enums.KeyCode, _enums.KeyCode | int | str]
    PointerIndex: _P[int, int | str]
    PressedThreshold: _P[float, float | str]
    PrimaryModifier: _P[_enums.KeyCode, _enums.KeyCode | int | str]
    ReleasedThreshold: _P[float, float | str]
    ResponseCurve: _P[float, float | str]
    Right: _P[_enums.KeyCode, _enums.KeyCode | int | str]
    Scale: _P[float, float | str]
    SecondaryModifier: _P[_enums.KeyCode, _enums.KeyCode | int | str]
    Type: _P[_enums.InputBindingType, _enums.InputBindingType | int | str]
    UIButton: _P[AnyInstance | None, _Instance | None]
    UIModifier: _P[AnyInstance | None, _Instance | None]
    Up: _P[_enums.KeyCode, _enums.KeyCode | int | str]
    Vector2Scale: _P[_values.Vector2, Any]
    Vector3Scale: _P[_values.Vector3, Any]
    ...
class InputContext(Instance):
    Enabled: _P[bool, bool | str]
    Priority: _P[int, int | str]
    Sink: _P[bool, bool | str]
    ...
class InputObject(Instance):
    ...
class InsertService(Instance):
    AllowInsertFreeModels: _P[bool, bool | str]
    ...
class Instance(Object):
    Archivable: _P[bool, bool | str]
    Attributes: _P[bytes, bytes | str]
    Capabilities: _P[int, int | str]
    HistoryId: _P[_values.UniqueId, Any]
    Sandboxed: _P[bool, bool | str]
    SerializedOverrides: _P[bytes, bytes | str]
    SourceAssetId: _P[int, int | str]
    Tags: _P[bytes, bytes | str]
    UniqueId: _P[_values.UniqueId, Any]
    ...
class InstanceAdornment(GuiBase3d):
    Adornee: _P[AnyInstance | None, _Instance | None]
    ...
class InstanceExtensionsService(Instance):
    ...
class InstanceFileSyncService(Instance):
    ...
class IntConstrainedValue(ValueBase):
    MaxValue: _P[int, int | str]
    MinValue: _P[int, int | str]
    value: _P[int, int | str]
    ...
class IntValue(ValueBase):
    Value: _P[int, int | str]
    ...
class IntentService(Instance):
    ...
class InternalMessagingService(Instance):
    ...
class InternalMessagingServiceVerifier(Instance):
    ...
class InternalSyncItem(Instance):
    AutoSync: _P[bool, bool | str]
    Enabled: _P[bool, bool | str]
    Path: _P[str, str | bytes]
    ...
class InternalSyncService(Instance):
    ...
class IntersectOperation(PartOperation):
    ...
class InventoryPages(Pages):
    ...
class JointImportData(BaseImportData):
    ...
class JointInstance(Instance):
    C0: _P[_values.CFrame, Any]
    C1: _P[_values.CFrame, Any]
    Enabled: _P[bool, bool | str]
    Part0: _P[AnyInstance | None, _Instance | None]
    Part1: _P[AnyInstance | None, _Instance | None]
    ...
class JointsService(Instance):
    ...
class KeyboardService(Instance):
    ...
class Keyframe(Instance):
    Time: _P[float, float | str]
    ...
class KeyframeMarker(Instance):
    Value: _P[str, str | bytes]
    ...
class KeyframeSequence(AnimationClip):
    AuthoredHipHeight: _P[float, float | str]
    ...
class KeyframeSequenceProvider(Instance):
    ...
class LanguageService(Instance):
    ...
class LayerCollector(GuiBase2d):
    Enabled: _P[bool, bool | str]
    ResetOnSpawn: _P[bool, bool | str]
    ZIndexBehavior: _P[_enums.ZIndexBehavior, _enums.ZIndexBehavior | int | str]
    ...
class LegacyStudioBridge(ILegacyStudioBridge):
    ...
class Light(Instance):
    Brightness: _P[float, float | str]
    Color: _P[_values.Color3, Any]
    Enabled: _P[bool, bool | str]
    Shadows: _P[bool, bool | str]
    ...
class Lighting(Instance):
    Ambient: _P[_values.Color3, Any]
    Brightness: _P[float, float | str]
    ClockTime: _P[float, float | str]
    ColorShift_Bottom: _P[_values.Color3, Any]
    ColorShift_Top: _P[_values.Color3, Any]
    EnvironmentDiffuseScale: _P[float, float | str]
    EnvironmentSpecularScale: _P[float, float | str]
    ExposureCompensation: _P[float, float | str]
    ExtendLightRangeTo120: _P[_enums.RolloutState, _enums.RolloutState | int | str]
    FogColor: _P[_values.Color3, Any]
    FogEnd: _P[float, float | str]
    FogStart: _P[float, float | str]
    GeographicLatitude: _P[float, float | str]
    GlobalShadows: _P[bool, bool | str]
    LightingStyle: _P[_enums.LightingStyle, _enums.LightingStyle | int | str]
    OutdoorAmbient: _P[_values.Color3, Any]
    Outlines: _P[bool, bool | str]
    PrioritizeLightingQuality: _P[bool, bool | str]
    ShadowSoftness: _P[float, float | str]
    Technology: _P[_enums.Technology, _enums.Technology | int | str]
    TimeOfDay: _P[str, str | bytes]
    ...
class LineForce(Constraint):
    ApplyAtCenterOfMass: _P[bool, bool | str]
    InverseSquareLaw: _P[bool, bool | str]
    Magnitude: _P[float, float | str]
    MaxForce: _P[float, float | str]
    ReactionForceEnabled: _P[bool, bool | str]
    ...
class LineHandleAdornment(HandleAdornment):
    Length: _P[float, float | str]
    Thickness: _P[float, float | str]
    ...
class LinearVelocity(Constraint):
    ForceLimitMode: _P[_enums.ForceLimitMode, _enums.ForceLimitMode | int | str]
    ForceLimitsEnabled: _P[bool, bool | str]
    LineDirection: _P[_values.Vector3, Any]
    LineVelocity: _P[float, float | str]
    MaxAxesForce: _P[_values.Vector3, Any]
    MaxForce: _P[float, float | str]
    MaxPlanarAxesForce: _P[_values.Vector2, Any]
    PlaneVelocity: _P[_values.Vector2, Any]
    PrimaryTangentAxis: _P[_values.Vector3, Any]
    ReactionForceEnabled: _P[bool, bool | str]
    RelativeTo: _P[_enums.ActuatorRelativeTo, _enums.ActuatorRelativeTo | int | str]
    SecondaryTangentAxis: _P[_values.Vector3, Any]
    VectorVelocity: _P[_values.Vector3, Any]
    VelocityConstraintMode: _P[_enums.VelocityConstraintMode, _enums.VelocityConstraintMode | int | str]
    ...
class LinkingService(Instance):
    ...
class LiveScriptingService(Instance):
    ...
class LiveSyncService(Instance):
    ...
class LocalDebuggerConnection(DebuggerConnection):
    ...
class LocalScript(Script):
    ...
class LocalStorageService(Instance):
    ...
class LocalizationService(Instance):
    ...
class LocalizationTable(Instance):
    Contents: _P[str, str | bytes]
    SourceLocaleId: _P[str, str | bytes]
    ...
class LodDataEntity(Instance):
    ...
class LodDataService(Instance):
    ...
class LogReporterService(Instance):
    ...
class LogService(Instance):
    ...
class Logger(Object):
    ...
class LoginService(Instance):
    ...
class LuaSettings(Instance):
    ...
class LuaSourceContainer(Instance):
    ScriptGuid: _P[str, str | bytes]
    ...
class LuaWebService(Instance):
    ...
class LuauExpression(Object):
    ...
class LuauExpressionService(Instance):
    ...
class LuauScriptAnalyzerService(Instance):
    ...
class MLModelDeliveryService(Instance):
    ...
class MLService(Instance):
    ...
class MLSession(Object):
    ...
class MakeupDescription(Instance):
    AssetId: _P[int, int | str]
    Instance: _P[AnyInstance | None, _Instance | None]
    MakeupType: _P[_enums.MakeupType, _enums.MakeupType | int | str]
    Order: _P[int, int | str]
    ...
class ManualGlue(ManualSurfaceJointInstance):
    ...
class ManualSurfaceJointInstance(JointInstance):
    ...
class ManualWeld(ManualSurfaceJointInstance):
    ...
class MarkerCurve(Instance):
    ValuesAndTimes: _P[bytes, bytes | str]
    ...
class MarketplaceService(Instance):
    ...
class MatchmakingService(Instance):
    ...
class MaterialGenerationService(Instance):
    ...
class MaterialImportData(BaseImportData):
    DiffuseFilePath: _P[str, str | bytes]
    DiffuseVersionedAssetId: _P[int, int | str]
    EmissiveFilePath: _P[str, str | bytes]
    EmissiveVersionedAssetId: _P[int, int | str]
    MetalnessFilePath: _P[str, str | bytes]
    MetalnessVersionedAssetId: _P[int, int | str]
    NormalFilePath: _P[str, str | bytes]
    NormalVersionedAssetId: _P[int, int | str]
    RoughnessFilePath: _P[str, str | bytes]
    RoughnessVersionedAssetId: _P[int, int | str]
    ...
class MaterialService(Instance):
    AsphaltName: _P[str, str | bytes]
    BasaltName: _P[str, str | bytes]
    BrickName: _P[str, str | bytes]
    CardboardName: _P[str, str | bytes]
    CarpetName: _P[str, str | bytes]
    CeramicTilesName: _P[str, str | bytes]
    ClayRoofTilesName: _P[str, str | bytes]
    CobblestoneName: _P[str, str | bytes]
    ConcreteName: _P[str, str | bytes]
    CorrodedMetalName: _P[str, str | bytes]
    CrackedLavaName: _P[str, str | bytes]
    DiamondPlateName: _P[str, str | bytes]
    FabricName: _P[str, str | bytes]
    FoilName: _P[str, str | bytes]
    GlacierName: _P[str, str | bytes]
    GraniteName: _P[str, str | bytes]
    GrassName: _P[str, str | bytes]
    GroundName: _P[str, str | bytes]
    IceName: _P[str, str | bytes]
    LeafyGrassName: _P[str, str | bytes]
    LeatherName: _P[str, str | bytes]
    LimestoneName: _P[str, str | bytes]
    MarbleName: _P[str, str | bytes]
    MetalName: _P[str, str | bytes]
    MudName: _P[str, str | bytes]
    PavementName: _P[str, str | bytes]
    PebbleName: _P[str, str | bytes]
    PlasterName: _P[str, str | bytes]
    PlasticName: _P[str, str | bytes]
    RockName: _P[str, str | bytes]
    RoofShinglesName: _P[str, str | bytes]
    RubberName: _P[str, str | bytes]
    SaltName: _P[str, str | bytes]
    SandName: _P[str, str | bytes]
    SandstoneName: _P[str, str | bytes]
    SlateName: _P[str, str | bytes]
    SmoothPlasticName: _P[str, str | bytes]
    SnowName: _P[str, str | bytes]
    Use2022Materials: _P[bool, bool | str]
    Use2022MaterialsXml: _P[bool, bool | str]
    WoodName: _P[str, str | bytes]
    WoodPlanksName: _P[str, str | bytes]
    ...
class MaterialVariant(Instance):
    AlphaMode: _P[_enums.AlphaMode, _enums.AlphaMode | int | str]
    BaseMaterial: _P[_enums.Material, _enums.Material | int | str]
    ColorMap: _P[str | None, str | None]
    ColorMapContent: _P[str | AnyInstance | None, str | _Instance | None]
    CustomPhysicalProperties: _P[_values.PhysicalProperties | None, Any]
    EmissiveMaskContent: _P[str | AnyInstance | None, str | _Instance | None]
    EmissiveStrength: _P[float, float | str]
    EmissiveTint: _P[_values.Color3, Any]
    MaterialPattern: _P[_enums.MaterialPattern, _enums.MaterialPattern | int | str]
    MetalnessMap: _P[str | None, str | None]
    MetalnessMapContent: _P[str | AnyInstance | None, str | _Instance | None]
    NormalMap: _P[str | None, str | None]
    NormalMapContent: _P[str | AnyInstance | None, str | _Instance | None]
    RoughnessMap: _P[str | None, str | None]
    RoughnessMapContent: _P[str | AnyInstance | None, str | _Instance | None]
    StudsPerTile: _P[float, float | str]
    TexturePack: _P[str | None, str | None]
    TexturePackContent: _P[str | AnyInstance | None, str | _Instance | None]
    ...
class MemStorageConnection(Instance):
    ...
class MemStorageService(Instance):
    ...
class MemoryStoreDistributedCounter(Instance):
    ...
class MemoryStoreHashMap(Instance):
    ...
class MemoryStoreHashMapPages(Pages):
    ...
class MemoryStoreQueue(Instance):
    ...
class MemoryStoreService(Instance):
    ...
class MemoryStoreSortedMap(Instance):
    ...
class MeshContentProvider(CacheableContentProvider):
    ...
class MeshImportData(BaseImportData):
    Anchored: _P[bool, bool | str]
    CageMeshIntersectedPreview: _P[bool, bool | str]
    CageNonManifoldPreview: _P[bool, bool | str]
    CageOverlappingVerticesPreview: _P[bool, bool | str]
    CageUVMisMatchedPreview: _P[bool, bool | str]
    DoubleSided: _P[bool, bool | str]
    IgnoreVertexColors: _P[bool, bool | str]
    IrrelevantCageModifiedPreview: _P[bool, bool | str]
    MeshHoleDetectedPreview: _P[bool, bool | str]
    OuterCageFarExtendedFromMeshPreview: _P[bool, bool | str]
    UseImportedPivot: _P[bool, bool | str]
    VersionedAssetId: _P[int, int | str]
    ...
class MeshPart(TriangleMeshPart):
    DoubleSided: _P[bool, bool | str]
    HasJointOffset: _P[bool, bool | str]
    HasSkinnedMesh: _P[bool, bool | str]
    InitialSize: _P[_values.Vector3, Any]
    JointOffset: _P[_values.Vector3, Any]
    MeshContent: _P[str | AnyInstance | None, str | _Instance | None]
    MeshId: _P[str | None, str | None]
    PhysicsData: _P[bytes, bytes | str]
    RenderFidelity: _P[_enums.RenderFidelity, _enums.RenderFidelity | int | str]
    TextureContent: _P[str | AnyInstance | None, str | _Instance | None]
    TextureID: _P[str | None, str | None]
    VertexCount: _P[int, int | str]
    ...
class Message(Instance):
    Text: _P[str, str | bytes]
    ...
class MessageBusConnection(Instance):
    ...
class MessageBusService(Instance):
    ...
class MessagingService(Instance):
    ...
class MetaBreakpoint(Instance):
    Condition: _P[str, str | bytes]
    ContinueExecution: _P[bool, bool | str]
    Enabled: _P[bool, bool | str]
    Line: _P[int, int | str]
    LogMessage: _P[str, str | bytes]
    RemoveOnHit: _P[bool, bool | str]
    Script: _P[str, str | bytes]
    ...
class MetaBreakpointContext(Instance):
    ContextDataInternal: _P[str, str | bytes]
    ...
class MetaBreakpointManager(Instance):
    ...
class MicroProfilerService(Instance):
    ContextLabel: _P[str, str | bytes]
    ...
class Model(PVInstance):
    LevelOfDetail: _P[_enums.ModelLevelOfDetail, _enums.ModelLevelOfDetail | int | str]
    ModelMeshCFrame: _P[_values.CFrame, Any]
    ModelMeshData: _P[bytes, bytes | str]
    ModelMeshSize: _P[_values.Vector3, Any]
    ModelStreamingMode: _P[_enums.ModelStreamingMode, _enums.ModelStreamingMode | int | str]
    NeedsPivotMigration: _P[bool, bool | str]
    PrimaryPart: _P[AnyInstance | None, _Instance | None]
    Scale: _P[float, float | str]
    SlimHash: _P[bytes, bytes | str]
    WorldPivotData: _P[_values.CFrame | None, Any]
    ...
class ModerationService(Instance):
    ...
class ModuleScript(LuaSourceContainer):
    LinkedSource: _P[str | None, str | None]
    Source: _P[str, str | bytes]
    ...
class MomentsService(Instance):
    ...
class Motor(JointInstance):
    DesiredAngle: _P[float, float | str]
    MaxVelocity: _P[float, float | str]
    ...
class Motor6D(Motor):
    ...
class MotorFeature(Feature):
    ...
class Mouse(Instance):
    Icon: _P[str | None, str | None]
    IconContent: _P[str | AnyInstance | None, str | _Instance | None]
    TargetFilter: _P[AnyInstance | None, _Instance | None]
    ...
class MouseService(Instance):
    ...
class MultipleDocumentInterfaceInstance(Instance):
    ...
class NegateOperation(PartOperation):
    PreviousOperation: _P[_enums.NegateOperationHiddenHistory, _enums.NegateOperationHiddenHistory | int | str]
    ...
class NetworkClient(NetworkPeer):
    ...
class NetworkMarker(Instance):
    ...
class NetworkPeer(Instance):
    ...
class NetworkReplicator(Instance):
    ...
class NetworkServer(NetworkPeer):
    ...
class NetworkSettings(Instance):
    HttpProxyEnabled: _P[bool, bool | str]
    HttpProxyURL: _P[str, str | bytes]
    InboundNetworkJitterMs: _P[float, float | str]
    InboundNetworkLossPercent: _P[float, float | str]
    InboundNetworkMinDelayMs: _P[float, float | str]
    IncomingReplicationLag: _P[float, float | str]
    OutboundNetworkJitterMs: _P[float, float | str]
    OutboundNetworkLossPercent: _P[float, float | str]
    OutboundNetworkMinDelayMs: _P[float, float | str]
    PrintJoinSizeBreakdown: _P[bool, bool | str]
    PrintPhysicsErrors: _P[bool, bool | str]
    PrintStreamInstanceQuota: _P[bool, bool | str]
    RandomizeJoinInstanceOrder: _P[bool, bool | str]
    RenderStreamedRegions: _P[bool, bool | str]
    ShowActiveAnimationAsset: _P[bool, bool | str]
    ...
class NoCollisionConstraint(Instance):
    Enabled: _P[bool, bool | str]
    Part0: _P[AnyInstance | None, _Instance | None]
    Part1: _P[AnyInstance | None, _Instance | None]
    ...
class Noise(Instance):
    NoiseType: _P[_enums.NoiseType, _enums.NoiseType | int | str]
    Seed: _P[int, int | str]
    ...
class NonReplicatedCSGDictionaryService(FlyweightService):
    ...
class NotificationService(Instance):
    ...
class NumberPose(PoseBase):
    Value: _P[float, float | str]
    ...
class NumberValue(ValueBase):
    Value: _P[float, float | str]
    ...
class Object(_Instance, metaclass=_Class):
    ...
class ObjectValue(ValueBase):
    Value: _P[AnyInstance | None, _Instance | None]
    ...
class OmniRecommendationsService(Instance):
    ...
class OpenCloudApiV1(Instance):
    ...
class OpenCloudService(Instance):
    ...
class OperationGraph(Instance):
    ...
class OrderedDataStore(GlobalDataStore):
    ...
class OutfitPages(Pages):
    ...
class OutputLink(Object):
    ...
class PVAdornment(GuiBase3d):
    Adornee: _P[AnyInstance | None, _Instance | None]
    ...
class PVInstance(Instance):
    ...
class PackageLink(Instance):
    AutoUpdate: _P[bool, bool | str]
    DefaultName: _P[str, str | bytes]
    ModifiedState: _P[int, int | str]
    PackageContent: _P[str | AnyInstance | None, str | _Instance | None]
    PackageId: _P[str | None, str | None]
    SerializedDefaultAttributes: _P[bytes, bytes | str]
    VersionIdSerialize: _P[int, int | str]
    ...
class PackageService(Instance):
    ...
class PackageUIService(Instance):
    ...
class Packages(Instance):
    IsDehydrated: _P[bool, bool | str]
    ShellPackagesCount: _P[int, int | str]
    SkippedInstancesCount: _P[int, int | str]
    ...
class Pages(Instance):
    ...
class Pants(Clothing):
    PantsTemplate: _P[str | None, str | None]
    PantsTemplateContent: _P[str | AnyInstance | None, str | _Instance | None]
    ...
class ParabolaAdornment(PVAdornment):
    ...
class Part(FormFactorPart):
    Shape: _P[_enums.PartType, _enums.PartType | int | str]
    ...
class PartAdornment(GuiBase3d):
    Adornee: _P[AnyInstance | None, _Instance | None]
    ...
class PartOperation(TriangleMeshPart):
    AssetId: _P[str | None, str | None]
    ChildData: _P[bytes, bytes | str]
    ChildData2: _P[bytes, bytes | str]
    ComponentIndex: _P[int, int | str]
    Content: _P[str | AnyInstance | None, str | _Instance | None]
    FormFactor: _P[_enums.FormFactor, _enums.FormFactor | int | str]
    InitialSize: _P[_values.Vector3, Any]
    MeshData: _P[bytes, bytes | str]
    MeshData2: _P[bytes, bytes | str]
    OffCentered: _P[bool, bool | str]
    PhysicsData: _P[bytes, bytes | str]
    RenderFidelity: _P[_enums.RenderFidelity, _enums.RenderFidelity | int | str]
    SmoothingAngle: _P[float, float | str]
    SolidMeshHolder: _P[bytes, bytes | str]
    TriangleCount: _P[int, int | str]
    UsePartColor: _P[bool, bool | str]
    ...
class PartOperationAsset(Instance):
    ChildData: _P[bytes, bytes | str]
    MeshData: _P[bytes, bytes | str]
    ...
class ParticleEmitter(Instance):
    Acceleration: _P[_values.Vector3, Any]
    Brightness: _P[float, float | str]
    Color: _P[list[_values.ColorKeypoint], Any]
    Drag: _P[float, float | str]
    EmissionDirection: _P[_enums.NormalId, _enums.NormalId | int | str]
    Enabled: _P[bool, bool | str]
    FlipbookBlendFrames: _P[bool, bool | str]
    FlipbookFramerate: _P[_values.NumberRange, Any]
    FlipbookIncompatible: _P[str, str | bytes]
    FlipbookLayout: _P[_enums.ParticleFlipbookLayout, _enums.ParticleFlipbookLayout | int | str]
    FlipbookMode: _P[_enums.ParticleFlipbookMode, _enums.ParticleFlipbookMode | int | str]
    FlipbookSizeX: _P[int, int | str]
    FlipbookSizeY: _P[int, int | str]
    FlipbookStartRandom: _P[bool, bool | str]
    Lifetime: _P[_values.NumberRange, Any]
    LightEmission: _P[float, float | str]
    LightInfluence: _P[float, float | str]
    LockedToPart: _P[bool, bool | str]
    Orientation: _P[_enums.ParticleOrientation, _enums.ParticleOrientation | int | str]
    Rate: _P[float, float | str]
    RotSpeed: _P[_values.NumberRange, Any]
    Rotation: _P[_values.NumberRange, Any]
    Shape: _P[_enums.ParticleEmitterShape, _enums.ParticleEmitterShape | int | str]
    ShapeInOut: _P[_enums.ParticleEmitterShapeInOut, _enums.ParticleEmitterShapeInOut | int | str]
    ShapePartial: _P[float, float | str]
    ShapeStyle: _P[_enums.ParticleEmitterShapeStyle, _enums.ParticleEmitterShapeStyle | int | str]
    Size: _P[list[_values.NumberKeypoint], Any]
    Speed: _P[_values.NumberRange, Any]
    SpreadAngle: _P[_values.Vector2, Any]
    Squash: _P[list[_values.NumberKeypoint], Any]
    Texture: _P[str | None, str | None]
    TextureContent: _P[str | AnyInstance | None, str | _Instance | None]
    TimeScale: _P[float, float | str]
    Transparency: _P[list[_values.NumberKeypoint], Any]
    VelocityInheritance: _P[float, float | str]
    WindAffectsDrag: _P[bool, bool | str]
    ZOffset: _P[float, float | str]
    ...
class PartyEmulatorService(Instance):
    ...
class PatchBundlerFileWatch(Instance):
    ...
class PatchMapping(Instance):
    FlattenTree: _P[bool, bool | str]
    PatchId: _P[str, str | bytes]
    TargetPath: _P[str, str | bytes]
    ...
class Path(Instance):
    ...
class Path2D(GuiBase):
    Closed: _P[bool, bool | str]
    Color3: _P[_values.Color3, Any]
    PropertiesSerialize: _P[bytes, bytes | str]
    Thickness: _P[float, float | str]
    Transparency: _P[float, float | str]
    Visible: _P[bool, bool | str]
    ZIndex: _P[int, int | str]
    ...
class Path3D(Instance):
    ...
class PathfindingLink(Instance):
    Attachment0: _P[AnyInstance | None, _Instance | None]
    Attachment1: _P[AnyInstance | None, _Instance | None]
    IsBidirectional: _P[bool, bool | str]
    Label: _P[str, str | bytes]
    ...
class PathfindingModifier(Instance):
    Label: _P[str, str | bytes]
    PassThrough: _P[bool, bool | str]
    ...
class PathfindingService(Instance):
    ...
class PausedState(Instance):
    ...
class PausedStateBreakpoint(PausedState):
    ...
class PausedStateException(PausedState):
    ...
class PerformanceControlService(Instance):
    ...
class PermissionsService(Instance):
    ...
class PhysicsService(Instance):
    ...
class PhysicsSettings(Instance):
    AllowSleep: _P[bool, bool | str]
    AreAnchorsShown: _P[bool, bool | str]
    AreAssembliesShown: _P[bool, bool | str]
    AreAssemblyCentersOfMassShown: _P[bool, bool | str]
    AreAwakePartsHighlighted: _P[bool, bool | str]
    AreBodyTypesShown: _P[bool, bool | str]
    AreCollisionCostsShown: _P[bool, bool | str]
    AreConstraintForcesShownForSelectedOrHoveredInstances: _P[bool, bool | str]
    AreConstraintTorquesShownForSelectedOrHoveredInstances: _P[bool, bool | str]
    AreContactForcesShownForSelectedOrHoveredAssemblies: _P[bool, bool | str]
    AreContactIslandsShown: _P[bool, bool | str]
    AreContactPointsShown: _P[bool, bool | str]
    AreGravityForcesShownForSelectedOrHoveredAssemblies: _P[bool, bool | str]
    AreJointCoordinatesShown: _P[bool, bool | str]
    AreMagnitudesShownForDrawnForcesAndTorques: _P[bool, bool | str]
    AreMechanismsShown: _P[bool, bool | str]
    AreModelCoordsShown: _P[bool, bool | str]
    AreNonAnchorsShown: _P[bool, bool | str]
    AreOwnersShown: _P[bool, bool | str]
    ArePartCoordsShown: _P[bool, bool | str]
    AreRegionsShown: _P[bool, bool | str]
    AreSolverIslandsShown: _P[bool, bool | str]
    AreTerrainReplicationRegionsShown: _P[bool, bool | str]
    AreTimestepsShown: _P[bool, bool | str]
    AreUnalignedPartsShown: _P[bool, bool | str]
    AreWorldCoordsShown: _P[bool, bool | str]
    CollisionGeomDrawOriginalParts: _P[bool, bool | str]
    CollisionGeomMatchPartTransparency: _P[bool, bool | str]
    CollisionGeomOverlayTransparency: _P[float, float | str]
    CollisionGeomShowCollidableParts: _P[bool, bool | str]
    CollisionGeomShowCollisionGroup: _P[str, str | bytes]
    CollisionGeomShowQueryableParts: _P[bool, bool | str]
    CollisionGeomShowTouchableParts: _P[bool, bool | str]
    DisableCSGv2: _P[bool, bool | str]
    DisableCSGv3ForPlugins: _P[bool, bool | str]
    DrawConstraintsNetForce: _P[bool, bool | str]
    DrawContactsNetForce: _P[bool, bool | str]
    DrawTotalNetForce: _P[bool, bool | str]
    EnableForceVisualizationSmoothing: _P[bool, bool | str]
    FluidForceDrawScale: _P[float, float | str]
    ForceCSGv2: _P[bool, bool | str]
    ForceDrawScale: _P[float, float | str]
    ForceVisualizationSmoothingSteps: _P[int, int | str]
    IsInterpolationThrottleShown: _P[bool, bool | str]
    IsReceiveAgeShown: _P[bool, bool | str]
    IsTreeShown: _P[bool, bool | str]
    PhysicsEnvironmentalThrottle: _P[_enums.EnviromentalPhysicsThrottle, _enums.EnviromentalPhysicsThrottle | int | str]
    ShowDecompositionGeometry: _P[bool, bool | str]
    ShowFluidForcesForSelectedOrHoveredMechanisms: _P[bool, bool | str]
    ShowInstanceNamesForDrawnForcesAndTorques: _P[bool, bool | str]
    SolverConvergenceMetricType: _P[_enums.SolverConvergenceMetricType, _enums.SolverConvergenceMetricType | int | str]
    SolverConvergenceVisualizationMode: _P[_enums.SolverConvergenceVisualizationMode, _enums.SolverConvergenceVisualizationMode | int | str]
    ThrottleAdjustTime: _P[float, float | str]
    TorqueDrawScale: _P[float, float | str]
    UseCSGv2: _P[bool, bool | str]
    ...
class PinShortcutService(Instance):
    ...
class PitchShiftSoundEffect(SoundEffect):
    Octave: _P[float, float | str]
    ...
class PlaceAssetIdsService(Instance):
    ...
class PlaceStatsService(Instance):
    ...
class PlacesService(Instance):
    ...
class Plane(PlaneConstraint):
    ...
class PlaneConstraint(Constraint):
    ...
class Platform(Part):
    ...
class PlatformCloudStorageService(Instance):
    ...
class PlatformFriendsService(Instance):
    ...
class PlatformLibraries(Instance):
    ...
class Player(Instance):
    AutoJumpEnabled: _P[bool, bool | str]
    CameraMaxZoomDistance: _P[float, float | str]
    CameraMinZoomDistance: _P[float, float | str]
    CameraMode: _P[_enums.CameraMode, _enums.CameraMode | int | str]
    Character: _P[AnyInstance | None, _Instance | None]
    CharacterAppearance: _P[str, str | bytes]
    CharacterAppearanceId: _P[int, int | str]
    DevCameraOcclusionMode: _P[_enums.DevCameraOcclusionMode, _enums.DevCameraOcclusionMode | int | str]
    DevComputerCameraMode: _P[_enums.DevComputerCameraMovementMode, _enums.DevComputerCameraMovementMode | int | str]
    DevComputerMovementMode: _P[_enums.DevComputerMovementMode, _enums.DevComputerMovementMode | int | str]
    DevEnableMouseLock: _P[bool, bool | str]
    DevTouchCameraMode: _P[_enums.DevTouchCameraMovementMode, _enums.DevTouchCameraMovementMode | int | str]
    DevTouchMovementMode: _P[_enums.DevTouchMovementMode, _enums.DevTouchMovementMode | int | str]
    HealthDisplayDistance: _P[float, float | str]
    InputLatency: _P[int, int | str]
    NameDisplayDistance: _P[float, float | str]
    Neutral: _P[bool, bool | str]
    RawJoinData: _P[bytes, bytes | str]
    ReplicationFocus: _P[AnyInstance | None, _Instance | None]
    RespawnLocation: _P[AnyInstance | None, _Instance | None]
    StepIdOffset: _P[int, int | str]
    Team: _P[AnyInstance | None, _Instance | None]
    TeamColor: _P[int, int | str]
    TeleportedIn: _P[bool, bool | str]
    ...
class PlayerData(Instance):
    ...
class PlayerDataRecord(Instance):
    ...
class PlayerDataRecordConfig(Instance):
    ...
class PlayerDataService(Instance):
    LoadFailureBehavior: _P[_enums.PlayerDataLoadFailureBehavior, _enums.PlayerDataLoadFailureBehavior | int | str]
    ...
class PlayerEmulatorService(Instance):
    CustomPoliciesEnabled: _P[bool, bool | str]
    EmulatedCountryCode: _P[str, str | bytes]
    EmulatedGameLocale: _P[str, str | bytes]
    PlayerEmulationEnabled: _P[bool, bool | str]
    PseudolocalizationEnabled: _P[bool, bool | str]
    SerializedEmulatedPolicyInfo: _P[bytes, bytes | str]
    TextElongationFactor: _P[int, int | str]
    ...
class PlayerGui(BasePlayerGui):
    ScreenOrientation: _P[_enums.ScreenOrientation, _enums.ScreenOrientation | int | str]
    SelectionImageObject: _P[AnyInstance | None, _Instance | None]
    ...
class PlayerHydrationService(Instance):
    ...
class PlayerListConfiguration(BaseCoreGuiConfiguration):
    Open: _P[bool, bool | str]
    ...
class PlayerMouse(Mouse):
    ...
class PlayerScripts(Instance):
    ...
class PlayerViewService(Instance):
    ...
class Players(Instance):
    BanningEnabled: _P[bool, bool | str]
    CharacterAutoLoads: _P[bool, bool | str]
    MaxPlayers: _P[int, int | str]
    PreferredPlayers: _P[int, int | str]
    RespawnTime: _P[float, float | str]
    UseStrafingAnimations: _P[bool, bool | str]
    ...
class Plugin(Instance):
    DisableUIDragDetectorDrags: _P[bool, bool | str]
    IsDebuggable: _P[bool, bool | str]
    ...
class PluginAction(Instance):
    ...
class PluginCapabilities(Instance):
    Manifest: _P[str, str | bytes]
    ...
class PluginConnection(Object):
    ...
class PluginConnectionService(Instance):
    ...
class PluginDebugService(Instance):
    ...
class PluginDragEvent(Instance):
    ...
class PluginGui(LayerCollector):
    Title: _P[str, str | bytes]
    ...
class PluginGuiService(Instance):
    ...
class PluginManagementService(Instance):
    ...
class PluginManager(Instance):
    ...
class PluginManagerInterface(Instance):
    ...
class PluginMenu(Instance):
    Visible: _P[bool, bool | str]
    ...
class PluginMouse(Mouse):
    ...
class PluginPolicyService(Instance):
    ...
class PluginToolbar(Instance):
    ...
class PluginToolbarButton(Instance):
    ...
class PointLight(Light):
    Range: _P[float, float | str]
    ...
class PointsService(Instance):
    ...
class PolicyService(Instance):
    IsLuobuServer: _P[_enums.TriStateBoolean, _enums.TriStateBoolean | int | str]
    LuobuWhitelisted: _P[_enums.TriStateBoolean, _enums.TriStateBoolean | int | str]
    ...
class PopLatencyService(Instance):
    ...
class Pose(PoseBase):
    CFrame: _P[_values.CFrame, Any]
    ...
class PoseBase(Instance):
    EasingDirection: _P[_enums.PoseEasingDirection, _enums.PoseEasingDirection | int | str]
    EasingStyle: _P[_enums.PoseEasingStyle, _enums.PoseEasingStyle | int | str]
    Weight: _P[float, float | str]
    ...
class PostEffect(Instance):
    Enabled: _P[bool, bool | str]
    ...
class Preloaded(Instance):
    ...
class PrismaticConstraint(SlidingBallConstraint):
    ...
class ProceduralBehaviorSchedulerService(Instance):
    ...
class ProceduralModel(Model):
    Dirty: _P[bool, bool | str]
    Generator: _P[AnyInstance | None, _Instance | None]
    Size: _P[_values.Vector3, Any]
    ...
class ProcessInstancePhysicsService(Instance):
    ...
class ProjectService(Instance):
    ContentMap: _P[bytes, bytes | str]
    ...
class ProximityPrompt(Instance):
    ActionText: _P[str, str | bytes]
    AutoLocalize: _P[bool, bool | str]
    ClickablePrompt: _P[bool, bool | str]
    Enabled: _P[bool, bool | str]
    Exclusivity: _P[_enums.ProximityPromptExclusivity, _enums.ProximityPromptExclusivity | int | str]
    GamepadKeyCode: _P[_enums.KeyCode, _enums.KeyCode | int | str]
    HoldDuration: _P[float, float | str]
    KeyboardKeyCode: _P[_enums.KeyCode, _enums.KeyCode | int | str]
    MaxActivationDistance: _P[float, float | str]
    MaxIndicatorDistance: _P[float, float | str]
    ObjectText: _P[str, str | bytes]
    RequiresLineOfSight: _P[bool, bool | str]
    RootLocalizationTable: _P[AnyInstance | None, _Instance | None]
    Style: _P[_enums.ProximityPromptStyle, _enums.ProximityPromptStyle | int | str]
    UIOffset: _P[_values.Vector2, Any]
    ...
class ProximityPromptService(Instance):
    Enabled: _P[bool, bool | str]
    MaxIndicatorsVisible: _P[int, int | str]
    MaxPromptsVisible: _P[int, int | str]
    ...
class PublishService(Instance):
    ...
class PyramidHandleAdornment(HandleAdornment):
    Height: _P[float, float | str]
    Shading: _P[_enums.AdornShading, _enums.AdornShading | int | str]
    Sides: _P[int, int | str]
    Size: _P[float, float | str]
    ...
class QWidgetPluginGui(PluginGui):
    ...
class QueueService(Instance):
    ...
class RTAnimationTracker(Instance):
    ...
class RayValue(ValueBase):
    Value: _P[_values.Ray, Any]
    ...
class RbxAnalyticsService(Instance):
    ...
class RealtimeMedia(Instance):
    ForwardInput: _P[bool, bool | str]
    ...
class RecommendationPages(Pages):
    ...
class RecommendationService(Instance):
    ...
class ReflectionMetadata(Instance):
    ...
class ReflectionMetadataCallbacks(Instance):
    ...
class ReflectionMetadataClass(ReflectionMetadataItem):
    ExplorerImageIndex: _P[int, int | str]
    ExplorerOrder: _P[int, int | str]
    Insertable: _P[bool, bool | str]
    PreferredParent: _P[str, str | bytes]
    ServiceVisibility: _P[_enums.ServiceVisibility, _enums.ServiceVisibility | int | str]
    ...
class ReflectionMetadataClasses(Instance):
    ...
class ReflectionMetadataEnum(ReflectionMetadataItem):
    ...
class ReflectionMetadataEnumItem(ReflectionMetadataItem):
    ...
class ReflectionMetadataEnums(Instance):
    ...
class ReflectionMetadataEvents(Instance):
    ...
class ReflectionMetadataFunctions(Instance):
    ...
class ReflectionMetadataItem(Instance):
    Browsable: _P[bool, bool | str]
    ClassCategory: _P[str, str | bytes]
    ClientOnly: _P[bool, bool | str]
    Constraint: _P[str, str | bytes]
    Deprecated: _P[bool, bool | str]
    EditingDisabled: _P[bool, bool | str]
    EditorType: _P[str, str | bytes]
    FFlag: _P[str, str | bytes]
    IsBackend: _P[bool, bool | str]
    PropertyOrder: _P[int, int | str]
    ScriptContext: _P[str, str | bytes]
    ServerOnly: _P[bool, bool | str]
    SliderScaling: _P[str, str | bytes]
    UIMaximum: _P[float, float | str]
    UIMinimum: _P[float, float | str]
    UINumTicks: _P[float, float | str]
    ...
class ReflectionMetadataMember(ReflectionMetadataItem):
    ...
class ReflectionMetadataProperties(Instance):
    ...
class ReflectionMetadataYieldFunctions(Instance):
    ...
class ReflectionService(Instance):
    ...
class RelativeGui(GuiObject):
    ...
class RemoteCommandService(Instance):
    ...
class RemoteCursorService(Instance):
    ...
class RemoteDebuggerServer(Instance):
    ...
class RemoteEvent(BaseRemoteEvent):
    ...
class RemoteFunction(Instance):
    ...
class RenderSettings(Instance):
    AutoFRMLevel: _P[int, int | str]
    EagerBulkExecution: _P[bool, bool | str]
    EditQualityLevel: _P[_enums.QualityLevel, _enums.QualityLevel | int | str]
    ExportMergeByMaterial: _P[bool, bool | str]
    FrameRateManager: _P[_enums.FramerateManagerMode, _enums.FramerateManagerMode | int | str]
    GraphicsMode: _P[_enums.GraphicsMode, _enums.GraphicsMode | int | str]
    MeshCacheSize: _P[int, int | str]
    MeshPartDetailLevel: _P[_enums.MeshPartDetailLevel, _enums.MeshPartDetailLevel | int | str]
    QualityLevel: _P[_enums.QualityLevel, _enums.QualityLevel | int | str]
    ReloadAssets: _P[bool, bool | str]
    RenderCSGTrianglesDebug: _P[bool, bool | str]
    ShowBoundingBoxes: _P[bool, bool | str]
    ViewMode: _P[_enums.ViewMode, _enums.ViewMode | int | str]
    ...
class RenderingTest(Instance):
    CFrame: _P[_values.CFrame, Any]
    ComparisonDiffThreshold: _P[int, int | str]
    ComparisonMethod: _P[_enums.RenderingTestComparisonMethod, _enums.RenderingTestComparisonMethod | int | str]
    ComparisonPsnrThreshold: _P[float, float | str]
    Description: _P[str, str | bytes]
    FieldOfView: _P[float, float | str]
    PerfTest: _P[bool, bool | str]
    QualityAuto: _P[bool, bool | str]
    QualityLevel: _P[int, int | str]
    RenderingTestFrameCount: _P[int, int | str]
    ShouldSkip: _P[bool, bool | str]
    Ticket: _P[str, str | bytes]
    Timeout: _P[int, int | str]
    ...
class ReplicatedFirst(Instance):
    ...
class ReplicatedStorage(Instance):
    ...
class RequestOrchestratorService(Instance):
    ...
class ReverbSoundEffect(SoundEffect):
    DecayTime: _P[float, float | str]
    Density: _P[float, float | str]
    Diffusion: _P[float, float | str]
    DryLevel: _P[float, float | str]
    WetLevel: _P[float, float | str]
    ...
class RibbonNotificationService(Instance):
    ...
class RigidConstraint(Constraint):
    ...
class RobloxPluginGuiService(Instance):
    ...
class RobloxReplicatedStorage(Instance):
    ...
class RobloxSerializableInstance(Instance):
    Data: _P[bytes, bytes | str]
    ...
class RobloxServerStorage(Instance):
    ...
class RocketPropulsion(BodyMover):
    CartoonFactor: _P[float, float | str]
    MaxSpeed: _P[float, float | str]
    MaxThrust: _P[float, float | str]
    MaxTorque: _P[_values.Vector3, Any]
    Target: _P[AnyInstance | None, _Instance | None]
    TargetOffset: _P[_values.Vector3, Any]
    TargetRadius: _P[float, float | str]
    ThrustD: _P[float, float | str]
    ThrustP: _P[float, float | str]
    TurnD: _P[float, float | str]
    TurnP: _P[float, float | str]
    ...
class RodConstraint(Constraint):
    Length: _P[float, float | str]
    LimitAngle0: _P[float, float | str]
    LimitAngle1: _P[float, float | str]
    LimitsEnabled: _P[bool, bool | str]
    Thickness: _P[float, float | str]
    ...
class RolloutValidation(Instance):
    AdditionalFluffOne: _P[int, int | str]
    AdditionalFluffThree: _P[float, float | str]
    AdditionalFluffTwo: _P[bool, bool | str]
    CreationVersion: _P[int, int | str]
    FirstBinaryExpectedValue: _P[str, str | bytes]
    FirstBinaryString: _P[bytes, bytes | str]
    FirstSharedExpectedValue: _P[str, str | bytes]
    FirstSharedString: _P[bytes, bytes | str]
    GenerationStrategy: _P[int, int | str]
    SecondBinaryExpectedValue: _P[str, str | bytes]
    SecondBinaryString: _P[bytes, bytes | str]
    SecondSharedExpectedValue: _P[str, str | bytes]
    SecondSharedString: _P[bytes, bytes | str]
    ThirdBinaryExpectedValue: _P[str, str | bytes]
    ThirdBinaryString: _P[bytes, bytes | str]
    ThirdSharedExpectedValue: _P[str, str | bytes]
    ThirdSharedString: _P[bytes, bytes | str]
    ...
class RolloutValidationService(Instance):
    ...
class RomarkRbxAnalyticsService(Instance):
    ...
class RomarkService(Instance):
    ...
class RootImportData(BaseImportData):
    AddModelToInventory: _P[bool, bool | str]
    Anchored: _P[bool, bool | str]
    AnimationIdForRestPose: _P[float, float | str]
    ExistingPackageId: _P[str, str | bytes]
    ImportAsModelAsset: _P[bool, bool | str]
    ImportAsPackage: _P[bool, bool | str]
    InsertInWorkspace: _P[bool, bool | str]
    InsertWithScenePosition: _P[bool, bool | str]
    InvertNegativeFaces: _P[bool, bool | str]
    KeepZeroInfluenceBones: _P[bool, bool | str]
    MergeMeshes: _P[bool, bool | str]
    PhysicalConstraintType: _P[_enums.PhysicalConstraintType, _enums.PhysicalConstraintType | int | str]
    PreferredUploadId: _P[int, int | str]
    RestPose: _P[_enums.RestPose, _enums.RestPose | int | str]
    RigScale: _P[_enums.RigScale, _enums.RigScale | int | str]
    RigType: _P[_enums.RigType, _enums.RigType | int | str]
    RigVisualization: _P[bool, bool | str]
    ScaleFactor: _P[float, float | str]
    ScaleUnit: _P[_enums.MeshScaleUnit, _enums.MeshScaleUnit | int | str]
    UseSceneOriginAsPivot: _P[bool, bool | str]
    UsesCages: _P[bool, bool | str]
    VersionedAssetId: _P[int, int | str]
    WorldForward: _P[_enums.NormalId, _enums.NormalId | int | str]
    WorldUp: _P[_enums.NormalId, _enums.NormalId | int | str]
    ...
class RopeConstraint(Constraint):
    Length: _P[float, float | str]
    Restitution: _P[float, float | str]
    Thickness: _P[float, float | str]
    WinchEnabled: _P[bool, bool | str]
    WinchForce: _P[float, float | str]
    WinchResponsiveness: _P[float, float | str]
    WinchSpeed: _P[float, float | str]
    WinchTarget: _P[float, float | str]
    ...
class Rotate(JointInstance):
    ...
class RotateP(DynamicRotate):
    ...
class RotateV(DynamicRotate):
    ...
class RotationCurve(Instance):
    ValuesAndTimes: _P[bytes, bytes | str]
    ...
class RtMessagingService(Instance):
    ...
class RunService(Instance):
    ...
class RunningAverageItemDouble(StatsItem):
    ...
class RunningAverageItemInt(StatsItem):
    ...
class RunningAverageTimeIntervalItem(StatsItem):
    ...
class RuntimeContentService(Instance):
    ...
class RuntimeScriptService(Instance):
    ...
class SafetyService(Instance):
    IsCaptureModeForReport: _P[bool, bool | str]
    ...
class SceneAnalysisService(Instance):
    ...
class ScreenGui(LayerCollector):
    ClipToDeviceSafeArea: _P[bool, bool | str]
    DisplayOrder: _P[int, int | str]
    IgnoreGuiInset: _P[bool, bool | str]
    SafeAreaCompatibility: _P[_enums.SafeAreaCompatibility, _enums.SafeAreaCompatibility | int | str]
    ScreenInsets: _P[_enums.ScreenInsets, _enums.ScreenInsets | int | str]
    ...
class ScreenshotCapture(Capture):
    ...
class ScreenshotHud(Instance):
    CameraButtonIcon: _P[str | None, str | None]
    CameraButtonIconContent: _P[str | AnyInstance | None, str | _Instance | None]
    CameraButtonPosition: _P[_values.UDim2, Any]
    CloseButtonPosition: _P[_values.UDim2, Any]
    CloseWhenScreenshotTaken: _P[bool, bool | str]
    ExperienceNameOverlayEnabled: _P[bool, bool | str]
    HideCoreGuiForCaptures: _P[bool, bool | str]
    HidePlayerGuiForCaptures: _P[bool, bool | str]
    OverlayFont: _P[_enums.Font, _enums.Font | int | str]
    UsernameOverlayEnabled: _P[bool, bool | str]
    Visible: _P[bool, bool | str]
    ...
class Script(BaseScript):
    Source: _P[str, str | bytes]
    ...
class ScriptBuilder(Instance):
    ...
class ScriptChangeService(Instance):
    ...
class ScriptCloneWatcher(Instance):
    ...
class ScriptCloneWatcherHelper(Instance):
    ...
class ScriptCommitService(Instance):
    ...
class ScriptContext(Instance):
    ...
class ScriptDebugger(Instance):
    CoreScriptIdentifier: _P[str, str | bytes]
    ScriptGuid: _P[str, str | bytes]
    ...
class ScriptDebuggerService(Instance):
    ...
class ScriptDocument(Instance):
    ...
class ScriptEditorService(Instance):
    ...
class ScriptProfilerService(Instance):
    ...
class ScriptRegistrationService(Instance):
    ...
class ScriptRuntime(Instance):
    ...
class ScriptScannerService(Instance):
    ...
class ScriptService(Instance):
    ...
class ScrollingFrame(GuiObject):
    AutomaticCanvasSize: _P[_enums.AutomaticSize, _enums.AutomaticSize | int | str]
    BottomImage: _P[str | None, str | None]
    BottomImageContent: _P[str | AnyInstance | None, str | _Instance | None]
    CanvasPosition: _P[_values.Vector2, Any]
    CanvasSize: _P[_values.UDim2, Any]
    ElasticBehavior: _P[_enums.ElasticBehavior, _enums.ElasticBehavior | int | str]
    HorizontalScrollBarInset: _P[_enums.ScrollBarInset, _enums.ScrollBarInset | int | str]
    MidImage: _P[str | None, str | None]
    MidImageContent: _P[str | AnyInstance | None, str | _Instance | None]
    ScrollBarImageColor3: _P[_values.Color3, Any]
    ScrollBarImageTransparency: _P[float, float | str]
    ScrollBarThickness: _P[int, int | str]
    ScrollingDirection: _P[_enums.ScrollingDirection, _enums.ScrollingDirection | int | str]
    ScrollingEnabled: _P[bool, bool | str]
    TopImage: _P[str | None, str | None]
    TopImageContent: _P[str | AnyInstance | None, str | _Instance | None]
    VerticalScrollBarInset: _P[_enums.ScrollBarInset, _enums.ScrollBarInset | int | str]
    VerticalScrollBarPosition: _P[_enums.VerticalScrollBarPosition, _enums.VerticalScrollBarPosition | int | str]
    ...
class Seat(Part):
    Disabled: _P[bool, bool | str]
    ...
class Selection(Instance):
    ...
class SelectionBox(InstanceAdornment):
    LineThickness: _P[float, float | str]
    StudioSelectionBox: _P[bool, bool | str]
    SurfaceColor3: _P[_values.Color3, Any]
    SurfaceTransparency: _P[float, float | str]
    ...
class SelectionHighlightManager(Instance):
    ...
class SelectionLasso(GuiBase3d):
    Humanoid: _P[AnyInstance | None, _Instance | None]
    ...
class SelectionPartLasso(SelectionLasso):
    Part: _P[AnyInstance | None, _Instance | None]
    ...
class SelectionPointLasso(SelectionLasso):
    Point: _P[_values.Vector3, Any]
    ...
class SelectionSphere(PVAdornment):
    SurfaceColor3: _P[_values.Color3, Any]
    SurfaceTransparency: _P[float, float | str]
    ...
class SelfViewConfiguration(BaseCoreGuiConfiguration):
    Open: _P[bool, bool | str]
    ...
class SensorBase(Instance):
    UpdateType: _P[_enums.SensorUpdateType, _enums.SensorUpdateType | int | str]
    ...
class SerializationService(Instance):
    ...
class ServerReplicator(NetworkReplicator):
    ...
class ServerScriptService(Instance):
    LoadStringEnabled: _P[bool, bool | str]
    ...
class ServerStorage(Instance):
    ...
class ServiceProvider(Instance):
    ...
class ServiceVisibilityService(Instance):
    HiddenServices: _P[bytes, bytes | str]
    VisibleServices: _P[bytes, bytes | str]
    ...
class SessionCheckService(Instance):
    ...
class SessionService(Instance):
    ...
class SharedTableRegistry(Instance):
    ...
class Shirt(Clothing):
    ShirtTemplate: _P[str | None, str | None]
    ShirtTemplateContent: _P[str | AnyInstance | None, str | _Instance | None]
    ...
class ShirtGraphic(CharacterAppearance):
    Color3: _P[_values.Color3, Any]
    Graphic: _P[str | None, str | None]
    TextureContent: _P[str | AnyInstance | None, str | _Instance | None]
    ...
class SkateboardController(Controller):
    ...
class SkateboardPlatform(Part):
    Steer: _P[int, int | str]
    StickyWheels: _P[bool, bool | str]
    Throttle: _P[int, int | str]
    ...
class Skin(CharacterAppearance):
    SkinColor: _P[int, int | str]
    ...
class Sky(Instance):
    CelestialBodiesShown: _P[bool, bool | str]
    MoonAngularSize: _P[float, float | str]
    MoonTextureContent: _P[str | AnyInstance | None, str | _Instance | None]
    MoonTextureId: _P[str | None, str | None]
    SkyboxBackContent: _P[str | AnyInstance | None, str | _Instance | None]
    SkyboxBk: _P[str | None, str | None]
    SkyboxDn: _P[str | None, str | None]
    SkyboxDownContent: _P[str | AnyInstance | None, str | _Instance | None]
    SkyboxFrontContent: _P[str | AnyInstance | None, str | _Instance | None]
    SkyboxFt: _P[str | None, str | None]
    SkyboxLeftContent: _P[str | AnyInstance | None, str | _Instance | None]
    SkyboxLf: _P[str | None, str | None]
    SkyboxOrientation: _P[_values.Vector3, Any]
    SkyboxRightContent: _P[str | AnyInstance | None, str | _Instance | None]
    SkyboxRt: _P[str | None, str | None]
    SkyboxUp: _P[str | None, str | None]
    SkyboxUpContent: _P[str | AnyInstance | None, str | _Instance | None]
    StarCount: _P[int, int | str]
    SunAngularSize: _P[float, float | str]
    SunTextureContent: _P[str | AnyInstance | None, str | _Instance | None]
    SunTextureId: _P[str | None, str | None]
    ...
class SlidingBallConstraint(Constraint):
    ActuatorType: _P[_enums.ActuatorType, _enums.ActuatorType | int | str]
    LimitsEnabled: _P[bool, bool | str]
    LinearResponsiveness: _P[float, float | str]
    LowerLimit: _P[float, float | str]
    MotorMaxAcceleration: _P[float, float | str]
    MotorMaxForce: _P[float, float | str]
    Restitution: _P[float, float | str]
    ServoMaxForce: _P[float, float | str]
    Size: _P[float, float | str]
    SoftlockServoUponReachingTarget: _P[bool, bool | str]
    Speed: _P[float, float | str]
    TargetPosition: _P[float, float | str]
    UpperLimit: _P[float, float | str]
    Velocity: _P[float, float | str]
    ...
class SlimAnimationDataEntity(Instance):
    ...
class SlimAnimationReplicationService(Instance):
    ...
class SlimContentProvider(CacheableContentProvider):
    ...
class SlimDebugSettings(Instance):
    ...
class SlimReplicationService(Instance):
    ...
class SlimService(Instance):
    ...
class Smoke(Instance):
    Color: _P[_values.Color3, Any]
    Enabled: _P[bool, bool | str]
    Opacity: _P[float, float | str]
    RiseVelocity: _P[float, float | str]
    Size: _P[float, float | str]
    TimeScale: _P[float, float | str]
    ...
class SmoothVoxelsUpgraderService(Instance):
    ...
class Snap(JointInstance):
    ...
class SocialService(Instance):
    ...
class SolidModelContentProvider(CacheableContentProvider):
    ...
class Sound(Instance):
    AcousticSimulationEnabled: _P[bool, bool | str]
    AudioContent: _P[str | AnyInstance | None, str | _Instance | None]
    LoopRegion: _P[_values.NumberRange, Any]
    Looped: _P[bool, bool | str]
    MaxDistance: _P[float, float | str]
    PlayOnRemove: _P[bool, bool | str]
    PlaybackRegion: _P[_values.NumberRange, Any]
    PlaybackRegionsEnabled: _P[bool, bool | str]
    PlaybackSpeed: _P[float, float | str]
    Playing: _P[bool, bool | str]
    RollOffMaxDistance: _P[float, float | str]
    RollOffMinDistance: _P[float, float | str]
    RollOffMode: _P[_enums.RollOffMode, _enums.RollOffMode | int | str]
    SoundGroup: _P[AnyInstance | None, _Instance | None]
    SoundId: _P[str | None, str | None]
    TimePosition: _P[float, float | str]
    Volume: _P[float, float | str]
    ...
class SoundEffect(Instance):
    Enabled: _P[bool, bool | str]
    Priority: _P[int, int | str]
    ...
class SoundGroup(Instance):
    Volume: _P[float, float | str]
    ...
class SoundService(Instance):
    AcousticSimulationEnabled: _P[bool, bool | str]
    AmbientReverb: _P[_enums.ReverbType, _enums.ReverbType | int | str]
    AudioApiByDefault: _P[_enums.RolloutState, _enums.RolloutState | int | str]
    CharacterSoundsUseNewApi: _P[_enums.RolloutState, _enums.RolloutState | int | str]
    DefaultListenerLocation: _P[_enums.ListenerLocation, _enums.ListenerLocation | int | str]
    DiffractionEnabled: _P[bool, bool | str]
    DistanceFactor: _P[float, float | str]
    DopplerScale: _P[float, float | str]
    IsNewExpForAudioApiByDefault: _P[bool, bool | str]
    ListenerCFrame: _P[_values.CFrame, Any]
    ListenerObject: _P[AnyInstance | None, _Instance | None]
    ListenerType: _P[_enums.ListenerType, _enums.ListenerType | int | str]
    OcclusionEnabled: _P[bool, bool | str]
    RespectFilteringEnabled: _P[bool, bool | str]
    ReverbEnabled: _P[bool, bool | str]
    RolloffScale: _P[float, float | str]
    VolumetricAudio: _P[_enums.VolumetricAudio, _enums.VolumetricAudio | int | str]
    ...
class SoundShimService(Instance):
    ...
class Sparkles(Instance):
    Enabled: _P[bool, bool | str]
    SparkleColor: _P[_values.Color3, Any]
    TimeScale: _P[float, float | str]
    ...
class SpawnLocation(Part):
    AllowTeamChangeOnTouch: _P[bool, bool | str]
    Duration: _P[int, int | str]
    Enabled: _P[bool, bool | str]
    Neutral: _P[bool, bool | str]
    TeamColor: _P[int, int | str]
    ...
class SpawnerService(Instance):
    ...
class SpecialMesh(FileMesh):
    MeshType: _P[_enums.MeshType, _enums.MeshType | int | str]
    ...
class SphereHandleAdornment(HandleAdornment):
    Radius: _P[float, float | str]
    Shading: _P[_enums.AdornShading, _enums.AdornShading | int | str]
    ...
class SpotLight(Light):
    Angle: _P[float, float | str]
    Face: _P[_enums.NormalId, _enums.NormalId | int | str]
    Range: _P[float, float | str]
    ...
class SpringConstraint(Constraint):
    Coils: _P[float, float | str]
    Damping: _P[float, float | str]
    FreeLength: _P[float, float | str]
    LimitsEnabled: _P[bool, bool | str]
    MaxForce: _P[float, float | str]
    MaxLength: _P[float, float | str]
    MinLength: _P[float, float | str]
    Radius: _P[float, float | str]
    Stiffness: _P[float, float | str]
    Thickness: _P[float, float | str]
    ...
class StackFrame(Instance):
    ...
class StandalonePluginScripts(Instance):
    ...
class StandardPages(Pages):
    ...
class StandardQueue(Instance):
    ...
class StartPageService(Instance):
    ...
class StarterCharacterScripts(StarterPlayerScripts):
    ...
class StarterGear(Instance):
    ...
class StarterGui(BasePlayerGui):
    ClipsDescendantsSupportsRotation: _P[_enums.RolloutState, _enums.RolloutState | int | str]
    ResetPlayerGuiOnSpawn: _P[bool, bool | str]
    RtlTextSupport: _P[_enums.RtlTextSupport, _enums.RtlTextSupport | int | str]
    ScreenOrientation: _P[_enums.ScreenOrientation, _enums.ScreenOrientation | int | str]
    ShowDevelopmentGui: _P[bool, bool | str]
    StudioDefaultStyleSheet: _P[AnyInstance | None, _Instance | None]
    StudioInsertWidgetLayerCollectorAutoLinkStyleSheet: _P[AnyInstance | None, _Instance | None]
    VirtualCursorMode: _P[_enums.VirtualCursorMode, _enums.VirtualCursorMode | int | str]
    ...
class StarterPack(Instance):
    ...
class StarterPlayer(Instance):
    AllowCustomAnimations: _P[bool, bool | str]
    AutoJumpEnabled: _P[bool, bool | str]
    AvatarJointUpgrade: _P[_enums.RolloutState, _enums.RolloutState | int | str]
    CameraMaxZoomDistance: _P[float, float | str]
    CameraMinZoomDistance: _P[float, float | str]
    CameraMode: _P[_enums.CameraMode, _enums.CameraMode | int | str]
    CharacterBreakJointsOnDeath: _P[bool, bool | str]
    CharacterJumpHeight: _P[float, float | str]
    CharacterJumpPower: _P[float, float | str]
    CharacterMaxSlopeAngle: _P[float, float | str]
    CharacterUseJumpPower: _P[bool, bool | str]
    CharacterWalkSpeed: _P[float, float | str]
    ClassicDeath: _P[bool, bool | str]
    CreateDefaultPlayerModule: _P[bool, bool | str]
    DevCameraOcclusionMode: _P[_enums.DevCameraOcclusionMode, _enums.DevCameraOcclusionMode | int | str]
    DevComputerCameraMovementMode: _P[_enums.DevComputerCameraMovementMode, _enums.DevComputerCameraMovementMode | int | str]
    DevComputerMovementMode: _P[_enums.DevComputerMovementMode, _enums.DevComputerMovementMode | int | str]
    DevTouchCameraMovementMode: _P[_enums.DevTouchCameraMovementMode, _enums.DevTouchCameraMovementMode | int | str]
    DevTouchMovementMode: _P[_enums.DevTouchMovementMode, _enums.DevTouchMovementMode | int | str]
    EnableDynamicHeads: _P[_enums.LoadDynamicHeads, _enums.LoadDynamicHeads | int | str]
    EnableMouseLockOption: _P[bool, bool | str]
    GameSettingsAvatar: _P[_enums.GameAvatarType, _enums.GameAvatarType | int | str]
    GameSettingsR15Collision: _P[_enums.R15CollisionType, _enums.R15CollisionType | int | str]
    HealthDisplayDistance: _P[float, float | str]
    LoadCharacterAppearance: _P[bool, bool | str]
    LoadCharacterLayeredClothing: _P[_enums.LoadCharacterLayeredClothing, _enums.LoadCharacterLayeredClothing | int | str]
    LuaCharacterController: _P[_enums.CharacterControlMode, _enums.CharacterControlMode | int | str]
    NameDisplayDistance: _P[float, float | str]
    PlaceAvatarRules: _P[AnyInstance | None, _Instance | None]
    PlayerModuleStatus: _P[int, int | str]
    UserEmotesEnabled: _P[bool, bool | str]
    ...
class StarterPlayerScripts(Instance):
    ...
class StartupMessageService(Instance):
    ...
class StateMachineDefinition(Instance):
    NodeId: _P[str, str | bytes]
    ...
class StateMachineTransitionDefinition(Instance):
    From: _P[AnyInstance | None, _Instance | None]
    Priority: _P[int, int | str]
    To: _P[AnyInstance | None, _Instance | None]
    TransitionId: _P[str, str | bytes]
    ...
class Stats(Instance):
    ...
class StatsItem(Instance):
    ...
class Status(Model):
    ...
class StopWatchReporter(Instance):
    ...
class StringValue(ValueBase):
    Value: _P[str, str | bytes]
    ...
class Studio(Instance):
    ActionOnAutoResumeSync: _P[_enums.ActionOnAutoResumeSync, _enums.ActionOnAutoResumeSync | int | str]
    ActionOnStopSync: _P[_enums.ActionOnStopSync, _enums.ActionOnStopSync | int | str]
    AutoResumeSyncOnPlaceOpen: _P[bool, bool | str]
    AutoUpdateEnabled: _P[bool, bool | str]
    AutocompleteAcceptanceBehavior: _P[_enums.CompletionAcceptanceBehavior, _enums.CompletionAcceptanceBehavior | int | str]
    CameraAltLeftMouseToRotate: _P[bool, bool | str]
    CameraKeyMoveSmoothing: _P[bool, bool | str]
    CameraMouseMultiplier: _P[float, float | str]
    CameraNavigationModel: _P[_enums.CameraNavigationModel, _enums.CameraNavigationModel | int | str]
    CameraRotateShiftFactor: _P[float, float | str]
    CameraShiftFactor: _P[float, float | str]
    CameraTweenFocus: _P[bool, bool | str]
    CameraZoomToMousePosition: _P[bool, bool | str]
    CommandBarEnterExec: _P[bool, bool | str]
    CommandBarHistoryLen: _P[int, int | str]
    CommandBarLocalState: _P[bool, bool | str]
    DefaultScriptSyncFileType: _P[_enums.DefaultScriptSyncFileType, _enums.DefaultScriptSyncFileType | int | str]
    DeprecatedObjectsShown: _P[bool, bool | str]
    DisplayLanguage: _P[str, str | bytes]
    DraggerActiveColor: _P[_values.Color3, Any]
    DraggerLengthFactor: _P[float, float | str]
    DraggerMajorGridIncrement: _P[int, int | str]
    DraggerMaxSoftSnaps: _P[int, int | str]
    DraggerPassiveColor: _P[_values.Color3, Any]
    DraggerScaleFactor: _P[float, float | str]
    DraggerShowAxisTicks: _P[bool, bool | str]
    DraggerShowDraggedPoint: _P[bool, bool | str]
    DraggerShowHoverRuler: _P[bool, bool | str]
    DraggerShowMeasurement: _P[bool, bool | str]
    DraggerShowNegativeAxes: _P[bool, bool | str]
    DraggerShowPlanes: _P[bool, bool | str]
    DraggerShowTargetSnap: _P[bool, bool | str]
    DraggerShowTrackball: _P[bool, bool | str]
    DraggerShowWhileDragging: _P[bool, bool | str]
    DraggerSoftSnapMarginFactor: _P[float, float | str]
    DraggerSummonMarginFactor: _P[float, float | str]
    DraggerTiltRotateDuration: _P[float, float | str]
    EnableCodeAssist: _P[bool, bool | str]
    EnableFindOnType: _P[bool, bool | str]
    EnableIndentationRulers: _P[bool, bool | str]
    EnableOnTypeAutocomplete: _P[bool, bool | str]
    EnableOvertypeMode: _P[bool, bool | str]
    EnableSelectionTooltips: _P[bool, bool | str]
    EnableStudioStreaming: _P[bool, bool | str]
    ExternalEditorMode: _P[_enums.ExternalEditorMode, _enums.ExternalEditorMode | int | str]
    LargeFileLineCountThreshold: _P[int, int | str]
    LargeFileThreshold: _P[int, int | str]
    LoadAllBuiltinPluginsInRunModes: _P[bool, bool | str]
    LoadInternalPlugins: _P[bool, bool | str]
    LoadUserPluginsInRunModes: _P[bool, bool | str]
    LuaDebuggerEnabled: _P[bool, bool | str]
    MaxFindReplaceAllResults: _P[int, int | str]
    PermissionLevelShown: _P[_enums.PermissionLevelShown, _enums.PermissionLevelShown | int | str]
    PluginDebuggingEnabled: _P[bool, bool | str]
    PreferredTextSize: _P[_enums.PreferredTextSize, _enums.PreferredTextSize | int | str]
    ReloadBuiltinPluginsOnChange: _P[bool, bool | str]
    ReloadLocalPluginsOnChange: _P[bool, bool | str]
    Rulers: _P[str, str | bytes]
    RuntimeUndoBehavior: _P[_enums.RuntimeUndoBehavior, _enums.RuntimeUndoBehavior | int | str]
    ScriptEditorShouldShowPluginMethods: _P[bool, bool | str]
    ScriptTimeoutLength: _P[int, int | str]
    ShowCorePackagesInExplorer: _P[bool, bool | str]
    UseDefaultExternalEditor: _P[bool, bool | str]
    VAxisColor: _P[_values.Color3, Any]
    XAxisColor: _P[_values.Color3, Any]
    YAxisColor: _P[_values.Color3, Any]
    ZAxisColor: _P[_values.Color3, Any]
    ...
class StudioActionOverride(Object):
    Enabled: _P[bool, bool | str]
    ...
class StudioAssetService(Instance):
    ...
class StudioAttachment(Instance):
    AutoHideParent: _P[bool, bool | str]
    IsArrowVisible: _P[bool, bool | str]
    Offset: _P[_values.Vector2, Any]
    SourceAnchorPoint: _P[_values.Vector2, Any]
    TargetAnchorPoint: _P[_values.Vector2, Any]
    ...
class StudioCallout(Instance):
    ...
class StudioCameraService(Instance):
    FocusDistance: _P[float, float | str]
    LoggingEnabled: _P[bool, bool | str]
    ...
class StudioCaptureService(Instance):
    ...
class StudioData(Instance):
    EnableScriptCollabByDefaultOnLoad: _P[bool, bool | str]
    ...
class StudioDeviceEmulatorService(Instance):
    ...
class StudioDeviceSimulatorService(Instance):
    ...
class StudioObjectBase(Instance):
    ...
class StudioPublishService(Instance):
    PublishLocked: _P[bool, bool | str]
    ...
class StudioScreenshotCapture(Instance):
    ...
class StudioScriptDebugEventListener(Instance):
    ...
class StudioSdkService(Instance):
    ...
class StudioService(Instance):
    Secrets: _P[str, str | bytes]
    ...
class StudioTestService(Instance):
    EditModeActive: _P[bool, bool | str]
    ...
class StudioTheme(Instance):
    ...
class StudioUserService(Instance):
    ...
class StudioWidget(StudioObjectBase):
    ...
class StudioWidgetsService(Instance):
    ...
class StyleBase(Instance):
    ...
class StyleDerive(Instance):
    Priority: _P[int, int | str]
    StyleSheet: _P[AnyInstance | None, _Instance | None]
    ...
class StyleLink(Instance):
    StyleSheet: _P[AnyInstance | None, _Instance | None]
    ...
class StyleQuery(Instance):
    ConditionsSerialize: _P[bytes, bytes | str]
    ...
class StyleRule(StyleBase):
    Priority: _P[int, int | str]
    Properties: _P[bytes, bytes | str]
    PropertyTransitionsSerialize: _P[bytes, bytes | str]
    Selector: _P[str, str | bytes]
    ...
class StyleSheet(StyleBase):
    ...
class StylingService(Instance):
    ...
class SunRaysEffect(PostEffect):
    Intensity: _P[float, float | str]
    Spread: _P[float, float | str]
    ...
class SurfaceAppearance(Instance):
    AlphaMode: _P[_enums.AlphaMode, _enums.AlphaMode | int | str]
    Color: _P[_values.Color3, Any]
    ColorMap: _P[str | None, str | None]
    ColorMapContent: _P[str | AnyInstance | None, str | _Instance | None]
    EmissiveMaskContent: _P[str | AnyInstance | None, str | _Instance | None]
    EmissiveStrength: _P[float, float | str]
    EmissiveTint: _P[_values.Color3, Any]
    MetalnessMap: _P[str | None, str | None]
    MetalnessMapContent: _P[str | AnyInstance | None, str | _Instance | None]
    NormalMap: _P[str | None, str | None]
    NormalMapContent: _P[str | AnyInstance | None, str | _Instance | None]
    ResampleMode: _P[_enums.ResamplerMode, _enums.ResamplerMode | int | str]
    RoughnessMap: _P[str | None, str | None]
    RoughnessMapContent: _P[str | AnyInstance | None, str | _Instance | None]
    TexturePack: _P[str | None, str | None]
    TexturePackContent: _P[str | AnyInstance | None, str | _Instance | None]
    ...
class SurfaceGui(SurfaceGuiBase):
    AlwaysOnTop: _P[bool, bool | str]
    Brightness: _P[float, float | str]
    CanvasSize: _P[_values.Vector2, Any]
    ClipsDescendants: _P[bool, bool | str]
    LightInfluence: _P[float, float | str]
    MaxDistance: _P[float, float | str]
    PixelsPerStud: _P[float, float | str]
    SizingMode: _P[_enums.SurfaceGuiSizingMode, _enums.SurfaceGuiSizingMode | int | str]
    ToolPunchThroughDistance: _P[float, float | str]
    ZOffset: _P[float, float | str]
    ...
class SurfaceGuiBase(LayerCollector):
    Active: _P[bool, bool | str]
    Adornee: _P[AnyInstance | None, _Instance | None]
    Face: _P[_enums.NormalId, _enums.NormalId | int | str]
    ...
class SurfaceLight(Light):
    Angle: _P[float, float | str]
    Face: _P[_enums.NormalId, _enums.NormalId | int | str]
    Range: _P[float, float | str]
    ...
class SurfaceSelection(PartAdornment):
    TargetSurface: _P[_enums.NormalId, _enums.NormalId | int | str]
    ...
class SwimController(ControllerBase):
    AccelerationTime: _P[float, float | str]
    PitchMaxTorque: _P[float, float | str]
    PitchSpeedFactor: _P[float, float | str]
    RollMaxTorque: _P[float, float | str]
    RollSpeedFactor: _P[float, float | str]
    ...
class SyncScriptBuilder(ScriptBuilder):
    CompileTarget: _P[_enums.CompileTarget, _enums.CompileTarget | int | str]
    CoverageInfo: _P[bool, bool | str]
    DebugInfo: _P[bool, bool | str]
    PackAsSource: _P[bool, bool | str]
    RawBytecode: _P[bool, bool | str]
    ...
class SystemThemeService(Instance):
    ...
class TaskScheduler(Instance):
    ThreadPoolConfig: _P[_enums.ThreadPoolConfig, _enums.ThreadPoolConfig | int | str]
    ...
class Team(Instance):
    AutoAssignable: _P[bool, bool | str]
    TeamColor: _P[int, int | str]
    ...
class TeamCreateData(Instance):
    ...
class TeamCreatePublishService(Instance):
    ...
class TeamCreateService(Instance):
    ...
class Teams(Instance):
    ...
class TelemetryService(Instance):
    ...
class TeleportAsyncResult(Instance):
    ...
class TeleportOptions(Instance):
    ReservedServerAccessCode: _P[str, str | bytes]
    ReservedServerId: _P[str, str | bytes]
    ServerInstanceId: _P[str, str | bytes]
    ShouldReserveServer: _P[bool, bool | str]
    VipServerId: _P[str, str | bytes]
    ...
class TeleportService(Instance):
    ...
class TemporaryCageMeshProvider(Instance):
    ...
class TemporaryScriptService(Instance):
    ...
class Terrain(BasePart):
    AcquisitionMethod: _P[_enums.TerrainAcquisitionMethod, _enums.TerrainAcquisitionMethod | int | str]
    Decoration: _P[bool, bool | str]
    GrassLength: _P[float, float | str]
    MaterialColors: _P[bytes, bytes | str]
    Materials: _P[bytes, bytes | str]
    PhysicsGrid: _P[bytes, bytes | str]
    SmoothGrid: _P[bytes, bytes | str]
    SmoothVoxelsUpgraded: _P[bool, bool | str]
    WaterColor: _P[_values.Color3, Any]
    WaterReflectance: _P[float, float | str]
    WaterTransparency: _P[float, float | str]
    WaterWaveSize: _P[float, float | str]
    WaterWaveSpeed: _P[float, float | str]
    ...
class TerrainDetail(Instance):
    ColorMap: _P[str | None, str | None]
    ColorMapContent: _P[str | AnyInstance | None, str | _Instance | None]
    EmissiveMaskContent: _P[str | AnyInstance | None, str | _Instance | None]
    EmissiveStrength: _P[float, float | str]
    EmissiveTint: _P[_values.Color3, Any]
    Face: _P[_enums.TerrainFace, _enums.TerrainFace | int | str]
    MaterialPattern: _P[_enums.MaterialPattern, _enums.MaterialPattern | int | str]
    MetalnessMap: _P[str | None, str | None]
    MetalnessMapContent: _P[str | AnyInstance | None, str | _Instance | None]
    NormalMap: _P[str | None, str | None]
    NormalMapContent: _P[str | AnyInstance | None, str | _Instance | None]
    RoughnessMap: _P[str | None, str | None]
    RoughnessMapContent: _P[str | AnyInstance | None, str | _Instance | None]
    StudsPerTile: _P[float, float | str]
    TexturePack: _P[str | None, str | None]
    TexturePackContent: _P[str | AnyInstance | None, str | _Instance | None]
    ...
class TerrainIterateOperation(Object):
    ...
class TerrainModifyOperation(Object):
    ...
class TerrainReadOperation(Object):
    ...
class TerrainRegion(Instance):
    ExtentsMax: _P[_values.Vector3int16, Any]
    ExtentsMin: _P[_values.Vector3int16, Any]
    SmoothGrid: _P[bytes, bytes | str]
    ...
class TerrainWriteOperation(Object):
    ...
class TestCase(Instance):
    ...
class TestService(Instance):
    AutoRuns: _P[bool, bool | str]
    Description: _P[str, str | bytes]
    ExecuteWithStudioRun: _P[bool, bool | str]
    IsPhysicsEnvironmentalThrottled: _P[bool, bool | str]
    IsSleepAllowed: _P[bool, bool | str]
    NumberOfPlayers: _P[int, int | str]
    SimulateSecondsLag: _P[float, float | str]
    ThrottlePhysicsToRealtime: _P[bool, bool | str]
    Timeout: _P[float, float | str]
    ...
class TextBox(GuiObject):
    ClearTextOnFocus: _P[bool, bool | str]
    Font: _P[_enums.Font, _enums.Font | int | str]
    FontFace: _P[_values.Font, Any]
    LineHeight: _P[float, float | str]
    LocalizationMatchIdentifier: _P[str, str | bytes]
    LocalizationMatchedSourceText: _P[str, str | bytes]
    MaxVisibleGraphemes: _P[int, int | str]
    MultiLine: _P[bool, bool | str]
    OpenTypeFeatures: _P[str, str | bytes]
    PlaceholderColor3: _P[_values.Color3, Any]
    PlaceholderText: _P[str, str | bytes]
    RichText: _P[bool, bool | str]
    ShowNativeInput: _P[bool, bool | str]
    Text: _P[str, str | bytes]
    TextColor3: _P[_values.Color3, Any]
    TextDirection: _P[_enums.TextDirection, _enums.TextDirection | int | str]
    TextEditable: _P[bool, bool | str]
    TextScaled: _P[bool, bool | str]
    TextSize: _P[float, float | str]
    TextStrokeColor3: _P[_values.Color3, Any]
    TextStrokeTransparency: _P[float, float | str]
    TextTransparency: _P[float, float | str]
    TextTruncate: _P[_enums.TextTruncate, _enums.TextTruncate | int | str]
    TextWrapped: _P[bool, bool | str]
    TextXAlignment: _P[_enums.TextXAlignment, _enums.TextXAlignment | int | str]
    TextYAlignment: _P[_enums.TextYAlignment, _enums.TextYAlignment | int | str]
    ...
class TextBoxService(Instance):
    ...
class TextButton(GuiButton):
    Font: _P[_enums.Font, _enums.Font | int | str]
    FontFace: _P[_values.Font, Any]
    LineHeight: _P[float, float | str]
    LocalizationMatchIdentifier: _P[str, str | bytes]
    LocalizationMatchedSourceText: _P[str, str | bytes]
    MaxVisibleGraphemes: _P[int, int | str]
    OpenTypeFeatures: _P[str, str | bytes]
    RichText: _P[bool, bool | str]
    Text: _P[str, str | bytes]
    TextColor3: _P[_values.Color3, Any]
    TextDirection: _P[_enums.TextDirection, _enums.TextDirection | int | str]
    TextScaled: _P[bool, bool | str]
    TextSize: _P[float, float | str]
    TextStrokeColor3: _P[_values.Color3, Any]
    TextStrokeTransparency: _P[float, float | str]
    TextTransparency: _P[float, float | str]
    TextTruncate: _P[_enums.TextTruncate, _enums.TextTruncate | int | str]
    TextWrapped: _P[bool, bool | str]
    TextXAlignment: _P[_enums.TextXAlignment, _enums.TextXAlignment | int | str]
    TextYAlignment: _P[_enums.TextYAlignment, _enums.TextYAlignment | int | str]
    ...
class TextChannel(Instance):
    AddPlayersOnJoin: _P[bool, bool | str]
    ...
class TextChannelWindow(GuiObject):
    FontFace: _P[_values.Font, Any]
    Target: _P[AnyInstance | None, _Instance | None]
    UseDefaultFont: _P[bool, bool | str]
    ...
class TextChatCommand(Instance):
    AutocompleteVisible: _P[bool, bool | str]
    Enabled: _P[bool, bool | str]
    PrimaryAlias: _P[str, str | bytes]
    SecondaryAlias: _P[str, str | bytes]
    ...
class TextChatConfigurations(Instance):
    ...
class TextChatMessage(Instance):
    BubbleChatMessageProperties: _P[AnyInstance | None, _Instance | None]
    ChatWindowMessageProperties: _P[AnyInstance | None, _Instance | None]
    TextChannel: _P[AnyInstance | None, _Instance | None]
    TextSource: _P[AnyInstance | None, _Instance | None]
    ...
class TextChatMessageProperties(Instance):
    ...
class TextChatService(Instance):
    ChatTranslationFTUXShown: _P[bool, bool | str]
    ChatTranslationToggleEnabled: _P[bool, bool | str]
    ChatVersion: _P[_enums.ChatVersion, _enums.ChatVersion | int | str]
    CreateDefaultCommands: _P[bool, bool | str]
    CreateDefaultTextChannels: _P[bool, bool | str]
    HasSeenDeprecationDialog: _P[bool, bool | str]
    IsLegacyChatDisabled: _P[bool, bool | str]
    PlatformIntegratedChat: _P[_enums.RolloutState, _enums.RolloutState | int | str]
    ...
class TextDocument(Instance):
    TextContent: _P[str | AnyInstance | None, str | _Instance | None]
    ...
class TextFilterResult(Instance):
    ...
class TextFilterTranslatedResult(Instance):
    ...
class TextGenerator(Instance):
    Seed: _P[int, int | str]
    SystemPrompt: _P[str, str | bytes]
    Temperature: _P[float, float | str]
    TopP: _P[float, float | str]
    ...
class TextLabel(GuiLabel):
    Font: _P[_enums.Font, _enums.Font | int | str]
    FontFace: _P[_values.Font, Any]
    LineHeight: _P[float, float | str]
    LocalizationMatchIdentifier: _P[str, str | bytes]
    LocalizationMatchedSourceText: _P[str, str | bytes]
    MaxVisibleGraphemes: _P[int, int | str]
    OpenTypeFeatures: _P[str, str | bytes]
    RichText: _P[bool, bool | str]
    Text: _P[str, str | bytes]
    TextColor3: _P[_values.Color3, Any]
    TextDirection: _P[_enums.TextDirection, _enums.TextDirection | int | str]
    TextScaled: _P[bool, bool | str]
    TextSize: _P[float, float | str]
    TextStrokeColor3: _P[_values.Color3, Any]
    TextStrokeTransparency: _P[float, float | str]
    TextTransparency: _P[float, float | str]
    TextTruncate: _P[_enums.TextTruncate, _enums.TextTruncate | int | str]
    TextWrapped: _P[bool, bool | str]
    TextXAlignment: _P[_enums.TextXAlignment, _enums.TextXAlignment | int | str]
    TextYAlignment: _P[_enums.TextYAlignment, _enums.TextYAlignment | int | str]
    ...
class TextService(Instance):
    ...
class TextSource(Instance):
    CanSend: _P[bool, bool | str]
    ...
class Texture(Decal):
    OffsetStudsU: _P[float, float | str]
    OffsetStudsV: _P[float, float | str]
    StudsPerTileU: _P[float, float | str]
    StudsPerTileV: _P[float, float | str]
    ...
class TextureGenerationPartGroup(Instance):
    ...
class TextureGenerationService(Instance):
    ...
class TextureGenerationUnwrappingRequest(Instance):
    ...
class ThirdPartyUserService(Instance):
    ...
class ThreadState(Instance):
    ...
class TimerService(Instance):
    ...
class ToastNotificationService(Instance):
    ...
class Tool(BackpackItem):
    CanBeDropped: _P[bool, bool | str]
    Enabled: _P[bool, bool | str]
    Grip: _P[_values.CFrame, Any]
    ManualActivationOnly: _P[bool, bool | str]
    RequiresHandle: _P[bool, bool | str]
    ToolTip: _P[str, str | bytes]
    ...
class Torque(Constraint):
    RelativeTo: _P[_enums.ActuatorRelativeTo, _enums.ActuatorRelativeTo | int | str]
    Torque: _P[_values.Vector3, Any]
    ...
class TorsionSpringConstraint(Constraint):
    Coils: _P[float, float | str]
    Damping: _P[float, float | str]
    LimitEnabled: _P[bool, bool | str]
    LimitsEnabled: _P[bool, bool | str]
    MaxAngle: _P[float, float | str]
    MaxTorque: _P[float, float | str]
    Radius: _P[float, float | str]
    Restitution: _P[float, float | str]
    Stiffness: _P[float, float | str]
    ...
class TotalCountTimeIntervalItem(StatsItem):
    ...
class TouchInputService(Instance):
    ...
class TouchTransmitter(Instance):
    ...
class TraceRouteService(Instance):
    ...
class TracerService(Instance):
    ...
class TrackerLodController(Instance):
    AudioMode: _P[_enums.TrackerLodFlagMode, _enums.TrackerLodFlagMode | int | str]
    VideoExtrapolationMode: _P[_enums.TrackerExtrapolationFlagMode, _enums.TrackerExtrapolationFlagMode | int | str]
    VideoLodMode: _P[_enums.TrackerLodValueMode, _enums.TrackerLodValueMode | int | str]
    VideoMode: _P[_enums.TrackerLodFlagMode, _enums.TrackerLodFlagMode | int | str]
    ...
class TrackerStreamAnimation(Instance):
    ...
class Trail(Instance):
    Attachment0: _P[AnyInstance | None, _Instance | None]
    Attachment1: _P[AnyInstance | None, _Instance | None]
    Brightness: _P[float, float | str]
    Color: _P[list[_values.ColorKeypoint], Any]
    Enabled: _P[bool, bool | str]
    FaceCamera: _P[bool, bool | str]
    Lifetime: _P[float, float | str]
    LightEmission: _P[float, float | str]
    LightInfluence: _P[float, float | str]
    MaxLength: _P[float, float | str]
    MinLength: _P[float, float | str]
    Texture: _P[str | None, str | None]
    TextureContent: _P[str | AnyInstance | None, str | _Instance | None]
    TextureLength: _P[float, float | str]
    TextureMode: _P[_enums.TextureMode, _enums.TextureMode | int | str]
    Transparency: _P[list[_values.NumberKeypoint], Any]
    WidthScale: _P[list[_values.NumberKeypoint], Any]
    ...
class Translator(Instance):
    ...
class TremoloSoundEffect(SoundEffect):
    Depth: _P[float, float | str]
    Duty: _P[float, float | str]
    Frequency: _P[float, float | str]
    ...
class TriangleMeshPart(BasePart):
    AeroMeshData: _P[bytes, bytes | str]
    FluidFidelityInternal: _P[_enums.FluidFidelity, _enums.FluidFidelity | int | str]
    InertiaMigrated: _P[bool, bool | str]
    PhysicalConfigData: _P[bytes, bytes | str]
    UnscaledCofm: _P[_values.Vector3, Any]
    UnscaledVolInertiaDiags: _P[_values.Vector3, Any]
    UnscaledVolInertiaOffDiags: _P[_values.Vector3, Any]
    UnscaledVolume: _P[float, float | str]
    ...
class TrussPart(BasePart):
    style: _P[_enums.Style, _enums.Style | int | str]
    ...
class TutorialService(Instance):
    ...
class Tween(TweenBase):
    ...
class TweenBase(Instance):
    ...
class TweenService(Instance):
    ...
class UGCAvatarService(Instance):
    ...
class UGCValidationService(Instance):
    ...
class UIAspectRatioConstraint(UIConstraint):
    AspectRatio: _P[float, float | str]
    AspectType: _P[_enums.AspectType, _enums.AspectType | int | str]
    DominantAxis: _P[_enums.DominantAxis, _enums.DominantAxis | int | str]
    ...
class UIBase(Instance):
    ...
class UIComponent(UIBase):
    ...
class UIConstraint(UIComponent):
    ...
class UICorner(UIComponent):
    BottomLeftRadius: _P[_values.UDim, Any]
    BottomRightRadius: _P[_values.UDim, Any]
    CornerRadius: _P[_values.UDim, Any]
    TopLeftRadius: _P[_values.UDim, Any]
    TopRightRadius: _P[_values.UDim, Any]
    ...
class UIDragDetector(UIComponent):
    ActivatedCursorIcon: _P[str | None, str | None]
    ActivatedCursorIconContent: _P[str | AnyInstance | None, str | _Instance | None]
    BoundingBehavior: _P[_enums.UIDragDetectorBoundingBehavior, _enums.UIDragDetectorBoundingBehavior | int | str]
    BoundingUI: _P[AnyInstance | None, _Instance | None]
    CursorIcon: _P[str | None, str | None]
    CursorIconContent: _P[str | AnyInstance | None, str | _Instance | None]
    DragAxis: _P[_values.Vector2, Any]
    DragRelativity: _P[_enums.UIDragDetectorDragRelativity, _enums.UIDragDetectorDragRelativity | int | str]
    DragRotation: _P[float, float | str]
    DragSpace: _P[_enums.UIDragDetectorDragSpace, _enums.UIDragDetectorDragSpace | int | str]
    DragStyle: _P[_enums.UIDragDetectorDragStyle, _enums.UIDragDetectorDragStyle | int | str]
    DragUDim2: _P[_values.UDim2, Any]
    Enabled: _P[bool, bool | str]
    MaxDragAngle: _P[float, float | str]
    MaxDragTranslation: _P[_values.UDim2, Any]
    MinDragAngle: _P[float, float | str]
    MinDragTranslation: _P[_values.UDim2, Any]
    ReferenceUIInstance: _P[AnyInstance | None, _Instance | None]
    ResponseStyle: _P[_enums.UIDragDetectorResponseStyle, _enums.UIDragDetectorResponseStyle | int | str]
    SelectionModeDragSpeed: _P[_values.UDim2, Any]
    SelectionModeRotateSpeed: _P[float, float | str]
    UIDragSpeedAxisMapping: _P[_enums.UIDragSpeedAxisMapping, _enums.UIDragSpeedAxisMapping | int | str]
    ...
class UIDragDetectorService(Instance):
    ...
class UIFlexItem(UIComponent):
    FlexMode: _P[_enums.UIFlexMode, _enums.UIFlexMode | int | str]
    GrowRatio: _P[float, float | str]
    ItemLineAlignment: _P[_enums.ItemLineAlignment, _enums.ItemLineAlignment | int | str]
    ShrinkRatio: _P[float, float | str]
    ...
class UIGradient(UIComponent):
    Color: _P[list[_values.ColorKeypoint], Any]
    Enabled: _P[bool, bool | str]
    Offset: _P[_values.Vector2, Any]
    Rotation: _P[float, float | str]
    Scale: _P[float, float | str]
    TileMode: _P[_enums.GradientTileMode, _enums.GradientTileMode | int | str]
    Transparency: _P[list[_values.NumberKeypoint], Any]
    Type: _P[_enums.GradientType, _enums.GradientType | int | str]
    ...
class UIGridLayout(UIGridStyleLayout):
    CellPadding: _P[_values.UDim2, Any]
    CellSize: _P[_values.UDim2, Any]
    FillDirectionMaxCells: _P[int, int | str]
    StartCorner: _P[_enums.StartCorner, _enums.StartCorner | int | str]
    ...
class UIGridStyleLayout(UILayout):
    FillDirection: _P[_enums.FillDirection, _enums.FillDirection | int | str]
    HorizontalAlignment: _P[_enums.HorizontalAlignment, _enums.HorizontalAlignment | int | str]
    SortOrder: _P[_enums.SortOrder, _enums.SortOrder | int | str]
    VerticalAlignment: _P[_enums.VerticalAlignment, _enums.VerticalAlignment | int | str]
    ...
class UILayout(UIComponent):
    ...
class UIListLayout(UIGridStyleLayout):
    HorizontalFlex: _P[_enums.UIFlexAlignment, _enums.UIFlexAlignment | int | str]
    ItemLineAlignment: _P[_enums.ItemLineAlignment, _enums.ItemLineAlignment | int | str]
    Padding: _P[_values.UDim, Any]
    VerticalFlex: _P[_enums.UIFlexAlignment, _enums.UIFlexAlignment | int | str]
    Wraps: _P[bool, bool | str]
    ...
class UIPadding(UIComponent):
    PaddingBottom: _P[_values.UDim, Any]
    PaddingLeft: _P[_values.UDim, Any]
    PaddingRight: _P[_values.UDim, Any]
    PaddingTop: _P[_values.UDim, Any]
    ...
class UIPageLayout(UIGridStyleLayout):
    Animated: _P[bool, bool | str]
    Circular: _P[bool, bool | str]
    EasingDirection: _P[_enums.EasingDirection, _enums.EasingDirection | int | str]
    EasingStyle: _P[_enums.EasingStyle, _enums.EasingStyle | int | str]
    GamepadInputEnabled: _P[bool, bool | str]
    Padding: _P[_values.UDim, Any]
    ScrollWheelInputEnabled: _P[bool, bool | str]
    TouchInputEnabled: _P[bool, bool | str]
    TweenTime: _P[float, float | str]
    ...
class UIScale(UIComponent):
    Scale: _P[float, float | str]
    ...
class UIShadow(UIComponent):
    BlurRadius: _P[_values.UDim, Any]
    Color: _P[_values.Color3, Any]
    Enabled: _P[bool, bool | str]
    Inset: _P[bool, bool | str]
    Mode: _P[_enums.ApplyShadowMode, _enums.ApplyShadowMode | int | str]
    Offset: _P[_values.UDim2, Any]
    ShowBehindParent: _P[bool, bool | str]
    Spread: _P[_values.UDim2, Any]
    Transparency: _P[float, float | str]
    ZIndex: _P[int, int | str]
    ...
class UISizeConstraint(UIConstraint):
    MaxSize: _P[_values.Vector2, Any]
    MinSize: _P[_values.Vector2, Any]
    ...
class UIStroke(UIComponent):
    ApplyStrokeMode: _P[_enums.ApplyStrokeMode, _enums.ApplyStrokeMode | int | str]
    BorderOffset: _P[_values.UDim, Any]
    BorderStrokePosition: _P[_enums.BorderStrokePosition, _enums.BorderStrokePosition | int | str]
    Color: _P[_values.Color3, Any]
    Enabled: _P[bool, bool | str]
    LineJoinMode: _P[_enums.LineJoinMode, _enums.LineJoinMode | int | str]
    StrokeSizingMode: _P[_enums.StrokeSizingMode, _enums.StrokeSizingMode | int | str]
    Thickness: _P[float, float | str]
    Transparency: _P[float, float | str]
    ZIndex: _P[int, int | str]
    ...
class UITableLayout(UIGridStyleLayout):
    FillEmptySpaceColumns: _P[bool, bool | str]
    FillEmptySpaceRows: _P[bool, bool | str]
    MajorAxis: _P[_enums.TableMajorAxis, _enums.TableMajorAxis | int | str]
    Padding: _P[_values.UDim2, Any]
    ...
class UITextSizeConstraint(UIConstraint):
    MaxTextSize: _P[int, int | str]
    MinTextSize: _P[int, int | str]
    ...
class UnionOperation(PartOperation):
    ...
class UniqueIdLookupService(Instance):
    ...
class UniversalConstraint(Constraint):
    LimitsEnabled: _P[bool, bool | str]
    MaxAngle: _P[float, float | str]
    Radius: _P[float, float | str]
    Restitution: _P[float, float | str]
    ...
class UnreliableRemoteEvent(BaseRemoteEvent):
    ...
class UnvalidatedAssetService(Instance):
    CachedData: _P[str, str | bytes]
    ...
class UserGameSettings(Instance):
    AllTutorialsDisabled: _P[bool, bool | str]
    BadgeVisible: _P[bool, bool | str]
    CameraMode: _P[_enums.CustomCameraMode, _enums.CustomCameraMode | int | str]
    CameraYInverted: _P[bool, bool | str]
    ChatTranslationEnabled: _P[bool, bool | str]
    ChatTranslationFTUXShown: _P[bool, bool | str]
    ChatTranslationLocale: _P[str, str | bytes]
    ChatTranslationToggleEnabled: _P[bool, bool | str]
    ChatVisible: _P[bool, bool | str]
    CompletedTutorials: _P[str, str | bytes]
    ComputerCameraMovementChanged: _P[bool, bool | str]
    ComputerCameraMovementMode: _P[_enums.ComputerCameraMovementMode, _enums.ComputerCameraMovementMode | int | str]
    ComputerMovementChanged: _P[bool, bool | str]
    ComputerMovementMode: _P[_enums.ComputerMovementMode, _enums.ComputerMovementMode | int | str]
    ControlMode: _P[_enums.ControlMode, _enums.ControlMode | int | str]
    DefaultCameraID: _P[str, str | bytes]
    FramerateCap: _P[int, int | str]
    Fullscreen: _P[bool, bool | str]
    GamepadCameraSensitivity: _P[float, float | str]
    GraphicsOptimizationMode: _P[_enums.GraphicsOptimizationMode, _enums.GraphicsOptimizationMode | int | str]
    GraphicsQualityLevel: _P[int, int | str]
    HapticStrength: _P[float, float | str]
    HasEverUsedVR: _P[bool, bool | str]
    MasterVolume: _P[float, float | str]
    MasterVolumeStudio: _P[float, float | str]
    MaxQualityEnabled: _P[bool, bool | str]
    MicroProfilerWebServerEnabled: _P[bool, bool | str]
    MouseSensitivity: _P[float, float | str]
    MouseSensitivityFirstPerson: _P[_values.Vector2, Any]
    MouseSensitivityThirdPerson: _P[_values.Vector2, Any]
    OnScreenProfilerEnabled: _P[bool, bool | str]
    PartyVoiceVolume: _P[float, float | str]
    PeoplePageLayout: _P[_enums.PeoplePageLayout, _enums.PeoplePageLayout | int | str]
    PerformanceStatsVisible: _P[bool, bool | str]
    PlayerHeight: _P[float, float | str]
    PlayerListVisible: _P[bool, bool | str]
    PlayerNamesEnabled: _P[bool, bool | str]
    PreferredTextSize: _P[_enums.PreferredTextSize, _enums.PreferredTextSize | int | str]
    PreferredTransparency: _P[float, float | str]
    QualityResetLevel: _P[int, int | str]
    RCCProfilerRecordFrameRate: _P[int, int | str]
    RCCProfilerRecordTimeFrame: _P[int, int | str]
    ReadAloud: _P[bool, bool | str]
    ReducedMotion: _P[bool, bool | str]
    SavedQualityLevel: _P[_enums.SavedQualitySetting, _enums.SavedQualitySetting | int | str]
    StartMaximized: _P[bool, bool | str]
    StartScreenPosition: _P[_values.Vector2, Any]
    StartScreenSize: _P[_values.Vector2, Any]
    TouchCameraMovementChanged: _P[bool, bool | str]
    TouchCameraMovementMode: _P[_enums.TouchCameraMovementMode, _enums.TouchCameraMovementMode | int | str]
    TouchMovementChanged: _P[bool, bool | str]
    TouchMovementMode: _P[_enums.TouchMovementMode, _enums.TouchMovementMode | int | str]
    UiNavigationKeyBindEnabled: _P[bool, bool | str]
    UsedCoreGuiIsVisibleToggle: _P[bool, bool | str]
    UsedCustomGuiIsVisibleToggle: _P[bool, bool | str]
    UsedHideHudShortcut: _P[bool, bool | str]
    VRComfortSetting: _P[_enums.VRComfortSetting, _enums.VRComfortSetting | int | str]
    VREnabled: _P[bool, bool | str]
    VRRotationIntensity: _P[int, int | str]
    VRSafetyBubbleMode: _P[_enums.VRSafetyBubbleMode, _enums.VRSafetyBubbleMode | int | str]
    VRSmoothRotationEnabled: _P[bool, bool | str]
    VRSmoothRotationEnabledCustomOption: _P[bool, bool | str]
    VRThirdPersonFollowCamEnabled: _P[bool, bool | str]
    VRThirdPersonFollowCamEnabledCustomOption: _P[bool, bool | str]
    VignetteEnabled: _P[bool, bool | str]
    VignetteEnabledCustomOption: _P[bool, bool | str]
    VoiceChatVolume: _P[float, float | str]
    gaID: _P[str, str | bytes]
    ...
class UserInputService(Instance):
    LegacyInputEventsEnabled: _P[bool, bool | str]
    MouseBehavior: _P[_enums.MouseBehavior, _enums.MouseBehavior | int | str]
    MouseIcon: _P[str | None, str | None]
    MouseIconContent: _P[str | AnyInstance | None, str | _Instance | None]
    MouseIconEnabled: _P[bool, bool | str]
    ...
class UserService(Instance):
    ...
class UserSettings(GenericSettings):
    ...
class UserStorageService(LocalStorageService):
    ...
class VRService(Instance):
    AutomaticScaling: _P[_enums.VRScaling, _enums.VRScaling | int | str]
    AvatarGestures: _P[bool, bool | str]
    ControllerModels: _P[_enums.VRControllerModelMode, _enums.VRControllerModelMode | int | str]
    FadeOutViewOnCollision: _P[bool, bool | str]
    LaserPointer: _P[_enums.VRLaserPointerMode, _enums.VRLaserPointerMode | int | str]
    ...
class VRStatusService(Instance):
    ...
class ValueBase(Instance):
    ...
class ValueCurve(Instance):
    ValuesAndTimes: _P[bytes, bytes | str]
    ...
class Vector3Curve(Instance):
    ...
class Vector3Value(ValueBase):
    Value: _P[_values.Vector3, Any]
    ...
class VectorForce(Constraint):
    ApplyAtCenterOfMass: _P[bool, bool | str]
    Force: _P[_values.Vector3, Any]
    RelativeTo: _P[_enums.ActuatorRelativeTo, _enums.ActuatorRelativeTo | int | str]
    ...
class VehicleController(Controller):
    ...
class VehicleSeat(BasePart):
    Disabled: _P[bool, bool | str]
    HeadsUpDisplay: _P[bool, bool | str]
    MaxSpeed: _P[float, float | str]
    Steer: _P[int, int | str]
    SteerFloat: _P[float, float | str]
    Throttle: _P[int, int | str]
    ThrottleFloat: _P[float, float | str]
    Torque: _P[float, float | str]
    TurnSpeed: _P[float, float | str]
    ...
class VelocityMotor(JointInstance):
    CurrentAngle: _P[float, float | str]
    DesiredAngle: _P[float, float | str]
    Hole: _P[AnyInstance | None, _Instance | None]
    MaxVelocity: _P[float, float | str]
    ...
class VersionControlService(Instance):
    ...
class VideoCapture(Capture):
    ...
class VideoCaptureService(Instance):
    ...
class VideoDeviceInput(Instance):
    Active: _P[bool, bool | str]
    CameraId: _P[str, str | bytes]
    CaptureQuality: _P[_enums.VideoDeviceCaptureQuality, _enums.VideoDeviceCaptureQuality | int | str]
    ...
class VideoDisplay(GuiObject):
    ResampleMode: _P[_enums.ResamplerMode, _enums.ResamplerMode | int | str]
    ScaleType: _P[_enums.ScaleType, _enums.ScaleType | int | str]
    TileSize: _P[_values.UDim2, Any]
    VideoColor3: _P[_values.Color3, Any]
    VideoRectOffset: _P[_values.Vector2, Any]
    VideoRectSize: _P[_values.Vector2, Any]
    VideoTransparency: _P[float, float | str]
    ...
class VideoFrame(GuiObject):
    InternalVideoUsage: _P[_enums.InternalVideoUsage, _enums.InternalVideoUsage | int | str]
    Looped: _P[bool, bool | str]
    MaximumResolution: _P[_enums.VideoSampleSize, _enums.VideoSampleSize | int | str]
    Playing: _P[bool, bool | str]
    RollOffMaxDistance: _P[float, float | str]
    RollOffMinDistance: _P[float, float | str]
    RollOffMode: _P[_enums.RollOffMode, _enums.RollOffMode | int | str]
    TimePosition: _P[float, float | str]
    Video: _P[str | None, str | None]
    VideoContent: _P[str | AnyInstance | None, str | _Instance | None]
    Volume: _P[float, float | str]
    ...
class VideoPlayer(Instance):
    InternalVideoUsage: _P[_enums.InternalVideoUsage, _enums.InternalVideoUsage | int | str]
    Looping: _P[bool, bool | str]
    MaximumResolution: _P[_enums.VideoSampleSize, _enums.VideoSampleSize | int | str]
    PlaybackSpeed: _P[float, float | str]
    TimePosition: _P[float, float | str]
    VideoContent: _P[str | AnyInstance | None, str | _Instance | None]
    Volume: _P[float, float | str]
    ...
class VideoSampler(Object):
    ...
class VideoScreenCaptureService(Instance):
    ...
class VideoService(Instance):
    ...
class ViewportCamera(Camera):
    ...
class ViewportFrame(GuiObject):
    Ambient: _P[_values.Color3, Any]
    CameraCFrame: _P[_values.CFrame, Any]
    CameraFieldOfView: _P[float, float | str]
    ImageColor3: _P[_values.Color3, Any]
    ImageTransparency: _P[float, float | str]
    LightColor: _P[_values.Color3, Any]
    LightDirection: _P[_values.Vector3, Any]
    ...
class VirtualInput(Object):
    ...
class VirtualInputManager(Instance):
    ...
class VirtualUser(Instance):
    ...
class VisibilityCheckDispatcher(Instance):
    ...
class Visit(Instance):
    ...
class VisualizationMode(Instance):
    Enabled: _P[bool, bool | str]
    Title: _P[str, str | bytes]
    ToolTip: _P[str, str | bytes]
    ...
class VisualizationModeCategory(Instance):
    Enabled: _P[bool, bool | str]
    Title: _P[str, str | bytes]
    ...
class VisualizationModeService(Instance):
    ...
class VoiceChatInternal(Instance):
    ...
class VoiceChatService(Instance):
    DefaultDistanceAttenuation: _P[_enums.VoiceChatDistanceAttenuationType, _enums.VoiceChatDistanceAttenuationType | int | str]
    EnableDefaultVoice: _P[bool, bool | str]
    EnableVoiceVolumeControls: _P[_enums.RolloutState, _enums.RolloutState | int | str]
    UseAudioApi: _P[_enums.AudioApiRollout, _enums.AudioApiRollout | int | str]
    ...
class VoxelBuffer(Object):
    ...
class WebSocketClient(Instance):
    ...
class WebSocketService(Instance):
    ...
class WebStreamClient(Object):
    ...
class WebViewService(Instance):
    ...
class WedgePart(FormFactorPart):
    ...
class Weld(JointInstance):
    ...
class WeldConstraint(Instance):
    CFrame0: _P[_values.CFrame, Any]
    Part0: _P[AnyInstance | None, _Instance | None]
    Part1: _P[AnyInstance | None, _Instance | None]
    State: _P[int, int | str]
    ...
class WindowProtocolService(Instance):
    ...
class Wire(Instance):
    SourceInstance: _P[AnyInstance | None, _Instance | None]
    SourceName: _P[str, str | bytes]
    TargetInstance: _P[AnyInstance | None, _Instance | None]
    TargetName: _P[str, str | bytes]
    ...
class WireframeHandleAdornment(HandleAdornment):
    Scale: _P[_values.Vector3, Any]
    Thickness: _P[float, float | str]
    ...
class Workspace(WorldRoot):
    AirDensity: _P[float, float | str]
    AirTurbulenceIntensity: _P[float, float | str]
    AllowThirdPartySales: _P[bool, bool | str]
    AuthorityMode: _P[_enums.AuthorityMode, _enums.AuthorityMode | int | str]
    AvatarUnificationMode: _P[_enums.AvatarUnificationMode, _enums.AvatarUnificationMode | int | str]
    ClientAnimatorThrottling: _P[_enums.ClientAnimatorThrottlingMode, _enums.ClientAnimatorThrottlingMode | int | str]
    CollisionGroups: _P[str, str | bytes]
    CurrentCamera: _P[AnyInstance | None, _Instance | None]
    DistributedGameTime: _P[float, float | str]
    EnableSLIMAvatars: _P[_enums.RolloutState, _enums.RolloutState | int | str]
    ExpandedTerrain: _P[_enums.RolloutState, _enums.RolloutState | int | str]
    ExplicitAutoJoints: _P[bool, bool | str]
    FallHeightEnabled: _P[bool, bool | str]
    FallenPartsDestroyHeight: _P[float, float | str]
    FluidForces: _P[_enums.FluidForces, _enums.FluidForces | int | str]
    GlobalWind: _P[_values.Vector3, Any]
    Gravity: _P[float, float | str]
    IKControlConstraintSupport: _P[_enums.IKControlConstraintSupport, _enums.IKControlConstraintSupport | int | str]
    ImprovedAnimationConstraint: _P[_enums.RolloutState, _enums.RolloutState | int | str]
    ImprovedPhysicsReplication: _P[_enums.RolloutState, _enums.RolloutState | int | str]
    LayeredClothingCacheOptimizations: _P[_enums.RolloutState, _enums.RolloutState | int | str]
    LuauTypeCheckMode: _P[_enums.LuauTypeCheckMode, _enums.LuauTypeCheckMode | int | str]
    MapTVRemoteToGamepadKeycodes: _P[_enums.RolloutState, _enums.RolloutState | int | str]
    MeshPartHeadsAndAccessories: _P[_enums.MeshPartHeadsAndAccessories, _enums.MeshPartHeadsAndAccessories | int | str]
    MeshStreamingAndImprovedLods: _P[_enums.RolloutState, _enums.RolloutState | int | str]
    ModelStreamingBehavior: _P[_enums.ModelStreamingBehavior, _enums.ModelStreamingBehavior | int | str]
    NextGenerationReplication: _P[_enums.RolloutState, _enums.RolloutState | int | str]
    PathfindingUseImprovedSearch: _P[_enums.PathfindingUseImprovedSearch, _enums.PathfindingUseImprovedSearch | int | str]
    PhysicsSteppingMethod: _P[_enums.PhysicsSteppingMethod, _enums.PhysicsSteppingMethod | int | str]
    PlayerCharacterDestroyBehavior: _P[_enums.PlayerCharacterDestroyBehavior, _enums.PlayerCharacterDestroyBehavior | int | str]
    PlayerScriptsUseInputActionSystem: _P[_enums.RolloutState, _enums.RolloutState | int | str]
    PredictiveStreamingMode: _P[_enums.PredictiveStreamingMode, _enums.PredictiveStreamingMode | int | str]
    PrimalPhysicsSolver: _P[_enums.PrimalPhysicsSolver, _enums.PrimalPhysicsSolver | int | str]
    RejectCharacterDeletions: _P[_enums.RejectCharacterDeletions, _enums.RejectCharacterDeletions | int | str]
    RenderingCacheOptimizations: _P[_enums.RenderingCacheOptimizationMode, _enums.RenderingCacheOptimizationMode | int | str]
    ReplicateInstanceDestroySetting: _P[_enums.ReplicateInstanceDestroySetting, _enums.ReplicateInstanceDestroySetting | int | str]
    Retargeting: _P[_enums.AnimatorRetargetingMode, _enums.AnimatorRetargetingMode | int | str]
    SandboxedInstanceMode: _P[_enums.SandboxedInstanceMode, _enums.SandboxedInstanceMode | int | str]
    SignalBehavior: _P[_enums.SignalBehavior, _enums.SignalBehavior | int | str]
    StreamOutBehavior: _P[_enums.StreamOutBehavior, _enums.StreamOutBehavior | int | str]
    StreamingAdaptiveRadius: _P[bool, bool | str]
    StreamingEnabled: _P[bool, bool | str]
    StreamingIntegrityMode: _P[_enums.StreamingIntegrityMode, _enums.StreamingIntegrityMode | int | str]
    StreamingMinRadius: _P[int, int | str]
    StreamingTargetRadius: _P[int, int | str]
    TerrainWeldsFixed: _P[bool, bool | str]
    TouchEventsUseCollisionGroups: _P[_enums.RolloutState, _enums.RolloutState | int | str]
    TouchesUseCollisionGroups: _P[bool, bool | str]
    UseFixedSimulation: _P[_enums.RolloutState, _enums.RolloutState | int | str]
    UseInputSink: _P[_enums.RolloutState, _enums.RolloutState | int | str]
    UseNewLuauTypeSolver: _P[_enums.RolloutState, _enums.RolloutState | int | str]
    ValidateEnabledProximityPrompt: _P[_enums.RolloutState, _enums.RolloutState | int | str]
    ...
class WorkspaceAnnotation(Annotation):
    ...
class WorldModel(WorldRoot):
    UseWorkspaceCollisionGroups: _P[bool, bool | str]
    ...
class WorldRoot(Model):
    AutoSimulate: _P[bool, bool | str]
    CollisionGroupData: _P[bytes, bytes | str]
    GravityDirection: _P[_values.Vector3, Any]
    SimulationRate: _P[float, float | str]
    Wind: _P[float, float | str]
    WindDirection: _P[_values.Vector3, Any]
    ...
class WrapContentProvider(CacheableContentProvider):
    ...
class WrapDeformMeshProvider(Instance):
    ...
class WrapDeformer(BaseWrap):
    ...
class WrapLayer(BaseWrap):
    AutoSkin: _P[_enums.WrapLayerAutoSkin, _enums.WrapLayerAutoSkin | int | str]
    BindOffset: _P[_values.CFrame, Any]
    Enabled: _P[bool, bool | str]
    Order: _P[int, int | str]
    Puffiness: _P[float, float | str]
    ReferenceMeshContent: _P[str | AnyInstance | None, str | _Instance | None]
    ReferenceMeshId: _P[str | None, str | None]
    ReferenceOrigin: _P[_values.CFrame, Any]
    ShrinkFactor: _P[float, float | str]
    TemporaryReferenceId: _P[str | None, str | None]
    TemporaryReferenceMeshContent: _P[str | AnyInstance | None, str | _Instance | None]
    ...
class WrapTarget(BaseWrap):
    Stiffness: _P[float, float | str]
    ...
class WrapTextureTransfer(Instance):
    ReferenceCageMeshContent: _P[str | AnyInstance | None, str | _Instance | None]
    UVMaxBound: _P[_values.Vector2, Any]
    UVMinBound: _P[_values.Vector2, Any]
    ...

_Other: TypeAlias = Literal["AccessoryDescription", "AccountService", "Accoutrement", "AchievementService", "ActivityHistoryEventService", "Actor", "AdGui", "AdPlacement", "AdPortal", "AdService", "AdvancedDragger", "AirController", "AlignOrientation", "AlignPosition", "AnalyticsService", "AngularVelocity", "AnimatedImageService", "AnimationClipProvider", "AnimationConstraint", "AnimationController", "AnimationFromVideoCreatorService", "AnimationFromVideoCreatorStudioService", "AnimationGraphDefinition", "AnimationNodeDefinition", "AnimationRigData", "AnimationValueNodeDefinition", "AnimationValueOutputDefinition", "Animator", "Annotation", "AnnotationsService", "AppAgeSignalsService", "AppLifecycleObserverService", "AppRatingPromptService", "AppStorageService", "AppUpdateService", "ArcHandles", "AssetCounterService", "AssetDeliveryProxy", "AssetImportService", "AssetManagerService", "AssetQualityService", "AssetService", "Atmosphere", "AtmosphereSensor", "AudioAnalyzer", "AudioChannelMixer", "AudioChannelSplitter", "AudioChorus", "AudioCompressor", "AudioDeviceInput", "AudioDeviceOutput", "AudioDistortion", "AudioEcho", "AudioEmitter", "AudioEqualizer", "AudioFader", "AudioFilter", "AudioFlanger", "AudioFocusService", "AudioGate", "AudioLimiter", "AudioListener", "AudioPitchShifter", "AudioPlayer", "AudioRecorder", "AudioReverb", "AudioSearchParams", "AudioSpeechToText", "AudioTextToSpeech", "AudioTremolo", "AudioWindSynthesizer", "AuroraScript", "AuroraScriptService", "AuroraService", "AvatarAbilityRules", "AvatarAccessoryRules", "AvatarAnimationRules", "AvatarBodyRules", "AvatarChatService", "AvatarClothingRules", "AvatarCollisionRules", "AvatarCreationService", "AvatarEditorService", "AvatarImportService", "AvatarRules", "AvatarSettings", "BackendReplicatedStorage", "BackendServerScriptService", "BackendServerStorage", "Backpack", "BadgeService", "BallSocketConstraint", "Beam", "BinaryStringValue", "BindableEvent", "BindableFunction", "BlockMesh", "BloomEffect", "BlurEffect", "BodyAngularVelocity", "BodyColors", "BodyForce", "BodyGyro", "BodyPartDescription", "BodyPosition", "BodyThrust", "BodyVelocity", "BoolValue", "BoxHandleAdornment", "BranchService", "Breakpoint", "BrickColorValue", "BrowserService", "BubbleChatMessageProperties", "BugReporterService", "BulkImportService", "BuoyancySensor", "CFrameValue", "CSGDictionaryService", "CacheableContentProvider", "CallingService", "CalloutService", "CanvasGroup", "CaptureService", "ChangeHistoryService", "ChangeHistoryStreamingService", "CharacterMesh", "Chat", "ChorusSoundEffect", "ClientStorageService", "ClimbController", "CloudCRUDService", "CloudExecutionService", "Clouds", "ClusterPacketCache", "CollaboratorsService", "CollectionService", "Color3Value", "ColorCorrectionEffect", "ColorGradingEffect", "CommerceService", "CompositeValueCurve", "CompressorSoundEffect", "ConeHandleAdornment", "ConfigService", "Configuration", "ConfigureServerService", "ConnectivityService", "ContentProvider", "ContextActionService", "ControlState", "ControllerManager", "ControllerPartSensor", "ControllerService", "CookiesService", "CoreGui", "CoreGuiConfiguration", "CorePackages", "CoreScriptDebuggingManagerHelper", "CoreScriptSyncService", "CornerWedgePart", "CreationDBService", "CreatorStoreService", "CrossDMScriptChangeListener", "CurveAnimation", "CustomEvent", "CustomEventReceiver", "CustomLog", "CylinderHandleAdornment", "CylinderMesh", "CylindricalConstraint", "DataStoreGetOptions", "DataStoreIncrementOptions", "DataStoreOptions", "DataStoreService", "DataStoreSetOptions", "Debris", "DebugSettings", "DebuggablePluginWatcher", "DebuggerConnectionManager", "DebuggerManager", "DebuggerUIService", "DebuggerWatch", "DeferredAssetManagerService", "DepthOfFieldEffect", "DesignFoundationsService", "DeviceDisplayService", "DeviceIdService", "Dialog", "DialogChoice", "DigitsRigDescription", "DistortionSoundEffect", "DoubleConstrainedValue", "DraftsService", "DragDetector", "Dragger", "DraggerService", "EchoSoundEffect", "EditableService", "EditorSourceService", "EncodingService", "EqualizerSoundEffect", "EulerRotationCurve", "EventIngestService", "ExampleV2Service", "ExperienceAuthService", "ExperienceInviteOptions", "ExperienceNotificationService", "ExperienceService", "ExperienceStateCaptureService", "ExperienceStateRecordingService", "ExplorerFilter", "ExplorerServiceVisibilityService", "Explosion", "ExternalIdentityService", "FaceAnimatorService", "FaceControls", "FacialAgeEstimationService", "FacialAnimationRecordingService", "FacialAnimationStreamingServiceV2", "FeatureRestrictionManager", "FileManagerService", "FileMesh", "FileSyncReplicationService", "Fire", "Flag", "FlagStand", "FlagStandService", "FlangeSoundEffect", "FloatCurve", "FloorWire", "FluidForceSensor", "FlyweightService", "Folder", "ForceField", "FriendService", "FunctionalTest", "GamePassService", "GameSettings", "GamepadService", "GeneratedFolder", "GenerationService", "GenericChallengeService", "Geometry", "GeometryService", "GetTextBoundsParams", "Glue", "GongService", "GroundController", "GroupService", "GuiMain", "GuiService", "GuidRegistryService", "HSRDataContentProvider", "Handles", "HapticEffect", "HapticService", "HarmonyService", "Hat", "HeapProfilerService", "HeatmapQueryService", "HeatmapService", "HeightmapImporterService", "HiddenSurfaceRemovalAsset", "Highlight", "HingeConstraint", "Hint", "Hole", "Hopper", "HopperBin", "HttpRbxApiService", "HttpService", "HumanoidController", "HumanoidDescription", "HumanoidRigDescription", "IKControl", "ILegacyStudioBridge", "IXPService", "ImageButton", "ImageHandleAdornment", "ImageScreenCaptureService", "IncrementalPatchBuilder", "InputAction", "InputActionLabel", "InputBinding", "InputContext", "InsertService", "InstanceExtensionsService", "InstanceFileSyncService", "IntConstrainedValue", "IntValue", "IntentService", "InternalMessagingService", "InternalMessagingServiceVerifier", "InternalSyncItem", "InternalSyncService", "IntersectOperation", "JointsService", "KeyboardService", "KeyframeMarker", "KeyframeSequenceProvider", "LanguageService", "LegacyStudioBridge", "LineForce", "LineHandleAdornment", "LinearVelocity", "LinkingService", "LiveScriptingService", "LiveSyncService", "LocalStorageService", "LocalizationService", "LocalizationTable", "LodDataService", "LogReporterService", "LogService", "LoginService", "LuaSettings", "LuaWebService", "LuauExpressionService", "LuauScriptAnalyzerService", "MLModelDeliveryService", "MLService", "MakeupDescription", "ManualGlue", "ManualWeld", "MarkerCurve", "MarketplaceService", "MatchmakingService", "MaterialGenerationService", "MaterialService", "MaterialVariant", "MemStorageService", "MemoryStoreService", "MeshContentProvider", "Message", "MessageBusService", "MessagingService", "MetaBreakpointManager", "MicroProfilerService", "ModerationService", "MomentsService", "Motor", "MotorFeature", "MouseService", "NegateOperation", "NetworkClient", "NetworkServer", "NetworkSettings", "NoCollisionConstraint", "Noise", "NonReplicatedCSGDictionaryService", "NotificationService", "NumberPose", "NumberValue", "ObjectValue", "OmniRecommendationsService", "OpenCloudService", "OperationGraph", "PackageService", "PackageUIService", "Packages", "Pants", "ParabolaAdornment", "PartOperation", "PartOperationAsset", "PartyEmulatorService", "PatchBundlerFileWatch", "Path2D", "Path3D", "PathfindingLink", "PathfindingModifier", "PathfindingService", "PerformanceControlService", "PermissionsService", "PhysicsService", "PhysicsSettings", "PinShortcutService", "PitchShiftSoundEffect", "PlaceAssetIdsService", "PlaceStatsService", "PlacesService", "Plane", "PlaneConstraint", "PlatformCloudStorageService", "PlatformFriendsService", "PlatformLibraries", "Player", "PlayerDataService", "PlayerEmulatorService", "PlayerHydrationService", "PlayerViewService", "Players", "PluginAction", "PluginCapabilities", "PluginConnectionService", "PluginDebugService", "PluginGuiService", "PluginManagementService", "PluginPolicyService", "PointsService", "PolicyService", "PopLatencyService", "Preloaded", "PrismaticConstraint", "ProceduralBehaviorSchedulerService", "ProceduralModel", "ProcessInstancePhysicsService", "ProjectService", "ProximityPrompt", "ProximityPromptService", "PublishService", "PyramidHandleAdornment", "QueueService", "RTAnimationTracker", "RayValue", "RbxAnalyticsService", "RealtimeMedia", "RecommendationService", "ReflectionMetadata", "ReflectionMetadataCallbacks", "ReflectionMetadataClass", "ReflectionMetadataClasses", "ReflectionMetadataEnum", "ReflectionMetadataEnumItem", "ReflectionMetadataEnums", "ReflectionMetadataEvents", "ReflectionMetadataFunctions", "ReflectionMetadataMember", "ReflectionMetadataProperties", "ReflectionMetadataYieldFunctions", "ReflectionService", "RelativeGui", "RemoteCommandService", "RemoteCursorService", "RemoteDebuggerServer", "RemoteEvent", "RemoteFunction", "RenderSettings", "RenderingTest", "ReplicatedFirst", "ReplicatedStorage", "RequestOrchestratorService", "ReverbSoundEffect", "RibbonNotificationService", "RigidConstraint", "RobloxPluginGuiService", "RobloxReplicatedStorage", "RobloxServerStorage", "RocketPropulsion", "RodConstraint", "RolloutValidationService", "RomarkRbxAnalyticsService", "RomarkService", "RopeConstraint", "Rotate", "RotateP", "RotateV", "RotationCurve", "RtMessagingService", "RunService", "RuntimeContentService", "RuntimeScriptService", "SafetyService", "SceneAnalysisService", "ScriptChangeService", "ScriptCloneWatcher", "ScriptCloneWatcherHelper", "ScriptCommitService", "ScriptContext", "ScriptDebuggerService", "ScriptEditorService", "ScriptProfilerService", "ScriptRegistrationService", "ScriptScannerService", "ScriptService", "ScrollingFrame", "Seat", "Selection", "SelectionBox", "SelectionHighlightManager", "SelectionPartLasso", "SelectionPointLasso", "SelectionSphere", "SerializationService", "ServerScriptService", "ServerStorage", "ServiceVisibilityService", "SessionCheckService", "SessionService", "SharedTableRegistry", "Shirt", "ShirtGraphic", "SkateboardController", "SkateboardPlatform", "Skin", "Sky", "SlimAnimationReplicationService", "SlimContentProvider", "SlimDebugSettings", "SlimReplicationService", "SlimService", "Smoke", "SmoothVoxelsUpgraderService", "Snap", "SocialService", "SolidModelContentProvider", "SoundGroup", "SoundService", "SoundShimService", "Sparkles", "SpawnerService", "SphereHandleAdornment", "SpotLight", "SpringConstraint", "StandalonePluginScripts", "StartPageService", "StarterGear", "StarterGui", "StarterPack", "StarterPlayer", "StartupMessageService", "StateMachineDefinition", "StateMachineTransitionDefinition", "Stats", "StopWatchReporter", "StringValue", "Studio", "StudioAssetService", "StudioAttachment", "StudioCallout", "StudioCameraService", "StudioCaptureService", "StudioData", "StudioDeviceEmulatorService", "StudioDeviceSimulatorService", "StudioPublishService", "StudioScriptDebugEventListener", "StudioSdkService", "StudioService", "StudioTestService", "StudioUserService", "StudioWidgetsService", "StyleDerive", "StyleLink", "StyleQuery", "StyleRule", "StyleSheet", "StylingService", "SunRaysEffect", "SurfaceGui", "SurfaceLight", "SurfaceSelection", "SwimController", "SystemThemeService", "TaskScheduler", "Team", "TeamCreateData", "TeamCreatePublishService", "TeamCreateService", "Teams", "TelemetryService", "TeleportOptions", "TeleportService", "TemporaryCageMeshProvider", "TemporaryScriptService", "TerrainDetail", "TerrainRegion", "TestService", "TextBox", "TextBoxService", "TextChannel", "TextChannelWindow", "TextChatCommand", "TextChatMessageProperties", "TextChatService", "TextDocument", "TextGenerator", "TextService", "TextureGenerationService", "ThirdPartyUserService", "TimerService", "ToastNotificationService", "Torque", "TorsionSpringConstraint", "TouchInputService", "TraceRouteService", "TracerService", "TrackerStreamAnimation", "Trail", "TremoloSoundEffect", "TrussPart", "TutorialService", "Tween", "TweenService", "UGCAvatarService", "UGCValidationService", "UIAspectRatioConstraint", "UICorner", "UIDragDetector", "UIDragDetectorService", "UIFlexItem", "UIGradient", "UIGridLayout", "UIListLayout", "UIPadding", "UIPageLayout", "UIScale", "UIShadow", "UISizeConstraint", "UIStroke", "UITableLayout", "UITextSizeConstraint", "UnionOperation", "UniqueIdLookupService", "UniversalConstraint", "UnreliableRemoteEvent", "UnvalidatedAssetService", "UserGameSettings", "UserInputService", "UserService", "UserStorageService", "VRService", "VRStatusService", "ValueCurve", "Vector3Curve", "Vector3Value", "VectorForce", "VehicleController", "VehicleSeat", "VelocityMotor", "VersionControlService", "VideoCaptureService", "VideoDeviceInput", "VideoDisplay", "VideoFrame", "VideoPlayer", "VideoScreenCaptureService", "VideoService", "ViewportCamera", "ViewportFrame", "VirtualInputManager", "VirtualUser", "VisibilityCheckDispatcher", "Visit", "VisualizationMode", "VisualizationModeCategory", "VisualizationModeService", "VoiceChatInternal", "VoiceChatService", "WebSocketService", "WebViewService", "WedgePart", "WindowProtocolService", "Wire", "WireframeHandleAdornment", "WorkspaceAnnotation", "WorldModel", "WrapContentProvider", "WrapDeformMeshProvider", "WrapDeformer", "WrapLayer", "WrapTarget", "WrapTextureTransfer"]
_Abstract: TypeAlias = Literal["AnimatedImage", "AnimatedImageTrack", "AnimationClip", "AnimationImportData", "AnimationNode", "AnimationStreamTrack", "AnimationTrack", "AssetImportSession", "AssetPatchSettings", "AssetSoundEffect", "AudioPages", "AuroraScriptObject", "BackpackItem", "BanHistoryPages", "BaseCoreGuiConfiguration", "BaseImportData", "BasePlayerGui", "BaseRemoteEvent", "BaseScript", "BaseWrap", "BevelMesh", "BodyMover", "BubbleChatConfiguration", "Capture", "CapturesPages", "CapturesViewConfiguration", "CatalogPages", "ChannelSelectorSoundEffect", "ChannelTabsConfiguration", "CharacterAppearance", "ChatInputBarConfiguration", "ChatWindowConfiguration", "ChatWindowMessageProperties", "ClientReplicator", "Clothing", "CloudLocalizationTable", "Collaborator", "ConfigSnapshot", "Constraint", "Controller", "ControllerBase", "ControllerSensor", "CoreScript", "CustomSoundEffect", "DataModel", "DataModelDiff", "DataModelMesh", "DataModelSession", "DataStore", "DataStoreInfo", "DataStoreKey", "DataStoreKeyInfo", "DataStoreKeyPages", "DataStoreListingPages", "DataStoreObjectVersionInfo", "DataStorePages", "DataStoreVersionPages", "DebuggerBreakpoint", "DebuggerConnection", "DebuggerLuaResponse", "DebuggerVariable", "DisplayWakeLock", "DockWidgetPluginGui", "DynamicRotate", "EditableImage", "EditableMesh", "ExecutedRemoteCommand", "ExplorerFilterAutocompleter", "FaceInstance", "FacialAnimationStreamingServiceStats", "FacialAnimationStreamingSubsessionStats", "FacsImportData", "Feature", "File", "FormFactorPart", "FriendPages", "FriendsCallingInstance", "FriendsCallingParticipant", "GenericSettings", "GlobalDataStore", "GlobalSettings", "GroupImportData", "GuiBase", "GuiBase2d", "GuiBase3d", "GuiButton", "GuiLabel", "HandleAdornment", "HandlesBase", "HttpRequest", "ImportSession", "InputObject", "Instance", "InstanceAdornment", "InventoryPages", "JointImportData", "JointInstance", "LayerCollector", "LocalDebuggerConnection", "LodDataEntity", "Logger", "LuauExpression", "MLSession", "ManualSurfaceJointInstance", "MaterialImportData", "MemStorageConnection", "MemoryStoreDistributedCounter", "MemoryStoreHashMap", "MemoryStoreHashMapPages", "MemoryStoreQueue", "MemoryStoreSortedMap", "MeshImportData", "MessageBusConnection", "MetaBreakpoint", "MetaBreakpointContext", "Mouse", "MultipleDocumentInterfaceInstance", "NetworkMarker", "NetworkPeer", "NetworkReplicator", "Object", "OpenCloudApiV1", "OrderedDataStore", "OutfitPages", "OutputLink", "PVAdornment", "PVInstance", "PackageLink", "Pages", "PartAdornment", "PatchMapping", "Path", "PausedState", "PausedStateBreakpoint", "PausedStateException", "Platform", "PlayerData", "PlayerDataRecord", "PlayerDataRecordConfig", "PlayerGui", "PlayerListConfiguration", "PlayerMouse", "PlayerScripts", "Plugin", "PluginConnection", "PluginDragEvent", "PluginGui", "PluginManager", "PluginManagerInterface", "PluginMenu", "PluginMouse", "PluginToolbar", "PluginToolbarButton", "PoseBase", "PostEffect", "QWidgetPluginGui", "RecommendationPages", "ReflectionMetadataItem", "RobloxSerializableInstance", "RolloutValidation", "RootImportData", "RunningAverageItemDouble", "RunningAverageItemInt", "RunningAverageTimeIntervalItem", "ScreenshotCapture", "ScreenshotHud", "ScriptBuilder", "ScriptDebugger", "ScriptDocument", "ScriptRuntime", "SelectionLasso", "SelfViewConfiguration", "SensorBase", "ServerReplicator", "ServiceProvider", "SlidingBallConstraint", "SlimAnimationDataEntity", "SoundEffect", "StackFrame", "StandardPages", "StandardQueue", "StarterCharacterScripts", "StarterPlayerScripts", "StatsItem", "Status", "StudioActionOverride", "StudioObjectBase", "StudioScreenshotCapture", "StudioTheme", "StudioWidget", "StyleBase", "SurfaceGuiBase", "SyncScriptBuilder", "TeleportAsyncResult", "Terrain", "TerrainIterateOperation", "TerrainModifyOperation", "TerrainReadOperation", "TerrainWriteOperation", "TestCase", "TextChatConfigurations", "TextChatMessage", "TextFilterResult", "TextFilterTranslatedResult", "TextSource", "TextureGenerationPartGroup", "TextureGenerationUnwrappingRequest", "ThreadState", "TotalCountTimeIntervalItem", "TouchTransmitter", "TrackerLodController", "Translator", "TriangleMeshPart", "TweenBase", "UIBase", "UIComponent", "UIConstraint", "UIGridStyleLayout", "UILayout", "UserSettings", "ValueBase", "VideoCapture", "VideoSampler", "VirtualInput", "VoxelBuffer", "WebSocketClient", "WebStreamClient", "WorldRoot"]

@type_check_only
class ByClass:
    @overload
    def of_class(self, class_name: Literal["Accessory"]) -> Instances[Accessory]: ...
    @overload
    def of_class(self, class_name: Literal["Animation"]) -> Instances[Animation]: ...
    @overload
    def of_class(self, class_name: Literal["Attachment"]) -> Instances[Attachment]: ...
    @overload
    def of_class(self, class_name: Literal["BillboardGui"]) -> Instances[BillboardGui]: ...
    @overload
    def of_class(self, class_name: Literal["Bone"]) -> Instances[Bone]: ...
    @overload
    def of_class(self, class_name: Literal["Camera"]) -> Instances[Camera]: ...
    @overload
    def of_class(self, class_name: Literal["ClickDetector"]) -> Instances[ClickDetector]: ...
    @overload
    def of_class(self, class_name: Literal["Decal"]) -> Instances[Decal]: ...
    @overload
    def of_class(self, class_name: Literal["Frame"]) -> Instances[Frame]: ...
    @overload
    def of_class(self, class_name: Literal["Humanoid"]) -> Instances[Humanoid]: ...
    @overload
    def of_class(self, class_name: Literal["ImageLabel"]) -> Instances[ImageLabel]: ...
    @overload
    def of_class(self, class_name: Literal["Keyframe"]) -> Instances[Keyframe]: ...
    @overload
    def of_class(self, class_name: Literal["KeyframeSequence"]) -> Instances[KeyframeSequence]: ...
    @overload
    def of_class(self, class_name: Literal["Lighting"]) -> Instances[Lighting]: ...
    @overload
    def of_class(self, class_name: Literal["LocalScript"]) -> Instances[LocalScript]: ...
    @overload
    def of_class(self, class_name: Literal["MeshPart"]) -> Instances[MeshPart]: ...
    @overload
    def of_class(self, class_name: Literal["Model"]) -> Instances[Model]: ...
    @overload
    def of_class(self, class_name: Literal["ModuleScript"]) -> Instances[ModuleScript]: ...
    @overload
    def of_class(self, class_name: Literal["Motor6D"]) -> Instances[Motor6D]: ...
    @overload
    def of_class(self, class_name: Literal["Part"]) -> Instances[Part]: ...
    @overload
    def of_class(self, class_name: Literal["ParticleEmitter"]) -> Instances[ParticleEmitter]: ...
    @overload
    def of_class(self, class_name: Literal["PointLight"]) -> Instances[PointLight]: ...
    @overload
    def of_class(self, class_name: Literal["Pose"]) -> Instances[Pose]: ...
    @overload
    def of_class(self, class_name: Literal["ScreenGui"]) -> Instances[ScreenGui]: ...
    @overload
    def of_class(self, class_name: Literal["Script"]) -> Instances[Script]: ...
    @overload
    def of_class(self, class_name: Literal["Sound"]) -> Instances[Sound]: ...
    @overload
    def of_class(self, class_name: Literal["SpawnLocation"]) -> Instances[SpawnLocation]: ...
    @overload
    def of_class(self, class_name: Literal["SpecialMesh"]) -> Instances[SpecialMesh]: ...
    @overload
    def of_class(self, class_name: Literal["SurfaceAppearance"]) -> Instances[SurfaceAppearance]: ...
    @overload
    def of_class(self, class_name: Literal["TextButton"]) -> Instances[TextButton]: ...
    @overload
    def of_class(self, class_name: Literal["TextLabel"]) -> Instances[TextLabel]: ...
    @overload
    def of_class(self, class_name: Literal["Texture"]) -> Instances[Texture]: ...
    @overload
    def of_class(self, class_name: Literal["Tool"]) -> Instances[Tool]: ...
    @overload
    def of_class(self, class_name: Literal["Weld"]) -> Instances[Weld]: ...
    @overload
    def of_class(self, class_name: Literal["WeldConstraint"]) -> Instances[WeldConstraint]: ...
    @overload
    def of_class(self, class_name: Literal["Workspace"]) -> Instances[Workspace]: ...
    @overload
    def of_class(self, class_name: Literal["BasePart"]) -> Instances[BasePart]: ...
    @overload
    def of_class(self, class_name: Literal["GuiObject"]) -> Instances[GuiObject]: ...
    @overload
    def of_class(self, class_name: Literal["Light"]) -> Instances[Light]: ...
    @overload
    def of_class(self, class_name: Literal["LuaSourceContainer"]) -> Instances[LuaSourceContainer]: ...
    @overload
    def of_class(self, class_name: _Other | _Abstract) -> Instances[AnyInstance]: ...
    @overload
    def add(self, class_name: Literal["Accessory"], parent: _Instance | None = None, *, name: str | None = None) -> Accessory: ...
    @overload
    def add(self, class_name: Literal["Animation"], parent: _Instance | None = None, *, name: str | None = None) -> Animation: ...
    @overload
    def add(self, class_name: Literal["Attachment"], parent: _Instance | None = None, *, name: str | None = None) -> Attachment: ...
    @overload
    def add(self, class_name: Literal["BillboardGui"], parent: _Instance | None = None, *, name: str | None = None) -> BillboardGui: ...
    @overload
    def add(self, class_name: Literal["Bone"], parent: _Instance | None = None, *, name: str | None = None) -> Bone: ...
    @overload
    def add(self, class_name: Literal["Camera"], parent: _Instance | None = None, *, name: str | None = None) -> Camera: ...
    @overload
    def add(self, class_name: Literal["ClickDetector"], parent: _Instance | None = None, *, name: str | None = None) -> ClickDetector: ...
    @overload
    def add(self, class_name: Literal["Decal"], parent: _Instance | None = None, *, name: str | None = None) -> Decal: ...
    @overload
    def add(self, class_name: Literal["Frame"], parent: _Instance | None = None, *, name: str | None = None) -> Frame: ...
    @overload
    def add(self, class_name: Literal["Humanoid"], parent: _Instance | None = None, *, name: str | None = None) -> Humanoid: ...
    @overload
    def add(self, class_name: Literal["ImageLabel"], parent: _Instance | None = None, *, name: str | None = None) -> ImageLabel: ...
    @overload
    def add(self, class_name: Literal["Keyframe"], parent: _Instance | None = None, *, name: str | None = None) -> Keyframe: ...
    @overload
    def add(self, class_name: Literal["KeyframeSequence"], parent: _Instance | None = None, *, name: str | None = None) -> KeyframeSequence: ...
    @overload
    def add(self, class_name: Literal["Lighting"], parent: _Instance | None = None, *, name: str | None = None) -> Lighting: ...
    @overload
    def add(self, class_name: Literal["LocalScript"], parent: _Instance | None = None, *, name: str | None = None) -> LocalScript: ...
    @overload
    def add(self, class_name: Literal["MeshPart"], parent: _Instance | None = None, *, name: str | None = None) -> MeshPart: ...
    @overload
    def add(self, class_name: Literal["Model"], parent: _Instance | None = None, *, name: str | None = None) -> Model: ...
    @overload
    def add(self, class_name: Literal["ModuleScript"], parent: _Instance | None = None, *, name: str | None = None) -> ModuleScript: ...
    @overload
    def add(self, class_name: Literal["Motor6D"], parent: _Instance | None = None, *, name: str | None = None) -> Motor6D: ...
    @overload
    def add(self, class_name: Literal["Part"], parent: _Instance | None = None, *, name: str | None = None) -> Part: ...
    @overload
    def add(self, class_name: Literal["ParticleEmitter"], parent: _Instance | None = None, *, name: str | None = None) -> ParticleEmitter: ...
    @overload
    def add(self, class_name: Literal["PointLight"], parent: _Instance | None = None, *, name: str | None = None) -> PointLight: ...
    @overload
    def add(self, class_name: Literal["Pose"], parent: _Instance | None = None, *, name: str | None = None) -> Pose: ...
    @overload
    def add(self, class_name: Literal["ScreenGui"], parent: _Instance | None = None, *, name: str | None = None) -> ScreenGui: ...
    @overload
    def add(self, class_name: Literal["Script"], parent: _Instance | None = None, *, name: str | None = None) -> Script: ...
    @overload
    def add(self, class_name: Literal["Sound"], parent: _Instance | None = None, *, name: str | None = None) -> Sound: ...
    @overload
    def add(self, class_name: Literal["SpawnLocation"], parent: _Instance | None = None, *, name: str | None = None) -> SpawnLocation: ...
    @overload
    def add(self, class_name: Literal["SpecialMesh"], parent: _Instance | None = None, *, name: str | None = None) -> SpecialMesh: ...
    @overload
    def add(self, class_name: Literal["SurfaceAppearance"], parent: _Instance | None = None, *, name: str | None = None) -> SurfaceAppearance: ...
    @overload
    def add(self, class_name: Literal["TextButton"], parent: _Instance | None = None, *, name: str | None = None) -> TextButton: ...
    @overload
    def add(self, class_name: Literal["TextLabel"], parent: _Instance | None = None, *, name: str | None = None) -> TextLabel: ...
    @overload
    def add(self, class_name: Literal["Texture"], parent: _Instance | None = None, *, name: str | None = None) -> Texture: ...
    @overload
    def add(self, class_name: Literal["Tool"], parent: _Instance | None = None, *, name: str | None = None) -> Tool: ...
    @overload
    def add(self, class_name: Literal["Weld"], parent: _Instance | None = None, *, name: str | None = None) -> Weld: ...
    @overload
    def add(self, class_name: Literal["WeldConstraint"], parent: _Instance | None = None, *, name: str | None = None) -> WeldConstraint: ...
    @overload
    def add(self, class_name: Literal["Workspace"], parent: _Instance | None = None, *, name: str | None = None) -> Workspace: ...
    @overload
    def add(self, class_name: _Other, parent: _Instance | None = None, *, name: str | None = None) -> AnyInstance: ...

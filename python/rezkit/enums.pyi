# mypy: disable-error-code="misc"
from enum import IntEnum

class EnumItem(IntEnum): ...

def __dir__() -> list[str]: ...

class AccessModifierType(EnumItem):
    Allow = 0
    Deny = 1
    ...
class AccessoryType(EnumItem):
    Unknown = 0
    Hat = 1
    Hair = 2
    Face = 3
    Neck = 4
    Shoulder = 5
    Front = 6
    Back = 7
    Waist = 8
    TShirt = 9
    Shirt = 10
    Pants = 11
    Jacket = 12
    Sweater = 13
    Shorts = 14
    LeftShoe = 15
    RightShoe = 16
    DressSkirt = 17
    Eyebrow = 18
    Eyelash = 19
    ...
class ActionOnAutoResumeSync(EnumItem):
    DontResume = 0
    KeepStudio = 1
    KeepLocal = 2
    ...
class ActionOnStopSync(EnumItem):
    AlwaysAsk = 0
    KeepLocalFiles = 1
    DeleteLocalFiles = 2
    ...
class ActionType(EnumItem):
    Nothing = 0
    Pause = 1
    Lose = 2
    Draw = 3
    Win = 4
    ...
class ActivePayerStatus(EnumItem):
    Unknown = 0
    Never = 1
    Lapsed = 2
    Casual50Percent = 3
    Intermediate35Percent = 4
    Top15Percent = 5
    ...
class ActuatorRelativeTo(EnumItem):
    Attachment0 = 0
    Attachment1 = 1
    World = 2
    ...
class ActuatorType(EnumItem):
    Motor = 1
    Servo = 2
    ...
class AdAvailabilityResult(EnumItem):
    IsAvailable = 1
    DeviceIneligible = 2
    ExperienceIneligible = 3
    InternalError = 4
    NoFill = 5
    PlayerIneligible = 6
    PublisherIneligible = 7
    ...
class AdEventType(EnumItem):
    VideoLoaded = 0
    VideoRemoved = 1
    UserCompletedVideo = 2
    RewardedAdLoaded = 3
    RewardedAdGrant = 4
    RewardedAdUnloaded = 5
    ...
class AdFormat(EnumItem):
    RewardedVideo = 0
    ...
class AdShape(EnumItem):
    HorizontalRectangle = 1
    ...
class AdTeleportMethod(EnumItem):
    Undefined = 0
    PortalForward = 1
    InGameMenuBackButton = 2
    UIBackButton = 3
    ...
class AdUIEventType(EnumItem):
    AdLabelClicked = 0
    VolumeButtonClicked = 1
    FullscreenButtonClicked = 2
    PlayButtonClicked = 3
    PauseButtonClicked = 4
    CloseButtonClicked = 5
    WhyThisAdClicked = 6
    PlayEventTriggered = 7
    PauseEventTriggered = 8
    ...
class AdUIType(EnumItem):
    Image = 1
    Video = 2
    ...
class AdUnitStatus(EnumItem):
    Inactive = 0
    Active = 1
    ...
class AdornCullingMode(EnumItem):
    Automatic = 0
    Never = 1
    ...
class AdornShading(EnumItem):
    Default = 0
    Shaded = 1
    XRay = 2
    XRayShaded = 3
    AlwaysOnTop = 4
    ...
class AgeCheckStatus(EnumItem):
    Unchecked = 0
    Checked = 1
    ...
class AlignType(EnumItem):
    Parallel = 0
    Perpendicular = 1
    PrimaryAxisParallel = 2
    PrimaryAxisPerpendicular = 3
    PrimaryAxisLookAt = 4
    AllAxes = 5
    ...
class AlphaMode(EnumItem):
    Overlay = 0
    Transparency = 1
    TintMask = 2
    Opaque = 3
    ...
class AnalyticsCustomFieldKeys(EnumItem):
    CustomField01 = 0
    CustomField02 = 1
    CustomField03 = 2
    ...
class AnalyticsEconomyAction(EnumItem):
    Default = 0
    Acquire = 1
    Spend = 2
    ...
class AnalyticsEconomyFlowType(EnumItem):
    Sink = 0
    Source = 1
    ...
class AnalyticsEconomyTransactionType(EnumItem):
    IAP = 0
    Shop = 1
    Gameplay = 2
    ContextualPurchase = 3
    TimedReward = 4
    Onboarding = 5
    ...
class AnalyticsLogLevel(EnumItem):
    Trace = 0
    Debug = 1
    Information = 2
    Warning = 3
    Error = 4
    Fatal = 5
    ...
class AnalyticsProgressionStatus(EnumItem):
    Default = 0
    Begin = 1
    Complete = 2
    Abandon = 3
    Fail = 4
    ...
class AnalyticsProgressionType(EnumItem):
    Custom = 0
    Start = 1
    Fail = 2
    Complete = 3
    ...
class AnimatedImagePlaybackState(EnumItem):
    Begin = 0
    Playing = 1
    Paused = 2
    Completed = 3
    Canceled = 4
    ...
class AnimatedImageScaleType(EnumItem):
    Stretch = 0
    Tile = 1
    Fit = 2
    Crop = 3
    ...
class AnimationClipFromVideoStatus(EnumItem):
    Initializing = 0
    Pending = 1
    Processing = 2
    ErrorGeneric = 4
    Success = 6
    ErrorVideoTooLong = 7
    ErrorNoPersonDetected = 8
    ErrorVideoUnstable = 9
    Timeout = 10
    Cancelled = 11
    ErrorMultiplePeople = 12
    ErrorUploadingVideo = 2001
    ...
class AnimationNodeBlend2DInputMode(EnumItem):
    Cartesian = 0
    Polar = 1
    ...
class AnimationNodeBlendMode(EnumItem):
    Over = 0
    Add = 1
    Subtract = 2
    ...
class AnimationNodeInterruptible(EnumItem):
    Always = 0
    Finished = 1
    Trigger = 2
    ...
class AnimationNodePhaseSync(EnumItem):
    Synced = 0
    Unsynced = 1
    ...
class AnimationNodePlayMode(EnumItem):
    Loop = 0
    PingPong = 1
    OnceAndHold = 2
    OnceAndReset = 3
    ...
class AnimationNodeTransitionType(EnumItem):
    CrossFade = 0
    InertialBlend = 1
    DeadBlend = 2
    ...
class AnimationNodeTransitionWhen(EnumItem):
    Finished = 0
    BeforeFinished = 1
    ...
class AnimationNodeType(EnumItem):
    InvalidNode = 0
    AddNode = 1
    OverNode = 2
    Blend1DNode = 3
    Blend2DNode = 4
    ClipNode = 5
    GraphOutput = 6
    MaskNode = 7
    PrioritySelectNode = 8
    RandomSequenceNode = 9
    SelectNode = 10
    SequenceNode = 11
    SpeedNode = 12
    SubtractNode = 13
    OneShotNode = 14
    StateMachineNode = 16
    ...
class AnimationNodeWaitFor(EnumItem):
    Finished = 0
    Trigger = 1
    ...
class AnimationPriority(EnumItem):
    Idle = 0
    Movement = 1
    Action = 2
    Action2 = 3
    Action3 = 4
    Action4 = 5
    Core = 1000
    ...
class AnimationValueNodeType(EnumItem):
    Invalid = 0
    Expression = 1
    ...
class AnimatorRetargetingMode(EnumItem):
    Default = 0
    Disabled = 1
    Enabled = 2
    ...
class AnnotationChannelContentPreference(EnumItem):
    All = 1
    Unknown = 2
    ...
class AnnotationEditingMode(EnumItem):
    PlacingNew = 1
    WritingNew = 2
    ...
class AnnotationPlaceContentPreference(EnumItem):
    All = 1
    MentionsAndReplies = 2
    Unknown = 3
    ...
class AnnotationRequestStatus(EnumItem):
    Success = 0
    Loading = 1
    ErrorInternalFailure = 2
    ErrorNotFound = 3
    ErrorModerated = 4
    ...
class AnnotationRequestType(EnumItem):
    Unknown = 0
    Create = 1
    Resolve = 2
    Delete = 3
    Edit = 4
    ...
class AntiAliasing(EnumItem):
    Disabled = 0
    Enabled = 1
    ...
class AppLifecycleManagerState(EnumItem):
    Detached = 0
    Active = 1
    Inactive = 2
    Hidden = 3
    ...
class AppShellActionType(EnumItem):
    OpenApp = 1
    TapChatTab = 2
    TapConversationEntry = 3
    TapAvatarTab = 4
    ReadConversation = 5
    TapGamePageTab = 6
    TapHomePageTab = 7
    GamePageLoaded = 8
    HomePageLoaded = 9
    AvatarEditorPageLoaded = 10
    HomePageInteractive = 11
    ...
class AppShellFeature(EnumItem):
    Chat = 1
    AvatarEditor = 2
    GamePage = 3
    HomePage = 4
    More = 5
    Landing = 6
    WatchPage = 7
    ...
class AppUpdateStatus(EnumItem):
    Unknown = 0
    NotSupported = 1
    Failed = 2
    NotAvailable = 3
    Available = 4
    AvailableBoundChannel = 5
    AvailableBetaProgram = 6
    ...
class ApplyShadowMode(EnumItem):
    Shape = 0
    Text = 1
    ...
class ApplyStrokeMode(EnumItem):
    Contextual = 0
    Border = 1
    ...
class AspectType(EnumItem):
    FitWithinMaxSize = 0
    ScaleWithParentSize = 1
    ...
class AssetCreatorType(EnumItem):
    User = 0
    Group = 1
    ...
class AssetFetchStatus(EnumItem):
    Success = 0
    Failure = 1
    Loading = 3
    TimedOut = 4
    ...
class AssetRepresentation(EnumItem):
    FullLength = 0
    ShortPreview = 1
    ...
class AssetType(EnumItem):
    Image = 1
    TShirt = 2
    Audio = 3
    Mesh = 4
    Lua = 5
    Hat = 8
    Place = 9
    Model = 10
    Shirt = 11
    Pants = 12
    Decal = 13
    Head = 17
    Face = 18
    Gear = 19
    Badge = 21
    Animation = 24
    Torso = 27
    RightArm = 28
    LeftArm = 29
    LeftLeg = 30
    RightLeg = 31
    Package = 32
    GamePass = 34
    Plugin = 38
    MeshPart = 40
    HairAccessory = 41
    FaceAccessory = 42
    NeckAccessory = 43
    ShoulderAccessory = 44
    FrontAccessory = 45
    BackAccessory = 46
    WaistAccessory = 47
    ClimbAnimation = 48
    DeathAnimation = 49
    FallAnimation = 50
    IdleAnimation = 51
    JumpAnimation = 52
    RunAnimation = 53
    SwimAnimation = 54
    WalkAnimation = 55
    PoseAnimation = 56
    EarAccessory = 57
    EyeAccessory = 58
    EmoteAnimation = 61
    Video = 62
    TShirtAccessory = 64
    ShirtAccessory = 65
    PantsAccessory = 66
    JacketAccessory = 67
    SweaterAccessory = 68
    ShortsAccessory = 69
    LeftShoeAccessory = 70
    RightShoeAccessory = 71
    DressSkirtAccessory = 72
    FontFamily = 73
    EyebrowAccessory = 76
    EyelashAccessory = 77
    MoodAnimation = 78
    DynamicHead = 79
    FaceMakeup = 88
    LipMakeup = 89
    EyeMakeup = 90
    AvatarBackground = 92
    TextDocument = 93
    ...
class AssetTypeVerification(EnumItem):
    Default = 1
    ClientOnly = 2
    Always = 3
    ...
class AudioApiRollout(EnumItem):
    Disabled = 0
    Automatic = 1
    Enabled = 2
    ...
class AudioCaptureMode(EnumItem):
    ...
class AudioChannelLayout(EnumItem):
    Mono = 0
    Stereo = 1
    Quad = 2
    Surround_5 = 3
    Surround_5_1 = 4
    Surround_7_1 = 5
    Surround_7_1_4 = 6
    ...
class AudioFilterType(EnumItem):
    Peak = 0
    LowShelf = 1
    HighShelf = 2
    Lowpass12dB = 3
    Lowpass24dB = 4
    Lowpass48dB = 5
    Highpass12dB = 6
    Highpass24dB = 7
    Highpass48dB = 8
    Bandpass = 9
    Notch = 10
    Lowpass6dB = 11
    ...
class AudioPositionType(EnumItem):
    Parent = 0
    Instance = 1
    ...
class AudioSampleFormat(EnumItem):
    Int16 = 0
    Float32 = 1
    ...
class AudioSimulationFidelity(EnumItem):
    Automatic = 1
    ...
class AudioSubType(EnumItem):
    Music = 1
    SoundEffect = 2
    ...
class AudioWindowSize(EnumItem):
    Small = 0
    Medium = 1
    Large = 2
    ...
class AuthorityMode(EnumItem):
    Server = 0
    Automatic = 1
    ...
class AutoIndentRule(EnumItem):
    Off = 0
    Absolute = 1
    Relative = 2
    ...
class AutomaticSize(EnumItem):
    X = 1
    Y = 2
    XY = 3
    ...
class AvatarAssetType(EnumItem):
    TShirt = 2
    Hat = 8
    Shirt = 11
    Pants = 12
    Head = 17
    Face = 18
    Gear = 19
    Torso = 27
    RightArm = 28
    LeftArm = 29
    LeftLeg = 30
    RightLeg = 31
    HairAccessory = 41
    FaceAccessory = 42
    NeckAccessory = 43
    ShoulderAccessory = 44
    FrontAccessory = 45
    BackAccessory = 46
    WaistAccessory = 47
    ClimbAnimation = 48
    FallAnimation = 50
    IdleAnimation = 51
    JumpAnimation = 52
    RunAnimation = 53
    SwimAnimation = 54
    WalkAnimation = 55
    EmoteAnimation = 61
    TShirtAccessory = 64
    ShirtAccessory = 65
    PantsAccessory = 66
    JacketAccessory = 67
    SweaterAccessory = 68
    ShortsAccessory = 69
    LeftShoeAccessory = 70
    RightShoeAccessory = 71
    DressSkirtAccessory = 72
    EyebrowAccessory = 76
    EyelashAccessory = 77
    MoodAnimation = 78
    DynamicHead = 79
    FaceMakeup = 88
    LipMakeup = 89
    EyeMakeup = 90
    AvatarBackground = 92
    ...
class AvatarChatServiceFeature(EnumItem):
    UniverseAudio = 1
    UniverseVideo = 2
    PlaceAudio = 4
    PlaceVideo = 8
    UserAudioEligible = 16
    UserAudio = 32
    UserVideoEligible = 64
    UserVideo = 128
    UserBanned = 256
    UserVerifiedForVoice = 512
    ...
class AvatarContextMenuOption(EnumItem):
    Friend = 0
    Chat = 1
    Emote = 2
    InspectMenu = 3
    ...
class AvatarGenerationError(EnumItem):
    Unknown = 1
    DownloadFailed = 2
    Canceled = 3
    Offensive = 4
    Timeout = 5
    JobNotFound = 6
    ...
class AvatarItemType(EnumItem):
    Asset = 1
    Bundle = 2
    ...
class AvatarPromptResult(EnumItem):
    Success = 1
    PermissionDenied = 2
    Failed = 3
    ...
class AvatarSettingsAccessoryLimitMethod(EnumItem):
    Scale = 0
    Remove = 1
    PreviewScale = 2
    PreviewRemove = 3
    ...
class AvatarSettingsAccessoryMode(EnumItem):
    PlayerChoice = 0
    CustomLimit = 1
    ...
class AvatarSettingsAnimationClipsMode(EnumItem):
    PlayerChoice = 0
    CustomClips = 1
    ...
class AvatarSettingsAnimationPacksMode(EnumItem):
    PlayerChoice = 0
    StandardR15 = 1
    StandardR6 = 2
    ...
class AvatarSettingsAppearanceMode(EnumItem):
    PlayerChoice = 0
    CustomParts = 1
    CustomBody = 2
    ...
class AvatarSettingsBuildMode(EnumItem):
    PlayerChoice = 0
    CustomBuild = 1
    ...
class AvatarSettingsCharacterControllerMode(EnumItem):
    LegacyHumanoid = 0
    LuaCharacterController = 1
    ...
class AvatarSettingsClothingMode(EnumItem):
    PlayerChoice = 0
    CustomLimit = 1
    ...
class AvatarSettingsCollisionMode(EnumItem):
    Default = 0
    SingleCollider = 1
    Legacy = 2
    ...
class AvatarSettingsCustomAccessoryMode(EnumItem):
    PlayerChoice = 0
    CustomAccessories = 1
    ...
class AvatarSettingsCustomBodyType(EnumItem):
    AvatarReference = 0
    BundleId = 1
    ...
class AvatarSettingsCustomClothingMode(EnumItem):
    PlayerChoice = 0
    CustomClothing = 1
    ...
class AvatarSettingsHitAndTouchDetectionMode(EnumItem):
    UseParts = 0
    UseCollider = 1
    ...
class AvatarSettingsJumpMode(EnumItem):
    JumpHeight = 0
    JumpPower = 1
    ...
class AvatarSettingsLegacyCollisionMode(EnumItem):
    R6Colliders = 0
    InnerBoxColliders = 1
    ...
class AvatarSettingsScaleMode(EnumItem):
    PlayerChoice = 0
    CustomScale = 1
    ...
class AvatarThumbnailCustomizationType(EnumItem):
    Closeup = 1
    FullBody = 2
    ...
class AvatarUnificationMode(EnumItem):
    Default = 0
    Disabled = 1
    Enabled = 2
    ...
class Axis(EnumItem):
    X = 0
    Y = 1
    Z = 2
    ...
class BasicMeshPartShape(EnumItem):
    Capsule = 5
    Cone = 6
    RoundedBox = 7
    ...
class BenefitType(EnumItem):
    DeveloperProduct = 0
    AvatarAsset = 1
    AvatarBundle = 2
    ...
class BinType(EnumItem):
    Script = 0
    GameTool = 1
    Grab = 2
    Clone = 3
    Hammer = 4
    ...
class BodyPart(EnumItem):
    Head = 0
    Torso = 1
    LeftArm = 2
    RightArm = 3
    LeftLeg = 4
    RightLeg = 5
    ...
class BodyPartR15(EnumItem):
    Head = 0
    UpperTorso = 1
    LowerTorso = 2
    LeftFoot = 3
    LeftLowerLeg = 4
    LeftUpperLeg = 5
    RightFoot = 6
    RightLowerLeg = 7
    RightUpperLeg = 8
    LeftHand = 9
    LeftLowerArm = 10
    LeftUpperArm = 11
    RightHand = 12
    RightLowerArm = 13
    RightUpperArm = 14
    RootPart = 15
    Unknown = 17
    ...
class BorderMode(EnumItem):
    Outline = 0
    Middle = 1
    Inset = 2
    ...
class BorderStrokePosition(EnumItem):
    Outer = 0
    Center = 1
    Inner = 2
    ...
class BranchStatus(EnumItem):
    Draft = 0
    ReadyToMerge = 1
    Merged = 2
    Archived = 3
    ...
class BreakReason(EnumItem):
    Other = 0
    Error = 1
    SpecialBreakpoint = 2
    UserBreakpoint = 3
    ...
class BreakpointRemoveReason(EnumItem):
    Requested = 0
    ScriptChanged = 1
    ScriptRemoved = 2
    ...
class BulkMoveMode(EnumItem):
    FireAllEvents = 0
    FireCFrameChanged = 1
    ...
class BundleType(EnumItem):
    BodyParts = 1
    Animations = 2
    Shoes = 3
    DynamicHead = 4
    DynamicHeadAvatar = 5
    ...
class Button(EnumItem):
    Dismount = 8
    Jump = 32
    ...
class ButtonStyle(EnumItem):
    Custom = 0
    RobloxButtonDefault = 1
    RobloxButton = 2
    RobloxRoundButton = 3
    RobloxRoundDefaultButton = 4
    RobloxRoundDropdownButton = 5
    ...
class CageType(EnumItem):
    Inner = 0
    Outer = 1
    ...
class CameraMode(EnumItem):
    Classic = 0
    LockFirstPerson = 1
    ...
class CameraNavigationModel(EnumItem):
    Roblox = 0
    IndustryCompatible = 1
    ...
class CameraPanMode(EnumItem):
    Classic = 0
    EdgeBump = 1
    ...
class CameraSpeedAdjustBinding(EnumItem):
    RmbScroll = 1
    AltScroll = 2
    ...
class CameraType(EnumItem):
    Fixed = 0
    Attach = 1
    Watch = 2
    Track = 3
    Follow = 4
    Custom = 5
    Scriptable = 6
    Orbital = 7
    ...
class CanCollaborateError(EnumItem):
    Invalid = 0
    NotAgeVerified = 2
    OutsideAgeBucket = 3
    TooManyCollaborators = 4
    PCBlock = 5
    NotFound = 6
    OutsideOwnerAgeBucket = 7
    NotAuthorized = 8
    OutsideAgeBucketTcPc = 9
    OtherCollaboratorSettingsPreventTrust = 10
    AgeVerificationCountryBlocked = 11
    OtherUserCannotCollaborate = 12
    ...
class CaptureGalleryPermission(EnumItem):
    ReadAndUpload = 0
    ...
class CaptureType(EnumItem):
    Screenshot = 1
    Video = 2
    ...
class CatalogCategoryFilter(EnumItem):
    Featured = 2
    Collectibles = 3
    CommunityCreations = 4
    Premium = 5
    Recommended = 6
    ...
class CatalogSortAggregation(EnumItem):
    Past12Hours = 1
    PastDay = 2
    Past3Days = 3
    PastWeek = 4
    PastMonth = 5
    AllTime = 6
    ...
class CatalogSortType(EnumItem):
    Relevance = 1
    PriceHighToLow = 2
    PriceLowToHigh = 3
    MostFavorited = 5
    RecentlyCreated = 6
    Bestselling = 7
    ...
class CellBlock(EnumItem):
    Solid = 0
    VerticalWedge = 1
    CornerWedge = 2
    InverseCornerWedge = 3
    HorizontalWedge = 4
    ...
class CellMaterial(EnumItem):
    Empty = 0
    Grass = 1
    Sand = 2
    Brick = 3
    Granite = 4
    Asphalt = 5
    Iron = 6
    Aluminum = 7
    Gold = 8
    WoodPlank = 9
    WoodLog = 10
    Gravel = 11
    CinderBlock = 12
    MossyStone = 13
    Cement = 14
    RedPlastic = 15
    BluePlastic = 16
    Water = 17
    ...
class CellOrientation(EnumItem):
    NegZ = 0
    X = 1
    Z = 2
    NegX = 3
    ...
class CenterDialogType(EnumItem):
    UnsolicitedDialog = 1
    PlayerInitiatedDialog = 2
    ModalDialog = 3
    QuitDialog = 4
    ...
class CharacterControlMode(EnumItem):
    Default = 0
    Legacy = 1
    NoCharacterController = 2
    LuaCharacterController = 3
    ...
class ChatCallbackType(EnumItem):
    OnCreatingChatWindow = 1
    OnClientSendingMessage = 2
    OnClientFormattingMessage = 3
    OnServerReceivingMessage = 17
    ...
class ChatColor(EnumItem):
    Blue = 0
    Green = 1
    Red = 2
    White = 3
    ...
class ChatMode(EnumItem):
    Menu = 0
    TextAndMenu = 1
    ...
class ChatPrivacyMode(EnumItem):
    AllUsers = 0
    NoOne = 1
    Friends = 2
    ...
class ChatRestrictionStatus(EnumItem):
    Unknown = 0
    NotRestricted = 1
    Restricted = 2
    ...
class ChatStyle(EnumItem):
    Classic = 0
    Bubble = 1
    ClassicAndBubble = 2
    ...
class ChatVersion(EnumItem):
    LegacyChatService = 0
    TextChatService = 1
    ...
class ClientAnimatorThrottlingMode(EnumItem):
    Default = 0
    Disabled = 1
    Enabled = 2
    ...
class CloseReason(EnumItem):
    Unknown = 0
    RobloxMaintenance = 1
    DeveloperShutdown = 2
    DeveloperUpdate = 3
    ServerEmpty = 4
    OutOfMemory = 5
    Moderation = 6
    ...
class CollaboratorStatus(EnumItem):
    Editing3D = 1
    Scripting = 2
    PrivateScripting = 3
    ...
class CollisionFidelity(EnumItem):
    Default = 0
    Hull = 1
    Box = 2
    PreciseConvexDecomposition = 3
    Tunable = 4
    ...
class CommandPermission(EnumItem):
    Plugin = 0
    LocalUser = 1
    ...
class CompileTarget(EnumItem):
    Client = 0
    CoreScript = 1
    Studio = 2
    CoreScriptRaw = 3
    ...
class CompletionAcceptanceBehavior(EnumItem):
    Insert = 0
    Replace = 1
    ReplaceOnEnterInsertOnTab = 2
    InsertOnEnterReplaceOnTab = 3
    ...
class CompletionItemKind(EnumItem):
    Text = 1
    Method = 2
    Function = 3
    Constructor = 4
    Field = 5
    Variable = 6
    Class = 7
    Interface = 8
    Module = 9
    Property = 10
    Unit = 11
    Value = 12
    Enum = 13
    Keyword = 14
    Snippet = 15
    Color = 16
    File = 17
    Reference = 18
    Folder = 19
    EnumMember = 20
    Constant = 21
    Struct = 22
    Event = 23
    Operator = 24
    TypeParameter = 25
    ...
class CompletionItemTag(EnumItem):
    Deprecated = 1
    IncorrectIndexType = 2
    PluginPermissions = 3
    CommandLinePermissions = 4
    RobloxPermissions = 5
    AddParens = 6
    PutCursorInParens = 7
    TypeCorrect = 8
    ClientServerBoundaryViolation = 9
    Invalidated = 10
    PutCursorBeforeEnd = 11
    ...
class CompletionTriggerKind(EnumItem):
    Invoked = 1
    TriggerCharacter = 2
    TriggerForIncompleteCompletions = 3
    ...
class CompositeValueCurveType(EnumItem):
    ColorRGB = 0
    ColorHSV = 1
    NumberRange = 2
    Rect = 3
    UDim = 4
    UDim2 = 5
    Vector2 = 6
    Vector3 = 7
    ...
class CompressionAlgorithm(EnumItem):
    Zstd = 0
    ...
class ComputerCameraMovementMode(EnumItem):
    Default = 0
    Classic = 1
    Follow = 2
    Orbital = 3
    CameraToggle = 4
    ...
class ComputerMovementMode(EnumItem):
    Default = 0
    KeyboardMouse = 1
    ClickToMove = 2
    ...
class ConfigSnapshotErrorState(EnumItem):
    LoadFailed = 1
    ...
class ConnectionError(EnumItem):
    OK = 0
    Unknown = 1
    ConnectErrors = 2
    AlreadyConnected = 3
    NoFreeIncomingConnections = 4
    ConnectionBanned = 5
    InvalidPassword = 6
    IncompatibleProtocolVersion = 7
    IPRecentlyConnected = 8
    OurSystemRequiresSecurity = 9
    SecurityKeyMismatch = 10
    DisconnectErrors = 256
    DisconnectBadhash = 257
    DisconnectSecurityKeyMismatch = 258
    DisconnectProtocolMismatch = 259
    DisconnectReceivePacketError = 260
    DisconnectReceivePacketStreamError = 261
    DisconnectSendPacketError = 262
    DisconnectIllegalTeleport = 263
    DisconnectDuplicatePlayer = 264
    DisconnectDuplicateTicket = 265
    DisconnectTimeout = 266
    DisconnectLuaKick = 267
    DisconnectOnRemoteSysStats = 268
    DisconnectHashTimeout = 269
    DisconnectCloudEditKick = 270
    DisconnectPlayerless = 271
    DisconnectNewSecurityKeyMismatch = 272
    DisconnectEvicted = 273
    DisconnectDevMaintenance = 274
    DisconnectRobloxMaintenance = 275
    DisconnectRejoin = 276
    DisconnectConnectionLost = 277
    DisconnectIdle = 278
    DisconnectRaknetErrors = 279
    DisconnectWrongVersion = 280
    DisconnectBySecurityPolicy = 281
    DisconnectBlockedIP = 282
    DisconnectClientFailure = 284
    DisconnectClientRequest = 285
    DisconnectPrivateServerKickout = 286
    DisconnectModeratedGame = 287
    ServerShutdown = 288
    ReplicatorTimeout = 290
    PlayerRemoved = 291
    DisconnectOutOfMemoryKeepPlayingLeave = 292
    DisconnectRomarkEndOfTest = 293
    DisconnectCollaboratorPermissionRevoked = 294
    DisconnectCollaboratorUnderage = 295
    NetworkInternal = 296
    NetworkSend = 297
    NetworkTimeout = 298
    NetworkMisbehavior = 299
    NetworkSecurity = 300
    ReplacementReady = 301
    ServerEmpty = 302
    PhantomFreeze = 303
    AndroidAnticheatKick = 304
    AndroidEmulatorKick = 305
    AndroidRootedKick = 306
    ScreentimeLockoutKick = 307
    DisconnectionNotification = 308
    DisconnectVerboselyModeratedGame = 309
    DisconnectCollaboratorNotAgeVerified = 310
    DisconnectCollaboratorTrustedConnectionsRequired = 311
    DisconnectCollaboratorOwnerActionRequired = 312
    DisconnectCollaboratorTooManyCollaborators = 313
    DisconnectCollaboratorUnknownError = 314
    DisconnectCollaboratorRequestedEviction = 315
    DisconnectCollaboratorTrustedConnectionsRequiredPC = 316
    DisconnectRemoteAttestationUnsupported = 317
    DisconnectRemoteAttestationGeneralFailure = 318
    DisconnectRemoteAttestationTimeout = 319
    DisconnectRemoteAttestationOSOutOfDate = 320
    DisconnectRemoteAttestationBootValidationFailure = 321
    PlacelaunchErrors = 512
    PlacelaunchDisabled = 515
    PlacelaunchError = 516
    PlacelaunchGameEnded = 517
    PlacelaunchGameFull = 518
    PlacelaunchUserLeft = 522
    PlacelaunchRestricted = 523
    PlacelaunchUnauthorized = 524
    PlacelaunchFlooded = 525
    PlacelaunchHashExpired = 526
    PlacelaunchHashException = 527
    PlacelaunchPartyCannotFit = 528
    PlacelaunchHttpError = 529
    PlacelaunchUserPrivacyUnauthorized = 533
    PlacelaunchVipOwnerNotPresent = 541
    PlacelaunchAgeVerificationRequired = 542
    PlacelaunchParentalApprovalRequired = 543
    PlacelaunchCoreGated = 544
    PlacelaunchCollaborationCoreGated = 545
    PlacelaunchCreatorBan = 600
    PlacelaunchDeviceBlock = 601
    PlacelaunchCustomMessage = 610
    PlacelaunchOtherError = 611
    TeleportErrors = 768
    TeleportFailure = 769
    TeleportGameNotFound = 770
    TeleportGameEnded = 771
    TeleportGameFull = 772
    TeleportUnauthorized = 773
    TeleportFlooded = 774
    TeleportIsTeleporting = 775
    TransportErrors = 1024
    DisconnectTransportIoError = 1025
    DisconnectTransportIoInternetError = 1026
    DisconnectTransportProtocolError = 1027
    DisconnectTransportNgtcp2Error = 1028
    DisconnectTransportQuicError = 1029
    DisconnectTransportRnaError = 1030
    ...
class ConnectionState(EnumItem):
    Connected = 0
    Disconnected = 1
    ...
class ContentSourceType(EnumItem):
    Uri = 1
    Object = 2
    Opaque = 3
    ...
class ContextActionPriority(EnumItem):
    Low = 1000
    Medium = 2000
    High = 3000
    ...
class ContextActionResult(EnumItem):
    Sink = 0
    Pass = 1
    ...
class ControlMode(EnumItem):
    Classic = 0
    MouseLockSwitch = 1
    ...
class CoreGuiType(EnumItem):
    PlayerList = 0
    Health = 1
    Backpack = 2
    Chat = 3
    All = 4
    EmotesMenu = 5
    SelfView = 6
    Captures = 7
    AvatarSwitcher = 8
    ExperienceShop = 9
    ...
class CreateAssetResult(EnumItem):
    Success = 1
    PermissionDenied = 2
    UploadFailed = 3
    Unknown = 4
    ...
class CreateContentResult(EnumItem):
    Success = 1
    PermissionDenied = 2
    UploadFailed = 3
    StorageLimitExceeded = 4
    Unknown = 5
    ...
class CreateOutfitFailure(EnumItem):
    InvalidName = 1
    OutfitLimitReached = 2
    Other = 3
    ...
class CreatorType(EnumItem):
    User = 0
    Group = 1
    ...
class CreatorTypeFilter(EnumItem):
    User = 0
    Group = 1
    All = 2
    ...
class CurrencyType(EnumItem):
    Default = 0
    Robux = 1
    Tix = 2
    ...
class CustomCameraMode(EnumItem):
    Default = 0
    Classic = 1
    Follow = 2
    ...
class DataModelChangeType(EnumItem):
    Add = 0
    Remove = 1
    Modify = 2
    AddPackage = 3
    ...
class DataModelExtractorFileType(EnumItem):
    PlaceFile = 0
    FirstSlice = 1
    NonFirstSlice = 2
    ...
class DataStoreRequestType(EnumItem):
    GetAsync = 0
    SetIncrementAsync = 1
    UpdateAsync = 2
    GetSortedAsync = 3
    SetIncrementSortedAsync = 4
    OnUpdate = 5
    ListAsync = 6
    GetVersionAsync = 7
    RemoveVersionAsync = 8
    StandardRead = 9
    StandardWrite = 10
    StandardList = 11
    StandardRemove = 12
    OrderedRead = 13
    OrderedWrite = 14
    OrderedList = 15
    OrderedRemove = 16
    ...
class DebugBreakModeType(EnumItem):
    Never = 0
    Always = 1
    Unhandled = 2
    ...
class DebuggerEndReason(EnumItem):
    ClientRequest = 0
    Timeout = 1
    InvalidHost = 2
    Disconnected = 3
    ServerShutdown = 4
    ServerProtocolMismatch = 5
    ConfigurationFailed = 6
    RpcError = 7
    ...
class DebuggerExceptionBreakMode(EnumItem):
    Never = 0
    Always = 1
    Unhandled = 2
    ...
class DebuggerFrameType(EnumItem):
    C = 0
    Lua = 1
    ...
class DebuggerPauseReason(EnumItem):
    Unknown = 0
    Requested = 1
    Breakpoint = 2
    Exception = 3
    SingleStep = 4
    Entrypoint = 5
    ...
class DebuggerResumeType(EnumItem):
    StepInto = 0
    StepOut = 1
    StepOver = 2
    Resume = 3
    ...
class DebuggerStatus(EnumItem):
    Success = 0
    Timeout = 1
    ConnectionLost = 2
    InvalidResponse = 3
    InternalError = 4
    InvalidState = 5
    RpcError = 6
    InvalidArgument = 7
    ConnectionClosed = 8
    ...
class DefaultScriptSyncFileType(EnumItem):
    Lua = 0
    Luau = 1
    ...
class DevCameraOcclusionMode(EnumItem):
    Zoom = 0
    Invisicam = 1
    ...
class DevComputerCameraMovementMode(EnumItem):
    UserChoice = 0
    Classic = 1
    Follow = 2
    Orbital = 3
    CameraToggle = 4
    ...
class DevComputerMovementMode(EnumItem):
    UserChoice = 0
    KeyboardMouse = 1
    ClickToMove = 2
    Scriptable = 3
    ...
class DevTouchCameraMovementMode(EnumItem):
    UserChoice = 0
    Classic = 1
    Follow = 2
    Orbital = 3
    ...
class DevTouchMovementMode(EnumItem):
    UserChoice = 0
    Thumbstick = 1
    DPad = 2
    Thumbpad = 3
    ClickToMove = 4
    Scriptable = 5
    DynamicThumbstick = 6
    ...
class DeveloperMemoryTag(EnumItem):
    Internal = 0
    HttpCache = 1
    Instances = 2
    Signals = 3
    LuaHeap = 4
    Script = 5
    PhysicsCollision = 6
    BaseParts = 7
    GraphicsSolidModels = 8
    GraphicsMeshParts = 10
    GraphicsParticles = 11
    GraphicsParts = 12
    GraphicsSpatialHash = 13
    GraphicsTerrain = 14
    GraphicsTexture = 15
    GraphicsTextureCharacter = 16
    Sounds = 17
    StreamingSounds = 18
    TerrainVoxels = 19
    Gui = 21
    Animation = 22
    Navigation = 23
    GeometryCSG = 24
    GraphicsSlimModels = 25
    ...
class DeviceFeatureType(EnumItem):
    DeviceCapture = 0
    InExperienceFAE = 1
    ...
class DeviceForm(EnumItem):
    Console = 0
    Phone = 1
    Tablet = 2
    Desktop = 3
    VR = 4
    ...
class DeviceLevel(EnumItem):
    Low = 0
    Medium = 1
    High = 2
    ...
class DeviceSimulatorScalingMode(EnumItem):
    ScaleToPhysicalSize = 0
    ActualResolution = 1
    FitToWindow = 2
    ...
class DeviceType(EnumItem):
    Unknown = 0
    Desktop = 1
    Tablet = 2
    Phone = 3
    TV = 4
    ...
class DialogBehaviorType(EnumItem):
    SinglePlayer = 0
    MultiplePlayers = 1
    ...
class DialogPurpose(EnumItem):
    Quest = 0
    Help = 1
    Shop = 2
    ...
class DialogTone(EnumItem):
    Neutral = 0
    Friendly = 1
    Enemy = 2
    ...
class DigitsRigDescriptionSide(EnumItem):
    Left = 1
    Right = 2
    ...
class DiscountType(EnumItem):
    Uncategorized = 0
    ...
class DisplayScalingMode(EnumItem):
    Default = 0
    Legacy = 1
    Responsive = 2
    ...
class DisplaySize(EnumItem):
    Small = 0
    Medium = 1
    Large = 2
    ...
class DistanceAttenuationMode(EnumItem):
    Custom = 0
    InverseTapered = 1
    Linear = 2
    LinearSquared = 3
    Inverse = 4
    ...
class DomainType(EnumItem):
    EXPERIENCE = 1
    OAUTH = 3
    ...
class DominantAxis(EnumItem):
    Width = 0
    Height = 1
    ...
class DraftStatusCode(EnumItem):
    OK = 0
    DraftOutdated = 1
    ScriptRemoved = 2
    DraftCommitted = 3
    ...
class DragDetectorDragStyle(EnumItem):
    TranslateLine = 0
    TranslatePlane = 1
    TranslatePlaneOrLine = 2
    TranslateLineOrPlane = 3
    TranslateViewPlane = 4
    RotateAxis = 5
    RotateTrackball = 6
    Scriptable = 7
    BestForDevice = 8
    ...
class DragDetectorPermissionPolicy(EnumItem):
    Nobody = 0
    Everybody = 1
    Scriptable = 2
    ...
class DragDetectorResponseStyle(EnumItem):
    Geometric = 0
    Physical = 1
    Custom = 2
    ...
class DraggerCoordinateSpace(EnumItem):
    Object = 0
    World = 1
    ...
class DraggerMovementMode(EnumItem):
    Geometric = 0
    Physical = 1
    ...
class DraggingScrollBar(EnumItem):
    Horizontal = 1
    Vertical = 2
    ...
class EasingDirection(EnumItem):
    In = 0
    Out = 1
    InOut = 2
    ...
class EasingStyle(EnumItem):
    Linear = 0
    Sine = 1
    Back = 2
    Quad = 3
    Quart = 4
    Quint = 5
    Bounce = 6
    Elastic = 7
    Exponential = 8
    Circular = 9
    Cubic = 10
    ...
class EditableStatus(EnumItem):
    Unknown = 0
    Allowed = 1
    Disallowed = 2
    ...
class ElasticBehavior(EnumItem):
    WhenScrollable = 0
    Always = 1
    Never = 2
    ...
class EmitterPositionType(EnumItem):
    Parent = 0
    Instance = 1
    ...
class EngagementLevel(EnumItem):
    Unknown = 0
    Inactive = 1
    Low = 2
    Medium = 3
    High = 4
    ...
class EngineFolder(EnumItem):
    Screenshots = 0
    Videos = 1
    Logs = 2
    ...
class EnviromentalPhysicsThrottle(EnumItem):
    DefaultAuto = 0
    Disabled = 1
    Always = 2
    Skip2 = 3
    Skip4 = 4
    Skip8 = 5
    Skip16 = 6
    ...
class ExperienceActivationStatus(EnumItem):
    Unknown = 0
    New = 1
    Active = 2
    Lapsed = 3
    Reactivated = 4
    ...
class ExperienceAuthScope(EnumItem):
    DefaultScope = 0
    CreatorAssetsCreate = 1
    ...
class ExperienceEventStatus(EnumItem):
    Active = 0
    Cancelled = 1
    Moderated = 2
    Unpublished = 3
    Unknown = 4
    ...
class ExperienceStateCaptureSelectionMode(EnumItem):
    Default = 0
    SafetyHighlightMode = 1
    ...
class ExperienceStateRecordingLoadMode(EnumItem):
    NewReplay = 0
    ContiguousSlice = 1
    NoncontiguousSlice = 2
    ...
class ExperienceStateRecordingLoadSourceType(EnumItem):
    S3Url = 0
    File = 1
    ...
class ExperienceStateRecordingPlaybackMode(EnumItem):
    Undefined = 0
    Stopped = 1
    Playing = 2
    Rewinding = 3
    ...
class ExplosionType(EnumItem):
    NoCraters = 0
    Craters = 1
    ...
class ExternalEditorMode(EnumItem):
    SystemDefault = 0
    UserSelectedEditor = 1
    ...
class FACSDataLod(EnumItem):
    LOD0 = 0
    LOD1 = 1
    LODCount = 2
    ...
class FacialAgeEstimationResultType(EnumItem):
    Complete = 0
    Cancel = 1
    Error = 2
    ...
class FacialAnimationStreamingState(EnumItem):
    Audio = 1
    Video = 2
    Place = 4
    Server = 8
    ...
class FacsActionUnit(EnumItem):
    ChinRaiserUpperLip = 0
    ChinRaiser = 1
    FlatPucker = 2
    Funneler = 3
    LowerLipSuck = 4
    LipPresser = 5
    LipsTogether = 6
    MouthLeft = 7
    MouthRight = 8
    Pucker = 9
    UpperLipSuck = 10
    LeftCheekPuff = 11
    LeftDimpler = 12
    LeftLipCornerDown = 13
    LeftLowerLipDepressor = 14
    LeftLipCornerPuller = 15
    LeftLipStretcher = 16
    LeftUpperLipRaiser = 17
    RightCheekPuff = 18
    RightDimpler = 19
    RightLipCornerDown = 20
    RightLowerLipDepressor = 21
    RightLipCornerPuller = 22
    RightLipStretcher = 23
    RightUpperLipRaiser = 24
    JawDrop = 25
    JawLeft = 26
    JawRight = 27
    Corrugator = 28
    LeftBrowLowerer = 29
    LeftOuterBrowRaiser = 30
    LeftNoseWrinkler = 31
    LeftInnerBrowRaiser = 32
    RightBrowLowerer = 33
    RightOuterBrowRaiser = 34
    RightInnerBrowRaiser = 35
    RightNoseWrinkler = 36
    EyesLookDown = 37
    EyesLookLeft = 38
    EyesLookUp = 39
    EyesLookRight = 40
    LeftCheekRaiser = 41
    LeftEyeUpperLidRaiser = 42
    LeftEyeClosed = 43
    RightCheekRaiser = 44
    RightEyeUpperLidRaiser = 45
    RightEyeClosed = 46
    TongueDown = 47
    TongueOut = 48
    TongueUp = 49
    ...
class FeatureRestrictionAbuseVector(EnumItem):
    ExperienceChat = 0
    Communication = 1
    ...
class FeedbackType(EnumItem):
    Feedback = 0
    PlayerSupport = 1
    ...
class FieldOfViewMode(EnumItem):
    Vertical = 0
    Diagonal = 1
    MaxAxis = 2
    ...
class FillDirection(EnumItem):
    Horizontal = 0
    Vertical = 1
    ...
class FilterErrorType(EnumItem):
    BackslashNotEscapingAnything = 0
    BadBespokeFilter = 1
    BadName = 2
    IncompleteOr = 3
    IncompleteParenthesis = 4
    InvalidDoubleStar = 5
    InvalidTilde = 6
    PropertyBadOperator = 7
    PropertyDoesNotExist = 8
    PropertyInvalidField = 9
    PropertyInvalidValue = 10
    PropertyUnsupportedFields = 11
    PropertyUnsupportedProperty = 12
    UnexpectedNameIndex = 13
    UnexpectedToken = 14
    UnfinishedBinaryOperator = 15
    UnfinishedQuote = 16
    UnknownBespokeFilter = 17
    WildcardInProperty = 18
    ...
class FilterResult(EnumItem):
    Accepted = 0
    Rejected = 1
    ...
class FilterType(EnumItem):
    Exclude = 0
    Include = 1
    ...
class FinishRecordingOperation(EnumItem):
    Cancel = 0
    Commit = 1
    Append = 2
    ...
class FluidFidelity(EnumItem):
    Automatic = 0
    UseCollisionGeometry = 1
    UsePreciseGeometry = 2
    ...
class FluidForces(EnumItem):
    Default = 0
    Experimental = 1
    ...
class Font(EnumItem):
    Legacy = 0
    Arial = 1
    ArialBold = 2
    SourceSans = 3
    SourceSansBold = 4
    SourceSansLight = 5
    SourceSansItalic = 6
    Bodoni = 7
    Garamond = 8
    Cartoon = 9
    Code = 10
    Highway = 11
    SciFi = 12
    Arcade = 13
    Fantasy = 14
    Antique = 15
    SourceSansSemibold = 16
    Gotham = 17
    GothamMedium = 18
    GothamBold = 19
    GothamBlack = 20
    AmaticSC = 21
    Bangers = 22
    Creepster = 23
    DenkOne = 24
    Fondamento = 25
    FredokaOne = 26
    GrenzeGotisch = 27
    IndieFlower = 28
    JosefinSans = 29
    Jura = 30
    Kalam = 31
    LuckiestGuy = 32
    Merriweather = 33
    Michroma = 34
    Nunito = 35
    Oswald = 36
    PatrickHand = 37
    PermanentMarker = 38
    Roboto = 39
    RobotoCondensed = 40
    RobotoMono = 41
    Sarpanch = 42
    SpecialElite = 43
    TitilliumWeb = 44
    Ubuntu = 45
    BuilderSans = 46
    BuilderSansMedium = 47
    BuilderSansBold = 48
    BuilderSansExtraBold = 49
    Arimo = 50
    ArimoBold = 51
    Unknown = 100
    ...
class FontSize(EnumItem):
    Size8 = 0
    Size9 = 1
    Size10 = 2
    Size11 = 3
    Size12 = 4
    Size14 = 5
    Size18 = 6
    Size24 = 7
    Size36 = 8
    Size48 = 9
    Size28 = 10
    Size32 = 11
    Size42 = 12
    Size60 = 13
    Size96 = 14
    ...
class FontStyle(EnumItem):
    Normal = 0
    Italic = 1
    ...
class FontWeight(EnumItem):
    Thin = 100
    ExtraLight = 200
    Light = 300
    Regular = 400
    Medium = 500
    SemiBold = 600
    Bold = 700
    ExtraBold = 800
    Heavy = 900
    ...
class ForceLimitMode(EnumItem):
    Magnitude = 0
    PerAxis = 1
    ...
class FormFactor(EnumItem):
    Symmetric = 0
    Brick = 1
    Plate = 2
    Custom = 3
    ...
class FrameStyle(EnumItem):
    Custom = 0
    ChatBlue = 1
    RobloxSquare = 2
    RobloxRound = 3
    ChatGreen = 4
    ChatRed = 5
    DropShadow = 6
    ...
class FramerateManagerMode(EnumItem):
    Automatic = 0
    On = 1
    Off = 2
    ...
class FriendRequestEvent(EnumItem):
    Issue = 0
    Revoke = 1
    Accept = 2
    Deny = 3
    ...
class FriendStatus(EnumItem):
    Unknown = 0
    NotFriend = 1
    Friend = 2
    FriendRequestSent = 3
    FriendRequestReceived = 4
    ...
class FriendsCallingEndReason(EnumItem):
    LocalHangup = 1
    RemoteHangup = 2
    Missed = 3
    Declined = 4
    Failed = 5
    Canceled = 6
    ...
class FriendsCallingParticipantErrors(EnumItem):
    Unknown = 1
    ConnectionFailed = 2
    PublishFailed = 3
    PermissionDenied = 4
    ...
class FriendsCallingParticipantLeaveReason(EnumItem):
    Hangup = 1
    Declined = 2
    Missed = 3
    Removed = 4
    Failed = 5
    TimedOut = 6
    ...
class FriendsCallingParticipantStatus(EnumItem):
    Invited = 0
    Ringing = 1
    Joined = 2
    Declined = 3
    Left = 4
    Removed = 5
    Ineligible = 6
    TimedOut = 7
    Muted = 8
    ...
class FriendsCallingPhase(EnumItem):
    Idle = 0
    Ringing = 1
    Active = 2
    Ended = 3
    ...
class FrustumStreamingMode(EnumItem):
    Default = 0
    Enabled = 1
    Disabled = 2
    Automatic = 3
    ...
class FunctionalTestResult(EnumItem):
    Passed = 0
    Warning = 1
    Error = 2
    ...
class GameAvatarType(EnumItem):
    R6 = 0
    R15 = 1
    PlayerChoice = 2
    ...
class GamepadType(EnumItem):
    Unknown = 0
    PS4 = 1
    PS5 = 2
    XboxOne = 3
    ...
class GearGenreSetting(EnumItem):
    AllGenres = 0
    MatchingGenreOnly = 1
    ...
class GearType(EnumItem):
    MeleeWeapons = 0
    RangedWeapons = 1
    Explosives = 2
    PowerUps = 3
    NavigationEnhancers = 4
    MusicalInstruments = 5
    SocialItems = 6
    BuildingTools = 7
    Transport = 8
    ...
class GenerateMomentTextResult(EnumItem):
    Success = 0
    Pending = 1
    Failed = 2
    Filtered = 3
    ...
class Genre(EnumItem):
    All = 0
    TownAndCity = 1
    Fantasy = 2
    SciFi = 3
    Ninja = 4
    Scary = 5
    Pirate = 6
    Adventure = 7
    Sports = 8
    Funny = 9
    WildWest = 10
    War = 11
    SkatePark = 12
    Tutorial = 13
    ...
class GradientTileMode(EnumItem):
    Clamp = 0
    Repeat = 1
    Mirror = 2
    ...
class GradientType(EnumItem):
    Linear = 0
    Radial = 1
    Conical = 2
    Elliptical = 3
    ...
class GraphicsMode(EnumItem):
    Automatic = 1
    Direct3D11 = 2
    OpenGL = 4
    Metal = 5
    Vulkan = 6
    NoGraphics = 9
    ...
class GraphicsOptimizationMode(EnumItem):
    Performance = 0
    Balanced = 1
    Quality = 2
    ...
class GroupMembershipStatus(EnumItem):
    Joined = 1
    JoinRequestPending = 2
    AlreadyMember = 3
    ...
class GuiState(EnumItem):
    Idle = 0
    Hover = 1
    Press = 2
    NonInteractable = 3
    ...
class GuiType(EnumItem):
    Core = 0
    Custom = 1
    PlayerNameplates = 2
    CustomBillboards = 3
    CoreBillboards = 4
    ...
class HandlesStyle(EnumItem):
    Resize = 0
    Movement = 1
    ...
class HapticEffectType(EnumItem):
    Custom = 0
    UIHover = 1
    UIClick = 2
    UINotification = 3
    GameplayExplosion = 4
    GameplayCollision = 5
    ...
class HashAlgorithm(EnumItem):
    Blake2b = 0
    Blake3 = 1
    Md5 = 2
    Sha1 = 3
    Sha256 = 4
    ...
class HighlightDepthMode(EnumItem):
    AlwaysOnTop = 0
    Occluded = 1
    ...
class HorizontalAlignment(EnumItem):
    Center = 0
    Left = 1
    Right = 2
    ...
class HoverAnimateSpeed(EnumItem):
    VerySlow = 0
    Slow = 1
    Medium = 2
    Fast = 3
    VeryFast = 4
    ...
class HttpCachePolicy(EnumItem):
    Full = 1
    DataOnly = 2
    Default = 3
    InternalRedirectRefresh = 4
    ...
class HttpCompression(EnumItem):
    Gzip = 1
    ...
class HttpContentType(EnumItem):
    ApplicationJson = 0
    ApplicationXml = 1
    ApplicationUrlEncoded = 2
    TextPlain = 3
    TextXml = 4
    ...
class HttpError(EnumItem):
    OK = 0
    InvalidUrl = 1
    DnsResolve = 2
    ConnectFail = 3
    OutOfMemory = 4
    TimedOut = 5
    TooManyRedirects = 6
    InvalidRedirect = 7
    NetFail = 8
    Aborted = 9
    SslConnectFail = 10
    SslVerificationFail = 11
    Unknown = 12
    ConnectionClosed = 13
    ServerProtocolError = 14
    CreatorEnvironmentsNotSupportedByService = 15
    InactivityTimeout = 16
    TooManyOutstandingRequests = 17
    InvalidRangeResponse = 18
    ...
class HttpRequestType(EnumItem):
    Default = 0
    MarketplaceService = 2
    Players = 7
    Chat = 15
    Avatar = 16
    Analytics = 23
    Localization = 25
    ...
class HumanoidCollisionType(EnumItem):
    OuterBox = 0
    InnerBox = 1
    ...
class HumanoidDisplayDistanceType(EnumItem):
    Viewer = 0
    Subject = 1
    ...
class HumanoidHealthDisplayType(EnumItem):
    DisplayWhenDamaged = 0
    AlwaysOn = 1
    AlwaysOff = 2
    ...
class HumanoidRigType(EnumItem):
    R6 = 0
    R15 = 1
    ...
class HumanoidStateType(EnumItem):
    FallingDown = 0
    Ragdoll = 1
    GettingUp = 2
    Jumping = 3
    Swimming = 4
    Freefall = 5
    Flying = 6
    Landed = 7
    Running = 8
    RunningNoPhysics = 10
    StrafingNoPhysics = 11
    Climbing = 12
    Seated = 13
    PlatformStanding = 14
    Dead = 15
    Physics = 16
    ...
class IKCollisionsMode(EnumItem):
    NoCollisions = 0
    OtherMechanismsAnchored = 1
    IncludeContactedMechanisms = 2
    ...
class IKControlConstraintSupport(EnumItem):
    Default = 0
    Disabled = 1
    Enabled = 2
    ...
class IKControlType(EnumItem):
    Transform = 0
    Position = 1
    Rotation = 2
    LookAt = 3
    ...
class IXPLoadingStatus(EnumItem):
    Pending = 1
    Initialized = 2
    ErrorInvalidUser = 3
    ErrorConnection = 4
    ErrorJsonParse = 5
    ErrorTimedOut = 6
    ...
class ImageAlphaType(EnumItem):
    Default = 1
    LockCanvasAlpha = 2
    LockCanvasColor = 3
    ...
class ImageCombineType(EnumItem):
    BlendSourceOver = 1
    Overwrite = 2
    Add = 3
    Multiply = 4
    AlphaBlend = 5
    NormalMapBlend = 6
    Subtract = 7
    ...
class InOut(EnumItem):
    Edge = 0
    Inset = 1
    Center = 2
    ...
class InfoType(EnumItem):
    Asset = 0
    Product = 1
    GamePass = 2
    Subscription = 3
    Bundle = 4
    ...
class InitialDockState(EnumItem):
    Top = 0
    Bottom = 1
    Left = 2
    Right = 3
    Float = 4
    ...
class InputActionType(EnumItem):
    Bool = 0
    Direction1D = 1
    Direction2D = 2
    Direction3D = 3
    ViewportPosition = 4
    ...
class InputBindingType(EnumItem):
    Automatic = 0
    Scriptable = 1
    ...
class InputSink(EnumItem):
    Activate = 1
    All = 100
    ...
class InputType(EnumItem):
    NoInput = 0
    Constant = 12
    Sin = 13
    ...
class InstanceFileSyncStatus(EnumItem):
    NotSynced = 0
    Errored = 1
    SyncedAsRoot = 2
    SyncedAsDescendant = 3
    AncestorErrored = 4
    ...
class IntentReplicability(EnumItem):
    ...
class IntermediateMeshGenerationResult(EnumItem):
    HighQualityMesh = 0
    ...
class InternalVideoUsage(EnumItem):
    Default = 0
    WatchPage = 1
    HomeCarousel = 2
    FeatureTileAd = 3
    ...
class InterpolationThrottlingMode(EnumItem):
    Default = 0
    Disabled = 1
    Enabled = 2
    ...
class InviteState(EnumItem):
    Placed = 0
    Accepted = 1
    Declined = 2
    Missed = 3
    ...
class ItemLineAlignment(EnumItem):
    Automatic = 0
    Start = 1
    Center = 2
    End = 3
    Stretch = 4
    ...
class JoinSource(EnumItem):
    CreatedItemAttribution = 1
    ...
class JointCreationMode(EnumItem):
    All = 0
    Surface = 1
    ...
class KeyCode(EnumItem):
    Backspace = 8
    Tab = 9
    Clear = 12
    Return = 13
    Pause = 19
    Escape = 27
    Space = 32
    QuotedDouble = 34
    Hash = 35
    Dollar = 36
    Percent = 37
    Ampersand = 38
    Quote = 39
    LeftParenthesis = 40
    RightParenthesis = 41
    Asterisk = 42
    Plus = 43
    Comma = 44
    Minus = 45
    Period = 46
    Slash = 47
    Zero = 48
    One = 49
    Two = 50
    Three = 51
    Four = 52
    Five = 53
    Six = 54
    Seven = 55
    Eight = 56
    Nine = 57
    Colon = 58
    Semicolon = 59
    LessThan = 60
    Equals = 61
    GreaterThan = 62
    Question = 63
    At = 64
    LeftBracket = 91
    BackSlash = 92
    RightBracket = 93
    Caret = 94
    Underscore = 95
    Backquote = 96
    A = 97
    B = 98
    C = 99
    D = 100
    E = 101
    F = 102
    G = 103
    H = 104
    I = 105
    J = 106
    K = 107
    L = 108
    M = 109
    N = 110
    O = 111
    P = 112
    Q = 113
    R = 114
    S = 115
    T = 116
    U = 117
    V = 118
    W = 119
    X = 120
    Y = 121
    Z = 122
    LeftCurly = 123
    Pipe = 124
    RightCurly = 125
    Tilde = 126
    Delete = 127
    World0 = 160
    World1 = 161
    World2 = 162
    World3 = 163
    World4 = 164
    World5 = 165
    World6 = 166
    World7 = 167
    World8 = 168
    World9 = 169
    World10 = 170
    World11 = 171
    World12 = 172
    World13 = 173
    World14 = 174
    World15 = 175
    World16 = 176
    World17 = 177
    World18 = 178
    World19 = 179
    World20 = 180
    World21 = 181
    World22 = 182
    World23 = 183
    World24 = 184
    World25 = 185
    World26 = 186
    World27 = 187
    World28 = 188
    World29 = 189
    World30 = 190
    World31 = 191
    World32 = 192
    World33 = 193
    World34 = 194
    World35 = 195
    World36 = 196
    World37 = 197
    World38 = 198
    World39 = 199
    World40 = 200
    World41 = 201
    World42 = 202
    World43 = 203
    World44 = 204
    World45 = 205
    World46 = 206
    World47 = 207
    World48 = 208
    World49 = 209
    World50 = 210
    World51 = 211
    World52 = 212
    World53 = 213
    World54 = 214
    World55 = 215
    World56 = 216
    World57 = 217
    World58 = 218
    World59 = 219
    World60 = 220
    World61 = 221
    World62 = 222
    World63 = 223
    World64 = 224
    World65 = 225
    World66 = 226
    World67 = 227
    World68 = 228
    World69 = 229
    World70 = 230
    World71 = 231
    World72 = 232
    World73 = 233
    World74 = 234
    World75 = 235
    World76 = 236
    World77 = 237
    World78 = 238
    World79 = 239
    World80 = 240
    World81 = 241
    World82 = 242
    World83 = 243
    World84 = 244
    World85 = 245
    World86 = 246
    World87 = 247
    World88 = 248
    World89 = 249
    World90 = 250
    World91 = 251
    World92 = 252
    World93 = 253
    World94 = 254
    World95 = 255
    KeypadZero = 256
    KeypadOne = 257
    KeypadTwo = 258
    KeypadThree = 259
    KeypadFour = 260
    KeypadFive = 261
    KeypadSix = 262
    KeypadSeven = 263
    KeypadEight = 264
    KeypadNine = 265
    KeypadPeriod = 266
    KeypadDivide = 267
    KeypadMultiply = 268
    KeypadMinus = 269
    KeypadPlus = 270
    KeypadEnter = 271
    KeypadEquals = 272
    Up = 273
    Down = 274
    Right = 275
    Left = 276
    Insert = 277
    Home = 278
    End = 279
    PageUp = 280
    PageDown = 281
    F1 = 282
    F2 = 283
    F3 = 284
    F4 = 285
    F5 = 286
    F6 = 287
    F7 = 288
    F8 = 289
    F9 = 290
    F10 = 291
    F11 = 292
    F12 = 293
    F13 = 294
    F14 = 295
    F15 = 296
    NumLock = 300
    CapsLock = 301
    ScrollLock = 302
    RightShift = 303
    LeftShift = 304
    RightControl = 305
    LeftControl = 306
    RightAlt = 307
    LeftAlt = 308
    RightMeta = 309
    LeftMeta = 310
    LeftSuper = 311
    RightSuper = 312
    Mode = 313
    Compose = 314
    Help = 315
    Print = 316
    SysReq = 317
    Break = 318
    Menu = 319
    Power = 320
    Euro = 321
    Undo = 322
    ButtonX = 1000
    ButtonY = 1001
    ButtonA = 1002
    ButtonB = 1003
    ButtonR1 = 1004
    ButtonL1 = 1005
    ButtonR2 = 1006
    ButtonL2 = 1007
    ButtonR3 = 1008
    ButtonL3 = 1009
    ButtonStart = 1010
    ButtonSelect = 1011
    DPadLeft = 1012
    DPadRight = 1013
    DPadUp = 1014
    DPadDown = 1015
    Thumbstick1 = 1016
    Thumbstick2 = 1017
    Thumbstick1Up = 1018
    Thumbstick1Down = 1019
    Thumbstick1Left = 1020
    Thumbstick1Right = 1021
    Thumbstick2Up = 1022
    Thumbstick2Down = 1023
    Thumbstick2Left = 1024
    Thumbstick2Right = 1025
    MouseLeftButton = 1026
    MouseRightButton = 1027
    MouseMiddleButton = 1028
    MouseBackButton = 1029
    MouseNoButton = 1030
    MouseX = 1031
    MouseY = 1032
    MousePosition = 1033
    TouchPosition = 1034
    MouseWheel = 1035
    TrackpadPan = 1040
    TrackpadPinch = 1045
    MouseDelta = 1048
    TouchDelta = 1049
    TouchPinch = 1050
    ButtonCenter = 1051
    ButtonBack = 1052
    ButtonUp = 1053
    ButtonDown = 1054
    ButtonLeft = 1055
    ButtonRight = 1056
    ...
class KeyCodeStringFormat(EnumItem):
    Default = 0
    Abbreviated = 1
    ...
class KeyInterpolationMode(EnumItem):
    Constant = 0
    Linear = 1
    Cubic = 2
    ...
class KeywordFilterType(EnumItem):
    Include = 0
    Exclude = 1
    ...
class KnownWindow(EnumItem):
    Main = 0
    ...
class LeftRight(EnumItem):
    Left = 0
    Center = 1
    Right = 2
    ...
class LexemeType(EnumItem):
    Eof = 0
    Name = 1
    QuotedString = 2
    Number = 3
    And = 4
    Or = 5
    Equal = 6
    TildeEqual = 7
    GreaterThan = 8
    GreaterThanEqual = 9
    LessThan = 10
    LessThanEqual = 11
    Colon = 12
    Dot = 13
    LeftParenthesis = 14
    RightParenthesis = 15
    Star = 16
    DoubleStar = 17
    ReservedSpecial = 18
    ...
class LightingStyle(EnumItem):
    Realistic = 0
    Soft = 1
    ...
class Limb(EnumItem):
    Head = 0
    Torso = 1
    LeftArm = 2
    RightArm = 3
    LeftLeg = 4
    RightLeg = 5
    Unknown = 6
    ...
class LineJoinMode(EnumItem):
    Round = 0
    Bevel = 1
    Miter = 2
    ...
class ListDisplayMode(EnumItem):
    Horizontal = 0
    Vertical = 1
    ...
class ListenerLocation(EnumItem):
    Default = 0
    Character = 2
    Camera = 3
    ...
class ListenerPositionType(EnumItem):
    Parent = 0
    Instance = 1
    ...
class ListenerType(EnumItem):
    Camera = 0
    CFrame = 1
    ObjectPosition = 2
    ObjectCFrame = 3
    ...
class LiveEditingAtomicUpdateResponse(EnumItem):
    Success = 0
    FailureGuidNotFound = 1
    FailureHashMismatch = 2
    FailureOperationIllegal = 3
    ...
class LiveEditingBroadcastMessageType(EnumItem):
    Normal = 0
    Warning = 1
    Error = 2
    ...
class LoadCharacterLayeredClothing(EnumItem):
    Default = 0
    Disabled = 1
    Enabled = 2
    ...
class LoadDynamicHeads(EnumItem):
    Default = 0
    Disabled = 1
    Enabled = 2
    ...
class LocationType(EnumItem):
    Character = 0
    Camera = 1
    ObjectPosition = 2
    ...
class LuauTypeCheckMode(EnumItem):
    Default = 0
    NoCheck = 1
    Nonstrict = 2
    Strict = 3
    ...
class MakeupType(EnumItem):
    Face = 0
    Lip = 1
    Eye = 2
    ...
class MarketplaceBulkPurchasePromptStatus(EnumItem):
    Completed = 1
    Aborted = 2
    Error = 3
    ...
class MarketplaceItemPurchaseStatus(EnumItem):
    Success = 1
    SystemError = 2
    AlreadyOwned = 3
    InsufficientRobux = 4
    QuantityLimitExceeded = 5
    QuotaExceeded = 6
    NotForSale = 7
    NotAvailableForPurchaser = 8
    PriceMismatch = 9
    SoldOut = 10
    PurchaserIsSeller = 11
    InsufficientMembership = 12
    PlaceInvalid = 13
    ...
class MarketplaceProductType(EnumItem):
    AvatarAsset = 1
    AvatarBundle = 2
    ...
class MarkupKind(EnumItem):
    PlainText = 0
    Markdown = 1
    ...
class MatchmakingType(EnumItem):
    Default = 1
    XboxOnly = 2
    PlayStationOnly = 3
    ...
class Material(EnumItem):
    Plastic = 256
    SmoothPlastic = 272
    Neon = 288
    Wood = 512
    WoodPlanks = 528
    Marble = 784
    Basalt = 788
    Slate = 800
    CrackedLava = 804
    Concrete = 816
    Limestone = 820
    Granite = 832
    Pavement = 836
    Brick = 848
    Pebble = 864
    Cobblestone = 880
    Rock = 896
    Sandstone = 912
    CorrodedMetal = 1040
    DiamondPlate = 1056
    Foil = 1072
    Metal = 1088
    Grass = 1280
    LeafyGrass = 1284
    Sand = 1296
    Fabric = 1312
    Snow = 1328
    Mud = 1344
    Ground = 1360
    Asphalt = 1376
    Salt = 1392
    Ice = 1536
    Glacier = 1552
    Glass = 1568
    ForceField = 1584
    Air = 1792
    Water = 2048
    Cardboard = 2304
    Carpet = 2305
    CeramicTiles = 2306
    ClayRoofTiles = 2307
    RoofShingles = 2308
    Leather = 2309
    Plaster = 2310
    Rubber = 2311
    ...
class MaterialPattern(EnumItem):
    Regular = 0
    Organic = 1
    ...
class MembershipType(EnumItem):
    BuildersClub = 1
    TurboBuildersClub = 2
    OutrageousBuildersClub = 3
    Premium = 4
    ...
class MergeResolution(EnumItem):
    UseSource = 1
    UseTarget = 2
    Manual = 3
    ...
class MergeStatus(EnumItem):
    Loading = 1
    Merging = 2
    ...
class MeshAttribute(EnumItem):
    Vertex = 0
    Normal = 1
    Color = 2
    UV = 3
    Face = 4
    ...
class MeshPartDetailLevel(EnumItem):
    DistanceBased = 0
    Level00 = 1
    Level01 = 2
    Level02 = 3
    Level03 = 4
    Level04 = 5
    Level05 = 6
    Level06 = 7
    Level07 = 8
    Level08 = 9
    Level09 = 10
    ...
class MeshPartHeadsAndAccessories(EnumItem):
    Default = 0
    Disabled = 1
    Enabled = 2
    ...
class MeshScaleUnit(EnumItem):
    Stud = 0
    Meter = 1
    CM = 2
    MM = 3
    Foot = 4
    Inch = 5
    ...
class MeshType(EnumItem):
    Head = 0
    Torso = 1
    Wedge = 2
    Sphere = 3
    Cylinder = 4
    FileMesh = 5
    Brick = 6
    Prism = 7
    Pyramid = 8
    ParallelRamp = 9
    RightAngleRamp = 10
    CornerWedge = 11
    ...
class MessageType(EnumItem):
    MessageOutput = 0
    MessageInfo = 1
    MessageWarning = 2
    MessageError = 3
    ...
class ModelLevelOfDetail(EnumItem):
    Automatic = 0
    StreamingMesh = 1
    Disabled = 2
    SLIM = 4
    ...
class ModelStreamingBehavior(EnumItem):
    Default = 0
    Legacy = 1
    Improved = 2
    ...
class ModelStreamingMode(EnumItem):
    Default = 0
    Atomic = 1
    Persistent = 2
    PersistentPerPlayer = 3
    Nonatomic = 4
    ...
class ModerationResultCategory(EnumItem):
    ViolationDetected = 0
    Borderline = 1
    NoViolationDetected = 2
    ...
class ModerationResultLabel(EnumItem):
    ChildExploitation = 0
    SuicideSelfInjuryAndHarmfulBehavior = 1
    ThreatsBullyingAndHarassment = 2
    TerrorismAndViolentExtremism = 3
    DiscriminationSlursAndHateSpeech = 4
    RealWorldSensitiveEvents = 5
    ViolentContentAndGore = 6
    RomanticAndSexualContent = 7
    IllegalAndRegulatedGoodsAndActivities = 8
    Profanity = 9
    Other = 100
    ...
class ModerationStatus(EnumItem):
    ReviewedApproved = 1
    ReviewedRejected = 2
    NotReviewed = 3
    NotApplicable = 4
    Invalid = 5
    ...
class ModifierKey(EnumItem):
    Shift = 0
    Ctrl = 1
    Alt = 2
    Meta = 3
    ...
class MouseBehavior(EnumItem):
    Default = 0
    LockCenter = 1
    LockCurrentPosition = 2
    ...
class MoveState(EnumItem):
    Stopped = 0
    Coasting = 1
    Pushing = 2
    Stopping = 3
    AirFree = 4
    ...
class MuteState(EnumItem):
    Unmuted = 0
    Muted = 1
    ...
class NameOcclusion(EnumItem):
    NoOcclusion = 0
    EnemyOcclusion = 1
    OccludeAll = 2
    ...
class NegateOperationHiddenHistory(EnumItem):
    NegatedUnion = 1
    NegatedIntersection = 2
    ...
class NetworkOwnership(EnumItem):
    Automatic = 0
    Manual = 1
    OnContact = 2
    ...
class NetworkStatus(EnumItem):
    Unknown = 0
    Connected = 1
    Disconnected = 2
    ...
class NoiseType(EnumItem):
    SimplexGabor = 0
    ...
class NormalId(EnumItem):
    Right = 0
    Top = 1
    Back = 2
    Left = 3
    Bottom = 4
    Front = 5
    ...
class NotificationButtonType(EnumItem):
    Primary = 0
    Secondary = 1
    ...
class OperationType(EnumItem):
    Null = 0
    Union = 1
    Subtraction = 2
    Intersection = 3
    Primitive = 4
    ...
class OrientationAlignmentMode(EnumItem):
    OneAttachment = 0
    TwoAttachment = 1
    ...
class OutfitSource(EnumItem):
    All = 1
    Created = 2
    Purchased = 3
    ...
class OutfitType(EnumItem):
    All = 1
    Avatar = 2
    DynamicHead = 3
    Shoes = 4
    Makeup = 5
    ...
class OutputLayoutMode(EnumItem):
    Horizontal = 0
    Vertical = 1
    ...
class OverrideMouseIconBehavior(EnumItem):
    ForceShow = 1
    ForceHide = 2
    ...
class PackagePermission(EnumItem):
    NoAccess = 1
    Revoked = 2
    UseView = 3
    Edit = 4
    Own = 5
    ...
class PageMilestoneType(EnumItem):
    Interactive = 0
    SurfaceMounted = 1
    FunctionallyReady = 2
    SurfaceReady = 3
    ...
class PageType(EnumItem):
    AvatarEditor = 0
    Party = 1
    ExperienceDetail = 2
    AvatarMarketplace = 3
    ...
class PartType(EnumItem):
    Ball = 0
    Block = 1
    Cylinder = 2
    Wedge = 3
    CornerWedge = 4
    ...
class ParticleEmitterShape(EnumItem):
    Box = 0
    Sphere = 1
    Cylinder = 2
    Disc = 3
    ...
class ParticleEmitterShapeInOut(EnumItem):
    Outward = 0
    Inward = 1
    InAndOut = 2
    ...
class ParticleEmitterShapeStyle(EnumItem):
    Volume = 0
    Surface = 1
    ...
class ParticleFlipbookLayout(EnumItem):
    Grid2x2 = 1
    Grid4x4 = 2
    Grid8x8 = 3
    Custom = 4
    ...
class ParticleFlipbookMode(EnumItem):
    Loop = 0
    OneShot = 1
    PingPong = 2
    Random = 3
    ...
class ParticleFlipbookTextureCompatible(EnumItem):
    NotCompatible = 0
    Compatible = 1
    Unknown = 2
    ...
class ParticleOrientation(EnumItem):
    FacingCamera = 0
    FacingCameraWorldUp = 1
    VelocityParallel = 2
    VelocityPerpendicular = 3
    ...
class PathStatus(EnumItem):
    Success = 0
    ClosestNoPath = 1
    ClosestOutOfRange = 2
    FailStartNotEmpty = 3
    FailFinishNotEmpty = 4
    NoPath = 5
    ...
class PathWaypointAction(EnumItem):
    Walk = 0
    Jump = 1
    Custom = 2
    ...
class PathfindingUseImprovedSearch(EnumItem):
    Default = 0
    Disabled = 1
    Enabled = 2
    ...
class PeoplePageLayout(EnumItem):
    Card = 0
    List = 1
    ...
class PerformanceOverlayMode(EnumItem):
    Overdraw = 0
    Transparent = 1
    Decals = 2
    Lights = 3
    ...
class PermissionLevelShown(EnumItem):
    Game = 0
    RobloxGame = 1
    RobloxScript = 2
    Studio = 3
    Roblox = 4
    ...
class PhysicalConstraintType(EnumItem):
    AnimationConstraint = 0
    Motor6D = 1
    ...
class PhysicsSimulationRate(EnumItem):
    Fixed240Hz = 0
    Fixed120Hz = 1
    Fixed60Hz = 2
    ...
class PhysicsSteppingMethod(EnumItem):
    Default = 0
    Fixed = 1
    Adaptive = 2
    ...
class PinExperienceStatus(EnumItem):
    Success = 0
    Failure = 1
    AlreadyExists = 2
    ...
class PioneerSource(EnumItem):
    Roblox = 0
    DaveyBazooka = 1
    Oof = 2
    ...
class PlaceContentPreference(EnumItem):
    All = 1
    MentionsAndReplies = 2
    Unknown = 3
    ...
class PlacePublishType(EnumItem):
    Publish = 1
    Save = 2
    ...
class Platform(EnumItem):
    Windows = 0
    OSX = 1
    IOS = 2
    Android = 3
    XBoxOne = 4
    PS4 = 5
    PS3 = 6
    XBox360 = 7
    WiiU = 8
    NX = 9
    Ouya = 10
    AndroidTV = 11
    Chromecast = 12
    Linux = 13
    SteamOS = 14
    WebOS = 15
    DOS = 16
    BeOS = 17
    UWP = 18
    PS5 = 19
    MetaOS = 20
    Web = 21
    ...
class PlaybackState(EnumItem):
    Begin = 0
    Delayed = 1
    Playing = 2
    Paused = 3
    Completed = 4
    Cancelled = 5
    ...
class PlayerActions(EnumItem):
    CharacterForward = 0
    CharacterBackward = 1
    CharacterLeft = 2
    CharacterRight = 3
    CharacterJump = 4
    ...
class PlayerCharacterDestroyBehavior(EnumItem):
    Default = 0
    Disabled = 1
    Enabled = 2
    ...
class PlayerChatType(EnumItem):
    All = 0
    Team = 1
    Whisper = 2
    ...
class PlayerDataErrorState(EnumItem):
    LoadFailed = 0
    FlushFailed = 1
    ReleaseFailed = 2
    ...
class PlayerDataLoadFailureBehavior(EnumItem):
    Failure = 0
    FallbackToDefault = 1
    Kick = 2
    ...
class PlayerExitReason(EnumItem):
    Unknown = 0
    PlatformKick = 1
    CreatorKick = 2
    ...
class PlayerPlatformActivationStatus(EnumItem):
    Unknown = 0
    New = 1
    Active = 2
    Lapsed = 3
    Reactivated = 4
    ...
class PlayerPlatformSpenderStatus(EnumItem):
    Unknown = 0
    Active = 1
    OtherPayer = 2
    ...
class PluginConnectionTargetType(EnumItem):
    Edit = 0
    Test = 1
    ...
class PoseEasingDirection(EnumItem):
    In = 0
    Out = 1
    InOut = 2
    ...
class PoseEasingStyle(EnumItem):
    Linear = 0
    Constant = 1
    Elastic = 2
    Cubic = 3
    Bounce = 4
    CubicV2 = 5
    ...
class PositionAlignmentMode(EnumItem):
    OneAttachment = 0
    TwoAttachment = 1
    ...
class PredictionMode(EnumItem):
    Automatic = 0
    On = 1
    Off = 2
    ...
class PredictionStatus(EnumItem):
    Authoritative = 0
    Predicted = 1
    ...
class PredictiveStreamingMode(EnumItem):
    Default = 0
    Enabled = 1
    Disabled = 2
    ...
class PreferredInput(EnumItem):
    KeyboardAndMouse = 0
    Gamepad = 1
    Touch = 2
    MicroGamepad = 3
    ...
class PreferredTextSize(EnumItem):
    Medium = 1
    Large = 2
    Larger = 3
    Largest = 4
    ...
class PrefetchDownloadStatus(EnumItem):
    NotStarted = 0
    InProgress = 1
    Completed = 2
    Failed = 3
    ...
class PrimalPhysicsSolver(EnumItem):
    Default = 0
    Experimental = 1
    Disabled = 2
    ...
class PrimitiveType(EnumItem):
    Null = 0
    Ball = 1
    Cylinder = 2
    Block = 3
    Wedge = 4
    CornerWedge = 5
    ...
class PrivilegeType(EnumItem):
    Banned = 0
    Visitor = 10
    Member = 128
    Admin = 240
    Owner = 255
    ...
class ProductLocationRestriction(EnumItem):
    AvatarShop = 0
    AllowedGames = 1
    AllGames = 2
    ...
class ProductPurchaseChannel(EnumItem):
    InExperience = 1
    ExperienceDetailsPage = 2
    AdReward = 3
    CommerceProduct = 4
    ...
class ProductPurchaseDecision(EnumItem):
    NotProcessedYet = 0
    PurchaseGranted = 1
    ...
class ProjectServiceOperationResult(EnumItem):
    ...
class PromptCreateAssetResult(EnumItem):
    Success = 1
    PermissionDenied = 2
    Timeout = 3
    UploadFailed = 4
    NoUserInput = 5
    UnknownFailure = 6
    UGCValidationFailed = 7
    ModeratedName = 8
    PurchaseFailure = 9
    TokenInvalid = 10
    ...
class PromptCreateAvatarResult(EnumItem):
    Success = 1
    PermissionDenied = 2
    Timeout = 3
    UploadFailed = 4
    NoUserInput = 5
    InvalidHumanoidDescription = 6
    UGCValidationFailed = 7
    ModeratedName = 8
    MaxOutfits = 9
    PurchaseFailure = 10
    UnknownFailure = 11
    TokenInvalid = 12
    ...
class PromptCreateOutfitResult(EnumItem):
    Success = 1
    PartialSuccess = 2
    CreationFailure = 3
    PermissionDenied = 4
    Timeout = 5
    NoUserInput = 6
    UnknownFailure = 7
    UGCValidationFailed = 8
    ...
class PromptCreatePlatformContentResult(EnumItem):
    Success = 1
    PermissionDenied = 2
    Timeout = 3
    UploadFailed = 4
    NoUserInput = 5
    UnknownFailure = 6
    UGCValidationFailed = 7
    ModeratedName = 8
    PurchaseFailure = 9
    TokenInvalid = 10
    ...
class PromptExperienceDetailsResult(EnumItem):
    PromptClosed = 0
    TeleportAttempted = 1
    ...
class PromptLinkSharingResult(EnumItem):
    Success = 1
    PlayerLeft = 2
    InvalidLaunchData = 3
    ...
class PromptPublishAssetResult(EnumItem):
    Success = 1
    PermissionDenied = 2
    Timeout = 3
    UploadFailed = 4
    NoUserInput = 5
    UnknownFailure = 6
    ...
class PropertyStatus(EnumItem):
    Ok = 0
    Warning = 1
    Error = 2
    ...
class ProximityPromptExclusivity(EnumItem):
    OnePerButton = 0
    OneGlobally = 1
    AlwaysShow = 2
    ...
class ProximityPromptInputType(EnumItem):
    Keyboard = 0
    Gamepad = 1
    Touch = 2
    ...
class ProximityPromptStyle(EnumItem):
    Default = 0
    Custom = 1
    ...
class PurchaseOption(EnumItem):
    TimedOption = 1
    Permanent = 2
    ...
class QualityLevel(EnumItem):
    Automatic = 0
    Level01 = 1
    Level02 = 2
    Level03 = 3
    Level04 = 4
    Level05 = 5
    Level06 = 6
    Level07 = 7
    Level08 = 8
    Level09 = 9
    Level10 = 10
    Level11 = 11
    Level12 = 12
    Level13 = 13
    Level14 = 14
    Level15 = 15
    Level16 = 16
    Level17 = 17
    Level18 = 18
    Level19 = 19
    Level20 = 20
    Level21 = 21
    ...
class QueueDecision(EnumItem):
    Commit = 0
    Defer = 1
    ...
class R15CollisionType(EnumItem):
    OuterBox = 0
    InnerBox = 1
    ...
class RaycastFilterType(EnumItem):
    Exclude = 0
    Include = 1
    ...
class ReadCapturesFromGalleryResult(EnumItem):
    Success = 0
    NeedPermission = 1
    ...
class ReceiptDecision(EnumItem):
    NotProcessedYet = 0
    Processed = 1
    ...
class ReceiptType(EnumItem):
    DeveloperProduct = 0
    RobuxTransferSender = 1
    RobuxTransferReceiver = 2
    ...
class RecommendationActionType(EnumItem):
    AddReaction = 0
    RemoveReaction = 1
    Share = 2
    Report = 3
    Comment = 4
    Play = 5
    Purchase = 6
    ...
class RecommendationDepartureIntent(EnumItem):
    Neutral = 0
    Positive = 1
    Negative = 2
    ...
class RecommendationImpressionType(EnumItem):
    View = 0
    NotViewable = 1
    ...
class RecommendationItemContentType(EnumItem):
    Static = 0
    Dynamic = 1
    Interactive = 2
    ...
class RecommendationItemVisibility(EnumItem):
    Private = 0
    Public = 1
    ...
class RecommendationPreferenceTargetType(EnumItem):
    User = 0
    Universe = 1
    CustomTag = 2
    ...
class RecommendationPreferenceType(EnumItem):
    AddFollow = 0
    RemoveFollow = 1
    AddMute = 2
    RemoveMute = 3
    ...
class RejectCharacterDeletions(EnumItem):
    Default = 0
    Disabled = 1
    Enabled = 2
    ...
class RenderFidelity(EnumItem):
    Automatic = 0
    Precise = 1
    Performance = 2
    ...
class RenderPriority(EnumItem):
    First = 0
    Input = 100
    Camera = 200
    Character = 300
    Last = 2000
    ...
class RenderingCacheOptimizationMode(EnumItem):
    Default = 0
    Disabled = 1
    Enabled = 2
    ...
class RenderingTestComparisonMethod(EnumItem):
    psnr = 0
    diff = 1
    ...
class ReplicateInstanceDestroySetting(EnumItem):
    Default = 0
    Disabled = 1
    Enabled = 2
    ...
class ResamplerMode(EnumItem):
    Default = 0
    Pixelated = 1
    ...
class ReservedHighlightId(EnumItem):
    Standard = 0
    Active = 131072
    Hover = 262144
    Selection = 524288
    NegatedPart = 1048576
    ...
class RestPose(EnumItem):
    Default = 0
    RotationsReset = 1
    Custom = 2
    ...
class RestPoseModel(EnumItem):
    FromRigInACE = 0
    FromRigInFile = 1
    FromRigInFileZeroedRotations = 2
    FromCustomClip = 3
    ...
class ReturnKeyType(EnumItem):
    Default = 0
    Done = 1
    Go = 2
    Next = 3
    Search = 4
    Send = 5
    ...
class ReverbType(EnumItem):
    NoReverb = 0
    GenericReverb = 1
    PaddedCell = 2
    Room = 3
    Bathroom = 4
    LivingRoom = 5
    StoneRoom = 6
    Auditorium = 7
    ConcertHall = 8
    Cave = 9
    Arena = 10
    Hangar = 11
    CarpettedHallway = 12
    Hallway = 13
    StoneCorridor = 14
    Alley = 15
    Forest = 16
    City = 17
    Mountains = 18
    Quarry = 19
    Plain = 20
    ParkingLot = 21
    SewerPipe = 22
    UnderWater = 23
    ...
class ReviewableContentState(EnumItem):
    Pending = 0
    Completed = 1
    Failed = 2
    ...
class RibbonTool(EnumItem):
    Select = 0
    Scale = 1
    Rotate = 2
    Move = 3
    Transform = 4
    ColorPicker = 5
    MaterialPicker = 6
    Group = 7
    Ungroup = 8
    PivotEditor = 10
    ...
class RigLabel(EnumItem):
    Invalid = 0
    Root = 2
    LeftHip = 3
    LeftKnee = 4
    LeftAnkle = 5
    RightHip = 7
    RightKnee = 8
    RightAnkle = 9
    Waist = 11
    LeftShoulder = 12
    LeftElbow = 13
    LeftWrist = 14
    RightShoulder = 16
    RightElbow = 17
    RightWrist = 18
    Neck = 20
    Spine = 23
    Chest = 24
    HeadBase = 25
    LeftClavicle = 26
    RightClavicle = 27
    LeftToeBase = 28
    RightToeBase = 29
    Thumb1 = 30
    Thumb2 = 31
    Thumb3 = 32
    Index1 = 33
    Index2 = 34
    Index3 = 35
    Middle1 = 36
    Middle2 = 37
    Middle3 = 38
    Ring1 = 39
    Ring2 = 40
    Ring3 = 41
    Pinky1 = 42
    Pinky2 = 43
    Pinky3 = 44
    ...
class RigScale(EnumItem):
    Default = 0
    Rthro = 1
    RthroNarrow = 2
    ...
class RigType(EnumItem):
    R15 = 0
    CustomHumanoid = 1
    Custom = 2
    ...
class RollOffMode(EnumItem):
    Inverse = 0
    Linear = 1
    LinearSquare = 2
    InverseTapered = 3
    ...
class RolloutState(EnumItem):
    Default = 0
    Disabled = 1
    Enabled = 2
    ...
class RotationOrder(EnumItem):
    XYZ = 0
    XZY = 1
    YZX = 2
    YXZ = 3
    ZXY = 4
    ZYX = 5
    ...
class RotationType(EnumItem):
    MovementRelative = 0
    CameraRelative = 1
    ...
class RsvpStatus(EnumItem):
    Going = 1
    NotGoing = 2
    ...
class RtlTextSupport(EnumItem):
    Default = 0
    Disabled = 1
    Enabled = 2
    ...
class RunContext(EnumItem):
    Legacy = 0
    Server = 1
    Client = 2
    Plugin = 3
    ...
class RunState(EnumItem):
    Stopped = 0
    Running = 1
    Paused = 2
    ...
class RuntimeUndoBehavior(EnumItem):
    Aggregate = 0
    Snapshot = 1
    Hybrid = 2
    ...
class SafeAreaCompatibility(EnumItem):
    FullscreenExtension = 1
    ...
class SalesTypeFilter(EnumItem):
    All = 1
    Collectibles = 2
    Premium = 3
    TimedOptions = 4
    ...
class SandboxedInstanceMode(EnumItem):
    Default = 0
    Experimental = 1
    ...
class SaveAvatarThumbnailCustomizationFailure(EnumItem):
    BadThumbnailType = 1
    BadYRotDeg = 2
    BadFieldOfViewDeg = 3
    BadDistanceScale = 4
    Other = 5
    Throttled = 6
    ...
class SaveFilter(EnumItem):
    SaveWorld = 0
    SaveGame = 1
    SaveAll = 2
    ...
class SavedQualitySetting(EnumItem):
    Automatic = 0
    QualityLevel1 = 1
    QualityLevel2 = 2
    QualityLevel3 = 3
    QualityLevel4 = 4
    QualityLevel5 = 5
    QualityLevel6 = 6
    QualityLevel7 = 7
    QualityLevel8 = 8
    QualityLevel9 = 9
    QualityLevel10 = 10
    ...
class ScaleType(EnumItem):
    Stretch = 0
    Slice = 1
    Tile = 2
    Fit = 3
    Crop = 4
    ...
class ScopeCheckResult(EnumItem):
    ConsentAccepted = 0
    InvalidScopes = 1
    Timeout = 2
    NoUserInput = 3
    BackendError = 4
    UnexpectedError = 5
    InvalidArgument = 6
    ConsentDenied = 7
    ...
class ScreenInsets(EnumItem):
    DeviceSafeInsets = 1
    CoreUISafeInsets = 2
    TopbarSafeInsets = 3
    ...
class ScreenOrientation(EnumItem):
    LandscapeLeft = 0
    LandscapeRight = 1
    LandscapeSensor = 2
    Portrait = 3
    Sensor = 4
    ...
class ScreenshotCaptureResult(EnumItem):
    Success = 0
    OtherError = 1
    NoDeviceSupport = 2
    NoSpaceOnDevice = 3
    ...
class ScriptScannerUpdateType(EnumItem):
    Init = 0
    Added = 1
    Removed = 2
    ...
class ScriptStoppedReason(EnumItem):
    Breakpoint = 0
    Exception = 1
    Pause = 2
    Step = 3
    Entry = 4
    ...
class ScriptVariableScope(EnumItem):
    Local = 0
    Upvalue = 1
    Global = 2
    ...
class ScrollBarInset(EnumItem):
    ScrollBar = 1
    Always = 2
    ...
class ScrollState(EnumItem):
    Idle = 0
    Scrolling = 1
    ...
class ScrollingDirection(EnumItem):
    X = 1
    Y = 2
    XY = 4
    ...
class SecurityCapability(EnumItem):
    RunClientScript = 0
    RunServerScript = 1
    AccessOutsideWrite = 2
    AssetRequire = 3
    LoadString = 4
    ScriptGlobals = 5
    CreateInstances = 6
    Basic = 7
    Audio = 8
    DataStore = 9
    Network = 10
    Physics = 11
    UI = 12
    CSG = 13
    Chat = 14
    Animation = 15
    Avatar = 16
    Input = 17
    Environment = 18
    RemoteEvent = 19
    LegacySound = 20
    Players = 21
    CapabilityControl = 22
    Plugin = 23
    LocalUser = 24
    WritePlayer = 25
    RobloxScript = 26
    RobloxEngine = 27
    Unassigned = 28
    InternalTest = 29
    PluginOrOpenCloud = 30
    Assistant = 31
    RemoteCommand = 32
    AssetRead = 33
    AssetManagement = 34
    DynamicGeneration = 35
    PlatformAvatarEditing = 36
    AssetCreateUpdate = 37
    Capture = 38
    SensitiveInput = 39
    Monetization = 40
    LoadOwnedAsset = 41
    Social = 42
    ServerCommunication = 43
    Logging = 44
    PromptExternalPurchase = 45
    Groups = 46
    Teleport = 47
    Consequences = 48
    Material = 49
    AvatarBehavior = 50
    AvatarAppearance = 51
    LoadUnownedAsset = 52
    ...
class SelectionBehavior(EnumItem):
    Escape = 0
    Stop = 1
    ...
class SelectionRenderMode(EnumItem):
    Outlines = 0
    BoundingBoxes = 1
    Both = 2
    ...
class SelfViewPosition(EnumItem):
    LastPosition = 0
    TopLeft = 1
    TopRight = 2
    BottomLeft = 3
    BottomRight = 4
    ...
class SensorMode(EnumItem):
    Floor = 0
    Ladder = 1
    ClassicFloor = 2
    ClassicLadder = 3
    ...
class SensorUpdateType(EnumItem):
    OnRead = 0
    Manual = 1
    ...
class ServerLiveEditingMode(EnumItem):
    Uninitialized = 0
    Enabled = 1
    Disabled = 2
    ...
class ServiceVisibility(EnumItem):
    Always = 0
    Off = 1
    WithChildren = 2
    ...
class Severity(EnumItem):
    Error = 1
    Warning = 2
    Information = 3
    Hint = 4
    ...
class ShowAdResult(EnumItem):
    ShowCompleted = 1
    AdNotReady = 2
    AdAlreadyShowing = 3
    InternalError = 4
    ShowInterrupted = 5
    InsufficientMemory = 6
    ...
class SignalBehavior(EnumItem):
    Default = 0
    Immediate = 1
    Deferred = 2
    AncestryDeferred = 3
    ...
class SimulationMode(EnumItem):
    Default = 0
    Enabled = 1
    Disabled = 2
    ...
class SizeConstraint(EnumItem):
    RelativeXY = 0
    RelativeXX = 1
    RelativeYY = 2
    ...
class SlimTintMode(EnumItem):
    LevelOfDetail = 1
    Meshes = 2
    MeshResourcePtr = 3
    ContentId = 4
    DataModelState = 5
    TranscoderStatus = 6
    ...
class SlimTranscoderStatus(EnumItem):
    Unknown = 0
    Transcoding = 1
    Succeeded = 2
    Failed = 3
    ...
class SlimViewContext(EnumItem):
    Player = 0
    Editor = 1
    ImGui = 2
    ...
class SolverConvergenceMetricType(EnumItem):
    IterationBased = 0
    AlgorithmAgnostic = 1
    ...
class SolverConvergenceVisualizationMode(EnumItem):
    Disabled = 0
    PerIsland = 1
    PerEdge = 2
    ...
class SortDirection(EnumItem):
    Ascending = 0
    Descending = 1
    ...
class SortOrder(EnumItem):
    Name = 0
    Custom = 1
    LayoutOrder = 2
    ...
class SpecialKey(EnumItem):
    Insert = 0
    Home = 1
    End = 2
    PageUp = 3
    PageDown = 4
    ChatHotkey = 5
    ...
class StartCorner(EnumItem):
    TopLeft = 0
    TopRight = 1
    BottomLeft = 2
    BottomRight = 3
    ...
class StateObjectFieldType(EnumItem):
    Boolean = 0
    CFrame = 1
    Color3 = 2
    Float = 3
    Instance = 4
    Random = 5
    Vector2 = 6
    Vector3 = 7
    INVALID = 8
    ...
class StateReferenceFrame(EnumItem):
    CurrentState = 0
    PreviousState = 1
    LastObservedState = 2
    ...
class Status(EnumItem):
    Poison = 0
    Confusion = 1
    ...
class StepFrequency(EnumItem):
    Hz60 = 0
    Hz30 = 1
    Hz15 = 2
    Hz10 = 3
    Hz5 = 4
    Hz1 = 5
    ...
class StreamOutBehavior(EnumItem):
    Default = 0
    LowMemory = 1
    Opportunistic = 2
    ...
class StreamingIntegrityMode(EnumItem):
    Default = 0
    Disabled = 1
    MinimumRadiusPause = 2
    PauseOutsideLoadedArea = 3
    ...
class StreamingPauseMode(EnumItem):
    Default = 0
    Disabled = 1
    ClientPhysicsPause = 2
    ...
class StrokeSizingMode(EnumItem):
    FixedSize = 0
    ScaledSize = 1
    ...
class StudioAction(EnumItem):
    Undo = 0
    Redo = 1
    SelectAll = 2
    DeleteSelected = 3
    DuplicateSelection = 4
    ClearSelection = 5
    ZoomExtents = 6
    Copy = 61
    Cut = 62
    Paste = 63
    ...
class StudioCaptureBufferStatus(EnumItem):
    NotStarted = 0
    Pending = 1
    Ready = 2
    Error = 3
    ...
class StudioCaptureScreenshotFormat(EnumItem):
    RGBA8 = 0
    PNG = 1
    ...
class StudioCloseMode(EnumItem):
    CloseStudio = 1
    CloseDoc = 2
    LogOut = 3
    ...
class StudioDataModelType(EnumItem):
    Edit = 0
    PlayClient = 1
    PlayServer = 2
    Standalone = 3
    ...
class StudioPlaceUpdateFailureReason(EnumItem):
    Other = 0
    TeamCreateConflict = 1
    ...
class StudioScriptEditorColorCategories(EnumItem):
    Default = 0
    Operator = 1
    Number = 2
    String = 3
    Comment = 4
    Keyword = 5
    Builtin = 6
    Method = 7
    Property = 8
    Nil = 9
    Bool = 10
    Function = 11
    Local = 12
    Self = 13
    LuauKeyword = 14
    FunctionName = 15
    TODO = 16
    Background = 17
    SelectionText = 18
    SelectionBackground = 19
    FindSelectionBackground = 20
    MatchingWordBackground = 21
    Warning = 22
    Error = 23
    Info = 24
    Hint = 25
    Whitespace = 26
    ActiveLine = 27
    DebuggerCurrentLine = 28
    DebuggerErrorLine = 29
    Ruler = 30
    Bracket = 31
    Type = 32
    MenuPrimaryText = 33
    MenuSecondaryText = 34
    MenuSelectedText = 35
    MenuBackground = 36
    MenuSelectedBackground = 37
    MenuScrollbarBackground = 38
    MenuScrollbarHandle = 39
    MenuBorder = 40
    DocViewCodeBackground = 41
    AICOOverlayText = 42
    AICOOverlayButtonBackground = 43
    AICOOverlayButtonBackgroundHover = 44
    AICOOverlayButtonBackgroundPressed = 45
    IndentationRuler = 46
    ReviewableChangeAddedText = 47
    ReviewableChangeRemovedText = 48
    ...
class StudioScriptEditorColorPresets(EnumItem):
    RobloxDefault = 0
    Extra1 = 1
    Extra2 = 2
    Custom = 3
    ...
class StudioStyleGuideColor(EnumItem):
    MainBackground = 0
    Titlebar = 1
    Dropdown = 2
    Tooltip = 3
    Notification = 4
    ScrollBar = 5
    ScrollBarBackground = 6
    TabBar = 7
    Tab = 8
    FilterButtonDefault = 9
    FilterButtonHover = 10
    FilterButtonChecked = 11
    FilterButtonAccent = 12
    FilterButtonBorder = 13
    FilterButtonBorderAlt = 14
    RibbonTab = 15
    RibbonTabTopBar = 16
    Button = 17
    MainButton = 18
    RibbonButton = 19
    ViewPortBackground = 20
    InputFieldBackground = 21
    Item = 22
    TableItem = 23
    CategoryItem = 24
    GameSettingsTableItem = 25
    GameSettingsTooltip = 26
    EmulatorBar = 27
    EmulatorDropDown = 28
    ColorPickerFrame = 29
    CurrentMarker = 30
    Border = 31
    DropShadow = 32
    Shadow = 33
    Light = 34
    Dark = 35
    Mid = 36
    MainText = 37
    SubText = 38
    TitlebarText = 39
    BrightText = 40
    DimmedText = 41
    LinkText = 42
    WarningText = 43
    ErrorText = 44
    InfoText = 45
    SensitiveText = 46
    ScriptSideWidget = 47
    ScriptBackground = 48
    ScriptText = 49
    ScriptSelectionText = 50
    ScriptSelectionBackground = 51
    ScriptFindSelectionBackground = 52
    ScriptMatchingWordSelectionBackground = 53
    ScriptOperator = 54
    ScriptNumber = 55
    ScriptString = 56
    ScriptComment = 57
    ScriptKeyword = 58
    ScriptBuiltInFunction = 59
    ScriptWarning = 60
    ScriptError = 61
    ScriptInformation = 62
    ScriptHint = 63
    ScriptWhitespace = 64
    ScriptRuler = 65
    DocViewCodeBackground = 66
    DebuggerCurrentLine = 67
    DebuggerErrorLine = 68
    DiffFilePathText = 69
    DiffTextHunkInfo = 70
    DiffTextNoChange = 71
    DiffTextAddition = 72
    DiffTextDeletion = 73
    DiffTextSeparatorBackground = 74
    DiffTextNoChangeBackground = 75
    DiffTextAdditionBackground = 76
    DiffTextDeletionBackground = 77
    DiffLineNum = 78
    DiffLineNumSeparatorBackground = 79
    DiffLineNumNoChangeBackground = 80
    DiffLineNumAdditionBackground = 81
    DiffLineNumDeletionBackground = 82
    DiffFilePathBackground = 83
    DiffFilePathBorder = 84
    ChatIncomingBgColor = 85
    ChatIncomingTextColor = 86
    ChatOutgoingBgColor = 87
    ChatOutgoingTextColor = 88
    ChatModeratedMessageColor = 89
    Separator = 90
    ButtonBorder = 91
    ButtonText = 92
    InputFieldBorder = 93
    CheckedFieldBackground = 94
    CheckedFieldBorder = 95
    CheckedFieldIndicator = 96
    HeaderSection = 97
    Midlight = 98
    StatusBar = 99
    DialogButton = 100
    DialogButtonText = 101
    DialogButtonBorder = 102
    DialogMainButton = 103
    DialogMainButtonText = 104
    InfoBarWarningBackground = 105
    InfoBarWarningText = 106
    ScriptEditorCurrentLine = 107
    ScriptMethod = 108
    ScriptProperty = 109
    ScriptNil = 110
    ScriptBool = 111
    ScriptFunction = 112
    ScriptLocal = 113
    ScriptSelf = 114
    ScriptLuauKeyword = 115
    ScriptFunctionName = 116
    ScriptTodo = 117
    ScriptBracket = 118
    AttributeCog = 119
    AICOOverlayText = 128
    AICOOverlayButtonBackground = 129
    AICOOverlayButtonBackgroundHover = 130
    AICOOverlayButtonBackgroundPressed = 131
    OnboardingCover = 132
    OnboardingHighlight = 133
    OnboardingShadow = 134
    BreakpointMarker = 136
    DiffLineNumHover = 137
    DiffLineNumSeparatorBackgroundHover = 138
    ...
class StudioStyleGuideModifier(EnumItem):
    Default = 0
    Selected = 1
    Pressed = 2
    Disabled = 3
    Hover = 4
    ...
class Style(EnumItem):
    AlternatingSupports = 0
    BridgeStyleSupports = 1
    NoSupports = 2
    ...
class SubscriptionExpirationReason(EnumItem):
    ProductInactive = 0
    ProductDeleted = 1
    SubscriberCancelled = 2
    SubscriberRefunded = 3
    Lapsed = 4
    ...
class SubscriptionPaymentStatus(EnumItem):
    Paid = 0
    Refunded = 1
    ...
class SubscriptionPeriod(EnumItem):
    Month = 0
    ...
class SubscriptionState(EnumItem):
    NeverSubscribed = 0
    SubscribedWillRenew = 1
    SubscribedWillNotRenew = 2
    SubscribedRenewalPaymentPending = 3
    Expired = 4
    ...
class SurfaceConstraint(EnumItem):
    Hinge = 1
    SteppingMotor = 2
    Motor = 3
    ...
class SurfaceGuiShape(EnumItem):
    Flat = 0
    CurvedHorizontally = 1
    ...
class SurfaceGuiSizingMode(EnumItem):
    FixedSize = 0
    PixelsPerStud = 1
    ...
class SurfaceType(EnumItem):
    Smooth = 0
    Glue = 1
    Weld = 2
    Studs = 3
    Inlet = 4
    Universal = 5
    Hinge = 6
    Motor = 7
    SteppingMotor = 8
    SmoothNoOutlines = 10
    ...
class SwipeDirection(EnumItem):
    Right = 0
    Left = 1
    Up = 2
    Down = 3
    ...
class SystemThemeValue(EnumItem):
    error = 0
    light = 1
    dark = 2
    systemLight = 3
    systemDark = 4
    ...
class TableMajorAxis(EnumItem):
    RowMajor = 0
    ColumnMajor = 1
    ...
class TeamCreateErrorState(EnumItem):
    PlaceSizeTooLarge = 0
    PlaceSizeApproachingLimit = 1
    PlaceUploadFailing = 2
    NoError = 3
    ...
class Technology(EnumItem):
    Legacy = 0
    Voxel = 1
    Compatibility = 2
    ShadowMap = 3
    Future = 4
    Unified = 5
    ...
class TelemetryBackend(EnumItem):
    UNSPECIFIED = 0
    EventIngest = 1
    Points = 2
    Teletune = 3
    EphemeralCounter = 4
    EphemeralStat = 5
    Counter = 6
    Stat = 7
    ...
class TelemetryStandardizedField(EnumItem):
    AddDatacenterId = 0
    AddPlaceId = 1
    AddUniverseId = 2
    AddPlaceInstanceId = 3
    AddPlaySessionId = 4
    AddCurrentContextName = 5
    AddOsInfo = 6
    AddArchitectureInfo = 7
    AddCpuInfo = 8
    AddMemoryInfo = 9
    AddSessionInfo = 10
    ...
class TeleportMethod(EnumItem):
    TeleportToSpawnByName = 0
    TeleportToPlaceInstance = 1
    TeleportToPrivateServer = 2
    TeleportPartyAsync = 3
    TeleportToVIPServer = 4
    TeleportToInstanceBack = 5
    TeleportUnknown = 6
    Teleport = 7
    TeleportSwitchServer = 8
    ...
class TeleportResult(EnumItem):
    Success = 0
    Failure = 1
    GameNotFound = 2
    GameEnded = 3
    GameFull = 4
    Unauthorized = 5
    Flooded = 6
    IsTeleporting = 7
    ...
class TeleportState(EnumItem):
    RequestedFromServer = 0
    Started = 1
    WaitingForServer = 2
    Failed = 3
    InProgress = 4
    ...
class TeleportType(EnumItem):
    ToPlace = 0
    ToInstance = 1
    ToReservedServer = 2
    ToVIPServer = 3
    ToInstanceBack = 4
    ...
class TerrainAcquisitionMethod(EnumItem):
    Legacy = 1
    Template = 2
    Generate = 3
    Import = 4
    Convert = 5
    EditAddTool = 6
    EditSeaLevelTool = 7
    EditReplaceTool = 8
    RegionFillTool = 9
    RegionPasteTool = 10
    Other = 11
    ...
class TerrainFace(EnumItem):
    Top = 0
    Side = 1
    Bottom = 2
    ...
class TerrainLiquidMergeOperation(EnumItem):
    Source = 1
    Union = 2
    Difference = 3
    Intersect = 4
    ...
class TerrainSolidMergeOperation(EnumItem):
    Paint = 1
    Source = 2
    Union = 3
    Dig = 4
    Difference = 5
    Intersect = 6
    Cut = 7
    Place = 8
    ...
class TextChannelDisplayMode(EnumItem):
    AllTextChannels = 0
    DefaultTextChannels = 1
    ...
class TextChatMessageStatus(EnumItem):
    Unknown = 1
    Success = 2
    Sending = 3
    TextFilterFailed = 4
    Floodchecked = 5
    InvalidPrivacySettings = 6
    InvalidTextChannelPermissions = 7
    MessageTooLong = 8
    ModerationTimeout = 9
    ...
class TextDirection(EnumItem):
    Auto = 0
    LeftToRight = 1
    RightToLeft = 2
    ...
class TextFilterContext(EnumItem):
    PublicChat = 1
    PrivateChat = 2
    ...
class TextInputType(EnumItem):
    Default = 0
    NoSuggestions = 1
    Number = 2
    Email = 3
    Phone = 4
    Password = 5
    PasswordShown = 6
    Username = 7
    OneTimePassword = 8
    NewPassword = 9
    NewPasswordShown = 10
    ...
class TextTruncate(EnumItem):
    AtEnd = 1
    SplitWord = 2
    ...
class TextXAlignment(EnumItem):
    Left = 0
    Right = 1
    Center = 2
    ...
class TextYAlignment(EnumItem):
    Top = 0
    Center = 1
    Bottom = 2
    ...
class TextureMode(EnumItem):
    Stretch = 0
    Wrap = 1
    Static = 2
    ...
class TextureQueryType(EnumItem):
    NonHumanoid = 0
    NonHumanoidOrphaned = 1
    Humanoid = 2
    HumanoidOrphaned = 3
    ...
class ThreadPoolConfig(EnumItem):
    Auto = 0
    Threads1 = 1
    Threads2 = 2
    Threads3 = 3
    Threads4 = 4
    Threads8 = 8
    Threads16 = 16
    PerCore1 = 101
    PerCore2 = 102
    PerCore3 = 103
    PerCore4 = 104
    ...
class ThrottlingPriority(EnumItem):
    Default = 0
    ElevatedOnServer = 1
    Extreme = 2
    ...
class ThumbnailSize(EnumItem):
    Size48x48 = 0
    Size180x180 = 1
    Size420x420 = 2
    Size60x60 = 3
    Size100x100 = 4
    Size150x150 = 5
    Size352x352 = 6
    ...
class ThumbnailType(EnumItem):
    HeadShot = 0
    AvatarBust = 1
    AvatarThumbnail = 2
    ...
class TickCountSampleMethod(EnumItem):
    Fast = 0
    Benchmark = 1
    Precise = 2
    ...
class TitleBarControlsPosition(EnumItem):
    Unknown = 0
    Left = 1
    Right = 2
    ...
class TitleBarMode(EnumItem):
    Native = 0
    Custom = 1
    ...
class TonemapperPreset(EnumItem):
    Default = 0
    Retro = 1
    ...
class TopBottom(EnumItem):
    Top = 0
    Center = 1
    Bottom = 2
    ...
class TouchCameraMovementMode(EnumItem):
    Default = 0
    Classic = 1
    Follow = 2
    Orbital = 3
    ...
class TouchMovementMode(EnumItem):
    Default = 0
    Thumbstick = 1
    DPad = 2
    Thumbpad = 3
    ClickToMove = 4
    DynamicThumbstick = 5
    ...
class TrackerError(EnumItem):
    Ok = 0
    NoService = 1
    InitFailed = 2
    NoVideo = 3
    VideoError = 4
    VideoNoPermission = 5
    VideoUnsupported = 6
    NoAudio = 7
    AudioError = 8
    AudioNoPermission = 9
    UnsupportedDevice = 10
    ...
class TrackerExtrapolationFlagMode(EnumItem):
    ForceDisabled = 0
    ExtrapolateFacsAndPose = 1
    ExtrapolateFacsOnly = 2
    Auto = 3
    ...
class TrackerFaceTrackingStatus(EnumItem):
    FaceTrackingSuccess = 0
    FaceTrackingNoFaceFound = 1
    FaceTrackingUnknown = 2
    FaceTrackingLost = 3
    FaceTrackingHasTrackingError = 4
    FaceTrackingIsOccluded = 5
    FaceTrackingUninitialized = 6
    ...
class TrackerLodFlagMode(EnumItem):
    ForceFalse = 0
    ForceTrue = 1
    Auto = 2
    ...
class TrackerLodValueMode(EnumItem):
    Force0 = 0
    Force1 = 1
    Auto = 2
    ...
class TrackerMode(EnumItem):
    Audio = 1
    Video = 2
    AudioVideo = 3
    ...
class TrackerPromptEvent(EnumItem):
    LODCameraRecommendDisable = 0
    ...
class TrackerType(EnumItem):
    Face = 1
    UpperBody = 2
    ...
class TriStateBoolean(EnumItem):
    Unknown = 0
    ...
class TweenStatus(EnumItem):
    Canceled = 0
    Completed = 1
    ...
class UICaptureMode(EnumItem):
    All = 0
    ...
class UIDragDetectorBoundingBehavior(EnumItem):
    Automatic = 0
    EntireObject = 1
    HitPoint = 2
    ...
class UIDragDetectorDragRelativity(EnumItem):
    Absolute = 0
    Relative = 1
    ...
class UIDragDetectorDragSpace(EnumItem):
    Parent = 0
    LayerCollector = 1
    Reference = 2
    ...
class UIDragDetectorDragStyle(EnumItem):
    TranslatePlane = 0
    TranslateLine = 1
    Rotate = 2
    Scriptable = 3
    ...
class UIDragDetectorResponseStyle(EnumItem):
    Offset = 0
    Scale = 1
    CustomOffset = 2
    CustomScale = 3
    ...
class UIDragSpeedAxisMapping(EnumItem):
    XY = 0
    XX = 1
    YY = 2
    ...
class UIFlexAlignment(EnumItem):
    Fill = 1
    SpaceAround = 2
    SpaceBetween = 3
    SpaceEvenly = 4
    ...
class UIFlexMode(EnumItem):
    Grow = 1
    Shrink = 2
    Fill = 3
    Custom = 4
    ...
class UITheme(EnumItem):
    Light = 0
    Dark = 1
    ...
class UiMessageType(EnumItem):
    UiMessageError = 0
    UiMessageInfo = 1
    ...
class UpdateState(EnumItem):
    UpdateNotAvailable = 0
    UpdateAvailable = 1
    UpdateInProgress = 2
    UpdateReady = 3
    UpdateFailed = 4
    ...
class UploadCaptureResult(EnumItem):
    Success = 0
    NeedPermission = 1
    CaptureModerated = 2
    CaptureNotInGallery = 3
    IneligibleCapture = 4
    UploadQuotaReached = 5
    UploadPending = 6
    UploadFailed = 7
    ...
class UsageContext(EnumItem):
    Default = 0
    Preview = 1
    ...
class UserAcquisitionSource(EnumItem):
    Unknown = 0
    PendingAttribution = 1
    HomeRecommendation = 2
    ContinueToPlay = 3
    Curation = 4
    Friends = 5
    Search = 6
    Teleport = 7
    Ads = 8
    HomeOther = 9
    Other = 10
    ...
class UserCFrame(EnumItem):
    Head = 0
    LeftHand = 1
    RightHand = 2
    Floor = 3
    ...
class UserIdMode(EnumItem):
    Invalid = 0
    Global = 1
    Domain = 2
    ...
class UserInputState(EnumItem):
    Begin = 0
    Change = 1
    End = 2
    Cancel = 3
    ...
class UserInputType(EnumItem):
    MouseButton1 = 0
    MouseButton2 = 1
    MouseButton3 = 2
    MouseWheel = 3
    MouseMovement = 4
    Touch = 7
    Keyboard = 8
    Focus = 9
    Accelerometer = 10
    Gyro = 11
    Gamepad1 = 12
    Gamepad2 = 13
    Gamepad3 = 14
    Gamepad4 = 15
    Gamepad5 = 16
    Gamepad6 = 17
    Gamepad7 = 18
    Gamepad8 = 19
    TextInput = 20
    InputMethod = 21
    ...
class UserNewReturningStatus(EnumItem):
    Unknown = 0
    New = 1
    Returning = 2
    ...
class UserReturnStatus(EnumItem):
    Unknown = 0
    New = 1
    Returning = 2
    ...
class VRComfortSetting(EnumItem):
    Comfort = 0
    Normal = 1
    Expert = 2
    Custom = 3
    ...
class VRControllerModelMode(EnumItem):
    Disabled = 0
    Transparent = 1
    ...
class VRDeviceType(EnumItem):
    Unknown = 0
    OculusRift = 1
    HTCVive = 2
    ValveIndex = 3
    OculusQuest = 4
    ...
class VRLaserPointerMode(EnumItem):
    Disabled = 0
    Pointer = 1
    DualPointer = 2
    ...
class VRSafetyBubbleMode(EnumItem):
    NoOne = 0
    OnlyFriends = 1
    Anyone = 2
    ...
class VRScaling(EnumItem):
    World = 0
    Off = 1
    ...
class VRSessionState(EnumItem):
    Undefined = 0
    Idle = 1
    Visible = 2
    Focused = 3
    Stopping = 4
    ...
class VRTouchpad(EnumItem):
    Left = 0
    Right = 1
    ...
class VRTouchpadMode(EnumItem):
    Touch = 0
    VirtualThumbstick = 1
    ABXY = 2
    ...
class VelocityConstraintMode(EnumItem):
    Line = 0
    Plane = 1
    Vector = 2
    ...
class VerifiedLevel(EnumItem):
    Low = 0
    High = 1
    ...
class VerticalAlignment(EnumItem):
    Center = 0
    Top = 1
    Bottom = 2
    ...
class VerticalScrollBarPosition(EnumItem):
    Right = 0
    Left = 1
    ...
class VibrationMotor(EnumItem):
    Large = 0
    Small = 1
    LeftTrigger = 2
    RightTrigger = 3
    LeftHand = 4
    RightHand = 5
    ...
class VideoCaptureResult(EnumItem):
    Success = 0
    OtherError = 1
    ScreenSizeChanged = 2
    TimeLimitReached = 3
    ...
class VideoCaptureStartedResult(EnumItem):
    Success = 0
    OtherError = 1
    CapturingAlready = 2
    NoDeviceSupport = 3
    NoSpaceOnDevice = 4
    ...
class VideoDeviceCaptureQuality(EnumItem):
    Default = 0
    Low = 1
    Medium = 2
    High = 3
    ...
class VideoError(EnumItem):
    Ok = 0
    Eof = 1
    EAgain = 2
    BadParameter = 3
    AllocFailed = 4
    CodecInitFailed = 5
    CodecCloseFailed = 6
    DecodeFailed = 7
    ParsingFailed = 8
    Unsupported = 9
    Generic = 10
    DownloadFailed = 11
    StreamNotFound = 12
    EncodeFailed = 13
    CreateFailed = 14
    NoPermission = 15
    NoService = 16
    ReleaseFailed = 17
    Unknown = 18
    ...
class VideoSampleSize(EnumItem):
    Small = 0
    Medium = 1
    Large = 2
    Full = 3
    ...
class ViewMode(EnumItem):
    GeometryComplexity = 1
    Transparent = 2
    Decal = 3
    ...
class VirtualCursorMode(EnumItem):
    Default = 0
    Disabled = 1
    Enabled = 2
    ...
class VirtualInputMode(EnumItem):
    Recording = 1
    Playing = 2
    ...
class VoiceChatDistanceAttenuationType(EnumItem):
    Inverse = 0
    Legacy = 1
    ...
class VoiceChatState(EnumItem):
    Idle = 0
    Joining = 1
    JoiningRetry = 2
    Joined = 3
    Leaving = 4
    Ended = 5
    Failed = 6
    ...
class VoiceClientLeaveReasons(EnumItem):
    Unknown = 0
    ClientNetworkDisconnected = 1
    PlayerLeft = 2
    ClientShutdown = 3
    PublishFailed = 4
    RejoinReceived = 5
    VoiceReboot = 6
    ImguiDebugLeave = 7
    LuaInitiated = 8
    ...
class VoiceControlPath(EnumItem):
    Publish = 0
    Subscribe = 1
    Join = 2
    ...
class VoiceRccReconnectReason(EnumItem):
    Unknown = 0
    Migration = 1
    CloseRoom = 2
    FAEUpdate = 3
    BlockListChanged = 4
    ...
class VolumetricAudio(EnumItem):
    Disabled = 0
    Automatic = 1
    Enabled = 2
    ...
class WaterDirection(EnumItem):
    NegX = 0
    X = 1
    NegY = 2
    Y = 3
    NegZ = 4
    Z = 5
    ...
class WaterForce(EnumItem):
    Small = 1
    Medium = 2
    Strong = 3
    Max = 4
    ...
class WebSocketState(EnumItem):
    Connecting = 0
    Open = 1
    Closing = 2
    Closed = 3
    ...
class WebStreamClientState(EnumItem):
    Connecting = 0
    Open = 1
    Error = 2
    Closed = 3
    ...
class WebStreamClientType(EnumItem):
    SSE = 0
    RawStream = 1
    WebSocket = 2
    ...
class WeldConstraintPreserve(EnumItem):
    All = 0
    Touching = 2
    ...
class WhenUserFirstPlayed(EnumItem):
    Unknown = 0
    Days0To30 = 1
    Days31To90 = 2
    Days91To180 = 3
    Days181To365 = 4
    Days366Plus = 5
    ...
class WhisperChatPrivacyMode(EnumItem):
    AllUsers = 0
    NoOne = 1
    ...
class WindSoundProfile(EnumItem):
    Turbulence = 0
    Whistle = 1
    Foliage = 2
    ...
class WindowState(EnumItem):
    Normal = 0
    Minimized = 1
    Maximized = 2
    ...
class WrapLayerAutoSkin(EnumItem):
    Disabled = 0
    EnabledPreserve = 1
    EnabledOverride = 2
    ...
class WrapLayerDebugMode(EnumItem):
    BoundCage = 1
    LayerCage = 2
    BoundCageAndLinks = 3
    Reference = 4
    Rbf = 5
    OuterCage = 6
    ReferenceMeshAfterMorph = 7
    HSROuterDetail = 8
    HSROuter = 9
    HSRInner = 10
    HSRInnerReverse = 11
    LayerCageFittedToBase = 12
    LayerCageFittedToPrev = 13
    PreWrapDeformerOuterCage = 14
    SkinningTransfer = 15
    ...
class WrapTargetDebugMode(EnumItem):
    TargetCageOriginal = 1
    TargetCageCompressed = 2
    TargetCageInterface = 3
    TargetLayerCageOriginal = 4
    TargetLayerCageCompressed = 5
    TargetLayerInterface = 6
    Rbf = 7
    OuterCageDetail = 8
    PreWrapDeformerCage = 9
    ...
class ZIndexBehavior(EnumItem):
    Global = 0
    Sibling = 1
    ...

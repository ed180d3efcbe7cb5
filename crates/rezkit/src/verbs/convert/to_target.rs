//! Conversions to any target: between formats of one family directly, and between others by way of a scene.

use super::by_scene::{self, ExchangeOptions, Exchanged};
use super::{ConvertOptions, Converted, Target, convert, convert_in_pieces, convert_json};
use files::{File, Format, OpenOptions, identify};
use rbxmesh::{Version, WeldOptions};
use scene::{Loss, Problem};

/// Options of [`convert_to`].
#[derive(Debug, Clone)]
#[non_exhaustive]
#[must_use]
pub struct TargetOptions<'n> {
    /// Options of opening a file for conversions between formats of one family.
    pub opening: OpenOptions<'n>,
    /// Options of conversions between formats of one family.
    pub direct: ConvertOptions,
    /// Options of conversions by way of a scene, whose limit on memory applies to both ways.
    pub by_scene: ExchangeOptions,
}

impl<'n> TargetOptions<'n> {
    /// Options for this target, with the other fields at their defaults.
    pub fn to(target: Target) -> Self {
        let direct = ConvertOptions::to(target.format()).plain_json(target == Target::LlsdJson);
        Self { opening: OpenOptions::default(), direct, by_scene: ExchangeOptions::to(target.format()) }
    }

    /// Sets the options of opening a file for conversions between formats of one family.
    pub fn opening(self, opening: OpenOptions<'n>) -> Self {
        Self { opening, ..self }
    }

    /// Sets the version of a Roblox mesh, and the tolerances within which its vertices are merged.
    pub fn mesh(mut self, version: Option<Version>, weld: Option<WeldOptions>) -> Self {
        (self.direct.mesh_version, self.direct.weld) = (version, weld);
        (self.by_scene.asset.version, self.by_scene.asset.weld) = (version, weld);
        self
    }

    /// Returns true if [`convert_to`] converts a file of this format by way of a scene, or refuses it as one that
    /// cannot become a scene.
    #[must_use]
    pub fn is_by_scene(&self, from: Format) -> bool {
        let to = self.by_scene.to;
        let is_scene = matches!(
            to,
            Format::Glb | Format::Gltf | Format::Obj | Format::Collada | Format::Stl | Format::M3d
        );
        self.by_scene.apply_to(from) || is_scene && !from.conversions().contains(&to)
    }
}

/// The result of [`convert_to`].
#[derive(Debug, Clone, PartialEq)]
pub enum ConvertedTo {
    /// The formats are of one family.
    Direct(Converted),
    /// The file was converted by way of a scene.
    ByScene(Exchanged),
}

/// A converted file in parts: its bytes, the files that belong next to it by name, losses, and notes.
pub type ConvertedParts = (Vec<u8>, Vec<(String, Vec<u8>)>, Vec<Loss>, Vec<String>);

impl ConvertedTo {
    /// The bytes of the file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Direct(converted) => &converted.bytes,
            Self::ByScene(exchanged) => &exchanged.bytes,
        }
    }

    /// Features that the target cannot represent, or represents differently.
    #[must_use]
    pub fn losses(&self) -> &[Loss] {
        match self {
            Self::Direct(converted) => &converted.losses,
            Self::ByScene(exchanged) => &exchanged.losses,
        }
    }

    /// The bytes, the files that belong next to it by name, the losses, and remarks that are not losses.
    #[must_use]
    pub fn into_parts(self) -> ConvertedParts {
        match self {
            Self::Direct(Converted { bytes, losses, notes }) => (bytes, Vec::new(), losses, notes),
            Self::ByScene(Exchanged { bytes, beside, losses, .. }) => (bytes, beside, losses, Vec::new()),
        }
    }
}

/// Converts a file to any target, and reports the losses: by way of a scene if [`TargetOptions::is_by_scene`] says so,
/// and otherwise directly. `files` is called for files that the input refers to, and for Roblox assets as
/// `rbxassetid://1234`.
///
/// ```rust,standalone_crate
/// use rezkit::{Target, TargetOptions, convert_to};
///
/// let mesh = include_bytes!("../../../fixtures/rbxmesh/valid/v300.mesh");
/// let (glb, ..) = convert_to(mesh, &TargetOptions::to(Target::Glb), &mut |_| None)?.into_parts();
/// assert!(glb.starts_with(b"glTF"));
/// let (xml, ..) = convert_to(b"{'legs':i4}", &TargetOptions::to(Target::LlsdXml), &mut |_| None)?.into_parts();
/// assert!(String::from_utf8_lossy(&xml).contains("<key>legs</key><integer>4</integer>"));
/// # Ok::<(), rezkit::Problem>(())
/// ```
///
/// # Errors
///
/// If the file cannot be read, the target cannot hold any of it, or the conversion exceeds the limit on memory.
pub fn convert_to(
    bytes: &[u8],
    options: &TargetOptions<'_>,
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<ConvertedTo, Problem> {
    to_target(bytes, options, files, convert)
}

/// Converts a file like [`convert_to`], but hands out XML of models and places in pieces, as [`convert_in_pieces`] does.
///
/// # Errors
///
/// The errors of [`convert_to`]. Some pieces may have been handed out by then.
pub fn convert_to_in_pieces(
    bytes: &[u8],
    options: &TargetOptions<'_>,
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
    give: &mut dyn FnMut(&[u8], &[Loss]),
) -> Result<ConvertedTo, Problem> {
    to_target(bytes, options, files, |file, options| convert_in_pieces(file, options, give))
}

fn to_target(
    bytes: &[u8],
    options: &TargetOptions<'_>,
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
    convert: impl FnOnce(&File<'_>, &ConvertOptions) -> Result<Converted, Problem>,
) -> Result<ConvertedTo, Problem> {
    let TargetOptions { opening, direct, by_scene } = options;
    let from = identify(bytes).format;
    if options.is_by_scene(from) {
        // Only the animations of one Roblox model are converted to another.
        let options = ExchangeOptions { parts: by_scene.parts && !from.is_roblox(), ..by_scene.clone() };
        return by_scene::convert_as(from, bytes, &options, files).map(ConvertedTo::ByScene);
    }
    if from == Format::Json {
        return convert_json(bytes, direct).map(ConvertedTo::Direct);
    }
    let limit = by_scene.scene.max_memory;
    let opening = limit.map_or(*opening, |memory| opening.max_memory(memory));
    convert(&File::open(bytes, &opening)?, direct).map(ConvertedTo::Direct)
}

//! Options of conversions.

use crate::rigs::RigPreset;
use ::rbxmesh::Version as MeshVersion;
use ::rbxmesh::{DracoOptions, WeldOptions};
use scene::allowance::Allowance;
use scene::terrain::{Chunk, Coarseness, n_detailed};
use scene::{LevelOrder, Problem, ProblemKind};
use std::fmt;
use std::str::FromStr;

/// The representation of the facial poses of Roblox meshes in a scene. Only animations are read back.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum FacePoses {
    /// An animation of one second for each pose, such as `FACS_c_JD`.
    #[default]
    Animations,
    /// One animation with one pose per frame; the mesh stores the names of the frames. Roblox Studio imports this form.
    Studio,
    /// A morph target for each pose, named as in ARKit if ARKit has the same expression.
    Morphs,
}

/// The resolution of Roblox terrain in a scene. Merging voxels is much faster, and loses small details. Chunks of few
/// runs, as of a sea, do not count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum TerrainDetail {
    /// Each voxel is on its own.
    #[default]
    Full,
    /// Terrain of more than 1,000 chunks is merged into cubes of 2 by 2 by 2 voxels, whose edges hardly show in a
    /// picture.
    Picture,
    /// Terrain of more than 100 chunks is merged into cubes of 4 by 4 by 4 voxels.
    Preview,
}

impl TerrainDetail {
    /// The cubes of terrain; `None` if its voxels are not merged.
    pub(crate) fn coarseness<C: Chunk>(self, chunks: &[C]) -> Option<Coarseness> {
        let (most, coarseness) = match self {
            Self::Full => return None,
            Self::Picture => (1000, Coarseness::Half),
            Self::Preview => (100, Coarseness::Quarter),
        };
        (n_detailed(chunks) > most).then_some(coarseness)
    }
}

/// Options for converting a model to a scene.
#[derive(Debug, Clone)]
#[non_exhaustive]
#[must_use]
pub struct SceneOptions {
    /// The name of the scene and its meshes, if the format has no names.
    pub name: String,
    /// Keeps data that the scene cannot represent in its extras.
    pub extras: bool,
    /// Converts bones, attachments and welds of Roblox models to nodes.
    pub rig: bool,
    /// A Roblox model whose joints the animations of the file move.
    pub rig_model: Option<Vec<u8>>,
    /// Includes parts of Roblox places outside of the workspace.
    pub all_parts: bool,
    /// Adds to the extras of each node of a Roblox model the node number of its instance in a `Tree` of rezkit.
    pub numbers: bool,
    /// Largest deviation of the surface of Roblox terrain from that of its voxels, in studs; with 0, each voxel has
    /// triangles of its own.
    pub terrain_error: f32,
    /// The resolution of Roblox terrain.
    pub terrain_detail: TerrainDetail,
    /// The representation of the facial poses of Roblox meshes.
    pub face_poses: FacePoses,
    /// The meaning of the numbers in the names of levels of detail, such as `chair_LOD1`.
    pub level_order: LevelOrder,
    /// The number of triangles above which Model 3D is refused. Models and places of Roblox are refused if they have
    /// more than half that number of nodes, or more than twice that number of instances, because few bytes of a
    /// compressed file can stand for many of them.
    pub max_triangles: usize,
    /// The approximate limit on memory while reading; by default it depends on the file.
    pub max_memory: Option<usize>,
}

/// Upper estimate of the memory of a triangle while a scene is built and written, in bytes. A node takes twice as much.
pub const BYTES_OF_TRIANGLE: usize = 400;

impl Default for SceneOptions {
    fn default() -> Self {
        Self {
            name: "model".into(),
            extras: true,
            rig: false,
            rig_model: None,
            all_parts: false,
            numbers: false,
            terrain_error: 0.5,
            terrain_detail: TerrainDetail::default(),
            face_poses: FacePoses::default(),
            level_order: LevelOrder::Guess,
            max_triangles: 500_000,
            max_memory: None,
        }
    }
}

impl SceneOptions {
    /// Sets the name of the scene and its meshes, if the format has no names.
    pub fn name(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Keeps data that the scene cannot represent in its extras; this is the default.
    pub fn extras(self, extras: bool) -> Self {
        Self { extras, ..self }
    }

    /// Converts bones, attachments and welds of Roblox models to nodes; by default they are left out.
    pub fn rig(self, rig: bool) -> Self {
        Self { rig, ..self }
    }

    /// Sets a Roblox model whose joints the animations of the file move, for example a character. Without one,
    /// animations move a rig of blocks, if the file has no parts besides the animations.
    pub fn rig_model(self, model: Vec<u8>) -> Self {
        Self { rig_model: Some(model), ..self }
    }

    /// Includes parts of Roblox places outside of the workspace, such as templates that scripts clone. By default they
    /// are left out.
    pub fn all_parts(self, all_parts: bool) -> Self {
        Self { all_parts, ..self }
    }

    /// Adds to the extras of each node of a Roblox model, as `rezkit.node`, the node number of its instance in a `Tree`
    /// of rezkit. By default it is left out.
    pub fn numbers(self, numbers: bool) -> Self {
        Self { numbers, ..self }
    }

    /// Sets the largest deviation of the surface of Roblox terrain from that of its voxels, in studs: flat regions
    /// become large triangles. The default is half a stud; with 0, each voxel has triangles of its own.
    pub fn terrain_error(self, studs: f32) -> Self {
        Self { terrain_error: studs, ..self }
    }

    /// Sets the resolution of Roblox terrain. `rezkit.coarse` in the extras of the scene is set if voxels were merged.
    pub fn terrain_detail(self, detail: TerrainDetail) -> Self {
        Self { terrain_detail: detail, ..self }
    }

    /// Sets the approximate limit on memory while reading, and with it the number of triangles.
    pub fn max_memory(self, bytes: usize) -> Self {
        Self { max_memory: Some(bytes), max_triangles: bytes / BYTES_OF_TRIANGLE, ..self }
    }
}

/// The collision shape of a Second Life mesh asset.
///
/// ```
/// use convert::Physics;
///
/// assert_eq!(["hulls:8", "hulls"].map(str::parse), [Ok(Physics::Hulls(8)), Ok(Physics::OpenHulls)]);
/// assert_eq!(Physics::Level(3).to_string(), "level:3");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Physics {
    /// Only the hull around everything, which every asset has.
    None,
    /// A box around the finest level of detail.
    Box,
    /// One hull around the finest level of detail.
    Hull,
    /// At most this many hulls, 1 to 255, which together approximate the finest level of detail.
    Hulls(u8),
    /// At least 8 hulls, and as many more, up to 255, as keep the space inside the model open that an avatar can enter.
    OpenHulls,
    /// The triangles of a level of detail; 0 is the finest.
    Level(u8),
}

impl FromStr for Physics {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let (name, number) = text.split_once(':').unwrap_or((text, ""));
        match (name, number, number.parse()) {
            ("none", "", _) => Ok(Self::None),
            ("box", "", _) => Ok(Self::Box),
            ("hull", "", _) => Ok(Self::Hull),
            _ if text == "hulls" => Ok(Self::OpenHulls),
            ("hulls", _, Ok(n @ 1..)) => Ok(Self::Hulls(n)),
            ("level", _, Ok(level @ 0..=3)) => Ok(Self::Level(level)),
            _ => Err(Problem::new(
                ProblemKind::Unsupported,
                format!(
                    "{text:?} is not one of box, hull, hulls, hulls:N (1 to 255), level:N (0 to 3), none"
                ),
            )),
        }
    }
}

impl fmt::Display for Physics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Box => f.write_str("box"),
            Self::Hull => f.write_str("hull"),
            Self::OpenHulls => f.write_str("hulls"),
            Self::Hulls(n) => write!(f, "hulls:{n}"),
            Self::Level(level) => write!(f, "level:{level}"),
        }
    }
}

/// The character that animations in a Roblox model move.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TargetRig {
    /// The standard character of 15 parts.
    R15,
    /// The older character of six parts.
    R6,
    /// The joints of a Roblox model, given as the bytes of its file.
    Model(Vec<u8>),
    /// The nodes of the scene, by their names.
    Own,
}

impl TargetRig {
    /// The character with this name: `r15`, `r6`, or `none` for the nodes of the scene.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "r15" => Some(Self::R15),
            "r6" => Some(Self::R6),
            "none" => Some(Self::Own),
            _ => None,
        }
    }
}

/// Options for converting a scene to a model.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
#[must_use]
pub struct AssetOptions {
    /// The version of a Roblox mesh; by default that of the mesh from which the scene was built, or else the lowest
    /// that can hold everything.
    pub version: Option<MeshVersion>,
    /// Welds vertices of a Roblox mesh that differ by at most these tolerances.
    pub weld: Option<WeldOptions>,
    /// New names for joints, as pairs of the name in the scene and the new one. Joints of the avatar of Second Life are
    /// recognised by their names.
    pub joint_names: Vec<(String, String)>,
    /// The rig whose names the joints have: by default, [`RigPreset::Auto`].
    pub rig: Option<RigPreset>,
    /// The character that animations in a Roblox model move; by default R15 if the joints of the scene belong to
    /// another known rig.
    pub target_rig: Option<TargetRig>,
    /// Keeps the joint positions of a Second Life mesh; by default its joints have the positions of the avatar's.
    pub joint_positions: Option<JointPositions>,
    /// Writes animations of a Roblox model as curves or as sequences of keyframes; by default as sequences, and those that
    /// are in a Roblox model already as they are.
    pub curves: Option<bool>,
    /// The animation that is converted to one of Second Life, by its name or its number from 0; by default the first.
    pub animation: Option<String>,
    /// The collision shape of a Second Life mesh asset; by default that of the scene.
    pub physics: Option<Physics>,
    /// Largest distance of hulls from the mesh, as a fraction of the longest side of its bounding box. As few hulls are
    /// built as this distance requires, and no more than `physics` allows.
    pub physics_error: Option<f32>,
    /// Removes triangles of a physics shape that the uploader of Second Life rejects.
    pub drop_degenerate: bool,
    /// Writes the names of materials in the header of a Second Life mesh asset, as saved uploads always do.
    pub names_materials: bool,
    /// Set if materials are written to files of their own, and are therefore not reported as losses.
    #[doc(hidden)]
    pub keeps_materials: bool,
    /// The prefix of file names, if meshes are written as files to which the parts of a Roblox model refer.
    #[doc(hidden)]
    pub parts: Option<String>,
    /// Compresses the geometry of a Roblox mesh by Draco with these options, which makes it version 7.00.
    pub draco: Option<DracoOptions>,
    /// Removes those keys of a Second Life animation that interpolation between other keys reproduces.
    #[doc(hidden)]
    pub thins_keys: bool,
    /// The approximate limit on memory: a small scene may show one mesh at many nodes, and a model has a copy for each.
    /// By default it is not limited.
    pub max_memory: Option<usize>,
}

impl AssetOptions {
    /// Sets the collision shape of a Second Life mesh asset.
    pub fn physics(self, physics: Physics) -> Self {
        Self { physics: Some(physics), ..self }
    }

    /// Builds as few hulls as keep within this fraction of the longest side of the mesh's bounding box.
    pub fn physics_error(self, share: f32) -> Self {
        Self { physics_error: Some(share), ..self }
    }

    /// Removes triangles of a physics shape that the uploader of Second Life rejects.
    pub fn drop_degenerate(self, drops: bool) -> Self {
        Self { drop_degenerate: drops, ..self }
    }

    /// Compresses the geometry of a Roblox mesh by Draco.
    pub fn draco(self, options: DracoOptions) -> Self {
        Self { draco: Some(options), ..self }
    }

    /// Writes animations as curves instead of sequences of keyframes.
    pub fn curves(self, curves: bool) -> Self {
        Self { curves: Some(curves), ..self }
    }

    /// Renames a joint.
    pub fn joint_name(mut self, old: impl Into<String>, new: impl Into<String>) -> Self {
        self.joint_names.push((old.into(), new.into()));
        self
    }

    /// Sets the rig whose names the joints have.
    pub fn rig(self, rig: RigPreset) -> Self {
        Self { rig: Some(rig), ..self }
    }

    /// Selects the animation that is converted to one of Second Life, by its name or its number from 0.
    pub fn animation(self, name: impl Into<String>) -> Self {
        Self { animation: Some(name.into()), ..self }
    }

    /// Sets the character that animations in a Roblox model move.
    pub fn target_rig(self, rig: TargetRig) -> Self {
        Self { target_rig: Some(rig), ..self }
    }

    /// Keeps the joint positions of a Second Life mesh.
    pub fn joint_positions(self, positions: JointPositions) -> Self {
        Self { joint_positions: Some(positions), ..self }
    }

    /// Sets the approximate limit on memory: a small scene may show one mesh at many nodes, and a model has a copy for
    /// each.
    pub fn max_memory(self, bytes: usize) -> Self {
        Self { max_memory: Some(bytes), ..self }
    }

    /// The limit on the memory for the pixels of an image, in bytes.
    pub(crate) fn pixels(&self) -> usize {
        const USUAL: usize = 256 << 20;
        self.max_memory.unwrap_or(USUAL).min(USUAL)
    }

    /// Checks a size in bytes against the limit on memory.
    pub(crate) fn take(&self, n_bytes: usize) -> Result<(), Problem> {
        Allowance::new(self.max_memory.unwrap_or(usize::MAX)).take(n_bytes)
    }

    /// Welds vertices of a Roblox mesh that differ by at most these tolerances.
    pub fn weld(self, options: WeldOptions) -> Self {
        Self { weld: Some(options), ..self }
    }

    /// Sets the version of a Roblox mesh.
    pub fn version(self, version: MeshVersion) -> Self {
        Self { version: Some(version), ..self }
    }
}

/// Options for keeping the joint positions of a scene in a Second Life mesh, instead of those of the avatar.
///
/// ```
/// use convert::JointPositions;
///
/// let positions: JointPositions = "pelvis=0.05,lock-scale".parse()?;
/// assert_eq!((positions.pelvis_offset, positions.lock_scale), (0.05, true));
/// assert_eq!("".parse(), Ok(JointPositions::default()));
/// # Ok::<(), scene::Problem>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub struct JointPositions {
    /// The height by which the avatar is raised while it wears the mesh, in metres.
    pub pelvis_offset: f64,
    /// Keeps the scale of repositioned joints, whatever the shape of the avatar.
    pub lock_scale: bool,
}

impl JointPositions {
    /// Sets the height by which the avatar is raised while it wears the mesh, in metres.
    #[must_use]
    pub fn pelvis_offset(self, metres: f64) -> Self {
        Self { pelvis_offset: metres, ..self }
    }

    /// Keeps the scale of repositioned joints, whatever the shape of the avatar.
    #[must_use]
    pub fn lock_scale(self, locks: bool) -> Self {
        Self { lock_scale: locks, ..self }
    }
}

/// Parses an empty string, or `pelvis=METRES` and `lock-scale`, separated by a comma.
impl FromStr for JointPositions {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let mut positions = Self::default();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let metres = part.strip_prefix("pelvis=").map(str::parse::<f64>);
            match (part, metres) {
                (_, Some(Ok(metres))) if metres.is_finite() => positions.pelvis_offset = metres,
                ("lock-scale", _) => positions.lock_scale = true,
                _ => {
                    let message = format!("{part:?} is not one of pelvis=METRES, lock-scale");
                    return Err(Problem::new(ProblemKind::Unsupported, message));
                }
            }
        }
        Ok(positions)
    }
}

impl fmt::Display for JointPositions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pelvis={}{}", self.pelvis_offset, if self.lock_scale { ",lock-scale" } else { "" })
    }
}

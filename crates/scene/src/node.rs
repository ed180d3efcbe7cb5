//! The tree.

use crate::json::Json;
use geom::{Quat, Vec3};

/// A place in the tree, with what stands there.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Node {
    /// What it is called; names need not be unique.
    pub name: String,
    /// The node whose movements it follows; it may come later in the list. Circles are faults.
    pub parent: Option<usize>,
    /// Where it is, seen from its parent.
    pub local: Trs,
    /// The mesh that it shows.
    pub mesh: Option<usize>,
    /// The material that all of the mesh has here, instead of those that its groups name: many nodes of many colours
    /// can share one mesh.
    pub material: Option<usize>,
    /// The skin that moves the mesh; then the node's own place does not matter.
    pub skin: Option<usize>,
    /// The light that shines from here.
    pub light: Option<usize>,
    /// The camera that looks from here.
    pub camera: Option<usize>,
    /// How far each morph of the mesh is applied; those that are missing count as 0.
    pub weights: Vec<f32>,
    /// What it is for.
    pub role: Role,
    /// Not to be shown by programs that know nothing of roles: outside of the default scene of glTF.
    pub hidden: bool,
    /// What has no field.
    pub extras: Json,
}

/// What a node is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Role {
    /// Nothing special.
    #[default]
    Plain,
    /// A joint of a skin.
    Joint,
    /// A coarser form of another node's mesh.
    Lod {
        /// The node with the finest form.
        of: usize,
        /// 1 for the next coarser, and so on.
        level: u8,
    },
    /// The shape for collisions.
    Physics,
    /// A convex hull for collisions.
    Hull,
    /// A hull around everything.
    Bounding,
    /// A cage of a layered garment.
    Cage,
    /// A place where something is worn.
    Attachment,
    /// A text at a place.
    Label,
}

/// A translation, a rotation, a scale, acting in the order scale, rotation, translation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trs {
    /// The shift.
    pub translation: Vec3,
    /// The turn; used as if of length 1.
    pub rotation: Quat,
    /// The stretch along each axis.
    pub scale: Vec3,
}

impl Default for Trs {
    fn default() -> Self {
        Self::IDENTITY
    }
}

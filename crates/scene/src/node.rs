//! Nodes of the hierarchy.

use crate::json::Json;
use geom::{Quat, Vec3};

/// A node of the hierarchy, with its content.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Node {
    /// The name of the node, which need not be unique.
    pub name: String,
    /// The parent, whose transform applies to this node; it may follow later in the list. Cycles are faults.
    pub parent: Option<usize>,
    /// The transform relative to the parent.
    pub local: Trs,
    /// The mesh that the node shows.
    pub mesh: Option<usize>,
    /// The material for the whole mesh at this node, instead of those of its groups: many nodes of different colours
    /// can share one mesh.
    pub material: Option<usize>,
    /// The skin that deforms the mesh; if set, the node's own transform has no effect.
    pub skin: Option<usize>,
    /// The light at this node.
    pub light: Option<usize>,
    /// The camera at this node.
    pub camera: Option<usize>,
    /// The weight of each morph target of the mesh; missing ones count as 0.
    pub weights: Vec<f32>,
    /// The role of the node.
    pub role: Role,
    /// Excludes the node from the default scene of glTF, so that tools without support for roles do not show it.
    pub hidden: bool,
    /// Custom properties, as in `extras` of glTF; null if there are none.
    pub extras: Json,
}

/// The role of a node.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Role {
    /// No special role.
    #[default]
    Plain,
    /// A joint of a skin.
    Joint,
    /// A coarser level of another node's mesh.
    Lod {
        /// The node with the finest level.
        of: usize,
        /// 1 for the next coarser, and so on.
        level: u8,
    },
    /// The collision shape.
    Physics,
    /// A convex hull of the collision shape.
    Hull,
    /// The bounding hull.
    Bounding,
    /// A cage of a layered garment.
    Cage,
    /// An attachment point for worn items.
    Attachment,
    /// A text at a position.
    Label,
    /// A picture that viewers turn about its own Y axis, so that its +Z faces the camera.
    Sprite,
}

/// A transform by scale, then rotation, then translation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trs {
    /// The translation.
    pub translation: Vec3,
    /// The rotation; it is used as if its length were 1.
    pub rotation: Quat,
    /// The scale along each axis.
    pub scale: Vec3,
}

impl Default for Trs {
    fn default() -> Self {
        Self::IDENTITY
    }
}

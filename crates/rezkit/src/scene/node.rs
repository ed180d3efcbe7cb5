//! The tree.

use crate::Json;
use geom::{Mat4, Quat, Vec3};

use super::affine::Affine;

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

impl Trs {
    /// Nothing moves.
    pub const IDENTITY: Self = Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };

    /// The parts of a matrix, and whether they are all of it: a shear is left out.
    ///
    /// ```
    /// use geom::{Mat4, Quat, Vec3};
    /// use rezkit::scene::Trs;
    ///
    /// let trs = Trs { translation: Vec3::X, rotation: Quat::new(0.0, 0.6, 0.0, 0.8), scale: Vec3::splat(2.0) };
    /// let (parts, is_all) = Trs::of_matrix(&trs.matrix());
    /// assert!(is_all && (parts.scale - trs.scale).length() < 1e-6);
    /// ```
    #[must_use]
    pub fn of_matrix(matrix: &Mat4) -> (Self, bool) {
        Affine::of_mat4(matrix).decomposed()
    }

    /// The matrix that does the same, on column vectors.
    #[must_use]
    pub fn matrix(&self) -> Mat4 {
        Affine::of(self).to_mat4()
    }
}

impl Default for Trs {
    fn default() -> Self {
        Self::IDENTITY
    }
}

//! The joints that a mesh hangs on.

use crate::mould::same::same;
use llsd::{Map, Text};

/// Sixteen numbers, by rows, for vectors that stand to the left: 12 to 14 are the translation.
pub type Matrix = [f64; 16];

/// The joints that a mesh hangs on. Format document, section 7.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Skin {
    /// The names of the joints, which influences give by number.
    pub joint_names: Option<Vec<Text>>,
    /// For each joint, from the mesh at rest into the joint.
    pub inverse_bind_matrix: Option<Vec<Matrix>>,
    /// From the unit cube to the mesh at rest.
    pub bind_shape_matrix: Option<Matrix>,
    /// For each joint, its place relative to its parent: elements 12 to 14 only.
    pub alt_inverse_bind_matrix: Option<Vec<Matrix>>,
    /// How far the hip is moved up, in metres.
    pub pelvis_offset: Option<f64>,
    /// Whether joints that are moved keep their scale.
    pub lock_scale_if_joint_position: Option<bool>,
    /// What else there is.
    pub other: Map,
    /// The order of the keys, if it is not that of their bytes.
    pub order: Vec<Text>,
}

impl Skin {
    /// How many joints there are.
    #[must_use]
    pub fn n_joints(&self) -> usize {
        self.joint_names.as_ref().map_or(0, Vec::len)
    }
}

same! {
    Skin {
        joint_names, inverse_bind_matrix, bind_shape_matrix, alt_inverse_bind_matrix, pelvis_offset,
        lock_scale_if_joint_position, other, order,
    }
}

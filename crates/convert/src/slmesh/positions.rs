//! Positions of joints that differ from those of the avatar.

use crate::options::JointPositions;
use ::slmesh::skeleton::{self, Joint};
use ::slmesh::{Matrix, Skin};
use geom::Mat4;
use scene::affine::Affine;
use scene::loss::{LossCode, LossSeverity, Losses};
use std::collections::HashMap;

/// The distance up to which viewers treat a joint as unmoved, in metres.
pub(super) const LEAST_MOVE: f64 = 1e-4;

/// A joint of a skin, and its position relative to its parent in the avatar.
pub(super) struct Placed {
    pub(super) joint: &'static Joint,
    /// The position in the world, in metres and in the axes of Second Life; `None` if its matrix cannot be inverted.
    pub(super) world: Option<[f64; 3]>,
    /// The position relative to the parent.
    pub(super) position: Option<[f64; 3]>,
}

impl Placed {
    /// The distance between the joint's position and the avatar's, both relative to the parent.
    pub(super) fn distance(&self) -> f64 {
        let rest = self.joint.position.to_array().map(f64::from);
        let squares = |position: [f64; 3]| -> f64 {
            position.into_iter().zip(rest).map(|(is, was)| (is - was) * (is - was)).sum()
        };
        self.position.map_or(0.0, squares).sqrt()
    }

    /// The position of the avatar's joint in the world.
    pub(super) fn in_avatar(&self) -> [f64; 3] {
        let mut place = self.joint.position.to_array().map(f64::from);
        for above in self.joint.ancestors() {
            place.iter_mut().zip(above.position.to_array()).for_each(|(sum, axis)| *sum += f64::from(axis));
        }
        place
    }

    /// True if viewers reposition the joint.
    pub(super) fn is_moved(&self) -> bool {
        self.distance() > LEAST_MOVE
    }
}

/// The positions of joints, in the order of their names and inverse bind matrices. `turn` rotates the axes of the scene
/// to those of the avatar. Names that the avatar does not have are left out.
///
/// The joints of the avatar have no rotation at rest, so the position relative to another joint is a difference in the
/// world. Joints between the two that the skin does not have are at the avatar's positions.
pub(super) fn placed<'s>(joints: impl Iterator<Item = (&'s str, &'s Mat4)>, turn: &Affine) -> Vec<Placed> {
    let world = |bind: &Mat4| {
        let Affine([[.., x], [.., y], [.., z]]) = turn.times(&Affine::of_mat4(bind).inverse()?);
        Some([x, y, z]).filter(|place| place.iter().all(|axis| axis.is_finite()))
    };
    seen(joints.filter_map(|(name, bind)| Some((skeleton::known(name)?, world(bind)))).collect())
}

/// The positions of joints as [`placed`] computes them, from known positions in the world.
pub(super) fn seen(known: Vec<(&'static Joint, Option<[f64; 3]>)>) -> Vec<Placed> {
    let worlds: HashMap<&str, [f64; 3]> =
        // Of joints with equal names, the first is used.
        known.iter().rev().filter_map(|(joint, world)| Some((joint.name, (*world)?))).collect();
    let above = |joint: &Joint| {
        let mut sum = [0.0; 3];
        for above in joint.ancestors() {
            let (place, is_last) = match worlds.get(above.name) {
                Some(place) => (*place, true),
                None => (above.position.to_array().map(f64::from), false),
            };
            sum.iter_mut().zip(place).for_each(|(sum, axis)| *sum += axis);
            if is_last {
                break;
            }
        }
        sum
    };
    let placed = |(joint, world): (&'static Joint, Option<[f64; 3]>)| {
        let above = above(joint);
        let position = world.map(|[x, y, z]| [x - above[0], y - above[1], z - above[2]]);
        Placed { joint, world, position }
    };
    known.into_iter().map(placed).collect()
}

/// The matrix with another translation.
fn shifted(matrix: &Matrix, shift: [f64; 3]) -> Matrix {
    let mut matrix = *matrix;
    // The translation is the last row, since vectors are rows that precede the matrix.
    matrix.iter_mut().skip(12).zip(shift).for_each(|(to, axis)| *to = axis);
    matrix
}

/// Stores the positions of joints in a skin, and reports which of them viewers reposition.
pub(super) fn give(skin: &mut Skin, placed: &[Placed], positions: &JointPositions, losses: &mut Losses) {
    let binds = skin.inverse_bind_matrix.as_deref().unwrap_or_default();
    let stored = |(placed, bind): (&Placed, &Matrix)| {
        let rest = placed.joint.position.to_array().map(f64::from);
        shifted(bind, placed.position.unwrap_or(rest))
    };
    skin.alt_inverse_bind_matrix = Some(placed.iter().zip(binds.iter()).map(stored).collect());
    skin.pelvis_offset = Some(positions.pelvis_offset);
    // The uploader writes the field only if it is true.
    skin.lock_scale_if_joint_position = positions.lock_scale.then_some(true);
    let (moved, kept): (Vec<_>, Vec<_>) = placed.iter().partition(|placed| placed.is_moved());
    let named = |what: &str, all: &[&Placed]| {
        let names: Vec<_> = all.iter().map(|placed| placed.joint.name).collect();
        format!("{what}: {}", names.join(", "))
    };
    for (what, all) in [
        ("joints have positions of their own", moved),
        ("joints are where the avatar has them, within 0.1 mm", kept),
    ] {
        let place = "skin.alt_inverse_bind_matrix";
        losses.report(LossCode::AltBind, LossSeverity::Note, &named(what, &all), all.len(), place);
    }
}

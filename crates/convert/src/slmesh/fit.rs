//! Fitting of third-party rigs to the avatar: turned to face in the same direction, with arms stretched out to the
//! sides, and bound without rotation, as the importer of Second Life's viewer does.

use super::super::bake::{Joints, move_vertices};
use super::super::rigs::{Rig, Rigging};
use super::super::stance::Stance;
use super::super::{avatar, space};
use super::bones::{Bones, of_avatar};
use super::positions::{self, Placed, placed, seen};
use crate::options::JointPositions;
use ::slmesh::Skin;
use ::slmesh::skeleton::{self, Joint};
use geom::{Mat4, TriMesh, Vec3};
use scene::affine::Affine;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Scene, Trs};
use std::collections::HashMap;

/// The distance from which a displacement of the worn mesh is reported, in metres.
const MOST_AWAY: f64 = 0.01;

/// The stance of the rig with these joints.
pub(super) fn stance(scene: &Scene, joints: &Joints, rigging: Rigging) -> Stance {
    let name = |node: &usize| scene.nodes.get(*node).map_or("", |node| node.name.as_str());
    let mut places: HashMap<&str, Vec3> = HashMap::new();
    for (node, bind) in joints.nodes.iter().zip(&joints.inverse_bind) {
        let world = Affine::of_mat4(bind).inverse();
        if let Some((joint, world)) = of_avatar(name(node)).zip(world) {
            places.entry(joint.name).or_insert(world.decomposed().0.translation);
        }
    }
    let place = |name: &str| places.get(name).copied();
    // A rig with names of Second Life and too few joints to determine its stance is assumed to have the avatar's.
    match rigging.rig {
        None | Some(Rig::SecondLife) => Stance::determine(place, Vec3::X),
        Some(_) => Stance::determine(place, scene.front()).with_arms(place),
    }
}

/// The rotation from the axes of a scene to those of Second Life, for a rig with this stance.
pub(super) fn turn(stance: &Stance) -> Affine {
    Affine::of_mat4(&Mat4::from_parts(stance.turn, Vec3::ZERO))
}

/// The joints of a skin, fitted to those of the avatar.
pub(super) struct Fit {
    /// For each joint, the transform that moves its vertices until the arms are stretched out; empty if nothing moves.
    moves: Vec<Affine>,
    placed: Vec<Placed>,
    /// Keeps a bind matrix of the file if it rotates its joint in the same way as the avatar's.
    is_own: bool,
}

impl Fit {
    pub(super) fn new(bones: &Bones<'_>, stance: &Stance, rigging: Rigging) -> Self {
        let is_own = rigging.is_own();
        let bound = placed(bones.bound(), &turn(stance));
        if stance.is_straight() {
            return Self { moves: Vec::new(), placed: bound, is_own };
        }
        let numbers: HashMap<&str, usize> =
            bound.iter().map(|placed| placed.joint.name).zip(0_usize..).collect();
        let mut moves = vec![Affine::IDENTITY; bound.len()];
        // Parents precede their children in the list of joints.
        for joint in skeleton::joints() {
            let Some(number) = numbers.get(joint.name).copied() else { continue };
            let above = joint.ancestors().find_map(|above| moves.get(*numbers.get(above.name)?).copied());
            let Some(from) = bound.get(number).and_then(|placed| placed.world) else { continue };
            let to = above.unwrap_or(Affine::IDENTITY).point(from);
            let rotation = stance.hanging(joint).conjugate();
            let turn = Affine::from_trs(&Trs { rotation, ..Trs::IDENTITY });
            // The rotation is about the joint, at the position to which its parent moves it.
            let moved = shift(to).times(&turn).times(&shift(from.map(|axis| -axis)));
            moves.get_mut(number).into_iter().for_each(|to| *to = moved);
        }
        let at = |(placed, moves): (&Placed, &Affine)| (placed.joint, placed.world.map(|at| moves.point(at)));
        let placed = seen(bound.iter().zip(&moves).map(at).collect());
        Self { moves, placed, is_own }
    }

    /// Stretches the arms of a shape out to the sides.
    pub(super) fn pose(&self, shape: &mut TriMesh) {
        if self.moves.is_empty() || shape.joints.is_empty() {
            return;
        }
        let (joints, weights) = (std::mem::take(&mut shape.joints), std::mem::take(&mut shape.weights));
        move_vertices(shape, |vertex| {
            let mut sum = Affine([[0.0; 4]; 3]);
            for (joint, weight) in influences(&joints, &weights, vertex) {
                if let Some(moves) = self.moves.get(joint) {
                    sum = sum.plus(moves, weight);
                }
            }
            // A vertex without weights stays in place.
            if sum.determinant() == 0.0 { Affine::IDENTITY } else { sum }
        });
        (shape.joints, shape.weights) = (joints, weights);
    }

    /// The skin, with the positions of its joints if they are requested; `None` without joints. `shape` is the skinned
    /// mesh.
    pub(super) fn skin(
        &self,
        bones: &Bones<'_>,
        shape: &TriMesh,
        wanted: Option<&JointPositions>,
        losses: &mut Losses,
    ) -> Option<Skin> {
        if self.placed.is_empty() {
            return None;
        }
        let mut skin = bones.skin();
        let mut n_straightened = 0_usize;
        let mut worn = Vec::with_capacity(self.placed.len());
        for (bind, placed) in skin.inverse_bind_matrix.iter_mut().flatten().zip(&self.placed) {
            let rest = placed.world.map(|at| at_rest(placed.joint, at));
            if let Some((rest, straight)) = rest.and_then(|rest| Some((rest, rest.inverse()?)))
                && !(self.is_own && is_turned_alike(&rest.times(&space::by_columns(bind))))
            {
                let straight = space::by_rows(&straight);
                let is_near = bind.iter().zip(&straight).all(|(is, to)| (is - to).abs() < 1e-5);
                n_straightened = n_straightened.saturating_add(usize::from(!is_near));
                *bind = straight;
            }
            worn.push(at_rest(placed.joint, placed.in_avatar()).times(&space::by_columns(bind)));
        }
        let what = "joints were bound with the rotation and scale of the avatar's joints";
        losses.report(
            LossCode::AltBind,
            LossSeverity::Note,
            what,
            n_straightened,
            "skin.inverse_bind_matrix",
        );
        match wanted {
            Some(wanted) => positions::give(&mut skin, &self.placed, wanted, losses),
            None => self.worn(shape, &worn, losses),
        }
        Some(skin)
    }

    /// Reports the displacement of the mesh when the default avatar wears it, compared with the model. `worn` has the
    /// transform of each joint's vertices.
    fn worn(&self, shape: &TriMesh, worn: &[Affine], losses: &mut Losses) {
        let mut most = (0.0, 0);
        let (mut sum, mut n_away) = (0.0, 0_usize);
        for (vertex, position) in shape.positions.iter().enumerate().take(shape.joints.len()) {
            let from = position.to_array().map(f64::from);
            let (mut shift, mut strongest) = ([0.0; 3], (0.0, 0));
            for (joint, weight) in influences(&shape.joints, &shape.weights, vertex) {
                let to = worn.get(joint).map_or(from, |worn| worn.point(from));
                for ((sum, to), from) in shift.iter_mut().zip(to).zip(from) {
                    *sum += (to - from) * weight;
                }
                if weight > strongest.0 {
                    strongest = (weight, joint);
                }
            }
            let distance = shift.iter().map(|axis| axis * axis).sum::<f64>().sqrt();
            sum += distance;
            n_away = n_away.saturating_add(usize::from(distance > MOST_AWAY));
            if distance > most.0 {
                most = (distance, strongest.1);
            }
        }
        let joint = self.placed.get(most.1).map_or("", |placed| placed.joint.name);
        #[expect(clippy::cast_precision_loss, reason = "a mean")]
        let mean = sum / shape.joints.len().max(1) as f64;
        let what = format!(
            "on the avatar, vertices are up to {:.2} m from their position in the model, {mean:.2} m on \
             average, most at {joint}{}: --joint-positions keeps the model's joints",
            most.0,
            self.height()
        );
        losses.report(LossCode::WornAway, LossSeverity::Changed, &what, n_away, "skin");
    }

    /// The height of the hips as text, if it differs much from the avatar's: the model may use another unit.
    fn height(&self) -> String {
        let pelvis = self.placed.iter().find(|placed| placed.joint.name == "mPelvis");
        let heights = pelvis.and_then(|pelvis| Some((pelvis.world?[2], f64::from(pelvis.joint.position.z))));
        match heights {
            Some((own, of_avatar)) if !(0.8..1.25).contains(&(own / of_avatar)) => {
                format!(", since its hips are {own:.2} m high, and those of the avatar {of_avatar:.2} m")
            }
            _ => String::new(),
        }
    }
}

/// The joints and weights of a vertex.
fn influences<'a>(
    joints: &'a [[u16; 4]],
    weights: &'a [geom::Vec4],
    vertex: usize,
) -> impl Iterator<Item = (usize, f64)> + 'a {
    let all = joints.get(vertex).zip(weights.get(vertex));
    let all = all.into_iter().flat_map(|(joints, weights)| joints.iter().zip(weights.to_array()));
    all.filter(|(_, weight)| *weight > 0.0).map(|(joint, weight)| (usize::from(*joint), f64::from(weight)))
}

/// True if a transform turns by less than 15 degrees: collision volumes are turned by up to 8, and joints that are bound
/// with the axes of another program by 90 or more.
fn is_turned_alike(transform: &Affine) -> bool {
    /// The cosine of half the angle.
    const LEAST: f32 = 0.991_444_9;
    transform.determinant() > 0.0 && transform.decomposed().0.rotation.to_array()[3].abs() > LEAST
}

fn shift(by: [f64; 3]) -> Affine {
    let mut shift = Affine::IDENTITY;
    shift.0.iter_mut().zip(by).for_each(|(row, axis)| row[3] = axis);
    shift
}

/// The world transform at rest of a joint of the avatar at this position.
fn at_rest(joint: &Joint, place: [f64; 3]) -> Affine {
    let own = Trs { rotation: avatar::rotation(joint), scale: joint.scale, ..Trs::IDENTITY };
    shift(place).times(&Affine::from_trs(&own))
}

//! The rest pose of skins in the world: the placement of a skinned mesh that nothing moves.

use ::slmesh::skeleton;
use geom::{Mat3, Mat4, Vec3};
use scene::affine::Affine;
use scene::loss::{LossCode, LossSeverity, Losses};
use scene::{Node, Scene, Skin, Trs};
use std::collections::{HashMap, HashSet};

/// The placement of the meshes of a skin in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Stand {
    /// The meshes are in their bind pose, after this transform.
    Bound(Affine),
    /// Each vertex is moved by its joints at rest, whose pose is not the bind pose.
    Posed,
}

impl Stand {
    /// The placement at rest. Joints may all be moved alike, because they are below a node that is moved, or because
    /// bind matrices scale positions that are stored as integers.
    pub(super) fn at_rest(skin: &Skin, worlds: &[Affine]) -> Self {
        let mut all = (0..skin.joints.len()).filter_map(|number| moved(skin, number, worlds));
        let Some((first, tolerance)) = all.next() else { return Self::Posed };
        if first.inverse().is_none() || !all.all(|(other, more)| is_near(&first, &other, tolerance.max(more)))
        {
            return Self::Posed;
        }
        Self::Bound(if is_near(&first, &Affine::IDENTITY, tolerance) { Affine::IDENTITY } else { first })
    }

    /// The placement in the bind pose, with the size and the axes that the skin has at rest. With `is_own`, the space of
    /// the bind matrices is that of the avatar, as for Second Life's viewers, which ignore the transforms of nodes.
    pub(super) fn in_bind_pose(scene: &Scene, skin: &Skin, worlds: &[Affine], is_own: bool) -> Self {
        match Self::at_rest(skin, worlds) {
            Self::Posed if is_own => Self::Bound(Affine::IDENTITY),
            Self::Posed => upright(scene, skin, worlds).map_or(Self::Posed, Self::Bound),
            bound @ Self::Bound(_) => bound,
        }
    }

    /// The inverse bind matrix of a joint for meshes with this placement.
    pub(super) fn bind(&self, bind: Mat4, joint: Option<&Affine>) -> Mat4 {
        let moved = match self {
            Self::Bound(Affine::IDENTITY) => None,
            // The transform is baked into positions, so the bind matrices have to undo it first.
            Self::Bound(stand) => stand.inverse().map(|back| Affine::of_mat4(&bind).times(&back)),
            Self::Posed => joint.and_then(Affine::inverse),
        };
        moved.map_or(bind, |moved| moved.to_mat4())
    }
}

/// The transform of a joint relative to its bind pose, and the tolerance of that transform.
fn moved(skin: &Skin, number: usize, worlds: &[Affine]) -> Option<(Affine, f64)> {
    let world = worlds.get(*skin.joints.get(number)?).copied().unwrap_or(Affine::IDENTITY);
    let bind = skin.inverse_bind.get(number).map_or(Affine::IDENTITY, Affine::of_mat4);
    // The tolerance is that of products of single-precision matrices.
    Some((world.times(&bind), 1e-5 * (1.0 + world.largest() * bind.largest())))
}

/// The transform that places the bind pose at the first joint whose parent is not a joint of the skin. `None` if joints
/// scale their vertices differently, since the bind pose is then not a shape that anybody has designed.
fn upright(scene: &Scene, skin: &Skin, worlds: &[Affine]) -> Option<Affine> {
    /// The ratio of the sizes of two joints that counts as equal.
    const SAME_SIZE: f64 = 1.01;
    let all = (0..skin.joints.len()).filter_map(|number| moved(skin, number, worlds));
    let sizes = all.map(|(moved, _)| moved.determinant().abs().cbrt());
    let (least, most) = sizes.fold((f64::INFINITY, 0.0_f64), |(a, b), size| (a.min(size), b.max(size)));
    let joints: HashSet<usize> = skin.joints.iter().copied().collect();
    let above = |node: &usize| scene.nodes.get(*node).and_then(|node| node.parent);
    let is_top = |node: &usize| above(node).is_none_or(|above| !joints.contains(&above));
    let number = skin.joints.iter().position(is_top)?;
    let (top, _) = moved(skin, number, worlds)?;
    let (Trs { rotation, scale, .. }, is_straight) = top.decomposed();
    let is_even = scale.to_array().iter().all(|axis| (f64::from(*axis) - most).abs() <= most * 0.01);
    if !is_straight || !is_even || least.is_nan() || most > least * SAME_SIZE {
        return None;
    }
    let linear = straight(rotation.to_mat3());
    let turn = Affine::of_mat4(&Mat4::from_parts(linear, Vec3::ZERO));
    let turn = turn.times(&Affine::from_trs(&Trs { scale, ..Trs::IDENTITY }));
    // The joint stays where it is at rest.
    let place = Affine::of_mat4(skin.inverse_bind.get(number)?).inverse()?.point([0.0; 3]);
    let at = worlds.get(*skin.joints.get(number)?)?.point([0.0; 3]);
    let mut placed = turn;
    for ((row, at), from) in placed.0.iter_mut().zip(at).zip(turn.point(place)) {
        row[3] = at - from;
    }
    placed.inverse().and(Some(placed))
}

/// The nearest rotation that maps axes to axes. This removes the pose of a joint from `rotation`. Returns `rotation`
/// itself if no such rotation is within 30 degrees.
fn straight(rotation: Mat3) -> Mat3 {
    let rows = rotation.rows.map(|row| Vec3::from_array(row.to_array().map(f32::round)));
    let snapped = Mat3 { rows };
    let is_unit = |row: &Vec3| row.length() == 1.0;
    let [x, y, z] = rows;
    // Three different axes, right-handed.
    if rows.iter().all(is_unit) && x.cross(y) == z { snapped } else { rotation }
}

pub(super) fn is_near(a: &Affine, b: &Affine, tolerance: f64) -> bool {
    a.0.as_flattened().iter().zip(b.0.as_flattened()).all(|(a, b)| (a - b).abs() <= tolerance)
}

/// Moves the joints of Second Life's avatar to where the bind matrices of a Collada file place them.
///
/// Exporters for Second Life write nodes without their parents, and collision volumes with a scale that their children
/// would inherit. The viewer's importer uses only bind matrices, so its users have never seen such a file in the form
/// that its nodes describe.
pub(super) fn settle(scene: &mut Scene, losses: &mut Losses) {
    let worlds = scene.worlds_at_rest();
    // For each node, its place in the world according to the first skin that has it.
    let mut places: Vec<Option<Affine>> = vec![None; scene.nodes.len()];
    for skin in &scene.skins {
        let is_elsewhere = match Stand::at_rest(skin, &worlds) {
            Stand::Bound(stand) => is_moved(&stand),
            Stand::Posed => true,
        };
        if is_elsewhere && is_of_avatar(scene, skin) {
            for (joint, bind) in skin.joints.iter().zip(&skin.inverse_bind) {
                if let Some(place) = places.get_mut(*joint).filter(|place| place.is_none()) {
                    *place = Affine::of_mat4(bind).inverse();
                }
            }
        }
    }
    if places.iter().all(Option::is_none) {
        return;
    }
    let (mut settled, mut unstretched) = (worlds, HashMap::new());
    // Parents precede their children in scenes from Collada.
    for (number, place) in places.iter().enumerate() {
        let Some(node) = scene.nodes.get_mut(number) else { break };
        let parent = node.parent.and_then(|parent| Some((parent, settled.get(parent).copied()?)));
        let above = parent.map_or(Affine::IDENTITY, |(_, above)| above);
        if let Some(place) = place {
            hang(scene, number, place, parent, &mut unstretched);
        } else if skeleton::joint(&node.name).is_some() {
            node.local.scale = Vec3::ONE;
        }
        let Some(node) = scene.nodes.get(number) else { break };
        if let Some(world) = settled.get_mut(number) {
            *world = place.unwrap_or_else(|| above.times(&Affine::from_trs(&node.local)));
        }
    }
    let what =
        "joints of the avatar are placed by their bind matrices, as in viewers, and not by their nodes";
    let n_placed = places.iter().flatten().count();
    losses.report(LossCode::HierarchyAssumed, LossSeverity::Note, what, n_placed, "skins");
}

/// Places a node below another, whose transform in the world is given. Nodes cannot hold the shear of a joint that is
/// turned within one that is stretched, so such a joint is below a node without the stretch. `unstretched` has these
/// nodes by the nodes above them.
pub(super) fn hang(
    scene: &mut Scene,
    node: usize,
    place: &Affine,
    above: Option<(usize, Affine)>,
    unstretched: &mut HashMap<usize, usize>,
) {
    let within = |above: &Affine| {
        let (local, is_straight) = above.inverse()?.times(place).decomposed();
        is_straight.then_some(local)
    };
    let mut found = (place.decomposed().0, None);
    if let Some((parent, above)) = above {
        if let Some(local) = within(&above) {
            found = (local, Some(parent));
        } else if let Some(local) = within(&rigid(&above)) {
            let scale = above.decomposed().0.scale;
            let next = scene.nodes.len();
            let helper = *unstretched.entry(parent).or_insert(next);
            if helper == next {
                let name = scene.nodes.get(parent).map(|node| format!("{}_unstretched", node.name));
                let scale = Vec3::new(scale.x.recip(), scale.y.recip(), scale.z.recip());
                scene.nodes.push(Node {
                    name: name.unwrap_or_default(),
                    parent: Some(parent),
                    local: Trs { scale, ..Trs::IDENTITY },
                    ..Node::default()
                });
            }
            found = (local, Some(helper));
        }
    }
    if let Some(node) = scene.nodes.get_mut(node) {
        (node.local, node.parent) = found;
    }
}

/// True if a transform moves, and changes neither axes nor units.
fn is_moved(stand: &Affine) -> bool {
    let mut linear = *stand;
    linear.0.iter_mut().for_each(|row| row[3] = 0.0);
    *stand != Affine::IDENTITY && is_near(&linear, &Affine::IDENTITY, 0.25)
}

/// True if most joints of a skin are those of the avatar.
fn is_of_avatar(scene: &Scene, skin: &Skin) -> bool {
    let name = |node: &usize| scene.nodes.get(*node).map_or("", |node| node.name.as_str());
    let n_known = skin.joints.iter().filter(|node| skeleton::joint(name(node)).is_some()).count();
    n_known > skin.joints.len() / 2
}

/// The matrix without scale and shear.
pub(super) fn rigid(matrix: &Affine) -> Affine {
    let (trs, _) = matrix.decomposed();
    Affine::from_trs(&Trs { scale: Vec3::ONE, ..trs })
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Quat;

    fn shift(x: f32) -> Mat4 {
        Mat4::from_parts(Mat3::from_scale(Vec3::ONE), Vec3::new(x, 0.0, 0.0))
    }

    /// The tolerance grows with the magnitude of single-precision numbers.
    #[test]
    fn joints_that_are_far_away_may_differ_by_more() {
        let stand = |far: f32, off: f32| {
            let inverse_bind = vec![shift(-far), shift(off - far)];
            let skin = Skin { joints: vec![0, 1], inverse_bind, ..Skin::default() };
            Stand::at_rest(&skin, &[Affine::of_mat4(&shift(far)); 2])
        };
        assert_eq!(stand(1024.0, 0.0625), Stand::Bound(Affine::IDENTITY));
        assert_eq!(stand(1.0, 0.0625), Stand::Posed);
    }

    /// The bind pose has the axes and the size of the rest pose, without the turn of the hips in the rest pose.
    #[test]
    fn a_bind_pose_stands_upright() {
        let axis = |axis, degrees: f32| Quat::from_axis_angle(axis, degrees.to_radians()).unwrap();
        let node = |parent, translation, rotation, scale| Node {
            parent,
            local: Trs { translation, rotation, scale: Vec3::ONE * scale },
            ..Node::default()
        };
        let lying = axis(Vec3::X, -90.0);
        let nodes = vec![
            node(None, Vec3::ZERO, lying, 0.01),
            node(Some(0), Vec3::new(0.0, 0.0, 100.0), axis(Vec3::Z, 20.0), 1.0),
            node(Some(1), Vec3::new(0.0, 0.0, 50.0), axis(Vec3::X, 40.0), 1.0),
        ];
        let mut scene = Scene { nodes, ..Scene::default() };
        let bind = |z: f32| Mat4::from_parts(Mat3::from_scale(Vec3::ONE), Vec3::new(0.0, 0.0, -z));
        let inverse_bind = vec![bind(90.0), bind(140.0)];
        let skin = Skin { joints: vec![1, 2], inverse_bind, ..Skin::default() };
        let placed = |scene: &Scene| Stand::in_bind_pose(scene, &skin, &scene.worlds_at_rest(), false);
        let Stand::Bound(stand) = placed(&scene) else { panic!("there is a bind pose") };
        // Z is up in the file, in centimetres, and the hips are at a height of 1 m.
        let top = stand.point([0.0, 0.0, 190.0]);
        assert!(top.iter().zip([0.0, 2.0, 0.0]).all(|(is, to)| (is - to).abs() < 1e-6), "{top:?}");
        let side = stand.point([100.0, 0.0, 90.0]);
        assert!(side.iter().zip([1.0, 1.0, 0.0]).all(|(is, to)| (is - to).abs() < 1e-6), "{side:?}");
        // A joint that stretches its vertices more than the others leaves no bind pose.
        scene.nodes[2].local.scale = Vec3::ONE * 100.0;
        assert_eq!(placed(&scene), Stand::Posed);
    }
}

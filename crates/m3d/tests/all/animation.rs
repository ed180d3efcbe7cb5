//! Poses are exact at frames, and matrices are right.

use crate::models::fixture;
use crate::support;
use geom::{Mat4, Quat, Vec3};
use m3d::*;

pub(crate) fn near(found: Vec3, expected: [f32; 3]) {
    let expected = Vec3::from_array(expected);
    assert!((found - expected).length() < 1e-6, "{found:?}, not {expected:?}");
}

pub(crate) fn angle_about_z(orientation: Quat) -> f32 {
    2.0 * orientation.z.atan2(orientation.w).to_degrees()
}

/// A bone at (1, 0, 0), and an action with a frame for each of these times, positions along X, and turns about Z.
pub(crate) fn one_bone(frames: &[(u32, f32, f32)], duration: u32) -> Model {
    let mut model = Model::default();
    let mut rows = vec![[1.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0]];
    let mut list = Vec::new();
    for (time, x, degrees) in frames {
        let at = rows.len() as u32;
        let turn = Quat::from_axis_angle(Vec3::Z, degrees.to_radians()).unwrap();
        rows.extend([[*x, 0.0, 0.0, 1.0], turn.to_array()]);
        let (position, orientation) = (VertexIndex(at), OrientationIndex(at + 1));
        let transforms = vec![Transform { bone: BoneIndex(0), position, orientation }];
        list.push(Frame { time: *time, transforms });
    }
    let skins = vec![SkinIndex::NONE; rows.len()];
    let vertices = Vertices { coordinates: Coordinates::F32(rows), skins, ..Vertices::default() };
    let bone = Bone { position: VertexIndex(0), orientation: OrientationIndex(1), ..Bone::default() };
    model.chunks = vec![
        Chunk::Vertices(vertices),
        Chunk::Skeleton(Skeleton { bones: vec![bone], ..Skeleton::default() }),
        Chunk::Action(Action { duration, frames: list, ..Action::default() }),
    ];
    model
}

pub(crate) fn bone_at(model: &Model, time: f64, playback: Playback) -> BonePose {
    model.pose(model.actions().next().unwrap(), time, playback).bones[0]
}

#[test]
fn after_the_last_frame_an_action_holds_or_returns() {
    let model = one_bone(&[(0, 2.0, 0.0), (600, 4.0, 90.0)], 1000);
    assert_eq!(bone_at(&model, 800.0, Playback::Hold), bone_at(&model, 600.0, Playback::Hold));
    assert_eq!(bone_at(&model, 1e9, Playback::Hold), bone_at(&model, 600.0, Playback::Hold));
    near(bone_at(&model, 800.0, Playback::Loop).position, [3.0, 0.0, 0.0]);
    assert_eq!(bone_at(&model, 1000.0, Playback::Loop), bone_at(&model, 0.0, Playback::Loop));
    assert_eq!(bone_at(&model, 1300.0, Playback::Loop), bone_at(&model, 300.0, Playback::Loop));
    assert_eq!(bone_at(&model, -700.0, Playback::Loop), bone_at(&model, 300.0, Playback::Loop));
    assert_eq!(bone_at(&model, -700.0, Playback::Hold), bone_at(&model, 0.0, Playback::Hold));
}

#[test]
fn odd_actions_have_poses() {
    for playback in [Playback::Loop, Playback::Hold] {
        let still = one_bone(&[], 0);
        assert_eq!(bone_at(&still, 5.0, playback), still.bind_pose().bones[0]);
        for time in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300] {
            let model = one_bone(&[(0, 2.0, 0.0), (600, 4.0, 90.0)], 1000);
            assert!(bone_at(&model, time, playback).position.is_finite());
        }
        // In a loop of length 0, time stands still.
        let instant = one_bone(&[(0, 2.0, 0.0), (600, 4.0, 90.0)], 0);
        near(
            bone_at(&instant, 700.0, playback).position,
            [[2.0, 0.0, 0.0], [4.0, 0.0, 0.0]][playback as usize],
        );
        // The third frame is out of order, so it is never the next one before 600.
        let disordered = one_bone(&[(0, 2.0, 0.0), (600, 4.0, 90.0), (300, 9.0, 0.0)], 1000);
        near(bone_at(&disordered, 300.0, playback).position, [3.0, 0.0, 0.0]);
    }
}

#[test]
fn orientations_take_the_shorter_arc() {
    let mut model = one_bone(&[(0, 0.0, 10.0), (100, 0.0, 50.0)], 100);
    let Coordinates::F32(rows) = &mut model.vertices_mut().unwrap().coordinates else { unreachable!() };
    rows[5] = rows[5].map(|number| -number);
    let bone = bone_at(&model, 25.0, Playback::Hold);
    assert!((angle_about_z(bone.orientation) - 20.0).abs() < 1e-4, "{:?}", bone.orientation);
}

/// At the time of each frame, the pose is bitwise that of the frame.
#[test]
fn poses_are_exact_at_frames() {
    let mut n_frames = 0;
    for (name, bytes) in support::samples("m3d") {
        if !name.ends_with(".m3d") || name.starts_with("malformed") {
            continue;
        }
        let model = read(&bytes).unwrap();
        for action in model.actions() {
            for (time, key) in model.key_poses(action) {
                assert_eq!(model.pose(action, time.into(), Playback::Hold), key, "{name} at {time}");
                n_frames += 1;
            }
        }
    }
    assert!(n_frames > 10, "{n_frames}");
}

/// A pole of two bones; at 400 ms the upper one bends by a quarter turn, at 1000 ms the lower one has risen by 0.25.
#[test]
fn the_authored_pole_bends() {
    let model = fixture("authored/auth_bones2.fixedsdk.m3d");
    let action = model.action("bend").unwrap();
    let globals = |time| model.global_matrices(&model.pose(action, time, Playback::Hold));
    assert_eq!(globals(0.0), model.global_matrices(&model.bind_pose()));
    near(globals(400.0)[1].transform_point(Vec3::Y), [-1.0, 0.5, 0.0]);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    near(globals(200.0)[1].transform_vector(Vec3::Y), [-half, half, 0.0]);
    near(globals(1000.0)[1].translation(), [0.0, 0.75, 0.0]);
    near(globals(700.0)[1].translation(), [0.0, 0.625, 0.0]);

    let skeleton = model.skeleton().unwrap();
    assert_eq!(skeleton.bones.len(), 2);
    let inverses = model.inverse_bind_matrices();
    near(inverses[1].transform_point(Vec3::new(0.0, 0.5, 0.0)), [0.0; 3]);
    assert_eq!(model.skin_matrices(&model.bind_pose()), [Mat4::IDENTITY; 2]);
}

#[test]
fn vertices_follow_their_bones() {
    let model = fixture("authored/auth_bones2.fixedsdk.m3d");
    let action = model.action("bend").unwrap();
    let place = |time, vertex: [f32; 3]| {
        let positions = model.skinned_positions(&model.pose(action, time, Playback::Hold));
        let vertices: Vec<_> = model.vertices().unwrap().iter().collect();
        let is_it = |found: &Vertex| {
            found.skin.get().is_some() && (found.position.xyz() - Vec3::from_array(vertex)).length() < 1e-6
        };
        positions[vertices.iter().position(is_it).unwrap()]
    };
    // A point of the lower bone, of both, of the upper one, and of the lower one by a quarter.
    near(place(400.0, [0.1, 0.0, 0.0]), [0.1, 0.0, 0.0]);
    near(place(400.0, [0.0, 0.5, 0.0]), [0.0, 0.5, 0.0]);
    near(place(400.0, [-0.1, 1.0, 0.0]), [-0.5, 0.4, 0.0]);
    // The file stores the weights 63 and 191.
    let upper = 191.0 / 254.0;
    let expected = [0.1 * (1.0 - upper) - 0.5 * upper, (1.0 - upper) + 0.6 * upper, 0.0];
    near(place(400.0, [0.1, 1.0, 0.0]), expected);
    near(place(1000.0, [0.1, 0.0, 0.0]), [0.1, 0.25, 0.0]);
}

#[test]
fn hostile_skeletons_have_matrices() {
    let mut model = fixture("authored/auth_bones2.fixedsdk.m3d");
    let skeleton = model.skeleton_mut().unwrap();
    // A cycle, a missing parent, and a child before its parent.
    skeleton.bones = [BoneIndex(1), BoneIndex(0), BoneIndex(77), BoneIndex(4), BoneIndex::NONE]
        .map(|parent| Bone { parent, position: VertexIndex(2), ..skeleton.bones[0] })
        .to_vec();
    skeleton.bones[4].orientation = OrientationIndex(9999);
    skeleton.skins[0] = Skin { weights: [85; 8], bones: [BoneIndex(500); 8] };
    let pose = model.bind_pose();
    let matrices = model.global_matrices(&pose);
    let own = pose.local_matrices();
    assert_eq!(matrices[..3], own[..3]);
    assert_eq!((matrices[3], matrices[4]), (own[4] * own[3], own[4]));
    assert_eq!(model.skinned_positions(&pose).len(), model.vertices().unwrap().len());
}

#[test]
fn a_reflected_bone_reflects() {
    let orientation = Quat::new(0.0, 0.0, std::f32::consts::FRAC_1_SQRT_2, 0.0);
    let bone = BonePose { position: Vec3::X, orientation };
    assert_eq!(bone.matrix().transform_point(Vec3::new(1.0, 2.0, 3.0)), Vec3::new(0.0, -2.0, -3.0));
}

/// A pole on two bones of which the upper one turns, stored as bytes, so that the orientation is not of length 1.
fn stored_as_bytes() -> Model {
    let mut model = Model::default();
    let root = model.add_bone("root", None, Vec3::ZERO, Quat::IDENTITY).unwrap();
    let turn = Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), 0.7).unwrap();
    let tip = model.add_bone("tip", Some(root), Vec3::new(0.1, 0.5, 0.0), turn).unwrap();
    let bend = model.add_action("bend", 1000).unwrap();
    let further = Quat::from_axis_angle(Vec3::new(0.0, 0.6, 0.8), 1.9).unwrap();
    model.add_frame(bend, 0, &[(tip, Vec3::new(0.1, 0.5, 0.0), further)]).unwrap();
    let (colour, skin) = (ColourRef(0), model.add_skin(&[(tip, 1.0)]).unwrap());
    let corners = [[1.0, 0.5, 0.0], [0.0, 1.0, 0.0], [-0.25, 0.75, 1.0]].map(|[x, y, z]| {
        let position = geom::Vec4::new(x, y, z, 1.0);
        model.add_vertex(Vertex { position, colour, skin }).unwrap().0
    });
    model.chunks.push(Chunk::Mesh(Mesh::from_triangles([corners])));
    model.fit();
    model.requantise(CoordinateType::Int8).unwrap();
    model
}

/// The numbers are those that `m3d_pose` of the reference library returns for this file.
#[test]
fn the_reference_library_does_not_normalise() {
    let model = stored_as_bytes();
    let model = read(&write(&model).unwrap()).unwrap();
    let pose = model.pose(model.action("bend").unwrap(), 0.0, Playback::Hold);
    let expected = [
        [0.2611991, 1.0809157, -0.6773303],
        [-0.398_493, 0.5673363, 0.0738012],
        [-0.0062191, 1.0661373, 0.9269347],
    ];
    let corners = |pose: &SkeletonPose| model.skinned_positions(pose).split_off(6);
    for (found, expected) in
        corners(&pose.clone().orientations(OrientationMode::AsStored)).iter().zip(expected)
    {
        near(*found, expected);
    }
    let usual = corners(&pose);
    let apart = usual.iter().zip(expected).map(|(a, b)| (*a - Vec3::from_array(b)).length());
    let farthest = apart.fold(0.0, f32::max);
    assert!((0.008..0.0095).contains(&farthest), "{farthest}");
    // At rest, both are at the positions in the file.
    let rest = model.bind_pose().orientations(OrientationMode::AsStored);
    for (found, vertex) in corners(&rest).iter().zip(model.vertices().unwrap().iter().skip(6)) {
        near(*found, vertex.position.xyz().to_array());
    }
}

//! Animations of Second Life's avatar and of scenes.

use ::slmesh::anim::{self, Animation as Motion, Keys};
use ::slmesh::geom::{Quat, Vec3};
use ::slmesh::skeleton;
use rezkit::exchange::{
    AssetOptions, ExchangeOptions, SceneOptions, convert, from_scene, sl_avatar, to_scene,
};
use rezkit::scene::{Animation, Interpolation, Node, Path, Scene, Track, Trs};
use rezkit::{Asset, Format};
use std::collections::HashMap;

fn turn(axis: Vec3, degrees: f32) -> Quat {
    Quat::from_axis_angle(axis, degrees.to_radians()).unwrap()
}

/// The angle between two rotations, in degrees.
fn apart(a: Quat, b: Quat) -> f64 {
    let [a, b] = [a, b].map(|of| of.to_array().map(f64::from));
    let dot: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
    2.0 * dot.abs().min(1.0).acos().to_degrees()
}

/// Where the joints of an animation are, in metres and in the axes of Second Life: by a calculation that has nothing in
/// common with scenes.
fn places(motion: &Motion, time: f32) -> HashMap<&'static str, Vec3> {
    let mut worlds: HashMap<&str, (Vec3, Quat)> = HashMap::new();
    for joint in skeleton::joints().iter().filter(|joint| joint.is_bone()) {
        let own = motion.joint(joint.name);
        let turned = own.and_then(|own| own.rotations.rotation_at(motion.duration, time));
        let moved = own.and_then(|own| own.positions.position_at(motion.duration, time));
        let rest = if joint.name == "mPelvis" { joint.position } else { Vec3::ZERO };
        let place = moved.map_or(joint.position, |moved| moved + rest);
        let (above, around) = worlds.get(joint.parent).copied().unwrap_or((Vec3::ZERO, Quat::IDENTITY));
        let world = (above + around.rotate(place), around * turned.unwrap_or(Quat::IDENTITY));
        worlds.insert(joint.name, world);
    }
    worlds.into_iter().map(|(name, (place, _))| (name, place)).collect()
}

/// Where the nodes of a scene are, in the axes of Second Life.
fn shown(scene: &Scene, time: f32) -> HashMap<String, Vec3> {
    let worlds = scene.world_matrices(&scene.pose_at(0, time));
    let place = |(node, world): (&Node, &::slmesh::geom::Mat4)| {
        let Vec3 { x, y, z } = world.translation();
        (node.name.clone(), Vec3::new(x, -z, y))
    };
    scene.nodes.iter().zip(&worlds).map(place).collect()
}

fn files() -> Vec<(String, Vec<u8>)> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures");
    let mut all = Vec::new();
    for folder in ["anim/valid", "foreign/anim"] {
        for entry in std::fs::read_dir(format!("{root}/{folder}")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "anim") {
                all.push((path.display().to_string(), std::fs::read(&path).unwrap()));
            }
        }
    }
    assert!(all.len() > 15);
    all
}

#[test]
fn a_scene_shows_the_poses_of_an_animation() {
    for (name, bytes) in files() {
        let motion = anim::read(&bytes).unwrap();
        let (scene, _) = to_scene(&Asset::read(&bytes).unwrap(), &SceneOptions::default()).unwrap();
        assert_eq!(scene.check(), [], "{name}");
        // Between keys, an arc and a chord differ.
        let times = motion.joints.iter().flat_map(|joint| {
            [&joint.rotations, &joint.positions].map(|keys| keys.times(motion.duration).collect::<Vec<_>>())
        });
        for time in times.flatten().take(40) {
            // An attachment or a volume moves no bone.
            let (expected, found) = (places(&motion, time), shown(&scene, time));
            for (joint, place) in expected {
                // Where another joint has a key: chords and arcs are up to a tenth of a degree apart, in each joint.
                let off = (found[joint] - place).length();
                let most = if [0.0, motion.duration].contains(&time) { 1e-3 } else { 5e-2 };
                assert!(off < most, "{name}, {joint} at {time}: {:?} is not {place:?}", found[joint]);
            }
        }
    }
}

#[test]
fn an_animation_comes_back_from_gltf() {
    let mut n_checked = 0;
    for (name, bytes) in files() {
        let motion = anim::read(&bytes).unwrap();
        let findings = anim::validate(&motion);
        // Aliases, joints twice, unsorted keys and angles come back in another form.
        let is_plain =
            |id: &str| !["SLA008", "SLA009", "SLA010", "SLA012", "SLA013", "SLA015", "SLA033"].contains(&id);
        if !findings.iter().all(|finding| is_plain(finding.rule.id)) {
            continue;
        }
        let to = |bytes: &[u8], format| convert(bytes, &ExchangeOptions::to(format), &mut |_| None).unwrap();
        let glb = to(&bytes, Format::Glb);
        let back = anim::read(&to(&glb.bytes, Format::SlAnim).bytes).unwrap();
        assert_eq!(
            (back.base_priority, back.loops, back.hand_pose, &back.emote_name),
            (motion.base_priority, motion.loops, motion.hand_pose, &motion.emote_name),
            "{name}"
        );
        assert_eq!((back.duration, &back.constraints), (motion.duration, &motion.constraints), "{name}");
        for joint in &motion.joints {
            for time in joint.rotations.times(motion.duration) {
                // Of several keys at a time, the last.
                let turn = joint.rotations.rotation_at(motion.duration, time).unwrap();
                let found = back.joint(&joint.name).unwrap().rotations.rotation_at(motion.duration, time);
                // Near half turns, the real part is the root of a difference of nearly equal numbers.
                let off = apart(found.unwrap_or(Quat::IDENTITY), turn);
                assert!(
                    off < if turn.w < 0.02 { 1.0 } else { 0.15 },
                    "{name}, {} at {time}: {off}",
                    joint.name
                );
            }
        }
        for time in [0.0, motion.duration / 3.0, motion.duration] {
            let (expected, found) = (places(&motion, time), places(&back, time));
            for (joint, place) in expected {
                let off = (found[joint] - place).length();
                assert!(off < 0.03, "{name}, {joint} at {time}: {off}");
            }
        }
        n_checked += 1;
    }
    assert!(n_checked > 6, "{n_checked}");
}

/// A figure of another program: Y up, looking along Z, twice as large, its arms hanging down, its joints with axes of
/// their own.
fn mixamo() -> Scene {
    let joints: [(&str, &str, [f32; 3]); 12] = [
        ("Hips", "", [0.0, 2.134, 0.0]),
        ("Spine", "Hips", [0.0, 0.2, 0.0]),
        ("Spine1", "Spine", [0.0, 0.2, 0.0]),
        ("Spine2", "Spine1", [0.0, 0.2, 0.0]),
        ("LeftArm", "Spine2", [0.4, 0.2, 0.0]),
        ("LeftForeArm", "LeftArm", [0.0, -0.5, 0.0]),
        ("LeftHand", "LeftForeArm", [0.0, -0.5, 0.0]),
        ("RightArm", "Spine2", [-0.4, 0.2, 0.0]),
        ("RightForeArm", "RightArm", [0.0, -0.5, 0.0]),
        ("RightHand", "RightForeArm", [0.0, -0.5, 0.0]),
        ("LeftUpLeg", "Hips", [0.2, 0.0, 0.0]),
        ("RightUpLeg", "Hips", [-0.2, 0.0, 0.0]),
    ];
    let mut scene = Scene::default();
    // Each joint has its own axes; places are in the world, and relative to the joint above.
    let mut axes = Vec::new();
    for (number, (name, above, place)) in joints.iter().enumerate() {
        let own = turn(Vec3::new(1.0, number as f32, -2.0), 20.0 * number as f32);
        let parent = scene.nodes.iter().position(|node| node.name == format!("mixamorig:{above}"));
        let around = parent.map_or(Quat::IDENTITY, |parent| axes[parent]);
        let local = Trs {
            translation: around.conjugate().rotate(Vec3::from_array(*place)),
            rotation: around.conjugate() * own,
            scale: Vec3::ONE,
        };
        axes.push(own);
        scene.nodes.push(Node { name: format!("mixamorig:{name}"), parent, local, ..Node::default() });
    }
    scene
}

/// A rotation of a node that turns it in the world, seen at rest, about an axis.
fn track(scene: &Scene, name: &str, axis: Vec3, degrees: [f32; 2]) -> Track {
    let node = scene.nodes.iter().position(|node| node.name.ends_with(name)).unwrap();
    let mut around = Quat::IDENTITY;
    let mut next = scene.nodes[node].parent;
    while let Some(above) = next {
        around = scene.nodes[above].local.rotation * around;
        next = scene.nodes[above].parent;
    }
    let value = |degrees| {
        let turned = around.conjugate() * turn(axis, degrees) * around * scene.nodes[node].local.rotation;
        turned.to_array()
    };
    let values = degrees.map(value).concat();
    Track { node, path: Path::Rotation, interpolation: Interpolation::Linear, times: vec![0.0, 1.0], values }
}

fn motion_of(scene: &Scene) -> Motion {
    let (asset, losses) = from_scene(scene, Format::SlAnim, &AssetOptions::default()).unwrap();
    assert!(losses.iter().any(|loss| loss.what.contains("rig mixamo")), "{losses:?}");
    let Asset::SlAnim(motion) = asset else { panic!("an animation") };
    motion
}

fn at(keys: &Keys, time: f32) -> Quat {
    keys.rotation_at(1.0, time).unwrap()
}

#[test]
fn a_rig_with_other_axes_and_hanging_arms_moves_the_avatar() {
    let mut scene = mixamo();
    // Left is X there and Y here; forward is Z there and X here; up is Y there and Z here.
    let mut hips = track(&scene, ":Hips", Vec3::Y, [0.0, 30.0]);
    hips.node = 0;
    let moved = Track {
        node: 0,
        path: Path::Translation,
        interpolation: Interpolation::Linear,
        times: vec![0.0, 1.0],
        values: vec![0.0, 2.134, 0.0, 0.2, 2.334, 0.4],
    };
    let tracks = vec![
        hips,
        moved,
        track(&scene, ":Spine", Vec3::Z, [0.0, 10.0]),
        track(&scene, ":Spine1", Vec3::Z, [0.0, 15.0]),
        track(&scene, ":LeftForeArm", Vec3::X, [0.0, -40.0]),
    ];
    scene.animations.push(Animation { name: "wave".into(), tracks, ..Animation::default() });
    let motion = motion_of(&scene);
    assert_eq!((motion.duration, motion.loop_out_point), (1.0, 1.0));
    let joint = |name: &str| motion.joint(name).unwrap_or_else(|| panic!("no {name}"));
    let is_near = |name: &str, time: f32, expected: Quat| {
        let off = apart(at(&joint(name).rotations, time), expected);
        assert!(off < 0.15, "{name} at {time}: {off} degrees off");
    };
    is_near("mPelvis", 1.0, turn(Vec3::Z, 30.0));
    // Twice as large, so half as far: 0.4 forward, 0.2 to the left, 0.2 up.
    let place = joint("mPelvis").positions.position_at(1.0, 1.0).unwrap();
    assert!((place - Vec3::new(0.2, 0.1, 0.1)).length() < 1e-3, "{place:?}");
    // Both joints of the spine that the avatar has one of.
    is_near("mTorso", 1.0, turn(Vec3::X, 25.0));
    // The arm hangs down at rest: a quarter turn about the front, from the avatar's, which is stretched out.
    is_near("mShoulderLeft", 0.0, turn(Vec3::X, -90.0));
    is_near("mShoulderRight", 0.0, turn(Vec3::X, 90.0));
    // And the forearm bends upwards to the front, about the axis to the left: in the hanging arm, it is down.
    let forearm = turn(Vec3::X, 90.0) * turn(Vec3::Y, -40.0) * turn(Vec3::X, -90.0);
    is_near("mElbowLeft", 1.0, forearm);
    let hand = places(&motion, 1.0);
    let lower = hand["mWristLeft"] - hand["mElbowLeft"];
    assert!(lower.z < 0.0, "{lower:?}");
}

#[test]
fn curves_that_are_not_straight_get_keys_and_say_so() {
    let mut scene = sl_avatar();
    let node = scene.nodes.iter().position(|node| node.name == "mHead").unwrap();
    let of = |interpolation, values: Vec<f32>| {
        let times = vec![0.0, 1.0];
        Animation {
            tracks: vec![Track { node, path: Path::Rotation, interpolation, times, values }],
            ..Animation::default()
        }
    };
    let (none, half) = (Quat::IDENTITY.to_array(), turn(Vec3::Y, 150.0).to_array());
    for (interpolation, values, n_keys) in [
        (Interpolation::Linear, [none, turn(Vec3::Y, 30.0).to_array()].concat(), 2),
        (Interpolation::Linear, [none, half].concat(), 5),
        (Interpolation::Step, [none, half].concat(), 3),
        (Interpolation::Cubic, [[0.0; 4], none, [0.0; 4], [0.0; 4], half, [0.0; 4]].concat(), 31),
    ] {
        scene.animations = vec![of(interpolation, values)];
        let (asset, losses) = from_scene(&scene, Format::SlAnim, &AssetOptions::default()).unwrap();
        let Asset::SlAnim(motion) = asset else { panic!("an animation") };
        let keys = &motion.joint("mHead").unwrap().rotations;
        assert_eq!(keys.len(), n_keys, "{interpolation:?}");
        let is_said = losses.iter().any(|loss| loss.what.contains("keys were added"));
        assert_eq!(is_said, n_keys > 2, "{losses:?}");
        for step in 0..=20 {
            let time = step as f32 / 20.0;
            // Where it jumps, it does so within a millisecond.
            if interpolation == Interpolation::Step && step == 20 {
                continue;
            }
            let local = scene.pose_at(0, time).locals[node].rotation;
            // To the axes of Second Life.
            let expected = Quat::new(local.x, -local.z, local.y, local.w).normalised().unwrap();
            assert!(apart(at(keys, time), expected) < 0.3, "{interpolation:?} at {time}");
        }
    }
}

#[test]
fn what_an_animation_cannot_say_is_reported_or_refused() {
    let mut scene = sl_avatar();
    let problem = from_scene(&scene, Format::SlAnim, &AssetOptions::default()).unwrap_err();
    assert_eq!(problem.message, "there is no animation in it");
    let node = scene.nodes.iter().position(|node| node.name == "mChest").unwrap();
    let track =
        |path, values: Vec<f32>| Track { node, path, times: vec![0.0, 90.0], values, ..Track::default() };
    let turns = [Quat::IDENTITY.to_array(), turn(Vec3::Y, 30.0).to_array()].concat();
    let tracks = vec![track(Path::Rotation, turns), track(Path::Scale, vec![1.0; 6])];
    let animation = Animation { tracks, ..Animation::default() };
    scene.animations = vec![animation.clone(), animation];
    let (asset, losses) = from_scene(&scene, Format::SlAnim, &AssetOptions::default()).unwrap();
    let Asset::SlAnim(motion) = asset else { panic!("an animation") };
    assert_eq!(motion.duration, 60.0);
    assert!(anim::validate(&motion).iter().all(|finding| finding.rule.severity != ::slmesh::Severity::Error));
    for said in ["animations: a file has one", "curves of scales", "beyond the first 60"] {
        assert!(losses.iter().any(|loss| loss.what.contains(said)), "{said}: {losses:?}");
    }
}

#[test]
fn the_avatar_stands_as_it_rests() {
    let scene = sl_avatar();
    assert_eq!((scene.skins[0].joints.len(), scene.check()), (159, vec![]));
    let places = shown(&scene, 0.0);
    let near = |name: &str, place: [f32; 3]| {
        assert!((places[name] - Vec3::from_array(place)).length() < 1e-5, "{name}: {:?}", places[name]);
    };
    near("mPelvis", [0.0, 0.0, 1.067]);
    near("mChest", [-0.015, 0.0, 1.356]);
    near("mShoulderLeft", [-0.036, 0.164, 1.521]);
    near("BUTT", [-0.06, 0.0, 0.967]);
}

/// Two joints with rotations in other orders, of which the first frame is not played.
const BVH: &str = "HIERARCHY\nROOT hip\n{\n OFFSET 0 0 0\n CHANNELS 6 Xposition Yposition Zposition Xrotation Zrotation Yrotation\n \
    JOINT abdomen\n {\n  OFFSET 0 3 0\n  CHANNELS 3 Zrotation Xrotation Yrotation\n  End Site\n  {\n   OFFSET 0 5 0\n  }\n }\n}\n\
    MOTION\nFrames: 3\nFrame Time: 0.5\n\
    0 40 0 0 0 0 0 0 0\n\
    0 40 0 0 0 0 0 0 0\n\
    10 30 20 0 0 90 10 20 30\n";

#[test]
fn motion_capture_becomes_an_animation_as_the_viewer_reads_it() {
    let to = |format| convert(BVH.as_bytes(), &ExchangeOptions::to(format), &mut |_| None).unwrap();
    let motion = anim::read(&to(Format::SlAnim).bytes).unwrap();
    assert_eq!((motion.duration, motion.joints.len()), (0.5, 2));
    let pelvis = motion.joint("mPelvis").unwrap();
    // Inches; X, Y and Z there are Y, Z and X here.
    let place = pelvis.positions.position_at(0.5, 0.5).unwrap();
    let expected = Vec3::new(20.0, 10.0, -10.0) * 0.0254;
    assert!((place - expected).length() < 2e-4, "{place:?}");
    let found = pelvis.rotations.rotation_at(0.5, 0.5).unwrap();
    assert!(apart(found, turn(Vec3::Z, 90.0)) < 0.1);
    // Of Z, X and Y in the file, Y is the first turn: here Z, then Y, then X.
    let found = motion.joint("mTorso").unwrap().rotations.rotation_at(0.5, 0.5).unwrap();
    let expected = turn(Vec3::X, 10.0) * turn(Vec3::Y, 20.0) * turn(Vec3::Z, 30.0);
    assert!(apart(found, expected) < 0.1, "{}", apart(found, expected));
    // By way of glTF it is the same.
    let glb = to(Format::Glb);
    let back = convert(&glb.bytes, &ExchangeOptions::to(Format::SlAnim), &mut |_| None).unwrap();
    let back = anim::read(&back.bytes).unwrap();
    for time in [0.0, 0.25, 0.5] {
        let (expected, found) = (places(&motion, time), places(&back, time));
        assert!(expected.iter().all(|(joint, place)| (found[joint] - *place).length() < 1e-3), "{time}");
    }
}

#[test]
fn broken_motion_capture_is_refused() {
    for (cut, said) in [
        (BVH.replace("Frames: 3", "Frames: 4"), "the file ends before the motion does"),
        (BVH.replace("20 30\n", "20 x\n"), "expected a number, found \"x\""),
        (BVH.replace("Xposition", "Wposition"), "\"Wposition\" is no channel"),
        (BVH.replace("Frames: 3", "Frames: 0"), "there is no motion in it"),
    ] {
        let problem =
            convert(cut.as_bytes(), &ExchangeOptions::to(Format::SlAnim), &mut |_| None).unwrap_err();
        assert!(problem.message.starts_with(said), "{problem}");
    }
}

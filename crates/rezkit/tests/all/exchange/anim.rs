//! Animations of Second Life's avatar and of scenes.

use ::slmesh::anim::{self, Animation as Motion, Keys};
use ::slmesh::geom::{Quat, Vec3};
use ::slmesh::{Rounding, skeleton};
use rezkit::exchange::{
    AssetOptions, ExchangeOptions, SceneOptions, convert, from_scene, sl_avatar, to_scene,
};
use rezkit::scene::{Animation, Interpolation, Node, Path, Scene, Track, Trs};
use rezkit::{Asset, Format, LossSeverity};
use std::collections::HashMap;

fn turn(axis: Vec3, degrees: f32) -> Quat {
    Quat::from_axis_angle(axis, degrees.to_radians()).unwrap()
}

/// The angle between two rotations, in degrees.
fn apart(a: Quat, b: Quat) -> f64 {
    // Of the rotation from one to the other, which is exact where the angle is small.
    let Quat { x, y, z, w } = a.conjugate() * b;
    let [x, y, z, w] = [x, y, z, w].map(f64::from);
    2.0 * (x * x + y * y + z * z).sqrt().atan2(w.abs()).to_degrees()
}

/// Upper bound on the difference between the rotation that viewers show between two keys and that of glTF, in degrees.
/// Interpolation along a chord at constant speed lags behind that along the arc, and then leads it, most where both are
/// equally fast: by 0.112 degrees at 0.211 and 0.789 of a turn of 45 degrees. Longer turns get additional keys until
/// they are as close, unless they take less than 10 ms.
fn chord_and_arc(from: Quat, to: Quat, seconds: f32) -> f64 {
    let turn = apart(from, to);
    let turn = if seconds < 0.01 { turn } else { turn.min(45.0) };
    let half = (turn / 2.0).to_radians();
    if half < 1e-3 {
        return 0.0;
    }
    let share = 0.5 - (0.25 - (1.0 - half.sin() / half) / (2.0 - 2.0 * half.cos())).sqrt();
    let of_chord = (share * half.sin()).atan2(1.0 - share + share * half.cos());
    2.0 * (share * half - of_chord).to_degrees()
}

#[test]
fn chords_and_arcs_of_45_degrees_are_close() {
    let (from, to) = (Quat::IDENTITY, turn(Vec3::X, 45.0));
    let allowed = chord_and_arc(from, to, 1.0);
    assert!((allowed - 0.112).abs() < 5e-4, "{allowed}");
    let off = |share: f32| apart(anim::blended(from, to, share), turn(Vec3::X, 45.0 * share));
    let most = (0..=1000).map(|step| off(step as f32 / 1000.0)).fold(0.0, f64::max);
    assert!((most - allowed).abs() < 1e-3, "{most}");
}

/// The moments of keys, in order, each once.
fn moments(keys: &Keys, duration: f32) -> Vec<f32> {
    let mut times: Vec<f32> = keys.times(duration).collect();
    times.sort_by(f32::total_cmp);
    times.dedup();
    times
}

/// Compares two curves of rotations at the keys of the first, and between them; gives the largest differences, in degrees
/// beyond what the way between keys allows.
fn largest(
    keys: &Keys,
    duration: f32,
    found: impl Fn(f32) -> Quat,
    mut between: impl FnMut(Quat, Quat, f32) -> f64,
) -> (f64, f64) {
    let own = |time| keys.rotation_at(duration, time).unwrap();
    let times = moments(keys, duration);
    let at_keys = times.iter().map(|time| apart(own(*time), found(*time))).fold(0.0, f64::max);
    let mut most = 0.0_f64;
    for pair in times.windows(2) {
        let [start, end] = pair else { continue };
        let allowed = between(own(*start), own(*end), end - start);
        for share in [0.05, 0.2, 0.25, 0.4, 0.5, 0.6, 0.75, 0.8, 0.95] {
            let time = start + (end - start) * share;
            most = most.max(apart(own(time), found(time)) - allowed);
        }
    }
    (at_keys, most)
}

/// The positions of the joints of an animation, in metres and in the axes of Second Life, computed without any code of
/// scenes.
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

/// The positions of the nodes of a scene, in the axes of Second Life.
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
        for joint in &motion.joints {
            let Some(known) = skeleton::known(&joint.name) else { continue };
            // Of two for one joint, the first counts.
            let Some(joint) = motion.joint(known.name) else { continue };
            let node = scene.nodes.iter().position(|node| node.name == known.name).unwrap();
            let local = |time| scene.pose_at(0, time).locals[node];
            if !joint.rotations.is_empty() {
                let found = |time| back_turned(local(time).rotation);
                let (at_keys, between) = largest(&joint.rotations, motion.duration, found, chord_and_arc);
                assert!(at_keys < 1e-4, "{name}, {}: {at_keys} degrees", known.name);
                // What rounding to single precision adds.
                assert!(between < 1e-3, "{name}, {}: {between} degrees more than between keys", known.name);
            }
            let rest = if known.name == "mPelvis" { known.position } else { Vec3::ZERO };
            let times = moments(&joint.positions, motion.duration);
            let middles = times.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0);
            for time in times.iter().copied().chain(middles) {
                let Vec3 { x, y, z } = local(time).translation;
                let expected = joint.positions.position_at(motion.duration, time).unwrap() + rest;
                let off = (Vec3::new(x, -z, y) - expected).length();
                assert!(off < 1e-5, "{name}, {} at {time}: {off} m", known.name);
            }
        }
        // Before the first key and after the last one, nothing is between keys: all joints are where they should be.
        for time in [0.0, motion.duration] {
            let (expected, found) = (places(&motion, time), shown(&scene, time));
            for (joint, place) in expected {
                let off = (found[joint] - place).length();
                assert!(off < 1e-4, "{name}, {joint} at {time}: {:?} is not {place:?}", found[joint]);
            }
        }
    }
}

/// A rotation of a scene in the axes of Second Life.
fn back_turned(turn: Quat) -> Quat {
    Quat::new(turn.x, -turn.z, turn.y, turn.w)
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
        for joint in motion.joints.iter().filter(|joint| !joint.rotations.is_empty()) {
            let own = &back.joint(&joint.name).unwrap().rotations;
            let found = |time| own.rotation_at(motion.duration, time).unwrap();
            let (at_keys, between) = largest(&joint.rotations, motion.duration, found, chord_and_arc);
            assert!(at_keys < 1e-4, "{name}, {:?}: {at_keys} degrees", joint.name);
            assert!(between < 0.01, "{name}, {:?}: {between} degrees more than between keys", joint.name);
        }
        for joint in motion.joints.iter().filter(|joint| !joint.positions.is_empty()) {
            let own = &back.joint(&joint.name).unwrap().positions;
            for time in moments(&joint.positions, motion.duration) {
                let expected = joint.positions.position_at(motion.duration, time).unwrap();
                let off = (own.position_at(motion.duration, time).unwrap() - expected).length();
                // Half a step of each axis.
                assert!(off < 1.4e-4, "{name}, {:?} at {time}: {off} m", joint.name);
            }
        }
        n_checked += 1;
    }
    assert!(n_checked > 6, "{n_checked}");
}

/// Keys without an effect are kept, because they hold a joint against animations of lower priority.
#[test]
fn keys_come_back_at_their_times_even_if_they_do_nothing() {
    let duration = 2.0;
    let joint = |name: &str, turns: &[(f32, Quat)], places: &[(f32, Vec3)]| anim::Joint {
        rotations: Keys::of_rotations(duration, turns.iter().copied(), Rounding::Nearest),
        positions: Keys::of_positions(duration, places.iter().copied(), Rounding::Nearest),
        ..anim::Joint::named(name)
    };
    let still = [(0.0, Quat::IDENTITY), (1.0, Quat::IDENTITY)];
    let motion = Motion {
        duration,
        joints: vec![
            joint("mPelvis", &still, &[(0.0, Vec3::ZERO), (0.5, Vec3::Z), (2.0, Vec3::ZERO)]),
            joint("mTorso", &[], &[(0.5, Vec3::new(0.0, 0.0, 0.1))]),
            joint("bow", &[(0.0, turn(Vec3::X, 30.0)), (1.5, Quat::IDENTITY)], &[]),
            joint("mPelvis", &still, &[]),
        ],
        ..Motion::default()
    };
    let bytes = anim::write(&motion).unwrap();
    let glb = convert(&bytes, &ExchangeOptions::to(Format::Glb), &mut |_| None).unwrap();
    assert!(glb.losses.iter().all(|loss| !loss.is_real()), "{:?}", glb.losses);
    let back = convert(&glb.bytes, &ExchangeOptions::to(Format::SlAnim), &mut |_| None).unwrap();
    assert_eq!(anim::read(&back.bytes).unwrap().joints, motion.joints);
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

fn rotation_at(keys: &Keys, time: f32) -> Quat {
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
        let off = apart(rotation_at(&joint(name).rotations, time), expected);
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
            assert!(apart(rotation_at(keys, time), expected) < 0.3, "{interpolation:?} at {time}");
        }
    }
}

#[test]
fn what_an_animation_cannot_say_is_reported_or_refused() {
    let mut scene = sl_avatar();
    let problem = from_scene(&scene, Format::SlAnim, &AssetOptions::default()).unwrap_err();
    assert_eq!(problem.message, "the file has no animation");
    let node = scene.nodes.iter().position(|node| node.name == "mChest").unwrap();
    let track =
        |path, values: Vec<f32>| Track { node, path, times: vec![0.0, 90.0], values, ..Track::default() };
    let turns = [Quat::IDENTITY.to_array(), turn(Vec3::Y, 30.0).to_array()].concat();
    let tracks = vec![track(Path::Rotation, turns), track(Path::Scale, vec![1.0; 6])];
    let animation = Animation { tracks, ..Animation::default() };
    scene.animations = vec![animation.clone(), animation];
    scene.animations[0].name = "walk".into();
    scene.animations[1].name = "run".into();
    let (asset, losses) = from_scene(&scene, Format::SlAnim, &AssetOptions::default()).unwrap();
    let Asset::SlAnim(motion) = asset else { panic!("an animation") };
    assert_eq!(motion.duration, 60.0);
    // What is only turned stays where it is.
    let chest = motion.joint("mChest").unwrap();
    assert_eq!((chest.rotations.is_empty(), chest.positions.is_empty()), (false, true));
    assert!(anim::validate(&motion).iter().all(|finding| finding.rule.severity != ::slmesh::Severity::Error));
    for said in [
        "animations are left out: the result holds only \"walk\"; choose another with `--animation`: run",
        "scale curves",
        "beyond the first 60",
    ] {
        assert!(losses.iter().any(|loss| loss.what.contains(said)), "{said}: {losses:?}");
    }
}

#[test]
fn what_moves_the_pelvis_moves_the_avatar() {
    let mut scene = sl_avatar();
    let pelvis = scene.nodes.iter().position(|node| node.name == "mPelvis").unwrap();
    let (node, values) = (scene.nodes[pelvis].parent.unwrap(), vec![0.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let track = Track { node, path: Path::Translation, times: vec![0.0, 1.0], values, ..Track::default() };
    scene.animations = vec![Animation { tracks: vec![track], ..Animation::default() }];
    let (asset, losses) = from_scene(&scene, Format::SlAnim, &AssetOptions::default()).unwrap();
    assert!(!losses.iter().any(|loss| loss.what.starts_with("joints that are translated")), "{losses:?}");
    let Asset::SlAnim(motion) = asset else { panic!("an animation") };
    let moved: Vec<_> = motion.joints.iter().filter(|joint| !joint.positions.is_empty()).collect();
    assert_eq!(moved.len(), 1);
    let [from, to] = [0.0, 1.0].map(|time| moved[0].positions.position_at(1.0, time).unwrap());
    assert!((to - from - Vec3::Z).length() < 1e-3, "{from:?} {to:?}");
}

#[test]
fn one_of_several_animations_is_chosen() {
    let mut scene = sl_avatar();
    let node = scene.nodes.iter().position(|node| node.name == "mHead").unwrap();
    let turning = |name: &str, degrees: f32| Animation {
        name: name.into(),
        tracks: vec![Track {
            node,
            path: Path::Rotation,
            times: vec![0.0, 1.0],
            values: [Quat::IDENTITY, turn(Vec3::Y, degrees)].map(Quat::to_array).concat(),
            ..Track::default()
        }],
        ..Animation::default()
    };
    // Of a name that is a number, the name counts.
    scene.animations = vec![turning("walk", 10.0), turning("run", 20.0), turning("0", 30.0)];
    for (wanted, degrees) in
        [(None, 10.0), (Some("run"), 20.0), (Some("1"), 20.0), (Some("0"), 30.0), (Some("2"), 30.0)]
    {
        let mut options = AssetOptions::default();
        options.animation = wanted.map(str::to_owned);
        let (asset, losses) = from_scene(&scene, Format::SlAnim, &options).unwrap();
        let Asset::SlAnim(motion) = asset else { panic!("an animation") };
        let found = rotation_at(&motion.joint("mHead").unwrap().rotations, 1.0);
        assert!((apart(found, Quat::IDENTITY) - degrees).abs() < 0.01, "{wanted:?}");
        let others = losses.iter().find(|loss| loss.what.starts_with("animations are left out")).unwrap();
        assert_eq!((others.count, others.severity), (2, LossSeverity::Lost));
    }
    for wanted in ["3", "jump", ""] {
        let options = AssetOptions::default().animation(wanted);
        let problem = from_scene(&scene, Format::SlAnim, &options).unwrap_err();
        let said = format!(
            "no animation has the name or number {wanted:?}; the numbers are 0 to 2, the names walk, run, 0"
        );
        assert_eq!(problem.message, said);
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

/// The arm is called `LeftShoulder` in Biovision's naming, which Mixamo uses for the collar.
#[test]
fn motion_capture_of_biovision_moves_the_avatar() {
    let joint = |name: &str, offset: &str, below: &str| {
        format!("JOINT {name} {{ OFFSET {offset} CHANNELS 3 Zrotation Xrotation Yrotation {below} }} ")
    };
    let side = |side: &str, x: i32| {
        let arm = joint(&format!("{side}Wrist"), &format!("{} 0 0", 9 * x), "");
        let arm = joint(&format!("{side}Elbow"), &format!("{} 0 0", 10 * x), &arm);
        let arm = joint(&format!("{side}Shoulder"), &format!("{} 0 0", 5 * x), &arm);
        let leg = joint(&format!("{side}Ankle"), "0 -17 0", "");
        let leg = joint(&format!("{side}Knee"), "0 -17 0", &leg);
        let leg = joint(&format!("{side}Hip"), &format!("{} 0 0", 4 * x), &leg);
        (joint(&format!("{side}Collar"), &format!("{x} 8 0"), &arm), leg)
    };
    let (left, right) = (side("Left", 1), side("Right", -1));
    let head = joint("Neck", "0 10 0", &joint("Head", "0 4 0", ""));
    let chest = joint("Chest", "0 5 0", &(head + &left.0 + &right.0));
    let tree = chest + &left.1 + &right.1;
    let file = |extra: &str| {
        let n_joints = tree.matches("JOINT").count() + extra.matches("JOINT").count();
        let number = tree.split("JOINT ").position(|part| part.starts_with("LeftShoulder ")).unwrap();
        let angles = |degrees: i32| {
            let all =
                (1..=n_joints).map(|n| if n == number { format!("0 {degrees} 0 ") } else { "0 0 0 ".into() });
            format!("0 40 0 0 0 0 {}\n", all.collect::<String>())
        };
        format!(
            "HIERARCHY\nROOT Hips {{ OFFSET 0 0 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation \
             Yrotation {tree}{extra} }} MOTION Frames: 3 Frame Time: 0.5\n{}{}{}",
            angles(0),
            angles(0),
            angles(40)
        )
    };
    let made = convert(file("").as_bytes(), &ExchangeOptions::to(Format::SlAnim), &mut |_| None).unwrap();
    let lost = |made: &rezkit::exchange::Exchanged| -> Vec<String> {
        let real = made.losses.iter().filter(|loss| loss.is_real());
        real.map(|loss| format!("{} ({})", loss.what, loss.count)).collect()
    };
    // Of two keys of each joint but the shoulder, and of two positions, one is enough.
    let thinned = "keys were left out: interpolation between their neighbours stays within 0.1 degrees and 1 \
        mm (18)";
    let frames = [
        "the frame rate: 3 frames at 2 per second (1)",
        "the first of 3 frames is a reference pose, which viewers do not play, and is left out (1)",
    ];
    assert_eq!(lost(&made), [frames[0], frames[1], thinned]);
    let motion = anim::read(&made.bytes).unwrap();
    assert_eq!(motion.joints.len(), 18);
    // About X there is about Y here.
    let shoulder = &motion.joint("mShoulderLeft").unwrap().rotations;
    let raised = shoulder.rotation_at(motion.duration, motion.duration).unwrap();
    assert!(apart(raised, turn(Vec3::Y, 40.0)) < 0.1, "{raised:?}");
    // What is not known is said, and refused if it is the most.
    let odd = joint("Cape", "0 0 -2", "");
    let made = convert(file(&odd).as_bytes(), &ExchangeOptions::to(Format::SlAnim), &mut |_| None).unwrap();
    assert!(lost(&made).iter().any(|loss| loss == "joints that the avatar does not have: Cape (1)"));
    let renamed = ["Left", "Right", "Neck", "Head", "Chest"]
        .into_iter()
        .fold(file(""), |text, name| text.replace(&format!("JOINT {name}"), &format!("JOINT x{name}")));
    let refused = |text: &str| {
        convert(text.as_bytes(), &ExchangeOptions::to(Format::SlAnim), &mut |_| None).unwrap_err()
    };
    assert!(refused(&renamed).message.starts_with("no node has the name"));
    let problem = refused(&renamed.replace("ROOT Hips", "ROOT hip"));
    assert!(problem.message.starts_with("17 of the 18 rotating joints belong to no known rig"), "{problem}");
    assert!(problem.help.unwrap().contains("--map-joint"));
}

#[test]
fn broken_motion_capture_is_refused() {
    for (cut, said) in [
        (BVH.replace("Frames: 3", "Frames: 4"), "the file ends before the motion does"),
        (BVH.replace("20 30\n", "20 x\n"), "expected a number, found \"x\""),
        (BVH.replace("Xposition", "Wposition"), "\"Wposition\" is not a channel"),
        (BVH.replace("Frames: 3", "Frames: 0"), "the file has no MOTION section"),
    ] {
        let problem =
            convert(cut.as_bytes(), &ExchangeOptions::to(Format::SlAnim), &mut |_| None).unwrap_err();
        assert!(problem.message.starts_with(said), "{problem}");
    }
}

//! Facts about animations that are not in their keys, between all pairs of formats, and animations on standard
//! characters.

use ::slmesh::anim::{self, Animation as Motion, Keys};
use ::slmesh::{Rounding, skeleton};
use geom::{Pose, Quat, Vec3};
use rezkit::exchange::{ExchangeOptions, PlaybackOptions, Repeats, SceneOptions, TargetRig, convert, read};
use rezkit::gltf::{self, WriteOptions};
use rezkit::roblox::{Document, Value};
use rezkit::scene::{Marker, Path, Playback, Priority, Scene, Track};
use rezkit::{Format, Loss, LossCode};
use std::fmt::Write;

/// An animation of the avatar in which every fact differs from its default.
fn sl_anim() -> Vec<u8> {
    let turns = [(0.0, Quat::IDENTITY), (1.5, Quat::from_axis_angle(Vec3::Z, 0.5).unwrap())];
    let joints = ["mTorso", "mShoulderLeft", "mHipRight"];
    let joint = |name: &str| anim::Joint {
        rotations: Keys::of_rotations(2.0, turns, Rounding::Nearest),
        ..anim::Joint::named(name)
    };
    let motion = Motion {
        base_priority: 4,
        duration: 2.0,
        loop_in_point: 0.5,
        loop_out_point: 1.5,
        loops: 1,
        ease_in_duration: 0.25,
        ease_out_duration: 0.75,
        hand_pose: 3,
        joints: joints.map(joint).into(),
        ..Motion::default()
    };
    anim::write(&motion).unwrap()
}

/// A clip of Roblox on R15 that repeats, with the lowest priority, a marker, and an end behind its last pose.
fn sequence(format: Format) -> Vec<u8> {
    let mut document = Document::new(format).unwrap();
    let clip = document.add(None, "KeyframeSequence").unwrap();
    document.set(clip, "Name", "Walk").unwrap();
    document.set(clip, "Loop", true).unwrap();
    document.set(clip, "Priority", Value::Enum(1000)).unwrap();
    for time in [0.0_f32, 1.0, 2.0] {
        let keyframe = document.add(Some(clip), "Keyframe").unwrap();
        document.set(keyframe, "Time", time).unwrap();
        if time == 1.0 {
            let marker = document.add(Some(keyframe), "KeyframeMarker").unwrap();
            document.set(marker, "Name", "Step").unwrap();
            document.set(marker, "Value", "left").unwrap();
        }
        for part in ["UpperTorso", "LeftUpperArm", "RightUpperLeg"].into_iter().filter(|_| time < 2.0) {
            let pose = document.add(Some(keyframe), "Pose").unwrap();
            document.set(pose, "Name", part).unwrap();
            let rotation = Quat::from_axis_angle(Vec3::X, time / 2.0).unwrap_or_default().to_mat3();
            document.set(pose, "CFrame", Value::CFrame(Pose { rotation, position: Vec3::ZERO })).unwrap();
        }
    }
    document.save().unwrap().bytes
}

/// The joints of a figure in inches: name, parent, offset. Its arms are stretched out to the sides.
const FIGURE: [(&str, &str, [f32; 3]); 17] = [
    ("hip", "", [0.0, 40.0, 0.0]),
    ("abdomen", "hip", [0.0, 3.0, 0.0]),
    ("chest", "abdomen", [0.0, 8.0, 0.0]),
    ("neck", "chest", [0.0, 10.0, 0.0]),
    ("head", "neck", [0.0, 3.0, 0.0]),
    ("lShldr", "chest", [6.0, 7.0, 0.0]),
    ("lForeArm", "lShldr", [10.0, 0.0, 0.0]),
    ("lHand", "lForeArm", [8.0, 0.0, 0.0]),
    ("rShldr", "chest", [-6.0, 7.0, 0.0]),
    ("rForeArm", "rShldr", [-10.0, 0.0, 0.0]),
    ("rHand", "rForeArm", [-8.0, 0.0, 0.0]),
    ("lThigh", "hip", [4.0, -2.0, 0.0]),
    ("lShin", "lThigh", [0.0, -18.0, 0.0]),
    ("lFoot", "lShin", [0.0, -17.0, 0.0]),
    ("rThigh", "hip", [-4.0, -2.0, 0.0]),
    ("rShin", "rThigh", [0.0, -18.0, 0.0]),
    ("rFoot", "rShin", [0.0, -17.0, 0.0]),
];

/// Motion capture: four frames in which all joints turn, each by other angles.
fn bvh() -> Vec<u8> {
    capture(false, 0)
}

/// The same motion, of a figure that stands along Z or along Y, and whose hips lean by so many degrees in all frames.
fn capture(along_z: bool, lean: i32) -> Vec<u8> {
    fn joint(text: &mut String, name: &str, along_z: bool) {
        let (_, parent, [x, y, z]) = FIGURE.iter().find(|(own, ..)| *own == name).unwrap();
        let kind = if parent.is_empty() { "ROOT" } else { "JOINT" };
        let places = if parent.is_empty() { "6 Xposition Yposition Zposition" } else { "3" };
        let ([x, y, z], turns) = match along_z {
            true => ([*x, -z, *y], "Yrotation Xrotation Zrotation"),
            false => ([*x, *y, *z], "Zrotation Xrotation Yrotation"),
        };
        let _ = write!(text, "{kind} {name}\n{{\nOFFSET {x} {y} {z}\nCHANNELS {places} {turns}\n");
        let children = FIGURE.iter().filter(|(_, parent, _)| *parent == name);
        let is_end = children.clone().count() == 0;
        children.for_each(|(child, ..)| joint(text, child, along_z));
        if is_end {
            text.push_str("End Site\n{\nOFFSET 0 1 0\n}\n");
        }
        text.push_str("}\n");
    }
    let mut text = String::from("HIERARCHY\n");
    joint(&mut text, "hip", along_z);
    text.push_str("MOTION\nFrames: 4\nFrame Time: 0.04\n");
    for frame in 0..4 {
        let (along, up) = (2 * frame, 40 - frame);
        let place = if along_z { format!("{along} 0 {up}") } else { format!("{along} {up} 0") };
        let angle = |channel: i32| match channel {
            1 => frame * 10 + lean,
            // What was Z is -Y.
            _ if along_z && channel % 3 == 0 => -frame * (3 + channel * 7 % 11),
            _ => frame * (3 + channel * 7 % 11),
        };
        let n_channels = 3 * i32::try_from(FIGURE.len()).unwrap();
        let angles = (0..n_channels).map(|channel| angle(channel).to_string());
        let _ = writeln!(text, "{place} {}", angles.collect::<Vec<_>>().join(" "));
    }
    text.into_bytes()
}

fn made(bytes: &[u8], to: Format, curves: bool) -> (Vec<u8>, Vec<Loss>) {
    let mut options = ExchangeOptions::to(to);
    options.asset.curves = Some(curves);
    let made = convert(bytes, &options, &mut |_| None).unwrap();
    (made.bytes, made.losses)
}

fn scene(bytes: &[u8]) -> Scene {
    read(bytes, &SceneOptions::default(), &mut |_| None).unwrap().0
}

fn facts(bytes: &[u8]) -> Playback {
    scene(bytes).animations[0].playback.clone()
}

/// The position of a priority among the seven of either system.
fn level(priority: Priority) -> i64 {
    match priority {
        Priority::SecondLife(number) => number.into(),
        Priority::Roblox(1000) => 0,
        Priority::Roblox(number) => i64::from(number) + 1,
    }
}

/// The facts that a source defines, each with a word of its loss and whether the other file still has it.
fn compared(before: &Playback, now: &Playback) -> Vec<(&'static str, bool)> {
    let mut list = vec![
        ("the loop", before.repeats == now.repeats || before.repeats.is_none()),
        ("priority", before.priority.is_none() || before.priority.map(level) == now.priority.map(level)),
        ("ease times", before.ease.is_none_or(|ease| Some(ease) == now.ease || ease == [0.0; 2])),
        ("hand pose", before.hand_pose.is_none_or(|pose| Some(pose) == now.hand_pose || pose == 1)),
        ("frame rate", before.frames.is_none() || before.frames == now.frames),
        ("marker", before.markers == now.markers),
        ("loop range", true),
        ("after the last key", before.duration.is_none() || before.duration == now.duration),
    ];
    if let Some(range) = before.loop_range.filter(|range| Some(*range) != now.loop_range) {
        list[6].1 = before.repeats != Some(true) || before.duration.is_some_and(|end| range == [0.0, end]);
    }
    list
}

#[test]
fn facts_are_kept_or_reported_between_all_formats() {
    let glb_of = |bytes: &[u8]| made(bytes, Format::Glb, false).0;
    let curves = made(&glb_of(&sequence(Format::RbxXml)), Format::RbxBinary, true).0;
    let sources = [
        ("anim", sl_anim()),
        ("bvh", bvh()),
        ("sequence", sequence(Format::RbxBinary)),
        ("xml", sequence(Format::RbxXml)),
        ("curves", curves),
        ("glb of anim", glb_of(&sl_anim())),
        ("glb of bvh", glb_of(&bvh())),
        ("glb of sequence", glb_of(&sequence(Format::RbxXml))),
    ];
    let targets = [
        (Format::SlAnim, false),
        (Format::Glb, false),
        (Format::RbxBinary, false),
        (Format::RbxXml, true),
        (Format::Collada, false),
    ];
    let (mut n_kept, mut n_reported, mut n_same) = (0, 0, 0);
    for (name, source) in &sources {
        let before = facts(source);
        for (to, as_curves) in targets {
            let mut options = ExchangeOptions::to(to);
            options.asset.curves = Some(as_curves);
            if !options.apply_to(rezkit::identify(source).format) {
                n_same += 1;
                continue;
            }
            let (bytes, losses) = made(source, to, as_curves);
            for (word, is_kept) in compared(&before, &facts(&bytes)) {
                let names = |what: &str| if word == "the loop" { what == word } else { what.contains(word) };
                let is_reported = losses
                    .iter()
                    .any(|loss| loss.is_real() && loss.code == LossCode::Playback && names(&loss.what));
                assert!(is_kept || is_reported, "{name} to {to:?}: {word}\n{losses:?}");
                assert!(!(is_kept && is_reported), "{name} to {to:?}: {word} is kept, and reported as lost");
                n_kept += usize::from(is_kept);
                n_reported += usize::from(is_reported);
            }
        }
    }
    assert!(n_kept > 200 && n_reported > 20, "{n_kept} kept, {n_reported} reported");
    // An animation of Second Life to the same format.
    assert_eq!(n_same, 1);
}

#[test]
fn glb_keeps_all_facts() {
    let expected = Playback {
        repeats: Some(true),
        loop_range: Some([0.5, 1.5]),
        priority: Some(Priority::SecondLife(4)),
        ease: Some([0.25, 0.75]),
        duration: Some(2.0),
        hand_pose: Some(3),
        ..Playback::default()
    };
    assert_eq!(facts(&made(&sl_anim(), Format::Glb, false).0), expected);
    let walk = facts(&made(&sequence(Format::RbxXml), Format::Glb, false).0);
    let marker = Marker { time: 1.0, name: "Step".into(), value: "left".into() };
    assert_eq!((walk.priority, walk.markers), (Some(Priority::Roblox(1000)), vec![marker]));
    let frames = facts(&made(&bvh(), Format::Glb, false).0).frames.unwrap();
    assert_eq!((frames.count, frames.seconds, frames.has_reference), (4, 0.04, true));
}

/// Viewers do not play the first frame of motion capture; all others do.
#[test]
fn motion_capture_keeps_its_frames() {
    let glb = scene(&made(&bvh(), Format::Glb, false).0);
    assert!(glb.animations[0].tracks.iter().all(|track| track.times.len() == 4));
    let (anim, losses) = made(&bvh(), Format::SlAnim, false);
    assert!(
        losses.iter().any(|loss| loss.is_real() && loss.what.starts_with("the first of 4 frames")),
        "{losses:?}"
    );
    let motion = anim::read(&anim).unwrap();
    assert!((motion.duration - 0.08).abs() < 1e-6, "{}", motion.duration);
}

#[test]
fn facts_can_be_stated() {
    let mut options = ExchangeOptions::to(Format::SlAnim);
    options.playback = PlaybackOptions::default()
        .repeats(Repeats::Range([0.25, 1.0]))
        .priority(Priority::Roblox(1))
        .ease([0.5, 0.125]);
    let motion =
        anim::read(&convert(&sequence(Format::RbxXml), &options, &mut |_| None).unwrap().bytes).unwrap();
    assert_eq!((motion.base_priority, motion.loops), (2, 1));
    assert_eq!((motion.loop_in_point, motion.loop_out_point), (0.25, 1.0));
    assert_eq!((motion.ease_in_duration, motion.ease_out_duration), (0.5, 0.125));
    let obj = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    options.to = Format::Glb;
    let problem = convert(obj, &options, &mut |_| None).unwrap_err();
    assert!(problem.message.contains("no animation"), "{problem}");
}

#[test]
fn animations_of_roblox_change_on_the_way_to_another_model() {
    let file = sequence(Format::RbxBinary);
    let mut options = ExchangeOptions::to(Format::RbxXml);
    assert!(!options.apply_to(Format::RbxBinary));
    options.playback = PlaybackOptions::default().repeats(Repeats::No).priority(Priority::SecondLife(4));
    assert!(options.apply_to(Format::RbxBinary));
    let made = convert(&file, &options, &mut |_| None).unwrap();
    let document = Document::open(&made.bytes).unwrap();
    let clip = document.of_class("KeyframeSequence")[0];
    let get = |property| document.get(clip, property).unwrap().into_owned();
    // Level 4 of Second Life is Action2, the fifth of Roblox, which counts from Core as 1000, then 0.
    assert_eq!((get("Loop").as_bool(), get("Priority").as_enum()), (Some(false), Some(3)));
    let [before, after] = [&file, &made.bytes].map(|bytes| scene(bytes).animations.remove(0).tracks);
    let values = |tracks: &[Track]| tracks.iter().flat_map(|track| track.values.clone()).collect::<Vec<_>>();
    assert_eq!(values(&before).len(), values(&after).len());
    assert!(values(&before).iter().zip(values(&after)).all(|(a, b)| (a - b).abs() < 1e-5));
    // A model with parts would lose them.
    let mut document = Document::open(&file).unwrap();
    document.add(None, "Part").unwrap();
    let problem = convert(&document.save().unwrap().bytes, &options, &mut |_| None).unwrap_err();
    assert!(problem.message.contains("without parts"), "{problem}");
}

/// The direction from a joint to another at a time.
fn direction(scene: &Scene, names: [&str; 2], time: f32) -> Vec3 {
    let worlds = scene.world_matrices(&scene.pose_at(0, time));
    let place = |name| worlds[scene.nodes.iter().position(|node| node.name == name).unwrap()].translation();
    (place(names[1]) - place(names[0])).normalised().unwrap()
}

/// The direction in which a limb of a character points at a time; at rest, limbs hang down.
fn limb(scene: &Scene, part: &str, time: f32) -> Vec3 {
    let worlds = scene.world_matrices(&scene.pose_at(0, time));
    let world = worlds[scene.nodes.iter().position(|node| node.name == part).unwrap()];
    (world.transform_point(-Vec3::Y) - world.transform_point(Vec3::ZERO)).normalised().unwrap()
}

#[test]
fn motion_capture_moves_all_parts_of_characters() {
    let source = scene(&bvh());
    for (rig, n_parts) in [(None, 15), (Some(TargetRig::R15), 15), (Some(TargetRig::R6), 6)] {
        let mut options = ExchangeOptions::to(Format::RbxBinary);
        options.asset.target_rig = rig;
        let made = convert(&bvh(), &options, &mut |_| None).unwrap();
        let moved = scene(&made.bytes);
        let tracks = &moved.animations[0].tracks;
        let n_turned = tracks.iter().filter(|track| track.path == Path::Rotation).count();
        assert_eq!(n_turned, n_parts, "{:?}", made.losses);
        if n_parts == 6 {
            continue;
        }
        let limbs = [
            (["lShldr", "lForeArm"], "LeftUpperArm"),
            (["rForeArm", "rHand"], "RightLowerArm"),
            (["lThigh", "lShin"], "LeftUpperLeg"),
            (["rShin", "rFoot"], "RightLowerLeg"),
        ];
        for time in [0.0, 0.04, 0.12] {
            for (ours, part) in limbs {
                // The figure looks along Z, and characters of Roblox along -Z.
                let Vec3 { x, y, z } = direction(&source, ours, time);
                let off = limb(&moved, part, time).dot(Vec3::new(-x, y, -z));
                assert!(off > 1.0_f32.to_radians().cos(), "{part} at {time}: {off}");
            }
        }
    }
}

/// Blender's names end in the side, and exporters replace the dot.
#[test]
fn joints_with_sides_at_the_end_move_the_same_parts() {
    let stems = [
        ("abdomen", "Abdomen"),
        ("chest", "Torso"),
        ("neck", "Neck"),
        ("head", "Head"),
        ("hip", "Hips"),
        ("Shldr", "UpperArm"),
        ("ForeArm", "LowerArm"),
        ("Hand", "Hand"),
        ("Thigh", "UpperLeg"),
        ("Shin", "LowerLeg"),
        ("Foot", "Foot"),
    ];
    let expected = on_character(&bvh());
    for separator in [".", "_", "-"] {
        let mut text = String::from_utf8(bvh()).unwrap();
        for (old, new) in stems {
            text = text.replace(&format!(" {old}\n"), &format!(" {new}\n"));
            for side in ["l", "r"] {
                let ending = side.to_uppercase();
                text = text.replace(&format!(" {side}{old}\n"), &format!(" {new}{separator}{ending}\n"));
            }
        }
        assert!(text.contains(&format!("JOINT Hand{separator}L\n")));
        assert_eq!(on_character(text.as_bytes()), expected, "{separator}");
    }
}

#[test]
fn motion_capture_along_z_stands_along_y() {
    let (source, turned) = (scene(&bvh()), scene(&capture(true, 0)));
    for time in [0.0, 0.04, 0.12] {
        for names in [["hip", "abdomen"], ["lShldr", "lForeArm"], ["rThigh", "rShin"]] {
            let off = direction(&turned, names, time) - direction(&source, names, time);
            assert!(off.length() < 1e-5, "{names:?} at {time}: {off:?}");
        }
    }
    for to in [Format::RbxBinary, Format::SlAnim] {
        let [(expected, _), (found, losses)] = [bvh(), capture(true, 0)].map(|file| made(&file, to, false));
        let [expected, found] = [expected, found].map(|file| scene(&file).animations.remove(0).tracks);
        let values =
            |tracks: &[Track]| tracks.iter().flat_map(|track| track.values.clone()).collect::<Vec<_>>();
        let (expected, found) = (values(&expected), values(&found));
        assert_eq!(found.len(), expected.len());
        assert!(expected.iter().zip(&found).all(|(a, b)| (a - b).abs() < 2e-3), "{to:?}");
        assert!(losses.iter().any(|loss| loss.what.contains("stands along Z")), "{losses:?}");
    }
}

/// The values of all tracks of the only animation, on an R15 character.
fn on_character(file: &[u8]) -> Vec<f32> {
    let tracks = scene(&made(file, Format::RbxBinary, false).0).animations.remove(0).tracks;
    tracks.iter().flat_map(|track| track.values.clone()).collect()
}

/// Some programs write joints that stand along Y at rest, and turn the root in each frame.
#[test]
fn motion_capture_that_stands_along_z_in_its_frames_stands_along_y() {
    let rooted = |root: &dyn Fn(usize) -> String| {
        let text = String::from_utf8(bvh()).unwrap();
        let (head, frames) = text.split_once("Frame Time: 0.04\n").unwrap();
        let frames = frames.lines().enumerate().map(|(frame, line)| {
            let rest = line.split(' ').skip(6).collect::<Vec<_>>().join(" ");
            format!("{} {rest}\n", root(frame))
        });
        (head.to_owned() + "Frame Time: 0.04\n" + &frames.collect::<String>()).into_bytes()
    };
    let along_y = on_character(&rooted(&|frame| format!("{frame} {} 0 0 0 0", 40 - frame)));
    let along_z = on_character(&rooted(&|frame| format!("{frame} 0 {} 0 90 0", 40 - frame)));
    assert_eq!(along_y.len(), along_z.len());
    assert!(along_y.iter().zip(&along_z).all(|(a, b)| (a - b).abs() < 2e-3));
    // A figure that lies is not stood up.
    let lying = on_character(&rooted(&|frame| format!("{frame} 5 {} 0 90 0", 400 - frame)));
    assert!(lying.len() != along_y.len() || lying.iter().zip(&along_y).any(|(a, b)| (a - b).abs() > 0.1));
}

/// Some programs write all rotations of joints to the frames, and leave a folded rest pose.
#[test]
fn a_rig_that_is_folded_at_rest_is_measured_in_its_first_frame() {
    let glb = made(&bvh(), Format::Glb, false).0;
    let mut folded = scene(&glb);
    let waist = folded.nodes.iter_mut().find(|node| node.name == "abdomen").unwrap();
    waist.local.rotation = Quat::from_axis_angle(Vec3::Z, 1.5).unwrap();
    let (folded, _) = gltf::write_glb(&folded, &WriteOptions::default()).unwrap();
    let (straight, folded) = (on_character(&glb), on_character(&folded));
    assert_eq!(straight.len(), folded.len());
    assert!(straight.iter().zip(&folded).all(|(a, b)| (a - b).abs() < 1e-4));
}

/// The first frame is the rest pose of motion capture, but a character rests upright.
#[test]
fn hips_that_lean_in_the_first_frame_lean() {
    let file = capture(false, 25);
    let (source, moved) = (scene(&file), scene(&made(&file, Format::RbxBinary, false).0));
    for time in [0.0, 0.04, 0.12] {
        let Vec3 { x, y, z } = limb(&source, "hip", time);
        let off = limb(&moved, "LowerTorso", time).dot(Vec3::new(-x, y, -z));
        assert!(off > 1.0_f32.to_radians().cos(), "at {time}: {off}");
    }
}

#[test]
fn clips_with_few_known_joints_are_refused_with_a_map() {
    let mut options = ExchangeOptions::to(Format::RbxBinary);
    options.asset.target_rig = Some(TargetRig::R15);
    // Six names are recognised, and nine parts have no joint.
    let few = String::from_utf8(bvh()).unwrap();
    let renamed =
        ["neck", "head", "lForeArm", "lHand", "rForeArm", "rHand", "lShin", "lFoot", "rShin", "rFoot"];
    let few = renamed
        .iter()
        .fold(few, |text, name| text.replace(&format!("JOINT {name}\n"), &format!("JOINT x{name}\n")));
    let problem = convert(few.as_bytes(), &options, &mut |_| None).unwrap_err();
    assert!(problem.message.contains("for only 6 of 15 body parts"), "{problem}");
    assert!(problem.help.as_deref().unwrap().contains("--map-joint NAME=mHead"), "{problem:?}");
    for name in renamed {
        let joint = skeleton::known(name).unwrap().name;
        options.asset.joint_names.push((format!("x{name}"), joint.to_owned()));
    }
    assert!(convert(few.as_bytes(), &options, &mut |_| None).is_ok());
    options.asset.joint_names.clear();
    options.asset.target_rig = Some(TargetRig::Own);
    let own = convert(few.as_bytes(), &options, &mut |_| None).unwrap();
    let document = Document::open(&own.bytes).unwrap();
    assert!(document.ids().into_iter().any(|id| document.name(id) == "xneck"));
}

//! Animations of Roblox on rigs, and back.

use geom::{Mat3, Pose, Quat, Vec3};
use rezkit::exchange::{ExchangeOptions, Exchanged, SceneOptions, convert, has_shape, read};
use rezkit::roblox::{Document, Id, Target, Value};
use rezkit::scene::{Interpolation, Marker, Path, Scene};
use rezkit::{Asset, Format, LossCode, gltf};

pub(super) fn pose(axis: Vec3, degrees: f32, position: [f32; 3]) -> Pose {
    let rotation = Quat::from_axis_angle(axis, degrees.to_radians()).map_or(Mat3::IDENTITY, Quat::to_mat3);
    Pose { rotation, position: Vec3::from_array(position) }
}

/// A joint of the rig: its name, the parts, and where it is in them.
type Joint = (&'static str, &'static str, [&'static str; 2], Pose, Pose);

/// A chest on the root, an arm on the chest by turned axes, a head whose joint leads back from the head to the chest, and
/// a hat that is welded to the head.
fn joints() -> Vec<Joint> {
    let turned = |position| pose(Vec3::new(1.0, 1.0, 1.0), 120.0, position);
    vec![
        (
            "Motor6D",
            "Root",
            ["HumanoidRootPart", "Chest"],
            pose(Vec3::X, 90.0, [0.0, 1.0, 0.0]),
            pose(Vec3::X, 90.0, [0.0, -0.5, 0.0]),
        ),
        ("Motor6D", "Shoulder", ["Chest", "Arm"], turned([1.0, 0.5, 0.0]), turned([-0.5, 0.75, 0.25])),
        (
            "Motor6D",
            "Neck",
            ["Head", "Chest"],
            pose(Vec3::Y, 30.0, [0.0, -0.5, 0.0]),
            pose(Vec3::Y, 30.0, [0.0, 1.0, 0.0]),
        ),
        ("Weld", "Hat", ["Head", "Cap"], pose(Vec3::Z, 10.0, [0.0, 0.75, 0.0]), Pose::IDENTITY),
    ]
}

pub(super) const PARTS: [&str; 5] = ["HumanoidRootPart", "Chest", "Arm", "Head", "Cap"];

fn start() -> Pose {
    pose(Vec3::Y, 45.0, [3.0, 4.0, 5.0])
}

/// The poses of parts for these poses of joints, computed independently from the rule of the engine.
pub(super) fn calculated(turns: &dyn Fn(&str) -> Pose) -> [Pose; 5] {
    let joints = joints();
    let [root, shoulder, neck, hat] = [0, 1, 2, 3].map(|number| (joints[number].3, joints[number].4));
    let inverse = |pose: Pose| pose.inverse().unwrap();
    let chest = start() * root.0 * turns("Chest") * inverse(root.1);
    let arm = chest * shoulder.0 * turns("Arm") * inverse(shoulder.1);
    let head = chest * neck.1 * inverse(turns("Head")) * inverse(neck.0);
    [start(), chest, arm, head, head * hat.0 * inverse(hat.1)]
}

fn rig() -> Vec<u8> {
    let mut document = Document::new(Format::RbxXml).unwrap();
    let model = document.add(None, "Model").unwrap();
    let rest = calculated(&|_| Pose::IDENTITY);
    let parts = [0, 1, 2, 3, 4].map(|number| {
        let part = document.add(Some(model), "Part").unwrap();
        document.set(part, "Name", PARTS[number]).unwrap();
        document.set(part, "size", Value::Vector3(Vec3::new(1.0, 2.0, 0.5))).unwrap();
        document.set(part, "CFrame", Value::CFrame(rest[number])).unwrap();
        part
    });
    for (class, name, ends, there, here) in joints() {
        let [first, second] = ends.map(|end| parts[PARTS.iter().position(|part| *part == end).unwrap()]);
        let joint = document.add(Some(second), class).unwrap();
        document.set(joint, "Name", name).unwrap();
        for (property, part) in [("Part0", first), ("Part1", second)] {
            document.set(joint, property, Value::Referent(Target::Instance(part))).unwrap();
        }
        document.set(joint, "C0", Value::CFrame(there)).unwrap();
        document.set(joint, "C1", Value::CFrame(here)).unwrap();
    }
    document.save().unwrap().bytes
}

/// Degrees about an axis, and how far along X, at times; between them in a line.
type Keys = (&'static str, Vec3, &'static [[f32; 3]]);

const KEYS: &[Keys] = &[
    ("Chest", Vec3::Z, &[[0.0, 0.0, 0.0], [1.0, 60.0, 2.0]]),
    ("Arm", Vec3::X, &[[0.0, -20.0, 0.0], [0.5, 90.0, 0.5], [1.0, 10.0, 0.0]]),
    ("Head", Vec3::Y, &[[0.0, 0.0, 0.0], [1.0, 40.0, 0.25]]),
];

fn turn(part: &str, time: f32) -> Pose {
    let Some((_, axis, keys)) = KEYS.iter().find(|(name, ..)| *name == part) else { return Pose::IDENTITY };
    let after = keys.iter().position(|key| key[0] >= time).unwrap_or(keys.len() - 1).max(1);
    let ([from, degrees, along], [to, degrees_then, along_then]) = (keys[after - 1], keys[after]);
    let t = (time - from) / (to - from);
    pose(*axis, degrees + (degrees_then - degrees) * t, [along + (along_then - along) * t, 0.0, 0.0])
}

/// A sequence of these keys, the last keyframe first, with what `edit` says of each pose.
fn sequence(edit: &dyn Fn(&mut Document, Id, &str)) -> Vec<u8> {
    let mut document = Document::new(Format::RbxXml).unwrap();
    let sequence = document.add(None, "KeyframeSequence").unwrap();
    document.set(sequence, "Name", "Wave").unwrap();
    document.set(sequence, "Loop", false).unwrap();
    document.set(sequence, "Priority", Value::Enum(1)).unwrap();
    for time in [1.0, 0.5, 0.0] {
        let keyframe = document.add(Some(sequence), "Keyframe").unwrap();
        document.set(keyframe, "Time", time).unwrap();
        let root = document.add(Some(keyframe), "Pose").unwrap();
        document.set(root, "Name", "HumanoidRootPart").unwrap();
        document.set(root, "Weight", 0.0_f32).unwrap();
        document.set(root, "CFrame", Value::CFrame(pose(Vec3::X, 77.0, [9.0; 3]))).unwrap();
        for (part, axis, keys) in KEYS {
            for [_, degrees, along] in keys.iter().filter(|key| key[0] == time) {
                let id = document.add(Some(root), "Pose").unwrap();
                document.set(id, "Name", *part).unwrap();
                document.set(id, "CFrame", Value::CFrame(pose(*axis, *degrees, [*along, 0.0, 0.0]))).unwrap();
                edit(&mut document, id, part);
            }
        }
    }
    document.save().unwrap().bytes
}

pub(super) fn on_rig() -> SceneOptions {
    SceneOptions::default().rig_model(rig())
}

fn posed(scene: &Scene, time: f32, expected: [Pose; 5]) {
    let worlds = scene.world_matrices(&scene.pose_at(0, time));
    for (part, pose) in PARTS.iter().zip(expected) {
        let index = scene.nodes.iter().position(|node| node.name == *part).unwrap();
        for point in [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z] {
            let (is, wanted) = (worlds[index].transform_point(point), pose.transform_point(point));
            assert!((is - wanted).length() < 2e-5, "{part} at {time}: {is:?}, {wanted:?}");
        }
    }
}

#[test]
fn poses_are_those_of_the_engine_at_any_time() {
    let (scene, losses) = read(&sequence(&|_, _, _| ()), &on_rig(), &mut |_| None).unwrap();
    assert_eq!((scene.check(), &losses[..]), (vec![], &[][..]));
    let animation = &scene.animations[0];
    assert_eq!((&*animation.name, animation.tracks.len(), animation.span()), ("Wave", 6, Some((0.0, 1.0))));
    for time in [0.0, 0.25, 0.5, 0.8, 1.0] {
        // The joint that leads back is sampled, and exact where its samples are.
        let time = (time * 30.0_f32).round() / 30.0;
        posed(&scene, time, calculated(&|part| turn(part, time)));
    }
    // Before and after, it holds.
    posed(&scene, 7.0, calculated(&|part| turn(part, 1.0)));
    // At rest, all is where the file has it.
    let rest = scene.world_matrices(&scene.rest());
    let cap = scene.nodes.iter().position(|node| node.name == "Cap").unwrap();
    let place = rest[cap].transform_point(Vec3::ZERO);
    assert!((place - calculated(&|_| Pose::IDENTITY)[4].position).length() < 1e-5);
    // So it is in a file of glTF.
    let mut options = ExchangeOptions::to(Format::Glb);
    options.scene = on_rig();
    let glb = convert(&sequence(&|_, _, _| ()), &options, &mut |_| None).unwrap();
    posed(&gltf::read(&glb.bytes).unwrap(), 0.8, calculated(&|part| turn(part, 0.8)));
}

#[test]
fn steps_hold_and_eases_are_sampled() {
    let ease = |style: u32, direction: u32| {
        move |document: &mut Document, id, part: &str| {
            if part == "Arm" {
                document.set(id, "EasingStyle", Value::Enum(style)).unwrap();
                document.set(id, "EasingDirection", Value::Enum(direction)).unwrap();
            }
        }
    };
    let arm = |style, direction, time: f32| {
        let (scene, losses) = read(&sequence(&ease(style, direction)), &on_rig(), &mut |_| None).unwrap();
        posed(
            &scene,
            time,
            calculated(&|part| match (part, style, direction) {
                ("Arm", 1, 1) => turn(part, 0.0),
                ("Arm", 1, 0) => turn(part, 0.5),
                ("Arm", 5, 1) => turn(part, 0.5 * (time * 2.0).powi(3)),
                _ => turn(part, time),
            }),
        );
        let track = scene.animations[0].tracks.iter().find(|track| {
            track.path == Path::Rotation && {
                let own = scene.nodes[track.node].extras.get("rezkit").and_then(|own| own.get("part"));
                own.and_then(|part| part.as_text()) == Some("Arm")
            }
        });
        (track.unwrap().interpolation, losses.iter().map(|loss| loss.code).collect::<Vec<_>>())
    };
    assert_eq!(arm(1, 1, 0.4), (Interpolation::Step, vec![]));
    assert_eq!(arm(1, 0, 0.4), (Interpolation::Linear, vec![]));
    // Where there is a sample.
    let sampled = 8.0 / 30.0;
    assert_eq!(arm(0, 0, sampled), (Interpolation::Linear, vec![]));
    assert_eq!(arm(5, 1, sampled), (Interpolation::Linear, vec![LossCode::AnimResampled]));
}

#[test]
fn moved_parts_without_a_joint_are_lost() {
    let rename = |document: &mut Document, id, part: &str| {
        let (name, turn) = match part {
            "Arm" => ("Tail", pose(Vec3::X, 20.0, [0.0; 3])),
            "Head" => ("Still", Pose::IDENTITY),
            _ => return,
        };
        document.set(id, "Name", name).unwrap();
        document.set(id, "CFrame", Value::CFrame(turn)).unwrap();
    };
    let (_, losses) = read(&sequence(&rename), &on_rig(), &mut |_| None).unwrap();
    let found: Vec<_> = losses.iter().map(|loss| (loss.code, loss.places.join(" "))).collect();
    assert_eq!(found, [(LossCode::JointUnknown, "Tail".to_owned())]);
}

#[test]
fn animations_come_back_as_keyframes() {
    let mut options = ExchangeOptions::to(Format::Glb);
    options.scene = on_rig();
    let glb = convert(&sequence(&|_, _, _| ()), &options, &mut |_| None).unwrap().bytes;
    for format in [Format::RbxXml, Format::RbxBinary] {
        let back = convert(&glb, &ExchangeOptions::to(format), &mut |_| None).unwrap();
        assert_eq!(back.losses[0].code, LossCode::NodeDropped);
        let document = Document::open(&back.bytes).unwrap();
        let sequence = document.roots()[0];
        let get = |id, property: &str| document.get(id, property).unwrap().into_owned();
        assert_eq!(
            (document.name(sequence), document.class(sequence)),
            ("Wave".into(), "KeyframeSequence".into())
        );
        assert_eq!(
            (get(sequence, "Loop").as_bool(), get(sequence, "Priority").as_enum()),
            (Some(false), Some(1))
        );
        let mut n_poses = 0;
        for pose in document.of_class("Pose") {
            let part = document.name(pose).into_owned();
            if get(pose, "Weight").as_f64() == Some(0.0) {
                continue;
            }
            let keyframe = document
                .within(sequence)
                .into_iter()
                .rfind(|id| document.class(*id) == "Keyframe" && document.within(*id).contains(&pose));
            let time = get(keyframe.unwrap(), "Time").as_f64().unwrap() as f32;
            // The nearest above are the parts that the rig has above.
            let parent = document.name(document.parent(pose).unwrap()).into_owned();
            assert_eq!(parent, if part == "Chest" { "HumanoidRootPart" } else { "Chest" });
            let expected = match &*part {
                // What was walked backwards comes back forwards.
                "Head" => turn("Head", time).inverse().unwrap(),
                part => turn(part, time),
            };
            let found = get(pose, "CFrame").as_pose().unwrap();
            for point in [Vec3::ZERO, Vec3::X, Vec3::Y] {
                let apart = found.transform_point(point) - expected.transform_point(point);
                assert!(apart.length() < 1e-5, "{part} at {time}: {found:?}");
            }
            n_poses += 1;
        }
        // Two of the chest, three of the arm, and the samples of the head.
        assert_eq!(n_poses, 2 + 3 + 31);
    }
}

#[test]
fn a_long_name_is_not_repeated_in_each_pose() {
    let mut options = ExchangeOptions::to(Format::Glb);
    options.scene = on_rig();
    let glb = convert(&sequence(&|_, _, _| ()), &options, &mut |_| None).unwrap().bytes;
    let mut scene = gltf::read(&glb).unwrap();
    for node in &mut scene.nodes {
        (node.name, node.extras) = ("n".repeat(10_000), Default::default());
    }
    let (glb, _) = gltf::write_glb(&scene, &gltf::WriteOptions::default()).unwrap();
    let made = convert(&glb, &ExchangeOptions::to(Format::RbxXml), &mut |_| None).unwrap();
    let document = Document::open(&made.bytes).unwrap();
    let poses = document.of_class("Pose");
    assert!(poses.len() > 30 && poses.iter().all(|pose| document.name(*pose) == "n".repeat(255)));
}

/// A model of parts of this scene, and the files beside it.
fn to_parts(glb: &[u8], to: Format) -> Exchanged {
    let mut options = ExchangeOptions::to(to);
    options.parts = true;
    convert(glb, &options, &mut |_| None).unwrap()
}

fn beside(made: &Exchanged) -> impl FnMut(&str) -> Option<Vec<u8>> {
    |address| {
        let name = address.strip_prefix("rbxasset://rezkit/")?;
        made.beside.iter().find(|(known, _)| known == name).map(|(_, bytes)| bytes.clone())
    }
}

/// Checks that each part of the rig is where joints that are not bent put it, and says which parts each joint holds.
fn held(document: &Document, class: &str) -> Vec<[String; 3]> {
    let mut held = Vec::new();
    for joint in document.of_class(class) {
        let get = |id, property: &str| document.get(id, property).unwrap().into_owned();
        let part = |property| match get(joint, property) {
            Value::Referent(Target::Instance(part)) => part,
            other => panic!("{other:?}"),
        };
        let [first, second] = ["Part0", "Part1"].map(part);
        let [one, other] = [first, second].map(|part| get(part, "CFrame").as_pose().unwrap());
        let [there, here] = ["C0", "C1"].map(|half| get(joint, half).as_pose().unwrap());
        let place = one * there * here.inverse().unwrap();
        for point in [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z] {
            let apart = place.transform_point(point) - other.transform_point(point);
            assert!(apart.length() < 2e-5, "{}", document.name(joint));
        }
        held.push([joint, first, second].map(|id| document.name(id).into_owned()));
    }
    held.sort();
    held
}

fn anchored(document: &Document) -> Vec<String> {
    let is_anchored = |part: &Id| document.get(*part, "Anchored").unwrap().as_bool() == Some(true);
    let all = document.of_class("MeshPart").into_iter().filter(is_anchored);
    all.map(|part| document.name(part).into_owned()).collect()
}

const HELD: [[&str; 3]; 3] =
    [["Neck", "Chest", "Head"], ["Root", "HumanoidRootPart", "Chest"], ["Shoulder", "Chest", "Arm"]];

#[test]
fn a_rig_comes_back_with_its_joints() {
    let mut options = ExchangeOptions::to(Format::Glb);
    options.scene = on_rig();
    let glb = convert(&sequence(&|_, _, _| ()), &options, &mut |_| None).unwrap().bytes;
    for format in [Format::RbxXml, Format::RbxBinary] {
        let made = to_parts(&glb, format);
        let document = Document::open(&made.bytes).unwrap();
        // A list of parts in the model, as it was.
        let model = document.find("Model").unwrap();
        let mut names: Vec<_> =
            document.children(model).into_iter().map(|part| document.name(part)).collect();
        names.sort_by_key(|name| PARTS.iter().position(|part| part == name));
        assert_eq!(names, PARTS);
        // The joint that led from the head to the chest leads to the head now, as the pose does.
        assert_eq!(held(&document, "Motor6D"), HELD);
        assert_eq!(held(&document, "Weld"), [["Weld", "Head", "Cap"]]);
        assert_eq!(anchored(&document), ["HumanoidRootPart"]);
        assert_eq!(document.of_class("Attachment").len(), 0);
        assert!(!made.losses.iter().any(|loss| loss.code == LossCode::JointUnknown), "{:?}", made.losses);
        let shoulder = document.of_class("Motor6D").into_iter().find(|id| document.name(*id) == "Shoulder");
        for (half, expected) in [("C0", joints()[1].3), ("C1", joints()[1].4)] {
            let found = document.get(shoulder.unwrap(), half).unwrap().as_pose().unwrap();
            for point in [Vec3::ZERO, Vec3::X, Vec3::Y] {
                assert!((found.transform_point(point) - expected.transform_point(point)).length() < 1e-5);
            }
        }
        // Its animation moves it as it moved the first.
        let rig = SceneOptions::default().rig_model(made.bytes.clone());
        let (scene, _) = read(&made.bytes, &rig, &mut beside(&made)).unwrap();
        for time in [0.0, 0.5, 0.8, 1.0] {
            posed(&scene, time, calculated(&|part| turn(part, time)));
        }
    }
}

#[test]
fn joints_that_are_nodes_come_back() {
    let mut options = ExchangeOptions::to(Format::Glb);
    options.scene.rig = true;
    let with_joints = options.clone();
    let mut document = Document::open(&rig()).unwrap();
    let arm = document.of_class("Part").into_iter().find(|part| document.name(*part) == "Arm");
    let grip = document.add(arm, "Attachment").unwrap();
    document.set(grip, "CFrame", pose(Vec3::X, 90.0, [0.0, -1.0, 0.0])).unwrap();
    let rig = document.save().unwrap().bytes;
    let glb = convert(&rig, &options, &mut |_| None).unwrap().bytes;
    let made = to_parts(&glb, Format::RbxXml);
    assert!(!made.losses.iter().any(|loss| loss.is_real()), "{:?}", made.losses);
    let document = Document::open(&made.bytes).unwrap();
    let mut expected = HELD;
    expected[0] = ["Neck", "Head", "Chest"];
    assert_eq!(held(&document, "Motor6D"), expected);
    assert_eq!(held(&document, "Weld"), [["Hat", "Head", "Cap"]]);
    assert_eq!(anchored(&document), ["HumanoidRootPart"]);
    let grip = document.of_class("Attachment");
    let [grip] = &grip[..] else { panic!("{grip:?}") };
    assert_eq!(document.name(document.parent(*grip).unwrap()), "Arm");
    let place = document.get(*grip, "CFrame").unwrap().as_pose().unwrap();
    assert!((place.position - Vec3::new(0.0, -1.0, 0.0)).length() < 1e-5, "{place:?}");
    // What another program animates has no joints of ours.
    options.scene = on_rig();
    let glb = convert(&sequence(&|_, _, _| ()), &options, &mut |_| None).unwrap().bytes;
    let mut scene = gltf::read(&glb).unwrap();
    scene.nodes.iter_mut().for_each(|node| node.extras = Default::default());
    let made = to_parts(&gltf::write_glb(&scene, &gltf::WriteOptions::default()).unwrap().0, Format::RbxXml);
    let stiff = made.losses.iter().find(|loss| loss.what.starts_with("animated nodes above parts")).unwrap();
    assert_eq!((stiff.count, &stiff.places[0]), (3, &"Root".to_owned()));
    // Without one of its parts, a joint is lost, and said to be.
    let glb = convert(&rig, &with_joints, &mut |_| None).unwrap().bytes;
    let mut scene = gltf::read(&glb).unwrap();
    let arm = scene.nodes.iter().position(|node| node.name == "Arm").unwrap();
    scene.nodes.iter_mut().filter(|node| node.parent == Some(arm)).for_each(|node| node.mesh = None);
    let (glb, _) = gltf::write_glb(&scene, &gltf::WriteOptions::default()).unwrap();
    let made = to_parts(&glb, Format::RbxXml);
    let lost = made.losses.iter().find(|loss| loss.code == LossCode::JointUnknown).unwrap();
    assert_eq!((&*lost.what, lost.count), ("joints with a missing part", 1));
    assert_eq!(Document::open(&made.bytes).unwrap().of_class("Motor6D").len(), 2);
}

#[test]
fn what_a_constraint_holds_follows_and_comes_back_welded() {
    // As Studio writes it.
    let mut document = Document::open(&rig()).unwrap();
    let weld = document.of_class("Weld")[0];
    let ends = ["Part0", "Part1"].map(|end| document.get(weld, end).unwrap().into_owned());
    document.remove(weld);
    let cap = document.of_class("Part").into_iter().find(|part| document.name(*part) == "Cap").unwrap();
    let constraint = document.add(Some(cap), "WeldConstraint").unwrap();
    for (end, part) in ["Part0Internal", "Part1Internal"].into_iter().zip(ends) {
        document.set(constraint, end, part).unwrap();
    }
    let rig = document.save().unwrap().bytes;
    let options = SceneOptions::default().rig_model(rig.clone());
    let (scene, _) = read(&sequence(&|_, _, _| ()), &options, &mut |_| None).unwrap();
    posed(&scene, 0.5, calculated(&|part| turn(part, 0.5)));
    let mut options = ExchangeOptions::to(Format::Glb);
    options.scene.rig = true;
    let glb = convert(&rig, &options, &mut |_| None).unwrap().bytes;
    let document = Document::open(&to_parts(&glb, Format::RbxXml).bytes).unwrap();
    assert_eq!(held(&document, "Weld"), [["WeldConstraint", "Head", "Cap"]]);
}

#[test]
fn without_a_rig_it_is_one_of_blocks() {
    let (scene, losses) = read(&sequence(&|_, _, _| ()), &SceneOptions::default(), &mut |_| None).unwrap();
    let codes: Vec<_> = losses.iter().map(|loss| loss.code).collect();
    assert_eq!(codes, [LossCode::HierarchyAssumed, LossCode::JointUnknown]);
    let bounds = scene.bounds().unwrap();
    assert!(bounds.min.y.abs() < 1e-5, "{bounds:?}");
    assert_eq!((bounds.min.x, bounds.max.x), (-2.0, 2.0));
    assert_eq!(scene.animations[0].tracks.len(), 2);
    let r15 = sequence(&|document, id, part| {
        let name = if part == "Chest" { "UpperTorso" } else { part };
        document.set(id, "Name", name).unwrap();
    });
    let (scene, _) = read(&r15, &SceneOptions::default(), &mut |_| None).unwrap();
    let bounds = scene.bounds().unwrap();
    assert!(bounds.min.y.abs() < 0.01, "{bounds:?}");
    assert!(scene.nodes.iter().any(|node| node.name == "LeftKnee"));
    assert_eq!(scene.animations[0].tracks.len(), 4);
}

#[test]
fn markers_are_events_and_bad_times_are_said() {
    let mut document = Document::open(&sequence(&|_, _, _| ())).unwrap();
    let keyframe = document.of_class("Keyframe")[0];
    document.set(keyframe, "Time", f32::NAN).unwrap();
    let marker = document.add(Some(document.of_class("Keyframe")[1]), "KeyframeMarker").unwrap();
    document.set(marker, "Name", "Step").unwrap();
    document.set(marker, "Value", "left").unwrap();
    let bytes = document.save().unwrap().bytes;
    let (scene, losses) = read(&bytes, &on_rig(), &mut |_| None).unwrap();
    assert_eq!(scene.animations[0].span(), Some((0.0, 0.5)));
    let said = |what: &str| losses.iter().any(|loss| loss.what.contains(what) && loss.count == 1);
    assert!(said("whose time is not a number"), "{losses:?}");
    let marker = Marker { time: 0.5, name: "Step".into(), value: "left".into() };
    assert_eq!(scene.animations[0].playback.markers, [marker]);
}

/// A motion is shown on a rig of blocks, which is not in the file, so the file has no shape.
#[test]
fn motions_alone_have_no_shape() {
    let has = |file: &[u8]| has_shape(&Asset::read(file).unwrap());
    assert_eq!((has(&sequence(&|_, _, _| ())), has(&rig())), (false, true));
}

/// A file with the rig, a second model without joints, and the sequence in an instance of this name.
fn with_rig(home: &str) -> Vec<u8> {
    let mut document = Document::open(&rig()).unwrap();
    let wave = Document::open(&sequence(&|_, _, _| ())).unwrap();
    let model = document.roots()[0];
    document.set(model, "Name", "Character").unwrap();
    let scenery = document.add(None, "Model").unwrap();
    document.set(scenery, "Name", "Scenery").unwrap();
    let tree = document.add(Some(scenery), "Part").unwrap();
    document.set(tree, "Name", "Tree").unwrap();
    document.set(tree, "size", Value::Vector3(Vec3::ONE)).unwrap();
    let home = document.find(home);
    document.insert(&wave, &wave.roots(), home).unwrap();
    document.save().unwrap().bytes
}

#[test]
fn animations_next_to_a_rig_move_it() {
    for home in ["Character", "Scenery", ""] {
        let (scene, losses) = read(&with_rig(home), &SceneOptions::default(), &mut |_| None).unwrap();
        assert_eq!((scene.check(), &losses[..]), (vec![], &[][..]), "{home}");
        let animation = &scene.animations[0];
        assert_eq!((&*animation.name, animation.tracks.len()), ("Wave", 6), "{home}");
        posed(&scene, 0.8, calculated(&|part| turn(part, 0.8)));
    }
}

#[test]
fn animations_without_a_rig_are_counted_in_one_line() {
    let mut document = Document::open(&with_rig("Scenery")).unwrap();
    for class in ["Motor6D", "Weld"] {
        document.of_class(class).into_iter().for_each(|joint| _ = document.remove(joint));
    }
    let bytes = document.save().unwrap().bytes;
    let (scene, losses) = read(&bytes, &SceneOptions::default(), &mut |_| None).unwrap();
    let found: Vec<_> = losses.iter().map(|loss| (loss.code, loss.count)).collect();
    assert_eq!((scene.animations.len(), &found[..]), (0, &[(LossCode::AnimResampled, 1)][..]), "{losses:?}");
    assert!(losses[0].what.contains("--rig=MODEL"), "{losses:?}");
}

/// A place with the rig and its animation in a service.
fn stored(service: &str) -> Vec<u8> {
    let mut document = Document::new(Format::RbxXml).unwrap();
    let workspace = document.add(None, "Workspace").unwrap();
    for _ in 0..5 {
        let tree = document.add(Some(workspace), "Part").unwrap();
        document.set(tree, "size", Value::Vector3(Vec3::ONE)).unwrap();
    }
    let home = document.find(service).unwrap_or_else(|| document.add(None, service).unwrap());
    let model = Document::open(&with_rig("Character")).unwrap();
    document.insert(&model, &[model.roots()[0]], Some(home)).unwrap();
    document.save().unwrap().bytes
}

#[test]
fn animations_of_characters_in_store_are_named() {
    let converted = |service, all_parts| {
        let options = SceneOptions::default().all_parts(all_parts);
        read(&stored(service), &options, &mut |_| None).unwrap()
    };
    for (service, all_parts) in [("Workspace", false), ("ServerStorage", true)] {
        let (scene, losses) = converted(service, all_parts);
        assert_eq!((scene.animations.len(), &losses[..]), (1, &[][..]), "{service}");
        assert_eq!(scene.animations[0].tracks.len(), 6, "{service}");
    }
    let (scene, losses) = converted("ServerStorage", false);
    let found: Vec<_> = losses.iter().map(|loss| (loss.code, loss.count)).collect();
    let expected = [(LossCode::NodeDropped, 5), (LossCode::AnimResampled, 1)];
    assert_eq!((scene.animations.len(), &found[..]), (0, &expected[..]), "{losses:?}");
    assert!(losses[1].what.contains("--all-parts"), "{losses:?}");
}

/// Joints are motors or bones.
#[test]
fn animations_of_bones_without_motors_move_them() {
    let mut document = Document::new(Format::RbxXml).unwrap();
    let part = document.add(None, "Part").unwrap();
    document.set(part, "size", Value::Vector3(Vec3::ONE)).unwrap();
    for name in ["Chest", "Arm"] {
        let bone = document.add(Some(part), "Bone").unwrap();
        document.set(bone, "Name", name).unwrap();
        document.set(bone, "CFrame", Value::CFrame(start())).unwrap();
    }
    let wave = Document::open(&sequence(&|_, _, _| ())).unwrap();
    document.insert(&wave, &wave.roots(), Some(part)).unwrap();
    let (scene, _) = read(&document.save().unwrap().bytes, &SceneOptions::default(), &mut |_| None).unwrap();
    let worlds = scene.world_matrices(&scene.pose_at(0, 0.8));
    for name in ["Chest", "Arm"] {
        let found = worlds[scene.nodes.iter().position(|node| node.name == name).unwrap()];
        let expected = start() * turn(name, 0.8);
        let off = (found.transform_point(Vec3::X) - expected.transform_point(Vec3::X)).length();
        assert!(off < 1e-4, "{name}: {off}");
    }
}

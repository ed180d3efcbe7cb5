//! Animations of Roblox by curves, on rigs, and back.

use super::motion::{PARTS, calculated, on_rig, pose};
use geom::{Pose, Quat, Vec3};
use rezkit::exchange::{ExchangeOptions, SceneOptions, convert, read};
use rezkit::roblox::{Data, Document, Id, Value};
use rezkit::scene::{Interpolation, Marker, Path, Playback, Priority, Scene};
use rezkit::{Format, LossCode, gltf};

/// Time, value, how it goes on, slopes before and behind.
pub(super) type Key = (f64, f32, &'static str, [f32; 2]);

const CHEST_X: &[Key] = &[(0.0, 0.0, "Cubic", [0.0, 4.0]), (1.0, 2.0, "Cubic", [-3.0, 0.0])];
const CHEST_Y: &[Key] =
    &[(0.0, 0.0, "Linear", [0.0; 2]), (0.5, 1.0, "Cubic", [0.0, 0.5]), (1.0, 0.25, "Cubic", [1.0, 0.0])];
const ARM_X: &[Key] = &[(0.0, 0.0, "Cubic", [0.0, 3.0]), (1.0, 1.2, "Cubic", [0.0; 2])];
const ARM_Y: &[Key] = &[(0.0, 0.5, "Linear", [0.0; 2]), (1.0, -1.0, "Linear", [0.0; 2])];
const ARM_Z: &[Key] = &[(0.0, 0.0, "Constant", [0.0; 2]), (0.75, 0.7, "Linear", [0.0; 2])];

/// A quarter about Y, and back by a half of that.
const HEAD: &[(f64, f32, &str)] = &[(0.0, 0.0, "Linear"), (0.5, 90.0, "Linear"), (1.0, 45.0, "Linear")];

pub(super) fn key((time, value, mode, [left, right]): Key) -> Data {
    let slopes = [Data::Int(3), Data::Float(left), Data::Float(right)];
    Data::List([&[Data::Double(time), Data::Float(value), Data::from(mode)][..], &slopes].concat())
}

struct Clip(Document);

impl Clip {
    fn add(&mut self, parent: Id, class: &str, name: &str) -> Id {
        let id = self.0.add(Some(parent), class).unwrap();
        self.0.set(id, "Name", name).unwrap();
        id
    }

    fn curve(&mut self, parent: Id, class: &str, name: &str, keys: &[Data]) {
        let id = self.add(parent, class, name);
        self.0.set(id, "ValuesAndTimes", Value::BinaryString(b"".as_slice().into())).unwrap();
        self.0.set_form(id, "ValuesAndTimes", keys).unwrap();
    }

    fn numbers(&mut self, parent: Id, class: &str, name: &str, axes: [&[Key]; 3]) -> Id {
        let group = self.add(parent, class, name);
        for (axis, keys) in ["X", "Y", "Z"].into_iter().zip(axes) {
            let keys: Vec<_> = keys.iter().map(|one| key(*one)).collect();
            self.curve(group, "FloatCurve", axis, &keys);
        }
        group
    }
}

fn clip(format: Format) -> Vec<u8> {
    let mut clip = Clip(Document::new(format).unwrap());
    let root = clip.0.add(None, "CurveAnimation").unwrap();
    clip.0.set(root, "Name", "Wave").unwrap();
    clip.0.set(root, "Loop", false).unwrap();
    clip.0.set(root, "Priority", Value::Enum(1)).unwrap();
    let holder = clip.add(root, "Folder", "HumanoidRootPart");
    let chest = clip.add(holder, "Folder", "Chest");
    clip.numbers(chest, "Vector3Curve", "Position", [CHEST_X, CHEST_Y, &[]]);
    let arm = clip.add(chest, "Folder", "Arm");
    let turn = clip.numbers(arm, "EulerRotationCurve", "Rotation", [ARM_X, ARM_Y, ARM_Z]);
    // Y, then X, then Z.
    clip.0.set(turn, "RotationOrder", Value::Enum(3)).unwrap();
    let head = clip.add(chest, "Folder", "Head");
    let keys = HEAD.iter().map(|(time, degrees, mode)| {
        let half = (degrees / 2.0).to_radians();
        let turn = [0.0, half.sin(), 0.0, half.cos()].map(Data::Float);
        let rest = [Data::from(*mode), Data::Float(0.0), Data::Float(0.0)];
        Data::List([&[Data::Double(*time)][..], &turn, &rest].concat())
    });
    clip.curve(head, "RotationCurve", "Rotation", &keys.collect::<Vec<_>>());
    let marker = |time, value: &str| Data::List(vec![Data::Double(time), Data::from(value)]);
    clip.curve(root, "MarkerCurve", "Step", &[marker(0.75, "left"), marker(0.25, "right")]);
    clip.curve(root, "MarkerCurve", "End", &[marker(1.0, "")]);
    clip.0.save().unwrap().bytes
}

/// A curve by the points that pull a Bézier curve, which are a third of the slopes away.
fn number(keys: &[Key], time: f64) -> f32 {
    let after = keys.iter().position(|key| key.0 > time);
    let (from, to) = match after {
        Some(0) => return keys[0].1,
        None => return keys.last().map_or(0.0, |key| key.1),
        Some(after) => (keys[after - 1], keys[after]),
    };
    let span = (to.0 - from.0) as f32;
    let t = ((time - from.0) / (to.0 - from.0)) as f32;
    let points = match from.2 {
        "Constant" => [from.1; 4],
        "Linear" => [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0].map(|part| from.1 + (to.1 - from.1) * part),
        _ => [from.1, from.1 + from.3[1] * span / 3.0, to.1 - to.3[0] * span / 3.0, to.1],
    };
    let halfway = |a: f32, b: f32| a + (b - a) * t;
    let [a, b, c, d] = points;
    let [ab, bc, cd] = [halfway(a, b), halfway(b, c), halfway(c, d)];
    halfway(halfway(ab, bc), halfway(bc, cd))
}

fn turn(part: &str, time: f64) -> Pose {
    let about = |axis, radians: f32| pose(axis, radians.to_degrees(), [0.0; 3]);
    match part {
        "Chest" => pose(Vec3::X, 0.0, [number(CHEST_X, time), number(CHEST_Y, time), 0.0]),
        "Arm" => {
            let [x, y, z] = [ARM_X, ARM_Y, ARM_Z].map(|keys| number(keys, time));
            about(Vec3::Y, y) * about(Vec3::X, x) * about(Vec3::Z, z)
        }
        "Head" => {
            let degrees = if time < 0.5 { 180.0 * time } else { 135.0 - 90.0 * time };
            pose(Vec3::Y, degrees as f32, [0.0; 3])
        }
        _ => Pose::IDENTITY,
    }
}

/// Upper bound on the distance of a part from its expected position.
fn off(scene: &Scene, part: &str, time: f64) -> f32 {
    off_from(scene, part, time, &|part| turn(part, time))
}

fn off_from(scene: &Scene, part: &str, time: f64, turns: &dyn Fn(&str) -> Pose) -> f32 {
    let worlds = scene.world_matrices(&scene.pose_at(0, time as f32));
    let index = scene.nodes.iter().position(|node| node.name == part).unwrap();
    let wanted = calculated(turns)[PARTS.iter().position(|one| *one == part).unwrap()];
    let points = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    let off =
        points.map(|point| (worlds[index].transform_point(point) - wanted.transform_point(point)).length());
    off.into_iter().fold(0.0, f32::max)
}

/// 0.1 degrees at an arm's length, and what a thousandth of a stud is off.
const NEAR: f32 = 0.006;

#[test]
fn poses_are_those_of_the_engine_at_any_time() {
    for format in [Format::RbxXml, Format::RbxBinary] {
        let (scene, losses) = read(&clip(format), &on_rig(), &mut |_| None).unwrap();
        assert_eq!(scene.check(), []);
        let codes: Vec<_> = losses.iter().map(|loss| (loss.code, loss.count)).collect();
        // The arm, which turns about three axes. The head, which is walked backwards, only turns, and arcs stay arcs.
        assert_eq!(codes, [(LossCode::AnimResampled, 1)], "{losses:?}");
        let animation = &scene.animations[0];
        assert_eq!((&*animation.name, animation.span()), ("Wave", Some((0.0, 1.0))));
        for step in 0..=100 {
            let time = f64::from(step) / 100.0 + 0.003;
            // Positions are exact, and rotations as near as they are meant to be.
            assert!(off(&scene, "Chest", time.min(1.0)) < 2e-5, "{time}");
            for part in PARTS {
                assert!(
                    off(&scene, part, time.min(1.0)) < NEAR,
                    "{part} at {time}: {}",
                    off(&scene, part, time)
                );
            }
        }
        let marker = |time, name: &str, value: &str| Marker { time, name: name.into(), value: value.into() };
        let markers =
            vec![marker(0.25, "Step", "right"), marker(0.75, "Step", "left"), marker(1.0, "End", "")];
        let (repeats, priority) = (Some(false), Some(Priority::Roblox(1)));
        assert_eq!(animation.playback, Playback { repeats, priority, markers, ..Playback::default() });
    }
}

#[test]
fn cubic_positions_are_splines_with_the_keys_of_all_axes() {
    let (scene, _) = read(&clip(Format::RbxXml), &on_rig(), &mut |_| None).unwrap();
    let tracks = &scene.animations[0].tracks;
    let chest = tracks.iter().find(|track| track.path == Path::Translation).unwrap();
    assert_eq!((chest.interpolation, &chest.times[..]), (Interpolation::Cubic, &[0.0, 0.5, 1.0][..]));
    // Turns that no line shows have more.
    let most = tracks.iter().map(|track| track.times.len()).max().unwrap();
    assert!((5..200).contains(&most), "{most}");
}

#[test]
fn steps_and_lines_stay_what_they_are() {
    let of = |mode: &'static str| {
        let mut clip = Clip(Document::new(Format::RbxXml).unwrap());
        let root = clip.0.add(None, "CurveAnimation").unwrap();
        let chest = clip.add(root, "Folder", "Chest");
        let keys: &[Key] = &[(0.0, 0.0, mode, [0.0; 2]), (1.0, 1.0, mode, [0.0; 2])];
        clip.numbers(chest, "Vector3Curve", "Position", [keys, &[], keys]);
        clip.numbers(chest, "EulerRotationCurve", "Rotation", [&[], keys, &[]]);
        let (scene, losses) = read(&clip.0.save().unwrap().bytes, &on_rig(), &mut |_| None).unwrap();
        assert_eq!(losses, []);
        scene.animations[0]
            .tracks
            .iter()
            .map(|track| (track.interpolation, track.times.len()))
            .collect::<Vec<_>>()
    };
    assert_eq!(of("Constant"), [(Interpolation::Step, 2); 2]);
    assert_eq!(of("Linear"), [(Interpolation::Linear, 2); 2]);
}

#[test]
fn curves_come_back_on_request() {
    let mut to_glb = ExchangeOptions::to(Format::Glb);
    to_glb.scene = on_rig();
    let glb = convert(&clip(Format::RbxBinary), &to_glb, &mut |_| None).unwrap().bytes;
    assert!(off(&gltf::read(&glb).unwrap(), "Cap", 0.3) < NEAR);
    for format in [Format::RbxXml, Format::RbxBinary] {
        let mut options = ExchangeOptions::to(format);
        options.asset = options.asset.curves(true);
        let back = convert(&glb, &options, &mut |_| None).unwrap();
        let document = Document::open(&back.bytes).unwrap();
        let root = document.roots()[0];
        assert_eq!((&*document.class(root), &*document.name(root)), ("CurveAnimation", "Wave"));
        let get = |property: &str| document.get(root, property).map(Value::into_owned);
        assert_eq!((get("Loop"), get("Priority")), (Some(Value::Bool(false)), Some(Value::Enum(1))));
        let x = document.find("Wave/HumanoidRootPart/Chest/Position/X").unwrap();
        let keys = document.form(x, "ValuesAndTimes").unwrap();
        let Data::List(first) = &keys[0] else { panic!() };
        assert_eq!((keys.len(), &first[2]), (3, &Data::from("Cubic")));
        let step = document.find("Wave/Step").unwrap();
        assert_eq!(document.form(step, "ValuesAndTimes").unwrap().len(), 2);
        let (scene, losses) = read(&back.bytes, &on_rig(), &mut |_| None).unwrap();
        for step in 0..=20 {
            for part in PARTS {
                let time = f64::from(step) / 20.0;
                // What was walked backwards comes back forwards.
                let turns = |part: &str| match part {
                    "Head" => turn(part, time).inverse().unwrap(),
                    part => turn(part, time),
                };
                let off = off_from(&scene, part, time, &turns);
                assert!(off < 2.0 * NEAR, "{part} at {step}: {off}: {losses:?}");
            }
        }
        assert_eq!(scene.animations[0].playback.markers.len(), 3);
    }
}

#[test]
fn curves_become_keyframes_between_models() {
    let mut clip = Clip(Document::new(Format::RbxBinary).unwrap());
    let root = clip.0.add(None, "CurveAnimation").unwrap();
    clip.0.set(root, "Name", "Nod").unwrap();
    let head = clip.add(root, "Folder", "Head");
    let keys: &[Key] = &[(0.0, 0.0, "Linear", [0.0; 2]), (0.5, 0.75, "Linear", [0.0; 2])];
    clip.numbers(head, "EulerRotationCurve", "Rotation", [keys, &[], &[]]);
    let file = clip.0.save().unwrap().bytes;
    let mut options = ExchangeOptions::to(Format::RbxBinary);
    assert!(!options.apply_to(Format::RbxBinary));
    options.asset = options.asset.curves(false);
    assert!(options.apply_to(Format::RbxBinary));
    let made = convert(&file, &options, &mut |_| None).unwrap();
    let assert_nods = |model: &[u8]| {
        let document = Document::open(model).unwrap();
        let root = document.roots()[0];
        assert_eq!((&*document.class(root), &*document.name(root)), ("KeyframeSequence", "Nod"));
        let last = *document.of_class("Keyframe").last().unwrap();
        assert_eq!(document.get(last, "Time").unwrap().into_owned(), Value::Float32(0.5));
        let pose =
            document.of_class("Pose").into_iter().rfind(|pose| document.name(*pose) == "Head").unwrap();
        let Value::CFrame(turn) = document.get(pose, "CFrame").unwrap().into_owned() else {
            panic!("a CFrame")
        };
        let expected = Quat::from_axis_angle(Vec3::X, 0.75).unwrap().to_mat3().to_rows_array();
        let found = turn.rotation.to_rows_array();
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5), "{found:?}");
    };
    assert_nods(&made.bytes);
    // Sequences become curves and come back.
    options.asset = options.asset.curves(true);
    let curves = convert(&made.bytes, &options, &mut |_| None).unwrap().bytes;
    assert_eq!(Document::open(&curves).unwrap().of_class("CurveAnimation").len(), 1);
    options.asset = options.asset.curves(false);
    assert_nods(&convert(&curves, &options, &mut |_| None).unwrap().bytes);
}

#[test]
fn curves_that_move_no_part_are_said() {
    let mut clip = Clip(Document::new(Format::RbxXml).unwrap());
    let root = clip.0.add(None, "CurveAnimation").unwrap();
    let face = clip.add(root, "Folder", "Light");
    clip.curve(face, "FloatCurve", "JawDrop", &[key((0.0, 1.0, "Linear", [0.0; 2]))]);
    let odd = clip.add(face, "FloatCurve", "X");
    clip.0.set(odd, "ValuesAndTimes", Value::BinaryString(b"what?".as_slice().into())).unwrap();
    clip.curve(face, "FloatCurve", "Blink", &[]);
    let (_, losses) = read(&clip.0.save().unwrap().bytes, &on_rig(), &mut |_| None).unwrap();
    let said = |what: &str| {
        losses.iter().filter(|loss| loss.what.contains(what)).map(|loss| loss.count).sum::<usize>()
    };
    assert_eq!((said("cannot be decoded"), said("curves other than those")), (1, 1), "{losses:?}");
}

#[test]
fn events_come_back_as_markers_of_keyframes() {
    let mut to_glb = ExchangeOptions::to(Format::Glb);
    to_glb.scene = on_rig();
    let glb = convert(&clip(Format::RbxBinary), &to_glb, &mut |_| None).unwrap().bytes;
    for format in [Format::RbxXml, Format::RbxBinary] {
        let back = convert(&glb, &ExchangeOptions::to(format), &mut |_| None).unwrap();
        let document = Document::open(&back.bytes).unwrap();
        let marker = |id: Id| {
            let keyframe = document.parent(id).unwrap();
            let get = |id, property: &str| document.get(id, property).map(Value::into_owned).unwrap();
            let value = get(id, "Value").as_str().unwrap().to_owned();
            (get(keyframe, "Time").as_f64().unwrap(), document.name(id).into_owned(), value)
        };
        let mut found: Vec<_> = document.of_class("KeyframeMarker").into_iter().map(marker).collect();
        found.sort_by(|one, other| one.0.total_cmp(&other.0));
        let expected = [(0.25, "Step", "right"), (0.75, "Step", "left"), (1.0, "End", "")];
        assert_eq!(found, expected.map(|(time, name, value)| (time, name.to_owned(), value.to_owned())));
    }
}

/// Files of 2022 have keys and times of other versions.
#[test]
fn curves_of_older_files_move_parts_alike() {
    let mut document = Document::open(&clip(Format::RbxXml)).unwrap();
    for curve in document.of_class("FloatCurve") {
        let mut keys = document.form(curve, "ValuesAndTimes").unwrap();
        keys.insert(0, Data::Int(0));
        document.set_form(curve, "ValuesAndTimes", &keys).unwrap();
    }
    let older = document.save().unwrap().bytes;
    let values = |file: &[u8]| -> Vec<_> {
        let scene = read(file, &SceneOptions::default(), &mut |_| None).unwrap().0;
        scene.animations[0].tracks.iter().map(|track| (track.times.clone(), track.values.clone())).collect()
    };
    assert_eq!(values(&older), values(&clip(Format::RbxXml)));
}

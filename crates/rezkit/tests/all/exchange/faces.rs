//! Facial animations of Roblox, on meshes with expressions.

use super::curves::{Key, key};
use rezkit::exchange::{ExchangeOptions, FacePoses, SceneOptions, convert, read};
use rezkit::roblox::{Document, Id, Value};
use rezkit::scene::{Path, Scene};
use rezkit::{Format, LossCode, gltf};

const JAW: &[Key] = &[(0.0, 0.0, "Linear", [0.0; 2]), (1.0, 1.0, "Linear", [0.0; 2])];
const LIPS: &[Key] = &[(0.0, 1.0, "Constant", [0.0; 2]), (0.5, 0.25, "Linear", [0.0; 2])];

fn add(document: &mut Document, parent: Option<Id>, class: &str, name: &str) -> Id {
    let id = document.add(parent, class).unwrap();
    document.set(id, "Name", name).unwrap();
    id
}

/// A head with the mesh `rbxassetid://1`.
fn rig() -> Vec<u8> {
    let mut rig = Document::new(Format::RbxBinary).unwrap();
    let head = add(&mut rig, None, "MeshPart", "Head");
    rig.set(head, "MeshId", Value::from("rbxassetid://1")).unwrap();
    rig.save().unwrap().bytes
}

/// Curves of two controls whose mesh has a corrective, and of one that it does not have.
fn by_curves() -> Vec<u8> {
    let mut clip = Document::new(Format::RbxBinary).unwrap();
    let root = add(&mut clip, None, "CurveAnimation", "Talk");
    let head = add(&mut clip, Some(root), "Folder", "Head");
    let face = add(&mut clip, Some(head), "Folder", "FaceControls");
    for (name, keys) in [("JawDrop", JAW), ("LipPresser", LIPS), ("TongueOut", JAW)] {
        let curve = add(&mut clip, Some(face), "FloatCurve", name);
        clip.set(curve, "ValuesAndTimes", Value::BinaryString(b"".as_slice().into())).unwrap();
        let keys: Vec<_> = keys.iter().map(|one| key(*one)).collect();
        clip.set_form(curve, "ValuesAndTimes", &keys).unwrap();
    }
    clip.save().unwrap().bytes
}

fn by_keyframes() -> Vec<u8> {
    let mut clip = Document::new(Format::RbxXml).unwrap();
    let root = add(&mut clip, None, "KeyframeSequence", "Talk");
    for (time, value) in [(1.0_f32, 2.0_f64), (0.0, 0.5)] {
        let keyframe = add(&mut clip, Some(root), "Keyframe", "Keyframe");
        clip.set(keyframe, "Time", time).unwrap();
        let head = add(&mut clip, Some(keyframe), "Pose", "Head");
        let face = add(&mut clip, Some(head), "Pose", "FaceControls");
        clip.set(face, "Weight", 0.0_f32).unwrap();
        let pose = add(&mut clip, Some(face), "NumberPose", "JawDrop");
        clip.set(pose, "Value", value).unwrap();
    }
    clip.save().unwrap().bytes
}

fn files(name: &str) -> Option<Vec<u8>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/rbxmesh/valid/v500.mesh");
    (name == "rbxassetid://1").then(|| std::fs::read(path).unwrap())
}

fn shown(clip: &[u8]) -> (Scene, Vec<(LossCode, String)>) {
    let options = SceneOptions::default().rig_model(rig());
    let (scene, losses) = read(clip, &options, &mut files).unwrap();
    assert_eq!(scene.check(), []);
    let losses = losses.into_iter().map(|loss| (loss.code, loss.places.concat()));
    (scene, losses.collect())
}

/// The weight of each morph at a time, by name.
fn weights(scene: &Scene, time: f32) -> Vec<(&str, f32)> {
    let track = scene.animations[0].tracks.iter().find(|track| track.path == Path::Weights).unwrap();
    let mesh = scene.nodes[track.node].mesh.unwrap();
    let values = track.sample(time).unwrap();
    scene.meshes[mesh].morphs.iter().map(|morph| &*morph.name).zip(values).collect()
}

#[test]
fn curves_show_expressions_and_what_corrects_them() {
    let (scene, losses) = shown(&by_curves());
    assert_eq!(losses, [(LossCode::FacsBoneAbsent, "TongueOut".to_owned())]);
    let at = |time: f32| {
        let (names, weights): (Vec<_>, Vec<_>) = weights(&scene, time).into_iter().unzip();
        assert_eq!(names, ["jawOpen", "LipPresser", "jawOpen_LipPresser"]);
        weights
    };
    for (time, jaw, lips) in [(0.0, 0.0, 1.0), (0.25, 0.25, 1.0), (0.5, 0.5, 0.25), (1.0, 1.0, 0.25)] {
        let found = at(time);
        for (found, wanted) in found.iter().zip([jaw, lips, jaw * lips]) {
            assert!((found - wanted).abs() < 1e-3, "{time}: {found:?}");
        }
    }
}

#[test]
fn keyframes_open_the_jaw_in_the_glb() {
    let mut options = ExchangeOptions::to(Format::Glb);
    options.scene = options.scene.rig_model(rig());
    let made = convert(&by_keyframes(), &options, &mut files).unwrap();
    let scene = gltf::read(&made.bytes).unwrap();
    // Of the corrective, one control does not move; what is above 1 is 1.
    assert_eq!(weights(&scene, 0.0), [("jawOpen", 0.5), ("LipPresser", 0.0), ("jawOpen_LipPresser", 0.0)]);
    assert_eq!(weights(&scene, 1.0)[0], ("jawOpen", 1.0));
    let node = scene.animations[0].tracks[0].node;
    let [rest, posed] = [scene.rest(), scene.pose_at(0, 1.0)].map(|pose| scene.skinned(node, &pose));
    let moved = rest.iter().zip(&posed).map(|(from, to)| (*to - *from).length()).fold(0.0, f32::max);
    assert!(moved > 1e-3, "{moved}");
}

#[test]
fn a_model_has_expressions_where_they_are_asked_for() {
    for (poses, n_morphs) in [(FacePoses::Animations, 0), (FacePoses::Morphs, 3)] {
        let mut options = SceneOptions::default();
        options.face_poses = poses;
        let (scene, _) = read(&rig(), &options, &mut files).unwrap();
        assert_eq!(scene.meshes[0].morphs.len(), n_morphs);
    }
}

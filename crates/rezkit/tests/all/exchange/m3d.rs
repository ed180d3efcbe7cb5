//! Model 3D to GLB and back.

use crate::support::{corpus, files, fixtures};
use ::m3d::{Model, Same};
use geom::Vec3;
use rezkit::exchange::{AssetOptions, ExchangeOptions, SceneOptions, convert, from_scene, to_scene};
use rezkit::gltf::{self, WriteOptions};
use rezkit::scene::Scene;
use rezkit::{Asset, Format, Loss, LossCode, LossSeverity};

fn scene_of(model: &Model) -> Scene {
    to_scene(&Asset::M3d(model.clone()), &SceneOptions::default()).unwrap().0
}

fn there_and_back(file: &[u8]) -> Option<(Model, Vec<Loss>)> {
    let glb = convert(file, &ExchangeOptions::to(Format::Glb), &mut |_| None).ok()?;
    let mut back = convert(&glb.bytes, &ExchangeOptions::to(Format::M3d), &mut |_| None).unwrap();
    let mut losses = glb.losses;
    losses.append(&mut back.losses);
    Some((::m3d::read(&back.bytes).unwrap(), losses))
}

fn fixture(name: &str) -> Model {
    ::m3d::read(&std::fs::read(fixtures().join("m3d/valid").join(name)).unwrap()).unwrap()
}

#[test]
fn all_files_come_back_or_the_report_says_what_does_not() {
    let mut paths = files(&fixtures().join("m3d/valid"));
    if let Some(corpus) = corpus() {
        for folder in ["authored", "generated", "hand", "sdk-variants", "upstream"] {
            paths.extend(files(&corpus.join("m3d").join(folder)));
        }
    }
    let (mut n_all, mut n_same) = (0, 0);
    for path in &paths {
        let bytes = std::fs::read(path).unwrap();
        let Ok(model) = ::m3d::read(&bytes) else { continue };
        let Some((back, losses)) = there_and_back(&bytes) else {
            assert!(
                path.ends_with("hand_empty.m3d") || path.ends_with("hand_mtllib.m3d"),
                "{}",
                path.display()
            );
            continue;
        };
        let difference = model.difference(&back);
        let worst = losses.iter().map(|loss| loss.severity).max().unwrap();
        let is_reported = worst > LossSeverity::Note;
        assert_eq!(difference.is_some(), is_reported, "{}: {difference:?} {losses:#?}", path.display());
        n_all += 1;
        n_same += usize::from(difference.is_none());
    }
    assert!(n_same * 10 >= n_all * 9, "{n_same} of {n_all}");
}

#[test]
fn what_a_scene_shows() {
    let model = fixture("rigged.m3d");
    let scene = scene_of(&model);
    assert_eq!(scene.check(), []);
    // Where the model's own skinning has the vertices, at each frame.
    let pose = model.bind_pose();
    let stored = model.skinned_positions(&pose);
    let shown = scene.skinned(0, &scene.rest());
    assert!(shown.iter().all(|point| stored.iter().any(|other| (*other - *point).length() < 1e-5)));
    for (number, action) in model.actions().enumerate() {
        for (time, pose) in model.key_poses(action) {
            let stored = model.skinned_positions(&pose);
            let shown = scene.skinned(0, &scene.pose_at(number, time as f32 / 1000.0));
            let is_there = |point: &Vec3| stored.iter().any(|other| (*other - *point).length() < 1e-4);
            assert!(shown.iter().all(is_there), "{number} at {time}");
        }
    }
}

#[test]
fn textures_lie_where_they_do_in_the_model() {
    let Some(corpus) = corpus() else { return };
    let model = ::m3d::read(&std::fs::read(corpus.join("m3d/upstream/seagull.m3d")).unwrap()).unwrap();
    let scene = scene_of(&model);
    assert_eq!(scene.images.iter().filter(|image| !image.bytes.is_empty()).count(), 1);
    let material = scene.meshes[0].shape.groups[0].material.as_deref().unwrap();
    assert!(scene.material(material).unwrap().textures[0].is_some());
    let (whole, _) = (model.to_trimesh(&::m3d::TrimeshOptions::default()).unwrap().mesh, ());
    let uvs = |mesh: &geom::TriMesh| {
        let corners = mesh.indices.as_flattened().iter();
        corners.map(|corner| mesh.uvs[*corner as usize].to_array().map(f32::to_bits)).collect::<Vec<_>>()
    };
    assert_eq!(uvs(&scene.meshes[0].shape), uvs(&whole));
}

/// What a GLB of a model gives back after an edit.
fn edited(model: &Model, edit: impl FnOnce(&mut Scene)) -> (Model, Vec<LossCode>) {
    let (glb, _) = gltf::write_glb(&scene_of(model), &WriteOptions::default()).unwrap();
    let mut again = gltf::read(&glb).unwrap();
    edit(&mut again);
    let (back, losses) = match from_scene(&again, Format::M3d, &AssetOptions::default()).unwrap() {
        (Asset::M3d(back), losses) => (back, losses),
        other => panic!("{other:?}"),
    };
    (back, losses.iter().map(|loss| loss.code).collect())
}

#[test]
fn an_edit_changes_only_what_belongs_to_it() {
    let model = fixture("rigged.m3d");
    let (back, codes) = edited(&model, |_| {});
    assert_eq!((back.difference(&model), codes), (None, vec![]));

    // All vertices that are made of one point.
    let (back, codes) = edited(&model, |scene| {
        let positions = &mut scene.meshes[0].shape.positions;
        let moved = positions[0];
        positions.iter_mut().filter(|position| **position == moved).for_each(|position| position.x += 0.25);
    });
    assert_eq!(codes, []);
    let n_moved = (0..model.vertices().unwrap().len())
        .filter(|at| model.vertices().unwrap().get(*at) != back.vertices().unwrap().get(*at))
        .count();
    assert_eq!(n_moved, 1);

    // A key of an action: the actions are made anew, and all else stays.
    let (back, codes) = edited(&model, |scene| scene.animations[0].tracks[0].values[0] += 0.5);
    assert_eq!(codes, [LossCode::Rebuilt]);
    assert_eq!(back.skeleton().unwrap().difference(model.skeleton().unwrap()), None);
    assert_eq!(back.actions().count(), model.actions().count());
}

#[test]
fn a_model_of_somebody_else_becomes_one() {
    let model = "mtllib a.mtl\no box\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nusemtl Red\nf 1 2 3 4\n";
    let library = b"newmtl Red\nKd 1 0 0\nd 0.5\n".to_vec();
    let mut options = ExchangeOptions::to(Format::M3d);
    options.scene = options.scene.name("box");
    let made =
        convert(model.as_bytes(), &options, &mut |name| (name == "a.mtl").then(|| library.clone())).unwrap();
    let back = ::m3d::read(&made.bytes).unwrap();
    let shape = back.to_trimesh(&::m3d::TrimeshOptions::default()).unwrap().mesh;
    assert_eq!((shape.positions.len(), shape.indices.len()), (4, 2));
    let red = back.material("Red").unwrap();
    assert_eq!(back.opacity(red), 128);
    let codes: Vec<_> = made.losses.iter().map(|loss| loss.code).collect();
    assert_eq!(codes, [LossCode::NgonSplit]);
}

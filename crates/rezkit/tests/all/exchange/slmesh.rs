//! Mesh assets of Second Life to GLB and back.

use crate::support::{corpus, fixtures};
use ::slmesh::{Level, MeshAsset, Same};
use geom::Vec3;
use rezkit::exchange::{AssetOptions, ExchangeOptions, SceneOptions, convert, from_scene, to_scene};
use rezkit::gltf::{self, WriteOptions};
use rezkit::scene::{Role, Scene};
use rezkit::{Asset, Format, Loss, LossCode, LossSeverity};

fn scene_of(asset: &MeshAsset) -> Scene {
    let asset = Asset::SlMesh(Box::new(asset.clone()));
    to_scene(&asset, &SceneOptions::default().name("chair")).unwrap().0
}

fn asset_of(scene: &Scene) -> (MeshAsset, Vec<Loss>) {
    match from_scene(scene, Format::SlMesh, &AssetOptions::default()).unwrap() {
        (Asset::SlMesh(asset), losses) => (*asset, losses),
        other => panic!("{other:?}"),
    }
}

fn there_and_back(file: &[u8]) -> Option<(MeshAsset, Vec<Loss>)> {
    let glb = convert(file, &ExchangeOptions::to(Format::Glb), &mut |_| None).ok()?;
    let mut back = convert(&glb.bytes, &ExchangeOptions::to(Format::SlMesh), &mut |_| None).unwrap();
    let mut losses = glb.losses;
    losses.append(&mut back.losses);
    Some((::slmesh::read(&back.bytes).unwrap(), losses))
}

fn fixture(name: &str) -> MeshAsset {
    ::slmesh::read(&std::fs::read(fixtures().join("slmesh/valid").join(name)).unwrap()).unwrap()
}

#[test]
fn what_a_scene_shows() {
    let asset = fixture("sound.llmesh");
    let scene = scene_of(&asset);
    assert_eq!(scene.check(), []);
    let names: Vec<_> = scene.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names[..4], ["chair", "chair_LOD2", "chair_LOD1", "chair_LOD0"]);
    assert_eq!(scene.nodes[3].role, Role::Lod { of: 0, level: 3 });
    assert!(scene.nodes[1].hidden && names.contains(&"Armature"));
    // What the joints make of the mesh at rest is where the asset has it, turned by (x, y, z) to (x, z, -y).
    let (mesh, _) = asset.to_trimesh_in(Level::High, ::slmesh::Space::Bind).unwrap();
    for (shown, stored) in scene.skinned(0, &scene.rest()).iter().zip(&mesh.positions) {
        assert!((*shown - Vec3::new(stored.x, stored.z, -stored.y)).length() < 1e-5);
    }
}

#[test]
fn real_joints_are_where_the_avatar_has_them() {
    let Some(corpus) = corpus() else { return };
    let bytes = std::fs::read(corpus.join("slmesh/real/rigged_body_part.llmesh")).unwrap();
    let scene = scene_of(&::slmesh::read(&bytes).unwrap());
    let worlds = scene.world_matrices(&scene.rest());
    let place = |name: &str| {
        let node = scene.nodes.iter().position(|node| node.name == name).unwrap();
        worlds[node].transform_point(Vec3::ZERO)
    };
    assert!(
        (place("mPelvis") - Vec3::new(-0.1549, 1.2707, -0.5173)).length() < 1e-3,
        "{:?}",
        place("mPelvis")
    );
    assert!((place("mHead") - Vec3::new(-0.1797, 1.8864, -0.5173)).length() < 1e-3, "{:?}", place("mHead"));
}

/// What a GLB of an asset gives back after an edit.
fn edited(asset: &MeshAsset, edit: impl FnOnce(&mut Scene)) -> (MeshAsset, Vec<LossCode>) {
    let (glb, _) = gltf::write_glb(&scene_of(asset), &WriteOptions::default()).unwrap();
    let mut again = gltf::read(&glb).unwrap();
    edit(&mut again);
    let (back, losses) = asset_of(&again);
    (back, losses.iter().map(|loss| loss.code).collect())
}

#[test]
fn an_edit_changes_only_what_belongs_to_it() {
    let asset = fixture("sound.llmesh");
    let (back, codes) = edited(&asset, |_| {});
    assert_eq!((back.difference(&asset), codes), (None, vec![]));

    let (back, codes) = edited(&asset, |scene| {
        let shape = &mut scene.meshes[0].shape;
        shape.positions[0] = (shape.positions[0] + shape.positions[1]) * 0.5;
    });
    assert_eq!(codes, []);
    let mut same = back.clone();
    same.high_lod.clone_from(&asset.high_lod);
    assert_eq!(same.difference(&asset), None);
    assert!(back.high_lod.difference(&asset.high_lod).is_some());

    let (back, codes) = edited(&asset, |scene| {
        let joint = scene.skins[0].joints[0];
        scene.nodes[joint].name = "avatar_mHead".into();
    });
    assert_eq!(codes, [LossCode::Rebuilt]);
    let names = back.skin.as_ref().unwrap().value().unwrap().joint_names.clone().unwrap();
    assert_eq!(names[0].as_str(), Some("mHead"));
    assert_eq!(back.high_lod.difference(&asset.high_lod), None);

    let (back, codes) = edited(&asset, |scene| {
        scene.meshes[0].shape.indices.pop();
        let end = scene.meshes[0].shape.indices.len();
        scene.meshes[0].shape.groups.retain_mut(|group| {
            group.triangles.end = group.triangles.end.min(end);
            group.triangles.start < group.triangles.end
        });
    });
    assert!(codes.contains(&LossCode::Rebuilt));
    let n_before = asset.level(Level::High).unwrap().n_triangles();
    assert_eq!(back.level(Level::High).unwrap().n_triangles(), n_before - 1);
}

#[test]
fn a_model_of_somebody_else_becomes_an_asset() {
    let model = "o chair\nv -1 0 0\nv 1 0 0\nv 1 4 0\nv -1 4 2\nusemtl Wood\nf 1 2 3\nusemtl Iron\nf 1 3 4\nf 1 4 2\n\
                 o chair_LOD0\nf 1 2 3\no chair_PHYS\nf 1 2 3\nf 1 3 4\no chair_HULL_000\nf 1 2 3\nf 1 3 4\n";
    let made = convert(model.as_bytes(), &ExchangeOptions::to(Format::SlMesh), &mut |_| None).unwrap();
    let asset = ::slmesh::read(&made.bytes).unwrap();
    let counts = Level::ALL.map(|level| asset.level(level).unwrap().n_triangles());
    assert_eq!(counts, [1, 1, 1, 3]);
    assert_eq!(asset.level(Level::High).unwrap().faces.len(), 2);
    assert_eq!(asset.physics_triangles().unwrap().n_triangles(), 2);
    assert_eq!(asset.physics_convex.as_ref().unwrap().value().unwrap().hulls().count(), 1);
    // Y is up there, and Z here.
    let size = asset.level(Level::High).unwrap().faces[0].normalized_scale.unwrap();
    assert_eq!(size, [2.0, 2.0, 4.0]);
    let codes: Vec<_> = made.losses.iter().map(|loss| loss.code).collect();
    assert!(codes.contains(&LossCode::LodCopied) && codes.contains(&LossCode::NormalMade));
    assert!(
        !::slmesh::validate(&asset).iter().any(|finding| finding.rule.severity == ::slmesh::Severity::Error)
    );
}

#[test]
fn joints_of_others_get_the_names_of_the_avatar() {
    let (mut scene, _) = to_scene(
        &Asset::SlMesh(Box::new(fixture("influences.llmesh"))),
        &SceneOptions::default().extras(false),
    )
    .unwrap();
    let joint = scene.skins[0].joints[0];
    let old = std::mem::replace(&mut scene.nodes[joint].name, "mixamorig:Hips".into());
    let unknown = |options: &AssetOptions| {
        let (_, losses) = from_scene(&scene, Format::SlMesh, options).unwrap();
        losses.iter().filter(|loss| loss.code == LossCode::JointUnknown).map(|loss| loss.count).sum::<usize>()
    };
    let without = unknown(&AssetOptions::default());
    assert!(without > 0);
    assert_eq!(unknown(&AssetOptions::default().joint_name("mixamorig:Hips", old)), without - 1);
}

#[test]
fn an_object_that_was_moved_is_elsewhere() {
    // Without a skin it is a unit cube, whose size is on the node.
    let mut asset = fixture("sound.llmesh");
    asset.skin = None;
    for lod in [&mut asset.high_lod, &mut asset.medium_lod, &mut asset.low_lod, &mut asset.lowest_lod] {
        let lod = lod.as_mut().and_then(::slmesh::Block::value_mut).unwrap();
        for face in &mut lod.faces {
            (face.normalized_scale, face.weights) = (Some([2.0, 3.0, 4.0]), None);
        }
    }
    let mut weighted = asset.clone();
    weighted.high_lod = fixture("sound.llmesh").high_lod;
    let (_, losses) = there_and_back(&::slmesh::write(&weighted).unwrap()).unwrap();
    let lost = losses.iter().find(|loss| loss.severity == LossSeverity::Lost).unwrap();
    assert_eq!((lost.code, &*lost.what), (LossCode::WeightTruncated, "weights of vertices without a skin"));
    let before = scene_of(&asset);
    assert_eq!(before.nodes[0].local.scale, Vec3::new(2.0, 4.0, 3.0));
    let (back, codes) = edited(&asset, |_| {});
    assert_eq!((back.difference(&asset), codes), (None, vec![]));
    let mut moved = None;
    let (back, codes) = edited(&asset, |scene| {
        for node in &mut scene.nodes {
            node.local.translation = Vec3::new(1.0, 2.0, 3.0);
            node.local.scale = node.local.scale * 2.0;
        }
        moved = scene.bounds();
    });
    assert!(codes.contains(&LossCode::Rebuilt), "{codes:?}");
    let (now, expected) = (scene_of(&back).bounds().unwrap(), moved.unwrap());
    assert_eq!(expected.size(), before.bounds().unwrap().size() * 2.0);
    assert!((now.size() - expected.size()).length() < 1e-3, "{now:?} {expected:?}");
}

#[test]
fn a_skinned_asset_that_was_moved_is_elsewhere() {
    use rezkit::scene::{Node, Trs};
    let asset = fixture("sound.llmesh");
    let mut moved = None;
    let (back, codes) = edited(&asset, |scene| {
        let root = scene.nodes.len();
        let armature = scene.nodes.iter().position(|node| node.name == "Armature").unwrap();
        scene.nodes[armature].parent = Some(root);
        let local = Trs { translation: Vec3::new(0.0, 5.0, 0.0), ..Trs::IDENTITY };
        scene.nodes.push(Node { name: "up".into(), local, ..Node::default() });
        moved = Some(scene.skinned(0, &scene.rest()));
    });
    assert!(codes.contains(&LossCode::Rebuilt), "{codes:?}");
    let scene = scene_of(&back);
    let (now, expected) = (scene.skinned(0, &scene.rest()), moved.unwrap());
    assert!(
        expected.iter().all(|point| now.iter().any(|other| (*other - *point).length() < 1e-2)),
        "{now:?}"
    );
}

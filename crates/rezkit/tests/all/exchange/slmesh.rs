//! Mesh assets of Second Life to GLB and back.

use crate::support::{corpus, fixtures};
use ::slmesh::{Block, Level, MeshAsset, Same, Skin};
use geom::Vec3;
use rezkit::exchange::{
    AssetOptions, ExchangeOptions, Rig, RigPreset, SceneOptions, convert, from_scene, to_scene,
};
use rezkit::gltf::{self, WriteOptions};
use rezkit::lod::LodOptions;
use rezkit::scene::{LevelPlan, Role, Scene};
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
    assert!(scene.nodes[..4].iter().all(|node| scene.meshes[node.mesh.unwrap()].name == node.name));
    assert_eq!(scene.nodes[3].role, Role::Lod { of: 0, level: 3 });
    // Each face has a material.
    let n_faces = asset.level(Level::High).unwrap().faces.len();
    let groups = &scene.meshes[0].shape.groups;
    let has_material = |group: &geom::Group| scene.material(group.material.as_deref().unwrap()).is_some();
    assert!(groups.len() == n_faces && groups.iter().all(has_material), "{groups:?}");
    assert!(scene.nodes[1].hidden && names.contains(&"Armature"));
    // What the joints make of the mesh at rest is where the asset has it, turned by (x, y, z) to (x, z, -y).
    let (mesh, _) = asset.to_trimesh_in(Level::High, ::slmesh::Space::Bind).unwrap();
    for (shown, stored) in scene.skinned(0, &scene.rest()).iter().zip(&mesh.positions) {
        assert!((*shown - Vec3::new(stored.x, stored.z, -stored.y)).length() < 1e-5);
    }
}

/// A collision volume that is turned below a bone that is stretched: nodes cannot hold its shear.
#[test]
fn volumes_below_stretched_bones_stay_in_place() {
    let mut asset = fixture("sound.llmesh");
    // For row vectors; the second is a third of the first, turned by 30 degrees about X.
    let stretched = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 1.0];
    let (cosine, sine) = (3.0 * 0.75_f64.sqrt(), 3.0 * 0.5);
    let turned = [3.0, 0.0, 0.0, 0.0, 0.0, cosine, sine, 0.0, 0.0, -sine, cosine, 0.0, 0.0, 0.3, 0.0, 1.0];
    let names = ["mShoulderLeft", "L_UPPER_ARM", "mElbowLeft"];
    let skin = Skin {
        joint_names: Some(names.map(llsd::Text::from).into()),
        inverse_bind_matrix: Some(vec![stretched, turned, turned]),
        ..Skin::default()
    };
    asset.skin = Some(Block::new(skin));
    for face in &mut asset.high_lod.as_mut().and_then(Block::value_mut).unwrap().faces {
        for (number, influences) in face.weights.iter_mut().flatten().enumerate() {
            let one = ::slmesh::Influence { joint: (number % 3) as u8, weight: 65_535 };
            *influences = ::slmesh::Influences::new(&[one]).unwrap();
        }
    }
    let scene = scene_of(&asset);
    let at_rest = scene.skinned(0, &scene.rest());
    for (shown, bound) in at_rest.iter().zip(&scene.meshes[0].shape.positions) {
        assert!((*shown - *bound).length() < 1e-5, "{shown:?} {bound:?}");
    }
    // They move with the bone, below one node that undoes its stretch.
    let node = |name: &str| scene.nodes.iter().position(|node| node.name == name).unwrap();
    let parent = |name: &str| scene.nodes[node(name)].parent.unwrap();
    assert_eq!(parent("L_UPPER_ARM"), parent("mElbowLeft"));
    assert_eq!(scene.nodes[parent("L_UPPER_ARM")].parent, Some(node("mShoulderLeft")));
    let (glb, _) = gltf::write_glb(&scene, &WriteOptions::default()).unwrap();
    let (back, losses) = asset_of(&gltf::read(&glb).unwrap());
    assert_eq!((back.difference(&asset), losses), (None, Vec::new()));
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

/// The asset that a GLB is converted back to after an edit, and the losses.
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
    let told = AssetOptions::default().rig(RigPreset::Of(Rig::SecondLife));
    let without = unknown(&told);
    assert!(without > 0);
    assert_eq!(unknown(&told.joint_name("mixamorig:Hips", old)), without - 1);
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

/// An OBJ with so many objects that look alike but for their materials.
fn parts(n: usize, material: impl Fn(usize) -> String) -> String {
    let part = |number: usize| {
        format!(
            "o part{number}\nv {number} 0 0\nv {number} 1 0\nv {number} 0 1\nv {}.5 0 0\nusemtl {}\nf -4 -3 -2\nf -4 -1 -3\n",
            number,
            material(number)
        )
    };
    (0..n).map(part).collect()
}

#[test]
fn parts_of_one_material_are_one_face() {
    let model = parts(20, |number| ["wood", "iron"][number % 2].into());
    let mut options = ExchangeOptions::to(Format::SlMesh);
    options.copies_levels = true;
    let made = convert(model.as_bytes(), &options, &mut |_| None).unwrap();
    assert_eq!(made.n_more, 0);
    let asset = ::slmesh::read(&made.bytes).unwrap();
    let faces = &asset.level(Level::High).unwrap().faces;
    assert_eq!(faces.iter().map(::slmesh::Face::n_triangles).collect::<Vec<_>>(), [20, 20]);
    let merged =
        made.losses.iter().find(|loss| loss.code == LossCode::GroupMerged && loss.what.contains("face"));
    assert_eq!(merged.unwrap().count, 18);
}

#[test]
fn an_upload_has_levels_as_a_mesh_has() {
    let model = parts(60, |_| "wood".into());
    for format in [Format::SlMesh, Format::Slm] {
        let made = convert(model.as_bytes(), &ExchangeOptions::to(format), &mut |_| None).unwrap();
        assert_eq!(made.levels.len(), 4, "{format:?}");
    }
}

#[test]
fn more_than_eight_materials_become_several_assets() {
    let model = parts(19, |number| format!("material{number}"));
    let mut options = ExchangeOptions::to(Format::SlMesh);
    options.scene = options.scene.name("row");
    let made = convert(model.as_bytes(), &options, &mut |_| None).unwrap();
    let names: Vec<_> = made.beside.iter().map(|(name, _)| &**name).collect();
    assert_eq!((names, made.n_more), (vec!["row_1.llmesh", "row_2.llmesh"], 2));
    let assets: Vec<_> = made.models().map(|bytes| ::slmesh::read(bytes).unwrap()).collect();
    let n_faces = |asset: &MeshAsset| asset.level(Level::High).unwrap().faces.len();
    assert_eq!(assets.iter().map(n_faces).collect::<Vec<_>>(), [8, 8, 3]);
    assert_eq!(assets.iter().map(|asset| asset.submodel_id).collect::<Vec<_>>(), [None, Some(1), Some(2)]);
    // All share one size, so that objects with them can be put in one place.
    let size = |asset: &MeshAsset| asset.level(Level::High).unwrap().faces[0].normalized_scale;
    assert_eq!(size(&assets[0]), Some([18.5, 1.0, 1.0]));
    assert_eq!((size(&assets[1]), size(&assets[2])), (size(&assets[0]), size(&assets[0])));
    // The physics shape is around all parts, and in the first asset alone.
    let around = assets[0].physics_convex.as_ref().unwrap().value().unwrap();
    assert!(around.domain().min[0] <= -0.5 + 1e-4 && around.domain().max[0] >= 0.5 - 1e-4);
    assert!(assets[1].physics_convex.as_ref().unwrap().value().is_none());
    for asset in &assets {
        let errors = ::slmesh::validate(asset);
        assert!(
            !errors.iter().any(|finding| finding.rule.severity == ::slmesh::Severity::Error),
            "{errors:?}"
        );
    }
    // One model of them all is an upload.
    options.to = Format::Slm;
    let upload = convert(model.as_bytes(), &options, &mut |_| None).unwrap();
    let container = ::slmesh::slm::read(&upload.bytes).unwrap();
    let instances = container.instance.as_deref().unwrap();
    assert_eq!((container.assets().count(), instances.len()), (3, 3));
    let [.., x, y, z, _] = instances[2].transform.unwrap();
    // Y is up there, and Z here.
    assert_eq!(
        (instances[2].label.as_ref().unwrap().as_str(), [x, y, z]),
        (Some("row_2"), [9.25, -0.5, 0.5])
    );
    assert!(
        ::slmesh::slm::validate(&container)
            .iter()
            .all(|finding| finding.rule.severity == ::slmesh::Severity::Note)
    );
    // The upload shows all of them where they were.
    let glb = convert(&upload.bytes, &ExchangeOptions::to(Format::Glb), &mut |_| None).unwrap();
    let (back, _) = rezkit::exchange::read(&glb.bytes, &SceneOptions::default(), &mut |_| None).unwrap();
    let corners = |scene: &Scene| {
        let pose = scene.rest();
        scene.at_level(0).into_iter().flat_map(|node| scene.skinned(node, &pose)).collect::<Vec<_>>()
    };
    let (scene, _) =
        rezkit::exchange::read(model.as_bytes(), &SceneOptions::default(), &mut |_| None).unwrap();
    let [own, found] = [&scene, &back].map(|scene| geom::Aabb::from_points(corners(scene)).unwrap());
    assert!((own.min - found.min).length().max((own.max - found.max).length()) < 1e-3, "{found:?}");
    assert_eq!((back.n_triangles(), back.materials.len()), (scene.n_triangles(), 19));
    // What takes one model says that there are more.
    let refused = from_scene(&scene, Format::SlMesh, &AssetOptions::default()).unwrap_err();
    assert!(refused.message.contains("19 faces"), "{refused}");
}

#[test]
fn all_models_of_the_corpus_become_assets() {
    let Some(corpus) = corpus() else { return };
    let mut n_converted = 0;
    let mut pending = vec![corpus.join("gltf")];
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            pending.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        if path.extension().is_none_or(|extension| extension != "glb") {
            continue;
        }
        let file = std::fs::read(&path).unwrap();
        let mut files = |name: &str| std::fs::read(path.parent().unwrap().join(name)).ok();
        if gltf::read_with(&file, &gltf::ReadOptions::default(), &mut files).is_err() {
            continue;
        }
        let mut options = ExchangeOptions::to(Format::SlMesh);
        options.asset = options.asset.rig(RigPreset::Of(Rig::SecondLife));
        match convert(&file, &options, &mut files) {
            Ok(made) => n_converted += usize::from(!made.bytes.is_empty()),
            Err(problem) => assert!(problem.message.contains("no triangles"), "{path:?}: {problem}"),
        }
    }
    assert!(n_converted > 40, "{n_converted}");
}

#[test]
fn a_model_without_area_is_refused() {
    let line = "o line\nv 0 0 0\nv 1 1 1\nv 2 2 2\nf 1 2 3\n";
    let refused = convert(line.as_bytes(), &ExchangeOptions::to(Format::SlMesh), &mut |_| None).unwrap_err();
    assert!(refused.message.contains("no area"), "{refused}");
}

#[test]
fn joints_that_the_avatar_lacks_are_dropped() {
    let asset = Asset::SlMesh(Box::new(fixture("influences.llmesh")));
    let (mut scene, _) = to_scene(&asset, &SceneOptions::default().extras(false)).unwrap();
    for (number, name) in ["mPelvis", "mTorso", "Finger_7", "mChest"].into_iter().enumerate() {
        let joint = scene.skins[0].joints.get(number).copied();
        joint.into_iter().for_each(|joint| scene.nodes[joint].name = name.into());
    }
    let n_before = scene.skins[0].joints.len();
    let (back, losses) = asset_of(&scene);
    let names = back.skin().unwrap().joint_names.clone().unwrap();
    assert!(
        names.len() < n_before && names.iter().all(|name| name.as_str() != Some("Finger_7")),
        "{names:?}"
    );
    let said = losses.iter().find(|loss| loss.code == LossCode::JointUnknown).unwrap();
    assert!(said.what.contains("Finger_7"), "{said}");
    for face in &back.level(Level::High).unwrap().faces {
        for influences in face.weights.as_ref().unwrap() {
            let sum: u32 = influences.iter().map(|one| u32::from(one.weight)).sum();
            assert!(influences.is_empty() || sum.abs_diff(65_535) <= 4, "{influences:?}");
            assert!(influences.iter().all(|one| usize::from(one.joint) < names.len()));
        }
    }
}

#[test]
fn a_hull_whose_vertices_were_split_is_stored_with_each_once() {
    let asset = fixture("hulls.llmesh");
    let before = asset.physics_convex.as_ref().unwrap().value().unwrap();
    let n_before = before.hulls().map(<[_]>::len).collect::<Vec<_>>();
    // As programs write faces with normals of their own: a vertex for each corner.
    let (back, codes) = edited(&asset, |scene| {
        let is_hull = |node: &rezkit::scene::Node| matches!(node.role, Role::Hull | Role::Bounding);
        for mesh in scene.nodes.iter().filter(|node| is_hull(node)).filter_map(|node| node.mesh) {
            let shape = &mut scene.meshes[mesh].shape;
            let corners: Vec<u32> = shape.indices.as_flattened().to_vec();
            shape.positions = corners.iter().map(|corner| shape.positions[*corner as usize]).collect();
            shape.indices =
                (0..corners.len() as u32 / 3).map(|n| [0, 1, 2].map(|corner| 3 * n + corner)).collect();
        }
    });
    assert!(codes.contains(&LossCode::Rebuilt), "{codes:?}");
    let after = back.physics_convex.as_ref().unwrap().value().unwrap();
    let n_after = after.hulls().map(<[_]>::len).collect::<Vec<_>>();
    assert!(n_after.iter().zip(&n_before).all(|(after, before)| after <= before), "{n_after:?} {n_before:?}");
    assert!(!::slmesh::validate(&back).iter().any(|finding| finding.rule.id == "SLM049"));
    // Without hulls, there is no list of them.
    let mut bounded = asset.clone();
    let convex = bounded.physics_convex.as_mut().and_then(::slmesh::Block::value_mut).unwrap();
    (convex.hull_list, convex.positions) = (None, None);
    let (back, _) = edited(&bounded, |scene| {
        let bound = scene.nodes.iter().find(|node| node.role == Role::Bounding).unwrap().mesh.unwrap();
        scene.meshes[bound].shape.indices.reverse();
    });
    assert!(back.physics_convex.as_ref().unwrap().value().unwrap().hull_list.is_none());
    assert!(!::slmesh::validate(&back).iter().any(|finding| finding.rule.id == "SLM049"));
}

/// A box of an OBJ file, after this text.
fn cuboid(before: &str, [x0, y0, z0]: [f32; 3], [x1, y1, z1]: [f32; 3]) -> String {
    let corner = |n: usize| {
        let pick = |axis: usize, low: f32, high: f32| if n >> axis & 1 == 0 { low } else { high };
        format!("v {} {} {}\n", pick(0, x0, x1), pick(1, y0, y1), pick(2, z0, z1))
    };
    let corners: String = (0..8).map(corner).collect();
    let sides = "f -8 -6 -5 -7\nf -4 -3 -1 -2\nf -8 -7 -3 -4\nf -6 -2 -1 -5\nf -8 -4 -2 -6\nf -7 -5 -1 -3\n";
    format!("{before}{corners}{sides}")
}

/// A table with two levels: a board on four legs, and the board alone.
fn table() -> String {
    let leg = |x: f32, z: f32| cuboid("", [x, 0.0, z], [x + 0.1, 0.9, z + 0.1]);
    let board = |name: &str| cuboid(name, [0.0, 0.9, 0.0], [2.0, 1.0, 1.0]);
    let legs: String = [(0.0, 0.0), (1.9, 0.0), (0.0, 0.9), (1.9, 0.9)].map(|(x, z)| leg(x, z)).concat();
    board("o table\n") + &legs + &board("o table_LOD0\n")
}

#[test]
fn a_shape_that_closes_a_room_is_named() {
    let walls = [
        ([0.0, 0.0, 0.0], [4.0, 0.1, 4.0]),
        ([0.0, 2.6, 0.0], [4.0, 2.7, 4.0]),
        ([0.0, 0.1, 0.0], [0.1, 2.6, 4.0]),
        ([3.9, 0.1, 0.0], [4.0, 2.6, 4.0]),
        ([0.1, 0.1, 3.9], [3.9, 2.6, 4.0]),
        ([0.1, 0.1, 0.0], [1.5, 2.6, 0.1]),
        ([2.7, 0.1, 0.0], [3.9, 2.6, 0.1]),
    ];
    let room: String = walls.map(|(low, high)| cuboid("", low, high)).concat();
    let said = |physics: &str| {
        let mut options = ExchangeOptions::to(Format::SlMesh);
        options.asset = options.asset.physics(physics.parse().unwrap());
        let made = convert(room.as_bytes(), &options, &mut |_| None).unwrap();
        made.losses.into_iter().map(|loss| loss.what).find(|what| what.contains("hulls block"))
    };
    let closed = "hulls block 100 % of the space inside the model that an avatar can enter; --physics hulls takes as \
                  many as keep it open";
    assert_eq!(["box", "hull", "hulls"].map(said), [Some(closed.into()), Some(closed.into()), None]);
}

#[test]
fn physics_shapes_are_as_asked_for() {
    use rezkit::exchange::Physics;
    let made = |physics: &str| {
        let mut options = ExchangeOptions::to(Format::SlMesh);
        options.asset = options.asset.physics(physics.parse().unwrap());
        let made = convert(table().as_bytes(), &options, &mut |_| None).unwrap();
        let asset = ::slmesh::read(&made.bytes).unwrap();
        assert!(!::slmesh::validate(&asset).iter().any(|it| it.rule.severity == ::slmesh::Severity::Error));
        asset
    };
    let counts = |physics: &str| {
        let asset = made(physics);
        let convex = asset.physics_convex.as_ref().unwrap().value().unwrap();
        let hulls: Vec<usize> = convex.hulls().map(<[_]>::len).collect();
        (
            hulls,
            asset.physics_triangles().map_or(0, |lod| lod.n_triangles()),
            format!("{:.2}", convex.physics_cost()),
        )
    };
    assert_eq!(counts("none"), (vec![], 0, "0.36".into()));
    assert_eq!(counts("box"), (vec![8], 0, "0.36".into()));
    assert_eq!(counts("hull"), (vec![8], 0, "0.36".into()));
    assert_eq!(counts("hulls:8"), (vec![8; 5], 0, "1.80".into()));
    assert_eq!(counts("level:3"), (vec![], 12, "0.36".into()));
    assert_eq!(counts("level:0").1, 60);
    assert_eq!(made("hulls:8"), made("hulls:8"));
    assert_eq!(counts("hulls"), counts("hulls:8"));
    for wrong in ["", "boxes", "hulls:", "hulls:0", "hulls:256", "level:4", "box:1"] {
        assert!(wrong.parse::<Physics>().is_err(), "{wrong}");
    }
    // An asset that became a scene has its own again, unless another one is asked for.
    let scene = scene_of(&fixture("sound.llmesh"));
    let hulls = |options: AssetOptions| -> Vec<usize> {
        let (Asset::SlMesh(asset), _) = from_scene(&scene, Format::SlMesh, &options).unwrap() else {
            panic!()
        };
        asset.physics_convex.unwrap().value().unwrap().hulls().map(<[_]>::len).collect()
    };
    let of_a_box = AssetOptions::default().physics("box".parse().unwrap());
    assert_eq!([AssetOptions::default(), of_a_box].map(hulls), [vec![], vec![8]]);
}

#[test]
fn hulls_are_as_few_as_stay_within_an_error() {
    let made = |physics: Option<&str>, error: f32| {
        let mut options = ExchangeOptions::to(Format::SlMesh);
        options.asset = options.asset.physics_error(error);
        options.asset.physics = physics.map(|physics| physics.parse().unwrap());
        let made = convert(table().as_bytes(), &options, &mut |_| None).unwrap();
        let asset = ::slmesh::read(&made.bytes).unwrap();
        let n_hulls = asset.physics_convex.unwrap().value().unwrap().hulls().count();
        let is_said = |loss: &&rezkit::Loss| loss.what.starts_with("hulls ");
        (n_hulls, made.losses.iter().find(is_said).unwrap().what.clone())
    };
    assert_eq!(made(None, 0.01).0, 5);
    let (n_hulls, said) = made(Some("hulls:8"), 0.5);
    assert_eq!(n_hulls, 1);
    assert!(said.starts_with("hulls were computed, up to 0."), "{said}");
    let (n_hulls, said) = made(Some("hulls:2"), 0.01);
    assert_eq!(n_hulls, 2);
    assert!(
        said.starts_with("hulls are up to 0.")
            && said.ends_with(" % of its size, more than the requested 1.0 %"),
        "{said}"
    );
}

#[test]
fn degenerate_triangles_are_named_and_dropped() {
    let model = "o chair\nv 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n\
                 o seat_PHYS\nf 1 3 2\no leg_PHYS\nv 1 0 0.000001\nf 1 4 3\nf 1 2 5\n";
    let made = |drops: bool| {
        let mut options = ExchangeOptions::to(Format::SlMesh);
        options.asset = options.asset.drop_degenerate(drops);
        let made = convert(model.as_bytes(), &options, &mut |_| None).unwrap();
        let asset = ::slmesh::read(&made.bytes).unwrap();
        let has_error = ::slmesh::validate(&asset).iter().any(|finding| finding.rule.id == "SLM027");
        let said = made.losses.iter().find(|loss| loss.what.contains("degenerate")).unwrap().clone();
        (asset.physics_triangles().unwrap().n_triangles(), has_error, said)
    };
    let (n, has_error, said) = made(false);
    assert_eq!((n, has_error, said.code, said.count), (3, true, LossCode::TriDegenerate, 1));
    assert!(said.what.ends_with("leg_PHYS"), "{said}");
    let (n, has_error, said) = made(true);
    assert_eq!((n, has_error, said.code, said.count), (2, false, LossCode::TriDropped, 1));
}

#[test]
fn materials_become_assets_beside_the_mesh() {
    let png = b"\x89PNG\r\n\x1a\n, not drawn here".to_vec();
    let mtl = "newmtl wood\nKd 0.5 0.25 1\nmap_Kd wood.png\nnewmtl idle\nKd 1 0 0\n";
    let model = "mtllib chair.mtl\no chair\nv 0 0 0\nv 1 0 0\nv 0 2 0\nvt 0 0\nusemtl wood\nf 1/1 2/1 3/1\n";
    let mut options = ExchangeOptions::to(Format::SlMesh);
    options.scene = options.scene.name("chair");
    options.materials = true;
    let mut files = |name: &str| match name {
        "chair.mtl" => Some(mtl.as_bytes().to_vec()),
        "wood.png" => Some(png.clone()),
        _ => None,
    };
    let made = convert(model.as_bytes(), &options, &mut files).unwrap();
    let names: Vec<_> = made.beside.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["chair_wood.llsd", "wood.png"]);
    assert_eq!(made.beside[1].1, png);
    assert!(made.beside[0].1.starts_with(b"<? LLSD/Binary ?>\n"));
    let value = llsd::read(&made.beside[0].1).unwrap();
    let text = |key: &str| value.get(key).unwrap().as_str().unwrap().to_owned();
    assert_eq!((text("version"), text("type")), ("1.1".into(), "GLTF 2.0".into()));
    let gltf: serde_json::Value = serde_json::from_str(&text("data")).unwrap();
    let material = &gltf["materials"][0];
    assert_eq!(material["pbrMetallicRoughness"]["baseColorTexture"]["index"], 0);
    let id = gltf["images"][0]["uri"].as_str().unwrap();
    assert!(id.parse::<llsd::Uuid>().is_ok(), "{id}");
    // The report leads from the file to the id.
    let note = made.losses.iter().find(|loss| loss.what.contains(id)).unwrap();
    assert!(note.what.starts_with("wood.png stands for the texture"), "{note}");
    assert!(
        !made.losses.iter().any(|loss| loss.what.contains("materials, with their textures")),
        "{:?}",
        made.losses
    );
}

#[test]
fn only_meshes_of_second_life_have_four_levels_at_most() {
    let made = |to| {
        let plan = LevelPlan::with_triangles(vec![10, 8, 6, 4, 2]);
        let mut options = ExchangeOptions::to(to);
        options.levels = Some(LodOptions::new(plan));
        convert(table().as_bytes(), &options, &mut |_| None)
    };
    assert!(made(Format::Glb).unwrap().levels.len() > 4);
    assert_eq!(made(Format::SlMesh).unwrap_err().message, "a mesh of Second Life has four levels of detail");
}

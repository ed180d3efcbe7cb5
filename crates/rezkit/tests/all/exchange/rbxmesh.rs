//! Roblox meshes to GLB and back.

use crate::support::fixtures;
use ::rbxmesh::{Mesh, Same, Version};
use geom::{Quat, Vec3};
use rezkit::exchange::{
    AssetOptions, ExchangeOptions, FacePoses, SceneOptions, convert, from_scene, to_scene,
};
use rezkit::gltf::{self, WriteOptions};
use rezkit::scene::{Node, Role, Scene, Skin, Unit};
use rezkit::{Asset, Format, Json, Loss, LossCode, LossSeverity};

fn scene_of(mesh: &Mesh) -> (Scene, Vec<Loss>) {
    to_scene(&Asset::RbxMesh(mesh.clone()), &SceneOptions::default().name("head")).unwrap()
}

fn mesh_of(scene: &Scene, options: &AssetOptions) -> (Mesh, Vec<Loss>) {
    match from_scene(scene, Format::RbxMesh, options).unwrap() {
        (Asset::RbxMesh(mesh), losses) => (mesh, losses),
        other => panic!("{other:?}"),
    }
}

/// By way of a GLB; the report of both ways.
fn there_and_back(file: &[u8], extras: bool) -> (Mesh, Vec<Loss>) {
    let mut options = ExchangeOptions::to(Format::Glb);
    options.scene = options.scene.extras(extras);
    let glb = convert(file, &options, &mut |_| None).unwrap();
    let mut back = convert(&glb.bytes, &ExchangeOptions::to(Format::RbxMesh), &mut |_| None).unwrap();
    let mut losses = glb.losses;
    losses.append(&mut back.losses);
    (::rbxmesh::read(&back.bytes).unwrap(), losses)
}

fn fixture(name: &str) -> Mesh {
    ::rbxmesh::read(&std::fs::read(fixtures().join("rbxmesh/valid").join(name)).unwrap()).unwrap()
}

#[test]
fn what_a_scene_shows() {
    let (scene, _) = scene_of(&fixture("v500.mesh"));
    let names: Vec<_> = scene.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["head", "head_LOD1", "Root", "Jaw"]);
    assert_eq!(scene.nodes[1].role, Role::Lod { of: 0, level: 1 });
    assert_eq!((scene.nodes[1].hidden, scene.unit), (true, Unit::Stud));
    assert_eq!((scene.nodes[3].parent, scene.nodes[3].local.translation.y), (Some(2), -0.5));
    assert_eq!((scene.meshes[0].shape.indices.len(), scene.meshes[1].shape.indices.len()), (12, 4));
    // At rest a skinned vertex is where it is stored.
    assert_eq!(scene.skinned(0, &scene.rest()), scene.meshes[0].shape.positions);
}

#[test]
fn facial_poses_are_animations_that_move_the_bones_as_the_mesh_does() {
    let mesh = fixture("v500.mesh");
    let (scene, _) = scene_of(&mesh);
    let animation = scene.animations.iter().position(|it| it.name == "FACS_c_JD").unwrap();
    let poses = mesh.pose_faces([("c_JD", 1.0)]).unwrap();
    let worlds = scene.world_matrices(&scene.pose_at(animation, 1.0));
    let rest = scene.world_matrices(&scene.rest());
    for point in [Vec3::ZERO, Vec3::X, Vec3::new(0.5, -2.0, 1.0)] {
        for (bone, pose) in poses.iter().enumerate() {
            let node = bone + 2;
            assert!((worlds[node].transform_point(point) - pose.transform_point(point)).length() < 1e-5);
            let at_rest = mesh.bones[bone].pose.transform_point(point);
            assert!((rest[node].transform_point(point) - at_rest).length() < 1e-5);
        }
    }
}

/// The mesh that a GLB is converted back to after an edit, and the losses.
fn edited(mesh: &Mesh, edit: impl FnOnce(&mut Scene)) -> (Mesh, Vec<LossCode>) {
    let (scene, _) = scene_of(mesh);
    let (glb, _) = gltf::write_glb(&scene, &WriteOptions::default()).unwrap();
    let mut again = gltf::read(&glb).unwrap();
    edit(&mut again);
    let (back, losses) = mesh_of(&again, &AssetOptions::default());
    (back, losses.iter().map(|loss| loss.code).collect())
}

#[test]
fn an_edit_changes_only_what_belongs_to_it() {
    let mesh = fixture("v500.mesh");
    let (back, codes) = edited(&mesh, |scene| scene.meshes[0].shape.positions[23].x = 7.0);
    assert_eq!((back.vertices[23].position.x, codes), (7.0, vec![]));
    let mut same = back;
    same.vertices[23].position = mesh.vertices[23].position;
    assert_eq!(same.difference(&mesh), None);

    // One that the coarser level has too, and where it stays.
    let (back, codes) = edited(&mesh, |scene| scene.meshes[0].shape.positions[3].x = 7.0);
    assert_eq!((back.vertices.len(), codes), (32, vec![LossCode::Rebuilt]));
    assert_eq!((back.bones.difference(&mesh.bones), back.facs.difference(&mesh.facs)), (None, None));

    // A weight: envelopes and palettes are made anew, and all else stays.
    let (back, codes) = edited(&mesh, |scene| {
        scene.meshes[0].shape.joints[0] = [0, 1, 0, 0];
        scene.meshes[0].shape.weights[0] = geom::Vec4::new(0.5, 0.5, 0.0, 0.0);
    });
    assert_eq!(codes, [LossCode::Rebuilt]);
    let influences: Vec<_> = back.bone_influences(0).map(|it| (it.bone.0, it.weight)).collect();
    assert_eq!(influences.iter().map(|(_, weight)| u32::from(*weight)).sum::<u32>(), 255);
    assert_eq!(influences.len(), 2);
    assert_eq!((back.bones.difference(&mesh.bones), back.facs.difference(&mesh.facs)), (None, None));

    // A bone.
    let (back, codes) = edited(&mesh, |scene| {
        scene.nodes[3].name = "Chin".into();
    });
    assert_eq!(codes.iter().filter(|code| **code == LossCode::Rebuilt).count(), 1);
    assert_eq!(back.bone_name(&back.bones[1]).as_deref(), Some("Chin"));
    assert_eq!(back.vertices.difference(&mesh.vertices), None);

    // A triangle less.
    let (back, codes) = edited(&mesh, |scene| {
        scene.meshes[1].shape.indices.pop();
    });
    assert!(codes.contains(&LossCode::Rebuilt));
    assert_eq!((back.version, back.lods()), (Version::V5_00, vec![0..12, 12..15]));

    // A key of a facial pose.
    let (back, codes) = edited(&mesh, |scene| {
        let turn = Quat::from_axis_angle(Vec3::X, 30.0_f32.to_radians()).unwrap();
        let animation = scene.animations.iter_mut().find(|it| it.name == "FACS_c_JD").unwrap();
        for track in animation.tracks.iter_mut().filter(|track| track.path == rezkit::scene::Path::Rotation) {
            track.values[4..].copy_from_slice(&turn.to_array());
        }
    });
    assert_eq!(codes, [LossCode::Rebuilt, LossCode::FacsRequantised]);
    let facs = back.facs().unwrap();
    let jaw = facs.poses().position(|controls| controls == [b"c_JD".as_slice()]).unwrap();
    assert!((facs.offset(0, jaw).unwrap().rotation.x.abs() - 30.0).abs() < 0.01);
    assert_eq!(back.envelopes.difference(&mesh.envelopes), None);
}

#[test]
fn a_mesh_without_extras_says_that_its_fields_are_lost() {
    let file = std::fs::read(fixtures().join("rbxmesh/valid/v500.mesh")).unwrap();
    let (back, losses) = there_and_back(&file, false);
    let fields = losses.iter().find(|loss| loss.code == LossCode::FileFields).unwrap();
    assert_eq!((fields.severity, fields.places.is_empty()), (LossSeverity::Changed, false));
    let mesh = ::rbxmesh::read(&file).unwrap();
    // Each level got vertices of its own.
    assert_eq!((back.version, back.vertices.len(), back.lods()), (Version::V5_00, 32, mesh.lods()));
    assert_eq!(back.facs().unwrap().n_poses(), mesh.facs().unwrap().n_poses());
}

#[test]
fn the_version_is_the_smallest_that_holds_what_is_there() {
    let plain = "o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    let levels = format!("{plain}f 1 2 3\no a_LOD0\nf 1 2 3\n");
    let version = |file: &str, options: AssetOptions| {
        let mut to = ExchangeOptions::to(Format::RbxMesh);
        to.asset = options;
        let made = convert(file.as_bytes(), &to, &mut |_| None).unwrap();
        (::rbxmesh::read(&made.bytes).unwrap(), made.losses)
    };
    let (mesh, losses) = version(plain, AssetOptions::default());
    assert_eq!((mesh.version, mesh.vertices[0].normal), (Version::V2_00, Vec3::Z));
    assert_eq!(losses[0].code, LossCode::NormalMade);
    let (mesh, _) = version(&levels, AssetOptions::default());
    assert_eq!((mesh.version, mesh.lods()), (Version::V3_00, vec![0..2, 2..3]));
    let (mesh, losses) = version(&levels, AssetOptions::default().version(Version::V2_00));
    assert_eq!((mesh.version, mesh.faces.len()), (Version::V2_00, 2));
    let count = |code| losses.iter().filter(|loss| loss.code == code).map(|loss| loss.count).sum::<usize>();
    // The second level, its face, and the vertices of that.
    assert_eq!((count(LossCode::LodDropped), count(LossCode::TriDropped)), (1, 4), "{losses:?}");
    assert_eq!(count(LossCode::FileFields), 0, "{losses:?}");
}

#[test]
fn faces_of_no_level_are_not_shown() {
    let mut mesh = fixture("v300.mesh");
    // As converters pad it.
    mesh.lod_offsets = vec![0, 2, 0];
    assert_eq!((mesh.lods().len(), mesh.lod_faces(0).len(), mesh.faces.len() > 2), (1, 2, true));
    assert_eq!(scene_of(&mesh).0.n_triangles(), 2);
}

#[test]
fn facial_poses_are_one_animation_for_studio() {
    let mesh = fixture("v500.mesh");
    let mut options = SceneOptions::default().name("head");
    options.face_poses = FacePoses::Studio;
    let (scene, _) = to_scene(&Asset::RbxMesh(mesh.clone()), &options).unwrap();
    let names: Vec<_> = scene.animations.iter().map(|animation| animation.name.as_str()).collect();
    assert_eq!(names, ["FACS"]);
    let frame = |number: usize| scene.nodes[0].extras.get(&format!("Frame{number}")).and_then(Json::as_text);
    let poses: Vec<Vec<String>> = mesh
        .facs()
        .unwrap()
        .poses()
        .map(|controls| controls.iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect())
        .collect();
    assert_eq!((frame(0), scene.animations[0].tracks[0].times.len()), (Some("Neutral"), poses.len() + 1));
    let jaw = poses.iter().position(|controls| controls == &["c_JD"]).unwrap();
    assert_eq!(frame(jaw + 1), Some("JawDrop"));
    assert_eq!(scene.nodes[0].extras.get("RootFaceJoint").and_then(Json::as_text), Some("Root"));
    let (glb, _) = gltf::write_glb(&scene, &WriteOptions::default()).unwrap();
    let (back, _) = mesh_of(&gltf::read(&glb).unwrap(), &AssetOptions::default());
    let (was, is) = (mesh.facs().unwrap(), back.facs().unwrap());
    assert_eq!(is.n_poses(), was.n_poses());
    for pose in 0..poses.len() {
        let names = |facs: &::rbxmesh::Facs| -> Vec<Vec<u8>> {
            facs.poses().nth(pose).unwrap().into_iter().map(<[u8]>::to_vec).collect()
        };
        assert_eq!(names(is), names(was));
        let offset = |facs: &::rbxmesh::Facs| facs.offset(0, pose).unwrap();
        assert!((offset(is).rotation - offset(was).rotation).length() < 0.01, "{pose}");
        assert!((offset(is).position - offset(was).position).length() < 1e-4, "{pose}");
    }
}

#[test]
fn facial_poses_are_morphs_on_request() {
    let mesh = fixture("v500.mesh");
    let scene_with = |poses| {
        let mut options = SceneOptions::default().name("head");
        options.face_poses = poses;
        to_scene(&Asset::RbxMesh(mesh.clone()), &options).unwrap().0
    };
    let (animated, morphed) = (scene_with(FacePoses::Animations), scene_with(FacePoses::Morphs));
    assert_eq!((morphed.animations.len(), morphed.check().len()), (0, 0));
    let names: Vec<_> = morphed.meshes[0].morphs.iter().map(|morph| morph.name.as_str()).collect();
    assert!(names.contains(&"jawOpen"), "{names:?}");
    // A GLB shows what bones would have done.
    let (glb, _) = gltf::write_glb(&morphed, &WriteOptions::default()).unwrap();
    let back = gltf::read(&glb).unwrap();
    let mut n_moved = 0;
    for (number, animation) in animated.animations.iter().enumerate() {
        let mut pose = back.rest();
        pose.weights[0] = (0..names.len()).map(|at| f32::from(u8::from(at == number))).collect();
        let wanted = animated.skinned(0, &animated.pose_at(number, 1.0));
        let rest = animated.skinned(0, &animated.rest());
        for ((is, wanted), rest) in back.skinned(0, &pose).into_iter().zip(wanted).zip(rest) {
            assert!((is - wanted).length() < 1e-4, "{}", animation.name);
            n_moved += usize::from((wanted - rest).length() > 1e-3);
        }
    }
    assert!(n_moved > 0);
}

/// By a parent of its bones, and with positions that the bind matrices enlarge, as integers are stored.
#[test]
fn a_skinned_mesh_that_was_moved_is_elsewhere() {
    use rezkit::scene::{Node, Trs};
    let (mut scene, _) = scene_of(&fixture("v400.mesh"));
    let before = scene.skinned(0, &scene.rest());
    let root = scene.nodes.len();
    for joint in scene.skins[0].joints.clone() {
        scene.nodes[joint].parent = scene.nodes[joint].parent.or(Some(root));
    }
    let local = Trs { translation: Vec3::new(0.0, 5.0, 0.0), ..Trs::IDENTITY };
    scene.nodes.push(Node { name: "up".into(), local, ..Node::default() });
    let whole = Trs { scale: Vec3::splat(0.25), ..Trs::IDENTITY }.matrix();
    scene
        .meshes
        .iter_mut()
        .flat_map(|mesh| &mut mesh.shape.positions)
        .for_each(|position| *position = *position * 4.0);
    scene.skins[0].inverse_bind.iter_mut().for_each(|bind| *bind = *bind * whole);
    let (back, losses) = mesh_of(&scene, &AssetOptions::default());
    let (back, _) = scene_of(&back);
    let now = back.skinned(0, &back.rest());
    assert_eq!(now.len(), before.len());
    for (now, before) in now.iter().zip(&before) {
        assert!((*now - *before - Vec3::Y * 5.0).length() < 1e-4, "{now:?} {before:?}");
    }
    // The bones moved along.
    let joint = |scene: &Scene| {
        scene.world_matrices(&scene.rest())[scene.skins[0].joints[0]].transform_point(Vec3::ZERO)
    };
    let (scene, _) = scene_of(&fixture("v400.mesh"));
    assert!((joint(&back) - joint(&scene) - Vec3::Y * 5.0).length() < 1e-4);
    assert!(!losses.iter().any(|loss| loss.code == LossCode::JointScale), "{losses:#?}");
}

#[test]
fn geometry_is_compressed_by_draco() {
    let model = "o chair\nv 0 0 0\nv 1 0 0\nv 0 0.3 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    let mesh = |draco: Option<rezkit::DracoOptions>| {
        let mut options = ExchangeOptions::to(Format::RbxMesh);
        options.asset.draco = draco;
        let made = convert(model.as_bytes(), &options, &mut |_| None).unwrap();
        (
            rbxmesh::read(&made.bytes).unwrap(),
            made.losses.into_iter().map(|loss| loss.code).collect::<Vec<_>>(),
        )
    };
    let (plain, _) = mesh(None);
    let (lossless, codes) = mesh(Some(rezkit::DracoOptions::default()));
    assert!(lossless.draco.is_some() && lossless.version == rezkit::MeshVersion::V7_00);
    assert_eq!((&lossless.vertices, &lossless.faces), (&plain.vertices, &plain.faces));
    assert!(!codes.contains(&LossCode::PosRounded));
    let (rounded, codes) = mesh(Some(rezkit::exchange::draco_of_bits(8)));
    assert!(codes.contains(&LossCode::PosRounded), "{codes:?}");
    let moved = rounded.vertices.iter().zip(&plain.vertices).map(|(a, b)| (a.position - b.position).length());
    assert!(moved.fold(0.0, f32::max) < 1.0 / 255.0);
    // A version without Draco refuses it.
    let mut options = ExchangeOptions::to(Format::RbxMesh);
    (options.asset.draco, options.asset.version) =
        (Some(Default::default()), Some(rezkit::MeshVersion::V4_00));
    let refused = convert(model.as_bytes(), &options, &mut |_| None).unwrap_err();
    assert!(refused.message.contains("Draco"), "{refused}");
}

/// A part without normals, a triangle without an area, a vertex of a line, and joints without names.
#[test]
fn what_is_written_passes_the_check() {
    let model = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 5 5\nvn 0 0 1\no a\nf 1//1 2//1 3//1\nf 1//1 1//1 2//1\nl 3 4\no b\nf 1 3 2\n";
    let (mut scene, _) = rezkit::exchange::read(model, &SceneOptions::default(), &mut |_| None).unwrap();
    let joints: Vec<usize> = (scene.nodes.len()..).take(3).collect();
    scene.nodes.extend(["", "", "arm"].map(|name| Node { name: name.into(), ..Node::default() }));
    scene.skins.push(Skin { joints, ..Skin::default() });
    for mesh in &mut scene.meshes {
        mesh.shape.joints = vec![[0, 1, 0, 0]; mesh.shape.positions.len()];
        mesh.shape.weights = vec![geom::Vec4::new(0.5, 0.5, 0.0, 0.0); mesh.shape.positions.len()];
    }
    scene.nodes.iter_mut().filter(|node| node.mesh.is_some()).for_each(|node| node.skin = Some(0));
    let (mesh, _) = mesh_of(&scene, &AssetOptions::default());
    let names: Vec<_> = mesh.bones.iter().map(|bone| mesh.bone_name(bone).unwrap()).collect();
    assert_eq!(names, ["Bone", "Bone_2", "arm"]);
    assert_eq!((mesh.faces.len(), mesh.vertices.len()), (2, 6));
    let found = ::rbxmesh::validate(&mesh);
    assert!(found.iter().all(|finding| finding.rule.severity == ::rbxmesh::Severity::Note), "{found:?}");
}

#[test]
fn no_more_levels_are_shown_than_have_numbers() {
    let mut mesh = fixture("v300.mesh");
    mesh.faces = vec![mesh.faces[0]; 300];
    mesh.lod_offsets = (0..=300).collect();
    let (scene, losses) = scene_of(&mesh);
    assert_eq!(scene.nodes.iter().filter(|node| matches!(node.role, Role::Lod { .. })).count(), 254);
    assert!(losses.iter().any(|loss| loss.code == LossCode::LodDropped && loss.count == 45), "{losses:?}");
}

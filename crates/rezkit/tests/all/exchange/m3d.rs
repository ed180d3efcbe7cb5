//! Model 3D to GLB and back.

use crate::support::{corpus, fixtures};
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
fn what_a_scene_shows() {
    use rezkit::scene::{Node, Role};
    let model = fixture("rigged.m3d");
    let scene = scene_of(&model);
    assert_eq!(scene.check(), []);
    let joints = scene.nodes.iter().filter(|node| node.role == Role::Joint);
    let above = |node: &Node| scene.nodes[node.parent.unwrap()].name.clone();
    let joints: Vec<_> = joints.map(|node| (node.name.clone(), above(node))).collect();
    assert_eq!(joints, [("root".into(), "Armature".into()), ("tip".into(), "root".into())]);
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
fn an_action_shows_what_its_animation_does() {
    use rezkit::scene::{Animation, Interpolation, Path, Track};
    let mut scene = scene_of(&fixture("rigged.m3d"));
    // Children before their parents, as some exporters have them.
    let last = u16::try_from(scene.skins[0].joints.len()).unwrap() - 1;
    scene.skins[0].joints.reverse();
    scene.skins[0].inverse_bind.reverse();
    scene.meshes[0].shape.joints.as_flattened_mut().iter_mut().for_each(|joint| *joint = last - *joint);
    let named = |name: &str| scene.nodes.iter().position(|node| node.name == name).unwrap();
    let track = |name, path, interpolation, times: [f32; 2], values: &[f32]| Track {
        node: named(name),
        path,
        interpolation,
        times: times.to_vec(),
        values: values.to_vec(),
    };
    // A turn along a curve that begins late, and a hop.
    let curve = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.6, 0.8, 0.0, 0.0, 2.0, 0.0];
    let curve = [curve, [0.0, 0.0, -2.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]].concat();
    let tracks = vec![
        track("root", Path::Rotation, Interpolation::Cubic, [0.5, 1.5], &curve),
        track("tip", Path::Translation, Interpolation::Step, [0.5, 1.0], &[0.0, 1.0, 0.0, 3.0, 1.0, 0.0]),
        track("tip", Path::Scale, Interpolation::Linear, [0.0, 1.0], &[1.0; 6]),
        track(
            "Armature",
            Path::Translation,
            Interpolation::Linear,
            [0.0, 1.0],
            &[0.0, 0.0, 0.0, 5.0, 0.0, 0.0],
        ),
    ];
    scene.animations =
        vec![Animation::default(), Animation { name: "hop".into(), tracks, ..Animation::default() }];
    let (asset, losses) = from_scene(&scene, Format::M3d, &AssetOptions::default()).unwrap();
    let Asset::M3d(model) = asset else { panic!("{asset:?}") };
    // The animation without tracks is left out, since an action has a frame; the track of scales changes nothing.
    let lost: Vec<_> = losses.iter().filter(|loss| loss.severity == LossSeverity::Lost).collect();
    assert_eq!((model.actions().count(), lost.len(), lost[0].count), (1, 1, 1), "{lost:?}");
    let bones = &model.skeleton().unwrap().bones;
    assert!(
        bones.iter().enumerate().all(|(index, bone)| bone.parent.get().is_none_or(|above| above < index))
    );
    let action = model.actions().next().unwrap();
    let times: Vec<_> = action.frames.iter().map(|frame| frame.time).collect();
    assert_eq!((&times[..3], times.len()), (&[0, 500, 533][..], 33));
    assert!(times.contains(&999) && times.contains(&1000));
    for (time, pose) in model.key_poses(action) {
        let stored = model.skinned_positions(&pose);
        let shown = scene.skinned(0, &scene.pose_at(1, time as f32 / 1000.0));
        let is_there = |point: &Vec3| stored.iter().any(|other| (*other - *point).length() < 2e-4);
        assert!(shown.iter().all(is_there), "at {time}");
    }
}

#[test]
fn curves_that_many_tracks_share_are_limited() {
    use rezkit::scene::{Animation, Interpolation, Path, Track};
    let mut scene = scene_of(&fixture("rigged.m3d"));
    let track = Track {
        node: scene.skins[0].joints[0],
        path: Path::Translation,
        interpolation: Interpolation::Cubic,
        times: (0_u16..1000).map(|minute| f32::from(minute) * 60.0).collect(),
        values: vec![0.0; 9000],
    };
    scene.animations = vec![Animation { tracks: vec![track; 20], ..Animation::default() }];
    let error = from_scene(&scene, Format::M3d, &AssetOptions::default()).unwrap_err();
    assert_eq!(error.message, "the animation has too many keys on too many nodes");
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

/// The model that a GLB is converted back to after an edit, and the losses.
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
    let shown = scene_of(&back).material("Red").unwrap().base;
    assert_eq!(shown.to_array(), [1.0, 0.0, 0.0, 128.0 / 255.0]);
    let codes: Vec<_> = made.losses.iter().map(|loss| loss.code).collect();
    // Half opaque is 127.5 of 255.
    assert_eq!(codes, [LossCode::ColourRounded, LossCode::NgonSplit]);
}

/// A triangle whose normals are a corner that is not of length 1, a short vector, and nothing.
fn with_shared_normals() -> Model {
    use ::m3d::{Face, Mesh, Name, Parts, Title, VertexIndex};
    let mut model = Model::default();
    model.set_title(Title::Author, "somebody");
    let rows = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 0.5], [0.0; 3]];
    let points = rows.map(|row| model.add_point(Vec3::from_array(row)).unwrap());
    // Adding them made no duplicates.
    assert_eq!(points.map(|point| point.0), [0, 1, 2, 3, 4]);
    let [a, b, c, short, nothing] = points;
    let none = Face {
        material: Name::NONE,
        parameter: Name::NONE,
        parts: Parts(0),
        vertices: &[],
        tex_coords: &[],
        normals: &[],
        max_vertices: &[],
    };
    let mut mesh = Mesh::default();
    mesh.push(&Face { vertices: &[a, b, c], normals: &[b, short, VertexIndex(nothing.0)], ..none }).unwrap();
    mesh.push(&Face { vertices: &[a, c, b], normals: &[short; 3], ..none }).unwrap();
    model.chunks.push(::m3d::Chunk::Mesh(mesh));
    model.fit();
    model
}

/// The places of the corners of all polygons, and their normals.
fn corners(model: &Model) -> (Vec<Vec3>, Vec<Vec3>) {
    let at = |index: &::m3d::VertexIndex| {
        model.vertices().unwrap().get(index.get().unwrap()).unwrap().position.xyz()
    };
    let all =
        |list: fn(&::m3d::Mesh) -> &Vec<::m3d::VertexIndex>| model.meshes().flat_map(list).map(at).collect();
    (all(|mesh| &mesh.vertices), all(|mesh| &mesh.normals))
}

#[test]
fn a_point_that_is_also_a_normal_comes_back() {
    let model = with_shared_normals();
    let (back, losses) = there_and_back(&::m3d::write(&model).unwrap()).unwrap();
    assert_eq!(model.difference(&back), None);
    assert!(losses.iter().all(|loss| loss.severity == LossSeverity::Note), "{losses:#?}");
}

#[test]
fn what_shares_an_entry_is_told_apart_when_it_is_edited() {
    let model = with_shared_normals();
    let (points, normals) = corners(&model);
    // The corner moves, and the normal that was the same entry stays.
    let (back, codes) = edited(&model, |scene| {
        let positions = &mut scene.meshes[0].shape.positions;
        positions.iter_mut().filter(|position| position.x == 2.0).for_each(|position| position.x = 5.0);
    });
    assert_eq!(codes, []);
    let (points_now, normals_now) = corners(&back);
    assert_eq!(normals_now, normals);
    let moved = points.iter().map(|point| if point.x == 2.0 { Vec3::X * 5.0 } else { *point });
    assert_eq!(points_now, moved.collect::<Vec<_>>());
    assert_eq!(back.vertices().unwrap().len(), model.vertices().unwrap().len() + 1);
    assert_eq!(back.title(::m3d::Title::Author), "somebody");
    // One of the vertices of a point moves alone.
    let (back, codes) = edited(&model, |scene| scene.meshes[0].shape.positions[0] = Vec3::Z);
    assert_eq!(codes, []);
    let (points_now, _) = corners(&back);
    assert_eq!((points_now[0], points_now[3], &points_now[1..3]), (Vec3::Z, Vec3::ZERO, &points[1..3]));
    // Normals that are gone cannot stay empty.
    let (back, codes) = edited(&model, |scene| scene.meshes[0].shape.normals.clear());
    assert_eq!(codes, [LossCode::Rebuilt]);
    assert_eq!(corners(&back).0.len(), 6);
}

#[test]
fn integers_become_floats_where_an_edit_does_not_fit() {
    let mut model = fixture("rigged.m3d");
    model.requantise(::m3d::CoordinateType::Int16).unwrap();
    let (back, codes) = edited(&model, |scene| {
        scene.meshes[0].shape.positions.iter_mut().for_each(|position| position.y += 7.0);
    });
    assert_eq!(codes, []);
    let lowest = |model: &Model| corners(model).0.iter().map(|point| point.y).fold(f32::MAX, f32::min);
    assert_eq!(lowest(&back), lowest(&model) + 7.0);
    // Bones that share an entry with a corner stay where they are.
    assert_eq!(back.bind_pose(), model.bind_pose());
}

/// Moved, turned and stretched by its node, and by a parent.
#[test]
fn an_object_that_was_moved_is_elsewhere() {
    use rezkit::scene::{Node, Trs};
    let model = with_shared_normals();
    let (points, normals) = corners(&model);
    let (back, codes) = edited(&model, |scene| {
        let parent = Trs { translation: Vec3::new(1.0, 2.0, 3.0), ..Trs::IDENTITY };
        scene.nodes[0].parent = Some(scene.nodes.len());
        // A quarter turn about Z.
        let half = std::f32::consts::FRAC_1_SQRT_2;
        scene.nodes[0].local.rotation = geom::Quat::new(0.0, 0.0, half, half);
        scene.nodes[0].local.scale = Vec3::splat(2.0);
        scene.nodes.push(Node { name: "up".into(), local: parent, ..Node::default() });
    });
    assert_eq!(codes, [LossCode::NodeDropped, LossCode::NodeDropped]);
    assert_eq!(back.title(::m3d::Title::Author), "somebody");
    let (points_now, normals_now) = corners(&back);
    for (now, was) in points_now.iter().zip(&points) {
        let expected = Vec3::new(-2.0 * was.y + 1.0, 2.0 * was.x + 2.0, 2.0 * was.z + 3.0);
        assert!((*now - expected).length() < 1e-5, "{now:?} {expected:?}");
    }
    for (now, was) in normals_now.iter().zip(&normals) {
        let expected = was.normalised().map(|unit| Vec3::new(-unit.y, unit.x, unit.z));
        assert_eq!(now.normalised().is_some(), expected.is_some());
        let apart = now.normalised().zip(expected).map_or(0.0, |(now, expected)| (now - expected).length());
        assert!(apart < 1e-5, "{now:?} {was:?}");
    }
}

/// The places of vertices of a scene of one mesh at rest and at the keys of its animations.
fn places(scene: &Scene) -> Vec<Vec<Vec3>> {
    let node = scene.at_level(0)[0];
    let times = (0..scene.animations.len()).flat_map(|number| [0.0, 0.25, 0.5].map(|time| (number, time)));
    let poses = times.map(|(number, time)| scene.pose_at(number, time));
    [scene.rest()].into_iter().chain(poses).map(|pose| scene.skinned(node, &pose)).collect()
}

#[test]
fn a_skinned_model_that_was_moved_is_elsewhere() {
    use rezkit::scene::{Node, Trs};
    let model = fixture("rigged.m3d");
    for scale in [1.0, 0.01] {
        let mut moved = None;
        let (back, codes) = edited(&model, |scene| {
            let root = scene.nodes.len();
            let armature = scene.nodes.iter().position(|node| node.name == "Armature").unwrap();
            scene.nodes[armature].parent = Some(root);
            let local = Trs {
                translation: Vec3::new(0.0, 0.0, 4.0),
                rotation: geom::Quat::new(0.6, 0.0, 0.0, 0.8),
                scale: Vec3::splat(scale),
            };
            scene.nodes.push(Node { name: "up".into(), local, ..Node::default() });
            // As if vertices were stored as integers.
            for position in &mut scene.meshes[0].shape.positions {
                *position = *position * 8.0;
            }
            let whole = Trs { scale: Vec3::splat(0.125), ..Trs::IDENTITY }.matrix();
            scene.skins[0].inverse_bind.iter_mut().for_each(|bind| *bind = *bind * whole);
            moved = Some(places(scene));
        });
        assert!(codes.contains(&LossCode::Rebuilt), "{codes:?}");
        let now = places(&scene_of(&back));
        for (now, expected) in now.iter().zip(moved.unwrap()) {
            // The vertices are numbered anew.
            let is_there =
                |point: &Vec3| now.iter().any(|other| (*other - *point).length() < 1e-4 * (1.0 + scale));
            assert!(expected.iter().all(is_there), "{now:?} {expected:?}");
        }
    }
}

#[test]
fn joints_that_other_tools_rounded_do_not_become_more() {
    let model = fixture("rigged.m3d");
    let (back, codes) = edited(&model, |scene| {
        for bind in &mut scene.skins[0].inverse_bind {
            let mut numbers = bind.to_cols_array();
            numbers[9] -= 4.4e-8;
            *bind = geom::Mat4::from_cols_array(numbers);
        }
    });
    assert!(codes.contains(&LossCode::Rebuilt), "{codes:?}");
    assert_eq!(back.skeleton().unwrap().bones.len(), model.skeleton().unwrap().bones.len());
}

#[test]
fn morphs_and_labels_that_were_edited_are_not_ignored() {
    let text = "3dmodel 1\nm\nCC0\nme\n\n\nVertex\n0 0 0\n1 0 0\n0 1 0\n0 0 2\n\nMesh\npar size\n\
                0///3 1///1 2///2\n\nLabels\n0 here\n\nEnd\n";
    let model = ::m3d::read(text.as_bytes()).unwrap();
    assert_eq!(
        scene_of(&model).meshes[0].morphs[0].offsets,
        [(0, Vec3::Z * 2.0), (1, Vec3::ZERO), (2, Vec3::ZERO)]
    );
    let (back, codes) = edited(&model, |_| {});
    assert_eq!((back.difference(&model), codes), (None, vec![]));
    let (back, codes) = edited(&model, |scene| scene.meshes[0].morphs[0].offsets[0].1.z = 5.0);
    assert_eq!(codes, []);
    let top = back.meshes().next().unwrap().max_vertices[0].get().unwrap();
    assert_eq!(back.vertices().unwrap().get(top).unwrap().position.z, 5.0);
    let (_, codes) = edited(&model, |scene| {
        let label = scene.nodes.iter().position(|node| node.name == "here").unwrap();
        scene.nodes[label].name = "there".into();
    });
    assert_eq!(codes, [LossCode::LabelNode]);
}

#[test]
fn textures_of_one_name_stay_apart_and_what_is_not_held_is_named() {
    use rezkit::scene::{Alpha, Image, Material, Mesh, Mime, Node, Slot, Texture};
    let png = |grey: u8| rezkit::thumb::Picture { width: 1, height: 1, rgba: vec![grey; 4] }.to_png();
    let image = |bytes: Vec<u8>, mime| Image { name: "texture".into(), mime, bytes, uri: None };
    let images =
        vec![image(png(1), Mime::Png), image(png(2), Mime::Png), image(vec![0xff, 0xd8, 0xff], Mime::Jpeg)];
    let mut shape = geom::TriMesh {
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
        uvs: vec![geom::Vec2::ZERO; 3],
        indices: vec![[0, 1, 2]; 3],
        ..geom::TriMesh::default()
    };
    let mut materials = Vec::new();
    for (number, name) in ["a", "b", "c"].into_iter().enumerate() {
        let mut material = Material { name: name.into(), ..Material::default() };
        // Without blending, the opacity does not count.
        (material.base.w, material.alpha) = (0.25, Alpha::Opaque);
        material.base.x = 0.3;
        material.set_texture(Slot::Base, Some(Texture::new(number)));
        materials.push(material);
        let (material, triangles) = (Some(name.into()), number..number + 1);
        shape.groups.push(geom::Group { name: String::new(), material, triangles });
    }
    let nodes = vec![Node { mesh: Some(0), ..Node::default() }];
    let meshes = vec![Mesh { shape, ..Mesh::default() }];
    let scene = Scene { nodes, meshes, materials, images, ..Scene::default() };
    let (asset, losses) = from_scene(&scene, Format::M3d, &AssetOptions::default()).unwrap();
    let Asset::M3d(model) = asset else { panic!("{asset:?}") };
    let data = |model: &Model, material: &str| {
        let material = model.material(material).unwrap();
        assert_eq!(model.opacity(material), 255);
        match material.get(::m3d::PropertyId::DIFFUSE_MAP) {
            Some(::m3d::PropertyValue::Texture(name)) => {
                model.asset(&model.text(name)).map(|asset| asset.data.clone())
            }
            other => panic!("{other:?}"),
        }
    };
    let all = |model: &Model| ["a", "b", "c"].map(|name| data(model, name));
    assert_eq!(all(&model), [Some(png(1)), Some(png(2)), None]);
    // Another picture of the same name takes the place of the one that was there.
    let (back, _) = edited(&model, |scene| {
        scene.images.iter_mut().find(|image| image.bytes == png(1)).unwrap().bytes = png(3);
    });
    assert_eq!(all(&back), [Some(png(3)), Some(png(2)), None]);
    // Even if the scene does not show that one.
    let mut more = model.clone();
    more.set_asset("spare", b"no picture".to_vec());
    let (back, _) = edited(&more, |scene| {
        let image = scene.images.iter_mut().find(|image| image.bytes == png(1)).unwrap();
        (image.name, image.bytes) = ("spare".into(), png(3));
    });
    assert_eq!(all(&back), [Some(png(3)), Some(png(2)), None]);
    let found = |code| losses.iter().filter(|loss| loss.code == code).map(|loss| loss.count).sum::<usize>();
    assert_eq!((found(LossCode::ColourRounded), found(LossCode::TextureFormat)), (3, 1), "{losses:#?}");
}

#[test]
fn shapes_take_the_place_of_polygons() {
    let hidden = |more: &str| {
        let text = format!(
            "3dmodel 1\nm\nCC0\nme\n\n\nVertex\n0 0 0\n1 0 0\n0 1 0\n0 0 0 1\n\nMesh\n0 1 2\n\n{more}\nEnd\n"
        );
        let nodes = scene_of(&::m3d::read(text.as_bytes()).unwrap()).nodes;
        nodes.iter().filter(|node| node.mesh.is_some()).map(|node| node.hidden).collect::<Vec<_>>()
    };
    assert_eq!(hidden(""), [false]);
    assert_eq!(hidden("VoxTypes\n#ff0000ff a\n\nVoxel wall\ndim 1 1 1\nlayer\n0\n"), [false, false]);
    assert_eq!(hidden("Shape s\ncircle 0 3 1\n"), [true, false]);
}

#[test]
fn a_label_stays_where_its_corner_was() {
    let text =
        "3dmodel 1\nm\nCC0\nme\n\n\nVertex\n0 0 0\n1 0 0\n0 1 0\n\nMesh\n0 1 2\n\nLabels\n1 here\n\nEnd\n";
    let model = ::m3d::read(text.as_bytes()).unwrap();
    let (back, codes) = edited(&model, |scene| {
        let positions = &mut scene.meshes[0].shape.positions;
        positions.iter_mut().filter(|position| position.x == 1.0).for_each(|position| position.x = 4.0);
    });
    assert_eq!(codes, []);
    let vertices = back.vertices().unwrap();
    let label = back.labels().next().unwrap().labels[0].vertex.get().unwrap();
    assert_eq!((vertices.len(), vertices.get(label).unwrap().position.x), (4, 1.0));
    assert_eq!(corners(&back).0[1], Vec3::X * 4.0);
}

/// Model 3D has no place for these, so that only this program reads them.
#[test]
fn sides_light_and_cut_off_of_materials_come_back() {
    use rezkit::scene::{Alpha, Material, Mesh, Node};
    type Change = fn(&mut Material);
    let edits: [(&str, Change); 4] = [
        ("show one side", |it| it.double_sided = true),
        ("are lit", |it| it.unlit = true),
        ("cut-off", |it| it.alpha = Alpha::Mask(0.25)),
        ("become opaque", |it| it.alpha = Alpha::Blend),
    ];
    for (what, edit) in edits {
        let mut material = Material { name: "leaf".into(), roughness: 0.5, ..Material::default() };
        edit(&mut material);
        let shape = geom::TriMesh {
            positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
            indices: vec![[0, 1, 2]],
            groups: vec![geom::Group { name: String::new(), material: Some("leaf".into()), triangles: 0..1 }],
            ..geom::TriMesh::default()
        };
        let nodes = vec![Node { mesh: Some(0), ..Node::default() }];
        let meshes = vec![Mesh { shape, ..Mesh::default() }];
        let scene = Scene { nodes, meshes, materials: vec![material.clone()], ..Scene::default() };
        let (asset, losses) = from_scene(&scene, Format::M3d, &AssetOptions::default()).unwrap();
        let of_materials = losses.iter().filter(|loss| loss.code == LossCode::MaterialProp);
        let said: Vec<_> =
            of_materials.map(|loss| (loss.severity, loss.what.contains(what), &*loss.places[0])).collect();
        assert_eq!(said, [(LossSeverity::Changed, true, "leaf")], "{losses:?}");
        let Asset::M3d(model) = asset else { panic!("{asset:?}") };
        let back = scene_of(&::m3d::read(&::m3d::write(&model).unwrap()).unwrap());
        let found = back.material("leaf").unwrap();
        let facts = |it: &Material| (it.double_sided, it.unlit, it.alpha);
        assert_eq!(facts(found), facts(&material), "{what}");
    }
}

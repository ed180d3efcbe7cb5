//! Skinned meshes are at rest where they were, whatever their bind matrices are.

use geom::{Mat3, Mat4, Quat, TriMesh, Vec3, Vec4};
use rezkit::exchange::{AssetOptions, ExchangeOptions, SceneOptions, convert, from_scene, to_scene};
use rezkit::scene::{Animation, Interpolation, Material, Mesh, Node, Path, Role, Scene, Skin, Track, Trs};
use rezkit::{Format, LossCode};

fn node(name: &str, parent: Option<usize>, local: Trs) -> Node {
    Node { name: name.into(), parent, local, role: Role::Joint, ..Node::default() }
}

fn turn(axis: Vec3, degrees: f32) -> Quat {
    Quat::from_axis_angle(axis, degrees.to_radians()).unwrap()
}

/// Three corners at each of these heights, each hanging on one joint.
fn shape(unit: f32, heights: [f32; 2]) -> TriMesh {
    let mut shape = TriMesh::default();
    for (joint, height) in (0_u16..).zip(heights) {
        let first = u32::from(joint) * 3;
        for [x, y] in [[0.0, 0.0], [0.3, 0.0], [0.0, 0.2]] {
            shape.positions.push(Vec3::new(x, y, height) * unit);
            shape.joints.push([joint, 0, 0, 0]);
            shape.weights.push(Vec4::new(1.0, 0.0, 0.0, 0.0));
        }
        shape.indices.push([first, first + 1, first + 2]);
    }
    shape
}

/// A rig as converters from FBX write it: the armature is in centimetres and lies, the nodes stand in the first key of
/// an animation, and one of two meshes is in another unit, which its bind matrices undo.
fn from_fbx() -> Scene {
    let lying = Trs { rotation: turn(Vec3::X, -90.0), scale: Vec3::ONE * 0.01, ..Trs::IDENTITY };
    let hips = Trs { translation: Vec3::new(0.0, 0.0, 95.0), rotation: turn(Vec3::Z, 20.0), ..Trs::IDENTITY };
    let spine =
        Trs { translation: Vec3::new(0.0, 0.0, 40.0), rotation: turn(Vec3::X, 30.0), ..Trs::IDENTITY };
    let armature = Node { role: Role::Plain, ..node("rig", None, lying) };
    let mut nodes = vec![armature, node("hips", Some(0), hips), node("spine", Some(1), spine)];
    let bind = |unit: f32, height: f32| {
        Mat4::from_parts(Mat3::from_scale(Vec3::ONE * unit), Vec3::new(0.0, 0.0, -height))
    };
    let skin = |unit: f32| Skin {
        joints: vec![1, 2],
        inverse_bind: vec![bind(unit, 90.0), bind(unit, 130.0)],
        ..Skin::default()
    };
    let mut meshes = Vec::new();
    for (number, unit) in [100.0, 1.0].into_iter().enumerate() {
        let shape = shape(unit, [0.8 + number as f32, 1.4]);
        meshes.push(Mesh { name: format!("part{number}"), shape, ..Mesh::default() });
        let (mesh, skin) = (Some(number), Some(number));
        nodes.push(Node { name: format!("part{number}"), mesh, skin, ..Node::default() });
    }
    Scene { nodes, meshes, skins: vec![skin(1.0), skin(100.0)], ..Scene::default() }
}

/// The vertices of all meshes in a pose of an animation, or at rest.
fn places(scene: &Scene, time: Option<f32>) -> Vec<Vec3> {
    let pose = time.map_or(scene.rest(), |time| scene.pose_at(0, time));
    (0..scene.nodes.len()).flat_map(|node| scene.skinned(node, &pose)).collect()
}

fn assert_same(found: &[Vec3], expected: &[Vec3], most: f32) {
    for point in expected {
        let off = found.iter().map(|other| (*other - *point).length()).fold(f32::INFINITY, f32::min);
        assert!(off < most, "{point:?} is {off} off among {found:?}");
    }
}

#[test]
fn models_are_where_the_scene_is_at_rest() {
    let scene = from_fbx();
    let expected = places(&scene, None);
    assert_eq!(expected.len(), 12);
    for format in [Format::RbxMesh, Format::M3d] {
        let (model, _) = from_scene(&scene, format, &AssetOptions::default()).unwrap();
        let (back, _) = to_scene(&model, &SceneOptions::default()).unwrap();
        assert_same(&places(&back, None), &expected, 1e-4);
        // Single bones have no other pose than that in which they are bound.
        let joints = back.nodes.iter().filter(|node| node.role == Role::Joint).count();
        assert_eq!(joints, 2);
    }
}

/// Rotations about a joint, of vertices that hang on it alone, are those of the scene.
#[test]
fn actions_move_vertices_as_animations_do() {
    let mut scene = from_fbx();
    let keys = [turn(Vec3::X, 30.0), turn(Vec3::X, -50.0)];
    let values = keys.iter().flat_map(|key| key.to_array()).collect();
    let (path, interpolation, times) = (Path::Rotation, Interpolation::Linear, vec![0.0, 1.0]);
    let tracks = vec![Track { node: 2, path, interpolation, times, values }];
    scene.animations.push(Animation { name: "bow".into(), tracks, ..Animation::default() });
    let (model, losses) = from_scene(&scene, Format::M3d, &AssetOptions::default()).unwrap();
    let bent = |losses: &[rezkit::Loss]| {
        losses.iter().find(|loss| loss.what.contains("bend from the rest pose")).map(|loss| loss.count)
    };
    assert_eq!(bent(&losses), None);
    let mut blended = scene.clone();
    blended.meshes[0].shape.weights[1] = Vec4::new(0.75, 0.25, 0.0, 0.0);
    blended.meshes[0].shape.joints[1] = [0, 1, 0, 0];
    let (_, losses) = from_scene(&blended, Format::M3d, &AssetOptions::default()).unwrap();
    assert_eq!(bent(&losses), Some(1));
    let (back, _) = to_scene(&model, &SceneOptions::default()).unwrap();
    for time in [0.0, 1.0] {
        assert_same(&places(&back, Some(time)), &places(&scene, Some(time)), 1e-3);
    }
}

/// An action of one pose has a duration, materials that are named exist, and no round adds a joint.
#[test]
fn models_open_in_the_reference_library() {
    let mut scene = from_fbx();
    let (path, interpolation, times) = (Path::Rotation, Interpolation::Linear, vec![0.0]);
    let values = turn(Vec3::Y, 10.0).to_array().to_vec();
    let tracks = vec![Track { node: 1, path, interpolation, times, values }];
    scene.animations.push(Animation { name: "RESET".into(), tracks, ..Animation::default() });
    scene.materials.push(Material { name: "plain".into(), ..Material::default() });
    scene.nodes[3].material = Some(0);
    let mut n_bones = Vec::new();
    for _ in 0..3 {
        let (model, losses) = from_scene(&scene, Format::M3d, &AssetOptions::default()).unwrap();
        let rezkit::Asset::M3d(file) = &model else { panic!("a model") };
        assert!(file.material("plain").is_some());
        assert_eq!(file.actions().map(|action| action.duration).collect::<Vec<_>>(), [1]);
        n_bones.push(file.skeleton().unwrap().bones.len());
        let is_short = losses.iter().any(|loss| loss.what.contains("last 1 ms"));
        assert_eq!(is_short, n_bones.len() == 1);
        (scene, _) = to_scene(&model, &SceneOptions::default().extras(false)).unwrap();
    }
    assert_eq!(n_bones, [2, 2, 2]);
}

/// A Collada file as exporters for Second Life write it: a collision volume has a scale, and its parent is missing.
#[test]
fn bind_matrices_place_the_joints_of_the_avatar() {
    let text = r##"<COLLADA version="1.4.1"><asset><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="pa" count="9">0 0 1 0.3 0 1 0 0.2 1.5</float_array>
<technique_common><accessor source="#pa" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>
<library_controllers><controller id="c"><skin source="#g"><bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>
<source id="j"><Name_array id="ja" count="2">PELVIS mTorso</Name_array><technique_common><accessor source="#ja" count="2"/></technique_common></source>
<source id="b"><float_array id="ba" count="32">8 0 0 0 0 6 0 0 0 0 5 -5 0 0 0 1  1 0 0 0 0 1 0 0 0 0 1 -1.15 0 0 0 1</float_array><technique_common><accessor source="#ba" count="2" stride="16"/></technique_common></source>
<source id="w"><float_array id="wa" count="1">1</float_array><technique_common><accessor source="#wa" count="1"/></technique_common></source>
<joints><input semantic="JOINT" source="#j"/><input semantic="INV_BIND_MATRIX" source="#b"/></joints>
<vertex_weights count="3"><input semantic="JOINT" source="#j" offset="0"/><input semantic="WEIGHT" source="#w" offset="1"/><vcount>1 1 1</vcount><v>0 0 1 0 1 0</v></vertex_weights></skin></controller></library_controllers>
<library_visual_scenes><visual_scene id="s"><node id="PELVIS" name="PELVIS" sid="PELVIS" type="JOINT"><matrix>8.4 0 0 0 0 6.2 0 0 0 0 5.8 3 0 0 0 1</matrix>
<node id="mTorso" name="mTorso" sid="mTorso" type="JOINT"><matrix>1 0 0 0 0 1 0 0 0 0 1 0.084 0 0 0 1</matrix></node></node>
<node id="body" name="body"><instance_controller url="#c"><skeleton>#PELVIS</skeleton></instance_controller></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>"##;
    // What exporters of regions write: all of a shape is a unit, and its bind shape matrix gives it its size.
    let sized = text
        .replace("0 0 1 0.3 0 1 0 0.2 1.5", "0 0 0.5 0.15 0 0.5 0 0.1 0.75")
        .replace(">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1<", ">2 0 0 0 0 2 0 0 0 0 2 0 0 0 0 1<");
    // Eyes, which are bound to one joint.
    let alone = text
        .replace(r#"count="2">PELVIS mTorso"#, r#"count="1">mTorso"#)
        .replace(r#"count="32">8 0 0 0 0 6 0 0 0 0 5 -5 0 0 0 1  "#, r#"count="16">"#)
        .replace("<v>0 0 1 0 1 0</v>", "<v>0 0 0 0 0 0</v>")
        .replace("8.4 0 0 0 0 6.2 0 0 0 0 5.8 3 0 0 0 1", "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1");
    for (text, n_placed) in [(text, 2), (&sized, 2), (&alone, 1)] {
        is_where_bind_matrices_say(text, n_placed);
    }
}

fn is_where_bind_matrices_say(text: &str, n_placed: usize) {
    // Z is up in the file, and Y in the scene.
    let expected = [Vec3::new(0.0, 1.0, 0.0), Vec3::new(0.3, 1.0, 0.0), Vec3::new(0.0, 1.5, -0.2)];
    for format in [Format::Glb, Format::RbxMesh, Format::M3d, Format::Obj] {
        let made = convert(text.as_bytes(), &ExchangeOptions::to(format), &mut |_| None).unwrap();
        let placed = made.losses.iter().find(|loss| loss.code == LossCode::HierarchyAssumed).unwrap();
        assert_eq!(placed.count, n_placed);
        let (back, _) = match format {
            Format::RbxMesh | Format::M3d => {
                to_scene(&rezkit::Asset::read(&made.bytes).unwrap(), &SceneOptions::default()).unwrap()
            }
            Format::Obj => (rezkit::scene::obj::read(&made.bytes).unwrap(), Vec::new()),
            _ => (rezkit::gltf::read(&made.bytes).unwrap(), Vec::new()),
        };
        assert_same(&places(&back, None), &expected, 1e-5);
    }
}

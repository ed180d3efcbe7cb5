//! ! Tests the faults that `check` finds, and skinning and morphing of vertices.

use geom::{Group, Mat4, MeshFault, Quat, TriMesh, Vec3, Vec4};
use scene::{
    Animation, Interpolation, Material, Mesh, Morph, Node, Path, Pose, Role, Scene, SceneFault, Skin, Slot,
    Texture, Track, Trs,
};

fn triangle() -> TriMesh {
    TriMesh { positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y], indices: vec![[0, 1, 2]], ..TriMesh::default() }
}

/// Returns a scene of two joints, one above the other, and a skinned triangle.
fn rig() -> Scene {
    let mut shape = triangle();
    shape.joints = vec![[0, 1, 0, 0]; 3];
    shape.weights =
        vec![Vec4::new(1.0, 0.0, 0.0, 0.0), Vec4::new(0.0, 1.0, 0.0, 0.0), Vec4::new(3.0, 1.0, 0.0, 0.0)];
    let up = Trs { translation: Vec3::Y, ..Trs::IDENTITY };
    let node = |name: &str, parent, local| Node { name: name.into(), parent, local, ..Node::default() };
    Scene {
        nodes: vec![
            // The child comes before its parent.
            node("upper", Some(1), up),
            node("lower", None, Trs::IDENTITY),
            Node { mesh: Some(0), skin: Some(0), ..node("mesh", Some(0), up) },
        ],
        meshes: vec![Mesh { shape, ..Mesh::default() }],
        skins: vec![Skin {
            joints: vec![1, 0],
            inverse_bind: vec![
                Mat4::IDENTITY,
                Mat4::from_translation_rotation_scale(-Vec3::Y, Quat::IDENTITY, Vec3::ONE),
            ],
            ..Skin::default()
        }],
        ..Scene::default()
    }
}

#[test]
fn each_fault_is_found() {
    assert_eq!(rig().check(), []);
    let faults = |change: fn(&mut Scene)| {
        let mut scene = rig();
        change(&mut scene);
        scene.check()
    };
    assert_eq!(faults(|it| it.nodes[1].parent = Some(9)), [SceneFault::Parent(1)]);
    assert_eq!(faults(|it| it.nodes[1].parent = Some(0)), [SceneFault::Circle(0), SceneFault::Circle(1)]);
    assert_eq!(faults(|it| it.nodes[2].mesh = Some(1)), [SceneFault::NodeRefers(2)]);
    assert_eq!(faults(|it| it.nodes[0].role = Role::Lod { of: 0, level: 1 }), [SceneFault::LodOf(0)]);
    assert_eq!(
        faults(|it| it.meshes[0].shape.indices.push([0, 1, 3])),
        [SceneFault::Mesh(0, MeshFault::Triangle(1))]
    );
    assert_eq!(faults(|it| it.meshes[0].lines.push([0, 3])), [SceneFault::MeshLists(0, "lines")]);
    assert_eq!(faults(|it| it.meshes[0].points.push(3)), [SceneFault::MeshLists(0, "points")]);
    assert_eq!(faults(|it| it.meshes[0].polygons.push(2)), [SceneFault::MeshLists(0, "polygons")]);
    assert_eq!(
        faults(|it| it.meshes[0].extra_influences.push(([0; 4], Vec4::ZERO))),
        [SceneFault::MeshLists(0, "influences")]
    );
    assert_eq!(
        faults(|it| it.meshes[0].morphs.push(Morph { name: String::new(), offsets: vec![(3, Vec3::X)] })),
        [SceneFault::MeshLists(0, "morphs")]
    );
    let named = |it: &mut Scene| {
        it.meshes[0].shape.groups.push(Group {
            material: Some("Wood".into()),
            triangles: 0..1,
            ..Group::default()
        });
    };
    assert_eq!(faults(named), [SceneFault::GroupMaterial(0, "Wood".into())]);
    assert_eq!(faults(|it| it.meshes[0].shape.joints[2][1] = 7), [SceneFault::Influence(0)]);
    assert_eq!(faults(|it| it.skins[0].joints[1] = 1), [SceneFault::JointTwice(0)]);
    assert_eq!(faults(|it| it.skins[0].joints[1] = 5), [SceneFault::Joint(0)]);
    assert_eq!(faults(|it| it.skins[0].inverse_bind.truncate(1)), [SceneFault::Bind(0)]);
    assert_eq!(faults(|it| it.materials = vec![Material::default(); 2]), [SceneFault::MaterialName(1)]);
    let textured = |it: &mut Scene| {
        let mut material = Material::default();
        material.set_texture(Slot::Normal, Some(Texture::new(0)));
        it.materials.push(material);
    };
    assert_eq!(faults(textured), [SceneFault::TextureImage(0)]);
    let track = |node, times: &[f32]| Track {
        node,
        path: Path::Scale,
        interpolation: Interpolation::Linear,
        times: times.to_vec(),
        values: vec![1.0; times.len() * 3],
    };
    let with = |tracks: Vec<Track>| {
        let animations = vec![Animation { tracks, ..Animation::default() }];
        Scene { animations, ..rig() }.check()
    };
    assert_eq!(with(vec![track(0, &[0.0, 1.0]), track(1, &[0.0])]), []);
    assert_eq!(with(vec![track(9, &[0.0])]), [SceneFault::Track(0, 0)]);
    assert_eq!(with(vec![track(0, &[1.0, 1.0])]), [SceneFault::Track(0, 0)]);
    assert_eq!(with(vec![track(0, &[0.0]), track(0, &[0.0])]), [SceneFault::TrackTwice(0, 1)]);
    assert_eq!(
        SceneFault::TrackTwice(0, 1).to_string(),
        "animation 0, track 1 animates the same property as another track"
    );
}

#[test]
fn joints_move_vertices_by_their_weights() {
    let scene = rig();
    // At rest, vertices are at their bind positions, and the transform of the mesh node has no effect.
    assert_eq!(scene.skinned(2, &scene.rest()), triangle().positions);
    let mut pose = scene.rest();
    pose.locals[0].translation = Vec3::new(0.0, 1.0, 4.0);
    let moved = scene.skinned(2, &pose);
    // The vertices move by nothing, in full, and by a quarter: weights are divided by their sum.
    assert_eq!(moved, [Vec3::ZERO, Vec3::new(1.0, 0.0, 4.0), Vec3::new(0.0, 1.0, 1.0)]);
    pose.locals[1].scale = Vec3::splat(2.0);
    assert_eq!(scene.skinned(2, &pose)[1], Vec3::new(2.0, 0.0, 8.0));
    // A vertex without weights follows its first joint.
    let mut bare = scene.clone();
    bare.meshes[0].shape.weights = vec![Vec4::ZERO; 3];
    assert_eq!(bare.skinned(2, &pose)[1], Vec3::new(2.0, 0.0, 0.0));
    assert_eq!(scene.skinned(0, &pose), []);
}

#[test]
fn a_second_set_of_joints_counts() {
    let mut scene = rig();
    scene.meshes[0].shape.weights = vec![Vec4::new(0.5, 0.0, 0.0, 0.0); 3];
    scene.meshes[0].extra_influences = vec![([1, 0, 0, 0], Vec4::new(0.5, 0.0, 0.0, 0.0)); 3];
    let mut pose = scene.rest();
    pose.locals[0].translation = Vec3::new(0.0, 1.0, 4.0);
    assert_eq!(scene.skinned(2, &pose)[1], Vec3::new(1.0, 0.0, 2.0));
}

#[test]
fn morphs_add_up() {
    let mut scene = rig();
    (scene.meshes[0].shape.joints, scene.meshes[0].shape.weights) = (Vec::new(), Vec::new());
    let morph = |offset| Morph { name: String::new(), offsets: vec![(1, offset)] };
    scene.meshes[0].morphs = vec![morph(Vec3::Y), morph(Vec3::Z)];
    scene.nodes[2].weights = vec![0.5, 2.0, 7.0];
    scene.nodes[2].parent = None;
    let positions = scene.skinned(2, &scene.rest());
    assert_eq!(positions, [Vec3::Y, Vec3::new(1.0, 1.5, 2.0), Vec3::new(0.0, 2.0, 0.0)]);
    assert_eq!(scene.bounds().unwrap().max, Vec3::new(1.0, 2.0, 2.0));
}

#[test]
fn circles_of_parents_do_not_hang() {
    let mut scene = rig();
    scene.nodes[1].parent = Some(2);
    scene.nodes[2].parent = Some(0);
    assert_eq!(scene.world_matrices(&scene.rest()).len(), 3);
    assert!(scene.bounds().is_some());
    // A chain of 100,000 nodes needs little time and no recursion.
    let nodes = (0..100_000_usize).map(|index| Node { parent: index.checked_sub(1), ..Node::default() });
    let chain = Scene { nodes: nodes.collect(), ..Scene::default() };
    assert_eq!(chain.check(), []);
    assert_eq!(chain.world_matrices(&chain.rest()).len(), 100_000);
}

#[test]
fn nodes_that_a_pose_says_nothing_of_are_as_at_rest() {
    let scene = rig();
    assert_eq!(scene.world_matrices(&Pose::default()), scene.world_matrices(&scene.rest()));
    let moved = Trs { translation: Vec3::new(0.0, 1.0, 4.0), ..Trs::IDENTITY };
    let mut pose = scene.rest();
    pose.locals[0] = moved;
    assert_eq!(
        scene.world_matrices(&Pose { locals: vec![moved], ..Pose::default() }),
        scene.world_matrices(&pose)
    );
}

//! For each requirement, a scene that breaks only that requirement; and scenes that break none.

use super::cages::tests::cage;
use super::{AccessoryKind, Purpose, findings};
use geom::{Mat4, TriMesh, Vec2, Vec3, Vec4};
use scene::thumb::Picture;
use scene::{Alpha, Image, Light, Material, Mesh, Node, Scene, Skin, Slot, Texture, Trs};

/// A closed box of these sides around the origin.
fn block(sides: [f32; 3]) -> Mesh {
    let corner = |index: u8| {
        let side = |axis: usize| sides[axis] * (f32::from(index >> axis & 1) - 0.5);
        Vec3::new(side(0), side(1), side(2))
    };
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let indices = quads.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
    let shape = TriMesh {
        positions: (0..8).map(corner).collect(),
        uvs: vec![Vec2::new(0.25, 0.75); 8],
        indices,
        ..TriMesh::default()
    };
    Mesh { shape, ..Mesh::default() }
}

fn put(scene: &mut Scene, name: &str, place: [f32; 3], mesh: Option<Mesh>) {
    let mesh = mesh.map(|mesh| {
        scene.meshes.push(mesh);
        scene.meshes.len() - 1
    });
    let local = Trs { translation: Vec3::from_array(place), ..Trs::IDENTITY };
    scene.nodes.push(Node { name: name.into(), local, mesh, ..Node::default() });
}

fn hat() -> Scene {
    let mut scene = Scene::default();
    put(&mut scene, "Hat", [0.0; 3], Some(block([1.5, 1.0, 1.5])));
    scene
}

fn jacket() -> Scene {
    let mut scene = hat();
    put(&mut scene, "Hat_InnerCage", [0.0; 3], Some(cage(None, [2.0, 1.0, 1.0])));
    put(&mut scene, "Hat_OuterCage", [0.0; 3], Some(cage(None, [2.5, 1.5, 1.5])));
    scene
}

/// The parts of a body with their positions and sides, and attachments with their positions.
const PARTS: [(&str, [f32; 3], [f32; 3]); 9] = [
    ("Head", [0.0, 2.6, 0.0], [1.2, 1.2, 1.2]),
    ("UpperTorso", [0.0, 1.2, 0.0], [2.0, 1.6, 1.0]),
    ("LowerTorso", [0.0, 0.2, 0.0], [2.0, 0.4, 1.0]),
    ("UpperArm", [1.5, 1.4, 0.0], [1.0, 1.2, 1.0]),
    ("LowerArm", [1.5, 0.3, 0.0], [1.0, 1.0, 1.0]),
    ("Hand", [1.5, -0.35, 0.0], [1.0, 0.3, 1.0]),
    ("UpperLeg", [0.5, -0.6, 0.0], [1.0, 1.2, 1.0]),
    ("LowerLeg", [0.5, -1.8, 0.0], [1.0, 1.2, 1.0]),
    ("Foot", [0.5, -2.55, 0.0], [1.0, 0.3, 1.0]),
];

const ATTACHMENTS: [(&str, [f32; 3]); 19] = [
    ("FaceCenter_Att", [0.0, 2.6, 0.0]),
    ("FaceFront_Att", [0.0, 2.6, 0.6]),
    ("Hat_Att", [0.0, 3.2, 0.0]),
    ("Hair_Att", [0.0, 3.2, 0.0]),
    ("LeftCollar_Att", [0.9, 2.0, 0.0]),
    ("RightCollar_Att", [-0.9, 2.0, 0.0]),
    ("Neck_Att", [0.0, 2.0, 0.0]),
    ("BodyBack_Att", [0.0, 1.2, -0.5]),
    ("BodyFront_Att", [0.0, 1.2, 0.5]),
    ("Root_Att", [0.0, 0.0, 0.0]),
    ("WaistFront_Att", [0.0, 0.1, 0.5]),
    ("WaistBack_Att", [0.0, 0.1, -0.5]),
    ("WaistCenter_Att", [0.0, 0.1, 0.0]),
    ("RightShoulder_Att", [-1.5, 1.9, 0.0]),
    ("RightGrip_Att", [-1.5, -0.35, 0.0]),
    ("LeftShoulder_Att", [1.5, 1.9, 0.0]),
    ("LeftGrip_Att", [1.5, -0.35, 0.0]),
    ("RightFoot_Att", [-0.5, -2.55, 0.0]),
    ("LeftFoot_Att", [0.5, -2.55, 0.0]),
];

fn body() -> Scene {
    let mut scene = Scene::default();
    for (name, [x, y, z], sides) in PARTS {
        let of_sides = if x > 0.0 { &[("Left", 1.0), ("Right", -1.0)][..] } else { &[("", 1.0)] };
        for (side, sign) in of_sides {
            let place = [x * sign, y, z];
            put(&mut scene, &format!("{side}{name}_Geo"), place, Some(block(sides)));
            let part = format!("{side}{name}");
            put(&mut scene, &format!("{part}_OuterCage"), place, Some(cage(Some(&part), sides)));
        }
    }
    for (name, place) in ATTACHMENTS {
        put(&mut scene, name, place, None);
    }
    scene
}

fn changed(mut scene: Scene, change: impl FnOnce(&mut Scene)) -> Scene {
    change(&mut scene);
    scene
}

/// A left and a right shoe with their cages.
fn shoes() -> Scene {
    let mut scene = jacket();
    for index in 0..scene.nodes.len() {
        let mut right = scene.nodes[index].clone();
        right.name = right.name.replace("Hat", "RightShoe");
        scene.nodes.push(right);
        scene.nodes[index].name = scene.nodes[index].name.replace("Hat", "LeftShoe");
    }
    scene
}

/// A body with an attachment that has a mesh of 0.3 studs, by the places of its node and of its mesh.
fn with_ball(name: &str, place: [f32; 3], offset: [f32; 3]) -> Scene {
    changed(body(), |scene| {
        let mut ball = block([0.3; 3]);
        ball.shape.positions.iter_mut().for_each(|position| *position += Vec3::from_array(offset));
        scene.meshes.push(ball);
        let mesh = Some(scene.meshes.len() - 1);
        let node = scene.nodes.iter_mut().find(|node| node.name == name).unwrap();
        (node.local.translation, node.mesh) = (Vec3::from_array(place), mesh);
    })
}

/// The mesh of a node, by its name.
fn shape<'s>(scene: &'s mut Scene, name: &str) -> &'s mut TriMesh {
    let mesh = scene.nodes.iter().find(|node| node.name == name).unwrap().mesh.unwrap();
    &mut scene.meshes[mesh].shape
}

/// Names a shoe so that it is not the other of a pair.
fn renamed(node: &mut Node) {
    node.name = node.name.replace("Right", "Other");
}

fn painted(scene: &mut Scene, material: Material) {
    scene.materials.push(material);
    scene.nodes[0].material = Some(0);
}

fn pictured(side: u32) -> Scene {
    changed(hat(), |scene| {
        let bytes = Picture { width: side, height: 1, rgba: vec![255; side as usize * 4] }.to_png();
        scene.images.push(Image { bytes, ..Image::default() });
        let mut material = Material::default();
        material.set_texture(Slot::Base, Some(Texture::new(0)));
        painted(scene, material);
    })
}

/// Repeats the triangles of a node's mesh until it has `n` copies of them.
fn repeated(scene: &mut Scene, name: &str, n: usize) {
    let shape = shape(scene, name);
    let n_vertices = shape.positions.len();
    for copy in 1..n {
        let offset = u32::try_from(copy * n_vertices).unwrap();
        let moved = |position: &Vec3| *position + Vec3::new(0.0, 0.0, 1e-5 * copy as f32);
        let more: Vec<Vec3> = shape.positions[..n_vertices].iter().map(moved).collect();
        shape.positions.extend(more);
        let more: Vec<[u32; 3]> =
            shape.indices[..12].iter().map(|corners| corners.map(|it| it + offset)).collect();
        shape.indices.extend(more);
        shape.uvs.extend(vec![Vec2::new(0.25, 0.75); n_vertices]);
    }
}

/// Adds a skin of six joints, the first of which is the root, and weights on these joints.
fn skinned(scene: &mut Scene, joints: [u16; 4], extra: Vec4) {
    let first = scene.nodes.len();
    for name in ["Root", "a", "b", "c", "d", "e"] {
        put(scene, name, [0.0; 3], None);
    }
    let skin = Skin {
        joints: (first..first + 6).collect(),
        inverse_bind: vec![Mat4::IDENTITY; 6],
        ..Skin::default()
    };
    scene.skins.push(skin);
    // Skinned vertices are placed by their joints, at the origin here.
    scene.nodes[0].skin = Some(0);
    let world = scene.nodes[0].local.translation;
    let mesh = scene.nodes[0].mesh.unwrap();
    let mesh = &mut scene.meshes[mesh];
    mesh.shape.positions.iter_mut().for_each(|position| *position += world);
    mesh.shape.joints = vec![joints; 8];
    mesh.shape.weights = vec![Vec4::new(0.25, 0.25, 0.25, 0.25); 8];
    mesh.extra_influences = vec![([5, 0, 0, 0], extra); 8];
}

fn rules(scene: &Scene, purpose: Option<Purpose>) -> Vec<&'static str> {
    let mut ids: Vec<_> = findings(scene, None, purpose).counts.into_iter().map(|(id, _)| id).collect();
    ids.sort_unstable();
    ids
}

#[test]
fn items_as_documented_have_no_findings() {
    let rigid = Some(Purpose::Rigid(Some(AccessoryKind::Hat)));
    for (scene, purpose) in [
        (hat(), None),
        (hat(), rigid),
        (hat(), Some(Purpose::Rigid(None))),
        (pictured(1024), rigid),
        (jacket(), Some(Purpose::Layered)),
        (body(), Some(Purpose::Body)),
        // A closed mesh may have edges at which more than two triangles meet.
        (changed(hat(), |it| it.meshes[0].shape.indices.extend_from_within(..)), rigid),
        (shoes(), Some(Purpose::Layered)),
        (with_ball("Hat_Att", [0.0, 3.3, 0.0], [0.0; 3]), Some(Purpose::Body)),
        // A program that freezes transforms moves vertices instead of nodes.
        (with_ball("Hat_Att", [0.0; 3], [0.0, 3.2, 0.0]), Some(Purpose::Body)),
        // Exporters sort the vertices of both cages differently.
        (
            changed(jacket(), |it| {
                shape(it, "Hat_InnerCage").uvs[3].x += 0.25;
                shape(it, "Hat_OuterCage").uvs[8].x += 0.25;
            }),
            Some(Purpose::Layered),
        ),
    ] {
        assert_eq!(findings(&scene, None, purpose).list, [], "{purpose:?}");
    }
}

#[test]
fn each_requirement_has_a_scene_that_breaks_it_alone() {
    let (rigid, body_of) = (Some(Purpose::Rigid(Some(AccessoryKind::Hat))), Some(Purpose::Body));
    let cases: Vec<(&str, Scene, Option<Purpose>)> = vec![
        ("RZK050", changed(hat(), |it| repeated(it, "Hat", 334)), rigid),
        ("RZK050", changed(hat(), |it| repeated(it, "Hat", 1667)), None),
        ("RZK050", changed(body(), |it| repeated(it, "LeftHand_Geo", 103)), body_of),
        ("RZK051", changed(hat(), |it| it.meshes[0] = block([1.5, 4.1, 1.5])), rigid),
        ("RZK051", changed(hat(), |it| it.meshes[0] = block([1.0, 0.6, 0.4])), Some(Purpose::Eyes)),
        ("RZK052", changed(hat(), |it| _ = it.meshes[0].shape.indices.pop()), rigid),
        ("RZK053", changed(hat(), |it| put(it, "Sign", [0.0; 3], Some(block([1.0; 3])))), rigid),
        ("RZK053", changed(shoes(), |it| it.nodes.iter_mut().for_each(renamed)), Some(Purpose::Layered)),
        (
            "RZK053",
            changed(hat(), |it| {
                it.lights.push(Light::default());
                it.nodes.push(Node { light: Some(0), ..Node::default() });
            }),
            rigid,
        ),
        ("RZK054", changed(hat(), |it| skinned(it, [1, 2, 3, 4], Vec4::new(0.5, 0.0, 0.0, 0.0))), None),
        (
            "RZK055",
            changed(hat(), |it| {
                let base = Vec4::new(1.0, 1.0, 1.0, 0.5);
                painted(it, Material { base, alpha: Alpha::Blend, ..Material::default() });
            }),
            rigid,
        ),
        (
            "RZK056",
            changed(body(), |it| {
                let node = it.nodes.iter_mut().find(|node| node.name == "Head_Geo").unwrap();
                node.name = "Skull".into();
            }),
            body_of,
        ),
        (
            "RZK056",
            changed(body(), |it| {
                let node = it.nodes.iter_mut().find(|node| node.name == "LeftHand_Geo").unwrap();
                node.name = "Hand.L".into();
            }),
            body_of,
        ),
        (
            "RZK057",
            changed(body(), |it| {
                let node = it.nodes.iter_mut().find(|node| node.name == "Hat_Att").unwrap();
                node.local.translation.y = 2.1;
            }),
            body_of,
        ),
        ("RZK057", with_ball("Hat_Att", [0.0, 3.4, 0.0], [0.0; 3]), body_of),
        ("RZK057", changed(body(), |it| it.nodes.retain(|node| node.name != "LeftGrip_Att")), body_of),
        ("RZK057", changed(body(), |it| it.nodes.retain(|node| node.name != "LeftFoot_Att")), body_of),
        ("RZK058", pictured(2049), rigid),
        ("RZK058", pictured(4097), None),
        ("RZK060", pictured(1025), None),
        ("RZK060", pictured(2048), rigid),
        (
            "RZK059",
            changed(hat(), |it| {
                let group = |material: &str, triangles| geom::Group {
                    name: String::new(),
                    material: Some(material.into()),
                    triangles,
                };
                it.meshes[0].shape.groups = vec![group("a", 0..6), group("b", 6..12)];
                it.materials =
                    ["a", "b"].map(|name| Material { name: name.into(), ..Material::default() }).into();
            }),
            None,
        ),
        ("RZK061", changed(jacket(), |it| it.nodes.truncate(2)), Some(Purpose::Layered)),
        ("RZK061", changed(jacket(), |it| shape(it, "Hat_OuterCage").uvs[3].x = 0.5), Some(Purpose::Layered)),
        ("RZK061", changed(body(), |it| it.nodes.retain(|node| node.name != "Head_OuterCage")), body_of),
        ("RZK061", changed(body(), |it| _ = shape(it, "Head_OuterCage").indices.pop()), body_of),
        (
            "RZK061",
            changed(body(), |it| {
                shape(it, "LeftFoot_OuterCage").uvs.iter_mut().for_each(|uv| uv.x += 0.01);
            }),
            body_of,
        ),
        ("RZK062", changed(hat(), |it| it.meshes[0].shape.uvs[0].x = 1.5), None),
        ("RZK063", changed(hat(), |it| it.meshes[0] = block([1.0, 0.0, 1.0])), None),
        ("RZK064", changed(body(), |it| skinned(it, [0, 1, 2, 3], Vec4::ZERO)), body_of),
    ];
    for (rule, scene, purpose) in &cases {
        let found = rules(scene, *purpose);
        // A flat box has edges at which four triangles meet.
        let others = found.iter().filter(|id| *id != rule && !(*rule == "RZK063" && **id == "RZK052"));
        assert!(
            found.contains(rule) && others.count() == 0,
            "{rule}: {:?}",
            findings(scene, None, *purpose).list
        );
    }
    let is_shown = |number: u32| cases.iter().any(|(rule, ..)| *rule == format!("RZK{number:03}"));
    assert!((50..=64).all(is_shown));
}

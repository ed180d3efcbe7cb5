//! Unions, and what stands in for them and for meshes.

use crate::support::fixtures;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use geom::{Aabb, Rgba8, Vec3, Vec4};
use rezkit::exchange::{ExchangeOptions, SceneOptions, convert, read};
use rezkit::scene::{Node, Scene};
use rezkit::{Asset, Format, Loss, LossCode, gltf};

fn blob(name: &str) -> Vec<u8> {
    std::fs::read(fixtures().join(format!("rbxcsg/{name}.csg"))).unwrap()
}

fn bytes(property: &str, bytes: &[u8]) -> String {
    format!("<BinaryString name='{property}'>{}</BinaryString>", STANDARD.encode(bytes))
}

fn vector(name: &str, [x, y, z]: [f32; 3]) -> String {
    format!("<Vector3 name='{name}'><X>{x}</X><Y>{y}</Y><Z>{z}</Z></Vector3>")
}

/// A part of twice the size that its shape was made in.
fn part(class: &str, name: &str, properties: &str) -> String {
    let (size, initial) = (vector("size", [8.0, 4.0, 12.0]), vector("InitialSize", [4.0, 2.0, 6.0]));
    let grey = "<Color3uint8 name='Color3uint8'>4286611584</Color3uint8>";
    format!(
        "<Item class='{class}' referent='{name}'><Properties><string name='Name'>{name}</string>{size}{initial}{grey}\
         {properties}</Properties></Item>"
    )
}

fn url(property: &str, number: u32) -> String {
    format!("<Content name='{property}'><url>http://www.roblox.com//asset/?id={number}</url></Content>")
}

fn scene(items: &[String], files: &mut dyn FnMut(&str) -> Option<Vec<u8>>) -> (Scene, Vec<Loss>) {
    let xml = format!("<roblox version='4'>{}</roblox>", items.concat());
    let (scene, losses) = read(xml.as_bytes(), &SceneOptions::default(), files).unwrap();
    assert_eq!(scene.check(), []);
    (scene, losses)
}

fn node<'s>(scene: &'s Scene, name: &str) -> &'s Node {
    scene.nodes.iter().find(|node| node.name == name).unwrap()
}

/// The numbers of vertices and triangles of a part, and true if these have colours.
fn shown(scene: &Scene, name: &str) -> (usize, usize, bool) {
    let shape = &scene.meshes[node(scene, name).mesh.unwrap()].shape;
    (shape.positions.len(), shape.indices.len(), !shape.colours.is_empty())
}

fn lines(losses: &[Loss]) -> Vec<String> {
    losses.iter().map(ToString::to_string).collect()
}

/// The render mesh has 24 vertices and colours, the solid, too, the hull 36 vertices, a box 24 without colours.
const MESH: (usize, usize, bool) = (24, 12, true);
const HULL: (usize, usize, bool) = (36, 12, false);
const BOX: (usize, usize, bool) = (24, 12, false);

#[test]
fn a_union_is_drawn_from_the_first_that_can_be_read() {
    let (mesh, solid, hull) = (blob("valid/mesh_5"), blob("valid/solid"), blob("valid/collision_7"));
    let (broken, key) = (blob("invalid/mesh_5_cut"), blob("valid/key"));
    let (newest, newer, old) = ("SolidMeshHolder", "MeshData2", "MeshData");
    let hulls = bytes("PhysicalConfigData", &hull);
    let items = [
        part("UnionOperation", "Newest", &(bytes(newest, &solid) + &bytes(newer, &broken) + &hulls)),
        part("UnionOperation", "Newer", &(bytes(newer, &mesh) + &bytes(old, &broken))),
        part("IntersectOperation", "Old", &(bytes(newer, &[]) + &bytes(old, &blob("valid/mesh_2")) + &hulls)),
        part("UnionOperation", "Fallen", &(bytes(newest, &broken) + &bytes(old, &mesh))),
        part("UnionOperation", "Hulls", &(bytes(newer, &key) + &hulls)),
        part("UnionOperation", "Older", &bytes("PhysicsData", &blob("valid/collision_3"))),
        part("UnionOperation", "Box", &bytes("PhysicalConfigData", &blob("valid/collision_0"))),
        part("UnionOperation", "Broken", &bytes("PhysicalConfigData", &blob("invalid/collision_3_head"))),
        part("NegateOperation", "Cut", &bytes(old, &mesh)),
    ];
    let (scene, losses) = scene(&items, &mut |_| None);
    let names = ["Newest", "Newer", "Fallen", "Hulls", "Box", "Broken"];
    assert_eq!(names.map(|name| shown(&scene, name)), [MESH, MESH, MESH, HULL, BOX, BOX]);
    // Version 2 has no bounds, so that the coarse level is drawn, too.
    assert_eq!(shown(&scene, "Old"), (24, 16, true));
    assert_eq!(shown(&scene, "Older"), (12 + 36, 4 + 12, false));
    assert_eq!(shown(&scene, "Cut"), (0, 0, false));
    assert_eq!(
        lines(&losses),
        [
            "shapes of unions and meshes that cannot be read (3, first at Fallen.SolidMeshHolder: bounds: needs 12 bytes, \
             and 11 are left (at byte 0x3cf))",
            "unions are shown by their collision hulls (2, first at Hulls)",
            "unions are shown as boxes (2, first at Box)",
            "parts that are cut out of others are not shown (1, at Cut)",
        ]
    );
    assert_eq!(losses[0].places[1], "Hulls.MeshData2: the file has only the key (CSGK) of the mesh");
    // All are of the same size.
    for name in ["Newest", "Newer", "Old", "Fallen", "Hulls", "Older", "Box"] {
        let node = node(&scene, name);
        let shape = &scene.meshes[node.mesh.unwrap()].shape;
        let scaled = shape.positions.iter().map(|at| {
            Vec3::new(at.x * node.local.scale.x, at.y * node.local.scale.y, at.z * node.local.scale.z)
        });
        assert_eq!(Aabb::from_points(scaled).unwrap().size(), Vec3::new(8.0, 4.0, 12.0), "{name}");
    }
}

#[test]
fn a_union_has_the_colours_of_its_mesh_unless_it_has_its_own() {
    let mesh = bytes("MeshData", &blob("valid/mesh_4"));
    let own = format!("{mesh}<bool name='UsePartColor'>true</bool>");
    let both = [part("UnionOperation", "Mesh", &mesh), part("UnionOperation", "Own", &own)];
    let (scene, losses) = scene(&both, &mut |_| None);
    assert_eq!(losses, []);
    assert_eq!((shown(&scene, "Mesh"), shown(&scene, "Own")), (MESH, BOX));
    let base = |name: &str| scene.materials[node(&scene, name).material.unwrap()].base;
    assert_eq!(base("Mesh"), Vec4::ONE);
    assert!((base("Own").x - 0.2159).abs() < 1e-3, "grey, as a linear factor: {:?}", base("Own"));
    let colours = &scene.meshes[node(&scene, "Mesh").mesh.unwrap()].shape.colours;
    assert_eq!(colours[0], Rgba8 { r: 40, g: 215, b: 128, a: 255 });
}

#[test]
fn what_is_shared_is_read_once_and_shared() {
    let mesh = STANDARD.encode(blob("valid/mesh_5"));
    let shared = "<SharedString name='MeshData2'>a</SharedString>";
    let parts: String = (0..50).map(|n| part("UnionOperation", &format!("U{n}"), shared)).collect();
    let xml = format!(
        "<roblox version='4'>{parts}<SharedStrings><SharedString md5='a'>{mesh}</SharedString></SharedStrings></roblox>"
    );
    let (scene, losses) = read(xml.as_bytes(), &SceneOptions::default(), &mut |_| None).unwrap();
    assert_eq!((scene.meshes.len(), scene.nodes.len(), losses), (1, 50, vec![]));
}

#[test]
fn assets_hold_the_meshes_of_unions() {
    let asset = |content: &str| {
        format!(
            "<roblox version='4'><Item class='PartOperationAsset' referent='a'><Properties>\
        {content}</Properties></Item></roblox>"
        )
        .into_bytes()
    };
    let model = asset(&bytes("MeshData", &blob("valid/mesh_4")));
    let hulls = bytes("PhysicalConfigData", &blob("valid/collision_6"));
    let items = [
        part("UnionOperation", "AtHand", &(url("AssetId", 1) + &hulls)),
        part("UnionOperation", "Again", &(url("AssetId", 1) + &hulls)),
        part("UnionOperation", "Bare", &url("AssetId", 2)),
        part("UnionOperation", "Other", &(url("AssetId", 3) + &hulls)),
        part("UnionOperation", "Absent", &(url("AssetId", 4) + &hulls)),
        part("UnionOperation", "AbsentToo", &(url("AssetId", 5) + &hulls)),
        part("UnionOperation", "Nothing", &url("AssetId", 6)),
        part("MeshPart", "Mesh", &(url("MeshId", 7) + &hulls)),
        part("MeshPart", "Box", &url("MeshId", 8)),
    ];
    let mut asked = Vec::new();
    let (scene, losses) = scene(&items, &mut |name| {
        asked.push(name.to_owned());
        match name {
            "rbxassetid://1" => Some(model.clone()),
            "rbxassetid://2" => Some(blob("valid/mesh_5")),
            "rbxassetid://3" => Some(asset("")),
            _ => None,
        }
    });
    let url = |number| format!("rbxassetid://{number}");
    assert_eq!(asked, [1, 2, 3, 4, 5, 6, 7, 8].map(url));
    let names = ["AtHand", "Again", "Bare", "Other", "Absent", "Nothing", "Mesh", "Box"];
    assert_eq!(names.map(|name| shown(&scene, name)), [MESH, MESH, MESH, HULL, HULL, BOX, HULL, BOX]);
    assert_eq!(
        lines(&losses),
        [
            "shapes of unions and meshes that cannot be read (1, at Other.AssetId: rbxassetid://3: the asset \
             has no union mesh)",
            "meshes were not found and are shown as boxes (1, at rbxassetid://8)",
            "meshes are shown by their collision hulls, because 1 asset with them was not found (1, at \
             rbxassetid://7)",
            "unions are shown as boxes, because 1 asset with their meshes was not found (1, at \
             rbxassetid://6)",
            "unions are shown by their collision hulls, because 3 assets with their meshes were not found \
             (3, first at rbxassetid://3)",
        ]
    );
    assert!(losses[1..].iter().all(|loss| loss.code == LossCode::AssetMissing));
}

#[test]
fn what_is_left_out_is_counted_by_kind() {
    let inside =
        |class: &str| format!("<Item class='{class}' referent='{class}'><Properties></Properties></Item>");
    let classes =
        ["Decal", "Texture", "PointLight", "Script", "Sound", "Explosion", "Weld", "Folder", "SurfaceGui"];
    let children: String = classes.map(inside).concat();
    let items = [format!("<Item class='Part' referent='p'><Properties></Properties>{children}</Item>")];
    let (_, losses) = scene(&items, &mut |_| None);
    assert_eq!(
        lines(&losses),
        [
            "decals and textures on faces are left out (2)",
            "scripts are left out (1)",
            "particles, trails and beams are left out (1)",
            "sounds are left out (1)",
            "labels in the world are left out (1)",
            "instances that are neither parts nor above parts are left out (2)",
        ]
    );
}

#[test]
fn a_blob_alone_becomes_a_scene() {
    for (name, n_triangles, n_losses) in [
        ("mesh_5", 12, 1),
        ("mesh_2", 16, 0),
        ("solid", 12, 0),
        ("collision_8", 12, 0),
        ("collision_5", 12, 0),
    ] {
        let glb = convert(&blob(&format!("valid/{name}")), &ExchangeOptions::to(Format::Glb), &mut |_| None)
            .unwrap();
        assert_eq!(
            (gltf::read(&glb.bytes).unwrap().n_triangles(), glb.losses.len()),
            (n_triangles, n_losses),
            "{name}"
        );
    }
    for name in ["key", "collision_0"] {
        let asset = Asset::read(&blob(&format!("valid/{name}"))).unwrap();
        assert!(rezkit::exchange::to_scene(&asset, &SceneOptions::default()).is_err(), "{name}");
    }
}

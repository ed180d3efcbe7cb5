//! Scenes as Roblox models of MeshParts, and back.

use crate::support::fixtures;
use geom::{Aabb, Mat3, Pose, Quat, Rgba8, TriMesh, Vec3, Vec4};
use rezkit::exchange::{AssetOptions, ExchangeOptions, Exchanged, SceneOptions, convert, from_scene, read};
use rezkit::roblox::{Document, Id, Value};
use rezkit::scene::{Alpha, Material, Mesh, Node, Scene, Texture, Trs};
use rezkit::{
    Asset, AssetMap, CheckOptions, Edit, File, Format, Loss, LossCode, LossSeverity, OpenOptions,
    ProblemKind, Profile, check, gltf,
};

/// A tetrahedron whose corner of right angles is here.
fn solid(corner: Vec3) -> TriMesh {
    let positions: Vec<Vec3> =
        [Vec3::ZERO, Vec3::X, Vec3::Y * 2.0, Vec3::Z * 3.0].map(|at| corner + at).into();
    TriMesh {
        normals: vec![Vec3::Y; 4],
        uvs: vec![geom::Vec2::ZERO; 4],
        indices: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
        positions,
        ..TriMesh::default()
    }
}

fn mesh_file() -> Vec<u8> {
    let shape = solid(Vec3::new(-0.5, -1.0, -1.5));
    let mesh = rbxmesh::Mesh::from_trimesh(rbxmesh::Version::V2_00, &[shape], &[]).unwrap();
    rbxmesh::write(&mesh).unwrap()
}

fn png(width: u32, height: u32, rgba: &[u8]) -> Vec<u8> {
    rezkit::thumb::Picture { width, height, rgba: rgba.to_vec() }.to_png()
}

fn turned(axis: Vec3, degrees: f32) -> Mat3 {
    Quat::from_axis_angle(axis, degrees.to_radians()).unwrap().to_mat3()
}

/// The file of a number.
fn asset(name: &str) -> Option<Vec<u8>> {
    match name {
        "rbxassetid://1" => Some(mesh_file()),
        "rbxassetid://2" => Some(png(2, 1, &[255, 0, 0, 255, 0, 255, 0, 255])),
        "rbxassetid://3" => Some(png(1, 1, &[40, 40, 40, 255])),
        "rbxassetid://4" => Some(png(1, 1, &[200, 200, 200, 255])),
        "rbxassetid://5" => Some(png(1, 1, &[128, 128, 255, 255])),
        _ => None,
    }
}

/// The expected properties of a part of the house.
type Part = (&'static str, [f32; 3], Pose, [u8; 3], &'static [(&'static str, f32)], u32);

fn parts() -> Vec<Part> {
    let at = |x, axis, degrees| Pose { rotation: turned(axis, degrees), position: Vec3::new(x, 2.0, -x) };
    vec![
        ("Wall", [1.0, 2.0, 3.0], at(10.0, Vec3::Y, 0.0), [163, 162, 165], &[], 256),
        ("Roof", [4.0, 0.5, 30.0], at(-3.0, Vec3::new(1.0, 2.0, 3.0), 77.0), [255, 0, 3], &[], 256),
        ("Glass", [2.0, 2.0, 2.0], at(1.0, Vec3::X, 90.0), [0, 7, 255], &[("Transparency", 0.5)], 256),
        ("Beam", [9.0, 1.0, 1.0], at(0.0, Vec3::Z, 45.0), [124, 92, 70], &[], 512),
        ("Lamp", [0.25, 0.25, 0.25], at(5.0, Vec3::X, 5.0), [0, 255, 0], &[], 288),
        ("Mirror", [1.0, 1.0, 1.0], at(6.0, Vec3::X, 5.0), [9, 9, 9], &[("Reflectance", 0.25)], 256),
        ("Picture", [3.0, 3.0, 3.0], at(7.0, Vec3::X, 5.0), [1, 2, 3], &[], 256),
        ("Statue", [3.0, 3.0, 3.0], at(8.0, Vec3::X, 5.0), [1, 2, 3], &[], 256),
    ]
}

/// All of one mesh, in models in each other.
fn house() -> Vec<u8> {
    let mut document = Document::new(Format::RbxXml).unwrap();
    let mut above = None;
    for name in ["House", "Upper floor"] {
        let model = document.add(above, "Model").unwrap();
        document.set(model, "Name", name).unwrap();
        above = Some(model);
    }
    for (name, size, pose, colour, numbers, material) in parts() {
        let part = document.add(above, "MeshPart").unwrap();
        document.set(part, "Name", name).unwrap();
        document.set(part, "size", Vec3::from_array(size)).unwrap();
        document.set(part, "CFrame", pose).unwrap();
        document.set(part, "Color3uint8", Value::Color3uint8(colour)).unwrap();
        document.set(part, "Material", Value::Enum(material)).unwrap();
        document.set(part, "MeshId", url("1")).unwrap();
        for (property, number) in numbers {
            document.set(part, property, *number).unwrap();
        }
        match name {
            "Picture" => document.set(part, "TextureID", url("2")).unwrap(),
            "Statue" => {
                let surface = document.add(Some(part), "SurfaceAppearance").unwrap();
                for (property, number) in
                    [("ColorMap", "2"), ("NormalMap", "5"), ("RoughnessMap", "3"), ("MetalnessMap", "4")]
                {
                    document.set(surface, property, url(number)).unwrap();
                }
            }
            _ => {}
        }
    }
    document.save().unwrap().bytes
}

fn url(number: &str) -> Value<'static> {
    Value::ContentId(Some(format!("rbxassetid://{number}").into_bytes().into()))
}

fn to_parts(source: &[u8], to: Format) -> Exchanged {
    let mut options = ExchangeOptions::to(to);
    (options.scene, options.parts) = (options.scene.name("house"), true);
    convert(source, &options, &mut |_| None).unwrap()
}

/// The file that an address of ours names.
fn beside(made: &Exchanged) -> impl FnMut(&str) -> Option<Vec<u8>> {
    |address| {
        let name = address.strip_prefix("rbxasset://rezkit/")?;
        made.beside.iter().find(|(known, _)| known == name).map(|(_, bytes)| bytes.clone())
    }
}

fn codes(losses: &[Loss]) -> Vec<LossCode> {
    losses.iter().filter(|loss| loss.is_real()).map(|loss| loss.code).collect()
}

fn glb(scene: &Scene) -> Vec<u8> {
    gltf::write_glb(scene, &gltf::WriteOptions::default()).unwrap().0
}

/// The vertices of all nodes by name, with their bounding box.
fn shown(scene: &Scene) -> Vec<(String, Vec<Vec3>)> {
    let rest = scene.rest();
    let nodes = scene.nodes.iter().enumerate().filter(|(_, node)| node.mesh.is_some());
    let mut all: Vec<_> =
        nodes.map(|(index, node)| (node.name.clone(), scene.skinned(index, &rest))).collect();
    all.sort_by(|(one, _), (other, _)| one.cmp(other));
    all
}

fn assert_same_places(one: &Scene, other: &Scene) {
    let (one, other) = (shown(one), shown(other));
    assert_eq!(one.len(), other.len());
    for ((name, was), (same, is)) in one.iter().zip(&other) {
        assert_eq!((name, was.len()), (same, is.len()));
        let scale = Aabb::from_points(was.iter().copied()).unwrap().size().length();
        for (was, is) in was.iter().zip(is) {
            assert!((*was - *is).length() < 1e-5 * (1.0 + scale), "{name}: {was:?} {is:?}");
        }
    }
}

#[test]
fn a_model_comes_back_from_its_scene() {
    let house = house();
    let there = convert(&house, &ExchangeOptions::to(Format::Glb), &mut asset).unwrap();
    for to in [Format::RbxBinary, Format::RbxXml] {
        let made = to_parts(&there.bytes, to);
        assert_eq!(codes(&made.losses), [], "{:?}", made.losses);
        let document = Document::open(&made.bytes).unwrap();
        let floor = document.find("House/Upper floor").unwrap();
        assert_eq!(document.class(floor), "Model");
        assert_eq!(document.children(floor).len(), parts().len());
        for (name, size, pose, colour, numbers, material) in parts() {
            let part = document.find(&format!("House/Upper floor/{name}")).unwrap();
            let get = |property: &str| document.get(part, property).unwrap();
            assert_eq!(document.class(part), "MeshPart");
            assert!((get("size").as_vec3().unwrap() - Vec3::from_array(size)).length() < 1e-5, "{name}");
            let found = get("CFrame").as_pose().unwrap();
            assert!((found.position - pose.position).length() < 1e-5, "{name} {found:?}");
            for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
                let [was, is] = [pose, found].map(|pose| pose.transform_vector(axis));
                assert!((was - is).length() < 1e-5, "{name}");
            }
            // A picture hides the colour.
            let colour = if ["Picture", "Statue"].contains(&name) { [255; 3] } else { colour };
            assert_eq!(get("Color3uint8"), Value::Color3uint8(colour), "{name}");
            assert_eq!(get("Material").as_enum(), Some(material), "{name}");
            for (property, number) in numbers {
                assert!((get(property).as_f64().unwrap() - f64::from(*number)).abs() < 1e-6, "{name}");
            }
        }
        // One file of the mesh for all, and one of the picture for both that have it.
        let of = |ending: &str| made.beside.iter().filter(|(name, _)| name.ends_with(ending)).count();
        assert_eq!((of(".mesh"), of(".png"), of(".csv"), made.n_more), (1, 4, 1, 0), "{:?}", made.losses);
        let roblox = CheckOptions { profiles: vec![Profile::Roblox], ..CheckOptions::default() };
        let report = check(&File::open(&made.bytes, &OpenOptions::default()).unwrap(), &roblox).unwrap();
        assert_eq!(report.findings, []);
        // And what it shows is the same.
        let options = SceneOptions::default();
        let (was, _) = read(&house, &options, &mut asset).unwrap();
        let (is, losses) = read(&made.bytes, &options, &mut beside(&made)).unwrap();
        assert!(!codes(&losses).contains(&LossCode::AssetMissing), "{losses:?}");
        assert_same_places(&was, &is);
        let looks = |scene: &Scene, name: &str| {
            let node = scene.nodes.iter().find(|node| node.name == name).unwrap();
            let mut look = scene.materials[node.material.unwrap()].clone();
            let texture = |texture: Option<Texture>| texture.map(|it| scene.images[it.image].bytes.clone());
            let pictures = look.textures.map(texture);
            (look.name, look.textures) = Default::default();
            (look, pictures)
        };
        for (name, ..) in parts() {
            let ((was, pictures), (is, again)) = (looks(&was, name), looks(&is, name));
            assert!((was.base - is.base).length() < 1e-6, "{name}: {was:?} {is:?}");
            assert_eq!((was.alpha, was.emissive, pictures), (is.alpha, is.emissive, again), "{name}");
            assert!(
                (was.roughness - is.roughness).abs() + (was.metallic - is.metallic).abs() < 1e-6,
                "{name}"
            );
        }
    }
}

#[test]
fn files_get_the_numbers_of_a_list() {
    let there = convert(&house(), &ExchangeOptions::to(Format::Glb), &mut asset).unwrap();
    let made = to_parts(&there.bytes, Format::RbxBinary);
    let (name, list) = made.beside.last().unwrap();
    assert_eq!(name, "house_assets.csv");
    let note = made.losses.iter().find(|loss| loss.code == LossCode::AssetMissing).unwrap();
    assert_eq!((note.severity, note.count), (LossSeverity::Note, 5));
    // A line without a number is refused; with numbers, all addresses become these.
    let list = String::from_utf8(list.clone()).unwrap();
    assert!(list.parse::<AssetMap>().is_err());
    let filled: Vec<String> = list
        .lines()
        .enumerate()
        .map(|(n, line)| if n == 0 { line.into() } else { format!("{line}{}", 900 + n) })
        .collect();
    let map: AssetMap = filled.join("\n").parse().unwrap();
    let file = File::open(&made.bytes, &OpenOptions::default()).unwrap();
    let edited = rezkit::edit(&file, &[Edit::MapAssets { map, scripts: false }]).unwrap();
    let mut asked = Vec::new();
    let mut files = |address: &str| {
        asked.push(address.to_owned());
        let number: usize = address.strip_prefix("rbxassetid://")?.parse().ok()?;
        made.beside.get(number - 901).map(|(_, bytes)| bytes.clone())
    };
    let (is, _) = read(&edited.bytes, &SceneOptions::default(), &mut files).unwrap();
    let (was, _) = read(&house(), &SceneOptions::default(), &mut asset).unwrap();
    assert_same_places(&was, &is);
    asked.sort();
    let all = [901, 902, 903, 904, 905].map(|number| format!("rbxassetid://{number}"));
    assert_eq!(asked, all);
}

/// A node of the mesh of this number.
fn node(name: &str, parent: Option<usize>, mesh: Option<usize>, local: Trs) -> Node {
    Node { name: name.into(), parent, mesh, local, ..Node::default() }
}

fn trs(translation: [f32; 3], axis: Vec3, degrees: f32, scale: [f32; 3]) -> Trs {
    Trs {
        translation: Vec3::from_array(translation),
        rotation: Quat::from_axis_angle(axis, degrees.to_radians()).unwrap(),
        scale: Vec3::from_array(scale),
    }
}

#[test]
fn mirrors_and_shears_become_part_of_the_vertices() {
    let nodes = vec![
        node("group", None, None, trs([1.0, 0.0, 0.0], Vec3::Y, 30.0, [1.0, 2.0, 1.0])),
        node("upright", Some(0), Some(0), trs([0.0, 1.0, 0.0], Vec3::Y, 90.0, [3.0, 1.0, 1.0])),
        node("sheared", Some(0), Some(0), trs([0.0, 1.0, 5.0], Vec3::X, 40.0, [1.0, 1.0, 1.0])),
        node("mirrored", Some(0), Some(0), trs([0.0, 4.0, 0.0], Vec3::Z, 0.0, [1.0, -2.0, 1.0])),
        node("mirrored too", None, Some(0), trs([9.0, 4.0, 0.0], Vec3::Z, 20.0, [-1.0, -2.0, -1.0])),
        node("turned", None, Some(0), trs([9.0, 9.0, 0.0], Vec3::Z, 0.0, [-1.0, -2.0, 1.0])),
    ];
    let meshes =
        vec![Mesh { name: "tooth".into(), shape: solid(Vec3::new(5.0, 5.0, 5.0)), ..Mesh::default() }];
    let scene = Scene { nodes, meshes, ..Scene::default() };
    let made = to_parts(&glb(&scene), Format::RbxBinary);
    let bent = made.losses.iter().find(|loss| loss.what.contains("mirrored")).unwrap();
    assert_eq!((bent.code, bent.severity, bent.count), (LossCode::NodeDropped, LossSeverity::Changed, 3));
    assert_eq!(bent.places, ["sheared", "mirrored", "mirrored too"]);
    // One for those that are not bent, one for both mirrors, one for the shear.
    let names: Vec<_> = made.beside.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["house_tooth.mesh", "house_tooth~2.mesh", "house_tooth~3.mesh", "house_assets.csv"]);
    let (is, losses) = read(&made.bytes, &SceneOptions::default(), &mut beside(&made)).unwrap();
    assert_eq!(losses, []);
    assert_same_places(&scene, &is);
    // Triangles still face outward.
    let volume = |scene: &Scene| -> f32 {
        let rest = scene.rest();
        let of = |(index, node): (usize, &Node)| {
            let at = scene.skinned(index, &rest);
            let shape = node.mesh.map(|mesh| &scene.meshes[mesh].shape).into_iter();
            shape
                .flat_map(TriMesh::triangles)
                .map(|corners| {
                    let [a, b, c] = corners.map(|corner| at[corner] - at[0]);
                    a.dot(b.cross(c)) / 6.0
                })
                .sum::<f32>()
                .abs()
        };
        scene.nodes.iter().enumerate().map(of).sum()
    };
    assert!((volume(&scene) - volume(&is)).abs() < 1e-3);
    for (index, node) in is.nodes.iter().enumerate().filter(|(_, node)| node.mesh.is_some()) {
        let at = is.skinned(index, &is.rest());
        let shape = &is.meshes[node.mesh.unwrap()].shape;
        let inside: f32 = shape
            .triangles()
            .map(|corners| {
                let [a, b, c] = corners.map(|corner| at[corner] - at[0]);
                a.dot(b.cross(c))
            })
            .sum();
        assert!(inside > 0.0, "{}", node.name);
    }
}

#[test]
fn a_mesh_of_several_materials_becomes_several_parts() {
    let mut shape = solid(Vec3::ZERO);
    let group = |material: &str, triangles| geom::Group {
        name: String::new(),
        material: Some(material.into()),
        triangles,
    };
    shape.groups = vec![group("wood", 0..1), group("iron", 1..3), group("wood", 3..4)];
    let material = |name: &str, base| Material { name: name.into(), base, ..Material::default() };
    let scene = Scene {
        name: "chairs".into(),
        nodes: vec![node("chair", None, Some(0), Trs::IDENTITY), node("copy", None, Some(0), Trs::IDENTITY)],
        meshes: vec![Mesh { shape, ..Mesh::default() }],
        materials: vec![
            material("wood", Vec4::new(1.0, 0.0, 0.0, 1.0)),
            Material { double_sided: true, ..material("iron", Vec4::new(0.0, 0.0, 1.0, 1.0)) },
        ],
        ..Scene::default()
    };
    let made = to_parts(&glb(&scene), Format::RbxXml);
    let document = Document::open(&made.bytes).unwrap();
    let paths: Vec<String> = document.ids().into_iter().map(|id| document.path(id)).collect();
    let expected = ["", "/chair", "/chair/wood", "/chair/iron", "/copy", "/copy/wood", "/copy/iron"];
    assert_eq!(paths, expected.map(|path| format!("chairs{path}")));
    let get = |path: &str, property: &str| document.get(document.find(path).unwrap(), property).unwrap();
    assert_eq!(get("chairs/chair/iron", "Color3uint8"), Value::Color3uint8([0, 0, 255]));
    assert_eq!(get("chairs/chair/iron", "DoubleSided").as_bool(), Some(true));
    assert_eq!(get("chairs/chair/iron", "MeshContent"), get("chairs/copy/iron", "MeshContent"));
    assert_eq!(made.beside.len(), 3);
    let (is, _) = read(&made.bytes, &SceneOptions::default(), &mut beside(&made)).unwrap();
    assert_eq!((is.n_triangles(), is.bounds()), (8, scene.bounds()));
}

#[test]
fn joints_become_bones_and_empty_nodes_attachments() {
    let head = std::fs::read(fixtures().join("rbxmesh/valid/v400.mesh")).unwrap();
    let options = SceneOptions::default().name("head").extras(false);
    let (mut scene, _) = read(&head, &options, &mut |_| None).unwrap();
    let joints = scene.skins[0].joints.clone();
    let head_node = scene.nodes.iter().position(|node| node.mesh.is_some()).unwrap();
    let hat = scene.nodes.len();
    let rest = trs([1.0, 2.0, 3.0], Vec3::Y, 90.0, [1.0; 3]);
    scene.nodes.push(node("hat", Some(head_node), Some(scene.meshes.len()), rest));
    scene.nodes.push(node("pin", Some(hat), None, trs([0.0, 1.0, 0.0], Vec3::Y, 0.0, [1.0; 3])));
    scene.nodes.push(node("start", None, None, trs([0.0, 7.0, 0.0], Vec3::X, 90.0, [1.0; 3])));
    let band = scene.nodes.len();
    scene.nodes.push(node("band", Some(hat), None, Trs::IDENTITY));
    scene.nodes.push(node("clip", Some(band), None, trs([0.0, 2.0, 0.0], Vec3::Y, 0.0, [1.0; 3])));
    scene.nodes.push(node("feather", Some(band), Some(scene.meshes.len()), rest));
    scene.meshes.push(Mesh { shape: solid(Vec3::ZERO), ..Mesh::default() });
    let made = to_parts(&glb(&scene), Format::RbxBinary);
    let document = Document::open(&made.bytes).unwrap();
    let find = |class: &str, name: &str| -> Id {
        let all = document.of_class(class);
        all.into_iter().find(|id| document.name(*id) == name).unwrap_or_else(|| panic!("{class} {name}"))
    };
    let pose = |id: Id| document.get(id, "CFrame").unwrap().as_pose().unwrap();
    let near = |one: Vec3, other: Vec3| assert!((one - other).length() < 1e-5, "{one:?} {other:?}");
    // Each bone is where its joint is.
    let worlds = scene.world_matrices(&scene.rest());
    assert_eq!(document.of_class("Bone").len(), joints.len());
    for joint in joints {
        let mut id = find("Bone", &scene.nodes[joint].name);
        let mut at = pose(id);
        while let Some(parent) = document.parent(id).filter(|_| document.class(id) == "Bone") {
            at = pose(parent) * at;
            id = parent;
        }
        near(at.position, worlds[joint].transform_point(Vec3::ZERO));
        assert_eq!((document.class(id), document.name(id)), ("MeshPart".into(), "head".into()));
    }
    let part = find("MeshPart", "head");
    assert_eq!(document.get(part, "HasSkinnedMesh").and_then(|it| it.as_bool()), Some(true));
    let (_, file) = made.beside.iter().find(|(name, _)| name == "house_head.mesh").unwrap();
    let Asset::RbxMesh(mesh) = Asset::read(file).unwrap() else { panic!() };
    assert_eq!((mesh.bones.len(), mesh.envelopes.len()), (scene.skins[0].joints.len(), mesh.vertices.len()));
    // An attachment is in the part that it is below, or in the first.
    for (name, host) in [("pin", "hat"), ("clip", "hat"), ("start", "head")] {
        let id = find("Attachment", name);
        let part = document.parent(id).unwrap();
        assert_eq!(document.name(part), host);
        let index = scene.nodes.iter().position(|node| node.name == name).unwrap();
        near((pose(part) * pose(id)).position, worlds[index].transform_point(Vec3::ZERO));
    }
}

#[test]
fn a_mesh_on_joints_that_are_bent_is_where_it_was() {
    let head = std::fs::read(fixtures().join("rbxmesh/valid/v400.mesh")).unwrap();
    let (mut scene, _) = read(&head, &SceneOptions::default().extras(false), &mut |_| None).unwrap();
    let joints = scene.skins[0].joints.clone();
    scene.nodes[joints[0]].local = trs([4.0, 5.0, 6.0], Vec3::Z, 30.0, [2.0; 3]);
    let bent = &mut scene.nodes[joints[1]].local;
    bent.rotation = Quat::from_axis_angle(Vec3::X, 0.8).unwrap() * bent.rotation;
    let made = to_parts(&glb(&scene), Format::RbxXml);
    let (is, _) = read(&made.bytes, &SceneOptions::default(), &mut beside(&made)).unwrap();
    let at = |scene: &Scene| {
        let index = scene.nodes.iter().position(|node| node.skin.is_some()).unwrap();
        let mut at = scene.skinned(index, &scene.rest());
        at.sort_by(|one, other| {
            one.to_array()
                .map(|n| (n * 100.0).round())
                .partial_cmp(&other.to_array().map(|n| (n * 100.0).round()))
                .unwrap()
        });
        at
    };
    let (is, was) = (at(&is), at(&scene));
    assert_eq!(is.len(), was.len());
    for (is, was) in is.into_iter().zip(was) {
        assert!((is - was).length() < 2e-2, "{is:?} {was:?}");
    }
}

#[test]
fn what_parts_do_not_have_is_reported() {
    let materials = vec![Material {
        name: "odd".into(),
        unlit: true,
        alpha: Alpha::Mask(0.25),
        emissive: Vec3::X,
        metallic: 1.0,
        ..Material::default()
    }];
    let mut shape = solid(Vec3::ZERO);
    shape.colours = vec![Rgba8::WHITE; 4];
    let flat = TriMesh {
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::Z],
        indices: vec![[0, 2, 1]],
        ..TriMesh::default()
    };
    let mut nodes = vec![
        Node { material: Some(0), ..node("odd", None, Some(0), Trs::IDENTITY) },
        node("flat", None, Some(1), trs([0.0; 3], Vec3::X, 0.0, [4000.0, 1.0, 1.0])),
        node("nowhere", None, Some(1), trs([f32::MAX; 3], Vec3::X, 0.0, [1.0; 3])),
    ];
    nodes.push(node("still nowhere", Some(2), Some(1), trs([f32::MAX; 3], Vec3::X, 0.0, [1.0; 3])));
    let meshes = [shape, flat].map(|shape| Mesh { shape, ..Mesh::default() }).into();
    let scene = Scene { nodes, meshes, materials, ..Scene::default() };
    let made = to_parts(&glb(&scene), Format::RbxBinary);
    let count = |what: &str| -> usize {
        made.losses.iter().filter(|loss| loss.what.contains(what)).map(|loss| loss.count).sum()
    };
    let is_of_material = |loss: &&Loss| loss.code == LossCode::MaterialProp;
    let of_material: Vec<_> = made.losses.iter().filter(is_of_material).map(|loss| &*loss.what).collect();
    let lost = [
        "materials without lighting are lit",
        "materials with an alpha cut-off lose it",
        "materials lose their emission",
        "materials lose their roughness and metalness, which parts have only in textures",
    ];
    assert_eq!((of_material, count("transform is not finite")), (lost.to_vec(), 2));
    assert_eq!(count("shorter than the engine allows"), 1);
    let document = Document::open(&made.bytes).unwrap();
    let flat = document.find("house/flat").unwrap();
    assert_eq!(document.get(flat, "size").unwrap().as_vec3().unwrap().to_array(), [4000.0, 0.001, 1.0]);
    assert_eq!(document.find("house/still nowhere"), None);
    // A side is longer than the engine takes.
    let options = CheckOptions { profiles: vec![Profile::Roblox], ..CheckOptions::default() };
    let report = check(&File::open(&made.bytes, &OpenOptions::default()).unwrap(), &options).unwrap();
    let found: Vec<_> = report.findings.iter().map(|finding| (finding.rule, &*finding.found)).collect();
    assert_eq!(found, [("RBX010", "[4000.0, 0.001, 1.0]")]);
}

#[test]
fn scenes_without_triangles_are_refused() {
    let solid = Scene {
        nodes: vec![node("a", None, Some(0), Trs::IDENTITY)],
        meshes: vec![Mesh { shape: solid(Vec3::ZERO), ..Mesh::default() }],
        ..Scene::default()
    };
    // Without a folder for files.
    let problem = from_scene(&solid, Format::RbxBinary, &AssetOptions::default()).unwrap_err();
    assert!(
        problem.kind == ProblemKind::Unsupported && problem.to_string().contains("animations"),
        "{problem}"
    );
    let empty = Scene { nodes: vec![Node::default()], ..Scene::default() };
    let mut options = ExchangeOptions::to(Format::RbxBinary);
    options.parts = true;
    let problem = convert(&glb(&empty), &options, &mut |_| None).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::Empty, "{problem}");
}

#[test]
fn objects_of_obj_become_parts() {
    let obj = b"mtllib a.mtl\no chair\nv 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\no top\nf 1 4 3\nf 2 3 4\n";
    let made = to_parts(obj, Format::RbxBinary);
    let document = Document::open(&made.bytes).unwrap();
    let names: Vec<_> =
        document.of_class("MeshPart").into_iter().map(|id| document.name(id).into_owned()).collect();
    assert_eq!(names, ["chair", "top"]);
}

#[test]
fn many_nodes_of_one_mesh_take_one_file() {
    let n_nodes = 20_000;
    let nodes =
        (0..n_nodes).map(|n| node("tree", None, Some(0), trs([n as f32, 0.0, 0.0], Vec3::Y, 0.0, [1.0; 3])));
    let scene = Scene {
        nodes: nodes.collect(),
        meshes: vec![Mesh { shape: solid(Vec3::ZERO), ..Mesh::default() }],
        ..Scene::default()
    };
    let made = to_parts(&glb(&scene), Format::RbxBinary);
    assert_eq!(made.beside.len(), 2);
    assert_eq!(Document::open(&made.bytes).unwrap().of_class("MeshPart").len(), n_nodes);
}

//! Models and places of Roblox as scenes.

use crate::support::fixtures;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use geom::{Mat3, Pose, Vec3, Vec4};
use rezkit::exchange::{ExchangeOptions, SceneOptions, convert, read, to_scene, to_scene_with};
use rezkit::scene::{Alpha, LightKind, Node, Role, Scene, Slot, Trs, Unit};
use rezkit::thumb::Picture;
use rezkit::{Asset, ConvertOptions, File, Format, Loss, LossCode, OpenOptions, ProblemKind, gltf};
use std::fmt::Write;
use std::ops::ControlFlow;

/// A document with these items.
fn document(items: &str) -> String {
    format!("<roblox version='4'>{items}</roblox>")
}

/// An item of a class with a name, properties and children.
fn item(class: &str, name: &str, properties: &str, children: &str) -> String {
    format!(
        "<Item class='{class}' referent='{name}'><Properties><string name='Name'>{name}</string>{properties}\
         </Properties>{children}</Item>"
    )
}

/// The place of a part, without a turn.
fn frame_at(x: f32, y: f32, z: f32) -> String {
    frame([x, y, z], [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0])
}

fn frame([x, y, z]: [f32; 3], rows: [f32; 9]) -> String {
    let mut text = format!("<CoordinateFrame name='CFrame'><X>{x}</X><Y>{y}</Y><Z>{z}</Z>");
    for (number, value) in rows.into_iter().enumerate() {
        let _ = write!(text, "<R{0}{1}>{value}</R{0}{1}>", number / 3, number % 3);
    }
    text + "</CoordinateFrame>"
}

fn vector(name: &str, [x, y, z]: [f32; 3]) -> String {
    format!("<Vector3 name='{name}'><X>{x}</X><Y>{y}</Y><Z>{z}</Z></Vector3>")
}

fn scene(xml: &str) -> (Scene, Vec<Loss>) {
    scene_with(xml, &SceneOptions::default(), &mut |_| None)
}

fn scene_with(
    xml: &str,
    options: &SceneOptions,
    files: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> (Scene, Vec<Loss>) {
    let (scene, losses) = read(xml.as_bytes(), options, files).unwrap();
    assert_eq!(scene.check(), []);
    (scene, losses)
}

fn node<'s>(scene: &'s Scene, name: &str) -> &'s Node {
    scene.nodes.iter().find(|node| node.name == name).unwrap()
}

fn mesh_name<'s>(scene: &'s Scene, name: &str) -> &'s str {
    &scene.meshes[node(scene, name).mesh.unwrap()].name
}

fn codes(losses: &[Loss]) -> Vec<(LossCode, usize)> {
    losses.iter().map(|loss| (loss.code, loss.count)).collect()
}

#[test]
fn parts_have_their_shape_size_and_place() {
    let turned = frame([1.0, 2.0, 3.0], [0.0, 0.0, 1.0, 0.0, 1.0, 0.0, -1.0, 0.0, 0.0]);
    let size = vector("size", [4.0, 2.0, 3.0]);
    let shape = |number: u32| format!("{size}<token name='shape'>{number}</token>");
    let mut parts = item("Part", "Turned", &format!("{size}{turned}"), "");
    for (class, name, properties) in [
        ("Part", "Ball", shape(0)),
        ("Part", "Block", shape(1)),
        ("Part", "Cylinder", shape(2)),
        ("Part", "SlopeByShape", shape(3)),
        ("Part", "CornerByShape", shape(4)),
        ("WedgePart", "Wedge", size.clone()),
        ("CornerWedgePart", "Corner", size.clone()),
        ("TrussPart", "Truss", vector("size", [2.0, 8.0, 2.0])),
        ("Seat", "Seat", size.clone()),
        ("VehicleSeat", "Driver", size.clone()),
        ("Part", "Usual", String::new()),
    ] {
        parts += &item(class, name, &(properties + &frame_at(0.0, 5.0, 0.0)), "");
    }
    let (scene, losses) = scene(&document(&item("Model", "House", "", &parts)));
    assert_eq!((losses, scene.unit), (Vec::new(), Unit::Stud));
    let shapes = ["Ball", "Block", "Cylinder", "SlopeByShape", "CornerByShape", "Wedge", "Corner", "Truss"]
        .map(|name| mesh_name(&scene, name));
    assert_eq!(
        shapes,
        ["Ball", "Block", "Cylinder", "Wedge", "CornerWedge", "Wedge", "CornerWedge", "Truss"]
    );
    assert_eq!(["Seat", "Driver"].map(|name| mesh_name(&scene, name)), ["Block"; 2]);
    let scale = |name: &str| node(&scene, name).local.scale.to_array();
    assert_eq!(
        (scale("Ball"), scale("Cylinder"), scale("Wedge")),
        ([2.0; 3], [4.0, 2.0, 2.0], [4.0, 2.0, 3.0])
    );
    assert_eq!(scale("Usual"), [4.0, 1.2, 2.0]);
    let Trs { translation, .. } = node(&scene, "Turned").local;
    assert_eq!(translation, Vec3::new(1.0, 2.0, 3.0));
    // A quarter turn about Y: what was along X is along -Z.
    let house = scene.nodes.iter().position(|node| node.name == "House");
    assert_eq!(node(&scene, "Turned").parent, house);
    let turned = scene.nodes.iter().position(|node| node.name == "Turned").unwrap();
    let bounds = geom::Aabb::from_points(scene.skinned(turned, &scene.rest())).unwrap();
    assert!((bounds.size() - Vec3::new(3.0, 2.0, 4.0)).length() < 1e-5, "{bounds:?}");
    // The slope of a wedge goes up towards the back.
    let wedge = scene.nodes.iter().position(|node| node.name == "Wedge").unwrap();
    let top: Vec<_> = scene.skinned(wedge, &scene.rest()).into_iter().filter(|at| at.y > 5.9).collect();
    assert!(!top.is_empty() && top.iter().all(|at| at.z == 1.5), "{top:?}");
}

#[test]
fn colours_become_materials() {
    let colour = |number: u32| format!("<Color3uint8 name='Color3uint8'>{number}</Color3uint8>");
    let glass = "<float name='Transparency'>0.5</float><float name='Reflectance'>0.25</float>";
    let parts = [
        item("Part", "Red", &colour(0xff_ff_00_00), ""),
        item("Part", "AlsoRed", &colour(0xff_ff_00_00), ""),
        item("Part", "Glass", &format!("{}{glass}", colour(0xff_00_00_ff)), ""),
        item("Part", "Old", "<int name='BrickColor'>1010</int>", ""),
        item("Part", "Usual", "", ""),
        item("Part", "Neon", &format!("{}<token name='Material'>288</token>", colour(0xff_00_ff_00)), ""),
        item("Part", "Wood", "<token name='Material'>512</token>", ""),
    ];
    let (scene, losses) = scene(&document(&parts.concat()));
    let of = |name: &str| &scene.materials[node(&scene, name).material.unwrap()];
    assert_eq!(of("Red").base, Vec4::new(1.0, 0.0, 0.0, 1.0));
    assert_eq!(node(&scene, "Red").material, node(&scene, "AlsoRed").material);
    let glass = of("Glass");
    assert_eq!((glass.base, glass.alpha), (Vec4::new(0.0, 0.0, 1.0, 0.5), Alpha::Blend));
    assert_eq!((glass.metallic, glass.roughness), (0.25, 0.75));
    assert_eq!((of("Old").base, &*of("Usual").name), (Vec4::new(0.0, 0.0, 1.0, 1.0), "A3A2A5"));
    assert_eq!(of("Neon").emissive, Vec3::Y);
    // One mesh for all, one material for each look.
    assert_eq!((scene.meshes.len(), scene.materials.len()), (1, 6));
    let wood = of("Wood");
    assert_eq!((&*wood.name, wood.roughness, wood.metallic), ("A3A2A5_Wood", 0.75, 0.0));
    assert!((wood.base.x / of("Usual").base.x - 0.8).abs() < 1e-6);
    assert_eq!(codes(&losses), [(LossCode::MaterialProp, 1)]);
}

#[test]
fn a_part_has_the_size_that_scripts_name() {
    let part = |size: &str| item("Part", size, &vector(size, [8.0, 2.0, 4.0]), "");
    let (scene, _) = scene(&document(&(part("size") + &part("Size"))));
    assert_eq!(["size", "Size"].map(|name| node(&scene, name).local.scale), [Vec3::new(8.0, 2.0, 4.0); 2]);
}

#[test]
fn special_meshes_take_the_place_of_the_shape() {
    let size = vector("size", [2.0, 1.0, 1.0]);
    let special = |number: u32, more: &str| {
        item("SpecialMesh", "Mesh", &format!("<token name='MeshType'>{number}</token>{more}"), "")
    };
    let twice = vector("Scale", [2.0, 2.0, 2.0]) + &vector("Offset", [0.0, 1.0, 0.0]);
    let mut parts = String::new();
    for (name, mesh) in [
        ("Head", special(0, "")),
        ("Slope", special(2, "")),
        ("Egg", special(3, &twice)),
        ("Pipe", special(4, "")),
        ("Brick", special(6, "")),
        ("Corner", special(11, "")),
        ("Prism", special(7, "")),
        ("Missing", special(5, "<Content name='MeshId'><url>rbxassetid://77</url></Content>")),
        ("Post", item("CylinderMesh", "Mesh", "", "")),
        ("Box", item("BlockMesh", "Mesh", &vector("Scale", [0.5, 1.0, 1.0]), "")),
    ] {
        parts += &item("Part", name, &size, &mesh);
    }
    let (scene, losses) = scene(&document(&parts));
    let names = ["Head", "Slope", "Egg", "Pipe", "Brick", "Corner", "Prism", "Missing", "Post", "Box"];
    assert_eq!(
        names.map(|name| mesh_name(&scene, name)),
        [
            "Head",
            "Wedge",
            "Ball",
            "Cylinder",
            "Block",
            "CornerWedge",
            "Block",
            "Block",
            "CylinderMesh",
            "Block"
        ]
    );
    let Trs { translation, scale, .. } = node(&scene, "Egg").local;
    assert_eq!((translation, scale), (Vec3::Y, Vec3::new(4.0, 2.0, 2.0)));
    assert_eq!(node(&scene, "Head").local.scale, Vec3::ONE);
    assert_eq!(node(&scene, "Missing").local.scale, Vec3::new(2.0, 1.0, 1.0));
    assert_eq!(node(&scene, "Box").local.scale, Vec3::ONE);
    assert_eq!(codes(&losses), [(LossCode::ShapeUndrawn, 1), (LossCode::AssetMissing, 1)]);
    assert_eq!(losses[1].places, ["rbxassetid://77"]);
}

#[test]
fn meshes_and_textures_come_from_assets() {
    let url = |name: &str, number: u32| {
        format!("<Content name='{name}'><url>rbxassetid://{number}</url></Content>")
    };
    let size = vector("size", [4.0, 4.0, 4.0]);
    let part = |name: &str, number: u32, more: &str| {
        item("MeshPart", name, &format!("{size}{more}{}", url("MeshId", number)), "")
    };
    let file = format!(
        "<token name='MeshType'>5</token>{}{}{}",
        url("MeshId", 1),
        url("TextureId", 2),
        vector("Scale", [3.0, 3.0, 3.0])
    );
    let parts = [
        part("Textured", 1, &(vector("InitialSize", [2.0, 2.0, 1.0]) + &url("TextureID", 2))),
        part("Again", 1, &vector("InitialSize", [4.0, 4.0, 4.0])),
        part("Absent", 9, ""),
        part("AbsentToo", 9, ""),
        item("Part", "Hat", &size, &item("SpecialMesh", "Mesh", &file, "")),
        item("UnionOperation", "Union", &size, ""),
    ];
    let mesh = std::fs::read(fixtures().join("rbxmesh/valid/v300.mesh")).unwrap();
    let picture = rezkit::thumb::Picture { width: 1, height: 1, rgba: vec![255; 4] }.to_png();
    let mut asked = Vec::new();
    let mut files = |name: &str| {
        asked.push(name.to_owned());
        match name {
            "rbxassetid://1" => Some(mesh.clone()),
            "rbxassetid://2" => Some(picture.clone()),
            _ => None,
        }
    };
    let (scene, losses) = scene_with(&document(&parts.concat()), &SceneOptions::default(), &mut files);
    // Each is asked for once.
    assert_eq!(asked, ["rbxassetid://1", "rbxassetid://2", "rbxassetid://9"]);
    let scale = |name: &str| node(&scene, name).local.scale.to_array();
    assert_eq!((scale("Textured"), scale("Again"), scale("Hat")), ([2.0, 2.0, 4.0], [1.0; 3], [3.0; 3]));
    assert_eq!(node(&scene, "Textured").mesh, node(&scene, "Hat").mesh);
    let (expected, _) = to_scene(&Asset::read(&mesh).unwrap(), &SceneOptions::default()).unwrap();
    let shape = &scene.meshes[node(&scene, "Hat").mesh.unwrap()].shape;
    assert_eq!(shape.positions, expected.meshes[0].shape.positions);
    let textured = &scene.materials[node(&scene, "Textured").material.unwrap()];
    assert_eq!((textured.texture(Slot::Base).unwrap().image, textured.base), (0, Vec4::ONE));
    assert_eq!(scene.images[0].bytes, picture);
    assert_eq!((mesh_name(&scene, "Absent"), mesh_name(&scene, "Union")), ("Block", "Block"));
    assert_eq!(scale("Absent"), [4.0; 3]);
    assert_eq!(codes(&losses), [(LossCode::ShapeUndrawn, 1), (LossCode::AssetMissing, 2)]);
    assert_eq!((&*losses[0].places[0], &*losses[1].places[0]), ("Union", "rbxassetid://9"));
}

fn url(name: &str, number: u32) -> String {
    format!("<Content name='{name}'><url>rbxassetid://{number}</url></Content>")
}

fn float(name: &str, value: f32) -> String {
    format!("<float name='{name}'>{value}</float>")
}

fn token(name: &str, value: u32) -> String {
    format!("<token name='{name}'>{value}</token>")
}

fn color(name: &str, [r, g, b]: [f32; 3]) -> String {
    format!("<Color3 name='{name}'><R>{r}</R><G>{g}</G><B>{b}</B></Color3>")
}

fn png(width: u32, height: u32, rgba: &[u8]) -> Vec<u8> {
    rezkit::thumb::Picture { width, height, rgba: rgba.to_vec() }.to_png()
}

/// A block of 4 by 6 by 8 studs with pictures on its sides, a mesh with a surface, lights, a camera and a sun: all that
/// comes from assets.
fn room() -> (String, impl FnMut(&str) -> Option<Vec<u8>>) {
    let size = vector("size", [4.0, 6.0, 8.0]);
    let decals = item("Decal", "Poster", &(url("Texture", 1) + &token("Face", 5)), "")
        + &item(
            "Texture",
            "Tiles",
            &(url("Texture", 1)
                + &token("Face", 0)
                + &float("StudsPerTileU", 2.0)
                + &float("StudsPerTileV", 3.0)
                + &float("OffsetStudsU", 1.0)
                + &float("Transparency", 0.25)
                + &color("Color3", [1.0, 0.0, 0.0])),
            "",
        )
        + &item("Texture", "Above", &(url("Texture", 1) + &token("Face", 1)), "")
        + &item("Decal", "Absent", &url("Texture", 9), "");
    let lights = item(
        "PointLight",
        "Bulb",
        &(float("Range", 8.0) + &float("Brightness", 2.0) + &color("Color", [1.0, 0.0, 0.0])),
        "",
    ) + &item(
        "SurfaceLight",
        "Panel",
        &(token("Face", 4) + &float("Angle", 120.0) + &float("Range", 4.0)),
        "",
    ) + &item("PointLight", "Off", "<bool name='Enabled'>false</bool>", "")
        + &item(
            "Attachment",
            "Arm",
            &frame_at(1.0, 0.0, 0.0),
            &item("SpotLight", "Spot", &token("Face", 3), ""),
        );
    let block = item("Part", "Block", &format!("{size}{}", frame_at(10.0, 0.0, 0.0)), &(decals + &lights));
    let ball = item("Part", "Ball", &token("shape", 0), &item("Decal", "Lost", &url("Texture", 1), ""));
    let surface = |name: &str, more: String| {
        item(
            "SurfaceAppearance",
            name,
            &(url("ColorMap", 2)
                + &url("NormalMap", 1)
                + &url("RoughnessMap", 3)
                + &url("MetalnessMap", 4)
                + &more),
            "",
        )
    };
    let dressed = |name: &str, more: String| {
        let colour = "<Color3uint8 name='Color3uint8'>4278190335</Color3uint8>";
        item("MeshPart", name, &format!("{}{colour}", url("MeshId", 5)), &surface("Surface", more))
    };
    let meshes =
        dressed("Overlaid", color("Color", [1.0, 1.0, 0.0])) + &dressed("Clear", token("AlphaMode", 1));
    let camera = item("Camera", "Camera", &(frame_at(0.0, 9.0, 0.0) + &float("FieldOfView", 60.0)), "");
    let lighting = "<string name='TimeOfDay'>08:59:60</string>".to_owned()
        + &float("GeographicLatitude", 23.5)
        + &float("Brightness", 4.0)
        + &token("Technology", 3)
        + &color("Ambient", [1.0, 0.5, 0.0]);
    let xml = document(
        &(item("Workspace", "Workspace", "", &(block + &ball + &meshes + &camera))
            + &item(
                "Lighting",
                "Lighting",
                &lighting,
                &item("Atmosphere", "Air", &color("Color", [0.0, 0.5, 1.0]), ""),
            )),
    );
    let mesh = std::fs::read(fixtures().join("rbxmesh/valid/v300.mesh")).unwrap();
    let files = move |name: &str| match name {
        "rbxassetid://1" => Some(png(1, 1, &[255; 4])),
        "rbxassetid://2" => Some(png(2, 1, &[255, 0, 0, 255, 255, 0, 0, 0])),
        "rbxassetid://3" => Some(png(2, 2, &[30; 16])),
        "rbxassetid://4" => Some(png(1, 1, &[60, 60, 60, 255])),
        "rbxassetid://5" => Some(mesh.clone()),
        _ => None,
    };
    (xml, files)
}

#[test]
fn pictures_on_sides_are_stretched_or_repeat_by_studs() {
    let (xml, mut files) = room();
    let (scene, losses) = scene_with(&xml, &SceneOptions::default(), &mut files);
    let side = |name: &str| {
        let node = node(&scene, name);
        let shape = &scene.meshes[node.mesh.unwrap()].shape;
        (node, shape, &scene.materials[node.material.unwrap()])
    };
    let corners = |name: &str| {
        let index = scene.nodes.iter().position(|node| node.name == name).unwrap();
        scene.skinned(index, &scene.rest()).into_iter().map(|at| at.to_array()).collect::<Vec<_>>()
    };
    let uvs = |name: &str| side(name).1.uvs.iter().map(|uv| uv.to_array()).collect::<Vec<_>>();
    // A poster on the front, whose left upper corner is at +X for who looks at it from -Z.
    assert_eq!(uvs("Poster"), [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]]);
    let [left_up, .., right_up] = *corners("Poster") else { panic!() };
    assert_eq!((left_up, right_up), ([12.0, 3.0, -4.005], [8.0, 3.0, -4.005]));
    // The right side is 8 studs wide and 6 high: four tiles across and two down, from half a tile on.
    assert_eq!(uvs("Tiles"), [[0.5, 0.0], [0.5, 2.0], [4.5, 2.0], [4.5, 0.0]]);
    assert_eq!(side("Tiles").2.base, Vec4::new(1.0, 0.0, 0.0, 0.75));
    assert_eq!(corners("Tiles")[0], [12.01, 3.0, 4.0]);
    // Above it is 4 by 8 studs, in tiles of 2.
    assert_eq!(uvs("Above")[2], [4.0, 2.0]);
    assert_eq!((side("Poster").2.alpha, side("Poster").2.base), (Alpha::Blend, Vec4::ONE));
    assert!(scene.nodes.iter().all(|node| !["Absent", "Lost"].contains(&&*node.name)));
    let said = |what: &str| {
        losses.iter().filter(|loss| loss.what.contains(what)).map(|loss| loss.count).sum::<usize>()
    };
    assert_eq!((said("textures were not found"), said("not blocks")), (1, 1), "{losses:?}");
    // A picture that is not at hand is told of once.
    assert_eq!((said("lights that are off"), said("decals and textures on faces")), (1, 0), "{losses:?}");
}

#[test]
fn surfaces_become_materials() {
    let (xml, mut files) = room();
    let (scene, _) = scene_with(&xml, &SceneOptions::default(), &mut files);
    let of = |name: &str| &scene.materials[node(&scene, name).material.unwrap()];
    let bytes = |material: &rezkit::scene::Material, slot| {
        let image = material.texture(slot).unwrap().image;
        scene.images[image].bytes.clone()
    };
    let (over, clear) = (of("Overlaid"), of("Clear"));
    // The blue of the part is seen through the right pixel; yellow is multiplied to both.
    assert_eq!(bytes(over, Slot::Base), png(2, 1, &[255, 0, 0, 255, 0, 0, 255, 255]));
    assert_eq!((over.base, over.alpha), (Vec4::new(1.0, 1.0, 0.0, 1.0), Alpha::Opaque));
    assert_eq!(
        (bytes(clear, Slot::Base), clear.alpha),
        (png(2, 1, &[255, 0, 0, 255, 255, 0, 0, 0]), Alpha::Blend)
    );
    assert_eq!(bytes(over, Slot::MetallicRoughness), png(2, 2, &[255, 30, 60, 255].repeat(4)));
    assert_eq!((over.metallic, over.roughness), (1.0, 1.0));
    assert_eq!(over.texture(Slot::Normal), clear.texture(Slot::Normal));
    // One mesh for both, with tangents; of the pictures, only those that are shown.
    let mesh = node(&scene, "Overlaid").mesh;
    assert_eq!(mesh, node(&scene, "Clear").mesh);
    let shape = &scene.meshes[mesh.unwrap()].shape;
    assert_eq!(shape.tangents.len(), shape.positions.len());
    assert_eq!(scene.images.len(), 4);
}

#[test]
fn lights_and_cameras_shine_and_look_where_they_did() {
    use std::f32::consts::PI;
    let (xml, mut files) = room();
    let (scene, _) = scene_with(&xml, &SceneOptions::default(), &mut files);
    let worlds = scene.world_matrices(&scene.rest());
    let placed = |name: &str| {
        let index = scene.nodes.iter().position(|node| node.name == name).unwrap();
        let [place, ahead] = [Vec3::ZERO, -Vec3::Z].map(|at| worlds[index].transform_point(at));
        (&scene.nodes[index], place, ahead - place)
    };
    let light = |name: &str| {
        let (node, place, ahead) = placed(name);
        (&scene.lights[node.light.unwrap()], place, ahead)
    };
    let near =
        |one: Vec3, other: [f32; 3]| assert!((one - Vec3::from_array(other)).length() < 1e-5, "{one:?}");
    let (bulb, place, _) = light("Bulb");
    assert_eq!((bulb.kind, bulb.colour, bulb.range), (LightKind::Point, Vec3::X, Some(8.0)));
    // Candela: twice what makes white white at two studs.
    assert!((bulb.intensity - 2.0 * PI * 4.0).abs() < 1e-4);
    near(place, [10.0, 0.0, 0.0]);
    let (panel, place, ahead) = light("Panel");
    assert_eq!(panel.kind, LightKind::Spot { inner: 0.0, outer: 60.0_f32.to_radians() });
    assert!((panel.intensity - PI).abs() < 1e-5);
    near(place, [10.0, -3.0, 0.0]);
    near(ahead, [0.0, -1.0, 0.0]);
    let (_, place, ahead) = light("Spot");
    near(place, [11.0, 0.0, 0.0]);
    near(ahead, [-1.0, 0.0, 0.0]);
    // In the morning it shines from the east, in lux.
    let (sun, _, ahead) = light("Sun");
    assert_eq!(sun.kind, LightKind::Directional);
    assert!((sun.intensity - 2.0 * PI).abs() < 1e-5);
    let half = std::f32::consts::FRAC_1_SQRT_2;
    near(ahead, [-half, -half, 0.0]);
    let (node, place, _) = placed("Camera");
    near(place, [0.0, 9.0, 0.0]);
    assert_eq!(scene.cameras[node.camera.unwrap()].angle, 60.0_f32.to_radians());
    let said = scene.extras.get("rezkit").and_then(|own| own.get("surroundings")).unwrap();
    assert_eq!(said.get("ambient").and_then(|it| it.as_text()), Some("FF8000"));
    assert_eq!(said.get("sky").and_then(|it| it.as_text()), Some("0080FF"));
    assert_eq!(scene.lights.len(), 4);
    // At night there is no sun, and it is known that there is light from everywhere.
    let (night, _) = scene_with(&xml.replace("08:59:60", "22:00:00"), &SceneOptions::default(), &mut files);
    let said = night.extras.get("rezkit").and_then(|own| own.get("surroundings")).unwrap();
    assert_eq!(
        (night.lights.len(), said.get("outdoor_ambient").and_then(|it| it.as_text())),
        (3, Some("808080"))
    );
    // Fog counts where no atmosphere replaces it, which hides everything at 150 studs divided by the cube of its density.
    let foggy = xml.replace("08:59:60</string>", &format!("08:59:60</string>{}", float("FogEnd", 100.0)));
    for (text, end) in [(foggy.clone(), 2433.9), (foggy.replace("Atmosphere", "Folder"), 100.0)] {
        let (scene, _) = scene_with(&text, &SceneOptions::default(), &mut files);
        let said = scene.extras.get("rezkit").and_then(|own| own.get("surroundings")).unwrap();
        assert!((said.get("fog_end").unwrap().as_f64().unwrap() - end).abs() < 0.1);
    }
    let (plain, _) = scene_with(&xml, &SceneOptions::default().extras(false), &mut files);
    assert_eq!((plain.lights.len(), plain.extras.get("rezkit")), (4, None));
    // All of it comes back from a file of glTF.
    let (xml, mut files) = room();
    let glb = convert(xml.as_bytes(), &ExchangeOptions::to(Format::Glb), &mut files).unwrap();
    let back = gltf::read(&glb.bytes).unwrap();
    assert_eq!((&back.lights, &back.cameras), (&scene.lights, &scene.cameras));
}

/// A part with a mesh on bones, which is three times as large as the file, with the first of these as an instance.
fn puppet() -> (String, ::rbxmesh::Mesh, Vec<u8>) {
    let bytes = std::fs::read(fixtures().join("rbxmesh/valid/v400.mesh")).unwrap();
    let Asset::RbxMesh(mesh) = Asset::read(&bytes).unwrap() else { panic!() };
    let bone = &mesh.bones[0];
    let [x, y, z] = (bone.pose.position * 3.0).to_array();
    let root = frame([x, y, z], bone.pose.rotation.to_rows_array());
    let name = mesh.bone_names.get(bone.name_offset).unwrap().into_owned();
    let turned = frame([1.0, 2.0, 3.0], [0.0, 0.0, 1.0, 0.0, 1.0, 0.0, -1.0, 0.0, 0.0]);
    let sizes = vector("size", [3.0; 3]) + &vector("InitialSize", [1.0; 3]);
    let part =
        item("MeshPart", "Puppet", &(turned + &sizes + &url("MeshId", 1)), &item("Bone", &name, &root, ""));
    (document(&item("Model", "Toy", "", &part)), mesh, bytes)
}

/// The vertices of a mesh for bones with these poses in its part, computed independently from the rule of the engine.
fn on_bones(mesh: &::rbxmesh::Mesh, part: Pose, bones: &[Pose]) -> Vec<Vec3> {
    let scaled = |pose: Pose| Pose { position: pose.position * 3.0, ..pose };
    let moved = |(vertex, influences): (&::rbxmesh::Vertex, [Option<::rbxmesh::Influence>; 4])| {
        let all = influences.into_iter().flatten();
        let sum: f32 = all.clone().map(|one| f32::from(one.weight)).sum();
        all.fold(Vec3::ZERO, |at, one| {
            let bone = usize::from(one.bone.0);
            let back = scaled(mesh.bones[bone].pose).inverse().unwrap();
            let place = (part * bones[bone] * back).transform_point(vertex.position * 3.0);
            at + place * (f32::from(one.weight) / sum)
        })
    };
    mesh.vertices.iter().zip(mesh.influences()).map(moved).collect()
}

#[test]
fn bones_in_parts_move_their_meshes() {
    let (xml, mesh, bytes) = puppet();
    let mut files = |name: &str| (name == "rbxassetid://1").then(|| bytes.clone());
    let (scene, losses) = scene_with(&xml, &SceneOptions::default(), &mut files);
    assert_eq!(losses, []);
    let skinned = scene.nodes.iter().position(|node| node.skin.is_some()).unwrap();
    let joints = &scene.skins[0].joints;
    let names: Vec<_> = joints.iter().map(|joint| &*scene.nodes[*joint].name).collect();
    let expected: Vec<_> =
        mesh.bones.iter().map(|bone| mesh.bone_names.get(bone.name_offset).unwrap()).collect();
    assert_eq!(names, expected);
    // The joint of the instance is where that is; the other, which has none, hangs on it as in the mesh.
    assert_eq!(scene.nodes[joints[0]].parent, scene.nodes.iter().position(|node| node.name == "Puppet"));
    assert_eq!(scene.nodes[joints[1]].parent, Some(joints[0]));
    let rotation = Mat3 { rows: [Vec3::Z, Vec3::Y, -Vec3::X] };
    let part = Pose { rotation, position: Vec3::new(1.0, 2.0, 3.0) };
    let scaled = |bone: &::rbxmesh::Bone| Pose { position: bone.pose.position * 3.0, ..bone.pose };
    let rest: Vec<Pose> = mesh.bones.iter().map(scaled).collect();
    let near = |is: Vec<Vec3>, was: Vec<Vec3>| {
        for (is, was) in is.into_iter().zip(was) {
            assert!((is - was).length() < 1e-4, "{is:?} {was:?}");
        }
    };
    let whole = mesh.vertices.iter().map(|vertex| part.transform_point(vertex.position * 3.0)).collect();
    let n_shown = scene.meshes[scene.nodes[skinned].mesh.unwrap()].shape.positions.len();
    assert!(n_shown > 0);
    near(scene.skinned(skinned, &scene.rest()), whole);
    near(scene.skinned(skinned, &scene.rest()), on_bones(&mesh, part, &rest));
    // Bent at the second bone.
    let bend = geom::Quat::from_axis_angle(Vec3::Z, 0.7).unwrap();
    let mut pose = scene.rest();
    pose.locals[joints[1]].rotation = pose.locals[joints[1]].rotation * bend;
    let mut bones = rest;
    bones[1] = bones[1] * Pose { rotation: bend.to_mat3(), position: Vec3::ZERO };
    near(scene.skinned(skinned, &pose), on_bones(&mesh, part, &bones));
    // All of it comes back from a file of glTF, in which such a node is a root.
    let glb = gltf::write_glb(&scene, &gltf::WriteOptions::default()).unwrap().0;
    let back = gltf::read(&glb).unwrap();
    let skinned = back.nodes.iter().find(|node| node.skin.is_some()).unwrap();
    assert_eq!((skinned.parent, skinned.local), (None, Trs::IDENTITY));
    let [was, is] = [&scene, &back].map(|scene| scene.bounds().unwrap());
    near(vec![is.min, is.max], vec![was.min, was.max]);
    // Without the mesh there is a box, and the bone is left out.
    let (without, losses) = scene_with(&xml, &SceneOptions::default(), &mut |_| None);
    assert_eq!((without.skins.len(), mesh_name(&without, "Puppet")), (0, "Block"));
    assert_eq!(codes(&losses), [(LossCode::NodeDropped, 1), (LossCode::AssetMissing, 1)]);
    // Joints count as nodes.
    let mut few = SceneOptions::default();
    few.max_triangles = 4;
    let model = Asset::read(xml.as_bytes()).unwrap();
    let problem = to_scene_with(&model, &few, &mut files).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::Limit);
}

#[test]
fn poses_move_bones() {
    let (xml, mesh, bytes) = puppet();
    let name = mesh.bone_names.get(mesh.bones[0].name_offset).unwrap();
    let key = |time: f32, place: [f32; 3]| {
        let turn = frame(place, [0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
        item("Keyframe", "Key", &float("Time", time), &item("Pose", &name, &turn, ""))
    };
    let keys = key(0.0, [0.0; 3]) + &key(1.0, [0.0, 1.0, 0.0]);
    let walk = document(&item("KeyframeSequence", "Walk", "", &keys));
    let options = SceneOptions::default().rig_model(xml.into_bytes());
    let mut files = |name: &str| (name == "rbxassetid://1").then(|| bytes.clone());
    let (scene, _) = scene_with(&walk, &options, &mut files);
    let joint = scene.skins[0].joints[0];
    let (rest, pose) = (scene.rest(), scene.pose_at(0, 1.0));
    let moved = pose.locals[joint].translation - rest.locals[joint].translation;
    let up = mesh.bones[0].pose.rotation * Vec3::Y;
    assert!((moved - up).length() < 1e-5, "{moved:?}");
    let turn = pose.locals[joint].rotation.rotate(Vec3::X);
    let expected = mesh.bones[0].pose.rotation * Vec3::Y;
    assert!((turn - expected).length() < 1e-5, "{turn:?}");
}

#[test]
fn materials_of_a_place_repeat_on_its_parts() {
    let variant =
        "<string name='MaterialVariantSerialized'>Planks</string>".to_owned() + &token("Material", 512);
    let size = vector("size", [4.0, 6.0, 8.0]);
    let colour = "<Color3uint8 name='Color3uint8'>4294901760</Color3uint8>";
    let part = |name: &str, more: &str| item("Part", name, &format!("{size}{colour}{more}"), "");
    let other =
        "<string name='MaterialVariantSerialized'>Planks</string>".to_owned() + &token("Material", 800);
    let parts =
        part("Floor", &variant) + &part("Same", &variant) + &part("Other", &other) + &part("Plain", "");
    let planks =
        url("ColorMap", 1) + &url("NormalMap", 1) + &float("StudsPerTile", 2.0) + &token("BaseMaterial", 512);
    let xml = document(
        &(item("Workspace", "Workspace", "", &parts)
            + &item(
                "MaterialService",
                "MaterialService",
                "",
                &item("MaterialVariant", "Planks", &planks, ""),
            )),
    );
    let mut files = |name: &str| (name == "rbxassetid://1").then(|| png(1, 1, &[9, 9, 9, 255]));
    let (scene, losses) = scene_with(&xml, &SceneOptions::default(), &mut files);
    let of = |name: &str| &scene.materials[node(&scene, name).material.unwrap()];
    assert_eq!(
        (of("Floor").texture(Slot::Base).unwrap().image, of("Floor").base),
        (0, Vec4::new(1.0, 0.0, 0.0, 1.0))
    );
    assert_eq!(of("Floor").texture(Slot::Normal), of("Floor").texture(Slot::Base));
    // Only what is made of that material has its pictures; the same size has the same mesh.
    assert_eq!((of("Other").textures, of("Plain").textures), (Default::default(), Default::default()));
    assert_eq!(node(&scene, "Floor").mesh, node(&scene, "Same").mesh);
    assert_ne!(node(&scene, "Floor").mesh, node(&scene, "Plain").mesh);
    let shape = &scene.meshes[node(&scene, "Floor").mesh.unwrap()].shape;
    assert_eq!(shape.tangents.len(), shape.positions.len());
    // Tiles of two studs: a side of 8 by 6 has four by three.
    let right: Vec<_> = (0..shape.positions.len()).filter(|vertex| shape.normals[*vertex].x > 0.5).collect();
    let uvs: Vec<_> = right.iter().map(|vertex| shape.uvs[*vertex]).collect();
    let most = |axis: fn(&geom::Vec2) -> f32| uvs.iter().map(axis).fold(f32::MIN, f32::max);
    assert_eq!((most(|uv| uv.x), most(|uv| uv.y), uvs.len()), (2.0, 1.5, 4));
    assert_eq!(codes(&losses), [(LossCode::MaterialProp, 3)]);
}

#[test]
fn textures_of_graphics_cards_are_read() {
    let dds = |letters: &[u8; 4], data: &[u8]| {
        let mut head = vec![0; 128];
        head[..4].copy_from_slice(b"DDS ");
        (head[12], head[16], head[80]) = (4, 4, 4);
        head[84..88].copy_from_slice(letters);
        [head, data.to_vec()].concat()
    };
    let decal = item("Decal", "Poster", &url("Texture", 1), "");
    let xml = document(&item("Part", "Wall", "", &decal));
    let red = [0x00, 0xf8, 0x1f, 0x00, 0x00, 0x00, 0x00, 0x00];
    let mut files = |_: &str| Some(dds(b"DXT1", &red));
    let (scene, losses) = scene_with(&xml, &SceneOptions::default(), &mut files);
    assert_eq!((losses, &scene.images[0].bytes), (Vec::new(), &png(4, 4, &[255, 0, 0, 255].repeat(16))));
    let mut files = |_: &str| Some(dds(b"ETC2", &red));
    let (_, losses) = scene_with(&xml, &SceneOptions::default(), &mut files);
    assert_eq!(codes(&losses), [(LossCode::TextureFormat, 1)]);
}

#[test]
fn bones_attachments_and_welds_are_nodes_if_asked() {
    let joint = "<Ref name='Part0'>Arm</Ref><Ref name='Part1'>Hand</Ref>";
    let c0 = frame_at(0.0, -1.0, 0.0).replace("'CFrame'", "'C0'");
    let arm = item(
        "Part",
        "Arm",
        &frame_at(0.0, 5.0, 0.0),
        &(item("Attachment", "Grip", &frame_at(1.0, 0.0, 0.0), "")
            + &item(
                "Bone",
                "Upper",
                &frame_at(0.0, 1.0, 0.0),
                &item("Bone", "Lower", &frame_at(0.0, 1.0, 0.0), ""),
            )),
    );
    let hand = item(
        "Part",
        "Hand",
        &frame_at(0.0, 4.0, 0.0),
        &item("Motor6D", "Wrist", &format!("{joint}{c0}"), ""),
    );
    let xml = document(&(arm + &hand));
    let (plain, losses) = scene(&xml);
    assert_eq!((plain.nodes.len(), codes(&losses)), (2, vec![(LossCode::NodeDropped, 4)]));
    let (rig, losses) = scene_with(&xml, &SceneOptions::default().rig(true), &mut |_| None);
    assert_eq!(losses, []);
    let role = |name: &str| node(&rig, name).role;
    assert_eq!((role("Grip"), role("Upper"), role("Lower")), (Role::Attachment, Role::Joint, Role::Joint));
    let worlds = rig.world_matrices(&rig.rest());
    let place = |name: &str| {
        let index = rig.nodes.iter().position(|node| node.name == name).unwrap();
        worlds[index].transform_point(Vec3::ZERO).to_array()
    };
    assert_eq!(
        (place("Grip"), place("Lower"), place("Wrist")),
        ([1.0, 5.0, 0.0], [0.0, 7.0, 0.0], [0.0, 4.0, 0.0])
    );
    let weld = node(&rig, "Wrist").extras.get("rezkit").unwrap();
    assert_eq!(weld.get("to").unwrap().as_text(), Some("Hand"));
    // A part with nodes below it has its shape in a node of its own, so that its size does not stretch them.
    assert_eq!((node(&rig, "Arm").mesh, node(&rig, "Arm").local.scale), (None, Vec3::ONE));
    assert_eq!(rig.bounds(), plain.bounds());
}

#[test]
fn of_a_place_the_workspace_is_seen() {
    let part = |name: &str| item("Part", name, &frame_at(0.0, 0.0, 0.0), "");
    let xml = document(
        &(item("Workspace", "Workspace", "", &(part("Seen") + &item("Terrain", "Terrain", "", "")))
            + &item("ServerStorage", "ServerStorage", "", &part("Stored"))),
    );
    let (scene, losses) = scene(&xml);
    let names: Vec<_> = scene.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["Workspace", "Seen", "Terrain"]);
    assert_eq!(codes(&losses), [(LossCode::NodeDropped, 1)]);
    let own = |key: &str| scene.extras.get("rezkit").and_then(|own| own.get(key)).cloned();
    assert_eq!((own("place"), own("source")), (Some(true.into()), None));
    // What waits elsewhere to be copied is taken on request.
    let (all, losses) = scene_with(&xml, &SceneOptions::default().all_parts(true), &mut |_| None);
    let names: Vec<_> = all.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["Workspace", "Seen", "Terrain", "ServerStorage", "Stored"]);
    assert_eq!(codes(&losses), []);
    let problem = read(document("").as_bytes(), &SceneOptions::default(), &mut |_| None).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::Empty);
}

#[test]
fn of_a_place_with_little_in_the_workspace_the_store_is_seen_too() {
    for (n_seen, n_stored, is_shown) in [(24, 193, true), (24, 192, false), (25, 400, false)] {
        let parts = |n| item("Part", "Part", &frame_at(0.0, 0.0, 0.0), "").repeat(n);
        let xml = document(
            &(item("Workspace", "Workspace", "", &parts(n_seen))
                + &item("ServerStorage", "ServerStorage", "", &parts(n_stored))),
        );
        let n_drawn = scene(&xml).0.nodes.iter().filter(|node| node.mesh.is_some()).count();
        assert_eq!(n_drawn, n_seen + if is_shown { n_stored } else { 0 }, "{n_seen} {n_stored}");
    }
}

/// Blocks and balls of a few colours in a grid.
fn grid(n: usize) -> String {
    let mut parts = String::new();
    for number in 0..n {
        let place = frame_at(
            (number % 100) as f32 * 5.0,
            (number / 10_000) as f32 * 5.0,
            (number / 100 % 100) as f32 * 5.0,
        );
        let look = format!(
            "<token name='shape'>{}</token><int name='BrickColor'>{}</int>",
            number % 2,
            1001 + number % 7
        );
        parts += &item("Part", "Part", &(place + &vector("size", [2.0, 3.0, 4.0]) + &look), "");
    }
    document(&parts)
}

#[test]
fn many_parts_share_their_shapes() {
    let xml = grid(2000);
    let glb = convert(xml.as_bytes(), &ExchangeOptions::to(Format::Glb), &mut |_| None).unwrap();
    assert_eq!(glb.losses, []);
    let info = gltf::info(&glb.bytes, &gltf::ReadOptions::default(), &mut |_| None).unwrap();
    let (was, now) = (scene(&xml).0, gltf::read(&glb.bytes).unwrap());
    assert_eq!((was.meshes.len(), was.materials.len(), now.materials.len()), (2, 7, 7));
    // A mesh for each pair of shape and colour, but the arrays of each shape once.
    assert_eq!((now.meshes.len(), info.n_accessors), (14, 6));
    assert_eq!((now.n_triangles(), now.nodes.len()), (was.n_triangles(), 2000));
    assert_eq!(now.bounds(), was.bounds());
    let look = |scene: &Scene, index: usize| {
        let node = &scene.nodes[index];
        let own = || scene.meshes[node.mesh.unwrap()].shape.groups[0].material.clone().unwrap();
        node.material.map_or_else(own, |material| scene.materials[material].name.clone())
    };
    assert!((0..2000).all(|index| look(&was, index) == look(&now, index)));
}

#[test]
fn binary_and_xml_files_give_the_same_scene() {
    let xml = grid(50);
    let file = File::open(xml.as_bytes(), &OpenOptions::default()).unwrap();
    let binary = rezkit::convert(&file, &ConvertOptions::to(Format::RbxBinary)).unwrap();
    let (from_binary, _) = read(&binary.bytes, &SceneOptions::default(), &mut |_| None).unwrap();
    assert_eq!(from_binary, scene(&xml).0);
}

#[test]
fn cages_of_clothing_come_along_as_hidden_meshes() {
    let url = |name: &str, number: u32| {
        format!("<Content name='{name}'><url>rbxassetid://{number}</url></Content>")
    };
    let sizes = vector("size", [4.0; 3]) + &vector("InitialSize", [2.0; 3]);
    let origin = frame_at(0.0, 1.0, 0.0).replace("'CFrame'", "'CageOrigin'");
    let wrap = origin + &url("CageMeshId", 1) + &url("ReferenceMeshId", 2);
    let wrap = item("WrapLayer", "Wrap", &wrap, "");
    let jacket = item("MeshPart", "Jacket", &(frame_at(1.0, 2.0, 3.0) + &sizes + &url("MeshId", 1)), &wrap);
    let mesh = std::fs::read(fixtures().join("rbxmesh/valid/v300.mesh")).unwrap();
    let mut files = |name: &str| (name == "rbxassetid://1").then(|| mesh.clone());
    let text = document(&jacket);
    let (scene, losses) = scene_with(&text, &SceneOptions::default(), &mut files);
    let names: Vec<_> = scene.nodes.iter().map(|node| &*node.name).collect();
    assert_eq!(names, ["Jacket", "Jacket_OuterCage"]);
    let cage = node(&scene, "Jacket_OuterCage");
    assert_eq!((cage.role, cage.hidden, cage.parent), (Role::Cage, true, None));
    assert_eq!(cage.local.translation, Vec3::new(1.0, 3.0, 3.0));
    assert_eq!((cage.local.scale, cage.mesh), (Vec3::splat(2.0), node(&scene, "Jacket").mesh));
    // The inner cage is not at hand.
    let lost: Vec<_> = losses.iter().filter(|loss| loss.what.contains("cages")).collect();
    assert_eq!(
        lost.iter().map(|loss| (loss.code, &*loss.places)).collect::<Vec<_>>(),
        [(LossCode::AssetMissing, &["rbxassetid://2".to_owned()][..])]
    );
    // Programs that know no cages show none.
    let glb = convert(text.as_bytes(), &ExchangeOptions::to(Format::Glb), &mut files).unwrap();
    let back = gltf::read(&glb.bytes).unwrap();
    let cage = node(&back, "Jacket_OuterCage");
    assert_eq!((cage.role, cage.hidden), (Role::Cage, true));
}

/// Models of 2008 hold meshes and pictures as base64 in the place of their addresses.
#[test]
fn files_embedded_in_contents_are_shown_extracted_and_named_when_lost() {
    let mesh = std::fs::read(fixtures().join("rbxmesh/valid/v200.mesh")).unwrap();
    let picture = Picture { width: 1, height: 1, rgba: vec![255, 0, 0, 255] }.to_png();
    let embedded = |property: &str, bytes: &[u8]| {
        format!("<Content name='{property}'><binary>{}</binary></Content>", STANDARD.encode(bytes))
    };
    let properties = format!(
        "<token name='MeshType'>5</token>{}{}",
        embedded("MeshId", &mesh),
        embedded("TextureId", &picture)
    );
    let text = document(
        &[
            item("Part", "Shape", &frame_at(0.0, 0.0, 0.0), &item("SpecialMesh", "Mesh", &properties, "")),
            item(
                "Part",
                "Sign",
                &frame_at(9.0, 0.0, 0.0),
                &item("Decal", "Picture", &embedded("Texture", &picture), ""),
            ),
        ]
        .concat(),
    );
    let (shown, losses) = scene(&text);
    assert_eq!(codes(&losses), []);
    // Equal pictures are one.
    assert!(shown.images.iter().map(|image| &image.bytes).eq([&picture]));
    let expected = read(&mesh, &SceneOptions::default(), &mut |_| None).unwrap().0;
    let number =
        shown.nodes.iter().find_map(|node| node.mesh.filter(|mesh| shown.meshes[*mesh].name == "Mesh"));
    assert_eq!(shown.meshes[number.unwrap()].shape.indices.len(), expected.meshes[0].shape.indices.len());

    let file = File::open(text.as_bytes(), &OpenOptions::default()).unwrap();
    let mut extracted = Vec::new();
    rezkit::extract(&file, &mut |content| {
        extracted.push(content.bytes.to_vec());
        ControlFlow::Continue(())
    })
    .unwrap();
    assert!(extracted.contains(&mesh) && extracted.contains(&picture), "{}", extracted.len());
    let binary = rezkit::convert(&file, &ConvertOptions::to(Format::RbxBinary)).unwrap();
    let lost = binary.losses.iter().find(|loss| loss.what.contains("`rez extract`")).unwrap();
    assert_eq!(lost.count, 3);
}

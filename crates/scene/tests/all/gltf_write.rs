//! ! Tests that written glTF reads back.

use crate::support;
use geom::{Group, Mat4, Quat, Rgba8, TriMesh, Vec2, Vec3, Vec4};
use scene::Json;
use scene::gltf::{self, ReadOptions, WriteOptions, write_glb, write_gltf};
use scene::thumb::Frame;
use scene::{
    Alpha, Animation, Camera, Image, Interpolation, Light, LightKind, Material, Mesh, Mime, Morph, Node,
    Path, Problem, Role, Scene, Skin, Slot, Specular, Texture, Track, Trs, Unit, Wrap,
};
use std::collections::HashMap;

fn quad() -> TriMesh {
    TriMesh {
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::Y],
        normals: vec![Vec3::Z; 4],
        tangents: vec![Vec4::new(1.0, 0.0, 0.0, -1.0); 4],
        uvs: vec![Vec2::new(0.0, 1.0), Vec2::new(1.0, 1.0), Vec2::new(1.0, 0.0), Vec2::new(0.1, 0.3)],
        colours: vec![
            Rgba8::new(0, 1, 2, 3),
            Rgba8::new(127, 128, 129, 255),
            Rgba8::WHITE,
            Rgba8::new(250, 9, 8, 7),
        ],
        indices: vec![[0, 1, 2], [0, 2, 3]],
        ..TriMesh::default()
    }
}

/// Returns a scene that has a value in every field.
fn everything() -> Scene {
    let mut textured = Material {
        name: "Wood".into(),
        base: Vec4::new(0.5, 0.25, 0.1, 0.75),
        metallic: 0.2,
        roughness: 0.7,
        emissive: Vec3::new(0.1, 0.2, 0.3),
        alpha: Alpha::Mask(0.3),
        double_sided: true,
        unlit: false,
        ior: Some(1.45),
        specular: Some(Specular { factor: 0.5, colour: Vec3::new(1.0, 0.5, 0.25) }),
        ..Material::default()
    };
    textured.set_texture(Slot::Base, Some(Texture { wrap: [Wrap::Clamp, Wrap::Mirror], ..Texture::new(0) }));
    textured.set_texture(Slot::Normal, Some(Texture { strength: 0.5, nearest: true, ..Texture::new(1) }));
    textured.extras.set("price", 3);
    let flat = Material { name: "Flat".into(), unlit: true, alpha: Alpha::Blend, ..Material::default() };
    let group = |name: &str, material: &str, triangles| Group {
        name: name.into(),
        material: Some(material.into()),
        triangles,
    };
    let mut body = quad();
    body.joints = vec![[0, 1, 0, 0]; 4];
    body.weights = vec![Vec4::new(200.0 / 255.0, 55.0 / 255.0, 0.0, 0.0); 4];
    body.groups = vec![group("seat", "Wood", 0..1), group("", "Flat", 1..2)];
    let mut low = quad();
    (low.tangents, low.colours) = (Vec::new(), Vec::new());
    (low.joints, low.weights) = (vec![[1, 0, 0, 0]; 4], vec![Vec4::new(1.0, 0.0, 0.0, 0.0); 4]);
    low.groups = vec![group("", "Flat", 0..2)];
    let png = |byte| Image {
        name: format!("picture{byte}"),
        mime: Mime::Png,
        bytes: vec![0x89, b'P', b'N', b'G', byte],
        uri: None,
    };
    let mesh = |name: &str, shape| Mesh { name: name.into(), shape, ..Mesh::default() };
    let node = |name: &str, parent, mesh| Node { name: name.into(), parent, mesh, ..Node::default() };
    let morph = Morph { name: "läufer".into(), offsets: vec![(1, Vec3::Y), (3, Vec3::new(0.5, 0.0, -1.0))] };
    let mut extras = Json::default();
    extras.set("author", "somebody");
    let track = |node, path, interpolation, values: &[f32]| Track {
        node,
        path,
        interpolation,
        times: vec![0.0, 0.5],
        values: values.to_vec(),
    };
    Scene {
        name: "chair".into(),
        nodes: vec![
            Node {
                local: Trs {
                    translation: Vec3::new(1.0, 2.0, 3.0),
                    rotation: Quat::new(0.0, 0.6, 0.0, 0.8),
                    scale: Vec3::splat(2.0),
                },
                role: Role::Joint,
                ..node("twin", None, None)
            },
            Node { role: Role::Joint, ..node("twin", Some(0), None) },
            Node {
                skin: Some(0),
                weights: vec![0.25],
                extras: extras.clone(),
                ..node("body", None, Some(0))
            },
            Node {
                skin: Some(0),
                hidden: true,
                role: Role::Lod { of: 2, level: 1 },
                ..node("body_LOD1", None, Some(1))
            },
            Node { hidden: true, role: Role::Physics, ..node("body_PHYS", None, Some(2)) },
            Node { role: Role::Label, light: Some(0), ..node("here", Some(1), None) },
            Node { light: Some(1), camera: Some(0), ..node("", Some(1), Some(3)) },
        ],
        meshes: vec![
            Mesh { morphs: vec![morph], ..mesh("body", body) },
            mesh("low", low),
            mesh(
                "physics",
                TriMesh { positions: quad().positions, indices: quad().indices, ..TriMesh::default() },
            ),
            Mesh {
                lines: vec![[0, 1], [1, 2]],
                points: vec![3],
                extras: extras.clone(),
                ..mesh("wire", TriMesh { positions: quad().positions, ..TriMesh::default() })
            },
        ],
        skins: vec![Skin {
            name: "rig".into(),
            joints: vec![0, 1],
            inverse_bind: vec![Mat4::IDENTITY; 2],
            extras: extras.clone(),
        }],
        lights: vec![
            Light {
                name: "lamp".into(),
                kind: LightKind::Spot { inner: 0.25, outer: 0.5 },
                colour: Vec3::new(1.0, 0.5, 0.25),
                intensity: 20.0,
                range: Some(7.5),
            },
            Light { kind: LightKind::Directional, colour: Vec3::ONE, intensity: 1.0, ..Light::default() },
        ],
        cameras: vec![Camera {
            name: "eye".into(),
            angle: 0.75,
            aspect: Some(1.5),
            near: 0.125,
            far: Some(900.0),
        }],
        materials: vec![textured, flat],
        images: vec![png(1), png(2)],
        animations: vec![Animation {
            name: "wave".into(),
            tracks: vec![
                track(1, Path::Rotation, Interpolation::Linear, &[0.0, 0.0, 0.0, 1.0, 0.0, 0.6, 0.0, 0.8]),
                track(0, Path::Translation, Interpolation::Step, &[0.0, 0.0, 0.0, 1.0, 2.0, 3.0]),
                track(0, Path::Scale, Interpolation::Cubic, &[1.0; 18]),
                track(2, Path::Weights, Interpolation::Linear, &[0.0, 1.0]),
            ],
            extras: extras.clone(),
            ..Animation::default()
        }],
        unit: Unit::Stud,
        copyright: "CC0".into(),
        extras,
    }
}

#[test]
fn every_field_comes_back() {
    let scene = everything();
    assert_eq!(scene.check(), []);
    let (glb, warnings) = write_glb(&scene, &WriteOptions::default()).unwrap();
    assert_eq!(warnings.list, []);
    let (back, warnings) =
        gltf::read_with(&glb, &ReadOptions::default().strict(true), &mut |_| None).unwrap();
    assert_eq!(warnings.list, []);
    // Separate comparisons make a difference readable.
    assert_eq!(back.nodes, scene.nodes);
    assert_eq!(back.materials, scene.materials);
    assert_eq!(back.meshes, scene.meshes);
    assert_eq!(back.skins, scene.skins);
    assert_eq!(back.animations, scene.animations);
    // Levels of detail and collision shapes are in glTF scenes of their own.
    let info = gltf::info(&glb, &ReadOptions::default(), &mut |_| None).unwrap();
    assert_eq!(info.scenes, [Some("chair".into()), Some("lod1".into()), Some("physics".into())]);
    assert_eq!(
        info.extensions_used,
        [
            "KHR_lights_punctual",
            "KHR_materials_ior",
            "KHR_materials_specular",
            "KHR_materials_unlit",
            "MSFT_lod"
        ]
    );
    assert_eq!(back, scene);
    assert_eq!(write_glb(&back, &WriteOptions::default()).unwrap().0, glb);
}

#[test]
fn a_gltf_has_its_files_beside_it() {
    let scene = everything();
    let (written, _) = write_gltf(&scene, &WriteOptions::default().base("my chair")).unwrap();
    let names: Vec<_> = written.files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["my chair.bin", "my_chair_picture1.png", "my_chair_picture2.png"]);
    assert!(String::from_utf8_lossy(&written.json).contains("\"my%20chair.bin\""));
    let files: HashMap<_, _> = written.files.iter().cloned().collect();
    let options = ReadOptions::default().strict(true);
    let (mut back, _) =
        gltf::read_with(&written.json, &options, &mut |name| files.get(name).cloned()).unwrap();
    // Images keep their paths, whether their bytes are known or not.
    back.images[0].uri = Some("textures/ä b.png".into());
    back.images[1].bytes.clear();
    let options_again = WriteOptions::default().base("other");
    let (again, _) = write_gltf(&back, &options_again).unwrap();
    let names: Vec<_> = again.files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["other.bin", "textures/ä b.png"]);
    let json = String::from_utf8_lossy(&again.json).into_owned();
    assert!(
        json.contains("\"textures/%C3%A4%20b.png\"") && json.contains("\"my_chair_picture2.png\""),
        "{json}"
    );
    let files_again: HashMap<_, _> = again.files.into_iter().collect();
    let (twice, _) =
        gltf::read_with(&again.json, &ReadOptions::default(), &mut |name| files_again.get(name).cloned())
            .unwrap();
    let uris = |scene: &Scene| scene.images.iter().map(|image| image.uri.clone()).collect::<Vec<_>>();
    assert_eq!((uris(&twice), &twice.images[0].bytes), (uris(&back), &back.images[0].bytes));
    back.images[1].bytes.clone_from(&scene.images[1].bytes);
    back.images.iter_mut().for_each(|image| assert!(image.uri.take().is_some()));
    assert_eq!(back, scene);
    let missing = gltf::read_with(&written.json, &options, &mut |_| None).unwrap_err();
    assert_eq!((missing.path.as_str(), missing.kind), ("/buffers/0", scene::ProblemKind::MissingFile));
    assert_eq!(missing.message, "the file \"my chair.bin\" was not found");
    assert_eq!(written.json[missing.byte.unwrap()..][..14], *b"{\"byteLength\":");
}

#[test]
fn without_extras_nothing_of_ours_is_inside() {
    let (glb, _) = write_glb(&everything(), &WriteOptions::default().extras(false)).unwrap();
    let back = gltf::read(&glb).unwrap();
    assert_eq!(
        (back.unit, back.nodes[1].name.as_str(), back.nodes[4].role),
        (Unit::Metre, "twin_2", Role::Plain)
    );
    assert!(back.extras.is_empty() && back.materials[0].extras.is_empty());
}

#[test]
fn what_gltf_forbids_is_made_right_and_reported() {
    let mut shape = quad();
    shape.normals = vec![Vec3::ZERO, Vec3::new(0.0, 0.0, 3.0), Vec3::Z, Vec3::new(0.0, 0.0, 1.005)];
    shape.positions.push(Vec3::new(f32::NAN, 0.0, 0.0));
    shape.normals.push(Vec3::Z);
    (shape.tangents, shape.colours, shape.uvs) = (Vec::new(), Vec::new(), Vec::new());
    shape.indices.push([0, 1, 4]);
    shape.indices.push([0, 1, 9]);
    shape.joints = vec![[0, 0, 1, 7]; 5];
    shape.weights = vec![Vec4::new(0.25, 0.25, 0.25, 0.5); 5];
    let mut material = Material { name: "Wood".into(), ..Material::default() };
    material.set_texture(Slot::Base, Some(Texture::new(0)));
    shape.groups = vec![Group { name: String::new(), material: Some("Wood".into()), triangles: 0..4 }];
    let image = Image { mime: Mime::Png, bytes: vec![0x89, b'P', b'N', b'G'], ..Image::default() };
    let nodes =
        vec![Node { mesh: Some(0), skin: Some(0), ..Node::default() }, Node::default(), Node::default()];
    let scene = Scene {
        nodes,
        meshes: vec![Mesh { shape, ..Mesh::default() }],
        skins: vec![Skin { joints: vec![1, 2], ..Skin::default() }],
        materials: vec![material],
        images: vec![image],
        ..Scene::default()
    };
    let (glb, warnings) = write_glb(&scene, &WriteOptions::default()).unwrap();
    let messages: Vec<_> = warnings.list.iter().map(ToString::to_string).collect();
    assert_eq!(
        messages,
        [
            "/meshes/0: not finite, so set to 0, and their triangles left out: 1 position",
            "/meshes/0: normalized to length 1: 2 normals",
            "/meshes/0: weights normalized to a sum of 1: 5 vertices",
            "/meshes/0: left out, since a vertex is missing or not finite: 2 triangles",
        ]
    );
    let back = gltf::read(&glb).unwrap();
    let mesh = &back.meshes[0].shape;
    assert_eq!(mesh.indices, quad().indices);
    assert_eq!(mesh.normals, [Vec3::Z, Vec3::Z, Vec3::Z, Vec3::new(0.0, 0.0, 1.005), Vec3::Z]);
    let third = 1.0 / 3.0;
    assert_eq!((mesh.joints[0], mesh.weights[0]), ([0, 0, 1, 0], Vec4::new(2.0 * third, 0.0, third, 0.0)));
    // A mesh without texture coordinates gets a copy of the material without textures.
    assert_eq!(mesh.groups[0].material.as_deref(), Some("Wood"));
    assert!(back.material("Wood_plain").is_none() && String::from_utf8_lossy(&glb).contains("Wood_plain"));
}

#[test]
fn files_of_others_settle() {
    let mut n_files = 0;
    for path in support::samples("gltf") {
        if path.extension().is_none_or(|ending| ending != "glb" && ending != "gltf") {
            continue;
        }
        let name = path.display();
        let file = std::fs::read(&path).unwrap();
        let beside = path.parent().unwrap();
        let mut files = |name: &str| std::fs::read(beside.join(name)).ok();
        let Ok((scene, _)) = gltf::read_with(&file, &ReadOptions::default(), &mut files) else { continue };
        let (glb, _) = write_glb(&scene, &WriteOptions::default()).unwrap();
        let (back, warnings) =
            gltf::read_with(&glb, &ReadOptions::default().strict(true), &mut |_| None).unwrap();
        assert_eq!(warnings.list, [], "{name}");
        assert_eq!(back.check(), [], "{name}");
        assert_eq!(write_glb(&back, &WriteOptions::default()).unwrap().0, glb, "{name}");
        assert_eq!(back.n_triangles(), scene.n_triangles(), "{name}");
        assert_eq!(back.bounds(), scene.bounds(), "{name}");
        for (node, (before, after)) in scene.nodes.iter().zip(&back.nodes).enumerate() {
            assert_eq!((&before.name, before.hidden), (&after.name, after.hidden), "{name}");
            assert_eq!(scene.skinned(node, &scene.rest()), back.skinned(node, &back.rest()), "{name}");
        }
        assert_eq!(
            back.materials.len(),
            scene.materials.len()
                + back
                    .materials
                    .iter()
                    .filter(|it| it.name.ends_with("_plain") || it.name.ends_with("_smooth"))
                    .count()
        );
        n_files += 1;
    }
    assert!(n_files >= 29, "{n_files}");
}

/// Writes each readable file of the corpus to the folder `REZKIT_GLTF_OUT`, for checks by other software.
#[test]
fn written_files_can_be_had() {
    let Some(out) = std::env::var_os("REZKIT_GLTF_OUT").map(std::path::PathBuf::from) else { return };
    std::fs::create_dir_all(&out).unwrap();
    std::fs::write(out.join("everything.glb"), write_glb(&everything(), &WriteOptions::default()).unwrap().0)
        .unwrap();
    let Some(corpus) = support::corpus() else { return };
    for path in support::files(&corpus.join("gltf")) {
        let Ok(file) = std::fs::read(&path) else { continue };
        let beside = path.parent().unwrap();
        let mut files = |name: &str| std::fs::read(beside.join(name)).ok();
        let Ok((scene, _)) = gltf::read_with(&file, &ReadOptions::default(), &mut files) else { continue };
        let name = path.strip_prefix(&corpus).unwrap().to_string_lossy().replace('/', "__");
        std::fs::write(
            out.join(format!("{name}.glb")),
            write_glb(&scene, &WriteOptions::default()).unwrap().0,
        )
        .unwrap();
    }
}

/// Tests that the copy of a material without textures, written for a mesh without texture coordinates, reads back as
/// the material.
#[test]
fn forms_of_materials_come_back_as_the_material() {
    let mut shape = quad();
    shape.uvs.clear();
    shape.tangents.clear();
    shape.groups = vec![Group { name: String::new(), material: Some("Wood".into()), triangles: 0..2 }];
    let mut wood = Material { name: "Wood".into(), ..Material::default() };
    wood.set_texture(Slot::Base, Some(Texture::new(0)));
    let png = scene::thumb::Picture { width: 1, height: 1, rgba: vec![255; 4] }.to_png();
    let scene = Scene {
        nodes: vec![Node { mesh: Some(0), ..Node::default() }],
        meshes: vec![Mesh { shape, ..Mesh::default() }],
        materials: vec![wood],
        images: vec![Image { name: "bark".into(), mime: Mime::Png, bytes: png, uri: None }],
        ..Scene::default()
    };
    let (glb, warnings) = write_glb(&scene, &WriteOptions::default()).unwrap();
    assert_eq!(warnings.list, []);
    assert!(String::from_utf8_lossy(&glb).contains("Wood_plain"));
    assert_eq!(gltf::read(&glb).unwrap(), scene);
    let (glb, warnings) = write_glb(&scene, &WriteOptions::default().extras(false)).unwrap();
    assert_eq!(warnings.list[0].code, Some(scene::LossCode::Renamed));
    assert_eq!(gltf::read(&glb).unwrap().materials.len(), 2);
    // Blender lists materials in the order in which meshes use them.
    let file = br#"{"asset":{"version":"2.0"},"materials":[
        {"name":"Wood_plain","extras":{"rezkit":{"form_of":"Wood"}}},{"name":"Wood","doubleSided":true}]}"#;
    let materials = gltf::read(file).unwrap().materials;
    assert!(matches!(&materials[..], [one] if one.name == "Wood" && one.double_sided), "{materials:?}");
}

#[test]
fn a_camera_sees_what_pictures_show_and_is_left_out_again() {
    let mut scene = everything();
    // The last node is far away, so it is outside of the picture.
    let local = Trs { translation: Vec3::X * 5000.0, scale: Vec3::splat(0.1), ..Trs::IDENTITY };
    scene.nodes.push(Node { name: "First view".into(), mesh: Some(0), local, ..Node::default() });
    let (plain, _) = write_glb(&scene, &WriteOptions::default()).unwrap();
    let (file, _) = write_glb(&scene, &WriteOptions::default().camera(true)).unwrap();
    let (read, warnings) = gltf::read_with(&file, &ReadOptions::default(), &mut |_| None).unwrap();
    assert_eq!((read, warnings.total()), (gltf::read(&plain).unwrap(), 0));

    let end = 20 + u32::from_le_bytes(file[12..16].try_into().unwrap()) as usize;
    let json: serde_json::Value = serde_json::from_slice(&file[20..end]).unwrap();
    let node = json["nodes"].as_array().unwrap().last().unwrap();
    let number = |value: &serde_json::Value| value.as_f64().unwrap() as f32;
    let three = |value: &serde_json::Value| Vec3::from_array([0, 1, 2].map(|at| number(&value[at])));
    assert_eq!((&node["name"], &node["camera"]), (&"First view_2".into(), &0.into()));
    assert_eq!(json["scenes"][0]["nodes"][0], scene.nodes.len());
    let cameras = json["nodes"].as_array().unwrap().iter().filter_map(|node| node["camera"].as_u64());
    assert_eq!(
        (&json["cameras"][0]["name"], cameras.collect::<Vec<_>>()),
        (&"First view".into(), vec![1, 0])
    );
    let lens = &json["cameras"][0]["perspective"];
    let slope = (number(&lens["yfov"]) / 2.0).tan();
    let (place, target) = (three(&node["translation"]), three(&node["extras"]["rezkit"]["target"]));
    let rotation = Quat::from_array([0, 1, 2, 3].map(|at| number(&node["rotation"][at])));
    // The camera looks at its target from 20 degrees above and 30 degrees to the side of the front, which is −Z because
    // the unit is a stud.
    let ahead = rotation.rotate(-Vec3::Z);
    assert!(((target - place).normalised().unwrap() - ahead).length() < 1e-5, "{ahead:?}");
    let expected = Vec3::new(0.469_846_3, -0.342_020_15, 0.813_797_7);
    assert!((ahead - expected).length() < 1e-5, "{ahead:?}");
    // All corners of the bounds are within the picture, and fill it.
    let frame = Frame::from_scene(&scene, &scene.rest(), 0);
    assert_eq!(frame.outliers, [scene.nodes.len() - 1]);
    let [right, up] = [Vec3::X, Vec3::Y].map(|axis| rotation.rotate(axis));
    let seen = frame.bounds.unwrap().corners().map(|corner| {
        let depth = (corner - place).dot(ahead);
        assert!(depth > number(&lens["znear"]) && depth < number(&lens["zfar"]));
        [right, up].map(|axis| ((corner - place).dot(axis) / depth / slope).abs())
    });
    let most = seen.iter().flatten().copied().fold(0.0, f32::max);
    assert!((0.85..0.95).contains(&most), "{most}");
    // A camera that is not marked as one of this writer is kept.
    let mut other = file.clone();
    let at = other.windows(13).position(|text| text == b"\"role\":\"camer").unwrap();
    other[at + 8..at + 14].copy_from_slice(b"CAMERA");
    let (read, warnings) = gltf::read_with(&other, &ReadOptions::default(), &mut |_| None).unwrap();
    assert_eq!((read.cameras.len(), warnings.total()), (scene.cameras.len() + 1, 0));
    assert_eq!(read.nodes.last().unwrap().camera, Some(0));
}

/// Returns a hilly field of this number of squares on a side.
fn field(wide: u16) -> TriMesh {
    let mut shape = TriMesh::default();
    for number in 0..(wide + 1) * (wide + 1) {
        let [x, z] = [number % (wide + 1), number / (wide + 1)].map(f32::from);
        shape.positions.push(Vec3::new(x * 3.5, (x * 0.3).sin() * 2.0, z * 3.5 - 20.0));
        shape.normals.push(Vec3::new(-(x * 0.3).cos() * 0.6, 1.0, 0.0).normalised().unwrap());
        shape.uvs.push(Vec2::new(x / f32::from(wide), z / f32::from(wide)));
        shape.colours.push(Rgba8::new(200, 150, 180 + (number % 70) as u8, 255));
    }
    for number in 0..u32::from(wide * wide) {
        let (wide, row) = (u32::from(wide), number / u32::from(wide));
        let at = row * (wide + 1) + number % wide;
        shape.indices.extend([[at, at + wide + 1, at + 1], [at + 1, at + wide + 1, at + wide + 2]]);
    }
    shape
}

/// Returns a scene of two meshes. One is shown by many nodes, some of which have roles, parents or children and so
/// cannot become instances.
fn village() -> Scene {
    let mesh = |name: &str, shape, lines| Mesh { name: name.into(), shape, lines, ..Mesh::default() };
    let meshes = vec![mesh("field", field(40), vec![[0, 5], [5, 90]]), mesh("hut", quad(), Vec::new())];
    let place = |at: f32, parent| Node {
        name: format!("hut {at}"),
        parent,
        mesh: Some(1),
        local: Trs {
            translation: Vec3::new(at, 0.0, 2.0 * at),
            rotation: Quat::from_axis_angle(Vec3::Y, at).unwrap(),
            scale: Vec3::new(1.0, 2.0, 1.0 + at),
        },
        ..Node::default()
    };
    let mut nodes = vec![Node { name: "field".into(), mesh: Some(0), ..Node::default() }];
    nodes.extend([1.0, 2.0, 3.0].map(|at| place(at, Some(0))));
    nodes.extend([4.0, 5.0].map(|at| place(at, None)));
    // One node has a role, and another is a child of it.
    nodes.push(Node { role: Role::Physics, ..place(6.0, None) });
    nodes.push(place(7.0, Some(6)));
    Scene { nodes, meshes, ..Scene::default() }
}

/// Returns the corners of all triangles in world space, independent of how nodes share meshes.
fn corners(scene: &Scene) -> Vec<[Vec3; 3]> {
    let mut all = Vec::new();
    for (node, world) in scene.nodes.iter().zip(scene.worlds_at_rest()) {
        let Some(mesh) = node.mesh.and_then(|mesh| scene.meshes.get(mesh)) else { continue };
        for triangle in mesh.shape.triangles() {
            all.push(triangle.map(|vertex| {
                let at = world.point(mesh.shape.positions[vertex].to_array().map(f64::from));
                Vec3::from_array(at.map(|part| part as f32))
            }));
        }
    }
    // Each triangle starts with the corner of the smallest X, so that the first vertex does not matter.
    for triangle in &mut all {
        let first = (0..3).min_by(|a, b| triangle[*a].x.total_cmp(&triangle[*b].x)).unwrap();
        triangle.rotate_left(first);
    }
    all
}

/// Returns the largest distance between a triangle of one scene and the nearest triangle of the other, over every
/// seventh triangle.
fn apart(one: &Scene, other: &Scene) -> f32 {
    let (one, other) = (corners(one), corners(other));
    assert_eq!(one.len(), other.len());
    let nearest = |triangle: &[Vec3; 3]| {
        let far = |other: &[Vec3; 3]| {
            let turned = [[0, 1, 2], [1, 2, 0], [2, 0, 1]].map(|turn| {
                triangle.iter().zip(turn).map(|(a, b)| (*a - other[b]).length()).fold(0.0, f32::max)
            });
            turned.into_iter().fold(f32::INFINITY, f32::min)
        };
        other.iter().map(far).fold(f32::INFINITY, f32::min)
    };
    one.iter().step_by(7).map(nearest).fold(0.0, f32::max)
}

fn json_of(glb: &[u8]) -> serde_json::Value {
    let end = 20 + u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    serde_json::from_slice(&glb[20..end]).unwrap()
}

fn read_without_warnings(glb: &[u8]) -> Scene {
    let (read, warnings) = gltf::read_with(glb, &ReadOptions::default(), &mut |_| None).unwrap();
    // Linear colours of 8 bits are rounded to sRGB on reading.
    let is_expected = |warning: &Problem| warning.code == Some(scene::LossCode::ColourRounded);
    assert!(warnings.list.iter().all(is_expected), "{:?}", warnings.list);
    read
}

#[test]
fn what_is_compressed_comes_back_but_for_the_first_corners_of_triangles() {
    let scene = village();
    let (plain, _) = write_glb(&scene, &WriteOptions::default()).unwrap();
    let (packed, warnings) = write_glb(&scene, &WriteOptions::default().compress(true)).unwrap();
    assert_eq!(warnings.list, []);
    assert!(packed.len() < plain.len() * 2 / 3, "{} of {}", packed.len(), plain.len());
    assert_eq!(json_of(&packed)["extensionsRequired"][0], "EXT_meshopt_compression");
    let turned = |mut scene: Scene| {
        for triangle in scene.meshes.iter_mut().flat_map(|mesh| &mut mesh.shape.indices) {
            let first = (0..3).min_by_key(|corner| triangle[*corner]).unwrap();
            triangle.rotate_left(first);
        }
        scene
    };
    assert_eq!(turned(read_without_warnings(&packed)), turned(scene));
    // Small files and arrays of other kinds read back unchanged.
    let scene = everything();
    let (file, _) = write_glb(&scene, &WriteOptions::default().compress(true)).unwrap();
    assert_eq!(turned(gltf::read(&file).unwrap()), turned(scene));
    // Compression works for a .gltf with a separate binary file as well.
    let (files, _) = write_gltf(&village(), &WriteOptions::default().compress(true)).unwrap();
    let beside: HashMap<_, _> = files.files.into_iter().collect();
    let (read, _) =
        gltf::read_with(&files.json, &ReadOptions::default(), &mut |name| beside.get(name).cloned()).unwrap();
    assert_eq!(turned(read), turned(village()));
}

#[test]
fn nodes_that_differ_in_their_place_become_one() {
    let scene = village();
    let (glb, warnings) = write_glb(&scene, &WriteOptions::default().instancing(true)).unwrap();
    let lost: Vec<_> = warnings.list.iter().map(|warning| warning.message.as_str()).collect();
    assert_eq!(lost, ["became instances of one mesh, without names of their own: 5 nodes"]);
    let json = json_of(&glb);
    // The nodes left are the field, the instances below it, the instances without a parent, and the two that differ.
    assert_eq!(json["nodes"].as_array().unwrap().len(), 5);
    assert_eq!(json["extensionsRequired"][0], "EXT_mesh_gpu_instancing");
    let read = read_without_warnings(&glb);
    assert_eq!(read.nodes.len(), 5 + 5);
    assert!(apart(&scene, &read) < 1e-4, "{}", apart(&scene, &read));
    assert_eq!(read.nodes.iter().filter(|node| node.mesh == Some(1)).count(), 7);
}

#[test]
fn what_is_rounded_stays_within_its_bound() {
    let scene = village();
    let extent = 140.0_f32;
    for options in [
        WriteOptions::default().quantize(true),
        WriteOptions::default().quantize(true).instancing(true).compress(true),
    ] {
        let (glb, warnings) = write_glb(&scene, &options).unwrap();
        let is_told = |warning: &Problem| warning.code == Some(scene::LossCode::PosRounded);
        assert!(warnings.list.iter().any(is_told), "{warnings:?}");
        let read = read_without_warnings(&glb);
        // The bound is half a step along each axis, at a scale of at most 8.
        assert!(apart(&scene, &read) < extent / 65535.0 / 2.0 * 3.0_f32.sqrt() + 8.0 / 65535.0 + 1e-4);
        let (before, after) = (&scene.meshes[0].shape, &read.meshes[0].shape);
        for (before, after) in before.normals.iter().zip(&after.normals) {
            assert!((*before - *after).length() < 0.007);
        }
        for (before, after) in before.uvs.iter().zip(&after.uvs) {
            assert!(
                (before.x - after.x).abs() <= 0.6 / 65535.0 && (before.y - after.y).abs() <= 0.6 / 65535.0
            );
        }
        for (before, after) in before.colours.iter().zip(&after.colours) {
            assert!(before.r.abs_diff(after.r) <= 1 && before.b.abs_diff(after.b) <= 1);
        }
    }
    // The mesh is too large for 16 bits to be exact enough.
    let mut large = scene;
    large.nodes[0].local.scale = Vec3::splat(100.0);
    let (glb, _) = write_glb(&large, &WriteOptions::default().quantize(true)).unwrap();
    assert_eq!(read_without_warnings(&glb).meshes[0].shape.positions, large.meshes[0].shape.positions);
}

/// A WebP file of one pixel.
const WEBP: [u8; 34] = [
    82, 73, 70, 70, 26, 0, 0, 0, 87, 69, 66, 80, 86, 80, 56, 76, 13, 0, 0, 0, 47, 0, 0, 0, 16, 7, 16, 17, 17,
    136, 136, 254, 7, 0,
];

/// Tests that images other than PNG and JPEG are written with the extension that they require, and read back.
#[test]
fn textures_of_other_kinds_are_kept() {
    let (width, height, _) = scene::thumb::pixels(&WEBP, 1 << 20).unwrap();
    assert_eq!((width, height), (1, 1));
    assert_eq!(scene::thumb::pixels(&WEBP[..30], 1 << 20), None);
    let ktx = [&[0xab, b'K', b'T', b'X', b' ', b'2', b'0', 0xbb][..], &[0; 8]].concat();
    for (bytes, mime, extension) in
        [(WEBP.to_vec(), Mime::WebP, "EXT_texture_webp"), (ktx, Mime::Ktx2, "KHR_texture_basisu")]
    {
        let mut material = Material { name: "cloth".into(), ..Material::default() };
        material.set_texture(Slot::Base, Some(Texture::new(0)));
        let image = Image { name: "weave".into(), mime, bytes: bytes.clone(), uri: None };
        let mesh = Mesh { shape: quad(), ..Mesh::default() };
        let node = Node { mesh: Some(0), material: Some(0), ..Node::default() };
        let scene = Scene {
            nodes: vec![node],
            meshes: vec![mesh],
            materials: vec![material],
            images: vec![image],
            ..Scene::default()
        };
        let (glb, warnings) = write_glb(&scene, &WriteOptions::default()).unwrap();
        assert_eq!(warnings.list, []);
        let info = gltf::info(&glb, &ReadOptions::default(), &mut |_| None).unwrap();
        assert_eq!(info.extensions_required, [extension]);
        let back = gltf::read(&glb).unwrap();
        assert_eq!((back.images[0].mime, &back.images[0].bytes), (mime, &bytes));
        assert_eq!(back.materials[0].texture(Slot::Base).map(|texture| texture.image), Some(0));
    }
}

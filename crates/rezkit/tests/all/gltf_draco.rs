//! Meshes that Draco compressed.

use crate::support;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use geom::{Rgba8, Vec2, Vec3};
use rbxmesh::{DracoOptions, Mesh, Vertex};
use rezkit::Problem;
use rezkit::gltf::{self, ReadOptions};
use rezkit::scene::Scene;

/// Two triangles, by DracoPy 2.2 with the method edgebreaker: texture coordinates are attribute 0, positions 1.
const EDGEBREAKER: &[u8] = b"DRACO\x02\x02\x01\x01\0\0\0\x04\x02\x01\x02\0\0\x01\x1f\xff\x01\x11\xff\x01\x11\
    \x02\0\0\0\xff\0\0\x01\x03\x09\x02\x01\0\0\x01\0\x09\x03\0\x01\x02\0\0\0\0\0\0\0?\0\0\0?\0\0\0\0\0\0\0?\
    \0\0\0?\0\0\0\0\0\0\0\0\x01\x01\x01\0\x03\x03\x010\x01\x10\x03\0$\x82J\x04\0\0\0\0\xff\0\0\0\0\0\0\0\0\0\
    \0\0\0\0\0\0\0\0\x80?\x08";

/// Two triangles as a sequential stream, with the ids of Roblox.
fn sequential() -> (Mesh, Vec<u8>) {
    let corner = |x: f32, y: f32| Vertex {
        position: Vec3::new(x, y, 0.0),
        normal: Vec3::Z,
        uv: Vec2::new(x / 2.0, y / 2.0),
        colour: Rgba8::new(255, 0, 255, 128),
        ..Vertex::default()
    };
    let vertices = vec![corner(0.0, 0.0), corner(1.0, 0.0), corner(0.0, 1.0), corner(1.0, 1.0)];
    let mut mesh = Mesh { vertices, faces: vec![[0, 1, 2], [2, 1, 3]], ..Mesh::default() };
    mesh.compress(&DracoOptions::default()).unwrap();
    let stream = mesh.draco.take().unwrap();
    (mesh, stream)
}

/// A file with one primitive, these accessors, and a buffer whose first view is plain data, and the second a stream.
fn document(primitive: &str, accessors: &str, plain: &[u8], stream: &[u8]) -> String {
    let (n_plain, n_packed, len) = (plain.len(), stream.len(), plain.len() + stream.len());
    let uri = BASE64_STANDARD.encode([plain, stream].concat());
    format!(
        r#"{{"asset":{{"version":"2.0"}},"extensionsUsed":["KHR_draco_mesh_compression"],
        "scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],"meshes":[{{"primitives":[{{{primitive}}}]}}],
        "accessors":[{accessors}],"bufferViews":[{{"buffer":0,"byteLength":{n_plain}}},
        {{"buffer":0,"byteOffset":{n_plain},"byteLength":{n_packed}}}],
        "buffers":[{{"byteLength":{len},"uri":"data:application/octet-stream;base64,{uri}"}}]}}"#
    )
}

/// A file whose accessors have no data but the stream.
fn file(stream: &[u8], ids: &str) -> String {
    let primitive = format!(
        r#""attributes":{{"POSITION":0,"NORMAL":1,"TEXCOORD_0":2,"COLOR_0":3}},"indices":4,{}"#,
        extension(ids)
    );
    let accessors = r#"{"componentType":5126,"type":"VEC3","count":4},{"componentType":5126,"type":"VEC3","count":4},
        {"componentType":5126,"type":"VEC2","count":4},
        {"componentType":5121,"type":"VEC4","count":4,"normalized":true},
        {"componentType":5121,"type":"SCALAR","count":6}"#;
    document(&primitive, accessors, &[], stream)
}

fn extension(ids: &str) -> String {
    format!(r#""extensions":{{"KHR_draco_mesh_compression":{{"bufferView":1,"attributes":{ids}}}}}"#)
}

const ALL: &str = r#"{"POSITION":0,"NORMAL":1,"TEXCOORD_0":2,"COLOR_0":4}"#;

fn read(file: &str) -> Result<Scene, Problem> {
    gltf::read_with(file.as_bytes(), &ReadOptions::default().strict(true), &mut |_| None)
        .map(|(scene, _)| scene)
}

#[test]
fn streams_have_the_values_of_accessors() {
    let (mesh, stream) = sequential();
    let scene = read(&file(&stream, ALL)).unwrap();
    let shape = &scene.meshes[0].shape;
    let values = |value: fn(&Vertex) -> Vec3| mesh.vertices.iter().map(value).collect::<Vec<_>>();
    assert_eq!(shape.positions, values(|vertex| vertex.position));
    assert_eq!(shape.normals, values(|vertex| vertex.normal));
    assert_eq!(shape.uvs, mesh.vertices.iter().map(|vertex| vertex.uv).collect::<Vec<_>>());
    assert_eq!(shape.colours, [Rgba8::new(255, 0, 255, 128); 4]);
    assert_eq!(shape.indices, mesh.faces);
    // What is there in another way, too, is not decoded.
    let triangle = [0.0_f32, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 2.0, 0.0].map(f32::to_le_bytes);
    let primitive = format!(r#""attributes":{{"POSITION":0}},{}"#, extension(ALL));
    let accessor = r#"{"componentType":5126,"type":"VEC3","count":3,"bufferView":0}"#;
    let both = document(&primitive, accessor, triangle.as_flattened(), b"no stream");
    assert_eq!(read(&both).unwrap().meshes[0].shape.positions[1], Vec3::new(2.0, 0.0, 0.0));
}

#[cfg(feature = "draco")]
#[test]
fn edgebreaker_streams_are_read() {
    let without =
        |file: String| file.replace(r#""NORMAL":1,"TEXCOORD_0":2,"COLOR_0":3"#, r#""TEXCOORD_0":2"#);
    let scene = read(&without(file(EDGEBREAKER, r#"{"POSITION":1,"TEXCOORD_0":0}"#))).unwrap();
    let shape = &scene.meshes[0].shape;
    // As DracoPy decodes it.
    assert_eq!(
        shape.positions,
        [[1.0, 1.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0; 3]].map(Vec3::from_array)
    );
    assert_eq!(shape.uvs, [[0.5, 0.5], [0.0, 0.5], [0.5, 0.0], [0.0; 2]].map(Vec2::from_array));
    assert_eq!(shape.indices, [[0, 1, 2], [1, 3, 2]]);
}

#[cfg(not(feature = "draco"))]
#[test]
fn edgebreaker_streams_are_refused_with_what_to_do() {
    let problem = read(&file(EDGEBREAKER, r#"{"POSITION":1}"#)).unwrap_err();
    assert!(problem.to_string().contains("a variant of Draco that cannot be decoded"), "{problem}");
    assert!(problem.help.is_some_and(|help| help.contains("without compression")));
}

#[test]
fn broken_streams_say_what_is_wrong() {
    let (_, stream) = sequential();
    let whole = file(&stream, ALL);
    let says = |file: &str, expected: &str| {
        let problem = read(file).unwrap_err().to_string();
        assert!(problem.contains(expected), "{problem}");
    };
    says(&whole.replace(r#""COLOR_0":4"#, r#""COLOR_0":9"#), "the Draco stream has no attribute 9");
    says(&whole.replace(r#""COLOR_0":4"#, r#""COLOR_0":2"#), "the Draco stream has no attribute 2");
    says(&whole.replace(r#""indices":4,"#, r#""indices":4,"mode":5,"#), "only lists of triangles");
    says(&whole.replace(r#""indices":4,"#, ""), "\"indices\" is missing");
    says(&whole.replace(r#""bufferView":1"#, r#""view":1"#), "\"bufferView\" is missing");
    let swapped = r#"{"POSITION":0,"NORMAL":2,"TEXCOORD_0":1}"#;
    says(&file(&stream, swapped), "has 2 numbers for 3");
    says(&file(&stream[..stream.len() - 9], ALL), "the Draco stream: ");
    says(&file(b"nothing of the sort", ALL), "the Draco stream: header.magic");
    says(&file(b"DRACO\x02\x01\x01\x00\0\0\0\0", ALL), "a variant of Draco that cannot be decoded");
    let small = ReadOptions::default().output_bytes(stream.len() + 100);
    let problem = gltf::read_with(whole.as_bytes(), &small, &mut |_| None).unwrap_err();
    assert!(problem.to_string().contains("exceeds the limit"), "{problem}");
}

/// By Blender and by glTF-Transform, in both methods: the same triangles as in the file that is not compressed.
#[test]
fn other_programs_compress_the_same_chair() {
    let Some(folder) = support::corpus().map(|corpus| corpus.join("gltf")) else { return };
    let scene = |name: &str| gltf::read(&std::fs::read(folder.join(name)).unwrap());
    // The middle of each triangle, in the world.
    let middles = |scene: &Scene| {
        let mut middles = Vec::new();
        for (number, node) in scene.nodes.iter().enumerate() {
            let Some(mesh) = node.mesh.map(|mesh| &scene.meshes[mesh].shape) else { continue };
            let points = scene.skinned(number, &scene.rest());
            let middle = |triangle: &[u32; 3]| {
                let [a, b, c] = triangle.map(|corner| points[corner as usize]);
                (a + b + c) * (1.0 / 3.0)
            };
            middles.extend(mesh.indices.iter().map(middle));
        }
        middles
    };
    for (name, plain) in [
        ("blender/chair_draco.glb", "blender/chair_sl/chair.glb"),
        ("gltf-transform/chair_draco_edgebreaker.glb", "gltf-transform/chair_plain.glb"),
        ("gltf-transform/chair_draco_sequential.glb", "gltf-transform/chair_plain.glb"),
    ] {
        let plain = middles(&scene(plain).unwrap());
        let scene = scene(name);
        if !cfg!(feature = "draco") && name != "gltf-transform/chair_draco_sequential.glb" {
            assert!(scene.unwrap_err().message.contains("cannot be decoded"), "{name}");
            continue;
        }
        let packed = middles(&scene.unwrap());
        assert_eq!(packed.len(), plain.len(), "{name}");
        for middle in packed {
            let off = plain.iter().map(|other| (middle - *other).length()).fold(f32::INFINITY, f32::min);
            assert!(off < 1e-3, "{name}: {middle:?} is off by {off}");
        }
    }
}

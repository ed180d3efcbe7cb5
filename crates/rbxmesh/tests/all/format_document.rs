//! The examples of the format document say what they say.

use geom::{Rgba8, Vec2, Vec3, Vec4};
use rbxmesh::{FacsBlock, LodType, Mesh, ReadOptions, read, read_with};

const PAGE: &str = include_str!("../../../../docs/formats/rbxmesh.md");

/// The example of this name, as it stands on the page.
fn example(name: &str) -> &'static str {
    let (_, rest) = PAGE.split_once(&format!("<!-- example: {name} -->\n```text\n")).expect(name);
    rest.split_once("\n```").expect(name).0
}

/// The bytes that begin its lines: what is two hexadecimal digits, up to the first word that is not.
fn bytes(name: &str) -> Vec<u8> {
    let byte = |word: &str| (word.len() == 2).then(|| u8::from_str_radix(word, 16).ok()).flatten();
    example(name).lines().flat_map(|line| line.split_whitespace().map_while(byte)).collect()
}

/// Builds a file of this version with the example after the first line.
fn file(version: &str, names: &[&str]) -> Mesh {
    let mut file = format!("version {version}\n").into_bytes();
    names.iter().for_each(|name| file.extend(bytes(name)));
    read_with(&file, &ReadOptions::default().strict(true))
        .unwrap_or_else(|error| panic!("{names:?}: {error}"))
        .0
}

#[test]
fn the_vertex() {
    let mut file = b"version 2.00\n\x0c\0\x28\x0c\x01\0\0\0\0\0\0\0".to_vec();
    file.extend(bytes("vertex"));
    let vertex = read(&file).unwrap().vertices[0];
    assert_eq!((vertex.position, vertex.normal), (Vec3::new(1.0, 0.0, -2.0), Vec3::Y));
    assert_eq!((vertex.uv, vertex.colour), (Vec2::new(0.5, 0.75), Rgba8::new(255, 128, 0, 255)));
    assert_eq!(vertex.tangent.as_vec4(), Some(Vec4::new(1.0, 0.0, 0.0, -1.0)));
}

#[test]
fn the_bone() {
    let mut file = b"version 4.00\n\x18\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\x09\0\0\0\0\0\0\0".to_vec();
    file.extend(bytes("bone"));
    file.extend(b"Root\0Jaw\0");
    let mesh = read(&file).unwrap();
    let bone = mesh.bones[0];
    assert_eq!(mesh.bone_name(&bone).as_deref(), Some("Jaw"));
    assert_eq!((bone.parent.get(), bone.lod_parent.get()), (Some(0), None));
    assert_eq!((bone.culling_distance, bone.pose.position), (1.5, Vec3::new(0.0, -0.5, 0.0)));
    assert_eq!(bone.pose.rotation, geom::Mat3::IDENTITY);
}

#[test]
fn the_lods() {
    let numbers: Vec<_> =
        bytes("lods").as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
    assert_eq!(numbers, [0, 1820, 2672, 3045]);
    let mut mesh = Mesh { faces: vec![[0; 3]; 3045], lod_offsets: numbers, ..Mesh::default() };
    assert_eq!(mesh.lods(), [0..1820, 1820..2672, 2672..3045]);
    // The rules below the example.
    let whole = 0..3045;
    for (offsets, levels) in [
        (vec![], vec![whole.clone()]),
        (vec![5], vec![whole.clone()]),
        (vec![0, 0], vec![whole.clone()]),
        (vec![0, 7], vec![whole.clone()]),
        (vec![0, 0, 3045], vec![whole.clone()]),
        (vec![0, 10, 3046], vec![whole.clone()]),
        (vec![0, 10, 20, 0, 0], vec![0..10, 10..20]),
        (vec![0, 10, 0, 0], std::iter::once(0..10).collect()),
        (vec![7, 3, 1], vec![whole.clone()]),
    ] {
        mesh.lod_offsets = offsets;
        assert_eq!(mesh.lods(), levels, "{:?}", mesh.lod_offsets);
    }
}

#[test]
fn the_headers() {
    assert_eq!(file("2.00", &["header 2.00"]), Mesh::default());
    assert_eq!(file("3.00", &["header 3.00"]).lod_offsets, [0, 0]);
    let mesh = file("4.00", &["header 4.00"]);
    assert_eq!((mesh.lod_type, mesh.n_high_quality_lods, mesh.unused), (LodType::SHARED_VERTICES, 1, 63));
    let header = [b"version 5.00\n".as_slice(), &bytes("header 5.00")].concat();
    let (mesh, warnings) = read_with(&header, &ReadOptions::default()).unwrap();
    assert_eq!(mesh.facs, FacsBlock::Raw { format: 2, data: vec![0xaa, 0xbb, 0xcc] });
    assert_eq!(warnings.total(), 1);
}

#[test]
fn the_matrix() {
    let matrix = bytes("matrix");
    let six = [&matrix[..]; 6].concat();
    let mut block = Vec::new();
    for size in [0_u32, 0, six.len() as u32, 0, 0, 0] {
        block.extend(size.to_le_bytes());
    }
    block.extend(six);
    let mut file = b"version 5.00\n\x20\0\0\0".to_vec();
    file.resize(13 + 24, 0);
    file.extend(1_u32.to_le_bytes());
    file.extend((block.len() as u32).to_le_bytes());
    file.extend(block);
    let mesh = read(&file).unwrap();
    let [matrix, ..] = mesh.facs().unwrap().transforms.as_ref().unwrap();
    assert_eq!(matrix.to_floats()[..2], [-1.0, 1.0]);
    assert!((matrix.get(0, 2).unwrap() - 1.0 / 65535.0).abs() < 1e-7);
    assert_eq!((matrix.get(1, 0), matrix.get(0, 3)), (None, None));
}

#[test]
fn the_chunks() {
    let mesh = file("7.00", &["chunks", "hsravis"]);
    assert!(mesh.chunks.is_empty(), "the order is the usual one");
    assert_eq!((mesh.vertices.len(), mesh.n_high_quality_lods), (0, 1));
    let bits = mesh.hsr_visibility.unwrap();
    assert_eq!([0, 1, 2, 3].map(|bit| bits.get(bit)), [Some(true), Some(false), Some(true), None]);
}

#[test]
fn the_draco_header() {
    let mesh = Mesh { draco: Some(bytes("draco")), ..Mesh::default() };
    let header = mesh.draco_header().unwrap();
    assert!(header.is_sequential_mesh());
    assert_eq!((header.n_faces, header.n_points), (Some(268), Some(408)));
    assert_eq!((mesh.n_faces(), mesh.n_vertices()), (268, 408));
    // Metadata are in front of the counts.
    let plain = bytes("draco");
    let stream = [&plain[..10], &[0x80], &bytes("draco metadata"), &plain[11..]].concat();
    let header = Mesh { draco: Some(stream), ..Mesh::default() }.draco_header().unwrap();
    assert!(header.has_metadata());
    assert_eq!((header.n_faces, header.n_points), (Some(268), Some(408)));
}

#[test]
fn the_text() {
    let mesh = read(example("text").as_bytes()).unwrap();
    let positions: Vec<_> = mesh.vertices.iter().map(|vertex| vertex.position).collect();
    assert_eq!(positions, [Vec3::ZERO, Vec3::X, Vec3::new(0.0, 0.175, 0.0)]);
    assert_eq!(mesh.vertices.iter().map(|vertex| mesh.uv(vertex).y).collect::<Vec<_>>(), [0.0, 0.0, 1.0]);
}

#[test]
fn no_example_is_left_out() {
    assert_eq!(PAGE.matches("<!-- example: ").count(), 13);
}

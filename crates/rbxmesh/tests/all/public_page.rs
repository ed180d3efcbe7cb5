//! Every example of RoAPI's page «Mesh Format»: structs of the printed sizes have their values where the page has them,
//! or section 12 of docs/formats/rbxmesh.md says what is right.

use geom::{Mat3, Rgba8, Vec2, Vec3};
use rbxmesh::{BoneIndex, Envelope, Mesh, ReadOptions, Subset, Tangent, Vertex, read, read_with};

const PAGE: &str = include_str!("../../../../docs/formats/rbxmesh.md");

/// A field of a struct as the page prints it: its name, its width, and what it is here.
type Field = (&'static str, usize, u32);

fn bytes(fields: &[Field]) -> Vec<u8> {
    fields.iter().flat_map(|(_, width, value)| value.to_le_bytes()[..*width].to_vec()).collect()
}

fn strict(parts: &[&[u8]]) -> Mesh {
    read_with(&parts.concat(), &ReadOptions::default().strict(true)).unwrap().0
}

/// `float px, py, pz, nx, ny, nz, tu, tv, tw; byte r, g, b, a`, 40 bytes; `tw` is the tangent.
fn vertex(position: [f32; 3]) -> Vec<u8> {
    let floats = [position[0], position[1], position[2], 0.0, 1.0, 0.0, 0.25, 0.75];
    let floats = floats.into_iter().flat_map(f32::to_le_bytes);
    let vertex: Vec<u8> = floats.chain([0; 4]).chain([1, 2, 3, 4]).collect();
    assert_eq!(vertex.len(), 40);
    vertex
}

fn expected(position: [f32; 3]) -> Vertex {
    let [position, normal] = [Vec3::from_array(position), Vec3::Y];
    let (uv, tangent, colour) = (Vec2::new(0.25, 0.75), Tangent::NONE, Rgba8::new(1, 2, 3, 4));
    Vertex { position, normal, uv, tangent, colour }
}

const CORNERS: [[f32; 3]; 3] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];

/// `uint a, b, c`, 12 bytes.
const FACE: [Field; 3] = [("a", 4, 2), ("b", 4, 1), ("c", 4, 0)];

fn in_errata(sentence: &str) {
    let section = PAGE.split("## 12.").nth(1).unwrap().split("\n## ").next().unwrap();
    assert!(section.contains(sentence), "{sentence}");
}

/// Twelve characters and a line feed; three lines; nine vectors for a face, written as `[1.00,1.00,1.00]`.
#[test]
fn version_1() {
    let vectors = "[1.00,1.00,1.00][0.00,1.00,0.00][0.25,0.75,0]".repeat(3);
    assert_eq!(vectors.matches('[').count(), 9);
    for (line, place) in [("version 1.00", 0.5), ("version 1.01", 1.0)] {
        assert_eq!(line.len(), 12);
        let mesh = read(format!("{line}\n1\n{vectors}").as_bytes()).unwrap();
        assert_eq!((mesh.faces.len(), mesh.vertices.len()), (1, 3));
        let Vertex { position, normal, uv, .. } = mesh.vertices[0];
        assert_eq!((position, normal), (Vec3::from_array([place; 3]), Vec3::Y));
        assert_eq!((uv, mesh.uv(&mesh.vertices[0])), (Vec2::new(0.25, 0.75), Vec2::new(0.25, 0.25)));
    }
    in_errata("1.00 has positions of double size, and 1.x has V upward.");
}

#[test]
fn version_2() {
    let header = [
        ("sizeof_MeshHeader", 2, 12),
        ("sizeof_Vertex", 1, 40),
        ("sizeof_Face", 1, 12),
        ("numVerts", 4, 3),
        ("numFaces", 4, 1),
    ];
    let header = bytes(&header);
    assert_eq!((header.len(), bytes(&FACE).len()), (12, 12));
    let vertices = CORNERS.map(vertex).concat();
    let mesh = strict(&[b"version 2.00\n", &header, &vertices, &bytes(&FACE)]);
    assert_eq!(mesh.vertices, CORNERS.map(expected));
    assert_eq!(mesh.faces, [[2, 1, 0]]);
    in_errata("The float `tw` does not exist: its bytes are the tangent");
}

/// `mesh_LODs` of 4 bytes each: 0, 1820, 2672, 3045.
#[test]
fn version_3() {
    let header = [
        ("sizeof_MeshHeader", 2, 16),
        ("sizeof_Vertex", 1, 40),
        ("sizeof_Face", 1, 12),
        ("sizeof_LOD", 2, 4),
        ("numLODs", 2, 4),
        ("numVerts", 4, 3),
        ("numFaces", 4, 3045),
    ];
    let header = bytes(&header);
    assert_eq!(header.len(), 16);
    let lods = bytes(&[("", 4, 0), ("", 4, 1820), ("", 4, 2672), ("", 4, 3045)]);
    let faces = bytes(&FACE).repeat(3045);
    let mesh = strict(&[b"version 3.00\n", &header, &CORNERS.map(vertex).concat(), &faces, &lods]);
    let last = mesh.lods().into_iter().map(|level| (level.start, level.end - 1)).collect::<Vec<_>>();
    assert_eq!(last, [(0, 1819), (1820, 2671), (2672, 3044)]);
    in_errata("`numLODs` is the number of offsets");
}

/// The header of 24 bytes, envelopes of 8, bones of 60, and skin data of 72, which the printed struct does not fill.
#[test]
fn version_4() {
    let header = [
        ("sizeof_MeshHeader", 2, 24),
        ("numMeshes", 2, 2),
        ("numVerts", 4, 3),
        ("numFaces", 4, 1),
        ("numLODs", 2, 2),
        ("numBones", 2, 1),
        ("nameTableSize", 4, 5),
        ("unknown", 2, 1),
        // One of high quality, and an unused byte.
        ("numSkinData", 2, 0x3f01),
    ];
    let header = bytes(&header);
    assert_eq!(header.len(), 24);
    let envelope = [0, 0, 0, 0, 255, 0, 0, 0];
    let lods = bytes(&[("", 4, 0), ("", 4, 1)]);
    let mut bone = bytes(&[("nameTableIndex", 4, 0), ("id", 2, 0xffff), ("parent", 2, 0xffff)]);
    let turn = [0.0_f32, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    let floats = [1.5_f32].into_iter().chain(turn).chain([4.0, 5.0, 6.0]);
    bone.extend(floats.flat_map(f32::to_le_bytes));
    assert_eq!(bone.len(), 60);
    let printed = [
        ("facesBegin", 4, 0),
        ("facesLength", 4, 1),
        ("vertsBegin", 4, 0),
        ("vertsLength", 4, 3),
        ("numBoneIndices", 4, 1),
    ];
    let mut skin = bytes(&printed);
    assert_eq!((skin.len() + 23 * 2, skin.len() + 26 * 2), (66, 72));
    in_errata("A subset has 26 bones, not 23: 20 + 2 · 26 = 72.");
    skin.extend([0, 0]);
    skin.extend([0xff; 25 * 2]);
    let vertices = CORNERS.map(vertex).concat();
    let (face, envelopes) = (bytes(&FACE), envelope.repeat(3));
    let mesh =
        strict(&[b"version 4.00\n", &header, &vertices, &envelopes, &face, &lods, &bone, b"Root\0", &skin]);
    assert_eq!((&mesh.vertices[..], &mesh.faces[..]), (&CORNERS.map(expected)[..], &[[2, 1, 0]][..]));
    let lods: Vec<_> = mesh.lods().into_iter().map(|level| (level.start, level.end)).collect();
    assert_eq!((lods, mesh.n_high_quality_lods, mesh.unused), (vec![(0, 1)], 1, 0x3f));
    assert_eq!(mesh.envelopes, [Envelope { slots: [0; 4], weights: [255, 0, 0, 0] }; 3]);
    let bone = mesh.bones[0];
    assert_eq!(mesh.bone_name(&bone).as_deref(), Some("Root"));
    assert_eq!(
        (bone.parent, bone.lod_parent, bone.culling_distance),
        (BoneIndex::NONE, BoneIndex::NONE, 1.5)
    );
    assert_eq!(
        (bone.pose.rotation, bone.pose.position),
        (Mat3::from_rows_array(turn), Vec3::new(4.0, 5.0, 6.0))
    );
    let Subset { faces_begin, faces_length, vertices_begin, vertices_length, .. } = mesh.subsets[0];
    assert_eq!((faces_begin, faces_length, vertices_begin, vertices_length), (0, 1, 0, 3));
    assert_eq!(mesh.subsets[0].palette(), [BoneIndex(0)]);
    assert_eq!(mesh.subsets[0].bones[1..], [BoneIndex::NONE; 25]);
}

/// Without bones there are no envelopes.
#[test]
fn version_4_without_bones() {
    let header = [("", 2, 24), ("", 2, 0), ("", 4, 3), ("", 4, 1), ("", 4, 0), ("", 4, 0), ("", 4, 0)];
    let header = bytes(&header);
    assert_eq!(header.len(), 24);
    let mesh = strict(&[b"version 4.00\n", &header, &CORNERS.map(vertex).concat(), &bytes(&FACE)]);
    assert_eq!((mesh.vertices.len(), mesh.envelopes.len(), mesh.faces.len()), (3, 0, 1));
}

//! The laws (docs/laws.md) on generated meshes, and on any bytes.

mod support;

use geom::{Mat3, Pose, Rgba8, Vec2, Vec3};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use rbxmesh::{
    BitList, Bone, BoneIndex, Chunk, ChunkPart, Envelope, Facs, FacsBlock, LineEnd, LodType, Matrix,
    MatrixValues, Mesh, MeshRef, NameTable, Place, ReadOptions, Same, Sizes, Subset, Surplus, Tangent,
    Version, Vertex, info, layout, read, read_with, validate, write, write_onto,
};

fn number() -> impl Strategy<Value = f32> {
    prop_oneof![4 => -100.0..100.0_f32, 1 => any::<u32>().prop_map(f32::from_bits)]
}

fn vec3() -> impl Strategy<Value = Vec3> {
    [number(), number(), number()].prop_map(Vec3::from_array)
}

prop_compose! {
    fn vertex()(position in vec3(), normal in vec3(), uv in [number(), number()], tangent: [u8; 4], colour: [u8; 4]) -> Vertex {
        let [r, g, b, a] = colour;
        Vertex { position, normal, uv: Vec2::from_array(uv), tangent: Tangent(tangent), colour: Rgba8 { r, g, b, a } }
    }
}

prop_compose! {
    fn bone()(name_offset in 0..40_u32, parent: u16, lod_parent: u16, culling_distance in number(), rows in [vec3(), vec3(), vec3()], position in vec3()) -> Bone {
        let pose = Pose { rotation: Mat3 { rows }, position };
        Bone { name_offset, parent: BoneIndex(parent), lod_parent: BoneIndex(lod_parent), culling_distance, pose }
    }
}

prop_compose! {
    fn subset()(faces_begin in 0..9_u32, faces_length: u32, vertices_begin in 0..9_u32, vertices_length in 0..99_u32, n_bones in 0..30_u32, bones: [u16; 26]) -> Subset {
        Subset { faces_begin, faces_length, vertices_begin, vertices_length, n_bones, bones: bones.map(BoneIndex) }
    }
}

fn names() -> impl Strategy<Value = NameTable> {
    vec(any::<u8>(), 0..20).prop_map(NameTable)
}

fn matrix() -> impl Strategy<Value = Matrix> {
    let floats = vec(number(), 6).prop_map(MatrixValues::Floats);
    let steps = (number(), number(), vec(any::<u16>(), 6))
        .prop_map(|(min, max, steps)| MatrixValues::Quantised { min, max, steps });
    prop_oneof![floats, steps].prop_map(|values| Matrix { n_rows: 2, n_columns: 3, values })
}

fn facs() -> impl Strategy<Value = FacsBlock> {
    let transforms = proptest::option::of([matrix(), matrix(), matrix(), matrix(), matrix(), matrix()]);
    let correctives = (vec(any::<[u16; 2]>(), 0..3), vec(any::<[u16; 3]>(), 0..3));
    let facs = (names(), names(), transforms, correctives).prop_map(
        |(bone_names, control_names, transforms, correctives)| {
            let (two_pose_correctives, three_pose_correctives) = correctives;
            let facs =
                Facs { bone_names, control_names, transforms, two_pose_correctives, three_pose_correctives };
            FacsBlock::Decoded(Box::new(facs))
        },
    );
    prop_oneof![Just(FacsBlock::None), facs, Just(FacsBlock::Raw { format: 1, data: vec![7; 5] })]
}

/// A mesh with something of everything, which no version holds all of.
fn everything() -> impl Strategy<Value = Mesh> {
    let geometry = (vec(vertex(), 1..7), vec(any::<[u8; 3]>(), 0..5), vec(any::<[u8; 8]>(), 7));
    let tables = (vec(any::<u32>(), 0..4), vec(bone(), 1..3), names(), vec(subset(), 0..3));
    let rest =
        (facs(), proptest::option::of(vec(any::<bool>(), 0..20)), any::<bool>(), vec(any::<u8>(), 0..9));
    let header = (any::<u16>(), any::<u8>(), any::<u8>(), vec(any::<u8>(), 0..5));
    (geometry, tables, rest, header).prop_map(|(geometry, tables, rest, header)| {
        let (vertices, faces, envelopes) = geometry;
        let (lod_offsets, bones, bone_names, subsets) = tables;
        let (facs, bits, is_cr_lf, trailing) = rest;
        let (lod_type, n_high_quality_lods, unused, surplus) = header;
        let envelope = |bytes: [u8; 8]| {
            let [a, b, c, d, weights @ ..] = bytes;
            Envelope { slots: [a, b, c, d], weights }
        };
        Mesh {
            line_end: if is_cr_lf { LineEnd::CrLf } else { LineEnd::Lf },
            envelopes: envelopes.into_iter().take(vertices.len()).map(envelope).collect(),
            vertices,
            faces: faces.into_iter().map(|face| face.map(u32::from)).collect(),
            lod_offsets,
            lod_type: LodType(lod_type),
            n_high_quality_lods,
            unused,
            bones,
            bone_names,
            subsets,
            facs,
            hsr_visibility: bits.map(|bits| BitList::from_bits(&bits).unwrap()),
            surplus: Surplus { header: surplus, ..Surplus::default() },
            trailing,
            ..Mesh::default()
        }
    })
}

/// A mesh of a version: what the version does not hold is gone.
fn any_mesh() -> impl Strategy<Value = Mesh> {
    let sizes = (36..60_u8, 12..20_u8, 4..9_u16, any::<u8>());
    (everything(), 0..Version::ALL.len(), sizes, any::<bool>()).prop_map(
        |(mut mesh, version, sizes, flag)| {
            mesh.version = Version::ALL[version];
            let none = Mesh::default();
            if mesh.version.major == 1 {
                let is_sayable =
                    |number: f32| !number.is_nan() && (number.abs() < 1e30 && number.abs() > 1e-30);
                let sayable = |number: f32| if is_sayable(number) { number } else { f32::INFINITY };
                let said = |vector: Vec3| Vec3::from_array(vector.to_array().map(sayable));
                mesh.vertices.truncate(mesh.vertices.len() / 3 * 3);
                for vertex in &mut mesh.vertices {
                    let uv = Vec2::from_array(vertex.uv.to_array().map(sayable));
                    *vertex = Vertex {
                        position: said(vertex.position),
                        normal: said(vertex.normal),
                        uv,
                        ..Vertex::default()
                    };
                }
                mesh.faces = (0..mesh.vertices.len() as u32 / 3)
                    .map(|face| [0, 1, 2].map(|corner| 3 * face + corner))
                    .collect();
                mesh.texture_w =
                    if flag { (0..mesh.vertices.len()).map(|w| 1.5 + w as f32).collect() } else { vec![] };
                mesh.trailing = if flag { b"\r\n".to_vec() } else { mesh.trailing };
            }
            if (2..=3).contains(&mesh.version.major) {
                let (vertex, face, lod_offset, filler) = sizes;
                let lod_offset = if mesh.version.major == 3 { lod_offset } else { 4 };
                mesh.sizes = Sizes { header: None, vertex, face, lod_offset };
                let known = if vertex < 40 { 36 } else { 40 };
                if vertex < 40 {
                    mesh.vertices.iter_mut().for_each(|vertex| vertex.colour = Rgba8::WHITE);
                }
                mesh.surplus.vertices = vec![filler; mesh.vertices.len() * usize::from(vertex - known)];
                mesh.surplus.faces = vec![filler; mesh.faces.len() * usize::from(face - 12)];
                let n_offsets = if mesh.version.major == 3 { mesh.lod_offsets.len() } else { 0 };
                mesh.surplus.lod_offsets = vec![filler; n_offsets * usize::from(lod_offset - 4)];
            }
            if mesh.version.major < 3 {
                mesh.lod_offsets.clear();
            }
            if mesh.version.major < 4 {
                (mesh.envelopes, mesh.bones, mesh.subsets, mesh.bone_names) = Default::default();
                (mesh.lod_type, mesh.n_high_quality_lods) = (none.lod_type, 0);
            }
            if !(4..=5).contains(&mesh.version.major) {
                mesh.unused = 0;
            } else if flag {
                // Without bones there are no envelopes.
                (mesh.envelopes, mesh.bones) = Default::default();
            }
            if mesh.version.major < 5 {
                mesh.facs = FacsBlock::None;
            }
            if mesh.version.major < 6 {
                mesh.hsr_visibility = None;
            } else {
                // What is shorter than a chunk's frame is never taken for one.
                mesh.trailing.truncate(15);
                if flag {
                    mesh.chunks = listed(&mesh);
                }
            }
            if !(2..=5).contains(&mesh.version.major) {
                mesh.surplus.header.clear();
            }
            mesh
        },
    )
}

/// An unusual list of chunks.
fn listed(mesh: &Mesh) -> Vec<Chunk> {
    let part = |part| Chunk::Part { part, surplus: vec![] };
    let mut chunks = vec![Chunk::Raw { name: *b"NEWCHUNK", version: 3, data: vec![1, 2] }];
    chunks.extend((mesh.facs != FacsBlock::None).then(|| part(ChunkPart::Facs)));
    chunks.extend([part(ChunkPart::Skinning), Chunk::Part { part: ChunkPart::Lods, surplus: vec![9] }]);
    chunks.push(part(ChunkPart::CoreMesh));
    chunks.extend(mesh.hsr_visibility.is_some().then(|| part(ChunkPart::HsrVisibility)));
    chunks
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// Laws 1, 2 and 3.
    #[test]
    fn reading_undoes_writing(mesh in any_mesh()) {
        let bytes = write(&mesh).unwrap();
        let again = read(&bytes).unwrap();
        prop_assert_eq!(again.difference(&mesh), None);
        prop_assert_eq!(&write(&again).unwrap(), &bytes);
        prop_assert_eq!(&write_onto(&mesh, &bytes).unwrap(), &bytes);
        prop_assert_eq!(layout(&bytes).flaw(), None);
        let info = info(&bytes).unwrap();
        prop_assert_eq!((info.n_vertices, info.n_faces), (mesh.vertices.len(), mesh.faces.len()));
    }

    /// A view of what it accepts is what is read.
    #[test]
    fn views_see_what_is_read(mesh in any_mesh()) {
        let bytes = write(&mesh).unwrap();
        if let Ok(view) = MeshRef::new(&bytes) {
            prop_assert_eq!(view.vertices.to_vec().difference(&mesh.vertices), None);
            prop_assert_eq!(view.vertices.iter().collect::<Vec<_>>().difference(&mesh.vertices), None);
            prop_assert_eq!(view.faces.to_vec(), mesh.faces);
            prop_assert_eq!(view.envelopes.to_vec(), mesh.envelopes);
        }
    }

    /// Law 5; from 6.00 on a file may end after any chunk but the geometry's.
    #[test]
    fn every_prefix_is_refused_inside_its_bounds(mesh in any_mesh(), cut: Index) {
        let mesh = Mesh { trailing: vec![], ..mesh };
        let whole = write(&mesh).unwrap();
        let prefix = &whole[..cut.index(whole.len())];
        let error = read_with(prefix, &ReadOptions::default().strict(true));
        prop_assume!(error.is_err() || mesh.version.major < 6);
        let error = error.unwrap_err();
        prop_assert!(matches!(error.place(), Place::Input(at) if at <= prefix.len()), "{}", error);
        if let Ok((_, warnings)) = read_with(prefix, &ReadOptions::default()) {
            prop_assert!(warnings.count() > 0);
        }
        prop_assert_eq!(layout(prefix).flaw(), None);
    }

    /// Law 4, and what is read is safe to use: a damaged file.
    #[test]
    fn damage_is_survived(mesh in any_mesh(), at: Index, value: u8, four: bool) {
        let mut bytes = write(&mesh).unwrap();
        let at = at.index(bytes.len());
        bytes[at] = value;
        if four && let Some(word) = bytes.get_mut(at..at + 4) {
            word.fill(value);
        }
        survives(&bytes);
    }

    /// Law 4: any bytes behind any first line.
    #[test]
    fn any_bytes_give_a_value_or_an_error(version in 0..9_u8, tail: Vec<u8>) {
        survives(&[format!("version {version}.00\n").as_bytes(), &tail].concat());
        survives(&tail);
    }

    #[test]
    fn sanitizing_leaves_nothing_to_do(mesh in any_mesh()) {
        let mut mesh = mesh;
        mesh.sanitize();
        prop_assert!(mesh.sanitize().is_nothing());
        prop_assert_eq!(read(&write(&mesh).unwrap()).unwrap().difference(&mesh), None);
    }
}

/// Whatever is read can be looked at, checked, written, and read again.
fn survives(bytes: &[u8]) {
    assert_eq!(layout(bytes).flaw(), None);
    let _ = MeshRef::new(bytes);
    let _ = info(bytes);
    let Ok(mesh) = read(bytes) else { return };
    let _ = validate(&mesh);
    assert!(!mesh.lods().is_empty());
    assert_eq!(mesh.influences().count(), mesh.envelopes.len());
    if let Some(facs) = mesh.facs() {
        let _ = facs.pose_names();
    }
    assert_eq!(write_onto(&mesh, bytes).unwrap(), bytes, "{:?}", bytes.escape_ascii().to_string());
    let written = write(&mesh).unwrap();
    let settled = write(&read(&written).unwrap()).unwrap();
    assert_eq!(settled, written);
}

#[test]
fn damage_to_real_files_is_survived() {
    for (_, bytes) in support::corpus("rbxmesh").unwrap_or_default() {
        // Headers and the frames of chunks are at the start; the rest is sampled.
        let places = (0..bytes.len().min(64)).chain((64..bytes.len()).step_by(bytes.len() / 40 + 1));
        for at in places {
            for value in [0, 0x7f, 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] = value;
                survives(&damaged);
            }
            survives(&bytes[..at]);
        }
    }
}

//! The laws (docs/laws.md) on generated meshes, and on any bytes.

use crate::recorder::check_traced;
use geom::{Mat3, Pose, Rgba8, Vec2, Vec3};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use rbxmesh::{
    BitList, Bone, BoneIndex, Chunk, ChunkPart, DracoOptions, Envelope, Facs, FacsBlock, LineEnd, LodType,
    Matrix, MatrixValues, Mesh, MeshRef, NameTable, Place, ReadOptions, Same, Sizes, Subset, Surplus,
    Tangent, VDirection, Version, Vertex, info, read, read_with, validate, write, write_onto,
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
            mesh.v_direction = VDirection::for_version(mesh.version);
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
                // Bytes shorter than the frame of a chunk are never taken for one.
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
        check_traced(&bytes);
        let info = info(&bytes).unwrap();
        prop_assert_eq!((info.n_vertices, info.n_faces), (mesh.vertices.len(), mesh.faces.len()));
    }

    /// A view of what it accepts is what is read.
    #[test]
    fn views_see_what_is_read(mesh in any_mesh()) {
        let bytes = write(&mesh).unwrap();
        if let Ok(view) = MeshRef::read(&bytes) {
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
            prop_assert!(warnings.total() > 0);
        }
        check_traced(prefix);
    }

    #[test]
    fn quantised_numbers_come_back_within_half_a_step(numbers in vec(-1e6..1e6_f32, 6)) {
        let matrix = Matrix::quantise(2, 3, &numbers).unwrap();
        let MatrixValues::Quantised { min, max, .. } = matrix.values else { panic!("{matrix:?}") };
        // Half a step, and what an `f32` of this size rounds.
        let tolerance = (max - min) / 65535.0 * 0.51 + 0.2;
        for (before, after) in numbers.iter().zip(matrix.to_floats()) {
            prop_assert!((before - after).abs() <= tolerance, "{} is not {}", after, before);
        }
        prop_assert_eq!(matrix.get(1, 2), matrix.to_floats().last().copied());
        prop_assert_eq!(Matrix::quantise(2, 2, &numbers), None);
    }

    #[test]
    fn sanitizing_leaves_nothing_to_do(mesh in any_mesh()) {
        let mut mesh = mesh;
        mesh.sanitize();
        prop_assert!(mesh.sanitize().is_nothing());
        prop_assert_eq!(read(&write(&mesh).unwrap()).unwrap().difference(&mesh), None);
    }
}

#[test]
fn quantised_numbers_may_be_far_apart() {
    let matrix = Matrix::quantise(1, 2, &[f32::MIN, f32::MAX]).unwrap();
    assert_eq!(matrix.to_floats(), [f32::MIN, f32::MAX]);
    assert_eq!(matrix.get(0, 0), Some(f32::MIN));
}

/// Whatever is read can be looked at, checked, written, and read again.
fn survives(bytes: &[u8]) {
    check_traced(bytes);
    let _ = MeshRef::read(bytes);
    let _ = info(bytes);
    let Ok(mesh) = read(bytes) else { return };
    let _ = validate(&mesh);
    assert!(!mesh.lods().is_empty());
    assert_eq!(mesh.influences().count(), mesh.envelopes.len());
    if let Some(facs) = mesh.facs() {
        assert_eq!(facs.poses().count(), facs.n_poses());
    }
    assert_eq!(write_onto(&mesh, bytes).unwrap(), bytes, "{:?}", bytes.escape_ascii().to_string());
    let written = write(&mesh).unwrap();
    let again = read(&written).unwrap();
    assert_eq!(again.difference(&mesh), None, "{:?}", bytes.escape_ascii().to_string());
    let settled = write(&again).unwrap();
    assert_eq!(settled, written);
}

/// The exceptions of law 1: what has two spellings comes back in the plain one.
#[test]
fn second_spellings_settle() {
    let settles = |mesh: &Mesh, plain: &Mesh| {
        let bytes = write(mesh).unwrap();
        assert_eq!(read(&bytes).unwrap().difference(plain), None);
        assert_eq!(write(plain).unwrap(), bytes);
    };
    let plain = Mesh { version: Version::V7_00, ..Mesh::default() };
    let chunks = [ChunkPart::CoreMesh, ChunkPart::Lods].map(|part| Chunk::Part { part, surplus: vec![] });
    settles(&Mesh { chunks: chunks.to_vec(), ..plain.clone() }, &plain);

    let plain = Mesh { version: Version::V5_00, facs: FacsBlock::Decoded(Box::default()), ..Mesh::default() };
    settles(&Mesh { facs: FacsBlock::Raw { format: 1, data: vec![0; 24] }, ..plain.clone() }, &plain);

    let plain = Mesh {
        version: Version::V1_01,
        vertices: vec![Vertex::default(); 3],
        v_direction: VDirection::Up,
        faces: vec![[0, 1, 2]],
        ..Mesh::default()
    };
    settles(&Mesh { texture_w: vec![0.0; 3], ..plain.clone() }, &plain);
}

#[test]
fn white_space_may_stand_around_the_count_of_text() {
    let face = "[0,0,0][0,0,1][0,0,0][1,0,0][0,0,1][1,0,0][0,1,0][0,0,1][0,1,0]";
    for count in ["1", " 1", "1 ", "\t1\r", "\r\n1\t"] {
        let text = format!("version 1.01\n{count}\n{face}");
        let (mesh, _) = read_with(text.as_bytes(), &ReadOptions::default().strict(true)).unwrap();
        assert_eq!((mesh.faces.len(), mesh.trailing.len()), (1, 0), "{count:?}");
        survives(text.as_bytes());
    }
}

#[test]
fn bones_may_lack_names_and_subsets_may_lack_bones() {
    let bones = b"version 4.00\n\x18\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\0\0";
    let subsets = b"version 4.00\n\x18\0\0\0\x03\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0";
    let bone = [&[0; 4], [0xff; 4].as_slice(), &[0; 52]].concat();
    let subset = [[0; 12].as_slice(), &[3, 0, 0, 0, 0, 0, 0, 0], &[0xff; 52]].concat();
    for bytes in [[bones.as_slice(), &bone].concat(), [subsets.as_slice(), &[0; 120], &subset].concat()] {
        let (mesh, _) = read_with(&bytes, &ReadOptions::default().strict(true)).unwrap();
        let is_error = |finding: &rbxmesh::Finding| finding.rule.severity == rbxmesh::Severity::Error;
        assert!(!validate(&mesh).iter().any(is_error));
        survives(&bytes);
    }
}

/// The size of the geometry is unknown, and so no index is out of bounds.
#[test]
fn geometry_that_cannot_be_read_bounds_nothing() {
    let mesh = Mesh {
        version: Version::V7_00,
        draco: Some(b"DRACO\x02\x01\x01\x01\0\0 a stream of another version".to_vec()),
        lod_offsets: vec![0, 100, 150, 170],
        bones: vec![Bone::default()],
        bone_names: NameTable::from_names(["Root"]),
        envelopes: vec![Envelope { slots: [0; 4], weights: [255, 0, 0, 0] }; 2],
        subsets: vec![Subset {
            faces_length: 170,
            vertices_length: 2,
            n_bones: 1,
            bones: [BoneIndex(0); 26],
            ..Subset::default()
        }],
        ..Mesh::default()
    };
    let mut bytes = write(&mesh).unwrap();
    let (other, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
    let warnings: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    let warning =
        "chunks[0] COREMESH, draco: the geometry is not decoded; it is kept as raw bytes (at byte 0x21)";
    let kept = "chunks[0] COREMESH, draco: a Draco stream that is not sequential, or not of version 2.2 is not \
        decoded; it is kept as raw bytes (at byte 0x21)";
    assert_eq!(warnings, [kept]);
    assert_eq!(MeshRef::read(&bytes).unwrap_err().to_string(), warning);
    assert_eq!(read_with(&bytes, &ReadOptions::default().strict(true)).unwrap_err().to_string(), kept);
    // The version of COREMESH: one that is still to come.
    bytes[13 + 8] = 3;
    let (newer, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
    let warnings: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [
            "chunks[0] COREMESH: expected a known version, found 3 (at byte 0xd)",
            &format!("there is no COREMESH (at byte {:#x})", bytes.len()),
        ]
    );
    for mesh in [&other, &newer] {
        let about_counts = |id| ["RBM002", "RBM006", "RBM009", "RBM013", "RBM030"].contains(&id);
        let findings = validate(mesh);
        assert!(findings.iter().all(|finding| !about_counts(finding.rule.id)));
        assert!(findings.iter().any(|finding| finding.rule == &rbxmesh::rules::RBM034));
        // A level may only list existing faces, and there are none here.
        assert_eq!(mesh.lods(), std::slice::from_ref(&(0..0)));
        assert_eq!((mesh.lod_faces(0), mesh.bounds()), ([].as_slice(), None));
    }
    // The summary contains the values of the table.
    let levels = [0..100, 100..150, 150..170];
    assert_eq!(info(&write(&mesh).unwrap()).unwrap().lods, levels);
    let info = info(&bytes).unwrap();
    assert_eq!((info.lods.len(), info.vertex_size, info.n_vertices), (1, None, 0));
}

#[test]
fn bytes_and_text_convert() {
    let bytes = write(&Mesh::default()).unwrap();
    assert_eq!(Mesh::try_from(&bytes[..]), Ok(Mesh::default()));
    assert_eq!(MeshRef::try_from(&bytes[..]).unwrap().rest.version, Version::V2_00);
    let text = "version 1.01\n1\n[0,0,0][0,0,1][0,0,0][1,0,0][0,0,1][1,0,0][0,2,0][0,0,1][0,1,0]";
    assert_eq!(text.parse::<Mesh>(), read(text.as_bytes()));
    let mut mesh = Mesh { bones: vec![Bone::default(); 3], ..Mesh::default() };
    mesh[BoneIndex(2)].name_offset = 7;
    assert_eq!((mesh[2.into()].name_offset, BoneIndex::from(2).to_string()), (7, "2".into()));
    for version in Version::ALL {
        assert_eq!(version.to_string().parse(), Ok(version));
    }
    let error = "2.0".parse::<Version>().unwrap_err().to_string();
    assert_eq!(error, "needs 4 bytes, and 3 are left (at byte 0x0)");
    let error = "version".parse::<Version>().unwrap_err().to_string();
    assert_eq!(error, "expected a version such as 2.00, found vers (at byte 0x0)");
}

/// Whatever the table says, and however the geometry is stored.
#[test]
fn levels_name_faces_that_are_there() {
    let stream =
        |n_faces: u8, n_points: u8| [b"DRACO\x02\x02\x01\0\0\0".as_slice(), &[n_faces, n_points]].concat();
    let tables = [
        vec![],
        vec![9],
        vec![0, 3],
        vec![0, 2, 4],
        vec![0, 2, 5],
        vec![1, 2, 3, 0],
        vec![7, 8, 9],
        vec![u32::MAX; 3],
    ];
    for version in Version::ALL.into_iter().filter(|version| version.major >= 3) {
        for (n_faces, lod_offsets) in
            [0, 1, 4].into_iter().flat_map(|n| tables.iter().map(move |table| (n, table)))
        {
            let mesh = Mesh {
                version,
                vertices: vec![Vertex::default(); 3],
                faces: vec![[0, 1, 2]; n_faces],
                lod_offsets: lod_offsets.clone(),
                ..Mesh::default()
            };
            let mut meshes = vec![mesh.clone()];
            if version.major >= 6 {
                let draco = Some(stream(4, 3));
                meshes.push(Mesh { draco, faces: vec![], vertices: vec![], ..mesh.clone() });
            }
            for mesh in meshes {
                let bytes = write(&mesh).unwrap();
                let mesh = read(&bytes).unwrap();
                let levels = mesh.lods();
                assert!(!levels.is_empty());
                levels.iter().for_each(|level| assert!(mesh.faces.get(level.clone()).is_some()));
                if let Ok(view) = MeshRef::read(&bytes) {
                    assert_eq!((view.lods(), view.faces.len()), (levels, mesh.faces.len()));
                }
            }
        }
    }
}

#[test]
fn what_a_version_cannot_say_is_refused() {
    // The advice is the same in each message.
    let advice = "; converting to the version reports what is lost";
    let error = |mesh: Mesh| write(&mesh).unwrap_err().to_string().replace(advice, "");
    let of = |version| Mesh { version, ..Mesh::default() };
    let three = || vec![Vertex::default(); 3];
    let text = || Mesh {
        vertices: three(),
        faces: vec![[0, 1, 2]],
        v_direction: VDirection::Up,
        ..of(Version::V1_00)
    };
    let coloured = Vertex { colour: Rgba8::new(1, 2, 3, 4), ..Vertex::default() };
    assert_eq!(
        error(Mesh { faces: vec![[0, 2, 1]], ..text() }),
        "version 1.00 cannot store vertices that faces share"
    );
    // All that stands in the way is named at once.
    let later = Mesh { version: Version::V7_00, lod_offsets: vec![0, 0], unused: 1, ..text() };
    assert_eq!(
        error(later.clone()),
        "version 7.00 cannot store texture coordinates whose V grows upward and an unused byte"
    );
    assert_eq!(
        error(Mesh { version: Version::V1_01, v_direction: VDirection::Down, ..later }),
        "version 1.01 cannot store texture coordinates whose V grows downward, LOD offsets and an unused byte"
    );
    let mut mesh = text();
    mesh.vertices[1].position.x = 3e38;
    assert_eq!(error(mesh), "vertices[1]: version 1.00 cannot store a position of this size");
    let mut mesh = text();
    mesh.vertices[2].normal.x = f32::from_bits(0x7fc0_0001);
    assert_eq!(error(mesh), "vertices[2]: version 1.00 cannot store the bits of this NaN");
    let mut mesh = text();
    mesh.vertices[0] = coloured;
    assert_eq!(error(mesh), "version 1.00 cannot store colours");
    let small = Sizes { vertex: 36, ..Sizes::default() };
    assert_eq!(
        error(Mesh { vertices: vec![coloured], sizes: small, ..of(Version::V2_00) }),
        "vertices[0]: version 2.00 cannot store colours in vertices below 40 bytes"
    );
    let sizes = Sizes { lod_offset: 2, ..Sizes::default() };
    assert_eq!(
        error(Mesh { sizes, ..of(Version::V2_00) }),
        "version 2.00 cannot store a size of LOD offsets"
    );
    let sizes = Sizes { face: 6, ..Sizes::default() };
    let surplus = Surplus { faces: vec![1], ..Surplus::default() };
    assert_eq!(
        error(Mesh { sizes, surplus, ..of(Version::V2_00) }),
        "faces: expected 0 as the number of bytes of surplus, found 1"
    );
    let facs = |format, data| FacsBlock::Raw { format, data };
    assert_eq!(
        error(Mesh { facs: facs(2, vec![1]), ..of(Version::V6_00) }),
        "chunks[2]: version 6.00 cannot store facial animation of another format than 1"
    );
    assert_eq!(
        error(Mesh { facs: facs(0, vec![]), ..of(Version::V5_00) }),
        "facs: expected a format other than 0, or no block, found 0"
    );
    let chunk = Chunk::Part { part: ChunkPart::HsrVisibility, surplus: vec![] };
    assert_eq!(
        error(Mesh { chunks: vec![chunk], ..of(Version::V6_00) }),
        "chunks[0]: there is no HSR visibility"
    );
    let bits = Mesh::default().compress(&DracoOptions::default().uv_bits(31)).unwrap_err();
    assert_eq!(bits.to_string(), "expected 1 to 30 bits of quantisation, found 31");
    let header = Sizes { header: Some(12), ..Sizes::default() };
    assert_eq!(
        error(Mesh { sizes: header, ..of(Version::V2_00) }),
        "sizes.header: expected a size that a header of 12 bytes cannot have, found 12"
    );
    let long = Surplus { faces: vec![1], ..Surplus::default() };
    assert_eq!(
        error(Mesh { surplus: long, ..of(Version::V3_00) }),
        "faces: expected 0 as the number of bytes of surplus, found 1"
    );
    assert_eq!(error(Mesh { unused: 1, ..of(Version::V7_00) }), "version 7.00 cannot store an unused byte");
    assert_eq!(
        error(Mesh { bones: vec![Bone::default()], vertices: three(), ..of(Version::V4_00) }),
        "expected 3 as the number of envelopes, found 0"
    );
    let listed = vec![Chunk::Part { part: ChunkPart::Lods, surplus: vec![] }];
    assert_eq!(
        error(Mesh { chunks: listed.clone(), vertices: three(), ..of(Version::V6_00) }),
        "there is no COREMESH in the list of chunks"
    );
    let core = Chunk::Part { part: ChunkPart::CoreMesh, surplus: vec![] };
    assert_eq!(
        error(Mesh { chunks: vec![core], bones: vec![Bone::default()], ..of(Version::V6_00) }),
        "there is no SKINNING in the list of chunks"
    );
    assert_eq!(
        error(Mesh { chunks: [&listed[..]; 2].concat(), ..of(Version::V6_00) }),
        "chunks: chunk LODS already exists"
    );
    assert_eq!(
        error(Mesh { draco: Some(vec![]), vertices: three(), faces: vec![[0, 1, 3]], ..of(Version::V7_00) }),
        "chunks[0].faces[0]: vertex 3 is not below 3"
    );
    assert_eq!(error(of(Version { major: 8, minor: 0 })), "version 8.00 is unknown");
    assert_eq!(error(of(Version { major: 10, minor: 0 })), "version 10.00 is unknown");
    assert_eq!(error(of(Version { major: 2, minor: 100 })), "version 2.100 is unknown");
    let matrix = Matrix { n_rows: 2, n_columns: 2, values: MatrixValues::Floats(vec![0.0; 3]) };
    let facs = Facs { transforms: Some([(); 6].map(|()| matrix.clone())), ..Facs::default() };
    assert_eq!(
        error(Mesh { facs: FacsBlock::Decoded(Box::new(facs)), ..of(Version::V5_00) }),
        "facs.transforms: expected 4 as the number of numbers, found 3"
    );
}

#[test]
fn missing_records_may_have_a_size_of_zero() {
    let bytes = b"version 2.00\n\x0c\0\0\0\0\0\0\0\0\0\0\0";
    let mesh = read(bytes).unwrap();
    assert_eq!((mesh.vertices.len(), mesh.sizes.vertex, mesh.sizes.face), (0, 0, 0));
    survives(bytes);
}

/// The file ends where the header says that it does, and yet its last records are too short to be read.
#[test]
fn records_that_are_too_short_say_nothing_about_the_header() {
    let faces = b"version 2.00\n\x0d\0\x24\x06\x01\0\0\0\x02\0\0\0";
    let lod_offsets = b"version 3.00\n\x11\0\x24\x0c\x02\0\x02\0\x01\0\0\0\0\0\0\0";
    for (header, short) in [(faces.as_slice(), 12), (lod_offsets, 4)] {
        let bytes = [header, &[0; 36], &vec![0; short]].concat();
        assert_eq!(read(&bytes).unwrap().surplus.header, [0]);
        survives(&bytes);
    }
}

/// The third coordinate of a corner whose face is broken is no part of the mesh.
#[test]
fn a_broken_face_leaves_nothing() {
    let face = "[0,0,0][0,0,1][0,0,0]".repeat(3);
    let broken = "[0,0,0][0,0,1][0,0,1][0,0,0]?";
    let mesh = read(format!("version 1.01\n2\n{face}{broken}").as_bytes()).unwrap();
    assert_eq!((mesh.vertices.len(), mesh.texture_w.len(), mesh.trailing), (3, 0, broken.into()));
}

#[test]
fn bits_are_the_lowest_first() {
    let bits = [true, false, true, true, false, false, false, false, true];
    let list = BitList::from_bits(&bits).unwrap();
    assert_eq!((list.n_bits, &*list.bytes), (9, &[0b1101, 1][..]));
    assert!((0..10).map(|index| list.get(index)).eq(bits.map(Some).into_iter().chain([None])));
}

//! Edits of faces, vertices and levels: what belongs to them follows.

use crate::support;
use geom::{Rgba8, Vec2, Vec3};
use rbxmesh::{
    Bone, BoneIndex, Envelope, ErrorKind, FacsBlock, Influence, Mesh, NameTable, ReadOptions, Severity,
    Sizes, Subset, Tangent, VDirection, Version, Vertex, WeldOptions, read, read_with, validate, write,
};

fn fixture(name: &str) -> Mesh {
    read(&support::fixture(format!("rbxmesh/valid/{name}.mesh"))).unwrap()
}

/// The data that a viewer needs of each corner of a level: its vertex, and the bones that move it.
fn corners(mesh: &Mesh, level: usize) -> Vec<(Vertex, Vec<(String, u8)>)> {
    let of = |Influence { bone, weight }| {
        (mesh.bone_name(&mesh.bones[usize::from(bone.0)]).unwrap().into_owned(), weight)
    };
    let indices = mesh.lod_faces(level).iter().flatten();
    indices
        .map(|index| {
            (mesh.vertices[*index as usize], mesh.bone_influences(*index as usize).map(of).collect())
        })
        .collect()
}

fn assert_sound(mesh: &Mesh, name: &str) {
    let errors: Vec<_> =
        validate(mesh).iter().filter(|finding| finding.rule.severity == Severity::Error).cloned().collect();
    assert!(errors.is_empty(), "{name}: {errors:?}");
    assert_eq!(read(&write(mesh).unwrap()).unwrap().faces, mesh.faces, "{name}");
}

#[test]
fn a_level_alone_looks_as_before() {
    for name in ["v300", "v400", "v500", "v600", "v700", "v700_draco"] {
        for level in 0..2 {
            let mesh = fixture(name);
            let mut one = mesh.clone();
            assert_eq!(one.keep_levels(level..level + 1), 1);
            assert_eq!(one.lods().len(), 1);
            assert_eq!(corners(&one, 0), corners(&mesh, level), "{name}");
            assert_eq!(one.compact(), 0, "nothing is left over");
            assert_sound(&one, name);
        }
        let mut same = fixture(name);
        assert_eq!((same.keep_levels(0..2), same.keep_levels(2..3)), (0, 0));
        assert_eq!(same, fixture(name));
    }
    // The finest levels are those of high quality.
    let mut three = fixture("v400");
    let n_faces = u32::try_from(three.faces.len()).unwrap();
    (three.lod_offsets, three.n_high_quality_lods) = (vec![0, 1, 2, n_faces], 2);
    let high = |levels| {
        let mut kept = three.clone();
        kept.keep_levels(levels);
        kept.n_high_quality_lods
    };
    assert_eq!([high(0..3), high(0..1), high(1..3), high(2..3)], [2, 1, 1, 1]);
    for (name, bytes) in support::samples("rbxmesh") {
        let Ok(mesh) = read(&bytes) else { continue };
        for level in 0..mesh.lods().len() {
            let mut one = mesh.clone();
            one.keep_levels(level..level + 1);
            // Compared as text, since a NaN is not itself.
            let [a, b] = [corners(&one, 0), corners(&mesh, level)].map(|corners| format!("{corners:?}"));
            assert!(a == b, "{name}, level {level}");
            assert_sound(&one, &name);
        }
    }
}

#[test]
fn faces_take_their_subsets_along() {
    let mesh = fixture("v400");
    let mut edited = mesh.clone();
    assert_eq!(edited.retain_faces(|index, _| index % 3 > 0), 6);
    assert_eq!((edited.faces.len(), &edited.lod_offsets), (10, &vec![0, 8, 10]));
    assert_eq!((edited.subsets[0].faces_begin, edited.subsets[0].faces_length), (0, 8));
    assert_sound(&edited, "fewer faces");
    let n_vertices = edited.vertices.len();
    let removed = edited.compact();
    assert_eq!((edited.vertices.len(), edited.envelopes.len()), (n_vertices - removed, n_vertices - removed));
    assert_eq!(edited.subsets[0].vertices_length as usize, n_vertices - removed);
    assert_sound(&edited, "fewer vertices");
    edited.retain_faces(|_, _| false);
    edited.compact();
    assert!(edited.subsets.is_empty() && edited.vertices.is_empty() && edited.envelopes.is_empty());
    // Each face of 1.x has its own vertices.
    let mut text = fixture("v101");
    let last = text.vertices[text.vertices.len() - 1];
    let n_faces = text.faces.len();
    text.retain_faces(|index, _| index == n_faces - 1);
    assert_eq!((text.faces.as_slice(), text.vertices[2]), (&[[0, 1, 2]][..], last));
}

#[test]
fn a_face_of_a_missing_vertex_stays_one() {
    let mut mesh =
        Mesh { vertices: vec![Vertex::default(); 4], faces: vec![[3, 9, u32::MAX]], ..Mesh::default() };
    assert_eq!(mesh.compact(), 3);
    assert_eq!(mesh.faces, [[0, 9, u32::MAX]]);
}

#[test]
fn meshes_join_by_the_names_of_their_bones() {
    let mut whole = fixture("v400");
    whole.keep_levels(0..1);
    let other = {
        let mut other = whole.clone();
        // The jaw again, and an eye that hangs on it.
        let names = NameTable::from_names(["Jaw", "Eye"]);
        let eye = Bone { name_offset: 4, parent: BoneIndex(0), lod_parent: BoneIndex(0), ..Bone::default() };
        let jaw =
            Bone { name_offset: 0, parent: BoneIndex::NONE, lod_parent: BoneIndex::NONE, ..other.bones[1] };
        (other.bones, other.bone_names) = (vec![jaw, eye], names);
        other
    };
    let before = [corners(&whole, 0), corners(&other, 0)].concat();
    whole.append(&other).unwrap();
    assert_eq!(corners(&whole, 0), before);
    let names: Vec<_> = whole.bones.iter().map(|bone| whole.bone_name(bone).unwrap().into_owned()).collect();
    assert_eq!(names, ["Root", "Jaw", "Eye"]);
    assert_eq!([whole.bones[1].parent, whole.bones[2].parent], [BoneIndex(0), BoneIndex(1)]);
    assert_eq!(whole.lod_offsets, [0, 24]);
    assert_sound(&whole, "joined");

    // One of the two without bones: it hangs on the first.
    let mut rigid = fixture("v200");
    rigid.version = whole.version;
    let faces = rigid.faces.len();
    let one = fixture("v400");
    let one = Mesh { lod_offsets: vec![], faces: one.faces[..12].to_vec(), ..one };
    rigid.append(&one).unwrap();
    assert_eq!(rigid.envelopes[0], Envelope { slots: [0; 4], weights: [255, 0, 0, 0] });
    assert_eq!((rigid.faces.len(), rigid.subsets.len()), (faces + 12, 2));
    assert_sound(&rigid, "a rigid and a skinned one");
}

/// Vertices and faces of any size: the surplus bytes of a record stay with it.
#[test]
fn surplus_bytes_follow_their_records() {
    let mut mesh = fixture("v300");
    let n_offsets = mesh.lod_offsets.len();
    assert_eq!(n_offsets, 3);
    (mesh.sizes.vertex, mesh.sizes.face, mesh.sizes.lod_offset) = (42, 13, 6);
    mesh.surplus.vertices = (0..2 * mesh.vertices.len()).map(|at| at as u8).collect();
    mesh.surplus.faces = (0..mesh.faces.len()).map(|at| at as u8).collect();
    mesh.surplus.lod_offsets = vec![0, 1, 2, 3, 4, 5];
    mesh.surplus.header = vec![7];
    let start = mesh.lods()[1].start;
    let mut one = mesh.clone();
    one.keep_levels(1..2);
    assert_eq!(one.surplus.lod_offsets, [2, 3, 4, 5]);
    assert_eq!(one.surplus.faces, mesh.surplus.faces[start..]);
    assert_sound(&one, "a level");

    let mut other = one.clone();
    other.surplus.vertices.iter_mut().for_each(|byte| *byte ^= 0xff);
    for other in [one.clone(), other] {
        let mut joined = one.clone();
        joined.append(&other).unwrap();
        assert_eq!(joined.surplus.vertices, [one.surplus.vertices.clone(), other.surplus.vertices].concat());
        assert_eq!(joined.surplus.faces, one.surplus.faces.repeat(2));
        assert_eq!(
            (&joined.surplus.lod_offsets[..], &joined.surplus.header[..]),
            (&[2, 3, 4, 5][..], &[7][..])
        );
        assert_eq!(read(&write(&joined).unwrap()).unwrap(), joined);
    }
}

#[test]
fn vertices_are_welded_by_a_tolerance_for_each_attribute() {
    let one = Vertex { position: Vec3::X, normal: Vec3::Y, uv: Vec2::new(0.5, 0.5), ..Vertex::default() };
    let two = [
        Vertex { position: Vec3::new(1.0, 0.0, 0.25), ..one },
        Vertex { normal: Vec3::new(0.0, 0.75, 0.0), ..one },
        Vertex { uv: Vec2::new(0.75, 0.5), ..one },
        Vertex { tangent: Tangent([0, 0, 0, 4]), ..one },
        Vertex { colour: Rgba8::new(255, 251, 255, 255), ..one },
        // The sign of 0 makes no difference.
        Vertex { position: Vec3::new(1.0, -0.0, 0.0), ..one },
    ];
    let weld = WeldOptions::default();
    let tolerances = |share: f32| {
        [
            weld.position(0.25 * share),
            weld.normal(0.25 * share),
            weld.uv(0.25 * share),
            weld.tangent(4.0 * share),
            weld.colour(4.0 * share),
        ]
    };
    for (number, other) in two.into_iter().enumerate() {
        let welded = |options: &WeldOptions| {
            let mut mesh = Mesh {
                vertices: vec![one, other, one],
                faces: vec![[0, 1, 2], [2, 1, 9]],
                ..Mesh::default()
            };
            let n_removed = mesh.weld(options);
            // The first stays as it is.
            assert_eq!((mesh.vertices.len(), mesh.vertices[0]), (3 - n_removed, one));
            let second = if n_removed == 2 { 0 } else { 1 };
            assert_eq!(mesh.faces, [[0, second, 0], [0, second, 9]]);
            n_removed
        };
        assert_eq!(welded(&weld), if number == 5 { 2 } else { 1 });
        let alone = tolerances(1.0).map(|options| welded(&options));
        assert!(
            alone
                .iter()
                .enumerate()
                .all(|(at, n_removed)| *n_removed == 1 + usize::from(at == number || number == 5))
        );
        assert!(tolerances(0.99).iter().all(|options| welded(options) == 1 + usize::from(number == 5)));
        assert_eq!(welded(&tolerances(f32::INFINITY)[number.min(4)]), 2);
    }
}

/// The result equals that of comparing each vertex with all earlier ones, except after the first 256 at one position.
#[test]
fn what_is_welded_is_near_and_what_is_left_is_not() {
    let mut state = 7_u32;
    let mut below = |bound: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % bound
    };
    for tolerance in [0.0, 0.1, 0.3, 1.0] {
        let mut number = || (below(40) as f32 - 20.0) * 0.125;
        let vertex = |_| Vertex {
            position: Vec3::new(number(), number(), 0.0),
            normal: Vec3::new(number() * 0.1, 0.0, 1.0),
            ..Vertex::default()
        };
        let vertices: Vec<Vertex> = (0..1500).map(vertex).collect();
        let faces: Vec<_> = (0..500).map(|face| [3 * face, 3 * face + 1, 3 * face + 2]).collect();
        let before = Mesh { vertices, faces, ..Mesh::default() };
        let mut after = before.clone();
        after.weld(&WeldOptions::default().position(tolerance).normal(0.2));
        let is_near = |a: &Vertex, b: &Vertex| {
            let off = a.position - b.position;
            [off.x, off.y].iter().all(|off| off.abs() <= tolerance) && (a.normal - b.normal).x.abs() <= 0.2
        };
        for (old, new) in before.faces.as_flattened().iter().zip(after.faces.as_flattened()) {
            assert!(is_near(&before.vertices[*old as usize], &after.vertices[*new as usize]));
        }
        let left = &after.vertices;
        let n_near =
            (0..left.len()).filter(|at| left[..*at].iter().any(|other| is_near(other, &left[*at]))).count();
        assert_eq!(n_near, 0, "{tolerance}");
        assert!(left.len() < 1450 && left.len() > 5, "{tolerance}: {}", left.len());
    }
    // Very many vertices that are at one place, and differ: not each is compared with each.
    let vertices =
        (0..100_000).map(|at| Vertex { normal: Vec3::new(at as f32, 0.0, 0.0), ..Vertex::default() });
    let mut mesh = Mesh { vertices: vertices.collect(), ..Mesh::default() };
    assert_eq!(mesh.weld(&WeldOptions::default().normal(0.1)), 0);
}

/// Levels, bones and weights keep vertices apart, and text that is welded is as it was before each corner got a vertex.
#[test]
fn welding_keeps_levels_and_skins_apart() {
    let all = WeldOptions::default().position(9.0).normal(9.0).uv(9.0).tangent(255.0).colour(255.0);
    for name in ["v300", "v400", "v500", "v600", "v700_draco"] {
        let mesh = fixture(name);
        let mut welded = mesh.clone();
        assert!(welded.weld(&all) > 0, "{name}");
        assert_eq!((welded.lods(), welded.faces.len()), (mesh.lods(), mesh.faces.len()), "{name}");
        for level in 0..mesh.lods().len() {
            let bones =
                |mesh: &Mesh| corners(mesh, level).into_iter().map(|(_, bones)| bones).collect::<Vec<_>>();
            assert_eq!(bones(&welded), bones(&mesh), "{name}, level {level}");
        }
        assert_sound(&welded, name);
    }
    let mut mesh = fixture("v200");
    let n_vertices = mesh.vertices.len();
    mesh.recolour(Rgba8::WHITE);
    mesh.transcode(Version::V1_01).unwrap();
    mesh.transcode(Version::V2_00).unwrap();
    assert!(mesh.vertices.len() > n_vertices);
    mesh.weld(&WeldOptions::default());
    assert_eq!(mesh.vertices.len(), n_vertices);
    assert_sound(&mesh, "text");
}

#[test]
fn what_does_not_join_is_said() {
    let two = fixture("v400");
    let plain = Mesh::default();
    let says = |a: &Mesh, b: &Mesh, expected: &str| {
        let mut joined = a.clone();
        let error = joined.append(b).unwrap_err().to_string();
        assert_eq!(error, format!("meshes with {expected} cannot be joined"));
        assert_eq!(&joined, a);
    };
    says(&plain, &two, "several levels of detail");
    let face = Mesh { facs: FacsBlock::Decoded(Box::default()), ..Mesh::default() };
    says(&plain, &face, "facial animation");
    says(&plain, &Mesh { v_direction: VDirection::Up, ..Mesh::default() }, "another direction of V");
    says(&fixture("v700_edgebreaker"), &plain, "geometry that is not decoded");
    let bones = Mesh { bones: vec![Bone::default(); 27], ..Mesh::default() };
    says(&plain, &bones, "many bones and no subset");
    let surplus = Mesh { sizes: Sizes { vertex: 41, ..Sizes::default() }, ..Mesh::default() };
    says(&plain, &surplus, "different surplus bytes");
    assert_eq!(Subset::default().palette(), []);
}

#[test]
fn vertices_without_colour_get_room_for_one() {
    let mut mesh = fixture("v200_without_colours");
    mesh.recolour(Rgba8::WHITE);
    assert_eq!(mesh.sizes.vertex, 36);
    mesh.recolour(Rgba8::new(9, 8, 7, 6));
    assert_eq!(read(&write(&mesh).unwrap()).unwrap(), mesh);
    assert_eq!((mesh.sizes.vertex, mesh.vertices[0].colour), (40, Rgba8::new(9, 8, 7, 6)));
}

/// The bytes of a tangent round it, for which the rule allows 0.02 along the normal and of the length.
#[test]
fn rounded_tangents_are_sound() {
    let n_findings = |[x, y]: [u8; 2]| {
        let tangent = Tangent([x, y, 127, 254]);
        let vertices = vec![Vertex { normal: Vec3::new(0.0, 1.0, 0.0), tangent, ..Vertex::default() }; 3];
        let findings = validate(&Mesh { vertices, faces: vec![[0, 1, 2]], ..Mesh::default() });
        findings.iter().filter(|finding| finding.rule == &rbxmesh::rules::RBM017).count()
    };
    assert_eq!([[254, 127], [254, 129], [252, 127]].map(n_findings), [0; 3]);
    assert_eq!([[254, 130], [251, 127]].map(n_findings), [3; 2]);
}

#[test]
fn versions_have_two_digits_after_the_point() {
    let written = |minor| write(&Mesh { version: Version { major: 2, minor }, ..fixture("v200") });
    assert!(written(99).unwrap().starts_with(b"version 2.99\n"));
    let kind = ErrorKind::UnknownVersion { version: Version { major: 2, minor: 100 } };
    assert_eq!(written(100).unwrap_err().kind(), &kind);
}

#[test]
fn bones_have_as_many_names_as_indices() {
    // Names are added to the table one after another.
    let boned = |names: std::ops::Range<u32>| {
        let subsets = vec![Subset::default()];
        let mut mesh = Mesh { version: Version::V4_00, subsets, ..Mesh::default() };
        for name in names {
            let name_offset = mesh.bone_names.0.len() as u32;
            mesh.bone_names.0.extend(format!("{name}\0").bytes());
            mesh.bones.push(Bone { name_offset, ..Bone::default() });
        }
        mesh
    };
    let mut full = boned(0..0xffff);
    let error = full.append(&boned(0xffff..0x1_0000)).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::TooLong { len: 0xffff });
    let mut twice = boned(7..9);
    twice.bone_names.0 = vec![b'7', 0, b'7', 0];
    let found = validate(&twice);
    let again = found.iter().find(|finding| finding.found == "\"7\" again").unwrap();
    assert_eq!((again.rule.id, &*again.path), ("RBM031", "bones[1].name_offset"));
}

/// Colours of signed bytes.
#[test]
fn draco_attributes_of_other_types_are_left_out() {
    let mut bytes = support::fixture("rbxmesh/valid/v700_draco.mesh");
    let colours = bytes.windows(5).position(|window| window == [2, 2, 4, 0, 4]).unwrap();
    bytes[colours + 1] = 1;
    let (mesh, warnings) = read_with(&bytes, &ReadOptions::default()).unwrap();
    let texts: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    let expected = "expected 4 of U8 as a colour, found 4 of I8";
    assert_eq!(texts, [format!("chunks[0] COREMESH, draco: {expected} (at byte 0x21)")]);
    assert!(mesh.vertices.iter().all(|vertex| vertex.colour == Vertex::default().colour));
}

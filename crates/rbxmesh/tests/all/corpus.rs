//! Real files: what they hold, and the laws that they obey.

use crate::support;
use rbxmesh::{
    DracoOptions, Mesh, MeshRef, ReadOptions, Same, Version, info, read, read_with, write, write_onto,
};

/// The meshes of other programs.
fn meshes() -> Vec<support::File> {
    let all = support::samples("rbxmesh");
    all.into_iter().filter(|(name, _)| name.ends_with(".mesh")).collect()
}

/// File, version, size of a vertex, vertices and faces, LOD offsets,
/// LOD type with high quality levels and unused byte, bones and subsets with face bones and poses.
type Sample<'a> = (&'a str, Version, Option<usize>, [usize; 2], &'a [u32], [u16; 3], [usize; 4]);

#[rustfmt::skip]
const SAMPLES: &[Sample<'_>] = &[
    ("v100_baseballcap.mesh", Version::V1_00, None, [2115, 705], &[], [0, 0, 0], [0, 0, 0, 0]),
    ("v200_bloxy.mesh", Version::V2_00, Some(40), [2071, 2343], &[], [0, 0, 0], [0, 0, 0, 0]),
    ("v200_torso.mesh", Version::V2_00, Some(36), [42, 44], &[], [0, 0, 0], [0, 0, 0, 0]),
    ("v300_5115672913.mesh", Version::V3_00, Some(40), [581, 390], &[0, 272, 348, 390], [0, 0, 0], [0, 0, 0, 0]),
    ("v301_5648093777.mesh", Version::V3_01, Some(40), [5911, 4059], &[0, 2498, 3578, 4059], [0, 0, 0], [0, 0, 0, 0]),
    ("v401_7665777615.mesh", Version::V4_01, Some(40), [3165, 3960], &[0, 2146, 3188, 3654, 3858, 3960], [4, 1, 63], [0, 0, 0, 0]),
    ("v500_13674780763.mesh", Version::V5_00, Some(40), [2291, 2854], &[0, 1731, 2595, 2854], [3, 1, 0], [38, 6, 32, 121]),
    ("v500_15256456161.mesh", Version::V5_00, Some(40), [1424, 1732], &[0, 1024, 1536, 1732], [3, 1, 0], [33, 3, 29, 50]),
    ("v700_100025761449828.mesh", Version::V7_00, None, [1569, 2538], &[0, 0], [0, 1, 0], [52, 2, 46, 105]),
    ("v700_112807239761722.mesh", Version::V7_00, Some(40), [4, 2], &[0, 2], [0, 1, 0], [0, 0, 0, 0]),
    ("v700_127279296594138.mesh", Version::V7_00, None, [408, 268], &[0, 0], [0, 1, 0], [0, 0, 0, 0]),
];

#[test]
fn samples_hold_what_is_known_of_them() {
    for (name, bytes) in meshes() {
        let (mesh, warnings) =
            read_with(&bytes, &ReadOptions::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(warnings.total(), 0, "{name}");
        assert!(read_with(&bytes, &ReadOptions::default().strict(true)).is_ok(), "{name}");
        assert!(mesh.trailing.is_empty(), "{name}: the last byte is read");
        let info = info(&bytes).unwrap();
        let facs = mesh.facs();
        let found: Sample<'_> = (
            &name,
            info.version,
            info.vertex_size,
            [mesh.vertices.len(), mesh.faces.len()],
            &info.lod_offsets,
            [mesh.lod_type.0, mesh.n_high_quality_lods.into(), mesh.unused.into()],
            [
                mesh.bones.len(),
                mesh.subsets.len(),
                facs.map_or(0, |facs| facs.bone_names.iter().count()),
                facs.map_or(0, rbxmesh::Facs::n_poses),
            ],
        );
        let Some(sample) = SAMPLES.iter().find(|sample| sample.0 == name) else { continue };
        assert_eq!(found, *sample);
        assert_eq!(mesh.lod_offsets, info.lod_offsets, "{name}");
        assert_eq!([mesh.n_vertices(), mesh.n_faces()], sample.3, "{name}");
        let n_levels = if sample.4.len() > 2 { sample.4.len() - 1 } else { 1 };
        assert_eq!(mesh.lods().len(), n_levels, "{name}");
        assert_eq!(info.lods.last().unwrap().end, info.n_faces, "{name}");
        assert_eq!(mesh.lods().last().unwrap().end, mesh.faces.len(), "{name}");
    }
}

#[test]
fn the_values_of_samples_say_it_all() {
    for (name, bytes) in meshes() {
        let mesh = read(&bytes).unwrap();
        assert!(write_onto(&again(&mesh), &bytes).unwrap() == bytes, "{name}: the values say it all");
    }
}

/// The same mesh, made from its values.
fn again(mesh: &Mesh) -> Mesh {
    let Mesh { version, line_end, v_direction, .. } = *mesh;
    let mut made = Mesh { version, line_end, v_direction, ..Mesh::default() };
    made.vertices.extend(mesh.vertices.iter().map(|vertex| rbxmesh::Vertex { ..*vertex }));
    made.faces.extend(mesh.faces.iter().map(|[a, b, c]| [*a, *b, *c]));
    made.envelopes.extend(mesh.envelopes.iter().map(|envelope| rbxmesh::Envelope { ..*envelope }));
    made.bones.extend(mesh.bones.iter().map(|bone| rbxmesh::Bone { ..*bone }));
    made.bone_names = rbxmesh::NameTable::from_names(mesh.bone_names.iter());
    made.subsets.extend(mesh.subsets.iter().map(|subset| rbxmesh::Subset { ..*subset }));
    made.lod_offsets.clone_from(&mesh.lod_offsets);
    (made.lod_type, made.n_high_quality_lods, made.unused) =
        (mesh.lod_type, mesh.n_high_quality_lods, mesh.unused);
    made.sizes = rbxmesh::Sizes { vertex: mesh.sizes.vertex, ..rbxmesh::Sizes::default() };
    made.draco.clone_from(&mesh.draco);
    if let Some(facs) = mesh.facs() {
        made.facs = rbxmesh::FacsBlock::Decoded(Box::new(rbxmesh::Facs {
            bone_names: rbxmesh::NameTable::from_names(facs.bone_names.iter()),
            control_names: rbxmesh::NameTable::from_names(facs.control_names.iter()),
            ..facs.clone()
        }));
    }
    made
}

#[test]
fn views_see_what_is_read() {
    for (name, bytes) in meshes() {
        let mesh = read(&bytes).unwrap();
        if mesh.version.major == 1 {
            let error = MeshRef::read(&bytes).unwrap_err().to_string();
            let expected = format!("expected a version that is binary, found {} (at byte 0x0)", mesh.version);
            assert_eq!(error, expected, "{name}");
            continue;
        }
        if mesh.draco.is_some() {
            let error = MeshRef::read(&bytes).unwrap_err();
            assert_eq!(error.kind(), &rbxmesh::ErrorKind::NotDecoded { what: "the geometry" }, "{name}");
            continue;
        }
        let view = MeshRef::read(&bytes).unwrap();
        assert_eq!(view.vertices.to_vec().difference(&mesh.vertices), None, "{name}");
        assert_eq!(view.vertices.iter().collect::<Vec<_>>().difference(&mesh.vertices), None, "{name}");
        assert_eq!(view.faces.to_vec(), mesh.faces, "{name}");
        assert_eq!(view.envelopes.to_vec(), mesh.envelopes, "{name}");
        assert_eq!(view.lods(), mesh.lods(), "{name}");
        let last = view.vertices.len().wrapping_sub(1);
        assert_eq!(view.vertices.get(last).difference(&mesh.vertices.last().copied()), None, "{name}");
        assert_eq!(view.vertices.get(last.wrapping_add(1)), None, "{name}");
    }
}

#[test]
fn text_written_onto_differs_in_the_number_that_was_edited() {
    for (name, bytes) in meshes().into_iter().filter(|(name, _)| name.starts_with("v100")) {
        let mut mesh = read(&bytes).unwrap();
        assert_eq!(
            mesh.vertices[0].position,
            geom::Vec3::new(-0.0936184 / 2.0, 0.810218 / 2.0, -1.26561 / 2.0)
        );
        assert_eq!(mesh.vertices[0].uv, geom::Vec2::new(0.180112, 0.910966));
        assert_eq!(mesh.uv(&mesh.vertices[0]), geom::Vec2::new(0.180112, 1.0 - 0.910966));
        mesh.vertices[7].normal.z = 0.5;
        let written = write_onto(&mesh, &bytes).unwrap();
        assert_eq!(read(&written).unwrap().difference(&mesh), None, "{name}");
        // Both in the writer's form: the unit of text is the file.
        let plain = write(&read(&bytes).unwrap()).unwrap();
        let numbers =
            |text: &[u8]| String::from_utf8(text.to_vec()).unwrap().split(',').map(String::from).collect();
        let (before, after): (Vec<String>, Vec<String>) = (numbers(&plain), numbers(&written));
        assert_eq!(before.iter().zip(&after).filter(|(a, b)| a != b).count(), 1, "{name}");
    }
}

#[test]
fn skins_resolve_to_bones() {
    for (name, bytes) in meshes() {
        let mesh = read(&bytes).unwrap();
        let all: Vec<_> = mesh.influences().collect();
        assert_eq!(all.len(), mesh.envelopes.len(), "{name}");
        for (vertex, influences) in all.into_iter().enumerate() {
            let influences: Vec<_> = influences.into_iter().flatten().collect();
            assert_eq!(
                influences,
                mesh.bone_influences(vertex).collect::<Vec<_>>(),
                "{name}, vertex {vertex}"
            );
            let sum: u32 = influences.iter().map(|influence| u32::from(influence.weight)).sum();
            assert_eq!(sum, 255, "{name}, vertex {vertex}");
        }
        for bone in &mesh.bones {
            assert!(mesh.bone_name(bone).is_some_and(|name| !name.is_empty()), "{name}");
            assert_eq!(bone.parent, bone.lod_parent, "{name}");
        }
    }
}

#[test]
fn facial_animation_has_names_and_numbers() {
    // These are heads, which have all controls.
    for (name, bytes) in meshes().into_iter().filter(|(name, _)| !name.starts_with(support::FOREIGN)) {
        let mesh = read(&bytes).unwrap();
        let Some(facs) = mesh.facs() else { continue };
        let names: Vec<_> = facs.poses().collect();
        assert_eq!(names.len(), facs.n_poses(), "{name}");
        assert_eq!(facs.control_names.iter().count(), 50, "{name}");
        assert!(
            names[..50]
                .iter()
                .all(|name| [b"c_", b"l_", b"r_"].iter().any(|start| name[0].starts_with(*start))),
            "{name}"
        );
        let n_bones = facs.bone_names.iter().count();
        let largest = (0..n_bones)
            .flat_map(|bone| (0..names.len()).map(move |pose| (bone, pose)))
            .map(|(bone, pose)| facs.offset(bone, pose).unwrap().rotation)
            .fold(0.0, |largest: f32, angles| {
                largest.max(angles.x.abs()).max(angles.y.abs()).max(angles.z.abs())
            });
        assert!(largest > 1.0 && largest < 80.0, "{name}: {largest} degrees");
        assert_eq!(facs.offset(n_bones, 0), None, "{name}");
        assert_eq!(facs.offset(0, names.len()), None, "{name}");
    }
}

#[test]
fn unions_are_named() {
    let unions = support::corpus("rbxmesh/csg").unwrap_or_default();
    for (name, bytes) in unions {
        let data = if name.contains("meshdata") {
            "render data (CSGMDL)"
        } else if name.starts_with("CSGK") {
            "collision key (CSGK)"
        } else {
            "collision data (CSGPHS)"
        };
        let error = read(&bytes).unwrap_err().to_string();
        assert_eq!(error, format!("this is the {data} of a union (at byte 0x0)"), "{name}");
    }
}

/// An error in a file that Roblox's programs wrote would be a defect of this crate.
#[test]
fn samples_break_no_rule_that_programs_enforce() {
    for (name, bytes) in meshes() {
        let mesh = read(&bytes).unwrap();
        let errors: Vec<_> = rbxmesh::validate(&mesh)
            .into_iter()
            .filter(|finding| finding.rule.severity == rbxmesh::Severity::Error)
            .collect();
        assert!(errors.is_empty(), "{name}: {}", errors[0]);
    }
}

#[test]
fn the_mesh_with_nans_is_kept_and_can_be_made_sane() {
    for (name, bytes) in meshes().into_iter().filter(|(name, _)| name.starts_with("v301")) {
        let mut mesh = read(&bytes).unwrap();
        let is_nan = |vertex: &&rbxmesh::Vertex| vertex.position.x.to_bits() == 0xffc0_0000;
        assert_eq!(mesh.vertices.iter().filter(is_nan).count(), 17, "{name}");
        assert!(mesh.bounds().unwrap().size().is_finite());
        let report = mesh.sanitize();
        assert_eq!(report.n_not_finite, 17, "{name}");
        let kept = mesh.faces.len();
        assert_eq!(kept + report.n_faces, 4059);
        assert_eq!(*mesh.lod_offsets.last().unwrap() as usize, kept);
        assert!(mesh.sanitize().is_nothing());
        assert_eq!(read(&write(&mesh).unwrap()).unwrap().difference(&mesh), None);
    }
}

/// A stream is written as it was read, and one that is outdated by an edit is not.
#[test]
fn edits_of_compressed_meshes_are_written() {
    for (name, bytes) in meshes() {
        let mesh = read(&bytes).unwrap();
        let Some(stream) = &mesh.draco else { continue };
        assert_eq!(write(&mesh).as_ref(), Ok(&bytes), "{name}");
        let edits: [fn(&mut Mesh); 5] = [
            |mesh| mesh.vertices[7].position.x += 0.5,
            |mesh| mesh.vertices[7].colour.r ^= 1,
            |mesh| mesh.faces.truncate(100),
            |mesh| mesh.faces.swap(0, 1),
            |mesh| (mesh.vertices, mesh.faces) = Default::default(),
        ];
        for edit in edits {
            let mut edited = Mesh { subsets: vec![], envelopes: vec![], bones: vec![], ..mesh.clone() };
            edit(&mut edited);
            let again = read(&write(&edited).unwrap()).unwrap();
            assert_ne!(again.draco.as_ref(), Some(stream), "{name}");
            assert_eq!(Mesh { draco: mesh.draco.clone(), ..again }.difference(&edited), None, "{name}");
        }
    }
}

/// Real geometry as the streams that this crate writes.
#[test]
fn real_meshes_come_back_from_streams() {
    for (name, bytes) in meshes() {
        let mut mesh = read(&bytes).unwrap();
        if mesh.version.major < 6 {
            continue;
        }
        let original = mesh.clone();
        mesh.draco = None;
        let plain = write(&mesh).unwrap();
        let rounded = mesh.compress(&DracoOptions::default()).unwrap();
        assert!(rounded.is_nothing(), "{name}: {rounded}");
        assert_eq!(mesh.vertices.difference(&original.vertices), None, "{name}");
        let lossless = write(&mesh).unwrap();
        assert_eq!(read(&lossless).unwrap().difference(&mesh), None, "{name}");
        let rounded = mesh.compress(&DracoOptions::usual()).unwrap();
        let small = write(&mesh).unwrap();
        assert_eq!(read(&small).unwrap().difference(&mesh), None, "{name}");
        // Normals come from a lattice of the same size, unless they were never in a stream.
        assert!(
            (rounded.n_positions, rounded.n_uvs) == (0, 0) && rounded.largest < 1e-3,
            "{name}: {rounded}"
        );
        if let Some(stream) = original.draco {
            assert!(small.len() < lossless.len() && lossless.len() < plain.len(), "{name}");
            let ours = mesh.draco.map_or(0, |stream| stream.len());
            assert!(
                ours * 100 <= stream.len() * 101,
                "{name}: {ours} bytes, {} by the programs",
                stream.len()
            );
        }
    }
}

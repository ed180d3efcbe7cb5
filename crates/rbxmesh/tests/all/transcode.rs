//! Every version as every other, and what is lost.

use crate::support;
use geom::{Rgba8, Vec2, Vec3};
use rbxmesh::{
    Chunk, Envelope, FacsBlock, LossKind, Mesh, Same, Tangent, VDirection, Version, Vertex, read, write,
};
use std::fmt::Write;

/// The corners of the finest level, as every version has them.
fn corners(mesh: &Mesh) -> Vec<(Vec3, Vec3, Vec2)> {
    let vertices = mesh.lod_faces(0).iter().flatten().filter_map(|index| mesh.vertices.get(*index as usize));
    vertices.map(|vertex| (vertex.position, vertex.normal, mesh.uv(vertex))).collect()
}

fn is_close(a: &[(Vec3, Vec3, Vec2)], b: &[(Vec3, Vec3, Vec2)]) -> bool {
    let same = |a: f32, b: f32| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
    let same3 = |a: Vec3, b: Vec3| a.to_array().into_iter().zip(b.to_array()).all(|(a, b)| same(a, b));
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| {
            let off = (a.2.y - b.2.y).abs();
            same3(a.0, b.0) && same3(a.1, b.1) && same(a.2.x, b.2.x) && (off < 1e-6 || off.is_nan())
        })
}

/// Each mesh as each version: written, read, and what it shows compared.
fn survives(name: &str, mesh: &Mesh) -> String {
    let mut text = String::new();
    for version in Version::ALL {
        let mut other = mesh.clone();
        let loss = other.transcode(version).unwrap_or_else(|error| panic!("{name} to {version}: {error}"));
        let bytes = write(&other).unwrap_or_else(|error| panic!("{name} to {version}: {error}"));
        let again = read(&bytes).unwrap();
        assert_eq!(again.difference(&other), None, "{name} to {version}");
        assert!(is_close(&corners(mesh), &corners(&other)), "{name} to {version}");
        assert_eq!((other.version, other.v_direction), (version, VDirection::for_version(version)));
        if version == mesh.version {
            assert_eq!((loss.is_nothing(), other.difference(mesh)), (true, None), "{name} to {version}");
        }
        // Everything not reported as lost survives the way back.
        let mut back = other.clone();
        let lost_back = back.transcode(mesh.version).unwrap();
        if loss.is_nothing() && lost_back.is_nothing() && version.major > 1 && mesh.version.major > 1 {
            let plain = |mesh: &Mesh| Mesh { draco: None, sizes: rbxmesh::Sizes::default(), ..mesh.clone() };
            assert_eq!(plain(&back).difference(&plain(mesh)), None, "{name} to {version} and back");
        }
        writeln!(text, "{} to {version}: {loss}", mesh.version).unwrap();
    }
    text
}

#[test]
fn every_version_becomes_every_other() {
    let mut text = String::new();
    let mut versions = std::collections::BTreeSet::new();
    for (name, bytes) in support::fixtures("rbxmesh/valid") {
        if name.contains("edgebreaker") {
            continue;
        }
        let mesh = read(&bytes).unwrap();
        let report = survives(&name, &mesh);
        // The first of each version is enough to look at.
        if versions.insert(mesh.version) {
            text += &report;
        }
    }
    assert_eq!(versions.len(), Version::ALL.len());
    insta::assert_snapshot!("losses", text);
}

#[test]
fn real_meshes_become_every_version() {
    for (name, bytes) in support::samples("rbxmesh") {
        if name.ends_with(".mesh") {
            survives(&name, &read(&bytes).unwrap());
        }
    }
}

#[test]
fn what_is_lost_is_counted() {
    let bytes = support::fixture("rbxmesh/valid/v700.mesh");
    let mut mesh = read(&bytes).unwrap();
    mesh.trailing.clear();
    mesh.vertices[0].colour = Rgba8::new(1, 2, 3, 4);
    mesh.vertices[1].uv.y = 0.1;
    mesh.vertices[2].normal.x = f32::from_bits(0x7fc0_1234);
    mesh.vertices[3].position.z = f32::MAX;
    mesh.vertices.push(Vertex::default());
    mesh.envelopes.push(Envelope::default());
    mesh.hsr_visibility = rbxmesh::BitList::from_bits(&[true; 5]);
    mesh.chunks = [rbxmesh::ChunkPart::CoreMesh, rbxmesh::ChunkPart::Lods, rbxmesh::ChunkPart::Skinning]
        .into_iter()
        .chain([rbxmesh::ChunkPart::Facs, rbxmesh::ChunkPart::HsrVisibility])
        .map(|part| Chunk::Part { part, surplus: vec![7; 2] })
        .chain([Chunk::Raw { name: *b"NEWCHUNK", version: 1, data: vec![1, 2, 3] }])
        .collect();
    let lost = |version| {
        let mut other = mesh.clone();
        let loss = other.transcode(version).unwrap();
        write(&other).unwrap();
        loss.to_string()
    };
    assert_eq!(lost(Version::V6_00), "nothing is lost");
    assert_eq!(lost(Version::V5_00), "bits of HSR visibility: 5, unknown bytes: 10, unknown chunks: 1");
    assert_eq!(
        lost(Version::V4_00),
        "face poses: 3, bits of HSR visibility: 5, unknown bytes: 10, unknown chunks: 1"
    );
    let skin = "bones: 2, skinned vertices: 24, face poses: 3, bits of HSR visibility: 5, unknown bytes: 10, unknown chunks: 1";
    assert_eq!(lost(Version::V3_01), format!("LOD settings: 2, {skin}"));
    let levels = "levels of detail: 1, faces: 4, vertices: 1, LOD settings: 2";
    assert_eq!(lost(Version::V2_00), format!("{levels}, {skin}"));
    assert_eq!(
        lost(Version::V1_00),
        format!(
            "{levels}, {skin}, colours: 1, tangents: 24, rounded texture coordinates: 1, vertices with changed numbers: 3"
        )
    );
    let mut broken = Mesh { faces: vec![[0, 1, 2], [0, 1, 99]], ..mesh.clone() };
    broken.lod_offsets.clear();
    let loss = broken.transcode(Version::V1_01).unwrap();
    assert_eq!((loss.count(LossKind::Faces), loss.count(LossKind::Vertices)), (1, 22));
    assert_eq!(broken.vertices.len(), 3);
}

/// All that is in the way is named at once, with the way out.
#[test]
fn a_version_set_by_hand_is_refused_in_full() {
    let mut mesh = read(&support::fixture("rbxmesh/valid/v700.mesh")).unwrap();
    mesh.version = Version::V1_00;
    assert_eq!(
        write(&mesh).unwrap_err().to_string(),
        "version 1.00 cannot store texture coordinates whose V grows downward, tangents, vertices that faces share, \
         LOD offsets, an LOD type, high quality levels, skinning and facial animation; converting to the \
         version reports what is lost"
    );
    assert_eq!(
        mesh.transcode(Version { major: 9, minor: 0 }).unwrap_err().to_string(),
        "version 9.00 is unknown"
    );
}

#[test]
fn what_is_not_decoded_stays_where_it_is() {
    let bytes = support::fixture("rbxmesh/valid/v700_edgebreaker.mesh");
    let mut mesh = read(&bytes).unwrap();
    let original = mesh.clone();
    assert_eq!(
        mesh.transcode(Version::V5_00).unwrap_err().to_string(),
        "geometry that is not decoded cannot be transcoded to version 5.00"
    );
    assert_eq!(mesh.difference(&original), None);
    assert!(mesh.transcode(Version::V6_00).unwrap().is_nothing());
    assert_eq!(mesh.draco, original.draco);
}

#[test]
fn facial_animation_of_another_format_stays_in_its_version() {
    let raw = FacsBlock::Raw { format: 2, data: vec![1, 2, 3] };
    let mut mesh = Mesh { version: Version::V5_00, facs: raw, ..Mesh::default() };
    let loss = mesh.transcode(Version::V7_00).unwrap();
    assert_eq!(
        (loss.into_iter().collect::<Vec<_>>(), mesh.facs),
        (vec![(LossKind::FaceBytes, 3)], FacsBlock::None)
    );
    assert_eq!(Mesh::default().transcode(Version::V1_01).unwrap().to_string(), "nothing is lost");
    let tangent = Vertex { tangent: Tangent([1; 4]), ..Vertex::default() };
    let mut one = Mesh { vertices: vec![tangent; 3], faces: vec![[0, 1, 2]], ..Mesh::default() };
    assert_eq!(one.transcode(Version::V1_01).unwrap().count(LossKind::Tangents), 3);
}

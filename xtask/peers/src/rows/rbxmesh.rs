//! Roblox meshes, compared with rbx_mesh, which does not check indices.

use super::Compare;
use crate::data::mesh;
use crate::harness::Contender;
use binrw::BinWrite;
use draco_core::{
    DataType, DecoderBuffer, EncoderBuffer, EncoderOptions, FaceIndex, GeometryAttributeType, MeshDecoder,
    MeshEncoder, PointAttribute, PointIndex,
};
use rbxmesh::MeshRef;
use std::io::Cursor;

pub(super) fn read_small(compare: &mut Compare) {
    read(&mesh::binary(5_000, 10_000), compare);
}

pub(super) fn read_large(compare: &mut Compare) {
    read(&mesh::binary(1_000_000, 2_000_000), compare);
}

pub(super) fn read_text(compare: &mut Compare) {
    read(&mesh::text(100_000), compare);
}

pub(super) fn read_v301(compare: &mut Compare) {
    read_sample("v301_5648093777.mesh", compare);
}

pub(super) fn read_v500(compare: &mut Compare) {
    read_sample("v500_13674780763.mesh", compare);
}

pub(super) fn read_v700_small(compare: &mut Compare) {
    read_geometry("v700_127279296594138.mesh", compare);
}

pub(super) fn read_v700_large(compare: &mut Compare) {
    read_geometry("v700_100025761449828.mesh", compare);
}

pub(super) fn read_v700_sheet(compare: &mut Compare) {
    read_stream(&quantised_sheet(300), compare);
}

/// Compares reading the geometry of a real file of version 7.00.
fn read_geometry(name: &str, compare: &mut Compare) {
    if let Some(stream) = sample(name).and_then(|mesh| mesh.draco) {
        read_stream(&stream, compare);
    }
}

/// Compares reading a Draco stream with draco-core, which decodes attributes but does not build vertices from them.
fn read_stream(stream: &[u8], compare: &mut Compare) {
    let size = u32::try_from(stream.len()).expect("a short stream");
    let sizes = [2, size + 4, size].map(u32::to_le_bytes);
    let bytes = [b"version 7.00\nCOREMESH", sizes.as_flattened(), stream].concat();
    assert!(!rbxmesh::read(&bytes).expect("a mesh").vertices.is_empty());
    compare(&mut [
        Contender::new("rbxmesh", || rbxmesh::read(&bytes).expect("a mesh")),
        Contender::new("draco-core", || {
            let mut mesh = draco_core::Mesh::new();
            let mut buffer = DecoderBuffer::new(stream);
            MeshDecoder::new().decode(&mut buffer, &mut mesh).expect("a mesh");
            mesh
        }),
    ]);
}

/// A wavy sheet with this many points on a side and all floats quantised, written by the peer's encoder.
fn quantised_sheet(side: u32) -> Vec<u8> {
    let place = |index: u32| [index % side, index / side].map(|place| place as f32 / side as f32);
    let floats = |values: &dyn Fn(f32, f32) -> Vec<f32>| -> Vec<u8> {
        let all = (0..side * side).map(place).flat_map(|[x, z]| values(x, z));
        all.flat_map(f32::to_le_bytes).collect()
    };
    let height = |x: f32, z: f32| 0.1 * (x * 9.0).sin() * (z * 7.0).cos();
    let (float, byte) = (DataType::Float32, DataType::Uint8);
    let bytes = |value: [u8; 4]| value.repeat((side * side) as usize);
    let attributes = [
        (GeometryAttributeType::Position, float, 3, floats(&|x, z| vec![x, height(x, z), z])),
        (
            GeometryAttributeType::Generic,
            float,
            3,
            floats(&|x, z| vec![(x * 9.0).cos(), 1.0, (z * 7.0).sin()]),
        ),
        (GeometryAttributeType::TexCoord, float, 2, floats(&|x, z| vec![x, z])),
        (GeometryAttributeType::Generic, byte, 4, bytes([254, 127, 127, 254])),
        (GeometryAttributeType::Color, byte, 4, bytes([255; 4])),
    ];
    let (mut mesh, mut options) = (draco_core::Mesh::new(), EncoderOptions::new());
    options.set_encoding_method(0);
    options.set_prediction_scheme(0);
    for (kind, data_type, width, values) in attributes {
        let mut attribute = PointAttribute::new();
        attribute.init(kind, width, data_type, false, (side * side) as usize);
        attribute.buffer_mut().write(0, &values);
        mesh.add_attribute(attribute);
    }
    for (number, n_bits) in [(0, 14), (1, 11), (2, 12)] {
        options.set_attribute_quantization(number, n_bits);
    }
    let cells = (0..(side - 1) * (side - 1)).flat_map(|index| {
        let corner = index / (side - 1) * side + index % (side - 1);
        [[corner, corner + side, corner + 1], [corner + 1, corner + side, corner + side + 1]]
    });
    mesh.set_num_faces(2 * (side as usize - 1).pow(2));
    for (face, points) in (0..).zip(cells) {
        mesh.set_face(FaceIndex(face), points.map(PointIndex));
    }
    let mut encoder = MeshEncoder::new();
    encoder.set_mesh(mesh);
    let mut out = EncoderBuffer::new();
    encoder.encode(&options, &mut out).expect("a stream");
    out.data().to_vec()
}

fn sample(name: &str) -> Option<rbxmesh::Mesh> {
    let corpus = std::env::var_os("REZKIT_CORPUS")?;
    let bytes = std::fs::read(std::path::Path::new(&corpus).join("rbxmesh").join(name)).ok()?;
    Some(rbxmesh::read(&bytes).expect("a mesh"))
}

/// Compares reading a real file, if it is in the folder that `REZKIT_CORPUS` names.
fn read_sample(name: &str, compare: &mut Compare) {
    let Some(corpus) = std::env::var_os("REZKIT_CORPUS") else { return };
    if let Ok(bytes) = std::fs::read(std::path::Path::new(&corpus).join("rbxmesh").join(name)) {
        read(&bytes, compare);
    }
}

fn read(bytes: &[u8], compare: &mut Compare) {
    compare(&mut [
        Contender::new("rbxmesh", || rbxmesh::read(bytes).expect("a mesh")),
        Contender::new("rbx_mesh", || rbx_mesh::read_mesh_versioned(Cursor::new(bytes)).expect("a mesh")),
    ]);
}

pub(super) fn view_large(compare: &mut Compare) {
    let bytes = mesh::binary(1_000_000, 2_000_000);
    compare(&mut [
        Contender::new("rbxmesh", || MeshRef::read(&bytes).expect("a mesh")),
        Contender::new("rbx_mesh", || rbx_mesh::read_mesh_versioned(Cursor::new(&bytes)).expect("a mesh")),
    ]);
}

pub(super) fn write_large(compare: &mut Compare) {
    let bytes = mesh::binary(1_000_000, 2_000_000);
    let ours = rbxmesh::read(&bytes).expect("a mesh");
    let Ok(rbx_mesh::mesh::Mesh::V2(theirs)) = rbx_mesh::read_mesh_versioned(Cursor::new(&bytes)) else {
        panic!("a mesh of 2.00")
    };
    compare(&mut [
        Contender::new("rbxmesh", || rbxmesh::write(&ours).expect("what was read")),
        Contender::new("rbx_mesh", || {
            let mut out = Cursor::new(Vec::new());
            theirs.write_le(&mut out).expect("what was read");
            out.into_inner()
        }),
    ]);
}

#[cfg(test)]
mod tests {
    use crate::data::mesh;
    use std::io::Cursor;

    #[test]
    fn both_read_the_same() {
        let bytes = mesh::binary(50, 70);
        let ours = rbxmesh::read(&bytes).unwrap();
        let Ok(rbx_mesh::mesh::Mesh::V2(theirs)) = rbx_mesh::read_mesh_versioned(Cursor::new(&bytes)) else {
            panic!("a mesh of 2.00")
        };
        let rbx_mesh::mesh::Vertices2::Full(vertices) = &theirs.vertices else { panic!("40 bytes") };
        assert!(ours.vertices.iter().map(|v| v.position.to_array()).eq(vertices.iter().map(|v| v.pos)));
        assert!(ours.vertices.iter().map(|v| v.colour.to_array()).eq(vertices.iter().map(|v| v.color)));
        assert_eq!((ours.faces.len(), ours.vertices.len()), (theirs.faces.len(), vertices.len()));

        let bytes = mesh::text(7);
        let ours = rbxmesh::read(&bytes).unwrap();
        let Ok(rbx_mesh::mesh::Mesh::V1(theirs)) = rbx_mesh::read_mesh_versioned(Cursor::new(&bytes)) else {
            panic!("a mesh of 1.00")
        };
        assert_eq!(ours.vertices.len(), theirs.vertices.len());
    }

    /// Writes the meshes of version 7.00 of the corpus in versions that the peer reads, and compares them.
    #[test]
    fn a_transcoded_mesh_reads_the_same() {
        let names = ["v700_100025761449828.mesh", "v700_112807239761722.mesh", "v700_127279296594138.mesh"];
        // The peer reads no file of 5.00 without facial animation: two of the three borrow it from the first.
        let facs = super::sample(names[0]).map(|mesh| mesh.facs);
        for original in names.into_iter().filter_map(super::sample) {
            for version in [rbxmesh::Version::V2_00, rbxmesh::Version::V5_00] {
                let mut ours = original.clone();
                if version.major == 5 && ours.facs().is_none() {
                    ours.facs = facs.clone().unwrap_or_default();
                }
                ours.transcode(version).unwrap();
                let bytes = rbxmesh::write(&ours).unwrap();
                let theirs = rbx_mesh::read_mesh_versioned(Cursor::new(&bytes)).unwrap();
                let (vertices, faces) = match &theirs {
                    rbx_mesh::mesh::Mesh::V2(mesh) => {
                        let rbx_mesh::mesh::Vertices2::Full(vertices) = &mesh.vertices else {
                            panic!("40 bytes")
                        };
                        (vertices, &mesh.faces)
                    }
                    rbx_mesh::mesh::Mesh::V5(mesh) => (&mesh.vertices, &mesh.faces),
                    _ => panic!("2.00 or 5.00"),
                };
                assert_eq!((vertices.len(), faces.len()), (original.vertices.len(), original.faces.len()));
                for (theirs, ours) in vertices.iter().zip(&original.vertices) {
                    assert_eq!(theirs.pos, ours.position.to_array());
                    assert_eq!(theirs.norm, ours.normal.to_array());
                    assert_eq!(theirs.tex, [ours.uv.x, ours.uv.y]);
                    assert_eq!(theirs.tangent.map(|byte| byte as u8), ours.tangent.0);
                    assert_eq!(theirs.color, ours.colour.to_array());
                }
                for (theirs, ours) in faces.iter().zip(&original.faces) {
                    assert_eq!(theirs.0.each_ref().map(|vertex| vertex.0), *ours);
                }
            }
        }
    }
}

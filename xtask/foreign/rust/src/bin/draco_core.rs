//! Writes the geometry of `fixtures/foreign/rbxmesh` with draco-core, in the chunks of version 7.00, which this program
//! writes itself.

use draco_core::{
    DataType, EncoderBuffer, EncoderOptions, FaceIndex, GeometryAttributeType, Mesh, MeshEncoder, PointAttribute, PointIndex,
};
use foreign::{inputs, write};
use serde_json::Value;

/// The attributes as Roblox has them, in the order of their ids.
const ATTRIBUTES: [(&str, GeometryAttributeType, DataType, u8); 5] = [
    ("positions", GeometryAttributeType::Position, DataType::Float32, 3),
    ("normals", GeometryAttributeType::Generic, DataType::Float32, 3),
    ("uvs", GeometryAttributeType::TexCoord, DataType::Float32, 2),
    ("tangents", GeometryAttributeType::Generic, DataType::Uint8, 4),
    ("colours", GeometryAttributeType::Color, DataType::Uint8, 4),
];

/// The bits of quantised normals. Only normals are quantised, as by Roblox.
const NORMAL_BITS: i32 = 11;

fn chunk(name: &[u8; 8], version: u32, payload: &[u8]) -> Vec<u8> {
    [name, &version.to_le_bytes()[..], &(payload.len() as u32).to_le_bytes(), payload].concat()
}

fn stream(mesh: &Value) -> Vec<u8> {
    let rows = |key: &str| mesh[key].as_array().expect("a list").iter().flat_map(|row| row.as_array().expect("a row"));
    let n_points = mesh["positions"].as_array().expect("positions").len();
    let (mut made, mut options) = (Mesh::new(), EncoderOptions::new());
    options.set_encoding_method(0);
    for (id, (name, kind, data_type, width)) in (0..).zip(ATTRIBUTES) {
        let mut attribute = PointAttribute::new();
        attribute.init(kind, width, data_type, false, n_points);
        let bytes: Vec<u8> = match data_type {
            DataType::Float32 => rows(name).flat_map(|it| (it.as_f64().expect("a number") as f32).to_le_bytes()).collect(),
            _ => rows(name).map(|it| it.as_u64().expect("a byte") as u8).collect(),
        };
        attribute.buffer_mut().write(0, &bytes);
        made.add_attribute(attribute);
        if name == "normals" {
            options.set_attribute_quantization(id, NORMAL_BITS);
        }
    }
    let faces = mesh["faces"].as_array().expect("faces");
    made.set_num_faces(faces.len());
    for (at, face) in (0..).zip(faces) {
        made.set_face(FaceIndex(at), [0, 1, 2].map(|corner| PointIndex(face[corner].as_u64().expect("an index") as u32)));
    }
    let mut encoder = MeshEncoder::new();
    encoder.set_mesh(made);
    let mut out = EncoderBuffer::new();
    encoder.encode(&options, &mut out).expect("a stream");
    out.data().to_vec()
}

fn main() {
    for (path, mesh) in inputs("rbxmesh").into_iter().filter(|(_, mesh)| mesh["positions"].is_array()) {
        let stream = stream(&mesh);
        let whole = |value: &Value| value.as_u64().expect("a number");
        let lods = mesh["lods"].as_array().expect("levels");
        let mut levels = [&(whole(&mesh["lod_type"]) as u16).to_le_bytes()[..], &[whole(&mesh["n_high_quality_lods"]) as u8]].concat();
        levels.extend((lods.len() as u32).to_le_bytes());
        levels.extend(lods.iter().flat_map(|lod| (whole(lod) as u32).to_le_bytes()));
        let core = [&(stream.len() as u32).to_le_bytes()[..], &stream].concat();
        let file = [b"version 7.00\n", &chunk(b"COREMESH", 2, &core)[..], &chunk(b"LODS\0\0\0\0", 1, &levels)].concat();
        write(&path, "draco-core", "mesh", file);
    }
}

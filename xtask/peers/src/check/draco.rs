//! Comparison of the Draco streams of Roblox meshes with draco-core, byte by byte.

use super::{Peer, Values, warning};
use draco_core::{DecoderBuffer, FaceIndex, MeshDecoder};
use rbxmesh::{DracoMesh, ReadOptions};

pub(super) const PEER: Peer = Peer {
    name: "draco-core 2.3.3",
    supports: |bytes| bytes.starts_with(b"version ") && stream(bytes).is_ok(),
    ours: by_us,
    theirs: by_them,
    warning: warning::<rbxmesh::Mesh>,
};

fn stream(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mesh = rbxmesh::read(bytes).map_err(|error| error.kind().to_string())?;
    mesh.draco.ok_or_else(|| "no Draco stream".into())
}

fn by_us(bytes: &[u8]) -> Result<Values, String> {
    let read = DracoMesh::read(&stream(bytes)?, &ReadOptions::default());
    let (ours, _) = read.map_err(|error| error.kind().to_string())?;
    let mut values = Values::from([("points".into(), ours.n_points.to_string())]);
    faces(&mut values, &ours.faces);
    for (number, attribute) in ours.attributes.iter().enumerate() {
        let of = attribute.format;
        let format = (of.id, of.kind, of.value_type as u8, of.width, of.is_normalised);
        let size = of.value_type.size() * usize::from(of.width);
        points(&mut values, number, &format!("{format:?}"), &attribute.values, size);
    }
    Ok(values)
}

fn by_them(bytes: &[u8]) -> Result<Values, String> {
    let stream = stream(bytes)?;
    let mut mesh = draco_core::Mesh::new();
    let decoded = MeshDecoder::new().decode(&mut DecoderBuffer::new(&stream), &mut mesh);
    decoded.map_err(|error| error.to_string())?;
    let mut values = Values::from([("points".into(), mesh.num_points().to_string())]);
    let all: Vec<_> =
        (0..mesh.num_faces()).map(|face| mesh.face(FaceIndex(face as u32)).map(|point| point.0)).collect();
    faces(&mut values, &all);
    for number in 0..mesh.num_attributes() {
        let of = mesh.attribute(number);
        let (kind, data_type, width) = (of.attribute_type() as u8, of.data_type(), of.num_components());
        let format = (of.unique_id(), kind, data_type as u8, width, of.normalized());
        let size = data_type.byte_length() * usize::from(width);
        let bytes = of.buffer().data().get(..size * mesh.num_points()).unwrap_or_default();
        points(&mut values, number as usize, &format!("{format:?}"), bytes, size);
    }
    Ok(values)
}

fn faces(values: &mut Values, faces: &[[u32; 3]]) {
    let all = faces.iter().enumerate();
    values.extend(all.map(|(index, points)| (format!("face[{index:06}]"), format!("{points:?}"))));
}

/// Adds the format of an attribute, and its value at each point.
fn points(values: &mut Values, number: usize, format: &str, bytes: &[u8], size: usize) {
    values.insert(format!("attribute {number}"), format.to_owned());
    for (index, value) in bytes.chunks(size.max(1)).enumerate() {
        values.insert(format!("attribute {number}[{index:06}]"), format!("{value:02x?}"));
    }
}

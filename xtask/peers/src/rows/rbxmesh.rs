//! Roblox meshes beside rbx_mesh, which checks no index.

use super::Compare;
use crate::data::mesh;
use crate::harness::Contender;
use binrw::BinWrite;
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

/// A real file, where `REZKIT_CORPUS` names a folder that has it.
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
}

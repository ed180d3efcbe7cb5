//! Unions of Roblox, compared with rbx_mesh: real ones of the corpus, without which these rows are left out.

use super::Compare;
use crate::harness::Contender;
use rbx_mesh::{read_union_graphics_versioned, read_union_physics_versioned};
use std::io::Cursor;

pub(super) fn read_mesh_2(compare: &mut Compare) {
    read_mesh("394453730.meshdata", compare);
}

pub(super) fn read_mesh_4(compare: &mut Compare) {
    read_mesh("4500696697_4.meshdata", compare);
}

pub(super) fn read_mesh_5(compare: &mut Compare) {
    read_mesh("13626979828.meshdata5", compare);
}

pub(super) fn read_hulls_3(compare: &mut Compare) {
    read_hulls("CSGPHS_3.data", compare);
}

pub(super) fn read_hulls_7(compare: &mut Compare) {
    read_hulls("CSGPHS_7.data", compare);
}

pub(super) fn read_hulls_8(compare: &mut Compare) {
    read_hulls("CSGPHS_8_04.data", compare);
}

fn read_mesh(name: &str, compare: &mut Compare) {
    let Some(bytes) = sample(name) else { return };
    compare(&mut [
        Contender::new("rbxmesh", || rbxmesh::csg::read(&bytes).expect("a mesh")),
        Contender::new("rbx_mesh", || read_union_graphics_versioned(Cursor::new(&bytes)).expect("a mesh")),
    ]);
}

/// Compares reading hulls; both sides decompress with ruzstd.
fn read_hulls(name: &str, compare: &mut Compare) {
    let Some(bytes) = sample(name) else { return };
    compare(&mut [
        Contender::new("rbxmesh", || rbxmesh::csg::read(&bytes).expect("hulls")),
        Contender::new("rbx_mesh", || read_union_physics_versioned(Cursor::new(&bytes)).expect("hulls")),
    ]);
}

fn sample(name: &str) -> Option<Vec<u8>> {
    let corpus = std::env::var_os("REZKIT_CORPUS")?;
    std::fs::read(std::path::Path::new(&corpus).join("rbxmesh/csg").join(name)).ok()
}

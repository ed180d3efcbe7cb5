//! What is odd and yet occurs: files of caches and of other programs, made byte by byte.

use llsd::{Map, Value};
use slmesh::*;

fn bytes_of(value: impl Into<Value>) -> Vec<u8> {
    let options = llsd::WriteOptions::default().header(llsd::Header::None);
    llsd::binary::write_with(&value.into(), &options).unwrap()
}

fn packed(plain: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(plain, 9)
}

fn entry(offset: usize, size: usize) -> Map {
    Map::from([("offset", offset), ("size", size)].map(|(key, n)| (key, i32::try_from(n).unwrap())))
}

/// A level of one face without geometry.
fn nothing() -> Lod {
    Lod { faces: vec![Face { no_geometry: Some(true), ..Face::default() }] }
}

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/../../fixtures/slmesh/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn rules_of(asset: &MeshAsset) -> Vec<&'static str> {
    validate(asset).iter().map(|finding| finding.rule.id).collect()
}

/// The public page has physics_cost_data as a block: its bytes are no gap.
#[test]
fn costs_in_a_block_are_a_block() {
    let block = packed(b"!");
    let header = Map::from([("physics_cost_data", entry(0, block.len()))]);
    let bytes = [bytes_of(header), block].concat();
    let (asset, warnings) = read_with(&bytes, &ReadOptions::default().strict(true)).unwrap();
    assert!(warnings.is_empty() && asset.physics_cost_data.is_none());
    assert!(asset.block("physics_cost_data").unwrap().is_read());
    assert_eq!(write(&asset).unwrap(), bytes);
}

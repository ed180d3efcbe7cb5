//! Mesh assets that are expensive to read.

use super::wrapped::gzip;
use super::{Bomb, fixed, long};

pub(super) const BOMBS: &[Bomb] = &[
    fixed("12 million undefs", || one("x", &array(12_000_000, b"!", b"]"))),
    fixed("740,000 undefs", || one("x", &array(740_000, b"!", b"]"))).for_crates(),
    fixed("370,000 entries of a map", || one("x", &entries(370_000))),
    fixed("15 MB of bad triangles", || one("high_lod", &face("TriangleList", &[0xff; 15_000_000]))),
    fixed("12 MB of weights", weights),
    fixed("15 MB of empty hulls", hulls),
    fixed("empty faces", || one("high_lod", &array(100_000, b"{\0\0\0\0}", b"]"))).for_crates(),
    fixed("empty matrices", matrices),
    fixed("64 MB of zeros", || one("x", &[0; 64_000_000])),
    long("600,000 blocks, in gzip", |share| gzip(&blocks(600_000 / share, 20, &[b'[', 0, 0, 0, 0, b']'])))
        .for_verbs(),
    long("3,000 blocks that share 8 MB", |share| blocks(3_000, 9_000, &vec![0; 8_000_000 / share])),
    long("60,000 joints with long names", |share| one("skin", &joints(60_000 / share))).for_verbs(),
];

fn array(count: u32, value: &[u8], end: &[u8]) -> Vec<u8> {
    [b"[".to_vec(), count.to_be_bytes().to_vec(), value.repeat(count as usize), end.to_vec()].concat()
}

/// A map, which has keys, and values after them.
fn map(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = vec![b'{'];
    bytes.extend_from_slice(&u32::try_from(entries.len()).unwrap_or(u32::MAX).to_be_bytes());
    for (key, value) in entries {
        bytes.extend(counted(b'k', key.as_bytes()));
        bytes.extend_from_slice(value);
    }
    [bytes, b"}".to_vec()].concat()
}

fn counted(tag: u8, bytes: &[u8]) -> Vec<u8> {
    let len = u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_be_bytes();
    [&[tag][..], &len, bytes].concat()
}

fn entries(count: u32) -> Vec<u8> {
    let keys: Vec<String> = (0..count).map(|key| format!("{key}")).collect();
    let all: Vec<(&str, &[u8])> = keys.iter().map(|key| (key.as_str(), &b"!"[..])).collect();
    map(&all)
}

fn face(key: &str, bytes: &[u8]) -> Vec<u8> {
    array(1, &map(&[(key, &counted(b'b', bytes))]), b"]")
}

fn weights() -> Vec<u8> {
    let position = counted(b'b', &[0; 6 * 1_000_000]);
    let weights = counted(b'b', &[9; 12 * 1_000_000]);
    one("high_lod", &array(1, &map(&[("Position", &position), ("Weights", &weights)]), b"]"))
}

fn hulls() -> Vec<u8> {
    one("physics_convex", &map(&[("HullList", &counted(b'b', &[0; 15_000_000]))]))
}

fn matrices() -> Vec<u8> {
    let all = array(100_000, b"[\0\0\0\0]", b"]");
    one("skin", &map(&[("inverse_bind_matrix", &all)]))
}

/// Blocks of so many bytes at one place.
fn blocks(count: usize, size: u32, plain: &[u8]) -> Vec<u8> {
    let entry = map(&[("offset", b"i\0\0\0\0"), ("size", &[b"i", &size.to_be_bytes()[..]].concat())]);
    let names: Vec<String> = (0..count).map(|name| format!("b{name}")).collect();
    let entries: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &entry[..])).collect();
    [map(&entries), miniz_oxide::deflate::compress_to_vec_zlib(plain, 9)].concat()
}

fn joints(count: usize) -> Vec<u8> {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    map(&[("joint_names", &array(count, &counted(b's', &[b'x'; 300]), b"]"))])
}

/// A file of one block.
fn one(name: &str, plain: &[u8]) -> Vec<u8> {
    let block = miniz_oxide::deflate::compress_to_vec_zlib(plain, 9);
    let integer = |number: usize| [b"i", &u32::try_from(number).unwrap_or(0).to_be_bytes()[..]].concat();
    let entry = map(&[("offset", &integer(0)), ("size", &integer(block.len()))]);
    [map(&[(name, &entry)]), block].concat()
}

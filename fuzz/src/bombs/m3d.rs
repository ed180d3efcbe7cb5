//! Models that take much.

use super::Bomb;
use m3d::{Chunk, Model, VoxelBlock, VoxelIndex, VoxelType, VoxelTypes};

pub(super) const BOMBS: &[Bomb] = &[
    // A few kilobytes that hold 8 MB of one kind of record: more than the limit on elements allows.
    Bomb { name: "8 MB of skins", make: || skins(8_000_000) },
    Bomb { name: "8 MB of commands", make: || packed(FLOATS, b"SHPE", &[&[0], &[9; 8_000_000]]) },
    Bomb { name: "8 MB of properties", make: || packed(FLOATS, b"MTRL", &[&[0], &[0; 8_000_000]]) },
    Bomb { name: "8 MB of labels", make: || packed(FLOATS, b"LBLS", &[&[0; 2], &[0; 8_000_000]]) },
    Bomb { name: "8 MB of voxel runs", make: || runs(4_000_000) },
    Bomb { name: "8 MB of changes of material", make: || packed(FLOATS, b"MESH", &[&[0; 8_000_000]]) },
    Bomb { name: "8 MB of empty chunks", make: || chunks(1_000_000) },
    // As many records as the limit allows.
    Bomb { name: "655,000 skins", make: || skins(655_000) },
    Bomb { name: "748,000 commands", make: || packed(FLOATS, b"SHPE", &[&[0], &[9; 748_000]]) },
    Bomb { name: "5 million points of commands", make: points },
    Bomb { name: "873,000 properties", make: || packed(FLOATS, b"MTRL", &[&[0], &[0; 873_000]]) },
    Bomb { name: "873,000 labels", make: || packed(FLOATS, b"LBLS", &[&[0; 2], &[0; 1_746_000]]) },
    Bomb { name: "524,000 changes of material", make: || packed(FLOATS, b"MESH", &[&[0; 1_048_000]]) },
    Bomb { name: "218,000 empty chunks", make: || chunks(218_000) },
    Bomb { name: "524,000 voxel types", make: || packed(FLOATS, b"VOXT", &[&[0; 2_096_000]]) },
    Bomb { name: "1.3 million frames", make: frames },
    Bomb { name: "1.3 million vertices", make: || packed(BYTES, b"VRTS", &[&[9; 5_200_000]]) },
    Bomb { name: "2.6 million texture coordinates", make: || packed(BYTES, b"TMAP", &[&[9; 5_200_000]]) },
    Bomb { name: "3.4 million bad triangles", make: triangles },
    Bomb { name: "700,000 polygons of 15 corners", make: || packed(BYTES, b"MESH", &[&[0xf0; 11_200_000]]) },
    Bomb { name: "5 million strings", make: strings },
    Bomb { name: "33 MB of an asset", make: || packed(FLOATS, b"ASET", &[&[0], &[1; (1 << 25) - 100]]) },
    Bomb { name: "33 MB of an unknown chunk", make: || packed(FLOATS, b"zero", &[&[0; (1 << 25) - 100]]) },
    Bomb { name: "58 KB of small materials", make: materials },
    Bomb { name: "a voxel model", make: voxels },
];

/// Float coordinates, one byte for each reference, no optional field.
const FLOATS: u32 = 0x03ff_cfc2;
/// The same, with coordinates of one byte.
const BYTES: u32 = 0x03ff_cfc0;
/// Bones and skins, with one weight.
const SKINS: u32 = FLOATS & !(3 << 10) & !(3 << 12) & !(3 << 14) | 2 << 14;
/// Voxels of one byte.
const VOXELS: u32 = FLOATS & !(3 << 22) & !(3 << 24);

fn chunk(magic: &[u8; 4], body: &[&[u8]]) -> Vec<u8> {
    let body = body.concat();
    let length = u32::try_from(body.len() + 8).unwrap_or(u32::MAX);
    [&magic[..], &length.to_le_bytes(), &body].concat()
}

fn file(types: u32, strings: &[u8], chunks: &[u8]) -> Vec<u8> {
    let head = chunk(b"HEAD", &[&1_f32.to_le_bytes(), &types.to_le_bytes(), strings]);
    let plain = [&head, chunks, b"OMD3"].concat();
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(&plain, 6);
    let size = u32::try_from(packed.len() + 8).unwrap_or(u32::MAX);
    [&b"3DMO"[..], &size.to_le_bytes(), &packed].concat()
}

/// A packed file of one chunk.
fn packed(types: u32, magic: &[u8; 4], body: &[&[u8]]) -> Vec<u8> {
    file(types, &[0; 4], &chunk(magic, body))
}

fn skins(count: u32) -> Vec<u8> {
    packed(SKINS, b"BONE", &[&[0], &count.to_le_bytes(), &vec![255; count as usize]])
}

fn runs(count: usize) -> Vec<u8> {
    packed(VOXELS, b"VOXD", &[&[0; 9], &[0x80, 0].repeat(count)])
}

fn chunks(count: usize) -> Vec<u8> {
    file(FLOATS, &[0; 4], &chunk(b"aaaa", &[]).repeat(count))
}

fn points() -> Vec<u8> {
    let line = [&[30][..], &100_000_u32.to_le_bytes(), &[200; 100_000]].concat();
    packed(FLOATS, b"SHPE", &[&[0], &line.repeat(50)])
}

fn frames() -> Vec<u8> {
    let one = [&[0][..], &65_535_u16.to_le_bytes(), &[0; 4], &vec![0; 4 * 65_535]].concat();
    file(FLOATS, &[0; 4], &chunk(b"ACTN", &[&one]).repeat(19))
}

fn triangles() -> Vec<u8> {
    let polygon = [0x30, 200, 201, 202];
    packed(BYTES, b"MESH", &[&polygon.repeat(3_400_000)])
}

fn strings() -> Vec<u8> {
    file(FLOATS, &[0; 5_200_000], &[])
}

/// Chunks with a single property each.
fn materials() -> Vec<u8> {
    let all: Vec<u8> = (0..170_000_u32).flat_map(|i| chunk(b"MTRL", &[&[0], &[(i % 3) as u8]])).collect();
    file(FLOATS, &[0; 4], &all)
}

/// Layers of a ball of voxels, as programs write them.
fn voxels() -> Vec<u8> {
    let inside = |x: i32, y: i32, z: i32| (x - 20).pow(2) + (y - 20).pow(2) + (z - 20).pow(2) < 400;
    let cells = (0..40).flat_map(|y| (0..40).flat_map(move |z| (0..40).map(move |x| (x, y, z))));
    let voxel = |(x, y, z)| if inside(x, y, z) { VoxelIndex((y % 4) as u32) } else { VoxelIndex::UNSET };
    let mut model = Model::default();
    let types = vec![VoxelType { colour: m3d::ColourRef(0xff00_00ff), ..VoxelType::default() }; 4];
    model.chunks.push(Chunk::VoxelTypes(VoxelTypes { types, ..VoxelTypes::default() }));
    model.chunks.push(Chunk::VoxelBlock(VoxelBlock::from_voxels([0; 3], [40; 3], cells.map(voxel))));
    model.fit();
    m3d::write(&model).unwrap_or_default()
}

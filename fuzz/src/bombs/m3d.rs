//! Models that are expensive to read.

use super::{Bomb, fixed, long};
use m3d::{Chunk, Model, VoxelBlock, VoxelIndex, VoxelType, VoxelTypes};

pub(super) const BOMBS: &[Bomb] = &[
    // A few kilobytes that hold 8 MB of one kind of record: more than the limit on elements allows.
    fixed("8 MB of skins", || skins(8_000_000)),
    fixed("8 MB of commands", || packed(FLOATS, b"SHPE", &[&[0], &[9; 8_000_000]])),
    fixed("8 MB of properties", || packed(FLOATS, b"MTRL", &[&[0], &[0; 8_000_000]])),
    fixed("8 MB of labels", || packed(FLOATS, b"LBLS", &[&[0; 2], &[0; 8_000_000]])),
    fixed("8 MB of voxel runs", || runs(4_000_000)),
    fixed("8 MB of changes of material", || packed(FLOATS, b"MESH", &[&[0; 8_000_000]])),
    fixed("8 MB of empty chunks", || chunks(1_000_000)),
    // As many records as the limit allows.
    fixed("2.6 million voxel runs", || runs(2_600_000)),
    fixed("655,000 skins", || skins(655_000)),
    fixed("748,000 commands", || packed(FLOATS, b"SHPE", &[&[0], &[9; 748_000]])),
    fixed("5 million points of commands", points),
    fixed("873,000 properties", || packed(FLOATS, b"MTRL", &[&[0], &[0; 873_000]])),
    fixed("873,000 labels", || packed(FLOATS, b"LBLS", &[&[0; 2], &[0; 1_746_000]])),
    fixed("524,000 changes of material", || packed(FLOATS, b"MESH", &[&[0; 1_048_000]])),
    fixed("218,000 empty chunks", || chunks(218_000)).for_crates(),
    fixed("524,000 voxel types", || packed(FLOATS, b"VOXT", &[&[0; 2_096_000]])),
    fixed("1.3 million frames", frames),
    fixed("1.3 million vertices", || packed(BYTES, b"VRTS", &[&[9; 5_200_000]])),
    fixed("2.6 million texture coordinates", || packed(BYTES, b"TMAP", &[&[9; 5_200_000]])),
    fixed("3.4 million bad triangles", triangles),
    fixed("700,000 polygons of 15 corners", || packed(BYTES, b"MESH", &[&[0xf0; 11_200_000]])),
    fixed("5 million strings", strings),
    fixed("33 MB of an asset", || packed(FLOATS, b"ASET", &[&[0], &[1; (1 << 25) - 100]])),
    fixed("33 MB of an unknown chunk", || packed(FLOATS, b"zero", &[&[0; (1 << 25) - 100]])),
    fixed("58 KB of small materials", materials),
    fixed("a voxel model", voxels),
    // The text form.
    long("text, 4 MB of empty sections", |share| text(&b"A\n\n".repeat(1_333_000 / share))),
    long("text, 4 MB of sections of a line", |share| text(&b"Mesh\n0\n\n".repeat(500_000 / share)))
        .for_crates(),
    long("text, 4 MB of vertices", |share| lines(share, "Vertex", |_| "0 0 0".into())),
    long("text, 4 MB of vertices with skins", |share| lines(share, "Vertex", |i| format!("0 0 0 1 {i}"))),
    long("text, 4 MB of polygons", |share| lines(share, "Mesh", |i| ["0", "0/0"][i % 2].into())),
    long("text, 4 MB of materials in use", |share| lines(share, "Mesh", |i| format!("use {i}"))),
    long("text, 4 MB of bones", |share| lines(share, "Bones", |i| format!("0 0 {i}"))),
    fixed("text, bones that are 2,800 deep", deep_bones),
    long("text, 4 MB of labels", |share| lines(share, "Labels", |i| format!("0 {i}"))),
    long("text, 4 MB of languages", |share| lines(share, "Labels", |i| ["lang a", "0"][i % 2].into())),
    long("text, 4 MB of frames", |share| lines(share, "Action 1 a", |_| "frame 0".into())),
    long("text, 4 MB of files", |share| lines(share, "Assets", |i| format!("{i}"))),
    long("text, 4 MB of properties", |share| lines(share, "Material a", |_| "d 0".into())),
    long("text, 4 MB of voxel types", |share| lines(share, "VoxTypes", |_| "#0".into())),
    fixed("text, a row of 2 million voxels", || row(2_000_000)),
    fixed("text, rows of 65,535 missing voxels", missing_voxels),
    long("text, 4 MB of commands", |share| lines(share, "Shape a", |_| "degu 0".into())),
    fixed("text, 2 million points of a line", points_of_a_line),
    long("text, 4 MB of bytes", |share| lines(share, "Extra abcd", |_| "00 01".into())),
    long("text, 4 MB of one number", |share| {
        text(&[&b"Vertex\n"[..], &b"1".repeat(4_000_000 / share)].concat())
    }),
    // Names that share the bytes of one long string, and a picture of many layers.
    long("10,000 labels in 10 MB", |share| overlap(share, 10_000, labels)).for_verbs(),
    long("9,000 actions in 10 MB", |share| overlap(share, 9_000, actions)),
    long("9,000 materials in 10 MB", |share| overlap(share, 9_000, named_materials)),
    long("9,000 assets in 10 MB", |share| overlap(share, 9_000, assets)),
    long("200,000 scripts in 10 MB", |share| overlap(share, 200_000, scripts)),
    long("200,000 names with blanks", blanks),
    long("400,000 triangles in front of each other", |share| layers(400_000 / share)).for_verbs(),
];

/// Float coordinates, one byte for each reference, no optional field.
const FLOATS: u32 = 0x03ff_cfc2;
/// The same, with coordinates of one byte.
const BYTES: u32 = 0x03ff_cfc0;
/// Bones and skins, with one weight.
const SKINS: u32 = FLOATS & !(3 << 10) & !(3 << 12) & !(3 << 14) | 2 << 14;
/// Voxels of one byte.
const VOXELS: u32 = FLOATS & !(3 << 22) & !(3 << 24);

/// The same, with four bytes for each name.
const NAMES: u32 = FLOATS & !(3 << 4) | 2 << 4;

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

/// A file of the text form.
fn text(sections: &[u8]) -> Vec<u8> {
    [b"3dmodel 1\nname\nlicence\nauthor\n\n\n", sections].concat()
}

/// A share of 4 MB of lines in one section.
fn lines(share: usize, keyword: &str, line: fn(usize) -> String) -> Vec<u8> {
    let mut all = format!("{keyword}\n");
    for number in 0.. {
        if all.len() >= 4_000_000 / share {
            break;
        }
        all += &line(number);
        all.push('\n');
    }
    text(all.as_bytes())
}

fn deep_bones() -> Vec<u8> {
    let bones: String = (0..2_800).map(|depth| format!("{}0 0 a\n", "/".repeat(depth))).collect();
    text(format!("Bones\n{bones}").as_bytes())
}

fn row(count: usize) -> Vec<u8> {
    text(format!("VoxTypes\n#0\n\nVoxel\ndim {count} 1 1\nlayer\n{}", "0 ".repeat(count)).as_bytes())
}

fn missing_voxels() -> Vec<u8> {
    let rows = "0\n".repeat(60_000);
    text(format!("VoxTypes\n#0\n\nVoxel\ndim 65535 1 65535\nlayer\n{rows}").as_bytes())
}

fn points_of_a_line() -> Vec<u8> {
    text(format!("Vertex\n0 0 0\n\nShape a\nline 2000000[{} ]\n", " 0".repeat(2_000_000)).as_bytes())
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

/// A string of 10 MB, and so many names that start at different bytes of it.
fn overlap(share: usize, n: u32, chunks: fn(&[[u8; 4]]) -> Vec<u8>) -> Vec<u8> {
    let len = 10_000_000 / share;
    let strings = [&[0; 4][..], &vec![b'a'; len], &[0]].concat();
    let names: Vec<_> = (0..n).map(|i| (4 + i * 7 % 50_000).to_le_bytes()).collect();
    file(NAMES, &strings, &chunks(&names))
}

fn labels(names: &[[u8; 4]]) -> Vec<u8> {
    let labels: Vec<u8> = names.iter().flat_map(|name| [&[0xff][..], name].concat()).collect();
    chunk(b"LBLS", &[&[0; 8], &labels])
}

fn actions(names: &[[u8; 4]]) -> Vec<u8> {
    names.iter().flat_map(|name| chunk(b"ACTN", &[name, &[0; 6]])).collect()
}

fn named_materials(names: &[[u8; 4]]) -> Vec<u8> {
    let texture = [128];
    names.iter().rev().zip(names).flat_map(|(name, map)| chunk(b"MTRL", &[name, &texture, map])).collect()
}

fn assets(names: &[[u8; 4]]) -> Vec<u8> {
    names.iter().flat_map(|name| chunk(b"ASET", &[name, b"abc"])).collect()
}

fn scripts(names: &[[u8; 4]]) -> Vec<u8> {
    names.iter().flat_map(|name| chunk(b"PROC", &[name])).collect()
}

/// Each of them is another in the text form.
fn blanks(share: usize) -> Vec<u8> {
    let strings = [&[0; 4][..], &b"a b ".repeat(50), &[0]].concat();
    let n = u32::try_from(200_000 / share).unwrap_or_default();
    let group = |i: u32| chunk(b"LBLS", &[&(4 + i % 150).to_le_bytes(), &[0; 4], &[0xff], &[4, 0, 0, 0]]);
    file(NAMES, &strings, &(0..n).flat_map(group).collect::<Vec<_>>())
}

fn layers(n: usize) -> Vec<u8> {
    let corners = [[-1.0, -1.0], [1.0, -1.0], [0.0, 1.0]].map(|[x, y]: [f32; 2]| [x, y, 0.0, 1.0]);
    let corners: Vec<u8> = corners.as_flattened().iter().flat_map(|number| number.to_le_bytes()).collect();
    let meshes = chunk(b"MESH", &[&[0x30, 0, 1, 2].repeat(n)]);
    file(FLOATS, &[0; 4], &[chunk(b"VRTS", &[&corners]), meshes].concat())
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

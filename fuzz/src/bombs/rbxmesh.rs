//! Meshes that are expensive to read.

use super::wrapped::gzip;
use super::{Bomb, fixed, long};

pub(super) const BOMBS: &[Bomb] = &[
    fixed("9 MB of text", text),
    fixed("9 MB of text without an end", || cut(text())),
    fixed("100,000 empty chunks", || chunks(100_000, b"NEWCHUNK")),
    fixed("100,000 chunks of the same name", || chunks(100_000, b"LODS\0\0\0\0")),
    fixed("8 MB of empty names", names),
    fixed("15 MB of bad triangles", triangles),
    fixed("9 MB of subsets", subsets),
    fixed("1.3 million points in 70 bytes", || draco(1_290_000, 0)).for_crates(),
    fixed("a million vertices in 90 bytes", || draco(1 << 20, 3)),
    fixed("4 billion points in 70 bytes", || draco(u32::MAX, 0)),
    fixed("700,000 faces in 70 bytes", faces),
    long("9 MB of Draco tables", tables).for_crates(),
    // Names that share the bytes of one long string; files that are compressed as a whole.
    long("10,000 bones in 8 MB of names", |share| bones(10_000, 8_000_000 / share, 1)).for_verbs(),
    long("10,000 subsets of 26 such bones", |share| bones(30, 8_000_000 / share, 10_000)),
    long("60,000 bones in 50 MB of names, in gzip", |share| {
        gzip(&bones((60_000 / share) as u16, 50_000_000 / share, 1))
    })
    .for_verbs(),
    long("58 MB of text, in gzip", |share| gzip(&text_of(58_000_000 / share))),
    long("60 MB of vertices and triangles, in gzip", |share| {
        gzip(&v4([1_000_000 / share as u32, 1_600_000 / share as u32, 0, 0, 0], |len| vec![0; len]))
    }),
];

fn text() -> Vec<u8> {
    text_of(9_000_000)
}

/// Names that start at different bytes of one, and subsets with the first of them.
fn bones(n: u16, len: usize, n_subsets: u16) -> Vec<u8> {
    let n_bytes = u32::try_from(len + 1).unwrap_or(u32::MAX);
    let head = v4([1, 1, n.into(), n_bytes, n_subsets.into()], |_| Vec::new());
    let bone = |i: u16| {
        let [row, none] = [u32::from(i).to_le_bytes(), [0xff; 4]];
        [&row[..], &none, &[0; 4 + 48]].concat()
    };
    let vertex = [0; 48 + 12];
    let subset =
        [&[0; 16][..], &26_u32.to_le_bytes(), &(0..26).flat_map(u16::to_le_bytes).collect::<Vec<_>>()]
            .concat();
    let bones: Vec<u8> = (0..n).flat_map(bone).collect();
    [&head[..], &vertex, &bones, &vec![b'a'; len], &[0], &subset.repeat(n_subsets.into())].concat()
}

fn text_of(len: usize) -> Vec<u8> {
    let face = b"[0,0,0]".repeat(9);
    let n_faces = len / face.len();
    [format!("version 1.01\n{n_faces}\n").into_bytes(), face.repeat(n_faces)].concat()
}

fn cut(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(8_999_999);
    bytes
}

fn chunks(count: usize, name: &[u8; 8]) -> Vec<u8> {
    let chunk = [&name[..], &1_u32.to_le_bytes(), &0_u32.to_le_bytes()].concat();
    [b"version 7.00\n".to_vec(), chunk.repeat(count)].concat()
}

/// A file of 4.00 with so many of each: vertices, faces, bones, bytes of names, subsets; all of zeros or of ones.
fn v4(counts: [u32; 5], body: impl Fn(usize) -> Vec<u8>) -> Vec<u8> {
    let [vertices, faces, bones, names, subsets] = counts;
    let mut bytes = b"version 4.00\n".to_vec();
    bytes.extend_from_slice(&[24, 0, 0, 0]);
    bytes.extend_from_slice(&vertices.to_le_bytes());
    bytes.extend_from_slice(&faces.to_le_bytes());
    bytes.extend_from_slice(&0_u16.to_le_bytes());
    bytes.extend_from_slice(&u16::try_from(bones).unwrap_or(u16::MAX).to_le_bytes());
    bytes.extend_from_slice(&names.to_le_bytes());
    bytes.extend_from_slice(&u16::try_from(subsets).unwrap_or(u16::MAX).to_le_bytes());
    bytes.extend_from_slice(&[0, 0]);
    let vertex = if bones > 0 { 48 } else { 40 };
    let len = vertices * vertex + faces * 12 + bones * 60 + names + subsets * 72;
    bytes.extend(body(len as usize));
    bytes
}

fn names() -> Vec<u8> {
    v4([0, 0, 1, 8 << 20, 0], |len| vec![0; len])
}

fn triangles() -> Vec<u8> {
    v4([1, 1_250_000, 0, 0, 0], |len| vec![0xff; len])
}

fn subsets() -> Vec<u8> {
    v4([60_000, 60_000, 1, 0, 65_535], |len| vec![1; len])
}

/// Symbols of which 0 is the only one, so that any number of them takes no byte.
const ONLY_ZEROS: &[u8] = &[1, 1, 1, 1, 1, 64, 1, 0];

/// A file with this Draco stream, after its magic number.
fn stream(parts: &[&[u8]]) -> Vec<u8> {
    let stream = [b"DRACO\x02\x02\x01\0\0\0", parts.concat().as_slice()].concat();
    let size = u32::try_from(stream.len()).unwrap_or(u32::MAX);
    let frame = [b"version 7.00\nCOREMESH\x02\0\0\0", (size + 4).to_le_bytes().as_slice()].concat();
    [frame, size.to_le_bytes().to_vec(), stream].concat()
}

fn varint(mut number: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

/// Points of which all have the same position, and so many more attributes of a byte.
fn draco(n_points: u32, n_others: u8) -> Vec<u8> {
    let formats: Vec<u8> = (0..n_others).flat_map(|other| [4, 2, 1, 0, 5 + other]).collect();
    let coders = vec![1; n_others.into()];
    let values = [&[0xfe], ONLY_ZEROS].concat();
    let others = values.repeat(n_others.into());
    // Quantised positions: the least, the range, the number of bits.
    let transform = [[0; 12].as_slice(), &1_f32.to_le_bytes(), &[11]].concat();
    stream(&[
        &[0],
        &varint(n_points),
        &[1, 1, 1 + n_others, 0, 9, 3, 0, 0],
        &formats,
        &[2],
        &coders,
        &values,
        &others,
        &transform,
    ])
}

/// All of them of one point, as compressed indices.
fn faces() -> Vec<u8> {
    let position = [[0; 12].as_slice(), &1_f32.to_le_bytes(), &[11]].concat();
    let format = [1, 1, 0, 9, 3, 0, 0, 2, 0xfe];
    stream(&[&varint(698_000), &[1, 0], &ONLY_ZEROS[1..], &format, ONLY_ZEROS, &position])
}

/// Attributes of a point, each with a table of a million units.
fn tables(share: usize) -> Vec<u8> {
    let many = 500_000 / share as u32;
    let formats: Vec<u8> = (0..many).flat_map(|id| [vec![4, 2, 1, 0], varint(id)].concat()).collect();
    let values = [0xfe, 1, 1, 14, 1, 2, 0, 64, 1, 0].repeat(many as usize);
    stream(&[&[0, 1, 1, 1], &varint(many), &formats, &vec![1; many as usize], &values])
}

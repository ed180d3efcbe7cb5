//! Meshes that take much.

use super::Bomb;

pub(super) const BOMBS: &[Bomb] = &[
    Bomb { name: "9 MB of text", make: text },
    Bomb { name: "9 MB of text without an end", make: || cut(text()) },
    Bomb { name: "100,000 empty chunks", make: || chunks(100_000, b"NEWCHUNK") },
    Bomb { name: "100,000 chunks of the same name", make: || chunks(100_000, b"LODS\0\0\0\0") },
    Bomb { name: "8 MB of empty names", make: names },
    Bomb { name: "15 MB of bad triangles", make: triangles },
    Bomb { name: "9 MB of subsets", make: subsets },
];

fn text() -> Vec<u8> {
    let face = b"[0,0,0]".repeat(9);
    let n_faces = 9_000_000 / face.len();
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

//! Models and places that are expensive to read.

use super::Bomb;
use super::Make::{Fixed, Long};

const MIB: usize = 1 << 20;

pub(super) const BOMBS: &[Bomb] = &[
    Bomb { name: "60 million equal referents, zstd", make: Fixed(|| file(&[equal(60_000_000)])) },
    Bomb { name: "3 million equal referents, zstd", make: Fixed(|| file(&[equal(3_100_000)])) },
    Bomb { name: "a million equal referents, zstd", make: Fixed(|| file(&[equal(1_000_000)])) },
    Bomb { name: "2 million instances in a chain, zstd", make: Fixed(|| chain(2_000_000)) },
    Bomb { name: "1 GiB of zeros, zstd", make: Fixed(|| file(&[zstd(b"NEWS", b"", &[(0, 1 << 30)])])) },
    Bomb { name: "48 MiB of zeros, zstd", make: Fixed(|| file(&[zstd(b"NEWS", b"", &[(0, 48 * MIB)])])) },
    Bomb { name: "48 MiB of zeros, LZ4", make: Fixed(|| file(&[lz4(b"NEWS", 48 * MIB)])) },
    Bomb {
        name: "9 MB of empty chunks",
        make: Long(|share| file(&[stored(b"NEWS", b"").repeat(562_500 / share)])),
    },
    Bomb { name: "9 MB of columns without a type", make: Long(|share| columns(b"", 391_000 / share)) },
    Bomb {
        name: "9 MB of columns of an unknown class",
        make: Long(|share| columns(&[3, 0, 0, 0, 0], 321_000 / share)),
    },
    Bomb {
        name: "9 MB of columns with a string",
        make: Long(|share| named(&[1, 0, 0, 0, 0], 321_000 / share)),
    },
    Bomb { name: "300,000 chunks of shared strings", make: Fixed(shared) },
    Bomb {
        name: "2 million shared strings, zstd",
        make: Fixed(|| file(&[counted(b"SSTR", &[0; 4], 2_400_000, 20)])),
    },
    Bomb {
        name: "1 million entries of META, zstd",
        make: Fixed(|| file(&[counted(b"META", &[], 1_200_000, 8)])),
    },
    Bomb {
        name: "1 million signatures, zstd",
        make: Fixed(|| file(&[counted(b"SIGN", &[], 1_200_000, 16)])),
    },
    Bomb { name: "frames that state too long a length, zstd", make: Fixed(lies) },
    Bomb { name: "strings, zstd", make: Fixed(|| column(1, 2_400_000, 4)) },
    Bomb { name: "flags, zstd", make: Fixed(|| column(2, 2_400_000, 1)) },
    Bomb { name: "places, zstd", make: Fixed(|| column(0x10, 1_500_000, 13)) },
    Bomb { name: "fonts, zstd", make: Fixed(|| column(0x20, 1_500_000, 11)) },
    Bomb { name: "unique ids, zstd", make: Fixed(|| column(0x1f, 2_500_000, 16)) },
    Bomb { name: "sequences, zstd", make: Fixed(|| column(0x15, 2_400_000, 4)) },
    Bomb { name: "content, zstd", make: Fixed(|| column(0x22, 2_000_000, 4)) },
    Bomb { name: "places without a rotation, zstd", make: Fixed(|| typed("P", 0x10, 1_500_000, 13, 3)) },
    Bomb { name: "attributes, zstd", make: Fixed(|| typed("AttributesSerialize", 1, 2_400_000, 4, 0)) },
    Bomb { name: "sizes, zstd", make: Fixed(|| typed("size", 0x0e, 1_700_000, 12, 0)) },
];

fn number(n: usize) -> [u8; 4] {
    u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes()
}

/// A file of these chunks, and END.
fn file(chunks: &[Vec<u8>]) -> Vec<u8> {
    let header = [&b"<roblox!\x89\xff\r\n\x1a\n\0\0"[..], &[0; 16]].concat();
    [header, chunks.concat(), stored(b"END\0", b"</roblox>")].concat()
}

fn stored(name: &[u8; 4], plain: &[u8]) -> Vec<u8> {
    [&name[..], &[0; 4], &number(plain.len()), &[0; 4], plain].concat()
}

fn packed(name: &[u8; 4], body: &[u8], plain_len: usize) -> Vec<u8> {
    [&name[..], &number(body.len()), &number(plain_len), &[0; 4], body].concat()
}

/// A chunk that is a zstd frame of raw bytes, and of runs of one byte: 128 KiB in four.
fn zstd(name: &[u8; 4], head: &[u8], runs: &[(u8, usize)]) -> Vec<u8> {
    let plain_len = head.len() + runs.iter().map(|(_, n)| n).sum::<usize>();
    packed(name, &frame(plain_len, head, runs), plain_len)
}

fn frame(plain_len: usize, head: &[u8], runs: &[(u8, usize)]) -> Vec<u8> {
    let mut frame = [&b"\x28\xb5\x2f\xfd\xa0"[..], &number(plain_len)].concat();
    let mut block = |kind: usize, len: usize, body: &[u8]| {
        frame.extend_from_slice(&number(len << 3 | kind << 1)[..3]);
        frame.extend_from_slice(body);
    };
    block(0, head.len(), head);
    for (byte, n) in runs {
        for start in (0..*n).step_by(MIB / 8) {
            block(1, (MIB / 8).min(n - start), &[*byte]);
        }
    }
    frame.extend([1, 0, 0]);
    frame
}

/// A chunk of zeros as one LZ4 match.
fn lz4(name: &[u8; 4], len: usize) -> Vec<u8> {
    // A literal, a match of all but it and the last, and that.
    let mut body = vec![0x1f, 0, 1, 0];
    let mut left = len - 2 - 19;
    while left >= 255 {
        body.push(255);
        left -= 255;
    }
    body.extend([u8::try_from(left).unwrap_or_default(), 0x10, 0]);
    packed(name, &body, len)
}

/// The head of an INST of class 0.
fn inst(n: usize) -> Vec<u8> {
    [&[0; 4][..], &number(6), b"Folder", &[0], &number(n)].concat()
}

/// A class of `n` instances with the referent 0.
fn equal(n: usize) -> Vec<u8> {
    zstd(b"INST", &inst(n), &[(0, 4 * n)])
}

/// A class of `n` instances with the referents from 1 on.
fn ascending(n: usize) -> Vec<u8> {
    zstd(b"INST", &inst(n), &[(0, 3 * n), (2, n)])
}

/// Each the parent of the one before, the last at the top.
fn chain(n: usize) -> Vec<u8> {
    let head = [&[0][..], &number(n)].concat();
    // Parents start with 2, and each is the next.
    let mut parents = vec![(0, 3 * n), (4, 1), (2, n - 1)];
    let mut runs = vec![(0, 3 * n), (2, n)];
    runs.append(&mut parents);
    file(&[ascending(n), zstd(b"PRNT", &head, &runs)])
}

/// One class, and so many columns of it without a name.
fn named(typed: &[u8], n: usize) -> Vec<u8> {
    let one = stored(b"INST", &[&inst(1)[..], &[0; 4]].concat());
    let column = stored(b"PROP", &[&[0; 8][..], typed].concat());
    file(&[one, column.repeat(n)])
}

fn columns(typed: &[u8], n: usize) -> Vec<u8> {
    file(&[stored(b"PROP", &[&[9, 0, 0, 0, 0, 0, 0, 0][..], typed].concat()).repeat(n)])
}

fn shared() -> Vec<u8> {
    let chunk = stored(b"SSTR", &[&[0; 4][..], &number(1), &[0; 16], &number(1), b"x"].concat());
    file(&[chunk.repeat(300_000)])
}

/// A chunk that counts values of so many zeros.
fn counted(name: &[u8; 4], head: &[u8], n: usize, len: usize) -> Vec<u8> {
    zstd(name, &[head, &number(n)].concat(), &[(0, n * len)])
}

/// Chunks that have a few bytes and state 4 MB.
fn lies() -> Vec<u8> {
    let body = frame(4 * MIB, b"a few", &[]);
    let longer = [body, vec![0; 128]].concat();
    file(&[packed(b"NEWS", &longer, 4 * MIB).repeat(500)])
}

/// A class of `n` instances, and a column of zeros.
fn column(type_id: u8, n: usize, len: usize) -> Vec<u8> {
    typed("P", type_id, n, len, 0)
}

fn typed(name: &str, type_id: u8, n: usize, len: usize, byte: u8) -> Vec<u8> {
    let head = [&[0; 4][..], &number(name.len()), name.as_bytes(), &[type_id]].concat();
    // Behind content, three counts.
    file(&[ascending(n), zstd(b"PROP", &head, &[(byte, n * len), (0, 12)])])
}

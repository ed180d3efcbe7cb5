//! Models and places that are expensive to read.

use super::wrapped::{self, Run};
use super::{Bomb, fixed, long};

const MIB: usize = 1 << 20;

pub(super) const BOMBS: &[Bomb] = &[
    fixed("60 million equal referents, zstd", || file(&[equal(60_000_000)])),
    fixed("3 million equal referents, zstd", || file(&[equal(3_100_000)])),
    fixed("a million equal referents, zstd", || file(&[equal(1_000_000)])),
    fixed("2 million instances in a chain, zstd", || chain(2_000_000)),
    fixed("1 GiB of zeros, zstd", || file(&[zstd(b"NEWS", b"", &[(0, 1 << 30)])])),
    fixed("48 MiB of zeros, zstd", || file(&[zstd(b"NEWS", b"", &[(0, 48 * MIB)])])),
    fixed("48 MiB of zeros, LZ4", || file(&[lz4(b"NEWS", 48 * MIB)])),
    long("9 MB of empty chunks", |share| file(&[stored(b"NEWS", b"").repeat(562_500 / share)])).for_crates(),
    long("9 MB of columns without a type", |share| columns(b"", 391_000 / share)),
    long("9 MB of columns of an unknown class", |share| columns(&[3, 0, 0, 0, 0], 321_000 / share)),
    long("9 MB of columns with a string", |share| named(&[1, 0, 0, 0, 0], 321_000 / share)),
    fixed("300,000 chunks of shared strings", shared),
    fixed("2 million shared strings, zstd", || file(&[counted(b"SSTR", &[0; 4], 2_400_000, 20)])),
    fixed("1 million entries of META, zstd", || file(&[counted(b"META", &[], 1_200_000, 8)])),
    fixed("1 million signatures, zstd", || file(&[counted(b"SIGN", &[], 1_200_000, 16)])),
    fixed("frames that state too long a length, zstd", lies),
    fixed("strings, zstd", || column(1, 2_400_000, 4)),
    fixed("flags, zstd", || column(2, 2_400_000, 1)),
    fixed("places, zstd", || column(0x10, 1_500_000, 13)),
    fixed("fonts, zstd", || column(0x20, 1_500_000, 11)),
    fixed("unique ids, zstd", || column(0x1f, 2_500_000, 16)).for_crates(),
    fixed("sequences, zstd", || column(0x15, 2_400_000, 4)),
    fixed("content, zstd", || column(0x22, 2_000_000, 4)),
    fixed("places without a rotation, zstd", || typed("P", 0x10, 1_500_000, 13, 3)),
    fixed("attributes, zstd", || typed("AttributesSerialize", 1, 2_400_000, 4, 0)),
    fixed("sizes, zstd", || typed("size", 0x0e, 1_700_000, 12, 0)),
    // What is made of a file is larger than the file.
    long("a class with a name of 10 MB", |share| long_class(10 * MIB / share)).for_verbs(),
    long("a property with a name of 10 MB", |share| long_property(10 * MIB / share)),
    long("2.4 million instances with a string", |share| strings(2_400_000 / share)),
    long("a string of 30 MB that 100,000 share", |share| owners(100_000, 30 * MIB / share)).for_verbs(),
    long("20,000 decals inside each other", |share| decals(20_000 / share)),
    long("300,000 parts", |share| parts(300_000 / share)),
    long("480,000 parts", |share| parts(480_000 / share)),
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

/// A chunk that is a zstd frame of raw bytes, and of runs of one byte.
fn zstd(name: &[u8; 4], head: &[u8], runs: &[(u8, usize)]) -> Vec<u8> {
    let runs: Vec<_> = runs.iter().map(|(byte, n)| Run::Of(*byte, *n)).collect();
    runs_of(name, &[&[Run::Bytes(head)], &runs[..]].concat())
}

fn runs_of(name: &[u8; 4], runs: &[Run<'_>]) -> Vec<u8> {
    let plain_len = runs.iter().map(|run| run.len()).sum();
    packed(name, &wrapped::zstd(plain_len, runs), plain_len)
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

/// All of them at the top, with the referents from 1 on.
fn tops(n: usize) -> Vec<u8> {
    let head = [&[0][..], &number(n)].concat();
    zstd(b"PRNT", &head, &[(0, 3 * n), (2, n), (0, 3 * n), (1, 1), (0, n - 1)])
}

fn long_class(len: usize) -> Vec<u8> {
    let n = 100_000;
    let (head, middle) = ([[0; 4], number(len)].concat(), [&[0][..], &number(n)].concat());
    let runs = [Run::Bytes(&head), Run::Of(b'C', len), Run::Bytes(&middle), Run::Of(0, 3 * n), Run::Of(2, n)];
    file(&[runs_of(b"INST", &runs), tops(n)])
}

fn long_property(len: usize) -> Vec<u8> {
    let n = 100_000;
    let head = [[0; 4], number(len)].concat();
    let runs = [Run::Bytes(&head), Run::Of(b'P', len), Run::Bytes(&[2]), Run::Of(1, n)];
    file(&[ascending(n), runs_of(b"PROP", &runs), tops(n)])
}

fn strings(n: usize) -> Vec<u8> {
    let head = [&[0; 4][..], &number(1), b"P", &[1]].concat();
    file(&[ascending(n), zstd(b"PROP", &head, &[(0, 4 * n)]), tops(n)])
}

fn owners(n: usize, len: usize) -> Vec<u8> {
    let string = [&[0; 4][..], &number(1), &[0; 16], &number(len)].concat();
    let column = [&[0; 4][..], &number(1), b"S", &[0x1c]].concat();
    file(&[zstd(b"SSTR", &string, &[(7, len)]), ascending(n), zstd(b"PROP", &column, &[(0, 4 * n)]), tops(n)])
}

/// Each inside of the one before.
fn decals(n: usize) -> Vec<u8> {
    let class = [&[0; 4][..], &number(5), b"Decal", &[0], &number(n)].concat();
    let texture = [&[0; 4][..], &number(7), b"Texture", &[1]].concat();
    let addresses = [&number(8)[..], b"http://a"].concat().repeat(n);
    let head = [&[0][..], &number(n)].concat();
    file(&[
        zstd(b"INST", &class, &[(0, 3 * n), (2, n)]),
        stored(b"PROP", &[texture, addresses].concat()),
        zstd(b"PRNT", &head, &[(0, 3 * n), (2, n), (0, 3 * n), (1, 1), (4, 1), (2, n - 2)]),
    ])
}

fn parts(n: usize) -> Vec<u8> {
    let class = [&[0; 4][..], &number(4), b"Part", &[0], &number(n)].concat();
    file(&[zstd(b"INST", &class, &[(0, 3 * n), (2, n)]), tops(n)])
}

/// A file of one class with this many columns without a name.
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
    let body = wrapped::zstd(4 * MIB, &[Run::Bytes(b"a few")]);
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

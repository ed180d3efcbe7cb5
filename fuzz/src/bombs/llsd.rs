//! Documents that are expensive to read.

use super::wrapped::{Run, gzip, zstd};
use super::{Bomb, long};

pub(super) const BOMBS: &[Bomb] = &[
    long("5 MB of undef in notation", |share| notation(b"!", 5_000_000 / share)),
    long("12 MB of undef in binary", |share| binary(b"!", 12_000_000 / share)),
    long("5 MB of undef in XML", |share| xml(b"<undef/>", 625_000 / share)),
    long("5 MB of `&` in XML", |share| {
        xml(&[&b"<string>"[..], &b"&".repeat(5_000_000 / share), b"</string>"].concat(), 1)
    }),
    long("5 MB of empty maps in notation", |share| notation(b"{}", 2_500_000 / share)),
    long("5 MB of empty maps in binary", |share| binary(b"{\0\0\0\0}", 833_333 / share)),
    long("5 MB of maps of one entry in notation", |share| notation(b"{'':!}", 833_333 / share)),
    long("5 MB of one key in notation", |share| map(|_| b"'a':!,".to_vec(), 833_333 / share)),
    long("5 MB of keys in notation", |share| map(|i| format!("'{i}':!,").into_bytes(), 450_000 / share))
        .for_crates(),
    long("5 MB of one key in binary", equal_keys),
    long("5 MB of strays in notation", |share| map(|_| b"x".to_vec(), 5_000_000 / share)),
    long("5 MB of keys without a value in XML", |share| {
        xml(&[&b"<map>"[..], &b"<key/>".repeat(833_333 / share), b"</map>"].concat(), 1)
    }),
    long("5 MB of text between values in XML", |share| xml(b"x<undef/>", 555_555 / share)).for_crates(),
    long("5 MB of bad dates in notation", |share| notation(b"d''", 1_666_666 / share)),
    long("5 MB of empty texts in notation", |share| notation(b"''", 2_500_000 / share)),
    long("5 MB of comments in XML", |share| xml(b"<!---->", 714_285 / share)),
    // Compressed as a whole.
    long("60 MB of undef in notation, in zstd", undefs).for_verbs(),
    long("60 MB of undef in binary, in gzip", |share| gzip(&binary(b"!", 60_000_000 / share))),
    long("60 MB of maps of one entry in notation, in gzip", |share| {
        gzip(&notation(b"{'':!}", 10_000_000 / share))
    }),
    long("60 MB of undef in XML, in gzip", |share| gzip(&xml(b"<undef/>", 7_500_000 / share))),
    long("a text of 60 MB, in zstd", long_text),
    long("texts behind keys of 4 MB", long_keys).for_verbs(),
];

fn notation(value: &[u8], count: usize) -> Vec<u8> {
    [b"[", &*value.repeat(count), b"]"].concat()
}

fn map(entry: impl Fn(usize) -> Vec<u8>, count: usize) -> Vec<u8> {
    [&b"{"[..], &(0..count).flat_map(entry).collect::<Vec<_>>(), b"}"].concat()
}

fn binary(value: &[u8], count: usize) -> Vec<u8> {
    [b"[", &number(count)[..], &value.repeat(count), b"]"].concat()
}

fn undefs(share: usize) -> Vec<u8> {
    let n = 60_000_000 / share;
    zstd(n + 2, &[Run::Bytes(b"["), Run::Of(b'!', n), Run::Bytes(b"]")])
}

fn long_text(share: usize) -> Vec<u8> {
    let n = 60_000_000 / share;
    zstd(n + 4, &[Run::Bytes(b"['"), Run::Of(b'a', n), Run::Bytes(b"']")])
}

/// Maps inside each other, whose keys are in the path of each text.
fn long_keys(share: usize) -> Vec<u8> {
    const DEPTH: usize = 120;
    let open = [&b"{'"[..], &b"k".repeat(30_000 / share), b"':"].concat().repeat(DEPTH);
    [open, b"[".to_vec(), b"'s',".repeat(300_000 / share), b"]".to_vec(), b"}".repeat(DEPTH)].concat()
}

fn number(n: usize) -> [u8; 4] {
    u32::try_from(n).unwrap_or(u32::MAX).to_be_bytes()
}

fn equal_keys(share: usize) -> Vec<u8> {
    let count = 714_285 / share;
    [b"{", &number(count)[..], &b"k\0\0\0\x01a!".repeat(count), b"}"].concat()
}

fn xml(value: &[u8], count: usize) -> Vec<u8> {
    [b"<llsd><array>", &*value.repeat(count), b"</array></llsd>"].concat()
}

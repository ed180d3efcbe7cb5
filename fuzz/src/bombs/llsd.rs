//! Documents that are expensive to read.

use super::Bomb;

pub(super) const BOMBS: &[Bomb] = &[
    Bomb { name: "5 MB of undef in notation", make: || notation(b"!", 5_000_000) },
    Bomb { name: "12 MB of undef in binary", make: || binary(b"!", 12_000_000) },
    Bomb { name: "5 MB of undef in XML", make: || xml(b"<undef/>", 625_000) },
    Bomb {
        name: "5 MB of `&` in XML",
        make: || xml(&[&b"<string>"[..], &b"&".repeat(5_000_000), b"</string>"].concat(), 1),
    },
    Bomb { name: "5 MB of empty maps in notation", make: || notation(b"{}", 2_500_000) },
    Bomb { name: "5 MB of empty maps in binary", make: || binary(b"{\0\0\0\0}", 833_333) },
    Bomb { name: "5 MB of maps of one entry in notation", make: || notation(b"{'':!}", 833_333) },
    Bomb { name: "5 MB of one key in notation", make: || map(|_| b"'a':!,".to_vec(), 833_333) },
    Bomb { name: "5 MB of keys in notation", make: || map(|i| format!("'{i}':!,").into_bytes(), 450_000) },
    Bomb { name: "5 MB of one key in binary", make: equal_keys },
    Bomb { name: "5 MB of strays in notation", make: || map(|_| b"x".to_vec(), 5_000_000) },
    Bomb {
        name: "5 MB of keys without a value in XML",
        make: || xml(&[&b"<map>"[..], &b"<key/>".repeat(833_333), b"</map>"].concat(), 1),
    },
    Bomb { name: "5 MB of text between values in XML", make: || xml(b"x<undef/>", 555_555) },
    Bomb { name: "5 MB of bad dates in notation", make: || notation(b"d''", 1_666_666) },
    Bomb { name: "5 MB of empty texts in notation", make: || notation(b"''", 2_500_000) },
    Bomb { name: "5 MB of comments in XML", make: || xml(b"<!---->", 714_285) },
];

fn notation(value: &[u8], count: usize) -> Vec<u8> {
    [b"[", &*value.repeat(count), b"]"].concat()
}

fn map(entry: impl Fn(usize) -> Vec<u8>, count: usize) -> Vec<u8> {
    [&b"{"[..], &(0..count).flat_map(entry).collect::<Vec<_>>(), b"}"].concat()
}

fn binary(value: &[u8], count: u32) -> Vec<u8> {
    [b"[", &count.to_be_bytes()[..], &value.repeat(count as usize), b"]"].concat()
}

fn equal_keys() -> Vec<u8> {
    let count = 714_285_u32;
    [b"{", &count.to_be_bytes()[..], &b"k\0\0\0\x01a!".repeat(count as usize), b"}"].concat()
}

fn xml(value: &[u8], count: usize) -> Vec<u8> {
    [b"<llsd><array>", &*value.repeat(count), b"</array></llsd>"].concat()
}

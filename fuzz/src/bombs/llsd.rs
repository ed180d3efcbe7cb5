//! Documents that are expensive to read.

use super::Bomb;
use super::Make::Long;

pub(super) const BOMBS: &[Bomb] = &[
    Bomb { name: "5 MB of undef in notation", make: Long(|share| notation(b"!", 5_000_000 / share)) },
    Bomb { name: "12 MB of undef in binary", make: Long(|share| binary(b"!", 12_000_000 / share)) },
    Bomb { name: "5 MB of undef in XML", make: Long(|share| xml(b"<undef/>", 625_000 / share)) },
    Bomb {
        name: "5 MB of `&` in XML",
        make: Long(|share| {
            xml(&[&b"<string>"[..], &b"&".repeat(5_000_000 / share), b"</string>"].concat(), 1)
        }),
    },
    Bomb { name: "5 MB of empty maps in notation", make: Long(|share| notation(b"{}", 2_500_000 / share)) },
    Bomb { name: "5 MB of empty maps in binary", make: Long(|share| binary(b"{\0\0\0\0}", 833_333 / share)) },
    Bomb {
        name: "5 MB of maps of one entry in notation",
        make: Long(|share| notation(b"{'':!}", 833_333 / share)),
    },
    Bomb {
        name: "5 MB of one key in notation",
        make: Long(|share| map(|_| b"'a':!,".to_vec(), 833_333 / share)),
    },
    Bomb {
        name: "5 MB of keys in notation",
        make: Long(|share| map(|i| format!("'{i}':!,").into_bytes(), 450_000 / share)),
    },
    Bomb { name: "5 MB of one key in binary", make: Long(equal_keys) },
    Bomb {
        name: "5 MB of strays in notation",
        make: Long(|share| map(|_| b"x".to_vec(), 5_000_000 / share)),
    },
    Bomb {
        name: "5 MB of keys without a value in XML",
        make: Long(|share| xml(&[&b"<map>"[..], &b"<key/>".repeat(833_333 / share), b"</map>"].concat(), 1)),
    },
    Bomb {
        name: "5 MB of text between values in XML",
        make: Long(|share| xml(b"x<undef/>", 555_555 / share)),
    },
    Bomb { name: "5 MB of bad dates in notation", make: Long(|share| notation(b"d''", 1_666_666 / share)) },
    Bomb { name: "5 MB of empty texts in notation", make: Long(|share| notation(b"''", 2_500_000 / share)) },
    Bomb { name: "5 MB of comments in XML", make: Long(|share| xml(b"<!---->", 714_285 / share)) },
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

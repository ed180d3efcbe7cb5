//! Archives.

use super::{Bomb, long, rbxbinary};
use crate::archives::{Zipped, gzip, tar_member, warc_record, zip, zip_of, zip_shared};
use miniz_oxide::deflate::compress_to_vec;

pub(super) const BOMBS: &[Bomb] = &[
    long("a gigabyte of zeros, zip", |share| zeros(share, 1 << 30)),
    long("a gigabyte of zeros that are said to be few, zip", |share| zeros(share, 60_000_000)).for_crates(),
    long("6 members of 60 MB of zeros, zip", large),
    long("6 members of 60 MB of zeros, tar in gzip", tarball).for_crates(),
    // What fails, is passed over or is named costs as much.
    long("5,000 members that share a broken stream of 60 MB, zip", |share| broken(share, 5000 / share)),
    long("2,000 members that share a broken stream of 60 MB, 50 times in zip", |share| {
        inside("a.zip", &broken(share, 2000 / share), 50)
    }),
    long("a gigabyte that is passed over, tar in gzip, 240 times in zip", |share| {
        inside("a.tgz", &passed_over(share), 240)
    }),
    long("100,000 empty members behind a name of 60 KB, zip in zip", named),
    long("3,000 names of a megabyte, tar in gzip in zip", |share| {
        inside("a.tgz", &renamed(share, "././@LongLink", b'L'), 1)
    }),
    long("3,000 names of a megabyte, pax in gzip in zip", |share| {
        inside("a.tgz", &renamed(share, "pax", b'x'), 1)
    }),
    long("20,000 addresses of 60 KB, WARC in gzip", addressed),
    long("500,000 sparse members, tar in gzip", refused),
    long("20,000 archives without members, zip in zip", empty),
    long("100,000 small models that become large, tar in gzip", models),
    long("60 MB of undef, zip", undef),
];

fn zeros(share: usize, stated: u64) -> Vec<u8> {
    let packed = compress_to_vec(&vec![0; (1 << 30) / share], 1);
    zip_of(&[Zipped { name: "zeros", packed: &packed, n_bytes: stated, ..Zipped::DEFLATED }], false)
}

fn large(share: usize) -> Vec<u8> {
    let plain = vec![0; 60_000_000 / share];
    let (packed, checksum) = (compress_to_vec(&plain, 6), crc32fast::hash(&plain));
    let n_bytes = plain.len() as u64;
    zip_of(&[Zipped { name: "zeros", packed: &packed, n_bytes, checksum, ..Zipped::DEFLATED }; 6], false)
}

fn tarball(share: usize) -> Vec<u8> {
    gzip(&tar_member("zeros", b'0', &vec![0; 60_000_000 / share]).repeat(6))
}

/// Members of one stream, whose last bytes are broken.
fn broken(share: usize, n_members: usize) -> Vec<u8> {
    let n_bytes = 60_000_000 / share;
    let mut packed = compress_to_vec(&vec![0; n_bytes], 6);
    packed.truncate(packed.len() - 6);
    packed.extend([0xff; 4]);
    let member = Zipped { name: "z", packed: &packed, n_bytes: n_bytes as u64, ..Zipped::DEFLATED };
    zip_shared(&member, n_members)
}

/// The same archive many times in another.
fn inside(name: &str, archive: &[u8], n_members: usize) -> Vec<u8> {
    let packed = compress_to_vec(archive, 9);
    let (n_bytes, checksum) = (archive.len() as u64, crc32fast::hash(archive));
    zip_shared(&Zipped { name, packed: &packed, n_bytes, checksum, ..Zipped::DEFLATED }, n_members)
}

fn passed_over(share: usize) -> Vec<u8> {
    gzip(&tar_member("large", b'0', &vec![0; (1 << 30) / share]))
}

fn named(share: usize) -> Vec<u8> {
    let empty = zip_shared(&Zipped { name: "a", packed: b"", ..Zipped::DEFLATED }, 100_000 / share);
    inside(&"n".repeat(60_000), &empty, 1)
}

/// Members behind an extended header of a megabyte, each in gzip of its own, which is quick to make.
fn renamed(share: usize, name: &str, kind: u8) -> Vec<u8> {
    let len = 1 << 20;
    // As a record of pax; GNU takes all of it for the name.
    let mut path = format!("{len} path=").into_bytes();
    path.resize(len - 1, b'n');
    path.push(b'\n');
    gzip(&[tar_member(name, kind, &path), tar_member("a", b'0', b"")].concat()).repeat(3000 / share)
}

fn addressed(share: usize) -> Vec<u8> {
    gzip(&warc_record("resource", &"u".repeat(60_000), b"text")).repeat(20_000 / share)
}

fn refused(share: usize) -> Vec<u8> {
    gzip(&tar_member("sparse", b'S', b"").repeat(500_000 / share))
}

fn empty(share: usize) -> Vec<u8> {
    let empty = gzip(&tar_member("folder", b'5', b""));
    zip(&vec![("a.tgz", empty); 20_000 / share])
}

/// Models of some hundred bytes that take a tenth of a second each, and differ.
fn models(share: usize) -> Vec<u8> {
    let small = rbxbinary::BOMBS.iter().map(Bomb::full).min_by_key(Vec::len).unwrap_or_default();
    let model = |number: usize| [&small, &number.to_le_bytes()[..]].concat();
    let members = (0..100_000 / share).map(|number| tar_member("a.rbxm", b'0', &model(number)));
    gzip(&members.collect::<Vec<_>>().concat())
}

fn undef(share: usize) -> Vec<u8> {
    let n_values = 60_000_000 / share;
    let count = u32::try_from(n_values).unwrap_or_default().to_be_bytes();
    zip(&[("a.llsd", [b"<?llsd/binary?>\n[", &count[..], &vec![b'!'; n_values], b"]"].concat())])
}

//! Archives that are made for tests, and what reading any bytes as an archive owes.

use miniz_oxide::deflate::compress_to_vec;
use rezkit::archive::{Options, walk};
use rezkit::usual_memory;
use std::io::Cursor;
use std::ops::ControlFlow;

/// Checks that reading any bytes as an archive ends, and neither unpacks nor hands out more than is allowed.
///
/// # Panics
///
/// If it does.
pub fn archive(bytes: &[u8]) {
    let (mut n_bytes, mut n_handed_out, mut longest) = (0, 0_usize, 0);
    let n_unpacked = walk(Cursor::new(bytes), &Options::default(), &mut |member| {
        let (path, len) = match &member {
            Ok(member) => (member.path, member.bytes.len()),
            Err(problem) => (&*problem.path, problem.message.len()),
        };
        n_handed_out += 1;
        n_bytes += len + path.len();
        longest = longest.max(path.len());
        ControlFlow::Continue(())
    });
    let granted = usual_memory(bytes.len());
    assert!(n_bytes <= granted, "{n_bytes} bytes of members and paths");
    // Each is charged as much as a header of tar.
    assert!(n_handed_out <= granted / 512 + 1, "{n_handed_out} members and problems");
    // What is read ahead in each archive in another.
    assert!(n_unpacked <= granted as u64 + (1 << 18), "{n_unpacked} bytes unpacked");
    // Of an archive in an archive in an archive, with what ends a path that is cut.
    assert!(longest <= 3 * 4100, "a path of {longest} bytes");
}

/// A block of a tar archive, and data after it, filled up to whole blocks; `kind` distinguishes files (`0`) from links
/// and others.
#[must_use]
pub fn tar_member(name: &str, kind: u8, data: &[u8]) -> Vec<u8> {
    let mut block = [0; 512];
    let mut put = |at: usize, text: &[u8]| block[at..at + text.len()].copy_from_slice(text);
    put(0, &name.as_bytes()[..name.len().min(100)]);
    put(100, b"0000644\0");
    put(124, format!("{:011o}\0", data.len()).as_bytes());
    put(136, b"14742147000\0");
    put(148, b"        ");
    put(156, &[kind]);
    put(257, b"ustar\x0000");
    let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
    block[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
    let mut bytes = block.to_vec();
    bytes.extend(data);
    bytes.resize(bytes.len().next_multiple_of(512), 0);
    bytes
}

/// A tar archive of files.
#[must_use]
pub fn tar<B: AsRef<[u8]>>(members: &[(&str, B)]) -> Vec<u8> {
    let mut bytes: Vec<u8> =
        members.iter().flat_map(|(name, data)| tar_member(name, b'0', data.as_ref())).collect();
    bytes.extend([0; 1024]);
    bytes
}

/// The storage of a member of a zip archive.
#[derive(Debug, Clone, Copy)]
pub struct Zipped<'z> {
    /// Its path.
    pub name: &'z str,
    /// Its bytes, as they are stored.
    pub packed: &'z [u8],
    /// The declared size in bytes.
    pub n_bytes: u64,
    /// The checksum that they are said to have.
    pub checksum: u32,
    /// 0 for stored, 8 for deflated.
    pub method: u16,
    /// The attributes of Unix, such as `0o120777` for a link.
    pub mode: u32,
}

impl<'z> Zipped<'z> {
    /// A deflated file without bytes and without a name.
    pub const DEFLATED: Self =
        Self { name: "", packed: &[], n_bytes: 0, checksum: 0, method: 8, mode: 0o100_644 };

    /// A file as it is.
    #[must_use]
    pub fn stored(name: &'z str, bytes: &'z [u8]) -> Self {
        let (n_bytes, checksum) = (bytes.len() as u64, crc32fast::hash(bytes));
        Self { name, packed: bytes, n_bytes, checksum, method: 0, ..Self::DEFLATED }
    }
}

/// A zip archive with what its directory says; with `wide`, numbers have 64 bits.
#[must_use]
pub fn zip_of(members: &[Zipped<'_>], wide: bool) -> Vec<u8> {
    zipped(members, 1, wide)
}

/// A zip archive with one member, which has many entries in the directory.
#[must_use]
pub fn zip_shared(member: &Zipped<'_>, n_entries: usize) -> Vec<u8> {
    zipped(&[*member], n_entries, false)
}

fn zipped(members: &[Zipped<'_>], n_entries_each: usize, wide: bool) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for member in members {
        let (offset, start) = (bytes.len() as u64, directory.len());
        let name = member.name.as_bytes();
        let n_packed = member.packed.len() as u64;
        let narrow = |number: u64| if wide { u32::MAX } else { u32::try_from(number).unwrap_or(u32::MAX) };
        let numbers = [member.n_bytes, n_packed, offset];
        let extra: Vec<u8> = match wide {
            true => [1, 0, 24, 0].into_iter().chain(numbers.into_iter().flat_map(u64::to_le_bytes)).collect(),
            false => Vec::new(),
        };
        let len = |bytes: &[u8]| u16::try_from(bytes.len()).unwrap_or(u16::MAX).to_le_bytes();
        // From the method to the lengths; 2026-11-23 04:08:48.
        let mut shared = member.method.to_le_bytes().to_vec();
        shared.extend([0x18, 0x21, 0x77, 0x5d]);
        shared.extend(member.checksum.to_le_bytes());
        shared.extend(narrow(n_packed).to_le_bytes());
        shared.extend(narrow(member.n_bytes).to_le_bytes());
        shared.extend(len(name));
        bytes.extend(b"PK\x03\x04\x14\0\0\0");
        bytes.extend(&shared);
        bytes.extend([0, 0]);
        bytes.extend(name);
        bytes.extend(member.packed);
        directory.extend(b"PK\x01\x02\x14\x03\x14\0\0\0");
        directory.extend(&shared);
        directory.extend(len(&extra));
        directory.extend([0; 6]);
        directory.extend((member.mode << 16).to_le_bytes());
        directory.extend(narrow(offset).to_le_bytes());
        directory.extend(name);
        directory.extend(extra);
        let entry = directory.split_off(start);
        directory.extend(entry.repeat(n_entries_each));
    }
    let n = (members.len() * n_entries_each) as u64;
    let (start, size) = (bytes.len() as u64, directory.len() as u64);
    bytes.extend(directory);
    if wide {
        let end = bytes.len() as u64;
        bytes.extend(b"PK\x06\x06");
        for number in [44, 0x2d_002d, 0, n, n, size, start] {
            // Two versions and two numbers of disks.
            let is_half = number == 0x2d_002d;
            bytes.extend(&number.to_le_bytes()[..if is_half { 4 } else { 8 }]);
        }
        bytes.extend(b"PK\x06\x07\0\0\0\0");
        bytes.extend(end.to_le_bytes());
        bytes.extend([1, 0, 0, 0]);
    }
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    let n = u16::try_from(n).unwrap_or(u16::MAX).to_le_bytes();
    bytes.extend([n, n].concat());
    let narrow = |number: u64| if wide { u32::MAX } else { u32::try_from(number).unwrap_or(u32::MAX) };
    bytes.extend([narrow(size), narrow(start)].map(u32::to_le_bytes).concat());
    bytes.extend([0, 0]);
    bytes
}

/// A zip archive of deflated files.
#[must_use]
pub fn zip<B: AsRef<[u8]>>(members: &[(&str, B)]) -> Vec<u8> {
    let packed: Vec<_> = members.iter().map(|(_, data)| compress_to_vec(data.as_ref(), 6)).collect();
    let mut entries = Vec::new();
    for ((name, data), packed) in members.iter().zip(&packed) {
        let n_bytes = data.as_ref().len() as u64;
        let checksum = crc32fast::hash(data.as_ref());
        entries.push(Zipped { name, packed, n_bytes, checksum, ..Zipped::DEFLATED });
    }
    zip_of(&entries, false)
}

/// A record of a web archive.
#[must_use]
pub fn warc_record(kind: &str, uri: &str, block: &[u8]) -> Vec<u8> {
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\nWARC-Date: 2026-11-23T04:08:49Z\r\n\
         Content-Length: {}\r\n\r\n",
        block.len()
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// Bytes in gzip.
#[must_use]
pub fn gzip(plain: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];
    bytes.extend(compress_to_vec(plain, 6));
    bytes.extend(crc32fast::hash(plain).to_le_bytes());
    bytes.extend((plain.len() as u32).to_le_bytes());
    bytes
}

/// Archives of each kind that are read without a problem, as seeds.
#[must_use]
pub fn seeds() -> Vec<Vec<u8>> {
    let members = [("a.mesh", b"version 1.00\n0\n".as_slice()), ("b/c.txt", b"text")];
    let nested = zip(&[("in.tar", tar(&members)), ("d.mesh", members[0].1.to_vec())]);
    let answer = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ntext\r\n0\r\n\r\n";
    let records = [warc_record("response", "http://a/b", answer), warc_record("resource", "file:c", b"text")];
    vec![
        tar(&members),
        [tar_member("././@LongLink", b'L', &[b'n'; 120]), tar(&members)].concat(),
        [tar_member("pax", b'x', b"19 path=d/e f.mesh\n"), tar(&members)].concat(),
        zip(&members),
        zip_of(&[Zipped::stored("s", b"text")], true),
        records.concat(),
        records.map(|record| gzip(&record)).concat(),
        gzip(&tar(&members)),
        nested,
    ]
}

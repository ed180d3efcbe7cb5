//! Tests of the members of archives by value.

use fuzz::archives::{Zipped, gzip, seeds, tar, tar_member, warc_record, zip, zip_of, zip_shared};
use fuzz::mutate::{cuts, mutant};
use miniz_oxide::deflate::compress_to_vec;
use rezkit::ProblemKind;
use rezkit::archive::{HEAD, Kind, Options, kind, walk};
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::ops::ControlFlow;

/// The results of a walk: path, start, time, bytes and warnings of members, or path, byte and message of problems.
fn found(bytes: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    walk(Cursor::new(bytes), &Options::default(), &mut |member| {
        found.push(match member {
            Ok(member) => {
                let mtime = member.mtime.map(|time| time.to_string()).unwrap_or_default();
                let warnings = member.warnings.iter().map(|warning| format!("; {}", warning.message));
                let (path, at, bytes) = (member.path, member.at, String::from_utf8_lossy(member.bytes));
                format!("{path} {at} {mtime} {bytes}{}", warnings.collect::<String>())
            }
            Err(problem) => format!("{}! {:?} {}", problem.path, problem.byte, problem.message),
        });
        ControlFlow::Continue(())
    });
    found
}

const MEMBERS: [(&str, &str); 2] = [("a.mesh", "version"), ("b/c.txt", "")];

#[test]
fn tar_files() {
    let plain = tar(&MEMBERS);
    let files = ["a.mesh 0 2025-01-16T09:14:40Z version", "b/c.txt 1024 2025-01-16T09:14:40Z "];
    assert_eq!((kind(&plain), found(&plain)), (Some(Kind::Tar), files.map(String::from).to_vec()));
    // The same in gzip, and without the blocks at the end.
    let packed = gzip(&plain);
    assert_eq!((kind(&packed), found(&packed)), (Some(Kind::Tar), files.map(String::from).to_vec()));
    assert_eq!(found(&plain[..1536]), files);
    let long = "n".repeat(120);
    let named = [
        tar_member("././@LongLink", b'L', long.as_bytes()),
        tar_member("short", b'0', b"1"),
        tar_member("pax", b'x', b"19 path=d/e f.mesh\n22 mtime=1350244992.5\n"),
        tar_member("short", b'0', b"2"),
        tar_member("link", b'2', b""),
        tar_member("hard", b'1', b""),
        tar_member("folder", b'5', b""),
        tar_member("sparse", b'S', b"xyz"),
        tar_member("last", 0, b"3"),
    ];
    let expected = [
        format!("{long} 1024 2025-01-16T09:14:40Z 1"),
        "d/e f.mesh 3072 2012-10-14T20:03:12.5Z 2".to_owned(),
        "sparse! Some(5632) sparse files are not supported".to_owned(),
        "last 6656 2025-01-16T09:14:40Z 3".to_owned(),
    ];
    assert_eq!(found(&named.concat()), expected);
}

#[test]
fn tar_that_is_broken() {
    let plain = tar(&MEMBERS);
    assert_eq!(found(&plain[..515]), ["a.mesh! Some(515) the archive is cut short"]);
    assert_eq!(found(&plain[..600])[0], "a.mesh 0 2025-01-16T09:14:40Z version");
    let mut odd = plain.clone();
    odd[1024] ^= 1;
    assert_eq!(found(&odd)[1], "! Some(1024) this is not a header of a tar archive");
    // A size that nothing is behind costs no memory.
    let mut huge = tar_member("huge", b'0', b"");
    huge[124..136].copy_from_slice(b"\x80\0\0\0\0\0\x0f\0\0\0\0\0");
    let sum: u32 = huge
        .iter()
        .enumerate()
        .map(|(i, byte)| if (148..156).contains(&i) { 32 } else { u32::from(*byte) })
        .sum();
    huge[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    let refused = found(&huge);
    assert!(refused[0].starts_with("huge! Some(0) the member has 15.0 TiB, and the limit is"), "{refused:?}");
    assert_eq!(refused[1], "! Some(512) the archive is cut short");
}

#[test]
fn zip_files() {
    let plain = zip(&MEMBERS);
    let files = ["a.mesh 0 2026-11-23T04:08:48Z version", "b/c.txt 45 2026-11-23T04:08:48Z "];
    assert_eq!((kind(&plain), found(&plain)), (Some(Kind::Zip), files.map(String::from).to_vec()));
    // What stands before an archive, and a comment behind it.
    let mut shifted = [b"#!/bin/sh\n".as_slice(), &plain].concat();
    let len = shifted.len();
    shifted[len - 2..].copy_from_slice(&[3, 0]);
    shifted.extend(b"hey");
    assert_eq!(found(&plain).len(), 2);
    let mut head = b"PK\x03\x04".to_vec();
    head.extend(&shifted);
    assert_eq!(found(&head)[0], "a.mesh 14 2026-11-23T04:08:48Z version");
    let stored = Zipped::stored("s", b"text");
    let others = [
        Zipped { name: "folder/", packed: b"", n_bytes: 0, ..stored },
        Zipped { name: "link", mode: 0o120_777, ..stored },
        Zipped { name: "odd", method: 12, ..stored },
        Zipped { name: "short", n_bytes: 5, ..stored },
        Zipped { name: "noise", method: 8, packed: b"\xff\xff", ..stored },
    ];
    let wide = zip_of(&[stored], true);
    assert_eq!(found(&wide), ["s 0 2026-11-23T04:08:48Z text"]);
    let expected = [
        "odd! Some(75) the member uses compression method 12, which is not supported",
        "short! Some(112) the member has 4 bytes instead of the stated 5",
        "noise! Some(151) the deflate stream is broken: it is not a deflate stream",
    ];
    assert_eq!(found(&zip_of(&others, false)), expected);
}

#[test]
fn zip_that_is_broken() {
    let plain = zip(&MEMBERS);
    assert_eq!(found(&plain[..60]), ["! None the zip archive has no end: it is cut short"]);
    let mut odd = plain.clone();
    odd[0] = b'p';
    // Not an archive by its start any more.
    assert_eq!(found(&odd), ["! None this kind of archive cannot be read"]);
    let mut moved = plain.clone();
    let directory = plain.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    moved[directory + 42] = 7;
    assert_eq!(found(&moved)[0], "a.mesh! Some(7) the directory states an offset at which no member begins");
}

#[test]
fn web_archives() {
    let answer = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ntext\r\n0\r\n\r\n";
    let records = [
        warc_record("warcinfo", "", b"software: x"),
        warc_record("response", "<http://a/b.mesh?x=1>", answer),
        warc_record("request", "http://a/b", b"GET / HTTP/1.1\r\n\r\n"),
        warc_record("resource", "file:c", b"more"),
        warc_record(
            "response",
            "http://a/cut",
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\ntext",
        ),
    ];
    let plain = records.concat();
    let at: Vec<_> = (0..5).map(|n| records[..n].concat().len()).collect();
    let broken = plain.len() - 4 - 4;
    let expected = [
        format!("http://a/b.mesh?x=1 {} 2026-11-23T04:08:49Z text", at[1]),
        format!("file:c {} 2026-11-23T04:08:49Z more", at[3]),
        format!("http://a/cut! Some({broken}) the chunk is cut short"),
    ];
    assert_eq!((kind(&plain), found(&plain)), (Some(Kind::Warc), expected.to_vec()));
    // Each record in a gzip stream of its own, as crawlers do.
    let packed = records.map(|record| gzip(&record)).concat();
    assert_eq!((kind(&packed), found(&packed)), (Some(Kind::Warc), expected.to_vec()));
    assert_eq!(found(&plain[..at[4] - 6])[1].split(' ').next(), Some("file:c!"));
    assert_eq!(
        found(b"WARC/1.0\r\nWARC-Type: response\r\n\r\n"),
        ["! Some(0) a record does not state its length"]
    );
    let cut = &packed[..packed.len() - 20];
    assert!(found(cut)[2].ends_with("the gzip stream is broken: it is cut short"), "{:?}", found(cut));
}

#[test]
fn archives_in_archives_are_read_two_levels_deep() {
    let inner = tar(&[("x", "1")]);
    let first = zip(&[("in.tar", inner.clone())]);
    let second = tar(&[("z.zip", first.clone())]);
    let third = zip(&[("t.tar", second.clone())]);
    assert_eq!(found(&first), ["in.tar/x 0 2025-01-16T09:14:40Z 1"]);
    assert_eq!(found(&second), ["z.zip/in.tar/x 0 2025-01-16T09:14:40Z 1"]);
    let [deep] = &*found(&third) else { panic!("one member") };
    let too_deep = "t.tar/z.zip/in.tar! Some(0) archives are opened two levels deep, and this one is deeper";
    assert_eq!(deep, too_deep);
    // A nested one that is broken does not hide what follows.
    let all = tar(&[("a.tar", &inner[..512]), ("b", b"2")]);
    let (path, rest) = ("a.tar/x!", "b 1024 2025-01-16T09:14:40Z 2");
    assert_eq!(found(&all), [format!("{path} Some(512) the archive is cut short"), rest.to_owned()]);
}

const DAMAGED: &str = "the checksum does not match the bytes";

#[test]
fn checksums_are_compared() {
    let mut stored =
        zip_of(&[Zipped { name: "s", packed: b"text", n_bytes: 4, method: 0, ..Zipped::DEFLATED }], false);
    assert_eq!(found(&stored), [format!("s 0 2026-11-23T04:08:48Z text; {DAMAGED}")]);
    // In an archive it is said once of the archive itself.
    stored = zip(&[("inner.zip", &stored)]);
    assert_eq!(found(&stored), [format!("inner.zip/s 0 2026-11-23T04:08:48Z text; {DAMAGED}")]);
    // The last byte but seven is one of a checksum in gzip.
    let flipped = |plain: &[u8]| {
        let mut packed = gzip(plain);
        let at = packed.len() - 8;
        packed[at] ^= 1;
        packed
    };
    let members =
        ["a.mesh 0 2025-01-16T09:14:40Z version", "b/c.txt 1024 2025-01-16T09:14:40Z "].map(String::from);
    assert_eq!(found(&flipped(&tar(&MEMBERS))), [&members[..], &[format!("! None {DAMAGED}")]].concat());
    // A record of its own stream is named, also where it is none that is handed out.
    let record = |kind, uri| warc_record(kind, uri, b"text");
    let records = [
        gzip(&record("resource", "a")),
        flipped(&record("resource", "b")),
        flipped(&record("request", "c")),
        gzip(&record("resource", "d")),
    ];
    let at = record("resource", "a").len();
    let behind = 2 * at + record("request", "c").len();
    assert_eq!(
        found(&records.concat()),
        [
            "a 0 2026-11-23T04:08:49Z text".to_owned(),
            format!("b {at} 2026-11-23T04:08:49Z text; {DAMAGED}"),
            format!("c! Some({}) {DAMAGED}", 2 * at),
            format!("d {behind} 2026-11-23T04:08:49Z text"),
        ]
    );
}

#[test]
fn bytes_are_unpacked_for_two_members_at_most() {
    let text = Zipped::stored("s", b"text");
    let expected = [
        "s 0 2026-11-23T04:08:48Z text",
        "s 0 2026-11-23T04:08:48Z text; the member shares its bytes with another",
        "s! Some(0) this member shares its bytes with two others, and is not unpacked again",
        "s! Some(0) this member shares its bytes with two others, and is not unpacked again",
    ];
    assert_eq!(found(&zip_shared(&text, 4)), expected);
    // A member may hold another one.
    let outer = zip_of(&[Zipped { name: "outer", packed: b"....", ..text }, text], false);
    assert!(found(&outer)[1].ends_with("text"), "{:?}", found(&outer));
}

#[test]
fn long_paths_are_cut() {
    let long = "n".repeat(5000);
    let whole = "n".repeat(4096);
    let inner = zip(&[(&*long, "1"), (&whole, "2")]);
    let shown = format!("{}[…]", "n".repeat(200));
    let paths = |bytes: &[u8]| {
        found(bytes).iter().map(|line| line.split(' ').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(paths(&zip(&[(&*long, &inner)])), [format!("{shown}/{shown}"), format!("{shown}/{whole}")]);
    // Between letters.
    let wide = "ä".repeat(3000) + "b";
    assert_eq!(paths(&zip(&[(&*wide, "1")])), [format!("{}[…]", "ä".repeat(100))]);
}

#[test]
fn small_archives_do_not_become_large() {
    for bomb in fuzz::bombs::for_format("archive") {
        let bytes = bomb.part(if bomb.name.contains("gigabyte of") { 4 } else { 8 });
        // However much is in it.
        fuzz::archives::archive(&bytes);
    }
}

/// One problem each, at the end, and what came before it.
#[test]
fn what_is_too_much_ends_the_walk() {
    let limits = [
        ("a gigabyte of zeros, zip", 4, 0, ProblemKind::Limit),
        ("a gigabyte of zeros that are said to be few, zip", 4, 0, ProblemKind::Framing),
        ("6 members of 60 MB of zeros, zip", 1, 4, ProblemKind::Limit),
        ("6 members of 60 MB of zeros, tar in gzip", 1, 4, ProblemKind::Limit),
    ];
    for (name, share, n_members, kind) in limits {
        let bomb = fuzz::bombs::for_format("archive").iter().find(|bomb| bomb.name == name).unwrap();
        let (mut n_handed_out, mut problems) = (0, Vec::new());
        walk(Cursor::new(bomb.part(share)), &Options::default(), &mut |member| {
            match member {
                Ok(_) => n_handed_out += 1,
                Err(problem) => problems.push(problem),
            }
            ControlFlow::Continue(())
        });
        let [problem] = &*problems else { panic!("{name}: {problems:?}") };
        assert_eq!((n_handed_out, problem.kind), (n_members, kind), "{name}: {problem}");
    }
}

/// Failed members, skipped members and nested archives share one budget.
#[test]
fn failures_are_counted() {
    let broken = [&compress_to_vec(&[0; 1000], 6)[..10], &[0xff; 4]].concat();
    let member = Zipped { name: "z", packed: &broken, n_bytes: 60_000_000, ..Zipped::DEFLATED };
    let skipped = gzip(&tar_member("folder", b'D', &vec![0; 60_000_000]));
    for bytes in [
        zip_of(&[member; 9], false),
        zip(&[("a.zip", zip_of(&[member; 2], false)), ("b.zip", zip_of(&[member; 7], false))]),
        zip(&[
            ("a.tgz", &skipped),
            ("b.tgz", &skipped),
            ("c.tgz", &skipped),
            ("d.tgz", &skipped),
            ("e.tgz", &skipped),
        ]),
    ] {
        let all = found(&bytes);
        assert!(all.last().unwrap().contains("the unpacked archive exceeds the limit"), "{all:?}");
        assert!(all.len() <= 5, "{all:?}");
    }
}

/// A file of which one read fails.
struct Failing<'b> {
    bytes: Cursor<&'b [u8]>,
    /// The number of reads that succeed before the failure.
    n_left: usize,
}

impl Read for Failing<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.n_left = self.n_left.checked_sub(1).ok_or_else(|| io::Error::other("a read failed"))?;
        // In pieces, so that there are many reads.
        let n = out.len().min(700);
        self.bytes.read(&mut out[..n])
    }
}

impl Seek for Failing<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.bytes.seek(to)
    }
}

#[test]
fn what_the_system_does_not_hand_over_is_not_called_damaged() {
    for (number, seed) in seeds().iter().enumerate() {
        let problems = |n_left| {
            let mut problems = Vec::new();
            let mut source = Failing { bytes: Cursor::new(&**seed), n_left };
            walk(&mut source, &Options::default(), &mut |member| {
                problems.extend(member.err().map(|problem| (problem.kind, problem.message)));
                ControlFlow::Continue(())
            });
            problems
        };
        let failed = (0..).map(problems).take_while(|problems| !problems.is_empty());
        let expected = (ProblemKind::Io, "a read failed".to_owned());
        let n_failed = failed
            .inspect(|found| assert!(found.iter().all(|it| *it == expected), "{number}: {found:?}"))
            .count();
        assert!(n_failed > 1, "{number}");
    }
}

#[test]
fn any_bytes_end() {
    for seed in seeds() {
        assert!(kind(&seed[..seed.len().min(HEAD)]).is_some());
        assert!(found(&seed).iter().all(|line| !line.contains('!')), "{:?}", found(&seed));
        for cut in cuts(seed.len()) {
            fuzz::archives::archive(&seed[..cut]);
        }
        for number in 0..200 {
            fuzz::archives::archive(&mutant(&seed, number));
        }
    }
}

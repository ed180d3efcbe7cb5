//! Archives: tar, zip and WARC, whose members are passed to a callback one by one. Nothing is extracted to disk and
//! links are not followed, so that paths of members are just names.
//!
//! ```
//! use files::archive::{Kind, Options, kind, walk};
//! use std::io::Cursor;
//! use std::ops::ControlFlow;
//!
//! let warc = b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a/chair.mesh\r\nContent-Length: 15\r\n\r\n\
//!     version 1.00\n0\n\r\n\r\n";
//! assert_eq!(kind(warc), Some(Kind::Warc));
//! let mut found = Vec::new();
//! walk(Cursor::new(warc), &Options::default(), &mut |member| {
//!     let member = member.unwrap();
//!     found.push((member.path.to_owned(), member.bytes.len()));
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(found, [("http://a/chair.mesh".to_owned(), 15)]);
//! ```

mod gunzip;
mod http;
mod sink;
mod stream;
mod tar;
mod warc;
mod work;
mod zip;

use self::gunzip::{Damage, Gunzip};
use self::sink::Sink;
use self::stream::Stream;
use self::work::Work;
use super::timestamp::Timestamp;
use scene::allowance::usual_memory;
use scene::problem::{Problem, ProblemKind};
use std::io::{BufReader, Cursor, Read, Seek, SeekFrom};
use std::ops::ControlFlow;

/// The kinds of archives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Tape archives, as `tar` writes them: ustar, GNU and pax; also in gzip.
    Tar,
    /// ZIP, and formats based on it.
    Zip,
    /// Web archives (ISO 28500), as crawlers write them; also in gzip.
    Warc,
}

/// A file in an archive, with its content.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Member<'m> {
    /// The path in the archive, or the address in a web archive; in nested archives, both paths joined by a slash. It
    /// is untrusted, and must not be used to open files.
    pub path: &'m str,
    /// The offset of the member in its archive, or in the decompressed archive if it is in gzip.
    pub at: u64,
    /// The time when the member was modified or fetched.
    pub mtime: Option<Timestamp>,
    /// The content of the member.
    pub bytes: &'m [u8],
    /// Recoverable problems with the member, such as a wrong checksum: for
    /// [`OpenOptions::warnings`](crate::OpenOptions::warnings).
    pub warnings: &'m [Problem],
}

/// A callback that receives members. A problem gives the path of its member and the offset in the archive at
/// which it occurred; the walk ends only if no further member can be found.
pub type Take<'t> = dyn FnMut(Result<Member<'_>, Problem>) -> ControlFlow<()> + 't;

/// Options of [`walk`].
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct Options {
    max_memory: Option<usize>,
}

impl Options {
    /// Sets the approximate memory limit for a member. It also bounds the unpacked size of an archive if it is above
    /// the default, which is [`usual_memory`] of the archive.
    #[must_use]
    pub fn max_memory(self, bytes: usize) -> Self {
        Self { max_memory: Some(bytes), ..self }
    }
}

/// The number of bytes at the start of a file that determine the kind of an archive.
pub const HEAD: usize = 4096;

/// Determines the kind of an archive, which may be in gzip, from its first [`HEAD`] bytes.
#[must_use]
pub fn kind(head: &[u8]) -> Option<Kind> {
    kind_of(head, &Work::new(tar::BLOCK))
}

fn kind_of(head: &[u8], work: &Work) -> Option<Kind> {
    // A ZIP archive is read from its end, which a decompressed stream cannot seek to.
    plain_kind(head).or_else(|| plain_kind(&unzipped_head(head, work)?).filter(|kind| *kind != Kind::Zip))
}

fn plain_kind(head: &[u8]) -> Option<Kind> {
    match head {
        // An empty ZIP archive consists of its end record.
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(Kind::Zip),
        _ if head.starts_with(b"WARC/") => Some(Kind::Warc),
        _ if tar::detect(head) => Some(Kind::Tar),
        _ => None,
    }
}

/// The first block of the content of a gzip stream.
fn unzipped_head(head: &[u8], work: &Work) -> Option<Vec<u8>> {
    let mut plain = Vec::new();
    let is_gzip = head.starts_with(&[0x1f, 0x8b, 8]);
    // The head ends within the stream, so that error is expected.
    let _ = is_gzip.then(|| {
        Gunzip::new(head, &Damage::default(), work).take(tar::BLOCK as u64).read_to_end(&mut plain)
    })?;
    Some(plain)
}

/// Passes the members of an archive to `take`. Archives inside it are walked too, two levels deep; deeper
/// ones are a problem.
///
/// Errors are passed to `take` as problems. All bytes that are unpacked, skipped or passed on, including
/// paths, count towards a limit, which is [`usual_memory`] of the archive, so that a small file cannot expand
/// to a huge one; if it is exceeded, the last problem says so. Each byte of a zip archive is unpacked for at
/// most two members. Paths longer than 4,096 bytes are cut. Returns the number of bytes unpacked, including
/// those of members that failed.
pub fn walk(mut source: impl Read + Seek, options: &Options, take: &mut Take<'_>) -> u64 {
    let len = source.seek(SeekFrom::End(0)).and_then(|len| source.rewind().map(|()| len));
    let granted = len.map(|len| usual_memory(usize::try_from(len).unwrap_or(usize::MAX)));
    match granted {
        Err(error) => {
            let _ = take(Err(Problem::io(&error)));
            0
        }
        Ok(granted) => {
            // A growing buffer exists twice, and a member exists in the reader of its format as well, hence a quarter.
            let most = options.max_memory.unwrap_or(granted) / 4;
            let work = Work::new(granted.max(options.max_memory.unwrap_or_default()));
            let _ = opened(&mut source, &mut Sink { before: "", most, work: &work, take }, 0);
            work.n_unpacked()
        }
    }
}

/// The memory for the decompression tables of a nested archive, in bytes.
const NESTED: u64 = 1 << 14;

/// Upper bound on the nesting of archives.
const MOST_DEPTH: usize = 2;

fn opened<R: Read + Seek>(source: &mut R, sink: &mut Sink<'_, '_>, depth: usize) -> ControlFlow<()> {
    let mut head = Vec::new();
    let read = source.by_ref().take(HEAD as u64).read_to_end(&mut head).and_then(|_| source.rewind());
    if let Err(error) = read {
        return sink.fail(Problem::io(&error));
    }
    let mut add = |member: Member<'_>, sink: &mut Sink<'_, '_>| nested(member, sink, depth);
    match (plain_kind(&head), kind_of(&head, sink.work)) {
        (Some(Kind::Zip), _) => zip::walk(source, sink, &mut add),
        (None, Some(of)) => {
            let damage = Damage::default();
            let mut source = Gunzip::new(BufReader::new(source), &damage, sink.work);
            plain(of, &mut BufReader::with_capacity(BUFFER, &mut source), &damage, sink, &mut add)
        }
        (Some(of), _) => {
            plain(of, &mut BufReader::with_capacity(BUFFER, source), &Damage::default(), sink, &mut add)
        }
        (None, None) => {
            sink.fail(Problem::new(ProblemKind::Unsupported, "this kind of archive cannot be read"))
        }
    }
}

/// The size of the read buffer.
const BUFFER: usize = 1 << 16;

/// Upper bound on the bytes read after the end of a tar archive, to reach the checksum of gzip; `tar` pads to 10 KB.
const MOST_OF_REST: u64 = 1 << 20;

fn plain(
    kind: Kind,
    source: &mut dyn std::io::BufRead,
    damage: &Damage,
    sink: &mut Sink<'_, '_>,
    add: &mut sink::Add<'_>,
) -> ControlFlow<()> {
    let mut stream = Stream::new(source, sink.work, damage);
    match kind {
        Kind::Tar => tar::walk(&mut stream, sink, add),
        _ => warc::walk(&mut stream, sink, add),
    }?;
    // Errors in the padding do not affect a member.
    let _ = stream.skip(MOST_OF_REST);
    match damage.is_before(stream.offset()) {
        true => sink.fail(damaged()),
        false => ControlFlow::Continue(()),
    }
}

/// The problem for a member or an archive with a wrong checksum.
fn damaged() -> Problem {
    Problem::new(ProblemKind::Framing, "the checksum does not match the bytes")
        .help("fetch the archive again")
}

/// Passes on a member, or if it is an archive, its members.
fn nested(member: Member<'_>, sink: &mut Sink<'_, '_>, depth: usize) -> ControlFlow<()> {
    let head = member.bytes.get(..HEAD).unwrap_or(member.bytes);
    if kind_of(head, sink.work).is_none() {
        return sink.give(member);
    }
    if depth == MOST_DEPTH {
        let message = "archives are opened two levels deep, and this one is deeper";
        let problem =
            Problem::new(ProblemKind::Unsupported, message).help("unpack the archive that it is in");
        return sink.refuse(member.path, member.at, problem);
    }
    if let Err(problem) = sink.work.charge(NESTED) {
        return sink.fail(problem);
    }
    let before = sink.path(member.path) + "/";
    let mut inner = Sink { before: &before, most: sink.most, work: sink.work, take: &mut *sink.take };
    for warning in member.warnings {
        inner.fail(warning.clone())?;
    }
    opened(&mut Cursor::new(member.bytes), &mut inner, depth.saturating_add(1))
}

//! Archives: tar, zip and WARC, whose members are handed out one after the other. Nothing is extracted to disk, and no
//! link is followed: the paths of members are names, and lead nowhere.
//!
//! ```
//! use rezkit::archive::{Kind, Options, kind, walk};
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
mod zip;

use self::gunzip::Gunzip;
use self::sink::Sink;
use self::stream::Stream;
use super::timestamp::Timestamp;
use scene::allowance::{Allowance, usual_memory};
use scene::problem::Problem;
use std::io::{BufReader, Cursor, Read, Seek, SeekFrom};
use std::ops::ControlFlow;

/// The kinds of archives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Tape archives, as `tar` writes them: ustar, GNU and pax; also in gzip.
    Tar,
    /// ZIP, and what is built on it.
    Zip,
    /// Web archives (ISO 28500), as crawlers write them; also in gzip.
    Warc,
}

/// A file in an archive.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Member<'m> {
    /// Its path inside, or its address in a web archive; of an archive in an archive, with a slash between the two. It
    /// may be anything: it is not for opening files.
    pub path: &'m str,
    /// Where it begins in its archive, unpacked if that is in gzip.
    pub at: u64,
    /// When it was changed, or fetched.
    pub mtime: Option<Timestamp>,
    /// Its bytes.
    pub bytes: &'m [u8],
}

/// What is done with members. A problem has the path of its member, and the byte of the archive at which it was met; it
/// ends the walk only if nothing behind it can be found.
pub type Take<'t> = dyn FnMut(Result<Member<'_>, Problem>) -> ControlFlow<()> + 't;

/// How to walk.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct Options {
    max_memory: Option<usize>,
}

impl Options {
    /// The approximate memory for a member. By default, and at most, it follows from the length of the archive:
    /// [`usual_memory`](crate::usual_memory), which all members together may have as bytes.
    #[must_use]
    pub fn max_memory(mut self, bytes: usize) -> Self {
        self.max_memory = Some(bytes);
        self
    }
}

/// How many bytes decide what an archive is.
pub const HEAD: usize = 4096;

/// The kind of an archive, by its first [`HEAD`] bytes; also of one in gzip.
#[must_use]
pub fn kind(head: &[u8]) -> Option<Kind> {
    plain_kind(head).or_else(|| plain_kind(&unzipped_head(head)?).filter(|kind| *kind != Kind::Zip))
}

fn plain_kind(head: &[u8]) -> Option<Kind> {
    match head {
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(Kind::Zip),
        _ if head.starts_with(b"WARC/") => Some(Kind::Warc),
        _ if tar::detect(head) => Some(Kind::Tar),
        _ => None,
    }
}

/// The start of what is in gzip.
fn unzipped_head(head: &[u8]) -> Option<Vec<u8>> {
    let mut plain = Vec::new();
    let is_gzip = head.starts_with(&[0x1f, 0x8b, 8]);
    // That it is cut short is no matter.
    let _ = is_gzip.then(|| Gunzip::new(head).take(tar::BLOCK as u64).read_to_end(&mut plain))?;
    Some(plain)
}

/// Hands out the members of an archive. Archives in it are walked, too, and in these again, but not deeper.
///
/// It does not fail: what cannot be read is handed out as a problem. All members together have at most as many bytes as
/// [`usual_memory`](crate::usual_memory) of the archive, so that a small file does not become a large one.
pub fn walk(mut source: impl Read + Seek, options: &Options, take: &mut Take<'_>) {
    let len = source.seek(SeekFrom::End(0)).and_then(|len| source.rewind().map(|()| len));
    let granted = len.map(|len| usual_memory(usize::try_from(len).unwrap_or(usize::MAX)));
    match granted {
        Err(error) => _ = take(Err(Problem::io(&error))),
        Ok(granted) => {
            // A stream that grows is there twice, as a member and in the reader of its format.
            let most = options.max_memory.unwrap_or(granted).min(granted) / 4;
            let allowance = Allowance::new(granted);
            let mut sink = Sink { before: "", most, left: &allowance, take };
            let _ = opened(&mut source, &mut sink, 0);
        }
    }
}

/// How deep archives are in each other.
const MOST_DEPTH: usize = 2;

fn opened<R: Read + Seek>(source: &mut R, sink: &mut Sink<'_, '_>, depth: usize) -> ControlFlow<()> {
    let mut head = Vec::new();
    let read = source.by_ref().take(HEAD as u64).read_to_end(&mut head).and_then(|_| source.rewind());
    if let Err(error) = read {
        return sink.fail(Problem::io(&error));
    }
    let mut add = |member: Member<'_>, sink: &mut Sink<'_, '_>| nested(member, sink, depth);
    match (plain_kind(&head), kind(&head)) {
        (Some(Kind::Zip), _) => zip::walk(source, sink, &mut add),
        (None, Some(of)) => {
            plain(of, &mut BufReader::new(Gunzip::new(BufReader::new(source))), sink, &mut add)
        }
        (Some(of), _) => plain(of, &mut BufReader::new(source), sink, &mut add),
        (None, None) => sink.fail(Problem::new(
            scene::problem::ProblemKind::Unsupported,
            "this is no archive that can be read here",
        )),
    }
}

fn plain(
    kind: Kind,
    source: &mut dyn std::io::BufRead,
    sink: &mut Sink<'_, '_>,
    add: &mut sink::Add<'_>,
) -> ControlFlow<()> {
    let mut stream = Stream::new(source);
    match kind {
        Kind::Tar => tar::walk(&mut stream, sink, add),
        _ => warc::walk(&mut stream, sink, add),
    }
}

/// Hands out a member, or what is in it.
fn nested(member: Member<'_>, sink: &mut Sink<'_, '_>, depth: usize) -> ControlFlow<()> {
    let head = member.bytes.get(..HEAD).unwrap_or(member.bytes);
    if depth == MOST_DEPTH || kind(head).is_none() {
        let path = sink.path(member.path);
        return (sink.take)(Ok(Member { path: &path, ..member }));
    }
    let before = sink.path(member.path) + "/";
    let mut inner = Sink { before: &before, most: sink.most, left: sink.left, take: &mut *sink.take };
    opened(&mut Cursor::new(member.bytes), &mut inner, depth.saturating_add(1))
}

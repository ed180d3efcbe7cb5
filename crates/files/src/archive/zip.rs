//! ZIP (PKWARE's APPNOTE): stored and deflated members, also of more than 4 GB.

use super::sink::{Add, Sink};
use super::{Member, Timestamp, damaged};
use scene::unpack::inflate;
use scene::{Problem, ProblemKind};
use std::io::{self, Read, Seek, SeekFrom};
use std::iter;
use std::ops::ControlFlow;

/// What ends an archive: the signature, and how many bytes it has without the comment.
const END: (&[u8], usize) = (b"PK\x05\x06", 22);

/// Its form with numbers of 64 bits, and what leads to that.
const END_64: (&[u8], usize) = (b"PK\x06\x06", 56);
const LOCATOR: (&[u8], usize) = (b"PK\x06\x07", 20);

/// An entry of the directory, and the header before a member.
const ENTRY: (&[u8], usize) = (b"PK\x01\x02", 46);
const LOCAL: (&[u8], usize) = (b"PK\x03\x04", 30);

pub(super) fn walk<R: Read + Seek>(
    source: &mut R,
    sink: &mut Sink<'_, '_>,
    add: &mut Add<'_>,
) -> ControlFlow<()> {
    let (directory, shift) = match directory(source, sink) {
        Ok(found) => found,
        Err(problem) => return sink.fail(problem),
    };
    let claims = claims(entries(&directory).flatten());
    for (entry, claim) in entries(&directory).zip(claims.into_iter().chain(iter::repeat(Claim::Only))) {
        let Some(entry) = entry else {
            return sink
                .fail(Problem::new(ProblemKind::Framing, "the directory of the zip archive is broken"));
        };
        if entry.is_file() {
            member(source, &entry, (shift, claim), sink, add)?;
        }
    }
    ControlFlow::Continue(())
}

/// The entries of a directory; `None` behind those that can be read, if it goes on.
fn entries(directory: &[u8]) -> impl Iterator<Item = Option<Entry<'_>>> {
    let mut rest = Some(directory).filter(|rest| !rest.is_empty());
    iter::from_fn(move || {
        let read = Entry::read(rest.take()?);
        rest = read.as_ref().map(|(_, after)| *after).filter(|after| !after.is_empty());
        Some(read.map(|(entry, _)| entry))
    })
}

/// How many members the bytes of a member are of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Claim {
    Only,
    Second,
    /// Bytes of it have been unpacked twice: this is how small archives become large.
    Third,
}

/// Of each entry, in the order of the directory, what it shares with those that begin before.
fn claims<'d>(entries: impl Iterator<Item = Entry<'d>>) -> Vec<Claim> {
    let mut places: Vec<_> = entries.map(|entry| entry.place()).zip(0..).collect();
    places.sort_unstable_by_key(|((start, _), index)| (*start, *index));
    let mut claims = vec![Claim::Only; places.len()];
    // Up to where bytes have been unpacked once, and twice.
    let (mut once, mut twice) = (0, 0);
    for ((start, end), index) in places {
        let claim = match start {
            _ if start >= once => Claim::Only,
            _ if start >= twice => Claim::Second,
            _ => Claim::Third,
        };
        if claim < Claim::Third {
            // What it shares with those before it is unpacked a second time.
            twice = twice.max(once.min(end));
            once = once.max(end);
        }
        if let Some(slot) = claims.get_mut(index) {
            *slot = claim;
        }
    }
    claims
}

fn member<R: Read + Seek>(
    source: &mut R,
    entry: &Entry<'_>,
    (shift, claim): (u64, Claim),
    sink: &mut Sink<'_, '_>,
    add: &mut Add<'_>,
) -> ControlFlow<()> {
    let path = String::from_utf8_lossy(entry.name);
    let at = entry.offset.saturating_add(shift);
    let shared = |message| Problem::new(ProblemKind::Framing, message);
    let refused = match claim {
        Claim::Third => Some(shared("two other members have the same bytes: they are not unpacked again")),
        _ => sink.too_large(entry.n_bytes).or_else(|| sink.too_large(entry.n_packed)),
    };
    if let Some(problem) = refused {
        return sink.refuse(&path, at, problem);
    }
    let bytes = sink
        .work
        .charge(entry.n_bytes)
        .and_then(|()| packed(source, at, entry.n_packed))
        .and_then(|packed| entry.unpacked(packed, sink));
    let bytes = match bytes {
        Ok(bytes) => bytes,
        Err(problem) => return sink.refuse(&path, at, problem),
    };
    let mut warnings = Vec::new();
    if claim == Claim::Second {
        warnings.push(shared("its bytes are also those of another member"));
    }
    if crc32fast::hash(&bytes) != entry.checksum {
        warnings.push(damaged());
    }
    add(Member { path: &path, at, mtime: entry.mtime(), bytes: &bytes, warnings: &warnings }, sink)
}

/// The bytes of a member, behind its header.
fn packed<R: Read + Seek>(source: &mut R, at: u64, len: u64) -> Result<Vec<u8>, Problem> {
    let mut head = [0; LOCAL.1];
    let read = source.seek(SeekFrom::Start(at)).and_then(|_| source.read_exact(&mut head));
    read.map_err(|error| broken(&error))?;
    let (true, Some(name), Some(extra)) = (head.starts_with(LOCAL.0), short(&head, 26), short(&head, 28))
    else {
        return Err(Problem::new(ProblemKind::Framing, "no member begins where the directory says"));
    };
    let behind = i64::from(name).saturating_add(extra.into());
    let mut packed = Vec::new();
    let read = source.seek(SeekFrom::Current(behind)).and_then(|_| source.take(len).read_to_end(&mut packed));
    read.map_err(|error| broken(&error))?;
    if (packed.len() as u64) < len {
        return Err(Problem::new(ProblemKind::Framing, "the archive is cut short"));
    }
    Ok(packed)
}

/// The entries of all members, and how far they are from where they say, which is not 0 if something stands before the
/// archive.
fn directory<R: Read + Seek>(source: &mut R, sink: &Sink<'_, '_>) -> Result<(Vec<u8>, u64), Problem> {
    let len = source.seek(SeekFrom::End(0)).map_err(|error| broken(&error))?;
    // A comment has up to 65,535 bytes.
    let n_last = len.min(u64::from(u16::MAX).saturating_add(END.1 as u64));
    let start = len.saturating_sub(n_last);
    let last = read_at(source, start, n_last)?;
    // The last of them, since what a member holds may look like one.
    let found = last.windows(END.1).rposition(|bytes| bytes.starts_with(END.0));
    let Some((found, end)) = found.and_then(|at| Some((at, last.get(at..)?))) else {
        return Err(Problem::new(ProblemKind::Framing, "the zip archive has no end: it is cut short"));
    };
    let end_at = start.saturating_add(found as u64);
    let (mut size, mut offset) = (long(end, 12).map(u64::from), long(end, 16).map(u64::from));
    let mut behind = end_at;
    if let Some((at, end)) = end_64(source, end_at)? {
        (size, offset, behind) = (longer(&end, 40), longer(&end, 48), at);
    }
    let (size, offset) = (size.unwrap_or_default(), offset.unwrap_or_default());
    // It stands right before its end.
    let Some(at) = behind.checked_sub(size).filter(|at| *at >= offset) else {
        return Err(Problem::new(ProblemKind::Framing, "the directory of the zip archive is not in it"));
    };
    if usize::try_from(size).map_or(true, |size| size > sink.most) {
        return Err(scene::allowance::too_much(format!("the directory has {size} bytes")));
    }
    sink.work.charge(size)?;
    Ok((read_at(source, at, size)?, at.saturating_sub(offset)))
}

/// The end with numbers of 64 bits, if there is one: a record before the usual end leads to it.
fn end_64<R: Read + Seek>(source: &mut R, end_at: u64) -> Result<Option<(u64, Vec<u8>)>, Problem> {
    let Some(at) = end_at.checked_sub(LOCATOR.1 as u64) else { return Ok(None) };
    let locator = read_at(source, at, LOCATOR.1 as u64)?;
    if !locator.starts_with(LOCATOR.0) {
        return Ok(None);
    }
    let at = longer(&locator, 8).unwrap_or_default();
    let end = read_at(source, at, END_64.1 as u64)?;
    match end.starts_with(END_64.0) {
        true => Ok(Some((at, end))),
        false => Err(Problem::new(ProblemKind::Framing, "the end of the zip archive is not where it says")),
    }
}

/// As many bytes as there are.
fn read_at<R: Read + Seek>(source: &mut R, at: u64, len: u64) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    let read = source.seek(SeekFrom::Start(at)).and_then(|_| source.take(len).read_to_end(&mut bytes));
    read.map(|_| bytes).map_err(|error| broken(&error))
}

fn broken(error: &io::Error) -> Problem {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => Problem::new(ProblemKind::Framing, "the archive is cut short"),
        _ => Problem::io(error),
    }
}

fn short(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn long(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn longer(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// What the directory says of a member.
struct Entry<'d> {
    name: &'d [u8],
    flags: u16,
    method: u16,
    /// A system and its own attributes, which tell links from files.
    made_by: u16,
    attributes: u32,
    checksum: u32,
    n_packed: u64,
    n_bytes: u64,
    offset: u64,
    /// The date of DOS, whose time zone nobody knows, and seconds since 1970, which some programs add.
    dos_time: [u16; 2],
    unix_time: Option<i32>,
}

impl<'d> Entry<'d> {
    /// The entry, and what follows it.
    fn read(bytes: &'d [u8]) -> Option<(Self, &'d [u8])> {
        let head = bytes.get(..ENTRY.1).filter(|head| head.starts_with(ENTRY.0))?;
        let lengths = [28, 30, 32].map(|at| short(head, at).unwrap_or_default());
        let [name, extra, comment] = lengths.map(usize::from);
        let (name, rest) = bytes.get(ENTRY.1..)?.split_at_checked(name)?;
        let (extra, rest) = rest.split_at_checked(extra)?;
        let mut entry = Self {
            name,
            flags: short(head, 8)?,
            method: short(head, 10)?,
            made_by: short(head, 4)?,
            attributes: long(head, 38)?,
            checksum: long(head, 16)?,
            n_packed: long(head, 20)?.into(),
            n_bytes: long(head, 24)?.into(),
            offset: long(head, 42)?.into(),
            dos_time: [short(head, 14)?, short(head, 12)?],
            unix_time: None,
        };
        entry.extra(extra);
        Some((entry, rest.get(comment..)?))
    }

    /// Fields of other programs: a number, a length, and as many bytes.
    fn extra(&mut self, mut extra: &[u8]) {
        while let (Some(id), Some(len)) = (short(extra, 0), short(extra, 2)) {
            let Some((field, rest)) = extra.get(4..).and_then(|rest| rest.split_at_checked(len.into()))
            else {
                return;
            };
            match (id, field) {
                // Numbers of 64 bits, of those alone that do not fit their own fields.
                (1, field) => {
                    let mut numbers =
                        field.as_chunks::<8>().0.iter().map(|number| u64::from_le_bytes(*number));
                    for own in [&mut self.n_bytes, &mut self.n_packed, &mut self.offset] {
                        if *own == u64::from(u32::MAX) {
                            *own = numbers.next().unwrap_or(*own);
                        }
                    }
                }
                // The field of Info-ZIP, which begins with the time of the last change.
                (0x5455, [flags, field @ ..]) if flags & 1 != 0 => {
                    self.unix_time = field.first_chunk().map(|time| i32::from_le_bytes(*time));
                }
                _ => {}
            }
            extra = rest;
        }
    }

    /// The bytes that are surely its own, without the name before them.
    fn place(&self) -> (u64, u64) {
        let behind = self.n_packed.saturating_add(LOCAL.1 as u64);
        (self.offset, self.offset.saturating_add(behind))
    }

    /// Whether it is no folder and no link.
    fn is_file(&self) -> bool {
        const UNIX: u16 = 3;
        let kind = self.attributes >> 16 & 0xf000;
        // The mode of a file of Unix, `S_IFLNK`.
        let is_link = self.made_by >> 8 == UNIX && kind == 0xa000;
        !is_link && !self.name.ends_with(b"/")
    }

    fn mtime(&self) -> Option<Timestamp> {
        if let Some(seconds) = self.unix_time {
            return Timestamp::of_seconds(seconds.into());
        }
        let [date, time] = self.dos_time;
        let (year, month, day) = ((date >> 9).saturating_add(1980), date >> 5 & 15, date & 31);
        // DOS counts every second second.
        let (hour, minute, second) = (time >> 11, time >> 5 & 63, (time & 31) << 1);
        Timestamp::of_text(&format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"))
    }

    fn unpacked(&self, packed: Vec<u8>, sink: &Sink<'_, '_>) -> Result<Vec<u8>, Problem> {
        let refused = |message: String| Err(Problem::new(ProblemKind::Unsupported, message));
        if self.flags & 1 != 0 {
            return refused("the member is encrypted".into());
        }
        let n_bytes = usize::try_from(self.n_bytes).unwrap_or(usize::MAX).min(sink.most);
        let bytes = match self.method {
            0 => packed,
            8 if n_bytes == 0 => Vec::new(),
            8 => match inflate(&packed, n_bytes, false) {
                Ok((bytes, true)) => {
                    sink.work.count(bytes.len());
                    bytes
                }
                Ok(_) => {
                    sink.work.count(n_bytes);
                    let message = format!("the member has more than the {n_bytes} bytes that are stated");
                    return Err(Problem::new(ProblemKind::Framing, message));
                }
                Err(what) => {
                    sink.work.count(n_bytes);
                    return Err(Problem::new(
                        ProblemKind::Framing,
                        format!("the deflate stream is broken: {what}"),
                    ));
                }
            },
            method => return refused(format!("the member is packed by method {method}, which is not read")),
        };
        if bytes.len() != n_bytes {
            let message = format!("the member has {} bytes, and {n_bytes} are stated", bytes.len());
            return Err(Problem::new(ProblemKind::Framing, message));
        }
        Ok(bytes)
    }
}

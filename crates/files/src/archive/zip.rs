//! ZIP (PKWARE's APPNOTE): stored and deflated members, including ZIP64.

use super::sink::{Add, Sink};
use super::{Member, Timestamp, damaged};
use scene::unpack::inflate;
use scene::{Problem, ProblemKind};
use std::io::{self, Read, Seek, SeekFrom};
use std::iter;
use std::ops::ControlFlow;

/// The end of central directory record (4.3.16): its signature, and its size without the comment.
const END: (&[u8], usize) = (b"PK\x05\x06", 22);

/// The ZIP64 end record (4.3.14), and the locator that gives its offset (4.3.15).
const END_64: (&[u8], usize) = (b"PK\x06\x06", 56);
const LOCATOR: (&[u8], usize) = (b"PK\x06\x07", 20);

/// An entry of the central directory (4.3.12), and the local header before a member (4.3.7).
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

/// The entries of a directory. A damaged entry yields `None`, and ends the iteration.
fn entries(directory: &[u8]) -> impl Iterator<Item = Option<Entry<'_>>> {
    let mut rest = Some(directory).filter(|rest| !rest.is_empty());
    iter::from_fn(move || {
        let read = Entry::read(rest.take()?);
        rest = read.as_ref().map(|(_, after)| *after).filter(|after| !after.is_empty());
        Some(read.map(|(entry, _)| entry))
    })
}

/// The number of members, up to this one, that claim the same bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Claim {
    Only,
    Second,
    /// Some of the bytes have been unpacked twice already. Overlapping members are how small archives expand to huge
    /// ones.
    Third,
}

/// The claim of each entry, in the order of the directory: how often entries that begin earlier claim bytes
/// of it.
fn claims<'d>(entries: impl Iterator<Item = Entry<'d>>) -> Vec<Claim> {
    let mut places: Vec<_> = entries.map(|entry| entry.place()).zip(0..).collect();
    places.sort_unstable_by_key(|((start, _), index)| (*start, *index));
    let mut claims = vec![Claim::Only; places.len()];
    // The offsets up to which bytes have been claimed once, and twice.
    let (mut once, mut twice) = (0, 0);
    for ((start, end), index) in places {
        let claim = match start {
            _ if start >= once => Claim::Only,
            _ if start >= twice => Claim::Second,
            _ => Claim::Third,
        };
        if claim < Claim::Third {
            // The overlap with earlier members is claimed a second time.
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
        Claim::Third => {
            Some(shared("this member shares its bytes with two others, and is not unpacked again"))
        }
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
        warnings.push(shared("the member shares its bytes with another"));
    }
    if crc32fast::hash(&bytes) != entry.checksum {
        warnings.push(damaged());
    }
    add(Member { path: &path, at, mtime: entry.mtime(), bytes: &bytes, warnings: &warnings }, sink)
}

/// Reads the packed bytes of a member, after its local header.
fn packed<R: Read + Seek>(source: &mut R, at: u64, len: u64) -> Result<Vec<u8>, Problem> {
    let mut head = [0; LOCAL.1];
    let read = source.seek(SeekFrom::Start(at)).and_then(|_| source.read_exact(&mut head));
    read.map_err(|error| broken(&error))?;
    let (true, Some(name), Some(extra)) = (head.starts_with(LOCAL.0), short(&head, 26), short(&head, 28))
    else {
        return Err(Problem::new(
            ProblemKind::Framing,
            "the directory states an offset at which no member begins",
        ));
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

/// Reads the directory. Also returns the difference between actual and stated offsets, which is not 0 if other data
/// precede the archive.
fn directory<R: Read + Seek>(source: &mut R, sink: &Sink<'_, '_>) -> Result<(Vec<u8>, u64), Problem> {
    let len = source.seek(SeekFrom::End(0)).map_err(|error| broken(&error))?;
    // A comment has at most 65,535 bytes.
    let n_last = len.min(u64::from(u16::MAX).saturating_add(END.1 as u64));
    let start = len.saturating_sub(n_last);
    let last = read_at(source, start, n_last)?;
    // The last match, because the content of a member may look like an end record.
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
    // The directory ends right before its end record.
    let Some(at) = behind.checked_sub(size).filter(|at| *at >= offset) else {
        return Err(Problem::new(ProblemKind::Framing, "the directory of the zip archive is outside of it"));
    };
    if usize::try_from(size).map_or(true, |size| size > sink.most) {
        return Err(scene::allowance::too_much(format!("the directory has {size} bytes")));
    }
    sink.work.charge(size)?;
    Ok((read_at(source, at, size)?, at.saturating_sub(offset)))
}

/// The ZIP64 end record, if a locator precedes the usual end record.
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
        false => Err(Problem::new(ProblemKind::Framing, "the zip archive states a wrong offset for its end")),
    }
}

/// Reads up to `len` bytes; fewer at the end of the file.
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

/// An entry of the directory.
struct Entry<'d> {
    name: &'d [u8],
    flags: u16,
    method: u16,
    /// The system that made the entry and its file attributes, by which links are recognised.
    made_by: u16,
    attributes: u32,
    checksum: u32,
    n_packed: u64,
    n_bytes: u64,
    offset: u64,
    /// The DOS date and time in an unknown time zone, and the Unix time that some programs add.
    dos_time: [u16; 2],
    unix_time: Option<i32>,
}

impl<'d> Entry<'d> {
    /// Reads an entry, and returns the bytes after it.
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

    /// Reads the extra fields: an id, a length, and the data.
    fn extra(&mut self, mut extra: &[u8]) {
        while let (Some(id), Some(len)) = (short(extra, 0), short(extra, 2)) {
            let Some((field, rest)) = extra.get(4..).and_then(|rest| rest.split_at_checked(len.into()))
            else {
                return;
            };
            match (id, field) {
                // ZIP64: 64-bit numbers, only for those that do not fit the 32-bit fields.
                (1, field) => {
                    let mut numbers =
                        field.as_chunks::<8>().0.iter().map(|number| u64::from_le_bytes(*number));
                    for own in [&mut self.n_bytes, &mut self.n_packed, &mut self.offset] {
                        if *own == u64::from(u32::MAX) {
                            *own = numbers.next().unwrap_or(*own);
                        }
                    }
                }
                // The extended timestamp of Info-ZIP, whose first time is the modification time.
                (0x5455, [flags, field @ ..]) if flags & 1 != 0 => {
                    self.unix_time = field.first_chunk().map(|time| i32::from_le_bytes(*time));
                }
                _ => {}
            }
            extra = rest;
        }
    }

    /// The range of bytes that certainly belongs to the member; it may extend further, since the length of
    /// the local name is not known here.
    fn place(&self) -> (u64, u64) {
        let behind = self.n_packed.saturating_add(LOCAL.1 as u64);
        (self.offset, self.offset.saturating_add(behind))
    }

    /// Returns true if the entry is neither a directory nor a link.
    fn is_file(&self) -> bool {
        const UNIX: u16 = 3;
        let kind = self.attributes >> 16 & 0xf000;
        // `S_IFLNK` in the Unix file mode.
        let is_link = self.made_by >> 8 == UNIX && kind == 0xa000;
        !is_link && !self.name.ends_with(b"/")
    }

    fn mtime(&self) -> Option<Timestamp> {
        if let Some(seconds) = self.unix_time {
            return Timestamp::of_seconds(seconds.into());
        }
        let [date, time] = self.dos_time;
        let (year, month, day) = ((date >> 9).saturating_add(1980), date >> 5 & 15, date & 31);
        // DOS stores seconds divided by two.
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
                    let message = format!("the member has more than the stated {n_bytes} bytes");
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
            method => {
                return refused(format!(
                    "the member uses compression method {method}, which is not supported"
                ));
            }
        };
        if bytes.len() != n_bytes {
            let message = format!("the member has {} bytes instead of the stated {n_bytes}", bytes.len());
            return Err(Problem::new(ProblemKind::Framing, message));
        }
        Ok(bytes)
    }
}

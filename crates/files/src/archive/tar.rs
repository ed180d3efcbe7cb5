//! Tape archives: POSIX.1-2001 (ustar and pax), and the extensions of GNU tar.

use super::sink::{Add, Sink};
use super::stream::Stream;
use super::{Member, Timestamp};
use scene::{Problem, ProblemKind};
use std::ops::ControlFlow;

/// The size of a block, of which headers and data are multiples.
pub(super) const BLOCK: usize = 512;

/// Upper bound on the size of an extended header, in bytes.
const MOST_EXTENDED: u64 = 1 << 20;

/// Returns true if bytes begin with a header whose checksum is correct.
pub(super) fn detect(head: &[u8]) -> bool {
    head.first_chunk::<BLOCK>().is_some_and(|block| Header(block).is_whole())
}

/// The properties of the next member that extended headers state.
#[derive(Default)]
struct Extended {
    path: Option<String>,
    size: Option<u64>,
    mtime: Option<Timestamp>,
    is_sparse: bool,
}

pub(super) fn walk(stream: &mut Stream<'_>, sink: &mut Sink<'_, '_>, add: &mut Add<'_>) -> ControlFlow<()> {
    let mut extended = Extended::default();
    loop {
        match member(stream, &mut extended, sink, add) {
            Ok(Some(flow)) => flow?,
            Ok(None) => return ControlFlow::Continue(()),
            // The position of the next header is unknown after an error.
            Err(problem) => return sink.fail(problem),
        }
    }
}

/// Reads a header and the data after it; returns `None` at the end.
fn member(
    stream: &mut Stream<'_>,
    extended: &mut Extended,
    sink: &mut Sink<'_, '_>,
    add: &mut Add<'_>,
) -> Result<Option<ControlFlow<()>>, Problem> {
    let at = stream.offset();
    let block = stream.up_to(BLOCK as u64)?;
    // Some programs leave out the zero blocks at the end.
    if block.iter().all(|byte| *byte == 0) {
        return Ok(None);
    }
    let Some(header) = block.first_chunk().map(Header) else {
        return Err(stream.problem("the archive is cut short"));
    };
    if !header.is_whole() {
        let at = usize::try_from(at).unwrap_or(usize::MAX);
        return Err(Problem::new(ProblemKind::Framing, "this is not a header of a tar archive").on_byte(at));
    }
    let stated = header.number(124, 12);
    let next = ControlFlow::Continue(());
    // L and K are long names of GNU tar, x and g are pax records.
    match header.kind() {
        b'L' => extended.path = Some(text(trimmed(&data(stream, stated)?))),
        b'x' => extended.read(&data(stream, stated)?),
        // Long names of links, and global records, are ignored.
        b'K' | b'g' => drop(data(stream, stated)?),
        kind => {
            let Extended { path, size, mtime, is_sparse } = std::mem::take(extended);
            let path = path.unwrap_or_else(|| header.path());
            let size = size.unwrap_or(stated);
            let is_sparse = is_sparse || kind == b'S';
            if kind == b'S' {
                extents(stream, &header)?;
            }
            // 0 is a file of a format before ustar, 7 a contiguous file, and S a sparse file of GNU tar.
            if !matches!(kind, 0 | b'0' | b'7' | b'S') {
                // Folders, links and devices have no data.
                let has_data = !matches!(kind, b'1'..=b'6');
                stream.skip(if has_data { padded(size) } else { 0 })?;
                return Ok(Some(next));
            }
            let refused = match is_sparse {
                true => Some(Problem::new(ProblemKind::Unsupported, "sparse files are not supported")),
                false => sink.too_large(size),
            };
            if let Some(problem) = refused {
                let flow = sink.refuse(&path, at, problem);
                stream.skip(padded(size))?;
                return Ok(Some(flow));
            }
            let bytes = match stream.bytes(size) {
                Ok(bytes) => bytes,
                Err(problem) => return Err(problem.with_path(sink.path(&path))),
            };
            // The padding of the last block may be missing, which loses nothing.
            stream.up_to(padded(size).saturating_sub(size))?;
            let mtime = mtime.or_else(|| {
                #[expect(clippy::cast_precision_loss, reason = "exact for all dates of the calendar")]
                Timestamp::of_seconds(header.number(136, 12) as f64)
            });
            return Ok(Some(add(Member { path: &path, at, mtime, bytes: &bytes, warnings: &[] }, sink)));
        }
    }
    Ok(Some(next))
}

/// Skips the continuation blocks of a sparse file's map.
fn extents(stream: &mut Stream<'_>, header: &Header<'_>) -> Result<(), Problem> {
    // Byte 482 of GNU's header says if a continuation block follows, and byte 504 of each such block.
    let mut has_more = header.0.get(482).is_some_and(|flag| *flag != 0);
    while has_more {
        let block = stream.bytes(BLOCK as u64)?;
        has_more = block.get(504).is_some_and(|flag| *flag != 0);
    }
    Ok(())
}

/// Reads the data of an extended header.
fn data(stream: &mut Stream<'_>, size: u64) -> Result<Vec<u8>, Problem> {
    if size > MOST_EXTENDED {
        return Err(stream.problem(format!("an extended header has {size} bytes")));
    }
    let bytes = stream.bytes(size)?;
    stream.skip(padded(size).saturating_sub(size))?;
    Ok(bytes)
}

fn padded(size: u64) -> u64 {
    size.checked_next_multiple_of(BLOCK as u64).unwrap_or(u64::MAX)
}

/// The bytes up to the first zero.
fn trimmed(bytes: &[u8]) -> &[u8] {
    bytes.split(|byte| *byte == 0).next().unwrap_or_default()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl Extended {
    /// Parses records such as `30 mtime=1350244992.023960108`, which begin with their length.
    fn read(&mut self, mut bytes: &[u8]) {
        while let Some(space) = bytes.iter().position(|byte| *byte == b' ') {
            let (digits, _) = bytes.split_at_checked(space).unwrap_or_default();
            let len = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse::<usize>().ok());
            let start = space.saturating_add(1);
            let record = len.and_then(|len| bytes.get(start..len));
            let Some(record) = record.and_then(|record| record.strip_suffix(b"\n")) else { return };
            let equals = record.iter().position(|byte| *byte == b'=').unwrap_or(record.len());
            let (key, value) = record.split_at_checked(equals).unwrap_or_default();
            let value = text(value.get(1..).unwrap_or_default());
            match key {
                b"path" => self.path = Some(value),
                b"size" => self.size = value.parse().ok(),
                b"mtime" => self.mtime = value.parse().ok().and_then(Timestamp::of_seconds),
                _ => self.is_sparse |= key.starts_with(b"GNU.sparse."),
            }
            bytes = len.and_then(|len| bytes.get(len..)).unwrap_or_default();
        }
    }
}

/// A header block.
struct Header<'b>(&'b [u8; BLOCK]);

impl Header<'_> {
    fn field(&self, at: usize, len: usize) -> &[u8] {
        self.0.get(at..at.saturating_add(len)).unwrap_or_default()
    }

    fn kind(&self) -> u8 {
        self.0.get(156).copied().unwrap_or_default()
    }

    /// Returns true if the checksum is correct: the sum of all bytes, with its own field taken as spaces.
    fn is_whole(&self) -> bool {
        let sum = |part: &[u8]| part.iter().map(|byte| u64::from(*byte)).sum::<u64>();
        let spaces = u64::from(b' ').saturating_mul(8);
        let sum = sum(self.field(0, 148)).saturating_add(spaces).saturating_add(sum(self.field(156, 356)));
        let has_digits = self.field(148, 8).iter().any(u8::is_ascii_digit);
        has_digits && self.number(148, 8) == sum
    }

    /// Reads a number in octal digits, or in GNU's base-256 encoding.
    fn number(&self, at: usize, len: usize) -> u64 {
        let field = self.field(at, len);
        if let Some((0x80, rest)) = field.split_first() {
            return rest.iter().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        }
        let digits = field.iter().skip_while(|byte| **byte == b' ');
        let digits = digits.map_while(|byte| byte.is_ascii_digit().then(|| u64::from(byte & 7)));
        digits.fold(0, |number, digit| number << 3 | digit)
    }

    /// The path: the name, preceded by the prefix that ustar stores in a separate field.
    fn path(&self) -> String {
        let name = text(trimmed(self.field(0, 100)));
        let folder = trimmed(self.field(345, 155));
        let has_folder = self.field(257, 6) == b"ustar\0" && !folder.is_empty();
        if has_folder { format!("{}/{name}", text(folder)) } else { name }
    }
}

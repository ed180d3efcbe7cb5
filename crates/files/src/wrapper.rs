//! Compressed files around a file: gzip, zstd, zlib.

use super::options::Limits;
use scene::allowance::{too_much, usual_memory};
use scene::unpack::{inflate, zstd};
use scene::{Problem, ProblemKind, size};
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;

/// A compressed stream that holds a file.
#[cfg_attr(any(test, feature = "schemars"), derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Wrapper {
    /// RFC 1952, as `gzip` and web servers write it.
    Gzip,
    /// RFC 1950: deflate with a two-byte header.
    Zlib,
    /// RFC 8878, as `zstd` and Roblox's servers write it.
    Zstd,
}

impl Wrapper {
    /// The compression format that these bytes begin with.
    #[doc(hidden)]
    pub fn detect(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0x1f, 0x8b, 8, ..] => Some(Self::Gzip),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Self::Zstd),
            // The header is a multiple of 31 (RFC 1950); these are the combinations of level and window that encoders
            // write.
            [0x78, 0x01 | 0x5e | 0x9c | 0xda, ..] => Some(Self::Zlib),
            _ => None,
        }
    }

    /// Decompresses at most `limit` bytes; `true` if the stream ended within them.
    fn open(self, bytes: &[u8], limit: usize) -> Result<(Vec<u8>, bool), &'static str> {
        match self {
            Self::Gzip => inflate(gzip_body(bytes).ok_or("the header is cut short")?, limit, false),
            Self::Zlib => inflate(bytes, limit, true),
            Self::Zstd => zstd(bytes, limit),
        }
    }
}

impl fmt::Display for Wrapper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gzip => "gzip",
            Self::Zlib => "zlib",
            Self::Zstd => "zstd",
        })
    }
}

/// Upper bound on nested wrappers, which real files do not reach.
const MOST_LAYERS: usize = 4;

/// Decompresses at most `limit` bytes from the wrappers; also returns the wrappers, outermost first. Bytes without a
/// wrapper are returned as they are.
///
/// # Errors
///
/// If a stream is broken, or holds more than `limit` bytes.
///
/// ```
/// let (plain, wrappers) = files::unwrapped(b"version 2.00\n", 1 << 20)?;
/// assert_eq!((&*plain, wrappers.len()), (&b"version 2.00\n"[..], 0));
/// # Ok::<(), files::Problem>(())
/// ```
pub fn unwrapped(bytes: &[u8], limit: usize) -> Result<(Cow<'_, [u8]>, Vec<Wrapper>), Problem> {
    let opened = opened(bytes, limit);
    match opened.trouble {
        Some(trouble) => Err(trouble),
        None if !opened.is_whole => {
            Err(too_much(format!("the {} stream holds more than {limit} bytes", names(&opened.wrappers))))
        }
        None => Ok((opened.bytes, opened.wrappers)),
    }
}

/// Decompresses bytes, and returns limits for reading them within approximately `memory` bytes in total; the
/// default is [`usual_memory`] of the compressed bytes. `bytes_of_element` returns the memory of an element,
/// from which the limits are derived.
pub fn within<'a>(
    bytes: &'a [u8],
    memory: Option<usize>,
    bytes_of_element: impl Fn(&[u8]) -> usize,
) -> Result<(Cow<'a, [u8]>, Limits), Problem> {
    let granted = memory.unwrap_or(usual_memory(bytes.len()));
    if bytes.len() > granted {
        let message = format!("the file has {}, and may take {} of memory", size(bytes.len()), size(granted));
        return Err(too_much(message));
    }
    // The model that is read from these bytes takes most of the memory, so they get a quarter.
    let (plain, wrappers) = unwrapped(bytes, granted / 4)?;
    // The default limits of a format assume the length of the bytes that are read.
    let limits = match memory {
        None if wrappers.is_empty() => Limits { memory: Some(granted), ..Limits::default() },
        _ => Limits::within(granted, plain.len(), bytes_of_element(&plain)),
    };
    Ok((plain, limits))
}

fn names(wrappers: &[Wrapper]) -> String {
    wrappers.iter().map(Wrapper::to_string).collect::<Vec<_>>().join(" in ")
}

/// The result of [`opened`].
#[derive(Debug)]
pub struct Opened<'a> {
    pub bytes: Cow<'a, [u8]>,
    pub wrappers: Vec<Wrapper>,
    /// True if `bytes` are the complete content of the wrappers.
    pub is_whole: bool,
    pub(crate) trouble: Option<Problem>,
}

/// Decompresses nested wrappers, each to at most `limit` bytes.
pub fn opened(bytes: &[u8], limit: usize) -> Opened<'_> {
    let mut opened =
        Opened { bytes: Cow::Borrowed(bytes), wrappers: Vec::new(), is_whole: true, trouble: None };
    while let Some(wrapper) = Wrapper::detect(&opened.bytes).filter(|_| opened.wrappers.len() < MOST_LAYERS) {
        match wrapper.open(&opened.bytes, limit) {
            Ok((plain, is_whole)) => {
                opened.bytes = Cow::Owned(plain);
                opened.is_whole &= is_whole;
                opened.wrappers.push(wrapper);
            }
            // Two bytes are too weak a signature, so the bytes are probably not zlib.
            Err(_) if wrapper == Wrapper::Zlib => break,
            Err(what) => {
                opened.wrappers.push(wrapper);
                opened.bytes = Cow::Owned(Vec::new());
                opened.trouble = Some(Problem::new(
                    ProblemKind::Framing,
                    format!("the {wrapper} stream is broken: {what}"),
                ));
                break;
            }
        }
    }
    opened
}

/// The bytes after the header and its optional fields (RFC 1952, section 2.3).
pub(super) fn gzip_body(bytes: &[u8]) -> Option<&[u8]> {
    let (header, mut rest) = bytes.split_first_chunk::<10>()?;
    let flags = header[3];
    // The optional fields, in this order: FEXTRA with its length, FNAME and FCOMMENT, which end at a zero byte, FHCRC.
    if flags & 4 != 0 {
        let (len, after) = rest.split_first_chunk::<2>()?;
        rest = after.get(usize::from(u16::from_le_bytes(*len))..)?;
    }
    for flag in [8, 16] {
        if flags & flag != 0 {
            let end = rest.iter().position(|byte| *byte == 0)?;
            rest = rest.get(end..)?.get(1..)?;
        }
    }
    if flags & 2 != 0 {
        rest = rest.get(2..)?;
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gzip(plain: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3];
        bytes.extend(b"name\0");
        bytes.extend(miniz_oxide::deflate::compress_to_vec(plain, 6));
        bytes.extend([0; 8]);
        bytes
    }

    #[test]
    fn layers_come_off_one_after_the_other() {
        let plain = b"version 2.00\n".repeat(50);
        let packed = gzip(&miniz_oxide::deflate::compress_to_vec_zlib(&plain, 6));
        let (inside, wrappers) = unwrapped(&packed, 1 << 20).unwrap();
        assert_eq!((&*inside, wrappers), (&*plain, vec![Wrapper::Gzip, Wrapper::Zlib]));
        let zstd = ruzstd::encoding::compress_to_vec(&*plain, ruzstd::encoding::CompressionLevel::Fastest);
        assert_eq!(unwrapped(&zstd, 1 << 20).unwrap(), (Cow::Owned(plain), vec![Wrapper::Zstd]));
    }

    #[test]
    fn limits_hold() {
        let plain = vec![7; 100_000];
        for packed in [
            gzip(&plain),
            ruzstd::encoding::compress_to_vec(&*plain, ruzstd::encoding::CompressionLevel::Fastest),
        ] {
            assert_eq!(opened(&packed, 1000).bytes.len(), 1000);
            assert_eq!(opened(&packed, 10).bytes.len(), 10);
            assert_eq!(unwrapped(&packed, 1000).unwrap_err().kind, ProblemKind::Limit);
            assert_eq!(unwrapped(&packed, 100_000).unwrap().0.len(), 100_000);
            assert_eq!(
                unwrapped(&packed[..packed.len() / 2], 100_000).unwrap_err().kind,
                ProblemKind::Framing
            );
        }
    }
}

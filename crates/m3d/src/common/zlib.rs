//! zlib streams, for formats that use them. With the feature `zlib-rs`, the crate of that name decompresses them, which
//! is faster. miniz_oxide always compresses them, so that the output does not depend on features.

use super::packed::PlainBuffer;
use crate::error::ErrorKind;
use miniz_oxide::inflate::TINFLStatus as Status;

/// The size of the header: method and window, flags (RFC 1950, section 2.2).
pub(crate) const HEADER: usize = 2;
/// The size of the checksum at the end: the Adler-32 of the decompressed data.
pub(crate) const CHECKSUM: usize = 4;

/// Decompresses a raw deflate stream, without header and checksum, to at most `limit` bytes. Memory grows with the
/// output.
///
/// Returns the length of the stream. After an error, the output ends where the stream is damaged, or one byte beyond the
/// limit.
pub(crate) fn inflate(packed: &[u8], limit: usize, plain: &mut PlainBuffer) -> Result<usize, ErrorKind> {
    let mut step = inflater();
    // Most streams expand by up to four times; for others, the buffer doubles. One byte more than the limit is decoded
    // to find out whether a stream ends at the limit.
    let most = limit.saturating_add(1);
    let first = packed.len().saturating_mul(4).clamp(1 << 10, 1 << 24).min(most);
    if plain.buffer.len() < first {
        // The system provides new zeroed memory page by page as it is used; resizing would write all of it.
        plain.buffer = vec![0; first];
    }
    plain.buffer.truncate(most);
    plain.len = 0;
    let mut n_read = 0_usize;
    let reason = loop {
        let (status, n_in, n_out) =
            step(packed.get(n_read..).unwrap_or_default(), &mut plain.buffer, plain.len);
        (n_read, plain.len) = (n_read.saturating_add(n_in), plain.len.saturating_add(n_out));
        match status {
            _ if plain.len > limit => break "it is longer than the limit",
            Status::Done => return Ok(n_read),
            Status::HasMoreOutput | Status::NeedsMoreInput if plain.len == plain.buffer.len() => {
                let len = plain.len.saturating_mul(2).min(most);
                plain.buffer.reserve_exact(len.saturating_sub(plain.len));
                plain.buffer.resize(len, 0);
            }
            Status::FailedCannotMakeProgress | Status::NeedsMoreInput => break "it is cut short",
            _ => break "it is damaged",
        }
    };
    Err(ErrorKind::Compression { reason: reason.into() })
}

/// Returns a function that decompresses some of a stream, given the rest of the stream, the buffer for all output, and
/// the number of bytes written so far. The function returns the numbers of bytes that it has read and written.
#[cfg(not(feature = "zlib-rs"))]
fn inflater() -> impl FnMut(&[u8], &mut [u8], usize) -> (Status, usize, usize) {
    use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

    let mut state = Box::<DecompressorOxide>::default();
    let flags = inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    move |input, output, len| decompress(&mut state, input, output, len, flags)
}

#[cfg(feature = "zlib-rs")]
fn inflater() -> impl FnMut(&[u8], &mut [u8], usize) -> (Status, usize, usize) {
    let mut state = zlib_rs::Inflate::new(false, 15);
    move |input, output, len| {
        let (output, before) = (output.get_mut(len..).unwrap_or_default(), state.total_in());
        let status = match state.decompress(input, output, zlib_rs::InflateFlush::NoFlush) {
            Ok(zlib_rs::Status::StreamEnd) => Status::Done,
            Ok(_) => Status::NeedsMoreInput,
            Err(_) => Status::Failed,
        };
        let since = |old, new: u64| usize::try_from(new.saturating_sub(old)).unwrap_or(usize::MAX);
        (status, since(before, state.total_in()), since(len as u64, state.total_out()))
    }
}

/// The Adler-32 checksum of a zlib stream.
pub(crate) fn adler32(plain: &[u8]) -> u32 {
    #[cfg(not(feature = "zlib-rs"))]
    return adler2::adler32_slice(plain);
    #[cfg(feature = "zlib-rs")]
    return zlib_rs::adler32::adler32(1, plain);
}

//! Decompression within a limit.

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// Decompresses a deflate stream, with or without the header of zlib, to at most `limit` bytes; `true` if the stream
/// ended within that limit.
///
/// # Errors
///
/// If the stream is damaged; with a description.
pub fn inflate(mut bytes: &[u8], limit: usize, has_header: bool) -> Result<(Vec<u8>, bool), &'static str> {
    let header = if has_header { inflate_flags::TINFL_FLAG_PARSE_ZLIB_HEADER } else { 0 };
    // A wrong checksum at the end of a stream is not a reason to refuse a file.
    let flags = header
        | inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF
        | inflate_flags::TINFL_FLAG_IGNORE_ADLER32;
    let mut state = Box::<DecompressorOxide>::default();
    let mut out = vec![0; bytes.len().saturating_mul(4).max(256).min(limit.max(1))];
    let mut len: usize = 0;
    loop {
        let (status, n_read, n_written) = decompress(&mut state, bytes, &mut out, len, flags);
        bytes = bytes.get(n_read..).unwrap_or_default();
        len = len.saturating_add(n_written);
        match status {
            TINFLStatus::Done => {
                out.truncate(len);
                return Ok((out, true));
            }
            TINFLStatus::HasMoreOutput if out.len() < limit => {
                out.resize(out.len().saturating_mul(2).min(limit), 0);
            }
            TINFLStatus::HasMoreOutput => {
                out.truncate(len);
                return Ok((out, false));
            }
            TINFLStatus::FailedCannotMakeProgress | TINFLStatus::NeedsMoreInput if len > 0 => {
                return Err("it is cut short");
            }
            _ => return Err("it is not a deflate stream"),
        }
    }
}

/// Decompresses a Zstandard frame, as [`inflate`] does for deflate.
///
/// # Errors
///
/// If the frame is damaged; with a description.
pub fn zstd(bytes: &[u8], limit: usize) -> Result<(Vec<u8>, bool), &'static str> {
    use ruzstd::io::Read;
    let (mut decoder, mut source) = (FrameDecoder::new(), bytes);
    decoder.init(&mut source).map_err(|_| "the frame header is broken")?;
    let mut out = Vec::new();
    while !decoder.is_finished() {
        decoder
            .decode_blocks(&mut source, BlockDecodingStrategy::UptoBlocks(1))
            .map_err(|_| "a block is broken")?;
        let left = limit.saturating_sub(out.len());
        let len = out.len();
        out.resize(len.saturating_add(decoder.can_collect().min(left)), 0);
        let n_read = decoder.read(out.get_mut(len..).unwrap_or_default()).map_err(|_| "a block is broken")?;
        out.truncate(len.saturating_add(n_read));
        if out.len() >= limit && (decoder.can_collect() > 0 || !decoder.is_finished()) {
            return Ok((out, false));
        }
    }
    Ok((out, true))
}

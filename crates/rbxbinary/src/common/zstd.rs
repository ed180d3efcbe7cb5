//! zstd frames, for formats that use them. The crate `ruzstd` decodes them block by block, so that memory is never
//! allocated for a size that a header merely claims.

use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The magic number of a frame. No valid LZ4 block starts with it, because its match would start before the first byte.
pub(crate) const MAGIC: &[u8] = b"\x28\xb5\x2f\xfd";

/// The maximum size of a decompressed block: RFC 8878, section 3.1.1.2.4.
const BLOCK: usize = 128 << 10;

/// The maximum ratio of decompressed to compressed size: the shortest block, a repeated byte, takes four bytes.
pub(crate) const MAX_RATIO: usize = BLOCK / 4;

/// The bits of a frame header descriptor of which at least one is set if the header has the size of the data: RFC 8878,
/// section 3.1.1.1.
pub(crate) const HAS_LEN: u8 = 0xe0;

/// Decodes a frame into `plain`; it must decode to exactly `plain_len` bytes.
///
/// The error is an upper bound of the bytes that were decoded before the frame turned out to be invalid.
pub(crate) fn decode(packed: &[u8], plain_len: usize, plain: &mut Vec<u8>) -> Result<(), usize> {
    plain.clear();
    let (mut decoder, mut blocks) = decoder(packed, plain_len).ok_or(0_usize)?;
    let mut run = || {
        while !decoder.is_finished() {
            decoder.decode_blocks(&mut blocks, BlockDecodingStrategy::UptoBytes(BLOCK)).ok()?;
            let left = plain_len.checked_sub(plain.len())?;
            let len = Some(decoder.can_collect()).filter(|len| *len <= left)?;
            if plain.capacity().saturating_sub(plain.len()) < len {
                // Double the capacity, so that the total time is linear, but never exceed the expected length.
                plain.reserve_exact(plain.len().max(len).min(left));
            }
            decoder.collect_to_writer(&mut *plain).ok()?;
        }
        (plain.len() == plain_len && blocks.is_empty()).then_some(())
    };
    run().ok_or_else(|| decoder.blocks_decoded().saturating_mul(BLOCK))
}

/// A decoder for the blocks of a frame, and the blocks. Returns `None` if the frame declares another size, or needs a
/// dictionary or a feature of a later version.
///
/// The window of the decoder is no larger than needed, because a decoder holds back a whole window of output: a window
/// larger than the data would hide that a frame decodes to too much.
fn decoder(packed: &[u8], plain_len: usize) -> Option<(FrameDecoder, &[u8])> {
    let [a, b, c, d, descriptor, window] = *packed.first_chunk()?;
    let header = header_decoder(packed)?;
    let is_other = descriptor & HAS_LEN != 0 && header.content_size() != plain_len as u64;
    if is_other || descriptor & 0x08 != 0 {
        return None;
    }
    // The size of a window is a power of two of at least 2^10, plus eighths of it: RFC 8878, section 3.1.1.1.2.
    let needed = plain_len.max(BLOCK).next_power_of_two().trailing_zeros().saturating_sub(10);
    let own = u32::from(window >> 3).saturating_add((window & 7 != 0).into());
    let exponent = if descriptor & 0x20 == 0 { own.min(needed) } else { needed };
    let decoder = header_decoder(&[a, b, c, d, descriptor & 0x04, u8::try_from(exponent).ok()? << 3])?;
    Some((decoder, packed.get(usize::try_from(header.bytes_read_from_source()).ok()?..)?))
}

/// A decoder that has read the header of a frame. It allocates as it decodes, not for its window, so that any size of a
/// window can be accepted.
pub(crate) fn header_decoder(header: &[u8]) -> Option<FrameDecoder> {
    let mut decoder = FrameDecoder::new();
    decoder.set_max_window_size(u64::MAX);
    decoder.init(header).ok().map(|()| decoder)
}

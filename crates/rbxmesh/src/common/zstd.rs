//! zstd frames, for formats that use them. The crate `ruzstd` decodes them piece by piece: memory is never allocated for
//! what a header merely claims.

use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use ruzstd::io::Read;

/// The first bytes of a frame. No valid LZ4 block starts with them: its match would start before the first byte.
pub(crate) const MAGIC: &[u8] = b"\x28\xb5\x2f\xfd";

/// The maximum number of bytes that a block decompresses to.
const BLOCK: usize = 128 << 10;

/// The maximum number of bytes that one byte of a frame decompresses to: the shortest block takes four bytes.
pub(crate) const MOST: usize = BLOCK / 4;

/// The error for a frame that does not decode to the expected length.
#[derive(Debug)]
pub(crate) struct Broken {
    /// An upper bound of the bytes that were decoded before the error was found.
    pub(crate) n_bytes: usize,
}

/// Decodes a frame into `plain`; it must decode to exactly `plain_len` bytes.
pub(crate) fn decode(packed: &[u8], plain_len: usize, plain: &mut Vec<u8>) -> Result<(), Broken> {
    plain.clear();
    pieces(packed, plain_len, |decoder, len| {
        let (start, end) = (plain.len(), plain.len().checked_add(len)?);
        if plain.capacity() < end {
            // Double the capacity, so that the total time is linear, but never exceed the expected length.
            let twice = start.saturating_mul(2).min(plain_len);
            plain.reserve_exact(end.max(twice).saturating_sub(start));
        }
        plain.resize(end, 0);
        decoder.read(plain.get_mut(start..)?).ok().filter(|read| *read == len).map(drop)
    })
}

/// How long the data of a frame are, if its header says so.
pub(crate) fn plain_len(packed: &[u8]) -> Option<u64> {
    Frame::of(packed)?.len
}

/// Whether a frame decodes to exactly `plain`.
pub(crate) fn holds(packed: &[u8], plain: &[u8]) -> bool {
    let (mut rest, mut buffer) = (plain, vec![0; BLOCK]);
    let compared = pieces(packed, plain.len(), |decoder, mut len| {
        while len > 0 {
            let piece = buffer.get_mut(..len.min(BLOCK))?;
            decoder.read(piece).ok().filter(|read| *read == piece.len())?;
            rest = rest.strip_prefix(&*piece)?;
            len = len.checked_sub(piece.len())?;
        }
        Some(())
    });
    compared.is_ok()
}

/// Decodes a frame, and calls `take` to read each piece of output from the decoder.
fn pieces(
    packed: &[u8],
    plain_len: usize,
    mut take: impl FnMut(&mut FrameDecoder, usize) -> Option<()>,
) -> Result<(), Broken> {
    let mut decoder = FrameDecoder::new();
    let mut run = || {
        let frame = Frame::of(packed).filter(|frame| frame.len.is_none_or(|len| len == plain_len as u64))?;
        decoder.set_max_window_size(u64::MAX);
        decoder.init(frame.header(plain_len).as_slice()).ok()?;
        let (mut blocks, mut left) = (frame.blocks, plain_len);
        while !decoder.is_finished() {
            decoder.decode_blocks(&mut blocks, BlockDecodingStrategy::UptoBytes(BLOCK)).ok()?;
            let len = decoder.can_collect();
            left = left.checked_sub(len)?;
            take(&mut decoder, len)?;
        }
        (left == 0 && blocks.is_empty()).then_some(())
    };
    run().ok_or_else(|| Broken { n_bytes: decoder.blocks_decoded().saturating_mul(BLOCK) })
}

/// The header of a frame, and its blocks.
struct Frame<'a> {
    has_checksum: bool,
    /// The window size: how far back a match may start.
    window: u64,
    /// The decompressed length, if the header declares it.
    len: Option<u64>,
    blocks: &'a [u8],
}

impl<'a> Frame<'a> {
    /// RFC 8878, section 3.1.1.1. `None` if the frame needs a dictionary or a feature of a later version.
    fn of(packed: &'a [u8]) -> Option<Self> {
        let (descriptor, rest) = packed.strip_prefix(MAGIC)?.split_first()?;
        let is_single = descriptor & 0x20 != 0;
        let (window, rest) = rest.split_at_checked(usize::from(!is_single))?;
        let (dictionary, rest) = rest.split_at_checked(*[0, 1, 2, 4].get(usize::from(descriptor & 3))?)?;
        let n_len = match descriptor >> 6 {
            0 => usize::from(is_single),
            size => 1 << size,
        };
        let (len, blocks) = rest.split_at_checked(n_len)?;
        if descriptor & 0x08 != 0 || dictionary.iter().any(|byte| *byte != 0) {
            return None;
        }
        let len = match *len {
            [] => None,
            [a] => Some(a.into()),
            [a, b] => Some(u64::from(u16::from_le_bytes([a, b])).saturating_add(256)),
            [a, b, c, d] => Some(u32::from_le_bytes([a, b, c, d]).into()),
            _ => Some(u64::from_le_bytes(len.try_into().ok()?)),
        };
        let window = match *window {
            [byte] => {
                let base = 1_u64.checked_shl(u32::from(byte >> 3).saturating_add(10))?;
                base.saturating_add((base >> 3).saturating_mul(u64::from(byte & 7)))
            }
            _ => len?,
        };
        Some(Self { has_checksum: descriptor & 0x04 != 0, window, len, blocks })
    }

    /// An equivalent header without the length, and with a window no larger than needed. A decoder holds back a whole
    /// window of output, so a window larger than the data would hide that a frame decodes to too much.
    fn header(&self, plain_len: usize) -> [u8; 6] {
        let window = self.window.min(plain_len as u64).max(BLOCK as u64).next_power_of_two();
        // The window is less than 2^64 and at least 2^17.
        let exponent = u8::try_from(window.trailing_zeros().saturating_sub(10)).unwrap_or_default();
        let [a, b, c, d] = [0x28, 0xb5, 0x2f, 0xfd];
        [a, b, c, d, u8::from(self.has_checksum) << 2, exponent << 3]
    }
}

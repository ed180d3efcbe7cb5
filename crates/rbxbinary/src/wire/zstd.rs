//! Decoding zstd frames with `ruzstd`, piece by piece: memory is never allocated for what a header merely claims.

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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    /// Noise, runs and repetitions that fill several blocks.
    fn plain() -> impl Strategy<Value = Vec<u8>> {
        let noise = prop::collection::vec(any::<u8>(), 0..300);
        let run = (any::<u8>(), 0..200_000_usize).prop_map(|(byte, n)| vec![byte; n]);
        let words =
            (prop::collection::vec(any::<u8>(), 1..20), 1..9000_usize).prop_map(|(word, n)| word.repeat(n));
        prop::collection::vec(prop_oneof![noise, run, words], 0..5).prop_map(|parts| parts.concat())
    }

    /// The same frame with a header of its own.
    fn with_header(packed: &[u8], header: &[u8]) -> Vec<u8> {
        [MAGIC, header, Frame::of(packed).unwrap().blocks].concat()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn what_ruzstd_packs_is_decoded(plain in plain(), at: prop::sample::Index, cut: prop::sample::Index) {
            let packed = compress_to_vec(&*plain, CompressionLevel::Fastest);
            let mut decoded = vec![1, 2, 3];
            prop_assert!(decode(&packed, plain.len(), &mut decoded).is_ok());
            prop_assert!(decoded == plain && holds(&packed, &plain));
            prop_assert!(decode(&packed, plain.len() + 1, &mut decoded).is_err());
            prop_assert!(decode(&packed[..cut.index(packed.len())], plain.len(), &mut decoded).is_err());
            prop_assert!(decode(&[&packed[..], &[0]].concat(), plain.len(), &mut decoded).is_err());
            if !plain.is_empty() {
                prop_assert!(decode(&packed, plain.len() - 1, &mut decoded).is_err());
                let mut other = plain.clone();
                other[at.index(plain.len())] ^= 1;
                prop_assert!(!holds(&packed, &other) && !holds(&packed, &plain[1..]));
            }
            // Large windows without a length, and each width of the length.
            let len = plain.len() as u64;
            let mut headers = vec![vec![0, 0xf0], vec![0, 14 << 3]];
            headers.push([&[0xc0, 0xf0][..], &len.to_le_bytes()].concat());
            headers.push([&[0xa0][..], &len.to_le_bytes()[..4]].concat());
            if (256..65_792).contains(&len) {
                headers.push([&[0x60][..], &(len - 256).to_le_bytes()[..2]].concat());
            }
            if len < 256 {
                headers.push(vec![0x20, len as u8]);
            }
            for header in headers {
                let packed = with_header(&packed, &header);
                prop_assert!(decode(&packed, plain.len(), &mut decoded).is_ok(), "{:02x?}", header);
                prop_assert!(decoded == plain && holds(&packed, &plain));
            }
        }
    }

    #[test]
    fn frames_that_lie_take_little() {
        // Repeated blocks that decode to 128 KiB from four bytes.
        let frame = |header: &[u8], n_blocks| {
            [MAGIC, header, &[0x02, 0, 0x10, b'x'].repeat(n_blocks), &[1, 0, 0]].concat()
        };
        let mut plain = Vec::new();
        // The declared window would hold all the output.
        let broken = decode(&frame(&[0, 0xf0], 1000), 300, &mut plain).unwrap_err();
        assert_eq!((broken.n_bytes, plain.capacity()), (2 * BLOCK, 0));
        // The frame claims a gigabyte but ends almost at once.
        let claim = [&[0xa0][..], &(1_u32 << 30).to_le_bytes()].concat();
        let broken = decode(&frame(&claim, 1), 1 << 30, &mut plain).unwrap_err();
        assert_eq!((broken.n_bytes, plain.capacity()), (2 * BLOCK, 2 * BLOCK - BLOCK));
        // The length differs from that of the chunk, or the frame needs a dictionary or a newer decoder.
        for header in [&[0xa0, 0, 0, 3, 0][..], &[1, 0x50, 7], &[2, 0x50, 0, 7], &[0x08, 0x50]] {
            assert!(decode(&frame(header, 1), BLOCK, &mut plain).is_err(), "{header:02x?}");
        }
        for header in [&[0, 0x50][..], &[1, 0x50, 0], &[0x10, 0x50]] {
            assert!(decode(&frame(header, 1), BLOCK, &mut plain).is_ok(), "{header:02x?}");
        }
    }
}

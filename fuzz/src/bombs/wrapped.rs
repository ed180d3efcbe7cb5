//! Files that are compressed as a whole.

/// A file in gzip.
pub(super) fn gzip(plain: &[u8]) -> Vec<u8> {
    let header = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];
    // Nobody looks at the checksum and the length behind the stream.
    [&header[..], &miniz_oxide::deflate::compress_to_vec(plain, 6), &[0; 8]].concat()
}

/// A part of what is packed: bytes, or a byte that is repeated.
#[derive(Debug, Clone, Copy)]
pub(super) enum Run<'r> {
    Bytes(&'r [u8]),
    Of(u8, usize),
}

impl Run<'_> {
    pub(super) fn len(self) -> usize {
        match self {
            Self::Bytes(bytes) => bytes.len(),
            Self::Of(_, n) => n,
        }
    }
}

/// A zstd frame that states a length: of what is repeated, 128 KiB take four bytes.
pub(super) fn zstd(plain_len: usize, runs: &[Run<'_>]) -> Vec<u8> {
    const BLOCK: usize = 1 << 17;
    let length = |len: usize| u32::try_from(len).unwrap_or(u32::MAX).to_le_bytes();
    let mut frame = [&b"\x28\xb5\x2f\xfd\xa0"[..], &length(plain_len)].concat();
    let mut block = |kind: usize, len: usize, body: &[u8]| {
        frame.extend_from_slice(&length(len << 3 | kind << 1)[..3]);
        frame.extend_from_slice(body);
    };
    for run in runs {
        match *run {
            Run::Bytes(bytes) => bytes.chunks(BLOCK).for_each(|part| block(0, part.len(), part)),
            Run::Of(byte, n) => {
                (0..n).step_by(BLOCK).for_each(|start| block(1, BLOCK.min(n - start), &[byte]));
            }
        }
    }
    frame.extend([1, 0, 0]);
    frame
}

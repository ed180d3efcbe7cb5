//! The buffer of decompressed data, for formats with many compressed parts.

/// The data that were decompressed last, in a buffer that is reused.
#[derive(Debug, Default)]
pub(crate) struct Plain {
    /// Longer than the data if earlier data were longer.
    pub(crate) buffer: Vec<u8>,
    pub(crate) len: usize,
}

impl Plain {
    pub(crate) fn bytes(&self) -> &[u8] {
        self.buffer.get(..self.len).unwrap_or(&self.buffer)
    }
}

//! Writes numbers of any width, the lowest bit first. Format document, section 13.4.

/// Bits being written.
#[derive(Debug, Default)]
pub(super) struct Bits {
    bytes: Vec<u8>,
    held: u64,
    n_held: u32,
}

impl Bits {
    /// Appends a number of at most 32 bits.
    pub(super) fn put(&mut self, number: u32, n_bits: u32) {
        // Fewer than 8 are held.
        self.held |= u64::from(number) << self.n_held;
        self.n_held = self.n_held.wrapping_add(n_bits);
        while self.n_held >= 8 {
            let [low, ..] = self.held.to_le_bytes();
            self.bytes.push(low);
            self.held >>= 8;
            self.n_held = self.n_held.wrapping_sub(8);
        }
    }

    /// Returns all bits, padded to a byte.
    pub(super) fn into_bytes(mut self) -> Vec<u8> {
        if self.n_held > 0 {
            let [low, ..] = self.held.to_le_bytes();
            self.bytes.push(low);
        }
        self.bytes
    }
}

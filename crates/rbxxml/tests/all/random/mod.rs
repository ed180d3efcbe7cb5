//! Numbers that are as good as random, and the same on every machine; and damage made of them.

#![allow(dead_code, reason = "each test uses what it needs")]

/// By xorshift.
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        // Seeds are small and alike; the multiplication spreads them. Zero would stay zero.
        Self(seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15).max(1))
    }

    /// A number below `bound`, or 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or_default().checked_rem(bound).unwrap_or_default()
    }

    /// True once in so many times.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn pick<T: Clone>(&mut self, of: &[T]) -> Option<T> {
        of.get(self.below(of.len())).cloned()
    }
}

/// A damaged copy: bytes are changed, taken out, put in, or taken from elsewhere in the file.
pub(crate) fn damaged(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    const PIECES: &[&[u8]] = &[
        b"<",
        b">",
        b"\"",
        b"'",
        b"</",
        b"/>",
        b"<!--",
        b"-->",
        b"<![CDATA[",
        b"]]>",
        b"<?",
        b"&",
        b"</Item>",
        b"</Properties>",
        b"<Item>",
        b"<Properties>",
        b"</roblox>",
        b"<!x>",
        b"<Foo>",
        b"</Foo>",
        b"text",
    ];
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() + 1);
        let end = at + random.below(64).min(bytes.len() - at);
        match random.below(5) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let part = bytes[at..end].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
            _ => {
                let piece = PIECES[random.below(PIECES.len())];
                bytes.splice(at..at, piece.iter().copied());
            }
        }
    }
    bytes
}

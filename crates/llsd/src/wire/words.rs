//! Operations on words of eight bytes of text.

/// The highest bit of each byte of a word.
pub(crate) const HIGH: u64 = each(0x80);

/// A word that repeats the byte eight times.
pub(crate) const fn each(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// Sets the highest bit of each byte that equals this one. Bits after the first such byte may be wrong.
#[inline]
pub(crate) fn is(word: u64, byte: u8) -> u64 {
    is_below(word ^ each(byte), 1)
}

/// Sets the highest bit of each byte that is below this one. Bits after the first such byte may be wrong.
#[inline]
pub(crate) fn is_below(word: u64, byte: u8) -> u64 {
    word.wrapping_sub(each(byte)) & !word & HIGH
}

/// The number of bytes before the first one in which `is_such` sets a bit; `None` if there is none.
#[inline(always)]
pub(crate) fn n_before(text: &[u8], is_such: impl Fn(u64) -> u64) -> Option<usize> {
    let (words, rest) = text.as_chunks::<8>();
    let find = |word| usize::try_from(is_such(u64::from_le_bytes(word)).trailing_zeros() / 8).ok();
    for (n, word) in words.iter().enumerate() {
        match find(*word)? {
            8 => {}
            at => return n.checked_mul(8)?.checked_add(at),
        }
    }
    let mut last = [0; 8];
    last.get_mut(..rest.len())?.copy_from_slice(rest);
    let at = find(last).filter(|at| *at < rest.len())?;
    text.len().checked_sub(rest.len())?.checked_add(at)
}

#[cfg(test)]
mod tests {
    use super::{is, is_below, n_before};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_first_byte_is_found(text in prop::collection::vec(prop_oneof![Just(b'a'), any::<u8>()], 0..40), byte: u8) {
            let find = |is_such: &dyn Fn(u8) -> bool| text.iter().position(|byte| is_such(*byte));
            prop_assert_eq!(n_before(&text, |word| is(word, byte)), find(&|other| other == byte));
            prop_assert_eq!(n_before(&text, |word| is_below(word, b' ')), find(&|other| other < b' '));
        }
    }
}

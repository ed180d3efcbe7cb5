//! Format document, section 4: arrays of numbers, interleaved.

use crate::model::{Lanes, Referent};
use crate::mould::output::Output;
use crate::wire::numbers::{differences, zigzag};

/// Values of `K` four-byte numbers, stored as `K` consecutive arrays.
pub(super) fn lanes<T: Copy, const K: usize>(
    data: &mut Output,
    all: &Lanes<T, K>,
    encode: impl Fn(T) -> [u8; 4],
) {
    for lane in all.numbers.chunks_exact(all.len().max(1)) {
        data.planes(lane, |number| encode(*number));
    }
}

/// Referents, each stored as the difference from the previous one.
pub(super) fn referents(data: &mut Output, all: &[Referent]) {
    data.planes(&differences(all.iter().map(|one| one.0)), |one| zigzag(*one));
}

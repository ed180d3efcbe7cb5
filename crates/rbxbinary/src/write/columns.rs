//! Format document, section 4: arrays of numbers, interleaved.

use crate::model::{Lanes, Referent};
use crate::mould::output::Output;
use crate::wire::numbers::{differences, zigzag};

/// Values of `K` numbers of four bytes, each number's array after the one before.
pub(super) fn lanes<T: Copy, const K: usize>(
    data: &mut Output,
    all: &Lanes<T, K>,
    encode: impl Fn(T) -> [u8; 4],
) {
    for lane in all.numbers.chunks_exact(all.len().max(1)) {
        data.planes(lane, |number| encode(*number));
    }
}

/// Numbers of instances, each as the difference to the one before.
pub(super) fn referents(data: &mut Output, all: &[Referent]) {
    data.planes(&differences(all.iter().map(|one| one.0)), |one| zigzag(*one));
}

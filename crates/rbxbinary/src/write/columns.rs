//! Writes interleaved arrays of numbers. Format document, section 4.

use super::string::reserve;
use crate::common::output::Output;
use crate::model::{Lanes, Referent};
use crate::wire::numbers::{Interleaved, differences};

/// Writes one array of numbers.
pub(crate) fn numbers<const N: usize, T: Interleaved<N>>(data: &mut Output, all: &[T]) {
    reserve(data, all.len().saturating_mul(N));
    for plane in 0..N {
        data.0.extend(all.iter().map(|one| one.encode().get(plane).copied().unwrap_or_default()));
    }
}

/// Writes values of `K` four-byte numbers as `K` consecutive arrays.
pub(super) fn lanes<T: Interleaved<4>, const K: usize>(data: &mut Output, all: &Lanes<T, K>) {
    reserve(data, all.numbers.len().saturating_mul(4));
    // `chunks_exact` panics on 0.
    all.numbers.chunks_exact(all.len().max(1)).for_each(|lane| numbers(data, lane));
}

/// Writes referents, each as the difference from the previous one.
pub(crate) fn referents(data: &mut Output, all: &[Referent]) {
    numbers(data, &differences(all.iter().map(|one| one.0)));
}

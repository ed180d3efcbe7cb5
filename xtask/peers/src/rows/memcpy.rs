//! Copying of bytes: no reader or writer can be faster, and the ratios show whether the harness is reliable.

use super::Compare;
use crate::data::mesh;
use crate::harness::Contender;

pub(super) fn large(compare: &mut Compare) {
    copy(&mesh::binary(1_000_000, 2_000_000), compare);
}

pub(super) fn small(compare: &mut Compare) {
    copy(&mesh::binary(5_000, 10_000), compare);
}

fn copy(bytes: &[u8], compare: &mut Compare) {
    compare(&mut [
        Contender::new("to_vec", || bytes.to_vec()),
        // Expected: about 1x and 2x.
        Contender::new("by chunks", || {
            let mut copy = Vec::with_capacity(bytes.len());
            bytes.chunks(4096).for_each(|chunk| copy.extend_from_slice(chunk));
            copy
        }),
        Contender::new("twice", || (bytes.to_vec(), bytes.to_vec())),
    ]);
}

//! Files with seeded damage, reproducible on every machine.

#[allow(dead_code, unreachable_pub, reason = "of another crate")]
#[path = "../../../../../fuzz/src/mutate.rs"]
mod mutate;

pub(crate) use crate::random::Random;
use crate::recorder::Recorder;

/// Damages bytes by [`mutate::mutant`], with the next number as its seed.
pub(crate) fn mutant(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    mutate::mutant(bytes, random.bits())
}

/// The decompressed data of a file.
pub(crate) fn unpacked(bytes: &[u8]) -> Option<Vec<u8>> {
    let recorder = Recorder::default();
    let _ = m3d::trace(bytes, &m3d::ReadOptions::default(), &recorder);
    recorder.unpacked.into_inner().into_values().next()
}

/// A damaged copy of a file of this format: packed data are decompressed, damaged and compressed again.
pub(crate) fn damaged(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let Some(plain) = unpacked(bytes).filter(|_| !random.once_in(4)) else { return mutant(bytes, random) };
    let plain = mutant(&plain, random);
    if random.once_in(2) {
        return [&bytes[..8], &plain].concat();
    }
    [&bytes[..8], &miniz_oxide::deflate::compress_to_vec_zlib(&plain, 1)].concat()
}

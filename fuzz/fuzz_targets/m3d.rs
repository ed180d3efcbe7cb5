//! Holds the laws of m3d against any bytes.

#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::m3d(data));

#[cfg(not(fuzzing))]
fn main() {}

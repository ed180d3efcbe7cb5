//! Holds the laws of hulls against any mesh.

#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::hulls(data));

#[cfg(not(fuzzing))]
fn main() {}

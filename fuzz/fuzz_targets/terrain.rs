//! Holds the laws of terrain against any bytes.

#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::terrain(data));

#[cfg(not(fuzzing))]
fn main() {}

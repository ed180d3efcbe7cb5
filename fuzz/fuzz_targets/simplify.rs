//! Simplifies meshes of any bytes.

#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::simplify(data));

#[cfg(not(fuzzing))]
fn main() {}

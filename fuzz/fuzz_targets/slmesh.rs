//! Holds the laws of slmesh against any bytes.

#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::slmesh(data));

#[cfg(not(fuzzing))]
fn main() {}

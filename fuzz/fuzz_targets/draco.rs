//! Holds the laws of rbxmesh against any Draco stream.

#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::draco(data));

#[cfg(not(fuzzing))]
fn main() {}

//! Holds the laws of rbxmesh against any bytes.

#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::rbxmesh(data));

#[cfg(not(fuzzing))]
fn main() {}

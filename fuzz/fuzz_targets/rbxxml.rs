//! Holds the laws of rbxxml against any bytes.

#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::rbxxml(data));

#[cfg(not(fuzzing))]
fn main() {}

//! Holds the laws of rbxbinary against any bytes.

#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::rbxbinary(data));

#[cfg(not(fuzzing))]
fn main() {}

//! Holds the laws of the blobs of Roblox unions against any bytes.

#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::rbxcsg(data));

#[cfg(not(fuzzing))]
fn main() {}

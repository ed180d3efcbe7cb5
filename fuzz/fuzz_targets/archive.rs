//! Holds what reading archives owes against any bytes.

#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::archives::archive(data));

#[cfg(not(fuzzing))]
fn main() {}

//! Holds the laws of animations of Second Life against any bytes.

#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::anim(data));

#[cfg(not(fuzzing))]
fn main() {}

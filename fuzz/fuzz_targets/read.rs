//! Reading alone, of the format whose body `REZKIT_BODY` names.
//!
//! This is a program of its own, without damage that knows the structure of a file, because libFuzzer looks at the counters
//! of all code in a program after each run, which takes longer than reading does.

#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
mod target {
    use fuzz::{Body, READING};
    use libfuzzer_sys::fuzz_target;
    use std::sync::LazyLock;

    static BODY: LazyLock<&Body> = LazyLock::new(|| {
        let name = std::env::var("REZKIT_BODY").expect("REZKIT_BODY has the name of a body");
        READING.iter().find(|body| body.name == name).expect("REZKIT_BODY has the name of a body")
    });

    fuzz_target!(|data: &[u8]| (BODY.run)(data));
}

#[cfg(not(fuzzing))]
fn main() {}

//! One of the fuzz bodies, by its name in `REZKIT_BODY`; `cargo xtask fuzz` runs them all, and uses `read` for those that
//! only read.

#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
mod target {
    use fuzz::Body;
    use fuzz::points::damaged;
    use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
    use std::sync::LazyLock;

    static BODY: LazyLock<&Body> = LazyLock::new(|| {
        let name = std::env::var("REZKIT_BODY").expect("REZKIT_BODY has the name of a body");
        fuzz::all().find(|body| body.name == name).expect("REZKIT_BODY has the name of a body")
    });

    fuzz_target!(|data: &[u8]| (BODY.run)(data));

    // One mutant of four keeps the structure of its file, if it has one.
    fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
        let made = match seed % 4 {
            0 => data.get(..size).and_then(|bytes| damaged(&BODY, bytes, seed.into())),
            _ => None,
        };
        match made.filter(|made| made.len() <= max_size.min(data.len())) {
            Some(made) => {
                data[..made.len()].copy_from_slice(&made);
                made.len()
            }
            None => fuzzer_mutate(data, size, max_size),
        }
    });
}

#[cfg(not(fuzzing))]
fn main() {}

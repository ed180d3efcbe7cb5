//! Every body on every fixture, whole, cut short and damaged, and on the samples
//! of `fixtures/foreign` and of the folder that `REZKIT_CORPUS` names.

use fuzz::laws::caught;
use fuzz::mutate::{MOST_GROWTH, cuts, mutant, n_mutants};
use fuzz::{BODIES, Body};
use std::path::Path;

#[path = "../../xtask/template/tests/all/support/mod.rs"]
mod support;

#[test]
fn files_and_their_mutants_keep_the_laws() {
    if BODIES.is_empty() {
        eprintln!("skipped: no format is registered in fuzz/src/lib.rs yet");
    }
    let samples = support::samples("");
    // A thread for each format: this is the longest of all tests.
    let broken: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = BODIES.iter().map(|body| scope.spawn(|| broken(body, &samples))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("panics are caught")).collect()
    });
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

fn broken(body: &Body, samples: &[support::File]) -> Vec<String> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures").join(body.name);
    let fixtures = support::files(fixtures);
    assert!(!fixtures.is_empty(), "no fixtures of {}", body.name);
    let samples = samples.iter().filter(|(_, bytes)| (body.detect)(bytes));
    fixtures.iter().chain(samples).filter_map(|(name, bytes)| mutants(body, name, bytes).err()).collect()
}

/// Stops at the first mutant of a file that breaks a law. There are more of them by a factor in `REZKIT_MUTANTS`.
fn mutants(body: &Body, file: &str, bytes: &[u8]) -> Result<(), String> {
    let times = std::env::var("REZKIT_MUTANTS").map_or(1, |times| times.parse().expect("a number"));
    let run = |mutant: String, bytes: &[u8]| {
        caught(|| (body.run)(bytes)).map_err(|text| format!("{} {file}{mutant}: {text}", body.name))
    };
    run(String::new(), bytes)?;
    for cut in cuts(bytes.len()) {
        run(format!(", cut to {cut} bytes"), &bytes[..cut])?;
    }
    for seed in 0..n_mutants(bytes.len()) * times {
        run(format!(", mutant {seed}"), &mutant(bytes, seed))?;
    }
    Ok(())
}

#[test]
fn mutants_are_the_same_each_time_and_little_longer() {
    let original = b"0123456789abcdef".repeat(9);
    let mut n_changed = 0;
    for bytes in [&original[..], b"x", b""] {
        for seed in 0..2000 {
            let damaged = mutant(bytes, seed);
            assert_eq!(damaged, mutant(bytes, seed));
            assert!(damaged.len() <= bytes.len() + MOST_GROWTH, "seed {seed}");
            n_changed += usize::from(damaged != bytes);
        }
    }
    assert!(n_changed > 4000, "{n_changed}");
    assert_ne!(mutant(&original, 1), mutant(&original, 2));
}

#[test]
fn the_larger_a_file_the_fewer_its_mutants() {
    assert_eq!([0, 1000, 10_000, 100_000, 10_000_000].map(n_mutants), [100, 100, 26, 2, 2]);
    assert!(cuts(1024).into_iter().eq(0..1024));
    assert_eq!([0, 1025, 10_000, 100_000].map(|len| cuts(len).len()), [0, 64, 26, 2]);
    assert!(cuts(10_000).iter().all(|cut| *cut < 10_000));
    assert_eq!(cuts(10_000), cuts(10_000));
}

#[test]
fn a_panic_is_caught_with_what_it_says() {
    assert_eq!(caught(|| panic!("{} things", 2)), Err::<(), _>("2 things".into()));
    assert_eq!(caught(|| panic!("one thing")), Err::<(), _>("one thing".into()));
    assert_eq!(caught(|| 1), Ok(1));
}

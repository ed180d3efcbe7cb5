//! Files that are made to take memory and time, through the program. docs/robustness.md has what the libraries take.

use crate::support::{Scratch, rez, run, text};

/// The folders of bombs, those of a format in each, of which every `step`th is taken. Long ones are left out: what they
/// take is in proportion to their length, and the tests of the libraries have them.
fn bombs(scratch: &Scratch, step: usize) -> usize {
    let mut n_files = 0;
    for format in ["llsd", "m3d", "rbxbinary", "rbxmesh", "rbxxml", "slmesh"] {
        for (number, bomb) in fuzz::bombs::of(format).iter().enumerate().step_by(step) {
            let (bytes, _) = bomb.short();
            if bytes.len() <= 200_000 {
                scratch.file(&format!("{format}/{number:02}.bin"), bytes);
                n_files += 1;
            }
        }
    }
    n_files
}

#[test]
fn bombs_get_an_answer() {
    // To check all of them takes ten seconds without optimisation.
    for (verb, step) in [("identify", 1), ("check", 3)] {
        let scratch = Scratch::new(&format!("bombs-{verb}"));
        let n_files = bombs(&scratch, step);
        assert!(n_files > 50 / step, "{n_files} bombs");
        let (code, out, err) = run(&[verb, "--json", &scratch.path("")]);
        assert!(code <= 3 && !err.contains("panicked"), "{verb}: {code} {err}");
        let answers = out.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        assert_eq!(answers.count(), n_files, "{verb}: {err}");
    }
}

#[test]
fn ten_thousand_files_come_in_their_order() {
    let scratch = Scratch::new("thousands");
    for i in 0..10_000 {
        scratch.file(&format!("{}/{i:05}.mesh", i % 7), "version 1.00\n0\n");
    }
    let (code, out, err) = text(&rez().args(["identify", "--quiet"]).arg(&scratch.0).output().unwrap());
    let lines: Vec<_> = out.lines().collect();
    assert_eq!((code, lines.len(), lines.is_sorted(), &*err), (0, 10_000, true, ""));
    assert!(lines.iter().all(|line| line.ends_with(".mesh: a Roblox mesh 1.00")));
}

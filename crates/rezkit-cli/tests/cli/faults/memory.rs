//! Allocations that the system refuses, one in each run, or all from one on: no file is damaged, and what does not succeed
//! is an error.
//!
//! A library that is loaded before the system's (`memory.c`) refuses them. Those of all orders of magnitude are tried; with
//! `REZKIT_FAULTS=1`, each of them.

use super::{Files, Lab, Verb, files, fixture, has_all, model, verb};
use crate::support::{PLACE, rez};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, SystemTime};

const SIGABRT: i32 = 6;

/// The file that a verb reads, writes and counts with.
struct Refusing<'l> {
    lab: &'l Lab,
    library: String,
}

impl<'l> Refusing<'l> {
    /// `None` if the library cannot be built.
    fn new(lab: &'l Lab) -> Option<Self> {
        let library = lab.scratch.path("memory.so");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/faults/memory.c");
        let mut compile = Command::new("cc");
        compile.args(["-O1", "-Wall", "-shared", "-fPIC", "-o", &library]).arg(source);
        if !compile.status().is_ok_and(|status| status.success()) || !cfg!(target_env = "gnu") {
            eprintln!("skipped: refused allocations, since they take a compiler of C and glibc");
            return None;
        }
        Some(Self { lab, library })
    }

    /// Calls a verb, and refuses an allocation, unless the number is 0.
    fn call(&self, verb: &Verb, at: usize, stays: bool) -> Output {
        let mut call = rez();
        call.args(&verb.arguments).args(["--threads", "1"]);
        call.envs([("LD_PRELOAD", &self.library), ("MEMORY_LOG", &self.lab.scratch.path("count"))]);
        call.env("MEMORY_AT", at.to_string());
        if stays {
            call.env("MEMORY_STAYS", "1");
        }
        call.output().unwrap()
    }

    /// Refuses each of the allocations that are tried, and returns the number of calls that succeeded without it, that ended
    /// with an error, and that were aborted.
    fn check(&self, verb: &Verb) -> [usize; 3] {
        self.lab.put(&verb.files);
        let whole = self.call(verb, 0, false);
        assert!(whole.status.success(), "{:?}: {}", verb.arguments, String::from_utf8_lossy(&whole.stderr));
        let whole = self.lab.files();
        let count = std::fs::read_to_string(self.lab.scratch.path("count")).unwrap();
        let count: usize = count.parse().unwrap();
        assert!(count > 100, "{count}");
        let mut outcomes = [0; 3];
        for (number, at) in tried(count).into_iter().enumerate() {
            for stays in [false, true].into_iter().take(1 + usize::from(has_all() || number % 4 == 0)) {
                self.lab.put(&verb.files);
                let output = self.call(verb, at, stays);
                let what = format!(
                    "{:?}, allocation {at} of {count} refused: {} {}",
                    verb.arguments,
                    output.status,
                    String::from_utf8_lossy(&output.stderr)
                );
                outcomes[self.outcome(verb, &whole, &output, &what)] += 1;
            }
        }
        eprintln!("{:?}: {count} allocations, {outcomes:?}", verb.arguments);
        outcomes
    }

    fn outcome(&self, verb: &Verb, whole: &Files, output: &Output, what: &str) -> usize {
        let now = self.lab.files();
        verb.is_kept(whole, &now, !output.status.success(), !output.status.success(), what);
        let outcome = match (output.status.code(), output.status.signal()) {
            (Some(0), _) => {
                assert!(verb.is_done(whole, &now), "it is not done: {what}");
                return 0;
            }
            (Some(_), _) => 1,
            (None, signal) => {
                assert_eq!(signal, Some(SIGABRT), "{what}");
                2
            }
        };
        assert!(!output.stderr.is_empty(), "no error is told: {what}");
        self.age_parts();
        self.lab.again(verb, whole, what);
        outcome
    }

    /// Makes files that are left over as old as those that the next call removes.
    fn age_parts(&self) {
        let old = SystemTime::now() - Duration::from_secs(2 * 60 * 60);
        for path in self.lab.scratch.tree().iter().filter(|path| path.ends_with(".part")) {
            let file = std::fs::File::options().write(true).open(self.lab.scratch.path(path)).unwrap();
            file.set_modified(old).unwrap();
        }
    }

    fn n_parts(&self) -> usize {
        self.lab.scratch.tree().iter().filter(|path| path.ends_with(".part")).count()
    }
}

/// Numbers of allocations, from the first to the last: all, or one of each power of two, counted from both ends.
fn tried(count: usize) -> Vec<usize> {
    if has_all() {
        return (1..=count).collect();
    }
    // From the end as well, since files are written late.
    let early = (0..).map(|step| 1_usize << step).take_while(|at| *at < count);
    let late = early.clone().map(|before| count - before);
    let mut all: Vec<_> = early.chain(late).chain([count]).collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[test]
fn a_refused_allocation_damages_no_file() {
    let Some(lab) = Lab::new("memory") else { return };
    let Some(refusing) = Refusing::new(&lab) else { return };
    let edited = files([("m.rbxm", model())]);
    let edit = verb(&lab, "set work/m.rbxm Outer/Brick.Anchored=true --in-place", &[], &edited);
    let meshes = files([("in/a.mesh", fixture("rbxmesh/valid/v200.mesh")), ("in/c.rbxm", model())]);
    let place = files([("place.rbxlx", PLACE.into())]);
    let all = [
        edit,
        verb(&lab, "convert work/in/a.mesh -o work/a.gltf", &["--force"], &meshes),
        verb(&lab, "sort work/in --move --into work/out", &[], &meshes),
        verb(&lab, "extract work/place.rbxlx -o work/out", &["--force"], &place),
    ];
    for verb in &all {
        let [_, n_errors, n_aborted] = refusing.check(verb);
        assert!(n_errors + n_aborted > 0, "{:?}", verb.arguments);
    }
}

/// An edit that was ended may leave a file that is not finished. The next one removes it.
#[test]
fn the_next_edit_removes_what_a_refused_allocation_left() {
    let Some(lab) = Lab::new("memory-parts") else { return };
    let Some(refusing) = Refusing::new(&lab) else { return };
    let edit = "set work/m.rbxm Outer/Brick.Anchored=true --in-place";
    let edit = verb(&lab, edit, &[], &files([("m.rbxm", model())]));
    lab.put(&edit.files);
    refusing.call(&edit, 0, false);
    let count: usize = std::fs::read_to_string(lab.scratch.path("count")).unwrap().parse().unwrap();
    // The last allocations before the program ends.
    let left = (1..count).rev().find(|at| {
        lab.put(&edit.files);
        refusing.call(&edit, *at, false);
        refusing.n_parts() > 0
    });
    assert!(left.is_some(), "no allocation is made while a file is written");
    refusing.age_parts();
    assert!(refusing.call(&edit, 0, false).status.success());
    assert_eq!(refusing.n_parts(), 0);
}

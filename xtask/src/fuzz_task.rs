//! Runs the fuzz bodies for longer than the tests do.

use crate::workspace::{Workspace, below, cargo, corpus, counted, files, run as run_command, write};
use anyhow::{Context, Result, bail, ensure};
use fuzz::laws::caught;
use fuzz::mutate::mutant;
use fuzz::{BODIES, Body};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub(crate) fn run(
    workspace: &Workspace,
    seconds: u64,
    target: Option<&str>,
    out: &mut dyn Write,
) -> Result<()> {
    let bodies: Vec<_> = BODIES.iter().filter(|body| target.is_none_or(|name| body.name == name)).collect();
    let names: Vec<_> = BODIES.iter().map(|body| body.name).collect();
    ensure!(!bodies.is_empty(), "there is no such target; there are {}", names.join(", "));
    let output = cargo(&workspace.root, &["fuzz", "--version"]).output();
    let has_cargo_fuzz = output.is_ok_and(|output| output.status.success());
    if !has_cargo_fuzz {
        eprintln!("cargo-fuzz is not installed: seeded mutants are tried instead, which sees less.");
    }
    for body in bodies {
        if has_cargo_fuzz {
            with_libfuzzer(&workspace.root, body, seconds)?;
        } else {
            with_mutants(&workspace.root, body, Duration::from_secs(seconds), out)?;
        }
    }
    Ok(())
}

fn with_libfuzzer(root: &Path, body: &Body, seconds: u64) -> Result<()> {
    /// Longer inputs are tried too rarely in a second.
    const LONGEST: usize = 1 << 16;
    let corpus = format!("fuzz/corpus/{}", body.name);
    fs::create_dir_all(root.join(&corpus))?;
    // Seeds of real sizes. The fixtures are mostly short.
    for (name, bytes) in samples(root, body)?.iter().filter(|(_, bytes)| bytes.len() <= LONGEST) {
        write(&root.join(&corpus).join(name.replace(['/', '\\'], "-")), bytes)?;
    }
    let seconds = format!("-max_total_time={seconds}");
    // Sanitizers look for errors that code without `unsafe` does not have. They take most of the time, and need a
    // compiler that is not stable.
    run_command(&mut cargo(root, &["fuzz", "run", "--sanitizer", "none", body.name, &corpus, "--", &seconds]))
}

/// The fixtures of a format, and its files in the folder that `REZKIT_CORPUS` names.
fn samples(root: &Path, body: &Body) -> Result<Vec<(String, Vec<u8>)>> {
    let mut paths = files(&root.join("fixtures").join(body.name))?;
    if let Some(corpus) = corpus() {
        paths.extend(files(&corpus)?);
    }
    let read = |path: PathBuf| -> Result<(String, Vec<u8>)> {
        let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
        Ok((below(root, &path), bytes))
    };
    let mut samples = paths.into_iter().map(read).collect::<Result<Vec<_>>>()?;
    let own = format!("fixtures/{}/", body.name);
    samples.retain(|(name, bytes)| name.starts_with(&own) || (body.detect)(bytes));
    Ok(samples)
}

/// Stops at the first mutant that breaks a law, and keeps it.
fn with_mutants(root: &Path, body: &Body, time: Duration, out: &mut dyn Write) -> Result<()> {
    let samples = samples(root, body)?;
    let start = Instant::now();
    let mut n_mutants = 0;
    for seed in 0.. {
        for (name, bytes) in &samples {
            if start.elapsed() >= time {
                let (mutants, files) = (counted(n_mutants, "mutant"), counted(samples.len(), "file"));
                writeln!(out, "{}: {mutants} of {files} kept the laws", body.name)?;
                return Ok(());
            }
            let bytes = mutant(bytes, seed);
            if let Err(text) = caught(|| (body.run)(&bytes)) {
                let kept = format!("fuzz/artifacts/{}/mutant-{seed}", body.name);
                write(&root.join(&kept), bytes)?;
                bail!(
                    "{name}, mutant {seed}: {text}\nThe bytes are in {kept}; make them a fixture in crashers/ when this is mended."
                );
            }
            n_mutants += 1;
        }
        ensure!(!samples.is_empty(), "there are no files of {} to start from", body.name);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::scratch::Scratch;

    fn body(run: fn(&[u8])) -> Body {
        Body { name: "toy", run, detect: |bytes| bytes.starts_with(b"TOY"), entries: &[] }
    }

    #[test]
    fn a_mutant_that_breaks_a_law_is_kept() {
        let tree = Scratch::new(&[("fixtures/toy/a.toy", "TOY")]);
        let mut out = Vec::new();
        let strict = body(|bytes| assert!(bytes.len() < 10, "too long"));
        let error =
            with_mutants(&tree.0.root, &strict, Duration::from_secs(60), &mut out).unwrap_err().to_string();
        assert!(error.contains("too long\nThe bytes are in fuzz/artifacts/toy/mutant-"), "{error}");
        assert_eq!(files(&tree.0.root.join("fuzz/artifacts/toy")).unwrap().len(), 1);
        with_mutants(&tree.0.root, &body(|_| ()), Duration::from_millis(5), &mut out).unwrap();
        assert!(String::from_utf8(out).unwrap().ends_with(" of 1 file kept the laws\n"));
    }

    #[test]
    fn nothing_to_start_from_is_said() {
        let tree = Scratch::new(&[]);
        assert!(with_mutants(&tree.0.root, &body(|_| ()), Duration::from_secs(60), &mut Vec::new()).is_err());
    }
}

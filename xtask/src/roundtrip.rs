//! Checks `fixtures/`, the corpus, or any files against the laws: does what `rez roundtrip` does, and checks that files
//! which are broken on purpose are refused or cause warnings.

use crate::workspace::{Workspace, below, corpus, counted, files, grouped, read};
use anyhow::{Result, bail, ensure};
use rezkit::internal::Options;
use rezkit::laws::{Checked, caught};
use rezkit::{File, OpenOptions, READERS};
use std::collections::BTreeMap;
use std::io::Write;
use std::iter::from_fn;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{available_parallelism, scope};
use std::time::Duration;

/// A file, and the results of its checks.
struct Sample {
    name: String,
    /// The name of the format; empty if it is unknown.
    format: &'static str,
    n_bytes: usize,
    checked: Checked,
}

pub(crate) fn run(workspace: &Workspace, paths: &[PathBuf], out: &mut dyn Write) -> Result<()> {
    // Nobody has edited these files by hand, so a note is a failure.
    let are_known = paths.is_empty();
    let mut all = Vec::new();
    if are_known {
        if corpus().is_none() {
            eprintln!("REZKIT_CORPUS is not set: only fixtures/ is looked at");
        }
        all = workspace.samples()?;
    }
    for path in paths {
        ensure!(path.exists(), "{} is not there", path.display());
        all.extend(files(path)?);
    }
    let next = AtomicUsize::new(0);
    let work = || -> Result<Vec<Sample>> {
        let paths = from_fn(|| all.get(next.fetch_add(1, Ordering::Relaxed)));
        paths.map(|path| sample(workspace, path, are_known)).collect()
    };
    let samples: Vec<_> = scope(|scope| {
        let n_threads = available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..n_threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|thread| thread.join().expect("panics are caught")).collect::<Result<_>>()
    })?;
    let mut by_format = BTreeMap::<&str, Vec<Sample>>::new();
    for sample in samples.into_iter().flatten() {
        by_format.entry(sample.format).or_default().push(sample);
    }
    by_format.values_mut().for_each(|samples| samples.sort_by(|a, b| a.name.cmp(&b.name)));
    report(&by_format, out)?;
    match by_format.values().flatten().map(|sample| sample.checked.broken.len()).sum() {
        0 => Ok(()),
        n => bail!("{}", counted(n, "failure")),
    }
}

fn sample(workspace: &Workspace, path: &Path, are_known: bool) -> Result<Sample> {
    let (name, bytes) = (below(&workspace.root, path), read(path)?);
    let (format, mut checked) = check(path, &name, &bytes);
    if are_known {
        checked.broken.append(&mut checked.notes);
    }
    Ok(Sample { name, format, n_bytes: bytes.len(), checked })
}

/// Checks a file, and returns the name of its format and the results.
fn check(path: &Path, name: &str, bytes: &[u8]) -> (&'static str, Checked) {
    let lies_in = |folder: &str| path.parent().is_some_and(|path| path.iter().any(|part| part == folder));
    // A file that others call malformed may be readable, and only break rules.
    let in_full = !["invalid", "malformed", "crashers"].iter().any(|folder| lies_in(folder));
    // A broken file may look like no format, or like a file of another format.
    let by_folder = READERS.iter().find(|reader| !in_full && lies_in(reader.name));
    let file = File::open(bytes, &OpenOptions::default().name(name)).ok();
    let (reader, bytes) = match (by_folder, &file) {
        (Some(reader), _) => (reader, bytes),
        (None, Some(file)) => (file.reader(), file.bytes()),
        (None, None) => return ("", Checked::default()),
    };
    let checked = caught(|| reader.laws(bytes, Options::default(), in_full));
    let mut checked = checked.unwrap_or_else(|panic| {
        let broken = vec![format!("law 4, reading is total: panics: {panic}")];
        Checked { broken, n_warnings: 1, ..Checked::default() }
    });
    match &checked.refusal {
        Some(error) if in_full => checked.broken.push(format!("refused: {error}")),
        None if lies_in("invalid") && checked.n_warnings == 0 => {
            checked.broken.push("lies among the broken files, and reads without a warning".into());
        }
        _ => {}
    }
    (reader.name, checked)
}

fn report(by_format: &BTreeMap<&str, Vec<Sample>>, out: &mut dyn Write) -> Result<()> {
    writeln!(
        out,
        "{:12} {:>7} {:>7} {:>13} {:>10} {:>9}",
        "format", "files", "laws", "bytes", "read MB/s", "failures"
    )?;
    for (name, samples) in by_format.iter().filter(|(name, _)| !name.is_empty()) {
        let sum = |of: fn(&Sample) -> usize| samples.iter().map(of).sum::<usize>();
        let (n_files, n_bytes) = (samples.len(), sum(|sample| sample.n_bytes));
        let n_laws = sum(|sample| sample.checked.n_laws);
        let n_failures = sum(|sample| sample.checked.broken.len());
        let reading: Duration = samples.iter().map(|sample| sample.checked.reading).sum();
        let speed = n_bytes as f64 / 1e6 / reading.as_secs_f64().max(1e-9);
        let n_bytes = grouped(n_bytes);
        writeln!(out, "{name:12} {n_files:7} {n_laws:7} {n_bytes:>13} {speed:10.1} {n_failures:9}")?;
    }
    if let Some(skipped) = by_format.get("") {
        writeln!(out, "Skipped {} of no known format.", counted(skipped.len(), "file"))?;
    }
    for Sample { name, checked, .. } in by_format.values().flatten() {
        checked.broken.iter().try_for_each(|broken| writeln!(out, "{name}: {broken}"))?;
        checked.notes.iter().try_for_each(|note| writeln!(out, "note: {name}: {note}"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::scratch::Scratch;

    #[test]
    fn broken_files_are_refused_or_warned_of_and_others_are_not() {
        let run_on = |files: &[(&str, &str)]| {
            let tree = Scratch::new(files);
            let mut out = Vec::new();
            let is_fine = run(&tree.0, std::slice::from_ref(&tree.0.root), &mut out).is_ok();
            let text = String::from_utf8(out).unwrap();
            (is_fine, text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>())
        };
        let sound = [
            ("a.notation", "[i1,i2]"),
            ("named by its content", "<llsd><undef/></llsd>"),
            ("invalid/refused.llsd", "<llsd>"),
            ("llsd/invalid/unnamed", "?"),
            ("llsd/crashers/sound", "[i1]"),
            ("other.txt", "?"),
        ];
        let (is_fine, lines) = run_on(&sound);
        assert!(is_fine, "{lines:?}");
        let words: Vec<_> = lines[0].split_whitespace().collect();
        assert_eq!((words[0], words[1], words[5]), ("llsd", "5", "0"));
        assert_eq!(lines[1..], ["Skipped 1 file of no known format."]);

        let (is_fine, lines) = run_on(&[("a.llsd", "<llsd>"), ("llsd/invalid/sound", "[i1]")]);
        assert!(!is_fine && lines[1].starts_with("a.llsd: refused: "), "{lines:?}");
        let sound = "llsd/invalid/sound: lies among the broken files, and reads without a warning";
        assert_eq!(lines[2..], [sound]);
    }
}

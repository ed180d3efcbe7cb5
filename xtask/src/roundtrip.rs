//! Checks the laws on files: `fixtures/`, samples of others, any file.

use crate::formats;
use crate::workspace::{Workspace, below, counted, files, grouped};
use anyhow::{Context, Result, bail, ensure};
use fuzz::laws::{Checked, caught};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The results for the files of one format.
#[derive(Debug, Default)]
struct Tally {
    n_files: usize,
    n_laws: usize,
    n_bytes: usize,
    reading: Duration,
    failures: Vec<String>,
    notes: Vec<String>,
}

pub(crate) fn run(workspace: &Workspace, paths: &[PathBuf], out: &mut dyn Write) -> Result<()> {
    if !workspace.has_formats() {
        return Ok(());
    }
    // Nobody has edited these files by hand, so a note is a failure.
    let are_known = paths.is_empty();
    let paths = if are_known { &defaults(workspace) } else { paths };
    let mut all = Vec::new();
    for path in paths {
        ensure!(path.exists(), "{} is not there", path.display());
        all.extend(files(path)?);
    }
    let (mut tallies, n_skipped) = check(workspace, &all)?;
    if are_known {
        tallies.values_mut().for_each(|tally| tally.failures.append(&mut tally.notes));
    }
    report(&tallies, n_skipped, out)?;
    match tallies.values().map(|tally| tally.failures.len()).sum() {
        0 => Ok(()),
        n => bail!("{}", counted(n, "failure")),
    }
}

fn defaults(workspace: &Workspace) -> Vec<PathBuf> {
    let corpus = std::env::var_os("REZKIT_CORPUS").map(PathBuf::from);
    if corpus.is_none() {
        eprintln!("REZKIT_CORPUS is not set: only fixtures/ is looked at");
    }
    [workspace.root.join("fixtures")].into_iter().filter(|path| path.exists()).chain(corpus).collect()
}

fn check<'w>(workspace: &'w Workspace, paths: &[PathBuf]) -> Result<(BTreeMap<&'w str, Tally>, usize)> {
    // Hidden if stderr is not a terminal.
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} files, {wide_msg}")?;
    let progress = ProgressBar::new(paths.len() as u64).with_style(style);
    let mut tallies = BTreeMap::<_, Tally>::new();
    let mut n_skipped = 0;
    for path in paths {
        let name = below(&workspace.root, path);
        progress.set_message(name.clone());
        let bytes = fs::read(path).with_context(|| name.clone())?;
        // A file that others call malformed may be readable, and only break rules.
        let is_broken = lies_in(path, "invalid");
        let in_full = !["invalid", "malformed", "crashers"].iter().any(|folder| lies_in(path, folder));
        // A broken file may look like no format, or like a file of another format.
        let by_folder = workspace.formats.iter().find(|format| !in_full && lies_in(path, format.name));
        match by_folder.or_else(|| formats::of(&workspace.formats, &name, &bytes)) {
            None => n_skipped += 1,
            Some(format) => {
                let result = caught(|| (format.laws)(&bytes, in_full));
                let tally = tallies.entry(format.name).or_default();
                tally.n_files += 1;
                tally.n_bytes += bytes.len();
                let (failures, notes) = match result {
                    Err(panic) => (vec![format!("law 4, reading is total: panics: {panic}")], Vec::new()),
                    Ok(mut checked) => {
                        let notes = std::mem::take(&mut checked.notes);
                        (tally.add(checked, in_full, is_broken), notes)
                    }
                };
                tally.failures.extend(failures.into_iter().map(|failure| format!("{name}: {failure}")));
                tally.notes.extend(notes.into_iter().map(|note| format!("{name}: {note}")));
            }
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok((tallies, n_skipped))
}

fn lies_in(path: &Path, folder: &str) -> bool {
    path.parent().is_some_and(|path| path.iter().any(|part| part == folder))
}

impl Tally {
    /// Counts a file, and returns what is wrong with it.
    fn add(&mut self, checked: Checked, in_full: bool, is_broken: bool) -> Vec<String> {
        self.n_laws += checked.n_laws;
        self.reading += checked.reading;
        let mut failures = checked.broken;
        match checked.refusal {
            Some(error) if in_full => failures.push(format!("refused: {}", error)),
            None if is_broken && checked.n_warnings == 0 => {
                failures.push("lies among the broken files, and reads without a warning".into());
            }
            _ => {}
        }
        failures
    }
}

fn report(tallies: &BTreeMap<&str, Tally>, n_skipped: usize, out: &mut dyn Write) -> Result<()> {
    writeln!(
        out,
        "{:12} {:>7} {:>7} {:>13} {:>10} {:>9}",
        "format", "files", "laws", "bytes", "read MB/s", "failures"
    )?;
    for (name, tally) in tallies {
        let Tally { n_files, n_laws, n_bytes, reading, failures, .. } = tally;
        let speed = *n_bytes as f64 / 1e6 / reading.as_secs_f64().max(1e-9);
        let (n_bytes, n_failures) = (grouped(*n_bytes), failures.len());
        writeln!(out, "{name:12} {n_files:7} {n_laws:7} {n_bytes:>13} {speed:10.1} {n_failures:9}")?;
    }
    if n_skipped > 0 {
        writeln!(out, "Skipped {} of no known format.", counted(n_skipped, "file"))?;
    }
    for failure in tallies.values().flat_map(|tally| &tally.failures) {
        writeln!(out, "{failure}")?;
    }
    for note in tallies.values().flat_map(|tally| &tally.notes) {
        writeln!(out, "note: {note}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::toy;
    use crate::workspace::scratch::Scratch;

    fn output(files: &[(&str, &str)]) -> (bool, Vec<String>) {
        let tree = Scratch::new(files).formats([toy::format()]);
        let mut out = Vec::new();
        let result = run(&tree.0, std::slice::from_ref(&tree.0.root), &mut out);
        let text = String::from_utf8(out).unwrap();
        (result.is_ok(), text.lines().skip(1).map(str::to_owned).collect())
    }

    #[test]
    fn sound_files_pass_and_broken_ones_are_refused_or_warned_of() {
        let files = [
            ("a.toy", "TOY abc"),
            ("named by its content", "TOY"),
            ("invalid/refused.toy", "what"),
            ("malformed/warned.toy", "TOY ~"),
            ("malformed/boundary.toy", "TOY"),
            ("toy/invalid/unnamed", "?"),
            ("crashers/sound.toy", "TOY"),
            ("other.txt", "?"),
        ];
        let (is_fine, lines) = output(&files);
        assert!(is_fine, "{lines:?}");
        let words: Vec<_> = lines[0].split_whitespace().collect();
        assert_eq!((words[0], words[1], words[3], words[5]), ("toy", "7", "26", "0"));
        assert_eq!(lines[1..], ["Skipped 1 file of no known format."]);
    }

    #[test]
    fn each_failure_is_named_with_its_file() {
        let files =
            [("a.toy", "what"), ("b.toy", "TOY lost"), ("c.toy", "TOY panic"), ("invalid/sound.toy", "TOY")];
        let (is_fine, lines) = output(&files);
        assert!(!is_fine);
        assert_eq!(
            lines[1..],
            [
                "a.toy: refused: expected TOY (at byte 0x0)",
                "b.toy: law 1, reading undoes writing: the model: \" \" is not \" lost\"",
                "b.toy: law 2, writing undoes reading: 4 bytes, and not 8",
                "c.toy: law 4, reading is total: panics: as asked",
                "invalid/sound.toy: lies among the broken files, and reads without a warning",
            ]
        );
    }

    #[test]
    fn what_a_person_may_have_edited_is_a_note_in_files_that_were_named() {
        let run_on = |is_named: bool| {
            let tree = Scratch::new(&[("fixtures/a.toy", "TOY edited  ")]).formats([toy::format()]);
            let paths = if is_named { vec![tree.0.root.clone()] } else { Vec::new() };
            let mut out = Vec::new();
            let is_fine = run(&tree.0, &paths, &mut out).is_ok();
            (is_fine, String::from_utf8(out).unwrap())
        };
        let difference = "fixtures/a.toy: law 2, writing undoes reading, unless it was edited by hand: 10 bytes, and not 12\n";
        let (is_fine, text) = run_on(true);
        assert!(is_fine && text.ends_with(&format!("\nnote: {difference}")), "{text}");
        let (is_fine, text) = run_on(false);
        assert!(!is_fine && text.contains(&format!("\n{difference}")), "{text}");
    }

    #[test]
    fn without_formats_nothing_is_done() {
        assert!(run(&Scratch::new(&[]).0, &[], &mut Vec::new()).is_ok());
    }
}

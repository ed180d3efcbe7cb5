//! Compares the output of two builds of `rez`: it must not change if only the implementation does.

use crate::workspace::{counted, files, grouped};
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The calls for each file. Calls for a part have no effect on files without it.
#[rustfmt::skip]
const CALLS: [&str; 16] = [
    "dump", "dump --json", "dump --depth 2", "dump --at 0x40", "dump --part faces", "dump --part high_lod",
    "dump --part chunks[1]", "dump --part <value>", "dump --part Item", "info --json", "check --json", "print",
    "list scripts", "list assets", "list strings", "extract --list",
];

pub(crate) fn run(old: &Path, new: &Path, paths: &[PathBuf], out: &mut dyn Write) -> Result<()> {
    let (mut n_files, mut n_bytes) = (0, 0);
    let mut tallies = BTreeMap::<&str, (usize, usize)>::new();
    for path in paths {
        ensure!(path.exists(), "{} is not there", path.display());
        for file in files(path)? {
            n_files += 1;
            for line in CALLS {
                let outputs = [call(old, line, &file)?, call(new, line, &file)?];
                n_bytes += outputs[1].stdout.len();
                let (n_calls, n_different) = tallies.entry(line).or_default();
                *n_calls += 1;
                if let Some((before, after)) = difference(&outputs) {
                    *n_different += 1;
                    writeln!(out, "rez {line} {}\n- {before}\n+ {after}", file.display())?;
                }
            }
        }
    }
    for (call, (n_calls, n_different)) in &tallies {
        writeln!(out, "{call}: {} of {} differ", grouped(*n_different), counted(*n_calls, "call"))?;
    }
    writeln!(out, "{}, {} of output", counted(n_files, "file"), counted(n_bytes, "byte"))?;
    match tallies.values().map(|(_, n_different)| n_different).sum() {
        0 => Ok(()),
        n => bail!("{}", counted(n, "difference")),
    }
}

fn call(program: &Path, line: &str, file: &Path) -> Result<Output> {
    let output = Command::new(program).args(line.split(' ')).arg(file).output();
    output.with_context(|| format!("{} does not run", program.display()))
}

/// The first lines that differ, or the exit codes; `None` if neither output nor code differs.
fn difference([before, after]: &[Output; 2]) -> Option<(String, String)> {
    for (before, after) in [(&before.stdout, &after.stdout), (&before.stderr, &after.stderr)] {
        if before != after {
            let [before, after] = [before, after].map(|text| String::from_utf8_lossy(text));
            let n_same = before.lines().zip(after.lines()).take_while(|(a, b)| a == b).count();
            let line = |text: &str| text.lines().nth(n_same).unwrap_or_default().to_owned();
            return Some((line(&before), line(&after)));
        }
    }
    (before.status != after.status).then(|| (before.status.to_string(), after.status.to_string()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;

    #[test]
    fn the_first_difference_is_shown() {
        let output = |status: i32, stdout: &str| {
            let status = std::process::ExitStatus::from_raw(status << 8);
            Output { status, stdout: stdout.into(), stderr: Vec::new() }
        };
        let against = |status, stdout| difference(&[output(0, "a\nb\nc\n"), output(status, stdout)]);
        let lines = |before: &str, after: &str| Some((before.to_owned(), after.to_owned()));
        assert_eq!(against(0, "a\nb\nc\n"), None);
        assert_eq!(against(0, "a\nx\n"), lines("b", "x"));
        assert_eq!(against(0, "a\nb\n"), lines("c", ""));
        assert_eq!(against(1, "a\nb\nc\n"), lines("exit status: 0", "exit status: 1"));
    }
}

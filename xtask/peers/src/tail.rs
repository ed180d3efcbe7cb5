//! The files of a folder that cost verbs of `rez` the most, next to the time and memory that a file may cost.

use crate::commands::{self, ProcessCost, Result};
use rezkit::exchange::converts;
use rezkit::table::sha256;
use rezkit::{Format, identify};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The number of files that are listed for each verb and resource.
const WORST: usize = 5;

/// A verb of `rez`, the extension of its output, and the formats that it is asked to read.
struct Verb {
    title: &'static str,
    command: &'static str,
    extension: &'static str,
    reads: fn(Format) -> bool,
}

const VERBS: [Verb; 9] = [
    Verb { title: "info", command: "rez info -q IN", extension: "", reads: |_| true },
    Verb { title: "check", command: "rez check -q IN", extension: "", reads: |_| true },
    Verb { title: "print", command: "rez print IN", extension: "", reads: is_ours },
    Verb { title: "diff", command: "rez diff IN IN", extension: "", reads: is_ours },
    Verb { title: "picture", command: "rez thumb -qf IN -o OUT", extension: "png", reads: has_scene },
    Verb { title: "to GLB", command: "rez convert -qf IN -o OUT", extension: "glb", reads: has_scene },
    Verb {
        title: "to XML",
        command: "rez convert -qf IN -o OUT",
        extension: "rbxmx",
        reads: |from| from == Format::RbxBinary,
    },
    Verb {
        title: "to binary",
        command: "rez convert -qf IN -o OUT",
        extension: "rbxm",
        reads: |from| from == Format::RbxXml,
    },
    Verb { title: "table", command: "rez table -q --table properties -o - IN", extension: "", reads: is_ours },
];

fn is_ours(format: Format) -> bool {
    format.family().reader().is_some()
}

fn has_scene(format: Format) -> bool {
    format == Format::Glb || converts(format, Format::Glb)
}

/// The cost of a verb for a file, as shares of what it may take.
struct Measured {
    hash: String,
    len: usize,
    cost: ProcessCost,
    /// CPU time, of 2 s and a second per megabyte.
    time: f64,
    /// Peak memory, of 100 MB and 64 times the size.
    memory: f64,
}

/// Runs each verb once for each different file below a folder, and prints the costliest in Markdown. Files are named by the
/// start of their SHA-256, since they may be anyone's.
///
/// # Errors
///
/// If a file cannot be read, or a verb ends in another way than with an answer or an error about its input.
pub fn run(arguments: &[String], out: &mut dyn Write) -> Result<()> {
    let [folder] = arguments else { return Err("`peers tail` needs one folder".into()) };
    let mut paths = Vec::new();
    collect(Path::new(folder), &mut paths)?;
    let mut files = BTreeMap::new();
    for path in paths {
        let bytes = fs::read(&path)?;
        let hash = sha256(&bytes).to_string().chars().take(8).collect::<String>();
        files.entry(hash).or_insert((path, bytes.len(), identify(&bytes).format));
    }
    writeln!(out, "{} different files\n", files.len())?;
    writeln!(out, "| Verb | Files | Above | File | Bytes | CPU s | of its bound | Peak MB | of its bound |")?;
    writeln!(out, "|---|---|---|---|---|---|---|---|---|")?;
    for verb in &VERBS {
        let mut measured = Vec::new();
        for (hash, (path, len, format)) in &files {
            if !(verb.reads)(*format) {
                continue;
            }
            let output = commands::folder()?.join("tail").with_extension(verb.extension);
            // Findings, losses and inputs that cannot be read are answers; their cost counts like that of others.
            let (cost, status) = commands::cost(verb.command, path, &output)?;
            if !status.code().is_some_and(|code| code <= 4) {
                return Err(format!("{} of {hash} ended with {status}", verb.title).into());
            }
            let megabytes = *len as f64 / 1e6;
            let (time, memory) = (cost.cpu / (2.0 + megabytes), cost.peak / (100.0 + 64.0 * megabytes));
            measured.push(Measured { hash: hash.clone(), len: *len, cost, time, memory });
        }
        let n_above = measured.iter().filter(|one| one.time > 1.0 || one.memory > 1.0).count();
        let keys: [fn(&Measured) -> f64; 2] = [|one| one.time, |one| one.memory];
        for key in keys {
            measured.sort_by(|a, b| key(b).total_cmp(&key(a)));
            for Measured { hash, len, cost, time, memory } in measured.iter().take(WORST) {
                writeln!(
                    out,
                    "| {} | {} | {n_above} | {hash} | {len} | {:.2} | {time:.2} | {:.0} | {memory:.2} |",
                    verb.title,
                    measured.len(),
                    cost.cpu,
                    cost.peak
                )?;
            }
        }
    }
    Ok(())
}

/// The files below a folder.
fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<std::result::Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        match entry.file_type()? {
            kind if kind.is_dir() => collect(&entry.path(), paths)?,
            kind if kind.is_file() => paths.push(entry.path()),
            _ => {}
        }
    }
    Ok(())
}

//! Runs the fuzz bodies under libFuzzer, for longer than the tests do.

use crate::tools::{host, run as run_command};
use crate::workspace::{Workspace, below, files, grouped, read, write};
use anyhow::{Context, Result, ensure};
use fuzz::{Body, all, archives, points};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Upper bound on the length of inputs; longer ones would allow too few runs per second.
const LONGEST: usize = 1 << 14;

/// Upper bound on the length of inputs for bodies that only read.
const LONGEST_READ: usize = 1 << 12;

/// The options of the sanitizer. They disable features that take a third of the time and that safe code does not need:
/// long quarantine of freed memory, stack traces of allocations, and detection of stack use after return.
const SANITIZER: &str = "detect_leaks=0:malloc_context_size=0:quarantine_size_mb=4:max_malloc_fill_size=0:\
     detect_stack_use_after_return=0";

/// Builds the programs of all bodies, runs each of them, and prints a row of docs/robustness.md for it. Inputs on which
/// a body fails are kept in fuzz/artifacts.
pub(crate) fn run(
    workspace: &Workspace,
    seconds: u64,
    target: Option<&str>,
    out: &mut dyn Write,
) -> Result<()> {
    let bodies: Vec<_> = all().filter(|body| target.is_none_or(|name| body.name == name)).collect();
    let names: Vec<_> = all().map(|body| body.name).collect();
    ensure!(!bodies.is_empty(), "there is no such target; there are {}", names.join(", "));
    let programs = build(workspace)?;
    let files = inputs(workspace)?;
    writeln!(
        out,
        "| Body | Executions | Seconds | Executions a second | Edges | Findings |\n|---|---|---|---|---|---|"
    )?;
    let mut n_findings = 0;
    for body in bodies {
        let row = fuzz_one(workspace, &programs, body, &files, seconds)?;
        n_findings += row.n_findings;
        writeln!(out, "{}", row.shown(body.name))?;
    }
    ensure!(n_findings == 0, "{n_findings} inputs in fuzz/artifacts break a law");
    Ok(())
}

/// Builds the programs with the compiler options for libFuzzer and the address sanitizer, which a stable compiler
/// accepts because of the bootstrap variable. Returns their folder.
fn build(workspace: &Workspace) -> Result<PathBuf> {
    const FLAGS: &str = "--cfg fuzzing -Zsanitizer=address -Cpasses=sancov-module \
         -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
         -Cllvm-args=-sanitizer-coverage-pc-table";
    // To tell libFuzzer of each comparison takes a third of the time of reading, and half of that of unpacking, which
    // the libraries do.
    const COMPARISONS: [&str; 2] = [
        "profile.release.rustflags=['-Cllvm-args=-sanitizer-coverage-trace-compares']",
        "profile.release.package.'*'.rustflags=[]",
    ];
    // Sanitizers want the platform by its name.
    let host = host()?;
    let folder = workspace.target.join("fuzz");
    for (program, settings) in [("body", &COMPARISONS[..]), ("read", &[])] {
        let mut build = workspace.cargo("build --release --package fuzz -Zprofile-rustflags --bin");
        build
            .args([program, "--target", &host])
            .args(settings.iter().flat_map(|setting| ["--config", setting]));
        build.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", FLAGS).env("CARGO_TARGET_DIR", &folder);
        build.env("CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS", "true");
        build.env("CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS", "true").env_remove("RUSTC_WORKSPACE_WRAPPER");
        run_command(&mut build)?;
    }
    Ok(folder.join(host).join("release"))
}

/// The short files among fixtures and the corpus, with their names.
fn inputs(workspace: &Workspace) -> Result<Vec<(String, Vec<u8>)>> {
    let mut inputs = Vec::new();
    for path in workspace.samples()? {
        if fs::metadata(&path).is_ok_and(|data| data.len() <= LONGEST as u64) {
            let bytes = read(&path)?;
            inputs.push((below(&workspace.root, &path).replace(['/', '\\'], "-"), bytes));
        }
    }
    Ok(inputs)
}

/// The initial inputs of a body.
fn seeds(body: &Body, files: &[(String, Vec<u8>)]) -> Vec<(String, Vec<u8>)> {
    let of = |folder: &str| {
        let start = format!("fixtures-{folder}-");
        files.iter().filter(move |(name, _)| name.starts_with(&start))
    };
    let joined = |n: u64| {
        let models = of("rbxbinary").chain(of("rbxxml")).chain(of("llsd")).chain(of("m3d"));
        let short = models.filter(|(_, bytes)| bytes.len() < 2048);
        short.filter_map(|(name, bytes)| Some((name.clone(), points::joined(bytes, n)?))).collect()
    };
    match body.name {
        "archive" => {
            let numbered = |(number, seed): (usize, Vec<u8>)| (format!("seed-{number}"), seed);
            archives::seeds().into_iter().enumerate().map(numbered).collect()
        }
        "diff" => joined(1),
        "merge" => joined(2),
        "draco" => {
            // Behind the header of the file and of its chunk, and the length.
            let is_draco = |bytes: &[u8]| bytes.get(33..38) == Some(b"DRACO");
            let streams = files.iter().filter(|(_, bytes)| is_draco(bytes));
            streams.map(|(name, bytes)| (name.clone(), bytes[33..].to_vec())).collect()
        }
        "json" | "serde" => of("llsd").cloned().collect(),
        name => {
            let folder = name.strip_prefix("read_").unwrap_or(name);
            let own = of(folder).chain(files.iter().filter(|(_, bytes)| (body.detect)(bytes)));
            own.cloned().collect()
        }
    }
}

/// The result of a run.
struct Row {
    n_executions: usize,
    /// The processor time, in seconds.
    seconds: f64,
    n_edges: usize,
    n_findings: usize,
}

impl Row {
    fn shown(&self, name: &str) -> String {
        let rate = self.n_executions as f64 / self.seconds;
        let numbers = [self.n_executions, self.seconds.round() as usize, rate as usize, self.n_edges];
        format!("| {name} | {} | {} |", numbers.map(grouped).join(" | "), self.n_findings)
    }
}

fn fuzz_one(
    workspace: &Workspace,
    programs: &Path,
    body: &Body,
    files: &[(String, Vec<u8>)],
    seconds: u64,
) -> Result<Row> {
    let corpus = workspace.root.join("fuzz/corpus").join(body.name);
    let artifacts = workspace.root.join("fuzz/artifacts").join(body.name);
    fs::create_dir_all(&corpus)?;
    fs::create_dir_all(&artifacts)?;
    let is_reading = body.name.starts_with("read_");
    let (program, longest) = if is_reading { ("read", LONGEST_READ) } else { ("body", LONGEST) };
    for (name, bytes) in seeds(body, files).into_iter().filter(|(_, bytes)| bytes.len() <= longest) {
        write(&corpus.join(name), bytes)?;
    }
    let before = self::files(&artifacts)?.len();
    let mut command = Command::new(programs.join(program));
    command.env("REZKIT_BODY", body.name).env("ASAN_OPTIONS", SANITIZER).arg(&corpus);
    command
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-artifact_prefix={}/", artifacts.display()));
    command.arg(format!("-max_len={longest}")).args([
        "-timeout=60",
        "-report_slow_units=60",
        "-rss_limit_mb=4096",
        "-print_final_stats=1",
    ]);
    if is_reading {
        // To weigh inputs by how rare what they reach is takes twice as long as to read them.
        command.arg("-entropic=0");
    }
    eprintln!("$ {}", body.name);
    let (started, used) = (Instant::now(), children_seconds());
    let output = command.stdout(Stdio::null()).stderr(Stdio::piped()).output().context("the program")?;
    let elapsed = started.elapsed().as_secs_f64();
    let seconds = children_seconds().zip(used).map_or(elapsed, |(after, before)| after - before);
    let text = String::from_utf8_lossy(&output.stderr);
    let n_findings = self::files(&artifacts)?.len().saturating_sub(before);
    if !output.status.success() {
        // The panic and its place.
        let lines: Vec<_> = text.lines().collect();
        eprintln!("{}", lines[lines.len().saturating_sub(60)..].join("\n"));
    }
    ensure!(output.status.success() || n_findings > 0, "{}: the program failed", body.name);
    let number = |name: &str| {
        let found = text.lines().rev().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
        found.unwrap_or(0)
    };
    let edges =
        text.lines().rev().find_map(|line| line.split_once(" cov: ")?.1.split(' ').next()?.parse().ok());
    Ok(Row {
        n_executions: number("stat::number_of_executed_units:"),
        seconds,
        n_edges: edges.unwrap_or(0),
        n_findings,
    })
}

/// The processor time of all child processes in seconds, if the system reports it. It does not include other work on
/// the machine.
fn children_seconds() -> Option<f64> {
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may have spaces.
    let fields: Vec<_> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index)?.parse::<f64>().ok();
    Some((ticks(13)? + ticks(14)?) / TICKS_PER_SECOND)
}

//! How much memory and time each entry point takes on inputs that are made to take much.
//!
//! `cargo run --release -p fuzz --bin envelope -- [FORMAT [FILE…]]` prints the tables of docs/robustness.md; each entry
//! point runs in a process of its own. With `--check` before them it fails if one takes more than 256 MB and 64 bytes for
//! a byte of the input. `--mutants N` before them damages the fixtures of each format N times instead, and prints what the
//! worst of these take.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use fuzz::bombs;
use fuzz::mutate::mutant;
use fuzz::{BODIES, Body, OTHERS, SAMPLE};
use peak_alloc::PeakAlloc;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;
use std::{env, fs};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Entry points that `laws` also calls, so that a check does not have to run them again.
const CALLED_BY_LAWS: &[&str] = &["read", "layout", "write", "write_onto"];

/// The hidden first argument of a child process; the format and the entry point follow, and the input comes through
/// stdin.
const CHILD: &str = "--child";

fn main() -> ExitCode {
    let mut arguments: Vec<String> = env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == CHILD) {
        return child(&arguments);
    }
    let is_check = arguments.first().is_some_and(|first| first == "--check");
    if is_check {
        arguments.remove(0);
    }
    let mut n_mutants = 0;
    if arguments.first().is_some_and(|first| first == "--mutants") {
        n_mutants = arguments.get(1).and_then(|number| number.parse().ok()).unwrap_or(100_000);
        arguments.drain(..arguments.len().min(2));
    }
    let is_wanted = |body: &&Body| arguments.first().is_none_or(|name| *name == body.name);
    let mut is_fine = true;
    for body in BODIES.iter().chain(OTHERS).filter(is_wanted) {
        println!("## {}\n", body.name);
        if n_mutants > 0 {
            mutants(body, n_mutants);
            continue;
        }
        let files =
            arguments.iter().skip(1).map(|path| (path.clone(), fs::read(path).unwrap_or_default(), 1));
        let made = bombs::of(body.name).iter().map(|bomb| {
            let (bytes, share) = if is_check { bomb.short() } else { (bomb.full(), 1) };
            (bomb.name.to_owned(), bytes, share)
        });
        let inputs: Vec<_> = if arguments.len() > 1 { files.collect() } else { made.collect() };
        let names = || body.entries.iter().map(|(entry, _)| *entry);
        let has_sample = names().any(|entry| entry == SAMPLE);
        let is_run = |entry: &&str| match *entry {
            SAMPLE => is_check,
            "print" => !is_check || !has_sample,
            entry => !is_check || !CALLED_BY_LAWS.contains(&entry),
        };
        let entries: Vec<_> = names().filter(is_run).collect();
        let heads: String = entries.iter().map(|entry| format!(" {entry} |")).collect();
        println!("| Input | Bytes | Allowed |{heads}\n|---|---|---|{}", "---|".repeat(entries.len()));
        for (name, bytes, share) in inputs {
            is_fine &= row(body.name, &entries, &name, &bytes, share).unwrap_or_else(|error| {
                println!("| {name} | {error} |");
                false
            });
        }
        println!();
    }
    if is_fine || !is_check { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints the cost of each entry point; returns whether all stay within the limits, or within a share of their
/// constant part.
fn row(format: &str, entries: &[&str], name: &str, bytes: &[u8], share: usize) -> io::Result<bool> {
    let allowed = 256_000_000 / share + 64 * bytes.len();
    print!("| {name} | {} | {:.0} |", bytes.len(), allowed as f64 / 1e6);
    let mut is_fine = true;
    for entry in entries {
        let mut child = Command::new(env::current_exe()?)
            .args([CHILD, format, entry])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let written = child.stdin.take().map(|mut stdin| stdin.write_all(bytes));
        let output = child.wait_with_output()?;
        written.transpose()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let mut numbers = text.split_whitespace();
        let peak: usize = numbers.next().and_then(|text| text.parse().ok()).unwrap_or(usize::MAX);
        print!(" {:.1}, {} |", peak as f64 / 1e6, numbers.next().unwrap_or("fails"));
        is_fine &= peak <= allowed;
    }
    println!();
    Ok(is_fine)
}

/// The mutant for which an entry point needs most.
#[derive(Clone, Default)]
struct Worst {
    most: f64,
    of: String,
}

impl Worst {
    fn see(&mut self, new: f64, of: impl FnOnce() -> String) {
        if new > self.most {
            *self = Self { most: new, of: of() };
        }
    }
}

/// Runs each entry point on damaged fixtures, and prints the worst of them.
fn mutants(body: &Body, n_mutants: u64) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures").join(body.name);
    let mut folders = vec![root.clone()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            match fs::read(entry.path()) {
                Ok(bytes) => files.push((entry.path(), bytes)),
                Err(_) => folders.push(entry.path()),
            }
        }
    }
    files.sort();
    let entries: Vec<_> = body.entries.iter().filter(|(entry, _)| *entry != SAMPLE).collect();
    let mut worst = vec![[Worst::default(), Worst::default()]; entries.len()];
    let turns = files.iter().cycle().zip(0..n_mutants);
    for ((path, original), seed) in turns {
        let bytes = mutant(original, seed);
        let name = || format!("{}, mutant {seed}", path.strip_prefix(&root).unwrap_or(path).display());
        for ((_, run), [memory, time]) in entries.iter().zip(&mut worst) {
            let (peak, mut seconds) = measure(*run, &bytes);
            memory.see(peak as f64 / 1e6, name);
            if seconds > time.most {
                // Something else may have had the processor meanwhile.
                seconds = (0..5).map(|_| measure(*run, &bytes).1).fold(seconds, f64::min);
            }
            time.see(seconds, name);
        }
    }
    println!("| Entry point | Most MB | of | Most seconds | of |\n|---|---|---|---|---|");
    for ((entry, _), [memory, time]) in entries.iter().zip(&worst) {
        println!("| {entry} | {:.1} | {} | {:.3} | {} |", memory.most, memory.of, time.most, time.of);
    }
    println!();
}

/// The peak heap of a call in bytes, and its duration in seconds.
fn measure(run: fn(&[u8]), bytes: &[u8]) -> (usize, f64) {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let start = Instant::now();
    run(bytes);
    (ALLOCATOR.peak_usage().saturating_sub(before), start.elapsed().as_secs_f64())
}

/// Runs one entry point and prints its cost.
fn child(arguments: &[String]) -> ExitCode {
    let entry = match arguments {
        [_, format, entry] => BODIES
            .iter()
            .chain(OTHERS)
            .filter(|body| body.name == format)
            .flat_map(|body| body.entries)
            .find(|(name, _)| name == entry),
        _ => None,
    };
    let mut bytes = Vec::new();
    let (Some((_, run)), Ok(_)) = (entry, io::stdin().read_to_end(&mut bytes)) else {
        return ExitCode::FAILURE;
    };
    bytes.shrink_to_fit();
    let (peak, seconds) = measure(*run, &bytes);
    println!("{peak} {seconds:.2}");
    ExitCode::SUCCESS
}

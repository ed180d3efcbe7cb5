//! How much memory and time each entry point takes on inputs that are made to take much.
//!
//! `cargo run --release -p fuzz --bin envelope -- [FORMAT [FILE…]]` prints a table, as docs/robustness.md has it; each
//! entry point runs in a process of its own. With `--check` before them it fails if one takes more than 256 MB and
//! 64 bytes for a byte of the input.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use fuzz::bombs;
use fuzz::{BODIES, Body};
use peak_alloc::PeakAlloc;
use std::io::{self, Read, Write};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;
use std::{env, fs};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The hidden first argument of a child; format and entry point follow, and the input comes through stdin.
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
    let is_wanted = |body: &&Body| arguments.first().is_none_or(|name| *name == body.name);
    let mut is_fine = true;
    println!("| Input | Bytes | Entry point | Peak, MB | Allowed | Seconds |\n|---|---|---|---|---|---|");
    for body in BODIES.iter().filter(is_wanted) {
        let files = arguments.iter().skip(1).map(|path| (path.clone(), fs::read(path).unwrap_or_default()));
        let made = bombs::of(body.name).iter().map(|bomb| (bomb.name.to_owned(), (bomb.make)()));
        let inputs: Vec<_> = if arguments.len() > 1 { files.collect() } else { made.collect() };
        for (name, bytes) in inputs {
            is_fine &= rows(body, &name, &bytes).unwrap_or_else(|error| {
                println!("| {name} | | {error} | | | |");
                false
            });
        }
    }
    if is_fine || !is_check { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints a row for each entry point; gives whether all keep to the envelope.
fn rows(body: &Body, name: &str, bytes: &[u8]) -> io::Result<bool> {
    let allowed = 256_000_000 + 64 * bytes.len();
    let mut is_fine = true;
    for (entry, _) in body.entries {
        let mut child = Command::new(env::current_exe()?)
            .args([CHILD, body.name, entry])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let written = child.stdin.take().map(|mut stdin| stdin.write_all(bytes));
        let output = child.wait_with_output()?;
        written.transpose()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let mut numbers = text.split_whitespace();
        let peak: usize = numbers.next().and_then(|text| text.parse().ok()).unwrap_or(usize::MAX);
        let seconds = numbers.next().unwrap_or("fails");
        let peak_mb = peak as f64 / 1e6;
        println!(
            "| {} {name} | {} | {entry} | {peak_mb:.1} | {:.0} | {seconds} |",
            body.name,
            bytes.len(),
            allowed as f64 / 1e6
        );
        is_fine &= peak <= allowed;
    }
    Ok(is_fine)
}

/// Runs one entry point, and prints the bytes by which the heap rose at most, and the seconds it took.
fn child(arguments: &[String]) -> ExitCode {
    let entry = match arguments {
        [_, format, entry] => BODIES
            .iter()
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
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let start = Instant::now();
    run(&bytes);
    let seconds = start.elapsed().as_secs_f64();
    println!("{} {seconds:.2}", ALLOCATOR.peak_usage().saturating_sub(before));
    ExitCode::SUCCESS
}

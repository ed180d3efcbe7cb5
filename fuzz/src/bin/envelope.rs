//! Measures the memory and time of each entry point on inputs that are designed to be expensive.
//!
//! `cargo run --release -p fuzz --bin envelope -- [FORMAT [FILE…]]` prints the rows of docs/data/envelope.csv; each entry
//! point runs in a process of its own. What exceeds 256 MB and 64 bytes for each byte of the input, or 2 s and 2 s for each
//! MB, goes to stderr. `--verbs` before them measures the verbs of `rez` instead of the functions of the crates, and bounds
//! their output as well. With `--check` first, it fails if one exceeds the bound on memory or output. `--test` checks two
//! inputs of each format, in less time. `--mutants N` damages the fixtures of each format N times instead, and prints the
//! worst of these, the rows of docs/data/mutants.csv.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use fuzz::bombs::{self, Bomb};
use fuzz::mutate::mutant;
use fuzz::{BODIES, Body, OTHERS, SAMPLE, VERBS};
use peak_alloc::PeakAlloc;
use rezkit::usual_memory;
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

/// The selection of tables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ask {
    /// The full inputs, to be looked at.
    Print,
    /// The full inputs; fails if one takes too much.
    Check,
    /// Two inputs of each format, which are shorter; fails if one takes too much.
    Test,
}

fn main() -> ExitCode {
    let mut arguments: Vec<String> = env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == CHILD) {
        return child(&arguments);
    }
    let mut has = |word: &str| {
        let has = arguments.first().is_some_and(|first| first == word);
        arguments.drain(..usize::from(has));
        has
    };
    let ask = match (has("--check"), has("--test")) {
        (_, true) => Ask::Test,
        (true, _) => Ask::Check,
        _ => Ask::Print,
    };
    let is_mutated = has("--mutants");
    let is_verbs = has("--verbs");
    if is_mutated {
        let n_mutants = arguments.first().and_then(|number| number.parse().ok()).unwrap_or(100_000);
        let wanted = arguments.get(1);
        println!("format,entry,peak_mb,peak_of,seconds,seconds_of");
        for body in BODIES.iter().filter(|body| wanted.is_none_or(|name| name == body.name)) {
            mutants(body, n_mutants);
        }
        return ExitCode::SUCCESS;
    }
    let (wanted, files) = (arguments.first(), arguments.get(1..).unwrap_or_default());
    let others = OTHERS.iter().filter(|_| !is_verbs).map(|body| body.name);
    let formats = BODIES
        .iter()
        .map(|body| body.name)
        .chain(others)
        .chain(is_verbs.then_some(["dae", "scene"]).into_iter().flatten());
    let (mut n_inputs, mut is_fine) = (0, true);
    println!("format,input,bytes,allowed_mb,entry,peak_mb,seconds");
    for format in formats.filter(|format| wanted.is_none_or(|name| name == format)) {
        let entries =
            if is_verbs { VERBS.iter().map(|(verb, _)| *verb).collect() } else { entries(format, ask) };
        for given in given(format, files, ask, is_verbs) {
            n_inputs += 1;
            for entry in &entries {
                is_fine &= given.measure(format, entry, is_verbs).unwrap_or_else(|error| {
                    eprintln!("{}, {entry}: {error}", given.name);
                    false
                });
            }
        }
    }
    eprintln!("{n_inputs} inputs");
    if is_fine || ask == Ask::Print { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// An input, and the memory that it may take.
struct Given {
    name: String,
    bytes: Vec<u8>,
    memory: usize,
}

fn given(format: &str, files: &[String], ask: Ask, is_verbs: bool) -> Vec<Given> {
    if !files.is_empty() {
        let file = |path: &String| {
            let bytes = fs::read(path).unwrap_or_default();
            Given { name: path.clone(), memory: usual_memory(bytes.len()), bytes }
        };
        return files.iter().map(file).collect();
    }
    let of = |bomb: &Bomb| {
        let (bytes, share) = match (ask, is_verbs) {
            // Twice what is in proportion, as for crates: what is constant stays.
            (Ask::Test, true) => (bomb.part(16), 8),
            (Ask::Test, false) => bomb.short(),
            _ => (bomb.full(), 1),
        };
        let memory = usual_memory(0) / share + 64 * bytes.len();
        Given { name: bomb.name.to_owned(), bytes, memory }
    };
    match ask {
        Ask::Test => bombs::tested(format, is_verbs).map(of).collect(),
        _ => bombs::for_format(format).iter().map(of).collect(),
    }
}

/// The entry points of a format that are measured.
fn entries(format: &str, ask: Ask) -> Vec<&'static str> {
    let bodies = || BODIES.iter().chain(OTHERS).filter(|body| body.name == format);
    let names = || bodies().flat_map(|body| body.entries).map(|(entry, _)| *entry);
    let has_sample = names().any(|entry| entry == SAMPLE);
    let is_run = |entry: &&str| match *entry {
        SAMPLE => ask != Ask::Print,
        "print" => ask == Ask::Print || !has_sample,
        entry => ask == Ask::Print || !CALLED_BY_LAWS.contains(&entry),
    };
    names().filter(is_run).collect()
}

impl Given {
    /// Prints the cost of an entry point or a verb, and what exceeds a bound; returns true if it stays within the memory,
    /// and its output as well.
    fn measure(&self, format: &str, entry: &str, is_verb: bool) -> io::Result<bool> {
        let Self { name, bytes, memory } = self;
        // It gets the input as two files.
        let memory = if entry == "diff" { 2 * memory } else { *memory };
        // The usual memory is not granted in so many words, since that would set other limits of reading.
        let granted = if memory < usual_memory(bytes.len()) { memory } else { 0 };
        let mut child = Command::new(env::current_exe()?)
            .args([CHILD, if is_verb { "" } else { format }, entry, &granted.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let written = child.stdin.take().map(|mut stdin| stdin.write_all(bytes));
        let output = child.wait_with_output()?;
        written.transpose()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let mut numbers = text.split_whitespace();
        let mut next = || numbers.next().and_then(|text| text.parse::<f64>().ok());
        let (Some(peak), Some(seconds), Some(n_written)) = (next(), next(), next()) else {
            return Err(io::Error::other(format!("it ends with {}", output.status)));
        };
        let (allowed, n_bytes) = (memory as f64, bytes.len());
        println!(
            "{format},{},{n_bytes},{:.0},{entry},{:.1},{seconds:.2}",
            quoted(name),
            allowed / 1e6,
            peak / 1e6
        );
        let longest = 2.0 + 2.0 * n_bytes as f64 / 1e6;
        for (what, number, bound, unit) in [
            ("memory", peak / 1e6, allowed / 1e6, "MB"),
            ("output", n_written / 1e6, allowed / 1e6, "MB"),
            ("time", seconds, longest, "s"),
        ] {
            if number > bound {
                eprintln!("{name}, {entry}: {number:.1} {unit} of {what}, and {bound:.1} {unit} are allowed");
            }
        }
        Ok(peak.max(n_written) <= allowed)
    }
}

/// A text as a field of CSV.
fn quoted(text: &str) -> String {
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
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
            let (peak, mut seconds) = measure(|| run(&bytes));
            memory.see(peak as f64 / 1e6, name);
            if seconds > time.most {
                // Something else may have had the processor meanwhile.
                seconds = (0..5).map(|_| measure(|| run(&bytes)).1).fold(seconds, f64::min);
            }
            time.see(seconds, name);
        }
    }
    for ((entry, _), [memory, time]) in entries.iter().zip(&worst) {
        let (peak_of, seconds_of) = (quoted(&memory.of), quoted(&time.of));
        println!("{},{entry},{:.1},{peak_of},{:.3},{seconds_of}", body.name, memory.most, time.most);
    }
}

/// The peak heap of a call in bytes, and its duration in seconds.
fn measure(run: impl FnOnce()) -> (usize, f64) {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let start = Instant::now();
    run();
    (ALLOCATOR.peak_usage().saturating_sub(before), start.elapsed().as_secs_f64())
}

/// The processor time of this process in seconds, on Linux, which counts in hundredths.
fn processor() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // Behind the name, in which there may be anything, are the state and ten numbers before those of the time.
    let mut numbers = stat.rsplit_once(')')?.1.split_whitespace().skip(11).map(str::parse::<f64>);
    Some((numbers.next()?.ok()? + numbers.next()?.ok()?) / 100.0)
}

/// Runs one entry point of a format, or a verb, and prints its cost.
fn child(arguments: &[String]) -> ExitCode {
    let [_, format, name, memory] = arguments else { return ExitCode::FAILURE };
    let mut bytes = Vec::new();
    if io::stdin().read_to_end(&mut bytes).is_err() {
        return ExitCode::FAILURE;
    }
    bytes.shrink_to_fit();
    let memory = memory.parse().ok().filter(|memory| *memory > 0);
    let entries =
        BODIES.iter().chain(OTHERS).filter(|body| body.name == format).flat_map(|body| body.entries);
    let (mut n_written, entry) = (0, entries.clone().find(|(entry, _)| entry == name));
    let verb = VERBS.iter().find(|(verb, _)| format.is_empty() && verb == name);
    let used = processor();
    let (peak, seconds) = measure(|| match (entry, verb) {
        (Some((_, run)), _) => run(&bytes),
        (_, Some((_, run))) => n_written = run(&bytes, memory),
        _ => {}
    });
    if entry.is_none() && verb.is_none() {
        return ExitCode::FAILURE;
    }
    // Others may have had the processor meanwhile.
    let seconds = used.zip(processor()).map_or(seconds, |(before, after)| after - before);
    println!("{peak} {seconds:.2} {n_written}");
    ExitCode::SUCCESS
}

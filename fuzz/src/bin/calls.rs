//! Measures the processor time, memory and output of calls of `rez` on inputs that are designed to be expensive.
//!
//! `cargo run --release -p fuzz --bin calls -- REZ [FORMAT [FILE…]]` prints the tables of docs/robustness.md for a program,
//! which may be an old one: a row for each input, with the most of all calls. With `--check` first it fails if a call
//! takes more than it may, or does not end. On Linux, whose `/proc` has what processes take.

#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use fuzz::bombs;
use rezkit::{Identified, identify, usual_memory};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

/// The calls for each kind of input, which stands at PATH or else at the end; FOLDER is the one that it is in, which is not
/// granted more than usual, and OUT is where a result goes.
const CALLS: &[(&str, &[&str])] = &[
    (
        "archive",
        &[
            "info",
            "info --summary",
            "info --json",
            "check --json",
            "check --format sarif",
            "identify",
            "list strings --json",
            "list duplicates",
            "print",
            "query PATH class=Part",
            "roundtrip",
            "table --table files -o -",
            "table --table contents -o -",
        ],
    ),
    ("scene", SCENE),
    ("llsd", SCENE),
];

const SCENE: &[&str] = &[
    "thumb FOLDER -fo OUT.png",
    "convert FOLDER --to glb -fo OUT",
    "convert FOLDER --to glb --lods 4 -fo OUT",
    "convert FOLDER --to stl -fo OUT",
];

/// The time after which a call that would take much longer, or print much more, is ended.
const LONGEST: Duration = Duration::from_secs(60);
const MOST_PRINTED: u64 = 6_000_000_000;

/// The memory of the program itself, in MB.
const OF_PROGRAM: f64 = 12.0;

fn main() -> ExitCode {
    let mut arguments: Vec<String> = env::args().skip(1).collect();
    let is_check = arguments.first().is_some_and(|first| first == "--check");
    arguments.drain(..usize::from(is_check));
    let (Some(program), wanted) = (arguments.first(), arguments.get(1)) else {
        println!("give the program and, if you like, a format and files");
        return ExitCode::FAILURE;
    };
    let files = arguments.get(2..).unwrap_or_default();
    let folder = env::temp_dir().join(format!("calls-{}", std::process::id()));
    let mut is_fine = fs::create_dir_all(&folder).is_ok();
    for (format, calls) in CALLS.iter().filter(|(format, _)| wanted.is_none_or(|name| name == format)) {
        let table = Table { program, calls, folder: &folder };
        is_fine &= table.print(format, files).unwrap_or_else(|error| {
            println!("{error}");
            false
        });
    }
    let _ = fs::remove_dir_all(&folder);
    if is_fine || !is_check { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The cost of a call.
#[derive(Debug, Clone, Copy, Default)]
struct CallCost {
    seconds: f64,
    /// The memory in MB, like the output.
    memory: f64,
    printed: f64,
    is_ended: bool,
}

/// The limits of calls on an input.
struct Allowed {
    seconds: f64,
    memory: f64,
    printed: f64,
}

impl Allowed {
    fn for_size(n_bytes: usize) -> Self {
        let megabytes = n_bytes as f64 / 1e6;
        let memory = usual_memory(n_bytes) as f64 / 1e6;
        Self { seconds: 2.0 + 2.0 * megabytes, memory, printed: 256.0 + 256.0 * megabytes }
    }

    fn has(&self, taken: &CallCost) -> bool {
        !taken.is_ended
            && taken.seconds <= self.seconds
            && taken.memory <= self.memory + OF_PROGRAM
            && taken.printed <= self.printed
    }
}

struct Table<'t> {
    program: &'t str,
    calls: &'t [&'t str],
    folder: &'t Path,
}

impl Table<'_> {
    /// Prints the most of all calls with each input, and of each call; whether all stay within what is allowed.
    fn print(&self, format: &str, files: &[String]) -> io::Result<bool> {
        println!(
            "## {format}\n\n| Input | Bytes | Most processor time | Most memory | Most printed | Allowed |"
        );
        println!("|---|---|---|---|---|---|");
        let bombs = bombs::for_format(format).iter().filter(|_| files.is_empty());
        let made = bombs.map(|bomb| (bomb.name.to_owned(), bomb.full()));
        let given = files.iter().map(|path| (path.clone(), fs::read(path).unwrap_or_default()));
        let inside = self.folder.join("in");
        fs::create_dir_all(&inside)?;
        let mut of_calls = vec![(CallCost::default(), 0_usize); self.calls.len()];
        let mut n_inputs = 0;
        for (name, bytes) in made.chain(given) {
            n_inputs += 1;
            let identity = identify(&bytes);
            let ending = Identified::new(&identity, &bytes).extension.unwrap_or("bin");
            let path = inside.join("input").with_extension(ending);
            fs::write(&path, &bytes)?;
            let allowed = Allowed::for_size(bytes.len());
            let mut all = Vec::new();
            for (call, (most, n_outside)) in self.calls.iter().zip(&mut of_calls) {
                let taken = taken(self.program, call, &path, self.folder)?;
                *n_outside += usize::from(!allowed.has(&taken));
                *most = CallCost {
                    seconds: most.seconds.max(taken.seconds),
                    memory: most.memory.max(taken.memory),
                    printed: most.printed.max(taken.printed),
                    is_ended: most.is_ended || taken.is_ended,
                };
                all.push((*call, taken));
            }
            fs::remove_file(&path)?;
            print_row(&name, bytes.len(), &all, &allowed);
        }
        println!(
            "\n| Call | Most processor time | Most memory | Most printed | Outside |\n|---|---|---|---|---|"
        );
        for (call, (most, n_outside)) in self.calls.iter().zip(&of_calls) {
            let CallCost { seconds, memory, printed, .. } = most;
            println!(
                "| `{}` | {seconds:.2} s | {memory:.0} MB | {printed:.1} MB | {n_outside} of {n_inputs} |",
                shown(call)
            );
        }
        println!();
        Ok(of_calls.iter().all(|(_, n_outside)| *n_outside == 0))
    }
}

fn print_row(name: &str, n_bytes: usize, all: &[(&str, CallCost)], allowed: &Allowed) {
    let most = |of: fn(&CallCost) -> f64| {
        let most = all.iter().max_by(|a, b| of(&a.1).total_cmp(&of(&b.1)));
        most.map_or((0.0, String::new()), |(call, taken)| (of(taken), shown(call)))
    };
    let [time, memory, printed] = [most(|it| it.seconds), most(|it| it.memory), most(|it| it.printed)];
    let n_ended = all.iter().filter(|(_, taken)| taken.is_ended).count();
    println!(
        "| {name} | {n_bytes} | {:.2} s, `{}`{} | {:.0} MB, `{}` | {:.1} MB, `{}` | {:.1} s, {:.0} MB{} |",
        time.0,
        time.1,
        if n_ended > 0 { format!(", {n_ended} ended") } else { String::new() },
        memory.0,
        memory.1,
        printed.0,
        printed.1,
        allowed.seconds,
        allowed.memory,
        if all.iter().all(|(_, taken)| allowed.has(taken)) { "" } else { " !" },
    );
}

/// A call without paths.
fn shown(call: &str) -> String {
    let is_told = |word: &&str| !word.contains("OUT") && !["-fo", "-o", "-", "PATH", "FOLDER"].contains(word);
    call.split(' ').filter(is_told).collect::<Vec<_>>().join(" ")
}

/// Calls the program with a file.
fn taken(program: &str, call: &str, path: &Path, folder: &Path) -> io::Result<CallCost> {
    let output = folder.join("out");
    let has_path = call.contains("PATH") || call.contains("FOLDER");
    let call = if has_path { call.to_owned() } else { format!("{call} PATH") };
    let words = call.split(' ').map(|word| match (word, word.strip_prefix("OUT")) {
        ("PATH", _) => path.as_os_str().to_owned(),
        ("FOLDER", _) => folder.join("in").into_os_string(),
        (_, Some(ending)) => format!("{}{ending}", output.display()).into(),
        _ => word.into(),
    });
    let mut child = Command::new(program)
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let n_printed = AtomicU64::new(0);
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let seen = thread::scope(|scope| {
        scope.spawn(|| drain(stdout, &n_printed));
        scope.spawn(|| drain(stderr, &n_printed));
        watched(&mut child, &n_printed)
    });
    if child.wait()?.code() == Some(2) {
        return Err(io::Error::other(format!("it does not know {call}")));
    }
    Ok(CallCost { printed: n_printed.into_inner() as f64 / 1e6, ..seen? })
}

fn drain(stream: Option<impl Read>, n_printed: &AtomicU64) {
    let mut buffer = vec![0; 1 << 16];
    let Some(mut stream) = stream else { return };
    while let Ok(n @ 1..) = stream.read(&mut buffer) {
        n_printed.fetch_add(n as u64, Ordering::Relaxed);
    }
}

/// Measures a process until it has ended: its times can be read until it is waited for, and its peak only grows.
fn watched(child: &mut Child, n_printed: &AtomicU64) -> io::Result<CallCost> {
    /// The clock ticks per second of the system.
    const TICKS: f64 = 100.0;
    let (start, mut taken) = (Instant::now(), CallCost::default());
    let about = PathBuf::from(format!("/proc/{}", child.id()));
    loop {
        let status = fs::read_to_string(about.join("status"))?;
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
        let peak = peak.and_then(|text| text.trim().parse::<f64>().ok()).unwrap_or_default();
        taken.memory = taken.memory.max(peak * 1024.0 / 1e6);
        let stat = fs::read_to_string(about.join("stat"))?;
        // Behind the name, which may have anything in it: the state is the first, the times are the 12th and the next.
        let fields: Vec<&str> =
            stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().collect();
        let ticks = fields.iter().skip(11).take(2).filter_map(|text| text.parse::<f64>().ok());
        taken.seconds = ticks.sum::<f64>() / TICKS;
        if fields.first().is_none_or(|state| *state == "Z") {
            return Ok(taken);
        }
        if start.elapsed() > LONGEST || n_printed.load(Ordering::Relaxed) > MOST_PRINTED {
            taken.is_ended = true;
            child.kill()?;
            return Ok(taken);
        }
        thread::sleep(Duration::from_millis(2));
    }
}

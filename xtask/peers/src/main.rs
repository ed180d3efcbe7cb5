//! The command: selects the measurements by the arguments, and prints a table to stdout.

use peers::rows::ROWS;
use peers::{assigns, check, commands, compare, differ, hulls, levels, memory, poses, table, tail};
use std::env;
use std::error::Error;
use std::process::{Command, ExitCode};

const HELP: &str = "\
Runs our crates beside their peers and prints a table in Markdown.

Usage: peers [OPTIONS]
       peers hulls [N…] FILE…
                         compares at most N hulls of models, or 8 and 16, with those of V-HACD and CoACD, which HULLS_PYTHON has
       peers levels [-v] FILE…
                         compares levels of detail of models with those of meshoptimizer; with each model and level
       peers poses FILE…
                         says how far levels of detail of animated models are off in poses, beside how far at rest
       peers commands [--filter TEXT] [FILE…]
                         measures whole commands, and printing and converting these models of Roblox, beside other programs
       peers tail FOLDER prints the files below a folder that cost verbs of `rez` the most time and memory
       peers assigns [N] assigns N random values to properties, or a million, and has rbx_binary and rbx_xml read the files
       peers differ [--executions N] [--peer TEXT] [FOLDER…]
                         counts what we and others read of N damaged files, or 100,000, for each peer, by cause
       peers check       compares what they read of all fixtures and the corpus, value by value

  --filter TEXT  only the rows whose title contains the text
  --runs N       rounds to take the median of, at least 9 [default: 9]
  --memory       peak memory instead of time
  --warm         with an allocator that keeps freed pages
  --list         print the titles of the rows, and measure nothing
  --help         print this
";

/// The environment variable that makes glibc's allocator keep all memory: no separate mappings for big blocks, and no
/// trimming.
const WARM: (&str, &str) =
    ("GLIBC_TUNABLES", "glibc.malloc.mmap_max=0:glibc.malloc.trim_threshold=17179869184");

/// The environment variables that disable backtraces. Otherwise peers record the stack for each error that they create
/// internally: serde-llsd does so for each character of a UUID.
const STACKS: [(&str, &str); 2] = [("RUST_BACKTRACE", "0"), ("RUST_LIB_BACKTRACE", "0")];

const RATIO: &str = "\
Ratio: peer over ours, so 2x is twice as good. It carries over to other machines, the amounts do not.";

const TIMES: &str = "\
CPU time of the thread; of rows with several threads, the time that passes. The contenders take turns in one run, after a warm-up. Amounts and ratios are the medians
of all rounds, and the spread is where the middle half of the rounds' ratios lies.";

const MEMORY: &str = "\
Bytes by which the peak of resident memory rises from where it is once the input is loaded; one run, in a process
of its own. The system counts to within half a megabyte.";

/// The options of the user.
struct Options {
    filter: String,
    rounds: usize,
    warm: bool,
    task: Task,
}

enum Task {
    Times,
    Memory,
    List,
    Help,
}

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().skip(1).collect();
    // All work of peers is to be on the thread whose time is taken.
    if let Err(error) = rayon::ThreadPoolBuilder::new().num_threads(1).build_global() {
        eprintln!("peers: {error}");
        return ExitCode::FAILURE;
    }
    let result = match &arguments[..] {
        [child, row, contender] if child == memory::CHILD => memory::child(row, contender),
        [child, task @ ..] if child == commands::CHILD => commands::child(task),
        [task, paths @ ..] if task == "commands" => commands::run(paths, &mut std::io::stdout()),
        [task, peer, file] if task == "check" => check::run_one(peer, file),
        [task, paths @ ..] if task == "hulls" => hulls::run(paths, &mut std::io::stdout()),
        [task, paths @ ..] if task == "levels" => levels::run(paths, &mut std::io::stdout()),
        [task, paths @ ..] if task == "poses" => poses::run(paths, &mut std::io::stdout()),
        [task, folder @ ..] if task == "tail" => tail::run(folder, &mut std::io::stdout()),
        [task, count @ ..] if task == "assigns" => assigns::run(count, &mut std::io::stdout()),
        [task, options @ ..] if task == "differ" => differ::run(options, &mut std::io::stdout()),
        [child, options @ ..] if child == differ::CHILD => differ::child(options),
        [task] if task == "check" => check::run(&mut std::io::stdout()),
        _ => match parse(arguments) {
            Ok(options) => run(&options),
            Err(message) => {
                eprintln!("peers: {message}\n\n{HELP}");
                return ExitCode::from(2);
            }
        },
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("peers: {error}");
            ExitCode::FAILURE
        }
    }
}

fn parse(arguments: Vec<String>) -> Result<Options, String> {
    let mut options = Options { filter: String::new(), rounds: 9, warm: false, task: Task::Times };
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        match &*argument {
            "--filter" => options.filter = arguments.next().ok_or("--filter needs a text")?,
            "--runs" => {
                let rounds = arguments.next().and_then(|text| text.parse().ok());
                options.rounds = rounds.filter(|n| *n >= 9).ok_or("--runs needs a number, at least 9")?;
            }
            "--warm" => options.warm = true,
            "--memory" => options.task = Task::Memory,
            "--list" => options.task = Task::List,
            "--help" => options.task = Task::Help,
            _ => return Err(format!("unknown argument {argument}")),
        }
    }
    Ok(options)
}

fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let rows = (0..ROWS.len()).filter(|row| ROWS[*row].title().contains(&options.filter));
    match options.task {
        Task::Help => print!("{HELP}"),
        Task::List => rows.for_each(|row| println!("{}", ROWS[row].title())),
        Task::Memory => {
            let lines = rows.map(compare::peaks).collect::<Result<Vec<_>, _>>()?.concat();
            println!("{RATIO}\n{MEMORY}\n\n{}", table::markdown(&lines));
        }
        Task::Times if !is_set(&required(options)) => again(options)?,
        Task::Times => {
            let lines: Vec<_> = rows.flat_map(|row| compare::times(row, options.rounds)).collect();
            let allocator = if options.warm { "keeps freed pages (warm)" } else { "is the default (cold)" };
            println!("{RATIO}\n{TIMES}\nHere: {} rounds; the allocator {allocator}.\n", options.rounds);
            println!("{}", table::markdown(&lines));
        }
    }
    Ok(())
}

/// The environment variables that a run requires, and their values.
fn required(options: &Options) -> Vec<(&'static str, &'static str)> {
    STACKS.into_iter().chain(options.warm.then_some(WARM)).collect()
}

fn is_set(variables: &[(&str, &str)]) -> bool {
    variables.iter().all(|(name, value)| env::var(name).as_deref() == Ok(value))
}

/// Runs the program again with the required environment: the allocator and the standard library read the environment
/// once in a process.
fn again(options: &Options) -> Result<(), Box<dyn Error>> {
    if options.warm && !cfg!(target_env = "gnu") {
        return Err("--warm is a setting of glibc's allocator".into());
    }
    let mut command = Command::new(env::current_exe()?);
    let status = command.args(env::args_os().skip(1)).envs(required(options)).status()?;
    if status.success() { Ok(()) } else { Err(format!("the run ended with {status}").into()) }
}

//! Differential fuzzing: we and a peer read the same damaged files, and each outcome is counted by its cause.
//!
//! The pair runs in a process of its own, because peers abort, and take memory and time without a limit.

mod causes;
mod outcome;

use self::causes::Causes;
use self::outcome::{Class, Outcome, outcome};
use crate::check::{self, Peer};
use nix::sys::resource::{RLIM_INFINITY, Resource, UsageWho, getrusage, setrlimit};
use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The first argument of a process that runs one pair.
pub const CHILD: &str = "differ-child";

/// The time without an outcome after which a process is ended, if it waits for something.
const PATIENCE: Duration = Duration::from_secs(120);

/// The seconds of processor time for one execution. Most take less than a millisecond.
const SECONDS: u64 = 2;

/// The seconds for making a file shorter.
const SHRINK_SECONDS: u64 = 20;

/// The bytes of address space that a process may have.
const MEMORY: u64 = 1 << 30;

/// Larger files take too long to be read a hundred thousand times.
const LARGEST_SEED: usize = 8 << 10;

/// The first bytes of a line of a child's standard error, since peers print, too.
const MARK: &str = "=> ";

/// The outcomes of a pair so far.
#[derive(Default)]
struct Tally {
    counts: BTreeMap<Class, u64>,
    /// By class and cause: the number of executions, and the shortest mutant with its number.
    causes: BTreeMap<(Class, String), (u64, (usize, u64))>,
}

impl Tally {
    fn add(&mut self, number: u64, len: usize, Outcome { class, cause }: Outcome) {
        *self.counts.entry(class).or_default() += 1;
        let (n, shortest) = self.causes.entry((class, cause)).or_insert((0, (len, number)));
        *n += 1;
        *shortest = (*shortest).min((len, number));
    }
}

/// Runs pairs on N mutants each of the fixtures, of `REZKIT_CORPUS` and of further folders, and updates
/// docs/data/peers.csv; of one file, prints the values that differ.
///
/// # Errors
///
/// If there is a cause that the table does not explain, or a reader of ours panics or ends the process.
pub fn run(arguments: &[String], out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let (mut executions, mut only, mut folders) = (100_000, String::new(), Vec::new());
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match &**argument {
            "--executions" => executions = arguments.next().ok_or("--executions needs a number")?.parse()?,
            "--peer" => only = arguments.next().ok_or("--peer needs a text")?.clone(),
            folder => folders.push(PathBuf::from(folder)),
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let table = root.join("docs/data/peers.csv");
    let mut causes = Causes::parse(&fs::read_to_string(&table)?)?;
    if let [file] = &folders[..]
        && file.is_file()
    {
        let bytes = fs::read(file)?;
        return check::fuzzed()
            .filter(|peer| peer.name.contains(&only))
            .try_for_each(|pair| outcome::show(pair, &bytes, out));
    }
    folders.push(root.join("fixtures"));
    folders.extend(std::env::var_os("REZKIT_CORPUS").map(PathBuf::from));
    let mut files = Vec::new();
    for folder in &folders {
        files.extend(check::below("", folder)?.into_iter().map(|(_, path)| path));
    }
    let work = root.join("target/differ");
    let pairs: Vec<&Peer> = check::fuzzed().filter(|peer| peer.name.contains(&only)).collect();
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let threads = || {
        while let Some(pair) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let found = Run::new(pair, &files, &work).and_then(|run| run.all(executions));
            done.lock().unwrap_or_else(PoisonError::into_inner).push((pair.name, found));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(threads);
        }
    });
    writeln!(
        out,
        "| Peer | {} |\n|---|{}",
        Class::ALL.map(Class::title).join(" | "),
        "---|".repeat(Class::ALL.len())
    )?;
    let mut n_faults = 0;
    for (name, found) in done.into_inner().unwrap_or_else(PoisonError::into_inner) {
        let Tally { counts, causes: found } = found?;
        let cells = Class::ALL.map(|class| counts.get(&class).copied().unwrap_or_default().to_string());
        writeln!(out, "| {name} | {} |", cells.join(" | "))?;
        n_faults += counts.get(&Class::Fault).copied().unwrap_or_default();
        // A comma ends a cell of the table.
        causes.replace(&name.replace(',', ""), &counts, &found);
    }
    fs::write(&table, causes.to_string())?;
    let open: Vec<_> = causes.open().collect();
    open.iter().try_for_each(|cause| writeln!(out, "open: {cause}"))?;
    match (n_faults, open.len()) {
        (0, 0) => Ok(()),
        (n_faults, n_open) => {
            Err(format!("{n_faults} faults of ours, {n_open} causes without an explanation").into())
        }
    }
}

/// A pair, and the files whose mutants it reads.
struct Run<'a> {
    pair: &'a Peer,
    seeds: Vec<Vec<u8>>,
    /// A list of the paths of the seeds, for the child.
    list: PathBuf,
    /// The folder for the shortest mutant of each cause.
    folder: PathBuf,
}

impl<'a> Run<'a> {
    fn new(pair: &'a Peer, files: &[PathBuf], work: &Path) -> io::Result<Self> {
        let name: String = pair.name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        let folder = work.join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder)?;
        let (mut seeds, mut paths) = (Vec::new(), String::new());
        for path in files {
            let bytes = fs::read(path)?;
            if bytes.len() <= LARGEST_SEED && (pair.supports)(&bytes) {
                paths += &format!("{}\n", path.display());
                seeds.push(bytes);
            }
        }
        let list = folder.join("seeds");
        fs::write(&list, paths)?;
        Ok(Self { pair, seeds, list, folder })
    }

    /// All executions, and the shortest mutants in the folder.
    fn all(&self, executions: u64) -> io::Result<Tally> {
        let (mut tally, mut next, mut ended) = (Tally::default(), 0, None::<String>);
        while next < executions && !self.seeds.is_empty() {
            // After something ended a process, the next one begins with what we read alone of that file.
            let task = if ended.is_some() { "ours" } else { "both" };
            let first = next;
            let how =
                self.child(&[task.into(), next.to_string().into(), executions.to_string().into()], |line| {
                    let mut cells = line.splitn(4, '\t');
                    let (number, class) = (cells.next()?.parse::<u64>().ok()?, Class::parse(cells.next()?)?);
                    let (len, cause) = (cells.next()?.parse().ok()?, cells.next()?.to_owned());
                    let cause = if number == first { ended.take().unwrap_or(cause) } else { cause };
                    tally.add(number, len, Outcome { class, cause });
                    next = number + 1;
                    Some(())
                })?;
            if ended.is_some() {
                // We ended the process alone.
                let len = fuzz::damage::mutant_of(&self.seeds, next).len();
                tally.add(next, len, Outcome { class: Class::Fault, cause: how });
                next += 1;
                ended = None;
            } else {
                ended = Some(how);
            }
        }
        let listed = tally.causes.iter_mut().filter(|((class, _), _)| class.is_listed());
        for (index, ((class, cause), (_, (len, number)))) in listed.enumerate() {
            let path = self.folder.join(format!("{index:03}"));
            fs::write(&path, fuzz::damage::mutant_of(&self.seeds, *number))?;
            fs::write(path.with_extension("txt"), format!("{}\t{cause}\n", class.title()))?;
            if matches!(class, Class::TheyMore | Class::Differ) {
                self.child(&["shrink".into(), path.clone().into(), cause.into()], |_| Some(()))?;
                *len = fs::read(&path)?.len();
            }
        }
        Ok(tally)
    }

    /// Runs a child, and returns how it ended.
    fn child(&self, arguments: &[OsString], mut line: impl FnMut(&str) -> Option<()>) -> io::Result<String> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args([CHILD, self.pair.name]).arg(&self.list).args(arguments);
        command.env("RUST_BACKTRACE", "0").env("RUST_LIB_BACKTRACE", "0");
        let mut child: Child =
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
        let Some(pipe) = child.stderr.take() else { return Err(io::ErrorKind::BrokenPipe.into()) };
        let (sender, lines) = sync_channel(1 << 10);
        let reader = std::thread::spawn(move || {
            for line in BufReader::new(pipe).split(b'\n').map_while(Result::ok) {
                if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    break;
                }
            }
        });
        let is_late = loop {
            match lines.recv_timeout(PATIENCE) {
                Ok(text) => drop(text.strip_prefix(MARK).map(&mut line)),
                Err(RecvTimeoutError::Timeout) => break true,
                Err(RecvTimeoutError::Disconnected) => break false,
            }
        };
        let _ = child.kill();
        let status = child.wait()?;
        drop(lines);
        let _ = reader.join();
        Ok(if is_late { "no end".into() } else { status.to_string() })
    }
}

/// Runs a pair in this process.
///
/// # Errors
///
/// If an argument is wrong, or a file cannot be read.
pub fn child(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [name, list, task, first, last] = arguments else { return Err("five arguments".into()) };
    let pair = check::fuzzed().find(|peer| peer.name == name).ok_or("no such pair")?;
    setrlimit(Resource::RLIMIT_AS, MEMORY, RLIM_INFINITY)?;
    setrlimit(Resource::RLIMIT_CORE, 0, 0)?;
    std::panic::set_hook(Box::new(|_| {}));
    if task == "shrink" {
        limit(SHRINK_SECONDS)?;
        return Ok(outcome::shrink(pair, Path::new(first), last)?);
    }
    let seeds = fs::read_to_string(list)?.lines().map(fs::read).collect::<Result<Vec<_>, _>>()?;
    let (first, last) = (first.parse::<u64>()?, last.parse()?);
    fuzz::damage::mutants(&seeds, first..last, &mut |number, bytes| {
        limit(SECONDS)?;
        let Outcome { class, cause } = if number == first && task == "ours" {
            drop((pair.ours)(&bytes));
            Outcome { class: Class::Ends, cause: String::new() }
        } else {
            outcome(pair, &bytes)
        };
        report(&format!("{number}\t{}\t{}\t{cause}", class.title(), bytes.len()))
    })?;
    Ok(())
}

/// Allows this process so many seconds of processor time from now on.
fn limit(seconds: u64) -> io::Result<()> {
    let used = getrusage(UsageWho::RUSAGE_SELF)?;
    let used = (used.user_time() + used.system_time()).tv_sec().cast_unsigned();
    Ok(setrlimit(Resource::RLIMIT_CPU, used + seconds, RLIM_INFINITY)?)
}

/// Sends a line to the parent, at once.
fn report(line: &str) -> io::Result<()> {
    io::stderr().lock().write_all(format!("{MARK}{line}\n").as_bytes())
}

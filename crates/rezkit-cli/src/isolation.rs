//! Processing of each file in another process, which the system ends if it takes too much memory or time.
//!
//! A worker is this program with the same arguments. It receives one file after the other by its standard
//! input, and answers with the results, so that the first process prints all of them in order. Before each
//! file, the worker sets the limits for itself.

use crate::args::Common;
use crate::done::Done;
use crate::inputs::{Input, Inputs};
use clap::Args;
use rezkit::{Problem, ProblemKind};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};

/// The option to process each file in a process of its own.
#[derive(Debug, Clone, Copy, Default, Args)]
pub(crate) struct Isolation {
    /// Give each file a process of its own, which is ended if the file takes too much memory, or more processor time
    /// than this many seconds and as many for each megabyte; by default 10. Only on Linux.
    #[arg(
        long,
        value_name = "SECONDS",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "10",
        value_parser = seconds,
        hide_short_help = true
    )]
    isolate: Option<u64>,
    /// Run as a worker process for a call with this many files.
    #[arg(long, value_name = "FILES", hide = true, requires = "isolate")]
    worker_of: Option<usize>,
}

fn seconds(text: &str) -> Result<u64, String> {
    if cfg!(not(target_os = "linux")) {
        return Err("--isolate works only on Linux".to_owned());
    }
    text.parse()
        .ok()
        .filter(|seconds| (1..=1_000_000).contains(seconds))
        .ok_or("expected 1 to 1,000,000 seconds".to_owned())
}

/// The request to a worker to process a file.
#[derive(Serialize, Deserialize)]
struct Request {
    path: Vec<u8>,
    name: String,
    is_found: bool,
    relative: Vec<u8>,
    /// True for an archive whose members are requested.
    is_archive: bool,
}

/// An answer of a worker, on a line of its own.
#[derive(Serialize, Deserialize)]
enum Reply<T> {
    Done(Done<T>),
    /// The file is an archive, whose members may be requested.
    Archive,
    /// The end of the results of a file.
    End,
}

/// A callback that receives the result of a file, or of a member of an archive; returns `false` if the output
/// is closed.
pub(crate) type TakeDone<'t, T> = dyn FnMut(Done<T>) -> bool + 't;

/// A way to process a file, or the members of an archive, in another process. `ask` returns `false` if the
/// results are no longer wanted.
pub(crate) trait Elsewhere<T>: Sync {
    fn ask(&self, input: &Input, is_archive: bool, is_json: bool, take: &mut TakeDone<'_, T>) -> bool;
}

/// The worker processes of a batch.
pub(crate) struct Workers {
    idle: Mutex<Vec<Worker>>,
    seconds: u64,
    n_files: usize,
}

struct Worker {
    child: Child,
    requests: ChildStdin,
    replies: BufReader<ChildStdout>,
}

impl Isolation {
    /// The worker processes for these files; `None` if this process does all the work.
    pub(crate) fn workers(self, inputs: &Inputs) -> Option<Workers> {
        // One that was found is not all that is asked for, and there is no end of many.
        let n_files = match &inputs.list[..] {
            [Ok(input)] if input.is_found => 2,
            list => list.len().min(1000),
        };
        Some(Workers { idle: Mutex::default(), seconds: self.isolate?, n_files })
    }

    /// Refuses `--isolate` for the option `what`, which workers do not support.
    ///
    /// # Errors
    ///
    /// If `--isolate` is given.
    pub(crate) fn refuse(self, what: &str) -> Result<(), Done<()>> {
        match self.isolate {
            None => Ok(()),
            Some(_) => Err(Done::misused(
                what,
                "the summary covers all files, and cannot be combined with --isolate",
            )),
        }
    }

    /// Returns true if this process is a worker that gets its files from another.
    pub(crate) fn is_worker(self) -> bool {
        self.worker_of.is_some()
    }

    /// The inputs of a call; a worker knows only their number.
    pub(crate) fn inputs(self, all: impl FnOnce() -> Inputs) -> Inputs {
        match self.worker_of {
            None => all(),
            Some(n_files) => Inputs::of_number(n_files),
        }
    }

    /// Answers requests until there are no more, and ends the process, so that nothing else is printed.
    pub(crate) fn serve<T: Serialize>(
        self,
        common: &Common,
        mut work: impl FnMut(Input, bool, &mut TakeDone<'_, T>),
    ) -> ! {
        let mut stdout = io::stdout().lock();
        let mut send = |reply: &Reply<T>| {
            let line = serde_json::to_string(reply).unwrap_or_default() + "\n";
            stdout.write_all(line.as_bytes()).and_then(|()| stdout.flush()).is_ok()
        };
        for line in io::stdin().lines() {
            let request = line.ok().and_then(|line| serde_json::from_str::<Request>(&line).ok());
            let Some(Request { path, name, is_found, relative, is_archive }) = request else { break };
            let Ok(input) = Input::found_elsewhere(&path, name, is_found, &relative) else { break };
            let n_bytes = input.path().metadata().map_or(0, |about| about.len());
            // Archives are read member by member, whatever their size.
            let n_timed = if is_archive { n_bytes } else { n_bytes.min(common.readable() as u64) };
            limits::set(
                common,
                input.is_found,
                n_bytes,
                seconds_for(self.isolate.unwrap_or_default(), n_timed),
            );
            work(input, is_archive, &mut |done| {
                send(&if done.archive.is_some() { Reply::Archive } else { Reply::Done(done) })
            });
            if !send(&Reply::End) {
                break;
            }
        }
        std::process::exit(0)
    }
}

impl<T: DeserializeOwned> Elsewhere<T> for Workers {
    fn ask(&self, input: &Input, is_archive: bool, is_json: bool, take: &mut TakeDone<'_, T>) -> bool {
        let mut refused = |problem| take(Done::refused(&input.name, problem, is_json));
        if !input.has_path() {
            let message = "--isolate cannot read stdin: give a file, or leave out --isolate";
            return refused(Problem::io(&io::Error::other(message)));
        }
        let idle = self.idle().pop();
        let mut worker = match idle.map_or_else(|| Worker::new(self.n_files), Ok) {
            Ok(worker) => worker,
            Err(error) => return refused(Problem::io(&error)),
        };
        let bytes = |path: &std::path::Path| path.as_os_str().as_encoded_bytes().to_vec();
        let request = Request {
            path: bytes(input.path()),
            name: input.name.clone(),
            is_found: input.is_found,
            relative: bytes(&input.relative),
            is_archive,
        };
        let request = serde_json::to_string(&request).unwrap_or_default() + "\n";
        // If it has ended, the answer says so.
        _ = worker.requests.write_all(request.as_bytes());
        loop {
            let done = match worker.reply() {
                Some(Reply::End) => {
                    self.idle().push(worker);
                    return true;
                }
                Some(Reply::Archive) => Done::archive(input, Vec::new()),
                Some(Reply::Done(done)) => done,
                None => {
                    let problem = worker
                        .child
                        .wait()
                        .map_or_else(|error| Problem::io(&error), |status| self.ended(status));
                    return take(Done::refused(&input.name, problem, is_json));
                }
            };
            if !take(done) {
                _ = worker.child.kill();
                _ = worker.child.wait();
                return false;
            }
        }
    }
}

impl Workers {
    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Worker>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The problem for a worker that ended before it was done.
    fn ended(&self, status: ExitStatus) -> Problem {
        let limit = |message: String| Problem::new(ProblemKind::Limit, message);
        match limits::reached(status) {
            Some(limits::Reached::Time) => {
                let seconds = self.seconds;
                limit(format!(
                    "the file took more processor time than {seconds} s plus {seconds} s for each megabyte"
                ))
                .help("raise the limit with --isolate=SECONDS")
            }
            Some(limits::Reached::Memory) => limit("the file exceeded the memory limit".to_owned())
                .help("raise the limit with --max-memory"),
            None => limit(format!("the process for this file failed ({status})"))
                .help("please report this; `rez bug-report` lists what to attach"),
        }
    }
}

impl Worker {
    fn new(n_files: usize) -> io::Result<Self> {
        let mut arguments: Vec<_> = std::env::args_os().skip(1).collect();
        // After the option that requests workers, where it is one, too.
        let at = arguments.iter().position(|word| word.as_encoded_bytes().starts_with(b"--isolate"));
        arguments.insert(at.map_or(0, |at| at + 1), format!("--worker-of={n_files}").into());
        let mut command = Command::new(std::env::current_exe()?);
        // Its error messages are reported in a line of ours.
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let ends = child.stdin.take().zip(child.stdout.take());
        let (requests, stdout) =
            ends.ok_or_else(|| io::Error::other("the process for this file could not be connected"))?;
        Ok(Self { child, requests, replies: BufReader::new(stdout) })
    }

    /// The next answer; `None` if the process has ended.
    fn reply<T: DeserializeOwned>(&mut self) -> Option<Reply<T>> {
        let mut line = String::new();
        self.replies.read_line(&mut line).ok()?;
        serde_json::from_str(&line).ok()
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        for Worker { mut child, requests, .. } in self.idle().drain(..) {
            drop(requests);
            _ = child.wait();
        }
    }
}

/// Makes the system end this process if it exceeds the memory limit for a file of `n_bytes`, on systems that
/// support this.
#[cfg(feature = "mcp")]
pub(crate) fn limit_memory(common: &Common, n_bytes: u64) {
    limits::set(common, true, n_bytes, u64::MAX);
}

/// The processor time allowed for a file: `seconds`, and as many for each megabyte that is read.
fn seconds_for(seconds: u64, n_bytes: u64) -> u64 {
    seconds.saturating_mul(1 + n_bytes / 1_000_000)
}

#[cfg(target_os = "linux")]
mod limits {
    use super::Common;
    use rezkit::usual_memory;
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use rustix::time::{ClockId, clock_gettime};
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    /// Memory of this process in addition to that of a file, in bytes: buffered input, and output not yet printed.
    const SLACK: u64 = 64 << 20;

    pub(super) enum Reached {
        Time,
        Memory,
    }

    /// Limits this process from now on, for one file: to twice the memory limit of the file, half of it for
    /// the output, and to `seconds` of processor time.
    pub(super) fn set(common: &Common, is_found: bool, n_bytes: u64, seconds: u64) {
        let len = usize::try_from(n_bytes).unwrap_or(usize::MAX);
        let granted = common.memory(is_found, len).unwrap_or(usual_memory(len)) as u64;
        lower(Resource::Data, data().saturating_add(granted.saturating_mul(2)).saturating_add(SLACK));
        let used = u64::try_from(clock_gettime(ClockId::ProcessCPUTime).tv_sec).unwrap_or_default();
        // The second that has begun, and the one in which it is noticed.
        lower(Resource::Cpu, used.saturating_add(seconds).saturating_add(2));
        lower(Resource::Core, 0);
    }

    /// Sets the soft limit, which can be raised again.
    fn lower(resource: Resource, limit: u64) {
        let Rlimit { maximum, .. } = getrlimit(resource);
        let limit = maximum.map_or(limit, |most| limit.min(most));
        _ = setrlimit(resource, Rlimit { current: Some(limit), maximum });
    }

    /// The memory of this process that counts towards the limit, in bytes.
    fn data() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmData:")).unwrap_or_default();
        let kilobytes = line.trim().strip_suffix("kB").and_then(|number| number.trim().parse::<u64>().ok());
        kilobytes.unwrap_or_default().saturating_mul(1024)
    }

    /// The limit that ended a process, by its signal: that of the system, or the abort after a failed
    /// allocation.
    pub(super) fn reached(status: ExitStatus) -> Option<Reached> {
        const SIGABRT: i32 = 6;
        const SIGXCPU: i32 = 24;
        match status.signal()? {
            SIGXCPU => Some(Reached::Time),
            SIGABRT => Some(Reached::Memory),
            _ => None,
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod limits {
    use super::Common;
    use std::process::ExitStatus;

    #[allow(dead_code, reason = "other systems have no such limits, and no workers")]
    pub(super) enum Reached {
        Time,
        Memory,
    }

    pub(super) fn set(_: &Common, _: bool, _: u64, _: u64) {}

    pub(super) fn reached(_: ExitStatus) -> Option<Reached> {
        None
    }
}

//! Batches of files, which are processed in parallel and printed in order.

use crate::args::{Common, Many, Paths};
use crate::code::Code;
use crate::done::Done;
use crate::inputs::{FoundInput, Input, Inputs};
use crate::isolation::{Elsewhere, Isolation, TakeDone};
use crate::members::{Allowed, Inside, members, worked};
use crate::output::{Out, Terminal};
use crate::show;
use crate::tally::Tally;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::{ThreadPool, ThreadPoolBuilder};
use rezkit::{Problem, threads};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cell::{Cell, OnceCell};
use std::collections::VecDeque;
use std::io::Cursor;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// Options of a batch.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct BatchOptions {
    /// Prints a JSON object for each file that cannot be read, too.
    pub(crate) is_json: bool,
    /// Prints only totals.
    pub(crate) is_summary: bool,
    /// Reads the members of archives instead of the archives.
    pub(crate) walks: bool,
    /// Keeps problems until the end of the batch.
    pub(crate) keeps_problems: bool,
    pub(crate) isolation: Isolation,
}

impl From<Many> for BatchOptions {
    fn from(many: Many) -> Self {
        Self { is_json: many.json, is_summary: many.summary, walks: true, ..Self::default() }
    }
}

/// The result of a batch.
#[derive(Debug)]
pub(crate) struct Batch<T> {
    pub(crate) code: Code,
    pub(crate) n_files: usize,
    pub(crate) n_skipped: usize,
    pub(crate) n_refused: usize,
    /// The number of hidden files and folders that were left out.
    pub(crate) n_hidden: usize,
    /// The lines to be totalled.
    pub(crate) tally: Tally,
    is_summary: bool,
    keeps_problems: bool,
    /// The memory of the problems that were kept, in bytes, and the number of unreadable files beyond these.
    n_kept: usize,
    n_more_problems: usize,
    /// The results of files for the end of the batch, in their order.
    pub(crate) rest: Vec<T>,
    /// The files that could not be read, in their order, if `keeps_problems` is set.
    problems: Vec<(String, Problem)>,
}

/// Calls `work` with each file, including those in archives, and prints the results or only totals.
pub(crate) fn for_each_file<T: Send + Serialize + DeserializeOwned>(
    paths: &Paths,
    common: &Common,
    many: Many,
    isolation: Isolation,
    out: &mut Out,
    work: impl Fn(&Input, &[u8]) -> Result<Done<T>, Done<()>> + Sync,
) -> Batch<T> {
    let how = BatchOptions { isolation, ..many.into() };
    read(&isolation.inputs(|| paths.inputs()), common, how, out, work)
}

/// Runs like [`for_each_file`], with inputs that have been found already.
pub(crate) fn read<T: Send + Serialize + DeserializeOwned>(
    inputs: &Inputs,
    common: &Common,
    how: BatchOptions,
    out: &mut Out,
    work: impl Fn(&Input, &[u8]) -> Result<Done<T>, Done<()>> + Sync,
) -> Batch<T> {
    let task = Task { common, how, terminal: out.terminal, work };
    if how.isolation.is_worker() {
        common.share(inputs.list.len(), n_threads(common));
        let mut buffer = Vec::new();
        how.isolation.serve(common, |input, is_archive, take| {
            // Each worker process uses one thread, because there are as many workers as threads.
            _ = threads::share(1, || match is_archive {
                true => task.walk(&input, Vec::new(), None, take),
                false => take(task.one(&Ok(input), &mut buffer)),
            });
        });
    }
    let workers = how.isolation.workers(inputs);
    let workers = workers.as_ref().map(|workers| workers as &dyn Elsewhere<T>);
    let mut batch = go(&inputs.list, &task, workers, out);
    batch.n_hidden = inputs.n_hidden;
    if how.is_summary {
        out.print(&batch.totals());
    }
    batch
}

/// Calls `work` with each file, and prints the results. Archives are treated like any other file.
pub(crate) fn for_each_input<T: Send>(
    inputs: &[FoundInput],
    common: &Common,
    is_json: bool,
    out: &mut Out,
    work: impl Fn(&Input, &[u8]) -> Result<Done<T>, Done<()>> + Sync,
) -> Batch<T> {
    let how = BatchOptions { is_json, ..BatchOptions::default() };
    go(inputs, &Task { common, how, terminal: out.terminal, work }, None, out)
}

/// The work of a verb on each file.
struct Task<'t, W> {
    common: &'t Common,
    how: BatchOptions,
    terminal: Terminal,
    work: W,
}

impl<T: Send, W: Fn(&Input, &[u8]) -> Result<Done<T>, Done<()>> + Sync> Task<'_, W> {
    /// Processes a file. Styles are stripped here, where several threads share the work.
    fn one(&self, found: &FoundInput, buffer: &mut Vec<u8>) -> Done<T> {
        self.seen(one(found, self.common, self.how, buffer, &self.work))
    }

    /// Processes the members of an archive, in parallel if there is a pool; returns `false` if the output is closed.
    fn walk(
        &self,
        input: &Input,
        bytes: Vec<u8>,
        pool: Option<&ThreadPool>,
        take: &mut TakeDone<'_, T>,
    ) -> bool {
        let is_json = self.how.is_json;
        let member = |(input, content): &Inside<'_>| match content {
            Ok(bytes) => self.seen((self.work)(input, bytes).unwrap_or_else(Done::without)),
            Err(problem) => Done::refused(&input.name, problem.clone(), is_json),
        };
        let max_memory = self.common.max_memory;
        let file = input.has_path().then(|| std::fs::File::open(input.path())).transpose();
        let mut group = |inside: Vec<Inside<'_>>, allowed: &Allowed| {
            worked(&inside, pool, allowed, member, Done::cost, &mut *take)
        };
        match file {
            Ok(None) => members(Cursor::new(bytes), input, max_memory, &mut group),
            Ok(Some(file)) => members(file, input, max_memory, &mut group),
            Err(error) => take(Done::refused(&input.name, Problem::io(&error), is_json)),
        }
    }

    fn seen(&self, mut done: Done<T>) -> Done<T> {
        done.out = self.terminal.seen(done.out);
        done
    }
}

fn go<T: Send, W: Fn(&Input, &[u8]) -> Result<Done<T>, Done<()>> + Sync>(
    inputs: &[FoundInput],
    task: &Task<'_, W>,
    workers: Option<&dyn Elsewhere<T>>,
    out: &mut Out,
) -> Batch<T> {
    let Task { common, how, .. } = *task;
    let mut batch =
        Batch { is_summary: how.is_summary, keeps_problems: how.keeps_problems, ..Batch::default() };
    let n_threads = n_threads(common);
    common.share(inputs.len(), n_threads);
    // The pool is created on first use, since a single file does not need it.
    let shared = OnceCell::new();
    let pool = || shared.get_or_init(|| pool(n_threads)).as_ref();
    let walk: &WalkArchive<'_, T> = &|(input, bytes), take| match workers {
        Some(workers) => workers.ask(&input, true, how.is_json, take),
        None => task.walk(&input, bytes, pool(), take),
    };
    let with = |buffer: &mut Vec<u8>, found: &FoundInput| {
        let (Some(workers), Ok(input)) = (workers, found) else { return task.one(found, buffer) };
        let mut done = Done::new(String::new(), Code::Fine);
        workers.ask(input, false, how.is_json, &mut |answer| {
            done = answer;
            true
        });
        done
    };
    let Some(pool) = (inputs.len() > 1).then(pool).flatten() else {
        let mut buffer = Vec::new();
        for found in inputs {
            if !batch.add(with(&mut buffer, found), walk, out) {
                break;
            }
        }
        return batch;
    };
    let progress = progress(inputs.len(), out);
    in_order(pool, n_threads, inputs, with, |ready| {
        progress.inc(ready.len());
        progress.suspend(|| ready.into_iter().all(|done| batch.add(done, walk, out)) && out.flush())
    });
    progress.finish_and_clear();
    batch
}

/// Calls `work` with groups of files on all threads, and passes the results to `take` in the order of the files, until
/// it returns false.
///
/// Groups grow, so that the first results appear soon. A single file may take as long as a thousand others:
/// meanwhile, the files after it are processed until much output waits to be printed.
fn in_order<T: Send>(
    pool: &ThreadPool,
    n_threads: usize,
    inputs: &[FoundInput],
    work: impl Fn(&mut Vec<u8>, &FoundInput) -> Done<T> + Sync,
    mut take: impl FnMut(Vec<Done<T>>) -> bool,
) {
    let size = |group: &[Done<T>]| group.iter().map(|done| done.out.len() + done.err.len()).sum::<usize>();
    let is_over = AtomicBool::new(false);
    let done = |buffer: &mut Vec<u8>, found: &FoundInput| match is_over.load(Ordering::Relaxed) {
        true => Done::new(String::new(), Code::Fine),
        false => work(buffer, found),
    };
    let (ready, finished) = mpsc::channel();
    let (mut rest, mut n_files) = (inputs, FIRST_GROUP);
    let (mut groups, mut n_taken) = (VecDeque::new(), 0);
    let (mut n_running, mut n_waiting) = (0, 0);
    pool.in_place_scope(|scope| {
        loop {
            let is_enough = groups.len() >= MOST_GROUPS || n_waiting >= MOST_WAITING;
            while !is_enough && !rest.is_empty() && n_running < GROUPS_AT_ONCE * n_threads {
                let (now, others) = rest.split_at(n_files.min(rest.len()));
                let (number, ready, done) = (n_taken + groups.len(), ready.clone(), &done);
                scope.spawn(move |_| {
                    let mut buffer = Vec::new();
                    let all = || now.iter().map(|found| done(&mut buffer, found)).collect::<Vec<_>>();
                    // Sending fails if the output is closed, and the results are not needed then.
                    _ = ready.send((number, panic::catch_unwind(AssertUnwindSafe(all))));
                });
                groups.push_back(None);
                n_running += 1;
                (rest, n_files) = (others, (2 * n_files).min(LAST_GROUP));
            }
            if n_running == 0 {
                break;
            }
            let Ok((number, group)) = finished.recv() else { break };
            let group = group.unwrap_or_else(|panic| panic::resume_unwind(panic));
            n_running -= 1;
            n_waiting += size(&group);
            if let Some(place) = groups.get_mut(number - n_taken) {
                *place = Some(group);
            }
            while let Some(Some(_)) = groups.front() {
                let group = groups.pop_front().flatten().unwrap_or_default();
                n_taken += 1;
                n_waiting -= size(&group);
                if !take(group) {
                    is_over.store(true, Ordering::Relaxed);
                    return;
                }
            }
        }
    });
}

/// A callback for the name of a file, and either its content or the problem of reading it; returns `false` to
/// stop.
type TakeFile<'t> = dyn FnMut(&str, Result<(&Input, &[u8]), Problem>, &mut Out) -> bool + 't;

/// Passes files to `take` one by one, including those in archives, until it returns false.
pub(crate) fn each(inputs: &[FoundInput], common: &Common, out: &mut Out, take: &mut TakeFile<'_>) {
    let mut bytes = Vec::new();
    for found in inputs {
        bytes.clear();
        let input = match found {
            Ok(input) => input,
            Err((name, error)) if take(name, Err(Problem::io(error)), out) => continue,
            Err(_) => return,
        };
        let read = input.read_plain_into(Some(common.readable()), &mut bytes);
        let mut inside = |group: Vec<Inside<'_>>, allowed: &Allowed| {
            group.into_iter().take_while(|_| allowed.is_left()).all(|(input, content)| {
                let n_before = out.n_bytes();
                let is_open = allowed.timed(|| match &content {
                    Ok(bytes) => take(&input.name, Ok((&input, bytes)), out),
                    Err(problem) => take(&input.name, Err(problem.clone()), out),
                });
                allowed.count(out.n_bytes() - n_before);
                is_open
            })
        };
        let is_open = match read {
            Ok(true) if !input.has_path() => {
                members(Cursor::new(&bytes), input, common.max_memory, &mut inside)
            }
            Ok(true) => match std::fs::File::open(input.path()) {
                Ok(file) => members(file, input, common.max_memory, &mut inside),
                Err(error) => take(&input.name, Err(Problem::io(&error)), out),
            },
            Ok(false) => take(&input.name, Ok((input, &bytes)), out),
            Err(error) => take(&input.name, Err(Problem::io(&error)), out),
        };
        if !is_open {
            return;
        }
    }
}

/// A callback that processes the members of an archive; returns `false` if the output is closed.
type WalkArchive<'w, T> = dyn Fn((Input, Vec<u8>), &mut TakeDone<'_, T>) -> bool + 'w;

/// The number of files that are processed in parallel.
pub(crate) fn n_threads(common: &Common) -> usize {
    match common.threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        n => n,
    }
}

/// A pool with this many threads; `None` if one is enough or the system refuses to create them.
pub(crate) fn pool(n_threads: usize) -> Option<ThreadPool> {
    (n_threads > 1).then(|| ThreadPoolBuilder::new().num_threads(n_threads).build().ok()).flatten()
}

/// The number of files of the first group, and the upper bound that groups grow to.
const FIRST_GROUP: usize = 1;
const LAST_GROUP: usize = 16;

/// Upper bounds on the groups in progress for each thread, on all groups including those that wait to be
/// printed, and on the bytes of waiting output from which no new group begins.
const GROUPS_AT_ONCE: usize = 4;
const MOST_GROUPS: usize = 512;
const MOST_WAITING: usize = 4 << 20;

/// A progress bar that appears after a second. Only the thread that prints uses it: that thread holds the lock of the
/// output, and may wait for others meanwhile.
pub(crate) struct Progress {
    bar: ProgressBar,
    begin: Instant,
    /// True if the bar is visible, or never will be.
    is_settled: Cell<bool>,
}

/// The time before the bar appears.
const PATIENCE: Duration = Duration::from_secs(1);

pub(crate) fn progress(n_files: usize, out: &Out) -> Progress {
    let bar = ProgressBar::with_draw_target(Some(n_files as u64), ProgressDrawTarget::hidden());
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} files, {eta} left");
    let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    Progress { bar, begin: Instant::now(), is_settled: Cell::new(!out.terminal.has_progress()) }
}

impl Progress {
    /// Counts finished files.
    pub(crate) fn inc(&self, n_files: usize) {
        self.bar.inc(n_files as u64);
        if self.begin.elapsed() >= PATIENCE && !self.is_settled.replace(true) {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Hides the bar while something else is printed.
    pub(crate) fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }

    pub(crate) fn finish_and_clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// Reads a file and calls `work`. The buffer is reused, because allocating memory takes longer than reading a small
/// file.
fn one<T>(
    found: &FoundInput,
    common: &Common,
    how: BatchOptions,
    buffer: &mut Vec<u8>,
    work: &impl Fn(&Input, &[u8]) -> Result<Done<T>, Done<()>>,
) -> Done<T> {
    let input = match found {
        Ok(input) => input,
        Err((name, error)) => return Done::refused(name, Problem::io(error), how.is_json),
    };
    buffer.clear();
    buffer.shrink_to(KEPT);
    let read = match how.walks {
        true => input.read_plain_into(Some(common.readable()), buffer),
        false => input.read_into(Some(common.readable()), buffer).map(|()| false),
    };
    match read {
        Err(error) => Done::refused(&input.name, Problem::io(&error), how.is_json),
        Ok(true) if input.has_path() => Done::archive(input, Vec::new()),
        Ok(true) => Done::archive(input, std::mem::take(buffer)),
        Ok(false) => work(input, buffer).unwrap_or_else(Done::without),
    }
}

/// Upper bound on the size of a buffer that is kept for the next file.
const KEPT: usize = 8 << 20;

impl<T> Default for Batch<T> {
    fn default() -> Self {
        Self {
            code: Code::Fine,
            n_files: 0,
            n_skipped: 0,
            n_refused: 0,
            n_hidden: 0,
            tally: Tally::default(),
            is_summary: false,
            keeps_problems: false,
            n_kept: 0,
            n_more_problems: 0,
            rest: Vec::new(),
            problems: Vec::new(),
        }
    }
}

impl<T> Batch<T> {
    /// Prints and counts the result of a file or an archive; returns `false` if the output is closed.
    fn add(&mut self, mut done: Done<T>, walk: &WalkArchive<'_, T>, out: &mut Out) -> bool {
        match done.archive.take() {
            None => self.add_one(done, out),
            Some(archive) => walk(*archive, &mut |done| self.add_one(done, out)),
        }
    }

    fn add_one(&mut self, mut done: Done<T>, out: &mut Out) -> bool {
        self.code = self.code.max(done.code);
        if self.is_summary {
            self.tally.add(std::mem::take(&mut done.lines));
            // With totals, skipped files are counted and not printed.
            done.err.clear();
            done.out.clear();
        }
        if done.is_skipped {
            self.n_skipped += 1;
            done.tell(out);
            return true;
        }
        self.n_files += 1;
        self.n_refused += usize::from(done.code >= Code::Refused);
        done.tell(out);
        self.rest.extend(done.rest);
        if let Some(problem) = done.problem.filter(|_| self.keeps_problems) {
            self.keep(*problem);
        }
        !out.is_closed()
    }

    /// Prints the number of files and the results.
    pub(crate) fn tell(&self, found: &str, out: &mut Out) {
        let mut text = show::counted(self.n_files, "file");
        let mut parts = Vec::new();
        // If no file could be read, nothing was found.
        if !found.is_empty() && (self.n_refused < self.n_files || self.n_files == 0) {
            parts.push(found.to_owned());
        }
        if self.n_refused > 0 {
            parts.push(format!("{} not readable", self.n_refused));
        }
        if !parts.is_empty() {
            text = format!("{text}: {}", parts.join(", "));
        }
        text.push_str(&left_out(self.n_skipped, self.n_hidden));
        text.push('\n');
        out.mention(&text);
    }

    /// Keeps a problem, unless those kept so far take too much memory.
    fn keep(&mut self, (name, problem): (String, Problem)) {
        const MOST: usize = 128 << 20;
        if self.n_kept < MOST {
            // The approximate size of a SARIF notification, in memory and as text.
            self.n_kept += (16 << 10) + 16 * (name.len() + problem.path.len());
            self.problems.push((name, problem));
        } else {
            self.n_more_problems += 1;
        }
    }

    /// The problems that were kept. The last one mentions the number of those that were not.
    pub(crate) fn problems(&mut self) -> &[(String, Problem)] {
        let n_more = std::mem::take(&mut self.n_more_problems);
        if let Some((_, last)) = self.problems.last_mut().filter(|_| n_more > 0) {
            last.message += &format!("; {} more are not readable", show::counted(n_more, "file"));
        }
        &self.problems
    }

    /// The totals of all files, as a table.
    fn totals(&self) -> String {
        let mut text = show::counted(self.n_files, "file");
        text.push_str(&left_out(self.n_skipped, self.n_hidden));
        text.push('\n');
        text.push_str(&self.tally.table());
        text
    }
}

/// The skipped and hidden files, as an addition to a count of files.
pub(crate) fn left_out(n_skipped: usize, n_hidden: usize) -> String {
    let mut text = String::new();
    if n_skipped > 0 {
        text.push_str(&format!("; {} in other formats skipped", show::grouped(n_skipped)));
    }
    if n_hidden > 0 {
        text.push_str(&format!("; {} hidden left out", show::grouped(n_hidden)));
    }
    text
}

//! Many files: worked on in parallel, and printed in their order.

use crate::Code;
use crate::args::{Common, Paths};
use crate::inputs::{Found, Input, inputs};
use crate::output::Out;
use crate::show;
use indicatif::{ProgressBar, ProgressStyle};
use rezkit::{File, OpenOptions, Problem, ProblemKind};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// What a verb makes of one file.
#[derive(Debug, Default)]
pub(crate) struct Done<T> {
    /// What is printed.
    pub(crate) out: String,
    /// What is said.
    pub(crate) err: String,
    pub(crate) code: Code,
    /// What the verb needs of it in the end.
    pub(crate) rest: Option<T>,
    /// Why it was not read, and what it is called.
    pub(crate) problem: Option<Box<(String, Problem)>>,
    /// Found in a folder, and of a format that the verb is not for.
    pub(crate) is_skipped: bool,
}

impl<T> Done<T> {
    pub(crate) fn new(out: String, code: Code) -> Self {
        Self { out, code, err: String::new(), rest: None, problem: None, is_skipped: false }
    }

    /// A file that cannot be read: as a message, or as JSON in the place of its result.
    pub(crate) fn refused(name: &str, problem: Problem, is_json: bool) -> Self {
        let code = if problem.kind == ProblemKind::Io { Code::Io } else { Code::Refused };
        let mut done = Self::new(String::new(), code);
        if is_json {
            done.out = show::json::problem(name, &problem);
        } else {
            done.err = show::problem(name, &problem);
        }
        done.problem = Some(Box::new((name.to_owned(), problem)));
        done
    }
}

/// What a batch came to.
#[derive(Debug)]
pub(crate) struct Batch<T> {
    pub(crate) code: Code,
    pub(crate) n_files: usize,
    pub(crate) n_skipped: usize,
    pub(crate) n_refused: usize,
    /// In the order of the files.
    pub(crate) rest: Vec<T>,
    /// The files that were not read, in their order.
    pub(crate) problems: Vec<(String, Problem)>,
}

/// How files are opened.
pub(crate) fn options<'n>(common: &Common, name: &'n str) -> OpenOptions<'n> {
    let options = if name == "-" { OpenOptions::default() } else { OpenOptions::default().name(name) };
    match common.max_memory {
        None => options,
        Some(bytes) => options.max_memory(bytes),
    }
}

/// Opens a file of one of the six families; of a folder the others are skipped.
pub(crate) fn opened<'b, T>(
    input: &Input,
    bytes: &'b [u8],
    options: &OpenOptions<'_>,
    is_json: bool,
) -> Result<File<'b>, Done<T>> {
    File::open(bytes, options).map_err(|problem| {
        if input.is_found && problem.kind == ProblemKind::Unsupported {
            return Done { is_skipped: true, ..Done::new(String::new(), Code::Fine) };
        }
        Done::refused(&input.name, problem, is_json)
    })
}

/// Does `work` with each file, and prints what it gives.
pub(crate) fn run<T: Send>(
    paths: &Paths,
    common: &Common,
    is_json: bool,
    out: &mut Out,
    work: impl Fn(&Input, &[u8]) -> Done<T> + Sync,
) -> Batch<T> {
    run_on(&inputs(&paths.paths, &paths.stdin_name), common, is_json, out, work)
}

/// As [`run`], with inputs that are known already.
pub(crate) fn run_on<T: Send>(
    inputs: &[Found],
    common: &Common,
    is_json: bool,
    out: &mut Out,
    work: impl Fn(&Input, &[u8]) -> Done<T> + Sync,
) -> Batch<T> {
    let mut batch = Batch::default();
    let look = out.look;
    let with = |found: &Found, buffer: &mut Vec<u8>| {
        let mut done = one(found, common, is_json, buffer, &work);
        // Here, where several threads share the work.
        done.out = look.seen(done.out);
        done
    };
    let n_threads = match common.threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        n => n,
    };
    let n_threads = n_threads.min(inputs.len());
    if n_threads < 2 {
        let mut buffer = Vec::new();
        for found in inputs {
            if !batch.add(with(found, &mut buffer), out) {
                break;
            }
        }
        return batch;
    }
    let progress = progress(inputs.len(), out);
    // Several at a time if there are many: to wake the thread that prints takes as long as a small file.
    let groups: Vec<&[Found]> = inputs.chunks(inputs.len().div_ceil(n_threads * 16).min(16)).collect();
    let (next, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        // Bounded, so that results do not pile up before a slow terminal.
        let (sender, receiver) = mpsc::sync_channel(n_threads * 4);
        for _ in 0..n_threads {
            let (sender, next, is_over, groups, with) = (sender.clone(), &next, &is_over, &groups, &with);
            scope.spawn(move || {
                let mut buffer = Vec::new();
                // One after the other, so that the first file is done about first.
                while !is_over.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(group) = groups.get(number) else { break };
                    let done: Vec<_> = group.iter().map(|found| with(found, &mut buffer)).collect();
                    if sender.send((number, done)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let (mut waiting, mut expected) = (BTreeMap::new(), 0);
        for (number, group) in receiver {
            waiting.insert(number, group);
            while let Some(group) = waiting.remove(&expected) {
                expected += 1;
                progress.inc(group.len() as u64);
                let is_open = progress.suspend(|| group.into_iter().all(|done| batch.add(done, out)));
                is_over.fetch_or(!is_open, Ordering::Relaxed);
            }
            if is_over.load(Ordering::Relaxed) {
                break;
            }
        }
    });
    progress.finish_and_clear();
    batch
}

/// Hidden unless a person waits for many files.
fn progress(n_files: usize, out: &Out) -> ProgressBar {
    if n_files < 20 || !out.look.has_progress() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} files, {eta} left");
    ProgressBar::new(n_files as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// The bytes are read into a buffer that is used again, since fresh memory takes longer to get than a small file to read.
fn one<T>(
    found: &Found,
    common: &Common,
    is_json: bool,
    buffer: &mut Vec<u8>,
    work: &impl Fn(&Input, &[u8]) -> Done<T>,
) -> Done<T> {
    let input = match found {
        Ok(input) => input,
        Err((name, error)) => return Done::refused(name, Problem::io(error), is_json),
    };
    buffer.clear();
    buffer.shrink_to(KEPT);
    match input.read_into(common.max_memory, buffer) {
        Err(error) => Done::refused(&input.name, Problem::io(&error), is_json),
        Ok(()) => work(input, buffer),
    }
}

/// How much of a buffer is kept for the next file.
const KEPT: usize = 8 << 20;

impl<T> Default for Batch<T> {
    fn default() -> Self {
        Self {
            code: Code::Fine,
            n_files: 0,
            n_skipped: 0,
            n_refused: 0,
            rest: Vec::new(),
            problems: Vec::new(),
        }
    }
}

impl<T> Batch<T> {
    /// Prints and counts what was done with a file; `false` if nobody reads on.
    fn add(&mut self, done: Done<T>, out: &mut Out) -> bool {
        self.code = self.code.max(done.code);
        if done.is_skipped {
            self.n_skipped += 1;
            return true;
        }
        self.n_files += 1;
        self.n_refused += usize::from(done.code >= Code::Refused);
        self.rest.extend(done.rest);
        self.problems.extend(done.problem.map(|problem| *problem));
        if !done.err.is_empty() {
            out.tell(&done.err);
        }
        out.print(&done.out)
    }
}

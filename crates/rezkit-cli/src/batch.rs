//! Many files: worked on in parallel, and printed in their order.

use crate::Code;
use crate::args::Common;
use crate::inputs::{Found, Input, inputs};
use crate::output::Out;
use crate::show;
use indicatif::{ProgressBar, ProgressStyle};
use rezkit::{File, OpenOptions, Problem};
use std::collections::BTreeMap;
use std::path::PathBuf;
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
    /// Found in a folder, and of a format that the verb is not for.
    pub(crate) is_skipped: bool,
}

impl<T> Done<T> {
    pub(crate) fn new(out: String, code: Code) -> Self {
        Self { out, code, err: String::new(), rest: None, is_skipped: false }
    }

    /// A file that cannot be read: as a message, or as JSON in the place of its result.
    pub(crate) fn refused(input: &Input, problem: &Problem, is_json: bool) -> Self {
        let mut done = Self::new(String::new(), Code::Refused);
        if is_json {
            done.out = show::json::problem(&input.name, problem);
        } else {
            done.err = show::problem(&input.name, problem);
        }
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
        if input.is_found && problem.kind == rezkit::ProblemKind::Unsupported {
            return Done { is_skipped: true, ..Done::new(String::new(), Code::Fine) };
        }
        Done::refused(input, &problem, is_json)
    })
}

/// Does `work` with each file, and prints what it gives.
pub(crate) fn run<T: Send>(
    paths: &[PathBuf],
    stdin_name: &str,
    common: &Common,
    out: &mut Out,
    work: impl Fn(&Input, &[u8]) -> Done<T> + Sync,
) -> Batch<T> {
    run_on(&inputs(paths, stdin_name), common, out, work)
}

/// As [`run`], with inputs that are known already.
pub(crate) fn run_on<T: Send>(
    inputs: &[Found],
    common: &Common,
    out: &mut Out,
    work: impl Fn(&Input, &[u8]) -> Done<T> + Sync,
) -> Batch<T> {
    let mut batch = Batch { code: Code::Fine, n_files: 0, n_skipped: 0, n_refused: 0, rest: Vec::new() };
    let with = |found: &Found| one(found, common, &work);
    let n_threads = match common.threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        n => n,
    };
    let n_threads = n_threads.min(inputs.len());
    if n_threads < 2 {
        for found in inputs {
            if !batch.add(with(found), out) {
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
                // One after the other, so that the first file is done about first.
                while !is_over.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(group) = groups.get(number) else { break };
                    let done: Vec<_> = group.iter().map(with).collect();
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

fn one<T>(found: &Found, common: &Common, work: &impl Fn(&Input, &[u8]) -> Done<T>) -> Done<T> {
    let failed = |name: &str, error: &std::io::Error| {
        let mut done = Done::new(String::new(), Code::Io);
        done.err = show::error(name, &error.to_string());
        done
    };
    match found {
        Err((name, error)) => failed(name, error),
        Ok(input) => match input.read(common.max_memory) {
            Err(error) => failed(&input.name, &error),
            Ok(bytes) => work(input, &bytes),
        },
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
        if !done.err.is_empty() {
            out.tell(&done.err);
        }
        out.print(&done.out)
    }
}

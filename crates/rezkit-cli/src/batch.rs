//! Many files: worked on in parallel, and printed in their order.

use crate::Code;
use crate::args::{Common, Paths};
use crate::inputs::{Found, Input, inputs};
use crate::output::Out;
use crate::show;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use rezkit::{Family, File, Format, OpenOptions, Problem, ProblemKind, identify};
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

    /// A file that the verb is not for.
    pub(crate) fn skipped(input: &Input, format: Format) -> Self {
        let message = match format {
            Format::Unknown => "skipped: this is of no known format".to_owned(),
            _ => format!("skipped: this is {}", format.in_words()),
        };
        Self {
            is_skipped: true,
            err: show::note(&input.name, &message),
            ..Self::new(String::new(), Code::Fine)
        }
    }

    /// Says what became of the file.
    pub(crate) fn tell(&self, out: &mut Out) -> Code {
        match self.is_skipped {
            true => out.detail(&self.err),
            false if self.err.is_empty() => {}
            false => out.tell(&self.err),
        }
        out.print(&self.out);
        self.code
    }

    /// A file that cannot be read: as a message, or as JSON in the place of its result.
    pub(crate) fn refused(name: &str, problem: Problem, is_json: bool) -> Self {
        let code = match problem.kind {
            ProblemKind::Io => Code::Io,
            ProblemKind::Empty => Code::Found,
            _ => Code::Refused,
        };
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
        let format = identify(bytes).format;
        let is_ours = |format: Format| !matches!(format.family(), Family::Exchange | Family::Other);
        if problem.kind == ProblemKind::Unsupported && is_foreign(input, format, is_ours) {
            return Done::skipped(input, format);
        }
        Done::refused(&input.name, problem, is_json)
    })
}

/// Whether a file that a verb cannot read was found in a folder, and nothing says that it was meant to be readable: its
/// name promises none of the formats of the verb. What has a name without an ending, as assets have that are saved by
/// their ids, and is empty or what a server sends instead of a file, was meant to be an asset.
pub(crate) fn is_foreign(input: &Input, format: Format, is_of_verb: impl Fn(Format) -> bool) -> bool {
    let is_nothing = matches!(format, Format::Empty | Format::Zeros | Format::ServerError | Format::Html);
    input.is_found
        && match Format::of_name(&input.name) {
            Some(named) => !is_of_verb(named),
            None => !is_nothing || input.relative.extension().is_some(),
        }
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
    let with = |buffer: &mut Vec<u8>, found: &Found| {
        let mut done = one(found, common, is_json, buffer, &work);
        // Here, where several threads share the work.
        done.out = look.seen(done.out);
        done
    };
    let n_threads = n_threads(common).min(inputs.len());
    let Some(pool) = pool(n_threads) else {
        let mut buffer = Vec::new();
        for found in inputs {
            if !batch.add(with(&mut buffer, found), out) {
                break;
            }
        }
        return batch;
    };
    let progress = progress(inputs.len(), out);
    let with = |buffer: &mut _, found| {
        let done = with(buffer, found);
        progress.inc(1);
        done
    };
    // While a group is worked on, the one before it is printed. Groups grow, so that the first results come soon and
    // threads seldom wait for each other, up to a size that keeps results from piling up.
    let (mut rest, mut ready, mut n_files) = (inputs, Vec::new(), FIRST_GROUP * n_threads);
    while !rest.is_empty() || !ready.is_empty() {
        let (group, others) = rest.split_at(n_files.min(rest.len()));
        let mut next = Vec::new();
        let is_open = pool.in_place_scope(|scope| {
            scope.spawn(|_| next = group.par_iter().with_max_len(16).map_init(Vec::new, with).collect());
            progress.suspend(|| ready.drain(..).all(|done| batch.add(done, out)) && out.flush())
        });
        if !is_open {
            break;
        }
        (rest, ready, n_files) = (others, next, (2 * n_files).min(LAST_GROUP * n_threads));
    }
    progress.finish_and_clear();
    batch
}

/// How many files are processed at a time.
pub(crate) fn n_threads(common: &Common) -> usize {
    match common.threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        n => n,
    }
}

/// So many threads, unless one is enough or the system refuses them.
pub(crate) fn pool(n_threads: usize) -> Option<ThreadPool> {
    (n_threads > 1).then(|| ThreadPoolBuilder::new().num_threads(n_threads).build().ok()).flatten()
}

/// How many files each thread gets in the first group, and in the largest.
const FIRST_GROUP: usize = 4;
const LAST_GROUP: usize = 64;

/// Hidden unless a person waits for many files.
pub(crate) fn progress(n_files: usize, out: &Out) -> ProgressBar {
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
            done.tell(out);
            return true;
        }
        self.n_files += 1;
        self.n_refused += usize::from(done.code >= Code::Refused);
        done.tell(out);
        self.rest.extend(done.rest);
        self.problems.extend(done.problem.map(|problem| *problem));
        !out.is_closed()
    }
}

//! The work on shards: each distinct content is extracted once.

use super::shard::{Shard, Source};
use crate::Code;
use crate::args::Common;
use crate::batch::{n_threads, pool};
use crate::inputs::{FoundInput, Input};
use crate::show;
use rayon::ThreadPool;
use rayon::prelude::*;
use rezkit::table::{
    FileRow, Options, Origin, Rows, Sha256, Table, extract_hashed, file_hashed, sha256, unreadable,
};
use rezkit::{Problem, ProblemKind, archive};
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io;
use std::ops::ControlFlow;
use std::sync::Mutex;

/// What is done for one call.
pub(super) struct TableJob {
    pub(super) options: Options,
    max_memory: Option<usize>,
    pool: Option<ThreadPool>,
    n_threads: usize,
    /// The contents that have been extracted, and those in the order in which they were.
    seen: Mutex<HashSet<Sha256>>,
    order: Vec<Sha256>,
    pub(super) n_files: usize,
    pub(super) n_contents: usize,
    /// How many files could not be opened, or read as what they are.
    pub(super) n_bad: usize,
    /// How many of these the system did not hand over, which says nothing of what is in them.
    pub(super) n_unread: usize,
    pub(super) code: Code,
}

/// Takes rows, and a message for people.
type GiveRows<'g> = dyn FnMut(Rows, Option<String>) -> io::Result<()> + 'g;

/// How many files of a group each thread gets, and how many bytes of members are kept for one.
const FILES_OF_GROUP: usize = 32;
const BYTES_OF_GROUP: usize = 16 << 20;

/// A file that is to be looked at.
enum TableInput<'s> {
    Found(&'s FoundInput),
    Member(Origin, Vec<u8>),
    Broken(Origin, Problem),
}

/// What became of one.
struct Extracted {
    row: FileRow,
    hash: Option<Sha256>,
    /// Of the first file with its content.
    rows: Option<Rows>,
    message: Option<String>,
}

impl TableJob {
    pub(super) fn new(options: Options, common: &Common) -> Self {
        let n_threads = n_threads(common);
        Self {
            options,
            max_memory: common.max_memory,
            pool: pool(n_threads),
            n_threads,
            seen: Mutex::default(),
            order: Vec::new(),
            n_files: 0,
            n_contents: 0,
            n_bad: 0,
            n_unread: 0,
            code: Code::Fine,
        }
    }

    /// Passes a shard over that has these contents.
    pub(super) fn skip(&mut self, contents: &[Sha256]) {
        if let Ok(mut seen) = self.seen.lock() {
            seen.extend(contents);
        }
    }

    /// A place in the order of contents, for [`since`](Self::since).
    pub(super) fn begin(&mut self) -> usize {
        self.order.len()
    }

    /// The contents that were extracted since then.
    pub(super) fn since(&self, begin: usize) -> Vec<Sha256> {
        self.order.get(begin..).unwrap_or_default().to_vec()
    }

    /// Gives the rows of a shard, in the order of its files.
    pub(super) fn run(&mut self, shard: &Shard, give: &mut GiveRows<'_>) -> io::Result<()> {
        match &shard.source {
            Source::Files(files) => {
                for group in files.chunks(FILES_OF_GROUP * self.n_threads) {
                    self.group(group.iter().map(TableInput::Found).collect(), &shard.name, give)?;
                }
                Ok(())
            }
            Source::Archive(input) => self.archive(input, give),
        }
    }

    fn archive(&mut self, input: &Input, give: &mut GiveRows<'_>) -> io::Result<()> {
        let (mut group, mut n_bytes, mut made) = (Vec::new(), 0, Ok(()));
        let name = &input.name;
        match File::open(input.path()) {
            Err(error) => {
                group.push(TableInput::Broken(Origin::new(name).in_shard(name), Problem::io(&error)))
            }
            Ok(file) => {
                let mut options = archive::Options::default();
                if let Some(bytes) = self.max_memory {
                    options = options.max_memory(bytes);
                }
                archive::walk(file, &options, &mut |member| {
                    let item = match member {
                        Ok(member) => {
                            n_bytes += member.bytes.len();
                            let origin = member_origin(name, member.path).mtime(member.mtime);
                            TableInput::Member(origin, member.bytes.to_vec())
                        }
                        Err(problem) => TableInput::Broken(member_origin(name, &problem.path), problem),
                    };
                    group.push(item);
                    if n_bytes < BYTES_OF_GROUP && group.len() < FILES_OF_GROUP * self.n_threads {
                        return ControlFlow::Continue(());
                    }
                    n_bytes = 0;
                    made = self.group(std::mem::take(&mut group), name, give);
                    if made.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
            }
        }
        made?;
        self.group(group, name, give)
    }

    /// Works on files in parallel, and gives their rows in order.
    fn group(&mut self, items: Vec<TableInput<'_>>, shard: &str, give: &mut GiveRows<'_>) -> io::Result<()> {
        let work = |item: TableInput<'_>| self.one(item, shard);
        let done: Vec<Extracted> = match &self.pool {
            Some(pool) => pool.install(|| items.into_par_iter().with_max_len(4).map(work).collect()),
            None => items.into_iter().map(work).collect(),
        };
        // Of several files with the same content, any thread may have been the first; the first file gets the rows.
        let mut first = HashMap::new();
        let mut all: Vec<_> = done
            .into_iter()
            .map(|mut done| {
                if let (Some(hash), Some(rows)) = (done.hash, done.rows.take()) {
                    first.insert(hash, rows);
                }
                done
            })
            .collect();
        let mut rows = Rows::default();
        let mut messages = String::new();
        for done in &mut all {
            self.n_files += 1;
            let own = done.hash.and_then(|hash| Some((hash, first.remove(&hash)?)));
            if let Some((hash, own)) = own {
                self.order.push(hash);
                self.n_contents += 1;
                self.n_bad += own.contents.iter().filter(|content| content.error.is_some()).count();
                rows.append(own);
            }
            self.n_bad += usize::from(done.hash.is_none());
            if let Some(message) = done.message.take() {
                messages.push_str(&message);
                self.n_unread += 1;
                self.code = Code::Io;
            }
        }
        if self.options.tables.contains(&Table::Files) {
            rows.files.extend(all.into_iter().map(|done| done.row));
        }
        give(rows, Some(messages).filter(|messages| !messages.is_empty()))
    }

    fn one(&self, item: TableInput<'_>, shard: &str) -> Extracted {
        let broken = |origin: &Origin, problem: &Problem| {
            // What the system refuses is said besides: it is no fault of the file.
            let message =
                (problem.kind == ProblemKind::Io).then(|| show::error(&origin.path, &problem.message));
            Extracted { row: unreadable(origin, problem), hash: None, rows: None, message }
        };
        let refused = |origin: &Origin, error: &io::Error| broken(origin, &Problem::io(error));
        match item {
            TableInput::Broken(origin, problem) => broken(&origin, &problem),
            TableInput::Member(origin, bytes) => self.bytes(&bytes, &origin),
            TableInput::Found(Err((name, error))) => refused(&Origin::new(name).in_shard(shard), error),
            TableInput::Found(Ok(input)) => {
                let mtime = || input.path().metadata().and_then(|about| about.modified()).ok();
                let mtime = input.has_path().then(mtime).flatten().map(Into::into);
                let origin = Origin::new(&*input.name).in_shard(shard).mtime(mtime);
                match input.read(self.max_memory) {
                    Ok(bytes) => self.bytes(&bytes, &origin),
                    Err(error) => refused(&origin, &error),
                }
            }
        }
    }

    fn bytes(&self, bytes: &[u8], origin: &Origin) -> Extracted {
        let hash = sha256(bytes);
        let is_new = self.seen.lock().is_ok_and(|mut seen| seen.insert(hash));
        let rows = is_new.then(|| extract_hashed(bytes, hash, &self.options));
        Extracted { row: file_hashed(bytes, hash, origin), hash: Some(hash), rows, message: None }
    }
}

/// A member of an archive; without a path, the archive itself.
fn member_origin(archive: &str, path: &str) -> Origin {
    match path {
        "" => Origin::new(archive).in_shard(archive),
        path => Origin::new(format!("{archive}/{path}")).in_shard(archive).member(path),
    }
}

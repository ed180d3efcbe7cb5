//! The work on shards: each distinct content is extracted once.

use super::shard::{Shard, ShardInputs};
use super::siblings::Siblings;
use crate::args::Common;
use crate::assets::Assets;
use crate::batch::{n_threads, pool};
use crate::code::Code;
use crate::inputs::{FoundInput, Input};
use crate::members::{Allowed, Inside, members};
use crate::show;
use rayon::ThreadPool;
use rayon::prelude::*;
use rezkit::table::{
    FileRow, Options, Origin, Rows, Sha256, Table, extract_to, file_hashed, sha256, unreadable,
};
use rezkit::{Problem, ProblemKind, Warnings};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The state of one call.
pub(super) struct TableJob<'c> {
    pub(super) options: Options,
    common: &'c Common,
    /// Finds the files that others refer to.
    assets: Assets,
    /// The files to which members of the current archive refer.
    siblings: Siblings,
    /// Upper bound on the size of a file, in bytes.
    readable: usize,
    pool: Option<ThreadPool>,
    n_threads: usize,
    /// The contents that have been extracted, and the new ones in the order of extraction.
    seen: Mutex<HashSet<Sha256>>,
    order: Vec<Sha256>,
    pub(super) n_files: usize,
    pub(super) n_contents: usize,
    /// The number of files that could not be opened or read.
    pub(super) n_bad: usize,
    /// The number of files of which damaged parts were left out.
    pub(super) n_damaged: usize,
    /// The number of files that the system failed to read, and of archives that were not read to the end, whose content
    /// is therefore unknown.
    pub(super) n_unread: usize,
    pub(super) code: Code,
}

/// A callback that receives rows, and a message for the user.
type GiveRows<'g> = dyn FnMut(Rows, Option<String>) -> io::Result<()> + 'g;

/// The number of files in a group, for each thread.
const FILES_OF_GROUP: usize = 32;

/// Upper bound on the bytes of rows that wait for those of an earlier file.
const MOST_WAITING: usize = 64 << 20;

/// A file to be processed.
enum TableInput<'s> {
    Found(&'s FoundInput),
    Member(Box<Inside<'s>>),
}

impl<'s> TableInput<'s> {
    fn members(group: Vec<Inside<'s>>) -> Vec<Self> {
        group.into_iter().map(|inside| Self::Member(Box::new(inside))).collect()
    }
}

/// A file to be processed, or its result.
enum Slot<'s> {
    Input(TableInput<'s>),
    Done(Box<Extracted>),
}

/// Upper bound on the bytes of rows of one content that are kept until its turn.
const MOST_OF_CONTENT: usize = 16 << 20;

/// The result of a file.
struct Extracted {
    row: FileRow,
    hash: Option<Sha256>,
    /// The rows of the content, for the first file with this content.
    content: Option<Content>,
    /// The reason why the content is unknown, unless it is the file's own fault.
    unread: Option<(Code, String)>,
    /// True if the file was found in a folder or an archive, which have files of all kinds.
    is_found: bool,
}

/// The rows of a content.
enum Content {
    /// All rows, the memory that they take, and the warnings or the error in them.
    Rows(Box<Rows>, usize, Result<Warnings, Problem>),
    /// The bytes of a content with too many rows to keep: it is extracted again when it is written.
    Long(Vec<u8>, ContentOrigin),
}

/// The path of a file, if it has one, and the memory allowed for it.
#[derive(Clone, Default)]
struct ContentOrigin {
    path: Option<PathBuf>,
    /// Set if the path is that of a member of an archive.
    is_member: bool,
    memory: Option<usize>,
}

impl Content {
    fn cost(&self) -> usize {
        match self {
            Self::Rows(_, cost, _) => *cost,
            Self::Long(bytes, _) => bytes.len(),
        }
    }
}

impl Extracted {
    fn cost(&self) -> usize {
        self.content.as_ref().map_or(0, Content::cost)
    }
}

impl<'c> TableJob<'c> {
    pub(super) fn new(options: Options, common: &'c Common) -> Self {
        let n_threads = n_threads(common);
        Self {
            options,
            common,
            assets: Assets::none(common),
            siblings: Siblings::default(),
            readable: common.readable(),
            pool: pool(n_threads),
            n_threads,
            seen: Mutex::default(),
            order: Vec::new(),
            n_files: 0,
            n_contents: 0,
            n_bad: 0,
            n_damaged: 0,
            n_unread: 0,
            code: Code::Fine,
        }
    }

    /// Marks the contents of a complete shard as extracted.
    pub(super) fn skip(&mut self, contents: &[Sha256]) {
        if let Ok(mut seen) = self.seen.lock() {
            seen.extend(contents);
        }
    }

    /// A position in the order of contents, for [`since`](Self::since).
    pub(super) fn begin(&mut self) -> usize {
        self.order.len()
    }

    /// The contents that were extracted since a position.
    pub(super) fn since(&self, begin: usize) -> Vec<Sha256> {
        self.order.get(begin..).unwrap_or_default().to_vec()
    }

    /// Extracts a shard, and passes its rows to `give` in the order of its files.
    pub(super) fn extract_shard(&mut self, shard: &Shard, give: &mut GiveRows<'_>) -> io::Result<()> {
        match &shard.source {
            ShardInputs::Files(files) => {
                for group in files.chunks(FILES_OF_GROUP * self.n_threads) {
                    self.group(group.iter().map(TableInput::Found).collect(), &shard.name, None, give)?;
                }
                Ok(())
            }
            ShardInputs::Archive(input) => self.archive(input, give),
        }
    }

    fn archive(&mut self, input: &Input, give: &mut GiveRows<'_>) -> io::Result<()> {
        let name = &input.name;
        let file = match File::open(input.path()) {
            Ok(file) => file,
            Err(error) => {
                let broken = (input.inside(""), Err(Problem::io(&error)));
                return self.group(vec![TableInput::Member(Box::new(broken))], name, None, give);
            }
        };
        let mut made = Ok(());
        members(file, input, self.common.max_memory, &mut |group, allowed| {
            let group = self.siblings.admit(group);
            made = self.group(TableInput::members(group), name, Some(allowed), give);
            made.is_ok()
        });
        let rest = self.siblings.admit(Vec::new());
        made?;
        let made = self.group(TableInput::members(rest), name, None, give);
        self.siblings = Siblings::default();
        made
    }

    /// Processes files in parallel, and passes their rows to `give` in order.
    fn group(
        &mut self,
        items: Vec<TableInput<'_>>,
        shard: &str,
        allowed: Option<&Allowed>,
        give: &mut GiveRows<'_>,
    ) -> io::Result<()> {
        let mut slots: Vec<_> = items.into_iter().map(Slot::Input).collect();
        // Any thread may extract a content first; its rows go to the first file in order.
        let mut first = HashMap::new();
        while !slots.is_empty() && allowed.is_none_or(Allowed::is_left) {
            let n_waiting = first.values().map(Content::cost).sum();
            slots = self.round(slots, n_waiting, shard, allowed);
            let n_done = slots.iter().position(|slot| matches!(slot, Slot::Input(_))).unwrap_or(slots.len());
            for slot in &mut slots {
                if let Slot::Done(done) = slot {
                    first.extend(done.hash.zip(done.content.take()));
                }
            }
            let done = slots.drain(..n_done);
            let done = done.filter_map(|slot| if let Slot::Done(done) = slot { Some(*done) } else { None });
            self.add(done.collect(), &mut first, give)?;
        }
        Ok(())
    }

    /// Processes files in parallel until the waiting rows reach the bound. The first file is always processed.
    fn round<'s>(
        &self,
        slots: Vec<Slot<'s>>,
        n_waiting: usize,
        shard: &str,
        allowed: Option<&Allowed>,
    ) -> Vec<Slot<'s>> {
        let waiting = AtomicUsize::new(n_waiting);
        let has_room = |number| {
            let has_room = number == 0 || waiting.load(Ordering::Relaxed) < MOST_WAITING;
            has_room && allowed.is_none_or(Allowed::is_left)
        };
        let work = |(number, slot)| match slot {
            Slot::Input(item) if has_room(number) => {
                let work = || self.one(item, shard);
                let done = match allowed {
                    Some(allowed) => allowed.timed(work),
                    None => work(),
                };
                waiting.fetch_add(done.cost(), Ordering::Relaxed);
                Slot::Done(Box::new(done))
            }
            slot => slot,
        };
        let slots = slots.into_iter().enumerate();
        match &self.pool {
            Some(pool) => {
                let slots: Vec<_> = slots.collect();
                pool.install(|| slots.into_par_iter().with_max_len(4).map(work).collect())
            }
            None => slots.map(work).collect(),
        }
    }

    /// Counts results, and passes their rows to `give`.
    fn add(
        &mut self,
        all: Vec<Extracted>,
        first: &mut HashMap<Sha256, Content>,
        give: &mut GiveRows<'_>,
    ) -> io::Result<()> {
        let (mut rows, mut messages) = (Rows::default(), String::new());
        for mut done in all {
            self.n_files += 1;
            let path = done.row.path.clone();
            if self.options.tables.contains(&Table::Files) {
                rows.files.push(done.row);
            }
            let own = done.hash.and_then(|hash| Some((hash, first.remove(&hash)?)));
            if let Some((hash, own)) = own {
                self.order.push(hash);
                self.n_contents += 1;
                let read = match own {
                    Content::Rows(own, _, read) => {
                        rows.append(*own);
                        read
                    }
                    Content::Long(bytes, place) => {
                        give(std::mem::take(&mut rows), None)?;
                        self.long(&bytes, hash, &place, give)?
                    }
                };
                match read {
                    Ok(warnings) if warnings.total() > 0 => {
                        self.n_damaged += 1;
                        self.code = self.code.max(Code::Found);
                        messages.push_str(&show::damage(&path, &warnings));
                    }
                    Ok(_) => {}
                    Err(problem) => {
                        self.n_bad += 1;
                        messages.push_str(&self.refusal(&path, &problem, done.is_found));
                    }
                }
            }
            self.n_bad += usize::from(done.hash.is_none());
            if let Some((code, message)) = done.unread.take() {
                messages.push_str(&message);
                self.n_unread += 1;
                self.code = self.code.max(code);
            }
        }
        give(rows, Some(messages).filter(|messages| !messages.is_empty()))
    }

    /// The message about a content that cannot be read to its end; empty for files of other formats in folders,
    /// which only have a row.
    fn refusal(&mut self, path: &str, problem: &Problem, is_found: bool) -> String {
        if problem.kind == ProblemKind::Unsupported && is_found {
            return String::new();
        }
        self.code = self.code.max(Code::Refused);
        show::problem(path, problem)
    }

    /// Extracts a content whose rows are too many to be kept, and passes them to `give` while it extracts.
    fn long(
        &self,
        bytes: &[u8],
        hash: Sha256,
        place: &ContentOrigin,
        give: &mut GiveRows<'_>,
    ) -> io::Result<Result<Warnings, Problem>> {
        let mut written = Ok(());
        let read = self.extract(bytes, hash, place, &mut |rows| {
            written = give(rows, None);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        written.map(|()| read)
    }

    /// Extracts a content and the files next to it that it refers to, and passes the rows on.
    fn extract(
        &self,
        bytes: &[u8],
        hash: Sha256,
        place: &ContentOrigin,
        give: &mut dyn FnMut(Rows) -> ControlFlow<()>,
    ) -> Result<Warnings, Problem> {
        let path = place.path.as_deref();
        let mut files = path.filter(|_| !place.is_member).map(|path| self.assets.beside(path));
        let mut find = |name: &str| match &mut files {
            Some(files) => files.read(name),
            None => self.siblings.get(path?, name).map(<[u8]>::to_vec),
        };
        extract_to(bytes, hash, &self.options(place.memory), &mut find, give)
    }

    /// The options for a content with this much memory.
    fn options(&self, memory: Option<usize>) -> Cow<'_, Options> {
        let mut options = Cow::Borrowed(&self.options);
        if memory.is_some_and(|_| memory != options.max_memory) {
            options.to_mut().max_memory = memory;
        }
        options
    }

    fn one(&self, item: TableInput<'_>, shard: &str) -> Extracted {
        let broken = |origin: &Origin, problem: &Problem| {
            let code = match problem.kind {
                ProblemKind::Io => Some(Code::Io),
                // Members beyond the limit of an archive, after damage, or nested too deeply have no rows.
                ProblemKind::Limit | ProblemKind::Unsupported => Some(Code::Refused),
                _ => origin.member.is_none().then_some(Code::Refused),
            };
            let unread = code.map(|code| (code, show::problem(&origin.path, problem)));
            Extracted { row: unreadable(origin, problem), hash: None, content: None, unread, is_found: false }
        };
        let refused = |origin: &Origin, error: &io::Error| broken(origin, &Problem::io(error));
        match item {
            TableInput::Member(inside) => {
                let (input, content) = *inside;
                let origin = of_member(shard, &input);
                match content {
                    Err(problem) => broken(&origin, &problem),
                    Ok(bytes) => {
                        let path = Some(input.relative.clone());
                        let place = ContentOrigin { path, is_member: true, memory: input.max_memory };
                        let mut done = self.bytes(bytes, &origin, place);
                        done.row.error = input.warnings.first().map(|warning| warning.message.clone());
                        done
                    }
                }
            }
            TableInput::Found(Err((name, error))) => refused(&Origin::new(name).in_shard(shard), error),
            TableInput::Found(Ok(input)) => {
                let mtime = || input.path().metadata().and_then(|about| about.modified()).ok();
                let mtime = input.has_path().then(mtime).flatten().map(Into::into);
                let origin = Origin::new(&*input.name).in_shard(shard).mtime(mtime);
                match input.read(Some(self.readable)) {
                    Ok(bytes) => {
                        let memory = self.common.memory(input.is_found, bytes.len());
                        let path = input.has_path().then(|| input.path().to_owned());
                        let done = self.bytes(
                            bytes.into(),
                            &origin,
                            ContentOrigin { path, is_member: false, memory },
                        );
                        Extracted { is_found: input.is_found, ..done }
                    }
                    Err(error) => refused(&origin, &error),
                }
            }
        }
    }

    fn bytes(&self, bytes: Cow<'_, [u8]>, origin: &Origin, place: ContentOrigin) -> Extracted {
        let hash = sha256(&bytes);
        let row = file_hashed(&bytes, hash, origin);
        let is_new = self.seen.lock().is_ok_and(|mut seen| seen.insert(hash));
        let content = is_new.then(|| self.content(bytes, hash, place));
        Extracted { row, hash: Some(hash), content, unread: None, is_found: true }
    }

    /// Extracts a content, unless it has too many rows to be kept.
    fn content(&self, bytes: Cow<'_, [u8]>, hash: Sha256, place: ContentOrigin) -> Content {
        let (mut all, mut cost) = (Rows::default(), 0_usize);
        let read = self.extract(&bytes, hash, &place, &mut |rows| {
            cost = cost.saturating_add(rows.cost());
            if cost > MOST_OF_CONTENT {
                return ControlFlow::Break(());
            }
            all.append(rows);
            ControlFlow::Continue(())
        });
        if cost > MOST_OF_CONTENT {
            return Content::Long(bytes.into_owned(), place);
        }
        Content::Rows(Box::new(all), cost, read)
    }
}

/// The origin of a member of an archive; for an empty path, that of the archive itself.
fn of_member(archive: &str, input: &Input) -> Origin {
    let origin = Origin::new(&*input.name).in_shard(archive).mtime(input.mtime);
    match &*input.relative.to_string_lossy() {
        "" => origin,
        path => origin.member(path),
    }
}

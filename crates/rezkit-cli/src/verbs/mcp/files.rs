//! The files that a server has opened, and the processes that hold them in memory.

mod held;

use self::held::Held;
use super::ask::{Ask, Reply};
use super::folders::{FolderFile, Folders};
use super::page::Page;
use super::worker::len;
use crate::args::machine;
use crate::show::size;
use std::fs::File;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio::sync::{Mutex, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// The maximum number of processes at a time, busy or idle.
const MOST_PROCESSES: usize = 4;

/// The maximum number of questions that are being answered or waiting.
const MOST_QUESTIONS: usize = 36;

/// The files below the folders of a server.
#[derive(Debug)]
pub(super) struct Files {
    pub(super) folders: Folders,
    pub(super) can_write: bool,
    pub(super) max_memory: Option<usize>,
    /// Time that an answer may take, and that a question may wait before that.
    pub(super) time_limit: Duration,
    /// The open files by path, ordered by their last use, the most recent one last.
    held: std::sync::Mutex<Vec<(PathBuf, Arc<Mutex<Held>>)>>,
    processes: Arc<Semaphore>,
    questions: Semaphore,
    /// Permits of the queue: each question that waits for a process holds one.
    waiting: Semaphore,
}

impl Files {
    pub(super) fn new(
        folders: Folders,
        can_write: bool,
        max_memory: Option<usize>,
        time_limit: Duration,
    ) -> Self {
        Self {
            folders,
            can_write,
            max_memory,
            time_limit,
            held: std::sync::Mutex::default(),
            processes: Arc::new(Semaphore::new(MOST_PROCESSES)),
            questions: Semaphore::new(MOST_QUESTIONS),
            waiting: Semaphore::new(MOST_QUESTIONS),
        }
    }

    /// Answers a question about a file, or lists the files.
    ///
    /// # Errors
    ///
    /// If the question cannot be answered: why, and what to ask instead.
    pub(super) async fn answer(&self, ask: Ask) -> Result<Reply, String> {
        if ask.needs_write() && !self.can_write {
            return Err("this server is read-only: to allow changes, start it with --write".to_owned());
        }
        let Some(name) = ask.file() else { return self.list(&ask).map(Reply::Text) };
        let _question = self.questions.try_acquire().map_err(|_| busy())?;
        let place = self.folders.find(name)?;
        let held = self.held(&place);
        let mut held = timeout(self.time_limit, held.lock()).await.map_err(|_| busy())?;
        held.ask(self, &place, ask).await
    }

    /// Checks that a file is small enough for its process.
    ///
    /// # Errors
    ///
    /// If the file has more bytes than its process may hold; nothing is read then.
    pub(super) fn check_size(&self, file: &File) -> Result<(), String> {
        let (n_bytes, most) = (len(file).map_err(|error| error.to_string())?, self.most_bytes());
        if n_bytes <= most as u64 {
            return Ok(());
        }
        let [n_bytes, most] = [usize::try_from(n_bytes).unwrap_or(usize::MAX), most].map(size);
        Err(format!(
            "the file has {n_bytes}, and the limit is {most}; the server can be started with a higher \
             --max-memory"
        ))
    }

    fn most_bytes(&self) -> usize {
        self.max_memory.unwrap_or_else(machine)
    }

    fn list(&self, ask: &Ask) -> Result<String, String> {
        let Ask::ListFiles { folder, offset } = ask else { return Err("a file is needed".to_owned()) };
        let (found, is_all) = self.folders.list(folder.as_deref())?;
        let mut page = Page::new(None, *offset);
        _ = found.iter().skip(*offset).all(|file| page.show(&file.line()));
        if !is_all {
            page.say("There are too many files to list them all: give a folder.");
        }
        Ok(page.end(found.len(), "files"))
    }

    /// The state of a file. Forgets other files without changes and processes.
    fn held(&self, place: &FolderFile) -> Arc<Mutex<Held>> {
        let mut all = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|(_, held)| {
            let is_asked = Arc::strong_count(held) > 1;
            is_asked || held.try_lock().is_ok_and(|held| !held.is_empty())
        });
        let at = all.iter().position(|(path, _)| *path == place.path);
        let (path, held) = at.map_or_else(|| (place.path.clone(), Arc::default()), |at| all.remove(at));
        all.push((path, Arc::clone(&held)));
        held
    }

    /// A permit to run a process. If all permits are taken, the least recently used idle process is ended.
    ///
    /// # Errors
    ///
    /// If all processes are busy for longer than the time limit.
    pub(super) async fn slot(&self) -> Result<OwnedSemaphorePermit, String> {
        let processes = || Arc::clone(&self.processes);
        if let Ok(slot) = processes().try_acquire_owned() {
            return Ok(slot);
        }
        if self.evict()
            && let Ok(slot) = processes().try_acquire_owned()
        {
            return Ok(slot);
        }
        let _waiting = self.waiting.try_acquire().map_err(|_| busy())?;
        let slot = timeout(self.time_limit, processes().acquire_owned()).await;
        slot.ok().and_then(Result::ok).ok_or_else(busy)
    }

    /// Returns `true` if a question waits for a process. All processes are busy then, so the first one that
    /// has answered must end.
    pub(super) fn is_slot_wanted(&self) -> bool {
        self.waiting.available_permits() < MOST_QUESTIONS
    }

    /// Ends an idle process; returns `false` if there is none.
    fn evict(&self) -> bool {
        let all = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().any(|(_, held)| held.try_lock().is_ok_and(|mut held| held.let_go()))
    }
}

fn busy() -> String {
    "busy: other questions are being answered; nothing was changed or saved, ask again".to_owned()
}

//! A file with its unsaved changes. The changes belong to the bytes to which they were made: another process
//! repeats them only on the same bytes, and they are saved only over these.

use super::Files;
use crate::show::{clean, counted, grouped, short, size};
use crate::verbs::mcp::ask::{Ask, Reply};
use crate::verbs::mcp::folders::FolderFile;
use crate::verbs::mcp::worker::{Worker, is_at};
use std::fmt::Write;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use store::{Original, Stamp, is_changed_meanwhile};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;

/// Upper bounds on the changes that a refusal lists, and on the length of each in characters.
const MOST_LISTED: usize = 20;
const MOST_OF_CHANGE: usize = 200;

/// A file about which a client has asked.
#[derive(Debug, Default)]
pub(super) struct Held {
    worker: Option<Worker>,
    /// The stamp of the bytes that the process received, and to which the changes were made.
    stamp: Option<Stamp>,
    changes: Vec<Change>,
}

/// An unsaved change.
#[derive(Debug)]
struct Change {
    ask: Ask,
    /// The stamp of the other file that the change read, if any.
    other: Option<Stamp>,
}

impl Held {
    /// Returns `true` if there is neither a process nor an unsaved change.
    pub(super) fn is_empty(&self) -> bool {
        self.worker.is_none() && self.changes.is_empty()
    }

    /// Ends the process; returns `false` if there is none.
    pub(super) fn let_go(&mut self) -> bool {
        self.worker.take().is_some()
    }

    /// Answers a question about the file, in its process.
    ///
    /// # Errors
    ///
    /// If the question cannot be answered: why, and what to ask instead.
    pub(super) async fn ask(&mut self, files: &Files, place: &FolderFile, ask: Ask) -> Result<Reply, String> {
        let reply = match ask {
            Ask::Undo { .. } => self.undo(files).await,
            Ask::Reload { .. } => self.reload(files, place),
            Ask::Save { to: Some(name), .. } => self.save_as(files, place, name).await,
            Ask::Save { .. } => self.save(files, place).await,
            ask => self.answer(files, place, ask).await,
        };
        if files.is_slot_wanted() {
            self.worker = None;
        }
        reply
    }

    async fn answer(&mut self, files: &Files, place: &FolderFile, ask: Ask) -> Result<Reply, String> {
        let other = open_other(files, &ask)?;
        // Away while it works: if nobody waits for the answer any more, it is dropped, and ends.
        let mut worker = self.worker(files, place).await?;
        let (reply, other) = limited(files, worker.ask(ask.clone(), other)).await?;
        if matches!(reply, Reply::Text(_)) && ask.is_change() {
            self.changes.push(Change { ask, other });
        }
        self.worker = Some(worker);
        Ok(reply)
    }

    /// Takes the process, or starts one. If there are no changes, a process with an older version of the file
    /// is replaced.
    async fn worker(&mut self, files: &Files, place: &FolderFile) -> Result<Worker, String> {
        let now = files.folders.open(place)?.metadata().map_err(|error| error.to_string())?;
        if self.changes.is_empty() && !self.stamp.is_some_and(|stamp| is_at(&now, stamp)) {
            self.worker = None;
        }
        match self.worker.take() {
            Some(worker) => Ok(worker),
            None => {
                let slot = files.slot().await?;
                limited(files, self.start(files, place, slot)).await
            }
        }
    }

    /// Starts a process, and repeats the unsaved changes in it.
    async fn start(
        &mut self,
        files: &Files,
        place: &FolderFile,
        slot: OwnedSemaphorePermit,
    ) -> Result<Worker, String> {
        let file = files.folders.open(place)?;
        files.check_size(&file)?;
        let (mut worker, stamp) = Worker::start(&place.path, file, files.max_memory, slot).await?;
        if !self.changes.is_empty() && self.stamp != Some(stamp) {
            return Err(self.changed_meanwhile());
        }
        for change in &self.changes {
            let other = open_other(files, &change.ask).map_err(|error| self.refused(&error))?;
            let again = worker.ask(change.ask.clone(), other).await;
            let (reply, other) = again.map_err(|error| self.refused(&error))?;
            match reply {
                Reply::Text(_) if other == change.other => {}
                Reply::Error(error) => return Err(self.refused(&error)),
                _ => return Err(self.refused("another program changed a file that was added")),
            }
        }
        self.stamp = Some(stamp);
        Ok(worker)
    }

    /// Takes back the last change, also in the process if it runs; a process that starts later does not make
    /// it.
    async fn undo(&mut self, files: &Files) -> Result<Reply, String> {
        let n_left = self.changes.len().checked_sub(1).ok_or("there is no change to undo")?;
        if let Some(mut worker) = self.worker.take() {
            let undo = Ask::Undo { file: String::new() };
            // It may have forgotten what the file was before.
            if let Ok((Reply::Text(_), _)) = limited(files, worker.ask(undo, None)).await {
                self.worker = Some(worker);
            }
        }
        self.changes.truncate(n_left);
        Ok(Reply::Text(format!("taken back; {} left to save\n", counted(n_left, "change"))))
    }

    /// Forgets the changes and the process.
    fn reload(&mut self, files: &Files, place: &FolderFile) -> Result<Reply, String> {
        files.folders.open(place)?;
        let dropped = match self.changes.len() {
            0 => "there was no unsaved change\n".to_owned(),
            n => format!("{} dropped:\n{}", counted(n, "change"), self.listed()),
        };
        *self = Self::default();
        Ok(Reply::Text(format!("the next answer is from the file as it is on the disk; {dropped}")))
    }

    /// Saves the file. The returned future must not be dropped before it ends: the file on the disk would
    /// differ from the state held here.
    async fn save(&mut self, files: &Files, place: &FolderFile) -> Result<Reply, String> {
        let none = "there is no change to save";
        if self.changes.is_empty() {
            return Err(none.to_owned());
        }
        let bytes = self.bytes(files, place, None).await?;
        let (stamp, path) = (self.stamp.ok_or(none)?, place.path.clone());
        let copy = unhurried(move || replace(&path, stamp, &bytes)).await?;
        let copy = copy.ok_or_else(|| self.changed_meanwhile())?;
        // The next question reads what has been saved.
        *self = Self::default();
        let copy = clean(&files.folders.name(&copy));
        Ok(Reply::Text(format!("saved; `rez undo` takes it back, from this copy:\n| {copy}\n")))
    }

    async fn save_as(&mut self, files: &Files, place: &FolderFile, name: String) -> Result<Reply, String> {
        let new = files.folders.new_file(&name)?;
        let bytes = self.bytes(files, place, Some(name)).await?;
        let size = size(bytes.len());
        unhurried(move || new.write(&bytes).map_err(|error| error.to_string())).await?;
        Ok(Reply::Text(format!("saved as another file of {size}; this one is as it was\n")))
    }

    /// The bytes to save, in the file itself or in a new one of this name.
    async fn bytes(
        &mut self,
        files: &Files,
        place: &FolderFile,
        name: Option<String>,
    ) -> Result<Vec<u8>, String> {
        let mut worker = self.worker(files, place).await?;
        let bytes = limited(files, worker.bytes(name)).await;
        self.worker = Some(worker).filter(Worker::is_ready);
        bytes
    }

    fn changed_meanwhile(&self) -> String {
        self.refused("another program changed the file after it was read; nothing was written")
    }

    /// The message that the unsaved changes cannot be applied, with the reason and a list of them.
    fn refused(&self, why: &str) -> String {
        format!(
            "{}\nThese changes wait for the file as it was:\n{}reload drops them and reads the file as it is now, undo \
             drops the last one",
            why.trim_end(),
            self.listed()
        )
    }

    /// The unsaved changes, as a client requested them.
    fn listed(&self) -> String {
        let mut text = String::new();
        for change in self.changes.iter().take(MOST_LISTED) {
            _ = writeln!(text, "| {}", short(&change.ask.line(), MOST_OF_CHANGE));
        }
        if let Some(more @ 1..) = self.changes.len().checked_sub(MOST_LISTED) {
            _ = writeln!(text, "and {} more", grouped(more));
        }
        text
    }
}

/// Opens the other file that a question names.
fn open_other(files: &Files, ask: &Ask) -> Result<Option<std::fs::File>, String> {
    let Some(name) = ask.other() else { return Ok(None) };
    let file = files.folders.open(&files.folders.find(name)?)?;
    files.check_size(&file)?;
    Ok(Some(file))
}

/// Runs work within the time limit.
async fn limited<T>(files: &Files, work: impl Future<Output = Result<T, String>>) -> Result<T, String> {
    let too_long = || {
        let limit = files.time_limit.as_secs();
        format!(
            "this took more than {limit} s and was stopped; nothing was changed or saved: ask for less at a \
             time"
        )
    };
    timeout(files.time_limit, work).await.map_err(|_| too_long())?
}

/// Runs work that may wait for the disk on another thread.
async fn unhurried<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, String> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| Err(error.to_string()))
}

/// Replaces a file, and returns the path of a copy of the old one; `None` if the file no longer matches the
/// stamp.
fn replace(path: &Path, stamp: Stamp, bytes: &[u8]) -> Result<Option<PathBuf>, String> {
    let original = match Original::open(path, stamp.len()) {
        Ok(original) if original.stamp() == stamp && original.path() == path => original,
        Err(error) if error.kind() != ErrorKind::FileTooLarge => return Err(error.to_string()),
        _ => return Ok(None),
    };
    let mut draft = original.draft();
    draft.write(bytes);
    match original.replace_keeping_copy(draft) {
        Ok(copy) => Ok(Some(copy)),
        Err(error) if is_changed_meanwhile(&error) => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

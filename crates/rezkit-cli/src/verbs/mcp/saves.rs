//! Saves in progress, and the answers of saves that were cancelled before the client received them.

use rmcp::model::RequestId;
use std::collections::VecDeque;
use std::fmt::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OwnedRwLockReadGuard, RwLock};

/// The number of ended saves that are remembered, since a cancellation may still arrive while the answer is
/// on its way to the client, which then ignores it.
const MOST_ENDED: usize = 8;

/// The saves of a server.
#[derive(Debug, Default)]
pub(super) struct Saves {
    running: Arc<RwLock<()>>,
    ended: Mutex<VecDeque<Ended>>,
}

#[derive(Debug)]
struct Ended {
    id: RequestId,
    answer: String,
    is_cancelled: bool,
}

impl Saves {
    /// Marks a save as running as long as the guard lives.
    pub(super) async fn begin(&self) -> OwnedRwLockReadGuard<()> {
        Arc::clone(&self.running).read_owned().await
    }

    /// Waits until all saves have ended.
    pub(super) async fn wait(&self) {
        drop(self.running.write().await);
    }

    /// Records the answer of a save.
    pub(super) fn end(&self, id: RequestId, answer: &str, is_cancelled: bool) {
        let mut ended = self.ended();
        ended.push_back(Ended { id, answer: answer.to_owned(), is_cancelled });
        while ended.len() > MOST_ENDED {
            ended.pop_front();
        }
    }

    /// Records that the client no longer waits for the answer of a request.
    pub(super) fn cancel(&self, id: &RequestId) {
        let mut ended = self.ended();
        ended.iter_mut().filter(|save| save.id == *id).for_each(|save| save.is_cancelled = true);
    }

    /// Removes and returns the answers of cancelled saves, as text.
    pub(super) fn take_unheard(&self) -> String {
        let mut text = String::new();
        self.ended().retain(|save| {
            if save.is_cancelled {
                _ = writeln!(
                    text,
                    "A save was cancelled, but not interrupted. Its answer:\n{}",
                    save.answer.trim_end()
                );
            }
            !save.is_cancelled
        });
        text
    }

    fn ended(&self) -> MutexGuard<'_, VecDeque<Ended>> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

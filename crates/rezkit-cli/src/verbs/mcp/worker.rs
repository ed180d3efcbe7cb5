//! The process for a file: it holds the bytes of the file, and answers one question after another. It opens
//! no files: it receives the bytes, and sends back those to save. Since it changes nothing but its memory, it
//! can be ended at any time.

use super::ask::{Ask, Reply};
use super::opened::Opened;
use crate::args::Common;
use crate::isolation;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs::{File, Metadata};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use store::Stamp;
use tokio::sync::OwnedSemaphorePermit;

/// The message for a process that has ended for an unknown reason.
const GONE: &str = "this exceeded its memory limit, or failed: ask for less at a time";

/// A process that holds a file.
#[derive(Debug)]
pub(super) struct Worker {
    child: Child,
    /// The pipes to the process; `None` while a question is being answered, and after an error.
    pipes: Option<Pipes>,
    /// The permit to run, of which there is a limited number.
    _slot: OwnedSemaphorePermit,
}

#[derive(Debug)]
struct Pipes {
    requests: ChildStdin,
    replies: BufReader<ChildStdout>,
}

/// A request to the process, on one line, which `n_bytes` bytes of a file follow.
#[derive(Debug, Serialize, Deserialize)]
struct Request {
    wanted: WorkerRequest,
    n_bytes: u64,
}

#[derive(Debug, Serialize, Deserialize)]
enum WorkerRequest {
    /// Stores the file that follows. There is no reply.
    Hold,
    /// Answers with a [`Reply`]. The other file that the question names follows.
    Answer(Ask),
    /// Answers with the length of the file as it would be saved, then with its bytes. `name` is the file name to save it
    /// under, if it changes.
    Give { name: Option<String> },
}

impl Worker {
    /// Starts a process and sends it a file.
    ///
    /// # Errors
    ///
    /// If no process can be started, or the file cannot be read.
    pub(super) async fn start(
        path: &Path,
        file: File,
        max_memory: Option<usize>,
        slot: OwnedSemaphorePermit,
    ) -> Result<(Self, Stamp), String> {
        let mut worker = Self::spawn(path, max_memory, slot).map_err(|error| error.to_string())?;
        let stamp = worker.talk(move |pipes| pipes.send(WorkerRequest::Hold, Some(file))).await?;
        Ok((worker, stamp.ok_or(GONE)?))
    }

    fn spawn(path: &Path, max_memory: Option<usize>, slot: OwnedSemaphorePermit) -> io::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["mcp", "--worker"]).arg(path);
        command.args(max_memory.map(|memory| format!("--max-memory={memory}")));
        // When it fails, a line of ours reports it.
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let ends = child.stdin.take().zip(child.stdout.take());
        let pipes = ends.map(|(requests, stdout)| Pipes { requests, replies: BufReader::new(stdout) });
        Ok(Self { child, pipes, _slot: slot })
    }

    /// Asks a question, and sends the other file that it names. If the future is dropped before the answer,
    /// the process cannot be used any more.
    ///
    /// # Errors
    ///
    /// If the process has ended, or the other file cannot be read.
    pub(super) async fn ask(
        &mut self,
        ask: Ask,
        other: Option<File>,
    ) -> Result<(Reply, Option<Stamp>), String> {
        self.talk(move |pipes| {
            let stamp = pipes.send(WorkerRequest::Answer(ask), other)?;
            Ok((pipes.read()?, stamp))
        })
        .await
    }

    /// The file as it would be saved, under this name if it is a new one.
    ///
    /// # Errors
    ///
    /// If the process has ended, or the name is not valid for the format.
    pub(super) async fn bytes(&mut self, name: Option<String>) -> Result<Vec<u8>, String> {
        self.talk(move |pipes| {
            pipes.send(WorkerRequest::Give { name }, None)?;
            let n_bytes = pipes.read::<Result<u64, String>>()?;
            Ok(match n_bytes {
                Ok(n_bytes) => Ok(pipes.read_bytes(n_bytes)?),
                Err(refusal) => Err(refusal),
            })
        })
        .await?
    }

    /// Returns `false` after an error, or if a question was dropped before its answer.
    pub(super) fn is_ready(&self) -> bool {
        self.pipes.is_some()
    }

    /// Passes the pipes to `talk` on a thread that may block.
    async fn talk<T: Send + 'static>(
        &mut self,
        talk: impl FnOnce(&mut Pipes) -> Result<T, String> + Send + 'static,
    ) -> Result<T, String> {
        let mut pipes = self.pipes.take().ok_or(GONE)?;
        let talked = tokio::task::spawn_blocking(move || talk(&mut pipes).map(|said| (pipes, said)));
        let (pipes, said) = talked.await.map_err(|_| GONE)??;
        self.pipes = Some(pipes);
        Ok(said)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

impl Pipes {
    /// Sends a request, and a file after it.
    fn send(&mut self, wanted: WorkerRequest, file: Option<File>) -> Result<Option<Stamp>, String> {
        let n_bytes = file.as_ref().map_or(Ok(0), len).map_err(told)?;
        let line = serde_json::to_string(&Request { wanted, n_bytes }).map_err(|_| GONE)? + "\n";
        self.requests.write_all(line.as_bytes()).map_err(told)?;
        let Some(file) = file else { return Ok(None) };
        let stamp = Stamp::of_copied(&file, n_bytes, &mut self.requests).map_err(told)?;
        let is_same = stamp.len() == n_bytes && file.metadata().is_ok_and(|now| is_at(&now, stamp));
        if is_same {
            Ok(Some(stamp))
        } else {
            Err("the file was changed while it was read: ask again".to_owned())
        }
    }

    fn read<T: DeserializeOwned>(&mut self) -> Result<T, String> {
        let mut line = String::new();
        self.replies.read_line(&mut line).map_err(told)?;
        serde_json::from_str(&line).map_err(|_| GONE.to_owned())
    }

    fn read_bytes(&mut self, n_bytes: u64) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        self.replies.by_ref().take(n_bytes).read_to_end(&mut bytes).map_err(told)?;
        if bytes.len() as u64 == n_bytes { Ok(bytes) } else { Err(GONE.to_owned()) }
    }
}

/// Number of bytes of an open file.
pub(super) fn len(file: &File) -> io::Result<u64> {
    file.metadata().map(|about| about.len())
}

/// Returns `true` if a file still has the size and the time of its stamp.
pub(super) fn is_at(now: &Metadata, stamp: Stamp) -> bool {
    (now.len(), now.modified().ok()) == (stamp.len(), stamp.modified())
}

/// The message for an error of a file or a pipe. A broken pipe means that the process has ended.
fn told(error: io::Error) -> String {
    match error.kind() {
        io::ErrorKind::BrokenPipe => GONE.to_owned(),
        _ => error.to_string(),
    }
}

/// Answers requests about a file until there are no more.
///
/// # Errors
///
/// If answers cannot be written.
pub(super) fn serve(path: &Path, common: &Common) -> io::Result<()> {
    let (mut stdin, mut stdout) = (io::stdin().lock(), io::stdout().lock());
    let mut opened = None;
    let mut line = String::new();
    while stdin.read_line(&mut line)? > 0 {
        let Ok(Request { wanted, n_bytes }) = serde_json::from_str(&line) else { break };
        if let WorkerRequest::Hold = wanted {
            isolation::limit_memory(common, n_bytes);
        }
        let mut bytes = Vec::new();
        stdin.by_ref().take(n_bytes).read_to_end(&mut bytes)?;
        match (wanted, &mut opened) {
            (WorkerRequest::Hold, _) => opened = Some(Opened::new(path, common.max_memory, bytes)),
            (WorkerRequest::Answer(ask), Some(opened)) => {
                send(&mut stdout, &opened.answer(&ask, &bytes).unwrap_or_else(Reply::Error))?;
            }
            (WorkerRequest::Give { name }, Some(opened)) => {
                let given = opened.given(name.as_deref());
                send(&mut stdout, &given.as_ref().map(|bytes| bytes.len() as u64))?;
                stdout.write_all(given.unwrap_or_default())?;
                stdout.flush()?;
            }
            (_, None) => break,
        }
        line.clear();
    }
    Ok(())
}

fn send(stdout: &mut impl Write, reply: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *stdout, reply)?;
    stdout.write_all(b"\n")?;
    stdout.flush()
}

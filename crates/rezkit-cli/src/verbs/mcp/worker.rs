//! The process of a file: it holds the file, and answers one question after the other. Whatever the file does to it, it
//! can be ended.

use super::ask::{Ask, Reply};
use super::opened::Opened;
use crate::args::Common;
use crate::isolation;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A process that holds a file.
#[derive(Debug)]
pub(super) struct Worker {
    child: Child,
    /// Away while a question is answered.
    pipes: Option<Pipes>,
}

#[derive(Debug)]
struct Pipes {
    requests: ChildStdin,
    replies: BufReader<ChildStdout>,
}

impl Worker {
    /// # Errors
    ///
    /// If no process can be started.
    pub(super) fn start(path: &Path, max_memory: Option<usize>) -> io::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["mcp", "--worker"]).arg(path);
        command.args(max_memory.map(|memory| format!("--max-memory={memory}")));
        // What it says when it fails is told in a line of ours.
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let ends = child.stdin.take().zip(child.stdout.take());
        let pipes = ends.map(|(requests, stdout)| Pipes { requests, replies: BufReader::new(stdout) });
        Ok(Self { child, pipes })
    }

    /// The answer; `None` if the process has ended. If this is dropped before, the process is of no use any more.
    pub(super) async fn ask(&mut self, ask: &Ask) -> Option<Reply> {
        let (mut pipes, line) = (self.pipes.take()?, serde_json::to_string(ask).ok()? + "\n");
        let asked = tokio::task::spawn_blocking(move || {
            pipes.requests.write_all(line.as_bytes()).ok()?;
            let mut line = String::new();
            pipes.replies.read_line(&mut line).ok()?;
            Some((pipes, serde_json::from_str(&line).ok()?))
        });
        let (pipes, reply) = asked.await.ok()??;
        self.pipes = Some(pipes);
        Some(reply)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// Answers what is asked about a file, until nobody asks any more.
///
/// # Errors
///
/// If answers cannot be written.
pub(super) fn serve(path: &Path, common: &Common) -> io::Result<()> {
    isolation::limit_memory(common, path);
    let (mut stdout, mut opened) = (io::stdout().lock(), None);
    for line in io::stdin().lines() {
        let Ok(ask) = serde_json::from_str::<Ask>(&line?) else { break };
        let reply = answer(&mut opened, path, common, &ask).unwrap_or_else(Reply::Error);
        serde_json::to_writer(&mut stdout, &reply)?;
        stdout.write_all(b"\n")?;
        stdout.flush()?;
    }
    Ok(())
}

fn answer(opened: &mut Option<Opened>, path: &Path, common: &Common, ask: &Ask) -> Result<Reply, String> {
    let file = match opened.take() {
        Some(file) => file,
        None => Opened::read(path, common.max_memory)?,
    };
    opened.insert(file).answer(ask)
}

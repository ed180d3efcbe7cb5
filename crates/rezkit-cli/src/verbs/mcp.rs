//! The verb `mcp`: a server for assistants, by the Model Context Protocol.

#[cfg(feature = "mcp")]
mod arguments;
#[cfg(feature = "mcp")]
mod ask;
#[cfg(feature = "mcp")]
mod change;
#[cfg(feature = "mcp")]
mod files;
#[cfg(feature = "mcp")]
mod folders;
#[cfg(feature = "mcp")]
mod look;
#[cfg(feature = "mcp")]
mod opened;
#[cfg(feature = "mcp")]
mod page;
#[cfg(feature = "mcp")]
mod saves;
#[cfg(feature = "mcp")]
mod server;
#[cfg(feature = "mcp")]
mod worker;

use crate::args::{Common, examples};
use crate::done::Ending;
use crate::output::Out;
use clap::Args;
use std::path::PathBuf;

/// Lets assistants read files in some folders, and change them.
///
/// Programs with an assistant start this server, and use the Model Context Protocol over stdin and stdout. Nothing
/// outside of the folders is read or written, whatever paths and links say. Without --write, nothing is written at all.
/// Each file has a process of its own, which is ended if a question takes too long. docs/mcp.md shows how it is set up,
/// and a conversation.
#[derive(Debug, Args)]
#[command(after_help = examples! {
    "rez mcp models" => "files in this folder can be asked about"
    "rez mcp models downloads --write" => "those in both can be changed, too"
})]
pub(super) struct McpArgs {
    /// The folders whose files may be read.
    #[arg(value_name = "FOLDER", required_unless_present = "worker")]
    folders: Vec<PathBuf>,
    /// Let files be changed; each version is kept as a copy, which `rez undo` restores.
    #[arg(long)]
    write: bool,
    /// Run as the process that holds a file.
    #[arg(long, value_name = "FILE", hide = true)]
    worker: Option<PathBuf>,
    /// Time that an answer may take, and that a question may wait before that, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, hide = true)]
    time_limit: u64,
}

#[cfg(not(feature = "mcp"))]
pub(super) fn run(verb: &McpArgs, _: &Common, _: &mut Out) -> Ending {
    let McpArgs { folders: _, write: _, worker: _, time_limit: _ } = verb;
    Err(crate::done::Done::misused("mcp", "this build of rez has no server: build rez with `--features mcp`"))
}

#[cfg(feature = "mcp")]
pub(super) fn run(verb: &McpArgs, common: &Common, out: &mut Out) -> Ending {
    use crate::code::Code;
    use crate::done::Done;
    if let Some(path) = &verb.worker {
        return worker::serve(path, common).map(|()| Code::Fine).map_err(|error| Done::io("stdin", &error));
    }
    let folders = folders::Folders::new(&verb.folders)
        .map_err(|(path, error)| Done::io(&path.to_string_lossy(), &error))?;
    // A client takes it for a note to its log.
    out.mention(&format!("waiting for a client, which can use the files in {}\n", folders.names()));
    let time_limit = std::time::Duration::from_secs(verb.time_limit);
    let server = server::Server::new(files::Files::new(folders, verb.write, common.max_memory, time_limit));
    server.serve().map(|()| Code::Fine).map_err(|error| Done::io("stdin", &error))
}
